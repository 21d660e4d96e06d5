// What a script needs: bytes of its parts, and an estimate of the stack and heap it uses at most.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

enum { WORKING = -1, CC_CHAIN = 2000 };

// A function's own need, and that of the longest chain of callers above it.
static int32_t chain(struct unit *u, struct symbol *function, bool *recursive, int depth) {
    if (function->need > 0) return function->need;
    function->need = WORKING;
    int32_t most = 0;
    for (const struct referrer *r = function->referrers; r; r = r->next) {
        struct symbol *caller = r->function;
        if (caller->gone || caller->kind != K_FUNCTION) continue;
        if (caller->need == WORKING || depth > CC_CHAIN) {
            *recursive = true;
            continue;
        }
        int32_t need = chain(u, caller, recursive, depth + 1);
        if (need > most) most = need;
    }
    function->need = function->stack + most;
    return function->need;
}

// Is `function` among its own callers, or theirs?
static bool calls_itself(const struct symbol *function, struct symbol *at, int depth) {
    for (const struct referrer *r = at->referrers; r; r = r->next) {
        struct symbol *caller = r->function;
        if (caller == function) return true;
        if (caller->gone || caller->visited || depth > CC_CHAIN) continue;
        caller->visited = true;
        if (calls_itself(function, caller, depth + 1)) return true;
    }
    return false;
}

static void tell_recursive(struct unit *u, struct symbol **all, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (all[i]->kind != K_FUNCTION || all[i]->usage & U_NATIVE) continue;
        for (size_t k = 0; k < count; k++) all[k]->visited = false;
        if (!calls_itself(all[i], all[i], 0)) continue;
        char shown[2 * CC_NAME + 20];
        cc_at(u, all[i]);
        cc_say(u, 237, cc_display(u, all[i], shown, sizeof shown));
    }
}

static uint32_t estimate(struct unit *u, bool *recursive) {
    int32_t most = 0, arguments = 0;
    size_t count;
    struct symbol **all = cc_sorted(u, &count);
    for (size_t i = 0; i < count; i++) {
        struct symbol *function = all[i];
        if (function->kind != K_FUNCTION || function->usage & U_NATIVE) continue;
        int32_t need = chain(u, function, recursive, 0);
        if (need > most) most = need;
        if (function->usage & U_PUBLIC && function->arg_count > arguments) arguments = function->arg_count;
    }
    if (*recursive && u->config->tell_recursion) tell_recursive(u, all, count);
    cc_expression_ends(u);
    cc_quiet_end(u);
    return (uint32_t)(most + 1 + arguments + 1); // a guard cell at the top; the count of the arguments
}

static uint32_t bytes(const struct unit *u, size_t first, size_t last) {
    return u->address[last] - u->address[first];
}

// *called: of those that other functions call, as the toolkit counts it.
static uint32_t largest_overlay(const struct unit *u, uint32_t *called) {
    uint32_t most = 0;
    *called = 0;
    for (size_t i = 0; i < u->order_count; i++) {
        const struct symbol *function = u->order[i];
        uint32_t size = bytes(u, function->first, function->last);
        if (size > most) most = size;
        if (function->usage & U_READ && size > *called) *called = size;
        for (const struct body *body = function->bodies; body; body = body->next)
            if (bytes(u, body->first, body->last) > most) most = bytes(u, body->first, body->last);
    }
    return most;
}

void cc_sizes(struct unit *u) {
    struct pawn_sizes *sizes = &u->result->sizes;
    uint32_t called, largest = u->overlays ? largest_overlay(u, &called) : (called = 0);
    *sizes = (struct pawn_sizes){.header = u->header_size,
                                 .code = u->code_size,
                                 .data = (uint32_t)u->data.count * CELL,
                                 .stack = (uint32_t)u->stack_cells * CELL,
                                 .overlay_limit = (uint32_t)u->overlays,
                                 .largest_overlay = called,
                                 .sleeps = u->sleeps};
    sizes->estimate = estimate(u, &sizes->recursive);
    uint32_t memory = sizes->data + sizes->stack;
    sizes->total = sizes->header + (!u->overlays       ? sizes->code
                                    : u->overlays == 1 ? called
                                                       : (uint32_t)u->overlays);
    if (u->data_limit == 0)
        sizes->total += memory;
    else
        sizes->apart = memory;
    bool whole = u->limit > 0 && sizes->total >= (uint32_t)u->limit;
    bool part = u->data_limit > 0 && memory >= (uint32_t)u->data_limit;
    sizes->exceeded = whole || part;
    if (u->config->sized) u->config->sized(u->config->user, sizes, u->errors, u->warnings);
    if (u->overlays > 1 && largest > (uint32_t)u->overlays)
        cc_say(u, 112, (int)(largest - (uint32_t)u->overlays));
    if (sizes->exceeded) cc_say(u, 106, (int)(whole ? u->limit : u->data_limit));
}
