// One programme of errands, seen the same way with 0, 1 and 8 workers; and what must be let go of is, exactly
// once.
#include "support/support.h"

#include "base/buf.h"
#include "base/frame_pool.h"
#include "base/hash.h"
#include "base/system/errand.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { LANES = 4 };

static atomic_int in_lane[LANES]; // who is inside a lane that admits one
static atomic_uint overlaps, runs;
static atomic_ulong lane_last[LANES];
static atomic_uint disorder;

struct work {
    uint64_t number;
    uint32_t lane, spin;
    struct frame *frame;
    atomic_uint *drops; // one for each errand ever posted
};

static enum err do_work(const void *input, size_t input_size, void *answer, size_t size, size_t *len) {
    const struct work *work = input;
    atomic_fetch_add(&runs, 1);
    if (work->lane) {
        if (atomic_fetch_add(&in_lane[work->lane], 1)) atomic_fetch_add(&overlaps, 1);
        if (atomic_exchange(&lane_last[work->lane], work->number) > work->number)
            atomic_fetch_add(&disorder, 1);
    }
    uint64_t sum = work->number;
    for (uint32_t i = 0; i < work->spin; i++) sum = hash64(sum, &i, sizeof i);
    if (work->number % 5 == 0) usleep(500); // so that some are cancelled while they run
    if (work->frame) sum = hash64(sum, work->frame->bytes, work->frame->used);
    if (work->lane) atomic_fetch_sub(&in_lane[work->lane], 1);
    if (work->number % 17 == 0) return ERR_RANGE;          // an errand may fail
    *len = work->number % 19 == 0 ? size + 1 : sizeof sum; // or lie
    memcpy(answer, &sum, sizeof sum);
    return ERR_NONE;
}

static void let_go(void *input) {
    struct work *work = input;
    frame_drop(work->frame);
    atomic_fetch_add(work->drops, 1);
}

static uint64_t chance(uint64_t *seed) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return *seed;
}

enum { TICKS = 400, MOST = TICKS * 6 };

// What the owner could see of it, as text: posts with their tickets or refusals, cancellations, answers,
// frames that are left.
static struct buf programme(unsigned workers, atomic_uint *drops, unsigned *posted_out) {
    struct buf seen = {0};
    struct crew *crew = crew_new(&(struct crew_config){.workers = workers, .slots = 12, .slot_bytes = 256});
    struct frame_pool *pool = frame_pool_new(4, 100);
    struct errand_ticket tickets[MOST] = {0};
    uint64_t seed = 12345;
    unsigned posted = 0;
    assert_non_null(crew);
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        errand_wait(crew, tick);
        struct errand_answer answer;
        while (errand_answer(crew, tick, &answer)) {
            buf_printf(&seen, "%llu: answer %u.%u due %llu kind %u asker %llu %s %016llx\n",
                       (unsigned long long)tick, answer.ticket.slot, answer.ticket.serial,
                       (unsigned long long)answer.due, answer.kind, (unsigned long long)answer.asker,
                       err_name(answer.err), (unsigned long long)hash64(0, answer.answer, answer.answer_len));
        }
        unsigned posts = (unsigned)(chance(&seed) % 6);
        for (unsigned i = 0; i < posts; i++) {
            posted++;
            struct work work = {
                .number = posted, .lane = (uint32_t)(chance(&seed) % LANES), .drops = &drops[posted]};
            work.spin = (uint32_t)(chance(&seed) % 400);
            if (chance(&seed) % 3 == 0 && (work.frame = frame_take(pool)))
                memset(work.frame->bytes, (int)posted, work.frame->used = 100);
            if (chance(&seed) % 50 == 0) crew_break_after(crew, 1 + (unsigned)(chance(&seed) % 3));
            enum err err;
            tickets[posted] = errand_post(crew,
                                          &(struct errand){.run = do_work,
                                                           .drop = let_go,
                                                           .input = &work,
                                                           .input_size = sizeof work,
                                                           .answer_size = chance(&seed) % 40 ? 8 : 500,
                                                           .due = tick + 1 + chance(&seed) % 8,
                                                           .lane = work.lane,
                                                           .kind = posted,
                                                           .asker = chance(&seed) % 5},
                                          &err);
            buf_printf(&seen, "%llu: post %u.%u %s\n", (unsigned long long)tick, tickets[posted].slot,
                       tickets[posted].serial, err_name(err));
        }
        if (posted && chance(&seed) % 2) {
            unsigned back = (unsigned)(chance(&seed) % 12);
            unsigned which = posted > back ? posted - back : posted;
            bool done = errand_cancel(crew, tickets[which]);
            buf_printf(&seen, "%llu: cancel %u %d\n", (unsigned long long)tick, which, done);
            assert_false(errand_cancel(crew, tickets[which])); // only once
        }
        if (chance(&seed) % 40 == 0) errand_cancel_all(crew, chance(&seed) % 5);
        // Asked once more in the same tick: one that was cancelled and ends by chance just now must not be
        // seen to.
        if (chance(&seed) % 2) usleep(workers ? 50 : 0);
        assert_false(errand_answer(crew, tick, &answer));
        buf_printf(&seen, "%llu: %zu under way, %zu frames left\n", (unsigned long long)tick,
                   errand_count(crew), frame_pool_left(pool));
    }
    crew_free(crew);
    assert_int_equal(frame_pool_left(pool), 4);
    frame_pool_free(pool);
    *posted_out = posted;
    return seen;
}

