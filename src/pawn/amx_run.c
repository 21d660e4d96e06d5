// The loop. Each handler does one instruction, or one frequent sequence of them, and goes straight to the next one's.
//
// Kept true at every handler: low <= hea <= stk <= top, so that the three tests on addresses below are one comparison each
// and cannot be led astray by a script. Arithmetic wraps.
#include "pawn/amx_inside.h"
#include "pawn/amx_ops.h"

#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "cells are kept as the file has them");

struct __attribute__((packed, may_alias)) cell { // at any address
    int32_t v;
};
struct __attribute__((packed, may_alias)) half {
    uint16_t v;
};

#define unlikely(x) __builtin_expect(!!(x), 0)
#define OPERAND(k)  (pc[1 + (k) / 2].i[(k) % 2])
#define WORDS(k)    (1 + ((k) + 1) / 2) // of a handler with k operands
#define NEXT(words)                                                                                          \
    do {                                                                                                     \
        pc += (words);                                                                                       \
        goto *pc->go;                                                                                        \
    } while (0)
#define CELL(address) (((struct cell *)(data + (uint32_t)(address)))->v)
#define STOP(why)                                                                                            \
    do {                                                                                                     \
        end = (why);                                                                                         \
        goto stop;                                                                                           \
    } while (0)

// A computed address may lie in data and heap or in the stack, but not between them.
#define NEED_ADDRESS(address)                                                                                \
    do {                                                                                                     \
        uint32_t a_ = (uint32_t)(address);                                                                   \
        if (unlikely(a_ - hea < stk - hea || a_ >= top)) goto no_memory;                                     \
    } while (0)
// What is counted from FRM must lie in the part of the stack that is in use.
#define NEED_LOCAL(address)                                                                                  \
    do {                                                                                                     \
        if (unlikely((uint32_t)(address) - stk >= top - stk)) goto no_memory;                                \
    } while (0)
#define LOCAL(name, offset)                                                                                  \
    uint32_t name = frm + (uint32_t)(offset);                                                                \
    NEED_LOCAL(name)
#define NEED_ROOM(cells)                                                                                     \
    do {                                                                                                     \
        if (unlikely(stk - hea < 4u * (cells))) goto collision;                                              \
    } while (0)
#define NEED_POP(cells)                                                                                      \
    do {                                                                                                     \
        if (unlikely(top - stk < 4u * (cells))) goto stack_low;                                              \
    } while (0)
#define PUSH(value)                                                                                          \
    do {                                                                                                     \
        int32_t v_ = (value);                                                                                \
        NEED_ROOM(1);                                                                                        \
        stk -= 4;                                                                                            \
        CELL(stk) = v_;                                                                                      \
    } while (0)
// Goes to pc + rel; delta is what the budget is charged for it.
#define TAKE(rel, delta)                                                                                     \
    do {                                                                                                     \
        budget -= (delta);                                                                                   \
        pc += (rel);                                                                                         \
        if (unlikely(budget < 0)) goto exhausted;                                                            \
        goto *pc->go;                                                                                        \
    } while (0)

static bool block_inside(const struct amx *amx, uint32_t hea, uint32_t stk, int32_t address, int32_t bytes) {
    uint64_t from = (uint32_t)address, to = from + (uint32_t)bytes;
    return to <= hea || (from >= stk && to <= amx->top);
}

// Floors; the most negative number divided by -1 wraps around to itself.
static inline int32_t divide(int32_t a, int32_t b, int32_t *rest) {
    if (b == -1) {
        *rest = 0;
        return (int32_t)(0u - (uint32_t)a);
    }
    int32_t q = a / b, r = a % b;
    if (r && (r ^ b) < 0) q--, r += b;
    *rest = r;
    return q;
}

static enum halt call_native(struct amx *amx, int64_t index, uint32_t stk) {
    const struct amx_native *native = NULL;
    if (index >= 0 && index < amx->native_count) native = amx->natives[index];
    for (uint32_t i = 0; index < 0 && i < amx->numbered_count; i++)
        if (amx->numbered[i]->number == index) native = amx->numbered[i];
    if (!native) return HALT_CALLBACK;
    if (stk % 4 || amx->top - stk < 4) return HALT_MEMORY;
    const int32_t *params = (const int32_t *)(const void *)(amx->data + stk);
    if (params[0] < 0 || params[0] % 4 || (uint32_t)params[0] > amx->top - stk - 4) return HALT_MEMORY;
    if (params[0] / 4 < native->least) return HALT_PARAMETERS;
    amx->raised = HALT_NONE;
    amx->pri = native->call(amx, params);
    return amx->raised;
}

