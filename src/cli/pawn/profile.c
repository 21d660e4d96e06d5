#include "cli/commands.h"

#include "base/plural.h"
#include "cli/pawn/host.h"

#include "pawn/machine/dbg.h"

#include <stdlib.h>
#include <string.h>

struct wish {
    const char *function;
    uint64_t top, budget;
};

static const struct option OPTIONS[] = {
    {"function", 'f', OPTION_TEXT, offsetof(struct wish, function), "NAME",
     "public function to run (default main)"},
    {"top", 'n', OPTION_U64, offsetof(struct wish, top), "N", "lines of each table at most (default 20)", 1,
     1e9},
    {"budget", 'b', OPTION_U64, offsetof(struct wish, budget), "N",
     "instructions at most; 0: no limit (default)", 0, 1e18},
};

struct line {
    const char *where; // a function's name, or a file's
    unsigned number;   // of a source line; 0: a function
    uint64_t count, visits;
};

static int by_count(const void *a, const void *b) {
    const struct line *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static struct line *line_of(struct line *lines, size_t *count, const char *where, unsigned number) {
    for (size_t i = *count; i-- > 0;)
        if (lines[i].number == number &&
            (lines[i].where == where || (where && lines[i].where && !strcmp(lines[i].where, where))))
            return &lines[i];
    lines[*count] = (struct line){where, number, 0, 0};
    return &lines[(*count)++];
}

static void print(const char *title, struct line *lines, size_t count, uint64_t top, uint64_t total) {
    qsort(lines, count, sizeof *lines, by_count);
    fprintf(stderr, "\n%14s  %6s  %12s  %s\n", "instructions", "share", "times", title);
    for (size_t i = 0; i < count && i < top; i++) {
        fprintf(stderr, "%14llu  %5.1f%%  %12llu  %s", (unsigned long long)lines[i].count,
                100.0 * (double)lines[i].count / (double)total, (unsigned long long)lines[i].visits,
                lines[i].where ? lines[i].where : "?");
        if (lines[i].number) fprintf(stderr, ":%u", lines[i].number);
        fputc('\n', stderr);
    }
}

static void report(const struct amx *amx, const struct buf *file, uint64_t top) {
    struct amx_header h;
    struct dbg dbg;
    amx_header_read(file->at, file->len, &h, NULL);
    const uint64_t *counts = amx_counts(amx);
    uint32_t cells = (h.dat - h.cod) / 4;
    uint64_t total = 0;
    for (uint32_t i = 0; i < cells; i++) total += counts[i];
    fprintf(stderr, "%s\n", PLURAL(total, "instruction"));
    if (!total || dbg_open(&dbg, file->at, file->len, NULL)) {
        if (total) fputs("compile with debug data (-d2) to see functions and lines\n", stderr);
        return;
    }
    struct line *functions = calloc(cells, sizeof *functions), *lines = calloc(cells, sizeof *lines);
    size_t function_count = 0, line_count = 0;
    for (uint32_t i = 0; i < cells && functions && lines; i++) {
        if (!counts[i]) continue;
        const char *name = NULL;
        unsigned number = 0;
        struct line *function = line_of(functions, &function_count, dbg_function(&dbg, 4 * i), 0);
        bool known = dbg_line(&dbg, 4 * i, &name, &number);
        struct line *line = line_of(lines, &line_count, known ? name : NULL, known ? number : 0);
        function->count += counts[i], line->count += counts[i];
        if (!function->visits) function->visits = counts[i]; // its first instruction
        if (!line->visits || counts[i] > line->visits) line->visits = counts[i];
    }
    print("function", functions, function_count, top, total);
    print("line", lines, line_count, top, total);
    free(functions);
    free(lines);
}

static int profile(struct call *call, const struct buf *file) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct amx_config config;
    amx_defaults(&config);
    pawn_here(&config, call->words.at + 1, call->words.count - 1);
    config.counting = true;
    struct amx *amx = amx_new(&config, file->at, file->len, &fault);
    int index = amx ? amx_find(amx, wish->function) : -2;
    if (amx && index == -2) fault_set(&fault, ERR_UNKNOWN, "no public function `%s`", wish->function);
    enum halt end = HALT_NONE;
    if (!fault.err) {
        int32_t value = 0;
        pawn_catch_interrupt();
        end = pawn_call(amx, index, wish->budget, &value);
        fflush(stdout);
        report(amx, file, wish->top);
        if (end && end != HALT_EXIT && !pawn_stopped)
            amx_describe(amx, end, &fault); // stopped: what was counted is shown
    }
    fault_in(&fault, call->words.at[0]);
    amx_free(amx);
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

static int run(struct call *call) {
    struct fault fault = {0};
    struct buf file = {0};
    if (pawn_load(call->words.at[0], &file, &fault)) return call_failed(call, &fault);
    int code = profile(call, &file);
    buf_free(&file);
    return code;
}

const struct command cmd_pawn_profile = {
    .name = "profile",
    .group = "pawn",
    .summary = "counts a compiled script's instructions by function and line",
    .words = "FILE [ARGUMENT...]",
    .words_least = 1,
    .any_words = true,
    .help = "Counts every instruction while the script runs, and afterwards prints on stderr how many each "
            "function and each "
            "source line took. Counts do not depend on how fast or busy this computer is. Names and lines "
            "need debug data (-d2).",
    .examples = "critter pawn profile --top 10 main.amx\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.function = "main", .top = 20},
    .run = run,
};
