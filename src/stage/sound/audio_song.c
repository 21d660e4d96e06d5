// Music: segments made of clips on tracks, one after the other as a list says. When a state changes, others
// follow in time with the music. What a segment has before its entry cue is left out; what it has after its
// exit plays on if the rule of the change allows it.
#include "stage/sound/audio_internal.h"

#include <string.h>

enum { SHORT_FADE_MS = 10, TURNS_MAX = 64 };

static struct walk *walk_of(struct audio *audio, const struct song *song) {
    return &audio->walks[song->walk];
}

bool song_lives(const struct audio *audio, const struct song *song) {
    if (!song->serial || song->walk < 0 || song->walk >= WALKS) return false;
    const struct walk *walk = &audio->walks[song->walk];
    return walk->live && walk->kind == WALK_MUSIC && walk->song == song - audio->songs;
}

static struct song *song_free(struct audio *audio) {
    for (int i = 0; i < SONGS; i++)
        if (!song_lives(audio, &audio->songs[i])) return &audio->songs[i];
    return NULL;
}

static int64_t samples_at(const struct audio *audio, double ms) {
    double samples = ms * audio->config.rate_hz / 1000;
    return samples < 0 ? -(int64_t)(-samples + 0.5) : (int64_t)(samples + 0.5);
}

// -------------------------------------------------------------------------------- what is to be played

// Through switches down to a list or a lone segment; NULL: nothing is to play.
static const struct audio_item *resolve(const struct audio *audio, const struct audio_item *item,
                                        uint8_t object) {
    for (int depth = 0; item && item->music && depth < DEPTH; depth++) {
        const struct bank_music *m = item->music;
        if (item->object->kind != BANK_MUSIC_SWITCH)
            return item->object->kind == BANK_MUSIC_TRACK ? NULL : item;
        uint32_t values[BANK_MUSIC_DEPTH];
        for (size_t i = 0; i < m->groups.count; i++)
            values[i] = m->group_kinds[i]
                            ? state_now(audio, m->groups.at[i], 0)
                            : audio_switch_now(audio, (enum audio_object)object, m->groups.at[i], 0);
        uint32_t id = bank_music_choice(m, values);
        item = id ? audio_set_item(audio->set, id) : NULL;
    }
    return NULL;
}

static size_t behind(const struct bank_music *m, size_t entry) { // the tree below it
    size_t at = entry + 1;
    for (uint32_t i = 0; i < m->entries.at[entry].children; i++) at = behind(m, at);
    return at;
}
static size_t child_at(const struct bank_music *m, size_t entry, uint32_t n) {
    size_t at = entry + 1;
    while (n--) at = behind(m, at);
    return at;
}

static void push(struct audio *audio, struct song *song, size_t entry) {
    const struct bank_entry *e = &song->list->music->entries.at[entry];
    if (song->depth == sizeof song->levels / sizeof *song->levels) return;
    int64_t times = e->loop;
    if (times && e->loop_max > e->loop_min)
        times += e->loop_min + (int64_t)chance_below(&audio->dice, (uint32_t)(e->loop_max - e->loop_min) + 1);
    song->levels[song->depth++] =
        (struct song_level){.entry = (uint16_t)entry, .left = e->loop ? (times > 1 ? times : 1) : FOREVER};
}

static struct memory *memory_of(struct audio *audio, const struct audio_item *item, uint8_t object) {
    return &audio->memories[(size_t)item->memory * AUDIO_OBJECTS + object];
}

// By weight among the children that were not drawn yet.
static uint32_t draw(struct audio *audio, const struct bank_music *m, const struct song_level *level) {
    uint32_t count = m->entries.at[level->entry].children;
    double sum = 0, seen = 0, at = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass) at = chance_unit64(&audio->dice) * sum;
        for (uint32_t i = 0; i < count; i++) {
            if (i < 64 && level->used >> i & 1) continue;
            double weight = m->entries.at[child_at(m, level->entry, i)].weight;
            if (!pass)
                sum += weight;
            else if ((seen += weight) > at)
                return i;
        }
    }
    return 0;
}

