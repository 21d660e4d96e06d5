// Shared by the parts of this door; private to them.
#pragma once

#include "door/sdk/sdk.h"
#include "net/http.h"

struct sdk {
    struct sdk_config config;
    struct api *api;
    struct http_server *server;
    struct mdns *mdns; // NULL: only this machine reaches it
    int64_t turned_us;
};

// One call, from the first byte to the last: it belongs to the transport, and is freed when that says `gone`.
struct sdk_call {
    struct sdk *sdk;
    const struct api_rpc *rpc;
    struct api_call *api; // NULL: not begun, or ended
    struct grpc_call *grpc;
    struct http_call *http;
    struct api_packet *newest; // picture or map that waits until its reader has room
    bool began;                // JSON: the head was sent
    bool over;                 // the last word was said
};

struct sdk_call *sdk_call_new(struct sdk *sdk, const struct api_rpc *rpc); // NULL: no memory
void sdk_call_free(struct sdk_call *call);                                 // its call of the api is cancelled
// Which of the newest, if any, may go now. The caller drops it.
struct api_packet *sdk_call_newest(struct sdk_call *call);
void sdk_call_keep(struct sdk_call *call, struct api_packet *packet);

void sdk_called_grpc(void *user, struct grpc_call *call);
void sdk_called_json(void *user, struct http_call *call);
