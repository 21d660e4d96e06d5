#include "support/support.h"

#include "net/udp.h"

#include <signal.h>

struct ear {
    struct udp_peer from;
    uint8_t bytes[UDP_DATAGRAM_MAX];
    size_t len;
    unsigned count;
    bool echo;
};

static void heard(void *user, struct udp *udp, struct udp_peer from, struct bytes datagram) {
    struct ear *ear = user;
    ear->from = from;
    ear->count++;
    ear->len = datagram.len;
    memcpy(ear->bytes, datagram.at, datagram.len);
    if (ear->echo) assert_int_equal(udp_send(udp, from, datagram.at, datagram.len), ERR_NONE);
}

static struct udp *open_one(struct loop *loop, struct ear *ear, struct udp_peer here) {
    struct udp *udp;
    struct udp_config config = {.loop = loop, .here = here, .heard = heard, .user = ear};
    struct fault fault = {0};
    assert_int_equal(udp_open(&config, &udp, &fault), ERR_NONE);
    return udp;
}

static void datagrams_go_there_and_back(void **state) {
    struct loop *loop = loop_new();
    static struct ear a, b = {.echo = true};
    struct udp *one = open_one(loop, &a, (struct udp_peer){0x7f000001, 0});
    struct udp *two = open_one(loop, &b, (struct udp_peer){0x7f000001, 0});
    assert_true(udp_here(one).port && udp_here(one).port != udp_here(two).port);
    uint8_t bytes[1400];
    for (unsigned i = 0; i < 100; i++) {
        memset(bytes, (int)i, sizeof bytes);
        assert_int_equal(udp_send(one, udp_here(two), bytes, 14 * i), ERR_NONE);
        while (a.count <= i) loop_once(loop, 1000000);
        assert_int_equal(a.len, 14 * i);
        assert_memory_equal(a.bytes, bytes, 14 * i);
        assert_int_equal(b.from.port, udp_here(one).port);
        assert_int_equal(b.from.address, 0x7f000001);
    }
    static uint8_t large[5000];
    assert_int_equal(udp_send(one, udp_here(two), large, sizeof large), ERR_NONE);
    while (a.count <= 100) loop_once(loop, 1000000);
    assert_int_equal(b.len, UDP_DATAGRAM_MAX);
    struct udp *third;
    struct udp_config taken = {.loop = loop, .here = udp_here(one), .heard = heard};
    struct fault fault = {0};
    assert_int_equal(udp_open(&taken, &third, &fault), ERR_BUSY);
    assert_non_null(strstr(fault.file, "127.0.0.1:"));
    assert_null(third);
    udp_close(one);
    udp_close(two);
    loop_free(loop);
}

// Gathering loses nothing, takes what comes one by one at once, and many in few rounds.
static void many_are_taken_together(void **state) {
    enum { MANY = 3000, BURST = 30 };
    struct loop *loop = loop_new();
    static struct ear a, b;
    struct udp *one = open_one(loop, &a, (struct udp_peer){0x7f000001, 0});
    struct udp *two = open_one(loop, &b, (struct udp_peer){0x7f000001, 0});
    unsigned rounds = 0;
    for (unsigned sent = 0; sent < MANY;) {
        for (unsigned i = 0; i < BURST; i++, sent++) udp_send(one, udp_here(two), &sent, sizeof sent);
        do rounds++, loop_gather(loop, 1000000);
        while (b.count < sent);
        unsigned last;
        memcpy(&last, b.bytes, sizeof last);
        assert_int_equal(last, sent - 1);
    }
    assert_int_equal(b.count, MANY);
    assert_true(rounds < MANY / 4);
    udp_send(one, udp_here(two), "x", 1);
    while (b.count == MANY) loop_gather(loop, 1000000);
    assert_int_equal(b.len, 1);
    udp_close(one);
    udp_close(two);
    loop_free(loop);
}

static void addresses_are_read_and_written(void **state) {
    struct udp_peer peer;
    struct fault fault = {0};
    char text[UDP_TEXT];
    assert_int_equal(udp_peer_of("172.31.1.1", 5551, &peer, &fault), ERR_NONE);
    assert_string_equal(udp_peer_text(peer, text), "172.31.1.1:5551");
    assert_int_equal(udp_peer_of("255.255.255.255:65535", 5551, &peer, &fault), ERR_NONE);
    assert_string_equal(udp_peer_text(peer, text), "255.255.255.255:65535");
    assert_int_equal(udp_peer_of(":99", 5551, &peer, &fault), ERR_NONE);
    assert_string_equal(udp_peer_text(peer, text), "0.0.0.0:99");
    assert_int_equal(udp_peer_of("localhost", 5551, &peer, &fault), ERR_NONE);
    assert_int_equal(peer.address, 0x7f000001);
    assert_int_equal(udp_peer_of("127.0.0.1:65536", 5551, &peer, &fault), ERR_SYNTAX);
    assert_int_equal(udp_peer_of("127.0.0.1:x", 5551, &peer, NULL), ERR_SYNTAX);
    assert_int_equal(udp_peer_of("no.such.host.invalid", 5551, &peer, NULL), ERR_UNKNOWN);
}

struct order {
    struct loop *loop;
    char said[8];
    unsigned count;
};
static void say_a(void *user) {
    struct order *order = user;
    order->said[order->count++] = 'a';
}
static void say_b(void *user) {
    struct order *order = user;
    order->said[order->count++] = 'b';
    loop_stop(order->loop);
}

static void timers_fire_once_and_in_order(void **state) {
    struct order order = {.loop = loop_new()};
    struct loop_timer *a = loop_timer_new(order.loop, say_a, &order),
                      *b = loop_timer_new(order.loop, say_b, &order);
    int64_t now_us = loop_now_us();
    loop_timer_set(b, now_us + 30000);
    loop_timer_set(a, now_us + 10000);
    loop_run(order.loop);
    assert_true(loop_now_us() >= now_us + 30000);
    assert_string_equal(order.said, "ab");
    loop_timer_set(a, now_us); // in the past: at once
    loop_timer_set(b, now_us + 1000000000);
    loop_timer_set(b, INT64_MAX);
    loop_once(order.loop, 1000000);
    assert_string_equal(order.said, "aba");
    int64_t before = loop_now_us();
    loop_once(order.loop, 20000);
    assert_true(loop_now_us() - before >= 20000);
    assert_string_equal(order.said, "aba");
    loop_timer_free(a);
    loop_timer_free(b);
    loop_free(order.loop);
}

static void an_interrupt_is_told(void **state) {
    struct order order = {.loop = loop_new()};
    assert_int_equal(loop_on_interrupt(order.loop, say_b, &order), ERR_NONE);
    raise(SIGINT);
    for (unsigned i = 0; i < 100 && !order.count; i++) loop_once(order.loop, 10000);
    assert_string_equal(order.said, "b");
    loop_free(order.loop);
}

TESTS(cmocka_unit_test(datagrams_go_there_and_back), cmocka_unit_test(many_are_taken_together),
      cmocka_unit_test(addresses_are_read_and_written), cmocka_unit_test(timers_fire_once_and_in_order),
      cmocka_unit_test(an_interrupt_is_told))
