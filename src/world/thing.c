// Things: turns verbs into bodies on the plane.
#include "border/accessories.h"
#include "codec/picture/marker.h"
#include "world/world_internal.h"

#include <stdio.h>
#include <string.h>

static const char *const KIND_NAMES[] = {"table", "wall",    "ramp",    "box", "disc",
                                         "cube",  "charger", "habitat", "tag", "ball"};

static struct pose pose_at(float x, float y, float z, float heading_deg) {
    return pose_of_plane((struct pose2){{x, y}, m_radians(heading_deg)}, z);
}

// A marker's number here: its place in the table of artwork, and 1.
static uint32_t code_of(enum marker_kind kind, uint32_t index) {
    return (uint32_t)(marker_find_kind(kind, index) + 1);
}

static bool symbols(const char *what, const uint32_t *numbers, uint32_t count, uint32_t *codes,
                    struct fault *fault) {
    for (uint32_t i = 0; i < count; i++) {
        codes[i] = numbers[i] ? code_of(MARKER_CUSTOM, numbers[i]) : 0;
        if (!numbers[i] || codes[i]) continue;
        fault_set(fault, ERR_RANGE, "%s: there is no symbol %u: expected 1 to 16, or 0 for none", what,
                  numbers[i]);
        return false;
    }
    return true;
}

static bool name_thing(const struct world *w, struct world_thing_state *t, const char *name,
                       struct fault *fault) {
    if (*name) {
        if (world_name_taken(w, name)) {
            fault_set(fault, ERR_DUPLICATE, "the name \"%s\" is taken", name);
            return false;
        }
        snprintf(t->name, sizeof t->name, "%s", name);
        return true;
    }
    for (unsigned n = 1; n < 10000; n++) {
        snprintf(t->name, sizeof t->name, "%s%u", KIND_NAMES[t->kind], n);
        if (!world_name_taken(w, t->name)) return true;
    }
    return false;
}

// What can move needs room; what stands may cut into what stands.
static bool has_room(const struct world *w, struct plane_body body, const char *name, struct fault *fault) {
    body.pose.at.z += 0.001f;
    uint32_t other = plane_body_overlap(w->plane, &body);
    if (!other || other == w->memory.floor) return true;
    const char *what = "something";
    bool moves = false;
    for (uint32_t i = 0; i < w->memory.robots_count; i++)
        if (w->memory.robots[i].body == other) what = w->memory.robots[i].name, moves = true;
    for (uint32_t i = 0; i < w->memory.things_count; i++)
        if (w->memory.things[i].body == other) {
            const struct world_thing_state *t = &w->memory.things[i];
            what = t->name;
            moves = t->kind == WORLD_THING_KIND_CUBE || t->kind == WORLD_THING_KIND_BOX ||
                    t->kind == WORLD_THING_KIND_DISC || t->kind == WORLD_THING_KIND_TAG ||
                    t->kind == WORLD_THING_KIND_BALL;
        }
    if (body.kind == PLANE_STATIC && !moves) return true;
    fault_set(fault, ERR_RANGE, "%s would stand inside %s", name, what);
    return false;
}

static struct world_thing_state *put(struct world *w, struct world_thing_state *t, const char *name,
                                     struct plane_body *body, struct fault *fault) {
    if (w->memory.things_count == WORLD_THINGS_MAX) {
        fault_set(fault, ERR_LIMIT, "a world holds at most %d things", WORLD_THINGS_MAX);
        return NULL;
    }
    if (!name_thing(w, t, name, fault) || !has_room(w, *body, t->name, fault)) return NULL;
    t->body = plane_add(w->plane, body, fault);
    if (!t->body) return NULL;
    w->memory.things[w->memory.things_count] = *t;
    return &w->memory.things[w->memory.things_count++];
}

static struct world_thing_state *put_one(struct world *w, enum world_thing_kind kind, const char *name,
                                         struct plane_part part, float mass, struct pose pose,
                                         struct vec3 size, const uint32_t markers[6], struct fault *fault) {
    struct world_thing_state t;
    world_thing_state_defaults(&t);
    t.kind = (uint8_t)kind;
    vec3_into(t.size_m, size);
    if (markers) memcpy(t.markers, markers, sizeof t.markers);
    part.material = (uint16_t)kind;
    struct plane_body body = {.kind = mass > 0 ? PLANE_DYNAMIC : PLANE_STATIC,
                              .parts = &part,
                              .part_count = 1,
                              .mass_kg = mass,
                              .pose = pose};
    return put(w, &t, name, &body, fault);
}

