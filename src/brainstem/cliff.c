#include "brainstem/cliff.h"

// Below a quarter of the usual floor is an edge; a fall of a tenth, or a rise, a line. An edge must last 10
// ms, its end 50 ms.
#define EDGE      0.25f
#define EDGE_BACK 0.4f
#define LINE_LOW  0.9f
#define LINE_HIGH 1.1f
#define GONE_S    0.010f
#define BACK_S    0.050f
#define LEARN_S   2.0f // how slowly the usual floor follows

void cliff_init(struct cliff *c, const struct body_model *model) {
    *c = (struct cliff){0};
    for (int i = 0; i < 4; i++) c->floor[i] = model->cliff_floor_counts;
}

static void look(struct cliff *c, uint32_t i, float reading, float dt) {
    uint8_t bit = (uint8_t)(1u << i);
    bool low = reading < c->floor[i] * (c->gone & bit ? EDGE_BACK : EDGE);
    c->low_s[i] = low ? c->low_s[i] + dt : 0;
    c->high_s[i] = low ? 0 : c->high_s[i] + dt;
    if (!(c->gone & bit) && c->low_s[i] >= GONE_S) {
        c->gone |= bit;
        c->came = true;
    }
    if (c->gone & bit && c->high_s[i] >= BACK_S) c->gone &= (uint8_t)~bit;
    bool line = !low && (reading < c->floor[i] * LINE_LOW || reading > c->floor[i] * LINE_HIGH);
    c->lines = (uint8_t)(line ? c->lines | bit : c->lines & ~bit);
    if (!low && !(c->gone & bit)) c->floor[i] += (reading - c->floor[i]) * m_min(dt / LEARN_S, 1);
}

void cliff_step(struct cliff *c, const uint16_t *counts, uint32_t count, float dt_s) {
    c->came = false;
    for (uint32_t i = 0; i < count && i < 4; i++) look(c, i, counts[i], dt_s);
}
