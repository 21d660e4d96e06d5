// The compiler's data: tokens, names and symbols, values, instructions, source files, debug data. Plain data
// in the unit's arena, freed with it. compiler_internal.h says who fills it. Private to src/pawn/compiler.
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "pawn/compiler/compiler.h"
#include "pawn/machine/file.h"
#include "pawn/machine/opcode.h"

#include <string.h>

enum {
    CC_NAME = AMX_NAME_MAX,
    CC_LINE = 1023,
    CC_DIMENSIONS = 3,
    CC_ARGUMENTS = 127,
    CC_TAGS = 16, // alternatives of one argument
    CC_IFS = 32,
    CC_LOOPS = 24,
    CC_FILES = 64, // nested includes
    CC_DEPTH = 200,
    CC_REPLACEMENTS = 2000, // macro replacements in one line
    CC_ERRORS = 25,
    CC_ARRAY_MAX = 16 << 20, // cells
    CC_CASES = 1 << 20,
    CELL = 4,
};
#define TAG_PUBLIC 0x80000000u // in the result of tagof
#define TAG_STRONG 0x40000000u

enum token {
    T_END = 0,
    T_SET_MUL = 256,
    T_SET_DIV,
    T_SET_MOD,
    T_SET_ADD,
    T_SET_SUB,
    T_SET_SHL,
    T_SET_SHRU,
    T_SET_SHR,
    T_SET_AND,
    T_SET_XOR,
    T_SET_OR,
    T_OR,
    T_AND,
    T_EQ,
    T_NE,
    T_LE,
    T_GE,
    T_SHL,
    T_SHRU,
    T_SHR,
    T_INC,
    T_DEC,
    T_ELLIPSIS,
    T_RANGE,
    T_DOUBLE_COLON,
    T_ASSERT,
    T_BREAK,
    T_CASE,
    T_CHAR,
    T_CONST,
    T_CONTINUE,
    T_DEFAULT,
    T_DEFINED,
    T_DO,
    T_ELSE,
    T_ENUM,
    T_EXIT,
    T_FOR,
    T_FORWARD,
    T_GOTO,
    T_IF,
    T_NATIVE,
    T_NEW,
    T_OPERATOR,
    T_PUBLIC,
    T_RETURN,
    T_SIZEOF,
    T_SLEEP,
    T_STATE,
    T_STATIC,
    T_STOCK,
    T_SWITCH,
    T_TAGOF,
    T_WHILE,
    T_TERM,      // only expected: ; or the end of the line
    T_SEPARATOR, // only expected: , or the end of the line
    T_CUT,       // a directive ends the expression
    T_NUMBER,
    T_RATIONAL,
    T_NAME,
    T_LABEL,
    T_STRING,
    T_EXPRESSION,
    T_ENDLESS, // a kind of statement, never read
};

enum pass { PASS_SURVEY, PASS_WRITE, PASS_SKIP };

enum kind {
    K_LABEL,
    K_VARIABLE = 1, // these numbers are used in debug data
    K_REFERENCE,
    K_ARRAY,
    K_REFARRAY,
    K_CELL, // an element; its address is in PRI
    K_CHAR, // a character of a packed array; likewise
    K_EXPRESSION,
    K_CONST,
    K_FUNCTION,
    K_VARARGS = 11,
};
enum storage {
    S_GLOBAL,
    S_LOCAL,
    S_STATIC,
    S_STATE
}; // S_STATE: only to look up variables of the current states too

enum usage {
    U_DEFINED = 0x001,
    U_READ = 0x002,
    U_WRITTEN = 0x004,
    U_RETURNS = 0x004, // of a function: it returns a value
    U_CONST = 0x008,
    U_PROTOTYPED = 0x008, // of a function: its arguments are known
    U_PREDEFINED = 0x008, // of a constant: it stays between the readings
    U_PUBLIC = 0x010,
    U_NATIVE = 0x020,
    U_ENUM = 0x020, // a constant: the name of an enumeration
    U_STOCK = 0x040,
    U_FIELD = 0x040,   // a constant: of a named enumeration
    U_MISSING = 0x080, // of a function: the survey found no body
    U_FORWARD = 0x100,
    U_NOTHING = 0x10000, // of a function's returns: one had no value
};

struct name { // an identifier, stored once
    const char *text;
    uint32_t hash, len;
    int keyword;
    uint32_t tag; // index + 1; 0: no tag
    struct name *next;
    struct macro *macro;
    struct symbol *globals; // newest first
    struct symbol *locals;  // innermost first
};

struct argument {
    struct name *name;
    enum kind kind; // K_VARIABLE, K_REFERENCE, K_REFARRAY, K_VARARGS
    bool is_const;
    int tag_count, tags[CC_TAGS];
    int dims, dim[CC_DIMENSIONS], index_tag[CC_DIMENSIONS];
    enum { DEFAULT_NONE, DEFAULT_VALUE, DEFAULT_SIZEOF, DEFAULT_TAGOF } fill;
    int32_t value;
    int value_tag;
    int32_t *cells;          // of an array
    int cell_count, reserve; // reserve: cells on the heap
    int32_t data;            // offset of the cells in the data; -1: not yet placed
    struct name *of;         // sizeof and tagof
    int of_level;
};

