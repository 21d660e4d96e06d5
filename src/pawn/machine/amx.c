#include "pawn/machine/amx_internal.h"

#include "base/hash.h"
#include "base/plural.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const HALTS[HALT_COUNT] = {
    [HALT_NONE] = "no error",
    [HALT_EXIT] = "the script's exit",
    [HALT_ASSERT] = "an assertion failed",
    [HALT_STACK] = "stack and heap meet: too deep a recursion, or too large local arrays",
    [HALT_BOUNDS] = "an array index is out of bounds",
    [HALT_MEMORY] = "an address outside data, heap and stack",
    [HALT_INSTRUCTION] = "no valid instruction",
    [HALT_STACK_LOW] = "more was taken from the stack than was put there",
    [HALT_HEAP_LOW] = "more was taken from the heap than was put there",
    [HALT_CALLBACK] = "a native function is missing",
    [HALT_NATIVE] = "a native function failed",
    [HALT_DIVIDE] = "division by zero",
    [HALT_SLEEP] = "sleeps",
    [HALT_STATE] = "no function for this state, and no fall-back",
    [HALT_NO_MEMORY] = "no memory",
    [HALT_FORMAT] = "not a valid script file",
    [HALT_VERSION] = "a script of another version",
    [HALT_NOT_FOUND] = "no such public function",
    [HALT_INDEX] = "no public function of this number",
    [HALT_DEBUGGER] = "stopped by the debugger",
    [HALT_INIT] = "not now: busy, asleep, or nothing to resume",
    [HALT_USER_DATA] = "no room for user data",
    [HALT_JIT] = "no just-in-time compiler",
    [HALT_PARAMETERS] = "a native function got too few or wrong arguments",
    [HALT_DOMAIN] = "a result outside its range",
    [HALT_GENERAL] = "a general error",
    [HALT_OVERLAY] = "an overlay cannot be brought into its pool",
    [HALT_BUDGET] = "the instruction budget is used up",
};

const char *halt_text(enum halt halt) {
    return (unsigned)halt < HALT_COUNT && HALTS[halt] ? HALTS[halt] : "an unknown error";
}

void amx_defaults(struct amx_config *config) {
    *config = (struct amx_config){.memory_max = 16 << 20, .instructions = 200000000, .seed = 1};
}

// ---- making ----------------------------------------------------------------------------------------------

static void *take(struct amx *amx, size_t count, size_t size) {
    void *block = calloc(count ? count : 1, size ? size : 1);
    if (block) amx->memory += count * size;
    return block;
}

static const struct amx_native *find_native(const struct amx_config *config, const char *name) {
    for (size_t l = 0; l < config->library_count; l++)
        for (size_t i = 0; i < config->libraries[l]->native_count; i++)
            if (!strcmp(config->libraries[l]->natives[i].name, name))
                return &config->libraries[l]->natives[i];
    return NULL;
}

static enum err bind_natives(struct amx *amx, struct fault *fault) {
    const struct amx_config *config = &amx->config;
    amx->native_count = amx_record_count(&amx->image.header, AMX_NATIVES);
    amx->natives = take(amx, amx->native_count, sizeof *amx->natives);
    size_t numbered = 0;
    for (size_t l = 0; l < config->library_count; l++)
        for (size_t i = 0; i < config->libraries[l]->native_count; i++)
            numbered += config->libraries[l]->natives[i].number != 0;
    amx->numbered = take(amx, numbered, sizeof *amx->numbered);
    if (!amx->natives || !amx->numbered) return fault_set(fault, ERR_MEMORY, "no memory for natives");
    for (size_t l = 0; l < config->library_count; l++)
        for (size_t i = 0; i < config->libraries[l]->native_count; i++)
            if (config->libraries[l]->natives[i].number)
                amx->numbered[amx->numbered_count++] = &config->libraries[l]->natives[i];
    for (uint32_t i = 0; i < amx->native_count; i++) {
        struct amx_record row = amx_record_at(amx->file, &amx->image.header, AMX_NATIVES, i);
        amx->natives[i] = find_native(config, row.name);
        if (!amx->natives[i] && !config->natives_missing_ok)
            return fault_set(fault, ERR_UNKNOWN, "native function `%.31s`: no library has it", row.name);
    }
    return ERR_NONE;
}

