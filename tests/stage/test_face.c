#include "support/support.h"

#include "base/chance.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/maths.h"
#include "base/text.h"
#include "stage/blink.h"
#include "stage/face_draw.h"
#include "stage/font.h"

#include <stdio.h>

enum { VECTOR_PIXELS = 184 * 96, COZMO_PIXELS = 128 * 64 };

static unsigned lit(const uint8_t *grey, size_t pixels) {
    unsigned count = 0;
    for (size_t i = 0; i < pixels; i++) count += grey[i] > 0;
    return count;
}

// Faces of pycozmo's renderer (MIT), as it drew them: numbers and bitmaps. Ours need not agree in every pixel of an edge.
static void faces_of_the_library_look_the_same(void **state) {
    char path[512];
    assert_true(path_join(path, sizeof path, getenv("SOURCE"), "tests/link/cozmo/data/vectors.tsv"));
    struct buf file = {0};
    assert_int_equal(file_read(path, 1 << 20, &file, NULL), ERR_NONE);
    struct text rest = {(const char *)file.at, file.len}, line;
    unsigned faces = 0;
    while (text_split(&rest, '\n', &line)) {
        struct text columns = line, kind, name, numbers, bits;
        if (!text_split(&columns, '\t', &kind) || !text_is(kind, "face")) continue;
        assert_true(text_split(&columns, '\t', &name) && text_split(&columns, '\t', &numbers) &&
                    text_split(&columns, '\t', &bits));
        float values[FACE_NUMBERS_COZMO];
        size_t count = 0, len;
        struct text list = {numbers.at + 1, numbers.len - 2}, word;
        while (text_split(&list, ',', &word) && count < FACE_NUMBERS_COZMO) {
            double value;
            assert_int_equal(text_to_f64(text_trim(word), &value), ERR_NONE);
            values[count++] = (float)value;
        }
        struct face face;
        assert_int_equal(face_from_numbers(&face, values, count), ERR_NONE);
        uint8_t want[COZMO_PIXELS / 8], got[COZMO_PIXELS];
        assert_int_equal(hex_to_bytes(bits, want, sizeof want, &len), ERR_NONE);
        assert_int_equal(len, sizeof want);
        face_bits(&face, &FACE_COZMO_LIBRARY, 2, got);
        unsigned differ = 0, both = 0;
        for (unsigned i = 0; i < COZMO_PIXELS; i++) {
            bool a = want[i / 8] >> (7 - i % 8) & 1, b = got[i] > 0;
            differ += a != b;
            both += a;
        }
        print_message("# %.*s: %u of %u lit pixels differ\n", (int)name.len, name.at, differ, both);
        assert_true(differ * 100 <= both * 5);
        faces++;
    }
    assert_int_equal(faces, 11);
    buf_free(&file);
}

static void every_number_changes_the_picture(void **state) {
    struct face base;
    face_neutral(&base, &FACE_VECTOR);
    static uint16_t before[VECTOR_PIXELS], after[VECTOR_PIXELS];
    face_colour(&base, &FACE_VECTOR, 0, 0.42f, 1, before);
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < EYE_NUMBERS; i++) {
            struct face face = base;
            if (i == EYE_GLOW_SIZE || i == EYE_GLOW_LIGHTNESS)
                face.eyes[e][EYE_GLOW_SIZE] = face.eyes[e][EYE_GLOW_LIGHTNESS] = 0.8f;
            bool angle = i == EYE_ANGLE || i == EYE_UPPER_LID_ANGLE || i == EYE_LOWER_LID_ANGLE;
            face.eyes[e][i] += angle                                       ? 15
                               : i <= EYE_Y                                ? 6
                               : i == EYE_SATURATION || i == EYE_LIGHTNESS ? -0.5f
                                                                           : 0.3f;
            face_colour(&face, &FACE_VECTOR, 0, 0.42f, 1, after);
            if (!memcmp(before, after, sizeof before))
                fail_msg("%s of eye %d changes nothing", eye_number_name(i), e);
        }
    struct face face = base;
    face.scan_lines = 0.5f;
    face_colour(&face, &FACE_VECTOR, 0, 0.42f, 1, after);
    assert_true(memcmp(before, after, sizeof before) != 0);
}

