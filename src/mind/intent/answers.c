#include "mind/intent/answers.h"

#include "base/maths/maths.h"
#include "mind/intent/answers_internal.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------ reading

static enum err rows_of(const struct json *document, const char *key, const struct json **out,
                        struct fault *fault) {
    *out = json_get(document, key);
    if (*out && (*out)->kind == JSON_LIST && (*out)->count <= ANSWER_ROWS_MAX) return ERR_NONE;
    return json_fault(*out ? *out : document, fault, ERR_TYPE, "expected \"%s\", a list of at most %d rows",
                      key, ANSWER_ROWS_MAX);
}

static enum err number_at(const struct json *row, size_t index, double *out, struct fault *fault) {
    const struct json *value = json_at(row, index);
    return value ? json_as_number(value, -1e15, 1e15, out, fault)
                 : json_fault(row, fault, ERR_MISSING, "a row needs more values");
}
static enum err text_at(const struct json *row, size_t index, struct text *out, struct fault *fault) {
    const struct json *value = json_at(row, index);
    return value ? json_as_text(value, out, fault)
                 : json_fault(row, fault, ERR_MISSING, "a row needs more values");
}

// ["m", "mile", "miles", 1609.344]
static enum err read_unit(const struct json *row, struct answer_unit *out, struct fault *fault) {
    if (text_at(row, 0, &out->kind, fault) || text_at(row, 1, &out->name, fault) ||
        text_at(row, 2, &out->plural, fault) || number_at(row, 3, &out->factor, fault) ||
        (row->count > 4 && number_at(row, 4, &out->offset, fault)))
        return fault->err;
    return out->factor > 0 ? ERR_NONE : json_fault(row, fault, ERR_RANGE, "a unit's factor is above 0");
}

// ["Berlin, Germany", "berlin", zone (h), "eu", mean (°C), half of summer minus winter, half of day minus
// night,
//  share of wet days]
static enum err read_place(const struct json *row, struct answer_place *out, struct fault *fault) {
    double numbers[5];
    if (text_at(row, 0, &out->name, fault) || text_at(row, 1, &out->also, fault) ||
        number_at(row, 2, &numbers[0], fault) || text_at(row, 3, &out->summer, fault))
        return fault->err;
    for (size_t i = 1; i < 5; i++)
        if (number_at(row, i + 3, &numbers[i], fault)) return fault->err;
    bool sane = m_abs((float)numbers[0]) <= 14 && m_abs((float)numbers[1]) <= 60 &&
                m_abs((float)numbers[2]) <= 60 && m_abs((float)numbers[3]) <= 30;
    if (!sane || numbers[4] < 0 || numbers[4] > 1)
        return json_fault(row, fault, ERR_RANGE, "no place has such a climate");
    out->zone_h = (float)numbers[0], out->mean = (float)numbers[1], out->swing = m_abs((float)numbers[2]);
    out->daily = (float)numbers[3], out->wet = (float)numbers[4], out->south = numbers[2] < 0;
    return ERR_NONE;
}

enum err answers_read(const struct json *document, struct arena *arena, struct answers *out,
                      struct fault *fault) {
    static const char *const KEYS[] = {"units", "places", "questions", "about"};
    struct fault unread = {0};
    if (!fault) fault = &unread;
    const struct json *units, *places, *questions = json_get(document, "questions");
    *out = (struct answers){0};
    if (document->kind != JSON_OBJECT) return json_fault(document, fault, ERR_TYPE, "expected answers");
    if (json_only(document, KEYS, 4, fault) || rows_of(document, "units", &units, fault) ||
        rows_of(document, "places", &places, fault))
        return fault->err;
    if (!questions) return json_fault(document, fault, ERR_MISSING, "there is no \"questions\"");
    if (phrases_read(questions, arena, &out->questions, fault)) return fault->err;
    out->units = arena_array(arena, struct answer_unit, units->count + 1);
    out->places = arena_array(arena, struct answer_place, places->count + 1);
    if (!out->units || !out->places) return fault_set(fault, ERR_MEMORY, "no memory for answers");
    for (const struct json *one = units->first; one; one = one->next)
        if (read_unit(one, &out->units[out->unit_count++], fault)) return fault->err;
    for (const struct json *one = places->first; one; one = one->next)
        if (read_place(one, &out->places[out->place_count++], fault)) return fault->err;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ numbers

// At most four digits after the point, and none that says nothing.
static void written(double number, char *out, size_t size) {
    snprintf(out, size, "%.4f", number);
    size_t len = strlen(out);
    while (len && out[len - 1] == '0') out[--len] = 0;
    if (len && out[len - 1] == '.') out[--len] = 0;
    if (strcmp(out, "-0") == 0) snprintf(out, size, "0");
}

enum { SUM_PARTS = 12 };

static char operator_at(const struct spoken *s, uint32_t at, uint32_t *used) {
    static const struct {
        const char *words[2];
        char sign;
    } OPERATORS[] = {
        {{"plus"}, '+'},          {{"minus"}, '-'}, {{"times"}, '*'}, {{"multiplied", "by"}, '*'},
        {{"divided", "by"}, '/'}, {{"over"}, '/'},  {{"x"}, '*'}};
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++) {
        bool two = OPERATORS[i].words[1];
        if (!spoken_is(s, at, OPERATORS[i].words[0])) continue;
        if (two && !spoken_is(s, at + 1, OPERATORS[i].words[1])) continue;
        return *used = two ? 2 : 1, OPERATORS[i].sign;
    }
    return 0;
}

