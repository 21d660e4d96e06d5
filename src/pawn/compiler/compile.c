// One compile from its beginning to its end.
#include "pawn/compiler/compiler_internal.h"

#include <stdlib.h>

// ---- memory

void *cc_take(struct unit *u, size_t size) {
    void *at = arena_take(u->arena, size, alignof(max_align_t));
    if (!at) cc_say(u, 103);
    return at;
}

// Doubles; what was used before stays behind in the arena.
void *cc_grow(struct unit *u, void *at, size_t *room, size_t need, size_t size) {
    if (need <= *room) return at;
    size_t more = *room ? *room * 2 : 16;
    if (more < need) more = need;
    if (more > SIZE_MAX / 2 / size) cc_say(u, 103);
    void *grown = cc_take(u, more * size);
    if (*room) memcpy(grown, at, *room * size);
    *room = more;
    return grown;
}

char *cc_copy(struct unit *u, const char *from, size_t len) {
    char *text = cc_take(u, len + 1);
    if (len) memcpy(text, from, len);
    return text;
}

void cc_enter(struct unit *u) {
    if (++u->depth > 2 * CC_DEPTH) cc_say(u, 102, "blocks, brackets or conditions in each other");
}

void cc_leave(struct unit *u) { u->depth--; }

// ---- settings

void pawn_defaults(struct pawn_config *config) {
    *config = (struct pawn_config){.prefix = "default.inc",
                                   .debug = 1,
                                   .optimize = 1,
                                   .compact = true,
                                   .escape = '\\',
                                   .stack = 4096,
                                   .align = CELL,
                                   .tab = 8,
                                   .memory_limit = (size_t)1 << 30};
}

void pawn_result_free(struct pawn_result *result) {
    buf_free(&result->image);
    buf_free(&result->text);
    buf_free(&result->report);
}

static void constant(struct unit *u, const char *name, int32_t value, int tag) {
    cc_constant(u, cc_name(u, name, strlen(name)), value, S_GLOBAL, tag, false);
}

static void predefine(struct unit *u) {
    static const struct {
        const char *name;
        int32_t value;
    } FIXED[] = {{"EOS", 0},       {"cellbits", 32}, {"cellmax", INT32_MAX}, {"cellmin", INT32_MIN},
                 {"charbits", 8},  {"charmin", 0},   {"charmax", 254},       {"ucharmax", 0xFFFFFF},
                 {"__Pawn", 0x303}};
    cc_tag(u, cc_name(u, "_", 1));
    cc_tag(u, cc_name(u, "bool", 4));
    constant(u, "true", 1, cc_tag_bool());
    constant(u, "false", 0, cc_tag_bool());
    for (size_t i = 0; i < sizeof FIXED / sizeof *FIXED; i++) constant(u, FIXED[i].name, FIXED[i].value, 0);
    constant(u, "debug", u->config->debug > 2 ? 2 : u->config->debug, 0);
    constant(u, "overlaysize", u->config->overlays, 0);
    constant(u, "__line", 0, 0);
    u->line_constant = cc_find_global(u, cc_name(u, "__line", 6), S_GLOBAL);
    for (size_t i = 0; i < u->config->constant_count; i++)
        constant(u, u->config->constants[i].name, u->config->constants[i].value, 0);
    CC_ROOM(u, u->automata, u->automaton_count, u->automaton_room);
    u->automata[u->automaton_count++] = (struct automaton){.name = cc_name(u, "", 0)};
    u->started = true;
}

// ---- readings

static void reset(struct unit *u, enum pass pass) {
    const struct pawn_config *config = u->config;
    u->pass = pass;
    u->overlays = pass == PASS_SURVEY ? config->overlays : u->overlays;
    u->compact = config->compact;
    u->packed = config->packed_strings;
    u->semicolons = config->semicolons;
    u->bare_calls = !config->parentheses;
    u->escape = config->escape;
    u->tab = config->tab;
    u->stack_cells = config->stack;
    u->limit = config->limit;
    u->data_limit = config->data_limit;
    u->add_libraries = true;
    u->align_next = false;
    u->deprecate = NULL;
    u->allow_tags = true;
    u->allow_bare_call = u->in_test = u->indent_free = u->listen = false;
    u->function = NULL;
    u->block = u->depth = u->labels = u->natives = u->last = 0;
    u->declared = u->heap = u->call_need = 0;
    u->current_states = 0;
    u->staging = false;
    u->code.count = u->stage.count = u->data.count = u->literals.count = 0;
    u->token = (struct token_state){0};
    u->indent = u->bitwise = 0;
    u->quiet = false;
    if (u->pass != PASS_WRITE) u->sleeps = false;
    cc_expression_ends(u);
    cc_macros_forget(u);
    for (size_t i = 0; i < u->library_count; i++) u->libraries[i]->uses = 0;
    if (!cc_codepage_load(u, config->codepage)) cc_say(u, 108);
}

