// Eyes that live between clips: they blink, dart, look around, and change from one expression to the next.
//
//     eyes_start(&eyes, &FACE_VECTOR, seed);
//     // for so many ticks, then back to the mood's own face; 0: until told otherwise
//     eyes_show(&eyes, "curious", tick, 90);
//     eyes_step(&eyes, tick);                      // once a life tick
//     eyes.face                                    // the numbers of this tick
//
// What is seen is put together in this order: the expression (or the way to the next one; or a clip's face
// instead of all that follows but the layers), the gaze, a dart, the lids of a blink, what speaking does
// (speaking.h), a layer that somebody laid on top, a glitch.
//
//              blink every    dart every    goes at most    and takes
//     Vector     3 … 10 s    1 … 2.25 s       15 px         66 … 200 ms
//     Cozmo      3 …  4 s    ¼ … 1 s           6 px         66 … 200 ms
//
// While they are held on something (a gaze, a focus) darts go one pixel at most. A blink comes after 30
// seconds at the latest, in a clip too: displays need it. Chance is counted. A change of expression takes
// five ticks and passes through half-shut lids when it is a large one, as eyes do.
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
    struct face bare;           // the same without what was laid on top
    struct face from, to, mood; // the change under way, and what is gone back to
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
    uint32_t layer_until; // 0: there is none
    enum face_glitch glitch;
    float glitch_px;
    uint32_t glitch_began, glitch_until;
    bool performs, performed; // a clip's face: in this tick, in the one before
    uint32_t performing_since;
    struct face part, before_part;
    // which rows a one-bit display lights: it changes with every clip, and after 30 seconds at the latest
    uint8_t rows;
    uint32_t rows_since;
    uint32_t number; // grows whenever the face is another one
};

void eyes_start(struct eyes *eyes, const struct face_style *style, uint64_t seed);
enum err eyes_show(struct eyes *eyes, const char *expression, uint32_t tick, uint32_t ticks); // ERR_UNKNOWN
void eyes_show_face(struct eyes *eyes, const struct face *face, uint32_t tick, uint32_t ticks);
enum err eyes_set_mood(struct eyes *eyes, const char *expression, uint32_t tick);
void eyes_look(struct eyes *eyes, float x, float y, uint32_t tick,
               uint32_t ticks); // at something; darts are held meanwhile
// Into somebody's eyes, of whom the camera sees the face: where it is, in radians to the left of and above
// the line the head points along.
void eyes_contact(struct eyes *eyes, float left_rad, float up_rad, uint32_t tick, uint32_t ticks);
void eyes_focus(struct eyes *eyes, uint32_t tick, uint32_t ticks); // hold still; 0: no longer
// A face on top of whatever is shown, a clip's too; 0 ticks: it is taken off.
void eyes_lay(struct eyes *eyes, const struct face *layer, enum face_mix how, uint32_t tick, uint32_t ticks);
// Rows shaken out of place; it comes at once and fades. 0 ticks or FACE_GLITCH_NONE: it is over.
void eyes_glitch(struct eyes *eyes, enum face_glitch glitch, float pixels, uint32_t tick, uint32_t ticks);
// A clip's face in this tick, before eyes_step. It comes and goes softly; blinks and darts are the clip's own
// meanwhile.
void eyes_perform(struct eyes *eyes, const struct face *face, uint32_t tick);
// What is heard of its own voice in this tick, before eyes_step. A tick without: it has stopped speaking.
void eyes_speak(struct eyes *eyes, const struct speaking_in *said);
void eyes_blink(struct eyes *eyes, uint32_t tick);
void eyes_turn_rows(struct eyes *eyes, uint32_t tick); // a new clip begins
void eyes_step(struct eyes *eyes, uint32_t tick);
