#include "cli/cozmo/cozmo.h"

#include "link/cozmo/engine_link.h"
#include "net/udp.h"

#include <string.h>

struct find {
    struct option_list at;
    bool json;
    int32_t wait_ms;
};

static const struct option OPTIONS[] = {
    {"at", 'a', OPTION_LIST, offsetof(struct find, at), "ADDRESS",
     "ask only here, as ADDRESS does; may come again"},
    {"json", 'j', OPTION_FLAG, offsetof(struct find, json), NULL, "one JSON object a line for each robot"},
    {"wait", 'w', OPTION_I32, offsetof(struct find, wait_ms), "MS",
     "how long each may take to answer (default 1500)", 100, 60000},
};

static bool ask(const struct find *wish, const char *address) {
    struct critter_cozmo_identity who = {sizeof who};
    char why[300];
    if (critter_cozmo_find(address, wish->wait_ms, &who, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        return false;
    }
    cozmo_print_identity(address, &who, wish->json);
    return true;
}

static bool same_place(const char *a, const char *b) {
    struct udp_peer x, y;
    return !strcmp(a, b) || (!udp_peer_of(a, COZMO_PORT, &x, NULL) && !udp_peer_of(b, COZMO_PORT, &y, NULL) &&
                             x.address == y.address && x.port == y.port);
}

// Where to ask: none twice, for asking twice would end the session twice and count one robot as two.
struct places {
    const char *at[OPTION_LIST_MAX + 3];
    size_t count;
};

static void add(struct places *places, const char *address) {
    bool before = !address;
    for (size_t i = 0; i < places->count && !before; i++) before = same_place(address, places->at[i]);
    if (!before) places->at[places->count++] = address;
}

static int run(struct call *call) {
    const struct find *wish = call->options;
    struct places places = {0};
    unsigned found = 0;
    for (size_t i = 0; i < wish->at.count; i++) add(&places, wish->at.at[i]);
    if (!places.count) {
        add(&places, COZMO_ROBOT);
        add(&places, cozmo_address(NULL));
        if (cozmo_simulated_here()) add(&places, COZMO_SIMULATED);
    }
    fprintf(stderr, "asking ends whatever session a robot has just now\n");
    for (size_t i = 0; i < places.count; i++) found += ask(wish, places.at[i]);
    if (!found) cozmo_hint(call, NULL);
    return found ? EXIT_FINE : EXIT_FAILED;
}

const struct command cmd_cozmo_find = {
    .name = "find",
    .group = "cozmo",
    .serves = true,
    .summary = "looks for robots and says who they are",
    .help =
        "Asks each ADDRESS whether a robot is there, and prints its serial number and firmware. Without "
        "one it asks the address that every real Cozmo has on its own Wi-Fi (172.31.1.1), $CRITTER_COZMO, "
        "and 127.0.0.1:5551, where a simulated one listens. Exit code 0 when at least one answered.\n\n"
        "Asking opens a session and ends it again. If the robot has one with an app or a program just "
        "now, that one ends.",
    .examples = "critter cozmo find\n"
                "critter cozmo find 127.0.0.1:5552 192.168.1.20    # only there\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct find),
    .defaults = &(const struct find){.wait_ms = 1500},
    .words = "[ADDRESS...]",
    .sort_words = cozmo_sort_words,
    .run = run,
};
