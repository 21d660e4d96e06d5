// Conditions on sight, cubes and how its body stands.
#include "mind/condition/conditions_internal.h"

#include <string.h>

#define ROW(id, called, its_knobs, answer, says, part)                                                       \
    const struct condition_class CONDITION_##id = {called, says, its_knobs, NULL, answer, BODY_HAS(part)};

// ------------------------------------------------------------------------------------------------ motion

struct motion {
    int32_t area, level;
};
static const char *const AREAS[] = {"Left", "Right", "Top", "Ground", "Any", NULL};
static const char *const MOTIONS[] = {"Any", "Low", "High", NULL};
static const struct knob MOTION_LIST[] = {
    CHOICE(motion, area, "motionArea", "Any", AREAS, "where in its picture"),
    CHOICE(motion, level, "motionLevel", "Any", MOTIONS, "High: 0.4 of that area, Low: 0.2")};
static const struct knobs MOTION = KNOBS(motion, MOTION_LIST);
static bool moves(struct mind *m, const struct condition *c) {
    static const float LEAST[] = {0, 0.2f, 0.4f};
    CONFIG(motion);
    if (NOW - m->live.motion_at > 2 * MIND_BEAT_S) return false;
    bool any = false;
    for (int32_t i = 0; i < MIND_MOTION_AREAS; i++)
        any |= (k->area == MIND_MOTION_AREAS || k->area == i) && m->live.motion[i] > LEAST[k->level];
    return any;
}
ROW(MOTION, "MotionDetected", &MOTION, moves, "Something moves before it.", CAMERA)

// ------------------------------------------------------------------------------------------------ points

struct salient {
    int32_t what;
};
static const char *const POINTS[] = {"Person", "Hand", NULL};
static const struct knob SALIENT_LIST[] = {
    CHOICE(salient, what, "targetSalientPoint", "Person", POINTS, "which")};
static const struct knobs SALIENT = KNOBS(salient, SALIENT_LIST);
static bool salient(struct mind *m, const struct condition *c) {
    CONFIG(salient);
    return NOW - m->live.salient_at[k->what] <= 0.5;
}
ROW(SALIENT, "SalientPointDetected", &SALIENT, salient, "It makes out a person, or a hand.", CAMERA)

// Of a cat or a dog: it counts once it was seen three times.
enum { PET_LOOKS = 3 };
static bool pet(struct mind *m, const struct condition *c) {
    struct condition_state *s = condition_state(m, c);
    bool is = m->live.pet_looks >= PET_LOOKS, was = s->number > 0;
    s->number = is;
    return is && !was;
}
ROW(PET, "PetInitialDetection", NULL, pet, "A cat or a dog comes into sight.", CAMERA)

// ------------------------------------------------------------------------------------------------ light

enum { VERDICTS_MOST = 3 };
struct illumination {
    struct names before, after;
    float before_s, after_s, hold_s;
    uint32_t before_least, after_least;
};
static const struct knob ILLUMINATION_LIST[] = {
    KNOB_OWN(struct illumination, before, "preTriggerStates", &KIND_NAMES,
             "Darkened, Illuminated or Unknown"),
    F32(illumination, before_s, "preConfirmationTime", "s", 0, 1e5, 0, "it was so for so long"),
    U32(illumination, before_least, "preConfirmationMinNum", 0, 1e6, 0, "and so many beats"),
    KNOB_OWN(struct illumination, after, "postTriggerStates", &KIND_NAMES, "what it became then"),
    F32(illumination, after_s, "postConfirmationTime", "s", 0, 1e5, 0, "for so long"),
    U32(illumination, after_least, "postConfirmationMinNum", 0, 1e6, 0, "and so many beats"),
    F32(illumination, hold_s, "matchHoldTime", "s", 0, 1e5, 0, "so long it holds then")};
static const struct knobs ILLUMINATION = KNOBS(illumination, ILLUMINATION_LIST);

