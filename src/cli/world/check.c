#include "cli/commands.h"

#include "base/plural.h"
#include "run/play.h"

#include <stdio.h>

// Its text first, all of it; then its world, where one mistake hides the next.
static int check(struct call *call, const char *name) {
    struct fault fault = {0};
    struct scenario_mistakes wrong;
    struct scenario *s = scenario_look_through(name, &wrong);
    for (uint32_t i = 0; i < wrong.count; i++) call_failed(call, &wrong.at[i]);
    if (wrong.more)
        fprintf(stderr, "%s: more than %s: the others come when these are mended\n", name,
                PLURAL(wrong.count, "mistake"));
    if (!s) return EXIT_FAILED;
    struct play_config config = play_defaults();
    struct play *play = play_new(s, &config, &fault);
    if (play)
        printf("%s: fine: %s, %s, %s\n", name, PLURAL(s->robot_count, "robot"),
               PLURAL(s->thing_count, "thing"), PLURAL(s->happening_count, "happening"));
    else
        call_failed(call, &fault);
    play_free(play, NULL);
    scenario_free(s);
    return play ? EXIT_FINE : EXIT_FAILED;
}

static int run(struct call *call) {
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++)
        if (check(call, call->words.at[i])) code = EXIT_FAILED;
    return code;
}

const struct command cmd_world_check = {
    .name = "check",
    .group = "world",
    .summary = "looks for mistakes in scenarios, without playing them",
    .words = "SCENARIO...",
    .words_least = 1,
    .any_words = true,
    .help = "Reads each scenario and builds its world: unknown keys, impossible numbers, bodies inside each "
            "other, robots without ground, "
            "sounds that are missing. Mistakes are named with file, line and column: up to 20 of what the "
            "file says, "
            "one in an entry; then the first that is found in its world.",
    .examples = "critter world check home.json\n",
    .run = run,
};
