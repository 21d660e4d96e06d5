#include "world/view.h"

#include "border/accessories.h"
#include "codec/picture/marker.h"
#include "world/view_named.h"
#include "world/world_internal.h"

#include <string.h>

#define GAZE_RAD 0.5f // how far eyes turn

static struct rgb rgb(uint8_t r, uint8_t g, uint8_t b) { return (struct rgb){r, g, b}; }
static struct scene_look look_of(uint8_t r, uint8_t g, uint8_t b, enum scene_grain grain) {
    return (struct scene_look){.colour = rgb(r, g, b), .grain = grain};
}

static const struct scene_look *look_for(enum world_thing_kind kind) {
    static const struct scene_look LOOKS[] = {
        [WORLD_THING_KIND_TABLE] = {{190, 150, 110}, SCENE_WOOD, 0, 0},
        [WORLD_THING_KIND_WALL] = {{200, 195, 185}, SCENE_SPECKLE, 0, 0},
        [WORLD_THING_KIND_RAMP] = {{160, 150, 130}, SCENE_CARPET, 0, 0},
        [WORLD_THING_KIND_BOX] = {{185, 125, 75}, SCENE_SPECKLE, 0, 0},
        [WORLD_THING_KIND_DISC] = {{180, 60, 80}, SCENE_PLAIN, 0, 0},
        [WORLD_THING_KIND_HABITAT] = {{60, 60, 66}, SCENE_SPECKLE, 0, 0},
    };
    static const struct scene_look NONE;
    return kind < sizeof LOOKS / sizeof *LOOKS ? &LOOKS[kind] : &NONE;
}

static struct pose lifted(struct pose pose, float z) {
    pose.at = pose_apply(pose, vec3(0, 0, z));
    return pose;
}

// Markers in the scene are places in its table; here they count from 1, and 0 is a bare side.
static void show_marked(struct scene *scene, const struct world_thing_state *t, struct pose pose) {
    struct vec3 size = vec3_of(t->size_m);
    struct pose middle = lifted(pose, size.z / 2);
    struct mark mark;
    scene_box(scene, middle, size, *look_for(t->kind));
    for (uint32_t i = 0; mark_of(t, pose, i, &mark); i++)
        if (mark.code)
            scene_marker_on(scene, t->body, middle, size, (enum marker_face)i, mark.size_m, mark.code - 1);
}

static void show_cube(const struct world *w, struct scene *scene, const struct world_thing_state *t,
                      struct pose pose) {
    const struct world_cube_state *c = &w->memory.cubes[t->cube - 1];
    static const enum marker_kind KINDS[] = {MARKER_VECTOR_CUBE, MARKER_COZMO_CUBE_1, MARKER_COZMO_CUBE_2,
                                             MARKER_COZMO_CUBE_3};
    struct scene_cube cube = {
        .pose = lifted(pose, t->size_m[2] / 2), .size_m = t->size_m[0], .kind = KINDS[c->type & 3]};
    uint8_t lights[4][3];
    cube_lights(w, c, lights);
    for (int i = 0; i < 4; i++) cube.lights[i] = rgb(lights[i][0], lights[i][1], lights[i][2]);
    scene_cube(scene, t->body, &cube);
}

static void show_habitat(struct scene *scene, const struct world_thing_state *t, struct pose pose) {
    float inner = TRAY_SIDE_M - 2 * TRAY_RIM_M, middle = (inner - TRAY_LINE_M) / 2;
    scene_box(scene, lifted(pose, TRAY_FLOOR_M / 2), vec3(TRAY_SIDE_M, TRAY_SIDE_M, TRAY_FLOOR_M),
              *look_for(t->kind));
    for (int i = 0; i < 4; i++) {
        struct pose turned =
            pose_times(pose, pose_of_plane((struct pose2){{0, 0}, (float)i * M_PI_F / 2}, 0));
        struct pose edge = turned, line = turned;
        edge.at = pose_apply(turned, vec3((TRAY_SIDE_M - TRAY_RIM_M) / 2, 0, TRAY_HIGH_M / 2));
        line.at = pose_apply(turned, vec3(middle, 0, TRAY_FLOOR_M + 0.0001f));
        scene_box(scene, edge, vec3(TRAY_RIM_M, TRAY_SIDE_M, TRAY_HIGH_M), look_of(70, 70, 78, SCENE_PLAIN));
        scene_quad(scene, line, TRAY_LINE_M, inner, 1, look_of(235, 235, 235, SCENE_PLAIN));
    }
}

