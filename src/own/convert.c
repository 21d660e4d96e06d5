// Between the structs of the public header and those of the border. Small structs have the same layout, which
// is checked here.
#include "own/own.h"

#include "base/maths/maths.h"

#include <string.h>

#define ALIKE(ours, theirs, last)                                                                            \
    _Static_assert(sizeof(struct ours) == sizeof(struct theirs) &&                                           \
                       offsetof(struct ours, last) == offsetof(struct theirs, last),                         \
                   #ours " and " #theirs " are alike")
ALIKE(body_joint, critter_joint, load);
ALIKE(body_imu, critter_imu, gyro_radps);
ALIKE(body_sight, critter_sight, face);
ALIKE(body_hearing, critter_hearing, who);
ALIKE(body_radio, critter_radio, version);
ALIKE(body_motion, critter_pose, turn_radps);
ALIKE(body_path_state, critter_path_state, room);
ALIKE(body_speaker, critter_speaker, played);
ALIKE(body_ack, critter_ack, tag);
ALIKE(body_colour, critter_light, infrared);
ALIKE(body_wheels, critter_wheels, turn_decel_radps2);
ALIKE(body_joint_target, critter_joint_target, tag);
ALIKE(body_segment, critter_segment, shortest);
ALIKE(body_path_order, critter_path_order, append);
ALIKE(body_origin, critter_origin, heading_rad);
ALIKE(body_fix, critter_fix, off_rad);
ALIKE(body_cube_order, critter_cube_order, piece);
ALIKE(body_camera, critter_camera, balance);
#define SAME(ours, theirs) ((uint32_t)(ours) == (uint32_t)(theirs))
_Static_assert(SAME(CRITTER_STATUS_AWAY, BODY_STATUS_AWAY) && SAME(CRITTER_STATUS_LOST, BODY_STATUS_LOST) &&
                   SAME(CRITTER_STATUS_POKED, BODY_STATUS_POKED) &&
                   SAME(CRITTER_STATUS_BUTTON, BODY_STATUS_BUTTON) &&
                   SAME(CRITTER_WANTS_RADIO, BODY_WANT_RADIO) && SAME(CRITTER_WANTS_SOUND, BODY_WANT_SOUND),
               "bits are alike");

// ---------------------------------------------------------------------------------------------- what is felt

#define MOST_RAD 1000.0f // no joint turns farther

static enum err odd(struct fault *fault, const char *what) {
    return fault_set(fault, ERR_RANGE, "%s: expected a finite number of a sane size", what);
}

static bool sane(const float *numbers, size_t count, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(m_abs(numbers[i]) <= most)) return false;
    return true;
}

static enum err check(const struct critter_senses *s, struct fault *fault) {
    const float wheels[] = {s->left_mps, s->right_mps};
    const float power[] = {s->battery_v, s->charger_v, s->temperature_c};
    const float range[] = {s->range.distance_m, s->range.signal, s->range.sigma_m};
    const struct critter_pose *p = &s->pose;
    const float pose[] = {p->x_m,      p->y_m,      p->z_m,       p->heading_rad, p->pitch_rad,
                          p->roll_rad, p->left_mps, p->right_mps, p->turn_radps};
    if (s->has & CRITTER_HAS_WHEELS && !sane(wheels, 2, 1000)) return odd(fault, "left_mps, right_mps");
    if (s->has & CRITTER_HAS_CLIFFS && !sane(s->cliffs, 4, 1000)) return odd(fault, "cliffs");
    if (s->has & CRITTER_HAS_POWER && !sane(power, 3, 1000))
        return odd(fault, "battery_v, charger_v, temperature_c");
    if (s->has & CRITTER_HAS_RANGE && !sane(range, 3, 1e6f)) return odd(fault, "range");
    if (s->has & CRITTER_HAS_POSE && !sane(pose, 9, 1e7f)) return odd(fault, "pose");
    for (uint32_t i = 0; s->has & CRITTER_HAS_JOINTS && i < CRITTER_JOINTS; i++) {
        const float joint[] = {s->joints[i].angle_rad, s->joints[i].speed_radps, s->joints[i].load};
        if (!sane(joint, 3, MOST_RAD)) return odd(fault, "joints");
    }
    if (s->imu_count > 16 || s->sight_count > 16 || s->hearing_count > CRITTER_HEARINGS ||
        s->radio_count > CRITTER_RADIOS || s->touch_count > 16 || s->ack_count > 16 ||
        s->joint_count > CRITTER_JOINTS || s->cliff_count > 4)
        return fault_set(fault, ERR_RANGE, "a count is above the room of its list");
    for (uint32_t i = 0; i < s->imu_count; i++)
        if (!sane(s->imu[i].accel_mps2, 3, 10000) || !sane(s->imu[i].gyro_radps, 3, 10000))
            return odd(fault, "imu");
    for (uint32_t i = 0; i < s->sight_count; i++)
        if (!sane(s->sights[i].at_m, 3, 1e6f) || !sane(s->sights[i].turn, 4, 1e6f) ||
            !sane(s->sights[i].corners_px[0], 8, 1e6f))
            return odd(fault, "sights");
    for (uint32_t i = 0; i < s->hearing_count; i++) {
        const float heard[] = {s->hearings[i].direction_rad, s->hearings[i].level_db,
                               s->hearings[i].tempo_bpm};
        if (!sane(heard, 3, 1e6f)) return odd(fault, "hearings");
    }
    for (uint32_t i = 0; i < s->radio_count; i++)
        if (!sane(s->radio[i].value, 3, 1e6f)) return odd(fault, "radio");
    return ERR_NONE;
}

