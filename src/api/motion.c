// Wheels, head and lift.
#include "api/api_internal.h"

#include "base/maths/maths.h"

enum { MM = 1000 };

// ------------------------------------------------------------------------------------------------ at a speed
static void tell(struct api_call *call, const struct life_message *request) {
    api_tell(call->api, request);
    api_done(call, STATUS_ACK);
}

void api_drive_wheels(struct api_call *call, const void *message) {
    const Vector__DriveWheelsRequest *r = message;
    struct life_message m = {.kind = LIFE_DRIVE};
    m.drive.left_mps = r->left_wheel_mmps / MM;
    m.drive.right_mps = r->right_wheel_mmps / MM;
    m.drive.accel_mps2 = m_max(m_abs(r->left_wheel_mmps2), m_abs(r->right_wheel_mmps2)) / MM;
    tell(call, &m);
}

void api_move_head(struct api_call *call, const void *message) {
    const Vector__MoveHeadRequest *r = message;
    tell(call, &(struct life_message){.kind = LIFE_MOVE_HEAD, .move_head = {r->speed_rad_per_sec}});
}

void api_move_lift(struct api_call *call, const void *message) {
    const Vector__MoveLiftRequest *r = message;
    tell(call, &(struct life_message){.kind = LIFE_MOVE_LIFT, .move_lift = {r->speed_rad_per_sec}});
}

// What was begun by speed; actions go on.
void api_stop_all_motors(struct api_call *call, const void *message) {
    (void)message;
    api_tell(call->api, &(struct life_message){.kind = LIFE_DRIVE});
    api_tell(call->api, &(struct life_message){.kind = LIFE_MOVE_HEAD});
    tell(call, &(struct life_message){.kind = LIFE_MOVE_LIFT});
}

// ------------------------------------------------------------------------------------------------ actions
void api_drive_straight(struct api_call *call, const void *message) {
    const Vector__DriveStraightRequest *r = message;
    struct life_message m = {.kind = LIFE_DRIVE_STRAIGHT};
    m.drive_straight.distance_m = r->dist_mm / MM;
    m.drive_straight.speed_mps = m_abs(r->speed_mmps) / MM;
    api_act(call, r->id_tag, r->num_retries, &m);
}

void api_turn_in_place(struct api_call *call, const void *message) {
    const Vector__TurnInPlaceRequest *r = message;
    struct life_message m = {.kind = LIFE_TURN_IN_PLACE};
    m.turn_in_place.angle_rad = r->angle_rad;
    m.turn_in_place.speed_radps = r->speed_rad_per_sec;
    m.turn_in_place.accel_radps2 = r->accel_rad_per_sec2;
    m.turn_in_place.absolute = r->is_absolute != 0;
    api_act(call, r->id_tag, r->num_retries, &m);
}

void api_set_head_angle(struct api_call *call, const void *message) {
    const Vector__SetHeadAngleRequest *r = message;
    struct life_message m = {.kind = LIFE_HEAD};
    m.head.angle_rad = r->angle_rad;
    m.head.speed_radps = r->max_speed_rad_per_sec;
    m.head.seconds = r->duration_sec;
    api_act(call, r->id_tag, r->num_retries, &m);
}

void api_set_lift_height(struct api_call *call, const void *message) {
    const Vector__SetLiftHeightRequest *r = message;
    struct life_message m = {.kind = LIFE_LIFT};
    m.lift.height_m = r->height_mm / MM;
    m.lift.speed_radps = r->max_speed_rad_per_sec;
    m.lift.seconds = r->duration_sec;
    api_act(call, r->id_tag, r->num_retries, &m);
}

void api_go_to_pose(struct api_call *call, const void *message) {
    const Vector__GoToPoseRequest *r = message;
    struct life_message m = {.kind = LIFE_GO_TO_POSE};
    m.go_to_pose.x_m = r->x_mm / MM;
    m.go_to_pose.y_m = r->y_mm / MM;
    m.go_to_pose.heading_rad = r->rad;
    api_act_with(call, r->id_tag, r->num_retries, r->motion_prof, &m);
}
