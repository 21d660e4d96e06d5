// What its own eyes find in a picture, or in what a robot of a scenario sees; told, and drawn.
#include "cli/commands.h"

#include "base/system/file.h"
#include "body/sim_camera.h"
#include "cli/sense/see_told.h"
#include "codec/picture/jpeg.h"
#include "codec/picture/png.h"
#include "robot/robot.h"
#include "run/play.h"
#include "world/camera/lens.h"
#include "world/view.h"
#include "world/world.h"

#include <string.h>
#include <unistd.h>

struct wish {
    const char *out, *robot, *mode;
    double at_s;
    bool json;
};

static const struct option OPTIONS[] = {
    {"out", 'o', OPTION_TEXT, offsetof(struct wish, out), "FILE.png",
     "also draw what was found over the picture (- is stdout)"},
    {"at", 'a', OPTION_F64, offsetof(struct wish, at_s), "SECONDS",
     "of a scenario: play it this long first (default 1)", 0, 1e9},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "NAME",
     "of a scenario: whose camera (default: the first robot that has one)"},
    {"mode", 'm', OPTION_TEXT, offsetof(struct wish, mode), "MODE",
     "what to look for, as the robots' files spell it (default Markers): see above"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL, "print it as JSON"},
};

#define MOVED_M 0.001f // of a point a metre before the camera
enum { LATER_US = 200000, PICTURE_US = 66667 };

// ------------------------------------------------------------------------------------------------ the
// picture

static bool is_picture(const char *path) {
    static const char *const ENDINGS[] = {".png", ".PNG", ".jpg", ".JPG", ".jpeg", ".JPEG"};
    for (size_t i = 0; i < sizeof ENDINGS / sizeof *ENDINGS; i++)
        if (!strcmp(path_extension(path), ENDINGS[i])) return true;
    return false;
}

static enum err open_picture(const char *path, struct view *view, struct fault *fault) {
    enum { BYTES_MOST = 64 << 20 };
    struct buf file = {0};
    enum err err = file_read(path, BYTES_MOST, &file, fault);
    struct bytes bytes = {file.at, file.len};
    struct jpeg_reading how;
    jpeg_reading_defaults(&how);
    how.channels = 3;
    bool png = file.len > 4 && !memcmp(file.at, "\x89PNG", 4);
    if (!err)
        err = png ? png_decode(bytes, 3, &view->picture, fault)
                  : jpeg_decode(bytes, &how, &view->picture, fault);
    if (err && fault && !fault->file[0]) snprintf(fault->file, sizeof fault->file, "%s", path);
    buf_free(&file);
    return err;
}

static uint32_t looker(const struct wish *wish, struct play *play, struct fault *fault) {
    const struct scenario *s = play_scenario(play);
    for (uint32_t i = 0; i < s->robot_count; i++) {
        const struct eye_model *eye = world_eye(play_world(play), i + 1);
        bool sees = eye && eye->lens.width;
        if (sees && (!wish->robot || !strcmp(wish->robot, s->robots[i].name))) return i + 1;
    }
    if (wish->robot)
        fault_set(fault, ERR_UNKNOWN, "no robot here is called \"%s\" and has a camera", wish->robot);
    else
        fault_set(fault, ERR_MISSING, "no robot in this scenario has a camera");
    return 0;
}

