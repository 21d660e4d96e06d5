// Markers found in pictures of the simulated world, whose truth is known, and in photographs of paper: which,
// where, and none that is not there. What is no picture is refused.
#include "support/support.h"

#include "base/maths/chance.h"
#include "codec/picture/marker.h"
#include "sense/pose.h"
#include "sense/see/markers.h"
#include "world/camera/lens.h"

#include <stdlib.h>
#include <string.h>

static struct scene_art *art;
static struct scene *scene;

static int begin(void **state) {
    struct scene_config config = scene_defaults();
    art = scene_art_new(), scene = scene_new(&config, art);
    return art && scene ? 0 : -1;
}
static int end(void **state) {
    scene_free(scene), scene_art_free(art);
    return 0;
}

static struct pose eye_at(struct vec3 at, float yaw, float up) {
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    return (struct pose){at, quat_times(quat_euler(0, -up, yaw), AXES)};
}

static void a_room(uint32_t i, float lux) {
    struct scene_light light = scene_light_defaults();
    light.lux = lux;
    scene_begin(scene, &light);
    scene_ground(scene, 0, 3,
                 (struct scene_look){{170, 140, 100}, (enum scene_grain)(i % SCENE_GRAINS), 0, 0});
    scene_room(
        scene, (struct pose2){{0, 0}, 0}, 4, 4, 2.2f,
        (struct scene_look){{205, 205, 195}, (enum scene_grain)(i / SCENE_GRAINS % SCENE_GRAINS), 0, 0});
}

static struct frame *shoot(struct lens *lens, uint32_t i, struct lens_sight *sights, uint32_t *shows) {
    struct lens_shot shot = {.exposure_ms = 16, .gain = 1, .stamp_us = i};
    shot.start = shot.end = eye_at(vec3(0, 0, 0.041f), 0, -0.07f);
    struct frame *frame = lens_take(lens, scene, &shot, sights, shows);
    assert_non_null(frame);
    return frame;
}

static void look(const struct frame *frame, struct markers_seen *seen) {
    struct see_picture p = {frame->bytes, frame->width, frame->height};
    struct markers_config c = markers_defaults();
    assert_int_equal(markers_find(&p, &c, seen), 0);
}

// ------------------------------------------------------------------------------------------------ on cubes

struct tally {
    uint32_t shown, found, strays, poses;
    double off2, mm2, deg2;
    float most_mm, most_deg;
};

// What the camera shows whole, within fifty degrees, and not at the picture's very rim.
static bool shown_well(const struct lens_sight *s, const struct frame *f) {
    bool inside = !s->person && s->before && s->share > 0.97f && s->turned_rad < m_radians(50);
    for (int k = 0; k < 4; k++)
        inside = inside && s->px[k].x > 2 && s->px[k].y > 2 && s->px[k].x < (float)f->width - 2 &&
                 s->px[k].y < (float)f->height - 2;
    return inside;
}

static void compare(const struct markers_seen *seen, const struct frame *frame,
                    const struct lens_sight *sights, uint32_t count, struct tally *t) {
    static const int CLOCKWISE[4] = {0, 1, 3, 2};
    for (uint32_t i = 0; i < count; i++) {
        if (!shown_well(&sights[i], frame)) continue;
        t->shown++;
        for (uint32_t k = 0; k < seen->count; k++) {
            double off2 = 0;
            for (int c = 0; c < 4; c++) {
                struct vec2 d = vec2_sub(seen->list[k].corners[c], sights[i].px[CLOCKWISE[c]]);
                off2 += (double)vec2_dot(d, d) / 4;
            }
            if (seen->list[k].marker != sights[i].marker || off2 > 4) continue;
            t->found++, t->off2 += off2;
        }
    }
    for (uint32_t k = 0; k < seen->count; k++) {
        bool there = false;
        for (uint32_t i = 0; i < count; i++)
            there |= !sights[i].person && sights[i].marker == seen->list[k].marker && sights[i].share > 0.3f;
        t->strays += !there;
    }
}

