#include "brainstem/brink.h"

#include "base/hash.h"

#include <string.h>

// All chosen.
#define AHEAD_S    0.06f  // so long it takes to stop
#define MARGIN_M   0.002f // and so much nearer is too near
#define REACH_M    0.060f // an edge whose direction is not known is minded so far around
#define STRAIGHT_M 0.150f // places nearer than that lie on one edge …
#define APART_M    0.010f // … and farther apart than that they tell its direction
#define SURE_RAD   0.15f  // if their own directions allow it so far
#define OFF_M      0.0015f
#define SAME_M     0.006f
#define FLOOR_M    0.008f  // floor so far beyond an edge, and it is none
#define KEEP_M     2.0f    // so far odometry is believed
#define OUTWARDS   0.0005f // m/s
#define AWAY_M     0.015f  // so far from where it was refused it has come away
#define OFTEN      12      // so often it tries
#define BOLD_RAD   0.25f   // so far it may turn then
#define SLOW_MPS   0.03f   // the motions that are tried when all is refused
#define SLOW_RADPS 0.5f

void brink_forget(struct brink *b) { *b = (struct brink){.was = b->was}; }

void brink_carry(struct brink *b, struct pose2 was, struct pose2 is) {
    for (uint32_t i = 0; i < b->count; i++) {
        b->list[i].at = pose2_apply(is, pose2_undo(was, b->list[i].at));
        b->list[i].out_rad = angle_wrap(b->list[i].out_rad + is.angle - was.angle);
    }
    b->refused_at = pose2_apply(is, pose2_undo(was, b->refused_at));
    b->bold_rad = angle_wrap(b->bold_rad + is.angle - was.angle);
    for (uint32_t i = 0; i < BRINK_SENSORS; i++) b->floor[i] = pose2_apply(is, pose2_undo(was, b->floor[i]));
}

static struct vec2 heading(float rad) { return vec2_turn(vec2(1, 0), rad); }

static struct vec2 sensor(const struct body_model *m, struct pose2 pose, uint32_t i) {
    return pose2_apply(pose, vec2(m->cliff_at_m[i][0], m->cliff_at_m[i][1]));
}

static uint32_t sensors(const struct body_model *m) {
    return m->cliff_count < BRINK_SENSORS ? m->cliff_count : BRINK_SENSORS;
}

static struct vec2 middle(const struct body_model *m, struct pose2 pose) {
    return pose2_apply(pose, vec2(m->rear_axle_m / 2, 0));
}

// Where there is floor the edge does not lie between: that narrows the headings in which it ends.
static void narrow(float *low, float *high, float out_rad, struct vec2 from_floor) {
    if (vec2_length(from_floor) < 0.0005f) return;
    float aside = angle_between(out_rad, m_atan2(from_floor.y, from_floor.x));
    *low = m_max(*low, aside - M_PI_F / 2), *high = m_min(*high, aside + M_PI_F / 2);
}

static void drop(struct brink *b, uint32_t i) {
    memmove(&b->list[i], &b->list[i + 1], (--b->count - i) * sizeof *b->list);
}

// An edge through a place, as far as its direction is known: the robot stands this side of it, and so do the
// sensors that see floor.
static struct brink_point edge_at(const struct brink *b, const struct body_model *m, struct pose2 pose,
                                  struct vec2 at, struct vec2 went) {
    struct brink_point p = {.at = at, .driven_m = b->driven_m};
    struct vec2 out = vec2_sub(at, middle(m, pose));
    p.out_rad = m_atan2(out.y, out.x);
    float low = -M_PI_F / 2, high = M_PI_F / 2;
    narrow(&low, &high, p.out_rad, went);
    for (uint32_t i = 0; i < sensors(m); i++)
        if (b->sees >> i & 1) narrow(&low, &high, p.out_rad, vec2_sub(at, sensor(m, pose, i)));
    p.out_rad = angle_wrap(p.out_rad + (low + high) / 2);
    p.either_rad = m_max((high - low) / 2, 0);
    return p;
}

static void remember(struct brink *b, const struct body_model *m, struct pose2 pose, uint32_t which) {
    struct vec2 went = vec2_sub(sensor(m, pose, which), b->floor[which]);
    struct brink_point p = edge_at(b, m, pose, b->floor[which], went);
    for (uint32_t i = b->count; i-- > 0;)
        if (vec2_length(vec2_sub(b->list[i].at, p.at)) < SAME_M) drop(b, i);
    if (b->count == BRINK_POINTS) drop(b, 0);
    b->list[b->count++] = p;
}

static bool may_end(const struct brink_point *p, float rad) {
    return m_abs(angle_between(p->out_rad, rad)) <= p->either_rad + SURE_RAD;
}

// Two places of one straight edge: it lies along them.
static void join(struct brink_point *a, struct brink_point *b) {
    struct vec2 along = vec2_sub(b->at, a->at);
    float far = vec2_length(along);
    if (far < APART_M || far > STRAIGHT_M) return;
    float out = m_atan2(-along.x, along.y);
    if (m_abs(angle_between(a->out_rad, out)) > M_PI_F / 2) out = angle_wrap(out + M_PI_F);
    if (!may_end(a, out) || !may_end(b, out)) return;
    a->out_rad = b->out_rad = out;
    float either = OFF_M / far + 0.01f;
    a->either_rad = m_min(a->either_rad, either), b->either_rad = m_min(b->either_rad, either);
}

