// Its camera: feeds, single pictures, what is looked for in them, and what the lens is like.
//
// Whoever watches sees what its body sees, behind the soul's back: that changes no life. What is to be found
// in the pictures is the soul's business, and it is asked to open its eye.
#include "api/api_internal.h"

#include "base/maths/maths.h"
#include "codec/picture/jpeg.h"

#include <stdlib.h>

enum { QUALITY = 80, WIDTH_USUAL = 640 };

struct watcher { // of a call
    struct watcher *next;
    struct api_call *call;
    bool once, large;
};
struct camera {
    struct watcher *watchers;
    bool on, large; // EnableImageStreaming
    bool markers, faces, motion, mirror;
    uint32_t face_modes;  // what is looked for in faces, a bit for each LIFE_VISION_MODE
    bool photo;           // the next picture is to be kept
    struct life_see told; // what the soul was asked last
    uint32_t shown;       // the number of the last picture
    struct jpeg_press *press;
    struct buf jpeg;
};

struct camera *camera_new(void) {
    return calloc(1, sizeof(struct camera));
}

void camera_free(struct camera *camera) {
    if (!camera) return;
    jpeg_press_free(camera->press);
    buf_free(&camera->jpeg);
    free(camera);
}

// -------------------------------------------------------------------------------------- what is wanted of it
static bool large(const struct camera *camera) {
    bool any = camera->on && camera->large;
    for (const struct watcher *w = camera->watchers; w; w = w->next) any = any || w->large;
    return any;
}

static bool streams(const struct camera *camera) {
    bool feeds = camera->on;
    for (const struct watcher *w = camera->watchers; w; w = w->next) feeds = feeds || !w->once;
    return feeds;
}

static void open_eye(struct api *api) {
    struct camera *camera = api->camera;
    struct life_see see = {.on = camera->markers || camera->faces || camera->motion || camera->mirror ||
                                 large(camera)};
    see.colour = see.on;
    see.modes = (camera->motion ? 1u << LIFE_VISION_MODE_MOTION : 0) | camera->face_modes;
    see.large = see.on && large(camera);
    bool same =
        see.on == camera->told.on && see.large == camera->told.large && see.modes == camera->told.modes;
    camera->told = see;
    if (!same && api->door) api_tell(api, &(struct life_message){.kind = LIFE_SEE, .see = see});
}

static void look(struct api *api) {
    bool watched = api->camera->watchers || api->camera->on || api->camera->photo;
    if (api->config.run)
        run_look(api->config.run, api->config.life,
                 watched ? BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR : 0);
}

static void left(struct api_call *call) {
    struct watcher *w = call->data, **at = &call->api->camera->watchers;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    open_eye(call->api);
    look(call->api);
}

static void watch(struct api_call *call, bool once, bool big) {
    struct camera *camera = call->api->camera;
    struct watcher *w = call->data = calloc(1, sizeof *w);
    if (!w) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for another stream");
    if (!camera->press && !(camera->press = jpeg_press_new()))
        return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for pictures");
    *w = (struct watcher){.call = call, .once = once, .large = big, .next = camera->watchers};
    camera->watchers = w;
    call->left = left;
    open_eye(call->api);
    look(call->api);
}

void api_camera_feed(struct api_call *call, const void *request) {
    (void)request;
    if (!call->api->door) return api_end(call, API_UNAVAILABLE, "nobody lives here now");
    watch(call, false, false);
}

void api_capture_single_image(struct api_call *call, const void *message) {
    const Vector__CaptureSingleImageRequest *r = message;
    if (!call->api->door) return api_end(call, API_UNAVAILABLE, "nobody lives here now");
    watch(call, true, r->enable_high_resolution);
}

void api_enable_image_streaming(struct api_call *call, const void *message) {
    const Vector__EnableImageStreamingRequest *r = message;
    call->api->camera->on = r->enable;
    call->api->camera->large = r->enable && r->enable_high_resolution;
    open_eye(call->api);
    look(call->api);
    api_done(call, STATUS_DONE);
}

void api_is_image_streaming_enabled(struct api_call *call, const void *request) {
    (void)request;
    Vector__IsImageStreamingEnabledResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    reply->is_image_streaming_enabled = streams(call->api->camera);
    api_reply(call, reply);
}

// ------------------------------------------------------------------------------------------------ pictures
void camera_photo(struct api *api) {
    api->camera->photo = true;
    look(api);
}

