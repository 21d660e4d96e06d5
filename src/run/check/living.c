#include "run/check/living.h"

#include "base/maths/maths.h"
#include "mind/mind.h"
#include "mind/mood/mood.h"
#include "robot/robot.h"
#include "stage/face/face.h"
#include "world/view.h"

#include <stdlib.h>
#include <string.h>

enum {
    CLIPS = 512,
    FEATURES = 64,
    HOURS = 24 * 31,
    CHAIN = 4,
    CHAINS = 4096,
    DELAYS = 1000, // ms
    ROBOTS = SCENARIO_ROBOTS
};
#define MOVED_M   0.0005f // of a joint's or the body's way, in a tick
#define MOVED_RAD 0.004f
#define DRIVES    0.015f // m/s
#define EYES_PX   1.0f
#define LED       0x7ffcu // 100 to 500 ms before, in ticks
#define SIGN_S    0.5     // what it shows so soon after something is its answer

struct spell { // without a change
    double since, longest;
    uint32_t over; // how often longer than the limit
};
struct one {
    char name[32];
    uint32_t robot, clip_count, feature_count, clips_played, thrice, chain_count, chains_over;
    struct {
        char name[64];
        uint32_t times;
    } clips[CLIPS];
    struct {
        char name[48];
        double seconds;
    } features[FEATURES];
    uint16_t last[CHAIN];
    struct {
        uint64_t what;
        uint32_t hour, times;
    } chains[CHAINS];
    double seconds, awake_s, day_s, day_awake_s, night_s, night_asleep_s, charger_s, frustrated_s,
        frustrated_most_s;
    double blinked_at, blink_sum, blink_sum2;
    uint32_t blinks, blinks_asleep, blink_gaps;
    struct spell any, body, asleep;
    uint32_t delays[DELAYS]; // how often so many ms
    uint32_t delay_count, unanswered;
    double stimulus_at;
    uint32_t drives, led;
    double stood_since;
    uint32_t looks; // a bit a tick: its eyes or its head moved
    uint32_t charger_visits, left_charger, falls, powerless, origins, stuck_calls;
    double charge_least, left_longest_s, charger_since;
    uint32_t face_was, tag_was, status_was;
    float gaze_was[2], head_was, lift_was, x_was, y_was, heading_was;
    bool begun, was_asleep, was_powered, drove;
    uint32_t hours;
    struct {
        double stimulation, happy, charge, awake;
        uint32_t ticks;
    } hour[HOURS];
};
struct living {
    struct life_view view; // of the tick
    uint32_t count;
    struct one *robots[ROBOTS];
};

struct living *living_new(struct play *play) {
    struct living *l = calloc(1, sizeof *l);
    const struct scenario *s = play_scenario(play);
    for (uint32_t i = 0; l && i < s->robot_count; i++) {
        struct one *o = calloc(1, sizeof *o);
        if (!o) return living_free(l), NULL;
        snprintf(o->name, sizeof o->name, "%s", world_memory(play_world(play))->robots[i].name);
        o->robot = i + 1, o->charge_least = 1, o->stimulus_at = -1;
        l->robots[l->count++] = o;
    }
    return l;
}

void living_free(struct living *l) {
    for (uint32_t i = 0; l && i < l->count; i++) free(l->robots[i]);
    free(l);
}

// ------------------------------------------------------------------------------------------------ looking

static void note_chain(struct one *o, uint16_t clip, double now) {
    memmove(o->last, o->last + 1, sizeof o->last - sizeof *o->last);
    o->last[CHAIN - 1] = clip;
    if (o->clips_played >= 3 && o->last[1] == clip && o->last[2] == clip) o->thrice++;
    if (o->clips_played < CHAIN) return;
    uint64_t what = 0;
    for (int i = 0; i < CHAIN; i++) what = what << 16 | o->last[i];
    uint32_t hour = (uint32_t)(now / 3600), free_at = CHAINS;
    for (uint32_t i = 0; i < o->chain_count; i++) {
        if (o->chains[i].what == what && o->chains[i].hour == hour) {
            if (++o->chains[i].times == 3) o->chains_over++;
            return;
        }
        if (o->chains[i].hour < hour) free_at = i;
    }
    if (free_at == CHAINS && o->chain_count < CHAINS) free_at = o->chain_count++;
    if (free_at == CHAINS) return;
    o->chains[free_at].what = what, o->chains[free_at].hour = hour, o->chains[free_at].times = 1;
}

