// Any bytes as a time zone file: refused, or an offset of less than a day or so, the same each time.
#include "base/data/zone.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes file = {data, size};
    for (int64_t at = -2000000000; at < 4000000000; at += 97000003) {
        int32_t east_s = 0, again = 1;
        enum err err = zone_at(file, at, &east_s, NULL);
        must(zone_at(file, at, &again, NULL) == err && (err || east_s == again));
        must(err || (east_s > -100000 && east_s < 100000));
    }
    return 0;
}
