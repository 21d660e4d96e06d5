// Looking at people, greeting them, going to them.
#include "base/maths/maths.h"
#include "mind/class/classes.h"

struct with_face {
    struct names triggers;
    bool require, confirm, back, fast, say;
    const struct json *penalties;
};
static const struct knob WITH_LIST[] = {
    KNOB_OWN(struct with_face, triggers, "animTriggers", &KIND_NAMES, "played in this order"),
    CLASS_FLAG(with_face, require, "requireFaceForActivation", false, "only when it knows of a face"),
    CLASS_FLAG(with_face, confirm, "requireFaceConfirmation", false, "only when it sees it then"),
    CLASS_FLAG(with_face, back, "returnToOriginalPose", false, "turns back at the end"),
    CLASS_FLAG(with_face, fast, "setFastTurn", false, "turns fast"),
    CLASS_FLAG(with_face, say, "sayName", false, "says their name, if it knows it, once it has turned"),
    KNOB_OWN(struct with_face, penalties, "faceSelectionPenalties", &KIND_ANY, "which of several")};
static const struct knobs WITH = CLASS_KNOBS(with_face, WITH_LIST);
static const struct step WITH_STEPS[] = {{STEP_FACE, 0, 0, 0, false},
                                         {STEP_PLAYS, STEPS_AT(with_face, triggers), 0, 0, false},
                                         {STEP_END, 0, 0, 0, false}};
static bool wants_with_face(struct mind *m, const struct node *n) {
    const struct with_face *k = n->config;
    return !k->require || mind_face_near(m, 60);
}
const struct mind_class CLASS_ANIM_WITH_FACE = {
    .name = "AnimSequenceWithFace",
    .help = "Turns to the face that it saw last, if any, then plays clips in a row.",
    .knobs = &WITH,
    .steps = WITH_STEPS,
    .wants = wants_with_face};

static const struct step TURN_STEPS[] = {{STEP_FACE, 0, 0, 0, false}, {STEP_END, 0, 0, 0, false}};
static bool knows_face(struct mind *m, const struct node *n) { return mind_face_near(m, 60); }
const struct mind_class CLASS_TURN_TO_FACE = {.name = "TurnToFace",
                                              .needs = BODY_HAS(CAMERA),
                                              .help = "Turns to the face that it saw last.",
                                              .steps = TURN_STEPS,
                                              .wants = knows_face};

// ------------------------------------------------------------------------------------------------ greeting

static struct mind_person *present(struct mind *m) {
    for (uint32_t i = 0; i < m->live.person_count; i++)
        if (m->live.persons[i].id == m->live.face) return &m->live.persons[i];
    return NULL;
}
static void begin_greeting(struct mind *m, const struct node *n) {
    struct mind_person *p = present(m);
    if (p) p->greeted++, p->met = m->live.now;
    node_state(m, n)->own[0] = (float)m->live.face;
}
// When it has turned, and before its clips: whoever it is, once. own[1]: it has said it.
static enum going step_greeting(struct mind *m, const struct node *n) {
    const struct with_face *k = n->config;
    struct node_state *s = node_state(m, n);
    bool turned = s->step > 0 && s->own[1] < 1;
    if (turned) s->own[1] = 1;
    if (turned && k->say && s->own[0] > 0) mind_say_words(m, n, mind_person_name(m, (int32_t)s->own[0]));
    return mind_steps(m, n);
}
const struct mind_class CLASS_GREET = {.name = "GreetAfterLongTime",
                                       .needs = BODY_HAS(CAMERA),
                                       .help = "Turns to somebody who was away, and greets them.",
                                       .knobs = &WITH,
                                       .steps = WITH_STEPS,
                                       .begin = begin_greeting,
                                       .step = step_greeting};

// ------------------------------------------------------------------------------------------------ company

