// The square's plane is mapped to the picture by a homography. What it does around the square's middle
// tells how the square is turned, but for one sign (Collins and Bartoli, 2014: "Infinitesimal plane-based
// pose estimation"); then a few steps of Gauss and Newton.
#include "sense/pose.h"

#include <string.h>

enum { STEPS = 5, FLOOR_STEPS = 12 };

struct turn { // columns: what the square's right, its down, and away from who looks become
    double m[3][3];
};
struct spots {
    double u[4], v[4]; // slopes, without the lens's bending
};

// Upper left, upper right, lower left, lower right: to the right, down.
static const double RIGHT[4] = {-1, 1, -1, 1}, DOWN[4] = {-1, -1, 1, 1};

// ------------------------------------------------------------------------------------------------ what is
// there

static bool convex(const struct vec2 c[4]) {
    static const int ROUND[4] = {0, 1, 3, 2};
    for (int i = 0; i < 4; i++) {
        struct vec2 a = c[ROUND[i]], b = c[ROUND[(i + 1) % 4]], d = c[ROUND[(i + 2) % 4]];
        if (!(vec2_cross(vec2_sub(b, a), vec2_sub(d, b)) > 0.25f)) return false; // y is down: clockwise
    }
    return true;
}

static bool read_corners(const struct lens_model *lens, const struct vec2 c[4], struct spots *s) {
    for (int i = 0; i < 4; i++)
        if (!(m_abs(c[i].x) < 16384 && m_abs(c[i].y) < 16384)) return false;
    if (!convex(c)) return false;
    for (int i = 0; i < 4; i++) {
        struct vec2 slope = lens_slopes(lens, c[i]);
        s->u[i] = (double)slope.x, s->v[i] = (double)slope.y;
        if (!md_finite(s->u[i]) || !md_finite(s->v[i])) return false;
    }
    return true;
}

// From the square (±1, ±1) to four points: u = (h0 x + h1 y + h2) / (h6 x + h7 y + 1), and v likewise.
static bool homography(const struct spots *s, double h[8]) {
    const double *u = s->u, *v = s->v;
    double sx = u[0] - u[1] - u[2] + u[3], sy = v[0] - v[1] - v[2] + v[3];
    double dx1 = u[1] - u[3], dx2 = u[2] - u[3], dy1 = v[1] - v[3], dy2 = v[2] - v[3];
    double det = dx1 * dy2 - dx2 * dy1;
    if (!(md_abs(det) > 1e-14)) return false;
    double g = (sx * dy2 - dx2 * sy) / det, k = (dx1 * sy - sx * dy1) / det; // of the unit square
    double a = u[1] - u[0] + g * u[1], b = u[2] - u[0] + k * u[2], d = v[1] - v[0] + g * v[1],
           e = v[2] - v[0] + k * v[2];
    double w = 1 + (g + k) / 2; // the middle; x = (1 + x') / 2
    if (!(md_abs(w) > 1e-9)) return false;
    h[0] = a / 2 / w, h[1] = b / 2 / w, h[2] = (u[0] + (a + b) / 2) / w;
    h[3] = d / 2 / w, h[4] = e / 2 / w, h[5] = (v[0] + (d + e) / 2) / w;
    h[6] = g / 2 / w, h[7] = k / 2 / w;
    return true;
}

// ------------------------------------------------------------------------------------------------ both turns

