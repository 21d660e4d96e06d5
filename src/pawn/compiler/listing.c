// Instructions as text, one a line, with the data between the functions they belong to.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>

struct lister {
    struct unit *u;
    struct buf *out;
    enum { AT_START, IN_CODE, IN_DATA } segment;
    const struct symbol *begins; // the function whose first instruction comes next
    bool table;                  // of a function that chooses by state: a blank line ends it
    size_t at;
};

static void end_table(struct lister *l) {
    if (l->table) buf_text(l->out, "\n");
    l->table = false;
}

static void code_begins(struct lister *l, uint32_t address) {
    if (l->segment != IN_CODE) buf_printf(l->out, "\nCODE 0000\t; %08x\n", address);
    l->segment = IN_CODE;
}

static void data_begin(struct lister *l, int32_t first) {
    if (l->segment == IN_DATA) return;
    buf_printf(l->out, "\nDATA 0000\t; %08x\n", (unsigned)first * 4);
    l->segment = IN_DATA;
}

static void write_data(struct lister *l, int32_t first, int32_t count) {
    const struct unit *u = l->u;
    data_begin(l, first);
    for (size_t i = 0; i < u->automaton_count && count == 1; i++) {
        const struct automaton *automaton = &u->automata[i];
        if (automaton->addr != first * CELL || u->data.at[first]) continue;
        const char *name = automaton->name ? automaton->name->text : "";
        buf_printf(l->out, "dump 0\t; automaton %s\n", *name ? name : "(without a name)");
        return;
    }
    for (int32_t i = 0; i < count; i++)
        buf_printf(l->out, "%s%08x %s", i % 16 ? "" : "dump ", (unsigned)u->data.at[first + i],
                   i % 16 == 15 || i + 1 == count ? "\n" : "");
}

// Its name, in overlay builds with the number of the overlay; of a function with states each variant has one.
static void write_name(struct lister *l, const struct symbol *function, bool stub) {
    char shown[2 * CC_NAME + 20];
    int overlay = function->index;
    for (const struct body *body = stub ? NULL : function->bodies; body; body = body->next)
        if (l->at >= body->first && l->at < body->last) overlay = body->overlay;
    buf_printf(l->out, "\t; %s", cc_display(l->u, function, shown, sizeof shown));
    if (l->u->overlays) buf_printf(l->out, "/%04x", (unsigned)overlay);
}

static void write_mark(struct lister *l, const struct ins *ins, uint32_t at) {
    struct unit *u = l->u;
    switch (ins->op) {
    case M_LABEL:
        if (u->wrong_state && ins->v[0] == u->wrong_state_label)
            buf_text(l->out, ";where a function ends that is called in a wrong state\n");
        buf_printf(l->out, "l.%08x\t\t; %08x\n", (unsigned)ins->v[0], at);
        break;
    case M_EXPRESSION:
        buf_text(l->out, "\t;$exp\n");
        break;
    case M_ARGUMENT:
        buf_text(l->out, "\t;$par\n");
        break;
    case M_LINE:
        buf_printf(l->out, "\t; line %08x\n", (unsigned)ins->v[0]);
        break;
    case M_CASES:
        buf_printf(l->out, "\tcasetbl\n\tcase %08x %08x\n", (unsigned)ins->v[0], (unsigned)ins->v[1]);
        break;
    case M_CASES_OVERLAY:
        buf_printf(l->out, "\ticasetbl\n\ticase %08x %08x\n", (unsigned)ins->v[0], (unsigned)ins->v[1]);
        break;
    case M_CASE: // of the table that began last
        for (size_t i = l->at; i-- > 0;) {
            if (u->code.at[i].op == M_CASE) continue;
            buf_printf(l->out, "\t%scase %08x %08x\n", u->code.at[i].op == M_CASES_OVERLAY ? "i" : "",
                       (unsigned)ins->v[0], (unsigned)ins->v[1]);
            break;
        }
        break;
    case M_LOCAL:
        buf_printf(l->out, "\t;$lcl %s %08x\n", u->local_names[ins->v[0] - 1]->text, (unsigned)ins->v[1]);
        break;
    case M_FUNCTION:
        end_table(l);
        l->begins = u->functions[ins->v[0]];
        code_begins(l, at);
        break;
    case M_DATA:
        end_table(l);
        write_data(l, ins->v[0], ins->v[1]);
        break;
    default:
        break;
    }
}