// Where the cube stands, from all of its markers together.
static void place(const struct markers_seen *seen, const struct lens *lens, struct pose2 cube,
                  struct tally *t) {
    struct pose_part parts[POSE_SQUARES];
    uint32_t count = 0;
    for (uint32_t k = 0; k < seen->count && count < POSE_SQUARES; k++) {
        unsigned face = MARKERS[seen->list[k].marker].index;
        if (face > MARKER_RIGHT) continue;
        // The scene's faces: right, top, out. A square's: out, right, up.
        struct pose on = scene_cube_face((enum marker_face)face, 0.044f);
        struct vec3 out = quat_apply(on.turn, vec3(0, 0, 1));
        parts[count] = (struct pose_part){{on.at, quat_yaw(m_atan2(out.y, out.x))}, 0.027f, {{0}}};
        parts[count].square.at.z += 0.022f;
        memcpy(parts[count++].corners, seen->list[k].corners, sizeof seen->list[k].corners);
    }
    struct pose_floor lies = {.at = {{cube.at.x + 0.02f, cube.at.y - 0.01f}, cube.angle + 0.15f}};
    if (!count) return;
    assert_true(pose_on_floor(lens_of(lens), eye_at(vec3(0, 0, 0.041f), 0, -0.07f), parts, count, &lies));
    float mm = vec2_length(vec2_sub(lies.at.at, cube.at)) * 1000,
          deg = m_degrees(m_abs(angle_between(lies.at.angle, cube.angle)));
    t->poses++, t->mm2 += (double)(mm * mm), t->deg2 += (double)(deg * deg);
    t->most_mm = m_max(t->most_mm, mm), t->most_deg = m_max(t->most_deg, deg);
}

static struct tally try_cubes(const struct body_model *model, uint32_t pictures, float near_m, float far_m) {
    struct lens_config config = lens_defaults();
    assert_true(eye_of(model, 77, &config.eye));
    struct lens *lens = lens_new(&config, NULL);
    assert_non_null(lens);
    struct chance dice = chance_of(4, 5, 6);
    struct tally t = {0};
    bool cozmo = model == &cozmo_model;
    for (uint32_t i = 0; i < pictures; i++) {
        a_room(i, 300);
        float far = chance_range(&dice, near_m, far_m), side = chance_range(&dice, -0.4f, 0.4f);
        struct pose2 at = {{far * m_cos(side), far * m_sin(side)},
                           angle_wrap(chance_range(&dice, -m_radians(50), m_radians(50)) + side +
                                      M_PI_F / 2 * (float)(i % 4))};
        struct scene_cube cube = {.pose = {vec3(at.at.x, at.at.y, 0.022f), quat_yaw(at.angle)},
                                  .kind = cozmo ? (enum marker_kind)(MARKER_COZMO_CUBE_1 + i % 3)
                                                : MARKER_VECTOR_CUBE};
        scene_cube(scene, 3, &cube);
        struct lens_sight sights[16];
        uint32_t shows = 16;
        struct markers_seen seen;
        struct frame *frame = shoot(lens, i, sights, &shows);
        look(frame, &seen);
        compare(&seen, frame, sights, shows, &t);
        place(&seen, lens, at, &t);
        frame_drop(frame);
    }
    lens_free(lens);
    print_message(
        "# %s, %.0f to %.0f mm: %u of %u, corners off by %.2f px; cubes by %.2f mm, %.2f degrees (at "
        "most %.2f, %.2f)\n",
        model->creature, (double)near_m * 1000, (double)far_m * 1000, t.found, t.shown,
        md_sqrt(t.off2 / t.found), md_sqrt(t.mm2 / t.poses), md_sqrt(t.deg2 / t.poses), (double)t.most_mm,
        (double)t.most_deg);
    return t;
}

static void they_are_found_near_and_far(void **state) {
    static const struct body_model *const MODELS[] = {&vector_model, &cozmo_model};
    for (int i = 0; i < 2; i++) {
        struct tally near = try_cubes(MODELS[i], 60, 0.122f, 0.25f),
                     far = try_cubes(MODELS[i], 60, 0.25f, 0.422f);
        assert_true(near.shown > 50 && far.shown > 50);
        assert_true((near.found + far.found) * 100 >= (near.shown + far.shown) * 99);
        assert_true(near.off2 / near.found < 0.25 && far.off2 / far.found < 0.25); // half a pixel
        assert_int_equal(near.strays + far.strays, 0);
    }
}

