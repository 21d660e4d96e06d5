// Reads light patterns from JSON, in all their forms.
#include "stage/lights/lights.h"

#include "base/maths/maths.h"
#include "base/plural.h"

#include <stdarg.h>
#include <string.h>

struct reading {
    struct arena *arena;
    struct buf *notes;
    struct fault *fault;
};

static void note(struct reading *r, const struct json *at, const char *said) {
    if (!r->notes) return;
    buf_printf(r->notes, "%s%s%u:%u: %s\n", at->source ? at->source->file : "", at->source ? ":" : "",
               at->key_line ? at->key_line : at->line, at->key_line ? at->key_column : at->column, said);
}

static void note_strangers(struct reading *r, const struct json *object, const char *const *known,
                           size_t count) {
    for (const struct json *member = object->first; member; member = member->next) {
        char key[64], said[160];
        text_copy(member->key, key, sizeof key);
        bool is_known = false;
        for (size_t i = 0; i < count && !is_known; i++) is_known = !strcmp(known[i], key);
        if (is_known) continue;
        const char *near = text_nearest(key, known, count);
        snprintf(said, sizeof said, "the key \"%s\" is not known%s%s%s", key, near ? "; did you mean \"" : "",
                 near ? near : "", near ? "\"?" : " and left out");
        note(r, member, said);
    }
}

// A list of the pattern's length; NULL and no error: not there.
static enum err lamp_list(struct reading *r, const struct json *pattern, const char *key, uint32_t count,
                          const struct json **out) {
    *out = json_get(pattern, key);
    if (!*out) return ERR_NONE;
    char found[64];
    if ((*out)->kind != JSON_LIST)
        return json_fault(*out, r->fault, ERR_TYPE, "expected a list with a value for each lamp, found %s",
                          json_found(*out, found, sizeof found));
    if (count && (*out)->count != count)
        return json_fault(*out, r->fault, ERR_RANGE, "expected %s, one for each colour in onColors, found %u",
                          PLURAL(count, "value"), (*out)->count);
    return ERR_NONE;
}

static enum err read_times(struct reading *r, const struct json *pattern, const char *key, uint32_t count,
                           int64_t low, int64_t out[LIGHTS_MAX]) {
    const struct json *list;
    enum err err = lamp_list(r, pattern, key, count, &list);
    for (uint32_t i = 0; i < count; i++) out[i] = 0;
    if (err || !list) return err;
    const struct json *item = list->first;
    for (uint32_t i = 0; i < count && !err; i++, item = item->next) {
        double ms; // some tools write 300.0, and some 333.3
        err = json_as_number(item, (double)low, LIGHT_PERIOD_MAX_MS, &ms, r->fault);
        if (!err) out[i] = (int64_t)md_round(ms);
    }
    return err;
}

// Red, green, blue, and a fourth that is not used.
static enum err read_colour(struct reading *r, const struct json *item, double out[3]) {
    char found[64];
    if (item->kind != JSON_LIST || item->count < 3 || item->count > 4)
        return json_fault(item, r->fault, item->kind == JSON_LIST ? ERR_RANGE : ERR_TYPE,
                          "expected a colour: red, green, blue and perhaps one more, found %s",
                          json_found(item, found, sizeof found));
    const struct json *part = item->first;
    for (uint32_t c = 0; c < item->count; c++, part = part->next) {
        double value;
        enum err err = json_as_number(part, 0, 255, &value, r->fault);
        if (err) return err;
        if (c < 3) out[c] = value;
    }
    return ERR_NONE;
}

static enum err read_colours(struct reading *r, const struct json *pattern, const char *key, uint32_t count,
                             double out[LIGHTS_MAX][3]) {
    const struct json *list;
    enum err err = lamp_list(r, pattern, key, count, &list);
    memset(out, 0, LIGHTS_MAX * sizeof *out);
    if (err || !list) return err;
    const struct json *item = list->first;
    for (uint32_t i = 0; i < count && !err; i++, item = item->next) err = read_colour(r, item, out[i]);
    return err;
}

static struct body_colour colour_of(const double rgb[3], double scale) {
    return (struct body_colour){.r = (uint8_t)md_round(rgb[0] * scale),
                                .g = (uint8_t)md_round(rgb[1] * scale),
                                .b = (uint8_t)md_round(rgb[2] * scale)};
}

