// What it is asked like a clock on the wall: the time, timers, the weather.
#include "base/maths/maths.h"
#include "mind/class/classes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show_digits(struct mind *m, const struct node *n, const char *digits, float seconds) {
    struct life_message r = {.kind = LIFE_SHOW_DIGITS, .show_digits = {.seconds = seconds}};
    text_copy(text_of(digits), r.show_digits.digits, sizeof r.show_digits.digits);
    mind_tell(m, &r);
}
static void clear_screen(struct mind *m) {
    struct life_message r = {.kind = LIFE_CLEAR_SCREEN};
    mind_tell(m, &r);
}

// ---------------------------------------------------------------------------------------- the wall clock

struct wall_clock {
    struct text get_in, get_out;
    float show_s;
    bool turns;
};
static const struct knob CLOCK_LIST[] = {
    CLASS_TEXT(wall_clock, get_in, "getInAnimTrigger", "a trigger: before the digits"),
    CLASS_TEXT(wall_clock, get_out, "getOutAnimTrigger", "a trigger: after them"),
    CLASS_F32(wall_clock, show_s, "displayClockFor_s", "s", 0.1, 600, 5, "so long they are seen"),
    CLASS_FLAG(wall_clock, turns, "shouldTurnToFace", true, "and for whom: it turns there first")};
static const struct knobs CLOCK = CLASS_KNOBS(wall_clock, CLOCK_LIST);

enum { CLOCK_TURN, CLOCK_IN, CLOCK_SHOW, CLOCK_OUT };
static void tell_time(struct mind *m, const struct node *n, float seconds) {
    uint32_t hour = m->live.hour_minute / 60, minute = m->live.hour_minute % 60;
    uint32_t shown = m->live.owner.clock_24 ? hour : hour % 12 ? hour % 12 : 12;
    char digits[12], words[32];
    if (!m->live.zone_known) {
        mind_say(m, n, "BehaviorClock.Unknown", NULL, NULL);
        return;
    }
    snprintf(digits, sizeof digits, "%u:%02u", shown, minute);
    snprintf(words, sizeof words, "%u:%02u%s", shown, minute,
             m->live.owner.clock_24 ? ""
             : hour < 12            ? " AM"
                                    : " PM");
    show_digits(m, n, digits, seconds);
    mind_say(m, n, "BehaviorClock.Now", words, NULL);
}
static void begin_clock(struct mind *m, const struct node *n) {
    struct node_state *s = node_state(m, n);
    const struct wall_clock *k = n->config;
    s->own[0] = m->live.face_bearing, s->own[1] = m->live.face_pitch;
    if (!k->turns || !mind_face_near(m, 10)) s->step = CLOCK_IN;
    if (s->step == CLOCK_IN) mind_play(m, n, k->get_in);
}
static enum going step_clock(struct mind *m, const struct node *n) {
    const struct wall_clock *k = n->config;
    struct node_state *s = node_state(m, n);
    s->asked = true;
    switch (s->step) {
    case CLOCK_TURN:
        if (mind_turn_to(m, n, s->own[0], s->own[1])) return GOES_ON;
        s->step = CLOCK_IN;
        mind_play(m, n, k->get_in);
        return GOES_ON;
    case CLOCK_IN:
        if (mind_waits(m, n) && m->live.now - s->began < 1.2) return GOES_ON;
        mind_let_go(m, n);
        s->step = CLOCK_SHOW, s->when[0] = m->live.now;
        tell_time(m, n, k->show_s);
        return GOES_ON;
    case CLOCK_SHOW:
        if (mind_waits(m, n) || m->live.now - s->when[0] < (double)k->show_s) return GOES_ON;
        s->step = CLOCK_OUT;
        return mind_play(m, n, k->get_out) ? GOES_ON : OVER;
    default:
        return mind_waits(m, n) ? GOES_ON : OVER;
    }
}
static void end_clock(struct mind *m, const struct node *n) {
    if (node_state(m, n)->step == CLOCK_SHOW) clear_screen(m); // it was cut short
}
const struct mind_class CLASS_WALL_CLOCK = {.name = "WallTimeCoordinator",
                                            .help = "Shows the time as digits and says it.",
                                            .knobs = &CLOCK,
                                            .begin = begin_clock,
                                            .step = step_clock,
                                            .end = end_clock};