static void note_clip(struct one *o, const char *name, double now) {
    uint32_t i = 0;
    while (i < o->clip_count && strcmp(o->clips[i].name, name) != 0) i++;
    if (i == CLIPS) return;
    if (i == o->clip_count) snprintf(o->clips[o->clip_count++].name, sizeof o->clips[i].name, "%s", name);
    o->clips[i].times++, o->clips_played++;
    note_chain(o, (uint16_t)i, now);
}

static void note_feature(struct one *o, struct text feature, double seconds) {
    if (!feature.len) feature = TEXT("no feature");
    uint32_t i = 0;
    while (i < o->feature_count && !text_is(feature, o->features[i].name)) i++;
    if (i == FEATURES) return;
    if (i == o->feature_count)
        text_copy(feature, o->features[o->feature_count++].name, sizeof o->features[i].name);
    o->features[i].seconds += seconds;
}

static void change(struct spell *s, bool changed, double now, double limit) {
    if (!changed) return;
    double lasted = now - s->since;
    if (lasted > s->longest) s->longest = lasted;
    s->over += lasted > limit;
    s->since = now;
}

static void note_blink(struct one *o, bool asleep, double now) {
    o->blinks += !asleep, o->blinks_asleep += asleep;
    double gap = now - o->blinked_at;
    if (!asleep && o->blinked_at > 0 && gap < 60)
        o->blink_sum += gap, o->blink_sum2 += gap * gap, o->blink_gaps++;
    o->blinked_at = now;
}

static void note_events(struct one *o, struct soul *soul, bool asleep, double now, bool *sounds) {
    uint32_t lost;
    const struct life_event *events;
    size_t count = soul_events(soul, &events, &lost);
    for (size_t i = 0; i < count; i++) {
        uint16_t kind = events[i].kind;
        if (kind == LIFE_EVENT_KIND_BLINKED) note_blink(o, asleep, now);
        *sounds |= kind == LIFE_EVENT_KIND_SOUND_POSTED || kind == LIFE_EVENT_KIND_WORD;
        bool stimulus = kind == LIFE_EVENT_KIND_TOUCHED || kind == LIFE_EVENT_KIND_PICKED_UP ||
                        kind == LIFE_EVENT_KIND_POKED || kind == LIFE_EVENT_KIND_LOUD_SOUND;
        if (stimulus && !asleep && o->stimulus_at < 0) o->stimulus_at = now;
        o->charger_visits += kind == LIFE_EVENT_KIND_ON_CHARGER;
        o->left_charger += kind == LIFE_EVENT_KIND_OFF_CHARGER;
        o->falls += kind == LIFE_EVENT_KIND_FALLEN_OVER || kind == LIFE_EVENT_KIND_LANDED;
        o->origins += kind == LIFE_EVENT_KIND_ORIGIN_BEGAN;
    }
}

// A first sign is a face that changes at once, a clip, or a movement.
static void note_answer(struct one *o, bool sign, double now) {
    if (o->stimulus_at < 0) return;
    double delay = now - o->stimulus_at;
    if (sign && delay > 0) {
        uint32_t ms = (uint32_t)(delay * 1000);
        o->delays[ms < DELAYS ? ms : DELAYS - 1]++, o->delay_count++;
        o->stimulus_at = -1;
    } else if (delay > SIGN_S) {
        o->unanswered++, o->stimulus_at = -1;
    }
}

// Where its eyes are in its face, in pixels.
static bool eyes_move(struct one *o, const float *numbers) {
    float at[2] = {numbers[0] + (numbers[5 + EYE_X] + numbers[5 + EYE_NUMBERS + EYE_X]) / 2,
                   numbers[1] + (numbers[5 + EYE_Y] + numbers[5 + EYE_NUMBERS + EYE_Y]) / 2};
    bool moved = m_abs(at[0] - o->gaze_was[0]) > EYES_PX || m_abs(at[1] - o->gaze_was[1]) > EYES_PX;
    o->gaze_was[0] = at[0], o->gaze_was[1] = at[1];
    return moved;
}

