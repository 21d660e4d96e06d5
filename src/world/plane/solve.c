// Contact forces: impulses found one by one, in several passes, starting from those of the previous step
// (sequential impulses). Contacts only push. Friction lies in a disc whose radius is the friction coefficient
// times the push.
//
// Drives take part: the surface of a tread and a joint are one more degree of freedom each. Each has a mass
// of its own and a motor that brings it to its target with at most its force. So a tread spins when the floor
// is slippery or its load too great, and a lift stalls under something heavy, without special rules.
#include "world/plane/plane_internal.h"

#define SLOP_M     0.0001 // an overlap that is left alone, so that touching things go on touching
#define MEND       0.25   // of the rest in one step
#define MEND_MPS   0.6    // and not faster than this
#define CALM_MPS   0.002  // mending slower than this leaves no speed behind that matters
#define BOUNCE_MPS 0.1    // slower meetings do not bounce

// Squeezed this deep between others a push gives way by a share in each round, else two that push against
// each other would grow for ever; and no push is harder than what stops twice its meeting and MOST_MPS.
#define DEEP_M   0.002
#define GIVE     0.2
#define MOST_MPS 6

// What is held is moved by its joints alone. Where a push runs past a joint's axis, as on the side of a leg
// that lies, it would have to spin it without end to move the point at all: such a point does not give way.
#define STUCK_KG 1000.0

// Rounds end when one changes nothing by more than EXACT_MPS. After ROUNDS it is enough when none changes
// more than ROUGH_MPS, for what is left over goes down in the next steps; not where things that move stand on
// each other.
#define ROUNDS      8
#define ROUNDS_HARD 24
// Legs stand on the ground through two joints each, whose motors hold one another: they never become as exact
// as that. Without a blow they get fewer rounds, and the next step begins with their impulses.
#define ROUNDS_LEGS 6
#define EXACT_MPS   5e-7
#define ROUGH_MPS   2e-5

struct side {          // one of the two at a contact
    struct body *body; // the one that carries
    struct drive *drive;
    bool pushed;          // its body can be pushed
    struct d3 skin;       // how the point moves for each unit of the drive
    struct drive *before; // of a chain: the one it hangs from
    struct d3 before_skin;
};

// A part may be moved by a joint of its own body, or ride, through others, on a part that is.
static struct side side_of(const struct plane *plane, uint32_t body, uint32_t part, struct d3 at) {
    struct body *own = &plane->bodies[body];
    struct side side = {.body = &plane->bodies[own->root]};
    side.pushed = side.body->inverse_mass > 0 && side.body->awake;
    const struct part *p = &plane->parts[part];
    while (!p->joint && own->carrier) {
        part = plane->bodies[own->carrier - 1].first_part + own->carrier_part;
        own = &plane->bodies[own->carrier - 1];
        p = &plane->parts[part];
    }
    if (!p->joint) return side;
    side.drive = &own->drives[p->joint - 1];
    side.skin = add(rotate(&own->axes, p->slide), cross(rotate(&own->axes, p->turn), sub(at, p->at)));
    if (!p->via) return side;
    side.before = &own->drives[p->via - 1];
    side.before_skin =
        add(rotate(&own->axes, p->via_slide), cross(rotate(&own->axes, p->via_turn), sub(at, p->at)));
    return side;
}

static void prepare_row(struct row *row, struct d3 way, struct d3 at, const struct side *a,
                        const struct side *b) {
    row->way = way;
    row->fixed = 0;
    row->drive_a = a->drive ? dot(way, a->skin) : 0;
    row->drive_b = b->drive ? -dot(way, b->skin) : 0;
    if (a->before) row->via_a = dot(way, a->before_skin);
    if (b->before) row->via_b = -dot(way, b->before_skin);
    if (a->pushed) {
        row->arm_a = cross(sub(at, a->body->com), way);
        row->gain_a = multiply(&a->body->inverse_world, row->arm_a);
    } else {
        row->fixed += dot(way, body_speed_at(a->body, at));
    }
    if (b->pushed) {
        row->arm_b = cross(sub(at, b->body->com), way);
        row->gain_b = multiply(&b->body->inverse_world, row->arm_b);
    } else {
        row->fixed -= dot(way, body_speed_at(b->body, at));
    }
}

static void kick(const struct ready *r, struct row *row) {
    row->kick_a = r->motor_a ? row->drive_a / r->motor_a->mass : 0;
    row->kick_b = r->motor_b ? row->drive_b / r->motor_b->mass : 0;
    if (r->before_a) row->via_kick_a = row->via_a / r->before_a->mass;
    if (r->before_b) row->via_kick_b = row->via_b / r->before_b->mass;
}

