#include "world/camera/lens_draw_internal.h"

#include "border/lens_model.h"

#include <stdlib.h>
#include <string.h>

enum { SEGMENTS = 4096, FAR_OUT = 1 << 20, BLOCK = 16, BLOCKS = 2 * LENS_SIDE_MAX / BLOCK };
static const double NEAR_M = 0.004; // nothing nearer to the lens is seen
static const float LAYER_LIFT = 2e-4f;
static const float SAME_LIGHT = LIGHT_ONE; // one grey value: nobody sees such an edge

struct corner { // on the picture
    double x, y;
};

struct lens_draw {
    unsigned width, height;
    uint32_t face_room, face_count, corner_room, corner_count, sight_room;
    struct seen_face *faces; // 0 is the background
    struct corner *corners;
    uint32_t *begins; // on each row: the first that begins there
    uint32_t *active; // those that cross the row
    uint32_t active_count;
    uint32_t *seen;
    struct segment segments[SEGMENTS];
    unsigned segment_count;
    uint16_t hints[BLOCKS]; // for each so many pixels: a segment that begins at or before their first
    uint64_t hinted[(BLOCKS + 63) / 64]; // bit for bit: in this row that block has a hint
    uint16_t borders[SEGMENTS];          // segments whose beginning shows
};

struct lens_draw *lens_draw_new(unsigned width, unsigned height, uint32_t faces, uint32_t sights) {
    struct lens_draw *draw = calloc(1, sizeof *draw);
    if (!draw) return NULL;
    draw->width = width, draw->height = height;
    draw->face_room = faces + 1, draw->corner_room = faces * 6 + SCENE_CORNERS + 1, draw->sight_room = sights;
    draw->faces = calloc(draw->face_room, sizeof *draw->faces);
    draw->corners = calloc(draw->corner_room, sizeof *draw->corners);
    draw->begins = calloc(height + 1, sizeof *draw->begins);
    draw->active = calloc(draw->face_room, sizeof *draw->active);
    draw->seen = calloc(sights + 1, sizeof *draw->seen);
    if (!draw->faces || !draw->corners || !draw->begins || !draw->active || !draw->seen) {
        lens_draw_free(draw);
        return NULL;
    }
    return draw;
}

void lens_draw_free(struct lens_draw *draw) {
    if (!draw) return;
    free(draw->faces);
    free(draw->corners);
    free(draw->begins);
    free(draw->active);
    free(draw->seen);
    free(draw);
}

void lens_draw_forget(struct lens_draw *draw) {
    memset(draw->seen, 0, draw->sight_room * sizeof *draw->seen);
}
uint32_t lens_draw_seen(const struct lens_draw *draw, uint32_t sight) {
    return sight < draw->sight_room ? draw->seen[sight] : 0;
}

// --- From the world onto the picture -----------------------------------------------------------------------

struct view {
    double right[3], down[3], ahead[3], at[3];
    double fx, fy, cx, cy;
    double left_slope, right_slope, up_slope, down_slope; // the picture's borders
};

static struct view view_of(const struct lens_draw *draw, const struct draw_job *job) {
    struct vec3 axes[3] = {quat_apply(job->camera.turn, vec3(1, 0, 0)),
                           quat_apply(job->camera.turn, vec3(0, 1, 0)),
                           quat_apply(job->camera.turn, vec3(0, 0, 1))};
    struct view v = {
        .fx = (double)job->fx, .fy = (double)job->fy, .cx = (double)job->cx, .cy = (double)job->cy};
    v.at[0] = (double)job->camera.at.x, v.at[1] = (double)job->camera.at.y,
    v.at[2] = (double)job->camera.at.z;
    double *into[3] = {v.right, v.down, v.ahead};
    for (int i = 0; i < 3; i++)
        into[i][0] = (double)axes[i].x, into[i][1] = (double)axes[i].y, into[i][2] = (double)axes[i].z;
    v.left_slope = -v.cx / v.fx, v.right_slope = (draw->width - v.cx) / v.fx;
    v.up_slope = (job->first - v.cy) / v.fy, v.down_slope = (job->end - v.cy) / v.fy;
    return v;
}

static double along(const double axis[3], struct vec3 v) {
    return axis[0] * (double)v.x + axis[1] * (double)v.y + axis[2] * (double)v.z;
}

struct point {
    double x, y, z;
};

