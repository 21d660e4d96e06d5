// From an event down to every sound that it may play.
#include "codec/bank/music.h"

struct search {
    const struct bank *banks;
    size_t count;
    struct bank_sound *out;
    size_t room, found, lost;
    unsigned steps, insides;
    struct arena *arena; // for what is only taken apart while it is looked at; NULL until then
};
enum { SEARCH_DEPTH = 32, SEARCH_STEPS = 100000, INSIDES_MAX = 2000 };

static void follow(struct search *search, uint32_t id, unsigned depth);

static void follow_all(struct search *search, struct bank_ids ids, unsigned depth) {
    for (size_t i = 0; i < ids.count; i++) follow(search, ids.at[i], depth);
}

static void hear(struct search *search, const struct bank_sound *sound) {
    if (search->found < search->room) search->out[search->found] = *sound;
    search->found++;
}

// Blends and music.
static void follow_inside(struct search *search, const struct bank *bank, const struct bank_object *object,
                          unsigned depth) {
    if (search->insides++ >= INSIDES_MAX) return (void)search->lost++;
    if (!search->arena && !(search->arena = arena_new(16 << 10))) return (void)search->lost++;
    struct arena_mark mark = arena_mark(search->arena);
    struct bank_blend blend;
    struct bank_music music;
    if (object->kind == BANK_BLEND && bank_blend(bank, object, search->arena, &blend)) {
        follow_all(search, blend.children, depth);
    } else if (bank_music(bank, object, search->arena, &music)) {
        follow_all(search, music.children, depth);
        for (size_t i = 0; i < music.sources.count; i++) hear(search, &music.sources.at[i]);
    } else {
        search->lost++;
    }
    arena_back(search->arena, mark);
}

static void follow_object(struct search *search, const struct bank *bank, const struct bank_object *object,
                          unsigned depth) {
    bool play = object->kind == BANK_ACTION &&
                (object->action.type == BANK_PLAY || object->action.type == BANK_PLAY_EVENT);
    switch (object->known ? object->kind : BANK_OTHER) {
    case BANK_EVENT:
        return follow_all(search, object->event, depth);
    case BANK_ACTION:
        if (play) follow(search, object->action.target, depth);
        return;
    case BANK_RANDOM:
        return follow_all(search, object->random.children, depth);
    case BANK_SWITCH:
        return follow_all(search, object->select.children, depth);
    case BANK_MIXER:
        return follow_all(search, object->mixer, depth);
    case BANK_SOUND:
        return hear(search, &object->sound);
    default:
        follow_inside(search, bank, object, depth);
    }
}

static void follow(struct search *search, uint32_t id, unsigned depth) {
    const struct bank_object *object = NULL;
    size_t at = search->count;
    while (at && !object) object = bank_object(&search->banks[--at], id);
    if (!object || depth == SEARCH_DEPTH || search->steps == SEARCH_STEPS) {
        search->lost++;
        return;
    }
    search->steps++;
    follow_object(search, &search->banks[at], object, depth + 1);
}

size_t bank_event_sounds(const struct bank *banks, size_t count, uint32_t event, struct bank_sound *out,
                         size_t room, size_t *lost) {
    struct search search = {.banks = banks, .count = count, .out = out, .room = room};
    follow(&search, event, 0);
    arena_free(search.arena);
    if (lost) *lost = search.lost;
    return search.found;
}
