#include "stage/screen/easel.h"

#include "base/maths/maths.h"
#include "base/system/log.h"
#include "stage/draw/font.h"
#include "stage/screen/fault_codes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 512, DEFAULT_BYTES = 8 << 20 };

// A decoded picture; width 0: it could not be read.
struct kept {
    const struct sprite *sprite;
    uint32_t frame, box_width, box_height;
    struct pixels pixels;
    size_t bytes;
    bool used;
};
struct easel {
    struct kept kept[KEPT];
    uint32_t next; // the oldest goes first
    size_t bytes, limit;
    const struct sprite *told; // the last one that was complained of
    struct raster_ink ink;
    float hue, saturation;
    bool inked, dark_rim;
    uint16_t eyes[SCREEN_PIXELS];
    uint8_t grey[SCREEN_PIXELS];
};

struct easel *easel_new(size_t bytes) {
    struct easel *e = calloc(1, sizeof *e);
    if (e) e->limit = bytes ? bytes : DEFAULT_BYTES;
    return e;
}

static void drop(struct easel *e, struct kept *k) {
    e->bytes -= k->bytes;
    pixels_free(&k->pixels);
    *k = (struct kept){0};
}

void easel_free(struct easel *e) {
    for (int i = 0; e && i < KEPT; i++) drop(e, &e->kept[i]);
    free(e);
}

// ------------------------------------------------------------------------------------------------ pictures

static size_t slot_of(const struct sprite *sprite, uint32_t frame, uint32_t width, uint32_t height) {
    uint64_t h = (uint64_t)(uintptr_t)sprite / sizeof *sprite;
    h = (h * 31 + frame) * 31 + width * 7 + height;
    return (size_t)(h * 0x9e3779b97f4a7c15ull >> 55) % KEPT;
}

// The place of a picture in the store: its own, a free one near by, or the first of its row.
static struct kept *place_of(struct easel *e, const struct sprite *sprite, uint32_t frame, uint32_t width,
                             uint32_t height, bool *there) {
    enum { ROW = 8 };
    size_t slot = slot_of(sprite, frame, width, height);
    struct kept *first = &e->kept[slot], *free_one = NULL;
    for (size_t i = 0; i < ROW; i++) {
        struct kept *k = &e->kept[(slot + i) % KEPT];
        *there = k->used && k->sprite == sprite && k->frame == frame && k->box_width == width &&
                 k->box_height == height;
        if (*there) return k;
        if (!k->used && !free_one) free_one = k;
    }
    return free_one ? free_one : first;
}

static void make_room(struct easel *e, size_t bytes) {
    for (int i = 0; i < KEPT && e->bytes + bytes > e->limit; i++) drop(e, &e->kept[e->next++ % KEPT]);
}

// Without shades a pixel is there or it is not.
static void make_crisp(struct pixels *pixels) {
    unsigned channels = pixels->channels;
    for (size_t i = 0; channels % 2 == 0 && i < (size_t)pixels->width * pixels->height; i++) {
        uint8_t *alpha = &pixels->at[i * channels + channels - 1];
        *alpha = *alpha < 150 ? 0 : 255;
    }
}

static const struct pixels *picture(struct easel *e, const struct screen_box *box) {
    uint32_t width = (uint32_t)(box->width > 0 ? box->width : 1),
             height = (uint32_t)(box->height > 0 ? box->height : 1);
    if (width > SPRITE_SIDE_MAX || height > SPRITE_SIDE_MAX) return NULL;
    bool there;
    struct kept *k = place_of(e, box->sprite, box->frame, width, height, &there);
    if (there) return k->pixels.width ? &k->pixels : NULL;
    struct fault fault = {0};
    struct pixels pixels;
    if (sprite_pixels(box->sprite, box->frame, width, height, &pixels, &fault)) {
        char said[600];
        if (e->told != box->sprite) log_warn("face", "%s", fault_text(&fault, said, sizeof said));
        e->told = box->sprite;
    }
    if (e->dark_rim) make_crisp(&pixels);
    size_t bytes = pixels.stride * pixels.height;
    make_room(e, bytes);
    drop(e, k);
    *k = (struct kept){box->sprite, box->frame, width, height, pixels, bytes, true};
    e->bytes += bytes;
    return k->pixels.width ? &k->pixels : NULL;
}

