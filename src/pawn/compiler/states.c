// Automata: their states, sets of states, and the tables by which a function finds the body for the present
// state.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>
#include <stdlib.h>

static struct automaton *automaton_add(struct unit *u, struct name *name) {
    for (size_t i = 0; i < u->automaton_count; i++)
        if (u->automata[i].name == name) return &u->automata[i];
    CC_ROOM(u, u->automata, u->automaton_count, u->automaton_room);
    u->automata[u->automaton_count] = (struct automaton){.name = name};
    return &u->automata[u->automaton_count++];
}

static int state_add(struct unit *u, struct name *name, int automaton) {
    int last = 0;
    for (size_t i = 0; i < u->state_count; i++) {
        if (u->states[i].automaton != automaton) continue;
        if (u->states[i].name == name) return u->states[i].number;
        last = u->states[i].number;
    }
    CC_ROOM(u, u->states, u->state_count, u->state_room);
    u->states[u->state_count++] = (struct state){name, automaton, last + 1};
    return last + 1;
}

// Sets count from 1.
static int set_add(struct unit *u, const int *states, int count, int automaton) {
    for (size_t i = 0; i < u->set_count; i++) {
        const struct state_set *set = &u->sets[i];
        if (set->automaton == automaton && set->count == count &&
            !memcmp(set->states, states, (size_t)count * sizeof *states))
            return (int)i + 1;
    }
    CC_ROOM(u, u->sets, u->set_count, u->set_room);
    struct state_set *set = &u->sets[u->set_count++];
    *set = (struct state_set){automaton, count, cc_take(u, (size_t)count * sizeof *states)};
    memcpy(set->states, states, (size_t)count * sizeof *states);
    return (int)u->set_count;
}

int cc_set_automaton(const struct unit *u, int set) { return set > 0 ? u->sets[set - 1].automaton : -1; }

int cc_set_count(const struct unit *u, int set) { return set > 0 ? u->sets[set - 1].count : 0; }

bool cc_set_has(const struct unit *u, int set, int state) {
    for (int i = 0; i < cc_set_count(u, set); i++)
        if (u->sets[set - 1].states[i] == state) return true;
    return false;
}

bool cc_sets_meet(const struct unit *u, int a, int b) {
    for (int i = 0; i < cc_set_count(u, a); i++)
        if (cc_set_has(u, b, u->sets[a - 1].states[i])) return true;
    return false;
}

int cc_states_read(struct unit *u, const struct name *of) {
    enum { MOST = 1024 };
    int states[MOST], count = 0, automaton = -1;
    if (!cc_match(u, '<')) return 0;
    if (cc_match(u, '>')) return -1;
    do {
        bool labelled = cc_match(u, T_LABEL);
        if (!labelled && !cc_need(u, T_NAME)) break;
        struct name *first = u->token.name, *machine = cc_name(u, "", 0);
        if (labelled || cc_match(u, ':')) {
            if (!cc_need(u, T_NAME)) break;
            machine = first;
            first = u->token.name;
        }
        if (automaton < 0 || machine->len) {
            int found = (int)(automaton_add(u, machine) - u->automata);
            if (automaton >= 0 && found != automaton) cc_say(u, 83, of->text);
            automaton = found;
        }
        int state = state_add(u, first, automaton), at = count;
        if (count == MOST) cc_say(u, 102, "states in one list");
        for (; at > 0 && states[at - 1] > state; at--) states[at] = states[at - 1];
        states[at] = state;
        count++;
    } while (cc_match(u, ','));
    cc_need(u, '>');
    return count ? set_add(u, states, count, automaton) : 0;
}

static const char *nearest_state(struct unit *u, const struct name *name, int automaton) {
    const char *best = NULL;
    unsigned least = 3;
    for (size_t i = 0; i < u->state_count; i++) {
        if (u->states[i].automaton != automaton) continue;
        unsigned edits = cc_edits(name->text, u->states[i].name->text);
        if (edits < least) best = u->states[i].name->text, least = edits;
    }
    return best;
}

static bool unknown_automaton(struct unit *u, const struct name *name) {
    const char *best = NULL;
    unsigned least = 3;
    for (size_t i = 1; i < u->automaton_count; i++) {
        unsigned edits = cc_edits(name->text, u->automata[i].name->text);
        if (edits < least) best = u->automata[i].name->text, least = edits;
    }
    char hint[CC_NAME + 24];
    snprintf(hint, sizeof hint, "is \"%s\" meant?", best ? best : "");
    return best ? cc_say_hint(u, 86, hint, name->text) : cc_say(u, 86, name->text);
}

// `state` or `automaton:state`. *name is always set when a name was read.
bool cc_state_named(struct unit *u, struct automaton **automaton, struct state **state, struct name **name) {
    bool labelled = cc_match(u, T_LABEL);
    if (!labelled && !cc_need(u, T_NAME)) return false;
    struct name *first = u->token.name;
    *name = first;
    size_t machine = 0;
    if (labelled || cc_match(u, ':')) {
        for (machine = 1; machine < u->automaton_count && u->automata[machine].name != first; machine++)
            continue;
        if (!cc_need(u, T_NAME)) return false;
        *name = u->token.name;
        if (machine == u->automaton_count) return unknown_automaton(u, first);
    }
    *automaton = &u->automata[machine];
    u->states_used = true;
    for (size_t i = 0; i < u->state_count; i++) {
        if (u->states[i].automaton != (int)machine || u->states[i].name != *name) continue;
        *state = &u->states[i];
        return true;
    }
    const char *shown = machine ? u->automata[machine].name->text : "<main>";
    const char *best = nearest_state(u, *name, (int)machine);
    char hint[CC_NAME + 24];
    snprintf(hint, sizeof hint, "is \"%s\" meant?", best ? best : "");
    return best ? cc_say_hint(u, 87, hint, (*name)->text, shown) : cc_say(u, 87, (*name)->text, shown);
}

