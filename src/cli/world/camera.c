#include "cli/commands.h"

#include "base/data/json.h"
#include "base/plural.h"
#include "base/system/file.h"
#include "body/sim_camera.h"
#include "codec/picture/png.h"
#include "run/play.h"
#include "world/camera/scene_file.h"
#include "world/view.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct look {
    const char *out, *size, *lens, *robot;
    uint64_t seed;
    double at_s;
    bool grey, perfect, truth, example;
};

static const struct option OPTIONS[] = {
    {"out", 'o', OPTION_TEXT, offsetof(struct look, out), "FILE.png",
     "where the picture goes (default camera.png; - is stdout)"},
    {"at", 'a', OPTION_F64, offsetof(struct look, at_s), "SECONDS",
     "of a scenario: play this long first (default 0)", 0, 1e9},
    {"robot", 'r', OPTION_TEXT, offsetof(struct look, robot), "NAME",
     "of a scenario: whose camera (default: the first robot that has one)"},
    {"size", 's', OPTION_TEXT, offsetof(struct look, size), "WxH",
     "of the picture (default: the camera's own, 640x360 or 320x240)"},
    {"grey", 'g', OPTION_FLAG, offsetof(struct look, grey), NULL,
     "without colours, as the robot's image recognition gets it"},
    {"perfect", 'p', OPTION_FLAG, offsetof(struct look, perfect), NULL,
     "no distortion, no noise, no dark corners"},
    {"lens", 0, OPTION_TEXT, offsetof(struct look, lens), "FILE.json",
     "a calibration to use instead of the robot's"},
    {"seed", 0, OPTION_U64, offsetof(struct look, seed), "N", "seed of the noise (default 1)"},
    {"truth", 't', OPTION_FLAG, offsetof(struct look, truth), NULL,
     "also print where markers and faces are in the picture, as JSON"},
    {"example", 0, OPTION_FLAG, offsetof(struct look, example), NULL,
     "print the scene that is used without FILE, and stop"},
};

// What is looked at, and through which eye: a scene from a file, or a world at a moment.
struct view {
    struct eye_model eye;
    struct lens_shot shot;
    const struct scene_file *file;
    struct play *play; // NULL: the file
    bool noise;
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
    if (!err) err = call_write(wish->out, out.at, out.len, fault);
    buf_free(&out);
    return err;
}

static enum err take(const struct look *wish, const struct view *view, struct scene *scene, struct lens *lens,
                     struct fault *fault) {
    enum { SIGHTS = 256 };
    static struct lens_sight sights[SIGHTS];
    uint32_t count = SIGHTS;
    struct lens_shot shot = view->shot;
    shot.colour = !wish->grey;
    if (view->play) {
        world_scene(play_world(view->play), scene);
    } else {
        scene_begin(scene, &view->file->light);
        scene_file_draw(view->file, scene);
    }
    struct frame *frame = lens_take(lens, scene, &shot, sights, &count);
    if (!frame) return fault_set(fault, ERR_MEMORY, "no memory for a picture");
    enum err err = write_picture(wish, frame, fault);
    frame_drop(frame);
    if (!err && scene_left_out(scene))
        fprintf(stderr, "%s did not fit, so the picture lacks %s\n", PLURAL(scene_left_out(scene), "surface"),
                NOUN(scene_left_out(scene), "it", "them"));
    return err || !wish->truth ? err : print_truth(lens, sights, count, fault);
}

static enum err draw(const struct look *wish, const struct view *view, struct fault *fault) {
    struct lens_config config = lens_defaults();
    config.eye = view->eye;
    config.seed = wish->seed;
    config.bend = config.vignetting = !wish->perfect;
    config.noise = !wish->perfect && view->noise;
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
                   : lens ? take(wish, view, scene, lens, fault)
                          : fault->err;
    lens_free(lens);
    scene_free(scene);
    scene_art_free(art);
    return err;
}

static enum err other_lens(const struct look *wish, struct arena *arena, struct view *view,
                           struct fault *fault) {
    struct json *lens;
    if (!wish->lens) return ERR_NONE;
    enum err err = json_read(wish->lens, arena, NULL, &lens, fault);
    return err ? err : lens_read(lens, &view->eye.lens, fault);
}

static enum err look_at_scene(const struct look *wish, const char *path, struct arena *arena,
                              struct fault *fault) {
    struct json_limits limits = json_limits_default();
    limits.bytes = SCENE_FILE_BYTES;
    struct json *json;
    struct scene_file file;
    enum err err = path ? json_read(path, arena, &limits, &json, fault)
                        : json_parse(text_of(SCENE_FILE_EXAMPLE), "example", arena, &limits, &json, fault);
    if (!err && (wish->robot || wish->at_s > 0))
        err = fault_set(fault, ERR_RANGE, "--at and --robot are for scenarios; a scene stands still");
    if (err || (err = scene_file_read(json, arena, &file, fault))) return err;
    struct view view = {.eye = file.eye, .shot = file.shot, .file = &file, .noise = true};
    err = other_lens(wish, arena, &view, fault);
    return err ? err : draw(wish, &view, fault);
}

