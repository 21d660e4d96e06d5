// Hands. A hand takes a body and moves it: up, down, to and fro, over. Its motion is a function of time, with
// the small tremor that no table has.
#include "world/world_internal.h"

#include <string.h>

static struct world_hand_state *hand_of(struct world *w, uint32_t body) {
    for (uint32_t i = 0; i < w->memory.hands_count; i++)
        if (w->memory.hands[i].body == body) return &w->memory.hands[i];
    return NULL;
}

static struct vec3 speed_of(const struct world *w, uint32_t body) {
    struct plane_motion motion;
    return plane_motion(w->plane, body, &motion) ? motion.speed_mps : vec3(0, 0, 0);
}

#define LOWER_MPS 0.8f // on average; chosen, like the next
#define OVER_M    0.3f // what is carried goes over things that are so much higher

static float share(const struct world *w, const struct world_hand_state *h) {
    uint64_t now = world_time_us(w);
    if (now >= h->until_us || h->until_us <= h->since_us) return 1;
    float t = (float)(now - h->since_us) / (float)(h->until_us - h->since_us);
    return t * t * t * (10 + t * (6 * t - 15)); // begins and ends without a jerk
}

// A hand does not jump from one motion into the next: how far the old one carries it on.
#define CARRIED_ON_S 0.06f
static struct vec3 carried_on(const struct world *w, const struct world_hand_state *h) {
    float t = (float)(world_time_us(w) - h->since_us) * 1e-6f + STEP_SECONDS; // where it will be then
    return vec3_scale(vec3_of(h->going), t * m_exp(-t / CARRIED_ON_S) * (1 - share(w, h)));
}

static struct pose planned(const struct world *w, const struct world_hand_state *h) {
    if (h->gesture == WORLD_GESTURE_CARRY) return (struct pose){vec3_of(h->from), quat_of(h->from_turn)};
    float t = share(w, h);
    struct vec3 from = vec3_of(h->from), way = vec3_scale(vec3_sub(vec3_of(h->to), from), t);
    bool arc = h->gesture == WORLD_GESTURE_TILT && h->reach_m > 0; // lifted, turned, set down
    if (arc) way.z += h->reach_m * 4 * t * (1 - t);
    return (struct pose){
        vec3_add(vec3_add(from, carried_on(w, h)), way),
        quat_blend(quat_of(h->from_turn), quat_of(h->to_turn), arc ? m_clamp((t - 0.15f) / 0.7f, 0, 1) : t)};
}

static float ease(uint64_t us) { return m_min((float)us * 1e-6f / 0.3f, 1); }

static struct pose trembling(const struct world *w, const struct world_hand_state *h, struct pose pose) {
    float t = (float)(world_time_us(w) % 20000000) * 1e-6f * M_TAU_F, phase = (float)(h->body % 7);
    float metres = h->palm ? 0.0008f : 0.0015f, rad = h->palm ? 0.03f : 0.02f, slow = h->palm ? 0.7f : 2.9f;
    if (h->gesture == WORLD_GESTURE_SHAKE) {
        float swing =
            m_sin((float)(world_time_us(w) - h->since_us) * 1e-6f * M_TAU_F * h->hertz) * h->reach_m;
        swing *= until(w, h->until_us) ? ease(h->until_us - world_time_us(w)) : 0;
        pose.at = vec3_add(pose.at, quat_apply(pose.turn, vec3(swing, swing * 0.5f, swing * 0.3f)));
        return pose;
    }
    // Whole numbers of swings in twenty seconds: no jump when the count begins anew.
    struct vec3 sway = {m_sin(t * slow + phase), m_sin(t * (slow + 0.35f)), m_sin(t * (slow + 0.8f) + 1)};
    float fully = ease(world_time_us(w) - h->since_us);
    metres *= fully, rad *= fully;
    pose.at = vec3_add(pose.at, vec3_scale(sway, metres));
    pose.turn = quat_times(quat_euler(rad * sway.y, rad * sway.x, rad * sway.z / 2), pose.turn);
    return pose;
}

