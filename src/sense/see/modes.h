// What is looked for in pictures, and in which of them: modes, who wants them how often, and a plan.
//
//     struct modes modes;
//     modes_start(&modes);
//     modes_want(&modes, MODES_SELF, LIFE_VISION_MODE_MARKERS, MODE_HIGH);
//     uint32_t due = modes_due(&modes, picture_number);        // a bit for each mode of this picture
//
// Each mode has a row: how many pictures apart it runs at each rate (powers of two), and what it costs beside
// the others. The fastest wish counts; what nobody wants is off. The plan puts the dear ones first, each on
// those pictures that have the least to do. Plain data; nothing can fail.
#pragma once

#include "schema/life.h"

#include <stdbool.h>

enum { MODES = LIFE_VISION_MODE_VIZ + 1 };
enum mode_rate { MODE_OFF, MODE_LOW, MODE_MED, MODE_HIGH, MODE_STANDARD, MODE_RATES };
enum modes_who { MODES_SELF, MODES_DOOR, MODES_WHO }; // the robot itself, and whoever asked it to look

struct mode_row {
    const char *name;          // as the robots' own files spell it
    const char *group;         // variants of one mode; "" of none
    uint8_t every[MODE_RATES]; // so many pictures apart, by rate; 0: never
    uint8_t cost;
};
extern const struct mode_row MODE_ROWS[MODES];
int mode_find(const char *name); // -1: no such mode

struct modes {
    uint8_t wanted[MODES_WHO][MODES]; // enum mode_rate
    uint8_t every[MODES], offset[MODES];
};
void modes_start(struct modes *modes);
void modes_want(struct modes *modes, enum modes_who who, enum life_vision_mode mode, enum mode_rate rate);
uint32_t modes_due(const struct modes *modes, uint32_t picture);
uint32_t modes_on(const struct modes *modes); // those that run in some picture
