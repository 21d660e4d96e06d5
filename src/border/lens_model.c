#include "border/lens_model.h"

#include "base/maths/chance.h"

#include <math.h>
#include <string.h>

// --- The bend ----------------------------------------------------------------------------------------------

struct slopes {
    double x, y;
};

static struct slopes bend(const struct lens_model *lens, struct slopes s) {
    const float *k = lens->k;
    double r2 = s.x * s.x + s.y * s.y;
    double radial = 1 + r2 * ((double)k[0] + r2 * ((double)k[1] + r2 * (double)k[4]));
    double p1 = (double)k[2], p2 = (double)k[3];
    return (struct slopes){s.x * radial + 2 * p1 * s.x * s.y + p2 * (r2 + 2 * s.x * s.x),
                           s.y * radial + p1 * (r2 + 2 * s.y * s.y) + 2 * p2 * s.x * s.y};
}

// How fast the bent radius grows with the straight one; where it stops growing the lens folds over.
static double growth(const struct lens_model *lens, double r2) {
    const float *k = lens->k;
    return 1 + r2 * (3 * (double)k[0] + r2 * (5 * (double)k[1] + r2 * 7 * (double)k[4]));
}

static bool straight(const struct lens_model *lens) {
    for (int i = 0; i < LENS_COEFFICIENTS; i++)
        if (lens->k[i] != 0) return false;
    return true;
}

enum { REACH_STEPS = 256 };
static const double REACH_MOST = 4; // slopes beyond are never looked at: 76 degrees off the axis

// The reach as far as one has looked: all is well up to step `good`, and the next is bad when `ends`.
struct reach {
    int good;
    bool ends;
};

// True: as far as r2 and one step on, the radius grows by more than 0.05 whatever the signs, so there is no
// need to look. Most of what is asked about lies so near the middle.
static bool surely_within(const struct lens_model *lens, double r2) {
    const float *k = lens->k;
    double x = 1.1 * r2 + 0.003; // at least the square of r + REACH_MOST / REACH_STEPS
    return r2 < 15 &&
           x * (3 * md_abs((double)k[0]) + x * (5 * md_abs((double)k[1]) + x * 7 * md_abs((double)k[4]))) <
               0.9;
}

// Looks on until r2 lies within, or the reach is known. `most`, told when it does not, is the reach.
static bool within(const struct lens_model *lens, struct reach *reach, double r2, double *most) {
    if (surely_within(lens, r2)) return true;
    for (;; reach->good++) {
        double r = (double)(float)(REACH_MOST * reach->good / REACH_STEPS),
               next = REACH_MOST * (reach->good + 1) / REACH_STEPS;
        *most = r;
        if (r2 <= r * r) return true;
        if (!reach->ends) reach->ends = reach->good == REACH_STEPS || !(growth(lens, next * next) > 0.05);
        if (reach->ends) return false;
    }
}

static struct reach reach_begin(const struct lens_model *lens) {
    return straight(lens) ? (struct reach){REACH_STEPS, true} : (struct reach){0};
}

float lens_reach(const struct lens_model *lens) {
    struct reach reach = reach_begin(lens);
    double most;
    within(lens, &reach, INFINITY, &most);
    return (float)most;
}

// How the bent place moves when the straight one does.
struct spread {
    double xx, xy, yy, det;
};

static struct spread spread(const struct lens_model *lens, struct slopes s) {
    const float *k = lens->k;
    double p1 = (double)k[2], p2 = (double)k[3], r2 = s.x * s.x + s.y * s.y;
    double radial = 1 + r2 * ((double)k[0] + r2 * ((double)k[1] + r2 * (double)k[4]));
    double change = 2 * ((double)k[0] + r2 * (2 * (double)k[1] + r2 * 3 * (double)k[4]));
    struct spread d = {.xx = radial + s.x * s.x * change + 2 * p1 * s.y + 6 * p2 * s.x,
                       .xy = s.x * s.y * change + 2 * p1 * s.x + 2 * p2 * s.y,
                       .yy = radial + s.y * s.y * change + 6 * p1 * s.y + 2 * p2 * s.x};
    d.det = d.xx * d.yy - d.xy * d.xy;
    return d;
}

