#include "cli/commands.h"

#include "base/system/file.h"
#include "cli/canvas.h"
#include "cli/face_picture.h"
#include "cli/terminal.h"
#include "codec/picture/png.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct wish {
    const char *robot, *resources, *output, *colour;
    double temperature, at, seconds;
    uint64_t scale;
    bool terminal, high_first;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "a .png (moving with --seconds), or a .raw: two bytes a pixel, picture after picture; - is stdout, as "
     "PNG (default screen.png)"},
    {"terminal", 't', OPTION_FLAG, offsetof(struct wish, terminal), NULL,
     "shows it in this terminal instead, for --seconds"},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT", "vector or cozmo (default vector)"},
    {"temperature", 0, OPTION_F64, offsetof(struct wish, temperature), "DEGREES",
     "shows this temperature, with or without weather", -999, 999},
    {"at", 0, OPTION_F64, offsetof(struct wish, at), "SECONDS",
     "the moment shown, after its start (default 0.4)", 0, 3600},
    {"seconds", 0, OPTION_F64, offsetof(struct wish, seconds), "N",
     "makes a moving picture of this many seconds", 0, 60},
    {"high-first", 0, OPTION_FLAG, offsetof(struct wish, high_first), NULL,
     "a raw file with the high byte first, as client programs send pixels (default: low first, as boot "
     "movies)"},
    FACE_COLOUR_OPTION(struct wish),
    {"scale", 0, OPTION_U64, offsetof(struct wish, scale), "N",
     "PNG pixels for each display pixel (default 4)", 1, 16},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over ours"},
};

// --------------------------------------------------------------------------------------------- what is shown

static void hand(const char *words, struct text cards[SCREEN_CARDS]) {
    struct text rest = text_of(words), card;
    for (int i = 0; i < SCREEN_CARDS && text_split(&rest, ',', &card); i++)
        cards[i] = text_is(card, "-") ? (struct text){0} : text_trim(card);
}

static enum err show_cards(struct call *call, struct canvas *c, struct fault *fault) {
    struct text dealer[SCREEN_CARDS] = {{0}}, player[SCREEN_CARDS] = {{0}};
    hand(call->words.count > 1 ? call->words.at[1] : "ace_spades,back", dealer);
    hand(call->words.count > 2 ? call->words.at[2] : "10_hearts,queen_clubs", player);
    if (!screen_cards(&c->screen, dealer, player, 0, 0)) return ERR_NONE;
    return fault_set(fault, ERR_UNKNOWN,
                     "expected up to %d cards for each, like 10_hearts,king_spades,back; - is an empty place",
                     SCREEN_CARDS);
}

static enum err show_fault(struct call *call, struct canvas *c, struct fault *fault) {
    uint64_t code;
    if (call->words.count < 2 || text_to_u64(text_of(call->words.at[1]), &code) || !code || code > 999)
        return fault_set(fault, ERR_RANGE, "expected a number from 1 to 999 after \"fault\"");
    screen_show_fault(&c->screen, (uint16_t)code);
    return ERR_NONE;
}

// A PNG file, as a program would show it: made to fit.
static enum err show_file(const char *path, struct canvas *c, struct fault *fault) {
    struct buf bytes = {0};
    struct pixels file = {0}, fits = {0};
    enum err err = file_read(path, SPRITE_FILE_BYTES_MAX, &bytes, fault);
    if (!err && (err = png_decode((struct bytes){bytes.at, bytes.len}, 3, &file, fault)))
        fault_in(fault, path);
    if (!err && (err = pixels_scale(&file, c->style->width, c->style->height, &fits)))
        fault_set(fault, err, "no memory for a picture");
    if (!err) {
        raster_from_pixels(&fits, &c->raster);
        screen_piece(&c->screen, 0, c->pixels, (uint32_t)(c->raster.width * c->raster.height));
        screen_show_picture(&c->screen, 0, 0);
    }
    pixels_free(&file);
    pixels_free(&fits);
    buf_free(&bytes);
    return err;
}

