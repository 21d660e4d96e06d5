// Bad air, on purpose: datagrams that go in come out later, twice, in another order, or not at all.
//
//     struct weather_config config = {.loss = 0.3f, .twice = 0.1f, .jitter_us = 400000, .seed = 1};
//     struct weather *weather = weather_new(&config);
//     weather_put(weather, now_us, tag, bytes);                  // tag: whose, and where to; comes out as it went in
//     while (weather_take(weather, now_us, &tag, &bytes)) …      // what has arrived by now; a view until the next put or take
//     wait until weather_due(weather)
//
// For tests in virtual time and for `critter cozmo relay`, which lets a program meet bad Wi-Fi on a table. The same seed and the same
// datagrams make the same weather. One allocation at birth; when all its room is under way the next is lost, and counted.
#pragma once

#include "link/cozmo/frame.h"

enum { WEATHER_TAG = 24 };

struct weather_config {
    float loss, twice;           // 0 … 1
    int64_t delay_us, jitter_us; // jitter: up to so much more, each for itself
    uint64_t seed;
    unsigned room; // datagrams under way; 0: 1024
};
struct weather_tag {
    uint8_t bytes[WEATHER_TAG];
};

struct weather;
struct weather *weather_new(const struct weather_config *config); // NULL: no memory
void weather_free(struct weather *weather);
void weather_put(struct weather *weather, int64_t now_us, const struct weather_tag *tag,
                 struct bytes datagram);
bool weather_take(struct weather *weather, int64_t now_us, struct weather_tag *tag, struct bytes *datagram);
int64_t weather_due(const struct weather *weather);           // INT64_MAX: nothing is under way
void weather_dark(struct weather *weather, int64_t until_us); // all that is put until then is lost
unsigned weather_most(const struct weather *weather);         // datagrams under way at once, at most so far
uint64_t weather_lost(const struct weather *weather);
