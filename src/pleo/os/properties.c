#include "pleo/os/os_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const SYSTEM[PROPERTY_SYSTEM] = {"none",
                                                    "arousal",
                                                    "valence",
                                                    "stance",
                                                    "age",
                                                    "damage",
                                                    "energy",
                                                    "health",
                                                    "mood",
                                                    "command",
                                                    "command_status",
                                                    "layer",
                                                    "probability",
                                                    "motion",
                                                    "command_pending",
                                                    "behavior_status",
                                                    "fatigue",
                                                    "direction",
                                                    "pose",
                                                    "sequence",
                                                    "platform",
                                                    "behavior",
                                                    "speed",
                                                    "neutral",
                                                    "pickedup",
                                                    "stand",
                                                    "liedown",
                                                    "trick_step",
                                                    "trick_id",
                                                    "sound",
                                                    "drive",
                                                    "motion_time",
                                                    "attn_track_weight",
                                                    "attn_hold_flags",
                                                    "cam_img_progress",
                                                    "attn_track_mindist",
                                                    "attn_track_move",
                                                    "attn_p2p_timeout"};

#define HEAD "pleo properties 1\n"

const char *property_name(struct pleo *p, uint16_t id, char out[40]) {
    const struct resource *r = NULL;
    if (id < PROPERTY_SYSTEM) return SYSTEM[id];
    for (int place = 0; place < APPS && !r; place++) r = apps_by_id(p, (enum app_place)place, id);
    snprintf(out, 40, "%s", r ? r->name : "");
    if (!r) snprintf(out, 40, "%u", id);
    return out;
}