static void cubes_are_placed_to_the_millimetre(void **state) {
    struct tally t = try_cubes(&vector_model, 60, 0.2f, 0.222f);
    assert_true(t.poses >= 59 && md_sqrt(t.mm2 / t.poses) < 1.5 && t.most_mm < 3);
    assert_true(md_sqrt(t.deg2 / t.poses) < 1.5 && t.most_deg < 3);
}

// ------------------------------------------------------------------------------------------------ none

// Rooms with all that looks like one: checks, bricks, tiles, boxes, people, hands, robots and their screens.
static void none_is_seen_where_none_is(void **state) {
    struct lens_config config = lens_defaults();
    struct lens *lens = lens_new(&config, NULL);
    struct chance dice = chance_of(7, 7, 7);
    for (uint32_t i = 0; i < 80; i++) {
        a_room(i, i % 5 ? 300 : 4);
        for (uint32_t k = 0; k < 6; k++) {
            struct pose pose = {
                vec3(chance_range(&dice, 0.1f, 0.9f), chance_range(&dice, -0.3f, 0.3f), 0.03f),
                quat_yaw(chance_range(&dice, -3, 3))};
            struct scene_look paint = {{(uint8_t)chance_below(&dice, 256), 40, 40},
                                       (enum scene_grain)chance_below(&dice, SCENE_GRAINS),
                                       0.05f,
                                       0};
            scene_box(scene, pose, vec3(0.04f, 0.05f, 0.06f), paint);
        }
        scene_person(scene, 9,
                     &(struct scene_person){.name = "Ann", .head = {vec3(0.9f, 0.1f, 0.25f), quat_yaw(3)}});
        struct markers_seen seen;
        struct frame *frame = shoot(lens, i, NULL, NULL);
        look(frame, &seen);
        assert_int_equal(seen.count, 0);
        frame_drop(frame);
    }
    lens_free(lens);
    static uint8_t noise[640 * 360];
    for (int i = 0; i < 40; i++) {
        uint32_t cell = 1u << (i % 6);
        for (uint32_t y = 0; y < 360; y++)
            for (uint32_t x = 0; x < 640; x++) {
                struct chance spot = chance_of(9, (uint64_t)i, y / cell * 640 + x / cell);
                noise[y * 640 + x] = (uint8_t)chance_below(&spot, 256);
            }
        struct see_picture p = {noise, 640, 360};
        struct markers_config c = markers_defaults();
        struct markers_seen seen;
        assert_int_equal(markers_find(&p, &c, &seen), 0);
        assert_int_equal(seen.count, 0);
    }
}

// ------------------------------------------------------------------------------------------------ on paper

enum { WIDE = 640, HIGH = 360 };
#define MIDDLE_X 320.0f
#define MIDDLE_Y 180.0f
struct photo { // of a sheet
    float side_px, turn, bend, blur, glare, slope, grain;
};

