#include "base/data/zone.h"

#include "base/buf.h"
#include "base/system/file.h"

#include <stdio.h>
#include <string.h>

enum {
    DAY_S = 86400,
    HOUR_S = 3600,
    EAST_MAX_S = 26 * HOUR_S,
    COUNTS = 6,
    TYPE_BYTES = 6,
    JULIAN_MAX = 365,
    RULE_HOURS_MAX = 167
};

static enum err no_zone(struct fault *fault) {
    return fault_set(fault, ERR_SYNTAX, "this is no time zone file");
}

// ------------------------------------------------------------------------------------------ days and years

static bool is_leap(int64_t year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int64_t days_before(int64_t year) { // since 1970
    int64_t y = year - 1;
    return 365 * (year - 1970) + (y / 4 - 1969 / 4) - (y / 100 - 1969 / 100) + (y / 400 - 1969 / 400);
}

static int64_t year_of(int64_t days) {
    int64_t year = 1970 + days / 366;
    while (days_before(year) > days) year--;
    while (days_before(year + 1) <= days) year++;
    return year;
}

// ------------------------------------------------------------------------------- the rule after the last row

struct rule_day { // when clocks change
    char kind;    // 'M' month.week.weekday, 'J' day 1 to 365 without 29 February, 'N' day 0 to 365
    int month, week, weekday, day;
    int32_t at_s;
};

static bool number(const char **at, int low, int high, int *out) {
    int value = 0, digits = 0;
    for (; **at >= '0' && **at <= '9' && digits < 4; (*at)++, digits++) value = value * 10 + (**at - '0');
    *out = value;
    return digits && value >= low && value <= high;
}

static bool clock_time(const char **at, int hours_max, int32_t *out) {
    int sign = **at == '-' ? -1 : 1, parts[3] = {0};
    if (**at == '-' || **at == '+') (*at)++;
    if (!number(at, 0, hours_max, &parts[0])) return false;
    for (int i = 1; i < 3 && **at == ':'; i++) {
        (*at)++;
        if (!number(at, 0, 59, &parts[i])) return false;
    }
    *out = sign * (parts[0] * HOUR_S + parts[1] * 60 + parts[2]);
    return true;
}

static bool zone_letters(const char **at) { // "CET" or "<+03>"
    bool quoted = **at == '<';
    if (quoted) (*at)++;
    size_t len = strspn(*at, quoted ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
                                    : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    *at += len;
    if (quoted && *(*at)++ != '>') return false;
    return len >= 3;
}

static bool rule_day(const char **at, struct rule_day *out) {
    *out = (struct rule_day){.kind = 'N', .at_s = 2 * HOUR_S};
    if (*(*at)++ != ',') return false;
    if (**at == 'M') {
        (*at)++, out->kind = 'M';
        if (!number(at, 1, 12, &out->month) || *(*at)++ != '.' || !number(at, 1, 5, &out->week) ||
            *(*at)++ != '.' || !number(at, 0, 6, &out->weekday))
            return false;
    } else {
        if (**at == 'J') (*at)++, out->kind = 'J';
        if (!number(at, out->kind == 'J', JULIAN_MAX, &out->day)) return false;
    }
    if (**at != '/') return true;
    ++*at;
    return clock_time(at, RULE_HOURS_MAX, &out->at_s);
}

static int64_t day_of(const struct rule_day *r, int64_t year) {
    static const int16_t BEFORE[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    int64_t first = days_before(year);
    if (r->kind == 'N') return first + r->day;
    if (r->kind == 'J') return first + r->day - 1 + (is_leap(year) && r->day > BEFORE[2]);
    int64_t from = first + BEFORE[r->month - 1] + (is_leap(year) && r->month > 2);
    int64_t until = first + BEFORE[r->month] + (is_leap(year) && r->month > 1);
    int64_t weekday = ((from + 4) % 7 + 7) % 7; // 1 January 1970 was a Thursday
    int64_t day = from + (r->weekday - weekday + 7) % 7 + (r->week - 1) * 7;
    return day < until ? day : day - 7;
}

// "CET-1CEST,M3.5.0,M10.5.0/3": west of Greenwich counts up.
static bool by_rule(const char *rule, int64_t unix_s, int32_t *east_s) {
    int32_t west, summer_west;
    struct rule_day begins, ends;
    if (!zone_letters(&rule) || !clock_time(&rule, 24, &west)) return false;
    *east_s = -west;
    if (!*rule) return true;
    summer_west = west - HOUR_S;
    if (!zone_letters(&rule)) return false;
    if (*rule && *rule != ',' && !clock_time(&rule, 24, &summer_west)) return false;
    if (!rule_day(&rule, &begins) || !rule_day(&rule, &ends) || *rule) return false;
    int64_t local = unix_s - west;
    int64_t year = year_of((local - (local < 0 ? DAY_S - 1 : 0)) / DAY_S);
    int64_t from = day_of(&begins, year) * DAY_S + begins.at_s + west;
    int64_t until = day_of(&ends, year) * DAY_S + ends.at_s + summer_west;
    bool summer = from < until ? unix_s >= from && unix_s < until : unix_s >= from || unix_s < until;
    if (summer) *east_s = -summer_west;
    return true;
}

// ------------------------------------------------------------------------------------------------ the file

struct part { // one of the two: with times of 4 bytes, or of 8
    uint8_t version;
    uint32_t counts[COUNTS]; // UT, standard, leap seconds, times, types, letters
    struct reader times, which, types;
};

static int64_t read_time(struct reader *in, unsigned width) {
    if (width == 4) return (int32_t)read_u32be(in);
    uint64_t high = read_u32be(in);
    return (int64_t)(high << 32 | read_u32be(in));
}

static bool read_part(struct reader *in, unsigned width, struct part *part) {
    struct bytes magic = read_bytes(in, 4);
    part->version = read_u8(in);
    read_skip(in, 15);
    for (int i = 0; i < COUNTS; i++) part->counts[i] = read_u32be(in);
    const uint32_t *n = part->counts;
    if (in->err || memcmp(magic.at, "TZif", 4) != 0 || !n[4] || n[4] > 256) return false;
    for (int i = 0; i < COUNTS; i++)
        if (n[i] > ZONE_BYTES_MAX) return false;
    part->times = read_sub(in, (size_t)n[3] * width);
    part->which = read_sub(in, n[3]);
    part->types = read_sub(in, (size_t)n[4] * TYPE_BYTES);
    read_skip(in, n[5] + (size_t)n[2] * (width + 4) + n[1] + n[0]);
    return !in->err;
}

static bool type_east(const struct part *part, unsigned type, int32_t *east_s) {
    struct reader in = part->types;
    read_skip(&in, (size_t)type * TYPE_BYTES);
    *east_s = (int32_t)read_u32be(&in);
    return !in.err;
}

static bool by_table(struct part *part, unsigned width, int64_t unix_s, int32_t *east_s, bool *after) {
    unsigned type = 0;
    *after = true;
    for (uint32_t i = 0; i < part->counts[3]; i++) {
        int64_t begins = read_time(&part->times, width);
        unsigned now = read_u8(&part->which);
        *after = unix_s >= begins;
        if (!*after) break;
        type = now;
    }
    return type < part->counts[4] && type_east(part, type, east_s);
}

enum err zone_at(struct bytes file, int64_t unix_s, int32_t *east_s, struct fault *fault) {
    struct reader in = reader_of(file.at, file.len);
    struct part part;
    unsigned width = 4;
    bool after;
    char rule[128] = "";
    if (unix_s < INT32_MIN || unix_s > UINT32_MAX)
        return fault_set(fault, ERR_RANGE, "no moment of this age");
    if (!read_part(&in, width, &part)) return no_zone(fault);
    if (part.version >= '2') {
        width = 8;
        if (!read_part(&in, width, &part) || read_u8(&in) != '\n') return no_zone(fault);
        for (size_t i = 0; i < sizeof rule - 1 && reader_left(&in); i++) {
            rule[i] = (char)read_u8(&in);
            if (rule[i] == '\n') rule[i] = 0;
            if (!rule[i]) break;
        }
    }
    if (!by_table(&part, width, unix_s, east_s, &after)) return no_zone(fault);
    if (after && *rule && !by_rule(rule, unix_s, east_s)) return no_zone(fault);
    return *east_s < -EAST_MAX_S || *east_s > EAST_MAX_S ? no_zone(fault) : ERR_NONE;
}

enum err zone_of(const char *name, int64_t unix_s, int32_t *east_s, struct fault *fault) {
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/";
    char path[sizeof ZONE_FOLDER + 1 + ZONE_NAME_MAX];
    size_t len = strlen(name);
    struct buf bytes = {0};
    if (!len || len > ZONE_NAME_MAX || strspn(name, LETTERS) != len || name[0] == '/')
        return fault_set(fault, ERR_UNKNOWN, "expected a time zone such as Europe/Berlin");
    snprintf(path, sizeof path, ZONE_FOLDER "/%s", name);
    enum err err = file_read(path, ZONE_BYTES_MAX, &bytes, NULL)
                       ? fault_set(fault, ERR_UNKNOWN, "no time zone is called \"%s\" here", name)
                       : zone_at((struct bytes){bytes.at, bytes.len}, unix_s, east_s, fault);
    buf_free(&bytes);
    return err;
}
