// Whether what a scenario expects comes true.
//
//     struct checks *checks = checks_new(scenario);
//     checks_look(checks, play, life);  // from the play's watch, after every life tick
//     // at the end: a line for each that did not hold, with its place in the file
//     failed = checks_tell(checks, play, stdout);
//     checks_free(checks);
//
// It looks at the truth of the world and at the events of souls, never into them. The scenario must outlive
// it.
#pragma once

#include "run/play.h"

#include <stdio.h>

struct checks;
struct checks *checks_new(const struct scenario *scenario); // NULL: no memory
void checks_free(struct checks *checks);
void checks_look(struct checks *checks, struct play *play, int life);
uint32_t checks_tell(struct checks *checks, struct play *play, FILE *to); // how many did not hold
// The same for those who count: after checks_end, whether an expectation of the scenario did not hold, since
// when, and what was found instead, at its place in the file.
void checks_end(struct checks *checks, struct play *play);
bool checks_failed(const struct checks *checks, uint32_t expectation, double *since_s, struct fault *fault);
// How long the play must go on for all of them; 0: none of them says.
double checks_until_s(const struct scenario *scenario);
