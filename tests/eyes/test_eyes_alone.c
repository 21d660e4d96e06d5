// The eyes for small boards: what the one file draws is what the program's own face shows.
#include "support/support.h"

#include "critter_eyes.h"
#include "stage/face/draw.h"
#include "stage/face/eyes.h"

#include <math.h>

static struct {
    uint8_t bytes[1024 * 2 * 400];
    size_t at;
    unsigned lines, wrong; // wrong: lines that are out of turn
} picture;

static void take(void *user, uint16_t y, const void *pixels, size_t bytes) {
    (void)user;
    picture.wrong += y != picture.lines++;
    assert_true(picture.at + bytes <= sizeof picture.bytes);
    memcpy(picture.bytes + picture.at, pixels, bytes);
    picture.at += bytes;
}

static void draw(const struct critter_eyes *eyes) {
    picture.at = picture.lines = picture.wrong = 0;
    critter_eyes_draw(eyes, take, NULL);
    assert_int_equal(picture.wrong, 0);
}

// The program's own, told the same.
static void show_own(struct eyes *own, const struct face_style *style, uint8_t *out) {
    static uint8_t grey[184 * 96];
    if (!style->one_bit) {
        face_colour(&own->face, style, own->number, 0.42f, 1, (uint16_t *)(void *)out);
        return;
    }
    face_bits(&own->face, style, 2, grey);
    memset(out, 0, style->width * style->height / 8);
    for (unsigned i = 0; i < (unsigned)style->width * style->height; i++)
        if (grey[i]) out[i / 8] |= (uint8_t)(0x80 >> i % 8);
}

static void they_are_the_programs_own(void **state) {
    (void)state;
    static const struct face_style *const STYLES[] = {&FACE_VECTOR, &FACE_COZMO};
    static uint16_t expected[184 * 96];
    for (int s = 0; s < 2; s++) {
        struct critter_eyes eyes;
        struct eyes own;
        const struct face_style *style = STYLES[s];
        assert_true(critter_eyes_start(
            &eyes,
            &(struct critter_eyes_display){.width = style->width, .height = style->height, .one_bit = s == 1},
            7));
        eyes_start(&own, style, 7);
        uint32_t tick = 0;
        for (size_t i = 0; face_name(i); i++) {
            assert_string_equal(critter_eyes_name(i), face_name(i));
            assert_true(critter_eyes_mood(&eyes, face_name(i)));
            eyes_set_mood(&own, face_name(i), tick);
            if (i % 5 == 1)
                critter_eyes_look(&eyes, 0.7f, -0.4f, 330), eyes_look(&own, 0.7f, -0.4f, tick, 10);
            if (i % 7 == 2) critter_eyes_blink(&eyes), eyes_blink(&own, tick);
            if (i % 9 == 3) critter_eyes_show(&eyes, "angry", 200), eyes_show(&own, "angry", tick, 6);
            for (int t = 0; t < 24; t++) {
                if (i % 4 == 1) {
                    critter_eyes_speak(&eyes, 0.5f, t % 8 ? 0 : 1);
                    eyes_speak(&own, &(struct speaking_in){0.5f, t % 8 ? 0 : 1, SPEAKING_RESTS, false});
                }
                critter_eyes_tick(&eyes);
                eyes_step(&own, tick++);
                if (t % 4 != 3) continue;
                draw(&eyes);
                show_own(&own, style, (uint8_t *)expected);
                assert_int_equal(picture.lines, style->height);
                if (memcmp(picture.bytes, expected, picture.at) != 0)
                    fail_msg("%s: %s differs in tick %u", style->name, face_name(i), tick);
            }
        }
    }
}

static unsigned lit(double *x, double *y, unsigned width) {
    const uint16_t *pixels = (const uint16_t *)(const void *)picture.bytes;
    unsigned count = 0;
    *x = *y = 0;
    for (unsigned i = 0; i < picture.at / 2; i++) {
        unsigned column = i % width, row = i / width;
        if (pixels[i]) *x += column + 0.5, *y += row + 0.5, count++;
    }
    *x /= count, *y /= count;
    return count;
}

