// Music: listening for its beat, dancing to it phrase by phrase. Its robot holds dancing clips until each
// beat.
#include "base/maths/maths.h"
#include "mind/class/classes.h"

#define BEAT_GONE_S 1.5 // without a beat for so long the music is over

static bool hears_beat(const struct mind *m, bool certain) {
    double at = certain ? m->live.tempo_at : m->live.tempo_maybe_at;
    return m->live.tempo_bpm > 0 && m->live.now - at < BEAT_GONE_S;
}

// ------------------------------------------------------------------------------------------------ listening

struct listening {
    struct text before, listen, after, none;
    float least_s, most_s;
    bool cancel;
};
static const struct knob LISTEN_LIST[] = {
    CLASS_TEXT(listening, before, "preListeningAnim", "a trigger: it begins to listen"),
    CLASS_TEXT(listening, listen, "listeningAnim", "a trigger: again and again while it listens"),
    CLASS_TEXT(listening, after, "postListeningAnim", "a trigger: it has the beat"),
    CLASS_TEXT(listening, none, "noBeatAnim", "a trigger: there is none"),
    CLASS_F32(listening, least_s, "minListeningTime_sec", "s", 0, 100, 4, "at least so long"),
    CLASS_F32(listening, most_s, "maxListeningTime_sec", "s", 0, 1000, 10, "at most"),
    CLASS_FLAG(listening, cancel, "cancelSelfIfBeatLost", false,
               "it ends when even a possible beat is lost")};
static const struct knobs LISTEN = CLASS_KNOBS(listening, LISTEN_LIST);

static void begin_listening(struct mind *m, const struct node *n) {
    mind_timer_reset(m, TEXT("ListenForBeatsCooldown"));
    mind_play(m, n, ((const struct listening *)n->config)->before);
}
static enum going leave_listening(struct mind *m, const struct node *n, struct text trigger) {
    mind_let_go(m, n);
    node_state(m, n)->step = 1;
    return mind_play(m, n, trigger) ? GOES_ON : OVER;
}
static enum going step_listening(struct mind *m, const struct node *n) {
    const struct listening *k = n->config;
    struct node_state *s = node_state(m, n);
    double age = node_age(m, n);
    s->asked = true;
    if (s->step) return mind_waits(m, n) ? GOES_ON : OVER;
    if (age >= (double)k->least_s && hears_beat(m, true)) return leave_listening(m, n, k->after);
    bool lost = k->cancel && !hears_beat(m, false);
    if (age >= (double)k->most_s || (age >= (double)k->least_s && lost))
        return leave_listening(m, n, k->none);
    if (!mind_waits(m, n)) mind_play(m, n, k->listen);
    return GOES_ON;
}
static void end_listening(struct mind *m, const struct node *n) {
    mind_timer_reset(m, TEXT("ListenForBeatsCooldown"));
}
const struct mind_class CLASS_LISTEN = {.name = "ListenForBeats",
                                        .needs = BODY_HAS(MICROPHONES),
                                        .help = "Listens for a beat.",
                                        .knobs = &LISTEN,
                                        .begin = begin_listening,
                                        .step = step_listening,
                                        .end = end_listening};

// ------------------------------------------------------------------------------------------------ dancing

struct phrase {
    struct names anims;
    uint32_t least, most, multiple;
};
struct dance {
    struct text get_in, get_out, lights, hold;
    struct names by_tempo;
    const struct json *sessions;
    bool backpack;
    struct phrase *phrases; // of all sessions
    uint32_t count;
};
static const struct knob DANCE_LIST[] = {
    CLASS_TEXT(dance, get_in, "getInAnim", "a trigger: before it"),
    CLASS_TEXT(dance, get_out, "getOutAnim", "a trigger: after it"),
    KNOB_OWN(
        struct dance, by_tempo, "tempoAnims", &KIND_NAMES,
        "triggers that end with their tempo, slow to fast: where a phrase names \"\", the first that is fast "
        "enough"),
    KNOB_OWN(struct dance, sessions, "danceSessions", &KIND_ANY,
             "[{dancePhrases: [{anims, minBeats, maxBeats, multipleOf}]}]: so many beats of clips drawn from "
             "anims"),
    CLASS_FLAG(dance, backpack, "useBackpackLights", false, "not used: its clips have lights"),
    CLASS_TEXT(dance, lights, "backpackAnim", "not used"),
    CLASS_TEXT(dance, hold, "eyeHoldAnim", "not used")};
static const struct knobs DANCE = CLASS_KNOBS(dance, DANCE_LIST);
enum { PHRASES_MOST = 64, BEATS_MOST = 1000 };

static enum err read_number(const struct json *of, const char *key, uint32_t low, uint32_t *out,
                            struct fault *fault) {
    int64_t number = low;
    const struct json *at = json_get(of, key);
    enum err err = at ? json_as_int(at, low, BEATS_MOST, &number, fault) : ERR_NONE;
    if (at && !err) *out = (uint32_t)number;
    return err;
}

