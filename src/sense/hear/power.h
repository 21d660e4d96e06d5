// How loud it is, as ears weigh it (curve A), how quiet it can be here, and whether something just began.
//
//     struct power power;
//     power_start(&power, &config);
//     if (power_feed(&power, samples)) …        // 160 samples, of one channel; true: a window is full
//     power.now, power.floor                    // log10 of the mean square: ten decibels each
//     power.began                               // of this window: louder than the threshold, as none before
//
// A window is 50 ms long, so what begins is known 60 ms later. The floor falls to a quieter window within a
// second and rises towards louder ones in a minute, so noise that grows slowly begins nothing. The threshold
// is what it has to be above the floor, and above what was usual in the last three seconds. Plain data.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { POWER_CHUNK = 160, POWER_WINDOW = 5, POWER_RING = 60 };
#define POWER_HZ 16000.0f

struct power_config {
    float least;  // above the floor, log10
    float rest_s; // so long nothing begins again
};
struct power_filter {
    float b[3], a[2], z[2];
};
struct power {
    struct power_config config;
    struct power_filter filters[3];
    double sum;
    uint32_t chunks, windows, rest;
    float ring[POWER_RING]; // scores
    float now, floor, score, average, threshold;
    bool above, began;
};
struct power_config power_defaults(void);
void power_start(struct power *power, const struct power_config *config);
bool power_feed(struct power *power, const int16_t samples[POWER_CHUNK]);
float power_decibels(float power); // of sound pressure, when full scale is 110 dB
