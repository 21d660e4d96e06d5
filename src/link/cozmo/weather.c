#include "link/cozmo/weather.h"

#include "base/chance.h"

#include <stdlib.h>
#include <string.h>

struct flight {
    int64_t at_us;
    uint64_t order;
    struct weather_tag tag;
    uint16_t len;
    uint8_t bytes[AIR_DATAGRAM_MAX];
};

struct weather {
    struct weather_config config;
    struct chance dice;
    uint64_t order, lost;
    int64_t dark_until_us;
    unsigned most, count, spare_count;
    unsigned *heap, *spare; // flights under way, the next to arrive first; and those that are free
    struct flight flights[];
};

struct weather *weather_new(const struct weather_config *config) {
    unsigned room = config->room ? config->room : 1024;
    struct weather *weather = malloc(sizeof *weather + room * (sizeof(struct flight) + 2 * sizeof(unsigned)));
    if (!weather) return NULL;
    *weather = (struct weather){.config = *config,
                                .dice = chance_of(config->seed, chance_stream("weather"), 0),
                                .dark_until_us = INT64_MIN,
                                .spare_count = room};
    weather->heap = (unsigned *)(void *)&weather->flights[room];
    weather->spare = weather->heap + room;
    for (unsigned i = 0; i < room; i++) weather->spare[i] = i;
    return weather;
}

void weather_free(struct weather *weather) { free(weather); }

static bool sooner(const struct weather *weather, unsigned a, unsigned b) {
    const struct flight *x = &weather->flights[a], *y = &weather->flights[b];
    return x->at_us != y->at_us ? x->at_us < y->at_us : x->order < y->order;
}

static void push(struct weather *weather, unsigned flight) {
    unsigned at = weather->count++;
    for (; at && sooner(weather, flight, weather->heap[(at - 1) / 2]); at = (at - 1) / 2)
        weather->heap[at] = weather->heap[(at - 1) / 2];
    weather->heap[at] = flight;
    if (weather->count > weather->most) weather->most = weather->count;
}

static unsigned pop(struct weather *weather) {
    unsigned first = weather->heap[0], last = weather->heap[--weather->count], at = 0;
    for (;;) {
        unsigned child = 2 * at + 1;
        if (child >= weather->count) break;
        if (child + 1 < weather->count && sooner(weather, weather->heap[child + 1], weather->heap[child]))
            child++;
        if (!sooner(weather, weather->heap[child], last)) break;
        weather->heap[at] = weather->heap[child];
        at = child;
    }
    weather->heap[at] = last;
    return first;
}

void weather_put(struct weather *weather, int64_t now_us, const struct weather_tag *tag,
                 struct bytes datagram) {
    const struct weather_config *config = &weather->config;
    unsigned copies = 1 + chance_true(&weather->dice, config->twice);
    for (; copies; copies--) {
        bool lost = chance_true(&weather->dice, config->loss) || now_us < weather->dark_until_us;
        if (lost || !weather->spare_count || datagram.len > AIR_DATAGRAM_MAX) {
            weather->lost++;
            continue;
        }
        unsigned index = weather->spare[--weather->spare_count];
        struct flight *flight = &weather->flights[index];
        flight->at_us =
            now_us + config->delay_us + (int64_t)(chance_unit64(&weather->dice) * (double)config->jitter_us);
        flight->order = weather->order++;
        flight->tag = *tag;
        flight->len = (uint16_t)datagram.len;
        if (datagram.len) memcpy(flight->bytes, datagram.at, datagram.len);
        push(weather, index);
    }
}

bool weather_take(struct weather *weather, int64_t now_us, struct weather_tag *tag, struct bytes *datagram) {
    if (weather_due(weather) > now_us) return false;
    unsigned index = pop(weather);
    const struct flight *flight = &weather->flights[index];
    *tag = flight->tag;
    *datagram = (struct bytes){flight->bytes, flight->len};
    weather->spare[weather->spare_count++] = index; // a view until something is put there
    return true;
}

int64_t weather_due(const struct weather *weather) {
    return weather->count ? weather->flights[weather->heap[0]].at_us : INT64_MAX;
}
void weather_dark(struct weather *weather, int64_t until_us) { weather->dark_until_us = until_us; }
unsigned weather_most(const struct weather *weather) { return weather->most; }
uint64_t weather_lost(const struct weather *weather) { return weather->lost; }
