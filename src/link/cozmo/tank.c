#include "link/cozmo/tank.h"

enum { PATIENCE_US = 333333, IDLE_US = 500000 };

void tank_begin(struct tank *tank, int64_t now_us) {
    *tank = (struct tank){.began_us = now_us, .played_us = now_us};
}

void tank_played(struct tank *tank, int64_t now_us, uint32_t bytes, bool all_arrived) {
    if (!tank->known || bytes < tank->base) { // the first, or it counts anew
        if (tank->known || tank->sent > TANK_BYTES / 2) tank->sent = tank->known ? 0 : TANK_BYTES / 2;
        tank->known = true;
        tank->base = bytes;
        tank->played = 0;
        tank->played_us = now_us;
        return;
    }
    if (bytes - tank->base != tank->played) tank->played_us = now_us;
    tank->played = bytes - tank->base;
    bool idle = all_arrived && now_us - tank->played_us > IDLE_US;
    if (tank->played > tank->sent || idle) tank->sent = tank->played;
}

size_t tank_room(const struct tank *tank, int64_t now_us) {
    if (!tank->known) return now_us - tank->began_us < PATIENCE_US ? 0 : TANK_BYTES / 2;
    uint64_t under_way = tank->sent - tank->played;
    return under_way < TANK_BYTES ? (size_t)(TANK_BYTES - under_way) : 0;
}
