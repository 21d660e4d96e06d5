#include "cli/sim.h"

static const struct option OPTIONS[] = {
    {"seconds", 'n', OPTION_F64, offsetof(struct sim_wish, seconds), "N",
     "end after this much world time (default 60)", 0.005, 1e9},
    {"speed", 0, OPTION_TEXT, offsetof(struct sim_wish, speed), "X",
     "max, or world seconds a second (default max)"},
    {"seed", 's', OPTION_U64, offsetof(struct sim_wish, seed), "N",
     "seed of all random choices (default: the scenario's)"},
    {"loud", 'l', OPTION_FLAG, offsetof(struct sim_wish, loud), NULL,
     "plays the robots' sounds in the world, where their own and each other's microphones hear them"},
    {"media", 'm', OPTION_FLAG, offsetof(struct sim_wish, media), NULL,
     "record pictures and sound with the lives, too (about 6 MB a minute each)"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct sim_wish, quiet), NULL, "show no progress"},
};

static int run(struct call *call) {
    struct sim_wish wish = *(const struct sim_wish *)call->options;
    wish.record = call->words.at[1];
    return sim_run(call, call->words.at[0], &wish);
}

const struct command cmd_record = {
    .name = "record",
    .summary = "plays a scenario and records it",
    .words = "SCENARIO FILE",
    .words_least = 2,
    .words_most = 2,
    .help = "FILE becomes a world recording: the scenario, the seed and whatever came from outside, which is "
            "all that is needed to play it "
            "again. Beside it each soul gets FILE.NAME.life with all that reached it.",
    .examples = "critter record tabletop day.world --seconds 600\n"
                "critter replay day.world --verify\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct sim_wish),
    .defaults = &(const struct sim_wish){.seconds = 60, .speed = "max"},
    .run = run,
};
