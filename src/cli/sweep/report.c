#include "cli/sweep/sweep.h"

#include "base/system/file.h"
#include "run/sweep/report.h"

struct wish {
    bool json, csv, html;
    const char *png;
};
static const struct option OPTIONS[] = {
    {"json", 0, OPTION_FLAG, offsetof(struct wish, json), NULL, "all of it, for programs"},
    {"csv", 0, OPTION_FLAG, offsetof(struct wish, csv), NULL, "a row a life, with all its figures"},
    {"html", 0, OPTION_FLAG, offsetof(struct wish, html), NULL,
     "a page with plots, which needs nothing else"},
    {"png", 0, OPTION_TEXT, offsetof(struct wish, png), "FOLDER",
     "a picture of each figure, NAME.png: how often it had which value"},
};

static enum err put_pictures(const struct sweep_table *table, const char *folder, struct fault *fault) {
    struct wrote wrote = {0};
    struct buf png = {0};
    char name[160], path[1200];
    enum err err = folder_make(folder, fault);
    for (uint32_t i = 0; !err && i < table->plan->figure_count; i++) {
        buf_clear(&png);
        snprintf(name, sizeof name, "%s.png", table->plan->figures[i].name);
        for (char *at = name; *at; at++) // a robot may be called anything
            if (*at == '/' || (at == name && *at == '.')) *at = '_';
        err = sweep_report_png(table, i, &png, fault);
        if (err == ERR_MISSING) {
            err = ERR_NONE, *fault = (struct fault){0};
            continue;
        }
        if (!err && !path_join(path, sizeof path, folder, name))
            err = fault_set(fault, ERR_LIMIT, "--png: the path is too long");
        if (!err) err = call_put(&wrote, path, png.at, png.len, fault);
    }
    buf_free(&png);
    if (!err) call_wrote_files(folder, &wrote);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf out = {0};
    if (wish->json + wish->csv + wish->html + !!wish->png > 1)
        return call_wrong(call, "expected one of --json, --csv, --html and --png");
    const struct sweep_look look = {cli_sweep_passed_over, NULL};
    struct sweep_table *table = sweep_gather(call->words.at[0], &look, &fault);
    if (!table) return call_failed(call, &fault);
    if (wish->png)
        put_pictures(table, wish->png, &fault);
    else if (wish->json)
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
    else if (!wish->png)
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
                "critter sweep report day --html > day.html\n"
                "critter sweep report day --png pictures\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
