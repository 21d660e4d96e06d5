// Who lives which life: hands out slices, takes back what somebody lost, and knows when all are lived.
//
//     struct dealer *dealer = dealer_new(0, 500);               // the lives from 0 to 499
//     dealer_done(dealer, 16);                                  // it was lived before
//     while (dealer_deal(dealer, who, 4, &slice)) …             // to whoever asks; false: none is left
//     dealer_done(dealer, slice.first);                         // as each is lived
//     dealer_lost(dealer, who);                                 // died: what it had is dealt again
//     dealer_free(dealer);
//
// The lowest numbers go first. Data only: no processes, no files.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { DEALER_WHO_MAX = 65000 };
struct dealer_slice {
    uint32_t first, count;
};

struct dealer;
struct dealer *dealer_new(uint32_t first, uint32_t lives); // NULL: no memory
void dealer_free(struct dealer *dealer);
void dealer_done(struct dealer *dealer, uint32_t life);
bool dealer_is_done(const struct dealer *dealer, uint32_t life);
bool dealer_deal(struct dealer *dealer, uint32_t who, uint32_t most, struct dealer_slice *out);
uint32_t dealer_lost(struct dealer *dealer, uint32_t who); // how many lives come back
uint32_t dealer_left(const struct dealer *dealer);         // that are not lived yet
