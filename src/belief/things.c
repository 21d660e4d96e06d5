#include "belief/things.h"

#include "base/hash.h"
#include "sense/pose.h"

#include <string.h>

// Chosen. A pixel of a corner is off by half of one; what is tilted less than this rests; pictures that must
// not show it before it is gone.
#define CORNER_PX      0.5f
#define REST_RAD       0.21f
#define REST_RAD_PX    5.0f // and so much more divided by the side in pixels: small squares are seen askew
#define FLOOR_M        0.015f
#define FLOOR_SHARE    0.12f
#define FLOOR_PX       3.0f
#define SAME_M         0.080f
#define ALIKE_PX       0.35f // two answers whose errors differ by less are both possible
#define MEET_RAD       0.6f  // two answers that are nearer to each other than this
#define TURNED_OVER    3.0f  // so much more likely (as a logarithm) the other answer must be
#define SETTLED        12.0f
#define ONE_ANSWER     0.25f // so much says a picture of which both answers are one, as it was known
#define GONE_FAR_M     0.400f
#define GONE_PX        18.0f
#define GONE_FACING    0.6f
#define LEAST_OFF_M    0.001f
#define DRAWN_M        0.004f // the map is told when it is seen so far from where it was drawn
#define DRAWN_RAD      0.08f
#define LEAST_OFF_RAD2 1e-5f
#define FIT_PX         4.0f // so far off, and so much of its side, another marker of the same thing may be
#define FIT_SHARE      0.25f
enum { GONE_PICTURES = 3, STILL_US = 1000000 };

// ------------------------------------------------------------------------------------------------ the list

static void tell(struct things *t, enum thing_event_kind kind, uint32_t id) {
    if (t->event_count == THINGS_EVENTS)
        t->event_lost++;
    else
        t->events[t->event_count++] = (struct thing_event){(uint8_t)kind, id};
}

static struct thing *find(struct things *t, uint32_t id) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].id == id) return &t->list[i];
    return NULL;
}

const struct thing *things_find(const struct things *t, uint32_t id) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].id == id) return &t->list[i];
    return NULL;
}

static void forget(struct things *t, uint32_t at) {
    tell(t, THING_FORGOTTEN, t->list[at].id);
    t->count--;
    memmove(&t->list[at], &t->list[at + 1], (t->count - at) * sizeof t->list[0]);
}

static struct thing *make(struct things *t, const struct thing_model *m, uint64_t now_us) {
    if (t->count == BELIEF_THINGS_MAX) {
        uint32_t oldest = 0;
        for (uint32_t i = 1; i < t->count; i++)
            if (t->list[i].last_us < t->list[oldest].last_us) oldest = i;
        if (t->list[oldest].last_us == now_us) return NULL; // all of them are seen now
        forget(t, oldest);
    }
    struct thing *thing = &t->list[t->count++];
    memset(thing, 0, sizeof *thing);
    thing->id = ++t->last_id;
    thing->kind = m->kind, thing->model = m->model;
    thing->unique = m->unique, thing->stays = m->stays;
    thing->size_m = m->size_m;
    thing->first_us = now_us;
    return thing;
}

static void draw(struct thing *thing) {
    thing->drawn++;
    thing->drawn_at = pose_on_plane(thing->at.pose);
}

void things_begin(struct things *t) { t->event_count = 0; }

// ------------------------------------------------------------------------------------------------ what one
// marker says

struct measured {
    struct thing_model model;
    struct pose pose;  // in the robot
    struct pose other; // the same seen turned the other way, when nobody can tell
    uint8_t up;
    bool on_floor;
    float off_m, off_rad, tilt, error_px, other_px;
};

