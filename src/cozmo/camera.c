#include "cozmo/client.h"

#include "base/text.h"
#include "codec/jpeg_mini.h"

#include <stdio.h>
#include <string.h>

enum { PIECES_MAX = 1 << 20 };

// "QVGA_320x240" tells the size of resolution 4.
static bool size_of(int resolution, unsigned *width, unsigned *height) {
    const char *name = cozmo_image_resolution_pixels_name(resolution),
               *size = name ? strchr(name, '_') : NULL;
    return size && sscanf(size, "_%ux%u", width, height) == 2;
}

static void finish(struct critter_cozmo *c, const struct cozmo_image_chunk *chunk) {
    struct client_camera *camera = &c->camera;
    struct bytes pieces = {camera->pieces.at, camera->pieces.len};
    unsigned width, height;
    camera->building = false;
    if (!size_of(chunk->image_resolution, &width, &height)) {
        camera->dropped++;
        return;
    }
    bool minimised = chunk->image_encoding == COZMO_IMAGE_ENCODING_JPEG_MINIMIZED_GRAY ||
                     chunk->image_encoding == COZMO_IMAGE_ENCODING_JPEG_MINIMIZED_COLOR;
    buf_clear(&camera->jpeg);
    if (minimised)
        jpeg_mini_expand(pieces, width, height, &camera->jpeg, NULL);
    else
        buf_bytes(&camera->jpeg, pieces.at, pieces.len);
    if (camera->jpeg.err || !camera->jpeg.len) {
        camera->dropped++;
        return;
    }
    camera->width = width, camera->height = height;
    camera->colour = minimised ? pieces.at[0] != 0 : chunk->image_encoding == COZMO_IMAGE_ENCODING_JPEG_COLOR;
    camera->number = chunk->image_id;
    camera->time_ms = chunk->frame_timestamp;
    client_event(c, "image", (int)chunk->image_id, -1, (struct bytes){0});
}

void client_camera(struct critter_cozmo *c, const struct cozmo_image_chunk *chunk) {
    struct client_camera *camera = &c->camera;
    if (chunk->chunk_id == 0) {
        if (camera->building) camera->dropped++;
        buf_clear(&camera->pieces);
        camera->pieces.limit = PIECES_MAX;
        camera->building = true;
        camera->image = chunk->image_id;
        camera->next_piece = 0;
    }
    if (!camera->building) return;
    if (chunk->image_id != camera->image || chunk->chunk_id != camera->next_piece) {
        camera->building = false;
        camera->dropped++;
        return;
    }
    buf_bytes(&camera->pieces, chunk->data.at, chunk->data.len);
    camera->next_piece++;
    if (camera->pieces.err) camera->building = false;
    if (camera->building && chunk->chunk_id + 1 >= chunk->image_chunk_count) finish(c, chunk);
}

int critter_cozmo_camera(struct critter_cozmo *c, int on, int colour) {
    struct cozmo_message camera = {.kind = COZMO_ENABLE_CAMERA},
                         colours = {.kind = COZMO_ENABLE_COLOR_IMAGES};
    cozmo_enable_camera_defaults(&camera.enable_camera);
    camera.enable_camera.image_send_mode = on ? COZMO_IMAGE_SEND_MODE_STREAM : COZMO_IMAGE_SEND_MODE_OFF;
    colours.enable_color_images.enable = colour != 0;
    enum err err = client_tell(c, &camera);
    return err ? err : client_tell(c, &colours);
}

int critter_cozmo_camera_exposure(struct critter_cozmo *c, float gain, int exposure_ms, int automatic) {
    return client_tell(
        c, &(struct cozmo_message){.kind = COZMO_SET_CAMERA_PARAMS,
                                   .set_camera_params = {.gain = gain,
                                                         .exposure_ms = (uint16_t)exposure_ms,
                                                         .auto_exposure_enabled = automatic != 0}});
}

int critter_cozmo_image(const struct critter_cozmo *c, struct critter_cozmo_image *out) {
    const struct client_camera *camera = &c->camera;
    if (!camera->jpeg.len) return ERR_MISSING;
    struct critter_cozmo_image own = {.size = out->size,
                                      .jpeg = camera->jpeg.at,
                                      .jpeg_size = camera->jpeg.len,
                                      .number = camera->number,
                                      .time_ms = camera->time_ms,
                                      .width = (int)camera->width,
                                      .height = (int)camera->height,
                                      .colour = camera->colour,
                                      .dropped = camera->dropped};
    memcpy(out, &own, out->size < sizeof own ? out->size : sizeof own);
    return ERR_NONE;
}
