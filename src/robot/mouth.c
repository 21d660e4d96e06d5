#include "robot/mouth.h"

#include "act/action.h"
#include "base/hash.h"
#include "codec/bank/wem.h"
#include "voice/accent.h"

#include <string.h>

enum { ANSWER_MAX = 240 << 10, SENTENCE_MAX = 90, SENTENCE_LEAST = 12 };

// ------------------------------------------------------------------------------------------------ the errand

enum err mouth_make(const void *input, size_t input_size, void *answer, size_t answer_size,
                    size_t *answer_len) {
    const struct mouth_order *in = input;
    struct mouth_said *out = answer;
    struct speech_order order = speech_order_of(in->locale, in->text);
    struct speech speech;
    (void)input_size;
    order.duration = in->duration, order.pitch = in->pitch, order.plain = in->plain, order.seed = in->seed;
    text_copy(text_of(in->robot), order.robot, sizeof order.robot);
    text_copy(text_of(in->mood), order.mood, sizeof order.mood);
    enum err err = speech_make(in->maker, &order, &speech, NULL);
    if (err) return err;
    size_t blocks = (speech.count + ADPCM_WEM_SAMPLES - 1) / ADPCM_WEM_SAMPLES,
           room = (answer_size - sizeof *out) / ADPCM_WEM_BLOCK;
    if (blocks > room) blocks = room; // no sentence is so long
    struct adpcm state = {0};
    struct writer to = writer_of(out + 1, answer_size - sizeof *out);
    for (size_t b = 0; b < blocks; b++)
        adpcm_encode_block(ADPCM_WEM, &state, speech.samples + b * ADPCM_WEM_SAMPLES,
                           speech.count - b * ADPCM_WEM_SAMPLES, 1, ADPCM_WEM_BLOCK, &to);
    out->rate = speech.rate;
    out->frames =
        (uint32_t)(speech.count < blocks * ADPCM_WEM_SAMPLES ? speech.count : blocks * ADPCM_WEM_SAMPLES);
    out->bytes = (uint32_t)writer_len(&to);
    _Static_assert(ACCENT_ASKS == (int)SPEAKING_ASKS, "the face is told what the voice found");
    out->level_count = accent_levels(&speech, AUDIO_TICK_MS, out->levels, MOUTH_LEVELS);
    for (uint32_t i = 0; i < speech.word_count && i < MOUTH_WORDS; i++) {
        struct accent accent =
            accent_of(&speech, i, order.text, AUDIO_TICK_MS, out->levels, out->level_count);
        out->words[out->word_count++] = (struct mouth_word){.at = (uint16_t)speech.words[i].at,
                                                            .len = (uint16_t)speech.words[i].len,
                                                            .ms = speech.words[i].ms,
                                                            .weight = accent.weight,
                                                            .end = accent.end};
    }
    *answer_len = sizeof *out + out->bytes;
    speech_free(&speech);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ asking

static void state(struct mouth *m, uint32_t ticket, uint32_t now) {
    if (m->state_count == 16) return;
    m->states[m->state_count] = now;
    m->tickets[m->state_count++] = ticket;
}

static void reply(struct desk *desk, const struct mouth_asked *asked, enum life_verdict verdict,
                  const char *said) {
    desk_done(desk, asked->ticket, asked->door, verdict, result_of_verdict(verdict), said);
}

// To the end of a sentence, or of a part of one when it is long; never within a word.
static uint16_t piece_of(const char *text, size_t most) {
    size_t len = strlen(text), best = 0;
    if (len <= most) return (uint16_t)len;
    for (size_t i = 1; i < most; i++) {
        if (text[i] != ' ') continue;
        bool ends = strchr(".!?;", text[i - 1]), rests = strchr(",:", text[i - 1]) && i > most / 3;
        if (ends || rests || best < most / 3) best = i + 1;
    }
    if (best) return (uint16_t)best;
    best = most; // one endless word, or a language without blanks
    while (best && ((unsigned char)text[best] & 0xc0) == 0x80) best--;
    return (uint16_t)best;
}

// How long one rests behind it.
static uint32_t rest_ms(const char *text, size_t len) {
    while (len && text[len - 1] == ' ') len--;
    char end = len ? text[len - 1] : ' ';
    return strchr(".!?", end) ? 420 : strchr(";:", end) ? 280 : end == ',' ? 150 : 30;
}

static void begin_piece(struct mouth *m, uint64_t tick) {
    struct mouth_asked *asked = &m->asked[0];
    struct mouth_order order = asked->order;
    float most = SENTENCE_MAX / m_max(order.duration > 0 ? order.duration : 1, 1);
    m->piece = piece_of(order.text, most > SENTENCE_LEAST ? (size_t)most : SENTENCE_LEAST);
    m->rest_ms = rest_ms(order.text, m->piece);
    order.text[m->piece] = 0;
    order.maker = m->maker;
    m->errand = errand_post(m->crew,
                            &(struct errand){.run = mouth_make,
                                             .input = &order,
                                             .input_size = sizeof order,
                                             .answer_size = ANSWER_MAX,
                                             .due = tick + MOUTH_TICKS,
                                             .lane = MOUTH_LANE,
                                             .kind = MOUTH_KIND,
                                             .asker = m->asker},
                            NULL);
}

bool mouth_ask(struct mouth *m, struct desk *desk, const struct life_envelope *from, const struct life_say *r,
               const char *creature, uint32_t seed) {
    struct mouth_asked asked = {.busy = true, .ticket = from->ticket, .door = from->door};
    struct speech_order check = speech_order_of(r->locale, r->words);
    struct fault fault = {0};
    check.duration = r->duration, check.pitch = r->pitch;
    text_copy(text_of(r->mood), check.mood, sizeof check.mood);
    if (speech_check(&check, &fault)) return reply(desk, &asked, LIFE_VERDICT_BAD_VALUE, fault.said), true;
    text_copy(text_of(r->words), asked.order.text, sizeof asked.order.text);
    text_copy(text_of(r->locale), asked.order.locale, sizeof asked.order.locale);
    text_copy(text_of(r->mood), asked.order.mood, sizeof asked.order.mood);
    text_copy(text_of(creature), asked.order.robot, sizeof asked.order.robot);
    asked.order.duration = r->duration, asked.order.pitch = r->pitch, asked.order.plain = r->plain;
    asked.order.seed = seed;
    for (int i = 0; i < MOUTH_WAITING; i++) {
        if (m->asked[i].busy) continue;
        m->asked[i] = asked;
        state(m, asked.ticket, 1);
        return true;
    }
    return reply(desk, &asked, LIFE_VERDICT_REFUSED, "too much is waiting to be said"), true;
}

static void finish(struct mouth *m, struct desk *desk, enum life_verdict verdict, const char *said) {
    reply(desk, &m->asked[0], verdict, said);
    state(m, m->asked[0].ticket, verdict == LIFE_VERDICT_DONE ? 4 : 0);
    memmove(&m->asked[0], &m->asked[1], (MOUTH_WAITING - 1) * sizeof *m->asked);
    m->asked[MOUTH_WAITING - 1].busy = false;
    m->told = false;
}

// --- What comes of it --------------------------------------------------------------------------------------

bool mouth_answer(struct mouth *m, struct robot_audio *sound, struct desk *desk,
                  const struct errand_answer *answer) {
    if (answer->kind != MOUTH_KIND) return false;
    m->errand = (struct errand_ticket){0};
    if (!m->asked[0].busy) return true;
    struct mouth_said said = {0}; // a copy: an answer read from a recording starts at any byte
    bool whole = !answer->err && answer->answer_len >= sizeof said;
    if (whole) memcpy(&said, answer->answer, sizeof said);
    if (!whole || said.bytes > answer->answer_len - sizeof said || said.word_count > MOUTH_WORDS ||
        said.level_count > MOUTH_LEVELS) {
        finish(m, desk, LIFE_VERDICT_REFUSED, "it could not be said");
        return true;
    }
    struct mouth_sounding *place = &m->sounding[m->sounding[0].play != 0];
    struct bytes blocks = {(const uint8_t *)answer->answer + sizeof said, said.bytes};
    *place = (struct mouth_sounding){.offset = m->asked[0].offset, .said = said};
    uint32_t after = place == &m->sounding[0] ? 0 : m->sounding[0].play,
             rest = after ? m->sounding[0].rest_ms : 0;
    place->pause_ms = rest;
    place->rest_ms = m->rest_ms;
    place->play = audio_speak(robot_audio_engine(sound),
                              &(struct audio_speech){blocks, said.rate, said.frames, 1, 0, after, rest});
    if (!place->play) {
        finish(m, desk, LIFE_VERDICT_REFUSED, "there is no room for more speech");
        return true;
    }
    if (!m->asked[0].offset) state(m, m->asked[0].ticket, 2);
    char *text = m->asked[0].order.text;
    memmove(text, text + m->piece, strlen(text + m->piece) + 1);
    m->asked[0].offset = (uint16_t)(m->asked[0].offset + m->piece);
    return true;
}

static uint64_t asked_hash(uint64_t h, const struct mouth_asked *a) {
    const struct mouth_order *o = &a->order;
    uint32_t state[] = {a->busy, a->ticket, a->door, a->offset, o->plain, o->seed};
    float how[] = {o->duration, o->pitch};
    h = hash64(hash64(h, state, sizeof state), how, sizeof how);
    h = hash64(h, o->text, strnlen(o->text, sizeof o->text));
    h = hash64(h, o->locale, strnlen(o->locale, sizeof o->locale));
    h = hash64(h, o->robot, strnlen(o->robot, sizeof o->robot));
    return hash64(h, o->mood, strnlen(o->mood, sizeof o->mood));
}

static size_t at_most(uint32_t count, size_t room) { return count < room ? count : room; }

static uint64_t sounding_hash(uint64_t h, const struct mouth_sounding *s) {
    const struct mouth_said *said = &s->said;
    uint32_t state[] = {s->play,     s->next_word,     s->next_start,    s->pause_ms,
                        s->rest_ms,  s->offset,        said->rate,       said->frames,
                        said->bytes, said->word_count, said->level_count};
    h = hash64(hash64(h, state, sizeof state), &s->began, sizeof s->began);
    h = hash64(h, said->levels, at_most(said->level_count, MOUTH_LEVELS));
    return hash64(h, said->words, at_most(said->word_count, MOUTH_WORDS) * sizeof *said->words);
}

uint64_t mouth_hash(const struct mouth *m) {
    uint32_t state[] = {m->errand.serial != 0, m->rest_ms, m->piece, m->told, m->state_count};
    uint64_t h = hash64(m->lingers, state, sizeof state);
    for (int i = 0; i < MOUTH_WAITING; i++)
        if (m->asked[i].busy) h = asked_hash(h + 1, &m->asked[i]);
    for (int i = 0; i < 2; i++)
        if (m->sounding[i].play) h = sounding_hash(h + 1, &m->sounding[i]);
    size_t told = at_most(m->state_count, sizeof m->states / sizeof *m->states);
    h = hash64(h, m->states, told * sizeof *m->states);
    return hash64(h, m->tickets, told * sizeof *m->tickets);
}

void mouth_ended(struct mouth *m, uint32_t play) {
    for (int i = 0; i < 2; i++)
        if (m->sounding[i].play == play) {
            m->sounding[i] = m->sounding[1];
            m->sounding[1].play = 0;
            m->sounding[0].began = 0;
            return;
        }
}

bool mouth_said_now(struct mouth *m, uint64_t tick, struct speaking_in *out) {
    struct mouth_sounding *s = &m->sounding[0];
    *out = (struct speaking_in){0};
    if (!s->play) return tick < m->lingers;
    if (!s->began || tick < s->began) return true; // it is about to, or draws breath
    uint64_t at = tick - s->began;
    if (at < s->said.level_count) out->loud = (float)s->said.levels[at] / 255;
    for (; s->next_start < s->said.word_count; s->next_start++) { // of two in one tick the weightier
        const struct mouth_word *w = &s->said.words[s->next_start];
        if (w->ms >= (at + 1) * AUDIO_TICK_MS) break;
        out->word = m_max(out->word, (float)w->weight / 255);
        out->end = w->end;
    }
    return true;
}

void mouth_stop(struct mouth *m, struct desk *desk) {
    if (m->crew && m->errand.serial) errand_cancel(m->crew, m->errand);
    m->errand = (struct errand_ticket){0};
    while (m->asked[0].busy) finish(m, desk, LIFE_VERDICT_CANCELLED, "stopped");
    m->sounding[0].play = m->sounding[1].play = 0;
    m->sounding[0].began = m->lingers = 0;
}

static uint32_t tell_words(struct mouth *m, uint64_t tick, uint64_t now_us, struct life_event *events,
                           uint32_t room) {
    struct mouth_sounding *s = &m->sounding[0];
    uint32_t count = 0;
    if (tick < s->began) return 0;
    for (; s->next_word < s->said.word_count && count < room; s->next_word++) {
        const struct mouth_word *w = &s->said.words[s->next_word];
        if (w->ms > (tick - s->began + 1) * AUDIO_TICK_MS) break;
        uint32_t end = s->next_word + 1 < s->said.word_count ? s->said.words[s->next_word + 1].ms
                       : s->said.rate ? (uint32_t)((uint64_t)s->said.frames * 1000 / s->said.rate)
                                      : 0;
        events[count++] = (struct life_event){
            .time_us = now_us,
            .kind = LIFE_EVENT_KIND_WORD,
            .subject = m->asked[0].ticket,
            .numbers = {(float)(s->offset + w->at), w->len, end > w->ms ? (float)(end - w->ms) / 1000 : 0}};
    }
    return count;
}

uint32_t mouth_step(struct mouth *m, struct desk *desk, uint64_t tick, uint64_t now_us,
                    struct life_event *events, uint32_t room) {
    uint32_t count = 0;
    struct mouth_asked *asked = &m->asked[0];
    if (asked->busy && !m->sounding[0].play && !m->errand.serial && !*asked->order.text)
        finish(m, desk, LIFE_VERDICT_DONE, "");
    if (asked->busy && !m->errand.serial && *asked->order.text && !m->sounding[1].play) {
        if (m->crew && m->maker)
            begin_piece(m, tick);
        else
            finish(m, desk, LIFE_VERDICT_REFUSED, "nobody here can speak");
    }
    if (m->sounding[0].play && !m->sounding[0].began) {
        m->sounding[0].began = tick + m->sounding[0].pause_ms / AUDIO_TICK_MS;
        if (!m->told) state(m, asked->ticket, 3);
        m->told = true;
    }
    for (uint32_t i = 0; i < m->state_count && count < room; i++)
        events[count++] = (struct life_event){.time_us = now_us,
                                              .kind = LIFE_EVENT_KIND_SAY_STATE,
                                              .subject = m->tickets[i],
                                              .cause = m->tickets[i],
                                              .numbers = {(float)m->states[i]}};
    m->state_count = 0;
    if (m->sounding[0].play) m->lingers = tick + m->sounding[0].rest_ms / AUDIO_TICK_MS + 1;
    if (m->sounding[0].play) count += tell_words(m, tick, now_us, events + count, room - count);
    return count;
}
