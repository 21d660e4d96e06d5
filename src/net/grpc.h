// gRPC over HTTP/2, as server and as client: calls of named methods that carry messages both ways. A
// message is bytes; what they mean is the caller's business.
//
// A server is a web server (net/http.h) that was given a gate for such calls:
//
//     struct http_config config = http_defaults();
//     config.http2 = true, config.grpc = (struct grpc_gate){called, door};
//     …
//     static const struct grpc_class ECHO = {.single = true, .message = echo, .gone = gone};
//     static void called(void *user, struct grpc_call *call) {       // before the first message
//         if (!grpc_metadata(call, "authorization").at) grpc_refuse(call, 401, "Who are you?\n");
//         else if (text_is(grpc_path(call), "/pets.Pets/Echo")) grpc_take(call, &ECHO, user);
//         else grpc_end(call, GRPC_UNIMPLEMENTED, "no such method");
//     }
//     static void echo(void *user, struct grpc_call *call, struct bytes message) {
//         grpc_send(call, message.at, message.len);
//         grpc_end(call, GRPC_OK, NULL);
//     }
//
// A client is a channel, which connects by itself and once:
//
//     struct grpc_client_config to = {.host = "127.0.0.1", .port = 8443, …};
//     struct grpc_client *client = grpc_dial(loop, &to, &fault);
//     struct grpc_call *call = grpc_begin(client, "/pets.Pets/Echo", NULL, 0, &WATCH, me);
//     grpc_send(call, "hello", 5), grpc_half(call);
//     …WATCH.message, then WATCH.gone with the status…
//     grpc_client_free(client);
//
// A call belongs to this room. It is valid until its `gone` was called, which happens exactly once for
// every call that was taken or begun: after the end was sent and taken, or when the peer cancelled, the
// deadline passed or the connection broke. A call that was refused or ended before it was taken is gone
// when that function returns.
//
// Nobody's slowness grows our memory. What was sent and not taken yet is counted (grpc_waiting); over the
// limit of its class a call ends with GRPC_INTERNAL. A message over GRPC_MESSAGE_LIMIT ends its call with
// GRPC_RESOURCE_EXHAUSTED. While a call does not read (grpc_read), flow control stops its peer.
#pragma once

#include "base/bytes.h"
#include "base/text.h"
#include "net/loop.h"

enum grpc_status {
    GRPC_OK,
    GRPC_CANCELLED,
    GRPC_UNKNOWN,
    GRPC_INVALID_ARGUMENT,
    GRPC_DEADLINE_EXCEEDED,
    GRPC_NOT_FOUND,
    GRPC_ALREADY_EXISTS,
    GRPC_PERMISSION_DENIED,
    GRPC_RESOURCE_EXHAUSTED,
    GRPC_FAILED_PRECONDITION,
    GRPC_ABORTED,
    GRPC_OUT_OF_RANGE,
    GRPC_UNIMPLEMENTED,
    GRPC_INTERNAL,
    GRPC_UNAVAILABLE,
    GRPC_DATA_LOSS,
    GRPC_UNAUTHENTICATED,
    GRPC_STATUSES
};
const char *grpc_status_name(enum grpc_status status); // "INVALID_ARGUMENT"; never NULL
enum { GRPC_MESSAGE_LIMIT = 1 << 20 };

struct grpc_call;

struct grpc_class {
    // A whole message; valid during the call. Any may be NULL.
    void (*message)(void *user, struct grpc_call *call, struct bytes message);
    void (*half)(void *user, struct grpc_call *call); // the peer has sent its last message
    void (*room)(void *user, struct grpc_call *call); // all that was sent has left: there is room for more
    // The last call. status: what the other side, the deadline or the connection said; a server whose call
    // came to its end is told what it said itself.
    void (*gone)(void *user, struct grpc_call *call, enum grpc_status status, struct text words);
    // The peer sends exactly one message; it is handed over when the peer has finished. Anything else ends
    // the call with GRPC_INTERNAL.
    bool single;
    unsigned messages_max; // that may wait to be sent; 0: 512
};

// ------------------------------------------------------------------------------------------------ a call
struct text grpc_path(const struct grpc_call *call); // "/package.Service/Method"; until it is taken
// The first value of that name, which is in lower case; `at` is NULL when there is none. Until the call is
// taken.
struct text grpc_metadata(const struct grpc_call *call, const char *name);
unsigned grpc_metadata_count(const struct grpc_call *call, const char *name);

void grpc_take(struct grpc_call *call, const struct grpc_class *class, void *user);
// An answer in plain HTTP, before any gRPC: 401 for a token that is not known. Only instead of grpc_take.
void grpc_refuse(struct grpc_call *call, unsigned http_status, const char *words);
// The server's last word, after what waits; words: NULL is fine. A call that was not taken may be ended, too.
void grpc_end(struct grpc_call *call, enum grpc_status status, const char *words);

// ERR_LIMIT: too much waits, the call ends with GRPC_INTERNAL. ERR_CLOSED: the call has ended already.
enum err grpc_send(struct grpc_call *call, const void *bytes, size_t len);
unsigned grpc_waiting(const struct grpc_call *call); // messages not handed to the connection yet
void grpc_read(struct grpc_call *call, bool read);   // false: take no more messages for now
void grpc_half(struct grpc_call *call);              // a client's last message was sent
void grpc_cancel(struct grpc_call *call);            // ends it at once; `gone` says GRPC_CANCELLED

// A message for many calls, encoded once: it stays where it is until `drop` was called with `what`, once,
// whether it was sent or not.
enum err grpc_send_held(struct grpc_call *call, struct bytes message, void (*drop)(void *what), void *what);

// ------------------------------------------------------------------------------------------------ server
struct grpc_gate { // part of struct http_config
    void (*called)(void *user, struct grpc_call *call);
    void *user;
};

// ------------------------------------------------------------------------------------------------ client
struct grpc_client;
struct grpc_client_config {
    const char *host; // a name or an address
    uint16_t port;
    const char *authority;   // the name the server's certificate must carry; NULL: `host`
    const char *certificate; // PEM file of the only certificate to trust; NULL: unencrypted
    unsigned connect_ms;     // 0: 10 s
};
// Nothing is sent yet: a server that is not there ends calls with GRPC_UNAVAILABLE. The fault is about the
// configuration: a certificate that cannot be read, no memory.
struct grpc_client *grpc_dial(struct loop *loop, const struct grpc_client_config *config,
                              struct fault *fault);
// Its calls are gone with GRPC_CANCELLED. Not from inside a call of theirs.
void grpc_client_free(struct grpc_client *client);
// metadata: "name: value" lines, each ended by a newline; NULL: none. deadline_ms: 0: none. NULL: no memory.
struct grpc_call *grpc_begin(struct grpc_client *client, const char *path, const char *metadata,
                             unsigned deadline_ms, const struct grpc_class *class, void *user);
