// One step: forces, neighbours, contacts, impulses, motion and events.
#include "world/plane/plane_internal.h"

#include <string.h>

#define STILL_MPS     0.003 // slower is rest
#define STILL_RADPS   0.06
#define SLEEP_S       0.5
#define FASTEST_MPS   60
#define FASTEST_RADPS 300
#define FASTEST_DRIVE 100
#define HAND_MPS      5 // a hand that jumps does not push harder than one that moves so fast
#define FALLING_S     0.05
#define IMPACT_MPS    0.05
#define PARTED_M      0.0005
#define UP            0.8 // an axis this upright points up
#define ROLL_MPS2     0.2 // what rolling costs a ball: felt on a table, cloth and grass cost more

static struct d3 at_most(struct d3 v, double most) {
    double size = dot(v, v);
    return size > most * most ? scale(v, most / __builtin_sqrt(size)) : v;
}

// --- Before ------------------------------------------------------------------------------------------------

static void follow_hand(struct body *b) {
    struct axes goal = axes_of(b->goal.turn);
    struct d3 com = add(b->goal.at, rotate(&goal, b->centre));
    struct dq back = {b->turn.w, -b->turn.x, -b->turn.y, -b->turn.z}, turn = dq_times(b->goal.turn, back);
    double way = turn.w < 0 ? -2 / STEP_S : 2 / STEP_S;
    b->speed = at_most(scale(sub(com, b->com), 1 / STEP_S), HAND_MPS);
    b->spin = at_most(scale(d3(turn.x, turn.y, turn.z), way), HAND_MPS / 0.05);
}

// A ball that rolls on something slows down: its spin does, and by its grip its way. A ball of even filling
// has two fifths of its inertia in the spin, so that is slowed three and a half times as much.
static void roll_out(const struct plane *plane, struct body *b) {
    const struct part *ball = body_ball(plane, b);
    double size = length(b->spin);
    if (!ball || b->air_s > 0 || size == 0) return;
    double less = 3.5 * ROLL_MPS2 / part_radius(ball) * STEP_S;
    b->spin = scale(b->spin, md_max(size - less, 0) / size);
}

static void accelerate(struct plane *plane, struct body *b) {
    b->speed_before = b->speed;
    b->spin_before = b->spin;
    b->landing = 0;
    b->supported = 0;
    if (b->held)
        follow_hand(b);
    else if (b->inverse_mass > 0) {
        b->speed.z -= (double)plane->config.gravity_mps2 * STEP_S;
        b->speed = at_most(madd(b->speed, b->pushed, STEP_S * b->inverse_mass), FASTEST_MPS);
        b->spin = at_most(madd(b->spin, multiply(&b->inverse_world, b->twisted), STEP_S), FASTEST_RADPS);
        roll_out(plane, b);
    }
    b->pushed = b->twisted = d3(0, 0, 0);
    struct d3 size = sub(b->box.high, b->box.low);
    b->margin = STEP_S * (length(b->speed) + length(b->spin) * 0.5 * (size.x + size.y + size.z) * 0.6);
}

// A joint has to lift what rides on its part, and to set it in motion.
static void load_joints(struct plane *plane) {
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        if (!b->driven && !b->jointed) continue;
        for (uint32_t k = 0; k < b->drive_count; k++) {
            struct drive *d = &b->drives[k];
            d->mass = d->own_mass;
            d->speed = md_clamp(d->speed, -FASTEST_DRIVE, FASTEST_DRIVE);
            d->speed_before = d->speed;
        }
    }
    for (uint32_t n = 0; n < plane->active_count; n++) {
        const struct body *on = &plane->bodies[plane->active[n]];
        if (!on->carrier) continue;
        struct body *b = &plane->bodies[on->carrier - 1];
        const struct part *part = &plane->parts[b->first_part + on->carrier_part];
        if (!part->joint) continue;
        struct drive *d = &b->drives[part->joint - 1];
        struct d3 skin =
            add(rotate(&b->axes, part->slide), cross(rotate(&b->axes, part->turn), sub(on->com, part->at)));
        d->mass += on->mass * dot(skin, skin);
        d->speed -= (double)plane->config.gravity_mps2 * STEP_S * on->mass * skin.z / d->mass;
    }
}

