#include "belief/learn.h"

#include "base/hash.h"

// All chosen. Where the body stood the floor holds; at its sides a little less is taken for certain.
#define SIDE_M      0.002f
#define STAMP_M     0.004f
#define STAMP_RAD   0.05f
#define LEVEL_RAD   0.08f
#define BEAM_NEAR_M 0.030f
#define BEAM_FAR_M  0.300f
#define BEAM_CORE   0.052f // 3 degrees to each side are believed to hold what was met …
#define BEAM_HALF   0.218f // … and 12.5 to be free before it
#define BEAM_BACK_M 0.015f
#define EDGE        0.25f
#define LINE_LOW    0.90f
#define LINE_HIGH   1.10f
#define EDGE_LONG_M 0.030f
#define MARGIN_M    0.025f // round a thing that is known: what is met there is the thing
#define PUSHED_M    0.012f // so far off lies what it pushes in vain
enum { LEARN_READINGS = 30 };

static uint32_t ms_of(uint64_t us) { return (uint32_t)(us / 1000); }

static void stamp(struct learn *l, struct map *map, const struct learn_around *a) {
    struct pose2 here = a->here->pose;
    if (l->stamped && vec2_length(vec2_sub(here.at, l->footprint.at)) < STAMP_M &&
        m_abs(angle_between(here.angle, l->footprint.angle)) < STAMP_RAD)
        return;
    l->stamped = true;
    l->footprint = here;
    struct vec3 low = a->model->low_m, high = a->model->high_m;
    struct map_shape box = map_box(pose2_times(here, (struct pose2){{(low.x + high.x) / 2, 0}, 0}),
                                   high.x - low.x, high.y - low.y - 2 * SIDE_M);
    map_put(map, &box,
            &(struct map_note){.content = BELIEF_MAP_CONTENT_CLEAR_OF_CLIFF,
                               .how = MAP_DRIVEN,
                               .flags = MAP_VISITED,
                               .time_ms = ms_of(a->here->time_us)});
}

// ------------------------------------------------------------------------------------------------ the floor

static void note_edge(struct map *map, const struct learn_around *a, uint32_t sensor, uint8_t content) {
    struct vec2 at = {a->model->cliff_at_m[sensor][0], a->model->cliff_at_m[sensor][1]};
    bool wide = content == BELIEF_MAP_CONTENT_CLIFF;
    float half = wide ? EDGE_LONG_M / 2 : 0;
    struct map_shape line = map_segment(pose2_apply(a->here->pose, vec2(at.x, at.y - half)),
                                        pose2_apply(a->here->pose, vec2(at.x, at.y + half)));
    map_put(map, &line,
            &(struct map_note){.content = content, .how = MAP_BY_RANK, .time_ms = ms_of(a->here->time_us)});
}

static void feel_floor(struct learn *l, struct map *map, const struct learn_around *a) {
    const struct body_senses *s = a->senses;
    uint32_t count = a->model->cliff_count < LEARN_SENSORS ? a->model->cliff_count : LEARN_SENSORS;
    if (s->cliffs_count < count) return;
    bool knows = l->readings >= LEARN_READINGS;
    l->edges = 0;
    for (uint32_t i = 0; i < count; i++) {
        float reads = s->cliffs[i], share = l->floor[i] > 0.01f ? reads / l->floor[i] : 1;
        bool cliff = knows && share < EDGE, line = knows && !cliff && (share < LINE_LOW || share > LINE_HIGH);
        if (cliff) l->edges |= (uint8_t)(1u << i);
        if (cliff || line)
            note_edge(map, a, i, cliff ? BELIEF_MAP_CONTENT_CLIFF : BELIEF_MAP_CONTENT_INTERESTING_EDGE);
        if (!cliff && m_finite(reads)) // what lasts is the floor
            l->floor[i] += (reads - l->floor[i]) /
                           (knows ? (line ? 4.0f : 1.0f) * LEARN_READINGS : (float)(l->readings + 1));
    }
    l->readings += !knows;
}

