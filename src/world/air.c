// Codes through the air: frames of modulated infrared light and commands as ultrasound, with range, angle and
// obstacles.
//
// Published: frames like those of common remote controls (NEC), with an id and up to three bytes, about every
// two seconds. The times are that protocol's: 9 ms of light and 4.5 ms of pause first, 1.125 ms for a 0, 2.25
// ms for a 1, lowest bit first.
//
// Chosen: a frame carries 3 m along both axes in a room. It is half as bright at 45 degrees from the lamp's
// axis, and nothing arrives beyond 75 degrees from the receiver's. Sunlight of 10 000 lux halves the light
// that counts. Two frames at once spoil each other unless one is four times stronger. Ultrasound carries 2 m,
// half as far if something is in between.
#include "world/world_internal.h"

#include <string.h>

#define LIGHT_REACH_M 3.0f
#define SUN_LUX       10000.0f
#define SEES_COSINE   0.2588f // of 75 degrees
#define STRONGER      4.0f
#define SOUND_REACH_M 2.0f
#define SOUND_MPS     343.0f
#define NOSE_M        0.003f // the lamp lies a little before the nose
enum { LEADER_US = 13500, STOP_US = 563, ZERO_US = 1125, ONE_US = 2250, BITS_MOST = 32 };

static uint64_t frame_us(const struct body_infrared *frame) {
    uint64_t us = LEADER_US + STOP_US;
    for (uint32_t i = 0; i < frame->bits; i++) us += frame->code >> i & 1 ? ONE_US : ZERO_US;
    return us;
}

static bool receives(const struct world *w, uint32_t robot) {
    return w->figures[robot - 1]->head_board && w->memory.robots[robot - 1].powered &&
           !world_has_fault(w, robot, WORLD_DEFECT_KIND_INFRARED_DEAD, -1) &&
           !world_has_fault(w, robot, WORLD_DEFECT_KIND_HEAD_DEAD, -1);
}

static uint32_t owner_body(const struct world *w, const struct world_flight_state *f) {
    return f->robot ? w->memory.robots[f->robot - 1].body : 0;
}

static bool between(const struct world *w, const struct world_flight_state *f, struct vec3 to,
                    uint32_t robot) {
    struct vec3 way = vec3_sub(to, vec3_of(f->at));
    struct plane_hit hit =
        plane_ray(w->plane, vec3_of(f->at), way, vec3_length(way) - 0.002f, owner_body(w, f));
    return hit.body && hit.body != w->memory.robots[robot - 1].body;
}

// 1 and more is understood.
static float light_at(const struct world *w, const struct world_flight_state *f, uint32_t robot) {
    if (f->sound || f->robot == robot || !receives(w, robot)) return 0;
    struct pose nose = rover_nose(w, robot);
    struct vec3 eye = pose_apply(nose, vec3(NOSE_M, 0, 0)), way = vec3_sub(eye, vec3_of(f->at));
    float far = m_max(vec3_length(way), 0.02f), out = vec3_dot(vec3_of(f->way), way) / far,
          in = -vec3_dot(quat_apply(nose.turn, vec3(1, 0, 0)), way) / far;
    if (out <= 0 || in < SEES_COSINE) return 0;
    float light = out * out * in * (LIGHT_REACH_M / far) * (LIGHT_REACH_M / far);
    light /= 1 + w->memory.lux / SUN_LUX;
    return light >= 1 / STRONGER && !between(w, f, eye, robot) ? light : 0;
}

static bool flies(const struct world *w, const struct world_flight_state *f) { return until(w, f->until_us); }

// Whoever talks hears nothing, and of two that talk at once only the much stronger is understood.
static void spoil(struct world *w, struct world_flight_state *new) {
    struct world_memory *m = &w->memory;
    if (new->robot) new->garbled |= (uint16_t)(1u << (new->robot - 1));
    for (uint32_t i = 0; i < m->flights_count; i++) {
        struct world_flight_state *old = &m->flights[i];
        if (old == new || old->sound || !flies(w, old)) continue;
        for (uint32_t robot = 1; robot <= m->robots_count; robot++) {
            if (!w->figures[robot - 1]->head_board) continue;
            uint16_t bit = (uint16_t)(1u << (robot - 1));
            float a = light_at(w, old, robot), b = light_at(w, new, robot);
            if (b > 0 && a < b * STRONGER) old->garbled |= bit;
            if (a > 0 && b < a * STRONGER) new->garbled |= bit;
            if (new->robot == robot) old->garbled |= bit;
            if (old->robot == robot) new->garbled |= bit;
        }
    }
}

static struct world_flight_state *launch(struct world *w, struct fault *fault) {
    enum { ROOM = sizeof w->memory.flights / sizeof *w->memory.flights };
    if (w->memory.flights_count == ROOM) {
        fault_set(fault, ERR_LIMIT, "there are %d signals in the air already", ROOM);
        return NULL;
    }
    struct world_flight_state *f = &w->memory.flights[w->memory.flights_count++];
    *f = (struct world_flight_state){.since_us = world_time_us(w)};
    return f;
}