// Most of a world rests; only these are looked at in a step.
static void list_awake(struct plane *plane) {
    plane->active_count = 0;
    for (uint32_t i = 0; i < plane->body_count; i++)
        if (plane->bodies[i].used && plane->bodies[plane->bodies[i].root].awake)
            plane->active[plane->active_count++] = i;
}

static void before(struct plane *plane) {
    list_awake(plane);
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        if (b->carrier)
            b->speed_before = b->speed, b->spin_before = b->spin;
        else
            accelerate(plane, b);
    }
}

// What is awake and not at rest wakes what it touches.
static void wake_neighbours(struct plane *plane) {
    bool any = false;
    for (uint32_t i = 0; i < plane->contact_count; i++) {
        const struct contact *c = &plane->contacts[i];
        if (!c->count) continue;
        struct body *a = &plane->bodies[plane->bodies[c->body_a].root],
                    *b = &plane->bodies[plane->bodies[c->body_b].root];
        if (a->awake == b->awake) continue;
        struct body *awake = a->awake ? a : b, *asleep = a->awake ? b : a;
        if (asleep->inverse_mass > 0 && awake->still_s == 0) {
            body_wake(plane, asleep);
            any = true;
            asleep->speed_before = asleep->spin_before = d3(0, 0, 0);
            asleep->landing = asleep->margin = 0;
            asleep->supported = 0;
            asleep->speed.z = -(double)plane->config.gravity_mps2 * STEP_S;
        }
    }
    if (any) list_awake(plane);
}

// --- Motion ------------------------------------------------------------------------------------------------

static struct dq turned(struct dq q, struct d3 spin, double seconds) {
    struct dq change = dq_times((struct dq){0, spin.x, spin.y, spin.z}, q);
    double h = seconds / 2;
    return dq_unit(
        (struct dq){q.w + change.w * h, q.x + change.x * h, q.y + change.y * h, q.z + change.z * h});
}

static void move_joints(struct plane *plane, struct body *b) {
    for (uint32_t i = 0; i < b->drive_count; i++) {
        struct drive *d = &b->drives[i];
        d->speed = md_clamp(d->speed, -FASTEST_DRIVE, FASTEST_DRIVE);
        d->travel = md_clamp(d->travel + d->speed * STEP_S, d->low, d->high);
    }
    if (!b->jointed) return;
    bool any = false;
    for (uint32_t i = 0; i < b->part_count; i++) {
        struct part *part = &plane->parts[b->first_part + i];
        if (!part->joint) continue;
        double way = b->drives[part->joint - 1].speed * STEP_S;
        double before = part->via ? b->drives[part->via - 1].speed * STEP_S : 0;
        if (way == 0 && before == 0) continue;
        any = true;
        part->in_body.at = madd(part->in_body.at, part->slide, way);
        part->in_body.turn = turned(part->in_body.turn, part->turn, way);
        if (before == 0) continue;
        part->in_body.at = madd(part->in_body.at, part->via_slide, before);
        part->in_body.turn = turned(part->in_body.turn, part->via_turn, before);
    }
    if (any && b->cargo) body_weigh(plane, &plane->bodies[b->root]);
}

static void lose(struct plane *plane, struct body *b) {
    if (!(b->com.z - b->com.z == 0))
        b->at = d3(0, 0, (double)plane->config.lost_below_m); // cannot be; but never contagious
    b->lost = 1;
    b->awake = b->airborne = 0;
    b->speed = b->spin = d3(0, 0, 0);
    plane_tell(plane, PLANE_LOST, b, NULL);
}

static void move(struct plane *plane, struct body *b) {
    if (b->held) {
        b->at = b->goal.at;
        b->turn = b->goal.turn;
    } else if (b->inverse_mass > 0) {
        b->speed = at_most(b->speed, FASTEST_MPS);
        b->spin = at_most(b->spin, FASTEST_RADPS);
        struct d3 com = madd(b->com, b->speed, STEP_S);
        b->turn = turned(b->turn, b->spin, STEP_S);
        struct axes axes = axes_of(b->turn);
        b->at = sub(com, rotate(&axes, b->centre));
        if (!(com.z >= (double)plane->config.lost_below_m) || !(com.x - com.x == 0) || !(com.y - com.y == 0))
            lose(plane, b);
    }
    body_follow(plane, b);
    body_ride(plane, b);
}