// Symmetric numbers make a symmetric face: the inner sides look at each other.
static void a_symmetric_face_is_symmetric(void **state) {
    static uint8_t grey[VECTOR_PIXELS];
    const char *names[] = {"happy", "sad", "angry", "pleading", "relieved"};
    for (int n = 0; n < 5; n++) {
        struct face face;
        face_named(&face, &FACE_VECTOR, names[n]);
        face.eyes[0][EYE_X] = 7, face.eyes[1][EYE_X] = -7;
        face_draw(&face, &FACE_VECTOR, 0, grey);
        unsigned odd = 0;
        for (int y = 0; y < 96; y++)
            for (int x = 0; x < 92; x++) {
                bool a = grey[y * 184 + x] > 60, b = grey[y * 184 + 183 - x] > 60;
                odd += a != b;
            }
        assert_true(odd < 40);
    }
}

static int highest_lit(const uint8_t *grey, int x) {
    for (int y = 0; y < 96; y++)
        if (grey[y * 184 + x] > 60) return y;
    return 96;
}

// Positive upper lid angles lower the inner ends (angry), negative ones raise them (sad); positive angles turn counter-clockwise.
static void signs_are_those_of_the_clips(void **state) {
    static uint8_t grey[VECTOR_PIXELS];
    struct face face;
    face_neutral(&face, &FACE_VECTOR);
    for (int e = 0; e < 2; e++) face.eyes[e][EYE_UPPER_LID_Y] = 0.4f, face.eyes[e][EYE_UPPER_LID_ANGLE] = 20;
    face_draw(&face, &FACE_VECTOR, 0, grey);
    assert_true(highest_lit(grey, 80) > highest_lit(grey, 35));
    assert_true(highest_lit(grey, 105) > highest_lit(grey, 150));
    face_neutral(&face, &FACE_VECTOR);
    face.angle = 15; // counter-clockwise: the right half rises
    face_draw(&face, &FACE_VECTOR, 0, grey);
    assert_true(highest_lit(grey, 150) < highest_lit(grey, 30));
}

static void numbers_survive_the_flat_order(void **state) {
    struct chance dice = chance_of(5, 6, 7);
    float in[FACE_NUMBERS], out[FACE_NUMBERS];
    for (int i = 0; i < FACE_NUMBERS; i++) in[i] = chance_range(&dice, -3, 3);
    struct face face;
    assert_int_equal(face_from_numbers(&face, in, FACE_NUMBERS), ERR_NONE);
    face_to_numbers(&face, out);
    assert_memory_equal(in, out, sizeof in);
    assert_int_equal(face_from_numbers(&face, in, 44), ERR_RANGE);
    assert_int_equal(face_set_eye(&face, 0, in, 24), ERR_NONE);
    assert_true(face.eyes[0][EYE_GLOW_LIGHTNESS] == 0);
    assert_int_equal(face_set_eye(&face, 0, in, 19), ERR_NONE);
    assert_true(face.eyes[0][EYE_SATURATION] == 1 && face.eyes[0][EYE_HOT_SPOT_X] == 0);
    assert_int_equal(face_set_eye(&face, 0, in, 20), ERR_RANGE);
    assert_int_equal(face_set_eye(&face, 2, in, 25), ERR_RANGE);
}

