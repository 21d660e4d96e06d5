#include "cozmo/client_internal.h"

#define TELL(c, ...) client_tell((c), &(struct cozmo_message){__VA_ARGS__})

enum { ACCEL_MMPS2 = 200, TURN_RADPS2 = 20 }; // to full speed within half a second

enum critter_err critter_cozmo_path_clear(struct critter_cozmo *c) {
    return err_public(TELL(c, .kind = COZMO_CLEAR_PATH));
}

static enum err line(struct critter_cozmo *c, float x1, float y1, float x2, float y2, float mmps) {
    return TELL(c, .kind = COZMO_APPEND_PATH_SEG_LINE,
                .append_path_seg_line = {.from_x = x1,
                                         .from_y = y1,
                                         .to_x = x2,
                                         .to_y = y2,
                                         .speed_mmps = mmps,
                                         .accel_mmps2 = ACCEL_MMPS2,
                                         .decel_mmps2 = ACCEL_MMPS2});
}

enum critter_err critter_cozmo_path_line(struct critter_cozmo *c, float x1, float y1, float x2, float y2,
                                         float mmps) {
    return err_public(line(c, x1, y1, x2, y2, mmps));
}

enum critter_err critter_cozmo_path_arc(struct critter_cozmo *c, float x, float y, float radius,
                                        float start_rad, float sweep_rad, float mmps) {
    return err_public(TELL(c, .kind = COZMO_APPEND_PATH_SEG_ARC,
                           .append_path_seg_arc = {.center_x = x,
                                                   .center_y = y,
                                                   .radius_mm = radius,
                                                   .start_angle_rad = start_rad,
                                                   .sweep_rad = sweep_rad,
                                                   .speed_mmps = mmps,
                                                   .accel_mmps2 = ACCEL_MMPS2,
                                                   .decel_mmps2 = ACCEL_MMPS2}));
}

static enum err turn(struct critter_cozmo *c, float x, float y, float angle_rad, float speed) {
    return TELL(c, .kind = COZMO_APPEND_PATH_SEG_POINT_TURN,
                .append_path_seg_point_turn = {.x = x,
                                               .y = y,
                                               .angle_rad = angle_rad,
                                               .angle_tolerance_rad = 0.01f,
                                               .speed_mmps = speed,
                                               .accel_mmps2 = TURN_RADPS2,
                                               .decel_mmps2 = TURN_RADPS2});
}

enum critter_err critter_cozmo_path_turn(struct critter_cozmo *c, float x, float y, float angle_rad,
                                         float radps) {
    return err_public(turn(c, x, y, angle_rad, radps));
}

enum err client_path_execute(struct critter_cozmo *c, int event_id) {
    if (event_id < 0 || event_id > UINT16_MAX)
        return client_fail(c, ERR_RANGE, "event ids are 0 to 65535, not %d", event_id);
    return TELL(c, .kind = COZMO_EXECUTE_PATH, .execute_path = {.event_id = (uint16_t)event_id});
}
enum critter_err critter_cozmo_path_execute(struct critter_cozmo *c, int event_id) {
    return err_public(client_path_execute(c, event_id));
}

enum err client_go_to(struct critter_cozmo *c, const float goal[3], bool relative) {
    if (!c->state.known) return client_fail(c, ERR_STATE, "the robot has not reported its position yet");
    float here[3] = {c->state.x_mm, c->state.y_mm, c->state.angle_rad}, to[3] = {goal[0], goal[1], goal[2]};
    if (relative) critter_cozmo_from_here(here, goal, to);
    enum err err = line(c, here[0], here[1], to[0], to[1], 100);
    return err ? err : turn(c, to[0], to[1], to[2], 40);
}
enum critter_err critter_cozmo_go_to(struct critter_cozmo *c, float x, float y, float angle_rad,
                                     int relative) {
    enum err err = client_go_to(c, (const float[3]){x, y, angle_rad}, relative != 0);
    return err_public(err ? err : client_path_execute(c, CLIENT_GO_TO_ID));
}
