#include "pleo/os/os_internal.h"

#include "base/frame_pool.h"
#include "base/system/errand.h"
#include "codec/picture/jpeg.h"

#include <string.h>

enum { MEAN_MS = 1000, CODE_MS = 2000, TURN_DEG = 6, QUALITY = 70, FILE_MAX = 64 << 10 };

struct order {
    struct frame *frame;
    struct blob_map map[BLOB_COLOURS];
    uint16_t area[4], width, height;
    uint8_t channels;
    bool keep; // the picture itself is asked for, as a JPEG after what was seen in it
};

static enum err look(const void *input, size_t input_size, void *answer, size_t answer_size,
                     size_t *answer_len) {
    const struct order *o = input;
    struct camera_seen *seen = answer;
    (void)input_size;
    struct pixels picture = pixels_view(o->frame->bytes, o->width, o->height, o->channels);
    *seen = (struct camera_seen){.width = o->width, .height = o->height};
    seen->count = blobs_find(&picture, o->map, seen->blobs);
    seen->mean = blobs_mean(&picture, o->area[0], o->area[1], o->area[2], o->area[3]);
    *answer_len = sizeof *seen;
    if (!o->keep) return ERR_NONE;
    struct buf jpeg = {0};
    enum err err = jpeg_encode(&picture, &(struct jpeg_writing){.quality = QUALITY}, &jpeg, NULL);
    if (!err && jpeg.len <= answer_size - sizeof *seen) {
        memcpy((uint8_t *)answer + sizeof *seen, jpeg.at, jpeg.len);
        *answer_len += jpeg.len;
    }
    buf_free(&jpeg);
    return ERR_NONE;
}

static void drop(void *input) { frame_drop(((struct order *)input)->frame); }

void camera_preset(struct pleo *p, int32_t preset) {
    struct camera *c = &p->camera;
    memset(c->map, 0, sizeof c->map);
    c->preset = (uint8_t)preset;
    if (preset > BLOB_NONE && preset < BLOB_PRESETS_COUNT) c->map[0] = BLOB_PRESETS[preset];
    if (preset == 6) // automatic: whatever of the four colours is there
        for (int i = BLOB_RED; i < BLOB_PRESETS_COUNT; i++) c->map[i - 1] = BLOB_PRESETS[i];
}

// A keypad's place: 1 upper left, 9 lower right.
static int32_t place_of(const struct blob *b, const struct camera_seen *seen) {
    uint32_t x = (uint32_t)(b->x1 + b->x2) / 2, y = (uint32_t)(b->y1 + b->y2) / 2;
    uint32_t column = x * 3 / (seen->width ? seen->width : 1),
             row = y * 3 / (seen->height ? seen->height : 1);
    return (int32_t)(1 + (column > 2 ? 2 : column) + 3 * (row > 2 ? 2 : row));
}

// The neck turns after it, a step at a time.
static void follow(struct pleo *p, int32_t place) {
    static const int8_t SIDEWAYS[3] = {-1, 0, 1}, UP[3] = {1, 0, -1};
    float across = joint_deg(p, JOINT_NECK_HORIZONTAL), up = joint_deg(p, JOINT_NECK_VERTICAL);
    int column = (place - 1) % 3, row = (place - 1) / 3;
    if (SIDEWAYS[column] && !p->joints.at[JOINT_NECK_HORIZONTAL].scripts)
        joint_go(p, JOINT_NECK_HORIZONTAL, across + (float)(SIDEWAYS[column] * TURN_DEG), 40, 0);
    if (UP[row] && !p->joints.at[JOINT_NECK_VERTICAL].scripts)
        joint_go(p, JOINT_NECK_VERTICAL, up + (float)(UP[row] * TURN_DEG), 40, 0);
}

static void track(struct pleo *p) {
    struct camera *c = &p->camera;
    const struct blob *best = NULL;
    for (uint32_t i = 0; i < c->seen.count; i++)
        if (!best || c->seen.blobs[i].cells > best->cells) best = &c->seen.blobs[i];
    if (best && (int32_t)best->cells < property_value(p, PROPERTY_TRACK_WEIGHT)) best = NULL;
    int32_t place = best ? place_of(best, &c->seen) : 0;
    c->follows = best != NULL;
    if (best) c->followed = *best;
    sensor_set(p, SENSOR_TRACKABLE, place, p->ms);
    if (best && property_value(p, PROPERTY_TRACK_MOVE) > 0) follow(p, place);
}

