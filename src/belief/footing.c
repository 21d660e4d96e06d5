#include "belief/footing.h"

#include "base/hash.h"

#include <string.h>

// All chosen.
#define MORE_M    0.008f // than half its track to each side
#define STOOD_M   0.060f // nobody puts it down nearer to an edge
#define SENSOR_M  0.002f // so far back it saw floor for certain
#define THING_M   0.006f // things are known to within that
#define TURNED_M  0.03f  // a radian is worth so much of it
#define STRETCH_M 2.0f   // so far odometry is believed
#define JUMP_M    0.015f // its pose was mended: what it noted goes along
#define FAR_M     100.0f
#define LOOKS     0.5f // cosine: who comes to an edge at 30 degrees or more stops before he tips over
#define TURNS_RAD 0.05f
#define ASIDE     0.1f   // cosine: it goes along there, neither nearer nor away
#define SHORT_M   0.002f // a way may end so much short of room …
#define BACK_M    0.004f // … and one back, where nothing looks, with so much to spare
#define OFTEN     30     // ticks between two looks at things

// The directions in which the farthest places are kept, round the circle.
#define C1 0.98078528f
#define C2 0.92387953f
#define C3 0.83146961f
#define C4 0.70710678f
#define C5 0.55557023f
#define C6 0.38268343f
#define C7 0.19509032f
static const struct vec2 WAYS[FOOTING_WAYS] = {
    {1, 0},  {C1, C7},   {C2, C6},   {C3, C5},   {C4, C4},   {C5, C3},   {C6, C2},   {C7, C1},
    {0, 1},  {-C7, C1},  {-C6, C2},  {-C5, C3},  {-C4, C4},  {-C3, C5},  {-C2, C6},  {-C1, C7},
    {-1, 0}, {-C1, -C7}, {-C2, -C6}, {-C3, -C5}, {-C4, -C4}, {-C5, -C3}, {-C6, -C2}, {-C7, -C1},
    {0, -1}, {C7, -C1},  {C6, -C2},  {C5, -C3},  {C4, -C4},  {C3, -C5},  {C2, -C6},  {C1, -C7}};

static uint32_t sensors(const struct body_model *m) { return m->cliff_count < 4 ? m->cliff_count : 4; }

void footing_start(struct footing *f, const struct body_model *model) {
    *f = (struct footing){.model = model};
    if (!body_model_rolls(model) || !sensors(model)) return;
    f->needed = true;
    for (uint32_t i = 0; i < sensors(model); i++)
        if (m_abs(model->cliff_at_m[i][1]) >= model->track_m / 2) f->needed = false;
}

static void note(struct footing_places *p, struct vec2 at) {
    for (uint32_t i = 0; i < FOOTING_WAYS; i++)
        if (!p->known || vec2_dot(at, WAYS[i]) > vec2_dot(p->far[i], WAYS[i])) p->far[i] = at;
    p->known = true;
}

static float farthest(const struct footing_places *p, uint32_t way) {
    return p->known ? vec2_dot(p->far[way], WAYS[way]) : -FAR_M;
}

static void note_box(struct footing_places *p, struct pose2 at, struct vec2 low, struct vec2 high) {
    for (int i = 0; i < 4; i++)
        note(p, pose2_apply(at, vec2(i & 1 ? low.x : high.x, i & 2 ? low.y : high.y)));
}

// It was put down on its treads, and did not tip over.
static void stand(struct footing *f, struct pose2 at) {
    float half = f->model->track_m / 2 + STOOD_M;
    note_box(&f->now, at, vec2(f->model->rear_axle_m - STOOD_M, -half), vec2(STOOD_M, half));
}

// Floor that it noted beyond an edge is none: its pose was off.
static void cut(struct footing_places *p, struct vec2 edge, struct vec2 out) {
    struct footing_places was = *p;
    p->known = 0;
    for (uint32_t i = 0; i < FOOTING_WAYS && was.known; i++) {
        float beyond = m_max(vec2_dot(vec2_sub(was.far[i], edge), out), 0);
        note(p, vec2_sub(was.far[i], vec2_scale(out, beyond)));
    }
}

static void see(struct footing *f, const struct footing_around *a) {
    if (a->senses->status & BODY_STATUS_CLIFF) {
        struct vec2 edge = pose2_apply(a->here->pose, vec2(f->model->cliff_at_m[0][0], 0)),
                    out = vec2_turn(vec2(1, 0), a->here->pose.angle);
        cut(&f->now, edge, out), cut(&f->before, edge, out);
        return;
    }
    for (uint32_t i = 0; i < sensors(f->model) && i < a->senses->cliffs_count; i++) {
        const float *at = f->model->cliff_at_m[i];
        note(&f->now, pose2_apply(a->here->pose, vec2(at[0] - SENSOR_M, at[1])));
    }
}

