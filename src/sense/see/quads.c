// Dark runs of each row are joined to shapes by the runs above them; the outside of a shape is the hull of
// where its rows begin and end. The corners of a square seen askew are found from its hull alone: the corner
// farthest from the middle, the one farthest from that, and the two farthest from the line between them.
#include "sense/see/quads.h"

#include "base/maths/maths.h"

#include <stdlib.h>
#include <string.h>

enum { HULL_MOST = 2 * SEE_SIDE_MOST + 8, HALF_MOST = 127 };
// Chosen: how much of its hull the four corners must span, how much of it is dark (an outline alone is a
// third), and how long a side may be for the shortest one.
#define SPANS    0.80f
#define DARK     0.22f
#define LOPSIDED 6.0f

struct run {
    uint16_t from, to, y; // to: one after the last
    uint32_t shape;       // its place in shapes, or of one that it was joined to
};
struct shape {
    uint32_t joined; // itself, or the one that it is part of
    uint32_t pixels;
    uint16_t left, right, top, bottom; // inclusive
    uint32_t first;                    // in the list of runs by shape
    uint32_t runs;
};
struct hull {
    struct vec2 at[HULL_MOST];
    uint32_t count;
};
struct work {
    struct run *runs;
    uint32_t run_count, run_room;
    struct shape *shapes;
    uint32_t shape_count;
    uint32_t *by_shape;
    struct hull *hull;
    uint16_t *columns; // sums over the rows of the neighbourhood
    uint32_t *sums;    // of those, from the left
    uint8_t *dark;     // of a row
};

struct quads_config quads_defaults(void) {
    return (struct quads_config){.box = {0.125f, 0.03f}, .darker = 7, .side_px = 9};
}

// ------------------------------------------------------------------------------------------------ dark runs

static bool add_run(struct work *w, uint32_t y, uint32_t from, uint32_t to) {
    if (w->run_count == w->run_room) {
        uint32_t room = w->run_room ? 2 * w->run_room : 16384;
        struct run *more = realloc(w->runs, room * sizeof *more);
        if (!more) return false;
        w->runs = more, w->run_room = room;
    }
    w->runs[w->run_count++] = (struct run){(uint16_t)from, (uint16_t)to, (uint16_t)y, 0};
    return true;
}

// Eight columns at once: a row more, a row less.
typedef uint16_t eight __attribute__((vector_size(16)));
typedef uint8_t eight_bytes __attribute__((vector_size(8)));
typedef uint32_t four __attribute__((vector_size(16)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));

static void shift_rows(const struct see_picture *p, const uint8_t *more, const uint8_t *less,
                       uint16_t *columns) {
    uint32_t x = 0;
    for (; x + 8 <= p->width; x += 8) {
        eight_bytes m = {0}, l = {0};
        eight sums;
        memcpy(&sums, columns + x, sizeof sums);
        if (more) memcpy(&m, more + x, sizeof m);
        if (less) memcpy(&l, less + x, sizeof l);
        sums += __builtin_convertvector(m, eight) - __builtin_convertvector(l, eight);
        memcpy(columns + x, &sums, sizeof sums);
    }
    for (; x < p->width; x++)
        columns[x] = (uint16_t)(columns[x] + (more ? more[x] : 0) - (less ? less[x] : 0));
}

// One row against the mean of what is around each pixel, a byte for each; at the rim there is less around.
static void compare_row(const uint8_t *row, uint32_t width, uint32_t half, uint32_t high, uint32_t darker,
                        struct work *w) {
    uint32_t *sums = w->sums, sum = 0, x = 0;
    for (uint32_t i = 0; i < width; i++) sums[i] = sum, sum += w->columns[i];
    sums[width] = sum;
    uint32_t inner = width > 2 * half ? width - half : 0;
    for (; x < half && x < width; x++) {
        uint32_t end = x + half + 1 < width ? x + half + 1 : width;
        w->dark[x] = (row[x] + darker) * end * high < sums[end];
    }
    uint32_t area = (2 * half + 1) * high;
    const four areas = {area, area, area, area}, offsets = {darker, darker, darker, darker};
    for (; x + 4 <= inner; x += 4) {
        four from, to;
        four_bytes here;
        memcpy(&from, sums + x - half, sizeof from), memcpy(&to, sums + x + half + 1, sizeof to);
        memcpy(&here, row + x, sizeof here);
        four mean = (__builtin_convertvector(here, four) + offsets) * areas;
        // Both are far below 2^31: the sign of the difference tells which is more.
        four_bytes is = __builtin_convertvector((mean - (to - from)) >> 31, four_bytes);
        memcpy(w->dark + x, &is, sizeof is);
    }
    for (; x < width; x++) {
        uint32_t from = x > half ? x - half : 0, end = x + half + 1 < width ? x + half + 1 : width;
        w->dark[x] = (row[x] + darker) * (end - from) * high < sums[end] - sums[from];
    }
}

