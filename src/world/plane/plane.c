// Birth, bodies and verbs.
#include "world/plane/plane_internal.h"

#include "base/plural.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 4095, INDEX_BITS = 12 };

struct plane_config plane_defaults(void) {
    return (struct plane_config){.bodies = 64,
                                 .parts = 256,
                                 .patches = 64,
                                 .contacts = 256,
                                 .events = 128,
                                 .gravity_mps2 = 9.81f,
                                 .lost_below_m = -10};
}

static void *carve(struct plane *plane, size_t *used, size_t count, size_t size) {
    void *at = plane ? (char *)plane + *used : NULL;
    *used += (count * size + 63) / 64 * 64;
    return at;
}

// Places the tables after the struct in one piece of memory; with NULL it only measures.
static size_t lay(struct plane *plane, const struct plane_config *config) {
    struct plane none = {.config = *config}, *p = plane ? plane : &none;
    size_t used = (sizeof *plane + 63) / 64 * 64;
    p->pair_room = config->bodies * 32 < config->contacts ? config->contacts : config->bodies * 32;
    p->bodies = carve(plane, &used, config->bodies, sizeof *p->bodies);
    p->active = carve(plane, &used, config->bodies, sizeof *p->active);
    p->parts = carve(plane, &used, config->parts, sizeof *p->parts);
    p->patches = carve(plane, &used, config->patches, sizeof *p->patches);
    p->contacts = carve(plane, &used, config->contacts, sizeof *p->contacts);
    p->contacts_before = carve(plane, &used, config->contacts, sizeof *p->contacts);
    p->pairs = carve(plane, &used, p->pair_room, sizeof *p->pairs);
    p->ready = carve(plane, &used, (size_t)config->contacts * POINTS, sizeof *p->ready);
    p->events = carve(plane, &used, config->events, sizeof *p->events);
    p->size = used;
    return used;
}

struct plane *plane_new(const struct plane_config *config) {
    if (config->bodies > MOST || config->parts > MOST || config->patches > MOST ||
        config->contacts > 4 * MOST || config->events > 4 * MOST)
        return NULL;
    if (!config->bodies || !config->parts || !m_finite(config->gravity_mps2) ||
        !m_finite(config->lost_below_m))
        return NULL;
    struct plane *plane = calloc(1, lay(NULL, config));
    if (!plane) return NULL;
    plane->config = *config;
    lay(plane, config);
    return plane;
}

void plane_free(struct plane *plane) { free(plane); }
uint64_t plane_steps(const struct plane *plane) { return plane->steps; }

// --- Ids ---------------------------------------------------------------------------------------------------

uint32_t plane_id(const struct plane *plane, const struct body *body) {
    return body ? body->generation << INDEX_BITS | (body_index(plane, body) + 1) : 0;
}

struct body *plane_body(const struct plane *plane, uint32_t id) {
    uint32_t index = (id & ((1u << INDEX_BITS) - 1)) - 1;
    if (!id || index >= plane->body_count) return NULL;
    struct body *body = &plane->bodies[index];
    return body->used && body->generation == id >> INDEX_BITS ? body : NULL;
}

bool plane_has(const struct plane *plane, uint32_t id) { return plane_body(plane, id) != NULL; }

uint32_t plane_next(const struct plane *plane, uint32_t id) {
    for (uint32_t i = id & ((1u << INDEX_BITS) - 1); i < plane->body_count; i++)
        if (plane->bodies[i].used) return plane_id(plane, &plane->bodies[i]);
    return 0;
}

uint32_t plane_count(const struct plane *plane) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plane->body_count; i++) count += plane->bodies[i].used != 0;
    return count;
}

// --- What follows from a place -----------------------------------------------------------------------------

