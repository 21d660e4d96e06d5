// Which face is which, as long as nobody can tell by how it looks: by where it is.
//
//     struct vec3 place = …;                                  // in the robot's origin, as its size tells
//     uint32_t number = tracks_follow(tracks, &met, &face, &place, away_m, origin, now_us);
//
// A face of a moment ago is the same one where it overlaps in the picture. One that was out of sight, because
// the robot turned away or somebody bent down, is the same one for a minute where it stood in the room,
// within a quarter of its distance. Numbers count from 1 up. Plain data; nothing can fail.
#pragma once

#include "sense/see/see.h"

enum { TRACK_MOMENT_US = 2000000, TRACK_KEPT_US = 60000000 };
struct face_track { // number 0: none
    uint64_t seen_us;
    uint32_t number, side; // how wide, in pixels
    float x, y;            // its middle
    float place_m[3];
    uint32_t origin; // 0: nobody knows where it was
};
// place: NULL: nobody knows where the robot is.
uint32_t tracks_follow(struct face_track tracks[FACES_MOST], uint32_t *met, const struct see_face *face,
                       const struct vec3 *place, float away_m, uint32_t origin, uint64_t now_us);
