// Bright colours and laser dots, painted into pictures, and what is none; and markers in light so low that
// only several pictures together show them.
#include "support/support.h"

#include "base/maths/chance.h"
#include "sense/see/composite.h"
#include "sense/see/markers.h"
#include "sense/see/spots.h"
#include "world/camera/lens.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 640, HIGH = 360 };
static uint8_t rgb[WIDE * HIGH * 3];

static void paper(uint8_t r, uint8_t g, uint8_t b, uint64_t seed) {
    struct chance dice = chance_of(2, seed, 5);
    const uint8_t colour[3] = {r, g, b};
    for (size_t i = 0; i < sizeof rgb; i++) rgb[i] = (uint8_t)(colour[i % 3] + chance_below(&dice, 9));
}
static void box(uint32_t x0, uint32_t y0, uint32_t wide, uint32_t high, uint8_t r, uint8_t g, uint8_t b) {
    for (uint32_t y = y0; y < y0 + high; y++)
        for (uint32_t x = x0; x < x0 + wide; x++) {
            uint8_t *at = rgb + ((size_t)y * WIDE + x) * 3;
            at[0] = r, at[1] = g, at[2] = b;
        }
}
// As a sensor shows it: white where it is too bright, its colour round about.
static void shine(float x0, float y0, float radius, const float light[3]) {
    for (uint32_t y = 0; y < HIGH; y++)
        for (uint32_t x = 0; x < WIDE; x++) {
            float dx = ((float)x + 0.5f - x0) / radius, dy = ((float)y + 0.5f - y0) / radius;
            if (dx * dx + dy * dy > 30) continue;
            float falls = m_exp(-(dx * dx + dy * dy));
            for (int k = 0; k < 3; k++) {
                uint8_t *at = rgb + ((size_t)y * WIDE + x) * 3 + k;
                *at = (uint8_t)m_min((float)*at + light[k] * falls, 255);
            }
        }
}

static struct spots seen(void) {
    struct spots out = {.count = 0};
    struct colours_config colours = colours_defaults();
    struct lasers_config lasers = lasers_defaults();
    colours_find(rgb, WIDE, HIGH, &colours, &out);
    lasers_find(rgb, WIDE, HIGH, &lasers, &out);
    return out;
}

static void bright_colours_are_told_with_their_place(void **state) {
    paper(170, 150, 130, 1); // a desk
    assert_int_equal(seen().count, 0);
    box(100, 60, 100, 60, 200, 40, 40), box(400, 200, 60, 140, 30, 60, 180);
    box(250, 100, 60, 60, 140, 130, 120), box(500, 20, 30, 30, 90, 70, 60); // no colours
    struct spots s = seen();
    assert_int_equal(s.count, 2);
    const struct spot *blue = &s.list[0], *red = &s.list[1]; // the larger one first
    assert_true(blue->blue > 130 && blue->red < 80 && red->red > 150 && red->blue < 80);
    assert_true(m_abs(blue->x * WIDE - 430) < 15 && m_abs(blue->y * HIGH - 270) < 15);
    assert_true(m_abs(red->x * WIDE - 150) < 15 && m_abs(red->y * HIGH - 90) < 15);
    assert_true(red->share > 0.01f && red->share < 0.035f && blue->kind == SPOT_COLOUR);
    box(200, 60, 90, 60, 40, 200, 40); // beside it, and another colour: another spot
    assert_int_equal(seen().count, 3);
    paper(60, 10, 10, 1); // too dark to be bright
    assert_int_equal(seen().count, 0);
}

static void a_laser_is_told_and_lamps_are_not(void **state) {
    static const float RED[] = {900, 60, 50}, GREEN[] = {80, 800, 120}, WHITE[] = {800, 800, 780};
    for (int i = 0; i < 8; i++) {
        float x = 60 + 70 * (float)i, y = 150 + 20 * (float)(i % 4);
        paper(90, 80, 70, (uint64_t)i);
        shine(x, y, 2 + 0.15f * (float)i, i & 1 ? GREEN : RED);
        struct spots s = seen();
        assert_int_equal(s.count, 1);
        assert_int_equal(s.list[0].kind, SPOT_LASER);
        assert_true(m_abs(s.list[0].x * WIDE - x) < 1.5f && m_abs(s.list[0].y * HIGH - y) < 1.5f);
        assert_true(i & 1 ? s.list[0].green == 255 : s.list[0].red == 255);
    }
    paper(90, 80, 70, 9);
    shine(200, 150, 3, WHITE); // a lamp in polish
    shine(400, 200, 14, RED);  // a lantern
    struct spots s = seen();
    for (uint32_t i = 0; i < s.count; i++) assert_int_equal(s.list[i].kind, SPOT_COLOUR);
    paper(210, 200, 190, 9); // in daylight there is nothing to see
    shine(200, 150, 2, RED);
    assert_int_equal(seen().count, 0);
    struct chance dice = chance_of(7, 7, 7); // and in noise there is none, however long it takes
    for (size_t i = 0; i < sizeof rgb; i++) rgb[i] = (uint8_t)chance_below(&dice, 256);
    assert_true(seen().count <= SPOTS_MOST);
}

