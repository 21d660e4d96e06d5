// Callers that mean no good, or do not know better: readers of JSON streams that do not read, tokens said
// twice, and more calls than anybody needs. Others are answered, and the life does not notice.
#include "door/sdk_rig.h"

#include "api/api_internal.h"
#include "door/sdk/sdk_internal.h"
#include "net/h2.h"
#include "net/stream.h"

enum { PATIENCE = 30000, CALLS = 3000 };

// ----------------------------------------------------------------------------------- a slow reader of JSON
struct taker {
    struct rig *rig;
    struct stream *stream;
    struct h2 *h2; // NULL: HTTP/1.1
    struct h2_stream *asked;
    bool reads, gone;
    size_t owed; // taken and not paid back to the window
    struct buf heard;
};

static void on_data(void *user, struct h2_stream *stream, const uint8_t *bytes, size_t len) {
    struct taker *r = user;
    buf_bytes(&r->heard, bytes, len);
    if (r->reads)
        h2_took(stream, len);
    else
        r->owed += len;
}
static void on_over(void *user, struct h2_stream *stream) { ((struct taker *)user)->gone = true; }
static void on_stream_gone(void *user, struct h2_stream *stream, uint32_t code) {
    struct taker *r = user;
    r->asked = NULL;
    r->gone = true;
}
static const struct h2_class ASKED = {.data = on_data, .ended = on_over, .gone = on_stream_gone};

// The slow one asks for words as well; of those there are many.
enum { WORDS = 1500, A_TICK = 20 };
static const char PATH[] = "/v1/event_stream?white_list.list=robot_state&white_list.list=user_intent";
static void talk(struct rig *rig) {
    static char words[WORDS + 1];
    Vector__UserIntent intent;
    Vector__Event event = VECTOR__EVENT__INIT;
    vector__user_intent__init(&intent);
    memset(words, 'a', WORDS);
    intent.json_data = words;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_USER_INTENT;
    event.user_intent = &intent;
    for (int i = 0; i < A_TICK; i++) events_tell(rig->sdk->api, &event);
    live(rig);
}
static void listen_to_states(struct rig *rig, struct grpc_client *client, struct listener *listener) {
    static const char STATES[] = "\n\x0d\n\x0brobot_state"; // white_list {list: "robot_state"}
    struct grpc_call *call = grpc_begin(client, API_SERVICE "EventStream", rig->token, 0, &READ, listener);
    assert_non_null(call);
    fine(grpc_send(call, STATES, sizeof STATES - 1));
    grpc_half(call);
}
static void on_open(void *user) {
    struct taker *r = user;
    if (r->h2) {
        r->asked = h2_ask(r->h2, "GET", identity_name(r->rig->identity), PATH, r->rig->token, &ASKED, r);
        assert_non_null(r->asked);
        h2_end(r->asked, NULL);
        assert_true(stream_pump(r->stream, r->h2));
        return;
    }
    char head[300];
    snprintf(head, sizeof head, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", PATH,
             identity_name(r->rig->identity), r->rig->guid);
    stream_send(r->stream, head, strlen(head));
    stream_flush(r->stream);
}
static size_t on_bytes(void *user, const uint8_t *bytes, size_t len) {
    struct taker *r = user;
    if (r->h2) {
        assert_int_equal(h2_take(r->h2, bytes, len, NULL), ERR_NONE);
        assert_true(stream_pump(r->stream, r->h2));
    } else if (r->reads || !r->heard.len) { // the first of it, and then nothing
        buf_bytes(&r->heard, bytes, len);
    } else {
        return 0;
    }
    return len;
}
static void on_closed(void *user) {
    struct taker *r = user;
    r->stream = NULL;
    r->gone = true;
}
static const struct stream_class READER = {.open = on_open, .bytes = on_bytes, .gone = on_closed};

static void read_on(struct taker *r) {
    r->reads = true;
    if (r->h2 && r->asked) {
        h2_took(r->asked, r->owed);
        assert_true(stream_pump(r->stream, r->h2));
    } else if (!r->h2) {
        stream_resume(r->stream);
    }
}

static bool is_over(const struct taker *r) {
    return r->gone || (!r->h2 && memmem(r->heard.at, r->heard.len, "\r\n0\r\n\r\n", 7));
}

// Each line is whole; the last one says why.
static void check_lines(struct taker *r) {
    buf_byte(&r->heard, 0);
    const char *text = strstr((const char *)r->heard.at, "{\"result\":");
    unsigned lines = 0;
    assert_non_null(text);
    const char *why = strstr(text, "{\"error\":{\"grpc_code\":13,\"http_code\":500,");
    assert_non_null(why);
    assert_non_null(strstr(why, "the client takes too little of what is sent"));
    for (const char *at = text; at < why && (at = strstr(at, "{\"result\":")); at += 10) lines++;
    const char *ends = text;
    for (unsigned i = 0; i < lines; i++, ends++) assert_non_null(ends = strstr(ends, "}}}\n"));
    assert_true(lines > 300);
    assert_true(ends <= why);
}

