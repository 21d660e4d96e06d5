// The way from a played object down to sounds: containers choose, and some continue by themselves.
#include "stage/sound/audio_internal.h"

#include "base/hash.h"

#include "base/system/log.h"

#include <string.h>

enum { USE_WEIGHT = 1, RESET_EACH = 2, RESTART_BACKWARD = 4, CONTINUOUS = 8, GLOBAL = 16 };
enum { CROSSFADE = 1, CROSSFADE_POWER, DELAY, SAMPLE_ACCURATE, TRIGGER_RATE };

// ------------------------------------------------------------------------------------------------ voices

// The softest gives way; among those equally soft, the oldest.
static struct voice *free_voice(struct audio *audio) {
    struct voice *softest = NULL;
    for (int i = 0; i < AUDIO_VOICES; i++) {
        struct voice *voice = &audio->voices[i];
        if (!voice->live && !voice->over) return voice;
        bool begun = voice->live && voice->gain >= 0; // not in this very tick
        if (begun && (!softest || voice->gain < softest->gain)) softest = voice;
    }
    for (int i = 0; i < AUDIO_VOICES && !softest; i++) // so many in one tick
        if (audio->voices[i].live) softest = &audio->voices[i];
    if (!softest) return &audio->voices[0]; // all of them ended in this tick
    softest->walk = NO_WALK;
    voice_end(audio, softest, 0);
    return softest;
}

static const enum audio_bus USUAL_BUS[AUDIO_OBJECTS] = {AUDIO_BUS_SFX, AUDIO_BUS_MOTION, AUDIO_BUS_UI,
                                                        AUDIO_BUS_VO, AUDIO_BUS_STREAM};

enum audio_bus bus_of(const struct start *start, enum audio_bus usual) {
    for (uint32_t i = start->chain_len; i--;)
        if (start->chain[i]->node && start->chain[i]->node->bus)
            return bus_named(start->chain[i]->node->bus, usual);
    return usual;
}

static float between(struct audio *audio, float low, float high) {
    return low < high ? chance_range(&audio->dice, low, high) : low;
}

static void draw_chain(struct audio *audio, struct voice *voice) {
    for (uint32_t i = 0; i < voice->chain_len; i++) {
        const struct bank_node *node = voice->chain[i]->node;
        if (!node) continue;
        if (node->volume_low != 0 || node->volume_high != 0)
            voice->drawn_db += between(audio, node->volume_low, node->volume_high);
        if (node->pitch_low != 0 || node->pitch_high != 0)
            voice->drawn_cents += between(audio, node->pitch_low, node->pitch_high);
    }
}

// The nearest bus that is named, and those that it goes into; only where a bank has them as objects. The
// robot's own speech goes over the one called VO.
static void find_route(const struct audio *audio, struct voice *voice) {
    uint32_t id = !voice->chain_len && voice->bus == AUDIO_BUS_VO ? fnv1_32_lower("VO") : 0;
    if (!audio->set) return;
    for (uint32_t i = voice->chain_len; i-- && !id;)
        if (voice->chain[i]->node) id = voice->chain[i]->node->bus;
    while (id && voice->route_len < ROUTE) {
        const struct audio_item *bus = audio_set_item(audio->set, id);
        if (!bus || !bus->node || (bus->object->kind != BANK_BUS && bus->object->kind != BANK_AUX_BUS))
            return;
        voice->route[voice->route_len++] = bus;
        id = bus->node->parent;
    }
}

static int64_t length_of(const struct audio *audio, const struct voice *voice) {
    uint64_t frames = audio_source_heard(voice->source);
    if (frames == UINT64_MAX) return FOREVER;
    return voice->delay + (int64_t)((double)frames * audio->config.rate_hz / voice->source->rate);
}

static void count_one(struct audio *audio, uint32_t id) {
    struct play *play = play_of(audio, id);
    if (play) play->count++;
}

