// The simulated Cozmo as a program: what it prints, who can talk to it with our own tools, hands on its
// control socket, what it leaves.
#include "run.h"

#include "base/system/file.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>

struct sim {
    pid_t pid;
    char line[200], address[40];
    int port, verbs;
};

static const char *complaints; // file where the next one's stderr goes; NULL: to ours

static struct sim begin(const char *const *more) {
    struct sim sim = {0};
    const char *argv[32] = {getenv("CRITTER"), "cozmo",     "sim", "--listen",
                            "127.0.0.1:0",     "--seconds", "1000"};
    int n = 7, fd[2];
    for (; *more; more++) argv[n++] = *more;
    assert_int_equal(pipe(fd), 0);
    fflush(NULL);
    sim.pid = fork();
    if (!sim.pid) {
        end_with_test();
        dup2(fd[1], 1);
        if (complaints) dup2(open(complaints, O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
        close(fd[0]);
        close(fd[1]);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(fd[1]);
    size_t len = 0;
    while (len + 1 < sizeof sim.line && read(fd[0], sim.line + len, 1) == 1 && sim.line[len] != '\n') len++;
    close(fd[0]);
    char address[20];
    if (sscanf(sim.line, "cozmo: listening on %19[0-9.]:%d, firmware %*d; verbs on 127.0.0.1:%d", address,
               &sim.port, &sim.verbs) != 3)
        fail_msg("it said \"%s\"", sim.line);
    snprintf(sim.address, sizeof sim.address, "%s:%d", address, sim.port);
    return sim;
}

static int end(struct sim *sim) {
    int status = 0;
    kill(sim->pid, SIGINT);
    waitpid(sim->pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256;
}

static const char *verb(const struct sim *sim, const char *json) {
    static char answer[1000];
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)sim->verbs)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct timeval patience = {60, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_true(sendto(fd, json, strlen(json), 0, (struct sockaddr *)&to, sizeof to) > 0);
    ssize_t len = recv(fd, answer, sizeof answer - 1, 0);
    answer[len < 0 ? 0 : len] = 0;
    close(fd);
    return answer;
}

static void our_own_tools_take_it_for_real(void **state) {
    (void)state;
    const char *folder = temp_folder();
    char keep_dir[300], pcap[300], faces[300];
    snprintf(keep_dir, sizeof keep_dir, "%s", temp_path(folder, "state"));
    snprintf(pcap, sizeof pcap, "%s", temp_path(folder, "air.pcap"));
    snprintf(faces, sizeof faces, "%s", temp_path(folder, "faces"));
    char said[300];
    snprintf(said, sizeof said, "%s", temp_path(folder, "said"));
    complaints = said;
    struct sim sim = begin((const char *[]){"--state", keep_dir, "--pcap", pcap, "--display", faces,
                                            "--firmware", "2315", NULL});
    assert_non_null(strstr(sim.line, "firmware 2315"));
    const char *critter = getenv("CRITTER");
    struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "info", "--at", sim.address, NULL});
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "2315"));
    ran =
        run_child(NULL, (const char *[]){critter, "cozmo", "dump", "-q", pcap, NULL}); // while it is written
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, " 0 damaged"));
    assert_string_equal(ran->err, "");
    assert_string_equal(verb(&sim, "{\"pick_up\": {\"what\": \"cozmo\"}}"), "ok\n");
    assert_non_null(strstr(verb(&sim, "{\"pick_up\": {\"what\": \"nobody\"}}"), "nobody"));
    assert_non_null(strstr(verb(&sim, "{\"pick_upp\": {}}"), "error: "));
    assert_non_null(strstr(verb(&sim, "no JSON"), "error: "));
    assert_int_equal(end(&sim), 0); // Ctrl-C is a clean end
    complaints = NULL;
    struct buf told = {0};
    char expected[400];
    assert_int_equal(file_read(said, 1 << 16, &told, NULL), ERR_NONE);
    buf_byte(&told, 0);
    snprintf(expected, sizeof expected, "wrote %s, ", pcap);
    if (!strstr((const char *)told.at, expected))
        fail_msg("of the capture it said: %s", (const char *)told.at);
    snprintf(expected, sizeof expected, " into %s, ", faces);
    if (!strstr((const char *)told.at, expected)) fail_msg("of the faces it said: %s", (const char *)told.at);
    buf_free(&told);
    assert_true(file_exists(pcap));
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "dump", pcap, NULL});
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "RobotState"));
    assert_true(file_exists(temp_path(faces, "000001-000000000.png")) || folder_exists(faces));
}

