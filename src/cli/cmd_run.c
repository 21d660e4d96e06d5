#include "cli/commands.h"

#include "base/clock.h"
#include "body/sim.h"
#include "door/dashboard.h"
#include "door/live.h"
#include "net/loop.h"
#include "run/run.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct wish {
    uint64_t seed;
    double speed, seconds;
    const char *listen, *host, *record;
    const char *port_text;
};

static const struct option OPTIONS[] = {
    {"port", 'p', OPTION_TEXT, offsetof(struct wish, port_text), "N",
     "where the page is (default 8888, or the next that is free)"},
    {"listen", 0, OPTION_TEXT, offsetof(struct wish, listen), "ADDRESS",
     "for whom: 127.0.0.1 is this machine (default), 0.0.0.0 everybody in the network"},
    {"host", 0, OPTION_TEXT, offsetof(struct wish, host), "NAMES",
     "names by which this machine may be called, parted by commas"},
    {"speed", 0, OPTION_F64, offsetof(struct wish, speed), "N", "world seconds in a second (default 1)", 0.05,
     100},
    {"seed", 's', OPTION_U64, offsetof(struct wish, seed), "N", "where all chance comes from (default 1)"},
    {"seconds", 0, OPTION_F64, offsetof(struct wish, seconds), "N", "ends by itself after so many seconds", 0,
     1e9},
    {"record", 0, OPTION_TEXT, offsetof(struct wish, record), "FILE",
     "writes the life down, to be lived again"},
};

// What stands on the table: verbs of the world, one a line.
static const char *const TABLETOP[] = {
    "{\"Table\": {\"name\": \"table\", \"x_m\": 0.1, \"z_m\": 0, \"length_m\": 1.1, \"width_m\": 0.8}}",
    "{\"Cube\": {\"name\": \"cube\", \"x_m\": 0.22, \"y_m\": 0.08, \"heading_deg\": 20}}",
    "{\"Charger\": {\"name\": \"charger\", \"x_m\": -0.22, \"y_m\": 0.2, \"heading_deg\": -30}}",
    "{\"Box\": {\"name\": \"parcel\", \"x_m\": 0.35, \"y_m\": -0.2, \"heading_deg\": 35, \"length_m\": 0.07, "
    "\"width_m\": 0.05, \"height_m\": 0.04}}",
    "{\"Disc\": {\"name\": \"can\", \"x_m\": 0.1, \"y_m\": -0.25, \"radius_m\": 0.025, \"height_m\": 0.07}}",
    "{\"Wall\": {\"name\": \"book\", \"x_m\": 0.5, \"y_m\": 0.15, \"heading_deg\": 80, \"length_m\": 0.2, "
    "\"thickness_m\": 0.03, \"height_m\": 0.13}}",
    "{\"Person\": {\"name\": \"Ada\", \"x_m\": 0.95, \"y_m\": 0.1, \"heading_deg\": 180, \"height_m\": 0.3}}",
};

struct living {
    const struct wish *wish;
    const struct body_model *model;
    struct loop *loop;
    struct world *world;
    struct run *run;
    struct recorder *recorder;
    int64_t born_us;
    atomic_bool stop, done; // end this life; end them all
};

static enum err furnish(struct world *world, struct fault *fault) {
    struct arena *arena = arena_new(16 << 10);
    struct live_in *in = calloc(1, sizeof *in);
    enum err err = arena && in ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory for a world");
    for (size_t i = 0; !err && i < sizeof TABLETOP / sizeof *TABLETOP; i++) {
        arena_reset(arena);
        err = live_read(text_of(TABLETOP[i]), arena, in, fault);
        if (!err) err = world_do(world, &in->verb, fault);
    }
    free(in);
    arena_free(arena);
    return err;
}

static void end_all(void *user) {
    struct living *living = user;
    atomic_store(&living->done, true);
    atomic_store(&living->stop, true);
}

// Waiting for the next body step is when sockets are served.
static void rest(void *user, int64_t us) {
    struct living *living = user;
    int64_t until = loop_now_us() + us;
    do {
        loop_once(living->loop, us > 0 ? us : 0);
        us = until - loop_now_us();
    } while (us > 0 && !atomic_load(&living->stop));
    double seconds = living->wish->seconds;
    if (seconds > 0 && (double)(loop_now_us() - living->born_us) > seconds * 1e6) end_all(living);
}

static int64_t air(void *user) {
    (void)user;
    return air_now_us();
}

