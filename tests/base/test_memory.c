// Buffers, arenas and rings.
#include "support/support.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/ring.h"

#include <wchar.h>

static void a_buffer_keeps_to_its_limit(void **state) {
    struct buf buf = {.limit = 100};
    for (int i = 0; i < 10; i++) buf_printf(&buf, "%09d.", i);
    assert_int_equal(buf.err, ERR_NONE);
    assert_int_equal(buf.len, 100);
    assert_true(buf.room <= 101);
    buf_byte(&buf, 'x');
    assert_int_equal(buf.err, ERR_LIMIT);
    assert_int_equal(buf.len, 100);
    assert_int_equal(buf.at[100], 0);
    buf_drop(&buf, 50);
    buf_text(&buf, "although there is room now");
    assert_int_equal(buf.len, 50); // the error is sticky
    buf_clear(&buf);
    buf_text(&buf, "again");
    assert_string_equal((char *)buf.at, "again");
    assert_null(buf_extend(&buf, SIZE_MAX));
    buf_free(&buf);
    assert_int_equal(buf.limit, 100);
    struct buf free_one = {0};
    assert_null(buf_extend(&free_one, SIZE_MAX - 3));
    assert_int_equal(free_one.err, ERR_MEMORY);
}

static void a_buffer_always_ends(void **state) {
    struct buf buf = {.limit = 6};
    assert_true(buf_reserve(&buf, 3));
    assert_string_equal((char *)buf.at, "");
    buf_byte(&buf, 'a');
    buf_printf(&buf, "%s%c", "bcde", 'f');
    assert_string_equal((char *)buf.at, "abcdef");
    buf_text(&buf, "");
    buf_text(&buf, NULL);
    buf_printf(&buf, "%s", "");
    assert_true(buf_reserve(&buf, 0));
    assert_int_equal(buf.err, ERR_NONE); // full, but nothing more was asked for
    buf_drop(&buf, 0);
    buf_drop(&buf, 2);
    assert_string_equal((char *)buf.at, "cdef");
    buf_printf(&buf, "%d", 12345);
    assert_int_equal(buf.err, ERR_LIMIT);
    assert_int_equal(buf.len, 4);
    assert_string_equal((char *)buf.at, "cdef"); // nothing of what did not fit
    buf_clear(&buf);
    assert_string_equal((char *)buf.at, "");
    buf_printf(&buf, "x%lc", (wint_t)0xdfff); // half a letter, which no words are for
    assert_int_equal(buf.err, ERR_RANGE);
    assert_string_equal((char *)buf.at, "");
    assert_null(buf_take(&buf));
    assert_int_equal(buf.err, ERR_NONE);
    assert_null(buf.at);
}

static void a_buffer_eats_itself(void **state) {
    struct buf buf = {0};
    buf_text(&buf, "abc");
    for (int i = 0; i < 10; i++) buf_bytes(&buf, buf.at, buf.len); // moves while it grows
    assert_int_equal(buf.len, 3 << 10);
    for (size_t i = 0; i < buf.len; i++) assert_int_equal(buf.at[i], "abc"[i % 3]);
    buf_drop(&buf, buf.len + 5);
    assert_int_equal(buf.len, 0);
    char *text = buf_take(&buf);
    assert_string_equal(text, "");
    free(text);
    text = buf_take(&buf); // of one in which nothing was ever
    assert_string_equal(text, "");
    free(text);
}

static void a_long_printf_fits_exactly(void **state) {
    for (int len = 0; len < 300; len++) {
        struct buf buf = {0};
        buf_printf(&buf, "%*d", len, 7);
        assert_int_equal(buf.len, len ? len : 1);
        assert_int_equal(strlen((char *)buf.at), buf.len);
        buf_free(&buf);
    }
}