enum halt amx_run(struct amx *amx, const void *const **handlers) {
    static const void *const HANDLERS[X_COUNT_ALL] = {
#define PLAIN(op, name) [op] = &&do_##name,
#define EXTRA(op, name) [op] = &&do_##name,
#include "pawn/amx_ops_list.h"
#undef PLAIN
#undef EXTRA
    };
    if (!amx) {
        *handlers = HANDLERS;
        return HALT_NONE;
    }

    uint8_t *const data = amx->data;
    const uint32_t top = amx->top;
    const struct unit *unit = &amx->units[amx->overlay];
    const union word *pc = unit->words + amx->pc;
    int32_t pri = amx->pri, alt = amx->alt;
    uint32_t frm = amx->frm, stk = amx->stk, hea = amx->hea;
    int64_t budget = amx->budget;
    enum halt end = HALT_NONE;
    uint32_t to;
    goto *pc->go;

    // ---- loading and storing
do_load_pri:
    pri = CELL(OPERAND(0));
    NEXT(2);
do_load_alt:
    alt = CELL(OPERAND(0));
    NEXT(2);
do_load_s_pri: {
    LOCAL(a, OPERAND(0));
    pri = CELL(a);
    NEXT(2);
}
do_load_s_alt: {
    LOCAL(a, OPERAND(0));
    alt = CELL(a);
    NEXT(2);
}
do_lref_pri: {
    int32_t a = CELL(OPERAND(0));
    NEED_ADDRESS(a);
    pri = CELL(a);
    NEXT(2);
}
do_lref_alt: {
    int32_t a = CELL(OPERAND(0));
    NEED_ADDRESS(a);
    alt = CELL(a);
    NEXT(2);
}
do_lref_s_pri: {
    LOCAL(a, OPERAND(0));
    int32_t b = CELL(a);
    NEED_ADDRESS(b);
    pri = CELL(b);
    NEXT(2);
}
do_lref_s_alt: {
    LOCAL(a, OPERAND(0));
    int32_t b = CELL(a);
    NEED_ADDRESS(b);
    alt = CELL(b);
    NEXT(2);
}
do_load_i:
    NEED_ADDRESS(pri);
    pri = CELL(pri);
    NEXT(1);
do_lodb_i:
    NEED_ADDRESS(pri);
    if (OPERAND(0) == 1)
        pri = data[(uint32_t)pri];
    else if (OPERAND(0) == 2)
        pri = ((struct half *)(data + (uint32_t)pri))->v;
    else
        pri = CELL(pri);
    NEXT(2);
do_const_pri:
    pri = OPERAND(0);
    NEXT(2);
do_const_alt:
    alt = OPERAND(0);
    NEXT(2);
do_addr_pri:
    pri = (int32_t)(frm + (uint32_t)OPERAND(0));
    NEXT(2);
do_addr_alt:
    alt = (int32_t)(frm + (uint32_t)OPERAND(0));
    NEXT(2);
do_stor_pri:
    CELL(OPERAND(0)) = pri;
    NEXT(2);
do_stor_alt:
    CELL(OPERAND(0)) = alt;
    NEXT(2);
do_stor_s_pri: {
    LOCAL(a, OPERAND(0));
    CELL(a) = pri;
    NEXT(2);
}
do_stor_s_alt: {
    LOCAL(a, OPERAND(0));
    CELL(a) = alt;
    NEXT(2);
}
do_sref_pri: {
    int32_t a = CELL(OPERAND(0));
    NEED_ADDRESS(a);
    CELL(a) = pri;
    NEXT(2);
}
do_sref_alt: {
    int32_t a = CELL(OPERAND(0));
    NEED_ADDRESS(a);
    CELL(a) = alt;
    NEXT(2);
}
do_sref_s_pri: {
    LOCAL(a, OPERAND(0));
    int32_t b = CELL(a);
    NEED_ADDRESS(b);
    CELL(b) = pri;
    NEXT(2);
}
do_sref_s_alt: {
    LOCAL(a, OPERAND(0));
    int32_t b = CELL(a);
    NEED_ADDRESS(b);
    CELL(b) = alt;
    NEXT(2);
}
do_stor_i:
    NEED_ADDRESS(alt);
    CELL(alt) = pri;
    NEXT(1);
do_strb_i:
    NEED_ADDRESS(alt);
    if (OPERAND(0) == 1)
        data[(uint32_t)alt] = (uint8_t)pri;
    else if (OPERAND(0) == 2)
        ((struct half *)(data + (uint32_t)alt))->v = (uint16_t)pri;
    else
        CELL(alt) = pri;
    NEXT(2);
do_lidx:
    pri = (int32_t)((uint32_t)alt + ((uint32_t)pri << 2));
    NEED_ADDRESS(pri);
    pri = CELL(pri);
    NEXT(1);
do_lidx_b:
    pri = (int32_t)((uint32_t)alt + ((uint32_t)pri << (OPERAND(0) & 31)));
    NEED_ADDRESS(pri);
    pri = CELL(pri);
    NEXT(2);
do_idxaddr:
    pri = (int32_t)((uint32_t)alt + ((uint32_t)pri << 2));
    NEXT(1);
do_idxaddr_b:
    pri = (int32_t)((uint32_t)alt + ((uint32_t)pri << (OPERAND(0) & 31)));
    NEXT(2);
do_align_pri:
    pri ^= 4 - OPERAND(0);
    NEXT(2);
do_align_alt:
    alt ^= 4 - OPERAND(0);
    NEXT(2);
do_lctrl: // the translator put in what is fixed
    switch (OPERAND(0)) {
    case 2: pri = (int32_t)hea; break;
    case 4: pri = (int32_t)stk; break;
    case 5: pri = (int32_t)frm; break;
    default: pri = OPERAND(1); break;
    }
    NEXT(2);
do_sctrl:
    to = (uint32_t)pri;
    switch (OPERAND(0)) {
    case 2:
        if (to < amx->low) STOP(HALT_HEAP_LOW);
        if (to > stk) goto collision;
        hea = to;
        break;
    case 4:
        if (to > top) goto stack_low;
        if (to < hea) goto collision;
        stk = to;
        break;
    case 5: frm = to; break;
    case 6: goto arrive;
    }
    NEXT(2);

