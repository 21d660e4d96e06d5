// How bright a camera's picture is, what time does to it, and what may go wrong.
#include "support/support.h"

#include "base/maths/chance.h"
#include "border/straighten.h"
#include "support/allocs.h"
#include "world/camera/lens_internal.h"
#include "world/camera/lens_stage.h"
#include "world/camera/lens_things.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Light -------------------------------------------------------------------------------------------------

static void wall_before(struct scene_look look_of_it, float lux) {
    struct scene_light light = even();
    light.lux = lux;
    scene_begin(scene, &light);
    scene_box(scene, (struct pose){{1, 0, 0}, quat_none()}, vec3(0.1f, 8, 8), look_of_it);
}

static double middle_of(struct lens *lens, float exposure, float gain) {
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0));
    shot.exposure_ms = exposure, shot.gain = gain;
    struct frame *f = lens_take(lens, scene, &shot, NULL, NULL);
    double v = grey(f, 320, 180);
    frame_drop(f);
    return v;
}

static void light_exposure_and_gain_multiply(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    wall_before((struct scene_look){{102, 102, 102}, SCENE_PLAIN, 0, 0}, 300);
    double one = middle_of(lens, 16, 1);
    about(one, 92, 0.6); // 0.4 of 230
    about(middle_of(lens, 32, 1), 2 * one, 1), about(middle_of(lens, 16, 2), 2 * one, 1),
        about(middle_of(lens, 8, 1), one / 2, 1);
    about(middle_of(lens, 64, 4), 255, 0);
    about(middle_of(lens, 1000, 1), fmin(255, one * 66 / 16), 1); // brought into what the sensor can do
    about(middle_of(lens, NAN, NAN), 1, 1);
    wall_before((struct scene_look){{102, 102, 102}, SCENE_PLAIN, 0, 0}, 150);
    about(middle_of(lens, 16, 1), one / 2, 1);
    wall_before((struct scene_look){{102, 102, 102}, SCENE_PLAIN, 0, 0}, 0);
    about(middle_of(lens, 66, 4), 0, 0);
    wall_before(GLOW, 0); // shines in the dark
    about(middle_of(lens, 16, 1), 115, 1);
    lens_free(lens);
}

static void noise_grows_as_electrons_say_and_comes_again(void **state) {
    struct lens_config config = perfect();
    config.noise = true;
    struct lens *lens = make(&config), *again = make(&config);
    const float GAINS[2] = {1, 4};
    for (int g = 0; g < 2; g++)
        for (int level = 1; level <= 3; level++) {
            uint8_t c = (uint8_t)(60 * level);
            wall_before((struct scene_look){{c, c, c}, SCENE_PLAIN, 0, 0}, 300 / GAINS[g]);
            struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0));
            shot.gain = GAINS[g];
            struct frame *a = lens_take(lens, scene, &shot, NULL, NULL),
                         *b = lens_take(lens, scene, &shot, NULL, NULL);
            struct frame *c0 = lens_take(again, scene, &shot, NULL, NULL),
                         *c1 = lens_take(again, scene, &shot, NULL, NULL);
            assert_memory_equal(a->bytes, c0->bytes, a->used); // same seed, same number
            assert_memory_equal(b->bytes, c1->bytes, b->used);
            assert_memory_not_equal(a->bytes, b->bytes, a->used);
            double sum = 0, square = 0, cross = 0, n = (double)a->used;
            for (size_t i = 0; i < a->used; i++)
                sum += a->bytes[i], square += (double)a->bytes[i] * a->bytes[i];
            double mean = sum / n, variance = square / n - mean * mean - 1.0 / 12;
            for (size_t i = 0; i < a->used; i++) cross += (a->bytes[i] - mean) * (b->bytes[i] - mean) / n;
            about(mean, c / 255.0 * 230, 1);
            double electrons = (double)config.eye.full_well / 255 / (double)GAINS[g],
                   read = (double)config.eye.read_noise / electrons;
            about(variance, mean / electrons + read * read, 0.06 * variance);
            about(cross / variance, 0, 0.05); // pictures have nothing to do with each other
            frame_drop(a), frame_drop(b), frame_drop(c0), frame_drop(c1);
        }
    config.seed = 2;
    struct lens *other = make(&config);
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0));
    lens_free(again);
    config.seed = 1, again = make(&config);
    struct frame *a = lens_take(other, scene, &shot, NULL, NULL),
                 *b = lens_take(again, scene, &shot, NULL, NULL);
    assert_memory_not_equal(a->bytes, b->bytes, a->used);
    frame_drop(a), frame_drop(b);
    lens_free(lens), lens_free(again), lens_free(other);
}