static bool dark_runs(const uint8_t *dark, uint32_t width, uint32_t y, struct work *w) {
    static const uint64_t SAME[2] = {0, 0x0101010101010101};
    uint32_t from = 0;
    uint8_t is = 0;
    for (uint32_t x = 0; x < width;) {
        uint64_t eight_of_them;
        if (x + 8 <= width && (memcpy(&eight_of_them, dark + x, 8), eight_of_them == SAME[is])) {
            x += 8;
            continue;
        }
        if (dark[x] != is) {
            if (is && !add_run(w, y, from, x)) return false;
            is = dark[x], from = x;
        }
        x++;
    }
    return !is || add_run(w, y, from, width);
}

static bool binarise(const struct see_picture *p, const struct quads_config *c, float share, struct work *w) {
    float box = (float)p->width * share;
    memset(w->columns, 0, p->width * sizeof *w->columns);
    w->run_count = 0;
    uint32_t half = (uint32_t)m_clamp(box / 2, 4, HALF_MOST), high = 0; // sums of columns fit 16 bits
    for (uint32_t y = 0; y < half && y < p->height; y++, high++)
        shift_rows(p, p->grey + (size_t)y * p->width, NULL, w->columns);
    for (uint32_t y = 0; y < p->height; y++) {
        const uint8_t *row = p->grey + (size_t)y * p->width;
        bool more = y + half<p->height, less = y> half;
        shift_rows(p, more ? row + (size_t)half * p->width : NULL,
                   less ? row - (size_t)(half + 1) * p->width : NULL, w->columns);
        high = high + more - less;
        compare_row(row, p->width, half, high, c->darker, w);
        if (!dark_runs(w->dark, p->width, y, w)) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------------------ shapes

static uint32_t root(struct work *w, uint32_t shape) {
    while (w->shapes[shape].joined != shape) {
        w->shapes[shape].joined = w->shapes[w->shapes[shape].joined].joined;
        shape = w->shapes[shape].joined;
    }
    return shape;
}

static void join(struct work *w, uint32_t a, uint32_t b) {
    if (a > b) w->shapes[a].joined = b;
    if (b > a) w->shapes[b].joined = a;
}

// Runs of neighbouring rows that touch, corners included, are one shape.
static bool join_runs(struct work *w) {
    w->shapes = malloc((w->run_count + 1) * sizeof *w->shapes);
    if (!w->shapes) return false;
    uint32_t above = 0, row = 0; // where the runs of the row before, and of this row begin
    for (uint32_t i = 0; i < w->run_count; i++) {
        struct run *r = &w->runs[i];
        if (r->y != w->runs[row].y) above = row, row = i;
        while (above < row && (w->runs[above].y + 1 < r->y || w->runs[above].to < r->from)) above++;
        uint32_t mine = UINT32_MAX;
        for (uint32_t k = above; k < row && w->runs[k].from <= r->to; k++) {
            uint32_t its = root(w, w->runs[k].shape);
            if (mine != UINT32_MAX) join(w, mine, its);
            mine = mine == UINT32_MAX || its < mine ? its : mine;
        }
        if (mine == UINT32_MAX) {
            mine = w->shape_count++;
            w->shapes[mine] = (struct shape){.joined = mine, .left = UINT16_MAX, .top = UINT16_MAX};
        }
        r->shape = mine;
    }
    return true;
}

static void measure_shapes(struct work *w) {
    for (uint32_t i = 0; i < w->run_count; i++) {
        struct run *r = &w->runs[i];
        r->shape = root(w, r->shape);
        struct shape *s = &w->shapes[r->shape];
        s->pixels += (uint32_t)(r->to - r->from), s->runs++;
        if (r->from < s->left) s->left = r->from;
        if (r->to - 1 > s->right) s->right = (uint16_t)(r->to - 1);
        if (r->y < s->top) s->top = r->y;
        s->bottom = r->y;
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < w->shape_count; i++) {
        w->shapes[i].first = first;
        first += w->shapes[i].runs;
        w->shapes[i].runs = 0;
    }
    for (uint32_t i = 0; i < w->run_count; i++) {
        struct shape *s = &w->shapes[w->runs[i].shape];
        w->by_shape[s->first + s->runs++] = i;
    }
}

// ------------------------------------------------------------------------------------------------ four
// corners

static float turn(struct vec2 a, struct vec2 b, struct vec2 c) {
    return vec2_cross(vec2_sub(b, a), vec2_sub(c, b));
}

static void push(struct hull *h, uint32_t low, struct vec2 at) {
    while (h->count >= low + 2 && turn(h->at[h->count - 2], h->at[h->count - 1], at) >= 0) h->count--;
    h->at[h->count++] = at;
}

// Down the left side and up the right side; y grows downwards, so the hull is counter-clockwise as seen.
// Rows come in order, and of each the ends of all its runs are the corners of their outermost pixels.
static void hull_of(const struct work *w, const struct shape *s, struct hull *h) {
    h->count = 0;
    for (uint32_t i = 0; i < s->runs;) {
        uint32_t y = w->runs[w->by_shape[s->first + i]].y;
        float left = w->runs[w->by_shape[s->first + i]].from;
        for (; i < s->runs && w->runs[w->by_shape[s->first + i]].y == y; i++) {
        }
        push(h, 0, vec2(left, (float)y));
        push(h, 0, vec2(left, (float)y + 1));
    }
    uint32_t low = h->count - 1;
    for (uint32_t i = s->runs; i;) {
        uint32_t y = w->runs[w->by_shape[s->first + i - 1]].y;
        float right = w->runs[w->by_shape[s->first + i - 1]].to;
        for (; i && w->runs[w->by_shape[s->first + i - 1]].y == y; i--) {
        }
        push(h, low, vec2(right, (float)y + 1));
        push(h, low, vec2(right, (float)y));
    }
}

static float area_of(const struct vec2 *at, uint32_t count) {
    float twice = 0;
    for (uint32_t i = 0; i < count; i++) twice += vec2_cross(at[i], at[(i + 1) % count]);
    return m_abs(twice) / 2;
}

static uint32_t farthest(const struct hull *h, struct vec2 from) {
    uint32_t best = 0;
    float most = -1;
    for (uint32_t i = 0; i < h->count; i++) {
        struct vec2 way = vec2_sub(h->at[i], from);
        if (vec2_dot(way, way) > most) most = vec2_dot(way, way), best = i;
    }
    return best;
}

// Clockwise as seen, the upper left first. False: it is no square seen askew.
static bool four_corners(const struct hull *h, float side_px, struct vec2 out[4]) {
    struct vec2 middle = vec2(0, 0);
    for (uint32_t i = 0; i < h->count; i++) middle = vec2_add(middle, h->at[i]);
    middle = vec2_scale(middle, 1 / (float)h->count);
    uint32_t a = farthest(h, middle), c = farthest(h, h->at[a]), b = a, d = a;
    float most = 0, least = 0;
    struct vec2 across = vec2_sub(h->at[c], h->at[a]);
    for (uint32_t i = 0; i < h->count; i++) {
        float off = vec2_cross(across, vec2_sub(h->at[i], h->at[a]));
        if (off > most) most = off, b = i;
        if (off < least) least = off, d = i;
    }
    if (b == a || d == a) return false;
    struct vec2 found[4] = {h->at[a], h->at[d], h->at[c], h->at[b]}; // clockwise, as y grows downwards
    float shortest = 1e9f, longest = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < 4; i++) {
        float side = vec2_length(vec2_sub(found[(i + 1) % 4], found[i]));
        shortest = m_min(shortest, side), longest = m_max(longest, side);
        if (found[i].x + found[i].y < found[first].x + found[first].y) first = i;
    }
    if (shortest < side_px || longest > shortest * LOPSIDED) return false;
    for (uint32_t i = 0; i < 4; i++) out[i] = found[(first + i) % 4];
    return area_of(found, 4) >= SPANS * area_of(h->at, h->count);
}

// ------------------------------------------------------------------------------------------------ their
// edges

static float bright(const struct see_picture *p, float x, float y) { // between four pixels' middles
    x = m_clamp(x - 0.5f, 0, (float)p->width - 1.001f), y = m_clamp(y - 0.5f, 0, (float)p->height - 1.001f);
    uint32_t ix = (uint32_t)x, iy = (uint32_t)y;
    float fx = x - (float)ix, fy = y - (float)iy;
    const uint8_t *at = p->grey + (size_t)iy * p->width + ix;
    float above = at[0] + fx * (float)(at[1] - at[0]),
          below = at[p->width] + fx * (float)(at[p->width + 1] - at[p->width]);
    return above + fy * (below - above);
}

struct line { // through `at`, along `way`
    struct vec2 at, way;
    bool good;
};

// Where the picture gets darker from outside to inside, at one place of a side: by how much it is off along
// `in`, and how steep it is there. The middle of the steps down, each by its size.
static float edge_at(const struct see_picture *p, struct vec2 at, struct vec2 in, float reach, float *off) {
    enum { STEPS_MOST = 24 };
    int steps = (int)m_clamp(2 * reach / 0.5f, 4, STEPS_MOST);
    float step = 2 * reach / (float)steps, before = 0, sum = 0, moment = 0;
    for (int i = 0; i <= steps; i++) {
        float t = -reach + step * (float)i;
        float now = bright(p, at.x + in.x * t, at.y + in.y * t);
        if (i && before > now) sum += before - now, moment += (before - now) * (t - step / 2);
        before = now;
    }
    *off = sum > 0 ? moment / sum : 0;
    return sum;
}

static struct line fit_side(const struct see_picture *p, struct vec2 a, struct vec2 b, float reach) {
    enum { PLACES_MOST = 32 };
    struct vec2 way = vec2_sub(b, a);
    float length = vec2_length(way);
    struct vec2 along = vec2_scale(way, 1 / length), in = vec2(-along.y, along.x); // clockwise: to the right
    int places = (int)m_clamp(length * 0.8f, 5, PLACES_MOST);
    float s[PLACES_MOST], t[PLACES_MOST], weight[PLACES_MOST];
    for (int i = 0; i < places; i++) {
        s[i] = length * (0.1f + 0.8f * ((float)i + 0.5f) / (float)places);
        weight[i] = edge_at(p, vec2_add(a, vec2_scale(along, s[i])), in, reach, &t[i]);
        if (weight[i] < 8) weight[i] = 0;
    }
    // Twice: what lies far from the first line is no part of this side.
    float offset = 0, slope = 0;
    for (int round = 0; round < 3; round++) {
        float w = 0, ws = 0, wt = 0, wss = 0, wst = 0;
        for (int i = 0; i < places; i++) {
            float off = round ? m_abs(t[i] - offset - slope * s[i]) : 0, k = weight[i];
            if (off > 0.35f * reach) k = 0;
            w += k, ws += k * s[i], wt += k * t[i], wss += k * s[i] * s[i], wst += k * s[i] * t[i];
        }
        float det = w * wss - ws * ws;
        if (!(w > 0) || !(det > 1e-3f * w * w)) return (struct line){a, along, false};
        slope = (w * wst - ws * wt) / det, offset = (wt - slope * ws) / w;
    }
    struct vec2 from = vec2_add(a, vec2_scale(in, offset));
    return (struct line){from, vec2_add(along, vec2_scale(in, slope)), true};
}

static bool meet(const struct line *a, const struct line *b, struct vec2 *out) {
    float det = vec2_cross(a->way, b->way);
    if (m_abs(det) < 0.1f) return false;
    float t = vec2_cross(vec2_sub(b->at, a->at), b->way) / det;
    *out = vec2_add(a->at, vec2_scale(a->way, t));
    return true;
}

bool quad_refine(const struct see_picture *p, float reach, struct vec2 c[4]) {
    struct line sides[4];
    struct vec2 next[4];
    for (int i = 0; i < 4; i++) {
        sides[i] = fit_side(p, c[i], c[(i + 1) % 4], reach);
        if (!sides[i].good) return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!meet(&sides[(i + 3) % 4], &sides[i], &next[i])) return false;
        if (vec2_length(vec2_sub(next[i], c[i])) > 3 * reach + 1) return false;
    }
    memcpy(c, next, sizeof next);
    return true;
}

