#include "border/body_model.h"
#include "mind/condition/conditions_internal.h"

#include <string.h>

// --------------------------------------------------------------------------------------------- of conditions

static const char *const AND_OR_NOT[] = {"and", "or", "not", NULL}, *const SUB[] = {"subCondition", NULL};

// All are asked, whatever the first says: each keeps its own time.
static bool compound(struct mind *m, const struct condition *c) {
    uint32_t yes = 0;
    for (uint32_t i = 0; i < c->part_count; i++) yes += condition_holds(m, c->parts[i]);
    return c->how == 0 ? yes == c->part_count : c->how == 1 ? yes > 0 : !yes;
}
static bool always(struct mind *m, const struct condition *c) { return true; }

static bool became_true(struct mind *m, const struct condition *c) {
    struct condition_state *s = condition_state(m, c);
    bool now = condition_holds(m, c->parts[0]), was = s->number > 0;
    s->number = now;
    return now && !was;
}

struct dedup {
    float interval_ms;
};
static const struct knob DEDUP_LIST[] = {
    F32(dedup, interval_ms, "dedupInterval_ms", "ms", 0, 1e9, 0, "not again within this time")};
static const struct knobs DEDUP = KNOBS(dedup, DEDUP_LIST);
static bool timed_dedup(struct mind *m, const struct condition *c) {
    CONFIG(dedup);
    struct condition_state *s = condition_state(m, c);
    if (!condition_holds(m, c->parts[0])) return false;
    if ((NOW - s->told) * 1000 < (double)k->interval_ms) return false;
    s->told = NOW;
    return true;
}

struct range {
    float begin_s, end_s;
    bool manual;
};
static const struct knob RANGE_LIST[] = {
    F32(range, begin_s, "begin_s", "s", 0, 1e9, 0, "from so long after it was begun to be watched"),
    F32(range, end_s, "end_s", "s", 0, 1e9, 1e9, "and before this"),
    FLAG(range, manual, "manualResetOnly", false, "only a reset begins it anew")};
static const struct knobs RANGE = KNOBS(range, RANGE_LIST);
static bool timer_in_range(struct mind *m, const struct condition *c) {
    CONFIG(range);
    double since = NOW - condition_state(m, c)->armed;
    return since >= (double)k->begin_s && since < (double)k->end_s;
}

struct lasting {
    float seconds;
};
static const struct knob LASTING_LIST[] = {F32(lasting, seconds, "seconds", "s", 0, 1e7, 1, "for so long")};
static const struct knobs LASTING = KNOBS(lasting, LASTING_LIST);
static bool lasts(struct mind *m, const struct condition *c) {
    CONFIG(lasting);
    if (!condition_holds(m, c->parts[0])) return false;
    return NOW - condition_state(m, c->parts[0])->since >= (double)k->seconds;
}

struct timer {
    struct text name;
    float cooldown_s;
};
static const struct knob TIMER_LIST[] = {
    KNOB_OWN(struct timer, name, "timerName", &KIND_TIMER, "which"),
    F32(timer, cooldown_s, "cooldown_s", "s", 0, 1e7, 0, "older than this, or never reset")};
static const struct knobs TIMER = KNOBS(timer, TIMER_LIST);
static bool behavior_timer(struct mind *m, const struct condition *c) {
    CONFIG(timer);
    double age = mind_timer_age(m, k->name);
    return age < 0 || age * m->live.fast_forward > (double)k->cooldown_s;
}

struct odds {
    float probability, every_s;
};
static const struct knob ODDS_LIST[] = {F32(odds, probability, "probability", "", 0, 1, 0.5f, "how likely"),
                                        F32(odds, every_s, "every_s", "s", 0.06f, 1e6, 60, "drawn so often")};
static const struct knobs ODDS = KNOBS(odds, ODDS_LIST);
static bool chances(struct mind *m, const struct condition *c) {
    CONFIG(odds);
    struct chance dice =
        chance_of(m->live.seed, chance_stream("odds") ^ c->stream, (uint64_t)(NOW / (double)k->every_s));
    return chance_true(&dice, k->probability);
}

// --------------------------------------------------------------------------------------------- what was felt

