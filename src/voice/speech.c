#include "voice/speech.h"
#include "voice/locale.h"

#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "base/system/log.h"
#include "voice/stretch.h"
#include "voice/talker.h"
#include "voice/vocoder.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_WPM = 165, SLOWEST_WPM = 80, FASTEST_WPM = 450, QUIET = 90, EDGE_MS = 10 };

const struct speech_mood SPEECH_MOODS[] = {
    {"neutral", 1, 1, 1, 0},
    {"happy", 1.10f, 1.35f, 0.93f, 0},
    {"excited", 1.18f, 1.6f, 0.84f, 0},
    {"sad", 0.92f, 0.55f, 1.18f, 0.4f},
    {"angry", 0.90f, 1.2f, 0.92f, 0.15f},
    {"sleepy", 0.88f, 0.5f, 1.32f, 0.2f},
    {"scared", 1.15f, 0.9f, 0.9f, 1},
};
const size_t SPEECH_MOOD_COUNT = sizeof SPEECH_MOODS / sizeof *SPEECH_MOODS;

const struct speech_mood *speech_mood_find(const char *name) {
    for (size_t i = 0; i < SPEECH_MOOD_COUNT; i++)
        if (!strcmp(SPEECH_MOODS[i].name, *name ? name : "neutral")) return &SPEECH_MOODS[i];
    return NULL;
}

struct speech_maker {
    pthread_mutex_t turn;
    struct talker *talker;
    bool told_of_signs;
};

struct speech_maker *speech_maker_new(const char *helper) {
    struct speech_maker *maker = calloc(1, sizeof *maker);
    if (!maker) return NULL;
    maker->talker = talker_new(helper);
    if (!maker->talker) {
        free(maker);
        return NULL;
    }
    pthread_mutex_init(&maker->turn, NULL);
    return maker;
}

void speech_maker_free(struct speech_maker *maker) {
    if (!maker) return;
    talker_free(maker->talker);
    pthread_mutex_destroy(&maker->turn);
    free(maker);
}

bool speech_maker_speaks(struct speech_maker *maker) { return talker_found(maker->talker); }

static const struct locale *locale_of(const struct speech_order *order) {
    const struct locale *locale = locale_find(order->locale);
    return locale ? locale : locale_at(0);
}

struct speech_order speech_order_of(const char *locale, const char *text) {
    struct speech_order order = {.duration = 1, .robot = "vector", .seed = 1};
    text_copy(text_of(text), order.text, sizeof order.text);
    text_copy(text_of(locale), order.locale, sizeof order.locale);
    return order;
}

static bool something_in(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text > ' ') return true;
    return false;
}

enum err speech_check(const struct speech_order *order, struct fault *fault) {
    if (!something_in(order->text)) return fault_set(fault, ERR_MISSING, "there is nothing to say");
    if (!utf8_valid(text_of(order->text))) return fault_set(fault, ERR_SYNTAX, "the text is not UTF-8");
    if (order->duration != 0 &&
        !(order->duration >= 0.05f && order->duration <= 20)) // NOLINT: 0 is "not said"
        return fault_set(fault, ERR_RANGE, "a duration of %g; from 0.05 to 20 is taken",
                         (double)order->duration);
    if (!(order->pitch >= -1 && order->pitch <= 1))
        return fault_set(fault, ERR_RANGE, "a pitch of %g; from -1 to 1 is taken", (double)order->pitch);
    if (!speech_mood_find(order->mood))
        return fault_set(fault, ERR_UNKNOWN, "unknown mood \"%s\"", order->mood);
    return ERR_NONE;
}

void speech_free(struct speech *speech) {
    free(speech->samples);
    *speech = (struct speech){0};
}

static bool says_something(const char *word, size_t len) {
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)word[i] >= 0x80 || (word[i] >= '0' && word[i] <= '9') ||
            ((word[i] | 32) >= 'a' && (word[i] | 32) <= 'z'))
            return true;
    return false;
}

