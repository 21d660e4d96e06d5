// A robot on the plane: its motors push the drives. Encoders and inertial sensor measure the resulting
// motion.
#include "world/world_internal.h"

#include <string.h>

enum { GLANCE_STEPS = 100 };

// The fork hangs upright on parallel arms.
static void link_fork(struct world *w, uint32_t robot) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    float s, c;
    m_sincos(r->motors[BODY_MOTOR_LIFT].angle, &s, &c);
    struct pose fork = pose_none();
    fork.at = vec3(m->lift_pivot_m[0] + m->lift_arm_m * c + m->fork_m.x / 2, 0,
                   m->lift_pivot_m[2] + m->lift_arm_m * s - m->fork_m.z);
    struct vec3 slide = vec3(-m->lift_arm_m * s, 0, m->lift_arm_m * c);
    plane_joint(w->plane, r->body, &(struct plane_link){FIGURE_FORK, fork, slide, vec3(0, 0, 0)}, 1);
}

// Joints of legs are drives on the plane: swings from 0, bends from LIMBS_MAX. -1: this one only shows.
static int leg_drive(const struct figure *f, uint32_t motor) {
    for (uint32_t i = 0; f->limbs && i < LIMBS_MAX; i++) {
        if (f->limbs[i].swing == motor) return (int)i;
        if (f->limbs[i].bend == motor) return (int)(LIMBS_MAX + i);
    }
    return -1;
}

const struct posture *rover_posture(const struct world *w, uint32_t robot) {
    const struct figure *f = w->figures[robot - 1];
    float joints[16];
    for (int i = 0; i < 16; i++) joints[i] = w->memory.robots[robot - 1].motors[i].angle;
    posture_follow(&w->postures[robot - 1], f->limbs, f->neck, joints);
    return &w->postures[robot - 1];
}

// A shin turns about its knee, and about its hip when that one turns.
static void link_limbs(struct world *w, uint32_t robot) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct figure *f = w->figures[robot - 1];
    const struct vec3 forward = vec3(0, -1, 0), none = vec3(0, 0, 0);
    if (!f->limbs && !f->neck) return;
    const struct posture *posture = rover_posture(w, robot);
    struct plane_link links[2 * LIMBS_MAX + 3];
    uint32_t count = 0;
    for (uint32_t i = 0; f->limbs && i < LIMBS_MAX; i++) {
        const struct pose *leg = posture->legs[i];
        uint32_t part = FIGURE_FIRST_LIMB + 2 * i;
        links[count++] = (struct plane_link){part, leg[0], none, forward};
        links[count++] = (struct plane_link){part + 1, leg[1], none, forward};
        plane_joint_via(w->plane, r->body, part + 1, vec3_cross(forward, vec3_sub(leg[1].at, leg[0].at)),
                        forward);
    }
    if (f->neck) {
        links[count++] = (struct plane_link){FIGURE_NECK, posture->neck, none, none};
        links[count++] = (struct plane_link){FIGURE_HEAD, posture->head, none, none};
        links[count++] = (struct plane_link){FIGURE_TAIL, posture->tail, none, none};
    }
    plane_joint(w->plane, r->body, links, count);
}

struct pose rover_nose(const struct world *w, uint32_t robot) {
    return pose_times(world_pose(w, w->memory.robots[robot - 1].body), rover_posture(w, robot)->nose);
}

static float tread_mass(const struct body_model *m, uint32_t i, float grip) {
    float arm = m->wheel_radius_m * grip;
    return motor_inertia(&m->motors[i]) / (arm * arm);
}

bool rover_add(struct world *w, uint32_t robot, struct pose pose, struct fault *fault) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    const struct figure *f = w->figures[robot - 1];
    struct plane_part parts[PLANE_PARTS];
    struct plane_body body = {.pose = pose,
                              .parts = parts,
                              .part_count = figure_parts(f, m, parts),
                              .mass_kg = f->mass_kg,
                              .centre_given = true,
                              .centre = f->centre};
    if (f->treads) {
        body.drive_mass_kg[DRIVE_LEFT] = tread_mass(m, BODY_MOTOR_LEFT, 1);
        body.drive_mass_kg[DRIVE_RIGHT] = tread_mass(m, BODY_MOTOR_RIGHT, 1);
        body.drive_mass_kg[DRIVE_LIFT] = motor_inertia(&m->motors[BODY_MOTOR_LIFT]);
    }
    for (uint32_t i = 0; f->limbs && i < LIMBS_MAX; i++) {
        body.drive_mass_kg[i] = motor_inertia(&m->motors[f->limbs[i].swing]);
        body.drive_mass_kg[LIMBS_MAX + i] = motor_inertia(&m->motors[f->limbs[i].bend]);
    }
    struct plane_body raised = body; // standing is not overlapping
    raised.pose.at.z += 0.001f;
    if (plane_body_overlap(w->plane, &raised)) {
        fault_set(fault, ERR_RANGE, "there is no room for %s at %.3f, %.3f", r->name, (double)pose.at.x,
                  (double)pose.at.y);
        return false;
    }
    r->body = plane_add(w->plane, &body, fault);
    if (!r->body) return false;
    r->lift_from = r->motors[BODY_MOTOR_LIFT].angle;
    if (f->treads) link_fork(w, robot);
    for (uint32_t i = 0; f->limbs && i < LIMBS_MAX; i++) { // they begin at 0, where it stands
        const struct motor_model *swing = &m->motors[f->limbs[i].swing], *bend = &m->motors[f->limbs[i].bend];
        plane_drive_stops(w->plane, r->body, i, swing->low_rad, swing->high_rad);
        plane_drive_stops(w->plane, r->body, LIMBS_MAX + i, bend->low_rad, bend->high_rad);
    }
    link_limbs(w, robot);
    return true;
}