#define LIST(to, count, from, number)                                                                        \
    do {                                                                                                     \
        (count) = (uint8_t)(number);                                                                         \
        memcpy((to), (from), (number) * sizeof *(to));                                                       \
    } while (0)

// Field by field: a caller's byte may be any number, and ours is a bool.
static struct body_range range_of(const struct critter_range *r) {
    return (struct body_range){r->distance_m, r->signal, r->sigma_m, r->valid != 0, r->lift_in_view != 0};
}

static void touch(struct body_senses *to, const struct critter_senses *s, uint32_t places) {
    if (s->touch_count) {
        to->touches_count = (uint8_t)s->touch_count;
        for (uint32_t i = 0; i < s->touch_count; i++)
            to->touches[i] = (struct body_touch){s->touches[i].raw, s->touches[i].touched != 0};
        return;
    }
    to->touches_count = (uint8_t)places;
    for (uint32_t i = 0; i < places; i++) // as an electrode would read it
        to->touches[i] = (struct body_touch){s->touched >> i & 1 ? 2000 : 1000, false};
}

// Stamps of the program's time as the brainstem counts, which skips what was missed.
static uint64_t stamp(const struct critter_robot *r, const struct critter_senses *s, uint64_t time_us) {
    if (!r->plain || !time_us) return time_us;
    uint64_t ago = time_us < s->time_us ? s->time_us - time_us : 0;
    return ago < r->life_us ? r->life_us - ago : 0;
}

static enum err check_picture(const struct critter_robot *r, const struct critter_senses *s,
                              struct fault *fault) {
    const struct critter_picture *p = &s->picture;
    size_t pixels = (size_t)p->width * p->height * (p->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1);
    const float numbers[] = {p->exposure_s,    p->gain,          p->head_rad,
                             p->gyro_radps[0], p->gyro_radps[1], p->gyro_radps[2]};
    if (!(s->has & CRITTER_HAS_PICTURE) || !r->pictures) return ERR_NONE;
    if (!p->bytes || p->kind > BODY_PICTURE_KIND_JPEG || !pixels || p->width > LENS_SIDE_MAX ||
        p->height > LENS_SIDE_MAX || (p->kind != BODY_PICTURE_KIND_JPEG && p->size < pixels) ||
        !sane(numbers, 6, 1e6f))
        return fault_set(fault, ERR_RANGE, "picture: expected pixels of a known kind, %u by %u of them",
                         (unsigned)p->width, (unsigned)p->height);
    return ERR_NONE;
}

// The newest is the one that the next tick sees.
static enum err take_picture(struct critter_robot *r, const struct critter_senses *s, struct fault *fault) {
    const struct critter_picture *p = &s->picture;
    if (!(s->has & CRITTER_HAS_PICTURE) || !r->pictures) return ERR_NONE;
    size_t pixels = (size_t)p->width * p->height * (p->kind == BODY_PICTURE_KIND_COLOUR ? 3 : 1);
    size_t used = p->kind == BODY_PICTURE_KIND_JPEG ? p->size : pixels;
    frame_drop(r->in.picture);
    r->in.picture = NULL, r->kept.picture_count = 0;
    struct frame *frame = frame_take(r->pictures);
    if (!frame) return ERR_NONE; // all are looked at: this one is missed
    if (used > frame->size) {
        size_t most = frame->size;
        frame_drop(frame);
        return fault_set(fault, ERR_LIMIT, "picture: %zu bytes, at most %zu fit", used, most);
    }
    memcpy(frame->bytes, p->bytes, used);
    frame->used = used;
    frame->width = p->width, frame->height = p->height;
    frame->format = p->kind, frame->number = p->number;
    frame->stamp_us = stamp(r, s, p->time_us);
    r->in.picture = frame;
    r->kept.picture_count = 1;
    r->kept.picture[0] = (struct body_picture){
        frame->stamp_us, p->number,   p->width,
        p->height,       p->kind,     p->exposure_s,
        p->gain,         p->head_rad, {p->gyro_radps[0], p->gyro_radps[1], p->gyro_radps[2]}};
    return ERR_NONE;
}

