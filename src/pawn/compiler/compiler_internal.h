// Shared by the parts of the compiler: one compile and the tables it fills. Private to src/pawn/compiler.
//
// The text is read twice. The survey finds which functions and variables exist and which are used; it reports
// and writes nothing. The second reading writes instructions and reports. What the survey found unused is
// read without reporting.
//
//     cc_source     files → lines without comments, #include, #if
//     cc_macro      #define patterns            cc_directive  #… lines
//     cc_lexer      lines → tokens              cc_text       characters, UTF-8, code pages
//     cc_symbols    names, tags, who uses whom  cc_states     automata
//     cc_parse      the outermost level         cc_decl, cc_function, cc_arguments, cc_init
//     cc_stmt, cc_leave  statements                 cc_expr, cc_call, cc_primary, cc_operator
//     cc_emit       instructions in a list      cc_opt        shorter instructions for the same
//     cc_asm        the list → a file           cc_debug, cc_listing, cc_xml, cc_sizes
//     cc_errors     texts                       cc_diag       how they are told
#pragma once

#include "pawn/compiler/tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

struct call;

struct unit {
    const struct pawn_config *config;
    struct pawn_result *result;
    struct fault *fault;
    struct arena *arena;
    jmp_buf abort;
    enum pass pass;
    bool started; // names may be declared; before that, constants are predefined
    int survey;
    bool again; // another survey is needed

    // Settings that directives change.
    bool compact, packed, semicolons, add_libraries;
    char escape;
    int32_t stack_cells, overlays, limit, data_limit, tab;
    int rational_tag, rational_digits;
    const char *deprecate;
    bool align_next;
    struct codepage *codepage;

    // reading
    struct source *sources;
    struct buf incoming, joining; // a file being read; all sources as one
    struct source *joined;        // all sources of the command line, if several
    struct frame frames[CC_FILES];
    int frame_count;
    struct frame *in;   // the innermost, also after everything was read
    const char **files; // names by number
    size_t file_count, file_room;
    int next_file;
    bool reading;
    char line[CC_LINE + 2];
    char raw[CC_LINE + 2];
    const char *p;  // position in `line`
    bool line_only; // in the expression of a directive
    bool cut;       // the line is a directive and waits for the end of the expression before it
    bool cut_again;
    unsigned char ifs[CC_IFS];
    int if_count, if_skipped;
    int indent;
    int listed; // the line last written to a listing
    bool indent_free;
    struct token_state token;
    size_t tokens; // read so far
    bool allow_tags, allow_bare_call, bare_calls, in_test;
    struct symbol *line_constant;
    int replacements;
    uint32_t macro_first[8];
    size_t macro_count;

    // names
    struct name **names;
    size_t name_count, name_room;
    struct symbol *globals, *locals;
    struct link *links; // who uses whom, sorted by both
    size_t link_count, link_room;
    struct symbol *operators; // in the order of their overlay numbers
    struct tag *tags;
    size_t tag_count, tag_room;
    struct library **libraries;
    size_t library_count, library_room;
    struct automaton *automata;
    size_t automaton_count, automaton_room;
    struct state *states;
    size_t state_count, state_room;
    struct state_set *sets;
    size_t set_count, set_room;
    struct symbol **functions; // by number
    size_t function_count, function_room;
    struct symbol **order; // functions of the program, ordered by name
    size_t order_count;
    int current_states;
    bool states_used;

    // the function being read
    struct symbol *function;
    int block, depth;
    int32_t declared; // cells of locals
    int32_t heap;     // cells left on the heap by expressions
    int32_t call_need;
    int call_depth;
    struct call **calls; // one per nested call, kept for reuse
    size_t call_room;
    unsigned returns; // U_RETURNS, U_NOTHING
    int last;         // kind of the last statement
    bool endless;
    struct loop loops[CC_LOOPS];
    int loop_count;
    int labels;
    bool side_effect;
    int bitwise;
    bool sleeps;
    struct name *last_name;

    // code and data
    struct code code, stage, spare;
    struct cc_rules rules;
    struct name **local_names; // of M_LOCAL, which counts from 1
    size_t local_count, local_room;
    bool staging;
    struct cells data, literals;
    int natives;
    uint32_t code_size, header_size;
    size_t stub_end, wrong_state; // instructions: ends of the exit stub and the wrong-state stub
    uint32_t *address;            // of instructions
    uint32_t *label_address;
    int wrong_state_label;