static void blends_and_layers_keep_their_rules(void **state) {
    struct face a, b, c;
    face_neutral(&a, &FACE_VECTOR);
    b = a;
    a.angle = 170, b.angle = -170;
    a.eyes[0][EYE_UPPER_LID_Y] = 0, b.eyes[0][EYE_UPPER_LID_Y] = 1;
    face_blend(&a, &b, 0.25f, &c);
    assert_true(m_abs(c.angle - 175) < 1e-3f); // the short way
    assert_true(m_abs(c.eyes[0][EYE_UPPER_LID_Y] - 0.25f) < 1e-6f);
    face_blend(&a, &b, 7, &c);
    assert_true(c.eyes[0][EYE_UPPER_LID_Y] == 1); // after the last key-frame it holds
    struct face layer;
    face_zero(&layer);
    layer.x = 3, layer.eyes[0][EYE_SCALE_X] = 2, layer.eyes[0][EYE_HOT_SPOT_X] = 0.5f,
    layer.eyes[0][EYE_UPPER_LID_Y] = 0.9f;
    face_neutral(&a, &FACE_VECTOR);
    c = a;
    face_layer(&c, &layer);
    assert_true(c.x == a.x + 3 && c.eyes[0][EYE_SCALE_X] == a.eyes[0][EYE_SCALE_X] * 2);
    assert_true(c.eyes[0][EYE_HOT_SPOT_X] == 0.25f && c.eyes[0][EYE_UPPER_LID_Y] == 0);
}

static void nonsense_is_mended_and_draws_something_finite(void **state) {
    struct chance dice = chance_of(1, 1, 1);
    static uint16_t screen[VECTOR_PIXELS];
    static uint8_t grey[COZMO_PIXELS];
    struct face before;
    face_neutral(&before, &FACE_VECTOR);
    const float wild[] = {
        0,    -0.0f, 1e30f, -1e30f, 1e-30f, __builtin_nanf(""), __builtin_inff(), -__builtin_inff(),
        1000, -1000, 0.5f};
    for (int turn = 0; turn < 400; turn++) {
        float numbers[FACE_NUMBERS];
        for (int i = 0; i < FACE_NUMBERS; i++)
            numbers[i] = wild[chance_below(&dice, sizeof wild / sizeof *wild)];
        struct face face;
        face_from_numbers(&face, numbers, FACE_NUMBERS);
        face_colour(&face, &FACE_VECTOR, (uint32_t)turn, 0.1f, 1, screen); // must not crash
        face_bits(&face, &FACE_COZMO, turn & 1, grey);
        face_mend(&face, &before, &FACE_VECTOR);
        face_to_numbers(&face, numbers);
        for (int i = 0; i < FACE_NUMBERS; i++) assert_true(m_finite(numbers[i]));
    }
}

static void every_expression_has_a_look_of_its_own(void **state) {
    static uint8_t grey[VECTOR_PIXELS];
    uint64_t looks[64];
    size_t count = 0;
    for (; face_name(count); count++) {
        struct face face;
        assert_int_equal(face_named(&face, &FACE_VECTOR, face_name(count)), ERR_NONE);
        face_draw(&face, &FACE_VECTOR, 0, grey);
        assert_true(lit(grey, VECTOR_PIXELS) > 400);
        looks[count] = hash64(0, grey, VECTOR_PIXELS);
        for (size_t i = 0; i < count; i++) assert_true(looks[i] != looks[count]);
        face_bits(&face, &FACE_COZMO, 2,
                  grey); // not every fine difference survives one bit, but something is seen
        face_named(&face, &FACE_COZMO, face_name(count));
        face_bits(&face, &FACE_COZMO, 2, grey);
        assert_true(lit(grey, COZMO_PIXELS) > 60);
    }
    assert_true(count >= 30);
    struct face face;
    assert_int_equal(face_named(&face, &FACE_VECTOR, "hapy"), ERR_UNKNOWN);
}

