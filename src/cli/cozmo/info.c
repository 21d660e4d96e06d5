#include "cli/cozmo/cozmo.h"

struct info {
    const char *at;
    bool json;
};

static const struct option OPTIONS[] = {
    COZMO_AT(struct info),
    {"json", 'j', OPTION_FLAG, offsetof(struct info, json), NULL, "who it is as one JSON object"},
};

static const char *const LIES[] = {"on its treads",    "on its back",       "on its face",
                                   "on its left side", "on its right side", "on its roof"};

static int run(struct call *call) {
    const struct info *wish = call->options;
    // Pings in quick succession: half a second of them tells more than one.
    struct critter_cozmo *cozmo =
        cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.ping_ms = 50});
    if (!cozmo) return EXIT_FAILED;
    struct critter_cozmo_identity who = {sizeof who};
    critter_cozmo_get_identity(cozmo, &who);
    cozmo_print_identity(NULL, &who, wish->json);
    struct critter_cozmo_state how = {sizeof how};
    struct critter_cozmo_link_state link = {sizeof link};
    if (!wish->json) {
        critter_cozmo_wait(cozmo, "state", 2000, NULL);
        cozmo_linger(cozmo, 600);
        critter_cozmo_get_state(cozmo, &how);
        critter_cozmo_get_link(cozmo, &link);
    }
    if (how.known) {
        printf("battery         %.2f V%s\n", (double)how.battery_v,
               how.status & 1u << 13   ? ", charging"
               : how.status & 1u << 12 ? ", on the charger"
                                       : "");
        printf("head            %.1f degrees\n", (double)how.head_rad * 57.29578);
        printf("lift            %.1f mm\n", (double)how.lift_mm);
        printf("place           %.0f, %.0f mm, %.1f degrees\n", (double)how.x_mm, (double)how.y_mm,
               (double)how.angle_rad * 57.29578);
        printf("lies            %s\n", LIES[how.orientation]);
    }
    if (link.rtt_us)
        printf("round trip      %.2f ms (%.2f to %.2f)\n", (double)link.rtt_mean_us / 1000,
               (double)link.rtt_least_us / 1000, (double)link.rtt_most_us / 1000);
    critter_cozmo_disconnect(cozmo);
    return EXIT_FINE;
}

const struct command cmd_cozmo_info = {
    .name = "info",
    .group = "cozmo",
    .serves = true,
    .summary = "wakes a robot and says who and how it is",
    .help = "Connects, switches the body on (its motors calibrate), and prints serial numbers, hardware, "
            "firmware, battery, place and the "
            "time a message takes there and back." COZMO_TAKES_OVER,
    .examples = "critter cozmo info\ncritter cozmo info --at 127.0.0.1 --json\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct info),
    .words = "[ADDRESS]",
    .sort_words = cozmo_sort_words,
    .run = run,
};