// What one session stored and installed is there for the next one, and after the program began anew.
static void what_is_kept_is_kept(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    char note[300], back[300], safe[300], keep_dir[300];
    snprintf(note, sizeof note, "%s", temp_path(folder, "note"));
    snprintf(back, sizeof back, "%s", temp_path(folder, "back"));
    snprintf(safe, sizeof safe, "%s", temp_path(folder, "t.safe"));
    snprintf(keep_dir, sizeof keep_dir, "%s", temp_path(folder, "state"));
    static char image[4 * 1024] =
        "{\"version\": 2390, \"wifiSig\": \"1\", \"rtipSig\": \"2\", \"bodySig\": \"3\"}";
    memset(image + 1024, 0x33, sizeof image - 1024);
    assert_int_equal(file_write(note, "unlocked", 8, NULL), ERR_NONE);
    assert_int_equal(file_write(safe, image, sizeof image, NULL), ERR_NONE);
    struct sim sim = begin((const char *[]){"--state", keep_dir, NULL});
    struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "nv", "--at", sim.address, "write",
                                                       "LabAssignments", note, NULL});
    if (ran->code) fail_msg("%s", ran->err);
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "update", "--at", sim.address, safe, NULL});
    if (ran->code) fail_msg("%s", ran->err);
    assert_int_equal(end(&sim), 0);
    sim = begin((const char *[]){"--state", keep_dir, NULL});
    assert_non_null(strstr(sim.line, "firmware 2390"));
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "nv", "--at", sim.address, "read",
                                           "LabAssignments", back, NULL});
    if (ran->code) fail_msg("%s", ran->err);
    struct buf bytes = {0};
    assert_int_equal(file_read(back, 100, &bytes, NULL), ERR_NONE);
    assert_int_equal(bytes.len, 8);
    assert_memory_equal(bytes.at, "unlocked", 8);
    buf_free(&bytes);
    assert_int_equal(end(&sim), 0);
}

// Who writes and writes would otherwise lose everything when the program is killed.
static void steady_writing_is_kept_meanwhile(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    char note[300], flash[300], keep_dir[300];
    snprintf(note, sizeof note, "%s", temp_path(folder, "note"));
    snprintf(keep_dir, sizeof keep_dir, "%s", temp_path(folder, "state"));
    snprintf(flash, sizeof flash, "%s", temp_path(folder, "state/flash.bin"));
    struct sim sim = begin((const char *[]){"--state", keep_dir, NULL});
    bool kept = false;
    for (unsigned i = 0; i < 40 && !kept; i++) {
        char words[20];
        snprintf(words, sizeof words, "unlocked %u", i);
        assert_int_equal(file_write(note, words, strlen(words), NULL), ERR_NONE);
        struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "nv", "--at", sim.address,
                                                           "write", "LabAssignments", note, NULL});
        if (ran->code) fail_msg("%s", ran->err);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        kept = file_exists(flash);
    }
    assert_int_equal(end(&sim), 0);
    assert_true(kept);
}

// An address is a word, an option, or the environment's; what is not said is looked for here, too.
static void an_address_is_said_in_one_way_everywhere(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    struct sim sim = begin((const char *[]){NULL});
    struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "info", sim.address, NULL});
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "head serial"));
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "nv", sim.address, "backup", folder, NULL});
    if (ran->code) fail_msg("%s", ran->err);
    assert_non_null(strstr(ran->err, "nothing was written"));
    ran = run_child(
        NULL, (const char *[]){critter, "cozmo", "camera", temp_path(folder, "seen.png"), sim.address, NULL});
    if (ran->code) fail_msg("%s", ran->err);
    setenv("CRITTER_COZMO", sim.address, 1);
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "info", NULL});
    assert_int_equal(ran->code, 0);
    // It may also look where robots usually are, and nobody is: a short patience, and more often.
    assert_soon(
        !(ran = run_child(NULL, (const char *[]){critter, "cozmo", "find", "--wait", "100", NULL}))->code);
    assert_non_null(strstr(ran->out, sim.address));
    setenv("CRITTER_COZMO", "127.0.0.1:1", 1); // a word goes before it
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "info", sim.address, NULL});
    assert_int_equal(ran->code, 0);
    unsetenv("CRITTER_COZMO");
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "info", sim.address, "--at", "127.0.0.1", NULL});
    assert_int_equal(ran->code, 2);
    assert_non_null(strstr(ran->err, "two addresses"));
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "info", "nobody", NULL});
    assert_int_equal(ran->code, 2);
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "sim", "--listen", sim.address, NULL});
    assert_int_equal(ran->code, 1);
    const char *other = strstr(ran->err, "try port "); // one on may be that robot's verbs, or anybody's
    assert_true(other && strtol(other + 9, NULL, 10) > sim.port + (sim.verbs == sim.port + 1));
    assert_int_equal(end(&sim), 0);
}

