#include "support/support.h"

#include "about.h"
#include "base/maths/chance.h"
#include "border/lens_model.h"
#include "border/straighten.h"

#include <math.h>

static struct lens_model plain(void) {
    return (struct lens_model){.width = 640, .height = 360, .fx = 320, .fy = 320, .cx = 320, .cy = 180};
}

// Any lens that may be: mild to strong, with all five numbers.
static struct lens_model any(struct chance *dice) {
    for (;;) {
        struct lens_model l = plain();
        l.width = 64 + chance_below(dice, 1200), l.height = 64 + chance_below(dice, 700);
        float side = (float)(l.width > l.height ? l.width : l.height);
        l.fx = side * chance_range(dice, 0.4f, 2), l.fy = l.fx * chance_range(dice, 0.8f, 1.25f);
        l.cx = (float)l.width * chance_range(dice, 0.4f, 0.6f),
        l.cy = (float)l.height * chance_range(dice, 0.4f, 0.6f);
        l.skew = chance_range(dice, -3, 3);
        l.k[0] = chance_range(dice, -0.25f, 0.25f), l.k[1] = chance_range(dice, -0.1f, 0.1f);
        l.k[2] = chance_range(dice, -0.01f, 0.01f), l.k[3] = chance_range(dice, -0.01f, 0.01f);
        l.k[4] = chance_range(dice, -0.02f, 0.02f);
        if (!lens_check(&l, NULL)) return l;
    }
}

static void there_and_back_is_the_same_pixel(void **state) {
    struct chance dice = chance_of(1, chance_stream("test_lens_model"), 0);
    for (int n = 0; n < 400; n++) {
        struct lens_model l = any(&dice);
        for (int k = 0; k < 25; k++) {
            int column = k % 5, row = k / 5;
            struct vec2 px = {(float)l.width * (float)column / 4, (float)l.height * (float)row / 4},
                        back; // corners and border too
            struct vec3 way = lens_unproject(&l, px);
            about((double)vec3_length(way), 1, 1e-6);
            assert_true(lens_project(&l, vec3_scale(way, chance_range(&dice, 0.02f, 5)), &back));
            about((double)back.x, (double)px.x, 0.01);
            about((double)back.y, (double)px.y, 0.01);
        }
    }
}

// The formula of the header, written once more and plainly.
static void points_fall_where_the_formula_says(void **state) {
    struct chance dice = chance_of(2, chance_stream("test_lens_model"), 0);
    for (int n = 0; n < 2000; n++) {
        struct lens_model l = any(&dice);
        double z = 0.1 + (double)chance_unit(&dice), x = ((double)chance_unit(&dice) - 0.5) * z * 0.8,
               y = ((double)chance_unit(&dice) - 0.5) * z * 0.6;
        struct vec3 p = vec3((float)x, (float)y, (float)z);
        x = (double)p.x / (double)p.z, y = (double)p.y / (double)p.z;
        double r2 = x * x + y * y, k1 = (double)l.k[0], k2 = (double)l.k[1], p1 = (double)l.k[2],
               p2 = (double)l.k[3], k3 = (double)l.k[4];
        double by = 1 + k1 * r2 + k2 * pow(r2, 2) + k3 * pow(r2, 3);
        double bx = x * by + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
               bent_y = y * by + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y;
        struct vec2 px;
        if (!lens_project(&l, p, &px)) continue;
        about((double)px.x, (double)l.fx * bx + (double)l.skew * bent_y + (double)l.cx, 1e-3);
        about((double)px.y, (double)l.fy * bent_y + (double)l.cy, 1e-3);
    }
}

static void what_is_behind_or_bent_back_is_not_on_the_picture(void **state) {
    struct lens_model l = plain();
    struct vec2 px;
    assert_false(lens_project(&l, vec3(0, 0, 0), &px));
    assert_false(lens_project(&l, vec3(0.1f, 0, -1), &px));
    assert_true(lens_project(&l, vec3(0, 0, 1), &px));
    about((double)px.x, 320, 0), about((double)px.y, 180, 0);
    l.k[0] = -0.2f; // turns round at a slope of sqrt(1 / 0.6)
    about((double)lens_reach(&l), sqrt((1 - 0.05) / 0.6), 0.02);
    assert_false(lens_project(&l, vec3(3, 0, 1), &px));
    assert_true(lens_project(&l, vec3(1.1f, 0, 1), &px));
    assert_false(lens_project(&l, vec3(NAN, 0, 1), &px));
}

