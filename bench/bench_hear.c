// What hearing costs: a chunk, a hundredth of a second, of four microphones.
#include "bench.h"

#include "base/maths/maths.h"
#include "sense/hear/processing.h"

#include <stdlib.h>

enum { CHUNKS = 100 };
struct room {
    struct processing *processing;
    struct processed heard;
    int16_t chunks[CHUNKS][EARS][EARS_CHUNK];
    uint32_t at;
};

static void chunk(void *user) {
    struct room *r = user;
    processing_feed(r->processing, (const int16_t(*)[EARS_CHUNK])r->chunks[r->at++ % CHUNKS], &r->heard);
}
// Somebody speaks, from the left.
static void *room(enum processing_mode mode) {
    struct room *r = calloc(1, sizeof *r);
    struct processing_config config = {.mode = mode, .echo = true};
    r->processing = processing_new(&config, &vector_model);
    for (uint32_t n = 0; n < CHUNKS * EARS_CHUNK; n++)
        for (uint32_t e = 0; e < EARS; e++) {
            float t = (float)n / 15625 + (e % 2 ? 0.00008f : 0), sum = 0;
            for (int k = 1; k < 8; k++) sum += m_sin(M_TAU_F * m_fmod(140 * (float)k * t, 1)) / (float)k;
            r->chunks[n / EARS_CHUNK][e][n % EARS_CHUNK] = (int16_t)(900 * sum);
        }
    for (int i = 0; i < FINDER_CHUNKS; i++) chunk(r);
    return r;
}
static void *off(void) { return room(PROCESSING_OFF); }
static void *mean(void) { return room(PROCESSING_VOICE_DETECT); }
static void *beam(void) { return room(PROCESSING_DIRECTIONAL); }
static void gone(void *user) {
    struct room *r = user;
    processing_free(r->processing);
    free(r);
}

static void direction(void *user) {
    struct room *r = user;
    struct direction from;
    processing_direction(r->processing, 12, &from);
}

BENCHES({.name = "a chunk of sound",
         .a = chunk,
         .a_name = "their mean, cleaned",
         .setup = mean,
         .teardown = gone},
        {.name = "a chunk, off", .a = chunk, .a_name = "off", .setup = off, .teardown = gone},
        {.name = "a chunk of a beam",
         .a = chunk,
         .a_name = "directional",
         .b = direction,
         .b_name = "a direction found",
         .setup = beam,
         .teardown = gone})