static bool is_among(const struct mind *m, const struct names *states) {
    static const char *const VERDICTS[] = {"Unknown", "Darkened", "Illuminated"};
    uint32_t is = m->live.light_verdict < 3 ? m->live.light_verdict : 0;
    for (uint32_t i = 0; i < states->count; i++)
        if (text_is(states->at[i], VERDICTS[is])) return true;
    return false;
}
// armed: since when it is so; number: how many beats, below 0 of the state before; told: until when it holds.
static bool illumination(struct mind *m, const struct condition *c) {
    CONFIG(illumination);
    struct condition_state *s = condition_state(m, c);
    bool after = s->number > 0;
    if (after && is_among(m, &k->after)) {
        s->number++;
        if (NOW - s->armed >= (double)k->after_s && s->number - 1 >= (float)k->after_least)
            s->told = NOW + (double)k->hold_s, s->number = 0;
    } else if (is_among(m, &k->before)) {
        if (s->number >= 0) s->armed = NOW, s->number = 0;
        s->number--;
    } else {
        bool confirmed = NOW - s->armed >= (double)k->before_s && -s->number >= (float)k->before_least;
        bool turns = s->number < 0 && confirmed && is_among(m, &k->after);
        s->armed = NOW, s->number = turns ? 2 : 0;
        if (turns && k->after_s <= 0 && k->after_least <= 1) s->told = NOW + (double)k->hold_s, s->number = 0;
    }
    return s->told > NEVER && NOW <= s->told;
}
ROW(ILLUMINATION, "IlluminationDetected", &ILLUMINATION, illumination, "It became dark, or light.", CAMERA)

// ------------------------------------------------------------------------------------------ faces and things

// told: when it held last; number: how far off the face was then.
#define REARMED_S    4
#define FACE_CLOSE_M 0.3f
#define FACE_BAND_M  0.1f
static bool face_updated(struct mind *m, const struct condition *c) {
    struct condition_state *s = condition_state(m, c);
    if (!mind_face_near(m, 0.3f) || NOW - s->told < REARMED_S) return false;
    float far = m->live.face_distance;
    bool appeared = m->live.face_since > s->told;
    bool close = far < FACE_CLOSE_M && s->number > FACE_CLOSE_M + FACE_BAND_M;
    bool left = far > FACE_CLOSE_M + FACE_BAND_M && s->number < FACE_CLOSE_M;
    if (!appeared && !close && !left && m_abs(far - s->number) < FACE_BAND_M) return false;
    s->told = NOW, s->number = far;
    return true;
}
ROW(FACE_UPDATED, "FacePositionUpdated", NULL, face_updated, "A face appeared, or moved.", CAMERA)

struct object_first {
    struct names types;
    bool once;
};
static const struct knob OBJECT_FIRST_LIST[] = {
    KNOB_OWN(struct object_first, types, "objectTypes", &KIND_NAMES, "cube or charger"),
    FLAG(object_first, once, "firstTimeOnly", false, "once for each, and not after each loss")};
static const struct knobs OBJECT_FIRST = KNOBS(object_first, OBJECT_FIRST_LIST);
// number: the one that is there; below 0: the one that was there last.
static bool object_first(struct mind *m, const struct condition *c) {
    CONFIG(object_first);
    struct condition_state *s = condition_state(m, c);
    bool charger = k->types.count && text_is(k->types.at[0], "charger");
    float is = (float)(charger ? m->live.charger : m->live.cube), was = s->number;
    if (is > 0)
        s->number = is;
    else if (was > 0)
        s->number = -was;
    return is > 0 && (k->once ? m_abs(was) != is : was != is); // NOLINT: numbers that name
}
ROW(OBJECT_FIRST, "ObjectInitialDetection", &OBJECT_FIRST, object_first, "A thing comes to be known.", CAMERA)

static bool object_updated(struct mind *m, const struct condition *c) {
    return felt_lately(m, c, LIFE_EVENT_KIND_THING_MOVED, 0.1f) ||
           felt_lately(m, c, LIFE_EVENT_KIND_THING_APPEARED, 0.1f);
}
ROW(OBJECT_UPDATED, "ObjectPositionUpdated", NULL, object_updated, "A known thing stands elsewhere.", CAMERA)

// ------------------------------------------------------------------------------------------------ its cube

static bool cube_held(struct mind *m, const struct condition *c) {
    return m->live.felt_at[LIFE_EVENT_KIND_CUBE_HELD] > NEVER &&
           m->live.felt_a[LIFE_EVENT_KIND_CUBE_HELD] > 0;
}
ROW(CUBE_HELD, "UserIsHoldingCube", NULL, cube_held, "Its cube feels a hand.", CUBES)

struct tapped {
    float within_s;
};
static const struct knob TAPPED_LIST[] = {
    F32(tapped, within_s, "maxTapResponseTimeSec", "s", 0, 1e5, 1, "so lately")};
