#include "run/check/checks.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define TICK_S 0.04

struct check {
    bool seen, failed;
    double since_s;
    char said[160]; // what was found instead
};
struct checks {
    const struct scenario *scenario;
    struct check list[SCENARIO_EXPECTATIONS];
};

struct checks *checks_new(const struct scenario *scenario) {
    struct checks *c = calloc(1, sizeof *c);
    if (c) c->scenario = scenario;
    return c;
}

void checks_free(struct checks *c) { free(c); }

double checks_until_s(const struct scenario *s) {
    double until = 0;
    for (uint32_t i = 0; i < s->expectation_count; i++) {
        const struct scenario_expectation *e = &s->expectations[i];
        if (e->until_s + TICK_S > until) until = e->until_s + TICK_S; // the tick after it looks
    }
    return until;
}

static void fail(struct check *c, double now, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fail(struct check *c, double now, const char *format, ...) {
    va_list args;
    if (c->failed) return;
    c->failed = true, c->since_s = now;
    va_start(args, format);
    vsnprintf(c->said, sizeof c->said, format, args);
    va_end(args);
}

// ------------------------------------------------------------------------------------------------ events

static const char *result_name(uint32_t result) {
    const char *name = schema_value_name(&life_result_enum, result);
    return name ? name : "a result without a name";
}

static void look_at_event(struct check *c, const struct scenario *s, const struct scenario_expectation *e,
                          uint32_t robot, const struct life_event *event, double now) {
    if (e->kind == EXPECT_EVENT && event->kind == e->value && robot == e->robot) {
        bool in_time = now >= e->from_s && (e->until_s < 0 || now <= e->until_s);
        if (in_time && e->never) fail(c, now, "it came at %.2f s", now);
        c->seen |= in_time;
    }
    bool ended = e->kind == EXPECT_RESULT && event->kind == LIFE_EVENT_KIND_REQUEST_ENDED;
    if (!ended || event->cause != s->requests[e->request].envelope.ticket) return;
    if (c->seen) fail(c, now, "it ended twice");
    c->seen = true;
    uint32_t result = (uint32_t)event->numbers[1] << 24 | (uint32_t)event->numbers[2];
    if (result != e->value) fail(c, now, "it ended with %s at %.2f s", result_name(result), now);
    if (now < e->from_s || (e->until_s >= 0 && now > e->until_s)) fail(c, now, "it ended at %.2f s", now);
}

static void look_at_events(struct checks *all, struct play *play, uint32_t robot) {
    const struct scenario *s = all->scenario;
    int life = play_life(play, robot);
    struct soul *soul = life < 0 ? NULL : run_soul(play_run(play), (size_t)life);
    const struct life_event *events;
    uint32_t lost;
    size_t count = soul ? soul_events(soul, &events, &lost) : 0;
    for (size_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < s->expectation_count; i++)
            look_at_event(&all->list[i], s, &s->expectations[i], robot, &events[k],
                          (double)play_now_us(play) * 1e-6);
}

// ------------------------------------------------------------------------------------------------ the truth

static void look_at_place(struct check *c, const struct scenario_expectation *e, struct play *play) {
    struct pose is;
    double now = (double)play_now_us(play) * 1e-6;
    if (!world_where(play_world(play), e->what, &is)) return fail(c, now, "there is no \"%s\"", e->what);
    const float at[] = {is.at.x, is.at.y, is.at.z};
    double off = 0;
    for (int i = 0; i < 3; i++)
        if (e->asked >> i & 1) off += ((double)at[i] - e->numbers[i]) * ((double)at[i] - e->numbers[i]);
    float heading = quat_heading(is.turn);
    float turned = m_abs(angle_between(heading, m_radians((float)e->numbers[3])));
    bool turns = e->asked & 8 && (double)turned > e->within_rad;
    if (off > e->within_m * e->within_m || turns)
        fail(c, now, "it is at %.3f, %.3f, %.3f m, heading %.1f degrees", (double)at[0], (double)at[1],
             (double)at[2], (double)m_degrees(heading));
}

static void look_at_joints(struct check *c, const struct scenario_expectation *e, struct play *play) {
    struct world_truth t;
    double now = (double)play_now_us(play) * 1e-6;
    if (!world_truth(play_world(play), e->robot + 1, &t)) return fail(c, now, "there is no such robot");
    double is[] = {(double)m_degrees(t.head_rad), (double)t.lift_m * 1000};
    for (int i = 0; i < 2; i++)
        if (e->asked >> i & 1 && (is[i] - e->numbers[i] > e->within_m || e->numbers[i] - is[i] > e->within_m))
            fail(c, now, "its head is at %.1f degrees, its lift at %.1f mm", is[0], is[1]);
}

static void look_at_truth(struct check *c, const struct scenario_expectation *e, struct play *play) {
    struct pose is;
    double now = (double)play_now_us(play) * 1e-6;
    if (e->kind == EXPECT_PLACE) look_at_place(c, e, play);
    if (e->kind == EXPECT_JOINTS) look_at_joints(c, e, play);
    if (e->kind == EXPECT_STAYS &&
        (!world_where(play_world(play), e->what, &is) || (double)is.at.z < e->numbers[2]))
        fail(c, now, "at %.2f s it is not", now);
}

void checks_look(struct checks *all, struct play *play, int life) {
    const struct scenario *s = all->scenario;
    double now = (double)play_now_us(play) * 1e-6;
    for (uint32_t i = 0; i < s->robot_count; i++)
        if (life >= 0 && play_life(play, i) == life) look_at_events(all, play, i);
    if (life > 0) return;
    for (uint32_t i = 0; i < s->expectation_count; i++) {
        const struct scenario_expectation *e = &s->expectations[i];
        struct check *c = &all->list[i];
        if (e->kind < EXPECT_PLACE || now < e->from_s) continue;
        bool moment = e->until_s == e->from_s;
        if (e->kind == EXPECT_STAYS ? e->until_s >= 0 && now > e->until_s : !moment || c->seen) continue;
        c->seen = true;
        look_at_truth(c, e, play);
    }
}

// ------------------------------------------------------------------------------------------------ the end

static void conclude(struct check *c, const struct scenario_expectation *e, struct play *play) {
    double now = (double)play_now_us(play) * 1e-6;
    if (e->kind == EXPECT_RESULT && !c->seen) fail(c, now, "it did not end");
    if (e->kind == EXPECT_EVENT && !c->seen && !e->never) fail(c, now, "it did not come");
    if (e->kind == EXPECT_PLACE || e->kind == EXPECT_JOINTS) {
        if (e->until_s < 0)
            look_at_truth(c, e, play); // at the end
        else if (!c->seen)
            fail(c, now, "the play ended before %.2f s", e->from_s);
    }
}

void checks_end(struct checks *all, struct play *play) {
    for (uint32_t i = 0; i < all->scenario->expectation_count; i++)
        conclude(&all->list[i], &all->scenario->expectations[i], play);
}

bool checks_failed(const struct checks *all, uint32_t i, double *since_s, struct fault *fault) {
    const struct check *c = &all->list[i];
    if (i >= all->scenario->expectation_count || !c->failed) return false;
    *since_s = c->since_s;
    json_fault(all->scenario->expectations[i].place, fault, ERR_STATE, "this does not hold: %s", c->said);
    return true;
}

uint32_t checks_tell(struct checks *all, struct play *play, FILE *to) {
    const struct scenario *s = all->scenario;
    uint32_t failed = 0;
    double since_s;
    checks_end(all, play);
    for (uint32_t i = 0; i < s->expectation_count; i++) {
        struct fault fault = {0};
        char words[600];
        if (!checks_failed(all, i, &since_s, &fault)) continue;
        fprintf(to, "%s\n", fault_text(&fault, words, sizeof words));
        failed++;
    }
    fprintf(to, "%" PRIu32 " of %" PRIu32 " expectations hold\n", s->expectation_count - failed,
            s->expectation_count);
    return failed;
}
