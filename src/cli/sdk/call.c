#include "cli/sdk/ask.h"

#include <string.h>

static const struct option OPTIONS[] = {SDK_ASK_OPTIONS, SDK_ASK_SECONDS};

// Each reply is a line, so that programs can read them as they come.
static bool print(void *user, const ProtobufCMessage *reply, struct fault *fault) {
    (void)user;
    struct buf line = {0};
    message_print(reply, &line);
    buf_byte(&line, '\n');
    if (line.err)
        fault_set(fault, line.err, "no memory");
    else
        fwrite(line.at, 1, line.len, stdout);
    fflush(stdout);
    buf_free(&line);
    return !fault->err;
}

static int make_call(struct call *call, const char *name, const char *json) {
    struct fault fault = {0};
    struct sdk_ask ask = {.wish = call->options, .rpc = name, .json = json, .heard = print};
    return sdk_ask(&ask, &fault) ? call_failed(call, &fault) : EXIT_FINE;
}

static int run(struct call *call) {
    const struct words *words = &call->words;
    return make_call(call, words->at[0], words->count > 1 ? words->at[1] : "{}");
}

const struct command cmd_sdk_call = {
    .name = "call",
    .group = "sdk",
    .summary = "makes one call of Vector's SDK, and prints the replies",
    .words = "RPC [JSON]",
    .words_least = 1,
    .words_most = 2,
    .help =
        "RPC is a name such as BatteryState; JSON its request, with the names of Vector's messages. Each "
        "reply is "
        "a line of JSON. Calls that stream go on until the robot or Ctrl-C ends them.\n\n"
        "The robot is found as programs find it, by sdk_config.ini, which critter sdk setup writes. A real "
        "Vector answers as well.",
    .examples = "critter sdk call BatteryState\n"
                "critter sdk call SayText '{\"text\": \"good morning\", \"use_vector_voice\": true}'\n"
                "critter sdk call BehaviorControl '{\"control_request\": {\"priority\": 20}}' --seconds 60\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct sdk_wish),
    .run = run};

// Names of events are letters, digits and underscores: as they are, they fit into JSON.
static int watch(struct call *call) {
    struct buf json = {0};
    buf_text(&json, "{\"connection_id\": \"critter sdk watch\"");
    for (size_t i = 0; i < call->words.count; i++) {
        const char *name = call->words.at[i];
        if (name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")]) {
            buf_free(&json);
            return call_wrong(call, "expected the name of an event, such as robot_state, found \"%.40s\"",
                              name);
        }
        buf_printf(&json, "%s\"%s\"", i ? ", " : ", \"white_list\": {\"list\": [", name);
    }
    buf_text(&json, call->words.count ? "]}}" : "}");
    int code = json.err ? EXIT_FAILED : make_call(call, "EventStream", (const char *)json.at);
    buf_free(&json);
    return code;
}

const struct command cmd_sdk_watch = {
    .name = "watch",
    .group = "sdk",
    .summary = "prints what a Vector tells programs: its state, what it sees and feels",
    .words = "[EVENT...]",
    .words_most = 64,
    .help =
        "A line of JSON for each event, until Ctrl-C. With names, only those events: robot_state, wake_word, "
        "object_event and so on.\n\n"
        "The robot is found by sdk_config.ini, which critter sdk setup writes.",
    .examples = "critter sdk watch\n"
                "critter sdk watch robot_state --seconds 10\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct sdk_wish),
    .run = watch};