static float duty_of(const struct world *w, const struct world_robot_state *r, uint32_t i) {
    if (!r->powered || i >= r->drive.duty_count) return 0;
    // The bridge passes on what the cell has; the models' numbers hold at 3.8 V.
    return m_clamp((float)r->drive.duty[i] / BODY_DUTY_FULL, -1, 1) * r->battery.rail_v / 3.8f;
}

// How much of a wheel's turning reaches the ground: on a worn or wet tread it is less, and the encoder does
// not know.
float rover_grip(const struct world *w, uint32_t robot, uint32_t i) {
    const struct world_defect_state *slips = world_has_fault(w, robot, WORLD_DEFECT_KIND_TREAD_SLIPS, (int)i);
    return slips ? 1 - 0.999f * slips->amount : 1;
}

// A wheel turns on as fast as before when its tread begins or ends to slip on it.
void rover_grip_changed(struct world *w, uint32_t robot, uint32_t i, float before) {
    struct plane_drive state;
    uint32_t body = w->memory.robots[robot - 1].body;
    float grip = rover_grip(w, robot, i);
    if (plane_drive_state(w->plane, body, i, &state))
        plane_drive_gear(w->plane, body, i, tread_mass(w->models[robot - 1], i, grip),
                         state.speed / before * grip);
}

static void push_tread(struct world *w, uint32_t robot, uint32_t i) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    struct motor_push push = motor_push(&r->motors[i], &m->motors[i], duty_of(w, r, i), STEP_SECONDS);
    float radius = m->wheel_radius_m, grip = rover_grip(w, robot, i);
    if (r->motors[i].blocked) push = (struct motor_push){0, 5}; // something is wedged between tread and wheel
    plane_drive(w->plane, r->body, i, push.aim_radps * radius * grip, push.torque_nm / (radius * grip));
}

// A hand is there after half of its time, and holds the joint for the rest.
static float bend_speed(const struct world *w, const struct world_robot_state *r, float angle) {
    float whole = (float)(r->bend_until_us - r->bend_since_us) * 0.5e-6f,
          t = (float)(world_time_us(w) - r->bend_since_us) * 1e-6f;
    float share = whole > 0 ? m_min(t / whole, 1) : 1;
    return m_clamp((m_lerp(r->bend_from, r->bend_to, share) - angle) / STEP_SECONDS, -6, 6);
}

// At its stops, or in a hand's grip, whatever stops it is stronger than the motor.
static void push_joint(struct world *w, uint32_t robot, uint32_t motor, uint32_t drive) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct motor_model *m = &w->models[robot - 1]->motors[motor];
    struct world_motor *lift = &r->motors[motor];
    struct motor_push push = motor_push(lift, m, duty_of(w, r, motor), STEP_SECONDS);
    float low = (m->low_rad - lift->angle) / STEP_SECONDS, high = (m->high_rad - lift->angle) / STEP_SECONDS;
    float aim = push.aim_radps, torque = push.torque_nm;
    if (aim <= low || aim >= high || low > 0 || high < 0) aim = m_clamp(aim, low, high), torque = 1;
    if (lift->blocked) aim = 0, torque = 5;
    if (r->bent == motor + 1 && until(w, r->bend_until_us)) aim = bend_speed(w, r, lift->angle), torque = 5;
    plane_drive(w->plane, r->body, drive, aim, torque);
}

static bool neck_moves(const struct world *w, uint32_t robot) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    for (uint32_t i = 0; w->figures[robot - 1]->neck && i < w->models[robot - 1]->motor_count; i++)
        if (reach_moves(w->figures[robot - 1], i) && (duty_of(w, r, i) != 0 || r->motors[i].speed != 0))
            return true;
    return false;
}

// A joint that no drive moves: something may be in the way of what it carries.
static void step_shown(struct world *w, uint32_t robot, uint32_t i, const struct reach *reach) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct motor_model *m = &w->models[robot - 1]->motors[i];
    struct world_motor *motor = &r->motors[i];
    float duty = duty_of(w, r, i), way = duty != 0 ? duty : motor->speed;
    if (reach->count && reach_moves(w->figures[robot - 1], i))
        motor->blocked |= reach_stops(w, robot, reach, i, way, m->stall_nm * m_abs(duty));
    motor_step(motor, m, duty, 0, STEP_SECONDS);
}