static enum err unknown(const struct canvas *c, const char *name, struct fault *fault) {
    const char *names[64];
    size_t count = 0;
    for (uint32_t i = 0; screen_condition(i); i++) names[count++] = screen_condition(i);
    names[count++] = "boot", names[count++] = "cards", names[count++] = "fault", names[count++] = "text";
    const struct sprites *s = &c->library->sprites;
    char near_room[64];
    const char *near = text_nearest(name, names, count);
    for (uint32_t i = 0; i < s->count && !near; i++) {
        text_copy(s->at[i].name, near_room, sizeof near_room);
        const char *one = near_room;
        near = text_nearest(name, &one, 1);
    }
    return fault_set(fault, ERR_UNKNOWN, "no screen, trigger or picture is called \"%s\"%s%s%s", name,
                     near ? "; did you mean \"" : " (critter face screens has them all)", near ? near : "",
                     near ? "\"?" : "");
}

// How many words may follow it.
static size_t more_of(const char *what) {
    return !strcmp(what, "cards") ? 2 : !strcmp(what, "fault") || !strcmp(what, "text") ? 1 : 0;
}

static enum err show(struct call *call, struct canvas *c, const struct wish *wish, struct fault *fault) {
    const char *what = call->words.count ? call->words.at[0] : "";
    bool warm = wish->temperature < HUGE_VAL;
    int degrees = warm ? (int)wish->temperature : 0;
    if (!strcmp(what, "fault")) return show_fault(call, c, fault);
    if (!strcmp(what, "cards")) return show_cards(call, c, fault);
    if (!strcmp(what, "boot")) return screen_boot(&c->screen, 0), ERR_NONE;
    if (!strcmp(what, "text")) {
        screen_say(&c->screen, text_of(call->words.count > 1 ? call->words.at[1] : ""), 0, 0);
        return ERR_NONE;
    }
    if (!strcmp(path_extension(what), ".png")) return show_file(what, c, fault);
    if (!screen_weather(&c->screen, text_of(what), warm ? &degrees : NULL, 0, 0)) return ERR_NONE;
    if (!screen_compose(&c->screen, text_of(what), 0, 0)) return ERR_NONE;
    if (!screen_sprite(&c->screen, text_of(what), 0, 0)) return ERR_NONE;
    return unknown(c, what, fault);
}

// --------------------------------------------------------------------------------------------- where it goes

static uint32_t ticks_of(double seconds) { return (uint32_t)(seconds * 1000 / PLAYER_STEP_MS + 0.5); }

static enum err on_terminal(struct canvas *c, const struct wish *wish, const struct eye_colour *colour,
                            struct fault *fault) {
    struct terminal *terminal = terminal_open(stdout, c->raster.width, c->raster.height);
    if (!terminal) return fault_set(fault, ERR_MEMORY, "no memory for a terminal");
    uint32_t count = ticks_of(wish->seconds > 0 ? wish->seconds : 4);
    for (uint32_t tick = 0; tick < count; tick++) {
        canvas_draw(c, tick, NULL, NULL, colour);
        terminal_show(terminal, &c->raster);
        nanosleep(&(struct timespec){0, PLAYER_STEP_MS * 1000000L}, NULL);
    }
    terminal_close(terminal);
    return ERR_NONE;
}

static enum err put(const char *path, const struct buf *bytes, struct fault *fault) {
    if (bytes->err) return fault_set(fault, bytes->err, "no room for the picture");
    return call_write(path, bytes->at, bytes->len, fault);
}

static enum err as_raw(struct canvas *c, const struct wish *wish, const struct eye_colour *colour,
                       struct fault *fault) {
    struct buf out = {0};
    uint8_t bytes[MOVIE_FRAME_BYTES];
    uint32_t count = wish->seconds > 0 ? ticks_of(wish->seconds) : 1, first = ticks_of(wish->at);
    for (uint32_t i = 0; i < count; i++) {
        canvas_draw(c, wish->seconds > 0 ? i : first, NULL, NULL, colour);
        raster_to_raw(&c->raster, wish->high_first, bytes);
        buf_bytes(&out, bytes, (size_t)(c->raster.width * c->raster.height) * 2);
    }
    enum err err = put(wish->output, &out, fault);
    buf_free(&out);
    return err;
}