// The next segment of a list; NULL: it is over.
static const struct audio_item *next_segment(struct audio *audio, struct song *song) {
    const struct bank_music *m = song->list->music;
    for (int turn = 0; turn < TURNS_MAX && song->depth; turn++) {
        struct song_level *level = &song->levels[song->depth - 1];
        const struct bank_entry *e = &m->entries.at[level->entry];
        bool step = e->kind == BANK_ROW_STEP || e->kind == BANK_DRAW_STEP;
        if (level->left == 0) {
            song->depth--;
            continue;
        }
        if (e->kind == BANK_SEGMENT) {
            if (level->left != FOREVER) level->left--;
            const struct audio_item *segment = audio_set_item(audio->set, e->segment);
            if (segment && segment->music && segment->object->kind == BANK_MUSIC_SEGMENT) return segment;
            continue;
        }
        if (!step && level->next >= e->children) { // once through
            level->next = 0, level->used = 0;
            if (level->left != FOREVER) level->left--;
            continue;
        }
        uint32_t child = level->next++;
        if (e->kind == BANK_ROW_STEP)
            child = memory_of(audio, song->list, walk_of(audio, song)->object)->next++ % e->children;
        else if (e->kind != BANK_ROW)
            child = draw(audio, m, level);
        if (!step && child < 64) level->used |= (uint64_t)1 << child;
        if (step && level->left != FOREVER) level->left--;
        push(audio, song, child_at(m, level->entry, child));
    }
    return NULL;
}

// -------------------------------------------------------------------------------- playing a segment

static uint32_t subtrack_of(struct audio *audio, const struct audio_item *track, uint8_t object) {
    const struct bank_music *m = track->music;
    uint32_t value;
    switch (m->kind) {
    case BANK_TRACK_DRAW:
        return chance_below(&audio->dice, m->subtracks);
    case BANK_TRACK_ROW:
        return memory_of(audio, track, object)->next++ % m->subtracks;
    case BANK_TRACK_SWITCH:
        value = m->by_state ? state_now(audio, m->group, m->usual)
                            : audio_switch_now(audio, (enum audio_object)object, m->group, m->usual);
        for (uint32_t i = 0; i < m->choices.count; i++)
            if (m->choices.at[i] == value) return i;
        return UINT32_MAX;
    default:
        return 0;
    }
}

static void play_clip(struct audio *audio, struct song *song, const struct bank_clip *clip, double entry_ms,
                      struct start *start, uint32_t bank) {
    double from = clip->at_ms + clip->trim_begin_ms, to = clip->at_ms + clip->source_ms + clip->trim_end_ms;
    if (from < entry_ms) from = entry_ms;
    if (!(to > from)) return;
    int64_t when = start->delay;
    start->delay = when + samples_at(audio, from - entry_ms);
    const struct audio_source *source = audio_set_source(audio->set, clip->media);
    if (!source || source->coding == AUDIO_NOTHING) {
        fall_back(audio, clip->media, bank, start);
    } else {
        double rate = source->rate / 1000.0;
        uint64_t first = (uint64_t)((from - clip->at_ms) * rate),
                 last = (uint64_t)((to - clip->at_ms) * rate);
        if (from < clip->at_ms) first = 0;
        if (first < source->frames) {
            struct voice *voice = voice_new(audio, start, source, bus_of(start, AUDIO_BUS_MUSIC));
            voice->own = *source;
            voice->own.loops = false;
            if (last < voice->own.frames) voice->own.frames = last;
            voice->source = &voice->own;
            voice->at = first << 32;
            voice->serial = song->serial;
        }
    }
    start->delay = when;
}

static void play_track(struct audio *audio, struct song *song, const struct audio_item *track,
                       double entry_ms, struct start start) {
    if (start.chain_len < CHAIN) start.chain[start.chain_len++] = track;
    uint32_t subtrack = track->music->subtracks ? subtrack_of(audio, track, start.object) : 0;
    for (size_t i = 0; i < track->music->clips.count; i++) {
        const struct bank_clip *clip = &track->music->clips.at[i];
        if (clip->subtrack == subtrack && audio->starts++ < STARTS_MAX)
            play_clip(audio, song, clip, entry_ms, &start, track->bank);
    }
}

