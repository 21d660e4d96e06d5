#include "cli/canvas.h"
#include "cli/clip/ear.h"
#include "cli/clip/file.h"
#include "cli/clip/library.h"
#include "cli/clip/world.h"
#include "cli/face_picture.h"
#include "cli/terminal.h"

#include "base/maths/geometry.h"
#include "base/plural.h"
#include "base/system/file.h"
#include "codec/picture/png.h"
#include "stage/clip/player.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

struct wish {
    const char *robot, *output, *strip, *wav, *trace, *colour, *corners, *resources;
    uint64_t loops, seed, scale;
    bool ramp, world, terminal;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT",
     "vector or cozmo (default: as the file's dialect says)"},
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "face and lights as a moving picture (APNG)"},
    {"strip", 0, OPTION_TEXT, offsetof(struct wish, strip), "FILE",
     "faces side by side in one picture (PNG), with time, head and lift below each"},
    {"wav", 0, OPTION_TEXT, offsetof(struct wish, wav), "FILE",
     "what is heard, as its speaker would play it, until the last sound is over (WAV; - is stdout)"},
    {"terminal", 0, OPTION_FLAG, offsetof(struct wish, terminal), NULL,
     "shows the face in this terminal while it plays (the default, when nothing else is asked for)"},
    {"world", 'w', OPTION_FLAG, offsetof(struct wish, world), NULL,
     "let a simulated body do it in a world, and tell where it is; only the robots' own clips"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our clips"},
    {"trace", 't', OPTION_TEXT, offsetof(struct wish, trace), "FILE",
     "tells in numbers all that it puts out; - is stdout"},
    {"colour", 'c', OPTION_TEXT, offsetof(struct wish, colour), "COLOUR",
     "a colour of Vector's eyes (default tip_over_teal)"},
    {"corners", 0, OPTION_TEXT, offsetof(struct wish, corners), "ORDER",
     "in which order the eyes' corners stand in the clip: round (default) or rows"},
    {"loops", 'n', OPTION_U64, offsetof(struct wish, loops), "N", "times in a row (default 1)", 1, 1000},
    {"seed", 's', OPTION_U64, offsetof(struct wish, seed), "N", "where all chance comes from (default 1)"},
    {"scale", 0, OPTION_U64, offsetof(struct wish, scale), "N",
     "so many pixels for each of the display's (default 1)", 1, 8},
    {"lights-ramp", 0, OPTION_FLAG, offsetof(struct wish, ramp), NULL,
     "fade between light key-frames that do not touch"},
};

enum { LAMP_ROW = 10, STEPS_MAX = 20000, STRIP_COLUMNS = 8, STRIP_FRAMES = 64, STRIP_TEXT = 10 };

// The stage in front of which a clip is played.
struct show {
    struct player player;
    struct player_out out;
    const struct eye_colour *colour;
    struct canvas *canvas;
    struct terminal *terminal;
    struct face_picture picture, strip;
    uint64_t strip_every, strip_count;
    int head_deg, lift_mm;
    struct apng apng;
    struct clip_ear ear;
    struct buf trace, png;
    struct player_drive drive;
    float heading_rad;
};

static void rectangle(struct show *show, int x, int y, int width, int height, const uint8_t rgb[3],
                      bool filled) {
    int scale = (int)show->picture.scale, right = (x + width) * scale, bottom = (y + height) * scale;
    struct pixels *pixels = &show->picture.pixels;
    for (int py = y * scale; py < bottom; py++)
        for (int px = x * scale; px < right; px++) {
            bool edge =
                px < (x + 1) * scale || py < (y + 1) * scale || px >= right - scale || py >= bottom - scale;
            if (px < 0 || py < 0 || px >= (int)pixels->width || py >= (int)pixels->height ||
                !(filled || edge))
                continue;
            memcpy(pixels_at(pixels, (unsigned)px, (unsigned)py), rgb, 3);
        }
}

