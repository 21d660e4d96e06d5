// A living Vector with the door for his programs, and programs that are calls of this process.
//
//     struct rig rig;
//     start(&rig);
//     struct grpc_client *client = dial(&rig);
//     struct listener seen = {0};
//     listen_to(&rig, client, &seen);
//     for (int i = 0; i < 90; i++) live(&rig);
//     grpc_client_free(client), live(&rig), stop(&rig);
#pragma once

#include "run/thin.h"
#include "support/fine.h"

#include "base/system/file.h"
#include "door/sdk/sdk.h"
#include "host/identity.h"
#include "net/grpc.h"
#include "run/run.h"

#include <stdio.h>

struct rig {
    struct thin thin;
    struct loop *loop;
    struct identity *identity;
    struct sdk *sdk;
    const char *folder;
    char guid[GUID_LENGTH + 1], token[64]; // as metadata
};

static inline void watch(void *user, struct run *run, size_t life) { sdk_turn(((struct rig *)user)->sdk); }

static inline void start(struct rig *rig) {
    *rig = (struct rig){.folder = temp_folder(), .loop = loop_new()};
    fault = (struct fault){0};
    assert_true(thin_start(&rig->thin, &(struct thin_config){.seed = 7}));
    assert_non_null(rig->identity = identity_open(rig->folder, 0x00a1b2c3, &fault));
    fine(identity_add(rig->identity, TEXT("test"), "SDK", 1, rig->guid, &fault));
    snprintf(rig->token, sizeof rig->token, "authorization: Bearer %s\n", rig->guid);
    struct sdk_config config = sdk_defaults();
    config.identity = rig->identity, config.port = 0, config.port_given = true;
    rig->sdk = sdk_open(rig->loop, &config, &fault);
    fine(fault.err);
    fine(sdk_show(rig->sdk, rig->thin.run, 0, &fault));
    run_watch(rig->thin.run, watch, rig);
}

static inline void stop(struct rig *rig) {
    sdk_close(rig->sdk);
    identity_close(rig->identity);
    thin_end(&rig->thin);
    loop_free(rig->loop);
}

// A tick of life, and what came on the sockets.
static inline void live(void *user) {
    struct rig *rig = user;
    fine(run_for(rig->thin.run, 33000));
    loop_once(rig->loop, 1000);
    loop_once(rig->loop, 0);
}

struct listener {
    unsigned messages, gone;
    enum grpc_status status;
};
static inline void on_message(void *user, struct grpc_call *call, struct bytes message) {
    ((struct listener *)user)->messages++;
}
static inline void on_gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    struct listener *listener = user;
    listener->gone++;
    listener->status = status;
}
static const struct grpc_class READ = {.message = on_message, .gone = on_gone};

static inline struct grpc_client *dial(struct rig *rig) {
    struct grpc_client_config config = {.host = "127.0.0.1",
                                        .port = sdk_port(rig->sdk),
                                        .authority = identity_name(rig->identity),
                                        .certificate = identity_certificate(rig->identity)};
    struct grpc_client *client = grpc_dial(rig->loop, &config, &fault);
    fine(fault.err);
    return client;
}

// A call without arguments, whose messages this class takes.
static inline struct grpc_call *ask_for(struct rig *rig, struct grpc_client *client, const char *rpc,
                                        const struct grpc_class *class, void *user) {
    char path[128];
    snprintf(path, sizeof path, API_SERVICE "%s", rpc);
    struct grpc_call *call = grpc_begin(client, path, rig->token, 0, class, user);
    assert_non_null(call);
    fine(grpc_send(call, NULL, 0));
    grpc_half(call);
    return call;
}
static inline struct grpc_call *listen_to(struct rig *rig, struct grpc_client *client,
                                          struct listener *listener) {
    return ask_for(rig, client, "EventStream", &READ, listener);
}
