#include "support/support.h"

#include "base/table.h"

static void order_is_kept(void **state) {
    struct table table = {0};
    int values[3];
    assert_null(table_get(&table, TEXT("a")));
    assert_false(table_drop(&table, TEXT("a")));
    assert_null(table_at(&table, 0));
    assert_true(table_put(&table, TEXT("b"), &values[0]));
    assert_true(table_put(&table, TEXT("a"), &values[1]));
    assert_true(table_put(&table, TEXT(""), NULL)); // the empty key, and no value
    assert_true(table_put(&table, TEXT("a\0x"), &values[2]));
    assert_true(table_put(&table, TEXT("b"), &values[2])); // replaces where it stood
    assert_int_equal(table_count(&table), 4);
    assert_ptr_equal(table_get(&table, TEXT("b")), &values[2]);
    assert_ptr_equal(table_get(&table, TEXT("a")), &values[1]);
    assert_true(table_has(&table, TEXT("")) && !table_get(&table, TEXT("")));
    assert_false(table_has(&table, TEXT("a\0y")));
    assert_true(text_is(table_at(&table, 0)->key, "b"));
    assert_int_equal(table_at(&table, 3)->key.len, 3);
    assert_true(table_drop(&table, TEXT("b")));
    assert_false(table_drop(&table, TEXT("b")));
    assert_false(table_has(&table, TEXT("b")));
    assert_true(text_is(table_at(&table, 0)->key, "a"));
    assert_null(table_at(&table, 3));
    assert_true(table_put(&table, TEXT("b"), NULL)); // now the last
    assert_true(text_is(table_at(&table, 3)->key, "b"));
    table_free(&table);
    assert_int_equal(table_count(&table), 0);
    assert_true(table_put(&table, TEXT("again"), NULL));
    table_free(&table);
}

static void keys_are_copies(void **state) {
    struct table table = {0};
    char key[] = "cube";
    table_put(&table, text_of(key), key);
    key[0] = 'x';
    assert_true(table_has(&table, TEXT("cube")) && !table_has(&table, TEXT("xube")));
    table_free(&table);
}

enum { KEYS = 700 };
static struct text name(unsigned i, char out[16]) {
    snprintf(out, 16, "%u", i);
    return text_of(out);
}

// Against the plainest possible table.
static void a_long_random_life(void **state) {
    struct table table = {0};
    unsigned order[KEYS], count = 0;
    uintptr_t value[KEYS] = {0};
    bool in[KEYS] = {0};
    uint64_t dice = 1;
    for (int step = 0; step < 60000; step++) {
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        unsigned i = (unsigned)(dice >> 33) % KEYS;
        char key[16];
        bool taking = (dice >> 60) < (step / 10000 % 2 ? 11 : 5); // it grows, and shrinks
        if (taking) {
            assert_int_equal(table_drop(&table, name(i, key)), in[i]);
            unsigned to = 0;
            for (unsigned k = 0; k < count; k++)
                if (order[k] != i) order[to++] = order[k];
            count = to;
            in[i] = false;
        } else {
            value[i] = (uintptr_t)step + 1;
            assert_true(table_put(&table, name(i, key), (void *)value[i]));
            if (!in[i]) order[count++] = i;
            in[i] = true;
        }
        assert_int_equal(table_count(&table), count);
        i = (unsigned)(dice >> 13) % KEYS;
        assert_int_equal(table_has(&table, name(i, key)), in[i]);
        if (step % 97) continue;
        for (unsigned k = 0; k < count; k++) {
            struct table_row *row = table_at(&table, k);
            assert_true(text_is(row->key, name(order[k], key).at));
            assert_int_equal((uintptr_t)row->value, value[order[k]]);
        }
    }
    assert_true(table.room <= 2 * KEYS); // gaps were used again
    table_free(&table);
}

static void fill_without_memory(void *user) {
    struct table table = {0};
    char key[16];
    size_t in = 0;
    for (unsigned i = 0; i < 40; i++) {
        size_t before = table_count(&table);
        bool put = table_put(&table, name(i, key), user);
        in += put;
        assert_int_equal(table_count(&table), before + put);
        assert_int_equal(table_has(&table, name(i, key)), put);
    }
    assert_int_equal(in, alloc_broke() ? 39 : 40); // the one that failed is left out, and nothing else
    for (size_t i = 0; i + 1 < in; i++) assert_non_null(table_at(&table, i));
    table_free(&table);
}

static void memory_may_run_out_anywhere(void **state) {
    assert_true(break_every_alloc(fill_without_memory, NULL) >= 40);
}

TESTS(cmocka_unit_test(order_is_kept), cmocka_unit_test(keys_are_copies),
      cmocka_unit_test(a_long_random_life), cmocka_unit_test(memory_may_run_out_anywhere))
