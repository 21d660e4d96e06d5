// Macros of a project file: names that stand for text.
//
//     struct macros macros = {.arena = arena};
//     macro_set(&macros, "top", "../..", fault);
//     char out[256];
//     macro_expand(&macros, "${top}/include", out, sizeof out, fault);         // ../../include
//
// A value is expanded where it is used, not where it is set, so the order of the settings does not matter. A
// macro within itself, an unknown one and a text that does not fit are errors. Also {NAME} without the $ is
// taken when NAME is known: the printed guide shows it so.
#pragma once

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>

enum { MACROS_MAX = 256, MACRO_DEPTH_MAX = 32 };

struct macros {
    struct arena *arena;
    struct {
        const char *name, *value;
    } at[MACROS_MAX];
    size_t count;
};

bool macro_known(const struct macros *macros, const char *name);
// Replaces an older value. ERR_LIMIT, ERR_MEMORY.
enum err macro_set(struct macros *macros, const char *name, const char *value, struct fault *fault);
enum err macro_expand(const struct macros *macros, const char *text, char *out, size_t size,
                      struct fault *fault);