static enum err give_life(struct living *living, uint64_t seed, struct fault *fault) {
    struct world_config world = world_defaults();
    world.seed = seed;
    world.floor_m = -0.75f;
    living->world = world_new(&world);
    if (!living->world) return fault_set(fault, ERR_MEMORY, "no memory for a world");
    if (furnish(living->world, fault)) return fault->err;
    struct run_config config = run_defaults();
    config.world = living->world;
    config.workers = 1;
    config.live = true;
    config.speed = (float)living->wish->speed;
    config.air_us = air;
    config.rest = rest;
    config.user = living;
    living->run = run_new(&config, fault);
    if (!living->run) return fault->err;
    struct robot_config robot = robot_defaults();
    robot.model = living->model;
    robot.seed = seed;
    robot.crew = run_crew(living->run);
    struct body *body = body_sim_new(living->world, living->model, (struct pose2){0}, fault);
    struct robot *soul = body ? robot_new(&robot) : NULL;
    if (!soul) return fault_set(fault, ERR_MEMORY, "no memory for a robot");
    if (living->wish->record) {
        struct recording_about about = {.seed = seed, .robot = robot.id, .begun_unix_us = calendar_now_us()};
        snprintf(about.creature, sizeof about.creature, "%s", living->model->creature);
        snprintf(about.name, sizeof about.name, "%s", robot.name);
        living->recorder = recorder_new(living->wish->record, &about, fault);
        if (!living->recorder) return fault->err;
    }
    return run_add(living->run, body, soul, living->recorder, fault);
}

static enum err end_life(struct living *living, struct fault *fault) {
    run_free(living->run);
    enum err err = recorder_close(living->recorder, fault);
    world_free(living->world);
    living->run = NULL;
    living->recorder = NULL;
    living->world = NULL;
    return err;
}

static enum err live_on(struct living *living, struct dashboard *page, struct fault *fault) {
    uint64_t seed = living->wish->seed;
    do {
        if (give_life(living, seed, fault)) return fault->err;
        dashboard_show(page, living->run, living->world, seed);
        atomic_store(&living->stop, atomic_load(&living->done));
        run_live(living->run, &living->stop);
        dashboard_show(page, NULL, NULL, seed);
        if (end_life(living, fault)) return fault->err;
    } while (dashboard_restart(page, &seed) && !atomic_load(&living->done));
    return ERR_NONE;
}

static const struct body_model *model_of(const struct call *call) {
    const char *name = call->words.count ? call->words.at[0] : "vector";
    return body_model_find(name);
}

static int run(struct call *call) {
    struct wish *wish = call->options;
    struct fault fault = {0};
    uint64_t port = 8888;
    if (wish->port_text && (text_to_u64(text_of(wish->port_text), &port) || port < 1 || port > 65535)) {
        fault_set(&fault, ERR_RANGE, "--port: expected a number from 1 to 65535, found \"%s\"",
                  wish->port_text);
        call_failed(call, &fault);
        return EXIT_WRONG_USE;
    }
    struct living living = {.wish = wish, .model = model_of(call), .born_us = air_now_us()};
    if (!living.model) {
        fault_set(&fault, ERR_UNKNOWN, "expected vector or cozmo, found \"%s\"", call->words.at[0]);
        return call_failed(call, &fault);
    }
    living.loop = loop_new();
    if (!living.loop || loop_on_interrupt(living.loop, end_all, &living)) {
        fault_set(&fault, ERR_MEMORY, "no memory");
        return call_failed(call, &fault);
    }
    struct dashboard_config config = dashboard_defaults();
    config.address = wish->listen;
    config.hosts = wish->host;
    config.port = (uint16_t)port;
    config.port_given = wish->port_text != NULL;
    config.scenario = "tabletop";
    config.creature = living.model->creature;
    config.seed = wish->seed;
    config.stop = &living.stop;
    struct dashboard *page = dashboard_open(living.loop, &config, &fault);
    if (page) {
        if (dashboard_port(page) != port)
            printf("Port %u is taken; using the next that is free.\n", (unsigned)port);
        printf("A living %s is at http://%s:%u\n", living.model->creature,
               strcmp(wish->listen, "0.0.0.0") ? "localhost" : wish->listen, dashboard_port(page));
        printf("Drive it with W A S D, tap it to take it in hand; Ctrl-C ends.\n");
        fflush(stdout);
        live_on(&living, page, &fault);
    }
    if (living.run) end_life(&living, &fault);
    dashboard_close(page);
    loop_free(living.loop);
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_run = {
    .name = "run",
    .summary = "starts a living robot in a world, with a page to watch and touch it",
    .words = "[vector|cozmo]",
    .words_most = 1,
    .help = "One program: a world, a robot's body and soul, and a page. Open the address it prints; nothing "
            "needs to be installed or filled in. The page is for this "
            "machine only, unless --listen says otherwise.\n\n"
            "Ctrl-C ends it cleanly.",
    .examples = "critter run\n"
                "critter run cozmo --port 9000\n"
                "critter run --speed 5 --seed 7 --record day.life\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.seed = 1, .speed = 1, .listen = "127.0.0.1"},
    .run = run,
};