static void play_segment(struct audio *audio, struct song *song, const struct audio_item *segment,
                         int64_t when, int32_t in_ms) {
    struct walk *walk = walk_of(audio, song);
    const struct bank_music *m = segment->music;
    double entry = m->cues.count ? m->cues.at[0].at_ms : 0,
           exit = m->cues.count > 1 ? m->cues.at[m->cues.count - 1].at_ms : m->length_ms;
    if (!(entry >= 0)) entry = 0;
    struct start start = walk_start(walk, song->walk, when);
    if (start.chain_len < CHAIN && song->list != walk->item) start.chain[start.chain_len++] = song->list;
    if (start.chain_len < CHAIN && segment != song->list) start.chain[start.chain_len++] = segment;
    start.fade_ms = in_ms > 0 ? (float)in_ms : 0;
    if (!++audio->last_serial) audio->last_serial = 1;
    song->serial = audio->last_serial;
    song->segment = segment;
    song->since = -when;
    song->exit = samples_at(audio, exit - entry);
    if (song->exit < 1) song->exit = 1;
    walk->timer = when + song->exit;
    walk->children++; // keeps it alive while its clips begin
    for (size_t i = 0; i < m->children.count; i++) {
        const struct audio_item *track = audio_set_item(audio->set, m->children.at[i]);
        if (track && track->music && track->object->kind == BANK_MUSIC_TRACK)
            play_track(audio, song, track, entry, start);
    }
    stings_on(audio, song);
    walk->children--;
}

static void fade_segment(struct audio *audio, const struct song *song, int32_t out_ms) {
    for (int i = 0; i < AUDIO_VOICES; i++) {
        struct voice *voice = &audio->voices[i];
        if (!voice->live || voice->serial != song->serial) continue;
        if (voice->paused || voice->delay >= audio->samples)
            voice_end(audio, voice, 0);
        else
            voice_fade(audio, voice, 0, (float)(out_ms > SHORT_FADE_MS ? out_ms : SHORT_FADE_MS), 4,
                       FADE_STOPS);
    }
}

// -------------------------------------------------------------------------------- from one to the next

static void begin(struct audio *audio, struct song *song, const struct audio_item *list, int64_t when,
                  int32_t in_ms) {
    struct walk *walk = walk_of(audio, song);
    song->list = list;
    song->depth = 0;
    walk->timer = -1;
    if (!list) return (void)(song->segment = NULL);
    const struct audio_item *first = list;
    if (list->object->kind == BANK_MUSIC_PLAYLIST) {
        push(audio, song, 0);
        first = next_segment(audio, song);
    }
    if (first) play_segment(audio, song, first, when, in_ms);
}

// The object of a switch that an item belongs to, as its rules name it.
static uint32_t named(const struct audio_item *item) { return item ? item->id : 0; }

static void change(struct audio *audio, struct song *song, int64_t when) {
    const struct bank_rule *rule = song->rule;
    const struct audio_item *coming = song->coming;
    if (song->segment && !song->bridged && !(rule && rule->post_exit && song->at_exit))
        fade_segment(audio, song, rule ? rule->out_ms : 0);
    const struct audio_item *bridge =
        rule && rule->has_bridge && !song->bridged ? audio_set_item(audio->set, rule->bridge.segment) : NULL;
    if (bridge && bridge->music && bridge->object->kind == BANK_MUSIC_SEGMENT && song->list) {
        song->bridged = song->at_exit = true;
        return play_segment(audio, song, bridge, when, rule->bridge.in_ms);
    }
    if (song->bridged && rule && !rule->bridge.post_exit) fade_segment(audio, song, rule->bridge.out_ms);
    song->waits = song->bridged = false;
    begin(audio, song, coming, when, rule ? rule->in_ms : 0);
}

// The exit of the segment is reached.
void song_on(struct audio *audio, int16_t index, int64_t when) {
    struct walk *walk = &audio->walks[index];
    struct song *song = &audio->songs[walk->song];
    if (audio->starts++ >= STARTS_MAX) return (void)(walk->timer = audio->samples);
    if (song->waits && song->at_exit && walk->left) return change(audio, song, when);
    const struct audio_item *next =
        song->list && song->depth && walk->left ? next_segment(audio, song) : NULL;
    if (next) {
        const struct bank_rule *rule = bank_music_rule(song->list->music, song->segment->id, next->id);
        if (rule && !rule->post_exit) fade_segment(audio, song, rule->out_ms);
        return play_segment(audio, song, next, when, rule ? rule->in_ms : 0);
    }
    song->segment = NULL;
    walk->timer = -1;
    walk->left = 0; // a switch whose music is over is over
    if (!walk->children) walk_ended(audio, index, when);
}

