// One instruction after the other, alone and in company, against what the format says it does.
#include "pawn/assemble.h"
#include "support/support.h"

#include "pawn/machine/amx.h"
#include "pawn/machine/opcode.h"

#include <stdio.h>
#include <stdlib.h>

static struct amx *machine_of(const struct script *script, bool plain, const struct amx_config *base) {
    struct amx_config config;
    amx_defaults(&config);
    if (base) config = *base;
    config.plain = plain;
    struct bytes file = assemble(script);
    struct fault fault = {0};
    struct amx *amx = amx_new(&config, file.at, file.len, &fault);
    if (!amx) fail_msg("%s", fault.said);
    return amx;
}

static const int32_t DATA[] = {11, 22, -33, 0x01020304, 8, 5, 6, 7};

struct outcome {
    enum halt end;
    int32_t pri, alt;
    uint64_t executed;
};

// The body runs in a frame of its own with two arguments, 1000 and 2000, and data DATA.
static struct outcome outcome_of(const char *body, bool plain) {
    char code[2000];
    snprintf(code, sizeof code,
             "halt 0\n"
             "main: proc\n push.c 2000\n push.c 1000\n push.c 8\n call @body\n back: retn\n"
             "body: proc\n %s\n retn\n"
             "five: proc\n const.pri 5\n ret\n",
             body);
    struct script script = {.code = code, .main = "main", .data = DATA, .data_count = 8};
    struct amx *amx = machine_of(&script, plain, NULL);
    struct outcome o = {.end = amx_call(amx, "main", NULL, 0, &o.pri)};
    o.pri = amx_registers(amx).pri, o.alt = amx_registers(amx).alt;
    o.executed = amx_executed(amx);
    amx_free(amx);
    return o;
}

struct trial {
    const char *body;
    int32_t pri;
    enum halt end;
};

static void try_all(const struct trial *trials, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct outcome fused = outcome_of(trials[i].body, false), plain = outcome_of(trials[i].body, true);
        if (fused.end != trials[i].end || (!fused.end && fused.pri != trials[i].pri))
            fail_msg("%s: end %d value %d, expected %d and %d", trials[i].body, fused.end, fused.pri,
                     trials[i].end, trials[i].pri);
        if (plain.end != fused.end || (!plain.end && (plain.pri != fused.pri || plain.alt != fused.alt)))
            fail_msg("%s: fused %d %d %d, plain %d %d %d", trials[i].body, fused.end, fused.pri, fused.alt,
                     plain.end, plain.pri, plain.alt);
        if (!fused.end) assert_int_equal(fused.executed, plain.executed);
    }
}
#define TRY(...)                                                                                             \
    do {                                                                                                     \
        const struct trial trials[] = {__VA_ARGS__};                                                         \
        try_all(trials, sizeof trials / sizeof *trials);                                                     \
    } while (0)

