// The sound at four microphones: every sound of the world and every other robot's speaker, delayed and
// weakened by distance; the robot's own motors and speaker; and hiss.
//
// A source is computed once on its own clock. Each microphone reads it at the time when the sound left.
// Sample n is taken at 64 n microseconds of world time. A level is the sound pressure at one metre; 110 dB is
// full scale (chosen).
#include "world/world_internal.h"

#include <string.h>

#define SAMPLE_US   64
#define SOUND_MPS   343.0f
#define FULL_DB     110.0f
#define HISS_COUNTS 3.0f
#define MOTOR_DB    58.0f // a motor at full speed, five centimetres away, counted at one metre
enum { BLOCK = 640, ROOM = BLOCK + 64, VOICED = 16 };
#define VOICED_BAND 0.44f // of half the rate of those points: 6.9 kHz

static float counts(float db) { return 32767 * 1.41421f * m_pow(10, (db - FULL_DB) / 20); }

// Cheap counted noise, -1 … 1.
static float hiss(uint64_t seed, uint64_t n) {
    uint64_t x = (n + seed * 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 29) * 0x94d049bb133111eb;
    x ^= x >> 32;
    return (float)(int32_t)(x >> 24 & 0xffffff) / 8388608 - 1;
}

static float music(const struct world_sound_state *s, float t, uint64_t n) {
    float beat = 60 / s->tempo_bpm, in = m_fmod(t, beat), half = m_fmod(t + beat / 2, beat);
    float kick = in < 0.15f ? m_sin(M_TAU_F * (90 - 250 * in) * in) * m_exp(-in * 25) : 0;
    float hat = half < 0.05f ? hiss(s->number, n) * m_exp(-half * 90) * 0.4f : 0;
    int bar = (int)(t / (beat * 4)) % 4;
    static const float ROOTS[] = {1, 1.3348f, 1.4983f, 1};
    return kick + hat + 0.2f * m_sin(M_TAU_F * m_fmod(s->hertz / 2 * ROOTS[bar] * t, 1));
}

// Babble: a buzz of harmonics in syllables.
static float voice(const struct world_sound_state *s, float t) {
    float pitch = s->hertz * (1 + 0.08f * m_sin(t * 5)), phase = m_fmod(pitch * t, 1) * M_TAU_F, sum = 0;
    float open = 0.5f + 0.5f * m_sin(t * M_TAU_F * 4.3f);
    static const float WEIGHTS[] = {0.5f, 0.8f, 1, 0.7f, 0.4f, 0.5f, 0.3f, 0.2f};
    for (int k = 0; k < 8; k++) sum += WEIGHTS[k] * m_sin(phase * (float)(k + 1));
    return sum * open * 0.35f;
}

static float wave(const struct world *w, const struct world_sound_state *s, double t) {
    const struct wave *v = &w->waves[s->wave - 1];
    double at = t * v->rate_hz;
    size_t i = (size_t)at;
    if (!v->samples || at < 0 || i + 1 >= v->count) return 0;
    float share = (float)(at - (double)i);
    return m_lerp((float)v->samples[i], (float)v->samples[i + 1], share) / 32768 * 1.41421f;
}

static float source(const struct world *w, const void *what, int64_t n) {
    const struct world_sound_state *s = what;
    int64_t us = n * SAMPLE_US - (int64_t)s->since_us;
    if (us < 0 || n * SAMPLE_US >= (int64_t)(s->until_us > INT64_MAX ? INT64_MAX : s->until_us)) return 0;
    double t = (double)us * 1e-6;
    switch (s->kind) {
    case WORLD_SOUND_KIND_TONE:
        return (float)md_sin(md_fmod(t * (double)s->hertz, 1) * MD_TAU);
    case WORLD_SOUND_KIND_CLAP:
        return hiss(s->number, (uint64_t)n) * m_exp(-(float)t * 120) * 2;
    case WORLD_SOUND_KIND_NOISE:
        return hiss(s->number, (uint64_t)n) * 1.2f;
    case WORLD_SOUND_KIND_MUSIC:
        return music(s, (float)t, (uint64_t)n);
    case WORLD_SOUND_KIND_WAVE:
        return s->wave ? wave(w, s, t) : 0;
    default:
        return voice(s, (float)t);
    }
}

