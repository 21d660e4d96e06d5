// The sensors of a creature with legs and a skin full of switches, besides its joints: Pleo.
//
//     touches[0 … 11]    head, chin, left and right cheek, back, lower back, left and right leg, left and
//                        right arm, rump, lower rump;
//                        1000 is touched
//     analog[0 … 3]      the feet: front left, front right, back left, back right; 1 on a surface
//     head[0]            what the computer in its head measures at the nose, which goes where neck and head
//                        turn it; it reports 50 times a second, and is silent in the steps between
//
// Chosen: its own light comes back as 100 from an ordinary thing 15 cm before the nose, with the square of
// the distance; the antenna reads a tag 5 cm away, through whatever lies between; the beam in the mouth is
// broken by what is within 12 mm of the open jaws; a microphone takes 30 dB for silence.
#include "world/world_internal.h"

#define FOOT_M         0.006f
#define OBJECT_M       0.15f
#define OBJECT_REACH   0.60f
#define OBJECT_CONE    (10 * M_PI_F / 180)
#define ANTENNA_M      0.05f
#define BITE_M         0.012f
#define QUIET_DB       30.0f
#define ALIKE_DB       3.0f    // two sounds this alike have no direction
#define OWN_SPEAKER_DB 90.0f   // its own, at its own microphones
#define KNOCK_KEEPS    0.66f   // from one report to the next
#define BLOW_COUNTS    4000.0f // for each newton second of a blow: its microphones hear the shell
enum { UNKNOWN_WAY = -128, RAYS = 5, REPORTS = 4 }; // every so many steps

// ------------------------------------------------------------------------------------------------ the head

static float decibels(float share) { return 20 * m_log(m_max(share, 1e-5f)) / 2.302585f; }

struct loudness {
    float loudest, second, bearing_rad;
};

static void louder(struct loudness *l, float level, float bearing) {
    if (level > l->loudest)
        l->second = l->loudest, l->loudest = level, l->bearing_rad = bearing;
    else if (level > l->second)
        l->second = level;
}

// How loud a robot's speaker was in the last moments, 0 … 1.
static float spoken(const struct world *w, uint32_t robot) {
    float most = 0;
    for (int k = 0; k < 8 && w->speakers[robot - 1]; k++)
        most = m_max(most, m_abs(speaker_at(w, robot, (double)world_time_us(w) - k * 600)));
    return most;
}

static struct loudness listen(const struct world *w, uint32_t robot, struct pose nose) {
    struct loudness l = {0, 0, 0};
    uint64_t now = world_time_us(w);
    for (uint32_t i = 0; i < w->memory.sounds_count; i++) {
        const struct world_sound_state *s = &w->memory.sounds[i];
        struct vec3 in = pose_undo(nose, vec3_of(s->at));
        float metres = m_max(vec3_length(in), 0.1f);
        if (s->until_us < now || s->since_us > now) continue;
        // Two microphones cannot tell front from rear: a sound from the rear seems to come from the front.
        louder(&l, s->level_db - decibels(metres), m_atan2(-in.y, m_abs(in.x)));
    }
    for (uint32_t other = 1; other <= w->memory.robots_count; other++) {
        float level = other == robot ? 0 : spoken(w, other);
        if (level <= 0) continue;
        struct pose pose = world_pose(w, w->memory.robots[other - 1].body);
        struct vec3 in = pose_undo(nose, pose_apply(pose, w->models[other - 1]->mouth_m));
        level = SPEAKER_DB + decibels(level) - decibels(m_max(vec3_length(in), 0.1f));
        louder(&l, level, m_atan2(-in.y, m_abs(in.x)));
    }
    float own = spoken(w, robot);
    if (own > 0) { // its own voice is everywhere
        float level = OWN_SPEAKER_DB + decibels(own);
        louder(&l, level, 0), louder(&l, level, 0);
    }
    return l;
}

