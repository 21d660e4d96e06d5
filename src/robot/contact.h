// Whoever is there and best seen is looked in the eyes, for two to six seconds; then it looks elsewhere for
// one to three, as one does. An instinct.
//
//     contact_step(&contact, &seen, &eyes, seed, tick);      // once a tick in which it has looked
//
// Eyes that were asked to look somewhere, or sleep, are left alone. Chance is counted. Plain data.
#pragma once

#include "sense/observation.h"
#include "stage/face/eyes.h"

struct contact {
    uint32_t until, rest; // ticks: looks into somebody's eyes until then; looks elsewhere until then
};
void contact_step(struct contact *contact, const struct observations *seen, struct eyes *eyes, uint64_t seed,
                  uint32_t tick);
