#include "support/support.h"

#include "codec/picture/colour.h"

#include <math.h>

// From running the public client library.
static void light_words_are_the_library_s(void **state) {
    static const struct {
        struct rgb colour;
        uint16_t word;
    } WORDS[] = {{{0, 0, 0}, 0x0000},   {{255, 255, 255}, 0x7fff}, {{255, 0, 0}, 0x7c00},
                 {{0, 255, 0}, 0x03e0}, {{0, 0, 255}, 0x001f},     {{128, 64, 200}, 0x3cf8},
                 {{8, 7, 9}, 0x0001},   {{17, 33, 250}, 0x089e}};
    static const struct {
        uint16_t word;
        struct rgb colour;
    } BACK[] = {{0x0000, {0, 0, 0}},
                {0x7fff, {255, 255, 255}},
                {0x1234, {32, 139, 164}},
                {0x0421, {8, 8, 8}},
                {0x4210, {131, 131, 131}}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        assert_int_equal(light_word(WORDS[i].colour, false), WORDS[i].word);
        assert_int_equal(light_word(WORDS[i].colour, true), WORDS[i].word | 0x8000);
    }
    for (size_t i = 0; i < sizeof BACK / sizeof *BACK; i++) {
        bool infrared = true;
        struct rgb c = rgb_of_light(BACK[i].word, &infrared);
        assert_memory_equal(&c, &BACK[i].colour, sizeof c);
        assert_false(infrared);
        rgb_of_light(BACK[i].word | 0x8000, &infrared);
        assert_true(infrared);
    }
}

static void every_word_survives_the_way_to_bytes_and_back(void **state) {
    for (unsigned pixel = 0; pixel <= 0xffff; pixel++)
        assert_int_equal(rgb565_of(rgb_of_565((uint16_t)pixel)), pixel);
    assert_int_equal(rgb565_of((struct rgb){255, 0, 0}), 0xf800);
    assert_int_equal(rgb565_of((struct rgb){0, 255, 0}), 0x07e0);
    assert_int_equal(rgb565_of((struct rgb){0, 0, 255}), 0x001f);
    struct rgb white = rgb_of_565(0xffff);
    assert_true(white.r == 255 && white.g == 255 && white.b == 255);
    const uint16_t pixels[2] = {0xf800, 0x1234};
    uint8_t wire[4];
    uint16_t back[2];
    rgb565_to_wire(pixels, 2, wire);
    assert_memory_equal(wire, "\xf8\x00\x12\x34", 4);
    rgb565_from_wire(wire, 2, back);
    assert_memory_equal(back, pixels, sizeof back);
}

static void hues_are_where_they_belong(void **state) {
    static const struct {
        struct hsv hsv;
        struct rgb rgb;
    } KNOWN[] = {{{0, 1, 1}, {255, 0, 0}},        {{1.0f / 6, 1, 1}, {255, 255, 0}},
                 {{1.0f / 3, 1, 1}, {0, 255, 0}}, {{0.5f, 1, 1}, {0, 255, 255}},
                 {{2.0f / 3, 1, 1}, {0, 0, 255}}, {{1, 1, 1}, {255, 0, 0}},
                 {{-0.5f, 1, 1}, {0, 255, 255}},  {{0.3f, 0, 0.5f}, {128, 128, 128}},
                 {{0.42f, 1, 1}, {0, 255, 133}},  {{0, 7, 2}, {255, 0, 0}}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        struct rgb c = rgb_of_hsv(KNOWN[i].hsv);
        assert_true(abs(c.r - KNOWN[i].rgb.r) <= 1 && abs(c.g - KNOWN[i].rgb.g) <= 1 &&
                    abs(c.b - KNOWN[i].rgb.b) <= 1);
    }
    rgb_of_hsv((struct hsv){(float)NAN, (float)NAN, (float)NAN}); // whatever it is, it is a colour
    for (int r = 0; r < 256; r += 15)
        for (int g = 0; g < 256; g += 15)
            for (int b = 0; b < 256; b += 15) {
                struct rgb from = {(uint8_t)r, (uint8_t)g, (uint8_t)b}, back = rgb_of_hsv(hsv_of_rgb(from));
                assert_memory_equal(&from, &back, sizeof back);
            }
}

static void clip_colours_come_in_two_scales(void **state) {
    struct rgb c = rgb_of_floats((const float[4]){1, 0.5f, 0, 0});
    assert_true(c.r == 255 && c.g == 128 && c.b == 0);
    c = rgb_of_floats((const float[4]){255, 128, 0, 0});
    assert_true(c.r == 255 && c.g == 128 && c.b == 0);
    c = rgb_of_floats((const float[4]){1, 2, -4, 0});
    assert_true(c.r == 1 && c.g == 2 && c.b == 0);
}

TESTS(cmocka_unit_test(light_words_are_the_library_s),
      cmocka_unit_test(every_word_survives_the_way_to_bytes_and_back),
      cmocka_unit_test(hues_are_where_they_belong), cmocka_unit_test(clip_colours_come_in_two_scales))
