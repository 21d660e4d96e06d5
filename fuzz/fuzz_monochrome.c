// Text and PBM pictures for the display: what is taken is printed and taken again, the same.
#include "codec/picture/monochrome.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct rle_picture picture, again;
    struct fault fault = {0};
    struct buf out = {0};
    if (!monochrome_from_text((struct text){(const char *)data, size}, &picture, &fault)) {
        monochrome_print(&picture, &out);
        must(!monochrome_from_text((struct text){(char *)out.at, out.len}, &again, NULL) &&
             !memcmp(&picture, &again, sizeof again));
    } else
        must(fault.said[0] != 0);
    buf_clear(&out);
    fault = (struct fault){0};
    if (!monochrome_from_pbm((struct bytes){data, size}, &picture, &fault)) {
        monochrome_write_pbm(&picture, &out);
        must(!monochrome_from_pbm((struct bytes){out.at, out.len}, &again, NULL) &&
             !memcmp(&picture, &again, sizeof again));
    } else
        must(fault.said[0] != 0);
    buf_free(&out);
    return 0;
}
