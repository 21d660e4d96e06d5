#include "cli/commands.h"

#include "base/file.h"
#include "base/json.h"
#include "codec/png.h"
#include "world/scene_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct look {
    const char *out, *size, *lens;
    uint64_t seed;
    bool grey, perfect, truth, example;
};

static const struct option OPTIONS[] = {
    {"out", 'o', OPTION_TEXT, offsetof(struct look, out), "FILE.png",
     "where the picture goes (default camera.png; - is stdout)"},
    {"size", 's', OPTION_TEXT, offsetof(struct look, size), "WxH",
     "of the picture (default: the camera's own, 640x360 or 320x240)"},
    {"grey", 'g', OPTION_FLAG, offsetof(struct look, grey), NULL,
     "as the robot's sight gets it, without colours"},
    {"perfect", 'p', OPTION_FLAG, offsetof(struct look, perfect), NULL,
     "no distortion, no noise, no dark corners"},
    {"lens", 0, OPTION_TEXT, offsetof(struct look, lens), "FILE.json",
     "a calibration to use instead of the robot's"},
    {"seed", 0, OPTION_U64, offsetof(struct look, seed), "N", "where the noise comes from (default 1)"},
    {"truth", 't', OPTION_FLAG, offsetof(struct look, truth), NULL,
     "also print where markers and faces are in the picture, as JSON"},
    {"example", 0, OPTION_FLAG, offsetof(struct look, example), NULL,
     "print the scene that is used without FILE, and stop"},
};

static void print_sight(struct json_writer *w, const struct lens_sight *s) {
    json_open(w, '{');
    json_key(w, "kind"), json_string(w, s->person ? "person" : "marker");
    if (!s->person) json_key(w, "marker"), json_string(w, MARKERS[s->marker].name);
    json_key(w, "thing"), json_uint(w, s->thing);
    json_key(w, "distance_mm"), json_number(w, (double)m_round(s->distance_m * 10000) / 10);
    json_key(w, "turned_deg"), json_number(w, (double)m_round(m_degrees(s->turned_rad) * 10) / 10);
    json_key(w, "seen"), json_number(w, (double)m_round(s->share * 1000) / 1000);
    json_key(w, "inside"), json_bool(w, s->inside);
    json_key(w, "points_px"), json_open(w, '[');
    for (uint32_t i = 0; s->before && i < s->points; i++) {
        json_open(w, '[');
        json_number(w, (double)m_round(s->px[i].x * 100) / 100),
            json_number(w, (double)m_round(s->px[i].y * 100) / 100);
        json_close(w, ']');
    }
    json_close(w, ']');
    json_close(w, '}');
}

static enum err print_truth(const struct lens *lens, const struct lens_sight *sights, uint32_t count,
                            struct fault *fault) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 2);
    json_open(&w, '{');
    json_key(&w, "lens"), lens_write(lens_of(lens), &w);
    json_key(&w, "sights"), json_open(&w, '[');
    for (uint32_t i = 0; i < count; i++) print_sight(&w, &sights[i]);
    json_close(&w, ']');
    json_close(&w, '}');
    buf_byte(&out, '\n');
    if (!out.err) fwrite(out.at, 1, out.len, stdout);
    enum err err = out.err ? fault_set(fault, out.err, "no memory") : ERR_NONE;
    buf_free(&out);
    return err;
}

static enum err write_picture(const struct look *wish, const struct frame *frame, struct fault *fault) {
    struct pixels view = pixels_view(frame->bytes, frame->width, frame->height, frame->format);
    struct buf out = {0};
    enum err err = png_encode(&view, &out, fault);
    if (!err && !strcmp(wish->out, "-"))
        fwrite(out.at, 1, out.len, stdout);
    else if (!err)
        err = file_write(wish->out, out.at, out.len, fault);
    buf_free(&out);
    return err;
}

static enum err take(const struct look *wish, const struct scene_file *file, struct scene *scene,
                     struct lens *lens, struct fault *fault) {
    enum { SIGHTS = 256 };
    static struct lens_sight sights[SIGHTS];
    uint32_t count = SIGHTS;
    struct lens_shot shot = file->shot;
    shot.colour = !wish->grey;
    scene_begin(scene, &file->light);
    scene_file_draw(file, scene);
    struct frame *frame = lens_take(lens, scene, &shot, sights, &count);
    if (!frame) return fault_set(fault, ERR_MEMORY, "no memory for a picture");
    enum err err = write_picture(wish, frame, fault);
    frame_drop(frame);
    if (!err && scene_left_out(scene))
        fprintf(stderr, "%u surfaces did not fit and are missing\n", scene_left_out(scene));
    return err || !wish->truth ? err : print_truth(lens, sights, count, fault);
}

