// `critter cozmo …` as a person calls it, against the robot of these tests.
#include "cli/run.h"
#include "cozmo/robot.h"

#include "base/system/clock.h"
#include "base/system/file.h"
#include "border/drive_keys.h"
#include "codec/picture/monochrome.h"
#include "codec/picture/png.h"
#include "codec/sound/wav.h"
#include "link/cozmo/pcap.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>

// Words as after `critter cozmo`, --at added.
static struct ran *cozmo(int code, const char *const *words) {
    const char *argv[24] = {getenv("CRITTER"), "cozmo"};
    int argc = 2;
    while (*words) argv[argc++] = *words++;
    argv[argc++] = "--at";
    argv[argc] = the_robot->address;
    struct ran *ran = run_child(NULL, argv);
    if (ran->code != code) fail_msg("%s: %d: %s%s", argv[2], ran->code, ran->out, ran->err);
    return ran;
}
#define COZMO(code, ...) cozmo(code, (const char *const[]){__VA_ARGS__, NULL})
#define SAYS(text, part)                                                                                     \
    if (!strstr(text, part)) fail_msg("\"%s\" is not in: %s", part, text)

static void who_and_how_it_is(void **state) {
    struct ran *ran = COZMO(0, "find", "--wait", "60000");
    SAYS(ran->out, "02e01234");
    SAYS(ran->out, "2381 (RELEASE)");
    assert_null(strstr(ran->err, "172.31.1.1")); // told where, it asks only there
    ran = COZMO(0, "find", "--wait", "60000", "--at",
                the_robot->address); // a place that is named twice is asked once
    assert_null(strstr(strstr(ran->out, "02e01234") + 1, "02e01234"));
    ran = COZMO(0, "find", "--wait", "60000", "--json");
    char where[64];
    snprintf(where, sizeof where, "{\"address\":\"%s\",\"head_serial\":", the_robot->address);
    SAYS(ran->out, where); // of several robots one wants to know which
    SAYS(COZMO(0, "info")->out, "battery         4.00 V");
    SAYS(COZMO(0, "info", "--json")->out, "\"body_serial\":77");
    assert_soon(robot_seen(the_robot).goodbyes == 5);
}

static void it_moves_sounds_and_shows(void **state) {
    SAYS(COZMO(0, "drive", "--left", "50", "--seconds", "0.2", "--head", "10")->out, "100, 0 mm");
    assert_true(robot_seen(the_robot).head_rad > 0.17f && robot_seen(the_robot).head_rad < 0.18f);
    assert_int_equal(COZMO(2, "drive", "--left", "500")->code, 2);
    struct buf file = {0};
    int16_t samples[2205];
    for (unsigned i = 0; i < 2205; i++) samples[i] = (int16_t)(i * 997);
    wav_write(&(struct wav_spec){22050, 1, 16}, samples, 2205, &file);
    const char *wav = temp_path(NULL, "a.wav");
    file_write(wav, file.at, file.len, NULL);
    COZMO(0, "play-wav", "--volume", "1000", wav);
    assert_in_range(robot_seen(the_robot).sounds, 3, 4);
    SAYS(COZMO(1, "play-wav", "/no/such.wav")->err, "/no/such.wav");
    struct pixels picture;
    pixels_new(&picture, 64, 32, 1);
    memset(picture.at, 255, 64 * 16);
    buf_clear(&file);
    png_encode(&picture, &file, NULL);
    const char *png = temp_path(NULL, "a.png");
    file_write(png, file.at, file.len, NULL);
    COZMO(0, "show-image", "--seconds", "0.3", png);
    assert_true(robot_seen(the_robot).pictures >= 2); // the picture, and nothing again
    SAYS(COZMO(1, "show-image", wav)->err, "a.wav");
    const char *text = temp_path(NULL, "a.txt");
    file_write(text, "..#\n###\n", 8, NULL);
    COZMO(0, "show-image", "--seconds", "0.3", text);
    struct rle_picture want, got;
    assert_int_equal(monochrome_from_text(TEXT("..#\n###\n"), &want, NULL), ERR_NONE);
    assert_int_equal(monochrome_from_text(text_of(COZMO(0, "show-image", "--print", text)->out), &got, NULL),
                     ERR_NONE);
    assert_memory_equal(&want, &got, sizeof want);
    SAYS(COZMO(0, "show-image", "--print", png)->out, "\n################");
    SAYS(COZMO(1, "show-image", "--print", wav)->err, "a.wav");
    pixels_free(&picture);
    buf_free(&file);
}