// Whoever has the usual port here (this test, or a person's own) is what is looked for and told of.
static void who_finds_no_robot_is_told_what_to_try(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER");
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(5551)};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool free_before = !bind(fd, (struct sockaddr *)&here, sizeof here);
    struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "find", "--wait", "100", NULL});
    if (free_before) assert_int_equal(ran->code, 1);
    if (free_before) assert_non_null(strstr(ran->err, "no robot answered at 127.0.0.1:5551"));
    close(fd);
    if (!free_before) return;
    ran = run_child(NULL, (const char *[]){critter, "cozmo", "find", "--wait", "100", NULL});
    fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool still_free = !bind(fd, (struct sockaddr *)&here, sizeof here);
    close(fd);
    if (!still_free) return; // somebody came in the meantime
    assert_int_equal(ran->code, 1);
    assert_null(strstr(ran->err, "127.0.0.1"));
    assert_non_null(strstr(ran->err, "'critter cozmo sim'"));
}

static int bound(uint32_t address, int port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    at.sin_addr.s_addr = htonl(address);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (bind(fd, (struct sockaddr *)&at, sizeof at)) close(fd), fd = -1;
    return fd;
}

// The verbs' usual port is the robot's neighbour. Where that is taken they get another, and it is told.
static void verbs_find_another_port(void **state) {
    (void)state;
    int robots = -1, taken = -1, port = 0;
    for (unsigned i = 0; i < 50 && taken < 0; i++) {
        struct sockaddr_in here;
        socklen_t len = sizeof here;
        robots = bound(INADDR_LOOPBACK + 76, 0); // an address that nobody else here has
        assert_int_equal(getsockname(robots, (struct sockaddr *)&here, &len), 0);
        port = ntohs(here.sin_port);
        taken = bound(INADDR_LOOPBACK, port + 1);
        close(robots);
    }
    assert_true(taken >= 0);
    char listen[40];
    snprintf(listen, sizeof listen, "127.0.0.77:%d", port);
    struct sim sim = begin((const char *[]){"--listen", listen, NULL});
    assert_int_not_equal(sim.verbs, port + 1);
    assert_string_equal(verb(&sim, "{\"pick_up\": {\"what\": \"cozmo\"}}"), "ok\n");
    assert_int_equal(end(&sim), 0);
    close(taken);
}

static void nothing_is_kept_unless_asked(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    char note[300], home[300];
    snprintf(note, sizeof note, "%s", temp_path(folder, "note"));
    snprintf(home, sizeof home, "%s", temp_path(folder, "home"));
    assert_int_equal(file_write(note, "unlocked", 8, NULL), ERR_NONE);
    const char *before = getenv("HOME"), *told = getenv("XDG_STATE_HOME");
    setenv("HOME", home, 1);
    unsetenv("XDG_STATE_HOME");
    struct sim sim = begin((const char *[]){NULL});
    struct ran *ran = run_child(
        NULL, (const char *[]){critter, "cozmo", "nv", sim.address, "write", "LabAssignments", note, NULL});
    int code = ran->code, ended = end(&sim);
    if (before) setenv("HOME", before, 1);
    if (told) setenv("XDG_STATE_HOME", told, 1);
    assert_int_equal(code, 0);
    assert_int_equal(ended, 0);
    assert_false(folder_exists(home));
}

static void two_do_not_share_a_state(void **state) {
    (void)state;
    const char *folder = temp_folder();
    struct sim sim = begin((const char *[]){"--state", folder, NULL});
    struct ran *ran = run_child(NULL, (const char *[]){getenv("CRITTER"), "cozmo", "sim", "--listen",
                                                       "127.0.0.1:0", "--state", folder, NULL});
    assert_int_equal(ran->code, 1);
    assert_int_equal(end(&sim), 0);
}

