#include "cli/sim.h"

#include "cli/set.h"
#include "cli/sink.h"

#include "base/system/clock.h"
#include "base/system/log.h"
#include "pleo/os/os.h"
#include "run/check/accuracy.h"
#include "run/check/checks.h"
#include "run/check/living.h"
#include "run/control_socket.h"
#include "run/sound_told.h"
#include "stage/face/face.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROGRESS_US = 500000, SLICE_US = 500000, TURN_STEPS = 4 };

static atomic_bool stopped;
static void stop(int number) {
    (void)number;
    if (atomic_exchange(&stopped, true)) _exit(130); // asked twice
}

struct sim {
    struct sink *sink;
    const struct sim_wish *wish;
    struct control_socket *control;
    struct accuracy *accuracy;
    struct living *living;
    struct checks *checks;
    unsigned turns;
    uint32_t log_lines[SCENARIO_ROBOTS]; // that were printed
    int64_t told_us, begun_us;
    bool live;
};

// What it says, and what its eyes do meanwhile: of each place, height and how far the upper lid is down.
static void trace_face(const struct soul *soul, const struct life_event *events, size_t count,
                       struct json_writer *w) {
    static struct life_view view;
    const float *numbers = view.face.numbers;
    if (!soul_life_view(soul, &view)) return;
    json_key(w, "words"), json_open(w, '[');
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind != LIFE_EVENT_KIND_WORD) continue;
        json_open(w, '{');
        json_key(w, "at"), json_number(w, events[i].numbers[0]);
        json_key(w, "len"), json_number(w, events[i].numbers[1]);
        json_key(w, "seconds"), json_float(w, events[i].numbers[2]);
        json_close(w, '}');
    }
    json_close(w, ']');
    json_key(w, "face"), json_open(w, '[');
    for (int i = 0; i < 5; i++) json_float(w, numbers[i]);
    json_close(w, ']');
    json_key(w, "eyes"), json_open(w, '[');
    for (int e = 0; e < 2; e++, numbers += EYE_NUMBERS) {
        json_open(w, '{');
        json_key(w, "x"), json_float(w, numbers[5 + EYE_X]), json_key(w, "y"),
            json_float(w, numbers[5 + EYE_Y]);
        json_key(w, "height"), json_float(w, numbers[5 + EYE_SCALE_Y]);
        json_key(w, "lid"), json_float(w, numbers[5 + EYE_UPPER_LID_Y]);
        json_close(w, '}');
    }
    json_close(w, ']');
}

void sim_trace(struct play *play, int life) {
    const struct world_memory *m = world_memory(play_world(play));
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 0);
    if (life > 0) return; // one line tells of all
    json_open(&w, '{');
    json_key(&w, "time_s"), json_number(&w, (double)play_now_us(play) * 1e-6);
    json_key(&w, "robots"), json_open(&w, '[');
    for (uint32_t i = 1; i <= m->robots_count; i++) {
        struct world_truth t;
        float roll, pitch, yaw;
        world_truth(play_world(play), i, &t);
        quat_to_euler(t.pose.turn, &roll, &pitch, &yaw);
        json_open(&w, '{');
        json_key(&w, "name"), json_string(&w, m->robots[i - 1].name);
        json_key(&w, "at_m"), json_open(&w, '[');
        json_float(&w, t.pose.at.x), json_float(&w, t.pose.at.y), json_float(&w, t.pose.at.z);
        json_close(&w, ']');
        json_key(&w, "heading_rad"), json_float(&w, yaw);
        json_key(&w, "pitch_rad"), json_float(&w, pitch);
        json_key(&w, "roll_rad"), json_float(&w, roll);
        json_key(&w, "head_rad"), json_float(&w, t.head_rad);
        json_key(&w, "lift_m"), json_float(&w, t.lift_m);
        json_key(&w, "left_mps"), json_float(&w, t.left_mps);
        json_key(&w, "right_mps"), json_float(&w, t.right_mps);
        json_key(&w, "battery_v"), json_float(&w, t.battery_v);
        json_key(&w, "charging"), json_bool(&w, t.charging);
        json_key(&w, "held"), json_bool(&w, t.held);
        int its = play_life(play, i - 1);
        struct soul *soul = its < 0 ? NULL : run_soul(play_run(play), (size_t)its);
        uint32_t lost;
        const struct life_event *events;
        size_t count = soul ? soul_events(soul, &events, &lost) : 0;
        json_key(&w, "events"), json_open(&w, '[');
        for (size_t k = 0; k < count; k++) {
            const char *name = schema_value_name(soul_messages(soul)->events, events[k].kind);
            if (name) json_string(&w, name);
        }
        json_close(&w, ']');
        json_key(&w, "sounds"), json_open(&w, '[');
        for (size_t k = 0; k < count; k++)
            sound_told(&events[k], play_sounds(play, play_scenario(play)->robots[i - 1].creature), 0, &w);
        json_close(&w, ']');
        if (soul) trace_face(soul, events, count, &w);
        json_close(&w, '}');
    }
    json_close(&w, ']');
    json_close(&w, '}');
    buf_byte(&out, '\n');
    fwrite(out.at, 1, out.len, stdout);
    buf_free(&out);
}