    // ---- registers and stack
do_move_pri:
    pri = alt;
    NEXT(1);
do_move_alt:
    alt = pri;
    NEXT(1);
do_xchg: {
    int32_t keep = pri;
    pri = alt, alt = keep;
    NEXT(1);
}
do_push_pri:
    PUSH(pri);
    NEXT(1);
do_push_alt:
    PUSH(alt);
    NEXT(1);
do_push_r: // of files before version 10: PRI, as often as the operand says
    for (uint32_t n = (uint32_t)OPERAND(0); n; n--) PUSH(pri);
    NEXT(2);
do_pick: {
    LOCAL(a, (uint32_t)OPERAND(0) + stk - frm);
    pri = CELL(a);
    NEXT(2);
}
do_push_c:
    PUSH(OPERAND(0));
    NEXT(2);
do_push:
    PUSH(CELL(OPERAND(0)));
    NEXT(2);
do_push_s: {
    LOCAL(a, OPERAND(0));
    PUSH(CELL(a));
    NEXT(2);
}
do_push_adr:
    PUSH((int32_t)(frm + (uint32_t)OPERAND(0)));
    NEXT(2);
#define PUSH_MANY(n, value)                                                                                  \
    NEED_ROOM(n);                                                                                            \
    for (int k = 0; k < (n); k++) {                                                                          \
        int32_t v_ = value;                                                                                  \
        stk -= 4;                                                                                            \
        CELL(stk) = v_;                                                                                      \
    }                                                                                                        \
    NEXT(WORDS(n))
#define PUSH_LOCALS(n)                                                                                       \
    NEED_ROOM(n);                                                                                            \
    for (int k = 0; k < (n); k++) {                                                                          \
        LOCAL(a, OPERAND(k));                                                                                \
        int32_t v_ = CELL(a);                                                                                \
        stk -= 4;                                                                                            \
        CELL(stk) = v_;                                                                                      \
    }                                                                                                        \
    NEXT(WORDS(n))
do_push2_c:
    PUSH_MANY(2, OPERAND(k));
do_push3_c:
    PUSH_MANY(3, OPERAND(k));
do_push4_c:
    PUSH_MANY(4, OPERAND(k));
do_push5_c:
    PUSH_MANY(5, OPERAND(k));
do_push2:
    PUSH_MANY(2, CELL(OPERAND(k)));
do_push3:
    PUSH_MANY(3, CELL(OPERAND(k)));
do_push4:
    PUSH_MANY(4, CELL(OPERAND(k)));
do_push5:
    PUSH_MANY(5, CELL(OPERAND(k)));
do_push2_s:
    PUSH_LOCALS(2);
do_push3_s:
    PUSH_LOCALS(3);
do_push4_s:
    PUSH_LOCALS(4);
do_push5_s:
    PUSH_LOCALS(5);
do_push2_adr:
    PUSH_MANY(2, (int32_t)(frm + (uint32_t)OPERAND(k)));
do_push3_adr:
    PUSH_MANY(3, (int32_t)(frm + (uint32_t)OPERAND(k)));
do_push4_adr:
    PUSH_MANY(4, (int32_t)(frm + (uint32_t)OPERAND(k)));
do_push5_adr:
    PUSH_MANY(5, (int32_t)(frm + (uint32_t)OPERAND(k)));
do_pop_pri:
    NEED_POP(1);
    pri = CELL(stk), stk += 4;
    NEXT(1);
do_pop_alt:
    NEED_POP(1);
    alt = CELL(stk), stk += 4;
    NEXT(1);
do_swap_pri: {
    NEED_POP(1);
    int32_t keep = CELL(stk);
    CELL(stk) = pri, pri = keep;
    NEXT(1);
}
do_swap_alt: {
    NEED_POP(1);
    int32_t keep = CELL(stk);
    CELL(stk) = alt, alt = keep;
    NEXT(1);
}
do_stack: {
    int64_t next = (int64_t)stk + OPERAND(0);
    alt = (int32_t)stk;
    if (unlikely(next < (int64_t)hea + 4 * AMX_STACK_MARGIN)) goto collision;
    if (unlikely(next > top)) goto stack_low;
    stk = (uint32_t)next;
    NEXT(2);
}
do_heap: {
    int64_t next = (int64_t)hea + OPERAND(0);
    alt = (int32_t)hea;
    if (unlikely(next + 4 * AMX_STACK_MARGIN > stk)) goto collision;
    if (unlikely(next < amx->low)) STOP(HALT_HEAP_LOW);
    hea = (uint32_t)next;
    NEXT(2);
}
do_proc:
    NEED_ROOM(1 + AMX_STACK_MARGIN);
    stk -= 4;
    CELL(stk) = (int32_t)frm;
    frm = stk;
    NEXT(1);

