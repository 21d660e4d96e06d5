// Other Pleos, as their beacons tell: frames of infrared light with a number and up to three bytes.
//
//     peers_tick(p);                       // sends his own every two seconds, and notices who is there
//     peers_say(p, bytes, len);            // what goes with it; 0 bytes: nothing is sent any more
//     size_t len = peers_data(p, out, 4);  // who was heard last, and what he said; 1 byte: his own number
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pleo;
enum { PEERS = 8, PEER_BYTES = 4, BEACON_MS = 2000 };
struct peer {
    bool there;
    uint8_t id, data[3], len;
    int32_t heard_ms;
    int32_t repeats, total; // of this message, of all
};
struct peers {
    struct peer at[PEERS];
    uint8_t own, said[3], said_len, last; // last: the place of who was heard last, and 1
    bool silent;
    int32_t due_ms;
};

void peers_start(struct pleo *p);
void peers_tick(struct pleo *p);
void peers_say(struct pleo *p, const uint8_t *bytes, size_t len);
size_t peers_data(struct pleo *p, uint8_t *out, size_t room);
struct peer *peer_find(struct pleo *p, int32_t id); // NULL: he is not there
