// Scripts on the machine against the same programs in C at the optimisation of this build: how much slower
// the price of being checked is. The scripts are bench/pawn/*.p, compiled here; each must give what the C
// gives.
#include "bench.h"

#include "pawn/compiler/compiler.h"
#include "pawn/machine/amx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define KEEP __attribute__((noinline))
#else
#define KEEP __attribute__((noinline, noclone))
#endif

static struct amx *script(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/bench/pawn/%s.p", SOURCE_ROOT, name);
    struct pawn_config compile;
    pawn_defaults(&compile);
    compile.sources[compile.source_count++] = path;
    compile.includes[compile.include_count++] = SOURCE_ROOT "/assets/pawn/include";
    compile.optimize = 2;
    struct pawn_result result = {0};
    struct fault fault = {0};
    struct amx_config config;
    amx_defaults(&config);
    config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
    struct amx *amx = NULL;
    if (!pawn_compile(&compile, &result, &fault))
        amx = amx_new(&config, result.image.at, result.image.len, &fault);
    pawn_result_free(&result);
    if (amx) return amx;
    fault_print(&fault, stderr);
    exit(1);
}

static void run(void *user) {
    int32_t value = 0;
    if (amx_call_at(user, AMX_MAIN, NULL, 0, &value)) abort();
    bench_sink((uint64_t)value);
}

// ---- the same in C ----------------------------------------------------------------------------------------

static KEEP int32_t fib(int32_t n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int32_t c_fib(void) { return fib(27); }

static KEEP int32_t sieve(void) {
    static int32_t flags[8191];
    int32_t count = 0;
    for (int32_t i = 0; i <= 8190; i++) flags[i] = 1;
    for (int32_t i = 0; i <= 8190; i++) {
        if (!flags[i]) continue;
        int32_t prime = i + i + 3;
        for (int32_t k = i + prime; k <= 8190; k += prime) flags[k] = 0;
        count++;
    }
    return count;
}
static int32_t c_sieve(void) {
    int32_t count = 0;
    for (int round = 0; round < 10; round++) count = sieve();
    return count;
}

enum { COUNT = 1200 };
static uint32_t seed;
static void fill(int32_t *values) {
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1103515245 + 12345;
        values[i] = (int32_t)(seed >> 16 & 0x7fff);
    }
}
static KEEP void insertion(int32_t *values, int32_t count) {
    for (int32_t i = 1; i < count; i++) {
        int32_t value = values[i], k = i - 1;
        for (; k >= 0 && values[k] > value; k--) values[k + 1] = values[k];
        values[k + 1] = value;
    }
}
static KEEP void quick(int32_t *values, int32_t low, int32_t high) {
    int32_t i = low, k = high, pivot = values[(low + high) / 2];
    while (i <= k) {
        while (values[i] < pivot) i++;
        while (values[k] > pivot) k--;
        if (i > k) break;
        int32_t value = values[i];
        values[i++] = values[k];
        values[k--] = value;
    }
    if (low < k) quick(values, low, k);
    if (i < high) quick(values, i, high);
}
static KEEP uint32_t sum(const int32_t *values) {
    uint32_t total = 0;
    for (int i = 0; i < COUNT; i++) total = total * 31 + (uint32_t)values[i];
    return total;
}
static uint32_t sort_seed;
static int32_t c_sort(void) {
    static int32_t numbers[COUNT];
    seed = sort_seed;
    fill(numbers);
    insertion(numbers, COUNT);
    uint32_t total = sum(numbers);
    for (int round = 0; round < 10; round++) {
        fill(numbers);
        quick(numbers, 0, COUNT - 1);
        total ^= sum(numbers);
    }
    return (int32_t)total;
}

static KEEP void append(int32_t *text, int32_t room, int32_t character) {
    int32_t length = 0;
    while (length < room - 1 && text[length]) length++;
    if (length < room - 1) text[length] = character, text[length + 1] = 0;
}
static KEEP void reverse(int32_t *text) {
    int32_t last = 0;
    while (text[last]) last++;
    for (int32_t first = 0; first < --last; first++) {
        int32_t keep = text[first];
        text[first] = text[last], text[last] = keep;
    }
}
static KEEP int32_t pack(char *packed, const int32_t *text) {
    int32_t i = 0;
    for (; text[i]; i++) packed[i] = (char)text[i];
    packed[i] = 0;
    return i;
}
static int32_t c_text(void) {
    int32_t text[64];
    char packed[64];
    uint32_t total = 0;
    for (int32_t i = 0; i < 4000; i++) {
        int32_t value = i * 7919;
        text[0] = 0;
        do append(text, 64, '0' + value % 10), value /= 10;
        while (value > 0);
        reverse(text);
        int32_t length = pack(packed, text);
        for (int32_t k = 0; k < length; k++) total = total * 33 + (uint8_t)packed[k];
    }
    return (int32_t)total;
}

