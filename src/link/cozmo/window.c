#include "link/cozmo/window.h"

#include <string.h>

void window_in_begin(struct window_in *in, uint16_t next) {
    in->next = next;
    in->kept = 0;
    in->delivered = 0;
}

enum window_verdict window_in_judge(const struct window_in *in, uint16_t number) {
    unsigned ahead = window_distance(in->next, number);
    if (!ahead) return WINDOW_NEXT;
    if (ahead < WINDOW) return in->kept >> number % WINDOW & 1 ? WINDOW_AGAIN : WINDOW_EARLY;
    return window_distance(number, in->next) <= WINDOW ? WINDOW_AGAIN : WINDOW_FAR;
}

bool window_in_keep(struct window_in *in, const struct air_packet *packet) {
    // Too long to be kept: it comes again, and then it is the next one and need not be.
    if (packet->content.len > AIR_CONTENT_MAX) return false;
    struct window_slot *slot = &in->slots[packet->number % WINDOW];
    slot->type = packet->type;
    slot->len = (uint16_t)packet->content.len;
    if (slot->len) memcpy(slot->bytes, packet->content.at, slot->len);
    in->kept |= (uint64_t)1 << packet->number % WINDOW;
    return true;
}

bool window_in_kept(struct window_in *in, struct air_packet *packet) {
    if (!in->kept) return false;
    unsigned place = in->next % WINDOW;
    if (!(in->kept >> place & 1)) return false;
    const struct window_slot *slot = &in->slots[place];
    *packet = (struct air_packet){slot->type, in->next, {slot->bytes, slot->len}};
    window_in_took(in);
    return true;
}

void window_in_took(struct window_in *in) {
    in->kept &= ~((uint64_t)1 << in->next % WINDOW);
    in->next = window_plus(in->next, 1);
    in->delivered++;
}

void window_out_begin(struct window_out *out, uint16_t first) {
    queue_clear(&out->queue);
    out->first = first;
    out->cursor = out->sent = 0;
}

unsigned window_out_acknowledge(struct window_out *out, uint16_t ack) {
    if (!ack) return 0;
    unsigned answered = window_distance(out->first, ack) + 1;
    // Only what was sent can be answered; an old acknowledgement lies far ahead in this count.
    if (answered > out->sent) return 0;
    queue_pop(&out->queue, answered);
    out->first = window_plus(out->first, answered);
    out->sent -= answered;
    out->cursor = out->cursor > answered ? out->cursor - answered : 0;
    return answered;
}