static enum err start_libraries(struct amx *amx, struct fault *fault) {
    const struct amx_config *config = &amx->config;
    amx->states = take(amx, config->library_count, sizeof *amx->states);
    if (!amx->states) return fault_set(fault, ERR_MEMORY, "no memory for libraries");
    for (size_t l = 0; l < config->library_count; l++) {
        const struct amx_library *library = config->libraries[l];
        amx->states[l] = take(amx, 1, library->state_size);
        if (!amx->states[l]) return fault_set(fault, ERR_MEMORY, "no memory for library %s", library->name);
        enum err err = library->start ? library->start(amx, amx->states[l]) : ERR_NONE;
        if (err) return fault_set(fault, err, "library %s did not start", library->name);
        amx->started++;
    }
    return ERR_NONE;
}

// All code of a script without overlays, for as long as it lives.
static enum err translate(struct amx *amx) {
    struct unit *unit = &amx->units[0];
    struct workshop shop;
    uint8_t *memory = malloc(workshop_bytes(unit->count));
    unit->entries = take(amx, (size_t)unit->count + 1, sizeof *unit->entries);
    if (memory && unit->entries) {
        workshop_lay(&shop, memory, unit->count);
        unit_measure(amx, unit, amx->image.marks, &shop);
        unit->words = take(amx, unit->word_count, sizeof *unit->words);
        unit->where = take(amx, unit->word_count, sizeof *unit->where);
        if (unit->words && unit->where) unit_write(amx, unit, amx->image.marks, &shop);
    }
    free(memory);
    return unit->words && unit->where ? ERR_NONE : ERR_MEMORY;
}

// What is checked need not be kept where it can be read again.
static void drop_code(struct amx *amx) {
    struct image *image = &amx->image;
    bool compact = image->header.flags & AMX_COMPACT, overlays = amx->overlays != NULL;
    free(image->marks);
    image->marks = NULL;
    if (compact || !overlays) {
        amx->memory += 4 * ((size_t)image->code_cells + image->data_cells);
        return;
    }
    free(image->code);
    image->code = NULL;
    if (!amx->config.fetch) return;
    uint8_t *head = realloc(amx->file, image->header.cod);
    if (!head) return;
    amx->memory -= image->len - image->header.cod;
    amx->file = head, image->file = head, image->len = image->header.cod;
}

static enum err build(struct amx *amx, size_t len, struct fault *fault) {
    const struct amx_config *config = &amx->config;
    enum err err = image_read(&amx->image, amx->file, len, config->memory_max, fault);
    if (!err) err = image_verify(&amx->image, fault);
    if (err) return err;
    const struct amx_header *h = &amx->image.header;
    amx->low = amx->hea = h->hea - h->dat;
    amx->top = amx->stk = h->stp - h->dat - 4;
    amx->data = take(amx, h->stp - h->dat + 4, 1); // a cell at the last address still lies inside
    amx->unit_count = amx->image.units;
    amx->units = take(amx, amx->unit_count, sizeof *amx->units);
    if (config->counting) amx->counts = take(amx, amx->image.code_cells, sizeof *amx->counts);
    if (!amx->data || !amx->units || (config->counting && !amx->counts))
        return fault_set(fault, ERR_MEMORY, "no memory for a script of %s", PLURAL(h->stp - h->dat, "byte"));
    memcpy(amx->data, amx->image.code + amx->image.code_cells, 4 * (size_t)amx->image.data_cells);
    err = bind_natives(amx, fault);
    if (!err && amx_overlay_count(h)) {
        err = pool_join(config->pool, amx, fault);
    } else if (!err) {
        amx->units[0] = image_unit(&amx->image, 0);
        if ((err = translate(amx))) fault_set(fault, err, "no memory for code");
    }
    if (!err) drop_code(amx);
    if (!err) err = start_libraries(amx, fault);
    if (!err && amx->memory > config->memory_max)
        err = fault_set(fault, ERR_LIMIT, "the script needs %s, %zu are allowed", PLURAL(amx->memory, "byte"),
                        config->memory_max);
    return err;
}

struct amx *amx_new(const struct amx_config *config, const uint8_t *file, size_t len, struct fault *fault) {
    struct amx *amx = calloc(1, sizeof *amx);
    uint8_t *copy = malloc(len ? len : 1);
    if (!amx || !copy) {
        free(amx);
        free(copy);
        fault_set(fault, ERR_MEMORY, "no memory for a script of %s", PLURAL(len, "byte"));
        return NULL;
    }
    if (len) memcpy(copy, file, len);
    amx->file = copy, amx->config = *config, amx->memory = sizeof *amx + len;
    if (!amx->config.pool) amx->config.pool = amx->own_pool = amx_pool_new(SIZE_MAX);
    if (!amx->config.pool) fault_set(fault, ERR_MEMORY, "no memory for a pool");
    if (amx->config.pool && !build(amx, len, fault)) return amx;
    amx_free(amx);
    return NULL;
}