// An arm that follows: as fast as it can still stop in time, and never quicker to start than an arm is.
// Chosen.
#define CARRY_MPS  1.2f
#define CARRY_MPS2 4.0f
#define CARRY_RATE 12.0f // of what is left, a second, when it is near

static void carry_on(struct world_hand_state *h) {
    const float dt = WORLD_STEP_US * 1e-6f;
    struct vec3 from = vec3_of(h->from), going = vec3_of(h->going), way = vec3_sub(vec3_of(h->to), from);
    float left = vec3_length(way);
    float pace = m_min(m_min(CARRY_MPS, left * CARRY_RATE), m_sqrt(CARRY_MPS2 * left));
    struct vec3 change = vec3_sub(left > 1e-6f ? vec3_scale(way, pace / left) : vec3(0, 0, 0), going);
    float most = CARRY_MPS2 * dt, much = vec3_length(change);
    going = vec3_add(going, much > most ? vec3_scale(change, most / much) : change);
    vec3_into(h->from, vec3_add(from, vec3_scale(going, dt)));
    vec3_into(h->going, going);
    quat_into(h->from_turn, quat_blend(quat_of(h->from_turn), quat_of(h->to_turn), 4 * dt));
}

static void lower(struct world *w, struct world_hand_state *h, struct pose from, struct pose2 to,
                  float seconds, float ground) {
    struct pose down = pose_of_plane(to, ground + 0.0005f);
    seconds = m_max(seconds, (from.at.z - ground) / LOWER_MPS); // it may be a long way down
    h->gesture = WORLD_GESTURE_LOWER;
    h->release = false;
    h->since_us = world_time_us(w);
    h->until_us = h->since_us + (uint64_t)(m_max(seconds, 0.02f) * 1e6f);
    vec3_into(h->from, from.at), vec3_into(h->to, down.at), vec3_into(h->going, speed_of(w, h->body));
    quat_into(h->from_turn, from.turn), quat_into(h->to_turn, down.turn);
}

// Once there, what is to be put down is.
static void carry(struct world *w, struct world_hand_state *h) {
    carry_on(h);
    float left = vec3_length(vec3_sub(vec3_of(h->to), vec3_of(h->from)));
    if (!h->release || left > 0.004f || vec3_length(vec3_of(h->going)) > 0.06f) return;
    struct pose at = world_pose(w, h->body), to = {vec3_of(h->to), quat_of(h->to_turn)};
    struct plane_hit ground = plane_ground(w->plane, at.at, h->body);
    float seconds = (float)(h->until_us - h->since_us) * 1e-6f;
    h->release = false;
    if (ground.body) lower(w, h, at, pose_on_plane(to), seconds, ground.at.z);
}

void hand_step(struct world *w) {
    for (uint32_t i = 0; i < w->memory.hands_count; i++) {
        struct world_hand_state *h = &w->memory.hands[i];
        bool carries = h->gesture == WORLD_GESTURE_CARRY;
        bool over = !carries && world_time_us(w) >= h->until_us;
        if (over && (h->release || h->gesture == WORLD_GESTURE_LOWER)) {
            plane_hold(w->plane, h->body, planned(w, h));
            plane_set_speed(w->plane, h->body, vec3(0, 0, 0), vec3(0, 0, 0));
            plane_let_go(w->plane, h->body);
            *h = w->memory.hands[--w->memory.hands_count], i--;
            continue;
        }
        if (over && h->gesture == WORLD_GESTURE_SHAKE) h->since_us = h->until_us; // its tremor begins anew
        if (over) h->gesture = WORLD_GESTURE_HOLD;
        if (carries) carry(w, h);
        struct pose pose = planned(w, h);
        bool steady = h->gesture == WORLD_GESTURE_LOWER;
        plane_hold(w->plane, h->body, steady ? pose : trembling(w, h, pose));
    }
}

