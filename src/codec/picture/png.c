#include "codec/picture/png.h"

#include "base/hash.h"
#include "base/plural.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

// The library reports errors by not returning; what must survive that lives here, on the heap.
struct job {
    png_structp png;
    png_infop info;
    struct reader in;
    struct buf *out;
    png_bytep *rows;
    enum err err;
    char said[120];
};

_Noreturn static void leave(png_structp png, png_const_charp said) {
    struct job *job = png_get_error_ptr(png);
    if (!job->err) {
        job->err = ERR_SYNTAX;
        snprintf(job->said, sizeof job->said, "%s", said);
    }
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp said) {
    (void)png;
    (void)said;
}

_Noreturn static void stop(struct job *job, enum err err, const char *said) {
    job->err = err;
    snprintf(job->said, sizeof job->said, "%s", said);
    png_longjmp(job->png, 1);
}

static void give(png_structp png, png_bytep to, size_t len) {
    struct job *job = png_get_io_ptr(png);
    if (!read_copy(&job->in, to, len)) stop(job, ERR_SHORT, "the file is cut");
}

static void take(png_structp png, png_bytep from, size_t len) {
    struct job *job = png_get_io_ptr(png);
    buf_bytes(job->out, from, len);
    if (job->out->err) stop(job, job->out->err, "no room for the file");
}

static void flush(png_structp png) { (void)png; }

// Lets the library turn whatever the file holds into `channels` of 8 bits.
static unsigned ask_for(struct job *job, unsigned channels) {
    png_structp png = job->png;
    unsigned kind = png_get_color_type(png, job->info);
    bool transparent = png_get_valid(png, job->info, PNG_INFO_tRNS) != 0;
    bool alpha = kind & PNG_COLOR_MASK_ALPHA || transparent;
    bool colour = kind & PNG_COLOR_MASK_COLOR;
    if (!channels) channels = (colour ? 3u : 1u) + alpha;
    png_set_expand(png);
    png_set_scale_16(png);
    if (channels >= 3 && !colour) png_set_gray_to_rgb(png);
    if (channels < 3 && colour) png_set_rgb_to_gray_fixed(png, 1, 29900, 58700);
    bool wants_alpha = channels % 2 == 0;
    if (alpha && !wants_alpha) png_set_strip_alpha(png);
    if (!alpha && wants_alpha) png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    return channels;
}

static void read_whole(struct job *job, unsigned channels, struct pixels *out) {
    png_structp png = job->png;
    png_set_read_fn(png, job, give);
    png_set_user_limits(png, 0x7fffffff, 0x7fffffff); // ours are asked below, and told better
    png_set_chunk_malloc_max(png, 8 << 20);
    png_set_chunk_cache_max(png, 128);
    png_read_info(png, job->info);
    unsigned width = png_get_image_width(png, job->info), height = png_get_image_height(png, job->info);
    channels = ask_for(job, channels);
    enum err err = pixels_new(out, width, height, channels);
    if (err) {
        char said[80];
        snprintf(said, sizeof said, "no room for %u x %u pixels", width, height);
        stop(job, err, said);
    }
    png_set_interlace_handling(png);
    png_read_update_info(png, job->info);
    if (png_get_rowbytes(png, job->info) != out->stride)
        stop(job, ERR_UNSUPPORTED, "rows of an unexpected length");
    job->rows = calloc(height, sizeof *job->rows);
    if (!job->rows) stop(job, ERR_MEMORY, "no memory");
    for (unsigned y = 0; y < height; y++) job->rows[y] = pixels_at(out, 0, y);
    png_read_image(png, job->rows);
    png_read_end(png, NULL);
}

enum err png_decode(struct bytes file, unsigned channels, struct pixels *out, struct fault *fault) {
    *out = (struct pixels){0};
    if (channels > 4)
        return fault_set(fault, ERR_RANGE, "PNG: %s requested, expected at most 4",
                         PLURAL(channels, "channel"));
    if (file.len < 8 || png_sig_cmp(file.at, 0, 8))
        return fault_set(fault, ERR_SYNTAX, "PNG: expected a PNG file");
    struct job *job = calloc(1, sizeof *job);
    if (!job) return fault_set(fault, ERR_MEMORY, "PNG: no memory");
    job->in = reader_of(file.at, file.len);
    job->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, job, leave, ignore);
    job->info = job->png ? png_create_info_struct(job->png) : NULL;
    if (!job->info)
        job->err = ERR_MEMORY;
    else if (!setjmp(png_jmpbuf(job->png)))
        read_whole(job, channels, out);
    enum err err = job->err;
    if (err) {
        pixels_free(out);
        fault_set(fault, err, "PNG: %s", job->said);
    }
    png_destroy_read_struct(&job->png, &job->info, NULL);
    free(job->rows);
    free(job);
    return err;
}

static void write_whole(struct job *job, const struct pixels *picture) {
    static const int KINDS[5] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                 PNG_COLOR_TYPE_RGBA};
    png_structp png = job->png;
    png_set_write_fn(png, job, take, flush);
    png_set_IHDR(png, job->info, picture->width, picture->height, 8, KINDS[picture->channels],
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // A camera's picture takes a third of the time that libpng's own choice takes and is 2 % larger; a drawn
    // one is smaller.
    png_set_compression_level(png, 4);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_write_info(png, job->info);
    for (unsigned y = 0; y < picture->height; y++) png_write_row(png, pixels_at(picture, 0, y));
    png_write_end(png, NULL);
}

