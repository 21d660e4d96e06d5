// Clips and the occasions for them.
#include "api/api_internal.h"

#include "robot/robot.h"
#include "stage/library/library.h"

#include <stdlib.h>
#include <string.h>

// Names that hold one of these words are kept back.
static bool holds(struct text name, const char *const *words) {
    for (; *words; words++) {
        struct text word = text_of(*words);
        for (size_t i = 0; i + word.len <= name.len; i++)
            if (text_same_nocase((struct text){name.at + i, word.len}, word)) return true;
    }
    return false;
}

static const struct library *library_of(struct api_call *call) {
    const struct robot *robot = api_robot(call->api);
    return robot ? robot_library(robot) : NULL;
}

static Vector__Animation *animation(struct api_call *call, struct text name) {
    Vector__Animation *one = API_PART(call, animation);
    return one && (one->name = api_text(call, name)) ? one : NULL;
}

void api_list_animations(struct api_call *call, const void *request) {
    (void)request;
    static const char *const HIDDEN[] = {"_avs_", NULL};
    const struct library *library = library_of(call);
    Vector__ListAnimationsResponse *reply = api_new_reply(call, STATUS_DONE);
    size_t count = library ? library->clip_count : 0;
    if (!reply) return;
    reply->animation_names = arena_array(call->api->arena, Vector__Animation *, count);
    if (!reply->animation_names) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the names");
    for (size_t i = 0; i < count; i++) {
        if (holds(library->clips[i].name, HIDDEN)) continue;
        Vector__Animation *one = animation(call, library->clips[i].name);
        if (!one) return;
        reply->animation_names[reply->n_animation_names++] = one;
    }
    api_reply(call, reply);
}

void api_list_animation_triggers(struct api_call *call, const void *request) {
    (void)request;
    static const char *const HIDDEN[] = {"deprecated", "alexa", NULL};
    const struct library *library = library_of(call);
    Vector__ListAnimationTriggersResponse *reply = api_new_reply(call, STATUS_DONE);
    size_t count = library ? library->trigger_count : 0;
    if (!reply) return;
    reply->animation_trigger_names = arena_array(call->api->arena, Vector__AnimationTrigger *, count);
    if (!reply->animation_trigger_names)
        return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the names");
    for (size_t i = 0; i < count; i++) {
        if (holds(library->triggers[i].name, HIDDEN)) continue;
        Vector__AnimationTrigger *one = API_PART(call, animation_trigger);
        if (!one || !(one->name = api_text(call, library->triggers[i].name))) return;
        reply->animation_trigger_names[reply->n_animation_trigger_names++] = one;
    }
    api_reply(call, reply);
}

// ------------------------------------------------------------------------------------------------ playing
static uint8_t without(bool body, bool head, bool lift) {
    return (uint8_t)((body ? LIFE_TRACK_BODY : 0) | (head ? LIFE_TRACK_HEAD : 0) |
                     (lift ? LIFE_TRACK_LIFT : 0));
}

// The reply names the clip, which for a trigger only what played can tell: data is the name that was asked
// for.
static void played(struct api_call *call, const struct life_message *done, void *data) {
    Vector__PlayAnimationResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    bool well = done->kind == LIFE_DONE && done->done.result == LIFE_RESULT_SUCCESS;
    bool begun = done->kind == LIFE_DONE && (done->done.verdict == LIFE_VERDICT_INTERRUPTED ||
                                             done->done.verdict == LIFE_VERDICT_CANCELLED);
    reply->result = well    ? VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_COMPLETE_STATE
                    : begun ? VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_INVALID_STATE
                            : VECTOR__BEHAVIOR_RESULTS__BEHAVIOR_WONT_ACTIVATE_STATE;
    if (!(reply->animation = animation(call, text_of(data)))) return;
    api_reply(call, reply);
}

void api_play_animation(struct api_call *call, const void *message) {
    const Vector__PlayAnimationRequest *r = message;
    const char *name = r->animation ? r->animation->name : "";
    struct life_message m = {.kind = LIFE_PLAY_CLIP, .play_clip = {.loops = r->loops ? r->loops : 1}};
    m.play_clip.without = without(r->ignore_body_track, r->ignore_head_track, r->ignore_lift_track);
    bool cut = text_copy(text_of(name), m.play_clip.clip, sizeof m.play_clip.clip) >= sizeof m.play_clip.clip;
    if (cut || !name[0]) return api_result(call, LIFE_RESULT_NOT_STARTED); // no clip has such a name
    if (!(call->data = strdup(name))) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory");
    api_ask(call, NULL, &m, played, call->data);
}

void api_play_animation_trigger(struct api_call *call, const void *message) {
    const Vector__PlayAnimationTriggerRequest *r = message;
    const char *name = r->animation_trigger ? r->animation_trigger->name : "";
    struct life_message m = {.kind = LIFE_PLAY_TRIGGER, .play_trigger = {.loops = r->loops ? r->loops : 1}};
    m.play_trigger.without = without(r->ignore_body_track, r->ignore_head_track, r->ignore_lift_track);
    m.play_trigger.lift_safe = r->use_lift_safe;
    size_t room = sizeof m.play_trigger.trigger;
    if (text_copy(text_of(name), m.play_trigger.trigger, room) >= room || !name[0])
        return api_result(call, LIFE_RESULT_NOT_STARTED);
    if (!(call->data = strdup(name))) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory");
    api_ask(call, NULL, &m, played, call->data);
}
