#include "schema/random.h"

#include "schema/walk.h"

#include <string.h>

static uint64_t random_number(const struct schema_field *field, struct chance *dice) {
    uint64_t v = chance_u64(dice);
    unsigned bits = field->width * 8u;
    if (field->kind == SCHEMA_BOOL) return v & 1;
    if (field->names && chance_below(dice, 2))
        return field->names->values[chance_below(dice, field->names->count)].value;
    if (field->kind == SCHEMA_FLOAT && chance_below(dice, 4)) { // something a person would write
        double wide = ((double)chance_below(dice, 2000001) - 1e6) / 64;
        float narrow = (float)wide;
        if (field->width == 8) {
            memcpy(&v, &wide, sizeof v);
        } else {
            uint32_t low;
            memcpy(&low, &narrow, sizeof low);
            v = low;
        }
    } else {
        switch (chance_below(dice, 6)) {
        case 0:
            v = 0;
            break;
        case 1:
            v = UINT64_MAX;
            break;
        case 2:
            v = (uint64_t)1 << (bits - 1);
            break;
        case 3:
            v &= 15;
            break;
        default:
            break;
        }
    }
    if (bits < 64) v &= ((uint64_t)1 << bits) - 1;
    if (field->kind == SCHEMA_INT && bits < 64 && v >> (bits - 1)) v |= ~(uint64_t)0 << bits;
    return v;
}

static uint32_t random_length(uint32_t max, struct chance *dice) {
    uint32_t few = max < 9 ? max : 9;
    switch (chance_below(dice, 8)) {
    case 0:
        return 0;
    case 1:
        return max < 2000 ? max : few;
    default:
        return chance_below(dice, few + 1);
    }
}

static bool random_run(const struct schema_field *field, void *element, struct chance *dice,
                       struct arena *arena) {
    bool is_text = field->kind != SCHEMA_BYTES, strange = chance_below(dice, 4) == 0;
    bool fixed = field->length.how == SCHEMA_FIXED && !is_text;
    uint32_t len = fixed ? field->length.max : random_length(field->length.max, dice);
    uint8_t *at = field->kind == SCHEMA_OWN_TEXT ? element : arena_take(arena, (size_t)len + 1, 1);
    if (!at) return false;
    for (uint32_t i = 0; i < len; i++) {
        at[i] = (uint8_t)chance_below(dice, 256);
        if (is_text && !strange) at[i] = (uint8_t)(' ' + at[i] % 95);
        if (is_text && !at[i] && (field->kind == SCHEMA_OWN_TEXT || i + 1 == len)) at[i] = 1;
    }
    if (is_text) at[len] = 0;
    struct bytes bytes = {at, len};
    struct text text = {(const char *)at, len};
    if (field->kind == SCHEMA_BYTES) memcpy(element, &bytes, sizeof bytes);
    if (field->kind == SCHEMA_VIEW) memcpy(element, &text, sizeof text);
    return true;
}

static bool random_field(const struct schema_field *field, void *into, struct chance *dice,
                         struct arena *arena, unsigned version) {
    uint64_t elements = schema_elements(field, false);
    if (field->count_width) {
        uint32_t count = random_length(field->dimensions[field->dimension_count - 1].max, dice);
        schema_set_count(field, into, count);
        elements *= count;
    }
    for (uint64_t i = 0; i < elements; i++) {
        void *element = schema_element_of(field, into, i);
        bool done = true;
        if (field->kind == SCHEMA_RECORD)
            done = schema_random(field->record, element, dice, arena, version);
        else if (field->kind <= SCHEMA_FLOAT)
            schema_store(field, element, random_number(field, dice));
        else
            done = random_run(field, element, dice, arena);
        if (!done) return false;
    }
    return true;
}

bool schema_random(const struct schema_struct *body, void *into, struct chance *dice, struct arena *arena,
                   unsigned version) {
    schema_defaults(body, into);
    for (uint32_t i = 0; i < body->count; i++) {
        const struct schema_field *field = &body->fields[i];
        if (!schema_in_memory(field) || !schema_holds(field->since, field->until, version)) continue;
        if (field->optional && chance_below(dice, 3) == 0) break; // nor any after it
        schema_set_has(field, into, true);
        if (!random_field(field, into, dice, arena, version)) return false;
    }
    return true;
}
