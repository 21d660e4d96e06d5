// The state sent thirty-three times a second, and the events: poked, falling, lost, the button.
#include "body/firmware/cozmo/firmware_internal.h"

#include <string.h>

#define CONTACT_V 1.0f // less is noise (chosen)
enum { LANDING_US = 100000, IDLE_US = 500000 };

static bool in_place(const struct cozmo_firmware *fw, uint8_t joint) {
    const struct body_senses *s = &fw->in->senses;
    bool still = joint < s->joints_count && m_abs(s->joints[joint].speed_radps) < 0.1f;
    return !fw->joint_tag[joint] && !fw->calibrating[joint] && still;
}

static uint32_t when(bool yes, uint32_t bit) { return yes ? bit : 0; }

// Its contacts have power, and not such as it can be charged with: the body draws nothing.
static bool charger_is_out_of_spec(const struct body_senses *s) {
    return s->power_count && s->power[0].charger_v > CONTACT_V && !(s->status & BODY_STATUS_ON_CHARGER);
}

static uint32_t status(const struct cozmo_firmware *fw) {
    uint32_t s = fw->in->senses.status;
    bool streaming = fw->anim.enabled && fw->anim.frames_played && fw->now_us - fw->anim.fed_us < IDLE_US;
    return when(s & BODY_STATUS_MOVING, COZMO_IS_MOVING) |
           when(s & BODY_STATUS_CARRYING, COZMO_IS_CARRYING_BLOCK) |
           when(s & BODY_STATUS_PICKED_UP, COZMO_IS_PICKED_UP) |
           when(s & BODY_STATUS_FALLING, COZMO_IS_FALLING) | when(fw->anim.running, COZMO_IS_ANIMATING) |
           when(streaming && !fw->anim.running, COZMO_IS_ANIMATING_IDLE) |
           when(fw->anim.full, COZMO_IS_ANIM_BUFFER_FULL) |
           when(fw->paths.kind == FW_PATH_RUN, COZMO_IS_PATHING) |
           when(in_place(fw, BODY_MOTOR_LIFT), COZMO_LIFT_IN_POS) |
           when(in_place(fw, BODY_MOTOR_HEAD), COZMO_HEAD_IN_POS) |
           when(s & BODY_STATUS_ON_CHARGER, COZMO_IS_ON_CHARGER) |
           when(s & BODY_STATUS_CHARGING, COZMO_IS_CHARGING) |
           when(s & BODY_STATUS_CLIFF, COZMO_CLIFF_DETECTED) |
           when(charger_is_out_of_spec(&fw->in->senses), COZMO_IS_CHARGER_OOS) |
           when(s & BODY_STATUS_WHEELS_MOVING, COZMO_ARE_WHEELS_MOVING);
}

static float lift_mm(float angle) {
    return 1000 * (cozmo_model.lift_pivot_m[2] + cozmo_model.lift_arm_m * m_sin(angle));
}

