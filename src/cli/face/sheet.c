#include "cli/commands.h"

#include "cli/face_picture.h"

struct wish {
    const char *output, *style, *colour;
    uint64_t columns, scale;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "where the PNG goes (default faces.png; - is stdout)"},
    {"style", 's', OPTION_TEXT, offsetof(struct wish, style), "STYLE",
     "vector, cozmo or library (default vector)"},
    FACE_COLOUR_OPTION(struct wish),
    {"columns", 0, OPTION_U64, offsetof(struct wish, columns), "N", "faces in a row (default 6)", 1, 32},
    FACE_SCALE_OPTION(struct wish),
};

enum { GAP = 6, LABEL = 11 };

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    const struct face_style *style = face_style_find(wish->style, &fault);
    const struct eye_colour *colour = style ? eye_colour_find(wish->colour, &fault) : NULL;
    if (!colour) return call_failed(call, &fault);
    unsigned count = 0, columns = (unsigned)wish->columns;
    while (face_name(count)) count++;
    unsigned rows = (count + columns - 1) / columns, cell_w = style->width + GAP,
             cell_h = style->height + LABEL + GAP;
    struct face_picture sheet;
    if (face_picture_new(&sheet, columns * cell_w + GAP, rows * cell_h + GAP, (unsigned)wish->scale, &fault))
        return call_failed(call, &fault);
    for (unsigned i = 0; i < sheet.pixels.width * sheet.pixels.height; i++)
        pixels_at(&sheet.pixels, i % sheet.pixels.width, i / sheet.pixels.width)[2] = 28;
    for (unsigned i = 0; i < count; i++) {
        struct face face;
        face_named(&face, style, face_name(i));
        unsigned x = GAP + i % columns * cell_w, y = GAP + i / columns * cell_h;
        face_picture_put(&sheet, &face, style, colour, x, y);
        face_picture_text(&sheet, face_name(i), x + 2, y + style->height + 2);
    }
    enum err err = face_picture_write(&sheet, wish->output, &fault);
    face_picture_free(&sheet);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_face_sheet = {
    .name = "sheet",
    .group = "face",
    .summary = "draws all expressions side by side as a PNG picture",
    .help = "A contact sheet: every expression the face can be asked for, with its name below.",
    .examples = "critter face sheet -o faces.png\n"
                "critter face sheet --style cozmo --columns 7 --scale 2\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults =
        &(const struct wish){
            .output = "faces.png", .style = "vector", .colour = "tip_over_teal", .columns = 6, .scale = 1},
    .run = run,
};