struct interact {
    float least_low_s, least_high_s, most_low_s, most_high_s, tilt_deg, pan_deg, no_contact_s, lost_s,
        contact_ms;
    struct names triggers;
    float every_s;
    bool clamp;
};
static const struct knob INTERACT_LIST[] = {
    CLASS_F32(interact, least_low_s, "minTimeToTrackFaceLowerBound_s", "s", 0, 1e4, 12, "at least, from"),
    CLASS_F32(interact, least_high_s, "minTimeToTrackFaceUpperBound_s", "s", 0, 1e4, 15, "to"),
    CLASS_F32(interact, most_low_s, "maxTimeToTrackFaceLowerBound_s", "s", 0, 1e4, 40, "at most, from"),
    CLASS_F32(interact, most_high_s, "maxTimeToTrackFaceUpperBound_s", "s", 0, 1e4, 60, "to"),
    CLASS_F32(interact, tilt_deg, "minTrackingTiltAngle_deg", "deg", 0, 90, 4, "its head follows from"),
    CLASS_F32(interact, pan_deg, "minTrackingPanAngle_deg", "deg", 0, 90, 9, "its body follows from"),
    CLASS_F32(interact, no_contact_s, "noEyeContactTimeout_s", "s", 0, 1e4, 15,
              "without eye contact it ends"),
    CLASS_F32(interact, contact_ms, "eyeContactWithinLast_ms", "ms", 0, 1e5, 100, "what counts as such"),
    CLASS_F32(interact, lost_s, "trackingTimeout_s", "s", 0, 1e4, 2.5f, "out of sight it ends"),
    CLASS_FLAG(interact, clamp, "clampSmallAngles", false, "not used"),
    KNOB_OWN(struct interact, triggers, "companyAnimTriggers", &KIND_NAMES, "triggers: one now and then"),
    CLASS_F32(interact, every_s, "companyEvery_s", "s", 1, 1e4, 6, "about so often")};
static const struct knobs INTERACT = CLASS_KNOBS(interact, INTERACT_LIST);

// own[0] at least, own[1] at most; own[2]: when its head shifts again; own[3]: it has just; when[0]: the next
// clip. A clip may be all face: its head goes before it.
static void begin_interact(struct mind *m, const struct node *n) {
    const struct interact *k = n->config;
    struct node_state *s = node_state(m, n);
    s->own[0] = mind_between(m, n, k->least_low_s, k->least_high_s);
    s->own[1] = mind_between(m, n, k->most_low_s, k->most_high_s);
    s->when[0] = m->live.now + (double)mind_between(m, n, 1.5f, k->every_s);
}
static enum going step_interact(struct mind *m, const struct node *n) {
    const struct interact *k = n->config;
    struct node_state *s = node_state(m, n);
    double age = node_age(m, n);
    if (age > (double)s->own[1] || m->live.now - m->live.face_at > (double)k->lost_s) return OVER;
    bool ignored = m->live.now - m->live.contact_at > (double)k->no_contact_s;
    if (age > (double)s->own[0] && ignored) return OVER;
    if (s->own[6] > 0) return mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch), GOES_ON;
    if (mind_waits(m, n)) return GOES_ON;
    bool aside = m_abs(m->live.face_bearing) > m_radians(k->pan_deg),
         above = m_abs(m->live.face_pitch - m->live.head_rad) > m_radians(k->tilt_deg);
    if (aside) return mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch), GOES_ON;
    if (above) return mind_head(m, n, m->live.face_pitch, 0.4f), GOES_ON;
    bool plays = k->triggers.count && m->live.now >= s->when[0];
    if (age >= (double)s->own[2] || (plays && s->own[3] < 1)) {
        s->own[2] = (float)age + mind_between(m, n, 2, 3.2f), s->own[3] = 1;
        float by = mind_between(m, n, 0.02f, 0.06f) * (m->live.head_rad > m->live.face_pitch ? -1 : 1);
        return mind_head(m, n, m->live.head_rad + by, 0.5f), GOES_ON;
    }
    if (!plays) return s->own[3] = 0, s->asked = true, GOES_ON;
    s->own[2] = s->own[3] = 0;
    s->when[0] = m->live.now + (double)(k->every_s * mind_between(m, n, 0.6f, 1.6f));
    float at = mind_between(m, n, 0, (float)k->triggers.count);
    mind_play(m, n, k->triggers.at[(uint32_t)at < k->triggers.count ? (uint32_t)at : 0]);
    return GOES_ON;
}
static bool sees_face(struct mind *m, const struct node *n) { return mind_face_near(m, 1); }
static bool gentle_interact(struct mind *m, const struct node *n) { return !mind_waits(m, n); }
const struct mind_class CLASS_INTERACT = {
    .name = "InteractWithFaces",
    .needs = BODY_HAS(CAMERA),
    .help = "Keeps somebody company: follows the face, looks into the eyes and away, and plays a little.",
    .knobs = &INTERACT,
    .wants = sees_face,
    .begin = begin_interact,
    .step = step_interact,
    .gentle = gentle_interact};

