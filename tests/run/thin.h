// A thin creature for tests: one robot on a simulated body, and things that happen to it.
#pragma once

#include "body/sim.h"
#include "border/body_model.h"
#include "run/robots.h"

struct thin {
    struct world *world;
    struct run *run;
    struct recorder *recorder;
    struct audio_set *sounds; // as those have who have clips
    uint32_t replies, greetings, portraits, events[64];
    uint64_t portrait_hash;
    uint32_t last_verdict;
    bool look; // draws a portrait of the view every tick, as a viewer would
};
struct thin_config {
    unsigned workers;
    bool look, noise;
    uint64_t seed;
    const char *record;             // a path, or NULL
    const struct body_model *model; // NULL: Vector's
    const struct library *library;  // NULL: no clips, no mind
};

bool thin_start(struct thin *t, const struct thin_config *config);
void thin_end(struct thin *t);
void thin_ask(struct thin *t, uint32_t ticket, struct life_message request);
// Half a minute of small requests, the same every time.
void thin_live(struct thin *t, void (*each)(void *user, struct thin *t, uint32_t tick), void *user);

struct library;
const struct library *
thin_clips(const char *creature); // a creature's own clips, opened once for the whole program
