#include "sense/see/faces.h"

#include "base/maths/maths.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 128, ANCHORS = 896, NUMBERS = 16, COARSE = 16, FINE_EACH = 2, WIDE_EACH = 6, CANDIDATES = 64 };

struct faces_config faces_defaults(void) {
    return (struct faces_config){.score = 0.6f, .least_px = 24, .overlap = 0.3f};
}

struct search {
    const struct net *net;
    const struct see_picture *picture;
    const struct faces_config *config;
    float *room, *input;
    struct face_seen found[CANDIDATES];
    uint32_t count;
};

// A square of the picture, as the net wants it: -1 … 1, three alike. What lies outside is black.
static void show(const struct search *s, float left, float top, float side) {
    const struct see_picture *p = s->picture;
    float step = side / SIDE;
    uint32_t each = step > 1 ? (uint32_t)(step + 0.999f) : 1;
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++) {
            float sum = 0;
            for (uint32_t k = 0; k < each * each; k++) {
                uint32_t kx = k % each, ky = k / each;
                float fx = left + ((float)x + ((float)kx + 0.5f) / (float)each) * step,
                      fy = top + ((float)y + ((float)ky + 0.5f) / (float)each) * step;
                if (fx >= 0 && fy >= 0 && fx < (float)p->width && fy < (float)p->height)
                    sum += p->grey[(size_t)fy * p->width + (size_t)fx];
            }
            float value = sum / (float)(each * each) / 127.5f - 1;
            float *to = s->input + ((size_t)y * SIDE + x) * 3;
            to[0] = to[1] = to[2] = value;
        }
}

// The middle of each anchor: two for every place of a grid of 16, then six for every place of one of 8.
static struct vec2 anchor(uint32_t i) {
    uint32_t grid = COARSE, each = FINE_EACH;
    if (i >= COARSE * COARSE * FINE_EACH)
        i -= COARSE * COARSE * FINE_EACH, grid = COARSE / 2, each = WIDE_EACH;
    uint32_t at = i / each, column = at % grid, row = at / grid;
    return vec2(((float)column + 0.5f) / (float)grid, ((float)row + 0.5f) / (float)grid);
}

static void keep(struct search *s, const struct face_seen *f) {
    uint32_t at = s->count;
    if (at == CANDIDATES) {
        at = 0;
        for (uint32_t i = 1; i < CANDIDATES; i++)
            if (s->found[i].score < s->found[at].score) at = i;
        if (s->found[at].score >= f->score) return;
    } else {
        s->count++;
    }
    s->found[at] = *f;
}

static void look(struct search *s, float left, float top, float side) {
    const float *answers[NET_OUTPUTS];
    show(s, left, top, side);
    net_run(s->net, s->input, s->room, answers);
    for (uint32_t i = 0; i < ANCHORS; i++) {
        float score = 1 / (1 + m_exp(-m_clamp(answers[1][i], -80, 80)));
        if (!(score >= s->config->score)) continue;
        const float *n = answers[0] + (size_t)i * NUMBERS;
        struct vec2 a = anchor(i), from = vec2(left, top);
        struct vec2 middle = vec2_add(vec2(n[0] / SIDE, n[1] / SIDE), a);
        float half_x = n[2] / SIDE / 2, half_y = n[3] / SIDE / 2;
        if (!(half_x > 0 && half_y > 0 && half_x < 1 && half_y < 1)) continue;
        struct face_seen f = {.score = score};
        f.low = vec2_add(from, vec2_scale(vec2(middle.x - half_x, middle.y - half_y), side));
        f.high = vec2_add(from, vec2_scale(vec2(middle.x + half_x, middle.y + half_y), side));
        for (int k = 0; k < FACE_POINTS; k++)
            f.points[k] =
                vec2_add(from, vec2_scale(vec2_add(vec2(n[4 + 2 * k] / SIDE, n[5 + 2 * k] / SIDE), a), side));
        if (f.high.x - f.low.x >= s->config->least_px * 0.8f) keep(s, &f);
    }
}

static float shared(const struct face_seen *a, const struct face_seen *b) {
    float wide = m_min(a->high.x, b->high.x) - m_max(a->low.x, b->low.x),
          high = m_min(a->high.y, b->high.y) - m_max(a->low.y, b->low.y);
    if (wide <= 0 || high <= 0) return 0;
    float one = (a->high.x - a->low.x) * (a->high.y - a->low.y),
          other = (b->high.x - b->low.x) * (b->high.y - b->low.y);
    // Of the smaller one: a square that cuts a face off finds part of it.
    return wide * high / m_max(m_min(one, other), 1);
}