static bool only_fallbacks(const struct symbol *function) {
    for (const struct body *body = function->bodies; body; body = body->next)
        if (body->states != -1) return false;
    return true;
}

// A body of the function for a set of states, 0 for one without states: NULL.
struct body *cc_body_add(struct unit *u, struct symbol *function, int set) {
    if (function->usage & U_DEFINED && (!function->bodies || set == 0)) cc_say(u, 21, function->name->text);
    if (set == 0) return NULL;
    struct body **at = &function->bodies;
    while (*at && (*at)->states != set) at = &(*at)->next;
    if (!*at) {
        *at = CC_ONE(u, struct body);
        (*at)->states = set;
    } else if ((*at)->defined) {
        cc_say(u, 84, function->name->text);
    }
    (*at)->defined = true;
    if (set == -1 && u->pass != PASS_SURVEY && only_fallbacks(function)) cc_say(u, 85, function->name->text);
    return *at;
}

void cc_states_check(struct unit *u) {
    size_t count;
    struct symbol **all = cc_sorted(u, &count);
    for (size_t i = 0; i < count; i++) {
        if (all[i]->kind != K_FUNCTION) continue;
        for (const struct body *a = all[i]->bodies; a; a = a->next) {
            for (const struct body *b = a->next; b; b = b->next) {
                if (a->states == -1 || b->states == -1) continue;
                bool same = cc_set_automaton(u, a->states) == cc_set_automaton(u, b->states);
                if (!same && !cc_is_entry(all[i])) cc_say(u, 83, all[i]->name->text);
                if (same && cc_sets_meet(u, a->states, b->states)) cc_say(u, 84, all[i]->name->text);
            }
        }
    }
}

bool cc_has_states(struct unit *u) {
    for (const struct symbol *symbol = u->globals; symbol; symbol = symbol->next)
        if (symbol->kind == K_FUNCTION && symbol->usage & (U_PUBLIC | U_READ) && symbol->bodies) return true;
    return false;
}

static const struct body *body_for(const struct unit *u, const struct symbol *function, int state) {
    for (const struct body *body = function->bodies; body; body = body->next)
        if (body->states != -1 && cc_set_has(u, body->states, state)) return body;
    return NULL;
}

static int32_t target(const struct unit *u, const struct body *body) {
    return u->overlays ? body->overlay : body->label;
}

static void write_dispatch(struct unit *u, struct symbol *function, int automaton) {
    bool overlay = u->overlays > 0;
    const struct body *fallback = NULL;
    int count = 0;
    for (const struct body *body = function->bodies; body; body = body->next) {
        if (body->states == -1) fallback = body;
        count += cc_set_count(u, body->states);
    }
    function->first = u->code.count;
    cc_op1(u, M_FUNCTION, cc_number(u, function));
    cc_op1(u, OP_LOAD_PRI, u->automata[automaton].addr);
    int table = cc_label(u);
    cc_op1(u, overlay ? OP_ISWITCH : OP_SWITCH, table);
    cc_put_label(u, table);
    int32_t otherwise = fallback ? target(u, fallback) : overlay ? 1 : u->wrong_state_label;
    cc_put(u, overlay ? M_CASES_OVERLAY : M_CASES, 2, count, otherwise);
    for (size_t i = 0; i < u->state_count; i++) {
        const struct state *state = &u->states[i];
        if (state->automaton != automaton) continue;
        const struct body *body = body_for(u, function, state->number);
        if (body) {
            cc_put(u, M_CASE, 2, state->number, target(u, body));
        } else if (!fallback) {
            cc_at(u, function);
            cc_say(u, 230, state->name->text, function->name->text);
        }
    }
    function->last = u->code.count;
}

// The variables that hold the states come first in the data; the tables first in the code.
void cc_states_write(struct unit *u) {
    bool stubs = cc_has_states(u);
    if (!stubs && !u->states_used) return;
    for (size_t i = 0; i < u->automaton_count; i++) {
        u->automata[i].addr = (int32_t)(u->data.count * CELL);
        cc_zeros_write(u, 1);
    }
    size_t count;
    struct symbol **all = cc_sorted(u, &count);
    for (size_t i = 0; stubs && i < count; i++) {
        struct symbol *function = all[i];
        bool used = function->kind == K_FUNCTION && function->usage & (U_PUBLIC | U_READ) && function->bodies;
        if (!used || only_fallbacks(function))
            continue; // the latter is an error that is told at the function
        for (struct body *body = function->bodies; body; body = body->next)
            if (!u->overlays) body->label = cc_label(u);
        if (cc_is_entry(function)) continue;
        const struct body *first = function->bodies;
        if (first->states == -1) first = first->next;
        write_dispatch(u, function, cc_set_automaton(u, first->states));
    }
}
