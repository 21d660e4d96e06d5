// The serial port of a living Pleo's monitor: opened as a device, and with `critter pleo monitor`.
#include "cli/run.h"

#include "base/system/file.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/stat.h>

static const char WORLD[] = "{\"robots\": [{\"creature\": \"pleo\", \"soul\": true, \"battery\": 1}]}";
static pid_t world;
static char text[1 << 20]; // what came last

static int begin(void **state) {
    struct stat what;
    if (chdir(temp_folder())) return -1;
    assert_int_equal(file_write("world.json", WORLD, strlen(WORLD), NULL), ERR_NONE);
    fflush(NULL);
    world = fork();
    if (!world) {
        end_with_test();
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0), dup2(null, 1);
        execl(getenv("CRITTER"), "critter", "run", "world.json", "--no-browser", "--port", "0", "--socket",
              "s", "--seed", "5", "--speed", "4", "--seconds", "10000", (char *)NULL);
        _exit(127);
    }
    return soon(!lstat("s.pleo.monitor", &what)) ? 0 : -1;
}

static int end(void **state) {
    struct stat what;
    int status;
    kill(world, SIGINT);
    assert_int_equal(waitpid(world, &status, 0), world);
    assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    return lstat("s.pleo.monitor", &what) ? 0 : -1; // the link goes with it
}

// Everything up to this.
static const char *until(int fd, const char *what) {
    size_t len = 0;
    text[0] = 0;
    while (!strstr(text, what)) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (poll(&ready, 1, 60000) <= 0) fail_msg("after 60 s without \"%s\": %s", what, text);
        ssize_t got = read(fd, text + len, sizeof text - 1 - len);
        if (got <= 0) fail_msg("closed without \"%s\": %s", what, text);
        for (ssize_t i = 0, from = (ssize_t)len; i < got; i++) // terminals are filled with zeros
            if (text[from + i]) text[len++] = text[from + i];
        text[len] = 0;
    }
    return text;
}

static void type(int fd, const char *line) { assert_int_equal(write(fd, line, strlen(line)), strlen(line)); }

// Without waiting for a greeting: he may not have noticed that the one before has left.
static int dial(void) {
    int fd = open("s.pleo.monitor", O_RDWR | O_NOCTTY);
    assert_true(fd >= 0);
    type(fd, "\x15\n");
    until(fd, "> ");
    return fd;
}

static void a_device_answers_lines(void **state) {
    int fd = open("s.pleo.monitor", O_RDWR | O_NOCTTY);
    assert_true(fd >= 0);
    until(fd, "help lists what it knows\n> ");
    type(fd, "log disable all\n");
    until(fd, "log all is off\n> ");
    type(fd, "MOTION play none\n");
    until(fd, "motion needs access use\n> ");
    type(fd, "access use\r\nproperty set mood 3x\b\r"); // CR LF, backspace, CR
    until(fd, "access is use\n> 0 before\n> ");
    type(fd, "property get mood\n");
    assert_string_equal(until(fd, "> "), "3\n> ");
    type(fd, "half a line\x15property get mood\n"); // Ctrl-U
    assert_string_equal(until(fd, "> "), "3\n> ");
    // A line that waits for a joint holds those after it.
    type(fd, "script stop\nmotion stop\nproperty set mood 9\njoint angle tail_horizontal 40 9000\nproperty "
             "get mood\n");
    const char *said = until(fd, "9\n> ");
    const char *goes = strstr(said, "tail_horizontal goes from "),
               *is = strstr(said, "tail_horizontal is at ");
    assert_true(goes && is && goes < is && is < strstr(said, "\n> 9\n"));
    // The log comes as it happens; with echo what is typed comes back.
    type(fd, "echo on\n");
    until(fd, "> ");
    type(fd, "log enable all\n");
    until(fd, "log enable all\nlog all is on\n");
    until(fd, "INFO: "); // his own scripts go on
    close(fd);
    fd = dial();
    type(fd, "access\n");
    until(fd, "access is use\n");
    close(fd);
}

static void a_long_answer_arrives_whole(void **state) {
    char line[80];
    int fd = dial();
    type(fd, "echo off\naccess use\n"), until(fd, "access is use\n> ");
    type(fd, "log disable all\n"), until(fd, "off\n> ");
    for (int i = 0; i < 100; i++) {
        snprintf(line, sizeof line, "property set %d %d\n", 21000 + i, 100000 + i);
        type(fd, line);
        until(fd, "0 before\n> ");
    }
    type(fd, "property list\n");
    const char *at = until(fd, "100099\n> ");
    for (int i = 0; i < 100; i++) {
        snprintf(line, sizeof line, "%5d property_%d ", 21000 + i, 21000 + i);
        char *value = NULL;
        snprintf(line, sizeof line, " %d\n", 100000 + i);
        value = strstr(at, line);
        if (!value) fail_msg("no %s in %s", line, at);
        at = value;
    }
    assert_true(strlen(text) > 2500);
    close(fd);
}

static void a_line_of_a_megabyte_is_refused(void **state) {
    static char much[(1 << 20) + 2];
    int fd = dial();
    memset(much, 'x', 1 << 20);
    much[1 << 20] = '\n';
    type(fd, much);
    until(fd, "a line has at most 255 characters\n> ");
    type(fd, "time\n");
    until(fd, "\n> "); // and he lives on
    memset(much, '\n', 300);
    much[300] = 0;
    type(fd, much); // a flood of empty ones is taken one after the other
    type(fd, "version\n");
    until(fd, "LifeOS of Critter, application version ");
    close(fd);
}