// ----------------------------------------------------------------------------------------- without a speaker

// Of letters beyond ASCII: Latin ones with marks are vowels but for a few; a kana is a syllable unless it is
// small; another sign is two.
enum letter { CONSONANT, VOWEL, SYLLABLE, TWO_SYLLABLES, SILENT };
static enum letter letter_of(uint32_t c) {
    if (c < 0x80) return c && strchr("aeiouyAEIOUY", (int)c) ? VOWEL : CONSONANT;
    if (c >= 0xc0 && c < 0x250)
        return strchr("\xc7\xd0\xd1\xd7\xde\xdf\xe7\xf0\xf1\xf7\xfe", (int)(c & 0xff)) && c < 0x100
                   ? CONSONANT
                   : VOWEL;
    if (c >= 0x3041 && c <= 0x30ff) {
        bool small = c == 0x3083 || c == 0x3085 || c == 0x3087 || c == 0x30e3 || c == 0x30e5 || c == 0x30e7;
        return small ? SILENT : SYLLABLE;
    }
    if (c >= 0x3400 && c <= 0x9fff) return TWO_SYLLABLES;
    if (c == 0x3001 || c == 0x3002) return SYLLABLE; // a pause
    if (c >= 0x2000 && c <= 0x303f) return SILENT;   // other marks
    return SYLLABLE;
}

// As long as it would take to say: syllables, with pauses where the text has them.
static unsigned syllables(const char *word, size_t len) {
    unsigned count = 0;
    bool before = false;
    uint32_t c;
    for (size_t at = 0; at < len;) {
        at += utf8_next((struct text){word, len}, at, &c);
        enum letter letter = letter_of(c);
        count += (letter == VOWEL && !before) || letter == SYLLABLE;
        count += letter == TWO_SYLLABLES ? 2 : 0;
        count += c >= '0' && c <= '9'; // each is said
        before = letter == VOWEL;
    }
    if (len > 2 && word[len - 1] == 'e' && count > 1) count--;
    return count ? count : 1;
}

// Without the marks after it.
static size_t letters_of(const char *word, size_t len) {
    while (len > 1 && strchr(".,;:!?\"')", word[len - 1])) len--;
    return len;
}

static enum err too_long(struct fault *fault) {
    return fault_set(fault, ERR_LIMIT, "the speech would be longer than %d seconds", SPEECH_SECONDS_MAX);
}