static struct point seen_from(const struct view *view, struct vec3 p) {
    double x = (double)p.x - view->at[0], y = (double)p.y - view->at[1], z = (double)p.z - view->at[2];
    const double *r = view->right, *d = view->down, *a = view->ahead;
    return (struct point){r[0] * x + r[1] * y + r[2] * z, d[0] * x + d[1] * y + d[2] * z,
                          a[0] * x + a[1] * y + a[2] * z};
}

// A function of the direction (x', y', 1) in camera axes, as one of pixels.
static struct linear of_pixels(const struct view *view, double x, double y, double z) {
    struct linear out = {x / view->fx, y / view->fy, 0};
    out.c = z - out.a * view->cx - out.b * view->cy;
    return out;
}

// g0 + g.P of a point in the world, divided by its depth.
static struct linear divided(const struct view *view, const struct linear *near, struct vec3 g, float g0) {
    double constant =
        (double)g0 + (double)g.x * view->at[0] + (double)g.y * view->at[1] + (double)g.z * view->at[2];
    struct linear out = of_pixels(view, along(view->right, g), along(view->down, g), along(view->ahead, g));
    out.a += constant * near->a, out.b += constant * near->b, out.c += constant * near->c;
    return out;
}

// What is left before the lens. Returns how many corners.
static unsigned clip_near(const struct point *in, unsigned count, struct point *out) {
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) {
        struct point a = in[i], b = in[i + 1 < count ? i + 1 : 0];
        if (a.z >= NEAR_M) out[n++] = a;
        if ((a.z >= NEAR_M) != (b.z >= NEAR_M)) {
            double t = (NEAR_M - a.z) / (b.z - a.z);
            out[n++] = (struct point){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, NEAR_M};
        }
    }
    return n;
}

static bool beside(const struct view *view, const struct point *p, unsigned count) {
    unsigned left = 0, right = 0, up = 0, down = 0;
    for (unsigned i = 0; i < count; i++) {
        left += p[i].x < view->left_slope * p[i].z;
        right += p[i].x > view->right_slope * p[i].z;
        up += p[i].y < view->up_slope * p[i].z;
        down += p[i].y > view->down_slope * p[i].z;
    }
    return left == count || right == count || up == count || down == count;
}

// The first pixel whose middle is not before x.
static int first_pixel(double x) {
    double shifted = x - 0.5;
    if (shifted < -FAR_OUT) return -FAR_OUT;
    if (shifted > FAR_OUT) return FAR_OUT;
    int i = (int)shifted;
    return i + ((double)i < shifted);
}

// Projects and files the polygon under its first row. False: nothing of it is in these rows.
static bool lay_out(struct lens_draw *draw, const struct view *view, const struct draw_job *job,
                    struct seen_face *seen, const struct point *p, unsigned count, bool backwards) {
    double low = 1e30, high = -1e30;
    struct corner *c = draw->corners + draw->corner_count;
    for (unsigned i = 0; i < count; i++) {
        const struct point *from = &p[backwards ? count - 1 - i : i];
        c[i].x = view->fx * from->x / from->z + view->cx;
        c[i].y = view->fy * from->y / from->z + view->cy;
        if (c[i].y < low) low = c[i].y, seen->left = seen->right = i;
        if (c[i].y > high) high = c[i].y;
    }
    int y0 = first_pixel(low), y1 = first_pixel(high);
    if (y0 < (int)job->first) y0 = (int)job->first;
    if (y1 > (int)job->end) y1 = (int)job->end;
    if (y0 >= y1) return false;
    seen->y0 = y0, seen->y1 = y1;
    seen->left_end = seen->right_end = -FAR_OUT;
    seen->corner = draw->corner_count, seen->corner_count = count;
    draw->corner_count += count;
    return true;
}

static float exposure_of(const struct draw_job *job, int plane) {
    return job->colour ? job->exposure * job->balance[plane] : job->exposure;
}

static void set_light(const struct scene *scene, const struct draw_job *job, struct seen_face *seen) {
    const struct scene_face *face = seen->face;
    for (int c = 0; c < 3; c++) {
        float tint = face->tint[job->colour ? c : PLANE_GREY] * exposure_of(job, c) * LIGHT_ONE;
        seen->light[c] = m_min(tint, LIGHT_MOST);
        seen->flat[c] = m_min(tint * face->s0, LIGHT_MOST);
    }
    seen->plain = face->texture == TEXTURE_NONE && !face->shaded;
    seen->texture = face->texture == TEXTURE_NONE ? NULL : scene_texture(scene, face->texture);
    seen->sight = face->sight;
    seen->nearer = 1 + LAYER_LIFT * (float)face->layer;
}

