// The animation stream: sound, pictures and motion, clocked by thirty slots a second.
//
// The stream waits unchanged in a buffer of 8192 bytes. Each thirtieth of a second one slot is taken: one
// piece of sound or silence, and everything after it up to the next. Without a slot the clock stands still,
// the speaker is silent and the picture stays. Pictures and key frames that came without a slot are still
// carried out in the next beat. Key frames count only between StartAnimation and EndAnimation.
#include "body/firmware/cozmo/firmware_internal.h"

#include <string.h>

enum { ID_AUDIO = 0x8e, ID_SILENCE = 0x8f, RECORD_HEAD = 2, SOUNDING_US = 100000, STRAIGHT = 32767 };
enum { HALF_TURNS_MOST = 100 };
enum { TRACK_HEAD = 1, TRACK_LIFT = 2, TRACK_BODY = 4, TRACK_FACE = 8, TRACK_LIGHTS = 16, TRACK_SOUND = 32 };

// ------------------------------------------------------------------------------------------------ the buffer

static uint8_t at(const struct fw_anim *a, uint32_t index) {
    return a->buffer[(a->head + index) % FW_BUFFER];
}

static void put(struct fw_anim *a, const uint8_t *bytes, uint32_t len) {
    for (uint32_t i = 0; i < len; i++) a->buffer[(a->head + a->count++) % FW_BUFFER] = bytes[i];
}

static uint32_t front_length(const struct fw_anim *a) { return (uint32_t)(at(a, 0) | at(a, 1) << 8); }

static void
fill(struct fw_anim *a) { // one change costs a public client library an event, so the edges lie apart
    if (a->count > FW_BUFFER * 3 / 4) a->full = true;
    if (a->count < FW_BUFFER / 2) a->full = false;
}

static void buffer(struct fw_anim *a, const uint8_t *bytes, uint32_t len) {
    if (a->count + len + RECORD_HEAD > FW_BUFFER) {
        a->drops++;
        return;
    }
    put(a, (const uint8_t[]){(uint8_t)len, (uint8_t)(len >> 8)}, RECORD_HEAD);
    put(a, bytes, len);
    fill(a);
}

static uint32_t take(struct fw_anim *a, uint8_t *out) {
    uint32_t len = front_length(a);
    for (uint32_t i = 0; i < len; i++) out[i] = at(a, RECORD_HEAD + i);
    a->head = (a->head + len + RECORD_HEAD) % FW_BUFFER;
    a->count -= len + RECORD_HEAD;
    fill(a);
    return len;
}

static bool front_is_slot(const struct fw_anim *a) {
    return a->count && (at(a, RECORD_HEAD) == ID_AUDIO || at(a, RECORD_HEAD) == ID_SILENCE);
}

// ------------------------------------------------------------------------------------------------ messages

bool fw_hear_anim(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    uint8_t room[AIR_CONTENT_MAX];
    struct writer out = writer_of(room, sizeof room);
    if (cozmo_message_encode(message, &out, COZMO_FIRMWARE_NEWEST)) return false;
    buffer(&fw->anim, room, (uint32_t)writer_len(&out));
    return true;
}

bool fw_hear_anim_state(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    (void)message;
    if (!fw->enabled) fw->stats.refused++;
    fw->anim.enabled = fw->enabled;
    return true;
}

bool fw_hear_volume(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->anim.volume = fw->stats.volume = message->set_robot_volume.level;
    return true;
}

bool fw_hear_tracks_off(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->anim.tracks &= (uint8_t)~message->unknown9d.data;
    return true;
}

bool fw_hear_tracks_on(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    fw->anim.tracks |= message->unknown9e.data;
    return true;
}

static void end(struct cozmo_firmware *fw) {
    struct fw_anim *a = &fw->anim;
    if (!a->running) return;
    a->running = a->lights = a->turned = false;
    if (a->body) fw_drive(fw, 0, 0, 0);
    a->body = false;
    fw->lights_dirty = true;
    fw_say(fw, &(struct cozmo_message){.kind = COZMO_ANIMATION_ENDED, .animation_ended = {a->id}});
    a->id = 0;
}

