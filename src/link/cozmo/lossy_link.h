// A simulated bad network: datagrams come out late, twice, in another order, or not at all.
//
//     struct lossy_link_config config = {.loss = 0.3f, .twice = 0.1f, .jitter_us = 400000, .seed = 1};
//     struct lossy_link *lossy = lossy_link_new(&config);
//     lossy_link_put(lossy, now_us, tag, bytes);  // tag: whose, and where to; comes out as it went in
//     // what has arrived by now; a view until the next put or take
//     while (lossy_link_take(lossy, now_us, &tag, &bytes)) …
//     wait until lossy_link_due(lossy)
//
// Used by tests in virtual time, and by `critter cozmo relay` to try a program on bad Wi-Fi. The same seed
// and the same datagrams give the same losses. One allocation at creation. When its room is used up, the next
// datagram is lost and counted.
#pragma once

#include "link/cozmo/air_frame.h"

enum { LOSSY_LINK_TAG = 24 };

struct lossy_link_config {
    float loss, twice;           // 0 … 1
    int64_t delay_us, jitter_us; // jitter: a random extra delay up to this, for each datagram
    uint64_t seed;
    unsigned room; // datagrams in flight; 0: 1024
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
int64_t lossy_link_due(const struct lossy_link *lossy);           // INT64_MAX: nothing is in flight
void lossy_link_dark(struct lossy_link *lossy, int64_t until_us); // everything put until then is lost
unsigned lossy_link_most(const struct lossy_link *lossy); // the most datagrams in flight at once so far
uint64_t lossy_link_lost(const struct lossy_link *lossy);
