#include "cozmo/client_internal.h"

enum { FIRST_STATE_US = 1000000 };

#define TELL(c, ...) client_tell((c), &(struct cozmo_message){__VA_ARGS__})

enum { ACCEL_MMPS2 = 200, TURN_RADPS2 = 20 }; // to full speed within half a second

int critter_cozmo_path_clear(struct critter_cozmo *c) { return TELL(c, .kind = COZMO_CLEAR_PATH); }

int critter_cozmo_path_line(struct critter_cozmo *c, float x1, float y1, float x2, float y2, float mmps) {
    return TELL(c, .kind = COZMO_APPEND_PATH_SEG_LINE,
                .append_path_seg_line = {.from_x = x1,
                                         .from_y = y1,
                                         .to_x = x2,
                                         .to_y = y2,
                                         .speed_mmps = mmps,
                                         .accel_mmps2 = ACCEL_MMPS2,
                                         .decel_mmps2 = ACCEL_MMPS2});
}

int critter_cozmo_path_arc(struct critter_cozmo *c, float x, float y, float radius, float start_rad,
                           float sweep_rad, float mmps) {
    return TELL(c, .kind = COZMO_APPEND_PATH_SEG_ARC,
                .append_path_seg_arc = {.center_x = x,
                                        .center_y = y,
                                        .radius_mm = radius,
                                        .start_angle_rad = start_rad,
                                        .sweep_rad = sweep_rad,
                                        .speed_mmps = mmps,
                                        .accel_mmps2 = ACCEL_MMPS2,
                                        .decel_mmps2 = ACCEL_MMPS2});
}

int critter_cozmo_path_turn(struct critter_cozmo *c, float x, float y, float angle_rad, float speed) {
    return TELL(c, .kind = COZMO_APPEND_PATH_SEG_POINT_TURN,
                .append_path_seg_point_turn = {.x = x,
                                               .y = y,
                                               .angle_rad = angle_rad,
                                               .angle_tolerance_rad = 0.01f,
                                               .speed_mmps = speed,
                                               .accel_mmps2 = TURN_RADPS2,
                                               .decel_mmps2 = TURN_RADPS2});
}

struct going {
    int event_id;
    int end; // an event's type; -1: still under way
};

// Start and end may come in one datagram, so they are taken as they come.
static void went(void *user, struct critter_cozmo *c, const struct critter_cozmo_event *event) {
    struct going *going = user;
    struct cozmo_path_following_event said;
    struct reader in = reader_of(event->body, event->body_size);
    (void)c;
    if (cozmo_path_following_event_decode(&said, &in, COZMO_VERSION) || said.event_id != going->event_id)
        return;
    if (said.event_type != COZMO_PATH_STARTED) going->end = said.event_type;
}

int critter_cozmo_path_execute(struct critter_cozmo *c, int event_id, int wait_ms) {
    if (event_id < 0 || event_id > 65535)
        return client_fail(c, ERR_RANGE, "event ids are 0 to 65535, not %d", event_id);
    if (c->busy && wait_ms > 0) return client_fail(c, ERR_STATE, "a handler cannot wait");
    struct going going = {event_id, -1};
    int handler = critter_cozmo_on(c, "PathFollowingEvent", went, &going);
    if (handler < 0) return c->fault.err;
    enum err err = TELL(c, .kind = COZMO_EXECUTE_PATH, .execute_path = {.event_id = (uint16_t)event_id});
    int64_t limit = loop_now_us() + 1000 * (int64_t)wait_ms;
    while (!err && wait_ms > 0 && going.end < 0 && !c->over && loop_now_us() < limit)
        client_pump(c, limit - loop_now_us());
    critter_cozmo_off(c, handler);
    if (err || wait_ms <= 0 || going.end == COZMO_PATH_COMPLETED) return err;
    if (going.end >= 0) return client_fail(c, ERR_CANCELLED, "the path was interrupted");
    if (c->over) return client_fail(c, ERR_CLOSED, "the session is over: %s", air_end_text(c->end));
    return client_fail(c, ERR_TIMEOUT, "the path was not finished in time");
}

int critter_cozmo_go_to(struct critter_cozmo *c, float x, float y, float angle_rad, int relative,
                        int wait_ms) {
    if (!c->state.known && client_wait(c, "state", FIRST_STATE_US))
        return client_fail(c, ERR_STATE, "the robot has not said yet where it is");
    float here[3] = {c->state.x_mm, c->state.y_mm, c->state.angle_rad}, to[3] = {x, y, angle_rad};
    if (relative) critter_cozmo_from_here(here, (const float[3]){x, y, angle_rad}, to);
    enum err err = (enum err)critter_cozmo_path_line(c, here[0], here[1], to[0], to[1], 100);
    if (!err) err = (enum err)critter_cozmo_path_turn(c, to[0], to[1], to[2], 40);
    return err ? (int)err : critter_cozmo_path_execute(c, 1, wait_ms);
}