enum err thing_table(struct world *w, const struct world_table *v, struct fault *fault) {
    struct plane_part part = plane_box(v->length_m, v->width_m, v->thickness_m);
    part.pose.at.z = -v->thickness_m;
    part.reflectance = v->reflectance;
    part.friction = m_max(v->friction, 0);
    return put_one(w, WORLD_THING_KIND_TABLE, v->name, part, 0,
                   pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg),
                   vec3(v->length_m, v->width_m, v->thickness_m), NULL, fault)
               ? ERR_NONE
               : ERR_RANGE;
}

enum err thing_wall(struct world *w, const struct world_wall *v, struct fault *fault) {
    if (v->height_m < 0.001f) return fault_set(fault, ERR_RANGE, "wall: height_m: a wall must have some");
    struct plane_part part = plane_box(v->thickness_m, v->length_m, v->height_m);
    part.reflectance = v->reflectance;
    uint32_t markers[6] = {0};
    if (!symbols("wall: marker", &v->marker, 1, markers, fault)) return ERR_RANGE;
    return put_one(w, WORLD_THING_KIND_WALL, v->name, part, 0,
                   pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg),
                   vec3(v->thickness_m, v->length_m, v->height_m), markers, fault)
               ? ERR_NONE
               : ERR_RANGE;
}

enum err thing_ramp(struct world *w, const struct world_ramp *v, struct fault *fault) {
    if (v->height_m < 0.001f) return fault_set(fault, ERR_RANGE, "ramp: height_m: a ramp must have some");
    struct plane_part part = plane_wedge(v->length_m, v->width_m, v->height_m);
    part.reflectance = v->reflectance;
    part.friction = m_max(v->friction, 0);
    return put_one(w, WORLD_THING_KIND_RAMP, v->name, part, 0,
                   pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg),
                   vec3(v->length_m, v->width_m, v->height_m), NULL, fault)
               ? ERR_NONE
               : ERR_RANGE;
}

enum err thing_box(struct world *w, const struct world_box *v, struct fault *fault) {
    if (v->height_m < 0.001f) return fault_set(fault, ERR_RANGE, "box: height_m: a box must have some");
    struct plane_part part = plane_box(v->length_m, v->width_m, v->height_m);
    part.reflectance = v->reflectance;
    part.friction = m_max(v->friction, 0);
    uint32_t markers[6];
    if (!symbols("box: markers", v->markers, 6, markers, fault)) return ERR_RANGE;
    return put_one(w, WORLD_THING_KIND_BOX, v->name, part, v->mass_kg,
                   pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg),
                   vec3(v->length_m, v->width_m, v->height_m), markers, fault)
               ? ERR_NONE
               : ERR_RANGE;
}

enum err thing_disc(struct world *w, const struct world_disc *v, struct fault *fault) {
    if (v->height_m < 0.001f) return fault_set(fault, ERR_RANGE, "disc: height_m: a disc must have some");
    struct plane_part part = plane_disc(v->radius_m, v->height_m);
    part.reflectance = v->reflectance;
    return put_one(w, WORLD_THING_KIND_DISC, v->name, part, v->mass_kg, pose_at(v->x_m, v->y_m, v->z_m, 0),
                   vec3(2 * v->radius_m, 2 * v->radius_m, v->height_m), NULL, fault)
               ? ERR_NONE
               : ERR_RANGE;
}

enum err thing_ball(struct world *w, const struct world_ball *v, struct fault *fault) {
    if (v->radius_m < 0.002f)
        return fault_set(fault, ERR_RANGE, "ball: radius_m: expected at least 0.002, found %g",
                         (double)v->radius_m);
    if (!(v->mass_kg > 0))
        return fault_set(fault, ERR_RANGE, "ball: mass_kg: a ball is loose: expected more than 0");
    struct plane_part part = plane_ball(v->radius_m);
    part.reflectance = v->reflectance;
    part.restitution = m_clamp(v->bounce, 0, 1);
    float wide = 2 * v->radius_m;
    return put_one(w, WORLD_THING_KIND_BALL, v->name, part, v->mass_kg, pose_at(v->x_m, v->y_m, v->z_m, 0),
                   vec3(wide, wide, wide), NULL, fault)
               ? ERR_NONE
               : ERR_RANGE;
}

