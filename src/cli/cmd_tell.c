#include "cli/commands.h"

#include "cli/talk.h"

struct wish {
    const char *socket, *robot;
    double wait;
};
static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "NAME", "whom it is for (default: the first)"},
    {"socket", 0, OPTION_TEXT, offsetof(struct wish, socket), "PATH",
     "which world (default: $CRITTER_SOCKET, or the only one that runs)"},
    {"wait", 0, OPTION_F64, offsetof(struct wish, wait), "SECONDS", "for each answer, at most (default 30)",
     0.1, 86400},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    bool refused = false;
    struct talk *talk = talk_open(&(struct talk_wish){.socket = wish->socket}, &fault);
    for (size_t i = 0; talk && !fault.err && i < call->words.count; i++) {
        struct text line;
        if (talk_say(talk, call->words.at[i], wish->robot, &fault)) break;
        if (talk_hear(talk, wish->wait, &line, &fault)) break;
        refused |= text_starts(line, "{\"error\":");
        printf("%.*s\n", (int)line.len, line.at);
        fflush(stdout);
    }
    talk_close(talk);
    return fault.err ? call_failed(call, &fault) : refused ? EXIT_FAILED : EXIT_FINE;
}

const struct command cmd_tell = {
    .name = "tell",
    .summary = "tells a running world, or a robot in it, something and prints the answers",
    .words = "MESSAGE...",
    .words_least = 1,
    .any_words = true,
    .help =
        "For a world that critter run, or critter sim with --socket, keeps running. A MESSAGE is a request "
        "to a robot, such as "
        "{\"Drive\": {\"left_mps\": 0.1, \"right_mps\": 0.1, \"seconds\": 1}}, or what a hand does, such as "
        "{\"pet\": {\"what\": \"vector\"}}; a name alone is one without fields. robots, view and snapshot "
        "are answered with what is there. Each is answered with a line before the next is sent.",
    .examples = "critter tell Hello\n"
                "critter tell robots\n"
                "critter tell --robot cozmo '{\"Head\": {\"angle_rad\": 0.4}}' Blink\n"
                "critter tell '{\"tap\": {\"what\": \"cube1\"}}'\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.wait = 30},
    .run = run,
};