static const char WHOLE[] =
    "{\"seed\": 3, \"floor\": {\"height_m\": 0},\n"
    " \"robots\": [{\"name\": \"vic\", \"creature\": \"vector\", \"x_m\": 0.6, \"y_m\": 0.3, \"soul\": "
    "true},\n"
    "   {\"name\": \"coz\", \"creature\": \"cozmo\", \"x_m\": 0, \"soul\": true}],\n"
    " \"things\": [{\"cube\": {\"name\": \"cube1\", \"x_m\": 0.09, \"y_m\": 0}}],\n"
    " \"timeline\": [{\"at_s\": 2.6, \"drive\": {\"robot\": \"coz\", \"left_mps\": 0.05, \"right_mps\": "
    "0.05, \"seconds\": 1.2}},\n"
    "   {\"at_s\": 2.7, \"drive\": {\"robot\": \"coz\", \"head_deg\": 20}},\n"
    "   {\"when\": {\"touching\": [\"coz\", \"cube1\"]}, \"do\": {\"press\": {\"what\": \"coz\"}}},\n"
    "   {\"per_hour\": 36000, \"do\": {\"light\": {\"lux\": 320}}}]}";

// As `critter run` plays it: another robot lives there, things touch, chance happens, and the scenario itself
// may drive.
static void whole_scenarios_are_played(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    char file[300], pcap[300], out[300], command[1200];
    snprintf(file, sizeof file, "%s", temp_path(folder, "whole.json"));
    snprintf(pcap, sizeof pcap, "%s", temp_path(folder, "whole.pcap"));
    snprintf(out, sizeof out, "%s", temp_path(folder, "out"));
    assert_int_equal(file_write(file, WHOLE, sizeof WHOLE - 1, NULL), ERR_NONE);
    struct sim sim =
        begin((const char *[]){"--scenario", file, "--seed", "7", "--pcap", pcap, "--state", folder, NULL});
    snprintf(command, sizeof command, "echo 'sleep 6000' | '%s' cozmo console --at %s > /dev/null", critter,
             sim.address);
    int code = system(command); // NOLINT: names of our own
    assert_int_equal(end(&sim), 0);
    assert_int_equal(code, 0);
    snprintf(command, sizeof command, "'%s' cozmo dump --from robot '%s' > '%s'", critter, pcap, out);
    assert_int_equal(system(command), 0); // NOLINT
    struct buf dump = {0};
    assert_int_equal(file_read(out, 64 << 20, &dump, NULL), ERR_NONE);
    const char *text = (const char *)dump.at, *last = NULL;
    for (const char *at = text; (at = strstr(at, "\"pose_x\":")); at++) last = at;
    assert_non_null(last);
    double x = strtod(last + 9, NULL), head = 0;
    for (const char *at = text; (at = strstr(at, "\"head_angle_rad\":")); at++) head = strtod(at + 17, NULL);
    if (x < 30 || x > 75) fail_msg("it stands at %g mm", x);
    if (head < 0.30 || head > 0.40) fail_msg("its head is at %g", head);
    assert_non_null(strstr(text, "ButtonPressed {\"pressed\":true}")); // it met the cube
    buf_free(&dump);
    sim = begin((const char *[]){"--scenario", "two-robots", "--state", folder, NULL});
    assert_int_equal(end(&sim), 0);
}

static void who_is_not_allowed_gets_no_answer(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    struct sim sim = begin(
        (const char *[]){"--allow", "10.0.0.0/8", "--allow", "192.168.7.0/24", "--state", folder, NULL});
    struct ran *ran = run_child(
        NULL, (const char *[]){critter, "cozmo", "find", "--wait", "300", "--at", sim.address, NULL});
    assert_int_equal(ran->code, 1);
    assert_int_equal(end(&sim), 0);
    sim = begin((const char *[]){"--allow", "10.0.0.0/8", "--allow", "127.0.0.0/8", "--state", folder, NULL});
    ran = run_child(NULL,
                    (const char *[]){critter, "cozmo", "find", "--wait", "60000", "--at", sim.address, NULL});
    assert_int_equal(ran->code, 0);
    assert_int_equal(end(&sim), 0);
}

static unsigned count_of(const char *in, const char *part) {
    unsigned count = 0;
    for (const char *at = in; (at = strstr(at, part)); at++) count++;
    return count;
}

static unsigned complained(const char *path) {
    struct buf text = {0};
    assert_int_equal(file_read(path, 1 << 20, &text, NULL), ERR_NONE);
    buf_byte(&text, 0);
    unsigned count = count_of((const char *)text.at, "flash.bin: cannot write");
    buf_free(&text);
    return count;
}

