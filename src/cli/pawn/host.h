// What `critter pawn run`, `profile` and `debug` share: a machine with the standard libraries on this
// terminal.
#pragma once

#include "base/buf.h"
#include "pawn/machine/amx.h"

enum err pawn_read(const char *path, struct buf *file, struct fault *fault);
// A script to be run: a compiled file as it is; a source (.p, .pwn, .pawn) is compiled first, with symbols,
// into memory only. What the compiler has to say goes to stderr.
enum err pawn_load(const char *path, struct buf *script, struct fault *fault);
enum err pawn_build(const char *source, struct buf *image, struct fault *fault);
// Adds this program's console, clocks and libraries. The arguments become the script's.
void pawn_here(struct amx_config *config, const char *const *arguments, size_t count);
// From now on keys typed while the script waits go to its @keypressed, if it has one. Call it only where
// nobody else reads stdin.
void pawn_listen(struct amx *amx);
// Calls a function and runs it to its end, at most `budget` instructions; 0: no limit. When the script
// sleeps, it is resumed after that many milliseconds; its @timer and @keypressed are called in between.
// Ctrl-C ends it with HALT_DEBUGGER.
enum halt pawn_call(struct amx *amx, int index, uint64_t budget, int32_t *value);
// Waits while an event may still come: a timer is set, or the script listens for keys and the input has not
// ended. Returns when no event can come, or at the script's `exit` or error, which is then the value.
enum halt pawn_events(struct amx *amx, int32_t *value);
extern volatile bool pawn_stopped; // Ctrl-C was pressed
void pawn_catch_interrupt(void);
