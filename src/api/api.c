#include "api/api_internal.h"

#include "host/identity.h"
#include "robot/robot.h"

#include <stdlib.h>

enum { ARENA_BLOCK = 64 << 10 };

struct api_config api_defaults(void) {
    return (struct api_config){0};
}

struct api *api_new(const struct api_config *config, struct fault *fault) {
    struct api *api = calloc(1, sizeof *api);
    if (api) {
        api->config = *config;
        api->arena = arena_new(ARENA_BLOCK);
        api->backlog_end = &api->backlog;
        api->control = control_new();
        api->events = events_new();
        api->camera = camera_new();
        api->ears = ears_new();
        api->observed = observed_new();
    }
    bool whole =
        api && api->arena && api->control && api->events && api->camera && api->ears && api->observed;
    if (!whole) fault_set(fault, ERR_MEMORY, "no memory for the calls of a robot");
    if (whole) api->documents = documents_new(config->state, fault);
    if (whole && api->documents) api->faces = faces_new(documents_store(api->documents), fault);
    bool switched =
        whole && api->documents && !features_read(documents_store(api->documents), &api->switches, fault);
    if (!switched || !api->faces) {
        api_free(api);
        return NULL;
    }
    onboarding_read(api);
    preferred_cube_read(api);
    arena_limit(api->arena, MESSAGE_MEMORY_MAX);
    api->config.run = NULL;
    if (config->run && api_life(api, config->run, config->life, fault)) {
        api_free(api);
        return NULL;
    }
    return api;
}

// ------------------------------------------------------------------------------------------------ calls
// Ended calls stay until nobody can be inside one of them.
static void sweep(struct api *api) {
    if (api->depth) return;
    for (struct api_call **at = &api->calls; *at;) {
        struct api_call *call = *at;
        if (!call->ended || call->waiting) {
            at = &call->next;
            continue;
        }
        *at = call->next;
        api->call_count--;
        free(call->data);
        free(call);
    }
}

static void leave(struct api_call *call) {
    void (*left)(struct api_call *) = call->left;
    call->left = NULL;
    if (left) left(call);
}

void api_end(struct api_call *call, enum api_status status, const char *words) {
    if (call->ended) return;
    call->ended = true;
    leave(call);
    call->sink.end(call->user, status, words ? words : "");
}

void api_cancel(struct api_call *call) {
    if (call->ended) return;
    struct api *api = call->api;
    api->depth++;
    call->ended = true;
    leave(call);
    api->depth--;
    sweep(api);
}

struct api_call *api_begin(struct api *api, const struct api_rpc *rpc, const struct api_sink *sink,
                           void *user) {
    struct api_call *call = api->call_count < API_CALLS_MAX ? calloc(1, sizeof *call) : NULL;
    if (!call) return NULL;
    *call = (struct api_call){.api = api, .rpc = rpc, .sink = *sink, .user = user, .next = api->calls};
    api->calls = call;
    api->call_count++;
    api->recent[api->called++ % API_RECENT] = rpc->name;
    return call;
}

uint32_t api_called(const struct api *api, const char *newest[API_RECENT]) {
    for (uint32_t i = 0; i < API_RECENT; i++)
        newest[i] = i < api->called ? api->recent[(api->called - 1 - i) % API_RECENT] : NULL;
    return api->called;
}

// The memory of what is made inside is given back by the outermost.
static struct arena_mark enter(struct api *api) {
    api->depth++;
    return arena_mark(api->arena);
}
static void leave_api(struct api *api, struct arena_mark mark) {
    arena_back(api->arena, mark);
    api->depth--;
    sweep(api);
}

// What is said to who acts and may not.
static void refuse(struct api_call *call, enum without without) {
    if (without == WITHOUT_EFFECT)
        api_done(call, STATUS_ACK);
    else
        api_result(call, LIFE_RESULT_NOT_STARTED);
}

static void handle(struct api_call *call, const ProtobufCMessage *request) {
    const struct handler *handler = api_handler(call->rpc);
    if (!handler->handle) return api_end(call, API_UNIMPLEMENTED, "this robot cannot do that");
    if (!call->api->door && handler->without != SERVED)
        return api_end(call, API_UNAVAILABLE, "nobody lives here now");
    if (handler->without != SERVED && !control_held(call->api)) return refuse(call, handler->without);
    handler->handle(call, request);
}