static void add_face(struct lens_draw *draw, const struct scene *scene, const struct draw_job *job,
                     const struct view *view, const struct scene_face *face) {
    const struct vec3 *world = scene->corners + face->first;
    double nx = (double)face->normal.x, ny = (double)face->normal.y, nz = (double)face->normal.z;
    double height = nx * (view->at[0] - (double)world->x) + ny * (view->at[1] - (double)world->y) +
                    nz * (view->at[2] - (double)world->z); // of the camera above the polygon
    bool backwards = height < 0;
    if (!(md_abs(height) > 1e-7) || (backwards && !face->both_sides)) return;
    struct point p[SCENE_CORNERS], clipped[SCENE_CORNERS + 2];
    const struct point *from = p;
    unsigned count = face->count, before = 0;
    for (unsigned i = 0; i < count; i++) {
        p[i] = seen_from(view, world[i]);
        before += p[i].z >= NEAR_M;
    }
    if (!before) return;
    if (before < count) count = clip_near(p, count, clipped), from = clipped;
    if (count < 3 || beside(view, from, count)) return;
    struct seen_face *seen = &draw->faces[draw->face_count];
    seen->face = face;
    if (!lay_out(draw, view, job, seen, from, count, backwards)) return;
    // a point at depth 1/near on the polygon: normal . (P - corner) = 0
    seen->near =
        of_pixels(view, along(view->right, face->normal) / -height, along(view->down, face->normal) / -height,
                  along(view->ahead, face->normal) / -height);
    set_light(scene, job, seen);
    if (seen->texture) {
        seen->u = divided(view, &seen->near, face->u, face->u0);
        seen->v = divided(view, &seen->near, face->v, face->v0);
        const struct linear *u = &seen->u, *v = &seen->v, *n = &seen->near;
        seen->area = (float)md_abs(u->a * (v->b * n->c - v->c * n->b) - u->b * (v->a * n->c - v->c * n->a) +
                                   u->c * (v->a * n->b - v->b * n->a));
    }
    if (face->shaded) seen->s = divided(view, &seen->near, face->s, face->s0);
    seen->next = draw->begins[seen->y0];
    draw->begins[seen->y0] = draw->face_count++;
}

static void add_background(struct lens_draw *draw, const struct scene *scene, const struct draw_job *job) {
    struct seen_face *b = &draw->faces[0];
    memset(b, 0, sizeof *b);
    b->plain = true;
    for (int c = 0; c < 3; c++) {
        float tint = scene->background[job->colour ? c : PLANE_GREY] * exposure_of(job, c) * LIGHT_ONE;
        b->flat[c] = m_min(tint, LIGHT_MOST);
    }
    draw->face_count = 1;
}

// --- Rows --------------------------------------------------------------------------------------------------

// Corners run counter-clockwise as one looks at the picture: from the top the left side goes forward and the
// right one back.
static bool next_edge(const struct lens_draw *draw, const struct seen_face *seen, uint32_t *at, int step,
                      int y, int *end, double *x, double *slope, double *from_y) {
    const struct corner *c = draw->corners + seen->corner;
    for (uint32_t tries = 0; tries < seen->corner_count && y >= *end; tries++) {
        uint32_t to = *at + (uint32_t)step;
        if (to == seen->corner_count) to = 0;
        if (to > seen->corner_count) to = seen->corner_count - 1;
        const struct corner *a = &c[*at], *b = &c[to];
        *at = to;
        if (!(b->y > a->y)) continue;
        *end = first_pixel(b->y);
        if (y >= *end) continue;
        *slope = (b->x - a->x) / (b->y - a->y);
        *x = a->x, *from_y = a->y;
        return true;
    }
    return y < *end;
}

static inline float near_at(const struct seen_face *seen, int x) {
    return seen->row_near + seen->step_near * (float)x;
}

static void row_near(struct seen_face *seen, int y) {
    double row = seen->near.a * 0.5 + seen->near.b * ((double)y + 0.5) + seen->near.c;
    seen->row_near = (float)row * seen->nearer, seen->step_near = (float)seen->near.a * seen->nearer;
}

