// JPEG files, and the camera's header-less ones, are taken or refused; what is taken is a picture of the size
// it says.
#include "codec/picture/jpeg.h"
#include "codec/picture/jpeg_mini.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    how.width_max = how.height_max = 512;
    how.scans_max = 8;
    how.damaged_is_fine = size & 1;
    struct pixels picture;
    struct fault fault = {0};
    enum err err = jpeg_decode((struct bytes){data, size}, &how, &picture, &fault);
    must(!err == (picture.at != NULL) && !err == !fault.said[0]);
    static struct jpeg_loupe *loupe; // one for all files: it must not remember any
    static uint8_t room[512 * 512 * 3];
    struct pixels seen;
    if (!loupe) loupe = jpeg_loupe_new();
    must(loupe && err == jpeg_loupe_decode(loupe, (struct bytes){data, size}, &how,
                                           (struct bytes_room){room, sizeof room}, &seen, NULL));
    must(err || !memcmp(seen.at, picture.at, picture.stride * picture.height));
    pixels_free(&picture);

    struct buf mini = {0}, again = {0};
    if (!jpeg_mini_shrink((struct bytes){data, size}, &mini, NULL))
        must(mini.len && mini.at[mini.len - 1] != 0xff);
    buf_free(&mini);
    if (!jpeg_mini_decode((struct bytes){data, size}, 64, 48, &picture, NULL))
        must(picture.width == 64 && picture.height == 48);
    pixels_free(&picture);
    if (size && !jpeg_mini_expand((struct bytes){data, size}, 64, 48, &again, NULL))
        must(!jpeg_mini_shrink((struct bytes){again.at, again.len}, &mini, NULL) && mini.len <= size + 1);
    buf_free(&again);
    buf_free(&mini);
    return 0;
}