static const struct knobs TAPPED = KNOBS(tapped, TAPPED_LIST);
static bool cube_tapped(struct mind *m, const struct condition *c) {
    CONFIG(tapped);
    return felt_lately(m, c, LIFE_EVENT_KIND_CUBE_TAPPED, k->within_s);
}
ROW(CUBE_TAPPED, "CubeTapped", &TAPPED, cube_tapped, "Its cube was tapped.", CUBES)

struct linked {
    struct text kind;
};
static const struct knob LINKED_LIST[] = {
    KNOB_OWN(struct linked, kind, "connectionType", &KIND_TEXT, "Interactable or Background: there is one")};
static const struct knobs LINKED = KNOBS(linked, LINKED_LIST);
static bool cube_linked(struct mind *m, const struct condition *c) {
    return felt_since(m, LIFE_EVENT_KIND_CUBE_CONNECTED, LIFE_EVENT_KIND_CUBE_LOST);
}
ROW(CUBE_LINKED, "ConnectedToCube", &LINKED, cube_linked, "Its cube is connected.", CUBES)

// ------------------------------------------------------------------------------------------------ its body

#define SLOPE_RAD 0.1745f // ten degrees
static bool on_slope(struct mind *m, const struct condition *c) {
    double since = NOW - m->live.attitude_since;
    return mind_on_treads(m) && m->live.attitude_since > 0 && since <= 1 &&
           m_abs(m->live.pitch_rad) >= SLOPE_RAD;
}
ROW(SLOPE, "RobotPlacedOnSlope", NULL, on_slope, "It was put down on a slope.", IMU)

struct roll {
    float low_deg, high_deg;
};
static const struct knob ROLL_LIST[] = {
    F32(roll, low_deg, "minRollThreshold_deg", "deg", -180, 180, -180, "from"),
    F32(roll, high_deg, "maxRollThreshold_deg", "deg", -180, 180, 180, "to")};
static const struct knobs ROLL = KNOBS(roll, ROLL_LIST);
static bool roll_in_range(struct mind *m, const struct condition *c) {
    CONFIG(roll);
    float deg = m_degrees(m->live.roll_rad);
    return deg >= k->low_deg && deg <= k->high_deg;
}
ROW(ROLL, "RobotRollInRange", &ROLL, roll_in_range, "How it leans to a side.", IMU)

struct edge {
    bool on_palm;
};
static const struct knob EDGE_LIST[] = {
    FLAG(edge, on_palm, "enableWhileHeldOnPalm", false, "on a hand, too")};
static const struct knobs EDGE = KNOBS(edge, EDGE_LIST);
// Both sensors of a side see no floor: a tread hangs over it.
static bool stuck_on_edge(struct mind *m, const struct condition *c) {
    enum { LEFT = 1 << BODY_CLIFF_FRONT_LEFT | 1 << BODY_CLIFF_BACK_LEFT };
    enum { RIGHT = 1 << BODY_CLIFF_FRONT_RIGHT | 1 << BODY_CLIFF_BACK_RIGHT };
    CONFIG(edge);
    uint32_t at = (uint32_t)m->live.felt_a[LIFE_EVENT_KIND_CLIFF];
    bool side = (at & LEFT) == LEFT || (at & RIGHT) == RIGHT;
    bool stands = mind_on_treads(m) || (k->on_palm && m->live.attitude == BODY_ATTITUDE_ON_TREADS);
    return stands && side && has_status(m, BODY_STATUS_CLIFF) && NOW - m->live.cliff_since >= 0.5;
}
ROW(EDGE, "StuckOnEdge", &EDGE, stuck_on_edge, "A tread stands over an edge.", CLIFFS)

struct button {
    float least_ms;
};
static const struct knob BUTTON_LIST[] = {
    F32(button, least_ms, "minTimeButtonPressed_ms", "ms", 0, 1e7, 0, "for so long")};
static const struct knobs BUTTON = KNOBS(button, BUTTON_LIST);
static bool button_pressed(struct mind *m, const struct condition *c) {
    CONFIG(button);
    double at = m->live.felt_at[LIFE_EVENT_KIND_BUTTON_DOWN];
    return felt_since(m, LIFE_EVENT_KIND_BUTTON_DOWN, LIFE_EVENT_KIND_BUTTON_UP) &&
           m->live.felt_at[LIFE_EVENT_KIND_BUTTON_UP] < at && (NOW - at) * 1000 >= (double)k->least_ms;
}
const struct condition_class CONDITION_BUTTON = {
    "TimePowerButtonPressed", "Its button is held.", &BUTTON, NULL, button_pressed, 0};