static void any_number_of_workers_gives_one_life(void **state) {
    static const unsigned WORKERS[] = {0, 1, 8, 8, 3, 0};
    struct buf first = {0};
    for (size_t i = 0; i < sizeof WORKERS / sizeof WORKERS[0]; i++) {
        static atomic_uint drops[MOST + 1];
        unsigned posted;
        for (int k = 0; k <= MOST; k++) atomic_store(&drops[k], 0);
        for (int k = 0; k < LANES; k++) atomic_store(&lane_last[k], 0);
        struct buf seen = programme(WORKERS[i], drops, &posted);
        assert_true(posted > 800);
        for (unsigned k = 1; k <= posted; k++) assert_int_equal(atomic_load(&drops[k]), 1);
        if (!i) {
            first = seen;
            assert_non_null(strstr((char *)seen.at, " busy\n")); // or the programme is too tame
            assert_non_null(strstr((char *)seen.at, " limit\n"));
            assert_non_null(strstr((char *)seen.at, " cancelled "));
            assert_non_null(strstr((char *)seen.at, " 0 frames left"));
            print_message("# %u errands posted, %u run by the owner alone\n", posted, atomic_load(&runs));
            continue;
        }
        assert_string_equal((char *)seen.at, (char *)first.at);
        buf_free(&seen);
    }
    assert_int_equal(atomic_load(&overlaps), 0); // a lane never ran two at once
    assert_int_equal(atomic_load(&disorder), 0); // nor out of order
    buf_free(&first);
}

struct slow {
    atomic_int *gate, *drops;
};

static enum err wait_for_gate(const void *input, size_t input_size, void *answer, size_t size, size_t *len) {
    const struct slow *slow = input;
    while (!atomic_load(slow->gate)) usleep(100);
    return ERR_NONE;
}

static void count_drop(void *input) {
    struct slow *slow = input;
    atomic_fetch_add(slow->drops, 1);
}

static struct errand slow_errand(const struct slow *slow, uint64_t due, uint32_t lane) {
    return (struct errand){.run = wait_for_gate,
                           .drop = count_drop,
                           .input = slow,
                           .input_size = sizeof *slow,
                           .due = due,
                           .lane = lane};
}

static void live_a_late_answer_comes_later_and_nobody_waits(void **state) {
    atomic_int gate = 0, drops = 0;
    struct slow slow = {&gate, &drops};
    struct crew *crew = crew_new(&(struct crew_config){.workers = 1, .slots = 4, .slot_bytes = 64});
    struct errand late = slow_errand(&slow, 1, 0);
    struct errand_answer answer;
    enum err err;
    errand_post(crew, &late, &err);
    struct errand_ticket gone = errand_post(crew, &late, &err);
    for (uint64_t tick = 1; tick < 10; tick++) assert_false(errand_answer(crew, tick, &answer));
    assert_true(errand_cancel(crew, gone)); // has not begun: the only worker is busy
    assert_int_equal(errand_count(crew), 1);
    atomic_store(&gate, 1);
    uint64_t tick = 10;
    while (!errand_answer(crew, tick, &answer)) usleep(100), tick++;
    assert_int_equal(answer.due, 1);
    assert_false(errand_answer(crew, tick + 1, &answer));
    assert_int_equal(atomic_load(&drops), 2);
    assert_int_equal(errand_count(crew), 0);
    crew_free(crew);
    assert_int_equal(atomic_load(&drops), 2);
}