static void take_photo(struct api *api, const struct frame *seen, const struct body_picture *about) {
    unsigned channels = about->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1;
    if (about->kind == BODY_PICTURE_KIND_JPEG) return; // no such body keeps photos
    if (seen->used < (size_t)about->width * about->height * channels) return;
    struct pixels pixels = pixels_view(seen->bytes, about->width, about->height, channels);
    api->camera->photo = false;
    photos_take(api, &pixels);
    look(api);
}

static bool encode(struct camera *camera, const struct pixels *pixels) {
    return camera->press &&
           !jpeg_press_encode(camera->press, pixels, &(struct jpeg_writing){.quality = QUALITY},
                              &camera->jpeg, NULL);
}

// The picture as a JPEG, in camera->jpeg.
static bool press(struct api *api, const struct frame *seen, const struct body_picture *about,
                  bool annotated) {
    struct camera *camera = api->camera;
    buf_clear(&camera->jpeg);
    if (annotated) {
        struct pixels drawn = {0};
        bool whole = camera_annotated(api, seen, about, &drawn) && encode(camera, &drawn);
        pixels_free(&drawn);
        return whole;
    }
    if (about->kind == BODY_PICTURE_KIND_JPEG) {
        buf_bytes(&camera->jpeg, seen->bytes, seen->used);
        return !camera->jpeg.err;
    }
    unsigned channels = about->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1;
    if (seen->used < (size_t)about->width * about->height * channels) return false;
    struct pixels pixels = pixels_view(seen->bytes, about->width, about->height, channels);
    return encode(camera, &pixels);
}

static void show_once(struct watcher *w, const Vector__CameraFeedResponse *frame) {
    Vector__CaptureSingleImageResponse *reply = api_new_reply(w->call, STATUS_DONE);
    if (!reply) return;
    reply->frame_time_stamp = frame->frame_time_stamp;
    reply->image_id = frame->image_id;
    reply->image_encoding = frame->image_encoding;
    reply->data = frame->data;
    api_reply(w->call, reply);
}

// To those who want it plain, or annotated; it is made when there is one.
static void show(struct api *api, const struct frame *seen, const struct body_picture *about,
                 bool annotated) {
    struct camera *camera = api->camera;
    Vector__CameraFeedResponse frame;
    struct api_packet *packet = NULL;
    bool made = false;
    vector__camera_feed_response__init(&frame);
    frame.frame_time_stamp = (uint32_t)(about->time_us / 1000);
    frame.image_id = about->number;
    frame.image_encoding = about->kind == BODY_PICTURE_KIND_GREY && !annotated
                               ? VECTOR__IMAGE_CHUNK__IMAGE_ENCODING__JPEG_GRAY
                               : VECTOR__IMAGE_CHUNK__IMAGE_ENCODING__JPEG_COLOR;
    for (struct watcher *w = camera->watchers, *next; w; w = next) {
        next = w->next;
        if (w->call->annotated != annotated) continue;
        if (!made && !press(api, seen, about, annotated)) return;
        made = true;
        frame.data = (ProtobufCBinaryData){camera->jpeg.len, camera->jpeg.at};
        bool fits = !w->large || about->width > WIDTH_USUAL;
        if (w->once && fits) show_once(w, &frame);
        if (w->once) continue;
        if (!packet && !(packet = api_packet_new(api, API_PICTURE, &frame.base, NULL))) return;
        api_send(w->call, packet);
    }
    api_packet_drop(packet);
}

void camera_turn(struct api *api) {
    struct camera *camera = api->camera;
    struct body_picture about;
    if ((!camera->watchers && !camera->photo) || !api->config.run) return;
    look(api); // others may have looked away
    const struct frame *seen = run_seen(api->config.run, api->config.life, &about);
    if (seen && camera->photo) take_photo(api, seen, &about);
    if (!camera->watchers || !seen || about.number == camera->shown) return;
    camera->shown = about.number;
    show(api, seen, &about, false);
    show(api, seen, &about, true);
}

// ---------------------------------------------------------------------------------------- what is looked for
void api_enable_marker_detection(struct api_call *call, const void *message) {
    const Vector__EnableMarkerDetectionRequest *r = message;
    call->api->camera->markers = r->enable;
    open_eye(call->api);
    api_done(call, r->enable ? STATUS_DONE : STATUS_ACK);
}