static void arena_pieces_are_zero_aligned_and_apart(void **state) {
    struct arena *arena = arena_new(1000);
    uint32_t chance = 1;
    struct {
        uint8_t *at;
        size_t size;
    } pieces[400];
    for (int round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 400; i++) {
            chance = chance * 1664525u + 1013904223u;
            size_t align = (size_t)1 << (chance >> 28) % 9, size = (chance >> 16) % 300;
            if (i % 97 == 0) size = 5000; // larger than a block
            pieces[i].at = arena_take(arena, size, align);
            pieces[i].size = size;
            assert_non_null(pieces[i].at);
            assert_int_equal((uintptr_t)pieces[i].at % align, 0);
            for (size_t k = 0; k < size; k++) assert_int_equal(pieces[i].at[k], 0);
            memset(pieces[i].at, (int)(i % 255) + 1, size);
        }
        for (unsigned i = 0; i < 400; i++)
            for (size_t k = 0; k < pieces[i].size; k++) assert_int_equal(pieces[i].at[k], i % 255 + 1);
        arena_reset(arena);
        assert_int_equal(arena_used(arena), 0);
    }
    arena_free(arena);
}

static void a_steady_load_stops_allocating(void **state) {
    struct arena *arena = arena_new(4096);
    size_t blocks = 0;
    unsigned allocations = 0;
    for (int tick = 0; tick < 1000; tick++) {
        for (int i = 0; i < 50; i++) assert_non_null(arena_take(arena, (size_t)(i * 37 % 900), 8));
        assert_non_null(arena_take(arena, 10000, 8));
        arena_reset(arena);
        if (tick == 0) blocks = arena_blocks(arena), allocations = alloc_count();
        assert_int_equal(arena_blocks(arena), blocks);
        assert_int_equal(alloc_count(), allocations);
    }
    arena_free(arena);
}

static void marks_nest(void **state) {
    struct arena *arena = arena_new(256);
    char *first = arena_copy_text(arena, "stays", 5);
    struct arena_mark outer = arena_mark(arena);
    size_t used = arena_used(arena);
    for (int round = 0; round < 5; round++) {
        arena_take(arena, 200, 1);
        struct arena_mark inner = arena_mark(arena);
        size_t inside = arena_used(arena);
        for (int i = 0; i < 20; i++) arena_take(arena, 150, 1);
        arena_back(arena, inner);
        assert_int_equal(arena_used(arena), inside);
        arena_take(arena, 10, 1);
        arena_back(arena, outer);
        assert_int_equal(arena_used(arena), used);
    }
    assert_string_equal(first, "stays");
    assert_in_range(arena_blocks(arena), 21, 22); // one a piece of 150, for all five rounds
    arena_free(arena);
}

static void sizes_that_overflow_are_refused(void **state) {
    struct arena *arena = arena_new(256);
    assert_null(arena_take_many(arena, SIZE_MAX / 2, 3, 1));
    assert_null(arena_array(arena, uint64_t, SIZE_MAX / 8 + 1));
    assert_null(arena_take(arena, SIZE_MAX, 64));
    assert_null(arena_take(arena, SIZE_MAX - 8, 1));
    assert_null(arena_copy_text(arena, "", SIZE_MAX));
    assert_int_equal(arena_used(arena), 0);
    assert_non_null(arena_array(arena, uint64_t, 0)); // nothing is not a failure
    arena_free(arena);
}

static void an_arena_keeps_to_its_limit(void **state) {
    struct arena *arena = arena_new(64);
    arena_limit(arena, 1000);
    size_t got = 0;
    while (arena_take(arena, 10, 1)) got += 10;
    assert_int_equal(got, 1000);
    assert_null(arena_take(arena, 1, 1));
    arena_reset(arena);
    assert_null(arena_take(arena, 1001, 1));
    assert_non_null(arena_take(arena, 1000, 1));
    arena_free(arena);
}