static void move_all(struct plane *plane) {
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        if (b->driven || b->jointed) move_joints(plane, b);
    }
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        if (!b->carrier) move(plane, b);
    }
}

// --- What there is to tell ---------------------------------------------------------------------------------

struct plane_event *plane_tell(struct plane *plane, enum plane_event_kind kind, const struct body *a,
                               const struct body *b) {
    if (plane->event_count == plane->config.events) {
        plane->events_missed++;
        return NULL;
    }
    struct plane_event *e = &plane->events[plane->event_count++];
    *e = (struct plane_event){.kind = kind,
                              .a = plane_id(plane, a),
                              .b = plane_id(plane, b),
                              .at = d3_to(a->com),
                              .up = (uint8_t)a->up};
    return e;
}

static void tell_contact(struct plane *plane, enum plane_event_kind kind, const struct contact *c, double met,
                         double impulse) {
    const struct body *a = &plane->bodies[c->body_a], *b = &plane->bodies[c->body_b];
    struct plane_event *e = plane_tell(plane, kind, a, b);
    if (!e) return;
    e->part_a = c->part_a - a->first_part;
    e->part_b = c->part_b - b->first_part;
    e->speed = (float)-met;
    e->impulse = (float)impulse;
    if (c->count) e->at = d3_to(c->points[0].at);
    e->normal = d3_to(c->normal);
}

static void feel_contacts(struct plane *plane) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < plane->contact_count; i++) {
        struct contact *c = &plane->contacts[i];
        struct body *a = &plane->bodies[plane->bodies[c->body_a].root],
                    *b = &plane->bodies[plane->bodies[c->body_b].root];
        if (!a->awake && !b->awake) continue;
        double met = 0, push = 0;
        bool near = false;
        for (uint32_t k = 0; k < c->count; k++) {
            push += c->points[k].push;
            near |= c->points[k].gap < PARTED_M;
        }
        for (; next < plane->ready_count; next++) { // those of this contact stand together, in the same order
            const struct ready *r = &plane->ready[next];
            if (r->point < c->points || r->point >= c->points + POINTS) break;
            if (r->point->push > 0) met = md_min(met, r->met);
        }
        if (push > 0) {
            a->supported |= c->normal.z > 0.2;
            b->supported |= c->normal.z < -0.2;
            a->landing = md_min(a->landing, met);
            b->landing = md_min(b->landing, met);
        }
        uint32_t touching = push > 0 || (c->touching && near);
        if (touching && !c->touching) tell_contact(plane, PLANE_TOUCH, c, met, push);
        if (!touching && c->touching) tell_contact(plane, PLANE_PART, c, 0, 0);
        if (met < -IMPACT_MPS) tell_contact(plane, PLANE_IMPACT, c, met, push);
        c->touching = touching;
    }
}

static void feel_air(struct plane *plane, struct body *b) {
    if (b->held || b->supported) {
        if (b->airborne && !b->held) {
            struct plane_event *e = plane_tell(plane, PLANE_LANDED, b, NULL);
            if (e) e->speed = (float)-b->landing, e->fall = (float)md_max(0, b->top_z - b->com.z);
        }
        b->airborne = 0;
        b->air_s = 0;
        b->top_z = b->com.z;
        return;
    }
    b->air_s += STEP_S;
    b->top_z = md_max(b->top_z, b->com.z);
    if (b->airborne || b->air_s < FALLING_S) return;
    b->airborne = 1;
    plane_tell(plane, PLANE_FELL, b, NULL);
}

static void feel_up(struct plane *plane, struct body *b) {
    double along[] = {b->axes.x.z, b->axes.y.z, b->axes.z.z};
    uint32_t up = b->up;
    for (uint32_t i = 0; i < 3; i++)
        if (md_abs(along[i]) > UP) up = i * 2 + (along[i] > 0 ? 2 : 1);
    if (up == b->up) return;
    bool first = b->up == 0;
    b->up = up;
    if (!first) plane_tell(plane, PLANE_TIPPED, b, NULL);
}

// --- Sleep -------------------------------------------------------------------------------------------------

static uint32_t island_of(struct plane *plane, uint32_t i) {
    while (plane->bodies[i].island != i)
        i = plane->bodies[i].island = plane->bodies[plane->bodies[i].island].island;
    return i;
}