static void times(const double a[3][3], const double b[3][3], double out[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) out[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
}

static void towards(double p, double q, double out[3][3]) { // turns (0 0 1) to where (p q 1) looks
    double length = md_sqrt(p * p + q * q + 1), c = 1 / length, across = p * p + q * q;
    double x = -q, y = p, f = across > 1e-18 ? (1 - c) / across : 0, s = 1 / length; // about (-q p 0)
    const double m[3][3] = {
        {c + x * x * f, x * y * f, y * s}, {x * y * f, c + y * y * f, -x * s}, {-y * s, x * s, c}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) out[i][k] = m[i][k];
}

static bool turns_of(const double h[8], struct turn out[2]) {
    double p = h[2], q = h[5], rv[3][3];
    towards(p, q, rv);
    double b00 = rv[0][0] - p * rv[2][0], b01 = rv[0][1] - p * rv[2][1], b10 = rv[1][0] - q * rv[2][0],
           b11 = rv[1][1] - q * rv[2][1], det = b00 * b11 - b01 * b10;
    if (!(md_abs(det) > 1e-12)) return false;
    double j00 = h[0] - h[6] * p, j01 = h[1] - h[7] * p, j10 = h[3] - h[6] * q, j11 = h[4] - h[7] * q;
    double a00 = (b11 * j00 - b01 * j10) / det, a01 = (b11 * j01 - b01 * j11) / det,
           a10 = (b00 * j10 - b10 * j00) / det, a11 = (b00 * j11 - b10 * j01) / det;
    double n0 = a00 * a00 + a10 * a10, n1 = a01 * a01 + a11 * a11, dot = a00 * a01 + a10 * a11;
    double gamma = md_sqrt((n0 + n1 + md_sqrt((n0 - n1) * (n0 - n1) + 4 * dot * dot)) / 2);
    if (!(gamma > 1e-12)) return false;
    double c[2] = {md_sqrt(md_max(0, 1 - n0 / (gamma * gamma))),
                   md_sqrt(md_max(0, 1 - n1 / (gamma * gamma)))};
    if (dot > 0) c[1] = -c[1]; // the columns stand square to each other
    for (int i = 0; i < 2; i++) {
        double s = i ? -1 : 1;
        double x[3] = {a00 / gamma, a10 / gamma, s * c[0]}, y[3] = {a01 / gamma, a11 / gamma, s * c[1]};
        const double local[3][3] = {{x[0], y[0], x[1] * y[2] - x[2] * y[1]},
                                    {x[1], y[1], x[2] * y[0] - x[0] * y[2]},
                                    {x[2], y[2], x[0] * y[1] - x[1] * y[0]}};
        times(rv, local, out[i].m);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------ small
// systems

// A row less `by` times another, from a number on: two at a time, as the processor has them.
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
__attribute__((always_inline)) static inline void take_off(double row[6], const double other[6], double by,
                                                           int from, int n) {
    int k = from;
    for (; k + 2 <= n; k += 2) *(pair *)(row + k) -= (pair){by, by} * *(const pair *)(other + k);
    if (k < n) row[k] -= by * other[k];
}

// Symmetric and positive; the answer takes the place of b, and the inverse that of a. False: it is not.
__attribute__((always_inline)) static inline bool solve_of(const int n, double a[6][6], double b[6]) {
    double inverse[6][6];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) inverse[i][k] = i == k;
    for (int i = 0; i < n; i++) { // what stands left of i in a is not looked at again
        int best = i;
        for (int k = i + 1; k < n; k++)
            if (md_abs(a[k][i]) > md_abs(a[best][i])) best = k;
        if (!(md_abs(a[best][i]) > 1e-30)) return false;
        for (int k = 0; best != i && k < n; k++) {
            double x = a[i][k], y = inverse[i][k];
            a[i][k] = a[best][k], a[best][k] = x;
            inverse[i][k] = inverse[best][k], inverse[best][k] = y;
        }
        double by = 1 / a[i][i];
        for (int k = i; k < n; k++) a[i][k] *= by;
        for (int k = 0; k < n; k++) inverse[i][k] *= by;
        for (int j = 0; j < n; j++) {
            double f = j == i ? 0 : a[j][i];
            if (f == 0) continue;
            take_off(a[j], a[i], f, i, n);
            take_off(inverse[j], inverse[i], f, 0, n);
        }
    }
    double x[6] = {0};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) x[i] += inverse[i][k] * b[k];
    for (int i = 0; i < n; i++) {
        b[i] = x[i];
        for (int k = 0; k < n; k++) a[i][k] = inverse[i][k];
    }
    return true;
}

// Of a length that the compiler knows.
static bool solve(int n, double a[6][6], double b[6]) {
    return n == 3 ? solve_of(3, a, b) : solve_of(6, a, b);
}

// ------------------------------------------------------------------------------------------------ a square
// anywhere

struct held {
    struct turn turn;
    double at[3];
};

static void corner(const struct held *p, double half, int i, double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = half * (RIGHT[i] * p->turn.m[k][0] + DOWN[i] * p->turn.m[k][1]) + p->at[k];
}

// Where it must be, turned like this: linear in three numbers.
static bool place(const struct spots *s, double half, struct held *p) {
    double a[6][6] = {{0}}, b[6] = {0};
    for (int i = 0; i < 4; i++) {
        double r[3] = {0};
        p->at[0] = p->at[1] = p->at[2] = 0;
        corner(p, half, i, r);
        double rows[2][4] = {{1, 0, -s->u[i], s->u[i] * r[2] - r[0]},
                             {0, 1, -s->v[i], s->v[i] * r[2] - r[1]}};
        for (int row = 0; row < 2; row++)
            for (int k = 0; k < 3; k++) {
                for (int j = 0; j < 3; j++) a[k][j] += rows[row][k] * rows[row][j];
                b[k] += rows[row][k] * rows[row][3];
            }
    }
    if (!solve(3, a, b)) return false;
    for (int k = 0; k < 3; k++) p->at[k] = b[k];
    return p->at[2] > 0;
}

static double misfit(const struct lens_model *lens, const struct spots *s, double half,
                     const struct held *p) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        double r[3];
        corner(p, half, i, r);
        if (!(r[2] > 1e-6)) return 1e9;
        double du = (s->u[i] - r[0] / r[2]) * (double)lens->fx,
               dv = (s->v[i] - r[1] / r[2]) * (double)lens->fy;
        sum += du * du + dv * dv;
    }
    return md_sqrt(sum / 8);
}