    // ---- going elsewhere
do_ret:
    NEED_POP(2);
    frm = (uint32_t)CELL(stk);
    to = (uint32_t)CELL(stk + 4);
    stk += 8;
    goto arrive;
do_retn: {
    NEED_POP(3);
    frm = (uint32_t)CELL(stk);
    to = (uint32_t)CELL(stk + 4);
    uint32_t drop = (uint32_t)CELL(stk + 8);
    if (unlikely(drop > top - stk - 12)) goto stack_low;
    stk += 12 + drop;
}
arrive: // at the code address in `to`
    if (unlikely(to % 4 || to / 4 >= unit->count || !unit->entries[to / 4].word)) goto no_memory;
    {
        const struct entry *entry = &unit->entries[to / 4];
        budget -= entry->rest;
        pc = unit->words + entry->word;
        if (unlikely(budget < 0)) goto exhausted;
        goto *pc->go;
    }
do_call:
    PUSH(OPERAND(2));
    TAKE(OPERAND(0), OPERAND(1));
do_call_pri:
    to = (uint32_t)pri;
    PUSH(OPERAND(0));
    goto arrive;
do_jump_pri:
    to = (uint32_t)pri;
    goto arrive;
do_jump:
    TAKE(OPERAND(0), OPERAND(1));
do_goto: // the way back from a plain copy; no instruction of the script
    pc += OPERAND(0);
    goto *pc->go;
#define JUMP_IF(condition)                                                                                   \
    if (condition) TAKE(OPERAND(0), OPERAND(1));                                                             \
    NEXT(2)
do_jzer:
    JUMP_IF(pri == 0);
do_jnz:
    JUMP_IF(pri != 0);
do_jeq:
    JUMP_IF(pri == alt);
do_jneq:
    JUMP_IF(pri != alt);
do_jless:
    JUMP_IF((uint32_t)pri < (uint32_t)alt);
do_jleq:
    JUMP_IF((uint32_t)pri <= (uint32_t)alt);
do_jgrtr:
    JUMP_IF((uint32_t)pri > (uint32_t)alt);
do_jgeq:
    JUMP_IF((uint32_t)pri >= (uint32_t)alt);
do_jsless:
    JUMP_IF(pri < alt);
do_jsleq:
    JUMP_IF(pri <= alt);
do_jsgrtr:
    JUMP_IF(pri > alt);
do_jsgeq:
    JUMP_IF(pri >= alt);
do_switch: { // {count, -}, {default rel, delta}, then sorted {value, -}, {rel, delta}
    const union word *table = pc + 2;
    uint32_t from = 0, until = (uint32_t)OPERAND(0);
    while (from < until) {
        uint32_t middle = (from + until) / 2;
        int32_t value = table[1 + 2 * middle].i[0];
        if (value == pri) {
            table += 2 + 2 * middle;
            break;
        }
        if (value < pri)
            from = middle + 1;
        else
            until = middle;
    }
    TAKE(table->i[0], table->i[1]);
}
do_switch_dense: { // {lowest value, count}, {default rel, delta}, then {rel, delta} for each value
    uint32_t index = (uint32_t)pri - (uint32_t)OPERAND(0);
    const union word *target = pc + 2 + (index < (uint32_t)OPERAND(1) ? 1 + index : 0);
    TAKE(target->i[0], target->i[1]);
}

