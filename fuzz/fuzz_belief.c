// Whatever an eye and a body say, a robot believes it or not: no crash, no number that is none, bounded
// lists. The first byte chooses: senses with sights, or a map from a list of squares.
#include "belief/belief.h"
#include "border/border.h"
#include "border/lens_model.h"
#include "sense/observation.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

struct input {
    const uint8_t *at;
    size_t left;
};
static uint32_t take(struct input *in, size_t bytes) {
    uint32_t x = 0;
    for (; bytes && in->left; bytes--, in->left--) x = x << 8 | *in->at++;
    return x;
}
static float any(struct input *in) { // of whatever bits
    uint32_t bits = take(in, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
static float some(struct input *in, float most) { return ((float)take(in, 2) / 32768 - 1) * most; }

static void sight(struct input *in, struct body_sight *s) {
    *s = (struct body_sight){
        .kind = (uint8_t)take(in, 1), .type = take(in, 1), .face = take(in, 2), .confidence = 1};
    uint32_t odd = take(in, 1);
    float x = some(in, 640), y = some(in, 360), side = some(in, 200);
    for (int k = 0; k < 4; k++) {
        s->corners_px[0][k] = odd == (uint32_t)k ? any(in) : x + (k & 1 ? side : 0) + some(in, 4);
        s->corners_px[1][k] = odd == (uint32_t)k + 4 ? any(in) : y + (k & 2 ? side : 0) + some(in, 4);
    }
}

static void live(struct input *in) {
    static struct eye_model eye;
    struct belief *b = belief_new(&vector_model);
    must(b && eye_of(&vector_model, 1, &eye));
    struct senses_in senses;
    memset(&senses, 0, sizeof senses);
    struct body_senses *s = &senses.senses;
    uint64_t now = 1000000;
    for (int tick = 0; tick < 400 && in->left; tick++) {
        border_clear_senses(&senses);
        uint32_t what = take(in, 1);
        now += what & 1 ? 33000 : take(in, 3);
        s->time_us = what & 128 ? 0 : now;
        s->status = what & 2 ? take(in, 4) : 0;
        s->attitude = what & 4 ? (uint8_t)take(in, 1) : BODY_ATTITUDE_ON_TREADS;
        s->motion_count = 1;
        s->motion[0] = (struct body_motion){.origin = what & 8 ? take(in, 1) : 1,
                                            .x_m = some(in, 2),
                                            .y_m = some(in, 2),
                                            .heading_rad = some(in, 4)};
        if (what & 16)
            s->motion[0].x_m = any(in), s->motion[0].turn_radps = any(in), s->motion[0].pitch_rad = any(in);
        s->joints_count = 4;
        s->cliffs_count = 4;
        for (int i = 0; i < 4; i++) s->cliffs[i] = what & 32 ? any(in) : 0.5f;
        s->look_count = 1;
        s->look[0] = (struct body_look){now - take(in, 2), false};
        s->sights_count = (uint8_t)(take(in, 1) & 15);
        for (uint32_t i = 0; i < s->sights_count; i++) sight(in, &s->sights[i]);
        static struct observations seen;
        bool looked = observe_sights(s, &eye, &seen);
        struct belief_around around = {
            .seen = looked ? &seen : NULL, .beam = what & 64, .hit = what & 64, .distance_m = some(in, 1)};
        belief_step(b, s, &around);
        struct body_command command;
        memset(&command, 0, sizeof command);
        belief_command(b, &command);
        if (command.fix_count)
            must(m_finite(command.fix[0].x_m + command.fix[0].y_m + command.fix[0].heading_rad) &&
                 command.fix[0].off_m > 0);
        must(b->things.count <= BELIEF_THINGS_MAX && b->people.count <= BELIEF_PEOPLE_MAX &&
             b->event_count <= BELIEF_EVENTS);
        for (uint32_t i = 0; i < b->things.count; i++)
            must(m_finite(vec3_length(b->things.list[i].at.pose.at) + b->things.list[i].at.pose.turn.w +
                          b->things.list[i].off_m2));
        must(map_blocks(b->map) <= MAP_BLOCKS);
    }
    belief_free(b);
}

static void read_map(struct input *in) {
    enum { MOST = 4096 };
    static struct belief_quad quads[MOST];
    struct map *map = map_new(), *again = map_new();
    must(map && again);
    uint32_t depth = take(in, 1), count = 0;
    struct belief_map_info info = {.depth = (uint8_t)depth,
                                   .size_m = depth < 16 ? (float)(1u << depth) * MAP_CELL_M : any(in)};
    if (take(in, 1) & 1) info.x_m = any(in), info.y_m = any(in);
    while (in->left && count < MOST) {
        uint32_t q = take(in, 1);
        quads[count++] = (struct belief_quad){(uint8_t)(q & 15), (uint8_t)(q >> 4)};
    }
    struct fault fault = {0};
    if (!map_read(map, &info, quads, count, &fault)) { // what was read is told as the same content
        struct belief_map_info told;
        map_info(map, &told);
        must(told.depth == info.depth && told.squares <= count);
        uint32_t cursor = 0, leaves = 0;
        struct map_leaf leaf;
        while (map_next(map, &cursor, &leaf))
            quads[leaves++] = (struct belief_quad){leaf.content, leaf.depth};
        must(leaves == told.squares && !map_read(again, &told, quads, leaves, &fault) &&
             map_hash(again) == map_hash(map));
    } else
        must(fault.said[0]);
    map_free(map), map_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input in = {data, size};
    if (take(&in, 1) & 1)
        read_map(&in);
    else
        live(&in);
    return 0;
}