static void the_feelings_of_the_public_library_are_known_and_differ(void **state) {
    static const char *const NAMES[] = {
        "Neutral",   "Anger",          "Sadness",       "Happiness",     "Surprise",
        "Disgust",   "Fear",           "Pleading",      "Vulnerability", "Despair",
        "Guilt",     "Disappointment", "Embarrassment", "Horror",        "Skepticism",
        "Annoyance", "Fury",           "Suspicion",     "Rejection",     "Boredom",
        "Tiredness", "Asleep",         "Confusion",     "Amazement",     "Excitement"};
    enum { COUNT = sizeof NAMES / sizeof *NAMES };
    static uint8_t grey[COUNT][COZMO_PIXELS];
    assert_int_equal(COUNT, 25);
    for (int i = 0; i < COUNT; i++) {
        struct face face;
        if (face_named(&face, &FACE_COZMO, NAMES[i])) fail_msg("%s", NAMES[i]);
        face_bits(&face, &FACE_COZMO, 2, grey[i]);
        for (int k = 0; k < i; k++) { // also on one bit a pixel
            unsigned differ = 0;
            for (int p = 0; p < COZMO_PIXELS; p++) differ += grey[i][p] != grey[k][p];
            if (differ < 30) fail_msg("%s looks like %s", NAMES[i], NAMES[k]);
        }
    }
}

static void a_one_bit_display_is_lit_in_every_other_row(void **state) {
    static uint8_t grey[COZMO_PIXELS];
    struct face face;
    face_neutral(&face, &FACE_COZMO);
    for (unsigned parity = 0; parity < 2; parity++) {
        face_bits(&face, &FACE_COZMO, parity, grey);
        for (unsigned y = 0; y < 64; y++) {
            unsigned row = lit(grey + y * 128, 128);
            if ((y & 1) != parity) assert_int_equal(row, 0);
            if ((y & 1) == parity && y > 20 && y < 44) assert_true(row > 40);
        }
    }
}

static void blinks_come_and_go(void **state) {
    struct blink blink;
    blink_start(&blink, 9);
    unsigned blinks = 0, shut = 0, longest = 0, pause = 0;
    for (uint32_t tick = 0; tick < 30000; tick++) {
        float lids = blink_step(&blink, tick);
        shut += lids == 0;
        blinks += blink_began(&blink);
        pause = lids == 1 ? pause + 1 : 0;
        longest = pause > longest ? pause : longest;
    }
    assert_int_equal(blinks, shut); // each closes the eyes once
    assert_in_range(blinks, 150, 350);
    assert_true(longest < 260);
    blink_now(&blink, 40000);
    blink_step(&blink, 40000);
    assert_true(blink_began(&blink));
}

static unsigned dots;
static void count_dot(void *user, int x, int y, unsigned size) { dots += size * size; }

static void letters_are_drawn(void **state) {
    dots = 0;
    font_draw(0, 0, 2, "914", count_dot, NULL);
    assert_int_equal(dots, 4 * (15 + 10 + 14));
    assert_int_equal(font_width("914", 2), 34);
    assert_int_equal(font_width("", 3), 0);
    for (int c = 33; c < 127; c++) {
        dots = 0;
        char text[2] = {(char)c, 0};
        font_draw(0, 0, 1, text, count_dot, NULL);
        assert_in_range(dots, 2, 25);
        for (int d = 33; d < c; d++)
            assert_true(memcmp(font_rows((char)c), font_rows((char)d), FONT_HEIGHT) != 0);
    }
    assert_int_equal(font_rows('\x80')[0], 0x1f);
}

TESTS(cmocka_unit_test(faces_of_the_library_look_the_same),
      cmocka_unit_test(every_number_changes_the_picture), cmocka_unit_test(a_symmetric_face_is_symmetric),
      cmocka_unit_test(signs_are_those_of_the_clips), cmocka_unit_test(numbers_survive_the_flat_order),
      cmocka_unit_test(blends_and_layers_keep_their_rules),
      cmocka_unit_test(nonsense_is_mended_and_draws_something_finite),
      cmocka_unit_test(every_expression_has_a_look_of_its_own),
      cmocka_unit_test(the_feelings_of_the_public_library_are_known_and_differ),
      cmocka_unit_test(a_one_bit_display_is_lit_in_every_other_row), cmocka_unit_test(blinks_come_and_go),
      cmocka_unit_test(letters_are_drawn))