void amx_free(struct amx *amx) {
    if (!amx) return;
    for (size_t l = 0; l < amx->config.library_count && amx->states; l++) {
        if (l < amx->started && amx->config.libraries[l]->stop)
            amx->config.libraries[l]->stop(amx, amx->states[l]);
        free(amx->states[l]);
    }
    if (amx->overlays) {
        pool_leave(amx->config.pool, amx);
    } else if (amx->units && amx->unit_count) {
        free(amx->units[0].entries);
        free(amx->units[0].words);
        free(amx->units[0].where);
    }
    amx_pool_free(amx->own_pool);
    free(amx->states);
    free(amx->units);
    free(amx->natives);
    free(amx->numbered);
    free(amx->counts);
    free(amx->data);
    image_free(&amx->image);
    free(amx->file);
    free(amx);
}

// ---- calling ---------------------------------------------------------------------------------------------

int amx_publics(const struct amx *amx) { return (int)amx_record_count(&amx->image.header, AMX_PUBLICS); }

const char *amx_public_name(const struct amx *amx, int index) {
    if (index < 0 || index >= amx_publics(amx)) return NULL;
    return amx_record_at(amx->file, &amx->image.header, AMX_PUBLICS, (uint32_t)index).name;
}

// Compilers sort the table, but a file need not.
int amx_find(const struct amx *amx, const char *name) {
    for (int i = 0; i < amx_publics(amx); i++)
        if (!strcmp(amx_public_name(amx, i), name)) return i;
    // A script that only mentions main has the exit stub at 0 there.
    return !strcmp(name, "main") && amx->image.header.cip > 0 ? AMX_MAIN : -2;
}

int32_t *amx_pubvar(struct amx *amx, const char *name) {
    uint32_t count = amx_record_count(&amx->image.header, AMX_PUBVARS);
    for (uint32_t i = 0; i < count; i++) {
        struct amx_record row = amx_record_at(amx->file, &amx->image.header, AMX_PUBVARS, i);
        if (!strcmp(row.name, name)) return (int32_t *)(void *)(amx->data + row.address);
    }
    return NULL;
}

static const struct unit *unit_now(const struct amx *amx) { return &amx->units[amx->overlay]; }

struct place place_in_unit(const struct amx *amx) {
    const struct unit *unit = unit_now(amx);
    uint32_t cell = unit->where[amx->pc], op = cell < unit->count ? unit->cells[cell] : 0;
    int64_t native = op == OP_SYSREQ_C || op == OP_SYSREQ_N ? (int32_t)unit->cells[cell + 1]
                     : op == OP_SYSREQ_PRI                  ? amx->asked
                                                            : -1;
    return (struct place){cell, unit->entries[cell].rest, native};
}

static struct place place_now(const struct amx *amx) {
    return unit_now(amx)->words ? place_in_unit(amx) : amx->place;
}

void amx_displaced(struct amx *amx) {
    if (!amx->running) return;
    amx->moved = true;
    if (!amx->raised) amx->raised = (enum halt)HALT_MOVED;
}

static bool push(struct amx *amx, int32_t value) {
    if (amx->stk - amx->hea < 4 * (AMX_STACK_MARGIN + 1)) return false;
    amx->stk -= 4;
    memcpy(amx->data + amx->stk, &value, 4);
    return true;
}

// Room on the heap; false when it would come too near to the stack.
static bool allot(struct amx *amx, size_t cells, uint32_t *address) {
    uint32_t room = amx->stk - amx->hea, margin = 4 * AMX_STACK_MARGIN;
    if (room < margin || cells > (room - margin) / 4) return false;
    *address = amx->hea;
    amx->hea += 4 * (uint32_t)cells;
    return true;
}

static bool push_argument(struct amx *amx, const struct amx_arg *arg, uint32_t *address) {
    if (arg->kind == AMX_CELL) return push(amx, arg->cell);
    const char *text = arg->text ? arg->text : "";
    size_t len = arg->kind == AMX_ARRAY ? 0 : strlen(text);
    size_t cells = arg->kind == AMX_ARRAY ? arg->count : arg->kind == AMX_TEXT ? len + 1 : len / 4 + 1;
    if (!allot(amx, cells, address)) return false;
    if (arg->kind == AMX_ARRAY) {
        if (cells) memcpy(amx->data + *address, arg->cells, 4 * cells);
    } else {
        amx_text_put(amx, (int32_t)*address, cells, arg->kind == AMX_PACKED, text, len);
    }
    return push(amx, (int32_t)*address);
}