static void note_drive(struct one *o, const struct life_view *v, bool head, double now) {
    bool drives = m_abs(v->left_mps) > DRIVES || m_abs(v->right_mps) > DRIVES;
    if (drives && !o->drove && now - o->stood_since > 0.6) o->drives++, o->led += (o->looks & LED) != 0;
    o->looks = o->looks << 1 | (eyes_move(o, v->face.numbers) || head);
    if (!drives && o->drove) o->stood_since = now;
    o->drove = drives;
}

static void note_hour(struct one *o, const struct mind_feelings *f, const struct world_truth *t, double now) {
    uint32_t hour = (uint32_t)(now / 3600);
    if (hour >= HOURS) return;
    o->hours = hour + 1, o->hour[hour].ticks++;
    o->hour[hour].stimulation += (double)f->stimulation, o->hour[hour].happy += (double)f->happy;
    o->hour[hour].charge += (double)t->charge, o->hour[hour].awake += !f->asleep;
}

static void note_time(struct one *o, struct play *play, const struct mind_feelings *f, bool charger,
                      double now) {
    double passed = now - o->seconds;
    const struct scenario *s = play_scenario(play);
    o->seconds = now;
    if (!f->asleep) o->awake_s += passed;
    if (charger) o->charger_s += passed;
    o->frustrated_s = f->mood == MOOD_FRUSTRATED ? o->frustrated_s + passed : 0;
    if (o->frustrated_s > o->frustrated_most_s) o->frustrated_most_s = o->frustrated_s;
    if (!s->date_unix_us) return;
    int64_t local = (s->date_unix_us / 1000000 + s->zone_s + (int64_t)now) % 86400;
    if (local < 7 * 3600 || local >= 22 * 3600)
        o->night_s += passed, o->night_asleep_s += f->asleep ? passed : 0;
    else if (local >= 8 * 3600)
        o->day_s += passed, o->day_awake_s += f->asleep ? 0 : passed;
}

void living_look(struct living *l, struct play *play, int life) {
    for (uint32_t i = 0; i < l->count; i++) {
        struct one *o = l->robots[i];
        if (play_life(play, o->robot - 1) != life || life < 0) continue;
        struct life_view *v = &l->view;
        struct soul *soul = run_soul(play_run(play), (size_t)life);
        if (!soul || !soul_life_view(soul, v)) continue;
        const struct robot *robot = robot_of(soul);
        const struct mind_feelings *f = robot_feelings(robot);
        if (!f) continue;
        double now = (double)play_now_us(play) * 1e-6;
        struct world_truth t;
        bool sounds = false, charger = v->status & BODY_STATUS_ON_CHARGER;
        world_truth(play_world(play), o->robot, &t);
        note_events(o, soul, f->asleep, now, &sounds);
        bool clip = v->clip.tag && v->clip.tag != o->tag_was;
        if (clip && !f->asleep) note_clip(o, v->clip.name, now);
        bool head = m_abs(v->head_rad - o->head_was) > MOVED_RAD;
        bool moved = head || m_abs(v->lift_m - o->lift_was) > MOVED_M || m_abs(v->x_m - o->x_was) > MOVED_M ||
                     m_abs(v->y_m - o->y_was) > MOVED_M || m_abs(v->heading_rad - o->heading_was) > MOVED_RAD;
        bool face = v->face.number != o->face_was;
        if (!o->begun || f->asleep != o->was_asleep)
            o->any.since = o->body.since = o->asleep.since = now, o->begun = true;
        change(f->asleep ? &o->asleep : &o->any, face || moved || sounds, now, f->asleep ? 15 : 2);
        if (!f->asleep) change(&o->body, moved || sounds, now, 5);
        note_answer(o, clip || moved || face, now);
        note_drive(o, v, head, now);
        note_hour(o, f, &t, now);
        note_time(o, play, f, charger, now);
        note_feature(o, robot_feature(robot), LIFE_TICK_US * 1e-6);
        if (!charger && (double)t.charge < o->charge_least) o->charge_least = (double)t.charge;
        o->powerless += o->was_powered && !t.powered;
        if (charger && !(o->status_was & BODY_STATUS_ON_CHARGER)) o->charger_since = now;
        if (charger && now - o->charger_since > o->left_longest_s && !f->asleep)
            o->left_longest_s = now - o->charger_since;
        o->was_powered = t.powered, o->was_asleep = f->asleep, o->status_was = v->status;
        o->face_was = v->face.number, o->tag_was = v->clip.tag, o->head_was = v->head_rad;
        o->lift_was = v->lift_m, o->x_was = v->x_m, o->y_was = v->y_m, o->heading_was = v->heading_rad;
    }
}

