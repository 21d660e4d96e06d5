#include "cli/clip/library.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "stage/lights/lights.h"

#include <string.h>
#include <unistd.h>

struct wish {
    const char *output, *robot, *resources;
    uint64_t every, length;
    bool plain;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "a PNG instead: time to the right, a row for each lamp (- is stdout)"},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT",
     "whose own pattern: vector (default) or cozmo"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our patterns"},
    {"every", 'e', OPTION_U64, offsetof(struct wish, every), "MS",
     "milliseconds from one line, or column of the picture, to the next (default 100)", 1, 60000},
    {"length", 'l', OPTION_U64, offsetof(struct wish, length), "MS",
     "how long (default: until it ends or begins again, at most 10 seconds)", 1, 3600000},
    {"plain", 'p', OPTION_FLAG, offsetof(struct wish, plain), NULL,
     "colours as #rrggbb, as when stdout is not a terminal"},
};

enum { USUAL_MS = 10000, LINES_MAX = 8192, COLUMN = 4, ROW = 16 };

static uint64_t usual_length(const struct light_show *show) {
    uint64_t length = light_show_length_ms(show), before = 0, round = 1;
    const struct light_pattern *last = &show->steps[show->count - 1].pattern;
    if (length) return length > USUAL_MS ? USUAL_MS : length;
    for (uint32_t i = 0; i + 1 < show->count; i++) before += show->steps[i].duration_ms;
    for (uint32_t i = 0; i < last->count; i++)
        if (light_cycle_ms(&last->lamps[i]) > round) round = light_cycle_ms(&last->lamps[i]);
    if ((uint64_t)last->rotate_ms * last->count > round) round = (uint64_t)last->rotate_ms * last->count;
    return before + round > USUAL_MS ? USUAL_MS : before + round;
}

static void print(const struct light_show *show, uint64_t length, uint64_t every, bool plain) {
    for (uint64_t ms = 0; ms < length; ms += every) {
        struct body_colour lamps[LIGHTS_MAX];
        light_show_at(show, ms, lamps);
        printf("%7llu ms ", (unsigned long long)ms);
        for (uint32_t i = 0; i < show->steps[0].pattern.count; i++)
            if (plain)
                printf(" #%02x%02x%02x", lamps[i].r, lamps[i].g, lamps[i].b);
            else
                printf(" \033[48;2;%u;%u;%um    \033[0m", lamps[i].r, lamps[i].g, lamps[i].b);
        putchar('\n');
    }
}

static enum err draw(const struct light_show *show, uint64_t length, uint64_t every, const char *path,
                     struct fault *fault) {
    struct pixels picture = {0};
    struct buf png = {0};
    unsigned columns = (unsigned)((length + every - 1) / every), count = show->steps[0].pattern.count;
    enum err err = columns * COLUMN > PIXELS_SIDE_MAX
                       ? ERR_LIMIT
                       : pixels_new(&picture, columns * COLUMN, count * ROW, 3);
    if (err) return fault_set(fault, err, "%u columns are too many for a picture; raise --every", columns);
    for (unsigned x = 0; x < columns * COLUMN; x++) {
        struct body_colour lamps[LIGHTS_MAX];
        light_show_at(show, x / COLUMN * every, lamps);
        for (unsigned y = 0; y < count * ROW; y++)
            memcpy(pixels_at(&picture, x, y),
                   (uint8_t[3]){lamps[y / ROW].r, lamps[y / ROW].g, lamps[y / ROW].b}, y % ROW ? 3 : 0);
    }
    err = png_encode(&picture, &png, fault);
    if (!err) err = call_write(path, png.at, png.len, fault);
    buf_free(&png);
    pixels_free(&picture);
    return err;
}

static enum err choose(const struct light_shows *shows, const char *name, const struct light_show **out,
                       struct fault *fault) {
    *out = name ? lights_find(shows, text_of(name)) : shows->count == 1 ? &shows->at[0] : NULL;
    if (*out) return ERR_NONE;
    if (!shows->count) return fault_set(fault, ERR_MISSING, "there is no pattern in it");
    char names[160] = "";
    size_t len = 0;
    for (size_t i = 0; i < shows->count && len + 20 < sizeof names; i++) {
        char one[48];
        text_copy(shows->at[i].name, one, sizeof one);
        len += (size_t)snprintf(names + len, sizeof names - len, "%s%s", i ? ", " : "", one);
    }
    return name ? fault_set(fault, ERR_UNKNOWN, "there is no pattern \"%s\"; there are %s", name, names)
                : fault_set(fault, ERR_MISSING, "there are several patterns; name one of %s", names);
}

