#include "eyes/exact.h"

#include <stdint.h>
#include <string.h>

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double of_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

enum { MANTISSA = 52, BIAS = 1023, TOP = 0x7ff };
#define HIDDEN (1ull << MANTISSA)

// x = mantissa * 2^(power - 52), HIDDEN <= mantissa < 2 HIDDEN; x is positive and finite.
static uint64_t apart(double x, int *power) {
    uint64_t bits = bits_of(x) & ~(1ull << 63), mantissa = bits & (HIDDEN - 1);
    *power = (int)(bits >> MANTISSA) - BIAS;
    if (bits >= HIDDEN) return mantissa | HIDDEN;
    for (*power = 1 - BIAS; mantissa < HIDDEN; mantissa <<= 1) --*power;
    return mantissa;
}

static double together(uint64_t mantissa, int power) {
    if (power + BIAS > 0) return of_bits((uint64_t)(power + BIAS) << MANTISSA | (mantissa & (HIDDEN - 1)));
    return of_bits(mantissa >> (1 - BIAS - power)); // subnormal, and no bit is lost of a remainder
}

// Digit by digit, and one more to round by: a root never lies just between two numbers.
static double root(double x) {
    if (!(x > 0) || x - x != 0) return x == 0 || x > 0 ? x : __builtin_nan("");
    int power;
    uint64_t mantissa = apart(x, &power), digits = 0, rest = 0;
    if (power & 1) mantissa <<= 1, power--;
    for (int i = 0; i <= MANTISSA + 1; i++) { // two bits of the number, one of the root
        int at = MANTISSA - 2 * i;
        uint64_t two = at >= 0 ? mantissa >> at & 3 : at == -1 ? mantissa << 1 & 3 : 0;
        rest = rest << 2 | two;
        uint64_t try = digits << 2 | 1;
        digits <<= 1;
        if (rest >= try) rest -= try, digits |= 1;
    }
    return together((digits + 1) >> 1, power / 2);
}

// Compilers call these for what their processor has no instruction for, unseen by themselves.
__attribute__((used)) double sqrt(double x) { return root(x); }
__attribute__((used)) float sqrtf(float x) { return (float)root((double)x); }

double fmod(double x, double y) {
    double size = __builtin_fabs(x), by = __builtin_fabs(y);
    if (size - size != 0 || by != by || by == 0) return __builtin_nan("");
    if (size < by) return x;
    int power, lower;
    uint64_t rest = apart(size, &power), divisor = apart(by, &lower);
    for (;; power--) {
        if (rest >= divisor) rest -= divisor;
        if (power == lower) break;
        rest <<= 1;
    }
    if (!rest) return __builtin_copysign(0, x);
    for (; rest < HIDDEN; rest <<= 1) power--;
    return __builtin_copysign(together(rest, power), x);
}
