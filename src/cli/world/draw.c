#include "cli/commands.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "run/draw.h"
#include "run/play.h"

struct wish {
    double seconds;
    uint64_t width, seed;
};
static const struct option OPTIONS[] = {
    {"seconds", 'n', OPTION_F64, offsetof(struct wish, seconds), "N", "play this long first (default 0)", 0,
     1e9},
    {"seed", 's', OPTION_U64, offsetof(struct wish, seed), "N",
     "seed of all random choices (default: the scenario's)"},
    {"width", 'w', OPTION_U64, offsetof(struct wish, width), "PIXELS",
     "how wide the picture is (default 800)", 16, 4096},
};

static enum err draw(struct play *play, const struct wish *wish, const char *path, struct fault *fault) {
    struct pixels picture = {0};
    struct buf png = {0};
    enum err err = wish->seconds > 0 ? play_for(play, (int64_t)(wish->seconds * 1e6)) : ERR_NONE;
    if (!err) err = draw_plan(play_world(play), (unsigned)wish->width, &picture, fault);
    if (!err) err = png_encode(&picture, &png, fault);
    if (!err) err = call_write(path, png.at, png.len, fault);
    if (!err) printf("%s: %u by %u pixels\n", path, picture.width, picture.height);
    pixels_free(&picture);
    buf_free(&png);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct scenario *s = scenario_open(call->words.at[0], NULL, 0, &fault);
    struct play_config config = play_defaults();
    config.seed = wish->seed;
    struct play *play = s ? play_new(s, &config, &fault) : NULL;
    enum err err = play ? draw(play, wish, call->words.at[1], &fault) : ERR_STATE;
    play_free(play, NULL);
    scenario_free(s);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_world_draw = {
    .name = "draw",
    .group = "world",
    .summary = "draws a scenario from above, as a PNG",
    .words = "SCENARIO FILE",
    .words_least = 2,
    .words_most = 2,
    .help = "Robots are dark with a bright nose, people yellow, cubes blue. With --seconds the scenario is "
            "played so far first.",
    .examples = "critter world draw living-room room.png\n"
                "critter world draw tabletop later.png --seconds 30\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.width = 800},
    .run = run,
};
