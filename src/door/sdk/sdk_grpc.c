// Calls that come as gRPC.
#include "door/sdk/sdk_internal.h"

static void drop(void *packet) { api_packet_drop(packet); }

static void hang_up(struct sdk_call *call) {
    struct api_call *api = call->api;
    call->api = NULL;
    call->over = true;
    if (api) api_cancel(api);
}

static void send(struct sdk_call *call, struct api_packet *packet) {
    struct text bytes = api_packet_bytes(packet, API_PROTOBUF);
    struct bytes message = {(const uint8_t *)bytes.at, bytes.len};
    if (!bytes.at)
        grpc_end(call->grpc, GRPC_INTERNAL, "no memory for the message");
    else if (!grpc_send_held(call->grpc, message, drop, api_packet_hold(packet)))
        return;
    hang_up(call);
}

static void on_message(void *user, struct api_packet *packet) {
    struct sdk_call *call = user;
    unsigned waiting = grpc_waiting(call->grpc);
    switch (api_packet_kind(packet)) {
    case API_PICTURE:
    case API_MAP:
        if (waiting) {
            sdk_call_keep(call, packet);
            return;
        }
        break;
    case API_SOUND:
        if (waiting >= SDK_GROUPS_MAX) return;
        break;
    case API_REPLY:
    case API_EVENT:
        break;
    }
    send(call, packet);
}

static void on_end(void *user, enum api_status status, const char *words) {
    struct sdk_call *call = user;
    call->api = NULL;
    call->over = true;
    grpc_end(call->grpc, (enum grpc_status)status, words); // both have gRPC's numbers
}
static const struct api_sink SINK = {.message = on_message, .end = on_end};

static void took(void *user, struct grpc_call *grpc, struct bytes message) {
    (void)grpc;
    struct sdk_call *call = user;
    struct text bytes = {(const char *)message.at, message.len};
    if (call->api) api_request(call->api, API_PROTOBUF, bytes);
}
static void half(void *user, struct grpc_call *grpc) {
    (void)grpc;
    struct sdk_call *call = user;
    if (call->api) api_half_close(call->api);
}
static void room(void *user, struct grpc_call *grpc) {
    (void)grpc;
    struct sdk_call *call = user;
    struct api_packet *packet = sdk_call_newest(call);
    if (packet && !call->over) send(call, packet);
    api_packet_drop(packet);
}
static void gone(void *user, struct grpc_call *grpc, enum grpc_status status, struct text words) {
    (void)grpc, (void)status, (void)words;
    sdk_call_free(user);
}

static const struct grpc_class ONE = {
    .single = true, .message = took, .room = room, .gone = gone, .messages_max = SDK_EVENTS_MAX};
static const struct grpc_class MANY = {
    .message = took, .half = half, .room = room, .gone = gone, .messages_max = SDK_EVENTS_MAX};

// Exactly one value is right: of more, which is meant?
static bool is_allowed(const struct sdk *sdk, const struct api_rpc *rpc, const struct grpc_call *grpc) {
    struct text value = grpc_metadata(grpc, "authorization");
    return api_allows(sdk->api, rpc, &value, grpc_metadata_count(grpc, "authorization"));
}

void sdk_called_grpc(void *user, struct grpc_call *grpc) {
    struct sdk *sdk = user;
    struct text path = grpc_path(grpc);
    const struct api_rpc *rpc = text_starts(path, API_SERVICE) ? api_rpc_named(path) : NULL;
    if (!sdk->api) {
        grpc_end(grpc, GRPC_UNAVAILABLE, "this robot is being switched off");
        return;
    }
    if (!is_allowed(sdk, rpc, grpc)) {
        grpc_refuse(grpc, 401, "This robot does not know you: the call needs its token.\n");
        return;
    }
    if (!rpc) {
        grpc_end(grpc, GRPC_UNIMPLEMENTED, "this robot has no such call");
        return;
    }
    struct sdk_call *call = sdk_call_new(sdk, rpc);
    if (call) call->api = api_begin(sdk->api, rpc, &SINK, call);
    if (!call || !call->api) {
        if (call) sdk_call_free(call);
        grpc_end(grpc, GRPC_RESOURCE_EXHAUSTED, "too many calls at once");
        return;
    }
    call->grpc = grpc;
    for (int i = 0; i < API_HEADER_COUNT; i++)
        api_header(call->api, (enum api_header)i, grpc_metadata(grpc, API_HEADERS[i]));
    grpc_take(grpc, rpc->stream == API_BOTH ? &MANY : &ONE, call);
}
