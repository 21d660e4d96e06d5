// What viewers are told of a robot's settings: what its owner chose and whom it knows, when that changed; and
// on asking every knob that this life was begun with.
#include "door/dashboard_internal.h"
#include "robot/robot.h"
#include "run/settings/settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dashboard_settings(const struct dashboard *page, uint32_t number, struct live_settings *out) {
    struct soul *soul = dashboard_soul(page, number);
    const struct robot *robot = soul ? robot_of(soul) : NULL;
    struct robot_keep keep;
    memset(out, 0, sizeof *out); // they are compared as bytes
    out->robot = (uint8_t)number;
    if (!robot) return false;
    robot_keep(robot, &keep);
    const struct life_owner *o = &keep.owner;
    text_copy(text_of(o->home), out->home, sizeof out->home);
    text_copy(text_of(o->locale), out->locale, sizeof out->locale);
    out->clock_24 = o->clock_24, out->fahrenheit = o->fahrenheit, out->button_alexa = o->button_alexa;
    out->features_on = o->features_on, out->features_off = o->features_off;
    out->zone_s = o->zone_s, out->zone_known = o->zone_known, out->serial = o->serial;
    out->born_s = o->age_s - (uint32_t)((uint64_t)robot_tick(robot) * LIFE_TICK_US / 1000000);
    out->volume = keep.volume, out->eye_colour = keep.eye_colour;
    for (uint32_t i = 0; i < keep.known_count && i < sizeof out->people / sizeof *out->people; i++) {
        struct live_acquaintance *a = &out->people[out->people_count++];
        a->id = keep.known[i].id;
        snprintf(a->face, sizeof a->face, "%" PRIu64, keep.known[i].face);
        text_copy(text_of(keep.known[i].name), a->name, sizeof a->name);
    }
    return true;
}

static void add_set(const struct knob_set *is, const struct knob_set *was, struct live_knob_list *out) {
    for (size_t i = 0; i < is->knobs->count; i++) {
        const struct knob *k = &is->knobs->list[i];
        if (out->knobs_count == sizeof out->knobs / sizeof *out->knobs) return;
        struct live_knob *to = &out->knobs[out->knobs_count++];
        to->set = text_of(is->knobs->name), to->name = text_of(k->name);
        to->unit = text_of(k->unit ? k->unit : ""), to->line = text_of(k->help ? k->help : "");
        to->low = k->low, to->high = k->high;
        knobs_get(is->knobs, is->config, k->name, to->value, sizeof to->value);
        knobs_get(was->knobs, was->config, k->name, to->usual, sizeof to->usual);
    }
}

void dashboard_knobs(struct dashboard *page, struct ws *ws, uint32_t number, struct fault *fault) {
    struct soul *soul = dashboard_soul(page, number);
    const struct settings *its = soul && robot_of(soul) ? play_settings(page->play, number - 1) : NULL;
    struct live_knob_list *out = its ? calloc(1, sizeof *out) : NULL;
    if (!its) {
        fault_set(fault, ERR_STATE, "nothing of it can be set");
        return;
    }
    if (!out) {
        fault_set(fault, ERR_MEMORY, "no memory for its knobs");
        return;
    }
    struct settings now = *its, usual;
    struct knob_set sets[SETTINGS_SETS], usually[SETTINGS_SETS];
    settings_start(&usual, play_scenario(page->play)->robots[number - 1].creature);
    uint32_t count = settings_sets(&now, sets);
    settings_sets(&usual, usually);
    out->robot = (uint8_t)number;
    for (uint32_t i = 0; i < count; i++) add_set(&sets[i], &usually[i], out);
    dashboard_send(page, ws, &live_knob_list_schema, out, false);
    free(out);
}