static void take(struct api_call *call, enum api_form form, struct text bytes, bool query) {
    struct api *api = call->api;
    const ProtobufCMessageDescriptor *descriptor = call->rpc->request;
    if (api->config.profile == API_FIRMWARE_1_8 && descriptor == &vector__update_settings_request__descriptor)
        descriptor = &vector__update_settings_request18__descriptor;
    if (call->ended || call->half) return;
    if (call->asked && call->rpc->stream != API_BOTH)
        return api_end(call, API_INTERNAL, "this call takes one request");
    call->asked = true;
    if (call->wrong) return api_end(call, API_INVALID_ARGUMENT, call->wrong);
    struct arena_mark mark = enter(api);
    ProtobufCMessage *request = NULL;
    struct fault fault = {0};
    enum err err = query ? message_query(descriptor, bytes, api->arena, &request, &fault)
                   : form == API_PROTOBUF
                       ? message_unpack(descriptor, bytes, api->arena, &request, &fault)
                       : message_parse(descriptor, bytes, "request", api->arena, &request, &fault);
    if (err) {
        char words[512];
        enum api_status status = err == ERR_LIMIT || err == ERR_MEMORY ? API_RESOURCE_EXHAUSTED
                                 : form == API_PROTOBUF && !query      ? API_INTERNAL
                                                                       : API_INVALID_ARGUMENT;
        api_end(call, status, fault_text(&fault, words, sizeof words));
    } else {
        handle(call, request);
    }
    leave_api(api, mark);
}

void api_request(struct api_call *call, enum api_form form, struct text bytes) {
    take(call, form, bytes, false);
}
void api_query(struct api_call *call, struct text query) { take(call, API_JSON, query, true); }

void api_half_close(struct api_call *call) {
    if (call->ended || call->half) return;
    struct api *api = call->api;
    struct arena_mark mark = enter(api);
    call->half = true;
    if (!call->asked && call->rpc->stream != API_BOTH)
        api_end(call, API_INTERNAL, "expected a request");
    else if (call->rpc->stream == API_BOTH)
        leave(call);
    leave_api(api, mark);
}

// ------------------------------------------------------------------------------------------------ replies
void *api_part(struct api_call *call, const ProtobufCMessageDescriptor *descriptor) {
    ProtobufCMessage *message = arena_take(call->api->arena, descriptor->sizeof_message, 0);
    if (message)
        protobuf_c_message_init(descriptor, message);
    else
        api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    return message;
}

char *api_text(struct api_call *call, struct text text) {
    char *copy = arena_copy_text(call->api->arena, text.at, text.len);
    if (!copy) api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    return copy;
}

void *api_new_reply(struct api_call *call, status_code code) {
    ProtobufCMessage *reply = api_part(call, call->rpc->reply);
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(call->rpc->reply, "status");
    if (!reply || !field) return reply;
    Vector__ResponseStatus *status = API_PART(call, response_status);
    if (!status) return NULL;
    status->code = code;
    *(Vector__ResponseStatus **)(void *)((char *)reply + field->offset) = status;
    return reply;
}

void api_send(struct api_call *call, struct api_packet *packet) {
    if (!call->ended) call->sink.message(call->user, packet);
}

void api_reply(struct api_call *call, const void *message) {
    struct fault fault = {0};
    if (call->ended || !message) return;
    struct api_packet *packet = api_packet_new(call->api, API_REPLY, message, &fault);
    if (!packet) return api_end(call, API_INTERNAL, fault.said);
    api_send(call, packet);
    api_packet_drop(packet);
    if (call->rpc->stream == API_UNARY) api_end(call, API_OK, "");
}

void api_done(struct api_call *call, status_code code) { api_reply(call, api_new_reply(call, code)); }

// ------------------------------------------------------------------------------------------------ the robot
struct ask {
    struct ask *next;
    struct api_call *call; // NULL: nobody waits for the answer
    api_answered *answered;
    void *data;
    uint32_t ticket;
    struct life_envelope as;
    struct life_message request;
};

static void forget(struct ask *ask) {
    if (ask->call) ask->call->waiting--;
    free(ask);
}

// False: the desk is full.
static bool post(struct api *api, struct ask *ask) {
    struct fault fault = {0};
    enum err err =
        exchange_ask_as(api->door, api->config.life, &ask->as, &ask->request, &ask->ticket, &fault);
    if (err == ERR_BUSY) return false;
    if (err) {
        if (ask->call) api_end(ask->call, API_UNAVAILABLE, fault.said);
        forget(ask);
        return true;
    }
    if (!ask->call) { // the answer is nobody's
        forget(ask);
        return true;
    }
    struct ask **bucket = &api->asked[ask->ticket % ASK_BUCKETS];
    ask->next = *bucket;
    *bucket = ask;
    return true;
}

static void ask(struct api *api, struct api_call *call, const struct life_envelope *as,
                const struct life_message *request, api_answered *answered, void *data) {
    struct ask *ask = api->door ? malloc(sizeof *ask) : NULL;
    if (!ask) {
        if (call) api_end(call, API_UNAVAILABLE, api->door ? "no memory" : "nobody lives here now");
        return;
    }
    *ask = (struct ask){.call = call, .answered = answered, .data = data, .request = *request};
    if (as) ask->as = *as;
    if (call) call->waiting++;
    if (!api->backlog && post(api, ask)) return;
    *api->backlog_end = ask;
    api->backlog_end = &ask->next;
}

