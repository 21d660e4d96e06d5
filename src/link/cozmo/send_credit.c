#include "link/cozmo/send_credit.h"

enum { PATIENCE_US = 333333, IDLE_US = 500000 };

void send_credit_begin(struct send_credit *credit, int64_t now_us) {
    *credit = (struct send_credit){.began_us = now_us, .played_us = now_us};
}

void send_credit_played(struct send_credit *credit, int64_t now_us, uint32_t bytes, bool all_arrived) {
    if (!credit->known || bytes < credit->base) { // the first, or it counts anew
        if (credit->known || credit->sent > SEND_CREDIT_BYTES / 2)
            credit->sent = credit->known ? 0 : SEND_CREDIT_BYTES / 2;
        credit->known = true;
        credit->base = bytes;
        credit->played = 0;
        credit->played_us = now_us;
        return;
    }
    if (bytes - credit->base != credit->played) credit->played_us = now_us;
    credit->played = bytes - credit->base;
    bool idle = all_arrived && now_us - credit->played_us > IDLE_US;
    if (credit->played > credit->sent || idle) credit->sent = credit->played;
}

size_t send_credit_room(const struct send_credit *credit, int64_t now_us) {
    if (!credit->known) return now_us - credit->began_us < PATIENCE_US ? 0 : SEND_CREDIT_BYTES / 2;
    uint64_t under_way = credit->sent - credit->played;
    return under_way < SEND_CREDIT_BYTES ? (size_t)(SEND_CREDIT_BYTES - under_way) : 0;
}
