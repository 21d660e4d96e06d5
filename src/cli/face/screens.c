#include "cli/commands.h"

#include "cli/canvas.h"
#include "cli/face_picture.h"

#include <string.h>

struct wish {
    const char *robot, *resources, *output, *colour;
    uint64_t columns, scale;
    bool pictures;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT", "vector or cozmo (default vector)"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over ours"},
    {"pictures", 0, OPTION_FLAG, offsetof(struct wish, pictures), NULL,
     "lists single pictures and sequences instead of screens"},
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "draws a contact sheet of the screens (PNG; - is stdout)"},
    FACE_COLOUR_OPTION(struct wish),
    {"columns", 0, OPTION_U64, offsetof(struct wish, columns), "N", "screens in a row (default 4)", 1, 16},
    FACE_SCALE_OPTION(struct wish),
};

// What a sheet shows: each with the words that critter face screen takes.
static const struct shown {
    const char *name;
    const char *what[4];
    int degrees;
    bool weather, temperature;
    uint32_t tick;
} SHEET[] = {
    {"cloudy", {"cloudy"}, 0, true, false, 24},
    {"cold", {"cold"}, 0, true, false, 8},
    {"rain", {"rain"}, 0, true, false, 8},
    {"snow", {"snow"}, 0, true, false, 20},
    {"stars", {"stars"}, 0, true, false, 12},
    {"sunny", {"sunny"}, 0, true, false, 15},
    {"thunderstorm", {"thunderstorm"}, 0, true, false, 19},
    {"windy", {"windy"}, 0, true, false, 22},
    {"sunny 21", {"sunny"}, 21, true, true, 15},
    {"snow -12", {"snow"}, -12, true, true, 20},
    {"temperature 7", {""}, 7, false, true, 0},
    {"temperature -4", {""}, -4, false, true, 0},
    {"temperature 104", {""}, 104, false, true, 0},
    {"temperature -38", {""}, -38, false, true, 0},
    {"face_hearts", {"face_hearts"}, .tick = 20},
    {"face_asleep", {"face_asleep"}, .tick = 30},
    {"face_music", {"face_music"}, .tick = 12},
    {"face_sparkles", {"face_sparkles"}, .tick = 10},
    {"face_searching", {"face_searching"}, .tick = 9},
    {"count_3", {"count_3"}, .tick = 20},
    {"battery_low", {"battery_low"}, .tick = 4},
    {"no_network", {"no_network"}, .tick = 0},
};

static void label(struct face_picture *sheet, const struct canvas *canvas, unsigned *count, unsigned columns,
                  const char *name) {
    enum { GAP = 6, LABEL = 11 };
    unsigned cell_w = canvas->style->width + GAP, cell_h = canvas->style->height + LABEL + GAP;
    unsigned x = GAP + *count % columns * cell_w, y = GAP + *count / columns * cell_h;
    face_picture_raster(sheet, &canvas->raster, canvas->style, x, y);
    face_picture_text(sheet, name, x + 2, y + canvas->style->height + 2);
    ++*count;
}

static void draw_scene(struct canvas *canvas, const struct shown *s, const struct eye_colour *colour) {
    screen_clear(&canvas->screen);
    if (s->weather || s->temperature)
        screen_weather(&canvas->screen, text_of(s->what[0]), s->temperature ? &s->degrees : NULL, 0, 0);
    else
        screen_sprite(&canvas->screen, text_of(s->what[0]), 0, 0);
    canvas_draw(canvas, s->tick, NULL, NULL, colour);
}

static void draw_others(struct face_picture *sheet, struct canvas *c, unsigned *count, unsigned columns,
                        const struct eye_colour *colour) {
    static const uint32_t BOOT[] = {14, 24, 30, 80};
    const struct text dealer[SCREEN_CARDS] = {TEXT("ace_spades"), TEXT("back")},
                      player[SCREEN_CARDS] = {TEXT("10_hearts"), TEXT("queen_clubs"), TEXT("2_diamonds")};
    screen_clear(&c->screen);
    screen_cards(&c->screen, dealer, player, 0, 0);
    canvas_draw(c, 0, NULL, NULL, colour);
    label(sheet, c, count, columns, "cards");
    for (size_t i = 0; i < sizeof BOOT / sizeof *BOOT; i++) {
        char name[24];
        screen_clear(&c->screen);
        screen_boot(&c->screen, 0);
        canvas_draw(c, BOOT[i], NULL, NULL, colour);
        snprintf(name, sizeof name, "boot %.1f s", BOOT[i] * 0.033);
        label(sheet, c, count, columns, name);
    }
    screen_clear(&c->screen);
    screen_say(&c->screen, TEXT("Hello!"), 0, 0);
    canvas_draw(c, 0, NULL, NULL, colour);
    label(sheet, c, count, columns, "text");
    struct screen_lines care = {
        .at = {"Ada", "vector 00a1f36c", "battery 3.91 V", "on its charger", "awake 0:12:09"}, .count = 5};
    screen_service(&c->screen, &care, 0, 0);
    canvas_draw(c, 0, NULL, NULL, colour);
    label(sheet, c, count, columns, "care");
    static const uint16_t FAULTS[] = {702, 915};
    for (int i = 0; i < 2; i++) {
        char name[24];
        screen_show_fault(&c->screen, FAULTS[i]);
        canvas_draw(c, 0, NULL, NULL, colour);
        snprintf(name, sizeof name, "fault %u", (unsigned)FAULTS[i]);
        label(sheet, c, count, columns, name);
    }
    screen_show_fault(&c->screen, 0);
    screen_clear(&c->screen);
    struct player_out missing = {.box_count = 1};
    missing.boxes[0] = (struct player_box){.asset = TEXT("not_there"),
                                           .layer = TEXT("Layer_6"),
                                           .x = 60,
                                           .y = 20,
                                           .width = 64,
                                           .height = 56,
                                           .alpha = 1};
    if (c->style->one_bit) missing.boxes[0].x = 40, missing.boxes[0].y = 12, missing.boxes[0].height = 40;
    canvas_draw(c, 0, &missing, NULL, colour);
    label(sheet, c, count, columns, "a missing picture");
}

