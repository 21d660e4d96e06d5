// The calls that wait: each begins what its namesake begins, then stays until the robot says that it is done.
//
// The robot acknowledges an order to go somewhere before anything moves, and says nothing when it is there.
// So its states are read: those that came after the acknowledgement say whether head, lift or treads are
// still at it, and where they are.
#include "cozmo/client_internal.h"

#include "base/maths/maths.h"

enum {
    STATES = 2,        // after the acknowledgement, so that the first cannot be one from before
    STATES_STILL = 15, // half a second: who stands for so long elsewhere will not go on
};
static const float HEAD_RAD = 0.05f, LIFT_MM = 3, TURN_RAD = 0.08f; // near enough
static const float HEAD[2] = {-0.4363f, 0.7767f}, LIFT[2] = {32, 92};

static int64_t limit_of(int wait_ms) { return loop_now_us() + 1000 * (int64_t)wait_ms; }

enum err client_until(struct critter_cozmo *c, bool (*done)(const struct critter_cozmo *c, void *user),
                      void *user, int64_t limit_us, const char *what) {
    enum err err = client_may_wait(c);
    if (err) return err;
    engine_link_flush(c->link); // an answer is waited for: do not wait for company
    while (!done(c, user)) {
        int64_t now_us = loop_now_us();
        if (c->over) return client_over(c);
        if (now_us >= limit_us) return client_fail(c, ERR_TIMEOUT, "%s", what);
        client_pump(c, limit_us - now_us);
    }
    return ERR_NONE;
}

static bool is_known(const struct critter_cozmo *c, void *user) { return c->state.known; }

static enum err first_state(struct critter_cozmo *c, int64_t limit_us) {
    return client_until(c, is_known, NULL, limit_us, "the robot has not said yet how it is");
}

// ---- Head, lift, turning

struct way {
    uint8_t action;
    uint32_t at_work; // bits of the status
    bool in_place;    // those bits say that it is done, not that it is at work
    float goal, near; // goal of what `left` measures
    float (*left)(const struct critter_cozmo *c, struct way *way);
    float turned, heading; // of a turn: how far since it began, and where it looked then and last
    uint32_t still_since;  // the state since which it stands
    bool began, missed;
};

static float head_left(const struct critter_cozmo *c, struct way *way) {
    return c->state.head_rad - way->goal;
}
static float lift_left(const struct critter_cozmo *c, struct way *way) {
    return c->state.lift_mm - way->goal;
}
static float wrapped(float rad) { return m_atan2(m_sin(rad), m_cos(rad)); }
static float heading_left(const struct critter_cozmo *c, struct way *way) {
    return wrapped(c->state.angle_rad - way->goal);
}
static float turn_left(const struct critter_cozmo *c, struct way *way) {
    way->turned += wrapped(c->state.angle_rad - way->heading);
    way->heading = c->state.angle_rad;
    return way->turned - way->goal;
}

static bool arrived(const struct critter_cozmo *c, void *user) {
    struct way *way = user;
    float left = way->left(c, way);
    if (c->acked != way->action || c->states - c->acked_states < STATES) return false;
    bool at_work = way->in_place ? (c->state.status & way->at_work) != way->at_work
                                 : (c->state.status & way->at_work) != 0;
    if (at_work || !way->began) way->still_since = c->states;
    way->began = true;
    if (at_work) return false;
    if (m_abs(left) <= way->near) return true;
    way->missed = c->states - way->still_since >= STATES_STILL;
    return way->missed;
}

static enum err travel(struct critter_cozmo *c, struct way *way, int64_t limit_us, const char *what) {
    enum err err = client_until(c, arrived, way, limit_us, what);
    return !err && way->missed
               ? client_fail(c, ERR_CANCELLED, "it stopped short of the target: something is in the way")
               : err;
}