// The last block up to this one with a hint, or -1.
static int hinted(const struct lens_draw *draw, unsigned block) {
    uint64_t here = draw->hinted[block / 64] << (63 - block % 64);
    if (here) return (int)block - __builtin_clzll(here);
    for (unsigned word = block / 64; word-- > 0;)
        if (draw->hinted[word]) return (int)(word * 64) + 63 - __builtin_clzll(draw->hinted[word]);
    return -1;
}

// The segment that holds pixel x.
static unsigned segment_at(struct lens_draw *draw, int x) {
    const struct segment *s = draw->segments;
    unsigned block = (unsigned)x / BLOCK;
    int from = hinted(draw, block);
    unsigned i = from >= 0 ? draw->hints[from] : 1, hint = i;
    for (unsigned next = s[i].next; s[next].x0 <= x; next = s[i].next) {
        i = next;
        if (s[i].x0 <= (int)(block * BLOCK)) hint = i;
    }
    draw->hints[block] = (uint16_t)hint;
    draw->hinted[block / 64] |= 1ull << block % 64;
    return i;
}

static unsigned piece(struct lens_draw *draw, unsigned before, int x0, unsigned owner, float edge,
                      float slope) {
    struct segment *s = draw->segments;
    unsigned i = draw->segment_count++;
    s[i] = (struct segment){x0, s[before].next, (uint16_t)owner, edge, slope};
    s[before].next = (uint16_t)i;
    return i;
}

struct side { // of a span: where it really ends, and how far that moves from row to row
    float edge, slope;
};
static const float HIDDEN = -1e9f; // the edge of something nearer: that one knows it

// Gives [from, to) of segment i to `owner`. Segments are only ever cut, never joined, so hints stay good.
static void claim(struct lens_draw *draw, unsigned i, int from, int to, unsigned owner, struct side left,
                  struct side right) {
    struct segment *s = draw->segments;
    if (to < s[s[i].next].x0)
        piece(draw, i, to, s[i].owner, right.edge, right.slope); // the rest stays with whom it was
    if (from > s[i].x0)
        piece(draw, i, from, owner, left.edge, left.slope);
    else {
        s[i].owner = (uint16_t)owner;
        if (left.edge > HIDDEN) s[i].edge = left.edge, s[i].slope = left.slope;
    }
}

// They pass through each other between two pixels: the nearer part is claimed.
static void claim_part(struct lens_draw *draw, unsigned i, int low, int high, unsigned owner, float first,
                       float last, struct side left, struct side right) {
    float cross = (float)low + (float)(high - 1 - low) * (first / (first - last));
    int cut = first_pixel((double)cross + 0.5);
    cut = cut <= low ? low + 1 : cut > high - 1 ? high - 1 : cut;
    struct side there = {cross + 0.5f, 0};
    if (first >= 0)
        claim(draw, i, low, cut, owner, left, there);
    else
        claim(draw, i, cut, high, owner, there, right);
}

static void insert(struct lens_draw *draw, uint32_t index, int from, int to) {
    struct segment *s = draw->segments;
    const struct seen_face *f = &draw->faces[index];
    const struct side left = {(float)f->left_x, (float)f->left_slope},
                      right = {(float)f->right_x, (float)f->right_slope};
    unsigned i = segment_at(draw, from);
    while (i && s[i].x0 < to) {
        if (draw->segment_count + 3 > SEGMENTS) return;
        unsigned next = s[i].next;
        int end = s[next].x0, low = from > s[i].x0 ? from : s[i].x0, high = to < end ? to : end;
        const struct seen_face *other = &draw->faces[s[i].owner];
        float first = near_at(f, low) - near_at(other, low),
              last = near_at(f, high - 1) - near_at(other, high - 1);
        struct side l = low == from ? left : (struct side){HIDDEN, 0},
                    r = high == to ? right : (struct side){HIDDEN, 0};
        if (first >= 0 && last >= 0)
            claim(draw, i, low, high, index, l, r);
        else if (first >= 0 || last >= 0)
            claim_part(draw, i, low, high, index, first, last, l, r);
        i = next;
    }
}

static int whole_below(float x) {
    int i = (int)x;
    return i - ((float)i > x);
}

