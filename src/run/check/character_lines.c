// The lines of character, and what holds of them.
#include "run/check/character_internal.h"

#include "base/maths/maths.h"

// Of what was played in hours that are not over, when none is.
static double of_hours(const struct character *c, double least, double now) {
    return c->hours_full ? least : now;
}
static double kinds(const struct character *c) { return of_hours(c, c->kinds_least, c->clip_count); }
static double evenness(const struct character *c) {
    double sum = 0;
    for (uint32_t i = 0; i < c->clip_count; i++) {
        double share = (double)c->clips[i].times / c->clips_played;
        sum -= share * (double)m_log((float)share);
    }
    return of_hours(c, c->evenness_least, c->clip_count > 1 ? sum / (double)m_log((float)c->clip_count) : 0);
}

// What got no sign at all comes last.
static double percentile(const struct character *c, double share) {
    uint32_t up_to = 0, least = (uint32_t)(share * (c->delay_count + c->unanswered));
    for (uint32_t ms = 0; ms < DELAYS; ms++)
        if ((up_to += c->delays[ms]) > least) return ms / 1000.0;
    return c->unanswered ? 1 : 0;
}
static double share(double part, double of) { return of > 0 ? part / of : 0; }
static double blink_cv(const struct character *c) {
    if (c->blink_gaps < 2) return 0;
    double mean = c->blink_sum / c->blink_gaps, var = c->blink_sum2 / c->blink_gaps - mean * mean;
    return var > 0 ? (double)m_sqrt((float)var) / mean : 0;
}

#define FIGURE(id, is, of)                                                                                   \
    static double id(const struct character *c, uint32_t *cases) {                                           \
        *cases = (uint32_t)(of);                                                                             \
        return is;                                                                                           \
    }
FIGURE(thrice, c->thrice, c->clips_played)
FIGURE(chains, c->chains_over, c->clips_played)
FIGURE(even, evenness(c), c->clips_played)
FIGURE(different, kinds(c), c->awake_s)
FIGURE(same_again, share(c->alike, c->repeated), c->repeated)
FIGURE(still_any, c->any.longest, c->awake_s)
FIGURE(still_body, c->body.longest, c->awake_s)
FIGURE(still_asleep, c->asleep.longest, c->alive_s - c->awake_s)
FIGURE(blink_rate, share(c->blinks * 60, c->awake_s), c->awake_s)
FIGURE(uneven, blink_cv(c), c->awake_s)
FIGURE(blinks_asleep, c->blinks_asleep, c->alive_s - c->awake_s)
FIGURE(answer_half, percentile(c, 0.5), c->delay_count + c->unanswered)
FIGURE(answer_most, percentile(c, 0.95), c->delay_count + c->unanswered)
FIGURE(unanswered, c->unanswered, c->delay_count + c->unanswered)
FIGURE(gaze_mean, share(c->gaze_sum, c->gazes), c->gazes)
FIGURE(gaze_longest, c->gaze_longest, c->gaze_longest > 0)
FIGURE(led_share, share(c->led, c->drives), c->drives)
FIGURE(day_awake, share(c->day_awake_s, c->day_s), c->day_s)
FIGURE(night_asleep, share(c->night_asleep_s, c->night_s), c->night_s)
FIGURE(on_charger, c->on_charger_longest_s / 60, c->charger_s)
FIGURE(frustrated, c->frustrated_most_s, c->alive_s)
FIGURE(flaps, c->flaps, c->feature_changes)
FIGURE(empties, c->empties, c->seconds)
FIGURE(falls, c->falls, c->seconds)
FIGURE(stuck, c->stuck_longest, c->stuck_longest > 0)
FIGURE(dead, c->dead_s, c->seconds)

#define NAMED(id) #id, id
static const struct line {
    const char *family, *what, *unit, *key;
    double (*figure)(const struct character *c, uint32_t *cases);
    double least, most;
} LINES[CHARACTER_LINES] = {
    {"never the same", "one clip three times running", "times", NAMED(thrice), 0, 0},
    {"never the same", "a chain of four clips over twice an hour", "times", NAMED(chains), 0, 0},
    {"never the same", "evenness of clips in an hour awake", "", NAMED(even), 0.8, 1},
    {"never the same", "different clips in an hour awake", "clips", NAMED(different), 20, 1e9},
    {"never the same", "a clip played just as the last time", "of 1", NAMED(same_again), 0, 0.05},
    {"alive", "awake without change of face, body, sound", "s", NAMED(still_any), 0, 2},
    {"alive", "awake without change of body or sound", "s", NAMED(still_body), 0, 5},
    {"alive", "asleep without change", "s", NAMED(still_asleep), 0, 15},
    {"alive", "blinks awake", "a minute", NAMED(blink_rate), 6, 20},
    {"alive", "unevenness of blinks", "", NAMED(uneven), 0.4, 1e9},
    {"alive", "blinks asleep", "times", NAMED(blinks_asleep), 0, 0},
    {"answers", "first sign, half of them within", "s", NAMED(answer_half), 0, 0.15},
    {"answers", "first sign, 95 of 100 within", "s", NAMED(answer_most), 0, 0.3},
    {"answers", "no sign at all", "times", NAMED(unanswered), 0, 0},
    {"looks", "into somebody's eyes, on the average", "s", NAMED(gaze_mean), 1, 5},
    {"looks", "into somebody's eyes, longest", "s", NAMED(gaze_longest), 0, 9},
    {"means it", "drives led by eyes or head", "of 1", NAMED(led_share), 0.9, 1},
    {"its day", "awake of 8 to 22 o'clock", "of 1", NAMED(day_awake), 0.5, 1},
    {"its day", "asleep of the night", "of 1", NAMED(night_asleep), 0.9, 1},
    {"its day", "awake on its charger, longest", "min", NAMED(on_charger), 0, 90},
    {"its day", "frustrated, longest", "s", NAMED(frustrated), 0, 300},
    {"its day", "six changes of feature in ten seconds", "times", NAMED(flaps), 0, 0},
    {"whole", "empty off its charger", "times", NAMED(empties), 0, 0},
    {"whole", "falls", "times", NAMED(falls), 0, 0},
    {"whole", "stuck without asking for help, longest", "s", NAMED(stuck), 0, CHARACTER_STUCK_S},
    {"whole", "dead: without power, or fallen", "s", NAMED(dead), 0, 0}};

void character_line(const struct character *c, uint32_t number, struct character_line *out) {
    const struct line *l = &LINES[number];
    *out = (struct character_line){l->family, l->what, l->unit, l->key, 0, l->least, l->most, 0, true};
    out->is = l->figure(c, &out->cases);
    out->holds = !out->cases || (out->is >= l->least && out->is <= l->most);
}