static void hear(const struct world *w, uint32_t robot, struct pose nose, struct chance *dice,
                 struct body_head_board *out) {
    struct loudness l = listen(w, robot, nose);
    out->loud = (uint8_t)m_clamp(m_round(l.loudest), 0, 100);
    out->direction = UNKNOWN_WAY;
    if (l.loudest < QUIET_DB || l.loudest - l.second < ALIKE_DB) return;
    float degrees = m_degrees(l.bearing_rad) + (w->config.noise ? noise_of(dice, 3) : 0);
    out->direction = (int8_t)m_clamp(m_round(degrees), -90, 90);
}

static bool reports(const struct world *w) { return w->memory.step % REPORTS == 1; }

// Its own light, reflected: a middle ray and four around it.
static uint8_t object_before(const struct world *w, uint32_t body, struct pose nose, struct chance *dice) {
    static const float AROUND[RAYS][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    float sum = 0, wide = m_sin(OBJECT_CONE);
    for (int i = 0; i < RAYS; i++) {
        struct vec3 way = quat_apply(nose.turn, vec3_unit(vec3(1, AROUND[i][0] * wide, AROUND[i][1] * wide)));
        struct plane_hit hit = plane_ray(w->plane, nose.at, way, OBJECT_REACH, body);
        if (!hit.body) continue;
        float far = m_max(hit.distance, 0.01f);
        sum += 200 * hit.reflectance * m_abs(vec3_dot(hit.normal, way)) * (OBJECT_M / far) * (OBJECT_M / far);
    }
    return (uint8_t)m_clamp(m_round(sum / RAYS + (w->config.noise ? noise_of(dice, 0.5f) : 0)), 0, 100);
}

// From a box in its pose, standing on its origin.
static float away(struct pose pose, const float size[3], struct vec3 from) {
    struct vec3 in = pose_undo(pose, from);
    struct vec3 near = vec3(m_clamp(in.x, -size[0] / 2, size[0] / 2),
                            m_clamp(in.y, -size[1] / 2, size[1] / 2), m_clamp(in.z, 0, size[2]));
    return vec3_length(vec3_sub(in, near));
}

static uint8_t tag_near(const struct world *w, uint32_t robot, struct vec3 nose) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (world_has_fault(w, robot, WORLD_DEFECT_KIND_TAG_READER_DEAD, -1)) return 0;
    if (until(w, r->fed_until_us)) return r->fed_tag;
    float nearest = ANTENNA_M;
    uint8_t tag = 0;
    for (uint32_t i = 0; i < w->memory.things_count; i++) {
        const struct world_thing_state *t = &w->memory.things[i];
        if (!t->tag) continue;
        float metres = away(world_pose(w, t->body), t->size_m, nose);
        if (metres <= nearest) nearest = metres, tag = t->tag;
    }
    return tag;
}

static bool jaws_open(const struct world *w, uint32_t robot) {
    const struct neck *n = w->figures[robot - 1]->neck;
    return w->memory.robots[robot - 1].motors[n->jaw].angle <= n->open_rad;
}

static bool beam_broken(const struct world *w, uint32_t robot, struct vec3 nose) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (r->bitten) return true;
    return jaws_open(w, robot) && plane_closest(w->plane, nose, BITE_M, r->body).body;
}

static void head_board(const struct world *w, uint32_t robot, struct chance *dice,
                       struct body_head_board *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    struct pose nose = rover_nose(w, robot);
    *out = (struct body_head_board){0};
    out->ambient = (uint16_t)m_clamp(2000 + 210 * w->memory.celsius, 0, 65535);
    out->light = (uint8_t)m_clamp(w->memory.lux / 3, 0, 255);
    out->object = object_before(w, r->body, nose, dice);
    out->mouth = beam_broken(w, robot, nose.at);
    hear(w, robot, nose, dice, out);
    out->knock = (uint8_t)m_clamp(m_round(r->knock), 0, 255);
    out->tag = tag_near(w, robot, nose.at);
    out->ultrasound = air_command(w, robot);
    out->carrier = air_carrier(w, robot);
    out->sends = air_sending(w, robot);
    for (uint32_t i = 0; i < r->infrared_count; i++)
        if (r->infrared[i].step + REPORTS > w->memory.step) // since it last reported
            out->infrared[out->infrared_count++] = r->infrared[i].frame;
}

