#include "run/scenario.h"

#include "run/settings/settings.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "border/body_model.h"
#include "run/souls.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reading {
    struct scenario *s;
    struct fault *fault;
};

static enum err name_of(const struct json *object, const char *key, char out[WORLD_NAME_MAX + 1],
                        struct fault *fault) {
    struct text text;
    enum err err = json_get_text(object, key, &text, fault);
    if (err) return err;
    if (!text.len || text.len > WORLD_NAME_MAX)
        return json_fault(json_get(object, key), fault, ERR_RANGE, "expected a name of 1 to %d letters",
                          WORLD_NAME_MAX);
    text_copy(text, out, WORLD_NAME_MAX + 1);
    return ERR_NONE;
}

// A number that need not be there.
static enum err number(const struct json *object, const char *key, double low, double high, float *io,
                       struct fault *fault) {
    double value;
    if (!json_get(object, key)) return ERR_NONE;
    enum err err = json_get_number(object, key, low, high, &value, fault);
    if (!err) *io = (float)value;
    return err;
}

static enum err seconds(const struct json *object, const char *key, double low, double *io,
                        struct fault *fault) {
    return json_get(object, key) ? json_get_number(object, key, low, 1e9, io, fault) : ERR_NONE;
}

// --- Date and floor ----------------------------------------------------------------------------------------

static int64_t days_before(int year, unsigned month, unsigned day) {
    year -= month <= 2;
    int64_t era = year / 400;
    unsigned yoe = (unsigned)(year - era * 400),
             doy = (153 * (month + (month > 2 ? -3u : 9u)) + 2) / 5 + day - 1;
    return era * 146097 + (int64_t)(yoe * 365 + yoe / 4 - yoe / 100 + doy) - 719468;
}

static enum err read_zone(struct scenario *s, const struct json *json, struct fault *fault) {
    struct text text;
    char copy[16], sign;
    unsigned hours, minutes;
    int end = 0;
    if (json_as_text(json, &text, fault)) return ERR_TYPE;
    text_copy(text, copy, sizeof copy);
    if (!strcmp(copy, "UTC")) return ERR_NONE;
    bool fine = sscanf(copy, "%c%2u:%2u%n", &sign, &hours, &minutes, &end) == 3 && !copy[end] &&
                hours <= 14 && minutes < 60;
    if (!fine || (sign != '+' && sign != '-'))
        return json_fault(json, fault, ERR_SYNTAX,
                          "expected a time zone such as \"+01:00\" or \"UTC\", found \"%s\"", copy);
    s->zone_s = (int32_t)(hours * 3600 + minutes * 60) * (sign == '-' ? -1 : 1);
    return ERR_NONE;
}

