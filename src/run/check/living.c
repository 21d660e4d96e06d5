#include "run/check/living.h"

#include "robot/robot.h"
#include "run/check/character_internal.h"
#include "run/check/fall.h"
#include "world/view.h"

#include <stdlib.h>
#include <string.h>

enum { ROBOTS = SCENARIO_ROBOTS };

struct one {
    uint32_t robot;
    struct character *character;
    struct fall fall;
};
struct living {
    struct life_view view; // of the tick
    uint32_t count;
    struct one robots[ROBOTS];
};

struct living *living_new(struct play *play) {
    struct living *l = calloc(1, sizeof *l);
    const struct scenario *s = play_scenario(play);
    for (uint32_t i = 0; l && i < s->robot_count; i++) {
        struct one *o = &l->robots[l->count];
        *o = (struct one){.robot = i + 1};
        o->character = character_new(world_memory(play_world(play))->robots[i].name);
        if (!o->character) return living_free(l), NULL;
        l->count++;
    }
    return l;
}

void living_free(struct living *l) {
    for (uint32_t i = 0; l && i < l->count; i++) character_free(l->robots[i].character);
    free(l);
}

// ------------------------------------------------------------------------------------------------ looking

void living_look(struct living *l, struct play *play, int life) {
    const struct scenario *s = play_scenario(play);
    for (uint32_t i = 0; i < l->count; i++) {
        struct one *o = &l->robots[i];
        if (life < 0 || play_life(play, o->robot - 1) != life) continue;
        struct soul *soul = run_soul(play_run(play), (size_t)life);
        if (!soul || !soul_life_view(soul, &l->view)) continue;
        const struct robot *robot = robot_of(soul);
        uint32_t lost;
        struct world_truth t;
        struct moment m = {.now = (double)play_now_us(play) * 1e-6,
                           .day_s = -1,
                           .view = &l->view,
                           .feelings = robot_feelings(robot),
                           .feature = robot_feature(robot),
                           .deed = robot_deed(robot)};
        if (!m.feelings) continue;
        if (s->date_unix_us)
            m.day_s = (int32_t)((s->date_unix_us / 1000000 + s->zone_s + (int64_t)m.now) % 86400);
        world_truth(play_world(play), o->robot, &t);
        m.charge = (double)t.charge, m.powered = t.powered, m.held = t.held;
        m.fallen = fall_step(&o->fall, &t, m.now);
        m.event_count = soul_events(soul, &m.events, &lost);
        character_note(o->character, &m);
    }
}

// ------------------------------------------------------------------------------------------------ telling

static double share(double part, double of) { return of > 0 ? part / of : 0; }

static void print_hours(const struct character *o, FILE *to) {
    fprintf(to, "  hour  awake  stimulation  happy  charge\n");
    for (uint32_t i = 0; i < o->hours; i++) {
        double n = o->hour[i].ticks ? o->hour[i].ticks : 1;
        char bar[21] = "                    ";
        for (int k = 0; k < (int)(o->hour[i].stimulation / n * 20) && k < 20; k++) bar[k] = '#';
        fprintf(to, "  %4u  %4.0f%%  %5.2f %s %6.2f  %4.0f%%\n", i, o->hour[i].awake / n * 100,
                o->hour[i].stimulation / n, bar, o->hour[i].happy / n, o->hour[i].charge / n * 100);
    }
}

static void print_one(const struct character *o, FILE *to) {
    fprintf(to, "%s: %.0f s, awake %.0f %%, on its charger %.0f %%, %u visits, charge %.0f %% at least\n",
            o->name, o->seconds, share(o->awake_s, o->alive_s) * 100, share(o->charger_s, o->alive_s) * 100,
            o->charger_visits, o->charge_least * 100);
    for (uint32_t i = 0; i < CHARACTER_LINES; i++) {
        struct character_line is;
        character_line(o, i, &is);
        fprintf(to, "  %s  %-14s  %-42s %9.3g %s\n",
                !is.cases  ? "  -  "
                : is.holds ? "holds"
                           : "FAILS",
                is.family, is.what, is.is, is.unit);
    }
    fprintf(to, "  what it did\n");
    for (uint32_t i = 0; i < o->feature_count; i++)
        fprintf(to, "  %5.1f %%  %s\n", share(o->features[i].seconds, o->alive_s) * 100, o->features[i].name);
    print_hours(o, to);
}

void living_print(const struct living *l, FILE *to) {
    for (uint32_t i = 0; i < l->count; i++) {
        if (l->robots[i].character->seconds <= 0) continue;
        print_one(l->robots[i].character, to);
        for (uint32_t k = 0; k < i; k++) // the same twice in a room is a fault
            fprintf(to, "  shares %.0f %% of its triples of deeds with %s\n",
                    character_alike(l->robots[i].character, l->robots[k].character) * 100,
                    l->robots[k].character->name);
    }
}