static void loads_and_stores_reach_their_cells(void **state) {
    TRY({"load.pri 4", 22}, {"load.alt 8\n move.pri", -33}, {"load.s.pri 12", 1000},
        {"load.s.alt 16\n move.pri", 2000}, {"lref.pri 16", -33}, {"lref.alt 16\n move.pri", -33},
        {"push.c 4\n lref.s.pri -4\n stack 4", 22}, {"push.c 4\n lref.s.alt -4\n move.pri\n stack 4", 22},
        {"const.pri 4\n load.i", 22}, {"const.pri 12\n lodb.i 1", 4}, {"const.pri 12\n lodb.i 2", 0x0304},
        {"const.pri 12\n lodb.i 4", 0x01020304}, {"const.pri 15\n lodb.i 1", 1}, {"const.pri -9", -9},
        {"const.alt -9\n move.pri", -9}, {"const.pri 77\n stor.pri 4\n load.alt 4\n move.pri", 77},
        {"const.alt 78\n stor.alt 4\n load.pri 4", 78},
        {"const.pri 79\n stor.s.pri 12\n load.s.alt 12\n move.pri", 79},
        {"const.alt 80\n stor.s.alt 12\n load.s.pri 12", 80},
        {"const.pri 81\n sref.pri 16\n load.alt 8\n move.pri", 81},
        {"const.alt 82\n sref.alt 16\n load.pri 8", 82},
        {"push.c 4\n const.pri 83\n sref.s.pri -4\n load.alt 4\n move.pri\n stack 4", 83, HALT_NONE},
        {"push.c 4\n const.alt 84\n sref.s.alt -4\n load.pri 4\n stack 4", 84},
        {"const.alt 4\n const.pri 85\n stor.i\n load.alt 4\n move.pri", 85},
        {"const.alt 12\n const.pri 0x1ff\n strb.i 1\n load.pri 12", 0x010203ff},
        {"const.alt 12\n const.pri 0x1ffff\n strb.i 2\n load.pri 12", 0x0102ffff},
        {"const.alt 12\n const.pri 0x1ffff\n strb.i 4\n load.pri 12", 0x1ffff},
        {"const.alt 4\n const.pri 1\n lidx", -33}, {"const.alt 4\n const.pri 1\n lidx.b 2", -33},
        {"const.alt 4\n const.pri 3\n idxaddr", 16}, {"const.alt 4\n const.pri 3\n idxaddr.b 1", 10},
        {"const.pri 8\n align.pri 1", 11}, {"const.pri 8\n align.pri 2", 10},
        {"const.pri 8\n align.pri 4", 8}, {"const.alt 8\n align.alt 1\n move.pri", 11},
        {"load.both 0 4\n sub", -11}, {"load.s.both 12 16\n sub", -1000}, {"const 4 90\n load.pri 4", 90},
        {"const.s 12 91\n load.s.pri 12", 91}, {"zero 4\n load.pri 4", 0}, {"zero.s 12\n load.s.pri 12", 0},
        {"inc 4\n load.pri 4", 23}, {"dec 4\n load.pri 4", 21}, {"inc.s 12\n load.s.pri 12", 1001},
        {"dec.s 12\n load.s.pri 12", 999}, {"const.pri 4\n inc.i\n load.pri 4", 23},
        {"const.pri 4\n dec.i\n load.pri 4", 21});
}

static void arithmetic_wraps_and_floors(void **state) {
    TRY({"const.pri 7\n const.alt 3\n add", 10}, {"const.pri 7\n const.alt 3\n sub", 4},
        {"const.pri 7\n const.alt 3\n sub.alt", -4}, {"const.pri 0x7fffffff\n const.alt 1\n add", INT32_MIN},
        {"const.pri 0x10000\n const.alt 0x10001\n smul", 0x10000}, {"const.pri 7\n const.alt -3\n umul", -21},
        {"const.pri 7\n const.alt 2\n sdiv", 3}, {"const.pri -7\n const.alt 2\n sdiv", -4},
        {"const.pri 7\n const.alt -2\n sdiv", -4}, {"const.pri -7\n const.alt -2\n sdiv", 3},
        {"const.pri -7\n const.alt 2\n sdiv\n move.pri", 1},
        {"const.pri 7\n const.alt -2\n sdiv\n move.pri", -1}, {"const.alt -7\n const.pri 2\n sdiv.alt", -4},
        {"const.alt -7\n const.pri 2\n sdiv.alt\n move.pri", 1},
        {"const.alt 0x80000000\n const.pri -1\n sdiv.alt", INT32_MIN},
        {"const.alt 0x80000000\n const.pri -1\n sdiv.alt\n move.pri", 0},
        {"const.pri -1\n const.alt 2\n udiv", INT32_MAX}, {"const.pri -1\n const.alt 2\n udiv\n move.pri", 1},
        {"const.alt -1\n const.pri 2\n udiv.alt", INT32_MAX},
        {"const.alt -1\n const.pri 16\n udiv.alt\n move.pri", 15},
        {"const.pri 1\n zero.alt\n sdiv", 0, HALT_DIVIDE},
        {"zero.pri\n const.alt 3\n sdiv.alt", 0, HALT_DIVIDE},
        {"const.pri 1\n zero.alt\n udiv", 0, HALT_DIVIDE},
        {"zero.pri\n const.alt 3\n udiv.alt", 0, HALT_DIVIDE}, {"const.pri 1\n const.alt 33\n shl", 2},
        {"const.pri -8\n const.alt 1\n shr", 0x7ffffffc}, {"const.pri -8\n const.alt 1\n sshr", -4},
        {"const.pri 3\n shl.c.pri 4", 48}, {"const.alt 3\n shl.c.alt 4\n move.pri", 48},
        {"const.pri -1\n shr.c.pri 28", 15}, {"const.alt -1\n shr.c.alt 28\n move.pri", 15},
        {"const.pri 12\n const.alt 10\n and", 8}, {"const.pri 12\n const.alt 10\n or", 14},
        {"const.pri 12\n const.alt 10\n xor", 6}, {"const.pri 5\n not", 0}, {"zero.pri\n not", 1},
        {"const.pri 5\n neg", -5}, {"const.pri 0x80000000\n neg", INT32_MIN}, {"const.pri 5\n invert", -6},
        {"const.pri 5\n add.c -7", -2}, {"const.pri 5\n smul.c -7", -35}, {"const.pri 0x1fe\n sign.pri", -2},
        {"const.alt 0x17e\n sign.alt\n move.pri", 0x7e}, {"inc.pri\n zero.pri\n inc.pri", 1},
        {"zero.pri\n dec.pri", -1}, {"zero.alt\n inc.alt\n move.pri", 1},
        {"zero.alt\n dec.alt\n move.pri", -1}, {"const.pri 1\n const.alt 2\n xchg", 2},
        {"const.pri 5\n zero.alt\n move.alt\n add", 10});
}