static float shortest_side(const struct vec2 c[4]) {
    float least = 1e9f;
    for (int i = 0; i < 4; i++) least = m_min(least, vec2_length(vec2_sub(c[(i + 1) % 4], c[i])));
    return least;
}

// ------------------------------------------------------------------------------------------------ a picture

static bool may_be(const struct see_picture *p, const struct quads_config *c, const struct shape *s) {
    uint32_t wide = s->right - s->left + 1u, high = s->bottom - s->top + 1u;
    float box = (float)wide * (float)high;
    return (float)(wide < high ? wide : high) >= c->side_px * 0.7f && s->left > 0 && s->top > 0 &&
           s->right + 1u < p->width && s->bottom + 1u < p->height && (float)s->pixels >= DARK * 0.5f * box &&
           box < 0.9f * (float)p->width * (float)p->height;
}

static bool same(const struct quad *a, const struct quad *b) {
    for (int i = 0; i < 4; i++)
        if (vec2_length(vec2_sub(a->corners[i], b->corners[i])) > 0.1f * a->side_px + 1) return false;
    return true;
}

static void keep(struct quads *out, const struct quad *q) {
    for (uint32_t i = 0; i < out->count; i++)
        if (same(&out->list[i], q)) return;
    uint32_t at = out->count;
    if (at == QUADS_MOST) {
        at = 0;
        for (uint32_t i = 1; i < QUADS_MOST; i++)
            if (out->list[i].side_px < out->list[at].side_px) at = i;
        if (out->list[at].side_px >= q->side_px) return;
    } else {
        out->count++;
    }
    out->list[at] = *q;
}

