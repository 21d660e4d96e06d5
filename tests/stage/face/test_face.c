#include "support/support.h"

#include "base/hash.h"
#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "base/system/file.h"
#include "base/text.h"
#include "stage/clip/player.h"
#include "stage/draw/font.h"
#include "stage/face/draw.h"

#include <stdio.h>

enum { VECTOR_PIXELS = 184 * 96, COZMO_PIXELS = 128 * 64 };

static unsigned lit(const uint8_t *grey, size_t pixels) {
    unsigned count = 0;
    for (size_t i = 0; i < pixels; i++) count += grey[i] > 0;
    return count;
}

// Faces of pycozmo's renderer (MIT), as it drew them: numbers and bitmaps. Ours need not agree in every pixel
// of an edge.
static unsigned faces_look_the_same(const char *name_of_file, unsigned percent) {
    char path[512];
    assert_true(path_join(path, sizeof path, getenv("SOURCE"), name_of_file));
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
        assert_true(differ * 100 <= both * percent);
        faces++;
    }
    buf_free(&file);
    return faces;
}

static void faces_of_the_library_look_the_same(void **state) {
    assert_int_equal(faces_look_the_same("tests/link/cozmo/data/vectors.tsv", 4), 11);
    assert_int_equal(faces_look_the_same("tests/stage/data/faces.tsv", 5), 7); // moved, turned twice, scaled
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

// Positive upper lid angles lower the inner ends (angry), negative ones raise them (sad); positive angles
// turn counter-clockwise.
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
    assert_int_equal(face_set_eye(&face, 0, in, 24, EYE_CORNERS_ROUND), ERR_NONE);
    assert_true(face.eyes[0][EYE_GLOW_LIGHTNESS] == 0);
    assert_int_equal(face_set_eye(&face, 0, in, 19, EYE_CORNERS_ROUND), ERR_NONE);
    assert_true(face.eyes[0][EYE_SATURATION] == 1 && face.eyes[0][EYE_HOT_SPOT_X] == 0);
    assert_int_equal(face_set_eye(&face, 0, in, 20, EYE_CORNERS_ROUND), ERR_RANGE);
    assert_int_equal(face_set_eye(&face, 2, in, 25, EYE_CORNERS_ROUND), ERR_RANGE);
}

