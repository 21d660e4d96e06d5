// The report: constants, variables and functions with what uses them, and the /// and /** */ comments, as
// XML.
#include "pawn/compiler/compiler_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- comments, kept until something is declared that they belong to

static bool listening(const struct unit *u) {
    return u->config->report && u->pass == PASS_SURVEY && u->survey == 0;
}

static void keep(struct unit *u, struct words *words) {
    if (u->documentation_last)
        u->documentation_last->next = words;
    else
        u->documentation = words;
    u->documentation_last = words;
}

void cc_document_line(struct unit *u, const char *text, size_t len) {
    if (!listening(u)) return;
    while (len && (unsigned char)text[len - 1] <= ' ') len--;
    if (!len) return;
    struct words *words = CC_ONE(u, struct words);
    words->text = cc_copy(u, text, len);
    keep(u, words);
}

void cc_document_mark(struct unit *u) {
    if (listening(u)) keep(u, CC_ONE(u, struct words));
}

// Those up to the next mark, which goes too.
static struct words *take_comments(struct unit *u) {
    struct words *all = NULL, **end = &all;
    while (u->documentation && u->documentation->text) {
        *end = u->documentation, end = &(*end)->next;
        u->documentation = u->documentation->next;
    }
    *end = NULL;
    if (u->documentation) u->documentation = u->documentation->next;
    if (!u->documentation) u->documentation_last = NULL;
    return all;
}

static void append(struct words **to, struct words *more) {
    while (*to) to = &(*to)->next;
    *to = more;
}

// What was said so far belongs to the whole script.
void cc_document_gap(struct unit *u) {
    if (listening(u) && u->documentation && !u->function) append(&u->general, take_comments(u));
}

void cc_document(struct unit *u, struct symbol *symbol) {
    if (listening(u) && u->documentation) append(&symbol->documentation, take_comments(u));
}

// ---- writing

static void escaped(struct buf *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<':
            buf_text(out, "&lt;");
            break;
        case '>':
            buf_text(out, "&gt;");
            break;
        case '&':
            buf_text(out, "&amp;");
            break;
        case '"':
            buf_text(out, "&quot;");
            break;
        default:
            buf_byte(out, (uint8_t)*text);
        }
    }
}

static void symbol_name(struct unit *u, struct buf *out, const struct symbol *symbol) {
    char shown[2 * CC_NAME + 20];
    escaped(out, cc_display(u, symbol, shown, sizeof shown));
}

static void element(struct buf *out, const char *tag, const char *attribute, const char *value) {
    buf_printf(out, "\t\t\t<%s %s=\"", tag, attribute);
    escaped(out, value);
    buf_text(out, "\"/>\n");
}

static void write_comments(struct buf *out, const struct words *words) {
    if (!words) return;
    buf_text(out, "\t\t\t");
    for (; words; words = words->next) buf_printf(out, "%s%s", words->text, words->next ? " " : "\n");
}

// In the order in which they were met; the list has the latest first.
static void write_referrers(struct unit *u, struct buf *out, const struct symbol *symbol) {
    size_t count = 0;
    for (const struct referrer *r = symbol->referrers; r; r = r->next) count++;
    const struct symbol **all = cc_take(u, (count + 1) * sizeof *all);
    size_t at = count;
    for (const struct referrer *r = symbol->referrers; r; r = r->next) all[--at] = r->function;
    for (size_t i = 0; i < count; i++) {
        buf_text(out, "\t\t\t<referrer name=\"");
        symbol_name(u, out, all[i]);
        buf_text(out, "\"/>\n");
    }
}

static int by_rank(const void *a, const void *b) {
    const struct symbol *const *x = a, *const *y = b;
    return ((*x)->rank > (*y)->rank) - ((*x)->rank < (*y)->rank);
}

// What the function uses, by name.
static void write_dependencies(struct unit *u, struct buf *out, const struct symbol *function) {
    size_t count = 0;
    for (const struct use *use = function->uses; use; use = use->next) count++;
    const struct symbol **all = cc_take(u, (count + 1) * sizeof *all);
    count = 0;
    for (const struct use *use = function->uses; use; use = use->next)
        if (use->symbol != function && !use->symbol->gone) all[count++] = use->symbol;
    qsort(all, count, sizeof *all, by_rank);
    for (size_t i = 0; i < count; i++) {
        buf_text(out, "\t\t\t<dependency name=\"");
        symbol_name(u, out, all[i]);
        buf_text(out, "\"/>\n");
    }
}

static void write_tag(struct unit *u, struct buf *out, int tag) {
    if (tag) element(out, "tagname", "value", cc_tag_name(u, tag));
}