static void camera_and_storage(void **state) {
    const char *look = temp_path(NULL, "look.jpg");
    SAYS(COZMO(0, "camera", look)->out, "320 x 240");
    SAYS(COZMO(2, "camera", "--gain", "2", look)->err, "--exposure");
    struct buf file = {0};
    assert_int_equal(file_read(look, 1 << 20, &file, NULL), ERR_NONE);
    assert_true(file.len > 1000 && file.at[0] == 0xff && file.at[1] == 0xd8);
    const char *entry = temp_path(NULL, "entry"), *back = temp_path(NULL, "back"),
               *folder = temp_path(NULL, "backup");
    assert_int_equal(file_write(entry, file.at, 3000, NULL), ERR_NONE);
    COZMO(0, "nv", "write", "GameSkillLevels", entry);
    SAYS(COZMO(1, "play", "happy")->err, "did you mean \"Happy\"");
    SAYS(COZMO(0, "nv", "backup", folder)->err, "wrote 1 file into "); // of the eight, what it keeps
    COZMO(0, "nv", "erase", "0x180000");
    COZMO(0, "nv", "restore", folder);
    COZMO(0, "nv", "read", "NVEntry_GameSkillLevels", back);
    struct buf again = {0};
    assert_int_equal(file_read(back, 1 << 20, &again, NULL), ERR_NONE);
    assert_int_equal(again.len, 3000);
    assert_memory_equal(again.at, file.at, 3000);
    SAYS(COZMO(1, "nv", "read", "0x194000")->err, "NOT_FOUND");
    SAYS(COZMO(2, "nv", "read", "nothing")->err, "nothing");
    SAYS(COZMO(2, "nv", "eat", "0x194000")->err, "eat");
    buf_free(&file), buf_free(&again);
}

static void firmware(void **state) {
    uint8_t file[5000] = "{\"version\": 2400, \"wifiSig\": \"a\", \"rtipSig\": \"b\", \"bodySig\": \"c\"}";
    const char *path = temp_path(NULL, "cozmo.safe");
    assert_int_equal(file_write(path, file, sizeof file, NULL), ERR_NONE);
    SAYS(COZMO(0, "update", "-s", path)->out, "2400");
    assert_int_equal(robot_seen(the_robot).sessions, 0);
    SAYS(COZMO(0, "update", path)->out, "15 seconds");
    SAYS(COZMO(1, "update", getenv("CRITTER"))->err, "critter");
}

// Reads until `part` was said; what else was said stays in front of it.
static void until(int terminal, char *said, size_t size, const char *part) {
    size_t len = strlen(said);
    while (!strstr(said, part)) {
        struct pollfd in = {.fd = terminal, .events = POLLIN};
        if (poll(&in, 1, 60000) <= 0) break;
        ssize_t got = read(terminal, said + len, size - 1 - len);
        if (got <= 0) break;
        said[len += (size_t)got] = 0;
    }
    SAYS(said, part);
}

// One that is at work meanwhile: it reads from `in`, and all that it says comes to `out`.
struct kid {
    pid_t pid;
    int in, out;
};

