#include "sense/see/spots.h"

#include "base/maths/maths.h"

#include <string.h>

// The largest stay.
static void keep(struct spots *s, const struct spot *spot) {
    uint32_t at = 0;
    while (at < s->count && s->list[at].share >= spot->share) at++;
    if (at == SPOTS_MOST) return;
    if (s->count < SPOTS_MOST) s->count++;
    for (uint32_t i = s->count - 1; i > at; i--) s->list[i] = s->list[i - 1];
    s->list[at] = *spot;
}

static uint8_t strongest(const uint8_t *rgb) {
    uint8_t most = rgb[0] > rgb[1] ? rgb[0] : rgb[1];
    return rgb[2] > most ? rgb[2] : most;
}
static uint8_t weakest(const uint8_t *rgb) {
    uint8_t least = rgb[0] < rgb[1] ? rgb[0] : rgb[1];
    return rgb[2] < least ? rgb[2] : least;
}

// ------------------------------------------------------------------------------------------------ colours

enum { ACROSS = 32, DOWN = 18, PLACES = ACROSS * DOWN };

struct colours_config colours_defaults(void) {
    return (struct colours_config){.saturation = 0.5f, .value = 75, .hue_deg = 25, .places = 3};
}

struct place {
    uint8_t rgb[3];
    bool bright, taken;
    float hue; // degrees
};

static float hue_of(const uint8_t *c) {
    float most = strongest(c), least = weakest(c), r = c[0], g = c[1], b = c[2],
          part = m_max(most - least, 1);
    float sixth = c[0] == strongest(c)   ? (g - b) / part
                  : c[1] == strongest(c) ? 2 + (b - r) / part
                                         : 4 + (r - g) / part;
    return sixth < 0 ? 60 * sixth + 360 : 60 * sixth;
}

static struct place place_of(const uint8_t *rgb, uint32_t width, const uint32_t box[4],
                             const struct colours_config *c) {
    struct place out = {.taken = false};
    uint32_t sum[3] = {0}, count = 0;
    for (uint32_t y = box[1]; y < box[3]; y++)
        for (uint32_t x = box[0]; x < box[2]; x++, count++)
            for (int k = 0; k < 3; k++) sum[k] += rgb[((size_t)y * width + x) * 3 + (size_t)k];
    for (int k = 0; k < 3 && count; k++) out.rgb[k] = (uint8_t)(sum[k] / count);
    float most = strongest(out.rgb), far = most - weakest(out.rgb);
    out.bright = most >= (float)c->value && far >= c->saturation * most;
    out.hue = hue_of(out.rgb);
    return out;
}

static float hues_apart(float a, float b) {
    float d = m_abs(a - b);
    return d > 180 ? 360 - d : d;
}

// All that touches one place and is of its neighbours' hue.
static void spread(struct place *places, uint32_t from, const struct colours_config *c, struct spots *out) {
    uint32_t queue[PLACES], first = 0, last = 0, sum[3] = {0};
    float x = 0, y = 0, saturation = 0;
    queue[last++] = from, places[from].taken = true;
    while (first < last) {
        uint32_t at = queue[first++], column = at % ACROSS, row = at / ACROSS;
        const struct place *p = &places[at];
        x += (float)column + 0.5f, y += (float)row + 0.5f;
        saturation += 1 - (float)weakest(p->rgb) / (float)strongest(p->rgb);
        for (int k = 0; k < 3; k++) sum[k] += p->rgb[k];
        const uint32_t beside[4] = {column ? at - 1 : at, column + 1 < ACROSS ? at + 1 : at,
                                    row ? at - ACROSS : at, row + 1 < DOWN ? at + ACROSS : at};
        for (int i = 0; i < 4; i++) {
            struct place *n = &places[beside[i]];
            if (n->taken || !n->bright || hues_apart(n->hue, p->hue) > c->hue_deg) continue;
            n->taken = true, queue[last++] = beside[i];
        }
    }
    if (last < c->places) return;
    float by = 1 / (float)last;
    keep(out, &(struct spot){.kind = SPOT_COLOUR,
                             .red = (uint8_t)(sum[0] / last),
                             .green = (uint8_t)(sum[1] / last),
                             .blue = (uint8_t)(sum[2] / last),
                             .x = x * by / ACROSS,
                             .y = y * by / DOWN,
                             .share = (float)last / PLACES,
                             .certainty = saturation * by});
}

