// Wheels, head and lift: commands for the brainstem, and its answers.
//
// A command to move somewhere is acknowledged at once, before anything moves. While the joint looks for its
// stop, the command waits and is carried out afterwards. To move at a speed until stopped is to move to the
// end of the range at this speed.
#include "body/firmware/cozmo/firmware_internal.h"

#include <string.h>

static bool powered(struct cozmo_firmware *fw) {
    if (!fw->enabled) fw->stats.refused++;
    return fw->enabled;
}

static void acknowledge(struct cozmo_firmware *fw, uint8_t action) {
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_ACKNOWLEDGE_ACTION, .acknowledge_action = {action}});
}

void fw_begin_motors(struct cozmo_firmware *fw) {
    memset(fw->joint_tag, 0, sizeof fw->joint_tag);
    memset(fw->calibration_asked, 0, sizeof fw->calibration_asked);
}

void fw_aim(struct cozmo_firmware *fw, uint8_t joint, float angle_rad, float speed, float accel,
            float duration_s) {
    const struct motor_model *m = &cozmo_model.motors[joint];
    struct body_command *order = fw_order(fw);
    fw->joint_tag[joint] = fw_tag(fw);
    order->joints_count = 1;
    order->joints[0] = (struct body_joint_target){.joint = joint,
                                                  .mode = BODY_JOINT_MODE_ANGLE,
                                                  .angle_rad = m_clamp(angle_rad, m->low_rad, m->high_rad),
                                                  .speed_radps = m_abs(speed),
                                                  .accel_radps2 = m_max(accel, 0),
                                                  .duration_s = m_clamp(duration_s, 0, 60),
                                                  .tag = fw->joint_tag[joint]};
    fw_obey(fw);
}

static void move(struct cozmo_firmware *fw, uint8_t joint, float speed) {
    const struct motor_model *m = &cozmo_model.motors[joint];
    if (speed != 0) {
        fw_aim(fw, joint, speed < 0 ? m->low_rad : m->high_rad, speed, 0, 0);
        return;
    }
    struct body_command *order = fw_order(fw);
    fw->joint_tag[joint] = 0;
    order->joints_count = 1;
    order->joints[0] = (struct body_joint_target){.joint = joint, .mode = BODY_JOINT_MODE_SPEED};
    fw_obey(fw);
}

void fw_drive(struct cozmo_firmware *fw, float left_mmps, float right_mmps, float accel_mmps2) {
    fw_paths_cut(fw);
    fw_order(fw)->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_SPEED,
                                                .left_mps = left_mmps / 1000,
                                                .right_mps = right_mmps / 1000,
                                                .accel_mps2 = m_max(accel_mmps2, 0) / 1000};
    fw_obey(fw);
}

// ------------------------------------------------------------------------------------------------ messages

bool fw_hear_wheels(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_drive_wheels *w = &message->drive_wheels;
    float left = w->lwheel_accel_mmps2, right = w->rwheel_accel_mmps2;
    if (!fw_numbers((const float[]){w->lwheel_speed_mmps, w->rwheel_speed_mmps, left, right}, 4))
        return false;
    // One acceleration for both is all a body takes: the gentler one, if both are told.
    float accel = left > 0 && right > 0 ? m_min(left, right) : m_max(left, right);
    if (powered(fw)) fw_drive(fw, w->lwheel_speed_mmps, w->rwheel_speed_mmps, accel);
    return true;
}

bool fw_hear_turn_speed(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_turn_in_place_at_speed *t = &message->turn_in_place_at_speed;
    if (!fw_numbers((const float[]){t->wheel_speed_mmps, t->wheel_accel_mmps2}, 2)) return false;
    float speed = t->direction ? m_abs(t->wheel_speed_mmps) : t->wheel_speed_mmps;
    if (t->direction < 0) speed = -speed;
    if (powered(fw)) fw_drive(fw, -speed, speed, t->wheel_accel_mmps2);
    return true;
}

bool fw_hear_turn(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_turn_in_place *t = &message->turn_in_place;
    float numbers[] = {t->angle_rad, t->speed_rad_per_sec, t->accel_rad_per_sec2, t->angle_tolerance_rad};
    if (!fw_numbers(numbers, 4) || m_abs(t->angle_rad) > 1000) return false;
    acknowledge(fw, t->action_id);
    if (!powered(fw)) return true;
    float speed = t->speed_rad_per_sec, accel = m_abs(t->accel_rad_per_sec2);
    if (t->is_absolute || m_abs(t->angle_rad) < M_PI_F - 0.01f) {
        float heading = t->is_absolute ? t->angle_rad : fw_pose(fw).angle + t->angle_rad;
        fw_turn_to(fw, heading, m_abs(speed), accel, t->angle_tolerance_rad);
        return true;
    }
    fw_spin(fw, t->angle_rad, speed, accel, accel); // half a turn and more: the way round matters
    return true;
}

