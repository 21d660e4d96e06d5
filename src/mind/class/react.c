// What it does about what is done to it.
#include "base/maths/maths.h"
#include "mind/class/classes.h"

// ------------------------------------------------------------------------------------------------ stroking

struct petting {
    struct text get_in, lost;
    struct names levels, outs;
    float check_s, bliss_out_s, out_s;
    uint32_t strokes;
};
static const struct knob PETTING_LIST[] = {
    CLASS_TEXT(petting, get_in, "animGroupGetin", "a trigger: the first touch"),
    KNOB_OWN(struct petting, levels, "animGroupNames", &KIND_NAMES, "triggers: level by level"),
    KNOB_OWN(struct petting, outs, "animGroupNamesGetout", &KIND_NAMES, "triggers: the way out of each"),
    CLASS_F32(petting, check_s, "timeTilTouchCheck", "s", 0.1, 100, 5, "touched for so long it goes up"),
    CLASS_F32(petting, bliss_out_s, "timeTilBlissGetout", "s", 0, 100, 3,
              "untouched for so long it ends, at the top"),
    CLASS_F32(petting, out_s, "timeTilNonBlissGetout", "s", 0, 100, 3, "and below it"),
    KNOB_NAMED(struct petting, strokes, "numPetsToAdvanceBliss", KNOB_TYPE_U32, "", 1, 100, 2,
               "more strokes than this lead up, too")};
static const struct knobs PETTING = CLASS_KNOBS(petting, PETTING_LIST);

// own[0]: level, 0 the way in; own[1]: strokes when it came there; when[0]: since then.
static void begin_petting(struct mind *m, const struct node *n) {
    const struct petting *k = n->config;
    struct node_state *s = node_state(m, n);
    s->own[1] = (float)m->live.strokes, s->when[0] = m->live.now;
    mind_post(m, TEXT("PettingStarted"));
    mind_play(m, n, k->get_in);
}
static void level_up(struct mind *m, const struct node *n) {
    const struct petting *k = n->config;
    struct node_state *s = node_state(m, n);
    bool top = s->own[0] >= (float)k->levels.count;
    s->own[1] = (float)m->live.strokes, s->when[0] = m->live.now;
    if (top) return;
    s->own[0] += 1;
    top = s->own[0] >= (float)k->levels.count;
    if (s->own[0] > 1) mind_post(m, top ? TEXT("PettingReachedMaxBliss") : TEXT("PettingBlissLevelIncrease"));
    mind_let_go(m, n);
    mind_play(m, n, k->levels.at[(uint32_t)s->own[0] - 1]);
}
static enum going step_petting(struct mind *m, const struct node *n) {
    const struct petting *k = n->config;
    struct node_state *s = node_state(m, n);
    bool touched = m->live.status & BODY_STATUS_TOUCHED, bliss = s->own[0] >= (float)k->levels.count;
    if (s->step) return mind_waits(m, n) ? GOES_ON : OVER;
    if (!touched && m->live.now - m->live.touch_ended > (double)(bliss ? k->bliss_out_s : k->out_s)) {
        uint32_t level = (uint32_t)s->own[0];
        s->step = 1;
        mind_let_go(m, n);
        if (k->outs.count) mind_play(m, n, k->outs.at[level < k->outs.count ? level : k->outs.count - 1]);
        return GOES_ON;
    }
    bool long_enough = touched && m->live.now - s->when[0] >= (double)k->check_s;
    bool often = (float)m->live.strokes - s->own[1] > (float)k->strokes;
    if ((long_enough || often || s->own[0] < 1) && (s->own[0] >= 1 || !mind_waits(m, n)))
        level_up(m, n);
    else if (!mind_waits(m, n) && s->own[0] >= 1)
        mind_play(m, n, k->levels.at[(uint32_t)s->own[0] - 1]);
    return GOES_ON;
}
const struct mind_class CLASS_PETTING = {.name = "ReactToTouchPetting",
                                         .needs = BODY_HAS(TOUCH),
                                         .help = "Bliss, level by level, while it is stroked.",
                                         .knobs = &PETTING,
                                         .begin = begin_petting,
                                         .step = step_petting};