// Newton's method from the bent place; twelve steps are far more than any lens that lens_check lets through
// needs.
static struct slopes unbend(const struct lens_model *lens, struct slopes to) {
    if (straight(lens)) return to;
    struct slopes s = to, before;
    struct reach reach = reach_begin(lens);
    for (int i = 0; i < 12; i++) {
        double r2 = s.x * s.x + s.y * s.y, most;
        before = s;
        if (r2 == r2 && !within(lens, &reach, r2, &most)) { // back inside, where the slope means something
            double shrink = most / md_sqrt(r2);
            s.x *= shrink, s.y *= shrink;
        }
        struct slopes at = bend(lens, s);
        struct spread d = spread(lens, s);
        double ex = to.x - at.x, ey = to.y - at.y;
        if (!(md_abs(d.det) > 1e-9)) break;
        s.x += (ex * d.yy - ey * d.xy) / d.det;
        s.y += (ey * d.xx - ex * d.xy) / d.det;
        if (s.x == before.x && s.y == before.y) break; // and so it would stay
    }
    return s;
}

// --- Points and pixels -------------------------------------------------------------------------------------

bool lens_project(const struct lens_model *lens, struct vec3 point, struct vec2 *px) {
    if (!(point.z > 1e-6f)) return false;
    struct slopes s = {(double)point.x / (double)point.z, (double)point.y / (double)point.z};
    struct reach reach = reach_begin(lens);
    double r2 = s.x * s.x + s.y * s.y, most;
    if (!(r2 <= REACH_MOST * REACH_MOST) || !within(lens, &reach, r2, &most)) return false;
    s = bend(lens, s);
    px->x = (float)((double)lens->fx * s.x + (double)lens->skew * s.y + (double)lens->cx);
    px->y = (float)((double)lens->fy * s.y + (double)lens->cy);
    return true;
}

struct vec2 lens_slopes(const struct lens_model *lens, struct vec2 px) {
    struct slopes bent;
    bent.y = ((double)px.y - (double)lens->cy) / (double)lens->fy;
    bent.x = ((double)px.x - (double)lens->cx - (double)lens->skew * bent.y) / (double)lens->fx;
    bent = unbend(lens, bent);
    return vec2((float)bent.x, (float)bent.y);
}

struct vec3 lens_unproject(const struct lens_model *lens, struct vec2 px) {
    struct vec2 s = lens_slopes(lens, px);
    return vec3_unit(vec3(s.x, s.y, 1));
}

bool lens_inside(const struct lens_model *lens, struct vec2 px) {
    return px.x >= 0 && px.y >= 0 && px.x < (float)lens->width && px.y < (float)lens->height;
}

struct vec2 lens_view_rad(const struct lens_model *lens) {
    return vec2(2 * m_atan((float)lens->width / (2 * lens->fx)),
                2 * m_atan((float)lens->height / (2 * lens->fy)));
}

struct lens_model lens_scaled(const struct lens_model *lens, uint32_t width, uint32_t height) {
    struct lens_model out = *lens;
    float sx = (float)width / (float)lens->width, sy = (float)height / (float)lens->height;
    out.width = width, out.height = height;
    out.fx *= sx, out.cx *= sx, out.skew *= sx;
    out.fy *= sy, out.cy *= sy;
    return out;
}

// --- Checking, reading, writing ----------------------------------------------------------------------------

enum { CHECKED = 16 }; // steps across and down the picture at which lens_check looks

// Does this pixel come from one direction and go back there? Where the bend turns left into right it has
// folded.
static bool one_to_one(const struct lens_model *lens, struct vec2 px) {
    struct vec2 s = lens_slopes(lens, px), back;
    return spread(lens, (struct slopes){(double)s.x, (double)s.y}).det > 1e-3 &&
           lens_project(lens, lens_unproject(lens, px), &back) && m_abs(back.x - px.x) < 0.01f &&
           m_abs(back.y - px.y) < 0.01f;
}

