// Instructions as text, one a line.
#include "pawn/cc_unit.h"

#include <stdio.h>

static void write_mark(struct unit *u, struct buf *out, const struct ins *ins, uint32_t at) {
    char shown[2 * CC_NAME + 20];
    switch (ins->op) {
    case M_LABEL:
        buf_printf(out, "l.%08x\t\t; %x\n", (unsigned)ins->v[0], at);
        break;
    case M_EXPRESSION:
        buf_text(out, "\t;$exp\n");
        break;
    case M_ARGUMENT:
        buf_text(out, "\t;$par\n");
        break;
    case M_LINE:
        buf_printf(out, "\t; line %x\n", (unsigned)ins->v[0]);
        break;
    case M_CASES:
        buf_printf(out, "\tcasetbl\n\tcase %08x %08x\n", (unsigned)ins->v[0], (unsigned)ins->v[1]);
        break;
    case M_CASES_OVERLAY:
        buf_printf(out, "\ticasetbl\n\ticase %08x %08x\n", (unsigned)ins->v[0], (unsigned)ins->v[1]);
        break;
    case M_CASE:
        buf_printf(out, "\tcase %08x %08x\n", (unsigned)ins->v[0], (unsigned)ins->v[1]);
        break;
    case M_LOCAL:
        buf_printf(out, "\t;$lcl %s %08x\n", u->local_names[ins->v[0] - 1]->text, (unsigned)ins->v[1]);
        break;
    case M_FUNCTION: {
        const struct symbol *function = u->functions[ins->v[0]];
        buf_printf(out, "\nCODE %x\t; %08x\n\t; %s\n", (unsigned)function->file, at,
                   cc_display(u, function, shown, sizeof shown));
        break;
    }
    default:
        break;
    }
}

static void write_call(struct unit *u, struct buf *out, const struct ins *ins) {
    char shown[2 * CC_NAME + 20];
    if (ins->v[1]) {
        buf_printf(out, ins->op == OP_CALL ? " l.%08x\n" : " %08x\n", (unsigned)ins->v[0]);
        return;
    }
    const struct symbol *function = u->functions[ins->v[0]];
    const char *name = cc_display(u, function, shown, sizeof shown);
    if (ins->op == OP_ICALL)
        buf_printf(out, " %08x\t; %s\n", (unsigned)function->index, name);
    else
        buf_printf(out, " %s\n", name);
}

static void write_ins(struct unit *u, struct buf *out, const struct ins *ins) {
    const struct opcode *op = opcode_of(ins->op);
    buf_printf(out, "\t%s", op->name);
    if (ins->op == OP_CALL || ins->op == OP_ICALL) {
        write_call(u, out, ins);
        return;
    }
    for (unsigned i = 0; i < ins->count; i++)
        buf_printf(out, op->plain ? " %04x" : " %08x",
                   op->plain ? (unsigned)ins->v[i] & 0xffff : (unsigned)ins->v[i]);
    buf_text(out, "\n");
}

void cc_listing(struct unit *u, struct buf *out) {
    buf_text(out, "CODE 0\t; 00000000\n");
    for (size_t i = 0; i < u->code.count; i++) {
        const struct ins *ins = &u->code.at[i];
        if (ins->op >= M_LABEL)
            write_mark(u, out, ins, u->address[i]);
        else
            write_ins(u, out, ins);
    }
    buf_text(out, "\nDATA 0\t; 00000000\n");
    for (size_t i = 0; i < u->data.count; i++) {
        buf_printf(out, i % 16 ? " %08x" : "dump %08x", (unsigned)u->data.at[i]);
        if (i % 16 == 15 || i + 1 == u->data.count) buf_text(out, "\n");
    }
    buf_printf(out, "\nSTKSIZE %x\n", (unsigned)u->stack_cells);
}
