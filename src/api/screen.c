// What its face shows for a program.
#include "api/api_internal.h"

#include <math.h>

enum { WIDTH = 184, HEIGHT = 96, PIXELS = WIDTH * HEIGHT, PIECE = 512 };

// Two bytes a pixel, the upper one first. What is beyond the picture is passed over.
void api_display_face_image_rgb(struct api_call *call, const void *message) {
    const Vector__DisplayFaceImageRGBRequest *r = message;
    if (r->face_data.len < PIXELS * 2)
        return api_end(call, API_INTERNAL, "expected 35328 bytes of a picture");
    for (unsigned from = 0; from < PIXELS; from += PIECE) {
        struct life_message m = {.kind = LIFE_PICTURE_PIECE, .picture_piece = {.from = (uint16_t)from}};
        unsigned count = PIXELS - from < PIECE ? PIXELS - from : PIECE;
        m.picture_piece.pixels_count = (uint16_t)count;
        for (unsigned i = 0; i < count; i++) {
            const uint8_t *at = &r->face_data.data[(size_t)(from + i) * 2];
            m.picture_piece.pixels[i] = (uint16_t)(at[0] << 8 | at[1]);
        }
        api_tell(call->api, &m);
    }
    struct life_message show = {.kind = LIFE_SHOW_PICTURE};
    show.show_picture.seconds = (float)r->duration_ms / 1000;
    show.show_picture.interrupt = r->interrupt_running;
    api_tell(call->api, &show);
    api_done(call, STATUS_ACK);
}

void api_set_eye_color(struct api_call *call, const void *message) {
    const Vector__SetEyeColorRequest *r = message;
    struct life_message m = {.kind = LIFE_EYE_HUE, .eye_hue = {.hue = r->hue, .saturation = r->saturation}};
    api_tell(call->api, &m);
    api_done(call, STATUS_ACK);
}