static const struct vec3 UPS[7] = {{0, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {0, -1, 0},
                                   {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};

static float tilt_of(struct quat turn, uint8_t up) {
    return m_acos(m_clamp(quat_apply(turn, UPS[up]).z, -1, 1));
}

static uint8_t nearest_up(const struct measured *m, struct quat turn, float *tilt) {
    uint8_t best = 6;
    *tilt = tilt_of(turn, 6);
    for (uint8_t up = 1; up < 6 && m->model.kind != BELIEF_THING_KIND_CHARGER; up++)
        if (tilt_of(turn, up) < *tilt) *tilt = tilt_of(turn, up), best = up;
    return best;
}

// Its sides that are seen: the first decides what may be meant, the others only how exactly it is known.
struct side_seen {
    uint32_t side;
    const struct observation *seen;
};

// As it stands on the floor, sought from one of the two answers.
static bool stands(const struct things_view *v, const struct side_seen *sides, uint32_t count,
                   struct measured *m, struct pose_floor *lies) {
    struct quat rest = model_resting(m->up), back = quat_inverse(rest);
    float height = model_height(&m->model, m->up), far = vec3_length(m->pose.at);
    struct pose_part parts[POSE_SQUARES];
    if (m_abs(m->pose.at.z - height) > FLOOR_M + FLOOR_SHARE * far) return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct pose *square = &m->model.sides[sides[i].side].square;
        parts[i] = (struct pose_part){{quat_apply(rest, square->at), quat_times(rest, square->turn)},
                                      m->model.sides[sides[i].side].size_m,
                                      {{0}}};
        parts[i].square.at.z += height;
        memcpy(parts[i].corners, sides[i].seen->corners, sizeof parts[i].corners);
    }
    *lies = (struct pose_floor){
        .at = {{m->pose.at.x, m->pose.at.y}, quat_heading(quat_times(m->pose.turn, back))}};
    if (!pose_on_floor(v->seen->lens, v->camera, parts, count, lies) || lies->error_px > FLOOR_PX)
        return false;
    m->on_floor = true;
    m->error_px = lies->error_px;
    m->pose =
        (struct pose){{lies->at.at.x, lies->at.at.y, height}, quat_times(quat_yaw(lies->at.angle), rest)};
    m->off_m = m_max(lies->off_m * CORNER_PX, LEAST_OFF_M), m->off_rad = lies->off_rad * CORNER_PX;
    return true;
}

// One of the two answers: where the thing would stand.
static struct measured answer(const struct things_view *v, const struct observation *o,
                              const struct thing_model *model, uint32_t side, struct pose square) {
    struct measured m = {.model = *model};
    float tilt;
    m.pose = pose_times(pose_times(v->camera, square), pose_inverse(model->sides[side].square));
    m.up = nearest_up(&m, m.pose.turn, &tilt);
    m.tilt = tilt;
    m.off_m = m_max(vec3_length(m.pose.at) * CORNER_PX / o->side_px, LEAST_OFF_M),
    m.off_rad = 4 * CORNER_PX / o->side_px;
    if (tilt > REST_RAD + REST_RAD_PX / o->side_px) m.up = 0;
    struct pose_floor lies;
    if (m.up) stands(v, &(struct side_seen){side, o}, 1, &m, &lies);
    return m;
}

// Seen nearly from the front the two lie beside each other, and so does everything between them: the truth is
// somewhere there.
static void meet(struct measured *m, const struct measured *other) {
    float differ = quat_angle(quat_between(m->pose.turn, other->pose.turn));
    if (differ > MEET_RAD) return;
    float more =
        4 * (other->error_px * other->error_px - m->error_px * m->error_px) / (CORNER_PX * CORNER_PX);
    float share = 1 / (1 + m_exp(m_clamp(more, 0, 20)));
    m->pose = (struct pose){vec3_add(m->pose.at, vec3_scale(vec3_sub(other->pose.at, m->pose.at), share)),
                            quat_blend(m->pose.turn, other->pose.turn, share)};
    m->off_rad = m_max(m->off_rad, differ * m_sqrt(share * (1 - share)));
    m->other = m->pose;
}

static bool measure(const struct things *t, const struct things_view *v, const struct observation *o,
                    struct measured *m) {
    uint32_t side;
    struct thing_model model;
    struct pose_square square;
    if (!model_of_marker(&t->definitions, o->marker, &model, &side) ||
        !pose_of_square(v->seen->lens, o->corners, model.sides[side].size_m, &square))
        return false;
    *m = answer(v, o, &model, side, square.pose[0]);
    m->other = m->pose;
    if (square.error_px[1] <= 2 * square.error_px[0] + CORNER_PX) {
        struct measured other = answer(v, o, &model, side, square.pose[1]);
        bool both = other.on_floor && m->on_floor, upright = other.on_floor || other.tilt < m->tilt;
        if (both ? other.error_px < m->error_px : upright && !m->on_floor) {
            struct measured first = *m;
            *m = other;
            other = first;
        }
        m->other = both && other.error_px < m->error_px + ALIKE_PX ? other.pose : m->pose;
        if (both) meet(m, &other);
        m->other_px = other.error_px;
    }
    return m_finite(m->off_m) && m_finite(m->off_rad) && m_finite(vec3_length(m->pose.at));
}

// ------------------------------------------------------------------------------------------------ what all
// its markers say

// Whether this marker is where it would be on the thing, were the thing there.
static bool fits(const struct things_view *v, const struct measured *m, struct pose pose, uint32_t side,
                 const struct observation *o) {
    float half = m->model.sides[side].size_m / 2, near = FIT_PX + FIT_SHARE * o->side_px;
    struct pose square = pose_between(v->camera, pose_times(pose, m->model.sides[side].square));
    for (int i = 0; i < 4; i++) {
        struct vec2 px;
        struct vec3 at = pose_apply(square, vec3(0, i & 1 ? half : -half, i & 2 ? -half : half));
        if (!lens_project(v->seen->lens, at, &px)) return false;
        if (vec2_length(vec2_sub(px, o->corners[i])) > near) return false;
    }
    return true;
}

// The other markers of the same thing in the picture, largest first as far as there is room. `used` has a bit
// for each observation; which of the two answers they belong to is settled by them.
static uint32_t gather(const struct things *t, const struct things_view *v, uint32_t first, uint32_t used,
                       struct measured *m, struct side_seen out[POSE_SQUARES - 1], uint32_t *mates) {
    uint32_t count = 0, taken[2] = {0, 0};
    for (uint32_t i = 0; i < v->seen->count; i++) {
        const struct observation *o = &v->seen->list[i];
        struct thing_model model;
        uint32_t side;
        if (i == first || used >> i & 1 || o->kind != OBSERVATION_MARKER ||
            !model_of_marker(&t->definitions, o->marker, &model, &side) || model.kind != m->model.kind ||
            model.model != m->model.model || model.alike)
            continue;
        for (int k = 0; k < 2; k++)
            if (fits(v, m, k ? m->other : m->pose, side, o)) taken[k] |= 1u << i;
    }
    if (!taken[0] && taken[1]) {
        m->pose = m->other;
        taken[0] = taken[1];
    }
    *mates = taken[0];
    for (uint32_t left = taken[0]; left && count < POSE_SQUARES - 1;) {
        uint32_t best = (uint32_t)__builtin_ctz(left);
        for (uint32_t i = best; i < v->seen->count; i++)
            if (left >> i & 1 && v->seen->list[i].side_px > v->seen->list[best].side_px) best = i;
        left &= ~(1u << best);
        struct thing_model model;
        out[count].seen = &v->seen->list[best];
        count += model_of_marker(&t->definitions, out[count].seen->marker, &model, &out[count].side);
    }
    return count;
}

// With its other markers there is one answer, and it is surer.
static void measure_whole(const struct things *t, const struct things_view *v, uint32_t first,
                          struct measured *m, uint32_t *used) {
    struct side_seen sides[POSE_SQUARES];
    struct thing_model model;
    uint32_t mates;
    struct measured whole = *m;
    sides[0].seen = &v->seen->list[first];
    if (!model_of_marker(&t->definitions, sides[0].seen->marker, &model, &sides[0].side)) return;
    uint32_t count = 1 + gather(t, v, first, *used, &whole, sides + 1, &mates);
    *used |= mates;
    struct pose_floor lies;
    if (count == 1 || !whole.up || !stands(v, sides, count, &whole, &lies)) return;
    whole.other = whole.pose, whole.other_px = whole.error_px;
    *m = whole;
}

// ------------------------------------------------------------------------------------------------ which one
// is meant

static struct pose in_origin(const struct things_view *v, struct pose in_robot) {
    return pose_times(pose_of_plane(v->then.pose, 0), in_robot);
}

static bool is_like(const struct thing *thing, const struct thing_model *m) {
    return thing->kind == m->kind && thing->model == m->model;
}

static struct thing *nearest(struct things *t, const struct things_view *v, const struct measured *m) {
    struct vec3 at = in_origin(v, m->pose).at;
    struct thing *best = NULL;
    float least = 1e9f, off2 = v->off_m2 + m->off_m * m->off_m;
    for (uint32_t i = 0; i < t->count; i++) {
        struct thing *thing = &t->list[i];
        if (!is_like(thing, &m->model) || thing->last_us == v->seen->time_us ||
            thing->state == BELIEF_THING_STATE_NOWHERE || thing->at.origin != v->origin)
            continue;
        float off = vec3_length(vec3_sub(thing->at.pose.at, at));
        if (off < least && off < SAME_M + 3 * m_sqrt(off2 + thing->off_m2)) least = off, best = thing;
    }
    return best;
}

// One that is not where it was, or stood in another origin; with several of them nobody knows which.
static struct thing *displaced(struct things *t, const struct things_view *v, const struct measured *m) {
    struct thing *only = NULL;
    for (uint32_t i = 0; i < t->count; i++) {
        struct thing *thing = &t->list[i];
        bool free =
            thing->state == BELIEF_THING_STATE_NOWHERE || thing->at.origin != v->origin || thing->carried;
        if (!is_like(thing, &m->model) || thing->last_us == v->seen->time_us || !free) continue;
        if (!only || thing->last_us > only->last_us) only = thing;
    }
    return only;
}

static struct thing *meant(struct things *t, const struct things_view *v, const struct measured *m) {
    for (uint32_t i = 0; m->model.unique && i < t->count; i++)
        if (is_like(&t->list[i], &m->model)) return &t->list[i];
    struct thing *thing = v->steady ? nearest(t, v, m) : NULL;
    if (!thing) thing = displaced(t, v, m);
    if (!thing && !v->steady) // from a hand nobody knows where: the one that was in sight
        for (uint32_t i = 0; i < t->count && !thing; i++)
            if (is_like(&t->list[i], &m->model) && t->list[i].last_us != v->seen->time_us)
                thing = &t->list[i];
    return thing ? thing : make(t, &m->model, v->seen->time_us);
}

// Sides that show the same marker: turned as it was before, as nearly as it can be.
static struct pose turned_like(const struct thing *thing, const struct thing_model *m, struct pose pose,
                               float robot_rad) {
    if (!m->alike || !thing->at.origin) return pose;
    bool wall = m->sides[2].marker < 0;
    float was = quat_heading(thing->at.pose.turn), is = quat_heading(pose.turn) + robot_rad, best = 10;
    struct quat turn = pose.turn;
    for (int i = 0; i < 4; i += wall ? 2 : 1) {
        float by = (float)i * M_PI_F / 2, off = m_abs(angle_between(was, is + by));
        if (off < best) best = off, turn = quat_times(quat_yaw(by), pose.turn);
    }
    pose.turn = turn;
    return pose;
}

// ------------------------------------------------------------------------------------------------ a picture

// Of two answers the one that is nearer to what was known, until pictures have said often enough that it is
// the other. Without anything known it is the better one, and less well known how it is turned.
static struct pose told_apart(struct thing *thing, const struct things_view *v, const struct measured *m,
                              struct thing_sight *s) {
    float differ = quat_angle(quat_between(m->pose.turn, m->other.turn));
    bool one = differ < 2 * m->off_rad, known = thing->at.origin == v->origin && thing->up == m->up &&
                                                thing->state != BELIEF_THING_STATE_NOWHERE;
    struct quat knew = quat_between(quat_yaw(v->then.pose.angle), thing->at.pose.turn);
    float near = quat_angle(quat_between(knew, m->pose.turn));
    if (one && known && near < 2 * m->off_rad) thing->evidence = m_min(thing->evidence + ONE_ANSWER, SETTLED);
    if (one) return m->pose;
    if (!known) {
        s->off_rad = m_max(s->off_rad, differ / 2);
        return m->pose;
    }
    bool other = quat_angle(quat_between(knew, m->other.turn)) < near;
    // As likely as corners that are off by so much make it: the logarithm of how many times.
    float more = 4 * (m->other_px * m->other_px - m->error_px * m->error_px) / (CORNER_PX * CORNER_PX);
    thing->evidence = m_clamp(thing->evidence + m_clamp(other ? -more : more, -2, 2), -TURNED_OVER, SETTLED);
    if (thing->evidence > -TURNED_OVER) return other ? m->other : m->pose;
    thing->evidence = 0;
    s->turned = true;
    return other ? m->pose : m->other;
}

static struct thing_sight sight_of(struct thing *thing, const struct things_view *v,
                                   const struct measured *m) {
    struct thing_sight s = {.id = thing->id,
                            .off_m = m->off_m,
                            .off_rad = m->off_rad,
                            .up = m->up,
                            .on_floor = m->on_floor,
                            .origin = thing->at.origin,
                            .still_us = thing->still_us,
                            .stays = thing->stays};
    s.pose = turned_like(thing, &m->model, told_apart(thing, v, m, &s), v->then.pose.angle);
    struct quat level = quat_times(s.pose.turn, quat_inverse(model_resting(m->up)));
    s.from_robot = (struct pose2){{s.pose.at.x, s.pose.at.y}, quat_heading(level)};
    s.known = thing->at.origin && thing->state != BELIEF_THING_STATE_NOWHERE && thing->on_floor &&
              m->on_floor && thing->up == m->up && !thing->carried;
    struct quat knew = quat_times(thing->at.pose.turn, quat_inverse(model_resting(thing->up)));
    s.knew = (struct pose2){{thing->at.pose.at.x, thing->at.pose.at.y}, quat_heading(knew)};
    s.knew_off_m2 = thing->off_m2, s.knew_off_rad2 = thing->off_rad2;
    return s;
}

static void note_seen(struct things *t, struct thing *thing, const struct observation *o, uint64_t time_us) {
    if (!thing->visible) tell(t, THING_APPEARED, thing->id);
    thing->visible = true;
    thing->last_us = time_us;
    thing->times++;
    thing->misses = 0;
    memcpy(thing->corners, o->corners, sizeof thing->corners);
}

// Whether a picture would show one of its markers: near, square enough, wholly inside.
static bool would_show(const struct things *t, const struct things_view *v, const struct thing *thing) {
    struct thing_model m;
    if (!model_of(&t->definitions, thing->kind, thing->model, &m)) return false;
    struct pose eye = pose_times(pose_of_plane(v->then.pose, 0), v->camera);
    for (uint32_t i = 0; i < MODEL_SIDES; i++) {
        struct pose square = pose_times(thing->at.pose, m.sides[i].square);
        struct vec3 way = vec3_sub(eye.at, square.at);
        float far = vec3_length(way), half = m.sides[i].size_m / 2;
        if (m.sides[i].marker < 0 || far > GONE_FAR_M) continue;
        if (vec3_dot(quat_apply(square.turn, vec3(1, 0, 0)), vec3_unit(way)) < GONE_FACING) continue;
        bool inside = m.sides[i].size_m * v->seen->lens->fx / far > GONE_PX;
        for (int k = 0; k < 4 && inside; k++) { // a margin of half of its size: it may be off
            struct vec3 spot =
                pose_apply(square, vec3(0, k & 1 ? 2 * half : -2 * half, k & 2 ? 2 * half : -2 * half));
            struct vec2 px;
            inside = lens_project(v->seen->lens, pose_undo(eye, spot), &px) && lens_inside(v->seen->lens, px);
        }
        if (inside) return true;
    }
    return false;
}

// Whether another thing that it knows stands between.
static bool hidden(const struct things *t, const struct things_view *v, const struct thing *thing) {
    struct vec2 eye = v->then.pose.at, way = vec2_sub(vec2(thing->at.pose.at.x, thing->at.pose.at.y), eye);
    float far = vec2_length(way);
    for (uint32_t i = 0; i < t->count; i++) {
        const struct thing *o = &t->list[i];
        if (o == thing || o->at.origin != v->origin || o->state == BELIEF_THING_STATE_NOWHERE) continue;
        struct vec2 to = vec2_sub(vec2(o->at.pose.at.x, o->at.pose.at.y), eye);
        float along = far > 0 ? vec2_dot(to, way) / far : 0,
              aside = far > 0 ? m_abs(vec2_cross(way, to)) / far : 0;
        if (along > 0 && along < far && aside < (o->size_m.x + o->size_m.y) / 2 + 0.03f) return true;
    }
    return false;
}

static void miss(struct things *t, const struct things_view *v) {
    for (uint32_t i = 0; i < t->count; i++) {
        struct thing *thing = &t->list[i];
        bool there = thing->at.origin == v->origin && thing->state != BELIEF_THING_STATE_NOWHERE &&
                     !thing->carried && thing->kind != BELIEF_THING_KIND_FIXED;
        if (!there || thing->last_us == v->seen->time_us || !would_show(t, v, thing) || hidden(t, v, thing))
            continue;
        if (++thing->misses < GONE_PICTURES) continue;
        thing->state = BELIEF_THING_STATE_NOWHERE;
        thing->misses = 0;
        draw(thing);
        tell(t, THING_GONE, thing->id);
    }
}

// Two things are not in one place: a marker that could not be joined to the others of its thing is left out.
struct standing {
    uint8_t kind, model;
    struct vec3 at;
};
static bool in_another(const struct standing *there, uint32_t count, const struct measured *m) {
    float least = m_min(m->model.size_m.x, m->model.size_m.y) * 0.7f;
    for (uint32_t i = 0; i < count; i++)
        if (there[i].kind == m->model.kind && there[i].model == m->model.model &&
            vec3_length(vec3_sub(there[i].at, m->pose.at)) < least)
            return true;
    return false;
}

uint32_t things_look(struct things *t, const struct things_view *v, struct thing_sight *out, uint32_t room) {
    uint32_t count = 0, used = 0, stood = 0;
    struct measured m;
    struct standing there[OBSERVATIONS];
    for (uint32_t i = 0; i < v->seen->count; i++) {
        const struct observation *o = &v->seen->list[i];
        if (used >> i & 1 || o->kind != OBSERVATION_MARKER || !measure(t, v, o, &m)) continue;
        measure_whole(t, v, i, &m, &used);
        if (in_another(there, stood, &m)) continue;
        there[stood++] = (struct standing){m.model.kind, m.model.model, m.pose.at};
        struct thing *thing = meant(t, v, &m);
        if (!thing || thing->last_us == v->seen->time_us) continue; // a thing is seen once in a picture
        note_seen(t, thing, o, v->seen->time_us);
        if (v->steady && count < room) out[count++] = sight_of(thing, v, &m);
    }
    if (v->steady && !v->seen->blind && !v->covered) miss(t, v);
    return count;
}

// ------------------------------------------------------------------------------------------------ what is
// believed

static struct pose blend(struct pose a, struct pose b, float place, float turn) {
    return (struct pose){vec3_add(a.at, vec3_scale(vec3_sub(b.at, a.at), place)),
                         quat_blend(a.turn, b.turn, turn)};
}

void things_believe(struct things *t, const struct thing_sight *s, const struct things_view *v, bool anew) {
    struct thing *thing = find(t, s->id);
    if (!thing) return;
    struct pose pose = in_origin(v, s->pose);
    float m2 = s->off_m * s->off_m, rad2 = s->off_rad * s->off_rad;
    anew = anew || !thing->at.origin || thing->at.origin != v->origin || !s->known;
    bool was = thing->at.origin && thing->state != BELIEF_THING_STATE_NOWHERE;
    if (anew) {
        if (was && thing->at.origin == v->origin) tell(t, THING_MOVED, thing->id);
        thing->at = (struct placed){pose, v->origin};
        thing->base_m2 = v->off_m2, thing->base_rad2 = v->off_rad2;
        thing->off_m2 = v->off_m2 + m2, thing->off_rad2 = v->off_rad2 + rad2;
        thing->still_us = v->seen->time_us;
        draw(thing);
    } else {
        float place = thing->off_m2 / (thing->off_m2 + m2), turn = thing->off_rad2 / (thing->off_rad2 + rad2);
        struct pose next = blend(thing->at.pose, pose, place, turn);
        thing->at.pose = next;
        struct pose2 flat = pose_on_plane(next);
        bool elsewhere = vec2_length(vec2_sub(flat.at, thing->drawn_at.at)) > DRAWN_M;
        if (elsewhere || m_abs(angle_between(flat.angle, thing->drawn_at.angle)) > DRAWN_RAD) draw(thing);
        thing->off_m2 *= 1 - place, thing->off_rad2 *= 1 - turn;
    }
    thing->off_m2 = m_max(thing->off_m2, thing->base_m2 + LEAST_OFF_M * LEAST_OFF_M);
    thing->off_rad2 = m_max(thing->off_rad2, thing->base_rad2 + LEAST_OFF_RAD2);
    thing->up = s->up, thing->on_floor = s->on_floor;
    thing->state = BELIEF_THING_STATE_KNOWN;
    thing->carried = false;
    thing->strays = 0;
}

void things_stands(struct things *t, uint32_t id) {
    struct thing *thing = find(t, id);
    if (thing) thing->strays = 0;
}

bool things_strays(struct things *t, uint32_t id, uint32_t most) {
    struct thing *thing = find(t, id);
    return thing && ++thing->strays >= most;
}

void things_step(struct things *t, uint64_t now_us) {
    for (uint32_t i = 0; i < t->count; i++) {
        struct thing *thing = &t->list[i];
        if (!thing->visible || now_us < thing->last_us + THINGS_VISIBLE_US) continue;
        thing->visible = false;
        tell(t, THING_DISAPPEARED, thing->id);
    }
}

void things_join(struct things *t, uint32_t older, uint32_t newer, struct pose2 older_in_newer,
                 struct vec2 about, float off_m, float off_rad) {
    struct pose in = pose_of_plane(older_in_newer, 0);
    for (uint32_t i = 0; i < t->count; i++) {
        struct thing *thing = &t->list[i];
        if (thing->at.origin != older) continue;
        float arm = m_hypot(thing->at.pose.at.x - about.x, thing->at.pose.at.y - about.y);
        thing->at = (struct placed){pose_times(in, thing->at.pose), newer};
        float more_m2 = off_m * off_m + arm * arm * off_rad * off_rad, more_rad2 = off_rad * off_rad;
        thing->off_m2 += more_m2, thing->base_m2 += more_m2;
        thing->off_rad2 += more_rad2, thing->base_rad2 += more_rad2;
        draw(thing);
    }
}

void things_felt(struct things *t, uint32_t id, uint64_t now_us) {
    struct thing *thing = find(t, id);
    if (!thing || thing->state == BELIEF_THING_STATE_NOWHERE) return;
    thing->state = BELIEF_THING_STATE_DIRTY;
    thing->still_us = now_us;
}

void things_carry(struct things *t, uint32_t id, bool carried) {
    struct thing *thing = find(t, id);
    if (!thing) return;
    thing->carried = carried;
    thing->on_floor = false;
    draw(thing);
}

void things_follow(struct things *t, struct placed robot, struct vec3 hold) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].carried)
            t->list[i].at =
                (struct placed){pose_times(robot.pose, (struct pose){hold, quat_none()}), robot.origin};
}