static void every_size_shows_the_same_face(void **state) {
    (void)state;
    static const uint16_t SIZES[][2] = {{184, 96}, {320, 240},  {240, 135}, {135, 240},
                                        {64, 32},  {1024, 400}, {8, 8}};
    double share = 0;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        struct critter_eyes eyes;
        double x, y, w = SIZES[i][0], h = SIZES[i][1], size = fmin(w / 184, h / 96);
        assert_true(critter_eyes_start(
            &eyes, &(struct critter_eyes_display){.width = SIZES[i][0], .height = SIZES[i][1]}, 1));
        critter_eyes_tick(&eyes);
        draw(&eyes);
        assert_int_equal(picture.lines, SIZES[i][1]);
        assert_int_equal(picture.at, SIZES[i][0] * SIZES[i][1] * 2);
        double now = lit(&x, &y, SIZES[i][0]) / (184 * size * 96 * size);
        if (!i) share = now;
        // The rim is a part of small eyes: half a pixel all around.
        if (fabs(now - share) > 0.02 + 0.5 / (20 * size))
            fail_msg("%g x %g: %g lit, not %g", w, h, now, share);
        // A Vector's eyes rest a little to one side of the middle.
        if (fabs(x - w / 2 - 0.45 * size) > 0.3 || fabs(y - h / 2) > 0.3)
            fail_msg("%g x %g: in the middle of %g, %g", w, h, x, y);
    }
}

static void they_live_by_themselves(void **state) {
    (void)state;
    struct critter_eyes eyes;
    unsigned drawn = 0, shut = 0;
    double x, y, open = 0;
    assert_true(critter_eyes_start(&eyes, &(struct critter_eyes_display){.width = 92, .height = 48}, 3));
    assert_true(critter_eyes_tick(&eyes)); // the first picture is always new
    draw(&eyes);
    open = lit(&x, &y, 92);
    for (int t = 0; t < 60 * 30; t++) {
        if (!critter_eyes_tick(&eyes)) continue;
        drawn++;
        draw(&eyes);
        shut += lit(&x, &y, 92) < 0.2 * open;
    }
    assert_in_range(drawn, 200, 1700); // and not all the time
    assert_in_range(shut, 5, 60);      // 6 to 20 blinks a minute, two pictures each at most
    // What they look at they look at, and who speaks is seen to.
    critter_eyes_look(&eyes, 1, 0, 2000);
    for (int t = 0; t < 30; t++) critter_eyes_tick(&eyes);
    draw(&eyes);
    lit(&x, &y, 92);
    assert_true(x > 48);
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    static const struct critter_eyes_display NONE[] = {
        {.width = 7, .height = 64}, {.width = 1025, .height = 64}, {.width = 64, .height = 7}};
    struct critter_eyes eyes;
    for (int i = 0; i < 3; i++) assert_false(critter_eyes_start(&eyes, &NONE[i], 1));
    assert_true(critter_eyes_start(&eyes, &(struct critter_eyes_display){.width = 64, .height = 64}, 1));
    struct critter_eyes before = eyes;
    assert_false(critter_eyes_mood(&eyes, "peckish"));
    assert_false(critter_eyes_show(&eyes, "", 1000));
    critter_eyes_look(&eyes, NAN, 0, 1000);
    critter_eyes_look(&eyes, 0, INFINITY, 1000);
    assert_memory_equal(&eyes, &before, sizeof eyes);
    assert_true(critter_eyes_mood(&eyes, "HAPPY"));
    assert_null(critter_eyes_name(10000));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_are_the_programs_own), cmocka_unit_test(every_size_shows_the_same_face),
        cmocka_unit_test(they_live_by_themselves), cmocka_unit_test(what_cannot_be_is_refused)};
    return support_run(argc, argv, tests, NULL, NULL);
}
