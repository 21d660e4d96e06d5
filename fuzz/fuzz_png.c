// A PNG file is taken or refused; what is taken comes back from being written.
#include "codec/picture/png.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct pixels picture, back;
    struct fault fault = {0};
    if (png_decode((struct bytes){data, size}, 0, &picture, &fault)) {
        must(fault.said[0] && !picture.at);
        return 0;
    }
    if (picture.stride * picture.height < 1 << 16) {
        struct buf file = {0};
        must(!png_encode(&picture, &file, NULL) &&
             !png_decode((struct bytes){file.at, file.len}, 0, &back, NULL));
        must(back.stride == picture.stride && back.height == picture.height);
        must(!memcmp(back.at, picture.at, back.stride * back.height));
        pixels_free(&back);
        buf_free(&file);
    }
    pixels_free(&picture);
    return 0;
}
