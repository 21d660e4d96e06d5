// The connection behind critter/vector.h: one gRPC channel, a stream for control, one for events, and calls
// that are waited for one at a time.
#include "vector/client_internal.h"

#include "base/system/file.h"
#include "net/udp.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_MS = 10000, LEAVE_MS = 500, PATH_ROOM = 1024 };
enum { OVERRIDE = 10, DEFAULT = 20 };
#define SERVICE "/Anki.Vector.external_interface.ExternalInterface/"

enum err vector_fail(struct critter_vector *v, enum err err, const char *format, ...) {
    va_list list;
    char said[sizeof v->fault.said];
    va_start(list, format);
    vsnprintf(said, sizeof said, format, list);
    va_end(list);
    v->fault = (struct fault){0};
    return fault_set(&v->fault, err, "%s", said);
}

const char *critter_vector_error(struct critter_vector *v) {
    return v->fault.err ? fault_text(&v->fault, v->said, sizeof v->said) : "";
}
const char *critter_vector_name(const struct critter_vector *v) { return v->robot.name; }

struct grpc_call *vector_open(struct critter_vector *v, const char *name, const struct grpc_class *class,
                              void *user) {
    char path[128], token[128];
    snprintf(path, sizeof path, SERVICE "%s", name);
    snprintf(token, sizeof token, "authorization: Bearer %s\n", v->robot.guid);
    return grpc_begin(v->client, path, token, 0, class, user);
}

// In short steps: what ends without a word from outside is noticed, too.
bool vector_turn(struct critter_vector *v, int64_t until_us) {
    enum { STEP_US = 20000 };
    int64_t left = until_us - loop_now_us();
    loop_once(v->loop, left <= 0 ? 0 : left < STEP_US ? left : STEP_US);
    return left > 0;
}

// ------------------------------------------------------------------------------------------------ events
void vector_tell(struct critter_vector *v, const char *name, const char *json) {
    bool outer = !v->busy;
    struct fault before = v->fault; // what goes wrong in a handler is not what the call around it says
    v->busy = true;
    for (unsigned i = 0; i < v->handler_count; i++)
        if (!v->handlers[i].name[0] || strcmp(v->handlers[i].name, name) == 0)
            v->handlers[i].call(v->handlers[i].user, v, name, json);
    if (outer) v->busy = false;
    v->fault = before;
}

static void on_control(void *user, struct grpc_call *call, struct bytes message) {
    (void)call;
    struct critter_vector *v = user;
    struct text bytes = {(const char *)message.at, message.len};
    ProtobufCMessage *in;
    arena_reset(v->heard);
    if (message_unpack(&vector__behavior_control_response__descriptor, bytes, v->heard, &in, NULL)) return;
    const Vector__BehaviorControlResponse *said = (const void *)in;
    bool before = v->controlled;
    if (said->response_type_case == VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_CONTROL_GRANTED_RESPONSE)
        v->controlled = true;
    else if (said->response_type_case != VECTOR__BEHAVIOR_CONTROL_RESPONSE__RESPONSE_TYPE_KEEP_ALIVE)
        v->controlled = false;
    if (before != v->controlled) vector_tell(v, v->controlled ? "control_granted" : "control_lost", "{}");
}
static void control_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    (void)call, (void)status, (void)words;
    struct critter_vector *v = user;
    v->control = NULL, v->controlled = false;
}
static const struct grpc_class CONTROL = {.message = on_control, .gone = control_gone};

static const char *name_of(const Vector__Event *event) {
    const ProtobufCFieldDescriptor *arm =
        protobuf_c_message_descriptor_get_field(&vector__event__descriptor, event->event_type_case);
    return arm ? arm->name : NULL;
}

static bool is_wanted(const struct critter_vector *v, const char *name) {
    for (unsigned i = 0; i < v->handler_count; i++)
        if (!v->handlers[i].name[0] || strcmp(v->handlers[i].name, name) == 0) return true;
    return false;
}

static void on_event(void *user, struct grpc_call *call, struct bytes message) {
    (void)call;
    struct critter_vector *v = user;
    struct text bytes = {(const char *)message.at, message.len};
    ProtobufCMessage *in;
    arena_reset(v->heard);
    if (message_unpack(&vector__event_response__descriptor, bytes, v->heard, &in, NULL)) return;
    const Vector__Event *event = ((const Vector__EventResponse *)(const void *)in)->event;
    const char *name = event ? name_of(event) : NULL;
    if (!name) return;
    if (event->event_type_case == VECTOR__EVENT__EVENT_TYPE_ROBOT_STATE) vector_feel(v, event->robot_state);
    if (!is_wanted(v, name)) return;
    struct buf json = {0};
    const ProtobufCFieldDescriptor *arm =
        protobuf_c_message_descriptor_get_field(&vector__event__descriptor, event->event_type_case);
    message_print(*(const ProtobufCMessage *const *)(const void *)((const char *)event + arm->offset), &json);
    buf_byte(&json, 0);
    if (!json.err) vector_tell(v, name, (const char *)json.at);
    buf_free(&json);
}
static void events_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    (void)call, (void)status, (void)words;
    ((struct critter_vector *)user)->events = NULL;
}
static const struct grpc_class EVENTS = {.message = on_event, .gone = events_gone};