// ------------------------------------------------------------------------------------------------ figures

static double percentile(const struct one *o, double share) {
    uint32_t up_to = 0, least = (uint32_t)(share * o->delay_count);
    for (uint32_t ms = 0; ms < DELAYS && o->delay_count; ms++)
        if ((up_to += o->delays[ms]) > least) return ms / 1000.0;
    return 0;
}

// Of the clips that it played, 1 when all are played as often.
static double evenness(const struct one *o) {
    double sum = 0;
    for (uint32_t i = 0; i < o->clip_count; i++) {
        double share = (double)o->clips[i].times / o->clips_played;
        sum -= share * (double)m_log((float)share);
    }
    return o->clip_count > 1 ? sum / (double)m_log((float)o->clip_count) : 0;
}
static double share(double part, double of) { return of > 0 ? part / of : 0; }
static double blink_cv(const struct one *o) {
    if (o->blink_gaps < 2) return 0;
    double mean = o->blink_sum / o->blink_gaps, var = o->blink_sum2 / o->blink_gaps - mean * mean;
    return var > 0 ? (double)m_sqrt((float)var) / mean : 0;
}

#define FIGURE(id, is)                                                                                       \
    static double id(const struct one *o) { return is; }
FIGURE(thrice, o->thrice)
FIGURE(chains, o->chains_over)
FIGURE(kinds, o->clip_count)
FIGURE(still_any, o->any.longest)
FIGURE(still_body, o->body.longest)
FIGURE(still_asleep, o->asleep.longest)
FIGURE(blink_rate, share(o->blinks * 60, o->awake_s))
FIGURE(blinks_asleep, o->blinks_asleep)
FIGURE(answer_half, percentile(o, 0.5))
FIGURE(answer_most, percentile(o, 0.95))
FIGURE(unanswered, o->unanswered)
FIGURE(led_share, share(o->led, o->drives))
FIGURE(day_awake, o->day_s > 0 ? share(o->day_awake_s, o->day_s) : 1)
FIGURE(night_asleep, o->night_s > 0 ? share(o->night_asleep_s, o->night_s) : 1)
FIGURE(empty, o->powerless)
FIGURE(falls, o->falls)
FIGURE(frustrated, o->frustrated_most_s)
FIGURE(on_charger, o->left_longest_s / 60)

// Lines of character, and what holds.
static const struct line {
    const char *family, *what, *unit;
    double (*figure)(const struct one *o);
    double least, most;
} LINES[] = {{"never the same", "one clip three times running", "times", thrice, 0, 0},
             {"never the same", "a chain of four clips over twice an hour", "times", chains, 0, 0},
             {"never the same", "evenness of clips, of 1", "", evenness, 0.8, 1},
             {"never the same", "different clips", "clips", kinds, 20, 1e9},
             {"alive", "awake without change of face, body, sound", "s", still_any, 0, 2},
             {"alive", "awake without change of body or sound", "s", still_body, 0, 5},
             {"alive", "asleep without change", "s", still_asleep, 0, 15},
             {"alive", "blinks awake", "a minute", blink_rate, 6, 20},
             {"alive", "unevenness of blinks", "", blink_cv, 0.4, 1e9},
             {"alive", "blinks asleep", "times", blinks_asleep, 0, 0},
             {"answers", "first sign, half of them within", "s", answer_half, 0, 0.15},
             {"answers", "first sign, 95 of 100 within", "s", answer_most, 0, 0.3},
             {"answers", "no sign at all", "times", unanswered, 0, 0},
             {"means it", "drives led by eyes or head", "", led_share, 0.9, 1},
             {"its day", "awake of 8 to 22 o'clock", "", day_awake, 0.5, 1},
             {"its day", "asleep of the night", "", night_asleep, 0.9, 1},
             {"its day", "awake on its charger, longest", "min", on_charger, 0, 90},
             {"its day", "frustrated, longest", "s", frustrated, 0, 300},
             {"whole", "empty off its charger", "times", empty, 0, 0},
             {"whole", "falls", "times", falls, 0, 0}};
