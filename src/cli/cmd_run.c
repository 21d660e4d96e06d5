#include "cli/commands.h"
#include "cli/run_body.h"
#include "cli/sdk_door.h"
#include "cli/set.h"
#include "cli/sim.h"
#include "cli/sink.h"

#include "door/dashboard.h"
#include "door/monitor_port.h"
#include "host/identity.h"
#include "net/digest.h"
#include "net/loop.h"
#include "net/mdns.h"
#include "robot/robot.h"
#include "run/control_socket.h"
#include "run/diary_keeper.h"
#include "run/play.h"
#include "run/tape.h"
#include "sense/hear/decoder.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FROM_MOST_S = 31 * 86400, CATCH_UP_US = 1000000, TOLD_EVERY_US = 250000 };

struct wish {
    const char *seed;            // NULL: a new one each time
    double speed, seconds, from; // from: below 0: from its beginning, charged
    const char *listen, *host, *record, *certificate, *key, *resources;
    const char *port_text, *sound, *socket;
    const char *air, *body, *body_file, *sdk, *state, *card, *mind;
    bool no_browser, no_boot, loud, text;
    struct option_list allow, set;
};

static const struct option OPTIONS[] = {
    {"port", 'p', OPTION_TEXT, offsetof(struct wish, port_text), "N",
     "port of the page (default 8888, or the next free one; 0: any free one)"},
    {"listen", 0, OPTION_TEXT, offsetof(struct wish, listen), "ADDRESS",
     "who may connect: 127.0.0.1 only this machine (default), 0.0.0.0 the whole network"},
    {"host", 0, OPTION_TEXT, offsetof(struct wish, host), "NAMES",
     "names by which this machine may be called, separated by commas"},
    {"cert", 0, OPTION_TEXT, offsetof(struct wish, certificate), "FILE",
     "serves the page by https with this certificate (PEM); needs --key"},
    {"key", 0, OPTION_TEXT, offsetof(struct wish, key), "FILE", "the certificate's private key (PEM)"},
    {"no-browser", 0, OPTION_FLAG, offsetof(struct wish, no_browser), NULL,
     "does not try to open the page in a browser"},
    {"no-boot", 0, OPTION_FLAG, offsetof(struct wish, no_boot), NULL,
     "does not play the boot movie on its face"},
    {"speed", 0, OPTION_F64, offsetof(struct wish, speed), "N", "world seconds in a second (default 1)", 0.05,
     100},
    {"seed", 's', OPTION_TEXT, offsetof(struct wish, seed), "N",
     "seed of all random choices: the same number is the same life (default: a new one each time, printed)"},
    {"seconds", 0, OPTION_F64, offsetof(struct wish, seconds), "N", "ends after this many seconds", 0, 1e9},
    {"from", 0, OPTION_F64, offsetof(struct wish, from), "SECONDS",
     "lives up to this second of world time as fast as it can, as critter sim does, and goes on from there",
     0, FROM_MOST_S},
    {"sound", 0, OPTION_TEXT, offsetof(struct wish, sound), "WHERE", SINK_HELP},
    {"card", 0, OPTION_TEXT, offsetof(struct wish, card), "PATH",
     "put this memory card into the first Pleo: a folder, or a .urf file"},
    {"loud", 'l', OPTION_FLAG, offsetof(struct wish, loud), NULL,
     "plays the robots' sounds in the world, where their own and each other's microphones hear them"},
    {"record", 0, OPTION_TEXT, offsetof(struct wish, record), "FILE",
     "records the world, and each life beside it, to be played again"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our clips"},
    {"mind", 0, OPTION_TEXT, offsetof(struct wish, mind), "DIR",
     "a tree of your own for its robots: tree.json and what it names"},
    {"socket", 0, OPTION_TEXT, offsetof(struct wish, socket), "PATH",
     "control socket of this world (default: $CRITTER_SOCKET, or where commands look; none: no socket)"},
    {"text", 0, OPTION_FLAG, offsetof(struct wish, text), NULL,
     "without a browser: prints what a Pleo's scripts write in his log"},
    SET_OPTION(struct wish),
    {"sdk", 0, OPTION_TEXT, offsetof(struct wish, sdk), "ADDR:PORT",
     "where programs for a real Vector find this one (default: $CRITTER_SDK, or 127.0.0.1:8443 and the next "
     "free "
     "port when a Vector is run; none: nowhere)"},
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "FOLDER",
     "where a Vector keeps its name, key, tokens and documents, and any robot its diary (default: "
     "$CRITTER_STATE, or critter/vector in the user's state; without --state another robot keeps none)"},
    RUN_BODY_OPTIONS(struct wish),
};

