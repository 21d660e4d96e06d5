#include "stage/lights/spinner.h"

#include "base/maths/chance.h"

#include <stddef.h>

struct key {
    const char *name;
    size_t offset;
};
static const struct key BACKPACK[] = {{"celebration", offsetof(struct spinner_colour, backpack.celebration)},
                                      {"holdTarget", offsetof(struct spinner_colour, backpack.hold)},
                                      {"selectTarget", offsetof(struct spinner_colour, backpack.select)}};
static const struct key CUBE[] = {{"celebration", offsetof(struct spinner_colour, cube.celebration)},
                                  {"cycle", offsetof(struct spinner_colour, cube.cycle)},
                                  {"locked", offsetof(struct spinner_colour, cube.locked)},
                                  {"lockedPulse", offsetof(struct spinner_colour, cube.pulse)},
                                  {"lockIn", offsetof(struct spinner_colour, cube.lock_in)}};

static enum err read_keys(const struct json *colour, const char *where, const struct key *keys, size_t count,
                          struct spinner_colour *out, struct fault *fault) {
    const struct json *object = json_get(colour, where);
    if (!object) return json_fault(colour, fault, ERR_MISSING, "expected %s", where);
    enum err err = ERR_NONE;
    for (size_t i = 0; i < count && !err; i++)
        err = json_get_text(object, keys[i].name, (struct text *)((char *)out + keys[i].offset), fault);
    return err;
}

enum err spinner_map_read(const struct json *document, struct spinner_map *out, struct fault *fault) {
    *out = (struct spinner_map){0};
    enum err err = json_get_text(document, "startGameCubeLights", &out->start, fault);
    if (!err) err = json_get_text(document, "playerErrorCubeLights", &out->error, fault);
    if (err) return err;
    const struct json *list = json_get(document, "lightMap");
    if (!list) return json_fault(document, fault, ERR_MISSING, "expected lightMap");
    if (list->kind != JSON_LIST || !list->count || list->count > SPINNER_COLOURS_MAX)
        return json_fault(list, fault, ERR_RANGE, "expected a list of 1 to %d colours", SPINNER_COLOURS_MAX);
    for (const struct json *at = list->first; at && !err; at = at->next) {
        struct spinner_colour *colour = &out->colours[out->count];
        if (json_get(at, "debugColorName")) err = json_get_text(at, "debugColorName", &colour->name, fault);
        if (!err) err = read_keys(at, "backpackLights", BACKPACK, 3, colour, fault);
        if (!err) err = read_keys(at, "cubeLights", CUBE, 5, colour, fault);
        if (!err) out->count++;
    }
    return err;
}

// How long each moment lasts. Ours: the game was never published.
static const uint32_t LASTS_MS[SPINNER_OVER] = {
    [SPINNER_START] = 2000, [SPINNER_CYCLE] = 660,  [SPINNER_ERROR] = 800,      [SPINNER_LOCK_IN] = 500,
    [SPINNER_PULSE] = 1000, [SPINNER_LOCKED] = 800, [SPINNER_CELEBRATE] = 3000,
};

static void enter(struct spinner *game, enum spinner_phase phase, uint64_t now_ms) {
    const struct spinner_colour *target = &game->map->colours[game->target];
    const struct spinner_colour *shown = &game->map->colours[game->shown];
    const struct text cubes[] = {
        game->map->start,   shown->cube.cycle,   game->map->error,         target->cube.lock_in,
        target->cube.pulse, target->cube.locked, target->cube.celebration, {0}};
    game->phase = phase;
    game->cube = cubes[phase];
    game->backpack = phase == SPINNER_START       ? target->backpack.select
                     : phase == SPINNER_CELEBRATE ? target->backpack.celebration
                     : phase == SPINNER_OVER      ? (struct text){0}
                                                  : target->backpack.hold;
    game->until_ms = now_ms + (phase == SPINNER_CYCLE  ? game->spin_ms
                               : phase == SPINNER_OVER ? 0
                                                       : LASTS_MS[phase]);
    game->changed = true;
}

void spinner_start(struct spinner *game, const struct spinner_map *map, uint32_t locks, uint64_t seed,
                   uint64_t now_ms) {
    *game = (struct spinner){.map = map, .locks = locks ? locks : 1, .spin_ms = LASTS_MS[SPINNER_CYCLE]};
    struct chance dice = chance_of(seed, chance_stream("spinner"), now_ms);
    game->target = chance_below(&dice, map->count);
    game->shown = chance_below(&dice, map->count);
    enter(game, SPINNER_START, now_ms);
}

static void tap(struct spinner *game, uint64_t now_ms) {
    if (game->shown != game->target) {
        game->errors++;
        enter(game, SPINNER_ERROR, now_ms);
        return;
    }
    game->locked++;
    game->spin_ms = game->spin_ms * 3 / 4;
    if (game->spin_ms < 100) game->spin_ms = 100;
    enter(game, SPINNER_LOCK_IN, now_ms);
}

void spinner_step(struct spinner *game, bool tapped, uint64_t now_ms) {
    game->changed = false;
    if (tapped && game->phase == SPINNER_CYCLE) {
        tap(game, now_ms);
        return;
    }
    if (game->phase == SPINNER_OVER || now_ms < game->until_ms) return;
    switch (game->phase) {
    case SPINNER_LOCK_IN:
        enter(game, game->locked < game->locks ? SPINNER_PULSE : SPINNER_LOCKED, now_ms);
        break;
    case SPINNER_LOCKED:
        enter(game, SPINNER_CELEBRATE, now_ms);
        break;
    case SPINNER_CELEBRATE:
        enter(game, SPINNER_OVER, now_ms);
        break;
    default: // it goes on with the next colour, also after a tap: nobody taps twice at the same
        game->shown = (game->shown + 1) % game->map->count;
        enter(game, SPINNER_CYCLE, now_ms);
        break;
    }
}
