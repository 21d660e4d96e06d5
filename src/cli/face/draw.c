#include "cli/commands.h"

#include "base/arena.h"
#include "base/maths/maths.h"
#include "base/plural.h"
#include "base/system/file.h"
#include "cli/face_picture.h"

#include <stdlib.h>
#include <string.h>

struct wish {
    const char *output, *style, *colour, *corners, *glitch;
    uint64_t scale;
    double look_x, look_y, open, lines;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "where the PNG goes (default face.png; - is stdout)"},
    {"style", 's', OPTION_TEXT, offsetof(struct wish, style), "STYLE",
     "vector, cozmo or library (default vector)"},
    {"colour", 'c', OPTION_TEXT, offsetof(struct wish, colour), "COLOUR",
     "a colour of Vector's eyes (default tip_over_teal)"},
    {"scale", 0, OPTION_U64, offsetof(struct wish, scale), "N",
     "pixels drawn for each display pixel (default 4)", 1, 16},
    {"look-x", 'x', OPTION_F64, offsetof(struct wish, look_x), "X", "where it looks: -1 (left) to 1 (right)",
     -1, 1},
    {"look-y", 'y', OPTION_F64, offsetof(struct wish, look_y), "Y", "-1 (up) to 1 (down)", -1, 1},
    {"open", 0, OPTION_F64, offsetof(struct wish, open), "SHARE", "how far the eyes are open (default 1)", 0,
     1},
    {"lines", 0, OPTION_F64, offsetof(struct wish, lines), "SHARE",
     "how bright every other row is: scan lines (default 1: none are seen)", 0, 1},
    {"corners", 0, OPTION_TEXT, offsetof(struct wish, corners), "ORDER",
     "in which order NUMBERS have the corners of an eye: round (default) or rows"},
    {"glitch", 0, OPTION_TEXT, offsetof(struct wish, glitch), "SHAPE:PIXELS",
     "rows moved sideways by so many pixels at most: skew, triangle or s"},
};

// "s:12"
static enum err read_glitch(const char *text, struct face *face, struct fault *fault) {
    static const char *const SHAPES[] = {
        [FACE_GLITCH_SKEW] = "skew", [FACE_GLITCH_TRIANGLE] = "triangle", [FACE_GLITCH_S] = "s"};
    struct text rest = text_of(text), shape;
    if (text_split(&rest, ':', &shape))
        for (int i = FACE_GLITCH_SKEW; i <= FACE_GLITCH_S; i++)
            if (text_is(shape, SHAPES[i]) && !text_to_f32(rest, &face->glitch_px) &&
                m_abs(face->glitch_px) <= 184) {
                face->glitch = (enum face_glitch)i;
                return ERR_NONE;
            }
    return fault_set(fault, ERR_SYNTAX,
                     "--glitch %s: expected skew, triangle or s, a colon and up to 184 pixels, as in s:12",
                     text);
}

// The corners of a face that was read in rows, put where ours stand.
static void put_corners(struct face *face) {
    for (unsigned e = 0; e < 2; e++) {
        struct face read = *face;
        face_set_eye(face, e, read.eyes[e], EYE_NUMBERS, EYE_CORNERS_ROWS);
    }
}

// "0,0,1,1,0,…" or "[0, 0, 1, 1, 0, …]": 43 or 55 numbers.
static enum err read_numbers(const char *text, struct face *face, struct fault *fault) {
    float numbers[FACE_NUMBERS];
    size_t count = 0;
    struct text rest = text_trim(text_of(text)), piece;
    if (text_starts(rest, "[") && text_ends(rest, "]")) rest = (struct text){rest.at + 1, rest.len - 2};
    while (text_split(&rest, ',', &piece)) {
        double number;
        struct text word = text_trim(piece);
        if (text_to_f64(word, &number))
            return fault_set(fault, ERR_SYNTAX, "number %zu of the face: expected a number, found \"%.*s\"",
                             count + 1, (int)word.len, word.at);
        if (count < FACE_NUMBERS) numbers[count] = (float)number;
        count++;
    }
    if (face_from_numbers(face, numbers, count))
        return fault_set(fault, ERR_RANGE,
                         "expected the name of an expression, or %d or %d numbers; found %s",
                         FACE_NUMBERS_COZMO, FACE_NUMBERS, PLURAL(count, "number"));
    return ERR_NONE;
}

