#include "sense/feel/edges.h"

static const struct knob LIST[] = {
    KNOB_F32(struct edges_config, edge_share, "", 0, 1, 0.25,
             "less light than this share of the usual is an edge"),
    KNOB_F32(struct edges_config, line_low_share, "", 0, 1, 0.9, "less than this share is a line …"),
    KNOB_F32(struct edges_config, line_high_share, "", 1, 10, 1.1, "… and more than this is one, too"),
    KNOB_U32(struct edges_config, learn_ticks, "ticks", 1, 10000, 30, "how slowly the usual follows"),
    KNOB_U32(struct edges_config, line_slower, "", 1, 100, 4, "so many times more slowly over a line"),
    KNOB_U32(struct edges_config, line_ms, "ms", 0, 5000, 30, "how long a line lasts before it is told"),
    KNOB_U32(struct edges_config, line_end_ms, "ms", 0, 5000, 200,
             "how long its end lasts before it is told"),
    KNOB_U32(struct edges_config, level_deg, "degrees", 1, 45, 5,
             "tilted more, nothing is learned of the floor"),
};
const struct knobs EDGES_KNOBS = {"edges", LIST, sizeof LIST / sizeof *LIST, sizeof(struct edges_config)};

static bool sees(const struct body_senses *s, const struct edges_config *c, uint32_t count) {
    enum {
        BLIND = BODY_STATUS_PICKED_UP | BODY_STATUS_FALLING | BODY_STATUS_SENSORS_SAVED | BODY_STATUS_AWAY
    };
    float level = m_radians((float)c->level_deg);
    return s->time_us && count && s->cliffs_count >= count && s->motion_count && !(s->status & BLIND) &&
           m_abs(s->motion[0].pitch_rad) < level && m_abs(s->motion[0].roll_rad) < level;
}

static void look(struct edges *e, const struct edges_config *c, uint32_t i, float reads) {
    bool knows = e->readings >= c->learn_ticks;
    float share = e->usual[i] > 0.01f ? reads / e->usual[i] : 1, slow = (float)c->learn_ticks;
    bool gone = knows && share < c->edge_share;
    bool line = knows && !gone && (share < c->line_low_share || share > c->line_high_share);
    if (gone) e->gone |= 1u << i;
    if (line) e->lines |= 1u << i;
    if (gone) return;
    // What lasts is the floor.
    e->usual[i] += (reads - e->usual[i]) / (!knows ? (float)(e->readings + 1)
                                            : line ? slow * (float)c->line_slower
                                                   : slow);
}

static void tell_lines(struct edges *e, const struct edges_config *c, uint64_t now) {
    e->line_us = !e->lines ? 0 : e->line_us ? e->line_us : now;
    e->clear_us = e->lines ? 0 : e->clear_us ? e->clear_us : now;
    if (!e->on_line && e->line_us && now - e->line_us >= c->line_ms * 1000ull)
        e->on_line = 1, e->told = EDGES_LINE;
    if (e->on_line && e->clear_us && now - e->clear_us >= c->line_end_ms * 1000ull)
        e->on_line = 0, e->told = EDGES_LINE_GONE;
}

void edges_step(struct edges *e, const struct edges_config *c, const struct body_senses *s,
                const struct body_model *model) {
    uint32_t count = model->cliff_count < EDGES_SENSORS ? model->cliff_count : EDGES_SENSORS;
    e->gone = e->lines = e->told = 0;
    e->seen = sees(s, c, count);
    for (uint32_t i = 0; e->seen && i < count; i++)
        if (!m_finite(s->cliffs[i])) e->seen = 0;
    if (!e->seen) return;
    for (uint32_t i = 0; i < count; i++) look(e, c, i, s->cliffs[i]);
    if (e->readings < c->learn_ticks) e->readings++;
    tell_lines(e, c, s->time_us);
}
