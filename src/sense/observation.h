// What was seen in one picture, whoever found it: markers and faces, with where they fall on the picture.
//
//     struct observations seen;
//     if (observe_sights(&senses, &eye, &seen)) …              // from an oracle's sights; false: nobody
//     looked
//     for (uint32_t i = 0; i < seen.count; i++) … seen.list[i]
//
// An observation knows nothing of the world: no number, no name, no place that a camera could not tell. A
// marker is one of the table of artwork; a face is a descriptor, the same whenever the same face is seen.
// Corners are those of the upright square: upper left, upper right, lower left, lower right. What is no
// square of numbers, or of no marker there is, is left out. Plain data.
#pragma once

#include "border/lens_model.h"
#include "schema/body.h"

enum observation_kind { OBSERVATION_MARKER, OBSERVATION_FACE, OBSERVATION_HAND, OBSERVATION_ROBOT };
enum { OBSERVATIONS = 16 };

struct observation {
    uint8_t kind;
    uint8_t expression; // of a face
    uint16_t marker;    // its place in codec/marker.h's table
    uint64_t face;      // descriptor
    struct vec2 corners[4];
    float side_px; // the shortest
    float certainty;
};
struct observations {
    uint64_t time_us; // body time of the picture
    const struct lens_model *lens;
    bool blind; // what is not seen may be there all the same
    struct observation list[OBSERVATIONS];
    uint32_t count;
};
bool observe_sights(const struct body_senses *senses, const struct eye_model *eye, struct observations *out);
