// The script machine as programs outside see it.
#include "critter/pawn.h"

#include "pawn/machine/amx.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)CRITTER_PAWN_SLEEP == HALT_SLEEP && (int)CRITTER_PAWN_BUDGET == HALT_BUDGET &&
                   (int)CRITTER_PAWN_NOT_FOUND == HALT_NOT_FOUND && (int)CRITTER_PAWN_NATIVE == HALT_NATIVE,
               "the numbers are the same inside and outside");

struct critter_pawn {
    struct amx *amx;
    struct critter_pawn_config config;
    struct critter_pawn_native *given; // a copy of the caller's rows
    struct amx_native *natives;
    struct amx_library library;
    const struct amx_library *libraries[AMX_STANDARD_COUNT + 1];
};

// A native does not know its own row: the instruction that called it says which it is.
static int32_t dispatch(struct amx *amx, const int32_t *params) {
    struct critter_pawn *script = amx_user(amx);
    const char *name = amx_native_name(amx);
    for (size_t i = 0; name && i < script->config.native_count; i++)
        if (!strcmp(script->given[i].name, name))
            return script->given[i].call(script, params, script->given[i].user);
    amx_raise(amx, HALT_CALLBACK);
    return 0;
}

static bool take_natives(struct critter_pawn *script) {
    size_t count = script->config.native_count;
    script->given = calloc(count + 1, sizeof *script->given);
    script->natives = calloc(count + 1, sizeof *script->natives);
    if (!script->given || !script->natives) return false;
    for (size_t i = 0; i < count; i++) {
        script->given[i] = script->config.natives[i];
        script->natives[i] = (struct amx_native){script->given[i].name, dispatch, script->given[i].least, 0};
    }
    script->library = (struct amx_library){.name = "", .natives = script->natives, .native_count = count};
    script->libraries[0] = &script->library; // the caller's own go before the standard ones
    memcpy(script->libraries + 1, AMX_STANDARD, sizeof AMX_STANDARD);
    return true;
}

struct critter_pawn *critter_pawn_new(const struct critter_pawn_config *config, const void *bytes,
                                      size_t length, char *why, size_t why_size) {
    struct fault fault = {0};
    struct critter_pawn *script = calloc(1, sizeof *script);
    struct critter_pawn_config defaults = CRITTER_PAWN_CONFIG;
    if (script) {
        script->config = defaults;
        if (config)
            memcpy(&script->config, config, config->size < sizeof defaults ? config->size : sizeof defaults);
    }
    if (script && take_natives(script)) {
        const struct critter_pawn_config *c = &script->config;
        struct amx_config inside;
        amx_defaults(&inside);
        if (c->memory_max) inside.memory_max = c->memory_max;
        inside.instructions = c->instructions, inside.seed = c->seed;
        inside.libraries = script->libraries, inside.library_count = AMX_STANDARD_COUNT + 1;
        inside.console = (struct amx_console){c->print, c->read, false, c->user};
        inside.time = (struct amx_time){c->now_us, c->calendar_us, 0, c->user};
        inside.user = script;
        script->amx = amx_new(&inside, bytes, length, &fault);
    } else {
        fault_set(&fault, ERR_MEMORY, "no memory");
    }
    if (why && why_size) *why = 0;
    if (script && script->amx) return script;
    if (why && why_size) fault_text(&fault, why, why_size);
    critter_pawn_free(script);
    return NULL;
}

void critter_pawn_free(struct critter_pawn *script) {
    if (!script) return;
    amx_free(script->amx);
    free(script->given);
    free(script->natives);
    free(script);
}

int critter_pawn_call(struct critter_pawn *script, const char *name, const int32_t *args, size_t count,
                      int32_t *value) {
    struct amx_arg inside[127];
    if (count > sizeof inside / sizeof *inside) return HALT_PARAMETERS;
    for (size_t i = 0; i < count; i++) inside[i] = (struct amx_arg){.kind = AMX_CELL, .cell = args[i]};
    return (int)amx_call(script->amx, name, inside, count, value);
}

const char *critter_pawn_where(struct critter_pawn *script, int end, char *out, size_t size) {
    struct fault fault = {0};
    amx_describe(script->amx, (enum halt)end, &fault);
    return fault_text(&fault, out, size);
}

const char *critter_pawn_text(int end) { return halt_text((enum halt)end); }
int critter_pawn_has(const struct critter_pawn *script, const char *name) {
    return amx_find(script->amx, name) != -2;
}
int critter_pawn_resume(struct critter_pawn *script, int32_t *value) {
    return (int)amx_resume(script->amx, value);
}
void critter_pawn_abort(struct critter_pawn *script) { amx_abort(script->amx); }
int32_t *critter_pawn_cells(struct critter_pawn *script, int32_t address, size_t count) {
    return amx_cells(script->amx, address, count);
}
size_t critter_pawn_get_text(struct critter_pawn *script, int32_t address, char *out, size_t size) {
    return amx_text_get(script->amx, address, out, size);
}
enum critter_err critter_pawn_put_text(struct critter_pawn *script, int32_t address, size_t cells,
                                       const char *text) {
    bool written = amx_text_put(script->amx, address, cells, false, text, strlen(text));
    return written ? CRITTER_OK : CRITTER_ERR_ARGUMENT;
}
void critter_pawn_raise(struct critter_pawn *script, int end) { amx_raise(script->amx, (enum halt)end); }
void critter_pawn_answer(struct critter_pawn *script, int32_t value) { amx_answer(script->amx, value); }