    // ---- overlays
do_icall: // {overlay, return word}
    to = (uint32_t)OPERAND(0);
    PUSH(OPERAND(1));
enter:
    end = pool_need(amx->config.pool, amx, to);
    if (unlikely(end)) goto stop;
    amx->overlay = to;
    unit = &amx->units[to];
    to = 0;
    if (!unit->count) goto no_memory;
    goto arrive;
do_iretn: {
    NEED_POP(3);
    frm = (uint32_t)CELL(stk);
    uint32_t back = (uint32_t)CELL(stk + 4), drop = (uint32_t)CELL(stk + 8);
    if (unlikely(drop > top - stk - 12)) goto stack_low;
    if (unlikely((back & 0xffff) >= amx->unit_count)) goto no_memory;
    stk += 12 + drop;
    end = pool_need(amx->config.pool, amx, back & 0xffff);
    if (unlikely(end)) goto stop;
    amx->overlay = back & 0xffff;
    unit = &amx->units[amx->overlay];
    to = back >> 16;
    goto arrive;
}
do_iswitch: { // {count, default}, then {value, overlay}
    to = (uint32_t)OPERAND(1);
    for (uint32_t i = 0; i < (uint32_t)OPERAND(0); i++) {
        if (pc[2 + i].i[0] != pri) continue;
        to = pc[2 + i].u[1];
        break;
    }
    goto enter;
}