static struct plane_patch rectangle(struct pose2 at, float length, float width, float reflectance) {
    struct vec2 corners[] = {{-length / 2, -width / 2},
                             {length / 2, -width / 2},
                             {length / 2, width / 2},
                             {-length / 2, width / 2}};
    struct plane_patch patch = {.corner_count = 4, .reflectance = reflectance, .friction = -1};
    for (int i = 0; i < 4; i++) patch.corners[i] = pose2_apply(at, corners[i]);
    return patch;
}

enum err thing_paint(struct world *w, const struct world_paint *v, struct fault *fault) {
    struct plane_hit below = plane_ground(w->plane, vec3(v->x_m, v->y_m, v->z_m + 0.02f), 0);
    if (!below.body)
        return fault_set(fault, ERR_RANGE, "paint: nothing lies below %.3f, %.3f", (double)v->x_m,
                         (double)v->y_m);
    struct pose in =
        pose_between(world_pose(w, below.body), pose_at(v->x_m, v->y_m, below.at.z, v->heading_deg));
    struct plane_patch patch = rectangle(pose_on_plane(in), v->length_m, v->width_m, v->reflectance);
    patch.friction = v->friction;
    return plane_paint(w->plane, below.body, &patch, fault);
}

enum err thing_cube(struct world *w, const struct world_cube *v, struct fault *fault) {
    enum { ROOM = sizeof w->memory.cubes / sizeof *w->memory.cubes };
    if (w->memory.cubes_count == ROOM)
        return fault_set(fault, ERR_LIMIT, "a world holds at most %d cubes", ROOM);
    if (v->type > 3) return fault_set(fault, ERR_RANGE, "cube: type: expected 0 to 3, found %u", v->type);
    uint32_t device = v->device ? v->device : 0xc0be0000u + w->memory.cubes_count + 1;
    for (uint32_t i = 0; i < w->memory.cubes_count; i++)
        if (w->memory.cubes[i].device == device)
            return fault_set(fault, ERR_DUPLICATE, "cube: device: 0x%x is another cube's", device);
    struct plane_part part = plane_box(CUBE_SIDE_M, CUBE_SIDE_M, CUBE_SIDE_M);
    uint32_t markers[6];
    for (uint32_t i = 0; i < 6; i++) // each face has its own
        markers[i] =
            code_of(v->type ? (enum marker_kind)(MARKER_COZMO_CUBE_1 + v->type - 1) : MARKER_VECTOR_CUBE, i);
    struct world_thing_state *t = put_one(w, WORLD_THING_KIND_CUBE, v->name, part, CUBE_MASS_KG,
                                          pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg),
                                          vec3(CUBE_SIDE_M, CUBE_SIDE_M, CUBE_SIDE_M), markers, fault);
    if (!t) return ERR_RANGE;
    struct world_cube_state *cube = &w->memory.cubes[w->memory.cubes_count++];
    world_cube_state_defaults(cube);
    cube->device = device;
    cube->type = v->type;
    cube->battery_v = v->battery_v;
    cube->cell = true;
    snprintf(cube->version, sizeof cube->version, "v_5.0.4"); // somebody played with it before
    cube->low[2] = 1;
    cube->up = 6;
    t->cube = w->memory.cubes_count;
    return ERR_NONE;
}

enum err thing_tag(struct world *w, const struct world_tag *v, struct fault *fault) {
    if (!v->tag) return fault_set(fault, ERR_RANGE, "tag: tag: expected 1 to 255, found 0");
    if (v->height_m < 0.001f || v->mass_kg < 0.0005f)
        return fault_set(fault, ERR_RANGE, "tag: it must have some height_m and mass_kg");
    struct plane_part part = plane_box(v->length_m, v->width_m, v->height_m);
    part.reflectance = v->reflectance;
    part.friction = m_max(v->friction, 0);
    struct world_thing_state *t = put_one(w, WORLD_THING_KIND_TAG, v->name, part, v->mass_kg,
                                          pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg),
                                          vec3(v->length_m, v->width_m, v->height_m), NULL, fault);
    if (!t) return ERR_RANGE;
    t->tag = v->tag;
    return ERR_NONE;
}