static void turned(struct held *p, const double by[3]) { // about the camera's axes, by a little
    double angle = md_sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
    if (!(angle > 1e-12)) return;
    double s, c, x = by[0] / angle, y = by[1] / angle, z = by[2] / angle;
    md_sincos(angle, &s, &c);
    double f = 1 - c;
    const double r[3][3] = {{c + x * x * f, x * y * f - z * s, x * z * f + y * s},
                            {y * x * f + z * s, c + y * y * f, y * z * f - x * s},
                            {z * x * f - y * s, z * y * f + x * s, c + z * z * f}};
    struct turn old = p->turn;
    times(r, old.m, p->turn.m);
}

static bool step(const struct lens_model *lens, const struct spots *s, double half, struct held *p) {
    double a[6][6] = {{0}}, b[6] = {0};
    for (int i = 0; i < 4; i++) {
        double r[3], t[3];
        corner(p, half, i, r);
        if (!(r[2] > 1e-6)) return false;
        for (int k = 0; k < 3; k++) t[k] = r[k] - p->at[k];
        double iz = 1 / r[2], u = r[0] * iz, v = r[1] * iz, fx = (double)lens->fx, fy = (double)lens->fy;
        // d(u)/d(x y z) = (1 0 -u)/z; turning by w moves a corner by w x t.
        const double du[3] = {fx * iz, 0, -fx * u * iz}, dv[3] = {0, fy * iz, -fy * v * iz};
        double ju[6] = {du[0],
                        du[1],
                        du[2],
                        t[1] * du[2] - t[2] * du[1],
                        t[2] * du[0] - t[0] * du[2],
                        t[0] * du[1] - t[1] * du[0]};
        double jv[6] = {dv[0],
                        dv[1],
                        dv[2],
                        t[1] * dv[2] - t[2] * dv[1],
                        t[2] * dv[0] - t[0] * dv[2],
                        t[0] * dv[1] - t[1] * dv[0]};
        double eu = (s->u[i] - u) * fx, ev = (s->v[i] - v) * fy;
        for (int k = 0; k < 6; k++) {
            for (int j = 0; j < 6; j++) a[k][j] += ju[k] * ju[j] + jv[k] * jv[j];
            b[k] += ju[k] * eu + jv[k] * ev;
        }
    }
    for (int k = 0; k < 6; k++) a[k][k] *= 1 + 1e-6;
    if (!solve(6, a, b)) return false;
    struct held next = *p;
    for (int k = 0; k < 3; k++) next.at[k] += b[k];
    turned(&next, b + 3);
    if (misfit(lens, s, half, &next) > misfit(lens, s, half, p)) return false;
    *p = next;
    return true;
}