enum critter_err critter_vector_on(struct critter_vector *v, const char *name,
                                   critter_vector_handler *handler, void *user) {
    if (!handler) return err_public(vector_fail(v, ERR_RANGE, "expected a handler"));
    if (v->handler_count == HANDLERS_MAX)
        return err_public(vector_fail(v, ERR_LIMIT, "at most %d handlers", HANDLERS_MAX));
    struct vector_handler *h = &v->handlers[v->handler_count];
    if (text_copy(text_of(name ? name : ""), h->name, sizeof h->name) >= sizeof h->name)
        return err_public(vector_fail(v, ERR_UNKNOWN, "there is no event \"%.60s\"", name));
    h->call = handler, h->user = user;
    v->handler_count++;
    return CRITTER_OK;
}

enum critter_err critter_vector_wait(struct critter_vector *v, int ms) {
    if (v->busy) return err_public(vector_fail(v, ERR_STATE, "a handler cannot wait"));
    int64_t until = loop_now_us() + (int64_t)(ms > 0 ? ms : 0) * 1000;
    while (v->events && vector_turn(v, until)) continue;
    return v->events ? CRITTER_OK : err_public(vector_fail(v, ERR_CLOSED, "the robot is gone"));
}

// ------------------------------------------------------------------------------------------------ control
static void send_control(struct critter_vector *v, bool takes, uint32_t level) {
    Vector__BehaviorControlRequest request = VECTOR__BEHAVIOR_CONTROL_REQUEST__INIT;
    Vector__ControlRequest take = VECTOR__CONTROL_REQUEST__INIT;
    Vector__ControlRelease release = VECTOR__CONTROL_RELEASE__INIT;
    struct buf bytes = {0};
    take.priority = (Vector__ControlRequest__Priority)level;
    request.request_type_case = takes ? VECTOR__BEHAVIOR_CONTROL_REQUEST__REQUEST_TYPE_CONTROL_REQUEST
                                      : VECTOR__BEHAVIOR_CONTROL_REQUEST__REQUEST_TYPE_CONTROL_RELEASE;
    if (takes)
        request.control_request = &take;
    else
        request.control_release = &release;
    if (!message_pack(&request.base, &bytes, NULL)) grpc_send(v->control, bytes.at, bytes.len);
    buf_free(&bytes);
}

static enum err open_control(struct critter_vector *v) {
    v->fault = (struct fault){0};
    if (v->control || (v->control = vector_open(v, "BehaviorControl", &CONTROL, v))) return ERR_NONE;
    return vector_fail(v, ERR_MEMORY, "no memory for a call");
}

// wait_ms below 0: not at all.
static enum err control(struct critter_vector *v, bool takes, uint32_t level, int wait_ms) {
    if (v->busy && wait_ms >= 0) return vector_fail(v, ERR_STATE, "a handler cannot wait");
    if (open_control(v)) return v->fault.err;
    send_control(v, takes, level);
    if (wait_ms < 0) return ERR_NONE;
    int64_t until = loop_now_us() + (int64_t)wait_ms * 1000;
    while (v->control && v->controlled != takes && vector_turn(v, until)) continue;
    if (!v->control) return vector_fail(v, ERR_CLOSED, "the robot is gone");
    return v->controlled == takes ? ERR_NONE
                                  : vector_fail(v, ERR_TIMEOUT, "the robot keeps control to itself");
}

static enum critter_err take(struct critter_vector *v, enum critter_vector_control level, int wait_ms) {
    if (level == CRITTER_VECTOR_NONE)
        return v->controlled ? err_public(control(v, false, 0, wait_ms)) : CRITTER_OK;
    return err_public(control(v, true, level == CRITTER_VECTOR_OVERRIDE ? OVERRIDE : DEFAULT, wait_ms));
}
enum critter_err critter_vector_take_control(struct critter_vector *v, enum critter_vector_control level) {
    return take(v, level, -1);
}
enum critter_err critter_vector_take_control_wait(struct critter_vector *v, enum critter_vector_control level,
                                                  int wait_ms) {
    return take(v, level, wait_ms > 0 ? wait_ms : 0);
}
enum critter_err critter_vector_release_control(struct critter_vector *v) {
    return take(v, CRITTER_VECTOR_NONE, -1);
}
enum critter_err critter_vector_release_control_wait(struct critter_vector *v, int wait_ms) {
    return take(v, CRITTER_VECTOR_NONE, wait_ms > 0 ? wait_ms : 0);
}
int critter_vector_has_control(const struct critter_vector *v) { return v->controlled; }

