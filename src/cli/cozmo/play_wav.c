#include "cli/cozmo/cozmo.h"

struct play {
    const char *at;
    int32_t volume;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct play),
    {"volume", 'v', OPTION_I32, offsetof(struct play, volume), "N", "0 to 65535 (default 40000)", 0, 65535},
};

static int run(struct call *call) {
    const struct play *wish = call->options;
    if (!cozmo_files_there(call)) return EXIT_FAILED;
    struct critter_cozmo *cozmo = cozmo_connect(call, wish->at, NULL);
    if (!cozmo) return EXIT_FAILED;
    int err = critter_cozmo_set_volume(cozmo, wish->volume);
    for (size_t i = 0; !err && i < call->words.count; i++)
        err = critter_cozmo_play_wav(cozmo, call->words.at[i]);
    while (!err && critter_cozmo_playing_ms(cozmo) > 0 && !cozmo_interrupted())
        err = critter_cozmo_sleep(cozmo, 50);
    if (!err && !cozmo_interrupted()) err = critter_cozmo_sleep(cozmo, 400); // what the robot still has
    int code = err ? cozmo_failed(call, cozmo) : EXIT_FINE;
    critter_cozmo_disconnect(cozmo);
    return code;
}

const struct command cmd_cozmo_play_wav = {
    .name = "play-wav",
    .group = "cozmo",
    .serves = true,
    .summary = "plays sound files through the robot's speaker",
    .words = "[ADDRESS] FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Plays WAV files of any rate and width, one after the other; channels are mixed. The sound goes "
            "over as fast as the robot plays "
            "it, a fifth of a second ahead. Ctrl-C ends it." COZMO_TAKES_OVER,
    .examples = "critter cozmo play-wav hello.wav\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct play),
    .defaults = &(const struct play){.volume = 40000},
    .sort_words = cozmo_sort_words,
    .run = run,
};
