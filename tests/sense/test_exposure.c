// A camera that sets itself: with the simulated lens in the loop, so that what it asks for is what it gets.
#include "world/camera/lens_stage.h"

#include "base/maths/chance.h"
#include "sense/exposure.h"

#include <string.h>

static struct lens *lens;
static struct exposure e;

static void begin_with(struct exposure_config config) {
    struct lens_config c = lens_defaults();
    lens = make(&c);
    struct exposure_range range = {c.eye.exposure_low_ms, c.eye.exposure_high_ms, c.eye.gain_low,
                                   c.eye.gain_high};
    exposure_begin(&e, &config, &range);
}

// One picture of a room with such a light, and a look at it. Returns whether something was changed.
static bool look_at_room(float lux, struct rgb tint, const struct white_balance *balance,
                         const struct exposure_box *box, uint64_t now_us) {
    struct scene_light light = scene_light_defaults();
    light.lux = lux, light.tint = tint;
    scene_begin(scene, &light);
    scene_room(scene, (struct pose2){{0, 0}, 0}, 3, 3, 2.2f,
               (struct scene_look){{150, 150, 150}, SCENE_BRICKS, 0.6f, 0});
    scene_ground(scene, 0, 3, (struct scene_look){{120, 120, 120}, SCENE_CARPET, 0.5f, 0});
    scene_box(scene, (struct pose){{0.4f, 0.1f, 0.03f}, quat_none()},
              vec3(0.06f, 0.06f, 0.06f), // something dark in the light
              (struct scene_look){{25, 25, 25}, SCENE_PLAIN, 0, 0});
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0.06f), 0, 0, 0));
    shot.exposure_ms = e.exposure_ms, shot.gain = e.gain, shot.colour = balance != NULL;
    struct frame *f = lens_take(lens, scene, &shot, NULL, NULL);
    assert_non_null(f);
    static uint8_t pixels[640 * 360 * 3];
    for (size_t i = 0; i < f->used; i++) {
        float gain = !balance ? 1 : i % 3 == 0 ? balance->red : i % 3 == 1 ? balance->green : balance->blue;
        pixels[i] = (uint8_t)fminf((float)f->bytes[i] * gain, 255);
    }
    struct exposure_picture p = {pixels, f->width, f->height, f->format};
    bool changed = exposure_look(&e, &p, box, box ? 1 : 0, now_us);
    if (balance) white_balance_look((struct white_balance *)(uintptr_t)balance, &e.config, &p);
    frame_drop(f);
    return changed;
}
static const struct rgb WHITE = {255, 255, 255};

static int settle(float lux, const struct exposure_box *box) {
    int looks = 0;
    for (; looks < 40; looks++) {
        look_at_room(lux, WHITE, NULL, box, 0);
        if (m_abs(e.value - e.config.target_value) < 8) break;
    }
    return looks;
}

static void it_settles_after_a_step_of_light(void **state) {
    begin_with(exposure_defaults());
    settle(200, NULL);
    int brighter = settle(800, NULL), darker = settle(200, NULL), far = settle(3000, NULL),
        back = settle(60, NULL);
    print_message("# four times brighter: %d looks, darker: %d; fifteen times: %d, a fiftieth: %d\n",
                  brighter, darker, far, back);
    assert_in_range(brighter, 1, 10);
    assert_in_range(darker, 1, 10);
    assert_in_range(far, 1, 12);
    assert_in_range(back, 1, 16);
    for (int i = 0; i < 10; i++) look_at_room(60, WHITE, NULL, NULL, 0);
    assert_true(m_abs(e.value - 128) < 8); // and stays
    lens_free(lens);
}

static void exposure_comes_before_gain(void **state) {
    begin_with(exposure_defaults());
    settle(250, NULL);
    assert_true(e.gain <= 0.2f || e.exposure_ms <= 33.001f);
    settle(80, NULL);
    float gain = e.gain;
    print_message("# at 80 lux %.1f ms and gain %.2f\n", (double)e.exposure_ms, (double)e.gain);
    assert_true(e.exposure_ms <= 33.001f && gain > 1); // a moving robot's pictures stay sharp
    exposure_set_mode(&e, EXPOSURE_MIN_GAIN);
    settle(80, NULL);
    look_at_room(80, WHITE, NULL, NULL, 0);
    assert_true(e.exposure_ms > 40 && e.gain < gain);
    exposure_set(&e, 1e9f, NAN);
    assert_true(e.exposure_ms == e.range.exposure_high_ms && e.mode == EXPOSURE_MANUAL);
    assert_false(look_at_room(1000, WHITE, NULL, NULL, 0)); // by hand is by hand
    lens_free(lens);
}

static void what_was_found_is_metered(void **state) {
    begin_with(exposure_defaults());
    settle(300, NULL);
    float all = e.exposure_ms * e.gain;
    struct exposure_box dark = {225, 190, 30, 30}; // the dark box
    for (int i = 0; i < 12; i++) look_at_room(300, WHITE, NULL, &dark, 0);
    print_message("# %.1f times as much light for what is dark\n", (double)(e.exposure_ms * e.gain / all));
    assert_true(e.exposure_ms * e.gain > 1.5f * all);
    struct exposure_box outside = {-500, 900, 60, 60}, odd = {630, 350, 2000000000, 2000000000};
    look_at_room(300, WHITE, NULL, &outside, 0); // nothing of it: all of the picture counts
    look_at_room(300, WHITE, NULL, &odd, 0);
    e.config.meter_from_detections = false;
    settle(300, &dark);
    assert_true(e.exposure_ms * e.gain < 1.3f * all);
    lens_free(lens);
}