    // debug data
    struct debug_file *debug_files;
    size_t debug_file_count, debug_file_room;
    const char *debug_pending; // a file that begins after the current function
    struct debug_line *debug_lines;
    size_t debug_line_count, debug_line_room;
    struct debug_symbol *debug_symbols;
    size_t debug_symbol_count, debug_symbol_room;

    // comments for the report
    struct words *documentation, *documentation_last, *general;
    bool comment_single;
    bool listen; // the condition of a state change is recorded
    struct buf condition;

    // messages
    unsigned errors, warnings;
    bool quiet; // until the next statement
    int expression_line, forced_line, forced_file;
    int many_line, many_file, many_count;
    uint32_t case_depth;
};

// Memory; these functions do not return when there is none.
void *cc_take(struct unit *u, size_t size);
void *cc_grow(struct unit *u, void *at, size_t *room, size_t need, size_t size);
char *cc_copy(struct unit *u, const char *from, size_t len);
#define CC_ONE(u, type)             ((type *)cc_take(u, sizeof(type)))
#define CC_ROOM(u, at, count, room) ((at) = cc_grow(u, at, &(room), (count) + 1, sizeof *(at)))
void cc_enter(struct unit *u); // enters one more block, bracket or conditional; fatal when too deep
void cc_leave(struct unit *u);

// cc_diag
bool cc_say(struct unit *u, int number, ...); // always false, so that a parser can return it
bool cc_say_near(struct unit *u, int number, const char *name, enum kind kind); // suggests a known name
bool cc_say_hint(struct unit *u, int number, const char *hint, ...);
void cc_quiet_end(struct unit *u);
void cc_expression_begins(struct unit *u);
void cc_expression_ends(struct unit *u);
void cc_at(struct unit *u, const struct symbol *symbol); // the next message is about this symbol
unsigned cc_edits(const char *a, const char *b);         // upper and lower case are the same
const char *cc_error_text(int number);

// cc_source
void cc_reading_begins(struct unit *u);
bool cc_include(struct unit *u, const char *name, bool beside, bool along);
void cc_next_line(struct unit *u);
bool cc_ellipsis_follows(struct unit *u); // after a string, also on later lines
const char *cc_file_name(struct unit *u, int file);
static inline bool cc_skipping(const struct unit *u) { return u->if_skipped > 0; }
// cc_macro
struct macro;
void cc_replace(struct unit *u, char *line, size_t room);
void cc_define(struct unit *u);
bool cc_undefine(struct unit *u, struct name *name);
void cc_macros_forget(struct unit *u);
const char *cc_string_skip(const struct unit *u, const char *s); // to the closing quote or the end
bool cc_string_starts(const struct unit *u, const char *s);
// cc_directive: what kind of line it is
enum line_kind { LINE_CODE, LINE_EMPTY, LINE_SKIPPED, LINE_DIRECTIVE, LINE_SILENT, LINE_CUT };
enum line_kind cc_directive(struct unit *u);
// cc_text
uint32_t cc_character(struct unit *u, const char **at, bool raw, bool utf8);
bool cc_utf8_whole(const char *text, size_t len);
bool cc_codepage_load(struct unit *u, const char *name);
void cc_string_cells(struct unit *u, const char *text, bool raw, bool packed);

// cc_lexer
int cc_lex(struct unit *u);
void cc_push(struct unit *u);
void cc_drop_pushed(struct unit *u);
void cc_drop_line(struct unit *u);
int cc_peek(struct unit *u);
int cc_match(struct unit *u, int token); // 1: found; 2: the end of the line stands for it
int cc_need(struct unit *u, int token);
void cc_token_text(int token, char *out, size_t size);
struct name *cc_name(struct unit *u, const char *text, size_t len);
void cc_words_begin(struct unit *u);
static inline bool cc_alpha(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '@';
}
static inline bool cc_digit(unsigned char c) { return c >= '0' && c <= '9'; }
static inline bool cc_alnum(unsigned char c) { return cc_alpha(c) || cc_digit(c); }
static inline bool cc_blank(unsigned char c) { return c <= ' ' && c; }
static inline const char *cc_skip_blank(const char *p) {
    while (cc_blank((unsigned char)*p)) p++;
    return p;
}

// cc_symbols
struct symbol *cc_find_global(struct unit *u, const struct name *name, enum storage which);
struct symbol *cc_find_local(const struct name *name);
// Also counts those that fit.
struct symbol *cc_find_const(struct unit *u, const struct name *name, int *wanted_tag);
struct symbol *cc_find_any(struct unit *u, const struct name *name);
struct symbol *cc_symbol(struct unit *u, struct name *name, int32_t addr, enum kind kind,
                         enum storage storage, int tag, unsigned usage);