void things_meet(struct things *t, uint8_t kind, uint8_t model, uint64_t now_us) {
    struct thing_model m;
    if (!model_of(&t->definitions, kind, model, &m)) return;
    for (uint32_t i = 0; i < t->count; i++)
        if (is_like(&t->list[i], &m)) return;
    make(t, &m, now_us); // without a place, and never seen
}

uint32_t things_fixed(struct things *t, struct placed at, struct vec3 size, uint64_t now_us) {
    bool numbers = m_finite(at.pose.at.x + at.pose.at.y + at.pose.at.z) &&
                   m_finite(quat_heading(at.pose.turn)) && size.x > 0 && size.y > 0 && size.z > 0 &&
                   size.x <= 10 && size.y <= 10 && size.z <= 10;
    if (!numbers || !at.origin || vec3_length(at.pose.at) > 100) return 0;
    struct thing_model m = {.kind = BELIEF_THING_KIND_FIXED, .stays = true, .size_m = size};
    struct thing *thing = make(t, &m, now_us);
    if (!thing) return 0;
    thing->at = at, thing->up = 6, thing->last_us = thing->still_us = now_us, thing->drawn = 1;
    thing->state = BELIEF_THING_STATE_KNOWN;
    return thing->id;
}

uint32_t things_delete(struct things *t, enum things_which which) {
    uint32_t gone = 0;
    for (uint32_t i = t->count; i--;) {
        bool fixed = t->list[i].kind == BELIEF_THING_KIND_FIXED,
             custom = t->list[i].kind == BELIEF_THING_KIND_CUSTOM;
        if (!(which == THINGS_FIXED ? fixed : custom)) continue;
        forget(t, i);
        gone++;
    }
    if (which == THINGS_DEFINED) definitions_clear(&t->definitions);
    return gone;
}

