// The optimiser: runs of instructions that shorter runs can stand for.
//
// A rule finds a run and puts another, never a longer one. Operands are named 1 to 5: the same name must be
// the same value. The rules are tried in order at each place, the first that fits wins and all are tried
// again there; then the next place; and the whole again until nothing fits any more. So the order of rules
// matters, and so does where an expression or an argument ends, because only there it is known that PRI and
// ALT are not needed any more.
#include "pawn/compiler/compiler_internal.h"

enum { FIND = 11, PUT = 5, LITERAL = 1000, MINUS = 100, SUM = 200 };

struct step {
    uint16_t op;
    int16_t v[5]; // 1 to 5 names, LITERAL + n the number n, MINUS + name, SUM: 1 + 2; 0: none
};
struct rule {
    struct step find[FIND], put[PUT];
    bool macro; // only at the highest level
};

// clang-format off
#define N(n) (LITERAL + (n))
#define LP   OP_LOAD_PRI
#define LSP  OP_LOAD_S_PRI
#define CP   OP_CONST_PRI
#define LA   OP_LOAD_ALT
#define LSA  OP_LOAD_S_ALT
#define CA   OP_CONST_ALT
#define PUSH                                                                                                 \
    { OP_PUSH_PRI }
#define POPA                                                                                                 \
    { OP_POP_ALT }
#define XCHG                                                                                                 \
    { OP_XCHG }
#define END                                                                                                  \
    { M_EXPRESSION }
#define ARG                                                                                                  \
    { M_ARGUMENT }

// Two operands by way of the stack: the first can be loaded into ALT afterwards.
#define BY_STACK(first, alt, second)                                                                         \
    { {{first, {1}}, PUSH, {second, {2}}, POPA}, {{second, {2}}, {alt, {1}}}, false }
// An address first.
#define ADDRESS_FIRST(second)                                                                                \
    { {{OP_ADDR_PRI, {1}}, PUSH, {second, {2}}, POPA}, {{OP_ADDR_ALT, {1}}, {second, {2}}}, false }
// A chained comparison that does not go on.
#define CHAIN_END(op, turned, ...)                                                                           \
    {                                                                                                        \
        {XCHG, {op}, {OP_SWAP_ALT}, {OP_AND}, POPA, __VA_ARGS__}, {{turned}, POPA, {OP_AND}, __VA_ARGS__},   \
            false                                                                                            \
    }
#define COMPARE_JUMP(op, jump)                                                                               \
    { {XCHG, {op}, {OP_JZER, {1}}, END}, {{jump, {1}}, END}, false }
#define COMPARE_END(op, turned)                                                                              \
    { {XCHG, {op}, END}, {{turned}, END}, false }
// Loaded in one order, wanted in the other.
#define CROSSED(first, first_alt, second_alt, second)                                                        \
    { {{first, {1}}, {second_alt, {2}}, XCHG}, {{second, {2}}, {first_alt, {1}}}, false }
#define THROUGH_PRI(load, alt)                                                                               \
    { {{OP_MOVE_ALT}, {load, {1}}, XCHG}, {{alt, {1}}}, false }
#define REFERENCE(ref, ref_alt, load)                                                                        \
    { {{ref, {1}}, {OP_MOVE_ALT}, {load, {2}}}, {{ref_alt, {1}}, {load, {2}}}, false }
// An element of an array, with and without a check of the index.
#define ELEMENT_CHECKED(base, alt)                                                                           \
    {                                                                                                        \
        {{base, {1}}, PUSH, {LSP, {2}}, {OP_BOUNDS, {3}}, {OP_SHL_C_PRI, {4}}, POPA, {OP_ADD}, {OP_LOAD_I}}, \
            {{alt, {1}}, {LSP, {2}}, {OP_BOUNDS, {3}}, {OP_LIDX_B, {4}}}, false                              \
    }
#define ELEMENT(base, alt)                                                                                   \
    {                                                                                                        \
        {{base, {1}}, PUSH, {LSP, {2}}, {OP_SHL_C_PRI, {3}}, POPA, {OP_ADD}, {OP_LOAD_I}},                   \
            {{alt, {1}}, {LSP, {2}}, {OP_LIDX_B, {3}}}, false                                                \
    }
#define ELEMENT_ADDRESS_CHECKED(base, alt)                                                                   \
    {                                                                                                        \
        {{base, {1}}, PUSH, {LSP, {2}}, {OP_BOUNDS, {3}}, {OP_SHL_C_PRI, {4}}, POPA, {OP_ADD}},              \
            {{alt, {1}}, {LSP, {2}}, {OP_BOUNDS, {3}}, {OP_IDXADDR_B, {4}}}, false                           \
    }
