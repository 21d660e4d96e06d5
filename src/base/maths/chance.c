#include "base/maths/chance.h"

#include "base/maths/maths.h"

struct block {
    uint64_t a, b;
};

static inline uint64_t turn(uint64_t x, int by) { return x << by | x >> (64 - by); }

// Threefry-2x64 with 20 rounds, as the paper gives it: rotations in eights, a part of the key added after
// every four rounds. The key is (seed, stream), the counter (tick, n).
static inline struct block mix(struct block x, uint64_t k0, uint64_t k1) {
    const uint64_t key[3] = {k0, k1, 0x1bd11bdaa9fc1a22 ^ k0 ^ k1};
    x.a += k0;
    x.b += k1;
#define ROUND(by) x.a += x.b, x.b = turn(x.b, by) ^ x.a
#define ADD(i)    x.a += key[(i) % 3], x.b += key[((i) + 1) % 3] + (i)
    ROUND(16), ROUND(42), ROUND(12), ROUND(31), ADD(1);
    ROUND(16), ROUND(32), ROUND(24), ROUND(21), ADD(2);
    ROUND(16), ROUND(42), ROUND(12), ROUND(31), ADD(3);
    ROUND(16), ROUND(32), ROUND(24), ROUND(21), ADD(4);
    ROUND(16), ROUND(42), ROUND(12), ROUND(31), ADD(5);
#undef ROUND
#undef ADD
    return x;
}

void chance_mix(const uint64_t key[2], const uint64_t counter[2], uint64_t out[2]) {
    struct block x = mix((struct block){counter[0], counter[1]}, key[0], key[1]);
    out[0] = x.a;
    out[1] = x.b;
}

static inline struct block draw(struct chance *dice) {
    return mix((struct block){dice->tick, dice->n++}, dice->seed, dice->stream);
}

struct chance chance_of(uint64_t seed, uint64_t stream, uint64_t tick) {
    return (struct chance){.seed = seed, .stream = stream, .tick = tick};
}

uint64_t chance_stream(const char *name) { // FNV-1a
    uint64_t hash = 0xcbf29ce484222325;
    for (; *name; name++) hash = (hash ^ (uint8_t)*name) * 0x100000001b3;
    return hash;
}

uint64_t chance_u64(struct chance *dice) { return draw(dice).a; }
uint32_t chance_u32(struct chance *dice) { return (uint32_t)(draw(dice).a >> 32); }

// The high half of draw * bound is even over 0 … bound-1 once the low halves that would come up too often are
// drawn again (Lemire, 2019).
uint32_t chance_below(struct chance *dice, uint32_t bound) {
    if (!bound) return 0;
    uint64_t product = (uint64_t)chance_u32(dice) * bound;
    if ((uint32_t)product < bound) {
        uint32_t too_often = (0 - bound) % bound;
        while ((uint32_t)product < too_often) product = (uint64_t)chance_u32(dice) * bound;
    }
    return (uint32_t)(product >> 32);
}

float chance_unit(struct chance *dice) { return (float)(draw(dice).a >> 40) * 0x1p-24f; }
double chance_unit64(struct chance *dice) { return (double)(draw(dice).a >> 11) * 0x1p-53; }
float chance_range(struct chance *dice, float low, float high) {
    return low + (high - low) * chance_unit(dice);
}

// Box and Muller, both numbers from one draw: the normal distribution in the plane has an even angle and a
// known radius.
float chance_normal(struct chance *dice, float mean, float deviation) {
    struct block x = draw(dice);
    double radius = md_sqrt(-2 * md_log(((double)(x.a >> 11) + 0.5) * 0x1p-53));
    float angle = (float)(x.b >> 40) * (0x1p-24f * M_TAU_F);
    return mean + deviation * (float)(radius * (double)m_cos(angle));
}

bool chance_true(struct chance *dice, float probability) { return chance_unit(dice) < probability; }

uint32_t chance_pick(struct chance *dice, const float *weights, uint32_t count) {
    double total = 0, at;
    for (uint32_t i = 0; i < count; i++)
        if (weights[i] > 0) total += (double)weights[i];
    if (!(total > 0)) return count;
    at = chance_unit64(dice) * total;
    uint32_t last = count;
    for (uint32_t i = 0; i < count; i++) {
        if (!(weights[i] > 0)) continue;
        last = i;
        if (at < (double)weights[i]) return i;
        at -= (double)weights[i];
    }
    return last; // rounding left a crumb
}