static void corners_lose_light(void **state) {
    struct lens_config config = perfect();
    config.vignetting = true;
    config.eye.vignetting = 0.3f;
    struct lens *lens = make(&config);
    wall_before((struct scene_look){{200, 200, 200}, SCENE_PLAIN, 0, 0}, 300);
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0));
    struct frame *f = lens_take(lens, scene, &shot, NULL, NULL);
    double middle = grey(f, 320, 180);
    for (int i = 0; i < 4; i++) about(grey(f, i & 1 ? 639 : 0, i & 2 ? 359 : 0) / middle, 0.7, 0.01);
    about(grey(f, 320, 0) / middle, 1 - 0.3 * (180.0 * 180) / (320.0 * 320 + 180 * 180), 0.01);
    frame_drop(f);
    lens_free(lens);
}

static void colour_and_grey_are_one_picture(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    scene_begin(scene, NULL);
    put_table(scene);
    put_company(scene);
    struct lens_shot shot = shot_from(eye_in_robot(&vector_model, 0.15f));
    struct frame *g = lens_take(lens, scene, &shot, NULL, NULL);
    shot.colour = true;
    struct frame *c = lens_take(lens, scene, &shot, NULL, NULL);
    assert_true(g->format == 1 && c->format == 3 && c->used == 3 * g->used);
    size_t off = 0;
    for (size_t i = 0; i < g->used; i++) {
        double luma = 0.299 * c->bytes[3 * i] + 0.587 * c->bytes[3 * i + 1] + 0.114 * c->bytes[3 * i + 2];
        bool full = c->bytes[3 * i] == 255 || c->bytes[3 * i + 1] == 255 ||
                    c->bytes[3 * i + 2] == 255; // cut off in one colour before another
        off += !full && fabs(luma - g->bytes[i]) > 2.5;
    }
    assert_true(off < g->used / 500);
    assert_true(c->bytes[3 * (300 * 640 + 320)] >
                c->bytes[3 * (300 * 640 + 320) + 2] + 20); // wood is no grey
    frame_drop(g), frame_drop(c);
    lens_free(lens);
}

// --- Time --------------------------------------------------------------------------------------------------

// The darkest column near the middle of a row, by its centre of darkness.
static double pole_at(const struct frame *f, unsigned y) {
    double sum = 0, where = 0;
    for (unsigned x = 0; x < f->width; x++) {
        double dark = fmax(0, 150 - grey(f, x, y));
        sum += dark, where += dark * (x + 0.5);
    }
    return where / sum;
}

static void pole(void) {
    wall_before((struct scene_look){{200, 200, 200}, SCENE_PLAIN, 0, 0}, 300);
    scene_box(scene, (struct pose){{0.6f, 0, 0}, quat_none()}, vec3(0.01f, 0.02f, 2),
              (struct scene_look){{0, 0, 0}, SCENE_PLAIN, 0, 0});
}

static void a_rolling_shutter_slants_what_passes(void **state) {
    struct lens_config config = perfect();
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0.03f, 0, 0));
    shot.end = look(vec3(0, 0, 0), -0.03f, 0, 0); // turns right: the pole goes left
    pole();
    for (int rolls = 0; rolls < 2; rolls++) {
        config.shutter = rolls;
        struct lens *lens = make(&config);
        struct frame *f = lens_take(lens, scene, &shot, NULL, NULL);
        double top = pole_at(f, 9), middle = pole_at(f, 180), bottom = pole_at(f, 350);
        double whole = 2 * 320 * tan(0.03);
        if (rolls) {
            about(top - bottom, whole * (350 - 9) / 360, 1.2);
            about(middle, 320, 1);
        } else
            about(top - bottom, 0, 0.1);
        for (unsigned y = 9; rolls && y < 350; y += 10)
            about(pole_at(f, y), 320 + whole * (0.5 - (y + 0.5) / 360), 0.9);
        frame_drop(f);
        lens_free(lens);
    }
}