// ------------------------------------------------------------------------------------------------ the rest

static bool foot_down(const struct world *w, const struct world_robot_state *r, const struct limb *l,
                      struct pose shin) {
    struct vec3 foot = pose_apply(shin, vec3(0, 0, -l->lower_m + 0.002f));
    return plane_ray(w->plane, foot, quat_apply(shin.turn, vec3(0, 0, -1)), FOOT_M, r->body).body != 0;
}

static uint16_t plugs(const struct world *w, const struct world_robot_state *r) {
    return (uint16_t)((r->card ? BODY_PIN_FLAG_CARD : 0) | (r->plug ? BODY_PIN_FLAG_PLUG : 0) |
                      (r->usb ? BODY_PIN_FLAG_USB : 0) |
                      (until(w, r->noon_until_us) ? BODY_PIN_FLAG_NOON : 0));
}

void skin_pins(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct figure *f = w->figures[robot - 1];
    out->analog_count = out->head_count = 0;
    if (!f->touch_spots) return;
    struct pose pose = world_pose(w, r->body);
    bool petted = until(w, r->petted_until_us);
    float rest = w->config.noise ? 20 + noise_of(dice, 4) : 20; // the supply's, the same in all of them
    out->touches_count = (uint8_t)f->touch_spots;
    for (uint32_t i = 0; i < f->touch_spots; i++) {
        bool touched =
            petted && i == r->pet_spot && !world_has_fault(w, robot, WORLD_DEFECT_KIND_TOUCH_DEAD, (int)i);
        out->touches[i] = touched ? 1000 : (uint16_t)m_max(rest, 0);
    }
    static const uint8_t ORDER[] = {1, 0, 2, 3}; // of the limbs: front left first
    out->analog_count = LIMBS_MAX;
    const struct posture *posture = rover_posture(w, robot);
    for (uint32_t i = 0; i < LIMBS_MAX; i++)
        out->analog[i] = foot_down(w, r, &f->limbs[ORDER[i]], pose_times(pose, posture->legs[ORDER[i]][1]));
    out->flags = (uint16_t)(out->flags | plugs(w, r));
    if (!f->head_board || !reports(w) || world_has_fault(w, robot, WORLD_DEFECT_KIND_HEAD_DEAD, -1)) return;
    out->head_count = 1;
    head_board(w, robot, dice, &out->head[0]);
}

void skin_step(struct world *w, uint32_t robot) {
    if (!w->figures[robot - 1]->head_board) return;
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (w->memory.step % REPORTS == 2) r->knock *= KNOCK_KEEPS; // the loudest since the last report is told
    for (uint32_t i = 0; i < plane_event_count(w->plane); i++) {
        const struct plane_event *e = plane_event(w->plane, i);
        if (e->kind == PLANE_IMPACT && (e->a == r->body || e->b == r->body))
            r->knock = m_min(m_max(r->knock, e->impulse * BLOW_COUNTS), 255);
    }
    if (!until(w, r->fed_until_us))
        r->bitten = false;
    else if (jaws_open(w, robot)) // the hand gives it in
        r->bitten = true;
}

void skin_knock(struct world *w, uint32_t body, float ns) {
    for (uint32_t i = 0; i < w->memory.robots_count; i++)
        if (w->memory.robots[i].body == body && w->figures[i]->head_board)
            w->memory.robots[i].knock = m_min(m_max(w->memory.robots[i].knock, ns * BLOW_COUNTS), 255);
}