static void lines_come_from_a_pipe(void **state) {
    int fd = dial();
    type(fd, "echo on\n"), until(fd, "> "), close(fd); // which is not shown twice
    static const char *const WORDS[] = {NULL, "pleo", "s.pleo.monitor"};
    char command[600];
    for (size_t i = 0; i < 2; i++) {
        snprintf(command, sizeof command,
                 "printf 'access use\\nlog disable all\\nproperty set mood 7\\nproperty get mood' | %s pleo "
                 "monitor --socket s %s",
                 getenv("CRITTER"), WORDS[i] ? WORDS[i] : "");
        struct ran *ran = run_child(NULL, (const char *const[]){"/bin/sh", "-c", command, NULL});
        if (ran->code || !strstr(ran->out, "before\n7\n") || strstr(ran->out, "> "))
            fail_msg("%d %s%s", ran->code, ran->out, ran->err);
    }
}

// He who was there before left with lines unanswered: their prompts come without an end of line between.
static void prompts_may_come_twice(void **state) {
    char path[64], command[300];
    int port = posix_openpt(O_RDWR | O_NOCTTY), status;
    assert_false(port < 0 || grantpt(port) || unlockpt(port) || ptsname_r(port, path, sizeof path));
    int held = open(path, O_RDWR | O_NOCTTY); // so that he can speak before somebody is there
    struct termios how;
    assert_false(held < 0 || tcgetattr(held, &how));
    cfmakeraw(&how);
    assert_int_equal(tcsetattr(held, TCSANOW, &how), 0);
    type(port, "> > ");
    fflush(NULL);
    pid_t he = fork();
    if (!he) {
        end_with_test();
        until(port, "time\n");
        type(port, "noon\n> ");
        _exit(0);
    }
    snprintf(command, sizeof command, "echo time | %s pleo monitor %s --wait 20", getenv("CRITTER"), path);
    struct ran *ran = run_child(NULL, (const char *const[]){"/bin/sh", "-c", command, NULL});
    kill(he, SIGKILL);
    assert_int_equal(waitpid(he, &status, 0), he);
    if (ran->code || strcmp(ran->out, "noon\n") != 0) fail_msg("%d %s%s", ran->code, ran->out, ran->err);
    close(held), close(port);
}

static void what_cannot_be_reached_is_said(void **state) {
    static const char *const ROWS[][2] = {
        {"nobody", "nobody"}, {"./world.json", "is no serial port"}, {"/no/such/port", "/no/such/port"}};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct ran *ran = run_child(NULL, (const char *const[]){getenv("CRITTER"), "pleo", "monitor",
                                                                "--socket", "s", ROWS[i][0], NULL});
        assert_int_equal(ran->code, 1);
        if (!strstr(ran->err, ROWS[i][1])) fail_msg("%s", ran->err);
    }
    struct ran *ran =
        run_child(NULL, (const char *const[]){getenv("CRITTER"), "pleo", "monitor", "--socket", "t", NULL});
    assert_int_equal(ran->code, 1);
    if (!strstr(ran->err, "no Pleo lives")) fail_msg("%s", ran->err);
}

// Whether nobody is at the other end, after what was said is read.
static bool hung_up(int fd) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    while (poll(&ready, 1, 200) > 0)
        if (read(fd, text, sizeof text) <= 0) return true;
    return false;
}

static void lines_are_edited_on_a_terminal(void **state) {
    int fd, status;
    struct winsize size = {.ws_row = 40, .ws_col = 100};
    fflush(NULL);
    pid_t child = forkpty(&fd, NULL, NULL, &size);
    if (!child) {
        setenv("TERM", "vt100", 1);
        execl(getenv("CRITTER"), "critter", "pleo", "monitor", "--socket", "s", (char *)NULL);
        _exit(127);
    }
    until(fd, "> ");
    type(fd, "log disable all\n");
    until(fd, "log all is off\r\n> ");
    type(fd, "access use\n");
    until(fd, "access is use\r\n> ");
    type(fd, "prop\tset mood 41\n"); // the tab key
    until(fd, "before\r\n> ");
    type(fd, "erty get moox\x7f"); // a letter is taken back
    type(fd, "\x01prop\x05");      // to its beginning, to its end
    type(fd, "d\n");
    until(fd, "41\r\n> ");
    type(fd, "\x10\n"); // the line before
    until(fd, "property get mood");
    until(fd, "41\r\n> ");
    bool gone = false; // a key that comes before the terminal takes keys one by one is lost
    for (int tries = 0; tries < 300 && !gone; tries++) type(fd, "\x04"), gone = hung_up(fd);
    assert_true(gone);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(fd);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_device_answers_lines),          cmocka_unit_test(a_long_answer_arrives_whole),
        cmocka_unit_test(a_line_of_a_megabyte_is_refused), cmocka_unit_test(lines_come_from_a_pipe),
        cmocka_unit_test(prompts_may_come_twice),          cmocka_unit_test(what_cannot_be_reached_is_said),
        cmocka_unit_test(lines_are_edited_on_a_terminal),
    };
    return support_run(argc, argv, tests, begin, end);
}
