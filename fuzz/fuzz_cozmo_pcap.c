// A capture of any bytes: reading it ends, stays inside it, and what it gives can be printed.
#include "link/cozmo/air_dump.h"
#include "link/cozmo/pcap.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct pcap pcap;
    struct pcap_datagram datagram;
    if (pcap_open(&pcap, (struct bytes){data, size}, NULL)) return 0;
    struct buf text = {.limit = 1 << 20};
    struct air_dump dump = {.out = &text, .json = size & 1};
    size_t found = 0;
    while (pcap_next(&pcap, &datagram)) {
        if (datagram.payload.len &&
            (datagram.payload.at < data || datagram.payload.at + datagram.payload.len > data + size))
            abort();
        air_dump(&dump, datagram.time_us, datagram.payload);
        if (++found > size) abort();
    }
    buf_free(&text);
    return 0;
}
