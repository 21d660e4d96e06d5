// Library Args: the words a script was started with. `name=value` and `name:value` are options, other words
// have no name.
#include "pawn/library/library_internal.h"

#include <stdlib.h>
#include <string.h>

static int32_t n_argcount(struct amx *amx, const int32_t *params) {
    return (int32_t)amx_config(amx)->argument_count;
}

static bool give(struct amx *amx, int32_t address, int32_t room, bool packed, const char *text) {
    return room > 0 && amx_text_put(amx, address, (size_t)room, packed, text, strlen(text));
}

static int32_t n_argindex(struct amx *amx, const int32_t *params) {
    const struct amx_config *config = amx_config(amx);
    if (params[3] <= 0) return 0;
    bool there = params[1] >= 0 && (size_t)params[1] < config->argument_count;
    const char *word = there ? config->arguments[params[1]] : "";
    return give(amx, params[2], params[3], amx_arguments(params) > 3 && params[4], word) && there;
}

// The value of the index-th option of this name; with an empty name the index-th word without one. NULL:
// none.
static const char *find(struct amx *amx, int32_t index, const char *name) {
    const struct amx_config *config = amx_config(amx);
    for (size_t i = 0; i < config->argument_count; i++) {
        const char *word = config->arguments[i], *sign = strchr(word, '=');
        if (!sign) sign = strchr(word, ':');
        size_t len = sign ? (size_t)(sign - word) : 0;
        bool fits = *name ? sign && strlen(name) == len && !strncmp(word, name, len) : !sign;
        if (fits && index-- <= 0) return sign ? sign + 1 : word;
    }
    return NULL;
}

static const char *find_param(struct amx *amx, const int32_t *params) {
    char name[128];
    size_t length = amx_text_get(amx, params[2], name, sizeof name);
    return length < sizeof name ? find(amx, params[1], name) : NULL;
}

static int32_t n_argstr(struct amx *amx, const int32_t *params) {
    const char *value = find_param(amx, params);
    const int32_t *first = amx_cells(amx, params[3], 1);
    if (!value || !first || params[4] <= 0) return 0;
    // The default for value[] is a lone empty text that the script cannot see: leave it.
    if (params[4] > 1 || *first)
        give(amx, params[3], params[4], amx_arguments(params) > 4 && params[5], value);
    return 1;
}

static int32_t n_argvalue(struct amx *amx, const int32_t *params) {
    const char *value = find_param(amx, params);
    int32_t *cell = amx_cells(amx, params[3], 1);
    if (!value || !cell) return 0;
    if ((*value >= '0' && *value <= '9') || *value == '-') *cell = (int32_t)strtol(value, NULL, 10);
    return 1;
}

static const struct amx_native NATIVES[] = {
    {"argcount", n_argcount, 0},
    {"argindex", n_argindex, 3},
    {"argstr", n_argstr, 4},
    {"argvalue", n_argvalue, 3},
};

const struct amx_library lib_args = {
    .name = "Args", .natives = NATIVES, .native_count = sizeof NATIVES / sizeof *NATIVES};