enum { LINE_COUNT = sizeof LINES / sizeof *LINES };

static bool holds(const struct line *line, const struct one *o) {
    double is = line->figure(o);
    return is >= line->least && is <= line->most;
}

// ------------------------------------------------------------------------------------------------ telling

static void print_hours(const struct one *o, FILE *to) {
    fprintf(to, "  hour  awake  stimulation  happy  charge\n");
    for (uint32_t i = 0; i < o->hours; i++) {
        double n = o->hour[i].ticks ? o->hour[i].ticks : 1;
        char bar[21] = "                    ";
        for (int k = 0; k < (int)(o->hour[i].stimulation / n * 20) && k < 20; k++) bar[k] = '#';
        fprintf(to, "  %4u  %4.0f%%  %5.2f %s %6.2f  %4.0f%%\n", i, o->hour[i].awake / n * 100,
                o->hour[i].stimulation / n, bar, o->hour[i].happy / n, o->hour[i].charge / n * 100);
    }
}

static void print_one(const struct one *o, FILE *to) {
    fprintf(to, "%s: %.0f s, awake %.0f %%, on its charger %.0f %%, %u visits, charge %.0f %% at least\n",
            o->name, o->seconds, share(o->awake_s, o->seconds) * 100, share(o->charger_s, o->seconds) * 100,
            o->charger_visits, o->charge_least * 100);
    for (uint32_t i = 0; i < LINE_COUNT; i++)
        fprintf(to, "  %s  %-14s  %-42s %9.3g %s\n", holds(&LINES[i], o) ? "holds" : "FAILS", LINES[i].family,
                LINES[i].what, LINES[i].figure(o), LINES[i].unit);
    fprintf(to, "  what it did\n");
    for (uint32_t i = 0; i < o->feature_count; i++)
        fprintf(to, "  %5.1f %%  %s\n", share(o->features[i].seconds, o->seconds) * 100, o->features[i].name);
    print_hours(o, to);
}

void living_print(const struct living *l, FILE *to) {
    for (uint32_t i = 0; i < l->count; i++)
        if (l->robots[i]->begun) print_one(l->robots[i], to);
}

static void write_one(const struct one *o, struct json_writer *w) {
    json_open(w, '{');
    json_key(w, "name"), json_string(w, o->name);
    json_key(w, "seconds"), json_number(w, o->seconds);
    json_key(w, "awake_s"), json_number(w, o->awake_s);
    json_key(w, "charger_s"), json_number(w, o->charger_s);
    json_key(w, "charger_visits"), json_number(w, o->charger_visits);
    json_key(w, "charge_least"), json_number(w, o->charge_least);
    json_key(w, "lines"), json_open(w, '[');
    for (uint32_t i = 0; i < LINE_COUNT; i++) {
        json_open(w, '{');
        json_key(w, "family"), json_string(w, LINES[i].family);
        json_key(w, "what"), json_string(w, LINES[i].what);
        json_key(w, "is"), json_number(w, LINES[i].figure(o));
        json_key(w, "holds"), json_bool(w, holds(&LINES[i], o));
        json_close(w, '}');
    }
    json_close(w, ']');
    json_key(w, "features"), json_open(w, '{');
    for (uint32_t i = 0; i < o->feature_count; i++)
        json_key(w, o->features[i].name), json_number(w, o->features[i].seconds);
    json_close(w, '}');
    json_key(w, "clips"), json_open(w, '{');
    for (uint32_t i = 0; i < o->clip_count; i++)
        json_key(w, o->clips[i].name), json_number(w, o->clips[i].times);
    json_close(w, '}');
    json_key(w, "hours"), json_open(w, '[');
    for (uint32_t i = 0; i < o->hours; i++) {
        double n = o->hour[i].ticks ? o->hour[i].ticks : 1;
        json_open(w, '{');
        json_key(w, "awake"), json_number(w, o->hour[i].awake / n);
        json_key(w, "stimulation"), json_number(w, o->hour[i].stimulation / n);
        json_key(w, "happy"), json_number(w, o->hour[i].happy / n);
        json_key(w, "charge"), json_number(w, o->hour[i].charge / n);
        json_close(w, '}');
    }
    json_close(w, ']');
    json_close(w, '}');
}

