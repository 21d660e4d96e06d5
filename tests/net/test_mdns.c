// Multicast DNS without sockets: what is told, to whom and when, and messages that lie.
#include "support/fine.h"

#include "net/mdns.h"

#include <stdio.h>
#include <string.h>

enum { SECOND_US = 1000000, MESSAGES = 32, HERE = 0x0a000005, OTHER = 0x0a000009 };
struct post { // what was sent
    unsigned count;
    struct mdns_peer to[MESSAGES];
    size_t lens[MESSAGES];
    uint8_t bytes[MESSAGES][MDNS_MESSAGE_MAX];
};
static struct post post;
static int64_t now_us;

static void send(void *user, struct mdns_peer to, const uint8_t *bytes, size_t len) {
    struct post *p = user;
    assert_true(p->count < MESSAGES && len <= MDNS_MESSAGE_MAX);
    p->to[p->count] = to, p->lens[p->count] = len;
    memcpy(p->bytes[p->count++], bytes, len);
}
static struct bytes posted(unsigned i) { return (struct bytes){post.bytes[i], post.lens[i]}; }

static const struct mdns_config CONFIG = {"Vector-A1B2", "_ankivector._tcp", HERE, 8443};
static struct mdns_service begun(void) {
    struct mdns_service s = {.send = send, .user = &post};
    post.count = 0, now_us = 5 * SECOND_US;
    fine(mdns_service_begin(&s, &CONFIG, now_us, &fault));
    return s;
}
static void pass(struct mdns_service *s, int64_t us) {
    for (int64_t end = now_us + us; now_us < end; now_us += 10000) mdns_service_turn(s, now_us);
}
static struct mdns_service told(void) {
    struct mdns_service s = begun();
    pass(&s, 5 * SECOND_US);
    post.count = 0;
    return s;
}
// A message with one question, as an asker writes it.
static struct bytes ask(uint8_t room[MDNS_MESSAGE_MAX], const char *name, enum mdns_type type,
                        const struct mdns_record *known) {
    struct mdns_writer out = mdns_writer_of(room, MDNS_MESSAGE_MAX, MDNS_QUERY, 77);
    mdns_write_question(&out, name, type);
    if (known) mdns_write_record(&out, MDNS_ANSWER, known);
    return (struct bytes){room, mdns_written(&out)};
}
static unsigned records_in(struct bytes bytes, unsigned type, uint32_t *ttl, unsigned section) {
    struct mdns_message in;
    struct mdns_record r;
    unsigned count = 0;
    fine(mdns_open(&in, bytes));
    while (mdns_record(&in, &r))
        if (r.type == type && (!section || r.section == section)) count++, *ttl = r.ttl_s;
    assert_int_equal(in.reader.err, ERR_NONE);
    return count;
}

static void a_name_is_asked_for_then_told_twice(void **state) {
    struct mdns_service s = begun();
    struct mdns_message in;
    struct mdns_question q;
    struct mdns_record r;
    pass(&s, 700000);
    assert_int_equal(post.count, 3); // probes, a quarter of a second apart
    fine(mdns_open(&in, posted(2)));
    assert_true(!in.response && mdns_question(&in, &q) && mdns_same(q.name, "vector-a1b2.LOCAL"));
    assert_true(q.type == MDNS_ANY && mdns_record(&in, &r) && r.section == MDNS_AUTHORITY);
    pass(&s, 10 * SECOND_US);
    assert_int_equal(post.count, 5); // and told twice, then it is quiet
    uint32_t ttl = 0;
    assert_int_equal(records_in(posted(4), MDNS_PTR, &ttl, MDNS_ANSWER), 1);
    assert_int_equal(records_in(posted(4), MDNS_TXT, &ttl, MDNS_ANSWER), 1);
    assert_int_equal(records_in(posted(4), MDNS_A, &ttl, MDNS_ANSWER), 1);
    assert_int_equal(ttl, 120);
    fine(mdns_open(&in, posted(4)));
    bool server = false;
    while (mdns_record(&in, &r))
        server =
            server || (r.type == MDNS_SRV && r.port == 8443 && mdns_same(r.target, "Vector-A1B2.local") &&
                       mdns_same(r.name, "Vector-A1B2._ankivector._tcp.local") && r.flush);
    assert_true(server);
    mdns_service_end(&s);
    assert_int_equal(records_in(posted(5), MDNS_SRV, &ttl, 0), 1);
    assert_int_equal(ttl, 0); // goodbye
}

