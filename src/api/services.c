// What stands for services that this robot does not have yet, or never will: the cloud, Alexa, updates, the
// log's upload, attention transfer. Each answers as a robot does whose service has nothing for it.
#include "api/api_internal.h"

#include "base/hash.h"
#include "mind/intent/intent.h"

#include <string.h>

enum { SECOND_US = 1000000, CODE_LENGTH = 6 };

// ------------------------------------------------------------------------------------------------ the cloud
void api_check_cloud_connection(struct api_call *call, const void *request) {
    (void)request;
    enum { SOON_MOST = 1, SOON_US = 10 * SECOND_US, LATER_MOST = 3, LATER_US = 20 * SECOND_US };
    struct services *s = &call->api->services;
    int64_t now = call->api->air_us;
    bool soon = rate_has(&s->cloud[0], SOON_MOST, SOON_US, now),
         later = rate_has(&s->cloud[1], LATER_MOST, LATER_US, now);
    bool fresh = soon && later;
    Vector__CheckCloudResponse *reply =
        api_new_reply(call, fresh || s->cloud_known ? STATUS_DONE : STATUS_UNKNOWN);
    if (!reply) return;
    if (fresh) s->cloud[0].left--, s->cloud[1].left--, s->cloud_known = true;
    if (s->cloud_known) {
        reply->code = VECTOR__CHECK_CLOUD_RESPONSE__CONNECTION_CODE__BAD_CONNECTIVITY;
        if (!(reply->status_message = api_text(call, TEXT("no cloud is connected")))) return;
    }
    api_reply(call, reply);
}

void api_upload_debug_logs(struct api_call *call, const void *request) {
    (void)request;
    enum { SOON_MOST = 1, SOON_US = 60 * SECOND_US, LATER_MOST = 3 };
    const int64_t LATER_US = INT64_C(1200) * SECOND_US;
    struct services *s = &call->api->services;
    int64_t now = call->api->air_us;
    bool soon = rate_has(&s->logs[0], SOON_MOST, SOON_US, now),
         later = rate_has(&s->logs[1], LATER_MOST, LATER_US, now);
    if (!soon || !later) return api_end(call, API_RESOURCE_EXHAUSTED, "logs were uploaded just now");
    s->logs[0].left--, s->logs[1].left--;
    api_done(call, STATUS_OK); // there is nowhere to upload them to, and no url
}

// ---------------------------------------------------------------------------------------- attention transfer
// Off as it is built; then there never is one.
static void fill_attention(struct api *api, Vector__AttentionTransfer *out) {
    struct life_view view = {0};
    vector__attention_transfer__init(out);
    out->reason = (Vector__AttentionTransferReason)api->services.attention;
    if (api_view(api, &view) && view.time_us > api->services.attention_us)
        out->seconds_ago = (float)(view.time_us - api->services.attention_us) * 1e-6f;
}

void attention_heard(struct api *api, const struct life_event *event) {
    if (event->kind != LIFE_EVENT_KIND_INTENT || event->subject != intent_number(TEXT("unmatched_intent")))
        return;
    if (!api_feature(api, "AttentionTransfer")) return;
    Vector__AttentionTransfer attention;
    Vector__Event told = VECTOR__EVENT__INIT;
    api->services.attention = VECTOR__ATTENTION_TRANSFER_REASON__UnmatchedIntent;
    api->services.attention_us = event->time_us;
    fill_attention(api, &attention);
    told.event_type_case = VECTOR__EVENT__EVENT_TYPE_ATTENTION_TRANSFER;
    told.attention_transfer = &attention;
    events_tell(api, &told);
}

void api_get_latest_attention_transfer(struct api_call *call, const void *request) {
    (void)request;
    Vector__LatestAttentionTransferResponse *reply = api_new_reply(call, STATUS_DONE);
    Vector__LatestAttentionTransfer latest;
    Vector__AttentionTransfer attention;
    if (!reply) return;
    vector__latest_attention_transfer__init(&latest);
    fill_attention(call->api, &attention);
    latest.oneof_message_type_case = VECTOR__LATEST_ATTENTION_TRANSFER__ONEOF_MESSAGE_TYPE_ATTENTION_TRANSFER;
    latest.attention_transfer = &attention;
    if (call->api->services.attention) reply->latest_attention_transfer = &latest;
    api_reply(call, reply);
}

// ------------------------------------------------------------------------------------------------ Alexa
static void alexa_say(struct api *api) {
    Vector__AlexaAuthEvent said;
    Vector__Event event = VECTOR__EVENT__INIT;
    vector__alexa_auth_event__init(&said);
    said.auth_state = (Vector__AlexaAuthState)api->services.alexa;
    said.extra = api->services.alexa_code;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ALEXA_AUTH_EVENT;
    event.alexa_auth_event = &said;
    events_tell(api, &event);
}

