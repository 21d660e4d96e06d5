// With hands and things before it: a fist bump, a pounce at fingers, a shove, clips aimed at a thing.
#include "base/maths/maths.h"
#include "mind/class/classes.h"

// ---------------------------------------------------------------------------------------------- a fist bump

struct fist_bump {
    struct text request, success, fail;
    float look_s, wait_s, lift_mm;
    uint32_t attempts;
    bool abort, note;
};
static const struct knob FIST_LIST[] = {
    CLASS_TEXT(fist_bump, request, "requestAnimTrigger", "a trigger: it offers its lift"),
    CLASS_TEXT(fist_bump, success, "successAnimTrigger", "a trigger: somebody bumped it"),
    CLASS_TEXT(fist_bump, fail, "leftHangingAnimTrigger", "a trigger: nobody did"),
    CLASS_FLAG(fist_bump, abort, "abortIfNoFaceFound", false, "without a face there is none"),
    CLASS_F32(fist_bump, look_s, "maxTimeToLookForFace_s", "s", 0, 60, 2, "it looks for one so long"),
    CLASS_F32(fist_bump, wait_s, "waitForBump_s", "s", 0.2, 60, 3, "it holds its lift there so long"),
    CLASS_F32(fist_bump, lift_mm, "liftHeight_mm", "mm", 32, 92, 60, "so high"),
    KNOB_NAMED(struct fist_bump, attempts, "maxAttempts", KNOB_TYPE_U32, "", 1, 10, 2, "so often"),
    CLASS_FLAG(fist_bump, note, "updateLastCompletionTime", false,
               "the timer FistBump is reset when it ends")};
static const struct knobs FIST = CLASS_KNOBS(fist_bump, FIST_LIST);

enum { FIST_LOOK, FIST_TURN, FIST_REQUEST, FIST_LIFT, FIST_WAIT, FIST_OVER };
static enum going end_bump(struct mind *m, const struct node *n, struct text trigger, const char *event) {
    mind_let_go(m, n);
    mind_post(m, text_of(event));
    node_state(m, n)->step = FIST_OVER;
    return mind_play(m, n, trigger) ? GOES_ON : OVER;
}
// own[0]: how often it offered; when[0]: since when it waits.
static enum going step_bump(struct mind *m, const struct node *n) {
    const struct fist_bump *k = n->config;
    struct node_state *s = node_state(m, n);
    bool in_the_air = !mind_on_treads(m) && m->live.now - m->live.attitude_since > 1;
    if (s->step < FIST_OVER && in_the_air) return OVER;
    bool bumped = m->live.felt_at[LIFE_EVENT_KIND_FIST_BUMPED] >= s->when[0];
    if (s->step == FIST_WAIT && bumped) return end_bump(m, n, k->success, "FistBumpSuccess");
    switch (s->step) {
    case FIST_LOOK:
        s->asked = true;
        if (mind_face_near(m, k->look_s)) return s->step = FIST_TURN, GOES_ON;
        if (node_age(m, n) < (double)k->look_s) return GOES_ON;
        return s->step = FIST_REQUEST, k->abort ? OVER : GOES_ON;
    case FIST_TURN:
        if (!mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch)) s->step = FIST_REQUEST;
        return GOES_ON;
    case FIST_REQUEST:
        s->own[0] += 1;
        mind_play(m, n, k->request);
        return s->step = FIST_LIFT, GOES_ON;
    case FIST_LIFT:
        if (mind_waits(m, n)) return GOES_ON;
        mind_lift(m, n, k->lift_mm);
        s->when[0] = m->live.now;
        return s->step = FIST_WAIT, GOES_ON;
    case FIST_WAIT:
        if (m->live.now - s->when[0] < (double)k->wait_s) return GOES_ON;
        if (s->own[0] < (float)k->attempts) return s->step = FIST_REQUEST, GOES_ON;
        return end_bump(m, n, k->fail, "FistBumpLeftHanging");
    default:
        return mind_waits(m, n) ? GOES_ON : OVER;
    }
}
static void end_fist(struct mind *m, const struct node *n) {
    if (((const struct fist_bump *)n->config)->note) mind_timer_reset(m, TEXT("FistBump"));
}
const struct mind_class CLASS_FIST_BUMP = {.name = "FistBump",
                                           .needs = BODY_HAS(LIFT),
                                           .help = "Looks for a face, holds out its lift and waits, twice.",
                                           .knobs = &FIST,
                                           .step = step_bump,
                                           .end = end_fist};

