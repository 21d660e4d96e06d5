// The charger, cubes, and getting out of trouble: actions of the robot, with what it shows before and after.
#include "base/maths/maths.h"
#include "mind/class/classes.h"

#define EYES_OVER_M 0.03f // so far its eyes are above a thing's middle

struct deed {
    struct text first, well, badly, before_event, event;
    uint32_t tries;
    float rest_s;
};
#define DEED_KNOBS                                                                                           \
    CLASS_TEXT(deed, first, "startAnimTrigger", "a trigger: before it begins"),                              \
        CLASS_TEXT(deed, well, "successAnimTrigger", "a trigger: it worked"),                                \
        CLASS_TEXT(deed, badly, "failAnimTrigger", "a trigger: it did not"),                                 \
        CLASS_TEXT(deed, event, "successEmotionEvent", "felt when it worked"),                               \
        CLASS_TEXT(deed, before_event, "failEmotionEvent", "felt when it did not"),                          \
        KNOB_NAMED(struct deed, tries, "tries", KNOB_TYPE_U32, "", 1, 10, 1, "so often"),                    \
        CLASS_F32(deed, rest_s, "restAfterFailure_s", "s", 0, 1e6, 30, "it does not try again so long")
static const struct knob DEED_LIST[] = {DEED_KNOBS};
static const struct knobs DEED = CLASS_KNOBS(deed, DEED_LIST);

// Where a thing stands that it is about to go to.
static bool look_there(struct mind *m, const struct node *n, enum life_kind kind) {
    const struct mind_live *l = &m->live;
    bool home = kind == LIFE_DRIVE_ON_CHARGER,
         cube = kind == LIFE_GO_TO_THING || kind == LIFE_PICK_UP || kind == LIFE_ROLL || kind == LIFE_WHEELIE;
    if (home ? !l->charger : !cube || !l->cube) return false;
    float far = home ? l->charger_distance : l->cube_distance;
    mind_lead(m, n, home ? l->charger_bearing : l->cube_bearing, -m_atan2(EYES_OVER_M, m_max(far, 0.1f)));
    return true;
}

// own[0]: tries; own[1]: looks before this one.
static enum going step_deed(struct mind *m, const struct node *n, enum life_kind kind, bool done_already) {
    const struct deed *k = n->config;
    struct node_state *s = node_state(m, n);
    if (mind_waits(m, n)) return GOES_ON;
    if (s->step == 0) {
        if (done_already) return OVER;
        s->step = 1, s->own[1] = 0;
        if (mind_play(m, n, k->first)) return GOES_ON;
    }
    if (s->step == 1) {
        if (s->own[1] < 1 && look_there(m, n, kind)) return s->own[1] = 1, GOES_ON;
        s->failed = s->unknown = false;
        s->own[0] += 1, s->step = 2;
        return mind_request(m, n, kind) ? GOES_ON : OVER;
    }
    if (s->step == 2) {
        bool again = s->failed && !s->unknown && s->own[0] < (float)k->tries;
        if (again) return s->step = 1, s->own[1] = 0, GOES_ON;
        s->step = 3;
        if (!s->unknown) mind_post(m, s->failed ? k->before_event : k->event);
        if (kind == LIFE_GET_UNSTUCK && !s->failed) m->live.stalls = 0;
        s->quiet = m->live.now + (s->unknown  ? 3600
                                  : s->failed ? (double)k->rest_s
                                              : 0); // its robot cannot do such a thing
        if (s->unknown) return OVER;
        return mind_play(m, n, s->failed ? k->badly : k->well) ? GOES_ON : OVER;
    }
    return OVER;
}

