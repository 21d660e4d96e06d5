#include "cli/sim.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "pleo/os/os.h"
#include "robot/view.h"
#include "run/replay.h"
#include "run/souls.h"
#include "run/tape.h"
#include "stage/library/library.h"

#include <inttypes.h>
#include <string.h>

struct wish {
    bool verify;
    double from;
    const char *trace, *record, *resources;
};
static const struct option OPTIONS[] = {
    {"verify", 0, OPTION_FLAG, offsetof(struct wish, verify), NULL, "fail when anything differs"},
    {"from", 0, OPTION_F64, offsetof(struct wish, from), "SECONDS",
     "begin there; a life is not lived up to then, but shown from the mark before", 0, 1e9},
    {"trace", 0, OPTION_TEXT, offsetof(struct wish, trace), "json", "one line a tick to stdout"},
    {"record", 'r', OPTION_TEXT, offsetof(struct wish, record), "FILE", "record the world again"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "the robot's original resources, as they were given when it was recorded"},
};

static void watch(void *user, struct play *play, int life) {
    const struct wish *wish = user;
    if (wish->trace && (double)play_now_us(play) >= wish->from * 1e6) sim_trace(play, life);
}

static int world(struct call *call, const char *path, const struct wish *wish) {
    struct fault fault = {0};
    struct tape_about about;
    struct tape_result result;
    struct tape_reader *reader = tape_open(path, &about, &fault);
    if (!reader) return call_failed(call, &fault);
    struct wish copy = *wish;
    about.resources = wish->resources;
    enum err err = tape_play(reader, &about, wish->record, watch, &copy, &result, &fault);
    tape_free(reader);
    fault_in(&fault, path);
    if (err) return call_failed(call, &fault);
    double seconds = (double)result.steps * WORLD_STEP_US * 1e-6;
    if (wish->from > seconds) {
        fault_set(&fault, ERR_RANGE, "it ends before second %g", wish->from);
        return fault_in(&fault, path), call_failed(call, &fault);
    }
    if (!wish->trace)
        printf("%.3f s of %s, %s, %s, %s compared, hash %016" PRIx64 "\n", seconds, about.file,
               PLURAL(result.verbs, "verb"), PLURAL(result.requests, "request"),
               PLURAL(result.compared, "second"), result.hash);
    if (result.torn) fprintf(stderr, "%s: the end is missing or damaged; what was whole was played\n", path);
    if (!result.parted) return wish->verify && result.torn ? EXIT_FAILED : EXIT_FINE;
    fprintf(stderr, "%s: a different world since second %.3f at the latest\n", path,
            (double)result.parted_step * WORLD_STEP_US * 1e-6);
    return wish->verify ? EXIT_FAILED : EXIT_FINE;
}

static void trace_view(uint32_t tick, const struct life_view *v) {
    printf("{\"tick\":%u,\"x_m\":%g,\"y_m\":%g,\"heading_rad\":%g,\"head_rad\":%g,\"lift_m\":%g,\"battery_"
           "v\":%g,\"status\":%u}\n",
           tick, (double)v->x_m, (double)v->y_m, (double)v->heading_rad, (double)v->head_rad,
           (double)v->lift_m, (double)v->battery_v, v->status);
}

struct tracing {
    const struct wish *wish;
};
static void watch_life(void *user, struct soul *soul, uint32_t tick) {
    const struct wish *wish = ((const struct tracing *)user)->wish;
    if (!wish->trace || (double)tick * LIFE_TICK_US < wish->from * 1e6) return;
    struct life_view v;
    if (soul_life_view(soul, &v)) trace_view(tick, &v);
}

// Not lived: hopped to the mark before, and followed from there by what the senses say.
static enum err look_from(struct recording *tape, const struct body_model *model, const struct wish *wish,
                          struct fault *fault) {
    static struct entry e;
    struct life_view view = {0}, first = {0};
    uint32_t told = 0, first_tick = 0;
    double until = wish->from * 1e6 / LIFE_TICK_US;
    recording_seek(tape, until < UINT32_MAX ? (uint32_t)until : UINT32_MAX);
    enum err err;
    while (!(err = recording_next(tape, &e, fault))) {
        if (e.kind == ENTRY_VIEW) view = e.view.life;
        if (e.kind == ENTRY_SENSES) view_follow(&view, &e.senses->senses, model);
        if (e.kind != ENTRY_COMMAND_HASH || (double)e.tick * LIFE_TICK_US < wish->from * 1e6) continue;
        if (!told++) first = view, first_tick = e.tick;
        if (wish->trace) trace_view(e.tick, &view);
    }
    if (err != ERR_CLOSED) return err;
    if (wish->trace) return ERR_NONE;
    if (!told) return fault_set(fault, ERR_RANGE, "it ends before second %g", wish->from);
    printf("at %.3f s: at %.3f, %.3f m by its own reckoning, heading %.1f degrees, head %.1f degrees, lift "
           "%.3f m, "
           "battery %.2f V; %s to come\n",
           (double)first_tick * LIFE_TICK_US * 1e-6, (double)first.x_m, (double)first.y_m,
           (double)m_degrees(first.heading_rad), (double)m_degrees(first.head_rad), (double)first.lift_m,
           (double)first.battery_v, PLURAL(told - 1, "tick"));
    return ERR_NONE;
}

