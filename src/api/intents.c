// Intents that an app sends in place of a voice, and those that the robot hears. The robot says whose they
// are: under behaviour control a program hears of them, otherwise the robot acts by them.
#include "api/api_internal.h"

#include "base/data/json.h"
#include "mind/intent/intent.h"
#include "robot/robot.h"
#include "schema/life.h"

#include <stdio.h>
#include <string.h>

static void put(struct life_intent *out, struct text key, struct text words) {
    if (out->values_count == sizeof out->values / sizeof *out->values) return;
    struct life_intent_value *value = &out->values[out->values_count++];
    text_copy(key, value->key, sizeof value->key);
    text_copy(words, value->value, sizeof value->value);
}

// A parameter that is a JSON object has the values by their names.
static bool read_values(struct api *api, const char *param, struct life_intent *out) {
    struct json *values;
    if (param[0] != '{' || json_parse(text_of(param), "param", api->arena, NULL, &values, NULL)) return false;
    for (const struct json *one = values->first; one; one = one->next) {
        bool flag = one->kind == JSON_BOOL;
        if (flag || one->kind == JSON_TEXT || one->kind == JSON_NUMBER)
            put(out, one->key, flag ? text_of(one->boolean ? "true" : "false") : one->text);
    }
    return true;
}

// What the intent is about. A timer's length is the length of the parameter, whatever it says; what is no
// object is the one thing that the intent needs, such as a name.
static void parameters(struct api *api, const Vector__AppIntentRequest *r, struct life_intent *out) {
    char seconds[24];
    if (strcmp(r->intent, "intent_clock_settimer") == 0) {
        snprintf(seconds, sizeof seconds, "%zu", strlen(r->param));
        put(out, TEXT("time_in_seconds"), text_of(seconds));
    } else if (r->param[0] && !read_values(api, r->param, out)) {
        put(out, TEXT("param"), text_of(r->param));
    }
}

static void tell_program(struct api *api, uint32_t number) {
    char json[INTENT_JSON];
    uint32_t last;
    Vector__UserIntent intent;
    Vector__Event event = VECTOR__EVENT__INIT;
    int id = intent_sdk_id(number);
    if (id < 0 || !api_robot(api) || !robot_intent(api_robot(api), &last, json, sizeof json)) return;
    vector__user_intent__init(&intent);
    intent.intent_id = (uint32_t)id;
    intent.json_data = json;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_USER_INTENT;
    event.user_intent = &intent;
    events_tell(api, &event);
}

static void tell_status(struct api *api, const char *name, bool app) {
    Vector__FeatureStatus feature;
    Vector__Status status = VECTOR__STATUS__INIT;
    Vector__TimeStampedStatus stamped = VECTOR__TIME_STAMPED_STATUS__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    char source[8];
    snprintf(source, sizeof source, "%s", app ? "App" : "Voice");
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

static void tell_wake_word(struct api *api, bool over, uint32_t number) {
    char json[INTENT_JSON] = "";
    uint32_t last;
    Vector__WakeWord wake = VECTOR__WAKE_WORD__INIT;
    Vector__WakeWordBegin begin = VECTOR__WAKE_WORD_BEGIN__INIT;
    Vector__WakeWordEnd end;
    Vector__Event event = VECTOR__EVENT__INIT;
    vector__wake_word_end__init(&end);
    wake.wake_word_type_case = over ? VECTOR__WAKE_WORD__WAKE_WORD_TYPE_WAKE_WORD_END
                                    : VECTOR__WAKE_WORD__WAKE_WORD_TYPE_WAKE_WORD_BEGIN;
    if (over && number && api_robot(api)) robot_intent(api_robot(api), &last, json, sizeof json);
    end.intent_heard = number != 0;
    end.intent_json = json;
    if (over)
        wake.wake_word_end = &end;
    else
        wake.wake_word_begin = &begin;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_WAKE_WORD;
    event.wake_word = &wake;
    events_tell(api, &event);
}

void intents_heard(struct api *api, const struct life_event *event) {
    const char *name = intent_name(event->subject);
    bool app = (int)event->numbers[0] == LIFE_INTENT_SOURCE_APP, theirs = event->numbers[1] > 0;
    if (event->kind == LIFE_EVENT_KIND_WAKE_WORD) tell_wake_word(api, false, 0);
    if (event->kind == LIFE_EVENT_KIND_WAKE_WORD_OVER) tell_wake_word(api, true, event->subject);
    if (event->kind == LIFE_EVENT_KIND_INTENT && theirs) tell_program(api, event->subject);
    if (event->kind == LIFE_EVENT_KIND_INTENT_BEGUN && name) tell_status(api, name, app);
}

// The spelling of an older document is understood, too.
void api_app_intent(struct api_call *call, const void *message) {
    const Vector__AppIntentRequest *r = message;
    struct life_message m = {.kind = LIFE_INTENT, .intent = {.source = LIFE_INTENT_SOURCE_APP}};
    bool older = strcmp(r->intent, "intent_meet_vector") == 0;
    text_copy(text_of(older ? "intent_meet_victor" : r->intent), m.intent.intent, sizeof m.intent.intent);
    parameters(call->api, r, &m.intent);
    api_tell(call->api, &m);
    api_done(call, STATUS_ACK);
}