#define DEED_CLASS(id, called, kind, already, willing, says, parts)                                          \
    static bool wants_##id(struct mind *m, const struct node *n) { return willing; }                         \
    static enum going step_##id(struct mind *m, const struct node *n) {                                      \
        return step_deed(m, n, kind, already);                                                               \
    }                                                                                                        \
    const struct mind_class id = {.name = called,                                                            \
                                  .help = says,                                                              \
                                  .knobs = &DEED,                                                            \
                                  .needs = parts,                                                            \
                                  .wants = wants_##id,                                                       \
                                  .step = step_##id};
#define STATUS(bit) ((m->live.status & (bit)) != 0)
#define GOES        BODY_HAS(WHEELS)
#define LIFTS       (BODY_HAS(WHEELS) | BODY_HAS(LIFT))
#define HAS_CUBE    (m->live.cube != 0)

DEED_CLASS(CLASS_OFF_CHARGER, "DriveOffCharger", LIFE_DRIVE_OFF_CHARGER, !STATUS(BODY_STATUS_ON_CHARGER),
           STATUS(BODY_STATUS_ON_CHARGER), "Leaves its charger.", GOES | BODY_HAS(CHARGER))
DEED_CLASS(CLASS_GO_HOME, "GoHome", LIFE_DRIVE_ON_CHARGER, STATUS(BODY_STATUS_ON_CHARGER),
           !STATUS(BODY_STATUS_ON_CHARGER), "Looks for its charger, goes there and onto it.",
           GOES | BODY_HAS(CHARGER))
DEED_CLASS(CLASS_GO_TO_CUBE, "GoToCube", LIFE_GO_TO_THING, false, HAS_CUBE, "Goes to the nearest cube.", GOES)
DEED_CLASS(CLASS_PICK_UP, "PickUpCube", LIFE_PICK_UP, STATUS(BODY_STATUS_CARRYING),
           HAS_CUBE && !STATUS(BODY_STATUS_CARRYING), "Takes the nearest cube up.", LIFTS)
DEED_CLASS(CLASS_PUT_DOWN, "PutDownBlock", LIFE_PLACE_HERE, !STATUS(BODY_STATUS_CARRYING),
           STATUS(BODY_STATUS_CARRYING), "Puts down what it carries.", LIFTS)
DEED_CLASS(CLASS_ROLL, "RollBlock", LIFE_ROLL, false, HAS_CUBE, "Rolls the nearest cube.", LIFTS)
DEED_CLASS(CLASS_WHEELIE, "PopAWheelie", LIFE_WHEELIE, false, HAS_CUBE, "Stands up against the nearest cube.",
           LIFTS)
DEED_CLASS(CLASS_UNSTUCK, "GetUnstuck", LIFE_GET_UNSTUCK, false, true, "Tries ways out of what holds it.",
           GOES)

// ------------------------------------------------------------------------------------------- asking for help

struct ask_home {
    struct text normal, severe, pickup;
    float most_age_s, severe_after_s, every_s;
};
static const struct knob ASK_LIST[] = {
    CLASS_TEXT(ask_home, normal, "normal", "a trigger: it asks"),
    CLASS_TEXT(ask_home, severe, "severe", "a trigger: it has asked for long"),
    CLASS_TEXT(ask_home, pickup, "pickupAnimTrigger", "a trigger: somebody helps"),
    CLASS_F32(ask_home, most_age_s, "maxFaceAge_sec", "s", 0, 1e5, 120, "it asks whom it saw so lately"),
    CLASS_F32(ask_home, severe_after_s, "severeAfter_s", "s", 0, 1e5, 180, "so long it asks first"),
    CLASS_F32(ask_home, every_s, "every_s", "s", 1, 1e5, 20, "so often")};
static const struct knobs ASK = CLASS_KNOBS(ask_home, ASK_LIST);
static enum going step_ask(struct mind *m, const struct node *n) {
    const struct ask_home *k = n->config;
    struct node_state *s = node_state(m, n);
    bool helped = m->live.status & (BODY_STATUS_PICKED_UP | BODY_STATUS_ON_CHARGER);
    if (helped && s->step < 9) {
        mind_let_go(m, n);
        s->step = 9;
        return mind_play(m, n, k->pickup) ? GOES_ON : OVER;
    }
    if (s->own[6] > 0) return mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch), GOES_ON;
    if (mind_waits(m, n)) return GOES_ON;
    if (s->step == 9) return OVER;
    s->asked = true;
    if (s->step == 0 || m->live.now - s->when[0] > (double)k->every_s) {
        s->when[0] = m->live.now;
        if (s->step != 1 && mind_face_near(m, k->most_age_s))
            return s->step = 1, s->when[0] = NEVER,
                   mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch), GOES_ON;
        s->step = 2;
        mind_play(m, n, node_age(m, n) > (double)k->severe_after_s ? k->severe : k->normal);
    }
    return GOES_ON;
}
const struct mind_class CLASS_ASK_HOME = {.name = "RequestToGoHome",
                                          .needs = BODY_HAS(CHARGER),
                                          .help = "Asks somebody to carry it to its charger.",
                                          .knobs = &ASK,
                                          .step = step_ask};
