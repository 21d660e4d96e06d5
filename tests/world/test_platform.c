// Who it is and where: birth records, its tray, the bits of its microphones.
#include "support/support.h"

#include "belief/habitat.h"
#include "bench_rig.h"
#include "border/birth.h"
#include "codec/sound/pdm.h"
#include "world/plane/plane.h"
#include "world/view.h"

#include <math.h>

static void every_robot_has_a_birth_record_of_its_own(void **state) {
    struct birth all[60];
    for (uint32_t i = 0; i < 60; i++) {
        birth_of(i % 2 ? &cozmo_model : &vector_model, 1 + i / 20, i, &all[i]);
        struct birth again;
        birth_of(i % 2 ? &cozmo_model : &vector_model, 1 + i / 20, i, &again);
        assert_memory_equal(&all[i], &again, sizeof again);
        assert_true(all[i].serial >> 20 && all[i].serial >> 20 != 0x00e && all[i].serial < 0x00d00000);
        assert_int_equal(all[i].wifi[0] & 3, 2);
        assert_int_equal(all[i].bluetooth[0] >> 6, 3);
        uint32_t year = all[i].lot / 100000 % 100, week = all[i].lot / 1000 % 100;
        assert_true(all[i].lot / 10000000 == 2 && year >= 18 && year <= 19 && week >= 1 && week <= 52);
        for (uint32_t k = 0; k < i; k++) {
            assert_true(all[k].serial != all[i].serial);
            assert_memory_not_equal(all[k].wifi, all[i].wifi, 6);
            assert_memory_not_equal(all[k].key, all[i].key, 32);
        }
    }
    // The robot in the world is the one that the record describes.
    struct rig r = rig_new(world_defaults(), &vector_model, 0, 0, 0, NULL);
    struct birth b;
    birth_of(&vector_model, 1, 1, &b);
    assert_memory_equal(robot(&r)->gyro_bias, b.gyro_bias_radps, sizeof b.gyro_bias_radps);
    assert_true(world_eye(r.world, 1)->lens.fx == b.eye.lens.fx &&
                world_eye(r.world, 1)->lens.cx == b.eye.lens.cx);
    rig_free(&r);
}

// ------------------------------------------------------------------------------------------------ its tray

static void a_tray(struct rig *r) { DO(r, WORLD_HABITAT, habitat, strcpy(v->name, "habitat")); }
static void a_table(struct rig *r) {
    DO(r, WORLD_TABLE, table, v->z_m = 0.5f, v->length_m = 0.6f, v->width_m = 0.5f);
}
static void a_line(struct rig *r) {
    DO(r, WORLD_PAINT, paint, v->x_m = 0.3f, v->length_m = 0.03f, v->width_m = 3, v->reflectance = 0.95f);
}

static struct habitat h_now;
static void watch(struct rig *r, float seconds, float left, float right) {
    rig_wheels(r, left, right);
    for (float t = 0; t < seconds; t += RIG_TICK * 1e-6f)
        rig_tick(r), habitat_step(&h_now, &vector_model, &r->in.senses);
}

// On until there is white, back a little, a quarter round: what a robot does that wants to know.
static void look_for_sides(struct rig *r) {
    for (int side = 0; side < 5 && h_now.state == HABITAT_UNKNOWN; side++) {
        uint32_t before = h_now.white_count;
        for (int i = 0; i < 300 && h_now.white_count == before && h_now.state == HABITAT_UNKNOWN; i++) {
            watch(r, 0.03f, 0.06f, 0.06f);
            if (h_now.free_count > (uint32_t)side) break;
        }
        watch(r, 0.5f, -0.06f, -0.06f);
        watch(r, 1.0f, -0.040f, 0.040f);
        watch(r, 0.1f, 0, 0);
    }
}

