// Captures read and written, and frames in words.
#include "support/support.h"

#include "link/cozmo/air_dump.h"
#include "link/cozmo/pcap.h"

static const struct air_peer ENGINE = {0xac1f0102, 40123}, ROBOT = {0xac1f0101, 5551};

static uint8_t room[1 << 16];

static struct bytes capture(void) {
    struct writer out = writer_of(room, sizeof room);
    pcap_head(&out);
    struct pcap_datagram said[] = {
        {1700000000123456, ENGINE, ROBOT, hex("434f5a03524501 01 0100 0100 0000"), false},
        {1700000000125000, ROBOT, ENGINE, hex("434f5a03524501 09 0100 0100 0100 02 0000"), false},
        {1700000000130000, ENGINE, ROBOT, hex("434f5a03524501 07 0100 0200 0100 04 0100 25 04 0300 64 3412"),
         false},
        {1700000000131000, ENGINE, ROBOT, hex("0102030405"), false},
        {1700000000132000, ROBOT, ENGINE,
         hex("434f5a03524501 09 0200 0200 0200 04 0200 c4 07 05 0300 f9 beef 0c 0100 77"), false},
        {1700000000133000, ENGINE, ROBOT, hex("434f5a03524501 07 0300 0300 0100 04 0100 32"), false},
        {1700000000633000, ENGINE, ROBOT,
         hex("434f5a03524501 0b 0000 0000 0200 0000000000004a93 03000000 02000000 00"), false},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) pcap_write(&out, &said[i]);
    assert_int_equal(out.err, ERR_NONE);
    return writer_bytes(&out);
}

static unsigned count(struct bytes file, struct pcap *pcap) {
    struct pcap_datagram datagram;
    unsigned found = 0;
    if (pcap_open(pcap, file, NULL)) return 0;
    while (pcap_next(pcap, &datagram)) found++;
    return found;
}

static void what_is_written_is_read(void **state) {
    struct pcap pcap;
    struct pcap_datagram datagram;
    assert_int_equal(pcap_open(&pcap, capture(), NULL), ERR_NONE);
    assert_true(pcap_next(&pcap, &datagram));
    assert_true(datagram.time_us == 1700000000123456);
    assert_true(air_peer_same(datagram.from, ENGINE) && air_peer_same(datagram.to, ROBOT));
    assert_bytes(datagram.payload.at, datagram.payload.len, "434f5a03524501 01 0100 0100 0000");
    assert_int_equal(count(capture(), &pcap), 7);
    assert_int_equal(pcap.passed_over, 0);
    struct bytes whole = capture();
    unsigned last = 0;
    for (size_t len = 24; len <= whole.len; len++) { // cut anywhere: what came before holds, and it is said
        unsigned found = count((struct bytes){whole.at, len}, &pcap);
        assert_in_range(found, last, last + 1);
        last = found;
        if (pcap.at != len) assert_int_equal(pcap.fault.err, ERR_SHORT);
    }
    assert_int_equal(last, 7);
    static uint8_t large[65536];
    struct writer out = writer_of(NULL, 0);
    pcap_write(&out, &(struct pcap_datagram){0, ENGINE, ROBOT, {large, 65508}, false});
    assert_int_equal(out.err, ERR_LIMIT);
}

// One record of an 8 byte payload, recorded in every way that is known. The IP packet:
#define IP "4500 0024 0001 4000 40 11 0000 ac1f0102 ac1f0101  9cbb 15af 0010 0000  0102030405060708"