// What has a tag is as bright as it says of itself, in a colour that follows from the tag: foods are green,
// salt and ice are pale.
static void show_tag(struct scene *scene, const struct world_thing_state *t, struct pose pose) {
    static const struct rgb COLOURS[] = {{70, 150, 60},  {200, 60, 50},  {60, 90, 190}, {230, 200, 60},
                                         {150, 90, 170}, {230, 130, 50}, {90, 70, 50}};
    struct vec3 size = vec3_of(t->size_m);
    bool food = t->tag >= 12 && t->tag <= 18, pale = t->tag == 19 || t->tag == 20;
    struct rgb colour = food ? COLOURS[0] : pale ? rgb(225, 232, 240) : COLOURS[1 + t->tag % 6];
    scene_box(scene, lifted(pose, size.z / 2), size, (struct scene_look){.colour = colour});
}

// Red, with a pale band and pale ends, so that its rolling is seen.
static void show_ball(struct scene *scene, struct pose pose, float radius) {
    struct scene_look red = look_of(216, 86, 74, SCENE_PLAIN), pale = look_of(238, 228, 208, SCENE_PLAIN);
    struct pose middle = lifted(pose, radius);
    scene_ball(scene, middle, vec3(radius, radius, radius), red);
    scene_ball(scene, middle, vec3(radius * 1.03f, radius * 1.03f, radius * 0.22f), pale);
    for (int i = -1; i <= 1; i += 2)
        scene_ball(scene, lifted(middle, (float)i * radius * 0.82f),
                   vec3(radius * 0.5f, radius * 0.5f, radius * 0.2f), pale);
}

static void show_thing(const struct world *w, struct scene *scene, const struct world_thing_state *t) {
    struct pose pose = world_pose(w, t->body);
    struct vec3 size = vec3_of(t->size_m);
    if (view_named(scene, t, pose)) return;
    switch ((enum world_thing_kind)t->kind) {
    case WORLD_THING_KIND_TABLE:
        scene_box(scene, lifted(pose, -size.z / 2), size, *look_for(t->kind));
        return;
    case WORLD_THING_KIND_WALL:
    case WORLD_THING_KIND_BOX:
        show_marked(scene, t, pose);
        return;
    case WORLD_THING_KIND_RAMP: {
        struct plane_part wedge = plane_wedge(size.x, size.y, size.z);
        scene_solid(scene, pose_times(pose, wedge.pose), wedge.corners, wedge.corner_count, wedge.z0,
                    wedge.z1, *look_for(t->kind));
        return;
    }
    case WORLD_THING_KIND_DISC: {
        struct plane_part disc = plane_disc(size.x / 2, size.z);
        scene_solid(scene, pose, disc.corners, disc.corner_count, disc.z0, disc.z1, *look_for(t->kind));
        return;
    }
    case WORLD_THING_KIND_BALL:
        show_ball(scene, pose, size.x / 2);
        return;
    case WORLD_THING_KIND_CUBE:
        show_cube(w, scene, t, pose);
        return;
    case WORLD_THING_KIND_CHARGER: {
        struct scene_charger charger = {.pose = pose,
                                        .powered = t->powered}; // its middle is half its base ahead
        charger.pose.at = pose_apply(pose, vec3(CHARGER_LONG_M / 2, 0, 0));
        scene_charger(scene, t->body, &charger);
        return;
    }
    case WORLD_THING_KIND_HABITAT:
        show_habitat(scene, t, pose);
        return;
    case WORLD_THING_KIND_TAG:
        show_tag(scene, t, pose);
        return;
    }
}

static void show_robot(const struct world *w, struct scene *scene, uint32_t i) {
    const struct world_robot_state *r = &w->memory.robots[i];
    if (!w->figures[i]->treads) {
        float joints[16];
        for (int k = 0; k < 16; k++) joints[k] = r->motors[k].angle;
        scene_owner(scene, r->body);
        scene_walker(scene, r->body, world_pose(w, r->body), joints);
        scene_owner(scene, 0);
        return;
    }
    struct scene_robot robot = {.pose = world_pose(w, r->body),
                                .cozmo = !strcmp(r->creature, "cozmo"),
                                .head_rad = r->motors[BODY_MOTOR_HEAD].angle,
                                .lift_rad = r->motors[BODY_MOTOR_LIFT].angle,
                                .eyes = rgb(0, 220, 190)};
    for (uint32_t k = 0; k < 4 && k < r->drive.lights_count; k++)
        robot.lights[k] = rgb(r->drive.lights[k].r, r->drive.lights[k].g, r->drive.lights[k].b);
    scene_owner(scene, r->body);
    scene_robot(scene, r->body, &robot);
    scene_owner(scene, 0);
}