enum err png_encode(const struct pixels *picture, struct buf *out, struct fault *fault) {
    if (!picture->channels || picture->channels > 4)
        return fault_set(fault, ERR_RANGE, "PNG: expected 1 to 4 channels, found %u", picture->channels);
    struct job *job = calloc(1, sizeof *job);
    if (!job) return fault_set(fault, ERR_MEMORY, "PNG: no memory");
    job->out = out;
    job->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, job, leave, ignore);
    job->info = job->png ? png_create_info_struct(job->png) : NULL;
    if (!job->info)
        job->err = ERR_MEMORY;
    else if (!setjmp(png_jmpbuf(job->png)))
        write_whole(job, picture);
    enum err err = job->err;
    if (err) fault_set(fault, err, "PNG: %s", job->said);
    png_destroy_write_struct(&job->png, &job->info);
    free(job);
    return err;
}

// A moving picture is a plain PNG of its first frame, with three kinds of piece added: acTL (how many frames,
// how many times), fcTL before each frame (size, place, how long), and fdAT, which is IDAT with a running
// number in front.

static void put_u32be(struct buf *out, uint32_t v) {
    const uint8_t bytes[4] = {(uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v};
    buf_bytes(out, bytes, 4);
}

static void put_piece(struct buf *out, const char *tag, struct bytes head, struct bytes body) {
    put_u32be(out, (uint32_t)(head.len + body.len));
    size_t start = out->len;
    buf_bytes(out, tag, 4);
    buf_bytes(out, head.at, head.len);
    buf_bytes(out, body.at, body.len);
    if (!out->err) put_u32be(out, crc32_ieee(0, out->at + start, out->len - start));
}

enum { SIGNATURE = 8, IHDR_END = SIGNATURE + 25, CONTROL = 20 }; // lengths in the file

static void put_control(struct apng *apng, struct buf *out) {
    uint8_t body[8];
    struct writer to = writer_of(body, sizeof body);
    write_u32be(&to, apng->frames);
    write_u32be(&to, apng->loops);
    put_piece(out, "acTL", writer_bytes(&to), (struct bytes){0});
}

static void put_frame_control(struct apng *apng, unsigned ms, struct buf *out) {
    uint8_t body[26];
    struct writer to = writer_of(body, sizeof body);
    write_u32be(&to, apng->sequence++);
    write_u32be(&to, apng->width);
    write_u32be(&to, apng->height);
    write_zeros(&to, 8); // at the upper left
    write_u16be(&to, (uint16_t)(ms > 65535 ? 65535 : ms));
    write_u16be(&to, 1000);
    write_zeros(&to, 2); // leave it there; put it in place of what was
    put_piece(out, "fcTL", writer_bytes(&to), (struct bytes){0});
}

void apng_begin(struct apng *apng, struct buf *out, uint32_t loops) {
    *apng = (struct apng){.out = out, .start = out->len, .loops = loops};
}

static void put_first(struct apng *apng, struct bytes file, unsigned ms) {
    buf_bytes(apng->out, file.at, IHDR_END);
    apng->control = apng->out->len;
    put_control(apng, apng->out);
    put_frame_control(apng, ms, apng->out);
}

// The pieces of one frame's own PNG file that hold its pixels.
static void put_pixels(struct apng *apng, struct bytes file) {
    struct reader in = reader_of(file.at + IHDR_END, file.len - IHDR_END);
    while (!in.err && reader_left(&in)) {
        uint32_t len = read_u32be(&in);
        struct bytes tag = read_bytes(&in, 4), body = read_bytes(&in, len);
        read_skip(&in, 4);
        if (in.err || memcmp(tag.at, "IDAT", 4)) continue;
        uint8_t number[4];
        struct writer to = writer_of(number, sizeof number);
        if (apng->frames) write_u32be(&to, apng->sequence++);
        put_piece(apng->out, apng->frames ? "fdAT" : "IDAT", writer_bytes(&to), body);
    }
}

enum err apng_frame(struct apng *apng, const struct pixels *picture, unsigned ms, struct fault *fault) {
    if (apng->frames && (picture->width != apng->width || picture->height != apng->height ||
                         picture->channels != apng->channels))
        return fault_set(fault, ERR_TYPE, "APNG: frame %u is %u x %u with %s, the first was %u x %u with %u",
                         apng->frames, picture->width, picture->height, PLURAL(picture->channels, "channel"),
                         apng->width, apng->height, apng->channels);
    struct buf file = {0};
    enum err err = png_encode(picture, &file, fault);
    if (!err) {
        apng->width = picture->width, apng->height = picture->height, apng->channels = picture->channels;
        struct bytes bytes = {file.at, file.len};
        if (!apng->frames)
            put_first(apng, bytes, ms);
        else
            put_frame_control(apng, ms, apng->out);
        put_pixels(apng, bytes);
        apng->frames++;
        err = apng->out->err;
    }
    buf_free(&file);
    return err;
}

enum err apng_end(struct apng *apng, struct fault *fault) {
    if (!apng->frames) return fault_set(fault, ERR_MISSING, "APNG: not one frame");
    put_piece(apng->out, "IEND", (struct bytes){0}, (struct bytes){0});
    if (apng->out->err) return fault_set(fault, apng->out->err, "APNG: no room for the file");
    struct buf control = {0};
    put_control(apng, &control); // now that the number of frames is known
    if (!control.err) memcpy(apng->out->at + apng->control, control.at, CONTROL);
    enum err err = control.err;
    buf_free(&control);
    return err;
}
