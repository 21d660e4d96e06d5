#include "support/support.h"

#include "base/buf.h"
#include "base/system/file.h"
#include "base/system/log.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static struct buf said;

static void sink(void *user, const char *line, size_t len) {
    assert_ptr_equal(user, &said);
    assert_null(memchr(line, '\n', len)); // a line is a line
    buf_bytes(&said, line, len);
    buf_byte(&said, '\n');
}

static int begin(void **state) {
    buf_free(&said);
    buf_text(&said, "");
    time_pretend(1000000, 1700000000123456); // 2023-11-14 22:13:20
    log_flush();
    log_to(sink, &said);
    log_rate(LOG_RATE);
    return log_setup(NULL, NULL);
}

static int end(void **state) {
    log_flush();
    log_to(NULL, NULL);
    log_setup(NULL, NULL);
    time_real();
    buf_free(&said);
    return 0;
}

static void levels_and_filters(void **state) {
    log_info("cozmo", "no");
    log_warn("cozmo", "yes %d", 1);
    assert_string_equal((char *)said.at, "2023-11-14T22:13:20.123Z warn  cozmo: yes 1\n");
    assert_int_equal(log_setup(" info , cozmo=trace,net=off,,cozmo=debug", NULL), ERR_NONE);
    buf_clear(&said);
    log_line(LOG_TRACE, "cozmo", "no");
    log_debug("cozmo", "a");
    log_debug("other", "no");
    log_info("other", "b");
    log_error("net", "no");
    log_line(LOG_OFF, "other", "never");
    assert_string_equal((char *)said.at, "2023-11-14T22:13:20.123Z debug cozmo: a\n"
                                         "2023-11-14T22:13:20.123Z info  other: b\n");
    assert_true(log_wanted(LOG_DEBUG, "cozmo"));
    assert_false(log_wanted(LOG_ERROR, "net"));
}

static void a_wrong_word_changes_nothing(void **state) {
    static const char *const WRONG[][2] = {
        {"debug,jsn", "\"jsn\""},
        {"cozmo=loud", "\"loud\""},
        {"=debug", "name of a module"},
        {"a=", "\"\""},
        {"a=b=debug", "\"b=debug\""},
        {"\x01\xff", "is not known"},
        {"this-module-has-a-name-of-32-let=info", "31 letters"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        struct fault fault = {0};
        assert_int_not_equal(log_setup(WRONG[i][0], &fault), ERR_NONE);
        assert_non_null(strstr(fault.said, WRONG[i][1]));
        assert_false(log_wanted(LOG_DEBUG, "cozmo"));
        assert_true(log_wanted(LOG_WARN, "cozmo"));
    }
    struct buf many = {0};
    for (int i = 0; i <= LOG_MODULES_MAX; i++) buf_printf(&many, "m%d=info,", i);
    assert_int_equal(log_setup((char *)many.at, NULL), ERR_LIMIT);
    buf_free(&many);
}

static void a_stranger_cannot_forge_a_line(void **state) {
    log_warn("net", "name \"%s\"", "a\nb\r\x1b[2J\x7f\t\xc3\xa4\xff\xc2\x9b");
    assert_string_equal((char *)said.at,
                        "2023-11-14T22:13:20.123Z warn  net: name \"a\\nb\\x0d\\x1b[2J\\x7f\\t\xc3\xa4"
                        "\\xff\\u009b\"\n");
    log_setup("json", NULL);
    buf_clear(&said);
    log_warn("n\"t", "a\n\"\\\x01\xc3\xa4\xff\x7f");
    assert_string_equal((char *)said.at,
                        "{\"time\":\"2023-11-14T22:13:20.123Z\",\"level\":\"warn\",\"module\":\"n\\\"t\","
                        "\"text\":\"a\\n\\\"\\\\\\u0001\xc3\xa4\\ufffd\\u007f\"}\n");
    assert_true(utf8_valid((struct text){(char *)said.at, said.len}));
}

static void colour_when_asked(void **state) {
    log_setup("colour", NULL);
    log_error("a", "b");
    assert_non_null(strstr((char *)said.at, "\033[1;31merror\033[0m a: b"));
    log_setup("colour,plain", NULL);
    buf_clear(&said);
    log_error("a", "b");
    assert_null(memchr(said.at, 033, said.len));
}

static void a_long_text_is_cut_between_letters(void **state) {
    char text[LOG_TEXT_MAX * 2];
    for (int shift = 0; shift < 4; shift++) {
        buf_clear(&said);
        memset(text, 'x', (size_t)shift);
        for (int i = 0; i < 600; i++) memcpy(text + shift + i * 3, "\xe2\x82\xac", 4);
        log_setup("json", NULL);
        log_warn("a", "%s", text);
        assert_non_null(strstr((char *)said.at, " more]\"}"));
        assert_null(strstr((char *)said.at, "fffd")); // no half letter
        assert_true(utf8_valid((struct text){(char *)said.at, said.len}));
    }
    memset(text, 1, sizeof text - 1);
    text[sizeof text - 1] = 0;
    buf_clear(&said);
    log_warn("a", "%s", text); // every letter grows to six
    assert_non_null(strstr((char *)said.at, " [1499 more]\"}"));
    assert_true(said.len > LOG_TEXT_MAX * 6);
    buf_clear(&said);
    log_warn(text, "%s", text); // and so does the name of a module
    assert_non_null(strstr((char *)said.at, " [1499 more]\"}"));
}

static unsigned lines(void) {
    unsigned count = 0;
    for (size_t i = 0; i < said.len; i++) count += said.at[i] == '\n';
    return count;
}

static void a_module_that_repeats_itself_is_held(void **state) {
    log_rate(5);
    for (int i = 0; i < 100; i++) log_warn("noisy", "again %d", i);
    log_warn("quiet", "once");
    assert_int_equal(lines(), 6);
    time_pass(999999);
    log_warn("quiet", "twice");
    assert_int_equal(lines(), 7);
    time_pass(1);
    buf_clear(&said);
    log_warn("quiet", "thrice"); // anybody's next line tells of what was kept back
    assert_non_null(strstr((char *)said.at, "warn  noisy: 95 more lines were kept back\n"));
    assert_int_equal(lines(), 2);
    for (int i = 0; i < 7; i++) log_error("noisy", "x");
    buf_clear(&said);
    log_flush();
    assert_non_null(strstr((char *)said.at, "error noisy: 2 more lines were kept back\n"));
    buf_clear(&said);
    log_flush();
    assert_int_equal(lines(), 0);
    log_rate(0);
    for (int i = 0; i < 1000; i++) log_warn("noisy", "x");
    assert_int_equal(lines(), 1000);
}

static void more_modules_than_places(void **state) {
    char name[64];
    log_rate(3);
    for (int i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "module-%d-with-a-name-that-is-far-too-long", i);
        log_warn(name, "x");
    }
    assert_true(lines() >= LOG_MODULES_MAX - 12); // some places were taken by tests before
}