void body_follow(struct plane *plane, struct body *body) {
    body->axes = axes_of(body->turn);
    body->com = add(body->at, rotate(&body->axes, body->centre));
    body->inverse_mass = body_moves(body) && !body->held && !body->carrier ? 1 / body->mass : 0;
    if (body->inverse_mass > 0)
        body->inverse_world = symmetric_turned(&body->inverse, &body->axes);
    else
        body->inverse_world = (struct symmetric){0};
    struct frame3 frame = {body->at, body->turn};
    body->box = (struct box){{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
    for (uint32_t i = 0; i < body->part_count; i++) {
        struct part *part = &plane->parts[body->first_part + i];
        part_move(part, frame, &body->axes);
        body->box = box_around(body->box, part->box);
    }
}

void body_ride(struct plane *plane, struct body *body) {
    if (!body->cargo) return;
    for (uint32_t i = 0; i < plane->body_count; i++) {
        struct body *on = &plane->bodies[i];
        if (!on->used || on->carrier != body_index(plane, body) + 1) continue;
        const struct part *part = &plane->parts[body->first_part + on->carrier_part];
        struct frame3 at =
            frame3_times(frame3_times((struct frame3){body->at, body->turn}, part->in_body), on->in_carrier);
        on->at = at.at;
        on->turn = at.turn;
        body_follow(plane, on);
        on->speed = body_speed_at(body, on->com);
        on->spin = body->spin;
        body_ride(plane, on);
    }
}

struct d3 body_speed_at(const struct body *body, struct d3 at) {
    return add(body->speed, cross(body->spin, sub(at, body->com)));
}

// Adds what `on` and all it carries weigh, seen from the body at the bottom of the chain.
static void add_weight(struct plane *plane, const struct body *on, struct frame3 in_root, double *mass,
                       struct d3 *moment, struct symmetric *inertia) {
    struct axes r = axes_of(in_root.turn);
    struct d3 c = add(in_root.at, rotate(&r, on->own_centre));
    struct symmetric own = symmetric_turned(&on->own_inertia, &r);
    double m = on->own_mass;
    *mass += m;
    *moment = madd(*moment, c, m);
    inertia->xx += own.xx + m * (c.y * c.y + c.z * c.z), inertia->yy += own.yy + m * (c.x * c.x + c.z * c.z);
    inertia->zz += own.zz + m * (c.x * c.x + c.y * c.y), inertia->xy += own.xy - m * c.x * c.y;
    inertia->xz += own.xz - m * c.x * c.z, inertia->yz += own.yz - m * c.y * c.z;
    if (!on->cargo) return;
    for (uint32_t i = 0; i < plane->body_count; i++) {
        const struct body *next = &plane->bodies[i];
        if (!next->used || next->carrier != body_index(plane, on) + 1) continue;
        struct frame3 part = plane->parts[on->first_part + next->carrier_part].in_body;
        add_weight(plane, next, frame3_times(frame3_times(in_root, part), next->in_carrier), mass, moment,
                   inertia);
    }
}

void body_weigh(struct plane *plane, struct body *body) {
    if (body->kind != PLANE_DYNAMIC) return;
    struct d3 centre_before = body->com, moment = {0};
    double m = 0;
    struct symmetric inertia = {0};
    add_weight(plane, body, (struct frame3){{0}, {1, 0, 0, 0}}, &m, &moment, &inertia);
    struct d3 c = scale(moment, 1 / m);
    inertia.xx -= m * (c.y * c.y + c.z * c.z), inertia.yy -= m * (c.x * c.x + c.z * c.z),
        inertia.zz -= m * (c.x * c.x + c.y * c.y);
    inertia.xy += m * c.x * c.y, inertia.xz += m * c.x * c.z, inertia.yz += m * c.y * c.z;
    body->mass = m;
    body->centre = c;
    if (!symmetric_inverse(&inertia, &body->inverse)) {
        double round = 1 / md_max(inertia.xx + inertia.yy + inertia.zz, 1e-12);
        body->inverse = (struct symmetric){round, round, round, 0, 0, 0};
    }
    struct d3 com = add(body->at, rotate(&body->axes, c));
    body->speed = add(body->speed, cross(body->spin, sub(com, centre_before)));
    body->com = com;
}

static void find_roots(struct plane *plane) {
    for (uint32_t i = 0; i < plane->body_count; i++) plane->bodies[i].cargo = 0;
    for (uint32_t i = 0; i < plane->body_count; i++) {
        struct body *body = &plane->bodies[i];
        body->root = i;
        if (!body->used) continue;
        if (body->carrier) plane->bodies[body->carrier - 1].cargo = 1;
        while (plane->bodies[body->root].carrier) body->root = plane->bodies[body->root].carrier - 1;
    }
}

// Asleep bodies that touch it wake too: what they lean on may have gone.
void body_wake(struct plane *plane, struct body *body) {
    struct body *root = &plane->bodies[body->root];
    if ((root->kind != PLANE_DYNAMIC && !root->held) || root->lost) return;
    root->still_s = 0;
    root->awake = 1;
}

void body_moved(struct plane *plane, uint32_t root) {
    for (uint32_t i = 0; i < plane->body_count; i++)
        if (plane->bodies[i].root == root) plane->bodies[i].neighbours = plane->dirty = 1;
}

static void wake_touching(struct plane *plane, const struct body *body) {
    uint32_t index = body_index(plane, body);
    for (uint32_t i = 0; i < plane->contact_count; i++) {
        const struct contact *c = &plane->contacts[i];
        if (!c->count) continue;
        uint32_t a = plane->bodies[c->body_a].root, b = plane->bodies[c->body_b].root;
        if (a == index || c->body_a == index) body_wake(plane, &plane->bodies[c->body_b]);
        if (b == index || c->body_b == index) body_wake(plane, &plane->bodies[c->body_a]);
    }
}

static void moved_by_hand(struct plane *plane, struct body *body) {
    body_wake(plane, body);
    wake_touching(plane, body);
}

// --- Adding and removing -----------------------------------------------------------------------------------

static bool check(const struct plane_body *given, struct fault *fault) {
    if (!given->part_count || given->part_count > PLANE_PARTS)
        return fault_set(fault, ERR_RANGE, "a body has 1 to %d parts, not %u", PLANE_PARTS,
                         given->part_count),
               false;
    for (uint32_t i = 0; i < given->part_count; i++)
        if (!part_check(&given->parts[i], fault)) return false;
    if (!pose_finite(given->pose))
        return fault_set(fault, ERR_RANGE, "a body's pose must not be NaN or infinite"), false;
    if (given->kind == PLANE_DYNAMIC && !(given->mass_kg >= 1e-4f && given->mass_kg <= 1e4f))
        return fault_set(fault, ERR_RANGE, "a body that moves needs a mass from 0.0001 to 10000 kg"), false;
    if (given->centre_given && !vec3_finite(given->centre))
        return fault_set(fault, ERR_RANGE, "a centre of mass must not be NaN or infinite"), false;
    for (uint32_t i = 0; i < PLANE_DRIVES; i++)
        if (!(given->drive_mass_kg[i] >= 0 && given->drive_mass_kg[i] <= 1e4f))
            return fault_set(fault, ERR_RANGE, "a drive's mass must be 0 … 10000 kg"), false;
    return true;
}

// Even filling; where the centre is given, the same inertia is taken about it.
static void fill(struct plane *plane, struct body *body, const struct plane_body *given) {
    double volume = 0;
    struct d3 moment = {0};
    struct part *parts = plane->parts + body->first_part;
    for (uint32_t i = 0; i < body->part_count; i++) {
        struct axes r = axes_of(parts[i].in_body.turn);
        volume += parts[i].volume;
        moment = madd(moment, add(parts[i].in_body.at, rotate(&r, parts[i].middle)), parts[i].volume);
    }
    struct d3 c = scale(moment, 1 / volume);
    struct symmetric sum = {0};
    for (uint32_t i = 0; i < body->part_count; i++) {
        double m = (double)given->mass_kg * parts[i].volume / volume;
        struct axes r = axes_of(parts[i].in_body.turn);
        struct d3 d = sub(add(parts[i].in_body.at, rotate(&r, parts[i].middle)), c);
        struct symmetric own = part_inertia(&parts[i]);
        sum.xx += m * (own.xx + d.y * d.y + d.z * d.z), sum.yy += m * (own.yy + d.x * d.x + d.z * d.z);
        sum.zz += m * (own.zz + d.x * d.x + d.y * d.y), sum.xy += m * (own.xy - d.x * d.y);
        sum.xz += m * (own.xz - d.x * d.z), sum.yz += m * (own.yz - d.y * d.z);
    }
    body->own_mass = (double)given->mass_kg;
    body->own_centre = given->centre_given ? d3_of(given->centre) : c;
    body->own_inertia = sum;
}

static bool free_parts(const struct plane *plane, uint32_t count, uint32_t *first) {
    uint32_t run = 0;
    for (uint32_t i = 0; i < plane->config.parts; i++) {
        bool taken = false;
        if (i < plane->part_count)
            for (uint32_t b = 0; b < plane->body_count && !taken; b++)
                taken = plane->bodies[b].used && i >= plane->bodies[b].first_part &&
                        i < plane->bodies[b].first_part + plane->bodies[b].part_count;
        run = taken ? 0 : run + 1;
        if (run == count) return *first = i + 1 - count, true;
    }
    return false;
}

const struct part *body_ball(const struct plane *plane, const struct body *body) {
    const struct part *part = &plane->parts[body->first_part];
    return body->part_count == 1 && part_is_ball(part) ? part : NULL;
}

// Drives above the last one in use cost nothing.
void body_count_drives(const struct plane *plane, struct body *body) {
    uint32_t most = 0;
    body->walks = 0;
    for (uint32_t i = 0; i < body->part_count; i++) {
        const struct part *p = &plane->parts[body->first_part + i];
        body->walks |= p->via != 0;
        most = p->tread > most ? p->tread : most;
        most = p->joint > most ? p->joint : most;
        most = p->via > most ? p->via : most;
    }
    for (uint32_t i = most; i < PLANE_DRIVES; i++) {
        const struct drive *d = &body->drives[i];
        if (d->force > 0 || d->speed != 0 || d->low > -1e29 || d->high < 1e29) most = i + 1;
    }
    body->drive_count = most;
}

uint32_t plane_add(struct plane *plane, const struct plane_body *given, struct fault *fault) {
    if (!check(given, fault)) return 0;
    uint32_t index = 0, first = 0;
    while (index < plane->config.bodies && plane->bodies[index].used) index++;
    if (index == plane->config.bodies)
        return fault_set(fault, ERR_LIMIT, "this plane holds %s", PLURAL(index, "body")), 0;
    if (!free_parts(plane, given->part_count, &first))
        return fault_set(fault, ERR_LIMIT, "this plane has no room for %s",
                         PLURAL(given->part_count, "more part")),
               0;
    struct body *body = &plane->bodies[index];
    uint32_t generation = (body->generation + 1) & ((1u << (32 - INDEX_BITS)) - 1);
    *body = (struct body){.generation = generation ? generation : 1,
                          .used = 1,
                          .kind = given->kind,
                          .tag = given->tag,
                          .first_part = first,
                          .part_count = given->part_count,
                          .awake = given->kind == PLANE_DYNAMIC,
                          .was_awake = given->kind == PLANE_DYNAMIC};
    if (index >= plane->body_count) plane->body_count = index + 1;
    if (first + given->part_count > plane->part_count) plane->part_count = first + given->part_count;
    for (uint32_t i = 0; i < given->part_count; i++) {
        part_take(&plane->parts[first + i], &given->parts[i]);
        body->jointed |= given->parts[i].joint != 0;
    }
    struct frame3 at = frame3_of(given->pose);
    body->at = at.at;
    body->turn = at.turn;
    for (uint32_t i = 0; i < PLANE_DRIVES; i++) {
        double mass = given->drive_mass_kg[i] > 0 ? (double)given->drive_mass_kg[i] : 0.05;
        body->drives[i] = (struct drive){.own_mass = mass, .mass = mass, .low = -1e30, .high = 1e30};
    }
    body_count_drives(plane, body);
    fill(plane, body, given);
    find_roots(plane);
    body->axes = axes_of(body->turn);
    body_weigh(plane, body);
    body->speed = d3(0, 0, 0);
    body_follow(plane, body);
    body->top_z = body->com.z;
    body->felt = d3(0, 0, (double)plane->config.gravity_mps2);
    body->neighbours = plane->dirty = 1;
    return plane_id(plane, body);
}

static void unload(struct plane *plane, struct body *body) {
    if (!body->carrier) return;
    struct body *root = &plane->bodies[body->root];
    body->carrier = 0;
    find_roots(plane);
    body_weigh(plane, body);
    body_weigh(plane, root);
}

bool plane_remove(struct plane *plane, uint32_t id) {
    struct body *body = plane_body(plane, id);
    if (!body) return false;
    wake_touching(plane, body);
    for (uint32_t i = 0; i < plane->body_count; i++)
        if (plane->bodies[i].used && plane->bodies[i].carrier == body_index(plane, body) + 1)
            plane_detach(plane, plane_id(plane, &plane->bodies[i]));
    plane_detach(plane, id);
    plane_forget(plane, body_index(plane, body));
    for (uint32_t i = 0; i < plane->patch_count; i++)
        if (plane->patches[i].used && plane->patches[i].body == body_index(plane, body))
            plane->patches[i].used = 0;
    body->used = 0;
    return true;
}

// --- Verbs -------------------------------------------------------------------------------------------------

enum err plane_place(struct plane *plane, uint32_t id, struct pose pose) {
    struct body *body = plane_body(plane, id);
    if (!body) return ERR_UNKNOWN;
    if (!pose_finite(pose)) return ERR_RANGE;
    if (body->carrier) return ERR_STATE;
    wake_touching(plane, body);
    struct frame3 at = frame3_of(pose);
    body->at = at.at;
    body->turn = at.turn;
    body->speed = body->spin = d3(0, 0, 0);
    body->lost = body->airborne = 0;
    body->air_s = 0;
    body->goal = at;
    body_follow(plane, body);
    body->top_z = body->com.z;
    body->felt = d3(0, 0, (double)plane->config.gravity_mps2);
    body_ride(plane, body);
    body_moved(plane, body_index(plane, body));
    body_wake(plane, body);
    return ERR_NONE;
}

static struct body *root_of(struct plane *plane, struct body *body) { return &plane->bodies[body->root]; }

enum err plane_force(struct plane *plane, uint32_t id, struct vec3 force_n, struct vec3 at) {
    struct body *body = plane_body(plane, id);
    if (!body) return ERR_UNKNOWN;
    if (!vec3_finite(force_n) || !vec3_finite(at)) return ERR_RANGE;
    struct body *root = root_of(plane, body);
    root->pushed = add(root->pushed, d3_of(force_n));
    root->twisted = add(root->twisted, cross(sub(d3_of(at), root->com), d3_of(force_n)));
    body_wake(plane, body);
    return ERR_NONE;
}

enum err plane_push(struct plane *plane, uint32_t id, struct vec3 impulse_ns, struct vec3 at) {
    return plane_force(plane, id, vec3_scale(impulse_ns, (float)(1 / STEP_S)), at);
}

enum err plane_set_speed(struct plane *plane, uint32_t id, struct vec3 speed_mps, struct vec3 turn_radps) {
    struct body *body = plane_body(plane, id);
    if (!body) return ERR_UNKNOWN;
    if (!vec3_finite(speed_mps) || !vec3_finite(turn_radps)) return ERR_RANGE;
    if (body->kind != PLANE_DYNAMIC || body->carrier || body->held) return ERR_STATE;
    body->speed = d3_of(speed_mps);
    body->spin = d3_of(turn_radps);
    body_wake(plane, body);
    return ERR_NONE;
}

enum err plane_hold(struct plane *plane, uint32_t id, struct pose pose) {
    struct body *body = plane_body(plane, id);
    if (!body) return ERR_UNKNOWN;
    if (!pose_finite(pose)) return ERR_RANGE;
    if (body->carrier || body->lost) return ERR_STATE;
    struct frame3 goal = frame3_of(pose);
    bool still = body->held && memcmp(&goal, &body->goal, sizeof goal) == 0;
    body->goal = goal;
    if (still) return ERR_NONE;
    body->held = 1;
    moved_by_hand(plane, body);
    return ERR_NONE;
}

enum err plane_let_go(struct plane *plane, uint32_t id) {
    struct body *body = plane_body(plane, id);
    if (!body) return ERR_UNKNOWN;
    if (!body->held) return ERR_STATE;
    body->held = 0;
    if (body->kind == PLANE_STATIC) body->speed = body->spin = d3(0, 0, 0), body->awake = 0;
    body->top_z = body->com.z;
    body_follow(plane, body);
    moved_by_hand(plane, body);
    return ERR_NONE;
}

enum err plane_attach(struct plane *plane, uint32_t id, uint32_t carrier, uint32_t part) {
    struct body *body = plane_body(plane, id), *on = plane_body(plane, carrier);
    if (!body || !on || part >= on->part_count) return ERR_UNKNOWN;
    if (body->kind != PLANE_DYNAMIC || body->lost || on->root == body_index(plane, body)) return ERR_STATE;
    plane_detach(plane, id);
    wake_touching(plane, body);
    body->held = body->airborne = 0;
    body->carrier = body_index(plane, on) + 1;
    body->carrier_part = part;
    struct frame3 at =
        frame3_times((struct frame3){on->at, on->turn}, plane->parts[on->first_part + part].in_body);
    body->in_carrier = frame3_between(at, (struct frame3){body->at, body->turn});
    find_roots(plane);
    body_weigh(plane, root_of(plane, body));
    body_follow(plane, root_of(plane, body));
    body_ride(plane, root_of(plane, body));
    body_moved(plane, body->root);
    body_wake(plane, on);
    return ERR_NONE;
}

enum err plane_detach(struct plane *plane, uint32_t id) {
    struct body *body = plane_body(plane, id);
    if (!body) return ERR_UNKNOWN;
    if (!body->carrier) return ERR_STATE;
    struct body *root = root_of(plane, body);
    unload(plane, body);
    body_follow(plane, root);
    body_follow(plane, body);
    body->awake = 1;
    body->top_z = body->com.z;
    body_moved(plane, body->root);
    body_moved(plane, body_index(plane, root));
    body_wake(plane, root);
    return ERR_NONE;
}

enum err plane_wake(struct plane *plane, uint32_t id) {
    struct body *body = plane_body(plane, id);
    if (!body) return ERR_UNKNOWN;
    body_wake(plane, body);
    return ERR_NONE;
}

enum err plane_ghost(struct plane *plane, uint32_t id, uint32_t index, bool ghost) {
    struct body *body = plane_body(plane, id);
    if (!body || index >= body->part_count) return ERR_UNKNOWN;
    struct part *part = &plane->parts[body->first_part + index];
    if (part->ghost == (uint32_t)ghost) return ERR_NONE;
    part->ghost = ghost;
    body_wake(plane, body);
    return ERR_NONE;
}

// --- Drives ------------------------------------------------------------------------------------------------

enum err plane_drive(struct plane *plane, uint32_t id, uint32_t drive, float aim, float force) {
    struct body *body = plane_body(plane, id);
    if (!body || drive >= PLANE_DRIVES) return ERR_UNKNOWN;
    if (!m_finite(aim) || !m_finite(force) || force < 0) return ERR_RANGE;
    struct drive *d = &body->drives[drive];
    if (d->aim != (double)aim && force > 0) body_wake(plane, body);
    d->aim = (double)aim;
    d->force = (double)force;
    if (drive >= body->drive_count) body->drive_count = drive + 1;
    body->driven = 0;
    for (uint32_t i = 0; i < body->drive_count; i++) body->driven |= body->drives[i].force > 0;
    return ERR_NONE;
}

enum err plane_drive_stops(struct plane *plane, uint32_t id, uint32_t drive, float low, float high) {
    struct body *body = plane_body(plane, id);
    if (!body || drive >= PLANE_DRIVES) return ERR_UNKNOWN;
    if (!(low <= high) || !m_finite(low) || !m_finite(high)) return ERR_RANGE;
    body->drives[drive].low = (double)low;
    body->drives[drive].high = (double)high;
    if (drive >= body->drive_count) body->drive_count = drive + 1;
    body_wake(plane, body);
    return ERR_NONE;
}

enum err plane_drive_gear(struct plane *plane, uint32_t id, uint32_t drive, float mass_kg, float speed) {
    struct body *body = plane_body(plane, id);
    if (!body || drive >= PLANE_DRIVES) return ERR_UNKNOWN;
    if (!m_finite(speed) || !(mass_kg > 0 && mass_kg <= 1e7f)) return ERR_RANGE;
    struct drive *d = &body->drives[drive];
    d->mass += (double)mass_kg - d->own_mass;
    d->own_mass = (double)mass_kg;
    d->speed = (double)speed;
    return ERR_NONE;
}

bool plane_drive_state(const struct plane *plane, uint32_t id, uint32_t drive, struct plane_drive *out) {
    const struct body *body = plane_body(plane, id);
    if (!body || drive >= PLANE_DRIVES) return false;
    const struct drive *d = &body->drives[drive];
    *out = (struct plane_drive){(float)d->speed, (float)d->travel, (float)d->load};
    return true;
}

// Whether it moved.
static bool link_part(struct part *part, const struct body *body, const struct plane_link *link) {
    struct frame3 in_body = frame3_of(link->pose);
    part->slide = d3_of(link->slide);
    part->turn = d3_of(link->turn);
    if (memcmp(&in_body, &part->in_body, sizeof in_body) == 0) return false;
    part->in_body = in_body;
    part_move(part, (struct frame3){body->at, body->turn}, &body->axes);
    return true;
}

enum err plane_joint(struct plane *plane, uint32_t id, const struct plane_link *links, uint32_t count) {
    struct body *body = plane_body(plane, id);
    bool moved = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct plane_link *link = &links[i];
        if (!body || link->part >= body->part_count) return ERR_UNKNOWN;
        if (!pose_finite(link->pose) || !vec3_finite(link->slide) || !vec3_finite(link->turn))
            return ERR_RANGE;
        if (!plane->parts[body->first_part + link->part].joint) return ERR_STATE;
    }
    for (uint32_t i = 0; i < count; i++)
        moved |= link_part(&plane->parts[body->first_part + links[i].part], body, &links[i]);
    if (!moved) return ERR_NONE;
    body->box = plane->parts[body->first_part].box;
    for (uint32_t i = 1; i < body->part_count; i++)
        body->box = box_around(body->box, plane->parts[body->first_part + i].box);
    if (!body->cargo) return ERR_NONE;
    struct body *root = root_of(plane, body);
    body_weigh(plane, root);
    body_follow(plane, root);
    body_ride(plane, root);
    return ERR_NONE;
}

enum err plane_joint_via(struct plane *plane, uint32_t id, uint32_t index, struct vec3 slide,
                         struct vec3 turn) {
    struct body *body = plane_body(plane, id);
    if (!body || index >= body->part_count) return ERR_UNKNOWN;
    if (!vec3_finite(slide) || !vec3_finite(turn)) return ERR_RANGE;
    struct part *part = &plane->parts[body->first_part + index];
    if (!part->via) return ERR_STATE;
    part->via_slide = d3_of(slide);
    part->via_turn = d3_of(turn);
    return ERR_NONE;
}

// --- Paint -------------------------------------------------------------------------------------------------

enum err plane_paint(struct plane *plane, uint32_t id, const struct plane_patch *given, struct fault *fault) {
    struct body *body = plane_body(plane, id);
    if (!body) return fault_set(fault, ERR_UNKNOWN, "there is no such body to paint");
    struct plane_part shape = {.corner_count = given->corner_count, .z1 = 1, .pose = pose_none()};
    memcpy(shape.corners, given->corners, sizeof shape.corners);
    if (!part_check(&shape, fault)) return ERR_RANGE;
    if (!m_finite(given->reflectance) || !(given->friction <= 100))
        return fault_set(fault, ERR_RANGE, "a patch's reflectance and friction must not be NaN or infinite");
    if (plane->patch_count ==
        plane->config.patches) { // close the holes that removed bodies left; the order stays
        uint32_t kept = 0;
        for (uint32_t i = 0; i < plane->patch_count; i++)
            if (plane->patches[i].used) plane->patches[kept++] = plane->patches[i];
        plane->patch_count = kept;
    }
    if (plane->patch_count == plane->config.patches)
        return fault_set(fault, ERR_LIMIT, "this plane holds %s of paint",
                         PLURAL(plane->config.patches, "patch"));
    struct patch *patch = &plane->patches[plane->patch_count++];
    *patch = (struct patch){.used = 1,
                            .body = body_index(plane, body),
                            .count = given->corner_count,
                            .reflectance = (double)given->reflectance,
                            .friction = (double)given->friction,
                            .material = given->material};
    for (uint32_t i = 0; i < given->corner_count; i++)
        patch->corners[i][0] = (double)given->corners[i].x,
        patch->corners[i][1] = (double)given->corners[i].y;
    body->patch_count++;
    return ERR_NONE;
}
