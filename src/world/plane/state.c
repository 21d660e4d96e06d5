// Copying, hashing, saving and restoring. One walk over the state serves hash, save and restore, so none can
// forget a field. Derived fields are computed again.
#include "world/plane/plane_internal.h"

#include <string.h>

enum { FORMAT = 0x314e4c50, VERSION = 2 }; // "PLN1"
// No number of a plane is larger, but a stop that is not there: sums and products of such ones are still
// numbers.
#define SANE_MOST 1e12
#define NO_STOP   1e30

struct walker {
    struct writer *out; // one of these, or neither: then it hashes
    struct reader *in;
    uint64_t hash;
};

static void mix(struct walker *w, uint64_t bits) {
    w->hash = (w->hash ^ bits) * 0x9e3779b97f4a7c15;
    w->hash ^= w->hash >> 32;
}

static void number(struct walker *w, uint32_t *v) {
    if (w->in)
        *v = read_u32(w->in);
    else if (w->out)
        write_u32(w->out, *v);
    else
        mix(w, *v);
}

static void within(struct walker *w, double *v, double most) {
    if (w->in) {
        *v = read_f64(w->in);
        if (!(md_abs(*v) <= most)) reader_fail(w->in, ERR_RANGE), *v = 0;
    } else if (w->out) {
        write_f64(w->out, *v);
    } else {
        uint64_t bits;
        memcpy(&bits, v, sizeof bits);
        mix(w, bits);
    }
}

static void real(struct walker *w, double *v) { within(w, v, SANE_MOST); }

static void real_f(struct walker *w, float *v) {
    double wide = (double)*v;
    real(w, &wide);
    if (w->in) *v = (float)wide;
}

static void triple(struct walker *w, struct d3 *v) { real(w, &v->x), real(w, &v->y), real(w, &v->z); }
static void turn(struct walker *w, struct dq *q) {
    real(w, &q->w), real(w, &q->x), real(w, &q->y), real(w, &q->z);
}
static void frame(struct walker *w, struct frame3 *f) { triple(w, &f->at), turn(w, &f->turn); }
static void matrix(struct walker *w, struct symmetric *m) {
    real(w, &m->xx), real(w, &m->yy), real(w, &m->zz), real(w, &m->xy), real(w, &m->xz), real(w, &m->yz);
}

static void limit(struct walker *w, bool fine) {
    if (w->in && !fine) reader_fail(w->in, ERR_RANGE);
}

static bool broken(const struct walker *w) { return w->in && w->in->err; }

static void corners(struct walker *w, uint32_t *count, double at[PLANE_CORNERS][2]) {
    number(w, count);
    limit(w, *count >= 3 && *count <= PLANE_CORNERS);
    for (uint32_t i = 0; !broken(w) && i < *count; i++) real(w, &at[i][0]), real(w, &at[i][1]);
}

static void walk_part(struct walker *w, struct part *p) {
    corners(w, &p->count, p->corners);
    if (broken(w)) return;
    for (uint32_t i = 0; i < p->count; i++) real(w, &p->outward[i][0]), real(w, &p->outward[i][1]);
    real(w, &p->z0), real(w, &p->z1), frame(w, &p->in_body);
    real(w, &p->friction), real(w, &p->restitution), real(w, &p->reflectance), real(w, &p->sideways);
    number(w, &p->material), number(w, &p->tread), number(w, &p->joint), number(w, &p->ghost),
        number(w, &p->via);
    if (p->via) triple(w, &p->via_slide), triple(w, &p->via_turn);
    triple(w, &p->slide), triple(w, &p->turn), real(w, &p->volume), triple(w, &p->middle),
        number(w, &p->directions);
    limit(w, p->z1 > p->z0 && p->friction >= 0 && p->reflectance >= 0 && p->reflectance <= 1 &&
                 p->sideways > 0 && p->tread <= PLANE_DRIVES && p->joint <= PLANE_DRIVES &&
                 p->via <= PLANE_DRIVES && (p->joint || !p->via) && p->directions <= p->count);
}

