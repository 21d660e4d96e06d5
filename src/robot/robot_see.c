// Its eye: open or closed, how bright its pictures are, and what its camera is like.
//
// Of some pictures an errand counts how bright they are; what it brought back decides how the next ones are
// taken, and whether they are of any use. The answer is recorded like every errand's, so a life replays
// without its pictures.
#include "robot/robot_internal.h"

#include "border/birth.h"

#include <string.h>

enum { EVERY_PICTURES = 4, ANSWER_TICKS = 2, BOXES = SEEING_BOXES, SEE_KIND = 0x5ee };

struct brightness_order {
    struct frame *frame; // NULL: there is none in a replay without pictures, and nobody runs this then
    struct exposure_config config;
    struct exposure_box boxes[BOXES];
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

void robot_see_start(struct robot *robot) {
    struct seeing *s = &robot->seeing;
    const struct robot_config *c = &robot->config;
    struct birth birth;
    birth_of(c->model, c->seed + 1 - c->id, (uint32_t)c->id, &birth);
    s->eye = birth.eye;
    struct exposure_config config = exposure_defaults();
    struct exposure_range range = {s->eye.exposure_low_ms, s->eye.exposure_high_ms, s->eye.gain_low,
                                   s->eye.gain_high};
    exposure_begin(&s->exposure, &config, &range);
    s->balance = white_balance_none();
}

static bool has_eye(const struct robot *robot) { return robot->seeing.eye.lens.width; }

static void tell(struct robot *robot, enum life_event_kind kind, float a, float b, float c) {
    uint32_t before = robot->event_count;
    robot_tell(robot, kind, 0, a, b);
    if (robot->event_count > before) robot->events[before].numbers[2] = c;
}

// ------------------------------------------------------------------------------------------------ requests

static void no_eye(struct robot *robot, const struct life_envelope *from) {
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_REFUSED, "it has no camera");
}

static void do_watch(struct robot *robot, const struct life_envelope *from, const struct life_see *r) {
    if (r->on && !has_eye(robot)) return no_eye(robot, from);
    robot->seeing.wants = (uint16_t)(!r->on ? 0
                                            : BODY_WANT_PICTURE | BODY_WANT_SIGHTS |
                                                  (r->colour ? BODY_WANT_PICTURE_COLOUR : 0) |
                                                  (r->large ? BODY_WANT_PICTURE_LARGE : 0));
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

static void do_config(struct robot *robot, const struct life_envelope *from) {
    if (!has_eye(robot)) return no_eye(robot, from);
    const struct eye_model *eye = &robot->seeing.eye;
    const struct lens_model *lens = &eye->lens;
    struct vec2 view = lens_view_rad(lens);
    struct life_message reply = {.kind = LIFE_CAMERA_KNOWN};
    reply.camera_known = (struct life_camera_known){.width = (uint16_t)lens->width,
                                                    .height = (uint16_t)lens->height,
                                                    .focal_x = lens->fx,
                                                    .focal_y = lens->fy,
                                                    .center_x = lens->cx,
                                                    .center_y = lens->cy,
                                                    .skew = lens->skew,
                                                    .fov_x_rad = view.x,
                                                    .fov_y_rad = view.y,
                                                    .exposure_low_s = eye->exposure_low_ms * 0.001f,
                                                    .exposure_high_s = eye->exposure_high_ms * 0.001f,
                                                    .gain_low = eye->gain_low,
                                                    .gain_high = eye->gain_high};
    memcpy(reply.camera_known.distortion, lens->k, sizeof lens->k);
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

static void tell_settings(struct robot *robot) {
    const struct exposure *e = &robot->seeing.exposure;
    tell(robot, LIFE_EVENT_KIND_CAMERA_SET, e->mode != EXPOSURE_MANUAL, e->exposure_ms * 0.001f, e->gain);
}

static void do_settings(struct robot *robot, const struct life_envelope *from,
                        const struct life_camera_settings *r) {
    if (!has_eye(robot)) return no_eye(robot, from);
    struct exposure *e = &robot->seeing.exposure;
    bool numbers =
        m_finite(r->exposure_s) && m_finite(r->gain) && (r->automatic || (r->exposure_s > 0 && r->gain > 0));
    if (!numbers || r->mode >= EXPOSURE_MANUAL)
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                                "by hand it takes an exposure and a gain above 0; modes are 0 to 2");
    if (r->automatic)
        exposure_set_mode(e, (enum exposure_mode)r->mode);
    else
        exposure_set(e, r->exposure_s * 1000, r->gain);
    tell_settings(robot);
    robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, "");
}