struct felt {
    int32_t kind;
    float within_s;
};
static enum err read_felt(const struct json *value, const struct knob_reading *in, void *to,
                          struct fault *fault) {
    struct text name;
    enum err err = json_as_text(value, &name, fault);
    for (unsigned kind = 1; !err && life_event_kind_name(kind); kind++)
        if (text_is(name, life_event_kind_name(kind))) return *(int32_t *)to = (int32_t)kind, ERR_NONE;
    return err ? err
               : json_fault(value, fault, ERR_UNKNOWN, "nothing is felt that is called \"%.*s\"",
                            (int)(name.len < 60 ? name.len : 60), name.at);
}
static const struct knob_kind KIND_FELT = {"an event of a life, such as POKED", read_felt};
static const struct knob FELT_LIST[] = {
    KNOB_OWN(struct felt, kind, "felt", &KIND_FELT, "which event"),
    F32(felt, within_s, "within_s", "s", 0, 1e6, 1, "so long it counts, unless something answered it")};
static const struct knobs FELT = KNOBS(felt, FELT_LIST);
static bool felt(struct mind *m, const struct condition *c) {
    CONFIG(felt);
    double at = m->live.felt_at[k->kind % MIND_KINDS];
    return NOW - at <= (double)k->within_s && at > condition_state(m, c)->told;
}

struct poked {
    float within_s;
};
static const struct knob POKED_LIST[] = {
    F32(poked, within_s, "wasPokedRecentlyTimeThreshold_sec", "s", 0, 1e6, 1, "so long ago at most")};
static const struct knobs POKED = KNOBS(poked, POKED_LIST);
static bool robot_poked(struct mind *m, const struct condition *c) {
    CONFIG(poked);
    return felt_lately(m, c, LIFE_EVENT_KIND_POKED, k->within_s);
}
static bool unexpected(struct mind *m, const struct condition *c) {
    return felt_lately(m, c, LIFE_EVENT_KIND_UNEXPECTED_MOVEMENT, 0.5f);
}
static bool object_moved(struct mind *m, const struct condition *c) {
    return felt_lately(m, c, LIFE_EVENT_KIND_THING_MOVED, 1);
}
struct shaken {
    float least;
};
static const struct knob SHAKEN_LIST[] = {F32(shaken, least, "minAccelMagnitudeThreshold", "mm/s^2", 0, 1e6,
                                              16000, "how hard; its body says when it is")};
static const struct knobs SHAKEN = KNOBS(shaken, SHAKEN_LIST);
static bool robot_shaken(struct mind *m, const struct condition *c) {
    return felt_lately(m, c, LIFE_EVENT_KIND_SHAKEN, 1);
}
struct noise {
    float least_db;
};
static const struct knob NOISE_LIST[] = {F32(noise, least_db, "least_db", "dB", 0, 200, 72, "so loud")};
static const struct knobs NOISE = KNOBS(noise, NOISE_LIST);
static bool sound_heard(struct mind *m, const struct condition *c) {
    CONFIG(noise);
    return NOW - m->live.noise_at <= 1 && m->live.noise_at > m->live.noise_done &&
           m->live.noise_db >= k->least_db;
}
static bool trigger_word(struct mind *m, const struct condition *c) {
    return m->live.wake && NOW - m->live.wake_at < 1;
}

struct stimuli {
    bool motion, face, poke, touch, sound, picked_up, light;
};
static const struct knob STIMULI_LIST[] = {FLAG(stimuli, motion, "motion", false, "something moves"),
                                           FLAG(stimuli, face, "face", false, "a face"),
                                           FLAG(stimuli, poke, "poke", false, "a poke"),
                                           FLAG(stimuli, touch, "touch", false, "a touch"),
                                           FLAG(stimuli, sound, "sound", false, "a noise"),
                                           FLAG(stimuli, picked_up, "pickedUp", false, "it is taken up"),
                                           FLAG(stimuli, light, "light", false, "the light goes on")};
static const struct knobs STIMULI = KNOBS(stimuli, STIMULI_LIST);
static bool any_stimuli(struct mind *m, const struct condition *c) {
    CONFIG(stimuli);
    const double *at = m->live.felt_at;
    return (k->face && mind_face_near(m, 0.5f)) || (k->poke && NOW - at[LIFE_EVENT_KIND_POKED] < 0.5) ||
           (k->touch && m->live.status & BODY_STATUS_TOUCHED) || (k->sound && NOW - m->live.noise_at < 0.5) ||
           (k->picked_up && m->live.status & BODY_STATUS_PICKED_UP) ||
           (k->motion && NOW - at[LIFE_EVENT_KIND_THING_MOVED] < 0.5);
}

// ------------------------------------------------------------------------------------------------ its body