static void walk_body(struct walker *w, const struct plane *plane, struct body *b) {
    number(w, &b->used), number(w, &b->generation);
    if (!b->used) return;
    number(w, &b->kind), number(w, &b->tag), number(w, &b->first_part), number(w, &b->part_count);
    limit(w, b->kind <= PLANE_STATIC && b->part_count >= 1 && b->part_count <= PLANE_PARTS &&
                 b->first_part < plane->part_count && b->first_part + b->part_count <= plane->part_count &&
                 b->generation >> 20 == 0);
    turn(w, &b->turn), triple(w, &b->at), triple(w, &b->speed), triple(w, &b->spin), triple(w, &b->pushed),
        triple(w, &b->twisted);
    real(w, &b->own_mass), triple(w, &b->own_centre), matrix(w, &b->own_inertia), triple(w, &b->centre),
        real(w, &b->mass), matrix(w, &b->inverse);
    limit(w, b->kind == PLANE_STATIC || (b->own_mass > 0 && b->mass > 0));
    triple(w, &b->fat.low), triple(w, &b->fat.high);
    for (uint32_t i = 0; i < PLANE_DRIVES; i++) {
        struct drive *d = &b->drives[i];
        real(w, &d->aim), real(w, &d->force), within(w, &d->low, NO_STOP), within(w, &d->high, NO_STOP),
            real(w, &d->speed), real(w, &d->travel), real(w, &d->load), real(w, &d->own_mass),
            real(w, &d->motor);
        limit(w, d->own_mass > 0 && d->force >= 0 && d->low <= d->high);
    }
    number(w, &b->awake), number(w, &b->was_awake), number(w, &b->held), number(w, &b->lost),
        frame(w, &b->goal);
    number(w, &b->carrier), number(w, &b->carrier_part), frame(w, &b->in_carrier);
    limit(w, b->carrier <= plane->body_count);
    real(w, &b->still_s), real(w, &b->air_s), real(w, &b->top_z), number(w, &b->airborne), number(w, &b->up),
        triple(w, &b->felt), triple(w, &b->spin_up);
    real(w, &b->margin), number(w, &b->neighbours);
    limit(w, b->up <= 6);
}

static void walk_contact(struct walker *w, const struct plane *plane, struct contact *c) {
    number(w, &c->part_a), number(w, &c->part_b), number(w, &c->body_a), number(w, &c->body_b);
    number(w, &c->how), number(w, &c->feature), number(w, &c->count), number(w, &c->touching),
        triple(w, &c->normal);
    limit(w, c->part_a < plane->part_count && c->part_b < plane->part_count &&
                 c->body_a < plane->body_count && c->body_b < plane->body_count && c->count <= POINTS &&
                 c->how <= MEET_EDGES);
    if (broken(w)) return;
    if (w->in) {
        uint32_t na = plane->parts[c->part_a].count, nb = plane->parts[c->part_b].count;
        limit(w, c->how != MEET_FACE_A || c->feature < na + 2);
        limit(w, c->how != MEET_FACE_B || c->feature < nb + 2);
        limit(w, c->how != MEET_EDGES || (c->feature / 64 <= na && c->feature % 64 <= nb));
        limit(w, plane->bodies[c->body_a].used && plane->bodies[c->body_b].used);
    }
    for (uint32_t i = 0; !broken(w) && i < c->count; i++) {
        struct point *p = &c->points[i];
        triple(w, &p->at), real(w, &p->gap), number(w, &p->key), real(w, &p->push), real(w, &p->along),
            real(w, &p->across);
    }
}

static void walk_patch(struct walker *w, const struct plane *plane, struct patch *p) {
    number(w, &p->used);
    if (!p->used) return;
    number(w, &p->body), corners(w, &p->count, p->corners), real(w, &p->reflectance), real(w, &p->friction),
        number(w, &p->material);
    limit(w, p->body < plane->body_count && p->reflectance >= 0 && p->reflectance <= 1);
}

static void walk(struct walker *w, struct plane *plane) {
    uint32_t steps_low = (uint32_t)plane->steps, steps_high = (uint32_t)(plane->steps >> 32);
    number(w, &steps_low), number(w, &steps_high);
    plane->steps = steps_low | (uint64_t)steps_high << 32;
    real_f(w, &plane->config.gravity_mps2), real_f(w, &plane->config.lost_below_m);
    number(w, &plane->body_count), number(w, &plane->part_count), number(w, &plane->patch_count),
        number(w, &plane->contact_count);
    limit(w, plane->body_count <= plane->config.bodies && plane->part_count <= plane->config.parts &&
                 plane->patch_count <= plane->config.patches &&
                 plane->contact_count <= plane->config.contacts);
    if (broken(w)) return;
    // part after part only where a body has them: the places between are never read
    for (uint32_t i = 0; !broken(w) && i < plane->body_count; i++) {
        struct body *b = &plane->bodies[i];
        walk_body(w, plane, b);
        for (uint32_t k = 0; !broken(w) && b->used && k < b->part_count; k++)
            walk_part(w, &plane->parts[b->first_part + k]);
    }
    for (uint32_t i = 0; !broken(w) && i < plane->patch_count; i++) walk_patch(w, plane, &plane->patches[i]);
    for (uint32_t i = 0; !broken(w) && i < plane->contact_count; i++)
        walk_contact(w, plane, &plane->contacts[i]);
}

uint64_t plane_hash(const struct plane *plane) {
    struct walker w = {0};
    walk(&w, (struct plane *)(uintptr_t)plane); // only reads when it hashes
    return w.hash;
}