// ------------------------------------------------------------------------------------------------ shaking

struct shaking {
    struct text get_in, loop, in_hand, on_ground;
    const struct json *levels;
    bool hue;
};
static const struct knob SHAKING_LIST[] = {
    CLASS_TEXT(shaking, get_in, "getInAnimation", "a trigger: played first"),
    CLASS_TEXT(shaking, loop, "loopAnimation", "a trigger: while it is shaken"),
    CLASS_TEXT(shaking, in_hand, "inHandAnimation", "a trigger: it is still in the hand"),
    CLASS_TEXT(shaking, on_ground, "onGroundAnimation", "a trigger: it stands again"),
    KNOB_OWN(struct shaking, levels, "shakeAnimations", &KIND_ANY, "levels of others' files"),
    CLASS_FLAG(shaking, hue, "renderInEyeHue", true, "not used")};
static const struct knobs SHAKING = CLASS_KNOBS(shaking, SHAKING_LIST);
static void begin_shaken(struct mind *m, const struct node *n) {
    mind_post(m, TEXT("RobotShaken"));
    mind_play(m, n, ((const struct shaking *)n->config)->get_in);
}
static enum going step_shaken(struct mind *m, const struct node *n) {
    const struct shaking *k = n->config;
    struct node_state *s = node_state(m, n);
    if (mind_waits(m, n)) return GOES_ON;
    if (s->step) return OVER;
    if (m->live.now - m->live.felt_at[LIFE_EVENT_KIND_SHAKEN] < 0.6 && mind_play(m, n, k->loop))
        return GOES_ON;
    s->step = 1;
    return mind_play(m, n, mind_on_treads(m) ? k->on_ground : k->in_hand) ? GOES_ON : OVER;
}
const struct mind_class CLASS_SHAKEN = {.name = "ReactToRobotShaken",
                                        .needs = BODY_HAS(IMU),
                                        .help = "Dizzy while it is shaken, and after it.",
                                        .knobs = &SHAKING,
                                        .begin = begin_shaken,
                                        .step = step_shaken};

// ------------------------------------------------------------------------------------------------ noises

struct sound {
    float power, least_power, confidence;
    struct node_ref direction;
    struct text trigger, again;
    float habit_s, least_db;
};
static const struct knob SOUND_LIST[] = {
    CLASS_F32(sound, power, "micAbsolutePowerThreshold", "", 0, 1e6, 2.9f,
              "it reacts to what is so much over the quiet, in powers of ten; 999.9: never"),
    CLASS_F32(sound, least_power, "micMinPowerThreshold", "", 0, 1e6, 1.5f,
              "and to what is so much over it, when it is sure from where it came"),
    CLASS_F32(sound, confidence, "micConfidenceThresholdAtMinPower", "", 0, 1e6, 400, "so sure, up to 5000"),
    KNOB_OWN(struct sound, direction, "micDirectionReactionBehavior", &KIND_NODE,
             "what it does in place of turning there; none: it turns there by itself"),
    CLASS_TEXT(sound, trigger, "animTrigger", "a trigger: when it has turned there"),
    CLASS_TEXT(sound, again, "habituatedAnimTrigger", "a trigger: for the same again; empty: only eyes"),
    CLASS_F32(sound, habit_s, "habituation_s", "s", 0, 1e5, 600, "so long it remembers")};
static const struct knobs SOUND = CLASS_KNOBS(sound, SOUND_LIST);

#define AT_ONCE_S 0.25 // after the last one

static bool wants_sound(struct mind *m, const struct node *n) {
    const struct sound *k = n->config;
    if (m->live.pending.number || m->live.now - node_state(m, n)->ended < AT_ONCE_S) return false;
    float power = m->live.noise_over_db / 10;
    return power >= k->power || (power >= k->least_power && m->live.noise_sure >= k->confidence);
}