// Between four samples (Catmull and Rom), so that a delay of a tenth of a sample is one.
static float between(const float *at, float share) {
    float a = at[-1], b = at[0], c = at[1], d = at[2];
    return b + 0.5f * share * (c - a + share * (2 * a - 5 * b + 4 * c - d + share * (3 * (b - c) + d - a)));
}

struct ears {
    struct vec3 at[WORLD_EARS];
    float sum[WORLD_EARS][BLOCK];
    int64_t first;
    uint32_t count;
};

// What sounds at a place: `leaves` says what left it at a sample's time, 1 as loud as `loud` counts at one
// metre.
typedef float sound_source(const struct world *w, const void *what, int64_t n);

static void hear(const struct world *w, struct ears *e, struct vec3 from, float loud, sound_source *leaves,
                 const void *what) {
    float delay[WORLD_EARS], weak[WORLD_EARS], longest = 0, line[ROOM];
    for (int i = 0; i < WORLD_EARS; i++) {
        float metres = m_max(vec3_length(vec3_sub(from, e->at[i])), 0.05f);
        delay[i] = metres / SOUND_MPS * WORLD_EAR_HZ;
        weak[i] = loud / metres;
        longest = m_max(longest, delay[i]);
    }
    int64_t begin = e->first - (int64_t)longest - 3;
    uint32_t room = e->count + 40 < ROOM ? e->count + 40 : ROOM;
    for (uint32_t k = 0; k < room; k++) line[k] = leaves(w, what, begin + k);
    for (int i = 0; i < WORLD_EARS; i++)
        for (uint32_t k = 0; k < e->count; k++) {
            float at = (float)(e->first - begin + k) - delay[i];
            uint32_t whole = (uint32_t)at;
            if (whole + 2 < room) e->sum[i][k] += weak[i] * between(&line[whole], at - (float)whole);
        }
}

// A speaker's rate is higher than ours: what is above our band is taken out as a microphone's converter does,
// not folded down. Sixteen points, half a sample apart, a quarter of a millisecond in all.
struct voiced {
    uint32_t robot;
    double early_us; // what comes from afar is known so much before it is heard; one's own is heard late
    float taps[VOICED];
};
static struct voiced voiced_of(uint32_t robot, double early_us) {
    struct voiced v = {.robot = robot, .early_us = early_us};
    float sum = 0;
    for (int i = 0; i < VOICED; i++) {
        float x = (float)i - (VOICED - 1) / 2.0f, turn = M_PI_F * x;
        v.taps[i] = m_sin(turn * VOICED_BAND) / turn * (0.54f + 0.46f * m_cos(turn * 2 / VOICED));
        sum += v.taps[i];
    }
    for (int i = 0; i < VOICED; i++) v.taps[i] /= sum;
    return v;
}

static float said(const struct world *w, const void *what, int64_t n) {
    const struct voiced *v = what;
    double us = (double)(n * SAMPLE_US) + v->early_us;
    float sum = 0;
    for (int i = 0; i < VOICED; i++) sum += v->taps[i] * speaker_at(w, v->robot, us - i * SAMPLE_US / 2.0);
    return sum;
}

static void hear_others(const struct world *w, uint32_t robot, struct ears *e) {
    for (uint32_t other = 1; other <= w->memory.robots_count; other++) {
        if (other == robot || !speaker_plays(w, other)) continue;
        struct pose pose = world_pose(w, w->memory.robots[other - 1].body);
        struct voiced voice = voiced_of(other, (VOICED - 1) * SAMPLE_US / 4.0);
        hear(w, e, pose_apply(pose, w->models[other - 1]->mouth_m), counts(SPEAKER_DB), said, &voice);
    }
}

