#include "cli/sdk/ask.h"

#include "schema/vector.pb-c.h"

static const struct option OPTIONS[] = {SDK_ASK_OPTIONS};

static bool version(void *user, const ProtobufCMessage *message, struct fault *fault) {
    (void)user, (void)fault;
    const Vector__VersionStateResponse *r = (const Vector__VersionStateResponse *)(const void *)message;
    printf("firmware  %s\nengine    %s\n", r->os_version, r->engine_build_id);
    return true;
}

static bool battery(void *user, const ProtobufCMessage *message, struct fault *fault) {
    (void)user, (void)fault;
    static const char *const LEVELS[] = {"unknown", "low", "nominal", "full"};
    const Vector__BatteryStateResponse *r = (const Vector__BatteryStateResponse *)(const void *)message;
    unsigned level = (unsigned)r->battery_level;
    printf("battery   %.2f V, %s%s%s\n", (double)r->battery_volts, LEVELS[level > 3 ? 0 : level],
           r->is_on_charger_platform ? ", on its charger" : "", r->is_charging ? ", charging" : "");
    if (r->is_charging && r->suggested_charger_sec > 0)
        printf("charger   %.0f s more would be good\n", (double)r->suggested_charger_sec);
    if (r->cube_battery && r->cube_battery->factory_id && *r->cube_battery->factory_id)
        printf("cube      %s, %.2f V\n", r->cube_battery->factory_id, (double)r->cube_battery->battery_volts);
    return true;
}

static bool features(void *user, const ProtobufCMessage *message, struct fault *fault) {
    (void)user, (void)fault;
    const Vector__FeatureFlagListResponse *r = (const Vector__FeatureFlagListResponse *)(const void *)message;
    printf("features  %zu\n", r->n_list);
    return true;
}

static int run(struct call *call) {
    const struct sdk_wish *wish = call->options;
    struct sdk_wish brief = *wish;
    struct sdk_found robot;
    struct fault fault = {0};
    brief.seconds = 0;
    if (sdk_ask_find(&brief, &robot, &fault)) return call_failed(call, &fault);
    printf("name      %s\naddress   %s:%u\n", robot.name, robot.ip, (unsigned)robot.port);
    fflush(stdout);
    static const struct {
        const char *rpc;
        bool (*heard)(void *user, const ProtobufCMessage *reply, struct fault *fault);
    } CALLS[] = {{"VersionState", version}, {"BatteryState", battery}, {"GetFeatureFlagList", features}};
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        struct sdk_ask ask = {.wish = &brief, .rpc = CALLS[i].rpc, .json = "{}", .heard = CALLS[i].heard};
        if (sdk_ask(&ask, &fault)) return call_failed(call, &fault);
    }
    return EXIT_FINE;
}

const struct command cmd_sdk_info = {
    .name = "info",
    .group = "sdk",
    .summary = "who a Vector is and how it does: firmware, battery, its cube",
    .help = "Asks as programs do, and needs no control of the robot.\n\n"
            "The robot is found by sdk_config.ini, which critter sdk setup writes. A real Vector answers as "
            "well.",
    .examples = "critter sdk info\ncritter sdk info --serial 00a1b2c3 --ip 192.168.1.20\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct sdk_wish),
    .run = run};