struct voice *voice_new(struct audio *audio, const struct start *start, const struct audio_source *source,
                        enum audio_bus bus) {
    struct voice *voice = free_voice(audio);
    *voice = (struct voice){.live = true,
                            .object = start->object,
                            .tag = start->tag,
                            .bus = bus,
                            .walk = start->walk,
                            .play = start->play,
                            .chain_len = start->chain_len,
                            .layers = {start->layers[0], start->layers[1]},
                            .source = source,
                            .delay = start->delay,
                            .volume = start->volume,
                            .fade = {.from = 1, .to = 1, .now = 1},
                            .gain = -1,
                            .tail = samples_of(audio, start->tail_ms),
                            .tail_power = start->tail_power};
    memcpy(voice->chain, start->chain, sizeof voice->chain);
    voice->kernel = kernel_for(audio, source->rate);
    find_route(audio, voice);
    draw_chain(audio, voice);
    if (start->fade_ms > 0) {
        voice->fade.now = voice->fade.from = 0;
        voice_fade(audio, voice, 1, start->fade_ms, start->fade_shape, FADE_STAYS);
    }
    count_one(audio, start->play);
    if (start->walk != NO_WALK) audio->walks[start->walk].children++;
    return voice;
}

static void warn_once(struct audio *audio, uint32_t event, uint32_t bank) {
    if (bank < AUDIO_BANKS_MAX && audio->warned >> bank & 1) return;
    if (bank >= AUDIO_BANKS_MAX && audio->warned_of_none) return;
    if (bank < AUDIO_BANKS_MAX) {
        audio->warned |= (uint64_t)1 << bank;
        log_warn("sound", "the bank \"%s\" cannot be followed everywhere (first at event %u): tones stand in",
                 audio->set->names[bank], event);
    } else {
        audio->warned_of_none = true;
        if (audio->set)
            log_warn("sound", "the event %u is in no bank: a tone stands for it and its like", event);
    }
}

// Each missing sound has a height of its own, so that they can be told apart.
void fall_back(struct audio *audio, uint32_t id, uint32_t bank, struct start *start) {
    struct play *play = play_of(audio, start->play);
    warn_once(audio, play ? play->event : id, bank);
    float hertz = 440 * m_pow(2, (float)(id % 13) / 12);
    struct voice *voice = voice_new(audio, start, &(struct audio_source){.rate = audio->config.rate_hz},
                                    bus_of(start, USUAL_BUS[start->object]));
    voice->own =
        audio_source_tone(audio->config.rate_hz, hertz, m_pow(10, audio->config.tone_db / 20), 0.18f);
    voice->source = &voice->own;
    voice->kernel = NULL;
    if (start->longest < length_of(audio, voice)) start->longest = length_of(audio, voice);
    if (!play || play->fell_back) return;
    play->fell_back = true;
    tell_audio(audio, (struct audio_notice){.kind = AUDIO_FELL_BACK,
                                            .object = start->object,
                                            .tag = start->tag,
                                            .play = start->play,
                                            .event = play->event});
}

static void start_sound(struct audio *audio, const struct audio_item *item, struct start *start) {
    const struct audio_source *source =
        item->source < audio->set->source_count ? &audio->set->sources[item->source] : NULL;
    if (!source || source->coding == AUDIO_NOTHING) return fall_back(audio, item->id, item->bank, start);
    struct voice *voice = voice_new(audio, start, source, bus_of(start, USUAL_BUS[start->object]));
    if (item->node && item->node->has_loop && !source->loops) {
        voice->own = *source;
        voice->own.loops = true;
        voice->own.loop_start = 0, voice->own.loop_end = source->frames;
        voice->own.loop_times = item->node->loop;
        voice->source = &voice->own;
    }
    int64_t length = length_of(audio, voice);
    if (length > start->longest) start->longest = length;
}

// ------------------------------------------------------------------------------------------------ choosing

static bool was_just_played(const struct memory *memory, uint32_t index, uint32_t avoid) {
    for (uint32_t i = 0; i < memory->count && i < avoid; i++)
        if (memory->last[i] == index) return true;
    return false;
}

