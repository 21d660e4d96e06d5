#include "run/sweep/live.h"

#include "run/check/accuracy.h"
#include "run/check/checks.h"
#include "run/check/living.h"
#include "run/check/mishaps.h"
#include "run/sweep/plan_internal.h"

#include <math.h>
#include <string.h>

enum { SLICE_US = 2000000 };

struct witness {
    struct play *play;
    struct living *living;
    struct accuracy *accuracy; // NULL: not asked for
    struct checks *checks;
    struct mishaps *mishaps;
    double stuck_s[SCENARIO_ROBOTS]; // since when it was stuck, at first; below 0: never
    double refused_s;                // when the world first refused something
};

struct scenario *sweep_scenario(const struct sweep_plan *plan, struct fault *fault) {
    return scenario_read(plan->source, plan->file, NULL, 0, fault);
}

static void witness_watch(void *user, struct play *play, int life) {
    struct witness *w = user;
    living_look(w->living, play, life);
    if (w->accuracy) accuracy_look(w->accuracy, play, life);
    checks_look(w->checks, play, life);
    mishaps_look(w->mishaps, play, life);
    if (!w->refused_s && play_trouble(play)->err) w->refused_s = (double)play_now_us(play) / 1e6;
    for (uint32_t i = 0; life >= 0 && i < play_scenario(play)->robot_count; i++)
        if (w->stuck_s[i] < 0 && play_life(play, i) == life) w->stuck_s[i] = living_stuck_s(w->living, i);
}

static void witness_free(struct witness *w) {
    mishaps_free(w->mishaps);
    checks_free(w->checks);
    accuracy_free(w->accuracy);
    living_free(w->living);
}

static enum err witness_begin(struct witness *w, const struct sweep_plan *plan,
                              const struct scenario *scenario, struct fault *fault) {
    w->living = living_new(w->play);
    w->accuracy = plan->accuracy ? accuracy_new(w->play) : NULL;
    w->checks = checks_new(scenario);
    w->mishaps = mishaps_new(w->play);
    for (uint32_t i = 0; i < SCENARIO_ROBOTS; i++) w->stuck_s[i] = -1;
    bool ready = w->living && w->checks && w->mishaps && (w->accuracy || !plan->accuracy);
    return ready ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for figures");
}

// ------------------------------------------------------------------------------------------------ counting

struct noting {
    const struct sweep_plan *plan;
    struct sweep_life *life;
    uint32_t next;
};

// Rooms tell their figures in one order always: that of the plan.
static void note_figure(void *user, const struct figure *f) {
    struct noting *n = user;
    if (n->next < n->plan->figure_count) n->life->figures[n->next++] = isfinite(f->is) ? f->is : (double)NAN;
}

static void note_failures(const struct witness *w, const struct scenario *s, struct sweep_life *out) {
    static const enum sweep_failing KINDS[MISHAP_KINDS] = {
        [MISHAP_FELL] = SWEEP_FELL, [MISHAP_EMPTY] = SWEEP_EMPTY, [MISHAP_SCRIPT] = SWEEP_SCRIPT};
    for (uint32_t i = 0; i < mishaps_count(w->mishaps); i++) {
        const struct mishap *m = mishaps_at(w->mishaps, i);
        sweep_life_fail(out, KINDS[m->kind], m->since_s, s->robots[m->robot].name, m->said);
    }
    for (uint32_t i = 0; i < s->expectation_count; i++) {
        double since_s = 0;
        struct fault said = {0};
        if (checks_failed(w->checks, i, &since_s, &said))
            sweep_life_fail(out, SWEEP_EXPECTED, since_s, said.path, said.said);
    }
    for (uint32_t i = 0; i < s->robot_count; i++)
        if (w->stuck_s[i] >= 0)
            sweep_life_fail(out, SWEEP_STUCK, w->stuck_s[i], s->robots[i].name, "its treads moved in vain");
}

static void conclude(struct witness *w, const struct sweep_plan *plan, const struct scenario *s, enum err err,
                     struct sweep_life *out) {
    struct noting n = {.plan = plan, .life = out};
    for (uint32_t i = 0; i < s->robot_count; i++) {
        if (sweep_has_character(w->play, i)) living_figures(w->living, i, note_figure, &n);
        if (w->accuracy) accuracy_figures(w->accuracy, i, note_figure, &n);
    }
    checks_end(w->checks, w->play);
    note_failures(w, s, out);
    out->seconds = (double)play_now_us(w->play) / 1e6;
    out->hash = world_hash(play_world(w->play)), out->ended = true;
    const struct fault *trouble = play_trouble(w->play);
    if (trouble->err) sweep_life_fail(out, SWEEP_REFUSED, w->refused_s, trouble->path, trouble->said);
    if (err) sweep_life_fail(out, SWEEP_CRASHED, out->seconds, "play", err_name(err));
}

enum err sweep_live(const struct sweep_plan *plan, const struct scenario *scenario, uint32_t number,
                    const struct sweep_watch *watch, struct sweep_life *out, struct fault *fault) {
    struct witness w = {0};
    struct play_config config;
    struct buf settings = {0};
    sweep_life_begin(out, plan, number);
    sweep_plan_settings(plan, sweep_plan_variant_of(plan, number), &settings);
    if (settings.err) return buf_free(&settings), fault_set(fault, ERR_MEMORY, "no memory for a life");
    sweep_plan_play(plan, number, &settings, &config);
    config.watch = witness_watch, config.user = &w;
    if (watch) config.record = watch->record, config.media = watch->media;
    w.play = play_new(scenario, &config, fault);
    enum err err = w.play                ? witness_begin(&w, plan, scenario, fault)
                   : fault && fault->err ? fault->err
                                         : ERR_MEMORY;
    enum err ended = ERR_NONE;
    int64_t end = (int64_t)(plan->seconds * 1e6);
    while (!err && !ended && play_now_us(w.play) < end) {
        int64_t left = end - play_now_us(w.play);
        ended = play_for(w.play, left < SLICE_US ? left : SLICE_US);
        if (watch && !watch->passed(watch->user, (double)play_now_us(w.play) / 1e6)) err = ERR_CANCELLED;
    }
    if (!err) conclude(&w, plan, scenario, ended == ERR_CLOSED ? ERR_NONE : ended, out);
    witness_free(&w);
    enum err kept = play_free(w.play, err ? NULL : fault);
    buf_free(&settings);
    return err ? err : kept;
}