void plane_save(const struct plane *plane, struct writer *out) {
    struct walker w = {.out = out};
    write_u32(out, FORMAT);
    write_u32(out, VERSION);
    walk(&w, (struct plane *)(uintptr_t)plane);
}

enum err plane_copy(struct plane *to, const struct plane *from) {
    const struct plane_config *a = &to->config, *b = &from->config;
    if (a->bodies != b->bodies || a->parts != b->parts || a->patches != b->patches ||
        a->contacts != b->contacts || a->events != b->events)
        return ERR_STATE;
    if (to == from) return ERR_NONE;
    struct plane own = *to;
    *to = *from;
    // the tables stay where they are; what is in them comes over, as far as it is used
#define COPY(table, count)                                                                                   \
    to->table = own.table;                                                                                   \
    memcpy(to->table, from->table, (size_t)(count) * sizeof *to->table)
    COPY(bodies, from->config.bodies);
    COPY(active, 0);
    COPY(parts, from->part_count);
    COPY(patches, from->patch_count);
    COPY(contacts, from->contact_count);
    COPY(contacts_before, 0);
    COPY(pairs, from->pair_count);
    COPY(ready, 0);
    COPY(events, from->event_count);
#undef COPY
    to->ready_count = 0;
    return ERR_NONE;
}

// --- Restoring ---------------------------------------------------------------------------------------------

static bool carriers_fine(struct plane *plane) {
    for (uint32_t i = 0; i < plane->body_count; i++) {
        struct body *b = &plane->bodies[i];
        b->root = i;
        if (!b->used) continue;
        for (uint32_t steps = 0; plane->bodies[b->root].carrier; steps++) {
            const struct body *at = &plane->bodies[b->root], *on = &plane->bodies[at->carrier - 1];
            if (steps > plane->body_count || !on->used || at->carrier_part >= on->part_count) return false;
            b->root = at->carrier - 1;
        }
    }
    return true;
}

// Parts belong to one body each, contacts stand in order, and their parts belong to their bodies.
static bool tables_fine(const struct plane *plane) {
    for (uint32_t i = 0; i < plane->body_count; i++)
        for (uint32_t j = 0; j < i; j++) {
            const struct body *a = &plane->bodies[i], *b = &plane->bodies[j];
            if (a->used && b->used && a->first_part < b->first_part + b->part_count &&
                b->first_part < a->first_part + a->part_count)
                return false;
        }
    for (uint32_t i = 0; i < plane->contact_count; i++) {
        const struct contact *c = &plane->contacts[i];
        const struct body *a = &plane->bodies[c->body_a], *b = &plane->bodies[c->body_b];
        if (c->body_a >= c->body_b || c->part_a - a->first_part >= a->part_count ||
            c->part_b - b->first_part >= b->part_count)
            return false;
    }
    return true;
}

static void work_out(struct plane *plane) {
    for (uint32_t i = 0; i < plane->body_count; i++) plane->bodies[i].cargo = 0;
    for (uint32_t i = 0; i < plane->body_count; i++) {
        struct body *b = &plane->bodies[i];
        if (!b->used) continue;
        if (b->carrier) plane->bodies[b->carrier - 1].cargo = 1;
        b->driven = b->jointed = 0;
        for (uint32_t k = 0; k < PLANE_DRIVES; k++)
            b->driven |= b->drives[k].force > 0, b->drives[k].mass = b->drives[k].own_mass;
        for (uint32_t k = 0; k < b->part_count; k++) b->jointed |= plane->parts[b->first_part + k].joint != 0;
        body_count_drives(plane, b);
        body_follow(plane, b);
        plane->dirty |= b->neighbours;
    }
    for (uint32_t i = 0; i < plane->patch_count; i++)
        if (plane->patches[i].used) plane->bodies[plane->patches[i].body].patch_count++;
    plane_rebuild_pairs(plane);
}

enum err plane_restore(struct plane *plane, struct reader *in, struct fault *fault) {
    struct plane *new = plane_new(&plane->config);
    if (!new) return fault_set(fault, ERR_MEMORY, "no memory to restore a plane");
    enum err err = ERR_NONE;
    if (read_u32(in) != FORMAT)
        err = fault_set(fault, in->err ? in->err : ERR_SYNTAX, "this is not a saved plane");
    else if (read_u32(in) != VERSION)
        err = fault_set(fault, ERR_VERSION, "a plane saved by a version this program does not know");
    if (!err) {
        struct walker w = {.in = in};
        walk(&w, new);
        if (in->err)
            err = fault_set(fault, in->err, "a saved plane is damaged or needs more room, at byte %zu",
                            reader_offset(in));
        else if (!carriers_fine(new) || !tables_fine(new))
            err = fault_set(fault, ERR_SYNTAX, "a saved plane is inconsistent");
    }
    if (!err) {
        work_out(new);
        plane_copy(plane, new);
    }
    plane_free(new);
    return err;
}
