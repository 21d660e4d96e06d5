#include "cli/commands.h"
#include "cli/cozmo/simulator.h"
#include "cli/set.h"
#include "link/cozmo/robot_link.h"

struct wish {
    const char *listen, *control, *scenario, *state, *pcap, *display, *audio;
    struct option_list allow, set;
    uint64_t seed, firmware;
    double seconds;
};

static const struct option OPTIONS[] = {
    {"listen", 'l', OPTION_TEXT, offsetof(struct wish, listen), "ADDR:PORT",
     "where the robot answers (default 127.0.0.1:5551)"},
    {"allow", 0, OPTION_LIST, offsetof(struct wish, allow), "CIDR",
     "engines from there are answered (default: loopback on a loopback address, else 172.31.1.0/24); "
     "may come several times"},
    {"control", 0, OPTION_TEXT, offsetof(struct wish, control), "ADDR:PORT",
     "where the world's verbs are taken (default: the port after the robot's, on loopback)"},
    {"scenario", 0, OPTION_TEXT, offsetof(struct wish, scenario), "S",
     "a scenario's file or name (default cozmo-room; critter world list has them all)"},
    {"seed", 's', OPTION_U64, offsetof(struct wish, seed), "N",
     "where all chance comes from (default: the scenario's)", 0, 1e18},
    {"firmware", 0, OPTION_U64, offsetof(struct wish, firmware), "N",
     "poses as this version, such as 2214 (default: that of the last update, else 2381)", 1, 100000},
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "DIR",
     "keeps the robot's flash there from one run to the next (default: nowhere)"},
    {"pcap", 0, OPTION_TEXT, offsetof(struct wish, pcap), "FILE", "records the air"},
    {"display", 0, OPTION_TEXT, offsetof(struct wish, display), "DIR",
     "writes every picture of the display there, as PNG"},
    {"audio", 0, OPTION_TEXT, offsetof(struct wish, audio), "FILE",
     "writes what it played as a WAV when it ends"},
    SET_OPTION(struct wish),
    {"seconds", 't', OPTION_F64, offsetof(struct wish, seconds), "N",
     "ends after so long (default: with Ctrl-C)", 0, 1e9},
};

static enum err read_wish(const struct wish *wish, char settings[SET_TEXT_MAX], struct cozmo_sim_config *out,
                          struct fault *fault) {
    *out = (struct cozmo_sim_config){.scenario = wish->scenario,
                                     .seed = wish->seed,
                                     .firmware = (uint32_t)wish->firmware,
                                     .state = wish->state,
                                     .pcap = wish->pcap,
                                     .display = wish->display,
                                     .audio = wish->audio};
    enum err err = set_read(&wish->set, settings, SET_TEXT_MAX, &out->settings, fault);
    if (!err) err = udp_peer_of(wish->listen, 5551, &out->listen, fault);
    if (!err && wish->control) err = udp_peer_of(wish->control, 5552, &out->control, fault);
    if (!err && wish->allow.count > COZMO_SIM_NETWORKS)
        err = fault_set(fault, ERR_LIMIT, "--allow: at most %d networks", COZMO_SIM_NETWORKS);
    for (size_t i = 0; !err && i < wish->allow.count; i++)
        err = air_network_of(wish->allow.at[i], &out->allow[out->allow_count++], fault);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct cozmo_sim_config config;
    struct fault fault = {0};
    struct cozmo_sim *sim;
    char settings[SET_TEXT_MAX];
    if (read_wish(wish, settings, &config, &fault)) return call_wrong(call, "%s", fault.said);
    if (cozmo_sim_new(&config, &sim, &fault)) return call_failed(call, &fault);
    cozmo_sim_run(sim, wish->seconds);
    if (cozmo_sim_end(sim, &fault)) return call_failed(call, &fault);
    return EXIT_FINE;
}

const struct command cmd_cozmo_sim = {
    .name = "sim",
    .group = "cozmo",
    .summary = "a simulated Cozmo on the network, for any program that drives a real one",
    .help =
        "Puts a whole Cozmo in a simulated room and answers on UDP as the robot does: handshake, motors, "
        "paths, cubes, "
        "lights, display, sound, camera, storage and firmware updates. Prints one line when it listens.\n\n"
        "The default room has half a metre of free floor ahead, three light cubes and a charger in radio "
        "range. Of a scenario the first Cozmo is the one on the air; in one without, the first robot's place "
        "is a "
        "Cozmo's. Its other robots live there, and its timeline happens, as in critter run. The world's "
        "verbs, as scenarios write them, "
        "are also taken "
        "one a datagram on the control socket, and answered with ok or the reason why not.\n\n"
        "To be taken for a real one without changing a client, give the loopback device the robot's address: "
        "ip addr add 172.31.1.1/24 dev lo.",
    .examples = "critter cozmo sim              # then, elsewhere: critter cozmo info 127.0.0.1\n"
                "critter cozmo sim --listen 172.31.1.1:5551            # where clients look for it\n"
                "critter cozmo sim --scenario tabletop --display faces --audio heard.wav\n"
                "echo '{\"poke\": {\"what\": \"cozmo\"}}' | nc -u -w1 127.0.0.1 5552\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.listen = "127.0.0.1:5551"},
    .run = run,
};