static void logging_sink(void *user, const char *line, size_t len) {
    ++*(unsigned *)user;
    log_error("sink", "I am one myself"); // would wait for ever
    assert_false(log_wanted(LOG_ERROR, "sink"));
}

static void a_sink_that_logs_is_not_heard(void **state) {
    unsigned count = 0;
    log_to(logging_sink, &count);
    errno = 42;
    log_error("a", "b");
    assert_int_equal(errno, 42);
    assert_int_equal(count, 1);
}

static void *talk(void *user) {
    for (int i = 0; i < 300; i++) {
        log_warn(user, "number %d of %s", i, (char *)user);
        if (i % 50 == 0) log_setup(i % 100 ? "info" : "debug,a=info", NULL);
    }
    return NULL;
}

static void lines_of_threads_stay_whole(void **state) {
    pthread_t threads[4];
    static char names[4][2] = {"a", "b", "c", "d"};
    log_rate(0);
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, talk, names[i]);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    assert_int_equal(lines(), 1200);
    for (char *line = strtok((char *)said.at, "\n"); line; line = strtok(NULL, "\n")) {
        int number;
        char module, name;
        assert_int_equal(
            sscanf(line, "2023-11-14T22:13:20.123Z warn  %c: number %d of %c", &module, &number, &name), 3);
        assert_int_equal(module, name);
    }
}

static void by_itself_it_speaks_to_stderr(void **state) {
    const char *path = temp_path(NULL, "stderr");
    int keep = dup(STDERR_FILENO), file = open(path, O_CREAT | O_RDWR, 0600);
    log_to(NULL, NULL);
    dup2(file, STDERR_FILENO);
    log_warn("a", "to a file, without colour");
    dup2(keep, STDERR_FILENO);
    struct buf got = {0};
    assert_int_equal(file_read(path, 1000, &got, NULL), ERR_NONE);
    assert_string_equal((char *)got.at, "2023-11-14T22:13:20.123Z warn  a: to a file, without colour\n");
    buf_free(&got);
    close(keep);
    close(file);
}

#define LOG_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
TESTS(LOG_TEST(levels_and_filters), LOG_TEST(a_wrong_word_changes_nothing),
      LOG_TEST(a_stranger_cannot_forge_a_line), LOG_TEST(colour_when_asked),
      LOG_TEST(a_long_text_is_cut_between_letters), LOG_TEST(a_module_that_repeats_itself_is_held),
      LOG_TEST(more_modules_than_places), LOG_TEST(a_sink_that_logs_is_not_heard),
      LOG_TEST(lines_of_threads_stay_whole), LOG_TEST(by_itself_it_speaks_to_stderr))
