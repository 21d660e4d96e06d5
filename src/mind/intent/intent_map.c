#include "mind/intent/intent_map.h"

#include "store/features.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ reading

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for intents");
}

static enum err optional_text(const struct json *from, const char *key, struct text *out,
                              struct fault *fault) {
    const struct json *value = json_get(from, key);
    return value ? json_as_text(value, out, fault) : ERR_NONE;
}

static enum err user_intent(const struct json *value, struct text name, uint32_t *out, struct fault *fault) {
    *out = intent_number(name);
    if (*out) return ERR_NONE;
    const char *near = intent_nearest(name);
    return json_fault(value, fault, ERR_UNKNOWN, "no intent is called \"%.*s\"%s%s%s", (int)name.len, name.at,
                      near ? ", did you mean \"" : "", near ? near : "", near ? "\"?" : "");
}

static enum err expect(const struct json *value, enum json_kind kind, const char *what, struct fault *fault) {
    char found[64];
    if (value->kind == kind) return ERR_NONE;
    return json_fault(value, fault, ERR_TYPE, "expected %s, found %s", what,
                      json_found(value, found, sizeof found));
}

static enum err read_keys(const struct json *from, const char *key, struct arena *arena,
                          struct substitution **out, uint32_t *count, struct fault *fault) {
    const struct json *keys = json_get(from, key);
    if (!keys) return ERR_NONE;
    if (expect(keys, JSON_OBJECT, "an object of names", fault)) return fault->err;
    if (!(*out = arena_array(arena, struct substitution, keys->count + 1))) return no_memory(fault);
    for (const struct json *one = keys->first; one; one = one->next) {
        struct substitution *s = &(*out)[(*count)++];
        if (json_as_text(one, &s->to, fault)) return fault->err;
        if (one->key.len >= INTENT_KEY || s->to.len >= INTENT_KEY)
            return json_fault(one, fault, ERR_LIMIT, "names of values have at most %d letters",
                              INTENT_KEY - 1);
        if (!(s->from = arena_copy_text(arena, one->key.at, one->key.len))) return no_memory(fault);
    }
    return ERR_NONE;
}

static enum err read_numerics(const struct json *from, struct arena *arena, struct intent_row *out,
                              struct fault *fault) {
    const struct json *list = json_get(from, "cloud_numerics");
    if (!list) return ERR_NONE;
    if (expect(list, JSON_LIST, "a list of names", fault)) return fault->err;
    if (!(out->numerics = arena_array(arena, char *, list->count + 1))) return no_memory(fault);
    for (const struct json *one = list->first; one; one = one->next) {
        struct text name;
        if (json_as_text(one, &name, fault)) return fault->err;
        char *copy = arena_copy_text(arena, name.at, name.len);
        if (!copy) return no_memory(fault);
        out->numerics[out->numeric_count++] = copy;
    }
    return ERR_NONE;
}

static enum err read_row(const struct json *from, struct arena *arena, struct intent_row *out,
                         struct fault *fault) {
    static const char *const KEYS[] = {"cloud_intent",        "app_intent",        "user_intent",
                                       "cloud_substitutions", "app_substitutions", "cloud_numerics",
                                       "feature_gate",        "test_parsing"};
    struct text user;
    bool parsed = true;
    if (expect(from, JSON_OBJECT, "an intent of the map", fault) ||
        json_only(from, KEYS, sizeof KEYS / sizeof *KEYS, fault) ||
        json_get_text(from, "user_intent", &user, fault) ||
        user_intent(json_get(from, "user_intent"), user, &out->user, fault) ||
        optional_text(from, "cloud_intent", &out->cloud, fault) ||
        optional_text(from, "app_intent", &out->app, fault) ||
        optional_text(from, "feature_gate", &out->gate, fault) ||
        (json_get(from, "test_parsing") && json_get_bool(from, "test_parsing", &parsed, fault)) ||
        read_keys(from, "cloud_substitutions", arena, &out->cloud_keys, &out->cloud_key_count, fault) ||
        read_keys(from, "app_substitutions", arena, &out->app_keys, &out->app_key_count, fault))
        return fault->err;
    return read_numerics(from, arena, out, fault);
}

static enum err read_answer(const struct json *from, const struct intent_map *map,
                            struct simple_response *out, struct fault *fault) {
    static const char *const KEYS[] = {"cloud_intent", "response"};
    static const char *const ANSWER[] = {"active_feature", "anim_group", "emotion_event",
                                         "disable_wakeword_turn"};
    const struct json *response = json_get(from, "response");
    struct text cloud;
    if (expect(from, JSON_OBJECT, "an answer", fault) || json_only(from, KEYS, 2, fault) ||
        json_get_text(from, "cloud_intent", &cloud, fault))
        return fault->err;
    if (!response) return json_fault(from, fault, ERR_MISSING, "there is no \"response\"");
    if (expect(response, JSON_OBJECT, "a response", fault) || json_only(response, ANSWER, 4, fault) ||
        optional_text(response, "active_feature", &out->feature, fault) ||
        optional_text(response, "anim_group", &out->clip, fault) ||
        optional_text(response, "emotion_event", &out->event, fault))
        return fault->err;
    if (json_get(response, "disable_wakeword_turn") &&
        json_get_bool(response, "disable_wakeword_turn", &out->stays, fault))
        return fault->err;
    for (uint32_t i = 0; i < map->row_count; i++)
        if (text_same(map->rows[i].cloud, cloud)) return out->user = map->rows[i].user, ERR_NONE;
    return json_fault(json_get(from, "cloud_intent"), fault, ERR_UNKNOWN, "the map has no intent \"%.*s\"",
                      (int)cloud.len, cloud.at);
}

