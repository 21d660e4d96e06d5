#include "mind/mood/mood.h"

#include "base/maths/maths.h"

#include <string.h>

#define MOVED_MUCH ((double)0.05f) // as data are read

enum err mood_start(struct mood *m, const struct moods *moods, struct fault *fault) {
    *m = (struct mood){.moods = moods};
    for (int i = 0; i < MOOD_EVENTS_LIVE; i++) m->arrived[i] = -1;
    m->simple = m->simple_before = mood_simple(m);
    if (moods->event_count <= MOOD_EVENTS_LIVE) return ERR_NONE;
    return fault_set(fault, ERR_LIMIT, "expected at most %d emotion events, found %u", MOOD_EVENTS_LIVE,
                     moods->event_count);
}

// Within its bounds; what would push it over them stands still.
static void settle(const struct mood_type *type, struct mood_feeling *f) {
    double low = (double)type->low, high = (double)type->high;
    if (f->value <= low) {
        f->value = low;
        if (f->velocity < 0) f->velocity = 0;
        if (f->acceleration < 0) f->acceleration = 0;
    }
    if (f->value >= high) {
        f->value = high;
        if (f->velocity > 0) f->velocity = 0;
        if (f->acceleration > 0) f->acceleration = 0;
    }
}

static void fade_by_time(const struct mood_type *type, struct mood_feeling *f, double seconds) {
    double before = graph_at(&type->decay, f->since, GRAPH_FLAT);
    if (before == 0) before = 1; // NOLINT: a nought that was written
    f->since += seconds;
    f->velocity = f->value / before * graph_slope(&type->decay, f->since, GRAPH_FLAT);
    f->acceleration = 0;
    f->value *= graph_at(&type->decay, f->since, GRAPH_FLAT) / before;
}

static void fade_by_value(const struct mood_type *type, struct mood_feeling *f, double seconds) {
    double sign = f->value < 0 ? -1 : 1, size = sign * f->value;
    size -= graph_at(&type->decay, size, GRAPH_FLAT) * seconds / 60;
    if (size < 0) size = 0;
    f->since += seconds;
    f->value = sign * size;
    f->velocity = size > 0 ? -sign * graph_at(&type->decay, size, GRAPH_FLAT) / 60 : 0;
    f->acceleration = size > 0 ? -sign * graph_slope(&type->decay, size, GRAPH_FLAT) / 60 : 0;
}

enum simple_mood mood_simple(const struct mood *m) {
    const struct mood_rule *rule = m->moods->kind->rules;
    for (; rule->type >= 0; rule++) {
        double value = m->feelings[rule->type].value, bound = (double)rule->bound;
        if (rule->below ? value < bound : value <= bound) break;
    }
    return rule->mood;
}

uint32_t mood_stir(const struct mood *m) { return (uint32_t)m->moods->kind->rules[0].type; }

static void notice_mood(struct mood *m) {
    enum simple_mood now = mood_simple(m);
    if (now == m->simple) return;
    m->simple_before = m->simple, m->simple = now;
    m->simple_since = m->clock;
}

static void sample(struct mood *m) {
    if (m->sample_count && m->clock - m->sampled < MOOD_SAMPLE_S) return;
    m->sampled = m->clock;
    float *row = m->samples[m->sample_count++ % MOOD_SAMPLES];
    for (uint32_t i = 0; i < m->moods->type_count; i++) row[i] = (float)m->feelings[i].value;
}

void mood_step(struct mood *m, double seconds) {
    m->clock += seconds;
    for (uint32_t i = 0; i < m->moods->type_count; i++) {
        const struct mood_type *type = &m->moods->types[i];
        struct mood_feeling *f = &m->feelings[i];
        if (f->held) continue;
        if (type->slope)
            fade_by_value(type, f, seconds);
        else
            fade_by_time(type, f, seconds);
        f->value += (double)type->rise * seconds / 60;
        settle(type, f);
    }
    notice_mood(m);
    sample(m);
}

static void move(struct mood *m, const struct mood_effect *effect, double share) {
    const struct mood_type *type = &m->moods->types[effect->number];
    struct mood_feeling *f = &m->feelings[effect->number];
    if (f->held) return;
    double by = (double)effect->value * share, before = f->value;
    f->value += by;
    settle(type, f);
    bool away = by * before > 0 || before == 0; // NOLINT
    if ((__builtin_fabs(by) > MOVED_MUCH && away) || before * f->value < 0) f->since = 0;
}

void mood_post(struct mood *m, const struct mood_event *event) {
    if (!event) return;
    size_t number = (size_t)(event - m->moods->events);
    if (number >= MOOD_EVENTS_LIVE || number >= m->moods->event_count) return;
    const struct graph *penalty = event->penalty.count ? &event->penalty : &m->moods->repetition;
    double since = m->arrived[number] < 0 ? 1e30 : m->clock - m->arrived[number];
    double share = graph_at(penalty, since, GRAPH_FLAT), before = m->feelings[mood_stir(m)].value;
    m->arrived[number] = m->clock;
    for (uint32_t i = 0; i < event->count; i++)
        if (event->effects[i].number >= 0) move(m, &event->effects[i], share);
    m->history[m->posted++ % MOOD_HISTORY] = (struct mood_posted){m->clock, (int32_t)number, (float)before,
                                                                  (float)m->feelings[mood_stir(m)].value};
    notice_mood(m);
}

double mood_value(const struct mood *m, const char *emotion) {
    const struct mood_type *type = moods_find(m->moods, text_of(emotion));
    return type ? m->feelings[type - m->moods->types].value : 0;
}

void mood_hold(struct mood *m, uint32_t type, bool held, double value) {
    if (type >= m->moods->type_count) return;
    m->feelings[type].held = held;
    if (held) m->feelings[type] = (struct mood_feeling){.value = value, .held = true};
    notice_mood(m);
}

const struct mood_event *mood_of_result(const struct moods *moods, const char *action, const char *category) {
    for (uint32_t i = 0; i < moods->result_count; i++)
        if (text_is(moods->results[i].action, action) && text_is(moods->results[i].category, category))
            return moods->results[i].number < 0 ? NULL : &moods->events[moods->results[i].number];
    return NULL;
}
