// Mixes the sound of a tick. It reads the engine and changes nothing in it.
#include "stage/sound/audio_internal.h"

#include <string.h>

enum { PIECE = 64, INPUT = PIECE * 8 + KERNEL_TAPS + 8 };
#define WHOLE ((uint64_t)1 << 32)

// Four sums side by side, added in a written order: the same on every processor.
typedef float four __attribute__((vector_size(16)));

static four load(const float *from) {
    four values;
    memcpy(&values, from, sizeof values);
    return values;
}

static float weigh(const float *row, const float *samples) {
    four a = {0}, b = {0};
    for (int i = 0; i < KERNEL_TAPS; i += 8) {
        a += load(row + i) * load(samples + i);
        b += load(row + i + 4) * load(samples + i + 4);
    }
    a += b;
    return (a[0] + a[1]) + (a[2] + a[3]);
}

// Between two rows of weights as far as the place lies between them.
static float at_place(const struct kernel *kernel, const float *samples, uint32_t part) {
    uint32_t row = part >> 26; // 64 rows
    float rest = (float)(part & ((1u << 26) - 1)) / (float)(1u << 26);
    const float *weights = kernel->weights + (size_t)row * KERNEL_TAPS;
    float low = weigh(weights, samples);
    return rest > 0 ? low + (weigh(weights + KERNEL_TAPS, samples) - low) * rest : low;
}

typedef void reader_fn(const void *from, int64_t frame, int16_t *out, size_t count);

struct taking {
    reader_fn *read;
    const void *from;
    const struct kernel *kernel;
    uint64_t at, step;
    uint32_t start, count, samples; // of the tick
    float gain_from, gain_to;
};

static void take_piece(const struct taking *t, uint64_t at, uint32_t first, uint32_t count, float *mix) {
    int16_t whole[INPUT];
    float samples[INPUT], made[PIECE];
    int64_t begin = (int64_t)(at >> 32);
    if (t->step == WHOLE && !(at & (WHOLE - 1))) {
        t->read(t->from, begin, whole, count);
        for (uint32_t i = 0; i < count; i++) made[i] = whole[i];
    } else {
        begin -= KERNEL_SIDE - 1;
        size_t need = (size_t)(((at & (WHOLE - 1)) + (count - 1) * t->step) >> 32) + KERNEL_TAPS;
        t->read(t->from, begin, whole, need);
        for (size_t i = 0; i < need; i++) samples[i] = whole[i];
        uint64_t place = at & (WHOLE - 1);
        for (uint32_t i = 0; i < count; i++, place += t->step)
            made[i] = t->kernel ? at_place(t->kernel, samples + (place >> 32), (uint32_t)place)
                                : samples[(place >> 32) + KERNEL_SIDE - 1];
    }
    float per_sample = (t->gain_to - t->gain_from) / (float)t->samples;
    for (uint32_t i = 0; i < count; i++)
        mix[first + i] += made[i] * (t->gain_from + per_sample * (float)(first + i)) * (1 / 32768.0f);
}

static void take(const struct taking *t, float *mix) {
    uint64_t at = t->at;
    for (uint32_t done = 0; done < t->count;) {
        uint32_t some = t->count - done < PIECE ? t->count - done : PIECE;
        take_piece(t, at, t->start + done, some, mix);
        at += some * t->step;
        done += some;
    }
}

static void read_voice(const void *from, int64_t frame, int16_t *out, size_t count) {
    audio_source_read(from, frame, out, count);
}

static void read_stream(const void *from, int64_t frame, int16_t *out, size_t count) {
    const struct stream *s = from;
    for (size_t i = 0; i < count; i++, frame++)
        out[i] =
            frame >= 0 && (uint64_t)frame < s->window_end ? s->room[(uint64_t)frame % AUDIO_STREAM_ROOM] : 0;
}

static bool mix_voices(const struct audio *audio, float *mix) {
    bool any = false;
    for (int i = 0; i < AUDIO_VOICES; i++) {
        const struct voice *v = &audio->voices[i];
        if (!v->count || (v->gain_from == 0 && v->gain_to == 0)) continue;
        take(&(struct taking){read_voice, v->source, v->kernel, v->window_at, v->window_step, v->from,
                              v->count, audio->samples, v->gain_from, v->gain_to},
             mix);
        any = true;
    }
    const struct stream *s = &audio->stream;
    if (!s->count) return any;
    float gain =
        s->gain * m_pow(10, (audio->bus_db[AUDIO_BUS_STREAM] + audio->bus_action_db[AUDIO_BUS_STREAM]) / 20);
    take(&(struct taking){read_stream, s, s->kernel, s->window_at, s->step, 0, s->count, audio->samples, gain,
                          gain},
         mix);
    return true;
}

size_t audio_render(const struct audio *audio, struct ear *ear, int16_t *out, size_t room) {
    uint32_t count = audio->samples;
    if (!count || count > room || count > AUDIO_TICK_MAX) return 0;
    float mix[AUDIO_TICK_MAX];
    memset(mix, 0, count * sizeof *mix);
    bool any = mix_voices(audio, mix);
    if (!any && !ear->tuned) return 0;
    if (!ear->tuned) ear_tune(ear, &audio->config);
    ear->quiet = any ? 0 : ear->quiet + count;
    if (ear->quiet >= audio->config.rate_hz / 8) { // all that rang on is over
        *ear = (struct ear){.full = ear->full};
        return 0;
    }
    float per_sample = (audio->master_now - audio->master_before) / (float)count;
    for (uint32_t i = 0; i < count && !ear->full; i++)
        mix[i] *= audio->master_before + per_sample * (float)(i + 1);
    ear_hear(ear, mix, out, count);
    return count;
}
