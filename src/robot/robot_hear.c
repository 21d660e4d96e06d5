// Who hears: the world's oracle, or its own ears over its microphones' sound (sense/hear/hear.h).
//
// Its own ears are a chain of errands, one for the sound of each tick, in the order of the ticks. What they
// bring back is told as the oracle tells it: noises with their loudness and direction, and words. Words reach
// its mind in a voice session only: the wake word opens one, what is said in it is looked for among the
// phrases that its mind knows, and it ends with them, with words that nobody knows, or after nine seconds.
#include "robot/robot_internal.h"

#include "base/hash.h"
#include "base/system/log.h"
#include "mind/intent/grammar.h"
#include "sense/hear/rates.h"
#include "sense/hear/trigger.h"

#include <string.h>

enum { ANSWER_TICKS = 2, HEARING_KIND = 0x4ea, UNDER_WAY_MOST = 16, MUSIC_TICKS = 25, WOKEN_TICKS = 12 };

static bool own(const struct robot *robot) {
    return robot->config.hearing.by != HEARING_ORACLE && robot->config.model->ears_m[0].z > 0;
}

const char *robot_hearing_name(const struct robot *robot) {
    return strcmp(robot->config.model->creature, "cozmo") == 0 ? "hey cozmo" : "hey vector";
}

// In which its owner speaks.
static const char *locale_of(const struct robot *robot) {
    return robot->owner.locale[0] ? robot->owner.locale : "en-US";
}

// The word of its configuration; when that cannot be read, its name.
static struct wakeword *choose_wake(const struct robot *robot) {
    const char *path = robot->config.hearing.wake;
    struct wakeword *wake = NULL;
    struct fault fault = {0};
    char why[300];
    if (*path && trigger_read(path, locale_of(robot), robot->config.decoder, &wake, &fault))
        log_warn("hear", "its name wakes it instead: %s", fault_text(&fault, why, sizeof why));
    return wake ? wake : wakeword_phrase(robot->config.decoder, robot_hearing_name(robot));
}

static bool add_words(struct robot *robot, struct listener_config *config) {
    struct decoder *decoder = robot->config.decoder;
    if (!decoder || !robot->mind) return true;
    const struct mind_data *data = robot->config.mind ? robot->config.mind : robot->own_mind;
    struct buf grammar = {0};
    bool all = !grammar_make(mind_data_meanings(data), &grammar);
    config->wake = choose_wake(robot);
    if (all && !grammar.err) config->recogniser = recogniser_grammar(decoder, (const char *)grammar.at);
    buf_free(&grammar);
    return config->wake && config->recogniser;
}

static struct listener *new_listener(struct robot *robot) {
    struct listener_config config = {.hear = robot->config.hearing,
                                     .model = robot->config.model,
                                     .name = robot->config.name[0] ? robot->config.name : NULL};
    memcpy(robot->hearing.locale, robot->owner.locale, sizeof robot->hearing.locale);
    if (add_words(robot, &config)) return listener_new(&config);
    wakeword_free(config.wake), recogniser_free(config.recogniser);
    return NULL;
}

// After its mind, whose phrases it listens for.
bool robot_hearing_start(struct robot *robot) {
    if (!own(robot)) return true;
    robot->hearing.listener = new_listener(robot);
    return robot->hearing.listener != NULL;
}

// The word that wakes it may be another one in another language.
static void follow_locale(struct robot *robot) {
    struct hearing *h = &robot->hearing;
    bool same = !memcmp(h->locale, robot->owner.locale, sizeof h->locale);
    if (!h->listener || same || !robot->config.hearing.wake[0]) return;
    struct listener *other = new_listener(robot);
    if (!other) return;
    listener_drop(h->listener);
    h->listener = other;
}

void robot_hearing_end(struct robot *robot) { listener_drop(robot->hearing.listener); }

uint16_t robot_hearing_wants(const struct robot *robot) {
    if (!own(robot)) return robot->config.library ? BODY_WANT_HEARINGS : 0;
    return BODY_WANT_SOUND | (robot->config.hearing.by == HEARING_BOTH ? BODY_WANT_HEARINGS : 0);
}

// ------------------------------------------------------------------------------------------------ what came

static uint64_t now_us(const struct robot *robot) { return (uint64_t)robot->tick * LIFE_TICK_US; }

// What a voice service says when it heard nothing, or nothing that it knows.
static void want(struct robot *robot, const char *name) {
    struct told *t = &robot->told;
    if (t->wanted_count == TOLD_INTENTS) return;
    struct mind_wanted *w = &t->wanted[t->wanted_count++];
    memset(w, 0, sizeof *w);
    w->source = LIFE_INTENT_SOURCE_VOICE;
    strcpy(w->name, name);
}

