// The robot's state, as it is told every 60 ms, and what is asked of it by number.
#include "api/api_internal.h"

#include "base/maths/maths.h"
#include "robot/robot.h"

#include <math.h>

enum { MM = 1000 };

void api_pose(const struct belief_pose *from, Vector__PoseStruct *to) {
    to->x = from->at_m[0] * MM, to->y = from->at_m[1] * MM, to->z = from->at_m[2] * MM;
    to->q0 = from->turn[0], to->q1 = from->turn[1], to->q2 = from->turn[2], to->q3 = from->turn[3];
    to->origin_id = from->origin;
}

// Which of the robot's own bits is which of the protocol's.
static const struct {
    uint32_t own, theirs;
} BITS[] = {
    {BODY_STATUS_MOVING, 0x1},
    {BODY_STATUS_CARRYING, 0x2},
    {BODY_STATUS_PICKED_UP, 0x8},
    {BODY_STATUS_BUTTON, 0x10},
    {BODY_STATUS_FALLING, 0x20},
    {BODY_STATUS_PATHING, 0x80},
    {BODY_STATUS_LIFT_IN_PLACE, 0x100},
    {BODY_STATUS_HEAD_IN_PLACE, 0x200},
    {BODY_STATUS_SENSORS_SAVED, 0x400},
    {BODY_STATUS_BATTERY_GONE, 0x800},
    {BODY_STATUS_ON_CHARGER, 0x1000},
    {BODY_STATUS_CHARGING, 0x2000},
    {BODY_STATUS_CLIFF, 0x4000},
    {BODY_STATUS_WHEELS_MOVING, 0x8000},
    {BODY_STATUS_HELD, 0x10000},
    {BODY_STATUS_BATTERY_HOT, 0x40000},
    {BODY_STATUS_BATTERY_LOW, 0x1000000},
    {BODY_STATUS_ENCODERS_OFF, 0x100000},
    {BODY_STATUS_SHUTDOWN_NEAR, 0x2000000},
};
enum { IS_MOVING = 0x20000, IS_DOCKING = 0x4, IS_ANIMATING = 0x40, IS_PICKED_UP = 0x8 };
enum { HEAD_UNKNOWN = 0x200000, LIFT_UNKNOWN = 0x400000 }; // their angles mean nothing yet

static uint32_t status_of(uint32_t own, bool plays, bool docks) {
    uint32_t out = (plays ? IS_ANIMATING : 0) | (docks ? IS_DOCKING : 0);
    if (!(own & BODY_STATUS_HEAD_KNOWN)) out |= HEAD_UNKNOWN;
    if (!(own & BODY_STATUS_LIFT_KNOWN)) out |= LIFT_UNKNOWN;
    for (size_t i = 0; i < sizeof BITS / sizeof *BITS; i++)
        if (own & BITS[i].own) out |= BITS[i].theirs;
    if (own & (BODY_STATUS_MOVING | BODY_STATUS_WHEELS_MOVING)) out |= IS_MOVING;
    if (own & BODY_STATUS_HELD) out |= IS_PICKED_UP; // who is held is picked up
    return out;
}

static void feel(const struct body_senses *senses, Vector__AccelData *accel, Vector__GyroData *gyro,
                 Vector__ProxData *prox, Vector__TouchData *touch) {
    if (senses->imu_count) {
        const struct body_imu *imu = &senses->imu[senses->imu_count - 1];
        accel->x = imu->accel_mps2[0] * MM, accel->y = imu->accel_mps2[1] * MM,
        accel->z = imu->accel_mps2[2] * MM;
        gyro->x = imu->gyro_radps[0], gyro->y = imu->gyro_radps[1], gyro->z = imu->gyro_radps[2];
    }
    if (senses->range_count) {
        const struct body_range *range = &senses->range[0];
        prox->distance_mm = (uint32_t)m_max(0, range->distance_m * MM);
        prox->signal_quality = range->signal;
        prox->is_lift_in_fov = range->lift_in_view;
        prox->found_object = range->valid && !range->lift_in_view;
        prox->unobstructed = !range->valid && !range->lift_in_view;
    }
    if (senses->touches_count) {
        touch->raw_touch_value = senses->touches[0].raw;
        touch->is_being_touched = senses->touches[0].touched;
    }
}

