// Where things are on a camera's picture, and what is before what.
#include "world/camera/raycast.h" // before the stage: it calls its scenes `scene`, too

#include "support/support.h"

#include "base/maths/chance.h"
#include "world/camera/lens_internal.h"
#include "world/camera/lens_stage.h"
#include "world/camera/lens_things.h"

#include <math.h>

// --- Where things are --------------------------------------------------------------------------------------

static double light_at(const struct frame *f, double x, double y) { // between the middles of pixels
    x -= 0.5, y -= 0.5;
    int ix = (int)floor(x), iy = (int)floor(y);
    if (ix < 0 || iy < 0 || ix + 1 >= (int)f->width || iy + 1 >= (int)f->height) return -1;
    double fx = x - ix, fy = y - iy;
    unsigned ux = (unsigned)ix, uy = (unsigned)iy;
    return (grey(f, ux, uy) * (1 - fx) + grey(f, ux + 1, uy) * fx) * (1 - fy) +
           (grey(f, ux, uy + 1) * (1 - fx) + grey(f, ux + 1, uy + 1) * fx) * fy;
}

struct line {
    double a, b, c; // a x + b y = c
};

// The edge from dark to light near the line from p to q, between the shares `from` and `to` of it, as a
// straight line. Looked for up to `reach` pixels to both sides. False: not there.
static bool edge_line(const struct frame *f, struct vec2 p, struct vec2 q, double from, double to,
                      double reach, struct line *out) {
    double dx = (double)q.x - (double)p.x, dy = (double)q.y - (double)p.y, len = hypot(dx, dy), sx = 0,
           sy = 0, sxx = 0, sxy = 0, syy = 0;
    double nx = -dy / len, ny = dx / len;
    int count = 0;
    for (int i = 0; i < 24; i++) {
        double t = from + (to - from) * (i + 0.5) / 24, x = (double)p.x + dx * t, y = (double)p.y + dy * t;
        double inside = light_at(f, x + nx * reach, y + ny * reach),
               outside = light_at(f, x - nx * reach, y - ny * reach);
        if (inside < 0 || outside < 0) continue;
        double half = (inside + outside) / 2;
        if (fabs(inside - outside) < 40) continue;
        for (double r = -reach; r < reach; r += 0.05) {
            double a = light_at(f, x + nx * r, y + ny * r) - half,
                   b = light_at(f, x + nx * (r + 0.05), y + ny * (r + 0.05)) - half;
            if ((a < 0) == (b < 0)) continue;
            double at = r + 0.05 * a / (a - b), ex = x + nx * at, ey = y + ny * at;
            sx += ex, sy += ey, sxx += ex * ex, sxy += ex * ey, syy += ey * ey, count++;
            break;
        }
    }
    if (count < 12) return false;
    sx /= count, sy /= count;
    double cxx = sxx / count - sx * sx, cxy = sxy / count - sx * sy, cyy = syy / count - sy * sy;
    double angle = 0.5 * atan2(2 * cxy, cxx - cyy); // along the line
    *out = (struct line){-sin(angle), cos(angle), -sin(angle) * sx + cos(angle) * sy};
    return true;
}

// Where corner i of a marker's outline really is on the picture. The outer edge of its ring is found along
// both sides, near the corner.
static bool corner_in_picture(const struct frame *f, const struct vec2 px[4], int i, double *x, double *y) {
    struct vec2 at = px[i], next = px[(i + 1) & 3], before = px[(i + 3) & 3];
    double short_side = fmin(hypot((double)next.x - (double)at.x, (double)next.y - (double)at.y),
                             hypot((double)before.x - (double)at.x, (double)before.y - (double)at.y));
    double reach = fmin(4, short_side * 0.06); // not into the gap
    struct line a, b;
    double part = short_side > 60 ? 0.22 : 0.45; // a lens bends long sides
    if (!edge_line(f, at, next, 0.05, part, reach, &a) ||
        !edge_line(f, before, at, 1 - part, 0.95, reach, &b))
        return false;
    double det = a.a * b.b - a.b * b.a;
    if (fabs(det) < 0.1) return false;
    *x = (a.c * b.b - a.b * b.c) / det, *y = (a.a * b.c - a.c * b.a) / det;
    return true;
}

struct errors {
    double sum, most, large_sum;
    int count, border, large;
};