enum err lens_check(const struct lens_model *lens, struct fault *fault) {
    if (lens->width - 1 >= LENS_SIDE_MAX || lens->height - 1 >= LENS_SIDE_MAX)
        return fault_set(fault, ERR_RANGE, "expected a picture of 1 to %d pixels a side, found %ux%u",
                         LENS_SIDE_MAX, lens->width, lens->height);
    float side = (float)(lens->width > lens->height ? lens->width : lens->height);
    if (!(lens->fx >= 0.2f * side && lens->fx <= 50 * side && lens->fy >= 0.2f * side &&
          lens->fy <= 50 * side))
        return fault_set(fault, ERR_RANGE, "expected focal lengths from %g to %g pixels, found %g and %g",
                         (double)(0.2f * side), (double)(50 * side), (double)lens->fx, (double)lens->fy);
    if (!lens_inside(lens, vec2(lens->cx, lens->cy)))
        return fault_set(fault, ERR_RANGE, "expected the centre inside the picture, found %g, %g",
                         (double)lens->cx, (double)lens->cy);
    if (!(m_abs(lens->skew) <= 0.5f * side))
        return fault_set(fault, ERR_RANGE, "expected a skew of at most %g, found %g", (double)(0.5f * side),
                         (double)lens->skew);
    for (int i = 0; i < LENS_COEFFICIENTS; i++)
        if (!(m_abs(lens->k[i]) <= 10))
            return fault_set(fault, ERR_RANGE, "expected distortion from -10 to 10, found %g",
                             (double)lens->k[i]);
    for (int i = 0; i <= CHECKED * (CHECKED + 2); i++) {
        int column = i % (CHECKED + 1), row = i / (CHECKED + 1);
        struct vec2 px =
            vec2((float)lens->width * (float)column / CHECKED, (float)lens->height * (float)row / CHECKED);
        if (!one_to_one(lens, px))
            return fault_set(fault, ERR_RANGE,
                             "this distortion folds the picture over itself near pixel %g, %g", (double)px.x,
                             (double)px.y);
    }
    return ERR_NONE;
}

static enum err number(const struct json *object, const char *key, const char *also, bool must, float *out,
                       struct fault *fault) {
    const struct json *value = json_get(object, key);
    if (!value) value = json_get(object, also);
    if (!value && !must) return ERR_NONE;
    if (!value) return json_fault(object, fault, ERR_MISSING, "expected \"%s\", a number", key);
    double wide;
    enum err err = json_as_number(value, -1e6, 1e6, &wide, fault);
    if (!err) *out = (float)wide;
    return err;
}

static enum err coefficients(const struct json *object, struct lens_model *lens, struct fault *fault) {
    const struct json *list = json_get(object, "distortionCoeffs");
    if (!list) return ERR_NONE;
    if (list->kind != JSON_LIST) {
        char is[48];
        return json_fault(list, fault, ERR_TYPE, "expected a list of numbers, found %s",
                          json_found(list, is, sizeof is));
    }
    uint32_t i = 0;
    for (const struct json *at = list->first; at; at = at->next, i++) {
        double wide;
        enum err err = json_as_number(at, -10, 10, &wide, fault);
        if (err) return err;
        if (i < LENS_COEFFICIENTS)
            lens->k[i] = (float)wide;
        else if (wide != 0) // longer models exist; this is not one of them
            return json_fault(at, fault, ERR_UNSUPPORTED,
                              "expected at most five distortion numbers, or zeros after them");
    }
    return ERR_NONE;
}

enum err lens_read(const struct json *object, struct lens_model *out, struct fault *fault) {
    static const char *const KEYS[] = {
        "nrows", "ncols", "focalLength_x",   "focalLength_y", "center_x", "center_y", "skew", "fx", "fy",
        "cx",    "cy",    "distortionCoeffs"};
    enum err err;
    int64_t rows, columns;
    struct lens_model lens = {0};
    if ((err = json_only(object, KEYS, sizeof KEYS / sizeof *KEYS, fault))) return err;
    if ((err = json_get_int(object, "nrows", 1, LENS_SIDE_MAX, &rows, fault))) return err;
    if ((err = json_get_int(object, "ncols", 1, LENS_SIDE_MAX, &columns, fault))) return err;
    lens.width = (uint32_t)columns, lens.height = (uint32_t)rows;
    lens.cx = (float)columns / 2, lens.cy = (float)rows / 2;
    if ((err = number(object, "focalLength_x", "fx", true, &lens.fx, fault)) ||
        (err = number(object, "focalLength_y", "fy", true, &lens.fy, fault)) ||
        (err = number(object, "center_x", "cx", false, &lens.cx, fault)) ||
        (err = number(object, "center_y", "cy", false, &lens.cy, fault)) ||
        (err = number(object, "skew", "skew", false, &lens.skew, fault)) ||
        (err = coefficients(object, &lens, fault)))
        return err;
    struct fault why = {0};
    if ((err = lens_check(&lens, &why))) return json_fault(object, fault, err, "%s", why.said);
    *out = lens;
    return ERR_NONE;
}