bool robot_do_see(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    switch (m->kind) {
    case LIFE_SEE:
        return do_watch(robot, from, &m->see), true;
    case LIFE_CAMERA_CONFIG:
        return do_config(robot, from), true;
    case LIFE_TAKE_PHOTO:
        if (!has_eye(robot)) return no_eye(robot, from), true;
        robot_tell(robot, LIFE_EVENT_KIND_PHOTO_TAKEN, from->ticket, 0, 0);
        return robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_DONE, ""), true;
    case LIFE_CAMERA_SETTINGS:
        return do_settings(robot, from, &m->camera_settings), true;
    default:
        return false;
    }
}

// ------------------------------------------------------------------------------------------------ looking

// What was found last, as boxes; it is told a picture later.
static uint32_t found(const struct observations *seen, struct exposure_box boxes[BOXES]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < seen->count && count < BOXES; i++) {
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

static void keep_boxes(struct robot *robot) {
    if (!robot->looked) return;
    memset(robot->seeing.boxes, 0, sizeof robot->seeing.boxes);
    robot->seeing.box_count = found(&robot->seen, robot->seeing.boxes);
}

static void look(struct robot *robot, const struct senses_in *in) {
    struct seeing *s = &robot->seeing;
    const struct body_senses *senses = &in->senses;
    if (!senses->picture_count || senses->picture[0].kind == BODY_PICTURE_KIND_JPEG) return;
    if (s->pictures++ % EVERY_PICTURES || s->looking || !robot->config.crew) return;
    struct brightness_order order = {.config = s->exposure.config};
    order.frame = in->picture ? frame_hold(in->picture) : NULL;
    order.count = s->box_count;
    memcpy(order.boxes, s->boxes, sizeof order.boxes);
    enum err err = ERR_NONE;
    errand_post(robot->config.crew,
                &(struct errand){.run = measure,
                                 .drop = let_go,
                                 .input = &order,
                                 .input_size = sizeof order,
                                 .answer_size = sizeof(struct exposure_seen),
                                 .due = robot->tick + ANSWER_TICKS,
                                 .kind = SEE_KIND,
                                 .asker = robot->config.id},
                &err);
    s->looking = !err;
}

bool robot_see_answer(struct robot *robot, const struct errand_answer *answer) {
    struct seeing *s = &robot->seeing;
    if (answer->kind != SEE_KIND) return false;
    s->looking = false;
    s->brought = !answer->err && answer->answer_len == sizeof s->seen;
    if (s->brought) memcpy(&s->seen, answer->answer, sizeof s->seen);
    return true;
}

static void conclude(struct robot *robot) {
    struct seeing *s = &robot->seeing;
    struct exposure *e = &s->exposure;
    if (exposure_follow(e, &s->seen, robot->body_us)) tell_settings(robot);
    white_balance_follow(&s->balance, &e->config, &s->seen);
    enum exposure_trouble trouble = exposure_trouble(e, robot->body_us);
    if (trouble)
        tell(robot,
             trouble == EXPOSURE_TOO_DARK ? LIFE_EVENT_KIND_IMAGE_TOO_DARK : LIFE_EVENT_KIND_IMAGE_TOO_BRIGHT,
             trouble == EXPOSURE_TOO_DARK ? e->high : e->low, e->exposure_ms * 0.001f, e->gain);
    if (s->troubled && e->seen == EXPOSURE_FINE) tell(robot, LIFE_EVENT_KIND_IMAGE_GOOD, 0, 0, 0);
    s->troubled = e->seen == EXPOSURE_FINE ? false : s->troubled || trouble;
}

void robot_see(struct robot *robot, const struct senses_in *in) {
    struct seeing *s = &robot->seeing;
    if (s->brought && s->wants) conclude(robot);
    s->brought = false;
    keep_boxes(robot);
    if (s->wants) look(robot, in);
}

void robot_see_command(const struct robot *robot, struct body_command *out) {
    const struct seeing *s = &robot->seeing;
    if (!s->wants) return;
    out->wants |= s->wants;
    out->camera_count = 1;
    out->camera[0] =
        (struct body_camera){.exposure_s = s->exposure.exposure_ms * 0.001f, .gain = s->exposure.gain};
    if (s->wants & BODY_WANT_PICTURE_COLOUR) {
        const float balance[] = {s->balance.red, s->balance.green, s->balance.blue};
        memcpy(out->camera[0].balance, balance, sizeof balance);
    }
}