// A colour is as bright as an eye takes it: green most, blue least.
static void colours_have_their_weights(void **state) {
    static const uint8_t COLOURS[][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
    static const float GREY[] = {76, 149, 28, 255};
    struct exposure_config config = exposure_defaults();
    for (int i = 0; i < 4; i++) {
        uint8_t pixels[16 * 16 * 3];
        for (size_t k = 0; k < sizeof pixels; k++) pixels[k] = COLOURS[i][k % 3];
        struct exposure_seen seen;
        exposure_measure(&config, &(struct exposure_picture){pixels, 16, 16, 3}, NULL, 0, &seen);
        assert_true(seen.any && m_abs(seen.value - GREY[i]) <= 1);
    }
}

static void cycling_shows_each_brightness(void **state) {
    begin_with(exposure_defaults());
    settle(300, NULL);
    exposure_set_mode(&e, EXPOSURE_CYCLING);
    float seen[3] = {0};
    for (int i = 0; i < 12; i++) {
        look_at_room(300, WHITE, NULL, NULL, 0);
        seen[i % 3] = e.value;
    }
    float low = fminf(seen[0], fminf(seen[1], seen[2])), high = fmaxf(seen[0], fmaxf(seen[1], seen[2]));
    print_message("# grey values %.0f %.0f %.0f\n", (double)seen[0], (double)seen[1], (double)seen[2]);
    assert_true(low > 15 && low < 50 && high > 180);
    lens_free(lens);
}

static void trouble_is_told_when_it_lasts(void **state) {
    begin_with(exposure_defaults());
    uint64_t now = 0;
    int told = 0;
    uint64_t first = 0;
    for (; now < 40000000; now += 500000) { // so dark that no exposure helps
        look_at_room(0.2f, WHITE, NULL, NULL, now);
        if (exposure_trouble(&e, now) == EXPOSURE_TOO_DARK && !told++) first = now;
    }
    assert_in_range(first, 3000000, 4500000);
    assert_int_equal(told, 4); // and every ten seconds
    for (int i = 0; i < 20; i++, now += 500000) {
        look_at_room(300, WHITE, NULL, NULL, now);
        assert_int_equal(exposure_trouble(&e, now) == EXPOSURE_TOO_DARK, 0);
    }
    for (told = 0; told < 1 && now < 80000000; now += 500000) { // glaring, and the camera is held open
        exposure_set(&e, 66, 4);
        look_at_room(20000, WHITE, NULL, NULL, now);
        told += exposure_trouble(&e, now) == EXPOSURE_TOO_BRIGHT;
    }
    assert_int_equal(told, 1);
    lens_free(lens);
}

static void white_becomes_white(void **state) {
    begin_with(exposure_defaults());
    struct white_balance b = white_balance_none();
    struct rgb lamp = {255, 200, 120};
    for (int i = 0; i < 12; i++) look_at_room(300, lamp, &b, NULL, 0);
    print_message("# raised by %.2f, %.2f, %.2f in the light of a lamp\n", (double)b.red, (double)b.green,
                  (double)b.blue);
    assert_true(b.red < 1.05f && m_abs(b.blue / b.red - 255.0f / 120) < 0.35f &&
                m_abs(b.green / b.red - 255.0f / 200) < 0.12f);
    for (int i = 0; i < 12; i++) look_at_room(300, WHITE, &b, NULL, 0);
    assert_true(b.red < 1.06f && b.green < 1.06f && b.blue < 1.06f);
    lens_free(lens);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)
// Grey values drawn alike from 0 to 199: known at each percentile. Of no picture nothing is known.
static void a_picture_is_measured(void **state) {
    struct exposure_config config = exposure_defaults();
    config.low_percentile = 0.1f, config.target_percentile = 0.5f, config.high_percentile = 0.9f;
    enum { SIDE = 400 };
    static uint8_t pixels[SIDE * SIDE];
    struct chance dice = chance_of(3, chance_stream("test_exposure"), 0);
    for (int i = 0; i < SIDE * SIDE; i++) pixels[i] = (uint8_t)chance_below(&dice, 200);
    struct exposure_picture whole = {pixels, SIDE, SIDE, 1}, flat = {pixels, SIDE, 0, 1},
                            thin = {pixels, 0, SIDE, 1}, none = {NULL, SIDE, SIDE, 1};
    struct exposure_seen seen;
    exposure_measure(&config, &whole, NULL, 0, &seen);
    assert_true(seen.any);
    assert_in_range((int)seen.low, 17, 23);
    assert_in_range((int)seen.value, 95, 105);
    assert_in_range((int)seen.high, 177, 183);
    const struct exposure_picture *EMPTY[] = {&flat, &thin, &none};
    for (int i = 0; i < 3; i++) {
        seen.any = true;
        exposure_measure(&config, EMPTY[i], NULL, 0, &seen);
        assert_false(seen.any);
    }
}

TESTS(cmocka_unit_test(a_picture_is_measured), EACH(it_settles_after_a_step_of_light),
      EACH(exposure_comes_before_gain), EACH(what_was_found_is_metered),
      cmocka_unit_test(colours_have_their_weights), EACH(cycling_shows_each_brightness),
      EACH(trouble_is_told_when_it_lasts), EACH(white_becomes_white))
