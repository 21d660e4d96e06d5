// What things with markers look like: where each marker is on them, and how large they are.
//
//     struct thing_model model;
//     uint32_t side;
//     if (model_of_marker(definitions, seen->marker, &model, &side)) … model.sides[side].square, .marker_m
//
// The middle of a thing is its origin, but of a charger: there it is the middle of its front edge, on the
// floor, and a robot backs in along x.
// Cubes and chargers are known from birth; custom things as somebody defined them. Plain numbers.
#pragma once

#include "base/maths/geometry.h"
#include "schema/belief.h"

#include <stdbool.h>

enum { MODEL_SIDES = 6 };
// Sides in the order of markers: front looks along -x, then back, left (+y), right, top, bottom.
struct thing_model {
    uint8_t kind, model; // enum belief_thing_kind; as belief.Thing says
    bool unique;         // there is one such thing
    bool stays;          // nobody moves it
    struct vec3 size_m;
    struct {
        int16_t marker; // its place in the table of artwork; -1: none
        float size_m;
        struct pose square; // on the thing: x out of its front, z up
    } sides[MODEL_SIDES];
    bool alike; // all sides show the same marker
};

enum { MODELS_BORN = 6 }; // four cubes, two chargers
struct definitions {
    struct thing_model born[MODELS_BORN];
    struct belief_custom_thing list[BELIEF_DEFINITIONS_MAX];
    uint32_t count;
};
void definitions_start(struct definitions *d); // what is known from birth, and nothing else

// ERR_RANGE, ERR_DUPLICATE (a symbol of another thing), ERR_LIMIT. The same type again replaces it.
enum err definitions_add(struct definitions *d, const struct belief_custom_thing *thing, struct fault *fault);
void definitions_clear(struct definitions *d);
bool model_of_marker(const struct definitions *d, uint32_t marker, struct thing_model *out, uint32_t *side);
bool model_of(const struct definitions *d, uint8_t kind, uint8_t model, struct thing_model *out);
// Turned so that this side is above (1 -x, 2 +x, 3 -y, 4 +y, 5 -z, 6 +z), as belief.Thing counts.
struct quat model_resting(uint8_t up);
float model_height(const struct thing_model *model, uint8_t up); // of its origin above the floor
