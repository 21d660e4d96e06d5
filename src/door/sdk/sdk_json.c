// Calls that come as JSON, in HTTP/1.1 or 2: one reply, or a line for each message of a stream.
#include "door/sdk/sdk_internal.h"

#include "base/data/json.h"

#include <string.h>

enum { STREAM_WAITING_MAX = 1 << 20, PICTURE_WAITING_MAX = 1 };

static const char JSON[] = "application/json", PLAIN[] = "text/plain; charset=utf-8";
static const char NO_STORE[] = "Cache-Control: no-store\r\n";

static void reply_plain(struct http_call *http, unsigned status, const char *words) {
    http_reply(http, status, PLAIN, words, strlen(words), NO_STORE);
}

// Of a stream it is {"error": {"grpc_code", …}}.
static void print_error(const struct sdk_call *call, enum api_status status, const char *words,
                        struct buf *out) {
    if (!call->rpc || call->rpc->stream == API_UNARY) return api_print_error(status, words, out);
    struct json_writer w = json_writer_of(out, 0);
    json_open(&w, '{');
    json_key(&w, "error"), json_open(&w, '{');
    json_key(&w, "grpc_code"), json_number(&w, status);
    json_key(&w, "http_code"), json_number(&w, api_http_status(status));
    json_key(&w, "message"), json_string(&w, words);
    json_key(&w, "http_status"), json_string(&w, http_status_words(api_http_status(status)));
    json_key(&w, "details"), json_open(&w, '['), json_close(&w, ']');
    json_close(&w, '}'), json_close(&w, '}');
    buf_byte(out, '\n');
}

static void end(struct sdk_call *call, enum api_status status, const char *words) {
    struct buf out = {0};
    call->over = true;
    if (call->began) { // a stream: its last line says why, if there is a why
        if (status) print_error(call, status, words, &out);
        if (status) http_piece(call->http, out.at, out.len);
        http_end(call->http);
    } else if (status) {
        print_error(call, status, words, &out);
        http_reply(call->http, api_http_status(status), JSON, out.at, out.len, NO_STORE);
    } else if (call->rpc->stream != API_UNARY) { // a stream without a message
        http_reply(call->http, 200, JSON, "", 0, NO_STORE);
    } else {
        end(call, API_INTERNAL, "the call was not answered");
    }
    buf_free(&out);
}

static void hang_up(struct sdk_call *call, const char *words) {
    struct api_call *api = call->api;
    call->api = NULL;
    if (api) api_cancel(api);
    end(call, API_INTERNAL, words);
}

static void send(struct sdk_call *call, struct api_packet *packet) {
    struct text json = api_packet_bytes(packet, API_JSON);
    if (!json.at) {
        hang_up(call, "no memory for the message");
    } else if (call->rpc->stream == API_UNARY) {
        call->began = true;
        http_reply(call->http, 200, JSON, json.at, json.len, NO_STORE); // with it the call may be gone
    } else {
        struct buf line = {0};
        if (!call->began) http_begin(call->http, 200, JSON, NO_STORE);
        call->began = true;
        buf_text(&line, "{\"result\":");
        buf_bytes(&line, json.at, json.len);
        buf_text(&line, "}\n");
        http_piece(call->http, line.at, line.len);
        buf_free(&line);
    }
}

static void on_message(void *user, struct api_packet *packet) {
    struct sdk_call *call = user;
    size_t waiting = http_waiting(call->http);
    enum api_kind kind = api_packet_kind(packet);
    if (call->over) return;
    if (waiting && (kind == API_PICTURE || kind == API_MAP))
        sdk_call_keep(call, packet);
    else if (waiting > STREAM_WAITING_MAX && kind == API_SOUND)
        return; // a whole group
    else if (waiting > STREAM_WAITING_MAX)
        hang_up(call, "the client takes too little of what is sent");
    else
        send(call, packet);
}

static void on_end(void *user, enum api_status status, const char *words) {
    struct sdk_call *call = user;
    call->api = NULL;
    if (call->over) return;
    if (call->rpc->stream == API_UNARY && call->began && !status)
        call->over = true;
    else
        end(call, status, words);
}
static const struct api_sink SINK = {.message = on_message, .end = on_end};

static void room(void *user, struct http_call *http) {
    (void)http;
    struct sdk_call *call = user;
    struct api_packet *packet = sdk_call_newest(call);
    if (packet && !call->over) send(call, packet);
    api_packet_drop(packet);
}
static void gone(void *user, struct http_call *http) {
    (void)http;
    sdk_call_free(user);
}
static const struct http_class CALL = {.room = room, .gone = gone};

static struct text query_of(const struct http_call *http) {
    struct text url = http_url(http), path;
    return text_split(&url, '?', &path) ? url : TEXT("");
}

static void begin(struct sdk *sdk, const struct api_rpc *rpc, struct http_call *http, bool query) {
    struct sdk_call *call = sdk_call_new(sdk, rpc);
    if (call) call->api = api_begin(sdk->api, rpc, &SINK, call);
    if (!call || !call->api) {
        if (call) sdk_call_free(call);
        reply_plain(http, 503, "Too many calls at once.\n");
        return;
    }
    call->http = http;
    http_later(http, &CALL, call);
    struct api_call *api = call->api;
    for (int i = 0; i < API_HEADER_COUNT; i++)
        api_header(api, (enum api_header)i, http_header(http, API_HEADERS[i]));
    if (query)
        api_query(api, query_of(http));
    else
        api_request(api, API_JSON, http_body(http));
    if (call->api && rpc->stream == API_BOTH) api_half_close(call->api);
}

void sdk_called_json(void *user, struct http_call *http) {
    struct sdk *sdk = user;
    const struct api_rpc *rpc = api_rpc_at(http_path(http));
    bool get = text_is(http_method(http), "GET"), post = text_is(http_method(http), "POST");
    struct text token = http_header(http, "Authorization");
    if (!sdk->api) {
        reply_plain(http, 503, "This robot is being switched off.\n");
    } else if (!rpc) {
        reply_plain(http, 404, "Not Found\n");
    } else if (!post && !(get && rpc->get)) {
        reply_plain(http, 405, "Method Not Allowed\n");
    } else if (!api_allows(sdk->api, rpc, &token, http_header_count(http, "Authorization"))) {
        struct sdk_call nobody = {.rpc = rpc, .http = http};
        end(&nobody, API_UNAUTHENTICATED, "This robot does not know you: the call needs its token.");
    } else {
        begin(sdk, rpc, http, get);
    }
}
