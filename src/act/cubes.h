// The link to a cube: whoever wants it says how much of it, and for how long; the closest wish counts.
//
//     cubes_want(&cubes, door, ticket, LIFE_CUBE_LEVEL_INTERACTABLE, seconds, tick);
//     cubes_hear(&cubes, &senses, tick, carried);           // each tick: what came by radio
//     cubes_step(&cubes, tick);                             // wishes run out, the link is made or let go
//     while (cubes_told(&cubes, &told)) …                   // events, and answers to who waited
//     cubes_command(&cubes, &command, tick);                // orders to the radio
//
// While a link is wanted and there is none it scans: the preferred cube is connected to as soon as it is
// heard, otherwise the strongest one of a scan, which is preferred from then on. A link that was lost is
// sought again while somebody wants it. In the background a cube says when it moves and how it lies; while it
// is interactable its accelerations come too, and whether a hand holds it is worked out from them. Nobody is
// told of a link twice; one that waits in vain is told after eight seconds. Plain data, bounded lists: eight
// cubes are heard, the strongest and the preferred one, and the eighth wish is the last.
#pragma once

#include "schema/body.h"
#include "schema/life.h"

enum { CUBES_HEARD = 8, CUBES_WISHES = 8, CUBES_TOLD = 16 };

struct cubes_told {
    uint32_t kind;                       // LIFE_EVENT_KIND_CUBE_…, or 0: an answer to the ticket
    uint32_t device, ticket, door, scan; // scan: the answer is the list
    float number;
};
struct cubes_heard {
    uint32_t device, type, tick;
    int32_t rssi;
};
struct cubes {
    struct cubes_heard heard[CUBES_HEARD]; // the strongest first
    struct {
        uint32_t door, level, until, ticket, since; // until 0: no end; ticket 0: it was told
    } wishes[CUBES_WISHES];
    uint32_t heard_count, wish_count;
    uint32_t scan_until, scan_ticket, scan_door;
    uint32_t state, since, device, type, preferred;               // of the link
    uint32_t streams, up, moving, taps, counts, held, low, asked; // counts: taps is what it counted so far
    float low_g[3], motion_g, tilt, hold;                         // what its accelerations say
    uint32_t flash_until, light_orders;
    uint32_t rotate_ms;
    struct body_cube_light lights[4]; // as they are wanted
    struct cubes_told told[CUBES_TOLD];
    uint32_t told_count;
};
enum cubes_state { CUBES_IDLE, CUBES_SCANS, CUBES_CONNECTS, CUBES_CONNECTED };

void cubes_start(struct cubes *cubes);
void cubes_hear(struct cubes *cubes, const struct body_senses *senses, uint32_t tick, bool carried);
void cubes_step(struct cubes *cubes, uint32_t tick);
bool cubes_told(struct cubes *cubes, struct cubes_told *out);
void cubes_command(struct cubes *cubes, struct body_command *out, uint32_t tick);
// level NONE takes the door's wish back. False: there are too many wishes.
bool cubes_want(struct cubes *cubes, uint8_t door, uint32_t ticket, uint8_t level, float seconds,
                uint32_t tick);
void cubes_drop(struct cubes *cubes, uint32_t tick); // all wishes
bool cubes_scan(struct cubes *cubes, uint8_t door, uint32_t ticket, float seconds, uint32_t tick);
bool cubes_light(struct cubes *cubes, const struct life_light_cube *lights); // false: none is connected
bool cubes_flash(struct cubes *cubes, uint32_t tick);
static inline bool cubes_connected(const struct cubes *cubes) { return cubes->state == CUBES_CONNECTED; }
uint64_t cubes_hash(const struct cubes *cubes);
