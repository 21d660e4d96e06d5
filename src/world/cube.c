// Light cubes from the inside: an accelerometer, a little processing, four lights, a radio that reaches a room.
//
// Published: thousandths of g, a running count of taps, three samples a packet, a low cell at 1.1 V, lights with on and off colours, times,
// fades and an offset. The filters, thresholds and the radio's reach are chosen; they stand here once.
#include "world/inside.h"

#include <string.h>

#define LOW_PASS_S  0.2f
#define MOVES_G     0.060f
#define RESTS_G     0.030f
#define RESTS_S     0.5f
#define UP_G        0.8f
#define UP_S        0.3f
#define TAP_G       0.5f
#define TAP_WIDE_S  0.060f
#define TAP_AGAIN_S 0.250f
#define RSSI_1M     -50.0f // at one metre, falling with the cube of the distance
#define RSSI_LEAST  -85.0f
#define CELL_EMPTY  0.9f
enum { ADVERT_STEPS = 200, STREAM_STEPS = 6, VOLTAGE_STEPS = 2000, TAP_GAP_US = 180000 };

static void tell(struct world *w, uint32_t robot, const struct body_radio *news) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (!(r->wants & BODY_WANT_RADIO)) return;
    const struct world_fault_state *deaf = world_has_fault(w, robot, WORLD_FAULT_KIND_RADIO_DEAF, -1);
    struct chance dice = world_dice(w, "air", robot * 64 + news->kind);
    float lost = deaf ? deaf->amount : 0;
    if (news->rssi_dbm < -79) lost = m_max(lost, 0.3f); // at the edge of its reach
    if (chance_true(&dice, lost)) return;
    if (r->radio_count == WORLD_RADIO_MAX) { // nobody listens: the oldest goes
        memmove(r->radio, r->radio + 1, (WORLD_RADIO_MAX - 1) * sizeof *r->radio);
        r->radio_count--;
    }
    r->radio[r->radio_count++] = *news;
}

static int8_t rssi(const struct world *w, uint32_t robot, struct vec3 at) {
    struct vec3 way = vec3_sub(at, world_pose(w, w->memory.robots[robot - 1].body).at);
    float metres = m_max(vec3_length(way), 0.05f);
    float value = RSSI_1M - 30 * m_log(metres) / 2.302585f;
    struct chance dice = world_dice(w, "rssi", robot);
    if (w->config.noise) value += noise_of(&dice, 2);
    return (int8_t)m_clamp(m_round(value), -120, 0);
}

// To the robot it is connected with.
static void report(struct world *w, const struct world_cube_state *c, struct vec3 at,
                   enum body_radio_kind kind, uint8_t count, struct vec3 value) {
    if (!c->robot) return;
    struct body_radio news = {.device = c->device, .kind = (uint8_t)kind, .type = c->type, .count = count};
    news.rssi_dbm = rssi(w, c->robot, at);
    vec3_into(news.value, value);
    if (news.rssi_dbm >= RSSI_LEAST) tell(w, c->robot, &news);
}

static uint8_t axis_up(const float low[3]) {
    for (uint8_t i = 0; i < 3; i++) {
        if (low[i] < -UP_G) return (uint8_t)(2 * i + 1);
        if (low[i] > UP_G) return (uint8_t)(2 * i + 2);
    }
    return 0;
}

static void notice_motion(struct world *w, struct world_cube_state *c, struct vec3 at, struct vec3 felt) {
    struct vec3 low = vec3_of(c->low);
    float shake = vec3_length(vec3_sub(felt, low));
    c->motion += (shake - c->motion) * 0.3f;
    c->moving_s = c->motion > MOVES_G ? c->moving_s + STEP_SECONDS : 0;
    c->still_s = c->motion < RESTS_G ? c->still_s + STEP_SECONDS : 0;
    if (!c->moving && c->moving_s > 0.06f) {
        c->moving = true;
        report(w, c, at, BODY_RADIO_KIND_MOVED, c->up, felt);
    }
    if (c->moving && c->still_s > RESTS_S) {
        c->moving = false;
        report(w, c, at, BODY_RADIO_KIND_STILL, c->up, felt);
    }
    // A tap is one short peak; what goes on shaking is not.
    c->quiet_s = m_min(c->quiet_s + STEP_SECONDS, 10);
    if (shake > TAP_G) {
        c->tap_s += STEP_SECONDS;
    } else if (c->tap_s > 0) {
        if (c->tap_s < TAP_WIDE_S && c->quiet_s > TAP_AGAIN_S) {
            c->taps++;
            report(w, c, at, BODY_RADIO_KIND_TAPPED, c->taps, felt);
        }
        c->tap_s = c->quiet_s = 0;
    }
}