static struct quat quat_of_axes(const double m[3][3]) { // columns are axes
    double w = md_sqrt(md_max(0, 1 + m[0][0] + m[1][1] + m[2][2])) / 2,
           x = md_sqrt(md_max(0, 1 + m[0][0] - m[1][1] - m[2][2])) / 2,
           y = md_sqrt(md_max(0, 1 - m[0][0] + m[1][1] - m[2][2])) / 2,
           z = md_sqrt(md_max(0, 1 - m[0][0] - m[1][1] + m[2][2])) / 2;
    if (m[2][1] < m[1][2]) x = -x;
    if (m[0][2] < m[2][0]) y = -y;
    if (m[1][0] < m[0][1]) z = -z;
    if (w < 1e-4) { // half a turn: signs follow from the largest
        bool by_x = md_abs(x) >= md_abs(y) && md_abs(x) >= md_abs(z), by_y = !by_x && md_abs(y) >= md_abs(z);
        x = md_abs(x), y = md_abs(y), z = md_abs(z);
        if (by_x)
            y = m[0][1] < 0 ? -y : y, z = m[0][2] < 0 ? -z : z;
        else if (by_y)
            x = m[0][1] < 0 ? -x : x, z = m[1][2] < 0 ? -z : z;
        else
            x = m[0][2] < 0 ? -x : x, y = m[1][2] < 0 ? -y : y;
    }
    return quat_unit((struct quat){(float)w, (float)x, (float)y, (float)z});
}

static struct pose told(const struct held *p) {
    double axes[3][3]; // out of its front, right, up
    for (int k = 0; k < 3; k++)
        axes[k][0] = -p->turn.m[k][2], axes[k][1] = p->turn.m[k][0], axes[k][2] = -p->turn.m[k][1];
    return (struct pose){{(float)p->at[0], (float)p->at[1], (float)p->at[2]}, quat_of_axes(axes)};
}

bool pose_of_square(const struct lens_model *lens, const struct vec2 corners[4], float size_m,
                    struct pose_square *out) {
    struct spots s;
    struct turn turns[2];
    double h[8], half = (double)size_m / 2;
    if (!(size_m > 0) || !read_corners(lens, corners, &s) || !homography(&s, h) || !turns_of(h, turns))
        return false;
    uint32_t count = 0;
    for (int i = 0; i < 2; i++) {
        struct held p = {.turn = turns[i]};
        if (!place(&s, half, &p)) continue;
        for (int k = 0; k < STEPS && step(lens, &s, half, &p); k++) {
        }
        out->pose[count] = told(&p);
        out->error_px[count++] = (float)misfit(lens, &s, half, &p);
    }
    if (count == 1) out->pose[1] = out->pose[0], out->error_px[1] = out->error_px[0];
    if (count == 2 && out->error_px[1] < out->error_px[0]) {
        struct pose_square other = {{out->pose[1], out->pose[0]}, {out->error_px[1], out->error_px[0]}};
        *out = other;
    }
    return count && m_finite(out->error_px[0]);
}

// ------------------------------------------------------------------------------------------------ on the
// floor

// The same corners again and again: on the thing, and a camera as rows.
enum { CORNERS = 4 * POSE_SQUARES, ERRORS = 2 * CORNERS };
struct sought {
    const struct lens_model *lens;
    struct vec2 corners[CORNERS];
    struct vec3 on[CORNERS], rows[3], from;
    int count; // of corners
};

static void seek(struct sought *k, struct pose camera, const struct pose_part *parts, uint32_t count) {
    static const struct vec3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    k->from = camera.at, k->count = (int)count * 4;
    for (int i = 0; i < 3; i++) k->rows[i] = quat_apply(camera.turn, AXES[i]);
    for (int i = 0; i < k->count; i++) {
        const struct pose_part *part = &parts[i / 4];
        float half = part->size_m / 2;
        k->on[i] = pose_apply(part->square, vec3(0, (float)RIGHT[i % 4] * half, (float)-DOWN[i % 4] * half));
        k->corners[i] = part->corners[i % 4];
    }
}

static struct vec3 in_camera(const struct sought *k, struct vec3 way) {
    return vec3(vec3_dot(k->rows[0], way), vec3_dot(k->rows[1], way), vec3_dot(k->rows[2], way));
}