// Takes hold of a body where it is now, or changes what the hand that has it does.
static struct world_hand_state *take(struct world *w, uint32_t body, enum world_gesture gesture,
                                     struct pose to, float seconds, struct fault *fault) {
    struct world_hand_state *h = hand_of(w, body);
    struct vec3 going = h ? speed_of(w, body) : vec3(0, 0, 0);
    if (!h) {
        if (w->memory.hands_count == WORLD_HANDS_MAX) {
            fault_set(fault, ERR_LIMIT, "there are only %d hands", WORLD_HANDS_MAX);
            return NULL;
        }
        h = &w->memory.hands[w->memory.hands_count++];
    }
    for (uint32_t i = 0; i < w->memory.robots_count; i++)
        if (w->memory.robots[i].cargo == body) {
            plane_detach(w->plane, body);
            w->memory.robots[i].cargo = 0;
        }
    struct pose from = world_pose(w, body);
    *h = (struct world_hand_state){.body = body,
                                   .gesture = (uint8_t)gesture,
                                   .since_us = world_time_us(w),
                                   .until_us = world_time_us(w) + (uint64_t)(m_max(seconds, 0.02f) * 1e6f)};
    vec3_into(h->from, from.at), vec3_into(h->to, to.at);
    quat_into(h->from_turn, from.turn), quat_into(h->to_turn, to.turn);
    vec3_into(h->going, going);
    return h;
}

// The body of a robot or of a loose thing.
static uint32_t loose(struct world *w, const char *name, struct fault *fault) {
    uint32_t body = world_body_named(w, name);
    struct plane_motion motion;
    if (!body || !plane_motion(w->plane, body, &motion)) {
        fault_set(fault, ERR_UNKNOWN, "nothing here is called \"%s\"", name);
        return 0;
    }
    const struct world_thing_state *t = world_thing(w, name);
    bool fixed = t && t->kind != WORLD_THING_KIND_CUBE && t->kind != WORLD_THING_KIND_BOX &&
                 t->kind != WORLD_THING_KIND_DISC && t->kind != WORLD_THING_KIND_TAG &&
                 t->kind != WORLD_THING_KIND_BALL;
    if (fixed || motion.lost) {
        fault_set(fault, ERR_STATE, "%s cannot be taken into a hand", name);
        return 0;
    }
    return body;
}

enum err hand_pick_up(struct world *w, const struct world_pick_up *v, struct fault *fault) {
    uint32_t body = loose(w, v->what, fault);
    if (!body) return ERR_UNKNOWN;
    struct pose to = world_pose(w, body);
    to.at.z += v->height_m;
    struct world_hand_state *h = take(w, body, WORLD_GESTURE_LIFT, to, v->seconds, fault);
    if (h) h->palm = v->palm;
    return h ? ERR_NONE : ERR_LIMIT;
}

// The hand is there, at rest, and the body in it; what is carried begins to feel the hand with the next step.
static enum err jump(struct world *w, struct world_hand_state *h, struct pose to) {
    vec3_into(h->from, to.at), quat_into(h->from_turn, to.turn);
    vec3_into(h->going, vec3(0, 0, 0));
    return plane_place(w->plane, h->body, to);
}

