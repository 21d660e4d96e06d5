#include "cli/cozmo/cozmo.h"

struct show {
    const char *at;
    double seconds;
    bool rows_64;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct show),
    {"seconds", 's', OPTION_F64, offsetof(struct show, seconds), "S", "how long each is shown (default 5)", 0,
     86400},
    {"upper-rows", 0, OPTION_FLAG, offsetof(struct show, rows_64), NULL,
     "light the upper row of each pair throughout"},
};

static int run(struct call *call) {
    const struct show *wish = call->options;
    if (!cozmo_files_there(call)) return EXIT_FAILED;
    struct critter_cozmo *cozmo =
        cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.rows_64 = wish->rows_64});
    if (!cozmo) return EXIT_FAILED;
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count && !cozmo_interrupted(); i++) {
        if (critter_cozmo_show_file(cozmo, call->words.at[i])) {
            code = cozmo_failed(call, cozmo);
            continue;
        }
        if (!cozmo_linger(cozmo, (int)(wish->seconds * 1000))) {
            code = cozmo_failed(call, cozmo);
            break;
        }
    }
    critter_cozmo_show_nothing(cozmo);
    if (critter_cozmo_connected(cozmo)) critter_cozmo_sleep(cozmo, 100);
    critter_cozmo_disconnect(cozmo);
    return code;
}

const struct command cmd_cozmo_show_image = {
    .name = "show-image",
    .group = "cozmo",
    .serves = true,
    .summary = "shows pictures on the robot's face",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Shows PNG and JPEG pictures, one after the other. They are fitted into the face's 128 by 64 "
            "points, of which every other row is "
            "dark, and made black and white by spreading the error. Very restless pictures do not fit a "
            "message and are shown smaller." COZMO_TAKES_OVER,
    .examples = "critter cozmo show-image --seconds 10 smile.png\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct show),
    .defaults = &(const struct show){.seconds = 5},
    .run = run,
};
