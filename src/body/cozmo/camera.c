// The camera: joins the pieces of a picture and decodes it into a frame.
#include "body/cozmo/cozmo_internal.h"

#include "codec/picture/jpeg.h"
#include "codec/picture/jpeg_mini.h"

#include <string.h>

enum { FRAMES = 4, WIDTH = 320, HEIGHT = 240, SIDE_MOST = 640, FORMAT_GREY = 1, FORMAT_COLOUR = 3 };

void cozmo_camera_begin(struct cozmo_body *c) {
    pieces_forget(&c->camera.pieces);
    memset(c->camera.imu, 0, sizeof c->camera.imu);
}

static void forget(struct cozmo_body *c) {
    frame_drop(c->camera.picture);
    c->camera.picture = NULL;
}

void cozmo_camera_free(struct cozmo_body *c) {
    forget(c);
    frame_pool_free(c->camera.pool);
    jpeg_mini_loupe_free(&c->camera.loupe);
}

// As a JPEG file that anyone can open.
static bool whole_file(struct cozmo_camera *s) {
    const struct pieces *p = &s->pieces;
    if (pieces_minimised(p)) return !jpeg_mini_loupe_file(&s->loupe, p->data, p->width, p->height, NULL);
    buf_clear(&s->loupe.file);
    buf_bytes(&s->loupe.file, p->data.at, p->data.len);
    return !s->loupe.file.err && s->loupe.file.len;
}

static bool as_file(const struct cozmo_camera *s, struct frame *frame) {
    const struct buf *file = &s->loupe.file;
    if (file->len > frame->size) return false;
    memcpy(frame->bytes, file->at, file->len);
    frame->used = file->len;
    return true;
}

static bool as_pixels(struct cozmo_camera *s, bool colour, struct frame *frame) {
    struct pixels pixels;
    unsigned channels = colour ? FORMAT_COLOUR : FORMAT_GREY;
    if (s->pieces.width > SIDE_MOST || s->pieces.height > SIDE_MOST) return false;
    if (jpeg_mini_loupe_decode(&s->loupe, s->pieces.width, channels,
                               (struct bytes_room){frame->bytes, frame->size}, &pixels, NULL))
        return false;
    frame->used = (size_t)pixels.width * pixels.height * channels;
    frame->width = pixels.width, frame->height = pixels.height;
    return true;
}

static void develop(struct cozmo_body *c) {
    struct cozmo_camera *s = &c->camera;
    const struct pieces *p = &s->pieces;
    if (!c->encode.camera) return; // one that was under way when nobody wanted any more
    if (!s->pool) s->pool = frame_pool_new(FRAMES, (size_t)WIDTH * HEIGHT * FORMAT_COLOUR);
    struct frame *frame = s->pool ? frame_take(s->pool) : NULL;
    bool files = c->config.pictures == BODY_COZMO_JPEG;
    bool fine = frame && whole_file(s) && (files ? as_file(s, frame) : as_pixels(s, c->encode.colour, frame));
    if (!fine) {
        frame_drop(frame);
        c->about.pictures_dropped++;
        return;
    }
    forget(c); // the tick was too slow for the one before
    s->picture = frame;
    s->image = p->image;
    c->about.pictures++;
    s->about = (struct body_picture){.time_us = (uint64_t)c->decode.clock_ms * 1000,
                                     .number = ++s->number,
                                     .width = (uint16_t)(files ? p->width : frame->width),
                                     .height = (uint16_t)(files ? p->height : frame->height),
                                     .kind = files              ? BODY_PICTURE_KIND_JPEG
                                             : c->encode.colour ? BODY_PICTURE_KIND_COLOUR
                                                                : BODY_PICTURE_KIND_GREY,
                                     .head_rad = c->decode.joints[BODY_MOTOR_HEAD].angle_rad};
    // Its stamp is on the robot's clock, a little before its last state's.
    int32_t off = (int32_t)(p->time_ms - c->decode.stamp);
    if (off > -1000 && off < 1000) s->about.time_us = (uint64_t)(c->decode.clock_ms + off) * 1000;
    frame->stamp_us = s->about.time_us;
    frame->number = s->number;
    frame->format = files ? 0 : c->encode.colour ? FORMAT_COLOUR : FORMAT_GREY;
    for (unsigned i = 0; i < sizeof s->imu / sizeof *s->imu; i++)
        if (s->imu[i].image == p->image)
            memcpy(s->about.gyro_radps, s->imu[i].rate, sizeof s->about.gyro_radps);
}

void cozmo_camera_hear(struct cozmo_body *c, const struct cozmo_message *m) {
    struct cozmo_camera *s = &c->camera;
    if (m->kind == COZMO_IMAGE_IMU_DATA) {
        const struct cozmo_image_imu_data *d = &m->image_imu_data;
        unsigned which = s->imu_next++ % (sizeof s->imu / sizeof *s->imu);
        s->imu[which].image = d->image_id;
        s->imu[which].rate[0] = d->rate_x;
        s->imu[which].rate[1] = d->rate_y;
        s->imu[which].rate[2] = d->rate_z;
        if (s->picture && s->image == d->image_id) // it came behind its picture
            memcpy(s->about.gyro_radps, s->imu[which].rate, sizeof s->about.gyro_radps);
        return;
    }
    if (pieces_take(&s->pieces, &m->image_chunk)) develop(c);
}

void cozmo_camera_collect(struct cozmo_body *c, struct senses_in *in) {
    struct cozmo_camera *s = &c->camera;
    if (!s->picture) return;
    if (!(c->encode.last.wants & BODY_WANT_PICTURE)) return forget(c);
    if (s->about.time_us > (uint64_t)c->decode.time_us) return; // the state of its moment is still on its way
    in->picture = s->picture;                                   // the reader's from here on
    in->senses.picture_count = 1;
    in->senses.picture[0] = s->about;
    s->picture = NULL;
}