// Who stands on the floor has legs; their table hides them, if there is one.
static void show_legs(const struct world *w, struct scene *scene, const struct world_person_state *p) {
    float hip = p->at[2] - 0.55f - w->config.floor_m;
    if (hip < 0.05f) return; // sits on the floor
    struct plane_part leg = plane_disc(0.075f, hip);
    for (int i = -1; i <= 1; i += 2) {
        struct vec3 beside = quat_apply(quat_yaw(p->heading), vec3(-0.03f, 0.09f * (float)i, 0));
        struct pose at = {vec3(p->at[0] + beside.x, p->at[1] + beside.y, w->config.floor_m), quat_none()};
        scene_solid(scene, at, leg.corners, leg.corner_count, leg.z0, leg.z1,
                    look_of(52, 56, 72, SCENE_PLAIN));
    }
}

static void show_person(const struct world *w, struct scene *scene, const struct world_person_state *p) {
    bool speaks = p->says_until_us > world_time_us(w);
    float chew = speaks ? 0.5f + 0.5f * m_sin((float)(world_time_us(w) % 1000000) * 1e-6f * M_TAU_F * 4) : 0;
    struct scene_person person = {.name = p->name,
                                  .head = {vec3_of(p->at), quat_yaw(p->heading)},
                                  .mood = (enum scene_mood)p->expression,
                                  .mood_share = 1,
                                  .eyes_open = p->eyes_open ? 1 : 0,
                                  .mouth_open = chew};
    struct pose target;
    if (*p->looks_at && world_where(w, p->looks_at, &target)) { // the head turns, the eyes do the rest
        struct vec3 way = pose_undo(person.head, target.at);
        person.gaze = vec2(m_clamp(m_atan2(way.y, way.x) / GAZE_RAD, -1, 1),
                           m_clamp(m_atan2(way.z, m_hypot(way.x, way.y)) / GAZE_RAD, -1, 1));
    }
    scene_person(scene, p->number, &person);
    show_legs(w, scene, p);
}

static void show_hands(const struct world *w, struct scene *scene) {
    for (uint32_t i = 0; i < w->memory.hands_count; i++) {
        struct pose held = world_pose(w, w->memory.hands[i].body);
        struct scene_hand hand = {.pose = held, .closed = 0.6f};
        hand.pose.at = vec3_add(held.at, vec3(-0.12f, 0, 0.07f));
        hand.pose.turn = quat_none();
        scene_hand(scene, &hand);
    }
}

void world_expose(struct world *w, uint32_t robot, const struct body_camera *camera) {
    struct world_robot_state *r = world_robot(w, robot);
    if (!r) return;
    bool told = camera && !camera->own && m_finite(camera->exposure_s) && camera->exposure_s > 0 &&
                m_finite(camera->gain) && camera->gain > 0;
    r->exposure_ms = told ? camera->exposure_s * 1000 : 0;
    r->gain = told ? camera->gain : 0;
    for (int i = 0; i < 3; i++) {
        float balance = camera ? camera->balance[i] : 0;
        r->balance[i] = m_finite(balance) && balance > 0 ? m_clamp(balance, 0.1f, 16) : 0;
    }
}

void world_scene(const struct world *w, struct scene *scene) {
    struct scene_light light = scene_light_defaults();
    light.lux = w->memory.lux;
    scene_begin(scene, &light);
    uint8_t grey = (uint8_t)m_clamp(60 + 200 * w->config.floor_reflectance, 0, 255);
    scene_ground(scene, w->config.floor_m, 6, look_of(grey, grey, (uint8_t)(grey - 5), SCENE_CARPET));
    for (uint32_t i = 0; i < w->memory.things_count; i++) show_thing(w, scene, &w->memory.things[i]);
    for (uint32_t i = 0; i < w->memory.robots_count; i++) show_robot(w, scene, i);
    for (uint32_t i = 0; i < w->memory.people_count; i++) show_person(w, scene, &w->memory.people[i]);
    show_hands(w, scene);
}
