// A client's own sound, streamed while it plays.
#include "stage/sound/audio_internal.h"

#include "base/plural.h"

#include <string.h>

enum { BEHIND = 2048 }; // played samples that must stay: those of the tick that is rendered

enum err audio_stream_prepare(struct audio *audio, uint32_t rate_hz, uint32_t volume_percent,
                              struct fault *fault) {
    struct stream *s = &audio->stream;
    if (s->state != STREAM_NONE) return fault_set(fault, ERR_BUSY, "another stream is playing");
    if (rate_hz < AUDIO_STREAM_RATE_LEAST || rate_hz > AUDIO_STREAM_RATE_MOST)
        return fault_set(fault, ERR_RANGE, "%s a second; from %d to %d are taken", PLURAL(rate_hz, "sample"),
                         AUDIO_STREAM_RATE_LEAST, AUDIO_STREAM_RATE_MOST);
    if (volume_percent > 100)
        return fault_set(fault, ERR_RANGE, "a volume of %u; from 0 to 100 is taken", volume_percent);
    *s = (struct stream){.state = STREAM_OPEN,
                         .room = s->room,
                         .rate = rate_hz,
                         .gain = (float)volume_percent / 100,
                         .step = (uint64_t)((double)rate_hz / audio->config.rate_hz * 4294967296.0),
                         .kernel = kernel_for(audio, rate_hz)};
    return ERR_NONE;
}

enum err audio_stream_chunk(struct audio *audio, const uint8_t *bytes, size_t len, struct fault *fault) {
    struct stream *s = &audio->stream;
    if (s->state != STREAM_OPEN) return fault_set(fault, ERR_STATE, "no stream was prepared");
    if (len > AUDIO_STREAM_CHUNK_MAX || len % 2)
        return fault_set(fault, ERR_RANGE, "a chunk of %s; an even number up to %d is taken",
                         PLURAL(len, "byte"), AUDIO_STREAM_CHUNK_MAX);
    uint64_t played = s->at >> 32;
    if (s->came - played + len / 2 > AUDIO_STREAM_ROOM - BEHIND) {
        tell_audio(audio, (struct audio_notice){.kind = AUDIO_STREAM_OVERRUN,
                                                .object = AUDIO_STREAM,
                                                .event = (uint32_t)(s->came + len / 2),
                                                .value = (uint32_t)played});
        audio_stream_cancel(audio);
        return fault_set(fault, ERR_LIMIT, "more than %.1f seconds ahead of what was played",
                         (double)(AUDIO_STREAM_ROOM - BEHIND) / s->rate);
    }
    for (size_t i = 0; i < len; i += 2)
        s->room[s->came++ % AUDIO_STREAM_ROOM] = (int16_t)(bytes[i] | bytes[i + 1] << 8);
    return ERR_NONE;
}

enum err audio_stream_complete(struct audio *audio, struct fault *fault) {
    if (audio->stream.state != STREAM_OPEN) return fault_set(fault, ERR_STATE, "no stream was prepared");
    audio->stream.state = STREAM_COMPLETE;
    return ERR_NONE;
}

void audio_stream_cancel(struct audio *audio) {
    audio->stream.state = STREAM_NONE;
    audio->stream.count = 0;
}

static void stream_ended(struct audio *audio, enum audio_notice_kind kind) {
    tell_audio(audio, (struct audio_notice){.kind = kind,
                                            .object = AUDIO_STREAM,
                                            .event = (uint32_t)audio->stream.came,
                                            .value = (uint32_t)(audio->stream.at >> 32)});
    audio->stream.state = STREAM_NONE;
}

void stream_step(struct audio *audio) {
    struct stream *s = &audio->stream;
    s->count = 0;
    if (s->state == STREAM_NONE) return;
    // What is still open keeps as many samples back as the weights look ahead.
    uint64_t sure = s->state == STREAM_COMPLETE ? s->came : s->came > KERNEL_SIDE ? s->came - KERNEL_SIDE : 0;
    uint64_t end = sure << 32, left = end > s->at ? (end - s->at + s->step - 1) / s->step : 0;
    s->window_at = s->at;
    s->window_end = s->came;
    s->count = left < audio->samples ? (uint32_t)left : audio->samples;
    s->at += s->count * s->step;
    if (s->count) {
        s->dry_ms = 0;
    } else if (s->state == STREAM_OPEN && (s->dry_ms += AUDIO_TICK_MS) > AUDIO_STREAM_PATIENCE_MS) {
        return stream_ended(audio, AUDIO_STREAM_FAILED);
    }
    if (s->state == STREAM_COMPLETE && left <= audio->samples) stream_ended(audio, AUDIO_STREAM_DONE);
}
