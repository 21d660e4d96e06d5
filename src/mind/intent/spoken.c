#include "mind/intent/spoken.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------ words

enum sort { SORT_GAP, SORT_LETTER, SORT_DIGIT, SORT_NOTHING, SORT_SIGN };

static bool digit(char c) { return c >= '0' && c <= '9'; }

// What the byte at `i` is. An apostrophe may also be the three bytes of its typographic form.
static enum sort sort_of(struct text text, size_t i, size_t *bytes) {
    char c = text.at[i], before = i ? text.at[i - 1] : ' ', after = i + 1 < text.len ? text.at[i + 1] : ' ';
    *bytes = 1;
    if (c == '\'') return SORT_NOTHING;
    if (text.len - i >= 3 && memcmp(text.at + i, "\xe2\x80\x99", 3) == 0) return *bytes = 3, SORT_NOTHING;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80) return SORT_LETTER;
    if (digit(c) || (c == '.' && digit(before) && digit(after))) return SORT_DIGIT;
    if (c == ',' && digit(before) && digit(after)) return SORT_NOTHING;
    if (c == '+' || c == '*' || c == '/' || c == '%') return SORT_SIGN;
    bool minus = c == '-' && (before == ' ' || digit(before)) && (after == ' ' || digit(after));
    return minus ? SORT_SIGN : SORT_GAP;
}

static const char *sign(char c) {
    return c == '+' ? "plus" : c == '*' ? "times" : c == '/' ? "over" : c == '%' ? "percent" : "minus";
}

struct reader {
    struct spoken *out;
    size_t used;
    struct spoken_word *word; // the one that is read; NULL: between two
    enum sort sort;
};

// Two words in one, without its apostrophe.
static const struct {
    const char *written;
    struct text first, second;
} SHORTENED[] = {
    {"whats", {"what", 4}, {"is", 2}}, {"hows", {"how", 3}, {"is", 2}},   {"wheres", {"where", 5}, {"is", 2}},
    {"whens", {"when", 4}, {"is", 2}}, {"whos", {"who", 3}, {"is", 2}},   {"hes", {"he", 2}, {"is", 2}},
    {"shes", {"she", 3}, {"is", 2}},   {"youre", {"you", 3}, {"are", 3}}, {"im", {"i", 1}, {"am", 2}}};

static void end_word(struct reader *r, size_t at, struct text text) {
    struct spoken_word *word = r->word;
    if (!word) return;
    word->written.len = (size_t)(text.at + at - word->written.at);
    r->word = NULL;
    for (size_t i = 0; i < sizeof SHORTENED / sizeof *SHORTENED && r->out->count < SPOKEN_WORDS; i++) {
        if (!text_is(word->plain, SHORTENED[i].written)) continue;
        r->out->words[r->out->count++] = (struct spoken_word){SHORTENED[i].second, word->written};
        word->plain = SHORTENED[i].first;
        return;
    }
}

static bool put(struct reader *r, struct text text, size_t at, enum sort sort, const char *bytes,
                size_t len) {
    if (r->word && (r->sort != sort || sort == SORT_SIGN)) end_word(r, at, text);
    if (r->used + len > SPOKEN_BYTES || (!r->word && r->out->count == SPOKEN_WORDS)) return false;
    if (!r->word) {
        r->word = &r->out->words[r->out->count++];
        *r->word = (struct spoken_word){{r->out->bytes + r->used, 0}, {text.at + at, 0}};
        r->sort = sort;
    }
    memcpy(r->out->bytes + r->used, bytes, len);
    r->used += len, r->word->plain.len += len;
    return true;
}