// ------------------------------------------------------------------------------------------------ a pounce

struct pounce {
    struct text get_in, pounce, win, lose;
    float wait_s, near_mm, head_deg, lift_mm;
};
static const struct knob POUNCE_LIST[] = {
    CLASS_TEXT(pounce, get_in, "getInAnimTrigger", "a trigger: it crouches"),
    CLASS_TEXT(pounce, pounce, "pounceAnimTrigger", "a trigger: it pounces"),
    CLASS_TEXT(pounce, win, "successAnimTrigger", "a trigger: it has something"),
    CLASS_TEXT(pounce, lose, "failAnimTrigger", "a trigger: it has nothing"),
    CLASS_F32(pounce, wait_s, "pounceTimeout_s", "s", 0, 60, 5, "without motion it pounces then"),
    CLASS_F32(pounce, near_mm, "maxGroundMotion_mm", "mm", 20, 1000, 240, "at motion so near on the floor"),
    CLASS_F32(pounce, head_deg, "headAngle_deg", "deg", -22, 45, -18, "it looks at the floor"),
    CLASS_F32(pounce, lift_mm, "liftHeight_mm", "mm", 32, 92, 90, "and holds its lift so")};
static const struct knobs POUNCE = CLASS_KNOBS(pounce, POUNCE_LIST);

enum { POUNCE_IN, POUNCE_READY, POUNCE_WATCH, POUNCE_JUMP, POUNCE_AFTER };
#define CAUGHT_LIFT_M 0.0355f // the lift stays above this: something is below it
#define CAUGHT_RAD    0.02f
// own[0]: how it was tilted before, own[1]: how far up since; when[0]: since when it watches.
static enum going step_pounce(struct mind *m, const struct node *n) {
    const struct pounce *k = n->config;
    struct node_state *s = node_state(m, n);
    bool moves = m->live.now - m->live.motion_at < 0.2 && m->live.motion[3] > 0 &&
                 m_hypot(m->live.motion_x_m, m->live.motion_y_m) * 1000 <= k->near_mm;
    if (s->step == POUNCE_JUMP && m->live.pitch_rad - s->own[0] > s->own[1])
        s->own[1] = m->live.pitch_rad - s->own[0];
    if (s->step != POUNCE_WATCH && mind_waits(m, n)) return GOES_ON;
    switch (s->step) {
    case POUNCE_IN:
        mind_play(m, n, k->get_in);
        return s->step = POUNCE_READY, GOES_ON;
    case POUNCE_READY:
        mind_head(m, n, m_radians(k->head_deg), 0.25f), mind_lift(m, n, k->lift_mm);
        s->when[0] = m->live.now;
        return s->step = POUNCE_WATCH, GOES_ON;
    case POUNCE_WATCH:
        s->asked = true;
        if (mind_waits(m, n) || (!moves && m->live.now - s->when[0] < (double)k->wait_s)) return GOES_ON;
        s->own[0] = m->live.pitch_rad, s->own[1] = 0;
        mind_post(m, TEXT("KeepawayPounce"));
        mind_play(m, n, k->pounce);
        return s->step = POUNCE_JUMP, GOES_ON;
    case POUNCE_JUMP:
        mind_play(m, n, m->live.lift_m > CAUGHT_LIFT_M || s->own[1] > CAUGHT_RAD ? k->win : k->lose);
        return s->step = POUNCE_AFTER, GOES_ON;
    default:
        return OVER;
    }
}
static bool gentle_pounce(struct mind *m, const struct node *n) {
    return node_state(m, n)->step == POUNCE_WATCH && !mind_waits(m, n);
}
const struct mind_class CLASS_POUNCE = {.name = "PounceWithProx",
                                        .needs = BODY_HAS(LIFT) | BODY_HAS(HEAD),
                                        .help =
                                            "Crouches, watches the floor, and pounces at what moves there.",
                                        .knobs = &POUNCE,
                                        .step = step_pounce,
                                        .gentle = gentle_pounce};

