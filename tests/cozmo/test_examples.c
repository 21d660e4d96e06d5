// Every program of examples/cozmo, as somebody else would build it, against a simulated robot in a process of
// its own: what the robot heard, did and showed is read from the capture, pictures and sound that it left.
#include "cli/run.h"
#include "cozmo/program.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "codec/sound/wav.h"

#include <dirent.h>
#include <signal.h>

enum which { LAST, MOST, LEAST };
struct number { // of the robot's states
    const char *field;
    enum which which;
    double low, high;
};
struct example {
    const char *name, *words[3], *keys; // words: WAV, PNG, OUT stand for files; keys: from its input
    const char *says;
    const char *heard[3]; // by the robot, as `dump` prints it
    struct number numbers[4];
    unsigned pictures; // of the display, at least
    bool sound, alone;

    pid_t sim, pid;
    char folder[300], address[40];
};
#define WAV  "\1"
#define PNG  "\2"
#define OUT  "\3"
#define CLIP "\4"

static struct example EXAMPLES[] = {
    {"minimal", .heard = {"SetHeadAngle {\"angle_rad\":0.6"},
     .numbers = {{"head_angle_rad", LAST, 0.55, 0.65}}},
    {"client", .says = "ms there and back", .heard = {"Ping"}, .numbers = {{0}}},
    {"events", {"1500"}, .says = "battery 3.", .heard = {"EnableAnimationState"}},
    {"imu", {"12"}, .says = "on its treads", .numbers = {{"accel_z", LAST, 9000, 10600}}},
    {"extremes", .heard = {"SetLiftHeight {\"height_mm\":92"},
     .numbers = {{"head_angle_rad", MOST, 0.72, 0.80},
                 {"head_angle_rad", LEAST, -0.47, -0.40},
                 {"lift_height_mm", MOST, 88, 94},
                 {"lift_height_mm", LAST, 30, 36}}},
    {"path", .says = "no longer on the way",
     .heard = {"AppendPathSegLine", "PathFollowingEvent {\"event_id\":1,\"event_type\":\"PATH_COMPLETED\"}"},
     .numbers = {{"pose_x", MOST, 92, 112},
                 {"pose_y", MOST, 92, 112},
                 {"pose_x", LAST, -15, 15},
                 {"pose_y", LAST, -15, 15}}},
    {"square", .says = "corner 4",
     .heard = {"TurnInPlace {\"angle_rad\":1.5", "DriveWheels {\"lwheel_speed_mmps\":80"},
     .numbers = {{"pose_x", MOST, 60, 150}, // sides are timed: on a busy machine no two are alike
                 {"pose_y", MOST, 60, 150},
                 {"pose_x", LAST, -50, 50},
                 {"pose_angle_rad", LAST, -0.12, 0.12}}},
    {"own_loop", .keys = "happiness\n", .says = "6 nods",
     .heard = {"SetHeadAngle {\"angle_rad\":0.6", "DisplayImage"},
     .numbers = {{"head_angle_rad", MOST, 0.5, 0.7}, {"head_angle_rad", LAST, 0.05, 0.65}}, .pictures = 1},
    {"log",
     {"info,protocol=debug,only=motors"},
     .says = "protocol debug -> 32 DriveWheels",
     .heard = {"DriveWheels"}},
    {"go_to_pose", .says = " rad", .heard = {"ExecutePath"},
     .numbers = {{"pose_x", LAST, 88, 112}, {"pose_y", LAST, 38, 62}, {"pose_angle_rad", LAST, 1.5, 1.65}}},
    {"rc", .keys = "r\nw\nx\nq\n",
     .heard = {"MoveHead {\"speed_rad_per_sec\":1}", "DriveWheels {\"lwheel_speed_mmps\":80"},
     .numbers = {{"pose_x", LAST, 20, 60}}},
    {"audio", {WAV, "60000"}, .heard = {"OutputAudio", "SetRobotVolume {\"level\":60000}"}, .sound = true},
    {"anim", .says = "animation 7 is over",
     .heard = {"AnimationStarted {\"anim_id\":7}", "AnimationEnded {\"anim_id\":7}"},
     .numbers = {{"head_angle_rad", MOST, 0.42, 0.60},
                 {"lift_height_mm", MOST, 50, 66},
                 {"head_angle_rad", LAST, -0.30, -0.05}}},
    {"clips",
     {"anim_answer_yes_01", "GreetAfterLongTime", CLIP},
     .says = "was animation 3",
     .heard = {"AnimationStarted {\"anim_id\":1}", "AnimationEnded {\"anim_id\":3}", "AnimHead {"},
     .numbers = {{"num_audio_frames_played", LAST, 60, 900}, {"client_drop_count", MOST, 0, 0}},
     .pictures = 10,
     .sound = true},
    {"live_face", {"happiness", "anger"}, .heard = {"DisplayImage"}, .pictures = 10},
    {"camera", {OUT}, .says = "320 x 240", .heard = {"EnableCamera", "ImageChunk"}},
    {"video", {"12"}, .says = "pictures shown", .heard = {"ImageChunk", "DisplayImage"}, .pictures = 1},
    {"display_image", {PNG}, .heard = {"DisplayImage"}, .pictures = 2},
    {"display_lines", {"40"}, .heard = {"DisplayImage"}, .pictures = 10},
    {"procedural_face", {"6"}, .heard = {"DisplayImage"}, .pictures = 10},
    {"procedural_face_expressions", {"80"}, .says = "happ", .heard = {"DisplayImage"}, .pictures = 15},
    {"procedural_face_show", .says = "#####", .alone = true},
    {"backpack_lights", .heard = {"LightStateCenter", "LightStateSide", "\"on_color\":31744"}},
    {"cube_lights", .says = "is number",
     .heard = {"ObjectConnectionState", "CubeLights", "\"on_color\":992"}},
    {"cube_light_animation", {"1000"}, .heard = {"\"rotation_period_frames\":40", "CubeLights"}},
    {"charger_lights", .says = "charger", .heard = {"CubeLights"}},
    {"nvram", {"0x180000"}, .says = "75 6e 6c 6f 63 6b 65 64", .heard = {"NvStorageOp {\"tag\""}},
};
enum { COUNT = sizeof EXAMPLES / sizeof *EXAMPLES };

