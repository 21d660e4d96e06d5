// What `critter pawn run`, `profile` and `debug` have in common: a machine with the standard libraries on this terminal.
#pragma once

#include "base/buf.h"
#include "pawn/amx.h"

enum err pawn_read(const char *path, struct buf *file, struct fault *fault);
// Console, clocks and libraries of this program. The arguments are those of the script.
void pawn_here(struct amx_config *config, const char *const *arguments, size_t count);
// Waits as long as a sleeping script asked for (in milliseconds), calling its @timer when that is due, and wakes it; again
// until the call has come to an end.
enum halt pawn_finish(struct amx *amx, enum halt end, int32_t *value);
// Waits while a timer is set and nothing runs. Ends with an error of @timer, or when no timer is left.
enum halt pawn_timers(struct amx *amx);
extern volatile bool pawn_stopped; // Ctrl-C came: wait no longer
void pawn_catch_interrupt(void);
