// What nodes can do: the table of classes that trees may name, a family a file.
//
//     struct tree_tables tables = {MIND_CLASSES, CONDITION_CLASSES};
//
// A class keeps its numbers in its node's state: own[0] to own[3] and when[0]; the rest is the steps' and the
// looking's. It is over when it says so; whatever it asked for is then cancelled.
#pragma once

#include "mind/tree/live.h"

extern const struct mind_class *const MIND_CLASSES[]; // ended by NULL

#define CLASS_F32(type, field, called, unit, low, high, initial, help)                                       \
    KNOB_NAMED(struct type, field, called, KNOB_TYPE_F32, unit, low, high, initial, help)
#define CLASS_FLAG(type, field, called, initial, help)                                                       \
    KNOB_NAMED(struct type, field, called, KNOB_TYPE_BOOL, "", 0, 1, initial, help)
#define CLASS_TEXT(type, field, called, help) KNOB_OWN(struct type, field, called, &KIND_TEXT, help)
#define CLASS_KNOBS(type, list)                                                                              \
    { #type, list, sizeof list / sizeof *list, sizeof(struct type) }
#define STEPS_AT(type, field) (uint16_t) offsetof(struct type, field)

extern const struct mind_class CLASS_KEEP_ALIVE, CLASS_WAIT, CLASS_ANIM_SEQUENCE, CLASS_ANIM_LOOP,
    CLASS_OBSERVING, CLASS_LOOK_AROUND, CLASS_TURN, CLASS_HEAD, CLASS_EXPLORING, CLASS_WANDER;
extern const struct mind_class CLASS_ANIM_WITH_FACE, CLASS_INTERACT, CLASS_DRIVE_TO_FACE, CLASS_GREET,
    CLASS_TURN_TO_FACE;
extern const struct mind_class CLASS_PETTING, CLASS_SOUND, CLASS_CLIFF, CLASS_RETREAT, CLASS_VOICE,
    CLASS_SHAKEN;
extern const struct mind_class CLASS_FIND_HOME;
extern const struct mind_class CLASS_OFF_CHARGER, CLASS_GO_HOME, CLASS_ASK_HOME, CLASS_GO_TO_CUBE,
    CLASS_PICK_UP, CLASS_PUT_DOWN, CLASS_ROLL, CLASS_WHEELIE, CLASS_UNSTUCK, CLASS_SLEEPING;
extern const struct mind_class CLASS_SIMPLE_RESPONSE, CLASS_UNCLAIMED, CLASS_BE_QUIET, CLASS_VOLUME,
    CLASS_EYE_COLOUR, CLASS_TEXT_TO_SPEECH, CLASS_AGE, CLASS_SAY_NAME, CLASS_ENROLL;
extern const struct mind_class CLASS_WALL_CLOCK, CLASS_TIMERS, CLASS_TIMER_ANTIC, CLASS_TIMER_RINGING,
    CLASS_WEATHER;
extern const struct mind_class CLASS_DIRECTION, CLASS_LISTEN, CLASS_DANCE, CLASS_DANCING;
extern const struct mind_class CLASS_PHOTO, CLASS_QUESTION;
extern const struct mind_class CLASS_HIGH_LEVEL, CLASS_PR_DEMO, CLASS_BLACKJACK;
extern const struct mind_class CLASS_FIST_BUMP, CLASS_POUNCE, CLASS_BUMP, CLASS_ANIM_WITH_OBJECT;
