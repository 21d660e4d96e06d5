// What survives a robot, as a file:
//
//     {"critter": 1, "owner": {…}, "volume": 3, "eye_colour": 0,
//      "known": [{"id": 1, "face": "18446744073709551615", "name": "Ada"}]}
#include "own/own.h"

#include "base/system/file.h"
#include "schema/json.h"

#include <stdio.h>
#include <string.h>

enum { FILE_VERSION = 1, FILE_BYTES_MAX = 256 << 10 };

enum critter_err critter_robot_save(struct critter_robot *robot, const char *path) {
    struct fault fault = {0};
    struct robot_keep keep;
    struct buf out = {0};
    if (!robot || !path) return CRITTER_ERR_ARGUMENT;
    if (!own_enter(robot)) return CRITTER_ERR_STATE;
    robot_keep(robot->robot, &keep);
    struct json_writer w = json_writer_of(&out, 2);
    json_open(&w, '{');
    json_key(&w, "critter"), json_int(&w, FILE_VERSION);
    json_key(&w, "owner"), schema_print(&life_owner_schema, &keep.owner, &w, LIFE_VERSION);
    json_key(&w, "volume"), json_int(&w, keep.volume);
    json_key(&w, "eye_colour"), json_int(&w, keep.eye_colour);
    json_key(&w, "known"), json_open(&w, '[');
    for (uint32_t i = 0; i < keep.known_count; i++) {
        struct life_know_person known = {.known = keep.known[i].id, .face = keep.known[i].face};
        text_copy(text_of(keep.known[i].name), known.name, sizeof known.name);
        schema_print(&life_know_person_schema, &known, &w, LIFE_VERSION);
    }
    json_close(&w, ']');
    json_close(&w, '}');
    if (out.err)
        fault_set(&fault, out.err, "no memory for a file");
    else
        file_write(path, out.at, out.len, &fault);
    buf_free(&out);
    return own_leave(robot, &fault);
}

// ---------------------------------------------------------------------------------------------- reading

static enum err hand_in(struct critter_robot *r, const struct life_message *m, struct fault *fault) {
    struct life_envelope nobody_waits = {.door = LIFE_DOOR_COMMAND_LINE};
    enum err err = robot_ask(r->robot, &nobody_waits, m);
    return err ? fault_set(fault, err, "too much was kept") : ERR_NONE;
}

static enum err load_owner(struct critter_robot *r, const struct json *at, struct arena *arena,
                           struct fault *fault) {
    struct life_message m = {.kind = LIFE_OWNER};
    if (!at) return ERR_NONE;
    enum err err = schema_parse(&life_owner_schema, &m.owner, at, arena, fault);
    return err ? err : hand_in(r, &m, fault);
}

static enum err load_settings(struct critter_robot *r, const struct json *file, struct fault *fault) {
    int64_t volume = 0, colour = 0;
    enum err err = json_get_int(file, "volume", 0, 5, &volume, fault);
    if (!err) err = json_get_int(file, "eye_colour", 0, 6, &colour, fault);
    if (err) return err;
    struct life_message loud = {.kind = LIFE_VOLUME, .volume = {(uint8_t)volume}};
    struct life_message eyes = {.kind = LIFE_EYE_COLOUR, .eye_colour = {(uint8_t)colour}};
    err = hand_in(r, &loud, fault);
    return err ? err : hand_in(r, &eyes, fault);
}

static enum err load_known(struct critter_robot *r, const struct json *list, struct arena *arena,
                           struct fault *fault) {
    if (!list) return ERR_NONE;
    if (list->kind != JSON_LIST) return json_fault(list, fault, ERR_TYPE, "expected a list of people");
    if (list->count > ROBOT_KEEPS)
        return json_fault(list, fault, ERR_LIMIT, "expected at most %d people", ROBOT_KEEPS);
    enum err err = ERR_NONE;
    for (const struct json *one = list->first; one && !err; one = one->next) {
        struct life_message m = {.kind = LIFE_KNOW_PERSON};
        err = schema_parse(&life_know_person_schema, &m.know_person, one, arena, fault);
        if (!err) err = hand_in(r, &m, fault);
    }
    return err;
}

static enum err load(struct critter_robot *r, const struct json *file, struct arena *arena,
                     struct fault *fault) {
    static const char *const KEYS[] = {"critter", "owner", "volume", "eye_colour", "known"};
    int64_t version;
    enum err err = json_only(file, KEYS, sizeof KEYS / sizeof *KEYS, fault);
    if (!err) err = json_get_int(file, "critter", 1, INT32_MAX, &version, fault);
    if (!err && version > FILE_VERSION)
        err = json_fault(json_get(file, "critter"), fault, ERR_VERSION, "a newer Critter wrote this file");
    if (!err) err = load_owner(r, json_get(file, "owner"), arena, fault);
    if (!err) err = load_settings(r, file, fault);
    return err ? err : load_known(r, json_get(file, "known"), arena, fault);
}

enum err own_load(struct critter_robot *r, const char *path, struct fault *fault) {
    struct json_limits limits = {FILE_BYTES_MAX, 4000, 8};
    struct json *file;
    if (!file_exists(path) && !folder_exists(path)) return ERR_NONE; // its first life
    struct arena *arena = arena_new(16 << 10);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for %s", path);
    enum err err = json_read(path, arena, &limits, &file, fault);
    if (!err) err = load(r, file, arena, fault);
    arena_free(arena);
    return err;
}
