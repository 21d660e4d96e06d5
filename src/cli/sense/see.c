// What its own eyes find in a picture, or in what a robot of a scenario sees; told, and drawn.
#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "body/sim_camera.h"
#include "cli/sense/models.h"
#include "codec/picture/jpeg.h"
#include "codec/picture/marker.h"
#include "codec/picture/png.h"
#include "run/play.h"
#include "sense/pose.h"
#include "sense/see/faces.h"
#include "sense/see/illumination.h"
#include "sense/see/markers.h"
#include "sense/see/modes.h"
#include "sense/see/motion.h"
#include "world/camera/lens.h"
#include "world/view.h"

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
     "what to look for: Markers (default), Motion, of a scenario, Illumination, or Faces"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL, "print it as JSON"},
};

enum { LATER_US = 200000 };
struct view {
    struct pixels picture, later; // later: a fifth of a second after, for motion
    float exposure;               // seconds at gain 1; 0: nobody knows
    bool measured;                // how the lens bends is known
    struct lens_model lens;
};

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
    }
    frame_drop(frame);
    lens_free(lens), scene_free(scene), scene_art_free(art);
    return err;
}

static enum err play_to(const struct wish *wish, const char *name, struct view *view, struct fault *fault) {
    struct scenario *s = scenario_open(name, NULL, 0, fault);
    struct play_config config = play_defaults();
    struct play *play = s ? play_new(s, &config, fault) : NULL;
    uint32_t robot = play ? looker(wish, play, fault) : 0;
    enum err err = robot ? ERR_NONE : fault->err ? fault->err : ERR_STATE;
    if (!err) err = play_for(play, (int64_t)(wish->at_s * 1e6));
    if (err == ERR_CLOSED) err = ERR_NONE; // all have died; one may still look
    if (!err) err = shoot(play_world(play), robot, view, &view->picture, fault);
    if (!err && wish->mode && !strcmp(wish->mode, "Motion")) {
        err = play_for(play, LATER_US);
        if (!err || err == ERR_CLOSED) err = shoot(play_world(play), robot, view, &view->later, fault);
    }
    play_free(play, NULL);
    scenario_free(s);
    return err;
}

// ------------------------------------------------------------------------------------------------ what was
// found

static bool distance_of(const struct view *view, const struct marker_seen *m, float *far_m) {
    struct pose_square square;
    if (!view->measured ||
        !pose_of_square(&view->lens, m->corners, (float)MARKERS[m->marker].size_mm * 0.001f, &square))
        return false;
    *far_m = vec3_length(square.pose[0].at);
    return true;
}

static void tell(const struct view *view, const struct markers_seen *seen) {
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct marker_seen *m = &seen->list[i];
        float far;
        printf("%-20s upper left at %.1f, %.1f, side %.1f px, certainty %.2f", MARKERS[m->marker].name,
               (double)m->corners[0].x, (double)m->corners[0].y, (double)m->side_px, (double)m->certainty);
        if (m->errors) printf(", %s", PLURAL(m->errors, "wrong cell"));
        if (distance_of(view, m, &far)) printf(", %.0f mm away", (double)far * 1000);
        printf("\n");
    }
    if (!seen->count) printf("nothing found\n");
}

static enum err tell_json(const struct view *view, const struct markers_seen *seen, struct fault *fault) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 2);
    json_open(&w, '{');
    json_key(&w, "width"), json_uint(&w, view->picture.width);
    json_key(&w, "height"), json_uint(&w, view->picture.height);
    json_key(&w, "markers"), json_open(&w, '[');
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct marker_seen *m = &seen->list[i];
        float far;
        json_open(&w, '{');
        json_key(&w, "name"), json_string(&w, MARKERS[m->marker].name);
        json_key(&w, "wrong_cells"), json_uint(&w, m->errors);
        json_key(&w, "certainty"), json_number(&w, (double)m_round(m->certainty * 1000) / 1000);
        if (distance_of(view, m, &far))
            json_key(&w, "distance_mm"), json_number(&w, (double)m_round(far * 10000) / 10);
        json_key(&w, "corners_px"), json_open(&w, '[');
        for (int k = 0; k < 4; k++) {
            json_open(&w, '[');
            json_number(&w, (double)m_round(m->corners[k].x * 100) / 100);
            json_number(&w, (double)m_round(m->corners[k].y * 100) / 100);
            json_close(&w, ']');
        }
        json_close(&w, ']');
        json_close(&w, '}');
    }
    json_close(&w, ']');
    json_close(&w, '}');
    buf_byte(&out, '\n');
    if (!out.err) fwrite(out.at, 1, out.len, stdout);
    enum err err = out.err ? fault_set(fault, out.err, "no memory") : ERR_NONE;
    buf_free(&out);
    return err;
}

