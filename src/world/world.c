#include "world/view.h"
#include "world/world_internal.h"

#include "border/birth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world_config world_defaults(void) {
    return (struct world_config){
        .seed = 1, .noise = true, .floor_reflectance = 0.5f, .floor_friction = 0.6f, .things = 64};
}

static bool lay_floor(struct world *w) {
    struct plane_part slab = plane_box(40, 40, 0.5f);
    slab.pose.at.z = -0.5f;
    slab.reflectance = w->config.floor_reflectance;
    slab.friction = w->config.floor_friction;
    w->memory.floor =
        plane_add(w->plane,
                  &(struct plane_body){.kind = PLANE_STATIC,
                                       .parts = &slab,
                                       .part_count = 1,
                                       .pose = pose_of_plane((struct pose2){{0, 0}, 0}, w->config.floor_m)},
                  NULL);
    return w->memory.floor != 0;
}

struct world *world_new(const struct world_config *config) {
    struct world *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->config = *config;
    uint32_t things = config->things < 8                  ? 8
                      : config->things > WORLD_THINGS_MAX ? WORLD_THINGS_MAX
                                                          : config->things;
    struct plane_config room = plane_defaults();
    room.bodies = things + 1 + WORLD_ROBOTS_MAX / 4 + things / 4;
    room.parts = room.bodies * 2 + 16;
    room.patches = 64;
    room.contacts = room.bodies * 4;
    w->plane = plane_new(&room);
    w->postures = calloc(WORLD_ROBOTS_MAX, sizeof *w->postures);
    world_memory_defaults(&w->memory);
    w->memory.seed = config->seed;
    w->memory.noise = config->noise;
    w->memory.lux = 300;
    w->memory.celsius = 22;
    if (w->plane && w->postures && lay_floor(w)) return w;
    world_free(w);
    return NULL;
}

void world_free(struct world *w) {
    if (!w) return;
    plane_free(w->plane);
    speaker_free(w);
    free(w->postures);
    free(w->scratch);
    free(w);
}

int64_t world_now_us(const struct world *w) { return (int64_t)world_time_us(w); }
const struct plane *world_plane(const struct world *w) { return w->plane; }
const struct world_memory *world_memory(const struct world *w) { return &w->memory; }

struct chance world_dice(const struct world *w, const char *stream, uint32_t who) {
    return chance_of(w->memory.seed, chance_stream(stream) + who, w->memory.step);
}

// ------------------------------------------------------------------------------------------------ finding

struct world_robot_state *world_robot(struct world *w, uint32_t robot) {
    return robot && robot <= w->memory.robots_count ? &w->memory.robots[robot - 1] : NULL;
}
const struct world_robot_state *world_robot_at(const struct world *w, uint32_t robot) {
    return robot && robot <= w->memory.robots_count ? &w->memory.robots[robot - 1] : NULL;
}

struct world_thing_state *world_thing(struct world *w, const char *name) {
    for (uint32_t i = 0; *name && i < w->memory.things_count; i++)
        if (!strcmp(w->memory.things[i].name, name)) return &w->memory.things[i];
    return NULL;
}

uint32_t world_robot_named(const struct world *w, const char *name) {
    for (uint32_t i = 0; *name && i < w->memory.robots_count; i++)
        if (!strcmp(w->memory.robots[i].name, name)) return i + 1;
    return 0;
}

uint32_t world_body_named(const struct world *w, const char *name) {
    uint32_t robot = world_robot_named(w, name);
    if (robot) return w->memory.robots[robot - 1].body;
    for (uint32_t i = 0; *name && i < w->memory.things_count; i++)
        if (!strcmp(w->memory.things[i].name, name)) return w->memory.things[i].body;
    return 0;
}

static const struct world_person_state *person_named(const struct world *w, const char *name) {
    for (uint32_t i = 0; *name && i < w->memory.people_count; i++)
        if (!strcmp(w->memory.people[i].name, name)) return &w->memory.people[i];
    return NULL;
}

bool world_name_taken(const struct world *w, const char *name) {
    if (world_body_named(w, name) || person_named(w, name)) return true;
    for (uint32_t i = 0; *name && i < w->memory.sounds_count; i++)
        if (!strcmp(w->memory.sounds[i].name, name)) return true;
    return false;
}