void api_ask(struct api_call *call, const struct life_envelope *as, const struct life_message *request,
             api_answered *answered, void *data) {
    ask(call->api, call, as, request, answered, data);
}
void api_tell(struct api *api, const struct life_message *request) {
    ask(api, NULL, NULL, request, NULL, NULL);
}

static void hear(struct api *api, const struct exchange_reply *reply) {
    struct ask **at = &api->asked[reply->ticket % ASK_BUCKETS];
    while (*at && (*at)->ticket != reply->ticket) at = &(*at)->next;
    struct ask *ask = *at;
    if (!ask) return;
    *at = ask->next;
    struct arena_mark mark = arena_mark(api->arena);
    if (ask->call && !ask->call->ended && ask->answered)
        ask->answered(ask->call, &reply->message.life, ask->data);
    arena_back(api->arena, mark);
    forget(ask);
}

static void drop_asks(struct api *api) {
    for (struct ask *ask = api->backlog, *next; ask; ask = next) {
        next = ask->next;
        if (ask->call) api_end(ask->call, API_UNAVAILABLE, "this life is over");
        forget(ask);
    }
    api->backlog = NULL;
    api->backlog_end = &api->backlog;
    for (int i = 0; i < ASK_BUCKETS; i++) {
        for (struct ask *ask = api->asked[i], *next; ask; ask = next) {
            next = ask->next;
            if (ask->call) api_end(ask->call, API_UNAVAILABLE, "this life is over");
            forget(ask);
        }
        api->asked[i] = NULL;
    }
}

struct robot *api_robot(const struct api *api) {
    struct soul *soul = api->config.run ? run_soul(api->config.run, api->config.life) : NULL;
    return soul ? robot_of(soul) : NULL;
}

bool api_view(struct api *api, struct life_view *view) {
    struct soul *soul = api->config.run ? run_soul(api->config.run, api->config.life) : NULL;
    return soul && soul_life_view(soul, view);
}

const struct body_senses *api_senses(const struct api *api) {
    return api->config.run ? run_senses(api->config.run, api->config.life) : NULL;
}

enum err api_life(struct api *api, struct run *run, size_t life, struct fault *fault) {
    api->depth++;
    drop_asks(api);
    // The door of a run that is over went with it.
    if (api->config.run && api->config.run == run) exchange_close(api->door);
    api->door = NULL;
    api->config.run = run;
    api->config.life = life;
    if (run) api->door = exchange_open(run_exchange(run), LIFE_DOOR_SDK, fault);
    api->depth--;
    sweep(api);
    if (api->door)
        settings_take_effect(api), faces_take_effect(api), ears_life(api), preferred_cube_take_effect(api);
    if (!run || api->door) return ERR_NONE;
    api->config.run = NULL;
    return ERR_LIMIT;
}

void api_take_back(struct api *api) {
    struct arena_mark mark = enter(api);
    control_take_back(api);
    leave_api(api, mark);
}

void api_turn(struct api *api, int64_t air_us, int64_t unix_us) {
    api->air_us = air_us;
    api->unix_us = unix_us;
    struct arena_mark mark = enter(api);
    struct exchange_reply reply;
    struct exchange_event event;
    while (api->door && exchange_reply(api->door, &reply))
        if (reply.life == api->config.life) hear(api, &reply);
    while (api->backlog && api->door) {
        struct ask *ask = api->backlog, *next = ask->next;
        if (!post(api, ask)) break;
        if (!(api->backlog = next)) api->backlog_end = &api->backlog;
    }
    while (api->door && exchange_event(api->door, &event))
        if (event.life == api->config.life) events_heard(api, &event);
    control_turn(api);
    events_turn(api);
    camera_turn(api);
    ears_turn(api);
    map_turn(api);
    faces_turn(api);
    services_turn(api);
    documents_turn(api);
    leave_api(api, mark);
}

void api_free(struct api *api) {
    if (!api) return;
    api->depth++;
    for (struct api_call *call = api->calls; call; call = call->next)
        api_end(call, API_UNAVAILABLE, "the robot is being switched off");
    drop_asks(api);
    if (api->config.run) exchange_close(api->door);
    api->depth = 0;
    sweep(api);
    control_free(api->control);
    camera_free(api->camera);
    ears_free(api->ears);
    observed_free(api->observed);
    faces_free(api->faces);
    if (api->documents) documents_save(api);
    documents_free(api->documents);
    events_free(api->events);
    arena_free(api->arena);
    free(api);
}

bool api_allows(struct api *api, const struct api_rpc *rpc, const struct text *authorizations, size_t count) {
    if (api_rpc_open(rpc) || !api->config.identity) return true;
    struct text bearer = count == 1 ? authorizations[0] : TEXT("");
    if (!text_starts(bearer, "Bearer ")) return false;
    return identity_knows(api->config.identity, (struct text){bearer.at + 7, bearer.len - 7});
}
