#include "pleo/kit/macro.h"

#include "base/text.h"

#include <string.h>

static size_t find(const struct macros *macros, struct text name) {
    for (size_t i = 0; i < macros->count; i++)
        if (text_is(name, macros->at[i].name)) return i;
    return macros->count;
}

bool macro_known(const struct macros *macros, const char *name) {
    return find(macros, text_of(name)) < macros->count;
}

enum err macro_set(struct macros *macros, const char *name, const char *value, struct fault *fault) {
    size_t at = find(macros, text_of(name));
    if (at == MACROS_MAX) return fault_set(fault, ERR_LIMIT, "more than %d macros", MACROS_MAX);
    const char *copy = arena_copy_text(macros->arena, value, strlen(value));
    const char *called =
        at < macros->count ? macros->at[at].name : arena_copy_text(macros->arena, name, strlen(name));
    if (!copy || !called) return fault_set(fault, ERR_MEMORY, "no memory for a macro");
    macros->at[at].name = called, macros->at[at].value = copy;
    if (at == macros->count) macros->count++;
    return ERR_NONE;
}

// One text being expanded, and within it the value of a macro, and so on.
struct level {
    const char *at;
    size_t macro;
};

// The macro that begins here: its index and the bytes it takes. False: this is ordinary text.
static bool begins(const struct macros *macros, const char *at, size_t *index, size_t *taken,
                   struct text *name) {
    bool dollar = *at == '$';
    const char *open = at + dollar;
    if (*open != '{') return false;
    const char *close = strchr(open, '}');
    if (!close) return false;
    *name = (struct text){open + 1, (size_t)(close - open - 1)};
    *index = find(macros, *name);
    *taken = (size_t)(close + 1 - at);
    return dollar || *index < macros->count;
}

static enum err enter(const struct macros *macros, struct level *levels, size_t *depth, size_t index,
                      struct text name, struct fault *fault) {
    char shown[128];
    text_shown(name, shown, sizeof shown);
    if (index == macros->count) return fault_set(fault, ERR_UNKNOWN, "no macro is called \"%s\"", shown);
    for (size_t i = 1; i <= *depth; i++)
        if (levels[i].macro == index)
            return fault_set(fault, ERR_SYNTAX, "the macro \"%s\" is used within itself", shown);
    if (*depth + 1 == MACRO_DEPTH_MAX)
        return fault_set(fault, ERR_LIMIT, "macros within macros, more than %d deep", MACRO_DEPTH_MAX - 1);
    levels[++*depth] = (struct level){macros->at[index].value, index};
    return ERR_NONE;
}

enum err macro_expand(const struct macros *macros, const char *text, char *out, size_t size,
                      struct fault *fault) {
    struct level levels[MACRO_DEPTH_MAX] = {{text, MACROS_MAX}};
    size_t depth = 0, len = 0, steps = 0;
    for (;;) {
        struct level *level = &levels[depth];
        size_t index, taken;
        struct text name;
        // Empty macros within empty macros add nothing, but take time.
        if (++steps > 16 * size) return fault_set(fault, ERR_LIMIT, "macros that expand too often");
        if (!*level->at) {
            if (!depth--) break;
        } else if (begins(macros, level->at, &index, &taken, &name)) {
            level->at += taken;
            enum err err = enter(macros, levels, &depth, index, name, fault);
            if (err) return err;
        } else if (len + 1 == size) {
            return fault_set(fault, ERR_LIMIT, "longer than %zu characters with its macros", size - 1);
        } else {
            out[len++] = *level->at++;
        }
    }
    out[len] = 0;
    return ERR_NONE;
}