// Cards with two colours side by side: chosen, red beside yellow and red beside green.
static void find_code(struct pleo *p) {
    struct camera *c = &p->camera;
    int32_t code = 0;
    const struct blob *of[BLOB_COLOURS] = {0};
    for (uint32_t i = 0; i < c->seen.count; i++)
        of[c->seen.blobs[i].entry % BLOB_COLOURS] = &c->seen.blobs[i];
    const struct blob *red = of[0], *green = of[1], *yellow = of[4];
    if (c->preset == 6 && red && yellow && yellow->cells > 20 && red->cells > 20) code = 1;
    if (c->preset == 6 && red && green && green->cells > 20 && red->cells > 20) code = 2;
    if (code) c->code_ms = p->ms;
    if (!code && p->ms - c->code_ms < CODE_MS) return; // it is still the same card
    sensor_set(p, SENSOR_COLOR_CODE, code, p->ms);
}

// A picture that finds no room, or whose card was pulled out, is told, and leaves nothing behind.
static void keep(struct pleo *p, const uint8_t *jpeg, size_t len) {
    struct camera *c = &p->camera;
    char drive, name[CARD_NAME_MAX];
    bool kept = len && files_name(p, c->picture, &drive, name) && files_keep(p, drive, name, jpeg, len);
    log_say(p, kept ? LOG_INFO : LOG_ERROR, LOG_CAM, "%.80s %s", c->picture,
            kept ? "is a picture now" : "cannot be written");
    c->picture[0] = 0;
}

void camera_answer(struct pleo *p, const struct errand_answer *answer) {
    struct camera *c = &p->camera;
    c->busy = false;
    bool keeps = c->keeps, measures = c->measures;
    c->keeps = c->measures = false;
    if (answer->err || answer->answer_len < sizeof c->seen) {
        if (keeps) keep(p, NULL, 0);
        return;
    }
    memcpy(&c->seen, answer->answer, sizeof c->seen);
    if (measures) c->has_mean = true, c->mean_ms = p->ms;
    const uint8_t *jpeg = (const uint8_t *)answer->answer + sizeof c->seen;
    if (keeps) keep(p, jpeg, answer->answer_len - sizeof c->seen);
}

static void post(struct pleo *p) {
    struct camera *c = &p->camera;
    const struct body_senses *in = &p->in->senses;
    if (!in->picture_count || !p->in->picture || c->busy || !p->config.crew) return;
    const struct body_picture *about = &in->picture[0];
    struct order order = {.frame = frame_hold(p->in->picture),
                          .width = about->width,
                          .height = about->height,
                          .channels = about->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1};
    memcpy(order.map, c->map, sizeof order.map);
    memcpy(order.area, c->area, sizeof order.area);
    order.keep = c->picture[0];
    struct errand errand = {.run = look,
                            .drop = drop,
                            .input = &order,
                            .input_size = sizeof order,
                            .answer_size = sizeof(struct camera_seen) + (order.keep ? FILE_MAX : 0),
                            .due = p->tick + CAMERA_DUE,
                            .kind = CAMERA_ERRAND,
                            .asker = p->soul.id};
    enum err err = ERR_NONE;
    errand_post(p->config.crew, &errand, &err);
    c->busy = !err;
    if (err) return;
    c->keeps = order.keep, c->measures = c->asked, c->asked = false;
}

void camera_tick(struct pleo *p) {
    struct camera *c = &p->camera;
    if (c->has_mean && p->ms - c->mean_ms > MEAN_MS) c->has_mean = false;
    if (!c->on) return;
    p->out->command.wants |= BODY_WANT_PICTURE | BODY_WANT_PICTURE_COLOUR;
    post(p);
    if (c->tracks) track(p), find_code(p);
    property_put(p, PROPERTY_IMAGE, c->busy || c->picture[0]);
}