static struct raster_area area_of(const struct screen_box *box) {
    return (struct raster_area){box->x, box->y, box->width, box->height};
}

// A red square with a dark cross: something should be here and is not.
static void put_marker(const struct easel *e, const struct raster *raster, const struct screen_box *box) {
    struct rgb colour = {255, e->dark_rim ? 255 : 0, e->dark_rim ? 255 : 0};
    int size = box->width < box->height ? box->width : box->height;
    if (size > 24) size = 24;
    if (size < 3) size = 3;
    int x = box->x + (box->width - size) / 2, y = box->y + (box->height - size) / 2;
    if (e->dark_rim)
        raster_fill(raster, (struct raster_area){x - 1, y - 1, size + 2, size + 2}, (struct rgb){0});
    raster_fill(raster, (struct raster_area){x, y, size, size}, colour);
    for (int i = size / 6; i < size - size / 6; i++) {
        raster_fill(raster, (struct raster_area){x + i, y + i, 1, 1}, (struct rgb){0});
        raster_fill(raster, (struct raster_area){x + size - 1 - i, y + i, 1, 1}, (struct rgb){0});
    }
}

// On a display without shades a picture before a lit eye would not be seen: it gets a dark rim.
static void put_rim(const struct screen_box *box, const struct pixels *pixels, const struct raster *raster) {
    static const struct raster_ink BLACK;
    if (pixels->channels % 2) return; // not transparent anywhere
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                raster_put(raster, box->x + dx, box->y + dy, pixels,
                           &(struct raster_brush){
                               .alpha = 1,
                               .ink = &BLACK,
                               .all_inked = true,
                               .clip = {box->x - 1, box->y - 1, box->width + 2, box->height + 2}});
}

static void put_box(struct easel *e, const struct screen_box *box, const struct raster *raster) {
    const struct pixels *pixels = box->sprite ? picture(e, box) : NULL;
    if (!pixels) {
        put_marker(e, raster, box);
        return;
    }
    if (e->dark_rim && box->layer > LAYER_EYES) put_rim(box, pixels, raster);
    raster_put(raster, box->x, box->y, pixels,
               &(struct raster_brush){.alpha = box->alpha,
                                      .ink = e->inked ? &e->ink : NULL,
                                      .all_inked = box->inked,
                                      .odd_rows = box->odd_rows,
                                      .clip = area_of(box)});
}

// ------------------------------------------------------------------------------------------------ eyes

static uint16_t brighter(uint16_t a, uint16_t b) {
    uint16_t r = (a & 0xf800) > (b & 0xf800) ? a & 0xf800 : b & 0xf800,
             g = (a & 0x07e0) > (b & 0x07e0) ? a & 0x07e0 : b & 0x07e0;
    return (uint16_t)(r | g | ((a & 0x1f) > (b & 0x1f) ? a & 0x1f : b & 0x1f));
}

// Eyes are light: over what lies behind them the brighter of both is seen.
static void put_eyes(struct easel *e, const struct easel_eyes *eyes, bool behind,
                     const struct raster *raster) {
    size_t count = (size_t)raster->width * (size_t)raster->height;
    uint16_t *to = behind ? e->eyes : raster->at;
    if (eyes->style->one_bit) {
        face_bits(eyes->face, eyes->style, 2, e->grey);
        for (size_t i = 0; i < count; i++) to[i] = e->grey[i] ? 0xffff : 0;
    } else {
        face_colour(eyes->face, eyes->style, eyes->picture, eyes->hue, eyes->saturation, to);
    }
    for (size_t i = 0; i < count && behind; i++)
        if (to[i]) raster->at[i] = brighter(raster->at[i], to[i]);
}

