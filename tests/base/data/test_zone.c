// Time zones: facts that everybody knows, files that were made here, and files that lie.
#include "support/support.h"

#include "base/buf.h"
#include "base/data/zone.h"
#include "base/system/file.h"

#include <stdio.h>

static void places_are_as_far_from_greenwich_as_one_knows(void **state) {
    static const struct {
        const char *name;
        int64_t at;
        int32_t hours_by_4;
    } ROWS[] = {
        {"Europe/Berlin", 1764601500, 4}, // 1 December 2025
        {"Europe/Berlin", 1780228800, 8}, // 31 May 2026
        {"Europe/Berlin", 1774745999, 4}, // the second before summer
        {"Europe/Berlin", 1774746000, 8}, // and the first of it
        {"Europe/Berlin", 3000000000, 4}, // 24 January 2065: by the rule
        {"Europe/Berlin", 3012000000, 8}, // 12 June 2065
        {"America/Los_Angeles", 1764601500, -32},
        {"America/Los_Angeles", 1780228800, -28},
        {"America/Los_Angeles", 3012000000, -28},
        {"Australia/Sydney", 1764601500, 44}, // summer over the new year
        {"Australia/Sydney", 3000000000, 44},
        {"Australia/Sydney", 3012000000, 40},
        {"Asia/Kathmandu", 1764601500, 23},
        {"Asia/Tokyo", -100000000, 36},
        {"UTC", 1764601500, 0},
    };
    if (!folder_exists(ZONE_FOLDER "/Europe")) skip();
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        int32_t east_s = 1;
        struct fault fault = {0};
        if (zone_of(ROWS[i].name, ROWS[i].at, &east_s, &fault)) fail_msg("%s: %s", ROWS[i].name, fault.said);
        if (east_s != ROWS[i].hours_by_4 * 900)
            fail_msg("%s at %lld: %d", ROWS[i].name, (long long)ROWS[i].at, (int)east_s);
    }
}

// A file of the newer kind with one row, and this rule after it.
static struct bytes file_with(const char *rule) {
    static uint8_t room[400];
    static const uint8_t HEAD[] = {'T', 'Z', 'i', 'f', '2', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const uint8_t ONE[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4};
    static const uint8_t TYPE[] = {0, 0, 0x0e, 0x10, 0, 0, 'L', 'M', 'T', 0};
    size_t len = 0;
    for (int i = 0; i < 2; i++) {
        memcpy(room + len, HEAD, sizeof HEAD), len += sizeof HEAD;
        memcpy(room + len, ONE, sizeof ONE);
        memcpy(room + len + 16, "\0\0\0\1", 4), len += sizeof ONE;
        memcpy(room + len, TYPE, sizeof TYPE), len += sizeof TYPE;
    }
    len += (size_t)snprintf((char *)room + len, sizeof room - len, "\n%s\n", rule);
    return (struct bytes){room, len};
}

static void rules_are_understood_in_all_their_forms(void **state) {
    enum { JANUARY = 1767225600, JULY = 1782864000 }; // 1 January and 1 July 2026
    static const struct {
        const char *rule;
        int32_t january, july;
    } ROWS[] = {
        {"", 3600, 3600}, // the row's
        {"UTC0", 0, 0},
        {"<+0330>-3:30", 12600, 12600},
        {"EST5EDT,M3.2.0,M11.1.0", -18000, -14400},
        {"CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200},
        {"AEST-10AEDT,M10.1.0,M4.1.0/3", 39600, 36000},
        {"AAA3BBB1:30,J60/0,J300/0", -10800, -5400},
        {"AAA3BBB,59/0,299/0", -10800, -7200},
        {"<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7200, -3600},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        int32_t east_s;
        assert_int_equal(zone_at(file_with(ROWS[i].rule), JANUARY, &east_s, NULL), ERR_NONE);
        if (east_s != ROWS[i].january) fail_msg("%s in January: %d", ROWS[i].rule, (int)east_s);
        assert_int_equal(zone_at(file_with(ROWS[i].rule), JULY, &east_s, NULL), ERR_NONE);
        if (east_s != ROWS[i].july) fail_msg("%s in July: %d", ROWS[i].rule, (int)east_s);
    }
    // Day 60 without 29 February is 1 March, in a leap year as well: 1 March 2028 and the second before.
    int32_t east_s;
    zone_at(file_with("AAA0BBB,J60/0,J300/0"), 1835481600, &east_s, NULL);
    assert_int_equal(east_s, 3600);
    zone_at(file_with("AAA0BBB,J60/0,J300/0"), 1835481599, &east_s, NULL);
    assert_int_equal(east_s, 0);
}

static void what_is_no_zone_is_refused(void **state) {
    static const char *const RULES[] = {"X",
                                        "UTC",
                                        "EST5EDT",
                                        "EST5EDT,M3.2.0",
                                        "EST5EDT,M13.2.0,M11.1.0",
                                        "EST5EDT,,",
                                        "<+03-3",
                                        "EST99",
                                        "EST5EDT,M3.2.0,M11.1.0,",
                                        "EST5EDT,J0,J9",
                                        "EST5EDT,M3.2.0/999,M11.1.0"};
    int32_t east_s;
    for (size_t i = 0; i < sizeof RULES / sizeof *RULES; i++)
        if (!zone_at(file_with(RULES[i]), 1767225600, &east_s, NULL)) fail_msg("%s was believed", RULES[i]);
    struct bytes whole = file_with("UTC0");
    for (size_t len = 0; len < whole.len - 1; len++) { // cut anywhere; without its last line end it is whole
        struct bytes cut = {whole.at, len};
        bool ok = !zone_at(cut, 1767225600, &east_s, NULL);
        if (ok && len < whole.len - 6) fail_msg("%zu of %zu bytes were believed", len, whole.len);
    }
    static const char *const NAMES[] = {
        "",
        "/etc/passwd",
        "../../etc/passwd",
        "Europe/",
        "a b",
        "Europe/B\xc3\xa9rlin",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct fault fault = {0};
        assert_int_equal(zone_of(NAMES[i], 0, &east_s, &fault), ERR_UNKNOWN);
        assert_true(fault.said[0]);
    }
    assert_int_equal(zone_at(file_with("UTC0"), INT64_MAX, &east_s, NULL), ERR_RANGE);
}

TESTS(cmocka_unit_test(places_are_as_far_from_greenwich_as_one_knows),
      cmocka_unit_test(rules_are_understood_in_all_their_forms), cmocka_unit_test(what_is_no_zone_is_refused))
