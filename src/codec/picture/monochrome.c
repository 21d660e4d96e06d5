#include "codec/picture/monochrome.h"

#include "codec/picture/dither.h"
#include "codec/picture/jpeg.h"
#include "codec/picture/png.h"

#include <string.h>

static bool point_set(struct rle_picture *picture, unsigned x, unsigned y) {
    if (x >= MONOCHROME_WIDTH || y >= MONOCHROME_HEIGHT) return false;
    rle_set(picture, x, 2 * y, true);
    return true;
}

static bool point_get(const struct rle_picture *picture, unsigned x, unsigned y) {
    return rle_get(picture, x, 2 * y) || rle_get(picture, x, 2 * y + 1);
}

static enum err too_large(struct fault *fault, const char *what, unsigned width, unsigned height) {
    return fault_set(fault, ERR_RANGE, "%s of %u x %u points; the display has %d x %d", what, width, height,
                     MONOCHROME_WIDTH, MONOCHROME_HEIGHT);
}

enum err monochrome_from_text(struct text text, struct rle_picture *out, struct fault *fault) {
    struct rle_picture picture = {0};
    unsigned x = 0, y = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '\n') {
            x = 0, y++;
            continue;
        }
        if (c == '\r') continue;
        bool lit = strchr("#*Xx@1", c) && c, dark = c == '.' || c == ' ' || c == '0';
        if (!lit && !dark)
            return fault_at(fault, ERR_SYNTAX, NULL, y + 1, x + 1,
                            "expected '#' or '.' in the picture, found byte 0x%02x", (unsigned char)c);
        if (x >= MONOCHROME_WIDTH || y >= MONOCHROME_HEIGHT)
            return too_large(fault, "a picture", x + 1, y + 1);
        if (lit) point_set(&picture, x, y);
        x++;
    }
    *out = picture;
    return ERR_NONE;
}

// Blanks and comments between the numbers of a PBM file.
static void skip_blanks(struct reader *in) {
    while (!in->err && reader_left(in)) { // a reader that failed would stand still
        uint8_t c = *in->at;
        if (c == '#')
            while (reader_left(in) && *in->at != '\n') read_u8(in);
        else if (c == ' ' || (c >= '\t' && c <= '\r'))
            read_u8(in);
        else
            return;
    }
}

static unsigned read_number(struct reader *in) {
    skip_blanks(in);
    unsigned number = 0, digits = 0;
    for (; reader_left(in) && *in->at >= '0' && *in->at <= '9' && digits < 8; digits++)
        number = number * 10 + (read_u8(in) - '0');
    if (!digits) reader_fail(in, ERR_SYNTAX);
    return number;
}

static bool read_plain(struct reader *in) {
    skip_blanks(in);
    uint8_t c = read_u8(in);
    if (c != '0' && c != '1') reader_fail(in, ERR_SYNTAX);
    return c == '1';
}

enum err monochrome_from_pbm(struct bytes file, struct rle_picture *out, struct fault *fault) {
    struct rle_picture picture = {0};
    struct reader in = reader_of(file.at, file.len);
    bool p = read_u8(&in) == 'P';
    uint8_t kind = read_u8(&in);
    if (!p || (kind != '1' && kind != '4'))
        return fault_set(fault, ERR_SYNTAX, "expected a PBM file (P1 or P4)");
    unsigned width = read_number(&in), height = read_number(&in);
    if (in.err) return fault_set(fault, ERR_SYNTAX, "PBM: expected width and height");
    if (!width || !height || width > MONOCHROME_WIDTH || height > MONOCHROME_HEIGHT)
        return too_large(fault, "a PBM file", width, height);
    if (kind == '4') read_u8(&in); // one blank
    for (unsigned y = 0; y < height; y++) {
        uint8_t byte = 0;
        for (unsigned x = 0; x < width; x++) {
            if (kind == '4' && x % 8 == 0) byte = read_u8(&in);
            if (kind == '4' ? byte & 0x80 >> x % 8 : read_plain(&in)) point_set(&picture, x, y);
        }
    }
    if (in.err) return fault_set(fault, ERR_SHORT, "PBM: the points end at byte %zu", reader_offset(&in));
    *out = picture;
    return ERR_NONE;
}