#define ELEMENT_ADDRESS(base, alt)                                                                           \
    {                                                                                                        \
        {{base, {1}}, PUSH, {LSP, {2}}, {OP_SHL_C_PRI, {3}}, POPA, {OP_ADD}},                                \
            {{alt, {1}}, {LSP, {2}}, {OP_IDXADDR_B, {3}}}, false                                             \
    }
#define CHARACTER_CHECKED(base, alt)                                                                         \
    {                                                                                                        \
        {{base, {1}}, PUSH, {LSP, {2}}, {OP_BOUNDS, {3}}, POPA}, {{alt, {1}}, {LSP, {2}}, {OP_BOUNDS, {3}}}, \
            false                                                                                            \
    }
#define KEEP_IN_ALT(load)                                                                                    \
    { {PUSH, {load, {1}}, POPA}, {{OP_MOVE_ALT}, {load, {1}}}, false }
#define COMMUTE(load, alt)                                                                                   \
    { {{OP_MOVE_ALT}, {load, {1}}, {OP_ADD}}, {{alt, {1}}, {OP_ADD}}, false }
#define SUBTRACT(load, alt)                                                                                  \
    { {{OP_MOVE_ALT}, {load, {1}}, {OP_SUB_ALT}}, {{alt, {1}}, {OP_SUB}}, false }
#define PUSH_BOTH(load, push, alt, push_alt)                                                                 \
    {{{load, {1}}, {alt, {2}}, PUSH, {OP_PUSH_ALT}}, {{push, {1}}, {push_alt, {2}}}, false}, {               \
        {{load, {1}}, {alt, {2}}, {OP_PUSH_ALT}, PUSH}, {{push_alt, {2}}, {push, {1}}}, false                \
    }
#define ARGUMENT(load, push)                                                                                 \
    { {{load, {1}}, PUSH, ARG}, {{push, {1}}, ARG}, false }
#define JUMP(op, jump, to)                                                                                   \
    { {{op}, {jump, {1}}}, {{to, {1}}}, false }
#define STEP(op, load)                                                                                       \
    {{{op, {1}}, {load, {1}}, END}, {{op, {1}}, END}, false}, {                                              \
        {{load, {1}}, {op, {1}}, END}, {{op, {1}}, END}, false                                               \
    }
#define P(op, n) {op, {n}}, ARG
#define PUSHES(op, op2, op3, op4, op5)                                                                       \
    {{P(op, 1), P(op, 2), P(op, 3), P(op, 4), P(op, 5)}, {{op5, {1, 2, 3, 4, 5}}}, true},                    \
        {{P(op, 1), P(op, 2), P(op, 3), P(op, 4)}, {{op4, {1, 2, 3, 4}}}, true},                             \
        {{P(op, 1), P(op, 2), P(op, 3)}, {{op3, {1, 2, 3}}}, true}, {                                        \
        {P(op, 1), P(op, 2)}, {{op2, {1, 2}}}, true                                                          \
    }