static enum err draw_sheet(struct canvas *c, const struct wish *wish, const struct eye_colour *colour,
                           struct fault *fault) {
    enum { GAP = 6, LABEL = 11, OTHERS = 10 };
    unsigned count = 0, columns = (unsigned)wish->columns, all = sizeof SHEET / sizeof *SHEET + OTHERS;
    struct face_picture sheet;
    enum err err = face_picture_new(&sheet, columns * (c->style->width + GAP) + GAP,
                                    (all + columns - 1) / columns * (c->style->height + LABEL + GAP) + GAP,
                                    (unsigned)wish->scale, fault);
    if (err) return err;
    for (unsigned i = 0; i < sheet.pixels.width * sheet.pixels.height; i++)
        pixels_at(&sheet.pixels, i % sheet.pixels.width, i / sheet.pixels.width)[2] = 28;
    for (size_t i = 0; i < sizeof SHEET / sizeof *SHEET; i++) {
        draw_scene(c, &SHEET[i], colour);
        label(&sheet, c, &count, columns, SHEET[i].name);
    }
    draw_others(&sheet, c, &count, columns, colour);
    err = face_picture_write(&sheet, wish->output, fault);
    face_picture_free(&sheet);
    return err;
}

static void list(const struct canvas *c, bool pictures) {
    static const char *const ENDS[] = {"clear", "loop", "hold"};
    const struct sprites *sprites = &c->library->sprites;
    for (uint32_t i = 0; pictures && i < sprites->count; i++) {
        const struct sprite *s = &sprites->at[i];
        printf("%-32.*s %4u  %-5s  %s\n", (int)s->name.len, s->name.at, s->frames, ENDS[s->end],
               s->sketch  ? "ours"
               : s->movie ? s->movie
                          : s->files[0]);
    }
    if (pictures) return;
    for (uint32_t i = 0; screen_condition(i); i++) printf("weather  %s\n", screen_condition(i));
    const struct layouts *l = &c->library->layouts;
    for (uint32_t i = 0; i < l->layout_trigger_count; i++)
        printf("trigger  %.*s -> %.*s\n", (int)l->layout_triggers[i].trigger.len,
               l->layout_triggers[i].trigger.at, (int)l->layout_triggers[i].target.len,
               l->layout_triggers[i].target.at);
    puts("screen   boot\nscreen   cards DEALER PLAYER\nscreen   fault NUMBER\nscreen   text WORDS");
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    if (!call_robot(call, wish->robot)) return EXIT_WRONG_USE;
    const struct eye_colour *colour = eye_colour_find(wish->colour, &fault);
    if (!colour) return call_wrong(call, "--colour: %s", fault.said);
    struct canvas *canvas = canvas_open(wish->robot, wish->resources, &fault);
    if (!canvas) return call_failed(call, &fault);
    enum err err = wish->output ? draw_sheet(canvas, wish, colour, &fault) : ERR_NONE;
    if (!wish->output) list(canvas, wish->pictures);
    canvas_close(canvas);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_face_screens = {
    .name = "screens",
    .group = "face",
    .summary = "lists the screens and pictures that can be on the face, or draws them all",
    .help = "Without --output: what critter face screen can draw, one a line. With --pictures: every picture "
            "by its name, how many "
            "it has, what follows the last, and where it is from.",
    .examples = "critter face screens\n"
                "critter face screens --pictures --resources cozmo_resources\n"
                "critter face screens -o screens.png\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.robot = "vector", .colour = "tip_over_teal", .columns = 4, .scale = 1},
    .run = run,
};