static void end_member(struct unit *u, struct buf *out, const struct symbol *symbol) {
    write_referrers(u, out, symbol);
    write_comments(out, symbol->documentation);
    buf_text(out, "\t\t</member>\n");
}

static void write_enum(struct unit *u, struct buf *out, const struct symbol *root) {
    buf_printf(out, "\t\t<member name=\"T:%s\" value=\"%d\">\n", root->name->text, (int)root->addr);
    write_tag(u, out, root->tag);
    for (const struct field *field = root->fields; field; field = field->next) {
        int wanted = field->tag;
        const struct symbol *symbol = cc_find_const(u, field->name, &wanted);
        buf_printf(out, "\t\t\t<member name=\"C:%s\" value=\"%d\">\n", field->name->text, (int)field->value);
        if (symbol && symbol->index_tag)
            buf_printf(out, "\t\t\t\t<tagname value=\"%s\"/>\n", cc_tag_name(u, symbol->index_tag));
        if (symbol && symbol->length != 1)
            buf_printf(out, "\t\t\t\t<size value=\"%d\"/>\n", (int)symbol->length);
        buf_text(out, "\t\t\t</member>\n");
    }
    end_member(u, out, root);
}

static void write_constant(struct unit *u, struct buf *out, const struct symbol *symbol) {
    buf_printf(out, "\t\t<member name=\"C:%s\" value=\"%d\">\n", symbol->name->text, (int)symbol->addr);
    write_tag(u, out, symbol->tag);
    end_member(u, out, symbol);
}

static void write_dimensions(struct unit *u, struct buf *out, const struct symbol *symbol) {
    for (const struct symbol *sub = symbol->kind == K_ARRAY ? symbol : NULL; sub; sub = sub->sub) {
        if (sub->index_tag)
            buf_printf(out, "[%s]", cc_tag_name(u, sub->index_tag));
        else
            buf_printf(out, "[%d]", (int)sub->length);
    }
}

static void write_variable(struct unit *u, struct buf *out, const struct symbol *symbol) {
    buf_printf(out, "\t\t<member name=\"F:%s\" syntax=\"%s", symbol->name->text, symbol->name->text);
    write_dimensions(u, out, symbol);
    buf_text(out, "\">\n");
    write_tag(u, out, symbol->tag);
    if (symbol->usage & U_PUBLIC) element(out, "attribute", "name", "public");
    end_member(u, out, symbol);
}

// What the comments say of an argument, <param name="x">…</param>, goes where the argument is shown, and out
// of the text.
static void write_param(struct buf *out, char *text, const char *name) {
    for (char *at = text; (at = strstr(at, "<param name=")); at++) {
        char *value = at + strlen("<param name="), quote = *value == '"' || *value == '\'' ? *value : 0;
        size_t len = strlen(name);
        if (!quote || strncmp(value + 1, name, len) != 0 || value[1 + len] != quote) continue;
        char *from = strchr(value, '>'), *to = strstr(value, "</param>");
        if (!from || !to || from > to) return;
        buf_printf(out, "\t\t\t\t%.*s\n", (int)(to - from - 1), from + 1);
        to += strlen("</param>");
        memmove(at, to, strlen(to) + 1);
        return;
    }
}

static void write_argument(struct unit *u, struct buf *out, const struct argument *arg, char *comments) {
    const char *name = arg->kind == K_VARARGS ? "..." : arg->name->text;
    buf_printf(out, "\t\t\t<param name=\"%s\">\n", name);
    bool tagged = arg->tag_count > 1 || arg->tags[0];
    if (tagged || arg->kind == K_REFERENCE || arg->kind == K_REFARRAY) {
        buf_text(out, "\t\t\t\t<paraminfo>");
        if (tagged && arg->tag_count > 1) buf_text(out, " {");
        for (int i = 0; tagged && i < arg->tag_count; i++)
            buf_printf(out, "%s%s", i ? "," : "", cc_tag_name(u, arg->tags[i]));
        if (tagged && arg->tag_count > 1) buf_text(out, "}");
        if (arg->kind == K_REFERENCE) buf_text(out, " &amp;");
        if (arg->kind == K_REFARRAY) buf_text(out, " ");
        for (int i = 0; arg->kind == K_REFARRAY && i < arg->dims; i++) {
            if (!arg->dim[i])
                buf_text(out, "[]");
            else if (arg->index_tag[i])
                buf_printf(out, "[%s]", cc_tag_name(u, arg->index_tag[i]));
            else
                buf_printf(out, "[%d]", arg->dim[i]);
        }
        buf_text(out, " </paraminfo>\n");
    }
    if (comments) write_param(out, comments, name);
    buf_text(out, "\t\t\t</param>\n");
}

