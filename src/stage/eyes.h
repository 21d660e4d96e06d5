// Eyes that live between clips: they blink, dart, look around, and change from one expression to the next.
//
//     eyes_start(&eyes, &FACE_VECTOR, seed);
//     eyes_show(&eyes, "curious", tick, 90);       // for so many ticks, then back to the mood's own face; 0: until told otherwise
//     eyes_step(&eyes, tick);                      // once a life tick
//     eyes.face                                    // the numbers of this tick
//
// Blinks come every 3 to 10 seconds, darts every 1 to 2.25 s on Vector and every 0.25 to 1 s on Cozmo; chance is counted. A change of expression takes
// five ticks and passes through half-shut lids when it is a large one, as eyes do.
#pragma once

#include "stage/blink.h"
#include "stage/face.h"

struct eyes {
    const struct face_style *style;
    uint64_t seed;
    struct blink blink;
    struct face face;           // of this tick
    struct face from, to, mood; // the change under way, and what is gone back to
    uint32_t began, until;      // ticks; until 0: no end
    bool changing, asleep;
    float look_x, look_y; // -1 … 1, where they look now
    float aim_x, aim_y;
    uint32_t next_dart, gaze_until;
    bool performs, performed; // a clip's face: in this tick, in the one before
    uint32_t performing_since;
    struct face part, before_part;
    uint32_t number; // grows whenever the face is another one
};

void eyes_start(struct eyes *eyes, const struct face_style *style, uint64_t seed);
enum err eyes_show(struct eyes *eyes, const char *expression, uint32_t tick, uint32_t ticks); // ERR_UNKNOWN
void eyes_show_face(struct eyes *eyes, const struct face *face, uint32_t tick, uint32_t ticks);
enum err eyes_set_mood(struct eyes *eyes, const char *expression, uint32_t tick);
void eyes_look(struct eyes *eyes, float x, float y, uint32_t tick,
               uint32_t ticks); // at something; darts pause meanwhile
// A clip's face in this tick, before eyes_step. It comes and goes softly; blinks and darts are the clip's own meanwhile.
void eyes_perform(struct eyes *eyes, const struct face *face, uint32_t tick);
void eyes_blink(struct eyes *eyes, uint32_t tick);
void eyes_step(struct eyes *eyes, uint32_t tick);