struct living {
    const struct wish *wish;
    struct scenario *scenario;
    struct decoder *decoder;       // one for all lives; opened by the first that listens
    char place[512], creature[32]; // as they were asked for; creature "": as the scenario says
    bool opened;                   // the scenario is a viewer's own file: it has no place
    struct run_body body;
    struct loop *loop;
    struct dashboard *page;
    struct control_socket *control; // NULL: none
    struct monitor_ports *monitors; // of Pleos
    struct play *play;              // that lives now
    struct sink *sink;
    struct cli_sdk door;        // for programs; door.sdk NULL: none
    struct diary_keeper *diary; // of the first robot; NULL: it is kept nowhere
    int life;                   // whom they reach; below 0: nobody
    bool catches_up;            // lives what passed before --from; nobody looks yet
    bool goes_back;             // lives its own life again, up to a moment of it
    bool caught_up;             // a life that is begun anew begins at its beginning
    int64_t born_us;
    uint32_t log_lines[SCENARIO_ROBOTS]; // that were printed
    atomic_bool stop, done;              // end this life; end them all
};

static void end_all(void *user) {
    struct living *living = user;
    atomic_store(&living->done, true);
    atomic_store(&living->stop, true);
}

// Waiting for the next body step is when sockets are served.
static void rest(void *user, int64_t us) {
    struct living *living = user;
    int64_t until = loop_now_us() + us;
    dashboard_rest(living->page);
    sdk_rest(living->door.sdk);
    if (living->control && living->play) control_socket_turn(living->control, living->play);
    do {
        loop_once(living->loop, us > 0 ? us : 0);
        us = until - loop_now_us();
    } while (us > 0 && !atomic_load(&living->stop));
    double seconds = living->wish->seconds;
    if (seconds > 0 && (double)(loop_now_us() - living->born_us) > seconds * 1e6) end_all(living);
}

static const struct robot *diarist(struct play *play) {
    struct soul *soul = run_soul(play_run(play), 0);
    return soul ? robot_of(soul) : NULL;
}
// What is lived again is not written again.
static void turn_diary(struct living *living, struct play *play, bool ends) {
    const struct robot *robot = living->diary ? diarist(play) : NULL;
    if (!robot) return;
    if (play_follows(play)) return diary_keeper_again(living->diary, robot, living->goes_back);
    if (living->goes_back) diary_keeper_back(living->diary), living->goes_back = false;
    (ends ? diary_keeper_take : diary_keeper_turn)(living->diary, robot);
}

static void ticked(void *user, struct play *play, int life) {
    struct living *living = user;
    if (life == 0 && !living->catches_up && !dashboard_skips(living->page)) sink_turn(living->sink);
    if (life == 0 && !living->catches_up) turn_diary(living, play, false);
    if (living->wish->text && life >= 0 && life < SCENARIO_ROBOTS)
        sim_log(play, life, &living->log_lines[life]), fflush(stdout);
    if (living->catches_up) return;
    dashboard_tick(living->page, life);
    monitor_ports_tick(living->monitors, life);
    if (life == living->life) sdk_turn(living->door.sdk);
}

static void did(void *user, struct play *play, const struct world_message *verb) {
    struct living *living = user;
    (void)play;
    if (!living->catches_up) dashboard_did(living->page, verb);
}

static const char *creature_of(const struct living *living) {
    return living->scenario->robot_count ? living->scenario->robots[0].creature : NULL;
}

// What every robot here is told when it wakes: where it can be reached, and the movie of the start; none
// when it is awake already.
static void begin(const struct living *living, struct play *play, bool boots) {
    struct life_envelope from = {0, LIFE_DOOR_COMMAND_LINE};
    for (size_t i = 0; run_soul(play_run(play), i); i++) {
        if (soul_messages(run_soul(play_run(play), i)) != &life_soul_messages) continue; // has no face
        struct life_message m = {.kind = LIFE_REACHABLE};
        snprintf(m.reachable.address, sizeof m.reachable.address, "%s:%u",
                 living->wish->listen ? living->wish->listen : "127.0.0.1",
                 (unsigned)dashboard_port(living->page));
        play_ask(play, i, &from, &m);
        m = (struct life_message){.kind = LIFE_PLAY_BOOT};
        if (boots) play_ask(play, i, &from, &m);
    }
}

