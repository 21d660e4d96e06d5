// What the brainstem makes of a command.
#include "brainstem/brainstem_internal.h"

void stem_aim(struct brainstem *stem, const struct body_joint_target *t) {
    stem->told_place[t->joint] = false;
    servo_angle(&stem->servos[t->joint], t->angle_rad, t->speed_radps, t->accel_radps2, t->duration_s,
                t->tag);
}

// A target with the tag it had last is the same order, told again.
static void obey_joint(struct brainstem *stem, const struct body_joint_target *t) {
    if (t->joint >= stem->model->motor_count || t->mode == BODY_JOINT_MODE_HOLD) return;
    struct servo *s = &stem->servos[t->joint];
    if (t->mode == BODY_JOINT_MODE_ANGLE) {
        if (t->tag && t->tag == stem->heard[t->joint]) return;
        stem->heard[t->joint] = t->tag;
        stem_ack(stem, BODY_ACK_KIND_ACTION, t->joint, t->tag);
        stem->waiting[t->joint] = *t;
        stem->waits[t->joint] = stem->calibrate[t->joint].running;
        if (!stem->waits[t->joint]) stem_aim(stem, t);
        return;
    }
    stem->heard[t->joint] = 0;
    if (stem->calibrate[t->joint].running) return;
    if (t->mode == BODY_JOINT_MODE_SPEED) servo_speed(s, t->speed_radps, t->accel_radps2);
    if (t->mode == BODY_JOINT_MODE_FREE) servo_free(s);
}

static void obey_turn(struct brainstem *stem, const struct body_wheels *w) {
    if (w->tag && w->tag == stem->turn.heard) return;
    stem_stop_path(stem);
    stem->turn.heard = w->tag;
    stem_ack(stem, BODY_ACK_KIND_ACTION, BODY_MOTOR_LEFT, w->tag);
    float heading = stem->place.pose.angle;
    float speed = w->turn_radps != 0 ? w->turn_radps : stem->model->turn_radps_max / 2;
    speed = m_clamp(speed, -stem->model->turn_radps_max, stem->model->turn_radps_max);
    struct body_segment turn = {.kind = BODY_SEGMENT_KIND_POINT_TURN,
                                .from_x_m = stem->place.pose.at.x,
                                .from_y_m = stem->place.pose.at.y,
                                .angle_rad = w->relative ? heading + w->angle_rad : w->angle_rad,
                                .tolerance_rad = 2 * M_PI_F / 180, // Vector's floor for turning
                                .speed = speed,
                                .accel = w->turn_radps2,
                                .decel = w->turn_decel_radps2 > 0 ? w->turn_decel_radps2 : w->turn_radps2,
                                .shortest = true};
    path_clear(&stem->turn.path);
    stem->turn.running = !path_append(&stem->turn.path, &turn) && path_run(&stem->turn.path, w->tag);
    if (!stem->turn.running) return;
    if (!w->relative) return;
    stem->turn.path.begun = true; // more than half a turn is what was asked for
    stem->turn.path.left = w->angle_rad;
    stem->turn.path.turned = heading;
}

static void obey_wheels(struct brainstem *stem, const struct body_wheels *w) {
    if (!body_model_rolls(stem->model)) return;
    switch (w->mode) {
    case BODY_WHEEL_MODE_SPEED:
        stem_stop_path(stem);
        stem->turn.heard = 0;
        stem_wheels(stem, w->left_mps, w->right_mps, w->accel_mps2);
        break;
    case BODY_WHEEL_MODE_TURN:
        obey_turn(stem, w);
        break;
    case BODY_WHEEL_MODE_FREE:
        stem_stop_path(stem);
        servo_free(&stem->servos[BODY_MOTOR_LEFT]);
        servo_free(&stem->servos[BODY_MOTOR_RIGHT]);
        break;
    default:
        break; // as it was; a path runs by its own order
    }
}