static void say_to_it(struct robot *robot, const char *words) {
    struct told *t = &robot->told;
    if (t->word_count == TOLD_WORDS) return;
    memset(t->words[t->word_count], 0, sizeof *t->words);
    text_copy(text_of(words), t->words[t->word_count++], sizeof *t->words);
}

// By its button, or because somebody typed its name: what is said next is for it, as if it had heard it.
void robot_hearing_called(struct robot *robot) {
    struct hearing *h = &robot->hearing;
    bool heard = h->woken_tick && robot->tick - h->woken_tick < WOKEN_TICKS;
    if (h->listener && !heard && !session_open(&h->session)) session_wake(&h->session, now_us(robot));
}

static void hear_words(struct robot *robot, const struct hear_answer *found) {
    struct hearing *h = &robot->hearing;
    switch (found->words_kind) {
    case HEARD_WAKE:
        h->called = session_wake(&h->session, now_us(robot));
        h->woken_tick = robot->tick;
        if (!found->words[0] || !h->called) return;
        say_to_it(robot, found->words);
        return session_over(&h->session, SESSION_RESULT);
    case HEARD_COMMAND:
        say_to_it(robot, found->words);
        return session_over(&h->session, SESSION_RESULT);
    case HEARD_UNSURE:
        return session_over(&h->session, SESSION_ERROR);
    default:
        return;
    }
}

static void tell_trouble(struct robot *robot, const struct hear_answer *found) {
    if (found->unkept)
        log_warn("hear", "its sound is kept no more in %s: %s", robot->config.hearing.keep,
                 err_name((enum err)found->unkept));
    if (!found->trouble || robot->hearing.troubled) return;
    robot->hearing.troubled = true;
    log_warn("hear", "it makes no words of what it hears: %s", err_name((enum err)found->trouble));
}

// ---- music ----

// So long after its last beat it is over.
enum { MUSIC_GONE_US = 3000000, LATENCY_US = 90000 };

void robot_hear_beat(struct robot *robot, uint64_t body_us, float tempo_bpm) {
    struct hearing *h = &robot->hearing;
    h->beat_us = body_us, h->beat_bpm = m_clamp(tempo_bpm, 20, 300);
}

bool robot_hears_music(const struct robot *robot) {
    const struct hearing *h = &robot->hearing;
    return h->beat_us && robot->body_us < h->beat_us + MUSIC_GONE_US;
}

// What takes `lead_us` from here ends on a beat, if it begins now; its motors take a moment, too. Without
// music nothing waits.
bool robot_on_beat(const struct robot *robot, uint64_t lead_us) {
    const struct hearing *h = &robot->hearing;
    if (!robot_hears_music(robot) || robot->body_us < h->beat_us) return true;
    uint64_t period = (uint64_t)(60e6f / h->beat_bpm);
    return (robot->body_us + lead_us + LATENCY_US - h->beat_us) % period < LIFE_TICK_US;
}

// With a beat of it, about once a second; without beats there is no music any more.
static void hear_music(struct robot *robot, const struct hear_answer *found) {
    struct hearing *h = &robot->hearing;
    if (!found->beats || !(found->tempo_bpm > 0)) return;
    robot_hear_beat(robot, found->time_us, found->tempo_bpm);
    if (robot->tick < h->music_tick) return;
    h->tempo_bpm = found->tempo_bpm, h->tempo_maybe = found->tempo_maybe != 0;
    h->music_tick = robot->tick + MUSIC_TICKS;
}

void robot_hearing_begin(struct robot *robot) {
    struct hearing *h = &robot->hearing;
    h->called = h->noise = false;
    h->tempo_bpm = 0;
    if (!h->listener) return;
    for (uint32_t i = 0; i < h->brought; i++) {
        const struct hear_answer *found = &h->found[i];
        tell_trouble(robot, found);
        if (found->began_db > 0)
            h->noise = true, h->noise_db = found->began_db, h->noise_over_db = found->began_over_db;
        hear_music(robot, found);
        if (found->sure_direction) h->from_rad = found->direction_rad;
        if (found->sure_direction || found->began_db > 0) h->from_sure = found->sure_direction;
        hear_words(robot, found);
    }
    h->brought = 0;
    switch (session_step(&h->session, now_us(robot))) {
    case SESSION_TIMEOUT:
        return want(robot, "intent_system_noaudio");
    case SESSION_ERROR:
        return want(robot, "intent_system_unmatched");
    default:
        return;
    }
}

bool robot_hearing_own(const struct robot *robot) { return robot->hearing.listener != NULL; }

