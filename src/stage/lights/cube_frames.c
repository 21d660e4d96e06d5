#include "stage/lights/cube_frames.h"

#include <string.h>

enum { BYTE = 255, ROUND_MAX = 4096 };

static uint32_t ticks_of(uint32_t ms) { return ms ? (ms + CUBE_TICK_MS / 2) / CUBE_TICK_MS : 0; }

static enum err add(struct cube_frames *f, struct body_colour colour, uint32_t hold, uint32_t decay) {
    if (f->count == CUBE_FRAMES_MAX) return ERR_LIMIT;
    f->at[f->count] = (struct cube_frame){colour.r, colour.g, colour.b, (uint8_t)hold, (uint8_t)decay, 0};
    f->at[f->count].link = (uint8_t)(f->count + 1);
    f->count++;
    return ERR_NONE;
}

static struct body_colour between(struct body_colour a, struct body_colour b, uint32_t part, uint32_t of) {
    return (struct body_colour){(uint8_t)((a.r * (of - part) + b.r * part + of / 2) / of),
                                (uint8_t)((a.g * (of - part) + b.g * part + of / 2) / of),
                                (uint8_t)((a.b * (of - part) + b.b * part + of / 2) / of), 0};
}

// A colour for so long, and then on to another: as many key-frames as it takes.
static enum err stretch(struct cube_frames *f, struct body_colour from, struct body_colour to, uint32_t hold,
                        uint32_t decay) {
    enum err err = ERR_NONE;
    for (; hold > BYTE && !err; hold -= BYTE) err = add(f, from, BYTE, 0);
    uint32_t whole = decay, gone = 0;
    for (bool first = true; !err; first = false) {
        uint32_t now = whole - gone > BYTE ? BYTE : whole - gone;
        err = add(f, whole ? between(from, to, gone, whole) : from, first ? hold : 0, now);
        gone += now;
        if (gone >= whole) break;
    }
    return err;
}

// The four parts of a cycle: on, fade, off, fade.
struct cycle {
    struct body_colour colour[2];
    uint32_t hold[2], decay[2], length;
};

static struct cycle cycle_of(const struct light *lamp) {
    struct cycle c = {{lamp->on, lamp->off},
                      {ticks_of(lamp->on_ms), ticks_of(lamp->off_ms)},
                      {ticks_of(lamp->fade_off_ms), ticks_of(lamp->fade_on_ms)},
                      0};
    if (light_cycle_ms(lamp) && !(c.hold[0] + c.hold[1] + c.decay[0] + c.decay[1])) c.hold[0] = 1;
    c.length = c.hold[0] + c.hold[1] + c.decay[0] + c.decay[1];
    return c;
}

// What is left of the part in which the lamp begins; which of the two key-frames of the round comes then.
static enum err lead_in(struct cube_frames *f, const struct cycle *c, uint32_t ahead, int *next) {
    for (int i = 0; i < 2; i++) {
        struct body_colour from = c->colour[i], to = c->colour[1 - i];
        *next = 1 - i;
        if (ahead < c->hold[i]) return stretch(f, from, to, c->hold[i] - ahead, c->decay[i]);
        ahead -= c->hold[i];
        if (ahead < c->decay[i])
            return stretch(f, between(from, to, ahead, c->decay[i]), to, 0, c->decay[i] - ahead);
        ahead -= c->decay[i];
    }
    *next = 0;
    return ERR_NONE;
}

static enum err lamp_frames(struct cube_frames *f, const struct light *lamp, uint8_t *first) {
    struct cycle c = cycle_of(lamp);
    *first = (uint8_t)f->count;
    if (!c.length) { // steady
        enum err err = add(f, lamp->on, BYTE, 0);
        if (!err) f->at[f->count - 1].link = *first;
        return err;
    }
    uint64_t cycle = light_cycle_ms(lamp);
    int64_t offset = lamp->offset_ms % (int64_t)cycle;
    if (offset < 0) offset += (int64_t)cycle;
    uint32_t ahead = ticks_of((uint32_t)offset) % c.length;
    int next = 0;
    enum err err = ahead ? lead_in(f, &c, ahead, &next) : ERR_NONE;
    uint32_t leads = f->count, round[2];
    for (int i = 0; i < 2 && !err; i++) {
        round[i] = f->count;
        bool aimed_at = c.decay[1 - i]; // the other fades to this one, however short it is
        if (c.hold[i] + c.decay[i] || aimed_at)
            err = stretch(f, c.colour[i], c.colour[1 - i], c.hold[i], c.decay[i]);
    }
    if (err) return err;
    f->at[f->count - 1].link = (uint8_t)leads; // round and round
    if (leads > *first) f->at[leads - 1].link = (uint8_t)(round[next] < f->count ? round[next] : leads);
    return ERR_NONE;
}

