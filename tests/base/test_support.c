// The helpers themselves, one example of each.
#include "support/support.h"

#include "base/buf.h"
#include "base/system/clock.h"
#include "base/system/errand.h"
#include "base/system/file.h"

#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void folders_are_new_and_empty(void **state) {
    const char *one = temp_folder(), *two = temp_folder();
    assert_string_not_equal(one, two);
    assert_true(folder_exists(one) && folder_exists(two));
    const char *above = getenv("TMPDIR");
    assert_true(!strncmp(one, above && *above ? above : "/tmp", strlen(above && *above ? above : "/tmp")));
    assert_int_equal(file_write(temp_path(one, "left.behind"), "x", 1, NULL), ERR_NONE); // removed at the end
}

static void hex_text_becomes_bytes(void **state) {
    struct bytes got = hex("43 4f5A # a tag, which ends\n 4d  # here");
    assert_int_equal(got.len, 4);
    assert_memory_equal(got.at, "COZM", 4);
    assert_bytes("COZM", 4, "434f5a4d");
}

static void a_golden_file_is_compared(void **state) {
    char text[64] = "";
    for (int i = 0; i < ERR_COUNT && i < 4; i++) strcat(strcat(text, err_name((enum err)i)), "\n");
    assert_golden("base/golden/err-names.txt", text, strlen(text));
}

static void time_stands_still(void **state) {
    time_pretend(5000, 1700000000000000);
    usleep(2000);
    assert_int_equal(air_now_us(), 5000);
    time_pass(33000);
    assert_int_equal(air_now_us(), 38000);
    assert_true(calendar_now_us() == 1700000000033000);
    time_real();
    assert_true(air_now_us() != 38000);
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    int64_t air_us = air_now_us() - ((int64_t)clock.tv_sec * 1000000 + clock.tv_nsec / 1000);
    assert_in_range(air_us, 0, 60000000); // the real ones: a machine may sleep between two lines
    clock_gettime(CLOCK_REALTIME, &clock);
    int64_t calendar_us = calendar_now_us() - ((int64_t)clock.tv_sec * 1000000 + clock.tv_nsec / 1000);
    assert_in_range(calendar_us + 60000000, 0, 120000000);
    struct beat mind = beat_of(60000);
    unsigned steps = 0;
    for (int64_t now = 0; now < 6000000; now += 33000) steps += beat_due(&mind, now);
    assert_int_equal(steps, 100); // 0, 60, … 5940 ms, each in the first tick at or after it
}

