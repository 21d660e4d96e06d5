#include "belief/belief.h"

#include "base/hash.h"
#include "border/lens_model.h"

#include <stdlib.h>

// Chosen: how sure something must be to find an older origin by it, and how long that may take at most.
#define FOUND_RAD 0.035f
enum { FIX_EVERY_US = 150000, TAKE_OVER = 24, SIGHTS = 8, FOUND_US = 1200000, FINDING_US = 2000000 };
// From one stand a thing is seen with the same error again and again: so many pictures mend, until it has
// moved.
enum { FIXES_A_STAND = 4 };
// So many pictures in a row show it elsewhere before it was moved: from far one of two answers is wrong.
enum { STRAYS = 2, STRAYS_STAYING = 5 };
#define STAND_M   0.05f
#define STAND_RAD 0.2f
#define TILT_RAD  0.06f // more, and floors seen through the camera lie elsewhere

struct belief *belief_new(const struct body_model *model) {
    struct belief *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->model = model;
    origins_start(&b->origins);
    definitions_start(&b->things.definitions);
    footing_start(&b->footing, model);
    b->map = map_new();
    if (b->map) b->older = map_beside(b->map);
    if (b->older) return b;
    belief_free(b);
    return NULL;
}

void belief_free(struct belief *b) {
    if (!b) return;
    map_free(b->map), map_free(b->older);
    free(b);
}

static void tell(struct belief *b, enum belief_event_kind kind, int32_t subject, float a, float more) {
    if (b->event_count == BELIEF_EVENTS)
        b->event_lost++;
    else
        b->events[b->event_count++] = (struct belief_event){(uint8_t)kind, subject, a, more};
}

// ------------------------------------------------------------------------------------------------ frames

// The map of the origin before is kept until it is known where that lies, or until there is another to keep.
static void begin_origin(struct belief *b, uint32_t before) {
    if (before && !map_empty(b->map)) {
        struct map *map = b->older;
        b->older = b->map, b->map = map;
        b->older_origin = before;
    }
    map_clear(b->map);
    learn_forget(&b->learn);
    trail_begin(&b->trail, b->origins.body);
    b->takes_over = false;
    b->localized = 0;
    b->finding = (struct finding){0};
    tell(b, BELIEF_ORIGIN_BEGAN, 0, (float)b->origins.current, 0);
}

static void join(struct belief *b, uint32_t older, struct pose2 in_current, const struct thing_sight *s) {
    const struct finding *f = &b->finding;
    if (!origins_join(&b->origins, older, in_current)) return;
    things_join(&b->things, older, b->origins.current, in_current, s->knew.at, m_sqrt(f->off_m2),
                m_sqrt(f->off_rad2));
    tell(b, BELIEF_ORIGINS_JOINED, 0, (float)older, (float)b->origins.current);
    if (older != b->older_origin) return;
    b->older_in_current = in_current;
    b->takes_over = true;
    b->cursor = 0;
}

static void take_over(struct belief *b) {
    if (!b->takes_over) return;
    b->takes_over = map_take_over(b->map, b->older, b->older_in_current, &b->cursor, TAKE_OVER);
    if (b->takes_over) return;
    map_clear(b->older);
    b->older_origin = 0;
    learn_forget(&b->learn); // things are drawn where they are now
}

// ------------------------------------------------------------------------------------------------ what was
// seen

static void fix(struct belief *b, const struct things_view *v, const struct thing_sight *s,
                struct body_fix *fix) {
    if (v->seen->time_us < b->fixed_us + FIX_EVERY_US || b->fixes) return;
    struct fixed_stand *stand = &b->stand;
    if (stand->thing != s->id || m_abs(v->then.driven_m - stand->driven_m) > STAND_M ||
        m_abs(v->then.turned_rad - stand->turned_rad) > STAND_RAD)
        *stand = (struct fixed_stand){s->id, 0, v->then.driven_m, v->then.turned_rad};
    if (stand->fixes++ >= FIXES_A_STAND) return;
    fix->origin = b->origins.body;
    b->fix = *fix;
    b->fixes = true;
    b->fixed_us = v->seen->time_us;
    b->localized = s->id;
    trail_fixed(&b->trail, fix->off_m, fix->off_rad);
    tell(b, BELIEF_LOCALIZED, (int32_t)s->id, fix->off_m, fix->off_rad);
}

