// Which bodies are near each other. Bodies are compared by boxes with a margin, looked up again only when one
// leaves its box; then their parts.
#include "world/plane/plane_internal.h"

#include <string.h>

#define ROOM_M   0.03   // how far a body moves before its neighbours are looked up again
#define MARGIN_M 0.0015 // points this near are watched

static bool may_meet(const struct plane *plane, uint32_t i, uint32_t j) {
    const struct body *a = &plane->bodies[i], *b = &plane->bodies[j];
    return a->used && b->used && a->root != b->root && (a->kind == PLANE_DYNAMIC || b->kind == PLANE_DYNAMIC);
}

static void drop_pairs(struct plane *plane) { // of those whose neighbours will be looked up
    uint32_t kept = 0;
    for (uint32_t i = 0; i < plane->pair_count; i++) {
        struct pair p = plane->pairs[i];
        if (!plane->bodies[p.a].neighbours && !plane->bodies[p.b].neighbours) plane->pairs[kept++] = p;
    }
    plane->pair_count = kept;
}

static bool before(struct pair p, struct pair q) { return p.a < q.a || (p.a == q.a && p.b < q.b); }

static void insert_pair(struct plane *plane, uint32_t i, uint32_t j) {
    if (plane->pair_count == plane->pair_room) return;
    struct pair p = {i < j ? i : j, i < j ? j : i};
    uint32_t low = 0, high = plane->pair_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (before(plane->pairs[middle], p))
            low = middle + 1;
        else
            high = middle;
    }
    memmove(plane->pairs + low + 1, plane->pairs + low, (plane->pair_count - low) * sizeof p);
    plane->pairs[low] = p;
    plane->pair_count++;
}

static bool left_its_room(const struct body *b) {
    return b->box.low.x < b->fat.low.x || b->box.low.y < b->fat.low.y || b->box.low.z < b->fat.low.z ||
           b->box.high.x > b->fat.high.x || b->box.high.y > b->fat.high.y || b->box.high.z > b->fat.high.z;
}

// Room around it, and for a fast one the way of its next steps.
static void give_room(struct body *b) {
    double room = b->kind == PLANE_DYNAMIC || b->held ? ROOM_M : MARGIN_M;
    struct d3 ahead = scale(b->speed, 8 * STEP_S);
    b->fat.low = sub(b->box.low,
                     d3(room + md_max(0, -ahead.x), room + md_max(0, -ahead.y), room + md_max(0, -ahead.z)));
    b->fat.high =
        add(b->box.high, d3(room + md_max(0, ahead.x), room + md_max(0, ahead.y), room + md_max(0, ahead.z)));
}

void plane_neighbours(struct plane *plane) {
    for (uint32_t k = 0; k < plane->active_count; k++) {
        struct body *b = &plane->bodies[plane->active[k]];
        if (!b->neighbours && left_its_room(b)) b->neighbours = plane->dirty = 1;
    }
    if (!plane->dirty) return;
    for (uint32_t i = 0; i < plane->body_count; i++)
        if (plane->bodies[i].used && plane->bodies[i].neighbours) give_room(&plane->bodies[i]);
    drop_pairs(plane);
    for (uint32_t i = 0; i < plane->body_count; i++) {
        if (!plane->bodies[i].used || !plane->bodies[i].neighbours) continue;
        for (uint32_t j = 0; j < plane->body_count; j++) {
            if (i == j || (plane->bodies[j].neighbours && j < i)) continue;
            if (may_meet(plane, i, j) && boxes_meet(&plane->bodies[i].fat, &plane->bodies[j].fat, 0))
                insert_pair(plane, i, j);
        }
    }
    for (uint32_t i = 0; i < plane->body_count; i++) plane->bodies[i].neighbours = 0;
    plane->dirty = 0;
}

void plane_rebuild_pairs(struct plane *plane) {
    plane->pair_count = 0;
    for (uint32_t i = 0; i < plane->body_count; i++)
        for (uint32_t j = i + 1; j < plane->body_count; j++)
            if (may_meet(plane, i, j) && boxes_meet(&plane->bodies[i].fat, &plane->bodies[j].fat, 0))
                insert_pair(plane, i, j);
}

