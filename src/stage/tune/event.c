// Events: which names do what.
#include "stage/tune/tune_internal.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCOPE_SWITCH = 1, SCOPE_ALL = 2, SCOPE_OBJECT = 3, SCOPE_EVERYTHING = 4 };

static const struct {
    const char *key;
    uint8_t type, scope;
    bool part; // its word is a sound or group; otherwise a name of something else
} ACTIONS[] = {
    {"play", BANK_PLAY, SCOPE_OBJECT, true},
    {"stop", BANK_STOP, SCOPE_OBJECT, true},
    {"pause", BANK_PAUSE, SCOPE_OBJECT, true},
    {"resume", BANK_RESUME, SCOPE_OBJECT, true},
    {"break", BANK_BREAK, SCOPE_OBJECT, true},
    {"seek", BANK_SEEK, SCOPE_OBJECT, true},
    {"stop_all", BANK_STOP, SCOPE_EVERYTHING, false},
    {"set_state", BANK_SET_STATE, SCOPE_EVERYTHING, false},
    {"set_switch", BANK_SET_SWITCH, SCOPE_SWITCH, false},
    {"set_parameter", BANK_SET_PARAMETER, SCOPE_ALL, false},
    {"volume", BANK_SET_VOLUME, SCOPE_ALL, true},
    {"set_bus", BANK_SET_BUS_VOLUME, SCOPE_ALL, false},
    {"trigger", BANK_TRIGGER, SCOPE_OBJECT, false},
};

static enum err make_action(struct making *m, const struct json *value, uint32_t *id, struct fault *fault) {
    static const char *const KEYS[] = {"play",       "stop",          "pause",   "resume",      "break",
                                       "seek",       "percent",       "except",  "stop_all",    "set_state",
                                       "set_switch", "set_parameter", "volume",  "set_bus",     "to",
                                       "value",      "delay_ms",      "fade_ms", "probability", "trigger"};
    struct bank_object action = {.kind = BANK_ACTION, .known = true};
    struct bank_deed deed = {.probability = 100, .shape = 4};
    const struct json *word = value;
    size_t kind = 0;
    enum err err = ERR_NONE;
    if (value->kind == JSON_OBJECT) {
        if ((err = json_only(value, KEYS, sizeof KEYS / sizeof *KEYS, fault))) return err;
        word = NULL;
        for (size_t i = 0; i < sizeof ACTIONS / sizeof *ACTIONS && !word; i++)
            word = json_get(value, ACTIONS[i].key), kind = i;
        if (!word)
            return json_fault(value, fault, ERR_MISSING,
                              "expected play, stop, pause, resume, break, seek, set_state, set_switch, "
                              "set_parameter or trigger");
    }
    action.action = (struct bank_action){.scope = ACTIONS[kind].scope, .type = ACTIONS[kind].type};
    struct text name = {0}, to = {0};
    double number_of = 0, delay = 0, fade = 0, chance = 1;
    if (ACTIONS[kind].part)
        err = part_find(m, word, &action.action.target, fault);
    else if (ACTIONS[kind].type != BANK_STOP && !(err = json_as_text(word, &name, fault)))
        action.action.target = tune_hash(name);
    if (err) return err;
    if (ACTIONS[kind].type == BANK_SET_STATE || ACTIONS[kind].type == BANK_SET_SWITCH) {
        if ((err = json_get_text(value, "to", &to, fault))) return err;
        deed.group = tune_hash(name), deed.choice = tune_hash(to);
    }
    if (value->kind == JSON_OBJECT) {
        if ((err = tune_number(value, "value", -1e6, 1e6, &number_of, fault)) ||
            (err = tune_number(value, "delay_ms", 0, 60000, &delay, fault)) ||
            (err = tune_number(value, "fade_ms", 0, 60000, &fade, fault)) ||
            (err = tune_number(value, "probability", 0.01, 1, &chance, fault)))
            return err;
        if (json_get(value, "percent")) {
            deed.percent = true;
            if ((err = tune_number(value, "percent", 0, 100, &number_of, fault))) return err;
        }
        const struct json *except = json_get(value, "except");
        for (const struct json *e = except ? except->first : NULL; e; e = e->next) {
            if (deed.except_count == BANK_EXCEPT_MAX)
                return json_fault(e, fault, ERR_LIMIT, "more than %d exceptions", BANK_EXCEPT_MAX);
            if ((err = part_find(m, e, &deed.except[deed.except_count++], fault))) return err;
        }
        deed.value = (float)number_of, deed.delay_ms = (float)delay, deed.fade_ms = (float)fade,
        deed.probability = (float)chance * 100;
    }
    struct buf tail = {0};
    err = bank_deed_write(m->tune->version, action.action.type, &deed, &tail);
    action.tail = (struct bytes){arena_copy(m->arena, tail.at, tail.len), tail.len};
    buf_free(&tail);
    if (err || !action.tail.at ||
        !making_grow((void **)&m->rest, &m->rest_room, m->rest_count, sizeof *m->rest))
        return making_no_memory(fault);
    char unique[40];
    snprintf(unique, sizeof unique, "%zu", m->rest_count);
    action.id = *id = tune_id("action", unique);
    m->rest[m->rest_count++] = action;
    return ERR_NONE;
}