// A sheet that is bent like a cylinder, photographed out of focus, under a lamp that shines in it. Which
// corner of the marker is where follows from the same lines.
static void photograph(unsigned marker, const struct photo *how, uint8_t *out, struct vec2 corners[4]) {
    struct chance dice = chance_of(3, marker, 5);
    static float sheet[WIDE * HIGH];
    float c = m_cos(how->turn), s = m_sin(how->turn), cell = how->side_px / 10;
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
            float sum = 0, across = (float)x - MIDDLE_X, down = (float)y - MIDDLE_Y, most = 10 * cell + 1;
            if (across * across + down * down > most * most) { // beyond the sheet's corners
                sheet[y * WIDE + x] = 200;
                continue;
            }
            for (int k = 0; k < 16; k++) { // a pixel is a square, not a point
                float px = (float)x + ((float)(k & 3) + 0.5f) / 4 - MIDDLE_X,
                      py = (float)y + ((float)(k >> 2) + 0.5f) / 4 - MIDDLE_Y;
                float u = (c * px + s * py) / cell, v = (-s * px + c * py) / cell;
                v += how->bend * u * u / 10;
                float cu = u + 6, cv = v + 6;
                bool dark = cu >= 0 && cv >= 0 && cu < 12 && cv < 12 &&
                            marker_dark(marker, (unsigned)cu, (unsigned)cv);
                sum += dark ? 30 : 200;
            }
            sheet[y * WIDE + x] = sum / 16;
        }
    for (int i = 0; i < 4; i++) {
        float u = i & 1 ? 5 : -5, v = (i & 2 ? 5.0f : -5.0f) - how->bend * 25 / 10;
        corners[i] = vec2(MIDDLE_X + (c * u - s * v) * cell, MIDDLE_Y + (s * u + c * v) * cell);
    }
    enum { FAR = 4 };
    float weight[2 * FAR * FAR + 1] = {1}; // by the square of the distance
    int r = (int)(how->blur * 2 + 0.99f);
    assert_in_range(r, 0, FAR);
    for (int i = 1; i <= 2 * r * r; i++) weight[i] = m_exp(-(float)i / (2 * how->blur * how->blur));
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
            float sum = 0, weights = 0;
            for (int dy = -r; dy <= r; dy++)
                for (int dx = -r; dx <= r; dx++) {
                    int sx = x + dx, sy = y + dy;
                    if (sx < 0 || sy < 0 || sx >= WIDE || sy >= HIGH) continue;
                    float w = weight[dx * dx + dy * dy];
                    sum += w * sheet[sy * WIDE + sx], weights += w;
                }
            float lit = sum / weights * (1 + how->slope * ((float)x - MIDDLE_X) / WIDE);
            float dx = (float)x - MIDDLE_X - how->side_px * 0.3f,
                  dy = (float)y - MIDDLE_Y + how->side_px * 0.3f;
            if (how->glare > 0)
                lit += how->glare * m_exp(-(dx * dx + dy * dy) / (how->side_px * how->side_px * 0.08f));
            out[y * WIDE + x] = (uint8_t)m_clamp(lit + chance_normal(&dice, 0, how->grain), 0, 255);
        }
}

static void paper_is_read_in_every_turn(void **state) {
    static const struct photo HOW[] = {
        {90, 0, 0, 0, 0, 0, 0},        {60, 0, 0, 1.2f, 0, 0, 3},    {70, 0, 0.12f, 0.8f, 0, 0.5f, 2},
        {80, 0, 0, 0.6f, 90, 0.4f, 3}, {26, 0, 0, 0.5f, 0, 0.6f, 4}, {160, 0, 0.1f, 1.5f, 60, 0.8f, 5},
    };
    static uint8_t grey[WIDE * HIGH];
    for (uint32_t i = 0; i < 24; i++) {
        struct photo how = HOW[i % (sizeof HOW / sizeof *HOW)];
        int quarter = i / 6;
        how.turn = 0.13f + M_PI_F / 2 * (float)quarter + 0.1f * (float)(i % 6);
        unsigned marker = i * 5 % MARKER_COUNT;
        struct vec2 corners[4];
        photograph(marker, &how, grey, corners);
        struct see_picture p = {grey, WIDE, HIGH};
        struct markers_config c = markers_defaults();
        struct markers_seen seen;
        assert_int_equal(markers_find(&p, &c, &seen), 0);
        if (seen.count != 1 || seen.list[0].marker != marker) fail_msg("photograph %u is not read", i);
        for (int k = 0; k < 4; k++) { // bent paper has no straight edges
            float off = vec2_length(vec2_sub(seen.list[0].corners[k], corners[k]));
            if (off > (how.bend > 0 ? 0.1f * how.side_px : 0.6f))
                fail_msg("photograph %u: corner %d is off by %.2f", i, k, (double)off);
        }
    }
}

