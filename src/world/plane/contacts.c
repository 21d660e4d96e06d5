// Where two convex parts touch.
//
// Two convex bodies are apart when some axis shows a gap between them; it is enough to try the normals of
// their faces and the crossings of their edges. When they overlap, the axis of the smallest overlap is the
// one along which they push each other apart: if it belongs to a face, the opposite face is cut to it and its
// corners are the points of contact; if it belongs to two edges, the points nearest on them are. The axis of
// the last step is tried first, which is nearly always the answer.
#include "world/plane/plane_internal.h"

#include <string.h>

#define MERGE_M   0.002 // points nearer than this are one
#define SHALLOW_M 0.001 // an overlap this small along the last face is believed without trying the rest
// faces end so much before their edges, so that a neighbour flush with one is no step
#define SKIN_M   0.0002
#define THIN_M   0.003
#define PREFER_M 0.0003 // edges must be that much better than faces, and other faces than the first

static double lowest_along(const struct part *p, struct d3 n) {
    double low = dot(p->vertex[0], n);
    for (uint32_t i = 1; i < 2 * p->count; i++) {
        double d = dot(p->vertex[i], n);
        if (d < low) low = d;
    }
    return low;
}

static double face_gap(const struct part *of, uint32_t face, const struct part *other) {
    return lowest_along(other, of->normal[face]) - of->offset[face];
}

static struct d3 edge_way(const struct part *p, uint32_t i) { // upright, then along the sides
    if (i == 0) return p->axes.z;
    uint32_t side = i - 1;
    return sub(p->vertex[(side + 1) % p->count], p->vertex[side]);
}

// Along the crossing of two edges, pointing from a to b; -1e30 when the edges are parallel.
static double edge_gap(const struct part *a, const struct part *b, uint32_t i, uint32_t j, struct d3 *axis) {
    struct d3 u = edge_way(a, i), v = edge_way(b, j), n = cross(u, v);
    double size = dot(n, n);
    if (size < 1e-6 * dot(u, u) * dot(v, v)) return -1e30;
    n = scale(n, 1 / __builtin_sqrt(size));
    if (dot(n, sub(b->centre, a->centre)) < 0) n = scale(n, -1);
    *axis = n;
    return lowest_along(b, n) + lowest_along(a, scale(n, -1));
}

// --- Faces -------------------------------------------------------------------------------------------------

struct corner {
    struct d3 at;
    uint32_t key;
};

// Cuts a polygon to the inner side of a plane; returns the new count.
static uint32_t cut(struct corner *poly, uint32_t count, struct d3 n, double offset, uint32_t plane) {
    struct corner out[2 * PLANE_CORNERS + 4];
    double away[2 * PLANE_CORNERS + 4];
    bool any = false;
    for (uint32_t i = 0; i < count; i++) any |= (away[i] = dot(poly[i].at, n) - offset) > 0;
    if (!any) return count;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = i + 1 == count ? 0 : i + 1;
        if (away[i] <= 0) out[kept++] = poly[i];
        if ((away[i] > 0) == (away[j] > 0)) continue;
        double t = away[i] / (away[i] - away[j]);
        out[kept++] = (struct corner){madd(poly[i].at, sub(poly[j].at, poly[i].at), t),
                                      (poly[i].key * 31 + poly[j].key + 7) * 32 + plane};
    }
    memcpy(poly, out, kept * sizeof *poly);
    return kept;
}

// Of many points the deepest, the one farthest from it, and the ones farthest to both sides of the line
// between.
static uint32_t choose(struct point *points, uint32_t count, struct d3 n) {
    if (count <= POINTS) return count;
    uint32_t best[POINTS] = {0};
    for (uint32_t i = 1; i < count; i++)
        if (points[i].gap < points[best[0]].gap - 1e-6) best[0] = i;
    double most = -1, left = 0, right = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct d3 d = sub(points[i].at, points[best[0]].at);
        if (dot(d, d) > most + 1e-9) most = dot(d, d), best[1] = i;
    }
    struct d3 across = cross(n, sub(points[best[1]].at, points[best[0]].at));
    best[2] = best[3] = best[0];
    for (uint32_t i = 0; i < count; i++) {
        double side = dot(across, sub(points[i].at, points[best[0]].at));
        if (side > left + 1e-12) left = side, best[2] = i;
        if (side < right - 1e-12) right = side, best[3] = i;
    }
    struct point kept[POINTS];
    uint32_t k = 0;
    for (uint32_t i = 0; i < POINTS; i++)
        if (i < 2 || best[i] != best[0]) kept[k++] = points[best[i]];
    memcpy(points, kept, k * sizeof *kept);
    return k;
}

