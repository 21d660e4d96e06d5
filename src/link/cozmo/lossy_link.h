// Bad air, on purpose: datagrams that go in come out later, twice, in another order, or not at all.
//
//     struct lossy_link_config config = {.loss = 0.3f, .twice = 0.1f, .jitter_us = 400000, .seed = 1};
//     struct lossy_link *lossy = lossy_link_new(&config);
//     lossy_link_put(lossy, now_us, tag, bytes);                  // tag: whose, and where to; comes out as it went in
//     while (lossy_link_take(lossy, now_us, &tag, &bytes)) …      // what has arrived by now; a view until the next put or take
//     wait until lossy_link_due(lossy)
//
// For tests in virtual time and for `critter cozmo relay`, which lets a program meet bad Wi-Fi on a table. The same seed and the same
// datagrams make the same lossy. One allocation at birth; when all its room is under way the next is lost, and counted.
#pragma once

#include "link/cozmo/air_frame.h"

enum { LOSSY_LINK_TAG = 24 };

struct lossy_link_config {
    float loss, twice;           // 0 … 1
    int64_t delay_us, jitter_us; // jitter: up to so much more, each for itself
    uint64_t seed;
    unsigned room; // datagrams under way; 0: 1024
};
struct lossy_link_tag {
    uint8_t bytes[LOSSY_LINK_TAG];
};

struct lossy_link;
struct lossy_link *lossy_link_new(const struct lossy_link_config *config); // NULL: no memory
void lossy_link_free(struct lossy_link *lossy);
void lossy_link_put(struct lossy_link *lossy, int64_t now_us, const struct lossy_link_tag *tag,
                    struct bytes datagram);
bool lossy_link_take(struct lossy_link *lossy, int64_t now_us, struct lossy_link_tag *tag,
                     struct bytes *datagram);
int64_t lossy_link_due(const struct lossy_link *lossy);           // INT64_MAX: nothing is under way
void lossy_link_dark(struct lossy_link *lossy, int64_t until_us); // all that is put until then is lost
unsigned lossy_link_most(const struct lossy_link *lossy); // datagrams under way at once, at most so far
uint64_t lossy_link_lost(const struct lossy_link *lossy);
