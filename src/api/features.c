// Feature flags: what a robot is built with, and what somebody switched (store/features.h).
#include "api/api_internal.h"

#include <string.h>

bool api_feature(const struct api *api, const char *name) {
    return feature_is_on(feature_named(text_of(name)), &api->switches);
}

void api_get_feature_flag(struct api_call *call, const void *message) {
    const Vector__FeatureFlagRequest *r = message;
    const struct feature *feature = feature_named(text_of(r->feature_name));
    Vector__FeatureFlagResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    reply->valid_feature = feature != NULL;
    reply->feature_enabled = feature_is_on(feature, &call->api->switches);
    api_reply(call, reply);
}

static bool asked_for(const Vector__FeatureFlagListRequest *r, const char *name) {
    bool all = r->n_request_list == 0;
    for (size_t i = 0; !all && i < r->n_request_list; i++) all = strcmp(r->request_list[i], name) == 0;
    return all;
}

void api_get_feature_flag_list(struct api_call *call, const void *message) {
    size_t count;
    const struct feature *all = features(&count);
    Vector__FeatureFlagListResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    reply->list = arena_array(call->api->arena, char *, count);
    if (!reply->list) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    for (size_t i = 0; i < count; i++) {
        if (!asked_for(message, all[i].name)) continue;
        if (!(reply->list[reply->n_list] = api_text(call, text_of(all[i].name)))) return;
        reply->n_list++;
    }
    api_reply(call, reply);
}
