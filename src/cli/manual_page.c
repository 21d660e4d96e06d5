// A manual page, of the tables that --help shows.
#include "cli/commands.h"

#include "critter/critter.h"

#include <string.h>

// Text that troff takes for nothing but text.
static void put(FILE *to, const char *text, bool at_start) {
    for (; *text; text++) {
        if (at_start && (*text == '.' || *text == '\'')) fputs("\\&", to);
        at_start = *text == '\n';
        if (*text == '\\')
            fputs("\\e", to);
        else if (*text == '-')
            fputs("\\-", to);
        else
            fputc(*text, to);
    }
}

static void line(FILE *to, const char *text) {
    put(to, text, true);
    fputc('\n', to);
}

static void paragraphs(FILE *to, const char *text) {
    for (const char *end; (end = strstr(text, "\n\n")); text = end + 2) {
        char part[2048];
        text_copy((struct text){text, (size_t)(end - text)}, part, sizeof part);
        line(to, part);
        fputs(".PP\n", to);
    }
    line(to, text);
}

void manual_options(FILE *to, const struct option *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fputs(".TP\n", to);
        if (list[i].letter) fprintf(to, "\\fB\\-%c\\fR, ", list[i].letter);
        fputs("\\fB\\-\\-", to);
        put(to, list[i].name, false);
        fputs("\\fR", to);
        if (list[i].value) {
            fputs(" \\fI", to);
            put(to, list[i].value, false);
            fputs("\\fR", to);
        }
        fputc('\n', to);
        line(to, list[i].help);
    }
}

void manual_about(FILE *to, const struct command *c) {
    if (c->help) paragraphs(to, c->help);
    manual_options(to, c->options, c->option_count);
    if (!c->examples) return;
    fputs(".PP\nExamples:\n.PP\n.nf\n.RS\n", to);
    struct text rest = text_of(c->examples), example;
    while (text_split(&rest, '\n', &example)) {
        char part[512];
        text_copy(example, part, sizeof part);
        if (*part) line(to, part);
    }
    fputs(".RE\n.fi\n", to);
}

void manual_command(FILE *to, const struct command *c) {
    char title[128];
    command_title(c, title, sizeof title);
    fputs(".SS ", to);
    fputc('"', to);
    put(to, title, false);
    if (c->option_count) fputs(" [OPTION...]", to);
    if (c->words) fputc(' ', to), put(to, c->words, false);
    fputs("\"\n", to);
    char summary[256];
    snprintf(summary, sizeof summary, "%s.", c->summary);
    if (summary[0] >= 'a' && summary[0] <= 'z') summary[0] = (char)(summary[0] - 32);
    line(to, summary);
    if (c->help) fputs(".PP\n", to);
    manual_about(to, c);
}

void manual_begin(FILE *to, const char *title, const char *name, const char *summary) {
    fprintf(to, ".TH %s 1 \"\" \"critter %s\" \"User Commands\"\n.SH NAME\n", title, critter_version());
    put(to, name, true);
    fputs(" \\- ", to);
    line(to, summary);
}

void manual_end(FILE *to) {
    fputs(".SH EXIT STATUS\n.TP\n.B 0\nSuccess.\n.TP\n.B 1\nIt failed; stderr says why, with file, line "
          "and column where "
          "there are any.\n.TP\n.B 2\nWrong use; stderr says what was expected.\n",
          to);
}
