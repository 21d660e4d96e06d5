// Photos and their small pictures.
#include "api/api_internal.h"

#include "base/system/log.h"
#include "store/photos.h"

#include <string.h>

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
    struct buf bytes = {0};
    bool there = !photos_read(documents_store(call->api->documents), id, size, &bytes, NULL);
    Vector__PhotoResponse photo;
    Vector__ThumbnailResponse small;
    Vector__ResponseStatus status = VECTOR__RESPONSE_STATUS__INIT;
    status.code = there ? STATUS_DONE : STATUS_NOT_FOUND;
    vector__photo_response__init(&photo);
    vector__thumbnail_response__init(&small);
    photo.status = small.status = &status;
    photo.success = small.success = there;
    if (there) photo.image = small.image = (ProtobufCBinaryData){bytes.len, bytes.at};
    api_reply(call, size == PHOTO_SMALL ? (const void *)&small : (const void *)&photo);
    buf_free(&bytes);
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
    reply->success = !photos_delete(documents_store(call->api->documents), r->photo_id, NULL);
    api_reply(call, reply);
}
