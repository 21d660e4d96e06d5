#include "sense/see/composite.h"

#include <stdlib.h>
#include <string.h>

enum { WHITE = 230, BINS = 4096 };

struct composite {
    uint32_t held, count, width, height;
    uint16_t *sums; // at most 257 pictures: more would not fit
};

struct composite_config composite_defaults(void) {
    return (struct composite_config){.period = 4, .cycles = 8, .percentile = 90};
}

struct composite *composite_new(void) {
    struct composite *sum = calloc(1, sizeof *sum);
    if (sum) sum->held = 1;
    return sum;
}
struct composite *composite_hold(struct composite *sum) {
    return sum->held++, sum;
}
void composite_drop(struct composite *sum) {
    if (!sum || --sum->held) return;
    free(sum->sums);
    free(sum);
}
uint32_t composite_count(const struct composite *sum) { return sum->count; }

static bool begin(struct composite *sum, const struct see_picture *p) {
    bool same = sum->sums && sum->width == p->width && sum->height == p->height;
    size_t bytes = (size_t)p->width * p->height * sizeof *sum->sums;
    uint16_t *sums = same ? sum->sums : realloc(sum->sums, bytes);
    if (!sums) return false;
    sum->sums = sums, sum->width = p->width, sum->height = p->height, sum->count = 0;
    memset(sums, 0, bytes);
    return true;
}

bool composite_add(struct composite *sum, const struct see_picture *p, const struct composite_config *c,
                   bool fresh) {
    uint32_t most = c->period * (c->cycles ? c->cycles : 1);
    if (most > 257) most = 257;
    bool other = !sum->sums || sum->width != p->width || sum->height != p->height;
    if ((fresh || other || sum->count >= most) && !begin(sum, p)) return false;
    size_t pixels = (size_t)p->width * p->height;
    for (size_t i = 0; i < pixels; i++) sum->sums[i] = (uint16_t)(sum->sums[i] + p->grey[i]);
    sum->count++;
    return !(sum->count % (c->period ? c->period : 1));
}

void composite_show(const struct composite *sum, const struct composite_config *c, uint8_t *grey) {
    uint32_t bins[BINS] = {0}, below = 0, at = 0, step = 65536 / BINS;
    size_t pixels = (size_t)sum->width * sum->height;
    for (size_t i = 0; i < pixels; i++) bins[sum->sums[i] / step]++;
    while (at + 1 < BINS && (uint64_t)(below += bins[at]) * 100 < (uint64_t)pixels * c->percentile) at++;
    uint32_t white = (at + 1) * step;
    for (size_t i = 0; i < pixels; i++) {
        uint32_t value = sum->sums[i] * (uint32_t)WHITE / white;
        grey[i] = (uint8_t)(value > 255 ? 255 : value);
    }
}