void sim_log(struct play *play, int life, uint32_t *next) {
    struct soul *soul = life < 0 ? NULL : run_soul(play_run(play), (size_t)life);
    const char *line;
    while (soul && pleo_log_line(soul, next, &line))
        printf("%9.3f %s\n", (double)play_now_us(play) * 1e-6, line);
}

static void watch(void *user, struct play *play, int life) {
    struct sim *sim = user;
    if (sim->wish->text && life < SCENARIO_ROBOTS) sim_log(play, life, &sim->log_lines[life < 0 ? 0 : life]);
    if (life == 0) sink_turn(sim->sink);
    if (sim->wish->trace) sim_trace(play, life);
    if (sim->accuracy) accuracy_look(sim->accuracy, play, life);
    if (sim->living) living_look(sim->living, play, life);
    if (sim->checks) checks_look(sim->checks, play, life);
}

static void turn(void *user, struct play *play) {
    struct sim *sim = user;
    if (sim->control && (sim->live || ++sim->turns % TURN_STEPS == 0))
        control_socket_turn(sim->control, play);
}

// On a terminal, and only when there is something to wait for.
static void progress(struct sim *sim, struct play *play, bool last) {
    int64_t now = air_now_us();
    if (sim->wish->quiet || !isatty(STDERR_FILENO) || (!last && now - sim->told_us < PROGRESS_US)) return;
    sim->told_us = now;
    double world = (double)play_now_us(play) * 1e-6, passed = (double)(now - sim->begun_us) * 1e-6;
    fprintf(stderr, "\r%.0f s", world);
    if (sim->wish->seconds > 0) fprintf(stderr, " of %.0f", sim->wish->seconds);
    fprintf(stderr, ", %.0f times real time \033[K%s", passed > 0 ? world / passed : 0, last ? "\n" : "");
}

static enum err go(struct sim *sim, struct play *play, double speed) {
    enum err err = ERR_NONE;
    int64_t end = sim->wish->seconds > 0 ? (int64_t)(sim->wish->seconds * 1e6) : INT64_MAX;
    while (!err && !atomic_load(&stopped) && play_now_us(play) < end) {
        int64_t slice = end - play_now_us(play) < SLICE_US ? end - play_now_us(play) : SLICE_US;
        err = speed > 0 ? play_paced(play, slice, speed, &stopped) : play_for(play, slice);
        progress(sim, play, false);
        if (fflush(stdout)) err = ERR_IO;
    }
    progress(sim, play, true);
    return err == ERR_CLOSED ? ERR_NONE : err;
}

static void summary(struct play *play) {
    const struct world_memory *m = world_memory(play_world(play));
    printf("%.3f s of world time, hash %016" PRIx64 "\n", (double)play_now_us(play) * 1e-6,
           world_hash(play_world(play)));
    for (uint32_t i = 1; i <= m->robots_count; i++) {
        struct world_truth t;
        world_truth(play_world(play), i, &t);
        printf("%s: at %.3f, %.3f, %.3f m, heading %.1f degrees, battery %.2f V (%.0f %%)%s%s%s\n",
               m->robots[i - 1].name, (double)t.pose.at.x, (double)t.pose.at.y, (double)t.pose.at.z,
               (double)m_degrees(quat_heading(t.pose.turn)), (double)t.battery_v, (double)t.charge * 100,
               t.charging ? ", charging" : "", t.held ? ", in a hand" : "",
               t.powered ? "" : ", without power");
    }
}

static void tell_figures(const struct sim *sim) {
    if (!sim->accuracy) return;
    if (strcmp(sim->wish->accuracy, "json")) return accuracy_print(sim->accuracy, stdout);
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 0);
    accuracy_write(sim->accuracy, &w);
    buf_byte(&out, '\n');
    if (!out.err) fwrite(out.at, 1, out.len, stdout);
    buf_free(&out);
}

static void tell_lives(const struct sim *sim) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 0);
    if (!sim->living) return;
    if (!strcmp(sim->wish->life, "table")) return living_print(sim->living, stdout);
    if (!strcmp(sim->wish->life, "json"))
        living_write(sim->living, &w), buf_byte(&out, '\n');
    else
        living_page(sim->living, &out);
    if (!out.err) fwrite(out.at, 1, out.len, stdout);
    buf_free(&out);
}

static bool words_only(const struct sim_wish *wish) {
    bool figures = !wish->accuracy || strcmp(wish->accuracy, "json") != 0;
    return !wish->trace && figures && (!wish->life || !strcmp(wish->life, "table"));
}

