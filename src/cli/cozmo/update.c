#include "cli/cozmo/cozmo.h"

#include "base/plural.h"

#include <unistd.h>

struct update {
    const char *at;
    bool signature, quiet;
    size_t done;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct update),
    {"signature", 's', OPTION_FLAG, offsetof(struct update, signature), NULL,
     "only print the file's signature; no robot is needed"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct update, quiet), NULL, "no progress"},
};

static int progress(void *user, size_t done, size_t all) {
    struct update *wish = user;
    bool over = cozmo_interrupted();
    if (!wish->quiet && isatty(2) && (done != wish->done || over))
        fprintf(stderr, "\r%3zu %% of %s%s", done * 100 / all, PLURAL(all, "byte"),
                done == all || over ? "\n" : "");
    wish->done = done;
    return over;
}

static int run(struct call *call) {
    struct update *wish = call->options;
    char json[1100], why[300];
    const char *path = call->words.at[0];
    if (critter_cozmo_firmware_signature(path, json, sizeof json, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return EXIT_FAILED;
    }
    printf("%s\n", json);
    if (wish->signature) return EXIT_FINE;
    struct critter_cozmo *cozmo =
        cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.no_initialise = 1});
    if (!cozmo) return EXIT_FAILED;
    int code = critter_cozmo_update_wait(cozmo, path, progress, wish) ? cozmo_failed(call, cozmo) : EXIT_FINE;
    critter_cozmo_disconnect(cozmo);
    if (code == EXIT_FINE) printf("The robot has it, and starts anew: give it 15 seconds.\n");
    return code;
}

const struct command cmd_cozmo_update = {
    .name = "update",
    .group = "cozmo",
    .summary = "sends a firmware file to the robot",
    .words = "[ADDRESS] FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Checks that FILE (cozmo.safe) begins with a signature that has a version and the signatures of "
            "three controllers, prints it, and "
            "sends the file. The hashes in it cannot be verified from outside; the robot does. Do not switch "
            "the robot off meanwhile. Ctrl-C breaks it off: then send the file again before you switch the "
            "robot off." COZMO_TAKES_OVER,
    .examples = "critter cozmo update --signature cozmo.safe\ncritter cozmo update cozmo.safe\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct update),
    .sort_words = cozmo_sort_words,
    .run = run,
};
