// Stingers: a short segment over the music that plays, in time with it, when a trigger is given.
#include "stage/audio_inner.h"

enum { PARENTS = 6 };

static const struct bank_stinger *among(const struct audio_item *item, uint32_t trigger) {
    for (size_t i = 0; item && item->music && i < item->music->stingers.count; i++)
        if (item->music->stingers.at[i].trigger == trigger) return &item->music->stingers.at[i];
    return NULL;
}

// What plays says it first, then what it stands in.
static const struct bank_stinger *stinger_of(const struct audio *audio, const struct song *song,
                                             const struct audio_item *root, uint32_t trigger) {
    const struct bank_stinger *found = among(song->segment, trigger);
    if (!found) found = among(song->list, trigger);
    if (!found) found = among(root, trigger);
    const struct audio_item *item = song->segment;
    for (int i = 0; i < PARENTS && !found && item && item->node && item->node->parent; i++)
        found = among(item = audio_set_item(audio->set, item->node->parent), trigger);
    return found;
}

// One that says how long it is not to be heard again waits so long.
static bool may_be_heard(struct audio *audio, const struct bank_stinger *stinger) {
    struct stung *place = &audio->stung[0];
    for (int i = 0; i < STUNG; i++) {
        struct stung *s = &audio->stung[i];
        if (s->stinger == stinger) {
            if (audio->ms - s->at_ms < stinger->pause_ms) return false;
            place = s;
            break;
        }
        if (s->at_ms < place->at_ms || !s->stinger) place = s; // the one longest ago is forgotten
    }
    *place = (struct stung){stinger, audio->ms};
    return true;
}

void sting(struct audio *audio, uint8_t object, uint32_t trigger) {
    struct {
        const struct audio_item *segment;
        struct start start;
    } begins[SONGS];
    uint32_t count = 0;
    for (int i = 0; i < SONGS; i++) {
        const struct song *song = &audio->songs[i];
        const struct walk *walk = &audio->walks[song->walk];
        bool plays = song->serial && walk->live && walk->kind == WALK_MUSIC && walk->song == i;
        if (!plays || walk->paused || !song->segment) continue;
        if (object != AUDIO_ALL && walk->object != object) continue;
        const struct bank_stinger *stinger = stinger_of(audio, song, walk->item, trigger);
        const struct audio_item *segment = stinger ? audio_set_item(audio->set, stinger->segment) : NULL;
        if (!segment || !segment->music || segment->object->kind != BANK_MUSIC_SEGMENT) continue;
        if (!may_be_heard(audio, stinger)) continue;
        int64_t in = song_until(audio, song, stinger->sync, stinger->cue);
        begins[count].segment = segment;
        begins[count++].start = (struct start){.play = walk->play,
                                               .volume = walk->volume,
                                               .object = walk->object,
                                               .tag = walk->tag,
                                               .walk = NO_WALK,
                                               .delay = in < 0 ? song->exit - song->since : in};
    }
    for (uint32_t i = 0; i < count; i++) // afterwards, so that no stinger stings itself
        if (audio->starts++ < STARTS_MAX) start_item(audio, begins[i].segment, &begins[i].start);
}
