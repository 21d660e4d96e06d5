// Eyes as pixels, against areas, places and colours that can be worked out by hand.
#include "support/support.h"

#include "base/data/json.h"
#include "base/maths/maths.h"
#include "stage/face/draw.h"
#include "stage/face/eye_colour.h"

enum { WIDE = 184, HIGH = 96, PIXELS = WIDE * HIGH };

// Vector's display with light that is the same everywhere, so that a picture shows shapes only.
static struct face_style flat(void) {
    struct face_style style = FACE_VECTOR;
    style.falloff = 1e4f;
    style.noise_low = style.noise_high = 1;
    return style;
}

// Both eyes at their nominal places and sizes, corners sharp.
static struct face plain(void) {
    struct face face;
    face_zero(&face);
    return face;
}

static uint8_t grey[PIXELS], other[PIXELS];

static void draw(const struct face *face) {
    struct face_style style = flat();
    face_draw(face, &style, 0, grey);
}

// The lit area of a part of the screen, in pixels; edges count by their share.
static float area(int left, int top, int right, int bottom) {
    float sum = 0;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) sum += grey[y * WIDE + x];
    return sum / 255;
}
static float left_eye(void) { return area(0, 0, 92, HIGH); }

static void near(float got, float want, float within) {
    if (m_abs(got - want) > within)
        fail_msg("%g is not within %g of %g", (double)got, (double)within, (double)want);
}

static void set_both(struct face *face, int number, float value) {
    face->eyes[0][number] = face->eyes[1][number] = value;
}

static void set_corners(struct face *face, float radius) {
    for (int i = EYE_LOWER_INNER_X; i <= EYE_LOWER_OUTER_Y; i++) set_both(face, i, radius);
}

static void the_outline_is_a_box_with_elliptical_corners(void **state) {
    const float box = 43 * 57;
    for (int i = 0; i <= 10; i++) {
        struct face face = plain();
        float r = (float)i / 10;
        set_corners(&face, r);
        draw(&face);
        near(left_eye(), box - r * r * box * (1 - M_PI_F / 4), box * 0.008f);
    }
    // 24.5 to 67.5 across, 19.5 to 76.5 down: half of the outermost pixels is covered, nothing beyond.
    struct face face = plain();
    draw(&face);
    const int middle = 48 * WIDE;
    assert_int_equal(grey[middle + 23], 0);
    assert_in_range(grey[middle + 24], 126, 129);
    assert_int_equal(grey[middle + 25], 255);
    assert_int_equal(grey[middle + 66], 255);
    assert_in_range(grey[middle + 67], 126, 129);
    assert_int_equal(grey[middle + 68], 0);
    assert_in_range(grey[19 * WIDE + 46], 126, 129);
    assert_int_equal(grey[18 * WIDE + 46], 0);
    assert_in_range(grey[76 * WIDE + 46], 126, 129);
}

// Where each of the four pairs of radii rounds the left eye off; the right eye is its mirror.
static void each_corner_has_its_place(void **state) {
    static const struct {
        int number, x, y;
    } CORNERS[] = {{EYE_LOWER_INNER_X, 65, 74},
                   {EYE_UPPER_INNER_X, 65, 21},
                   {EYE_UPPER_OUTER_X, 26, 21},
                   {EYE_LOWER_OUTER_X, 26, 74}};
    for (int i = 0; i < 4; i++) {
        struct face face = plain();
        set_both(&face, CORNERS[i].number, 1);
        set_both(&face, CORNERS[i].number + 1, 1);
        draw(&face);
        for (int k = 0; k < 4; k++) {
            uint8_t left = grey[CORNERS[k].y * WIDE + CORNERS[k].x];
            uint8_t right = grey[CORNERS[k].y * WIDE + WIDE - 1 - CORNERS[k].x];
            assert_int_equal(left, k == i ? 0 : 255);
            assert_int_equal(right, left);
        }
    }
}

