#include "border/border.h"

#include "base/hash.h"

void border_clear_senses(struct senses_in *in) {
    struct body_senses *s = &in->senses;
    s->time_us = 0;
    s->number = 0;
    s->status = 0;
    s->attitude = BODY_ATTITUDE_UNKNOWN;
    s->motion_count = 0;
    s->joints_count = 0;
    s->cliffs_count = 0;
    s->power_count = 0;
    s->range_count = 0;
    s->touches_count = 0;
    s->imu_count = 0;
    s->path_count = 0;
    s->speaker_count = 0;
    s->picture_count = 0;
    s->sound_count = 0;
    s->acks_count = 0;
    s->radio_count = 0;
    s->look_count = s->sights_count = 0;
    s->hearings_count = 0;
    struct pleo_senses *p = &in->pleo;
    p->here = false;
    p->values_count = p->changes_count = p->keys_count = p->beacons_count = p->card_count = 0;
    p->lost = p->stalled = 0;
    in->card = NULL;
    in->picture = NULL;
    in->sound = NULL;
}

void border_clear_command(struct command_out *out) {
    struct body_command *c = &out->command;
    c->number = 0;
    c->wants = 0;
    c->orders = 0;
    c->wheels = (struct body_wheels){0};
    c->joints_count = 0;
    c->path_count = 0;
    c->origin_count = 0;
    c->lights_count = 0;
    c->head_light = false;
    c->backlight = 255;
    c->volume = 0;
    c->face_count = 0;
    c->speech_count = 0;
    c->cubes_count = 0;
    c->camera_count = 0;
    c->fix_count = 0;
    out->pleo.infrared_count = 0;
    out->face = NULL;
    out->speech = NULL;
}

void border_drop_senses(struct senses_in *in) {
    frame_drop(in->picture);
    frame_drop(in->sound);
    in->picture = in->sound = NULL;
}

void border_drop_command(struct command_out *out) {
    frame_drop(out->face);
    frame_drop(out->speech);
    out->face = out->speech = NULL;
}

// Larger than any command or senses can be when encoded.
enum { SCRATCH = 32 << 10 };

static uint64_t frame_hash(uint64_t h, const struct frame *frame) {
    return frame ? hash64(h ^ frame->number, frame->bytes, frame->used) : h;
}

uint64_t border_command_hash(const struct command_out *out) {
    uint8_t scratch[SCRATCH];
    struct writer w = writer_of(scratch, sizeof scratch);
    body_command_encode(&out->command, &w, 1);
    uint64_t h = hash64(0, scratch, writer_len(&w));
    for (uint32_t i = 0; i < out->pleo.infrared_count; i++)
        h = hash64(h + out->pleo.infrared[i].bits, &out->pleo.infrared[i].code, sizeof(uint32_t));
    return frame_hash(frame_hash(h, out->face), out->speech);
}

uint64_t border_senses_hash(const struct senses_in *in) {
    uint8_t scratch[SCRATCH];
    struct writer w = writer_of(scratch, sizeof scratch);
    body_senses_encode(&in->senses, &w, 1);
    if (in->pleo.here) pleo_senses_encode(&in->pleo, &w, 1);
    uint64_t h = hash64(0, scratch, writer_len(&w));
    return frame_hash(frame_hash(h, in->picture), in->sound);
}
