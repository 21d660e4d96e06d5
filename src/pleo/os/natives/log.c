#include "pleo/os/natives/natives.h"

#include <string.h>

NATIVE(getchar) { // the next character that was typed on the monitor; 0: none waits
    (void)params;
    struct monitor *m = &its(amx)->monitor;
    if (!m->key_count) return 0;
    char key = m->keys[m->key_at];
    m->key_at = (m->key_at + 1) % sizeof m->keys, m->key_count--;
    return (uint8_t)key;
}
NATIVE(haschar) { return (void)params, its(amx)->monitor.key_count > 0; }
NATIVE(putchar) {
    char c = (char)params[1];
    log_print(its(amx), &c, 1);
    return 0;
}
NATIVE(print) {
    char text[NATIVE_TEXT];
    if (native_text(amx, params[1], text, sizeof text)) log_print(its(amx), text, strlen(text));
    return 0;
}
NATIVE(printf) {
    char text[NATIVE_TEXT];
    size_t len;
    if (native_format(amx, params, 1, text, sizeof text, &len)) log_print(its(amx), text, len);
    return 0;
}

static int32_t say(struct amx *amx, const int32_t *params, int format, enum log_type level,
                   enum log_type type) {
    char text[NATIVE_TEXT];
    size_t len;
    if (!native_format(amx, params, format, text, sizeof text, &len)) return 0;
    while (len && text[len - 1] == '\n') text[--len] = 0;
    log_say(its(amx), level, type, "%.100s", text);
    return 0;
}
// Its first argument is a bit of a type: a level is meant as such, any other is said as information.
NATIVE(Message) {
    uint32_t bits = (uint32_t)params[1];
    unsigned type = 0;
    while (type < LOG_COUNT - 1 && !(bits >> type & 1)) type++;
    return type <= LOG_DEBUG ? say(amx, params, 2, (enum log_type)type, LOG_SCRIPT)
                             : say(amx, params, 2, LOG_INFO, (enum log_type)type);
}
NATIVE(Debug) { return say(amx, params, 1, LOG_DEBUG, LOG_SCRIPT); }
NATIVE(Info) { return say(amx, params, 1, LOG_INFO, LOG_SCRIPT); }
NATIVE(Warning) { return say(amx, params, 1, LOG_WARNING, LOG_SCRIPT); }
NATIVE(Error) { return say(amx, params, 1, LOG_ERROR, LOG_SCRIPT); }
NATIVE(log_enable) { return its(amx)->log.types |= (uint32_t)params[1], 0; }
NATIVE(log_disable) { return its(amx)->log.types &= ~(uint32_t)params[1], 0; }
NATIVE(log_set_file) {
    struct pleo *p = its(amx);
    char path[NATIVE_TEXT], drive, name[CARD_NAME_MAX];
    if (!native_text(amx, params[1], path, sizeof path)) return 0;
    p->log.file[0] = 0;
    if (!path[0]) return 1;
    if (!files_name(p, path, &drive, name)) return 0;
    memcpy(p->log.file, name, sizeof p->log.file);
    p->log.drive = drive;
    return 1;
}
NATIVE(log_flush) {
    (void)params;
    struct pleo *p = its(amx);
    if (p->log.part_len) log_print(p, "\n", 1);
    return 0;
}

static const struct amx_native ROWS[] = {
    ROW(getchar, 0),    ROW(putchar, 1),     ROW(haschar, 0),      ROW(print, 1),    ROW(printf, 1),
    ROW(Message, 2),    ROW(Debug, 1),       ROW(Info, 1),         ROW(Warning, 1),  ROW(Error, 1),
    ROW(log_enable, 1), ROW(log_disable, 1), ROW(log_set_file, 1), ROW(log_flush, 0)};
LIBRARY(log, "Log", ROWS);
