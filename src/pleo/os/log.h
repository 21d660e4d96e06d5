// His log: lines of a type and a level, kept in a ring and perhaps written to a file.
//
//     log_say(p, LOG_INFO, LOG_TYPE_SENSOR, "%s is %d", name, value);   // "INFO: sensor: head is 1"
//     log_print(p, bytes, len);                                         // what scripts print: as it is
//
// Types can be switched on and off. A flood is dropped line by line, and its size is told.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pleo;
// Published: the bits of message_type. The first five are levels.
// clang-format off
#define LOG_TYPES(X) \
    X(FATAL, "fatal") X(ERROR, "error") X(WARNING, "warning") X(INFO, "info") X(DEBUG, "debug") \
    X(MONITOR, "monitor") X(MONINIT, "moninit") X(MONUPDATE, "monupdate") X(LOWLEVEL, "lowlevel") \
    X(HIGHLEVEL, "highlevel") X(VM, "vm") X(SENSOR, "sensor") X(JOINT, "joint") X(MOTION, "motion") \
    X(SOUND, "sound") X(TIMING, "timing") X(IO, "io") X(ANIM, "anim") X(DRIVE, "drive") \
    X(EMOTION, "emotion") X(SCRIPT, "script") X(CAM, "cam") X(ATTENTION, "attention") \
    X(PROPERTY, "property") X(SEQ, "seq") X(NXP, "nxp") X(STATS, "stats") X(PLOG, "plog") \
    X(APPLICATION, "application") X(MANAGER, "manager")
// clang-format on
enum log_type {
#define X(name, text) LOG_##name,
    LOG_TYPES(X)
#undef X
        LOG_COUNT
};

enum { LOG_LINES = 128, LOG_LINE = 120, LOG_A_TICK = 24, LOG_FILE_MAX = 32768 };
struct log {
    uint32_t types; // that are heard
    char lines[LOG_LINES][LOG_LINE];
    uint32_t count, ticked, lost; // lines so far; of this tick; that were dropped in it
    char part[LOG_LINE];          // of a line that scripts print
    size_t part_len;
    char file[64]; // "": none
    char drive;
};

void log_start(struct pleo *p);
void log_tick(struct pleo *p);
void log_say(struct pleo *p, enum log_type level, enum log_type type, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void log_print(struct pleo *p, const char *bytes, size_t len);
const char *log_type_name(unsigned type); // NULL: none
int log_type_find(const char *name);      // -1: none
