#include "run/check/mishaps.h"

#include "pleo/os/os.h"
#include "run/check/fall.h"

#include <stdlib.h>
#include <string.h>

struct watched {
    struct fall fall;
    bool powered;
    uint32_t log_next; // of a Pleo's lines
    bool met[MISHAP_KINDS];
};
struct mishaps {
    uint32_t robots, count;
    struct watched watched[SCENARIO_ROBOTS];
    struct mishap list[SCENARIO_ROBOTS * MISHAP_KINDS];
};

struct mishaps *mishaps_new(struct play *play) {
    struct mishaps *m = calloc(1, sizeof *m);
    if (m) m->robots = play_scenario(play)->robot_count;
    return m;
}

void mishaps_free(struct mishaps *m) { free(m); }
uint32_t mishaps_count(const struct mishaps *m) { return m->count; }
const struct mishap *mishaps_at(const struct mishaps *m, uint32_t index) { return &m->list[index]; }

// The first of its kind; NULL: not the first.
static struct mishap *meet(struct mishaps *m, uint32_t robot, enum mishap_kind kind, double since_s) {
    bool *met = &m->watched[robot].met[kind];
    if (*met) return NULL;
    *met = true;
    m->list[m->count] = (struct mishap){.kind = kind, .robot = robot, .since_s = since_s};
    return &m->list[m->count++];
}

static void look_at_body(struct mishaps *m, uint32_t robot, struct play *play, double now_s) {
    struct watched *w = &m->watched[robot];
    struct world_truth t;
    if (!world_truth(play_world(play), robot + 1, &t)) return;
    struct mishap *met = fall_step(&w->fall, &t, now_s) ? meet(m, robot, MISHAP_FELL, w->fall.since_s) : NULL;
    if (met)
        snprintf(met->said, sizeof met->said, "%s at %.3f, %.3f, %.3f m",
                 w->fall.lies ? "it lies" : "it is lower than it stood,", (double)t.pose.at.x,
                 (double)t.pose.at.y, (double)t.pose.at.z);
    met = w->powered && !t.powered && !t.on_charger ? meet(m, robot, MISHAP_EMPTY, now_s) : NULL;
    if (met)
        snprintf(met->said, sizeof met->said, "without power at %.3f, %.3f m", (double)t.pose.at.x,
                 (double)t.pose.at.y);
    w->powered = t.powered;
}

static void look_at_log(struct mishaps *m, uint32_t robot, struct play *play, double now_s) {
    int life = play_life(play, robot);
    struct soul *soul = life < 0 ? NULL : run_soul(play_run(play), (size_t)life);
    const char *line;
    while (soul && pleo_log_line(soul, &m->watched[robot].log_next, &line)) {
        if (strncmp(line, "ERROR: ", 7) != 0 && strncmp(line, "FATAL: ", 7) != 0) continue;
        struct mishap *met = meet(m, robot, MISHAP_SCRIPT, now_s);
        if (met) snprintf(met->said, sizeof met->said, "%s", line + 7);
    }
}

void mishaps_look(struct mishaps *m, struct play *play, int life) {
    double now_s = (double)play_now_us(play) / 1e6;
    for (uint32_t i = 0; i < m->robots; i++) {
        int own = play_life(play, i);
        if (own != life && (own >= 0 || life > 0)) continue; // a body without a soul: with the first one
        look_at_body(m, i, play, now_s);
        look_at_log(m, i, play, now_s);
    }
}