static void lids_cover_their_share(void **state) {
    const float box = 43 * 57;
    struct face face = plain();
    set_both(&face, EYE_UPPER_LID_Y, 0.5f);
    draw(&face);
    near(left_eye(), box / 2, box * 0.005f);
    near(area(0, 0, 92, 47), 0, 1);
    set_both(&face, EYE_LOWER_LID_Y, 0.25f);
    draw(&face);
    near(left_eye(), box / 4, box * 0.005f);
    // Tilted about the middle of its edge a lid covers as much.
    for (int degrees = -30; degrees <= 30; degrees += 10) {
        face = plain();
        set_both(&face, EYE_UPPER_LID_Y, 0.5f);
        set_both(&face, EYE_UPPER_LID_ANGLE, (float)degrees);
        draw(&face);
        near(left_eye(), box / 2, box * 0.01f);
        float inner = area(46, 0, 92, HIGH), outer = area(0, 0, 46, HIGH), wedge = 0.5f * 21.5f * 21.5f;
        near(outer - inner, 2 * wedge * m_tan(m_radians((float)degrees)),
             0.01f * box); // positive: the inner end is lower
    }
    // A bend is half an ellipse as wide as the eye and so high; a hollow one uncovers it.
    for (int sign = -1; sign <= 1; sign += 2) {
        face = plain();
        set_both(&face, EYE_UPPER_LID_Y, 0.5f);
        set_both(&face, EYE_UPPER_LID_BEND, 0.2f * (float)sign);
        draw(&face);
        near(left_eye(), box / 2 - (float)sign * M_PI_F / 2 * 21.5f * 0.2f * 57, box * 0.01f);
        face = plain();
        set_both(&face, EYE_LOWER_LID_Y, 0.5f);
        set_both(&face, EYE_LOWER_LID_BEND, 0.2f * (float)sign);
        draw(&face);
        near(left_eye(), box / 2 - (float)sign * M_PI_F / 2 * 21.5f * 0.2f * 57, box * 0.01f);
    }
}

struct spot {
    float x, y;
};
static struct spot middle_of(int left, int right) { // of the light
    float sum = 0, x = 0, y = 0;
    for (int py = 0; py < HIGH; py++)
        for (int px = left; px < right; px++) {
            float g = grey[py * WIDE + px];
            sum += g, x += g * ((float)px + 0.5f), y += g * ((float)py + 0.5f);
        }
    return (struct spot){x / sum, y / sum};
}

static void transforms_move_turn_and_scale(void **state) {
    struct face face = plain();
    draw(&face);
    memcpy(other, grey, sizeof grey);
    face.x = 7, face.y = -5;
    draw(&face);
    for (int y = 0; y < HIGH - 5; y++)
        assert_memory_equal(grey + y * WIDE + 7, other + (y + 5) * WIDE, WIDE - 7);
    // An eye of its own: place, size, angle.
    face = plain();
    face.eyes[0][EYE_X] = -10, face.eyes[0][EYE_Y] = 6.5f;
    draw(&face);
    near(middle_of(0, 92).x, 36, 0.05f), near(middle_of(0, 92).y, 54.5f, 0.05f);
    face = plain();
    face.eyes[0][EYE_SCALE_X] = 1.5f, face.eyes[0][EYE_SCALE_Y] = 0.5f;
    draw(&face);
    near(left_eye(), 43 * 57 * 0.75f, 30);
    face = plain();
    face.eyes[0][EYE_ANGLE] = 90;
    draw(&face);
    assert_int_equal(grey[48 * WIDE + 46 - 27], 255); // as wide as it was high
    assert_int_equal(grey[(48 - 24) * WIDE + 46], 0);
    face = plain();
    set_both(&face, EYE_SCALE_Y, 0.2f);
    face.eyes[0][EYE_ANGLE] = 20; // counter-clockwise: its right end rises
    draw(&face);
    assert_true(area(46, 0, 92, 48) > 2.5f * area(0, 0, 46, 48));
    // The whole about the middle of the display.
    face = plain();
    face.scale_x = face.scale_y = 0.5f;
    draw(&face);
    near(middle_of(0, 92).x, 92 - 23, 0.1f), near(middle_of(92, WIDE).x, 92 + 23, 0.1f);
    near(left_eye(), 43 * 57 / 4.0f, 10);
    face = plain();
    face.scale_x = face.scale_y = 0.5f, face.angle = 90;
    draw(&face);
    near(middle_of(0, WIDE).x, 92, 0.1f);
    near(area(0, 48, WIDE, HIGH), 43 * 57 / 4.0f, 10);
    near(area(0, 0, WIDE, 48), 43 * 57 / 4.0f, 10);
    face.eyes[1][EYE_SCALE_X] = 0; // the left one alone: turned counter-clockwise, it is below
    draw(&face);
    near(middle_of(0, WIDE).y, 48 + 23, 0.1f);
}