static void survey(struct unit *u) {
    do {
        if (u->survey > 0) {
            cc_find_unused(u);
            cc_between_readings(u);
        }
        if (u->survey > 16) cc_say(u, 102, "readings");
        reset(u, PASS_SURVEY);
        u->again = false;
        cc_reading_begins(u);
        cc_parse(u);
        u->survey++;
    } while (u->again);
}

static void write_stubs(struct unit *u) {
    bool packed = u->config->optimize >= 2;
    cc_op1(u, packed ? OP_HALT_P : OP_HALT, 0); // where main and public functions return to
    u->stub_end = u->code.count;
    u->wrong_state = 0;
    if (!cc_has_states(u)) return;
    u->wrong_state_label = cc_label(u);
    cc_put_label(u, u->wrong_state_label);
    cc_op1(u, packed ? OP_HALT_P : OP_HALT, 13);
    u->wrong_state = u->code.count;
}

static void write_program(struct unit *u) {
    reset(u, PASS_WRITE);
    cc_states_check(u);
    if (u->config->report) cc_report(u, &u->result->report);
    if (u->config->output == PAWN_PREPROCESSED) return;
    write_stubs(u);
    cc_find_unused(u);
    cc_overlays_number(u);
    cc_states_write(u);
    cc_between_readings(u);
    cc_reading_begins(u);
    cc_parse(u);
    if (!cc_check_globals(u)) cc_say(u, 13);
}

static void finish(struct unit *u) {
    if (u->config->output == PAWN_PREPROCESSED || u->errors) return;
    cc_layout(u);
    if (u->config->output == PAWN_ASSEMBLER)
        cc_listing(u, &u->result->text);
    else if (!cc_assemble(u, &u->result->image))
        cc_say(u, 103);
    cc_sizes(u);
}

static void list_settings(struct unit *u) {
    if (u->config->output != PAWN_PREPROCESSED) return;
    buf_printf(&u->result->text,
               "#pragma ctrlchar 0x%02x\n#pragma pack %s\n#pragma semicolon %s\n#pragma tabsize %d\n",
               (unsigned char)u->config->escape, u->config->packed_strings ? "true" : "false",
               u->config->semicolons ? "true" : "false", (int)u->config->tab);
}

static void run(struct unit *u) {
    cc_words_begin(u);
    cc_optimize_begins(&u->rules);
    predefine(u);
    if (!u->config->source_count) cc_say(u, 100, "");
    list_settings(u);
    survey(u);
    write_program(u);
    finish(u);
}

static enum err answer(const struct unit *u, struct fault *fault) {
    if (!u->errors) return ERR_NONE;
    return fault && fault->err ? fault->err : ERR_SYNTAX;
}

enum err pawn_compile(const struct pawn_config *config, struct pawn_result *result, struct fault *fault) {
    struct unit *u = calloc(1, sizeof *u);
    struct arena *arena = arena_new(1 << 16);
    if (!u || !arena) {
        free(u);
        arena_free(arena);
        return fault_set(fault, ERR_MEMORY, "out of memory");
    }
    if (config->memory_limit) arena_limit(arena, config->memory_limit);
    *result = (struct pawn_result){0};
    u->config = config;
    u->result = result;
    u->fault = fault;
    u->arena = arena;
    u->pass = PASS_SURVEY;
    u->forced_file = -1;
    u->expression_line = -1;
    if (!setjmp(u->abort)) run(u);
    result->errors = u->errors;
    result->warnings = u->warnings;
    if (u->errors) buf_free(&result->image);
    enum err err = answer(u, fault);
    buf_free(&u->condition);
    buf_free(&u->incoming);
    buf_free(&u->joining);
    arena_free(arena);
    free(u);
    return err;
}
