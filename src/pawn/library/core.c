// Library Core: arguments of the running function, letters, chance, limits, properties.
#include "pawn/library/library_internal.h"

#include "base/maths/chance.h"

#include <string.h>

enum { PROPERTIES_MAX = 64, PROPERTY_NAME = 64 };

struct property {
    bool used;
    int32_t id, value;
    char name[PROPERTY_NAME];
};
struct core {
    struct chance dice;
    struct property properties[PROPERTIES_MAX];
};

static struct core *core_of(struct amx *amx) { return amx_state(amx, &lib_core); }

static enum err core_start(struct amx *amx, void *state) {
    struct core *core = state;
    core->dice = chance_of(amx_config(amx)->seed, chance_stream("pawn random"), 0);
    return ERR_NONE;
}

static int32_t n_heapspace(struct amx *amx, const int32_t *params) {
    struct amx_registers r = amx_registers(amx);
    return (int32_t)(r.stk - r.hea);
}

static int32_t n_funcidx(struct amx *amx, const int32_t *params) {
    char name[PROPERTY_NAME];
    size_t length = amx_text_get(amx, params[1], name, sizeof name);
    if (length == SIZE_MAX || length >= sizeof name) return -1;
    int index = amx_find(amx, name);
    return index < 0 ? -1 : index;
}

// A function's frame: saved FRM, return address, bytes of arguments, arguments.
static const int32_t *frame(struct amx *amx, size_t cells) {
    return amx_cells(amx, (int32_t)amx_registers(amx).frm, 3 + cells);
}

static int32_t n_numargs(struct amx *amx, const int32_t *params) {
    const int32_t *cells = frame(amx, 0);
    return cells ? cells[2] / 4 : 0;
}

// The cell that argument `arg` refers to, `index` cells on.
static int32_t *argument(struct amx *amx, int32_t arg, int32_t index) {
    const int32_t *cells = frame(amx, 0);
    if (!cells) return NULL;
    if (arg < 0 || arg >= cells[2] / 4 || !(cells = frame(amx, (size_t)arg + 1))) {
        amx_raise(amx, HALT_MEMORY);
        return NULL;
    }
    return amx_cells(amx, (int32_t)((uint32_t)cells[3 + arg] + 4 * (uint32_t)index), 1);
}

static int32_t n_getarg(struct amx *amx, const int32_t *params) {
    const int32_t *cell = argument(amx, params[1], params[2]);
    return cell ? *cell : 0;
}

static int32_t n_setarg(struct amx *amx, const int32_t *params) {
    int32_t *cell = argument(amx, params[1], params[2]);
    if (cell) *cell = params[3];
    return cell != NULL;
}

static int32_t n_tolower(struct amx *amx, const int32_t *params) {
    return (int32_t)lower_case((uint32_t)params[1]);
}
static int32_t n_toupper(struct amx *amx, const int32_t *params) {
    return (int32_t)upper_case((uint32_t)params[1]);
}
static int32_t n_swapchars(struct amx *amx, const int32_t *params) {
    return (int32_t)__builtin_bswap32((uint32_t)params[1]);
}
static int32_t n_min(struct amx *amx, const int32_t *params) {
    return params[1] < params[2] ? params[1] : params[2];
}
static int32_t n_max(struct amx *amx, const int32_t *params) {
    return params[1] > params[2] ? params[1] : params[2];
}

static int32_t n_clamp(struct amx *amx, const int32_t *params) {
    if (params[2] > params[3]) {
        amx_raise(amx, HALT_NATIVE); // the lower limit lies above the upper one
        return 0;
    }
    if (params[1] < params[2]) return params[2];
    return params[1] > params[3] ? params[3] : params[1];
}

// 0 to max-1; for 0 any number from 0 up.
static int32_t n_random(struct amx *amx, const int32_t *params) {
    struct core *core = core_of(amx);
    if (params[1] == 0) return (int32_t)(chance_u32(&core->dice) >> 1);
    uint32_t bound = params[1] < 0 ? 0u - (uint32_t)params[1] : (uint32_t)params[1];
    return (int32_t)chance_below(&core->dice, bound);
}