static void a_disk_that_fails_is_told_once(void **state) {
    (void)state;
    const char *folder = temp_folder();
    char keep_dir[300], away[300], said[300];
    snprintf(keep_dir, sizeof keep_dir, "%s", temp_path(folder, "state"));
    snprintf(away, sizeof away, "%s", temp_path(folder, "away"));
    snprintf(said, sizeof said, "%s", temp_path(folder, "said"));
    complaints = said;
    struct sim sim = begin((const char *[]){"--state", keep_dir, NULL});
    complaints = NULL;
    assert_int_equal(rename(keep_dir, away), 0);
    const char *critter = getenv("CRITTER"), *entry = temp_path(folder, "entry");
    assert_int_equal(file_write(entry, "\1\2", 2, NULL), ERR_NONE);
    struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "nv", "write", "GameUnlocks", entry,
                                                       "--at", sim.address, NULL});
    assert_int_equal(ran->code, 0);
    assert_soon(complained(said) == 1);
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 300000000},
              NULL); // it goes on trying, a second later, without a word
    assert_int_equal(complained(said), 1);
    assert_int_equal(rename(away, keep_dir), 0);
    const char *flash = temp_path(keep_dir, "flash.bin");
    assert_soon(file_exists(flash)); // it goes on trying
    assert_int_equal(end(&sim), 0);
}

static void it_ends_after_its_seconds_and_leaves_what_it_heard(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER"), *folder = temp_folder();
    char wav[300];
    snprintf(wav, sizeof wav, "%s", temp_path(folder, "heard.wav"));
    struct ran *ran =
        run_child(NULL, (const char *[]){critter, "cozmo", "sim", "--listen", "127.0.0.1:0", "--seconds",
                                         "0.4", "--audio", wav, "--state", folder, NULL});
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "cozmo: listening on 127.0.0.1:"));
    assert_true(strchr(ran->out, '\n') == ran->out + strlen(ran->out) - 1); // one line
    assert_true(file_exists(wav));
}

static void every_command_has_its_help(void **state) {
    (void)state;
    static const char *const COMMANDS[] = {"app",    "camera",     "console", "drive",    "dump",
                                           "find",   "info",       "nv",      "play-wav", "relay",
                                           "replay", "show-image", "sim",     "update"};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        struct ran *ran =
            run_child(NULL, (const char *[]){getenv("CRITTER"), "cozmo", COMMANDS[i], "--help", NULL});
        assert_int_equal(ran->code, 0);
        assert_non_null(strstr(ran->out, "Usage: critter cozmo"));
        ran = run_child(NULL,
                        (const char *[]){getenv("CRITTER"), "cozmo", COMMANDS[i], "--no-such-option", NULL});
        assert_int_equal(ran->code, 2);
        assert_non_null(strstr(ran->err, "no-such-option"));
    }
}

static void wrong_use_is_told(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER");
    static const char *const WRONG[][2] = {{"--firmware", "2382"},
                                           {"--scenario", "no-such-room"},
                                           {"--allow", "300.1.1.1/24"},
                                           {"--allow", "10.0.0.0/33"},
                                           {"--listen", "127.0.0.1:99999"},
                                           {"--seconds", "soon"},
                                           {"--seed", "-1"},
                                           {"--state", "/dev/null/x"},
                                           {"--pcap", "/no/such/x.pcap"},
                                           {"--display", "/dev/null/x"},
                                           {"--audio", "/no/such/x.wav"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "sim", "--listen", "127.0.0.1:0",
                                                           WRONG[i][0], WRONG[i][1], NULL});
        if (ran->code != 1 && ran->code != 2) fail_msg("%s %s: code %d", WRONG[i][0], WRONG[i][1], ran->code);
        assert_true(strlen(ran->err) > 10);
    }
}

TESTS(cmocka_unit_test(our_own_tools_take_it_for_real), cmocka_unit_test(what_is_kept_is_kept),
      cmocka_unit_test(steady_writing_is_kept_meanwhile),
      cmocka_unit_test(an_address_is_said_in_one_way_everywhere),
      cmocka_unit_test(who_finds_no_robot_is_told_what_to_try), cmocka_unit_test(verbs_find_another_port),
      cmocka_unit_test(nothing_is_kept_unless_asked), cmocka_unit_test(two_do_not_share_a_state),
      cmocka_unit_test(whole_scenarios_are_played), cmocka_unit_test(who_is_not_allowed_gets_no_answer),
      cmocka_unit_test(it_ends_after_its_seconds_and_leaves_what_it_heard),
      cmocka_unit_test(a_disk_that_fails_is_told_once), cmocka_unit_test(every_command_has_its_help),
      cmocka_unit_test(wrong_use_is_told))
