#include "base/hash.h"

// XXH64: the 64-bit function of Yann Collet's xxHash, after its published specification. Four lanes eat 32
// bytes a round; what is left goes in by 8, 4 and 1; a last mix spreads every bit.
static const uint64_t P1 = 0x9E3779B185EBCA87u, P2 = 0xC2B2AE3D27D4EB4Fu, P3 = 0x165667B19E3779F9u,
                      P4 = 0x85EBCA77C2B2AE63u, P5 = 0x27D4EB2F165667C5u;

static inline uint64_t left(uint64_t v, unsigned by) { return v << by | v >> (64 - by); }

// Written byte by byte so that every machine reads little-endian; compilers make one load of it. By their
// count it is too long to be inlined, and a call costs more than the load: so they are told.
__attribute__((always_inline)) static inline uint64_t le64(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

static uint64_t le32(const uint8_t *at) {
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
}

static uint64_t eat(uint64_t lane, uint64_t word) { return left(lane + word * P2, 31) * P1; }
static uint64_t join(uint64_t sum, uint64_t lane) { return (sum ^ eat(0, lane)) * P1 + P4; }

uint64_t hash64(uint64_t seed, const void *bytes, size_t len) {
    const uint8_t *at = bytes;
    size_t rest = len;
    uint64_t sum = seed + P5;
    if (rest >= 32) {
        uint64_t a = seed + P1 + P2, b = seed + P2, c = seed, d = seed - P1;
        for (; rest >= 32; at += 32, rest -= 32) {
            a = eat(a, le64(at));
            b = eat(b, le64(at + 8));
            c = eat(c, le64(at + 16));
            d = eat(d, le64(at + 24));
        }
        sum = left(a, 1) + left(b, 7) + left(c, 12) + left(d, 18);
        sum = join(join(join(join(sum, a), b), c), d);
    }
    sum += len;
    for (; rest >= 8; at += 8, rest -= 8) sum = left(sum ^ eat(0, le64(at)), 27) * P1 + P4;
    if (rest >= 4) sum = left(sum ^ le32(at) * P1, 23) * P2 + P3, at += 4, rest -= 4;
    for (; rest; at++, rest--) sum = left(sum ^ *at * P5, 11) * P1;
    sum = (sum ^ sum >> 33) * P2;
    sum = (sum ^ sum >> 29) * P3;
    return sum ^ sum >> 32;
}

// The table of the reflected polynomial EDB88320. A checksum is linear, so eight numbers (those of the single
// bits) are the whole table.
#define ROW(n)                                                                                               \
    (((n)&1 ? 0x77073096u : 0) ^ ((n)&2 ? 0xee0e612cu : 0) ^ ((n)&4 ? 0x076dc419u : 0) ^                     \
     ((n)&8 ? 0x0edb8832u : 0) ^ ((n)&16 ? 0x1db71064u : 0) ^ ((n)&32 ? 0x3b6e20c8u : 0) ^                   \
     ((n)&64 ? 0x76dc4190u : 0) ^ ((n)&128 ? 0xedb88320u : 0))
#define ROWS4(n)  ROW(n), ROW(n + 1), ROW(n + 2), ROW(n + 3)
#define ROWS16(n) ROWS4(n), ROWS4(n + 4), ROWS4(n + 8), ROWS4(n + 12)
#define ROWS64(n) ROWS16(n), ROWS16(n + 16), ROWS16(n + 32), ROWS16(n + 48)
static const uint32_t CRC[256] = {ROWS64(0), ROWS64(64), ROWS64(128), ROWS64(192)};

uint32_t crc32_ieee(uint32_t crc, const void *bytes, size_t len) {
    const uint8_t *at = bytes;
    crc = ~crc;
    for (size_t i = 0; i < len; i++) crc = CRC[(crc ^ at[i]) & 0xff] ^ crc >> 8;
    return ~crc;
}

uint32_t adler32_of(uint32_t start, const void *bytes, size_t len) {
    enum { PRIME = 65521, UNREDUCED = 5552 }; // so many bytes cannot overflow 32 bits
    const uint8_t *at = bytes;
    uint32_t low = start & 0xffff, high = start >> 16;
    while (len) {
        size_t part = len < UNREDUCED ? len : UNREDUCED;
        len -= part;
        for (; part; part--) low += *at++, high += low;
        low %= PRIME, high %= PRIME;
    }
    return high << 16 | low;
}

static uint8_t lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c; }

uint32_t fnv1_32_lower(const char *text) {
    uint32_t sum = 2166136261u;
    for (; *text; text++) sum = sum * 16777619u ^ lower((uint8_t)*text);
    return sum;
}
