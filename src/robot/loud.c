#include "robot/loud.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 4 };

struct leading { // a parameter and the number that leads it
    uint32_t id;
    float last, step;
};
enum {
    TREAD_SPEED,
    TREAD_SPIN,
    TREAD_ACCELERATE,
    HEAD_SPEED,
    HEAD_POSITION,
    HEAD_ACCELERATE,
    LIFT_SPEED,
    LIFT_POSITION,
    LIFT_ACCELERATE,
    STIMULATION,
    HAPPY,
    CONFIDENT,
    SOCIAL,
    HELD_TRUST,
    PURR,
    LEADING
};

struct loud {
    struct loud_config config;
    struct audio *audio;
    struct ear ear; // the body's
    struct frame_pool *frames;
    struct audio_tap *taps[LOUD_TAPS];
    struct leading leading[LEADING];
    float head_rad, lift_rad, tread_mmps, head_radps, lift_radps;
    uint64_t body_us;
    uint32_t number;
};

struct loud *loud_new(const struct loud_config *config) {
    // The names under which moving is known to sounds, and by how much a value must change to be told.
    static const struct {
        const char *name;
        float step;
    } NAMES[LEADING] = {
        [TREAD_SPEED] = {"Robot_Vic_Tread_Speed", 2},
        [TREAD_SPIN] = {"Robot_Vic_Tread_Spin_Speed", 0.05f},
        [TREAD_ACCELERATE] = {"Robot_Vic_Tread_Accelerate", 20},
        [HEAD_ACCELERATE] = {"Robot_Vic_Head_Accelerate", 0.5f},
        [LIFT_ACCELERATE] = {"Robot_Vic_Lift_Accelerate", 0.5f},
        [STIMULATION] = {"Robot_Vic_Stimulation", 0.02f},
        [HAPPY] = {"Robot_Vic_Happy", 0.02f},
        [CONFIDENT] = {"Robot_Vic_Confident", 0.02f},
        [SOCIAL] = {"Robot_Vic_Social", 0.02f},
        [HELD_TRUST] = {"Robot_Vic_Held_Trust", 0.02f},
        [PURR] = {"Robot_Vic_Purr_Level", 0.02f},
        [HEAD_SPEED] = {"Robot_Vic_Head_Speed", 0.05f},
        [HEAD_POSITION] = {"Robot_Vic_Head_Position", 0.01f},
        [LIFT_SPEED] = {"Robot_Vic_Lift_Speed", 0.05f},
        [LIFT_POSITION] = {"Robot_Vic_Lift_Position", 0.01f},
    };
    struct loud *loud = calloc(1, sizeof *loud);
    if (!loud) return NULL;
    loud->config = *config;
    struct audio_config audio = audio_defaults(config->model->creature);
    audio.seed = config->seed;
    loud->audio = audio_new(&audio, config->sounds);
    loud->ear.full = config->model->own_volume;
    loud->frames = frame_pool_new(FRAMES, AUDIO_TICK_MAX * sizeof(int16_t));
    for (int i = 0; i < LEADING; i++)
        loud->leading[i] = (struct leading){fnv1_32_lower(NAMES[i].name), 0, NAMES[i].step};
    if (loud->audio && loud->frames) return loud;
    loud_free(loud);
    return NULL;
}

void loud_free(struct loud *loud) {
    if (!loud) return;
    audio_free(loud->audio);
    frame_pool_free(loud->frames);
    free(loud);
}

struct audio *loud_audio(struct loud *loud) {
    return loud->audio;
}

static void lead(struct loud *loud, int which, float value) {
    struct leading *l = &loud->leading[which];
    if (!m_finite(value) || (m_abs(value - l->last) < l->step && !(value == 0 && l->last != 0))) return;
    l->last = value;
    audio_parameter(loud->audio, AUDIO_ALL, l->id, value, 60, 4);
}

// Speeds carry their direction in their sign: millimetres and radians a second, and a second squared.
void loud_feel(struct loud *loud, const struct body_senses *s) {
    if (!s->time_us) return;
    float seconds = (float)(s->time_us - loud->body_us) * 1e-6f;
    bool goes = loud->body_us && seconds > 0 && seconds < 1; // two readings to compare
    if (s->motion_count) {
        const struct body_motion *m = &s->motion[0];
        float speed = (m->left_mps + m->right_mps) * 500;
        lead(loud, TREAD_SPEED, speed);
        if (goes) lead(loud, TREAD_ACCELERATE, (speed - loud->tread_mmps) / seconds);
        loud->tread_mmps = speed;
        lead(loud, TREAD_SPIN,
             loud->config.model->track_m > 0 ? (m->right_mps - m->left_mps) / loud->config.model->track_m
                                             : 0);
    }
    if (s->joints_count > BODY_MOTOR_HEAD) {
        float head = s->joints[BODY_MOTOR_HEAD].angle_rad, lift = s->joints[BODY_MOTOR_LIFT].angle_rad;
        if (goes) {
            float head_radps = (head - loud->head_rad) / seconds,
                  lift_radps = (lift - loud->lift_rad) / seconds;
            lead(loud, HEAD_SPEED, head_radps);
            lead(loud, LIFT_SPEED, lift_radps);
            lead(loud, HEAD_ACCELERATE, (head_radps - loud->head_radps) / seconds);
            lead(loud, LIFT_ACCELERATE, (lift_radps - loud->lift_radps) / seconds);
            loud->head_radps = head_radps, loud->lift_radps = lift_radps;
        }
        lead(loud, HEAD_POSITION, head);
        lead(loud, LIFT_POSITION, lift);
        loud->head_rad = head, loud->lift_rad = lift;
    }
    loud->body_us = s->time_us;
}

void loud_temper(struct loud *loud, const struct temper *t) {
    lead(loud, STIMULATION, t->stimulation);
    lead(loud, HAPPY, t->happy);
    lead(loud, CONFIDENT, t->confident);
    lead(loud, SOCIAL, t->social);
    lead(loud, HELD_TRUST, t->held_trust);
    lead(loud, PURR, t->purr);
}

static void speak(struct loud *loud, struct command_out *out) {
    struct frame *frame = frame_take(loud->frames);
    if (!frame) return;
    size_t count = audio_render(loud->audio, &loud->ear, (int16_t *)(void *)frame->bytes, AUDIO_TICK_MAX);
    if (!count) return frame_drop(frame);
    frame->used = count * sizeof(int16_t);
    frame->number = ++loud->number;
    out->speech = frame;
    out->command.speech_count = 1;
    out->command.speech[0] = (struct body_speech){audio_rate(loud->audio), (uint16_t)count};
}

void loud_step(struct loud *loud, uint64_t tick, uint16_t wants, struct command_out *out) {
    audio_step(loud->audio, tick);
    if (loud->config.model->own_volume) out->command.volume = audio_volume(loud->audio);
    if (loud->config.speaker || wants & BODY_WANT_SOUND) speak(loud, out);
    for (int i = 0; i < LOUD_TAPS; i++)
        if (loud->taps[i]) audio_tap_feed(loud->taps[i], loud->audio);
}

bool loud_told(struct loud *loud, struct audio_notice *out) { return audio_notice(loud->audio, out); }

bool loud_listen(struct loud *loud, struct audio_tap *tap) {
    for (int i = 0; i < LOUD_TAPS; i++)
        if (!loud->taps[i]) return loud->taps[i] = tap, true;
    return false;
}

void loud_unlisten(struct loud *loud, struct audio_tap *tap) {
    for (int i = 0; i < LOUD_TAPS; i++)
        if (loud->taps[i] == tap) loud->taps[i] = NULL;
}