// The surest first; whatever finds the same is part of it, and moves it by how sure it is.
static void settle(struct search *s, struct faces_seen *out) {
    bool used[CANDIDATES] = {false};
    while (out->count < FACES_MOST) {
        int best = -1;
        for (uint32_t i = 0; i < s->count; i++)
            if (!used[i] && (best < 0 || s->found[i].score > s->found[best].score)) best = (int)i;
        if (best < 0) return;
        struct face_seen sum = {0}, first = s->found[best];
        float weights = 0;
        for (uint32_t i = 0; i < s->count; i++) {
            const struct face_seen *f = &s->found[i];
            if (used[i] || shared(f, &first) < s->config->overlap) continue;
            used[i] = true;
            float same = (f->high.x - f->low.x) / (first.high.x - first.low.x);
            if (same < 0.7f || same > 1.4f) continue; // found in another size: it does not move it
            weights += f->score;
            sum.low = vec2_add(sum.low, vec2_scale(f->low, f->score));
            sum.high = vec2_add(sum.high, vec2_scale(f->high, f->score));
            for (int k = 0; k < FACE_POINTS; k++)
                sum.points[k] = vec2_add(sum.points[k], vec2_scale(f->points[k], f->score));
        }
        struct face_seen *to = &out->list[out->count++];
        to->score = first.score;
        to->low = vec2_scale(sum.low, 1 / weights), to->high = vec2_scale(sum.high, 1 / weights);
        for (int k = 0; k < FACE_POINTS; k++) to->points[k] = vec2_scale(sum.points[k], 1 / weights);
    }
}

static bool is_ours(const struct net *net) {
    union net_shape in = net_input(net);
    if (in.n != 1 || in.height != SIDE || in.width != SIDE || in.depth != 3 || net_outputs(net) != 2)
        return false;
    union net_shape places = net_output(net, 0), scores = net_output(net, 1);
    return places.width == ANCHORS && places.depth == NUMBERS && scores.width == ANCHORS && scores.depth == 1;
}

// They overlap by a third at least.
static uint32_t squares_along(float length, float side) {
    return length > side ? (uint32_t)(length / side * 1.5f + 0.5f) : 1;
}

// The whole picture, and overlapping squares of it; or the share of them whose turn it is.
static void search(struct search *s, struct faces_seen *out) {
    const struct faces_config *c = s->config;
    float wide = (float)s->picture->width, high = (float)s->picture->height, largest = m_max(wide, high);
    uint32_t parts = c->parts ? c->parts : 1, square = 0;
    if (square++ % parts == c->part)
        look(s, (wide - largest) / 2, (high - largest) / 2, largest), out->squares++;
    for (float side = m_min(wide, high); side >= c->least_px * 4; side /= 2)
        for (uint32_t iy = 0, rows = squares_along(high, side); iy < rows; iy++)
            for (uint32_t ix = 0, columns = squares_along(wide, side); ix < columns; ix++) {
                if (square++ % parts != c->part) continue;
                float x = columns > 1 ? (wide - side) * (float)ix / (float)(columns - 1) : (wide - side) / 2,
                      y = rows > 1 ? (high - side) * (float)iy / (float)(rows - 1) : (high - side) / 2;
                look(s, x, y, side);
                out->squares++;
            }
}

enum err faces_find(const struct net *net, const struct see_picture *p, const struct faces_config *c,
                    struct faces_seen *out) {
    *out = (struct faces_seen){0};
    enum err err = see_picture_check(p, SIZE_MAX, NULL);
    if (err) return err;
    if (!is_ours(net)) return ERR_UNSUPPORTED;
    struct search *s = calloc(1, sizeof *s);
    if (s)
        s->room = malloc(net_room(net) * sizeof *s->room),
        s->input = malloc(SIDE * SIDE * 3 * sizeof *s->input);
    if (s && s->room && s->input) {
        *s = (struct search){net, p, c, s->room, s->input, {{0}}, 0};
        float wide = (float)p->width, high = (float)p->height, largest = m_max(wide, high);
        if (c->near_px > 0) {
            float side = m_min(2 * c->near_px, largest);
            look(s, c->near.x - side / 2, c->near.y - side / 2, side);
            out->squares++;
        }
        if (!s->count) search(s, out);
        settle(s, out);
    } else {
        err = ERR_MEMORY;
    }
    if (s) free(s->room), free(s->input);
    free(s);
    return err;
}