static void remember(struct memory *memory, uint32_t index) {
    if (index > UINT8_MAX) return;
    memmove(memory->last + 1, memory->last, REMEMBER - 1);
    memory->last[0] = (uint8_t)index;
    if (memory->count < REMEMBER) memory->count++;
}

static struct memory *memory_of(struct audio *audio, const struct audio_item *item, uint8_t object) {
    if (item->object->random.flags & GLOBAL) object = 0;
    return &audio->memories[(size_t)item->memory * AUDIO_OBJECTS + object];
}

// By weight among those not played lately; shuffled, among those not played since all of them were.
static uint32_t pick(struct audio *audio, const struct audio_item *item, uint8_t object) {
    const struct bank_random *r = &item->object->random;
    struct memory *memory = memory_of(audio, item, object);
    uint32_t count = (uint32_t)r->playlist.count, avoid = r->avoid < count ? r->avoid : count - 1;
    if (avoid > REMEMBER) avoid = REMEMBER;
    bool shuffle = r->shuffle && count <= 64;
    for (int turn = 0; turn < 3; turn++) {
        double sum = 0, seen = 0;
        for (int pass = 0; pass < 2; pass++) {
            double at = pass ? chance_unit64(&audio->dice) * sum : 0;
            for (uint32_t i = 0; i < count; i++) {
                if (shuffle ? turn < 2 && memory->used >> i & 1 : false) continue;
                if (turn < 1 && was_just_played(memory, i, avoid)) continue;
                double weight = r->flags & USE_WEIGHT ? r->playlist.at[i].weight : 1;
                if (!(weight > 0)) continue;
                if (!pass) {
                    sum += weight;
                    continue;
                }
                seen += weight;
                if (at >= seen) continue;
                memory->used |= shuffle ? (uint64_t)1 << i : 0;
                remember(memory, i);
                return i;
            }
            if (sum <= 0) break;
        }
        if (shuffle && turn == 0) memory->used = 0; // all were played: again
    }
    uint32_t any = chance_below(&audio->dice, count);
    remember(memory, any);
    return any;
}

// The next of a sequence; one that turns back at its end goes 0 1 2 1 0 1 …
static uint32_t in_turn(const struct bank_random *r, uint32_t next) {
    uint32_t count = (uint32_t)r->playlist.count;
    if (!(r->flags & RESTART_BACKWARD) || count < 2) return next % count;
    uint32_t period = 2 * count - 2, place = next % period;
    return place < count ? place : period - place;
}

static uint32_t child_of(struct audio *audio, const struct audio_item *item, uint8_t object) {
    const struct bank_random *r = &item->object->random;
    if (!r->sequence) return pick(audio, item, object);
    struct memory *memory = memory_of(audio, item, object);
    return in_turn(r, memory->next++);
}

// ------------------------------------------------------------------------------------------------ walks

void walk_ended(struct audio *audio, int16_t index, int64_t when) {
    struct walk *walk = &audio->walks[index];
    if (!walk->live) return;
    int16_t parent = walk->parent;
    walk->live = false;
    play_less(audio, walk->play);
    if (parent != NO_WALK) walk_child_ended(audio, parent, when);
}

struct start walk_start(const struct walk *walk, int16_t index, int64_t when) {
    struct start start = {.play = walk->play,
                          .chain_len = walk->chain_len,
                          .layers = {walk->layers[0], walk->layers[1]},
                          .volume = walk->volume,
                          .object = walk->object,
                          .tag = walk->tag,
                          .walk = index,
                          .delay = when,
                          .fade_shape = 4,
                          .depth = 1};
    memcpy(start.chain, walk->chain, sizeof start.chain);
    return start;
}