// The same again counts less: it turns to the first, the fifth gets eyes only.
static void begin_sound(struct mind *m, const struct node *n) {
    static const float SHARES[] = {1, 0.7f, 0.5f, 0.4f, 0};
    const struct sound *k = n->config;
    struct node_state *s = node_state(m, n);
    bool fresh = m->live.noise_done <= NEVER || m->live.now - m->live.noise_done > (double)k->habit_s;
    if (fresh) m->live.noises = 0;
    uint32_t times = m->live.noises < 4 ? m->live.noises : 4;
    m->live.noises++;
    m->live.noise_done = m->live.now;
    s->own[0] = mind_between(m, n, 0, 1) < SHARES[times];
    s->own[1] = m->live.noise_rad;
    mind_post(m, TEXT("ReactToSoundAwake"));
    if (s->own[0] < 1) mind_glance(m, s->own[1], m->live.head_rad, 0.8f);
}
static enum going step_sound(struct mind *m, const struct node *n) {
    const struct sound *k = n->config;
    struct node_state *s = node_state(m, n);
    const struct node *direction = node_of(m, &k->direction);
    if (s->own[0] < 1) return s->asked = true, node_age(m, n) < 0.5 ? GOES_ON : OVER;
    if (direction) {
        if (mind_above(m, n)) return GOES_ON;
        return !s->step++ && mind_wants(m, direction) && mind_push(m, direction) ? GOES_ON : OVER;
    }
    if (!s->step) {
        if (mind_turn_to(m, n, s->own[1], 0.25f)) return GOES_ON;
        s->step = 1;
        mind_play(m, n, k->trigger);
    }
    return mind_waits(m, n) ? GOES_ON : OVER;
}
const struct mind_class CLASS_SOUND = {.name = "ReactToSound",
                                       .needs = BODY_HAS(MICROPHONES),
                                       .help = "Eyes, head and body to a noise, less and less to the same.",
                                       .knobs = &SOUND,
                                       .wants = wants_sound,
                                       .begin = begin_sound,
                                       .step = step_sound};

// By the hour on a clock from where it came, 12 ahead, and by where it stands: a clip, or nothing.
enum { HOURS = 12, AMBIENT = HOURS, WHERES = 3 };
#define SURE_ENOUGH 1 // of the direction: less is from anywhere
struct directions {
    const struct json *list;
    struct text clips[WHERES][HOURS + 1];
};
static const struct knob DIRECTIONS_LIST[] = {KNOB_OWN(
    struct directions, list, "reaction_list", &KIND_ANY,
    "{OnSurface, OnCharger, OffTreads}: {TwelveOClock to ElevenOClock, Ambient}: {anim} or {enabled: "
    "false}")};
static const struct knobs DIRECTIONS = CLASS_KNOBS(directions, DIRECTIONS_LIST);
static const char *const WHERE_NAMES[WHERES] = {"OnSurface", "OnCharger", "OffTreads"};
static const char *const HOUR_NAMES[HOURS + 1] = {
    "TwelveOClock", "OneOClock",   "TwoOClock",  "ThreeOClock", "FourOClock",   "FiveOClock", "SixOClock",
    "SevenOClock",  "EightOClock", "NineOClock", "TenOClock",   "ElevenOClock", "Ambient"};

