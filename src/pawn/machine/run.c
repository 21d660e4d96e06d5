// The loop. Each handler does one instruction, or one frequent sequence of them, and goes straight to the
// next one's.
//
// Kept true at every handler: low <= hea <= stk <= top, so that the tests on addresses below are few
// comparisons and cannot be led astray by a script. A cell must lie inside as a whole: the loop keeps `edge`,
// three bytes before the end of the heap, and `last`, three before the end of the stack, where no whole cell
// begins any more. Arithmetic wraps.
#include "pawn/machine/amx_internal.h"
#include "pawn/machine/ops.h"
#include "pawn/machine/steps.h"

#include <string.h>

// gcc would keep two registers in one of its vectors and leave one jump for all handlers.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize", "no-gcse")
#endif

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
// Each handler jumps to the next by itself, which processors foretell well. Under sanitizers, which look at
// every way from every jump, all go through one place.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define ONE_DISPATCH
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(ONE_DISPATCH)
#define ONE_DISPATCH
#endif
#ifdef ONE_DISPATCH
#define DISPATCH() goto dispatch
#else
#define DISPATCH() goto * pc->go
#endif
#if defined(ONE_DISPATCH) && defined(__clang__)
#define AS_IT_STANDS __attribute__((optnone)) // optimising what sanitizers make of this takes minutes
#else
#define AS_IT_STANDS
#endif
#define NEXT(words)                                                                                          \
    do {                                                                                                     \
        pc += (words);                                                                                       \
        DISPATCH();                                                                                          \
    } while (0)
#define CELL(address) (((struct cell *)(data + (uint32_t)(address)))->v)
#define STOP(why)                                                                                            \
    do {                                                                                                     \
        end = (why);                                                                                         \
        goto stop;                                                                                           \
    } while (0)

#define HEA (edge + 3)
// The cell at a computed address may lie in data and heap or in the stack, but not between them.
#define NEED_ADDRESS(address)                                                                                \
    do {                                                                                                     \
        uint32_t a_ = (uint32_t)(address);                                                                   \
        if (unlikely(a_ - edge < stk - edge || a_ >= last)) goto no_memory;                                  \
    } while (0)
// The same for one or two bytes, which may lie nearer to the end.
#define NEED_BYTES(address, n)                                                                               \
    do {                                                                                                     \
        uint32_t a_ = (uint32_t)(address), edge_ = edge + 4 - (n);                                           \
        if (unlikely(a_ - edge_ < stk - edge_ || a_ >= last + 4 - (n))) goto no_memory;                      \
    } while (0)
// What is counted from FRM must lie in the part of the stack that is in use.
#define NEED_LOCAL(address)                                                                                  \
    do {                                                                                                     \
        if (unlikely((uint32_t)(address) < stk || (uint32_t)(address) >= last)) goto no_memory;              \
    } while (0)
#define LOCAL(name, offset)                                                                                  \
    uint32_t name = frm + (uint32_t)(offset);                                                                \
    NEED_LOCAL(name)
#define NEED_ROOM(cells)                                                                                     \
    do {                                                                                                     \
        if (unlikely(stk - edge < 4u * (cells) + 3)) goto collision;                                         \
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
// Goes on at the code address in `to`.
#define ARRIVE()                                                                                             \
    do {                                                                                                     \
        if (unlikely(to % 4 || to / 4 >= unit->count || !unit->entries[to / 4].word)) goto no_memory;        \
        const struct entry *entry = &unit->entries[to / 4];                                                  \
        budget -= entry->rest;                                                                               \
        pc = unit->words + entry->word;                                                                      \
        if (unlikely(budget < 0)) goto exhausted;                                                            \
        DISPATCH();                                                                                          \
    } while (0)
// Goes to pc + rel; delta is what the budget is charged for it.
#define TAKE(rel, delta)                                                                                     \
    do {                                                                                                     \
        budget -= (delta);                                                                                   \
        pc += (rel);                                                                                         \
        if (unlikely(budget < 0)) goto exhausted;                                                            \
        DISPATCH();                                                                                          \
    } while (0)

// What the loop has in registers, for those outside. For a native the budget may stay.
#define KEEP()                                                                                               \
    (amx->pri = pri, amx->alt = alt, amx->frm = frm, amx->stk = stk, amx->hea = HEA, amx->budget = budget,   \
     amx->pc = (uint32_t)(pc - unit->words))
#define KEEP_FOR_NATIVE()                                                                                    \
    (amx->pri = pri, amx->alt = alt, amx->frm = frm, amx->stk = stk, amx->hea = HEA,                         \
     amx->pc = (uint32_t)(pc - unit->words))

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
    amx->pri = native->call(amx, params);
    return amx->raised;
}

