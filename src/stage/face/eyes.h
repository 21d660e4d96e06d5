// Eyes between clips: they blink, dart, look around, and change from one expression to the next.
//
//     eyes_start(&eyes, &FACE_VECTOR, seed);
//     // for so many ticks, then back to the mood's own face; 0: until told otherwise
//     eyes_show(&eyes, "curious", tick, 90);
//     eyes_step(&eyes, tick);                      // once a life tick
//     eyes.face                                    // the numbers of this tick
//
// The face is built in this order: the expression (or the change to the next one), the gaze, a dart, the lids
// of a blink, the effect of speech (speaking.h), a layer on top, a glitch. While a clip shows a face, that
// face replaces everything but the layers.
//
//              blink every    dart every    goes at most    and takes
//     Vector     3 … 10 s    1 … 2.25 s       15 px         66 … 200 ms
//     Cozmo      3 …  4 s    ¼ … 1 s           6 px         66 … 200 ms
//
// While the eyes are held on something (a gaze, a focus), darts are one pixel at most. A blink comes after 30
// seconds at the latest, even in a clip, to protect the display. Chance is counted. A change of expression
// takes five ticks; a large one passes through half-closed lids. Everything is a value; nothing allocates.
#pragma once

#include "stage/face/blink.h"
#include "stage/face/face.h"
#include "stage/face/speaking.h"

struct eyes {
    const struct face_style *style;
    uint64_t seed;
    struct blink blink;
    bool blink_asked;
    struct face face;           // of this tick
    struct face bare;           // the same without the layers
    struct face from, to, mood; // the change under way, and the expression to return to
    uint32_t began, until;      // ticks; until 0: no end
    bool changing, asleep;
    float look_x, look_y; // -1 … 1, where they look now
    float aim_x, aim_y;
    uint32_t gaze_until, focus_until;
    float dart_x, dart_y, dart_from_x, dart_from_y, dart_to_x, dart_to_y; // pixels
    uint32_t next_dart, dart_began, dart_ticks;
    struct speaking speaking;
    struct speaking_in said; // in this tick
    bool says;
    struct face layer;
    enum face_mix layer_how;
    uint32_t layer_until; // 0: there is no layer
    enum face_glitch glitch;
    float glitch_px;
    uint32_t glitch_began, glitch_until;
    bool performs, performed; // a clip's face: in this tick, in the previous one
    uint32_t performing_since;
    struct face part, before_part;
    // which rows a one-bit display lights; it changes with every clip, and after 30 seconds at the latest
    uint8_t rows;
    uint32_t rows_since;
    uint32_t number; // grows whenever the face changes
};

void eyes_start(struct eyes *eyes, const struct face_style *style, uint64_t seed);
enum err eyes_show(struct eyes *eyes, const char *expression, uint32_t tick, uint32_t ticks); // ERR_UNKNOWN
void eyes_show_face(struct eyes *eyes, const struct face *face, uint32_t tick, uint32_t ticks);
enum err eyes_set_mood(struct eyes *eyes, const char *expression, uint32_t tick);
void eyes_look(struct eyes *eyes, float x, float y, uint32_t tick,
               uint32_t ticks); // looks at something; darts are held meanwhile
// Looks into the eyes of a person whose face the camera sees. The angles are radians left of and above the
// direction of the head.
void eyes_contact(struct eyes *eyes, float left_rad, float up_rad, uint32_t tick, uint32_t ticks);
void eyes_focus(struct eyes *eyes, uint32_t tick, uint32_t ticks); // holds still; 0: no longer
// Puts a layer on whatever is shown, a clip's face too; 0 ticks: removes it.
void eyes_lay(struct eyes *eyes, const struct face *layer, enum face_mix how, uint32_t tick, uint32_t ticks);
// Shakes rows out of place; it starts at once and fades. 0 ticks or FACE_GLITCH_NONE: it ends.
void eyes_glitch(struct eyes *eyes, enum face_glitch glitch, float pixels, uint32_t tick, uint32_t ticks);
// A clip's face for this tick; call it before eyes_step. It fades in and out. The clip does its own blinks
// and darts meanwhile.
void eyes_perform(struct eyes *eyes, const struct face *face, uint32_t tick);
// What its own voice does in this tick; call it before eyes_step. A tick without this call means that it
// stopped speaking.
void eyes_speak(struct eyes *eyes, const struct speaking_in *said);
void eyes_blink(struct eyes *eyes, uint32_t tick);
void eyes_turn_rows(struct eyes *eyes, uint32_t tick); // a new clip begins
void eyes_step(struct eyes *eyes, uint32_t tick);
uint64_t eyes_hash(const struct eyes *eyes);
