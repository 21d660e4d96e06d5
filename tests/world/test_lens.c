#include "support/support.h"

#include "base/chance.h"
#include "support/allocs.h"
#include "world/lens_inside.h"
#include "world/lens_things.h"
#include "world/raycast.h"

#include <math.h>

static struct scene_art *art;
static struct scene *scene;

static int begin(void **state) {
    struct scene_config config = scene_defaults();
    art = scene_art_new();
    scene = scene_new(&config, art);
    return art && scene ? 0 : -1;
}

static int end(void **state) {
    scene_free(scene);
    scene_art_free(art);
    return 0;
}

static void about(double got, double want, double within) {
    if (!(fabs(got - want) <= within)) fail_msg("%g instead of %g +- %g", got, want, within);
}

static struct lens_config perfect(void) {
    struct lens_config c = lens_defaults();
    c.bend = c.noise = c.vignetting = c.shutter = false;
    c.eye.lens = (struct lens_model){.width = 640, .height = 360, .fx = 320, .fy = 320, .cx = 320, .cy = 180};
    return c;
}

static struct lens *make(const struct lens_config *config) {
    struct fault fault = {0};
    struct lens *lens = lens_new(config, &fault);
    if (!lens) fail_msg("%s", fault.said);
    return lens;
}

// Standing at `at` and looking along the world's x, turned by yaw, then up, then rolled.
static struct pose look(struct vec3 at, float yaw, float up, float roll) {
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    return (struct pose){at, quat_times(quat_euler(roll, -up, yaw), AXES)};
}

static struct lens_shot shot_from(struct pose camera) {
    return (struct lens_shot){.start = camera, .end = camera, .exposure_ms = 16, .gain = 1};
}

static const struct scene_look PLAIN_WHITE = {{255, 255, 255}, SCENE_PLAIN, 0, 0},
                               GLOW = {{255, 255, 255}, SCENE_PLAIN, 0, 0.5f};

static struct scene_light even(void) { // everywhere the same
    struct scene_light light = scene_light_defaults();
    light.ambient = 1;
    light.background = (struct rgb){0, 0, 0};
    return light;
}

static double grey(const struct frame *f, unsigned x, unsigned y) { return f->bytes[y * f->width + x]; }

// --- Where things are -----------------------------------------------------------------------------------------------------

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

// The edge from dark to light near the line from p to q, between the shares `from` and `to` of it, as a straight line. Looked for up to
// `reach` pixels to both sides. False: not there.
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

// Where corner i of a marker's outline really is on the picture. The outer edge of its ring is found along both sides, near the corner.
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
        // somewhere on the picture, its border included, 0.1 to 0.5 m away, turned by up to 55 degrees, rolled anyhow
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
        double open[2], shut[2];
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

// --- Can it be read? --------------------------------------------------------------------------------------------------------

// A reader of the plainest kind, told where the corners are: the middle of each cell against the middle between ring and gap.
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

// --- What is before what --------------------------------------------------------------------------------------------------

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
    struct draw *draw = draw_new(W, H, 64, 64);
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
        draw_forget(draw);
        draw_rows(draw, scene, &job);
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 8; i++) sum += draw_seen(draw, i);
        assert_int_equal(sum, W * H); // none is counted twice …
        for (int i = 0; i < W * H; i++)
            assert_in_range(light[i], 200 * LIGHT_ONE - 1, 200 * LIGHT_ONE); // … and none is missed
    }
    draw_free(draw);
}

static void a_pixel_on_an_edge_goes_right_and_down(void **state) {
    enum { W = 16, H = 16 };
    struct draw *draw = draw_new(W, H, 64, 64);
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
    draw_forget(draw);
    draw_rows(draw, scene, &job);
    assert_int_equal(draw_seen(draw, 0) + draw_seen(draw, 1), 6 * 4); // one of them looks away
    assert_int_equal(light[4 * W + 4] > 0, 1);                        // on its left and upper edge
    assert_int_equal(light[8 * W + 6], 0);                            // on its lower one
    draw_free(draw);
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
        struct lens_sight s[4];
        uint32_t count = 4;
        frame_drop(lens_take(lens, scene, &shot, s, &count));
        assert_int_equal(count, 1);
        about((double)s[0].share, (double)AT[i].want, 0.02);
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

// --- Light ----------------------------------------------------------------------------------------------------------------

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

// --- Time -----------------------------------------------------------------------------------------------------------------

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

// --- What may go wrong ----------------------------------------------------------------------------------------------------

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
TESTS(EACH(a_markers_corners_are_where_projection_says), EACH(so_they_are_through_a_bending_lens),
      EACH(a_faces_features_are_where_projection_says), EACH(markers_can_be_read_from_pixels),
      EACH(every_pixel_shows_what_a_ray_meets), EACH(polygons_that_share_edges_leave_no_gap_and_no_overlap),
      EACH(a_pixel_on_an_edge_goes_right_and_down), EACH(what_is_hidden_is_told),
      EACH(a_robot_does_not_see_itself_but_its_lift), EACH(light_exposure_and_gain_multiply),
      EACH(noise_grows_as_electrons_say_and_comes_again), EACH(corners_lose_light),
      EACH(colour_and_grey_are_one_picture), EACH(a_rolling_shutter_slants_what_passes),
      EACH(motion_blurs_when_asked), EACH(pictures_come_at_their_rate),
      EACH(pictures_that_are_held_are_not_written_again), EACH(nothing_allocates_in_a_picture),
      EACH(numbers_that_are_none_make_nothing_visible), EACH(what_does_not_fit_is_left_out_and_counted),
      EACH(without_memory_there_is_none), EACH(a_bad_model_is_refused))
