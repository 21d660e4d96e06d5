// What it says, tells and is asked: sentences, events, intents.
#include "mind/mind_data.h"
#include "mind/sense.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ intents

static void about_now(const struct mind *m, struct meaning_about *out) {
    const struct mind_live *l = &m->live;
    *out = (struct meaning_about){
        .now = {l->unix_us / 1000000, (int32_t)(l->zone_us / 1000000), l->zone_known},
        .home = text_of(l->owner.home),
        .fahrenheit = l->owner.fahrenheit,
        .switches = m->switches,
        .question = l->listens == LISTENS_QUESTION,
    };
}

void mind_meaning(const struct mind *m, struct text words, struct meaning *out) {
    struct meaning_about about;
    about_now(m, &about);
    about.to_it = true;
    meaning_of(&m->data->meanings, words, &about, out);
}

bool mind_meaning_of(const struct mind *m, const struct mind_wanted *wanted, struct intent *out) {
    *out = (struct intent){.source = wanted->source};
    for (uint32_t i = 0; i < wanted->values_count; i++)
        intent_put(out, text_of(wanted->values[i].key), text_of(wanted->values[i].value));
    if (wanted->source == LIFE_INTENT_SOURCE_APP)
        return intent_map_app(&m->data->meanings.map, &m->switches, text_of(wanted->name), out);
    return intent_map_cloud(&m->data->meanings.map, &m->switches, text_of(wanted->name), out), true;
}

// What is wanted of it makes exploring by itself rest longer, or less.
static void follow_exploring(struct mind *m, const char *intent) {
    static const struct {
        const char *intents;
        double by_s;
    } ROWS[] = {{" imperative_quiet imperative_shutup ", 600},
                {" global_stop greeting_goodnight imperative_scold system_charger system_sleep ", 300},
                {" imperative_lookatme ", 120},
                {" imperative_come play_anygame play_anytrick ", -60}};
    char word[64];
    double *more = &m->live.explore_more_s, by = 30;
    snprintf(word, sizeof word, " %s ", intent);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (strstr(ROWS[i].intents, word)) by = ROWS[i].by_s;
    *more = strcmp(intent, "explore_start") == 0 ? 0 : *more + by;
    *more = *more < 0 ? 0 : *more > 800 ? 800 : *more;
}

// One waits at a time; a newer one takes its place. Those of a program that leads are not the robot's.
static void want(struct mind *m, const struct intent *intent) {
    struct mind_live *l = &m->live;
    l->last = *intent, l->told++;
    mind_event(m, LIFE_EVENT_KIND_INTENT, intent->number, (float)intent->source, (float)l->controlled);
    if (l->controlled) return;
    l->pending = *intent, l->intent_at = l->now, l->quiet_since = l->now;
    if (intent_name(intent->number)) follow_exploring(m, intent_name(intent->number));
    l->quiet_until = NEVER; // whoever wants something of it ends that, and may ask for it anew
}

static void called(struct mind *m, float direction_rad) {
    struct mind_live *l = &m->live;
    if (!l->controlled) l->quiet_until = NEVER;
    if (!l->listens && !l->controlled) l->wake = 1, l->wake_at = l->now, l->quiet_since = l->now;
    mind_event(m, LIFE_EVENT_KIND_WAKE_WORD, 0, direction_rad, 0);
}

// One that silences a timer calls nobody.
static void press(struct mind *m, const struct mind_percepts *in) {
    struct mind_live *l = &m->live;
    for (uint32_t i = 0; i < in->felt_count; i++) {
        if (in->felt[i].kind == LIFE_EVENT_KIND_BUTTON_DOWN && l->timer_rings) l->silence_at = l->now;
        if (in->felt[i].kind != LIFE_EVENT_KIND_BUTTON_SINGLE || !in->button_calls) continue;
        if (l->silence_at >= l->felt_at[LIFE_EVENT_KIND_BUTTON_DOWN]) continue;
        l->noise_rad = 0;
        called(m, 0);
        if (l->listens || l->controlled) mind_event(m, LIFE_EVENT_KIND_WAKE_WORD_OVER, 0, 0, 0);
    }
}

static void hear(struct mind *m, const struct mind_noise *n) {
    struct mind_live *l = &m->live;
    struct meaning_about about;
    struct meaning said;
    about_now(m, &about);
    bool prompted = l->listens != LISTENS_NOT;
    about.to_it = n->to_it || prompted || l->now - l->wake_at < 10;
    meaning_of(&m->data->meanings, text_of(n->words), &about, &said);
    l->word_at = l->now;
    if (!n->to_it) l->noise_rad = n->direction_rad;
    if (said.called) called(m, n->direction_rad);
    if (!said.intent.number || !(about.to_it || said.called)) {
        if (said.called && l->controlled) mind_event(m, LIFE_EVENT_KIND_WAKE_WORD_OVER, 0, 0, 0);
        return;
    }
    if (said.called && (prompted || l->controlled)) // it does not listen for more
        mind_event(m, LIFE_EVENT_KIND_WAKE_WORD_OVER, said.intent.number, 0, 0);
    want(m, &said.intent);
}