// Begins the next child at `when` samples into this tick.
static void walk_on(struct audio *audio, int16_t index, int64_t when) {
    struct walk *walk = &audio->walks[index];
    const struct bank_random *r = &walk->item->object->random;
    if (walk->left == 0 || audio->starts >= STARTS_MAX) {
        if (!walk->children) walk_ended(audio, index, when);
        return;
    }
    if (walk->left != FOREVER) walk->left--;
    uint32_t child = r->sequence ? in_turn(r, walk->next++) : pick(audio, walk->item, walk->object);
    float ms = r->transition_ms + between(audio, r->transition_min, r->transition_max);
    if (!(ms > 0)) ms = 0;
    bool cross = (r->transition == CROSSFADE || r->transition == CROSSFADE_POWER) && ms > 0;
    struct start start = walk_start(walk, index, when);
    start.fade_ms = cross ? ms : 0;
    start.fade_shape = r->transition == CROSSFADE_POWER ? 1 : 4;
    start.tail_ms = cross && walk->left ? ms : 0;
    start.tail_power = r->transition == CROSSFADE_POWER;
    walk->timer = -1;
    walk->children++; // keeps it alive while its child is looked for
    start_id(audio, r->playlist.at[child].child, &start);
    walk->children--;
    int64_t lasts = start.longest == FOREVER || start.longest <= when ? 0 : start.longest - when;
    if (r->transition == TRIGGER_RATE && walk->left)
        walk->timer = when + (ms > 1 ? samples_of(audio, ms) : samples_of(audio, 1));
    else if (cross && walk->left && lasts)
        walk->timer = when + (lasts > samples_of(audio, ms) ? lasts - samples_of(audio, ms) : 1);
    if (!walk->children && walk->timer < 0) walk_on(audio, index, when); // nothing came of it
}

void walk_kill(struct audio *audio, int16_t index) {
    struct walk *walk = &audio->walks[index];
    if (!walk->live) return;
    walk->live = false;
    for (int i = 0; i < AUDIO_VOICES; i++)
        if (audio->voices[i].walk == index) audio->voices[i].walk = NO_WALK;
    for (int i = 0; i < WALKS; i++)
        if (audio->walks[i].live && audio->walks[i].parent == index) audio->walks[i].parent = NO_WALK;
    int16_t parent = walk->parent;
    walk->parent = NO_WALK;
    play_less(audio, walk->play);
    if (parent != NO_WALK) walk_child_ended(audio, parent, 0);
}

void walk_child_ended(struct audio *audio, int16_t index, int64_t when) {
    struct walk *walk = &audio->walks[index];
    if (!walk->live) return;
    if (walk->children) walk->children--;
    if (walk->kind != WALK_ROW) {
        bool over = walk->kind == WALK_FOLLOW ? follow_over(walk)
                                              : !walk->children && walk->timer < 0 && walk->left == 0;
        if (over) walk_ended(audio, index, when);
        return;
    }
    if (walk->children || walk->timer >= 0) return;
    const struct bank_random *r = &walk->item->object->random;
    if (walk->left && r->transition == DELAY) {
        float ms = r->transition_ms + between(audio, r->transition_min, r->transition_max);
        walk->timer = when + samples_of(audio, ms);
        return;
    }
    walk_on(audio, index, when);
}

// Those whose next child begins within this tick. False: none did.
bool walks_due(struct audio *audio) {
    bool any = false;
    for (int i = 0; i < WALKS; i++) {
        struct walk *walk = &audio->walks[i];
        if (!walk->live || walk->paused || walk->timer < 0 || walk->timer >= audio->samples) continue;
        int64_t when = walk->timer;
        walk->timer = -1;
        if (walk->kind == WALK_MUSIC)
            song_on(audio, (int16_t)i, when);
        else
            walk_on(audio, (int16_t)i, when);
        any = true;
    }
    return any;
}

// All times count from the beginning of the tick.
void walks_pass(struct audio *audio) {
    for (int i = 0; i < WALKS; i++)
        if (audio->walks[i].live && !audio->walks[i].paused && audio->walks[i].timer >= audio->samples)
            audio->walks[i].timer -= audio->samples;
}