static enum err read_phrase(const struct json *one, struct arena *arena, struct phrase *out,
                            struct fault *fault) {
    static const char *const KEYS[] = {"anims", "minBeats", "maxBeats", "multipleOf"};
    const struct json *anims = json_get(one, "anims");
    *out = (struct phrase){.least = 1, .most = 0, .multiple = 1};
    enum err err = json_only(one, KEYS, 4, fault);
    if (!err) err = read_number(one, "minBeats", 1, &out->least, fault);
    out->most = out->least;
    if (!err) err = read_number(one, "maxBeats", out->least, &out->most, fault);
    if (!err) err = read_number(one, "multipleOf", 1, &out->multiple, fault);
    if (err) return err;
    if (!anims || anims->kind != JSON_LIST || !anims->count || anims->count > PHRASES_MOST)
        return json_fault(anims ? anims : one, fault, ERR_TYPE, "expected \"anims\", a list of triggers");
    if (out->most / out->multiple * out->multiple < out->least)
        return json_fault(one, fault, ERR_RANGE, "no multiple of %u lies in minBeats to maxBeats",
                          out->multiple);
    out->anims.at = arena_array(arena, struct text, anims->count);
    if (!out->anims.at) return fault_set(fault, ERR_MEMORY, "no memory for a dance");
    for (const struct json *a = anims->first; a && !err; a = a->next)
        err = json_as_text(a, &out->anims.at[out->anims.count++], fault);
    return err;
}

static enum err read_dance(struct tree_reading *reading, struct node *n, struct fault *fault) {
    static const char *const KEYS[] = {"canListenForBeats", "playGetoutIfInterrupted", "dancePhrases"};
    struct dance *k = n->config;
    enum err err = ERR_NONE;
    k->phrases = arena_array(reading->arena, struct phrase, PHRASES_MOST);
    if (!k->phrases) return fault_set(fault, ERR_MEMORY, "no memory for a dance");
    if (k->sessions && k->sessions->kind != JSON_LIST)
        return json_fault(k->sessions, fault, ERR_TYPE, "expected a list of sessions");
    for (const struct json *s = k->sessions ? k->sessions->first : NULL; s && !err; s = s->next) {
        const struct json *phrases = json_get(s, "dancePhrases");
        err = json_only(s, KEYS, 3, fault);
        if (!err && (!phrases || phrases->kind != JSON_LIST))
            err = json_fault(s, fault, ERR_TYPE, "expected \"dancePhrases\", a list");
        for (const struct json *p = err ? NULL : phrases->first; p && !err; p = p->next) {
            if (k->count == PHRASES_MOST)
                err = json_fault(p, fault, ERR_LIMIT, "more than %d phrases", PHRASES_MOST);
            else
                err = read_phrase(p, reading->arena, &k->phrases[k->count++], fault);
        }
    }
    return err;
}

// A clip waits for each beat, so it is a little faster than the music. A tempo that none is fast enough for
// is danced at half of it.
#define AHEAD 1.08f
static struct text of_tempo(const struct dance *k, float bpm) {
    struct text best = {0}, fastest = {0};
    float least = 1e9f, most = 0;
    for (int half = 0; half < 2 && !best.len; half++)
        for (uint32_t i = 0; i < k->by_tempo.count; i++) {
            struct text name = k->by_tempo.at[i];
            float its = 0, place = 1;
            for (size_t c = name.len; c > 0 && name.at[c - 1] >= '0' && name.at[c - 1] <= '9';
                 c--, place *= 10)
                its += place * (float)(name.at[c - 1] - '0');
            if (its > most) most = its, fastest = name;
            if (its >= AHEAD * (half ? bpm / 2 : bpm) && its < least) least = its, best = name;
        }
    return best.len ? best : fastest;
}

#define OWN_BPM 100.0f // without music
static float tempo(const struct mind *m) { return hears_beat(m, false) ? m->live.tempo_bpm : OWN_BPM; }