static enum halt set_start(struct amx *amx, int index) {
    const struct amx_header *h = &amx->image.header;
    int64_t address = h->cip;
    if (index != AMX_MAIN) {
        if (index < 0 || index >= amx_publics(amx)) return HALT_INDEX;
        address = amx_record_at(amx->file, h, AMX_PUBLICS, (uint32_t)index).address;
    }
    if (address < 0) return HALT_INDEX;
    amx->overlay = 0;
    if (amx->overlays) {
        amx->overlay = (uint32_t)address, amx->place = (struct place){.native = -1}, amx->pc = 0, address = 0;
        enum halt end = pool_need(amx->config.pool, amx, amx->overlay);
        if (end) return end;
    }
    amx->pc = unit_now(amx)->entries[address / 4].word;
    amx->pri = amx->alt = 0, amx->frm = 0;
    return HALT_NONE;
}

uint64_t amx_hash(const struct amx *amx, uint64_t seed) {
    struct place place = place_now(amx);
    uint32_t registers[] = {(uint32_t)amx->pri, (uint32_t)amx->alt, amx->frm,   amx->stk,   amx->hea,
                            amx->overlay,       place.cell,         place.rest, amx->asleep};
    return hash64(hash64(seed, amx->data, amx->top), registers, sizeof registers);
}

static void set_budget(struct amx *amx) {
    uint64_t limit = amx->config.instructions;
    amx->charged_from = limit && limit < INT64_MAX ? (int64_t)limit : INT64_MAX;
    amx->budget = amx->charged_from - place_now(amx).rest;
}

// Runs, and counts what was run: of the last straight run, which was charged as a whole, perhaps only a part.
static enum halt run(struct amx *amx) {
    amx->running = true, amx->raised = HALT_NONE, amx->moved = false;
    enum halt end = amx_run(amx, NULL);
    amx->running = false;
    uint32_t rest = place_now(amx).rest;
    if (end == HALT_SLEEP && amx->raised != HALT_SLEEP) rest = 0; // the instruction `halt` ended its run
    if (end != HALT_SLEEP && end != HALT_BUDGET) rest--;
    amx->executed += (uint64_t)(amx->charged_from - amx->budget) - rest;
    return end;
}

static enum halt finish(struct amx *amx, enum halt end, int32_t *value) {
    if (value) *value = amx->pri;
    amx->asleep = end == HALT_SLEEP || end == HALT_BUDGET;
    if (!amx->asleep) amx->stk = amx->reset_stk, amx->hea = amx->reset_hea;
    return end;
}

static enum halt start(struct amx *amx, int index, const struct amx_arg *args, size_t count, int32_t *value) {
    uint32_t addresses[AMX_ARGUMENTS_MAX] = {0};
    amx->reset_stk = amx->stk, amx->reset_hea = amx->hea;
    bool fits = true;
    for (size_t i = count; i-- > 0 && fits;) fits = push_argument(amx, &args[i], &addresses[i]);
    if (fits) fits = push(amx, (int32_t)(4 * count)) && push(amx, 0);
    enum halt end = fits ? set_start(amx, index) : HALT_STACK;
    if (end) {
        amx->stk = amx->reset_stk, amx->hea = amx->reset_hea;
        return end;
    }
    amx->executed = 0;
    set_budget(amx);
    end = run(amx);
    for (size_t i = 0; i < count && end != HALT_SLEEP && end != HALT_BUDGET; i++)
        if (args[i].kind == AMX_ARRAY && !args[i].constant && args[i].count)
            memcpy(args[i].cells, amx->data + addresses[i], 4 * args[i].count);
    return finish(amx, end, value);
}

// A call inside or beside another one: what the outer one needs is put aside.
static enum halt start_inside(struct amx *amx, int index, const struct amx_arg *args, size_t count,
                              int32_t *value) {
    if (amx->depth >= AMX_DEPTH_MAX) return HALT_STACK;
    struct amx outer = *amx;
    struct place place = place_now(amx);
    amx->depth++, amx->asleep = false;
    enum halt end = start(amx, index, args, count, value);
    uint64_t inner = amx->executed;
    amx->depth--;
    if (amx->asleep) end = HALT_GENERAL; // nobody could resume it
    amx->pri = outer.pri, amx->alt = outer.alt, amx->frm = outer.frm, amx->stk = outer.stk,
    amx->hea = outer.hea;
    amx->pc = outer.pc, amx->overlay = outer.overlay, amx->budget = outer.budget;
    amx->charged_from = outer.charged_from, amx->executed = outer.executed + inner,
    amx->raised = outer.raised;
    amx->asleep = outer.asleep, amx->running = outer.running;
    amx->reset_stk = outer.reset_stk, amx->reset_hea = outer.reset_hea;
    amx->place = place, amx->moved = outer.moved;
    if (amx->overlays) amx_displaced(amx);
    return end;
}