void colours_find(const uint8_t *rgb, uint32_t width, uint32_t height, const struct colours_config *c,
                  struct spots *out) {
    struct place places[PLACES];
    for (uint32_t i = 0; i < PLACES; i++) {
        uint32_t column = i % ACROSS, row = i / ACROSS;
        const uint32_t box[4] = {column * width / ACROSS, row * height / DOWN, (column + 1) * width / ACROSS,
                                 (row + 1) * height / DOWN};
        places[i] = place_of(rgb, width, box, c);
    }
    for (uint32_t i = 0; i < PLACES; i++)
        if (places[i].bright && !places[i].taken) spread(places, i, c, out);
}

// ------------------------------------------------------------------------------------------------ lasers

enum { DOT_SIDE = 31 }; // pixels: larger is no dot

struct lasers_config lasers_defaults(void) {
    return (struct lasers_config){.value = 225, .share = 0.0006f, .brighter = 2.2f, .coloured = 0.2f};
}

struct looked {
    const uint8_t *rgb;
    uint32_t width, height;
    const struct lasers_config *config;
};

static const uint8_t *pixel(const struct looked *l, uint32_t x, uint32_t y) {
    return l->rgb + ((size_t)y * l->width + x) * 3;
}
static bool bright(const struct looked *l, uint32_t x, uint32_t y) {
    return strongest(pixel(l, x, y)) >= l->config->value;
}

struct dot {
    uint32_t left, top, right, bottom; // right and bottom: the first beside it
    uint32_t count;
};

