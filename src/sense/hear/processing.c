#include "sense/hear/processing.h"

#include "sense/hear/beam.h"
#include "sense/hear/cleaner.h"

#include <stdlib.h>
#include <string.h>

// A direction is looked for in so many chunks, that often; one that is surer than this turns the beam.
enum { LOOK_CHUNKS = 12, LOOK_EVERY = 6, TURN_SURE = 400 };

const char *const PROCESSING_NAMES[PROCESSING_MODES + 1] = {"unknown",     "off",          "fast",
                                                            "directional", "voice_detect", NULL};

struct processing {
    struct processing_config config;
    struct cleaner *cleaner;
    struct activity activity;
    struct finder finder;
    struct beam beam;
    uint32_t spoken;
    struct direction from;
};

struct processing *processing_new(const struct processing_config *config, const struct body_model *model) {
    struct processing *p = calloc(1, sizeof *p);
    struct activity_config activity = activity_defaults();
    if (!p) return NULL;
    p->config = *config;
    p->cleaner = cleaner_new(&(struct cleaner_config){config->echo, config->noise});
    if (!p->cleaner) return processing_free(p), NULL;
    p->from.index = DIRECTION_NONE;
    activity_start(&p->activity, &activity);
    finder_start(&p->finder, model, CLEANER_HZ);
    beam_start(&p->beam, model, CLEANER_HZ);
    return p;
}

void processing_free(struct processing *p) {
    if (!p) return;
    cleaner_free(p->cleaner);
    free(p);
}

void processing_mode(struct processing *p, enum processing_mode mode) {
    if (p->config.mode != mode) beam_open(&p->beam);
    p->config.mode = mode;
}

void processing_played(struct processing *p, const int16_t *samples, size_t count, uint32_t rate_hz,
                       uint32_t phase) {
    cleaner_played(p->cleaner, samples, count, rate_hz, phase);
}

// What is alike from moment to moment in all of a chunk is no sound: that microphone is dead.
static bool sounds(const int16_t samples[EARS_CHUNK]) {
    for (int i = 1; i < EARS_CHUNK; i++)
        if (samples[i] != samples[0]) return true;
    return false;
}

static void mix(const int16_t chunk[EARS][EARS_CHUNK], int most, int16_t out[EARS_CHUNK]) {
    int32_t sum[EARS_CHUNK] = {0}, alive = 0;
    for (int e = 0; e < EARS && alive < most; e++) {
        if (!sounds(chunk[e])) continue;
        alive++;
        for (int i = 0; i < EARS_CHUNK; i++) sum[i] += chunk[e][i];
    }
    for (int i = 0; i < EARS_CHUNK; i++) out[i] = (int16_t)(alive ? sum[i] / alive : 0);
}

static void follow(struct processing *p) {
    p->spoken = p->activity.on ? p->spoken + 1 : 0;
    if (!p->spoken) {
        if (p->from.index != DIRECTION_NONE) beam_open(&p->beam);
        p->from = (struct direction){.index = DIRECTION_NONE};
        return;
    }
    if (p->spoken % LOOK_EVERY != 1) return;
    struct direction found;
    finder_find(&p->finder, LOOK_CHUNKS, &found);
    if (found.index == DIRECTION_NONE) return;
    bool turns = found.confidence >= TURN_SURE && found.index != p->from.index;
    p->from = found;
    if (turns && p->config.mode == PROCESSING_DIRECTIONAL) beam_turn(&p->beam, found.rad);
}

void processing_feed(struct processing *p, const int16_t chunk[EARS][EARS_CHUNK], struct processed *out) {
    static const int16_t SILENCE[EARS][EARS_CHUNK];
    int16_t mixed[EARS_CHUNK];
    bool off = p->config.mode == PROCESSING_OFF, fast = p->config.mode == PROCESSING_FAST;
    if (off || (p->config.mute && cleaner_plays(p->cleaner))) chunk = SILENCE;
    finder_feed(&p->finder, chunk);
    if (p->config.mode == PROCESSING_DIRECTIONAL)
        beam_feed(&p->beam, chunk, mixed);
    else
        mix(chunk, fast ? 1 : EARS, mixed);
    cleaner_run(p->cleaner, mixed, out->samples);
    if (fast || off) memcpy(out->samples, mixed, sizeof mixed);
    out->speaks = activity_feed(&p->activity, out->samples);
    out->plays = cleaner_plays(p->cleaner);
    follow(p);
    out->spoken = p->spoken, out->from = p->from, out->floor_db = p->activity.floor_db;
}

void processing_direction(const struct processing *p, uint32_t chunks, struct direction *out) {
    finder_find(&p->finder, chunks, out);
}

const struct activity *processing_activity(const struct processing *p) { return &p->activity; }