// How much the speed along row p changes for a unit of impulse along row q.
static double coupling(const struct ready *r, const struct row *p, const struct row *q) {
    double k = 0;
    if (r->a) k += r->a->inverse_mass * dot(p->way, q->way) + dot(p->arm_a, q->gain_a);
    if (r->b) k += r->b->inverse_mass * dot(p->way, q->way) + dot(p->arm_b, q->gain_b);
    if (r->motor_a) k += p->drive_a * q->kick_a;
    if (r->motor_b) k += p->drive_b * q->kick_b;
    if (r->before_a) k += p->via_a * q->via_kick_a;
    if (r->before_b) k += p->via_b * q->via_kick_b;
    return k;
}

static inline __attribute__((always_inline)) double row_speed(const struct ready *r, const struct row *row) {
    double v = row->fixed;
    if (r->a) v += dot(row->way, r->a->speed) + dot(row->arm_a, r->a->spin);
    if (r->b) v -= dot(row->way, r->b->speed) + dot(row->arm_b, r->b->spin);
    if (r->motor_a) {
        v += row->drive_a * r->motor_a->speed;
        if (r->before_a) v += row->via_a * r->before_a->speed;
    }
    if (r->motor_b) {
        v += row->drive_b * r->motor_b->speed;
        if (r->before_b) v += row->via_b * r->before_b->speed;
    }
    return v;
}

static inline __attribute__((always_inline)) void row_apply(const struct ready *r, const struct row *row,
                                                            double impulse) {
    if (r->a) {
        r->a->speed = madd(r->a->speed, row->way, impulse * r->a->inverse_mass);
        r->a->spin = madd(r->a->spin, row->gain_a, impulse);
    }
    if (r->b) {
        r->b->speed = madd(r->b->speed, row->way, -impulse * r->b->inverse_mass);
        r->b->spin = madd(r->b->spin, row->gain_b, -impulse);
    }
    if (r->motor_a) {
        r->motor_a->speed += row->kick_a * impulse;
        if (r->before_a) r->before_a->speed += row->via_kick_a * impulse;
    }
    if (r->motor_b) {
        r->motor_b->speed += row->kick_b * impulse;
        if (r->before_b) r->before_b->speed += row->via_kick_b * impulse;
    }
}

static double friction_of(const struct plane *plane, const struct body *body, const struct part *part,
                          struct d3 at) {
    if (!body->patch_count) return part->friction;
    const struct patch *patch = plane_patch_at(plane, body, at);
    return patch && patch->friction >= 0 ? patch->friction : part->friction;
}

static struct d3 unit(struct d3 v) { return scale(v, 1 / length(v)); }

enum skin { SKIN_NONE, SKIN_A, SKIN_B };

// Whose skin runs along this contact, and which way: across its axle and the normal. The flat side of a tread
// does not run.
static enum skin skin_of(const struct plane *plane, const struct contact *c, struct d3 *along) {
    struct d3 n = c->normal, way = {0};
    enum skin skin = plane->parts[c->part_a].tread   ? SKIN_A
                     : plane->parts[c->part_b].tread ? SKIN_B
                                                     : SKIN_NONE;
    if (skin == SKIN_A) way = cross(plane->bodies[c->body_a].axes.y, n);
    if (skin == SKIN_B) way = cross(n, plane->bodies[c->body_b].axes.y);
    if (dot(way, way) > 0.01) return *along = unit(way), skin;
    *along = unit(n.x * n.x < 0.5 ? d3(0, n.z, -n.y) : d3(-n.z, 0, n.x));
    return SKIN_NONE;
}

static bool turns(const struct part *part) { return part->joint && dot(part->turn, part->turn) > 0; }

