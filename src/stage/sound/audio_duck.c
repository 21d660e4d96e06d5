// Ducking: buses that make others quieter while something plays on them, such as speech over music.
#include "stage/sound/audio_internal.h"

static bool sounds_over(const struct audio *audio, const struct audio_item *bus) {
    for (int i = 0; i < AUDIO_VOICES; i++) {
        const struct voice *voice = &audio->voices[i];
        if (!voice->live || voice->paused || voice->delay > audio->samples) continue;
        for (uint32_t k = 0; k < voice->route_len; k++)
            if (voice->route[k] == bus) return true;
    }
    return false;
}

void ducks_find(struct audio *audio) {
    for (size_t i = 0; audio->set && i < audio->set->item_count; i++) {
        const struct audio_item *item = &audio->set->items[i];
        for (uint32_t d = 0; item->node && d < item->node->duck_count; d++) {
            const struct bank_duck *how = &item->node->ducks[d];
            const struct audio_item *bus = audio_set_item(audio->set, how->bus);
            bool softer = how->property == BANK_VOLUME || how->property == BANK_BUS_VOLUME;
            if (!bus || !bus->node || bus == item || !softer || audio->duck_count == DUCKS) continue;
            audio->ducks[audio->duck_count++] = (struct duck){.from = item, .bus = bus, .how = how};
        }
    }
}

// By so much of the way in a tick; at once when it takes no time.
static float part_of(int32_t ms) { return ms > AUDIO_TICK_MS ? (float)AUDIO_TICK_MS / (float)ms : 1; }

void ducks_step(struct audio *audio) {
    for (uint32_t i = 0; i < audio->duck_count; i++) {
        struct duck *duck = &audio->ducks[i];
        if (sounds_over(audio, duck->from)) {
            duck->quiet_ms = 0;
            duck->share = m_min(duck->share + part_of(duck->how->out_ms), 1);
        } else if (duck->share > 0) {
            bool waits = (int64_t)duck->quiet_ms < duck->from->node->recover_ms;
            duck->quiet_ms += AUDIO_TICK_MS;
            if (!waits) duck->share = m_max(duck->share - part_of(duck->how->in_ms), 0);
        }
    }
}

float ducks_db(const struct audio *audio, const struct audio_item *bus) {
    float db = 0;
    for (uint32_t i = 0; i < audio->duck_count; i++) {
        const struct duck *duck = &audio->ducks[i];
        if (duck->bus != bus || duck->share <= 0) continue;
        db += duck->how->volume_db * audio_curve(duck->how->shape, duck->share);
    }
    return db < 0 ? m_max(db, m_min(bus->node->duck_most_db, 0)) : db;
}