// A period, or in the words of an old table whether it turns at all: then once a cycle.
static enum err read_rotation(struct reading *r, const struct json *pattern, struct light_pattern *out) {
    const struct json *period = json_get(pattern, "rotationPeriod_ms"), *rotate = json_get(pattern, "rotate");
    const struct json *from = period ? period : rotate;
    if (!from) return ERR_NONE;
    if (from->kind != JSON_BOOL) {
        double ms;
        enum err err = json_as_number(from, 0, LIGHT_PERIOD_MAX_MS, &ms, r->fault);
        if (!err) out->rotate_ms = (uint32_t)md_round(ms);
        return err;
    }
    uint64_t longest = 0;
    for (uint32_t i = 0; i < out->count; i++)
        if (light_cycle_ms(&out->lamps[i]) > longest) longest = light_cycle_ms(&out->lamps[i]);
    if (from->boolean) out->rotate_ms = (uint32_t)longest;
    return ERR_NONE;
}

static const char *const PATTERN_KEYS[] = {
    "onColors",
    "offColors",
    "onPeriod_ms",
    "offPeriod_ms",
    "transitionOnPeriod_ms",
    "transitionOffPeriod_ms",
    "offset",
    "rotationPeriod_ms",
    "rotate",
};

static enum err read_pattern(struct reading *r, const struct json *at, struct light_pattern *out) {
    char found[64];
    *out = (struct light_pattern){0};
    if (at->kind != JSON_OBJECT)
        return json_fault(at, r->fault, ERR_TYPE, "expected a pattern of lights, found %s",
                          json_found(at, found, sizeof found));
    const struct json *list = json_get(at, "onColors");
    if (!list) return json_fault(at, r->fault, ERR_MISSING, "expected onColors");
    if (list->kind != JSON_LIST || list->count < 3 || list->count > LIGHTS_MAX)
        return json_fault(
            list, r->fault, list->kind == JSON_LIST ? ERR_RANGE : ERR_TYPE,
            "expected 3 colours (Vector's backpack), 4 (a cube) or 5 (Cozmo's backpack), found %s",
            json_found(list, found, sizeof found));
    out->count = list->count;
    double on[LIGHTS_MAX][3], off[LIGHTS_MAX][3];
    int64_t times[5][LIGHTS_MAX];
    static const char *const TIMES[5] = {"onPeriod_ms", "transitionOffPeriod_ms", "offPeriod_ms",
                                         "transitionOnPeriod_ms", "offset"};
    enum err err = read_colours(r, at, "onColors", out->count, on);
    if (!err) err = read_colours(r, at, "offColors", out->count, off);
    for (int i = 0; i < 5 && !err; i++)
        err = read_times(r, at, TIMES[i], out->count, i == 4 ? -LIGHT_PERIOD_MAX_MS : 0, times[i]);
    if (err) return err;
    double most = 0;
    for (uint32_t i = 0; i < out->count; i++)
        for (int c = 0; c < 3; c++) most = md_max(most, md_max(on[i][c], off[i][c]));
    double scale = out->count == LIGHTS_CUBE || most > 1 ? 1 : 255;
    for (uint32_t i = 0; i < out->count; i++)
        out->lamps[i] = (struct light){
            colour_of(on[i], scale), colour_of(off[i], scale), (uint32_t)times[0][i], (uint32_t)times[1][i],
            (uint32_t)times[2][i],   (uint32_t)times[3][i],    (int32_t)times[4][i]};
    note_strangers(r, at, PATTERN_KEYS, sizeof PATTERN_KEYS / sizeof *PATTERN_KEYS);
    return read_rotation(r, at, out);
}

