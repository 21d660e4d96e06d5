// Tricks that are learned, and milestones that are kept.
//
//     trick_reward(p, trick, step, motion, value);     // a motion of a step is worth more, or less
//     tricks_save(p, path), tricks_load(p, path);
//     milestone(p, number, action);             // a line in the milestones' file
//
// A trick has steps, each with a command that plays it and links to motions with weights. The files are text.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct pleo;
enum { TRICKS = 16, TRICK_STEPS = 8, TRICK_LINKS = 64 };
struct trick_link {
    uint8_t trick, step;
    uint16_t motion;
    int32_t weight;
};
struct tricks {
    uint16_t commands[TRICKS][TRICK_STEPS]; // 0: no such step
    struct trick_link links[TRICK_LINKS];
    uint32_t link_count;
    int32_t milestone_property;
    char milestone_file[64];
};

bool trick_set(struct pleo *p, int32_t trick, int32_t step, int32_t command);
int32_t trick_command(const struct pleo *p, int32_t trick, int32_t step); // 0: none
int32_t trick_last_step(const struct pleo *p, int32_t trick);             // -1: it has none
bool trick_reward(struct pleo *p, int32_t trick, int32_t step, int32_t motion, int32_t value);
void tricks_print(struct pleo *p);
bool tricks_save(struct pleo *p, const char *path);
bool tricks_load(struct pleo *p, const char *path);
bool milestone(struct pleo *p, int32_t number, int32_t action);