static void comparisons_know_signs(void **state) {
    TRY({"const.pri -1\n const.alt 1\n less", 0}, {"const.pri -1\n const.alt 1\n sless", 1},
        {"const.pri 1\n const.alt 1\n leq", 1}, {"const.pri 2\n const.alt 1\n leq", 0},
        {"const.pri -1\n const.alt 1\n grtr", 1}, {"const.pri -1\n const.alt 1\n sgrtr", 0},
        {"const.pri 1\n const.alt 1\n geq", 1}, {"const.pri 1\n const.alt 1\n sleq", 1},
        {"const.pri -2\n const.alt -1\n sgeq", 0}, {"const.pri 4\n const.alt 4\n eq", 1},
        {"const.pri 4\n const.alt 4\n neq", 0}, {"const.pri 4\n eq.c.pri 4", 1},
        {"const.alt 4\n eq.c.alt 5", 0});
}

static void branches_are_taken_when_they_should(void **state) {
    static const struct {
        const char *op;
        int32_t pri, alt;
        bool taken;
    } rows[] = {
        {"jzer", 0, 0, true},    {"jzer", 1, 0, false},    {"jnz", 1, 0, true},     {"jnz", 0, 0, false},
        {"jeq", 3, 3, true},     {"jeq", 3, 4, false},     {"jneq", 3, 4, true},    {"jneq", 3, 3, false},
        {"jless", 1, -1, true},  {"jless", -1, 1, false},  {"jleq", 1, 1, true},    {"jleq", -1, 1, false},
        {"jgrtr", -1, 1, true},  {"jgrtr", 1, -1, false},  {"jgeq", 1, 1, true},    {"jgeq", 1, -1, false},
        {"jsless", -1, 1, true}, {"jsless", 1, 1, false},  {"jsleq", 1, 1, true},   {"jsleq", 1, -1, false},
        {"jsgrtr", 1, -1, true}, {"jsgrtr", -1, 1, false}, {"jsgeq", -1, -1, true}, {"jsgeq", -1, 1, false},
        {"jump", 0, 0, true},    {"jrel", 0, 0, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[200];
        snprintf(body, sizeof body,
                 "const.pri %d\n const.alt %d\n %s @there\n const.pri 1\n retn\n there: const.pri 2",
                 rows[i].pri, rows[i].alt, rows[i].op);
        TRY({body, rows[i].taken ? 2 : 1});
    }
}

static void stack_and_calls_balance(void **state) {
    TRY({"const.pri 3\n push.pri\n zero.pri\n pop.pri", 3},
        {"const.alt 4\n push.alt\n zero.alt\n pop.pri", 4}, {"push.c 6\n pop.alt\n move.pri", 6},
        {"push 4\n pop.pri", 22}, {"push.s 12\n pop.pri", 1000}, {"push.adr 12\n pop.pri\n load.i", 1000},
        {"addr.pri 16\n load.i", 2000}, {"addr.alt 16\n move.pri\n load.i", 2000},
        {"push.c 7\n push.c 8\n pick 4\n stack 8", 7},
        {"push.c 7\n const.pri 1\n swap.pri\n pop.alt\n sub", 6},
        {"push.c 7\n const.alt 1\n swap.alt\n pop.pri\n sub", -6},
        {"lctrl 4\n stack -8\n move.pri\n stack 8\n sub", 8}, {"heap 8\n lctrl 2\n sub\n heap -8", 8},
        {"push.c 0\n call @five\n stack 4", 5}, {"const.pri 0\n const.pri =five\n call.pri", 5},
        {"const.pri =there\n jump.pri\n const.pri 1\n retn\n there: const.pri 9", 9},
        {"lctrl 5\n add.c 12\n load.i", 1000}, {"lctrl 6\n const.alt =here\n here: sub", -8},
        {"const.pri =over\n sctrl 6\n const.pri 1\n retn\n over: const.pri 3", 3});
    for (int n = 2; n <= 5; n++) {
        char body[300];
        static const char *const kinds[] = {".c", "", ".s", ".adr"};
        static const char *const operands[] = {" 1 2 3 4 5", " 0 4 16 20 24", " 12 16 12 16 12",
                                               " 12 16 12 16 12"};
        static const int32_t last[4][6] = {
            {0, 0, 2, 3, 4, 5}, {0, 0, 22, 8, 5, 6}, {0, 0, 2000, 1000, 2000, 1000}, {0}};
        for (int k = 0; k < 3; k++) {
            const char *end = operands[k];
            for (int i = 0; i < n; i++) end = strchr(end + 1, ' ') ? strchr(end + 1, ' ') : end + strlen(end);
            snprintf(body, sizeof body, "push%d%s%.*s\n pop.pri\n stack %d", n, kinds[k],
                     (int)(end - operands[k]), operands[k], 4 * (n - 1));
            TRY({body, last[k][n]});
        }
        snprintf(body, sizeof body, "push%d.adr 12 16%s\n pop.pri\n load.i\n stack %d", n,
                 n == 2   ? ""
                 : n == 3 ? " 12"
                 : n == 4 ? " 12 16"
                          : " 12 16 12",
                 4 * (n - 1));
        TRY({body, n % 2 ? 1000 : 2000});
    }
}

static void blocks_are_copied_compared_filled(void **state) {
    TRY({"const.pri 0\n const.alt 16\n movs 8\n load.pri 20", 22},
        {"const.pri 0\n const.alt 4\n movs 8\n load.pri 8", 22}, {"const.pri 0\n const.alt 0\n cmps 16", 0},
        {"const.pri 0\n const.alt 4\n cmps 4\n zero.alt\n sgrtr", 1},
        {"const.pri 4\n const.alt 0\n cmps 4\n zero.alt\n sless", 1},
        {"const.pri 9\n const.alt 16\n fill 11\n load.pri 20\n load.alt 24\n sub", 3},
        {"const.pri 0\n const.alt 28\n movs 8", 0, HALT_MEMORY},
        {"const.pri 28\n const.alt 0\n movs 5", 0, HALT_MEMORY},
        {"const.pri 0\n const.alt 28\n cmps 8", 0, HALT_MEMORY},
        {"const.pri 0\n const.alt 32\n fill 4", 0, HALT_MEMORY},
        {"const.pri 0\n const.alt -4\n fill 4", 0, HALT_MEMORY},
        {"const.pri 0x7fffffff\n const.alt 0\n movs 0x7fffffff", 0, HALT_MEMORY});
}

static void switches_find_their_case(void **state) {
    for (int32_t value = -3; value < 12; value++) {
        char body[400];
        snprintf(body, sizeof body,
                 "const.pri %d\n switch @table\n none: const.pri 0\n retn\n a: const.pri 1\n retn\n b: "
                 "const.pri 2\n retn\n"
                 "c: const.pri 3\n retn\n table: casetbl @none -2 @a 3 @b 4 @c 3 @c",
                 value);
        TRY({body, value == -2 ? 1 : value == 3 ? 2 : value == 4 ? 3 : 0});
        snprintf(body, sizeof body,
                 "const.pri %d\n switch @table\n none: const.pri 0\n retn\n a: const.pri 1\n retn\n b: "
                 "const.pri 2\n retn\n"
                 "table: casetbl @none 1000000 @a -2 @b -1000000 @a",
                 value);
        TRY({body, value == -2 ? 2 : 0});
    }
    TRY({"const.pri 1\n switch @table\n none: const.pri 4\n retn\n table: casetbl @none", 4},
        {"casetbl @x\n x: nop", 0, HALT_INSTRUCTION});
}

static void packed_instructions_do_what_plain_ones_do(void **state) {
    TRY({"load.p.pri 4", 22}, {"load.p.alt 8\n move.pri", -33}, {"load.p.s.pri 12", 1000},
        {"load.p.s.alt 16\n move.pri", 2000}, {"lref.p.pri 16", -33}, {"lref.p.alt 16\n move.pri", -33},
        {"push.p.c 4\n lref.p.s.pri -4\n stack.p 4", 22},
        {"push.p.c 4\n lref.p.s.alt -4\n move.pri\n stack.p 4", 22}, {"const.p.pri 12\n lodb.p.i 1", 4},
        {"const.p.pri -9", -9}, {"const.p.alt -9\n move.pri", -9}, {"addr.p.pri 12\n load.i", 1000},
        {"addr.p.alt 12\n move.pri\n load.i", 1000},
        {"const.p.pri 7\n stor.p.pri 4\n load.p.alt 4\n move.pri", 7},
        {"const.p.alt 7\n stor.p.alt 4\n load.p.pri 4", 7},
        {"const.p.pri 7\n stor.p.s.pri 12\n load.p.s.alt 12\n move.pri", 7},
        {"const.p.alt 7\n stor.p.s.alt 12\n load.p.s.pri 12", 7},
        {"const.p.pri 81\n sref.p.pri 16\n load.p.alt 8\n move.pri", 81},
        {"const.p.alt 82\n sref.p.alt 16\n load.p.pri 8", 82},
        {"push.p.c 4\n const.p.pri 83\n sref.p.s.pri -4\n load.p.alt 4\n move.pri\n stack.p 4", 83},
        {"push.p.c 4\n const.p.alt 84\n sref.p.s.alt -4\n load.p.pri 4\n stack.p 4", 84},
        {"const.p.alt 12\n const.p.pri 9\n strb.p.i 1\n load.p.pri 12", 0x01020309},
        {"const.p.alt 4\n const.p.pri 1\n lidx.p.b 2", -33},
        {"const.p.alt 4\n const.p.pri 3\n idxaddr.p.b 1", 10}, {"const.p.pri 8\n align.p.pri 1", 11},
        {"const.p.alt 8\n align.p.alt 2\n move.pri", 10}, {"push.p 4\n pop.pri", 22},
        {"push.p.s 12\n pop.pri", 1000}, {"heap.p 8\n lctrl 2\n sub\n heap.p -8", 8},
        {"const.p.pri 3\n shl.p.c.pri 4", 48}, {"const.p.alt 3\n shl.p.c.alt 4\n move.pri", 48},
        {"const.p.pri -1\n shr.p.c.pri 28", 15}, {"const.p.alt -1\n shr.p.c.alt 28\n move.pri", 15},
        {"const.p.pri 3\n add.p.c -5", -2}, {"const.p.pri 3\n smul.p.c -5", -15},
        {"zero.p 4\n load.p.pri 4", 0}, {"zero.p.s 12\n load.p.s.pri 12", 0},
        {"const.p.pri 3\n eq.p.c.pri 3", 1}, {"const.p.alt 3\n eq.p.c.alt 4", 0},
        {"inc.p 4\n load.p.pri 4", 23}, {"inc.p.s 12\n load.p.s.pri 12", 1001},
        {"dec.p 4\n load.p.pri 4", 21}, {"dec.p.s 12\n load.p.s.pri 12", 999},
        {"const.p.pri 0\n const.p.alt 16\n movs.p 8\n load.p.pri 20", 22},
        {"const.p.pri 0\n zero.alt\n cmps.p 8", 0},
        {"const.p.pri 9\n const.p.alt 16\n fill.p 8\n load.p.pri 20", 9}, {"halt.p 2", 0, HALT_ASSERT},
        {"const.p.pri 5\n bounds.p 5", 5}, {"const.p.pri 6\n bounds.p 5", 0, HALT_BOUNDS},
        {"push.p.adr 12\n pop.pri\n load.i", 1000});
}

static void every_address_is_checked(void **state) {
    TRY({"const.pri -4\n load.i", 0, HALT_MEMORY}, {"const.pri 32\n load.i", 0, HALT_MEMORY},
        {"const.pri 0x7ffffffc\n load.i", 0, HALT_MEMORY}, {"const.pri 32\n lodb.i 1", 0, HALT_MEMORY},
        {"const.alt 40\n stor.i", 0, HALT_MEMORY}, {"const.alt -1\n strb.i 1", 0, HALT_MEMORY},
        {"const.alt 4\n const.pri 1000000\n lidx", 0, HALT_MEMORY},
        {"const.alt 4\n const.pri 0x3fffffff\n lidx", 11, HALT_NONE},
        {"const 0 64\n lref.pri 0", 0, HALT_MEMORY}, {"const 0 -64\n lref.alt 0", 0, HALT_MEMORY},
        {"const 0 64\n sref.pri 0", 0, HALT_MEMORY}, {"const 0 64\n sref.alt 0", 0, HALT_MEMORY},
        {"load.s.pri -4", 0, HALT_MEMORY}, {"load.s.pri 1000", 0, HALT_MEMORY},
        {"stor.s.pri -4", 0, HALT_MEMORY}, {"zero.s -4", 0, HALT_MEMORY}, {"inc.s 800", 0, HALT_MEMORY},
        {"const.s -400 1", 0, HALT_MEMORY}, {"load.s.both 12 -4", 0, HALT_MEMORY},
        {"push.s -4", 0, HALT_MEMORY}, {"pick 2000", 0, HALT_MEMORY}, {"pick -4", 0, HALT_MEMORY},
        {"const.pri 64\n inc.i", 0, HALT_MEMORY}, {"const.pri 64\n dec.i", 0, HALT_MEMORY},
        {"const.pri 0x12340000\n jump.pri", 0, HALT_MEMORY}, {"const.pri 2\n jump.pri", 0, HALT_MEMORY},
        {"const.pri 0x12340000\n call.pri", 0, HALT_MEMORY},
        {"push.c 0x123450\n push.c 0\n ret", 0, HALT_MEMORY}, {"const.pri 5\n bounds 4", 0, HALT_BOUNDS},
        {"const.pri -1\n bounds 4", 0, HALT_BOUNDS}, {"const.pri 4\n bounds 4", 4});
}

static bool is_refused(const char *format, int address) {
    char body[200];
    snprintf(body, sizeof body, format, address);
    strcat(body, "\n halt 0");
    struct outcome fused = outcome_of(body, false), plain = outcome_of(body, true);
    if (fused.end != plain.end || (fused.end && fused.end != HALT_MEMORY))
        fail_msg("%s: fused %d, plain %d", body, fused.end, plain.end);
    return fused.end == HALT_MEMORY;
}

// Byte by byte around every end: the heap's, both of the stack. What sticks out by a byte is outside.
static void a_cell_lies_inside_as_a_whole_or_is_refused(void **state) {
    enum { HEAP = 32, TOP = 32 + 4 * 256 - 4, FRAME = TOP - 32 };
    static const struct {
        const char *body;
        int width;
    } computed[] = {
        {"const.pri %d\n load.i", 4},
        {"const.pri %d\n lodb.i 4", 4},
        {"const.pri %d\n lodb.i 2", 2},
        {"const.pri %d\n lodb.i 1", 1},
        {"const.alt %d\n zero.pri\n stor.i", 4},
        {"const.alt %d\n zero.pri\n strb.i 4", 4},
        {"const.alt %d\n zero.pri\n strb.i 2", 2},
        {"const.alt %d\n zero.pri\n strb.i 1", 1},
        {"const.pri %d\n inc.i", 4},
        {"const.pri %d\n dec.i", 4},
        {"const.alt %d\n zero.pri\n lidx", 4},
        {"const.alt %d\n zero.pri\n lidx.b 3", 4},
        {"const 0 %d\n lref.pri 0", 4},
        {"const 0 %d\n lref.alt 0", 4},
        {"const 0 %d\n sref.pri 0", 4},
        {"const 0 %d\n sref.alt 0", 4},
        {"push.c %d\n lref.s.pri -4", 4},
        {"push.c %d\n lref.s.alt -4", 4},
        {"push.c %d\n sref.s.pri -4", 4},
        {"push.c %d\n sref.s.alt -4", 4},
        {"const.alt %d\n zero.pri\n fill 4", 4},
        {"const.alt %d\n zero.pri\n movs 2", 2},
        {"const.pri %d\n zero.alt\n cmps 3", 3},
        {"const.pri 64\n sctrl 2\n const.pri %d\n load.i", -4}, // a heap that has grown
    };
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++) {
        int width = abs(computed[i].width), heap = computed[i].width < 0 ? 64 : HEAP;
        for (int at = heap - 6; at < heap + 6; at++)
            if (is_refused(computed[i].body, at) != (at + width > heap))
                fail_msg("%s at %d, the heap ends at %d", computed[i].body, at, heap);
        for (int at = TOP - 6; at < TOP + 6; at++)
            if (is_refused(computed[i].body, at) != (at + width > TOP))
                fail_msg("%s at %d, the stack ends at %d", computed[i].body, at, TOP);
        for (int at = -6; at < 0; at++) assert_true(is_refused(computed[i].body, at));
        assert_true(is_refused(computed[i].body, INT32_MAX));
    }
    static const char *const local[] = {
        "load.s.pri %d", "load.s.alt %d", "stor.s.pri %d", "stor.s.alt %d",     "zero.s %d",
        "inc.s %d",      "dec.s %d",      "const.s %d 0",  "load.s.both %d 0",  "load.s.both 0 %d",
        "push.s %d",     "pick %d",       "push2.s 0 %d",  "push5.s 0 0 %d 0 0"};
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        for (int offset = -6; offset < TOP - FRAME + 6; offset++) {
            bool inside = offset >= 0 && FRAME + offset + 4 <= TOP;
            if (i >= 12 && offset < 0) continue; // has moved the stack's lower end by then
            if (is_refused(local[i], offset) == inside) fail_msg("%s, %d", local[i], offset);
        }
    // Alone at the very top of the stack nothing is left to be read.
    TRY({"lctrl 3\n sctrl 4\n lctrl 3\n sctrl 5\n load.s.pri 0", 0, HALT_MEMORY},
        {"lctrl 3\n sctrl 4\n lctrl 3\n sctrl 5\n load.s.pri -1", 0, HALT_MEMORY},
        {"lctrl 3\n sctrl 4\n pick 0", 0, HALT_MEMORY}, {"lctrl 3\n sctrl 4\n pick -3", 0, HALT_MEMORY});
}

