#include "support/support.h"

#include "codec/clip/safe.h"

static enum err read(const char *json, size_t size, struct safe *out, struct fault *fault,
                     struct arena *arena) {
    uint8_t file[5000] = {0};
    memcpy(file, json, strlen(json));
    *fault = (struct fault){0};
    return safe_read((struct bytes){file, size}, "cozmo.safe", arena, out, fault);
}

static void heads_are_read(void **state) {
    struct arena *arena = arena_new(4096);
    struct safe safe;
    struct fault fault;
    // As the documents show it, with what older ones lack.
    assert_int_equal(
        read("{\"version\": 2381, \"git-rev\": \"408d\", \"date\": \"Tue Jan  8 10:27:05 2019\", "
             "\"time\": 1546972025, \"messageEngineToRobotHash\": \"9e4a\", "
             "\"messageRobotToEngineHash\": \"a259\", \"build\": \"DEVELOPMENT\", "
             "\"wifiSig\": \"69ca\", \"rtipSig\": \"3657\", \"bodySig\": \"695b\"}",
             5000, &safe, &fault, arena),
        ERR_NONE);
    assert_int_equal(safe.version, 2381);
    assert_true(text_is(safe.build, "DEVELOPMENT") && text_is(safe.revision, "408d"));
    assert_true(text_is(safe.wifi, "69ca") && text_is(safe.rtip, "3657") && text_is(safe.body, "695b"));
    assert_true(text_is(safe.to_robot_hash, "9e4a") && text_is(safe.to_engine_hash, "a259"));
    assert_int_equal(safe.time_unix_s, 1546972025);
    assert_int_equal(safe.images, 5000 - 1024);
    assert_int_equal(read("{\"version\":1,\"wifiSig\":\"\",\"rtipSig\":\"\",\"bodySig\":\"\"}", 1024, &safe,
                          &fault, arena),
                     ERR_NONE);
    assert_int_equal(safe.build.len + safe.images, 0);
    arena_free(arena);
}

static void what_is_missing_is_named(void **state) {
    static const struct {
        const char *json;
        size_t size;
        enum err err;
        const char *said;
    } WRONG[] = {
        {"{}", 1023, ERR_SHORT, "1023"},
        {"", 0, ERR_SHORT, "0 bytes"},
        {"{\"wifiSig\": \"a\", \"rtipSig\": \"b\", \"bodySig\": \"c\"}", 1024, ERR_MISSING, "version"},
        {"{\"version\": 5, \"rtipSig\": \"b\", \"bodySig\": \"c\"}", 1024, ERR_MISSING, "wifiSig"},
        {"{\"version\": 5, \"wifiSig\": \"a\", \"bodySig\": \"c\"}", 1024, ERR_MISSING, "rtipSig"},
        {"{\"version\": 5, \"wifiSig\": \"a\", \"rtipSig\": \"b\"}", 1024, ERR_MISSING, "bodySig"},
        {"{\"version\": \"5\"}", 1024, ERR_TYPE, "number"},
        {"{\"version\": 0}", 1024, ERR_RANGE, "0"},
        {"{\"version\": 5, \"wifiSig\": 1}", 1024, ERR_TYPE, "text"},
        {"[]", 1024, ERR_TYPE, "list"},
        {"{\"version\": 5", 1024, ERR_SHORT, ""},
        {"RIFF", 1024, ERR_SYNTAX, ""},
    };
    struct arena *arena = arena_new(4096);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct safe safe;
        struct fault fault;
        enum err err = read(WRONG[i].json, WRONG[i].size, &safe, &fault, arena);
        char text[600];
        fault_text(&fault, text, sizeof text);
        if ((WRONG[i].err != err && *WRONG[i].said) || !err || !strstr(text, WRONG[i].said) ||
            !strstr(text, "cozmo.safe"))
            fail_msg("%zu: %s: %s", i, err_name(err), text);
        assert_int_equal(safe.version, 0);
    }
    arena_free(arena);
}

TESTS(cmocka_unit_test(heads_are_read), cmocka_unit_test(what_is_missing_is_named))