static enum err draw(struct show *show, struct fault *fault) {
    static const uint8_t DARK[3] = {0};
    const struct player_config *config = &show->player.config;
    const struct player_out *out = &show->out;
    face_picture_raster(&show->picture, &show->canvas->raster, config->style, 0, 0);
    rectangle(show, 0, config->style->height, config->style->width, LAMP_ROW, DARK, true);
    int each = config->style->width / (int)config->lights;
    for (uint32_t i = 0; i < config->lights && out->lights_on; i++) {
        uint8_t rgb[3] = {out->lights[i].r, out->lights[i].g, out->lights[i].b};
        rectangle(show, (int)i * each + 2, config->style->height + 2, each - 4, LAMP_ROW - 4, rgb, true);
    }
    return apng_frame(&show->apng, &show->picture.pixels, PLAYER_STEP_MS, fault);
}

// The body does what it is told, so that turns back to a heading have something to steer by.
static void obey(struct show *show) {
    if (show->out.news & PLAYER_BODY) show->drive = show->out.body;
    float left, right;
    player_wheels(&show->drive, 46, &left, &right);
    show->heading_rad = angle_wrap(show->heading_rad + (right - left) / 46 * PLAYER_STEP_MS / 1000);
}

// Every so many frames one, in rows.
static void draw_strip(struct show *show, uint64_t tick) {
    const struct player_config *config = &show->player.config;
    if (show->out.news & PLAYER_HEAD) show->head_deg = (int)m_round(m_degrees(show->out.head.angle_rad));
    if (show->out.news & PLAYER_LIFT) show->lift_mm = (int)m_round(show->out.lift.height_mm);
    if (!show->strip_every || tick % show->strip_every || show->strip_count >= STRIP_FRAMES) return;
    unsigned x = (unsigned)(show->strip_count % STRIP_COLUMNS) * (config->style->width + 4u);
    unsigned y =
        (unsigned)(show->strip_count / STRIP_COLUMNS) * (config->style->height + LAMP_ROW + STRIP_TEXT + 2u);
    struct face_picture whole = show->picture;
    char text[64];
    face_picture_raster(&show->strip, &show->canvas->raster, config->style, x, y);
    show->picture = show->strip;
    unsigned each = config->style->width / config->lights;
    for (uint32_t i = 0; i < config->lights && show->out.lights_on; i++) {
        uint8_t rgb[3] = {show->out.lights[i].r, show->out.lights[i].g, show->out.lights[i].b};
        rectangle(show, (int)(x + i * each + 2), (int)y + config->style->height + 2, (int)each - 4,
                  LAMP_ROW - 4, rgb, true);
    }
    show->picture = whole;
    snprintf(text, sizeof text, "%.2f HEAD %d LIFT %d", show->out.clip_ms / 1000.0, show->head_deg,
             show->lift_mm);
    face_picture_text(&show->strip, text, x + 2, y + config->style->height + LAMP_ROW);
    show->strip_count++;
}

// Only where somebody looks on.
static void show_at_its_pace(void) {
    if (isatty(STDOUT_FILENO)) nanosleep(&(struct timespec){0, PLAYER_STEP_MS * 1000000L}, NULL);
}

static enum err play_all(struct show *show, const struct clip *clip, const struct wish *wish,
                         struct fault *fault) {
    struct player_play how = {.clip = clip, .loops = (uint32_t)wish->loops, .client = true};
    uint64_t steps = (uint64_t)clip_length_ms(clip) / PLAYER_STEP_MS * wish->loops;
    if (steps > STEPS_MAX)
        return fault_set(fault, ERR_LIMIT, "%llu steps of 33 ms; at most %d are played",
                         (unsigned long long)steps, STEPS_MAX);
    uint8_t tag;
    enum err err = player_play(&show->player, &how, &tag, fault);
    for (uint64_t tick = 0; show->player.tag && !err; tick++) {
        player_step(&show->player, &(struct player_in){.tick = tick, .heading_rad = show->heading_rad},
                    &show->out);
        player_trace(&show->out, show->player.config.lights, &show->trace);
        if (wish->output || wish->strip || wish->terminal)
            canvas_draw(show->canvas, (uint32_t)tick, &show->out, show->out.face_on ? &show->out.face : NULL,
                        show->colour);
        if (wish->terminal) terminal_show(show->terminal, &show->canvas->raster);
        if (wish->terminal) show_at_its_pace();
        if (wish->output) err = draw(show, fault);
        if (wish->wav) clip_ear_step(&show->ear, &show->out);
        if (wish->strip) draw_strip(show, tick);
        obey(show);
    }
    if (!err && show->trace.err) err = fault_set(fault, show->trace.err, "no room for the trace");
    return err;
}