void mind_hear(struct mind *m, const struct mind_percepts *in) {
    struct mind_live *l = &m->live;
    press(m, in);
    for (uint32_t i = 0; i < in->heard_count; i++) {
        const struct mind_noise *n = &in->heard[i];
        if (n->tempo_bpm > 0) l->tempo_bpm = n->tempo_bpm, l->tempo_maybe_at = l->now;
        if (n->tempo_bpm > 0 && !n->maybe) l->tempo_at = l->now;
        if (n->words[0]) hear(m, n);
    }
    for (uint32_t i = 0; i < in->wanted_count; i++) {
        struct intent intent;
        if (mind_meaning_of(m, &in->wanted[i], &intent)) want(m, &intent);
    }
    if (l->pending.number == intent_number(TEXT("silence")) && l->pending.number)
        l->silence_at = l->now, l->pending = (struct intent){0};
    if (l->wake && l->now - l->wake_at > 2) l->wake = 0;
    if (l->listens && l->now > l->listens_until) l->listens = LISTENS_NOT;
}

#define CLAIM_S 0.18 // so long an intent waits for whoever acts by it

void mind_mind_intents(struct mind *m) {
    struct mind_live *l = &m->live;
    if (!l->pending.number || l->now - l->intent_at <= CLAIM_S) return;
    l->unclaimed = l->pending.number, l->unclaimed_at = l->now;
    l->pending = (struct intent){0};
    bool face = mind_face_near(m, 10); // its eyes answer before it shrugs
    mind_glance(m, face ? l->face_bearing : l->noise_rad, face ? l->face_pitch : 0.35f, 0.8f);
}

static bool among(uint32_t number, const struct names *names) {
    const char *name = intent_name(number);
    for (uint32_t i = 0; name && i < names->count; i++)
        if (text_is(names->at[i], name)) return true;
    return false;
}
bool mind_intent_pending(const struct mind *m, const struct names *names) {
    return among(m->live.pending.number, names);
}
bool mind_intent_active(const struct mind *m, const struct names *names) {
    return among(m->live.active.number, names);
}

bool mind_take_intent(struct mind *m, const char *name) {
    const char *pending = intent_name(m->live.pending.number);
    if (!pending || strcmp(pending, name) != 0) return false;
    m->live.active = m->live.pending;
    m->live.pending = (struct intent){0};
    mind_event(m, LIFE_EVENT_KIND_INTENT_BEGUN, m->live.active.number, (float)m->live.active.source, 0);
    return true;
}

const struct simple_response *mind_response(const struct mind *m, uint32_t user) {
    return intent_map_answer(&m->data->meanings.map, user);
}

struct text mind_feature(const struct mind *m) {
    const struct simple_response *answer = mind_response(m, m->live.answers);
    if (answer) return answer->feature;
    return m->live.feature ? m->tree->nodes[m->live.feature - 1].base.feature : TEXT("");
}

// ------------------------------------------------------------------------------------------------ events

void mind_event(struct mind *m, enum life_event_kind kind, uint32_t subject, float a, float b) {
    if (m->tell_count == MIND_TELLS) return;
    m->tells[m->tell_count++] =
        (struct life_event){.kind = (uint16_t)kind, .subject = subject, .numbers = {a, b, 0}};
}

// ------------------------------------------------------------------------------------------------ people

static struct mind_person *person(struct mind *m, int32_t id) {
    for (uint32_t i = 0; i < m->live.person_count; i++)
        if (m->live.persons[i].id == id) return &m->live.persons[i];
    return NULL;
}

const char *mind_person_name(const struct mind *m, int32_t id) {
    for (uint32_t i = 0; i < m->live.person_count; i++)
        if (m->live.persons[i].id == id) return m->live.persons[i].name;
    return "";
}

void mind_name_person(struct mind *m, int32_t id, const char *name) {
    struct mind_person *who = person(m, id);
    if (!who && m->live.person_count < MIND_PERSONS) {
        who = &m->live.persons[m->live.person_count++];
        *who = (struct mind_person){.id = id, .first = NEVER, .last = NEVER, .left = NEVER, .met = NEVER};
    }
    if (!who) return;
    memset(who->name, 0, sizeof who->name);
    text_copy(text_of(name), who->name, sizeof who->name);
}

void mind_introduce(struct mind *m, int32_t id, const char *name) { mind_name_person(m, id, name); }
const char *mind_name_of(const struct mind *m, int32_t id) { return mind_person_name(m, id); }

// ------------------------------------------------------------------------------------------------ sentences

static int locale_of(const struct mind *m) {
    for (int i = 0; i < MIND_LOCALES; i++)
        if (strcmp(m->live.owner.locale, MIND_LOCALE_NAMES[i]) == 0) return i;
    return 0;
}

const char *mind_sentence(const struct mind *m, const char *key) {
    return strings_find(m->data->sentences[locale_of(m)], key);
}

uint32_t mind_say_words(struct mind *m, const struct node *n, const char *words) {
    struct life_message r = {.kind = LIFE_SAY};
    if (!*words) return 0;
    life_say_defaults(&r.say);
    text_copy(text_of(words), r.say.words, sizeof r.say.words);
    text_copy(text_of(MIND_LOCALE_NAMES[locale_of(m)]), r.say.locale, sizeof r.say.locale);
    return mind_ask(m, n, &r);
}

// "{0}" and "{1}"; strings_fill would take memory.
uint32_t mind_say(struct mind *m, const struct node *n, const char *key, const char *first,
                  const char *second) {
    const char *sentence = mind_sentence(m, key);
    char words[256];
    size_t len = 0;
    for (const char *at = sentence; at && *at && len + 1 < sizeof words;) {
        bool zero = strncmp(at, "{0}", 3) == 0, one = strncmp(at, "{1}", 3) == 0;
        const char *value = zero ? first : one ? second : NULL;
        if (zero || one) {
            text_copy(text_of(value), words + len, sizeof words - len);
            len += strlen(words + len), at += 3;
        } else {
            words[len++] = *at++;
        }
    }
    words[len] = 0;
    return mind_say_words(m, n, words);
}