// ------------------------------------------------------------------------------------------------ the beam

static bool near_a_thing(const struct learn_around *a, struct vec2 at) {
    for (uint32_t i = 0; i < a->things->count; i++) {
        const struct thing *t = &a->things->list[i];
        if (t->at.origin != a->origin || t->state == BELIEF_THING_STATE_NOWHERE) continue;
        struct pose2 flat = pose_on_plane(t->at.pose);
        struct vec2 in = pose2_undo(flat, at);
        if (t->kind == BELIEF_THING_KIND_CHARGER) in.x -= t->size_m.x / 2;
        if (m_abs(in.x) < t->size_m.x / 2 + MARGIN_M && m_abs(in.y) < t->size_m.y / 2 + MARGIN_M) return true;
    }
    return false;
}

static void follow_beam(struct learn *l, struct map *map, const struct learn_around *a) {
    if (!a->beam || a->distance_m < BEAM_NEAR_M) return;
    uint32_t now = ms_of(a->here->time_us);
    struct pose2 from =
        pose2_times(a->here->pose, (struct pose2){{a->model->range_at_m[0], a->model->range_at_m[1]}, 0});
    float free_m = m_min(a->hit ? a->distance_m - BEAM_BACK_M : a->distance_m, BEAM_FAR_M);
    if (free_m > BEAM_BACK_M) {
        struct map_shape free = map_sector(from, BEAM_HALF, free_m);
        map_put(map, &free,
                &(struct map_note){.content = BELIEF_MAP_CONTENT_CLEAR_OF_OBSTACLE,
                                   .how = MAP_SEEN_THROUGH,
                                   .time_ms = now});
    }
    l->beam_us = a->here->time_us;
    if (!a->hit || a->distance_m > BEAM_FAR_M) return;
    float half = a->distance_m * BEAM_CORE;
    struct vec2 at = pose2_apply(from, vec2(a->distance_m, 0));
    if (near_a_thing(a, at)) return;
    struct map_leaf was = map_at(map, at);
    bool again = was.content == BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY && now - was.first_ms > 1000;
    struct map_shape met = map_segment(pose2_apply(from, vec2(a->distance_m, -half)),
                                       pose2_apply(from, vec2(a->distance_m, half)));
    map_put(map, &met,
            &(struct map_note){.content = again ? BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY_EXPLORED
                                                : BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY,
                               .how = MAP_BY_RANK,
                               .time_ms = now});
}

// What does not give way, and no beam told of: right before its nose, or behind its back.
static void note_pushed(struct map *map, const struct learn_around *a) {
    struct vec3 low = a->model->low_m, high = a->model->high_m;
    float x = a->pushes > 0 ? high.x + PUSHED_M : low.x - PUSHED_M;
    struct map_shape there = map_segment(pose2_apply(a->here->pose, vec2(x, low.y / 2)),
                                         pose2_apply(a->here->pose, vec2(x, high.y / 2)));
    map_put(map, &there,
            &(struct map_note){.content = BELIEF_MAP_CONTENT_OBSTACLE_PROXIMITY,
                               .how = MAP_BY_RANK,
                               .time_ms = ms_of(a->here->time_us)});
}

// ------------------------------------------------------------------------------------------------ things

static void draw_thing(struct map *map, const struct thing *t, uint32_t origin, uint32_t now_ms) {
    if (t->state == BELIEF_THING_STATE_NOWHERE || t->at.origin != origin || t->carried) return;
    bool charger = t->kind == BELIEF_THING_KIND_CHARGER;
    struct pose2 flat = pose_on_plane(t->at.pose);
    if (t->up) flat.angle = quat_heading(quat_times(t->at.pose.turn, quat_inverse(model_resting(t->up))));
    if (t->at.pose.at.z > t->size_m.z + 0.03f && !charger) return; // it hangs in the air
    float along = t->up == 1 || t->up == 2 ? t->size_m.z : t->size_m.x,
          across = t->up == 3 || t->up == 4 ? t->size_m.z : t->size_m.y;
    if (charger) flat = pose2_times(flat, (struct pose2){{t->size_m.x / 2, 0}, 0});
    struct map_shape box = map_box(flat, along, across);
    map_put(map, &box,
            &(struct map_note){.content = charger ? BELIEF_MAP_CONTENT_OBSTACLE_CHARGER
                                                  : BELIEF_MAP_CONTENT_OBSTACLE_CUBE,
                               .how = MAP_BY_RANK,
                               .thing = (uint16_t)t->id,
                               .time_ms = now_ms});
}