static uint32_t place_of(const struct properties *s, int32_t id) {
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int32_t within(int32_t value) {
    return value > PROPERTY_MOST ? PROPERTY_MOST : value < -PROPERTY_MOST ? -PROPERTY_MOST : value;
}

// NULL: the id is none, or all places are taken.
static int32_t *slot(struct properties *s, int32_t id) {
    if (id <= 0 || id > 0xffff) return NULL;
    uint32_t at = place_of(s, id);
    if (at < s->count && s->ids[at] == id) return &s->values[at];
    if (s->count == PROPERTIES) return NULL;
    memmove(s->ids + at + 1, s->ids + at, (s->count - at) * sizeof *s->ids);
    memmove(s->values + at + 1, s->values + at, (s->count - at) * sizeof *s->values);
    s->ids[at] = (uint16_t)id, s->values[at] = 0;
    s->count++;
    return &s->values[at];
}

void properties_start(struct pleo *p) {
    p->properties.leaking = p->properties.reporting = true;
    for (int id = 1; id < PROPERTY_SYSTEM; id++) slot(&p->properties, id);
    property_put(p, PROPERTY_PLATFORM, 4); // published: a Pleo
    property_put(p, PROPERTY_COMMAND_STATUS, -1);
    property_put(p, PROPERTY_TRACK_WEIGHT, 4); // chosen: cells of the camera's grid
    property_put(p, PROPERTY_TRACK_DISTANCE, 1);
    property_put(p, PROPERTY_P2P_TIMEOUT, 10000);
}

int32_t property_value(const struct pleo *p, int32_t id) {
    const struct properties *s = &p->properties;
    uint32_t at = place_of(s, id);
    return id > 0 && at < s->count && s->ids[at] == id ? s->values[at] : PROPERTY_ERROR;
}

static void report(struct pleo *p, struct reporter *r, int32_t value) {
    bool moved = r->change > 0 && labs((long)value - r->told) >= r->change;
    bool crossed = (r->last < r->trigger) != (value < r->trigger);
    r->last = value;
    if (!moved && !crossed) return;
    r->told = value;
    machine_call(&p->machines.at[VM_SENSOR],
                 &(struct call){.kind = CALL_PROPERTY, .args = {p->ms, r->id, value}});
}

int32_t property_put(struct pleo *p, int32_t id, int32_t value) {
    int32_t *at = slot(&p->properties, id);
    if (!at) {
        log_say(p, LOG_WARNING, LOG_PROPERTY, "there is no room for property %d", id);
        return PROPERTY_ERROR;
    }
    int32_t before = *at;
    *at = within(value);
    for (int i = 0; i < REPORTERS && before != *at && p->properties.reporting; i++)
        if (p->properties.reporters[i].used && p->properties.reporters[i].id == id)
            report(p, &p->properties.reporters[i], *at);
    return before;
}

bool property_leak(struct pleo *p, int32_t id, int32_t delta, int32_t interval, int32_t high, int32_t low) {
    struct leak *free_one = NULL, *its = NULL;
    if (!slot(&p->properties, id)) return false;
    for (int i = 0; i < LEAKS; i++) {
        struct leak *leak = &p->properties.leaks[i];
        if (leak->used && leak->id == id) its = leak;
        if (!leak->used && !free_one) free_one = leak;
    }
    if (!its) its = free_one;
    if (!its) {
        log_say(p, LOG_WARNING, LOG_PROPERTY, "all %d leaks are taken", LEAKS);
        return false;
    }
    *its = (struct leak){.used = delta != 0 && interval > 0,
                         .id = (uint16_t)id,
                         .delta = delta,
                         .interval_ms = interval,
                         .low = low,
                         .high = high,
                         .due_ms = (int64_t)p->ms + interval};
    return true;
}

bool property_report(struct pleo *p, int32_t id, int32_t change, int32_t trigger) {
    if (!slot(&p->properties, id)) return false;
    int32_t value = property_value(p, id);
    struct reporter *its = NULL;
    for (int i = REPORTERS - 1; i >= 0; i--) {
        struct reporter *r = &p->properties.reporters[i];
        if (!r->used && (!its || !its->used)) its = r;
        if (r->used && r->id == id) its = r;
        if (its && its->used && its->id == id) break;
    }
    if (!its) return false;
    *its = (struct reporter){true, (uint16_t)id, change, trigger, value, value};
    return true;
}

// A value outside the range is brought inside by the next leak.
void properties_tick(struct pleo *p) {
    for (int i = 0; i < LEAKS && p->properties.leaking; i++) {
        struct leak *leak = &p->properties.leaks[i];
        int64_t value = property_value(p, leak->id);
        if (!leak->used || leak->due_ms > p->ms) continue;
        int64_t times = 1 + (p->ms - leak->due_ms) / leak->interval_ms;
        leak->due_ms += times * leak->interval_ms;
        value += times * leak->delta;
        value = value > leak->high ? leak->high : value < leak->low ? leak->low : value;
        property_put(p, leak->id, (int32_t)value);
    }
}

// ------------------------------------------------------------------------------------------------ the file

bool properties_save(struct pleo *p, const char *path) {
    char drive, name[CARD_NAME_MAX], line[48];
    if (!files_name(p, path, &drive, name)) return false;
    struct file_ref file = files_make(p, drive, name, true);
    bool fine = file_is(&file);
    uint32_t at = 0;
    for (uint32_t i = 0; fine && i < p->properties.count + 2; i++) {
        int len = i == 0 ? snprintf(line, sizeof line, HEAD)
                  : i == p->properties.count + 1
                      ? snprintf(line, sizeof line, "end\n")
                      : snprintf(line, sizeof line, "%u %d\n", p->properties.ids[i - 1],
                                 p->properties.values[i - 1]);
        fine = file_put(p, &file, at, line, (size_t)len) == (size_t)len;
        at += (uint32_t)len;
    }
    if (!fine) files_remove(p, path); // half a file is none
    return fine;
}

enum err properties_read(struct properties *out, const char *text, size_t len, struct fault *fault) {
    struct text rest = {text, len}, line;
    struct properties fresh = *out;
    bool end = false;
    unsigned number = 0;
    fresh.count = 0;
    if (len > 65536) return fault_set(fault, ERR_LIMIT, "properties: at most 65536 bytes");
    while (!end && text_split(&rest, '\n', &line)) {
        number++;
        struct text id;
        int64_t which, value;
        if (number == 1) {
            if (!text_is(line, "pleo properties 1"))
                return fault_set(fault, ERR_SYNTAX, "properties, line 1: expected \"pleo properties 1\"");
            continue;
        }
        end = text_is(line, "end");
        if (end || (!line.len && !rest.len)) break;
        if (!text_split(&line, ' ', &id) || text_to_i64(id, &which) || text_to_i64(line, &value))
            return fault_set(fault, ERR_SYNTAX, "properties, line %u: expected an id and a value", number);
        if (which < 1 || which > 0xffff || value > PROPERTY_MOST || value < -PROPERTY_MOST)
            return fault_set(fault, ERR_RANGE, "properties, line %u: out of range", number);
        int32_t *at = slot(&fresh, (int32_t)which);
        if (!at) return fault_set(fault, ERR_LIMIT, "properties, line %u: more than %d", number, PROPERTIES);
        *at = (int32_t)value;
    }
    if (!end) return fault_set(fault, ERR_SHORT, "properties: the end is missing");
    *out = fresh;
    return ERR_NONE;
}

bool properties_load(struct pleo *p, const char *path) {
    struct file_ref file = files_find(p, path);
    struct bytes whole = file_is(&file) ? file_whole(p, &file) : (struct bytes){0};
    struct fault fault = {0};
    if (!whole.at || properties_read(&p->properties, (const char *)whole.at, whole.len, &fault)) {
        log_say(p, LOG_ERROR, LOG_PROPERTY, "%.40s: %.70s", path,
                whole.at ? fault.said : "there is no such file");
        return false;
    }
    for (int id = 1; id < PROPERTY_SYSTEM; id++) slot(&p->properties, id); // these are always there
    for (int i = 0; i < REPORTERS; i++)
        p->properties.reporters[i].last = p->properties.reporters[i].told =
            property_value(p, p->properties.reporters[i].id);
    return true;
}
