#include "cozmo/client_internal.h"

#include "codec/picture/jpeg_mini.h"

#include <string.h>

// The whole picture as a file anyone can open.
void client_camera(struct critter_cozmo *c, const struct cozmo_image_chunk *chunk) {
    struct client_camera *camera = &c->camera;
    struct pieces *pieces = &camera->pieces;
    if (!pieces_take(pieces, chunk)) return;
    buf_clear(&camera->jpeg);
    if (pieces_minimised(pieces))
        jpeg_mini_expand(pieces->data, pieces->width, pieces->height, &camera->jpeg, NULL);
    else
        buf_bytes(&camera->jpeg, pieces->data.at, pieces->data.len);
    if (camera->jpeg.err || !camera->jpeg.len) {
        pieces->dropped++;
        return;
    }
    camera->width = pieces->width, camera->height = pieces->height;
    camera->colour = pieces_coloured(pieces);
    camera->number = pieces->image;
    camera->time_ms = pieces->time_ms;
    client_event(c, "image", (int)chunk->image_id, -1, (struct bytes){0});
}

enum critter_err critter_cozmo_camera(struct critter_cozmo *c, int on, int colour) {
    struct cozmo_message camera = {.kind = COZMO_ENABLE_CAMERA},
                         colours = {.kind = COZMO_ENABLE_COLOR_IMAGES};
    cozmo_enable_camera_defaults(&camera.enable_camera);
    camera.enable_camera.image_send_mode = on ? COZMO_IMAGE_SEND_MODE_STREAM : COZMO_IMAGE_SEND_MODE_OFF;
    colours.enable_color_images.enable = colour != 0;
    enum err err = client_tell(c, &camera);
    return err_public(err ? err : client_tell(c, &colours));
}

enum critter_err critter_cozmo_camera_exposure(struct critter_cozmo *c, float gain, int exposure_ms,
                                               int automatic) {
    if (exposure_ms < 0 || exposure_ms > UINT16_MAX)
        return client_refuse(c, ERR_RANGE, "exposures are 0 to 65535 ms, not %d", exposure_ms);
    return err_public(client_tell(
        c, &(struct cozmo_message){.kind = COZMO_SET_CAMERA_PARAMS,
                                   .set_camera_params = {.gain = gain,
                                                         .exposure_ms = (uint16_t)exposure_ms,
                                                         .auto_exposure_enabled = automatic != 0}}));
}

enum critter_err critter_cozmo_get_image(struct critter_cozmo *c, struct critter_cozmo_image *out) {
    const struct client_camera *camera = &c->camera;
    if (!camera->jpeg.len) return client_refuse(c, ERR_MISSING, "no picture has arrived yet");
    struct critter_cozmo_image own = {.size = out->size,
                                      .jpeg = camera->jpeg.at,
                                      .jpeg_size = camera->jpeg.len,
                                      .number = camera->number,
                                      .time_ms = camera->time_ms,
                                      .width = (int)camera->width,
                                      .height = (int)camera->height,
                                      .colour = camera->colour,
                                      .dropped = camera->pieces.dropped};
    memcpy(out, &own, out->size < sizeof own ? out->size : sizeof own);
    return CRITTER_OK;
}
