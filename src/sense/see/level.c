#include "sense/see/level.h"

#include "base/maths/maths.h"

#include <string.h>

enum { TILES = 8, GREYS = 256 };

struct mapping {
    uint8_t to[TILES][TILES][GREYS];
};

static void map_tile(const struct see_picture *p, uint32_t tx, uint32_t ty, float clip, uint8_t to[GREYS]) {
    uint32_t x0 = tx * p->width / TILES, x1 = (tx + 1) * p->width / TILES;
    uint32_t y0 = ty * p->height / TILES, y1 = (ty + 1) * p->height / TILES, bins[GREYS] = {0};
    uint32_t all = (x1 - x0) * (y1 - y0);
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++) bins[p->grey[(size_t)y * p->width + x]]++;
    uint32_t most = (uint32_t)m_max(clip * (float)all / GREYS, 1), over = 0;
    for (int i = 0; i < GREYS; i++)
        if (bins[i] > most) over += bins[i] - most, bins[i] = most;
    float each = (float)over / GREYS, sum = 0;
    for (int i = 0; i < GREYS; i++) {
        sum += (float)bins[i] + each;
        to[i] = (uint8_t)m_clamp(sum * 255 / m_max((float)all, 1), 0, 255);
    }
}

void level(const struct see_picture *p, float clip, uint8_t *out) {
    struct mapping m;
    for (uint32_t y = 0; y < TILES; y++)
        for (uint32_t x = 0; x < TILES; x++) map_tile(p, x, y, clip, m.to[y][x]);
    for (uint32_t y = 0; y < p->height; y++) {
        float fy = m_clamp(((float)y + 0.5f) * TILES / (float)p->height - 0.5f, 0, TILES - 1);
        uint32_t iy = (uint32_t)fy, jy = iy + 1 < TILES ? iy + 1 : iy;
        float by = fy - (float)iy;
        for (uint32_t x = 0; x < p->width; x++) {
            float fx = m_clamp(((float)x + 0.5f) * TILES / (float)p->width - 0.5f, 0, TILES - 1);
            uint32_t ix = (uint32_t)fx, jx = ix + 1 < TILES ? ix + 1 : ix;
            float bx = fx - (float)ix;
            uint8_t v = p->grey[(size_t)y * p->width + x];
            float above = (1 - bx) * m.to[iy][ix][v] + bx * m.to[iy][jx][v],
                  below = (1 - bx) * m.to[jy][ix][v] + bx * m.to[jy][jx][v];
            out[(size_t)y * p->width + x] = (uint8_t)((1 - by) * above + by * below + 0.5f);
        }
    }
}
