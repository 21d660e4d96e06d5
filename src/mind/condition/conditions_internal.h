// Between the files of the conditions.
#pragma once

#include "base/maths/maths.h"
#include "mind/condition/conditions.h"

#define CONFIG(type) const struct type *k = c->config
#define NOW          (m->live.now)
#define F32(type, field, called, unit, low, high, initial, help)                                             \
    KNOB_NAMED(struct type, field, called, KNOB_TYPE_F32, unit, low, high, initial, help)
#define U32(type, field, called, low, high, initial, help)                                                   \
    KNOB_NAMED(struct type, field, called, KNOB_TYPE_U32, "", low, high, initial, help)
#define FLAG(type, field, called, initial, help)                                                             \
    KNOB_NAMED(struct type, field, called, KNOB_TYPE_BOOL, "", 0, 1, initial, help)
#define CHOICE(type, field, called, initial, names, help)                                                    \
    {                                                                                                        \
        called, KNOB_TYPE_ENUM, offsetof(struct type, field), sizeof(int32_t), "", 0, 0, 0, initial, names,  \
            help, NULL                                                                                       \
    }
#define KNOBS(type, list)                                                                                    \
    { #type, list, sizeof list / sizeof *list, sizeof(struct type) }

static inline bool has_status(const struct mind *m, uint32_t bits) { return (m->live.status & bits) != 0; }
// Something of the kind was felt so lately, and nothing has answered it.
static inline bool felt_lately(struct mind *m, const struct condition *c, enum life_event_kind kind,
                               float within_s) {
    double at = m->live.felt_at[kind];
    return NOW - at <= (double)within_s && at > condition_state(m, c)->told;
}
// The last of the two was the first: something is so since.
static inline bool felt_since(const struct mind *m, enum life_event_kind on, enum life_event_kind off) {
    return m->live.felt_at[on] > NEVER && m->live.felt_at[on] >= m->live.felt_at[off];
}

// Those of conditions_seen.c and conditions_system.c.
// clang-format off
#define CONDITIONS_ELSEWHERE(X)                                                                              \
    X(MOTION) X(SALIENT) X(ILLUMINATION) X(PET) X(FACE_UPDATED) X(OBJECT_FIRST) X(OBJECT_UPDATED)            \
    X(CUBE_HELD) X(CUBE_TAPPED) X(CUBE_LINKED) X(SLOPE) X(ROLL) X(EDGE) X(BUTTON)                            \
    X(GATE) X(CALM) X(REBOOT) X(ALEXA) X(ENGINE_CODE) X(SETTING) X(CONSOLE) X(HABITAT)                       \
    X(INITIATIVE) X(SUGGESTED) X(CUSTOM)
// clang-format on
#define CONDITION_EXTERN(id) extern const struct condition_class CONDITION_##id;
CONDITIONS_ELSEWHERE(CONDITION_EXTERN)
