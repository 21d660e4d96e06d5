// A square's corners give the mapping from its ten by ten cells to the picture. Outline and gap are known, so
// they tell how light and dark look here, on a slope of light, too. The picture mixes cells that are hardly
// larger than a pixel with their neighbours: how much follows from how large they are, and a few rounds take
// it out again.
#include "sense/see/markers.h"

#include "base/maths/maths.h"
#include "codec/picture/marker.h"

#include <stdlib.h>
#include <string.h>

enum { ACROSS = MARKER_OUTLINE_CELLS, CELLS = ACROSS * ACROSS, ROUNDS = 4, LARGE_ERRORS = 4 };
#define SMALL_PX 2.2f // a cell

struct markers_config markers_defaults(void) {
    return (struct markers_config){.quads = quads_defaults(), .errors = 3, .frame = 6, .contrast = 18};
}

// ------------------------------------------------------------------------------------------------ reading
// cells

struct mapping { // of a square's (0,0) … (1,1) to the picture
    float h[8];
};

// From a square's corners, clockwise from the upper left.
static bool mapping_of(const struct vec2 c[4], struct mapping *out) {
    float sx = c[0].x - c[1].x + c[2].x - c[3].x, sy = c[0].y - c[1].y + c[2].y - c[3].y;
    float dx1 = c[1].x - c[2].x, dx2 = c[3].x - c[2].x, dy1 = c[1].y - c[2].y, dy2 = c[3].y - c[2].y;
    float det = dx1 * dy2 - dx2 * dy1;
    if (m_abs(det) < 1) return false;
    float g = (sx * dy2 - dx2 * sy) / det, k = (dx1 * sy - sx * dy1) / det;
    *out = (struct mapping){{c[1].x - c[0].x + g * c[1].x, c[3].x - c[0].x + k * c[3].x, c[0].x,
                             c[1].y - c[0].y + g * c[1].y, c[3].y - c[0].y + k * c[3].y, c[0].y, g, k}};
    return 1 + g > 0.1f && 1 + k > 0.1f && 1 + g + k > 0.1f;
}

static struct vec2 place(const struct mapping *m, float u, float v) {
    float w = 1 / (m->h[6] * u + m->h[7] * v + 1);
    return vec2((m->h[0] * u + m->h[1] * v + m->h[2]) * w, (m->h[3] * u + m->h[4] * v + m->h[5]) * w);
}

static float bright(const struct see_picture *p, struct vec2 at) {
    float x = m_clamp(at.x - 0.5f, 0, (float)p->width - 1.001f),
          y = m_clamp(at.y - 0.5f, 0, (float)p->height - 1.001f);
    uint32_t ix = (uint32_t)x, iy = (uint32_t)y;
    float fx = x - (float)ix, fy = y - (float)iy;
    const uint8_t *g = p->grey + (size_t)iy * p->width + ix;
    float above = g[0] + fx * (float)(g[1] - g[0]),
          below = g[p->width] + fx * (float)(g[p->width + 1] - g[p->width]);
    return above + fy * (below - above);
}

// Each cell's middle part, as the mean of a few places.
static void read_cells(const struct see_picture *p, const struct mapping *m, uint32_t steps, float part,
                       float cells[CELLS]) {
    for (uint32_t i = 0; i < CELLS; i++) {
        float sum = 0;
        uint32_t column = i % ACROSS, row = i / ACROSS;
        for (uint32_t ky = 0; ky < steps; ky++)
            for (uint32_t kx = 0; kx < steps; kx++) {
                float u = (float)column + 0.5f + part * (((float)kx + 0.5f) / (float)steps - 0.5f),
                      v = (float)row + 0.5f + part * (((float)ky + 0.5f) / (float)steps - 0.5f);
                sum += bright(p, place(m, u / ACROSS, v / ACROSS));
            }
        cells[i] = sum / (float)(steps * steps);
    }
}

enum part { OUTLINE, GAP, CODE };
static enum part part_of(uint32_t cell) {
    uint32_t x = cell % ACROSS, y = cell / ACROSS;
    if (x == 0 || y == 0 || x == ACROSS - 1 || y == ACROSS - 1) return OUTLINE;
    if (x == 1 || y == 1 || x == ACROSS - 2 || y == ACROSS - 2) return GAP;
    return CODE;
}

// Of each cell's light, the share that is its neighbours' to each side: a pixel, and the reading between
// pixels, spread it. x: of those left and right.
static void unmix(const float seen[CELLS], float x_share, float y_share, float light, float out[CELLS]) {
    memcpy(out, seen, CELLS * sizeof *out);
    float keep_x = 1 - 2 * x_share, keep_y = 1 - 2 * y_share;
    for (int round = 0; round < ROUNDS; round++) {
        float across[CELLS], now[CELLS];
        for (int i = 0; i < CELLS; i++) {
            int cx = i % ACROSS;
            across[i] = keep_x * out[i] +
                        x_share * ((cx ? out[i - 1] : light) + (cx < ACROSS - 1 ? out[i + 1] : light));
        }
        for (int i = 0; i < CELLS; i++) {
            int cy = i / ACROSS;
            now[i] = keep_y * across[i] + y_share * ((cy ? across[i - ACROSS] : light) +
                                                     (cy < ACROSS - 1 ? across[i + ACROSS] : light));
        }
        for (int i = 0; i < CELLS; i++) out[i] += seen[i] - now[i];
    }
}