static const struct rule RULES[] = {
    BY_STACK(LSP, LSA, LSP),
    BY_STACK(LP, LA, LSP),
    BY_STACK(LSP, LSA, LP),
    BY_STACK(LP, LA, LP),
    ADDRESS_FIRST(LSP),
    ADDRESS_FIRST(LP),
    BY_STACK(CP, CA, LSP),
    BY_STACK(CP, CA, LP),
    BY_STACK(LSP, LSA, CP),
    BY_STACK(LP, LA, CP),
    ADDRESS_FIRST(CP),
    {{{OP_ADDR_PRI, {1}}, PUSH, {OP_ZERO_PRI}, POPA}, {{OP_ADDR_ALT, {1}}, {OP_ZERO_PRI}}, false},
    {{{OP_MOVE_PRI}, PUSH, {LSP, {1}}, POPA}, {{LSP, {1}}}, false},
    {{{OP_MOVE_PRI}, PUSH, {LP, {1}}, POPA}, {{LP, {1}}}, false},
    {{{OP_MOVE_PRI}, PUSH, {CP, {1}}, POPA}, {{CP, {1}}}, false},
    CHAIN_END(OP_SGRTR, OP_SLESS, END),
    CHAIN_END(OP_SLESS, OP_SGRTR, END),
    CHAIN_END(OP_SGEQ, OP_SLEQ, END),
    CHAIN_END(OP_SLEQ, OP_SGEQ, END),
    CHAIN_END(OP_SGRTR, OP_SLESS, {OP_JZER, {1}}),
    CHAIN_END(OP_SLESS, OP_SGRTR, {OP_JZER, {1}}),
    CHAIN_END(OP_SGEQ, OP_SLEQ, {OP_JZER, {1}}),
    CHAIN_END(OP_SLEQ, OP_SGEQ, {OP_JZER, {1}}),
    COMPARE_JUMP(OP_SGRTR, OP_JSGEQ),
    COMPARE_JUMP(OP_SLESS, OP_JSLEQ),
    COMPARE_JUMP(OP_SGEQ, OP_JSGRTR),
    COMPARE_JUMP(OP_SLEQ, OP_JSLESS),
    COMPARE_END(OP_SGRTR, OP_SLESS),
    COMPARE_END(OP_SLESS, OP_SGRTR),
    COMPARE_END(OP_SGEQ, OP_SLEQ),
    COMPARE_END(OP_SLEQ, OP_SGEQ),
    CROSSED(LSP, LSA, LSA, LSP),
    CROSSED(LSP, LSA, LA, LP),
    CROSSED(LSP, LSA, CA, CP),
    CROSSED(LP, LA, LSA, LSP),
    CROSSED(LP, LA, LA, LP),
    CROSSED(LP, LA, CA, CP),
    CROSSED(CP, CA, LSA, LSP),
    CROSSED(CP, CA, LA, LP),
    THROUGH_PRI(CP, CA),
    THROUGH_PRI(LP, LA),
    THROUGH_PRI(LSP, LSA),
    REFERENCE(OP_LREF_PRI, OP_LREF_ALT, LP),
    REFERENCE(OP_LREF_PRI, OP_LREF_ALT, LSP),
    REFERENCE(OP_LREF_PRI, OP_LREF_ALT, CP),
    REFERENCE(OP_LREF_S_PRI, OP_LREF_S_ALT, LP),
    REFERENCE(OP_LREF_S_PRI, OP_LREF_S_ALT, LSP),
    REFERENCE(OP_LREF_S_PRI, OP_LREF_S_ALT, CP),
    ELEMENT_CHECKED(OP_ADDR_PRI, OP_ADDR_ALT),
    ELEMENT_CHECKED(CP, CA),
    ELEMENT(OP_ADDR_PRI, OP_ADDR_ALT),
    ELEMENT(CP, CA),
    ELEMENT_ADDRESS_CHECKED(OP_ADDR_PRI, OP_ADDR_ALT),
    ELEMENT_ADDRESS_CHECKED(CP, CA),
    ELEMENT_ADDRESS(OP_ADDR_PRI, OP_ADDR_ALT),
    ELEMENT_ADDRESS(CP, CA),
    {{{OP_SHL_C_PRI, {1}}, POPA, {OP_ADD}}, {POPA, {OP_IDXADDR_B, {1}}}, false},
    CHARACTER_CHECKED(OP_ADDR_PRI, OP_ADDR_ALT),
    CHARACTER_CHECKED(CP, CA),
    {{{M_LOCAL, {1, 2}}, {OP_STACK, {N(-4)}}, {CP, {3}}, {OP_STOR_S_PRI, {2}}, END},
     {{M_LOCAL, {1, 2}}, {OP_PUSH_C, {3}}, END},
     false},
    {{{M_LOCAL, {1, 2}}, {OP_STACK, {N(-4)}}, {OP_ZERO_PRI}, {OP_STOR_S_PRI, {2}}, END},
     {{M_LOCAL, {1, 2}}, {OP_PUSH_C, {N(0)}}, END},
     false},
    KEEP_IN_ALT(LSP),
    KEEP_IN_ALT(LP),
    KEEP_IN_ALT(CP),
    {{PUSH, {OP_ZERO_PRI}, POPA}, {{OP_MOVE_ALT}, {OP_ZERO_PRI}}, false},
    {{PUSH, {OP_LOAD_I}, POPA}, {{OP_MOVE_ALT}, {OP_LOAD_I}}, false},
    {{PUSH, POPA}, {{OP_MOVE_ALT}}, false},
    {{POPA, {OP_PUSH_ALT}}, {{M_GAP}}, false},
    COMMUTE(LSP, LSA),
    COMMUTE(LP, LA),
    COMMUTE(CP, CA),
    SUBTRACT(LSP, LSA),
    SUBTRACT(LP, LA),
    SUBTRACT(CP, CA),
    PUSH_BOTH(CP, OP_PUSH_C, CA, OP_PUSH_C),
    PUSH_BOTH(CP, OP_PUSH_C, LA, OP_PUSH),
    PUSH_BOTH(LP, OP_PUSH, CA, OP_PUSH_C),
    PUSH_BOTH(LP, OP_PUSH, LA, OP_PUSH),
    ARGUMENT(LSP, OP_PUSH_S),
    ARGUMENT(LP, OP_PUSH),
    ARGUMENT(CP, OP_PUSH_C),
    {{{OP_ZERO_PRI}, PUSH, ARG}, {{OP_PUSH_C, {N(0)}}, ARG}, false},
    ARGUMENT(OP_ADDR_PRI, OP_PUSH_ADR),
    {{{OP_MOVE_PRI}, PUSH}, {{OP_PUSH_ALT}}, false},
    {{{CA, {1}}, {OP_ADD}}, {{OP_ADD_C, {1}}}, false},
    {{{CA, {1}}, {OP_SUB}}, {{OP_ADD_C, {MINUS + 1}}}, false},
    {{{CA, {1}}, {OP_SMUL}}, {{OP_SMUL_C, {1}}}, false},
    {{{CA, {1}}, {OP_EQ}}, {{OP_EQ_C_PRI, {1}}}, false},
    {{{CP, {1}}, {LSA, {2}}, {OP_SUB_ALT}}, {{LSP, {2}}, {OP_ADD_C, {MINUS + 1}}}, false},
    {{{CP, {1}}, {LA, {2}}, {OP_SUB_ALT}}, {{LP, {2}}, {OP_ADD_C, {MINUS + 1}}}, false},
    {{{OP_ADD_C, {1}}, {OP_ADD_C, {2}}}, {{OP_ADD_C, {SUM}}}, false},
    JUMP(OP_EQ, OP_JZER, OP_JNEQ),
    JUMP(OP_EQ, OP_JNZ, OP_JEQ),
    JUMP(OP_NEQ, OP_JZER, OP_JEQ),
    JUMP(OP_NEQ, OP_JNZ, OP_JNEQ),
    JUMP(OP_SLESS, OP_JZER, OP_JSGEQ),
    JUMP(OP_SLESS, OP_JNZ, OP_JSLESS),
    JUMP(OP_SLEQ, OP_JZER, OP_JSGRTR),
    JUMP(OP_SLEQ, OP_JNZ, OP_JSLEQ),
    JUMP(OP_SGRTR, OP_JZER, OP_JSLEQ),
    JUMP(OP_SGRTR, OP_JNZ, OP_JSGRTR),
    JUMP(OP_SGEQ, OP_JZER, OP_JSLESS),
    JUMP(OP_SGEQ, OP_JNZ, OP_JSGEQ),
    JUMP(OP_ZERO_ALT, OP_JEQ, OP_JZER),
    JUMP(OP_ZERO_ALT, OP_JNEQ, OP_JNZ),
    {{{OP_EQ_C_PRI, {N(0)}}, {OP_NOT}, {OP_JZER, {1}}}, {{OP_JZER, {1}}}, false},
    JUMP(OP_NOT, OP_JZER, OP_JNZ),
    JUMP(OP_NOT, OP_JNZ, OP_JZER),
    STEP(OP_INC, LP),
    STEP(OP_INC_S, LSP),
    STEP(OP_DEC, LP),
    STEP(OP_DEC_S, LSP),
    {{{OP_ZERO_PRI}, {OP_STOR_PRI, {1}}, END}, {{OP_ZERO, {1}}, END}, false},
    {{{OP_ZERO_PRI}, {OP_STOR_S_PRI, {1}}, END}, {{OP_ZERO_S, {1}}, END}, false},
    // Several steps in one instruction.
    {{{OP_PUSH_C, {1}}, {OP_SYSREQ_C, {2}}, {OP_STACK, {3}}}, {{OP_SYSREQ_N, {2, 1}}}, true},
    PUSHES(OP_PUSH_C, OP_PUSH2_C, OP_PUSH3_C, OP_PUSH4_C, OP_PUSH5_C),
    PUSHES(OP_PUSH, OP_PUSH2, OP_PUSH3, OP_PUSH4, OP_PUSH5),
    PUSHES(OP_PUSH_S, OP_PUSH2_S, OP_PUSH3_S, OP_PUSH4_S, OP_PUSH5_S),
    PUSHES(OP_PUSH_ADR, OP_PUSH2_ADR, OP_PUSH3_ADR, OP_PUSH4_ADR, OP_PUSH5_ADR),
    {{{LP, {1}}, {LA, {2}}}, {{OP_LOAD_BOTH, {1, 2}}}, true},
    {{{LA, {2}}, {LP, {1}}}, {{OP_LOAD_BOTH, {1, 2}}}, true},
    {{{LSP, {1}}, {LSA, {2}}}, {{OP_LOAD_S_BOTH, {1, 2}}}, true},
    {{{LSA, {2}}, {LSP, {1}}}, {{OP_LOAD_S_BOTH, {1, 2}}}, true},
    {{{OP_LOAD_BOTH, {1, 2}}, PUSH, {OP_PUSH_ALT}}, {{OP_PUSH2, {1, 2}}}, true},
    {{{OP_LOAD_S_BOTH, {1, 2}}, PUSH, {OP_PUSH_ALT}}, {{OP_PUSH2_S, {1, 2}}}, true},
    {{{CP, {1}}, {OP_STOR_PRI, {2}}, END}, {{OP_CONST, {2, 1}}, END}, true},
    {{{CP, {1}}, {OP_STOR_S_PRI, {2}}, END}, {{OP_CONST_S, {2, 1}}, END}, true},
};
// clang-format on
enum { RULE_COUNT = sizeof RULES / sizeof *RULES };
_Static_assert((int)RULE_COUNT < (int)CC_RULES, "the index holds a byte for each rule");

