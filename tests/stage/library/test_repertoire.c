// What is packed into the program at its build is what its scores say.
#include "support/support.h"

#include "stage/library/library.h"
#include "stage/library/repertoire.h"

#include <string.h>

struct both {
    struct arena *arena;
    struct repertoire read, packed;
};

static struct both both_of(const char *creature) {
    struct both b = {.arena = arena_new(1 << 20)};
    struct fault fault = {0};
    const struct json *about;
    assert_non_null(b.arena);
    if (library_about(creature, b.arena, &about, &fault) || repertoire_read(about, b.arena, &b.read, &fault))
        fault_print(&fault, stderr), fail();
    assert_int_equal(repertoire_packed(creature, b.arena, &b.packed), ERR_NONE);
    return b;
}

static void same_text(struct text a, struct text b) {
    assert_int_equal(a.len, b.len);
    assert_memory_equal(a.at, b.at, a.len);
    assert_int_equal(b.at[b.len], 0);
}

static void same_bytes(struct buf *a, struct buf *b) {
    assert_true(a->len > 10000 && !a->err && !b->err);
    assert_int_equal(a->len, b->len);
    assert_memory_equal(a->at, b->at, a->len);
    buf_free(a), buf_free(b);
}

// As files, which hold all that the robots know of a clip.
static void same_clips(const struct repertoire *read, const struct repertoire *packed) {
    struct buf a = {0}, b = {0};
    struct fault fault = {0};
    assert_int_equal(read->clips.dialect, packed->clips.dialect);
    assert_int_equal(clips_write_bin(&read->clips, &a, &fault), ERR_NONE);
    assert_int_equal(clips_write_bin(&packed->clips, &b, &fault), ERR_NONE);
    same_bytes(&a, &b);
}

static void same_groups(const struct repertoire *read, const struct repertoire *packed) {
    assert_true(read->groups.count > 50);
    assert_int_equal(read->groups.count, packed->groups.count);
    for (size_t i = 0; i < read->groups.count; i++) {
        const struct repertoire_group *a = &read->groups.at[i], *b = &packed->groups.at[i];
        same_text(a->name, b->name);
        assert_int_equal(a->items.count, b->items.count);
        for (size_t k = 0; k < a->items.count; k++) {
            const struct group_item *x = &a->items.at[k], *y = &b->items.at[k];
            same_text(x->clip, y->clip);
            assert_true(x->weight == y->weight && x->mood == y->mood && x->cooldown_ms == y->cooldown_ms);
            assert_true(x->by_head == y->by_head && x->head_low_deg == y->head_low_deg &&
                        x->head_high_deg == y->head_high_deg);
        }
    }
}

static void same_triggers(const struct repertoire *read, const struct repertoire *packed) {
    assert_true(read->triggers.count > 50);
    assert_int_equal(read->triggers.count, packed->triggers.count);
    for (size_t i = 0; i < read->triggers.count; i++) {
        same_text(read->triggers.at[i].name, packed->triggers.at[i].name);
        same_text(read->triggers.at[i].group, packed->triggers.at[i].group);
    }
}

static void what_is_packed_is_what_scores_say(void **state) {
    static const char *const CREATURES[] = {"vector", "cozmo"};
    for (int i = 0; i < 2; i++) {
        struct both b = both_of(CREATURES[i]);
        same_clips(&b.read, &b.packed);
        same_groups(&b.read, &b.packed);
        same_triggers(&b.read, &b.packed);
        arena_free(b.arena);
    }
}

// And the same bytes each time: a build can be repeated.
static void a_package_is_the_same_each_time(void **state) {
    struct both b = both_of("cozmo");
    struct buf one = {0}, two = {0};
    repertoire_pack(&b.read, &one);
    repertoire_pack(&b.packed, &two);
    same_bytes(&one, &two);
    arena_free(b.arena);
}

// A creature that nobody packed is read; without memory nothing is told to be there.
static void without_package_or_memory_it_says_so(void **state) {
    struct arena *arena = arena_new(1 << 12);
    struct repertoire none;
    assert_non_null(arena);
    assert_int_equal(repertoire_packed("pleo", arena, &none), ERR_MISSING);
    arena_limit(arena, 1 << 16);
    assert_int_equal(repertoire_packed("vector", arena, &none), ERR_MEMORY);
    arena_free(arena);
}

TESTS(cmocka_unit_test(what_is_packed_is_what_scores_say), cmocka_unit_test(a_package_is_the_same_each_time),
      cmocka_unit_test(without_package_or_memory_it_says_so))