static void draw_things(struct learn *l, struct map *map, const struct learn_around *a) {
    uint32_t now = ms_of(a->here->time_us);
    for (uint32_t i = 0; i < l->thing_count;) { // forgotten ones leave the map
        if (things_find(a->things, l->things[i].id)) {
            i++;
            continue;
        }
        map_clear_thing(map, (uint16_t)l->things[i].id, now);
        l->things[i] = l->things[--l->thing_count];
    }
    for (uint32_t i = 0; i < a->things->count; i++) {
        const struct thing *t = &a->things->list[i];
        uint32_t at = 0;
        while (at < l->thing_count && l->things[at].id != t->id) at++;
        if (at == l->thing_count) l->things[l->thing_count].id = t->id, l->things[l->thing_count++].drawn = 0;
        if (l->things[at].drawn == t->drawn) continue;
        l->things[at].drawn = t->drawn;
        map_clear_thing(map, (uint16_t)t->id, now);
        draw_thing(map, t, a->origin, now);
    }
}

// ------------------------------------------------------------------------------------------------ a tick

static bool is_level(const struct body_senses *s) {
    return s->motion_count && m_abs(s->motion[0].pitch_rad) < LEVEL_RAD &&
           m_abs(s->motion[0].roll_rad) < LEVEL_RAD;
}

// Each in a cell or two of the map; what is there because a thing stands there is that thing's.
static void note_seen_edges(struct map *map, const struct learn_around *a) {
    const struct learn_edges *e = a->edges;
    for (uint32_t i = 0; i < e->count; i++) {
        struct vec2 at = pose2_apply(e->from.pose, e->at[i]);
        if (near_a_thing(a, at)) continue;
        struct map_shape spot = map_segment(at, at);
        map_put(map, &spot,
                &(struct map_note){.content = BELIEF_MAP_CONTENT_INTERESTING_EDGE,
                                   .how = MAP_BY_RANK,
                                   .time_ms = ms_of(e->time_us)});
    }
}

void learn_step(struct learn *l, struct map *map, const struct learn_around *a) {
    map_here(map, a->here->pose.at);
    draw_things(l, map, a);
    if (!a->steady || !is_level(a->senses)) return;
    if (a->pushes)
        note_pushed(map, a);
    else if (!(a->senses->status & (BODY_STATUS_CLIFF | BODY_STATUS_SENSORS_SAVED)))
        stamp(l, map, a);
    if (!(a->senses->status & BODY_STATUS_SENSORS_SAVED)) feel_floor(l, map, a);
    follow_beam(l, map, a);
    if (a->edges) note_seen_edges(map, a);
}

void learn_forget(struct learn *l) {
    l->stamped = false;
    l->thing_count = 0;
}

uint64_t learn_hash(const struct learn *l) {
    uint64_t h = hash64(0, &l->footprint, sizeof l->footprint);
    uint32_t rest[] = {l->stamped, l->readings, l->edges, l->thing_count};
    h = hash64(hash64(h, rest, sizeof rest), l->floor, sizeof l->floor);
    uint32_t count = l->thing_count < BELIEF_THINGS_MAX ? l->thing_count : BELIEF_THINGS_MAX;
    return hash64(hash64(h, &l->beam_us, sizeof l->beam_us), l->things, count * sizeof l->things[0]);
}