static void a_scale_below_zero_is_none(void **state) {
    struct face face = plain(), before = plain();
    face.scale_x = -0.14f;
    draw(&face);
    near(area(0, 0, WIDE, HIGH), 0, 0);
    assert_int_equal(face_mend(&face, &before, &FACE_VECTOR), 1);
    assert_true(face.scale_x == 0);
    draw(&face);
    near(area(0, 0, WIDE, HIGH), 0, 0);
}

static void light_falls_off_from_the_hot_spot(void **state) {
    struct face_style style = flat();
    style.falloff = FACE_VECTOR.falloff;
    static const float SPOTS[][2] = {{0, 0}, {0.5f, -0.4f}, {-0.6f, 0.3f}};
    for (int i = 0; i < 3; i++) {
        struct face face = plain();
        set_both(&face, EYE_HOT_SPOT_X, SPOTS[i][0]);
        set_both(&face, EYE_HOT_SPOT_Y, SPOTS[i][1]);
        face_draw(&face, &style, 0, grey);
        for (int eye = 0; eye < 2; eye++) { // not mirrored: both look the same way
            float hot_x = (eye ? 138 : 46) + SPOTS[i][0] * 21.5f, hot_y = 48 + SPOTS[i][1] * 28.5f;
            for (int y = 21; y < 75; y += 3)
                for (int x = eye ? 118 : 26; x < (eye ? 158 : 66); x += 3) {
                    float u = ((float)x + 0.5f - hot_x) / (0.48f * 43),
                          v = ((float)y + 0.5f - hot_y) / (0.48f * 57);
                    near(grey[y * WIDE + x], 255 * m_exp(-(u * u + v * v) / 2), 1.6f);
                }
        }
    }
    struct face face = plain();
    set_both(&face, EYE_LIGHTNESS, 0.5f);
    struct face_style even = flat();
    face_draw(&face, &even, 0, grey);
    assert_in_range(grey[48 * WIDE + 46], 127, 128);
}

static void noise_trembles_within_its_range(void **state) {
    struct face_style style = flat();
    style.noise_low = FACE_VECTOR.noise_low, style.noise_high = FACE_VECTOR.noise_high;
    struct face face = plain();
    set_both(&face, EYE_LIGHTNESS, 0.5f);
    unsigned low = 0, high = 0, differ = 0;
    float sum = 0;
    face_draw(&face, &style, 0, grey);
    face_draw(&face, &style, 1, other);
    for (int y = 22; y < 74; y++)
        for (int x = 27; x < 65; x++) {
            float share = grey[y * WIDE + x] / 127.5f;
            assert_true(share > 0.91f && share < 1.15f);
            low += share<0.95f, high += share> 1.11f, sum += share;
            differ += grey[y * WIDE + x] != other[y * WIDE + x];
        }
    assert_true(low > 150 && high > 150 && differ > 1500);
    near(sum / (52 * 38), 1.03f, 0.005f);
    face_draw(&face, &style, 4, other); // four patterns in turn
    assert_memory_equal(grey, other, sizeof grey);
}

// Moved by tenths of a pixel the lit area stays, and an edge pixel fills up evenly.
static void edges_are_smooth(void **state) {
    float before = 0;
    for (int i = 0; i <= 10; i++) {
        struct face face = plain();
        set_corners(&face, 0.6f);
        face.x = 0.5f + (float)i / 10;
        draw(&face);
        near(left_eye(), 43 * 57 * (1 - 0.36f * (1 - M_PI_F / 4)), 12);
        float edge = grey[48 * WIDE + 68] / 255.0f;
        near(edge, (float)i / 10, 0.01f);
        assert_true(edge >= before);
        before = edge;
    }
    unsigned between = 0;
    for (int i = 0; i < PIXELS; i++) between += grey[i] > 0 && grey[i] < 255;
    assert_true(between > 150);
}

