#include "codec/picture/blobs.h"

#include <string.h>

enum { CHANGED = 24, CELLS = BLOB_ACROSS * BLOB_DOWN };

// A colour is one whose other channels are weak against its strong ones; white has none that is weak.
const struct blob_map BLOB_PRESETS[BLOB_PRESETS_COUNT] = {
    [BLOB_RED] = {{255, 255, 255}, {60, 0, 0}, {95, 0, 0}, {0, 55, 55}, true},
    [BLOB_GREEN] = {{255, 255, 255}, {0, 45, 0}, {0, 95, 0}, {75, 0, 70}, true},
    [BLOB_BLUE] = {{255, 255, 255}, {0, 0, 50}, {0, 0, 95}, {60, 75, 0}, true},
    [BLOB_WHITE] = {{255, 255, 255}, {170, 170, 160}, {85, 85, 80}, {0, 0, 0}, true},
    [BLOB_YELLOW] = {{255, 255, 255}, {80, 70, 0}, {90, 75, 0}, {0, 0, 50}, true},
};

static void pixel(const struct pixels *p, uint32_t x, uint32_t y, uint8_t rgb[3]) {
    const uint8_t *at = pixels_at(p, x, y);
    for (int c = 0; c < 3; c++) rgb[c] = at[p->channels >= 3 ? c : 0];
}

static bool is(const struct blob_map *map, const uint8_t rgb[3]) {
    unsigned brightest = rgb[0] > rgb[1] ? rgb[0] : rgb[1];
    if (rgb[2] > brightest) brightest = rgb[2];
    for (int c = 0; c < 3; c++) {
        unsigned share = rgb[c] * 100u;
        if (rgb[c] > map->high[c] || rgb[c] < map->low[c] || share < map->share[c] * brightest) return false;
        if (map->most[c] && share > map->most[c] * brightest) return false;
    }
    return true;
}

struct span {
    uint32_t from, to; // pixels, the last one not in it
};
static struct span span(uint32_t cell, uint32_t cells, uint32_t pixels) {
    return (struct span){cell * pixels / cells, (cell + 1) * pixels / cells};
}

// Half of a cell and more.
static void fill(const struct pixels *p, const struct blob_map *map, bool cells[CELLS]) {
    for (uint32_t cy = 0; cy < BLOB_DOWN; cy++)
        for (uint32_t cx = 0; cx < BLOB_ACROSS; cx++) {
            struct span x = span(cx, BLOB_ACROSS, p->width), y = span(cy, BLOB_DOWN, p->height);
            uint32_t all = (x.to - x.from) * (y.to - y.from), like = 0;
            for (uint32_t j = y.from; j < y.to; j++)
                for (uint32_t i = x.from; i < x.to; i++) {
                    uint8_t rgb[3];
                    pixel(p, i, j, rgb);
                    like += is(map, rgb);
                }
            cells[cy * BLOB_ACROSS + cx] = all && 2 * like >= all;
        }
}

// The patch that hangs together from here; its cells are emptied.
static struct blob patch(const struct pixels *p, bool cells[CELLS], uint16_t start) {
    static const int STEPS[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    uint16_t todo[CELLS];
    uint32_t count = 0, x1 = BLOB_ACROSS, x2 = 0, y1 = BLOB_DOWN, y2 = 0;
    struct blob b = {0};
    todo[count++] = start;
    cells[start] = false;
    while (count) {
        uint32_t at = todo[--count], x = at % BLOB_ACROSS, y = at / BLOB_ACROSS;
        b.cells++;
        x1 = x < x1 ? x : x1, x2 = x > x2 ? x : x2, y1 = y < y1 ? y : y1, y2 = y > y2 ? y : y2;
        for (int i = 0; i < 4; i++) {
            int nx = (int)x + STEPS[i][0], ny = (int)y + STEPS[i][1];
            if (nx < 0 || ny < 0 || nx >= BLOB_ACROSS || ny >= BLOB_DOWN) continue;
            uint32_t next = (uint32_t)ny * BLOB_ACROSS + (uint32_t)nx;
            if (cells[next]) cells[next] = false, todo[count++] = (uint16_t)next;
        }
    }
    b.x1 = (uint16_t)span(x1, BLOB_ACROSS, p->width).from,
    b.y1 = (uint16_t)span(y1, BLOB_DOWN, p->height).from;
    b.x2 = (uint16_t)(span(x2, BLOB_ACROSS, p->width).to - 1);
    b.y2 = (uint16_t)(span(y2, BLOB_DOWN, p->height).to - 1);
    return b;
}

static bool empty(const struct pixels *p) { return p->width < BLOB_ACROSS || p->height < BLOB_DOWN; }

uint32_t blobs_find(const struct pixels *p, const struct blob_map map[BLOB_COLOURS],
                    struct blob out[BLOB_COLOURS]) {
    uint32_t count = 0;
    bool cells[CELLS];
    for (uint8_t entry = 0; entry < BLOB_COLOURS && !empty(p); entry++) {
        if (!map[entry].used) continue;
        struct blob best = {0};
        fill(p, &map[entry], cells);
        for (int i = 0; i < CELLS; i++) {
            if (!cells[i]) continue;
            struct blob b = patch(p, cells, (uint16_t)i);
            if (b.cells > best.cells) best = b;
        }
        if (!best.cells) continue;
        best.entry = entry;
        out[count++] = best;
    }
    return count;
}

static uint8_t byte(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

struct blob_mean blobs_mean(const struct pixels *p, uint32_t x1, uint32_t y1, uint32_t x2, uint32_t y2) {
    uint64_t sum[3] = {0}, n = 0;
    for (uint32_t y = y1; y <= y2 && y < p->height; y++)
        for (uint32_t x = x1; x <= x2 && x < p->width; x++) {
            uint8_t rgb[3];
            pixel(p, x, y, rgb);
            for (int c = 0; c < 3; c++) sum[c] += rgb[c];
            n++;
        }
    if (!n) return (struct blob_mean){0, 128, 128};
    int r = (int)(sum[0] / n), g = (int)(sum[1] / n), b = (int)(sum[2] / n);
    return (struct blob_mean){byte((299 * r + 587 * g + 114 * b + 500) / 1000),
                              byte(128 + (-169 * r - 331 * g + 500 * b) / 1000),
                              byte(128 + (500 * r - 419 * g - 81 * b) / 1000)};
}

static bool far(int a, int b) { return a > b + CHANGED || b > a + CHANGED; }

float blobs_moved(struct blob_scene *before, const struct pixels *p) {
    if (empty(p)) return 0;
    uint32_t changed = 0;
    for (uint32_t cy = 0; cy < BLOB_DOWN; cy++)
        for (uint32_t cx = 0; cx < BLOB_ACROSS; cx++) {
            struct span x = span(cx, BLOB_ACROSS, p->width), y = span(cy, BLOB_DOWN, p->height);
            struct blob_mean now = blobs_mean(p, x.from, y.from, x.to - 1, y.to - 1),
                             *then = &before->cells[cy][cx];
            changed += far(now.y, then->y) || far(now.u, then->u) || far(now.v, then->v);
            *then = now;
        }
    bool seen = before->seen;
    before->seen = true;
    return seen ? (float)changed / CELLS : 0;
}