static enum err put(const char *path, const struct buf *bytes, struct fault *fault) {
    return call_write(path, bytes->at, bytes->len, fault);
}

static enum err begin_strip(struct show *show, const struct clip *clip, const struct wish *wish,
                            struct fault *fault) {
    const struct face_style *style = show->player.config.style;
    uint64_t steps = (uint64_t)clip_length_ms(clip) / PLAYER_STEP_MS * wish->loops + 1;
    show->strip_every = (steps + STRIP_FRAMES - 1) / STRIP_FRAMES;
    uint64_t frames = (steps + show->strip_every - 1) / show->strip_every;
    show->head_deg = SCORE_HEAD_REST_DEG, show->lift_mm = SCORE_LIFT_REST_MM;
    return face_picture_new(&show->strip, STRIP_COLUMNS * (style->width + 4u),
                            (unsigned)((frames + STRIP_COLUMNS - 1) / STRIP_COLUMNS) *
                                (style->height + LAMP_ROW + STRIP_TEXT + 2u),
                            (unsigned)wish->scale, fault);
}

static enum err perform(struct show *show, const struct clip *clip, const struct wish *wish,
                        struct fault *fault) {
    const struct face_style *style = show->player.config.style;
    enum err err = ERR_NONE;
    if (wish->output) {
        err = face_picture_new(&show->picture, style->width, style->height + LAMP_ROW, (unsigned)wish->scale,
                               fault);
        apng_begin(&show->apng, &show->png, 0);
    }
    if (!err && wish->strip) err = begin_strip(show, clip, wish, fault);
    if (!err && wish->wav)
        err = clip_ear_open(&show->ear, show->player.config.lights == 5 ? "cozmo" : "vector", wish->resources,
                            wish->seed, fault);
    if (!err) err = play_all(show, clip, wish, fault);
    if (!err && wish->strip) err = face_picture_write(&show->strip, wish->strip, fault);
    if (!err && wish->output) err = apng_end(&show->apng, fault);
    if (!err && wish->output) err = put(wish->output, &show->png, fault);
    if (!err && wish->wav) err = clip_ear_write(&show->ear, wish->wav, fault);
    if (!err && wish->trace) err = put(wish->trace, &show->trace, fault);
    clip_ear_close(&show->ear);
    face_picture_free(&show->picture);
    face_picture_free(&show->strip);
    buf_free(&show->png);
    buf_free(&show->trace);
    return err;
}