static void an_arena_lives_in_the_callers_memory(void **state) {
    alignas(max_align_t) uint8_t memory[1000];
    unsigned before = alloc_count();
    for (size_t skip = 0; skip < 20; skip++) {
        memset(memory, 0xee, sizeof memory);
        struct arena *arena = arena_over(memory + skip, 900);
        assert_non_null(arena);
        size_t taken = 0;
        for (uint8_t *at; (at = arena_take(arena, 16, 16)); taken++) {
            assert_int_equal((uintptr_t)at % 16, 0);
            assert_true(at >= memory + skip && at + 16 <= memory + skip + 900);
            memset(at, 1, 16);
        }
        assert_true(taken > 40);
        for (size_t i = skip + 900; i < sizeof memory; i++) assert_int_equal(memory[i], 0xee);
        arena_reset(arena);
        assert_non_null(arena_take(arena, 16, 16));
        assert_int_equal(arena_blocks(arena), 0);
        arena_free(arena);
    }
    assert_int_equal(alloc_count(), before);
    for (size_t size = 0; size < 200; size++) { // too small, or able to take something or nothing
        struct arena *arena = arena_over(memory, size);
        uint8_t *at = arena ? arena_take(arena, 1, 1) : NULL;
        assert_true(!at || at < memory + size);
    }
    assert_null(arena_over(NULL, 1000));
}

static void an_arena_survives_want(void *user) {
    struct arena *arena = arena_new(100);
    for (int i = 0; arena && i < 20; i++) {
        void *at = arena_take(arena, 200, 8);
        assert_true(at || alloc_broke());
    }
    assert_true(arena || alloc_broke());
    arena_free(arena);
}

static void want_of_memory_is_an_answer(void **state) {
    assert_in_range(break_every_alloc(an_arena_survives_want, NULL), 10, 30);
}

static void a_ring_is_a_queue(void **state) {
    uint16_t memory[7], model[10000];
    struct ring ring;
    ring_init(&ring, memory, sizeof memory[0], 7);
    size_t head = 0, tail = 0;
    uint32_t chance = 5;
    while (tail < 9900) {
        chance = chance * 1664525u + 1013904223u;
        uint16_t run[9], value = (uint16_t)(chance >> 8);
        size_t count = (chance >> 16) % 10;
        switch (chance >> 29) {
        case 0:
            if (ring_push(&ring, &value))
                model[tail++] = value;
            else
                assert_int_equal(tail - head, 7);
            break;
        case 1:
            if (ring_force(&ring, &value)) head++;
            model[tail++] = value;
            assert_true(tail - head <= 7);
            break;
        case 2:
            if (ring_pop(&ring, &value))
                assert_int_equal(value, model[head++]);
            else
                assert_int_equal(head, tail);
            break;
        case 3:
            count = count > 9 ? 9 : count;
            for (size_t i = 0; i < count; i++) run[i] = (uint16_t)(value + i);
            size_t went = ring_write(&ring, run, count);
            assert_int_equal(went, count < 7 - (tail - head) ? count : 7 - (tail - head));
            memcpy(model + tail, run, went * sizeof run[0]);
            tail += went;
            break;
        case 4:
            count = ring_read(&ring, run, count > 9 ? 9 : count);
            assert_memory_equal(run, model + head, count * sizeof run[0]);
            head += count;
            break;
        default:
            for (size_t i = 0; i < tail - head; i++)
                assert_memory_equal(ring_at(&ring, i), &model[head + i], 2);
            assert_null(ring_at(&ring, tail - head));
            assert_int_equal(ring_space(&ring), 7 - (tail - head));
        }
    }
    ring_clear(&ring);
    assert_false(ring_pop(&ring, NULL));
}

TESTS(cmocka_unit_test(a_buffer_keeps_to_its_limit), cmocka_unit_test(a_buffer_always_ends),
      cmocka_unit_test(a_buffer_eats_itself), cmocka_unit_test(a_long_printf_fits_exactly),
      cmocka_unit_test(arena_pieces_are_zero_aligned_and_apart),
      cmocka_unit_test(a_steady_load_stops_allocating), cmocka_unit_test(marks_nest),
      cmocka_unit_test(sizes_that_overflow_are_refused), cmocka_unit_test(an_arena_keeps_to_its_limit),
      cmocka_unit_test(an_arena_lives_in_the_callers_memory), cmocka_unit_test(want_of_memory_is_an_answer),
      cmocka_unit_test(a_ring_is_a_queue))