static void prepare_point(struct plane *plane, const struct contact *c, struct point *point, struct d3 along,
                          enum skin skin, double friction, double bounce) {
    struct side a = side_of(plane, c->body_a, c->part_a, point->at),
                b = side_of(plane, c->body_b, c->part_b, point->at);
    const struct part *pa = &plane->parts[c->part_a], *pb = &plane->parts[c->part_b];
    struct ready *r = &plane->ready[plane->ready_count];
    if (skin == SKIN_A && !a.drive) a.drive = &plane->bodies[c->body_a].drives[pa->tread - 1];
    if (skin == SKIN_B && !b.drive) b.drive = &plane->bodies[c->body_b].drives[pb->tread - 1];
    if (!a.pushed && !b.pushed && !a.drive && !b.drive) return;
    plane->ready_count++;
    r->a = a.pushed ? a.body : NULL;
    r->b = b.pushed ? b.body : NULL;
    r->motor_a = a.drive;
    r->motor_b = b.drive;
    r->before_a = a.before;
    r->before_b = b.before;
    prepare_row(&r->push, c->normal, point->at, &a, &b);
    prepare_row(&r->along, along, point->at, &a, &b);
    prepare_row(&r->across, cross(c->normal, along), point->at, &a, &b);
    if (skin == SKIN_A)
        r->along.drive_a = -1; // the skin runs back under a robot that drives ahead
    else if (skin == SKIN_B)
        r->along.drive_b = 1;
    kick(r, &r->push), kick(r, &r->along), kick(r, &r->across);
    double k = coupling(r, &r->push, &r->push);
    bool turns_alone = !r->a && !r->b && (turns(pa) || turns(pb));
    r->mass = k > (turns_alone ? 1 / STUCK_KG : 1e-12) ? 1 / k : 0;
    r->inverse_mass = k;
    double ll = coupling(r, &r->along, &r->along), lc = coupling(r, &r->along, &r->across),
           cc = coupling(r, &r->across, &r->across);
    double whole = ll * cc - lc * lc;
    if (whole > 1e-12 * ll * cc)
        r->ll = cc / whole, r->lc = -lc / whole, r->cc = ll / whole;
    else
        r->ll = ll > 1e-12 ? 1 / ll : 0, r->lc = 0, r->cc = cc > 1e-12 ? 1 / cc : 0;
    double half = (ll - cc) / 2, largest = (ll + cc) / 2 + __builtin_sqrt(half * half + lc * lc);
    r->slide_mass = largest > 1e-12 ? 1 / largest : 0;
    double sideways = skin == SKIN_A ? pa->sideways : skin == SKIN_B ? pb->sideways : 1;
    r->wide = sideways * sideways;
    r->narrow = 1 / r->wide;
    r->gap_speed = point->gap > 0 ? -point->gap / STEP_S : 0;
    r->aim = point->gap < -SLOP_M ? md_min(MEND * (-point->gap - SLOP_M) / STEP_S, MEND_MPS) : r->gap_speed;
    r->keeps = point->gap < -DEEP_M ? 1 - GIVE : 1;
    r->friction = friction;
    r->bounce = bounce;
    r->point = point;
    // without the fall of this step, which all that rests has
    double fall = (double)plane->config.gravity_mps2 * STEP_S * c->normal.z;
    r->met = row_speed(r, &r->push) + (r->a ? fall : 0) - (r->b ? fall : 0);
    r->most = r->mass * (MOST_MPS + 2 * md_max(0, -r->met));
    point->push = md_min(point->push, r->most);
}

// The motors go on as they did.
static void prepare_motors(struct plane *plane) {
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *body = &plane->bodies[plane->active[n]];
        if (!body->driven) continue;
        for (uint32_t k = 0; k < body->drive_count; k++) {
            struct drive *d = &body->drives[k];
            d->motor = md_clamp(d->motor, -d->force * STEP_S, d->force * STEP_S);
            d->speed += d->motor / d->mass;
        }
    }
}

void plane_prepare(struct plane *plane) {
    prepare_motors(plane);
    plane->ready_count = 0;
    for (uint32_t i = 0; i < plane->contact_count; i++) {
        struct contact *c = &plane->contacts[i];
        if (!c->count) continue;
        const struct body *a = &plane->bodies[c->body_a], *b = &plane->bodies[c->body_b];
        if (!plane->bodies[a->root].awake && !plane->bodies[b->root].awake) continue;
        const struct part *pa = &plane->parts[c->part_a], *pb = &plane->parts[c->part_b];
        double fa = friction_of(plane, a, pa, c->points[0].at),
               fb = friction_of(plane, b, pb, c->points[0].at);
        struct d3 along;
        enum skin skin = skin_of(plane, c, &along);
        for (uint32_t k = 0; k < c->count; k++)
            prepare_point(plane, c, &c->points[k], along, skin, __builtin_sqrt(fa * fb),
                          md_max(pa->restitution, pb->restitution));
    }
    for (uint32_t i = 0; i < plane->ready_count; i++) {
        struct ready *r = &plane->ready[i];
        row_apply(r, &r->push, r->point->push);
        row_apply(r, &r->along, r->point->along);
        row_apply(r, &r->across, r->point->across);
    }
}

// What stays the same in all rounds: how much its motor can, and how fast it would be at its stops.
static void bound_motors(struct plane *plane) {
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *body = &plane->bodies[plane->active[n]];
        for (uint32_t k = 0; k < body->drive_count; k++) {
            struct drive *d = &body->drives[k];
            d->most = d->force * STEP_S;
            d->to_low = (d->low - d->travel) / STEP_S;
            d->to_high = (d->high - d->travel) / STEP_S;
        }
    }
}

