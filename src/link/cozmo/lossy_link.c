#include "link/cozmo/lossy_link.h"

#include "base/maths/chance.h"

#include <stdlib.h>
#include <string.h>

struct flight {
    int64_t at_us;
    uint64_t order;
    struct lossy_link_tag tag;
    uint16_t len;
    uint8_t bytes[AIR_DATAGRAM_MAX];
};

struct lossy_link {
    struct lossy_link_config config;
    struct chance dice;
    uint64_t order, lost;
    int64_t dark_until_us;
    unsigned most, count, spare_count;
    unsigned *heap, *spare; // flights under way, the next to arrive first; and those that are free
    struct flight flights[];
};

struct lossy_link *lossy_link_new(const struct lossy_link_config *config) {
    unsigned room = config->room ? config->room : 1024;
    struct lossy_link *lossy = malloc(sizeof *lossy + room * (sizeof(struct flight) + 2 * sizeof(unsigned)));
    if (!lossy) return NULL;
    *lossy = (struct lossy_link){.config = *config,
                                 .dice = chance_of(config->seed, chance_stream("weather"), 0),
                                 .dark_until_us = INT64_MIN,
                                 .spare_count = room};
    lossy->heap = (unsigned *)(void *)&lossy->flights[room];
    lossy->spare = lossy->heap + room;
    for (unsigned i = 0; i < room; i++) lossy->spare[i] = i;
    return lossy;
}

void lossy_link_free(struct lossy_link *lossy) { free(lossy); }

static bool sooner(const struct lossy_link *lossy, unsigned a, unsigned b) {
    const struct flight *x = &lossy->flights[a], *y = &lossy->flights[b];
    return x->at_us != y->at_us ? x->at_us < y->at_us : x->order < y->order;
}

static void push(struct lossy_link *lossy, unsigned flight) {
    unsigned at = lossy->count++;
    for (; at && sooner(lossy, flight, lossy->heap[(at - 1) / 2]); at = (at - 1) / 2)
        lossy->heap[at] = lossy->heap[(at - 1) / 2];
    lossy->heap[at] = flight;
    if (lossy->count > lossy->most) lossy->most = lossy->count;
}

static unsigned pop(struct lossy_link *lossy) {
    unsigned first = lossy->heap[0], last = lossy->heap[--lossy->count], at = 0;
    for (;;) {
        unsigned child = 2 * at + 1;
        if (child >= lossy->count) break;
        if (child + 1 < lossy->count && sooner(lossy, lossy->heap[child + 1], lossy->heap[child])) child++;
        if (!sooner(lossy, lossy->heap[child], last)) break;
        lossy->heap[at] = lossy->heap[child];
        at = child;
    }
    lossy->heap[at] = last;
    return first;
}

void lossy_link_put(struct lossy_link *lossy, int64_t now_us, const struct lossy_link_tag *tag,
                    struct bytes datagram) {
    const struct lossy_link_config *config = &lossy->config;
    unsigned copies = 1 + chance_true(&lossy->dice, config->twice);
    for (; copies; copies--) {
        bool lost = chance_true(&lossy->dice, config->loss) || now_us < lossy->dark_until_us;
        if (lost || !lossy->spare_count || datagram.len > AIR_DATAGRAM_MAX) {
            lossy->lost++;
            continue;
        }
        unsigned index = lossy->spare[--lossy->spare_count];
        struct flight *flight = &lossy->flights[index];
        flight->at_us =
            now_us + config->delay_us + (int64_t)(chance_unit64(&lossy->dice) * (double)config->jitter_us);
        flight->order = lossy->order++;
        flight->tag = *tag;
        flight->len = (uint16_t)datagram.len;
        if (datagram.len) memcpy(flight->bytes, datagram.at, datagram.len);
        push(lossy, index);
    }
}

bool lossy_link_take(struct lossy_link *lossy, int64_t now_us, struct lossy_link_tag *tag,
                     struct bytes *datagram) {
    if (lossy_link_due(lossy) > now_us) return false;
    unsigned index = pop(lossy);
    const struct flight *flight = &lossy->flights[index];
    *tag = flight->tag;
    *datagram = (struct bytes){flight->bytes, flight->len};
    lossy->spare[lossy->spare_count++] = index; // a view until something is put there
    return true;
}

int64_t lossy_link_due(const struct lossy_link *lossy) {
    return lossy->count ? lossy->flights[lossy->heap[0]].at_us : INT64_MAX;
}
void lossy_link_dark(struct lossy_link *lossy, int64_t until_us) { lossy->dark_until_us = until_us; }
unsigned lossy_link_most(const struct lossy_link *lossy) { return lossy->most; }
uint64_t lossy_link_lost(const struct lossy_link *lossy) { return lossy->lost; }
