// Photos and their small pictures. They lie in the state folder sealed: only this robot reads them.
#include "api/api_internal.h"

#include "base/system/log.h"
#include "border/straighten.h"
#include "codec/picture/jpeg.h"
#include "codec/picture/retouch.h"
#include "host/identity.h"
#include "robot/robot.h"
#include "store/photos.h"

#include <string.h>

enum { QUALITY = 90, SMALL_BY = 4 };
#define SHARPENING 0.3f

// ------------------------------------------------------------------------------------------------ taking one
// What cannot be sealed is kept as it is: a robot without an identity has no secrets.
static enum err seal(const struct api *api, const struct buf *plain, struct buf *out, struct fault *fault) {
    struct text text = {(const char *)plain->at, plain->len};
    if (api->config.identity) return identity_seal(api->config.identity, text, out, fault);
    buf_bytes(out, text.at, text.len);
    return out->err ? fault_set(fault, out->err, "no memory for a photo") : ERR_NONE;
}

// What its lens bends is made straight. What no lens is known of stays as it is.
static enum err unbend(const struct api *api, const struct pixels *from, struct pixels *out) {
    const struct lens_model *its = api_robot(api) ? robot_lens(api_robot(api)) : NULL;
    enum err err = pixels_new(out, from->width, from->height, from->channels);
    if (err) return err;
    struct lens_model lens = its ? lens_scaled(its, from->width, from->height) : (struct lens_model){0};
    struct straightener *s = its ? straightener_new(&lens, NULL) : NULL;
    if (s)
        straighten(s, from->at, from->channels, out->at);
    else
        memcpy(out->at, from->at, (size_t)from->width * from->height * from->channels);
    straightener_free(s);
    return ERR_NONE;
}

// As photos are: straight, without specks, and a little sharper.
static enum err develop(const struct api *api, const struct pixels *from, struct pixels *out) {
    struct pixels straight = {0}, clean = {0};
    enum err err = unbend(api, from, &straight);
    if (!err) err = pixels_median(&straight, &clean);
    if (!err) err = pixels_sharpen(&clean, SHARPENING, out);
    pixels_free(&straight), pixels_free(&clean);
    return err;
}

static enum err press(const struct pixels *picture, struct buf *out, struct fault *fault) {
    struct pixels small = {0};
    enum err err = jpeg_encode(picture, &(struct jpeg_writing){.quality = QUALITY}, &out[0], fault);
    if (!err && pixels_scale(picture, picture->width / SMALL_BY, picture->height / SMALL_BY, &small))
        err = fault_set(fault, ERR_MEMORY, "no memory for a small picture");
    if (!err) err = jpeg_encode(&small, &(struct jpeg_writing){.quality = QUALITY}, &out[1], fault);
    pixels_free(&small);
    return err;
}

static void tell(struct api *api, uint32_t id) {
    Vector__PhotoTaken taken = VECTOR__PHOTO_TAKEN__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    taken.photo_id = id;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_PHOTO_TAKEN;
    event.photo_taken = &taken;
    events_tell(api, &event);
}

void photos_take(struct api *api, const struct pixels *picture) {
    struct buf plain[2] = {{0}, {0}}, sealed[2] = {{0}, {0}};
    struct fault fault = {0};
    uint32_t id = 0;
    struct pixels photo = {0};
    enum err err = develop(api, picture, &photo);
    if (err) fault_set(&fault, err, "no memory for a photo");
    if (!err) err = press(&photo, plain, &fault);
    pixels_free(&photo);
    for (int i = 0; i < 2 && !err; i++) err = seal(api, &plain[i], &sealed[i], &fault);
    struct photo_bytes files = {{(const char *)sealed[0].at, sealed[0].len},
                                {(const char *)sealed[1].at, sealed[1].len}};
    if (!err)
        err = photos_add(documents_store(api->documents), (uint32_t)(api->unix_us / 1000000), &files, &id,
                         &fault);
    if (err)
        log_warn("api", "a photo could not be kept: %s", fault.said);
    else
        api->photo_changes++, tell(api, id);
    for (int i = 0; i < 2; i++) buf_free(&plain[i]), buf_free(&sealed[i]);
}

