// Clips in a row or in a loop, and what it does when nothing is to be done.
#include "base/maths/geometry.h"
#include "base/maths/maths.h"
#include "mind/class/classes.h"

// ------------------------------------------------------------------------------------------------ nothing

static enum going go_on(struct mind *m, const struct node *n) { return GOES_ON; }
static bool always_gentle(struct mind *m, const struct node *n) { return true; }
const struct mind_class CLASS_WAIT = {.name = "Wait",
                                      .help = "Does nothing, without end: what is below is never reached.",
                                      .step = go_on,
                                      .gentle = always_gentle};

// ------------------------------------------------------------------------------------------------ clips

struct anim_sequence {
    struct names triggers;
    uint32_t loops;
};
static const struct knob SEQUENCE_LIST[] = {
    KNOB_OWN(struct anim_sequence, triggers, "animTriggers", &KIND_NAMES, "played in this order"),
    KNOB_NAMED(struct anim_sequence, loops, "num_loops", KNOB_TYPE_U32, "", 0, 1e6, 1,
               "how often; 0: without end")};
static const struct knobs SEQUENCE = CLASS_KNOBS(anim_sequence, SEQUENCE_LIST);

static enum going step_sequence(struct mind *m, const struct node *n) {
    const struct anim_sequence *k = n->config;
    struct node_state *s = node_state(m, n);
    if (mind_waits(m, n)) return GOES_ON;
    if (s->own[0] >= (float)k->triggers.count) s->own[0] = 0, s->own[1] += 1;
    if (!k->triggers.count || (k->loops && s->own[1] >= (float)k->loops)) return OVER;
    mind_play(m, n, k->triggers.at[(uint32_t)s->own[0]]);
    s->own[0] += 1;
    return GOES_ON;
}
const struct mind_class CLASS_ANIM_SEQUENCE = {
    .name = "AnimSequence", .help = "Clips in a row.", .knobs = &SEQUENCE, .step = step_sequence};

struct anim_loop {
    struct text get_in, loop, get_out, emergency;
    const struct condition *until;
    float interval_s;
    bool check_during, lock;
};
static const struct knob LOOP_LIST[] = {
    CLASS_TEXT(anim_loop, get_in, "getIn", "a trigger: played first"),
    CLASS_TEXT(anim_loop, loop, "loopAnimation", "a trigger: played again and again"),
    CLASS_TEXT(anim_loop, get_out, "getOut", "a trigger: played last"),
    CLASS_TEXT(anim_loop, emergency, "emergencyGetOut", "a trigger: played when it is cut short"),
    KNOB_OWN(struct anim_loop, until, "loopEndCondition", &KIND_CONDITION, "ends the loop"),
    CLASS_F32(anim_loop, interval_s, "loopInterval_s", "s", 0, 1e5, 0, "from one to the next"),
    CLASS_FLAG(anim_loop, check_during, "shouldCheckEndCondDuringAnim", true, "ends it within a clip"),
    CLASS_FLAG(anim_loop, lock, "lockTreads", false, "treads stand still")};
static const struct knobs LOOP = CLASS_KNOBS(anim_loop, LOOP_LIST);

static void begin_loop(struct mind *m, const struct node *n) {
    const struct anim_loop *k = n->config;
    condition_watch(m, k->until);
    mind_play(m, n, k->get_in);
}
static enum going step_loop(struct mind *m, const struct node *n) {
    const struct anim_loop *k = n->config;
    struct node_state *s = node_state(m, n);
    bool over = k->until && condition_holds(m, k->until), waits = mind_waits(m, n);
    if (s->step == 2) return waits ? GOES_ON : OVER;
    if (over && (!waits || (k->check_during && s->step == 1))) {
        mind_let_go(m, n);
        s->step = 2;
        return mind_play(m, n, k->get_out) ? GOES_ON : OVER;
    }
    if (waits || (s->step && m->live.now - s->when[0] < (double)k->interval_s)) return GOES_ON;
    s->step = 1, s->when[0] = m->live.now;
    return mind_play(m, n, k->loop) || k->until ? GOES_ON : OVER;
}
static bool gentle_loop(struct mind *m, const struct node *n) { return node_state(m, n)->step == 1; }
const struct mind_class CLASS_ANIM_LOOP = {.name = "AnimGetInLoop",
                                           .help = "A clip to get in, one that loops, one to get out.",
                                           .knobs = &LOOP,
                                           .begin = begin_loop,
                                           .step = step_loop,
                                           .gentle = gentle_loop};

