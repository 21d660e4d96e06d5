// Sketches as pixels.
#include "stage/draw/sketch.h"

#include "base/maths/maths.h"
#include "stage/draw/font.h"

#include <string.h>

// Where a picture, or one within it, comes to on the canvas.
struct place {
    float x, y, scale_x, scale_y, edge; // edge: units of the sketch in half a pixel
};
struct canvas {
    struct pixels *to;
    bool coloured;
};
enum { POINTS = 64 };

// The course of a number: its time goes from 0 at the first picture to 1 at the last.
static float value(struct sketch_number number, float time) {
    if (number.count < 2) return number.count ? number.at[0] : 0;
    uint32_t ways = number.count - 1;
    float at = m_clamp(time, 0, 1) * (float)ways;
    uint32_t i = (uint32_t)at;
    if (i >= ways) i = ways - 1;
    return number.at[i] + (number.at[i + 1] - number.at[i]) * (at - (float)i);
}

static void lay(struct canvas *c, unsigned x, unsigned y, const uint8_t rgb[3], float alpha, bool cut) {
    uint8_t *p = pixels_at(c->to, x, y);
    unsigned channels = c->to->channels;
    uint8_t *a = &p[channels - 1];
    float below = (float)*a / 255;
    if (cut) {
        *a = (uint8_t)(below * (1 - alpha) * 255 + 0.5f);
        return;
    }
    float all = alpha + below * (1 - alpha);
    for (unsigned i = 0; i + 1 < channels; i++) {
        float mixed = ((float)rgb[i] * alpha + (float)p[i] * below * (1 - alpha)) / m_max(all, 0.001f);
        p[i] = (uint8_t)m_min(mixed + 0.5f, 255);
    }
    *a = (uint8_t)m_min(all * 255 + 0.5f, 255);
}

// How far outside each kind of shape a point lies, in units of the sketch; negative inside.
static float beside_line(const float n[], float x, float y) {
    float dx = n[2] - n[0], dy = n[3] - n[1], length = dx * dx + dy * dy;
    float t = length > 0 ? m_clamp(((x - n[0]) * dx + (y - n[1]) * dy) / length, 0, 1) : 0;
    return m_hypot(x - n[0] - t * dx, y - n[1] - t * dy) - n[4] / 2;
}

static float outside_box(const float n[], float x, float y) {
    float half_w = n[2] / 2, half_h = n[3] / 2, r = m_clamp(n[4], 0, m_min(m_abs(half_w), m_abs(half_h)));
    float dx = m_abs(x - n[0] - half_w) - half_w + r, dy = m_abs(y - n[1] - half_h) - half_h + r;
    return m_hypot(m_max(dx, 0), m_max(dy, 0)) + m_min(m_max(dx, dy), 0) - r;
}

static float outside_shape(const float n[], uint32_t count, float x, float y) {
    float nearest = 1e9f;
    bool in = false;
    for (uint32_t i = 0, j = count - 2; i < count; j = i, i += 2) {
        float line[5] = {n[j], n[j + 1], n[i], n[i + 1], 0};
        nearest = m_min(nearest, beside_line(line, x, y));
        if ((n[i + 1] > y) != (n[j + 1] > y) &&
            x < (n[j] - n[i]) * (y - n[i + 1]) / (n[j + 1] - n[i + 1]) + n[i])
            in = !in;
    }
    return in ? -nearest : nearest;
}

static float beside_path(const float n[], uint32_t count, float x, float y) {
    float nearest = 1e9f;
    for (uint32_t i = 3; i + 1 < count; i += 2) {
        float line[5] = {n[i - 2], n[i - 1], n[i], n[i + 1], n[0]};
        nearest = m_min(nearest, beside_line(line, x, y));
    }
    return nearest;
}

static float outside(const struct sketch_shape *s, const float n[], float x, float y) {
    switch (s->kind) {
    case SKETCH_DISC:
        return m_hypot(x - n[0], y - n[1]) - n[2];
    case SKETCH_RING:
        return m_abs(m_hypot(x - n[0], y - n[1]) - n[2]) - n[3] / 2;
    case SKETCH_BOX:
        return outside_box(n, x, y);
    case SKETCH_LINE:
        return beside_line(n, x, y);
    case SKETCH_PATH:
        return beside_path(n, s->count, x, y);
    default:
        return outside_shape(n, s->count, x, y);
    }
}

struct bounds {
    float left, top, right, bottom;
};

static struct bounds bounds_of(const struct sketch_shape *s, const float n[]) {
    if (s->kind == SKETCH_BOX)
        return (struct bounds){m_min(n[0], n[0] + n[2]), m_min(n[1], n[1] + n[3]), m_max(n[0], n[0] + n[2]),
                               m_max(n[1], n[1] + n[3])};
    uint32_t first = s->kind == SKETCH_PATH ? 1 : 0;
    uint32_t points = s->kind == SKETCH_LINE ? 4 : s->kind == SKETCH_SHAPE || first ? s->count : 2;
    float r = s->kind == SKETCH_LINE   ? n[4] / 2
              : s->kind == SKETCH_DISC ? n[2]
              : s->kind == SKETCH_RING ? n[2] + n[3] / 2
              : first                  ? n[0] / 2
                                       : 0;
    struct bounds b = {n[first], n[first + 1], n[first], n[first + 1]};
    for (uint32_t i = first + 2; i < points; i += 2) {
        b.left = m_min(b.left, n[i]), b.right = m_max(b.right, n[i]);
        b.top = m_min(b.top, n[i + 1]), b.bottom = m_max(b.bottom, n[i + 1]);
    }
    r = m_max(r, 0);
    return (struct bounds){b.left - r, b.top - r, b.right + r, b.bottom + r};
}

