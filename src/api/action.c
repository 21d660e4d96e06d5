// What takes time and ends once: actions with a tag and a result code, behaviours, clips and utterances.
#include "api/api_internal.h"

#include <string.h>

enum { TAG_FIRST = 2000001, TAG_LAST = 3000000, BEHAVIOUR_TAG = TAG_LAST };

// ------------------------------------------------------------------------------------------------ results
static enum without kind_of(const struct api_call *call) { return api_handler(call->rpc)->without; }

static Vector__BehaviorResults behaviour_result(uint32_t result) {
    if (result == LIFE_RESULT_SUCCESS) return VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_COMPLETE_STATE;
    bool running = result == LIFE_RESULT_CANCELLED_WHILE_RUNNING || result == LIFE_RESULT_INTERRUPTED ||
                   result == LIFE_RESULT_ANIM_ABORTED || result == LIFE_RESULT_ABORT;
    return running ? VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_INVALID_STATE
                   : VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_WONT_ACTIVATE_STATE;
}

void api_result(struct api_call *call, uint32_t code) {
    enum without kind = kind_of(call);
    if (kind == FAILS) {
        bool begun = code != LIFE_RESULT_NOT_STARTED;
        return api_end(call, API_INTERNAL, begun ? "it was interrupted" : "nobody has behaviour control");
    }
    ProtobufCMessage *reply = api_new_reply(call, STATUS_DONE);
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(call->rpc->reply, "result");
    if (!reply || !field) return;
    void *at = (char *)reply + field->offset;
    if (field->type == PROTOBUF_C_TYPE_ENUM) {
        *(Vector__BehaviorResults *)at = behaviour_result(code);
    } else {
        Vector__ActionResult *result = API_PART(call, action_result);
        if (!result) return;
        result->code = (Vector__ActionResult__ActionResultCode)code; // the same numbers
        *(Vector__ActionResult **)at = result;
    }
    api_reply(call, reply);
}

// All that waits under control that is gone. The robot ends what it does for this door.
void api_control_lost(struct api *api) {
    struct life_message cancel = {.kind = LIFE_CANCEL}, stop = {.kind = LIFE_STOP},
                        clip = {.kind = LIFE_STOP_CLIP};
    for (struct api_call *call = api->calls; call; call = call->next)
        if (!call->ended && call->asked && call->waiting && kind_of(call) != SERVED)
            api_result(call, LIFE_RESULT_INTERRUPTED);
    camera_control_lost(api);
    if (!api->door) return;
    api_tell(api, &cancel);
    api_tell(api, &stop);
    api_tell(api, &clip);
    struct life_message hush = {.kind = LIFE_STOP_SOUNDS, .stop_sounds = {.place = 255, .fade_ms = 100}};
    struct life_message eyes = {.kind = LIFE_EYE_HUE, .eye_hue = {.back = true}};
    api_tell(api, &hush);
    api_tell(api, &eyes);
}

// ------------------------------------------------------------------------------------------------ actions
bool api_tag_fits(struct api_call *call, int64_t tag) {
    if (tag >= TAG_FIRST && tag <= TAG_LAST) return true;
    api_end(call, API_INVALID_ARGUMENT, "expected an action tag from 2000001 to 3000000");
    return false;
}

static void acted(struct api_call *call, const struct life_message *reply, void *data) {
    (void)data;
    api_result(call, reply->kind == LIFE_DONE ? reply->done.result : (uint32_t)LIFE_RESULT_SUCCESS);
}

void api_act(struct api_call *call, int32_t tag, int32_t retries, const struct life_message *request) {
    if (!api_tag_fits(call, tag)) return;
    struct life_envelope as = {.tag = (uint32_t)tag,
                               .retries = (uint8_t)(retries < 0           ? 0
                                                    : retries > UINT8_MAX ? UINT8_MAX
                                                                          : retries)};
    api_ask(call, &as, request, acted, NULL);
}

void api_act_with(struct api_call *call, int32_t tag, int32_t retries,
                  const Vector__PathMotionProfile *profile, const struct life_message *request) {
    if (!api_tag_fits(call, tag)) return;
    if (profile) {
        struct life_message m = {.kind = LIFE_MOTION_PROFILE};
        m.motion_profile = (struct life_motion_profile){
            .custom = profile->is_custom,
            .speed_mps = profile->speed_mmps / 1000,
            .accel_mps2 = profile->accel_mmps2 / 1000,
            .decel_mps2 = profile->decel_mmps2 / 1000,
            .turn_radps = profile->point_turn_speed_rad_per_sec,
            .turn_accel_radps2 = profile->point_turn_accel_rad_per_sec2,
            .turn_decel_radps2 = profile->point_turn_decel_rad_per_sec2,
            .dock_mps = profile->dock_speed_mmps / 1000,
            .dock_accel_mps2 = profile->dock_accel_mmps2 / 1000,
            .dock_decel_mps2 = profile->dock_decel_mmps2 / 1000,
            .reverse_mps = profile->reverse_speed_mmps / 1000,
        };
        api_tell(call->api, &m);
    }
    api_act(call, tag, retries, request);
}

void api_cancel_action_by_id_tag(struct api_call *call, const void *message) {
    const Vector__CancelActionByIdTagRequest *request = message;
    struct life_message m = {.kind = LIFE_CANCEL, .cancel = {.tag = request->id_tag}};
    if (request->id_tag && call->api->door) api_tell(call->api, &m); // 0 would be all of them
    api_done(call, STATUS_ACK);
}

// ------------------------------------------------------------------------------------------------ behaviours
// They have no tag of the program's; the newer takes the older one's place.
void api_behave(struct api_call *call, const struct life_message *request) {
    struct life_envelope as = {.tag = BEHAVIOUR_TAG, .queue = LIFE_QUEUE_NOW};
    api_ask(call, &as, request, acted, NULL);
}

void api_cancel_behavior(struct api_call *call, const void *request) {
    (void)request;
    struct life_message m = {.kind = LIFE_CANCEL, .cancel = {.tag = BEHAVIOUR_TAG}};
    struct life_message hush = {.kind = LIFE_STOP_SOUNDS,
                                .stop_sounds = {.place = 3, .fade_ms = 100}}; // speech
    api_tell(call->api, &m);
    api_tell(call->api, &(struct life_message){.kind = LIFE_STOP_CLIP});
    api_tell(call->api, &hush);
    api_done(call, STATUS_ACK);
}