// ---- properties: found by id and name, or by id and value when the name is empty --------------------------

static struct property *find(struct core *core, int32_t id, const char *name, int32_t value) {
    for (size_t i = 0; i < PROPERTIES_MAX; i++) {
        struct property *p = &core->properties[i];
        if (!p->used || p->id != id) continue;
        if (*name ? !strcmp(p->name, name) : p->value == value) return p;
    }
    return NULL;
}

static bool name_of(struct amx *amx, int32_t address, char name[PROPERTY_NAME]) {
    size_t length = amx_text_get(amx, address, name, PROPERTY_NAME);
    if (length == SIZE_MAX) return false;
    if (length < PROPERTY_NAME) return true;
    amx_raise(amx, HALT_NATIVE); // a name of more than 63 characters
    return false;
}

static int32_t n_getproperty(struct amx *amx, const int32_t *params) {
    char name[PROPERTY_NAME];
    if (!name_of(amx, params[2], name)) return 0;
    const struct property *p = find(core_of(amx), params[1], name, params[3]);
    if (!p) return 0;
    // Found by value: the name is the answer.
    if (!*name) amx_text_put(amx, params[4], amx_cells_left(amx, params[4]), true, p->name, strlen(p->name));
    return p->value;
}

static int32_t n_setproperty(struct amx *amx, const int32_t *params) {
    struct core *core = core_of(amx);
    char name[PROPERTY_NAME];
    if (!name_of(amx, params[2], name)) return 0;
    struct property *p = find(core, params[1], name, params[3]);
    int32_t before = p ? p->value : 0;
    for (size_t i = 0; i < PROPERTIES_MAX && !p; i++)
        if (!core->properties[i].used) p = &core->properties[i];
    if (!p) {
        amx_raise(amx, HALT_NO_MEMORY);
        return 0;
    }
    if (!*name && !name_of(amx, params[4], name)) return 0;
    *p = (struct property){.used = true, .id = params[1], .value = params[3]};
    memcpy(p->name, name, sizeof name);
    return before;
}

static int32_t n_deleteproperty(struct amx *amx, const int32_t *params) {
    char name[PROPERTY_NAME];
    if (!name_of(amx, params[2], name)) return 0;
    struct property *p = find(core_of(amx), params[1], name, params[3]);
    if (p) p->used = false;
    return p ? p->value : 0;
}

static int32_t n_existproperty(struct amx *amx, const int32_t *params) {
    char name[PROPERTY_NAME];
    return name_of(amx, params[2], name) && find(core_of(amx), params[1], name, params[3]);
}

static const struct amx_native NATIVES[] = {
    {"heapspace", n_heapspace, 0},
    {"funcidx", n_funcidx, 1},
    {"numargs", n_numargs, 0},
    {"getarg", n_getarg, 2},
    {"setarg", n_setarg, 3},
    {"tolower", n_tolower, 1},
    {"toupper", n_toupper, 1},
    {"swapchars", n_swapchars, 1},
    {"random", n_random, 1},
    {"min", n_min, 2},
    {"max", n_max, 2},
    {"clamp", n_clamp, 3},
    {"getproperty", n_getproperty, 4},
    {"setproperty", n_setproperty, 4},
    {"deleteproperty", n_deleteproperty, 3},
    {"existproperty", n_existproperty, 3},
};

const struct amx_library lib_core = {.name = "Core",
                                     .natives = NATIVES,
                                     .native_count = sizeof NATIVES / sizeof *NATIVES,
                                     .state_size = sizeof(struct core),
                                     .start = core_start};

const struct amx_library *const AMX_STANDARD[AMX_STANDARD_COUNT] = {
    &lib_core, &lib_console, &lib_string, &lib_fixed, &lib_float, &lib_time, &lib_args};