static enum err read_date(struct scenario *s, const struct json *json, struct fault *fault) {
    struct text text;
    char copy[32];
    unsigned y, mo, d, h = 0, mi = 0, sec = 0;
    int end = 0;
    if (json_as_text(json, &text, fault)) return ERR_TYPE;
    text_copy(text, copy, sizeof copy);
    static const uint8_t DAYS[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool fine =
        sscanf(copy, "%4u-%2u-%2uT%2u:%2u:%2u%n", &y, &mo, &d, &h, &mi, &sec, &end) == 6 && !copy[end];
    if (!fine || y < 1970 || y > 2200 || mo < 1 || mo > 12 || d < 1 || d > 31 || h > 23 || mi > 59 ||
        sec > 59)
        return json_fault(json, fault, ERR_SYNTAX,
                          "expected a date such as \"2026-03-01T09:00:00\", found \"%s\"", copy);
    bool leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
    if (d > DAYS[mo - 1] || (mo == 2 && d == 29 && !leap))
        return json_fault(json, fault, ERR_RANGE, "there is no such day: \"%s\"", copy);
    s->date_unix_us = ((days_before((int)y, mo, d) * 24 + h) * 60 + mi) * 60000000LL + sec * 1000000LL;
    return ERR_NONE;
}

static enum err read_floor(struct scenario *s, const struct json *json, struct fault *fault) {
    static const char *const KEYS[] = {"height_m", "reflectance", "friction"};
    enum err err = json_only(json, KEYS, 3, fault);
    if (!err) err = number(json, "height_m", -5, 5, &s->floor_m, fault);
    if (!err) err = number(json, "reflectance", 0, 1, &s->floor_reflectance, fault);
    return err ? err : number(json, "friction", 0, 4, &s->floor_friction, fault);
}

// --- Who and what ------------------------------------------------------------------------------------------

enum err scenario_mistake(struct scenario *s, enum err err, struct fault *fault) {
    if (!err || err == ERR_MEMORY || !s->mistakes) return err;
    if (s->mistakes->count == SCENARIO_MISTAKES) return s->mistakes->more = true, err;
    s->mistakes->at[s->mistakes->count++] = *fault;
    *fault = (struct fault){0};
    return ERR_NONE;
}

static enum err read_list(const struct json *json, size_t most, struct fault *fault) {
    char found[48];
    if (json->kind != JSON_LIST)
        return json_fault(json, fault, ERR_TYPE, "expected a list, found %s",
                          json_found(json, found, sizeof found));
    if (json->count > most)
        return json_fault(json, fault, ERR_LIMIT, "expected at most %s, found %u", PLURAL(most, "entry"),
                          json->count);
    return ERR_NONE;
}

// Which senses a body without a soul delivers: names of body.Want, in small letters.
static enum err read_wants(const struct json *json, uint16_t *out, struct fault *fault) {
    static const char *const NAMES[] = {"imu",   "range",  "picture",  "picture_colour", "picture_large",
                                        "sound", "sights", "hearings", "radio"};
    enum { WANTS = sizeof NAMES / sizeof *NAMES };
    enum err err = read_list(json, WANTS, fault);
    for (const struct json *at = json->first; !err && at; at = at->next) {
        struct text text;
        char name[32];
        if ((err = json_as_text(at, &text, fault))) break;
        text_copy(text, name, sizeof name);
        int i = 0;
        while (i < WANTS && strcmp(NAMES[i], name)) i++;
        const char *near = i == WANTS ? text_nearest(name, NAMES, WANTS) : NULL;
        if (i == WANTS)
            err = json_fault(at, fault, ERR_UNKNOWN, "there is no sense \"%s\"%s%s%s", name,
                             near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
        else
            *out |= (uint16_t)(1u << i);
    }
    return err;
}

// True, or the path of what is on it.
static enum err read_card(const struct json *json, struct scenario_robot *r, struct fault *fault) {
    const struct json *card = json_get(json, "card");
    struct text path;
    if (!card || card->kind != JSON_TEXT) return card ? json_as_bool(card, &r->card, fault) : ERR_NONE;
    if (json_as_text(card, &path, fault)) return ERR_TYPE;
    if (!path.len || path.len >= sizeof r->card_path)
        return json_fault(card, fault, ERR_RANGE, "expected a path of 1 to %zu letters",
                          sizeof r->card_path - 1);
    text_copy(path, r->card_path, sizeof r->card_path);
    r->card = true;
    return ERR_NONE;
}

static enum err read_robot(struct scenario *s, const struct json *json, struct fault *fault) {
    static const char *const KEYS[] = {"name",    "creature", "x_m",   "y_m", "heading_deg",
                                       "battery", "soul",     "wants", "card"};
    struct scenario_robot *r = &s->robots[s->robot_count];
    *r = (struct scenario_robot){.place = json, .battery = 0.75f, .soul = true};
    float heading = 0;
    enum err err = json_only(json, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    if (!err) err = name_of(json, "creature", r->creature, fault);
    const struct body_model *model = body_model_find(r->creature);
    const char *near = model ? NULL : body_model_nearest(r->creature);
    if (!err && !model)
        err = json_fault(json_get(json, "creature"), fault, ERR_UNKNOWN, "there is no creature \"%s\"%s%s%s",
                         r->creature, near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
    memcpy(r->name, r->creature, sizeof r->name);
    if (!err && json_get(json, "name")) err = name_of(json, "name", r->name, fault);
    if (!err) err = number(json, "x_m", -19, 19, &r->x_m, fault);
    if (!err) err = number(json, "y_m", -19, 19, &r->y_m, fault);
    if (!err) err = number(json, "heading_deg", -3600, 3600, &heading, fault);
    if (!err) err = number(json, "battery", 0, 1, &r->battery, fault);
    if (!err) err = read_card(json, r, fault);
    // A Pleo is a body for timelines unless it has a card, or is said to have a soul.
    r->soul = !model || (souls_messages(model->creature) && (body_model_rolls(model) || r->card_path[0]));
    if (!err && json_get(json, "soul")) err = json_get_bool(json, "soul", &r->soul, fault);
    if (!err && json_get(json, "wants")) {
        err = r->soul ? json_fault(json_get(json, "wants"), fault, ERR_STATE,
                                   "a soul chooses itself what it senses; this is for \"soul\": false")
                      : read_wants(json_get(json, "wants"), &r->wants, fault);
    }
    if (!err && r->soul && !souls_messages(model->creature))
        err = json_fault(json_get(json, "soul"), fault, ERR_UNSUPPORTED,
                         "a %s's mind does not live in scenarios yet; its body does, with soul: false",
                         r->creature);
    if (!err && r->card && body_model_rolls(model))
        err = json_fault(json_get(json, "card"), fault, ERR_UNSUPPORTED, "a %s has no slot for a card",
                         r->creature);
    r->heading_rad = m_radians(heading);
    for (uint32_t i = 0; !err && i < s->robot_count; i++)
        if (!strcmp(s->robots[i].name, r->name))
            err = json_fault(json, fault, ERR_DUPLICATE, "another robot is called \"%s\"", r->name);
    if (!err) s->robot_count++;
    return err;
}

static enum err read_robots(struct scenario *s, const struct json *json, struct fault *fault) {
    enum err err = read_list(json, SCENARIO_ROBOTS, fault);
    for (const struct json *at = json->first; !err && at; at = at->next)
        err = scenario_mistake(s, read_robot(s, at, fault), fault);
    return err;
}

static enum err read_verbs(struct scenario *s, const struct json *json, size_t most,
                           const struct scenario_verb **out, uint32_t *count, struct fault *fault) {
    bool one = json->kind == JSON_OBJECT;
    enum err err = one ? ERR_NONE : read_list(json, most, fault);
    if (err) return err;
    uint32_t room = one ? 1 : json->count, n = 0;
    struct scenario_verb *list = arena_array(s->arena, struct scenario_verb, room ? room : 1);
    if (!list) return fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    for (const struct json *at = one ? json : json->first; !err && at; at = one ? NULL : at->next) {
        list[n].place = at;
        err = scenario_mistake(s, verb_read(at, s->arena, &list[n++].verb, fault), fault);
    }
    *out = list, *count = n;
    return err;
}

// --- What happens ------------------------------------------------------------------------------------------

static enum err read_joints(const struct scenario *s, const struct json *json, struct scenario_drive *d,
                            struct fault *fault) {
    const struct body_model *model = NULL;
    for (uint32_t i = 0; i < s->robot_count; i++)
        if (!strcmp(s->robots[i].name, d->robot)) model = body_model_find(s->robots[i].creature);
    if (json->kind != JSON_OBJECT)
        return json_fault(json, fault, ERR_TYPE, "expected joints such as {\"neck_vertical\": 20}");
    for (const struct json *at = json->first; at; at = at->next) {
        char name[32];
        text_copy(at->key, name, sizeof name);
        int joint = model ? body_model_motor(model, name) : -1;
        const char *near =
            model && model->motor_names ? text_nearest(name, model->motor_names, model->motor_count) : NULL;
        if (joint < 0)
            return json_fault_key(at, fault, ERR_UNKNOWN, "%s has no joint \"%s\"%s%s%s", d->robot, name,
                                  near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
        float degrees = 0;
        enum err err = number(json, name, -180, 180, &degrees, fault);
        if (err) return err;
        d->joints_rad[joint] = m_radians(degrees);
        d->joints |= 1u << joint;
    }
    return ERR_NONE;
}

static enum err read_drive(struct scenario *s, const struct json *json, struct scenario_happening *h,
                           struct fault *fault) {
    static const char *const KEYS[] = {"robot",    "left_mps", "right_mps", "seconds",
                                       "head_deg", "lift_m",   "joints_deg"};
    struct scenario_drive *d = arena_one(s->arena, struct scenario_drive);
    if (!d) return fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    float head_deg = 0;
    enum err err = json_only(json, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    if (!err) err = name_of(json, "robot", d->robot, fault);
    if (!err) err = number(json, "left_mps", -1, 1, &d->left_mps, fault);
    if (!err) err = number(json, "right_mps", -1, 1, &d->right_mps, fault);
    if (!err) err = number(json, "seconds", 0, 1e6, &d->seconds, fault);
    if (!err) err = number(json, "head_deg", -180, 180, &head_deg, fault);
    if (!err) err = number(json, "lift_m", 0, 0.2, &d->lift_m, fault);
    d->wheels = json_get(json, "left_mps") || json_get(json, "right_mps");
    d->head = json_get(json, "head_deg"), d->lift = json_get(json, "lift_m");
    d->head_rad = m_radians(head_deg);
    bool known = false;
    for (uint32_t i = 0; !err && i < s->robot_count; i++) known |= !strcmp(s->robots[i].name, d->robot);
    if (!err && !known)
        err = json_fault(json_get(json, "robot"), fault, ERR_UNKNOWN, "no robot here is called \"%s\"",
                         d->robot);
    if (!err && json_get(json, "joints_deg")) err = read_joints(s, json_get(json, "joints_deg"), d, fault);
    h->drive = d;
    return err;
}

static enum err read_when(const struct json *json, struct scenario_happening *h, struct fault *fault) {
    static const char *const KEYS[] = {"near", "touching", "in_view", "metres"};
    static const enum scenario_when KINDS[] = {WHEN_NEAR, WHEN_TOUCHING, WHEN_IN_VIEW};
    enum err err = json_only(json, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    const struct json *pair = NULL;
    for (int i = 0; !err && i < 3; i++) {
        if (!json_get(json, KEYS[i])) continue;
        if (pair) return json_fault(json, fault, ERR_DUPLICATE, "expected one of near, touching and in_view");
        pair = json_get(json, KEYS[i]);
        h->when = KINDS[i];
    }
    if (err) return err;
    if (!pair) return json_fault(json, fault, ERR_MISSING, "expected near, touching or in_view");
    struct text a, b;
    if (pair->kind != JSON_LIST || pair->count != 2)
        return json_fault(pair, fault, ERR_TYPE, "expected two names");
    if (json_as_text(json_at(pair, 0), &a, fault) || json_as_text(json_at(pair, 1), &b, fault))
        return ERR_TYPE;
    text_copy(a, h->a, sizeof h->a);
    text_copy(b, h->b, sizeof h->b);
    h->metres = 0.1f;
    return number(json, "metres", 0, 100, &h->metres, fault);
}

static enum err read_happening(struct scenario *s, const struct json *json, struct scenario_happening *h,
                               struct fault *fault) {
    static const char *const KEYS[] = {"at_s",    "every_s", "per_hour", "when", "from_s",
                                       "until_s", "again",   "do",       "drive"};
    h->place = json;
    h->until_s = 1e18;
    enum err err = json_only(json, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    if (err) return err;
    int kinds = 0;
    if (json_get(json, "at_s")) h->when = WHEN_AT, kinds++, err = seconds(json, "at_s", 0, &h->at_s, fault);
    if (!err && json_get(json, "every_s"))
        h->when = WHEN_EVERY, kinds++, err = seconds(json, "every_s", 0.005, &h->every_s, fault);
    if (!err && json_get(json, "per_hour"))
        h->when = WHEN_RANDOM, kinds++,
        err = json_get_number(json, "per_hour", 0, 360000, &h->per_hour, fault);
    if (!err && json_get(json, "when")) kinds++, err = read_when(json_get(json, "when"), h, fault);
    if (err) return err;
    if (kinds != 1)
        return json_fault(json, fault, ERR_MISSING,
                          "expected exactly one of at_s, every_s, per_hour and when");
    if (h->when != WHEN_AT) err = seconds(json, "from_s", 0, &h->at_s, fault);
    if (!err) err = seconds(json, "until_s", 0, &h->until_s, fault);
    if (!err && json_get(json, "again")) err = json_get_bool(json, "again", &h->again, fault);
    if (!err && json_get(json, "do"))
        err = read_verbs(s, json_get(json, "do"), SCENARIO_VERBS, &h->verbs, &h->verb_count, fault);
    if (!err && json_get(json, "drive")) err = read_drive(s, json_get(json, "drive"), h, fault);
    if (!err && !h->verb_count && !h->drive)
        err = json_fault(json, fault, ERR_MISSING, "nothing happens: expected do or drive");
    return err;
}

static enum err read_timeline(struct scenario *s, const struct json *json, struct fault *fault) {
    enum err err = read_list(json, SCENARIO_HAPPENINGS, fault);
    if (err) return err;
    struct scenario_happening *list =
        arena_array(s->arena, struct scenario_happening, json->count ? json->count : 1);
    if (!list) return fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    for (const struct json *at = json->first; !err && at; at = at->next)
        err = scenario_mistake(s, read_happening(s, at, &list[s->happening_count++], fault), fault);
    s->happenings = list;
    return err;
}

// ------------------------------------------------------------------------------------------------ the whole

static enum err read_about(struct scenario *s, const struct json *json, struct fault *fault) {
    struct text text;
    enum err err = json_as_text(json, &text, fault);
    if (!err) s->about = arena_copy_text(s->arena, text.at, text.len);
    return err;
}

static enum err read_seed(struct scenario *s, const struct json *json, struct fault *fault) {
    int64_t seed;
    enum err err = json_as_int(json, 0, INT64_MAX, &seed, fault);
    if (!err) s->seed = (uint64_t)seed;
    return err;
}

static enum err read_noise(struct scenario *s, const struct json *json, struct fault *fault) {
    return json_as_bool(json, &s->noise, fault);
}

static enum err read_things(struct scenario *s, const struct json *json, struct fault *fault) {
    return read_verbs(s, json, 4 * WORLD_THINGS_MAX, &s->things, &s->thing_count, fault);
}

// Wrong ones are found at once, whoever lives there.
static enum err read_knobs(struct scenario *s, const struct json *json, struct fault *fault) {
    struct settings settings;
    settings_start(&settings, "vector");
    s->knobs = json;
    return settings_read(&settings, json, fault);
}

// What a scenario says itself; other sections belong to whoever registers them.
static const struct {
    const char *key;
    enum err (*read)(struct scenario *s, const struct json *json, struct fault *fault);
    const char *means; // a section before it whose names it has
} OWN[] = {
    {"about", read_about},
    {"seed", read_seed},
    {"noise", read_noise},
    {"date", read_date},
    {"zone", read_zone},
    {"floor", read_floor},
    {"knobs", read_knobs},
    {"robots", read_robots},
    {"things", read_things},
    {"timeline", read_timeline, "robots"},
    {"requests", scenario_read_requests, "robots"},
    {"expect", scenario_read_expectations, "requests"},
};
enum { OWNS = sizeof OWN / sizeof *OWN };

static enum err read_own(struct scenario *s, const struct json *doc, struct fault *fault) {
    enum err err = ERR_NONE;
    bool wrong[OWNS] = {0};
    for (int i = 0; i < OWNS && !err; i++) {
        const struct json *at = json_get(doc, OWN[i].key);
        uint32_t before = s->mistakes ? s->mistakes->count : 0;
        for (int k = 0; k < i && OWN[i].means; k++) wrong[i] |= wrong[k] && !strcmp(OWN[i].means, OWN[k].key);
        if (at && !wrong[i]) err = scenario_mistake(s, OWN[i].read(s, at, fault), fault);
        wrong[i] |= s->mistakes && s->mistakes->count > before;
    }
    s->date_unix_us -= s->date_unix_us ? s->zone_s * 1000000LL : 0;
    return err;
}

static enum err read_others(struct scenario *s, const struct json *doc,
                            const struct scenario_section *sections, uint32_t count, struct fault *fault) {
    const char *names[OWNS + SCENARIO_SECTIONS];
    for (int i = 0; i < OWNS; i++) names[i] = OWN[i].key;
    for (uint32_t i = 0; i < count && i < SCENARIO_SECTIONS; i++) names[OWNS + i] = sections[i].name;
    enum err err =
        json_only(doc, names, OWNS + (count < SCENARIO_SECTIONS ? count : SCENARIO_SECTIONS), fault);
    err = scenario_mistake(s, err, fault);
    for (uint32_t i = 0; !err && i < count; i++) {
        const struct json *section = json_get(doc, sections[i].name);
        if (section) err = sections[i].read(sections[i].user, section, s->arena, fault);
    }
    return err;
}

static struct scenario *read_with(struct text text, const char *file, const struct scenario_section *sections,
                                  uint32_t count, struct scenario_mistakes *mistakes, struct fault *fault) {
    struct scenario *s = calloc(1, sizeof *s);
    struct arena *arena = arena_new(64 << 10);
    if (!s || !arena) {
        fault_set(fault, ERR_MEMORY, "no memory for a scenario");
        arena_free(arena);
        free(s);
        return NULL;
    }
    arena_limit(arena, 256 << 20);
    s->arena = arena;
    s->mistakes = mistakes;
    s->seed = 1, s->noise = true;
    s->floor_reflectance = 0.5f, s->floor_friction = 0.6f;
    s->file = arena_copy_text(arena, file, strlen(file));
    s->source = (struct text){arena_copy_text(arena, text.at, text.len), text.len};
    struct json *doc = NULL;
    enum err err =
        s->file && s->source.at ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    if (!err) err = json_parse(text, file, arena, NULL, &doc, fault);
    if (!err && doc->kind != JSON_OBJECT)
        err = json_fault(doc, fault, ERR_TYPE, "expected an object with robots, things and timeline");
    if (!err) err = read_own(s, doc, fault);
    if (!err) err = read_others(s, doc, sections, count, fault);
    s->mistakes = NULL;
    if (!err && !(mistakes && mistakes->count)) return s;
    scenario_free(s);
    return NULL;
}

struct scenario *scenario_read(struct text text, const char *file, const struct scenario_section *sections,
                               uint32_t count, struct fault *fault) {
    return read_with(text, file, sections, count, NULL, fault);
}

void scenario_free(struct scenario *s) {
    if (!s) return;
    arena_free(s->arena);
    free(s);
}

// --- Finding one -------------------------------------------------------------------------------------------

static bool beside_the_program(const char *name, char *out, size_t size) {
    char self[400], file[64];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len <= 0 || strlen(name) > 50) return false;
    self[len] = 0;
    *strrchr(self, '/') = 0;
    snprintf(file, sizeof file, "%s.json", name);
    static const char *const PLACES[] = {"scenarios", "../share/critter/scenarios"};
    for (int i = 0; i < 2; i++) {
        snprintf(out, size, "%s/%s/%s", self, PLACES[i], file);
        if (file_exists(out)) return true;
    }
    return false;
}

static struct scenario *open_file(const char *path, const struct scenario_section *sections, uint32_t count,
                                  struct scenario_mistakes *mistakes, struct fault *fault) {
    struct buf text = {0};
    struct scenario *s = NULL;
    if (!file_read(path, 16 << 20, &text, fault))
        s = read_with((struct text){(const char *)text.at, text.len}, path, sections, count, mistakes, fault);
    buf_free(&text);
    return s;
}

const char *scenario_of_creature(const struct body_model *model) {
    return body_model_rolls(model) ? "desk" : "pleo-den";
}

static struct scenario *open_creature(const struct body_model *model, const struct scenario_section *sections,
                                      uint32_t count, struct fault *fault) {
    struct scenario *s = scenario_open(scenario_of_creature(model), sections, count, fault), *cast;
    if (!s || !strcmp(s->robots[0].creature, model->creature)) return s;
    cast = scenario_cast(s, model->creature, fault);
    scenario_free(s);
    return cast;
}

static bool is_file(const char *name) {
    return strchr(name, '/') || !strcmp(path_extension(name), ".json") || file_exists(name);
}

static int by_place(const void *a, const void *b) {
    const struct fault *x = a, *y = b;
    return x->line != y->line ? (x->line > y->line) - (x->line < y->line)
                              : (x->column > y->column) - (x->column < y->column);
}

struct scenario *scenario_look_through(const char *name, struct scenario_mistakes *mistakes) {
    struct fault fault = {0};
    *mistakes = (struct scenario_mistakes){0};
    struct scenario *s =
        is_file(name) ? open_file(name, NULL, 0, mistakes, &fault) : scenario_open(name, NULL, 0, &fault);
    if (!s && fault.err && mistakes->count < SCENARIO_MISTAKES) mistakes->at[mistakes->count++] = fault;
    qsort(mistakes->at, mistakes->count, sizeof *mistakes->at, by_place);
    return s;
}

struct scenario *scenario_open(const char *name, const struct scenario_section *sections, uint32_t count,
                               struct fault *fault) {
    char path[512];
    if (is_file(name)) return open_file(name, sections, count, NULL, fault);
    if (beside_the_program(name, path, sizeof path)) return open_file(path, sections, count, NULL, fault);
    const char *names[64];
    size_t known = 0;
    for (const struct embedded *own = SCENARIO_FILES; own->path && known < 64; own++) {
        if (!strcmp(own->name, name)) {
            struct text text = {(const char *)own->bytes, own->len};
            return scenario_read(text, own->path + 1, sections, count, fault);
        }
        names[known++] = own->name;
    }
    const struct body_model *model = body_model_find(name);
    if (model) return open_creature(model, sections, count, fault);
    const char *near = text_nearest(name, names, known);
    fault_set(fault, ERR_UNKNOWN, "there is no scenario \"%.60s\"%s%s%s", name,
              near ? " (did you mean \"" : "; see critter world list", near ? near : "", near ? "\"?)" : "");
    return NULL;
}
