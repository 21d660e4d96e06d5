#include "cli/commands.h"

#include "base/plural.h"
#include "run/play.h"

static int check(struct call *call, const char *name) {
    struct fault fault = {0};
    struct scenario *s = scenario_open(name, NULL, 0, &fault);
    struct play_config config = play_defaults();
    struct play *play = s ? play_new(s, &config, &fault) : NULL;
    if (play) {
        printf("%s: fine: %s, %s, %s\n", name, PLURAL(s->robot_count, "robot"),
               PLURAL(s->thing_count, "thing"), PLURAL(s->happening_count, "happening"));
        play_free(play, NULL);
    }
    scenario_free(s);
    return play ? EXIT_FINE : call_failed(call, &fault);
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
            "sounds that are missing. A mistake is named with file, line and column.",
    .examples = "critter world check home.json\n",
    .run = run,
};
