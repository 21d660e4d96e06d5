#include "cli/commands.h"

#include "run/scenario.h"

static int run(struct call *call) {
    (void)call;
    for (size_t i = 0; i < scenarios_shipped_count; i++) {
        struct fault fault = {0};
        struct scenario *s = scenario_open(scenarios_shipped[i].name, NULL, 0, &fault);
        if (!s) return call_failed(call, &fault);
        printf("%-14s %s\n", scenarios_shipped[i].name, s->about ? s->about : "");
        scenario_free(s);
    }
    return EXIT_FINE;
}

const struct command cmd_world_list = {
    .name = "list",
    .group = "world",
    .summary = "names the scenarios that come with the program",
    .help = "A file of the same name in the folder \"scenarios\" beside the program, or in "
            "share/critter/scenarios, is taken in its place.",
    .examples = "critter world list\n",
    .run = run,
};
