#include "support/support.h"

#include "plane_life.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

// Ten minutes in which everything happens; two of them lived again, beside others, by copies, and after being
// saved and restored.

enum { MINUTE = 60 * 200 };
#define TEN_MINUTES 0xbf7661a80c91043c

static struct plane *born(void) {
    struct plane_config config = plane_defaults();
    struct plane *plane = plane_new(&config);
    assert_non_null(plane);
    return plane;
}

static void ten_minutes_are_the_same_again_and_beside_others(void **state) {
    struct life one, two, other;
    life_begin(&one, born(), 1), life_begin(&two, born(), 1), life_begin(&other, born(), 2);
    uint32_t kinds[PLANE_LOST + 1] = {0}, airborne = 0, carried = 0, asleep = 0;
    for (int i = 0; i < 10 * MINUTE; i++) {
        life_step(&one);
        if (i < 2 * MINUTE) {
            if (i % 3 == 0) life_step(&other);
            life_step(&two);
            if (i % 100 == 0) assert_int_equal(plane_hash(one.plane), plane_hash(two.plane));
        }
        for (uint32_t k = 0; k < plane_event_count(one.plane); k++) kinds[plane_event(one.plane, k)->kind]++;
        struct plane_motion m = motion_of(one.plane, one.robot), c = motion_of(one.plane, one.cubes[0]);
        airborne += m.airborne, carried += c.carrier != 0, asleep += c.asleep;
        assert_true(m_finite(m.pose.at.x) && m_finite(m.pose.at.z) && fabsf(quat_angle(m.pose.turn)) < 4);
        assert_true(vec3_length(m.speed_mps) < 12 && vec3_length(c.speed_mps) < 12); // even when squeezed
    }
    assert_true(plane_hash(one.plane) != plane_hash(other.plane));
    for (int k = 0; k < PLANE_LOST; k++) // it was not a dull life
        if (kinds[k] < 10)
            fail_msg("only %u times: %s", kinds[k], plane_event_name((enum plane_event_kind)k));
    assert_true(airborne > 100 && carried > 1000 && asleep > 1000);
    if (plane_hash(one.plane) != TEN_MINUTES)
        fail_msg("0x%016" PRIx64 " is not the number written in the test", plane_hash(one.plane));
    plane_free(one.plane), plane_free(two.plane), plane_free(other.plane);
}

static void a_copy_and_a_restored_one_live_on_the_same(void **state) {
    struct life one;
    life_begin(&one, born(), 3);
    struct plane *copy = born(), *restored = born();
    static uint8_t room[1 << 20];
    for (int round = 0; round < 60; round++) {
        for (int i = 0; i < 397; i++) life_step(&one);
        if (round % 2) link_lift(one.plane, one.robot); // also between the verbs before a step
        assert_int_equal(plane_copy(copy, one.plane), ERR_NONE);
        struct writer out = writer_of(room, sizeof room);
        plane_save(one.plane, &out);
        assert_int_equal(out.err, ERR_NONE);
        struct reader in = reader_of(room, writer_len(&out));
        struct fault fault = {0};
        assert_int_equal(plane_restore(restored, &in, &fault), ERR_NONE);
        assert_true(reader_done(&in));
        assert_int_equal(plane_hash(copy), plane_hash(one.plane));
        assert_int_equal(plane_hash(restored), plane_hash(one.plane));
        struct life two = one, three = one, four = one;
        two.plane = copy, three.plane = restored;
        for (int i = 0; i < 150; i++) {
            life_step(&four), life_step(&two), life_step(&three);
            assert_int_equal(plane_hash(copy), plane_hash(one.plane));
            assert_int_equal(plane_hash(restored), plane_hash(one.plane));
        }
        one = four;
    }
    plane_free(one.plane), plane_free(copy), plane_free(restored);
}

static void copies_need_the_same_capacities(void **state) {
    struct plane_config config = plane_defaults();
    config.bodies = 5;
    struct plane *small = plane_new(&config), *large = born();
    assert_int_equal(plane_copy(small, large), ERR_STATE);
    struct life life;
    life_begin(&life, large, 1);
    static uint8_t room[1 << 20];
    struct writer out = writer_of(room, sizeof room);
    plane_save(large, &out);
    struct reader in = reader_of(room, writer_len(&out));
    struct fault fault = {0};
    uint64_t before = plane_hash(small);
    assert_int_equal(plane_restore(small, &in, &fault), ERR_RANGE);
    assert_int_equal(plane_hash(small), before);
    plane_free(small), plane_free(large);
}

static void a_damaged_save_changes_nothing_or_is_harmless(void **state) {
    struct life life;
    life_begin(&life, born(), 4);
    for (int i = 0; i < 500; i++) life_step(&life);
    static uint8_t room[1 << 18], damaged[1 << 18];
    struct writer out = writer_of(room, sizeof room);
    plane_save(life.plane, &out);
    size_t len = writer_len(&out);
    assert_true(len > 0 && len < sizeof room);
    struct plane *to = born();
    uint64_t before = plane_hash(to);
    for (size_t cut = 0; cut < len; cut += cut < 300 ? 1 : 211) {
        struct reader in = reader_of(room, cut);
        struct fault fault = {0};
        assert_int_not_equal(plane_restore(to, &in, &fault), ERR_NONE);
        assert_true(fault.said[0] && plane_hash(to) == before);
    }
    struct chance dice = chance_of(5, 0, 0);
    int taken = 0;
    for (int i = 0; i < 600; i++) {
        memcpy(damaged, room, len);
        for (uint32_t k = 0; k < 1 + chance_below(&dice, 4); k++) {
            size_t at = chance_below(&dice, chance_true(&dice, 0.5f) ? (uint32_t)len : 2000);
            damaged[at] = (uint8_t)chance_u32(&dice);
        }
        struct reader in = reader_of(damaged, len);
        if (plane_restore(to, &in, NULL)) continue;
        taken++;
        for (int n = 0; n < 20; n++) plane_step(to); // must not fall over
        plane_ray(to, vec3(-1, 0, 0.02f), vec3(1, 0, 0), 3, 0);
    }
    assert_true(taken > 50);
    plane_free(life.plane), plane_free(to);
}

TESTS(cmocka_unit_test(ten_minutes_are_the_same_again_and_beside_others),
      cmocka_unit_test(a_copy_and_a_restored_one_live_on_the_same),
      cmocka_unit_test(copies_need_the_same_capacities),
      cmocka_unit_test(a_damaged_save_changes_nothing_or_is_harmless))