static char *path_in(const struct example *e, const char *name, char *out) {
    snprintf(out, 400, "%s/%s", e->folder, name);
    return out;
}

static void start_sim(struct example *e) {
    char state[400], pcap[400], display[400], audio[400], line[200];
    path_in(e, "state", state), path_in(e, "pcap", pcap), path_in(e, "display", display),
        path_in(e, "heard.wav", audio);
    const char *argv[] = {
        getenv("CRITTER"), "cozmo", "sim",     "--listen", "127.0.0.1:0", "--state", state, "--pcap", pcap,
        "--display",       display, "--audio", audio,      "--seconds",   "1000",    NULL};
    e->sim = program(argv, 1, line, sizeof line);
    if (sscanf(line, "cozmo: listening on %39[0-9.:],", e->address) != 1) fail_msg("it said \"%s\"", line);
}

static void start(struct example *e) {
    char program[600], out[400], in[400], file[400];
    snprintf(e->folder, sizeof e->folder, "%s", temp_folder());
    if (!e->alone) start_sim(e);
    if (!strcmp(e->name, "nvram")) { // something to read
        char note[400];
        assert_int_equal(file_write(path_in(e, "note", note), "unlocked", 8, NULL), ERR_NONE);
        const char *const argv[] = {getenv("CRITTER"), "cozmo", "nv", "write", "0x180000", note, "--at",
                                    e->address,        NULL};
        struct ran *ran = run_child(NULL, argv);
        if (ran->code) fail_msg("%s", ran->err);
    }
    if (e->keys)
        assert_int_equal(file_write(path_in(e, "keys", in), e->keys, strlen(e->keys), NULL), ERR_NONE);
    snprintf(program, sizeof program, "%s/example_%s", getenv("EXAMPLES"), e->name);
    const char *argv[6] = {program, e->address};
    int argc = e->alone ? 1 : 2;
    for (int i = 0; i < 3 && e->words[i]; i++)
        argv[argc++] = !strcmp(e->words[i], WAV)    ? getenv("A_WAV")
                       : !strcmp(e->words[i], PNG)  ? getenv("A_PNG")
                       : !strcmp(e->words[i], OUT)  ? path_in(e, "file", file)
                       : !strcmp(e->words[i], CLIP) ? getenv("A_CLIP")
                                                    : e->words[i];
    argv[argc] = NULL;
    path_in(e, "out", out);
    fflush(NULL);
    e->pid = fork();
    if (e->pid) return;
    int to = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(to, 1), dup2(to, 2);
    dup2(open(e->keys ? in : "/dev/null", O_RDONLY), 0);
    execv(program, (char *const *)(uintptr_t)argv);
    _exit(127);
}

static const char *text_in(const struct example *e, const char *name, struct buf *out) {
    char path[400];
    file_read(path_in(e, name, path), 64 << 20, out, NULL);
    return out->at ? (const char *)out->at : "";
}

static void check_number(const struct example *e, const struct number *n, const char *dump) {
    char key[60];
    double value = 0;
    bool any = false;
    snprintf(key, sizeof key, "\"%s\":", n->field);
    for (const char *at = dump; (at = strstr(at, key));) {
        at += strlen(key);
        double now = strtod(at, NULL);
        if (!any || n->which == LAST || (n->which == MOST ? now > value : now < value)) value = now;
        any = true;
    }
    if (!any || value < n->low || value > n->high)
        fail_msg("%s: %s is %g, not %g to %g", e->name, n->field, value, n->low, n->high);
}