// ---------------------------------------------------------------------------------------------- single moves

struct turn {
    bool clockwise;
    float degrees, signed_deg;
};
static const struct knob TURN_LIST[] = {
    CLASS_FLAG(turn, clockwise, "shouldTurnClockwise", false, "to the right"),
    CLASS_F32(turn, degrees, "turnDegrees", "deg", -720, 720, 20, "how far")};
static const struct knobs TURN = CLASS_KNOBS(turn, TURN_LIST);
static void begin_turn(struct mind *m, const struct node *n) {
    const struct turn *k = n->config;
    mind_glance(m, k->clockwise ? -0.5f : 0.5f, m->live.head_rad, 0.6f);
    mind_turn(m, n, m_radians(k->clockwise ? -k->degrees : k->degrees), 0);
}
const struct mind_class CLASS_TURN = {.name = "Turn",
                                      .needs = BODY_HAS(WHEELS),
                                      .help = "Turns on the spot, eyes first.",
                                      .knobs = &TURN,
                                      .begin = begin_turn};

struct head_to {
    float degrees;
};
static const struct knob HEAD_LIST[] = {
    CLASS_F32(head_to, degrees, "headAngle_deg", "deg", -22, 45, -22, "where to")};
static const struct knobs HEAD = CLASS_KNOBS(head_to, HEAD_LIST);
static const struct step HEAD_STEPS[] = {{STEP_HEAD, STEPS_AT(head_to, degrees), 0, 0, false},
                                         {STEP_END, 0, 0, 0, false}};
const struct mind_class CLASS_HEAD = {.name = "MoveHeadToAngle",
                                      .needs = BODY_HAS(HEAD),
                                      .help = "Moves its head.",
                                      .knobs = &HEAD,
                                      .steps = HEAD_STEPS};

// ------------------------------------------------------------------------------------------------ idling

// Eyes, head and now and then a small turn; slower and slower in the first minute, ±30 %.
struct observing {
    struct graph period;
    float random_factor, look_up, look_straight, head_low_deg, head_high_deg, turn_deg, turn_share;
    struct text timer;
    bool eyes;
};
static const struct knob OBSERVING_LIST[] = {
    KNOB_OWN(struct observing, timer, "behaviorTimer", &KIND_TIMER, "by which the period slows down"),
    KNOB_OWN(struct observing, period, "small_motion_period_s", &KIND_GRAPH, "s by s since it began"),
    CLASS_F32(observing, random_factor, "small_motion_period_random_factor", "", 0, 1, 0.3f, "how uneven"),
    CLASS_F32(observing, look_up, "look_up_period_multiplier", "", 0, 100, 5, "how rarely it looks up"),
    CLASS_F32(observing, look_straight, "look_straight_period_multiplier", "", 0, 100, 2, "or ahead"),
    CLASS_F32(observing, head_low_deg, "headLow_deg", "deg", -22, 45, -8, "its head, from"),
    CLASS_F32(observing, head_high_deg, "headHigh_deg", "deg", -22, 45, 28, "to"),
    CLASS_F32(observing, turn_deg, "turn_deg", "deg", 0, 180, 35, "so far it turns at most"),
    CLASS_F32(observing, turn_share, "turnShare", "", 0, 1, 0.15f, "how often it turns, too"),
    CLASS_FLAG(observing, eyes, "eyesOnly", false, "nothing else moves")};
static const struct knobs OBSERVING = CLASS_KNOBS(observing, OBSERVING_LIST);

static enum going step_observing(struct mind *m, const struct node *n) {
    const struct observing *k = n->config;
    struct node_state *s = node_state(m, n);
    if (mind_waits(m, n) || m->live.now < s->when[0]) return GOES_ON;
    double age = node_age(m, n);
    double period = k->period.count ? graph_at(&k->period, age, GRAPH_FLAT)
                                    : (double)m_clamp(0.5f + (float)age / 20, 0.5f, 3);
    float uneven = 1 + k->random_factor * mind_between(m, n, -1, 1);
    float head = m_radians(mind_between(m, n, k->head_low_deg, k->head_high_deg));
    float aside = mind_between(m, n, -0.45f, 0.45f);
    bool turns = mind_between(m, n, 0, 1) < k->turn_share && !k->eyes && mind_on_treads(m) &&
                 !(m->live.status & BODY_STATUS_ON_CHARGER);
    float turn = turns ? m_radians(mind_between(m, n, 8, k->turn_deg)) * (aside < 0 ? -1 : 1) : 0;
    mind_glance(m, turns ? turn : aside, head, 0.7f);
    s->asked = true;
    if (!k->eyes) mind_head(m, n, head, 0.4f);
    if (turns) mind_turn(m, n, turn, 1.6f);
    s->when[0] = m->live.now + period * (double)uneven;
    return GOES_ON;
}
const struct mind_class CLASS_OBSERVING = {
    .name = "ObservingWithoutTurn",
    .help = "Looks about: eyes and head, seldom a small turn, ever slower. Without end.",
    .knobs = &OBSERVING,
    .step = step_observing,
    .gentle = always_gentle};