static int play_it(struct call *call, const struct scenario *scenario, const struct sim_wish *wish,
                   double speed) {
    struct fault fault = {0};
    struct sim sim = {.wish = wish, .begun_us = air_now_us(), .live = speed > 0};
    if (wish->socket) {
        sim.control = control_socket_open(wish->socket, &fault);
        if (!sim.control) return call_failed(call, &fault);
    }
    struct play_config config = play_defaults();
    config.seed = wish->seed, config.record = wish->record, config.media = wish->media;
    config.resources = wish->resources;
    config.loud = wish->loud, config.mind = wish->mind;
    config.card = wish->card;
    config.keep = wish->card && !wish->record; // a recorded card stays as it was
    char settings[SET_TEXT_MAX];
    if (set_read(&wish->set, settings, sizeof settings, &config.settings, &fault)) {
        control_socket_close(sim.control);
        return call_wrong(call, "%s", fault.said);
    }
    config.watch = watch, config.turn = turn, config.user = &sim;
    struct play *play = play_new(scenario, &config, &fault);
    if (!play) {
        control_socket_close(sim.control);
        return call_failed(call, &fault);
    }
    if (wish->sound && !run_soul(play_run(play), 0))
        fault_set(&fault, ERR_MISSING, "no robot in this scenario has a soul to listen to");
    else if (wish->sound)
        sim.sink = sink_open(wish->sound, run_soul(play_run(play), 0), &fault);
    if (!fault.err && wish->check && !(sim.checks = checks_new(scenario)))
        fault_set(&fault, ERR_MEMORY, "no memory for expectations");
    if (!fault.err && wish->accuracy && !(sim.accuracy = accuracy_new(play)))
        fault_set(&fault, ERR_MEMORY, "no memory for figures");
    if (!fault.err && wish->life && !(sim.living = living_new(play)))
        fault_set(&fault, ERR_MEMORY, "no memory for lives");
    if (fault.err) {
        checks_free(sim.checks);
        sink_close(sim.sink, NULL);
        control_socket_show(sim.control, NULL);
        play_free(play, NULL);
        control_socket_close(sim.control);
        return call_failed(call, &fault);
    }
    if (!sim.live) log_rate(0); // a second of the machine's time says nothing here
    atomic_store(&stopped, false);
    struct sigaction ask = {.sa_handler = stop}, before_int, before_term;
    sigaction(SIGINT, &ask, &before_int);
    sigaction(SIGTERM, &ask, &before_term);
    enum err err = go(&sim, play, speed);
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
    if (err) fault_set(&fault, err, "the play ended early: %s", err_name(err));
    if (!fault.err) fault = *play_trouble(play);
    if (words_only(wish)) summary(play);
    tell_figures(&sim);
    tell_lives(&sim);
    bool failed = sim.checks && checks_tell(sim.checks, play, stdout);
    checks_free(sim.checks);
    accuracy_free(sim.accuracy);
    living_free(sim.living);
    struct fault closing = {0};
    if (sink_close(sim.sink, &closing) && !fault.err) fault = closing;
    control_socket_show(sim.control, NULL);
    if (play_free(play, &closing) && !fault.err) fault = closing;
    control_socket_close(sim.control);
    if (fault.err) return call_failed(call, &fault);
    if (wish->record) call_wrote_recording(wish->record, scenario);
    if (wish->sound) call_wrote(wish->sound);
    return failed ? EXIT_FAILED : EXIT_FINE;
}

int sim_run(struct call *call, const char *name, const struct sim_wish *wish) {
    double speed = 0;
    if (strcmp(wish->speed, "max") &&
        (text_to_f64(text_of(wish->speed), &speed) || speed < 0.01 || speed > 1000))
        return call_wrong(call, "--speed: expected max or a number from 0.01 to 1000, found \"%s\"",
                          wish->speed);
    if (wish->trace && strcmp(wish->trace, "json"))
        return call_wrong(call, "--trace: expected json, found \"%s\"", wish->trace);
    if (wish->accuracy && strcmp(wish->accuracy, "json") && strcmp(wish->accuracy, "table"))
        return call_wrong(call, "--accuracy: expected table or json, found \"%s\"", wish->accuracy);
    if (wish->life && strcmp(wish->life, "json") && strcmp(wish->life, "table") && strcmp(wish->life, "html"))
        return call_wrong(call, "--life: expected table, json or html, found \"%s\"", wish->life);
    if (wish->mind && wish->record)
        return call_wrong(call, "--mind: a recording does not hold a tree of your own");
    if (wish->media && !wish->record)
        return call_wrong(call, "--media needs --record: it adds pictures and sound to the recording");
    struct fault fault = {0};
    struct scenario *scenario = scenario_open(name, NULL, 0, &fault);
    if (!scenario) return call_failed(call, &fault);
    struct sim_wish until = *wish;
    if (wish->check && !(wish->seconds > 0)) until.seconds = checks_until_s(scenario);
    if (wish->check && !(until.seconds > 0)) {
        scenario_free(scenario);
        return call_wrong(
            call,
            "--check: nothing says how long to play: give --seconds, or until_s or at_s in an expectation");
    }
    int code = play_it(call, scenario, &until, speed);
    scenario_free(scenario);
    return code;
}
