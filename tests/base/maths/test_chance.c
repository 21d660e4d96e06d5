#include "support/support.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"

#include <math.h>

// The known answers of Threefry-2x64 with 20 rounds that its authors publish (Random123, kat_vectors).
static void the_mixer_gives_the_published_answers(void **state) {
    static const struct {
        uint64_t counter[2], key[2], answer[2];
    } known[] = {
        {{0, 0}, {0, 0}, {0xc2b6e3a8c2c69865, 0x6f81ed42f350084d}},
        {{UINT64_MAX, UINT64_MAX}, {UINT64_MAX, UINT64_MAX}, {0xe02cb7c4d95d277a, 0xd06633d0893b8b68}},
        {{0x243f6a8885a308d3, 0x13198a2e03707344},
         {0xa4093822299f31d0, 0x082efa98ec4e6c89},
         {0x263c7d30bb0f0af1, 0x56be8361d3311526}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint64_t out[2];
        chance_mix(known[i].key, known[i].counter, out);
        assert_memory_equal(out, known[i].answer, sizeof out);
    }
}

static void a_draw_is_counted_and_knows_no_neighbour(void **state) {
    struct chance a = chance_of(7, chance_stream("blink"), 99), b = a,
                  other = chance_of(7, chance_stream("gaze"), 99);
    uint64_t first = chance_u64(&a), second = chance_u64(&a);
    chance_u64(&other);
    b.n = 1;
    assert_int_equal(chance_u64(&b), second);
    b.n = 0;
    assert_int_equal(chance_u64(&b), first);
    uint64_t out[2];
    chance_mix((uint64_t[]){7, chance_stream("blink")}, (uint64_t[]){99, 1}, out);
    assert_int_equal(out[0], second);
    struct chance later = chance_of(7, chance_stream("blink"), 100),
                  seeded = chance_of(8, chance_stream("blink"), 99);
    assert_true(chance_u64(&later) != first && chance_u64(&seeded) != first);
    assert_int_equal(chance_stream("blink"),
                     0x61ca0ab95393e89); // FNV-1a: a stream keeps its number for ever
}

// Chi-squared over 1000 cells of 200 draws each: its mean is 999, its deviation 44.7.
static void numbers_below_a_bound_are_even(void **state) {
    static uint32_t cells[1000];
    struct chance dice = chance_of(1, 2, 3);
    for (int i = 0; i < 200000; i++) cells[chance_below(&dice, 1000)]++;
    double chi = 0;
    for (int i = 0; i < 1000; i++) chi += pow((double)cells[i] - 200, 2) / 200;
    assert_true(chi > 999 - 4 * 44.7 && chi < 999 + 4 * 44.7);
    assert_int_equal(chance_below(&dice, 0), 0);
    assert_int_equal(chance_below(&dice, 1), 0);
    // 3 * 2^30 does not divide 2^32: without drawing again, what is divisible by three would come up twice as
    // often as its neighbours.
    uint32_t by_three[3] = {0};
    for (int i = 0; i < 30000; i++) by_three[chance_below(&dice, 3u << 30) % 3]++;
    for (int i = 0; i < 3; i++) assert_in_range(by_three[i], 9600, 10400);
}

static void units_and_ranges_stay_inside(void **state) {
    struct chance dice = chance_of(4, 5, 6);
    double sum = 0, sum64 = 0;
    for (int i = 0; i < 100000; i++) {
        float u = chance_unit(&dice), r = chance_range(&dice, -3, 5);
        double w = chance_unit64(&dice);
        assert_true(u >= 0 && u < 1 && w >= 0 && w < 1 && r >= -3 && r <= 5);
        sum += (double)u, sum64 += w;
    }
    assert_true(fabs(sum / 100000 - 0.5) < 0.004 && fabs(sum64 / 100000 - 0.5) < 0.004);
    for (int i = 0; i < 1000; i++) assert_false(chance_true(&dice, 0));
    for (int i = 0; i < 1000; i++) assert_true(chance_true(&dice, 1));
}

static void the_normal_distribution_has_its_moments_and_tails(void **state) {
    struct chance dice = chance_of(7, 8, 9);
    enum { MANY = 200000 };
    double sum = 0, squares = 0, fourth = 0;
    int beyond_two = 0, beyond_four = 0;
    for (int i = 0; i < MANY; i++) {
        double x = (double)(chance_normal(&dice, 10, 2) - 10) / 2;
        sum += x, squares += x * x, fourth += x * x * x * x;
        beyond_two += fabs(x) > 2, beyond_four += fabs(x) > 4;
    }
    assert_true(fabs(sum / MANY) < 0.01 && fabs(squares / MANY - 1) < 0.015 && fabs(fourth / MANY - 3) < 0.1);
    assert_true(fabs(beyond_two / (double)MANY - 0.0455) < 0.002);
    assert_true(beyond_four > 2 && beyond_four < 30); // 12.7 are expected
}

static void picks_follow_their_weights(void **state) {
    struct chance dice = chance_of(10, 11, 12);
    const float weights[] = {0, 1, -5, 3, 0}, none[] = {0, -1};
    int got[6] = {0};
    for (int i = 0; i < 40000; i++) got[chance_pick(&dice, weights, 5)]++;
    assert_int_equal(got[0] + got[2] + got[4] + got[5], 0);
    assert_true(abs(got[1] - 10000) < 350);
    assert_int_equal(chance_pick(&dice, none, 2), 2);
    assert_int_equal(chance_pick(&dice, NULL, 0), 0);
    const float many[] = {1, 2, 0, 3, 4};
    int counts[6] = {0};
    for (int i = 0; i < 40000; i++) counts[chance_pick(&dice, many, 5)]++;
    for (int i = 0; i < 5; i++) assert_true(fabs(counts[i] - 4000 * (double)many[i]) < 350);
}

// A recording is lived again by drawing again: what a seed gives stays what it is, for ever.
static void every_way_of_drawing_keeps_its_numbers(void **state) {
    struct chance dice = chance_of(1, chance_stream("for ever"), 2);
    assert_int_equal(chance_u32(&dice), 2070659431);
    assert_int_equal(chance_below(&dice, 1000000), 974912);
    assert_true(chance_unit(&dice) == 0x1.31e72ap-1f);
    assert_true(chance_unit64(&dice) == 0x1.0541647a9573fp-1);
    assert_true(chance_range(&dice, -1, 1) == 0x1.20abf8p-2f);
    assert_true(chance_normal(&dice, 0, 1) == 0x1.f92e7ap-1f);
    assert_true(chance_normal(&dice, 10, 2) == 0x1.94671cp+3f);
    assert_int_equal(chance_pick(&dice, (const float[]){1, 1, 1, 1, 1, 1, 1, 1}, 8), 2);
    assert_int_equal(dice.n, 8); // one draw each
}

TESTS(cmocka_unit_test(the_mixer_gives_the_published_answers),
      cmocka_unit_test(a_draw_is_counted_and_knows_no_neighbour),
      cmocka_unit_test(numbers_below_a_bound_are_even), cmocka_unit_test(units_and_ranges_stay_inside),
      cmocka_unit_test(the_normal_distribution_has_its_moments_and_tails),
      cmocka_unit_test(picks_follow_their_weights), cmocka_unit_test(every_way_of_drawing_keeps_its_numbers))