struct body { // one variant of a function with states
    struct body *next;
    int states; // a set of states; -1: all others
    int label, overlay;
    bool defined;
    size_t first, last; // instructions
};

struct field {
    struct field *next;
    struct name *name;
    int32_t value;
    int tag;
};

struct referrer {
    struct referrer *next; // of the same symbol
    struct symbol *function;
};
struct link {
    const struct symbol *symbol, *function;
};
struct use {
    struct use *next; // of the same function
    struct symbol *symbol;
};

struct symbol {
    struct name *name;
    struct symbol *same; // with the same name, in an outer scope or older
    struct symbol *next; // all globals, or all locals, newest first
    struct symbol *next_operator;
    struct symbol *sub; // an array's next dimension; a function's array result
    struct symbol *parent;
    enum kind kind;
    enum storage storage;
    unsigned usage;
    int tag;
    int32_t addr;   // data address, offset from the frame, value, or number of a label
    int32_t length; // of an array; of a field
    int level;      // dimensions below this one
    int index_tag, field_tag;
    int block;      // nesting depth of its declaration
    int visible;    // only in this file; -1: everywhere
    int file, line; // where it was declared or last changed
    struct argument *args;
    int arg_count;
    struct library *library;
    int index;     // native: its number; function: its overlay
    int32_t stack; // cells the function itself needs
    struct field *fields;
    struct body *bodies;
    int states; // a state variable's set
    struct name *alias;
    struct referrer *referrers;
    int referrer_count;
    struct use *uses;
    bool deprecated, visited, gone, automatic;
    const char *advice; // text of #pragma deprecated
    struct words *documentation;
    size_t first, last; // instructions of a function; of a variable: from where it exists
    uint32_t code_address, code_end;
    int number;   // in unit.functions, for calls; of a native in use: not 0
    int rank;     // keeps sorting stable
    int32_t need; // the longest chain of callers, in cells; -1: being computed
};

struct tag {
    struct name *name;
    int id;
    bool exported;
};
struct library {
    const char *name;
    int uses;
};
struct automaton {
    struct name *name; // "" if it has no name
    int32_t addr;
};
struct state {
    struct name *name;
    int automaton, number;
};
struct state_set {
    int automaton, count;
    int *states; // sorted
};

struct value {
    enum kind kind;
    struct symbol *sym;
    // a value; cells of a literal array, negative for a string; cells of an enumeration field
    int32_t constant;
    int tag, wanted_tag;
    int32_t *indices; // constant subscripts, outermost last; NULL: not tracked
};

// An instruction, or a mark between instructions.
enum mark {
    M_LABEL = 0x100, // number
    M_EXPRESSION,    // end of a full expression
    M_ARGUMENT,      // end of an argument
    M_LOCAL,         // name, offset: a local variable begins
    M_SEAM,          // reordered pieces of code meet here
    M_GAP,           // nothing
    M_CASES,         // count, label: a table begins
    M_CASES_OVERLAY, // the same with overlays for labels
    M_CASE,          // value, label or overlay
    M_LINE,          // line of the source, for listings
    M_FUNCTION,      // number of a function that begins here, for listings
    M_NOTE,          // a text, for listings
    M_DATA,          // first cell, count: what went into the data here, for listings
};
struct ins {
    uint16_t op;
    uint16_t count;
    int32_t v[5];
};
struct code {
    struct ins *at;
    size_t count, room;
};
enum { CC_RULES = 255 };
struct cc_rules { // of the optimiser, indexed by first instruction
    uint8_t head[0x120], next[CC_RULES];
};
struct cells {
    int32_t *at;
    size_t count, room;
};
struct words { // growing text
    struct words *next;
    char *text; // NULL: the following text belongs to the next declaration
};

struct debug_file {
    size_t at;
    const char *name;
};
struct debug_line {
    size_t at;
    int line;
};
struct debug_symbol {
    struct symbol *symbol;
    size_t first, last;
};

struct source { // a file that was read
    struct source *next;
    const char *path;
    const char *text;
    size_t len;
    bool utf8;
    bool broken; // it begins with a byte order mark, but is not UTF-8
};
struct frame { // a file being read
    struct source *source;
    const char *name; // as in messages; #file changes it
    size_t at;
    int line, file;
    int ifs; // open when it began
    int comment;
    bool done;
    struct library *library;
};

struct loop {
    int32_t break_cells, continue_cells; // declared there
    int again, out;
};

struct token_state {
    int kind;
    int32_t value;
    struct name *name;
    bool pushed, newline;
    unsigned column;
};
