#include "cli/commands.h"

#include "pleo/kit/template.h"

static void wrote(void *user, const char *path) {
    (void)user;
    call_wrote(path);
}

static int run(struct call *call) {
    struct fault fault = {0};
    if (kit_new(call->words.at[0], KIT_TEMPLATE, wrote, NULL, &fault)) return call_failed(call, &fault);
    const char *name = call->words.at[0];
    printf("To build it: critter pleo build %s\n", name);
    return EXIT_FINE;
}

const struct command cmd_pleo_new = {
    .name = "new",
    .group = "pleo",
    .summary = "begins a project for Pleo",
    .words = "NAME",
    .words_least = 1,
    .words_most = 1,
    .help = "Makes a folder with a project file, two scripts and a sound. It builds as it is. In sensors.p "
            "two lines wait "
            "to be uncommented: then Pleo beeps when its head is touched.",
    .examples = "critter pleo new hello\n"
                "critter pleo build hello\n",
    .run = run,
};