static struct kid begin(const char *const *words) {
    const char *argv[24] = {getenv("CRITTER"), "cozmo"};
    int argc = 2, in[2], out[2];
    while (*words) argv[argc++] = *words++;
    assert_true(!pipe(in) && !pipe(out));
    struct kid kid = {fork(), in[1], out[0]};
    if (!kid.pid) {
        end_with_test();
        dup2(in[0], 0), dup2(out[1], 1), dup2(out[1], 2);
        for (int i = 0; i < 2; i++) close(in[i]), close(out[i]);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(in[0]), close(out[1]);
    return kid;
}
#define BEGIN(...) begin((const char *const[]){__VA_ARGS__, NULL})

// Its exit code; one that does not end by itself is ended, and -1.
static int end_of(struct kid *kid) {
    int status = 0;
    pid_t got = 0;
    if (!soon(got = waitpid(kid->pid, &status, WNOHANG)))
        kill(kid->pid, SIGKILL), waitpid(kid->pid, &status, 0);
    close(kid->in), close(kid->out);
    return got && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A relay in front of the robot, with more words; says where it listens.
static struct kid relay_start(const char *const *words, char listening[32]) {
    const char *argv[20] = {"relay", "--listen", "127.0.0.1:0", "--at", the_robot->address};
    char said[300] = "";
    for (unsigned i = 0; words[i]; i++) argv[5 + i] = words[i];
    struct kid relay = begin(argv);
    until(relay.out, said, sizeof said, "Ctrl-C ends it");
    assert_int_equal(sscanf(said, "relaying %31[0-9.:]", listening), 1);
    return relay;
}

static void relay_end(struct kid *relay) {
    kill(relay->pid, SIGINT);
    assert_int_equal(end_of(relay), 0);
}

static void bad_air_costs_time_and_nothing_else(void **state) {
    const char *path = temp_path(NULL, "bad.pcap");
    char listening[32];
    struct kid relay = relay_start(
        (const char *const[]){"--loss", "20", "--twice", "5", "--delay", "5", "--jitter", "20", path, NULL},
        listening);
    const char *const drive[] = {getenv("CRITTER"), "cozmo", "drive", "--head",  "20",
                                 "--seconds",       "0.3",   "--at",  listening, NULL};
    struct ran *ran = run_child(NULL, drive);
    if (ran->code) fail_msg("%s", ran->err);
    assert_true(robot_seen(the_robot).head_rad > 0.34f && robot_seen(the_robot).head_rad < 0.36f);
    // The robot's own thread may still be at it: in the end it stands.
    assert_soon(!(robot_seen(the_robot).status & COZMO_ARE_WHEELS_MOVING));
    relay_end(&relay);
}

static void a_relay_that_cannot_be_leaves_the_recording_of_another(void **state) {
    const char *path = temp_path(NULL, "kept.pcap");
    assert_int_equal(file_write(path, "kept", 4, NULL), ERR_NONE);
    const char *const taken[] = {getenv("CRITTER"),  "cozmo", "relay", "--listen",
                                 the_robot->address, path,    NULL};
    struct ran *ran = run_child(NULL, taken);
    assert_int_equal(ran->code, 1);
    SAYS(ran->err, "another program has this port");
    struct buf got = {0};
    assert_int_equal(file_read(path, 100, &got, NULL), ERR_NONE);
    assert_string_equal((char *)got.at, "kept");
    buf_free(&got);
}

static void a_capture_is_made_printed_and_played(void **state) {
    const char *path = temp_path(NULL, "session.pcap");
    char listening[32];
    struct kid relay = relay_start((const char *const[]){path, NULL}, listening);
    const char *const drive[] = {getenv("CRITTER"), "cozmo", "drive", "--head",  "20",
                                 "--seconds",       "0.3",   "--at",  listening, NULL};
    struct ran *ran = run_child(NULL, drive);
    if (ran->code) fail_msg("%s", ran->err);
    relay_end(&relay);
    const char *const dump[] = {getenv("CRITTER"), "cozmo", "dump", path, NULL};
    ran = run_child(NULL, dump);
    if (ran->code) fail_msg("%s", ran->err);
    SAYS(ran->out, "DriveWheels {\"lwheel_speed_mmps\":50");
    SAYS(ran->out, "reset");
    SAYS(ran->out, "Disconnect");
    SAYS(ran->out, "RobotState");
    SAYS(ran->out, " 0 of no known layout, 0 damaged; 0 other datagrams, 0 other records");
    const char *const side[] = {getenv("CRITTER"), "cozmo", "dump", "--from", "robot", path, NULL};
    ran = run_child(NULL, side);
    SAYS(ran->out, "RobotState");
    assert_null(strstr(ran->out, "DriveWheels"));
    robot_turn_head(the_robot, 0);
    unsigned sessions = robot_seen(the_robot).sessions;
    ran = COZMO(0, "replay", path, "--speed", "2");
    SAYS(ran->out, "SetHeadAngle");
    SAYS(ran->out, "StopAllMotors");
    assert_int_equal(robot_seen(the_robot).sessions, sessions + 1);
    assert_true(robot_seen(the_robot).head_rad > 0.34f && robot_seen(the_robot).head_rad < 0.36f);
    ran = COZMO(1, "replay", path, "--speed", "100", "--group", "lights");
    assert_string_equal(ran->out, "");
    SAYS(ran->err, "holds nothing of the group lights");
    SAYS(COZMO(2, "replay", path, "--group", "lamps")->err, "no group of messages \"lamps\"");
    const char *const dance[] = {getenv("CRITTER"), "cozmo", "dump", "--message", "Dance", path, NULL};
    ran = run_child(NULL, dance);
    assert_int_equal(ran->code, 2);
    SAYS(ran->err, "no message \"Dance\"");
}

// A console that is told these lines, and tells its events.
static struct kid script(const char *lines) {
    struct kid kid = BEGIN("console", "--events", "--at", the_robot->address);
    assert_int_equal(write(kid.in, lines, strlen(lines)), strlen(lines));
    return kid;
}
static bool head_at(float low, float high) {
    float head_rad = robot_seen(the_robot).head_rad;
    return head_rad > low && head_rad < high;
}

static void the_console_takes_a_pipe(void **state) {
    char said[1 << 14] = "";
    struct kid kid = script("# a word to the reader\nSetHeadAngle {\"angle_rad\": 0.25}\nsleep 20\n"
                            "EnableStopOnCliff\nEnableStopOnCliff {\"enable\": false}"); // and no end of line
    until(kid.out, said, sizeof said, "AcknowledgeAction {\"action_id\":0}\n");
    close(kid.in);
    assert_int_equal(end_of(&kid), 0);
    assert_null(strchr(said, '\r'));
    assert_true(head_at(0.24f, 0.26f));
    enum cozmo_kind last = COZMO_ENABLE_STOP_ON_CLIFF;
    assert_soon(robot_told(the_robot, last).kind == last &&
                !robot_told(the_robot, last).enable_stop_on_cliff.enable);
}

// What comes while a script sleeps is told, too, however long that is: states push older events out of the
// line for polling.
static void the_console_loses_no_events_while_it_sleeps(void **state) {
    char said[1 << 14] = "";
    struct kid kid = script("SetHeadAngle {\"angle_rad\": 0.25, \"action_id\": 7}\nsleep 600000\n");
    until(kid.out, said, sizeof said, "AcknowledgeAction {\"action_id\":7}\n");
    kill(kid.pid, SIGINT);
    assert_int_equal(end_of(&kid), 0);
}

static void the_console_names_lines_that_it_does_not_understand(void **state) {
    static char lines[12000] = "Dance\nsleep soon\nsleep -1\n";
    memset(lines + strlen(lines), 'a', 9000);
    strcat(lines, "\nSetHeadAngle {\"angle_rad\": 0.25}\n");
    char said[1 << 14] = "";
    struct kid kid = script(lines);
    until(kid.out, said, sizeof said, "AcknowledgeAction {\"action_id\":0}\n");
    close(kid.in);
    assert_int_equal(end_of(&kid), 1);
    SAYS(said, "line 1: there is no command \"Dance\"\n");
    SAYS(said, "line 2: sleep takes milliseconds\n");
    SAYS(said, "line 3: sleep takes milliseconds\n");
    SAYS(said, "line 4: longer than 4095 bytes\n");
    assert_null(strstr(said, "line 5"));
    assert_true(head_at(0.24f, 0.26f));
}

// A key is held: it repeats until that is said. On a machine that stands still for longer than a key counts
// one press may begin and end between two states of the robot.
static void press(int terminal, const char *key, char *said, size_t size, const char *part) {
    struct pollfd in = {.fd = terminal, .events = POLLIN};
    for (int64_t since_us = air_now_us(); !strstr(said, part) && air_now_us() - since_us < 60000000;) {
        size_t len = strlen(said);
        assert_int_equal(write(terminal, key, strlen(key)), strlen(key));
        if (poll(&in, 1, 200) <= 0) continue;
        ssize_t got = read(terminal, said + len, size - 1 - len);
        said[len + (got > 0 ? (size_t)got : 0)] = 0;
    }
    SAYS(said, part);
}

// A capture in which an engine says so often, half a second apart, what `content` is.
static void capture_of(const char *path, const uint8_t *content, size_t size, unsigned count) {
    uint8_t room[8192];
    struct writer out = writer_of(room, sizeof room);
    pcap_head(&out);
    for (unsigned i = 0; i < count; i++) {
        uint8_t frame[64];
        struct writer in = writer_of(frame, sizeof frame);
        air_frame_begin(&in, COZMO_FRAME_TYPE_ENGINE, (uint16_t)(i + 1), (uint16_t)(i + 1), 0);
        air_frame_add(&in, COZMO_PACKET_TYPE_COMMAND, (struct bytes){content, size});
        pcap_write(&out, &(struct pcap_datagram){1000000000000 + i * 500000LL,
                                                 {0x7f000001, 7},
                                                 {0x7f000001, 5551},
                                                 {frame, writer_len(&in)},
                                                 false});
    }
    assert_int_equal(out.err, ERR_NONE);
    assert_int_equal(file_write(path, room, writer_len(&out), NULL), ERR_NONE);
}

static void a_relay_that_nobody_reads_ends(void **state) {
    char listening[32];
    struct kid kid = relay_start((const char *const[]){NULL}, listening);
    close(kid.out);
    const char *const find[] = {getenv("CRITTER"), "cozmo", "info", "--json", "--at", listening, NULL};
    run_child(NULL, find); // something to print
    assert_int_equal(end_of(&kid), 1);
}

static void an_update_is_broken_off_with_a_word(void **state) {
    static uint8_t file[4 << 20] =
        "{\"version\": 2400, \"wifiSig\": \"a\", \"rtipSig\": \"b\", \"bodySig\": \"c\"}";
    const char *path = temp_path(NULL, "cozmo.safe");
    assert_int_equal(file_write(path, file, sizeof file, NULL), ERR_NONE);
    struct kid kid = BEGIN("update", path, "--at", the_robot->address);
    assert_soon(robot_told(the_robot, COZMO_FIRMWARE_UPDATE).kind == COZMO_FIRMWARE_UPDATE);
    the_robot->mute = true; // it says nothing more: only Ctrl-C ends this soon
    kill(kid.pid, SIGINT);
    char said[4096] = "";
    until(kid.out, said, sizeof said, "bytes: send the file again");
    assert_int_equal(end_of(&kid), 1);
}

static void the_console_ends_when_nobody_reads_its_events(void **state) {
    struct kid kid = BEGIN("console", "--events", "--at", the_robot->address);
    char said[4096] = "";
    until(kid.out, said, sizeof said, "HardwareInfo");
    close(kid.out);
    static const char LINE[] = "SetHeadAngle {\"angle_rad\": 0.1}\n"; // which the robot acknowledges
    assert_int_equal(write(kid.in, LINE, strlen(LINE)), strlen(LINE));
    assert_int_equal(end_of(&kid), 1);
}

// Presses a key that drives, once more; whether the robot was told what the key pushes, and which way.
static bool pushed(int terminal, const struct drive_key *key) {
    char said[512], bytes[] = {27, '[', key->byte};
    bool arrow = key->name[1] != 0;
    size_t len = arrow ? 3 : 1;
    struct pollfd in = {.fd = terminal, .events = POLLIN};
    assert_int_equal(write(terminal, arrow ? bytes : &key->byte, len), len);
    while (poll(&in, 1, 50) > 0 && read(terminal, said, sizeof said) > 0) continue; // what it tells meanwhile
    struct cozmo_drive_wheels wheels = robot_told(the_robot, COZMO_DRIVE_WHEELS).drive_wheels;
    float left = wheels.lwheel_speed_mmps, right = wheels.rwheel_speed_mmps;
    float head = robot_told(the_robot, COZMO_MOVE_HEAD).move_head.speed_rad_per_sec;
    float lift = robot_told(the_robot, COZMO_MOVE_LIFT).move_lift.speed_rad_per_sec;
    return (!key->ahead || (left + right) * key->ahead > 0) &&
           (!key->left || (right - left) * key->left > 0) && (!key->head || head * key->head > 0) &&
           (!key->lift || lift * key->lift > 0);
}

// As on the page: both have them from one table.
static void keys_push_as_on_the_page(int terminal) {
    for (size_t i = 0; i < DRIVE_KEY_COUNT; i++)
        if (!DRIVE_KEYS[i].stops) assert_soon(pushed(terminal, &DRIVE_KEYS[i]));
}

static void the_console_takes_keys(void **state) {
    int terminal, status;
    static char said[1 << 16];
    pid_t child = forkpty(&terminal, NULL, NULL, NULL);
    assert_true(child >= 0);
    if (!child) {
        execl(getenv("CRITTER"), "critter", "cozmo", "console", "--events", "--at", the_robot->address, NULL);
        _exit(127);
    }
    said[0] = 0;
    until(terminal, said, sizeof said, "q: leave");
    SAYS(said, "t g: head   r f: lift");
    press(terminal, "w", said, sizeof said, "wheels_moving 1");
    until(terminal, said, sizeof said, "wheels_moving 0"); // let go: it stops by itself
    said[0] = 0;
    press(terminal, "\033[A", said, sizeof said, "wheels_moving 1");
    assert_int_equal(write(terminal, "l", 1), 1); // the light: this robot's hand
    until(terminal, said, sizeof said, "picked_up 1");
    keys_push_as_on_the_page(terminal);
    pthread_mutex_lock(&the_robot->lock);
    memset(&the_robot->told[COZMO_STOP_ALL_MOTORS], 0, sizeof the_robot->told[0]);
    pthread_mutex_unlock(&the_robot->lock);
    assert_int_equal(write(terminal, "x", 1), 1); // stops, as on the page
    enum cozmo_kind stop = COZMO_STOP_ALL_MOTORS;
    assert_soon(robot_told(the_robot, stop).kind == stop);
    assert_int_equal(write(terminal, "q", 1), 1);
    while (read(terminal, said, sizeof said) > 0) continue;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    close(terminal);
}

static void a_replay_by_steps_waits_for_a_person(void **state) {
    uint8_t content[] = {0x0b, 1}; // SetHeadLight
    const char *path = temp_path(NULL, "steps.pcap");
    capture_of(path, content, sizeof content, 3);
    struct kid kid = BEGIN("replay", "--step", path, "--at", the_robot->address);
    char said[4096] = "";
    until(kid.out, said, sizeof said, "0: SetHeadLight? ");
    sleep(5), usleep(500000); // longer than a session lives without a word
    assert_int_equal(write(kid.in, "\n", 1), 1);
    until(kid.out, said, sizeof said, "     0.000      0  0b SetHeadLight\n1: SetHeadLight? ");
    kill(kid.pid, SIGINT);
    assert_int_equal(end_of(&kid), 0);
    kid = BEGIN("replay", "--step", path, "--at", the_robot->address);
    assert_int_equal(write(kid.in, "\n", 1), 1);
    close(kid.in); // nobody there any more
    said[0] = 0;
    until(kid.out, said, sizeof said, "1: SetHeadLight? ");
    assert_int_equal(end_of(&kid), 0);
    assert_null(strstr(said, "2:"));
}

static void a_replay_keeps_the_pace_of_its_capture(void **state) {
    uint8_t content[] = {0x0b, 1};
    const char *path = temp_path(NULL, "pace.pcap");
    capture_of(path, content, sizeof content, 4); // a second and a half
    int64_t before_us = air_now_us();
    COZMO(0, "replay", path, "--quiet");
    assert_true(air_now_us() - before_us >= 1500000);
    before_us = air_now_us();
    COZMO(0, "replay", path, "--quiet", "--speed", "2");
    assert_true(air_now_us() - before_us >= 750000);
}

static void the_example_works_as_it_stands(void **state) {
    const char *const argv[] = {getenv("EXAMPLE"), the_robot->address, NULL};
    struct ran *ran = run_child(NULL, argv);
    if (ran->code) fail_msg("%s", ran->err);
    SAYS(ran->out, "wheels_moving: yes\n");
    SAYS(ran->out, "4.00 V, head at 0.00\n");
    assert_int_equal(robot_seen(the_robot).sounds, 15);
    const char *const nobody[] = {getenv("EXAMPLE"), "127.0.0.1:x", NULL};
    assert_int_equal(run_child(NULL, nobody)->code, 1);
}

TESTS(WITH_ROBOT(who_and_how_it_is), WITH_ROBOT(it_moves_sounds_and_shows), WITH_ROBOT(camera_and_storage),
      WITH_ROBOT(firmware), WITH_ROBOT(a_relay_that_cannot_be_leaves_the_recording_of_another),
      WITH_ROBOT(a_capture_is_made_printed_and_played), WITH_ROBOT(bad_air_costs_time_and_nothing_else),
      WITH_ROBOT(the_console_takes_a_pipe), WITH_ROBOT(the_console_loses_no_events_while_it_sleeps),
      WITH_ROBOT(the_console_takes_keys), WITH_ROBOT(the_console_names_lines_that_it_does_not_understand),
      WITH_ROBOT(the_console_ends_when_nobody_reads_its_events), WITH_ROBOT(a_relay_that_nobody_reads_ends),
      WITH_ROBOT(an_update_is_broken_off_with_a_word), WITH_ROBOT(a_replay_by_steps_waits_for_a_person),
      WITH_ROBOT(a_replay_keeps_the_pace_of_its_capture), WITH_ROBOT(the_example_works_as_it_stands))