// What the papers of the robots say of each number: its name, in order, and how far it may go on Vector and
// on Cozmo.
static void every_number_has_its_name_and_range(void **state) {
    static const char NAMES[] =
        "EyeCenterX EyeCenterY EyeScaleX EyeScaleY EyeAngle LowerInnerRadiusX LowerInnerRadiusY "
        "UpperInnerRadiusX UpperInnerRadiusY UpperOuterRadiusX UpperOuterRadiusY "
        "LowerOuterRadiusX LowerOuterRadiusY UpperLidY UpperLidAngle UpperLidBend LowerLidY "
        "LowerLidAngle LowerLidBend Saturation Lightness GlowSize HotSpotCenterX "
        "HotSpotCenterY GlowLightness";
    static const struct {
        int number;
        float low, high, cozmo_low, cozmo_high;
    } RANGES[] = {{EYE_X, -92, 92, -1000, 1000},
                  {EYE_Y, -48, 48, -1000, 1000},
                  {EYE_SCALE_X, 0, 10, 0, 100},
                  {EYE_ANGLE, -360, 360, -720, 720},
                  {EYE_UPPER_INNER_Y, 0, 1, 0, 1},
                  {EYE_UPPER_LID_Y, 0, 1, 0, 1},
                  {EYE_UPPER_LID_ANGLE, -45, 45, -45, 45},
                  {EYE_UPPER_LID_BEND, -1, 1, 0, 1},
                  {EYE_LOWER_LID_BEND, -1, 1, 0, 1},
                  {EYE_LIGHTNESS, -1, 1, -1, 1},
                  {EYE_HOT_SPOT_X, -1, 1, -1, 1},
                  {EYE_GLOW_LIGHTNESS, 0, 1, 0, 1}};
    struct text rest = text_of(NAMES), name;
    for (int i = 0; i < EYE_NUMBERS; i++) {
        assert_true(text_split(&rest, ' ', &name));
        assert_true(text_is(name, eye_number_name((enum eye_number)i)));
    }
    assert_null(eye_number_name(EYE_NUMBERS));
    assert_int_equal(FACE_NUMBERS_COZMO, 43);
    assert_int_equal(FACE_NUMBERS, 55);
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++)
        for (int cozmo = 0; cozmo < 2; cozmo++) {
            const struct face_style *style = cozmo ? &FACE_COZMO : &FACE_VECTOR;
            float low = cozmo ? RANGES[i].cozmo_low : RANGES[i].low,
                  high = cozmo ? RANGES[i].cozmo_high : RANGES[i].high;
            struct face before, face;
            face_neutral(&before, style);
            float *value = &face.eyes[1][RANGES[i].number];
            face = before, *value = low;
            assert_int_equal(face_mend(&face, &before, style), 0);
            assert_true(*value == low);
            face = before, *value = high;
            assert_int_equal(face_mend(&face, &before, style), 0);
            if (high > 50 && cozmo) continue; // not bounded by anything that a clip would have
            face = before, *value = high * 1.01f + 0.01f;
            assert_int_equal(face_mend(&face, &before, style), 1);
            assert_true(*value == high);
            face = before, *value = __builtin_nanf("");
            assert_int_equal(face_mend(&face, &before, style), 1);
            assert_true(*value == before.eyes[1][RANGES[i].number]); // what it was
        }
    struct face before, face;
    face_neutral(&before, &FACE_VECTOR);
    face = before;
    face.scale_y = -0.14f, face.x = __builtin_inff(), face.eyes[0][EYE_SCALE_X] = -2;
    assert_int_equal(face_mend(&face, &before, &FACE_VECTOR), 3);
    assert_true(face.scale_y == 0 && face.x == before.x && face.eyes[0][EYE_SCALE_X] == 0);
}

// Two orders are known; the other one has both lower corners first.
static void the_order_of_corners_can_be_switched(void **state) {
    float in[EYE_NUMBERS];
    for (int i = 0; i < EYE_NUMBERS; i++) in[i] = (float)i / 100;
    struct face round, rows;
    face_neutral(&round, &FACE_VECTOR);
    rows = round;
    assert_int_equal(face_set_eye(&round, 0, in, 25, EYE_CORNERS_ROUND), ERR_NONE);
    assert_int_equal(face_set_eye(&rows, 0, in, 25, EYE_CORNERS_ROWS), ERR_NONE);
    static const int CAME_FROM[] = {5, 6, 9, 10, 11, 12, 7, 8}; // of the numbers 5 to 12, in rows
    for (int i = 0; i < EYE_NUMBERS; i++) {
        assert_true(round.eyes[0][i] == in[i]);
        assert_true(rows.eyes[0][i] == in[i >= 5 && i < 13 ? CAME_FROM[i - 5] : i]);
    }
    // A clip that was written in rows plays with its corners where they belong.
    struct clip_face key = {.scale_x = 1, .scale_y = 1, .left = {in, 25}, .scanline_opacity = 1};
    struct clip clip = {.name = TEXT("anim_t_01"), .keys.face = {&key, 1}};
    struct player_config config = player_vector();
    config.corners = EYE_CORNERS_ROWS;
    static struct player player;
    static struct player_out out;
    player_start(&player, &config);
    uint8_t tag;
    assert_int_equal(player_play(&player, &(struct player_play){.clip = &clip, .loops = 1}, &tag, NULL),
                     ERR_NONE);
    player_step(&player, &(struct player_in){0}, &out);
    assert_true(out.face_on && out.face.eyes[0][EYE_UPPER_INNER_X] == in[9] &&
                out.face.eyes[0][EYE_LOWER_OUTER_Y] == in[8]);
}

