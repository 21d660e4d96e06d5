#include "sense/hear/utterance.h"

#include <string.h>

static void forget(struct utterance *u, uint32_t keep) {
    memmove(u->samples, u->samples + u->count - keep, keep * sizeof *u->samples);
    u->count = keep;
}

bool utterance_feed(struct utterance *u, const int16_t samples[UTTERANCE_CHUNK], bool speaks) {
    if (u->over) {
        uint32_t keep = u->cut ? UTTERANCE_OVERLAP : UTTERANCE_BEFORE;
        forget(u, keep < u->count ? keep : u->count);
        u->over = false, u->on = u->cut, u->cut = false;
    }
    if (!u->on && u->count > UTTERANCE_BEFORE - UTTERANCE_CHUNK)
        forget(u, UTTERANCE_BEFORE - UTTERANCE_CHUNK);
    memcpy(u->samples + u->count, samples, UTTERANCE_CHUNK * sizeof *samples);
    u->count += UTTERANCE_CHUNK;
    bool ended = u->on && !speaks, full = u->count == UTTERANCE_MOST;
    u->on = speaks;
    u->over = ended || full, u->cut = full && !ended;
    return u->over;
}