static enum err check_sound(const struct critter_robot *r, const struct critter_senses *s,
                            struct fault *fault) {
    const struct critter_sound *a = &s->sound;
    if (!(s->has & CRITTER_HAS_SOUND) || !r->heard) return ERR_NONE;
    if (!a->samples || !a->channels || a->channels > BODY_EARS || a->rate_hz < 4000 || a->rate_hz > 192000)
        return fault_set(fault, ERR_RANGE, "sound: expected 1 to %d channels of 4000 to 192000 Hz",
                         BODY_EARS);
    return ERR_NONE;
}

// What came in several steps is one sound to the next tick.
static void take_sound(struct critter_robot *r, const struct critter_senses *s) {
    const struct critter_sound *a = &s->sound;
    struct body_sound *about = &r->kept.sound[0];
    if (!(s->has & CRITTER_HAS_SOUND) || !r->heard) return;
    if (!r->in.sound) {
        if (!(r->in.sound = frame_take(r->heard))) return;
        r->in.sound->used = 0;
        *about = (struct body_sound){stamp(r, s, a->time_us), a->rate_hz, a->channels, 0};
    }
    struct frame *frame = r->in.sound;
    size_t each = about->channels * sizeof(int16_t), count = (frame->size - frame->used) / each;
    if (about->rate_hz != a->rate_hz || about->channels != a->channels) return; // until the next tick
    if (count > a->count) count = a->count;
    if (count > (size_t)UINT16_MAX - about->samples) count = (size_t)UINT16_MAX - about->samples;
    memcpy(frame->bytes + frame->used, a->samples, count * each);
    frame->used += count * each;
    about->samples = (uint16_t)(about->samples + count);
    r->kept.sound_count = 1;
}

static void take_look(struct critter_robot *r, const struct critter_senses *s) {
    struct body_senses *to = &r->kept;
    if (!(s->has & CRITTER_HAS_LOOK)) return;
    to->look_count = 1;
    to->look[0] = (struct body_look){stamp(r, s, s->look_us), s->look_blind != 0};
    LIST(to->sights, to->sights_count, s->sights, s->sight_count);
    for (uint32_t i = 0; i < to->sights_count; i++) to->sights[i].name[sizeof to->sights[i].name - 1] = 0;
}

static void take_heard(struct critter_robot *r, const struct critter_senses *s) {
    struct body_senses *to = &r->kept;
    for (uint32_t i = 0; i < s->hearing_count && to->hearings_count < CRITTER_HEARINGS; i++) {
        struct body_hearing *h = &to->hearings[to->hearings_count++];
        memcpy(h, &s->hearings[i], sizeof *h);
        h->words[sizeof h->words - 1] = h->who[sizeof h->who - 1] = 0;
        h->time_us = stamp(r, s, h->time_us);
    }
    for (uint32_t i = 0; i < s->radio_count && to->radio_count < CRITTER_RADIOS; i++) {
        struct body_radio *radio = &to->radio[to->radio_count++];
        memcpy(radio, &s->radio[i], sizeof *radio);
        radio->version[sizeof radio->version - 1] = 0;
    }
}

void own_sense_rest(struct critter_robot *r) {
    const struct body_senses *from = &r->kept;
    struct body_senses *to = &r->in.senses;
    to->look_count = from->look_count, to->look[0] = from->look[0];
    LIST(to->sights, to->sights_count, from->sights, from->sights_count);
    LIST(to->hearings, to->hearings_count, from->hearings, from->hearings_count);
    LIST(to->radio, to->radio_count, from->radio, from->radio_count);
    to->picture_count = from->picture_count, to->picture[0] = from->picture[0];
    to->sound_count = from->sound_count, to->sound[0] = from->sound[0];
    memset(&r->kept, 0, sizeof r->kept);
}