static void look_at_markers(const struct lens_config *config, uint64_t seed, int pictures, struct errors *e) {
    struct chance dice = chance_of(seed, chance_stream("test_lens corners"), 0);
    struct lens *lens = make(config);
    const struct lens_model *m = lens_of(lens);
    for (int n = 0; n < pictures; n++) {
        struct scene_light light = even();
        light.background = (struct rgb){255, 255, 255};
        scene_begin(scene, &light);
        struct pose camera =
            look(vec3(chance_range(&dice, -1, 1), chance_range(&dice, -1, 1), chance_range(&dice, 0, 1)),
                 chance_range(&dice, -3, 3), chance_range(&dice, -0.5f, 0.5f), chance_range(&dice, -3, 3));
        // somewhere on the picture, its border included, 0.1 to 0.5 m away, turned by up to 55 degrees,
        // rolled anyhow
        struct vec2 where = {chance_range(&dice, 0.05f, 0.95f) * (float)m->width,
                             chance_range(&dice, 0.08f, 0.92f) * (float)m->height};
        struct vec3 way = vec3_scale(lens_unproject(m, where), chance_range(&dice, 0.1f, 0.5f) * m->fx / 320);
        struct pose marker = {pose_apply(camera, way), camera.turn};
        struct quat facing = quat_about(vec3(1, 0, 0), M_PI_F); // its z towards the camera
        struct vec3 axis = vec3_unit(vec3(chance_range(&dice, -1, 1), chance_range(&dice, -1, 1), 0.1f));
        marker.turn =
            quat_times(marker.turn,
                       quat_times(quat_about(axis, chance_range(&dice, 0, 0.95f)),
                                  quat_times(facing, quat_about(vec3(0, 0, 1), chance_range(&dice, -3, 3)))));
        scene_marker(scene, 5, marker, 0.04f, chance_below(&dice, MARKER_COUNT));
        struct lens_shot shot = shot_from(camera);
        struct lens_sight sight;
        uint32_t count = 1;
        struct frame *f = lens_take(lens, scene, &shot, &sight, &count);
        assert_int_equal(count, 1);
        if (sight.turned_rad > 1.05f) f->used = 0; // seen so flat that the ring is too thin to measure
        for (int i = 0; i < 4 && f->used; i++) {
            double x, y;
            if (!corner_in_picture(f, sight.px, i, &x, &y)) continue;
            double off = hypot(x - (double)sight.px[i].x, y - (double)sight.px[i].y);
            e->sum += off, e->count++;
            e->most = fmax(e->most, off);
            double side = hypot((double)sight.px[0].x - (double)sight.px[1].x,
                                (double)sight.px[0].y - (double)sight.px[1].y);
            if (side > 70) e->large_sum += off, e->large++;
            e->border += x < 40 || y < 40 || x > (double)m->width - 40 || y > (double)m->height - 40;
        }
        frame_drop(f);
    }
    lens_free(lens);
}

static void a_markers_corners_are_where_projection_says(void **state) {
    struct errors e = {0};
    struct lens_config config = perfect();
    look_at_markers(&config, 1, 150, &e);
    assert_true(e.count > 300 && e.border > 40);
    // the ring of a small one is hardly thicker than the blur, which is what its error is made of
    about(e.sum / e.count, 0, 0.15), about(e.most, 0, 0.8), about(e.large_sum / e.large, 0, 0.08);
}

static void so_they_are_through_a_bending_lens(void **state) {
    for (uint32_t serial = 0; serial < 3; serial++) {
        struct errors e = {0};
        struct lens_config config = perfect();
        config.bend = true;
        eye_of(serial & 1 ? &cozmo_model : &vector_model, serial, &config.eye);
        if (serial == 2)
            config.eye.lens.k[0] = -0.09f, config.eye.lens.k[2] = 0.004f, config.eye.lens.skew = 2;
        look_at_markers(&config, 2 + serial, 100, &e);
        assert_true(e.count > 150 && e.border > 20);
        about(e.sum / e.count, 0, 0.2), about(e.most, 0, 0.95),
            about(e.large_sum / e.large, 0, 0.15); // sides bend, too
    }
}

