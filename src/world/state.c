// Copying, hashing, saving and restoring: the plane walks over its own state, everything else is in struct
// world_memory.
#include "world/world_internal.h"

#include "base/hash.h"

#include "schema/schema.h"
#include "schema/walk.h"

#include <stdlib.h>
#include <string.h>

#define SANE_MOST 1e6f
enum { SAVE_MARK = 0x31444c57 }; // "WLD1"

uint64_t world_hash(const struct world *w) {
    // The memory is written as bytes first: a struct has gaps, its bytes do not.
    struct world *self = (struct world *)(uintptr_t)w; // only its scratch room changes
    if (!self->scratch) {
        self->scratch_size = (size_t)schema_size(&world_memory_schema, WORLD_VERSION).largest;
        self->scratch = malloc(self->scratch_size);
        if (!self->scratch) return 0;
    }
    struct writer out = writer_of(self->scratch, self->scratch_size);
    world_memory_encode(&w->memory, &out, WORLD_VERSION);
    return hash64(plane_hash(w->plane) ^ speaker_hash(w), self->scratch, writer_len(&out));
}

enum err world_save(const struct world *w, struct writer *out) {
    write_u32(out, SAVE_MARK);
    world_memory_encode(&w->memory, out, WORLD_VERSION);
    speaker_save(w, out);
    plane_save(w->plane, out);
    return out->err;
}

// A saved world comes from a file: every number in it must be one that a world can hold, every name one that
// has a meaning.
static bool sane(const struct schema_struct *body, const void *value);
static bool sane_element(const struct schema_field *f, const void *element) {
    float number;
    switch (f->kind) {
    case SCHEMA_RECORD:
        return sane(f->record, element);
    case SCHEMA_FLOAT:
        return memcpy(&number, element, sizeof number), m_abs(number) <= SANE_MOST;
    case SCHEMA_UINT:
        return !f->names || f->names->bits || schema_value_name(f->names, schema_load(f, element));
    default:
        return true;
    }
}
static bool sane(const struct schema_struct *body, const void *value) {
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *f = &body->fields[i];
        uint64_t count = f->count_width ? schema_count_of(f, value) : schema_elements(f, true);
        for (uint64_t k = 0; k < count; k++)
            if (!sane_element(f, schema_element(f, value, k))) return false;
    }
    return true;
}

static bool fits(const struct world_memory *m, struct world *w, const struct body_model **models,
                 const struct figure **figures, struct fault *fault) {
    for (uint32_t i = 0; i < m->robots_count; i++) {
        models[i] = body_model_find(m->robots[i].creature);
        for (uint32_t j = 0; !models[i] && j < w->memory.robots_count; j++)
            if (!strcmp(w->models[j]->creature, m->robots[i].creature)) models[i] = w->models[j];
        figures[i] = figure_find(m->robots[i].creature);
        if (!models[i] || !figures[i]) {
            fault_set(fault, ERR_UNKNOWN, "a saved world holds a \"%s\", which this program does not know",
                      m->robots[i].creature);
            return false;
        }
    }
    for (uint32_t i = 0; i < m->things_count; i++)
        if (m->things[i].cube > m->cubes_count || m->things[i].kind > WORLD_THING_KIND_TAG ||
            (m->things[i].kind == WORLD_THING_KIND_CUBE) != (m->things[i].cube != 0)) {
            fault_set(fault, ERR_RANGE, "a saved world is damaged: thing %u", i);
            return false;
        }
    for (uint32_t i = 0; i < m->robots_count; i++)
        if (m->robots[i].bent > models[i]->motor_count) {
            fault_set(fault, ERR_RANGE, "a saved world is damaged: robot %u", i);
            return false;
        }
    for (uint32_t i = 0; i < m->flights_count; i++)
        if (m->flights[i].robot > m->robots_count || m->flights[i].frame.bits > 32) {
            fault_set(fault, ERR_RANGE, "a saved world is damaged: signal %u", i);
            return false;
        }
    for (uint32_t i = 0; i < m->cubes_count; i++)
        if (m->cubes[i].robot > m->robots_count) {
            fault_set(fault, ERR_RANGE, "a saved world is damaged: cube %u", i);
            return false;
        }
    for (uint32_t i = 0; i < m->sounds_count; i++)
        if (m->sounds[i].wave > m->waves_count || m->sounds[i].person > m->people_count) {
            fault_set(fault, ERR_RANGE, "a saved world is damaged: sound %u", i);
            return false;
        }
    return true;
}

// The plane comes last, because its restoring changes nothing when it fails; speakers are read into a second
// world first.
static enum err put_back(struct world *w, const struct world_memory *memory, struct reader *in,
                         struct fault *fault) {
    struct world *aside = calloc(1, sizeof *aside);
    if (!aside) return fault_set(fault, ERR_MEMORY, "no memory to restore a world");
    aside->memory.robots_count = memory->robots_count;
    enum err err = speaker_restore(aside, in);
    if (err) fault_set(fault, err, "a saved world is damaged at byte %zu", reader_offset(in));
    if (!err) err = plane_restore(w->plane, in, fault);
    if (!err) {
        speaker_free(w);
        memcpy(w->speakers, aside->speakers, sizeof w->speakers);
        memset(aside->speakers, 0, sizeof aside->speakers);
    }
    speaker_free(aside);
    free(aside);
    return err;
}

enum err world_restore(struct world *w, struct reader *in, struct fault *fault) {
    struct world_memory *memory = calloc(1, sizeof *memory);
    if (!memory) return fault_set(fault, ERR_MEMORY, "no memory to restore a world");
    const struct body_model *models[WORLD_ROBOTS_MAX] = {0};
    const struct figure *figures[WORLD_ROBOTS_MAX] = {0};
    enum err err = ERR_NONE;
    if (read_u32(in) != SAVE_MARK)
        err = fault_set(fault, in->err ? in->err : ERR_SYNTAX, "this is not a saved world");
    else if (world_memory_decode(memory, in, WORLD_VERSION))
        err = fault_set(fault, in->err, "a saved world is damaged at byte %zu", reader_offset(in));
    else if (!sane(&world_memory_schema, memory))
        err = fault_set(fault, ERR_RANGE, "a saved world is damaged: it holds a number that no world has");
    else if (!fits(memory, w, models, figures, fault))
        err = ERR_RANGE;
    else
        err = put_back(w, memory, in, fault);
    if (!err) {
        w->memory = *memory;
        w->config.noise = memory->noise;
        w->config.seed = memory->seed;
        memcpy(w->models, models, sizeof models);
        memcpy(w->figures, figures, sizeof figures);
        float seconds;
        uint8_t number;
        for (uint32_t i = 1; i <= w->memory.robots_count; i++) world_open_eye(w, i);
        memset(w->waves, 0, sizeof w->waves); // files are read again; one that is gone is silent
        for (uint32_t i = 0; i < w->memory.waves_count; i++)
            wave_load(w, w->memory.waves[i].path, &number, &seconds, NULL);
    }
    free(memory);
    return err;
}

enum err world_copy(struct world *to, const struct world *from) {
    enum err err = plane_copy(to->plane, from->plane);
    if (err) return err;
    to->memory = from->memory;
    to->config.noise = from->config.noise;
    to->config.seed = from->config.seed;
    memcpy(to->models, from->models, sizeof to->models);
    memcpy(to->figures, from->figures, sizeof to->figures);
    memcpy(to->eyes, from->eyes, sizeof to->eyes);
    memcpy(to->waves, from->waves, sizeof to->waves);
    return speaker_copy(to, from);
}
