// Chance that is counted, not drawn.
//
//     struct chance dice = chance_of(seed, chance_stream("blink"), tick);
//     float wait = chance_range(&dice, 2.0f, 6.0f);
//
// A value is a function of (seed, stream, tick, n) alone: the n-th draw of a stream in a tick is the same
// whatever other streams did, on every processor. What is only shown draws from streams of its own, so that
// looking changes nothing. The mixer is Threefry-2x64 with 20 rounds (Salmon et al., 2011).
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct chance {
    uint64_t seed, stream, tick;
    uint32_t n;
};

struct chance chance_of(uint64_t seed, uint64_t stream, uint64_t tick);
uint64_t chance_stream(const char *name); // a stream's number from its name
void chance_mix(const uint64_t key[2], const uint64_t counter[2], uint64_t out[2]); // the mixer by itself
uint64_t chance_u64(struct chance *dice);
uint32_t chance_u32(struct chance *dice);
uint32_t chance_below(struct chance *dice, uint32_t bound); // 0 … bound-1, without bias; 0 for bound 0
float chance_unit(struct chance *dice);                     // 0 ≤ x < 1
double chance_unit64(struct chance *dice);
float chance_range(struct chance *dice, float low, float high);
float chance_normal(struct chance *dice, float mean, float deviation);
bool chance_true(struct chance *dice, float probability);
uint32_t chance_pick(struct chance *dice, const float *weights,
                     uint32_t count); // by weight; count when all are ≤ 0