static uint32_t shared(uint32_t a, uint32_t b) {
    while (b) {
        uint32_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

// Once round, tick by tick, equal ones together.
static enum err turning(const struct light_pattern *pattern, struct cube_frames *f) {
    uint32_t length = ticks_of(pattern->rotate_ms) * LIGHTS_CUBE;
    if (!length) length = LIGHTS_CUBE;
    for (int i = 0; i < LIGHTS_CUBE; i++) {
        uint64_t cycle = light_cycle_ms(&pattern->lamps[i]);
        uint32_t ticks = cycle < UINT32_MAX ? ticks_of((uint32_t)cycle) : ROUND_MAX + 1;
        if (ticks && (uint64_t)length * ticks / shared(length, ticks) > ROUND_MAX) return ERR_LIMIT;
        if (ticks) length = length / shared(length, ticks) * ticks;
    }
    for (int lamp = 0; lamp < LIGHTS_CUBE; lamp++) {
        f->first[lamp] = (uint8_t)f->count;
        for (uint32_t tick = 0; tick < length; tick++) {
            struct body_colour now[LIGHTS_MAX];
            light_pattern_at(pattern, (uint64_t)tick * CUBE_TICK_MS, now);
            struct cube_frame *last = f->count > f->first[lamp] ? &f->at[f->count - 1] : NULL;
            bool same = last && last->r == now[lamp].r && last->g == now[lamp].g && last->b == now[lamp].b;
            if (same && last->hold < BYTE)
                last->hold++;
            else if (add(f, now[lamp], 1, 0))
                return ERR_LIMIT;
        }
        f->at[f->count - 1].link = f->first[lamp];
    }
    return ERR_NONE;
}

enum err cube_frames_of(const struct light_pattern *pattern, struct cube_frames *out) {
    if (pattern->count != LIGHTS_CUBE) return ERR_RANGE;
    struct cube_frames made = {0};
    enum err err = ERR_NONE;
    if (pattern->rotate_ms) err = turning(pattern, &made);
    for (int i = 0; i < LIGHTS_CUBE && !pattern->rotate_ms && !err; i++)
        err = lamp_frames(&made, &pattern->lamps[i], &made.first[i]);
    if (!err) *out = made;
    return err;
}

size_t cube_frames_piece(const struct cube_frames *frames, size_t i, uint8_t out[CUBE_PIECE]) {
    size_t pieces = (frames->count + CUBE_FRAMES_PIECE - 1) / CUBE_FRAMES_PIECE;
    memset(out, 0, CUBE_PIECE);
    if (i > pieces) return 0;
    if (i == pieces) {
        memcpy(out + 2, frames->first, sizeof frames->first);
        return CUBE_MAP_PIECE;
    }
    out[0] = 1;
    for (size_t k = 0; k < CUBE_FRAMES_PIECE && i * CUBE_FRAMES_PIECE + k < frames->count; k++) {
        const struct cube_frame *f = &frames->at[i * CUBE_FRAMES_PIECE + k];
        const uint8_t bytes[6] = {f->r, f->g, f->b, f->hold, f->decay, f->link};
        memcpy(out + 2 + 6 * k, bytes, sizeof bytes);
    }
    return CUBE_PIECE;
}

struct body_colour cube_frames_at(const struct cube_frames *frames, unsigned lamp, uint32_t tick) {
    uint32_t at = lamp < LIGHTS_CUBE ? frames->first[lamp] : 0;
    uint64_t most =
        ((uint64_t)tick + 1) * CUBE_FRAMES_MAX; // a round takes a tick at least, or it leads nowhere
    for (uint64_t steps = 0; at < frames->count && steps <= most; steps++) {
        const struct cube_frame *f = &frames->at[at],
                                *next = &frames->at[f->link < frames->count ? f->link : at];
        struct body_colour from = {f->r, f->g, f->b, 0}, to = {next->r, next->g, next->b, 0};
        if (tick < f->hold) return from;
        if (tick < (uint32_t)f->hold + f->decay) return between(from, to, tick - f->hold, f->decay);
        tick -= (uint32_t)f->hold + f->decay;
        at = f->link;
    }
    return (struct body_colour){0};
}