static void put_pictures(struct easel *e, const struct screen *s, const struct easel_eyes *eyes,
                         const struct raster *raster) {
    bool behind = false;
    for (uint32_t i = 0; i < s->count; i++) behind |= s->boxes[i].layer < LAYER_EYES;
    if (behind || !s->eyes) raster_fill(raster, raster_all(raster), (struct rgb){0});
    if (s->count && !eyes->style->one_bit &&
        (!e->inked || e->hue != eyes->hue || e->saturation != eyes->saturation)) {
        e->ink = raster_ink(eyes->hue, eyes->saturation);
        e->hue = eyes->hue, e->saturation = eyes->saturation;
        e->inked = true;
    }
    e->dark_rim = eyes->style->one_bit;
    if (e->dark_rim) e->inked = false; // one display may follow another
    for (int layer = -8; layer <= LAYER_FRONT;
         layer++) { // few layers, few boxes; those of one keep their order
        if (layer == LAYER_EYES && s->eyes) put_eyes(e, eyes, behind, raster);
        for (uint32_t i = 0; i < s->count; i++)
            if (s->boxes[i].layer == layer) put_box(e, &s->boxes[i], raster);
    }
}

// ------------------------------------------------------------------------------------------------ text

struct pen {
    const struct raster *raster;
    struct rgb colour;
};

static void dot(void *user, int x, int y, unsigned size) {
    const struct pen *pen = user;
    raster_fill(pen->raster, (struct raster_area){x, y, (int)size, (int)size}, pen->colour);
}

static void write_line(const struct raster *raster, int x, int y, unsigned scale, const char *text,
                       struct rgb colour) {
    struct pen pen = {raster, colour};
    font_draw(x, y, scale, text, dot, &pen);
}

static void write_middle(const struct raster *raster, int y, unsigned scale, const char *text,
                         struct rgb colour) {
    write_line(raster, (raster->width - font_width(text, scale)) / 2, y, scale, text, colour);
}

void easel_text(const struct raster *raster, const struct screen_lines *lines) {
    raster_fill(raster, raster_all(raster), (struct rgb){0});
    unsigned longest = 1, scale = 1;
    for (uint32_t i = 0; i < lines->count; i++)
        if (strlen(lines->at[i]) > longest) longest = (unsigned)strlen(lines->at[i]);
    while (scale < 4 && (int)(longest * FONT_ADVANCE * (scale + 1)) <= raster->width &&
           (int)(lines->count * (FONT_HEIGHT + 2) * (scale + 1)) <= raster->height)
        scale++;
    int row = (FONT_HEIGHT + 2) * (int)scale, left = lines->count > 3 ? 2 : -1;
    int y = (raster->height - row * (int)lines->count) / 2;
    for (uint32_t i = 0; i < lines->count; i++, y += row) {
        if (left < 0)
            write_middle(raster, y + (int)scale, scale, lines->at[i], (struct rgb){235, 240, 245});
        else
            write_line(raster, left, y + (int)scale, scale, lines->at[i], (struct rgb){235, 240, 245});
    }
}

void easel_fault(const struct raster *raster, uint16_t code) {
    static const struct rgb WHITE = {255, 255, 255};
    const struct fault_code *known = fault_code_find(code);
    char number[12];
    bool small = raster->width < 160;
    unsigned scale = small ? 4 : 6;
    raster_fill(raster, raster_all(raster), (struct rgb){0});
    snprintf(number, sizeof number, "%03u", (unsigned)code);
    int y = small ? 4 : 10;
    write_middle(raster, y, scale, number, (struct rgb){255, 255, 255});
    y += FONT_HEIGHT * (int)scale + (small ? 5 : 8);
    const char *words = known ? known->words : "unknown fault";
    if (font_width(words, 1) > raster->width) words = strchr(words, ' ') ? strchr(words, ' ') + 1 : words;
    write_middle(raster, y, 1, words, small ? WHITE : (struct rgb){170, 180, 190});
    y += FONT_HEIGHT + (small ? 4 : 6);
    write_middle(raster, y, 1, known && known->restarts ? "it will start again" : "critter face faults",
                 small                      ? WHITE
                 : known && known->restarts ? (struct rgb){120, 220, 160}
                                            : (struct rgb){110, 120, 130});
}

// ------------------------------------------------------------------------------------------------ all of it