bool fw_hear_abort(struct cozmo_firmware *fw, const struct cozmo_message *message) {
    (void)message;
    fw->anim.head = fw->anim.count = 0;
    fill(&fw->anim);
    if (fw->anim.running && fw->anim.turned) fw_drive(fw, 0, 0, 0);
    end(fw);
    fw_order(fw)->orders |= BODY_ORDER_FLUSH_SOUND;
    fw_obey(fw);
    return true;
}

void fw_begin_anim(struct cozmo_firmware *fw) {
    struct fw_anim *a = &fw->anim;
    struct fw_anim fresh = {.volume = a->volume, .sounds = a->sounds, .tracks = 0xff, .beat = beat_of(33333)};
    fresh.beat.due_us = fw->now_us;
    *a = fresh;
}

// ------------------------------------------------------------------------------------------------ playing

static void speak(struct cozmo_firmware *fw, struct bytes samples) {
    struct frame *frame = frame_take(fw->anim.sounds);
    if (!frame) return;
    int16_t *out = (int16_t *)(void *)frame->bytes;
    ulaw_decode(fw->config.law, samples.at, samples.len, out);
    for (size_t i = 0; i < samples.len; i++) out[i] = (int16_t)((int32_t)out[i] * fw->anim.volume / 65535);
    frame->used = samples.len * sizeof *out;
    fw->stats.sounds++;
    if (fw->config.sound) fw->config.sound(fw->config.user, out, samples.len);
    struct body_command *order = fw_order(fw);
    order->speech_count = 1;
    order->speech[0] = (struct body_speech){ULAW_RATE, (uint16_t)samples.len};
    fw->out->speech = frame;
    fw_obey(fw);
}

static float duration_s(const struct cozmo_firmware *fw, uint8_t low, uint8_t high) {
    return (float)(fw->config.short_durations ? low : low | high << 8) / 1000;
}

// Curves: the wheels go round one middle, half a track nearer and further. 0 and 1: on the spot, degrees a
// second.
static void body_motion(struct cozmo_firmware *fw, int16_t speed, int16_t radius) {
    float v = speed, half = cozmo_model.track_m * 1000 / 2;
    float left = v, right = v;
    if (radius == 0 || radius == 1) {
        right = v * M_PI_F / 180 * half;
        left = -right;
    } else if (radius != STRAIGHT) {
        left = v * (radius - half) / radius;
        right = v * (radius + half) / radius;
    }
    fw_drive(fw, left, right, 0);
    fw->anim.body = true;
    fw->anim.turned = false;
}

// To the recorded heading, and what was said besides: which way round, how often, how fast. It goes on when
// the animation ends, and not when it is aborted.
static void turn_back(struct cozmo_firmware *fw, const struct cozmo_turn_to_recorded_heading *turn) {
    struct fw_anim *a = &fw->anim;
    const struct cozmo_heading_turn *how = &turn->how;
    a->body = false;
    a->turned = true;
    if (!turn->has_how) {
        fw_turn_to(fw, a->heading, 0, 0, 0.035f);
        return;
    }
    float off = angle_between(fw_pose(fw).angle, a->heading + m_radians(how->offset_deg));
    bool left = how->shortest || !how->speed_deg_per_sec ? off >= 0 : how->speed_deg_per_sec > 0;
    float tolerance = m_radians(m_min(how->tolerance_deg, 180)), way = left ? off : -off;
    if (way < 0) way += 2 * M_PI_F;
    if (way > 2 * M_PI_F - tolerance) way -= 2 * M_PI_F; // is there already
    way += M_PI_F * (float)(how->half_turns < HALF_TURNS_MOST ? how->half_turns : HALF_TURNS_MOST);
    if (way <= tolerance) {
        fw_drive(fw, 0, 0, 0);
        return;
    }
    fw_spin(fw, left ? way : -way, m_radians(how->speed_deg_per_sec), m_radians(how->accel_deg_per_sec2),
            m_radians(how->decel_deg_per_sec2));
}

