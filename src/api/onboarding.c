// How a new owner and a new robot get to know each other, as their app leads them through it. How far they
// came is a document.
#include "api/api_internal.h"

#include "base/system/log.h"
#include "store/store.h"

#include <stdio.h>

enum { CHARGE_SECONDS = 300, HUNDRED = 100 };

void onboarding_read(struct api *api) {
    struct arena *arena = arena_new(4 << 10);
    struct store_document document;
    int64_t stage = 0;
    bool there = arena && !store_read(documents_store(api->documents), "onboarding", arena, &document, NULL);
    if (there &&
        !json_get_int(document.body, "stage", 0, VECTOR__ONBOARDING_STAGES__DevDoNothing, &stage, NULL))
        api->onboarding.stage = (uint8_t)stage;
    arena_free(arena);
}

static void tell(struct api *api, Vector__Onboarding *onboarding) {
    Vector__Event event = VECTOR__EVENT__INIT;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_ONBOARDING;
    event.onboarding = onboarding;
    events_tell(api, &event);
}

static void stage_is(struct api *api, uint8_t stage) {
    struct fault fault = {0};
    char body[32];
    uint64_t version;
    if (api->onboarding.stage == stage) return;
    api->onboarding.stage = stage;
    snprintf(body, sizeof body, "{\"stage\": %u}", stage);
    if (store_write(documents_store(api->documents), "onboarding", text_of(body), &version, &fault))
        log_warn("api", "how far onboarding came could not be kept: %s", fault.said);
    Vector__OnboardingState state = VECTOR__ONBOARDING_STATE__INIT;
    Vector__Onboarding onboarding = VECTOR__ONBOARDING__INIT;
    state.stage = (Vector__OnboardingStages)stage;
    onboarding.onboarding_type_case = VECTOR__ONBOARDING__ONBOARDING_TYPE_ONBOARDING_STATE;
    onboarding.onboarding_state = &state;
    tell(api, &onboarding);
}

static void charge(const struct api *api, bool *on_charger, bool *needs, float *seconds) {
    const struct body_senses *senses = api_senses(api);
    *on_charger = senses && senses->status & BODY_STATUS_ON_CHARGER;
    *needs = senses && senses->power_count && senses->power[0].level == BODY_BATTERY_LEVEL_LOW;
    *seconds = *needs ? CHARGE_SECONDS : 0;
}

void api_get_onboarding_state(struct api_call *call, const void *request) {
    (void)request;
    Vector__OnboardingStateResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply || !(reply->onboarding_state = API_PART(call, onboarding_state))) return;
    reply->onboarding_state->stage = (Vector__OnboardingStages)call->api->onboarding.stage;
    api_reply(call, reply);
}

// ----------------------------------------------------------------------------------------- what the app says
static bool wake_up(struct api_call *call, Vector__OnboardingInputResponse *reply) {
    Vector__OnboardingWakeUpResponse *answer = API_PART(call, onboarding_wake_up_response);
    Vector__Onboarding1p0ChargingInfo *info = API_PART(call, onboarding1p0_charging_info);
    if (!answer || !info) return false;
    bool on, needs;
    charge(call->api, &on, &needs, &info->suggested_charger_time);
    info->on_charger = on, info->needs_to_charge = needs;
    answer->waking_up = true;
    answer->charging_info = info;
    reply->oneof_message_type_case =
        VECTOR__ONBOARDING_INPUT_RESPONSE__ONEOF_MESSAGE_TYPE_ONBOARDING_WAKE_UP_RESPONSE;
    reply->onboarding_wake_up_response = answer;
    call->api->onboarding.woken = true;
    return true;
}

static bool set_phase(struct api_call *call, int phase, Vector__OnboardingInputResponse *reply) {
    Vector__OnboardingSetPhaseResponse *answer = API_PART(call, onboarding_set_phase_response);
    if (!answer) return false;
    bool known =
        phase > VECTOR__ONBOARDING_PHASE__InvalidPhase && phase <= VECTOR__ONBOARDING_PHASE__TeachMeetVictor;
    if (known) call->api->onboarding.phase = (uint8_t)phase;
    answer->status = reply->status;
    answer->phase = (Vector__OnboardingPhase)phase;
    answer->phase_state = known ? VECTOR__ONBOARDING_PHASE_STATE__PhaseInProgress
                                : VECTOR__ONBOARDING_PHASE_STATE__PhaseInvalid;
    reply->oneof_message_type_case =
        VECTOR__ONBOARDING_INPUT_RESPONSE__ONEOF_MESSAGE_TYPE_ONBOARDING_SET_PHASE_RESPONSE;
    reply->onboarding_set_phase_response = answer;
    return true;
}

static bool progress(struct api_call *call, Vector__OnboardingInputResponse *reply) {
    Vector__OnboardingPhaseProgressResponse *answer = API_PART(call, onboarding_phase_progress_response);
    if (!answer) return false;
    bool complete = call->api->onboarding.stage == VECTOR__ONBOARDING_STAGES__Complete;
    answer->status = reply->status;
    answer->last_set_phase = (Vector__OnboardingPhase)call->api->onboarding.phase;
    answer->last_set_phase_state = complete ? VECTOR__ONBOARDING_PHASE_STATE__PhaseComplete
                                   : call->api->onboarding.phase
                                       ? VECTOR__ONBOARDING_PHASE_STATE__PhaseInProgress
                                       : VECTOR__ONBOARDING_PHASE_STATE__PhaseInvalid;
    answer->percent_completed = complete ? HUNDRED : 0;
    reply->oneof_message_type_case =
        VECTOR__ONBOARDING_INPUT_RESPONSE__ONEOF_MESSAGE_TYPE_ONBOARDING_PHASE_PROGRESS_RESPONSE;
    reply->onboarding_phase_progress_response = answer;
    return true;
}

