// Whatever a program writes into the control socket of a running world: requests, verbs and nonsense. Every
// line that comes back is an object in JSON, the robot lives on, and who keeps silent or goes is no trouble.
#include "base/system/file.h"
#include "run/control_socket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIECE = 4096, TICKS_AFTER = 4, TICK_US = 33000 };

static const char HOME[] = "{\"seed\": 1, \"robots\": [{\"creature\": \"vector\"}, {\"creature\": \"cozmo\", "
                           "\"x_m\": 0.4, \"soul\": false}], \"things\": [{\"cube\": {\"x_m\": 0.2}}]}";

static struct scenario *home;
static struct control_socket *control;
static char folder[] = "/tmp/critter-fuzz-XXXXXX", path[CONTROL_SOCKET_PATH_MAX];

static void must(bool so) {
    if (!so) abort();
}

static void tidy(void) {
    control_socket_close(control);
    scenario_free(home);
    rmdir(folder);
}

static void begin(void) {
    struct fault fault = {0};
    home = scenario_read((struct text){HOME, sizeof HOME - 1}, "home", NULL, 0, &fault);
    must(home && mkdtemp(folder));
    snprintf(path, sizeof path, "%s/socket", folder);
    must((control = control_socket_open(path, &fault)) != NULL);
    atexit(tidy);
}

static int dial(void) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    memcpy(at.sun_path, path, strlen(path) + 1);
    must(fd >= 0 && !connect(fd, (struct sockaddr *)&at, sizeof at));
    return fd;
}

// Reads what came; whole lines must be objects in JSON.
static void hear(int fd, struct buf *heard) {
    static struct arena *arena;
    static uint8_t bytes[1 << 16];
    if (!arena) must((arena = arena_new(64 << 10)) != NULL);
    for (ssize_t got; (got = recv(fd, bytes, sizeof bytes, 0)) > 0;) buf_bytes(heard, bytes, (size_t)got);
    for (uint8_t *end; heard->len && (end = memchr(heard->at, '\n', heard->len));) {
        struct json_limits limits = {.bytes = 8 << 20, .values = 1 << 20, .depth = 32};
        struct json *doc;
        size_t len = (size_t)(end - heard->at);
        arena_reset(arena);
        must(!json_parse((struct text){(char *)heard->at, len}, "answer", arena, &limits, &doc, NULL));
        must(doc->kind == JSON_OBJECT || doc->kind == JSON_LIST);
        heard->len -= len + 1;
        memmove(heard->at, end + 1, heard->len);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct buf heard;
    if (!control) begin();
    struct fault fault = {0};
    struct play_config config = play_defaults();
    config.bare = true;
    struct play *play = play_new(home, &config, &fault);
    must(play != NULL);
    control_socket_show(control, play);
    int fd = dial();
    control_socket_turn(control, play);
    while (size) {
        size_t piece = size < PIECE ? size : PIECE;
        ssize_t sent = send(fd, data, piece, MSG_NOSIGNAL);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) break; // it was thrown out
        if (sent > 0) data += sent, size -= (size_t)sent;
        control_socket_turn(control, play);
        hear(fd, &heard);
    }
    for (int i = 0; i < TICKS_AFTER; i++) {
        play_for(play, TICK_US);
        control_socket_turn(control, play);
        hear(fd, &heard);
    }
    close(fd);
    control_socket_turn(control, play);
    control_socket_show(control, NULL);
    play_free(play, NULL);
    buf_clear(&heard);
    return 0;
}
