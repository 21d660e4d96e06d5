// Which calls there are: the rows of schema/vector.tsv, and what handles them.
#include "api/api_internal.h"

#include <string.h>

#define CALL(call_name, handler, asks, answers, streams, at, by_get, needs)                                  \
    {.name = #call_name,                                                                                     \
     .path = (at),                                                                                           \
     .stream = API_##streams,                                                                                \
     .control = API_CONTROL_##needs,                                                                         \
     .get = (by_get),                                                                                        \
     .request = &vector__##asks##__descriptor,                                                               \
     .reply = &vector__##answers##__descriptor},
static const struct api_rpc RPCS[] = {VECTOR_CALLS(CALL)};
#undef CALL

#define CALL(call_name, handler, asks, answers, streams, at, by_get, needs) CALL_##handler,
enum { VECTOR_CALLS(CALL) CALL_COUNT };
#undef CALL

#define HANDLE(name)              [CALL_##name] = {.handle = api_##name}
#define HANDLE_UNLESS(name, says) [CALL_##name] = {.handle = api_##name, .without = (says)}
static const struct handler HANDLERS[CALL_COUNT] = {
    HANDLE(protocol_version),
    HANDLE(sdk_initialization),
    HANDLE(user_authentication),
    HANDLE(battery_state),
    HANDLE(version_state),
    HANDLE(event_stream),
    HANDLE(behavior_control),
    HANDLE(assume_behavior_control),
    HANDLE(cancel_action_by_id_tag),
    HANDLE(list_animations),
    HANDLE(list_animation_triggers),
    HANDLE(set_master_volume),
    HANDLE(create_fixed_custom_object),
    HANDLE(define_custom_object),
    HANDLE(delete_custom_objects),
    HANDLE(get_alexa_auth_state),
    HANDLE(alexa_opt_in),
    HANDLE(get_latest_attention_transfer),
    HANDLE(app_intent),
    HANDLE(audio_feed),
    HANDLE(external_audio_stream_playback),
    HANDLE(connect_cube),
    HANDLE(cubes_available),
    HANDLE(disconnect_cube),
    HANDLE(flash_cube_lights),
    HANDLE(forget_preferred_cube),
    HANDLE(set_cube_lights),
    HANDLE(set_preferred_cube),
    HANDLE(check_cloud_connection),
    HANDLE(upload_debug_logs),
    HANDLE(cancel_face_enrollment),
    HANDLE(enable_face_detection),
    HANDLE(enroll_face),
    HANDLE(erase_all_enrolled_faces),
    HANDLE(erase_enrolled_face_by_id),
    HANDLE(request_enrolled_names),
    HANDLE(set_face_to_enroll),
    HANDLE(update_enrolled_face_by_id),
    HANDLE(get_feature_flag),
    HANDLE(get_feature_flag_list),
    HANDLE(update_user_entitlements),
    HANDLE(camera_feed),
    HANDLE(capture_single_image),
    HANDLE(enable_image_streaming),
    HANDLE(enable_marker_detection),
    HANDLE(enable_motion_detection),
    HANDLE(get_camera_config),
    HANDLE(is_image_streaming_enabled),
    HANDLE(set_camera_settings),
    HANDLE(pull_jdocs),
    HANDLE(nav_map_feed),
    HANDLE(send_onboarding_input),
    HANDLE(get_onboarding_state),
    HANDLE(delete_photo),
    HANDLE(photo),
    HANDLE(photos_info),
    HANDLE(thumbnail),
    HANDLE(update_settings),
    HANDLE(update_account_settings),
    HANDLE(start_update_engine),
    HANDLE(check_update_status),
    HANDLE(update_and_restart),
    HANDLE(cancel_behavior),
    HANDLE_UNLESS(dock_with_cube, NOT_STARTED),
    HANDLE_UNLESS(pickup_object, NOT_STARTED),
    HANDLE_UNLESS(place_object_on_ground_here, NOT_STARTED),
    HANDLE_UNLESS(pop_a_wheelie, NOT_STARTED),
    HANDLE_UNLESS(roll_object, NOT_STARTED),
    HANDLE_UNLESS(go_to_object, NOT_STARTED),
    HANDLE_UNLESS(turn_towards_face, NOT_STARTED),
    HANDLE_UNLESS(look_around_in_place, WONT_ACTIVATE),
    HANDLE_UNLESS(roll_block, WONT_ACTIVATE),
    HANDLE_UNLESS(find_faces, WONT_ACTIVATE),
    HANDLE_UNLESS(drive_off_charger, WONT_ACTIVATE),
    HANDLE_UNLESS(drive_on_charger, WONT_ACTIVATE),
    HANDLE_UNLESS(display_face_image_rgb, WITHOUT_EFFECT),
    HANDLE_UNLESS(set_eye_color, WITHOUT_EFFECT),
    HANDLE(enable_mirror_mode),
    HANDLE_UNLESS(play_animation, WONT_ACTIVATE),
    HANDLE_UNLESS(play_animation_trigger, WONT_ACTIVATE),
    HANDLE_UNLESS(drive_wheels, WITHOUT_EFFECT),
    HANDLE_UNLESS(move_head, WITHOUT_EFFECT),
    HANDLE_UNLESS(move_lift, WITHOUT_EFFECT),
    HANDLE_UNLESS(stop_all_motors, WITHOUT_EFFECT),
    HANDLE_UNLESS(drive_straight, NOT_STARTED),
    HANDLE_UNLESS(turn_in_place, NOT_STARTED),
    HANDLE_UNLESS(set_head_angle, NOT_STARTED),
    HANDLE_UNLESS(set_lift_height, NOT_STARTED),
    HANDLE_UNLESS(go_to_pose, NOT_STARTED),
    HANDLE_UNLESS(say_text, FAILS),
};

const struct api_rpc *api_rpcs(size_t *count) {
    *count = CALL_COUNT;
    return RPCS;
}

const struct api_rpc *api_rpc_named(struct text name) {
    size_t service = strlen(API_SERVICE);
    if (text_starts(name, API_SERVICE)) name = (struct text){name.at + service, name.len - service};
    for (size_t i = 0; i < CALL_COUNT; i++)
        if (text_is(name, RPCS[i].name)) return &RPCS[i];
    return NULL;
}

const struct api_rpc *api_rpc_at(struct text path) {
    for (size_t i = 0; i < CALL_COUNT; i++)
        if (RPCS[i].path && text_is(path, RPCS[i].path)) return &RPCS[i];
    return NULL;
}

const struct handler *api_handler(const struct api_rpc *rpc) { return &HANDLERS[rpc - RPCS]; }

bool api_rpc_open(const struct api_rpc *rpc) { return rpc == &RPCS[CALL_user_authentication]; }

unsigned api_http_status(enum api_status status) {
    static const uint16_t HTTP[API_STATUSES] = {
        [API_OK] = 200,
        [API_CANCELLED] = 408,
        [API_UNKNOWN] = 500,
        [API_INVALID_ARGUMENT] = 400,
        [API_DEADLINE_EXCEEDED] = 504,
        [API_NOT_FOUND] = 404,
        [API_ALREADY_EXISTS] = 409,
        [API_PERMISSION_DENIED] = 403,
        [API_RESOURCE_EXHAUSTED] = 429,
        [API_FAILED_PRECONDITION] = 400,
        [API_ABORTED] = 409,
        [API_OUT_OF_RANGE] = 400,
        [API_UNIMPLEMENTED] = 501,
        [API_INTERNAL] = 500,
        [API_UNAVAILABLE] = 503,
        [API_DATA_LOSS] = 500,
        [API_UNAUTHENTICATED] = 401,
    };
    return HTTP[status];
}