enum err hand_carry(struct world *w, const struct world_carry *v, struct fault *fault) {
    uint32_t body = loose(w, v->what, fault);
    if (!body) return ERR_UNKNOWN;
    struct world_hand_state *h = hand_of(w, body);
    struct pose now = world_pose(w, body), to = {vec3(v->x_m, v->y_m, now.at.z), now.turn};
    bool carries = h && h->gesture == WORLD_GESTURE_CARRY, palm = h && h->palm;
    // Over what is in the way; and where there is nothing below any more it stays as high as it was.
    float above = now.at.z + OVER_M;
    struct plane_hit ground = plane_ground(w->plane, vec3(to.at.x, to.at.y, above), body);
    struct plane_hit here = plane_ground(w->plane, vec3(now.at.x, now.at.y, now.at.z + 0.01f), body);
    float floor = carries ? h->reach_m : here.body ? here.at.z : now.at.z;
    to.at.z = m_max(floor, ground.body ? ground.at.z : floor) + v->height_m;
    if (carries) to.turn = quat_of(h->to_turn);
    if (v->turn) to.turn = quat_yaw(m_radians(v->heading_deg));
    if (!carries) h = take(w, body, WORLD_GESTURE_CARRY, to, 0, fault);
    if (!h) return ERR_LIMIT;
    vec3_into(h->to, to.at), quat_into(h->to_turn, to.turn);
    h->reach_m = floor;
    h->palm = palm;
    h->release = false;
    return v->at_once ? jump(w, h, to) : ERR_NONE;
}

enum err hand_put_down(struct world *w, const struct world_put_down *v, struct fault *fault) {
    uint32_t body = loose(w, v->what, fault);
    if (!body) return ERR_UNKNOWN;
    struct pose now = world_pose(w, body);
    struct pose2 to = {{v->x_m, v->y_m}, m_radians(v->heading_deg)};
    if (v->here) to = pose_on_plane(now);
    struct plane_hit ground = plane_ground(w->plane, vec3(to.at.x, to.at.y, now.at.z + 0.05f), body);
    if (!ground.body) return fault_set(fault, ERR_RANGE, "put_down: there is nothing to put %s on", v->what);
    struct world_hand_state *h = hand_of(w, body);
    if (h && h->gesture == WORLD_GESTURE_CARRY && !v->here) { // first there
        struct pose over = pose_of_plane(to, m_max(h->to[2], ground.at.z + 0.03f));
        vec3_into(h->to, over.at), quat_into(h->to_turn, over.turn);
        h->release = true;
        h->since_us = world_time_us(w);
        h->until_us = h->since_us + (uint64_t)(v->seconds * 1e6f);
        return ERR_NONE;
    }
    h = take(w, body, WORLD_GESTURE_LOWER, now, 0, fault);
    if (!h) return ERR_LIMIT;
    lower(w, h, now, to, v->seconds, ground.at.z);
    return ERR_NONE;
}

enum err hand_drop(struct world *w, const char *name, struct fault *fault) {
    uint32_t body = loose(w, name, fault);
    if (!body) return ERR_UNKNOWN;
    struct world_hand_state *h = hand_of(w, body);
    if (!h) return fault_set(fault, ERR_STATE, "no hand holds %s", name);
    *h = w->memory.hands[--w->memory.hands_count];
    plane_let_go(w->plane, body);
    return ERR_NONE;
}

enum err hand_shake(struct world *w, const struct world_shake *v, struct fault *fault) {
    uint32_t body = loose(w, v->what, fault);
    if (!body) return ERR_UNKNOWN;
    struct pose at = world_pose(w, body);
    if (!hand_of(w, body)) at.at.z += 0.1f + v->reach_m; // nobody shakes against the table
    struct world_hand_state *h = take(w, body, WORLD_GESTURE_SHAKE, at, v->seconds, fault);
    if (!h) return ERR_LIMIT;
    h->reach_m = v->reach_m, h->hertz = m_min(v->hertz, 12);
    return ERR_NONE;
}

enum err hand_tilt(struct world *w, const struct world_tilt *v, struct fault *fault) {
    uint32_t body = loose(w, v->what, fault);
    if (!body) return ERR_UNKNOWN;
    struct pose to = world_pose(w, body);
    if (!hand_of(w, body)) to.at.z += 0.08f;
    to.turn = quat_euler(m_radians(v->roll_deg), m_radians(v->pitch_deg), quat_heading(to.turn));
    return take(w, body, WORLD_GESTURE_TILT, to, v->seconds, fault) ? ERR_NONE : ERR_LIMIT;
}