static void dot(const struct pixels *to, float x, float y, struct rgb colour) {
    if (!(x >= 0 && y >= 0 && x < (float)to->width && y < (float)to->height)) return;
    uint8_t *at = pixels_at(to, (unsigned)x, (unsigned)y);
    at[0] = colour.r, at[1] = colour.g, at[2] = colour.b;
}
static void line(const struct pixels *to, struct vec2 a, struct vec2 b, struct rgb colour) {
    int steps = (int)m_clamp(2 * vec2_length(vec2_sub(b, a)), 1, 8192);
    for (int i = 0; i <= steps; i++) {
        struct vec2 at = vec2_add(a, vec2_scale(vec2_sub(b, a), (float)i / (float)steps));
        dot(to, at.x, at.y, colour);
    }
}

// Round each marker, and its upper side in another colour: so one sees which way up it is.
static enum err draw(const struct wish *wish, const struct view *view, const struct markers_seen *seen,
                     struct fault *fault) {
    static const struct rgb SIDES = {0, 255, 60}, UPPER = {255, 40, 40};
    for (uint32_t i = 0; i < seen->count; i++) {
        const struct vec2 *c = seen->list[i].corners;
        line(&view->picture, c[0], c[1], UPPER);
        line(&view->picture, c[1], c[3], SIDES), line(&view->picture, c[3], c[2], SIDES);
        line(&view->picture, c[2], c[0], SIDES);
    }
    struct buf out = {0};
    enum err err = png_encode(&view->picture, &out, fault);
    if (!err) err = call_write(wish->out, out.at, out.len, fault);
    buf_free(&out);
    return err;
}

static enum err find(const struct view *view, struct markers_seen *seen, struct fault *fault) {
    struct pixels grey = {0};
    enum err err = pixels_convert(&view->picture, 1, &grey);
    if (err) return fault_set(fault, err, "no memory for a picture");
    struct see_picture p = {grey.at, grey.width, grey.height};
    struct markers_config config = markers_defaults();
    err = see_picture_check(&p, (size_t)grey.width * grey.height, fault);
    if (!err && (err = markers_find(&p, &config, seen))) fault_set(fault, err, "no memory to look at it");
    pixels_free(&grey);
    return err;
}

// ------------------------------------------------------------------------------------------------ other
// modes

static enum err tell_motion(const struct view *view, struct fault *fault) {
    static const char *const REGIONS[] = {"picture", "left", "right", "top", "bottom"};
    struct pixels a = {0}, b = {0};
    struct motion_config config = motion_defaults();
    struct motion_areas areas = {0};
    enum err err = pixels_convert(&view->picture, 1, &a);
    if (!err) err = pixels_convert(&view->later, 1, &b);
    if (err) fault_set(fault, err, "no memory for a picture");
    struct see_picture before = {a.at, a.width, a.height}, now = {b.at, b.width, b.height};
    if (!err) motion_between(&before, &now, &config, &areas);
    for (int i = 0; i < MOTION_REGIONS && areas.at[0].share > 0; i++)
        if (areas.at[i].share > config.least_share)
            printf("%-8s %.1f %% of it changed, around %.0f, %.0f\n", REGIONS[i],
                   (double)areas.at[i].share * 100, (double)(areas.at[i].x * (float)a.width),
                   (double)(areas.at[i].y * (float)a.height));
    if (!err && !(areas.at[0].share > 0)) printf("nothing moves\n");
    pixels_free(&a), pixels_free(&b);
    return err;
}

static enum err tell_light(const struct view *view, struct fault *fault) {
    struct pixels grey = {0};
    struct illumination_config config = illumination_defaults();
    struct illumination_seen seen;
    enum err err = pixels_convert(&view->picture, 1, &grey);
    if (err) return fault_set(fault, err, "no memory for a picture");
    illumination_measure(&(struct see_picture){grey.at, grey.width, grey.height}, &config, &seen);
    printf("a tenth of it is darker than %u, half than %u, all but a tenth than %u of 255\n", seen.at[0],
           seen.at[2], seen.at[4]);
    if (view->exposure > 0) {
        float light = illumination_probability(&seen, view->exposure);
        printf("%s (%.0f %%)\n",
               light < config.dark_most     ? "dark"
               : light > config.light_least ? "light"
                                            : "neither light nor dark",
               (double)light * 100);
    }
    pixels_free(&grey);
    return ERR_NONE;
}

