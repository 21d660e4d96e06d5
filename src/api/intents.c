// Intents that an app sends in place of a voice. Under behaviour control a program hears of them; otherwise
// they wait for the robot to act by them.
#include "api/api_internal.h"

#include "store/features.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *app, *name, *feature; // feature NULL: none switches it off
    int8_t id;                        // as programs are told it; below 0: it has none, and they are not told
} INTENTS[] = {
    {"explore_start", "explore_start", "Exploring", 2},
    {"intent_imperative_come", "imperative_come", NULL, 10},
    {"intent_imperative_dance", "imperative_dance", NULL, 11},
    {"intent_imperative_fetchcube", "imperative_fetchcube", "FetchCube", 12},
    {"intent_imperative_findcube", "imperative_findcube", "FindCube", 13},
    {"intent_imperative_lookatme", "imperative_lookatme", NULL, 14},
    {"intent_imperative_lookoverthere", "imperative_lookoverthere", "GazeDirection", -1},
    {"intent_imperative_quiet", "imperative_quiet", NULL, -1},
    {"intent_imperative_shutup", "imperative_shutup", NULL, -1},
    {"knowledge_question", "knowledge_question", "KnowledgeGraph", 27},
    {"knowledge_response", "knowledge_response", "KnowledgeGraph", -1},
    {"knowledge_unknown", "knowledge_unknown", "KnowledgeGraph", -1},
    {"intent_meet_victor", "meet_victor", NULL, -1},
    {"intent_message_playmessage", "message_playback", "Messaging", -1},
    {"intent_message_recordmessage", "message_record", "Messaging", -1},
    {"intent_names_ask", "names_ask", NULL, 28},
    {"intent_play_specific", "play_specific", NULL, -1},
    {"intent_clock_settimer", "set_timer", NULL, 38},
    {"intent_system_charger", "system_charger", NULL, -1},
    {"intent_system_sleep", "system_sleep", NULL, -1},
};

// What the intent is about, as JSON: a timer's length is the length of the parameter; a bare name is a name.
static void parameters(const char *app, const char *param, struct buf *out) {
    struct json_writer json = json_writer_of(out, 0);
    json_open(&json, '{');
    if (strcmp(app, "intent_clock_settimer") == 0) {
        json_key(&json, "time_in_seconds"), json_uint(&json, strlen(param));
    } else if (strcmp(app, "intent_meet_victor") == 0) {
        json_key(&json, "username"), json_string(&json, param);
    } else if (param[0]) {
        json_key(&json, "param"), json_string(&json, param);
    }
    json_close(&json, '}');
}

static void tell_program(struct api *api, int8_t id, const struct buf *json) {
    Vector__UserIntent intent;
    Vector__Event event = VECTOR__EVENT__INIT;
    vector__user_intent__init(&intent);
    intent.intent_id = (uint32_t)id;
    intent.json_data = (char *)json->at;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_USER_INTENT;
    event.user_intent = &intent;
    events_tell(api, &event);
}

static void tell_status(struct api *api, const char *name) {
    Vector__FeatureStatus feature;
    Vector__Status status = VECTOR__STATUS__INIT;
    Vector__TimeStampedStatus stamped = VECTOR__TIME_STAMPED_STATUS__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    char source[] = "App";
    vector__feature_status__init(&feature);
    feature.feature_name = (char *)(uintptr_t)name;
    feature.source = source;
    status.status_type_case = VECTOR__STATUS__STATUS_TYPE_FEATURE_STATUS;
    status.feature_status = &feature;
    stamped.status = &status;
    stamped.timestamp_utc = (uint32_t)(api->unix_us / 1000000);
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_TIME_STAMPED_STATUS;
    event.time_stamped_status = &stamped;
    events_tell(api, &event);
}

void api_app_intent(struct api_call *call, const void *message) {
    const Vector__AppIntentRequest *r = message;
    struct api *api = call->api;
    size_t i = 0, count = sizeof INTENTS / sizeof *INTENTS;
    while (i < count && strcmp(INTENTS[i].app, r->intent) != 0) i++;
    const struct feature *feature =
        i < count && INTENTS[i].feature ? feature_named(text_of(INTENTS[i].feature)) : NULL;
    bool honoured = i < count && (!feature || feature->on);
    struct buf json = {0};
    if (honoured) parameters(r->intent, r->param, &json);
    if (honoured && !json.err) {
        bool theirs = control_held(api);
        if (theirs && INTENTS[i].id >= 0) tell_program(api, INTENTS[i].id, &json);
        if (!theirs) tell_status(api, INTENTS[i].name);
    }
    buf_free(&json);
    api_done(call, STATUS_ACK);
}