// Whoever is begun here is charged, unless the scenario says how full he is. By a verb, so that a recording
// has it, too.
static void charge(const struct living *living, struct play *play) {
    const struct scenario *s = living->scenario;
    for (uint32_t i = 0; !play_elsewhere(play) && i < s->robot_count; i++) {
        struct world_message full = {.kind = WORLD_BATTERY, .battery = {.charge = 1}};
        snprintf(full.battery.what, sizeof full.battery.what, "%s", s->robots[i].name);
        if (!json_get(s->robots[i].place, "battery")) play_do(play, &full, NULL);
    }
}

// A serial port for every Pleo. Those that have a place already keep it, and are not told again.
static enum err show_monitors(struct living *living, struct play *play, struct fault *fault) {
    const char *path, *name;
    char before[SCENARIO_ROBOTS][64] = {{0}};
    for (uint32_t n = 0; n < SCENARIO_ROBOTS && (path = monitor_ports_path(living->monitors, n, &name)); n++)
        snprintf(before[n], sizeof before[n], "%s", path);
    enum err err = monitor_ports_show(living->monitors, play, fault);
    for (uint32_t n = 0; !err && (path = monitor_ports_path(living->monitors, n, &name)); n++) {
        bool told = false;
        for (uint32_t i = 0; i < SCENARIO_ROBOTS; i++) told |= !strcmp(before[i], path);
        if (!told) printf("The monitor of %s is at %s: critter pleo monitor %s\n", name, path, name);
    }
    fflush(stdout);
    return err;
}

// The page says how programs find it. Who introduces them must name its folder if that is not the usual one.
static void tell_programs(const struct living *living) {
    struct dashboard_programs programs = {.sdk = living->door.sdk, .life = living->life};
    const char *told = getenv("CRITTER_STATE");
    char *folder =
        (living->wish->state || (told && *told)) && programs.sdk ? realpath(living->door.folder, NULL) : NULL;
    snprintf(programs.state, sizeof programs.state, "%s", folder ? folder : "");
    free(folder);
    dashboard_programs(living->page, &programs);
}

// The same life as critter sim and critter sweep live: no hand, no page and no program has touched it before.
static enum err catch_up(struct living *living, struct play *play, struct fault *fault) {
    int64_t end = (int64_t)(living->wish->from * 1e6), told = 0;
    enum err err = ERR_NONE;
    living->catches_up = true;
    while (!err && play_now_us(play) < end && !atomic_load(&living->done)) {
        int64_t left = end - play_now_us(play), now = loop_now_us();
        err = play_for(play, left < CATCH_UP_US ? left : CATCH_UP_US);
        loop_once(living->loop, 0);
        if (!isatty(STDERR_FILENO) || now - told < TOLD_EVERY_US) continue;
        told = now;
        fprintf(stderr, "\r%.0f of %.0f s lived \033[K", (double)play_now_us(play) * 1e-6,
                living->wish->from);
    }
    if (told) fputs("\r\033[K", stderr);
    living->catches_up = false, living->caught_up = true;
    return err ? fault_set(fault, err, "--from: the life ended at %.3f s", (double)play_now_us(play) * 1e-6)
               : err;
}

// What a life that was lived before needs to be lived again: its own settings, and no hands but those of
// then.
static void follow(const struct dashboard_wish *anew, struct tape_reader *reader,
                   const struct tape_about *about, struct play_config *config) {
    config->follow = reader;
    config->settings = about->settings, config->recorded = true;
    config->loud = about->how & TAPE_LOUD, config->bare = about->how & TAPE_BARE;
    config->seed = anew->seed;
    config->card = NULL, config->keep = false;
}

