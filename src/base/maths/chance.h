// Random numbers that are computed from a counter, so that a run can be repeated.
//
//     struct chance dice = chance_of(seed, chance_stream("blink"), tick);
//     float wait = chance_range(&dice, 2.0f, 6.0f);
//
// A value depends on (seed, stream, tick, n) alone. The n-th draw of a stream in a tick is the same on every
// processor, whatever other streams did. Code that only displays something uses streams of its own, so that
// watching changes nothing. The generator is Threefry-2x64 with 20 rounds (Salmon et al., 2011).
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct chance {
    uint64_t seed, stream, tick;
    uint32_t n;
};

struct chance chance_of(uint64_t seed, uint64_t stream, uint64_t tick);
uint64_t chance_stream(const char *name); // the stream's number, made from its name
void chance_mix(const uint64_t key[2], const uint64_t counter[2], uint64_t out[2]); // the bare generator
uint64_t chance_u64(struct chance *dice);
uint32_t chance_u32(struct chance *dice);
uint32_t chance_below(struct chance *dice, uint32_t bound); // 0 … bound-1, unbiased; 0 if bound is 0
float chance_unit(struct chance *dice);                     // 0 ≤ x < 1
double chance_unit64(struct chance *dice);
float chance_range(struct chance *dice, float low, float high);
float chance_normal(struct chance *dice, float mean, float deviation);
bool chance_true(struct chance *dice, float probability);
// An index, drawn by weight; `count` when all weights are ≤ 0.
uint32_t chance_pick(struct chance *dice, const float *weights, uint32_t count);
