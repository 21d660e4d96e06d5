// A figure as a picture: how often which value was met, a strip a variant, all on the same scale.
#include "run/sweep/report_internal.h"

#include "codec/picture/png.h"
#include "stage/draw/font.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 640, LEFT = 12, HEAD = 34, FOOT = 16, STRIP = 96, LABEL = 12, HIGH_MOST = 8000 };
enum { BAR_WIDE = (WIDE - 2 * LEFT) / SWEEP_BARS };

struct ink {
    uint8_t red, green, blue;
};
static const struct ink WORDS = {32, 32, 32}, FAINT = {208, 208, 208}, BAR = {10, 125, 90},
                        BOUND = {194, 65, 12}, MEDIAN = {30, 64, 175};

struct plot {
    struct pixels picture;
    const struct sweep_figure *figure;
    double low, high;
    int strip; // how high
};
struct pen {
    const struct pixels *on;
    struct ink ink;
};

static void box(const struct pixels *on, int x, int y, int wide, int high, struct ink ink) {
    for (int v = y < 0 ? 0 : y; v < y + high && v < (int)on->height; v++)
        for (int u = x < 0 ? 0 : x; u < x + wide && u < (int)on->width; u++)
            memcpy(pixels_at(on, (unsigned)u, (unsigned)v), &ink, 3);
}

static void put(void *user, int x, int y, unsigned size) {
    const struct pen *pen = user;
    box(pen->on, x, y, (int)size, (int)size, pen->ink);
}

static void words(const struct plot *p, int x, int y, unsigned scale, const char *text) {
    struct pen pen = {&p->picture, WORDS};
    font_draw(x, y, scale, text, put, &pen);
}

static int place(const struct plot *p, double is) {
    double share = p->high > p->low ? (is - p->low) / (p->high - p->low) : 0.5;
    return LEFT + (int)(share * (SWEEP_BARS * BAR_WIDE));
}

static void strip(const struct plot *p, int top, const struct sweep_spread *s, const double *values,
                  const char *label) {
    const struct sweep_figure *f = p->figure;
    uint32_t bars[SWEEP_BARS], most = sweep_bars(values, s->count, p->low, p->high, bars);
    int room = p->strip - LABEL - 2, ground = top + p->strip - 2;
    const double bounds[] = {f->least, f->most};
    char count[40];
    for (int i = 0; i < SWEEP_BARS; i++) {
        int high = (int)((double)bars[i] / most * room + 0.999);
        box(&p->picture, LEFT + i * BAR_WIDE, ground - high, BAR_WIDE - 1, high, BAR);
    }
    box(&p->picture, LEFT, ground, SWEEP_BARS * BAR_WIDE, 1, FAINT);
    for (int i = 0; i < 2; i++)
        if (bounds[i] >= p->low && bounds[i] <= p->high)
            box(&p->picture, place(p, bounds[i]), top + LABEL, 2, room, BOUND);
    box(&p->picture, place(p, s->median), top + LABEL, 1, room, MEDIAN);
    snprintf(count, sizeof count, "%" PRIu32 " lives, median %.4g", s->count, s->median);
    words(p, WIDE - LEFT - font_width(count, 1), top + 2, 1, count);
    words(p, LEFT, top + 2, 1, label);
}

static void axis(const struct plot *p, int y) {
    char text[40];
    snprintf(text, sizeof text, "%.4g", p->low);
    words(p, LEFT, y, 1, text);
    snprintf(text, sizeof text, "%.4g %s", p->high, p->figure->unit);
    words(p, WIDE - LEFT - font_width(text, 1), y, 1, text);
}

static void draw(struct plot *p, const struct sweep_table *t, uint32_t figure, double *room) {
    int top = HEAD;
    struct buf label = {0};
    box(&p->picture, 0, 0, WIDE, (int)p->picture.height, (struct ink){255, 255, 255});
    words(p, LEFT, 6, 2, p->figure->name);
    words(p, LEFT, 24, 1, p->figure->about);
    for (uint32_t v = 0; v < t->plan->variants; v++) {
        struct sweep_spread s;
        sweep_spread(t, figure, v, room, &s);
        if (!s.count) continue;
        buf_clear(&label);
        sweep_plan_variant(t->plan, v, &label), buf_byte(&label, 0);
        strip(p, top, &s, room, label.err ? "" : (const char *)label.at);
        top += p->strip;
    }
    axis(p, top + 4);
    buf_free(&label);
}

enum err sweep_report_png(const struct sweep_table *t, uint32_t figure, struct buf *out,
                          struct fault *fault) {
    double *room = malloc((t->rows + 1) * sizeof *room);
    struct plot p = {.figure = &t->plan->figures[figure], .low = HUGE_VAL, .high = -HUGE_VAL};
    int strips = 0;
    if (!room) return fault_set(fault, ERR_MEMORY, "no memory for a report");
    for (uint32_t v = 0; v < t->plan->variants; v++) {
        struct sweep_spread s;
        sweep_spread(t, figure, v, room, &s);
        if (s.count) p.low = fmin(p.low, s.least), p.high = fmax(p.high, s.most), strips++;
    }
    p.strip = strips * STRIP > HIGH_MOST ? HIGH_MOST / strips : STRIP;
    enum err err = strips ? pixels_new(&p.picture, WIDE, (unsigned)(HEAD + strips * p.strip + FOOT), 3)
                          : fault_set(fault, ERR_MISSING, "no life has the figure %s", p.figure->name);
    if (!err) draw(&p, t, figure, room), err = png_encode(&p.picture, out, fault);
    pixels_free(&p.picture);
    free(room);
    return err;
}