static enum err live_once(struct living *living, const struct dashboard_wish *anew, struct tape_reader *again,
                          const struct tape_about *about, struct fault *fault) {
    uint64_t seed = anew->seed;
    struct play_config config = play_defaults();
    config.seed = seed;
    config.workers = 1;
    config.record = living->wish->record;
    config.resources = living->wish->resources;
    config.loud = living->wish->loud;
    config.card = living->wish->card;
    config.mind = living->wish->mind;
    config.keep = living->wish->card && !living->wish->record; // a recorded card stays as it was
    char settings[SET_TEXT_MAX];
    if (set_read(&living->wish->set, settings, sizeof settings, &config.settings, fault)) return fault->err;
    config.kept = true, config.decoder = living->decoder;
    if (again) follow(anew, again, about, &config);
    living->goes_back = again && anew->back;
    config.speed = (float)living->wish->speed;
    config.watch = ticked;
    config.did = did;
    config.rest = rest;
    config.user = living;
    struct run_body body = living->body;
    body.record |= again != NULL; // what was recorded had a plain body
    if (again && !body.body) body.air = NULL;
    if (run_body_choose(again ? &body : &living->body, creature_of(living), &config, fault))
        return fault->err;
    struct play *play = play_new(living->scenario, &config, fault);
    if (!play) return fault->err;
    enum err err = ERR_NONE;
    bool soul = run_soul(play_run(play), 0) != NULL;
    if (!soul && !world_memory(play_world(play))->robots_count)
        err = fault_set(fault, ERR_MISSING, "this scenario has no robot to show");
    if (!err && living->wish->sound && !soul)
        err = fault_set(fault, ERR_MISSING, "--sound: no robot in this scenario has a soul to listen to");
    if (!err && living->wish->sound &&
        !(living->sink = sink_open(living->wish->sound, run_soul(play_run(play), 0), fault)))
        err = fault->err;
    bool from = living->wish->from >= 0 && !living->caught_up && !again;
    if (!err && from) err = catch_up(living, play, fault);
    if (!err && !from && !again) charge(living, play);
    if (!err && !again) begin(living, play, !from && !living->wish->no_boot);
    living->life = cli_sdk_vector(play_run(play));
    if (!err && living->life >= 0)
        err = sdk_show(living->door.sdk, play_run(play), (size_t)living->life, fault);
    memset(living->log_lines, 0, sizeof living->log_lines);
    if (!err) err = show_monitors(living, play, fault);
    tell_programs(living);
    dashboard_show(living->page, err ? NULL : play, seed);
    if (!err && again) dashboard_lives_again(living->page, anew->until_us, anew->watch);
    living->play = err ? NULL : play;
    atomic_store(&living->stop, atomic_load(&living->done));
    if (!err) play_live(play, &living->stop);
    if (!err) turn_diary(living, play, true);
    sdk_show(living->door.sdk, NULL, 0, NULL);
    dashboard_show(living->page, NULL, seed);
    monitor_ports_show(living->monitors, NULL, NULL);
    living->play = NULL;
    control_socket_show(living->control, NULL);
    enum err heard = sink_close(living->sink, fault);
    living->sink = NULL;
    enum err closing = play_free(play, fault);
    if (!err && config.record) call_wrote_recording(config.record, living->scenario);
    if (!err && !heard && living->wish->sound) call_wrote(living->wish->sound);
    return err ? err : heard ? heard : closing;
}

static struct scenario *open_place(const char *place, const char *creature, struct fault *fault) {
    struct scenario *s = scenario_open(place, NULL, 0, fault), *other;
    if (!s || !*creature || !s->robot_count || !strcmp(creature, s->robots[0].creature)) return s;
    other = scenario_cast(s, creature, fault);
    scenario_free(s);
    return other;
}

static enum err choose(struct living *living, const char *what, struct fault *fault) {
    const struct body_model *model = body_model_find(what);
    snprintf(living->place, sizeof living->place, "%s", model ? scenario_of_creature(model) : what);
    if (model) snprintf(living->creature, sizeof living->creature, "%s", what);
    living->scenario = living->body.body ? run_body_nowhere(&living->body, fault)
                                         : open_place(living->place, living->creature, fault);
    if (living->scenario) return ERR_NONE;
    const char *near = fault->err == ERR_UNKNOWN ? body_model_nearest(what) : NULL;
    if (near) {
        *fault = (struct fault){0};
        fault_set(fault, ERR_UNKNOWN, "there is no creature and no scenario \"%.60s\" (did you mean \"%s\"?)",
                  what, near);
    }
    return fault->err;
}

static void show_place(struct living *living) {
    dashboard_name(living->page, living->scenario->file, creature_of(living));
}