static void a_question_is_answered_once_a_second(void **state) {
    struct mdns_service s = told();
    uint8_t room[MDNS_MESSAGE_MAX];
    uint32_t ttl;
    struct mdns_peer all = {OTHER, MDNS_PORT}, alone = {OTHER, 40000};
    struct bytes question = ask(room, "_ankivector._tcp.local", MDNS_PTR, NULL);
    for (int i = 0; i < 50; i++) mdns_service_hear(&s, all, question, now_us);
    assert_int_equal(post.count, 1);
    assert_int_equal(post.to[0].port, 0); // to all
    assert_int_equal(records_in(posted(0), MDNS_PTR, &ttl, MDNS_ANSWER), 1);
    assert_int_equal(records_in(posted(0), MDNS_A, &ttl, MDNS_ADDITIONAL), 1);
    now_us += SECOND_US;
    mdns_service_hear(&s, alone, question, now_us); // a simple resolver: it gets its question back
    assert_true(post.count == 2 && post.to[1].port == 40000);
    assert_int_equal(post.bytes[1][1], 77);
    assert_int_equal(records_in(posted(1), MDNS_PTR, &ttl, MDNS_ANSWER), 1);
    assert_int_equal(ttl, 10);
    struct mdns_record known = {.type = MDNS_PTR, .ttl_s = 4000};
    snprintf(known.name, sizeof known.name, "_ankivector._tcp.local");
    snprintf(known.target, sizeof known.target, "Vector-A1B2._ankivector._tcp.local");
    mdns_service_hear(&s, all, ask(room, "_ankivector._tcp.local", MDNS_PTR, &known), now_us);
    mdns_service_hear(&s, all, ask(room, "_printer._tcp.local", MDNS_PTR, NULL), now_us);
    mdns_service_hear(&s, all, ask(room, "Vector-A1B2.local", MDNS_SRV, NULL), now_us);
    assert_int_equal(post.count, 2); // known, another's, and of no such kind
    mdns_service_hear(&s, all, ask(room, "_services._dns-sd._udp.local", MDNS_PTR, NULL), now_us);
    assert_int_equal(post.count, 3);
}

static struct bytes claim(uint8_t room[MDNS_MESSAGE_MAX], enum mdns_kind kind, uint32_t address) {
    struct mdns_record r = {.type = MDNS_A, .ttl_s = 120, .address = address};
    snprintf(r.name, sizeof r.name, "vector-a1b2.local");
    struct mdns_writer out = mdns_writer_of(room, MDNS_MESSAGE_MAX, kind, 0);
    mdns_write_record(&out, kind == MDNS_QUERY ? MDNS_AUTHORITY : MDNS_ANSWER, &r);
    return (struct bytes){room, mdns_written(&out)};
}

static void a_name_that_another_has_is_left_to_it(void **state) {
    uint8_t room[MDNS_MESSAGE_MAX];
    struct mdns_peer all = {OTHER, MDNS_PORT};
    struct mdns_service s = begun();
    pass(&s, 300000);
    mdns_service_hear(&s, all, claim(room, MDNS_RESPONSE, HERE), now_us); // its own, come back
    mdns_service_hear(&s, all, claim(room, MDNS_QUERY, HERE - 1),
                      now_us); // asks, too, and is the smaller one
    assert_false(s.conflict);
    mdns_service_hear(&s, all, claim(room, MDNS_QUERY, OTHER), now_us);
    assert_true(s.conflict);
    unsigned before = post.count;
    pass(&s, 10 * SECOND_US);
    mdns_service_end(&s);
    assert_int_equal(post.count, before);
    s = begun();
    mdns_service_hear(&s, all, claim(room, MDNS_RESPONSE, OTHER), now_us);
    assert_true(s.conflict);
    s = told(); // later it is ours: we say so, and not more than once a second
    for (int i = 0; i < 20; i++) mdns_service_hear(&s, all, claim(room, MDNS_RESPONSE, OTHER), now_us);
    assert_true(!s.conflict && post.count == 1);
}