static void notice_turn(struct world *w, struct world_cube_state *c, struct vec3 at, struct vec3 felt) {
    for (int i = 0; i < 3; i++) {
        float value = i == 0 ? felt.x : i == 1 ? felt.y : felt.z;
        c->low[i] += (value - c->low[i]) * (STEP_SECONDS / LOW_PASS_S);
    }
    uint8_t up = axis_up(c->low);
    c->up_s = up == c->up_next ? m_min(c->up_s + STEP_SECONDS, 10) : 0;
    c->up_next = up;
    if (!up || up == c->up || c->up_s < UP_S) return;
    c->up = up;
    report(w, c, at, BODY_RADIO_KIND_UP_AXIS, up, felt);
}

static void talk(struct world *w, struct world_cube_state *c, struct vec3 at) {
    c->steps++;
    if (!c->robot) {
        if (c->steps % ADVERT_STEPS) return;
        for (uint32_t robot = 1; robot <= w->memory.robots_count; robot++) {
            struct body_radio news = {.device = c->device, .kind = BODY_RADIO_KIND_SEEN, .type = c->type};
            news.rssi_dbm = rssi(w, robot, at);
            if (news.rssi_dbm >= RSSI_LEAST) tell(w, robot, &news);
        }
        return;
    }
    bool lost = c->steps % ADVERT_STEPS == 0 && rssi(w, c->robot, at) < RSSI_LEAST - 5;
    if (lost || c->battery_v < CELL_EMPTY) {
        struct body_radio news = {
            .device = c->device, .kind = BODY_RADIO_KIND_LOST, .type = c->type, .rssi_dbm = -100};
        tell(w, c->robot, &news);
        c->robot = 0;
        c->streaming = false;
        return;
    }
    if (c->streaming && c->steps % STREAM_STEPS == 0)
        report(w, c, at, BODY_RADIO_KIND_ACCEL, c->taps, vec3_of(c->felt));
    if (c->steps % VOLTAGE_STEPS == 0) {
        report(w, c, at, BODY_RADIO_KIND_VOLTAGE, 0, vec3(c->battery_v, 0, 0));
        c->battery_v = m_max(c->battery_v - 0.00002f, 0); // about a week of play
    }
}

static void feel_cube(struct world *w, struct world_cube_state *c, uint32_t body) {
    struct plane_motion motion;
    if (!plane_motion(w->plane, body, &motion)) return;
    bool tapped = c->tap_left && world_time_us(w) >= c->tap_next_us;
    if (!motion.asleep || tapped || c->moving || c->tap_s > 0 || c->quiet_s <= TAP_AGAIN_S ||
        c->up_s < UP_S) {
        struct quat back = quat_inverse(motion.pose.turn);
        struct vec3 felt = vec3_scale(quat_apply(back, motion.felt_mps2), 1 / GRAVITY_MPS2);
        if (tapped) { // a finger's blow runs through it and into what it stands on
            felt = vec3_add(felt, quat_apply(back, vec3(0, 0, -1.5f * c->tap_strength)));
            c->tap_left--;
            c->tap_next_us = world_time_us(w) + TAP_GAP_US * 2;
        }
        vec3_into(c->felt, felt);
        notice_motion(w, c, motion.pose.at, felt);
        notice_turn(w, c, motion.pose.at, felt);
    }
    if (c->battery_v >= CELL_EMPTY) talk(w, c, motion.pose.at);
}

void cube_step(struct world *w) {
    for (uint32_t i = 0; i < w->memory.things_count; i++) {
        const struct world_thing_state *t = &w->memory.things[i];
        if (t->cube) feel_cube(w, &w->memory.cubes[t->cube - 1], t->body);
    }
}