// The function one of whose variants has this label.
static const struct symbol *function_at(const struct unit *u, int label) {
    for (const struct symbol *symbol = u->globals; symbol; symbol = symbol->next)
        for (const struct body *body = symbol->kind == K_FUNCTION ? symbol->bodies : NULL; body;
             body = body->next)
            if (body->label == label) return symbol;
    return NULL;
}

static void write_call(struct lister *l, const struct ins *ins) {
    char shown[2 * CC_NAME + 20];
    bool by_label = ins->v[1], overlay = ins->op == OP_ICALL;
    const struct symbol *function = !by_label ? l->u->functions[ins->v[0]]
                                    : overlay ? NULL
                                              : function_at(l->u, ins->v[0]);
    const char *name = function ? cc_display(l->u, function, shown, sizeof shown) : "";
    if (by_label || overlay)
        buf_printf(l->out, overlay ? " %08x" : " l.%08x",
                   by_label ? (unsigned)ins->v[0] : (unsigned)function->index);
    else
        buf_printf(l->out, " %s", name);
    if (function && (by_label || overlay)) buf_printf(l->out, "\t; %s", name);
    buf_text(l->out, "\n");
}

static const char *native_name(const struct unit *u, int32_t index) {
    for (const struct symbol *symbol = u->globals; symbol; symbol = symbol->next)
        if (symbol->kind == K_FUNCTION && symbol->usage & U_NATIVE && symbol->number > 0 &&
            symbol->index == index)
            return symbol->name->text;
    return "";
}

static void write_ins(struct lister *l, const struct ins *ins, uint32_t at) {
    const struct opcode *op = opcode_of(ins->op);
    buf_printf(l->out, "\t%s", op->name);
    if (ins->op == OP_CALL || ins->op == OP_ICALL) {
        write_call(l, ins);
        return;
    }
    uint16_t plain = op->plain ? op->plain : ins->op;
    bool stub = plain == OP_HALT && l->at < (l->u->wrong_state ? l->u->wrong_state : l->u->stub_end);
    bool bare = (plain == OP_PUSH_C || plain == OP_HALT) && !ins->v[0];
    bool half = op->plain && !(stub && ins->v[0]);
    for (unsigned i = 0; i < ins->count; i++)
        buf_printf(l->out,
                   bare   ? " %x"
                   : half ? " %04x"
                          : " %08x",
                   half ? (unsigned)ins->v[i] & 0xffff : (unsigned)ins->v[i]);
    if (l->begins) write_name(l, l->begins, ins->op != OP_PROC);
    if (l->begins && ins->op != OP_PROC) l->table = true;
    if (ins->op == OP_SYSREQ_C) buf_printf(l->out, "\t; %s", native_name(l->u, ins->v[0]));
    if (ins->op == OP_BREAK) buf_printf(l->out, "\t; %08x", at);
    bool ends = ins->op == OP_RETN || ins->op == OP_IRETN || stub;
    buf_text(l->out, ends ? "\n\n" : "\n");
    l->begins = NULL;
}

void cc_listing(struct unit *u, struct buf *out) {
    struct lister l = {.u = u, .out = out};
    code_begins(&l, 0);
    buf_text(out, ";where main and public functions return to\n");
    for (l.at = 0; l.at < u->code.count; l.at++) {
        const struct ins *ins = &u->code.at[l.at];
        if (ins->op >= M_LABEL)
            write_mark(&l, ins, u->address[l.at]);
        else
            write_ins(&l, ins, u->address[l.at]);
    }
    buf_printf(out, "\nSTKSIZE %08x\n", (unsigned)u->stack_cells);
}
