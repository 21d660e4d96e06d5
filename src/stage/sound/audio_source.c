#include "stage/sound/audio_source.h"

#include "base/maths/maths.h"
#include "base/plural.h"

#include <string.h>

enum { TONE_EDGE_MS = 12 };

static void take_loop(struct audio_source *s, const struct wem *wem) {
    if (!wem->loop_count || wem->loops[0].end < wem->loops[0].start) return;
    uint64_t end = (uint64_t)wem->loops[0].end + 1;
    if (end > s->frames) end = s->frames;
    if (wem->loops[0].start + 1 >= end) return;
    s->loops = true;
    s->loop_start = wem->loops[0].start;
    s->loop_end = end;
    s->loop_times = wem->loops[0].times;
}

enum err audio_source_wem(struct bytes file, struct audio_source *out, struct fault *fault) {
    struct wem wem;
    *out = (struct audio_source){0};
    enum err err = wem_read(file, &wem, fault);
    if (err) return err;
    if (wem.coding != WEM_PCM && wem.coding != WEM_ADPCM)
        return fault_set(fault, ERR_UNSUPPORTED, "sound of format 0x%04x%s", wem.format,
                         wem.coding == WEM_VORBIS ? " (the engine's Vorbis) cannot be decoded" : "");
    if (!wem.rate || !wem.channels || wem.channels > ADPCM_CHANNELS_MAX || !wem.block)
        return fault_set(fault, ERR_RANGE, "a sound of %s at %s a second", PLURAL(wem.channels, "channel"),
                         PLURAL(wem.rate, "sample"));
    *out = (struct audio_source){.coding = wem.coding == WEM_PCM ? AUDIO_WHOLE : AUDIO_ADPCM,
                                 .rate = wem.rate,
                                 .channels = wem.channels,
                                 .block = wem.block,
                                 .packing = wem.packing == ADPCM_WEM_63 ? ADPCM_WEM_63 : ADPCM_WEM,
                                 .frames = wem.frames,
                                 .data = wem.data};
    take_loop(out, &wem);
    return ERR_NONE;
}

enum err audio_source_wav(struct bytes file, struct audio_source *out, struct fault *fault) {
    struct wav wav;
    *out = (struct audio_source){0};
    enum err err = wav_read(file, &wav, fault);
    if (err) return err;
    *out = (struct audio_source){
        .coding = AUDIO_WAV, .rate = wav.rate, .channels = wav.channels, .frames = wav.frames, .wav = wav};
    return ERR_NONE;
}

struct audio_source audio_source_tone(uint32_t rate, float hertz, float level, float seconds) {
    return (struct audio_source){.coding = AUDIO_TONE,
                                 .rate = rate,
                                 .channels = 1,
                                 .frames = (uint64_t)((float)rate * seconds),
                                 .hertz = hertz,
                                 .level = level};
}

struct audio_source audio_source_adpcm(struct bytes blocks, uint32_t rate, uint64_t frames) {
    uint64_t held = blocks.len / ADPCM_WEM_BLOCK * ADPCM_WEM_SAMPLES;
    return (struct audio_source){.coding = AUDIO_ADPCM,
                                 .rate = rate,
                                 .channels = 1,
                                 .block = ADPCM_WEM_BLOCK,
                                 .packing = ADPCM_WEM,
                                 .frames = frames < held ? frames : held,
                                 .data = blocks};
}

uint64_t audio_source_heard(const struct audio_source *s) {
    if (!s->loops) return s->frames;
    if (!s->loop_times) return UINT64_MAX;
    return s->frames + (s->loop_times - 1) * (s->loop_end - s->loop_start);
}

// ------------------------------------------------------------------------------------------------ reading

static int16_t mean(const int16_t *samples, unsigned channels) {
    int sum = 0;
    for (unsigned c = 0; c < channels; c++) sum += samples[c];
    return (int16_t)(sum / (int)channels);
}

