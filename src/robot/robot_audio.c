#include "robot/robot_audio.h"

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

struct robot_audio {
    struct robot_audio_config config;
    struct audio *audio;
    struct ear ear; // the body's
    struct frame_pool *frames;
    struct audio_tap *taps[ROBOT_AUDIO_TAPS];
    struct leading leading[LEADING];
    float head_rad, lift_rad, tread_mmps, head_radps, lift_radps;
    uint64_t body_us;
    uint32_t number;
};

struct robot_audio *robot_audio_new(const struct robot_audio_config *config) {
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
    struct robot_audio *sound = calloc(1, sizeof *sound);
    if (!sound) return NULL;
    sound->config = *config;
    struct audio_config audio = config->audio ? *config->audio : audio_defaults(config->model->creature);
    audio.seed = config->seed;
    sound->audio = audio_new(&audio, config->sounds);
    sound->ear.full = config->model->own_volume;
    sound->frames = frame_pool_new(FRAMES, AUDIO_TICK_MAX * sizeof(int16_t));
    for (int i = 0; i < LEADING; i++)
        sound->leading[i] = (struct leading){fnv1_32_lower(NAMES[i].name), 0, NAMES[i].step};
    if (sound->audio && sound->frames) return sound;
    robot_audio_free(sound);
    return NULL;
}

void robot_audio_free(struct robot_audio *sound) {
    if (!sound) return;
    audio_free(sound->audio);
    frame_pool_free(sound->frames);
    free(sound);
}

struct audio *robot_audio_engine(struct robot_audio *sound) {
    return sound->audio;
}

static void lead(struct robot_audio *sound, int which, float value) {
    struct leading *l = &sound->leading[which];
    if (!m_finite(value) || (m_abs(value - l->last) < l->step && !(value == 0 && l->last != 0))) return;
    l->last = value;
    audio_parameter(sound->audio, AUDIO_ALL, l->id, value, 60, 4);
}

// Speeds carry their direction in their sign: millimetres and radians a second, and a second squared.
void robot_audio_feel(struct robot_audio *sound, const struct body_senses *s) {
    if (!s->time_us) return;
    float seconds = (float)(s->time_us - sound->body_us) * 1e-6f;
    bool goes = sound->body_us && seconds > 0 && seconds < 1; // two readings to compare
    if (s->motion_count) {
        const struct body_motion *m = &s->motion[0];
        float speed = (m->left_mps + m->right_mps) * 500;
        lead(sound, TREAD_SPEED, speed);
        if (goes) lead(sound, TREAD_ACCELERATE, (speed - sound->tread_mmps) / seconds);
        sound->tread_mmps = speed;
        lead(sound, TREAD_SPIN,
             sound->config.model->track_m > 0 ? (m->right_mps - m->left_mps) / sound->config.model->track_m
                                              : 0);
    }
    if (s->joints_count > BODY_MOTOR_HEAD) {
        float head = s->joints[BODY_MOTOR_HEAD].angle_rad, lift = s->joints[BODY_MOTOR_LIFT].angle_rad;
        if (goes) {
            float head_radps = (head - sound->head_rad) / seconds,
                  lift_radps = (lift - sound->lift_rad) / seconds;
            lead(sound, HEAD_SPEED, head_radps);
            lead(sound, LIFT_SPEED, lift_radps);
            lead(sound, HEAD_ACCELERATE, (head_radps - sound->head_radps) / seconds);
            lead(sound, LIFT_ACCELERATE, (lift_radps - sound->lift_radps) / seconds);
            sound->head_radps = head_radps, sound->lift_radps = lift_radps;
        }
        lead(sound, HEAD_POSITION, head);
        lead(sound, LIFT_POSITION, lift);
        sound->head_rad = head, sound->lift_rad = lift;
    }
    sound->body_us = s->time_us;
}

void robot_audio_feelings(struct robot_audio *sound, const struct mind_feelings *t) {
    lead(sound, STIMULATION, t->stimulation);
    lead(sound, HAPPY, t->happy);
    lead(sound, CONFIDENT, t->confident);
    lead(sound, SOCIAL, t->social);
    lead(sound, HELD_TRUST, t->held_trust);
    lead(sound, PURR, t->purr);
}

static void speak(struct robot_audio *sound, struct command_out *out) {
    struct frame *frame = frame_take(sound->frames);
    if (!frame) return;
    size_t count = audio_render(sound->audio, &sound->ear, (int16_t *)(void *)frame->bytes, AUDIO_TICK_MAX);
    if (!count) return frame_drop(frame);
    frame->used = count * sizeof(int16_t);
    frame->number = ++sound->number;
    out->speech = frame;
    out->command.speech_count = 1;
    out->command.speech[0] = (struct body_speech){audio_rate(sound->audio), (uint16_t)count};
}

void robot_audio_step(struct robot_audio *sound, uint64_t tick, uint16_t wants, struct command_out *out) {
    audio_step(sound->audio, tick);
    if (sound->config.model->own_volume) out->command.volume = audio_volume(sound->audio);
    if (sound->config.speaker || wants & BODY_WANT_SOUND) speak(sound, out);
    for (int i = 0; i < ROBOT_AUDIO_TAPS; i++)
        if (sound->taps[i]) audio_tap_feed(sound->taps[i], sound->audio);
}

bool robot_audio_told(struct robot_audio *sound, struct audio_notice *out) {
    return audio_notice(sound->audio, out);
}

bool robot_audio_listen(struct robot_audio *sound, struct audio_tap *tap) {
    for (int i = 0; i < ROBOT_AUDIO_TAPS; i++)
        if (!sound->taps[i]) return sound->taps[i] = tap, true;
    return false;
}

void robot_audio_unlisten(struct robot_audio *sound, struct audio_tap *tap) {
    for (int i = 0; i < ROBOT_AUDIO_TAPS; i++)
        if (sound->taps[i] == tap) sound->taps[i] = NULL;
}

// The body's own ear: what it has of the last samples decides the next.
static uint64_t of_ear(const struct ear *e) {
    uint32_t counted[] = {e->tuned, e->quiet, e->at, e->since};
    uint64_t hash = hash64(hash64(0, counted, sizeof counted), &e->sum, sizeof e->sum);
    const struct biquad *filters[] = {&e->cut, &e->treble};
    for (int i = 0; i < 2; i++) hash = hash64(hash, filters[i], sizeof *filters[i]);
    float held[] = {e->held, e->ceiling, e->release};
    hash = hash64(hash64(hash, held, sizeof held), e->delay, sizeof e->delay);
    return hash64(hash64(hash, e->need, sizeof e->need), e->gains, sizeof e->gains);
}

uint64_t robot_audio_hash(const struct robot_audio *sound) {
    uint64_t counted[] = {audio_hash(sound->audio), of_ear(&sound->ear), sound->body_us, sound->number};
    float felt[LEADING + 5] = {sound->head_rad, sound->lift_rad, sound->tread_mmps, sound->head_radps,
                               sound->lift_radps};
    for (int i = 0; i < LEADING; i++) felt[5 + i] = sound->leading[i].last;
    return hash64(hash64(0, counted, sizeof counted), felt, sizeof felt);
}