static enum err tones(const struct speech_order *order, struct speech *out, struct fault *fault) {
    size_t room = (size_t)SPEECH_RATE * SPEECH_SECONDS_MAX;
    struct chance dice = chance_of(order->seed, chance_stream("tones"), 0);
    int16_t *samples = calloc(room, sizeof *samples);
    if (!samples) return fault_set(fault, ERR_MEMORY, "no memory for speech");
    float pace = 100 / (order->speed > 0 ? order->speed : 100);
    size_t at = 0;
    bool any = says_something(order->text, strlen(order->text));
    for (const char *c = order->text; *c;) {
        size_t len = strcspn(c, SPEECH_BLANKS);
        if (!len || (any && !says_something(c, len))) {
            c += len ? len : 1;
            continue;
        }
        if (out->word_count < SPEECH_WORDS_MAX)
            out->words[out->word_count++] =
                (struct speech_word){(uint32_t)(c - order->text), (uint32_t)letters_of(c, len),
                                     (uint32_t)(at * 1000 / SPEECH_RATE)};
        unsigned count = syllables(c, len);
        for (unsigned s = 0; s < count; s++) {
            bool last = s + 1 == count && (!c[len] || strchr(".!?,;:", c[len - 1]));
            // Speech slows down before a pause.
            size_t one = (size_t)((last ? 0.25f : 0.155f) * pace * SPEECH_RATE);
            if (at + one > room) {
                free(samples);
                return too_long(fault);
            }
            float hertz = 150 * m_pow(2, chance_range(&dice, -3, 4) / 12), phase = 0;
            for (size_t i = 0; i < one; i++) {
                float part = (float)i / (float)one, loud = m_sin(M_PI_F * part);
                phase += hertz * (1 + 0.08f * part) / SPEECH_RATE;
                phase -= m_floor(phase);
                samples[at + i] = (int16_t)m_round(
                    9000 * loud * (m_sin(M_TAU_F * phase) + 0.4f * m_sin(2 * M_TAU_F * phase)));
            }
            at += one;
        }
        char end = c[len - 1];
        float rest = strchr(".!?", end) ? 0.34f : strchr(",;:", end) ? 0.19f : 0.03f;
        c += len;
        if (*c && at + (size_t)(rest * SPEECH_RATE) < room) at += (size_t)(rest * SPEECH_RATE);
    }
    out->samples = samples;
    out->count = at;
    out->rate = SPEECH_RATE;
    out->tones = true;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ spoken

static uint16_t words_per_minute(float wpm) { return (uint16_t)m_clamp(wpm, SLOWEST_WPM, FASTEST_WPM); }

static enum err say_at(struct speech_maker *maker, const struct speech_order *order, float wpm,
                       struct speech *out, struct fault *fault) {
    const struct speech_mood *mood = speech_mood_find(order->mood);
    struct frame_say say = {.words_per_minute = words_per_minute(wpm),
                            .voice = text_of(locale_of(order)->voice),
                            .text = text_of(order->text)};
    say.pitch = (uint8_t)m_clamp(order->plain ? 36 : 50, 0, 99);
    say.range = (uint8_t)m_clamp(50 * mood->range, 0, 99);
    struct talk talk = {.most = (size_t)SPEECH_RATE * SPEECH_SECONDS_MAX};
    enum err err = talker_say(maker->talker, &say, &talk, fault);
    if (!err && !talk.count)
        err = fault_set(fault, ERR_UNSUPPORTED, "the text holds nothing that can be spoken");
    if (!err) {
        out->samples = talk.samples, out->count = talk.count, out->rate = talk.rate;
        talk.samples = NULL;
        for (uint32_t i = 0; i < talk.word_count && i < SPEECH_WORDS_MAX; i++)
            out->words[out->word_count++] =
                (struct speech_word){talk.words[i].at, talk.words[i].len,
                                     (uint32_t)((uint64_t)talk.words[i].sample * 1000 / talk.rate)};
    }
    talk_free(&talk);
    return err;
}

static bool blank(char c) { return c && strchr(SPEECH_BLANKS, c); }

// Words that were run together with the one before get a share of its time, by their letters.
static void fill_words(const struct speech_order *order, struct speech *speech) {
    struct speech_word all[SPEECH_WORDS_MAX];
    bool known[SPEECH_WORDS_MAX];
    uint32_t count = 0, next = 0;
    const char *text = order->text;
    for (size_t at = 0; text[at] && count < SPEECH_WORDS_MAX; at += strcspn(text + at, SPEECH_BLANKS)) {
        at += strspn(text + at, SPEECH_BLANKS);
        size_t len = strcspn(text + at, SPEECH_BLANKS);
        bool heard = next < speech->word_count && speech->words[next].at == at;
        if (!heard && !says_something(text + at, len)) continue;
        size_t letters = letters_of(text + at, len);
        known[count] = heard;
        all[count++] =
            heard ? speech->words[next++] : (struct speech_word){(uint32_t)at, (uint32_t)letters, 0};
    }
    if (next < speech->word_count) return; // not in the order of the text
    uint32_t end_ms = (uint32_t)((uint64_t)speech->count * 1000 / speech->rate);
    for (uint32_t first = 0, after; first < count; first = after) {
        uint32_t letters = all[first].len, until, passed = all[first].len;
        for (after = first + 1; after < count && !known[after]; after++) letters += all[after].len;
        until = after < count ? all[after].ms : end_ms;
        if (until < all[first].ms) until = all[first].ms;
        for (uint32_t i = first + 1; i < after; passed += all[i++].len)
            all[i].ms = all[first].ms + (until - all[first].ms) * passed / letters;
    }
    memcpy(speech->words, all, count * sizeof *all);
    speech->word_count = count;
}

static bool has_digits(const char *word) { return word[strcspn(word, "0123456789" SPEECH_BLANKS)] > ' '; }

// espeak-ng runs words together ("for a") and is then a letter or two off: each time is given to a whole
// word, and no word has two.
static void mend_words(const struct speech_order *order, struct speech *speech) {
    const char *text = order->text;
    size_t len = strlen(text), after = 0;
    uint32_t kept = 0;
    bool without_blanks = locale_of(order)->without_blanks;
    if (without_blanks && !strpbrk(text, SPEECH_BLANKS)) return;
    for (uint32_t i = 0; i < speech->word_count; i++) {
        struct speech_word word = speech->words[i];
        size_t at = word.at < len ? word.at : len;
        while (at && !blank(text[at - 1]) && !blank(text[at])) at--;
        if (at < after && has_digits(text + at)) continue; // spelt out: told for every piece of it
        if (at < after) at = after;
        while (at < len && blank(text[at])) at++;
        size_t end = at + strcspn(text + at, SPEECH_BLANKS);
        while (end < len && !says_something(text + at, end - at)) { // a dash
            at = end + strspn(text + end, SPEECH_BLANKS);
            end = at + strcspn(text + at, SPEECH_BLANKS);
        }
        if (at >= len) break;
        after = end;
        word.at = (uint32_t)at, word.len = (uint32_t)letters_of(text + at, end - at);
        speech->words[kept++] = word;
    }
    speech->word_count = kept;
    fill_words(order, speech);
}

// Silence at both ends is shortened to ten milliseconds.
static void trim(struct speech *speech) {
    size_t first = 0, last = speech->count, edge = speech->rate * EDGE_MS / 1000;
    while (first < last && abs(speech->samples[first]) < QUIET) first++;
    while (last > first && abs(speech->samples[last - 1]) < QUIET) last--;
    first = first > edge ? first - edge : 0;
    last = last + edge < speech->count ? last + edge : speech->count;
    memmove(speech->samples, speech->samples + first, (last - first) * sizeof *speech->samples);
    speech->count = last - first;
    uint32_t ms = (uint32_t)(first * 1000 / speech->rate);
    for (uint32_t i = 0; i < speech->word_count; i++)
        speech->words[i].ms -= speech->words[i].ms < ms ? speech->words[i].ms : ms;
}

static enum err replace(struct speech *speech, enum err err, int16_t *samples, size_t count,
                        struct fault *fault) {
    if (err) return fault_set(fault, err, "no memory for speech");
    free(speech->samples);
    if (count != speech->count)
        for (uint32_t i = 0; i < speech->word_count; i++)
            speech->words[i].ms =
                (uint32_t)((double)speech->words[i].ms * (double)count / (double)speech->count);
    speech->samples = samples;
    speech->count = count;
    return ERR_NONE;
}

static enum err fit_length(struct speech *speech, size_t wanted, struct fault *fault) {
    if (wanted > (size_t)SPEECH_RATE * SPEECH_SECONDS_MAX) return too_long(fault);
    double ratio = (double)wanted / (double)speech->count;
    if (wanted < 10 || (ratio > 0.985 && ratio < 1.015)) return ERR_NONE;
    int16_t *samples = NULL;
    enum err err = stretch(speech->samples, speech->count, wanted, &samples);
    return replace(speech, err, samples, wanted, fault);
}

static enum err treat(const struct speech_order *order, struct speech *speech, struct fault *fault) {
    const struct speech_mood *mood = speech_mood_find(order->mood);
    float up =
        m_pow(2, order->pitch) * mood->pitch * (order->config_pitch > 0 ? order->config_pitch / 100 : 1);
    int16_t *samples = NULL;
    if (order->plain || speech->tones) {
        if (up > 0.995f && up < 1.005f) return ERR_NONE;
        enum err shifted = stretch_pitch(speech->samples, speech->count, up, &samples);
        return replace(speech, shifted, samples, speech->count, fault);
    }
    struct vocoder_config config = vocoder_robot(order->robot);
    config.rate = speech->rate;
    config.pitch *= up;
    config.range = mood->range;
    config.tremble = mood->tremble;
    if (order->shaping > 0) config.formant *= order->shaping / 100;
    samples = malloc((speech->count + 1) * sizeof *samples);
    enum err err = samples ? vocoder_run(&config, speech->samples, speech->count, samples) : ERR_MEMORY;
    if (err) free(samples), samples = NULL;
    return replace(speech, err, samples, speech->count, fault);
}

static void soften(struct speech *speech) {
    size_t edge = speech->rate / 200;
    for (size_t i = 0; i < edge && i < speech->count; i++) {
        speech->samples[i] = (int16_t)(speech->samples[i] * (int)i / (int)edge);
        speech->samples[speech->count - 1 - i] =
            (int16_t)(speech->samples[speech->count - 1 - i] * (int)i / (int)edge);
    }
}

static bool has_chinese_signs(const char *text) {
    struct text all = text_of(text);
    uint32_t c;
    for (size_t at = 0; at < all.len;) {
        at += utf8_next(all, at, &c);
        if ((c >= 0x3400 && c <= 0x9fff) || (c >= 0x20000 && c <= 0x3ffff)) return true;
    }
    return false;
}

// Once is enough: whoever writes such texts writes many.
static void tell_of_signs(struct speech_maker *maker, const char *text) {
    if (maker->told_of_signs || !has_chinese_signs(text)) return;
    maker->told_of_signs = true;
    log_warn("voice",
             "\"%s\": espeak-ng spells Chinese signs (kanji) out instead of reading them; write such words "
             "in kana",
             text);
}

static enum err make(struct speech_maker *maker, const struct speech_order *order, struct speech *out,
                     struct fault *fault) {
    float speed = order->speed > 0 ? order->speed / 100 : 1, wpm = USUAL_WPM * speed;
    float duration = (order->duration > 0 ? order->duration : 1) * speech_mood_find(order->mood)->duration;
    if (!talker_found(maker->talker)) {
        enum err err = tones(order, out, fault);
        if (!err) err = fit_length(out, (size_t)((double)out->count * (double)duration), fault);
        return err ? err : treat(order, out, fault);
    }
    tell_of_signs(maker, order->text);
    enum err err = say_at(maker, order, wpm, out, fault);
    if (err == ERR_MISSING || err == ERR_CLOSED || err == ERR_TIMEOUT || err == ERR_SYNTAX ||
        err == ERR_VERSION) {
        if (fault) *fault = (struct fault){0};
        return make(maker, order, out, fault); // the talker has given its helper up: tones
    }
    if (err) return err;
    mend_words(order, out);
    trim(out);
    size_t wanted = (size_t)((double)out->count * (double)duration);
    if (duration < 0.97f || duration > 1.03f) { // said slower or faster, as far as that goes
        struct speech again = {0};
        err = say_at(maker, order, wpm / duration, &again, fault);
        if (!err) {
            speech_free(out);
            *out = again;
            mend_words(order, out);
            trim(out);
        }
    }
    if (!err) err = fit_length(out, wanted, fault);
    if (!err) err = treat(order, out, fault);
    if (!err) soften(out);
    return err;
}

enum err speech_make(struct speech_maker *maker, const struct speech_order *order, struct speech *out,
                     struct fault *fault) {
    *out = (struct speech){0};
    enum err err = speech_check(order, fault);
    if (err) return err;
    pthread_mutex_lock(&maker->turn);
    err = make(maker, order, out, fault);
    pthread_mutex_unlock(&maker->turn);
    if (err) speech_free(out);
    return err;
}