enum err air_signal(struct world *w, const struct world_signal *v, struct fault *fault) {
    if (!v->bits || v->bits > BITS_MOST)
        return fault_set(fault, ERR_RANGE, "signal: bits: expected 1 to %d, found %u", BITS_MOST, v->bits);
    struct world_flight_state *f = launch(w, fault);
    if (!f) return ERR_LIMIT;
    vec3_into(f->at, vec3(v->x_m, v->y_m, v->z_m));
    struct quat turn = quat_euler(0, -m_radians(v->pitch_deg), m_radians(v->heading_deg));
    vec3_into(f->way, quat_apply(turn, vec3(1, 0, 0)));
    f->frame = (struct body_infrared){v->bits, v->code};
    f->until_us = f->since_us + frame_us(&f->frame);
    spoil(w, f);
    return ERR_NONE;
}

enum err air_chirp(struct world *w, const struct world_chirp *v, struct fault *fault) {
    if (!v->command || v->command > 31)
        return fault_set(fault, ERR_RANGE, "chirp: command: expected 1 to 31, found %u", v->command);
    struct world_flight_state *f = launch(w, fault);
    if (!f) return ERR_LIMIT;
    f->sound = true;
    vec3_into(f->at, vec3(v->x_m, v->y_m, v->z_m));
    f->frame.code = v->command;
    f->until_us = f->since_us + (uint64_t)(m_max(v->seconds, 0.02f) * 1e6f);
    return ERR_NONE;
}

static void send(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (!w->figures[robot - 1]->head_board || r->drive.infrared_number == r->infrared_number) return;
    if (air_sending(w, robot)) return; // the next one waits
    r->infrared_number = r->drive.infrared_number;
    struct body_infrared frame = r->drive.infrared;
    if (!frame.bits || frame.bits > BITS_MOST || !receives(w, robot)) return;
    struct world_flight_state *f = launch(w, NULL);
    if (!f) return;
    struct pose nose = rover_nose(w, robot);
    f->robot = robot;
    f->frame = frame;
    vec3_into(f->at, pose_apply(nose, vec3(NOSE_M, 0, 0)));
    vec3_into(f->way, quat_apply(nose.turn, vec3(1, 0, 0)));
    f->until_us = f->since_us + frame_us(&frame);
    spoil(w, f);
}

static void arrive(struct world *w, const struct world_flight_state *f) {
    for (uint32_t robot = 1; robot <= w->memory.robots_count; robot++) {
        struct world_robot_state *r = &w->memory.robots[robot - 1];
        if (f->garbled >> (robot - 1) & 1 || light_at(w, f, robot) < 1) continue;
        enum { ROOM = sizeof r->infrared / sizeof *r->infrared };
        if (r->infrared_count == ROOM) {
            memmove(r->infrared, r->infrared + 1, (ROOM - 1) * sizeof *r->infrared);
            r->infrared_count--;
        }
        r->infrared[r->infrared_count++] = (struct world_arrival){w->memory.step, f->frame};
    }
}

void air_step(struct world *w) {
    struct world_memory *m = &w->memory;
    for (uint32_t robot = 1; robot <= m->robots_count; robot++) send(w, robot);
    for (uint32_t i = 0; i < m->flights_count; i++) {
        if (flies(w, &m->flights[i])) continue;
        if (!m->flights[i].sound) arrive(w, &m->flights[i]);
        m->flights_count--;
        memmove(&m->flights[i], &m->flights[i + 1], (m->flights_count - i) * sizeof *m->flights);
        i--;
    }
}

bool air_carrier(const struct world *w, uint32_t robot) {
    for (uint32_t i = 0; i < w->memory.flights_count; i++)
        if (light_at(w, &w->memory.flights[i], robot) > 0) return true;
    return false;
}

bool air_sending(const struct world *w, uint32_t robot) {
    for (uint32_t i = 0; i < w->memory.flights_count; i++)
        if (!w->memory.flights[i].sound && w->memory.flights[i].robot == robot) return true;
    return false;
}

uint8_t air_command(const struct world *w, uint32_t robot) {
    if (!w->memory.flights_count) return 0;
    struct vec3 at = rover_nose(w, robot).at;
    for (uint32_t i = 0; i < w->memory.flights_count; i++) {
        const struct world_flight_state *f = &w->memory.flights[i];
        if (!f->sound) continue;
        float far = vec3_length(vec3_sub(at, vec3_of(f->at)));
        bool came = world_time_us(w) >= f->since_us + (uint64_t)(far / SOUND_MPS * 1e6f);
        if (came && far <= SOUND_REACH_M * (between(w, f, at, robot) ? 0.5f : 1))
            return (uint8_t)f->frame.code;
    }
    return 0;
}