// Turned about its own middle, a little above the ground, and let go. Legs reach farther from the middle than
// it lies high: they go over the ground in an arc, and are set on it. No hand pushes them in (chosen).
#define LEGS_OVER_M 0.06f
static bool has_legs(const struct world *w, uint32_t body) {
    for (uint32_t i = 0; i < w->memory.robots_count; i++)
        if (w->memory.robots[i].body == body) return w->figures[i]->limbs != NULL;
    return false;
}

static enum err turn_over(struct world *w, uint32_t body, struct quat turn, float raise, float seconds,
                          struct fault *fault) {
    struct plane_motion motion;
    plane_motion(w->plane, body, &motion);
    struct vec3 middle = pose_undo(motion.pose, motion.centre);
    struct vec3 at = vec3_sub(vec3_add(motion.centre, vec3(0, 0, raise)), quat_apply(turn, middle));
    struct plane_hit ground = plane_ground(w->plane, motion.centre, body);
    bool legs = has_legs(w, body), upright = quat_apply(turn, vec3(0, 0, 1)).z > 0.9f;
    if (legs && upright && ground.body) at.z = ground.at.z + 0.002f;
    struct world_hand_state *h = take(w, body, WORLD_GESTURE_TILT, (struct pose){at, turn}, seconds, fault);
    if (h) h->release = true;
    if (h && legs) h->reach_m = LEGS_OVER_M;
    return h ? ERR_NONE : ERR_LIMIT;
}

enum err hand_tip(struct world *w, const struct world_tip *v, struct fault *fault) {
    uint32_t body = loose(w, v->what, fault);
    if (!body) return ERR_UNKNOWN;
    struct pose now = world_pose(w, body);
    float way = quat_heading(now.turn) + m_radians(v->direction_deg);
    struct vec3 about = vec3(-m_sin(way), m_cos(way), 0);
    return turn_over(w, body, quat_times(quat_about(about, M_PI_F / 2), now.turn), 0.03f, 0.6f, fault);
}

enum err hand_right(struct world *w, const struct world_right *v, struct fault *fault) {
    uint32_t body = loose(w, v->what, fault);
    if (!body) return ERR_UNKNOWN;
    struct pose now = world_pose(w, body);
    return turn_over(w, body, quat_yaw(quat_heading(now.turn)), 0.03f, v->seconds, fault);
}

enum err hand_poke(struct world *w, const char *name, float direction_deg, float ns, float height,
                   struct fault *fault) {
    uint32_t body = loose(w, name, fault);
    if (!body) return ERR_UNKNOWN;
    struct pose at = world_pose(w, body);
    float way = m_radians(direction_deg);
    struct vec3 blow = quat_apply(at.turn, vec3(-m_cos(way) * ns, -m_sin(way) * ns, 0));
    plane_push(w->plane, body, blow,
               pose_apply(at, vec3(m_cos(way) * 0.02f - 0.02f, m_sin(way) * 0.03f, height)));
    skin_knock(w, body, ns);
    return ERR_NONE;
}

enum err hand_place(struct world *w, const struct world_place *v, struct fault *fault) {
    uint32_t body = world_body_named(w, v->what);
    if (!body) return fault_set(fault, ERR_UNKNOWN, "nothing here is called \"%s\"", v->what);
    for (uint32_t i = 0; i < w->memory.hands_count; i++)
        if (w->memory.hands[i].body == body) w->memory.hands[i--] = w->memory.hands[--w->memory.hands_count];
    for (uint32_t i = 0; i < w->memory.robots_count; i++)
        if (w->memory.robots[i].cargo == body) {
            plane_detach(w->plane, body);
            w->memory.robots[i].cargo = 0;
        }
    struct pose to = {vec3(v->x_m, v->y_m, v->z_m),
                      quat_euler(m_radians(v->roll_deg), m_radians(v->pitch_deg), m_radians(v->heading_deg))};
    plane_let_go(w->plane, body);
    return plane_place(w->plane, body, to);
}
