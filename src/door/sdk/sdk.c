#include "door/sdk/sdk_internal.h"

#include "base/system/clock.h"
#include "base/system/log.h"
#include "host/identity.h"
#include "net/mdns.h"
#include "net/udp.h"

#include <stdlib.h>

// A turn is 33 ms: some 500 calls of one program, 1000 of all; more wait.
enum {
    PEER_BUDGET = 512 << 10,
    ALL_BUDGET = 1 << 20,
    BODY_MAX = 1 << 20,
    CONNECTIONS_MAX = 1024,
    REST_US = 100000,
    LOOPBACK = 127
};

struct sdk_config sdk_defaults(void) {
    return (struct sdk_config){.address = "127.0.0.1", .port = SDK_PORT};
}

static enum err listen_there(struct sdk *sdk, struct loop *loop, struct fault *fault) {
    struct http_config config = http_defaults();
    config.address = sdk->config.address;
    config.port = sdk->config.port;
    config.tries = sdk->config.port_given ? 0 : SDK_PORTS_TRIED;
    config.certificate = identity_certificate(sdk->config.identity);
    config.key = identity_key(sdk->config.identity);
    config.connections = CONNECTIONS_MAX;
    config.body_limit = BODY_MAX;
    config.peer_budget = PEER_BUDGET;
    config.all_budget = ALL_BUDGET;
    config.patient = config.open = config.http2 = true;
    config.grpc = (struct grpc_gate){sdk_called_grpc, sdk};
    config.handle = sdk_called_json;
    config.user = sdk;
    sdk->server = http_listen(loop, &config, fault);
    return sdk->server ? ERR_NONE : fault->err;
}

// Others are told where it is; it lives as well when they cannot be told.
static void announce(struct sdk *sdk, struct loop *loop) {
    struct udp_peer here = {0};
    struct fault fault = {0};
    if (udp_peer_of(sdk->config.address, 0, &here, &fault) || here.address >> 24 == LOOPBACK) return;
    struct mdns_config config = {.name = identity_name(sdk->config.identity),
                                 .type = SDK_SERVICE,
                                 .address = here.address ? here.address : mdns_own_address(),
                                 .port = sdk_port(sdk)};
    if (config.address) sdk->mdns = mdns_announce(loop, &config, &fault);
    if (fault.err) log_warn("sdk", "it cannot be found by its name: %s", fault.said);
}

struct sdk *sdk_open(struct loop *loop, const struct sdk_config *config, struct fault *fault) {
    struct sdk *sdk = calloc(1, sizeof *sdk);
    if (!sdk) {
        fault_set(fault, ERR_MEMORY, "no memory for the door of programs");
        return NULL;
    }
    sdk->config = *config;
    struct api_config calls = api_defaults();
    calls.identity = config->identity;
    calls.state = config->state;
    calls.profile = config->profile;
    sdk->api = api_new(&calls, fault);
    if (sdk->api && !listen_there(sdk, loop, fault)) {
        announce(sdk, loop);
        return sdk;
    }
    sdk_close(sdk);
    return NULL;
}

// Calls that are open end first: they are told so while there is somebody to tell.
void sdk_close(struct sdk *sdk) {
    if (!sdk) return;
    api_free(sdk->api);
    sdk->api = NULL;
    mdns_free(sdk->mdns);
    http_close(sdk->server);
    free(sdk);
}

uint16_t sdk_port(const struct sdk *sdk) { return http_port(sdk->server); }

enum err sdk_show(struct sdk *sdk, struct run *run, size_t life, struct fault *fault) {
    return sdk ? api_life(sdk->api, run, life, fault) : ERR_NONE;
}

void sdk_about(const struct sdk *sdk, struct sdk_about *out) {
    *out = (struct sdk_about){.address = sdk->config.address,
                              .name = identity_name(sdk->config.identity),
                              .serial = identity_serial(sdk->config.identity),
                              .port = sdk_port(sdk),
                              .connected = http_connections(sdk->server)};
    out->calls = api_called(sdk->api, out->newest);
}

struct api *sdk_api(struct sdk *sdk) {
    return sdk->api;
}

void sdk_take_back(struct sdk *sdk) { api_take_back(sdk->api); }

void sdk_turn(struct sdk *sdk) {
    if (!sdk) return;
    sdk->turned_us = air_now_us();
    if (sdk->mdns && mdns_conflict(sdk->mdns)) {
        log_warn("sdk", "another host is called %s: programs find this robot by its address only",
                 identity_name(sdk->config.identity));
        mdns_free(sdk->mdns);
        sdk->mdns = NULL;
    }
    api_turn(sdk->api, sdk->turned_us, calendar_now_us());
}

void sdk_rest(struct sdk *sdk) {
    if (sdk && air_now_us() - sdk->turned_us > REST_US) sdk_turn(sdk);
}

// ---------------------------------------------------------------------------------------------------- a call

struct sdk_call *sdk_call_new(struct sdk *sdk, const struct api_rpc *rpc) {
    struct sdk_call *call = calloc(1, sizeof *call);
    if (call) call->sdk = sdk, call->rpc = rpc;
    return call;
}

void sdk_call_free(struct sdk_call *call) {
    if (call->api) api_cancel(call->api);
    api_packet_drop(call->newest);
    free(call);
}

void sdk_call_keep(struct sdk_call *call, struct api_packet *packet) {
    api_packet_drop(call->newest);
    call->newest = api_packet_hold(packet);
}

struct api_packet *sdk_call_newest(struct sdk_call *call) {
    struct api_packet *packet = call->newest;
    call->newest = NULL;
    return packet;
}