enum err thing_charger(struct world *w, const struct world_charger *v, struct fault *fault) {
    struct plane_part parts[2] = {plane_wedge(CHARGER_LONG_M, CHARGER_WIDE_M, CHARGER_RISE_M),
                                  plane_box(CHARGER_WALL_M, CHARGER_WIDE_M, CHARGER_HIGH_M)};
    parts[1].pose.at.x = CHARGER_LONG_M + CHARGER_WALL_M / 2;
    parts[0].friction = 1; // rubber
    parts[0].reflectance = parts[1].reflectance = 0.3f;
    parts[0].material = parts[1].material = WORLD_THING_KIND_CHARGER;
    parts[0].pose.at.x = CHARGER_LONG_M / 2; // its low edge lies at x = 0
    struct world_thing_state t;
    world_thing_state_defaults(&t);
    t.kind = WORLD_THING_KIND_CHARGER;
    vec3_into(t.size_m, vec3(CHARGER_LONG_M + CHARGER_WALL_M, CHARGER_WIDE_M, CHARGER_HIGH_M));
    t.markers[0] = code_of(MARKER_CHARGER, 0);
    t.powered = v->powered, t.reversed = v->reversed, t.supply_a = v->supply_a;
    t.supply_v = 5;
    struct plane_body body = {.kind = PLANE_STATIC,
                              .parts = parts,
                              .part_count = 2,
                              .pose = pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg)};
    struct world_thing_state *put_there = put(w, &t, v->name, &body, fault);
    if (!put_there) return ERR_RANGE;
    struct plane_patch stripe =
        rectangle((struct pose2){{CHARGER_LONG_M / 2, 0}, 0}, CHARGER_LONG_M, CHARGER_STRIPE_M, 0.95f);
    return plane_paint(w->plane, put_there->body, &stripe, fault);
}

enum err thing_habitat(struct world *w, const struct world_habitat *v, struct fault *fault) {
    struct plane_part parts[5] = {plane_box(TRAY_SIDE_M, TRAY_SIDE_M, TRAY_FLOOR_M)};
    parts[0].reflectance = 0.2f; // a dark floor
    for (int i = 0; i < 4; i++) {
        bool along = i < 2;
        parts[i + 1] =
            plane_box(along ? TRAY_RIM_M : TRAY_SIDE_M, along ? TRAY_SIDE_M : TRAY_RIM_M, TRAY_HIGH_M);
        float out = (i % 2 ? -1.0f : 1.0f) * (TRAY_SIDE_M - TRAY_RIM_M) / 2;
        parts[i + 1].pose.at = vec3(along ? out : 0, along ? 0 : out, 0);
        parts[i + 1].reflectance = 0.2f;
    }
    struct world_thing_state t;
    world_thing_state_defaults(&t);
    t.kind = WORLD_THING_KIND_HABITAT;
    vec3_into(t.size_m, vec3(TRAY_SIDE_M, TRAY_SIDE_M, TRAY_HIGH_M));
    struct plane_body body = {.kind = PLANE_STATIC,
                              .parts = parts,
                              .part_count = 5,
                              .pose = pose_at(v->x_m, v->y_m, v->z_m, v->heading_deg)};
    struct world_thing_state *there = put(w, &t, v->name, &body, fault);
    if (!there) return ERR_RANGE;
    float inner = TRAY_SIDE_M - 2 * TRAY_RIM_M, middle = (inner - TRAY_LINE_M) / 2;
    for (int i = 0; i < 4; i++) {
        struct pose2 at = {{i < 2 ? (i ? -middle : middle) : 0, i < 2 ? 0 : (i == 2 ? middle : -middle)}, 0};
        struct plane_patch line =
            rectangle(at, i < 2 ? TRAY_LINE_M : inner, i < 2 ? inner : TRAY_LINE_M, 0.95f);
        if (plane_paint(w->plane, there->body, &line, fault)) return ERR_LIMIT;
    }
    return ERR_NONE;
}

enum err thing_remove(struct world *w, const char *name, struct fault *fault) {
    struct world_memory *m = &w->memory;
    struct world_thing_state *t = world_thing(w, name);
    if (!t) return fault_set(fault, ERR_UNKNOWN, "nothing here is called \"%s\"", name);
    for (uint32_t i = 0; i < m->hands_count; i++)
        if (m->hands[i].body == t->body) m->hands[i--] = m->hands[--m->hands_count];
    for (uint32_t i = 0; i < m->robots_count; i++)
        if (m->robots[i].cargo == t->body) m->robots[i].cargo = 0;
    plane_remove(w->plane, t->body);
    if (t->cube) {
        uint8_t gone = t->cube;
        memmove(&m->cubes[gone - 1], &m->cubes[gone], (size_t)(m->cubes_count - gone) * sizeof *m->cubes);
        m->cubes_count--;
        for (uint32_t i = 0; i < m->things_count; i++)
            if (m->things[i].cube > gone) m->things[i].cube--;
    }
    size_t index = (size_t)(t - m->things);
    memmove(t, t + 1, (m->things_count - index - 1) * sizeof *t);
    m->things_count--;
    return ERR_NONE;
}
