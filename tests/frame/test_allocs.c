#include "support/support.h"

#include "support/allocs.h"

#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>

#if defined(__has_feature)
#define THREAD_SANITIZED __has_feature(thread_sanitizer)
#elif defined(__SANITIZE_THREAD__)
#define THREAD_SANITIZED 1
#else
#define THREAD_SANITIZED 0
#endif

static void *volatile kept; // so that no compiler takes an allocation away

static void quiet_code_counts_as_none(void **state) {
    int numbers[64] = {0};
    struct allocs region = allocs_begin();
    for (int i = 1; i < 64; i++) numbers[i] = numbers[i - 1] + i;
    allocs_end(&region);
    assert_int_equal(numbers[63], 2016);
    assert_int_equal(region.count, 0);
    assert_int_equal(region.bytes, 0);
    assert_int_equal(region.frees, 0);
}

static void every_way_to_allocate_is_seen(void **state) {
    void *volatile at[6];
    void *aligned = NULL;
    struct allocs region = allocs_begin();
    at[0] = malloc(10);
    at[1] = calloc(5, 4);
    at[2] = realloc(NULL, 30);
    at[3] = strdup("inside the C library");
    at[4] = aligned_alloc(64, 64);
    int failed = posix_memalign(&aligned, 128, 256);
    allocs_end(&region);
    at[5] = aligned;
    assert_int_equal(failed, 0);
    assert_int_equal((uintptr_t)at[4] % 64, 0);
    assert_int_equal((uintptr_t)aligned % 128, 0);
    const bool aligned_too = !THREAD_SANITIZED;
    assert_int_equal(region.count, aligned_too ? 6 : 4);
    assert_int_equal(region.bytes, 10 + 20 + 30 + 21 + (aligned_too ? 64 + 256 : 0));
    for (int i = 0; i < 6; i++) free(at[i]);
}

static void growing_in_place_is_an_allocation_too(void **state) {
    kept = malloc(8);
    struct allocs region = allocs_begin();
    void *more = realloc(kept, 16);
    allocs_end(&region);
    assert_non_null(more);
    free(more);
    assert_true(region.count >= 1);
}

static void what_is_freed_is_counted_apart(void **state) {
    kept = malloc(8);
    struct allocs region = allocs_begin();
    free(kept);
    allocs_end(&region);
    assert_int_equal(region.count, 0);
    assert_int_equal(region.frees, 1);
}

static void outside_a_region_nothing_is_counted(void **state) {
    struct allocs region = allocs_begin();
    allocs_end(&region);
    kept = malloc(8);
    free(kept);
    assert_int_equal(region.count, 0);
    region = allocs_begin();
    allocs_end(&region);
    assert_int_equal(region.count, 0);
}

static void *busy(void *unused) {
    for (int i = 0; i < 100; i++) {
        void *volatile at = malloc(16);
        free(at);
    }
    return unused;
}

static void other_threads_are_not_ours(void **state) {
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, busy, NULL), 0);
    struct allocs region = allocs_begin();
    pthread_join(thread, NULL);
    allocs_end(&region);
    assert_int_equal(region.count, 0);
}

TESTS(cmocka_unit_test(quiet_code_counts_as_none), cmocka_unit_test(every_way_to_allocate_is_seen),
      cmocka_unit_test(growing_in_place_is_an_allocation_too),
      cmocka_unit_test(what_is_freed_is_counted_apart), cmocka_unit_test(outside_a_region_nothing_is_counted),
      cmocka_unit_test(other_threads_are_not_ours))
