#include "sense/see/motion.h"

#include "base/maths/maths.h"

#define ALL_AT_ONCE 0.6f
enum { WIDE = 160, HIGH = 90, LEAST_NEIGHBOURS = 2 };

struct motion_config motion_defaults(void) {
    return (struct motion_config){.horizontal = 0.2f,
                                  .vertical = 0.3f,
                                  .ratio = 1.5f,
                                  .least_grey = 10,
                                  .least_share = 0.0015f,
                                  .increase = 2.0f,
                                  .decrease = 0.2f,
                                  .most = 3.0f,
                                  .steady = 0.8f};
}

struct small {
    uint8_t grey[HIGH][WIDE];
};

// The mean of what each place covers.
static void shrink(const struct see_picture *p, struct small *out) {
    for (uint32_t y = 0; y < HIGH; y++)
        for (uint32_t x = 0; x < WIDE; x++) {
            uint32_t x0 = x * p->width / WIDE, x1 = (x + 1) * p->width / WIDE;
            uint32_t y0 = y * p->height / HIGH, y1 = (y + 1) * p->height / HIGH, sum = 0;
            if (x1 <= x0) x1 = x0 + 1;
            if (y1 <= y0) y1 = y0 + 1;
            for (uint32_t sy = y0; sy < y1; sy++)
                for (uint32_t sx = x0; sx < x1; sx++) sum += p->grey[(size_t)sy * p->width + sx];
            out->grey[y][x] = (uint8_t)(sum / ((x1 - x0) * (y1 - y0)));
        }
}

// How much brighter the second is as a whole: another exposure, or a lamp.
static float gain_between(const struct small *was, const struct small *is) {
    uint32_t before = 1, now = 1;
    for (uint32_t y = 0; y < HIGH; y++)
        for (uint32_t x = 0; x < WIDE; x++) before += was->grey[y][x], now += is->grey[y][x];
    return (float)now / (float)before;
}

static bool changed(const struct motion_config *c, float a, float b) {
    float low = m_min(a, b), high = a < b ? b : a;
    return high >= c->least_grey && high > c->ratio * m_max(low, 1);
}

struct gathered {
    float count, places, x, y;
};

static void gather(struct gathered *g, bool is, uint32_t x, uint32_t y) {
    g->places++;
    if (is) g->count++, g->x += (float)x + 0.5f, g->y += (float)y + 0.5f;
}

static struct motion_area area_of(const struct gathered *g) {
    if (!(g->count > 0)) return (struct motion_area){0};
    return (struct motion_area){g->count / m_max(g->places, 1), g->x / g->count / WIDE,
                                g->y / g->count / HIGH};
}

bool motion_between(const struct see_picture *before, const struct see_picture *now,
                    const struct motion_config *c, struct motion_areas *out) {
    static const struct motion_areas NONE;
    struct small was, is;
    struct gathered all[MOTION_REGIONS] = {{0}};
    bool moved[HIGH][WIDE];
    *out = NONE;
    if (before->width != now->width || before->height != now->height) return false;
    shrink(before, &was), shrink(now, &is);
    float gain = gain_between(&was, &is);
    for (uint32_t y = 0; y < HIGH; y++)
        for (uint32_t x = 0; x < WIDE; x++)
            moved[y][x] = changed(c, gain * (float)was.grey[y][x], is.grey[y][x]);
    uint32_t rim_x = (uint32_t)(c->horizontal * WIDE), rim_y = (uint32_t)(c->vertical * HIGH);
    for (uint32_t y = 0; y < HIGH; y++)
        for (uint32_t x = 0; x < WIDE; x++) {
            uint32_t beside = 0; // one alone is noise
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    uint32_t nx = x + (uint32_t)dx, ny = y + (uint32_t)dy;
                    beside += (dx || dy) && nx < WIDE && ny < HIGH && moved[ny][nx];
                }
            bool counts = moved[y][x] && beside >= LEAST_NEIGHBOURS;
            gather(&all[MOTION_ALL], counts, x, y);
            if (x < rim_x) gather(&all[MOTION_LEFT], counts, x, y);
            if (x >= WIDE - rim_x) gather(&all[MOTION_RIGHT], counts, x, y);
            if (y < rim_y) gather(&all[MOTION_TOP], counts, x, y);
            if (y >= HIGH - rim_y) gather(&all[MOTION_BOTTOM], counts, x, y);
            if (counts)
                out->lowest = (struct motion_area){1, ((float)x + 0.5f) / WIDE, ((float)y + 1) / HIGH};
        }
    for (int i = 0; i < MOTION_REGIONS; i++) out->at[i] = area_of(&all[i]);
    float share = out->at[MOTION_ALL].share; // what changes all at once is light, not something that moves
    if (share < c->least_share || share > ALL_AT_ONCE) *out = NONE;
    return true;
}

bool motion_follow(struct motion *m, const struct motion_config *c, const struct motion_areas *areas,
                   bool still) {
    bool any = false;
    for (int i = 0; i < MOTION_REGIONS; i++) {
        const struct motion_area *a = &areas->at[i];
        bool moves = still && a->share > c->least_share;
        // A hundredth of the picture that changes is a hand: at the usual increase it is told at once.
        float more = moves ? c->increase * m_min(a->share * 100, 1) : -c->decrease;
        m->score[i] = m_clamp(m->score[i] + more, 0, c->most);
        if (!moves) continue;
        struct vec2 at = vec2(a->x, a->y);
        float keep = m->middle[i].x > 0 && m->score[i] > more ? c->steady : 0;
        m->middle[i] = vec2_add(vec2_scale(m->middle[i], keep), vec2_scale(at, 1 - keep));
        any = true;
    }
    if (any) m->areas = *areas;
    return any && motion_in(m, MOTION_ALL);
}
