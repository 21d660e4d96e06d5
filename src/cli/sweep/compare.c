#include "cli/sweep/sweep.h"

#include "run/sweep/compare.h"

struct wish {
    bool json;
    const char *figure;
};
static const struct option OPTIONS[] = {
    {"figure", 0, OPTION_TEXT, offsetof(struct wish, figure), "NAME",
     "compares only this one, named before anybody looked, such as vector.answer_mean"},
    {"json", 0, OPTION_FLAG, offsetof(struct wish, json), NULL, "for programs"},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf out = {0};
    const struct sweep_look look = {cli_sweep_passed_over, NULL};
    struct sweep_table *a = sweep_gather(call->words.at[0], &look, &fault);
    struct sweep_table *b = a ? sweep_gather(call->words.at[1], &look, &fault) : NULL;
    enum err err = !b           ? fault.err
                   : wish->json ? sweep_compare_json(a, b, wish->figure, &out, &fault)
                                : sweep_compare_text(a, b, wish->figure, &out, &fault);
    if (!err) err = call_write("-", out.at, out.len, &fault);
    sweep_table_free(a), sweep_table_free(b);
    buf_free(&out);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sweep_compare = {
    .name = "compare",
    .group = "sweep",
    .summary = "compares the figures of two sweeps, and says which differ by more than chance",
    .words = "FIRST SECOND",
    .words_least = 2,
    .words_most = 2,
    .help = "Lives of the same seed in both folders are compared with each other; where there are too few, "
            "the means "
            "are. The interval is where the difference would lie in 95 of 100 cases, had chance dealt these "
            "lives "
            "again. When 0 lies in it, it is called no difference.",
    .examples = "critter sweep compare before after\n"
                "critter sweep compare before after --figure vector.answer_mean\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
