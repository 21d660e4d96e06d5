#include "brainstem/cliff.h"

static const struct knob LIST[] = {
    KNOB_F32(struct cliff_config, edge_share, "", 0, 1, 0.25,
             "less light than this share of the usual floor is an edge"),
    KNOB_F32(struct cliff_config, edge_back_share, "", 0, 1, 0.4, "and is none any more above this share"),
    KNOB_F32(struct cliff_config, line_low_share, "", 0, 1, 0.9, "less than this share is a line …"),
    KNOB_F32(struct cliff_config, line_high_share, "", 1, 10, 1.1, "… and more than this is one, too"),
    KNOB_F32(struct cliff_config, gone_s, "s", 0, 1, 0.01, "how long an edge must last"),
    KNOB_F32(struct cliff_config, back_s, "s", 0, 5, 0.05, "how long its end must last"),
    KNOB_F32(struct cliff_config, learn_s, "s", 0.05, 600, 2.0,
             "how slowly the usual floor follows a darker one"),
    KNOB_F32(struct cliff_config, lighter_s, "s", 0.05, 600, 10.0,
             "how long it drives over a lighter one until that is the usual floor"),
};
const struct knobs CLIFF_KNOBS = {"cliff", LIST, sizeof LIST / sizeof *LIST, sizeof(struct cliff_config)};

void cliff_init(struct cliff *c, const struct body_model *model) {
    *c = (struct cliff){0};
    knobs_defaults(&CLIFF_KNOBS, &c->config);
    for (int i = 0; i < 4; i++) c->floor[i] = model->cliff_floor_counts;
}

static void look(struct cliff *c, uint32_t i, float reading, bool rolls, float dt) {
    uint8_t bit = (uint8_t)(1u << i);
    bool low = reading < c->floor[i] * (c->gone & bit ? c->config.edge_back_share : c->config.edge_share);
    c->low_s[i] = low ? c->low_s[i] + dt : 0;
    c->high_s[i] = low ? 0 : c->high_s[i] + dt;
    if (!(c->gone & bit) && c->low_s[i] >= c->config.gone_s) {
        c->gone |= bit;
        c->came = true;
    }
    if (c->gone & bit && c->high_s[i] >= c->config.back_s) c->gone &= (uint8_t)~bit;
    bool line = !low && (reading < c->floor[i] * c->config.line_low_share ||
                         reading > c->floor[i] * c->config.line_high_share);
    c->lines = (uint8_t)(line ? c->lines | bit : c->lines & ~bit);
    if (low || c->gone & bit) return;
    bool lighter = reading > c->floor[i];
    float follow_s = !lighter ? c->config.learn_s : rolls ? c->config.lighter_s : 1e9f;
    c->floor[i] += (reading - c->floor[i]) * m_min(dt / follow_s, 1);
}

void cliff_step(struct cliff *c, const uint16_t *counts, uint32_t count, bool rolls, float dt_s) {
    c->came = false;
    for (uint32_t i = 0; i < count && i < 4; i++) look(c, i, counts[i], rolls, dt_s);
}