// ------------------------------------------------------------------------------------------ what there is
uint32_t api_photo_changes(const struct api *api) { return api->photo_changes; }

enum err api_photo_list(struct api *api, struct photo *list, size_t *count, struct fault *fault) {
    return photos_list(documents_store(api->documents), list, count, fault);
}

enum err api_photo_jpeg(struct api *api, uint32_t id, bool small, struct buf *out, struct fault *fault) {
    struct buf sealed = {0};
    struct buf *bytes = api->config.identity ? &sealed : out;
    enum photo_size size = small ? PHOTO_SMALL : PHOTO_WHOLE;
    enum err err = photos_read(documents_store(api->documents), id, size, bytes, fault);
    struct text text = {(const char *)sealed.at, sealed.len};
    if (!err && api->config.identity && identity_unseal(api->config.identity, text, out, fault)) {
        log_warn("api", "photo %u: %s", (unsigned)id, fault->said);
        err = ERR_MISSING;
    }
    buf_free(&sealed);
    return err;
}

enum err api_photo_drop(struct api *api, uint32_t id, struct fault *fault) {
    enum err err = photos_delete(documents_store(api->documents), id, fault);
    if (!err) api->photo_changes++;
    return err;
}

void api_photos_info(struct api_call *call, const void *request) {
    (void)request;
    struct photo list[PHOTOS_MAX];
    struct fault fault = {0};
    size_t count;
    Vector__PhotosInfoResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    if (photos_list(documents_store(call->api->documents), list, &count, &fault)) {
        log_warn("api", "the list of photos cannot be read: %s", fault.said);
        return api_end(call, API_INTERNAL, "the list of photos cannot be read");
    }
    reply->photo_infos = arena_array(call->api->arena, Vector__PhotoInfo *, count);
    if (!reply->photo_infos) return api_end(call, API_RESOURCE_EXHAUSTED, "no memory for the reply");
    for (size_t i = 0; i < count; i++) {
        Vector__PhotoInfo *info = API_PART(call, photo_info);
        if (!info) return;
        info->photo_id = list[i].id;
        info->timestamp_utc = list[i].taken_unix;
        info->photo_copied_to_app = list[i].copied;
        info->thumb_copied_to_app = list[i].small_copied;
        reply->photo_infos[reply->n_photo_infos++] = info;
    }
    api_reply(call, reply);
}

// Both replies have the same fields.
static void show(struct api_call *call, uint32_t id, enum photo_size size) {
    struct buf shown = {0};
    struct fault fault = {0};
    bool there = !api_photo_jpeg(call->api, id, size == PHOTO_SMALL, &shown, &fault);
    Vector__PhotoResponse photo;
    Vector__ThumbnailResponse small;
    Vector__ResponseStatus status = VECTOR__RESPONSE_STATUS__INIT;
    status.code = there ? STATUS_DONE : STATUS_NOT_FOUND;
    vector__photo_response__init(&photo);
    vector__thumbnail_response__init(&small);
    photo.status = small.status = &status;
    photo.success = small.success = there;
    if (there) photo.image = small.image = (ProtobufCBinaryData){shown.len, shown.at};
    api_reply(call, size == PHOTO_SMALL ? (const void *)&small : (const void *)&photo);
    buf_free(&shown);
}

void api_photo(struct api_call *call, const void *message) {
    show(call, ((const Vector__PhotoRequest *)message)->photo_id, PHOTO_WHOLE);
}

void api_thumbnail(struct api_call *call, const void *message) {
    show(call, ((const Vector__ThumbnailRequest *)message)->photo_id, PHOTO_SMALL);
}

void api_delete_photo(struct api_call *call, const void *message) {
    const Vector__DeletePhotoRequest *r = message;
    Vector__DeletePhotoResponse *reply = api_new_reply(call, STATUS_DONE);
    if (!reply) return;
    reply->success = !api_photo_drop(call->api, r->photo_id, NULL);
    api_reply(call, reply);
}
