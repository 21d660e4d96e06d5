#include "stage/draw/annotate.h"

#include "base/maths/maths.h"
#include "stage/draw/font.h"

#include <stddef.h>

enum { EDGE = 2, LETTERS = 1, FAR = 1 << 14 };

struct pen {
    const struct pixels *on;
    struct rgb colour;
};

static void put(void *user, int x, int y, unsigned size) {
    const struct pen *pen = user;
    for (int row = y; row < y + (int)size; row++)
        for (int column = x; column < x + (int)size; column++) {
            if (column < 0 || row < 0 || column >= (int)pen->on->width || row >= (int)pen->on->height)
                continue;
            uint8_t *at = pixels_at(pen->on, (unsigned)column, (unsigned)row);
            const struct rgb c = pen->colour;
            if (pen->on->channels >= 3)
                at[0] = c.r, at[1] = c.g, at[2] = c.b;
            else
                at[0] = (uint8_t)((299u * c.r + 587u * c.g + 114u * c.b) / 1000);
        }
}

static void side(struct pen *pen, const float from[2], const float to[2]) {
    float x = to[0] - from[0], y = to[1] - from[1];
    int steps = (int)m_clamp(m_max(m_abs(x), m_abs(y)), 1, FAR);
    for (int i = 0; i <= steps; i++) {
        float share = (float)i / (float)steps;
        put(pen, (int)m_floor(from[0] + x * share), (int)m_floor(from[1] + y * share), EDGE);
    }
}

void annotate(const struct pixels *picture, const struct annotation *what) {
    static const int ROUND[] = {0, 1, 3, 2, 0};
    struct pen pen = {picture, what->colour};
    float left = FAR, top = FAR, at[4][2];
    for (int i = 0; i < 4; i++) {
        if (!m_finite(what->corners[i][0]) || !m_finite(what->corners[i][1])) return;
        at[i][0] = m_clamp(what->corners[i][0], -FAR, FAR),
        at[i][1] = m_clamp(what->corners[i][1], -FAR, FAR);
        left = m_min(left, at[i][0]), top = m_min(top, at[i][1]);
    }
    for (int i = 0; i < 4; i++) side(&pen, at[ROUND[i]], at[ROUND[i + 1]]);
    if (!what->words || !picture->height) return;
    // Above it, or within the picture's upper edge.
    int x = (int)m_max(left, 1), y = (int)m_max(top - FONT_HEIGHT - 2, 1);
    struct pen shadow = {picture, {0, 0, 0}};
    font_draw(x + 1, y + 1, LETTERS, what->words, put, &shadow);
    font_draw(x, y, LETTERS, what->words, put, &pen);
}
