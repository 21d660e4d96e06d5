// What the program tells its keeper.
//
//     log_info("cozmo", "connected, serial %08x, firmware %u", serial, version);
//
// A line has a level, a module, and text. By default warnings and worse go to stderr, coloured on a terminal; `--log`
// takes "debug", "info,cozmo=debug,net=off" or "json" in any mixture. A module that repeats itself is held to a number
// of lines a second, and says afterwards how many it kept back. Safe from every thread.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_OFF, LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG, LOG_TRACE };

enum err log_setup(const char *spec,
                   struct fault *fault); // ERR_UNKNOWN names the word that was not understood
void log_to(void (*sink)(void *user, const char *line, size_t len), void *user); // NULL: stderr again
void log_rate(unsigned lines_per_second);                                        // per module; 0: no limit
bool log_wanted(enum log_level level, const char *module);
void log_line(enum log_level level, const char *module, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define log_error(module, ...) log_line(LOG_ERROR, module, __VA_ARGS__)
#define log_warn(module, ...)  log_line(LOG_WARN, module, __VA_ARGS__)
#define log_info(module, ...)  log_line(LOG_INFO, module, __VA_ARGS__)
#define log_debug(module, ...) log_line(LOG_DEBUG, module, __VA_ARGS__)