static void a_crew_may_go_while_it_works(void **state) {
    for (int round = 0; round < 100; round++) {
        atomic_int gate = round % 2, drops = 0;
        struct slow slow = {&gate, &drops};
        struct crew *crew = crew_new(&(struct crew_config){.workers = 4, .slots = 16, .slot_bytes = 64});
        struct errand_ticket tickets[16];
        for (uint32_t i = 0; i < 16; i++) {
            struct errand errand = slow_errand(&slow, i, i % 3);
            tickets[i] = errand_post(crew, &errand, NULL);
        }
        struct errand refused = slow_errand(&slow, 0, 0);
        enum err err;
        assert_int_equal(errand_post(crew, &refused, &err).serial, 0);
        assert_int_equal(err, ERR_BUSY);
        assert_int_equal(atomic_load(&drops), 1); // refused, and dropped at once
        if (round % 3 == 0) usleep(300);
        assert_true(errand_cancel(crew, tickets[0]));  // perhaps running
        assert_true(errand_cancel(crew, tickets[15])); // perhaps not
        struct errand_answer answer;
        if (round % 4 == 1) errand_answer(crew, 20, &answer);
        atomic_store(&gate, 1);
        crew_free(crew);
        assert_int_equal(atomic_load(&drops), 17);
    }
}

static enum err answer_begins_empty(const void *input, size_t input_size, void *answer, size_t size,
                                    size_t *len) {
    uint8_t *at = answer;
    bool empty = (uintptr_t)answer % alignof(max_align_t) == 0;
    for (size_t i = 0; i < size; i++) empty = empty && !at[i];
    memset(answer, 0xee, size);
    *len = size;
    return empty ? ERR_NONE : ERR_STATE;
}

static void all_that_one_asked_is_taken_back(void **state) {
    struct crew *crew = crew_new(&(struct crew_config){.slots = 6, .slot_bytes = 100});
    struct errand_answer answer;
    for (uint64_t round = 0; round < 4; round++) {
        for (uint32_t i = 0; i < 6; i++) {
            enum err err;
            errand_post(
                crew,
                &(struct errand){
                    .run = answer_begins_empty, .answer_size = 60, .due = round, .kind = i, .asker = i % 3},
                &err);
            assert_int_equal(err, ERR_NONE); // what was taken back has left its slot
        }
        errand_cancel_all(crew, 7); // asked nothing
        errand_cancel_all(crew, 1);
        errand_wait(crew, round);
        static const uint32_t LEFT[] = {0, 2, 3, 5};
        for (unsigned i = 0; i < 4; i++) {
            assert_true(errand_answer(crew, round, &answer));
            assert_int_equal(answer.kind, LEFT[i]);
            assert_int_equal(answer.err, ERR_NONE); // nothing is left of the round before
            assert_int_equal(answer.answer_len, 60);
        }
        assert_false(errand_answer(crew, round, &answer));
    }
    crew_free(crew);
}

// What is due first runs first, and a lane's first inherits the hurry of those behind it.
static atomic_uint order_count;
static unsigned ran[8];
static enum err note(const void *input, size_t input_size, void *answer, size_t size, size_t *len) {
    ran[atomic_fetch_add(&order_count, 1)] = *(const unsigned *)input;
    return ERR_NONE;
}

