#include "cli/commands.h"

#include "base/system/file.h"
#include "codec/picture/marker.h"
#include "codec/picture/png.h"

#include <string.h>

struct print {
    const char *out, *paper;
    double size_mm;
    int32_t cell_px;
    bool svg;
};

static const struct option OPTIONS[] = {
    {"out", 'o', OPTION_TEXT, offsetof(struct print, out), "DIR|FILE",
     "where to: a folder for one picture each, FILE.pdf for pages, or FILE.svg or FILE.png for a single "
     "marker"},
    {"svg", 0, OPTION_FLAG, offsetof(struct print, svg), NULL,
     "pictures in the folder are SVG drawings instead of PNG"},
    {"size", 's', OPTION_F64, offsetof(struct print, size_mm), "MM",
     "width of the outline on paper; otherwise cubes 27, chargers 40, others 50", 5, 170},
    {"paper", 0, OPTION_TEXT, offsetof(struct print, paper), "NAME", "a4 or letter (default a4)"},
    {"cell", 0, OPTION_I32, offsetof(struct print, cell_px), "PX",
     "pixels a cell in PNG pictures (default 40)", 1, 600},
};

static int list(const unsigned *markers, unsigned count) {
    printf("%-22s %-9s  %s\n", "name", "outline", "code");
    for (unsigned i = 0; i < count; i++) {
        const struct marker *m = &MARKERS[markers[i]];
        printf("%-22s %3u mm     %09llx\n", m->name, m->size_mm, (unsigned long long)m->code);
    }
    return EXIT_FINE;
}

static enum err picture(const struct print *wish, unsigned marker, bool svg, struct buf *out,
                        struct fault *fault) {
    struct pixels pixels = {0};
    if (svg) {
        marker_svg(marker, (float)wish->size_mm, out);
        return out->err ? fault_set(fault, out->err, "no memory") : ERR_NONE;
    }
    enum err err = marker_draw(marker, (unsigned)wish->cell_px, &pixels, fault);
    if (!err) err = png_encode(&pixels, out, fault);
    pixels_free(&pixels);
    return err;
}

static enum err save(const struct print *wish, const unsigned *markers, unsigned count, struct fault *fault) {
    const char *ending = path_extension(wish->out);
    bool pdf = !strcmp(ending, ".pdf"), svg = !strcmp(ending, ".svg"), png = !strcmp(ending, ".png");
    bool letter = !strcmp(wish->paper, "letter");
    struct buf out = {0};
    enum err err = ERR_NONE;
    if ((svg || png) && count != 1)
        return fault_set(fault, ERR_RANGE,
                         "%s holds one marker, and %u are asked for; give a folder or a .pdf", wish->out,
                         count);
    if (pdf)
        err =
            marker_pdf(markers, count, (float)wish->size_mm, letter ? MARKER_LETTER : MARKER_A4, &out, fault);
    else if (svg || png)
        err = picture(wish, markers[0], svg, &out, fault);
    if (pdf || svg || png) {
        if (!err) err = call_write(wish->out, out.at, out.len, fault);
        buf_free(&out);
        return err;
    }
    err = folder_make(wish->out, fault);
    for (unsigned i = 0; !err && i < count; i++) {
        char name[64], path[4096];
        snprintf(name, sizeof name, "%s.%s", MARKERS[markers[i]].name, wish->svg ? "svg" : "png");
        if (!path_join(path, sizeof path, wish->out, name)) {
            err = fault_set(fault, ERR_LIMIT, "the folder's name is too long");
            break;
        }
        buf_clear(&out);
        err = picture(wish, markers[i], wish->svg, &out, fault);
        if (!err) err = call_write(path, out.at, out.len, fault);
    }
    buf_free(&out);
    return err;
}

// The markers that the words name, each once, in the table's order; all without words. A word that names none
// is told of.
static bool choose(struct call *call, unsigned *markers, unsigned *count) {
    for (unsigned i = 0; i < MARKER_COUNT; i++) {
        bool wanted = !call->words.count;
        for (size_t k = 0; k < call->words.count; k++)
            wanted = wanted || text_glob(call->words.at[k], MARKERS[i].name);
        if (wanted) markers[(*count)++] = i;
    }
    for (size_t k = 0; k < call->words.count; k++) {
        bool met = false;
        for (unsigned i = 0; i < MARKER_COUNT; i++)
            met = met || text_glob(call->words.at[k], MARKERS[i].name);
        if (met) continue;
        const char *names[MARKER_COUNT];
        for (unsigned i = 0; i < MARKER_COUNT; i++) names[i] = MARKERS[i].name;
        const char *near = text_nearest(call->words.at[k], names, MARKER_COUNT);
        call_wrong(call,
                   near ? "no marker is called \"%s\"; did you mean \"%s\"?" : "no marker is called \"%s\"",
                   call->words.at[k], near);
        return false;
    }
    return true;
}

static int run(struct call *call) {
    const struct print *wish = call->options;
    unsigned markers[MARKER_COUNT], count = 0;
    struct fault fault = {0};
    if (strcmp(wish->paper, "a4") != 0 && strcmp(wish->paper, "letter") != 0)
        return call_wrong(call, "--paper is a4 or letter, not \"%s\"", wish->paper);
    if (!choose(call, markers, &count)) return EXIT_WRONG_USE;
    if (!wish->out && wish->svg && count == 1) {
        struct buf out = {0};
        marker_svg(markers[0], (float)wish->size_mm, &out);
        if (!out.err) fwrite(out.at, 1, out.len, stdout);
        buf_free(&out);
        return EXIT_FINE;
    }
    if (!wish->out && wish->svg) return call_wrong(call, "--svg needs -o DIR for more than one marker");
    if (!wish->out) return list(markers, count);
    if (save(wish, markers, count, &fault)) return call_failed(call, &fault);
    return EXIT_FINE;
}

const struct command cmd_world_markers = {
    .name = "markers",
    .group = "world",
    .summary = "draws the markers of cubes, chargers and custom objects",
    .words = "[NAME...]",
    .any_words = true,
    .help = "Without -o the markers are listed with their sizes and codes. With it they are drawn: as "
            "pictures into a folder, or as a "
            "PDF with everything at its true size and a ruler to check the printer by; cubes are nets of 44 "
            "mm to cut out, fold and "
            "glue. NAME may be a pattern; without one all markers are meant.\n\n"
            "The artwork is this project's own. Its robots recognise it, simulated or through a real robot's "
            "camera. The makers' own software looks for other artwork and does not.",
    .examples = "critter world markers\n"
                "critter world markers -o markers.pdf                   # everything, to print\n"
                "critter world markers 'vector-cube-*' -o cube.pdf      # one cube to fold\n"
                "critter world markers 'circles*' --size 80 -o large.pdf\n"
                "critter world markers --svg -o drawings\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct print),
    .defaults = &(const struct print){.paper = "a4", .cell_px = 40},
    .run = run,
};
