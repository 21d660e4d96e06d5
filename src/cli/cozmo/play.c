#include "cli/cozmo/cozmo.h"

#include <string.h>

struct play {
    const char *at, *resources;
    int32_t loops, volume;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct play),
    {"resources", 0, OPTION_TEXT, offsetof(struct play, resources), "FOLDER",
     "your own copy of the app's resources, over our clips"},
    {"loops", 'n', OPTION_I32, offsetof(struct play, loops), "N",
     "how often each (default 1; 0: until Ctrl-C)", 0, 100000},
    {"volume", 'v', OPTION_I32, offsetof(struct play, volume), "N", "0 to 65535 (default 40000)", 0, 65535},
};

static enum critter_err begin(struct critter_cozmo *cozmo, const char *name, int loops) {
    const char *dot = strrchr(name, '.');
    if (dot && (!strcmp(dot, ".bin") || !strcmp(dot, ".json")))
        return critter_cozmo_play_file(cozmo, name, NULL);
    if (!critter_cozmo_play_clip(cozmo, name, loops)) return CRITTER_OK;
    enum critter_err err = critter_cozmo_play_trigger(cozmo, name);
    return err ? critter_cozmo_play_clip(cozmo, name, loops) : CRITTER_OK; // which says that there is none
}

static enum critter_err play(struct critter_cozmo *cozmo, const char *name, int loops) {
    enum critter_err err = begin(cozmo, name, loops);
    bool stopped = false;
    while (!err && critter_cozmo_clip_plays(cozmo)) {
        if (cozmo_interrupted() && !stopped) critter_cozmo_stop_clip(cozmo), stopped = true;
        err = critter_cozmo_sleep(cozmo, 30);
    }
    return err ? err : critter_cozmo_wait(cozmo, "animation_completed", 3000, NULL);
}

static int run(struct call *call) {
    const struct play *wish = call->options;
    struct critter_cozmo *cozmo = cozmo_connect(call, wish->at, NULL);
    if (!cozmo) return EXIT_FAILED;
    int err = critter_cozmo_load_clips(cozmo, wish->resources);
    if (!err) err = critter_cozmo_set_volume(cozmo, wish->volume);
    for (size_t i = 0; !err && i < call->words.count && !cozmo_interrupted(); i++)
        err = play(cozmo, call->words.at[i], wish->loops);
    int code = err ? cozmo_failed(call, cozmo) : EXIT_FINE;
    critter_cozmo_disconnect(cozmo);
    return code;
}

const struct command cmd_cozmo_play = {
    .name = "play",
    .group = "cozmo",
    .serves = true,
    .summary = "plays clips on the robot: head, lift, wheels, face, pictures, lights and sound",
    .words = "[ADDRESS] NAME...",
    .words_least = 1,
    .any_words = true,
    .help =
        "NAME is a clip, a trigger (one of its clips is chosen, as the robot's app does) or a file (.bin or "
        ".json; its first clip). The robot plays by its own clock; key-frames, pictures and sound go over a "
        "fifth "
        "of a second ahead. Ctrl-C stops the clip. "
        "What there is: critter clip list --robot cozmo." COZMO_TAKES_OVER,
    .examples = "critter cozmo play anim_answer_yes_01\n"
                "critter cozmo play --resources ~/cozmo_resources CodeLabHappy\n"
                "critter cozmo play --at 127.0.0.1 mine.json\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct play),
    .defaults = &(const struct play){.volume = 40000, .loops = 1},
    .sort_words = cozmo_sort_words,
    .run = run,
};