// Bright pixels that hang together, as far as a dot reaches; no dot when it goes on beyond.
static bool gather(const struct looked *l, uint32_t x0, uint32_t y0, struct dot *out) {
    bool in[DOT_SIDE][DOT_SIDE] = {{false}};
    uint8_t queue[DOT_SIDE * DOT_SIDE][2];
    uint32_t first = 0, last = 0, half = DOT_SIDE / 2;
    *out = (struct dot){x0, y0, x0 + 1, y0 + 1, 0};
    in[half][half] = true, queue[last][0] = (uint8_t)half, queue[last++][1] = (uint8_t)half;
    while (first < last) {
        uint32_t dx = queue[first][0], dy = queue[first++][1], x = x0 + dx - half, y = y0 + dy - half;
        if (!dx || !dy || dx == DOT_SIDE - 1 || dy == DOT_SIDE - 1) return false;
        out->left = x < out->left ? x : out->left, out->top = y < out->top ? y : out->top;
        out->right = x >= out->right ? x + 1 : out->right,
        out->bottom = y >= out->bottom ? y + 1 : out->bottom;
        out->count++;
        static const int WAYS[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (int i = 0; i < 4; i++) {
            uint32_t nx = x + (uint32_t)WAYS[i][0], ny = y + (uint32_t)WAYS[i][1];
            uint32_t ix = dx + (uint32_t)WAYS[i][0], iy = dy + (uint32_t)WAYS[i][1];
            if (nx >= l->width || ny >= l->height || in[iy][ix] || !bright(l, nx, ny)) continue;
            in[iy][ix] = true, queue[last][0] = (uint8_t)ix, queue[last++][1] = (uint8_t)iy;
        }
    }
    return true;
}

struct light {
    float sum[3], strongest, count;
};

// Of a box with a margin, without the box within.
static struct light light_round(const struct looked *l, const struct dot *d, uint32_t from, uint32_t to) {
    struct light out = {{0}};
    uint32_t left = d->left > to ? d->left - to : 0, top = d->top > to ? d->top - to : 0;
    for (uint32_t y = top; y < d->bottom + to && y < l->height; y++)
        for (uint32_t x = left; x < d->right + to && x < l->width; x++) {
            bool inner =
                x + from >= d->left && x < d->right + from && y + from >= d->top && y < d->bottom + from;
            if (inner) continue;
            const uint8_t *p = pixel(l, x, y);
            for (int k = 0; k < 3; k++) out.sum[k] += p[k];
            out.strongest += strongest(p), out.count++;
        }
    return out;
}

// How much of it is of one colour: of the dot itself, or of its rim when the dot is white with light.
static float coloured(const struct looked *l, const struct dot *d, struct spot *spot) {
    struct light rim = light_round(l, d, 0, 2), round = light_round(l, d, 4, 9);
    float sum[3] = {0}, best = 0, by = round.count > 0 ? rim.count / round.count : 0;
    for (uint32_t y = d->top; y < d->bottom; y++)
        for (uint32_t x = d->left; x < d->right; x++)
            for (int k = 0; k < 3; k++) sum[k] += pixel(l, x, y)[k];
    float area = (float)((d->right - d->left) * (d->bottom - d->top));
    for (int k = 0; k < 3; k++) // what the surroundings reflect is not its light
        sum[k] = m_max(sum[k] - (round.count > 0 ? round.sum[k] / round.count * area : 0), 0) +
                 m_max(rim.sum[k] - by * round.sum[k], 0);
    float all = m_max(sum[0] + sum[1] + sum[2], 1), most = 1;
    for (int k = 0; k < 3; k++) {
        float others = (sum[(k + 1) % 3] + sum[(k + 2) % 3]) / 2;
        best = m_max(best, (sum[k] - others) / all), most = m_max(most, sum[k]);
    }
    spot->red = (uint8_t)m_round(255 * sum[0] / most), spot->green = (uint8_t)m_round(255 * sum[1] / most);
    spot->blue = (uint8_t)m_round(255 * sum[2] / most);
    return best;
}

static void judge(const struct looked *l, const struct dot *d, struct spots *out) {
    const struct lasers_config *c = l->config;
    float pixels = (float)l->width * (float)l->height;
    if ((float)d->count > c->share * pixels) return;
    struct spot spot = {.kind = SPOT_LASER};
    struct light round = light_round(l, d, 4, 9);
    if (!(round.count > 0) || round.strongest / round.count * c->brighter > (float)c->value) return;
    float is = coloured(l, d, &spot);
    if (is < c->coloured) return;
    spot.x = (float)(d->left + d->right) / 2 / (float)l->width;
    spot.y = (float)(d->top + d->bottom) / 2 / (float)l->height;
    spot.share = (float)d->count / pixels, spot.certainty = m_clamp(is, 0, 1);
    keep(out, &spot);
}

void lasers_find(const uint8_t *rgb, uint32_t width, uint32_t height, const struct lasers_config *config,
                 struct spots *out) {
    enum { DOTS = 64 };
    struct looked l = {rgb, width, height, config};
    struct dot seen[DOTS];
    uint32_t count = 0, tries = 0;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            if (!bright(&l, x, y)) continue;
            if ((x && bright(&l, x - 1, y)) || (y && bright(&l, x, y - 1))) continue; // no upper left corner
            bool known = false;
            for (uint32_t i = 0; i < count && !known; i++)
                known = x >= seen[i].left && x < seen[i].right && y >= seen[i].top && y < seen[i].bottom;
            struct dot d;
            if (known) continue;
            if (++tries > 4 * DOTS || count == DOTS) return; // a picture full of glitter shows no laser
            if (!gather(&l, x, y, &d)) continue;
            seen[count++] = d;
            judge(&l, &d, out);
        }
}
