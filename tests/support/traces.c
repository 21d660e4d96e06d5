#include "support/traces.h"
#include "support/traces_cases.h"

#include "base/system/file.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[TRACES] = {
    [TRACE_WORLD] = "world",  [TRACE_SENSES] = "senses", [TRACE_COMMAND] = "commands",
    [TRACE_EVENT] = "events", [TRACE_BELIEF] = "belief", [TRACE_AIR] = "air",
    [TRACE_PLAN] = "plans",   [TRACE_CLIP] = "clips",    [TRACE_SOUND] = "sound",
};
static struct { _Atomic uint64_t count, sum; } traces[TRACES];
static _Atomic bool inside;

bool trace_wanted(void) { return inside; }

void trace_add(enum trace_kind kind, uint64_t hash) {
    traces[kind].count++;
    traces[kind].sum +=
        hash * 0x9e3779b97f4a7c15 ^ hash >> 29; // so that small differences do not make up for each other
}

void traces_begin(void) {
    memset(traces, 0, sizeof traces);
    inside = true;
}

void traces_end(const char *name, struct buf *line) {
    inside = false;
    buf_text(line, name);
    for (int kind = 0; kind < TRACES; kind++)
        if (traces[kind].count)
            buf_printf(line, " %s %llu %016llx", NAMES[kind], (unsigned long long)traces[kind].count,
                       (unsigned long long)traces[kind].sum);
    buf_text(line, "\n");
}

// build/tests/ROOM/test_x has tests/ROOM/traces/test_x.
bool traces_place(const char *program, char *path, size_t size) {
    const char *source = getenv("SOURCE"), *at = strrchr(program, '/'), *room = at;
    if (!source || !at) return false;
    while (room > program && room[-1] != '/') room--;
    return snprintf(path, size, "%s/tests/%.*s/traces/%s", source, (int)(at - room), room, at + 1) <
           (int)size;
}

bool traces_want(struct bytes all, const char *name, struct bytes *line) {
    size_t len = strlen(name);
    for (size_t from = 0, to; from < all.len; from = to + 1) {
        const uint8_t *end = memchr(all.at + from, '\n', all.len - from);
        to = end ? (size_t)(end - all.at) : all.len - 1;
        if (to - from < len || memcmp(all.at + from, name, len) ||
            (all.at[from + len] != ' ' && all.at[from + len] != '\n'))
            continue;
        *line = (struct bytes){all.at + from, to + 1 - from};
        return true;
    }
    return false;
}