static void obey_path(struct brainstem *stem, const struct body_path_order *p) {
    if (!body_model_rolls(stem->model)) {
        if (p->op == BODY_PATH_OP_RUN) stem_ack(stem, BODY_ACK_KIND_PATH_STOPPED, PATH_NO_SEGMENT, p->tag);
        return;
    }
    if (p->op == BODY_PATH_OP_CLEAR) {
        stem_stop_path(stem);
        path_clear(&stem->path);
    }
    if (p->op == BODY_PATH_OP_TRIM) path_trim(&stem->path, p->trim_front, p->trim_back);
    for (uint32_t i = 0; i < p->append_count; i++)
        if (path_append(&stem->path, &p->append[i]))
            stem_ack(stem, BODY_ACK_KIND_PATH_STOPPED, PATH_NO_SEGMENT, p->tag);
    if (p->op == BODY_PATH_OP_STOP) stem_stop_path(stem);
    if (p->op != BODY_PATH_OP_RUN) return;
    stem->turn.running = false;
    bool runs = path_run(&stem->path, p->tag);
    stem_ack(stem, runs ? BODY_ACK_KIND_PATH_STARTED : BODY_ACK_KIND_PATH_STOPPED, 0, p->tag);
}

static void obey_origin(struct brainstem *stem, const struct body_origin *o) {
    struct pose2 was = stem->place.pose;
    place_begin(&stem->place, o->origin, (struct pose2){{o->x_m, o->y_m}, angle_wrap(o->heading_rad)});
    brink_carry(&stem->brink, was, stem->place.pose);
    stem->lost = false;
}

// Who was carried and is seen standing somewhere knows again where it is; in the hand it does not matter.
static void obey_fix(struct brainstem *stem, const struct body_fix *fix) {
    struct pose2 was = stem->place.pose;
    if (stem->attitude.picked_up || !place_mend(&stem->place, fix)) return;
    brink_carry(&stem->brink, was, stem->place.pose);
    stem->lost = false;
}

static bool is_finite(const struct body_command *c) {
    const struct body_wheels *w = &c->wheels;
    const float wheels[] = {w->left_mps,   w->right_mps,   w->accel_mps2,       w->angle_rad,
                            w->turn_radps, w->turn_radps2, w->turn_decel_radps2};
    bool ok = m_all_finite(wheels, sizeof wheels / sizeof *wheels);
    for (uint32_t i = 0; i < c->joints_count; i++) {
        const struct body_joint_target *t = &c->joints[i];
        const float joint[] = {t->angle_rad, t->speed_radps, t->accel_radps2, t->duration_s};
        ok = ok && m_all_finite(joint, sizeof joint / sizeof *joint);
    }
    if (c->origin_count)
        ok = ok && m_finite(c->origin[0].x_m) && m_finite(c->origin[0].y_m) &&
             m_finite(c->origin[0].heading_rad);
    return ok;
}

// A command with a number that is NaN or infinite is refused whole: half an order is worse than none.
void brainstem_obey(struct brainstem *stem, const struct body_command *command) {
    if (!is_finite(command)) return;
    stem->last = *command;
    stem->stop_on_cliff = command->orders & BODY_ORDER_STOP_ON_CLIFF;
    if (command->orders & BODY_ORDER_STOP_ALL) {
        stem_stop_path(stem);
        for (uint32_t i = 0; i < stem->model->motor_count; i++) {
            servo_speed(&stem->servos[i], 0, 0);
            stem->waits[i] = false; // nor does it go on after a calibration
        }
    }
    if (command->orders & BODY_ORDER_CALIBRATE_HEAD) stem_calibrate(stem, BODY_MOTOR_HEAD);
    if (command->orders & BODY_ORDER_CALIBRATE_LIFT) stem_calibrate(stem, BODY_MOTOR_LIFT);
    if (command->origin_count) obey_origin(stem, &command->origin[0]);
    if (command->fix_count) obey_fix(stem, &command->fix[0]);
    obey_wheels(stem, &command->wheels);
    if (command->path_count) obey_path(stem, &command->path[0]);
    for (uint32_t i = 0; i < command->joints_count; i++) obey_joint(stem, &command->joints[i]);
}