// ------------------------------------------------------------------------------------------------ listening

static bool post(struct robot *robot) {
    struct hearing *h = &robot->hearing;
    enum err err = ERR_NONE;
    listener_hold(h->listener);
    errand_post(robot->config.crew,
                &(struct errand){.run = hear_run,
                                 .drop = hear_drop,
                                 .input = &h->order,
                                 .input_size = sizeof h->order,
                                 .answer_size = sizeof(struct hear_answer),
                                 .due = robot->tick + ANSWER_TICKS,
                                 .lane = HEAR_LANE + (uint32_t)robot->config.id,
                                 .kind = HEARING_KIND,
                                 .asker = robot->config.id},
                &err);
    h->under_way += !err;
    h->order.played = 0;
    return !err;
}

// A body may have microphones of its own making; what cannot be brought to the usual form is told once.
static bool can_be_heard(struct robot *robot, const struct body_sound *sound) {
    bool can = sound->channels && sound->channels <= EARS && sound->rate_hz >= RATES_LEAST_HZ &&
               sound->rate_hz <= RATES_MOST_HZ;
    if (!can && !robot->hearing.refused)
        log_warn("hear", "sound of %u microphones at %u Hz is not heard: expected 1 to %d at %d to %d Hz",
                 sound->channels, sound->rate_hz, EARS, RATES_LEAST_HZ, RATES_MOST_HZ);
    robot->hearing.refused |= !can;
    return can;
}

// A longer piece, such as one of a body that was not asked for a while, is several errands.
void robot_hearing_listen(struct robot *robot, const struct senses_in *in) {
    struct hearing *h = &robot->hearing;
    follow_locale(robot);
    if (!h->listener || !in->senses.sound_count || !in->sound || !robot->config.crew) return;
    const struct body_sound *sound = &in->senses.sound[0];
    size_t each = (size_t)sound->channels * sizeof(int16_t);
    if (!can_be_heard(robot, sound) || in->sound->used < sound->samples * each) return;
    struct hear_order *order = &h->order;
    order->listener = h->listener;
    order->rate_hz = sound->rate_hz, order->channels = sound->channels;
    order->open = session_open(&h->session), order->mode = (uint32_t)robot->config.hearing.mode;
    for (uint32_t at = 0; at < sound->samples; at += order->count) {
        if (h->under_way >= UNDER_WAY_MOST) return; // never queues
        uint32_t left = sound->samples - at, most = HEAR_SAMPLES / sound->channels;
        order->count = left < most ? left : most;
        order->time_us = sound->time_us + (uint64_t)at * 1000000 / sound->rate_hz;
        memcpy(order->samples, in->sound->bytes + at * each, order->count * each);
        if (!post(robot)) return;
    }
}

// What it plays itself is taken out of what it hears.
void robot_hearing_played(struct robot *robot, const struct command_out *out) {
    struct hear_order *order = &robot->hearing.order;
    if (!robot->hearing.listener || !out->speech || !out->command.speech_count) return;
    const struct body_speech *speech = &out->command.speech[0];
    if (order->played_hz != speech->rate_hz) order->played = 0;
    if (order->played + speech->samples > HEAR_PLAYED) return;
    memcpy(order->said + order->played, out->speech->bytes, speech->samples * sizeof(int16_t));
    order->played += speech->samples, order->played_hz = speech->rate_hz;
}

bool robot_hearing_answer(struct robot *robot, const struct errand_answer *answer) {
    struct hearing *h = &robot->hearing;
    if (answer->kind != HEARING_KIND) return false;
    if (h->under_way) h->under_way--;
    if (h->brought == HEARINGS_MOST) return true;
    if (!answer->err && hear_read(answer->answer, answer->answer_len, &h->found[h->brought])) h->brought++;
    return true;
}

uint64_t robot_hearing_hash(const struct robot *robot) {
    const struct hearing *h = &robot->hearing;
    uint64_t hash = HASH_RUN(3, h, session, session);
    hash = HASH_RUN(hash, h, under_way, woken_tick);
    hash = HASH_RUN(hash, h, noise_db, tempo_bpm);
    hash = HASH_RUN(hash, h, tempo_maybe, troubled);
    hash = HASH_RUN(hash, h, locale, locale);
    hash = HASH_RUN(hash, h, beat_us, beat_bpm);
    for (uint32_t i = 0; i < h->brought && i < HEARINGS_MOST; i++) {
        const struct hear_answer *f = &h->found[i];
        hash = HASH_RUN(hash, f, time_us, trouble);
        hash = hash64(hash, f->words, strlen(f->words));
    }
    return hash;
}