// A recording was read before it was wished for: what fails now is told, and the old life begins anew.
static enum err live_again(struct living *living, const struct dashboard_wish *wished, struct fault *fault) {
    struct dashboard_wish anew = *wished;
    struct fault said = {0};
    struct tape_about about;
    struct tape_reader *reader = tape_over(anew.tape.at, anew.tape.len, &about, &said);
    struct scenario *old = living->scenario;
    struct scenario *other = reader ? scenario_read(about.source, about.file, NULL, 0, &said) : NULL;
    enum err err = said.err;
    if (other) {
        anew.seed = about.seed;
        living->scenario = other;
        show_place(living);
        err = live_once(living, &anew, reader, &about, &said);
    }
    tape_free(reader);
    if (!err) {
        scenario_free(old);
        living->opened = true;
        return ERR_NONE;
    }
    living->scenario = old;
    scenario_free(other);
    show_place(living);
    dashboard_trouble(living->page, &said);
    return live_once(living, wished, NULL, NULL, fault);
}

// What a viewer asked for. A world that cannot be begun is told so, and the old one begins anew.
static enum err begin_anew(struct living *living, const struct dashboard_wish *anew, struct fault *fault) {
    struct fault said = {0};
    bool same = living->body.body || (!anew->scenario[0] && !anew->creature[0]);
    if (anew->tape.len) return live_again(living, anew, fault);
    if (same) return live_once(living, anew, NULL, NULL, fault);
    const char *place = anew->scenario[0] ? anew->scenario : living->place;
    const char *creature = anew->creature[0] ? anew->creature : anew->scenario[0] ? "" : living->creature;
    struct scenario *old = living->scenario, *other;
    struct text text = text_of(anew->text ? anew->text : "");
    bool own = anew->text || (living->opened && !anew->scenario[0]);
    if (anew->text)
        other = scenario_read(text, anew->scenario, NULL, 0, &said);
    else
        other = own ? scenario_cast(old, creature, &said) : open_place(place, creature, &said);
    if (other) {
        living->scenario = other;
        show_place(living);
        if (!live_once(living, anew, NULL, NULL, &said)) {
            scenario_free(old);
            living->opened = own;
            if (place != living->place) snprintf(living->place, sizeof living->place, "%s", place);
            if (creature != living->creature)
                snprintf(living->creature, sizeof living->creature, "%s", creature);
            return ERR_NONE;
        }
        scenario_free(other);
        living->scenario = old;
        show_place(living);
    }
    dashboard_trouble(living->page, &said);
    return live_once(living, anew, NULL, NULL, fault);
}

// On a desktop, with somebody at the keyboard.
static void open_browser(char *url) {
    if (!isatty(STDOUT_FILENO) || (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))) return;
    char program[] = "xdg-open", *words[] = {program, url, NULL};
    pid_t child;
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    for (int fd = 0; fd < 3; fd++) posix_spawn_file_actions_addopen(&quiet, fd, "/dev/null", O_RDWR, 0);
    posix_spawnp(&child, words[0], &quiet, NULL, words,
                 environ); // without one, the address stands there to be opened
    posix_spawn_file_actions_destroy(&quiet);
}

// Nobody has to have asked for it: then it may as well be missing.
static void open_control(struct living *living, struct fault *fault) {
    const char *path = living->wish->socket ? living->wish->socket : getenv("CRITTER_SOCKET");
    struct fault why = {0};
    char text[400];
    if (path && !strcmp(path, "none")) return;
    living->control = control_socket_open(path, &why);
    if (living->control) return;
    if (path)
        *fault = why;
    else
        printf("Commands cannot find it: %s\n", fault_text(&why, text, sizeof text));
}

// The same for programs: who has not asked for their door may live without it.
static void open_programs(struct living *living, uint64_t seed, struct fault *fault) {
    const char *creature = creature_of(living);
    struct fault why = {0};
    char text[400];
    living->door = (struct cli_sdk){.where = living->wish->sdk, .state = living->wish->state};
    if (living->body.body || !creature || strcmp(creature, vector_model.creature)) return;
    if (!cli_sdk_open(&living->door, living->loop, &why)) return;
    if (living->wish->sdk)
        *fault = why;
    else
        printf("Programs cannot reach it: %s\n", fault_text(&why, text, sizeof text));
}