static enum err read_direction(const struct json *at, struct text *out, struct fault *fault) {
    static const char *const KEYS[] = {"anim", "enabled"};
    bool enabled = true;
    enum err err = json_only(at, KEYS, 2, fault);
    if (!err && json_get(at, "enabled")) err = json_get_bool(at, "enabled", &enabled, fault);
    if (!err && enabled) err = json_get_text(at, "anim", out, fault);
    return err;
}
static enum err read_directions(struct tree_reading *reading, struct node *n, struct fault *fault) {
    struct directions *k = n->config;
    if (!k->list) return ERR_NONE;
    enum err err = json_only(k->list, WHERE_NAMES, WHERES, fault);
    for (int w = 0; w < WHERES && !err; w++) {
        const struct json *where = json_get(k->list, WHERE_NAMES[w]);
        if (where) err = json_only(where, HOUR_NAMES, HOURS + 1, fault);
        for (int h = 0; h <= HOURS && where && !err; h++) {
            const struct json *at = json_get(where, HOUR_NAMES[h]);
            if (at) err = read_direction(at, &k->clips[w][h], fault);
        }
    }
    return err;
}
static struct text clip_of(const struct mind *m, const struct node *n) {
    const struct directions *k = n->config;
    const struct mind_live *l = &m->live;
    int where = !mind_on_treads(m) ? 2 : l->status & BODY_STATUS_ON_CHARGER ? 1 : 0;
    int hour = (int)m_round(-l->noise_rad / M_TAU_F * HOURS) % HOURS; // clockwise
    bool sure = l->noise_sure >= SURE_ENOUGH;
    return k->clips[where][sure ? (hour + HOURS) % HOURS : AMBIENT];
}
static bool wants_direction(struct mind *m, const struct node *n) { return clip_of(m, n).len > 0; }
static void begin_direction(struct mind *m, const struct node *n) { mind_play(m, n, clip_of(m, n)); }
const struct mind_class CLASS_DIRECTION = {.name = "ReactToMicDirection",
                                           .needs = BODY_HAS(MICROPHONES),
                                           .help = "A clip for the direction that the last noise came from.",
                                           .knobs = &DIRECTIONS,
                                           .read = read_directions,
                                           .wants = wants_direction,
                                           .begin = begin_direction};

// ------------------------------------------------------------------------------------------ edges and pushes

struct retreat {
    struct text trigger, after;
    float distance_mm, speed_mmps, timeout_ms, away_deg, away_mm, most_s, rest_s;
    bool palm;
};
static const struct knob RETREAT_LIST[] = {
    CLASS_TEXT(retreat, trigger, "animTrigger", "a trigger: played first"),
    CLASS_F32(retreat, distance_mm, "cliffBackupDistance_mm", "mm", -500, 500, 60, "so far back"),
    CLASS_F32(retreat, speed_mmps, "cliffBackupSpeed_mmps", "mm/s", 5, 220, 100, "how fast"),
    CLASS_F32(retreat, timeout_ms, "eventFlagTimeout_ms", "ms", 0, 1e5, 500, "not used"),
    CLASS_F32(retreat, away_deg, "turnAway_deg", "deg", 0, 180, 125, "from an edge before it; 0: it stays"),
    CLASS_F32(retreat, away_mm, "driveAway_mm", "mm", 0, 500, 70, "and so far from there"),
    CLASS_F32(retreat, most_s, "maxSeries_s", "s", 1, 1e4, 20,
              "edge after edge for so long, and it leaves the rest to whatever frees it"),
    CLASS_F32(retreat, rest_s, "seriesRest_s", "s", 0, 1e4, 15, "for so long"),
    CLASS_TEXT(retreat, after, "endAnimTrigger", "a trigger: played last")};
static const struct knobs RETREAT = CLASS_KNOBS(retreat, RETREAT_LIST);
static enum going step_retreat(struct mind *m, const struct node *n) {
    const struct retreat *k = n->config;
    struct node_state *s = node_state(m, n);
    if (mind_waits(m, n)) return GOES_ON;
    switch (s->step++) {
    case 0:
        if (mind_play(m, n, k->trigger)) return GOES_ON;
        s->step++;
        __attribute__((fallthrough));
    case 1:
        if (!mind_on_treads(m) || m->live.status & BODY_STATUS_ON_CHARGER) return OVER;
        if (mind_meets_home(m, k->distance_mm > 0 ? M_PI_F : 0, m_abs(k->distance_mm) / 1000)) return GOES_ON;
        mind_drive(m, n, -k->distance_mm, k->speed_mmps);
        return GOES_ON;
    case 2:
        return mind_play(m, n, k->after) ? GOES_ON : OVER;
    default:
        return OVER;
    }
}