// library: the one that is open already; NULL: none is.
static enum err show_clip(const struct library *library, const struct clip *clip, bool cozmo,
                          const struct wish *wish, struct fault *fault) {
    static struct show show;
    show = (struct show){.colour = eye_colour_find(wish->colour, fault)};
    if (!show.colour) return fault->err;
    struct player_config config = cozmo ? player_cozmo() : player_vector();
    config.seed = wish->seed;
    config.lights_ramp = wish->ramp;
    if (!strcmp(wish->corners, "rows")) config.corners = EYE_CORNERS_ROWS;
    player_start(&show.player, &config);
    show.canvas = library ? canvas_over(library, fault)
                          : canvas_open(cozmo ? "cozmo" : "vector", wish->resources, fault);
    if (!show.canvas) return fault->err;
    char first[160];
    uint32_t missing = library_missing_pictures(show.canvas->library, clip, first, sizeof first);
    if (missing)
        fprintf(stderr, "%.*s: %u of its pictures %s not there, a red square stands for %s; the first: %s\n",
                (int)clip->name.len, clip->name.at, missing, NOUN(missing, "is", "are"),
                NOUN(missing, "it", "each"), first);
    if (wish->terminal)
        show.terminal = terminal_open(stdout, show.canvas->raster.width, show.canvas->raster.height);
    enum err err = wish->terminal && !show.terminal ? fault_set(fault, ERR_MEMORY, "no memory for a terminal")
                                                    : perform(&show, clip, wish, fault);
    terminal_close(show.terminal);
    canvas_close(show.canvas);
    return err;
}

// One of the robots' own.
struct own {
    const struct wish *wish;
    const char *name;
};
static enum err play_own(void *user, const struct library *library, struct fault *fault) {
    const struct own *own = user;
    const struct clip *clip;
    enum err err = clip_in_library(library, own->name, own->wish->seed, &clip, fault);
    if (!err && own->wish->world)
        return clip_play_in_world(library, clip, (uint32_t)own->wish->loops, own->wish->seed,
                                  own->wish->resources, own->wish->wav, fault);
    return err ? err : show_clip(library, clip, library->dialect == CLIP_COZMO, own->wish, fault);
}

// All whose name fits, each into files of its own.
struct batch {
    struct call *call;
    const struct wish *wish;
    const char *pattern;
    int code;
};

static bool folder_for(const char *folder, const struct library *library, uint32_t i, const char *ending,
                       char *out, const char **path, struct fault *fault) {
    if (!*path) return true;
    if (folder_make(folder, fault)) return false;
    snprintf(out, 700, "%s/%.*s%s", folder, (int)library->clips[i].name.len, library->clips[i].name.at,
             ending);
    *path = out;
    return true;
}

static enum err play_fitting(void *user, const struct library *library, struct fault *fault) {
    struct batch *b = user;
    size_t all = 0, done = 0;
    for (uint32_t i = 0; i < library->clip_count; i++)
        all += clip_name_fits(library->clips[i].name, b->pattern);
    if (!all)
        return fault_set(fault, ERR_UNKNOWN, "%s has no clip that fits \"%s\"", library->creature,
                         b->pattern);
    for (uint32_t i = 0; i < library->clip_count; i++) {
        struct wish one = *b->wish;
        char paths[4][700];
        if (!clip_name_fits(library->clips[i].name, b->pattern)) continue;
        if (!folder_for(one.output, library, i, ".png", paths[0], &one.output, fault) ||
            !folder_for(one.strip, library, i, one.output ? "_strip.png" : ".png", paths[1], &one.strip,
                        fault) ||
            !folder_for(one.wav, library, i, ".wav", paths[2], &one.wav, fault) ||
            !folder_for(one.trace, library, i, ".txt", paths[3], &one.trace, fault))
            return fault->err;
        struct fault said = {0};
        if (show_clip(library, library->clips[i].clip, library->dialect == CLIP_COZMO, &one, &said)) {
            fault_in(&said, library->clips[i].name.at);
            b->code = call_failed(b->call, &said);
        }
        clip_progress(++done, all, "clips");
    }
    printf("%s played\n", PLURAL(done, "clip"));
    return ERR_NONE;
}