// ------------------------------------------------------------------------------------------------ for those
// who look

void things_view(const struct things *t, struct belief_things *out) {
    *out = (struct belief_things){.list_count = (uint8_t)t->count};
    for (uint32_t i = 0; i < t->count; i++) {
        const struct thing *thing = &t->list[i];
        struct belief_thing *b = &out->list[i];
        *b = (struct belief_thing){.id = thing->id,
                                   .kind = thing->kind,
                                   .model = thing->model,
                                   .state = thing->state,
                                   .up = thing->up,
                                   .first_us = thing->first_us,
                                   .last_us = thing->last_us,
                                   .times = thing->times,
                                   .device = thing->device};
        b->pose.origin = thing->at.origin;
        vec3_into(b->pose.at_m, thing->at.pose.at), quat_into(b->pose.turn, thing->at.pose.turn);
        vec3_into(b->size_m, thing->size_m);
        for (int k = 0; k < 4; k++)
            b->corners_px[0][k] = thing->corners[k].x, b->corners_px[1][k] = thing->corners[k].y;
        if (thing->kind == BELIEF_THING_KIND_CHARGER && thing->state != BELIEF_THING_STATE_NOWHERE)
            out->charger = thing->id;
    }
}

uint64_t things_hash(const struct things *t) {
    uint64_t h = hash64(t->last_id, &t->definitions.count, sizeof t->definitions.count);
    h = hash64(h, &t->count, sizeof t->count);
    for (uint32_t i = 0; i < t->definitions.count && i < BELIEF_DEFINITIONS_MAX; i++) {
        const struct belief_custom_thing *c = &t->definitions.list[i];
        h = hash64(h, c->symbols, sizeof c->symbols);
        h = hash64(h, c->size_m, sizeof c->size_m);
        float rest[] = {c->marker_m, c->type, c->shape, c->unique};
        h = hash64(h, rest, sizeof rest);
    }
    for (uint32_t i = 0; i < t->count && i < BELIEF_THINGS_MAX; i++) {
        const struct thing *g = &t->list[i];
        uint32_t whole[] = {g->id,       g->kind,    g->model,  g->state, g->up,        g->visible,
                            g->on_floor, g->carried, g->unique, g->stays, g->at.origin, g->times,
                            g->device,   g->misses,  g->strays, g->drawn};
        float parts[] = {g->off_m2, g->off_rad2, g->base_m2, g->base_rad2, g->evidence};
        uint64_t times[] = {g->first_us, g->last_us, g->still_us};
        h = hash64(hash64(hash64(h, whole, sizeof whole), parts, sizeof parts), times, sizeof times);
        h = hash64(hash64(h, &g->at.pose, sizeof g->at.pose), &g->size_m, sizeof g->size_m);
        h = hash64(hash64(h, g->corners, sizeof g->corners), &g->drawn_at, sizeof g->drawn_at);
    }
    return h;
}