static unsigned files_in(const struct example *e, const char *name) {
    char path[400];
    DIR *folder = opendir(path_in(e, name, path));
    unsigned count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) count += entry->d_name[0] != '.';
    if (folder) closedir(folder);
    return count;
}

static void check_sound(const struct example *e) {
    struct buf file = {0};
    struct wav wav;
    int loudest = 0;
    text_in(e, "heard.wav", &file);
    assert_int_equal(wav_read((struct bytes){file.at, file.len}, &wav, NULL), ERR_NONE);
    for (size_t i = 0; i < wav.frames; i++)
        if (abs(wav_s16(&wav, i, 0)) > loudest) loudest = abs(wav_s16(&wav, i, 0));
    if (loudest < 3000) fail_msg("%s: at its loudest %d", e->name, loudest);
    buf_free(&file);
}

static void finish(struct example *e) {
    int status = 0;
    struct buf out = {0}, dump = {0};
    char command[2000], pcap[400], to[400];
    waitpid(e->pid, &status, 0);
    const char *said = text_in(e, "out", &out);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) fail_msg("%s: %d: %s", e->name, status, said);
    if (e->says && !strstr(said, e->says)) fail_msg("%s says: %s", e->name, said);
    buf_free(&out);
    if (e->alone) return;
    kill(e->sim, SIGINT);
    waitpid(e->sim, &status, 0);
    assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    snprintf(command, sizeof command, "'%s' cozmo dump '%s' > '%s'", getenv("CRITTER"),
             path_in(e, "pcap", pcap), path_in(e, "dump", to));
    assert_int_equal(system(command), 0); // NOLINT: names of our own
    const char *heard = text_in(e, "dump", &dump);
    if (!strstr(heard, "isconnect")) fail_msg("%s said no goodbye", e->name);
    if (!strstr(heard, " 0 of no known layout, 0 damaged")) fail_msg("%s: damage", e->name);
    for (int i = 0; i < 3 && e->heard[i]; i++)
        if (!strstr(heard, e->heard[i])) fail_msg("%s: the robot never met \"%s\"", e->name, e->heard[i]);
    for (int i = 0; i < 4 && e->numbers[i].field; i++) check_number(e, &e->numbers[i], heard);
    if (files_in(e, "display") < e->pictures) fail_msg("%s: %u pictures", e->name, files_in(e, "display"));
    if (e->sound) check_sound(e);
    buf_free(&dump);
}

static void materials(void) {
    struct buf file = {0};
    static int16_t samples[22050];
    struct pixels picture;
    const char *folder = temp_folder(), *wav = temp_path(folder, "a.wav"), *png = temp_path(folder, "a.png");
    for (unsigned i = 0; i < 22050; i++) samples[i] = (int16_t)(i / 50 % 2 ? 9000 : -9000);
    wav_write(&(struct wav_spec){22050, 1, 16}, samples, 22050, &file);
    assert_int_equal(file_write(wav, file.at, file.len, NULL), ERR_NONE);
    buf_clear(&file);
    pixels_new(&picture, 64, 32, 1);
    memset(picture.at, 255, 64 * 16);
    png_encode(&picture, &file, NULL);
    assert_int_equal(file_write(png, file.at, file.len, NULL), ERR_NONE);
    pixels_free(&picture);
    buf_free(&file);
    static const char NOD[] = "{\"clips\": [{\"Name\": \"nod\", \"keyframes\": {\"HeadAngleKeyFrame\": ["
                              "{\"triggerTime_ms\": 0, \"durationTime_ms\": 300, \"angle_deg\": 20},"
                              "{\"triggerTime_ms\": 400, \"durationTime_ms\": 300, \"angle_deg\": 0}]}}]}";
    const char *clip = temp_path(folder, "nod.json");
    assert_int_equal(file_write(clip, NOD, sizeof NOD - 1, NULL), ERR_NONE);
    setenv("A_CLIP", clip, 1);
    setenv("A_WAV", wav, 1), setenv("A_PNG", png, 1);
}

static void every_example_does_what_it_says(void **state) {
    materials();
    for (int i = 0; i < COUNT; i++) start(&EXAMPLES[i]); // they mostly wait, so they wait together
    for (int i = 0; i < COUNT; i++) finish(&EXAMPLES[i]);
}

static void without_a_robot_they_say_so(void **state) {
    char program[600];
    snprintf(program, sizeof program, "%s/example_minimal", getenv("EXAMPLES"));
    struct ran *ran = run_child(NULL, (const char *[]){program, "127.0.0.1:x", NULL});
    assert_int_equal(ran->code, 1);
    assert_true(strlen(ran->err) > 10);
    snprintf(program, sizeof program, "%s/example_procedural_face_show", getenv("EXAMPLES"));
    ran = run_child(NULL, (const char *[]){program, "bewilderedness", NULL});
    assert_int_equal(ran->code, 1);
    assert_non_null(strstr(ran->err, "there are"));
}

TESTS(cmocka_unit_test(every_example_does_what_it_says), cmocka_unit_test(without_a_robot_they_say_so))