static void write_one(const struct character *o, struct json_writer *w) {
    json_open(w, '{');
    json_key(w, "name"), json_string(w, o->name);
    json_key(w, "seconds"), json_number(w, o->seconds);
    json_key(w, "dead_s"), json_number(w, o->dead_s);
    json_key(w, "awake_s"), json_number(w, o->awake_s);
    json_key(w, "charger_s"), json_number(w, o->charger_s);
    json_key(w, "charger_visits"), json_number(w, o->charger_visits);
    json_key(w, "charge_least"), json_number(w, o->charge_least);
    json_key(w, "lines"), json_open(w, '[');
    for (uint32_t i = 0; i < CHARACTER_LINES; i++) {
        struct character_line is;
        character_line(o, i, &is);
        json_open(w, '{');
        json_key(w, "family"), json_string(w, is.family);
        json_key(w, "what"), json_string(w, is.what);
        json_key(w, "is"), json_number(w, is.is);
        json_key(w, "cases"), json_number(w, is.cases);
        json_key(w, "holds"), json_bool(w, is.holds);
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
    json_key(w, "triples"), json_open(w, '[');
    for (uint32_t i = 0; i < o->triple_count; i++) json_number(w, o->triples[i]);
    json_close(w, ']');
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
        if (l->robots[i].character->seconds > 0) write_one(l->robots[i].character, w);
    json_close(w, ']');
    json_close(w, '}');
}

// Beside the lines of character, which have bounds, some that only describe.
static void tell_one(const struct character *o, figure_teller *tell, void *user) {
    bool lived = o->seconds > 0, alive = o->alive_s > 0;
    double answers = 0;
    for (uint32_t i = 0; i < CHARACTER_LINES; i++) {
        struct character_line is;
        character_line(o, i, &is);
        double most = is.most < 1e9 ? is.most : HUGE_VAL;
        tell(user, &(struct figure){o->name, is.key, is.what, is.unit, is.cases ? is.is : FIGURE_NONE,
                                    is.least, most});
    }
    for (uint32_t ms = 0; ms < DELAYS; ms++) answers += (double)o->delays[ms] * ms;
    const struct figure more[] = {
        {.key = "answer_mean",
         .about = "first sign, on the average",
         .unit = "s",
         .is = o->delay_count ? answers / o->delay_count / 1000 : FIGURE_NONE},
        {.key = "awake",
         .about = "awake",
         .unit = "of 1",
         .is = alive ? o->awake_s / o->alive_s : FIGURE_NONE},
        {.key = "charger",
         .about = "on its charger",
         .unit = "of 1",
         .is = alive ? o->charger_s / o->alive_s : FIGURE_NONE},
        {.key = "charger_visits",
         .about = "visits to its charger",
         .unit = "times",
         .is = lived ? o->charger_visits : FIGURE_NONE},
        {.key = "charge_least",
         .about = "charge at least",
         .unit = "of 1",
         .is = lived ? o->charge_least : FIGURE_NONE},
        {.key = "features",
         .about = "features it showed",
         .unit = "features",
         .is = lived ? o->feature_count : FIGURE_NONE},
        {.key = "clips",
         .about = "clips played",
         .unit = "clips",
         .is = lived ? o->clips_played : FIGURE_NONE},
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        struct figure f = more[i];
        f.of = o->name, f.least = -HUGE_VAL, f.most = HUGE_VAL;
        tell(user, &f);
    }
}

void living_figures(const struct living *l, uint32_t robot, figure_teller *tell, void *user) {
    if (robot < l->count) tell_one(l->robots[robot].character, tell, user);
}

double living_stuck_s(const struct living *l, uint32_t robot) {
    const struct character *c = robot < l->count ? l->robots[robot].character : NULL;
    bool stuck = c && c->stuck_since >= 0 && c->seconds - c->stuck_since > CHARACTER_STUCK_S;
    return stuck ? c->stuck_since : -1;
}

enum { PLOT_WIDE = 720, PLOT_HIGH = 140 };

static double hour_of(const struct character *o, uint32_t i, int which) {
    double n = o->hour[i].ticks ? o->hour[i].ticks : 1;
    double is[] = {o->hour[i].awake, o->hour[i].stimulation, (o->hour[i].happy + n) / 2, o->hour[i].charge};
    return is[which] / n;
}

static void plot(const struct character *o, struct buf *out) {
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
        const struct character *o = l->robots[k].character;
        if (o->seconds <= 0) continue;
        buf_printf(out, "<h1>%s</h1><p>%.1f hours, awake %.0f %%, charger %u times</p>\n", o->name,
                   o->seconds / 3600, share(o->awake_s, o->alive_s) * 100, o->charger_visits);
        plot(o, out);
        buf_printf(out, "<table>\n");
        for (uint32_t i = 0; i < CHARACTER_LINES; i++) {
            struct character_line is;
            character_line(o, i, &is);
            buf_printf(out, "<tr class=\"%s\"><td>%s</td><td>%s</td><td>%.3g %s</td></tr>\n",
                       is.holds ? "holds" : "fails", is.family, is.what, is.is, is.unit);
        }
        buf_printf(out, "</table><h2>What it did</h2><table>\n");
        for (uint32_t i = 0; i < o->feature_count; i++)
            buf_printf(out, "<tr><td>%s</td><td>%.1f %%</td></tr>\n", o->features[i].name,
                       share(o->features[i].seconds, o->alive_s) * 100);
        buf_printf(out, "</table>\n");
    }
    buf_printf(out, "</body></html>\n");
}
