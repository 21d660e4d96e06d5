// Calls of a Vector: one that is waited for, and those that were begun and end some time.
#include "vector/client_internal.h"

#include "base/data/json.h"
#include "schema/vector_calls.h"

#include <stdlib.h>
#include <string.h>

#define CALL(call_name, handler, asks, answers, streams, at, by_get, needs)                                  \
    {#call_name, &vector__##asks##__descriptor, &vector__##answers##__descriptor, #streams},
static const struct vector_rpc RPCS[] = {VECTOR_CALLS(CALL)};
#undef CALL

static const struct vector_rpc *rpc_named(const char *name) {
    for (size_t i = 0; i < sizeof RPCS / sizeof *RPCS; i++)
        if (strcmp(RPCS[i].name, name) == 0 && strcmp(RPCS[i].stream, "UNARY") == 0) return &RPCS[i];
    return NULL;
}

// ------------------------------------------------------------------------------------------------ how it
// ended
static enum err err_of(enum grpc_status status) {
    static const uint8_t ERRS[GRPC_STATUSES] = {
        [GRPC_CANCELLED] = ERR_CANCELLED,       [GRPC_UNKNOWN] = ERR_DENIED,
        [GRPC_INVALID_ARGUMENT] = ERR_RANGE,    [GRPC_DEADLINE_EXCEEDED] = ERR_TIMEOUT,
        [GRPC_NOT_FOUND] = ERR_MISSING,         [GRPC_ALREADY_EXISTS] = ERR_EXISTS,
        [GRPC_PERMISSION_DENIED] = ERR_DENIED,  [GRPC_RESOURCE_EXHAUSTED] = ERR_LIMIT,
        [GRPC_FAILED_PRECONDITION] = ERR_STATE, [GRPC_ABORTED] = ERR_CANCELLED,
        [GRPC_OUT_OF_RANGE] = ERR_RANGE,        [GRPC_UNIMPLEMENTED] = ERR_UNSUPPORTED,
        [GRPC_INTERNAL] = ERR_DENIED,           [GRPC_UNAVAILABLE] = ERR_CLOSED,
        [GRPC_DATA_LOSS] = ERR_CHECKSUM,        [GRPC_UNAUTHENTICATED] = ERR_DENIED,
    };
    return (enum err)ERRS[status];
}

static enum err judge_action(struct critter_vector *v, const Vector__ActionResult *result) {
    enum { CANCELLED = 2, RETRY = 4 };
    uint32_t code = result ? (uint32_t)result->code : 1;
    if (!code) return ERR_NONE;
    const ProtobufCEnumValue *value = protobuf_c_enum_descriptor_get_value(
        &vector__action_result__action_result_code__descriptor, (int)code);
    enum err err = code >> 24 == CANCELLED ? ERR_CANCELLED : code >> 24 == RETRY ? ERR_BUSY : ERR_DENIED;
    return vector_fail(v, err, "%s", result && value ? value->name : "the robot did not say how it ended");
}

// A reply may say in its result that nothing came of it.
static enum err judge(struct critter_vector *v, const ProtobufCMessage *reply) {
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(reply->descriptor, "result");
    const void *at = field ? (const char *)reply + field->offset : NULL;
    if (field && field->descriptor == &vector__action_result__descriptor)
        return judge_action(v, *(const Vector__ActionResult *const *)at);
    if (!field || field->descriptor != &vector__behavior_results__descriptor) return ERR_NONE;
    int result = (int)*(const Vector__BehaviorResults *)at;
    if (result == VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_COMPLETE_STATE) return ERR_NONE;
    bool refused = result == VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_WONT_ACTIVATE_STATE;
    return vector_fail(v, refused ? ERR_DENIED : ERR_CANCELLED,
                       refused ? "the robot did not begin it" : "it was broken off");
}

static enum err over(struct critter_vector *v, enum grpc_status status, struct text words) {
    char shown[200];
    text_shown(words, shown, sizeof shown);
    return vector_fail(v, status ? err_of(status) : ERR_CLOSED, "%s: %s", grpc_status_name(status), shown);
}

// ------------------------------------------------------------------------------------------------ waited for
static void answered(void *user, struct grpc_call *call, struct bytes message) {
    (void)call;
    struct critter_vector *v = user;
    buf_clear(&v->reply);
    buf_bytes(&v->reply, message.at, message.len);
    v->replied = true;
}
static void call_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    (void)call;
    struct critter_vector *v = user;
    v->asking = NULL;
    if (status || !v->replied) over(v, status, words);
}
static const struct grpc_class ONE = {.single = true, .message = answered, .gone = call_gone};

static enum err send(struct critter_vector *v, struct grpc_call *call, const void *request) {
    struct buf bytes = {0};
    enum err err =
        call ? message_pack(request, &bytes, &v->fault) : vector_fail(v, ERR_MEMORY, "no memory for a call");
    if (call && !err) {
        grpc_send(call, bytes.at, bytes.len);
        grpc_half(call);
    } else if (call) {
        grpc_cancel(call);
    }
    buf_free(&bytes);
    return err;
}