enum halt amx_call_at(struct amx *amx, int index, const struct amx_arg *args, size_t count, int32_t *value) {
    if (count > AMX_ARGUMENTS_MAX) return HALT_PARAMETERS;
    if (amx->running) return start_inside(amx, index, args, count, value);
    if (amx->asleep) return HALT_INIT;
    return start(amx, index, args, count, value);
}

enum halt amx_call_beside(struct amx *amx, int index, const struct amx_arg *args, size_t count,
                          int32_t *value) {
    if (count > AMX_ARGUMENTS_MAX) return HALT_PARAMETERS;
    return amx->asleep || amx->running ? start_inside(amx, index, args, count, value)
                                       : start(amx, index, args, count, value);
}

enum halt amx_call(struct amx *amx, const char *name, const struct amx_arg *args, size_t count,
                   int32_t *value) {
    int index = amx_find(amx, name);
    return index == -2 ? HALT_NOT_FOUND : amx_call_at(amx, index, args, count, value);
}

enum halt amx_resume(struct amx *amx, int32_t *value) {
    if (!amx->asleep || amx->running) return HALT_INIT;
    if (amx->overlays) {
        enum halt end = pool_need(amx->config.pool, amx, amx->overlay);
        if (end) return end;
    }
    set_budget(amx);
    return finish(amx, run(amx), value);
}

bool amx_asleep(const struct amx *amx) { return amx->asleep; }

void amx_abort(struct amx *amx) {
    if (!amx->asleep || amx->running) return;
    amx->asleep = false;
    amx->stk = amx->reset_stk, amx->hea = amx->reset_hea;
}

void amx_budget(struct amx *amx, uint64_t instructions) { amx->config.instructions = instructions; }

void amx_answer(struct amx *amx, int32_t value) {
    if (amx->asleep) amx->pri = value;
}

void amx_raise(struct amx *amx, enum halt halt) {
    if (!amx->raised || amx->raised == (enum halt)HALT_MOVED) amx->raised = halt;
}

// ---- looking inside --------------------------------------------------------------------------------------

struct amx_registers amx_registers(const struct amx *amx) {
    return (struct amx_registers){amx->pri,
                                  amx->alt,
                                  amx->frm,
                                  amx->stk,
                                  amx->hea,
                                  amx->top,
                                  unit_now(amx)->offset + 4 * place_now(amx).cell,
                                  amx->overlay};
}
uint64_t amx_executed(const struct amx *amx) { return amx->executed; }
const uint64_t *amx_counts(const struct amx *amx) { return amx->counts; }
size_t amx_memory(const struct amx *amx) { return amx->memory; }
void *amx_user(const struct amx *amx) { return amx->config.user; }
const struct amx_config *amx_config(const struct amx *amx) { return &amx->config; }
const uint8_t *amx_file(const struct amx *amx, size_t *len) {
    *len = amx->image.len;
    return amx->file;
}
void *amx_state(struct amx *amx, const struct amx_library *library) {
    for (size_t l = 0; l < amx->config.library_count; l++)
        if (amx->config.libraries[l] == library) return amx->states[l];
    return NULL;
}

const char *amx_native_name(const struct amx *amx) {
    int64_t index = place_now(amx).native;
    if (index < 0 || index >= amx->native_count) return NULL;
    return amx_record_at(amx->file, &amx->image.header, AMX_NATIVES, (uint32_t)index).name;
}

void amx_describe(const struct amx *amx, enum halt end, struct fault *fault) {
    struct amx_registers r = amx_registers(amx);
    const char *file = NULL, *function = NULL;
    unsigned line = 0;
    struct dbg dbg;
    if (!dbg_open(&dbg, amx->file, amx->image.len, NULL)) {
        dbg_line(&dbg, r.cip, &file, &line);
        function = dbg_function(&dbg, r.cip);
    }
    bool of_native = end == HALT_CALLBACK || end == HALT_NATIVE || end == HALT_PARAMETERS ||
                     end == HALT_MEMORY || end == HALT_DOMAIN || end == HALT_DIVIDE;
    const char *native = of_native ? amx_native_name(amx) : NULL;
    fault_at(fault, ERR_STATE, file, line, 0, "%s%s%.31s%s%.31s (code %08x, error %d)", halt_text(end),
             native ? " in native " : "", native ? native : "", function ? " in " : "",
             function ? function : "", r.cip, (int)end);
}