static enum err list_of(const struct json *document, const char *key, const struct json **out,
                        struct fault *fault) {
    *out = json_get(document, key);
    if (!*out) return ERR_NONE;
    if (expect(*out, JSON_LIST, "a list", fault)) return fault->err;
    return (*out)->count <= INTENT_ROWS_MAX
               ? ERR_NONE
               : json_fault(*out, fault, ERR_LIMIT, "more than %d rows", INTENT_ROWS_MAX);
}

enum err intent_map_read(const struct json *document, struct arena *arena, struct intent_map *out,
                         struct fault *fault) {
    static const char *const KEYS[] = {"user_intent_map", "simple_voice_responses", "unmatched_intent"};
    struct fault unread = {0};
    if (!fault) fault = &unread;
    const struct json *rows, *answers;
    struct text unmatched = TEXT("unmatched_intent");
    *out = (struct intent_map){0};
    if (expect(document, JSON_OBJECT, "a map of intents", fault) || json_only(document, KEYS, 3, fault) ||
        list_of(document, "user_intent_map", &rows, fault) ||
        list_of(document, "simple_voice_responses", &answers, fault) ||
        optional_text(document, "unmatched_intent", &unmatched, fault))
        return fault->err;
    const struct json *named = json_get(document, "unmatched_intent");
    if (user_intent(named ? named : document, unmatched, &out->unmatched, fault)) return fault->err;
    if (!rows) return json_fault(document, fault, ERR_MISSING, "there is no \"user_intent_map\"");
    out->rows = arena_array(arena, struct intent_row, rows->count + 1);
    out->answers = arena_array(arena, struct simple_response, answers ? answers->count + 1 : 1);
    if (!out->rows || !out->answers) return no_memory(fault);
    for (const struct json *one = rows->first; one; one = one->next)
        if (read_row(one, arena, &out->rows[out->row_count++], fault)) return fault->err;
    for (const struct json *one = answers ? answers->first : NULL; one; one = one->next)
        if (read_answer(one, out, &out->answers[out->answer_count++], fault)) return fault->err;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ asking

static bool open(const struct intent_row *row, const struct feature_switches *switches) {
    return !row->gate.len || feature_is_on(feature_named(row->gate), switches);
}

static void unmatched(const struct intent_map *map, struct intent *wanted) {
    uint32_t source = wanted->source;
    memset(wanted, 0, sizeof *wanted);
    wanted->number = map->unmatched, wanted->source = source;
}

void intent_map_cloud(const struct intent_map *map, const struct feature_switches *switches, struct text name,
                      struct intent *wanted) {
    const struct intent_row *row = NULL;
    for (uint32_t i = 0; i < map->row_count && !row; i++)
        if (name.len && text_same(map->rows[i].cloud, name)) row = &map->rows[i];
    if (!row || !open(row, switches)) return unmatched(map, wanted);
    for (uint32_t i = 0; i < row->cloud_key_count; i++)
        intent_rename(wanted, row->cloud_keys[i].from, row->cloud_keys[i].to);
    for (uint32_t i = 0; i < row->numeric_count; i++)
        if (intent_numeric(wanted, row->numerics[i]) == ERR_SYNTAX) return unmatched(map, wanted);
    wanted->number = row->user;
}

bool intent_map_app(const struct intent_map *map, const struct feature_switches *switches, struct text name,
                    struct intent *wanted) {
    const struct intent_row *row = NULL;
    struct intent kept = {.source = wanted->source};
    for (uint32_t i = 0; i < map->row_count && !row; i++)
        if (name.len && text_same(map->rows[i].app, name)) row = &map->rows[i];
    if (!row || !open(row, switches)) return false;
    for (uint32_t i = 0; i < row->app_key_count; i++) {
        const struct intent_slot *slot = intent_slot(wanted, row->app_keys[i].from);
        if (slot) intent_put(&kept, row->app_keys[i].to, text_of(slot->text));
    }
    for (uint32_t i = 0; i < row->numeric_count; i++)
        if (intent_numeric(&kept, row->numerics[i]) == ERR_SYNTAX) return false;
    kept.number = row->user;
    *wanted = kept;
    return true;
}

const struct simple_response *intent_map_answer(const struct intent_map *map, uint32_t user) {
    for (uint32_t i = 0; user && i < map->answer_count; i++)
        if (map->answers[i].user == user) return &map->answers[i];
    return NULL;
}