// Something that was known in an older origin: as soon as it is sure how it stands, all of that origin is
// known again.
static void recognize(struct belief *b, const struct things_view *v, const struct thing_sight *s) {
    struct finding *f = &b->finding;
    struct pose2 now = pose2_times(v->then.pose, s->from_robot);
    float m2 = s->off_m * s->off_m + v->off_m2, rad2 = s->off_rad * s->off_rad + v->off_rad2;
    bool other = f->thing != s->id || f->origin != s->origin || v->seen->time_us > f->since_us + FINDING_US;
    if (other && f->thing && f->thing != s->id && v->seen->time_us <= f->since_us + FINDING_US)
        return; // one at a time
    if (other) *f = (struct finding){s->id, s->origin, 0, v->seen->time_us, now, m2, rad2};
    float place = f->off_m2 / (f->off_m2 + m2), turn = f->off_rad2 / (f->off_rad2 + rad2);
    if (f->sights++) {
        f->now.at = vec2_add(f->now.at, vec2_scale(vec2_sub(now.at, f->now.at), place));
        f->now.angle = angle_wrap(f->now.angle + turn * angle_between(f->now.angle, now.angle));
        f->off_m2 *= 1 - place, f->off_rad2 *= 1 - turn;
    }
    if (f->off_rad2 > FOUND_RAD * FOUND_RAD && v->seen->time_us < f->since_us + FOUND_US) return;
    join(b, s->origin, pose2_times(f->now, pose2_between(s->knew, (struct pose2){{0, 0}, 0})), s);
    f->thing = 0;
}

static void look(struct belief *b, const struct body_senses *senses, const struct belief_around *a) {
    struct things_view v = {.seen = a->seen, .origin = b->origins.current, .covered = a->covered};
    bool there = trail_at(&b->trail, a->seen->time_us, &v.then);
    v.camera = eye_in_robot(b->model, v.then.head_rad);
    bool level = senses->motion_count && m_abs(senses->motion[0].pitch_rad) < TILT_RAD &&
                 m_abs(senses->motion[0].roll_rad) < TILT_RAD;
    v.steady = there && level && belief_steady(b);
    v.off_m2 = b->trail.off_m2, v.off_rad2 = b->trail.off_rad2;
    struct thing_sight sights[SIGHTS];
    uint32_t count = things_look(&b->things, &v, sights, SIGHTS);
    for (uint32_t i = 0; i < count; i++) {
        struct thing_sight *s = &sights[i];
        struct body_fix mended;
        if (s->known && s->origin != v.origin) {
            recognize(b, &v, s);
            continue;
        }
        if (s->turned) {
            things_believe(&b->things, s, &v, true);
            continue;
        }
        switch (landmark_weigh(s, &v, &mended)) {
        case LANDMARK_FIX:
            fix(b, &v, s, &mended);
            things_stands(&b->things, s->id);
            break;
        case LANDMARK_STRAY:
            if (things_strays(&b->things, s->id, s->stays ? STRAYS_STAYING : STRAYS))
                things_believe(&b->things, s, &v, true);
            break;
        case LANDMARK_REFINE:
            things_believe(&b->things, s, &v, false);
            break;
        case LANDMARK_AGREES:
            things_stands(&b->things, s->id);
            break;
        case LANDMARK_NONE:
            if (!s->known) things_believe(&b->things, s, &v, true);
            break;
        }
    }
    struct pose camera = pose_times(pose_of_plane(v.then.pose, 0), v.camera);
    persons_look(&b->people, a->seen, v.steady ? &camera : NULL, v.origin);
}

// ------------------------------------------------------------------------------------------------ a tick

bool belief_steady(const struct belief *b) {
    return b->origins.current && !b->origins.away && !b->origins.asked && trail_now(&b->trail);
}

static void tell_all(struct belief *b) {
    for (uint32_t i = 0; i < b->things.event_count; i++)
        tell(b, BELIEF_THING, (int32_t)b->things.events[i].id, b->things.events[i].kind, 0);
    for (uint32_t i = 0; i < b->people.event_count; i++)
        tell(b, BELIEF_PERSON, b->people.events[i].id, b->people.events[i].kind, 0);
}