static void hurry_is_inherited(void **state) {
    struct crew *crew = crew_new(&(struct crew_config){.slots = 8, .slot_bytes = 64});
    static const struct {
        uint64_t due;
        uint32_t lane;
    } POSTS[] = {{50, 0}, {100, 1}, {90, 1}, {10, 1}, {20, 0}};
    for (unsigned i = 0; i < 5; i++)
        errand_post(
            crew,
            &(struct errand){
                .run = note, .input = &i, .input_size = sizeof i, .due = POSTS[i].due, .lane = POSTS[i].lane},
            NULL);
    errand_wait(crew, 10);
    assert_int_equal(atomic_load(&order_count), 3); // only the lane, up to the one that was due
    errand_wait(crew, 100);
    static const unsigned EXPECTED[] = {1, 2, 3, 4, 0};
    assert_memory_equal(ran, EXPECTED, sizeof EXPECTED);
    crew_free(crew);
}

static void a_crew_is_born_or_not(void *user) {
    struct crew *crew = crew_new(&(struct crew_config){.workers = 2, .slots = 4, .slot_bytes = 100});
    assert_int_equal(crew == NULL, alloc_broke());
    if (!crew) return;
    unsigned before = alloc_count();
    unsigned value = 1;
    atomic_store(&order_count, 0);
    errand_post(crew, &(struct errand){.run = note, .input = &value, .input_size = sizeof value}, NULL);
    errand_wait(crew, 0);
    assert_int_equal(alloc_count(), before); // work allocates nothing
    crew_free(crew);
}

// What is too large to keep twice is made where it is read, once and before the post is over.
enum { LARGE = 50000 };
static void write_large(const void *input, void *place, size_t size) {
    memset(place, *(const uint8_t *)input, size);
}
static enum err sum_large(const void *input, size_t input_size, void *answer, size_t size, size_t *len) {
    uint64_t sum = 0;
    for (size_t i = 0; i < input_size; i++) sum += ((const uint8_t *)input)[i];
    memcpy(answer, &sum, sizeof sum);
    *len = sizeof sum;
    return ERR_NONE;
}
static void an_input_is_written_in_its_place(void **state) {
    struct crew *crew = crew_new(&(struct crew_config){.workers = 0, .slots = 2, .slot_bytes = LARGE + 64});
    uint8_t is = 3;
    struct errand errand = {.run = sum_large,
                            .input = &is,
                            .write = write_large,
                            .input_size = LARGE,
                            .answer_size = sizeof(uint64_t)};
    enum err err;
    errand_post(crew, &errand, &err);
    assert_int_equal(err, ERR_NONE);
    is = 9; // it is not looked at any more
    errand_wait(crew, 0);
    struct errand_answer answer;
    assert_true(errand_answer(crew, 0, &answer));
    uint64_t sum;
    memcpy(&sum, answer.answer, sizeof sum);
    assert_int_equal(sum, 3 * LARGE);
    errand.input_size = 2 * LARGE;
    errand_post(crew, &errand, &err);
    assert_int_equal(err, ERR_LIMIT);
    crew_free(crew);
}

static void want_of_memory_is_an_answer(void **state) {
    assert_int_equal(break_every_alloc(a_crew_is_born_or_not, NULL), 5);
    assert_null(crew_new(&(struct crew_config){.slots = 1, .slot_bytes = SIZE_MAX / 4})); // the system's own
    assert_null(crew_new(&(struct crew_config){.slots = SIZE_MAX / 2, .slot_bytes = 4096}));
    assert_null(crew_new(&(struct crew_config){.slots = 1000000, .slot_bytes = SIZE_MAX / 3}));
    assert_null(crew_new(&(struct crew_config){.workers = 100000, .slots = 1}));
    struct crew_config usual = crew_defaults();
    assert_in_range(usual.workers, 1, 8);
    struct crew *none = crew_new(&(struct crew_config){.slots = 0, .slot_bytes = 0});
    enum err err;
    errand_post(none, &(struct errand){.run = note}, &err);
    assert_int_equal(err, ERR_BUSY);
    crew_free(none);
    crew_free(NULL);
}

TESTS(cmocka_unit_test(any_number_of_workers_gives_one_life),
      cmocka_unit_test(live_a_late_answer_comes_later_and_nobody_waits),
      cmocka_unit_test(a_crew_may_go_while_it_works), cmocka_unit_test(hurry_is_inherited),
      cmocka_unit_test(all_that_one_asked_is_taken_back), cmocka_unit_test(an_input_is_written_in_its_place),
      cmocka_unit_test(want_of_memory_is_an_answer))