static bool charge_info(struct api_call *call, Vector__OnboardingInputResponse *reply) {
    Vector__OnboardingChargeInfoResponse *answer = API_PART(call, onboarding_charge_info_response);
    if (!answer) return false;
    bool on, needs;
    charge(call->api, &on, &needs, &answer->required_charge_time);
    answer->status = reply->status;
    answer->on_charger = on, answer->needs_to_charge = needs;
    reply->oneof_message_type_case =
        VECTOR__ONBOARDING_INPUT_RESPONSE__ONEOF_MESSAGE_TYPE_ONBOARDING_CHARGE_INFO_RESPONSE;
    reply->onboarding_charge_info_response = answer;
    return true;
}

static bool complete(struct api_call *call, Vector__OnboardingInputResponse *reply) {
    Vector__OnboardingCompleteResponse *answer = API_PART(call, onboarding_complete_response);
    if (!answer) return false;
    answer->completed = call->api->onboarding.stage == VECTOR__ONBOARDING_STAGES__Complete;
    reply->oneof_message_type_case =
        VECTOR__ONBOARDING_INPUT_RESPONSE__ONEOF_MESSAGE_TYPE_ONBOARDING_COMPLETE_RESPONSE;
    reply->onboarding_complete_response = answer;
    return true;
}

static bool wake_up_started(struct api_call *call, Vector__OnboardingInputResponse *reply) {
    Vector__OnboardingWakeUpStartedResponse *answer = API_PART(call, onboarding_wake_up_started_response);
    if (!answer) return false;
    answer->already_started = call->api->onboarding.woken;
    reply->oneof_message_type_case =
        VECTOR__ONBOARDING_INPUT_RESPONSE__ONEOF_MESSAGE_TYPE_ONBOARDING_WAKE_UP_STARTED_RESPONSE;
    reply->onboarding_wake_up_started_response = answer;
    return true;
}

void api_send_onboarding_input(struct api_call *call, const void *message) {
    const Vector__OnboardingInputRequest *r = message;
    struct api *api = call->api;
    Vector__OnboardingInputResponse *reply = api_new_reply(call, STATUS_ACK);
    bool ok = reply != NULL, woke = false;
    if (!ok) return;
    switch (r->oneof_message_type_case) {
#define INPUT(arm) case VECTOR__ONBOARDING_INPUT_REQUEST__ONEOF_MESSAGE_TYPE_ONBOARDING_##arm
        INPUT(COMPLETE_REQUEST) : ok = complete(call, reply);
        break;
        INPUT(WAKE_UP_REQUEST) : ok = woke = wake_up(call, reply);
        break;
        INPUT(WAKE_UP_STARTED_REQUEST) : ok = wake_up_started(call, reply);
        break;
        INPUT(SET_PHASE_REQUEST) : ok = set_phase(call, (int)r->onboarding_set_phase_request->phase, reply);
        break;
        INPUT(PHASE_PROGRESS_REQUEST) : ok = progress(call, reply);
        break;
        INPUT(CHARGE_INFO_REQUEST) : ok = charge_info(call, reply);
        break;
        INPUT(SKIP_ONBOARDING)
            : INPUT(MARK_COMPLETE_AND_EXIT) : stage_is(api, VECTOR__ONBOARDING_STAGES__Complete);
        break;
        INPUT(RESTART) : api->onboarding.phase = 0, api->onboarding.woken = false;
        stage_is(api, VECTOR__ONBOARDING_STAGES__NotStarted);
        break;
#undef INPUT
    default:
        return api_end(call, API_INVALID_ARGUMENT, "expected one of the inputs of onboarding");
    }
    if (!ok) return;
    api_reply(call, reply);
    if (!woke) return;
    Vector__OnboardingWakeUpFinished finished = VECTOR__ONBOARDING_WAKE_UP_FINISHED__INIT;
    Vector__Onboarding onboarding = VECTOR__ONBOARDING__INIT;
    onboarding.onboarding_type_case = VECTOR__ONBOARDING__ONBOARDING_TYPE_ONBOARDING_WAKE_UP_FINISHED;
    onboarding.onboarding_wake_up_finished = &finished;
    tell(api, &onboarding);
}

// Once it is awake, and until all is done, an app is told whether it has to charge, and when that changes.
void onboarding_turn(struct api *api) {
    struct onboarding *o = &api->onboarding;
    bool leads = o->woken && o->stage != VECTOR__ONBOARDING_STAGES__Complete;
    Vector__Onboarding1p0ChargingInfo info = VECTOR__ONBOARDING1P0_CHARGING_INFO__INIT;
    Vector__Onboarding onboarding = VECTOR__ONBOARDING__INIT;
    bool on, needs;
    charge(api, &on, &needs, &info.suggested_charger_time);
    uint8_t now = leads ? (uint8_t)(4 | on << 1 | needs) : 0;
    if (now == o->told) return;
    o->told = now;
    if (!leads) return;
    info.on_charger = on, info.needs_to_charge = needs;
    onboarding.onboarding_type_case = VECTOR__ONBOARDING__ONBOARDING_TYPE_ONBOARDING_1P0_CHARGING_INFO;
    onboarding.onboarding_1p0_charging_info = &info;
    tell(api, &onboarding);
}