// Rules by their first instruction, so that few are looked at.
void cc_optimize_begins(struct cc_rules *index) {
    memset(index, 0, sizeof *index);
    for (int i = RULE_COUNT - 1; i >= 0; i--) {
        uint16_t first = RULES[i].find[0].op;
        index->next[i] = index->head[first];
        index->head[first] = (uint8_t)(i + 1);
    }
}

static bool operands_fit(const struct step *step, const struct ins *ins, int32_t *values, unsigned *known) {
    for (int k = 0; k < 5 && step->v[k]; k++) {
        int v = step->v[k];
        if (v > LITERAL - 100) {
            if (ins->v[k] != v - LITERAL) return false;
        } else if (*known & 1u << (v & 31)) {
            if (ins->v[k] != values[v]) return false;
        } else {
            values[v] = ins->v[k];
            *known |= 1u << v;
        }
    }
    return true;
}

// How many instructions fit; 0: not all.
static size_t fits(const struct rule *rule, const struct ins *at, size_t left, int32_t *values) {
    unsigned known = 0;
    size_t len = 0;
    for (; len < FIND && rule->find[len].op; len++)
        if (len >= left || at[len].op != rule->find[len].op) return 0;
    for (size_t i = 0; i < len; i++)
        if (!operands_fit(&rule->find[i], &at[i], values, &known)) return 0;
    return len;
}