// ------------------------------------------------------------------------------------------------ a shove

struct bump {
    struct text poke, retreat, look;
    float low_mm, high_mm, evil, bump_evil, bump_good, speed_mmps;
};
static const struct knob BUMP_LIST[] = {
    CLASS_F32(bump, low_mm, "minDist_mm", "mm", 0, 1000, 20, "something is before it, from here"),
    CLASS_F32(bump, high_mm, "maxDist_mm", "mm", 0, 1000, 100, "to here"),
    CLASS_F32(bump, evil, "pEvil", "", 0, 1, 0.1f, "how likely it means mischief"),
    CLASS_F32(bump, bump_evil, "pBumpWhenEvil", "", 0, 1, 1, "how likely it shoves it then"),
    CLASS_F32(bump, bump_good, "pBumpWhenNotEvil", "", 0, 1, 0.5f, "and else"),
    CLASS_F32(bump, speed_mmps, "pokeSpeed_mmps", "mm/s", 5, 220, 140, "how fast it pokes"),
    CLASS_TEXT(bump, poke, "pokeAnimTrigger", "a trigger: before it"),
    CLASS_TEXT(bump, retreat, "retreatAnimTrigger", "a trigger: after it"),
    CLASS_TEXT(bump, look, "lookAtHumanAnimTrigger", "a trigger: it looks at whoever is there at last")};
static const struct knobs BUMP = CLASS_KNOBS(bump, BUMP_LIST);

enum { BUMP_LEAD, BUMP_POKE, BUMP_BACK, BUMP_CHOOSE, BUMP_SHOVE, BUMP_RETREAT, BUMP_LOOK, BUMP_OVER };
enum { POKE_MM = 8, POLITE_MM = 60, EVIL_MM = 225, GONE_MM = 150, SAFE_MMPS = 220, BACK_MM = 40 };

static bool before_it(struct mind *m, const struct node *n) {
    const struct bump *k = n->config;
    float mm = m->live.range_m * 1000;
    return mm > 0 && mm >= k->low_mm && mm <= k->high_mm;
}
// What it pushes so far comes to where the floor ends.
static bool falls(const struct mind *m, float mm) { return m->reach_m[0] > 0 && m->reach_m[0] * 1000 < mm; }