static void a_slow_reader_of_json_loses_only_itself(void **state) {
    for (int version = 1; version <= 2; version++) {
        struct rig rig;
        struct taker slow = {.rig = &rig};
        struct listener quick = {0};
        start(&rig);
        struct tls_context *tls = tls_client(identity_certificate(rig.identity), &fault);
        assert_non_null(tls);
        tls_speak(tls, version == 2 ? "h2" : "http/1.1");
        if (version == 2) assert_non_null(slow.h2 = h2_new(&(struct h2_config){.user = &slow}));
        slow.stream = stream_dial(rig.loop, "127.0.0.1", sdk_port(rig.sdk), tls, identity_name(rig.identity),
                                  &READER, &slow);
        struct grpc_client *client = dial(&rig);
        listen_to_states(&rig, client, &quick);
        // Until what waits for the slow one is more than is kept.
        for (int i = 0; i < PATIENCE && rig.sdk->api->call_count < 2; i++) live(&rig);
        for (int i = 0; i < PATIENCE && rig.sdk->api->call_count > 1; i++) talk(&rig);
        assert_int_equal(rig.sdk->api->call_count, 1);
        read_on(&slow);
        for (int i = 0; i < PATIENCE && !is_over(&slow); i++) live(&rig);
        check_lines(&slow);
        assert_int_equal(quick.gone, 0);
        unsigned before = quick.messages;
        for (int i = 0; i < PATIENCE && quick.messages < before + 5; i++) live(&rig);
        assert_true(quick.messages >= before + 5);
        grpc_client_free(client);
        if (slow.stream) stream_close(slow.stream, false);
        for (int i = 0; i < 5; i++) live(&rig);
        h2_free(slow.h2);
        tls_context_free(tls);
        buf_free(&slow.heard);
        stop(&rig);
    }
}

// ------------------------------------------------------------------------------------------------ tokens
static void a_token_is_said_once(void **state) {
    struct rig rig;
    char twice[200], wrong[200], name[64];
    start(&rig);
    snprintf(twice, sizeof twice, "%s%s", rig.token, rig.token);
    snprintf(wrong, sizeof wrong, "%sauthorization: Bearer AAAAAAAAAAAAAAAAAAAAAA==\n", rig.token);
    snprintf(name, sizeof name, "authorization: %s\n", rig.guid);
    const struct {
        const char *metadata;
        enum grpc_status status;
    } ROWS[] = {{rig.token, GRPC_OK},
                {twice, GRPC_UNAUTHENTICATED},
                {wrong, GRPC_UNAUTHENTICATED},
                {name, GRPC_UNAUTHENTICATED},
                {NULL, GRPC_UNAUTHENTICATED}};
    struct grpc_client *client = dial(&rig);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        struct listener it = {0};
        struct grpc_call *call =
            grpc_begin(client, API_SERVICE "BatteryState", ROWS[i].metadata, 0, &READ, &it);
        grpc_send(call, NULL, 0), grpc_half(call);
        for (int k = 0; k < PATIENCE && !it.gone; k++) live(&rig);
        assert_int_equal(it.gone, 1);
        assert_int_equal(it.status, ROWS[i].status);
        assert_int_equal(it.messages, ROWS[i].status == GRPC_OK);
    }
    grpc_client_free(client);
    live(&rig);
    stop(&rig);
}

// What it sees, hears and keeps, and who moves it, is nobody's who does not know the token: of all calls only
// the one that asks for a token is made.
static void without_a_token_only_a_token_is_asked_for(void **state) {
    struct rig rig;
    size_t count;
    const struct api_rpc *calls = api_rpcs(&count);
    start(&rig);
    struct grpc_client *client = dial(&rig);
    for (size_t i = 0; i < count; i++) {
        struct listener it = {0};
        char path[128];
        snprintf(path, sizeof path, API_SERVICE "%s", calls[i].name);
        struct grpc_call *call = grpc_begin(client, path, NULL, 0, &READ, &it);
        grpc_send(call, NULL, 0), grpc_half(call);
        for (int k = 0; k < PATIENCE && !it.gone; k++) live(&rig);
        assert_int_equal(it.gone, 1);
        bool open = !strcmp(calls[i].name, "UserAuthentication");
        if ((it.status != GRPC_UNAUTHENTICATED) != open || it.messages != open)
            fail_msg("%s: %d, %u messages", calls[i].name, (int)it.status, it.messages);
    }
    assert_true(count > 60);
    grpc_client_free(client);
    live(&rig);
    stop(&rig);
}

// ------------------------------------------------------------------------------------------------ floods

// One program calls without end, another asks now and then. All are answered; the life is as without them.
static uint64_t life_of(unsigned calls) {
    struct rig rig;
    static struct listener flood[CALLS], one;
    start(&rig);
    struct grpc_client *wild = dial(&rig), *calm = dial(&rig);
    unsigned begun = 0, answered = 0;
    memset(flood, 0, sizeof flood);
    for (int tick = 0; tick < 300; tick++) {
        for (unsigned k = 0; k < 50 && begun < calls; k++, begun++)
            ask_for(&rig, wild, begun % 2 ? "BatteryState" : "PullJdocs", &READ, &flood[begun]);
        if (calls && tick % 30 == 5)
            memset(&one, 0, sizeof one), ask_for(&rig, calm, "VersionState", &READ, &one);
        live(&rig);
        for (int i = 0; i < PATIENCE && calls && tick % 30 == 29 && !one.gone; i++) loop_once(rig.loop, 1000);
        if (calls && tick % 30 == 29) assert_true(one.gone == 1 && one.status == GRPC_OK);
    }
    uint64_t hash = run_hash(rig.thin.run);
    for (unsigned i = 0; i < PATIENCE && calls && answered < calls; i++) {
        live(&rig);
        for (answered = 0; answered < calls && flood[answered].gone; answered++)
            assert_int_equal(flood[answered].status, GRPC_OK);
    }
    assert_int_equal(answered, calls);
    grpc_client_free(wild), grpc_client_free(calm);
    live(&rig);
    stop(&rig);
    return hash;
}
static void a_flood_of_calls_changes_no_life(void **state) { assert_true(life_of(0) == life_of(CALLS)); }

TESTS(cmocka_unit_test(a_slow_reader_of_json_loses_only_itself), cmocka_unit_test(a_token_is_said_once),
      cmocka_unit_test(without_a_token_only_a_token_is_asked_for),
      cmocka_unit_test(a_flood_of_calls_changes_no_life))
