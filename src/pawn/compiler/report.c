#include "pawn/compiler/report.h"

#include "critter/critter.h"

enum { STACK_CLOSE = 32 }; // cells

void pawn_report_banner(struct buf *out) {
    char name[64];
    snprintf(name, sizeof name, "Critter Pawn compiler 3.3 (%s)", critter_version());
    buf_printf(out, "%-40sCopyright (c) 2026 the Critter authors\n\n", name);
}

static void size_line(struct buf *out, const char *label, uint32_t bytes) {
    buf_printf(out, "%-19s%8u bytes", label, (unsigned)bytes);
}

void pawn_report_sizes(const struct pawn_sizes *sizes, struct buf *out) {
    size_line(out, "Header size:", sizes->header);
    buf_text(out, "\n");
    size_line(out, "Code size:", sizes->code);
    buf_text(out, "\n");
    if (sizes->overlay_limit > 1) {
        size_line(out, "Max. overlay size:", sizes->overlay_limit);
        buf_printf(out, "; largest overlay=%u bytes\n", (unsigned)sizes->largest_overlay);
    } else if (sizes->overlay_limit) {
        size_line(out, "Largest overlay:", sizes->largest_overlay);
        buf_text(out, "\n");
    }
    size_line(out, "Data size:", sizes->data);
    buf_text(out, "\n");
    size_line(out, "Stack/heap size:", sizes->stack);
    buf_text(out, "; estimated max. use");
    if (sizes->recursive)
        buf_text(out, ": unknown, due to recursion\n");
    else if (sizes->sleeps)
        buf_text(out, ": unknown, due to \"sleep\" instruction\n");
    else
        buf_printf(out, "=%u cells (%u bytes)\n", (unsigned)sizes->estimate, (unsigned)sizes->estimate * 4);
    size_line(out, "Total requirements:", sizes->total);
    if (sizes->apart) buf_printf(out, " plus %u bytes for data/stack", (unsigned)sizes->apart);
    buf_text(out, "\n");
}

bool pawn_report_tight(const struct pawn_sizes *sizes) {
    return sizes->estimate + STACK_CLOSE >= sizes->stack / 4 || sizes->exceeded;
}

void pawn_report_end(const struct pawn_result *result, struct buf *out) {
    if (result->errors)
        buf_printf(out, "\n%u Error%s.\n", result->errors, result->errors > 1 ? "s" : "");
    else if (result->warnings)
        buf_printf(out, "\n%u Warning%s.\n", result->warnings, result->warnings > 1 ? "s" : "");
}