// What only a body with a brainstem of its own tells.
static void take_whole(struct body_senses *to, const struct critter_senses *s) {
    to->number = s->number, to->attitude = s->attitude;
    to->motion_count = (s->has & CRITTER_HAS_POSE) != 0;
    memcpy(to->motion, &s->pose, sizeof to->motion[0]);
    to->path_count = (s->has & CRITTER_HAS_PATH) != 0;
    memcpy(to->path, &s->path, sizeof to->path[0]);
    to->speaker_count = (s->has & CRITTER_HAS_SPEAKER) != 0;
    memcpy(to->speaker, &s->speaker, sizeof to->speaker[0]);
    LIST(to->acks, to->acks_count, s->acks, s->ack_count);
}

static void feel(struct critter_robot *r, const struct critter_senses *s) {
    const struct body_model *m = &r->body.model;
    struct body_senses *to = &r->felt;
    memset(to, 0, sizeof *to);
    to->time_us = r->plain ? r->life_us : s->time_us;
    to->status = s->status;
    if (r->plain) {
        to->motion_count = (s->has & CRITTER_HAS_WHEELS) != 0;
        to->motion[0] = (struct body_motion){.left_mps = s->left_mps, .right_mps = s->right_mps};
    } else {
        take_whole(to, s);
    }
    uint32_t joints = r->plain ? m->motor_count : s->joint_count,
             cliffs = r->plain ? m->cliff_count : s->cliff_count;
    if (s->has & CRITTER_HAS_JOINTS) LIST(to->joints, to->joints_count, s->joints, joints);
    if (s->has & CRITTER_HAS_CLIFFS) LIST(to->cliffs, to->cliffs_count, s->cliffs, cliffs);
    to->power_count = (s->has & CRITTER_HAS_POWER) != 0;
    to->power[0] = (struct body_power){s->battery_v, s->charger_v, s->temperature_c, s->battery_level};
    to->range_count = (s->has & CRITTER_HAS_RANGE) != 0;
    to->range[0] = range_of(&s->range);
    touch(to, s, r->plain ? r->body.touch_count : 0);
    LIST(to->imu, to->imu_count, s->imu, s->imu_count);
    for (uint32_t i = 0; i < to->imu_count; i++) to->imu[i].time_us = stamp(r, s, s->imu[i].time_us);
}

enum err own_senses(struct critter_robot *r, const struct critter_senses *s, struct fault *fault) {
    enum err err = check(s, fault);
    if (!err) err = check_picture(r, s, fault);
    if (!err) err = check_sound(r, s, fault);
    if (!err) err = take_picture(r, s, fault);
    if (err) return err;
    feel(r, s);
    take_sound(r, s);
    take_look(r, s);
    take_heard(r, s);
    return ERR_NONE;
}

// ---------------------------------------------------------------------------------------------- what is done

static void give_orders(const struct body_command *c, struct critter_orders *to) {
    to->number = c->number, to->orders = c->orders;
    memcpy(&to->wheels, &c->wheels, sizeof to->wheels);
    LIST(to->joints, to->joint_count, c->joints, c->joints_count);
    to->path_count = c->path_count;
    if (c->path_count) memcpy(&to->path, c->path, sizeof to->path);
    to->origin_count = c->origin_count;
    if (c->origin_count) memcpy(&to->origin, c->origin, sizeof to->origin);
    to->fix_count = c->fix_count;
    if (c->fix_count) memcpy(&to->fix, c->fix, sizeof to->fix);
    LIST(to->cubes, to->cube_count, c->cubes, c->cubes_count);
    to->camera_count = c->camera_count;
    if (c->camera_count) memcpy(&to->camera, c->camera, sizeof to->camera);
}

void own_command(struct critter_robot *r, const struct plain_wish *wish, struct critter_command *to) {
    const struct body_command *c = &r->out.command;
    to->wants = c->wants;
    to->left_mps = wish->left_mps, to->right_mps = wish->right_mps;
    memcpy(to->joints_rad, wish->angle_rad, sizeof to->joints_rad);
    to->loose = (uint16_t)(wish->loose & ((1u << CRITTER_JOINT_FIRST) - 1));
    LIST(to->lights, to->light_count, c->lights, c->lights_count);
    to->head_light = c->head_light, to->backlight = c->backlight, to->volume = c->volume;
    if (to->ticked) give_orders(c, &to->orders);
}
