// What he sees: patches of colour, the mean of a rectangle, and how it is told that something moves.
//
//     camera_tick(p);                         // asks for pictures, and follows what is tracked
//     camera_answer(p, answer);               // an errand has looked at one
//
// A picture is looked at by an errand, so that a recording needs only what was found in it. The place of a
// thing is told as on a keypad: 1 upper left to 9 lower right.
#pragma once

#include "codec/picture/blobs.h"

struct pleo;
struct errand_answer;
enum { CAMERA_ERRAND = 0x6c, CAMERA_DUE = 2 };
struct camera_seen { // what the errand brings back
    struct blob blobs[BLOB_COLOURS];
    uint32_t count;
    struct blob_mean mean;
    uint16_t width, height;
};
struct camera {
    bool on, tracks, asked, busy;
    bool keeps, measures; // what the errand under way was asked for
    uint8_t preset;
    struct blob_map map[BLOB_COLOURS];
    uint16_t area[4]; // of the mean that was asked for
    int32_t asked_ms, mean_ms, code_ms;
    bool has_mean;
    struct camera_seen seen;
    struct blob followed;
    bool follows;
    int32_t registers[32];
    char picture[66]; // drive and name of a file that the next picture goes to; "": none
};

void camera_tick(struct pleo *p);
void camera_answer(struct pleo *p, const struct errand_answer *answer);
void camera_preset(struct pleo *p, int32_t preset);
