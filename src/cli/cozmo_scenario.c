#include "cli/cozmo_scenario.h"

#include "schema/json.h"

#include <string.h>

static const struct {
    const char *name, *json;
} BUILT_IN[] = {
    // Half a metre of free floor ahead and to the left, three cubes and a charger beside it, within reach of the radio.
    {"default",
     "{\"verbs\": [{\"Cube\": {\"name\": \"cube1\", \"type\": 1, \"x_m\": 0.3, \"y_m\": -0.35}},"
     "{\"Cube\": {\"name\": \"cube2\", \"type\": 2, \"x_m\": 0.45, \"y_m\": -0.45}},"
     "{\"Cube\": {\"name\": \"cube3\", \"type\": 3, \"x_m\": 0.15, \"y_m\": -0.45}},"
     "{\"Charger\": {\"name\": \"charger\", \"x_m\": -0.3, \"y_m\": -0.6}},"
     "{\"Wall\": {\"name\": \"wall\", \"x_m\": 1.5, \"y_m\": 0, \"length_m\": 2, \"height_m\": 0.4}}]}"},
    {"empty", "{}"},
    {"table", "{\"floor_m\": -0.7, \"verbs\": [{\"Table\": {\"name\": \"table\", \"x_m\": 0, \"y_m\": 0}},"
              "{\"Cube\": {\"name\": \"cube1\", \"type\": 1, \"x_m\": 0.25, \"y_m\": -0.25}}]}"},
    {"charger",
     "{\"start\": {\"x_m\": 0.2, \"y_m\": 0}, \"verbs\": [{\"Charger\": {\"name\": \"charger\", \"x_m\": 0, "
     "\"y_m\": 0}}, {\"Cube\": {\"name\": \"cube1\", \"type\": 1, \"x_m\": 0.3, \"y_m\": -0.35}}]}"},
};

static enum err read_number(const struct json *object, const char *key, float *out, struct fault *fault) {
    double number;
    if (!json_get(object, key)) return ERR_NONE;
    enum err err = json_get_number(object, key, -1000, 1000, &number, fault);
    if (!err) *out = (float)number;
    return err;
}

static enum err read_start(const struct json *start, struct pose2 *out, struct fault *fault) {
    static const char *const KEYS[] = {"x_m", "y_m", "heading_deg"};
    float degrees = 0;
    enum err err = json_only(start, KEYS, 3, fault);
    if (!err) err = read_number(start, "x_m", &out->at.x, fault);
    if (!err) err = read_number(start, "y_m", &out->at.y, fault);
    if (!err) err = read_number(start, "heading_deg", &degrees, fault);
    out->angle = degrees * M_PI_F / 180;
    return err;
}

static enum err read(struct cozmo_scenario *out, const struct json *doc, struct fault *fault) {
    static const char *const KEYS[] = {"start", "floor_m", "verbs"};
    enum err err = json_only(doc, KEYS, 3, fault);
    const struct json *start = json_get(doc, "start");
    if (!err && start) err = read_start(start, &out->start, fault);
    if (!err) err = read_number(doc, "floor_m", &out->floor_m, fault);
    out->verbs = json_get(doc, "verbs");
    if (err || !out->verbs) return err;
    if (out->verbs->kind != JSON_LIST)
        return json_fault(out->verbs, fault, ERR_TYPE, "expected a list of verbs");
    out->next = out->verbs->first;
    return ERR_NONE;
}

enum err cozmo_scenario_open(const char *name, struct cozmo_scenario *out, struct fault *fault) {
    *out = (struct cozmo_scenario){.arena = arena_new(64 << 10)};
    if (!out->arena) return fault_set(fault, ERR_MEMORY, "no memory for a scenario");
    struct json *doc;
    const char *built_in = NULL;
    for (size_t i = 0; i < sizeof BUILT_IN / sizeof *BUILT_IN; i++)
        if (!strcmp(BUILT_IN[i].name, name)) built_in = BUILT_IN[i].json;
    enum err err = built_in ? json_parse(text_of(built_in), name, out->arena, NULL, &doc, fault)
                            : json_read(name, out->arena, NULL, &doc, fault);
    if (!err) err = read(out, doc, fault);
    if (err) scenario_close(out);
    return err;
}

void scenario_close(struct cozmo_scenario *scenario) {
    arena_free(scenario->arena);
    scenario->arena = NULL;
}

static enum err do_one(struct world *world, const struct json *object, struct arena *arena,
                       struct fault *fault) {
    struct world_message verb;
    struct fault why = {0};
    enum err err = schema_parse_message(&world_schema, &verb, object, arena, fault);
    if (err) return err;
    err = world_do(world, &verb, &why);
    return err ? json_fault(object, fault, err, "%s", why.said) : ERR_NONE;
}

// The verb without its time: a document of one member, whose value is the one that was read.
static enum err do_timed(struct cozmo_scenario *scenario, struct world *world, const struct json *object,
                         struct fault *fault) {
    struct json alone = *object;
    struct json *verb = NULL;
    for (struct json *m = object->first; m; m = m->next)
        if (!text_is(m->key, "at_s")) {
            if (verb) return json_fault_key(m, fault, ERR_SYNTAX, "expected one verb and its at_s");
            verb = m;
        }
    if (!verb) return json_fault(object, fault, ERR_MISSING, "expected a verb, such as \"PickUp\"");
    struct json only = *verb;
    only.next = NULL;
    alone.first = &only;
    alone.count = 1;
    return do_one(world, &alone, scenario->arena, fault);
}

enum err scenario_do(struct cozmo_scenario *scenario, struct world *world, double now_s,
                     struct fault *fault) {
    for (; scenario->next; scenario->next = scenario->next->next) {
        double at_s = 0;
        const struct json *object = scenario->next;
        if (object->kind != JSON_OBJECT)
            return json_fault(object, fault, ERR_TYPE, "expected a verb in braces");
        if (json_get(object, "at_s")) {
            enum err err = json_get_number(object, "at_s", 0, 1e9, &at_s, fault);
            if (err) return err;
        }
        if (at_s > now_s) return ERR_NONE;
        enum err err = do_timed(scenario, world, object, fault);
        if (err) {
            scenario->next = scenario->next->next;
            return err;
        }
    }
    return ERR_NONE;
}

enum err scenario_verb(struct world *world, struct text json, struct fault *fault) {
    struct arena *arena = arena_new(8 << 10);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a verb");
    struct json *doc;
    enum err err = json_parse(json, NULL, arena, NULL, &doc, fault);
    if (!err) err = do_one(world, doc, arena, fault);
    arena_free(arena);
    return err;
}