static uint32_t clip(const struct part *reference, uint32_t face, const struct part *other, double margin,
                     struct point points[POINTS]) {
    struct d3 n = reference->normal[face];
    uint32_t incident = 0, corners[PLANE_CORNERS];
    double most = 2;
    for (uint32_t i = 0; i < other->count + 2; i++) {
        double d = dot(other->normal[i], n);
        if (d < most - 1e-9) most = d, incident = i;
    }
    struct corner poly[2 * PLANE_CORNERS + 4];
    uint32_t count = part_face(other, incident, corners);
    for (uint32_t i = 0; i < count; i++) poly[i] = (struct corner){other->vertex[corners[i]], corners[i]};
    uint32_t sides = reference->count;
    if (face < sides) {
        uint32_t around[] = {(face + sides - 1) % sides, (face + 1) % sides, sides, sides + 1};
        for (uint32_t i = 0; i < 4 && count; i++)
            count = cut(poly, count, reference->normal[around[i]], reference->offset[around[i]] - SKIN_M, i);
    } else {
        for (uint32_t i = 0; i < sides && count; i++)
            count = cut(poly, count, reference->normal[i], reference->offset[i] - SKIN_M, i);
    }
    struct point found[2 * PLANE_CORNERS + 4];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        double gap = dot(poly[i].at, n) - reference->offset[face];
        if (gap > margin) continue;
        struct d3 at = madd(poly[i].at, n, -gap / 2);
        bool near = false;
        for (uint32_t j = 0; j < kept && !near; j++) {
            struct d3 d = sub(at, found[j].at);
            near = dot(d, d) < MERGE_M * MERGE_M;
            if (near && gap < found[j].gap) found[j].gap = gap;
        }
        if (!near) found[kept++] = (struct point){.at = at, .gap = gap, .key = poly[i].key};
    }
    kept = choose(found, kept, n);
    memcpy(points, found, kept * sizeof *points);
    return kept;
}

static bool meet_faces(struct contact *c, const struct part *a, const struct part *b, double margin,
                       struct point *points) {
    bool of_a = c->how == MEET_FACE_A;
    const struct part *reference = of_a ? a : b;
    uint32_t count = clip(reference, c->feature, of_a ? b : a, margin, points);
    if (!count) return false;
    c->count = count;
    c->normal = of_a ? scale(a->normal[c->feature], -1) : b->normal[c->feature];
    return true;
}

// --- Edges -------------------------------------------------------------------------------------------------

// The edge running in the i-th direction that lies farthest along n.
static void farthest_edge(const struct part *p, uint32_t i, struct d3 n, struct d3 *from, struct d3 *way) {
    uint32_t count = p->count;
    double most = -1e30;
    struct d3 along = edge_way(p, i);
    for (uint32_t e = 0; e < 3 * count; e++) { // upright ones, lower ones, upper ones
        uint32_t k = e % count, v = e < count ? k : e < 2 * count ? k : k + count;
        uint32_t to = e < count ? k + count : e < 2 * count ? (k + 1) % count : (k + 1) % count + count;
        if ((e < count) != (i == 0)) continue;
        struct d3 d = sub(p->vertex[to], p->vertex[v]), turned = cross(d, along);
        if (dot(turned, turned) > 1e-8 * dot(d, d) * dot(along, along)) continue;
        double middle = dot(n, p->vertex[v]) + dot(n, p->vertex[to]);
        if (middle > most + 1e-9) most = middle, *from = p->vertex[v], *way = d;
    }
}

static void meet_edges(struct contact *c, const struct part *a, const struct part *b, struct d3 n, double gap,
                       struct point *points) {
    struct d3 p = {0}, u = {0}, q = {0}, v = {0};
    farthest_edge(a, c->feature / 64, n, &p, &u);
    farthest_edge(b, c->feature % 64, scale(n, -1), &q, &v);
    struct d3 w = sub(p, q);
    double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w),
           d = uu * vv - uv * uv;
    double s = d > 0 ? md_clamp((uv * vw - vv * uw) / d, 0, 1) : 0.5,
           t = vv > 0 ? md_clamp((uv * s + vw) / vv, 0, 1) : 0.5;
    struct d3 at = scale(add(madd(p, u, s), madd(q, v, t)), 0.5);
    points[0] = (struct point){.at = at, .gap = gap, .key = c->feature};
    c->count = 1;
    c->normal = scale(n, -1);
}

// --- All together ------------------------------------------------------------------------------------------

// The axis of the step before: 1 it settles the matter, 0 try all.
static bool try_last(struct contact *c, const struct part *a, const struct part *b, double margin,
                     struct point *points) {
    if (c->how == MEET_NONE) return false;
    if (c->how == MEET_EDGES) {
        struct d3 n;
        if (edge_gap(a, b, c->feature / 64, c->feature % 64, &n) <= margin) return false;
        c->count = 0;
        return true;
    }
    bool of_a = c->how == MEET_FACE_A;
    double gap = of_a ? face_gap(a, c->feature, b) : face_gap(b, c->feature, a);
    if (gap > margin) {
        c->count = 0;
        return true;
    }
    return c->count && gap > -SHALLOW_M && meet_faces(c, a, b, margin, points);
}

struct face_axis {
    enum meeting how;
    uint32_t feature;
    double gap;
};