struct pose world_pose(const struct world *w, uint32_t body) {
    struct plane_motion motion;
    if (!plane_motion(w->plane, body, &motion)) return pose_none();
    float sum = motion.pose.at.x + motion.pose.at.y + motion.pose.at.z + motion.pose.turn.w +
                motion.pose.turn.x + motion.pose.turn.y + motion.pose.turn.z;
    return m_abs(sum) < 1e6f ? motion.pose
                             : pose_none(); // a plane restored from damaged bytes may be anywhere
}

bool world_where(const struct world *w, const char *name, struct pose *out) {
    uint32_t body = world_body_named(w, name);
    const struct world_person_state *person = body ? NULL : person_named(w, name);
    if (body) *out = world_pose(w, body);
    if (person) *out = (struct pose){vec3_of(person->at), quat_yaw(person->heading)};
    return body || person;
}

const struct world_defect_state *world_has_fault(const struct world *w, uint32_t robot,
                                                 enum world_defect_kind kind, int which) {
    for (uint32_t i = 0; i < w->memory.defects_count; i++) {
        const struct world_defect_state *f = &w->memory.defects[i];
        if (f->robot == robot && f->kind == kind && (which < 0 || f->which == which)) return f;
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------------ robots

static void name_robot(const struct world *w, struct world_robot_state *r, const char *creature) {
    snprintf(r->name, sizeof r->name, "%s", creature);
    for (unsigned n = 2; world_name_taken(w, r->name); n++)
        snprintf(r->name, sizeof r->name, "%.20s%u", creature, n);
}

uint32_t world_add_named(struct world *w, const struct body_model *model, const char *name, struct pose2 at,
                         struct fault *fault) {
    const struct figure *figure = figure_find(model->creature);
    uint32_t count = w->memory.robots_count;
    if (!figure) return fault_set(fault, ERR_UNKNOWN, "the world has no body for a %s", model->creature), 0;
    if (count == WORLD_ROBOTS_MAX)
        return fault_set(fault, ERR_LIMIT, "a world holds at most %d robots", WORLD_ROBOTS_MAX), 0;
    if (!m_finite(at.at.x) || !m_finite(at.at.y) || !m_finite(at.angle) || m_abs(at.at.x) > 19 ||
        m_abs(at.at.y) > 19)
        return fault_set(fault, ERR_RANGE,
                         "a robot's place must be finite numbers, within 19 m of the middle"),
               0;
    if (name && (strlen(name) > WORLD_NAME_MAX || world_name_taken(w, name)))
        return fault_set(fault, ERR_DUPLICATE, "the name \"%.40s\" is taken or too long", name), 0;
    struct world_robot_state *r = &w->memory.robots[count];
    world_robot_state_defaults(r);
    if (name && *name)
        snprintf(r->name, sizeof r->name, "%s", name);
    else
        name_robot(w, r, model->creature);
    snprintf(r->creature, sizeof r->creature, "%s", model->creature);
    w->models[count] = model;
    w->figures[count] = figure;
    world_open_eye(w, count + 1);
    r->battery = (struct world_battery_state){
        .charge = 0.75f, .rest_v = 3.9f, .rail_v = 3.9f, .celsius = w->memory.celsius};
    r->powered = true;
    r->body_c = r->shown_c = w->memory.celsius + 8;
    struct birth birth;
    birth_of(model, w->memory.seed, count + 1, &birth);
    if (w->config.noise) memcpy(r->gyro_bias, birth.gyro_bias_radps, sizeof r->gyro_bias);
    for (uint32_t i = 0; i < model->motor_count; i++) {
        // Joints begin somewhere low, where a robot that slept has left them.
        // An encoder counts from there; what its counts mean must be found out.
        const struct motor_model *m = &model->motors[i];
        if (m->absolute)
            r->motors[i].angle = m_clamp(0, m->low_rad, m->high_rad);
        else if (m->low_rad > -1e8f)
            r->motors[i].angle = m_min(m->low_rad + 0.2f, m->high_rad);
    }
    struct plane_hit ground = plane_ground(w->plane, vec3(at.at.x, at.at.y, w->config.floor_m + 3), 0);
    for (uint32_t i = 0; i < count; i++)
        if (w->memory.robots[i].body == ground.body) {
            fault_set(fault, ERR_RANGE, "there is no room for %s at %.3f, %.3f: %s is there", r->name,
                      (double)at.at.x, (double)at.at.y, w->memory.robots[i].name);
            return world_robot_state_defaults(r), 0;
        }
    w->memory.robots_count++;
    if (rover_add(w, count + 1, pose_of_plane(at, ground.body ? ground.at.z : w->config.floor_m), fault))
        return count + 1;
    w->memory.robots_count--;
    world_robot_state_defaults(r);
    return 0;
}

// Each robot has a lens of its own; its birth record says which.
void world_open_eye(struct world *w, uint32_t robot) {
    struct birth birth;
    birth_of(w->models[robot - 1], w->memory.seed, robot, &birth);
    w->eyes[robot - 1] = birth.eye;
}

uint32_t world_add_robot(struct world *w, const struct body_model *model, struct pose2 at,
                         struct fault *fault) {
    return world_add_named(w, model, NULL, at, fault);
}

void world_drive(struct world *w, uint32_t robot, const struct body_drive *drive) {
    struct world_robot_state *r = world_robot(w, robot);
    if (r) r->drive = *drive;
}

void world_want(struct world *w, uint32_t robot, uint16_t wants) {
    struct world_robot_state *r = world_robot(w, robot);
    if (!r) return;
    if (wants & ~r->wants & BODY_WANT_HEARINGS) r->heard = w->memory.heard; // what was said before is gone
    if (!(wants & BODY_WANT_RADIO)) r->radio_count = 0;
    if (!(wants & BODY_WANT_SOUND)) r->mic_open = false;
    r->wants = wants;
}

void world_step(struct world *w) {
    hand_step(w);
    for (uint32_t i = 1; i <= w->memory.robots_count; i++) rover_before(w, i);
    plane_step(w->plane);
    w->memory.step++;
    for (uint32_t i = 1; i <= w->memory.robots_count; i++) {
        rover_after(w, i);
        lift_step(w, i);
        battery_step(w, i);
        speaker_step(w, i);
        skin_step(w, i);
    }
    cube_step(w);
    air_step(w);
    people_step(w);
    sound_step(w);
}

// ---------------------------------------------------------------------------------------------- what is read

static bool turned_by_hand(const struct world_motor *m, bool watched) {
    return watched ? m->turned : m->duty == 0 && m->moved != 0;
}

void world_pins(const struct world *w, uint32_t robot, struct body_pins *out) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    if (!r) return;
    const struct body_model *m = w->models[robot - 1];
    struct chance dice = world_dice(w, "pins", robot);
    out->time_us = world_time_us(w);
    out->number = (uint32_t)w->memory.step;
    bool gated = r->drive.gates & BODY_GATE_SENSORS_OFF, watched = r->drive.gates & BODY_GATE_ENCODERS_OFF;
    out->flags = gated ? 0 : BODY_PIN_FLAG_SENSORS_ON;
    out->fault_device = r->fault_device, out->fault_item = r->fault_item;
    out->motors_count = (uint8_t)m->motor_count;
    for (uint32_t i = 0; i < m->motor_count; i++)
        out->motors[i] = (struct body_encoder){r->motors[i].count, r->motors[i].moved, r->motors[i].still};
    // A joint that moves without being driven is moved by a hand. Pulsed encoders cost next to nothing, and
    // see only that.
    if (watched) out->flags |= BODY_PIN_FLAG_ENCODERS_OFF;
    if (body_model_rolls(m)) {
        if (turned_by_hand(&r->motors[BODY_MOTOR_HEAD], watched)) out->flags |= BODY_PIN_FLAG_HEAD_TURNED;
        if (turned_by_hand(&r->motors[BODY_MOTOR_LIFT], watched)) out->flags |= BODY_PIN_FLAG_LIFT_TURNED;
    }
    out->cliffs_count = 0;
    if (!gated) feel_floor(w, robot, &dice, out);
    battery_pins(w, robot, &dice, out);
    touch_pins(w, robot, &dice, out);
    range_read(w, robot, &dice, out);
    skin_pins(w, robot, &dice, out);
    out->imu_count = 1;
    feel_imu(w, robot, &dice, &out->imu[0]);
}

bool world_powered(const struct world *w, uint32_t robot) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    return r && r->powered;
}

