#include "cozmo/client_internal.h"

#include "codec/picture/colour.h"
#include "schema/json.h"

#include <string.h>

#define TELL(c, ...) client_tell((c), &(struct cozmo_message){__VA_ARGS__})
#define TOLD(c, ...) err_public(TELL((c), __VA_ARGS__))

enum critter_err critter_cozmo_send(struct critter_cozmo *c, int id, const void *body, size_t size) {
    if (id < 0 || id >= COZMO_FIRST_ROBOT_PACKET_ID)
        return client_refuse(c, ERR_RANGE, "ids of an engine are 0 to 0x%02x, not %d",
                             COZMO_FIRST_ROBOT_PACKET_ID - 1, id);
    return err_public(client_send(c, (uint8_t)id, (struct bytes){body, size}));
}

enum critter_err critter_cozmo_command(struct critter_cozmo *c, const char *name, const char *text) {
    struct text wanted = {name, strlen(name)};
    const struct schema_message *row = schema_find_message(&cozmo_schema, wanted);
    if (!row || row->space != COZMO_SPACE_MESSAGE || !(row->directions & 1u << COZMO_TO_ROBOT))
        return client_refuse(c, ERR_UNKNOWN, "there is no command \"%s\"", name);
    struct cozmo_message message = {.kind = (enum cozmo_kind)(row - cozmo_messages)};
    struct arena *arena = arena_new(16 << 10);
    struct json *json;
    if (!arena) return client_refuse(c, ERR_MEMORY, "no memory");
    if (!text || !*text) text = "{}";
    c->fault = (struct fault){0};
    enum err err = json_parse((struct text){text, strlen(text)}, name, arena, NULL, &json, &c->fault);
    if (!err && row->body->count) err = schema_parse(row->body, &message.ping, json, arena, &c->fault);
    if (!err) err = client_tell(c, &message);
    arena_free(arena);
    return err_public(err);
}

static bool all_acknowledged(const struct critter_cozmo *c, void *user) {
    return !engine_link_waiting(c->link);
}

enum critter_err critter_cozmo_flush(struct critter_cozmo *c, int wait_ms) {
    engine_link_flush(c->link);
    return err_public(client_until(c, all_acknowledged, NULL, loop_now_us() + 1000 * (int64_t)wait_ms,
                                   "the robot did not acknowledge everything in time"));
}

static enum err drive(struct critter_cozmo *c, struct cozmo_drive_wheels how, int stop_after_ms) {
    enum err err = TELL(c, .kind = COZMO_DRIVE_WHEELS, .drive_wheels = how);
    if (err) return err; // the stop of the drive before stays due
    c->stop_wheels_us = stop_after_ms > 0 ? loop_now_us() + 1000 * (int64_t)stop_after_ms : INT64_MAX;
    return ERR_NONE;
}

// The stop is told here, so that it is under way when the call returns.
static enum err drive_wait(struct critter_cozmo *c, struct cozmo_drive_wheels how, int stop_after_ms) {
    enum err err = client_may_wait(c);
    if (!err) err = drive(c, how, 0);
    if (!err) err = client_sleep(c, stop_after_ms);
    return err ? err : TELL(c, .kind = COZMO_DRIVE_WHEELS);
}

enum critter_err critter_cozmo_drive(struct critter_cozmo *c, float left_mmps, float right_mmps,
                                     float left_mmps2, float right_mmps2, int stop_after_ms) {
    return err_public(
        drive(c, (struct cozmo_drive_wheels){left_mmps, right_mmps, left_mmps2, right_mmps2}, stop_after_ms));
}
enum critter_err critter_cozmo_drive_wait(struct critter_cozmo *c, float left_mmps, float right_mmps,
                                          float left_mmps2, float right_mmps2, int stop_after_ms) {
    return err_public(drive_wait(
        c, (struct cozmo_drive_wheels){left_mmps, right_mmps, left_mmps2, right_mmps2}, stop_after_ms));
}
enum critter_err critter_cozmo_drive_wheels(struct critter_cozmo *c, float left_mmps, float right_mmps,
                                            int stop_after_ms) {
    return critter_cozmo_drive(c, left_mmps, right_mmps, 0, 0, stop_after_ms);
}
enum critter_err critter_cozmo_drive_wheels_wait(struct critter_cozmo *c, float left_mmps, float right_mmps,
                                                 int stop_after_ms) {
    return critter_cozmo_drive_wait(c, left_mmps, right_mmps, 0, 0, stop_after_ms);
}