static void motion_blurs_when_asked(void **state) {
    struct lens_config config = perfect();
    config.eye.readout_ms = 16, config.blur = 8;
    struct lens *lens = make(&config);
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0.03f, 0, 0));
    pole();
    struct lens_shot still = shot;
    shot.end = look(vec3(0, 0, 0), -0.03f, 0, 0);
    double width[2], wall[2];
    for (int moves = 0; moves < 2; moves++) {
        struct frame *f = lens_take(lens, scene, moves ? &shot : &still, NULL, NULL);
        width[moves] = 0;
        for (unsigned x = 0; x < 640; x++) width[moves] += grey(f, x, 180) < 179;
        wall[moves] = grey(f, 100, 180);
        frame_drop(f);
    }
    about(wall[1], wall[0], 1);                                   // as bright as before
    about(width[1] - width[0], 2 * 320 * tan(0.03) * 7 / 8, 2.5); // as wide as it moved while it was exposed
    lens_free(lens);
}

static void pictures_come_at_their_rate(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    int taken = 0;
    for (int64_t now = 0; now < 10000000; now += 5000) taken += lens_due(lens, now);
    assert_in_range(taken, 150, 151);
    assert_true(lens_due(lens, 60000000)); // after a long pause one, not hundreds
    assert_false(lens_due(lens, 60001000));
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0)), back;
    shot.stamp_us = 77, shot.gyro_radps = vec3(1, 2, 3), shot.accel_mps2 = vec3(0, 0, 9.81f),
    shot.head_rad = 0.25f;
    scene_begin(scene, NULL);
    struct frame *f = lens_take(lens, scene, &shot, NULL, NULL);
    assert_true(f->stamp_us == 77 && f->width == 640 && f->height == 360);
    assert_true(lens_shot_of(lens, f->number, &back));
    assert_true(back.gyro_radps.y == 2 && back.accel_mps2.z == 9.81f && back.head_rad == 0.25f);
    assert_false(lens_shot_of(lens, f->number + 1, &back) || lens_shot_of(lens, 0, &back));
    uint64_t first = f->number;
    frame_drop(f);
    for (int i = 0; i < 20; i++) frame_drop(lens_take(lens, scene, &shot, NULL, NULL));
    assert_false(lens_shot_of(lens, first, &back));
    lens_free(lens);
}

static void pictures_that_are_held_are_not_written_again(void **state) {
    struct lens_config config = perfect();
    config.frames = 2;
    struct lens *lens = make(&config);
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0));
    wall_before(PLAIN_WHITE, 300);
    struct frame *a = lens_take(lens, scene, &shot, NULL, NULL),
                 *b = lens_take(lens, scene, &shot, NULL, NULL);
    uint32_t count = 3;
    struct lens_sight s[3];
    assert_null(lens_take(lens, scene, &shot, s, &count));
    assert_int_equal(count, 0);
    assert_true(a != b && grey(a, 5, 5) > 200);
    frame_drop(a);
    a = lens_take(lens, scene, &shot, NULL, NULL);
    assert_non_null(a);
    assert_int_equal(a->number, 4); // the one that was dropped counts
    frame_drop(a), frame_drop(b);
    lens_free(lens);
}

// --- What may go wrong -------------------------------------------------------------------------------------

static void nothing_allocates_in_a_picture(void **state) {
    struct lens_config config = lens_defaults();
    config.blur = 2;
    struct lens *lens = make(&config);
    struct lens_shot shot = shot_from(eye_in_robot(&vector_model, 0.2f));
    shot.end = eye_in_robot(&vector_model, 0.3f), shot.colour = true;
    struct allocs region = allocs_begin();
    for (int i = 0; i < 3; i++) {
        scene_begin(scene, NULL);
        put_table(scene);
        put_company(scene);
        frame_drop(lens_take(lens, scene, &shot, NULL, NULL));
    }
    allocs_end(&region);
    assert_int_equal(region.count, 0);
    lens_free(lens);
}

