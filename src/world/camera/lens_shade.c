#include "world/camera/lens_draw_internal.h"
#include "world/camera/lens_lanes.h"

// Perspective is exact at the ends of a run and straight in between.
enum { RUN = 16, FINE = 12, ONE = 1 << FINE };

static const float SHARE_OF_RUN[RUN + 1] = {0,         1.0f,      1.0f / 2,  1.0f / 3,  1.0f / 4,  1.0f / 5,
                                            1.0f / 6,  1.0f / 7,  1.0f / 8,  1.0f / 9,  1.0f / 10, 1.0f / 11,
                                            1.0f / 12, 1.0f / 13, 1.0f / 14, 1.0f / 15, 1.0f / 16};

struct place { // on the texture, in whole texels of the level and FINE bits
    int32_t u, v, du, dv;
};

// Texels between four, each weighed by how near it is; 8 bits more than a texel has.
static inline uint16_t between(const uint8_t *above, const uint8_t *below, int left, int right,
                               struct place at) {
    int fu = at.u >> (FINE - 8) & 255, fv = at.v >> (FINE - 8) & 255;
    int a = above[left] * 256 + (above[right] - above[left]) * fu,
        b = below[left] * 256 + (below[right] - below[left]) * fu;
    return (uint16_t)((a * 256 + (b - a) * fv) >> 8);
}

static void fetch_smooth(const uint8_t *texels, int width, int u_mask, int v_mask, struct place at, int count,
                         uint16_t *out) {
    if (u_mask == -1) { // it does not wrap, and the place is held inside
        for (int i = 0; i < count; i++, at.u += at.du, at.v += at.dv) {
            const uint8_t *above = texels + (at.v >> FINE) * width + (at.u >> FINE);
            out[i] = between(above, above + width, 0, 1, at);
        }
        return;
    }
    for (int i = 0; i < count; i++, at.u += at.du, at.v += at.dv) {
        int u = at.u >> FINE, v = at.v >> FINE;
        out[i] = between(texels + (v & v_mask) * width, texels + ((v + 1) & v_mask) * width, u & u_mask,
                         (u + 1) & u_mask, at);
    }
}

static void fetch_nearest(const uint8_t *texels, int shift, int u_mask, int v_mask, struct place at,
                          int count, uint16_t *out) {
    for (int i = 0; i < count; i++, at.u += at.du, at.v += at.dv)
        out[i] = (uint16_t)(texels[(at.v >> FINE & v_mask) << shift | (at.u >> FINE & u_mask)] << 8);
}

// The copy of the texture whose texels are about as large as the pixels here.
static int level_of(const struct texture *t, float texels_a_pixel) {
    int level = 0;
    while (level + 1 < t->levels && texels_a_pixel > 2) level++, texels_a_pixel *= 0.25f;
    return level;
}