bool world_truth(const struct world *w, uint32_t robot, struct world_truth *out) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    struct plane_motion motion;
    if (!r || !plane_motion(w->plane, r->body, &motion)) return false;
    *out = (struct world_truth){.pose = motion.pose,
                                .battery_v = r->battery.rail_v,
                                .charge = r->battery.charge,
                                .on_charger = r->contact,
                                .charging =
                                    r->phase > WORLD_CHARGE_PHASE_OFF && r->phase < WORLD_CHARGE_PHASE_DONE,
                                .held = motion.held,
                                .airborne = motion.airborne,
                                .powered = r->powered,
                                .cargo = r->cargo};
    if (!w->figures[robot - 1]->treads) {
        out->head_rad = r->motors[w->figures[robot - 1]->neck->up].angle;
        return true;
    }
    float radius = w->models[robot - 1]->wheel_radius_m;
    out->head_rad = r->motors[BODY_MOTOR_HEAD].angle;
    out->lift_rad = r->motors[BODY_MOTOR_LIFT].angle;
    out->lift_m = rover_lift_m(w, robot);
    out->left_mps = r->motors[BODY_MOTOR_LEFT].speed * radius;
    out->right_mps = r->motors[BODY_MOTOR_RIGHT].speed * radius;
    return true;
}

