// Stingers: short segments over the music, in time with it, started by a trigger.
#include "stage/sound/audio_internal.h"

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

// Samples from the beginning of this tick until it is to be heard in the segment that plays; -1: too late
// for it.
static int64_t until(const struct audio *audio, const struct song *song, const struct bank_stinger *stinger) {
    if (stinger->sync == BANK_SYNC_ENTRY) return song->since <= 0 ? -song->since : -1;
    int64_t in = song_until(audio, song, stinger->sync, stinger->cue), left = song->exit - song->since;
    bool may_be_exit = stinger->sync == BANK_SYNC_CUE || stinger->sync == BANK_SYNC_EXIT;
    if (in < 0) return may_be_exit ? left : -1;
    return in < left ? in : -1;
}

static struct stung *stung_of(struct audio *audio, const struct bank_stinger *stinger) {
    struct stung *place = &audio->stung[0];
    for (int i = 0; i < STUNG; i++) {
        struct stung *s = &audio->stung[i];
        if (s->stinger == stinger) return s;
        if (s->at_ms < place->at_ms || !s->stinger) place = s; // the one longest ago is forgotten
    }
    return place;
}

// One that says how long it is not to be heard again waits so long, from where it was heard.
static bool may_be_heard(struct audio *audio, const struct song *song, const struct bank_stinger *stinger) {
    const struct stung *last = stung_of(audio, stinger);
    if (!stinger->pause_ms) return true;
    for (uint32_t i = 0; i < song->due_count; i++)
        if (song->due[i].stinger == stinger) return false;
    return last->stinger != stinger || audio->ms >= last->at_ms + stinger->pause_ms;
}

static struct start sting_start(struct audio *audio, const struct song *song,
                                const struct bank_stinger *stinger, int64_t in) {
    const struct walk *walk = &audio->walks[song->walk];
    *stung_of(audio, stinger) =
        (struct stung){stinger, audio->ms + (uint64_t)(in * 1000 / (int64_t)audio->config.rate_hz)};
    return (struct start){.play = walk->play,
                          .volume = walk->volume,
                          .object = walk->object,
                          .tag = walk->tag,
                          .walk = NO_WALK,
                          .delay = in};
}

static const struct audio_item *segment_of(const struct audio *audio, const struct bank_stinger *stinger) {
    const struct audio_item *segment = stinger ? audio_set_item(audio->set, stinger->segment) : NULL;
    return segment && segment->music && segment->object->kind == BANK_MUSIC_SEGMENT ? segment : NULL;
}

void sting(struct audio *audio, uint8_t object, uint32_t trigger) {
    struct {
        const struct audio_item *segment;
        struct start start;
    } begins[SONGS];
    uint32_t count = 0;
    for (int i = 0; i < SONGS; i++) {
        struct song *song = &audio->songs[i];
        const struct walk *walk = &audio->walks[song->walk];
        bool plays = song->serial && walk->live && walk->kind == WALK_MUSIC && walk->song == i;
        if (!plays || walk->paused || !song->segment) continue;
        if (object != AUDIO_ALL && walk->object != object) continue;
        const struct bank_stinger *stinger = stinger_of(audio, song, walk->item, trigger);
        const struct audio_item *segment = segment_of(audio, stinger);
        if (!segment || !may_be_heard(audio, song, stinger)) continue;
        int64_t in = until(audio, song, stinger);
        if (in >= 0) {
            begins[count].segment = segment;
            begins[count++].start = sting_start(audio, song, stinger, in);
        } else if (stinger->ahead && song->due_count < STINGS_DUE) { // otherwise it is not heard at all
            song->due[song->due_count++] = (struct sting_due){stinger, stinger->ahead};
        }
    }
    for (uint32_t i = 0; i < count; i++) // afterwards, so that no stinger stings itself
        if (audio->starts++ < STARTS_MAX) start_item(audio, begins[i].segment, &begins[i].start);
}

void stings_on(struct audio *audio, struct song *song) {
    uint32_t kept = 0, count = song->due_count;
    for (uint32_t i = 0; i < count; i++) {
        struct sting_due due = song->due[i];
        int64_t in = until(audio, song, due.stinger);
        if (in >= 0) {
            struct start start = sting_start(audio, song, due.stinger, in);
            if (audio->starts++ < STARTS_MAX) start_item(audio, segment_of(audio, due.stinger), &start);
        } else if (--due.segments) {
            song->due[kept++] = due;
        }
    }
    song->due_count = kept;
}
