// The way in for commands: found where they look, by several at once, each with its own answers.
#include "support/support.h"

#include "run/control_socket.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static struct scenario *scene;
static struct play *play;
static struct control_socket *control;

static int begin(void **state) {
    struct fault fault = {0};
    struct play_config config = play_defaults();
    char runtime[200];
    snprintf(runtime, sizeof runtime, "%s", temp_folder());
    setenv("XDG_RUNTIME_DIR", strlen(runtime) < 60 ? runtime : "", 1);
    unsetenv("CRITTER_SOCKET");
    config.bare = true;
    scene = scenario_open("two-robots", NULL, 0, &fault);
    play = scene ? play_new(scene, &config, &fault) : NULL;
    control = play ? control_socket_open(NULL, &fault) : NULL;
    if (!control) fail_msg("%s", fault.said);
    return 0;
}
static int end(void **state) {
    control_socket_show(control, NULL);
    play_free(play, NULL);
    control_socket_close(control);
    scenario_free(scene);
    return 0;
}

static int dial(const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}
static void turn(int ticks) {
    for (int i = 0; i < ticks; i++) {
        for (int k = 0; k < 3; k++) control_socket_turn(control, play);
        play_for(play, LIFE_TICK_US);
    }
    control_socket_turn(control, play);
}
static void put(int fd, const char *line) {
    assert_int_equal(send(fd, line, strlen(line), MSG_NOSIGNAL), strlen(line));
}
// What has come by now.
static const char *heard(int fd) {
    static char text[1 << 20];
    ssize_t len = recv(fd, text, sizeof text - 1, MSG_DONTWAIT);
    text[len > 0 ? len : 0] = 0;
    return text;
}

static void a_request_is_answered_when_its_reply_comes(void **state) {
    int fd = dial(control_socket_path(control));
    put(fd, "{\"Hello\": {}}\n{\"Hello\": {}, \"robot\": \"cozmo\", \"ticket\": 5}\n{\"robots\": {}}\n");
    turn(3);
    const char *text = heard(fd);
    assert_non_null(strstr(text, "{\"Greeting\":{\"name\":\"vector\""));
    assert_non_null(strstr(text, "\"robot\":\"cozmo\",\"ticket\":5}\n"));
    assert_non_null(strstr(text, "{\"number\":2,\"name\":\"cozmo\",\"creature\":\"cozmo\",\"soul\":true}"));
    put(fd, "{\"view\": {}, \"robot\": 2}\n{\"Blink\": {}, \"robot\": \"otto\"}\n{\"Blnk\": {}}\n{\"Blink\": "
            "3}\n");
    turn(1);
    text = heard(fd);
    assert_non_null(strstr(text, "\"battery_v\":"));
    assert_non_null(strstr(text, "no robot here is called"));
    assert_non_null(strstr(text, "there is no verb"));
    put(fd, "{\"tap\": {\"what\": \"cube1\"}}\n{\"snapshot\": {}}\n");
    turn(1);
    text = heard(fd);
    assert_non_null(strstr(text, "{\"done\":true}\n"));
    close(fd);
}

static void each_guest_hears_its_own(void **state) {
    int one = dial(control_socket_path(control)), two = dial(control_socket_path(control));
    put(one, "{\"Hello\": {}, \"ticket\": 1}\n");
    put(two, "{\"Hello\": {}, \"robot\": 2, \"ticket\": 1}\n{\"events\": true}\n");
    shutdown(two, SHUT_WR); // it has said all, and still hears
    turn(3);
    const char *text = heard(one);
    assert_non_null(strstr(text, "\"robot\":\"vector\",\"ticket\":1}\n"));
    assert_null(strstr(text, "cozmo"));
    assert_null(strstr(text, "\"event\""));
    text = heard(two);
    assert_non_null(strstr(text, "{\"Greeting\":{\"name\":\"cozmo\""));
    assert_null(strstr(text, "{\"Greeting\":{\"name\":\"vector\""));
    assert_non_null(strstr(text, "{\"event\":\"WOKE\""));
    turn(1);
    char rest[8];
    while (recv(two, rest, sizeof rest, MSG_DONTWAIT) > 0)
        ;
    assert_int_equal(recv(two, rest, sizeof rest, MSG_DONTWAIT), 0); // and is hung up on then
    close(one), close(two);
    turn(1);
}

static void worlds_side_by_side_are_told_apart(void **state) {
    char path[CONTROL_SOCKET_PATH_MAX];
    struct fault fault = {0};
    assert_int_equal(control_socket_find(path, &fault), ERR_NONE); // the only one
    assert_string_equal(path, control_socket_path(control));
    struct stat what;
    assert_true(!stat(path, &what) && (what.st_mode & 0777) == 0600);
    struct control_socket *second = control_socket_open(NULL, &fault);
    assert_non_null(second);
    assert_string_not_equal(control_socket_path(second), path);
    assert_int_equal(control_socket_find(path, &fault), ERR_STATE);
    assert_non_null(strstr(fault.said, control_socket_path(second)));
    setenv("CRITTER_SOCKET", "/some/where", 1);
    assert_int_equal(control_socket_find(path, &fault), ERR_NONE);
    assert_string_equal(path, "/some/where");
    unsetenv("CRITTER_SOCKET");
    assert_null(control_socket_open(control_socket_path(control), &fault)); // somebody's
    control_socket_close(second);
    assert_int_equal(control_socket_find(path, &fault), ERR_NONE);
}

static void what_was_left_behind_is_taken_over(void **state) {
    char path[CONTROL_SOCKET_PATH_MAX], left[CONTROL_SOCKET_PATH_MAX];
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct fault fault = {0};
    snprintf(left, sizeof left, "%s", control_socket_path(control));
    control_socket_close(control);
    assert_int_equal(control_socket_find(path, &fault), ERR_MISSING);
    int dead = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(at.sun_path, left, strlen(left) + 1);
    assert_int_equal(bind(dead, (struct sockaddr *)&at, sizeof at), 0);
    close(dead); // its name stays
    assert_int_equal(control_socket_find(path, &fault), ERR_MISSING);
    control = control_socket_open(NULL, &fault);
    assert_non_null(control);
    assert_string_equal(control_socket_path(control), left);
    close(dial(left));
    // A folder that others may enter is not trusted.
    char folder[CONTROL_SOCKET_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", left);
    *strrchr(folder, '/') = 0;
    chmod(folder, 0777);
    assert_int_equal(control_socket_find(path, &fault), ERR_DENIED);
    chmod(folder, 0700);
}

static void a_new_life_owes_nobody_a_reply(void **state) {
    int fd = dial(control_socket_path(control));
    put(fd, "{\"Hello\": {}}\n");
    control_socket_turn(control, play), control_socket_turn(control, play),
        control_socket_turn(control, play);
    control_socket_show(control, NULL); // before it was lived on
    play_free(play, NULL);
    struct play_config config = play_defaults();
    config.bare = true;
    play = play_new(scene, &config, NULL);
    turn(3);
    assert_string_equal(heard(fd), "");
    put(fd, "{\"Hello\": {}}\n");
    turn(3);
    assert_non_null(strstr(heard(fd), "Greeting"));
    close(fd);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(CASE(a_request_is_answered_when_its_reply_comes), CASE(each_guest_hears_its_own),
      CASE(worlds_side_by_side_are_told_apart), CASE(what_was_left_behind_is_taken_over),
      CASE(a_new_life_owes_nobody_a_reply))