static bool on_charger(struct mind *m, const struct condition *c) {
    return has_status(m, BODY_STATUS_ON_CHARGER);
}
static bool carrying(struct mind *m, const struct condition *c) {
    return has_status(m, BODY_STATUS_CARRYING);
}
static bool picked_up(struct mind *m, const struct condition *c) {
    return has_status(m, BODY_STATUS_PICKED_UP);
}
static bool too_hot(struct mind *m, const struct condition *c) {
    return has_status(m, BODY_STATUS_BATTERY_HOT);
}

struct held {
    bool should;
    float least_ms, most_ms;
};
static const struct knob HELD_LIST[] = {
    FLAG(held, should, "shouldBeHeld", true, "or not"),
    F32(held, least_ms, "minTimeSinceChange_ms", "ms", 0, 1e9, 0, "for so long"),
    F32(held, most_ms, "maxTimeSinceChange_ms", "ms", 0, 1e9, 1e9, "and no longer")};
static const struct knobs HELD = KNOBS(held, HELD_LIST);
static bool being_held(struct mind *m, const struct condition *c) {
    CONFIG(held);
    bool is = mind_held(m->live.status, m->live.attitude);
    double since = (NOW - m->live.held_since) * 1000;
    return is == k->should && since >= (double)k->least_ms && since <= (double)k->most_ms;
}

struct palm {
    bool should;
    float least_s, most_s;
};
static const struct knob PALM_LIST[] = {
    FLAG(palm, should, "shouldBeHeldInPalm", true, "or not"),
    F32(palm, least_s, "minDuration_s", "s", 0, 1e7, 0, "for so long"),
    F32(palm, most_s, "maxDuration_s", "s", 0, 1e7, 1e7, "and no longer")};
static const struct knobs PALM = KNOBS(palm, PALM_LIST);
static bool in_palm(struct mind *m, const struct condition *c) {
    CONFIG(palm);
    bool is = has_status(m, BODY_STATUS_HELD) && m->live.attitude == BODY_ATTITUDE_ON_TREADS;
    double since = NOW - m->live.held_since;
    return is == k->should && since >= (double)k->least_s && since <= (double)k->most_s;
}

struct cliff {
    uint32_t least;
    bool none;
    float least_ms, most_ms;
};
static const struct knob CLIFF_LIST[] = {
    KNOB_NAMED(struct cliff, least, "numCliffDetectionsToTrigger", KNOB_TYPE_U32, "", 1, 4, 1, "how many"),
    FLAG(cliff, none, "shouldDetectNoCliffs", false, "none of them"),
    F32(cliff, least_ms, "minDuration_ms", "ms", 0, 1e9, 0, "for so long"),
    F32(cliff, most_ms, "maxDuration_ms", "ms", 0, 1e9, 1e9, "and no longer")};
static const struct knobs CLIFF = KNOBS(cliff, CLIFF_LIST);
static bool cliff_detected(struct mind *m, const struct condition *c) {
    CONFIG(cliff);
    bool is = has_status(m, BODY_STATUS_CLIFF);
    double since = (NOW - m->live.cliff_since) * 1000;
    return is != k->none && since >= (double)k->least_ms && since <= (double)k->most_ms;
}

struct treads {
    int32_t state;
    float least_ms, most_ms;
};
static const char *const TREADS_STATES[] = {"OnTreads",    "InAir",  "OnBack",  "OnLeftSide",
                                            "OnRightSide", "OnFace", "Falling", NULL};
static const struct knob TREADS_LIST[] = {
    {"targetState", KNOB_TYPE_ENUM, offsetof(struct treads, state), sizeof(int32_t), "", 0, 0, 0, "OnTreads",
     TREADS_STATES, "how it lies", NULL},
    F32(treads, least_ms, "minTimeSinceChange_ms", "ms", 0, 1e9, 0, "for so long"),
    F32(treads, most_ms, "maxTimeSinceChange_ms", "ms", -1, 1e9, -1, "and no longer; -1: or ever")};