// Where a Vector keeps its documents, or where somebody says.
static void open_diary(struct living *living, struct fault *fault) {
    const char *folder = living->wish->state ? living->wish->state
                         : living->door.sdk  ? living->door.folder
                                             : NULL;
    struct fault why = {0};
    char text[400];
    if (!folder || living->wish->from >= 0) return;
    living->diary = diary_keeper_open(folder, &why);
    if (living->diary) return;
    if (living->wish->state)
        *fault = why;
    else
        printf("Its diary is not kept: %s\n", fault_text(&why, text, sizeof text));
}

static bool is_pleo(const struct living *living) {
    return creature_of(living) && !strcmp(creature_of(living), pleo_model.creature);
}

static void greet(const struct living *living, uint64_t port, uint64_t seed) {
    unsigned at = dashboard_port(living->page);
    if (port && at != port) printf("Port %u is taken; using the next that is free.\n", (unsigned)port);
    bool everybody = !strcmp(living->wish->listen, "0.0.0.0");
    const char *how = living->wish->certificate ? "https" : "http";
    uint32_t own = everybody ? mdns_own_address() : 0;
    char url[160];
    snprintf(url, sizeof url, "%s://localhost:%u", how, at);
    printf("A living %s is at %s\n", creature_of(living) ? creature_of(living) : "world", url);
    if (own)
        printf("Others in this network open %s://%u.%u.%u.%u:%u\n", how, (unsigned)(own >> 24),
               (unsigned)(own >> 16 & 255), (unsigned)(own >> 8 & 255), (unsigned)(own & 255), at);
    if (living->body.body)
        printf("It lives in %s; the page shows what that body feels. Drive it with W A S D; Ctrl-C ends.\n",
               living->body.body);
    else
        printf("%sap it to take it in hand; Ctrl-C ends.\n",
               living->scenario->robots[0].soul && !is_pleo(living) ? "Drive it with W A S D, t" : "T");
    if (living->door.sdk)
        printf("Programs for a Vector find %s at %s:%u\n", identity_name(living->door.identity),
               living->door.address, (unsigned)sdk_port(living->door.sdk));
    if (living->control) printf("Commands find it at %s\n", control_socket_path(living->control));
    if (!living->body.body)
        printf("This life's seed is %llu: --seed %llu begins the same one again.\n", (unsigned long long)seed,
               (unsigned long long)seed);
    fflush(stdout);
    if (!living->wish->no_browser && !living->wish->text) open_browser(url);
}

// Six digits, so that it can be read out and typed. The machine's own chance: a life's begins with the seed.
static uint64_t new_seed(void) {
    uint32_t drawn = 0;
    if (!digest_random((uint8_t *)&drawn, sizeof drawn)) drawn = (uint32_t)loop_now_us();
    return 1 + drawn % 999999;
}