static void tell_state(struct cozmo_firmware *fw) {
    const struct body_senses *s = &fw->in->senses;
    if (!s->motion_count || !s->joints_count || !s->power_count) return; // the body is not there yet
    const struct body_motion *m = &s->motion[0];
    struct cozmo_message out = {.kind = COZMO_ROBOT_STATE};
    struct cozmo_robot_state *r = &out.robot_state;
    *r = (struct cozmo_robot_state){.timestamp = fw_clock_ms(fw),
                                    .pose_frame_id = fw->frame,
                                    .pose_origin_id = fw->origin,
                                    .pose_x = m->x_m * 1000,
                                    .pose_y = m->y_m * 1000,
                                    .pose_z = m->z_m * 1000,
                                    .pose_angle_rad = m->heading_rad,
                                    .pose_pitch_rad = m->pitch_rad,
                                    .lwheel_speed_mmps = m->left_mps * 1000,
                                    .rwheel_speed_mmps = m->right_mps * 1000,
                                    .head_angle_rad = s->joints[BODY_MOTOR_HEAD].angle_rad,
                                    .lift_height_mm = lift_mm(s->joints[BODY_MOTOR_LIFT].angle_rad),
                                    .battery_voltage = s->power[0].battery_v,
                                    .status = status(fw),
                                    .curr_path_segment = 255};
    const float *a = fw->imu.accel_mps2, *g = fw->imu.gyro_radps;
    r->accel_x = a[0] * 1000, r->accel_y = a[1] * 1000, r->accel_z = a[2] * 1000;
    r->gyro_x = g[0], r->gyro_y = g[1], r->gyro_z = g[2];
    float cliff = s->cliffs_count ? s->cliffs[0] * cozmo_model.cliff_floor_counts * 2 : 0;
    for (unsigned i = 0; i < 4; i++) r->cliff_data_raw[i] = (uint16_t)m_clamp(m_round(cliff), 0, 65535);
    if (fw->paths.kind == FW_PATH_RUN) r->curr_path_segment = (uint8_t)fw->paths.done;
    fw->stats.states++;
    fw_say(fw, &out);
    if (!fw->anim.enabled) return;
    const struct fw_anim *n = &fw->anim;
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_ANIMATION_STATE,
                                       .animation_state = {r->timestamp, n->bytes_played, n->frames_played,
                                                           n->tracks, n->id, n->drops}});
}

static void say(struct cozmo_firmware *fw, enum cozmo_kind kind) {
    fw_say(fw, &(struct cozmo_message){.kind = kind});
}

// A fall is told when it begins and when it is over; how hard it ended is the strongest jolt of the first
// tenth of a second after it, in mm/s². The joints may have been turned by it, so they look for their stops
// anew.
static void notice_fall(struct cozmo_firmware *fw, bool was, bool is) {
    if (is && !was) {
        fw->fall_since_us = fw->now_us;
        fw->landing = false;
        fw_say(fw,
               &(struct cozmo_message){.kind = COZMO_FALLING_STARTED, .falling_started = {fw_clock_ms(fw)}});
    }
    if (was && !is) {
        fw->landing = true;
        fw->landing_us = fw->now_us;
        fw->impact = 0;
    }
    if (!fw->landing) return;
    const float *a = fw->imu.accel_mps2;
    fw->impact = m_max(fw->impact, 1000 * m_sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]));
    if (fw->now_us - fw->landing_us < LANDING_US) return;
    fw->landing = false;
    uint32_t ms = (uint32_t)((fw->landing_us - fw->fall_since_us) / 1000);
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_FALLING_STOPPED,
                                       .falling_stopped = {fw_clock_ms(fw), ms, fw->impact}});
    if (fw->enabled) fw_calibrate(fw, true, true, false);
}

static void delocalize(struct cozmo_firmware *fw) {
    if (fw->lost) return;
    fw->lost = true; // until the next SetOrigin
    say(fw, COZMO_ROBOT_DELOCALIZED);
}

static void notice(struct cozmo_firmware *fw) {
    const struct body_senses *s = &fw->in->senses;
    uint32_t was = fw->had_senses ? fw->status : s->status, is = s->status;
    fw->status = is;
    fw->had_senses = s->motion_count;
    if (s->imu_count) fw->imu = s->imu[s->imu_count - 1];
    bool button = is & BODY_STATUS_BUTTON;
    if (button != fw->button && fw->config.hardware >= 5) // the first robots had none
        fw_say(fw, &(struct cozmo_message){.kind = COZMO_BUTTON_PRESSED, .button_pressed = {button}});
    fw->button = button;
    if (!fw->enabled) return;
    if (is & BODY_STATUS_POKED) {
        say(fw, COZMO_ROBOT_POKED);
        delocalize(fw);
    }
    if (is & ~was & BODY_STATUS_PICKED_UP) delocalize(fw);
    notice_fall(fw, was & BODY_STATUS_FALLING, is & BODY_STATUS_FALLING);
}

void fw_step_state(struct cozmo_firmware *fw) {
    notice(fw);
    if (!beat_due(&fw->state_beat, fw->now_us)) return;
    if (fw->session && fw->enabled && fw->synced) tell_state(fw);
}