void rover_before(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    const struct figure *figure = w->figures[robot - 1];
    bool treads = figure->treads;
    struct reach reach = {.count = 0};
    if (neck_moves(w, robot)) reach_look(w, robot, &reach);
    for (uint32_t i = 0; i < m->motor_count; i++) {
        int leg = leg_drive(figure, i);
        struct world_motor *motor = &r->motors[i];
        motor->blocked = world_has_fault(w, robot, WORLD_DEFECT_KIND_JOINT_STUCK, (int)i) != NULL;
        if (treads && i == BODY_MOTOR_HEAD)
            motor->blocked |= world_has_fault(w, robot, WORLD_DEFECT_KIND_HEAD_BLOCKED, -1) != NULL;
        if (treads && i == BODY_MOTOR_LIFT)
            motor->blocked |= until(w, r->lift_blocked_until_us) ||
                              world_has_fault(w, robot, WORLD_DEFECT_KIND_LIFT_BLOCKED, -1) != NULL;
        if (treads && i <= BODY_MOTOR_RIGHT)
            push_tread(w, robot, i);
        else if (treads && i == BODY_MOTOR_LIFT)
            push_joint(w, robot, BODY_MOTOR_LIFT, DRIVE_LIFT);
        else if (leg >= 0)
            push_joint(w, robot, i, (uint32_t)leg);
        else if (r->bent == i + 1 && until(w, r->bend_until_us))
            motor_bent(motor, &m->motors[i], duty_of(w, r, i), bend_speed(w, r, motor->angle), STEP_SECONDS);
        else
            step_shown(w, robot, i, &reach);
    }
    if (treads) link_fork(w, robot);
    link_limbs(w, robot);
}

static void read_leg(struct world *w, uint32_t robot, uint32_t motor, uint32_t drive) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    struct plane_drive state;
    if (!plane_drive_state(w->plane, r->body, drive, &state)) return;
    motor_turned(&r->motors[motor], &w->models[robot - 1]->motors[motor], state.speed,
                 state.travel - r->motors[motor].angle);
}

static void read_limbs(struct world *w, uint32_t robot) {
    const struct figure *f = w->figures[robot - 1];
    for (uint32_t i = 0; f->limbs && i < LIMBS_MAX; i++) {
        read_leg(w, robot, f->limbs[i].swing, i);
        read_leg(w, robot, f->limbs[i].bend, LIMBS_MAX + i);
    }
}

static void read_drives(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    struct plane_drive state;
    for (uint32_t i = BODY_MOTOR_LEFT; i <= BODY_MOTOR_RIGHT; i++) {
        plane_drive_state(w->plane, r->body, i, &state);
        float speed = state.speed / m->wheel_radius_m / rover_grip(w, robot, i);
        motor_turned(&r->motors[i], &m->motors[i], speed, speed * STEP_SECONDS);
        r->motors[i].angle = 0; // a wheel's means nothing
    }
    struct world_motor *lift = &r->motors[BODY_MOTOR_LIFT];
    plane_drive_state(w->plane, r->body, DRIVE_LIFT, &state);
    motor_turned(lift, &m->motors[BODY_MOTOR_LIFT], state.speed, r->lift_from + state.travel - lift->angle);
}

// Encoders without power get a pulse every now and then (published: one hundredth of the time). What turns in
// between is not counted; that something turned is seen.
static void doze(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    bool off = r->drive.gates & BODY_GATE_ENCODERS_OFF, glance = w->memory.step % GLANCE_STEPS == 0;
    for (uint32_t i = 0; i < m->motor_count; i++)
        if (!m->motors[i].absolute) motor_doze(&r->motors[i], off, glance);
}

void rover_after(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (w->figures[robot - 1]->treads) read_drives(w, robot);
    read_limbs(w, robot);
    doze(w, robot);
    struct plane_motion motion;
    if (!plane_motion(w->plane, r->body, &motion)) return;
    struct quat back = quat_inverse(motion.pose.turn);
    struct vec3 turn = quat_apply(back, motion.turn_radps), before = vec3_of(r->turn);
    if (!m_finite(vec3_length(turn)) || !m_finite(vec3_length(motion.felt_mps2))) return;
    vec3_into(r->accel, quat_apply(back, motion.felt_mps2));
    vec3_into(r->turn_change, vec3_scale(vec3_sub(turn, before), 1 / STEP_SECONDS));
    vec3_into(r->turn, turn);
}

float rover_lift_m(const struct world *w, uint32_t robot) {
    return body_lift_m(w->models[robot - 1], w->memory.robots[robot - 1].motors[BODY_MOTOR_LIFT].angle);
}