static enum err tell_faces(struct view *view, struct fault *fault) {
    static const struct rgb ROUND = {255, 220, 0};
    struct pixels grey = {0};
    struct faces_config config = faces_defaults();
    struct faces_seen seen = {0};
    struct net *net = model_open("faces", fault);
    if (!net) return fault->err;
    enum err err = pixels_convert(&view->picture, 1, &grey);
    struct see_picture p = {grey.at, grey.width, grey.height};
    if (!err) err = faces_find(net, &p, &config, &seen);
    if (err)
        fault_set(fault, err, err == ERR_UNSUPPORTED ? "the model finds no faces" : "it cannot be looked at");
    for (uint32_t i = 0; !err && i < seen.count; i++) {
        const struct face_seen *f = &seen.list[i];
        printf("face at %.0f, %.0f, %.0f px wide, certainty %.2f, eyes at %.0f, %.0f and %.0f, %.0f\n",
               (double)f->low.x, (double)f->low.y, (double)(f->high.x - f->low.x), (double)f->score,
               (double)f->points[0].x, (double)f->points[0].y, (double)f->points[1].x,
               (double)f->points[1].y);
        struct vec2 right = vec2(f->high.x, f->low.y), below = vec2(f->low.x, f->high.y);
        line(&view->picture, f->low, right, ROUND), line(&view->picture, right, f->high, ROUND);
        line(&view->picture, f->high, below, ROUND), line(&view->picture, below, f->low, ROUND);
        for (int k = 0; k < FACE_POINTS; k++) dot(&view->picture, f->points[k].x, f->points[k].y, ROUND);
    }
    if (!err && !seen.count) printf("nobody is seen\n");
    pixels_free(&grey);
    net_free(net);
    return err;
}

static enum err look(const struct wish *wish, struct view *view, bool quiet, struct fault *fault) {
    struct markers_seen seen = {0};
    bool markers = !wish->mode || !strcmp(wish->mode, "Markers");
    enum err err = markers ? find(view, &seen, fault) : ERR_NONE;
    if (!err && !markers && !strcmp(wish->mode, "Motion")) err = tell_motion(view, fault);
    if (!err && !markers && !strcmp(wish->mode, "Illumination")) err = tell_light(view, fault);
    if (!err && !markers && !strcmp(wish->mode, "Faces")) err = tell_faces(view, fault);
    if (!err && markers && wish->json) err = tell_json(view, &seen, fault);
    if (!err && markers && !wish->json && !quiet) tell(view, &seen);
    return !err && wish->out ? draw(wish, view, &seen, fault) : err;
}

// What is wrong with a mode's name; NULL: nothing.
static const char *wrong_mode(const char *name, bool picture) {
    static const char *const RUNS[] = {"Markers", "Motion", "Illumination", "Faces"};
    for (size_t i = 0; i < sizeof RUNS / sizeof *RUNS; i++)
        if (!strcmp(name, RUNS[i]))
            return i == 1 && picture ? "Motion is between two pictures: of a scenario" : NULL;
    return mode_find(name) >= 0 ? "nothing is shown of this mode: Markers, Motion, Illumination and Faces are"
                                : "there is no such mode: Markers, Motion, Illumination and Faces are shown";
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *what = call->words.at[0];
    bool to_stdout = wish->out && !strcmp(wish->out, "-");
    const char *wrong = wish->mode ? wrong_mode(wish->mode, is_picture(what)) : NULL;
    if (wrong) return call_wrong(call, "--mode %s: %s", wish->mode, wrong);
    if (to_stdout && isatty(STDOUT_FILENO))
        return call_wrong(call, "a picture does not go to a terminal; use -o FILE.png");
    if (to_stdout && (wish->json || wish->mode))
        return call_wrong(call, "-o - wants stdout, and so does what is told");
    if (is_picture(what) && wish->robot) return call_wrong(call, "--robot is for scenarios");
    struct fault fault = {0};
    struct view view = {0};
    enum err err = is_picture(what) ? open_picture(what, &view, &fault) : play_to(wish, what, &view, &fault);
    if (!err) err = look(wish, &view, to_stdout, &fault);
    pixels_free(&view.picture), pixels_free(&view.later);
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