// The widest gaps first, faces of a before those of b when they are all but equal; each is used up when
// taken.
static struct face_axis widest(double gap_a[FACES], uint32_t count_a, double gap_b[FACES], uint32_t count_b) {
    struct face_axis best = {MEET_NONE, 0, -1e30};
    for (uint32_t i = 0; i < count_a; i++)
        if (gap_a[i] > best.gap + (best.how ? PREFER_M : 0))
            best = (struct face_axis){MEET_FACE_A, i, gap_a[i]};
    for (uint32_t i = 0; i < count_b; i++)
        if (gap_b[i] > best.gap + PREFER_M) best = (struct face_axis){MEET_FACE_B, i, gap_b[i]};
    if (best.how) (best.how == MEET_FACE_A ? gap_a : gap_b)[best.feature] = -1e30;
    return best;
}

static void try_all(struct contact *c, const struct part *a, const struct part *b, double margin,
                    struct point *points) {
    double gap_a[FACES], gap_b[FACES], best_edges = -1e30;
    for (uint32_t i = 0; i < a->count + 2; i++) gap_a[i] = face_gap(a, i, b);
    for (uint32_t i = 0; i < b->count + 2; i++) gap_b[i] = face_gap(b, i, a);
    struct face_axis best = widest(gap_a, a->count + 2, gap_b, b->count + 2);
    c->count = 0, c->how = best.how, c->feature = best.feature;
    if (best.gap > margin) return;
    struct d3 n, axis = {0};
    uint32_t crossing = 0;
    for (uint32_t i = 0; i <= a->directions; i++)
        for (uint32_t j = 0; j <= b->directions; j++) {
            double gap = edge_gap(a, b, i, j, &n);
            if (gap > best_edges + 1e-9) best_edges = gap, axis = n, crossing = i * 64 + j;
        }
    if (best_edges > best.gap + PREFER_M || best_edges > margin) {
        c->how = MEET_EDGES, c->feature = crossing;
        if (best_edges <= margin) meet_edges(c, a, b, axis, best_edges, points);
        return;
    }
    // faces that pass each other by a hair have no points: something slides over the seam of two slabs. Then
    // the next.
    for (int turn = 0; turn < 3 && best.how && best.gap > -THIN_M; turn++) {
        c->how = best.how, c->feature = best.feature;
        if (meet_faces(c, a, b, margin, points)) return;
        best = widest(gap_a, a->count + 2, gap_b, b->count + 2);
    }
    if (best.how && best.gap <= -THIN_M) {
        c->how = best.how, c->feature = best.feature;
        meet_faces(c, a, b, margin, points);
    }
}

// A ball touches in one point: where the other is nearest to its middle.
static void meet_ball(struct contact *c, const struct part *a, const struct part *b, double margin) {
    const struct part *ball = part_is_ball(a) ? a : b, *other = ball == a ? b : a;
    struct d3 at, n;
    double gap = part_nearest(other, ball->centre, &at, &n) - part_radius(ball);
    c->how = MEET_NONE;
    if (gap > margin) {
        *c->points = (struct point){0};
        c->count = 0;
        return;
    }
    c->count = 1;
    c->normal = ball == a ? n : scale(n, -1);
    c->points->at = madd(at, n, gap / 2);
    c->points->gap = gap;
}

void contact_find(struct contact *c, const struct part *a, const struct part *b, double margin) {
    if (part_is_ball(a) || part_is_ball(b)) {
        meet_ball(c, a, b, margin);
        return;
    }
    struct point points[POINTS], before[POINTS];
    uint32_t count_before = c->count, how = c->how, feature = c->feature;
    memcpy(before, c->points, sizeof before);
    if (!try_last(c, a, b, margin, points)) try_all(c, a, b, margin, points);
    bool same = c->how == how && c->feature == feature;
    for (uint32_t i = 0; i < c->count; i++) {
        c->points[i] = points[i];
        for (uint32_t j = 0; same && j < count_before; j++)
            if (before[j].key == points[i].key) {
                c->points[i].push = before[j].push, c->points[i].along = before[j].along,
                c->points[i].across = before[j].across;
                break;
            }
    }
    for (uint32_t i = c->count; i < POINTS; i++) c->points[i] = (struct point){0};
}

bool part_overlap(const struct part *a, const struct part *b, double depth) {
    struct d3 n, at;
    if (part_is_ball(a)) return part_nearest(b, a->centre, &at, &n) < part_radius(a) - depth;
    if (part_is_ball(b)) return part_nearest(a, b->centre, &at, &n) < part_radius(b) - depth;
    for (uint32_t i = 0; i < a->count + 2; i++)
        if (face_gap(a, i, b) > -depth) return false;
    for (uint32_t i = 0; i < b->count + 2; i++)
        if (face_gap(b, i, a) > -depth) return false;
    for (uint32_t i = 0; i <= a->directions; i++)
        for (uint32_t j = 0; j <= b->directions; j++)
            if (edge_gap(a, b, i, j, &n) > -depth) return false;
    return true;
}