// own[0]: the phrase; own[1]: seconds that it lasts; when[0]: since when.
static void begin_phrase(struct mind *m, const struct node *n) {
    const struct dance *k = n->config;
    struct node_state *s = node_state(m, n);
    const struct phrase *p = &k->phrases[(uint32_t)s->own[0]];
    uint32_t low = (p->least + p->multiple - 1) / p->multiple, high = p->most / p->multiple;
    uint32_t times = low + (uint32_t)mind_between(m, n, 0, (float)(high - low) + 0.999f);
    s->own[1] = (float)((times < high ? times : high) * p->multiple) * 60 / tempo(m);
    s->when[0] = m->live.now;
}
static void draw_clip(struct mind *m, const struct node *n) {
    const struct dance *k = n->config;
    const struct phrase *p = &k->phrases[(uint32_t)node_state(m, n)->own[0]];
    uint32_t i = (uint32_t)mind_between(m, n, 0, (float)p->anims.count);
    struct text clip = p->anims.at[i < p->anims.count ? i : 0];
    mind_play(m, n, clip.len ? clip : of_tempo(k, tempo(m)));
}
enum { DANCE_IN, DANCE_ON, DANCE_OUT };
static void begin_dance(struct mind *m, const struct node *n) {
    const struct dance *k = n->config;
    struct node_state *s = node_state(m, n);
    s->own[2] = hears_beat(m, false); // it dances to something
    mind_play(m, n, k->get_in);
}
static enum going step_dance(struct mind *m, const struct node *n) {
    const struct dance *k = n->config;
    struct node_state *s = node_state(m, n);
    if (mind_waits(m, n)) return GOES_ON;
    if (s->step == DANCE_OUT) return OVER;
    if (s->step == DANCE_IN && k->count) s->step = DANCE_ON, begin_phrase(m, n);
    bool over = m->live.now - s->when[0] >= (double)s->own[1] - 0.1;
    if (k->count && over && (s->own[0] += 1) < (float)k->count) begin_phrase(m, n), over = false;
    bool stopped = s->own[2] > 0 && !hears_beat(m, false);
    if (!k->count || over || stopped) {
        s->step = DANCE_OUT;
        return mind_play(m, n, k->get_out) ? GOES_ON : OVER;
    }
    draw_clip(m, n);
    return GOES_ON;
}
static void end_dance(struct mind *m, const struct node *n) { mind_timer_reset(m, TEXT("DancingCooldown")); }
const struct mind_class CLASS_DANCE = {
    .name = "DanceToTheBeat",
    .help =
        "Phrase after phrase, each a few beats of clips drawn from its list, until they are danced or the "
        "music stops. Its robot holds each clip at its beats until the music's.",
    .knobs = &DANCE,
    .read = read_dance,
    .begin = begin_dance,
    .step = step_dance,
    .end = end_dance};

// ------------------------------------------------------------------------------------------------ both

struct dancing {
    struct node_ref listen, longer, off, on;
};
static const struct knob DANCING_LIST[] = {
    KNOB_OWN(struct dancing, listen, "listeningBehavior", &KIND_NODE, "before it dances"),
    KNOB_OWN(struct dancing, longer, "longListeningBehavior", &KIND_NODE,
             "when it drove off its charger first"),
    KNOB_OWN(struct dancing, off, "offChargerDancingBehavior", &KIND_NODE, "the dance"),
    KNOB_OWN(struct dancing, on, "onChargerDancingBehavior", &KIND_NODE, "the dance, on its charger")};
static const struct knobs DANCING = CLASS_KNOBS(dancing, DANCING_LIST);
#define STROKED_S 5.0
#define AGAIN_S   5.0  // from one dance to the next
#define REST_S    10.0 // and to a beat that is not certain

static bool younger(const struct mind *m, struct text timer, double seconds) {
    double age = mind_timer_age(m, timer);
    return age >= 0 && age < seconds;
}
static bool wants_dancing(struct mind *m, const struct node *n) {
    const struct mind_live *l = &m->live;
    bool stroked = l->status & BODY_STATUS_TOUCHED || l->now - l->touch_ended < STROKED_S;
    if (!hears_beat(m, false) || !mind_on_treads(m) || stroked) return false;
    if (younger(m, TEXT("DancingCooldown"), AGAIN_S)) return false;
    return hears_beat(m, true) || !(younger(m, TEXT("DancingCooldown"), REST_S) ||
                                    younger(m, TEXT("ListenForBeatsCooldown"), REST_S));
}

enum { DANCING_LISTENS, DANCING_LISTENED, DANCING_LEAVES, DANCING_LISTENS_ON, DANCING_DANCES, DANCING_OVER };
static bool on_charger(const struct mind *m) { return m->live.status & BODY_STATUS_ON_CHARGER; }
static bool start(struct mind *m, const struct node_ref *ref) {
    const struct node *child = node_of(m, ref);
    return child && mind_wants(m, child) && mind_push(m, child);
}
static enum going step_dancing(struct mind *m, const struct node *n) {
    const struct dancing *k = n->config;
    struct node_state *s = node_state(m, n);
    if (!mind_on_treads(m)) return OVER;
    if (mind_above(m, n) || mind_waits(m, n)) return GOES_ON;
    switch (s->step++) {
    case DANCING_LISTENS:
        return start(m, &k->listen) ? GOES_ON : OVER;
    case DANCING_LISTENED:
        if (!hears_beat(m, true)) return OVER;
        if (!on_charger(m) || m->live.battery == BODY_BATTERY_LEVEL_LOW || m->lacks & BODY_HAS(WHEELS))
            return s->step = DANCING_DANCES, GOES_ON;
        return mind_request(m, n, LIFE_DRIVE_OFF_CHARGER) ? GOES_ON : OVER;
    case DANCING_LEAVES:
        return start(m, &k->longer) ? GOES_ON : OVER;
    case DANCING_LISTENS_ON:
        return hears_beat(m, true) ? GOES_ON : OVER;
    case DANCING_DANCES:
        return start(m, on_charger(m) ? &k->on : &k->off) ? GOES_ON : OVER;
    default:
        return OVER;
    }
}
const struct mind_class CLASS_DANCING = {
    .name = "DanceToTheBeatCoordinator",
    .needs = BODY_HAS(MICROPHONES),
    .help = "Hears music: listens for its beat, leaves its charger when its battery allows, and dances.",
    .knobs = &DANCING,
    .dispatches = true,
    .wants = wants_dancing,
    .step = step_dancing};
