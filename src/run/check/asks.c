// What a scenario asks of its robots, and what it expects of them.
#include "run/scenario.h"

#include "base/plural.h"
#include "schema/json.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ names

// DriveStraight is drive_straight.
static void request_name(int kind, char out[40]) {
    const char *from = life_messages[kind].body->name;
    size_t n = 0;
    for (size_t i = 0; from[i] && n < 38; i++) {
        if (isupper((unsigned char)from[i]) && i) out[n++] = '_';
        out[n++] = (char)tolower((unsigned char)from[i]);
    }
    out[n] = 0;
}

enum err request_read(const struct json *json, struct arena *arena, struct life_message *out,
                      struct fault *fault) {
    char found[48], name[40], names[LIFE_KIND_COUNT][40];
    const char *list[LIFE_KIND_COUNT];
    size_t count = 0;
    if (json->kind != JSON_OBJECT || json->count != 1)
        return json_fault(json, fault, ERR_TYPE, "expected one request such as {\"head\": {…}}, found %s",
                          json_found(json, found, sizeof found));
    const struct json *body = json->first;
    for (int kind = 0; kind < LIFE_KIND_COUNT; kind++) {
        if (!(life_messages[kind].directions & 1u << LIFE_REQUEST)) continue;
        request_name(kind, names[count]);
        list[count] = names[count];
        bool meant = text_is(body->key, list[count++]) || text_is(body->key, life_messages[kind].body->name);
        if (!meant) continue;
        memset(out, 0, sizeof *out);
        out->kind = (enum life_kind)kind;
        return schema_parse(life_messages[kind].body, &out->done, body, arena, fault);
    }
    text_copy(body->key, name, sizeof name);
    const char *near = text_nearest(name, list, count);
    return json_fault_key(body, fault, ERR_UNKNOWN, "there is no request \"%s\"%s%s%s", name,
                          near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
}

static enum err value_of(const struct json *object, const char *key, const struct schema_enum *names,
                         uint32_t *out, struct fault *fault) {
    struct text text;
    const char *list[128];
    enum err err = json_get_text(object, key, &text, fault);
    for (uint32_t i = 0; !err && i < names->count && i < 128; i++) {
        list[i] = names->values[i].name;
        if (text_is(text, names->values[i].name)) return *out = (uint32_t)names->values[i].value, ERR_NONE;
    }
    if (err) return err;
    char name[64];
    text_copy(text, name, sizeof name);
    const char *near = text_nearest(name, list, names->count < 128 ? names->count : 128);
    return json_fault(json_get(object, key), fault, ERR_UNKNOWN, "there is no \"%s\"%s%s%s", name,
                      near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
}

static enum err name_at(const struct json *object, const char *key, char out[WORLD_NAME_MAX + 1],
                        struct fault *fault) {
    struct text text;
    if (!json_get(object, key)) return ERR_NONE;
    enum err err = json_get_text(object, key, &text, fault);
    if (!err && (!text.len || text.len > WORLD_NAME_MAX))
        return json_fault(json_get(object, key), fault, ERR_RANGE, "expected a name of 1 to %d letters",
                          WORLD_NAME_MAX);
    if (!err) text_copy(text, out, WORLD_NAME_MAX + 1);
    return err;
}

static enum err number_at(const struct json *object, const char *key, double low, double high, double *io,
                          struct fault *fault) {
    return json_get(object, key) ? json_get_number(object, key, low, high, io, fault) : ERR_NONE;
}

static enum err list_of(const struct json *json, size_t most, struct fault *fault) {
    char found[48];
    if (json->kind != JSON_LIST)
        return json_fault(json, fault, ERR_TYPE, "expected a list, found %s",
                          json_found(json, found, sizeof found));
    if (json->count > most)
        return json_fault(json, fault, ERR_LIMIT, "expected at most %s, found %u", PLURAL(most, "entry"),
                          json->count);
    return ERR_NONE;
}

// The robot of that name among the scenario's; without a name the first.
static enum err robot_at(const struct scenario *s, const struct json *object, uint32_t *out,
                         struct fault *fault) {
    char name[WORLD_NAME_MAX + 1] = "";
    enum err err = name_at(object, "robot", name, fault);
    const char *list[SCENARIO_ROBOTS];
    for (uint32_t i = 0; i < s->robot_count; i++) list[i] = s->robots[i].name;
    for (uint32_t i = 0; !err && *name && i < s->robot_count; i++)
        if (!strcmp(name, list[i])) return *out = i, ERR_NONE;
    if (err || (!*name && s->robot_count)) return *out = 0, err;
    const char *near = *name ? text_nearest(name, list, s->robot_count) : NULL;
    return json_fault(*name ? json_get(object, "robot") : object, fault, ERR_UNKNOWN,
                      "there is no robot \"%s\"%s%s%s", name, near ? " (did you mean \"" : "",
                      near ? near : "", near ? "\"?)" : "");
}

// ------------------------------------------------------------------------------------------------ requests

static int request_named(const struct scenario *s, const char *name) {
    for (uint32_t i = 0; i < s->request_count; i++)
        if (!strcmp(s->requests[i].name, name)) return (int)i;
    return -1;
}

static enum err read_request(struct scenario *s, const struct json *json, struct scenario_request *r,
                             struct fault *fault) {
    static const char *const KEYS[] = {"at_s", "robot", "name", "do", "tag", "retries", "queue", "part_of"};
    char whole[WORLD_NAME_MAX + 1] = "";
    uint32_t queue = 0;
    double tag = 0, retries = 0;
    *r = (struct scenario_request){.place = json};
    enum err err = json_only(json, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    if (!err) err = number_at(json, "at_s", 0, 1e6, &r->at_s, fault);
    if (!err) err = robot_at(s, json, &r->robot, fault);
    if (!err && !s->robots[r->robot].soul)
        err = json_fault(json, fault, ERR_STATE, "\"%s\" has no soul that could be asked",
                         s->robots[r->robot].name);
    if (!err) err = name_at(json, "name", r->name, fault);
    if (!err && *r->name && request_named(s, r->name) >= 0)
        err = json_fault(json_get(json, "name"), fault, ERR_DUPLICATE, "another request is called \"%s\"",
                         r->name);
    if (!err) err = number_at(json, "tag", 0, UINT32_MAX, &tag, fault);
    if (!err) err = number_at(json, "retries", 0, 255, &retries, fault);
    if (!err && json_get(json, "queue")) err = value_of(json, "queue", &life_queue_enum, &queue, fault);
    if (!err) err = name_at(json, "part_of", whole, fault);
    int part_of = *whole ? request_named(s, whole) : -1;
    if (!err && *whole && part_of < 0)
        err = json_fault(json_get(json, "part_of"), fault, ERR_UNKNOWN,
                         "no request before this one is called \"%s\"", whole);
    if (!err && !json_get(json, "do"))
        err = json_fault(json, fault, ERR_MISSING, "nothing is asked: expected do");
    if (!err) err = request_read(json_get(json, "do"), s->arena, &r->message, fault);
    r->envelope = (struct life_envelope){.ticket = SCENARIO_TICKETS + s->request_count,
                                         .door = LIFE_DOOR_SCENARIO,
                                         .tag = (uint32_t)tag,
                                         .retries = (uint8_t)retries,
                                         .queue = (uint8_t)queue,
                                         .part_of = part_of < 0 ? 0 : SCENARIO_TICKETS + (uint32_t)part_of};
    return err;
}

enum err scenario_read_requests(struct scenario *s, const struct json *json, struct fault *fault) {
    enum err err = list_of(json, SCENARIO_REQUESTS, fault);
    if (err) return err;
    s->requests = arena_array(s->arena, struct scenario_request, json->count ? json->count : 1);
    if (!s->requests) return fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    for (const struct json *at = json->first; !err && at; at = at->next) {
        err = scenario_mistake(s, read_request(s, at, &s->requests[s->request_count], fault), fault);
        s->request_count++;
    }
    return err;
}

// ---------------------------------------------------------------------------------------- expectations

static enum err read_result(struct scenario *s, const struct json *json, struct scenario_expectation *e,
                            struct fault *fault) {
    static const char *const KEYS[] = {"of", "is"};
    char name[WORLD_NAME_MAX + 1] = "";
    enum err err = json_only(json, KEYS, 2, fault);
    if (!err && !json_get(json, "of"))
        err = json_fault(json, fault, ERR_MISSING, "expected of: whose result");
    if (!err) err = name_at(json, "of", name, fault);
    int request = request_named(s, name);
    if (!err && request < 0)
        err = json_fault(json_get(json, "of"), fault, ERR_UNKNOWN, "no request is called \"%s\"", name);
    e->request = (uint32_t)request;
    e->value = LIFE_RESULT_SUCCESS;
    if (!err && json_get(json, "is")) err = value_of(json, "is", &life_result_enum, &e->value, fault);
    return err;
}

static enum err read_event(struct scenario *s, const struct json *json, struct scenario_expectation *e,
                           struct fault *fault) {
    static const char *const KEYS[] = {"robot", "kind", "never"};
    enum err err = json_only(json, KEYS, 3, fault);
    if (!err) err = robot_at(s, json, &e->robot, fault);
    if (!err && json_get(json, "never")) err = json_get_bool(json, "never", &e->never, fault);
    return err ? err : value_of(json, "kind", &life_event_kind_enum, &e->value, fault);
}

static enum err read_place(struct scenario *s, const struct json *json, struct scenario_expectation *e,
                           struct fault *fault) {
    static const char *const KEYS[] = {"what", "x_m", "y_m", "z_m", "heading_deg", "within_mm", "within_deg"};
    static const char *const AXES[] = {"x_m", "y_m", "z_m", "heading_deg"};
    enum err err = json_only(json, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    snprintf(e->what, sizeof e->what, "%s", s->robot_count ? s->robots[0].name : "");
    if (!err) err = name_at(json, "what", e->what, fault);
    for (int i = 0; !err && i < 4; i++) {
        e->asked |= json_get(json, AXES[i]) ? 1u << i : 0;
        err = number_at(json, AXES[i], -1e4, 1e4, &e->numbers[i], fault);
    }
    e->within_m = 0.01, e->within_rad = 0.0873;
    double mm = 10, degrees = 5;
    if (!err) err = number_at(json, "within_mm", 0, 1e6, &mm, fault);
    if (!err) err = number_at(json, "within_deg", 0, 360, &degrees, fault);
    e->within_m = mm / 1000, e->within_rad = degrees * 3.14159265358979 / 180;
    if (!err && !e->asked)
        err = json_fault(json, fault, ERR_MISSING, "expected one of x_m, y_m, z_m and heading_deg");
    return err;
}

static enum err read_joints(struct scenario *s, const struct json *json, struct scenario_expectation *e,
                            struct fault *fault) {
    static const char *const KEYS[] = {"robot", "head_deg", "lift_mm", "within"};
    enum err err = json_only(json, KEYS, 4, fault);
    if (!err) err = robot_at(s, json, &e->robot, fault);
    for (int i = 0; !err && i < 2; i++) {
        e->asked |= json_get(json, KEYS[i + 1]) ? 1u << i : 0;
        err = number_at(json, KEYS[i + 1], -1e4, 1e4, &e->numbers[i], fault);
    }
    e->within_m = 3;
    if (!err) err = number_at(json, "within", 0, 1e4, &e->within_m, fault);
    if (!err && !e->asked) err = json_fault(json, fault, ERR_MISSING, "expected head_deg or lift_mm");
    return err;
}

static enum err read_stays(struct scenario *s, const struct json *json, struct scenario_expectation *e,
                           struct fault *fault) {
    static const char *const KEYS[] = {"what", "above_m"};
    enum err err = json_only(json, KEYS, 2, fault);
    snprintf(e->what, sizeof e->what, "%s", s->robot_count ? s->robots[0].name : "");
    if (!err) err = name_at(json, "what", e->what, fault);
    return err ? err : json_get_number(json, "above_m", -100, 100, &e->numbers[2], fault);
}

static const struct {
    const char *key;
    enum scenario_expects kind;
    enum err (*read)(struct scenario *s, const struct json *json, struct scenario_expectation *e,
                     struct fault *fault);
} KINDS[] = {{"result", EXPECT_RESULT, read_result},
             {"event", EXPECT_EVENT, read_event},
             {"place", EXPECT_PLACE, read_place},
             {"joints", EXPECT_JOINTS, read_joints},
             {"stays", EXPECT_STAYS, read_stays}};
enum { KIND_COUNT = sizeof KINDS / sizeof *KINDS };

static enum err read_expectation(struct scenario *s, const struct json *json, struct scenario_expectation *e,
                                 struct fault *fault) {
    static const char *const KEYS[] = {"result", "event", "place",  "joints",
                                       "stays",  "at_s",  "from_s", "until_s"};
    *e = (struct scenario_expectation){.place = json, .until_s = -1};
    enum err err = json_only(json, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    int which = -1, count = 0;
    for (int i = 0; i < KIND_COUNT; i++)
        if (json_get(json, KINDS[i].key)) which = i, count++;
    if (!err && count != 1)
        return json_fault(json, fault, ERR_MISSING,
                          "expected exactly one of result, event, place, joints and stays");
    if (!err) err = number_at(json, "from_s", 0, 1e6, &e->from_s, fault);
    if (!err) err = number_at(json, "until_s", 0, 1e6, &e->until_s, fault);
    if (!err && json_get(json, "at_s")) {
        err = number_at(json, "at_s", 0, 1e6, &e->from_s, fault);
        e->until_s = e->from_s;
    }
    if (err) return err;
    e->kind = KINDS[which].kind;
    return KINDS[which].read(s, json_get(json, KINDS[which].key), e, fault);
}

enum err scenario_read_expectations(struct scenario *s, const struct json *json, struct fault *fault) {
    enum err err = list_of(json, SCENARIO_EXPECTATIONS, fault);
    if (err) return err;
    s->expectations = arena_array(s->arena, struct scenario_expectation, json->count ? json->count : 1);
    if (!s->expectations) return fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    for (const struct json *at = json->first; !err && at; at = at->next)
        err = scenario_mistake(s, read_expectation(s, at, &s->expectations[s->expectation_count++], fault),
                               fault);
    return err;
}