// Where a lid has come down to the rim, or to the other lid, no thin line is left, wherever it lies between
// two rows.
static void closed_lids_leave_nothing(void **state) {
    static const float LIDS[][2] = {{1, 0}, {0, 1}, {0.5f, 0.5f}, {0.3f, 0.7f}, {0.9f, 0.1f}};
    for (size_t i = 0; i < sizeof LIDS / sizeof *LIDS; i++)
        for (int k = 0; k < 40; k++) {
            struct face face = plain();
            set_corners(&face, 0.6f);
            set_both(&face, EYE_UPPER_LID_Y, LIDS[i][0]), set_both(&face, EYE_LOWER_LID_Y, LIDS[i][1]);
            set_both(&face, EYE_SCALE_Y, 1.145f);
            face.y = (float)k / 20;
            face.angle = k % 2 ? 7 : 0;
            draw(&face);
            near(area(0, 0, WIDE, HIGH), 0, 0.5f);
        }
}

static void scan_lines_darken_odd_rows(void **state) {
    struct face face = plain();
    for (int i = 0; i <= 4; i++) {
        face.scan_lines = (float)i / 4;
        draw(&face);
        for (int y = 22; y < 74; y++) near(grey[y * WIDE + 46], y & 1 ? 255 * face.scan_lines : 255, 0.6f);
    }
}

// A halo a quarter of the eye's width broad, from its own lightness down to nothing.
static void a_glow_fades_outside(void **state) {
    struct face face = plain();
    set_both(&face, EYE_GLOW_SIZE, 1);
    set_both(&face, EYE_GLOW_LIGHTNESS, 0.8f);
    draw(&face);
    for (int i = 1; i < 14; i++) {
        float out = (float)i - 0.5f + 0.5f, want = 0.8f * (1 - out / (43 / 4.0f));
        near(grey[48 * WIDE + 67 + i], 255 * (want > 0 ? want : 0), 2);
    }
    set_both(&face, EYE_GLOW_SIZE, -1);
    draw(&face);
    assert_int_equal(grey[48 * WIDE + 69], 0);
}

static void rows_are_shifted_by_a_glitch(void **state) {
    struct face face = plain();
    static const struct {
        enum face_glitch glitch;
        float at[5]; // shares of the amount at the top, a quarter, the middle, three quarters, the bottom
    } SHAPES[] = {{FACE_GLITCH_SKEW, {-1, -0.5f, 0, 0.5f, 1}},
                  {FACE_GLITCH_TRIANGLE, {0, 0.5f, 1, 0.5f, 0}},
                  {FACE_GLITCH_S, {0, 1, 0, -1, 0}}};
    draw(&face);
    float whole = area(0, 0, WIDE, HIGH);
    for (int i = 0; i < 3; i++) {
        face.glitch = SHAPES[i].glitch, face.glitch_px = 8;
        for (int k = 0; k < 5; k++) near(face_glitch_shift(&face, (float)k / 4), 8 * SHAPES[i].at[k], 1e-4f);
        draw(&face);
        near(area(0, 0, WIDE, HIGH), whole, whole * 0.002f);
        for (int y = 22; y < 74; y += 7) { // the middle of a row's left eye
            float sum = 0, x = 0;
            for (int px = 0; px < 92; px++)
                sum += grey[y * WIDE + px], x += grey[y * WIDE + px] * ((float)px + 0.5f);
            near(x / sum, 46 + face_glitch_shift(&face, ((float)y + 0.5f) / HIGH), 0.05f);
        }
    }
    face.glitch_px = __builtin_nanf("");
    draw(&face);
    near(area(0, 0, WIDE, HIGH), whole, 1);
}

static void colour_is_hue_and_saturation_at_the_light_s_height(void **state) {
    static uint16_t screen[PIXELS];
    struct face_style style = flat();
    struct face face = plain();
    face.eyes[1][EYE_SATURATION] = 0;
    for (int i = 0; i < EYE_COLOUR_COUNT; i++) {
        const struct eye_colour *c = &EYE_COLOURS[i];
        face_colour(&face, &style, 0, c->hue, c->saturation, screen);
        uint16_t p = screen[48 * WIDE + 46], white = screen[48 * WIDE + 138];
        float r = (float)(p >> 11) / 31, g = (float)(p >> 5 & 63) / 63, b = (float)(p & 31) / 31;
        float most = m_max(r, m_max(g, b)), least = m_min(r, m_min(g, b));
        near(most, 1, 0.001f);
        near(most - least, c->saturation, 0.04f);
        float hue = most == r   ? (g - b) / (most - least)
                    : most == g ? 2 + (b - r) / (most - least)
                                : 4 + (r - g) / (most - least);
        near(hue < 0 ? hue / 6 + 1 : hue / 6, c->hue, 0.02f);
        assert_int_equal(white, 0xffff);
    }
}

