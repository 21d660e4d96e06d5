#include "belief/models.h"

#include "base/err.h"
#include "border/accessories.h"
#include "codec/picture/marker.h"

#include <string.h>

#define WALL_THICK_M 0.010f
#define SIZE_MOST_M  1.0f
enum { CUBES = 4, CHARGERS = 2 };

// Out of each side: x; up on it: z. In the order of markers.
static const struct {
    struct vec3 out;
    float yaw, pitch; // of a square's axes: yaw first
} SIDES[MODEL_SIDES] = {
    {{-1, 0, 0}, M_PI_F, 0},          {{1, 0, 0}, 0, 0},
    {{0, 1, 0}, M_PI_F / 2, 0},       {{0, -1, 0}, -M_PI_F / 2, 0},
    {{0, 0, 1}, M_PI_F, -M_PI_F / 2}, {{0, 0, -1}, M_PI_F, M_PI_F / 2},
};

static float along(struct vec3 way, struct vec3 size) {
    return m_abs(way.x) * size.x + m_abs(way.y) * size.y + m_abs(way.z) * size.z;
}

static void set_side(struct thing_model *m, uint32_t i, int marker, float size_m) {
    float out = along(SIDES[i].out, m->size_m) / 2;
    m->sides[i].marker = (int16_t)marker;
    m->sides[i].size_m = size_m;
    m->sides[i].square =
        (struct pose){vec3_scale(SIDES[i].out, out), quat_euler(0, SIDES[i].pitch, SIDES[i].yaw)};
}

static struct thing_model bare(uint8_t kind, uint8_t model, struct vec3 size) {
    struct thing_model m = {.kind = kind, .model = model, .size_m = size};
    for (uint32_t i = 0; i < MODEL_SIDES; i++) set_side(&m, i, -1, 0);
    return m;
}

static struct thing_model cube_of(uint8_t model) {
    struct thing_model m = bare(BELIEF_THING_KIND_CUBE, model, vec3(CUBE_SIDE_M, CUBE_SIDE_M, CUBE_SIDE_M));
    enum marker_kind kind = model ? (enum marker_kind)(MARKER_COZMO_CUBE_1 + model - 1) : MARKER_VECTOR_CUBE;
    for (uint32_t i = 0; i < MODEL_SIDES; i++) {
        int marker = marker_find_kind(kind, i);
        set_side(&m, i, marker, marker < 0 ? 0 : (float)MARKERS[marker].size_mm * 0.001f);
    }
    m.unique = model != 0; // Cozmo's three are told apart; Vectors' are all alike
    return m;
}

static struct thing_model charger_of(uint8_t model) {
    struct thing_model m =
        bare(BELIEF_THING_KIND_CHARGER, model, vec3(CHARGER_LONG_M, CHARGER_WIDE_M, CHARGER_HIGH_M));
    int marker = marker_find_kind(MARKER_CHARGER, model);
    set_side(&m, 0, marker, marker < 0 ? 0 : (float)MARKERS[marker].size_mm * 0.001f);
    m.sides[0].square.at = vec3(CHARGER_LONG_M, 0, CHARGER_MARK_Z_M);
    m.unique = m.stays = true;
    return m;
}

static struct thing_model custom_of(const struct belief_custom_thing *c) {
    struct vec3 size = {c->size_m[0], c->size_m[1], c->size_m[2]};
    bool wall = c->shape == BELIEF_CUSTOM_SHAPE_WALL;
    if (wall) size.x = WALL_THICK_M;
    if (c->shape == BELIEF_CUSTOM_SHAPE_CUBE) size.y = size.z = size.x;
    struct thing_model m = bare(BELIEF_THING_KIND_CUSTOM, c->type, size);
    // As programs name them: front, back, top, bottom, left, right.
    static const uint8_t TOLD[MODEL_SIDES] = {0, 1, 4, 5, 2, 3};
    for (uint32_t i = 0; i < (wall ? 2u : MODEL_SIDES); i++) {
        uint8_t symbol = c->shape == BELIEF_CUSTOM_SHAPE_BOX ? c->symbols[TOLD[i]] : c->symbols[0];
        set_side(&m, i, marker_find_kind(MARKER_CUSTOM, symbol), c->marker_m);
    }
    m.unique = c->unique;
    m.alike = c->shape != BELIEF_CUSTOM_SHAPE_BOX;
    return m;
}

void definitions_start(struct definitions *d) {
    *d = (struct definitions){0};
    for (int i = 0; i < CUBES; i++) d->born[i] = cube_of((uint8_t)i);
    for (int i = 0; i < CHARGERS; i++) d->born[CUBES + i] = charger_of((uint8_t)i);
}

bool model_of(const struct definitions *d, uint8_t kind, uint8_t model, struct thing_model *out) {
    if (kind == BELIEF_THING_KIND_CUBE && model < CUBES) return *out = d->born[model], true;
    if (kind == BELIEF_THING_KIND_CHARGER && model < CHARGERS) return *out = d->born[CUBES + model], true;
    for (uint32_t i = 0; kind == BELIEF_THING_KIND_CUSTOM && i < d->count; i++)
        if (d->list[i].type == model) return *out = custom_of(&d->list[i]), true;
    return false;
}

