// The photos of a robot, for viewers: which it keeps, what they show, and how one goes. They lie where
// programs of Vector's SDK find them, and are read through the same door.
#include "door/dashboard_internal.h"

#include "store/photos.h"

#include <string.h>

static struct api *keeper(const struct dashboard *page, uint32_t robot, struct fault *fault) {
    if (dashboard_has_sdk(page, robot)) return sdk_api(page->programs.sdk);
    fault_set(fault, ERR_STATE, "it keeps no photos");
    return NULL;
}

// False: the list cannot be read, and is none.
static bool list(const struct dashboard *page, uint32_t robot, struct live_photos *out) {
    struct photo photos[PHOTOS_MAX];
    struct fault none = {0};
    size_t count = 0;
    struct api *api = keeper(page, robot, &none);
    memset(out, 0, sizeof *out); // they are compared as bytes
    out->robot = (uint8_t)robot;
    out->kept = api && !api_photo_list(api, photos, &count, &none);
    for (size_t i = 0; i < count; i++)
        out->photos[out->photos_count++] = (struct live_photo){photos[i].id, photos[i].taken_unix};
    return out->kept;
}

void dashboard_photos_anew(struct dashboard *page, struct ws *ws, uint32_t robot) {
    struct live_photos told;
    list(page, robot, &told);
    dashboard_send_inside(page, ws, robot, WHO_PHOTOS, &live_photos_schema, &told);
}

// What lies on disk is only read when something came or went.
void dashboard_show_photos(struct dashboard *page, uint32_t robot, struct inside *in) {
    struct fault none = {0};
    const struct api *api = keeper(page, robot, &none);
    struct live_photos told;
    if (!api || in->photo_changes == api_photo_changes(api)) return;
    in->photo_changes = api_photo_changes(api);
    list(page, robot, &told);
    if (!memcmp(&told, &in->photos, sizeof told)) return;
    in->photos = told;
    dashboard_send_inside(page, NULL, robot, WHO_PHOTOS, &live_photos_schema, &told);
}

void dashboard_show_photo(struct dashboard *page, struct ws *ws, uint32_t robot,
                          const struct live_show_photo *asked, struct fault *fault) {
    struct api *api = keeper(page, robot, fault);
    struct buf jpeg = {0};
    if (api && !api_photo_jpeg(api, asked->id, asked->small, &jpeg, fault)) {
        struct live_photo_shown shown = {
            .id = asked->id, .small = asked->small, .jpeg = {jpeg.at, jpeg.len}, .robot = (uint8_t)robot};
        buf_clear(&page->out);
        live_write_binary(&page->out, LIVE_PHOTO_SHOWN, &shown);
        dashboard_send_bytes(page, ws, false, false);
    }
    buf_free(&jpeg);
}

void dashboard_delete_photo(struct dashboard *page, uint32_t robot, uint32_t id, struct fault *fault) {
    struct api *api = keeper(page, robot, fault);
    if (api) api_photo_drop(api, id, fault);
}