// ------------------------------------------------------------------------------------------------ timers

struct timers {
    struct text set, check, cancel, none, remind;
    float least_s, most_s, show_s;
};
static const struct knob TIMERS_LIST[] = {
    CLASS_TEXT(timers, set, "setAnimTrigger", "a trigger: a timer begins"),
    CLASS_TEXT(timers, check, "checkAnimTrigger", "a trigger: how much is left"),
    CLASS_TEXT(timers, cancel, "cancelAnimTrigger", "a trigger: it counts no more"),
    CLASS_TEXT(timers, none, "cantDoThatAnimTrigger", "a trigger: there is none, or it cannot be"),
    CLASS_TEXT(timers, remind, "anticAnimTrigger", "a trigger: now and then while it counts"),
    CLASS_F32(timers, least_s, "minValidTimer_s", "s", 1, 1e6, 1, "the shortest"),
    CLASS_F32(timers, most_s, "maxValidTimer_s", "s", 1, 1e6, 86400, "the longest"),
    CLASS_F32(timers, show_s, "displayClockFor_s", "s", 0.1, 600, 4, "so long its digits are seen")};
static const struct knobs TIMERS = CLASS_KNOBS(timers, TIMERS_LIST);
enum { REMIND_LEAST_S = 180, REMIND_MOST_S = 300, REMIND_FROM_S = 60 };

static bool counts(const struct mind *m) { return m->live.timer_at > NEVER; }