// Gears sing with their speed; the trunk carries it to all four alike.
static void hear_itself(const struct world *w, uint32_t robot, struct ears *e) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct body_model *m = w->models[robot - 1];
    float noise = 0;
    for (uint32_t i = 0; i < m->motor_count; i++)
        noise += m_abs(r->motors[i].speed) / m->motors[i].speed_max_radps;
    float loud = noise * counts(MOTOR_DB), voice_loud = counts(SPEAKER_DB) / 0.06f;
    bool plays = speaker_plays(w, robot);
    struct voiced voice = voiced_of(robot, 0);
    for (uint32_t k = 0; k < e->count; k++) {
        float own = loud > 0 ? loud * hiss(robot + 77, (uint64_t)e->first + k) : 0;
        float spoken = plays ? said(w, &voice, e->first + k) * voice_loud : 0;
        for (int i = 0; i < WORLD_EARS; i++) e->sum[i][k] += own + spoken;
    }
}

static int16_t convert(const struct world *w, uint32_t robot, int ear, bool stuck, float value, int64_t n) {
    if (w->config.noise) value += HISS_COUNTS * hiss(w->memory.seed + robot * 8 + (uint32_t)ear, (uint64_t)n);
    int16_t sample = (int16_t)m_clamp(m_round(value), -32768, 32767);
    return stuck ? (int16_t)(sample | 0x400) : sample; // one bit of the word hangs
}

uint32_t world_ears(const struct world *w, uint32_t robot) {
    uint32_t count = 0;
    while (count < WORLD_EARS && w->models[robot - 1]->ears_m[count].z > 0) count++;
    return count;
}

static bool has_ears(const struct world *w, uint32_t robot) {
    return world_robot_at(w, robot) && world_ears(w, robot) > 0;
}

static void listen(const struct world *w, uint32_t robot, uint64_t first, uint32_t count, int16_t *out) {
    struct ears e = {.first = (int64_t)first, .count = count};
    struct pose pose = world_pose(w, w->memory.robots[robot - 1].body);
    for (int i = 0; i < WORLD_EARS; i++) e.at[i] = pose_apply(pose, w->models[robot - 1]->ears_m[i]);
    for (uint32_t i = 0; i < w->memory.sounds_count; i++) {
        const struct world_sound_state *s = &w->memory.sounds[i];
        if ((e.first + count) * SAMPLE_US >= (int64_t)s->since_us)
            hear(w, &e, vec3_of(s->at), counts(s->level_db), source, s);
    }
    hear_others(w, robot, &e);
    hear_itself(w, robot, &e);
    for (int i = 0; i < WORLD_EARS; i++) {
        bool dead = (uint32_t)i >= world_ears(w, robot) ||
                    world_has_fault(w, robot, WORLD_DEFECT_KIND_MICROPHONE_DEAD, i);
        bool stuck = world_has_fault(w, robot, WORLD_DEFECT_KIND_MICROPHONE_STUCK, i);
        for (uint32_t k = 0; k < count; k++)
            out[k * WORLD_EARS + (uint32_t)i] =
                dead ? 0 : convert(w, robot, i, stuck, e.sum[i][k], e.first + k);
    }
}

uint32_t world_listen(struct world *w, uint32_t robot, int16_t *out, uint32_t most, uint64_t *first_us) {
    struct world_robot_state *r = world_robot(w, robot);
    if (!has_ears(w, robot)) return 0;
    uint64_t now = world_time_us(w) / SAMPLE_US;
    if (!r->mic_open) r->mic_open = true, r->mic_next = now;
    if (most > BLOCK) most = BLOCK;
    if (now - r->mic_next > most) r->mic_next = now - most;
    uint64_t first = r->mic_next;
    r->mic_next = now;
    *first_us = first * SAMPLE_US;
    listen(w, robot, first, (uint32_t)(now - first), out);
    return (uint32_t)(now - first);
}

uint32_t world_overhear(const struct world *w, uint32_t robot, uint64_t first_us, int16_t *out,
                        uint32_t most) {
    uint64_t now = world_time_us(w) / SAMPLE_US, first = first_us / SAMPLE_US;
    if (!has_ears(w, robot) || first > now) return 0;
    if (most > BLOCK) most = BLOCK;
    uint32_t count = now - first < most ? (uint32_t)(now - first) : most;
    listen(w, robot, first, count, out);
    return count;
}
