#include "run/check/cube_watch.h"

#include "world/plane/plane.h"

#include <string.h>

#define ABOVE 0.9f // a side counts as above when it is level so far
enum { TOLD_US = 600000, SIDE_US = 1000000, CONNECTED_US = 500000 };

static const struct world_thing_state *thing_of(const struct world_memory *m, uint32_t device) {
    for (uint32_t i = 0; i < m->things_count; i++)
        if (m->things[i].cube && m->cubes[m->things[i].cube - 1].device == device) return &m->things[i];
    return NULL;
}

static uint8_t side_above(struct quat turn) {
    struct vec3 up = quat_apply(quat_inverse(turn), vec3(0, 0, 1));
    const float along[] = {up.x, up.y, up.z};
    for (uint8_t i = 0; i < 3; i++)
        if (m_abs(along[i]) > ABOVE) return (uint8_t)(2 * i + (along[i] > 0 ? 2 : 1));
    return 0;
}

// ------------------------------------------------------------------------------------------------ taps

static void drop_tap(struct cube_watch *c) {
    memmove(c->taps, c->taps + 1, --c->tap_count * sizeof *c->taps);
}

static void told_of_taps(struct cube_watch *c, uint32_t times, struct accuracy_hits *h) {
    for (; times; times--) {
        if (c->tap_count)
            drop_tap(c), h->right++;
        else
            h->wrong++;
    }
}

// A finger's blow moves the time of the next one ahead.
static void note_taps(struct cube_watch *c, const struct world_cube_state *cube, uint64_t now, bool counts,
                      struct accuracy_hits *h) {
    bool blow = cube->tap_next_us > now && cube->tap_next_us != c->next_us;
    c->next_us = cube->tap_next_us;
    if (blow && counts && c->tap_count < CUBE_TAPS) c->taps[c->tap_count++] = now;
    for (; c->tap_count && now - c->taps[0] > TOLD_US; h->missed++) drop_tap(c);
}

// ------------------------------------------------------------------------------------------------ sides

static void note_side(struct cube_watch *c, uint8_t above, uint64_t now, struct cube_figures *f) {
    if (above != c->side) c->side = above, c->side_us = now, c->judged = !above || above == c->told;
    if (c->judged) return;
    if (c->told == c->side) {
        figure_note(&f->side_s, (double)(now - c->side_us) * 1e-6);
        f->sides.right++, c->judged = true;
    } else if (now - c->side_us > SIDE_US) {
        f->sides.missed++, c->judged = true;
    }
}

static void told_of_side(struct cube_watch *c, uint8_t side, struct accuracy_hits *h) {
    if (c->side && side != c->side) h->wrong++;
    c->told = side;
}

void cube_watch_step(struct cube_watch *c, const struct world *w, const struct life_event *events,
                     size_t count, bool carried, struct cube_figures *f) {
    const struct world_memory *m = world_memory(w);
    uint64_t now = (uint64_t)world_now_us(w);
    const struct world_thing_state *t = c->device ? thing_of(m, c->device) : NULL;
    struct plane_motion motion;
    bool there = t && plane_motion(world_plane(w), t->body, &motion);
    if (there)
        note_taps(c, &m->cubes[t->cube - 1], now, now - c->since_us > CONNECTED_US && !carried, &f->taps);
    uint8_t above = there ? side_above(motion.pose.turn) : 0;
    for (size_t i = 0; i < count; i++) {
        const struct life_event *e = &events[i];
        if (e->kind == LIFE_EVENT_KIND_CUBE_CONNECTED)
            *c = (struct cube_watch){.device = e->subject, .since_us = now, .next_us = UINT64_MAX};
        if (!c->device || e->subject != c->device) continue;
        if (e->kind == LIFE_EVENT_KIND_CUBE_LOST) c->device = 0;
        if (e->kind == LIFE_EVENT_KIND_CUBE_TAPPED) told_of_taps(c, (uint32_t)e->numbers[0], &f->taps);
        if (e->kind == LIFE_EVENT_KIND_CUBE_UP) told_of_side(c, (uint8_t)e->numbers[0], &f->sides);
    }
    if (there && c->told && !carried) note_side(c, above, now, f);
}