enum err cube_tap(struct world *w, const struct world_thing_state *t, uint32_t times, float strength) {
    struct world_cube_state *c = &w->memory.cubes[t->cube - 1];
    c->tap_left = (uint8_t)(times > 20 ? 20 : times);
    c->tap_next_us = world_time_us(w);
    c->tap_strength = strength;
    return ERR_NONE;
}

void world_cube_order(struct world *w, uint32_t robot, const struct body_cube_order *order) {
    if (!world_robot(w, robot)) return;
    for (uint32_t i = 0; i < w->memory.things_count; i++) {
        if (!w->memory.things[i].cube) continue;
        struct world_cube_state *c = &w->memory.cubes[w->memory.things[i].cube - 1];
        if (c->device != order->device) continue;
        struct vec3 at = world_pose(w, w->memory.things[i].body).at;
        struct body_radio news = {.device = c->device, .type = c->type, .rssi_dbm = rssi(w, robot, at)};
        bool reached = news.rssi_dbm >= RSSI_LEAST && c->battery_v >= CELL_EMPTY;
        if (order->op == BODY_CUBE_OP_CONNECT && reached && (!c->robot || c->robot == robot)) {
            c->robot = (uint8_t)robot;
            news.kind = BODY_RADIO_KIND_CONNECTED;
            tell(w, robot, &news);
            report(w, c, at, BODY_RADIO_KIND_UP_AXIS, c->up, vec3_of(c->low));
            report(w, c, at, BODY_RADIO_KIND_VOLTAGE, 0, vec3(c->battery_v, 0, 0));
        }
        if (c->robot != robot || !reached) return;
        if (order->op == BODY_CUBE_OP_DISCONNECT) {
            news.kind = BODY_RADIO_KIND_LOST;
            tell(w, robot, &news);
            c->robot = 0;
            c->streaming = false;
        } else if (order->op == BODY_CUBE_OP_LIGHTS) {
            memcpy(c->lights, order->lights, sizeof c->lights);
            c->rotate_ms = order->rotate_ms;
            c->lights_since_us = world_time_us(w);
        } else if (order->op == BODY_CUBE_OP_STREAM_ON || order->op == BODY_CUBE_OP_STREAM_OFF) {
            c->streaming = order->op == BODY_CUBE_OP_STREAM_ON;
        }
        return;
    }
}

uint32_t world_radio(struct world *w, uint32_t robot, struct body_radio *out, uint32_t most) {
    struct world_robot_state *r = world_robot(w, robot);
    if (!r) return 0;
    uint32_t count = r->radio_count < most ? r->radio_count : most;
    memcpy(out, r->radio, count * sizeof *out);
    memmove(r->radio, r->radio + count, (r->radio_count - count) * sizeof *out);
    r->radio_count = (uint8_t)(r->radio_count - count);
    return count;
}

// ------------------------------------------------------------------------------------------------ lights

static uint8_t mix(uint8_t a, uint8_t b, float t) { return (uint8_t)m_round(m_lerp(a, b, m_clamp(t, 0, 1))); }

static void shine(const struct body_cube_light *l, int64_t ms, uint8_t rgb[3]) {
    int64_t round = (int64_t)l->on_ms + l->off_ms + l->fade_on_ms + l->fade_off_ms;
    float on = 1;
    if (round > 0) {
        int64_t t = ((ms + l->offset_ms) % round + round) % round;
        if (t < l->fade_on_ms)
            on = (float)t / l->fade_on_ms;
        else if ((t -= l->fade_on_ms) < l->on_ms)
            on = 1;
        else if ((t -= l->on_ms) < l->fade_off_ms)
            on = 1 - (float)t / l->fade_off_ms;
        else
            on = 0;
    }
    rgb[0] = mix(l->off.r, l->on.r, on), rgb[1] = mix(l->off.g, l->on.g, on),
    rgb[2] = mix(l->off.b, l->on.b, on);
}

void cube_lights(const struct world *w, const struct world_cube_state *c, uint8_t rgb[4][3]) {
    int64_t ms = (int64_t)(world_time_us(w) - c->lights_since_us) / 1000;
    uint32_t turned = c->rotate_ms ? (uint32_t)(ms / c->rotate_ms) : 0;
    for (uint32_t i = 0; i < 4; i++) shine(&c->lights[(i + turned) % 4], ms, rgb[i]);
}