static bool has_event(const struct making *m, uint32_t id) {
    for (size_t i = 0; i < m->rest_count; i++)
        if (m->rest[i].kind == BANK_EVENT && m->rest[i].id == id) return true;
    return false;
}

static enum err put_event(struct making *m, struct text name, struct bank_ids actions, struct fault *fault) {
    if (!making_grow((void **)&m->rest, &m->rest_room, m->rest_count, sizeof *m->rest))
        return making_no_memory(fault);
    m->rest[m->rest_count++] =
        (struct bank_object){.kind = BANK_EVENT, .known = true, .id = tune_hash(name), .event = actions};
    m->done.events++;
    return ERR_NONE;
}

static enum err make_event(struct making *m, const struct json *row, struct fault *fault) {
    struct text name;
    if (row->kind != JSON_LIST || row->count < 2)
        return json_fault(row, fault, ERR_TYPE, "expected [event, action, …]");
    enum err err = json_as_text(json_at(row, 0), &name, fault);
    struct bank_ids actions = {arena_array(m->arena, uint32_t, row->count), 0};
    if (!err && !actions.at) return making_no_memory(fault);
    for (const struct json *a = err ? NULL : json_at(row, 1); a && !err; a = a->next)
        err = make_action(m, a, &actions.at[actions.count++], fault);
    if (err) return err;
    char pattern[TUNE_NAME * 2], one[TUNE_NAME * 2];
    text_copy(name, pattern, sizeof pattern);
    if (!strpbrk(pattern, "*?[")) {
        if (has_event(m, tune_hash(name)))
            return json_fault(row, fault, ERR_DUPLICATE, "the event \"%s\" has a row already", pattern);
        for (size_t i = 0; i < m->tune->name_count; i++)
            if (text_same_nocase(m->tune->names[i], name)) m->taken[i] = true;
        return put_event(m, name, actions, fault);
    }
    size_t found = 0;
    for (size_t i = 0; i < m->tune->name_count && !err; i++) {
        text_copy(m->tune->names[i], one, sizeof one);
        if (m->taken[i] || !text_glob(pattern, one)) continue;
        m->taken[i] = true;
        found++;
        if (!has_event(m, tune_hash(m->tune->names[i])))
            err = put_event(m, m->tune->names[i], actions, fault);
    }
    return err || found
               ? err
               : json_fault(row, fault, ERR_UNKNOWN, "no known event that is still free has this name");
}

enum err make_events(struct making *m, struct fault *fault) {
    for (uint32_t f = 0; f < m->tune->file_count; f++) {
        const struct json *events = json_get(m->tune->files[f], "events");
        if (events && events->kind != JSON_LIST)
            return json_fault(events, fault, ERR_TYPE, "expected a list of [event, action]");
        for (const struct json *e = events ? events->first : NULL; e; e = e->next) {
            enum err err = make_event(m, e, fault);
            if (err) return err;
        }
    }
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ names

enum err tune_events(const struct tune *tune, struct buf *out, struct fault *fault) {
    bool *taken = calloc(tune->name_count + 1, sizeof *taken);
    if (!taken) return making_no_memory(fault);
    for (uint32_t f = 0; f < tune->file_count; f++) {
        const struct json *events = json_get(tune->files[f], "events");
        for (const struct json *e = events ? events->first : NULL; e; e = e->next) {
            struct text name;
            char pattern[TUNE_NAME * 2], one[TUNE_NAME * 2];
            if (json_as_text(json_at(e, 0) ? json_at(e, 0) : e, &name, NULL)) continue;
            text_copy(name, pattern, sizeof pattern);
            bool glob = strpbrk(pattern, "*?[") != NULL;
            if (!glob) buf_printf(out, "%s\n", pattern);
            for (size_t i = 0; i < tune->name_count; i++) {
                text_copy(tune->names[i], one, sizeof one);
                if (taken[i] || !(glob ? text_glob(pattern, one) : text_same_nocase(tune->names[i], name)))
                    continue;
                taken[i] = true;
                if (glob) buf_printf(out, "%s\n", one);
            }
        }
    }
    free(taken);
    return out->err;
}