// Lightness on a slope: base + x, y; and how much darker a dark cell is. By least squares over what is known.
struct light {
    float base, x, y, dark;
};
static bool solve4(float a[4][5]) {
    for (int i = 0; i < 4; i++) {
        int best = i;
        for (int k = i + 1; k < 4; k++)
            if (m_abs(a[k][i]) > m_abs(a[best][i])) best = k;
        if (m_abs(a[best][i]) < 1e-6f) return false;
        for (int k = 0; k < 5; k++) {
            float swap = a[i][k];
            a[i][k] = a[best][k], a[best][k] = swap;
        }
        for (int k = 0; k < 4; k++) {
            float by = k == i ? 0 : a[k][i] / a[i][i];
            for (int j = i; j < 5 && k != i; j++) a[k][j] -= by * a[i][j];
        }
    }
    for (int i = 0; i < 4; i++) a[i][4] /= a[i][i];
    return true;
}

static bool light_of(const float cells[CELLS], struct light *out) {
    float a[4][5] = {{0}};
    for (uint32_t i = 0; i < CELLS; i++) {
        enum part part = part_of(i);
        uint32_t x = i % ACROSS, y = i / ACROSS;
        if (part == CODE) continue;
        const float row[5] = {1, (float)x - 4.5f, (float)y - 4.5f, part == OUTLINE ? -1 : 0, cells[i]};
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 5; j++) a[k][j] += row[k] * row[j];
    }
    if (!solve4(a)) return false;
    *out = (struct light){a[0][4], a[1][4], a[2][4], a[3][4]};
    return true;
}

// ------------------------------------------------------------------------------------------------ one square

struct reading {
    uint64_t code;
    uint32_t frame; // wrong cells of outline and gap
    float contrast;
    float sure[MARKER_CODE_CELLS * MARKER_CODE_CELLS]; // how clearly each cell is what it is, 0 … 1
    struct marker_match match;
    float wrong; // cells of the code that differ from that marker's, each as much as it is clear
};

static bool read_code(const float cells[CELLS], struct reading *out) {
    struct light light;
    *out = (struct reading){0};
    if (!light_of(cells, &light)) return false;
    out->contrast = light.dark;
    for (uint32_t i = 0; i < CELLS; i++) {
        uint32_t x = i % ACROSS, y = i / ACROSS;
        float middle =
            light.base + light.x * ((float)x - 4.5f) + light.y * ((float)y - 4.5f) - light.dark / 2;
        bool dark = cells[i] < middle;
        enum part part = part_of(i);
        uint32_t bit = (y - 2) * MARKER_CODE_CELLS + x - 2;
        if (part == CODE)
            out->code |= (uint64_t)dark << bit,
                out->sure[bit] = m_min(m_abs(cells[i] - middle) * 2 / m_max(light.dark, 1), 1);
        else
            out->frame += dark != (part == OUTLINE);
    }
    return true;
}

// A cell of so many pixels: what is read at its middle holds that much of the one beside it. The picture is
// light gathered over a pixel, read between pixels: together about as wide as one and a half of them.
static float share_of(float cell_px) { return m_clamp(0.19f / (cell_px * cell_px), 0, 0.20f); }

// What is large is read well, and a code with many wrong cells is none.
static bool is_marker(const struct markers_config *c, float cell_px, struct reading *r) {
    unsigned errors = cell_px < SMALL_PX ? MARKER_ERRORS : LARGE_ERRORS;
    if (r->frame > c->frame || r->contrast < c->contrast || !marker_match(r->code, errors, &r->match))
        return false;
    uint64_t wrong = r->code ^ marker_turned(MARKERS[r->match.marker].code, r->match.turn);
    for (uint32_t i = 0; i < MARKER_CODE_CELLS * MARKER_CODE_CELLS; i++)
        if (wrong >> i & 1) r->wrong += r->sure[i];
    return r->wrong <= c->errors;
}