// ------------------------------------------------------------------------------------------------ its camera

// In the robot's frame, so much later if its joints go on as they do.
static struct pose eye_now(const struct world *w, uint32_t robot, float seconds) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    const struct world_motor *head = &r->motors[BODY_MOTOR_HEAD];
    const struct neck *neck = w->figures[robot - 1]->neck;
    if (!neck) return eye_in_robot(w->models[robot - 1], head->angle + head->speed * seconds);
    float joints[16];
    for (int i = 0; i < 16; i++) joints[i] = r->motors[i].angle + r->motors[i].speed * seconds;
    return neck_eye(neck, joints);
}

static bool neck_moves(const struct world *w, uint32_t robot) {
    const struct neck *n = w->figures[robot - 1]->neck;
    const struct world_motor *m = world_robot_at(w, robot)->motors;
    if (!n) return m_abs(m[BODY_MOTOR_HEAD].speed) > 1e-5f;
    return m[n->torso].speed != 0 || m[n->across].speed != 0 || m[n->up].speed != 0;
}

struct pose world_camera(const struct world *w, uint32_t robot) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    return r ? pose_times(world_pose(w, r->body), eye_now(w, robot, 0)) : pose_none();
}

struct pose world_camera_later(const struct world *w, uint32_t robot, float seconds) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    struct plane_motion m;
    if (!r || !plane_motion(w->plane, r->body, &m)) return pose_none();
    float turned = vec3_length(m.turn_radps);
    if (turned < 1e-4f && !neck_moves(w, robot) && vec3_length(m.speed_mps) < 1e-5f)
        return world_camera(w, robot);
    struct quat turn = turned < 1e-4f ? quat_none() : quat_about(m.turn_radps, turned * seconds);
    struct vec3 arm = quat_apply(turn, vec3_sub(m.pose.at, m.centre));
    struct pose body = {vec3_add(vec3_add(m.centre, vec3_scale(m.speed_mps, seconds)), arm),
                        quat_unit(quat_times(turn, m.pose.turn))};
    return pose_times(body, eye_now(w, robot, seconds));
}

uint32_t world_camera_owner(const struct world *w, uint32_t robot) {
    const struct world_robot_state *r = world_robot_at(w, robot);
    return r ? r->body : 0;
}

const struct eye_model *world_eye(const struct world *w, uint32_t robot) {
    return world_robot_at(w, robot) ? &w->eyes[robot - 1] : NULL;
}

void world_picture_beat(struct world *w, uint32_t robot, uint64_t due_us, uint64_t number) {
    struct world_robot_state *r = world_robot(w, robot);
    if (r) r->picture_due_us = due_us, r->pictures = number;
}

float world_lux(const struct world *w) { return w->memory.lux; }