static KEEP int32_t clamp(int32_t v, int32_t low, int32_t high) {
    return v < low ? low : v > high ? high : v;
}
static KEEP int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static KEEP int32_t most(int32_t a, int32_t b) { return a > b ? a : b; }
static int32_t c_natives(void) {
    uint32_t total = 0;
    for (int32_t i = 0; i < 100000; i++)
        total += (uint32_t)(clamp(i, 100, 5000) + least(i, 7) - most(i, 900));
    return (int32_t)total;
}

static int32_t state, steps, turns;
static void step(int32_t input) {
    switch (state) {
    case 0:
        if (input & 1) state = 1;
        steps++;
        break;
    case 1:
        if (input & 2) state = 2;
        steps += 2;
        break;
    default:
        if (input & 4) state = 0;
        steps += 3;
        turns++;
        break;
    }
}
static int32_t c_states(void) {
    static void (*volatile through)(int32_t) = step;
    state = 0;
    for (int32_t i = 0; i < 100000; i++) through(i ^ (i >> 3));
    return steps + turns;
}

enum { N = 24 };
static int32_t floored(int32_t a, int32_t b) { return a / b - (a % b && (a ^ b) < 0); }
static KEEP int32_t weigh(int32_t value) {
    switch (value & 7) {
    case 0:
        return 1;
    case 1:
        return value;
    case 2:
    case 3:
        return -value;
    case 5:
        return (int32_t)((uint32_t)value << 1);
    case 6:
        return floored(value, 3);
    default:
        return 7;
    }
}
static KEEP void multiply(int32_t (*a)[N], int32_t (*b)[N], int32_t (*c)[N]) {
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            int32_t total = 0;
            for (int m = 0; m < N; m++) total += a[i][m] * b[m][k];
            c[i][k] = total;
        }
}
static int32_t c_matrix(void) {
    static int32_t a[N][N], b[N][N], c[N][N];
    int32_t total = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) a[i][k] = i * k % 17, b[i][k] = i - k;
    for (int round = 0; round < 10; round++) {
        multiply(a, b, c);
        for (int i = 0; i < N; i++)
            for (int k = 0; k < N; k++) total += weigh(c[i][k] + round);
    }
    return total;
}

// ---- both, and that they agree ----------------------------------------------------------------------------

static void *both(const char *name, int32_t (*c)(void)) {
    struct amx *amx = script(name);
    int32_t value = 0, expected;
    sort_seed = 12345, steps = turns = 0;
    expected = c();
    enum halt end = amx_call_at(amx, AMX_MAIN, NULL, 0, &value);
    if (!end && value == expected) return amx;
    fprintf(stderr, "%s: the script gives %d (%s), C %d\n", name, value, halt_text(end), expected);
    exit(1);
}

#define PROGRAM(name)                                                                                        \
    static void *setup_##name(void) { return both(#name, c_##name); }                                        \
    static void in_c_##name(void *user) { bench_sink((uint64_t)c_##name()); }
PROGRAM(fib)
PROGRAM(sieve)
PROGRAM(sort)
PROGRAM(text)
PROGRAM(natives)
PROGRAM(states)
PROGRAM(matrix)

static void gone(void *user) { amx_free(user); }

#define ROW(id, words)                                                                                       \
    {                                                                                                        \
        .name = words, .a = run, .a_name = "script", .b = in_c_##id, .b_name = "C", .setup = setup_##id,     \
        .teardown = gone, .no_allocation = true                                                              \
    }
BENCHES(ROW(fib, "calls: fib(27)"), ROW(sieve, "arrays: ten sieves of 8191"),
        ROW(sort, "sorting 1200 numbers"), ROW(text, "building and packing texts"),
        ROW(natives, "300000 calls of natives"), ROW(states, "100000 steps of a state machine"),
        ROW(matrix, "products of matrices, a switch"))