// Back from an edge before it, on from one after it; then it turns away and leaves.
enum { FRONT = 1 << BODY_CLIFF_FRONT_LEFT | 1 << BODY_CLIFF_FRONT_RIGHT };
enum { REAR = 1 << BODY_CLIFF_BACK_LEFT | 1 << BODY_CLIFF_BACK_RIGHT };
enum { LEFT = 1 << BODY_CLIFF_FRONT_LEFT | 1 << BODY_CLIFF_BACK_LEFT };

// Between two edges of one series it had no peace.
#define PEACE_S 8

// Whose ways off end at edges again and again stands in a corner: others have their turn then.
static bool wants_cliff(struct mind *m, const struct node *n) { return m->live.now >= m->live.edges_rest; }
static void end_cliff(struct mind *m, const struct node *n) {
    const struct retreat *k = n->config;
    struct mind_live *l = &m->live;
    if (l->now - l->edges_since > (double)k->most_s) l->edges_rest = l->now + (double)k->rest_s;
}

// own[0]: the sensors.
static void begin_cliff(struct mind *m, const struct node *n) {
    uint32_t at = (uint32_t)m->live.felt_a[LIFE_EVENT_KIND_CLIFF];
    if (m->live.now - node_state(m, n)->ended > PEACE_S) m->live.edges_since = m->live.now;
    node_state(m, n)->own[0] = (float)(at & (FRONT | REAR) ? at : FRONT);
}
static float turn_away(struct mind *m, const struct node *n, uint32_t at) {
    const struct retreat *k = n->config;
    uint32_t front = at & FRONT;
    bool right = front == FRONT || !front ? mind_between(m, n, -1, 1) < 0 : front & LEFT;
    return (right ? -1 : 1) * m_radians(k->away_deg * mind_between(m, n, 0.85f, 1.15f));
}
static enum going step_cliff(struct mind *m, const struct node *n) {
    const struct retreat *k = n->config;
    struct node_state *s = node_state(m, n);
    uint32_t at = (uint32_t)s->own[0];
    bool behind = at & REAR && !(at & FRONT);
    if (mind_waits(m, n)) return GOES_ON;
    if (s->step && (!mind_on_treads(m) || m->live.status & BODY_STATUS_ON_CHARGER)) return OVER;
    switch (s->step++) {
    case 0:
        if (mind_play(m, n, k->trigger)) return GOES_ON;
        s->step++;
        __attribute__((fallthrough));
    case 1:
        s->failed = false;
        mind_drive(m, n, behind ? k->distance_mm : -k->distance_mm, k->speed_mmps);
        return GOES_ON;
    case 2: // an edge there, too: it stands in a corner
        if (behind || !(k->away_deg > 0)) return s->step = 4, GOES_ON;
        s->own[1] = turn_away(m, n, at);
        mind_glance(m, s->own[1], 0, 0.6f);
        mind_turn(m, n, s->own[1], 1.8f);
        return GOES_ON;
    case 3:
        mind_drive(m, n, k->away_mm, 60);
        return GOES_ON;
    case 4:
        return mind_play(m, n, k->after) ? GOES_ON : OVER;
    default:
        return OVER;
    }
}
const struct mind_class CLASS_CLIFF = {.name = "ReactToCliff",
                                       .needs = BODY_HAS(WHEELS),
                                       .help = "A fright, a little away from the edge, and off.",
                                       .knobs = &RETREAT,
                                       .wants = wants_cliff,
                                       .begin = begin_cliff,
                                       .step = step_cliff,
                                       .end = end_cliff};
