// A diary on disk: day by day, thirty of them, whole or not at all.
#include "support/fine.h"
#include "support/support.h"

#include "base/system/file.h"
#include "run/diary_keeper.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static struct mind_diary_line line_of(const char *day, const char *time, const char *words) {
    struct mind_diary_line line = {0};
    text_copy(text_of(day), line.day, sizeof line.day);
    text_copy(text_of(time), line.time, sizeof line.time);
    text_copy(text_of(words), line.words, sizeof line.words);
    return line;
}
static void add(struct diary_keeper *keeper, const char *day, const char *time, const char *words) {
    struct mind_diary_line line = line_of(day, time, words);
    diary_keeper_add(keeper, &line, 1);
}
static void reads(struct diary_keeper *keeper, const char *day, const char *text) {
    struct buf out = {0};
    fine(diary_keeper_read(keeper, day, &out, &fault));
    buf_byte(&out, 0);
    assert_string_equal((const char *)out.at, text);
    buf_free(&out);
}

static void lines_are_there_the_next_time(void **state) {
    const char *folder = temp_folder();
    char days[DIARY_DAYS][11];
    struct diary_keeper *keeper = diary_keeper_open(folder, &fault);
    assert_non_null(keeper);
    add(keeper, "2026-11-22", "23:58", "sleeps");
    add(keeper, "2026-11-22", "23:59", "says \"hm\"");
    add(keeper, "2026-11-23", "00:04", "dreams");
    add(keeper, "", "12 min", "knows no day");
    assert_int_equal(diary_keeper_days(keeper, days), 2); // and none without a name
    diary_keeper_close(keeper);
    keeper = diary_keeper_open(folder, &fault);
    assert_int_equal(diary_keeper_days(keeper, days), 2);
    assert_string_equal(days[0], "2026-11-22");
    reads(keeper, "2026-11-22", "23:58  sleeps\n23:59  says \"hm\"\n");
    add(keeper, "2026-11-23", "08:00", "wakes"); // goes on where the day stood
    fine(diary_keeper_save(keeper, &fault));
    reads(keeper, "2026-11-23", "00:04  dreams\n08:00  wakes\n");
    add(keeper, "2026-11-22", "12:00", "lived twice"); // its clock was put back
    fine(diary_keeper_save(keeper, &fault));
    assert_int_equal(diary_keeper_days(keeper, days), 2);
    reads(keeper, "2026-11-22", "23:58  sleeps\n23:59  says \"hm\"\n12:00  lived twice\n");
    diary_keeper_close(keeper);
}

static void thirty_days_stay(void **state) {
    const char *folder = temp_folder();
    char days[DIARY_DAYS][11], day[11], name[64];
    struct stat about;
    struct diary_keeper *keeper = diary_keeper_open(folder, &fault);
    for (int i = 1; i <= 33; i++) {
        snprintf(day, sizeof day, "2026-%02d-%02d", i < 31 ? 10 : 11, i < 31 ? i : i - 30);
        add(keeper, day, "10:00", "explores");
    }
    fine(diary_keeper_save(keeper, &fault));
    assert_int_equal(diary_keeper_days(keeper, days), DIARY_DAYS);
    assert_string_equal(days[0], "2026-10-04");
    assert_string_equal(days[DIARY_DAYS - 1], "2026-11-03");
    snprintf(name, sizeof name, "diary-2026-10-03.json");
    assert_int_not_equal(stat(temp_path(folder, name), &about), 0);
    snprintf(name, sizeof name, "diary-2026-10-04.json");
    assert_int_equal(stat(temp_path(folder, name), &about), 0);
    diary_keeper_close(keeper);
    keeper = diary_keeper_open(folder, &fault);
    assert_int_equal(diary_keeper_days(keeper, days), DIARY_DAYS);
    assert_string_equal(days[0], "2026-10-04");
    diary_keeper_close(keeper);
}

// A day holds a line a minute; more are left out, and it can be read back.
static void a_day_is_bounded(void **state) {
    struct diary_keeper *keeper = diary_keeper_open(NULL, &fault);
    char long_words[192];
    memset(long_words, 'w', sizeof long_words), long_words[190] = 0;
    for (int i = 0; i < DIARY_DAY_LINES + 100; i++) add(keeper, "2026-11-23", "10:00", long_words);
    fine(diary_keeper_save(keeper, &fault));
    struct buf out = {0};
    fine(diary_keeper_read(keeper, "2026-11-23", &out, &fault));
    uint32_t lines = 0;
    for (size_t i = 0; i < out.len; i++) lines += out.at[i] == '\n';
    assert_int_equal(lines, DIARY_DAY_LINES);
    buf_free(&out);
    diary_keeper_close(keeper);
}