void robot_state_tell(struct api *api, const struct life_view *view) {
    Vector__PoseStruct pose = VECTOR__POSE_STRUCT__INIT;
    Vector__AccelData accel = VECTOR__ACCEL_DATA__INIT;
    Vector__GyroData gyro = VECTOR__GYRO_DATA__INIT;
    Vector__ProxData prox = VECTOR__PROX_DATA__INIT;
    Vector__TouchData touch = VECTOR__TOUCH_DATA__INIT;
    Vector__RobotState state = VECTOR__ROBOT_STATE__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    const struct body_senses *senses = api_senses(api);
    const struct robot *robot = api_robot(api);
    state.carrying_object_id = state.carrying_object_on_top_id = state.head_tracking_object_id = -1;
    state.localized_to_object_id = -1;
    pose.q0 = 1;
    if (robot) {
        struct belief_place place;
        robot_place(robot, &place);
        api_pose(&place.pose, &pose);
        if (place.localized_to) state.localized_to_object_id = (int32_t)place.localized_to;
    }
    if (senses) feel(senses, &accel, &gyro, &prox, &touch);
    state.pose = &pose, state.accel = &accel, state.gyro = &gyro, state.prox_data = &prox,
    state.touch_data = &touch;
    state.pose_angle_rad = view->heading_rad;
    state.pose_pitch_rad = view->pitch_rad;
    state.left_wheel_speed_mmps = view->left_mps * MM;
    state.right_wheel_speed_mmps = view->right_mps * MM;
    state.head_angle_rad = view->head_rad;
    state.lift_height_mm = view->lift_m * MM;
    state.status = status_of(view->status, view->clip.tag != 0, robot && robot_docks(robot));
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ROBOT_STATE;
    event.robot_state = &state;
    events_tell(api, &event);
}

// ------------------------------------------------------------------------------------------------ asked for
// What its cube said of its cell last. False: nothing yet. The text is the caller's.
static bool cube_battery(struct api *api, Vector__CubeBattery *out, char factory[FACTORY_ID]) {
    struct life_view view;
    if (!api->cube_us || !api_view(api, &view)) return false;
    vector__cube_battery__init(out);
    api_factory_id(api->cube_device, factory);
    out->level = api->cube_volts > 1.1f ? VECTOR__CUBE_BATTERY__CUBE_BATTERY_LEVEL__Normal
                                        : VECTOR__CUBE_BATTERY__CUBE_BATTERY_LEVEL__Low;
    out->factory_id = factory;
    out->battery_volts = api->cube_volts;
    out->time_since_last_reading_sec = (float)(view.time_us - api->cube_us) * 1e-6f;
    return true;
}

void battery_tell_cube(struct api *api) {
    char factory[FACTORY_ID];
    Vector__CubeBattery battery;
    Vector__Event event = VECTOR__EVENT__INIT;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_CUBE_BATTERY;
    event.cube_battery = &battery;
    if (cube_battery(api, &battery, factory)) events_tell(api, &event);
}

void api_battery_state(struct api_call *call, const void *request) {
    (void)request;
    const struct body_senses *senses = api_senses(call->api);
    Vector__BatteryStateResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    if (senses && senses->power_count) {
        reply->battery_level = (Vector__BatteryLevel)senses->power[0].level; // the same numbers
        reply->battery_volts = senses->power[0].battery_v;
    }
    if (senses) {
        reply->is_charging = !!(senses->status & BODY_STATUS_CHARGING);
        reply->is_on_charger_platform = !!(senses->status & BODY_STATUS_ON_CHARGER);
    }
    char factory[FACTORY_ID];
    Vector__CubeBattery battery;
    if (cube_battery(call->api, &battery, factory)) reply->cube_battery = &battery;
    api_reply(call, reply);
}
