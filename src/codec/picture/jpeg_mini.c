#include "codec/picture/jpeg_mini.h"

#include "codec/picture/jpeg.h"

#include <string.h>

// The brightness tables of the JPEG text (its annex K). Quantisation in zigzag order, as files hold it.
static const uint8_t QUANTISATION[64] = {
    16, 11,  12, 14, 12, 10, 16,  14,  13,  14, 18, 17,  16,  19,  24,  40,  26, 24,  22,  22, 24, 49,
    35, 37,  29, 40, 58, 51, 61,  60,  57,  51, 56, 55,  64,  72,  92,  78,  64, 68,  87,  69, 55, 56,
    80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99};
// Huffman tables: how many codes of each length, then their values.
static const uint8_t DC[1 + 16 + 12] = {0x00, 0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0,  0, 0,
                                        0,    0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
static const uint8_t AC[1 + 16 + 162] = {
    0x10, 0,    2,    1,    3,    3,    2,    4,    3,    5,    5,    4,    4,    0,    0,    1,    0x7d,
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22,
    0x71, 0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33,
    0x62, 0x72, 0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34,
    0x35, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55,
    0x56, 0x57, 0x58, 0x59, 0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76,
    0x77, 0x78, 0x79, 0x7a, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96,
    0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5,
    0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4,
    0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf1,
    0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa};

enum {
    SOF0 = 0xc0,
    DHT = 0xc4,
    RST0 = 0xd0,
    RST7 = 0xd7,
    SOI = 0xd8,
    EOI = 0xd9,
    SOS = 0xda,
    DQT = 0xdb,
    DRI = 0xdd,
    APP0 = 0xe0
};

static void marker(struct writer *out, uint8_t which, size_t body) {
    write_u8(out, 0xff);
    write_u8(out, which);
    write_u16be(out, (uint16_t)(body + 2));
}

size_t jpeg_mini_header(bool colour, unsigned coded_width, unsigned height, uint8_t out[JPEG_MINI_COLOUR]) {
    struct writer to = writer_of(out, JPEG_MINI_COLOUR);
    unsigned components = colour ? 3 : 1;
    write_u8(&to, 0xff);
    write_u8(&to, SOI);
    marker(&to, APP0, 14);
    write_bytes(&to, "JFIF\0\1\1\0\0\1\0\1\0\0", 14); // 1.01, no unit, 1 to 1, no small picture
    marker(&to, DQT, 65);
    write_u8(&to, 0);
    write_bytes(&to, QUANTISATION, sizeof QUANTISATION);
    marker(&to, SOF0, 6 + 3 * components);
    write_u8(&to, 8);
    write_u16be(&to, (uint16_t)height);
    write_u16be(&to, (uint16_t)coded_width);
    write_u8(&to, (uint8_t)components);
    for (unsigned i = 1; i <= components; i++) {
        write_u8(&to, (uint8_t)i);
        write_u8(&to, colour && i == 1 ? 0x21 : 0x11);
        write_u8(&to, 0);
    }
    marker(&to, DHT, sizeof DC + sizeof AC);
    write_bytes(&to, DC, sizeof DC);
    write_bytes(&to, AC, sizeof AC);
    marker(&to, SOS, 4 + 2 * components);
    write_u8(&to, (uint8_t)components);
    for (unsigned i = 1; i <= components; i++) {
        write_u8(&to, (uint8_t)i);
        write_u8(&to, 0);
    }
    write_bytes(&to, "\0\x3f\0", 3);
    return writer_len(&to);
}

enum err jpeg_mini_expand(struct bytes data, unsigned width, unsigned height, struct buf *out,
                          struct fault *fault) {
    if (!data.len)
        return fault_set(fault, ERR_SHORT,
                         "camera picture: no bytes, not even the one that says grey or colour");
    bool colour = data.at[0] != 0;
    unsigned coded_width = colour ? width / 2 : width;
    if (!coded_width || !height || coded_width > 65535 || height > 65535)
        return fault_set(fault, ERR_RANGE, "camera picture: %u x %u pixels", width, height);
    uint8_t header[JPEG_MINI_COLOUR];
    buf_bytes(out, header, jpeg_mini_header(colour, coded_width, height, header));
    size_t end = data.len;
    while (end > 1 && data.at[end - 1] == 0xff) end--;
    for (size_t i = 1; i < end; i++) {
        buf_byte(out, data.at[i]);
        if (data.at[i] == 0xff) buf_byte(out, 0);
    }
    buf_bytes(out, "\xff\xd9", 2);
    return out->err;
}

// What a file's header must say, gathered from its segments.
struct found {
    bool quantisation, dc, ac, frame, colour;
    const char *strange; // what is not as it must be; the first thing stays
};

static void strange(struct found *found, const char *what) {
    if (!found->strange) found->strange = what;
}

static void check_tables(struct found *found, struct bytes body) {
    struct reader in = reader_of(body.at, body.len);
    while (reader_left(&in) > 17) {
        const uint8_t *table = in.at;
        size_t values = 0;
        for (int i = 1; i <= 16; i++) values += table[i];
        read_skip(&in, 17 + values);
        if (in.err) break;
        if (17 + values == sizeof DC && !memcmp(table, DC, sizeof DC))
            found->dc = true;
        else if (17 + values == sizeof AC && !memcmp(table, AC, sizeof AC))
            found->ac = true;
        else if (!(table[0] & 15))
            strange(found, "its Huffman tables");
    }
}

static void check_frame(struct found *found, struct bytes body) {
    found->frame = body.len == 9 || body.len == 15;
    found->colour = body.len == 15;
    if (!found->frame || body.at[0] != 8 || body.at[5] != (found->colour ? 3 : 1)) {
        strange(found, "its components");
        return;
    }
    for (int i = 0; i < body.at[5]; i++) {
        const uint8_t *component = body.at + 6 + 3 * i;
        if (component[1] != (found->colour && !i ? 0x21 : 0x11) && !(!found->colour && component[1]))
            strange(found, "the sampling of its components");
        if (component[2]) strange(found, "the quantisation table of its colours");
    }
}

static void check_segment(struct found *found, uint8_t which, struct bytes body) {
    if (which == DQT) {
        if (body.len == 65 && !body.at[0])
            found->quantisation = !memcmp(body.at + 1, QUANTISATION, 64);
        else if (body.len && body.at[0] & 0xf0)
            strange(found, "its quantisation table");
    } else if (which == DHT)
        check_tables(found, body);
    else if (which == SOF0)
        check_frame(found, body);
    else if (which == DRI)
        strange(found, "restart marks in its scan");
    else if (which > SOF0 && which <= 0xcf && which != 0xc8)
        strange(found, "its coding (only baseline JPEG)");
    else if (which == SOS) {
        unsigned count = body.len ? body.at[0] : 0;
        if (body.len != 4 + 2 * count || count != (found->colour ? 3 : 1)) strange(found, "its scan");
        for (unsigned i = 0; i < count && !found->strange; i++)
            if (body.at[2 + 2 * i]) strange(found, "the Huffman tables of its colours");
    }
}

static enum err shrink_scan(struct reader *in, struct buf *out, struct fault *fault) {
    for (;;) {
        uint8_t byte = read_u8(in);
        if (in->err) return fault_set(fault, ERR_SHORT, "JPEG: the scan does not end");
        if (byte != 0xff) {
            buf_byte(out, byte);
            continue;
        }
        uint8_t next = read_u8(in);
        if (next == EOI && !in->err) break;
        if (next) return fault_set(fault, ERR_UNSUPPORTED, "JPEG: mark 0x%02x within the scan", next);
        buf_byte(out, byte);
    }
    if (out->len && out->at[out->len - 1] == 0xff) buf_byte(out, 0); // or it would be taken for filling
    return out->err;
}

enum err jpeg_mini_shrink(struct bytes file, struct buf *out, struct fault *fault) {
    struct reader in = reader_of(file.at, file.len);
    struct found found = {0};
    if (read_u16be(&in) != (0xff00 | SOI)) return fault_set(fault, ERR_SYNTAX, "JPEG: expected a JPEG file");
    for (uint8_t which = 0; which != SOS;) {
        if (read_u8(&in) != 0xff)
            return fault_set(fault, in.err ? ERR_SHORT : ERR_SYNTAX, "JPEG: no mark at byte %zu",
                             reader_offset(&in));
        which = read_u8(&in);
        uint16_t len = read_u16be(&in);
        struct bytes body = read_bytes(&in, len < 2 ? 0 : len - 2u);
        if (in.err || len < 2) return fault_set(fault, ERR_SHORT, "JPEG: the header is cut");
        check_segment(&found, which, body);
    }
    if (!found.strange && !(found.quantisation && found.dc && found.ac && found.frame))
        found.strange = !found.quantisation ? "its quantisation table"
                        : !found.frame      ? "no frame"
                                            : "its Huffman tables";
    if (found.strange)
        return fault_set(fault, ERR_UNSUPPORTED, "JPEG: cannot go without its header, because of %s",
                         found.strange);
    buf_byte(out, found.colour);
    return shrink_scan(&in, out, fault);
}

static enum err narrow(struct jpeg_mini_press *press, const struct pixels *picture) {
    unsigned width = picture->width / 2;
    struct pixels *out = &press->narrow;
    if (out->width != width || out->height != picture->height || out->channels != picture->channels) {
        pixels_free(out);
        *out = (struct pixels){0};
        enum err err = pixels_new(out, width, picture->height, picture->channels);
        if (err) return err;
    }
    pixels_narrow(picture, out);
    return ERR_NONE;
}

enum err jpeg_mini_press_encode(struct jpeg_mini_press *press, const struct pixels *picture, struct buf *out,
                                struct fault *fault) {
    bool half = picture->channels >= 3 && picture->width > 1;
    if (!press->press) press->press = jpeg_press_new();
    if (!press->press) return fault_set(fault, ERR_MEMORY, "no memory for camera pictures");
    enum err err = half ? narrow(press, picture) : ERR_NONE;
    if (err) return fault_set(fault, err, "camera picture of %u x %u", picture->width, picture->height);
    buf_clear(&press->file);
    err = jpeg_press_encode(press->press, half ? &press->narrow : picture,
                            &(struct jpeg_writing){.quality = 50, .one_table = true}, &press->file, fault);
    return err ? err : jpeg_mini_shrink((struct bytes){press->file.at, press->file.len}, out, fault);
}

void jpeg_mini_press_free(struct jpeg_mini_press *press) {
    jpeg_press_free(press->press);
    pixels_free(&press->narrow);
    buf_free(&press->file);
    *press = (struct jpeg_mini_press){0};
}

enum err jpeg_mini_encode(const struct pixels *picture, struct buf *out, struct fault *fault) {
    struct jpeg_mini_press press = {0};
    enum err err = jpeg_mini_press_encode(&press, picture, out, fault);
    jpeg_mini_press_free(&press);
    return err;
}

enum err jpeg_mini_decode(struct bytes data, unsigned width, unsigned height, struct pixels *out,
                          struct fault *fault) {
    *out = (struct pixels){0};
    struct buf file = {0};
    enum err err = jpeg_mini_expand(data, width, height, &file, fault);
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    how.damaged_is_fine = true;
    if (!err) err = jpeg_decode((struct bytes){file.at, file.len}, &how, out, fault);
    buf_free(&file);
    if (err || out->width == width) return err;
    struct pixels wide;
    err = pixels_scale(out, width, height, &wide);
    pixels_free(out);
    if (err) return fault_set(fault, err, "camera picture of %u x %u", width, height);
    *out = wide;
    return ERR_NONE;
}

enum err jpeg_mini_loupe_file(struct jpeg_mini_loupe *loupe, struct bytes data, unsigned width,
                              unsigned height, struct fault *fault) {
    buf_clear(&loupe->file);
    return jpeg_mini_expand(data, width, height, &loupe->file, fault);
}

// A colour picture comes half as wide as it is and is stretched.
enum err jpeg_mini_loupe_decode(struct jpeg_mini_loupe *loupe, unsigned width, unsigned channels,
                                struct bytes_room room, struct pixels *out, struct fault *fault) {
    struct jpeg_reading how;
    struct pixels coded;
    jpeg_reading_defaults(&how);
    how.damaged_is_fine = true;
    how.channels = channels;
    if (!loupe->loupe) loupe->loupe = jpeg_loupe_new();
    buf_clear(&loupe->narrow);
    uint8_t *narrow = buf_extend(&loupe->narrow, room.size);
    if (!loupe->loupe || !narrow) return fault_set(fault, ERR_MEMORY, "no memory for camera pictures");
    enum err err = jpeg_loupe_decode(loupe->loupe, (struct bytes){loupe->file.at, loupe->file.len}, &how,
                                     (struct bytes_room){narrow, room.size}, &coded, fault);
    if (err) return err;
    if ((size_t)width * coded.height * channels > room.size)
        return fault_set(fault, ERR_LIMIT, "the picture does not fit its place");
    *out = pixels_view(room.at, width, coded.height, channels);
    if (coded.width == width)
        memcpy(room.at, coded.at, (size_t)width * coded.height * channels);
    else
        pixels_narrow(&coded, out); // or wider
    return ERR_NONE;
}

void jpeg_mini_loupe_free(struct jpeg_mini_loupe *loupe) {
    jpeg_loupe_free(loupe->loupe);
    buf_free(&loupe->file);
    buf_free(&loupe->narrow);
    *loupe = (struct jpeg_mini_loupe){0};
}