enum err vector_ask(struct critter_vector *v, const char *name, const void *request, void *reply,
                    int wait_ms) {
    const struct vector_rpc *rpc = rpc_named(name);
    ProtobufCMessage **out = reply;
    *out = NULL;
    if (v->busy) return vector_fail(v, ERR_STATE, "a handler cannot wait");
    v->fault = (struct fault){0};
    v->replied = false;
    arena_reset(v->arena);
    v->asking = vector_open(v, name, &ONE, v);
    int64_t until = loop_now_us() + (int64_t)wait_ms * 1000;
    if (!send(v, v->asking, request))
        while (v->asking && vector_turn(v, until)) continue;
    if (v->asking) {
        grpc_cancel(v->asking);
        vector_fail(v, ERR_TIMEOUT, "%s was not answered in time", name);
    }
    if (v->fault.err) return v->fault.err;
    struct text came = {(const char *)v->reply.at, v->reply.len};
    return message_unpack(rpc->reply, came, v->arena, out, &v->fault) ? v->fault.err : judge(v, *out);
}

// ------------------------------------------------------------------------------------------------ begun
struct begun {
    struct critter_vector *v;
    const struct vector_rpc *rpc;
    bool replied;
};

static void tell_end(struct critter_vector *v, const char *name) {
    struct buf json = {0};
    struct json_writer w = json_writer_of(&json, 0);
    json_open(&w, '{');
    json_key(&w, "call"), json_string(&w, name);
    json_key(&w, "error"), json_string(&w, v->fault.err ? v->fault.said : "");
    json_close(&w, '}');
    buf_byte(&json, 0);
    if (!json.err) vector_tell(v, "call_ended", (const char *)json.at);
    buf_free(&json);
}

// What came of it does not change what the program's own last call said.
static void begun_answered(void *user, struct grpc_call *call, struct bytes message) {
    (void)call;
    struct begun *begun = user;
    struct critter_vector *v = begun->v;
    struct fault before = v->fault;
    struct text bytes = {(const char *)message.at, message.len};
    ProtobufCMessage *reply;
    begun->replied = true;
    arena_reset(v->heard);
    v->fault = (struct fault){0};
    if (!message_unpack(begun->rpc->reply, bytes, v->heard, &reply, &v->fault)) judge(v, reply);
    tell_end(v, begun->rpc->name);
    v->fault = before;
}
static void begun_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    (void)call;
    struct begun *begun = user;
    struct critter_vector *v = begun->v;
    struct fault before = v->fault;
    v->begun--;
    if (!begun->replied && !v->leaving) {
        over(v, status, words);
        tell_end(v, begun->rpc->name);
    }
    v->fault = before;
    free(begun);
}
static const struct grpc_class BEGUN = {.single = true, .message = begun_answered, .gone = begun_gone};

enum err vector_begin(struct critter_vector *v, const char *name, const void *request) {
    v->fault = (struct fault){0};
    if (v->begun >= BEGUN_MAX) return vector_fail(v, ERR_BUSY, "%d calls are under way", BEGUN_MAX);
    struct begun *begun = malloc(sizeof *begun);
    if (!begun) return vector_fail(v, ERR_MEMORY, "no memory for a call");
    *begun = (struct begun){v, rpc_named(name), false};
    struct grpc_call *call = vector_open(v, name, &BEGUN, begun);
    if (!call) {
        free(begun);
        return vector_fail(v, ERR_MEMORY, "no memory for a call");
    }
    v->begun++;
    enum err err = send(v, call, request);
    if (!v->busy) loop_once(v->loop, 0); // it leaves now
    return err;
}

// ------------------------------------------------------------------------------------------------ any call
static ProtobufCMessage *read_request(struct critter_vector *v, const char *name, const char *json,
                                      struct arena *arena) {
    const struct vector_rpc *rpc = rpc_named(name);
    ProtobufCMessage *request = NULL;
    v->fault = (struct fault){0};
    if (!rpc)
        vector_fail(v, ERR_UNKNOWN, "Vector has no call \"%.60s\" with one reply", name);
    else if (!arena)
        vector_fail(v, ERR_MEMORY, "no memory for a request");
    else if (message_parse(rpc->request, text_of(json), "request", arena, &request, &v->fault))
        return NULL;
    return request;
}

enum critter_err critter_vector_call(struct critter_vector *v, const char *name, const char *json) {
    struct arena *arena = arena_new(ARENA_BLOCK);
    const ProtobufCMessage *request = read_request(v, name, json, arena);
    if (request) vector_begin(v, name, request);
    arena_free(arena);
    return err_public(v->fault.err);
}

const char *critter_vector_call_wait(struct critter_vector *v, const char *name, const char *json,
                                     int wait_ms) {
    struct arena *arena = arena_new(ARENA_BLOCK);
    const ProtobufCMessage *request = read_request(v, name, json, arena);
    ProtobufCMessage *reply = NULL;
    if (request) vector_ask(v, name, request, &reply, wait_ms > 0 ? wait_ms : 0);
    arena_free(arena);
    if (!reply) return NULL; // else it was answered, whatever the robot made of it
    buf_clear(&v->json);
    message_print(reply, &v->json);
    buf_byte(&v->json, 0);
    if (!v->json.err) return (const char *)v->json.at;
    vector_fail(v, ERR_MEMORY, "no memory for a reply");
    return NULL;
}
