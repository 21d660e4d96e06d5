// What reaches a mind, as what it knows: since when, how often, who and where.
//
//     mind_sense(mind, &percepts);       // each tick, whether it thinks in it or not
//     mind_feel_body(mind, seconds);     // each beat: sleep, trust, what it shows of itself
#pragma once

#include "mind/tree/live.h"

void mind_sense(struct mind *m, const struct mind_percepts *in);
void mind_hear(struct mind *m, const struct mind_percepts *in); // what is said to it, or wanted of it
void mind_mind_intents(struct mind *m);                         // each beat: what nobody claims
void mind_feel_body(struct mind *m, double seconds);