static struct json *parse(struct arena *arena, const char *text) {
    struct json *document;
    assert_int_equal(json_parse(text_of(text), "eyes.json", arena, NULL, &document, NULL), ERR_NONE);
    return document;
}

static void colours_are_read_from_the_robot_s_own_file(void **state) {
    struct arena *arena = arena_new(1 << 16);
    struct eye_colour colours[EYE_COLOUR_COUNT];
    struct fault fault = {0};
    struct buf notes = {0};
    memcpy(colours, EYE_COLOURS, sizeof colours);
    const char *text =
        "{\"UNCANNY_YELLOW\": {\"Hue\": 0.125, \"Saturation\": 0.75}, // as on the robot\n"
        "\"tip_over_teal\": {\"hue\": 0.5, \"saturation\": 1}, \"PINK\": {\"Hue\": 0.9, \"Saturation\": 1}}";
    assert_int_equal(eye_colours_read(parse(arena, text), colours, &notes, &fault), ERR_NONE);
    assert_true(colours[2].hue == 0.125f && colours[2].saturation == 0.75f && colours[0].hue == 0.5f);
    assert_true(colours[1].hue == EYE_COLOURS[1].hue);
    assert_non_null(strstr((const char *)notes.at, "PINK"));
    static const struct {
        const char *text, *said;
        enum err err;
    } WRONG[] = {
        {"[]", "found a list", ERR_TYPE},
        {"{\"TIP_OVER_TEAL\": 3}", "found 3", ERR_TYPE},
        {"{\"OVERFIT_ORANGE\": {\"Hue\": 0.9, \"Saturation\": 1}, \"TIP_OVER_TEAL\": {\"Hue\": 1.5, "
         "\"Saturation\": 1}}",
         "1.5", ERR_RANGE},
        {"{\"TIP_OVER_TEAL\": {\"Hue\": 0.5}}", "Saturation", ERR_MISSING},
    };
    for (int i = 0; i < 4; i++) {
        fault = (struct fault){0};
        memcpy(colours, EYE_COLOURS, sizeof colours);
        assert_int_equal(eye_colours_read(parse(arena, WRONG[i].text), colours, NULL, &fault), WRONG[i].err);
        if (!strstr(fault.said, WRONG[i].said)) fail_msg("%s", fault.said);
        assert_int_equal(fault.line, 1);
        assert_memory_equal(colours, EYE_COLOURS, sizeof colours); // all or nothing
    }
    buf_free(&notes);
    arena_free(arena);
}

// 30 by 40 dots about (32, 32) and (96, 32), and nothing but on and off; with a parity only every other row.
static void one_bit_is_exact(void **state) {
    struct face face = plain();
    for (unsigned parity = 0; parity <= 2; parity++) {
        face_bits(&face, &FACE_COZMO, parity, grey);
        for (unsigned y = 0; y < 64; y++)
            for (unsigned x = 0; x < 128; x++) {
                bool in = y >= 12 && y < 52 && x % 64 >= 17 && x % 64 < 47,
                     row = parity > 1 || (y & 1) == parity;
                assert_int_equal(grey[y * 128 + x], in && row ? 255 : 0);
            }
    }
}

TESTS(cmocka_unit_test(the_outline_is_a_box_with_elliptical_corners),
      cmocka_unit_test(each_corner_has_its_place), cmocka_unit_test(lids_cover_their_share),
      cmocka_unit_test(transforms_move_turn_and_scale), cmocka_unit_test(a_scale_below_zero_is_none),
      cmocka_unit_test(light_falls_off_from_the_hot_spot), cmocka_unit_test(noise_trembles_within_its_range),
      cmocka_unit_test(edges_are_smooth), cmocka_unit_test(closed_lids_leave_nothing),
      cmocka_unit_test(scan_lines_darken_odd_rows), cmocka_unit_test(a_glow_fades_outside),
      cmocka_unit_test(rows_are_shifted_by_a_glitch),
      cmocka_unit_test(colour_is_hue_and_saturation_at_the_light_s_height),
      cmocka_unit_test(colours_are_read_from_the_robot_s_own_file), cmocka_unit_test(one_bit_is_exact))
