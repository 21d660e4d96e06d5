// Light cubes: an accelerometer, a little processing, four lights, and a radio that covers a room.
//
// Published: thousandths of g, a running count of taps, three samples a packet, an empty battery at 1.1 V,
// and lights with on and off colours, times, fades and an offset. The program is in memory that needs the
// battery; it comes by radio in pieces of 20 bytes.
//
// Chosen: the filters, thresholds, currents and the radio's range, which are defined here once. A cube
// accepts a program whose last 20 bytes are a CRC-32 of everything before (lowest byte first) and 16 bytes of
// version, padded with zeros.
#include "world/world_internal.h"

#include "base/hash.h"

#include <string.h>

#define LOW_PASS_S  0.1f
#define MOVES_G     0.060f
#define RESTS_G     0.030f
#define RESTS_S     0.5f
#define UP_G        0.8f
#define UP_S        0.15f
#define TAP_G       0.5f
#define TAP_QUIET_G 0.2f
#define TAP_WIDE_S  0.060f
#define TAP_QUIET_S 0.100f // after it
#define TAP_DOWN    0.7f   // so much of it along what it takes for up
#define TAP_AGAIN_S 0.250f // before it
#define RSSI_1M     -50.0f // at one metre, falling with the cube of the distance
#define RSSI_LEAST  -85.0f
#define CELL_EMPTY  0.9f
#define CELL_LOW    1.1f
#define CELL_AH     0.8f
#define CELL_FALLS  0.6f // volts from new to empty
#define ADVERT_A    0.00002f
#define LINK_A      0.0008f
#define STREAM_A    0.0012f
#define LIGHT_A     0.006f // of each, white
enum { ADVERT_STEPS = 200, STREAM_STEPS = 6, VOLTAGE_STEPS = 2000, TAP_GAP_US = 180000 };
enum { PROGRAM_MOST = 32 << 10, PROGRAM_TAIL = 20, PROGRAM_IDLE_US = 500000 };

static void tell(struct world *w, uint32_t robot, const struct body_radio *news) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (!(r->wants & BODY_WANT_RADIO)) return;
    const struct world_defect_state *deaf = world_has_fault(w, robot, WORLD_DEFECT_KIND_RADIO_DEAF, -1);
    struct chance dice = world_dice(w, "air", robot * 64 + news->kind);
    float lost = deaf ? deaf->amount : 0;
    if (news->rssi_dbm < -79) lost = m_max(lost, 0.3f);                         // at the edge of its reach
    if (news->kind != BODY_RADIO_KIND_LOST && chance_true(&dice, lost)) return; // silence is never lost
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

