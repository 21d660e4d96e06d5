#include "cli/commands.h"

#include "api/api.h"
#include "base/arena.h"
#include "base/system/file.h"
#include "codec/message/message.h"
#include "net/grpc.h"
#include "vector/sdk_config.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 1024, ARENA_BLOCK = 64 << 10 };

struct wish {
    const char *config, *serial, *ip;
    int32_t port;
    double seconds;
};

#define ROBOT_OPTIONS                                                                                        \
    {"config",    0,                                                                                         \
     OPTION_TEXT, offsetof(struct wish, config),                                                             \
     "FOLDER",    "where sdk_config.ini lies (default ~/.anki_vector)"},                                     \
        {"serial",    's',                                                                                   \
         OPTION_TEXT, offsetof(struct wish, serial),                                                         \
         "SERIAL",    "which of the robots in it: serial number or name (default: the only one)"},           \
        {"ip",        0,                                                                                     \
         OPTION_TEXT, offsetof(struct wish, ip),                                                             \
         "ADDRESS",   "where it is now (default: as in the file)"},                                          \
        {"port", 'p', OPTION_I32, offsetof(struct wish, port), "N", "and at which port", 1, 65535}, {        \
        "seconds", 'n', OPTION_F64, offsetof(struct wish, seconds), "N", "ends after this many seconds", 0,  \
            1e6                                                                                              \
    }
static const struct option OPTIONS[] = {ROBOT_OPTIONS};

struct asking {
    const struct api_rpc *rpc;
    struct loop *loop;
    struct grpc_call *call; // NULL: it is gone
    struct arena *arena;
    bool left; // we did: by Ctrl-C, or because the time is over
    enum grpc_status status;
    char words[256];
    struct fault fault;
};

// Each reply is a line, so that programs can read them as they come.
static void on_message(void *user, struct grpc_call *grpc, struct bytes message) {
    struct asking *asking = user;
    struct text bytes = {(const char *)message.at, message.len};
    struct arena_mark mark = arena_mark(asking->arena);
    struct buf line = {0};
    ProtobufCMessage *reply;
    if (message_unpack(asking->rpc->reply, bytes, asking->arena, &reply, &asking->fault)) {
        grpc_cancel(grpc);
    } else {
        message_print(reply, &line);
        buf_byte(&line, '\n');
        if (!line.err) fwrite(line.at, 1, line.len, stdout);
        fflush(stdout);
    }
    buf_free(&line);
    arena_back(asking->arena, mark);
}

static void on_gone(void *user, struct grpc_call *grpc, enum grpc_status status, struct text words) {
    (void)grpc;
    struct asking *asking = user;
    asking->call = NULL;
    asking->status = status;
    text_shown(words, asking->words, sizeof asking->words);
}

static const struct grpc_class ONE = {.single = true, .message = on_message, .gone = on_gone};
static const struct grpc_class MANY = {.message = on_message, .gone = on_gone};

static void leave(void *user) {
    struct asking *asking = user;
    asking->left = true;
    if (asking->call) grpc_cancel(asking->call);
}

static enum err find_robot(const struct wish *wish, struct sdk_found *found, struct fault *fault) {
    char folder[PATH_ROOM], path[PATH_ROOM];
    const char *home = getenv("HOME");
    struct buf text = {0};
    if (wish->config)
        snprintf(folder, sizeof folder, "%s", wish->config);
    else if (!home || !*home || !path_join(folder, sizeof folder, home, ".anki_vector"))
        return fault_set(fault, ERR_MISSING, "where is sdk_config.ini? Say --config FOLDER");
    if (!path_join(path, sizeof path, folder, "sdk_config.ini"))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (!file_read(path, SDK_CONFIG_BYTES_MAX, &text, fault))
        sdk_config_find((struct text){(const char *)text.at, text.len}, wish->serial, found, fault);
    buf_free(&text);
    if (fault->err) return fault->err;
    if (wish->ip) snprintf(found->ip, sizeof found->ip, "%s", wish->ip);
    if (wish->port) found->port = (uint16_t)wish->port;
    return ERR_NONE;
}