enum critter_err critter_cozmo_turn_in_place(struct critter_cozmo *c, float angle_rad, float speed_radps,
                                             int absolute) {
    return TOLD(c, .kind = COZMO_TURN_IN_PLACE,
                .turn_in_place = {.angle_rad = angle_rad,
                                  .speed_rad_per_sec = speed_radps,
                                  .accel_rad_per_sec2 = 10,
                                  .angle_tolerance_rad = 0.02f,
                                  .is_absolute = absolute != 0,
                                  .action_id = ++c->action});
}

enum critter_err critter_cozmo_stop(struct critter_cozmo *c) {
    c->stop_wheels_us = INT64_MAX;
    return TOLD(c, .kind = COZMO_STOP_ALL_MOTORS);
}
enum critter_err critter_cozmo_move_head(struct critter_cozmo *c, float radps) {
    return TOLD(c, .kind = COZMO_MOVE_HEAD, .move_head = {radps});
}
enum critter_err critter_cozmo_move_lift(struct critter_cozmo *c, float radps) {
    return TOLD(c, .kind = COZMO_MOVE_LIFT, .move_lift = {radps});
}

enum critter_err critter_cozmo_head_to(struct critter_cozmo *c, float rad, float radps, float radps2,
                                       float seconds) {
    struct cozmo_message message = {.kind = COZMO_SET_HEAD_ANGLE};
    struct cozmo_set_head_angle *to = &message.set_head_angle;
    cozmo_set_head_angle_defaults(to);
    to->angle_rad = rad;
    if (radps != 0) to->max_speed_rad_per_sec = radps;
    if (radps2 != 0) to->accel_rad_per_sec2 = radps2;
    to->duration_sec = seconds;
    to->action_id = ++c->action;
    return err_public(client_tell(c, &message));
}
enum critter_err critter_cozmo_set_head_angle(struct critter_cozmo *c, float rad) {
    return critter_cozmo_head_to(c, rad, 0, 0, 0);
}

enum critter_err critter_cozmo_lift_to(struct critter_cozmo *c, float mm, float radps, float radps2,
                                       float seconds) {
    struct cozmo_message message = {.kind = COZMO_SET_LIFT_HEIGHT};
    struct cozmo_set_lift_height *to = &message.set_lift_height;
    cozmo_set_lift_height_defaults(to);
    to->height_mm = mm;
    if (radps != 0) to->max_speed_rad_per_sec = radps;
    if (radps2 != 0) to->accel_rad_per_sec2 = radps2;
    to->duration_sec = seconds;
    to->action_id = ++c->action;
    return err_public(client_tell(c, &message));
}
enum critter_err critter_cozmo_set_lift_height(struct critter_cozmo *c, float mm) {
    return critter_cozmo_lift_to(c, mm, 0, 0, 0);
}

enum critter_err critter_cozmo_set_head_light(struct critter_cozmo *c, int on) {
    return TOLD(c, .kind = COZMO_SET_HEAD_LIGHT, .set_head_light = {on != 0});
}
enum critter_err critter_cozmo_stop_on_cliff(struct critter_cozmo *c, int on) {
    return TOLD(c, .kind = COZMO_ENABLE_STOP_ON_CLIFF, .enable_stop_on_cliff = {on != 0});
}

enum critter_err critter_cozmo_set_volume(struct critter_cozmo *c, int volume) {
    if (volume < 0 || volume > 65535)
        return client_refuse(c, ERR_RANGE, "volume is 0 to 65535, not %d", volume);
    return TOLD(c, .kind = COZMO_SET_ROBOT_VOLUME, .set_robot_volume = {(uint16_t)volume});
}

static uint8_t part(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

uint16_t critter_cozmo_colour(int red, int green, int blue) {
    return light_word((struct rgb){part(red), part(green), part(blue)}, false);
}
struct critter_cozmo_light critter_cozmo_steady(uint16_t colour) {
    return (struct critter_cozmo_light){.on = colour, .off = colour};
}