void plane_forget(struct plane *plane, uint32_t body) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < plane->pair_count; i++)
        if (plane->pairs[i].a != body && plane->pairs[i].b != body) plane->pairs[kept++] = plane->pairs[i];
    plane->pair_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < plane->contact_count; i++)
        if (plane->contacts[i].body_a != body && plane->contacts[i].body_b != body)
            plane->contacts[kept++] = plane->contacts[i];
    plane->contact_count = kept;
}

// --- Parts -------------------------------------------------------------------------------------------------

static int order(const struct contact *c, struct pair p) {
    if (c->body_a != p.a) return c->body_a < p.a ? -1 : 1;
    return c->body_b == p.b ? 0 : c->body_b < p.b ? -1 : 1;
}

static void parted(struct plane *plane, const struct contact *c) {
    if (!c->touching) return;
    struct plane_event *e =
        plane_tell(plane, PLANE_PART, &plane->bodies[c->body_a], &plane->bodies[c->body_b]);
    if (!e) return;
    e->part_a = c->part_a - plane->bodies[c->body_a].first_part;
    e->part_b = c->part_b - plane->bodies[c->body_b].first_part;
    e->normal = d3_to(c->normal);
}

static struct contact *keep(struct plane *plane, const struct contact *old, struct pair p, uint32_t i,
                            uint32_t j) {
    if (plane->contact_count == plane->config.contacts) return NULL;
    struct contact *c = &plane->contacts[plane->contact_count++];
    if (old)
        *c = *old;
    else
        *c = (struct contact){.body_a = p.a, .body_b = p.b, .part_a = i, .part_b = j};
    return c;
}

// Walks the contacts of the step before and the pairs side by side; both are in order.
struct walk {
    const struct contact *at, *end;
};

static void meet(struct plane *plane, struct pair p, struct walk *old) {
    const struct body *a = &plane->bodies[p.a], *b = &plane->bodies[p.b];
    double margin = MARGIN_M + plane->bodies[a->root].margin + plane->bodies[b->root].margin;
    bool near = boxes_meet(&a->box, &b->box, margin);
    for (uint32_t i = a->first_part; near && i < a->first_part + a->part_count; i++) {
        const struct part *pa = &plane->parts[i];
        if (pa->ghost || !boxes_meet(&pa->box, &b->box, margin)) continue;
        for (uint32_t j = b->first_part; j < b->first_part + b->part_count; j++) {
            const struct part *pb = &plane->parts[j];
            if (pb->ghost || !boxes_meet(&pa->box, &pb->box, margin)) continue;
            const struct contact *known = NULL;
            for (; old->at < old->end && !order(old->at, p); old->at++) {
                if (old->at->part_a > i || (old->at->part_a == i && old->at->part_b > j)) break;
                if (old->at->part_a == i && old->at->part_b == j) {
                    known = old->at++;
                    break;
                }
                parted(plane, old->at);
            }
            struct contact *c = keep(plane, known, p, i, j);
            if (c) contact_find(c, pa, pb, margin);
        }
    }
}

void plane_contacts(struct plane *plane) {
    struct contact *swap = plane->contacts_before;
    plane->contacts_before = plane->contacts;
    plane->contacts = swap;
    struct walk old = {plane->contacts_before, plane->contacts_before + plane->contact_count};
    plane->contact_count = 0;
    for (uint32_t i = 0; i < plane->pair_count; i++) {
        struct pair p = plane->pairs[i];
        for (; old.at < old.end && order(old.at, p) < 0; old.at++) parted(plane, old.at);
        const struct body *a = &plane->bodies[plane->bodies[p.a].root],
                          *b = &plane->bodies[plane->bodies[p.b].root];
        if (a->awake || b->awake)
            meet(plane, p, &old);
        else // both sleep: nothing can have changed
            for (; old.at < old.end && !order(old.at, p); old.at++) keep(plane, old.at, p, 0, 0);
        for (; old.at < old.end && !order(old.at, p); old.at++) parted(plane, old.at);
    }
    for (; old.at < old.end; old.at++) parted(plane, old.at);
}