static void bad_lenses_are_refused(void **state) {
    struct lens_model l = plain();
    assert_int_equal(lens_check(&l, NULL), ERR_NONE);
    const struct {
        size_t at;
        float value;
    } BAD[] = {{offsetof(struct lens_model, fx), 0},      {offsetof(struct lens_model, fx), -320},
               {offsetof(struct lens_model, fy), NAN},    {offsetof(struct lens_model, fy), 1e9f},
               {offsetof(struct lens_model, cx), -1},     {offsetof(struct lens_model, cy), 360},
               {offsetof(struct lens_model, skew), 1e5f}, {offsetof(struct lens_model, k), -0.6f},
               {offsetof(struct lens_model, k), NAN},     {offsetof(struct lens_model, k[4]), -5},
               {offsetof(struct lens_model, k[2]), 3}};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct fault fault = {0};
        l = plain();
        memcpy((char *)&l + BAD[i].at, &BAD[i].value, sizeof(float));
        if (lens_check(&l, &fault) != ERR_RANGE) fail_msg("number %zu passed", i);
        assert_true(fault.said[0] != 0);
    }
    l = plain(), l.width = 0;
    assert_int_equal(lens_check(&l, NULL), ERR_RANGE);
    l = plain(), l.height = LENS_SIDE_MAX + 1;
    assert_int_equal(lens_check(&l, NULL), ERR_RANGE);
}

static enum err read(const char *text, struct lens_model *out, struct fault *fault) {
    static char memory[1 << 16];
    struct arena *arena = arena_over(memory, sizeof memory);
    struct json *json;
    enum err err = json_parse(text_of(text), "lens.json", arena, NULL, &json, fault);
    return err ? err : lens_read(json, out, fault);
}

static void a_calibration_is_read_and_written(void **state) {
    struct chance dice = chance_of(3, chance_stream("test_lens_model"), 0);
    for (int n = 0; n < 200; n++) {
        struct lens_model l = any(&dice), back;
        struct buf out = {0};
        struct json_writer w = json_writer_of(&out, 0);
        lens_write(&l, &w);
        assert_int_equal(read((const char *)out.at, &back, NULL), ERR_NONE);
        assert_memory_equal(&l, &back, sizeof l);
        buf_free(&out);
    }
    struct lens_model l;
    assert_int_equal(read("{nrows: 1}", &l, NULL), ERR_SYNTAX);
    assert_int_equal(read("{\"nrows\": 360, \"ncols\": 640, \"fx\": 300, \"fy\": 310}", &l, NULL), ERR_NONE);
    about((double)l.cx, 320, 0), about((double)l.cy, 180, 0), about((double)l.k[0], 0, 0),
        about((double)l.fy, 310, 0);
    const struct {
        const char *text, *said;
        enum err err;
    } BAD[] = {
        {"{\"ncols\": 640, \"fx\": 300, \"fy\": 310}", "nrows", ERR_MISSING},
        {"{\"nrows\": 360, \"ncols\": 640, \"fx\": 300}", "focalLength_y", ERR_MISSING},
        {"{\"nrows\": 360, \"ncols\": 9999, \"fx\": 300, \"fy\": 310}", "2048", ERR_RANGE},
        {"{\"nrows\": 360, \"ncols\": 640, \"fx\": \"a\", \"fy\": 310}", "number", ERR_TYPE},
        {"{\"nrows\": 360, \"ncols\": 640, \"fx\": 300, \"fy\": 310, \"focal\": 1}", "focal", ERR_UNKNOWN},
        {"{\"nrows\": 360, \"ncols\": 640, \"fx\": 300, \"fy\": 310, \"distortionCoeffs\": 3}", "list",
         ERR_TYPE},
        {"{\"nrows\": 360, \"ncols\": 640, \"fx\": 300, \"fy\": 310, \"distortionCoeffs\": [-2]}", "folds",
         ERR_RANGE},
        {"{\"nrows\": 360, \"ncols\": 640, \"fx\": 300, \"fy\": 310, \"distortionCoeffs\": [0,0,0,0,0,1]}",
         "five", ERR_UNSUPPORTED},
        {"[]", "object", ERR_TYPE},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        struct fault fault = {0};
        l = plain();
        struct lens_model before = l;
        enum err err = read(BAD[i].text, &l, &fault);
        if (err != BAD[i].err || !strstr(fault.said, BAD[i].said))
            fail_msg("%zu: %s, \"%s\"", i, err_name(err), fault.said);
        assert_string_equal(fault.file, "lens.json");
        assert_int_equal(fault.line, 1);
        assert_memory_equal(&l, &before, sizeof l); // untouched
    }
    assert_int_equal(read("{\"nrows\": 360, \"ncols\": 640, \"fx\": 300, \"fy\": 310, \"distortionCoeffs\": "
                          "[0.01,0,0,0,0,0,0,0]}",
                          &l, NULL),
                     ERR_NONE);
}