void fw_spin(struct cozmo_firmware *fw, float angle_rad, float speed, float accel, float decel) {
    fw_paths_cut(fw);
    fw_order(fw)->wheels = (struct body_wheels){.mode = BODY_WHEEL_MODE_TURN,
                                                .angle_rad = angle_rad,
                                                .turn_radps = m_abs(speed),
                                                .turn_radps2 = m_max(accel, 0),
                                                .turn_decel_radps2 = m_max(decel, 0),
                                                .relative = true,
                                                .tag = fw_tag(fw)};
    fw_obey(fw);
}

bool fw_hear_move_lift(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    float speed = message->move_lift.speed_rad_per_sec;
    if (!m_finite(speed)) return false;
    if (powered(fw)) move(fw, BODY_MOTOR_LIFT, speed);
    return true;
}

bool fw_hear_move_head(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    float speed = message->move_head.speed_rad_per_sec;
    if (!m_finite(speed)) return false;
    if (powered(fw)) move(fw, BODY_MOTOR_HEAD, speed);
    return true;
}

float fw_lift_angle(float height_mm) {
    float high = (height_mm / 1000 - cozmo_model.lift_pivot_m[2]) / cozmo_model.lift_arm_m;
    return m_asin(m_clamp(high, -1, 1));
}

bool fw_hear_lift(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_set_lift_height *l = &message->set_lift_height;
    float numbers[] = {l->height_mm, l->max_speed_rad_per_sec, l->accel_rad_per_sec2, l->duration_sec};
    if (!fw_numbers(numbers, 4)) return false;
    acknowledge(fw, l->action_id);
    if (powered(fw))
        fw_aim(fw, BODY_MOTOR_LIFT, fw_lift_angle(l->height_mm), l->max_speed_rad_per_sec,
               l->accel_rad_per_sec2, l->duration_sec);
    return true;
}

bool fw_hear_head(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_set_head_angle *h = &message->set_head_angle;
    float numbers[] = {h->angle_rad, h->max_speed_rad_per_sec, h->accel_rad_per_sec2, h->duration_sec};
    if (!fw_numbers(numbers, 4)) return false;
    acknowledge(fw, h->action_id);
    if (powered(fw))
        fw_aim(fw, BODY_MOTOR_HEAD, h->angle_rad, h->max_speed_rad_per_sec, h->accel_rad_per_sec2,
               h->duration_sec);
    return true;
}

bool fw_hear_stop(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    (void)message;
    fw_paths_cut(fw);
    memset(fw->joint_tag, 0, sizeof fw->joint_tag);
    fw_order(fw)->orders |= BODY_ORDER_STOP_ALL;
    fw_obey(fw);
    return true;
}

void fw_calibrate(struct cozmo_firmware *fw, bool head, bool lift, bool asked) {
    if (!head && !lift) return;
    struct body_command *order = fw_order(fw);
    if (head) order->orders |= BODY_ORDER_CALIBRATE_HEAD;
    if (lift) order->orders |= BODY_ORDER_CALIBRATE_LIFT;
    if (head) fw->calibration_asked[BODY_MOTOR_HEAD] = asked;
    if (lift) fw->calibration_asked[BODY_MOTOR_LIFT] = asked;
    fw_obey(fw);
}

bool fw_hear_calibrate(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    const struct cozmo_start_motor_calibration *c = &message->start_motor_calibration;
    if (powered(fw)) fw_calibrate(fw, c->head, c->lift, true);
    return true;
}

bool fw_hear_cliff(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->stop_on_cliff = message->enable_stop_on_cliff.enable;
    fw_obey(fw);
    return true;
}

// ------------------------------------------------------------------------------------- what the body answers

static void calibration(struct cozmo_firmware *fw, uint8_t joint, bool started) {
    if (joint != BODY_MOTOR_HEAD && joint != BODY_MOTOR_LIFT) return;
    fw->calibrating[joint] = started;
    if (!fw->session || !fw->enabled) return;
    uint8_t motor = joint == BODY_MOTOR_HEAD ? COZMO_MOTOR_HEAD : COZMO_MOTOR_LIFT;
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_MOTOR_CALIBRATION,
                                       .motor_calibration = {motor, started, !fw->calibration_asked[joint]}});
}

void fw_step_motors(struct cozmo_firmware *fw) {
    const struct body_senses *s = &fw->in->senses;
    for (uint32_t i = 0; i < s->acks_count; i++) {
        const struct body_ack *ack = &s->acks[i];
        switch (ack->kind) {
        case BODY_ACK_KIND_HEAD:
        case BODY_ACK_KIND_LIFT:
            if (ack->tag == fw->joint_tag[ack->which % BODY_MOTOR_MAX])
                fw->joint_tag[ack->which % BODY_MOTOR_MAX] = 0;
            break;
        case BODY_ACK_KIND_CALIBRATION_STARTED:
            calibration(fw, ack->which, true);
            break;
        case BODY_ACK_KIND_CALIBRATION_DONE:
            calibration(fw, ack->which, false);
            break;
        default:
            fw_paths_ack(fw, ack);
        }
    }
}
