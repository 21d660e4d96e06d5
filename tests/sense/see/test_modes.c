// What is looked for in which picture, and what the simple modes make of pictures: motion, light and dark,
// and levelled contrast.
#include "support/support.h"

#include "base/maths/chance.h"
#include "sense/see/illumination.h"
#include "sense/see/level.h"
#include "sense/see/modes.h"
#include "sense/see/motion.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 640, HIGH = 360 };
static uint8_t before[WIDE * HIGH], now[WIDE * HIGH];
static const struct see_picture BEFORE = {before, WIDE, HIGH}, NOW = {now, WIDE, HIGH};

// ------------------------------------------------------------------------------------------------ the plan

static void the_fastest_wish_counts_and_nobody_s_is_off(void **state) {
    struct modes m;
    modes_start(&m);
    assert_int_equal(modes_on(&m), 0);
    modes_want(&m, MODES_SELF, LIFE_VISION_MODE_MARKERS, MODE_LOW);
    modes_want(&m, MODES_DOOR, LIFE_VISION_MODE_MARKERS, MODE_HIGH);
    for (uint32_t i = 0; i < 32; i++) assert_int_equal(modes_due(&m, i), 1u << LIFE_VISION_MODE_MARKERS);
    modes_want(&m, MODES_DOOR, LIFE_VISION_MODE_MARKERS, MODE_OFF);
    uint32_t runs = 0;
    for (uint32_t i = 0; i < 32; i++) runs += modes_due(&m, i) != 0;
    assert_int_equal(runs, 8); // every fourth
    modes_want(&m, MODES_SELF, LIFE_VISION_MODE_MARKERS, MODE_OFF);
    assert_int_equal(modes_on(&m), 0);
}

static uint32_t fullest(const struct modes *m) { // what the picture with the most to do costs
    uint32_t most = 0;
    for (uint32_t picture = 0; picture < 32; picture++) {
        uint32_t sum = 0, due = modes_due(m, picture);
        for (int i = 0; i < MODES; i++) sum += due >> i & 1 ? MODE_ROWS[i].cost : 0;
        if (sum > most) most = sum;
    }
    return most;
}

static void dear_modes_run_in_different_pictures(void **state) {
    struct modes m;
    modes_start(&m);
    for (int i = 0; i < MODES; i++) modes_want(&m, MODES_SELF, (enum life_vision_mode)i, MODE_STANDARD);
    uint32_t all = 0, sum = 0;
    for (int i = 0; i < MODES; i++) {
        assert_non_null(MODE_ROWS[i].name);
        assert_int_equal(mode_find(MODE_ROWS[i].name), i);
        uint32_t every = MODE_ROWS[i].every[MODE_STANDARD];
        assert_true(every && !(every & (every - 1)) && MODE_ROWS[i].every[MODE_HIGH] <= every);
        all += MODE_ROWS[i].cost, sum += MODE_ROWS[i].cost * 32 / every;
    }
    assert_int_equal(mode_find("markers"), -1);
    // The fullest picture has little more to do than the mean of them, and far less than all at once.
    assert_true(fullest(&m) * 32 < sum * 13 / 10);
    assert_true(fullest(&m) < all * 6 / 10);
    for (int i = 0; i < MODES; i++) { // each as often as it shall
        uint32_t runs = 0;
        for (uint32_t k = 0; k < 32; k++) runs += modes_due(&m, k) >> i & 1;
        assert_int_equal(runs, 32 / MODE_ROWS[i].every[MODE_STANDARD]);
    }
}

// ------------------------------------------------------------------------------------------------ motion

static void paint(uint8_t *grey, uint32_t left, uint32_t top, uint32_t side, uint8_t value, uint64_t seed) {
    struct chance dice = chance_of(1, seed, 3);
    for (uint32_t i = 0; i < WIDE * HIGH; i++) grey[i] = (uint8_t)(118 + chance_below(&dice, 9));
    for (uint32_t y = top; y < top + side; y++) memset(grey + y * WIDE + left, value, side);
}