static void layers_add_multiply_average_or_replace(void **state) {
    struct chance dice = chance_of(2, 3, 4);
    float a[FACE_NUMBERS], b[FACE_NUMBERS], c[FACE_NUMBERS];
    for (int i = 0; i < FACE_NUMBERS; i++)
        a[i] = chance_range(&dice, -2, 2), b[i] = chance_range(&dice, -2, 2);
    struct face base, layer;
    for (int how = FACE_ON_TOP; how <= FACE_REPLACE; how++) {
        face_from_numbers(&base, a, FACE_NUMBERS);
        face_from_numbers(&layer, b, FACE_NUMBERS);
        base.scan_lines = 0.5f, layer.scan_lines = 0.25f;
        face_layer(&base, &layer, (enum face_mix)how);
        face_to_numbers(&base, c);
        for (int i = 0; i < FACE_NUMBERS; i++) {
            int eye = i < 5 ? -1 : (i - 5) % EYE_NUMBERS;
            bool scale = i == 2 || i == 3 || eye == EYE_SCALE_X || eye == EYE_SCALE_Y;
            bool place = i < 2 || i == 4 || eye == EYE_X || eye == EYE_Y || eye == EYE_ANGLE ||
                         eye == EYE_UPPER_LID_ANGLE || eye == EYE_LOWER_LID_ANGLE;
            bool spot = eye == EYE_HOT_SPOT_X || eye == EYE_HOT_SPOT_Y;
            float want = how == FACE_ADD        ? a[i] + b[i]
                         : how == FACE_MULTIPLY ? a[i] * b[i]
                         : how == FACE_AVERAGE  ? (a[i] + b[i]) / 2
                         : how == FACE_REPLACE  ? b[i]
                         : scale                ? a[i] * b[i]
                         : place                ? a[i] + b[i]
                         : spot                 ? (a[i] + b[i]) / 2
                                                : a[i];
            assert_true(c[i] == want);
        }
        static const float LINES[] = {0.5f, 0.75f, 0.125f, 0.375f, 0.25f};
        assert_true(base.scan_lines == LINES[how]);
    }
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
    face_layer(&c, &layer, FACE_ON_TOP);
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

// Rows of a column that are lit: the first and how many, in one run; 0: none.
static unsigned run_of_column(const uint8_t *grey, unsigned x, unsigned *first) {
    unsigned count = 0, runs = 0;
    for (unsigned y = 0; y < 64; y++) {
        bool on = grey[y * 128 + x], before = y && grey[(y - 1) * 128 + x];
        if (on && !before) runs++, *first = y;
        count += on;
    }
    return runs == 1 ? count : 0;
}

enum { CORNER_DOTS = 4 }; // they may be cut where a lid meets the rim
static void eye_in_one_piece(const uint8_t *grey, unsigned from, const char *name, unsigned open) {
    unsigned left = from, right = from + 64, first = 0, last = 0, low = 0, high = 0;
    while (left < right && !run_of_column(grey, left, &first)) left++;
    while (right > left && !run_of_column(grey, right - 1, &first)) right--;
    for (unsigned x = left + CORNER_DOTS; x + CORNER_DOTS < right; x++) {
        unsigned count = run_of_column(grey, x, &first);
        if (count < 2) fail_msg("%s, open %u/100, column %u: %u dots", name, open, x, count);
        if (low && (first > high || first + count < low))
            fail_msg("%s, open %u/100, is torn at column %u", name, open, x);
        low = first, high = first + count, last = x;
    }
    if (left < right && last - left < 15)
        fail_msg("%s, open %u/100, is %u dots wide", name, open, last - left);
}

// Every column has two dots, so one is left where only every other row is lit.
static void a_thin_eye_is_a_line_without_gaps(void **state) {
    static uint8_t grey[COZMO_PIXELS];
    for (size_t i = 0; face_name(i); i++)
        for (unsigned open = 4; open <= 100; open += 3) {
            struct face face;
            assert_int_equal(face_named(&face, &FACE_COZMO, face_name(i)), ERR_NONE);
            face_squash(&face, (float)open / 100);
            face_draw(&face, &FACE_COZMO, 0, grey);
            for (unsigned from = 0; from < 128; from += 64) eye_in_one_piece(grey, from, face_name(i), open);
        }
}

// What lies between rim and a bent lid runs into points; they are cut before they are one dot wide for long.
static void a_bent_lid_leaves_no_thorns(void **state) {
    static uint8_t grey[COZMO_PIXELS];
    struct face face;
    assert_int_equal(face_named(&face, &FACE_COZMO, "mischievous"), ERR_NONE);
    for (int shift = 0; shift < 10; shift++) {
        face.x = (float)shift / 10;
        face_draw(&face, &FACE_COZMO, 0, grey);
        for (unsigned y = 1; y < 63; y++)
            for (unsigned x = 1; x < 127; x++) {
                const uint8_t *at = grey + y * 128 + x;
                unsigned alone = 0;
                for (; at < grey + COZMO_PIXELS - 129 && *at && !at[-1] && !at[1]; at += 128) alone++;
                if (alone > 2) fail_msg("a thorn of %u dots at %u, %u, moved by 0.%d", alone, x, y, shift);
            }
    }
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

// Without noise: from the hot spot outwards a normal curve, as wide as the style says in parts of an eye's
// size.
static void light_falls_off_as_a_bell(void **state) {
    static uint8_t grey[VECTOR_PIXELS];
    for (int i = 0; i < 3; i++) {
        struct face_style style = FACE_VECTOR;
        struct face face;
        style.noise_low = style.noise_high = 1;
        style.falloff = 0.25f + 0.1f * (float)i;
        style.rest_scale_x = style.rest_scale_y = 1;
        face_zero(&face);
        face_draw(&face, &style, 0, grey);
        int x = (int)style.left_x, y = (int)style.eye_y, reach_x = (int)(style.eye_width * 0.4f),
            reach_y = (int)(style.eye_height * 0.4f);
        float middle = grey[y * 184 + x];
        assert_true(middle > 100);
        for (int away = 1; away < (reach_x < reach_y ? reach_x : reach_y); away++) {
            float u = (float)away / (style.eye_width * style.falloff),
                  v = (float)away / (style.eye_height * style.falloff);
            float wide = middle * m_exp(-u * u / 2), high = middle * m_exp(-v * v / 2);
            float got_wide = (float)(grey[y * 184 + x + away] + grey[y * 184 + x - away]) / 2,
                  got_high = (float)(grey[(y + away) * 184 + x] + grey[(y - away) * 184 + x]) / 2;
            if (m_abs(got_wide - wide) > 3 || m_abs(got_high - high) > 3)
                fail_msg("%d away: %g and %g, not %g and %g", away, (double)got_wide, (double)got_high,
                         (double)wide, (double)high);
        }
    }
}

TESTS(cmocka_unit_test(a_thin_eye_is_a_line_without_gaps), cmocka_unit_test(a_bent_lid_leaves_no_thorns),
      cmocka_unit_test(light_falls_off_as_a_bell), cmocka_unit_test(faces_of_the_library_look_the_same),
      cmocka_unit_test(every_number_changes_the_picture), cmocka_unit_test(a_symmetric_face_is_symmetric),
      cmocka_unit_test(signs_are_those_of_the_clips), cmocka_unit_test(numbers_survive_the_flat_order),
      cmocka_unit_test(every_number_has_its_name_and_range),
      cmocka_unit_test(the_order_of_corners_can_be_switched),
      cmocka_unit_test(layers_add_multiply_average_or_replace),
      cmocka_unit_test(blends_and_layers_keep_their_rules),
      cmocka_unit_test(nonsense_is_mended_and_draws_something_finite),
      cmocka_unit_test(every_expression_has_a_look_of_its_own),
      cmocka_unit_test(the_feelings_of_the_public_library_are_known_and_differ),
      cmocka_unit_test(a_one_bit_display_is_lit_in_every_other_row), cmocka_unit_test(letters_are_drawn))
