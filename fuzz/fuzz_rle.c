// Whatever the display decoder takes must come back: decode, encode, decode again gives the same picture;
// what it refuses leaves the picture alone.
#include "codec/picture/rle.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct rle_picture BEFORE = {.column = {1, 2, 3}};
    struct rle_picture picture = BEFORE, again;
    struct fault fault = {0};
    if (rle_decode((struct bytes){data, size}, &picture, &fault)) {
        must(fault.err && fault.said[0] && !memcmp(&picture, &BEFORE, sizeof picture));
        return 0;
    }
    uint8_t room[RLE_CODE_MAX];
    struct writer out = writer_of(room, sizeof room);
    must(!rle_encode(&picture, RLE_ROWS_64, &out));
    must(!rle_decode(writer_bytes(&out), &again, NULL) && !memcmp(&picture, &again, sizeof again));
    out = writer_of(room, RLE_RAW);
    must(!rle_encode_or_raw(&picture, RLE_ROWS_64, &out));
    must(!rle_decode(writer_bytes(&out), &again, NULL) && !memcmp(&picture, &again, sizeof again));
    out = writer_of(room, sizeof room);
    must(!rle_encode(&picture, RLE_ROWS_32, &out));
    must(!rle_decode(writer_bytes(&out), &again, NULL));
    uint8_t rows[2][RLE_UNITS][RLE_COLUMNS / 8];
    rle_to_rows(&picture, rows[0]);
    rle_to_rows(&again, rows[1]);
    must(!memcmp(rows[0], rows[1], sizeof rows[0]));
    return 0;
}
