#include "cozmo/client.h"

#include "base/text.h"
#include "codec/jpeg_mini.h"

#include <stdio.h>
#include <string.h>

// "QVGA_320x240" tells the size of resolution 4.
static bool size_of(int resolution, unsigned *width, unsigned *height) {
    const char *name = cozmo_image_resolution_pixels_name(resolution),
               *size = name ? strchr(name, '_') : NULL;
    return size && sscanf(size, "_%ux%u", width, height) == 2;
}

static void finish(struct critter_cozmo *c, const struct cozmo_image_chunk *chunk) {
    struct client_camera *camera = &c->camera;
    unsigned width, height;
    size_t len = 0;
    camera->building = false;
    for (unsigned i = 0; i < camera->count; i++) { // close up: most pieces are shorter than their room
        memmove(camera->pieces.at + len, camera->pieces.at + (size_t)i * CAMERA_PIECE, camera->length[i]);
        len += camera->length[i];
    }
    struct bytes pieces = {camera->pieces.at, len};
    if (!len) {
        camera->dropped++;
        return;
    }
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

// A piece of another picture: true when that one is to be put together from here on.
static bool begin(struct client_camera *camera, const struct cozmo_image_chunk *chunk) {
    int32_t later = (int32_t)(chunk->image_id - camera->image);
    if (camera->any && later <= 0 && later > -64) return false; // late, of one that is done or was given up
    if (camera->building) camera->dropped++;
    memset(camera->have, 0, sizeof camera->have);
    camera->any = camera->building = true;
    camera->image = chunk->image_id;
    camera->count = camera->had = 0;
    return true;
}

// Pieces may overtake each other on the air; a picture is given up when one of a later picture comes.
void client_camera(struct critter_cozmo *c, const struct cozmo_image_chunk *chunk) {
    struct client_camera *camera = &c->camera;
    bool other = !camera->building || chunk->image_id != camera->image;
    if (other && !begin(camera, chunk)) return;
    unsigned which = chunk->chunk_id;
    if (camera->have[which / 64] >> which % 64 & 1 || chunk->data.len > CAMERA_PIECE) return;
    size_t end = (size_t)(which + 1) * CAMERA_PIECE;
    if (camera->pieces.len < end && !buf_extend(&camera->pieces, end - camera->pieces.len)) {
        camera->building = false;
        camera->pieces.err = ERR_NONE;
        return;
    }
    if (chunk->data.len) memcpy(camera->pieces.at + end - CAMERA_PIECE, chunk->data.at, chunk->data.len);
    camera->length[which] = (uint16_t)chunk->data.len;
    camera->have[which / 64] |= (uint64_t)1 << which % 64;
    camera->had++;
    if (chunk->image_chunk_count > camera->count) camera->count = chunk->image_chunk_count;
    if (camera->count && camera->had >= camera->count) finish(c, chunk);
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
