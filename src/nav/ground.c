#include "nav/ground.h"

#include "border/body_model.h"

#include <string.h>

// What it carries hangs before it, so far ahead (chosen).
#define CARGO_M 0.046f

// The body's box, with the hooks of the lowered lift. Robots that plan their ways share their shape.
struct nav_footprint nav_footprint(bool carrying, float more) {
    const struct body_model *m = &vector_model;
    return (struct nav_footprint){more - m->low_m.x, (carrying ? CARGO_M : body_hooks_m(m)) + more,
                                  m->high_m.y + more};
}

// Chamfer distances: 3 to a neighbour, 4 to one over the corner, counted in thirds of a square and told in
// whole ones.
static uint8_t least(uint8_t a, uint8_t b, uint8_t more) {
    unsigned sum = b + (unsigned)more;
    return sum < a ? (uint8_t)sum : a;
}

// `clear` holds thirds here: 85 squares are as far as anybody asks.
static void sweep(const struct nav_ground *g, uint8_t *clear) {
    int w = g->width, h = g->height;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            uint8_t *at = &clear[y * w + x], v = *at;
            if (x) v = least(v, at[-1], 3);
            if (y) v = least(v, at[-w], 3);
            if (x && y) v = least(v, at[-w - 1], 4);
            if (y && x + 1 < w) v = least(v, at[1 - w], 4);
            *at = v;
        }
    for (int y = h - 1; y >= 0; y--)
        for (int x = w - 1; x >= 0; x--) {
            uint8_t *at = &clear[y * w + x], v = *at;
            if (x + 1 < w) v = least(v, at[1], 3);
            if (y + 1 < h) v = least(v, at[w], 3);
            if (x + 1 < w && y + 1 < h) v = least(v, at[w + 1], 4);
            if (y + 1 < h && x) v = least(v, at[w - 1], 4);
            *at = v;
        }
}

void ground_measure(const struct nav_ground *g, const uint8_t *cells, uint8_t *clear) {
    uint32_t count = (uint32_t)g->width * g->height;
    for (uint32_t i = 0; i < count; i++) clear[i] = cells[i] >= g->blocks ? 0 : 255;
    sweep(g, clear);
    for (uint32_t i = 0; i < count; i++) clear[i] = (uint8_t)(clear[i] / 3);
}

// Chosen: an end is where those that are felt around it lie so much to one side, two squares from where a row
// ends.
enum { TRIM_NEAR = 3, TRIM_ENDS = 250 };
#define TRIM_OFF 0.8f

static bool is_end(const struct nav_ground *g, const uint8_t *cells, int x, int y) {
    int sum_x = 0, sum_y = 0, count = 0;
    for (int dy = -TRIM_NEAR; dy <= TRIM_NEAR; dy++)
        for (int dx = -TRIM_NEAR; dx <= TRIM_NEAR; dx++) {
            if (x + dx < 0 || y + dy < 0 || x + dx >= g->width || y + dy >= g->height) continue;
            uint8_t is = cells[(y + dy) * g->width + x + dx];
            if (is == NAV_FELT || is == TRIM_ENDS) sum_x += dx, sum_y += dy, count++;
        }
    float limit = TRIM_OFF * (float)count;
    return (float)(sum_x * sum_x + sum_y * sum_y) > limit * limit;
}

void ground_trim(const struct nav_ground *g, uint8_t *cells, uint8_t is) {
    uint8_t *end = cells + (size_t)g->width * g->height,
            *first = memchr(cells, NAV_FELT, (size_t)(end - cells));
    for (uint8_t *at = first; at; at = memchr(at + 1, NAV_FELT, (size_t)(end - at - 1))) {
        int i = (int)(at - cells);
        if (is_end(g, cells, i % g->width, i / g->width)) *at = TRIM_ENDS;
    }
    for (uint8_t *at = first; at && at < end; at++)
        *at = *at == NAV_FELT ? is : *at == TRIM_ENDS ? NAV_RATHER_NOT : *at;
}

bool ground_cell(const struct nav_ground *g, struct vec2 at, uint32_t *index) {
    float x = (at.x - g->corner.x) / g->cell_m, y = (at.y - g->corner.y) / g->cell_m;
    if (!(x >= 0 && y >= 0 && x < (float)g->width && y < (float)g->height)) return false;
    *index = (uint32_t)y * g->width + (uint32_t)x;
    return true;
}