static enum err read_face(const char *what, const struct face_style *style, struct face *face,
                          struct fault *fault) {
    if (strchr(what, ',')) return read_numbers(what, face, fault);
    if (!face_named(face, style, what)) return ERR_NONE;
    const char *names[64];
    size_t count = 0;
    while (count < 64 && face_name(count)) names[count] = face_name(count), count++;
    const char *near = text_nearest(what, names, count);
    return fault_set(fault, ERR_UNKNOWN, "no expression is called \"%s\"%s%s%s", what,
                     near ? "; did you mean \"" : " (critter face list has them all)", near ? near : "",
                     near ? "\"?" : "");
}

// As clips are played: brought into range, and the first that was not in it is named.
static void mend(struct face *face, const struct face_style *style) {
    static const char *const HEAD[] = {"x", "y", "scale x", "scale y", "angle"};
    struct face rest, asked = *face;
    float before[FACE_NUMBERS], after[FACE_NUMBERS];
    face_neutral(&rest, style);
    unsigned mended = face_mend(face, &rest, style);
    face_to_numbers(&asked, before), face_to_numbers(face, after);
    for (unsigned i = 0; mended && i < FACE_NUMBERS; i++) {
        if (before[i] == after[i]) continue;
        unsigned number = i < 5 ? i : (i - 5) % EYE_NUMBERS;
        fprintf(stderr, "critter face draw: the %s's %s is %g; %g is drawn%s\n",
                i < 5                 ? "face"
                : i < 5 + EYE_NUMBERS ? "left eye"
                                      : "right eye",
                i < 5 ? HEAD[i] : eye_number_name((enum eye_number)number), (double)before[i],
                (double)after[i], mended > 1 ? ", and others are out of range too" : "");
        return;
    }
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    const struct face_style *style = face_style_find(wish->style, &fault);
    const struct eye_colour *colour = style ? eye_colour_find(wish->colour, &fault) : NULL;
    struct face face;
    bool rows = !strcmp(wish->corners, "rows");
    if (!rows && strcmp(wish->corners, "round"))
        return call_wrong(call, "--corners %s: expected round or rows", wish->corners);
    if (!colour) return call_wrong(call, "%s", fault.said);
    if (wish->glitch && read_glitch(wish->glitch, &face, &fault)) return call_wrong(call, "%s", fault.said);
    if (read_face(call->words.at[0], style, &face, &fault)) return call_failed(call, &fault);
    if (rows && strchr(call->words.at[0], ',')) put_corners(&face);
    if (strchr(call->words.at[0], ',')) mend(&face, style);
    if (wish->glitch) read_glitch(wish->glitch, &face, NULL);
    face.scan_lines = (float)wish->lines;
    face_look(&face, (float)wish->look_x, (float)wish->look_y);
    face_squash(&face, (float)wish->open);
    struct face_picture picture;
    if (face_picture_new(&picture, style->width, style->height, (unsigned)wish->scale, &fault))
        return call_failed(call, &fault);
    face_picture_put(&picture, &face, style, colour, 0, 0);
    enum err err = face_picture_write(&picture, wish->output, &fault);
    face_picture_free(&picture);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_face_draw = {
    .name = "draw",
    .group = "face",
    .summary = "draws a face as a PNG picture",
    .words = "NAME|NUMBERS",
    .words_least = 1,
    .words_most = 1,
    .help = "Draws an expression by its name, or the 43 (Cozmo) or 55 (Vector) numbers of a face, separated "
            "by commas, in the order of the clip files: "
            "the face's x, y, scale x, scale y and angle, then each eye. A number out of range is clamped, "
            "and the first one is named.\n\n"
            "The style \"library\" draws as pycozmo does, whose numbers mean slightly different things.",
    .examples = "critter face draw curious -o curious.png\n"
                "critter face draw happy --style cozmo --open 0.5\n"
                "critter face draw sad --colour false_positive_purple --look-y 1\n"
                "critter face draw dizzy --glitch s:12 --lines 0.6\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.output = "face.png",
                                     .style = "vector",
                                     .colour = "tip_over_teal",
                                     .corners = "round",
                                     .scale = 4,
                                     .open = 1,
                                     .lines = 1},
    .run = run,
};
