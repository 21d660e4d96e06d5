// A serial port that somebody opens as a device: bytes both ways, leaving and coming back, a flood.
#include "support/support.h"

#include "net/serial.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

struct owner {
    struct serial *port;
    char got[8192];
    size_t len, most; // most: what it takes in one call
    unsigned came, left;
    bool echo;
};

static void came(void *user) { ((struct owner *)user)->came++; }
static void left(void *user) { ((struct owner *)user)->left++; }
static size_t bytes(void *user, const uint8_t *at, size_t len) {
    struct owner *owner = user;
    if (len > owner->most) len = owner->most;
    if (owner->echo) serial_send(owner->port, at, len);
    if (owner->len + len > sizeof owner->got) len = sizeof owner->got - owner->len;
    memcpy(owner->got + owner->len, at, len);
    owner->len += len;
    return len;
}
static const struct serial_class CLASS = {came, bytes, left};

static struct loop *loop;
static void turn(void) { loop_once(loop, 5000); }

static struct serial *begin(struct owner *owner, const char *link) {
    struct fault fault = {0};
    loop = loop_new();
    *owner = (struct owner){.most = SIZE_MAX};
    owner->port = serial_open(loop, link, &CLASS, owner, &fault);
    if (!owner->port) fail_msg("%s", fault.said);
    return owner->port;
}
static void end(struct owner *owner) {
    serial_close(owner->port);
    loop_free(loop);
}
static int dial(struct owner *owner, const char *path) {
    unsigned before = owner->came;
    int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK);
    assert_true(fd >= 0);
    while (owner->came == before) turn();
    return fd;
}
// Everything up to so many bytes.
static size_t take(int fd, char *out, size_t most) {
    size_t len = 0;
    for (int quiet = 0; quiet < 40 && len < most; quiet++) {
        ssize_t got = read(fd, out + len, most - len);
        if (got > 0) len += (size_t)got, quiet = 0;
        turn();
    }
    return len;
}

static void bytes_go_both_ways_as_they_are(void **state) {
    static struct owner owner;
    struct serial *port = begin(&owner, NULL);
    int fd = dial(&owner, serial_path(port));
    char all[256], back[256];
    for (int i = 0; i < 256; i++) all[i] = (char)i; // also what a terminal would take for keys
    owner.echo = true;
    assert_int_equal(write(fd, all, sizeof all), sizeof all);
    assert_int_equal(take(fd, back, sizeof back), sizeof back);
    assert_memory_equal(all, back, sizeof all);
    assert_memory_equal(all, owner.got, sizeof all);
    struct termios how;
    assert_int_equal(tcgetattr(fd, &how), 0);
    assert_int_equal(cfgetospeed(&how), B115200);
    assert_false(how.c_lflag & (ECHO | ICANON | ISIG));
    close(fd);
    end(&owner);
}

static void who_leaves_may_come_back(void **state) {
    static struct owner owner;
    char text[64];
    struct serial *port = begin(&owner, NULL);
    assert_int_equal(serial_send(port, "nobody hears", 12), 0);
    for (unsigned i = 1; i <= 3; i++) {
        int fd = dial(&owner, serial_path(port));
        struct termios how;
        tcgetattr(fd, &how);
        assert_false(how.c_lflag & ECHO);
        how.c_lflag |= ECHO; // and leaves it otherwise than it was
        tcsetattr(fd, TCSANOW, &how);
        assert_int_equal(serial_send(port, "hello", 5), 5);
        assert_int_equal(take(fd, text, 5), 5);
        assert_memory_equal(text, "hello", 5);
        serial_send(port, "unread", 6);
        close(fd);
        while (owner.left < i) turn();
        assert_int_equal(owner.came, i);
        assert_int_equal(serial_send(port, "nobody hears", 12), 0);
    }
    end(&owner);
}

static void a_flood_waits_at_the_sender(void **state) {
    static struct owner owner;
    static char much[1 << 20];
    struct serial *port = begin(&owner, NULL);
    int fd = dial(&owner, serial_path(port));
    owner.most = 100, memset(much, 'x', sizeof much);
    size_t in = 0;
    for (int i = 0; i < 200; i++) {
        ssize_t sent = write(fd, much, sizeof much);
        if (sent > 0) in += (size_t)sent;
        turn();
    }
    assert_int_equal(owner.len, 100); // it took what it wanted, and the rest waits
    assert_true(in < 300000);
    owner.most = SIZE_MAX;
    serial_resume(port);
    for (int i = 0; i < 50 && owner.len < sizeof owner.got; i++) turn();
    assert_int_equal(owner.len, in < sizeof owner.got ? in : sizeof owner.got);
    // What nobody reads is bounded, too, and what was taken arrives whole and in order.
    for (size_t i = 0; i < sizeof much; i++) much[i] = (char)('a' + i % 26);
    size_t taken = serial_send(port, much, sizeof much), got = 0;
    assert_true(taken >= SERIAL_WAITING_MAX && taken < 600000);
    static char back[600000];
    got = take(fd, back, taken);
    assert_int_equal(got, taken);
    assert_memory_equal(back, much, taken);
    close(fd);
    end(&owner);
}

static void a_link_leads_to_it(void **state) {
    static struct owner owner;
    char link[200], to[200], text[8];
    struct fault fault = {0};
    snprintf(link, sizeof link, "%s/port", temp_folder());
    assert_int_equal(symlink("/gone/long/ago", link), 0); // of a program that died
    struct serial *port = begin(&owner, link);
    ssize_t len = readlink(link, to, sizeof to);
    assert_int_equal(len, strlen(serial_path(port)));
    assert_memory_equal(to, serial_path(port), (size_t)len);
    int fd = dial(&owner, link);
    serial_send(port, "here", 4);
    assert_int_equal(take(fd, text, 4), 4);
    close(fd);
    end(&owner);
    assert_int_equal(readlink(link, to, sizeof to), -1);
    // What is no link is somebody's own.
    assert_int_equal(close(open(link, O_CREAT | O_WRONLY, 0600)), 0);
    struct loop *other = loop_new();
    assert_null(serial_open(other, link, &CLASS, &owner, &fault));
    assert_int_equal(fault.err, ERR_EXISTS);
    assert_non_null(strstr(fault.file, "/port"));
    loop_free(other);
    unlink(link);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_go_both_ways_as_they_are),
        cmocka_unit_test(who_leaves_may_come_back),
        cmocka_unit_test(a_flood_waits_at_the_sender),
        cmocka_unit_test(a_link_leads_to_it),
    };
    return support_run(argc, argv, tests, NULL, NULL);
}