static void every_kind_of_recording(void **state) {
    static const struct {
        const char *link, *before, *record_length;
    } KINDS[] = {
        {"01000000", "ffffffffffff 020202020202 0800", "32000000"},
        {"01000000", "ffffffffffff 020202020202 8100 0005 0800", "36000000"},
        {"65000000", "", "24000000"},
        {"e4000000", "", "24000000"},
        {"00000000", "02000000", "28000000"},
        {"00000000", "00000002", "28000000"},
        {"71000000", "0000 0001 0006 020202020202 0000 0800", "34000000"},
        {"14010000", "0800 0000 00000001 0001 00 06 0202020202020000", "38000000"},
    };
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "d4c3b2a1 0200 0400 00000000 00000000 00000400 %s 0a000000 05000000 %s %s %s %s",
                 KINDS[i].link, KINDS[i].record_length, KINDS[i].record_length, KINDS[i].before, IP);
        struct pcap pcap;
        struct pcap_datagram datagram;
        assert_int_equal(pcap_open(&pcap, hex(text), NULL), ERR_NONE);
        assert_true(pcap_next(&pcap, &datagram));
        assert_bytes(datagram.payload.at, datagram.payload.len, "0102030405060708");
        assert_true(datagram.time_us == 10000005);
        assert_int_equal(datagram.from.port, 40123);
        assert_false(pcap_next(&pcap, &datagram));
        assert_int_equal(pcap.fault.err, ERR_NONE);
    }
    struct pcap pcap;
    struct pcap_datagram datagram;
    // The other byte order, in nanoseconds.
    assert_int_equal(pcap_open(&pcap,
                               hex("a1b23c4d 0002 0004 00000000 00000000 00040000 00000065 0000000a 00001388 "
                                   "00000024 00000024" IP),
                               NULL),
                     ERR_NONE);
    assert_true(pcap_next(&pcap, &datagram));
    assert_true(datagram.time_us == 10000005);
    // pcapng: a section, an interface in milliseconds, a packet, a block nobody knows, a simple packet.
    struct bytes blocks = hex("0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000"
                              "01000000 20000000 6500 0000 00000400 0900 0100 03000000 0000 0000 20000000"
                              "06000000 44000000 00000000 00000000 10270000 24000000 24000000" IP "44000000"
                              "99000000 10000000 01020304 10000000"
                              "03000000 34000000 24000000" IP "34000000");
    assert_int_equal(pcap_open(&pcap, blocks, NULL), ERR_NONE);
    assert_true(pcap_next(&pcap, &datagram));
    assert_true(datagram.time_us == 10000000);
    assert_true(pcap_next(&pcap, &datagram));
    assert_bytes(datagram.payload.at, datagram.payload.len, "0102030405060708");
    assert_false(pcap_next(&pcap, &datagram));
    assert_int_equal(pcap.fault.err, ERR_NONE);
    // Not ours: another protocol, a fragment, IPv6, no capture at all.
    assert_int_equal(
        count(hex("d4c3b2a1 0200 0400 00000000 00000000 00000400 65000000 0a000000 05000000 24000000 24000000"
                  "4500 0024 0001 4000 40 06 0000 ac1f0102 ac1f0101  9cbb 15af 0010 0000  0102030405060708"),
              &pcap),
        0);
    assert_int_equal(pcap.passed_over, 1);
    assert_int_equal(
        count(hex("d4c3b2a1 0200 0400 00000000 00000000 00000400 65000000 0a000000 05000000 24000000 24000000"
                  "4500 0024 0001 2000 40 11 0000 ac1f0102 ac1f0101  9cbb 15af 0010 0000  0102030405060708"),
              &pcap),
        0);
    struct fault fault = {0};
    assert_int_equal(pcap_open(&pcap, hex("89504e47 0d0a1a0a 00000000 00000000 00000000"), &fault),
                     ERR_SYNTAX);
    assert_non_null(strstr(fault.said, "pcap"));
    assert_int_equal(pcap_open(&pcap, hex("d4c3"), NULL), ERR_SHORT);
}

static struct buf dumped(struct air_dump *dump) {
    static struct buf text;
    buf_clear(&text);
    dump->out = &text;
    struct pcap pcap;
    struct pcap_datagram datagram;
    assert_int_equal(pcap_open(&pcap, capture(), NULL), ERR_NONE);
    while (pcap_next(&pcap, &datagram)) air_dump(dump, datagram.time_us, datagram.payload);
    return text;
}

static void frames_in_words(void **state) {
    struct air_dump dump = {0};
    struct buf text = dumped(&dump);
    assert_golden("link/cozmo/golden/dump.txt", text.at, text.len);
    assert_int_equal(dump.frames, 6);
    assert_int_equal(dump.unknown, 2);
    dump = (struct air_dump){.json = true};
    text = dumped(&dump);
    assert_golden("link/cozmo/golden/dump.jsonl", text.at, text.len);
    dump = (struct air_dump){.message = "SetRobotVolume"};
    assert_string_equal((char *)dumped(&dump).at,
                        "    0.006544  engine  packets  1-2  ack 1\n"
                        "              command        2  64 SetRobotVolume {\"level\":4660}\n");
    dump = (struct air_dump){.message = "0xf9", .side = "robot"};
    assert_non_null(strstr((char *)dumped(&dump).at, "f9 ? \"beef\"\n"));
    dump = (struct air_dump){.group = "motors", .side = "robot"};
    assert_non_null(strstr((char *)dumped(&dump).at, "AcknowledgeAction"));
    dump = (struct air_dump){.group = "nv"};
    assert_int_equal(dumped(&dump).len, 0);
}

TESTS(cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(every_kind_of_recording),
      cmocka_unit_test(frames_in_words))
