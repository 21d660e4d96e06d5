// Switch containers that follow their switch while they play: children of the old value end, children of the
// new one begin.
#include "stage/sound/audio_internal.h"

#include <string.h>

static const struct bank_fade *fade_of(const struct bank_switch *s, uint32_t child) {
    static const struct bank_fade PLAIN = {0};
    for (size_t i = 0; i < s->fades.count; i++)
        if (s->fades.at[i].child == child) return &s->fades.at[i];
    return &PLAIN;
}

// What the switch asks for now: a place among its cases; -1: nothing.
int32_t switch_case(const struct audio *audio, const struct audio_item *item, uint8_t object) {
    const struct bank_switch *s = &item->object->select;
    uint32_t value = s->by_state ? state_now(audio, s->group, s->fallback)
                                 : audio_switch_now(audio, (enum audio_object)object, s->group, s->fallback);
    for (int turn = 0; turn < 2; turn++, value = s->fallback)
        for (size_t i = 0; i < s->cases.count; i++)
            if (s->cases.at[i].value == value) return (int32_t)i;
    return -1;
}

// Whether something that plays began as this child of the walk.
static bool came_from(const struct walk *walk, uint32_t child, const struct audio_item *const *chain,
                      uint32_t len, uint32_t play) {
    return play == walk->play && len > walk->chain_len && chain[walk->chain_len]->id == child &&
           !memcmp(chain, walk->chain, walk->chain_len * sizeof *chain);
}

static void child_goes(struct audio *audio, int16_t index, uint32_t child, const struct bank_fade *fade) {
    const struct walk *walk = &audio->walks[index];
    bool stops = fade->bits[1] & BANK_STOPS;
    for (int i = 0; i < WALKS; i++) {
        struct walk *inner = &audio->walks[i];
        if (i != index && inner->live && came_from(walk, child, inner->chain, inner->chain_len, inner->play))
            inner->left = 0; // what it has begun may end; nothing follows
    }
    for (int i = 0; i < AUDIO_VOICES && stops; i++) {
        struct voice *voice = &audio->voices[i];
        if (!voice->live || !came_from(walk, child, voice->chain, voice->chain_len, voice->play)) continue;
        if (voice->paused || voice->delay > 0)
            voice_end(audio, voice, 0);
        else
            voice_fade(audio, voice, 0, (float)fade->out_ms, 4, FADE_STOPS);
    }
}

static bool has(struct bank_ids ids, uint32_t id) {
    for (size_t i = 0; i < ids.count; i++)
        if (ids.at[i] == id) return true;
    return false;
}

// False: it plays only once, and did.
static bool child_comes(struct audio *audio, int16_t index, uint32_t child, int64_t when, int64_t *longest) {
    struct walk *walk = &audio->walks[index];
    const struct bank_switch *s = &walk->item->object->select;
    const struct bank_fade *fade = fade_of(s, child);
    for (size_t i = 0; i < s->children.count && i < 64; i++) {
        if (s->children.at[i] != child) continue;
        if (fade->bits[0] & BANK_ONLY_FIRST && walk->begun >> i & 1) return false;
        walk->begun |= (uint64_t)1 << i;
    }
    struct start start = walk_start(walk, index, when);
    if (walk->fades && fade->in_ms > 0) start.fade_ms = (float)fade->in_ms;
    start_id(audio, child, &start);
    if (start.longest > *longest) *longest = start.longest;
    return true;
}

// A switch that asks for nothing is still followed; one whose sounds came to their ends is over.
bool follow_over(const struct walk *walk) {
    if (walk->children) return false;
    return walk->left == 0 ||
           (walk->value >= 0 && walk->item->object->select.cases.at[walk->value].children.count > 0);
}

static void change(struct audio *audio, int16_t index, int32_t to) {
    struct walk *walk = &audio->walks[index];
    const struct bank_switch *s = &walk->item->object->select;
    struct bank_ids old = {0}, new = {0};
    if (walk->value >= 0) old = s->cases.at[walk->value].children;
    if (to >= 0) new = s->cases.at[to].children;
    walk->value = to;
    walk->children++; // keeps it alive while one goes and the other comes
    for (size_t i = 0; i < old.count; i++) {
        const struct bank_fade *fade = fade_of(s, old.at[i]);
        if (!has(new, old.at[i]) || !(fade->bits[0] & BANK_GOES_ON))
            child_goes(audio, index, old.at[i], fade);
    }
    int64_t longest = 0;
    bool tried = false;
    walk->fades = true;
    for (size_t i = 0; i < new.count; i++)
        if (!has(old, new.at[i]) || !(fade_of(s, new.at[i])->bits[0] & BANK_GOES_ON))
            tried |= child_comes(audio, index, new.at[i], 0, &longest);
    walk->children--;
    if (tried && follow_over(walk)) walk_ended(audio, index, 0); // nothing came of it
}

void follow_start(struct audio *audio, const struct audio_item *item, struct start *start) {
    int16_t index = walk_new(audio, item, start);
    if (index == NO_WALK) return;
    struct walk *walk = &audio->walks[index];
    walk->kind = WALK_FOLLOW;
    walk->left = FOREVER;
    walk->value = switch_case(audio, item, start->object);
    walk->children++;
    if (walk->value >= 0) {
        struct bank_ids ids = item->object->select.cases.at[walk->value].children;
        for (size_t i = 0; i < ids.count; i++)
            child_comes(audio, index, ids.at[i], start->delay, &start->longest);
    }
    walk->children--;
    if (follow_over(walk)) return walk_ended(audio, index, start->delay); // nothing came of it
    start->longest = FOREVER;                                             // nobody knows
}

void follows_step(struct audio *audio) {
    for (int i = 0; i < WALKS; i++) {
        struct walk *walk = &audio->walks[i];
        if (!walk->live || walk->kind != WALK_FOLLOW || walk->paused || walk->left == 0) continue;
        int32_t now = switch_case(audio, walk->item, walk->object);
        if (now != walk->value) change(audio, (int16_t)i, now);
    }
}
