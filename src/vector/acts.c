// What a program asks a Vector to do, each as the call that it is: waited for, or begun.
#include "vector/client_internal.h"

enum { TAG_FIRST = 2000001, TAG_LAST = 3000000, PIXELS = 184 * 96 };
#define JOINT_RADPS 10.0f

// Each with a number of its own, so that it can be broken off when it takes too long.
static int32_t next_tag(struct critter_vector *v) {
    v->tag = v->tag < TAG_FIRST || v->tag >= TAG_LAST ? TAG_FIRST : v->tag + 1;
    return v->tag;
}

static enum critter_err perform(struct critter_vector *v, const char *name, const void *request,
                                int wait_ms) {
    const void *reply;
    if (wait_ms < 0) return err_public(vector_begin(v, name, request));
    return err_public(vector_ask(v, name, request, &reply, wait_ms));
}

static enum critter_err act(struct critter_vector *v, const char *name, const void *request, int wait_ms) {
    enum critter_err err = perform(v, name, request, wait_ms);
    if (err != CRITTER_ERR_TIMEOUT) return err;
    Vector__CancelActionByIdTagRequest cancel = VECTOR__CANCEL_ACTION_BY_ID_TAG_REQUEST__INIT;
    struct fault late = v->fault;
    cancel.id_tag = (uint32_t)v->tag;
    vector_begin(v, "CancelActionByIdTag", &cancel);
    v->fault = late;
    return err;
}

