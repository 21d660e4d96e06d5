#include "voice/accent.h"

#include "base/maths/maths.h"

#include <string.h>

// What is softer is the hum of the treatment.
#define SILENCE 0.03f

static float effective(const int16_t *samples, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)samples[i] * samples[i];
    return count ? m_sqrt((float)(sum / (double)count)) / 32768 : 0;
}

// Of one step; -1 after the end.
static float level(const struct speech *speech, uint32_t step_ms, uint32_t step) {
    size_t from = (size_t)step * speech->rate * step_ms / 1000,
           to = (size_t)(step + 1) * speech->rate * step_ms / 1000;
    if (from >= speech->count) return -1;
    return effective(speech->samples + from, (to < speech->count ? to : speech->count) - from);
}

uint32_t accent_levels(const struct speech *speech, uint32_t step_ms, uint8_t *out, uint32_t room) {
    float most = 0, now;
    uint32_t count = 0;
    for (; count < room && (now = level(speech, step_ms, count)) >= 0; count++) most = m_max(most, now);
    for (uint32_t i = 0; i < count; i++) {
        float share = most > 0 ? level(speech, step_ms, i) / most : 0;
        out[i] = (uint8_t)m_round(255 * m_clamp((share - SILENCE) / (1 - SILENCE), 0, 1));
    }
    return count;
}

// The sign that ends it: within the word as it was marked, or right after it.
static enum accent_end end_of(const char *text, size_t at, size_t len) {
    static const struct {
        const char *sign;
        enum accent_end end;
    } SIGNS[] = {{",", ACCENT_RESTS},  {";", ACCENT_RESTS}, {":", ACCENT_RESTS},  {".", ACCENT_STOPS},
                 {"!", ACCENT_CALLS},  {"?", ACCENT_ASKS},  {"、", ACCENT_RESTS}, {"。", ACCENT_STOPS},
                 {"！", ACCENT_CALLS}, {"？", ACCENT_ASKS}, {"…", ACCENT_STOPS}};
    enum accent_end found = ACCENT_GOES_ON;
    size_t end = at + len;
    end += strcspn(text + end, SPEECH_BLANKS);
    for (size_t from = end > at + 12 ? end - 12 : at; from < end; from++)
        for (size_t s = 0; s < sizeof SIGNS / sizeof *SIGNS; s++) {
            size_t size = strlen(SIGNS[s].sign);
            if (strncmp(text + from, SIGNS[s].sign, size) != 0) continue;
            size_t after = from + size; // "3.5", "8:30": no end
            bool closed = after >= end || size > 1 || !strchr("0123456789", text[after]);
            if (closed && SIGNS[s].end > found) found = SIGNS[s].end;
        }
    return found;
}

static bool is_capitals(const char *text, size_t len) {
    size_t capitals = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] >= 'a' && text[i] <= 'z') return false;
        capitals += text[i] >= 'A' && text[i] <= 'Z';
    }
    return capitals > 1;
}

// What is heard of a word: its loudness added up.
static float heard(const struct speech *speech, uint32_t word, uint32_t step_ms, const uint8_t *loud,
                   uint32_t count) {
    uint32_t from = speech->words[word].ms / step_ms,
             to = word + 1 < speech->word_count ? speech->words[word + 1].ms / step_ms : count;
    float sum = 0;
    for (uint32_t i = from; i < to && i < count; i++) sum += (float)loud[i] / 255;
    return sum;
}

struct accent accent_of(const struct speech *speech, uint32_t word, const char *text, uint32_t step_ms,
                        const uint8_t *loud, uint32_t count) {
    const struct speech_word *w = &speech->words[word];
    size_t len = strlen(text);
    if (w->at > len) return (struct accent){1, ACCENT_GOES_ON};
    size_t word_len = w->len < len - w->at ? w->len : len - w->at;
    enum accent_end end = end_of(text, w->at, word_len);
    float all = 0;
    for (uint32_t i = 0; i < count; i++) all += (float)loud[i] / 255;
    float usual = speech->word_count ? all / (float)speech->word_count : 0;
    float weight = usual > 0 ? 0.5f * heard(speech, word, step_ms, loud, count) / usual : 0.5f;
    if (is_capitals(text + w->at, word_len)) weight += 0.3f;
    if (end == ACCENT_CALLS) weight += 0.2f;
    return (struct accent){(uint8_t)m_round(255 * m_clamp(weight, 0.1f, 1)), (uint8_t)end};
}
