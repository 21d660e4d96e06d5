#include "pleo/os/os_internal.h"

#include "codec/sound/wav.h"

#include <stdlib.h>
#include <string.h>

enum { RATE_HZ = 7812, EVERY = 2, HEADER = 44 }; // chosen: every second sample of his ears, in eight bits

static uint32_t channels(enum microphone_side side) { return side == MICROPHONE_BOTH ? 2 : 1; }

enum err microphones_record(struct pleo *p, enum microphone_side side, char drive, const char *name,
                            int32_t seconds, struct fault *fault) {
    struct microphones *a = &p->microphones;
    uint32_t a_second = RATE_HZ * channels(side), most = a_second * (uint32_t)seconds;
    uint32_t room = files_free(p) > HEADER ? files_free(p) - HEADER : 0;
    if (a->samples) return fault_set(fault, ERR_BUSY, "%c:%s is being recorded", a->drive, a->name);
    if (most > room)
        return fault_set(fault, ERR_LIMIT, "there is room for %u seconds on %c:", room / a_second, drive);
    a->samples = calloc(most, sizeof *a->samples);
    if (!a->samples) return fault_set(fault, ERR_MEMORY, "no memory for %d seconds of sound", (int)seconds);
    a->count = a->heard = 0, a->most = most, a->side = (uint8_t)side, a->drive = drive;
    text_copy(text_of(name), a->name, sizeof a->name);
    return ERR_NONE;
}

void microphones_end(struct pleo *p) {
    free(p->microphones.samples);
    p->microphones.samples = NULL;
}

void microphones_stop(struct pleo *p) {
    struct microphones *a = &p->microphones;
    struct buf wav = {0};
    if (!a->samples) return;
    uint32_t each = channels(a->side);
    struct wav_spec spec = {.rate = RATE_HZ, .channels = each, .bits = 8};
    if (!wav_write(&spec, a->samples, a->count / each, &wav) &&
        files_keep(p, a->drive, a->name, wav.at, wav.len))
        log_say(p, LOG_INFO, LOG_MONITOR, "%c:%s is recorded, %u ms", a->drive, a->name,
                a->count / each * 1000 / RATE_HZ);
    else
        log_say(p, LOG_ERROR, LOG_MONITOR, "%c:%.80s cannot be written", a->drive, a->name);
    buf_free(&wav);
    microphones_end(p);
}

static void take(struct microphones *a, const int16_t *ears, uint32_t count, uint32_t each) {
    for (uint32_t i = 0; i < count; i++, ears += each) {
        int16_t right = ears[0], left = ears[each > 1];
        int32_t loud[2] = {abs(left), abs(right)};
        for (int k = 0; k < 2; k++)
            if (loud[k] > a->loudest[k]) a->loudest[k] = loud[k];
        if (!a->samples || a->heard++ % EVERY || a->count + channels(a->side) > a->most) continue;
        if (a->side != MICROPHONE_RIGHT) a->samples[a->count++] = left;
        if (a->side != MICROPHONE_LEFT) a->samples[a->count++] = right;
    }
}

void microphones_tick(struct pleo *p) {
    struct microphones *a = &p->microphones;
    if (!a->samples && !a->levels) return;
    p->out->command.wants |= BODY_WANT_SOUND;
    const struct body_sound *about = p->in->senses.sound;
    const struct frame *sound = p->in->senses.sound_count ? p->in->sound : NULL;
    if (sound && about->channels && sound->used >= sizeof(int16_t) * about->channels * about->samples)
        take(a, (const int16_t *)(const void *)sound->bytes, about->samples, about->channels);
    if (a->samples && a->count >= a->most) microphones_stop(p);
    if (!a->levels || p->ms - a->told_ms < 1000) return;
    log_say(p, LOG_INFO, LOG_MONITOR, "left %d %%, right %d %%", a->loudest[0] * 100 / 32768,
            a->loudest[1] * 100 / 32768);
    a->loudest[0] = a->loudest[1] = 0, a->told_ms = p->ms;
}