// A script without data has no heap either: address 0 is outside.
static void a_script_without_data_owns_its_stack_only(void **state) {
    for (int at = -4; at < 4; at++) {
        char code[100];
        snprintf(code, sizeof code, "halt 0\n main: proc\n const.pri %d\n load.i\n retn\n", at);
        struct script script = {.code = code, .main = "main"};
        struct amx *amx = machine_of(&script, false, NULL);
        assert_int_equal(amx_call(amx, "main", NULL, 0, NULL), HALT_MEMORY);
        amx_free(amx);
    }
}

static void stack_and_heap_never_meet(void **state) {
    TRY({"again: push.c 1\n jump @again", 0, HALT_STACK}, {"again: push.c 0\n call @again", 0, HALT_STACK},
        {"stack -4000", 0, HALT_STACK}, {"stack 4000", 0, HALT_STACK_LOW},
        {"stack 0x7fffffff", 0, HALT_STACK_LOW}, {"heap 4000", 0, HALT_STACK}, {"heap -4", 0, HALT_HEAP_LOW},
        {"heap 0x7fffffff", 0, HALT_STACK}, {"again: pop.pri\n jump @again", 0, HALT_STACK_LOW},
        {"const.pri 4\n sctrl 4\n nop", 0, HALT_STACK}, {"const.pri 0x7ffffff0\n sctrl 4", 0, HALT_STACK_LOW},
        {"const.pri 0x7ffffff0\n sctrl 2", 0, HALT_STACK}, {"zero.pri\n sctrl 2", 0, HALT_HEAP_LOW},
        {"const.pri 0x7fffffff\n sctrl 5\n load.s.pri 0", 0, HALT_MEMORY},
        {"push.c 0x7ffffff0\n push.c 0\n push.c 0\n retn", 0, HALT_STACK_LOW},
        {"again: push5.c 1 2 3 4 5\n jump @again", 0, HALT_STACK},
        {"again: proc\n jump @again", 0, HALT_STACK});
}