static void write_syntax(struct buf *out, const struct symbol *function) {
    for (int i = 0; i < function->arg_count; i++) {
        const struct argument *arg = &function->args[i];
        if (i) buf_text(out, ", ");
        if (arg->kind == K_REFERENCE) buf_text(out, "&amp;");
        buf_text(out, arg->kind == K_VARARGS ? "..." : arg->name->text);
        for (int k = 0; arg->kind == K_REFARRAY && k < arg->dims; k++) buf_text(out, "[]");
    }
}

static void write_automaton(struct unit *u, struct buf *out, const struct symbol *function) {
    const struct body *body = function->bodies;
    while (body && body->states == -1) body = body->next;
    if (!body) return;
    const char *name = u->automata[cc_set_automaton(u, body->states)].name->text;
    element(out, "automaton", "name", name[0] ? name : "(anonymous)");
}

static void write_function(struct unit *u, struct buf *out, const struct symbol *function) {
    buf_text(out, "\t\t<member name=\"M:");
    symbol_name(u, out, function);
    buf_text(out, "\" syntax=\"");
    symbol_name(u, out, function);
    buf_text(out, "(");
    write_syntax(out, function);
    buf_text(out, ")\">\n");
    write_tag(u, out, function->tag);
    bool native = function->usage & U_NATIVE;
    if (native) element(out, "attribute", "name", "native");
    if (function->usage & U_PUBLIC) element(out, "attribute", "name", "public");
    if (cc_is_main(function) || cc_is_entry(function)) element(out, "attribute", "name", "entry");
    if (!native) buf_printf(out, "\t\t\t<stacksize value=\"%d\"/>\n", (int)function->stack);
    write_automaton(u, out, function);
    write_referrers(u, out, function);
    write_dependencies(u, out, function);
    struct buf comments = {0};
    write_comments(&comments, function->documentation);
    buf_byte(&comments, 0);
    char *text = comments.err || comments.len == 1 ? NULL : (char *)comments.at;
    for (int i = 0; i < function->arg_count; i++) write_argument(u, out, &function->args[i], text);
    if (text) buf_text(out, text);
    buf_free(&comments);
    buf_text(out, "\t\t</member>\n");
}

static bool is_constant(const struct symbol *symbol, bool root) {
    return symbol->kind == K_CONST && symbol->usage & U_READ &&
           (root ? (symbol->usage & U_ENUM) != 0 : !(symbol->usage & (U_ENUM | U_FIELD)));
}

void cc_report(struct unit *u, struct buf *out) {
    const char *source = u->config->sources[0], *base = strrchr(source, '/');
    buf_text(out, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n");
    if (u->config->report_root)
        buf_printf(out, "<?xml-stylesheet href=\"file:///%s/xml/pawndoc.xsl\" type=\"text/xsl\"?>\n",
                   u->config->report_root);
    buf_text(out, "<doc source=\"");
    escaped(out, source);
    buf_text(out, "\">\n\t<assembly>\n\t\t<name>");
    escaped(out, base ? base + 1 : source);
    buf_text(out, "</name>\n\t</assembly>\n");
    while (u->documentation) append(&u->general, take_comments(u));
    if (u->general) {
        buf_text(out, "\n\t<!-- general -->\n\t<general>\n");
        write_comments(out, u->general);
        buf_text(out, "\t</general>\n\n");
    }
    size_t count;
    struct symbol **all = cc_sorted(u, &count);
    for (size_t i = 0; i < count; i++) all[i]->rank = (int)i;
    buf_text(out, "\t<members>\n\n\t\t<!-- enumerations -->\n");
    for (size_t i = 0; i < count; i++)
        if (is_constant(all[i], true)) write_enum(u, out, all[i]);
    buf_text(out, "\n\t\t<!-- constants -->\n");
    for (size_t i = 0; i < count; i++)
        if (is_constant(all[i], false)) write_constant(u, out, all[i]);
    buf_text(out, "\n\t\t<!-- variables -->\n");
    for (size_t i = 0; i < count; i++)
        if (all[i]->kind == K_VARIABLE || all[i]->kind == K_ARRAY) write_variable(u, out, all[i]);
    buf_text(out, "\n\t\t<!-- functions -->\n");
    for (size_t i = 0; i < count; i++)
        if (all[i]->kind == K_FUNCTION && (all[i]->usage & (U_READ | U_NATIVE)) != U_NATIVE)
            write_function(u, out, all[i]);
    buf_text(out, "\n\t</members>\n</doc>\n");
}