struct look_around {
    float turn_low_deg, turn_high_deg, head_low_deg, head_high_deg, wait_s;
    uint32_t scans;
    struct text trigger;
    bool until_face;
};
static const struct knob AROUND_LIST[] = {
    CLASS_F32(look_around, turn_low_deg, "bodyAngleRelativeRangeMin_deg", "deg", 0, 180, 20, "turns from"),
    CLASS_F32(look_around, turn_high_deg, "bodyAngleRelativeRangeMax_deg", "deg", 0, 180, 70, "to"),
    CLASS_F32(look_around, head_low_deg, "headAngleRangeMin_deg", "deg", -22, 45, -5, "its head, from"),
    CLASS_F32(look_around, head_high_deg, "headAngleRangeMax_deg", "deg", -22, 45, 35, "to"),
    CLASS_F32(look_around, wait_s, "wait_s", "s", 0, 60, 0.8f, "looks for so long"),
    KNOB_NAMED(struct look_around, scans, "scans", KNOB_TYPE_U32, "", 1, 100, 4, "so often"),
    CLASS_TEXT(look_around, trigger, "waitAnimTrigger", "a trigger: played while it looks"),
    CLASS_FLAG(look_around, until_face, "stopOnFace", false, "ends when it sees a face")};
static const struct knobs AROUND = CLASS_KNOBS(look_around, AROUND_LIST);

static enum going step_around(struct mind *m, const struct node *n) {
    const struct look_around *k = n->config;
    struct node_state *s = node_state(m, n);
    if (k->until_face && s->own[0] > 0 && mind_face_near(m, 0.3f)) return OVER;
    if (mind_waits(m, n)) return GOES_ON;
    if (s->step == 0) { // the side is kept
        if (s->own[0] >= (float)k->scans) return OVER;
        if (s->own[0] < 1) s->own[1] = mind_between(m, n, -1, 1) < 0 ? -1 : 1;
        s->own[0] += 1;
        s->own[2] = s->own[1] * m_radians(mind_between(m, n, k->turn_low_deg, k->turn_high_deg));
        s->own[3] = m_radians(mind_between(m, n, k->head_low_deg, k->head_high_deg));
        mind_glance(m, s->own[2], s->own[3], 0.6f);
        mind_wait(m, n, 0.15f);
        return s->step = 1, GOES_ON;
    }
    if (s->step == 1) {
        mind_head(m, n, s->own[3], 0.35f);
        if (!(m->live.status & BODY_STATUS_ON_CHARGER)) mind_turn(m, n, s->own[2], 2);
        return s->step = 2, GOES_ON;
    }
    s->step = 0;
    if (!mind_play(m, n, k->trigger)) mind_wait(m, n, k->wait_s * mind_between(m, n, 0.7f, 1.4f));
    return GOES_ON;
}
const struct mind_class CLASS_LOOK_AROUND = {.name = "LookAroundInPlace",
                                             .help = "Turns step by step to one side and looks.",
                                             .knobs = &AROUND,
                                             .step = step_around};

// --------------------------------------------------------------------------------------------- driving about

struct exploring {
    float low_m, high_m, home_m, known, speed_mmps;
    uint32_t legs;
    bool no_charger;
    struct text start, arrive, object;
    struct text profile;
};
static const struct knob EXPLORING_LIST[] = {
    CLASS_FLAG(exploring, no_charger, "allowNoCharger", true, "also when no charger is known"),
    CLASS_F32(exploring, low_m, "minSearchRadius_m", "m", 0, 10, 0.12f, "a leg, from"),
    CLASS_F32(exploring, high_m, "maxSearchRadius_m", "m", 0.02, 10, 0.4f, "to"),
    CLASS_F32(exploring, home_m, "maxChargerDistance_m", "m", 0, 100, 2, "so far from its charger at most"),
    CLASS_F32(exploring, known, "pAcceptKnownAreas", "", 0, 1, 0.4f, "how often it goes where it was"),
    CLASS_F32(exploring, speed_mmps, "speed_mmps", "mm/s", 10, 220, 90, "how fast"),
    KNOB_NAMED(struct exploring, legs, "legs", KNOB_TYPE_U32, "", 1, 1000, 4, "so many legs"),
    CLASS_TEXT(exploring, start, "driveStartAnimTrigger", "a trigger: before a leg"),
    CLASS_TEXT(exploring, arrive, "arriveAnimTrigger", "a trigger: after a leg"),
    CLASS_TEXT(exploring, object, "objectAnimTrigger", "a trigger: before something that blocks its way"),
    CLASS_TEXT(exploring, profile, "motionProfile", "not used")};
