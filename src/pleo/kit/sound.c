#include "pleo/kit/sound.h"

#include "codec/sound/resample.h"
#include "codec/sound/wav.h"

#include <stdlib.h>

// All channels of one frame, a little quieter.
static int16_t mixed(const struct wav *wav, size_t frame) {
    int sum = 0;
    for (unsigned c = 0; c < wav->channels; c++) sum += wav_s16(wav, frame, c);
    return (int16_t)(sum / (int)wav->channels * 98 / 100);
}

static enum err convert(const struct wav *wav, unsigned rate, int16_t *out, size_t room, size_t *made,
                        struct fault *fault) {
    struct resample *resample = resample_new(wav->rate, rate);
    if (!resample)
        return fault_set(fault, wav->rate > RESAMPLE_RATE_MAX ? ERR_RANGE : ERR_MEMORY,
                         "cannot convert %u samples a second to %u", (unsigned)wav->rate, rate);
    int16_t piece[512];
    size_t at = 0, got;
    *made = 0;
    while (at < wav->frames) {
        size_t count = wav->frames - at < 512 ? wav->frames - at : 512, taken = 0;
        for (size_t i = 0; i < count; i++) piece[i] = mixed(wav, at + i);
        *made += resample_push(resample, piece, count, out + *made, room - *made, &taken);
        if (!taken) break; // no room: cannot be, `room` is what n samples become
        at += taken;
    }
    while ((got = resample_end(resample, out + *made, room - *made))) *made += got;
    resample_free(resample);
    return ERR_NONE;
}

enum err sound_from_wav(struct bytes file, const struct usf_spec *spec, struct buf *out,
                        struct fault *fault) {
    struct wav wav;
    enum err err = wav_read(file, &wav, fault);
    if (err) return err;
    if (wav.frames / wav.rate >= SOUND_SECONDS_MAX)
        return fault_set(fault, ERR_LIMIT, "longer than %d seconds", SOUND_SECONDS_MAX);
    size_t room = (size_t)((uint64_t)wav.frames * spec->rate / wav.rate) + 16, made = 0;
    int16_t *samples = malloc(room * sizeof *samples);
    if (!samples) return fault_set(fault, ERR_MEMORY, "no memory for %zu samples", room);
    err = convert(&wav, spec->rate, samples, room, &made, fault);
    if (!err) err = usf_write(spec, samples, made, out, fault);
    free(samples);
    return err;
}

enum err sound_to_wav(const struct usf *sound, struct buf *out, struct fault *fault) {
    int16_t *samples = malloc((sound->samples + 1) * sizeof *samples);
    if (!samples) return fault_set(fault, ERR_MEMORY, "no memory for %zu samples", sound->samples);
    size_t count = usf_decode(sound, samples, sound->samples);
    enum err err =
        wav_write(&(struct wav_spec){.rate = sound->rate, .channels = 1, .bits = 8}, samples, count, out);
    free(samples);
    return err ? fault_set(fault, err, "cannot write WAV") : ERR_NONE;
}