enum critter_err critter_cozmo_head_to_wait(struct critter_cozmo *c, float rad, float radps, float radps2,
                                            float seconds, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    enum critter_err refused = err_public(client_may_wait(c));
    if (!refused) refused = critter_cozmo_head_to(c, rad, radps, radps2, seconds);
    if (refused) return refused;
    struct way way = {.action = c->action,
                      .at_work = CRITTER_COZMO_HEAD_IN_POSITION,
                      .in_place = true,
                      .goal = m_clamp(rad, HEAD[0], HEAD[1]),
                      .near = HEAD_RAD,
                      .left = head_left};
    return err_public(travel(c, &way, limit_us, "the head did not get there in time"));
}
enum critter_err critter_cozmo_set_head_angle_wait(struct critter_cozmo *c, float rad, int wait_ms) {
    return critter_cozmo_head_to_wait(c, rad, 0, 0, 0, wait_ms);
}

enum critter_err critter_cozmo_lift_to_wait(struct critter_cozmo *c, float mm, float radps, float radps2,
                                            float seconds, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    enum critter_err refused = err_public(client_may_wait(c));
    if (!refused) refused = critter_cozmo_lift_to(c, mm, radps, radps2, seconds);
    if (refused) return refused;
    struct way way = {.action = c->action,
                      .at_work = CRITTER_COZMO_LIFT_IN_POSITION,
                      .in_place = true,
                      .goal = m_clamp(mm, LIFT[0], LIFT[1]),
                      .near = LIFT_MM,
                      .left = lift_left};
    return err_public(travel(c, &way, limit_us, "the lift did not get there in time"));
}
enum critter_err critter_cozmo_set_lift_height_wait(struct critter_cozmo *c, float mm, int wait_ms) {
    return critter_cozmo_lift_to_wait(c, mm, 0, 0, 0, wait_ms);
}

enum critter_err critter_cozmo_turn_in_place_wait(struct critter_cozmo *c, float angle_rad, float speed_radps,
                                                  int absolute, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    enum critter_err refused = err_public(client_may_wait(c));
    if (!refused) refused = err_public(first_state(c, limit_us));
    struct way way = {.at_work = CRITTER_COZMO_WHEELS_MOVING,
                      .goal = angle_rad,
                      .near = TURN_RAD,
                      .left = absolute ? heading_left : turn_left,
                      .heading = c->state.angle_rad};
    if (!refused) refused = critter_cozmo_turn_in_place(c, angle_rad, speed_radps, absolute);
    if (refused) return refused;
    way.action = c->action;
    return err_public(travel(c, &way, limit_us, "the turn did not end in time"));
}

// ---- Stopping

static bool stands(const struct critter_cozmo *c, void *user) {
    const uint32_t moving = CRITTER_COZMO_MOVING | CRITTER_COZMO_WHEELS_MOVING;
    return c->states - *(const uint32_t *)user >= STATES && !(c->state.status & moving);
}

enum critter_err critter_cozmo_stop_wait(struct critter_cozmo *c, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    enum critter_err refused = err_public(client_may_wait(c));
    if (!refused) refused = critter_cozmo_stop(c);
    if (!refused) refused = critter_cozmo_flush(c, wait_ms); // the states from then on count
    uint32_t before = c->states;
    return refused
               ? refused
               : err_public(client_until(c, stands, &before, limit_us, "the robot did not stand in time"));
}

// ---- Paths

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

static bool has_ended(const struct critter_cozmo *c, void *user) { return ((struct going *)user)->end >= 0; }

static enum err execute(struct critter_cozmo *c, int event_id, int64_t limit_us) {
    struct going going = {event_id, -1};
    enum err err = client_may_wait(c);
    if (err) return err;
    int handler = critter_cozmo_on(c, "PathFollowingEvent", went, &going);
    if (handler < 0) return c->fault.err;
    err = client_path_execute(c, event_id);
    if (!err) err = client_until(c, has_ended, &going, limit_us, "the path was not finished in time");
    critter_cozmo_off(c, handler);
    if (!err && going.end != COZMO_PATH_COMPLETED)
        err = client_fail(c, ERR_CANCELLED, "the path was interrupted");
    return err;
}

enum critter_err critter_cozmo_path_execute_wait(struct critter_cozmo *c, int event_id, int wait_ms) {
    return err_public(execute(c, event_id, limit_of(wait_ms)));
}

enum critter_err critter_cozmo_go_to_wait(struct critter_cozmo *c, float x, float y, float angle_rad,
                                          int relative, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    enum err err = first_state(c, limit_us);
    if (!err) err = client_go_to(c, (const float[3]){x, y, angle_rad}, relative != 0);
    return err_public(err ? err : execute(c, CLIENT_GO_TO_ID, limit_us));
}

