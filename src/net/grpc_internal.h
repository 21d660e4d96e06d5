// Shared by gRPC's server, client and the web server; private to them.
#pragma once

#include "net/grpc.h"
#include "net/h2.h"

enum { GRPC_PREFIX = 5, GRPC_WORDS = 256 };

struct grpc_link { // what the calls of a connection share
    struct loop *loop;
    size_t assembling; // bytes of messages that are not whole yet
};

struct grpc_call {
    struct grpc_call *next, **link_back; // of a client's calls
    struct h2_stream *stream;            // NULL: the client has lost its connection
    struct grpc_link *link;
    const struct grpc_class *class;
    void *user;
    struct loop_timer *deadline; // NULL: none
    uint8_t prefix[GRPC_PREFIX];
    uint8_t prefix_len;
    bool server, answered, ended;      // answered: a head was sent
    bool encoded;                      // the peer names an encoding, which we do not know
    bool half, half_told, deaf, whole; // the peer's half is over; deaf: takes no messages now
    bool spoken;                       // a client: the server has said grpc-status
    bool gone;
    unsigned depth;     // callbacks that run just now
    struct buf message; // what there is of it
    struct buf unread;  // came while it was deaf
    enum grpc_status status;
    char words[GRPC_WORDS];
};

// A server's new stream.
void grpc_serve(struct h2_stream *stream, const struct grpc_gate *gate, struct grpc_link *link);

void grpc_call_took(struct grpc_call *call, struct h2_stream *stream, const uint8_t *bytes, size_t len);
void grpc_call_half(struct grpc_call *call);
void grpc_call_room(struct grpc_call *call);
void grpc_call_gone(struct grpc_call *call); // tells it with call->status, and frees it
void grpc_call_say(struct grpc_call *call, enum grpc_status status, const char *words); // the first one stays
enum grpc_status grpc_status_of_http(unsigned status);
enum grpc_status grpc_status_of_h2(uint32_t code);
// grpc-message is percent-encoded.
void grpc_encode_words(struct buf *out, const char *words);
void grpc_decode_words(struct text words, char out[GRPC_WORDS]);
