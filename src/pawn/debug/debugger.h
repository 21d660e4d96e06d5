// A debugger for scripts with debug data: breakpoints, stepping, variables, call stack. It has no terminal of
// its own.
//
//     struct debugger *d = debugger_new(file, len, ask, user, fault);   // ERR_MISSING: compiled without -d2
//     config.hook = debugger_hook, config.hook_user = d;
//     … amx_call(…) …                  // ask(user, d) is called at every stop, and says how it goes on:
//     debugger_command(d, "break 12", &out);   // true: leave ask, the script goes on
//     debugger_free(d);
//
// Commands: break, delete, breaks, step, next, out, continue, print, set, locals, globals, backtrace, frame,
// list, where, registers, disasm, quit, help. An empty line repeats a step. Debug data may come from an
// untrusted source.
#pragma once

#include "base/buf.h"
#include "pawn/machine/amx.h"

struct debugger;

struct debugger *debugger_new(const uint8_t *file, size_t len,
                              void (*ask)(void *user, struct debugger *debugger), void *user,
                              struct fault *fault);
void debugger_free(struct debugger *debugger);
void debugger_source(struct debugger *debugger, const char *text); // for `list`; owned by the caller
enum halt debugger_hook(struct amx *amx, void *debugger);
bool debugger_command(struct debugger *debugger, const char *line, struct buf *out);
void debugger_interrupt(struct debugger *debugger); // stops at the next statement; safe in a signal handler
bool debugger_quit(const struct debugger *debugger);
