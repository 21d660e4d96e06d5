#include "cli/cozmo_room.h"

#include "base/log.h"

#include <stdlib.h>

static enum err check(const struct scenario *s, struct fault *fault) {
    if (s->robot_count > 1)
        return json_fault(s->robots[1].place, fault, ERR_UNSUPPORTED, "only one robot can be on this air");
    for (uint32_t i = 0; i < s->happening_count; i++) {
        const struct scenario_happening *h = &s->happenings[i];
        if ((h->when != WHEN_AT && h->when != WHEN_EVERY && h->when != WHEN_NEAR) || h->drive)
            return json_fault(h->place, fault, ERR_UNSUPPORTED,
                              "a room on the air knows verbs by at_s, every_s and near only");
    }
    return ERR_NONE;
}

static enum err do_verbs(struct world *world, const struct scenario_verb *verbs, uint32_t count,
                         struct fault *fault) {
    for (uint32_t i = 0; i < count; i++) {
        struct fault said = {0};
        enum err err = world_do(world, &verbs[i].verb, &said);
        if (err) return json_fault(verbs[i].place, fault, err, "%s", said.said);
    }
    return ERR_NONE;
}

static enum err furnish(struct cozmo_room *room, uint64_t seed, struct fault *fault) {
    const struct scenario *s = room->scenario;
    struct world_config config = world_defaults();
    config.seed = seed ? seed : s->seed;
    config.noise = s->noise;
    config.floor_m = s->floor_m;
    config.floor_reflectance = s->floor_reflectance;
    config.floor_friction = s->floor_friction;
    room->world = world_new(&config);
    room->happenings = calloc(s->happening_count + 1, sizeof *room->happenings);
    if (!room->world || !room->happenings) return fault_set(fault, ERR_MEMORY, "no memory for a world");
    enum err err = do_verbs(room->world, s->things, s->thing_count, fault);
    if (err) return err;
    const struct scenario_robot *r = &s->robots[0]; // of whatever creature: in this room a Cozmo stands there
    struct pose2 at = s->robot_count ? (struct pose2){{r->x_m, r->y_m}, r->heading_rad} : (struct pose2){0};
    struct fault said = {0};
    room->robot = world_add_named(room->world, &cozmo_model, s->robot_count ? r->name : "cozmo", at, &said);
    if (!room->robot) return fault_set(fault, said.err, "%s", said.said);
    for (uint32_t i = 0; i < s->happening_count; i++)
        room->happenings[i].due_us = (int64_t)(s->happenings[i].at_s * 1e6);
    return ERR_NONE;
}

enum err cozmo_room_open(struct cozmo_room *room, const char *scenario, uint64_t seed, struct fault *fault) {
    *room = (struct cozmo_room){.scenario = scenario_open(scenario, NULL, 0, fault)};
    if (!room->scenario) return fault && fault->err ? fault->err : ERR_MEMORY;
    enum err err = check(room->scenario, fault);
    if (!err) err = furnish(room, seed, fault);
    if (err) cozmo_room_close(room);
    return err;
}

void cozmo_room_close(struct cozmo_room *room) {
    world_free(room->world);
    free(room->happenings);
    if (room->scenario) scenario_free(room->scenario);
    *room = (struct cozmo_room){0};
}

static bool near(const struct cozmo_room *room, const struct scenario_happening *h) {
    struct pose a, b;
    return world_where(room->world, h->a, &a) && world_where(room->world, h->b, &b) &&
           vec3_length(vec3_sub(a.at, b.at)) <= h->metres;
}

static void happen(struct cozmo_room *room, const struct scenario_happening *h) {
    struct fault fault = {0};
    char text[400];
    if (do_verbs(room->world, h->verbs, h->verb_count, &fault))
        log_warn("cozmo", "%s", fault_text(&fault, text, sizeof text));
}

void cozmo_room_turn(struct cozmo_room *room) {
    int64_t now = world_now_us(room->world);
    for (uint32_t i = 0; i < room->scenario->happening_count; i++) {
        const struct scenario_happening *h = &room->scenario->happenings[i];
        if (h->when == WHEN_NEAR) {
            bool is = near(room, h), was = room->happenings[i].over;
            if (is && !was) happen(room, h);
            room->happenings[i].over = is || (was && !h->again);
            continue;
        }
        if (room->happenings[i].over || now < room->happenings[i].due_us) continue;
        happen(room, h);
        room->happenings[i].due_us += (int64_t)(h->every_s * 1e6);
        room->happenings[i].over =
            h->when == WHEN_AT || h->every_s <= 0 ||
            (h->until_s > 0 && room->happenings[i].due_us > (int64_t)(h->until_s * 1e6));
    }
}

enum err cozmo_room_verb(struct cozmo_room *room, struct text json, struct fault *fault) {
    struct arena *arena = arena_new(8 << 10);
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a verb");
    struct json *doc;
    struct world_message verb;
    enum err err = json_parse(json, NULL, arena, NULL, &doc, fault);
    if (!err) err = verb_read(doc, arena, &verb, fault);
    if (!err) err = world_do(room->world, &verb, fault);
    arena_free(arena);
    return err;
}