// How far off the corners fall, and how that changes with x, y and the heading. The lens bends so little
// that its bending is left out of the latter; slope may be NULL.
static bool residuals(const struct sought *k, struct pose2 at, float out[ERRORS], float slope[3][ERRORS]) {
    float s, c;
    m_sincos(at.angle, &s, &c);
    for (int i = 0; i < k->count; i++) {
        struct vec2 arm = {c * k->on[i].x - s * k->on[i].y, s * k->on[i].x + c * k->on[i].y};
        struct vec3 spot =
            in_camera(k, vec3_sub(vec3(at.at.x + arm.x, at.at.y + arm.y, k->on[i].z), k->from));
        struct vec2 px;
        if (!lens_project(k->lens, spot, &px)) return false;
        out[2 * i] = k->corners[i].x - px.x, out[2 * i + 1] = k->corners[i].y - px.y;
        const struct vec3 moves[3] = {{1, 0, 0}, {0, 1, 0}, {-arm.y, arm.x, 0}};
        for (int j = 0; slope && j < 3; j++) {
            struct vec3 by = in_camera(k, moves[j]);
            slope[j][2 * i] = k->lens->fx * (by.x - by.z * spot.x / spot.z) / spot.z;
            slope[j][2 * i + 1] = k->lens->fy * (by.y - by.z * spot.y / spot.z) / spot.z;
        }
    }
    return true;
}

static double squares(const struct sought *k, const float r[ERRORS]) {
    double sum = 0;
    for (int i = 0; i < 2 * k->count; i++) sum += (double)r[i] * (double)r[i];
    return sum;
}

static struct pose2 moved(struct pose2 at, const double by[6]) {
    return (struct pose2){vec2_add(at.at, vec2((float)by[0], (float)by[1])),
                          angle_wrap(at.angle + (float)by[2])};
}

// J'J, damped, and J'r.
static void normal(const struct sought *k, float slope[3][ERRORS], const float r[ERRORS], double damp,
                   double a[6][6], double b[6]) {
    for (int i = 0; i < 3; i++) {
        b[i] = 0;
        for (int n = 0; n < 2 * k->count; n++) b[i] += (double)slope[i][n] * (double)r[n];
        for (int j = 0; j < 3; j++) {
            a[i][j] = 0;
            for (int n = 0; n < 2 * k->count; n++) a[i][j] += (double)slope[i][n] * (double)slope[j][n];
        }
        a[i][i] *= 1 + damp;
    }
}

bool pose_on_floor(const struct lens_model *lens, struct pose camera, const struct pose_part *parts,
                   uint32_t count, struct pose_floor *out) {
    struct spots spots;
    float r[ERRORS], trial[ERRORS], slope[3][ERRORS], other[3][ERRORS];
    if (!count || count > POSE_SQUARES || !m_finite(out->at.at.x + out->at.at.y + out->at.angle))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!(parts[i].size_m > 0) || !read_corners(lens, parts[i].corners, &spots)) return false;
    struct sought k = {.lens = lens};
    seek(&k, camera, parts, count);
    if (!residuals(&k, out->at, r, slope)) return false;
    double damp = 1e-4, a[6][6], b[6];
    for (int step = 0; step < FLOOR_STEPS; step++) {
        normal(&k, slope, r, damp, a, b);
        if (!solve(3, a, b)) return false;
        struct pose2 next = moved(out->at, b);
        bool better = residuals(&k, next, trial, other) && squares(&k, trial) <= squares(&k, r);
        damp = better ? damp / 8 : damp * 16;
        if (damp > 1e6) return false;
        if (!better) continue;
        out->at = next;
        memcpy(r, trial, sizeof r), memcpy(slope, other, sizeof slope);
        if (md_abs(b[0]) + md_abs(b[1]) < 5e-5 && md_abs(b[2]) < 5e-4) break;
    }
    normal(&k, slope, r, 0, a, b);
    if (!solve(3, a, b)) return false; // a is now how sure it is
    out->error_px = (float)md_sqrt(squares(&k, r) / (2 * k.count));
    out->off_m = (float)md_sqrt(md_max(a[0][0], a[1][1]));
    out->off_rad = (float)md_sqrt(a[2][2]);
    return m_finite(out->error_px) && m_finite(out->off_m) && m_finite(out->off_rad);
}