static int32_t operand(int v, const int32_t *values) {
    if (v > LITERAL - 100) return v - LITERAL;
    if (v == SUM) return (int32_t)((uint32_t)values[1] + (uint32_t)values[2]);
    if (v > MINUS) return (int32_t)(0u - (uint32_t)values[v - MINUS]);
    return values[v];
}

static size_t put_length(const struct rule *rule) {
    size_t len = 0;
    while (len < PUT && rule->put[len].op) len++;
    return len;
}

static void put(const struct rule *rule, size_t len, struct ins *at, const int32_t *values) {
    for (size_t i = 0; i < len; i++) {
        const struct step *step = &rule->put[i];
        at[i] = (struct ins){.op = step->op};
        for (int k = 0; k < 5 && step->v[k]; k++) {
            at[i].v[k] = operand(step->v[k], values);
            at[i].count++;
        }
    }
}

static bool pack(struct ins *ins) {
    if (ins->count != 1 || ins->op >= M_LABEL || !opcode_fits(ins->v[0])) return false;
    uint32_t packed = opcode_packed(ins->op);
    if (!packed) return false;
    ins->op = (uint16_t)packed;
    return true;
}

// Applies one rule. How far the place moves on: the new run stands at the end of the old one. 0: no rule
// fits.
static bool apply(const struct cc_rules *index, struct code *code, size_t *place, int level) {
    struct ins *at = code->at + *place;
    for (unsigned r = index->head[at->op]; r; r = index->next[r - 1]) {
        const struct rule *rule = &RULES[r - 1];
        if (rule->macro && level < 2) break;
        int32_t values[6] = {0};
        size_t len = fits(rule, at, code->count - *place, values);
        if (!len) continue;
        size_t new_len = put_length(rule);
        *place += len - new_len;
        put(rule, new_len, code->at + *place, values);
        return true;
    }
    return level >= 2 && pack(at);
}

void cc_optimize(const struct cc_rules *index, struct code *code, int level) {
    if (level < 1) return;
    bool changed = true;
    while (changed) {
        changed = false;
        size_t out = 0;
        for (size_t place = 0; place < code->count;) {
            if (apply(index, code, &place, level))
                changed = true;
            else
                code->at[out++] = code->at[place++];
        }
        code->count = out;
    }
}
