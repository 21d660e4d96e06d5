// What a robot does with its body and what reaches its mind, as lines: of the views that a page is shown.
#include "robot/robot_internal.h"

#include "base/maths/maths.h"

static void say_tracks(struct mind_text *out, uint8_t tracks) {
    static const char *const TRACKS[] = {"head", "lift", "body", "face", "event", "lights", "sound"};
    const char *before = ", holds ";
    for (unsigned i = 0; i < sizeof TRACKS / sizeof *TRACKS; i++)
        if (tracks >> i & 1) mind_text_add(out, "%s%s", before, TRACKS[i]), before = ", ";
}

void robot_acts_text(const struct robot *robot, struct mind_text *out) {
    static const char *const RANKS[] = {"nobody", "idling", "a clip", "an action", "a reflex"};
    static const char *const DOORS[] = {"nobody",   "the scenario", "a command line",
                                        "a page",   "a program",    "a phone",
                                        "its mind", "a test",       "another action"};
    struct mind_acting_view v;
    robot_acting(robot, &v);
    mind_text_add(out, "wheels: %s, head: %s, lift: %s, lights: %s\n", RANKS[v.wheels], RANKS[v.head],
                  RANKS[v.lift], RANKS[v.lights]);
    for (uint32_t i = 0; i < v.actions_count; i++) {
        const struct mind_action_view *a = &v.actions[i];
        uint64_t now_us = (uint64_t)robot_tick(robot) * LIFE_TICK_US;
        mind_text_add(out, "%s, ", a->name);
        if (a->waits)
            mind_text_add(out, "%s", "waits");
        else
            mind_text_add(out, "for %.0f s", (double)(now_us - a->since_us) * 1e-6);
        mind_text_add(out, ", asked by %s", DOORS[a->door < sizeof DOORS / sizeof *DOORS ? a->door : 0]);
        say_tracks(out, a->tracks);
        if (a->tries > 1) mind_text_add(out, ", try %u", a->tries);
        mind_text_add(out, "%s", "\n");
    }
    if (!v.actions_count) mind_text_add(out, "%s", "It was asked for nothing that takes time.\n");
}

static void say_where(struct mind_text *out, float bearing_rad, float distance_m, float age_s) {
    float off = m_degrees(m_abs(bearing_rad));
    const char *way = off < 15 ? "ahead" : off < 60 ? "ahead " : off < 120 ? "" : "behind ";
    mind_text_add(out, ", %.0f cm %s", (double)distance_m * 100, off < 165 ? way : "behind it");
    if (off >= 15 && off < 165) mind_text_add(out, "to the %s", bearing_rad > 0 ? "left" : "right");
    if (age_s < 1)
        mind_text_add(out, "%s", ", seen now");
    else
        mind_text_add(out, ", seen %.0f %s ago", (double)(age_s < 90 ? age_s : age_s / 60),
                      age_s < 90 ? "s" : "min");
}

void robot_senses_text(const struct robot *robot, struct mind_text *out) {
    static const char *const KINDS[] = {"something", "cube", "charger", "marked thing", "obstacle"};
    struct mind_perceived_view v;
    size_t before = out->len;
    if (!robot_perceived(robot, &v)) return;
    for (uint32_t i = 0; i < v.faces_count; i++) {
        const struct mind_face *f = &v.faces[i];
        mind_text_add(out, "%s", f->name[0] ? f->name : "somebody");
        say_where(out, f->bearing_rad, f->distance_m, f->age_s);
        mind_text_add(out, "%s\n", f->contact ? ", looks at it" : "");
    }
    for (uint32_t i = 0; i < v.things_count; i++) {
        const struct mind_thing *t = &v.things[i];
        mind_text_add(out, "%s", KINDS[t->kind < sizeof KINDS / sizeof *KINDS ? t->kind : 0]);
        say_where(out, t->bearing_rad, t->distance_m, t->age_s);
        mind_text_add(out, "%s", "\n");
    }
    if (v.range_m > 0) mind_text_add(out, "something %.0f cm before its nose\n", (double)v.range_m * 100);
    if (v.charge >= 0) mind_text_add(out, "its battery at %.0f %%\n", (double)v.charge * 100);
    if (v.asked) mind_text_add(out, "%s", "somebody else moves it\n");
    if (v.shown) mind_text_add(out, "%s", "somebody else shows something on its face\n");
    if (out->len == before) mind_text_add(out, "%s", "Nothing reaches it.\n");
}
