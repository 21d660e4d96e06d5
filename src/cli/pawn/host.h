// What `critter pawn run`, `profile` and `debug` have in common: a machine with the standard libraries on
// this terminal.
#pragma once

#include "base/buf.h"
#include "pawn/machine/amx.h"

enum err pawn_read(const char *path, struct buf *file, struct fault *fault);
// Console, clocks and libraries of this program. The arguments are those of the script.
void pawn_here(struct amx_config *config, const char *const *arguments, size_t count);
// From now on, while the script waits, what is typed is told to its @keypressed, if it has one; only where no
// one else reads stdin.
void pawn_listen(struct amx *amx);
// Calls a function and stays with it to its end: a sleeping script is waited for (what it sleeps for is
// milliseconds), its @timer and @keypressed called in between. At most `budget` instructions; 0: no limit.
// Ctrl-C ends it with HALT_DEBUGGER.
enum halt pawn_call(struct amx *amx, int index, uint64_t budget, int32_t *value);
// Waits while nothing runs but something may come: a timer is set, or keys are listened for and the input has
// not ended. Ends with the script's `exit` or error, which then is the value, or when nothing more can come.
enum halt pawn_events(struct amx *amx, int32_t *value);
extern volatile bool pawn_stopped; // Ctrl-C came
void pawn_catch_interrupt(void);
