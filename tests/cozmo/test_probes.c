// What an outside probe would ask of a robot, asked by our own client of our own robot, each a program by
// itself: over a quiet air, and over one that loses, doubles, delays and reorders datagrams both ways.
//
//     test_cozmo_probes bad_air            all probes at once, each with a robot and a session of its own
//     test_cozmo_probes bad_air turns      one of them, in this process
#include "cozmo/fine.h"
#include "cozmo/program.h"
#include "support/support.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/file.h"
#include "codec/picture/jpeg.h"

#include <math.h>
#include <signal.h>

static char folder[300], robot_address[40], relay_address[40];
static pid_t sim, relay;
static struct critter_cozmo *cozmo;
static bool bad_air;

// What comes to be so, in its time or, where the machine is loaded, within half a minute more.
#define SOON(so)                                                                                             \
    for (int wait = 0; !(so) && wait < 30000; wait += 50) FINE(critter_cozmo_sleep(cozmo, 50));              \
    assert_true(so)
#define IS_NEAR(value, wanted, slack) (fabs((double)(value) - (double)(wanted)) <= (slack))
#define NEAR(value, wanted, slack)                                                                           \
    if (fabs((double)(value) - (double)(wanted)) > (slack))                                                  \
    fail_msg("%s is %g, not %g", #value, (double)(value), (double)(wanted))

static void meet(const char *address) {
    char why[300];
    struct critter_cozmo_config config = {
        .size = sizeof config, .address = address, .ping_ms = 100, .found_ms = 60000};
    cozmo = critter_cozmo_connect(&config, why, sizeof why);
    if (!cozmo) fail_msg("%s", why);
}

static void begin_quiet(void) {
    char line[200];
    snprintf(folder, sizeof folder, "%s", temp_folder());
    sim = program((const char *[]){getenv("CRITTER"), "cozmo", "sim", "--listen", "127.0.0.1:0", "--state",
                                   folder, "--seconds", "1000", NULL},
                  1, line, sizeof line);
    if (sscanf(line, "cozmo: listening on %39[0-9.:],", robot_address) != 1) fail_msg("it said \"%s\"", line);
}

static void begin_bad(void) {
    char pcap[400], line[200];
    snprintf(pcap, sizeof pcap, "%s/air.pcap", folder);
    relay = program((const char *[]){getenv("CRITTER"), "cozmo", "relay", "--listen", "127.0.0.1:0", "--at",
                                     robot_address, "--loss", "10", "--twice", "5", "--delay", "5",
                                     "--jitter", "30", pcap, NULL},
                    2, line, sizeof line);
    if (sscanf(line, "relaying %39[0-9.:]", relay_address) != 1) fail_msg("it said \"%s\"", line);
}

static int begin(void **state) {
    begin_quiet();
    if (bad_air) begin_bad();
    meet(bad_air ? relay_address : robot_address);
    return 0;
}

static void stop(pid_t *pid) {
    int status;
    if (*pid <= 0) return;
    kill(*pid, SIGINT);
    waitpid(*pid, &status, 0);
    *pid = 0;
}
static int end(void **state) {
    critter_cozmo_disconnect(cozmo);
    stop(&relay);
    stop(&sim);
    return 0;
}

static struct critter_cozmo_state now(void) {
    struct critter_cozmo_state state = {sizeof state};
    critter_cozmo_get_state(cozmo, &state);
    return state;
}

static unsigned counted;
static void count(void *user, struct critter_cozmo *c, const struct critter_cozmo_event *event) { counted++; }
// So many in so long; while fewer than the least came it waits on: a loaded machine is slow, and what it
// stands still for comes all at once. Then too many is told by the robot's own clock: `most_a_s` a second of
// it, and a few that were on their way.
static unsigned count_for(const char *name, unsigned least, int ms, unsigned most_a_s) {
    uint32_t begun_ms = now().time_ms;
    counted = 0;
    int handler = critter_cozmo_on(cozmo, name, count, NULL);
    FINE(critter_cozmo_sleep(cozmo, ms));
    for (int more = 0; counted < least && more < 30000; more += 100) FINE(critter_cozmo_sleep(cozmo, 100));
    critter_cozmo_off(cozmo, handler);
    uint32_t most = (now().time_ms - begun_ms) * most_a_s / 1000 + most_a_s / 3;
    if (counted < least || counted > most) fail_msg("%u of %s, not %u to %u", counted, name, least, most);
    return counted;
}

static void identity_and_state(void) {
    struct critter_cozmo_identity who = {sizeof who};
    critter_cozmo_get_identity(cozmo, &who);
    assert_true(who.head_serial && who.body_serial && who.firmware == 2381);
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    count_for("RobotState", bad_air ? 60 : 78, 3000, 36);
    struct critter_cozmo_state s = now();
    assert_true(s.battery_v > 3 && s.battery_v < 5.5f && s.orientation == 0);
    NEAR(s.accel[2], 9800, 1500);
}

static void head(void) {
    static const float HEADS[][2] = {{0.5f, 0.5f}, {-0.3f, -0.3f}, {2, 0.7767f}, {0, 0}};
    for (int i = 0; i < 4; i++) {
        FINE(critter_cozmo_set_head_angle(cozmo, HEADS[i][0]));
        FINE(critter_cozmo_wait(cozmo, "AcknowledgeAction", 60000, NULL));
        FINE(critter_cozmo_sleep(cozmo, 500));
        SOON(IS_NEAR(now().head_rad, HEADS[i][1], 0.06) && now().status & 1u << 9);
    }
}

static void lift_and_wheels(void) {
    FINE(critter_cozmo_set_lift_height(cozmo, 80));
    SOON(IS_NEAR(now().lift_mm, 80, 4));
    FINE(critter_cozmo_set_lift_height(cozmo, 32));
    float x = now().x_mm;
    FINE(critter_cozmo_drive_wheels_wait(cozmo, 60, 60, 1000));
    SOON(IS_NEAR(now().x_mm - x, 60, bad_air ? 40 : 20)); // a stop that is lost comes later
    FINE(critter_cozmo_sleep(cozmo, 800));
    NEAR(now().x_mm - x, 60, bad_air ? 40 : 20);
}

static void turns(void) {
    FINE(critter_cozmo_turn_in_place(cozmo, 1, 3, 0));
    SOON(IS_NEAR(now().angle_rad, 1, 0.1));
    FINE(critter_cozmo_sleep(cozmo, 500)); // and stays there
    NEAR(now().angle_rad, 1, 0.1);
    FINE(critter_cozmo_turn_in_place(cozmo, 0, 3, 1));
    SOON(IS_NEAR(now().angle_rad, 0, 0.1));
}

static void go_to(void) {
    FINE(critter_cozmo_go_to_wait(cozmo, 60, 40, 1.5708f, 1, 60000));
    SOON(IS_NEAR(now().x_mm, 60, 12) && IS_NEAR(now().y_mm, 40, 12) &&
         IS_NEAR(now().angle_rad, 1.5708, 0.15));
}

// Along a corner; its beginning and its end are told.
static void path(void) {
    unsigned before = counted;
    int handler = critter_cozmo_on(cozmo, "PathFollowingEvent", count, NULL);
    FINE(critter_cozmo_path_clear(cozmo));
    FINE(critter_cozmo_path_line(cozmo, 0, 0, 80, 0, 60));
    FINE(critter_cozmo_path_turn(cozmo, 80, 0, 1.5708f, 2));
    FINE(critter_cozmo_path_line(cozmo, 80, 0, 80, 50, 60));
    FINE(critter_cozmo_path_execute_wait(cozmo, 4711, 60000));
    SOON(IS_NEAR(now().x_mm, 80, 12) && IS_NEAR(now().y_mm, 50, 12) &&
         IS_NEAR(now().angle_rad, 1.5708, 0.15) && !(now().status & 1u << 7));
    assert_int_equal(counted, before + 2);
    critter_cozmo_off(cozmo, handler);
}

// Where it stands is told anew, in a frame of its own.
static void origin(void) {
    FINE(critter_cozmo_drive_wheels_wait(cozmo, 50, 50, 600));
    SOON(now().x_mm > 15);
    FINE(critter_cozmo_command(
        cozmo, "SetOrigin", "{\"pose_frame_id\": 1, \"pose_origin_id\": 7, \"pose_x\": 0, \"pose_y\": 0}"));
    SOON(now().origin_id == 7 && IS_NEAR(now().x_mm, 0, 12));
}

static void calibrate(void) {
    FINE(critter_cozmo_set_head_angle(cozmo, 0.5f));
    SOON(IS_NEAR(now().head_rad, 0.5, 0.06));
    unsigned before = counted;
    int handler = critter_cozmo_on(cozmo, "MotorCalibration", count, NULL);
    FINE(critter_cozmo_command(cozmo, "StartMotorCalibration", "{\"head\": true, \"lift\": true}"));
    SOON(counted >= before + 4); // each begins and ends
    critter_cozmo_off(cozmo, handler);
    FINE(critter_cozmo_set_head_angle(cozmo, -0.2f));
    SOON(IS_NEAR(now().head_rad, -0.2, 0.06));
}

// A clip of the program's own: it begins and ends, and head and lift have followed it.
static void clip(void) {
    static const char CLIP[] =
        "{\"clips\": [{\"Name\": \"nod\", \"keyframes\": {"
        "\"HeadAngleKeyFrame\": [{\"triggerTime_ms\": 0, \"durationTime_ms\": 400, \"angle_deg\": 25}],"
        "\"LiftHeightKeyFrame\": [{\"triggerTime_ms\": 0, \"durationTime_ms\": 400, \"height_mm\": 70}]}}]}";
    char file[400];
    snprintf(file, sizeof file, "%s/nod.json", folder);
    assert_int_equal(file_write(file, CLIP, sizeof CLIP - 1, NULL), ERR_NONE);
    unsigned before = counted;
    int begun = critter_cozmo_on(cozmo, "AnimationStarted", count, NULL),
        ended = critter_cozmo_on(cozmo, "animation_completed", count, NULL);
    FINE(critter_cozmo_play_file_wait(cozmo, file, NULL, 60000));
    SOON(counted == before + 2 && IS_NEAR(now().head_rad, 0.436, 0.08) && IS_NEAR(now().lift_mm, 70, 5));
    critter_cozmo_off(cozmo, begun), critter_cozmo_off(cozmo, ended);
}

// Who stops to listen to an event hears no more of it; the others still do.
static void handlers(void) {
    unsigned before = counted;
    int first = critter_cozmo_on(cozmo, "RobotState", count, NULL),
        second = critter_cozmo_on(cozmo, "RobotState", count, NULL);
    SOON(counted >= before + 20);
    critter_cozmo_off(cozmo, first);
    uint32_t begun_ms = now().time_ms;
    before = counted;
    FINE(critter_cozmo_sleep(cozmo, 1000));
    SOON(counted - before >= 5);
    assert_in_range(counted - before, 5, (now().time_ms - begun_ms) * 45 / 1000 + 10);
    critter_cozmo_off(cozmo, second);
    before = counted;
    FINE(critter_cozmo_sleep(cozmo, 500));
    assert_int_equal(counted, before);
}

// Pings are answered, and the time there and back is that of this machine.
static void pings(void) {
    struct critter_cozmo_link_state link = {sizeof link};
    for (int i = 0; i < 300 && (critter_cozmo_get_link(cozmo, &link), !link.rtt_mean_us); i++)
        FINE(critter_cozmo_sleep(cozmo, 100));
    assert_true(link.rtt_least_us > 0 && link.rtt_least_us <= link.rtt_mean_us &&
                link.rtt_mean_us <= link.rtt_most_us);
    if (bad_air) assert_true(link.rtt_least_us >= 10000); // 5 ms each way, at the least
}

// A new firmware goes over whole; after its restart the robot says that it runs it.
static void firmware(void) {
    static uint8_t safe[1024 * 8];
    char file[400];
    memset(safe, 0x5a, sizeof safe);
    memset(safe, 0, 1024);
    strcpy((char *)safe, "{\"version\": 2400, \"wifiSig\": \"a\", \"rtipSig\": \"b\", \"bodySig\": \"c\"}");
    snprintf(file, sizeof file, "%s/cozmo.safe", folder);
    assert_int_equal(file_write(file, safe, sizeof safe, NULL), ERR_NONE);
    FINE(critter_cozmo_update_wait(cozmo, file, NULL, NULL));
    critter_cozmo_disconnect(cozmo);
    struct critter_cozmo_identity who = {sizeof who};
    for (int i = 0; i < 60 && who.firmware != 2400; i++) { // it starts anew, and is away meanwhile
        char why[300];
        struct critter_cozmo_config config = {
            .size = sizeof config, .address = bad_air ? relay_address : robot_address, .ping_ms = 100};
        usleep(250000);
        if (!(cozmo = critter_cozmo_connect(&config, why, sizeof why))) continue;
        critter_cozmo_get_identity(cozmo, &who);
        if (who.firmware != 2400) critter_cozmo_disconnect(cozmo), cozmo = NULL;
    }
    assert_int_equal(who.firmware, 2400);
}

// A robot that falls silent is noticed, and calls end with an error instead of waiting for ever.
static void silence(void) {
    kill(sim, SIGSTOP);
    enum critter_err err = CRITTER_OK;
    for (int i = 0; i < 400 && !err; i++) err = critter_cozmo_sleep(cozmo, 50);
    kill(sim, SIGCONT);
    assert_int_equal(err, CRITTER_ERR_LOST);
    assert_int_not_equal(critter_cozmo_set_head_angle(cozmo, 0), CRITTER_OK);
    critter_cozmo_disconnect(cozmo);
    meet(bad_air ? relay_address : robot_address); // and back it is
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
}

static void cubes_and_lights(void) {
    struct critter_cozmo_object cube = {sizeof cube};
    FINE(critter_cozmo_object_find_wait(cozmo, 1, &cube, 60000));
    assert_true(cube.connected && cube.type == 1);
    struct critter_cozmo_light lights[5];
    for (int i = 0; i < 5; i++) lights[i] = critter_cozmo_steady(critter_cozmo_colour(0, 255, 0));
    FINE(critter_cozmo_object_lights(cozmo, cube.object_id, lights, 0));
    FINE(critter_cozmo_set_backpack(cozmo, lights));
    FINE(critter_cozmo_set_head_light(cozmo, 1));
    FINE(critter_cozmo_object_accel(cozmo, cube.object_id, 1));
    FINE(critter_cozmo_flush(cozmo, 60000));
    count_for("ObjectAccel", 40, 2000, 36);
    FINE(critter_cozmo_object_accel(cozmo, cube.object_id, 0));
    FINE(critter_cozmo_flush(cozmo, 60000));
    FINE(critter_cozmo_sleep(cozmo, 300));
    for (int more = 0; more < 30000 && count_for("ObjectAccel", 0, 500, 36); more += 500) continue;
    assert_int_equal(counted, 0); // at the latest when what was on its way has come
    FINE(critter_cozmo_object_connect_wait(cozmo, cube.factory_id, 0, 60000));
}

static void face_and_sound(void) {
    static int16_t tone[22320 * 2];
    for (unsigned i = 0; i < 22320 * 2; i++) tone[i] = (int16_t)(i / 20 % 2 ? 5000 : -5000);
    uint32_t slots = now().audio_frames, bytes = now().animation_bytes, begun_ms = now().time_ms;
    FINE(critter_cozmo_set_volume(cozmo, 40000));
    FINE(critter_cozmo_show_grey(cozmo, (const uint8_t[4]){0, 255, 255, 0}, 2, 2));
    FINE(critter_cozmo_play(cozmo, tone, 22320 * 2, 22320));
    FINE(critter_cozmo_wait(cozmo, "audio_completed", 60000, NULL));
    FINE(critter_cozmo_sleep(cozmo, 700));
    SOON(now().audio_frames - slots >= 55);
    unsigned played = now().audio_frames - slots, lived_ms = now().time_ms - begun_ms;
    if (played > lived_ms / 33 + 15) fail_msg("%u slots in %u ms", played, lived_ms);
    if (now().animation_bytes < bytes + 40000 || now().animation_drops)
        fail_msg("%u bytes played, %u dropped", now().animation_bytes - bytes,
                 (unsigned)now().animation_drops);
}

static void look(int colour) {
    FINE(critter_cozmo_camera(cozmo, 1, colour));
    FINE(critter_cozmo_sleep(cozmo, 500));
    // A picture misses its turn with any of its pieces: of six, at ten of a hundred, half of them.
    count_for("image", bad_air ? 3 : 10, 2000, 20);
    struct critter_cozmo_image image = {sizeof image};
    FINE(critter_cozmo_get_image(cozmo, &image));
    struct jpeg_reading how;
    struct pixels pixels;
    jpeg_reading_defaults(&how);
    assert_int_equal(jpeg_decode((struct bytes){image.jpeg, image.jpeg_size}, &how, &pixels, NULL), ERR_NONE);
    assert_true(pixels.height == 240 && image.colour == colour);
    pixels_free(&pixels);
}
static void camera(void) {
    look(0);
    look(1);
    FINE(critter_cozmo_camera(cozmo, 0, 0));
}

static void storage(void) {
    uint8_t note[1500], back[2000];
    for (unsigned i = 0; i < sizeof note; i++) note[i] = (uint8_t)(i * 7);
    size_t size = sizeof back;
    FINE(critter_cozmo_nv_write_wait(cozmo, 0x194000, note, sizeof note, 60000));
    FINE(critter_cozmo_nv_read_wait(cozmo, 0x194000, back, &size, 60000));
    assert_int_equal(size, sizeof note);
    assert_memory_equal(back, note, sizeof note);
    FINE(critter_cozmo_nv_erase_wait(cozmo, 0x194000, 60000));
    size = sizeof back;
    assert_int_not_equal(critter_cozmo_nv_read_wait(cozmo, 0x194000, back, &size, 10000), 0);
}

// Some two dozen datagrams carry them. By chance a bad air loses none of those in one round; not in six.
static void throughput(void) {
    struct critter_cozmo_link_state link = {sizeof link};
    for (int round = 0; round < 6 && (!round || (bad_air && !link.resent)); round++) {
        for (unsigned i = 0; i < 1500; i++) FINE(critter_cozmo_set_volume(cozmo, (int)i));
        FINE(critter_cozmo_flush(cozmo, 60000));
        critter_cozmo_get_link(cozmo, &link);
    }
    assert_true(link.rtt_us > 0 && link.sent > 1500 && (!bad_air || link.resent > 0));
}

static void goodbye_and_again(void) {
    identity_and_state();
    critter_cozmo_disconnect(cozmo);
    meet(bad_air ? relay_address : robot_address);
    FINE(critter_cozmo_wait(cozmo, "state", 60000, NULL));
    head();
}

static struct probe {
    const char *name;
    void (*ask)(void);
    pid_t pid;
    char said[300];
} PROBES[] = {{.name = "head", .ask = head},
              {.name = "lift and wheels", .ask = lift_and_wheels},
              {.name = "turns", .ask = turns},
              {.name = "go to", .ask = go_to},
              {.name = "path", .ask = path},
              {.name = "origin", .ask = origin},
              {.name = "calibrate", .ask = calibrate},
              {.name = "clip", .ask = clip},
              {.name = "handlers", .ask = handlers},
              {.name = "pings", .ask = pings},
              {.name = "silence", .ask = silence},
              {.name = "firmware", .ask = firmware},
              {.name = "cubes and lights", .ask = cubes_and_lights},
              {.name = "face and sound", .ask = face_and_sound},
              {.name = "camera", .ask = camera},
              {.name = "storage", .ask = storage},
              {.name = "throughput", .ask = throughput},
              {.name = "goodbye and again", .ask = goodbye_and_again}};
enum { COUNT = sizeof PROBES / sizeof *PROBES };

static struct probe *alone;
static void ask(void **state) { alone->ask(); }

static int start_all(void **state) {
    const char *folder_of_all = temp_folder();
    for (struct probe *p = PROBES; p < PROBES + COUNT; p++) {
        snprintf(p->said, sizeof p->said, "%s/%zd", folder_of_all, p - PROBES);
        fflush(NULL);
        p->pid = fork();
        if (p->pid) continue;
        dup2(open(p->said, O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
        dup2(1, 2);
        execl("/proc/self/exe", "test_cozmo_probes", bad_air ? "bad_air" : "quiet_air", p->name, NULL);
        _exit(127);
    }
    return 0;
}

static void is_answered(void **state) {
    struct probe *p = *state;
    struct buf said = {0};
    int status = 0;
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    bool fine = WIFEXITED(status) && !WEXITSTATUS(status);
    if (!fine && !file_read(p->said, 1 << 20, &said, NULL)) print_error("%s\n", (const char *)said.at);
    buf_free(&said);
    if (!fine) fail_msg("%s: %x", p->name, (unsigned)status);
}

int main(int count, char **words) {
    bad_air = count > 1 && !strcmp(words[1], "bad_air");
    struct CMUnitTest tests[COUNT];
    for (int i = 0; i < COUNT; i++) {
        tests[i] = (struct CMUnitTest){
            .name = PROBES[i].name, .test_func = is_answered, .initial_state = &PROBES[i]};
        if (count > 2 && !strcmp(words[2], PROBES[i].name)) alone = &PROBES[i];
    }
    const struct CMUnitTest one[] = {cmocka_unit_test_setup_teardown(ask, begin, end)};
    if (alone) return cmocka_run_group_tests(one, NULL, NULL);
    return cmocka_run_group_tests(tests, start_all, NULL);
}
