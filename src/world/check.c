// Checks verbs by walking over their fields, so that none can be forgotten: no number is NaN or infinite, and
// every named quantity is within what a world can hold.
#include "world/world_internal.h"

#include "schema/walk.h"

#include <string.h>

struct limit {
    const char *field;
    float low, high;
};

// By the field's name, for all verbs alike; others may be anything from -1000 to 1000.
static const struct limit LIMITS[] = {
    {"length_m", 0.001f, 20},
    {"width_m", 0.001f, 20},
    {"height_m", 0, 20},
    {"thickness_m", 0.001f, 2},
    {"radius_m", 0.002f, 5},
    {"mass_kg", 0, 50},
    {"reflectance", 0, 1},
    {"friction", -1, 4},
    {"supply_a", 0, 5},
    {"supply_v", 0, 20},
    {"seconds", 0, 86400},
    {"strength", 0, 10},
    {"hertz", 0.05f, 8000},
    {"tempo_bpm", 20, 300},
    {"level_db", 0, 140},
    {"voice_hertz", 50, 600},
    {"speed_mps", 0.01f, 10},
    {"lux", 0, 200000},
    {"celsius", -40, 100},
    {"charge", 0, 1},
    {"age", 0, 1},
    {"amount", 0, 1},
    {"battery_v", 0, 4},
    {"reach_m", 0.001f, 0.5f},
    {"x_ns", -5, 5},
    {"y_ns", -5, 5},
    {"z_ns", -5, 5},
    {"x_m", -20, 20},
    {"y_m", -20, 20},
    {"z_m", -20, 20},
};

static struct limit limit_of(const char *field) {
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        if (!strcmp(LIMITS[i].field, field)) return LIMITS[i];
    return (struct limit){field, -1000, 1000};
}

enum err check_verb(const struct world_message *verb, struct fault *fault) {
    if ((unsigned)verb->kind >= WORLD_KIND_COUNT)
        return fault_set(fault, ERR_UNKNOWN, "there is no such verb");
    const struct schema_struct *body = world_messages[verb->kind].body;
    const void *value = &verb->table; // all of the union begins here
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *f = &body->fields[i];
        if (f->kind == SCHEMA_FLOAT) {
            float number;
            memcpy(&number, (const char *)value + f->offset, sizeof number);
            struct limit limit = limit_of(f->name);
            if (!(number >= limit.low && number <= limit.high))
                return fault_set(fault, ERR_RANGE, "%s: %s: expected a number from %g to %g, found %g",
                                 body->name, f->name, (double)limit.low, (double)limit.high, (double)number);
        }
        if (f->names && f->kind == SCHEMA_UINT && !f->names->bits) {
            uint64_t number = schema_load(f, (const char *)value + f->offset);
            if (!schema_value_name(f->names, number))
                return fault_set(fault, ERR_RANGE, "%s: %s: there is no value %llu", body->name, f->name,
                                 (unsigned long long)number);
        }
        if (f->kind == SCHEMA_OWN_TEXT && !utf8_valid(text_of((const char *)value + f->offset)))
            return fault_set(fault, ERR_SYNTAX, "%s: %s: not UTF-8", body->name, f->name);
    }
    return ERR_NONE;
}
