// Frames that several threads hold.
#include "support/support.h"

#include "base/frame_pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static void a_pool_never_grows(void **state) {
    struct frame_pool *pool = frame_pool_new(3, 1000);
    struct frame *frames[3];
    unsigned before = alloc_count();
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 3; i++) {
            frames[i] = frame_take(pool);
            assert_non_null(frames[i]);
            assert_int_equal((uintptr_t)frames[i]->bytes % 64, 0);
            assert_int_equal(frames[i]->size, 1000);
            assert_int_equal(frames[i]->used, 0); // nothing is left of the last publisher's words
            assert_int_equal(frames[i]->number, 0);
            memset(frames[i]->bytes, i, 1000);
            frames[i]->used = frames[i]->number = 7;
        }
        assert_null(frame_take(pool));
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 1000; k++) assert_int_equal(frames[i]->bytes[k], i);
        frame_hold(frames[1]);
        for (int i = 0; i < 3; i++) frame_drop(frames[i]);
        assert_int_equal(frame_pool_left(pool), 2);
        frame_drop(frames[1]);
        assert_int_equal(frame_pool_left(pool), 3);
    }
    assert_int_equal(alloc_count(), before);
    frame_drop(NULL);
    frame_pool_free(pool);
    frame_pool_free(NULL);
}

enum { READERS = 4, ROUNDS = 5000 };
static struct frame *_Atomic desk[READERS];
static atomic_bool over;
static atomic_uint seen, torn;

static void *read_frames(void *user) {
    struct frame *_Atomic *place = user;
    for (;;) {
        struct frame *frame = atomic_exchange(place, NULL);
        if (!frame && atomic_load(&over)) return NULL;
        if (!frame) continue;
        for (size_t i = 0; i < frame->used; i++)
            if (frame->bytes[i] != (uint8_t)frame->number) atomic_fetch_add(&torn, 1);
        atomic_fetch_add(&seen, 1);
        frame_drop(frame);
    }
}

static void frames_are_whole_on_every_thread(void **state) {
    struct frame_pool *pool = frame_pool_new(6, 256);
    pthread_t threads[READERS];
    for (int i = 0; i < READERS; i++) pthread_create(&threads[i], NULL, read_frames, &desk[i]);
    unsigned published = 0;
    // On a machine with one free core readers come late: it goes on until they saw something.
    for (unsigned round = 1; round <= ROUNDS || !atomic_load(&seen); round++) {
        if (round > ROUNDS) sched_yield();
        struct frame *frame = frame_take(pool);
        if (!frame) continue; // the picture is dropped
        memset(frame->bytes, (int)(uint8_t)round, frame->used = 256);
        frame->number = round;
        for (int i = 0; i < READERS; i++) frame_drop(atomic_exchange(&desk[i], frame_hold(frame)));
        frame_drop(frame);
        published++;
    }
    frame_pool_free(pool); // while frames are out: the last reader ends it
    atomic_store(&over, true);
    for (int i = 0; i < READERS; i++) pthread_join(threads[i], NULL);
    assert_int_equal(atomic_load(&torn), 0);
    assert_true(atomic_load(&seen) > 0 && published > 0);
}

static void a_pool_outlives_its_owner(void **state) {
    struct frame_pool *pool = frame_pool_new(2, 10);
    struct frame *frame = frame_take(pool);
    frame_pool_free(pool);
    memset(frame->bytes, 1, frame->size); // still good
    frame_drop(frame);
}

static void a_pool_is_born_or_not(void *user) {
    struct frame_pool *pool = frame_pool_new(2, 10);
    assert_int_equal(pool == NULL, alloc_broke());
    frame_pool_free(pool);
}

static void want_of_memory_is_an_answer(void **state) {
    assert_int_equal(break_every_alloc(a_pool_is_born_or_not, NULL), 2);
    assert_null(frame_pool_new(SIZE_MAX / 2, 64));
    assert_null(frame_pool_new(1, SIZE_MAX));
    assert_null(frame_pool_new(SIZE_MAX / 128, 128));
    struct frame_pool *none = frame_pool_new(0, 0);
    assert_null(frame_take(none));
    frame_pool_free(none);
}

TESTS(cmocka_unit_test(a_pool_never_grows), cmocka_unit_test(frames_are_whole_on_every_thread),
      cmocka_unit_test(a_pool_outlives_its_owner), cmocka_unit_test(want_of_memory_is_an_answer))