static double solve_motor(struct drive *d) {
    double before = d->speed, motor = md_clamp(d->motor + (d->aim - d->speed) * d->mass, -d->most, d->most);
    if (motor != d->motor) d->speed += (motor - d->motor) / d->mass;
    d->motor = motor;
    d->speed = md_clamp(d->speed, d->to_low, d->to_high);
    return md_abs(d->speed - before);
}

static double solve_motors(struct plane *plane) {
    double most = 0;
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *body = &plane->bodies[plane->active[n]];
        if (!body->driven && !body->jointed) continue;
        for (uint32_t k = 0; k < body->drive_count; k++) most = md_max(most, solve_motor(&body->drives[k]));
    }
    return most;
}

// Holding: the impulse that stops the slip, if it lies in the disc (for a tread an ellipse, narrower
// sideways). Sliding: the impulse in the disc that takes most out of the motion, found by going a safe step
// against the slip and back to the edge.
static inline __attribute__((always_inline)) double solve_friction(struct ready *r) {
    double l = row_speed(r, &r->along), c = row_speed(r, &r->across), limit = r->friction * r->point->push;
    double along = r->point->along - (r->ll * l + r->lc * c),
           across = r->point->across - (r->lc * l + r->cc * c);
    if (along * along + across * across * r->narrow > limit * limit) {
        along = r->point->along - r->slide_mass * l;
        across = r->point->across - r->slide_mass * r->wide * c;
        double size = along * along + across * across * r->narrow;
        if (size > limit * limit) {
            double shrink = limit / __builtin_sqrt(size);
            along *= shrink, across *= shrink;
        }
    }
    double by_l = along - r->point->along, by_c = across - r->point->across;
    r->point->along = along;
    r->point->across = across;
    row_apply(r, &r->along, by_l);
    row_apply(r, &r->across, by_c);
    return md_max(md_abs(by_l), md_abs(by_c)) * r->inverse_mass;
}

static inline __attribute__((always_inline)) double solve_push(struct ready *r, double aim) {
    double push = md_clamp(r->point->push * r->keeps - r->mass * (row_speed(r, &r->push) - aim), 0, r->most),
           by = push - r->point->push;
    r->point->push = push;
    row_apply(r, &r->push, by);
    return md_abs(by) * r->inverse_mass;
}

static void solve(struct plane *plane, int rounds, int rounds_rough, bool mend) {
    bound_motors(plane);
    for (int round = 1; round <= rounds_rough; round++) {
        double most = solve_motors(plane);
        for (uint32_t i = 0; i < plane->ready_count; i++) {
            struct ready *r = &plane->ready[i];
            if (!(r->mass > 0)) continue;
            double by = solve_push(r, mend ? r->aim : r->gap_speed), rub = solve_friction(r);
            most = md_max(most, md_max(by, rub));
        }
        if (most < EXACT_MPS || (round >= rounds && most < ROUGH_MPS)) return;
    }
}

void plane_solve(struct plane *plane) {
    bool stands = false, legs = true;
    for (uint32_t i = 0; i < plane->ready_count; i++) {
        const struct ready *r = &plane->ready[i];
        stands |= r->a && r->b && md_abs(r->push.way.z) > 0.3;
        legs &= ((r->a && r->a->walks) || (r->b && r->b->walks)) && r->met > -BOUNCE_MPS;
    }
    solve(plane, stands ? ROUNDS_HARD : ROUNDS, legs ? ROUNDS_LEGS : ROUNDS_HARD, true);
}

static bool bounces(const struct ready *r) {
    if (!(r->met < -BOUNCE_MPS && r->bounce > 0 && r->mass > 0)) return false;
    return r->point->push > 0 ||
           md_abs(row_speed(r, &r->push) - r->gap_speed) < 1e-4; // four feet need not all push
}

// After everything has moved: takes out the speed that only mended overlaps, then lets hard meetings bounce.
void plane_settle(struct plane *plane) {
    bool mended = false, bounce = false;
    for (uint32_t i = 0; i < plane->ready_count; i++) {
        const struct ready *r = &plane->ready[i];
        mended |= r->aim > CALM_MPS && r->point->push > 0;
        bounce |= bounces(r);
    }
    if (mended) solve(plane, 3, 3, false);
    for (uint32_t i = 0; bounce && i < plane->ready_count; i++) // who bounces is settled before anyone does
        plane->ready[i].bounces = bounces(&plane->ready[i]);
    for (int round = 0; bounce && round < ROUNDS_HARD; round++) {
        double most = 0;
        for (uint32_t i = 0; i < plane->ready_count; i++) {
            struct ready *r = &plane->ready[i];
            if (r->bounces) most = md_max(most, solve_push(r, -r->bounce * r->met));
        }
        if (most < EXACT_MPS) return;
    }
}
