#include "cli/sweep/sweep.h"

#include "run/sweep/report.h"

struct wish {
    bool json, csv, html;
    const char *out;
};
static const struct option OPTIONS[] = {
    {"json", 0, OPTION_FLAG, offsetof(struct wish, json), NULL, "all of it, for programs"},
    {"csv", 0, OPTION_FLAG, offsetof(struct wish, csv), NULL, "a row a life, with all its figures"},
    {"html", 0, OPTION_FLAG, offsetof(struct wish, html), NULL,
     "a page with plots, which needs nothing else"},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf out = {0};
    if (wish->json + wish->csv + wish->html > 1)
        return call_wrong(call, "expected one of --json, --csv and --html");
    const struct sweep_look look = {cli_sweep_passed_over, NULL};
    struct sweep_table *table = sweep_gather(call->words.at[0], &look, &fault);
    if (!table) return call_failed(call, &fault);
    if (wish->json)
        sweep_report_json(table, &out);
    else if (wish->csv)
        sweep_report_csv(table, &out);
    else if (wish->html)
        sweep_report_html(table, &out);
    else
        sweep_report_text(table, &out);
    sweep_table_free(table);
    if (out.err)
        fault_set(&fault, out.err, "no memory for a report");
    else
        call_write("-", out.at, out.len, &fault);
    buf_free(&out);
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sweep_report = {
    .name = "report",
    .group = "sweep",
    .summary = "tells what a sweep found: figures, failures, the worst lives",
    .words = "FOLDER",
    .words_least = 1,
    .words_most = 1,
    .help = "Each figure's quartiles and its worst life; what failed, grouped by kind, with the command that "
            "lives it again up to "
            "ten seconds before and goes on in the page. A sweep that still runs is told so far.",
    .examples = "critter sweep report day\n"
                "critter sweep report day --csv > day.csv\n"
                "critter sweep report day --html > day.html\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
