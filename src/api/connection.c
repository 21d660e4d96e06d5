// How programs come in: versions, what they say of themselves, tokens.
#include "api/api_internal.h"

#include "base/system/log.h"
#include "host/identity.h"

#include "critter/critter.h"

#include <stdio.h>
#include <string.h>

enum { PROTOCOL_MINIMUM = 0, PROTOCOL_CURRENT = 5 };

void api_protocol_version(struct api_call *call, const void *message) {
    const Vector__ProtocolVersionRequest *request = message;
    Vector__ProtocolVersionResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    bool fits = request->client_version >= PROTOCOL_MINIMUM && request->min_host_version <= PROTOCOL_CURRENT;
    reply->result = fits ? VECTOR__PROTOCOL_VERSION_RESPONSE__RESULT__SUCCESS
                         : VECTOR__PROTOCOL_VERSION_RESPONSE__RESULT__UNSUPPORTED;
    reply->host_version = PROTOCOL_CURRENT;
    api_reply(call, reply);
}

void api_sdk_initialization(struct api_call *call, const void *message) {
    const Vector__SDKInitializationRequest *request = message;
    log_info("api", "a program connects: SDK %.40s, %.40s %.40s, %.40s, %.40s", request->sdk_module_version,
             request->python_implementation, request->python_version, request->os_version,
             request->cpu_version);
    api_done(call, STATUS_ACK);
}

void api_version_state(struct api_call *call, const void *request) {
    (void)request;
    Vector__VersionStateResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    char words[64];
    snprintf(words, sizeof words, "%s-critter-%s",
             call->api->config.profile == API_FIRMWARE_1_8 ? "1.8.0" : "1.7.0", critter_version());
    if (!(reply->os_version = api_text(call, text_of(words)))) return;
    snprintf(words, sizeof words, "critter-%s", critter_version());
    if ((reply->engine_build_id = api_text(call, text_of(words)))) api_reply(call, reply);
}

// ------------------------------------------------------------------------------------------------ tokens
bool rate_has(struct rate *rate, unsigned most, int64_t each_us, int64_t now_us) {
    if (!rate->started) rate->started = true, rate->left = most, rate->at_us = now_us;
    int64_t more = (now_us - rate->at_us) / each_us;
    if (more > 0) {
        rate->left = more > most - rate->left ? most : rate->left + (unsigned)more;
        rate->at_us += more * each_us;
    }
    return rate->left > 0;
}

void api_user_authentication(struct api_call *call, const void *message) {
    const Vector__UserAuthenticationRequest *request = message;
    struct api *api = call->api;
    enum { SOON_MOST = 10, SOON_US = 10000000, LATER_MOST = 25, LATER_US = 600000000 };
    // Both must have one left: ten at once and one each 10 s; 25 at once and one each 10 minutes.
    bool soon = rate_has(&api->logins[0], SOON_MOST, SOON_US, api->air_us);
    bool later = rate_has(&api->logins[1], LATER_MOST, LATER_US, api->air_us);
    if (!soon || !later) return api_end(call, API_RESOURCE_EXHAUSTED, "too many tries: wait a little");
    api->logins[0].left--, api->logins[1].left--;
    Vector__UserAuthenticationResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    char guid[GUID_LENGTH + 1] = "";
    struct text session = {(const char *)request->user_session_id.data, request->user_session_id.len};
    struct text name = {(const char *)request->client_name.data, request->client_name.len};
    struct fault fault = {0};
    if (!name.at || !utf8_valid(name)) name = TEXT("");
    bool known = api->config.identity && session.at &&
                 !identity_redeem(api->config.identity, session, name, api->unix_us, guid, &fault);
    if (fault.err && fault.err != ERR_DENIED) log_warn("api", "a token could not be given: %s", fault.said);
    reply->code = known ? VECTOR__USER_AUTHENTICATION_RESPONSE__CODE__AUTHORIZED
                        : VECTOR__USER_AUTHENTICATION_RESPONSE__CODE__UNAUTHORIZED;
    char *copy = api_text(call, text_of(known ? guid : ""));
    if (!copy) return;
    reply->client_token_guid = (ProtobufCBinaryData){strlen(copy), (uint8_t *)copy};
    api_reply(call, reply);
}