static enum err tell(const struct light_show *show, const struct wish *wish, struct fault *fault) {
    uint64_t length = wish->length ? wish->length : usual_length(show);
    if (wish->output) return draw(show, length, wish->every, wish->output, fault);
    if (length / wish->every > LINES_MAX)
        return fault_set(fault, ERR_LIMIT, "more than %d lines; raise --every", LINES_MAX);
    print(show, length, wish->every, wish->plain || !isatty(STDOUT_FILENO));
    return ERR_NONE;
}

static int show_file(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf notes = {0};
    struct json *document;
    struct light_shows shows;
    const struct light_show *show;
    const char *path = call->words.at[0];
    char name[200];
    struct text base = text_of(path_name(path));
    base.len -= strlen(path_extension(path));
    text_copy(base, name, sizeof name);
    struct arena *arena = arena_new(64 << 10);
    enum err err =
        arena ? json_read(path, arena, NULL, &document, &fault) : fault_set(&fault, ERR_MEMORY, "no memory");
    if (!err) err = lights_read(document, name, arena, &notes, &shows, &fault);
    if (notes.len) fprintf(stderr, "%.*s", (int)notes.len, (const char *)notes.at);
    if (!err) err = choose(&shows, call->words.count > 1 ? call->words.at[1] : NULL, &show, &fault);
    if (!err) err = tell(show, wish, &fault);
    if (err) fault_in(&fault, path);
    buf_free(&notes);
    arena_free(arena);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

// One of the robots' own, of the back or of a cube.
static enum err show_own(void *user, const struct library *library, struct fault *fault) {
    const struct call *call = user;
    const char *name = call->words.at[0];
    const struct light_show *show = library_backpack(library, name);
    if (!show) show = library_cube(library, name);
    if (show) return tell(show, call->options, fault);
    const struct light_shows *all[] = {&library->backpack, &library->our_backpack, &library->cube,
                                       &library->our_cube};
    const char *names[512];
    size_t count = 0;
    for (int i = 0; i < 4; i++)
        for (size_t k = 0; k < all[i]->count && count < 512; k++) names[count++] = all[i]->at[k].name.at;
    const char *near = text_nearest(name, names, count);
    return fault_set(fault, ERR_UNKNOWN, "%s has no pattern \"%s\"%s%s%s", library->creature, name,
                     near ? "; did you mean \"" : "; critter light list names them", near ? near : "",
                     near ? "\"?" : "");
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *path = call->words.at[0];
    if (*path_extension(path) || file_exists(path)) return show_file(call);
    if (call->words.count > 1) return call_wrong(call, "\"%s\" is no file", path);
    return clip_each_library(call, wish->robot, wish->resources, show_own, call);
}

const struct command cmd_light_show = {
    .name = "show",
    .group = "light",
    .summary = "shows a light pattern of a backpack or a cube over time",
    .words = "PATTERN | FILE [NAME]",
    .words_least = 1,
    .words_most = 2,
    .help = "PATTERN is one of the robots' own, of the back or of a cube (critter light list). A FILE has an "
            "extension; it is one of the robots' own kinds of file: those of Vector's backpack (3 lamps), "
            "Cozmo's "
            "(5, a dictionary of them) and of cubes "
            "(4, steps one after the other). NAME chooses one of several in a file.\n\n"
            "On a terminal every line is a moment, with the lamps as blocks of colour: front, middle, back "
            "on Vector; left, front, middle, back, "
            "right on Cozmo.",
    .examples = "critter light show LowBattery\n"
                "critter light show charging.json\n"
                "critter light show backpackLightPatterns.json Charging --length 3000\n"
                "critter light show spin.json -o spin.png --every 20\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.robot = "vector", .every = 100},
    .run = run,
};