static void numbers_that_are_none_make_nothing_visible(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    const float BAD[] = {NAN, INFINITY, -INFINITY, 1e30f, 1e-30f, 0};
    for (int i = 0; i < 6; i++) {
        float b = BAD[i];
        struct scene_light light = even();
        scene_begin(scene, &light);
        struct pose p = {{0.5f, b, 0}, quat_none()}, q = {{0.5f, 0, 0}, {b, b, 0, 0}};
        scene_box(scene, p, vec3(0.1f, 0.1f, 0.1f), PLAIN_WHITE);
        scene_box(scene, (struct pose){{0.5f, 0, 0}, quat_none()}, vec3(b, b, b), PLAIN_WHITE);
        scene_marker(scene, 1, p, 0.1f, 2), scene_marker(scene, 1, q, b, 2),
            scene_marker(scene, 1, q, 0.1f, 2);
        scene_ball(scene, q, vec3(b, 0.1f, 0.1f), PLAIN_WHITE), scene_rod(scene, q, b, b, b, PLAIN_WHITE);
        scene_person(scene, 2,
                     &(struct scene_person){.name = "Ann",
                                            .head = q,
                                            .eyes_open = b,
                                            .mood_share = b,
                                            .gaze = {b, b},
                                            .size = b,
                                            .mouth_open = b,
                                            .mood = (enum scene_mood)99});
        scene_robot(scene, 3, &(struct scene_robot){.pose = q, .head_rad = b, .lift_rad = b});
        scene_hand(scene, &(struct scene_hand){.pose = p, .closed = b});
        scene_custom(scene, 4,
                     &(struct scene_custom){
                         .pose = q, .size = {b, b, b}, .markers = {900, 1, 2, 3, 4, 5}, .marker_m = b});
        struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0));
        struct lens_sight s[16];
        uint32_t count = 16;
        frame_drop(lens_take(lens, scene, &shot, s, &count));
        shot.start.at.x = b, shot.end.turn.w = b;
        frame_drop(lens_take(lens, scene, &shot, s, &count));
        light.lux = b, light.ambient = b, light.towards = vec3(b, b, b);
        scene_begin(scene, &light);
        put_table(scene);
        shot = shot_from(look(vec3(0, 0, 0.1f), 0, 0, 0));
        frame_drop(lens_take(lens, scene, &shot, NULL, NULL));
    }
    lens_free(lens);
}

// Light that is no number is the ordinary one, and none.
static void light_that_is_no_number_is_as_usual(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    struct lens_shot shot = shot_from(eye_in_robot(&vector_model, 0.1f));
    struct frame *seen[4];
    for (int i = 0; i < 4; i++) {
        struct scene_light light = scene_light_defaults();
        light.ambient = i & 1 ? NAN : 0.5f;
        if (i & 2) light.lux = i & 1 ? NAN : 0;
        scene_begin(scene, &light);
        put_table(scene);
        seen[i] = lens_take(lens, scene, &shot, NULL, NULL);
        assert_non_null(seen[i]);
    }
    assert_memory_equal(seen[0]->bytes, seen[1]->bytes, 640 * 360);
    assert_memory_equal(seen[2]->bytes, seen[3]->bytes, 640 * 360);
    assert_true(memcmp(seen[0]->bytes, seen[2]->bytes, 640 * 360) != 0);
    for (int i = 0; i < 4; i++) frame_drop(seen[i]);
    lens_free(lens);
}

// Of the painted faces that are kept, the one that was unseen for longest gives way; none that is in this
// picture.
static void the_face_unseen_for_longest_gives_way(void **state) {
    struct scene_config three = {.faces = 40, .people = 3, .displays = 0, .sights = 2};
    struct scene *small = scene_new(&three, art);
    assert_non_null(small);
    static const struct {
        uint64_t who;
        bool fresh;
    } SEEN[] = {{11, true},  {21, true},  {31, true},  {11, false}, {41, true},
                {31, false}, {11, false}, {41, false}, {21, true}};
    unsigned texture;
    bool fresh;
    for (size_t i = 0; i < sizeof SEEN / sizeof *SEEN; i++) { // each in a picture of its own
        scene_begin(small, NULL);
        assert_non_null(scene_painted(small, false, SEEN[i].who, &texture, &fresh));
        if (fresh != SEEN[i].fresh) fail_msg("picture %zu: %s", i, fresh ? "painted again" : "still there");
    }
    scene_begin(small, NULL);
    for (uint64_t who = 51; who < 81; who += 10)
        assert_non_null(scene_painted(small, false, who, &texture, &fresh));
    assert_null(scene_painted(small, false, 81, &texture, &fresh));
    scene_free(small);
}

static void what_does_not_fit_is_left_out_and_counted(void **state) {
    struct scene_config few = {.faces = 40, .people = 0, .displays = 0, .sights = 2};
    struct scene *small = scene_new(&few, art);
    put_table(small);
    put_company(small);
    assert_int_equal(scene_face_count(small), 40);
    assert_true(scene_left_out(small) > 100);
    struct lens_config config = lens_defaults();
    struct lens *lens = make(&config);
    struct lens_shot shot = shot_from(eye_in_robot(&vector_model, 0));
    struct lens_sight s[8];
    uint32_t count = 8;
    frame_drop(lens_take(lens, small, &shot, s, &count));
    assert_int_equal(count, 2);
    scene_begin(small, NULL);
    assert_int_equal(scene_left_out(small), 0);
    lens_free(lens);
    scene_free(small);
}

