// What went wrong in a life, each kind once for each robot, with the first moment of it.
//
//     struct mishaps *mishaps = mishaps_new(play);
//     mishaps_look(mishaps, play, life);       // from the play's watch, after every life tick
//     for (uint32_t i = 0; i < mishaps_count(mishaps); i++) puts(mishaps_at(mishaps, i)->said);
//     mishaps_free(mishaps);
//
// It looks at the truth of the world: whether a robot fell, or ran empty off its charger; and, of a Pleo,
// whether one of his scripts ended with an error. Measuring changes nothing.
#pragma once

#include "run/play.h"

enum mishap_kind { MISHAP_FELL, MISHAP_EMPTY, MISHAP_SCRIPT, MISHAP_KINDS };
struct mishap {
    enum mishap_kind kind;
    uint32_t robot; // of the scenario, from 0
    double since_s;
    char said[120];
};

struct mishaps;
struct mishaps *mishaps_new(struct play *play); // NULL: no memory
void mishaps_free(struct mishaps *mishaps);
void mishaps_look(struct mishaps *mishaps, struct play *play, int life);
uint32_t mishaps_count(const struct mishaps *mishaps);
const struct mishap *mishaps_at(const struct mishaps *mishaps, uint32_t index); // in the order they happened
