#include "run/made_things.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = WORLD_THINGS_MAX + WORLD_PEOPLE_MAX };
struct made_things {
    struct {
        char name[WORLD_NAME_MAX + 1];
        struct world_message verb;
    } at[ROOM];
    uint32_t count;
};

struct made_things *made_things_new(void) {
    return calloc(1, sizeof(struct made_things));
}
void made_things_free(struct made_things *made) { free(made); }

// What it made; NULL: nothing.
static const char *newest(const struct world_memory *m, enum world_kind kind) {
    switch (kind) {
    case WORLD_TABLE:
    case WORLD_WALL:
    case WORLD_RAMP:
    case WORLD_BOX:
    case WORLD_DISC:
    case WORLD_BALL:
    case WORLD_CUBE:
    case WORLD_CHARGER:
    case WORLD_HABITAT:
    case WORLD_TAG:
        return m->things_count ? m->things[m->things_count - 1].name : NULL;
    case WORLD_PERSON:
        return m->people_count ? m->people[m->people_count - 1].name : NULL;
    default:
        return NULL;
    }
}

void made_things_note(struct made_things *made, const struct world *world, const struct world_message *verb) {
    const char *name = newest(world_memory(world), verb->kind);
    struct pose pose;
    uint32_t i = 0;
    if (!name) return;
    while (i < made->count && strcmp(made->at[i].name, name) != 0) i++;
    if (i == ROOM)
        for (i = 0; i < ROOM && world_where(world, made->at[i].name, &pose);) i++;
    if (i == ROOM) return;
    snprintf(made->at[i].name, sizeof made->at[i].name, "%s", name);
    made->at[i].verb = *verb;
    if (i == made->count) made->count++;
}

const struct world_message *made_things_find(const struct made_things *made, const char *name) {
    for (uint32_t i = 0; i < made->count; i++)
        if (!strcmp(made->at[i].name, name)) return &made->at[i].verb;
    return NULL;
}