static void begin_shove(struct mind *m, const struct node *n) {
    const struct bump *k = n->config;
    struct node_state *s = node_state(m, n);
    s->own[0] = m->live.range_m * 1000;
    s->own[1] = mind_between(m, n, 0, 1) < k->evil;
    mind_lead(m, n, 0, 0);
    mind_play(m, n, k->poke);
}
// A polite one is left when the thing would fall, and mischief when it would not.
static bool shoves(struct mind *m, const struct node *n) {
    const struct bump *k = n->config;
    const struct node_state *s = node_state(m, n);
    bool evil = s->own[1] > 0, fell = falls(m, s->own[0] + (evil ? EVIL_MM : POLITE_MM));
    bool drawn = mind_between(m, n, 0, 1) < (evil ? k->bump_evil : k->bump_good);
    bool pushed = m->live.felt_at[LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT] >= s->began;
    bool gone = m->live.range_m <= 0 || m->live.range_m * 1000 > GONE_MM;
    return drawn && !pushed && !gone && fell == evil;
}
static enum going step_shove(struct mind *m, const struct node *n) {
    const struct bump *k = n->config;
    struct node_state *s = node_state(m, n);
    bool gone = m->live.range_m * 1000 > GONE_MM;
    if (s->step == BUMP_RETREAT && gone && mind_waits(m, n)) mind_let_go(m, n); // it is not there any more
    if (mind_waits(m, n)) return GOES_ON;
    switch (s->step++) {
    case BUMP_LEAD:
        mind_drive(m, n, s->own[0] + POKE_MM, k->speed_mmps);
        mind_post(m, TEXT("ReactToObstacle"));
        return s->step = BUMP_BACK, GOES_ON;
    case BUMP_BACK:
        mind_drive(m, n, -BACK_MM, 80);
        if (k->retreat.len) mind_play(m, n, k->retreat);
        return GOES_ON;
    case BUMP_CHOOSE:
        if (!shoves(m, n)) return s->step = BUMP_LOOK, GOES_ON;
        mind_drive(m, n, BACK_MM + s->own[0] + (s->own[1] > 0 ? EVIL_MM : POLITE_MM),
                   s->own[1] > 0 ? SAFE_MMPS : k->speed_mmps);
        return s->step = BUMP_RETREAT, GOES_ON;
    case BUMP_RETREAT:
        mind_drive(m, n, -BACK_MM, 80);
        return s->step = BUMP_LOOK, GOES_ON;
    case BUMP_LOOK:
        if (!mind_face_near(m, 60)) return OVER;
        mind_play(m, n, k->look);
        return s->step = BUMP_OVER, GOES_ON;
    default:
        return OVER;
    }
}
const struct mind_class CLASS_BUMP = {.name = "BumpObject",
                                      .needs = BODY_HAS(WHEELS) | BODY_HAS(RANGE),
                                      .help = "Pokes what is before it, and maybe shoves it.",
                                      .knobs = &BUMP,
                                      .wants = before_it,
                                      .begin = begin_shove,
                                      .step = step_shove};

// ------------------------------------------------------------------------------------------------ at a thing

struct with_object {
    struct text type;
    struct names triggers;
    uint32_t loops;
};
static const struct knob WITH_OBJECT_LIST[] = {
    CLASS_TEXT(with_object, type, "objectType", "cube or charger"),
    KNOB_OWN(struct with_object, triggers, "animTriggers", &KIND_NAMES, "played in this order"),
    KNOB_NAMED(struct with_object, loops, "num_loops", KNOB_TYPE_U32, "", 1, 1e6, 1, "how often")};
static const struct knobs WITH_OBJECT = CLASS_KNOBS(with_object, WITH_OBJECT_LIST);
static bool at_charger(const struct node *n) {
    return text_is(((const struct with_object *)n->config)->type, "charger");
}
static bool knows_object(struct mind *m, const struct node *n) {
    return (at_charger(n) ? m->live.charger : m->live.cube) != 0;
}
#define AT_THING_RAD (-0.15f)
static enum going step_with_object(struct mind *m, const struct node *n) {
    const struct with_object *k = n->config;
    struct node_state *s = node_state(m, n);
    if (!s->step) {
        float bearing = at_charger(n) ? m->live.charger_bearing : m->live.cube_bearing;
        if (mind_turn_to(m, n, bearing, AT_THING_RAD)) return GOES_ON;
        s->step = 1;
    }
    if (mind_waits(m, n)) return GOES_ON;
    if (s->own[0] >= (float)(k->triggers.count * k->loops)) return OVER;
    mind_play(m, n, k->triggers.at[(uint32_t)s->own[0] % k->triggers.count]);
    s->own[0] += 1;
    return GOES_ON;
}
const struct mind_class CLASS_ANIM_WITH_OBJECT = {.name = "AnimSequenceWithObject",
                                                  .needs = BODY_HAS(CAMERA),
                                                  .help = "Turns to a thing that it knows, then plays clips.",
                                                  .knobs = &WITH_OBJECT,
                                                  .wants = knows_object,
                                                  .step = step_with_object};