// ------------------------------------------------------------------------------------------------ connecting
static enum err look_up(const struct critter_vector_config *config, struct sdk_found *robot,
                        struct fault *fault) {
    char path[PATH_ROOM];
    const char *home = getenv("HOME");
    struct buf text = {0};
    int len = config->folder
                  ? snprintf(path, sizeof path, "%s/sdk_config.ini", config->folder)
                  : snprintf(path, sizeof path, "%s/.anki_vector/sdk_config.ini", home ? home : "");
    if (len < 0 || len >= (int)sizeof path)
        return fault_set(fault, ERR_LIMIT, "the folder's name is too long");
    enum err err = sdk_config_read(path, &text, fault);
    if (!err)
        err = sdk_config_find((struct text){(const char *)text.at, text.len}, config->robot, robot, fault);
    buf_free(&text);
    return err;
}

static enum err find_robot(const struct critter_vector_config *config, struct sdk_found *robot,
                           struct fault *fault) {
    *robot = (struct sdk_found){.port = 443};
    bool given = config->name && config->certificate && config->token && config->address;
    if (!given && look_up(config, robot, fault)) return fault->err;
    if (given) {
        snprintf(robot->name, sizeof robot->name, "%s", config->name);
        snprintf(robot->guid, sizeof robot->guid, "%s", config->token);
        snprintf(robot->certificate, sizeof robot->certificate, "%s", config->certificate);
    }
    if (!config->address) return ERR_NONE;
    struct udp_peer peer;
    if (udp_peer_of(config->address, robot->port, &peer, fault)) return fault->err;
    snprintf(robot->ip, sizeof robot->ip, "%u.%u.%u.%u", peer.address >> 24, peer.address >> 16 & 255,
             peer.address >> 8 & 255, peer.address & 255);
    robot->port = peer.port;
    return ERR_NONE;
}

static enum err greet(struct critter_vector *v) {
    Vector__ProtocolVersionRequest version = VECTOR__PROTOCOL_VERSION_REQUEST__INIT;
    const Vector__ProtocolVersionResponse *known;
    version.client_version = VECTOR_PROTOCOL;
    enum err err = vector_ask(v, "ProtocolVersion", &version, &known, CONNECT_MS);
    if (err) return err;
    if (known->result != VECTOR__PROTOCOL_VERSION_RESPONSE__RESULT__SUCCESS)
        return vector_fail(v, ERR_VERSION, "the robot speaks another version: %lld",
                           (long long)known->host_version);
    Vector__EventRequest listen;
    struct buf bytes = {0};
    vector__event_request__init(&listen);
    if (!(v->events = vector_open(v, "EventStream", &EVENTS, v)) ||
        message_pack(&listen.base, &bytes, NULL)) {
        buf_free(&bytes);
        return vector_fail(v, ERR_MEMORY, "no memory for a call");
    }
    grpc_send(v->events, bytes.at, bytes.len);
    grpc_half(v->events);
    buf_free(&bytes);
    return ERR_NONE;
}

static enum err start(struct critter_vector *v, const struct critter_vector_config *config) {
    v->arena = arena_new(ARENA_BLOCK), v->heard = arena_new(ARENA_BLOCK);
    v->loop = loop_new();
    if (!v->arena || !v->heard || !v->loop) return vector_fail(v, ERR_MEMORY, "no memory for a connection");
    arena_limit(v->arena, MESSAGE_MEMORY_MAX), arena_limit(v->heard, MESSAGE_MEMORY_MAX);
    if (find_robot(config, &v->robot, &v->fault)) return v->fault.err;
    struct grpc_client_config dial = {.host = v->robot.ip,
                                      .port = v->robot.port,
                                      .authority = v->robot.name,
                                      .certificate = v->robot.certificate,
                                      .connect_ms = CONNECT_MS};
    v->client = grpc_dial(v->loop, &dial, &v->fault);
    if (!v->client || greet(v)) return v->fault.err;
    take(v, config->control, CONNECT_MS);
    return v->fault.err;
}

static void end(struct critter_vector *v) {
    v->leaving = true;
    grpc_client_free(v->client);
    loop_free(v->loop);
    arena_free(v->arena), arena_free(v->heard);
    buf_free(&v->reply), buf_free(&v->json);
    free(v);
}

struct critter_vector *critter_vector_connect(const struct critter_vector_config *given, char *why,
                                              size_t why_size) {
    struct critter_vector_config config = {0};
    struct critter_vector *v = calloc(1, sizeof *v);
    if (given) memcpy(&config, given, given->size < sizeof config ? given->size : sizeof config);
    if (v && !start(v, &config)) return v;
    snprintf(why, why_size, "%s", v ? critter_vector_error(v) : "no memory for a connection");
    if (v) end(v);
    return NULL;
}

struct critter_vector *critter_vector_meet(const char *robot, char *why, size_t why_size) {
    struct critter_vector_config config = {.size = sizeof config, .robot = robot};
    return critter_vector_connect(&config, why, why_size);
}

void critter_vector_disconnect(struct critter_vector *v) {
    if (!v || v->busy) return;
    if (v->control) { // who closes the stream lets go
        grpc_half(v->control);
        int64_t until = loop_now_us() + (int64_t)LEAVE_MS * 1000;
        while (v->control && vector_turn(v, until)) continue;
    }
    end(v);
}
