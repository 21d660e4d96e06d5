#include "border/soul.h"

#include "base/hash.h"

const struct soul_messages life_soul_messages = {.protocol = &life_schema,
                                                 .version = LIFE_VERSION,
                                                 .size = sizeof(struct life_message),
                                                 .view = &life_view_schema,
                                                 .events = &life_event_kind_enum};

size_t soul_hashes(const struct soul *soul, const char **names, uint64_t *hashes, size_t room) {
    return soul->class->hashes(soul, names, hashes, room);
}

uint64_t soul_hash(const struct soul *soul) {
    enum { ROOMS = 64 };
    const char *names[ROOMS];
    uint64_t hashes[ROOMS];
    size_t count = soul_hashes(soul, names, hashes, ROOMS);
    return hash64(soul_tick(soul), hashes, (count < ROOMS ? count : ROOMS) * sizeof *hashes);
}

bool soul_life_view(const struct soul *soul, struct life_view *view) {
    if (soul_messages(soul)->view != &life_view_schema) return false;
    soul_view(soul, view);
    return true;
}

enum err soul_check(const struct soul *soul, struct fault *fault) {
    const struct soul_messages *m = soul_messages(soul);
    if (m->size <= SOUL_MESSAGE_MAX && m->view->size <= SOUL_VIEW_MAX) return ERR_NONE;
    return fault_set(fault, ERR_LIMIT,
                     "messages of %s take %zu bytes and a view %u; there is room for %d and %d",
                     m->protocol->name, m->size, m->view->size, SOUL_MESSAGE_MAX, SOUL_VIEW_MAX);
}