static void alexa_is(struct api *api, uint8_t state, int64_t next_us) {
    struct services *s = &api->services;
    s->alexa = state;
    s->alexa_us = next_us;
    s->alexa_code[0] = 0;
    if (state == VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_WAITING_FOR_CODE) {
        static const char LETTERS[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        uint64_t hash = hash64(0, &api->air_us, sizeof api->air_us);
        for (int i = 0; i < CODE_LENGTH; i++, hash >>= 5) s->alexa_code[i] = LETTERS[hash & 31];
        s->alexa_code[CODE_LENGTH] = 0;
    }
    alexa_say(api);
}

void api_alexa_opt_in(struct api_call *call, const void *message) {
    const Vector__AlexaOptInRequest *r = message;
    struct api *api = call->api;
    uint8_t now = api->services.alexa;
    bool out = now <= VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_UNINITIALIZED;
    if (r->opt_in && out)
        alexa_is(api, VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_REQUESTING_AUTH, api->air_us + SECOND_US);
    if (!r->opt_in && !out) alexa_is(api, VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_UNINITIALIZED, 0);
    api_done(call, STATUS_ACK);
}

void api_get_alexa_auth_state(struct api_call *call, const void *request) {
    (void)request;
    const struct services *s = &call->api->services;
    Vector__AlexaAuthStateResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    reply->auth_state =
        s->alexa ? (Vector__AlexaAuthState)s->alexa : VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_UNINITIALIZED;
    if ((reply->extra = api_text(call, text_of(s->alexa_code)))) api_reply(call, reply);
}

static void alexa_turn(struct api *api) {
    enum { CODE_US = 5 * SECOND_US };
    const struct services *s = &api->services;
    if (!s->alexa_us || api->air_us < s->alexa_us) return;
    if (s->alexa == VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_REQUESTING_AUTH)
        alexa_is(api, VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_WAITING_FOR_CODE, api->air_us + CODE_US);
    else
        alexa_is(api, VECTOR__ALEXA_AUTH_STATE__ALEXA_AUTH_AUTHORIZED, 0); // as if the code had been typed
}

// ------------------------------------------------------------------------------------------------ updates
// The updater looks for two seconds and finds nothing.
static void fill_update(const struct api *api, Vector__CheckUpdateStatusResponse *out) {
    bool running = api->services.update_us != 0;
    out->update_status = running ? VECTOR__CHECK_UPDATE_STATUS_RESPONSE__UPDATE_STATUS__IN_PROGRESS_STARTING
                                 : VECTOR__CHECK_UPDATE_STATUS_RESPONSE__UPDATE_STATUS__NO_UPDATE;
    out->expected = out->progress = -1;
    out->exit_code = running ? -1 : 0;
}

void api_check_update_status(struct api_call *call, const void *request) {
    (void)request;
    Vector__CheckUpdateStatusResponse *reply = api_new_reply(call, STATUS_OK);
    if (!reply) return;
    fill_update(call->api, reply);
    api_reply(call, reply);
}

void api_start_update_engine(struct api_call *call, const void *request) {
    (void)request;
    enum { LOOK_US = 2 * SECOND_US };
    struct services *s = &call->api->services;
    if (!s->update_us) s->update_us = call->api->air_us + LOOK_US; // it is left alone while it runs
    s->update_events = 0;
    s->update_event_us = call->api->air_us;
    Vector__CheckUpdateStatusResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    fill_update(call->api, reply);
    api_reply(call, reply);
}

void api_update_and_restart(struct api_call *call, const void *request) {
    (void)request;
    api_done(call, STATUS_NOT_FOUND); // nothing waits to be started
}

// Every two seconds while somebody leads, at least twice, until the updater has ended.
static void update_turn(struct api *api) {
    enum { EVERY_US = 2 * SECOND_US, WAIT_US = 2500000, LEAST = 2 };
    struct services *s = &api->services;
    if (s->update_us && api->air_us >= s->update_us) s->update_us = 0;
    if (!s->update_event_us || api->air_us < s->update_event_us) return;
    if (!events_primary(api)) {
        if (api->air_us >= s->update_event_us + WAIT_US) s->update_event_us = 0;
        return;
    }
    Vector__CheckUpdateStatusResponse update;
    Vector__Event event = VECTOR__EVENT__INIT;
    vector__check_update_status_response__init(&update);
    fill_update(api, &update);
    update.progress = 0, update.expected = 1; // until both are known
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_CHECK_UPDATE_STATUS_RESPONSE;
    event.check_update_status_response = &update;
    events_tell(api, &event);
    bool over = ++s->update_events >= LEAST && !s->update_us;
    s->update_event_us = over ? 0 : api->air_us + EVERY_US;
}

void services_turn(struct api *api) {
    alexa_turn(api);
    update_turn(api);
}