static enum err as_png(struct canvas *c, const struct wish *wish, const struct eye_colour *colour,
                       struct fault *fault) {
    struct face_picture picture;
    enum err err =
        face_picture_new(&picture, c->style->width, c->style->height, (unsigned)wish->scale, fault);
    if (err) return err;
    struct buf out = {0};
    struct apng moving;
    apng_begin(&moving, &out, 0);
    uint32_t count = wish->seconds > 0 ? ticks_of(wish->seconds) : 0;
    for (uint32_t tick = 0; tick < count && !err; tick++) {
        canvas_draw(c, tick, NULL, NULL, colour);
        face_picture_raster(&picture, &c->raster, c->style, 0, 0);
        err = apng_frame(&moving, &picture.pixels, PLAYER_STEP_MS, fault);
    }
    if (!count) {
        canvas_draw(c, ticks_of(wish->at), NULL, NULL, colour);
        face_picture_raster(&picture, &c->raster, c->style, 0, 0);
        err = png_encode(&picture.pixels, &out, fault);
    } else if (!err) {
        err = apng_end(&moving, fault);
    }
    if (!err) err = put(wish->output, &out, fault);
    face_picture_free(&picture);
    buf_free(&out);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    if (!call_robot(call, wish->robot)) return EXIT_WRONG_USE;
    if (!call->words.count && wish->temperature >= HUGE_VAL)
        return call_wrong(call, "expected what to show: a screen, or --temperature");
    if (call->words.count > 1 && call->words.count - 1 > more_of(call->words.at[0]))
        return call_wrong(call, "one word too many: \"%s\"", call->words.at[1 + more_of(call->words.at[0])]);
    if (call->words.count && !strcmp(call->words.at[0], "text") &&
        (call->words.count < 2 || !*call->words.at[1]))
        return call_wrong(call, "expected words after \"text\"");
    const struct eye_colour *colour = eye_colour_find(wish->colour, &fault);
    if (!colour) return call_wrong(call, "--colour: %s", fault.said);
    struct canvas *canvas = canvas_open(wish->robot, wish->resources, &fault);
    if (!canvas) return call_failed(call, &fault);
    enum err err = show(call, canvas, wish, &fault);
    if (err) {
    } else if (wish->terminal) {
        err = on_terminal(canvas, wish, colour, &fault);
    } else {
        err = strcmp(path_extension(wish->output), ".raw") ? as_png(canvas, wish, colour, &fault)
                                                           : as_raw(canvas, wish, colour, &fault);
    }
    canvas_close(canvas);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_face_screen = {
    .name = "screen",
    .group = "face",
    .summary = "draws what a face can show besides eyes: weather, cards, text, faults",
    .words = "[WHAT [MORE...]]",
    .words_most = 3,
    .help =
        "WHAT is a kind of weather, a trigger of a layout, the name of a picture or sequence (critter "
        "face screens lists them), "
        "a PNG file, or one of these:\n\n"
        "boot (the movie of the start), cards DEALER PLAYER (separated by commas: 10_hearts, queen_clubs, "
        "back; - is an empty place), fault NUMBER, "
        "text WORDS.\n\n"
        "A picture that is missing shows as a red square.",
    .examples = "critter face screen rain --temperature 12 -o rain.png\n"
                "critter face screen snow --seconds 3 -o snow.png       # moves\n"
                "critter face screen fault 915 --terminal\n"
                "critter face screen cards ace_spades,back 10_hearts,3_clubs\n"
                "critter face screen boot --seconds 2.8 -o boot_anim.raw\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.robot = "vector",
                                     .output = "screen.png",
                                     .colour = "tip_over_teal",
                                     .temperature = HUGE_VAL,
                                     .at = 0.4,
                                     .scale = 4},
    .run = run,
};