// A program of its own with one case that is skipped: that is how Meson must read it.
static void skipped(void **state) {
    (void)state;
    skip();
}
static void a_case_that_is_skipped_is_no_failure(void **state) {
    int fd[2], status = 0;
    assert_int_equal(pipe(fd), 0);
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        const struct CMUnitTest tests[] = {cmocka_unit_test(skipped)};
        char program[] = "test", *argv[] = {program, NULL};
        dup2(fd[1], 1);
        int code = support_run_cases(1, argv, tests, 1, NULL, NULL);
        fflush(NULL);
        _exit(code);
    }
    close(fd[1]);
    char said[400] = "";
    size_t len = 0;
    for (ssize_t got; len < sizeof said - 1 && (got = read(fd[0], said + len, sizeof said - 1 - len)) > 0;)
        len += (size_t)got;
    close(fd[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    if (!strstr(said, "\nok 1 # SKIP") || strstr(said, "not ok")) fail_msg("it said %s", said);
}

static void an_allocation_fails(void *user) {
    struct buf buf = {0};
    for (int i = 0; i < 1000; i++) buf_printf(&buf, "%d,", i);
    assert_int_equal(buf.err, alloc_broke() ? ERR_MEMORY : ERR_NONE);
    char *text = buf_take(&buf);
    assert_int_equal(text != NULL, !alloc_broke());
    free(text);
}

static void every_allocation_is_failed_in_turn(void **state) {
    assert_int_equal(break_every_alloc(an_allocation_fails, NULL), 7); // 64, 128 … 4096 bytes
}

static void a_write_fails(void *user) {
    struct fault fault = {0};
    struct buf now = {0};
    enum err err = file_write(user, "new", 3, &fault);
    assert_int_equal(file_read(user, 3, &now, NULL), ERR_NONE);
    assert_true(!strcmp((char *)now.at, "new") || (err && !strcmp((char *)now.at, "old")));
    buf_free(&now);
}

static void every_step_of_a_write_is_failed_in_turn(void **state) {
    const char *path = temp_path(NULL, "state.json");
    assert_int_equal(file_write(path, "old", 3, NULL), ERR_NONE);
    assert_int_equal(break_every_write(a_write_fails, (void *)(uintptr_t)path), 5);
}

static enum err square(const void *input, size_t input_size, void *answer, size_t size, size_t *len) {
    int number;
    memcpy(&number, input, sizeof number);
    number *= number;
    memcpy(answer, &number, *len = sizeof number);
    return ERR_NONE;
}

static unsigned an_errand_is_lost(void *user, unsigned n) {
    struct crew *crew = crew_new(&(struct crew_config){.slots = 4, .slot_bytes = 64});
    crew_break_after(crew, n);
    for (int i = 1; i <= 3; i++)
        errand_post(crew,
                    &(struct errand){.run = square,
                                     .input = &i,
                                     .input_size = sizeof i,
                                     .answer_size = sizeof i,
                                     .kind = (uint32_t)i},
                    NULL);
    errand_wait(crew, 0);
    struct errand_answer answer;
    unsigned answers = 0;
    for (; errand_answer(crew, 0, &answer); answers++) {
        assert_int_equal(answer.err, answer.kind == n ? ERR_CANCELLED : ERR_NONE);
        int got = 0;
        memcpy(&got, answer.answer, answer.answer_len);
        assert_int_equal(got, answer.kind == n ? 0 : (int)(answer.kind * answer.kind));
    }
    assert_int_equal(answers, 3);
    crew_free(crew);
    return 3;
}

static void every_errand_is_lost_in_turn(void **state) {
    assert_int_equal(break_every_errand(an_errand_is_lost, NULL), 3);
}

// Runs this program with other words; what it printed, and how it ended.
static const char *with_words(const char *words, int *code) {
    static char said[4096];
    char self[512] = "", line[1024];
    assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
    snprintf(line, sizeof line, "'%s' %s 2>&1", self, words);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    said[fread(said, 1, sizeof said - 1, pipe)] = 0;
    *code = WEXITSTATUS(pclose(pipe));
    return said;
}

static void words_pick_cases(void **state) {
    int code;
    const char *said = with_words("hex_text time_st*", &code);
    assert_int_equal(code, 0);
    assert_true(strstr(said, "hex_text_becomes_bytes") && strstr(said, "time_stands_still"));
    assert_null(strstr(said, "folders"));
}

static void a_word_that_picks_no_case_is_an_error(void **state) {
    int code;
    const char *said = with_words("time_stand_stil", &code);
    assert_int_equal(code, 2);
    assert_non_null(strstr(said, "test_support: no case has \"time_stand_stil\" in its name; "
                                 "did you mean time_stands_still?\n"));
    said = with_words("hex_text nothing_of_the_kind", &code); // nor beside one that picks some
    assert_int_equal(code, 2);
    assert_non_null(strstr(said, "no case has \"nothing_of_the_kind\" in its name; there are folders_"));
    assert_null(strstr(said, "hex_text_becomes_bytes"));
}

TESTS(cmocka_unit_test(folders_are_new_and_empty), cmocka_unit_test(a_case_that_is_skipped_is_no_failure),
      cmocka_unit_test(hex_text_becomes_bytes), cmocka_unit_test(a_golden_file_is_compared),
      cmocka_unit_test(time_stands_still), cmocka_unit_test(every_allocation_is_failed_in_turn),
      cmocka_unit_test(every_step_of_a_write_is_failed_in_turn),
      cmocka_unit_test(every_errand_is_lost_in_turn), cmocka_unit_test(words_pick_cases),
      cmocka_unit_test(a_word_that_picks_no_case_is_an_error))