static void its_tray_is_told_from_a_table_and_a_floor(void **state) {
    static const struct {
        void (*furnish)(struct rig *r);
        float reflectance;
        enum habitat_state state;
        enum habitat_reason reason;
    } ROWS[] = {{a_tray, 0.5f, HABITAT_INSIDE, HABITAT_WHITE_SIDES},
                {NULL, 0.3f, HABITAT_OUTSIDE, HABITAT_FREE_SIDES},
                {NULL, 0.9f, HABITAT_OUTSIDE, HABITAT_FREE_SIDES}, // a white floor is no line
                {a_line, 0.3f, HABITAT_OUTSIDE, HABITAT_TOO_LARGE},
                {a_table, 0.3f, HABITAT_OUTSIDE, HABITAT_CLIFF}};
    for (int k = 0; k < 25; k++) { // each with five robots that err differently
        int i = k % 5;
        struct world_config config = world_defaults();
        config.seed = 1 + (uint64_t)k / 5;
        config.floor_reflectance = ROWS[i].reflectance;
        struct rig r = rig_new(config, &vector_model, 0, 0, 0, ROWS[i].furnish);
        h_now = (struct habitat){0};
        watch(&r, 3, 0, 0);
        assert_int_equal(h_now.state, HABITAT_UNKNOWN);
        look_for_sides(&r);
        if (h_now.state != ROWS[i].state || h_now.reason != ROWS[i].reason) {
            for (uint32_t n = 0; n < h_now.white_count; n++)
                print_message("# white at %.3f, %.3f, heading %.0f\n", (double)h_now.white[n].at.x,
                              (double)h_now.white[n].at.y, (double)m_degrees(h_now.white[n].heading));
            fail_msg("world %d: %s, %s", i, HABITAT_STATES[h_now.state], HABITAT_REASONS[h_now.reason]);
        }
        DO(&r, WORLD_PICK_UP, pick_up, strcpy(v->what, "vector"));
        watch(&r, 2, 0, 0);
        assert_int_equal(h_now.state, HABITAT_UNKNOWN); // who is carried knows nothing
        assert_int_equal(h_now.reason, HABITAT_PICKED_UP);
        habitat_force(&h_now, HABITAT_INSIDE);
        watch(&r, 1, 0, 0);
        assert_int_equal(h_now.state, HABITAT_INSIDE);
        rig_free(&r);
    }
}

static void four_microphones_on_two_wires_keep_their_delays(void **state) {
    struct world_config config;
    quietly(&config);
    struct rig r = rig_new(config, &vector_model, 0, 0, 0, NULL);
    world_want(r.world, r.robot, BODY_WANT_SOUND);
    DO(&r, WORLD_SOUND, sound, v->x_m = -0.04f, v->y_m = 1, v->z_m = 0.07f, v->hertz = 1000, v->seconds = 2,
       v->level_db = 85);
    static int16_t block[640 * 4], plain[4][8000], decoded[4][8000];
    static struct pdm_microphone mics[4];
    static struct pdm_decimator decimators[4];
    int16_t last[4] = {0};
    uint32_t count = 0;
    uint64_t first;
    while (count < 6000) {
        steps(&r, 6);
        uint32_t got = world_listen(r.world, r.robot, block, 640, &first);
        for (uint32_t i = 0; i < got && count < 8000; i++, count++) {
            uint8_t bits[4][PDM_BYTES], wire[2][2 * PDM_BYTES];
            for (int m = 0; m < 4; m++) {
                plain[m][count] = block[i * 4 + (uint32_t)m];
                pdm_sound(&mics[m], last[m], plain[m][count], bits[m]);
                last[m] = plain[m][count];
            }
            for (int line = 0; line < 2; line++) {
                pdm_interleave(bits[2 * line], bits[2 * line + 1], wire[line], PDM_BYTES);
                pdm_separate(wire[line], bits[2 * line], bits[2 * line + 1], PDM_BYTES);
            }
            for (int m = 0; m < 4; m++) decoded[m][count] = pdm_decimate(&decimators[m], bits[m]);
        }
    }
    // The delay between left and right is that of the geometry, before and after.
    double shift[2];
    for (int kind = 0; kind < 2; kind++) {
        double phase[2] = {0};
        for (int side = 0; side < 2; side++) {
            double s = 0, c = 0;
            for (int i = 1000; i < 1000 + 4000; i++) {
                double w = 2 * M_PI * 1000 * i / 15625, x = kind ? decoded[side][i] : plain[side][i];
                s += x * sin(w), c += x * cos(w);
            }
            phase[side] = atan2(c, s);
        }
        shift[kind] = (phase[1] - phase[0]) / (2 * M_PI) * 15.625;
    }
    print_message("# left before right by %.3f samples as sampled, %.3f through the bits\n", shift[0],
                  shift[1]);
    assert_true(fabs(shift[0]) > 1 && fabs(shift[0] - shift[1]) < 0.02);
    rig_free(&r);
}

TESTS(cmocka_unit_test(every_robot_has_a_birth_record_of_its_own),
      cmocka_unit_test(its_tray_is_told_from_a_table_and_a_floor),
      cmocka_unit_test(four_microphones_on_two_wires_keep_their_delays))