    // ---- arithmetic
do_shl:
    pri = (int32_t)((uint32_t)pri << (alt & 31));
    NEXT(1);
do_shr:
    pri = (int32_t)((uint32_t)pri >> (alt & 31));
    NEXT(1);
do_sshr:
    pri >>= alt & 31;
    NEXT(1);
do_shl_c_pri:
    pri = (int32_t)((uint32_t)pri << (OPERAND(0) & 31));
    NEXT(2);
do_shl_c_alt:
    alt = (int32_t)((uint32_t)alt << (OPERAND(0) & 31));
    NEXT(2);
do_shr_c_pri:
    pri = (int32_t)((uint32_t)pri >> (OPERAND(0) & 31));
    NEXT(2);
do_shr_c_alt:
    alt = (int32_t)((uint32_t)alt >> (OPERAND(0) & 31));
    NEXT(2);
do_smul:
do_umul:
    pri = (int32_t)((uint32_t)pri * (uint32_t)alt);
    NEXT(1);
do_sdiv:
    if (unlikely(!alt)) goto divided;
    pri = divide(pri, alt, &alt);
    NEXT(1);
do_sdiv_alt:
    if (unlikely(!pri)) goto divided;
    pri = divide(alt, pri, &alt);
    NEXT(1);
do_udiv: {
    if (unlikely(!alt)) goto divided;
    uint32_t rest = (uint32_t)pri % (uint32_t)alt;
    pri = (int32_t)((uint32_t)pri / (uint32_t)alt), alt = (int32_t)rest;
    NEXT(1);
}
do_udiv_alt: {
    if (unlikely(!pri)) goto divided;
    uint32_t rest = (uint32_t)alt % (uint32_t)pri;
    pri = (int32_t)((uint32_t)alt / (uint32_t)pri), alt = (int32_t)rest;
    NEXT(1);
}
do_add:
    pri = (int32_t)((uint32_t)pri + (uint32_t)alt);
    NEXT(1);
do_sub:
    pri = (int32_t)((uint32_t)pri - (uint32_t)alt);
    NEXT(1);
do_sub_alt:
    pri = (int32_t)((uint32_t)alt - (uint32_t)pri);
    NEXT(1);
do_and:
    pri &= alt;
    NEXT(1);
do_or:
    pri |= alt;
    NEXT(1);
do_xor:
    pri ^= alt;
    NEXT(1);
do_not:
    pri = !pri;
    NEXT(1);
do_neg:
    pri = (int32_t)(0u - (uint32_t)pri);
    NEXT(1);
do_invert:
    pri = ~pri;
    NEXT(1);
do_add_c:
    pri = (int32_t)((uint32_t)pri + (uint32_t)OPERAND(0));
    NEXT(2);
do_smul_c:
    pri = (int32_t)((uint32_t)pri * (uint32_t)OPERAND(0));
    NEXT(2);
do_zero_pri:
    pri = 0;
    NEXT(1);
do_zero_alt:
    alt = 0;
    NEXT(1);
do_zero:
    CELL(OPERAND(0)) = 0;
    NEXT(2);
do_zero_s: {
    LOCAL(a, OPERAND(0));
    CELL(a) = 0;
    NEXT(2);
}
do_sign_pri:
    pri = (int8_t)pri;
    NEXT(1);
do_sign_alt:
    alt = (int8_t)alt;
    NEXT(1);
#define COMPARE(condition)                                                                                   \
    pri = (condition);                                                                                       \
    NEXT(1)
do_eq:
    COMPARE(pri == alt);
do_neq:
    COMPARE(pri != alt);
do_less:
    COMPARE((uint32_t)pri < (uint32_t)alt);
do_leq:
    COMPARE((uint32_t)pri <= (uint32_t)alt);
do_grtr:
    COMPARE((uint32_t)pri > (uint32_t)alt);
do_geq:
    COMPARE((uint32_t)pri >= (uint32_t)alt);
do_sless:
    COMPARE(pri < alt);
do_sleq:
    COMPARE(pri <= alt);
do_sgrtr:
    COMPARE(pri > alt);
do_sgeq:
    COMPARE(pri >= alt);
do_eq_c_pri:
    pri = pri == OPERAND(0);
    NEXT(2);
do_eq_c_alt:
    pri = alt == OPERAND(0);
    NEXT(2);
#define ADD_TO(cell, n)                                                                                      \
    do {                                                                                                     \
        int32_t v_ = (cell);                                                                                 \
        (cell) = (int32_t)((uint32_t)v_ + (uint32_t)(n));                                                    \
    } while (0)
do_inc_pri:
    ADD_TO(pri, 1);
    NEXT(1);
do_inc_alt:
    ADD_TO(alt, 1);
    NEXT(1);
do_inc:
    ADD_TO(CELL(OPERAND(0)), 1);
    NEXT(2);
do_inc_s: {
    LOCAL(a, OPERAND(0));
    ADD_TO(CELL(a), 1);
    NEXT(2);
}
do_inc_i:
    NEED_ADDRESS(pri);
    ADD_TO(CELL(pri), 1);
    NEXT(1);
do_dec_pri:
    ADD_TO(pri, -1);
    NEXT(1);
do_dec_alt:
    ADD_TO(alt, -1);
    NEXT(1);
do_dec:
    ADD_TO(CELL(OPERAND(0)), -1);
    NEXT(2);
do_dec_s: {
    LOCAL(a, OPERAND(0));
    ADD_TO(CELL(a), -1);
    NEXT(2);
}
do_dec_i:
    NEED_ADDRESS(pri);
    ADD_TO(CELL(pri), -1);
    NEXT(1);