static bool at_rest(const struct body *b) {
    if (dot(b->speed, b->speed) > STILL_MPS * STILL_MPS || dot(b->spin, b->spin) > STILL_RADPS * STILL_RADPS)
        return false;
    for (uint32_t i = 0; b->driven && i < b->drive_count; i++)
        if (b->drives[i].force > 0 && (b->drives[i].aim != 0 || md_abs(b->drives[i].speed) > 1e-6))
            return false;
    return true;
}

// Things that touch fall asleep together.
static void sleep(struct plane *plane) {
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        b->island = plane->active[n];
        if (b->carrier || !b->awake) continue;
        b->still_s = at_rest(b) && (b->supported || b->held) ? b->still_s + STEP_S : 0;
        b->calm_s = b->still_s;
    }
    for (uint32_t n = 0; n < plane->active_count; n++) { // what is driven on a carrier keeps all of it awake
        const struct body *b = &plane->bodies[plane->active[n]];
        if (b->carrier && b->driven && !at_rest(b))
            plane->bodies[b->root].still_s = plane->bodies[b->root].calm_s = 0;
    }
    for (uint32_t i = 0; i < plane->contact_count; i++) {
        const struct contact *c = &plane->contacts[i];
        if (!c->touching) continue;
        uint32_t a = plane->bodies[c->body_a].root, b = plane->bodies[c->body_b].root;
        if (!plane->bodies[a].awake || !plane->bodies[b].awake) continue;
        a = island_of(plane, a), b = island_of(plane, b);
        if (a == b) continue;
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        plane->bodies[high].island = low;
        plane->bodies[low].calm_s = md_min(plane->bodies[low].calm_s, plane->bodies[high].calm_s);
    }
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        if (b->carrier || !b->awake || plane->bodies[island_of(plane, plane->active[n])].calm_s < SLEEP_S)
            continue;
        b->awake = 0;
        b->speed = b->spin = b->spin_up = d3(0, 0, 0);
        b->margin = 0;
        b->felt = d3(0, 0, (double)plane->config.gravity_mps2);
        for (uint32_t k = 0; k < b->drive_count; k++) b->drives[k].speed = b->drives[k].motor = 0;
    }
}

static void after(struct plane *plane) {
    feel_contacts(plane);
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        if (!plane->bodies[b->root].awake) continue; // lost in this step
        b->felt = scale(sub(b->speed, b->speed_before), 1 / STEP_S);
        b->spin_up = scale(sub(b->spin, b->spin_before), 1 / STEP_S);
        b->felt.z += (double)plane->config.gravity_mps2;
        if (!b->carrier && b->kind == PLANE_DYNAMIC) feel_air(plane, b);
        if (b->kind == PLANE_DYNAMIC && !body_ball(plane, b)) feel_up(plane, b);
        if (!b->driven && !b->jointed) continue;
        for (uint32_t k = 0; k < b->drive_count; k++) {
            struct drive *d = &b->drives[k];
            d->load = (d->motor - (d->speed - d->speed_before) * d->mass) / STEP_S;
        }
    }
    sleep(plane);
    for (uint32_t n = 0; n < plane->active_count; n++) {
        struct body *b = &plane->bodies[plane->active[n]];
        if (b->carrier || b->kind != PLANE_DYNAMIC || b->awake == b->was_awake) continue;
        plane_tell(plane, b->awake ? PLANE_WOKE : PLANE_SLEPT, b, NULL);
        b->was_awake = b->awake;
    }
}

void plane_step(struct plane *plane) {
    plane->steps++;
    plane->event_count = plane->events_missed = 0;
    before(plane);
    plane_neighbours(plane);
    plane_contacts(plane);
    wake_neighbours(plane);
    load_joints(plane);
    plane_prepare(plane);
    plane_solve(plane);
    move_all(plane);
    plane_settle(plane);
    after(plane);
}

uint32_t plane_event_count(const struct plane *plane) { return plane->event_count; }
const struct plane_event *plane_event(const struct plane *plane, uint32_t i) {
    return i < plane->event_count ? &plane->events[i] : NULL;
}

const char *plane_event_name(enum plane_event_kind kind) {
    static const char *const names[] = {"touch",  "part",  "impact", "fell", "landed",
                                        "tipped", "slept", "woke",   "lost"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}