static void what_moves_is_told_where_it_moves(void **state) {
    static const struct {
        uint32_t left, top;
        enum motion_region region;
    } PLACES[] = {
        {20, 160, MOTION_LEFT}, {570, 160, MOTION_RIGHT}, {300, 10, MOTION_TOP}, {300, 300, MOTION_BOTTOM}};
    struct motion_config c = motion_defaults();
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        struct motion m = {{0}};
        struct motion_areas a;
        paint(before, PLACES[i].left, PLACES[i].top, 40, 30, 1),
            paint(now, PLACES[i].left + 12, PLACES[i].top, 40, 30, 2);
        assert_true(motion_between(&BEFORE, &NOW, &c, &a));
        motion_follow(&m, &c, &a, true); // small as it is, it takes two pictures
        assert_true(motion_follow(&m, &c, &a, true));
        for (int r = MOTION_LEFT; r < MOTION_REGIONS; r++)
            assert_int_equal(motion_in(&m, (enum motion_region)r), r == (int)PLACES[i].region);
        assert_true(m_abs(m.middle[MOTION_ALL].x * WIDE - (float)PLACES[i].left - 26) < 6);
        assert_true(m_abs(m.middle[MOTION_ALL].y * HIGH - (float)PLACES[i].top - 20) < 6);
        assert_true(m_abs(a.lowest.y * HIGH - (float)PLACES[i].top - 40) < 6); // where it would stand
        // It fades as soon as nothing moves, and a camera that turns tells nothing.
        assert_true(motion_between(&NOW, &NOW, &c, &a));
        for (int k = 0; k < 12; k++) assert_false(motion_follow(&m, &c, &a, true));
        assert_false(motion_in(&m, MOTION_ALL));
        assert_true(motion_between(&BEFORE, &NOW, &c, &a));
        assert_false(motion_follow(&m, &c, &a, false));
    }
}

static void noise_and_a_lamp_are_no_motion(void **state) {
    struct motion_config c = motion_defaults();
    struct motion m = {{0}};
    struct motion_areas a;
    for (uint64_t i = 0; i < 20; i++) {
        paint(before, 100, 100, 40, 30, 2 * i), paint(now, 100, 100, 40, 30, 2 * i + 1);
        for (uint32_t k = 0; k < WIDE * HIGH; k++) now[k] = (uint8_t)(now[k] * (100 + 4 * i) / 180); // a lamp
        assert_true(motion_between(&BEFORE, &NOW, &c, &a));
        assert_false(motion_follow(&m, &c, &a, true));
    }
    // Something that moves while the lamp is turned down is seen all the same.
    paint(before, 100, 100, 60, 30, 1), paint(now, 125, 100, 60, 30, 2);
    for (uint32_t k = 0; k < WIDE * HIGH; k++) now[k] = (uint8_t)(now[k] * 11 / 20);
    assert_true(motion_between(&BEFORE, &NOW, &c, &a));
    assert_true(a.at[MOTION_ALL].share > 0.005f && m_abs(a.at[MOTION_ALL].x * WIDE - 142) < 8);
    struct see_picture other = {now, 320, 240};
    assert_false(motion_between(&BEFORE, &other, &c, &a)); // nothing to compare with
}

// ------------------------------------------------------------------------------------------------ light

static uint8_t after(float grey, float exposure, uint64_t from_us, struct illumination *l) {
    struct illumination_config c = illumination_defaults();
    struct illumination_seen seen;
    memset(now, (int)grey, sizeof now);
    illumination_measure(&NOW, &c, &seen);
    for (uint64_t i = 0; i < 40; i++) illumination_follow(l, &c, &seen, exposure, from_us + i * 66667);
    return l->state;
}

static void light_is_told_from_dark_whatever_the_exposure(void **state) {
    struct illumination l = {{0}};
    assert_int_equal(after(128, 0.016f, 0, &l), ILLUMINATION_ILLUMINATED);  // a room
    assert_int_equal(after(8, 0.130f, 4000000, &l), ILLUMINATION_DARKENED); // a night light, long exposed
    assert_int_equal(after(128, 0.004f, 8000000, &l), ILLUMINATION_ILLUMINATED); // daylight
    assert_int_equal(after(2, 0.016f, 12000000, &l), ILLUMINATION_DARKENED);     // a lid
    struct illumination_config c = illumination_defaults();
    struct illumination_seen seen;
    memset(now, 128, sizeof now);
    illumination_measure(&NOW, &c, &seen);
    for (int i = 0; i < 6; i++) // a flash: not for a second
        assert_false(illumination_follow(&l, &c, &seen, 0.004f, 16000000 + (uint64_t)i * 66667));
    assert_int_equal(l.state, ILLUMINATION_DARKENED);
}

