#include "pleo/os/natives/natives.h"

#include <stdio.h>
#include <string.h>

const struct amx_library *const NATIVE_LIBRARIES[NATIVE_LIBRARY_COUNT] = {
#define X(name) &natives_##name,
    NATIVE_ROOMS(X)
#undef X
};

bool native_text(struct amx *amx, int32_t address, char *out, size_t size) {
    return amx_text_get(amx, address, out, size) != SIZE_MAX;
}

const struct resource *native_resource(struct amx *amx, int32_t id) {
    return id > 0 && id <= 0xffff ? apps_by_id(its(amx), machine_of(amx)->app, (unsigned)id) : NULL;
}

const char *native_bare(char *path) {
    char *name = path[0] && path[1] == ':' ? path + 2 : path, *slash = strrchr(name, '/');
    if (slash) name = slash + 1;
    char *dot = strrchr(name, '.');
    if (dot) *dot = 0;
    return name;
}

struct printing {
    char *out;
    size_t size, len;
};
static void put(struct printing *to, char c) {
    if (to->len + 1 < to->size) to->out[to->len++] = c;
}
static void put_field(struct printing *to, const char *text, int width, bool left, char fill) {
    int gap = width - (int)strlen(text);
    bool sign = fill == '0' && *text == '-';
    if (sign) put(to, *text++);
    for (; !left && gap > 0; gap--) put(to, fill);
    while (*text) put(to, *text++);
    for (; left && gap > 0; gap--) put(to, ' ');
}

// One value; false: it lies outside the script's memory.
static bool put_value(struct amx *amx, struct printing *to, char letter, int32_t address, int width,
                      bool left, char fill) {
    char text[NATIVE_TEXT];
    if (letter == 's') {
        if (!native_text(amx, address, text, sizeof text)) return false;
        put_field(to, text, width, left, ' ');
        return true;
    }
    const int32_t *cell = amx_cells(amx, address, 1);
    if (!cell) return false;
    if (letter == 'c') snprintf(text, sizeof text, "%c", (char)*cell);
    if (letter == 'd' || letter == 'i') snprintf(text, sizeof text, "%d", *cell);
    if (letter == 'u') snprintf(text, sizeof text, "%u", (uint32_t)*cell);
    if (letter == 'x') snprintf(text, sizeof text, "%x", (uint32_t)*cell);
    if (letter == 'o') snprintf(text, sizeof text, "%o", (uint32_t)*cell);
    put_field(to, text, width, left, fill);
    return true;
}

bool native_format(struct amx *amx, const int32_t *params, int format, char *out, size_t size, size_t *len) {
    char pattern[NATIVE_TEXT];
    struct printing to = {out, size, 0};
    int next = format + 1, count = amx_arguments(params);
    if (!native_text(amx, params[format], pattern, sizeof pattern)) return false;
    for (const char *c = pattern; *c; c++) {
        if (*c != '%') {
            put(&to, *c);
            continue;
        }
        bool left = *++c == '-';
        if (left) c++;
        char fill = *c == '0' ? '0' : ' ';
        int width = 0;
        for (; *c >= '0' && *c <= '9'; c++) width = width < 100 ? width * 10 + *c - '0' : width;
        while (*c == 'l') c++;
        if (!*c) break;
        if (!strchr("csoidux", *c)) {
            put(&to, *c);
            continue;
        }
        if (next > count) { // fewer values than the format wants
            amx_raise(amx, HALT_PARAMETERS);
            return false;
        }
        if (!put_value(amx, &to, *c, params[next++], width, left, fill)) return false;
    }
    out[to.len] = 0;
    *len = to.len;
    return true;
}