// After a native or a hook by which the pool was moved: what runs is made resident again. Words must be
// looked up anew.
static enum halt come_back(struct amx *amx, enum halt end) {
    if (end == (enum halt)HALT_MOVED) end = HALT_NONE;
    enum halt lost = pool_need(amx->config.pool, amx, amx->overlay);
    amx->moved = false;
    if (amx->raised == (enum halt)HALT_MOVED) amx->raised = HALT_NONE;
    return lost && (!end || end == HALT_SLEEP) ? lost : end;
}

// clang-format off: labels are no mistakes
AS_IT_STANDS enum halt amx_run(struct amx *amx, const void *const **handlers) {
    static const void *const HANDLERS[X_COUNT_ALL] = {
#define STEP(name, count) [OP_##name] = &&do_##name,
#define PLAIN(name)       [OP_##name] = &&do_##name,
#define EXTRA(name)       [X_##name] = &&do_##name,
#define FUSE(a, b, c, d, e, f, g)                                                                            \
    [F_##a##_##b##_##c##_##d##_##e##_##f##_##g] = &&do_##a##_##b##_##c##_##d##_##e##_##f##_##g,
#define FUSE_GO FUSE
#include "pawn/machine/fused_list.h"
#include "pawn/machine/ops_list.h"
#undef STEP
#undef PLAIN
#undef EXTRA
#undef FUSE
#undef FUSE_GO
    };
    if (!amx) {
        *handlers = HANDLERS;
        return HALT_NONE;
    }

    uint8_t *const data = amx->data;
    const uint32_t top = amx->top, last = top - 3;
    const struct unit *unit = &amx->units[amx->overlay];
    const union word *pc = unit->words + amx->pc;
    int32_t pri = amx->pri, alt = amx->alt;
    uint32_t frm = amx->frm, stk = amx->stk, edge = amx->hea - 3;
    int64_t budget = amx->budget;
    enum halt end = HALT_NONE;
    uint32_t to;
    int32_t rest;
    DISPATCH();
#ifdef ONE_DISPATCH
dispatch:
    goto * pc->go;
#endif

    // ---- steps, alone
#define STEP(name, count)                                                                                    \
    do_##name : STEP_##name(0);                                                                              \
    NEXT(WORDS(count));
#define PLAIN(name)
#define EXTRA(name)
#include "pawn/machine/ops_list.h"
#undef STEP
#undef PLAIN
#undef EXTRA

    // ---- several steps in one
#define FUSE(a, b, c, d, e, f, g)                                                                            \
    do_##a##_##b##_##c##_##d##_##e##_##f##_##g : STEP_##a(0);                                                \
    STEP_##b(N_##a);                                                                                         \
    STEP_##c(N_##a + N_##b);                                                                                 \
    STEP_##d(N_##a + N_##b + N_##c);                                                                         \
    STEP_##e(N_##a + N_##b + N_##c + N_##d);                                                                 \
    STEP_##f(N_##a + N_##b + N_##c + N_##d + N_##e);                                                         \
    STEP_##g(N_##a + N_##b + N_##c + N_##d + N_##e + N_##f);                                                 \
    NEXT(WORDS(N_##a + N_##b + N_##c + N_##d + N_##e + N_##f + N_##g));
#define FUSE_GO(a, b, c, d, e, f, go)                                                                        \
    do_##a##_##b##_##c##_##d##_##e##_##f##_##go : STEP_##a(FIRST_##go);                                      \
    STEP_##b(FIRST_##go + N_##a);                                                                            \
    STEP_##c(FIRST_##go + N_##a + N_##b);                                                                    \
    STEP_##d(FIRST_##go + N_##a + N_##b + N_##c);                                                            \
    STEP_##e(FIRST_##go + N_##a + N_##b + N_##c + N_##d);                                                    \
    STEP_##f(FIRST_##go + N_##a + N_##b + N_##c + N_##d + N_##e);                                            \
    GO_##go(0) NEXT(WORDS(FIRST_##go + N_##a + N_##b + N_##c + N_##d + N_##e + N_##f));
#include "pawn/machine/fused_list.h"
#undef FUSE
#undef FUSE_GO

do_LCTRL: // the translator put in what is fixed
    switch (OPERAND(0)) {
    case 2:
        pri = (int32_t)HEA;
        break;
    case 4:
        pri = (int32_t)stk;
        break;
    case 5:
        pri = (int32_t)frm;
        break;
    default:
        pri = OPERAND(1);
        break;
    }
    NEXT(2);
do_SCTRL:
    to = (uint32_t)pri;
    switch (OPERAND(0)) {
    case 2:
        if (to < amx->low) STOP(HALT_HEAP_LOW);
        if (to > stk) goto collision;
        edge = to - 3;
        break;
    case 4:
        if (to > top) goto stack_low;
        if (to < HEA) goto collision;
        stk = to;
        break;
    case 5:
        frm = to;
        break;
    case 6:
        goto arrive;
    }
    NEXT(2);
do_PUSH_R: // of files before version 10: PRI, as often as the operand says
    for (uint32_t n = (uint32_t)OPERAND(0); n; n--) PUSH(pri);
    NEXT(2);

    // ---- going elsewhere
do_RET:
    NEED_POP(2);
    frm = (uint32_t)CELL(stk);
    to = (uint32_t)CELL(stk + 4);
    stk += 8;
    goto arrive;
do_RETN:
    GO_RETN(0)
arrive:
    ARRIVE();
do_CALL:
    GO_CALL(0)
do_CALL_PRI:
    to = (uint32_t)pri;
    PUSH(OPERAND(0));
    goto arrive;
do_JUMP_PRI:
    to = (uint32_t)pri;
    goto arrive;
do_JUMP:
    GO_JUMP(0)
do_GOTO: // the way back from a plain copy; no instruction of the script
    pc += OPERAND(0);
    DISPATCH();
#define JUMP(name) do_##name : GO_##name(0) NEXT(2);
    JUMP(JZER)
    JUMP(JNZ)
    JUMP(JEQ)
    JUMP(JNEQ)
    JUMP(JLESS)
    JUMP(JLEQ)
    JUMP(JGRTR)
    JUMP(JGEQ)
    JUMP(JSLESS)
    JUMP(JSLEQ)
    JUMP(JSGRTR)
    JUMP(JSGEQ)
do_SWITCH : { // {count, -}, {default rel, delta}, then sorted {value, -}, {rel, delta}
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
do_SWITCH_DENSE : { // {lowest value, count}, {default rel, delta}, then {rel, delta} for each value
    uint32_t index = (uint32_t)pri - (uint32_t)OPERAND(0);
    const union word *target = pc + 2 + (index < (uint32_t)OPERAND(1) ? 1 + index : 0);
    TAKE(target->i[0], target->i[1]);
}

    // ---- overlays
do_ICALL: // {overlay, return word}
    to = (uint32_t)OPERAND(0);
    PUSH(OPERAND(1));
    rest = 0;
    goto enter;
do_ISWITCH: // {count, default}, then {value, overlay}
    to = (uint32_t)OPERAND(1), rest = 0;
    for (uint32_t i = 0; i < (uint32_t)OPERAND(0); i++) {
        if (pc[2 + i].i[0] != pri) continue;
        to = pc[2 + i].u[1];
        break;
    }
    goto enter;
do_IRETN:
    NEED_POP(3);
    frm = (uint32_t)CELL(stk);
    to = (uint32_t)CELL(stk + 4) & 0xffff, rest = (int32_t)((uint32_t)CELL(stk + 4) >> 16);
    if (unlikely((uint32_t)CELL(stk + 8) > top - stk - 12)) goto stack_low;
    if (unlikely(to >= amx->unit_count)) goto no_memory;
    stk += 12 + (uint32_t)CELL(stk + 8);
enter : { // overlay `to`, at address `rest`
    const struct unit *next = &amx->units[to];
    if (unlikely(rest % 4 || (uint32_t)rest / 4 >= next->count)) goto no_memory;
    if (unlikely(!next->words)) {
        KEEP(); // the pool may put out what runs now
        end = pool_need(amx->config.pool, amx, to);
        budget = amx->budget; // a fetch is charged
        if (unlikely(end)) goto gone;
        if (unlikely(!next->entries[(uint32_t)rest / 4].word)) goto gone_wrong;
    } else {
        pool_hit(amx->config.pool, amx, to);
    }
    const struct entry *entry = &next->entries[(uint32_t)rest / 4];
    if (unlikely(!entry->word)) goto no_memory;
    amx->overlay = to, unit = next;
    budget -= entry->rest;
    pc = unit->words + entry->word;
    if (unlikely(budget < 0)) goto exhausted;
    DISPATCH();
}

// ---- outside
do_SYSREQ_PRI:
    KEEP();
    amx->asked = pri;
    end = call_native(amx, pri, stk);
    pri = amx->pri;
    goto native_done;
do_SYSREQ_C:
    KEEP();
    end = call_native(amx, OPERAND(0), stk);
    pri = amx->pri;
    goto native_done;
do_SYSREQ_N:
    PUSH(OPERAND(1));
    KEEP();
    end = call_native(amx, OPERAND(0), stk);
    pri = amx->pri;
    goto native_done;
    // The same for a native that is known to be there: {its function}, {least or exact bytes of arguments,
    // -}.
do_NATIVE_C : {
    if (unlikely(stk % 4 || top - stk < 4)) goto no_memory;
    const int32_t *params = (const int32_t *)(const void *)(data + stk);
    if (unlikely(params[0] % 4 || (uint32_t)params[0] > top - stk - 4)) goto no_memory;
    if (unlikely(params[0] < pc[2].i[0])) STOP(HALT_PARAMETERS);
    KEEP_FOR_NATIVE();
    pri = pc[1].native(amx, params);
    if (unlikely(amx->raised)) goto native_raised;
    edge = amx->hea - 3;
    NEXT(3);
}
do_NATIVE_N : {
    uint32_t bytes = pc[2].u[0];
    PUSH((int32_t)bytes);
    if (unlikely(stk % 4 || bytes > top - stk - 4)) goto no_memory;
    KEEP_FOR_NATIVE();
    pri = pc[1].native(amx, (const int32_t *)(const void *)(data + stk));
    if (unlikely(amx->raised)) goto native_raised;
    edge = amx->hea - 3;
    stk += bytes + 4;
    NEXT(3);
}
native_raised:
    end = amx->raised;
native_done: // an end, or a sleep, after which it goes on after this instruction
    if (unlikely(amx->moved)) goto moved;
    if (unlikely(end && end != HALT_SLEEP)) goto stop;
    edge = amx->hea - 3;
    if (pc->go == HANDLERS[OP_SYSREQ_N]) stk += (uint32_t)OPERAND(1) + 4; // so much was seen to be there
    if (pc->go == HANDLERS[X_NATIVE_N]) stk += pc[2].u[0] + 4;
    pc += pc->go == HANDLERS[OP_SYSREQ_PRI]                                    ? 1
          : pc->go == HANDLERS[OP_SYSREQ_C] || pc->go == HANDLERS[OP_SYSREQ_N] ? 2
                                                                               : 3;
    if (end) goto stop;
    DISPATCH();
moved: // what runs may have been put out by what the native or the hook did
    amx->pri = pri, amx->budget = budget;
    end = come_back(amx, end);
    budget = amx->budget;
    unit = &amx->units[amx->overlay];
    if (unlikely(!unit->words)) goto gone;
    pc = unit->words + amx->pc;
    if (pc->go != HANDLERS[OP_BREAK] && pc->go != HANDLERS[X_STEP_HOOK]) goto native_done;
    if (end) goto stop;
    NEXT(1);
do_HALT:
    end = (enum halt)OPERAND(0);
    if (end == HALT_SLEEP) pc += 2;
    goto stop;
do_BREAK:
do_STEP_HOOK: // asks the hook; the step before an instruction is none of the script's
    KEEP();
    end = amx->config.hook ? amx->config.hook(amx, amx->config.hook_user) : HALT_NONE;
    if (unlikely(amx->moved)) goto moved;
    if (end) goto stop;
    NEXT(1);
do_COUNT:
    amx->counts[(uint32_t)OPERAND(0)]++;
    NEXT(2);
do_TRAP:
    STOP(HALT_INSTRUCTION);

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
    __asm__("" : "+r"(edge)); // or the compiler works out HEA on every way that could lead here
    KEEP();
gone: // all is kept, and the words may be gone
    return end;
gone_wrong:
    return HALT_MEMORY;
}
