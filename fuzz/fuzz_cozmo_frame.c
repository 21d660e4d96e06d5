// A datagram of Cozmo's that is taken apart and put together again is the same datagram; nothing is read
// outside it; every message in it is decoded by the schema, or refused.
#include "link/cozmo/air.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct air_frame frame;
    if (air_frame_read(&frame, (struct bytes){data, size})) return 0;
    uint8_t *again = malloc(size);
    struct writer out = writer_of(again, size);
    air_frame_begin(&out, frame.type, frame.first, frame.last, frame.ack);
    struct air_walk walk = air_walk_of(&frame);
    struct air_packet packet;
    bool any = false;
    while (air_walk_next(&walk, &packet)) {
        any = true;
        must(packet.content.at >= data && packet.content.at + packet.content.len <= data + size);
        must(packet.number <= COZMO_WIRE_SEQ_LAST && (air_reliable(packet.type) || !packet.number));
        if (walk.single)
            write_bytes(&out, packet.content.at, packet.content.len);
        else
            air_frame_add(&out, packet.type, packet.content);
        if (!packet.content.len) continue;
        struct air_news news = {.kind = AIR_MESSAGE,
                                .id = packet.content.at[0],
                                .body = {packet.content.at + 1, packet.content.len - 1}};
        struct cozmo_message message;
        air_decode(&news, COZMO_TO_ROBOT, COZMO_VERSION, &message);
        air_decode(&news, COZMO_TO_ENGINE, 2214, &message);
    }
    if (any) must(!out.err && writer_len(&out) == size && !memcmp(again, data, size));
    free(again);
    return 0;
}
