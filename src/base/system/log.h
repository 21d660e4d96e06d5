// The program's log.
//
//     log_info("cozmo", "connected, serial %08x, firmware %u", serial, version);
//
// A line has a level, a module and text. Nothing is written until a program calls log_setup: a library inside
// another program prints nothing. After that, warnings and errors go to stderr, coloured on a terminal.
// `--log` takes words such as "debug", "info,cozmo=debug,net=off" or "json", in any combination. A module may
// write a limited number of lines per second; afterwards the log says how many were dropped. Safe from every
// thread; allocates nothing.
//
// The words of a setup: a level (off error warn info debug trace), MODULE=LEVEL, json or text, colour or
// plain (by default as the terminal and NO_COLOR say). A setup replaces the one before it; one with a mistake
// changes nothing. Text is escaped, so a line stays one line whatever a stranger sent. A text longer than
// LOG_TEXT_MAX is cut and says so.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_OFF, LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG, LOG_TRACE };
enum { LOG_TEXT_MAX = 1500, LOG_MODULE_MAX = 31, LOG_MODULES_MAX = 64, LOG_RATE = 200 };

// ERR_UNKNOWN names the word that was not understood. NULL or "": warnings and errors only.
enum err log_setup(const char *spec, struct fault *fault);
// The sink gets one line at a time, without a newline. What the sink itself logs is lost. NULL: stderr again.
void log_to(void (*sink)(void *user, const char *line, size_t len), void *user);
void log_rate(unsigned lines_per_second); // per module; starts at LOG_RATE; 0: no limit
void log_flush(void);                     // reports dropped lines now: at the end of a program
bool log_wanted(enum log_level level, const char *module);
void log_line(enum log_level level, const char *module, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define log_error(module, ...) log_line(LOG_ERROR, module, __VA_ARGS__)
#define log_warn(module, ...)  log_line(LOG_WARN, module, __VA_ARGS__)
#define log_info(module, ...)  log_line(LOG_INFO, module, __VA_ARGS__)
#define log_debug(module, ...) log_line(LOG_DEBUG, module, __VA_ARGS__)