// ------------------------------------------------------------------------------------------------ acts
static enum critter_err say(struct critter_vector *v, const char *words, int wait_ms) {
    Vector__SayTextRequest r;
    vector__say_text_request__init(&r);
    r.text = (char *)(uintptr_t)words;
    r.use_vector_voice = true, r.duration_scalar = 1;
    return perform(v, "SayText", &r, wait_ms);
}
enum critter_err critter_vector_say(struct critter_vector *v, const char *words) { return say(v, words, -1); }
enum critter_err critter_vector_say_wait(struct critter_vector *v, const char *words, int wait_ms) {
    return say(v, words, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err drive_straight(struct critter_vector *v, float mm, float mmps, int wait_ms) {
    Vector__DriveStraightRequest r;
    vector__drive_straight_request__init(&r);
    r.dist_mm = mm, r.speed_mmps = mmps;
    r.id_tag = next_tag(v);
    return act(v, "DriveStraight", &r, wait_ms);
}
enum critter_err critter_vector_drive_straight(struct critter_vector *v, float mm, float mmps) {
    return drive_straight(v, mm, mmps, -1);
}
enum critter_err critter_vector_drive_straight_wait(struct critter_vector *v, float mm, float mmps,
                                                    int wait_ms) {
    return drive_straight(v, mm, mmps, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err turn_in_place(struct critter_vector *v, float rad, float radps, int wait_ms) {
    Vector__TurnInPlaceRequest r;
    vector__turn_in_place_request__init(&r);
    r.angle_rad = rad, r.speed_rad_per_sec = radps;
    r.id_tag = next_tag(v);
    return act(v, "TurnInPlace", &r, wait_ms);
}
enum critter_err critter_vector_turn_in_place(struct critter_vector *v, float rad, float radps) {
    return turn_in_place(v, rad, radps, -1);
}
enum critter_err critter_vector_turn_in_place_wait(struct critter_vector *v, float rad, float radps,
                                                   int wait_ms) {
    return turn_in_place(v, rad, radps, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err go_to(struct critter_vector *v, float x_mm, float y_mm, float heading_rad,
                              int wait_ms) {
    Vector__GoToPoseRequest r;
    vector__go_to_pose_request__init(&r);
    r.x_mm = x_mm, r.y_mm = y_mm, r.rad = heading_rad;
    r.id_tag = next_tag(v);
    return act(v, "GoToPose", &r, wait_ms);
}
enum critter_err critter_vector_go_to(struct critter_vector *v, float x_mm, float y_mm, float heading_rad) {
    return go_to(v, x_mm, y_mm, heading_rad, -1);
}
enum critter_err critter_vector_go_to_wait(struct critter_vector *v, float x_mm, float y_mm,
                                           float heading_rad, int wait_ms) {
    return go_to(v, x_mm, y_mm, heading_rad, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err set_head_angle(struct critter_vector *v, float rad, int wait_ms) {
    Vector__SetHeadAngleRequest r;
    vector__set_head_angle_request__init(&r);
    r.angle_rad = rad, r.max_speed_rad_per_sec = JOINT_RADPS;
    r.id_tag = next_tag(v);
    return act(v, "SetHeadAngle", &r, wait_ms);
}
enum critter_err critter_vector_set_head_angle(struct critter_vector *v, float rad) {
    return set_head_angle(v, rad, -1);
}
enum critter_err critter_vector_set_head_angle_wait(struct critter_vector *v, float rad, int wait_ms) {
    return set_head_angle(v, rad, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err set_lift_height(struct critter_vector *v, float mm, int wait_ms) {
    Vector__SetLiftHeightRequest r;
    vector__set_lift_height_request__init(&r);
    r.height_mm = mm, r.max_speed_rad_per_sec = JOINT_RADPS;
    r.id_tag = next_tag(v);
    return act(v, "SetLiftHeight", &r, wait_ms);
}
enum critter_err critter_vector_set_lift_height(struct critter_vector *v, float mm) {
    return set_lift_height(v, mm, -1);
}
enum critter_err critter_vector_set_lift_height_wait(struct critter_vector *v, float mm, int wait_ms) {
    return set_lift_height(v, mm, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err drive_wheels(struct critter_vector *v, float left_mmps, float right_mmps,
                                     int wait_ms) {
    Vector__DriveWheelsRequest r;
    vector__drive_wheels_request__init(&r);
    r.left_wheel_mmps = left_mmps, r.right_wheel_mmps = right_mmps;
    return perform(v, "DriveWheels", &r, wait_ms);
}
enum critter_err critter_vector_drive_wheels(struct critter_vector *v, float left_mmps, float right_mmps) {
    return drive_wheels(v, left_mmps, right_mmps, -1);
}
enum critter_err critter_vector_drive_wheels_wait(struct critter_vector *v, float left_mmps, float right_mmps,
                                                  int wait_ms) {
    return drive_wheels(v, left_mmps, right_mmps, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err move_head(struct critter_vector *v, float radps, int wait_ms) {
    Vector__MoveHeadRequest r;
    vector__move_head_request__init(&r);
    r.speed_rad_per_sec = radps;
    return perform(v, "MoveHead", &r, wait_ms);
}
enum critter_err critter_vector_move_head(struct critter_vector *v, float radps) {
    return move_head(v, radps, -1);
}
enum critter_err critter_vector_move_head_wait(struct critter_vector *v, float radps, int wait_ms) {
    return move_head(v, radps, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err move_lift(struct critter_vector *v, float radps, int wait_ms) {
    Vector__MoveLiftRequest r;
    vector__move_lift_request__init(&r);
    r.speed_rad_per_sec = radps;
    return perform(v, "MoveLift", &r, wait_ms);
}
enum critter_err critter_vector_move_lift(struct critter_vector *v, float radps) {
    return move_lift(v, radps, -1);
}
enum critter_err critter_vector_move_lift_wait(struct critter_vector *v, float radps, int wait_ms) {
    return move_lift(v, radps, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err drive_on_charger(struct critter_vector *v, int wait_ms) {
    Vector__DriveOnChargerRequest r;
    vector__drive_on_charger_request__init(&r);
    return perform(v, "DriveOnCharger", &r, wait_ms);
}
enum critter_err critter_vector_drive_on_charger(struct critter_vector *v) { return drive_on_charger(v, -1); }
enum critter_err critter_vector_drive_on_charger_wait(struct critter_vector *v, int wait_ms) {
    return drive_on_charger(v, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err drive_off_charger(struct critter_vector *v, int wait_ms) {
    Vector__DriveOffChargerRequest r;
    vector__drive_off_charger_request__init(&r);
    return perform(v, "DriveOffCharger", &r, wait_ms);
}
enum critter_err critter_vector_drive_off_charger(struct critter_vector *v) {
    return drive_off_charger(v, -1);
}
enum critter_err critter_vector_drive_off_charger_wait(struct critter_vector *v, int wait_ms) {
    return drive_off_charger(v, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err play_animation(struct critter_vector *v, const char *name, unsigned loops,
                                       int wait_ms) {
    Vector__PlayAnimationRequest r;
    Vector__Animation animation;
    vector__play_animation_request__init(&r);
    vector__animation__init(&animation);
    animation.name = (char *)(uintptr_t)name;
    r.animation = &animation, r.loops = loops;
    return perform(v, "PlayAnimation", &r, wait_ms);
}
enum critter_err critter_vector_play_animation(struct critter_vector *v, const char *name, unsigned loops) {
    return play_animation(v, name, loops, -1);
}
enum critter_err critter_vector_play_animation_wait(struct critter_vector *v, const char *name,
                                                    unsigned loops, int wait_ms) {
    return play_animation(v, name, loops, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err play_trigger(struct critter_vector *v, const char *name, unsigned loops,
                                     int wait_ms) {
    Vector__PlayAnimationTriggerRequest r;
    Vector__AnimationTrigger trigger;
    vector__play_animation_trigger_request__init(&r);
    vector__animation_trigger__init(&trigger);
    trigger.name = (char *)(uintptr_t)name;
    r.animation_trigger = &trigger, r.loops = loops;
    return perform(v, "PlayAnimationTrigger", &r, wait_ms);
}
enum critter_err critter_vector_play_trigger(struct critter_vector *v, const char *name, unsigned loops) {
    return play_trigger(v, name, loops, -1);
}
enum critter_err critter_vector_play_trigger_wait(struct critter_vector *v, const char *name, unsigned loops,
                                                  int wait_ms) {
    return play_trigger(v, name, loops, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err set_eye_color(struct critter_vector *v, float hue, float saturation, int wait_ms) {
    Vector__SetEyeColorRequest r;
    vector__set_eye_color_request__init(&r);
    r.hue = hue, r.saturation = saturation;
    return perform(v, "SetEyeColor", &r, wait_ms);
}
enum critter_err critter_vector_set_eye_color(struct critter_vector *v, float hue, float saturation) {
    return set_eye_color(v, hue, saturation, -1);
}
enum critter_err critter_vector_set_eye_color_wait(struct critter_vector *v, float hue, float saturation,
                                                   int wait_ms) {
    return set_eye_color(v, hue, saturation, wait_ms > 0 ? wait_ms : 0);
}

static enum critter_err show_picture(struct critter_vector *v, const uint16_t pixels[184 * 96], int ms,
                                     int wait_ms) {
    Vector__DisplayFaceImageRGBRequest r;
    uint8_t bytes[PIXELS * 2]; // the upper one first
    for (size_t i = 0; i < PIXELS; i++)
        bytes[2 * i] = (uint8_t)(pixels[i] >> 8), bytes[2 * i + 1] = (uint8_t)pixels[i];
    vector__display_face_image_rgbrequest__init(&r);
    r.face_data = (ProtobufCBinaryData){sizeof bytes, bytes};
    r.duration_ms = ms > 0 ? (uint32_t)ms : 0;
    r.interrupt_running = true;
    return perform(v, "DisplayFaceImageRGB", &r, wait_ms);
}
enum critter_err critter_vector_show_picture(struct critter_vector *v, const uint16_t pixels[184 * 96],
                                             int ms) {
    return show_picture(v, pixels, ms, -1);
}
enum critter_err critter_vector_show_picture_wait(struct critter_vector *v, const uint16_t pixels[184 * 96],
                                                  int ms, int wait_ms) {
    return show_picture(v, pixels, ms, wait_ms > 0 ? wait_ms : 0);
}

// ------------------------------------------------------------------------------------------------ asking
enum critter_err critter_vector_picture_wait(struct critter_vector *v, const uint8_t **jpeg, size_t *size,
                                             int wait_ms) {
    Vector__CaptureSingleImageRequest r = VECTOR__CAPTURE_SINGLE_IMAGE_REQUEST__INIT;
    const Vector__CaptureSingleImageResponse *reply;
    enum err err = vector_ask(v, "CaptureSingleImage", &r, &reply, wait_ms);
    *jpeg = err ? NULL : reply->data.data;
    *size = err ? 0 : reply->data.len;
    return err_public(err);
}

enum critter_err critter_vector_battery_wait(struct critter_vector *v, float *volts, int *level,
                                             int *charging, int wait_ms) {
    Vector__BatteryStateRequest r = VECTOR__BATTERY_STATE_REQUEST__INIT;
    const Vector__BatteryStateResponse *reply;
    enum err err = vector_ask(v, "BatteryState", &r, &reply, wait_ms);
    if (err) return err_public(err);
    if (volts) *volts = reply->battery_volts;
    if (level) *level = (int)reply->battery_level;
    if (charging) *charging = reply->is_charging;
    return CRITTER_OK;
}