static const struct knobs EXPLORING = CLASS_KNOBS(exploring, EXPLORING_LIST);

#define BACK_MM     60.0f
#define SHORT_OF_MM 5.0f
#define HOME_WIDE_M 0.13f // of its charger and itself, from the middle
enum { LEG_LOOK, LEG_TURN, LEG_GO, LEG_DRIVE, LEG_ARRIVED };

// Beside its charger a tread climbs its ramp, and the robot hangs there.
bool mind_meets_home(const struct mind *m, float heading, float far_m) {
    const struct mind_live *l = &m->live;
    float aside = angle_between(heading, l->charger_bearing), along = l->charger_distance * m_cos(aside);
    return l->charger && along > -HOME_WIDE_M / 2 && along < far_m + HOME_WIDE_M &&
           m_abs(l->charger_distance * m_sin(aside)) < HOME_WIDE_M;
}

// Chosen: nearer to the middle than this every way is as good as any; outwards it keeps so near to the ray
// from there, and inwards so far to both sides of it.
#define MIDDLE_M     0.12f
#define OUTWARDS_DEG 12.0f
#define INWARDS_DEG  50.0f

// Rather ahead, and back towards its charger when that is far. Away from the middle of the floor that it
// knows it goes straight out or back in, never along: an edge that it does not know yet is met nose first,
// where its floor sensors are before its treads. Along one, they come over it together.
static float draw_heading(struct mind *m, const struct node *n) {
    const struct exploring *k = n->config;
    const struct mind_live *l = &m->live;
    if (l->charger && l->charger_distance > k->home_m) return l->charger_bearing;
    float side = mind_between(m, n, -1, 1) < 0 ? -1 : 1;
    bool blocked = l->now - l->cliff_since < 20 || node_state(m, n)->failed;
    float dx = l->x_m - l->middle_x_m, dy = l->y_m - l->middle_y_m;
    if (m_hypot(dx, dy) < MIDDLE_M)
        return side * m_radians(blocked ? mind_between(m, n, 90, 170) : mind_between(m, n, 15, 110));
    float out = angle_wrap(m_atan2(dy, dx) - l->heading_rad);
    bool outwards = !blocked && mind_between(m, n, 0, 1) < 0.5f;
    return angle_wrap(outwards ? out + side * m_radians(mind_between(m, n, 0, OUTWARDS_DEG))
                               : out + M_PI_F + side * m_radians(mind_between(m, n, 0, INWARDS_DEG)));
}
// So far it may go that way, over floor that is known to bear it.
static float reach(const struct mind *m, float heading) {
    float at = (angle_wrap(heading) / M_TAU_F + 1) * MIND_REACHES;
    uint32_t i = (uint32_t)at;
    float far = m_min(m->reach_m[i % MIND_REACHES], m->reach_m[(i + 1) % MIND_REACHES]);
    return far > 0 ? far : 100;
}

// A leg that ends where its floor does comes to its end: nothing stops it on its way.
static float within_reach(float leg_mm, float reach_m, float least_mm) {
    return m_min(leg_mm, m_max(reach_m * 1000 - SHORT_OF_MM, least_mm));
}

// Of some that it thinks of the first that leads so far, or else the one that leads farthest.
static float next_heading(struct mind *m, const struct node *n, float far_m) {
    float heading = draw_heading(m, n), best = heading, most = reach(m, heading);
    for (int i = 0; i < 8 && (mind_meets_home(m, best, far_m) || most < far_m); i++) {
        heading = draw_heading(m, n);
        bool farther = reach(m, heading) > most && !mind_meets_home(m, heading, far_m);
        if (farther || mind_meets_home(m, best, far_m)) best = heading, most = reach(m, heading);
    }
    return best;
}