static void each_robot_has_its_own_lens(void **state) {
    struct eye_model a, b, c;
    double fx = 0, cx = 0;
    for (uint32_t serial = 0; serial < 500; serial++) {
        assert_true(eye_of(&vector_model, serial, &a) && eye_of(&vector_model, serial, &b) &&
                    eye_of(&cozmo_model, serial, &c));
        assert_memory_equal(&a, &b, sizeof a);
        assert_int_equal(lens_check(&a.lens, NULL), ERR_NONE);
        assert_int_equal(lens_check(&c.lens, NULL), ERR_NONE);
        about((double)a.lens.fx, 320, 3.3), about((double)a.lens.cx, 320, 8.1),
            about((double)a.lens.cy, 180, 8.1);
        about((double)a.lens.k[0], -0.05, 0.0101);
        assert_true(a.lens.fx == a.lens.fy && a.lens.width == 640 && a.lens.height == 360 &&
                    c.lens.width == 320 && c.lens.height == 240);
        fx += (double)a.lens.fx / 500, cx += (double)a.lens.cx / 500;
    }
    about(fx, 320, 0.3), about(cx, 320, 1);
    assert_true(eye_of(&vector_model, 1, &a) && eye_of(&vector_model, 2, &b));
    assert_true(a.lens.fx != b.lens.fx && a.lens.cx != b.lens.cx);
    struct body_model blind = vector_model;
    blind.creature = "mole";
    assert_false(eye_of(&blind, 1, &a));
    struct lens_model l = plain();
    struct vec2 view = lens_view_rad(&l);
    about((double)view.x * 180 / M_PI, 90, 1e-4), about((double)view.y * 180 / M_PI, 58.7155, 1e-3);
}

static void a_scaled_lens_sees_the_same(void **state) {
    struct chance dice = chance_of(4, chance_stream("test_lens_model"), 0);
    for (int n = 0; n < 200; n++) {
        struct lens_model l = any(&dice), big = lens_scaled(&l, l.width * 2, l.height * 3);
        struct vec2 a, b;
        struct vec3 p = vec3(chance_range(&dice, -0.3f, 0.3f), chance_range(&dice, -0.3f, 0.3f), 1);
        if (!lens_project(&l, p, &a)) continue;
        assert_true(lens_project(&big, p, &b));
        about((double)b.x, 2 * (double)a.x, 2e-3), about((double)b.y, 3 * (double)a.y, 2e-3);
    }
}

static void the_camera_is_where_the_documents_say(void **state) {
    // rows of its turn with the head level: [0 -0.0698 0.9976], [-1 0 0], [0 -0.9976 -0.0698]; behind the
    // neck at (-13, 0, 49) by (17.52, 0, -8)
    const double ROWS[3][3] = {{0, -0.0698, 0.9976}, {-1, 0, 0}, {0, -0.9976, -0.0698}};
    struct pose p = eye_in_robot(&vector_model, 0);
    about((double)p.at.x, 0.00452, 1e-6), about((double)p.at.y, 0, 1e-9), about((double)p.at.z, 0.041, 1e-6);
    for (int k = 0; k < 3; k++) {
        struct vec3 axis = quat_apply(p.turn, vec3(k == 0, k == 1, k == 2));
        about((double)axis.x, ROWS[0][k], 5e-5), about((double)axis.y, ROWS[1][k], 5e-5),
            about((double)axis.z, ROWS[2][k], 5e-5);
    }
    // the axis meets the floor 591 mm ahead, the bottom row at 67 mm; with the head at -22 degrees 72 and 24
    // mm, at +20 the bottom row at 206
    const struct {
        double head, axis, bottom;
    } AT[] = {{0, 0.591, 0.067}, {-22, 0.072, 0.024}, {20, 0, 0.206}};
    struct lens_model l = plain();
    for (int i = 0; i < 3; i++) {
        struct vec3 floor;
        p = eye_in_robot(&vector_model, (float)(AT[i].head * M_PI / 180));
        assert_int_equal(eye_on_floor(&l, p, vec2(320, 180), &floor), AT[i].axis > 0);
        if (AT[i].axis > 0) about((double)floor.x, AT[i].axis, 1e-3);
        assert_true(eye_on_floor(&l, p, vec2(320, 360), &floor));
        about((double)floor.x, AT[i].bottom, 1e-3), about((double)floor.y, 0, 1e-6);
    }
    struct vec3 floor;
    p = eye_in_robot(&vector_model, (float)(45 * M_PI / 180));
    assert_false(eye_on_floor(&l, p, vec2(320, 360), &floor)); // sees no floor at all
}