static bool read_square(const struct see_picture *p, const struct markers_config *c, const struct quad *q,
                        struct marker_seen *out) {
    struct mapping m;
    if (!mapping_of(q->corners, &m)) return false;
    float wide = (vec2_length(vec2_sub(q->corners[1], q->corners[0])) +
                  vec2_length(vec2_sub(q->corners[2], q->corners[3]))) /
                 20,
          high = (vec2_length(vec2_sub(q->corners[3], q->corners[0])) +
                  vec2_length(vec2_sub(q->corners[2], q->corners[1]))) /
                 20;
    float cells[CELLS], clear[CELLS];
    uint32_t steps = m_min(wide, high) < 2 ? 1 : m_min(wide, high) < 5 ? 2 : 3;
    read_cells(p, &m, steps, 0.5f, cells);
    struct reading plain, fine;
    if (!read_code(cells, &plain) || plain.contrast < c->contrast / 3) return false;
    bool found = is_marker(c, m_min(wide, high), &plain);
    float x_share = share_of(wide), y_share = share_of(high);
    if ((!found || plain.match.errors) && x_share + y_share > 0.01f) {
        struct light light;
        light_of(cells, &light);
        unmix(cells, x_share, y_share, light.base, clear);
        bool also = read_code(clear, &fine) && is_marker(c, m_min(wide, high), &fine);
        if (also && (!found || fine.wrong < plain.wrong)) found = true, plain = fine;
    }
    const struct marker_match *match = &plain.match;
    if (!found || (c->chargers && MARKERS[match->marker].kind != MARKER_CHARGER)) return false;
    *out = (struct marker_seen){
        .marker = (uint16_t)match->marker, .errors = (uint8_t)match->errors, .side_px = q->side_px};
    out->certainty = m_clamp(q->side_px / 40, 0, 1) * (1 - 0.1f * (float)match->errors) *
                     m_clamp(plain.contrast / 60, 0.3f, 1);
    // Turned clockwise by so many quarters from upright: its upper left is that many corners on.
    static const uint8_t TOLD[4] = {0, 1, 3,
                                    2}; // clockwise to upper left, upper right, lower left, lower right
    for (unsigned i = 0; i < 4; i++) out->corners[i] = q->corners[(TOLD[i] + match->turn) % 4];
    return true;
}

// ------------------------------------------------------------------------------------------------ a picture

static bool inside(const struct marker_seen *m, struct vec2 at) {
    static const int ROUND[4] = {0, 1, 3, 2};
    for (int i = 0; i < 4; i++) {
        struct vec2 a = m->corners[ROUND[i]], b = m->corners[ROUND[(i + 1) % 4]];
        if (vec2_cross(vec2_sub(b, a), vec2_sub(at, a)) < 0) return false;
    }
    return true;
}
static struct vec2 middle_of(const struct marker_seen *m) {
    struct vec2 sum =
        vec2_add(vec2_add(m->corners[0], m->corners[1]), vec2_add(m->corners[2], m->corners[3]));
    return vec2_scale(sum, 0.25f);
}

// No marker is inside another: what has fewer wrong cells is one, and then the larger.
static void keep(struct markers_seen *out, const struct marker_seen *m) {
    for (uint32_t i = 0; i < out->count; i++) {
        struct marker_seen *other = &out->list[i];
        if (!inside(other, middle_of(m)) && !inside(m, middle_of(other))) continue;
        if (m->errors < other->errors) *other = *m;
        return;
    }
    uint32_t at = out->count;
    if (at < MARKERS_MOST) {
        out->count++;
    } else {
        at = 0;
        for (uint32_t i = 1; i < MARKERS_MOST; i++)
            if (out->list[i].side_px < out->list[at].side_px) at = i;
        if (out->list[at].side_px >= m->side_px) return;
    }
    out->list[at] = *m;
}

static enum err look(const struct see_picture *p, const struct markers_config *c, struct vec2 shift,
                     struct markers_seen *out) {
    struct quads *quads = malloc(sizeof *quads);
    if (!quads) return ERR_MEMORY;
    enum err err = quads_find(p, &c->quads, quads);
    out->quads = quads->count;
    for (uint32_t i = 0; !err && i < quads->count; i++) {
        struct marker_seen m;
        if (!read_square(p, c, &quads->list[i], &m)) continue;
        for (int k = 0; k < 4; k++) m.corners[k] = vec2_add(m.corners[k], shift);
        keep(out, &m);
    }
    free(quads);
    return err;
}

enum err markers_find(const struct see_picture *p, const struct markers_config *c, struct markers_seen *out) {
    memset(out, 0, sizeof *out);
    const struct see_box *box = &c->box;
    if (!box->width) return look(p, c, vec2(0, 0), out);
    if (box->left >= p->width || box->top >= p->height || box->width > p->width - box->left || !box->height ||
        box->height > p->height - box->top)
        return ERR_RANGE;
    uint8_t *part = malloc((size_t)box->width * box->height);
    if (!part) return ERR_MEMORY;
    for (uint32_t y = 0; y < box->height; y++)
        memcpy(part + (size_t)y * box->width, p->grey + (size_t)(box->top + y) * p->width + box->left,
               box->width);
    struct see_picture view = {part, box->width, box->height};
    enum err err = look(&view, c, vec2((float)box->left, (float)box->top), out);
    free(part);
    return err;
}
