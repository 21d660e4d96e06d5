#include "cli/sdk/ask.h"

#include "api/api.h"
#include "base/arena.h"
#include "base/system/file.h"
#include "net/grpc.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 1024, ARENA_BLOCK = 64 << 10 };

struct asking {
    const struct sdk_ask *ask;
    const struct api_rpc *rpc;
    struct loop *loop;
    struct grpc_call *call; // NULL: it is gone
    struct arena *arena;
    bool left; // we did: by Ctrl-C, because the time is over, or it was enough
    enum grpc_status status;
    char words[256];
    struct fault *fault;
};

static void leave(void *user) {
    struct asking *asking = user;
    asking->left = true;
    if (asking->call) grpc_cancel(asking->call);
}

static void on_message(void *user, struct grpc_call *grpc, struct bytes message) {
    (void)grpc;
    struct asking *asking = user;
    struct text bytes = {(const char *)message.at, message.len};
    struct arena_mark mark = arena_mark(asking->arena);
    ProtobufCMessage *reply;
    if (asking->left) return;
    if (message_unpack(asking->rpc->reply, bytes, asking->arena, &reply, asking->fault) ||
        !asking->ask->heard(asking->ask->user, reply, asking->fault))
        leave(asking);
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

enum err sdk_ask_find(const struct sdk_wish *wish, struct sdk_found *found, struct fault *fault) {
    char folder[PATH_ROOM], path[PATH_ROOM];
    const char *home = getenv("HOME");
    struct buf text = {0};
    if (wish->config)
        snprintf(folder, sizeof folder, "%s", wish->config);
    else if (!home || !*home || !path_join(folder, sizeof folder, home, ".anki_vector"))
        return fault_set(fault, ERR_MISSING, "where is sdk_config.ini? Say --config FOLDER");
    if (!path_join(path, sizeof path, folder, "sdk_config.ini"))
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    if (!sdk_config_read(path, &text, fault))
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

static enum err write_request(struct asking *asking, struct buf *out) {
    ProtobufCMessage *request;
    if (message_parse(asking->rpc->request, text_of(asking->ask->json), "request", asking->arena, &request,
                      asking->fault) ||
        message_pack(request, out, asking->fault))
        return asking->fault->err;
    return ERR_NONE;
}

static void talk(struct asking *asking, const struct sdk_found *robot, const struct buf *request) {
    struct grpc_client_config config = {
        .host = robot->ip, .port = robot->port, .authority = robot->name, .certificate = robot->certificate};
    char path[128], metadata[256];
    double seconds = asking->ask->wish->seconds;
    struct grpc_client *client = grpc_dial(asking->loop, &config, asking->fault);
    struct loop_timer *timer = loop_timer_new(asking->loop, leave, asking);
    if (!client || !timer) {
        fault_set(asking->fault, ERR_MEMORY, "no memory");
    } else {
        snprintf(path, sizeof path, API_SERVICE "%s", asking->rpc->name);
        snprintf(metadata, sizeof metadata, "authorization: Bearer %s\n%s", robot->guid,
                 asking->ask->also ? asking->ask->also : "");
        if (seconds > 0) loop_timer_set(timer, loop_now_us() + (int64_t)(seconds * 1e6));
        asking->call =
            grpc_begin(client, path, metadata, 0, asking->rpc->stream == API_UNARY ? &ONE : &MANY, asking);
        if (!asking->call) fault_set(asking->fault, ERR_MEMORY, "no memory");
        if (asking->call) grpc_send(asking->call, request->at, request->len);
        // Who streams both ways would end the call with its last word.
        if (asking->call && asking->rpc->stream != API_BOTH) grpc_half(asking->call);
        while (asking->call) loop_once(asking->loop, 100000);
    }
    loop_timer_free(timer);
    grpc_client_free(client);
}

enum err sdk_ask(const struct sdk_ask *ask, struct fault *fault) {
    struct asking asking = {.ask = ask, .loop = loop_new(), .arena = arena_new(ARENA_BLOCK), .fault = fault};
    struct sdk_found robot;
    struct buf request = {0};
    if (!asking.loop || !asking.arena || loop_on_interrupt(asking.loop, leave, &asking)) {
        fault_set(fault, ERR_MEMORY, "no memory");
    } else if ((asking.rpc = find_rpc(ask->rpc, fault)) && !write_request(&asking, &request) &&
               !sdk_ask_find(ask->wish, &robot, fault)) {
        talk(&asking, &robot, &request);
        if (!fault->err && asking.status && !asking.left)
            fault_set(fault, ERR_CLOSED, "%s: %s", grpc_status_name(asking.status), asking.words);
    }
    buf_free(&request);
    arena_free(asking.arena);
    loop_free(asking.loop);
    return fault->err;
}