static void key_frame(struct cozmo_firmware *fw, const struct cozmo_message *m) {
    struct fw_anim *a = &fw->anim;
    switch (m->kind) {
    case COZMO_ANIM_HEAD:
        if (a->tracks & TRACK_HEAD)
            fw_aim(fw, BODY_MOTOR_HEAD, (float)m->anim_head.angle_deg * M_PI_F / 180, 0, 0,
                   duration_s(fw, m->anim_head.duration_ms, (uint8_t)m->anim_head.variability_deg));
        break;
    case COZMO_ANIM_LIFT:
        if (a->tracks & TRACK_LIFT)
            fw_aim(fw, BODY_MOTOR_LIFT, fw_lift_angle(m->anim_lift.height_mm), 0, 0,
                   duration_s(fw, m->anim_lift.duration_ms, m->anim_lift.variability_mm));
        break;
    case COZMO_ANIM_BODY:
        if (a->tracks & TRACK_BODY) body_motion(fw, m->anim_body.speed, m->anim_body.unknown);
        break;
    case COZMO_ANIM_BACKPACK_LIGHTS:
        a->lights = a->tracks & TRACK_LIGHTS;
        for (unsigned i = 0; i < BODY_LIGHT_MAX; i++)
            a->colours[i] = fw_colour(m->anim_backpack_lights.colors[i]);
        fw->lights_dirty = true;
        break;
    case COZMO_RECORD_HEADING:
        a->heading = fw_pose(fw).angle;
        a->recorded = true;
        break;
    case COZMO_TURN_TO_RECORDED_HEADING:
        if (a->recorded && a->tracks & TRACK_BODY) turn_back(fw, &m->turn_to_recorded_heading);
        break;
    default:
        break;
    }
}

static void play(struct cozmo_firmware *fw, const struct cozmo_message *m) {
    struct fw_anim *a = &fw->anim;
    switch (m->kind) {
    case COZMO_OUTPUT_AUDIO:
    case COZMO_OUTPUT_SILENCE:
        a->frames_played++;
        a->fed_us = fw->now_us;
        a->sounding = m->kind == COZMO_OUTPUT_AUDIO;
        fw->stats.slots++;
        if (m->kind == COZMO_OUTPUT_AUDIO && a->enabled && a->tracks & TRACK_SOUND)
            speak(fw, m->output_audio.samples);
        break;
    case COZMO_DISPLAY_IMAGE:
        if (a->tracks & TRACK_FACE) fw_show(fw, m->display_image.image);
        break;
    case COZMO_START_ANIMATION:
        if (!a->enabled) break;
        end(fw);
        a->running = true;
        a->id = m->start_animation.anim_id;
        fw_say(fw, &(struct cozmo_message){.kind = COZMO_ANIMATION_STARTED, .animation_started = {a->id}});
        break;
    case COZMO_END_ANIMATION:
        end(fw);
        break;
    default:
        if (a->running) key_frame(fw, m);
    }
}

static void play_front(struct cozmo_firmware *fw) {
    struct fw_anim *a = &fw->anim;
    uint8_t record[AIR_CONTENT_MAX];
    uint32_t len = take(a, record);
    a->bytes_played += (int32_t)len;
    struct reader in = reader_of(record, len);
    struct cozmo_message m;
    if (!cozmo_message_decode(&m, &in, COZMO_TO_ROBOT, COZMO_FIRMWARE_NEWEST)) play(fw, &m);
}

void fw_step_anim(struct cozmo_firmware *fw) {
    struct fw_anim *a = &fw->anim;
    if (!beat_due(&a->beat, fw->now_us)) return;
    while (a->count && !front_is_slot(a)) play_front(fw);
    if (!a->count) {
        fw->stats.underruns += a->running || (a->sounding && fw->now_us - a->fed_us < SOUNDING_US);
        return;
    }
    play_front(fw);
    while (a->count && !front_is_slot(a)) play_front(fw);
}
