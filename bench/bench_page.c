// What looking costs: a second of a life on the page, at the pace of its frames, with viewers who read
// everything over real sockets of this machine (their reading is counted in). Before the table: how many
// frames each viewer got, bytes of the page, time to the first frame, and what a viewer takes of a core.
#include "bench.h"

#include "base/system/clock.h"
#include "door/dashboard.h"
#include "door/web_files.h"
#include "net/loop.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { VIEWERS = 20, TICKS = 30 };

static int64_t pretended_us;
static int64_t air(void *user) {
    (void)user;
    return pretended_us;
}

struct house {
    struct loop *loop;
    struct dashboard *page; // NULL: nobody serves anything
    struct scenario *scenario;
    struct play *play;
    int viewers[VIEWERS];
    unsigned count, frames[VIEWERS];
    atomic_bool stop;
};
static char heard[1 << 18];
static void skip_rest(void *user, int64_t us);

static void ticked(void *user, struct play *play, int life) {
    struct house *h = user;
    (void)play;
    if (h->page) dashboard_tick(h->page, life);
}

static void must(bool so, const char *what) {
    if (so) return;
    fprintf(stderr, "bench_page: %s\n", what);
    exit(1);
}

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double worked_s(void) { // of this thread: what others do to the machine meanwhile is not ours
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int dial(struct house *h) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons(dashboard_port(h->page)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    must(!connect(fd, (struct sockaddr *)&at, sizeof at), "cannot connect");
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

// Until `end` was heard; returns how many bytes.
static size_t hear(struct house *h, int fd, const char *end) {
    size_t len = 0;
    for (int i = 0; i < 100000; i++) {
        loop_once(h->loop, 0);
        ssize_t got = recv(fd, heard + len, sizeof heard - 1 - len, 0);
        if (got > 0) len += (size_t)got;
        if (memmem(heard, len, end, strlen(end))) return len;
    }
    must(false, "nothing was answered");
    return 0;
}

static size_t ask(struct house *h, int fd, const char *path, const char *more, const char *end) {
    char request[512];
    int len = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", path, more);
    must(send(fd, request, (size_t)len, 0) == len, "cannot ask");
    return hear(h, fd, end);
}

// As a browser comes: the page, then the socket with the cookie that came with it.
static int watch(struct house *h) {
    int fd = dial(h);
    ask(h, fd, "/", "", "</html>");
    char cookie[80] = "", more[400];
    const char *at = memmem(heard, 4096, "critter=", 8);
    must(at != NULL, "no cookie");
    memcpy(cookie, at, 72);
    snprintf(more, sizeof more,
             "Cookie: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
             cookie);
    ask(h, fd, "/live", more, "{\"Frame\"");
    return fd;
}

// What viewers ask for beside frames.
#define CAMERA "{\"Watch\": {\"picture\": true}}"
#define PANELS                                                                                               \
    "{\"Watch\": {\"mind\": true, \"mood\": true, \"clients\": true, \"map\": true, \"others\": true, "      \
    "\"settings\": true, \"diary\": true, \"timeline\": true, \"sight\": true}}"

static void tell(const struct house *h, int viewer, const char *text) {
    uint8_t frame[300] = {0x81};
    size_t len = strlen(text), head = len < 126 ? 6 : 8; // with a mask of zeros
    frame[1] = (uint8_t)(0x80 | (len < 126 ? len : 126));
    if (len >= 126) frame[2] = (uint8_t)(len >> 8), frame[3] = (uint8_t)len;
    memcpy(frame + head, text, len);
    must(send(h->viewers[viewer], frame, head + len, 0) > 0, "cannot tell");
}

static struct house *furnish(bool page, unsigned viewers, const char *watch_what) {
    struct house *h = calloc(1, sizeof *h);
    h->scenario = scenario_open("tabletop", NULL, 0, NULL);
    struct play_config config = play_defaults();
    config.watch = ticked, config.rest = skip_rest;
    config.user = h;
    config.kept = page;
    h->play = play_new(h->scenario, &config, NULL);
    must(h->scenario && h->play, "no world");
    if (!page) return h;
    struct dashboard_config door = dashboard_defaults();
    door.port = 0;
    door.scenario = "tabletop";
    door.speed = 1;
    h->loop = loop_new();
    h->page = dashboard_open(h->loop, &door, NULL);
    must(h->page != NULL, "no page");
    dashboard_show(h->page, h->play, 1);
    play_for(h->play, 1000000);
    for (; h->count < viewers; h->count++) h->viewers[h->count] = watch(h);
    for (unsigned i = 0; watch_what && i < viewers; i++) tell(h, (int)i, watch_what);
    return h;
}

static void gone(void *user) {
    struct house *h = user;
    if (h->page) dashboard_show(h->page, NULL, 0);
    play_free(h->play, NULL);
    for (unsigned i = 0; i < h->count; i++) close(h->viewers[i]);
    dashboard_close(h->page);
    loop_free(h->loop);
    scenario_free(h->scenario);
    free(h);
}

// A second of life, a tick at a time, air time going along with it.
static void second(void *user) {
    struct house *h = user;
    clock_pretend(air, NULL, NULL);
    for (int tick = 0; tick < TICKS; tick++) {
        pretended_us += LIFE_TICK_US + 334;
        play_for(h->play, LIFE_TICK_US);
        if (h->page) loop_once(h->loop, 0);
        for (unsigned i = 0; i < h->count; i++)
            for (ssize_t got; (got = recv(h->viewers[i], heard, sizeof heard, 0)) > 0;)
                for (char *at = heard; (at = memmem(at, (size_t)(heard + got - at), "{\"Frame\"", 8)); at++)
                    h->frames[i]++;
    }
    clock_pretend(NULL, NULL, NULL);
}

static void *bare(void) { return furnish(false, 0, NULL); }
static void *unwatched(void) { return furnish(true, 0, NULL); }
static void *one(void) { return furnish(true, 1, NULL); }
static void *one_with_camera(void) { return furnish(true, 1, CAMERA); }
static void *one_with_panels(void) { return furnish(true, 1, PANELS); }
static void *twenty(void) { return furnish(true, VIEWERS, NULL); }
static void *twenty_with_panels(void) { return furnish(true, VIEWERS, PANELS); }

static double seconds_of(struct house *h, int times) {
    for (int i = 0; i < 3; i++) second(h);
    memset(h->frames, 0, sizeof h->frames);
    double best = 1e9;
    for (int i = 0; i < times; i++) {
        double begin = worked_s();
        second(h);
        double took = worked_s() - begin;
        if (took < best) best = took;
    }
    return best;
}

static void tell_shares(void) {
    static const struct {
        const char *name;
        void *(*make)(void);
    } ROWS[] = {{"one viewer", one},
                {"one viewer with the camera on", one_with_camera},
                {"one viewer with every panel open", one_with_panels},
                {"20 viewers", twenty},
                {"20 viewers with every panel open", twenty_with_panels}};
    struct house *h = bare();
    double alone = seconds_of(h, 20);
    gone(h);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        h = ROWS[i].make();
        double with = seconds_of(h, 20);
        unsigned least = h->frames[0];
        for (unsigned k = 0; k < h->count; k++)
            if (h->frames[k] < least) least = h->frames[k];
        fprintf(stderr,
                "# %-33s %5.2f %% of a core above the life itself; the slowest got %.1f frames a second\n",
                ROWS[i].name, 100 * (with - alone), least / 20.0);
        gone(h);
    }
}

// A whole file, packed; how many bytes came with it.
static size_t fetch(struct house *h, int fd, const char *path) {
    size_t len = ask(h, fd, path, "Accept-Encoding: gzip\r\n", "\r\n\r\n"), body = 0;
    const char *end = memmem(heard, len, "\r\n\r\n", 4), *told = memmem(heard, len, "Content-Length: ", 16);
    must(end && told, "no length");
    body = (size_t)(end + 4 - heard) + strtoul(told + 16, NULL, 10);
    while (len < body) {
        loop_once(h->loop, 0);
        ssize_t got = recv(fd, heard + len, sizeof heard - len, 0);
        if (got > 0) len += (size_t)got;
    }
    return len;
}

// As a browser does: over six connections, the page itself first.
static void tell_loading(void) {
    enum { LINES = 6 };
    struct house *h = unwatched();
    int lines[LINES];
    double begin = now_s();
    for (int i = 0; i < LINES; i++) lines[i] = dial(h);
    size_t bytes = fetch(h, lines[0], "/");
    for (size_t i = 0; WEB_FILES[i].path; i++)
        if (strcmp(WEB_FILES[i].path, "/index.html") != 0)
            bytes += fetch(h, lines[i % LINES], WEB_FILES[i].path);
    for (int i = 0; i < LINES; i++) close(lines[i]);
    h->viewers[h->count++] = watch(h);
    fprintf(stderr,
            "# the page is %.0f kB over the wire; its first frame came %.1f ms after the first question "
            "(without a browser's own time)\n",
            (double)bytes / 1000, 1000 * (now_s() - begin));
    gone(h);
}

// Time that is skipped with a viewer who has every panel open, beside the same life that nobody serves.
static void skip_rest(void *user, int64_t us) {
    struct house *h = user;
    (void)us;
    loop_once(h->loop, 0);
    while (recv(h->viewers[0], heard, sizeof heard, 0) > 0) continue;
    if (!dashboard_skips(h->page)) atomic_store(&h->stop, true);
}

static void tell_skipping(void) {
    enum { SECONDS = 300 };
    struct house *alone = bare(), *h = one_with_panels();
    for (int i = 0; i < 20; i++) loop_once(h->loop, 1000);
    double begin = worked_s();
    play_for(alone->play, SECONDS * 1000000LL);
    double bare_s = worked_s() - begin;
    char text[60];
    snprintf(text, sizeof text, "{\"Skip\": {\"seconds\": %d}}", SECONDS);
    tell(h, 0, text);
    for (int i = 0; i < 1000 && !dashboard_skips(h->page); i++) loop_once(h->loop, 1000);
    must(dashboard_skips(h->page), "nothing is skipped");
    begin = worked_s();
    play_live(h->play, &h->stop);
    double served_s = worked_s() - begin;
    fprintf(stderr, "# skipping goes at %.0f %% of the speed of a life that nobody serves\n",
            100 * bare_s / served_s);
    gone(alone), gone(h);
}

struct two {
    struct house *with, *without;
};
static void *both(void) {
    struct two *two = calloc(1, sizeof *two);
    two->with = unwatched(), two->without = bare();
    return two;
}
static void both_gone(void *user) {
    struct two *two = user;
    gone(two->with), gone(two->without);
    free(two);
}
static void with_page(void *user) { second(((struct two *)user)->with); }
static void without_page(void *user) { second(((struct two *)user)->without); }

int main(int argc, char **argv) {
    static const struct bench benches[] = {{.name = "a second that nobody watches",
                                            .a = with_page,
                                            .a_name = "with a page",
                                            .b = without_page,
                                            .b_name = "without",
                                            .setup = both,
                                            .teardown = both_gone}};
    bool counting = false; // valgrind is at work: its seconds are nobody's
    for (int i = 1; i < argc; i++) counting |= !strcmp(argv[i], "--count") || !strcmp(argv[i], "--only");
    if (!counting) tell_loading(), tell_shares(), tell_skipping();
    return bench_main(argc, argv, benches, sizeof benches / sizeof *benches);
}