void spoken_read(struct text text, struct spoken *out) {
    struct reader r = {.out = out};
    out->count = 0, out->more = false;
    size_t i = 0, bytes;
    for (; i < text.len; i += bytes) {
        enum sort sort = sort_of(text, i, &bytes);
        char c = text.at[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (sort == SORT_NOTHING) continue;
        if (sort == SORT_GAP) {
            end_word(&r, i, text);
            continue;
        }
        bool there = sort == SORT_SIGN ? put(&r, text, i, sort, sign(c), strlen(sign(c)))
                                       : put(&r, text, i, sort, &c, 1);
        if (!there) {
            out->more = true;
            break;
        }
    }
    end_word(&r, i, text);
}

bool spoken_is(const struct spoken *said, uint32_t at, const char *word) {
    return at < said->count && text_is(said->words[at].plain, word);
}

struct text spoken_span(const struct spoken *said, uint32_t at, uint32_t count) {
    if (!count || at + count > said->count) return TEXT("");
    struct text first = said->words[at].written, last = said->words[at + count - 1].written;
    return (struct text){first.at, (size_t)(last.at + last.len - first.at)};
}

// ------------------------------------------------------------------------------------------------ numbers

static const struct {
    const char *word;
    double value;
} SMALL[] = {{"zero", 0},     {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
             {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
             {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
             {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
             {"twenty", 20},  {"thirty", 30},  {"forty", 40},     {"fourty", 40},   {"fifty", 50},
             {"sixty", 60},   {"seventy", 70}, {"eighty", 80},    {"ninety", 90},   {"dozen", 12}},
  LARGE[] = {{"hundred", 100}, {"thousand", 1e3}, {"million", 1e6}, {"billion", 1e9}};

static double small(const struct spoken *said, uint32_t at) {
    for (size_t i = 0; i < sizeof SMALL / sizeof *SMALL; i++)
        if (spoken_is(said, at, SMALL[i].word)) return SMALL[i].value;
    return -1;
}
static double large(const struct spoken *said, uint32_t at) {
    for (size_t i = 0; i < sizeof LARGE / sizeof *LARGE; i++)
        if (spoken_is(said, at, LARGE[i].word)) return LARGE[i].value;
    return -1;
}
static bool article(const struct spoken *said, uint32_t at) {
    return spoken_is(said, at, "a") || spoken_is(said, at, "an");
}

// "and a half", after a number or a unit.
static uint32_t half_more(const struct spoken *said, uint32_t at) {
    return spoken_is(said, at, "and") && article(said, at + 1) && spoken_is(said, at + 2, "half") ? 3 : 0;
}

static uint32_t digits(const struct spoken *said, uint32_t at, double *out) {
    if (at >= said->count || !digit(said->words[at].plain.at[0])) return 0;
    if (text_to_f64(said->words[at].plain, out) || !(*out <= 1e12)) return 0;
    uint32_t used = 1;
    for (double by; (by = large(said, at + used)) > 0 && *out * by <= 1e12; used++) *out *= by;
    return used;
}

// Parts below a hundred are added, "hundred" and larger ones multiply what came before them.
static uint32_t in_words(const struct spoken *said, uint32_t at, double *out) {
    double sum = 0, part = 0, last = 0;
    uint32_t used = 0;
    for (bool any = false;;) {
        uint32_t skip = any && spoken_is(said, at + used, "and") && small(said, at + used + 1) >= 0 && !last;
        double one = small(said, at + used + skip), by = large(said, at + used);
        if (article(said, at) && !any && large(said, at + 1) > 0) one = 1;
        bool fits = one >= 0 && (!any || last == 0 || (last >= 20 && last < 100 && one > 0 && one < 10));
        if (fits) {
            part += one, last = one >= 20 || one == 0 ? one : 1, any = true;
            used += 1 + skip;
        } else if (any && by == 100 && part > 0 && part < 100) {
            part *= by, last = 0, used++;
        } else if (any && by > 100 && part > 0 && sum + part * by <= 1e12) {
            sum += part * by, part = 0, last = 0, used++;
        } else {
            break;
        }
    }
    *out = sum + part;
    return used;
}

uint32_t spoken_number(const struct spoken *said, uint32_t at, double *out) {
    uint32_t used = digits(said, at, out);
    if (!used) used = in_words(said, at, out);
    if (!used && spoken_is(said, at, "half")) return *out = 0.5, 1;
    if (!used && article(said, at) && spoken_is(said, at + 1, "half")) return *out = 0.5, 2;
    uint32_t more = used ? half_more(said, at + used) : 0;
    if (more) *out += 0.5;
    return used + more;
}

// ------------------------------------------------------------------------------------------------ durations

static double unit(const struct spoken *said, uint32_t at) {
    static const struct {
        const char *names[6];
        double seconds;
    } UNITS[] = {{{"second", "seconds", "sec", "secs", "s"}, 1},
                 {{"minute", "minutes", "min", "mins", "m"}, 60},
                 {{"hour", "hours", "hr", "hrs", "h"}, 3600},
                 {{"day", "days"}, 86400}};
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
        for (const char *const *name = UNITS[i].names; *name; name++)
            if (spoken_is(said, at, *name)) return UNITS[i].seconds;
    return 0;
}

// "half an hour", "an hour and a half", "two and a half minutes", "one minute".
static uint32_t one_duration(const struct spoken *said, uint32_t at, double *seconds) {
    double number;
    uint32_t used = spoken_number(said, at, &number);
    if (used && spoken_is(said, at, "half") && article(said, at + used)) used++;
    if (!used && article(said, at)) used = 1, number = 1;
    double by = unit(said, at + used);
    if (!used || by <= 0) return 0;
    used++;
    uint32_t more = half_more(said, at + used);
    *seconds = (number + (more ? 0.5 : 0)) * by;
    return used + more;
}

uint32_t spoken_duration(const struct spoken *said, uint32_t at, double *seconds) {
    uint32_t all = 0;
    *seconds = 0;
    for (;;) {
        double one;
        uint32_t skip = all && spoken_is(said, at + all, "and"),
                 used = one_duration(said, at + all + skip, &one);
        if (!used) return all;
        *seconds += one;
        all += skip + used;
    }
}
