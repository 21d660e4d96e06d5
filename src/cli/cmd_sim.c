#include "cli/set.h"
#include "cli/sim.h"
#include "cli/sink.h"

static const struct option OPTIONS[] = {
    {"seconds", 'n', OPTION_F64, offsetof(struct sim_wish, seconds), "N",
     "end after this much world time (default: until interrupted)", 0, 1e9},
    {"hours", 0, OPTION_F64, offsetof(struct sim_wish, hours), "N", "end after this many hours of world time",
     0, 1e5},
    {"life", 0, OPTION_TEXT, offsetof(struct sim_wish, life), "FORMAT",
     "at the end: how its robots lived, as table, json or html"},
    {"mind", 0, OPTION_TEXT, offsetof(struct sim_wish, mind), "DIR",
     "a tree of your own for its robots: tree.json and what it names"},
    {"speed", 0, OPTION_TEXT, offsetof(struct sim_wish, speed), "X",
     "max, or world seconds a second (default max with --seconds, else 1)"},
    {"seed", 's', OPTION_U64, offsetof(struct sim_wish, seed), "N",
     "seed of all random choices (default: the scenario's)"},
    {"record", 'r', OPTION_TEXT, offsetof(struct sim_wish, record), "FILE",
     "record the world here, and each life in FILE.NAME.life"},
    {"trace", 0, OPTION_TEXT, offsetof(struct sim_wish, trace), "json",
     "one line a tick to stdout: where everybody is, what happened"},
    {"accuracy", 'f', OPTION_TEXT, offsetof(struct sim_wish, accuracy), "FORMAT",
     "at the end: how near its senses came to the truth, as table or json"},
    {"socket", 0, OPTION_TEXT, offsetof(struct sim_wish, socket), "PATH",
     "take verbs and give snapshots on a local socket"},
    {"sound", 0, OPTION_TEXT, offsetof(struct sim_wish, sound), "WHERE", SINK_HELP},
    {"card", 0, OPTION_TEXT, offsetof(struct sim_wish, card), "PATH",
     "put this memory card into the first Pleo: a folder, or a .urf file"},
    {"loud", 'l', OPTION_FLAG, offsetof(struct sim_wish, loud), NULL,
     "plays the robots' sounds in the world, where their own and each other's microphones hear them"},
    {"media", 'm', OPTION_FLAG, offsetof(struct sim_wish, media), NULL,
     "record pictures and sound with the lives, too (about 6 MB a minute each)"},
    {"resources", 0, OPTION_TEXT, offsetof(struct sim_wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our clips"},
    {"check", 'c', OPTION_FLAG, offsetof(struct sim_wish, check), NULL,
     "end with 1, and say what, when something that the scenario expects does not hold; without --seconds, "
     "play on as long as "
     "its expectations need"},
    {"text", 0, OPTION_FLAG, offsetof(struct sim_wish, text), NULL,
     "print what a Pleo's scripts write in his log"},
    SET_OPTION(struct sim_wish),
    {"quiet", 'q', OPTION_FLAG, offsetof(struct sim_wish, quiet), NULL, "show no progress"},
};

static int run(struct call *call) {
    struct sim_wish wish = *(const struct sim_wish *)call->options;
    wish.seconds += wish.hours * 3600;
    if (!wish.speed) wish.speed = wish.seconds > 0 || wish.check ? "max" : "1";
    return sim_run(call, call->words.at[0], &wish);
}

const struct command cmd_sim = {
    .name = "sim",
    .summary = "plays a scenario: a world with its robots",
    .words = "SCENARIO",
    .words_least = 1,
    .words_most = 1,
    .help = "SCENARIO is a file, or one that comes with the program (critter world list). The same scenario "
            "with the same seed is the "
            "same life, whatever the speed.\n\n"
            "Ctrl-C ends cleanly: recordings are whole, and the summary is printed.\n\n"
            "With --socket, each line sent is a verb as in a scenario's timeline, such as {\"pet\": "
            "{\"what\": \"vector\"}}, or "
            "{\"snapshot\": {}}; each is answered with one line.",
    .examples = "critter sim tabletop --seconds 60\n"
                "critter sim home.json --record day.world        # and day.world.vector.life\n"
                "critter sim living-room --seconds 300 --accuracy table\n"
                "critter sim household --hours 24 --life table\n"
                "critter sim tests/scenarios/straight.json --check\n"
                "critter sim habitat --seconds 10 --trace json | jq .robots[0].at_m\n"
                "critter sim tabletop --socket /tmp/table        # echo '{\"snapshot\": {}}' | nc -U -q1 "
                "/tmp/table\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct sim_wish),
    .run = run,
};
