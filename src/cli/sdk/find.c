#include "cli/commands.h"

#include "door/sdk/sdk.h"
#include "net/mdns.h"
#include "net/udp.h"

#include <stdlib.h>

struct wish {
    double seconds;
    const char *interface;
};

static const struct option OPTIONS[] = {
    {"seconds", 'n', OPTION_F64, offsetof(struct wish, seconds), "N", "looks for so long (default 3)", 0.1,
     3600},
    {"interface", 0, OPTION_TEXT, offsetof(struct wish, interface), "ADDRESS",
     "the address of this machine in the network to look in (default: the first that others reach)"},
};

static void found(void *user, const char *name, uint32_t address, uint16_t port) {
    char text[UDP_TEXT];
    ++*(unsigned *)user;
    printf("%s %s\n", name, udp_peer_text((struct udp_peer){address, port}, text));
    fflush(stdout);
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct udp_peer here = {0};
    unsigned count = 0;
    if (wish->interface && udp_peer_of(wish->interface, 0, &here, &fault)) return call_failed(call, &fault);
    if (!here.address) here.address = mdns_own_address();
    if (!here.address) {
        fault_set(&fault, ERR_MISSING, "this machine is in no network: --interface says which one is meant");
        return call_failed(call, &fault);
    }
    struct loop *loop = loop_new();
    struct mdns *mdns = loop ? mdns_find(loop, SDK_SERVICE, here.address, found, &count, &fault) : NULL;
    if (!loop) fault_set(&fault, ERR_MEMORY, "no memory");
    int64_t until = loop_now_us() + (int64_t)(wish->seconds * 1e6);
    for (int64_t now; mdns && (now = loop_now_us()) < until;) loop_once(loop, until - now);
    mdns_free(mdns);
    loop_free(loop);
    if (!fault.err && !count) fault_set(&fault, ERR_MISSING, "nobody answered");
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_sdk_find = {
    .name = "find",
    .group = "sdk",
    .summary = "finds Vectors in the local network: simulated and real ones",
    .help = "A line for each: its name, and the address and port of its door for programs. They are asked by "
            "multicast DNS.\n\nA simulated one is told to others when it listens beyond this machine: "
            "critter sdk "
            "serve --listen 0.0.0.0:8443.",
    .examples = "critter sdk find\ncritter sdk find --seconds 10 --interface 192.168.1.20\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.seconds = 3},
    .run = run,
};