static enum going step_exploring(struct mind *m, const struct node *n) {
    const struct exploring *k = n->config;
    struct node_state *s = node_state(m, n);
    bool near = m->live.range_m > 0.01f && m->live.range_m < 0.08f;
    if (s->step == LEG_ARRIVED && near && !s->failed && mind_waits(m, n)) { // it drives: stops before it
        mind_let_go(m, n);
        mind_post(m, TEXT("ExploringExamineObstacle"));
        mind_play(m, n, k->object);
        return s->failed = true, GOES_ON;
    }
    if (mind_waits(m, n)) return GOES_ON;
    switch (s->step) {
    case LEG_LOOK:
        if (s->own[0] >= (float)k->legs) return OVER;
        s->own[0] += 1;
        s->own[2] = mind_between(m, n, k->low_m, k->high_m) * 1000;
        s->own[1] = next_heading(m, n, s->own[2] / 1000);
        s->own[2] = within_reach(s->own[2], reach(m, s->own[1]), 30);
        mind_glance(m, s->own[1], 0.1f, 0.7f);
        mind_wait(m, n, mind_between(m, n, 0.2f, 0.4f));
        break;
    case LEG_TURN:
        s->failed = false;
        mind_head(m, n, 0.05f, 0.3f);
        mind_turn(m, n, s->own[1], 1.9f);
        break;
    case LEG_GO:
        if (s->failed && m->reach_m[0] > 0) { // no room to turn: it came from behind
            mind_drive(m, n, -BACK_MM, k->speed_mmps);
            return s->step = LEG_LOOK, GOES_ON;
        }
        if (!mind_play(m, n, k->start)) mind_wait(m, n, 0.2f);
        break;
    case LEG_DRIVE:
        s->failed = false;
        if (m->reach_m[0] > 0) s->own[2] = within_reach(s->own[2], m->reach_m[0], 20);
        mind_drive(m, n, s->own[2], k->speed_mmps * mind_between(m, n, 0.8f, 1.2f));
        break;
    default:
        if (!s->failed) mind_post(m, TEXT("DrivingActionSucceeded"));
        if (!s->failed && m->reach_m[0] > 0) mind_post(m, TEXT("ExploringFloorKnown"));
        if (!mind_play(m, n, k->arrive)) mind_wait(m, n, mind_between(m, n, 0.4f, 1.2f));
        s->step = LEG_LOOK;
        return GOES_ON;
    }
    s->step++;
    return GOES_ON;
}
static bool wants_exploring(struct mind *m, const struct node *n) {
    const struct exploring *k = n->config;
    return k->no_charger || m->live.charger;
}
const struct mind_class CLASS_EXPLORING = {
    .name = "Exploring",
    .needs = BODY_HAS(WHEELS),
    .help = "Drives a leg, looks about, drives another. Before something new it stops and looks.",
    .knobs = &EXPLORING,
    .wants = wants_exploring,
    .step = step_exploring};

// ------------------------------------------------------------------------------------------- so far, so fast

struct wander {
    float distance_mm, speed_mmps, turn_deg;
    struct text first, last;
};
static const struct knob WANDER_LIST[] = {
    CLASS_TEXT(wander, first, "startAnimTrigger", "a trigger: played first"),
    CLASS_F32(wander, turn_deg, "turnDegrees", "deg", -720, 720, 0, "turns so far to the left"),
    CLASS_F32(wander, distance_mm, "distance_mm", "mm", -2000, 2000, 150,
              "then drives so far; below 0: back"),
    CLASS_F32(wander, speed_mmps, "speed_mmps", "mm/s", 5, 220, 80, "how fast"),
    CLASS_TEXT(wander, last, "endAnimTrigger", "a trigger: played last")};
static const struct knobs WANDER = CLASS_KNOBS(wander, WANDER_LIST);
static const struct step WANDER_STEPS[] = {
    {STEP_PLAY, STEPS_AT(wander, first), 0, 0, false},
    {STEP_TURN, STEPS_AT(wander, turn_deg), 0, 0, false},
    {STEP_DRIVE, STEPS_AT(wander, distance_mm), STEPS_AT(wander, speed_mmps), 0, false},
    {STEP_PLAY, STEPS_AT(wander, last), 0, 0, false},
    {STEP_END, 0, 0, 0, false}};
const struct mind_class CLASS_WANDER = {.name = "DriveStraight",
                                        .needs = BODY_HAS(WHEELS),
                                        .help = "Turns, and drives so far.",
                                        .knobs = &WANDER,
                                        .steps = WANDER_STEPS};