static void note_things(struct footing *f, const struct footing_around *a) {
    if (f->ticks++ % OFTEN) return;
    for (uint32_t i = 0; i < a->things->count; i++) {
        const struct thing *t = &a->things->list[i];
        bool home = t->kind == BELIEF_THING_KIND_CHARGER, cube = t->kind == BELIEF_THING_KIND_CUBE;
        if ((!home && !cube) || t->at.origin != f->origin || !t->on_floor || t->carried ||
            t->state == BELIEF_THING_STATE_NOWHERE)
            continue;
        float long_m = t->size_m.x / 2 - THING_M, wide_m = t->size_m.y / 2 - THING_M,
              front = home ? t->size_m.x / 2 : 0;
        if (long_m <= 0 || wide_m <= 0) continue;
        note_box(&f->now, pose_on_plane(t->at.pose), vec2(front - long_m, -wide_m),
                 vec2(front + long_m, wide_m));
    }
}

static void carry(struct footing *f, struct pose2 is) {
    struct footing_places *all[] = {&f->now, &f->before};
    for (uint32_t k = 0; k < 2; k++) {
        struct footing_places was = *all[k];
        all[k]->known = 0;
        for (uint32_t i = 0; i < FOOTING_WAYS && was.known; i++)
            note(all[k], pose2_apply(is, pose2_undo(f->here, was.far[i])));
    }
}

// Its pose drifts with what it drives, and with what it turns, for nobody knows about which place it turns.
static float doubt(const struct trail_spot *here) { return here->driven_m + TURNED_M * here->turned_rad; }

void footing_step(struct footing *f, const struct footing_around *a) {
    if (!f->needed) return;
    if (!a->steady || !a->here) {
        f->origin = 0;
        return;
    }
    struct pose2 is = a->here->pose;
    if (f->origin != a->origin) {
        f->now.known = f->before.known = 0;
        f->origin = a->origin, f->began_m = doubt(a->here), f->ticks = 0;
        stand(f, is);
    } else if (vec2_length(vec2_sub(is.at, f->here.at)) > JUMP_M) {
        carry(f, is);
    }
    if (doubt(a->here) - f->began_m > STRETCH_M) {
        f->before = f->now, f->now.known = 0;
        f->began_m = doubt(a->here), f->ticks = 0;
    }
    f->here = is;
    see(f, a);
    note_things(f, a);
}

// ------------------------------------------------------------------------------------------------ how far

static struct vec2 middle(const struct footing *f, struct pose2 at) {
    return pose2_apply(at, vec2(f->model->rear_axle_m / 2, 0));
}

static float spare(const struct footing *f, struct vec2 at, uint32_t way) {
    float far = m_max(farthest(&f->now, way), farthest(&f->before, way));
    return far - vec2_dot(at, WAYS[way]) - f->model->track_m / 2 - MORE_M;
}

// A side that is nearer to its way than this its sensor looks at before its treads come there.
static bool looked_at(float towards) { return towards > LOOKS; }

bool footing_bears(const struct footing *f, struct pose2 from, struct pose2 to, bool ahead) {
    if (!f->needed) return true;
    bool back = !ahead && m_abs(angle_between(from.angle, to.angle)) < TURNS_RAD;
    struct vec2 there = middle(f, to), way = vec2_unit(vec2_sub(there, middle(f, from)));
    for (uint32_t i = 0; i < FOOTING_WAYS; i++) {
        float towards = vec2_dot(way, WAYS[i]);
        if (towards < ASIDE || (ahead && looked_at(towards))) continue;
        if (spare(f, there, i) < (back ? BACK_M : -SHORT_M)) return false;
    }
    return true;
}

float footing_reach(const struct footing *f, struct pose2 from, float heading) {
    if (!f->needed) return FAR_M;
    struct vec2 m = middle(f, from), way = vec2_turn(vec2(1, 0), heading);
    bool ahead = m_cos(angle_between(from.angle, heading)) > 0;
    float far = FAR_M;
    for (uint32_t i = 0; i < FOOTING_WAYS; i++) {
        float towards = vec2_dot(way, WAYS[i]);
        if (towards < ASIDE || (ahead && looked_at(towards))) continue;
        far = m_min(far, m_max(spare(f, m, i) - (ahead ? 0 : 2 * BACK_M), 0) / towards);
    }
    return far;
}

uint64_t footing_hash(const struct footing *f) {
    uint64_t h = f->origin ^ (uint64_t)f->needed << 32 ^ (uint64_t)f->ticks << 33;
    float rest[] = {f->began_m, f->here.at.x, f->here.at.y, f->here.angle};
    h = hash64(hash64(h, rest, sizeof rest), &f->now, sizeof f->now);
    return hash64(h, &f->before, sizeof f->before);
}