// Mixes what meets at an edge by how much of each pixel it covers.
static void soften(const struct row_light *row, const struct segment *at, int from, int to) {
    float half = m_abs(at->slope) / 2, edge = at->edge;
    half = half < 0.5f ? 0.5f : half > 8 ? 8 : half;
    int x0 = at->x0;
    if (!(edge > (float)(x0 - 1) && edge < (float)(x0 + 1))) return;
    int low = whole_below(edge - half), high = whole_below(edge + half) + 1;
    low = low < from ? from : low, high = high > to ? to : high;
    float per = 1 / (2 * half), start = (0.5f - edge) * per + 0.5f;
    for (unsigned p = 0; p < row->planes; p++) {
        uint16_t *light = row->at[p];
        float left = light[x0 - 1], right = light[x0];
        if (m_abs(right - left) < SAME_LIGHT) continue; // as inside of something round
        for (int x = low; x < high; x++) {
            float share = m_clamp((float)x * per + start, 0, 1); // of the right one
            float mixed = x < x0 ? light[x] + (right - light[x]) * share : left + (light[x] - left) * share;
            light[x] = (uint16_t)mixed;
        }
    }
}

static void shade_row(struct lens_draw *draw, int y, const struct row_light *row) {
    const struct segment *s = draw->segments;
    unsigned borders = 0;
    for (unsigned i = 1; i;) {
        const struct seen_face *seen = &draw->faces[s[i].owner];
        unsigned next = s[i].next;
        while (next && s[next].owner == s[i].owner) next = s[next].next;
        int end = s[next].x0;
        if (row->planes) shade_span(seen, y, s[i].x0, end, row);
        if (seen->sight && seen->sight <= draw->sight_room)
            draw->seen[seen->sight - 1] += (uint32_t)(end - s[i].x0);
        draw->borders[borders++] = (uint16_t)i;
        i = next;
    }
    for (unsigned k = 1; row->planes && k < borders; k++) {
        int end = k + 1 < borders ? s[draw->borders[k + 1]].x0 : (int)draw->width;
        soften(row, &s[draw->borders[k]], s[draw->borders[k - 1]].x0, end);
    }
}

static void draw_row(struct lens_draw *draw, int y, const struct row_light *row) {
    int width = (int)draw->width;
    for (uint32_t i = draw->begins[y]; i; i = draw->faces[i].next) draw->active[draw->active_count++] = i;
    struct segment *s = draw->segments;
    s[0] = (struct segment){.x0 = width};
    s[1] = (struct segment){.x0 = 0};
    draw->segment_count = 2;
    memset(draw->hinted, 0, sizeof draw->hinted);
    uint32_t kept = 0;
    for (uint32_t n = 0; n < draw->active_count; n++) {
        uint32_t index = draw->active[n];
        struct seen_face *f = &draw->faces[index];
        if (y >= f->y1) continue;
        draw->active[kept++] = index;
        if (y >= f->left_end &&
            !next_edge(draw, f, &f->left, 1, y, &f->left_end, &f->left_x, &f->left_slope, &f->left_y))
            continue;
        if (y >= f->right_end &&
            !next_edge(draw, f, &f->right, -1, y, &f->right_end, &f->right_x, &f->right_slope, &f->right_y))
            continue;
        double middle = (double)y + 0.5, left = f->left_x, right = f->right_x;
        f->left_x += (middle - f->left_y) * f->left_slope,
            f->right_x += (middle - f->right_y) * f->right_slope;
        int from = first_pixel(f->left_x), to = first_pixel(f->right_x);
        from = from < 0 ? 0 : from, to = to > width ? width : to;
        row_near(f, y);
        if (from < to) insert(draw, index, from, to);
        f->left_x = left, f->right_x = right;
    }
    draw->active_count = kept;
    shade_row(draw, y, row);
}

void lens_draw_rows(struct lens_draw *draw, const struct scene *scene, const struct draw_job *job) {
    struct view view = view_of(draw, job);
    if (job->end > draw->height || job->first >= job->end) return;
    memset(draw->begins, 0, (draw->height + 1) * sizeof *draw->begins);
    draw->corner_count = draw->active_count = 0;
    add_background(draw, scene, job);
    for (uint32_t i = 0; i < scene->face_count && draw->face_count < draw->face_room; i++) {
        const struct scene_face *face = &scene->faces[i];
        if (draw->corner_count + SCENE_CORNERS + 2 > draw->corner_room) break;
        if (face->owner && face->owner == job->owner) continue;
        add_face(draw, scene, job, &view, face);
    }
    for (unsigned y = job->first; y < job->end; y++) {
        struct row_light row = {.planes = job->unlit ? 0 : job->colour ? 3 : 1};
        for (unsigned p = 0; p < row.planes; p++) row.at[p] = job->light[p] + y * job->stride;
        draw_row(draw, (int)y, &row);
    }
}