struct symbol *cc_variable(struct unit *u, struct name *name, int32_t addr, enum kind kind,
                           enum storage storage, int tag, const int *dim, int dims, const int *index_tag);
struct symbol *cc_constant(struct unit *u, struct name *name, int32_t value, enum storage storage, int tag,
                           bool quietly);
void cc_forget(struct unit *u, struct symbol *symbol);
void cc_forget_locals(struct unit *u, int block, bool labels);
void cc_between_readings(struct unit *u);
void cc_mark(struct unit *u, struct symbol *symbol, unsigned usage);
void cc_rename(struct unit *u, struct symbol *symbol, struct name *name);
void cc_find_unused(struct unit *u);
void cc_check_unused(struct unit *u, int block, bool labels, bool constants); // locals
bool cc_check_globals(struct unit *u);                    // whether there is an entry point
struct symbol **cc_sorted(struct unit *u, size_t *count); // all globals by name
int cc_tag(struct unit *u, struct name *name);
int cc_tag_read(struct unit *u); // an optional `tag:`
struct tag *cc_tag_named(struct unit *u, const struct name *name);
const char *cc_tag_name(struct unit *u, int tag);
void cc_export_tag(struct unit *u, int tag);
bool cc_tags_fit(int wanted, int given, bool coerce);
int cc_tag_bool(void);
const char *cc_display(struct unit *u, const struct symbol *symbol, char *out, size_t size);
int32_t cc_total(const struct symbol *array); // cells with tables; 0: unknown
struct library *cc_library(struct unit *u, const char *name);

// cc_states
int cc_states_read(struct unit *u, const struct name *of); // <…>: 0 none, -1 <>, else a set
int cc_set_automaton(const struct unit *u, int set);
int cc_set_count(const struct unit *u, int set);
bool cc_set_has(const struct unit *u, int set, int state);
bool cc_sets_meet(const struct unit *u, int a, int b);
bool cc_state_named(struct unit *u, struct automaton **automaton, struct state **state, struct name **name);
struct body *cc_body_add(struct unit *u, struct symbol *function, int set);
void cc_states_check(struct unit *u);
void cc_states_write(struct unit *u);
bool cc_has_states(struct unit *u); // whether a function in use has states

// cc_emit
void cc_put(struct unit *u, unsigned op, unsigned count, int32_t a, int32_t b);
static inline void cc_op(struct unit *u, unsigned op) { cc_put(u, op, 0, 0, 0); }
static inline void cc_op1(struct unit *u, unsigned op, int32_t a) { cc_put(u, op, 1, a, 0); }
size_t cc_here(const struct unit *u); // a position in the stage
void cc_cut(struct unit *u, size_t to);
void cc_stage_on(struct unit *u);
void cc_stage_off(struct unit *u);
void cc_stage_write(struct unit *u);
void cc_reorder(struct unit *u, size_t start, const size_t (*pieces)[2], int count);
int cc_label(struct unit *u);
void cc_put_label(struct unit *u, int label);
void cc_put_line(struct unit *u, bool always); // the mark before a statement
void cc_load_const(struct unit *u, int32_t value, bool alt);
void cc_load(struct unit *u, struct value *v);
void cc_store(struct unit *u, struct value *v);
void cc_address(struct unit *u, struct symbol *symbol, bool alt);
void cc_step(struct unit *u, struct value *v, bool down); // ++ --
void cc_call(struct unit *u, struct symbol *function, int args);
void cc_call_body(struct unit *u, struct symbol *function, struct body *body);
void cc_move_stack(struct unit *u, int32_t bytes);
void cc_move_heap(struct unit *u, int32_t bytes);
void cc_heap_cell(struct unit *u); // puts PRI on the heap; PRI = its address
void cc_add_const(struct unit *u, int32_t value);
void cc_fill(struct unit *u, struct symbol *array, int32_t bytes, int32_t value);
void cc_copy_rows(struct unit *u, int rows, int row_cells);
void cc_return(struct unit *u);
void cc_put_local(struct unit *u, struct name *name, int32_t offset);
void cc_debug_line(struct unit *u, int line);
void cc_debug_file(struct unit *u, const char *name);
void cc_debug_symbol(struct unit *u, struct symbol *symbol);
void cc_literal(struct unit *u, int32_t cell);
void cc_literals_write(struct unit *u);
void cc_zeros_write(struct unit *u, size_t count);
int32_t cc_literal_address(const struct unit *u, size_t index);
// cc_opt
void cc_optimize_begins(struct cc_rules *index);
void cc_optimize(const struct cc_rules *index, struct code *code, int level);

