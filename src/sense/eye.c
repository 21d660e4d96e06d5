#include "sense/eye.h"

#include "base/hash.h"
#include "schema/life.h"

#include <string.h>

enum { EVERY_PICTURES = 4, ANSWER_TICKS = 2, SEE_KIND = 0x5ee };

struct brightness_order {
    struct frame *frame; // NULL: there is none in a replay without pictures, and nobody runs this then
    struct exposure_config config;
    struct exposure_box boxes[EYE_BOXES];
    uint32_t count;
};

static enum err measure(const void *input, size_t input_size, void *answer, size_t answer_size, size_t *len) {
    const struct brightness_order *order = input;
    if (input_size != sizeof *order || answer_size < sizeof(struct exposure_seen)) return ERR_LIMIT;
    if (!order->frame) return ERR_UNKNOWN;
    const struct frame *f = order->frame;
    uint32_t channels = f->format == 3 ? 3 : 1;
    if ((uint64_t)f->width * f->height * channels > f->used) return ERR_SHORT;
    struct exposure_picture picture = {f->bytes, f->width, f->height, channels};
    exposure_measure(&order->config, &picture, order->boxes, order->count, answer);
    *len = sizeof(struct exposure_seen);
    return ERR_NONE;
}

static void let_go(void *input) { frame_drop(((struct brightness_order *)input)->frame); }

void eye_start(struct eye *eye, const struct eye_model *model) {
    *eye = (struct eye){.model = *model};
    struct exposure_config config = exposure_defaults();
    struct exposure_range range = {model->exposure_low_ms, model->exposure_high_ms, model->gain_low,
                                   model->gain_high};
    exposure_begin(&eye->exposure, &config, &range);
    eye->balance = white_balance_none();
}

void eye_look(struct eye *eye, const struct body_senses *senses) {
    eye->looked = observe_sights(senses, &eye->model, &eye->seen);
}

// What was found last, as boxes; it is told a picture later.
static uint32_t found(const struct observations *seen, struct exposure_box boxes[EYE_BOXES]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < seen->count && count < EYE_BOXES; i++) {
        const struct observation *o = &seen->list[i];
        if (o->kind != OBSERVATION_MARKER && o->kind != OBSERVATION_FACE) continue;
        struct vec2 low = vec2(4096, 4096), high = vec2(-4096, -4096);
        for (int k = 0; k < 4; k++) {
            float x = o->corners[k].x, y = o->corners[k].y;
            low = vec2(m_min(low.x, x), m_min(low.y, y)), high = vec2(m_max(high.x, x), m_max(high.y, y));
        }
        if (!(high.x - low.x >= 1 && high.x - low.x < 4096 && high.y - low.y >= 1 && high.y - low.y < 4096))
            continue;
        boxes[count++] = (struct exposure_box){(int32_t)low.x, (int32_t)low.y, (int32_t)(high.x - low.x),
                                               (int32_t)(high.y - low.y)};
    }
    return count;
}

static void keep_boxes(struct eye *eye) {
    if (!eye->looked) return;
    memset(eye->boxes, 0, sizeof eye->boxes);
    eye->box_count = found(&eye->seen, eye->boxes);
}

static void measure_picture(struct eye *eye, const struct senses_in *in, const struct eye_around *around) {
    const struct body_senses *senses = &in->senses;
    if (!senses->picture_count || senses->picture[0].kind > BODY_PICTURE_KIND_COLOUR) return;
    if (eye->pictures++ % EVERY_PICTURES || eye->looking || !around->crew) return;
    struct brightness_order order = {.config = eye->exposure.config};
    order.frame = in->picture ? frame_hold(in->picture) : NULL;
    order.count = eye->box_count;
    memcpy(order.boxes, eye->boxes, sizeof order.boxes);
    enum err err = ERR_NONE;
    errand_post(around->crew,
                &(struct errand){.run = measure,
                                 .drop = let_go,
                                 .input = &order,
                                 .input_size = sizeof order,
                                 .answer_size = sizeof(struct exposure_seen),
                                 .due = around->tick + ANSWER_TICKS,
                                 .kind = SEE_KIND,
                                 .asker = around->asker},
                &err);
    eye->looking = !err;
}

bool eye_answer(struct eye *eye, const struct errand_answer *answer) {
    if (answer->kind != SEE_KIND) return false;
    eye->looking = false;
    eye->brought = !answer->err && answer->answer_len == sizeof eye->light;
    if (eye->brought) memcpy(&eye->light, answer->answer, sizeof eye->light);
    return true;
}

static void tell(struct eye *eye, struct eye_event event) {
    if (eye->event_count < EYE_EVENTS) eye->events[eye->event_count++] = event;
}

struct eye_event eye_settings(const struct eye *eye) {
    const struct exposure *e = &eye->exposure;
    return (struct eye_event){LIFE_EVENT_KIND_CAMERA_SET,
                              {e->mode != EXPOSURE_MANUAL, e->exposure_ms * 0.001f, e->gain}};
}

static void conclude(struct eye *eye, uint64_t body_us) {
    struct exposure *e = &eye->exposure;
    if (exposure_follow(e, &eye->light, body_us)) tell(eye, eye_settings(eye));
    white_balance_follow(&eye->balance, &e->config, &eye->light);
    enum exposure_trouble trouble = exposure_trouble(e, body_us);
    bool dark = trouble == EXPOSURE_TOO_DARK;
    if (trouble)
        tell(eye, (struct eye_event){dark ? LIFE_EVENT_KIND_IMAGE_TOO_DARK : LIFE_EVENT_KIND_IMAGE_TOO_BRIGHT,
                                     {dark ? e->high : e->low, e->exposure_ms * 0.001f, e->gain}});
    if (eye->troubled && e->seen == EXPOSURE_FINE)
        tell(eye, (struct eye_event){LIFE_EVENT_KIND_IMAGE_GOOD, {0}});
    eye->troubled = e->seen == EXPOSURE_FINE ? false : eye->troubled || trouble;
}

void eye_step(struct eye *eye, const struct senses_in *in, const struct eye_around *around) {
    eye->event_count = 0;
    bool open = eye->wants || eye->open;
    if (eye->brought && open) conclude(eye, around->body_us);
    eye->brought = false;
    keep_boxes(eye);
    if (open) measure_picture(eye, in, around);
}

void eye_command(const struct eye *eye, struct body_command *out) {
    if (!eye->wants && !eye->open) return;
    out->wants |= eye->wants;
    out->camera_count = 1;
    out->camera[0] =
        (struct body_camera){.exposure_s = eye->exposure.exposure_ms * 0.001f, .gain = eye->exposure.gain};
    if (eye->wants & BODY_WANT_PICTURE_COLOUR) {
        const float balance[] = {eye->balance.red, eye->balance.green, eye->balance.blue};
        memcpy(out->camera[0].balance, balance, sizeof balance);
    }
}

uint64_t eye_hash(const struct eye *eye) {
    uint64_t h = hash64(0, &eye->wants, sizeof eye->wants);
    h = HASH_RUN(h, eye, model.lens, model.colour);
    h = HASH_RUN(h, eye, exposure.config.target_percentile, exposure.config.meter_from_detections);
    h = HASH_RUN(h, eye, exposure.config.time_before_error_message_ms, exposure.told);
    h = HASH_RUN(h, eye, exposure.since_us, troubled);
    h = HASH_RUN(h, eye, light.low, light.any);
    h = HASH_RUN(h, eye, light.sums, light.coloured);
    return HASH_RUN(h, eye, boxes, box_count);
}