static void what_is_no_diary_is_told_or_left(void **state) {
    const char *folder = temp_folder();
    static const char BAD[] =
        "{\"format\": 1, \"version\": 3, \"document\": {\"days\": [\"2026-11-21\", \"../x\", 7]}}";
    static const char NEWER[] = "{\"format\": 99, \"version\": 3, \"document\": {}}";
    struct buf out = {0};
    char days[DIARY_DAYS][11];
    file_write(temp_path(folder, "diary.json"), BAD, sizeof BAD - 1, NULL);
    struct diary_keeper *keeper = diary_keeper_open(folder, &fault);
    assert_int_equal(diary_keeper_days(keeper, days), 1); // names of days, and nothing else
    assert_int_equal(diary_keeper_read(keeper, "2026-11-21", &out, &fault), ERR_MISSING);
    assert_int_equal(diary_keeper_read(keeper, "../../etc", &out, &fault), ERR_SYNTAX);
    file_write(temp_path(folder, "diary-2026-11-21.json"), "{", 1, NULL);
    assert_int_not_equal(diary_keeper_read(keeper, "2026-11-21", &out, &fault), ERR_NONE);
    add(keeper, "2026-11-21", "10:00", "begins it anew");
    fine(diary_keeper_save(keeper, &fault));
    reads(keeper, "2026-11-21", "10:00  begins it anew\n");
    diary_keeper_close(keeper);
    file_write(temp_path(folder, "diary.json"), NEWER, sizeof NEWER - 1, NULL);
    assert_null(diary_keeper_open(folder, &fault));
    assert_int_equal(fault.err, ERR_VERSION);
}

static void pass(struct diary_keeper *keeper, const char *day, const char *time) {
    struct mind_diary_line line = line_of(day, time, "lived before");
    diary_keeper_pass(keeper, &line, 1);
}
// What was lived again is not written twice; what came after the moment that a life went back to goes, of
// that life only.
static void a_life_that_goes_back_takes_its_diary_along(void **state) {
    const char *folder = temp_folder();
    char days[DIARY_DAYS][11];
    struct diary_keeper *keeper = diary_keeper_open(folder, &fault);
    add(keeper, "2026-11-25", "10:00", "of another life"), diary_keeper_close(keeper);
    keeper = diary_keeper_open(folder, &fault);
    add(keeper, "2026-11-21", "10:00", "plays");
    add(keeper, "2026-11-21", "10:05", "rests");
    add(keeper, "2026-11-22", "10:00", "explores");
    add(keeper, "2026-11-23", "09:00", "sleeps");
    pass(keeper, "2026-11-21", "10:00");
    pass(keeper, "", "12 min");
    diary_keeper_back(keeper);
    reads(keeper, "2026-11-21", "10:00  plays\n");
    assert_int_equal(diary_keeper_days(keeper, days), 2);
    assert_string_equal(days[1], "2026-11-25");
    add(keeper, "2026-11-21", "10:04", "dances");
    add(keeper, "2026-11-21", "10:09", "naps");
    pass(keeper, "2026-11-21", "10:04"); // and back once more
    diary_keeper_back(keeper);
    diary_keeper_close(keeper);
    keeper = diary_keeper_open(folder, &fault);
    reads(keeper, "2026-11-21", "10:00  plays\n10:04  dances\n");
    reads(keeper, "2026-11-25", "10:00  of another life\n");
    diary_keeper_back(keeper); // who wrote nothing loses nothing
    assert_int_equal(diary_keeper_days(keeper, days), 2);
    add(keeper, "2026-11-22", "11:00", "wakes");
    add(keeper, "2026-11-22", "11:02", "looks about");
    diary_keeper_back(keeper); // to before its first line
    assert_int_equal(diary_keeper_days(keeper, days), 2);
    diary_keeper_close(keeper);
}

TESTS(cmocka_unit_test(lines_are_there_the_next_time), cmocka_unit_test(thirty_days_stay),
      cmocka_unit_test(a_day_is_bounded), cmocka_unit_test(what_is_no_diary_is_told_or_left),
      cmocka_unit_test(a_life_that_goes_back_takes_its_diary_along))