// cc_expr, cc_primary, cc_call, cc_operator
enum kind cc_expression(struct unit *u, int32_t *value, int *tag, struct symbol **symbol, bool check);
bool cc_assignment(struct unit *u, struct value *v); // an expression without commas; true: it is an lvalue
bool cc_unary(struct unit *u, struct value *v);
bool cc_postfix(struct unit *u, struct value *v);
bool cc_constant_expression(struct unit *u, int32_t *value, int *tag, struct symbol **symbol);
void cc_call_function(struct unit *u, struct symbol *function, struct value *v, bool brackets);
void cc_check_result(struct unit *u, struct value *v);
bool cc_user_operator(struct unit *u, int token, int tag1, int tag2, int operands, struct value *v, int *tag);
struct name *cc_operator_name(struct unit *u, const char *token, int tag1, int tag2, int operands,
                              int result);
void cc_destroy(struct unit *u, int block);
static inline bool cc_is_array(const struct value *v) { return v->kind == K_ARRAY || v->kind == K_REFARRAY; }

// cc_parse, cc_decl, cc_init, cc_function, cc_arguments, cc_stmt
void cc_parse(struct unit *u);
void cc_declare_global(struct unit *u, struct name *first, int tag, bool is_public, bool is_static,
                       bool stock, bool is_const);
bool cc_declare_local(struct unit *u, bool is_static);
void cc_declare_const(struct unit *u, enum storage storage);
void cc_declare_enum(struct unit *u, enum storage storage);
int32_t cc_dimension(struct unit *u, int *tag, struct field **fields, bool *is_enum);
struct shape {
    int dims, dim[CC_DIMENSIONS], index_tag[CC_DIMENSIONS];
    struct field *fields;
    bool is_enum;
};
// Returns cells; 0: an error was reported.
int32_t cc_initial(struct unit *u, enum kind kind, int tag, struct shape *shape);
void cc_declare_stub(struct unit *u, bool native);
bool cc_declare_function(struct unit *u, struct name *first, int tag, bool is_public, bool is_static,
                         bool stock);
struct symbol *cc_fetch_function(struct unit *u, struct name *name, int tag);
int cc_number(struct unit *u, struct symbol *function);
int cc_arguments(struct unit *u, struct symbol *function, bool body);
int cc_operator_token(struct unit *u, char out[4]);
void cc_operator_check_result(struct unit *u, int token, int tag, const char *text);
bool cc_operator_adjust(struct unit *u, int token, struct symbol *function, const char *text, int tag);
void cc_statement(struct unit *u, int *indent, bool declarations);
enum {                       // what an expression used as a statement or value may do
    EXPRESSION_COMMAS = 1,   // several, separated by commas
    EXPRESSION_EFFECT = 2,   // warn when it has no effect
    EXPRESSION_ARRAYS = 4,   // it may be an array
    EXPRESSION_UNUSED = 8,   // PRI is not needed afterwards
    EXPRESSION_CHECKED = 16, // an array must be indexed
};
enum kind cc_statement_expression(struct unit *u, unsigned flags, int *tag, struct symbol **symbol);

int cc_condition(struct unit *u, int label, bool brackets, bool inverted);
void cc_read_goto(struct unit *u);
void cc_read_label(struct unit *u);
void cc_read_return(struct unit *u);
void cc_read_assert(struct unit *u);
void cc_read_exit(struct unit *u);
void cc_read_sleep(struct unit *u);
void cc_read_state_change(struct unit *u);

// cc_asm, cc_debug, cc_listing, cc_xml, cc_sizes
void cc_layout(struct unit *u);
bool cc_assemble(struct unit *u, struct buf *out);
void cc_debug_write(struct unit *u, struct buf *out);
void cc_listing(struct unit *u, struct buf *out);
void cc_report(struct unit *u, struct buf *out);
void cc_sizes(struct unit *u);
void cc_overlays_number(struct unit *u);
bool cc_is_main(const struct symbol *symbol);
bool cc_is_entry(const struct symbol *symbol);
bool cc_in_program(const struct symbol *symbol); // a function that is written to the file
void cc_document(struct unit *u, struct symbol *symbol);
void cc_document_line(struct unit *u, const char *text, size_t len);
void cc_document_gap(struct unit *u);
void cc_document_mark(struct unit *u); // what is read from now on belongs to the next declaration