static int run(struct call *call) {
    struct wish *wish = call->options;
    struct fault fault = {0};
    struct clip_file file;
    const struct clip *clip = NULL;
    const char *path = call->words.at[0], *name = call->words.count > 1 ? call->words.at[1] : NULL;
    bool is_file = *path_extension(path) || file_exists(path);
    if (!call_robot(call, wish->robot)) return EXIT_WRONG_USE;
    const char *all[] = {wish->output, wish->strip, wish->wav, wish->trace};
    int to_stdout = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) to_stdout += all[i] && !strcmp(all[i], "-");
    if (wish->terminal && to_stdout)
        return call_wrong(call, "--terminal has stdout for itself; name a file for what else is asked for");
    if (to_stdout > 1)
        return call_wrong(
            call, "picture, sound and trace cannot go to stdout together; name files for all but one");
    if (wish->world && wish->wav && !strcmp(wish->wav, "-"))
        return call_wrong(call, "--world tells on stdout where it is; name a file for the sound");
    if (strcmp(wish->corners, "round") && strcmp(wish->corners, "rows"))
        return call_wrong(call, "--corners %s: expected round or rows", wish->corners);
    if (!eye_colour_find(wish->colour, &fault)) return call_wrong(call, "--colour: %s", fault.said);
    if (clip_is_pattern(path)) {
        struct batch batch = {call, wish, path, EXIT_FINE};
        if (name || wish->world)
            return call_wrong(call, "a pattern plays many clips, into folders; not in a world");
        if (to_stdout || wish->terminal)
            return call_wrong(call,
                              "a pattern plays many clips: name folders for pictures, sounds and traces");
        int code = clip_each_library(call, wish->robot ? wish->robot : "vector", wish->resources,
                                     play_fitting, &batch);
        return code ? code : batch.code;
    }
    bool asked = wish->output || wish->strip || wish->wav || wish->trace || wish->world;
    wish->terminal = wish->terminal || !asked;
    struct own own = {wish, path};
    if (!is_file && !name)
        return clip_each_library(call, wish->robot ? wish->robot : "vector", wish->resources, play_own, &own);
    if (wish->world) return call_wrong(call, "--world: only the robots' own clips are played there");
    enum err err = clip_file_open(path, CLIP_AUTO, &file, &fault);
    if (!err) err = clip_file_find(&file, name, &clip, &fault);
    bool cozmo = wish->robot ? !strcmp(wish->robot, "cozmo") : file.clips.dialect == CLIP_COZMO;
    clip_file_notes(&file, path);
    if (!err) err = show_clip(NULL, clip, cozmo, wish, &fault);
    if (err) fault_in(&fault, path);
    clip_file_close(&file);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_clip_play = {
    .name = "play",
    .group = "clip",
    .summary = "plays a clip: in this terminal, as a picture, a sound, or numbers",
    .words = "CLIP | PATTERN | FILE [NAME]",
    .words_least = 1,
    .words_most = 2,
    .help =
        "CLIP is a clip or trigger of the robots' own (critter clip list, critter clip triggers); of "
        "a trigger's clips the seed draws one. A FILE has an extension, .bin or .json. With a PATTERN (* "
        "and ? stand for letters) all of the robots' own "
        "that fit are played, and "
        "FILEs below are folders.\n\nWhen no option says otherwise, the face is drawn in this terminal. The "
        "trace has a line for everything a track puts out, with the "
        "clip's time in milliseconds: "
        "targets of head and lift, "
        "driving, the face's numbers, where pictures lie, lights, sounds and events. It is the same for "
        "the same seed.\n\n"
        "With --output the face is drawn too, a frame each 33 ms, with the lights of the back in a row "
        "below and the pictures that the clip shows; one that is missing is a red square. With --wav its "
        "sounds are mixed as for the robot's speaker. The body is taken "
        "to do what it is told. Without NAME the file's first clip is "
        "played.",
    .examples = "critter clip play anim_poked_giggle --robot cozmo --strip giggle.png --wav giggle.wav\n"
                "critter clip play ReactToCliff --world\n"
                "critter clip play 'anim_idle_*' --strip pictures --wav sounds\n"
                "critter clip play anim_hello_01.json --trace -\n"
                "critter clip play moods.bin anim_hello_01 -o hello.png --trace hello.txt\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(
        const struct wish){.colour = "tip_over_teal", .corners = "round", .loops = 1, .seed = 1, .scale = 1},
    .run = run,
};
