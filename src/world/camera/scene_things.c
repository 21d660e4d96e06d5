#include "world/camera/scene_internal.h"

#include "base/hash.h"
#include "border/accessories.h"
#include "border/body_model.h"

#include <string.h>

static const struct scene_look BLACK = {{34, 35, 38}, SCENE_PLAIN, 0, 0},
                               WHITE = {{225, 225, 222}, SCENE_PLAIN, 0, 0};

static struct pose at(float x, float y, float z) { return (struct pose){{x, y, z}, {1, 0, 0, 0}}; }
static struct pose within(struct pose outer, float x, float y, float z) {
    return pose_times(outer, at(x, y, z));
}

// The turn that brings x and y to these directions (both of length 1, square to each other).
static struct quat turn_to(struct vec3 x, struct vec3 y) {
    struct vec3 z = vec3_cross(x, y);
    struct quat q;
    float trace = x.x + y.y + z.z;
    if (trace > 0) {
        float s = m_sqrt(trace + 1) * 2;
        q = (struct quat){s / 4, (y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s};
    } else if (x.x > y.y && x.x > z.z) {
        float s = m_sqrt(1 + x.x - y.y - z.z) * 2;
        q = (struct quat){(y.z - z.y) / s, s / 4, (y.x + x.y) / s, (z.x + x.z) / s};
    } else if (y.y > z.z) {
        float s = m_sqrt(1 + y.y - x.x - z.z) * 2;
        q = (struct quat){(z.x - x.z) / s, (y.x + x.y) / s, s / 4, (z.y + y.z) / s};
    } else {
        float s = m_sqrt(1 + z.z - x.x - y.y) * 2;
        q = (struct quat){(x.y - y.x) / s, (z.x + x.z) / s, (z.y + y.z) / s, s / 4};
    }
    return quat_unit(q);
}

// --- Rooms -------------------------------------------------------------------------------------------------

void scene_ground(struct scene *scene, float z, float half_m, struct scene_look look) {
    const struct vec2 corners[4] = {
        {-half_m, -half_m}, {half_m, -half_m}, {half_m, half_m}, {-half_m, half_m}};
    scene_patch(scene, at(0, 0, z), corners, 4, 0, look);
}

void scene_wall(struct scene *scene, struct pose2 foot, float width, float height, float thick,
                struct scene_look look) {
    struct pose pose = pose_of_plane(foot, 0);
    scene_box(scene, within(pose, 0, 0, height / 2), vec3(thick, width, height), look);
}

void scene_room(struct scene *scene, struct pose2 middle, float length, float width, float height,
                struct scene_look look) {
    struct pose room = pose_of_plane(middle, 0);
    for (int i = 0; i < 4; i++) {
        float far = (i & 1 ? width : length) / 2, wide = i & 1 ? length : width;
        struct pose turned = pose_times(room, (struct pose){{0, 0, 0}, quat_yaw((float)i * (M_PI_F / 2))});
        struct pose wall =
            pose_times(turned, (struct pose){{far, 0, height / 2}, turn_to(vec3(0, -1, 0), vec3(0, 0, 1))});
        scene_quad(scene, wall, wide, height, 0, look);
    }
}

// --- Cubes and custom objects ------------------------------------------------------------------------------

static struct pose on_face(enum marker_face face, struct vec3 half) {
    static const struct {
        struct vec3 x, y; // right and up of the artwork
    } AXES[6] = {{{0, -1, 0}, {0, 0, 1}}, {{0, 1, 0}, {0, 0, 1}},  {{-1, 0, 0}, {0, 0, 1}},
                 {{1, 0, 0}, {0, 0, 1}},  {{0, -1, 0}, {1, 0, 0}}, {{0, -1, 0}, {-1, 0, 0}}};
    struct vec3 out = vec3_cross(AXES[face].x, AXES[face].y);
    return (struct pose){{out.x * half.x, out.y * half.y, out.z * half.z},
                         turn_to(AXES[face].x, AXES[face].y)};
}

struct pose scene_cube_face(enum marker_face face, float size_m) {
    return on_face((unsigned)face < 6 ? face : MARKER_FRONT, vec3(size_m / 2, size_m / 2, size_m / 2));
}

void scene_marker_on(struct scene *scene, uint32_t thing, struct pose box, struct vec3 size,
                     enum marker_face face, float marker_m, unsigned marker) {
    scene_marker(scene, thing, pose_times(box, on_face(face, vec3_scale(size, 0.5f))), marker_m, marker);
}

void scene_custom(struct scene *scene, uint32_t thing, const struct scene_custom *custom) {
    scene_box(scene, custom->pose, custom->size, custom->look);
    for (int face = 0; face < 6; face++)
        if (custom->markers[face] >= 0)
            scene_marker_on(scene, thing, custom->pose, custom->size, (enum marker_face)face,
                            custom->marker_m, (unsigned)custom->markers[face]);
}

static float marker_m(int marker) { return (float)MARKERS[marker].size_mm / 1000; }

static bool lit(struct rgb c) { return c.r | c.g | c.b; }

// A light is a corner of the top: seen from above and from both sides.
static void corner_light(struct scene *scene, struct pose cube, float size, int corner, struct rgb colour) {
    struct scene_look look = {lit(colour) ? colour : (struct rgb){90, 92, 96}, SCENE_PLAIN, 0,
                              lit(colour) ? 1.6f : 0};
    float sx = corner == 1 || corner == 2 ? -1 : 1, sy = corner > 1 ? -1 : 1, half = size / 2,
          wide = size * 0.18f;
    float in = half - wide / 2 - 0.0004f;
    scene_quad(scene, within(cube, sx * in, sy * in, half), wide, wide, 3, look);
    struct pose x = on_face(sx > 0 ? MARKER_BACK : MARKER_FRONT, vec3(half, half, half));
    struct pose y = on_face(sy > 0 ? MARKER_LEFT : MARKER_RIGHT, vec3(half, half, half));
    x.at.y = sy * in, x.at.z = half - wide / 4 - 0.0004f;
    y.at.x = sx * in, y.at.z = half - wide / 4 - 0.0004f;
    scene_quad(scene, pose_times(cube, x), wide, wide / 2, 9, look);
    scene_quad(scene, pose_times(cube, y), wide, wide / 2, 9, look);
}

void scene_cube(struct scene *scene, uint32_t thing, const struct scene_cube *cube) {
    float size = cube->size_m > 0 ? cube->size_m : CUBE_SIDE_M;
    scene_box(scene, cube->pose, vec3(size, size, size),
              (struct scene_look){{58, 60, 66}, SCENE_PLAIN, 0, 0});
    for (unsigned face = 0; face < 6; face++) {
        int marker = marker_find_kind(cube->kind, face);
        struct pose pose = pose_times(cube->pose, scene_cube_face((enum marker_face)face, size));
        if (marker >= 0)
            scene_marker(scene, thing, pose, marker_m(marker) * (size / CUBE_SIDE_M), (unsigned)marker);
    }
    for (int i = 0; i < 4; i++) corner_light(scene, cube->pose, size, i, cube->lights[i]);
}

void scene_charger(struct scene *scene, uint32_t thing, const struct scene_charger *charger) {
    static const struct vec2 RAMP[3] = {
        {-CHARGER_LONG_M / 2, 0}, {CHARGER_LONG_M / 2, 0}, {CHARGER_LONG_M / 2, CHARGER_RISE_M}};
    struct pose p = charger->pose;
    struct scene_look body = charger->index ? (struct scene_look){{70, 72, 78}, SCENE_PLAIN, 0, 0} : BLACK;
    struct pose side =
        pose_times(p, (struct pose){{0, CHARGER_WIDE_M / 2, 0}, turn_to(vec3(1, 0, 0), vec3(0, 0, 1))});
    scene_solid(scene, side, RAMP, 3, 0, CHARGER_WIDE_M, body);
    scene_box(scene, within(p, (CHARGER_LONG_M + CHARGER_WALL_M) / 2, 0, CHARGER_HIGH_M / 2),
              vec3(CHARGER_WALL_M, CHARGER_WIDE_M, CHARGER_HIGH_M), body);
    // the stripe that is followed backwards
    struct pose slope = within(p, 0, 0, CHARGER_RISE_M / 2 + 0.0001f);
    slope.turn = quat_times(p.turn, quat_about(vec3(0, 1, 0), -m_atan2(CHARGER_RISE_M, CHARGER_LONG_M)));
    scene_quad(scene, slope, m_hypot(CHARGER_LONG_M, CHARGER_RISE_M), CHARGER_STRIPE_M, 2, WHITE);
    struct pose wall = {{CHARGER_LONG_M / 2, 0, CHARGER_MARK_Z_M}, turn_to(vec3(0, -1, 0), vec3(0, 0, 1))};
    int marker = marker_find_kind(MARKER_CHARGER, charger->index);
    if (marker >= 0) scene_marker(scene, thing, pose_times(p, wall), marker_m(marker), (unsigned)marker);
    wall.at.z = CHARGER_HIGH_M - 0.002f;
    struct scene_look lamp = {{120, 255, 140}, SCENE_PLAIN, 0, charger->powered ? 1.5f : 0};
    scene_quad(scene, pose_times(p, wall), 0.006f, 0.0025f, 2, lamp);
}

// --- Robots ------------------------------------------------------------------------------------------------

static const struct texture *finish_display(struct painted *painted, struct texture *texture) {
    texture_finish(texture, painted->texels, DISPLAY_WIDTH, DISPLAY_HEIGHT, DISPLAY_LEVELS, 4, false);
    return texture;
}

// The picture on its face, brought to the size of Vector's display and into planes.
static void paint_display(const struct pixels *face, uint8_t *texels) {
    size_t plane = texture_room(DISPLAY_WIDTH, DISPLAY_HEIGHT, DISPLAY_LEVELS);
    for (unsigned y = 0; y < DISPLAY_HEIGHT; y++)
        for (unsigned x = 0; x < DISPLAY_WIDTH; x++) {
            const uint8_t *from =
                pixels_at(face, x * face->width / DISPLAY_WIDTH, y * face->height / DISPLAY_HEIGHT);
            unsigned r = from[0], g = face->channels >= 3 ? from[1] : r,
                     b = face->channels >= 3 ? from[2] : r;
            uint8_t *to = texels + y * DISPLAY_WIDTH + x;
            to[0] = (uint8_t)r, to[plane] = (uint8_t)g, to[2 * plane] = (uint8_t)b;
            to[3 * plane] = (uint8_t)((299 * r + 587 * g + 114 * b + 500) / 1000);
        }
}

static uint64_t hash_pixels(const struct pixels *face) {
    uint64_t hash = face->width * 8192 + face->height;
    for (unsigned y = 0; y < face->height; y++)
        hash = hash64(hash, pixels_at(face, 0, y), (size_t)face->width * face->channels);
    return hash;
}

static void eye(struct scene *scene, struct pose screen, float x, float width, float height,
                struct rgb colour) {
    float w = width / 2, h = height / 2, r = m_min(w, h) * 0.45f;
    const struct vec2 corners[8] = {{-w + r, -h}, {w - r, -h}, {w, -h + r}, {w, h - r},
                                    {w - r, h},   {-w + r, h}, {-w, h - r}, {-w, -h + r}};
    scene_patch(scene, within(screen, x, 0, 0), corners, 8, 6,
                (struct scene_look){colour, SCENE_PLAIN, 0, 1.2f});
}

static void screen(struct scene *scene, const struct scene_robot *robot, struct pose pose) {
    const float width = 0.0232f, height = 0.0121f; // the panel is 23.2 by 12.1 mm
    struct pose glass = within(pose, 0, 0, -0.0001f);
    scene_quad(scene, glass, width + 0.006f, height + 0.006f, 4,
               (struct scene_look){{10, 10, 12}, SCENE_PLAIN, 0, 0});
    const struct pixels *face = robot->face;
    unsigned slot;
    bool fresh;
    struct painted *painted = NULL;
    if (face && face->width && face->height && face->channels >= 1)
        painted = scene_painted(scene, true, hash_pixels(face), &slot, &fresh);
    if (!painted) {
        struct rgb colour = lit(robot->eyes) ? robot->eyes : (struct rgb){0, 230, 190};
        eye(scene, pose, -width * 0.22f, width * 0.26f, height * 0.62f, colour);
        eye(scene, pose, width * 0.22f, width * 0.26f, height * 0.62f, colour);
        return;
    }
    if (fresh) {
        paint_display(face, painted->texels);
        finish_display(painted, &scene->textures[slot - ART_COUNT]);
    }
    struct mapping map = {.texture = (uint16_t)slot};
    map.u = vec3_scale(quat_apply(pose.turn, vec3(1, 0, 0)), DISPLAY_WIDTH / width);
    map.v = vec3_scale(quat_apply(pose.turn, vec3(0, -1, 0)), DISPLAY_HEIGHT / height);
    map.u0 = DISPLAY_WIDTH / 2.0f - vec3_dot(map.u, pose.at);
    map.v0 = DISPLAY_HEIGHT / 2.0f - vec3_dot(map.v, pose.at);
    struct vec3 corners[4] = {
        pose_apply(pose, vec3(-width / 2, -height / 2, 0)), pose_apply(pose, vec3(width / 2, -height / 2, 0)),
        pose_apply(pose, vec3(width / 2, height / 2, 0)), pose_apply(pose, vec3(-width / 2, height / 2, 0))};
    struct scene_look glow = {{255, 255, 255}, SCENE_PLAIN, 0, 1.2f};
    scene_polygon(scene, corners, 4, 6, &glow, &map);
}

// Outlines seen from the left side: x ahead, y up; extruded across.
static void side(struct scene *scene, struct pose body, float y0, float y1, const struct vec2 *outline,
                 uint32_t count, struct scene_look look) {
    struct pose across =
        pose_times(body, (struct pose){{0, 0, 0}, turn_to(vec3(1, 0, 0), vec3(0, 0, 1))}); // its z is -y
    scene_solid(scene, across, outline, count, -y1, -y0, look);
}

static void trunk(struct scene *scene, struct pose p, struct scene_look shell, struct scene_look trim) {
    static const struct vec2 TREAD[8] = {{-0.052f, 0},      {0.006f, 0},      {0.0155f, 0.006f},
                                         {0.0155f, 0.018f}, {0.008f, 0.026f}, {-0.05f, 0.029f},
                                         {-0.064f, 0.02f},  {-0.063f, 0.007f}};
    static const struct vec2 BODY[8] = {{-0.064f, 0.012f}, {-0.01f, 0.006f}, {0.008f, 0.01f},
                                        {0.008f, 0.026f},  {-0.004f, 0.04f}, {-0.03f, 0.055f},
                                        {-0.056f, 0.052f}, {-0.066f, 0.04f}};
    side(scene, p, -0.020f, 0.020f, BODY, 8, shell);
    side(scene, p, 0.020f, 0.030f, TREAD, 8, trim);
    side(scene, p, -0.030f, -0.020f, TREAD, 8, trim);
}

// The fork hangs upright on two pairs of arms; its owner sees it too.
static void lift_fork(struct scene *scene, struct pose p, const struct body_model *model, float lift_rad,
                      struct scene_look look) {
    const float *pivot = model->lift_pivot_m, arm = model->lift_arm_m;
    float c, s;
    m_sincos(m_clamp(lift_rad, -0.5f, 1.2f), &s, &c);
    float x = pivot[0] + arm * c, z = pivot[2] + arm * s;
    for (int i = -1; i <= 1; i += 2) {
        struct pose along = {{pivot[0] + arm * c / 2, (float)i * 0.0275f, pivot[2] + arm * s / 2},
                             quat_about(vec3(0, 1, 0), -lift_rad)};
        scene_box(scene, pose_times(p, along), vec3(arm, 0.003f, 0.006f), look);
        scene_box(scene, within(p, x - 0.001f, (float)i * 0.0235f, z - 0.014f), vec3(0.004f, 0.011f, 0.018f),
                  look);
        scene_box(scene, within(p, x + 0.003f, (float)i * 0.013f, z - 0.021f), vec3(0.008f, 0.006f, 0.003f),
                  look);
    }
    scene_box(scene, within(p, x - 0.001f, 0, z - 0.019f), vec3(0.003f, 0.036f, 0.005f), look);
}

void scene_robot(struct scene *scene, uint32_t thing, const struct scene_robot *robot) {
    if (robot->pleo) {
        scene_walker(scene, thing, robot->pose, robot->joints);
        return;
    }
    static const struct vec2 HEAD[8] = {{-0.02f, -0.016f}, {0.010f, -0.018f}, {0.018f, -0.012f},
                                        {0.018f, 0.012f},  {0.012f, 0.019f},  {-0.012f, 0.021f},
                                        {-0.022f, 0.014f}, {-0.024f, -0.004f}};
    uint32_t owner = scene->owner;
    const struct body_model *model = robot->cozmo ? &cozmo_model : &vector_model;
    struct pose p = robot->pose;
    struct scene_look shell = robot->cozmo ? WHITE : (struct scene_look){{62, 64, 69}, SCENE_PLAIN, 0, 0};
    struct scene_look trim = BLACK;
    struct scene_look arms = robot->cozmo ? (struct scene_look){{190, 40, 36}, SCENE_PLAIN, 0, 0}
                                          : (struct scene_look){{150, 128, 78}, SCENE_PLAIN, 0, 0};
    scene->owner = thing;
    trunk(scene, p, shell, trim);
    struct pose head =
        pose_times(p, (struct pose){vec3_of(model->neck_m), quat_about(vec3(0, 1, 0), -robot->head_rad)});
    side(scene, head, -0.021f, 0.021f, HEAD, 8, shell);
    struct pose front = {{0.018f, 0, 0.002f}, turn_to(vec3(0, 1, 0), vec3(0, 0, 1))};
    screen(scene, robot, pose_times(head, front));
    front.at.z = -0.008f - 0.002f;
    scene_disc(scene, pose_times(head, front), 0.002f, 5, (struct scene_look){{5, 5, 8}, SCENE_PLAIN, 0, 0});
    for (int i = 0; i < 4; i++) {
        struct scene_look lamp = {lit(robot->lights[i]) ? robot->lights[i] : (struct rgb){80, 82, 86},
                                  SCENE_PLAIN, 0, lit(robot->lights[i]) ? 1.6f : 0};
        struct pose back = within(p, -0.036f - 0.006f * (float)i, 0, 0.0553f);
        back.turn = quat_times(p.turn, quat_about(vec3(0, 1, 0), -0.11f));
        back.at = pose_apply(p, vec3(-0.034f - 0.006f * (float)i, 0, 0.0547f - 0.0007f * (float)i));
        scene_quad(scene, back, 0.004f, 0.010f, 4, lamp);
    }
    scene->owner = owner;
    lift_fork(scene, p, model, robot->lift_rad, arms);
}