static float held_in(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

struct walk { // the numbers divided by depth, at the end of the run
    float near, u, v, s;
};

static struct walk walk_at(const struct seen_face *f, double y, int x) {
    double across = (double)x + 0.5;
    struct walk w = {(float)(f->near.a * across + f->near.b * y + f->near.c)};
    if (f->texture) {
        w.u = (float)(f->u.a * across + f->u.b * y + f->u.c);
        w.v = (float)(f->v.a * across + f->v.b * y + f->v.c);
    }
    if (f->face->shaded) w.s = (float)(f->s.a * across + f->s.b * y + f->s.c);
    return w;
}

static void light_run(const struct seen_face *f, unsigned plane, const uint16_t *texels, float s0, float s1,
                      int count, uint16_t *out) {
    if (s0 == s1) {
        uint16_t by = (uint16_t)held_in(f->light[plane] * s0 * (256.0f / 255), 0, LIGHT_MOST);
        if (count == RUN) {
            lanes_scale(texels, by, out);
            return;
        }
        for (int i = 0; i < count; i++) out[i] = (uint16_t)((uint32_t)texels[i] * by >> 16);
        return;
    }
    float most = LIGHT_MOST * 256.0f;
    int32_t by = (int32_t)held_in(f->light[plane] * s0 * (65536.0f / 255), 0, most);
    int32_t step = ((int32_t)held_in(f->light[plane] * s1 * (65536.0f / 255), 0, most) - by) / count;
    for (int i = 0; i < count; i++, by += step)
        out[i] = (uint16_t)((uint32_t)texels[i] * ((uint32_t)by >> 8) >> 16);
}

static void fetch_run(const struct texture *t, unsigned plane, int level, bool smooth, struct place at,
                      int count, uint16_t *out) {
    const uint8_t *texels = t->texels + (t->planes == 4 ? plane : 0) * t->plane_size + t->level_at[level];
    int width = t->width >> level, height = t->height >> level;
    int u_mask = t->wraps ? width - 1 : -1, v_mask = t->wraps ? height - 1 : -1;
    if (smooth)
        fetch_smooth(texels, width, u_mask, v_mask, at, count, out);
    else
        fetch_nearest(texels, __builtin_ctz((unsigned)width), u_mask, v_mask, at, count, out);
}

// Texels at the ends of a run, brought to a level.
static struct place place_of(const struct texture *t, int level, bool smooth, float u0, float v0, float u1,
                             float v1, int count) {
    float by = 1.0f / (float)(1 << level), back = smooth ? 0.5f : 0, low = -500000, u_high = 500000,
          v_high = 500000;
    if (!t->wraps) {
        low = 0.002f;
        u_high = (float)(t->width >> level) - 1.002f, v_high = (float)(t->height >> level) - 1.002f;
    }
    u0 = held_in(u0 * by - back, low, u_high), u1 = held_in(u1 * by - back, low, u_high);
    v0 = held_in(v0 * by - back, low, v_high), v1 = held_in(v1 * by - back, low, v_high);
    float step = SHARE_OF_RUN[count] * ONE;
    return (struct place){(int32_t)(u0 * ONE), (int32_t)(v0 * ONE), (int32_t)((u1 - u0) * step),
                          (int32_t)((v1 - v0) * step)};
}

void shade_span(const struct seen_face *f, int y, int from, int to, const struct row_light *row) {
    if (f->plain) {
        for (unsigned p = 0; p < row->planes; p++)
            lanes_fill(row->at[p] + from, to - from, (uint16_t)f->flat[p]);
        return;
    }
    static const uint16_t FULL[RUN] = {65280, 65280, 65280, 65280, 65280, 65280, 65280, 65280,
                                       65280, 65280, 65280, 65280, 65280, 65280, 65280, 65280};
    const struct texture *t = f->texture;
    uint16_t texels[RUN];
    double middle = (double)y + 0.5;
    struct walk w = walk_at(f, middle, from);
    float depth = 1 / w.near, u0 = w.u * depth, v0 = w.v * depth,
          s0 = f->face->shaded ? w.s * depth : f->face->s0;
    for (int x = from; x < to; x += RUN) {
        int count = to - x < RUN ? to - x : RUN;
        // on the last run of a polygon its end may lie beyond its horizon
        bool single = count == 1 && x + 1 == to; // begins where it ends
        int steps = x + count < to ? count : count > 1 ? count - 1 : 1;
        float next = depth, u1 = u0, v1 = v0, s1 = s0;
        if (!single) {
            w = walk_at(f, middle, x + count < to ? x + count : to - 1);
            next = 1 / w.near, u1 = w.u * next, v1 = w.v * next, s1 = f->face->shaded ? w.s * next : s0;
        }
        int level = 0;
        bool smooth = true;
        struct place at = {0};
        if (t) {
            float middle_depth = (depth + next) / 2,
                  dense = f->area * middle_depth * middle_depth * middle_depth;
            level = level_of(t, dense);
            smooth = !t->wraps || dense < 0.6f;
            at = place_of(t, level, smooth, u0, v0, u1, v1, steps);
        }
        for (unsigned p = 0; p < row->planes; p++) {
            if (t && (p == 0 || t->planes == 4))
                fetch_run(t, row->planes == 1 ? PLANE_GREY : p, level, smooth, at, count, texels);
            light_run(f, p, t ? texels : FULL, s0, s1, count, row->at[p] + x);
        }
        depth = next, u0 = u1, v0 = v1, s0 = s1;
    }
}