static const struct knobs TREADS = KNOBS(treads, TREADS_LIST);
static bool off_treads(struct mind *m, const struct condition *c) {
    CONFIG(treads);
    static const uint8_t ATTITUDES[] = {
        BODY_ATTITUDE_ON_TREADS,     BODY_ATTITUDE_IN_AIR,  BODY_ATTITUDE_ON_BACK, BODY_ATTITUDE_ON_LEFT_SIDE,
        BODY_ATTITUDE_ON_RIGHT_SIDE, BODY_ATTITUDE_ON_FACE, BODY_ATTITUDE_FALLING};
    bool lifted = has_status(m, BODY_STATUS_PICKED_UP | BODY_STATUS_HELD);
    uint8_t is = (uint8_t)m->live.attitude;
    if (has_status(m, BODY_STATUS_FALLING))
        is = BODY_ATTITUDE_FALLING;
    else if (lifted && is == BODY_ATTITUDE_ON_TREADS)
        is = BODY_ATTITUDE_IN_AIR;
    double since = (NOW - m->live.attitude_since) * 1000;
    return is == ATTITUDES[k->state] && since >= (double)k->least_ms &&
           (k->most_ms < 0 || since <= (double)k->most_ms);
}

struct prox {
    float low_mm, high_mm;
    bool invalid;
};
static const struct knob PROX_LIST[] = {
    F32(prox, low_mm, "minProxDist_mm", "mm", 0, 1e6, 0, "from here"),
    F32(prox, high_mm, "maxProxDist_mm", "mm", 0, 1e6, 1e6, "to here"),
    FLAG(prox, invalid, "invalidSensorReturn", false, "what to say when nothing is measured")};
static const struct knobs PROX = KNOBS(prox, PROX_LIST);
static bool prox_in_range(struct mind *m, const struct condition *c) {
    CONFIG(prox);
    float mm = m->live.range_m * 1000;
    return mm > 0 ? mm >= k->low_mm && mm <= k->high_mm : k->invalid;
}
static bool obstacle(struct mind *m, const struct condition *c) {
    return m->live.range_m > 0.001f && m->live.range_m < 0.04f && m->live.lift_m < 0.045f &&
           !has_status(m, BODY_STATUS_CARRYING);
}

struct angle {
    float low_deg, high_deg;
};
static const struct knob PITCH_LIST[] = {
    F32(angle, low_deg, "minPitchThreshold_deg", "deg", -180, 180, -180, "from"),
    F32(angle, high_deg, "maxPitchThreshold_deg", "deg", -180, 180, 180, "to")};
static const struct knobs PITCH = KNOBS(angle, PITCH_LIST);
static bool pitch_in_range(struct mind *m, const struct condition *c) {
    CONFIG(angle);
    float deg = m_degrees(m->live.pitch_rad);
    return deg >= k->low_deg && deg <= k->high_deg;
}

struct touched {
    float least_s;
};
static const struct knob TOUCHED_LIST[] = {
    F32(touched, least_s, "minTouchTime", "s", 0, 1e6, 0, "for so long")};
static const struct knobs TOUCHED = KNOBS(touched, TOUCHED_LIST);
static bool robot_touched(struct mind *m, const struct condition *c) {
    CONFIG(touched);
    return has_status(m, BODY_STATUS_TOUCHED) && NOW - m->live.touched_since >= (double)k->least_s;
}

struct battery {
    int32_t level;
};
static const char *const LEVELS[] = {"Unknown", "Low", "Nominal", "Full", NULL};
static const struct knob BATTERY_LIST[] = {{"targetBatteryLevel", KNOB_TYPE_ENUM,
                                            offsetof(struct battery, level), sizeof(int32_t), "", 0, 0, 0,
                                            "Low", LEVELS, "which", NULL}};
static const struct knobs BATTERY = KNOBS(battery, BATTERY_LIST);
static bool battery_level(struct mind *m, const struct condition *c) {
    CONFIG(battery);
    return m->live.battery == (uint32_t)k->level;
}
struct charge {
    float share;
};
static const struct knob CHARGE_LIST[] = {
    F32(charge, share, "share", "", 0, 1, 0.3f, "of what it can hold; by its voltage")};
static const struct knobs CHARGE = KNOBS(charge, CHARGE_LIST);
static bool charge_below(struct mind *m, const struct condition *c) {
    CONFIG(charge);
    return m->live.charge >= 0 && m->live.charge < k->share;
}
struct active_feature {
    struct names names;
};
static const struct knob FEATURE_LIST[] = {KNOB_OWN(struct active_feature, names, "features", &KIND_NAMES,
                                                    "associatedActiveFeature of what runs: any")};
static const struct knobs FEATURE = KNOBS(active_feature, FEATURE_LIST);
static bool feature_active(struct mind *m, const struct condition *c) {
    CONFIG(active_feature);
    if (!m->live.feature) return false;
    struct text is = m->tree->nodes[m->live.feature - 1].base.feature;
    for (uint32_t i = 0; i < k->names.count; i++)
        if (text_same(k->names.at[i], is)) return true;
    return false;
}
struct by_charger {
    float most_mm;
};
static const struct knob BY_CHARGER_LIST[] = {
    F32(by_charger, most_mm, "maxDist_mm", "mm", 0, 1e5, 200, "from the middle of the one to the other's")};