static void live_in_tray(struct belief *b, const struct body_senses *senses) {
    enum habitat_state before = b->habitat.state;
    habitat_step(&b->habitat, b->model, senses);
    if (b->habitat.state != before)
        tell(b, BELIEF_HABITAT, 0, (float)b->habitat.state, (float)b->habitat.reason);
}

static void learn(struct belief *b, const struct body_senses *senses, const struct belief_around *a) {
    const struct trail_spot *here = trail_now(&b->trail);
    if (!here) return;
    uint8_t before = b->learn.edges;
    struct learn_edges edges = {.time_us = a->edges_us, .at = a->edges, .count = a->edge_count};
    bool seen = a->edge_count && trail_at(&b->trail, a->edges_us, &edges.from);
    learn_step(&b->learn, b->map,
               &(struct learn_around){.model = b->model,
                                      .senses = senses,
                                      .here = here,
                                      .things = &b->things,
                                      .origin = b->origins.current,
                                      .steady = belief_steady(b),
                                      .beam = a->beam,
                                      .hit = a->hit,
                                      .distance_m = a->distance_m,
                                      .pushes = a->pushes,
                                      .edges = seen ? &edges : NULL});
    if (b->learn.edges & ~before) tell(b, BELIEF_CLIFF_FOUND, 0, b->learn.edges, 0);
}

void belief_step(struct belief *b, const struct body_senses *senses, const struct belief_around *a) {
    b->event_count = 0;
    b->fixes = false;
    things_begin(&b->things);
    persons_begin(&b->people);
    if (!senses->time_us || senses->status & BODY_STATUS_AWAY) return; // a tick without news
    uint32_t before = b->origins.current;
    if (origins_step(&b->origins, senses)) begin_origin(b, before);
    trail_step(&b->trail, senses);
    if (a->seen) look(b, senses, a);
    things_step(&b->things, senses->time_us);
    persons_step(&b->people, senses->time_us);
    if (body_model_rolls(b->model)) {
        live_in_tray(b, senses);
        learn(b, senses, a);
        footing_step(&b->footing, &(struct footing_around){senses, trail_now(&b->trail), &b->things,
                                                           b->origins.current, belief_steady(b)});
        take_over(b);
    }
    tell_all(b);
}

void belief_command(const struct belief *b, struct body_command *out) {
    origins_command(&b->origins, out);
    if (!b->fixes || out->origin_count) return;
    out->fix_count = 1;
    out->fix[0] = b->fix;
}

// ------------------------------------------------------------------------------------------------ for those
// who look

void belief_view(const struct belief *b, struct belief_place *out) {
    const struct trail_spot *here = trail_now(&b->trail);
    *out = (struct belief_place){.off_m = m_sqrt(b->trail.off_m2),
                                 .off_rad = m_sqrt(b->trail.off_rad2),
                                 .localized_to = b->localized,
                                 .origins = b->origins.begun,
                                 .habitat = (uint8_t)b->habitat.state,
                                 .habitat_reason = (uint8_t)b->habitat.reason};
    out->pose.turn[0] = 1;
    if (!here) return;
    struct pose pose = pose_of_plane(here->pose, 0);
    out->pose.origin = b->origins.current;
    vec3_into(out->pose.at_m, pose.at), quat_into(out->pose.turn, pose.turn);
}

uint64_t belief_hash(const struct belief *b) {
    uint64_t parts[] = {origins_hash(&b->origins),
                        trail_hash(&b->trail),
                        things_hash(&b->things),
                        persons_hash(&b->people),
                        learn_hash(&b->learn),
                        habitat_hash(&b->habitat),
                        map_hash(b->map),
                        map_hash(b->older),
                        b->older_origin,
                        b->takes_over,
                        b->cursor,
                        b->localized,
                        b->fixed_us,
                        b->stand.thing,
                        b->stand.fixes};
    uint64_t h = hash64(hash64(0, parts, sizeof parts), &b->older_in_current, sizeof b->older_in_current);
    const struct finding *f = &b->finding;
    float found[] = {f->now.at.x, f->now.at.y,       f->now.angle,       f->off_m2,
                     f->off_rad2, b->stand.driven_m, b->stand.turned_rad};
    uint64_t which[] = {f->thing, f->origin, f->sights, f->since_us};
    h = hash64(hash64(h, found, sizeof found), which, sizeof which);
    return b->footing.needed ? h ^ footing_hash(&b->footing) : h;
}
