#include "cli/commands.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "robot/robot.h"
#include "run/draw.h"
#include "run/play.h"
#include "run/tape.h"

#include <string.h>

struct wish {
    double seconds;
    uint64_t width, seed;
    const char *robot;
};
static const struct option OPTIONS[] = {
    {"seconds", 'n', OPTION_F64, offsetof(struct wish, seconds), "N", "at this moment (default 60)", 0, 1e9},
    {"seed", 's', OPTION_U64, offsetof(struct wish, seed), "N",
     "seed of all random choices (default: the scenario's; a recording has its own)"},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "NAME", "whose map (default: the first's)"},
    {"width", 'w', OPTION_U64, offsetof(struct wish, width), "PIXELS",
     "how wide the picture is (default 800)", 16, 4096},
};

struct drawing {
    const struct wish *wish;
    struct pixels picture;
    struct fault *fault;
    enum err err;
    bool done;
    double at_s;
};

static const struct robot *whose(struct play *play, const char *name, struct fault *fault) {
    const struct scenario *s = play_scenario(play);
    for (uint32_t i = 0; i < s->robot_count; i++) {
        if (name && *name && strcmp(s->robots[i].name, name) != 0) continue;
        int life = play_life(play, i);
        const struct robot *robot = life < 0 ? NULL : robot_of(run_soul(play_run(play), (size_t)life));
        if (robot) return robot;
        if (name && *name) break;
    }
    if (name && *name)
        fault_set(fault, ERR_UNKNOWN, "nobody called \"%s\" has a map", name);
    else
        fault_set(fault, ERR_UNKNOWN, "nobody here has a map");
    return NULL;
}

static void draw_now(struct drawing *d, struct play *play) {
    const struct robot *robot = whose(play, d->wish->robot, d->fault);
    if (!robot) {
        d->err = ERR_UNKNOWN;
        return;
    }
    struct belief_place place;
    robot_place(robot, &place);
    d->err = draw_map(robot_map(robot), &place, (unsigned)d->wish->width, &d->picture, d->fault);
    d->done = !d->err;
}

static void look(void *user, struct play *play, int life) {
    struct drawing *d = user;
    d->at_s = (double)play_now_us(play) * 1e-6;
    if (!d->done && !d->err && d->at_s >= d->wish->seconds) draw_now(d, play);
}

static void draw_recording(struct drawing *d, const char *path) {
    struct tape_about about;
    struct tape_result result;
    struct tape_reader *reader = tape_open(path, &about, d->fault);
    enum err err = reader ? tape_play(reader, &about, NULL, look, d, &result, d->fault) : ERR_IO;
    tape_free(reader);
    if (!d->err) d->err = d->done ? ERR_NONE : err;
    if (!d->err && !d->done)
        d->err = fault_set(d->fault, ERR_RANGE, "the recording ends after %.1f s, before --seconds %.1f",
                           d->at_s, d->wish->seconds);
}

static void draw_scenario(struct drawing *d, const char *name) {
    struct scenario *s = scenario_open(name, NULL, 0, d->fault);
    struct play_config config = play_defaults();
    config.seed = d->wish->seed;
    struct play *play = s ? play_new(s, &config, d->fault) : NULL;
    d->err = play ? play_for(play, (int64_t)(d->wish->seconds * 1e6)) : ERR_STATE;
    if (!d->err) draw_now(d, play);
    play_free(play, NULL);
    scenario_free(s);
}

static bool is_recording(const char *path) {
    struct buf file = {0};
    bool is = !file_read(path, 1 << 28, &file, NULL) && tape_is((struct bytes){file.at, file.len});
    buf_free(&file);
    return is;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct drawing d = {.wish = wish, .fault = &fault};
    const char *path = call->words.at[1];
    struct buf png = {0};
    if (is_recording(call->words.at[0]))
        draw_recording(&d, call->words.at[0]);
    else
        draw_scenario(&d, call->words.at[0]);
    if (!d.err) d.err = png_encode(&d.picture, &png, &fault);
    if (!d.err) d.err = call_write(path, png.at, png.len, &fault);
    if (!d.err) printf("%s: %u by %u pixels\n", path, d.picture.width, d.picture.height);
    pixels_free(&d.picture);
    buf_free(&png);
    return d.err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_map_draw = {
    .name = "draw",
    .group = "map",
    .summary = "draws what a robot believes of the floor, as a PNG",
    .words = "SCENARIO|RECORDING FILE",
    .words_least = 2,
    .words_most = 2,
    .help = "A scenario is played up to the moment; a world recording is played again up to it. Where the "
            "robot drove "
            "is dark green, where its beam passed light green; edges are black, lines purple, what its beam "
            "met is "
            "orange, cubes are blue and chargers turquoise. White is unknown. The robot is grey with a "
            "bright front.",
    .examples = "critter map draw playroom map.png\n"
                "critter map draw day.world map.png --seconds 90 --robot vector\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.width = 800, .seconds = 60},
    .run = run,
};