static const struct knobs BY_CHARGER = KNOBS(by_charger, BY_CHARGER_LIST);
static bool cube_by_charger(struct mind *m, const struct condition *c) {
    CONFIG(by_charger);
    return m->live.cube_home_m * 1000 <= k->most_mm;
}

// It could not move, twice within a minute, and has not come free since.
static bool is_stuck(struct mind *m, const struct condition *c) {
    CONFIG(lasting);
    return m->live.stalls >= 2 && NOW - m->live.stall_at < 120 &&
           NOW - m->live.stuck_since >= (double)k->seconds;
}
static bool asked(struct mind *m, const struct condition *c) { return NOW < m->live.led_until; }

// ----------------------------------------------------------------------------------------- people and things

struct face_known {
    float most_mm, most_age_s, most_turn_deg;
    bool named;
};
static const struct knob FACE_LIST[] = {
    F32(face_known, most_mm, "maxFaceDist_mm", "mm", 0, 1e6, 1e6, "so near"),
    F32(face_known, most_age_s, "maxFaceAge_s", "s", 0, 1e9, 1e9, "seen so lately"),
    F32(face_known, most_turn_deg, "maxTurn_deg", "deg", 0, 360, 360, "so far aside at most"),
    FLAG(face_known, named, "mustBeNamed", false, "one with a name")};
static const struct knobs FACE = KNOBS(face_known, FACE_LIST);
static bool face_is_known(struct mind *m, const struct condition *c) {
    CONFIG(face_known);
    return m->live.face && (!k->named || m->live.face > 0) && mind_face_near(m, k->most_age_s) &&
           m->live.face_distance * 1000 <= k->most_mm &&
           m_abs(m_degrees(m->live.face_bearing)) <= k->most_turn_deg;
}
static bool eye_contact(struct mind *m, const struct condition *c) { return NOW - m->live.contact_at <= 0.5; }

struct unmet {
    float least_s, most_s;
    bool named;
};
static const struct knob UNMET_LIST[] = {
    F32(unmet, least_s, "least_s", "s", 0, 1e9, 600, "unseen and not greeted for so long"),
    F32(unmet, most_s, "most_s", "s", 0, 1e9, 1e9, "and no longer"),
    FLAG(unmet, named, "mustBeNamed", false, "somebody with a name")};
static const struct knobs UNMET = KNOBS(unmet, UNMET_LIST);
static bool face_unmet(struct mind *m, const struct condition *c) {
    CONFIG(unmet);
    if (!mind_face_near(m, 0.5f) || (k->named && m->live.face < 0)) return false;
    for (uint32_t i = 0; i < m->live.person_count; i++) {
        const struct mind_person *p = &m->live.persons[i];
        if (p->id != m->live.face) continue;
        double gone = p->first - p->left, met = NOW - p->met;
        double away = met < gone ? met : gone;
        return (!p->greeted || met > (double)k->least_s) && away >= (double)k->least_s &&
               away <= (double)k->most_s;
    }
    return false;
}

struct object_known {
    struct names types;
    float most_age_ms, most_mm;
};
static const struct knob OBJECT_LIST[] = {
    KNOB_OWN(struct object_known, types, "objectTypes", &KIND_NAMES, "cube or charger"),
    F32(object_known, most_age_ms, "maxAge_ms", "ms", 0, 1e12, 1e12, "seen so lately"),
    F32(object_known, most_mm, "maxDist_mm", "mm", 0, 1e6, 1e6, "so near")};
static const struct knobs OBJECT = KNOBS(object_known, OBJECT_LIST);
static bool object_is_known(struct mind *m, const struct condition *c) {
    CONFIG(object_known);
    bool charger = k->types.count && text_is(k->types.at[0], "charger");
    double at = charger ? m->live.charger_at : m->live.cube_at;
    float far = charger ? m->live.charger_distance : m->live.cube_distance;
    return (charger ? m->live.charger : m->live.cube) && (NOW - at) * 1000 <= (double)k->most_age_ms &&
           far * 1000 <= k->most_mm;
}

struct beat {
    bool maybe;
};
static const struct knob BEAT_LIST[] = {
    FLAG(beat, maybe, "allowPotentialBeat", false, "one that is not certain yet, too")};