static void floor_and_picture_agree(void **state) {
    struct chance dice = chance_of(7, chance_stream("test_lens_model"), 0);
    for (int n = 0; n < 500; n++) {
        struct eye_model eye;
        eye_of(&vector_model, (uint32_t)n, &eye);
        struct pose p = eye_in_robot(&vector_model, chance_range(&dice, -0.35f, 0.1f));
        struct vec2 px = {chance_range(&dice, 0, 640), chance_range(&dice, 200, 360)}, back;
        struct vec3 floor;
        if (!eye_on_floor(&eye.lens, p, px, &floor)) continue;
        assert_true(lens_project(&eye.lens, pose_undo(p, floor), &back));
        about((double)back.x, (double)px.x, 0.02), about((double)back.y, (double)px.y, 0.02);
    }
}

// A slope of grey, seen by a bent lens: where a straight one would look, the slope has its own grey. Between
// pixels is between their greys, and what the bent lens did not see is black.
static void a_straight_picture_shows_what_a_straight_lens_would(void **state) {
    enum { WIDTH = 160, HEIGHT = 120 };
    static uint8_t bent[WIDTH * HEIGHT * 3], straight[WIDTH * HEIGHT * 3];
    for (unsigned y = 0; y < HEIGHT; y++)
        for (unsigned x = 0; x < WIDTH; x++) {
            uint8_t *p = bent + (y * WIDTH + x) * 3;
            p[0] = (uint8_t)(20 + x), p[1] = (uint8_t)(20 + y), p[2] = (uint8_t)(250 - x - y / 2);
        }
    for (int k = 0; k < 3; k++) { // straight, pulling in, pushing out
        struct lens_model lens = {.width = WIDTH, .height = HEIGHT, .fx = 100, .fy = 98, .cx = 81, .cy = 59};
        lens.k[0] = k == 0 ? 0 : k == 1 ? -0.12f : 0.2f;
        struct straightener *s = straightener_new(&lens, NULL);
        assert_non_null(s);
        straighten(s, bent, 3, straight);
        unsigned shown = 0, black = 0;
        for (unsigned y = 0; y < HEIGHT; y++)
            for (unsigned x = 0; x < WIDTH; x++) {
                double u = (x + 0.5 - 81) / 100, v = (y + 0.5 - 59) / 98,
                       by = 1 + (double)lens.k[0] * (u * u + v * v), px = u * by * 100 + 81 - 0.5,
                       py = v * by * 98 + 59 - 0.5; // from the middle of the first
                const uint8_t *p = straight + (y * WIDTH + x) * 3;
                if (px < -1 || py < -1 || px > WIDTH || py > HEIGHT) {
                    assert_true(!p[0] && !p[1] && !p[2]);
                    black++;
                } else if (px > 0 && py > 0 && px < WIDTH - 1 && py < HEIGHT - 1) {
                    about(p[0], 20 + px, 1.1), about(p[1], 20 + py, 1.1), about(p[2], 250 - px - py / 2, 2);
                    shown++;
                }
            }
        assert_true(shown > WIDTH * HEIGHT * 3 / 4 && (black > 0) == (k == 2));
        if (k == 0) assert_memory_equal(straight + 3 * (WIDTH + 1), bent + 3 * (WIDTH + 1), 3 * (WIDTH - 2));
        straightener_free(s);
    }
}

TESTS(cmocka_unit_test(a_straight_picture_shows_what_a_straight_lens_would),
      cmocka_unit_test(there_and_back_is_the_same_pixel),
      cmocka_unit_test(points_fall_where_the_formula_says),
      cmocka_unit_test(what_is_behind_or_bent_back_is_not_on_the_picture),
      cmocka_unit_test(bad_lenses_are_refused), cmocka_unit_test(a_calibration_is_read_and_written),
      cmocka_unit_test(each_robot_has_its_own_lens), cmocka_unit_test(a_scaled_lens_sees_the_same),
      cmocka_unit_test(the_camera_is_where_the_documents_say), cmocka_unit_test(floor_and_picture_agree))
