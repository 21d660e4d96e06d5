// The simulated Cozmo as a program: what it prints, who can talk to it with our own tools, hands on its control socket, what it leaves.
#include "run.h"

#include "base/file.h"
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

static struct sim begin(const char *const *more) {
    struct sim sim = {0};
    const char *argv[32] = {getenv("CRITTER"), "cozmo", "sim", "--listen", "127.0.0.1:0", "--seconds", "50"};
    int n = 7, fd[2];
    for (; *more; more++) argv[n++] = *more;
    assert_int_equal(pipe(fd), 0);
    fflush(NULL);
    sim.pid = fork();
    if (!sim.pid) {
        dup2(fd[1], 1);
        close(fd[0]);
        close(fd[1]);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    close(fd[1]);
    size_t len = 0;
    while (len + 1 < sizeof sim.line && read(fd[0], sim.line + len, 1) == 1 && sim.line[len] != '\n') len++;
    close(fd[0]);
    if (sscanf(sim.line, "cozmo: listening on 127.0.0.1:%d, firmware %*d; verbs on 127.0.0.1:%d", &sim.port,
               &sim.verbs) != 2)
        fail_msg("it said \"%s\"", sim.line);
    snprintf(sim.address, sizeof sim.address, "127.0.0.1:%d", sim.port);
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
    struct timeval patience = {5, 0};
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
    struct sim sim = begin((const char *[]){"--state", keep_dir, "--pcap", pcap, "--display", faces,
                                            "--firmware", "2315", NULL});
    assert_non_null(strstr(sim.line, "firmware 2315"));
    const char *critter = getenv("CRITTER");
    struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "info", "--at", sim.address, NULL});
    assert_int_equal(ran->code, 0);
    assert_non_null(strstr(ran->out, "2315"));
    assert_string_equal(verb(&sim, "{\"pick_up\": {\"what\": \"cozmo\"}}"), "ok\n");
    assert_non_null(strstr(verb(&sim, "{\"pick_up\": {\"what\": \"nobody\"}}"), "nobody"));
    assert_non_null(strstr(verb(&sim, "{\"pick_upp\": {}}"), "error: "));
    assert_non_null(strstr(verb(&sim, "no JSON"), "error: "));
    assert_int_equal(end(&sim), 0); // Ctrl-C is a clean end
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

static void two_do_not_share_a_state(void **state) {
    (void)state;
    const char *folder = temp_folder();
    struct sim sim = begin((const char *[]){"--state", folder, NULL});
    struct ran *ran = run_child(NULL, (const char *[]){getenv("CRITTER"), "cozmo", "sim", "--listen",
                                                       "127.0.0.1:0", "--state", folder, NULL});
    assert_int_equal(ran->code, 1);
    assert_int_equal(end(&sim), 0);
}

static void wrong_use_is_told(void **state) {
    (void)state;
    const char *critter = getenv("CRITTER");
    static const char *const WRONG[][2] = {{"--firmware", "2382"},          {"--scenario", "no-such-room"},
                                           {"--allow", "300.1.1.1/24"},     {"--allow", "10.0.0.0/33"},
                                           {"--listen", "127.0.0.1:99999"}, {"--scenario", "two-robots"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct ran *ran = run_child(NULL, (const char *[]){critter, "cozmo", "sim", "--listen", "127.0.0.1:0",
                                                           WRONG[i][0], WRONG[i][1], NULL});
        if (ran->code != 1 && ran->code != 2) fail_msg("%s %s: code %d", WRONG[i][0], WRONG[i][1], ran->code);
        assert_true(strlen(ran->err) > 10);
    }
}

TESTS(cmocka_unit_test(our_own_tools_take_it_for_real), cmocka_unit_test(what_is_kept_is_kept),
      cmocka_unit_test(two_do_not_share_a_state), cmocka_unit_test(wrong_use_is_told))