// Whose eye it is. 0: the fault says who there is.
static uint32_t looker(const struct look *wish, struct play *play, struct fault *fault) {
    const struct scenario *s = play_scenario(play);
    struct world *world = play_world(play);
    const char *names[SCENARIO_ROBOTS];
    for (uint32_t i = 0; i < s->robot_count; i++) {
        const struct eye_model *eye = world_eye(world, i + 1);
        names[i] = s->robots[i].name;
        bool sees = eye && eye->lens.width;
        if (!wish->robot && sees) return i + 1;
        if (!wish->robot || strcmp(wish->robot, names[i])) continue;
        if (sees) return i + 1;
        fault_set(fault, ERR_UNSUPPORTED, "%s has no camera", names[i]);
        return 0;
    }
    if (!wish->robot) {
        fault_set(fault, ERR_MISSING, "no robot in this scenario has a camera");
        return 0;
    }
    const char *near = text_nearest(wish->robot, names, s->robot_count);
    fault_set(fault, ERR_UNKNOWN,
              near ? "no robot here is called \"%s\" (did you mean \"%s\"?)"
                   : "no robot here is called \"%s\"",
              wish->robot, near);
    return 0;
}

static enum err look_at_scenario(const struct look *wish, const char *name, struct arena *arena,
                                 struct fault *fault) {
    struct scenario *s = scenario_open(name, NULL, 0, fault);
    struct play_config config = play_defaults();
    struct play *play = s ? play_new(s, &config, fault) : NULL;
    uint32_t robot = play ? looker(wish, play, fault) : 0;
    enum err err = robot ? ERR_NONE : fault->err ? fault->err : ERR_STATE;
    if (!err && wish->at_s > 0) err = play_for(play, (int64_t)(wish->at_s * 1e6));
    if (err == ERR_CLOSED) err = ERR_NONE; // all have died; one may still look
    if (!err) {
        struct view view = {.eye = *world_eye(play_world(play), robot), .play = play, .noise = s->noise};
        sim_camera_shot(play_world(play), robot, &view.shot);
        err = other_lens(wish, arena, &view, fault);
        if (!err) err = draw(wish, &view, fault);
    }
    play_free(play, NULL);
    scenario_free(s);
    return err;
}

// A scene's things say what kind they are; a scenario has robots, or things that are verbs.
static bool is_scenario(const char *name, struct arena *arena) {
    struct json_limits limits = json_limits_default();
    limits.bytes = 16 << 20;
    struct json *json;
    if (!file_exists(name)) return !strchr(name, '/') && strcmp(path_extension(name), ".json");
    if (json_read(name, arena, &limits, &json, NULL) || json->kind != JSON_OBJECT) return false;
    if (json_get(json, "camera")) return false;
    const struct json *things = json_get(json, "things");
    bool verbs = things && things->kind == JSON_LIST && things->first && things->first->kind == JSON_OBJECT &&
                 !json_get(things->first, "kind");
    return json_get(json, "robots") || json_get(json, "timeline") || verbs;
}

static enum err look(const struct look *wish, const char *path, struct arena *arena, struct fault *fault) {
    return path && is_scenario(path, arena) ? look_at_scenario(wish, path, arena, fault)
                                            : look_at_scene(wish, path, arena, fault);
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
    .words = "[SCENARIO|SCENE.json]",
    .words_most = 1,
    .help = "Takes one picture as a robot's camera would: its lens with the small differences of each serial "
            "number, its sensor with exposure, gain and noise, its shutter that rolls while things move. "
            "SCENARIO is a world (critter world list, or a file); --at plays it up to that time first, "
            "--robot chooses the camera. A SCENE is another kind of file: what stands where, and where the "
            "camera is. Without a word the scene is a table with one thing of each kind; --example prints "
            "it, as a start for your own.\n\n"
            "--truth tells where the corners of markers (upper left first, clockwise) and people's eyes, "
            "nose and mouth are, how much of each is visible, and how far away it is: for testing your own "
            "image recognition.",
    .examples = "critter world camera living-room --at 20 -o room.png\n"
                "critter world camera two-robots --robot cozmo --grey -o cozmo.png\n"
                "critter world camera -o table.png\n"
                "critter world camera --example > my.json\n"
                "critter world camera my.json --grey --truth > truth.json\n"
                "critter world camera my.json --size 1280x720 --perfect -o large.png\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct look),
    .defaults = &(const struct look){.out = "camera.png", .seed = 1},
    .run = run,
};
