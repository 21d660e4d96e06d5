// Whatever a peer says instead of gRPC on HTTP/2: the messages that arrive are within their limit, every
// call that was taken is gone once, and nothing is left over.
#include "net/grpc_internal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
    unsigned taken, gone;
    bool deaf;
};

static void must(bool so) {
    if (!so) abort();
}

static volatile uint8_t sum; // every byte may be read
static void message(void *user, struct grpc_call *call, struct bytes message) {
    struct seen *seen = user;
    for (size_t i = 0; i < message.len; i++) sum = sum ^ message.at[i];
    must(message.len <= GRPC_MESSAGE_LIMIT);
    if (message.len == 3) grpc_read(call, false), seen->deaf = true;
    if (message.len == 4)
        grpc_cancel(call);
    else
        grpc_send(call, message.at, message.len);
}
static void half(void *user, struct grpc_call *call) {
    (void)user;
    grpc_end(call, GRPC_NOT_FOUND, "100% of \xff\n");
}
static void gone(void *user, struct grpc_call *call, enum grpc_status status, struct text words) {
    (void)call;
    must(status < GRPC_STATUSES && words.at);
    ((struct seen *)user)->gone++;
}
static const struct grpc_class ONE = {.single = true, .message = message, .half = half, .gone = gone};
static const struct grpc_class MANY = {.message = message, .half = half, .gone = gone, .messages_max = 4};

static void called(void *user, struct grpc_call *call) {
    struct text path = grpc_path(call);
    if (!grpc_metadata(call, "authorization").at) {
        grpc_refuse(call, 401, "no\n");
    } else if (text_ends(path, "1")) {
        ((struct seen *)user)->taken++;
        grpc_take(call, &ONE, user);
    } else if (text_ends(path, "2")) {
        ((struct seen *)user)->taken++;
        grpc_take(call, &MANY, user);
    }
}

static struct grpc_link link_;
static void asked(void *user, struct h2_stream *stream) {
    if (text_starts(h2_header(stream, "content-type"), "application/grpc"))
        grpc_serve(stream, &(struct grpc_gate){called, user}, &link_);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char PREFACE[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0";
    static struct loop *loop;
    if (!loop) loop = link_.loop = loop_new();
    if (!size) return 0;
    // The first byte: into what pieces the rest is cut, and whether the peer reads at all.
    size_t piece = data[0] & 1 ? size : 1 + data[0] / 4u;
    bool reads = data[0] & 2;
    struct seen seen = {0};
    struct buf out = {.limit = 1 << 20};
    struct h2 *h2 = h2_new(&(struct h2_config){.server = true, .asked = asked, .user = &seen});
    must(h2 != NULL);
    bool lives = !h2_take(h2, PREFACE, sizeof PREFACE, NULL);
    data++, size--;
    for (size_t at = 0; lives && at < size; at += piece) {
        lives = !h2_take(h2, data + at, size - at < piece ? size - at : piece, NULL);
        if (reads) buf_clear(&out);
        lives = lives && !h2_give(h2, &out, 64 << 10) && !h2_over(h2);
        must(h2_streams(h2) <= H2_STREAMS_MAX + 1);
    }
    h2_unstick(h2), h2_unstick(h2);
    h2_leave(h2);
    h2_give(h2, &out, 1 << 20);
    h2_free(h2);
    must(seen.taken == seen.gone && !link_.assembling);
    buf_free(&out);
    loop_once(loop, 0);
    return 0;
}
