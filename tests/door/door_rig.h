// A page over a living world, and browsers that are sockets of this program.
//
//     struct house h = open_house();
//     int fd = watch(&h);                        // a page that is looked at
//     say(&h, fd, "{\"Blink\": {}}"), live(&h, 500);
//     hear(&h, fd, "…");                         // what came until then
//     close_house(&h);
#pragma once

#include "support/support.h"

#include "base/system/clock.h"
#include "door/dashboard_internal.h"
#include "net/loop.h"
#include "run/robots.h"
#include "stage/screen/easel.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

struct house {
    struct loop *loop;
    struct dashboard *page;
    struct scenario *scenario;
    struct play *play;
};

static struct dashboard *watching;
static inline void ticked(void *user, struct play *play, int life) {
    (void)user;
    (void)play;
    dashboard_tick(watching, life);
}

static inline struct play *begin(const struct scenario *scenario, uint64_t seed) {
    struct play_config config = play_defaults();
    config.seed = seed;
    config.watch = ticked;
    struct play *play = play_new(scenario, &config, NULL);
    assert_non_null(play);
    return play;
}

static inline struct house open_house_of(const char *scenario) {
    struct house h = {.loop = loop_new(), .scenario = scenario_open(scenario, NULL, 0, NULL)};
    struct dashboard_config config = dashboard_defaults();
    config.port = 0;
    config.scenario = "tabletop";
    config.speed = 1;
    struct fault fault = {0};
    h.page = watching = dashboard_open(h.loop, &config, &fault);
    assert_non_null(h.page);
    h.play = begin(h.scenario, 5);
    dashboard_show(h.page, h.play, 5);
    return h;
}
static inline struct house open_house(void) { return open_house_of("tabletop"); }
static inline void close_house(struct house *h) {
    dashboard_show(h->page, NULL, 0);
    play_free(h->play, NULL);
    dashboard_close(h->page);
    scenario_free(h->scenario);
    loop_free(h->loop);
    time_real();
}

static inline void serve(struct house *h, int rounds) {
    for (int i = 0; i < rounds; i++) loop_once(h->loop, 1000);
}

static inline int dial(struct house *h) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(dashboard_port(h->page)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static inline const char *hear(struct house *h, int fd, const char *until) {
    static char heard[1 << 22]; // a slow machine has many frames waiting
    size_t len = 0;
    for (int round = 0; round < 2000; round++) {
        loop_once(h->loop, 1000);
        ssize_t got = recv(fd, heard + len, sizeof heard - 1 - len, 0);
        for (ssize_t i = 0; i < got; i++)
            if (!heard[len + (size_t)i])
                heard[len + (size_t)i] = ' '; // frames have zeros; strstr stops at one
        if (got > 0) len += (size_t)got;
        heard[len] = 0;
        if (got == 0 || memmem(heard, len, until, strlen(until))) break;
    }
    return heard;
}

static inline const char *get(struct house *h, const char *head) {
    int fd = dial(h);
    char request[700];
    snprintf(request, sizeof request, "GET %s\r\n\r\n", head);
    send(fd, request, strlen(request), MSG_NOSIGNAL);
    const char *heard = hear(h, fd, "\r\n\r\n");
    close(fd);
    serve(h, 3);
    return heard;
}

enum { LIVE_SOUND_ID = 6, LIVE_SCREEN_ID = 7 };

#define UPGRADE                                                                                              \
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "          \
    "dGhlIHNhbXBsZSBub25jZQ==\r\n"

static inline int watch(struct house *h) {
    char request[700];
    int fd = dial(h);
    unsigned before = dashboard_viewers(h->page);
    snprintf(request, sizeof request,
             "GET /live HTTP/1.1\r\nHost: localhost\r\nCookie: critter=%s\r\n" UPGRADE "\r\n",
             h->page->token);
    send(fd, request, strlen(request), MSG_NOSIGNAL);
    assert_non_null(strstr(hear(h, fd, "\r\n\r\n"), "101 Switching"));
    for (int i = 0; i < 500 && dashboard_viewers(h->page) == before; i++) serve(h, 1);
    assert_int_equal(dashboard_viewers(h->page), before + 1);
    return fd;
}

static inline void say(struct house *h, int fd, const char *text) {
    uint8_t frame[600];
    size_t len = strlen(text), head = len < 126 ? 6 : 8;
    frame[0] = 0x81;
    frame[1] = (uint8_t)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) frame[2] = (uint8_t)(len >> 8), frame[3] = (uint8_t)len;
    memset(frame + head - 4, 0, 4); // a mask of zeros is a mask
    memcpy(frame + head, text, len);
    uint32_t before = h->page->messages;
    assert_int_equal(send(fd, frame, head + len, MSG_NOSIGNAL), head + len);
    for (int i = 0; i < 5000 && h->page->messages == before; i++) serve(h, 1);
    assert_int_equal(h->page->messages, before + 1);
}

static inline float fastest(struct house *h) {
    struct life_view view;
    robot_view(run_robot(play_run(h->play), 0), &view);
    float left = view.left_mps < 0 ? -view.left_mps : view.left_mps;
    float right = view.right_mps < 0 ? -view.right_mps : view.right_mps;
    return left > right ? left : right;
}
static inline void live(struct house *h, int64_t ms) {
    assert_int_equal(play_for(h->play, ms * 1000), ERR_NONE);
}