void lens_write(const struct lens_model *lens, struct json_writer *out) {
    const struct {
        const char *key;
        float value;
    } ROWS[] = {{"focalLength_x", lens->fx},
                {"focalLength_y", lens->fy},
                {"center_x", lens->cx},
                {"center_y", lens->cy},
                {"skew", lens->skew}};
    json_open(out, '{');
    json_key(out, "nrows"), json_uint(out, lens->height);
    json_key(out, "ncols"), json_uint(out, lens->width);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        json_key(out, ROWS[i].key), json_float(out, ROWS[i].value);
    json_key(out, "distortionCoeffs"), json_open(out, '[');
    for (int i = 0; i < LENS_COEFFICIENTS; i++) json_float(out, lens->k[i]);
    json_close(out, ']');
    json_close(out, '}');
}

// --- Robots' cameras ---------------------------------------------------------------------------------------

// Vector: a sensor of 1280x720 whose working picture is 640x360; its field of view is told as 90 by 50
// degrees, which square pixels cannot have. Chosen: 320 pixels both ways, so 90 by 59 degrees, 15 pictures a
// second. Cozmo: 320x240 at about 15 a second; its focal length is chosen: 290 pixels, 58 by 45 degrees. What
// the electronics do is chosen, for both.
static const struct {
    const char *creature;
    struct eye_model eye;
    float centre_px; // how far a unit's centre may be off
} EYES[] = {
    {"vector",
     {{640, 360, 320, 320, 320, 180, 0, {-0.05f}}, 1, 66, 0.1f, 4, 15, 22, 0.25f, 10000, 4, true},
     8},
    {"cozmo", {{320, 240, 290, 290, 160, 120, 0, {-0.04f}}, 1, 66, 0.1f, 4, 15, 30, 0.2f, 8000, 5, true}, 4},
    // Pleo: 50 by 40 degrees. Chosen: 160 by 120 pixels, ten a second, and what its electronics do.
    {"pleo",
     {{160, 120, 171.6f, 164.8f, 80, 60, 0, {-0.03f}}, 1, 100, 0.1f, 8, 10, 60, 0.25f, 6000, 8, true},
     2},
};

bool eye_of(const struct body_model *body, uint32_t serial, struct eye_model *out) {
    if (body->eye) return *out = *body->eye, true;
    for (size_t i = 0; i < sizeof EYES / sizeof *EYES; i++) {
        if (strcmp(EYES[i].creature, body->creature) != 0) continue;
        *out = EYES[i].eye;
        struct chance dice = chance_of(serial, chance_stream("lens of a robot"), 0);
        struct lens_model *lens = &out->lens;
        float scale = chance_range(&dice, 0.99f, 1.01f), off = EYES[i].centre_px;
        lens->fx *= scale, lens->fy *= scale;
        lens->cx += chance_range(&dice, -off, off);
        lens->cy += chance_range(&dice, -off, off);
        lens->k[0] *= chance_range(&dice, 0.8f, 1.2f);
        return true;
    }
    return false;
}

// The camera lies 17.52 mm ahead of and 8 mm below the neck joint and looks 4 degrees (0.0698 rad) down when
// the head is level.
struct pose eye_in_robot(const struct body_model *body, float head_rad) {
    // x right, y down, z ahead as seen from x ahead, y left, z up: a third of a turn about the diagonal, and
    // back
    static const struct quat AXES = {0.5f, -0.5f, 0.5f, -0.5f};
    struct pose neck = {{body->neck_m[0], body->neck_m[1], body->neck_m[2]},
                        quat_about(vec3(0, 1, 0), -head_rad)};
    struct pose camera = {{0.01752f, 0, -0.008f},
                          quat_times(quat_about(vec3(0, 1, 0), m_asin(0.0698f)), AXES)};
    return pose_times(neck, camera);
}

bool eye_on_floor(const struct lens_model *lens, struct pose camera, struct vec2 px, struct vec3 *out) {
    struct vec3 way = quat_apply(camera.turn, lens_unproject(lens, px));
    if (!(way.z < -1e-5f) || !(camera.at.z > 0)) return false;
    *out = vec3_add(camera.at, vec3_scale(way, camera.at.z / -way.z));
    out->z = 0;
    return true;
}