static void ends_have_their_codes(void **state) {
    TRY({"const.pri 42\n halt 0", 42}, {"halt 1", 0, HALT_EXIT}, {"halt 2", 0, HALT_ASSERT},
        {"halt 13", 0, HALT_STATE}, {"halt 12", 0, HALT_SLEEP});
}

// A fused sequence is also entered in the middle, by those who compute where they go.
static void every_instruction_can_be_gone_to(void **state) {
    TRY({"const.pri =middle\n jump.pri\n load.s.pri 12\n middle: const.alt 3\n add.c 0\n push.pri\n "
         "pop.alt\n add\n zero.pri",
         0});
    const struct trial mid[] = {
        {"load.s.pri 16\n push.pri\n lctrl 6\n nop\n load.s.pri 12\n pop.alt\n add", 3000, HALT_NONE},
        // return into the middle of load.s.pri, add.c, push.pri
        {"push.c =mid\n lctrl 5\n push.pri\n ret\n load.s.pri 16\n mid: add.c 1\n const.pri 77", 77,
         HALT_NONE},
    };
    try_all(mid, 2);
}

static void old_versions_run(void **state) {
    for (unsigned version = 6; version <= 10; version++) {
        struct script script = {
            .version = version,
            .code =
                "halt 0\n"
                "main: proc\n load.s.pri 12\n jzer @none\n load.s.pri 12\n switch @table\n"
                "one: const.pri 10\n retn\n two: push.c 0\n call @help\n retn\n none: const.pri 5\n retn\n"
                "other: const.pri -1\n retn\n table: casetbl @other 1 @one 2 @two\n"
                "help: proc\n const.pri 20\n retn\n",
            .publics = {{"go", "main"}}};
        struct amx *amx = machine_of(&script, false, NULL);
        static const int32_t expected[] = {5, 10, 20, -1};
        for (int32_t i = 0; i < 4; i++) {
            struct amx_arg arg = {.kind = AMX_CELL, .cell = i};
            int32_t value;
            assert_int_equal(amx_call(amx, "go", &arg, 1, &value), HALT_NONE);
            assert_int_equal(value, expected[i]);
        }
        amx_free(amx);
    }
    // Number 38 was another instruction then: it pushed PRI some times.
    struct script old = {
        .version = 8,
        .code = "halt 0\n main: proc\n const.pri 4\n pick 3\n pop.alt\n pop.alt\n pop.alt\n add\n retn",
        .main = "main"};
    struct amx *amx = machine_of(&old, false, NULL);
    int32_t value;
    assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_NONE);
    assert_int_equal(value, 8);
    amx_free(amx);
}