static void a_faces_features_are_where_projection_says(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    const char *const NAMES[] = {"Ann", "Bob", "Mia", "Chen", "Noor", "Ole"};
    for (int n = 0; n < 6; n++) {
        struct scene_light light = even();
        struct scene_person p = {
            .name = NAMES[n],
            .head = {{0.4f, 0.02f * (float)n, 0.2f}, quat_yaw(M_PI_F + 0.1f * (float)(n - 3))},
            .eyes_open = 1};
        struct lens_shot shot = shot_from(look(vec3(0, 0, 0.2f), 0, 0, 0));
        struct lens_sight s;
        double open[2] = {0}, shut[2] = {0};
        for (int closed = 0; closed < 2; closed++) {
            scene_begin(scene, &light);
            p.eyes_open = closed ? 0 : 1;
            scene_person(scene, 9, &p);
            uint32_t count = 1;
            struct frame *f = lens_take(lens, scene, &shot, &s, &count);
            assert_true(count == 1 && s.person && s.inside && s.thing == 9);
            for (int eye = 0; eye < 2; eye++) {
                unsigned x = (unsigned)s.px[eye].x, y = (unsigned)s.px[eye].y;
                double white = fmax(grey(f, x - 10, y), grey(f, x + 10, y)), pupil = 255;
                for (unsigned k = 0; k < 9; k++)
                    pupil = fmin(pupil, grey(f, x - 1 + k % 3, y - 1 + k / 3)); // beside the gleam
                if (!closed)
                    if (!(pupil < 70 && white > pupil + 50))
                        fail_msg("%s: pupil %g, white %g", NAMES[n], pupil,
                                 white); // the white of the eye beside the pupil
                (closed ? shut : open)[eye] = white - pupil;
            }
            assert_true(s.share > 0.6f);
            frame_drop(f);
        }
        for (int eye = 0; eye < 2; eye++) assert_true(shut[eye] < open[eye] / 2);
        assert_true(s.px[0].x > s.px[1].x &&
                    s.px[3].x > s.px[4].x); // their left is right for who looks at them
        assert_true(s.px[2].y > s.px[0].y && s.px[5].y > s.px[2].y && s.px[6].y > s.px[5].y);
    }
    lens_free(lens);
}

// --- Can it be read? ---------------------------------------------------------------------------------------

// A reader of the plainest kind, told where the corners are: the middle of each cell against the middle
// between ring and gap.
static bool read_marker(const struct frame *f, const struct lens_model *m, struct pose camera,
                        struct pose marker, float size, unsigned *id) {
    uint64_t code = 0;
    double dark = 0, bright = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int y = 0; y < 10; y++)
            for (int x = 0; x < 10; x++) {
                bool ring = x == 0 || y == 0 || x == 9 || y == 9,
                     gap = !ring && (x == 1 || y == 1 || x == 8 || y == 8);
                struct vec3 at =
                    pose_apply(marker, vec3(((float)x - 4.5f) * size / 10, (4.5f - (float)y) * size / 10, 0));
                struct vec2 px;
                if (!lens_project(m, pose_undo(camera, at), &px) || !lens_inside(m, px)) return false;
                double v = light_at(f, (double)px.x, (double)px.y);
                if (pass == 0 && ring) dark += v / 36;
                if (pass == 0 && gap) bright += v / 28;
                if (pass == 1 && !ring && !gap && v < (dark + bright) / 2)
                    code |= 1ull << ((y - 2) * 6 + x - 2);
            }
    struct marker_match match;
    if (!marker_match(code, MARKER_ERRORS, &match) || match.turn != 0) return false;
    *id = match.marker;
    return true;
}

