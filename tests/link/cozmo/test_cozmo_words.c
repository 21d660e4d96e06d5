// What the robot says about itself: numbers become words by tables that look like the app's (ours, written
// for this).
#include "support/support.h"

#include "link/cozmo/words.h"

#include <string.h>

static const char TABLES[] =
    "{ // as the app has them, and with a comment\n"
    "  \"nameTable\": {\"0\": \"ASSERT\", \"94\": \"Robot.TicsPerSec\", \"7\": \"Head\"},\n"
    "  \"formatTable\": {\"632\": [\"Hardware 1.%d\", 1], \"1\": [\"done\", 0],\n"
    "    \"2\": [\"%d of %u, %.1f mm, %02x %%\", 4], \"3\": \"%x and %f\",\n"
    "    \"4\": [\"%d\", 2], \"5\": [\"%s %n %5-d %999d %\", 0], \"6\": [\"\", 0]}}";

static struct cozmo_words *tables(void) {
    struct cozmo_words *words;
    struct fault fault = {0};
    if (cozmo_words_read(text_of(TABLES), "tables", &words, &fault)) fail_msg("%s", fault.said);
    return words;
}

static void says(const struct cozmo_words *words, unsigned name, unsigned format, unsigned count,
                 const uint32_t *args, const char *wanted, bool right) {
    static struct cozmo_debug_data said;
    said = (struct cozmo_debug_data){
        .name_id = (uint16_t)name, .format_id = (uint16_t)format, .args_count = (uint8_t)count};
    for (unsigned i = 0; i < count; i++) said.args[i] = args[i];
    char text[200];
    enum err fits;
    size_t len = cozmo_words_text(words, &said, text, sizeof text, &fits);
    assert_string_equal(text, wanted);
    assert_int_equal(len, strlen(wanted));
    assert_int_equal(!fits, right);
    // In less room it is cut, and ended.
    for (size_t room = 1; room <= len; room++) {
        memset(text, '!', sizeof text);
        assert_int_equal(cozmo_words_text(words, &said, text, room, NULL), room - 1);
        assert_memory_equal(text, wanted, room - 1);
        assert_true(!text[room - 1] && text[room] == '!');
    }
}
#define ARGS(...)                                                                                            \
    (const uint32_t[]) { __VA_ARGS__ }

static void numbers_become_words(void **state) {
    struct cozmo_words *words = tables();
    assert_int_equal(cozmo_words_count(words), 10);
    says(words, 94, 632, 1, ARGS(5), "Robot.TicsPerSec: Hardware 1.5", true);
    says(words, 7, 1, 0, NULL, "Head: done", true);
    says(words, 7, 2, 4, ARGS(0xffffffff, 0xffffffff, 0x41280000, 10),
         "Head: -1 of 4294967295, 10.5 mm, 0a %", true);
    says(words, 0, 3, 2, ARGS(255, 0x3f000000), "ASSERT: ff and 0.500000", true);
    says(words, 8, 1, 0, NULL, "done", true); // the one that is known
    says(words, 7, 6, 0, NULL, "Head", true);
    says(words, 7, 9, 2, ARGS(1, 2), "Head: format 9 (1, 2)", true);
    says(words, 8, 9, 0, NULL, "name 8: format 9", true);
    says(NULL, 8, 9, 1, ARGS(77), "name 8: format 9 (77)", true);
    cozmo_words_free(words);
}

static void arguments_that_do_not_fit_are_told(void **state) {
    struct cozmo_words *words = tables();
    says(words, 94, 632, 0, NULL, "Robot.TicsPerSec: Hardware 1.?", false);
    says(words, 94, 632, 2, ARGS(5, 6), "Robot.TicsPerSec: Hardware 1.5 (6)", false);
    says(words, 7, 4, 1, ARGS(6), "Head: 6", false); // its own count is wrong
    says(words, 7, 5, 0, NULL, "Head: %s %n %5-d %999d %",
         true); // nothing that could read or write elsewhere
    cozmo_words_free(words);
}

static void wrong_tables_are_refused(void **state) {
    static const char *const WRONG[][2] = {
        {"{}", "nameTable"},
        {"{\"nameTable\": {}}", "formatTable"},
        {"{\"nameTable\": 5, \"formatTable\": {}}", "a number"},
        {"{\"nameTable\": {\"x\": \"y\"}, \"formatTable\": {}}", "0 to 65535"},
        {"{\"nameTable\": {\"65536\": \"y\"}, \"formatTable\": {}}", "0 to 65535"},
        {"{\"nameTable\": {\"5\": 5}, \"formatTable\": {}}", "text"},
        {"{\"nameTable\": {}, \"formatTable\": {\"5\": []}}", "expected a text"},
        {"{\"nameTable\": {}, \"formatTable\": {\"5\": [\"%d\", 300]}}", "255"},
        {"{\"nameTable\": {", "file:1"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        struct cozmo_words *words;
        struct fault fault = {0};
        char text[600];
        assert_int_not_equal(cozmo_words_read(text_of(WRONG[i][0]), "file", &words, &fault), ERR_NONE);
        assert_null(words);
        fault_text(&fault, text, sizeof text);
        if (!strstr(text, WRONG[i][1]) || !strstr(text, "file:1")) fail_msg("%zu: %s", i, text);
    }
    cozmo_words_free(NULL);
}

TESTS(cmocka_unit_test(numbers_become_words), cmocka_unit_test(arguments_that_do_not_fit_are_told),
      cmocka_unit_test(wrong_tables_are_refused))