static void read_whole(const struct audio_source *s, uint64_t at, int16_t *out, size_t count) {
    const uint8_t *from = s->data.at + at * s->block;
    size_t there = s->data.len / s->block;
    for (size_t i = 0; i < count; i++, from += s->block) {
        int16_t samples[ADPCM_CHANNELS_MAX];
        if (at + i >= there) {
            out[i] = 0;
            continue;
        }
        for (unsigned c = 0; c < s->channels; c++) samples[c] = (int16_t)(from[2 * c] | from[2 * c + 1] << 8);
        out[i] = s->channels == 1 ? samples[0] : mean(samples, s->channels);
    }
}

static void read_adpcm(const struct audio_source *s, uint64_t at, int16_t *out, size_t count) {
    size_t each = adpcm_block_samples(s->packing, s->block, s->channels);
    if (!each) return (void)memset(out, 0, count * sizeof *out);
    for (size_t done = 0; done < count;) {
        uint64_t block = (at + done) / each;
        size_t within = (size_t)((at + done) % each), frames = 0;
        int16_t samples[ADPCM_WEM_SAMPLES * ADPCM_CHANNELS_MAX];
        if ((block + 1) * s->block <= s->data.len)
            adpcm_decode_block(s->packing, (struct bytes){s->data.at + block * s->block, s->block},
                               s->channels, samples, sizeof samples / sizeof *samples, &frames);
        for (; within < each && done < count; within++, done++)
            out[done] = within < frames ? mean(samples + within * s->channels, s->channels) : 0;
    }
}

static void read_wav(const struct audio_source *s, uint64_t at, int16_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int sum = 0;
        for (unsigned c = 0; c < s->channels; c++) sum += wav_s16(&s->wav, (size_t)at + i, c);
        out[i] = (int16_t)(sum / (int)s->channels);
    }
}

static void read_tone(const struct audio_source *s, uint64_t at, int16_t *out, size_t count) {
    float edge = (float)s->rate * TONE_EDGE_MS / 1000;
    for (size_t i = 0; i < count; i++) {
        uint64_t frame = at + i;
        float ends = (float)(s->frames - frame), near = (float)frame < ends ? (float)frame : ends;
        float soft = near < edge ? near / edge : 1;
        float turns = (float)((double)frame * (double)s->hertz / s->rate -
                              md_floor((double)frame * (double)s->hertz / s->rate));
        out[i] = (int16_t)m_round(32767 * s->level * soft * m_sin(M_TAU_F * turns));
    }
}

// All within what is stored.
static void read_stored(const struct audio_source *s, uint64_t at, int16_t *out, size_t count) {
    switch (s->coding) {
    case AUDIO_WHOLE:
        return read_whole(s, at, out, count);
    case AUDIO_ADPCM:
        return read_adpcm(s, at, out, count);
    case AUDIO_WAV:
        return read_wav(s, at, out, count);
    case AUDIO_TONE:
        return read_tone(s, at, out, count);
    default:
        memset(out, 0, count * sizeof *out);
    }
}

// Where in the file a frame that is heard is stored, and how many follow it there.
static uint64_t stored(const struct audio_source *s, uint64_t heard, uint64_t *run) {
    if (!s->loops || heard < s->loop_end) {
        *run = (s->loops ? s->loop_end : s->frames) - heard;
        return heard;
    }
    uint64_t len = s->loop_end - s->loop_start, turn = (heard - s->loop_start) / len;
    if (s->loop_times && turn >= s->loop_times) {
        uint64_t back = heard - (s->loop_times - 1) * len;
        *run = s->frames - back;
        return back;
    }
    uint64_t within = (heard - s->loop_start) % len;
    *run = len - within;
    return s->loop_start + within;
}

void audio_source_read(const struct audio_source *s, int64_t frame, int16_t *out, size_t count) {
    uint64_t end = audio_source_heard(s);
    while (count && (frame < 0 || (uint64_t)frame >= end)) {
        *out++ = 0, frame++, count--;
    }
    while (count) {
        uint64_t run, at = stored(s, (uint64_t)frame, &run);
        if ((uint64_t)frame >= end || !run) {
            memset(out, 0, count * sizeof *out);
            return;
        }
        size_t some = run < count ? (size_t)run : count;
        read_stored(s, at, out, some);
        out += some, frame += (int64_t)some, count -= some;
    }
}