// ------------------------------------------------------------------------------------------------ low light

static void low_light_shows_in_several_pictures(void **state) {
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    struct scene_config room = scene_defaults();
    struct lens_config eye = lens_defaults();
    struct scene_light light = scene_light_defaults();
    struct scene_art *art = scene_art_new();
    struct scene *scene = scene_new(&room, art);
    struct lens *lens = lens_new(&eye, NULL);
    struct composite_config c = composite_defaults();
    struct markers_config markers = markers_defaults();
    uint8_t *grey = malloc(WIDE * HIGH);
    uint32_t alone = 0, together = 0, tries = 0, strays = 0;
    light.lux = 0.25f;
    for (int n = 0; n < 4; n++) {
        struct composite *sum = composite_new();
        scene_begin(scene, &light);
        scene_ground(scene, 0, 3, (struct scene_look){{150, 120, 90}, SCENE_WOOD, 0.5f, 0});
        scene_cube(scene, 2,
                   &(struct scene_cube){
                       .pose = {vec3(0.18f, 0.03f * (float)(n - 2), 0.022f), quat_yaw(0.2f * (float)(n - 2))},
                       .kind = MARKER_VECTOR_CUBE});
        for (uint32_t k = 0; k < 32; k++) {
            struct lens_shot shot = {.start = {vec3(0, 0, 0.041f), AXES}, .exposure_ms = 66, .gain = 4};
            shot.end = shot.start;
            struct frame *frame = lens_take(lens, scene, &shot, NULL, NULL);
            struct see_picture p = {frame->bytes, frame->width, frame->height};
            struct markers_seen one;
            assert_int_equal(composite_add(sum, &p, &c, false), k % 4 == 3);
            assert_int_equal(composite_count(sum), k + 1);
            if (k % 8 == 0) {
                assert_int_equal(markers_find(&p, &markers, &one), 0);
                alone += one.count == 1, tries++;
            }
            frame_drop(frame);
        }
        struct markers_seen all;
        composite_show(sum, &c, grey);
        assert_int_equal(markers_find(&(struct see_picture){grey, WIDE, HIGH}, &markers, &all), 0);
        together += all.count == 1, strays += all.count > 1;
        composite_drop(sum);
    }
    print_message("# %u of %u alone, %u of 4 together\n", alone, tries, together);
    assert_true(alone * 4 <= tries && together == 4 && !strays);
    free(grey), lens_free(lens), scene_free(scene), scene_art_free(art);
}

static void sums_begin_anew(void **state) {
    static uint8_t dark[64 * 64], light[64 * 64], out[64 * 64];
    struct composite_config c = {.period = 2, .cycles = 2, .percentile = 90};
    struct see_picture d = {dark, 64, 64}, l = {light, 64, 64}, small = {light, 32, 32};
    memset(dark, 4, sizeof dark), memset(light, 200, sizeof light);
    memset(light, 20, sizeof light / 2); // its upper half
    struct composite *sum = composite_hold(composite_new());
    assert_false(composite_add(sum, &l, &c, false));
    assert_true(composite_add(sum, &l, &c, false));
    composite_show(sum, &c, out);
    assert_true(out[64 * 64 - 1] >= 220 && out[0] >= 18 && out[0] <= 28); // ten to one, and white is white
    assert_false(composite_add(sum, &d, &c, true));                       // it moved
    assert_int_equal(composite_count(sum), 1);
    for (int i = 0; i < 3; i++) composite_add(sum, &d, &c, false);
    composite_show(sum, &c, out);
    assert_true(out[0] == out[64 * 64 - 1]);         // nothing is left of what was before
    assert_false(composite_add(sum, &d, &c, false)); // its four are over
    assert_int_equal(composite_count(sum), 1);
    composite_add(sum, &small, &c, false); // another size
    assert_int_equal(composite_count(sum), 1);
    composite_drop(sum), composite_drop(sum);
}

TESTS(cmocka_unit_test(bright_colours_are_told_with_their_place),
      cmocka_unit_test(a_laser_is_told_and_lamps_are_not),
      cmocka_unit_test(low_light_shows_in_several_pictures), cmocka_unit_test(sums_begin_anew))