// ----------------------------------------------------------------------------------------------- going there

struct to_face {
    struct text too_close, first, after, override, resume;
    float track_s, least_mm;
    bool track;
};
static const struct knob TO_FACE_LIST[] = {
    CLASS_TEXT(to_face, too_close, "animTooClose", "a trigger: it is there already"),
    CLASS_TEXT(to_face, first, "initialAnimation", "a trigger: before it goes"),
    CLASS_TEXT(to_face, after, "animationAfterDrive", "a trigger: when it is there"),
    CLASS_F32(to_face, track_s, "timeUntilCancelFaceTrack_s", "s", 0, 1e4, 5, "looks so long then"),
    CLASS_F32(to_face, least_mm, "minDriveToFaceDistanceKey_mm", "mm", 50, 5000, 300, "stops so far off"),
    CLASS_FLAG(to_face, track, "trackFaceOnceKnown", true, "looks at it then")};
static const struct knobs TO_FACE = CLASS_KNOBS(to_face, TO_FACE_LIST);

enum { COME_LOOK, COME_FIRST, COME_GO, COME_AGAIN, COME_THERE, COME_TRACK };
static enum going step_to_face(struct mind *m, const struct node *n) {
    const struct to_face *k = n->config;
    struct node_state *s = node_state(m, n);
    float left_mm = m->live.face_distance * 1000 - k->least_mm;
    if (s->step == COME_LOOK || s->step == COME_AGAIN) {
        if (mind_turn_to(m, n, m->live.face_bearing, m->live.face_pitch)) return GOES_ON;
        s->step = s->step == COME_LOOK ? COME_FIRST : COME_THERE;
        return GOES_ON;
    }
    if (mind_waits(m, n)) return GOES_ON;
    switch (s->step++) {
    case COME_FIRST:
        if (left_mm < 30) {
            mind_play(m, n, k->too_close);
            return s->step = COME_TRACK, GOES_ON;
        }
        if (!mind_play(m, n, k->first)) mind_wait(m, n, 0.2f);
        return GOES_ON;
    case COME_GO: // at most a leg at a time: it may have moved
        mind_drive(m, n, m_clamp(left_mm, 0, 500), 120);
        return GOES_ON;
    case COME_THERE:
        if (left_mm > 120 && !s->failed && (s->own[0] += 1) < 4) return s->step = COME_GO, GOES_ON;
        if (!s->failed) mind_post(m, TEXT("DriveToFaceSuccess"));
        if (!mind_play(m, n, k->after)) mind_wait(m, n, 0.3f);
        return GOES_ON;
    default:
        return OVER;
    }
}
const struct mind_class CLASS_DRIVE_TO_FACE = {.name = "DriveToFace",
                                               .needs = BODY_HAS(WHEELS) | BODY_HAS(CAMERA),
                                               .help =
                                                   "Goes to the face that it saw last and stops before it.",
                                               .knobs = &TO_FACE,
                                               .wants = knows_face,
                                               .step = step_to_face};