static const struct api_rpc *find_rpc(const char *name, struct fault *fault) {
    size_t count;
    const struct api_rpc *rpc = api_rpc_named(text_of(name)), *all = api_rpcs(&count);
    const char *names[128];
    if (rpc) return rpc;
    if (count > sizeof names / sizeof *names) count = sizeof names / sizeof *names;
    for (size_t i = 0; i < count; i++) names[i] = all[i].name;
    const char *near = text_nearest(name, names, count);
    fault_set(fault, ERR_UNKNOWN, "Vector has no call \"%.60s\"%s%s%s", name, near ? " (did you mean " : "",
              near ? near : "", near ? "?)" : "");
    return NULL;
}

static enum err write_request(struct asking *asking, const char *json, struct buf *out) {
    ProtobufCMessage *request;
    if (message_parse(asking->rpc->request, text_of(json), "request", asking->arena, &request,
                      &asking->fault) ||
        message_pack(request, out, &asking->fault))
        return asking->fault.err;
    return ERR_NONE;
}

static void ask(struct asking *asking, const struct sdk_found *robot, const struct buf *request,
                double seconds) {
    struct grpc_client_config config = {
        .host = robot->ip, .port = robot->port, .authority = robot->name, .certificate = robot->certificate};
    char path[128], token[128];
    struct grpc_client *client = grpc_dial(asking->loop, &config, &asking->fault);
    struct loop_timer *timer = loop_timer_new(asking->loop, leave, asking);
    if (!client || !timer) {
        fault_set(&asking->fault, ERR_MEMORY, "no memory");
    } else {
        snprintf(path, sizeof path, API_SERVICE "%s", asking->rpc->name);
        snprintf(token, sizeof token, "authorization: Bearer %s\n", robot->guid);
        if (seconds > 0) loop_timer_set(timer, loop_now_us() + (int64_t)(seconds * 1e6));
        asking->call =
            grpc_begin(client, path, token, 0, asking->rpc->stream == API_UNARY ? &ONE : &MANY, asking);
        if (!asking->call) fault_set(&asking->fault, ERR_MEMORY, "no memory");
        if (asking->call) grpc_send(asking->call, request->at, request->len);
        // Who streams both ways would end the call with its last word.
        if (asking->call && asking->rpc->stream != API_BOTH) grpc_half(asking->call);
        while (asking->call) loop_once(asking->loop, 100000);
    }
    loop_timer_free(timer);
    grpc_client_free(client);
}

static int make_call(struct call *call, const struct wish *wish, const char *name, const char *json) {
    struct asking asking = {.loop = loop_new(), .arena = arena_new(ARENA_BLOCK)};
    struct sdk_found robot;
    struct buf request = {0};
    if (!asking.loop || !asking.arena || loop_on_interrupt(asking.loop, leave, &asking)) {
        fault_set(&asking.fault, ERR_MEMORY, "no memory");
    } else if ((asking.rpc = find_rpc(name, &asking.fault)) && !write_request(&asking, json, &request) &&
               !find_robot(wish, &robot, &asking.fault)) {
        ask(&asking, &robot, &request, wish->seconds);
        if (!asking.fault.err && asking.status && !asking.left)
            fault_set(&asking.fault, ERR_CLOSED, "%s: %s", grpc_status_name(asking.status), asking.words);
    }
    buf_free(&request);
    arena_free(asking.arena);
    loop_free(asking.loop);
    return asking.fault.err ? call_failed(call, &asking.fault) : EXIT_FINE;
}

static int run(struct call *call) {
    const struct words *words = &call->words;
    return make_call(call, call->options, words->at[0], words->count > 1 ? words->at[1] : "{}");
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
    .options_size = sizeof(struct wish),
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
    int code = json.err ? EXIT_FAILED : make_call(call, call->options, "EventStream", (const char *)json.at);
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
    .options_size = sizeof(struct wish),
    .run = watch};
