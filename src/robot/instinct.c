#include "robot/instinct.h"

#include "base/maths/chance.h"

#include <string.h>

#define TICKS_PER_S (1e6 / 33000)

// ------------------------------------------------------------------------------------------------ reading

static enum err kind_named(const struct json *row, enum life_event_kind *out, struct fault *fault) {
    struct text name;
    enum err err = json_get_text(row, "felt", &name, fault);
    if (err) return err;
    for (unsigned kind = 1; life_event_kind_name(kind); kind++)
        if (text_is(name, life_event_kind_name(kind))) return *out = (enum life_event_kind)kind, ERR_NONE;
    return json_fault(json_get(row, "felt"), fault, ERR_UNKNOWN, "nothing is felt that is called \"%.*s\"",
                      (int)name.len, name.at);
}

static enum err read_rows(struct instinct *in, const struct json *rows, struct fault *fault) {
    enum err err = ERR_NONE;
    for (const struct json *row = rows ? rows->first : NULL; row && !err; row = row->next) {
        int64_t urgency;
        if (in->count == INSTINCT_ROWS)
            return json_fault(row, fault, ERR_LIMIT, "at most %d reactions", INSTINCT_ROWS);
        err = kind_named(row, &in->rows[in->count].felt, fault);
        if (!err) err = json_get_text(row, "trigger", &in->rows[in->count].trigger, fault);
        if (!err) err = json_get_int(row, "urgency", INSTINCT_IDLE + 1, 255, &urgency, fault);
        if (!err) in->rows[in->count++].urgency = (uint8_t)urgency;
    }
    return err;
}

static enum err read_ticks(const struct json *object, const char *key, uint32_t *out, struct fault *fault) {
    double seconds;
    enum err err = json_get_number(object, key, 0.1, 86400, &seconds, fault);
    if (!err) *out = (uint32_t)(seconds * TICKS_PER_S);
    return err;
}

enum err instinct_read(struct instinct *in, const struct json *about, struct fault *fault) {
    const struct json *all = json_get(about, "instincts");
    *in = (struct instinct){0};
    if (!all) return ERR_NONE;
    const struct json *idle = json_get(all, "idle"), *sleep = json_get(all, "sleep");
    enum err err = read_rows(in, json_get(all, "reactions"), fault);
    if (!err && idle) err = json_get_text(idle, "trigger", &in->idle, fault);
    if (!err && idle) err = read_ticks(idle, "least_s", &in->idle_least, fault);
    if (!err && idle) err = read_ticks(idle, "most_s", &in->idle_most, fault);
    if (!err && sleep) err = read_ticks(sleep, "after_s", &in->sleep_after, fault);
    if (!err && sleep) err = json_get_text(sleep, "fall", &in->fall, fault);
    if (!err && sleep) err = json_get_text(sleep, "sleeping", &in->sleeping, fault);
    if (!err && sleep) err = json_get_text(sleep, "wake", &in->wake, fault);
    if (!err && in->idle_most < in->idle_least)
        err = json_fault(json_get(idle, "most_s"), fault, ERR_RANGE, "shorter than least_s");
    if (err) *in = (struct instinct){0};
    return err;
}

// ------------------------------------------------------------------------------------------------ living

static void wait(struct instinct *in, const struct instinct_now *now) {
    struct chance dice = chance_of(now->seed, chance_stream("idle"), now->tick);
    in->next_idle = now->tick + in->idle_least + chance_below(&dice, in->idle_most - in->idle_least + 1);
}

static const struct text *reaction(const struct instinct *in, const struct instinct_now *now,
                                   uint8_t *urgency, bool *moved) {
    const struct text *trigger = NULL;
    *urgency = 0;
    for (uint32_t i = 0; i < now->event_count; i++) {
        if (now->events[i].kind == LIFE_EVENT_KIND_REQUEST_BEGUN) *moved = true;
        for (uint32_t k = 0; k < in->count; k++) {
            if (in->rows[k].felt != now->events[i].kind) continue;
            *moved = true;
            if (in->rows[k].urgency > *urgency)
                trigger = &in->rows[k].trigger, *urgency = in->rows[k].urgency;
        }
    }
    return trigger;
}

// Each of these is remembered for ten seconds; three of them close together are too much.
enum {
    ANNOYED_TICKS = 303,
    FRUSTRATED_TICKS = 2 * ANNOYED_TICKS + 60,
    ANNOYED_MOST = 5 * ANNOYED_TICKS,
    LIVELY_TICKS = 450
};

static void remember(struct instinct *in, const struct instinct_now *now) {
    static const enum life_event_kind PLAGUES[] = {LIFE_EVENT_KIND_POKED, LIFE_EVENT_KIND_SHAKEN,
                                                   LIFE_EVENT_KIND_FALLEN_OVER, LIFE_EVENT_KIND_STALLED};
    if (in->annoyance) in->annoyance--;
    for (uint32_t i = 0; i < now->event_count; i++)
        for (size_t k = 0; k < sizeof PLAGUES / sizeof *PLAGUES; k++)
            if (now->events[i].kind == PLAGUES[k]) in->annoyance += ANNOYED_TICKS;
    if (in->annoyance > ANNOYED_MOST) in->annoyance = ANNOYED_MOST;
}

enum simple_mood instinct_mood(const struct instinct *in, uint32_t tick) {
    uint32_t quiet = tick - in->quiet_since;
    if (in->annoyance > FRUSTRATED_TICKS) return MOOD_FRUSTRATED;
    if (in->sleep_after && (in->asleep || quiet > in->sleep_after / 2)) return MOOD_LOW_STIM;
    return quiet < LIVELY_TICKS ? MOOD_HIGH_STIM : MOOD_MED_STIM;
}

bool instinct_step(struct instinct *in, const struct instinct_now *now, struct instinct_wish *wish) {
    bool moved = now->busy, slept = in->asleep;
    *wish = (struct instinct_wish){0};
    remember(in, now);
    const struct text *felt = reaction(in, now, &wish->urgency, &moved);
    if (moved) in->quiet_since = now->tick, in->asleep = false;
    if (moved || now->playing || now->shows) wait(in, now);
    if (felt) return wish->trigger = *felt, true;
    if (moved && slept) {
        *wish = (struct instinct_wish){in->wake, INSTINCT_IDLE + 1, false};
        return in->wake.len;
    }
    if (moved || now->playing || now->shows) return false;
    if (!in->asleep && in->sleep_after && now->tick - in->quiet_since >= in->sleep_after) {
        *wish = (struct instinct_wish){in->fall, INSTINCT_IDLE, true};
        return in->asleep = true;
    }
    if (!in->idle_most || now->tick < in->next_idle) return false;
    *wish = (struct instinct_wish){in->asleep ? in->sleeping : in->idle, INSTINCT_IDLE, in->asleep};
    return wish->trigger.len;
}