static const struct knobs BEAT = KNOBS(beat, BEAT_LIST);
static bool beat_detected(struct mind *m, const struct condition *c) {
    CONFIG(beat);
    double at = k->maybe ? m->live.tempo_maybe_at : m->live.tempo_at;
    return m->live.tempo_bpm > 0 && NOW - at < 1.5;
}

// ------------------------------------------------------------------------------------------------ itself

struct emotion {
    struct text name;
    float low, high, value;
};
static const struct knob EMOTION_LIST[] = {KNOB_OWN(struct emotion, name, "emotion", &KIND_TEXT, "which"),
                                           F32(emotion, low, "min", "", -1e6, 1e6, -1e6, "at least"),
                                           F32(emotion, high, "max", "", -1e6, 1e6, 1e6, "at most"),
                                           F32(emotion, value, "value", "", -1e6, 1e6, -1e6, "exactly")};
static const struct knobs EMOTION = KNOBS(emotion, EMOTION_LIST);
static bool emotion(struct mind *m, const struct condition *c) {
    CONFIG(emotion);
    char name[48];
    text_copy(k->name, name, sizeof name);
    double is = mood_value(&m->mood, name);
    if (k->value > -1e6f) return __builtin_fabs(is - (double)k->value) <= 0.001;
    return is >= (double)k->low && is <= (double)k->high;
}

struct simple {
    int32_t mood, from, to;
};
static const char *const MOODS[] = {"Default", "LowStim", "MedStim", "HighStim", "Frustrated", NULL};
#define MOOD_KNOB(field, help)                                                                               \
    {                                                                                                        \
#field, KNOB_TYPE_ENUM, offsetof(struct simple, field), sizeof(int32_t), "", 0, 0, 0, "Default",     \
            MOODS, help, NULL                                                                                \
    }
static const struct knob SIMPLE_LIST[] = {MOOD_KNOB(mood, "it is this one"),
                                          MOOD_KNOB(from, "it was this one until now"),
                                          MOOD_KNOB(to, "and is this one from now on")};
static const struct knobs SIMPLE = KNOBS(simple, SIMPLE_LIST);
static bool simple_mood(struct mind *m, const struct condition *c) {
    CONFIG(simple);
    if (k->mood) return m->mood.simple == (uint32_t)k->mood;
    bool turned = m->mood.clock - m->mood.simple_since < MIND_BEAT_S * 1.5 && m->mood.simple_since > 0;
    return turned && (!k->from || m->mood.simple_before == (uint32_t)k->from) &&
           (!k->to || m->mood.simple == (uint32_t)k->to);
}

// Local time outside 7 to 21 o'clock, or unknown; a mind that was told no time takes it for day.
static bool night(struct mind *m, const struct condition *c) {
    uint32_t minutes = m->live.hour_minute;
    return m->live.zone_known && (minutes < 7 * 60 || minutes >= 21 * 60);
}

struct sleepy {
    float above_min;
};
static const struct knob SLEEPY_LIST[] = {
    F32(sleepy, above_min, "above_min", "min", 0, 1200, 45, "it lacks so much sleep")};
static const struct knobs SLEEPY = KNOBS(sleepy, SLEEPY_LIST);
static bool is_sleepy(struct mind *m, const struct condition *c) {
    CONFIG(sleepy);
    return m->live.debt_s > (double)k->above_min * 60;
}
static bool quiet_for(struct mind *m, const struct condition *c) {
    CONFIG(lasting);
    return NOW - m->live.quiet_since >= (double)k->seconds;
}
static bool off_charger_for(struct mind *m, const struct condition *c) {
    CONFIG(lasting);
    return !has_status(m, BODY_STATUS_ON_CHARGER) && NOW - m->live.charger_left >= (double)k->seconds;
}
static bool on_charger_for(struct mind *m, const struct condition *c) {
    CONFIG(lasting);
    return has_status(m, BODY_STATUS_ON_CHARGER) && NOW - m->live.charger_since >= (double)k->seconds;
}

struct intents {
    struct names list;
};
static const struct knob INTENTS_LIST[] = {
    KNOB_OWN(struct intents, list, "list", &KIND_INTENTS, "any of them")};