static enum err read_step(struct reading *r, const struct json *at, struct light_step *out) {
    static const char *const KEYS[] = {"pattern", "duration_ms", "canBeOverridden", "patternDebugName"};
    char found[64];
    if (at->kind != JSON_OBJECT)
        return json_fault(at, r->fault, ERR_TYPE,
                          "expected a step with a pattern and a duration_ms, found %s",
                          json_found(at, found, sizeof found));
    const struct json *pattern = json_get(at, "pattern");
    if (!pattern) return json_fault(at, r->fault, ERR_MISSING, "expected pattern");
    enum err err = read_pattern(r, pattern, &out->pattern);
    double ms = 0;
    if (!err && json_get(at, "duration_ms"))
        err = json_get_number(at, "duration_ms", 0, LIGHT_PERIOD_MAX_MS, &ms, r->fault);
    out->duration_ms = (uint32_t)md_round(ms);
    if (ms > 0 && !out->duration_ms) out->duration_ms = 1; // 0 would be for ever
    out->overridable = true;
    if (!err && json_get(at, "canBeOverridden"))
        err = json_get_bool(at, "canBeOverridden", &out->overridable, r->fault);
    if (!err && json_get(at, "patternDebugName"))
        err = json_get_text(at, "patternDebugName", &out->name, r->fault);
    if (!err) note_strangers(r, at, KEYS, sizeof KEYS / sizeof *KEYS);
    return err;
}

// A list of steps, or a pattern by itself.
static enum err read_show(struct reading *r, const struct json *at, struct light_show *out) {
    bool steps = at->kind == JSON_LIST;
    if (steps && (!at->count || at->count > LIGHT_STEPS_MAX))
        return json_fault(at, r->fault, ERR_LIMIT, "expected 1 to %d steps, found %u", LIGHT_STEPS_MAX,
                          at->count);
    out->count = steps ? at->count : 1;
    out->steps = arena_array(r->arena, struct light_step, out->count);
    if (!out->steps) return fault_set(r->fault, ERR_MEMORY, "no memory for light patterns");
    if (!steps) {
        out->steps->overridable = true;
        return read_pattern(r, at, &out->steps->pattern);
    }
    const struct json *item = at->first;
    enum err err = ERR_NONE;
    for (uint32_t i = 0; i < out->count && !err; i++, item = item->next)
        err = read_step(r, item, &out->steps[i]);
    for (uint32_t i = 0; i < out->count && !err; i++) {
        if (out->steps[i].pattern.count != out->steps[0].pattern.count)
            err = json_fault(json_at(at, i), r->fault, ERR_RANGE, "%s, but the first step has %u",
                             PLURAL(out->steps[i].pattern.count, "lamp"), out->steps[0].pattern.count);
        else if (!out->steps[i].duration_ms && i + 1 < out->count)
            note(r, json_at(at, i), "lasts until it is stopped, so the steps after it are never shown");
    }
    return err;
}

static enum err read_named(struct reading *r, const struct json *document, struct light_shows *out) {
    if (document->count > LIGHT_SHOWS_MAX)
        return json_fault(document, r->fault, ERR_LIMIT, "expected at most %d patterns, found %u",
                          LIGHT_SHOWS_MAX, document->count);
    out->at = arena_array(r->arena, struct light_show, document->count);
    if (!out->at) return fault_set(r->fault, ERR_MEMORY, "no memory for light patterns");
    enum err err = ERR_NONE;
    for (const struct json *member = document->first; member && !err; member = member->next) {
        out->at[out->count].name = member->key;
        err = read_show(r, member, &out->at[out->count]);
        if (!err) out->count++;
    }
    return err;
}

enum err lights_read(const struct json *document, const char *name, struct arena *arena, struct buf *notes,
                     struct light_shows *out, struct fault *fault) {
    struct reading reading = {arena, notes, fault};
    *out = (struct light_shows){0};
    char found[64];
    if (document->kind != JSON_LIST && document->kind != JSON_OBJECT)
        return json_fault(document, fault, ERR_TYPE,
                          "expected a pattern of lights or a list of steps, found %s",
                          json_found(document, found, sizeof found));
    bool by_name = document->kind == JSON_OBJECT && document->first &&
                   (document->first->kind == JSON_OBJECT ||
                    (document->first->kind == JSON_LIST && document->first->first &&
                     document->first->first->kind == JSON_OBJECT));
    if (by_name) return read_named(&reading, document, out);
    out->at = arena_one(arena, struct light_show);
    char *copy = arena_copy_text(arena, name ? name : "", name ? strlen(name) : 0);
    if (!out->at || !copy) return fault_set(fault, ERR_MEMORY, "no memory for light patterns");
    out->at->name = text_of(copy);
    enum err err = read_show(&reading, document, out->at);
    if (!err) out->count = 1;
    return err;
}
