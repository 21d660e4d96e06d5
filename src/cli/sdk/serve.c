#include "cli/commands.h"
#include "cli/sdk_door.h"

#include "host/identity.h"
#include "run/control_socket.h"
#include "run/play.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct wish {
    const char *scenario, *listen, *profile, *state, *socket, *resources;
    uint64_t seed;
    double seconds, speed;
};

static const struct option OPTIONS[] = {
    {"scenario", 0, OPTION_TEXT, offsetof(struct wish, scenario), "SCENARIO",
     "the world: a file, or one that comes with the program (default desk)"},
    {"listen", 0, OPTION_TEXT, offsetof(struct wish, listen), "ADDR:PORT",
     "where programs connect (default 127.0.0.1:8443, or the next free port)"},
    {"profile", 0, OPTION_TEXT, offsetof(struct wish, profile), "1.7|1.8",
     "whose messages it understands: those of firmware 1.7 (default) or 1.8"},
    {"seed", 's', OPTION_U64, offsetof(struct wish, seed), "N",
     "seed of all random choices (default: the scenario's)"},
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "FOLDER",
     "where it keeps its name, key, tokens and documents (default: $CRITTER_STATE, or critter/vector in the "
     "user's state)"},
    {"seconds", 'n', OPTION_F64, offsetof(struct wish, seconds), "N", "ends after this many seconds", 0, 1e9},
    {"speed", 0, OPTION_F64, offsetof(struct wish, speed), "N", "world seconds in a second (default 1)", 0.05,
     100},
    {"socket", 0, OPTION_TEXT, offsetof(struct wish, socket), "PATH",
     "control socket, which takes the world's verbs (default: $CRITTER_SOCKET, or where commands look; none: "
     "no "
     "socket)"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our clips"},
};

struct serving {
    const struct wish *wish;
    struct loop *loop;
    struct cli_sdk door;
    struct control_socket *control; // NULL: none
    struct play *play;
    int life;
    int64_t end_us; // air time; INT64_MAX: never
    atomic_bool stop;
};

static void end(void *user) { atomic_store(&((struct serving *)user)->stop, true); }

// Waiting for the next body step is when sockets are served.
static void rest(void *user, int64_t us) {
    struct serving *serving = user;
    int64_t until = loop_now_us() + us;
    if (serving->control && serving->play) control_socket_turn(serving->control, serving->play);
    sdk_rest(serving->door.sdk);
    do {
        loop_once(serving->loop, us > 0 ? us : 0);
        us = until - loop_now_us();
    } while (us > 0 && !atomic_load(&serving->stop));
    if (loop_now_us() > serving->end_us) end(serving);
}

static void ticked(void *user, struct play *play, int life) {
    (void)play;
    struct serving *serving = user;
    if (life == serving->life) sdk_turn(serving->door.sdk);
}

static enum err open_control(struct serving *serving, struct fault *fault) {
    const char *path = serving->wish->socket ? serving->wish->socket : getenv("CRITTER_SOCKET");
    if (path && !strcmp(path, "none")) return ERR_NONE;
    serving->control = control_socket_open(path, fault);
    return serving->control ? ERR_NONE : fault->err;
}

static enum err serve(struct serving *serving, struct scenario *scenario, struct fault *fault) {
    const struct wish *wish = serving->wish;
    struct play_config config = play_defaults();
    config.seed = wish->seed;
    config.workers = 1;
    config.resources = wish->resources;
    config.speed = (float)wish->speed;
    config.watch = ticked;
    config.rest = rest;
    config.user = serving;
    struct play *play = play_new(scenario, &config, fault);
    if (!play) return fault->err;
    serving->life = cli_sdk_vector(play_run(play));
    if (serving->life < 0)
        fault_set(fault, ERR_MISSING, "no Vector lives in this scenario");
    else if (!open_control(serving, fault) && !cli_sdk_open(&serving->door, serving->loop, fault) &&
             !sdk_show(serving->door.sdk, play_run(play), (size_t)serving->life, fault)) {
        serving->play = play;
        if (serving->door.sdk) {
            printf("ready %s:%u %s %s\n", serving->door.address, (unsigned)sdk_port(serving->door.sdk),
                   identity_name(serving->door.identity), identity_serial(serving->door.identity));
            fflush(stdout);
        }
        play_live(play, &serving->stop);
        sdk_show(serving->door.sdk, NULL, 0, NULL);
    }
    cli_sdk_close(&serving->door);
    control_socket_show(serving->control, NULL);
    struct fault closing = {0};
    if (play_free(play, &closing) && !fault->err) *fault = closing;
    control_socket_close(serving->control);
    return fault->err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    if (wish->listen && !strcmp(wish->listen, "none"))
        return call_wrong(
            call, "--listen: expected an address and a port; without a door there is nothing to serve");
    struct serving serving = {.wish = wish,
                              .loop = loop_new(),
                              .door = {.where = wish->listen, .state = wish->state, .profile = wish->profile},
                              .end_us = INT64_MAX};
    if (wish->seconds > 0) serving.end_us = loop_now_us() + (int64_t)(wish->seconds * 1e6);
    struct scenario *scenario = scenario_open(wish->scenario, NULL, 0, &fault);
    if (!serving.loop || loop_on_interrupt(serving.loop, end, &serving))
        fault_set(&fault, ERR_MEMORY, "no memory");
    if (!fault.err) serve(&serving, scenario, &fault);
    scenario_free(scenario);
    loop_free(serving.loop);
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sdk_serve = {
    .name = "serve",
    .group = "sdk",
    .summary = "a living Vector for programs that were written for a real one",
    .help = "Programs connect as they do to a robot: by gRPC, or JSON over https. One line says when it is "
            "ready: "
            "address, name and serial number. Whoever calls needs a token, which critter sdk setup gives.\n\n"
            "Name, key and tokens stay in a folder, so that programs find the same robot the next time. The "
            "control "
            "socket takes the world's verbs, as critter sim --socket does.\n\n"
            "Ctrl-C ends it cleanly.",
    .examples = "critter sdk serve\n"
                "critter sdk serve --scenario living-room --listen 127.0.0.1:8443\n"
                "critter sdk serve --seconds 60 --state /tmp/robot    # a robot for one test\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.scenario = "desk", .speed = 1},
    .run = run};