static enum err shoot(struct world *world, uint32_t robot, struct view *view, struct pixels *out,
                      struct fault *fault) {
    struct lens_config config = lens_defaults();
    struct scene_config room = scene_defaults();
    struct lens_shot shot;
    sim_camera_shot(world, robot, &shot);
    shot.colour = true;
    config.eye = *world_eye(world, robot);
    config.noise = world_memory(world)->noise;
    struct scene_art *art = scene_art_new();
    struct scene *scene = art ? scene_new(&room, art) : NULL;
    struct lens *lens = scene ? lens_new(&config, fault) : NULL;
    enum err err = lens ? ERR_NONE : fault->err ? fault->err : fault_set(fault, ERR_MEMORY, "no memory");
    if (!err) world_scene(world, scene);
    struct frame *frame = err ? NULL : lens_take(lens, scene, &shot, NULL, NULL);
    if (frame) {
        struct pixels taken = pixels_view(frame->bytes, frame->width, frame->height, frame->format);
        err = pixels_convert(&taken, 3, out);
        view->measured = true, view->lens = *lens_of(lens);
        view->exposure = shot.exposure_ms * 0.001f * shot.gain;
        struct world_truth truth = {0};
        world_truth(world, robot, &truth);
        const struct body_model *model = body_model_find(world_memory(world)->robots[robot - 1].creature);
        if (model) view->camera = eye_in_robot(model, truth.head_rad);
    }
    frame_drop(frame);
    lens_free(lens), scene_free(scene), scene_art_free(art);
    return err;
}

static enum err play_on(struct play *play, int64_t us) {
    enum err err = play_for(play, us);
    return err == ERR_CLOSED ? ERR_NONE : err; // all have died; one may still look
}

static bool looks_for(const struct wish *wish, const char *mode) {
    return wish->mode && !strcmp(wish->mode, mode);
}

// With the pictures that come after it, as long as the camera stands.
static enum err add_up(struct play *play, uint32_t robot, struct view *view, struct fault *fault) {
    const struct composite_config *c = &view->config->composite;
    uint32_t most = c->period * c->cycles;
    struct vec3 was = {0};
    view->sum = composite_new();
    enum err err = view->sum ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for pictures");
    for (uint32_t i = 0; i < most && !err; i++) {
        struct pixels one = {0}, grey = {0};
        struct pose camera = world_camera(play_world(play), robot);
        struct vec3 looks = vec3_add(camera.at, quat_apply(camera.turn, vec3(0, 0, 1)));
        err = shoot(play_world(play), robot, view, &one, fault);
        if (!err && pixels_convert(&one, 1, &grey))
            err = fault_set(fault, ERR_MEMORY, "no memory for a picture");
        bool moved = !i || vec3_length(vec3_sub(looks, was)) > MOVED_M;
        if (!err) composite_add(view->sum, &(struct see_picture){grey.at, grey.width, grey.height}, c, moved);
        was = looks;
        if (!err) err = play_on(play, PICTURE_US);
        pixels_free(&one), pixels_free(&grey);
    }
    return err;
}

// What the robot itself remembers of the floor.
static enum err fetch_map(struct play *play, uint32_t robot, struct view *view, struct fault *fault) {
    const struct robot *its = robot_of(run_soul(play_run(play), robot - 1));
    uint32_t side;
    const uint8_t *grey = its ? robot_mosaic(its, &side) : NULL;
    if (!grey) return fault_set(fault, ERR_STATE, "this robot keeps no map of what its camera sees");
    if (pixels_new(&view->map, side, side, 1)) return fault_set(fault, ERR_MEMORY, "no memory for a map");
    memcpy(view->map.at, grey, (size_t)side * side);
    return ERR_NONE;
}

static enum err play_to(const struct wish *wish, const char *name, struct view *view, struct fault *fault) {
    struct scenario *s = scenario_open(name, NULL, 0, fault);
    struct play_config config = play_defaults();
    struct play *play = s ? play_new(s, &config, fault) : NULL;
    uint32_t robot = play ? looker(wish, play, fault) : 0;
    bool map = looks_for(wish, "OverheadMap");
    struct life_message see = {
        .kind = LIFE_SEE, .see = {.on = true, .colour = true, .modes = 1u << LIFE_VISION_MODE_OVERHEAD_MAP}};
    const struct life_envelope from = {.ticket = 1, .door = LIFE_DOOR_COMMAND_LINE};
    enum err err = robot ? ERR_NONE : fault->err ? fault->err : ERR_STATE;
    if (!err && map) play_ask(play, robot - 1, &from, &see);
    if (!err) err = play_on(play, (int64_t)(wish->at_s * 1e6));
    if (!err) err = shoot(play_world(play), robot, view, &view->picture, fault);
    if (!err && map) err = fetch_map(play, robot, view, fault);
    if (!err && looks_for(wish, "Markers_Composite")) err = add_up(play, robot, view, fault);
    if (!err && looks_for(wish, "Motion")) {
        err = play_on(play, LATER_US);
        if (!err) err = shoot(play_world(play), robot, view, &view->later, fault);
    }
    play_free(play, NULL);
    scenario_free(s);
    return err;
}