// A camera at rest has no pictures, only how it would take one.
static void an_idle_camera_tells_light_from_dark(void **state) {
    struct illumination_config c = illumination_defaults();
    static const struct {
        float exposure;
        uint8_t is;
    } LIGHTS[] = {{0.016f, ILLUMINATION_ILLUMINATED}, // 300 lux
                  {0.264f, ILLUMINATION_DARKENED},    // all there is: it may be anything darker
                  {0.001f, ILLUMINATION_ILLUMINATED}, // the sun
                  {0.259f, ILLUMINATION_DARKENED}};   // nearly all
    struct illumination l = {{0}};
    uint64_t at_us = 0;
    for (size_t i = 0; i < sizeof LIGHTS / sizeof *LIGHTS; i++) {
        uint32_t told = 0;
        for (int k = 0; k < 20; k++)
            told += illumination_meter(&l, &c, LIGHTS[i].exposure, 0.264f, at_us += 500000);
        assert_true((told || i == 3) && told <= 2); // in between it may be neither
        assert_int_equal(l.state, LIGHTS[i].is);
    }
}

// ------------------------------------------------------------------------------------------------ contrast

static double contrast(const uint8_t *grey, uint32_t x0) { // of the stripes in a patch
    double sum = 0, squares = 0;
    for (uint32_t y = 100; y < 160; y++)
        for (uint32_t x = x0; x < x0 + 60; x++)
            sum += grey[y * WIDE + x], squares += grey[y * WIDE + x] * grey[y * WIDE + x];
    return squares / 3600 - sum / 3600 * (sum / 3600);
}

static void shade_is_levelled_and_noise_is_not(void **state) {
    static uint8_t out[WIDE * HIGH];
    struct chance dice = chance_of(5, 5, 5);
    for (uint32_t y = 0; y < HIGH; y++)
        for (uint32_t x = 0; x < WIDE;
             x++) { // stripes: faint in the shade, plain in the light; then plain paper
            uint32_t stripe = x / 6 & 1, noise = chance_below(&dice, 3);
            before[y * WIDE + x] = (uint8_t)(x < 200   ? 20 + (x / 6 & 1 ? x % 6 : 6 - x % 6) + noise
                                             : x < 420 ? 120 + 80 * stripe + noise
                                                       : 200 + noise);
        }
    level(&BEFORE, LEVEL_CLIP, out);
    assert_true(contrast(out, 60) > 4 * contrast(before, 60));     // the shade
    assert_true(contrast(out, 300) > 0.5 * contrast(before, 300)); // the light has not lost much
    assert_true(contrast(out, 540) < 40 * contrast(before, 540));  // and paper's noise made no pattern
    double paper = 0; // which stays about as light as it was: what is cut off is spread over all greys
    for (uint32_t x = 540; x < 600; x++) paper += out[130 * WIDE + x] / 60.0;
    assert_true(paper > 170 && paper < 235);
    level(&BEFORE, 1000, now); // without a limit it would
    assert_true(contrast(now, 540) > 20 * contrast(out, 540));
    struct see_picture thin = {before, 8, 4096};
    level(&thin, LEVEL_CLIP, out);
}

TESTS(cmocka_unit_test(the_fastest_wish_counts_and_nobody_s_is_off),
      cmocka_unit_test(dear_modes_run_in_different_pictures),
      cmocka_unit_test(what_moves_is_told_where_it_moves), cmocka_unit_test(noise_and_a_lamp_are_no_motion),
      cmocka_unit_test(light_is_told_from_dark_whatever_the_exposure),
      cmocka_unit_test(an_idle_camera_tells_light_from_dark),
      cmocka_unit_test(shade_is_levelled_and_noise_is_not))