// The box is looked at in points that lie closer than squares are wide, so that none slips through. Where it
// is known how far the next obstacle is, one look decides about many of them.
struct points {
    const struct nav_ground *ground;
    const uint8_t *cells, *clear;
    struct vec2 first, along, across; // in squares
    float along2, across2;            // lengths, squared
};
enum free { IS_FREE, IS_BLOCKED, IS_OUTSIDE };

static enum free look_at(const struct points *p, float i, float k, uint32_t *index) {
    float x = p->first.x + p->along.x * i + p->across.x * k,
          y = p->first.y + p->along.y * i + p->across.y * k;
    if (!(x >= 0 && y >= 0 && x < (float)p->ground->width && y < (float)p->ground->height)) return IS_OUTSIDE;
    *index = (uint32_t)y * p->ground->width + (uint32_t)x;
    return p->cells[*index] >= p->ground->blocks ? IS_BLOCKED : IS_FREE;
}

static bool each_is_free(const struct points *p, int i0, int i1, int k0, int k1) {
    uint32_t index;
    for (int i = i0; i <= i1; i++)
        for (int k = k0; k <= k1; k++)
            if (look_at(p, (float)i, (float)k, &index) == IS_BLOCKED) return false;
    return true;
}

// Chamfer distances are at most so much longer, and shorter, than straight ones (exact).
#define CHAMFER_LONG  1.0541f
#define CHAMFER_SHORT 0.9428f
#define CORNERS       1.4143f // from the middle of a square to its corner, twice

// From the middle of these points: nothing within their reach, or something that they cannot miss.
static bool are_free(const struct points *p, int i0, int i1, int k0, int k1) {
    uint32_t index;
    int di = i1 - i0, dk = k1 - k0;
    if (di < 2 && dk < 2) return each_is_free(p, i0, i1, k0, k1);
    if (look_at(p, (float)(i0 + i1) / 2, (float)(k0 + k1) / 2, &index) != IS_OUTSIDE) {
        float long2 = (float)(di * di) * p->along2, wide2 = (float)(dk * dk) * p->across2;
        float clear = (float)p->clear[index], least = clear / CHAMFER_LONG - CORNERS,
              most = (clear + 1) / CHAMFER_SHORT + CORNERS;
        if (least > 0 && 4 * least * least >= long2 + wide2) return true;
        if (4 * most * most <= m_min(long2, wide2)) return false;
    }
    if (di >= dk) {
        int half = (i0 + i1) / 2;
        return are_free(p, i0, half, k0, k1) && are_free(p, half + 1, i1, k0, k1);
    }
    int half = (k0 + k1) / 2;
    return are_free(p, i0, i1, k0, half) && are_free(p, i0, i1, half + 1, k1);
}

bool ground_fits(const struct nav_ground *g, const uint8_t *cells, const uint8_t *clear,
                 const struct nav_footprint *f, struct vec2 at, struct rot2 heading) {
    float long_m = (f->front_m + f->back_m) / 2, mid = f->front_m - long_m, per = 1 / g->cell_m;
    struct vec2 middle = vec2_add(at, rot2_apply(heading, vec2(mid, 0)));
    uint32_t index;
    if (!ground_cell(g, middle, &index)) return false;
    if (cells[index] >= g->blocks) return false;
    float free_m = clear ? (float)clear[index] * g->cell_m : 0;
    if (free_m > m_sqrt(long_m * long_m + f->half_m * f->half_m) + 1.5f * g->cell_m) return true;
    int along = (int)(2 * long_m / (0.7f * g->cell_m)) + 1,
        across = (int)(2 * f->half_m / (0.7f * g->cell_m)) + 1;
    struct vec2 first = vec2_add(vec2_sub(at, g->corner), rot2_apply(heading, vec2(-f->back_m, -f->half_m)));
    struct points p = {g,
                       cells,
                       clear,
                       vec2_scale(first, per),
                       rot2_apply(heading, vec2(2 * long_m * per / (float)along, 0)),
                       rot2_apply(heading, vec2(0, 2 * f->half_m * per / (float)across)),
                       0,
                       0};
    p.along2 = vec2_dot(p.along, p.along), p.across2 = vec2_dot(p.across, p.across);
    return clear ? are_free(&p, 0, along, 0, across) : each_is_free(&p, 0, along, 0, across);
}