static void markers_can_be_read_from_pixels(void **state) {
    struct chance dice = chance_of(9, chance_stream("test_lens reading"), 0);
    struct lens_config config = lens_defaults(); // with lens and noise
    struct lens *lens = make(&config);
    int tried = 0, right = 0, wrong = 0;
    for (int n = 0; n < 400; n++) {
        scene_begin(scene, NULL);
        struct pose camera = look(vec3(0, 0, 0), chance_range(&dice, -3, 3), chance_range(&dice, -0.5f, 0.5f),
                                  chance_range(&dice, -0.2f, 0.2f));
        struct vec3 way = vec3_scale(
            lens_unproject(lens_of(lens), vec2(chance_range(&dice, 100, 540), chance_range(&dice, 80, 280))),
            chance_range(&dice, 0.1f, 0.4f));
        struct pose marker = {pose_apply(camera, way), camera.turn};
        marker.turn = quat_times(
            marker.turn, quat_times(quat_about(vec3(0, 1, 0), chance_range(&dice, -0.87f, 0.87f)),
                                    quat_times(quat_about(vec3(1, 0, 0), M_PI_F),
                                               quat_about(vec3(0, 0, 1), chance_range(&dice, -0.5f, 0.5f)))));
        unsigned put = chance_below(&dice, MARKER_COUNT), got;
        scene_marker(scene, 5, marker, 0.027f, put); // as on a cube
        struct lens_shot shot = shot_from(camera);
        struct lens_sight sight;
        uint32_t count = 1;
        struct frame *f = lens_take(lens, scene, &shot, &sight, &count);
        if (sight.inside && sight.turned_rad < 0.88f) {
            tried++;
            bool read = read_marker(f, lens_of(lens), camera, marker, 0.027f, &got);
            right += read && got == put, wrong += read && got != put;
        }
        frame_drop(f);
    }
    assert_true(tried > 200);
    assert_int_equal(wrong, 0);
    if (right * 100 < tried * 99) fail_msg("%d of %d were read", right, tried);
    lens_free(lens);
}

// --- What is before what -----------------------------------------------------------------------------------

static void random_scene(struct chance *dice) {
    struct scene_light light = even();
    scene_begin(scene, &light);
    for (int i = 0; i < 14; i++) { // boxes that stand in each other
        struct pose p = {vec3(chance_range(dice, 0.2f, 0.8f), chance_range(dice, -0.3f, 0.3f),
                              chance_range(dice, -0.2f, 0.2f)),
                         quat_euler(chance_range(dice, -3, 3), chance_range(dice, -1.5f, 1.5f),
                                    chance_range(dice, -3, 3))};
        uint8_t c = (uint8_t)(20 + 16 * i);
        scene_box(scene, p,
                  vec3(chance_range(dice, 0.02f, 0.3f), chance_range(dice, 0.02f, 0.3f),
                       chance_range(dice, 0.02f, 0.3f)),
                  (struct scene_look){{c, c, c}, SCENE_PLAIN, 0, 0});
        struct pose top = pose_times(p, (struct pose){{0, 0, 0.1f}, quat_none()});
        if (i % 3 == 0) scene_quad(scene, top, 0.05f, 0.05f, (unsigned)i % 4, PLAIN_WHITE);
        if (i % 5 == 0) scene_rod(scene, p, 0.03f, 0.01f, 0.2f, PLAIN_WHITE);
    }
    scene_ground(scene, -0.15f, 3, (struct scene_look){{9, 9, 9}, SCENE_PLAIN, 0, 0});
}

static void every_pixel_shows_what_a_ray_meets(void **state) {
    struct chance dice = chance_of(3, chance_stream("test_lens rays"), 0);
    struct lens_config config = perfect();
    config.width = 160, config.height = 90;
    struct lens *lens = make(&config);
    const struct lens_model *m = lens_of(lens);
    long pixels = 0, off = 0;
    for (int n = 0; n < 24; n++) {
        random_scene(&dice);
        struct lens_shot shot =
            shot_from(look(vec3(chance_range(&dice, -0.1f, 0.1f), chance_range(&dice, -0.1f, 0.1f), 0),
                           chance_range(&dice, -0.3f, 0.3f), chance_range(&dice, -0.3f, 0.3f),
                           n % 4 ? chance_range(&dice, -3, 3) : 0));
        struct ray_eye eye = ray_eye_of(shot.start);
        struct frame *f = lens_take(lens, scene, &shot, NULL, NULL);
        static double want[90][160];
        for (unsigned y = 0; y < 90; y++)
            for (unsigned x = 0; x < 160; x++) {
                double sx = ((double)x + 0.5 - (double)m->cx) / (double)m->fx,
                       sy = ((double)y + 0.5 - (double)m->cy) / (double)m->fy;
                struct ray_hit hit = ray_cast(scene, &eye, sx, sy, 0);
                want[y][x] = (double)ray_light(scene, &hit, PLANE_GREY) * 230;
            }
        for (unsigned y = 1; y < 89; y++)
            for (unsigned x = 1; x < 159; x++) {
                // between the darkest and the brightest of the pixels around: an edge is mixed there
                double low = 1e9, high = -1e9;
                for (int k = 0; k < 9; k++) {
                    double v = want[y + (unsigned)(k / 3) - 1][x + (unsigned)(k % 3) - 1];
                    low = fmin(low, v), high = fmax(high, v);
                }
                double got = grey(f, x, y);
                pixels++, off += got < fmin(low, 255) - 1.5 || got > fmin(high, 255) + 1.5;
            }
        frame_drop(f);
    }
    if (off > pixels / 2000) fail_msg("%ld of %ld pixels show something else", off, pixels);
    lens_free(lens);
}