static unsigned within(float at, unsigned most) { return at > 0 ? (unsigned)m_min(at, (float)most) : 0; }

static void draw_shape(struct canvas *c, const struct place *p, const struct sketch_shape *s, const float n[],
                       float alpha) {
    struct bounds b = bounds_of(s, n);
    unsigned left = within(m_floor((b.left - p->edge) * p->scale_x + p->x), c->to->width),
             right = within(m_floor((b.right + p->edge) * p->scale_x + p->x) + 2, c->to->width),
             top = within(m_floor((b.top - p->edge) * p->scale_y + p->y), c->to->height),
             bottom = within(m_floor((b.bottom + p->edge) * p->scale_y + p->y) + 2, c->to->height);
    for (unsigned y = top; y < bottom; y++)
        for (unsigned x = left; x < right; x++) {
            float ux = ((float)x + 0.5f - p->x) / p->scale_x, uy = ((float)y + 0.5f - p->y) / p->scale_y;
            float covered = m_clamp(0.5f - outside(s, n, ux, uy) / (2 * p->edge), 0, 1) * alpha;
            if (covered > 0) lay(c, x, y, s->rgb, covered, s->cut);
        }
}

struct dots {
    struct canvas *canvas;
    const struct place *place;
    const struct sketch_shape *shape;
    float x, y, size, alpha;
};

// The font calls for a dot of one unit; here it becomes a box of the text's size.
static void put_dot(void *user, int x, int y, unsigned size) {
    struct dots *d = user;
    struct sketch_shape box = *d->shape;
    box.kind = SKETCH_BOX;
    float n[5] = {d->x + (float)x * d->size, d->y + (float)y * d->size, d->size * (float)size,
                  d->size * (float)size, 0};
    draw_shape(d->canvas, d->place, &box, n, d->alpha);
}

static void draw_all(struct canvas *c, const struct sketch *sketch, float time, struct place place);

static void draw_one(struct canvas *c, const struct sketch_shape *s, float time, const struct place *p) {
    float n[POINTS] = {0}, own = time;
    if (s->phase != 0) own = time + s->phase - m_floor(time + s->phase);
    for (uint32_t i = 0; i < s->count && i < POINTS; i++) n[i] = value(s->numbers[i], own);
    float alpha = s->alpha.count ? m_clamp(value(s->alpha, own), 0, 1) : 1;
    if (s->kind == SKETCH_USE) {
        float size = s->count > 2 ? n[2] : 1;
        struct place inner = {p->x + n[0] * p->scale_x, p->y + n[1] * p->scale_y, p->scale_x * size,
                              p->scale_y * size, p->edge / m_max(m_abs(size), 0.01f)};
        if (size > 0.01f) draw_all(c, s->sketch, own, inner);
        return;
    }
    if (alpha <= 0) return;
    if (s->kind != SKETCH_TEXT) return draw_shape(c, p, s, n, alpha);
    struct dots dots = {c, p, s, n[0], n[1], n[2], alpha};
    if (n[2] > 0) font_draw(0, 0, 1, s->words, put_dot, &dots);
}

static void draw_all(struct canvas *c, const struct sketch *sketch, float time, struct place place) {
    if (sketch->has_ground) {
        struct sketch_shape ground = {.kind = SKETCH_BOX};
        memcpy(ground.rgb, sketch->ground, 3);
        float n[5] = {0, 0, sketch->width, sketch->height, 0};
        struct place sharp = place;
        sharp.edge = 0.001f; // to the rim
        draw_shape(c, &sharp, &ground, n, 1);
    }
    for (uint32_t i = 0; i < sketch->count; i++) draw_one(c, &sketch->shapes[i], time, &place);
}

enum err sketch_draw(const struct sketch *sketch, uint32_t frame, unsigned width, unsigned height,
                     struct pixels *out) {
    enum err err = pixels_new(out, width, height, sketch->coloured ? 4 : 2);
    if (err) return err;
    struct canvas canvas = {out, sketch->coloured};
    float x = (float)width / sketch->width, y = (float)height / sketch->height;
    struct place place = {0, 0, x, y, 0.5f / m_min(x, y)};
    // A loop goes on from the last picture to the first, so its time does not quite reach 1.
    uint32_t steps = sketch->end == SPRITE_LOOP || sketch->frames < 2 ? sketch->frames : sketch->frames - 1;
    draw_all(&canvas, sketch, (float)(frame % sketch->frames) / (float)steps, place);
    return ERR_NONE;
}
