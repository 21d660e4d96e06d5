#include "pleo/os/natives/natives.h"

#include <stdio.h>
#include <string.h>

// Days since 1970 as a date, and back, after the proleptic Gregorian calendar.
static int64_t days_of(int64_t y, int64_t m, int64_t d) {
    y -= m <= 2;
    int64_t era = y / 400, yoe = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}
static void date_of(int64_t days, int64_t *y, int64_t *m, int64_t *d) {
    days += 719468;
    int64_t era = days / 146097, doe = days - era * 146097,
            yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100), mp = (5 * doy + 2) / 153;
    *d = doy - (153 * mp + 2) / 5 + 1, *m = mp + (mp < 10 ? 3 : -9), *y = yoe + era * 400 + (*m <= 2);
}
// His own time in seconds since 1970: the calendar's, or counted from the start of 2010 when nobody told it.
static int64_t clock_s(const struct pleo *p) {
    int64_t start =
        p->calendar.known ? p->calendar.unix_us / 1000000 + p->calendar.zone_s : days_of(2010, 1, 1) * 86400;
    return start + (int64_t)(p->now_us - p->calendar_us) / 1000000 + p->clock_moved_s;
}

NATIVE(time) { return (void)params, its(amx)->ms; }
NATIVE(time_get) {
    int64_t s = clock_s(its(amx)), y, m, d;
    char text[32];
    date_of(s / 86400, &y, &m, &d);
    int len = snprintf(text, sizeof text, "%04d%02d%02d%02d%02d", (int)y, (int)m, (int)d,
                       (int)(s / 3600 % 24), (int)(s / 60 % 60));
    return amx_text_put(amx, params[1], 13, false, text, (size_t)len);
}
NATIVE(time_second_get) {
    char text[8];
    int len = snprintf(text, sizeof text, "%02d", (int)(clock_s(its(amx)) % 60));
    return amx_text_put(amx, params[1], 3, false, text, (size_t)len);
}
NATIVE(time_set) {
    char text[32];
    int y, mo, d, h, mi;
    if (!native_text(amx, params[1], text, sizeof text)) return 0;
    bool fine = strlen(text) == 12 && sscanf(text, "%4d%2d%2d%2d%2d", &y, &mo, &d, &h, &mi) == 5;
    if (!fine || y < 1970 || y > 2200 || mo < 1 || mo > 12 || d < 1 || d > 31 || h > 23 || mi > 59 || h < 0 ||
        mi < 0)
        return 0;
    its(amx)->clock_moved_s += days_of(y, mo, d) * 86400 + h * 3600 + mi * 60 - clock_s(its(amx));
    return 1;
}

static const struct amx_native ROWS[] = {ROW(time, 0), ROW(time_set, 1), ROW(time_get, 1),
                                         ROW(time_second_get, 1)};
LIBRARY(time, "Time", ROWS);
