// What is heard.
#include "support/traces.h"

#include "base/hash.h"
#include "stage/sound/audio.h"

size_t __real_audio_render(const struct audio *audio, struct ear *ear, int16_t *out, size_t room);
size_t __wrap_audio_render(const struct audio *audio, struct ear *ear, int16_t *out, size_t room);
size_t __wrap_audio_render(const struct audio *audio, struct ear *ear, int16_t *out, size_t room) {
    size_t count = __real_audio_render(audio, ear, out, room);
    if (trace_wanted()) trace_add(TRACE_SOUND, hash64(count, out, count * sizeof *out));
    return count;
}