static const struct knobs INTENTS = KNOBS(intents, INTENTS_LIST);
static bool intent_pending(struct mind *m, const struct condition *c) {
    CONFIG(intents);
    return mind_intent_pending(m, &k->list);
}
static bool intent_active(struct mind *m, const struct condition *c) {
    CONFIG(intents);
    return mind_intent_active(m, &k->list);
}
static bool unclaimed(struct mind *m, const struct condition *c) {
    return m->live.unclaimed && NOW - m->live.unclaimed_at < 1;
}
static bool quiet_wanted(struct mind *m, const struct condition *c) { return NOW < m->live.quiet_until; }
static bool timer_rings(struct mind *m, const struct condition *c) {
    return m->live.timer_at > NEVER && NOW >= m->live.timer_at;
}

// ----------------------------------------------------------------------------------------------- all of them

#define ROW(id, called, its_knobs, its_parts, answer, says)                                                  \
    static const struct condition_class id = {called, says, its_knobs, its_parts, answer, 0};
#define ROW_OF(id, called, its_knobs, answer, says, part)                                                    \
    static const struct condition_class id = {called, says, its_knobs, NULL, answer, BODY_HAS(part)};
ROW(COMPOUND, "Compound", NULL, AND_OR_NOT, compound, "All, one, or none of its sub-conditions.")
ROW(TRUE_, "TrueCondition", NULL, NULL, always, "Always.")
ROW(BECAME, "BecameTrueThisTick", NULL, SUB, became_true, "Its sub-condition holds and did not before.")
ROW(DEDUPED, "TimedDedup", &DEDUP, SUB, timed_dedup, "Its sub-condition holds, and it was not told lately.")
ROW(IN_RANGE, "TimerInRange", &RANGE, NULL, timer_in_range, "By the time since it was begun to be watched.")
ROW(LASTS, "Lasts", &LASTING, SUB, lasts, "Its sub-condition has held for so long.")
ROW(TIMED, "BehaviorTimer", &TIMER, NULL, behavior_timer, "A named timer is older, or was never reset.")
ROW(CHANCE, "Chance", &ODDS, NULL, chances, "A draw, the same for a while.")
ROW(FELT_, "Felt", &FELT, NULL, felt, "Something was felt and nothing has answered it.")
ROW(POKED_, "RobotPoked", &POKED, NULL, robot_poked, "It was poked.")
ROW_OF(UNEXPECTED, "UnexpectedMovement", NULL, unexpected, "Treads and gyro disagree.", WHEELS)
ROW_OF(MOVED, "ObjectMoved", NULL, object_moved, "A known thing stands elsewhere.", CAMERA)
ROW_OF(SHAKEN_, "RobotShaken", &SHAKEN, robot_shaken, "It is shaken in a hand.", IMU)
ROW_OF(SOUND, "SoundHeard", &NOISE, sound_heard, "A noise that nothing has answered.", MICROPHONES)
ROW(WORD, "TriggerWordPending", NULL, NULL, trigger_word, "Its name was said.")
ROW(ANY, "AnyStimuli", &STIMULI, NULL, any_stimuli, "Any of what is named happens now.")
ROW_OF(CHARGER, "OnCharger", NULL, on_charger, "On contacts with power.", CHARGER)
ROW_OF(PLATFORM, "OnChargerPlatform", NULL, on_charger, "On its charger.", CHARGER)
ROW_OF(CARRIES, "CarryingCube", NULL, carrying, "Its lift carries a cube.", LIFT)
ROW(PICKED, "RobotPickedUp", NULL, NULL, picked_up, "It was taken up.")
ROW_OF(HOT, "TooHotToCharge", NULL, too_hot, "Its battery is hot.", BATTERY)
ROW(HOT_TOO, "HighTemperature", NULL, NULL, too_hot, "It is too hot.")
ROW(HELD_, "BeingHeld", &HELD, NULL, being_held, "Somebody holds it, or nobody does.")
ROW(PALM_, "RobotHeldInPalm", &PALM, NULL, in_palm, "It sits on a hand.")
ROW_OF(CLIFF_, "CliffDetected", &CLIFF, cliff_detected, "A floor sensor sees no floor.", CLIFFS)
ROW(TREADS_, "OffTreadsState", &TREADS, NULL, off_treads, "How it stands or lies.")
ROW_OF(PROX_, "ProxInRange", &PROX, prox_in_range, "Something is so far before it.", RANGE)
ROW(OBSTACLE, "ObstacleDetected", NULL, NULL, obstacle, "Something blocks its way.")
ROW_OF(PITCH_, "RobotPitchInRange", &PITCH, pitch_in_range, "How it is tilted.", IMU)
ROW_OF(TOUCHED_, "RobotTouched", &TOUCHED, robot_touched, "It is touched.", TOUCH)
ROW_OF(BATTERY_, "BatteryLevel", &BATTERY, battery_level, "How full its battery is.", BATTERY)
ROW_OF(BY_HOME, "CubeByCharger", &BY_CHARGER, cube_by_charger, "A cube is in the way to its charger.", CAMERA)
ROW_OF(STUCK, "Stuck", &LASTING, is_stuck, "It could not move, and again, and is not free for so long.",
       WHEELS)