// ---- What ends with an event

static enum critter_err event_of(struct critter_cozmo *c, enum critter_err begun, const char *name,
                                 const int *value, int64_t limit_us) {
    if (begun) return begun;
    c->waiting_value = value;
    enum err err = client_wait(c, name, limit_us - loop_now_us());
    c->waiting_value = NULL;
    return err_public(err);
}

// Evaluates to what the call that begins it returns, unless a handler calls.
#define BEGUN(c, call) ((c)->busy ? err_public(client_may_wait(c)) : (call))

enum critter_err critter_cozmo_initialise_wait(struct critter_cozmo *c, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    enum critter_err begun = BEGUN(c, critter_cozmo_initialise(c));
    if (begun || c->ready) return begun;
    begun = event_of(c, begun, "ready", NULL, limit_us);
    return begun != CRITTER_ERR_TIMEOUT
               ? begun
               : client_refuse(c, ERR_TIMEOUT, "the robot answered, but did not say that its body is up");
}

static enum critter_err sound_wait(struct critter_cozmo *c, enum critter_err begun, int64_t limit_us) {
    return begun || !critter_cozmo_playing_ms(c) ? begun
                                                 : event_of(c, begun, "audio_completed", NULL, limit_us);
}
enum critter_err critter_cozmo_play_wait(struct critter_cozmo *c, const int16_t *samples, size_t count,
                                         int rate, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    return sound_wait(c, BEGUN(c, critter_cozmo_play(c, samples, count, rate)), limit_us);
}
enum critter_err critter_cozmo_play_wav_wait(struct critter_cozmo *c, const char *path, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    return sound_wait(c, BEGUN(c, critter_cozmo_play_wav(c, path)), limit_us);
}

static enum critter_err clip_wait(struct critter_cozmo *c, enum critter_err begun, int64_t limit_us) {
    int number = critter_cozmo_clip_plays(c);
    return event_of(c, begun, "animation_completed", &number, limit_us);
}
enum critter_err critter_cozmo_play_clip_wait(struct critter_cozmo *c, const char *name, int loops,
                                              int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    return clip_wait(c, BEGUN(c, critter_cozmo_play_clip(c, name, loops)), limit_us);
}
enum critter_err critter_cozmo_play_trigger_wait(struct critter_cozmo *c, const char *name, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    return clip_wait(c, BEGUN(c, critter_cozmo_play_trigger(c, name)), limit_us);
}
enum critter_err critter_cozmo_play_file_wait(struct critter_cozmo *c, const char *path, const char *name,
                                              int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    return clip_wait(c, BEGUN(c, critter_cozmo_play_file(c, path, name)), limit_us);
}

static enum critter_err lights_wait(struct critter_cozmo *c, enum critter_err begun, const char *name,
                                    int value, int64_t limit_us) {
    return begun || !name ? begun : event_of(c, begun, "lights_completed", &value, limit_us);
}
enum critter_err critter_cozmo_backpack_show_wait(struct critter_cozmo *c, const char *name, int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    return lights_wait(c, BEGUN(c, critter_cozmo_backpack_show(c, name)), name, -1, limit_us);
}
enum critter_err critter_cozmo_object_show_wait(struct critter_cozmo *c, uint32_t object_id, const char *name,
                                                int wait_ms) {
    int64_t limit_us = limit_of(wait_ms);
    return lights_wait(c, BEGUN(c, critter_cozmo_object_show(c, object_id, name)), name, (int)object_id,
                       limit_us);
}

enum critter_err critter_cozmo_expression_wait(struct critter_cozmo *c, const char *name, int ms) {
    enum critter_err begun = BEGUN(c, critter_cozmo_expression(c, name, ms));
    return begun || ms <= 0 ? begun : critter_cozmo_sleep(c, ms);
}

enum critter_err critter_cozmo_get_image_wait(struct critter_cozmo *c, struct critter_cozmo_image *out,
                                              int wait_ms) {
    enum critter_err err = critter_cozmo_wait(c, "image", wait_ms, NULL);
    return err ? err : critter_cozmo_get_image(c, out);
}
