#include "run/sweep/dealer.h"

#include <stdlib.h>

enum { OPEN = 0, DONE = 1, DEALT = 2 }; // DEALT + who

struct dealer {
    uint32_t first, lives, left, next; // next: below it none is open, counted from the first
    uint16_t state[];
};

struct dealer *dealer_new(uint32_t first, uint32_t lives) {
    struct dealer *d = calloc(1, sizeof *d + lives * sizeof *d->state);
    if (d) d->first = first, d->lives = d->left = lives;
    return d;
}

void dealer_free(struct dealer *d) { free(d); }
bool dealer_is_done(const struct dealer *d, uint32_t life) {
    return life - d->first < d->lives && d->state[life - d->first] == DONE;
}
uint32_t dealer_left(const struct dealer *d) { return d->left; }

void dealer_done(struct dealer *d, uint32_t life) {
    uint32_t at = life - d->first;
    if (at >= d->lives || d->state[at] == DONE) return;
    d->state[at] = DONE, d->left--;
}

bool dealer_deal(struct dealer *d, uint32_t who, uint32_t most, struct dealer_slice *out) {
    while (d->next < d->lives && d->state[d->next] != OPEN) d->next++;
    if (d->next == d->lives || who > DEALER_WHO_MAX) return false;
    *out = (struct dealer_slice){.first = d->first + d->next};
    while (out->count < most && d->next < d->lives && d->state[d->next] == OPEN)
        d->state[d->next++] = (uint16_t)(DEALT + who), out->count++;
    return out->count > 0;
}

uint32_t dealer_lost(struct dealer *d, uint32_t who) {
    uint32_t lost = 0;
    for (uint32_t i = 0; i < d->lives; i++) {
        if (d->state[i] != DEALT + who) continue;
        d->state[i] = OPEN, lost++;
        if (i < d->next) d->next = i;
    }
    return lost;
}