ROW_OF(CHARGE_, "ChargeBelow", &CHARGE, charge_below, "Its battery holds less than this.", BATTERY)
ROW(FEATURE_, "FeatureActive", &FEATURE, NULL, feature_active, "What it does is called so outside.")
ROW(ASKED, "Led", NULL, NULL, asked, "Somebody else leads it, or did until a moment ago.")
ROW_OF(FACE_, "FaceKnown", &FACE, face_is_known, "It knows of somebody's face.", CAMERA)
ROW_OF(CONTACT, "EyeContact", NULL, eye_contact, "Somebody looks at it.", CAMERA)
ROW_OF(UNMET_, "FaceUnmet", &UNMET, face_unmet, "Somebody is there who was long away.", CAMERA)
ROW_OF(OBJECT_, "ObjectKnown", &OBJECT, object_is_known, "It knows where a cube or its charger is.", CAMERA)
ROW_OF(BEAT_, "BeatDetected", &BEAT, beat_detected, "It hears a beat.", MICROPHONES)
ROW(EMOTION_, "Emotion", &EMOTION, NULL, emotion, "How strong an emotion is.")
ROW(SIMPLE_, "SimpleMood", &SIMPLE, NULL, simple_mood, "Which mood it is in, or turns to.")
ROW(NIGHT, "IsNightTime", NULL, NULL, night, "Local time is outside 7 to 21 o'clock.")
ROW(SLEEPY_, "Sleepy", &SLEEPY, NULL, is_sleepy, "It lacks sleep.")
ROW(QUIET, "QuietFor", &LASTING, NULL, quiet_for, "Nothing has happened to it for so long.")
ROW(OFF_FOR, "OffChargerFor", &LASTING, NULL, off_charger_for, "It has been off its charger for so long.")
ROW_OF(ON_FOR, "OnChargerFor", &LASTING, on_charger_for, "It has been on its charger for so long.", CHARGER)
ROW(INTENT, "UserIntentPending", &INTENTS, NULL, intent_pending, "Somebody wants one of these of it.")
ROW(ACTIVE, "UserIntentActive", &INTENTS, NULL, intent_active, "It acts by one of these.")
ROW(UNCLAIMED, "IntentUnclaimed", NULL, NULL, unclaimed, "Something was wanted that nobody here acts by.")
ROW(QUIET_WANTED, "QuietWanted", NULL, NULL, quiet_wanted, "It was told to be quiet, and that holds.")
ROW(TIMER_RINGS, "TimerRings", NULL, NULL, timer_rings, "A timer's time is over, and nobody has stopped it.")

#define CONDITION_ADDRESS(id) &CONDITION_##id,
const struct condition_class *const CONDITION_CLASSES[] = {
    &COMPOUND,     &TRUE_,       &BECAME,
    &DEDUPED,      &IN_RANGE,    &LASTS,
    &TIMED,        &CHANCE,      &FELT_,
    &POKED_,       &MOVED,       &SHAKEN_,
    &SOUND,        &WORD,        &ANY,
    &CHARGER,      &PLATFORM,    &CARRIES,
    &PICKED,       &HOT,         &HOT_TOO,
    &HELD_,        &PALM_,       &CLIFF_,
    &TREADS_,      &PROX_,       &OBSTACLE,
    &PITCH_,       &TOUCHED_,    &BATTERY_,
    &ASKED,        &FACE_,       &CONTACT,
    &UNMET_,       &OBJECT_,     &BEAT_,
    &NIGHT,        &EMOTION_,    &SIMPLE_,
    &SLEEPY_,      &QUIET,       &OFF_FOR,
    &ON_FOR,       &INTENT,      &UNEXPECTED,
    &CHARGE_,      &FEATURE_,    &STUCK,
    &BY_HOME,      &ACTIVE,      &UNCLAIMED,
    &QUIET_WANTED, &TIMER_RINGS, CONDITIONS_ELSEWHERE(CONDITION_ADDRESS) NULL};