static void compact_files_run(void **state) {
    struct script script = {.flags = AMX_COMPACT,
                            .code = "halt 0\n main: proc\n load.pri 8\n retn",
                            .main = "main",
                            .data = DATA,
                            .data_count = 8};
    struct amx *amx = machine_of(&script, false, NULL);
    int32_t value;
    assert_int_equal(amx_call(amx, "main", NULL, 0, &value), HALT_NONE);
    assert_int_equal(value, -33);
    amx_free(amx);
}

TESTS(cmocka_unit_test(loads_and_stores_reach_their_cells), cmocka_unit_test(arithmetic_wraps_and_floors),
      cmocka_unit_test(comparisons_know_signs), cmocka_unit_test(branches_are_taken_when_they_should),
      cmocka_unit_test(stack_and_calls_balance), cmocka_unit_test(blocks_are_copied_compared_filled),
      cmocka_unit_test(switches_find_their_case), cmocka_unit_test(packed_instructions_do_what_plain_ones_do),
      cmocka_unit_test(every_address_is_checked),
      cmocka_unit_test(a_cell_lies_inside_as_a_whole_or_is_refused),
      cmocka_unit_test(a_script_without_data_owns_its_stack_only),
      cmocka_unit_test(stack_and_heap_never_meet), cmocka_unit_test(ends_have_their_codes),
      cmocka_unit_test(every_instruction_can_be_gone_to), cmocka_unit_test(old_versions_run),
      cmocka_unit_test(compact_files_run))