    // ---- blocks
do_movs:
    if (!block_inside(amx, hea, stk, pri, OPERAND(0)) || !block_inside(amx, hea, stk, alt, OPERAND(0)))
        goto no_memory;
    memmove(data + (uint32_t)alt, data + (uint32_t)pri, (uint32_t)OPERAND(0));
    NEXT(2);
do_cmps:
    if (!block_inside(amx, hea, stk, pri, OPERAND(0)) || !block_inside(amx, hea, stk, alt, OPERAND(0)))
        goto no_memory;
    pri = memcmp(data + (uint32_t)alt, data + (uint32_t)pri, (uint32_t)OPERAND(0));
    pri = (pri > 0) - (pri < 0);
    NEXT(2);
do_fill:
    if (!block_inside(amx, hea, stk, alt, OPERAND(0))) goto no_memory;
    for (uint32_t i = 0; i + 4 <= (uint32_t)OPERAND(0); i += 4) CELL((uint32_t)alt + i) = pri;
    NEXT(2);
do_const:
    CELL(OPERAND(0)) = OPERAND(1);
    NEXT(2);
do_const_s: {
    LOCAL(a, OPERAND(0));
    CELL(a) = OPERAND(1);
    NEXT(2);
}
do_load_both:
    pri = CELL(OPERAND(0));
    alt = CELL(OPERAND(1));
    NEXT(2);
do_load_s_both: {
    LOCAL(a, OPERAND(0));
    LOCAL(b, OPERAND(1));
    pri = CELL(a);
    alt = CELL(b);
    NEXT(2);
}

    // ---- outside
#define KEEP()                                                                                               \
    (amx->pri = pri, amx->alt = alt, amx->frm = frm, amx->stk = stk, amx->hea = hea, amx->budget = budget,   \
     amx->pc = (uint32_t)(pc - unit->words))
do_sysreq_pri:
    KEEP();
    end = call_native(amx, pri, stk);
    if (unlikely(end)) goto native_stop;
    pri = amx->pri, hea = amx->hea;
    NEXT(1);
do_sysreq_c:
    KEEP();
    end = call_native(amx, OPERAND(0), stk);
    if (unlikely(end)) goto native_stop;
    pri = amx->pri, hea = amx->hea;
    NEXT(2);
do_sysreq_n:
    PUSH(OPERAND(1));
    KEEP();
    end = call_native(amx, OPERAND(0), stk);
    if (unlikely(end)) goto native_stop;
    pri = amx->pri, hea = amx->hea;
    stk += (uint32_t)OPERAND(1) + 4; // call_native saw that so much is there
    NEXT(2);
native_stop:
    if (end != HALT_SLEEP) goto stop;
    pri = amx->pri, hea = amx->hea;
    if (pc->go == HANDLERS[OP_SYSREQ_N]) stk += (uint32_t)OPERAND(1) + 4;
    pc += pc->go == HANDLERS[OP_SYSREQ_PRI] ? 1 : 2;
    goto stop;
do_halt:
    end = (enum halt)OPERAND(0);
    if (end == HALT_SLEEP) pc += 2;
    goto stop;
do_bounds:
    if (unlikely((uint32_t)pri > (uint32_t)OPERAND(0))) STOP(HALT_BOUNDS);
    NEXT(2);
do_nop:
    NEXT(1);
do_break:
do_step: // asks the hook; the step before an instruction is none of the script's
    KEEP();
    end = amx->config.hook ? amx->config.hook(amx, amx->config.hook_user) : HALT_NONE;
    if (end) goto stop;
    NEXT(1);
do_count:
    amx->counts[(uint32_t)OPERAND(0)]++;
    NEXT(2);
do_trap:
    STOP(HALT_INSTRUCTION);

#include "pawn/amx_fused.h"

no_memory:
    STOP(HALT_MEMORY);
collision:
    STOP(HALT_STACK);
stack_low:
    STOP(HALT_STACK_LOW);
divided:
    STOP(HALT_DIVIDE);
exhausted:
    end = HALT_BUDGET;
stop:
    KEEP();
    return end;
}