static enum err draw(const struct look *wish, const struct scene_file *file, struct fault *fault) {
    struct lens_config config = lens_defaults();
    config.eye = file->eye;
    config.seed = wish->seed;
    config.bend = config.noise = config.vignetting = !wish->perfect;
    struct scene_config room = scene_defaults();
    room.faces = config.faces = 60000;
    room.people = 16, room.sights = config.sights = 256;
    int used = 0;
    if (wish->size &&
        (sscanf(wish->size, "%4ux%4u%n", &config.width, &config.height, &used) != 2 || wish->size[used] ||
         config.width - 16 > LENS_SIDE_MAX - 16u || config.height - 16 > LENS_SIDE_MAX - 16u))
        return fault_set(fault, ERR_SYNTAX,
                         "expected --size such as 640x360, from 16 to %d a side, found \"%s\"", LENS_SIDE_MAX,
                         wish->size);
    struct scene_art *art = scene_art_new();
    struct scene *scene = art ? scene_new(&room, art) : NULL;
    struct lens *lens = lens_new(&config, fault);
    enum err err = !scene ? fault_set(fault, ERR_MEMORY, "no memory for a scene")
                   : lens ? take(wish, file, scene, lens, fault)
                          : fault->err;
    lens_free(lens);
    scene_free(scene);
    scene_art_free(art);
    return err;
}

static enum err look(const struct look *wish, const char *path, struct arena *arena, struct fault *fault) {
    struct json_limits limits = json_limits_default();
    limits.bytes = SCENE_FILE_BYTES;
    struct json *json, *lens;
    struct scene_file file;
    enum err err = path ? json_read(path, arena, &limits, &json, fault)
                        : json_parse(text_of(SCENE_FILE_EXAMPLE), "example", arena, &limits, &json, fault);
    if (err || (err = scene_file_read(json, arena, &file, fault))) return err;
    if (wish->lens) {
        if ((err = json_read(wish->lens, arena, &limits, &lens, fault)) ||
            (err = lens_read(lens, &file.eye.lens, fault)))
            return err;
    }
    return draw(wish, &file, fault);
}

static int run(struct call *call) {
    const struct look *wish = call->options;
    struct fault fault = {0};
    if (wish->example) {
        fputs(SCENE_FILE_EXAMPLE, stdout);
        return EXIT_FINE;
    }
    if (!strcmp(wish->out, "-") && wish->truth) return call_wrong(call, "--truth and -o - both want stdout");
    if (!strcmp(wish->out, "-") && isatty(STDOUT_FILENO))
        return call_wrong(call, "a picture does not go to a terminal; use -o FILE.png");
    struct arena *arena = arena_new(256 << 10);
    enum err err = arena ? look(wish, call->words.count ? call->words.at[0] : NULL, arena, &fault)
                         : fault_set(&fault, ERR_MEMORY, "no memory");
    arena_free(arena);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_world_camera = {
    .name = "camera",
    .group = "world",
    .summary = "shows what a robot's camera sees",
    .words = "[SCENE.json]",
    .words_most = 1,
    .help = "Reads a scene (what stands where, who looks from where) and takes one picture of it as that "
            "robot's camera would: its lens "
            "with the small differences of each serial number, its sensor with exposure, gain and noise. "
            "Without SCENE a table with a "
            "bit of everything is looked at; --example prints it, to begin one's own with.\n\n"
            "--truth tells where the corners of markers (upper left first, clockwise) and people's eyes, "
            "nose and mouth are, how much of "
            "each is seen, and how far it is: to try one's own sight against.",
    .examples = "critter world camera -o table.png\n"
                "critter world camera --example > my.json\n"
                "critter world camera my.json --grey --truth > truth.json\n"
                "critter world camera my.json --size 1280x720 --perfect -o large.png\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct look),
    .defaults = &(const struct look){.out = "camera.png", .seed = 1},
    .run = run,
};
