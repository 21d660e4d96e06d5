#include "cli/sink.h"

#include "codec/sound/wav.h"
#include "stage/sound/audio_tap.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef CRITTER_ALSA
#include <alsa/asoundlib.h>
#else
typedef void snd_pcm_t;
#endif

enum { QUEUE_MS = 500, HEADER = 44 };

struct sink {
    struct soul *soul;
    struct audio_tap *tap;
    const char *path;
    FILE *file;
    snd_pcm_t *card;
    uint64_t bytes;
    int failed; // errno
};

// The header again, with the lengths as they are now.
static bool put_header(struct sink *sink) {
    struct buf head = {0};
    int16_t none = 0;
    bool fine = !wav_write(&(struct wav_spec){.rate = audio_tap_rate(sink->tap), .channels = 1, .bits = 16},
                           &none, 0, &head) &&
                head.len == HEADER;
    uint32_t data = sink->bytes > UINT32_MAX - 64 ? UINT32_MAX - 64 : (uint32_t)sink->bytes;
    for (int i = 0; fine && i < 4; i++)
        head.at[4 + i] = (uint8_t)((data + 36) >> 8 * i), head.at[40 + i] = (uint8_t)(data >> 8 * i);
    fine = fine && !fseek(sink->file, 0, SEEK_SET) && fwrite(head.at, 1, head.len, sink->file) == head.len;
    buf_free(&head);
    return fine;
}

static enum err open_file(struct sink *sink, struct fault *fault) {
    sink->file = fopen(sink->path, "wb");
    if (!sink->file || !put_header(sink)) return fault_errno(fault, errno, sink->path, "cannot be written");
    return ERR_NONE;
}

static enum err open_card(struct sink *sink, struct fault *fault) {
#ifdef CRITTER_ALSA
    const char *device = sink->path[4] == ':' ? sink->path + 5 : "default";
    int err = snd_pcm_open(&sink->card, device, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK);
    if (err >= 0)
        err = snd_pcm_set_params(sink->card, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1,
                                 audio_tap_rate(sink->tap), 1, 150000);
    return err < 0 ? fault_set(fault, ERR_IO, "the sound card \"%s\": %s", device, snd_strerror(err))
                   : ERR_NONE;
#else
    return fault_set(fault, ERR_UNSUPPORTED,
                     "%s: this build has no sound card (meson setup -Dalsa=enabled); a file works everywhere",
                     sink->path);
#endif
}

static void put(struct sink *sink, const int16_t *samples, size_t count) {
#ifdef CRITTER_ALSA
    if (sink->card) {
        snd_pcm_sframes_t done = snd_pcm_writei(sink->card, samples, count);
        if (done < 0) snd_pcm_recover(sink->card, (int)done, 1); // late, or too early: these are lost
        return;
    }
#endif
    if (!sink->file || sink->failed) return;
    if (fwrite(samples, sizeof *samples, count, sink->file) != count) sink->failed = errno ? errno : EIO;
    sink->bytes += count * sizeof *samples;
}

struct sink *sink_open(const char *where, struct soul *soul, struct fault *fault) {
    const struct soul_sound *its = soul->class->sound;
    if (!its) return fault_set(fault, ERR_UNSUPPORTED, "a %s makes no sound", soul->model->creature), NULL;
    struct sink *sink = calloc(1, sizeof *sink);
    bool card = !strcmp(where, "alsa") || !strncmp(where, "alsa:", 5);
    if (sink) sink->tap = audio_tap_new(its->rate_hz(soul), QUEUE_MS);
    if (!sink || !sink->tap) {
        free(sink);
        return fault_set(fault, ERR_MEMORY, "no memory for sound"), NULL;
    }
    sink->path = where;
    enum err err = card ? open_card(sink, fault) : open_file(sink, fault);
    if (!err && !its->listen(soul, sink->tap)) err = fault_set(fault, ERR_BUSY, "too many listen already");
    sink->soul = err ? NULL : soul;
    if (!err) return sink;
    sink_close(sink, NULL);
    return NULL;
}

void sink_turn(struct sink *sink) {
    int16_t samples[4096];
    for (size_t count; sink && (count = audio_tap_take(sink->tap, samples, 4096));) put(sink, samples, count);
}

enum err sink_close(struct sink *sink, struct fault *fault) {
    if (!sink) return ERR_NONE;
    enum err err = ERR_NONE;
    if (sink->soul) sink->soul->class->sound->unlisten(sink->soul, sink->tap);
    sink_turn(sink);
    if (sink->file) {
        if (!sink->failed && !put_header(sink)) sink->failed = errno;
        if (fclose(sink->file) && !sink->failed) sink->failed = errno;
        if (sink->failed) err = fault_errno(fault, sink->failed, sink->path, "cannot be written");
    }
#ifdef CRITTER_ALSA
    if (sink->card) { // what waits in it is still heard
        snd_pcm_nonblock(sink->card, 0);
        snd_pcm_drain(sink->card);
        snd_pcm_close(sink->card);
    }
#endif
    audio_tap_free(sink->tap);
    free(sink);
    return err;
}