int16_t walk_new(struct audio *audio, const struct audio_item *item, struct start *start) {
    int16_t index = 0;
    while (index < WALKS && audio->walks[index].live) index++;
    if (index == WALKS) return NO_WALK;
    struct walk *walk = &audio->walks[index];
    *walk = (struct walk){.live = true,
                          .object = start->object,
                          .tag = start->tag,
                          .parent = start->walk,
                          .play = start->play,
                          .item = item,
                          .chain_len = start->chain_len,
                          .layers = {start->layers[0], start->layers[1]},
                          .volume = start->volume,
                          .timer = -1};
    memcpy(walk->chain, start->chain, sizeof walk->chain);
    count_one(audio, start->play);
    if (start->walk != NO_WALK) audio->walks[start->walk].children++;
    return index;
}

static void start_walk(struct audio *audio, const struct audio_item *item, struct start *start) {
    const struct bank_random *r = &item->object->random;
    int16_t index = walk_new(audio, item, start);
    if (index == NO_WALK) return;
    struct walk *walk = &audio->walks[index];
    int64_t times = r->loop;
    if (times && r->loop_max > r->loop_min)
        times += r->loop_min + chance_below(&audio->dice, (uint32_t)(r->loop_max - r->loop_min) + 1);
    walk->left = r->loop ? times * (int64_t)r->playlist.count : FOREVER;
    start->longest = FOREVER; // nobody knows
    if (start->delay >= audio->samples)
        walk->timer = start->delay;
    else
        walk_on(audio, index, start->delay);
}

// ------------------------------------------------------------------------------------------------ containers

static void start_children(struct audio *audio, struct bank_ids ids, const struct start *start,
                           int64_t *longest) {
    for (size_t i = 0; i < ids.count; i++) {
        struct start one = *start;
        start_id(audio, ids.at[i], &one);
        if (one.longest > *longest) *longest = one.longest;
    }
}

static void start_switch(struct audio *audio, const struct audio_item *item, struct start *start) {
    const struct bank_switch *s = &item->object->select;
    if (s->continuous) return follow_start(audio, item, start);
    int32_t chosen = switch_case(audio, item, start->object);
    if (chosen >= 0) start_children(audio, s->cases.at[chosen].children, start, &start->longest);
}

static void start_blend(struct audio *audio, const struct audio_item *item, struct start *start) {
    if (!item->blend) return fall_back(audio, item->id, item->bank, start);
    for (size_t i = 0; i < item->blend->children.count; i++) {
        uint32_t child = item->blend->children.at[i];
        struct start one = *start;
        for (uint32_t l = 0; l < item->blend->layer_count; l++)
            if (item->blend->layers[l].child == child)
                one.layers[one.layers[0] != NULL] = &item->blend->layers[l];
        start_id(audio, child, &one);
        if (one.longest > start->longest) start->longest = one.longest;
    }
}

void start_item(struct audio *audio, const struct audio_item *item, struct start *start) {
    if (start->depth++ >= DEPTH || audio->starts++ >= STARTS_MAX) return;
    if (start->chain_len < CHAIN) start->chain[start->chain_len++] = item;
    const struct bank_object *object = item->object;
    if (object->kind == BANK_SOUND && object->known) return start_sound(audio, item, start);
    if (object->kind == BANK_SWITCH && object->known) return start_switch(audio, item, start);
    if (object->kind == BANK_BLEND) return start_blend(audio, item, start);
    if (item->music && object->kind != BANK_MUSIC_TRACK) return song_start(audio, item, start);
    if (object->kind == BANK_MIXER && object->known)
        return start_children(audio, object->mixer, start, &start->longest);
    if (object->kind != BANK_RANDOM || !object->known || !object->random.playlist.count)
        return fall_back(audio, item->id, item->bank, start);
    if (object->random.flags & CONTINUOUS) return start_walk(audio, item, start);
    start_id(audio, object->random.playlist.at[child_of(audio, item, start->object)].child, start);
}

void start_id(struct audio *audio, uint32_t id, struct start *start) {
    const struct audio_item *item = audio_set_item(audio->set, id);
    if (item) return start_item(audio, item, start);
    uint32_t bank = start->chain_len ? start->chain[start->chain_len - 1]->bank : AUDIO_NO_BANK;
    if (audio->starts++ < STARTS_MAX) fall_back(audio, id, bank, start);
}