static bool shows(const struct thing_model *m, uint32_t marker, uint32_t *side) {
    for (*side = 0; *side < MODEL_SIDES; (*side)++)
        if (m->sides[*side].marker >= 0 && (uint32_t)m->sides[*side].marker == marker) return true;
    return false;
}

bool model_of_marker(const struct definitions *d, uint32_t marker, struct thing_model *out, uint32_t *side) {
    if (marker >= MARKER_COUNT) return false;
    enum marker_kind kind = MARKERS[marker].kind;
    if (kind == MARKER_CHARGER)
        *out = d->born[CUBES + MARKERS[marker].index % CHARGERS];
    else if (kind != MARKER_CUSTOM)
        *out = d->born[kind == MARKER_VECTOR_CUBE ? 0 : kind - MARKER_COZMO_CUBE_1 + 1];
    if (kind != MARKER_CUSTOM) return shows(out, marker, side);
    for (uint32_t i = 0; i < d->count; i++) {
        *out = custom_of(&d->list[i]);
        if (shows(out, marker, side)) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------
// definitions

static uint32_t symbols_of(const struct belief_custom_thing *c) {
    return c->shape == BELIEF_CUSTOM_SHAPE_BOX ? 6 : 1;
}

static bool has_symbol(const struct belief_custom_thing *c, uint8_t symbol) {
    for (uint32_t i = 0; i < symbols_of(c); i++)
        if (c->symbols[i] == symbol) return true;
    return false;
}

static enum err check_definition(const struct belief_custom_thing *c, struct fault *fault) {
    if (c->type < 1 || c->type > BELIEF_DEFINITIONS_MAX)
        return fault_set(fault, ERR_RANGE, "type %u: custom types are 1 to %u", c->type,
                         (unsigned)BELIEF_DEFINITIONS_MAX);
    if (c->shape < BELIEF_CUSTOM_SHAPE_WALL || c->shape > BELIEF_CUSTOM_SHAPE_BOX)
        return fault_set(fault, ERR_RANGE, "shape %u: 1 is a wall, 2 a cube, 3 a box", c->shape);
    for (int i = 0; i < 3; i++) {
        bool told = !(c->shape == BELIEF_CUSTOM_SHAPE_WALL && i == 0) &&
                    !(c->shape == BELIEF_CUSTOM_SHAPE_CUBE && i > 0);
        if (told && !(c->size_m[i] > 0 && c->size_m[i] <= SIZE_MOST_M))
            return fault_set(fault, ERR_RANGE, "size_m[%d]: more than 0 and at most %.0f m", i,
                             (double)SIZE_MOST_M);
    }
    if (!(c->marker_m > 0 && c->marker_m <= SIZE_MOST_M))
        return fault_set(fault, ERR_RANGE, "marker_m: more than 0 and at most %.0f m", (double)SIZE_MOST_M);
    for (uint32_t i = 0; i < symbols_of(c); i++)
        if (marker_find_kind(MARKER_CUSTOM, c->symbols[i]) < 0)
            return fault_set(fault, ERR_RANGE, "symbols[%u]: %u is none of 1 to 16", i, c->symbols[i]);
    return ERR_NONE;
}

enum err definitions_add(struct definitions *d, const struct belief_custom_thing *c, struct fault *fault) {
    enum err err = check_definition(c, fault);
    if (err) return err;
    for (uint32_t i = 0; i < symbols_of(c); i++) {
        for (uint32_t k = 0; k < i; k++)
            if (c->symbols[i] == c->symbols[k])
                return fault_set(fault, ERR_DUPLICATE, "symbols[%u]: a box has six different ones", i);
        for (uint32_t k = 0; k < d->count; k++)
            if (d->list[k].type != c->type && has_symbol(&d->list[k], c->symbols[i]))
                return fault_set(fault, ERR_DUPLICATE, "symbols[%u]: %u belongs to custom type %u", i,
                                 c->symbols[i], d->list[k].type);
    }
    uint32_t at = 0;
    while (at < d->count && d->list[at].type != c->type) at++;
    if (at == BELIEF_DEFINITIONS_MAX) return fault_set(fault, ERR_LIMIT, "no room for another definition");
    d->list[at] = *c;
    if (at == d->count) d->count++;
    return ERR_NONE;
}

void definitions_clear(struct definitions *d) { d->count = 0; }

// ------------------------------------------------------------------------------------------------ how they
// rest

struct quat model_resting(uint8_t up) {
    static const struct vec3 ABOUT[7] = {{0, 0, 0}, {0, 1, 0}, {0, -1, 0}, {-1, 0, 0},
                                         {1, 0, 0}, {1, 0, 0}, {0, 0, 0}};
    if (up < 1 || up > 6 || up == 6) return quat_none();
    return quat_about(ABOUT[up], up == 5 ? M_PI_F : M_PI_F / 2);
}

float model_height(const struct thing_model *m, uint8_t up) {
    if (m->kind == BELIEF_THING_KIND_CHARGER) return 0;
    return (up == 1 || up == 2 ? m->size_m.x : up == 3 || up == 4 ? m->size_m.y : m->size_m.z) / 2;
}