static void duration_digits(uint32_t seconds, char *out, size_t size) {
    if (seconds >= 3600)
        snprintf(out, size, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        snprintf(out, size, "%u:%02u", seconds / 60, seconds % 60);
}

// "1 hour and 20 minutes": the two largest units that there are any of.
static void duration_words(const struct mind *m, uint32_t seconds, char *out, size_t size) {
    static const struct {
        const char *one, *many;
        uint32_t seconds;
    } UNITS[] = {{"BehaviorTime.Hour", "BehaviorTime.Hours", 3600},
                 {"BehaviorTime.Minute", "BehaviorTime.Minutes", 60},
                 {"BehaviorTime.Second", "BehaviorTime.Seconds", 1}};
    const char *and = mind_sentence(m, "BehaviorTime.And");
    size_t len = 0;
    int said = 0;
    out[0] = 0;
    for (int i = 0; i < 3 && said < 2; i++) {
        uint32_t count = seconds / UNITS[i].seconds;
        seconds %= UNITS[i].seconds;
        if (!count && !(i == 2 && !said)) continue;
        const char *name = mind_sentence(m, count == 1 ? UNITS[i].one : UNITS[i].many);
        int more = snprintf(out + len, size - len, "%s%s%s%u %s", said ? " " : "", said && and? and : "",
                            said ? " " : "", count, name ? name : "");
        if (more > 0 && len + (size_t)more < size) len += (size_t)more;
        said++;
    }
}

static void set_timer(struct mind *m, const struct node *n) {
    const struct timers *k = n->config;
    const struct intent_slot *slot = intent_slot(&m->live.active, "time_s");
    double seconds = slot ? (slot->is_number ? slot->number : strtod(slot->text, NULL)) : 0;
    char words[96], digits[16];
    if (counts(m)) { // one at a time
        mind_play(m, n, k->none);
        mind_say(m, n, "BehaviorTimer.Already", NULL, NULL);
        return;
    }
    if (!(seconds >= (double)k->least_s && seconds <= (double)k->most_s)) {
        mind_play(m, n, k->none);
        mind_say(m, n, slot ? "BehaviorTimer.Wrong" : "BehaviorTimer.HowLong", NULL, NULL);
        return;
    }
    m->live.timer_s = (uint32_t)seconds;
    m->live.timer_at = m->live.now + seconds;
    m->live.timer_rings = 0;
    m->live.timer_reminded =
        m->live.now + (double)mind_between(m, n, REMIND_LEAST_S, REMIND_MOST_S) - REMIND_MOST_S;
    duration_words(m, m->live.timer_s, words, sizeof words);
    duration_digits(m->live.timer_s, digits, sizeof digits);
    mind_play(m, n, k->set);
    show_digits(m, n, digits, k->show_s);
    mind_say(m, n, "BehaviorTimer.Set", words, NULL);
    mind_event(m, LIFE_EVENT_KIND_TIMER_SET, 0, (float)seconds, 0);
}

static void check_timer(struct mind *m, const struct node *n) {
    const struct timers *k = n->config;
    char words[96], digits[16];
    mind_play(m, n, counts(m) ? k->check : k->none);
    if (!counts(m)) {
        mind_say(m, n, "BehaviorTimer.None", NULL, NULL);
        return;
    }
    double left = m->live.timer_at - m->live.now;
    uint32_t seconds = left > 0 ? (uint32_t)left : 0;
    duration_words(m, seconds, words, sizeof words);
    duration_digits(seconds, digits, sizeof digits);
    show_digits(m, n, digits, k->show_s);
    mind_say(m, n, "BehaviorTimer.Left", words, NULL);
}

static void cancel_timer(struct mind *m, const struct node *n) {
    const struct timers *k = n->config;
    bool there = counts(m);
    mind_play(m, n, there ? k->cancel : k->none);
    mind_say(m, n, there ? "BehaviorTimer.Canceled" : "BehaviorTimer.None", NULL, NULL);
    m->live.timer_at = NEVER;
    if (there) mind_event(m, LIFE_EVENT_KIND_TIMER_ENDED, 0, 0, 0);
}

static bool wants_cancel(const struct mind *m) {
    struct text what = intent_text(&m->live.pending, "what_to_stop");
    return text_is(what, "timer") || (!what.len && counts(m));
}
static bool wants_timer(struct mind *m, const struct node *n) {
    const char *name = intent_name(m->live.pending.number);
    if (!name) return false;
    if (strcmp(name, "set_timer") == 0 || strcmp(name, "check_timer") == 0) return true;
    return (strcmp(name, "global_stop") == 0 || strcmp(name, "global_delete") == 0) && wants_cancel(m);
}
static void begin_timer(struct mind *m, const struct node *n) {
    const char *name = intent_name(m->live.pending.number);
    bool sets = name && strcmp(name, "set_timer") == 0, checks = name && strcmp(name, "check_timer") == 0;
    if (!name) return;
    mind_take_intent(m, name);
    m->live.active_node = n->number + 1;
    if (sets)
        set_timer(m, n);
    else if (checks)
        check_timer(m, n);
    else
        cancel_timer(m, n);
}
// Told something more of it meanwhile, it does that at once.
static enum going step_timer(struct mind *m, const struct node *n) {
    if (wants_timer(m, n)) mind_let_go(m, n), begin_timer(m, n);
    return mind_waits(m, n) ? GOES_ON : OVER;
}
const struct mind_class CLASS_TIMERS = {.name = "TimerUtilityCoordinator",
                                        .help = "Sets a timer, says how much is left of it, stops it.",
                                        .knobs = &TIMERS,
                                        .wants = wants_timer,
                                        .begin = begin_timer,
                                        .step = step_timer};

// While a timer counts it shows now and then that it does.
static bool wants_reminder(struct mind *m, const struct node *n) {
    double age = m->live.now - (m->live.timer_at - (double)m->live.timer_s);
    return counts(m) && m->live.timer_at - m->live.now > 10 && age > REMIND_FROM_S &&
           m->live.now - m->live.timer_reminded > REMIND_MOST_S;
}
static void begin_reminder(struct mind *m, const struct node *n) {
    const struct timers *k = n->config;
    char digits[16];
    m->live.timer_reminded =
        m->live.now + (double)mind_between(m, n, REMIND_LEAST_S, REMIND_MOST_S) - REMIND_MOST_S;
    duration_digits((uint32_t)(m->live.timer_at - m->live.now), digits, sizeof digits);
    mind_play(m, n, k->remind);
    show_digits(m, n, digits, k->show_s);
}
const struct mind_class CLASS_TIMER_ANTIC = {.name = "TimerAntic",
                                             .help = "Shows every few minutes how much of a timer is left.",
                                             .knobs = &TIMERS,
                                             .wants = wants_reminder,
                                             .begin = begin_reminder};

struct ringing {
    struct text ring, stop;
    float touch_ms, most_s;
};
static const struct knob RINGING_LIST[] = {
    CLASS_TEXT(ringing, ring, "ringAnimTrigger", "a trigger: again and again"),
    CLASS_TEXT(ringing, stop, "stopAnimTrigger", "a trigger: it was heard"),
    CLASS_F32(ringing, touch_ms, "touchTimeToCancelTimer_ms", "ms", 0, 1e5, 200, "a touch so long stops it"),
    CLASS_F32(ringing, most_s, "ringFor_s", "s", 1, 3600, 60, "it gives up after so long")};
static const struct knobs RINGING = CLASS_KNOBS(ringing, RINGING_LIST);

static bool wants_ring(struct mind *m, const struct node *n) {
    return counts(m) && m->live.now >= m->live.timer_at;
}
static void ring(struct mind *m, const struct node *n) {
    show_digits(m, n, "0:00", 3);
    mind_play(m, n, ((const struct ringing *)n->config)->ring);
}
static void begin_ring(struct mind *m, const struct node *n) {
    m->live.timer_rings = 1;
    mind_post(m, TEXT("TimerRinging"));
    mind_event(m, LIFE_EVENT_KIND_TIMER_RINGS, 0, 0, 0);
    ring(m, n);
    mind_say(m, n, "BehaviorTimer.Done", NULL, NULL);
}
static bool stopped(struct mind *m, const struct node *n) {
    const struct ringing *k = n->config;
    const struct node_state *s = node_state(m, n);
    bool touched = m->live.status & BODY_STATUS_TOUCHED &&
                   (m->live.now - m->live.touched_since) * 1000 >= (double)k->touch_ms;
    bool pressed = m->live.felt_at[LIFE_EVENT_KIND_BUTTON_DOWN] >= s->began;
    return touched || pressed || m->live.wake || mind_take_intent(m, "global_stop") ||
           mind_take_intent(m, "global_delete") || mind_take_intent(m, "imperative_quiet") ||
           mind_take_intent(m, "imperative_shutup") || mind_take_intent(m, "imperative_affirmative");
}
static enum going step_ring(struct mind *m, const struct node *n) {
    const struct ringing *k = n->config;
    struct node_state *s = node_state(m, n);
    if (s->step) return mind_waits(m, n) ? GOES_ON : OVER;
    m->live.listens = LISTENS_GAME, m->live.listens_until = m->live.now + 1; // "stop" will do
    bool over = m->live.now - s->began > (double)k->most_s;
    if (over || stopped(m, n)) {
        s->step = 1;
        m->live.timer_at = NEVER;
        mind_event(m, LIFE_EVENT_KIND_TIMER_ENDED, 0, 0, 0);
        mind_let_go(m, n);
        clear_screen(m);
        return mind_play(m, n, k->stop) ? GOES_ON : OVER;
    }
    if (!mind_waits(m, n)) ring(m, n);
    return GOES_ON;
}
static void end_ring(struct mind *m, const struct node *n) { m->live.listens = LISTENS_NOT; }
const struct mind_class CLASS_TIMER_RINGING = {
    .name = "TimerRinging",
    .help = "Rings when a timer's time is over, until a touch, the button, its name or \"stop\".",
    .knobs = &RINGING,
    .wants = wants_ring,
    .begin = begin_ring,
    .step = step_ring,
    .end = end_ring};

// ---------------------------------------------------------------------------------------- the weather

struct weather {
    struct text unknown;
    float show_s;
};
static const struct knob WEATHER_LIST[] = {
    CLASS_TEXT(weather, unknown, "unknownAnimTrigger", "a trigger: nobody could say"),
    CLASS_F32(weather, show_s, "displayFor_s", "s", 0.1, 600, 5, "so long sky and temperature are seen")};
static const struct knobs WEATHER = CLASS_KNOBS(weather, WEATHER_LIST);

static const struct sky {
    const char *cloud, *shown, *trigger, *key;
} SKIES[] = {
    {"Clear", "sunny", "WeatherCondSunny", "BehaviorDisplayWeather.Sunny"},
    {"Sunny", "sunny", "WeatherCondSunny", "BehaviorDisplayWeather.Sunny"},
    {"Cloudy", "cloudy", "WeatherCondCloudy", "BehaviorDisplayWeather.Cloudy"},
    {"Cold", "cold", "WeatherCondColdClear", "BehaviorDisplayWeather.Cold"},
    {"Rain", "rain", "WeatherCondRain", "BehaviorDisplayWeather.Rain"},
    {"Snow", "snow", "WeatherCondSnow", "BehaviorDisplayWeather.Snow"},
    {"Stars", "stars", "WeatherCondStars", "BehaviorDisplayWeather.Stars"},
    {"Thunderstorms", "thunderstorm", "WeatherCondThunderstorms", "BehaviorDisplayWeather.Thunderstorms"},
    {"Windy", "windy", "WeatherCondWindy", "BehaviorDisplayWeather.Windy"}};

static void begin_weather(struct mind *m, const struct node *n) {
    const struct weather *k = n->config;
    struct text condition = intent_text(&m->live.active, "condition");
    const struct sky *sky = NULL;
    for (size_t i = 0; i < sizeof SKIES / sizeof *SKIES; i++)
        if (text_is(condition, SKIES[i].cloud)) sky = &SKIES[i];
    struct node_state *s = node_state(m, n);
    s->when[0] = m->live.now;
    if (!sky) {
        s->step = 1;
        mind_play(m, n, k->unknown);
        mind_say(m, n, "BehaviorDisplayWeather.Unknown", NULL, NULL);
        return;
    }
    s->own[0] = (float)(sky - SKIES);
    mind_play(m, n, text_of(sky->trigger));
    mind_say(m, n, sky->key, intent_text(&m->live.active, "temperature").at, NULL);
}
// The clip shows the sky first; then the temperature stands in place of the eyes.
static enum going step_weather(struct mind *m, const struct node *n) {
    const struct weather *k = n->config;
    struct node_state *s = node_state(m, n);
    if (s->step == 1) return mind_waits(m, n) ? GOES_ON : OVER;
    if (s->step == 2) return m->live.now - s->when[0] < (double)k->show_s ? (s->asked = true, GOES_ON) : OVER;
    if (mind_waits(m, n)) return GOES_ON;
    struct life_message r = {.kind = LIFE_SHOW_WEATHER, .show_weather = {.seconds = k->show_s}};
    long degrees = strtol(intent_text(&m->live.active, "temperature").at, NULL, 10);
    text_copy(text_of(SKIES[(uint32_t)s->own[0]].shown), r.show_weather.condition,
              sizeof r.show_weather.condition);
    r.show_weather.temperature_count = 1;
    r.show_weather.temperature[0] = (int16_t)(degrees < -999 ? -999 : degrees > 999 ? 999 : degrees);
    mind_tell(m, &r);
    s->step = 2, s->when[0] = m->live.now;
    return GOES_ON;
}
const struct mind_class CLASS_WEATHER = {.name = "CoordinateWeather",
                                         .help = "Shows and says the weather that an answer brought.",
                                         .knobs = &WEATHER,
                                         .begin = begin_weather,
                                         .step = step_weather};