enum err monochrome_from_pixels(const struct pixels *pixels, enum monochrome_way way,
                                struct rle_picture *out) {
    struct pixels grey, small = {0};
    enum err err = pixels_convert(pixels, 1, &grey);
    if (err) return err;
    if (grey.width > MONOCHROME_WIDTH || grey.height > MONOCHROME_HEIGHT)
        err = pixels_scale(&grey, MONOCHROME_WIDTH, MONOCHROME_HEIGHT, &small);
    const struct pixels *from = small.at ? &small : &grey;
    if (!err && way == MONOCHROME_DITHER)
        err = dither(&(struct dither_picture){from->at, from->width, from->height, from->stride}, from->at,
                     from->stride);
    if (!err) {
        memset(out, 0, sizeof *out);
        for (unsigned y = 0; y < from->height; y++)
            for (unsigned x = 0; x < from->width; x++)
                if (*pixels_at(from, x, y) > 128) point_set(out, x, y);
    }
    pixels_free(&small);
    pixels_free(&grey);
    return err;
}

static bool is_pbm(struct bytes file) {
    return file.len > 2 && file.at[0] == 'P' && (file.at[1] == '1' || file.at[1] == '4');
}

bool monochrome_is_drawing(struct bytes file) {
    if (is_pbm(file)) return true;
    for (size_t i = 0; i < file.len; i++)
        if (!file.at[i] || !strchr("#*Xx@1.0 \r\n", file.at[i])) return false;
    return file.len;
}

enum err monochrome_from_file(struct bytes file, struct rle_picture *out, struct fault *fault) {
    if (is_pbm(file)) return monochrome_from_pbm(file, out, fault);
    if (monochrome_is_drawing(file))
        return monochrome_from_text((struct text){(const char *)file.at, file.len}, out, fault);
    struct pixels pixels = {0};
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    how.channels = 1;
    bool png = file.len > 4 && !memcmp(file.at, "\x89PNG", 4);
    enum err err = png ? png_decode(file, 1, &pixels, fault) : jpeg_decode(file, &how, &pixels, fault);
    if (!err && (err = monochrome_from_pixels(&pixels, MONOCHROME_DITHER, out)))
        fault_set(fault, err, "the picture cannot be fitted: %s", err_name(err));
    pixels_free(&pixels);
    return err;
}

void monochrome_print(const struct rle_picture *picture, struct buf *out) {
    for (unsigned y = 0; y < MONOCHROME_HEIGHT; y++) {
        for (unsigned x = 0; x < MONOCHROME_WIDTH; x++) buf_byte(out, point_get(picture, x, y) ? '#' : '.');
        buf_byte(out, '\n');
    }
}

void monochrome_write_pbm(const struct rle_picture *picture, struct buf *out) {
    uint8_t rows[RLE_UNITS][RLE_COLUMNS / 8];
    rle_to_rows(picture, rows);
    buf_printf(out, "P4\n%d %d\n", MONOCHROME_WIDTH, MONOCHROME_HEIGHT);
    buf_bytes(out, rows, sizeof rows);
}

enum err monochrome_to_pixels(const struct rle_picture *picture, unsigned rows, struct pixels *out) {
    if (rows != MONOCHROME_HEIGHT && rows != RLE_ROWS) return ERR_RANGE;
    enum err err = pixels_new(out, MONOCHROME_WIDTH, rows, 1);
    for (unsigned y = 0; y < rows && !err; y++)
        for (unsigned x = 0; x < MONOCHROME_WIDTH; x++)
            *pixels_at(out, x, y) =
                (rows == RLE_ROWS ? rle_get(picture, x, y) : point_get(picture, x, y)) ? 255 : 0;
    return err;
}