// Dirt on some cells of the code is borne, and what looks like no marker any more is not taken for one.
static void some_wrong_cells_are_borne(void **state) {
    static uint8_t clean[WIDE * HIGH], grey[WIDE * HIGH];
    static const uint8_t CELLS[] = {0, 7, 14, 21, 28, 35, 3, 32, 17, 26, 11, 5};
    struct photo how = {120, 0, 0, 0.5f, 0, 0, 1};
    struct vec2 corners[4];
    photograph(9, &how, clean, corners);
    for (uint32_t wrong = 0; wrong <= sizeof CELLS; wrong++) {
        memcpy(grey, clean, sizeof grey);
        for (uint32_t i = 0; i < wrong; i++) {
            uint32_t column = CELLS[i] % 6u, row = CELLS[i] / 6u;
            uint32_t x0 = WIDE / 2 - 60 + (2 + column) * 12, y0 = HIGH / 2 - 60 + (2 + row) * 12;
            int paint = marker_dark(9, 3 + column, 3 + row) ? 200 : 30;
            for (uint32_t y = y0; y < y0 + 12; y++) memset(grey + y * WIDE + x0, paint, 12);
        }
        struct see_picture p = {grey, WIDE, HIGH};
        struct markers_config c = markers_defaults();
        struct markers_seen seen;
        assert_int_equal(markers_find(&p, &c, &seen), 0);
        if (wrong <= 3)
            assert_true(seen.count == 1 && seen.list[0].marker == 9 && seen.list[0].errors == wrong);
        if (wrong > 3) assert_int_equal(seen.count, 0);
    }
}

static void modes_narrow_the_search(void **state) {
    static uint8_t grey[WIDE * HIGH];
    struct photo how = {60, 0.2f, 0, 0.5f, 0, 0, 1};
    struct vec2 corners[4];
    struct markers_seen seen, part;
    struct markers_config c = markers_defaults();
    struct see_picture p = {grey, WIDE, HIGH};
    photograph(3, &how, grey, corners);
    c.chargers = true;
    assert_int_equal(markers_find(&p, &c, &seen), 0);
    assert_int_equal(seen.count, 0);
    photograph((unsigned)marker_find("vector-charger"), &how, grey, corners);
    assert_int_equal(markers_find(&p, &c, &seen), 0);
    assert_int_equal(seen.count, 1);
    c.box = (struct see_box){200, 60, 240, 240};
    assert_int_equal(markers_find(&p, &c, &part), 0);
    assert_int_equal(part.count, 1);
    for (int k = 0; k < 4; k++)
        assert_true(vec2_length(vec2_sub(part.list[0].corners[k], seen.list[0].corners[k])) < 0.05f);
    c.box = (struct see_box){0, 0, 200, 360};
    assert_int_equal(markers_find(&p, &c, &part), 0);
    assert_int_equal(part.count, 0);
    c.box = (struct see_box){600, 0, 100, 360};
    assert_int_equal(markers_find(&p, &c, &part), ERR_RANGE);
}

// ------------------------------------------------------------------------------------------------ nonsense

static void odd_pictures_are_refused_or_empty(void **state) {
    static uint8_t grey[2048 * 16];
    struct markers_config c = markers_defaults();
    struct markers_seen seen;
    static const struct see_picture REFUSED[] = {
        {grey, 1, 1}, {grey, 0, 0}, {grey, 4097, 8}, {grey, 8, 5000}, {grey, UINT32_MAX, UINT32_MAX}};
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        assert_int_equal(markers_find(&REFUSED[i], &c, &seen), ERR_RANGE);
        struct fault fault = {0};
        assert_int_equal(see_picture_check(&REFUSED[i], sizeof grey, &fault), ERR_RANGE);
        assert_non_null(strstr(fault.said, "sides are 8 to 4096"));
    }
    struct see_picture flat = {grey, 2048, 16}, thin = {grey, 8, 4096}, torn = {grey, 640, 360};
    assert_int_equal(see_picture_check(&torn, 640 * 359, NULL), ERR_SHORT);
    for (int v = 0; v < 256; v += 51) {
        memset(grey, v, sizeof grey);
        assert_int_equal(markers_find(&flat, &c, &seen), 0);
        assert_int_equal(seen.count, 0);
        assert_int_equal(markers_find(&thin, &c, &seen), 0);
        assert_int_equal(seen.count, 0);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(they_are_found_near_and_far),
                                       cmocka_unit_test(cubes_are_placed_to_the_millimetre),
                                       cmocka_unit_test(none_is_seen_where_none_is),
                                       cmocka_unit_test(paper_is_read_in_every_turn),
                                       cmocka_unit_test(some_wrong_cells_are_borne),
                                       cmocka_unit_test(modes_narrow_the_search),
                                       cmocka_unit_test(odd_pictures_are_refused_or_empty)};
    return support_run(argc, argv, tests, begin, end);
}
