// What the parts of a plan share: made from a wish, or read from its file.
#pragma once

#include "run/play.h"
#include "run/sweep/plan.h"

struct sweep_plan *sweep_plan_empty(void);                              // NULL: no memory
const char *sweep_plan_keep(struct sweep_plan *plan, struct text text); // NULL: no memory
enum err sweep_plan_add_set(struct sweep_plan *plan, const char *assignment, struct fault *fault);
enum err sweep_plan_add_knob(struct sweep_plan *plan, struct text name, uint32_t values,
                             struct sweep_knob **out, struct fault *fault);
enum err sweep_plan_add_value(struct sweep_plan *plan, struct sweep_knob *knob, struct text value,
                              struct fault *fault);
enum err sweep_plan_count(struct sweep_plan *plan, struct fault *fault); // its lives
enum err sweep_plan_list_files(struct sweep_plan *plan, const struct scenario *scenario, struct fault *fault);
const char *sweep_this_program(struct buf *out); // a digest of it; "": no memory
uint64_t sweep_plan_digest(const struct sweep_plan *plan);
// How one of its lives is played; the settings are sweep_plan_settings and must live as long.
void sweep_plan_play(const struct sweep_plan *plan, uint32_t life, const struct buf *settings,
                     struct play_config *config);
bool sweep_has_character(struct play *play, uint32_t robot);