static bool runs(const struct world_cube_state *c);
// To the robot it is connected with, when a program runs that could tell.
static void report(struct world *w, const struct world_cube_state *c, struct vec3 at,
                   enum body_radio_kind kind, uint8_t count, struct vec3 value) {
    if (!c->robot || !runs(c)) return;
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

// A tap is one short blow from above, with silence before and after it. A cube that is shaken, tumbles or
// lands after a fall feels blows as short, but not alone; one from the side only pushes it.
static bool is_tap(const struct world_cube_state *c) {
    struct vec3 blow = vec3_of(c->blow);
    float size = vec3_length(blow);
    return c->tap_s < TAP_WIDE_S && size > TAP_G && vec3_dot(blow, vec3_of(c->low)) < -TAP_DOWN * size;
}

static void notice_taps(struct world *w, struct world_cube_state *c, struct vec3 at, struct vec3 off) {
    float shake = vec3_length(off);
    if (shake > TAP_QUIET_G) {
        if (c->quiet_s > 0) { // it begins
            c->tap_s = c->quiet_s < TAP_AGAIN_S ? TAP_WIDE_S : 0;
            vec3_into(c->blow, vec3(0, 0, 0));
        }
        c->tap_s += STEP_SECONDS;
        c->quiet_s = 0;
        if (shake > vec3_length(vec3_of(c->blow))) vec3_into(c->blow, off);
        return;
    }
    c->quiet_s = m_min(c->quiet_s + STEP_SECONDS, 10);
    if (c->tap_s <= 0 || c->quiet_s < TAP_QUIET_S) return;
    if (is_tap(c)) {
        c->taps++;
        report(w, c, at, BODY_RADIO_KIND_TAPPED, c->taps, vec3_of(c->blow));
    }
    c->tap_s = 0;
    vec3_into(c->blow, vec3(0, 0, 0));
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
    notice_taps(w, c, at, vec3_sub(felt, low));
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

// ----------------------------------------------------------------------------------------------- its program

static void program_begins(struct world_cube_state *c) {
    c->version[0] = 0; // what ran is overwritten
    c->received = 0;
    c->sum = 0;
    c->streaming = false;
}

static void program_piece(struct world_cube_state *c, const uint8_t *bytes, uint32_t count, uint64_t now_us) {
    if (!c->piece_us) program_begins(c);
    c->piece_us = now_us;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *slot = &c->tail[c->received % PROGRAM_TAIL];
        if (c->received >= PROGRAM_TAIL) c->sum = crc32_ieee(c->sum, slot, 1);
        *slot = bytes[i];
        c->received++;
    }
}

// It starts when it is whole; else the cube waits for another.
static void program_ends(struct world_cube_state *c) {
    c->piece_us = 0;
    if (c->received <= PROGRAM_TAIL || c->received > PROGRAM_MOST) return;
    uint8_t tail[PROGRAM_TAIL];
    for (uint32_t i = 0; i < PROGRAM_TAIL; i++) tail[i] = c->tail[(c->received + i) % PROGRAM_TAIL];
    uint32_t told =
        (uint32_t)tail[0] | (uint32_t)tail[1] << 8 | (uint32_t)tail[2] << 16 | (uint32_t)tail[3] << 24;
    if (told != c->sum || tail[PROGRAM_TAIL - 1]) return;
    for (uint32_t k = 4; k < PROGRAM_TAIL && tail[k]; k++)
        if (tail[k] < ' ' || tail[k] > '~') return; // no version is written so
    memcpy(c->version, tail + 4, PROGRAM_TAIL - 4);
}

static bool runs(const struct world_cube_state *c) {
    return c->cell && c->battery_v >= CELL_EMPTY && c->version[0];
}

static void report_voltage(struct world *w, const struct world_cube_state *c, struct vec3 at) {
    report(w, c, at, BODY_RADIO_KIND_VOLTAGE, c->battery_v <= CELL_LOW, vec3(c->battery_v, 0, 0));
}

// What a second of its life costs.
static void drain(const struct world *w, struct world_cube_state *c) {
    uint8_t rgb[4][3];
    cube_lights(w, c, rgb);
    float amps = c->robot ? LINK_A + (c->streaming ? STREAM_A : 0) : ADVERT_A;
    for (int i = 0; i < 4; i++) amps += (float)(rgb[i][0] + rgb[i][1] + rgb[i][2]) / 765 * LIGHT_A;
    c->battery_v =
        m_max(c->battery_v - amps / (CELL_AH * 3600) * CELL_FALLS * ADVERT_STEPS * STEP_SECONDS, 0);
}

static void talk(struct world *w, struct world_cube_state *c, struct vec3 at) {
    c->steps++;
    if (c->steps % ADVERT_STEPS == 0) drain(w, c);
    if (c->piece_us && world_time_us(w) >= c->piece_us + PROGRAM_IDLE_US) program_ends(c);
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
    if (!runs(c)) return;
    if (c->streaming && c->steps % STREAM_STEPS == 0)
        report(w, c, at, BODY_RADIO_KIND_ACCEL, c->taps, vec3_of(c->felt));
    if (c->steps % VOLTAGE_STEPS == 0) report_voltage(w, c, at);
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
    if (c->cell && c->battery_v >= CELL_EMPTY) talk(w, c, motion.pose.at);
}

void cube_step(struct world *w) {
    for (uint32_t i = 0; i < w->memory.things_count; i++) {
        const struct world_thing_state *t = &w->memory.things[i];
        if (t->cube) feel_cube(w, &w->memory.cubes[t->cube - 1], t->body);
    }
}

enum err cube_cell(struct world *w, const struct world_thing_state *t, bool in) {
    struct world_cube_state *c = &w->memory.cubes[t->cube - 1];
    if (in && !c->cell) c->battery_v = 1.5f; // a new one
    c->cell = in;
    if (in) return ERR_NONE;
    c->version[0] = 0; // what lies in memory does not outlive it
    c->piece_us = 0;
    c->streaming = false;
    memset(c->lights, 0, sizeof c->lights);
    if (c->robot) { // the link dies away
        struct body_radio news = {
            .device = c->device, .kind = BODY_RADIO_KIND_LOST, .type = c->type, .rssi_dbm = -100};
        tell(w, c->robot, &news);
        c->robot = 0;
    }
    return ERR_NONE;
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
        bool reached = news.rssi_dbm >= RSSI_LEAST && c->cell && c->battery_v >= CELL_EMPTY;
        if (order->op == BODY_CUBE_OP_CONNECT && reached && (!c->robot || c->robot == robot)) {
            c->robot = (uint8_t)robot;
            news.kind = BODY_RADIO_KIND_CONNECTED;
            tell(w, robot, &news);
            report(w, c, at, BODY_RADIO_KIND_UP_AXIS, c->up, vec3_of(c->low));
            report_voltage(w, c, at);
        }
        if (c->robot != robot || !reached) return;
        if (order->op == BODY_CUBE_OP_DISCONNECT) {
            news.kind = BODY_RADIO_KIND_LOST;
            tell(w, robot, &news);
            c->robot = 0;
            c->streaming = false;
        } else if (order->op == BODY_CUBE_OP_VERSION) {
            news.kind = BODY_RADIO_KIND_VERSION;
            memcpy(news.version, c->version, sizeof news.version);
            tell(w, robot, &news);
        } else if (order->op == BODY_CUBE_OP_PROGRAM) {
            program_piece(c, order->piece, order->piece_count, world_time_us(w));
            if (order->piece_count < PROGRAM_TAIL) program_ends(c);
        } else if (!runs(c)) {
            return; // nobody in there who could
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
    memset(rgb, 0, 4 * 3);
    if (!c->cell || !c->version[0]) return;
    uint32_t turned = c->rotate_ms ? (uint32_t)(ms / c->rotate_ms) : 0;
    for (uint32_t i = 0; i < 4; i++) shine(&c->lights[(i + turned) % 4], ms, rgb[i]);
}