static int run(struct call *call) {
    struct wish *wish = call->options;
    struct fault fault = {0};
    uint64_t port = 8888;
    if (wish->port_text && (text_to_u64(text_of(wish->port_text), &port) || port > 65535)) {
        fault_set(&fault, ERR_RANGE, "--port: expected a number from 0 to 65535, found \"%s\"",
                  wish->port_text);
        call_failed(call, &fault);
        return EXIT_WRONG_USE;
    }
    uint64_t seed = new_seed();
    if (wish->seed && text_to_u64(text_of(wish->seed), &seed)) {
        fault_set(&fault, ERR_RANGE, "--seed: expected a whole number, found \"%s\"", wish->seed);
        call_failed(call, &fault);
        return EXIT_WRONG_USE;
    }
    if (!wish->certificate != !wish->key) {
        fault_set(&fault, ERR_MISSING, "--cert and --key go together: a certificate and its private key");
        call_failed(call, &fault);
        return EXIT_WRONG_USE;
    }
    char settings[SET_TEXT_MAX];
    if (set_read(&wish->set, settings, sizeof settings, &(struct text){0}, &fault)) {
        call_failed(call, &fault);
        return EXIT_WRONG_USE;
    }
    struct living living = {.wish = wish, .born_us = loop_now_us()};
    const char *what = call->words.count ? call->words.at[0] : NULL;
    living.body = (struct run_body){.air = wish->air,
                                    .body = wish->body,
                                    .body_file = wish->body_file,
                                    .allow = &wish->allow,
                                    .record = wish->record || wish->from >= 0};
    if (wish->from >= 0 && (wish->body || wish->air)) {
        fault_set(&fault, ERR_STATE,
                  "--from: only what a simulated body lived can be lived again, without %s",
                  wish->body ? "--body" : "--air");
        call_failed(call, &fault);
        return EXIT_WRONG_USE;
    }
    if (run_body_check(&living.body, what, &fault)) {
        call_failed(call, &fault);
        return EXIT_WRONG_USE;
    }
    living.loop = loop_new(), living.decoder = decoder_new(NULL);
    if (!living.loop || !living.decoder || loop_on_interrupt(living.loop, end_all, &living)) {
        fault_set(&fault, ERR_MEMORY, "no memory");
        return call_failed(call, &fault);
    }
    if (!what) what = run_body_creature(&living.body);
    if (!choose(&living, what, &fault)) {
        struct dashboard_config config = dashboard_defaults();
        config.address = wish->listen;
        config.hosts = wish->host;
        config.certificate = wish->certificate;
        config.key = wish->key;
        config.port = (uint16_t)port;
        config.port_given = wish->port_text != NULL;
        config.scenario = living.scenario->file;
        config.creature = creature_of(&living);
        config.name = "Critter";
        config.seed = seed;
        config.speed = (float)wish->speed;
        config.stop = &living.stop;
        living.page = dashboard_open(living.loop, &config, &fault);
    }
    if (living.page) {
        open_control(&living, &fault);
        if (!fault.err) open_programs(&living, seed, &fault);
        if (!fault.err) open_diary(&living, &fault);
        if (!fault.err)
            living.monitors = monitor_ports_new(
                living.loop, living.control ? control_socket_path(living.control) : NULL, &fault);
    }
    if (living.page && !fault.err) {
        struct dashboard_wish anew = {.seed = seed};
        greet(&living, port, seed);
        enum err err = live_once(&living, &anew, NULL, NULL, &fault);
        while (!err && dashboard_restart(living.page, &anew) && !atomic_load(&living.done))
            err = begin_anew(&living, &anew, &fault);
    }
    if (living.page && !fault.err) printf("\nIt ended; nothing runs on.\n");
    diary_keeper_close(living.diary);
    cli_sdk_close(&living.door);
    monitor_ports_free(living.monitors);
    control_socket_close(living.control);
    dashboard_close(living.page);
    scenario_free(living.scenario);
    decoder_free(living.decoder);
    loop_free(living.loop);
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_run = {
    .name = "run",
    .summary = "starts a living robot in a world, with a page to watch and touch it",
    .words = "[vector|cozmo|pleo|SCENARIO]",
    .words_most = 1,
    .help =
        "One program: a world, a robot's body and soul, and a page. Open the address it prints; nothing "
        "needs to be installed or filled in. The page is for this "
        "machine only, unless --listen says otherwise.\n\n"
        "A scenario is a file, or one of those that come with the program (critter world list). A creature "
        "takes "
        "the place of the desk's own, and a pleo has a den, where LifeOS runs his scripts: --card puts "
        "yours in."
        "\n\n"
        "Programs written for a real Vector connect to the address that is printed (--sdk); critter sdk "
        "setup "
        "introduces them."
        "\n\n"
        "A simulated Cozmo speaks the real radio protocol. Programs written for a real one connect to the "
        "address that is printed (127.0.0.1:5551, or --air) and control it until they say goodbye; then its "
        "own soul continues. With --record it has a plain body, and no such address, so that the world can "
        "be "
        "played again; --air together with --record records the life alone. --body cozmo@172.31.1.1 lets "
        "the soul live in a real Cozmo whose Wi-Fi this machine has joined; that ends the session of "
        "another program with it.\n\n"
        "--body socket@PATH waits for a program that is a body, in any language, at a Unix socket or over a "
        "terminal; with #json after the path it speaks in JSON lines. --body-file says what it is made of. "
        "docs/own-body.md has all of it.\n\n"
        "Ctrl-C ends it cleanly.",
    .examples = "critter run\n"
                "critter run cozmo --port 9000\n"
                "critter run playroom\n"
                "critter run vector --sdk 127.0.0.1:443\n"
                "critter run cozmo --air 172.31.1.1:5551\n"
                "critter run --body cozmo@172.31.1.1\n"
                "critter run --body socket@/tmp/body.sock#json --body-file body.json\n"
                "critter run --speed 5 --seed 7 --record day.tape\n"
                "critter run household --seed 7 --from 3600            # an hour later\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.speed = 1, .listen = "127.0.0.1", .from = -1},
    .run = run,
};