const struct mind_class CLASS_RETREAT = {.name = "ReactToUnexpectedMovement",
                                         .needs = BODY_HAS(WHEELS),
                                         .help = "A clip, then a little out of the way.",
                                         .knobs = &RETREAT,
                                         .step = step_retreat};

// ------------------------------------------------------------------------------------------------ its name

struct voice {
    struct text get_in, loop, get_out, nothing;
    float listen_s;
};
static const struct knob VOICE_LIST[] = {
    CLASS_TEXT(voice, get_in, "animListeningGetIn", "a trigger: it was called"),
    CLASS_TEXT(voice, loop, "animListeningLoop", "a trigger: while it listens"),
    CLASS_TEXT(voice, get_out, "animListeningGetOut", "a trigger: it has understood"),
    CLASS_TEXT(voice, nothing, "animNoIntent", "a trigger: nobody said more"),
    CLASS_F32(voice, listen_s, "listen_s", "s", 0.5, 60, 8, "it listens so long")};
static const struct knobs VOICE = CLASS_KNOBS(voice, VOICE_LIST);
enum { VOICE_IN, VOICE_TURN, VOICE_LISTEN, VOICE_OUT };

// What was wanted in the same breath is acted by at once, after a sign that it was heard.
static void begin_voice(struct mind *m, const struct node *n) {
    const struct voice *k = n->config;
    struct node_state *s = node_state(m, n);
    m->live.wake = 0;
    s->own[0] = mind_face_near(m, 3) ? m->live.face_bearing : m->live.noise_rad;
    s->own[1] = mind_face_near(m, 3) ? m->live.face_pitch : 0.35f;
    mind_post(m, TEXT("ReactToTriggerWord"));
    mind_glance(m, s->own[0], s->own[1], 0.8f);
    if (m->live.pending.number) s->step = VOICE_OUT;
    m->live.called = s->step != VOICE_OUT;
    mind_play(m, n, s->step == VOICE_OUT ? k->get_out : k->get_in);
}
static enum going leave_voice(struct mind *m, const struct node *n, struct text trigger) {
    mind_let_go(m, n);
    node_state(m, n)->step = VOICE_OUT;
    m->live.called = 0;
    return mind_play(m, n, trigger) ? GOES_ON : OVER;
}
static enum going step_voice(struct mind *m, const struct node *n) {
    const struct voice *k = n->config;
    struct node_state *s = node_state(m, n);
    if (m->live.pending.number) m->live.intent_at = m->live.now;  // it waits for the end of this
    if (m->live.wake) m->live.wake = 0, s->when[0] = m->live.now; // called again
    if (s->step == VOICE_OUT) return mind_waits(m, n) ? GOES_ON : OVER;
    if (m->live.silence_at >= s->began) return leave_voice(m, n, k->nothing);
    if (m->live.pending.number) return leave_voice(m, n, k->get_out);
    if (s->step == VOICE_IN) {
        if (mind_waits(m, n)) return GOES_ON;
        s->step = VOICE_TURN;
    }
    if (s->step == VOICE_TURN) {
        if (mind_turn_to(m, n, s->own[0], s->own[1])) return GOES_ON;
        s->step = VOICE_LISTEN, s->when[0] = m->live.now;
    }
    if (m->live.now - s->when[0] > (double)k->listen_s) return leave_voice(m, n, k->nothing);
    if (!mind_waits(m, n) && !mind_play(m, n, k->loop)) mind_wait(m, n, 0.5f);
    return GOES_ON;
}
static void end_voice(struct mind *m, const struct node *n) {
    m->live.called = 0;
    if (m->live.pending.number) m->live.intent_at = m->live.now;
    mind_event(m, LIFE_EVENT_KIND_WAKE_WORD_OVER, m->live.pending.number, 0, 0);
}
const struct mind_class CLASS_VOICE = {.name = "ReactToVoiceCommand",
                                       .help = "Called by its name it turns there and listens.",
                                       .knobs = &VOICE,
                                       .begin = begin_voice,
                                       .step = step_voice,
                                       .end = end_voice};
