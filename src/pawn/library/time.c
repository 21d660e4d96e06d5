// Library Time: the clocks the machine's owner hands in. A script that sets the time sets only its own idea
// of it.
#include "pawn/library/time.h"
#include "pawn/library/library_internal.h"

struct times {
    int64_t shift_s;           // what the script added to the calendar
    int64_t due_us, period_us; // of @timer; period 0: no timer
    bool single;
};

struct date {
    int64_t year;
    int month, day, hour, minute, second;
};

static struct times *times_of(struct amx *amx) { return amx_state(amx, &lib_time); }
static int64_t now_us(struct amx *amx) {
    const struct amx_time *time = &amx_config(amx)->time;
    return time->now_us ? time->now_us(time->user) : 0;
}
static int64_t utc_s(struct amx *amx) {
    const struct amx_time *time = &amx_config(amx)->time;
    return (time->calendar_us ? time->calendar_us(time->user) / 1000000 : 0) + times_of(amx)->shift_s;
}
static int64_t local_s(struct amx *amx) { return utc_s(amx) + amx_config(amx)->time.zone_s; }

// Days since 1970 of a date in the Gregorian calendar. Years begin in March, so that the leap day is the
// last.
static int64_t days_of(int64_t year, int month, int day) {
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, y = year - era * 400;
    int64_t d = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + y * 365 + y / 4 - y / 100 + d - 719468;
}

static struct date date_of(int64_t seconds) {
    int64_t days = seconds / 86400, left = seconds % 86400;
    if (left < 0) left += 86400, days--;
    struct date date = {
        .hour = (int)(left / 3600), .minute = (int)(left / 60 % 60), .second = (int)(left % 60)};
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097, d = days - era * 146097;
    int64_t y = (d - d / 1460 + d / 36524 - d / 146096) / 365, in_year = d - (365 * y + y / 4 - y / 100);
    int64_t m = (5 * in_year + 2) / 153;
    date.day = (int)(in_year - (153 * m + 2) / 5 + 1);
    date.month = (int)(m < 10 ? m + 3 : m - 9);
    date.year = y + era * 400 + (date.month <= 2);
    return date;
}

static bool give(struct amx *amx, int32_t address, int64_t value) {
    int32_t *cell = amx_cells(amx, address, 1);
    if (cell) *cell = (int32_t)value;
    return cell;
}

static int32_t n_gettime(struct amx *amx, const int32_t *params) {
    struct date d = date_of(local_s(amx));
    if (!give(amx, params[1], d.hour) || !give(amx, params[2], d.minute) || !give(amx, params[3], d.second))
        return 0;
    return (int32_t)utc_s(amx);
}

static int32_t n_getdate(struct amx *amx, const int32_t *params) {
    struct date d = date_of(local_s(amx));
    if (!give(amx, params[1], d.year) || !give(amx, params[2], d.month) || !give(amx, params[3], d.day))
        return 0;
    return (int32_t)(days_of(d.year, d.month, d.day) - days_of(d.year, 1, 1) + 1);
}

// Parts that are cellmin stay as they are.
static int part(const int32_t *params, int n, int64_t now) {
    return amx_arguments(params) >= n && params[n] != INT32_MIN ? params[n] : (int)now;
}

static int32_t n_settime(struct amx *amx, const int32_t *params) {
    struct date d = date_of(local_s(amx));
    int64_t wanted =
        part(params, 1, d.hour) * 3600LL + part(params, 2, d.minute) * 60LL + part(params, 3, d.second);
    times_of(amx)->shift_s += wanted - (d.hour * 3600 + d.minute * 60 + d.second);
    return 0;
}

static int32_t n_setdate(struct amx *amx, const int32_t *params) {
    struct date d = date_of(local_s(amx));
    int month = part(params, 2, d.month), day = part(params, 3, d.day);
    if (month < 1 || month > 12 || day < 1 || day > 31) return 0;
    int64_t days = days_of(part(params, 1, d.year), month, day) - days_of(d.year, d.month, d.day);
    times_of(amx)->shift_s += days * 86400;
    return 0;
}

static int32_t n_settimestamp(struct amx *amx, const int32_t *params) {
    times_of(amx)->shift_s += params[1] - utc_s(amx);
    return 0;
}

static int32_t n_cvttimestamp(struct amx *amx, const int32_t *params) {
    struct date d = date_of(params[1]);
    const int64_t parts[] = {d.year, d.month, d.day, d.hour, d.minute, d.second};
    for (int i = 0; i < 6; i++)
        if (!give(amx, params[2 + i], parts[i])) return 0;
    return 0;
}

static int32_t n_tickcount(struct amx *amx, const int32_t *params) {
    if (amx_arguments(params) > 0) give(amx, params[1], 1000); // steps per second
    return (int32_t)(now_us(amx) / 1000 & INT32_MAX);
}

// Does not block: the call sleeps, and whoever resumes it waits as long as the value says.
static int32_t n_delay(struct amx *amx, const int32_t *params) {
    if (params[1] > 0) amx_sleep(amx);
    return params[1];
}

static int32_t n_settimer(struct amx *amx, const int32_t *params) {
    struct times *t = times_of(amx);
    t->period_us = params[1] > 0 ? 1000LL * params[1] : 0;
    t->due_us = now_us(amx) + t->period_us;
    t->single = amx_arguments(params) > 1 && params[2];
    return 0;
}

static int32_t n_gettimer(struct amx *amx, const int32_t *params) {
    struct times *t = times_of(amx);
    give(amx, params[1], t->period_us / 1000);
    give(amx, params[2], t->single);
    return t->period_us > 0;
}

int64_t lib_timer_due_us(struct amx *amx) {
    struct times *t = times_of(amx);
    return t && t->period_us ? t->due_us : INT64_MAX;
}

enum halt lib_timer_call(struct amx *amx) {
    struct times *t = times_of(amx);
    int index = amx_find(amx, "@timer");
    if (!t || !t->period_us || now_us(amx) < t->due_us) return HALT_NONE;
    t->due_us += t->period_us;
    if (t->single) t->period_us = 0;
    return index < 0 ? HALT_NONE : amx_call_beside(amx, index, NULL, 0, NULL);
}

static const struct amx_native NATIVES[] = {
    {"gettime", n_gettime, 3},
    {"settime", n_settime, 0},
    {"getdate", n_getdate, 3},
    {"setdate", n_setdate, 0},
    {"settimer", n_settimer, 1},
    {"gettimer", n_gettimer, 2},
    {"delay", n_delay, 1},
    {"tickcount", n_tickcount, 0},
    {"settimestamp", n_settimestamp, 1},
    {"cvttimestamp", n_cvttimestamp, 7},
};

const struct amx_library lib_time = {.name = "Time",
                                     .natives = NATIVES,
                                     .native_count = sizeof NATIVES / sizeof *NATIVES,
                                     .state_size = sizeof(struct times)};
