// The weather of a day, drawn from the climate of its place.
#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "mind/intent/answers_internal.h"

#include <stdio.h>
#include <string.h>

struct weather {
    const char *condition;
    float celsius;
};

#define WARMEST_DAY 200 // of a northern year

// What the day brings is the same at every hour; how warm it is goes with the hour.
static struct weather weather_at(const struct answer_place *p, int64_t local_s) {
    int64_t second = (local_s % 86400 + 86400) % 86400, day = (local_s - second) / 86400;
    float hour = (float)second / 3600;
    char city[64];
    text_copy(p->name, city, sizeof city);
    struct chance dice = chance_of(chance_stream(city), chance_stream("weather"), (uint64_t)day);
    float of_year = (float)((day % 365 + 365) % 365);
    float season = m_cos((of_year - WARMEST_DAY) * 6.2831853f / 365) * (p->south ? -1 : 1);
    float warm = p->mean + p->swing * season + chance_normal(&dice, 0, 2.5f);
    float now = warm + p->daily * m_cos((hour - 15) * 6.2831853f / 24);
    bool wet = chance_true(&dice, p->wet), thunder = chance_true(&dice, season > 0.3f ? 0.2f : 0.02f),
         windy = chance_true(&dice, 0.1f), cloudy = chance_true(&dice, 0.25f + p->wet / 2);
    const char *condition = "Sunny";
    if (wet)
        condition = now < 1 ? "Snow" : thunder ? "Thunderstorms" : "Rain";
    else if (windy)
        condition = "Windy";
    else if (cloudy)
        condition = "Cloudy";
    else if (now < -4)
        condition = "Cold";
    else if (hour < 6 || hour >= 20)
        condition = "Stars";
    return (struct weather){condition, now};
}

void answers_weather(const struct answers *a, const struct answer_time *now, struct text home,
                     bool fahrenheit, struct intent *wanted) {
    char text[64];
    struct text asked = intent_text(wanted, "place");
    const struct answer_place *p = answers_place(a, asked.len ? asked : home);
    bool tomorrow = text_is(intent_text(wanted, "when"), "tomorrow"),
         tonight = text_is(intent_text(wanted, "when"), "tonight");
    bool forecast = tomorrow || tonight || text_is(intent_text(wanted, "is_forecast"), "true");
    struct weather w = {"", 0};
    int64_t at = now->unix_s;
    if (p && now->known) {
        int64_t local = answers_local(p, at), midnight = local - ((local % 86400) + 86400) % 86400;
        if (tomorrow) local = midnight + 86400 + 13 * 3600;
        if (tonight) local = midnight + 22 * 3600;
        w = weather_at(p, local);
        at += local - answers_local(p, at);
    }
    struct text name = p ? p->name : asked.len ? asked : home;
    char place[INTENT_TEXT];
    text_copy(name, place, sizeof place); // its words may lie in what is dropped now
    intent_drop(wanted, "place"), intent_drop(wanted, "when"), intent_drop(wanted, "is_forecast");
    intent_put(wanted, TEXT("condition"), text_of(w.condition));
    intent_put(wanted, TEXT("is_forecast"), forecast ? TEXT("true") : TEXT("false"));
    answers_iso(now->known ? at : 0, text, sizeof text);
    intent_put(wanted, TEXT("local_datetime"), text_of(text));
    intent_put(wanted, TEXT("speakable_location_string"), text_of(place));
    float degrees = fahrenheit ? w.celsius * 1.8f + 32 : w.celsius;
    text[0] = 0;
    if (*w.condition) snprintf(text, sizeof text, "%d", (int)m_floor(degrees + 0.5f));
    intent_put(wanted, TEXT("temperature"), text_of(text));
    intent_put(wanted, TEXT("temperature_unit"), fahrenheit ? TEXT("F") : TEXT("C"));
}
