// What `critter pawn run`, `profile` and `debug` have in common: a machine with the standard libraries on this terminal.
#pragma once

#include "base/buf.h"
#include "pawn/amx.h"

enum err pawn_read(const char *path, struct buf *file, struct fault *fault);
// Console, clocks and libraries of this program. The arguments are those of the script.
void pawn_here(struct amx_config *config, const char *const *arguments, size_t count);
// Calls a function and stays with it to its end: a sleeping script is waited for (what it sleeps for is milliseconds), its @timer
// called when that is due. At most `budget` instructions; 0: no limit. Ctrl-C ends it with HALT_DEBUGGER.
enum halt pawn_call(struct amx *amx, int index, uint64_t budget, int32_t *value);
// Waits while a timer is set and nothing runs. Ends with an error of @timer, or when no timer is left.
enum halt pawn_timers(struct amx *amx);
extern volatile bool pawn_stopped; // Ctrl-C came
void pawn_catch_interrupt(void);