struct finding {
    unsigned count;
    char name[64];
    uint32_t address;
    uint16_t port;
};
static struct finding finding;
static void found(void *user, const char *name, uint32_t address, uint16_t port) {
    finding.count++;
    finding.address = address, finding.port = port;
    snprintf(finding.name, sizeof finding.name, "%s", name);
}

static void who_looks_finds_who_tells(void **state) {
    struct mdns_service s = begun();
    pass(&s, 5 * SECOND_US);
    struct mdns_finder f = {.send = send, .found = found, .user = &post};
    finding = (struct finding){0};
    fine(mdns_finder_begin(&f, "_ankivector._tcp", now_us, &fault));
    unsigned from = post.count;
    mdns_finder_turn(&f, now_us);
    assert_int_equal(post.count, from + 1);
    now_us += SECOND_US;
    mdns_service_hear(&s, (struct mdns_peer){OTHER, MDNS_PORT}, posted(from), now_us);
    assert_int_equal(post.count, from + 2);
    for (int i = 0; i < 3; i++) mdns_finder_hear(&f, posted(from + 1));
    assert_int_equal(finding.count, 1); // once
    assert_string_equal(finding.name, "Vector-A1B2");
    assert_true(finding.address == HERE && finding.port == 8443);
}

static void messages_that_lie_are_not_believed(void **state) {
    struct mdns_service s = begun();
    pass(&s, 5 * SECOND_US);
    struct mdns_finder f = {.send = send, .found = found, .user = &post};
    fine(mdns_finder_begin(&f, "_ankivector._tcp", now_us, &fault));
    finding = (struct finding){0};
    uint8_t room[MDNS_MESSAGE_MAX];
    struct bytes whole = posted(4);
    for (size_t len = 0; len < whole.len; len++) { // cut at every byte
        struct mdns_message in;
        struct mdns_record r;
        struct bytes cut = {whole.at, len};
        if (mdns_open(&in, cut)) continue;
        while (mdns_record(&in, &r)) continue;
        assert_int_not_equal(in.reader.err, ERR_NONE);
        mdns_service_hear(&s, (struct mdns_peer){OTHER, MDNS_PORT}, cut, now_us);
    }
    // A name that leads in a circle, and one that leads ahead.
    static const uint8_t CIRCLE[] = {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12, 0, 12, 0, 1},
                         AHEAD[] = {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 16, 0, 12, 0, 1};
    struct mdns_message in;
    struct mdns_question q;
    fine(mdns_open(&in, (struct bytes){CIRCLE, sizeof CIRCLE}));
    assert_false(mdns_question(&in, &q));
    fine(mdns_open(&in, (struct bytes){AHEAD, sizeof AHEAD}));
    assert_false(mdns_question(&in, &q));
    // A table that is full stays as it is.
    for (int i = 0; i < 200; i++) {
        struct mdns_record r = {.type = MDNS_PTR, .ttl_s = 120};
        snprintf(r.name, sizeof r.name, "_ankivector._tcp.local");
        snprintf(r.target, sizeof r.target, "Vector-%d._ankivector._tcp.local", i);
        struct mdns_writer out = mdns_writer_of(room, sizeof room, MDNS_RESPONSE, 0);
        mdns_write_record(&out, MDNS_ANSWER, &r);
        mdns_finder_hear(&f, (struct bytes){room, mdns_written(&out)});
    }
    assert_true(f.count == MDNS_FOUND_MAX && !finding.count);
    struct mdns_config bad = CONFIG;
    bad.name = "a.b";
    assert_int_equal(mdns_service_begin(&s, &bad, 0, NULL), ERR_RANGE);
}

TESTS(cmocka_unit_test(a_name_is_asked_for_then_told_twice),
      cmocka_unit_test(a_question_is_answered_once_a_second),
      cmocka_unit_test(a_name_that_another_has_is_left_to_it), cmocka_unit_test(who_looks_finds_who_tells),
      cmocka_unit_test(messages_that_lie_are_not_believed))
