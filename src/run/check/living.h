// How a robot lives, as numbers: what it does with its time, how much of it is new, whether it ever stands
// like a thing, how fast it answers, what it feels, and what went wrong.
//
//     struct living *living = living_new(play);
//     living_look(living, play, life);                 // from the play's watch, after every life tick
//     living_print(living, stdout);                    // or living_write(living, &json), living_page(…)
//     living_free(living);
//
// Each line of character has a figure and says whether it holds (character_lines.c).
// Measuring changes nothing.
#pragma once

#include "base/data/json.h"
#include "run/check/figures.h"
#include "run/play.h"

#include <stdio.h>

struct living;
struct living *living_new(struct play *play); // NULL: no memory
void living_free(struct living *living);
void living_look(struct living *living, struct play *play, int life);
void living_print(const struct living *living, FILE *to);
void living_write(const struct living *living, struct json_writer *w);
// Of a robot of the scenario, from 0: the same figures in the same order, whatever happened.
void living_figures(const struct living *living, uint32_t robot, figure_teller *tell, void *user);
// Since when it has been stuck for longer than its line of character allows; below 0: it has not.
double living_stuck_s(const struct living *living, uint32_t robot); // of the scenario's
void living_page(const struct living *living, struct buf *out);     // HTML that needs nothing else