// How a camera's picture lies behind the display: as large as covers it, its middle in the middle, left and
// right changed as in a mirror.
struct looking_glass {
    float scale, left, top; // display pixels in one of the picture; where the display begins in it
};

static struct looking_glass behind_of(const struct pixels *from, const struct raster *raster) {
    float width = (float)from->width, height = (float)from->height;
    float scale = m_max((float)raster->width / width, (float)raster->height / height);
    return (struct looking_glass){scale, (width - (float)raster->width / scale) / 2,
                                  (height - (float)raster->height / scale) / 2};
}

static void draw_side(const struct raster *raster, const float from[2], const float to[2],
                      struct rgb colour) {
    float dx = to[0] - from[0], dy = to[1] - from[1];
    int steps = (int)m_clamp(m_max(m_abs(dx), m_abs(dy)), 1, 1000);
    for (int i = 0; i <= steps; i++) {
        float x = from[0] + dx * (float)i / (float)steps, y = from[1] + dy * (float)i / (float)steps;
        raster_fill(raster, (struct raster_area){(int)m_clamp(x, -9, 4096), (int)m_clamp(y, -9, 4096), 1, 1},
                    colour);
    }
}

static void put_found(const struct easel_mirror *mirror, const struct looking_glass *g,
                      const struct raster *raster) {
    float to_picture = mirror->width > 0 ? (float)mirror->pixels.width / mirror->width : 1;
    for (uint32_t i = 0; i < mirror->count && i < EASEL_FOUND_MAX; i++) {
        float at[4][2];
        bool whole = true;
        for (int c = 0; c < 4; c++)
            whole &= m_finite(mirror->found[i].corners[c][0] + mirror->found[i].corners[c][1]);
        for (int c = 0; c < 4 && whole; c++) {
            at[c][0] =
                (float)raster->width - (mirror->found[i].corners[c][0] * to_picture - g->left) * g->scale;
            at[c][1] = (mirror->found[i].corners[c][1] * to_picture - g->top) * g->scale;
        }
        struct rgb colour = mirror->found[i].face ? (struct rgb){90, 220, 255} : (struct rgb){255, 220, 60};
        for (int c = 0; c < 4 && whole; c++) draw_side(raster, at[c], at[(c + 1) % 4], colour);
    }
}

static void put_mirror(const struct easel_mirror *mirror, const struct raster *raster) {
    raster_fill(raster, raster_all(raster), (struct rgb){0});
    if (!mirror || !mirror->pixels.width || !mirror->pixels.height) return;
    const struct pixels *from = &mirror->pixels;
    struct looking_glass g = behind_of(from, raster);
    for (int y = 0; y < raster->height; y++)
        for (int x = 0; x < raster->width; x++) {
            unsigned fx = (unsigned)m_clamp(g.left + ((float)(raster->width - 1 - x) + 0.5f) / g.scale, 0,
                                            (float)from->width - 1);
            unsigned fy = (unsigned)m_clamp(g.top + ((float)y + 0.5f) / g.scale, 0, (float)from->height - 1);
            const uint8_t *p = pixels_at(from, fx, fy);
            bool grey = from->channels < 3;
            raster->at[(size_t)y * (size_t)raster->width + (size_t)x] =
                rgb565_of((struct rgb){p[0], p[grey ? 0 : 1], p[grey ? 0 : 2]});
        }
    put_found(mirror, &g, raster);
}

void easel_draw(struct easel *e, const struct screen *s, const struct easel_eyes *eyes,
                const struct easel_mirror *mirror, const struct raster *raster) {
    switch (s->shows) {
    case SCREEN_FAULT:
        easel_fault(raster, s->fault);
        return;
    case SCREEN_TEXT:
    case SCREEN_CARE:
        easel_text(raster, &s->lines);
        return;
    case SCREEN_CLIENT:
        memcpy(raster->at, s->client, (size_t)raster->width * (size_t)raster->height * sizeof *raster->at);
        return;
    case SCREEN_MIRROR:
        put_mirror(mirror, raster);
        return;
    default:
        put_pictures(e, s, eyes, raster);
    }
}