static int life(struct call *call, const char *path, const struct wish *wish) {
    struct fault fault = {0};
    struct recording_about about;
    struct replay_result result = {0};
    struct recording *tape = recording_open(path, &about, &fault);
    if (!tape) return call_failed(call, &fault);
    const struct body_model *model = body_model_find(about.creature);
    enum err err = model ? ERR_NONE
                         : fault_set(&fault, ERR_UNKNOWN,
                                     "a life of a \"%s\", which this program does not know", about.creature);
    const struct soul_messages *speaks = souls_messages(about.creature);
    bool pleo = speaks == &pleo_soul_messages;
    if (!err && speaks != &life_soul_messages && !pleo)
        err = fault_set(&fault, ERR_UNSUPPORTED, "the life of a %s: only robots are lived again",
                        about.creature);
    if (!err && pleo && wish->from > 0 && !wish->verify)
        err = fault_set(&fault, ERR_UNSUPPORTED,
                        "--from shows robots; a Pleo is lived again from the beginning");
    if (!err && wish->from > 0 && !wish->verify) {
        err = look_from(tape, model, wish, &fault);
        bool torn = recording_torn(tape);
        recording_free(tape);
        fault_in(&fault, path);
        if (torn) fprintf(stderr, "%s: the end is missing or damaged; this is what was whole\n", path);
        return err ? call_failed(call, &fault) : EXIT_FINE;
    }
    struct tracing tracing = {wish};
    struct library *library = NULL;
    if (!err && about.clips && !pleo) {
        struct library_config config = {.creature = about.creature, .resources = wish->resources};
        library = library_open(&config, &fault);
        err = fault.err;
    }
    about.resources = wish->resources;
    if (!err && pleo) err = replay_pleo(tape, &about, model, watch_life, &tracing, &result, &fault);
    if (!err && !pleo) err = replay_life(tape, &about, model, library, watch_life, &tracing, &result, &fault);
    recording_free(tape);
    library_free(library);
    fault_in(&fault, path);
    if (err) return call_failed(call, &fault);
    if (!wish->trace)
        printf("%s of %s the %s, %s, %s, %s and %s compared, hash "
               "%016" PRIx64 "\n",
               PLURAL(result.ticks, "tick"), about.name, about.creature, PLURAL(result.requests, "request"),
               PLURAL(result.answers, "answer"), PLURAL(result.compared, "command"),
               PLURAL(result.marks, "mark"), result.hash);
    if (result.torn) fprintf(stderr, "%s: the end is missing or damaged; what was whole was lived\n", path);
    if (!result.parted) return wish->verify && result.torn ? EXIT_FAILED : EXIT_FINE;
    fprintf(stderr, "%s: a different life since tick %u\n", path, result.parted_tick);
    return wish->verify ? EXIT_FAILED : EXIT_FINE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *path = call->words.at[0];
    struct fault fault = {0};
    struct buf file = {0};
    if (wish->trace && strcmp(wish->trace, "json"))
        return call_wrong(call, "--trace: expected json, found \"%s\"", wish->trace);
    if (file_read(path, 1 << 30, &file, &fault)) return call_failed(call, &fault);
    bool is_world = tape_is((struct bytes){file.at, file.len});
    buf_free(&file);
    if (!is_world && wish->record) return call_wrong(call, "--record: only a world can be recorded again");
    return is_world ? world(call, path, wish) : life(call, path, wish);
}

const struct command cmd_replay = {
    .name = "replay",
    .summary = "plays a recording again, of a world or of a life",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "A world is played from its scenario, seed and verbs, and compared with the recording once a "
            "second. A life is lived again from its recorded input. Each of its commands is compared, and "
            "every ten seconds its view. With --from, a life is not lived but shown: a mark comes every ten "
            "seconds, and from there the senses tell where the robot was. A world is played up to there, "
            "which is quick. With --verify a difference, "
            "or an end that is "
            "missing, makes the exit code 1.",
    .examples = "critter replay day.world --verify\n"
                "critter replay day.world --from 30 --trace json\n"
                "critter replay day.world.vector.life --from 3600    # how it stood after an hour\n"
                "critter replay day.world.vector.life --verify\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