void api_enable_face_detection(struct api_call *call, const void *message) {
    const Vector__EnableFaceDetectionRequest *r = message;
    struct camera *camera = call->api->camera;
    camera->faces = r->enable;
    camera->face_modes = 0;
    if (r->enable)
        camera->face_modes = 1u << LIFE_VISION_MODE_FACES |
                             (uint32_t)r->enable_smile_detection << LIFE_VISION_MODE_FACES_SMILE |
                             (uint32_t)r->enable_expression_estimation << LIFE_VISION_MODE_FACES_EXPRESSION |
                             (uint32_t)r->enable_blink_detection << LIFE_VISION_MODE_FACES_BLINK |
                             (uint32_t)r->enable_gaze_detection << LIFE_VISION_MODE_FACES_GAZE;
    open_eye(call->api);
    api_done(call, STATUS_DONE);
}

bool camera_sees_expressions(const struct api *api) {
    return api->camera->face_modes >> LIFE_VISION_MODE_FACES_EXPRESSION & 1;
}

void api_enable_motion_detection(struct api_call *call, const void *message) {
    const Vector__EnableMotionDetectionRequest *r = message;
    call->api->camera->motion = r->enable;
    open_eye(call->api);
    api_done(call, STATUS_DONE);
}

void api_enable_mirror_mode(struct api_call *call, const void *message) {
    const Vector__EnableMirrorModeRequest *r = message;
    if (!call->api->door || !control_held(call->api)) return api_done(call, STATUS_DONE); // without effect
    call->api->camera->mirror = r->enable;
    open_eye(call->api);
    api_tell(call->api, &(struct life_message){.kind = LIFE_MIRROR, .mirror = {r->enable}});
    api_done(call, STATUS_DONE);
}

void camera_control_lost(struct api *api) {
    struct camera *camera = api->camera;
    bool modes = camera->markers || camera->faces || camera->motion, mirror = camera->mirror;
    camera->markers = camera->faces = camera->motion = camera->mirror = false;
    camera->face_modes = 0;
    open_eye(api);
    Vector__VisionModesAutoDisabled disabled = VECTOR__VISION_MODES_AUTO_DISABLED__INIT;
    Vector__MirrorModeDisabled no_mirror = VECTOR__MIRROR_MODE_DISABLED__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_VISION_MODES_AUTO_DISABLED;
    event.vision_modes_auto_disabled = &disabled;
    if (modes) events_tell(api, &event);
    if (!mirror) return;
    if (api->door) api_tell(api, &(struct life_message){.kind = LIFE_MIRROR});
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_MIRROR_MODE_DISABLED;
    event.mirror_mode_disabled = &no_mirror;
    events_tell(api, &event);
}

// ------------------------------------------------------------------------------------------------ the lens
static void known(struct api_call *call, const struct life_message *m, void *data) {
    (void)data;
    if (m->kind != LIFE_CAMERA_KNOWN) return api_end(call, API_INTERNAL, "it has no camera");
    const struct life_camera_known *from = &m->camera_known;
    Vector__CameraConfigResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    reply->focal_length_x = from->focal_x, reply->focal_length_y = from->focal_y;
    reply->center_x = from->center_x, reply->center_y = from->center_y;
    reply->fov_x = m_degrees(from->fov_x_rad), reply->fov_y = m_degrees(from->fov_y_rad);
    reply->min_camera_exposure_time_ms = (uint32_t)-m_floor(-from->exposure_low_s * 1000);
    reply->max_camera_exposure_time_ms = (uint32_t)m_floor(from->exposure_high_s * 1000 + 0.001f);
    reply->min_camera_gain = from->gain_low, reply->max_camera_gain = from->gain_high;
    api_reply(call, reply);
}

void api_get_camera_config(struct api_call *call, const void *request) {
    (void)request;
    api_ask(call, NULL, &(struct life_message){.kind = LIFE_CAMERA_CONFIG}, known, NULL);
}

static void set(struct api_call *call, const struct life_message *m, void *data) {
    (void)data;
    Vector__SetCameraSettingsResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    const char *said = m->kind == LIFE_DONE && m->done.verdict != LIFE_VERDICT_DONE ? m->done.said : "";
    if ((reply->status_message = api_text(call, text_of(said)))) api_reply(call, reply);
}

void api_set_camera_settings(struct api_call *call, const void *message) {
    const Vector__SetCameraSettingsRequest *r = message;
    struct life_message m = {.kind = LIFE_CAMERA_SETTINGS};
    m.camera_settings.automatic = r->enable_auto_exposure;
    m.camera_settings.exposure_s = (float)r->exposure_ms / 1000;
    m.camera_settings.gain = r->gain;
    api_ask(call, NULL, &m, set, NULL);
}
