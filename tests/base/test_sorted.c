// Every row of every table is found, and nothing between them.
#include "support/support.h"

#include "base/maths/chance.h"
#include "base/sorted.h"

struct row {
    uint32_t id;
    const char *more;
    char odd;
};

static void all_that_is_there_is_found_and_nothing_else(void **state) {
    static struct row rows[70];
    for (size_t count = 0; count <= 70; count++) {
        struct chance dice = chance_of(count, chance_stream("rows"), 0);
        uint32_t id = 0;
        for (size_t i = 0; i < count; i++) rows[i].id = id += 2 + chance_below(&dice, 1u << 24);
        for (size_t i = 0; i < count; i++) {
            assert_ptr_equal(sorted_find(rows, count, sizeof *rows, rows[i].id), &rows[i]);
            assert_null(sorted_find(rows, count, sizeof *rows, rows[i].id - 1));
            assert_null(sorted_find(rows, count, sizeof *rows, rows[i].id + 1));
        }
        assert_null(sorted_find(rows, count, sizeof *rows, 0));
        assert_null(sorted_find(rows, count, sizeof *rows, UINT32_MAX));
    }
    assert_null(sorted_find(NULL, 0, sizeof *rows, 0));
}

static void the_ends_of_the_numbers_and_equal_ones(void **state) {
    struct row rows[] = {{.id = 0}, {.id = 7}, {.id = 7}, {.id = 7}, {.id = UINT32_MAX}};
    assert_ptr_equal(sorted_find(rows, 5, sizeof *rows, 0), &rows[0]);
    assert_ptr_equal(sorted_find(rows, 5, sizeof *rows, 7), &rows[1]); // the first of them
    assert_ptr_equal(sorted_find(rows, 5, sizeof *rows, UINT32_MAX), &rows[4]);
    assert_null(sorted_find(rows, 4, sizeof *rows, UINT32_MAX)); // only as many as there are
}

TESTS(cmocka_unit_test(all_that_is_there_is_found_and_nothing_else),
      cmocka_unit_test(the_ends_of_the_numbers_and_equal_ones))
