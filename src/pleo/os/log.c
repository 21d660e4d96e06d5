#include "pleo/os/os_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const NAMES[] = {
#define X(name, text) text,
    LOG_TYPES(X)
#undef X
};
static const char *const LEVELS[] = {"FATAL", "ERROR", "WARNING", "INFO", "DEBUG"};

const char *log_type_name(unsigned type) { return type < LOG_COUNT ? NAMES[type] : NULL; }

int log_type_find(const char *name) {
    for (int i = 0; i < LOG_COUNT; i++)
        if (!strcmp(NAMES[i], name)) return i;
    return !strcmp(name, "resource") ? LOG_STATS : -1;
}

void log_start(struct pleo *p) {
    // Chosen: everything but what is said all the time.
    p->log.types = ~(1u << LOG_DEBUG | 1u << LOG_TIMING | 1u << LOG_SENSOR | 1u << LOG_JOINT);
}

static void keep(struct pleo *p, const char *line) {
    struct log *log = &p->log;
    if (log->ticked >= LOG_A_TICK) {
        log->lost++;
        return;
    }
    log->ticked++;
    char *to = log->lines[log->count++ % LOG_LINES];
    text_shown(text_of(line), to, LOG_LINE);
    pleo_event(p, PLEO_EVENT_KIND_LOGGED, 0, 0, 0);
    if (!log->file[0]) return;
    struct file_ref file = files_make(p, log->drive, log->file, false);
    if (!file_is(&file) || file_size(p, &file) > LOG_FILE_MAX) return;
    char text[LOG_LINE + 1];
    int len = snprintf(text, sizeof text, "%s\n", to);
    file_put(p, &file, file_size(p, &file), text, (size_t)len);
}

void log_tick(struct pleo *p) {
    uint32_t lost = p->log.lost;
    p->log.ticked = p->log.lost = 0;
    char line[LOG_LINE];
    snprintf(line, sizeof line, "WARNING: monitor: %u lines of the log came too fast", lost);
    if (lost) keep(p, line);
}

void log_say(struct pleo *p, enum log_type level, enum log_type type, const char *format, ...) {
    if (!(p->log.types >> level & 1) || !(p->log.types >> type & 1)) return;
    char text[LOG_LINE], line[LOG_LINE + 32];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(line, sizeof line, "%s: %s: %s", LEVELS[level <= LOG_DEBUG ? level : LOG_INFO], NAMES[type],
             text);
    keep(p, line);
}

void log_print(struct pleo *p, const char *bytes, size_t len) {
    struct log *log = &p->log;
    if (!(log->types >> LOG_SCRIPT & 1)) return;
    for (size_t i = 0; i < len; i++) {
        bool end = bytes[i] == '\n' || bytes[i] == '\r';
        if (!end) log->part[log->part_len++] = bytes[i];
        if (!end && log->part_len < LOG_LINE - 1) continue;
        log->part[log->part_len] = 0;
        if (log->part_len || bytes[i] == '\n') keep(p, log->part);
        log->part_len = 0;
    }
}