// ------------------------------------------------------------------------------------------------ the
// command

static enum err draw(const struct wish *wish, const struct view *view, struct fault *fault) {
    struct buf out = {0};
    enum err err = png_encode(&view->picture, &out, fault);
    if (!err) err = call_write(wish->out, out.at, out.len, fault);
    buf_free(&out);
    return err;
}

static int wrong_mode(struct call *call, const char *name, bool picture) {
    const struct see_mode *mode = see_mode_find(name);
    char names[256] = "";
    for (const struct see_mode *m = SEE_MODES; m->name; m++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", m == SEE_MODES ? "" : ", ",
                 m->name);
    if (!mode)
        return call_wrong(call, "--mode %s: %s; these are shown: %s", name,
                          mode_find(name) >= 0 ? "nothing is shown of this mode" : "there is no such mode",
                          names);
    return picture && mode->needs == VIEW_SCENARIO ? call_wrong(call, "--mode %s: of a scenario only", name)
                                                   : 0;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *what = call->words.at[0];
    bool to_stdout = wish->out && !strcmp(wish->out, "-");
    const char *name = wish->mode ? wish->mode : SEE_MODES[0].name;
    int wrong = wrong_mode(call, name, is_picture(what));
    if (wrong) return wrong;
    if (to_stdout && isatty(STDOUT_FILENO))
        return call_wrong(call, "a picture does not go to a terminal; use -o FILE.png");
    if (to_stdout && (wish->json || wish->mode))
        return call_wrong(call, "-o - wants stdout, and so does what is told");
    if (wish->json && see_mode_find(name) != SEE_MODES) return call_wrong(call, "--json is for Markers");
    if (is_picture(what) && wish->robot) return call_wrong(call, "--robot is for scenarios");
    struct fault fault = {0};
    struct sight_config config = sight_defaults();
    struct view view = {.config = &config, .json = wish->json, .quiet = to_stdout};
    enum err err = is_picture(what) ? open_picture(what, &view, &fault) : play_to(wish, what, &view, &fault);
    if (!err) err = see_mode_find(name)->tell(&view, &fault);
    if (!err && wish->out) err = draw(wish, &view, &fault);
    pixels_free(&view.picture), pixels_free(&view.later), pixels_free(&view.map);
    composite_drop(view.sum);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sense_see = {
    .name = "see",
    .group = "sense",
    .summary = "finds in a picture what a robot's own eyes would find",
    .words = "PICTURE|SCENARIO",
    .words_least = 1,
    .words_most = 1,
    .help =
        "Looks for markers with the robot's own detector, and tells which they are and where. A PICTURE "
        "is a PNG or a JPEG, such as a photograph of a printed marker (critter world markers). A SCENARIO "
        "(critter world list, or a file) is played for a second, or until --at, and looked at through a "
        "robot's camera; then it is known how far away things are.\n\n"
        "A robot in a simulated world is told by the world's truth what its camera would show. With "
        "--set sight.by=own it looks for itself, as a robot with a real body always does; with "
        "sight.by=both, critter sim --accuracy tells where the two differ.",
    .examples = "critter sense see photo.jpg -o found.png\n"
                "critter sense see tabletop --at 3 -o found.png\n"
                "critter sense see two-robots --robot cozmo --json\n"
                "critter sense see playroom --at 8 --mode Motion\n"
                "critter sim tabletop --set sight.by=own --accuracy table\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.at_s = 1},
    .run = run,
};
