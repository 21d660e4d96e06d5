#include "belief/trail.h"

#include "base/hash.h"

// Chosen, as the body itself counts: a centimetre after a metre, a third of a degree after a full turn, a
// degree after five minutes.
#define DOUBT_M2_PER_M     0.0001f
#define DOUBT_RAD2_PER_RAD 0.000006f
#define DOUBT_RAD2_PER_S   0.000001f
#define DOUBT_MOST         100.0f
#define SLACK_US           40000 // a picture may be a tick younger than the newest spot
#define JUMP_M             0.0015f
#define JUMP_RAD           0.005f
enum { JUMP_TICKS = 8 }; // so late a body may hear of a fix

void trail_begin(struct trail *t, uint32_t origin) {
    t->count = 0;
    t->origin = origin;
    t->off_m2 = t->off_rad2 = 0;
}

const struct trail_spot *trail_now(const struct trail *t) {
    return t->count ? &t->spot[(t->count - 1) % TRAIL_SPOTS] : NULL;
}

static bool is_finite(const struct body_motion *m) {
    return m_finite(m->x_m) && m_finite(m->y_m) && m_finite(m->heading_rad) && m_finite(m->turn_radps) &&
           m_finite(m->left_mps) && m_finite(m->right_mps);
}

static struct pose2 odometry(const struct trail_spot *last, const struct trail_spot *now) {
    float seconds = (float)(now->time_us - last->time_us) * 1e-6f, turn = now->turn_radps * seconds;
    struct vec2 step =
        vec2_turn(vec2((last->speed_mps + now->speed_mps) / 2 * seconds, 0), last->pose.angle + turn / 2);
    return (struct pose2){vec2_add(last->pose.at, step), angle_wrap(last->pose.angle + turn)};
}

// More than wheels and gyro explain is the fix that was sent.
static void follow_jump(struct trail *t, const struct trail_spot *now) {
    struct pose2 was = odometry(trail_now(t), now);
    float off = vec2_length(vec2_sub(now->pose.at, was.at)),
          turn = m_abs(angle_between(was.angle, now->pose.angle));
    t->awaits--;
    if (off < JUMP_M && turn < JUMP_RAD) return;
    for (uint32_t i = 0; i < t->count && i < TRAIL_SPOTS; i++)
        t->spot[i].pose = pose2_times(now->pose, pose2_between(was, t->spot[i].pose));
    t->awaits = 0;
}

bool trail_step(struct trail *t, const struct body_senses *s) {
    if (!s->time_us || !s->motion_count || s->motion[0].origin != t->origin || !is_finite(&s->motion[0]))
        return false;
    const struct trail_spot *last = trail_now(t);
    if (last && s->time_us <= last->time_us) return false;
    const struct body_motion *m = &s->motion[0];
    struct trail_spot now = {.time_us = s->time_us,
                             .pose = {{m->x_m, m->y_m}, m->heading_rad},
                             .turn_radps = m->turn_radps,
                             .speed_mps = (m->left_mps + m->right_mps) / 2};
    if (s->joints_count > BODY_MOTOR_HEAD) now.head_rad = s->joints[BODY_MOTOR_HEAD].angle_rad;
    if (last && t->awaits) follow_jump(t, &now);
    if (last) {
        float way = vec2_length(vec2_sub(now.pose.at, last->pose.at)),
              turn = m_abs(angle_between(last->pose.angle, now.pose.angle));
        now.driven_m = last->driven_m + way, now.turned_rad = last->turned_rad + turn;
        float seconds = (float)(s->time_us - last->time_us) * 1e-6f;
        t->off_m2 = m_min(t->off_m2 + DOUBT_M2_PER_M * way, DOUBT_MOST);
        t->off_rad2 = m_min(t->off_rad2 + DOUBT_RAD2_PER_RAD * turn + DOUBT_RAD2_PER_S * seconds, DOUBT_MOST);
    }
    t->spot[t->count++ % TRAIL_SPOTS] = now;
    if (t->count == 2 * TRAIL_SPOTS) t->count = TRAIL_SPOTS; // the ring stays full
    return true;
}

bool trail_at(const struct trail *t, uint64_t time_us, struct trail_spot *out) {
    const struct trail_spot *after = trail_now(t);
    if (!after || time_us > after->time_us + SLACK_US || time_us + TRAIL_KEEP_US < after->time_us)
        return false;
    if (time_us >= after->time_us) return *out = *after, true;
    uint32_t kept = t->count < TRAIL_SPOTS ? t->count : TRAIL_SPOTS;
    for (uint32_t i = 2; i <= kept; i++) {
        const struct trail_spot *before = &t->spot[(t->count - i) % TRAIL_SPOTS];
        if (before->time_us > time_us) {
            after = before;
            continue;
        }
        float share = (float)(time_us - before->time_us) / (float)(after->time_us - before->time_us);
        *out = *before;
        out->time_us = time_us;
        out->pose.at =
            vec2_add(before->pose.at, vec2_scale(vec2_sub(after->pose.at, before->pose.at), share));
        out->pose.angle =
            angle_wrap(before->pose.angle + share * angle_between(before->pose.angle, after->pose.angle));
        out->head_rad = m_lerp(before->head_rad, after->head_rad, share);
        out->turn_radps = m_lerp(before->turn_radps, after->turn_radps, share);
        return true;
    }
    return false;
}

void trail_fixed(struct trail *t, float off_m, float off_rad) {
    float m2 = off_m * off_m, rad2 = off_rad * off_rad;
    t->off_m2 = t->off_m2 * m2 / m_max(t->off_m2 + m2, 1e-12f);
    t->off_rad2 = t->off_rad2 * rad2 / m_max(t->off_rad2 + rad2, 1e-12f);
    t->awaits = JUMP_TICKS;
}

uint64_t trail_hash(const struct trail *t) {
    float doubt[] = {t->off_m2, t->off_rad2};
    uint32_t rest[] = {t->count, t->origin, t->awaits};
    return hash64(hash64(hash64(0, t->spot, sizeof t->spot), doubt, sizeof doubt), rest, sizeof rest);
}