void living_write(const struct living *l, struct json_writer *w) {
    json_open(w, '{');
    json_key(w, "robots"), json_open(w, '[');
    for (uint32_t i = 0; i < l->count; i++)
        if (l->robots[i]->begun) write_one(l->robots[i], w);
    json_close(w, ']');
    json_close(w, '}');
}

enum { PLOT_WIDE = 720, PLOT_HIGH = 140 };

static double hour_of(const struct one *o, uint32_t i, int which) {
    double n = o->hour[i].ticks ? o->hour[i].ticks : 1;
    double is[] = {o->hour[i].awake, o->hour[i].stimulation, (o->hour[i].happy + n) / 2, o->hour[i].charge};
    return is[which] / n;
}

static void plot(const struct one *o, struct buf *out) {
    static const char *const WHAT[] = {"awake", "stimulation", "happy", "charge"}, *const COLOURS[] = {
                                                                                       "#888", "#d60", "#080",
                                                                                       "#06c"};
    buf_printf(out, "<svg width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n", PLOT_WIDE, PLOT_HIGH,
               PLOT_WIDE, PLOT_HIGH);
    for (int which = 0; which < 4; which++) {
        buf_printf(out, "<polyline fill=\"none\" stroke=\"%s\" points=\"", COLOURS[which]);
        for (uint32_t i = 0; i < o->hours; i++)
            buf_printf(out, "%.1f,%.1f ", (i + 0.5) * PLOT_WIDE / o->hours,
                       (1 - hour_of(o, i, which)) * PLOT_HIGH);
        buf_printf(out, "\"><title>%s</title></polyline>\n", WHAT[which]);
        buf_printf(out, "<text x=\"%d\" y=\"12\" fill=\"%s\" font-size=\"11\">%s</text>\n", 4 + which * 90,
                   COLOURS[which], WHAT[which]);
    }
    buf_printf(out, "</svg>\n");
}

void living_page(const struct living *l, struct buf *out) {
    buf_printf(out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>A life</title>"
                    "<style>body{font:15px sans-serif;margin:2em}td{padding:2px 1em 2px 0}"
                    ".fails{color:#b00}</style></head><body>\n");
    for (uint32_t k = 0; k < l->count; k++) {
        const struct one *o = l->robots[k];
        if (!o->begun) continue;
        buf_printf(out, "<h1>%s</h1><p>%.1f hours, awake %.0f %%, charger %u times</p>\n", o->name,
                   o->seconds / 3600, share(o->awake_s, o->seconds) * 100, o->charger_visits);
        plot(o, out);
        buf_printf(out, "<table>\n");
        for (uint32_t i = 0; i < LINE_COUNT; i++)
            buf_printf(out, "<tr class=\"%s\"><td>%s</td><td>%s</td><td>%.3g %s</td></tr>\n",
                       holds(&LINES[i], o) ? "holds" : "fails", LINES[i].family, LINES[i].what,
                       LINES[i].figure(o), LINES[i].unit);
        buf_printf(out, "</table><h2>What it did</h2><table>\n");
        for (uint32_t i = 0; i < o->feature_count; i++)
            buf_printf(out, "<tr><td>%s</td><td>%.1f %%</td></tr>\n", o->features[i].name,
                       share(o->features[i].seconds, o->seconds) * 100);
        buf_printf(out, "</table>\n");
    }
    buf_printf(out, "</body></html>\n");
}
