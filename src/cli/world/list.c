#include "cli/commands.h"

#include "run/scenario.h"

static int run(struct call *call) {
    (void)call;
    for (const struct embedded *own = SCENARIO_FILES; own->path; own++) {
        struct fault fault = {0};
        struct scenario *s = scenario_open(own->name, NULL, 0, &fault);
        if (!s) return call_failed(call, &fault);
        printf("%-14s %s\n", own->name, s->about ? s->about : "");
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