// A fan of triangles around a point covers each pixel exactly once, wherever its edges run.
static void polygons_that_share_edges_leave_no_gap_and_no_overlap(void **state) {
    struct chance dice = chance_of(4, chance_stream("test_lens fans"), 0);
    enum { W = 96, H = 64 };
    struct lens_draw *draw = lens_draw_new(W, H, 64, 64);
    static uint16_t light[W * H];
    for (int n = 0; n < 300; n++) {
        struct scene_light even_light = even();
        scene_begin(scene, &even_light);
        // on a wall 1 m away; every second time edges run exactly through the middles of pixels
        float step = n & 1 ? 0.5f : 0.01f;
        struct vec3 middle = vec3(m_round(chance_range(&dice, 8, W - 8) / step) * step,
                                  m_round(chance_range(&dice, 8, H - 8) / step) * step, 1);
        const struct vec2 RIM[] = {{-200, -200},        {W / 2.0f, -200},   {W + 200, -200},
                                   {W + 200, H / 2.0f}, {W + 200, H + 200}, {W / 2.0f, H + 200},
                                   {-200, H + 200},     {-200, H / 2.0f}};
        for (int i = 0; i < 8; i++) {
            struct vec2 a = RIM[i], b = RIM[(i + 1) & 7];
            struct vec3 corners[3] = {middle, vec3(b.x, b.y, 1),
                                      vec3(a.x, a.y, 1)}; // x right, y down, z ahead: as the camera
            struct scene_face *face = scene_polygon(scene, corners, 3, 0, &PLAIN_WHITE, NULL);
            assert_non_null(face);
            face->sight = (uint32_t)i + 1;
        }
        struct draw_job job = {.fx = 1,
                               .fy = 1,
                               .camera = pose_none(),
                               .exposure = 200,
                               .end = H,
                               .light = {light},
                               .stride = W};
        lens_draw_forget(draw);
        lens_draw_rows(draw, scene, &job);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 8; i++) sum += lens_draw_seen(draw, i);
        assert_int_equal(sum, W * H); // none is counted twice …
        for (int i = 0; i < W * H; i++)
            assert_in_range(light[i], 200 * LIGHT_ONE - 1, 200 * LIGHT_ONE); // … and none is missed
    }
    lens_draw_free(draw);
}

static void a_pixel_on_an_edge_goes_right_and_down(void **state) {
    enum { W = 16, H = 16 };
    struct lens_draw *draw = lens_draw_new(W, H, 64, 64);
    static uint16_t light[W * H];
    struct scene_light even_light = even();
    scene_begin(scene, &even_light);
    struct vec3 square[4] = {vec3(4.5f, 4.5f, 1), vec3(4.5f, 8.5f, 1), vec3(10.5f, 8.5f, 1),
                             vec3(10.5f, 4.5f, 1)};
    for (int i = 0; i < 2; i++) { // seen from the other side corners run the other way
        struct vec3 c[4] = {square[0], square[i ? 1 : 3], square[2], square[i ? 3 : 1]};
        struct scene_face *face = scene_polygon(scene, c, 4, 0, &PLAIN_WHITE, NULL);
        face->sight = (uint32_t)i + 1;
    }
    struct draw_job job = {
        .fx = 1, .fy = 1, .camera = pose_none(), .exposure = 200, .end = H, .light = {light}, .stride = W};
    lens_draw_forget(draw);
    lens_draw_rows(draw, scene, &job);
    assert_int_equal(lens_draw_seen(draw, 0) + lens_draw_seen(draw, 1), 6 * 4); // one of them looks away
    assert_int_equal(light[4 * W + 4] > 0, 1);                                  // on its left and upper edge
    assert_int_equal(light[8 * W + 6], 0);                                      // on its lower one
    lens_draw_free(draw);
}

