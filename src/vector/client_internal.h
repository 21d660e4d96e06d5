// Between the files of the client; nobody else includes this.
#pragma once

#include "base/arena.h"
#include "base/err_public.h"
#include "codec/message/message.h"
#include "net/grpc.h"
#include "schema/vector.pb-c.h"
#include "vector/sdk_config.h"

#include <critter/vector.h>

enum { HANDLERS_MAX = 64, EVENT_NAME = 48, VECTOR_PROTOCOL = 5, BEGUN_MAX = 64, ARENA_BLOCK = 64 << 10 };

struct vector_rpc {
    const char *name;
    const ProtobufCMessageDescriptor *request, *reply;
    const char *stream; // "UNARY", …
};
struct critter_vector {
    struct sdk_found robot;
    struct loop *loop;
    struct grpc_client *client;
    struct grpc_call *control, *events, *asking; // NULL: there is none
    struct arena *arena, *heard;                 // of the last reply; of the message that is heard
    struct buf reply, json;
    bool replied, controlled, busy; // busy: inside a handler
    bool leaving;
    unsigned begun; // calls that nobody waits for
    int32_t tag;
    struct vector_handler {
        char name[EVENT_NAME]; // "": every event
        critter_vector_handler *call;
        void *user;
    } handlers[HANDLERS_MAX];
    unsigned handler_count;
    struct critter_vector_state state;
    bool felt;
    struct fault fault;
    char said[512];
};
enum err vector_fail(struct critter_vector *v, enum err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct grpc_call *vector_open(struct critter_vector *v, const char *name, const struct grpc_class *class,
                              void *user);
bool vector_turn(struct critter_vector *v, int64_t until_us); // false: the time is over
void vector_tell(struct critter_vector *v, const char *name, const char *json);
// request: a protobuf message; reply: a pointer to a pointer to one, which lives until the next call. Also
// fails when the reply says that nothing came of it; then it is there all the same.
enum err vector_ask(struct critter_vector *v, const char *name, const void *request, void *reply,
                    int wait_ms);
// How it ends is told as an event.
enum err vector_begin(struct critter_vector *v, const char *name, const void *request);
void vector_feel(struct critter_vector *v, const Vector__RobotState *state);