// How long until a change may be heard; -1: at the exit.
int64_t song_until(const struct audio *audio, const struct song *song, uint32_t sync, uint32_t cue) {
    const struct bank_music *m = song->segment->music, *list = song->list->music;
    float tempo = m->meter_own || !(list->tempo > 0) ? m->tempo : list->tempo;
    unsigned beats = m->meter_own || !list->bar_beats ? m->bar_beats : list->bar_beats;
    double beat_ms = tempo > 1 ? 60000.0 / (double)tempo : 500, every = 0,
           entry = m->cues.count ? m->cues.at[0].at_ms : 0;
    if (sync == BANK_SYNC_NOW) return 0;
    if (sync == BANK_SYNC_GRID) every = m->grid_ms > 1 ? m->grid_ms : beat_ms;
    if (sync == BANK_SYNC_BEAT) every = beat_ms;
    if (sync == BANK_SYNC_BAR) every = beat_ms * (beats ? beats : 4);
    if (every > 0) {
        int64_t turns = (int64_t)((double)song->since / ((double)audio->config.rate_hz * every / 1000)) + 1;
        if (song->since <= 0) turns = 0;
        return samples_at(audio, (double)turns * every) - song->since;
    }
    if (sync == BANK_SYNC_CUE || sync == BANK_SYNC_OWN_CUE)
        for (size_t i = 0; i < m->cues.count; i++) {
            int64_t at = samples_at(audio, m->cues.at[i].at_ms - entry);
            if (cue && sync == BANK_SYNC_OWN_CUE && m->cues.at[i].id != cue) continue;
            if (at >= song->since && at < song->exit) return at - song->since;
        }
    return -1;
}

void songs_step(struct audio *audio) {
    for (int i = 0; i < SONGS; i++) {
        struct song *song = &audio->songs[i];
        struct walk *walk = walk_of(audio, song);
        if (!song_lives(audio, song)) continue;
        if (walk->paused || walk->left == 0 || walk->item->object->kind != BANK_MUSIC_SWITCH || song->bridged)
            continue;
        const struct audio_item *now = resolve(audio, walk->item, walk->object);
        if (!song->waits && now == song->list) continue;
        if (song->waits && now == song->list) { // back before anything was heard of it
            song->waits = false;
            continue;
        }
        if (!song->waits || now != song->coming) {
            song->waits = true;
            song->coming = now;
            song->rule = bank_music_rule(walk->item->music, named(song->list), named(now));
            int64_t in = song->segment
                             ? song_until(audio, song, song->rule ? song->rule->sync : BANK_SYNC_EXIT, 0)
                             : 0;
            song->at_exit = in < 0;
            song->coming_in = in < 0 ? 0 : in;
        }
        if (!song->at_exit && song->coming_in < audio->samples) change(audio, song, song->coming_in);
    }
}

void songs_pass(struct audio *audio) {
    for (int i = 0; i < SONGS; i++) {
        struct song *song = &audio->songs[i];
        if (!song->serial || walk_of(audio, song)->paused) continue;
        song->since += audio->samples;
        if (song->waits && !song->at_exit) song->coming_in -= audio->samples;
    }
}

void song_start(struct audio *audio, const struct audio_item *item, struct start *start) {
    struct song *song = song_free(audio);
    int16_t index = song ? walk_new(audio, item, start) : NO_WALK;
    if (index == NO_WALK) return;
    struct walk *walk = &audio->walks[index];
    walk->kind = WALK_MUSIC;
    walk->song = (int16_t)(song - audio->songs);
    walk->left = FOREVER;
    if (!++audio->last_serial) audio->last_serial = 1;
    *song = (struct song){.walk = index, .serial = audio->last_serial};
    walk->children++;
    begin(audio, song, resolve(audio, item, start->object), start->delay, (int32_t)start->fade_ms);
    walk->children--;
    start->longest = FOREVER; // nobody knows
    if (!walk->children && walk->timer < 0 && item->object->kind != BANK_MUSIC_SWITCH) {
        fall_back(audio, item->id, item->bank, start); // there is nothing in it
        walk_ended(audio, index, start->delay);
    }
}
