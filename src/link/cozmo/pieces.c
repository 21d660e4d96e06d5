#include "link/cozmo/pieces.h"

#include <stdio.h>
#include <string.h>

// "QVGA_320x240" tells the size of resolution 4.
static bool size_of(int resolution, unsigned *width, unsigned *height) {
    const char *name = cozmo_image_resolution_pixels_name(resolution),
               *size = name ? strchr(name, '_') : NULL;
    return size && sscanf(size, "_%ux%u", width, height) == 2;
}

bool pieces_minimised(const struct pieces *p) {
    return p->encoding == COZMO_IMAGE_ENCODING_JPEG_MINIMIZED_GRAY ||
           p->encoding == COZMO_IMAGE_ENCODING_JPEG_MINIMIZED_COLOR;
}

bool pieces_coloured(const struct pieces *p) {
    if (!p->data.len) return false;
    return pieces_minimised(p) ? p->data.at[0] != 0 : p->encoding == COZMO_IMAGE_ENCODING_JPEG_COLOR;
}

void pieces_forget(struct pieces *p) {
    p->building = p->any = false;
    p->data = (struct bytes){0};
}

static bool finish(struct pieces *p, const struct cozmo_image_chunk *chunk) {
    size_t len = 0;
    p->building = false;
    for (unsigned i = 0; i < p->count; i++) { // close up: most pieces are shorter than their room
        memmove(p->bytes + len, p->bytes + (size_t)i * PIECE_MAX, p->length[i]);
        len += p->length[i];
    }
    if (!len || !size_of(chunk->image_resolution, &p->width, &p->height)) {
        p->dropped++;
        return false;
    }
    p->data = (struct bytes){p->bytes, len};
    p->encoding = chunk->image_encoding;
    p->time_ms = chunk->frame_timestamp;
    return true;
}

// A piece of another picture: true when that one is to be put together from here on.
static bool begin(struct pieces *p, const struct cozmo_image_chunk *chunk) {
    int32_t later = (int32_t)(chunk->image_id - p->image);
    if (p->any && later <= 0 && later > -64) return false;
    if (p->building) p->dropped++;
    memset(p->have, 0, sizeof p->have);
    p->any = p->building = true;
    p->image = chunk->image_id;
    p->count = p->had = 0;
    return true;
}

bool pieces_take(struct pieces *p, const struct cozmo_image_chunk *chunk) {
    p->data = (struct bytes){0};
    bool other = !p->building || chunk->image_id != p->image;
    if (other && !begin(p, chunk)) return false;
    unsigned which = chunk->chunk_id;
    if (p->have[which / 64] >> which % 64 & 1 || chunk->data.len > PIECE_MAX) return false;
    if (chunk->data.len) memcpy(p->bytes + (size_t)which * PIECE_MAX, chunk->data.at, chunk->data.len);
    p->length[which] = (uint16_t)chunk->data.len;
    p->have[which / 64] |= (uint64_t)1 << which % 64;
    p->had++;
    if (chunk->image_chunk_count > p->count) p->count = chunk->image_chunk_count;
    return p->count && p->had >= p->count && finish(p, chunk);
}
