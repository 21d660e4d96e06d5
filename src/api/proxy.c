#include "api/proxy.h"

#include "base/buf.h"
#include "base/data/json.h"

#include <stdio.h>
#include <stdlib.h>

struct proxy {
    struct api_call *call;
    proxy_answered *answered;
    void *user;
    bool asking, over; // inside proxy_ask; answered
    struct buf body;
};

static const char JSON[] = "application/json", PLAIN[] = "text/plain; charset=utf-8";

static void plain(proxy_answered *answered, void *user, unsigned status, const char *words) {
    answered(user, &(struct proxy_answer){status, PLAIN, text_of(words)});
}

void api_print_error(enum api_status status, const char *words, struct buf *out) {
    struct json_writer w = json_writer_of(out, 0);
    json_open(&w, '{');
    json_key(&w, "error"), json_string(&w, words);
    json_key(&w, "code"), json_number(&w, status);
    json_key(&w, "message"), json_string(&w, words);
    json_key(&w, "details"), json_open(&w, '['), json_close(&w, ']');
    json_close(&w, '}');
    buf_byte(out, '\n');
}

static void refuse(proxy_answered *answered, void *user, enum api_status status, const char *words) {
    struct buf out = {0};
    api_print_error(status, words, &out);
    struct text body = {(const char *)out.at, out.len};
    answered(user, &(struct proxy_answer){api_http_status(status), JSON, body});
    buf_free(&out);
}

static void free_proxy(struct proxy *proxy) {
    buf_free(&proxy->body);
    free(proxy);
}

static void on_message(void *user, struct api_packet *packet) {
    struct proxy *proxy = user;
    struct text json = api_packet_bytes(packet, API_JSON);
    buf_bytes(&proxy->body, json.at ? json.at : "", json.at ? json.len : 0);
}

static void answer(struct proxy *proxy, enum api_status status, const char *words) {
    struct text body = {(const char *)proxy->body.at, proxy->body.len};
    if (status || proxy->body.err)
        return refuse(proxy->answered, proxy->user, status ? status : API_RESOURCE_EXHAUSTED,
                      status ? words : "no memory for the answer");
    if (body.len < PROXY_BODY_MAX)
        return proxy->answered(proxy->user, &(struct proxy_answer){api_http_status(status), JSON, body});
    char longer[160];
    int len =
        snprintf(longer, sizeof longer,
                 "{\"original_status\":%u,\"reason\":\"the answer has %zu bytes: expected less than %d\"}",
                 api_http_status(status), body.len, PROXY_BODY_MAX);
    proxy->answered(proxy->user, &(struct proxy_answer){500, JSON, {longer, (size_t)len}});
}

static void on_end(void *user, enum api_status status, const char *words) {
    struct proxy *proxy = user;
    answer(proxy, status, words);
    proxy->call = NULL;
    proxy->over = true;
    if (!proxy->asking) free_proxy(proxy);
}
static const struct api_sink SINK = {.message = on_message, .end = on_end};

struct proxy *proxy_ask(struct api *api, const struct proxy_asked *asked, proxy_answered *answered,
                        void *user) {
    const struct api_rpc *rpc = api_rpc_at(asked->path);
    char bearer[128];
    snprintf(bearer, sizeof bearer, "Bearer %.*s", (int)(asked->guid.len < 100 ? asked->guid.len : 100),
             asked->guid.at ? asked->guid.at : "");
    struct text authorization = text_of(bearer);
    if (!api) return plain(answered, user, 502, "This robot cannot be reached.\n"), NULL;
    if (!rpc) return plain(answered, user, 404, "Not Found\n"), NULL;
    if (rpc->stream != API_UNARY)
        return plain(answered, user, 403, "There are no streams over Bluetooth.\n"), NULL;
    if (!api_allows(api, rpc, &authorization, 1)) {
        refuse(answered, user, API_UNAUTHENTICATED,
               "This robot does not know you: the call needs its token.");
        return NULL;
    }
    struct proxy *proxy = calloc(1, sizeof *proxy);
    if (proxy) *proxy = (struct proxy){.answered = answered, .user = user, .asking = true};
    if (proxy) proxy->call = api_begin(api, rpc, &SINK, proxy);
    if (!proxy || !proxy->call) {
        free(proxy);
        return plain(answered, user, 503, "Too many calls at once.\n"), NULL;
    }
    api_request(proxy->call, API_JSON, asked->json);
    proxy->asking = false;
    if (!proxy->over) return proxy;
    free_proxy(proxy);
    return NULL;
}

void proxy_drop(struct proxy *proxy) {
    if (!proxy) return;
    api_cancel(proxy->call);
    free_proxy(proxy);
}