static bool disproved(const struct brink_point *p, struct vec2 floor) {
    struct vec2 to = vec2_sub(floor, p->at);
    return vec2_length(to) < REACH_M / 2 && vec2_dot(to, heading(p->out_rad)) > FLOOR_M;
}

void brink_feel(struct brink *b, const struct body_model *m, struct pose2 pose, uint8_t floor, uint8_t gone) {
    b->driven_m += vec2_length(vec2_sub(pose.at, b->was));
    b->was = pose.at;
    uint8_t lost = gone & (uint8_t)~b->gone & b->known;
    b->gone = gone, b->sees = floor;
    if (!gone || m_abs(angle_between(pose.angle, b->bold_rad)) > BOLD_RAD) b->bold = 0;
    for (uint32_t i = 0; i < sensors(m); i++)
        if (lost >> i & 1) {
            remember(b, m, pose, i);
            for (uint32_t k = 0; k + 1 < b->count; k++) join(&b->list[k], &b->list[b->count - 1]);
        }
    for (uint32_t i = 0; i < sensors(m); i++) {
        if (!(floor >> i & 1)) continue;
        b->floor[i] = sensor(m, pose, i), b->known |= (uint8_t)(1u << i);
        for (uint32_t k = b->count; k-- > 0;)
            if (disproved(&b->list[k], b->floor[i]) || b->driven_m - b->list[k].driven_m > KEEP_M) drop(b, k);
    }
}

// ------------------------------------------------------------------------------------------------ refusing

struct motion {
    struct vec2 at, speed; // of some place of the body
};

static struct motion moves(struct pose2 pose, struct vec2 in, float mps, float radps) {
    struct vec2 speed = vec2(mps - radps * in.y, radps * in.x);
    return (struct motion){pose2_apply(pose, in), vec2_turn(speed, pose.angle)};
}

static bool crosses(const struct brink_point *p, const struct motion *c, float out_rad) {
    struct vec2 out = heading(out_rad);
    float speed = vec2_dot(c->speed, out), over = vec2_dot(vec2_sub(c->at, p->at), out);
    return speed > OUTWARDS && over + speed * AHEAD_S > -MARGIN_M;
}

// A sensor that sees no floor goes nowhere but back, whatever odometry says.
static bool goes_on(const struct brink *b, const struct body_model *m, struct pose2 pose, uint32_t which,
                    float mps, float radps) {
    struct brink_point edge = edge_at(b, m, pose, sensor(m, pose, which), vec2(0, 0));
    struct motion is = moves(pose, vec2(m->cliff_at_m[which][0], m->cliff_at_m[which][1]), mps, radps);
    for (int side = -1; side <= 1; side++)
        if (vec2_dot(is.speed, heading(edge.out_rad + edge.either_rad * (float)side)) > OUTWARDS) return true;
    return false;
}

static bool allows(const struct brink_point *p, const struct motion *c) {
    if (vec2_length(vec2_sub(c->at, p->at)) > REACH_M) return true;
    return !crosses(p, c, p->out_rad) && !crosses(p, c, p->out_rad + p->either_rad) &&
           !crosses(p, c, p->out_rad - p->either_rad);
}

bool brink_allows(const struct brink *b, const struct body_model *m, struct pose2 pose, float mps,
                  float radps) {
    bool tries = b->bold && m_abs(mps) < SLOW_MPS / 4; // a turn on the spot leaves its middle where it is
    for (uint32_t i = 0; i < sensors(m) && !tries; i++)
        if (b->gone >> i & 1 && goes_on(b, m, pose, i, mps, radps)) return false;
    for (int which = 0; b->count && which < 4; which++) {
        float x = which & 2 ? m->rear_axle_m : 0, y = which & 1 ? m->track_m / 2 : -m->track_m / 2;
        struct motion end = moves(pose, vec2(x, y), mps, radps);
        for (uint32_t i = 0; i < b->count; i++)
            if (!allows(&b->list[i], &end)) return false;
    }
    return true;
}

static bool shut_in(const struct brink *b, const struct body_model *m, struct pose2 pose) {
    return !brink_allows(b, m, pose, SLOW_MPS, 0) && !brink_allows(b, m, pose, -SLOW_MPS, 0) &&
           !brink_allows(b, m, pose, 0, SLOW_RADPS) && !brink_allows(b, m, pose, 0, -SLOW_RADPS);
}

void brink_relent(struct brink *b, const struct body_model *m, struct pose2 pose) {
    while (b->count && shut_in(b, m, pose)) drop(b, 0);
    if (vec2_length(vec2_sub(pose.at, b->refused_at)) > AWAY_M) b->refused = 0, b->refused_at = pose.at;
    if (++b->refused < OFTEN) return;
    b->refused = b->count = 0;
    b->bold = 1, b->bold_rad = pose.angle;
}

uint64_t brink_hash(uint64_t h, const struct brink *b) {
    float rest[] = {(float)b->known, (float)b->sees,  (float)b->gone, b->driven_m, (float)b->refused,
                    b->refused_at.x, b->refused_at.y, (float)b->bold, b->bold_rad};
    h = hash64(hash64(h, rest, sizeof rest), b->floor, sizeof b->floor);
    return hash64(h, b->list, b->count * sizeof b->list[0]);
}