static void what_is_hidden_is_told(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    struct lens_shot shot = shot_from(look(vec3(0, 0, 0), 0, 0, 0));
    const struct {
        float cover, want; // how far a board before it reaches over it
    } AT[] = {{-1, 1}, {0.25f, 0.75f}, {0.5f, 0.5f}, {0.9f, 0.1f}, {1.2f, 0}};
    for (int i = 0; i < 5; i++) {
        struct scene_light light = even();
        scene_begin(scene, &light);
        struct pose marker =
            pose_times((struct pose){{0.3f, 0, 0}, quat_none()}, scene_cube_face(MARKER_FRONT, 0));
        scene_marker(scene, 7, marker, 0.05f, 4);
        float edge = 0.03f - 0.06f * AT[i].cover; // the sheet is 60 mm wide
        scene_box(scene, (struct pose){{0.299f, edge + 0.1f, 0}, quat_none()}, vec3(0.0001f, 0.2f, 0.2f),
                  PLAIN_WHITE);
        struct lens_sight s[4] = {0}, looked[4] = {0};
        uint32_t count = 4;
        frame_drop(lens_take(lens, scene, &shot, s, &count));
        assert_int_equal(count, 1);
        about((double)s[0].share, (double)AT[i].want, 0.02);
        assert_int_equal(lens_look(lens, scene, &shot, looked, 4), 1); // the same without a picture
        assert_memory_equal(looked, s, sizeof *s);
        about((double)s[0].distance_m, 0.3, 1e-5), about((double)s[0].turned_rad, 0, 1e-3);
        assert_true(s[0].inside && s[0].before && s[0].thing == 7 && s[0].marker == 4);
        assert_true(s[0].px[0].x < s[0].px[1].x &&
                    s[0].px[0].y < s[0].px[3].y); // upper left first, clockwise
        assert_int_equal(lens_sights(lens, scene, &shot, s, 4), 1);
        about((double)s[0].share, 1, 0);
    }
    scene_begin(scene, NULL);
    scene_marker(scene, 7,
                 pose_times((struct pose){{0.3f, 0, 0}, quat_none()}, scene_cube_face(MARKER_BACK, 0)), 0.05f,
                 4);
    scene_marker(scene, 8,
                 pose_times((struct pose){{-0.3f, 0, 0}, quat_none()}, scene_cube_face(MARKER_BACK, 0)),
                 0.05f, 4);
    scene_marker(scene, 9,
                 pose_times((struct pose){{0.3f, 0.3f, 0}, quat_none()}, scene_cube_face(MARKER_FRONT, 0)),
                 0.05f, 4);
    struct lens_sight s[4];
    uint32_t count = 4;
    frame_drop(lens_take(lens, scene, &shot, s, &count));
    assert_int_equal(count, 3);
    about((double)s[0].share, 0, 0);          // its back
    assert_false(s[1].before || s[1].inside); // behind
    assert_true(s[2].before && !s[2].inside); // half outside
    about((double)s[2].share, 0.5, 0.02);
    lens_free(lens);
}

static void a_robot_does_not_see_itself_but_its_lift(void **state) {
    struct lens_config config = perfect();
    struct lens *lens = make(&config);
    struct scene_light light = even();
    long lit[2] = {0};
    for (int lifted = 0; lifted < 2; lifted++) {
        scene_begin(scene, &light);
        scene_robot(scene, 3, &(struct scene_robot){.pose = pose_none(), .lift_rad = lifted ? 0.1f : -0.2f});
        struct lens_shot shot = shot_from(eye_in_robot(&vector_model, 0.2f));
        shot.owner = 3;
        struct frame *f = lens_take(lens, scene, &shot, NULL, NULL);
        for (size_t i = 0; i < f->used; i++) lit[lifted] += f->bytes[i] > 0;
        frame_drop(f);
    }
    assert_true(lit[0] < 640 * 360 / 10 && lit[1] > lit[0] + 3000 && lit[1] < 640 * 360 / 2);
    lens_free(lens);
}

#define EACH(test) cmocka_unit_test_setup_teardown(test, begin, end)
TESTS(EACH(a_markers_corners_are_where_projection_says), EACH(so_they_are_through_a_bending_lens),
      EACH(a_faces_features_are_where_projection_says), EACH(markers_can_be_read_from_pixels),
      EACH(every_pixel_shows_what_a_ray_meets), EACH(polygons_that_share_edges_leave_no_gap_and_no_overlap),
      EACH(a_pixel_on_an_edge_goes_right_and_down), EACH(what_is_hidden_is_told),
      EACH(a_robot_does_not_see_itself_but_its_lift))