static void all_made(void *user) {
    struct lens_config config = lens_defaults();
    config.width = 64, config.height = 36, config.blur = 2;
    struct scene_config room = scene_defaults();
    struct scene_art *a = scene_art_new();
    struct scene *s = a ? scene_new(&room, a) : NULL;
    struct fault fault = {0};
    struct lens *l = lens_new(&config, &fault);
    if (!alloc_broke()) assert_true(a && s && l);
    assert_int_equal(!l, fault.err == ERR_MEMORY);
    lens_free(l), scene_free(s), scene_art_free(a);
}

static void without_memory_there_is_none(void **state) {
    assert_true(break_every_alloc(all_made, NULL) > 10);
}

// What a bending lens saw, straightened, is what a straight one sees; before it was not.
static void a_picture_is_straightened(void **state) {
    struct lens_config bent = perfect(), straight = perfect();
    bent.bend = true;
    bent.eye.lens.k[0] = -0.06f, bent.eye.lens.k[1] = 0.004f, bent.eye.lens.cx = 325, bent.eye.lens.cy = 177;
    straight.eye.lens = bent.eye.lens;
    memset(straight.eye.lens.k, 0, sizeof straight.eye.lens.k);
    struct lens *a = make(&bent), *b = make(&straight);
    struct fault fault = {0};
    struct straightener *s = straightener_new(&bent.eye.lens, &fault);
    assert_non_null(s);
    scene_begin(scene, NULL);
    put_table(scene);
    struct pose camera = eye_in_robot(&vector_model, 0.1f);
    for (int colour = 0; colour < 2; colour++) {
        struct lens_shot shot = shot_from(camera);
        shot.colour = colour;
        struct frame *seen = lens_take(a, scene, &shot, NULL, NULL),
                     *right = lens_take(b, scene, &shot, NULL, NULL);
        unsigned channels = colour ? 3 : 1;
        static uint8_t out[640 * 360 * 3];
        straighten(s, seen->bytes, channels, out);
        double before = 0, after = 0;
        size_t count = 0, black = 0;
        for (size_t y = 4; y < 356; y++)
            for (size_t x = 4 * channels; x < 636 * channels; x++, count++) {
                size_t i = y * 640 * channels + x;
                before += abs(seen->bytes[i] - right->bytes[i]), after += abs(out[i] - right->bytes[i]);
                black += !out[i];
            }
        print_message("# off by %.2f grey values before, %.2f after\n", before / (double)count,
                      after / (double)count);
        assert_true(after / (double)count < 1.6 && before > 3 * after);
        if (!colour) assert_int_equal(black, 0); // pulled in, nothing is missing
        frame_drop(seen), frame_drop(right);
    }
    straightener_free(s);
    bent.eye.lens.fx = 0;
    assert_null(straightener_new(&bent.eye.lens, &fault));
    lens_free(a), lens_free(b);
}

static void a_bad_model_is_refused(void **state) {
    struct lens_config config = lens_defaults();
    struct fault fault = {0};
    config.eye.lens.k[0] = -1;
    assert_null(lens_new(&config, &fault));
    assert_int_equal(fault.err, ERR_RANGE);
    config = lens_defaults(), config.width = 5000, config.height = 10;
    assert_null(lens_new(&config, NULL));
    scene_free(NULL), scene_art_free(NULL), lens_free(NULL);
    struct scene_config much = {.faces = 1u << 30};
    assert_null(scene_new(&much, art));
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)
TESTS(EACH(light_exposure_and_gain_multiply), EACH(a_picture_is_straightened),
      EACH(noise_grows_as_electrons_say_and_comes_again), EACH(corners_lose_light),
      EACH(colour_and_grey_are_one_picture), EACH(a_rolling_shutter_slants_what_passes),
      EACH(motion_blurs_when_asked), EACH(pictures_come_at_their_rate),
      EACH(pictures_that_are_held_are_not_written_again), EACH(nothing_allocates_in_a_picture),
      EACH(numbers_that_are_none_make_nothing_visible), EACH(what_does_not_fit_is_left_out_and_counted),
      EACH(light_that_is_no_number_is_as_usual), EACH(the_face_unseen_for_longest_gives_way),
      EACH(without_memory_there_is_none), EACH(a_bad_model_is_refused))