static void look_at_shapes(const struct see_picture *p, const struct quads_config *c, struct work *w,
                           struct quads *out) {
    for (uint32_t i = 0; i < w->shape_count; i++) {
        const struct shape *s = &w->shapes[i];
        struct quad q;
        if (!s->pixels || !may_be(p, c, s)) continue;
        hull_of(w, s, w->hull);
        if (w->hull->count < 4 || (float)s->pixels < DARK * area_of(w->hull->at, w->hull->count)) continue;
        if (!four_corners(w->hull, c->side_px * 0.8f, q.corners)) continue;
        float cell = shortest_side(q.corners) / 10;
        if (!quad_refine(p, m_clamp(cell * 0.6f, 1.25f, 3), q.corners)) continue;
        quad_refine(p, m_clamp(cell * 0.5f, 1.0f, 2), q.corners);
        q.side_px = shortest_side(q.corners);
        if (q.side_px >= c->side_px) keep(out, &q);
    }
}

static bool search(const struct see_picture *p, const struct quads_config *c, float share, struct work *w,
                   struct quads *out) {
    bool fine = binarise(p, c, share, w) && join_runs(w);
    w->by_shape = fine ? malloc((w->run_count + 1) * sizeof *w->by_shape) : NULL;
    if (w->by_shape) measure_shapes(w), look_at_shapes(p, c, w, out);
    fine = w->by_shape != NULL;
    free(w->shapes), free(w->by_shape);
    w->shapes = NULL, w->by_shape = NULL, w->shape_count = 0;
    return fine;
}

enum err quads_find(const struct see_picture *p, const struct quads_config *c, struct quads *out) {
    out->count = 0;
    enum err err = see_picture_check(p, SIZE_MAX, NULL);
    if (err) return err;
    struct work w = {.columns = malloc(p->width * sizeof *w.columns),
                     .sums = malloc((p->width + 1) * sizeof *w.sums),
                     .dark = malloc(p->width),
                     .hull = malloc(sizeof *w.hull)};
    bool fine = w.columns && w.sums && w.dark && w.hull;
    for (int i = 0; i < 2 && fine; i++)
        if (c->box[i] > 0) fine = search(p, c, c->box[i], &w, out);
    free(w.columns), free(w.sums), free(w.dark), free(w.runs), free(w.hull);
    return fine ? ERR_NONE : ERR_MEMORY;
}