// Multiplications first. False: that cannot be, as a division by nought.
static bool work_out(double *numbers, char *signs, uint32_t count, double *out) {
    double sum = 0, part = numbers[0];
    char before = '+';
    for (uint32_t i = 0; i < count; i++) {
        double next = numbers[i + 1];
        if (signs[i] == '/' && next == 0) return false;
        if (signs[i] == '*' || signs[i] == '/') {
            part = signs[i] == '*' ? part * next : part / next;
            continue;
        }
        sum = before == '+' ? sum + part : sum - part;
        before = signs[i], part = next;
    }
    *out = before == '+' ? sum + part : sum - part;
    return *out > -1e15 && *out < 1e15;
}

static bool sum(struct text words, double *out) {
    struct spoken s;
    double numbers[SUM_PARTS + 1];
    char signs[SUM_PARTS];
    uint32_t count = 0, used = 0, step;
    spoken_read(words, &s);
    bool negative = spoken_is(&s, 0, "minus");
    for (used = negative; !s.more && count <= SUM_PARTS; used += step) {
        uint32_t read = spoken_number(&s, used, &numbers[count]);
        if (!read) return false;
        if (negative && !count) numbers[0] = -numbers[0];
        used += read;
        if (used == s.count) return count && work_out(numbers, signs, count, out);
        if (count == SUM_PARTS || !(signs[count] = operator_at(&s, used, &step))) return false;
        count++;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------ units

static const struct answer_unit *unit_named(const struct answers *a, struct text name) {
    for (uint32_t i = 0; i < a->unit_count; i++)
        if (text_same_nocase(a->units[i].name, name) || text_same_nocase(a->units[i].plural, name))
            return &a->units[i];
    return NULL;
}

static bool convert(const struct answers *a, struct text from, struct text to, char out[INTENT_TEXT]) {
    struct spoken s;
    double number = 1;
    char text[64];
    spoken_read(from, &s);
    uint32_t used = spoken_number(&s, 0, &number);
    if (!used) number = 1;
    if (!used && (spoken_is(&s, 0, "a") || spoken_is(&s, 0, "an"))) used = 1;
    if (used >= s.count) return false;
    const struct answer_unit *have = unit_named(a, spoken_span(&s, used, s.count - used)),
                             *want = unit_named(a, to);
    if (!have || !want || !text_same(have->kind, want->kind)) return false;
    double value = (number * have->factor + have->offset - want->offset) / want->factor;
    written(value, text, sizeof text);
    struct text name = strcmp(text, "1") == 0 ? want->name : want->plural;
    snprintf(out, INTENT_TEXT, "%s %.*s.", text, (int)(name.len < 60 ? name.len : 60), name.at);
    return true;
}

// ------------------------------------------------------------------------------------------------ places

const struct answer_place *answers_place(const struct answers *a, struct text name) {
    struct text first = name, one;
    text_split(&name, ',', &first); // "San Francisco, California, United States"
    for (uint32_t i = 0; first.len && i < a->place_count; i++) {
        struct text full = a->places[i].name, city = full, rest = a->places[i].also;
        text_split(&full, ',', &city);
        if (text_same_nocase(city, first)) return &a->places[i];
        while (text_split(&rest, '|', &one))
            if (text_same_nocase(one, first)) return &a->places[i];
    }
    return NULL;
}

// Days since 1970 of a date, and back (the Gregorian calendar, eras of 400 years).
static int64_t day_of(int64_t year, int month, int day) {
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400;
    int64_t in_era = year - era * 400, in_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719468;
}
struct date {
    int64_t year;
    int month, day;
};
static struct date date_of(int64_t day) {
    int64_t shifted = day + 719468, era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    int64_t in_era = shifted - era * 146097;
    int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
    int64_t in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;
    return (struct date){year + era * 400 + (month >= 10), (int)(month < 10 ? month + 3 : month - 9),
                         (int)(in_year - (153 * month + 2) / 5 + 1)};
}
static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }
static int64_t sunday_from(int64_t day) { return day + (7 - ((day + 4) % 7 + 7) % 7) % 7; }

// From the last Sunday of March to that of October; or from the second of March to the first of November.
static bool summer(const struct answer_place *p, int64_t local_s) {
    int64_t year = date_of(floor_div(local_s, 86400)).year;
    if (text_is(p->summer, "eu"))
        return local_s >= sunday_from(day_of(year, 3, 25)) * 86400 + 7200 &&
               local_s < sunday_from(day_of(year, 10, 25)) * 86400 + 7200;
    if (text_is(p->summer, "us"))
        return local_s >= sunday_from(day_of(year, 3, 8)) * 86400 + 7200 &&
               local_s < sunday_from(day_of(year, 11, 1)) * 86400 + 3600;
    return false;
}

int64_t answers_local(const struct answer_place *p, int64_t unix_s) {
    int64_t local = unix_s + (int64_t)(p->zone_h * 3600);
    return summer(p, local) ? local + 3600 : local;
}

void answers_iso(int64_t unix_s, char *out, size_t size) {
    int64_t day = floor_div(unix_s, 86400), second = unix_s - day * 86400;
    struct date d = date_of(day);
    snprintf(out, size, "%04d-%02d-%02dT%02d:%02d:%02dZ", (int)d.year, d.month, d.day, (int)(second / 3600),
             (int)(second / 60 % 60), (int)(second % 60));
}

static bool time_in(const struct answers *a, struct text place, const struct answer_time *now,
                    char out[INTENT_TEXT]) {
    const struct answer_place *p = answers_place(a, place);
    if (!p || !now->known) return false;
    int64_t minutes = (answers_local(p, now->unix_s) % 86400 + 86400) % 86400 / 60;
    int hour = (int)(minutes / 60);
    struct text full = p->name, city = full;
    text_split(&full, ',', &city);
    snprintf(out, INTENT_TEXT, "In %.*s it is %d:%02d %s.", (int)(city.len < 60 ? city.len : 60), city.at,
             hour % 12 ? hour % 12 : 12, (int)(minutes % 60), hour < 12 ? "AM" : "PM");
    return true;
}

// ------------------------------------------------------------------------------------------------ questions

static bool number_of(const struct intent *q, const char *key, double *out) {
    return !text_to_f64(intent_text(q, key), out);
}

bool answers_question(const struct answers *a, struct text question, const struct answer_time *now,
                      char out[INTENT_TEXT]) {
    struct phrase_found found;
    struct intent q = {0};
    double number, whole;
    char text[64];
    phrases_match(&a->questions, question, &found, &q);
    if (text_is(found.cloud, "fact")) return text_copy(intent_text(&q, "answer"), out, INTENT_TEXT), true;
    if (text_is(found.cloud, "convert"))
        return convert(a, intent_text(&q, "from"), intent_text(&q, "to"), out);
    if (text_is(found.cloud, "time")) return time_in(a, intent_text(&q, "place"), now, out);
    bool is = false;
    if (text_is(found.cloud, "sum")) is = sum(intent_text(&q, "sum"), &number);
    if (text_is(found.cloud, "root") && number_of(&q, "number", &number)) number = md_sqrt(number), is = true;
    if (text_is(found.cloud, "square") && number_of(&q, "number", &number)) number *= number, is = true;
    if (text_is(found.cloud, "percent") && number_of(&q, "number", &number) && number_of(&q, "whole", &whole))
        number = number * whole / 100, is = true;
    if (!is) return false;
    written(number, text, sizeof text);
    snprintf(out, INTENT_TEXT, "That is %s.", text);
    return true;
}
