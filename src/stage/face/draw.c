#include "stage/face/draw.h"

#include "base/maths/maths.h"
#include "stage/face/hsv.h"

#include <string.h>

struct affine {
    float xx, xy, yx, yy, x, y; // (x', y') = (xx·x + xy·y + x, yx·x + yy·y + y)
};

// Positive angles turn counter-clockwise on a screen whose y points down.
static struct affine turn_scale(float degrees, float sx, float sy) {
    float c = m_cos(m_radians(degrees)), s = m_sin(m_radians(degrees));
    return (struct affine){c * sx, s * sy, -s * sx, c * sy, 0, 0};
}

static struct affine after(struct affine first, struct affine second) {
    return (struct affine){second.xx * first.xx + second.xy * first.yx,
                           second.xx * first.xy + second.xy * first.yy,
                           second.yx * first.xx + second.yy * first.yx,
                           second.yx * first.xy + second.yy * first.yy,
                           second.xx * first.x + second.xy * first.y + second.x,
                           second.yx * first.x + second.yy * first.y + second.y};
}

static struct drawn_lid lid_of(float share, float degrees, float bend, const struct drawn_eye *eye,
                               bool library) {
    float angle = m_radians(degrees), c = m_cos(angle), high = 2 * eye->half_h;
    struct drawn_lid lid = {.y = share * high - eye->half_h,
                            .c = c,
                            .s = m_sin(angle),
                            .half = eye->half_w / c,
                            .bend = bend * high};
    // it tilts about the eye's edge; its bulge is wider, never hollow, and shrinks as the lid closes
    if (library) {
        lid.y = -eye->half_h;
        lid.drop = m_floor(share * (high - 1));
        lid.half = 1.2f * (eye->half_w - 0.5f);
        lid.bend = m_floor(m_max(bend, 0) * (1 - share) * (high - 1));
    }
    return lid;
}

// The library's corners are a share of a fixed radius, and stand in another order.
static void set_corners(struct drawn_eye *eye, const float *n, const struct face_style *style) {
    static const uint8_t LIBRARY_ORDER[4] = {0, 3, 1,
                                             2}; // lower inner, lower outer, upper inner, upper outer
    for (int i = 0; i < 4; i++) {
        int to = style->library ? LIBRARY_ORDER[i] : i;
        float rx = m_clamp(n[EYE_LOWER_INNER_X + 2 * i], 0, 1),
              ry = m_clamp(n[EYE_LOWER_INNER_Y + 2 * i], 0, 1);
        float fixed = (float)style->width / 20 + (float)style->height / 10;
        eye->corner[to].rx = style->library ? m_floor(rx * fixed) : rx * eye->half_w;
        eye->corner[to].ry = style->library ? m_floor(ry * fixed) : ry * eye->half_h;
    }
}

static float whole_part(float v) { return v < 0 ? -m_floor(-v) : m_floor(v); }

// The library draws into a picture of the display's size, turns that into one large enough for it, scales
// this to whole dots and lays it down at a whole dot: first turned, then scaled, and everything cut to whole
// numbers on the way.
static struct affine lay(const struct face_style *style, float degrees, float sx, float sy, float x,
                         float y) {
    float c = m_cos(m_radians(degrees)), s = m_sin(m_radians(degrees));
    float w = style->width, h = style->height, high = h, wide = w;
    if (m_fmod(degrees, 360) != 0) {
        float across = (w * m_abs(c) + h * m_abs(s)) / 2, down = (w * m_abs(s) + h * m_abs(c)) / 2;
        wide = -m_floor(-(w / 2 + across)) - m_floor(w / 2 - across);
        high = -m_floor(-(h / 2 + down)) - m_floor(h / 2 - down);
    }
    float to_w = whole_part(wide * m_clamp(sx, 0, 100)), to_h = whole_part(high * m_clamp(sy, 0, 100));
    return (struct affine){c * to_w / wide,
                           s * to_w / wide,
                           -s * to_h / high,
                           c * to_h / high,
                           whole_part((w - to_w) / 2 + x) + to_w / 2,
                           whole_part((h - to_h) / 2 + y) + to_h / 2};
}

#define LIBRARY_X 0.55f // pixels of a unit
#define LIBRARY_Y 0.25f
static struct affine place_in_library(const struct face *face, const struct face_style *style, int which) {
    const float *n = face->eyes[which];
    float middle_x = (float)style->width / 2, middle_y = (float)style->height / 2;
    float aside = (which ? style->right_x : style->left_x) - middle_x - 0.5f;
    struct affine m = lay(style, n[EYE_ANGLE], n[EYE_SCALE_X], n[EYE_SCALE_Y], n[EYE_X] * LIBRARY_X + aside,
                          n[EYE_Y] * LIBRARY_Y);
    m.x += (m.xx + m.xy) / 2 - middle_x; // an eye's middle is the middle of a dot
    m.y += (m.yx + m.yy) / 2 - middle_y;
    return after(
        m, lay(style, face->angle, face->scale_x, face->scale_y, face->x * LIBRARY_X, face->y * LIBRARY_Y));
}

static struct affine place_on_display(const struct face *face, const struct face_style *style, int which) {
    if (style->library) return place_in_library(face, style, which);
    const float *n = face->eyes[which];
    float middle_x = (float)style->width / 2, middle_y = (float)style->height / 2;
    struct affine m = turn_scale(n[EYE_ANGLE], n[EYE_SCALE_X], n[EYE_SCALE_Y]);
    m.x = (which ? style->right_x : style->left_x) + n[EYE_X] - middle_x;
    m.y = style->eye_y + n[EYE_Y] - middle_y;
    struct affine whole = turn_scale(face->angle, m_max(face->scale_x, 0), m_max(face->scale_y, 0));
    whole.x = middle_x + face->x;
    whole.y = middle_y + face->y;
    return after(m, whole);
}

static float size_on(const struct face_view *view) {
    return m_min((float)view->width / view->style->width, (float)view->height / view->style->height);
}

// The whole face as large as it fits, in the middle; on its own display nothing changes.
static struct affine place_eye(const struct face *face, const struct face_view *view, int which) {
    const struct face_style *style = view->style;
    struct affine m = place_on_display(face, style, which);
    if (view->width == style->width && view->height == style->height) return m;
    float w = view->width, h = view->height, size = size_on(view);
    return after(
        m, (struct affine){size, 0, 0, size, (w - size * style->width) / 2, (h - size * style->height) / 2});
}

static void bound(struct drawn_eye *eye, struct affine m, const struct face_view *view) {
    float w = eye->half_w * (1 + eye->glow), h = eye->half_h * (1 + eye->glow);
    float reach_x = m_abs(m.xx) * w + m_abs(m.xy) * h + 1, reach_y = m_abs(m.yx) * w + m_abs(m.yy) * h + 1;
    eye->left = (int)m_clamp(m_floor(m.x - reach_x), 0, view->width);
    eye->right = (int)m_clamp(m_floor(m.x + reach_x) + 1, 0, view->width);
    eye->top = (int)m_clamp(m_floor(m.y - reach_y), 0, view->height);
    eye->bottom = (int)m_clamp(m_floor(m.y + reach_y) + 1, 0, view->height);
}

static struct drawn_eye eye_of(const struct face *face, const struct face_view *view, int which) {
    const struct face_style *style = view->style;
    const float *n = face->eyes[which];
    struct drawn_eye eye = {.half_w = style->eye_width / 2,
                            .half_h = style->eye_height / 2,
                            .light = m_clamp(n[EYE_LIGHTNESS], 0, 1)};
    struct affine m = place_eye(face, view, which);
    float size = m.xx * m.yy - m.xy * m.yx;
    if (!(m_abs(size) > 1e-4f) || !m_finite(m.x) || !m_finite(m.y)) return eye; // scaled away
    eye.shown = true;
    float mirror = which && !style->library ? -1.0f : 1.0f; // the right eye's inner side is on its left
    eye.xx = m.yy / size * mirror;
    eye.xy = -m.xy / size * mirror;
    eye.yx = -m.yx / size;
    eye.yy = m.xx / size;
    eye.x0 = -(eye.xx * m.x + eye.xy * m.y);
    eye.y0 = -(eye.yx * m.x + eye.yy * m.y);
    eye.sharp = m_sqrt(m_abs(size));
    set_corners(&eye, n, style);
    float sign = style->library ? -1.0f : 1.0f;
    eye.upper = lid_of(n[EYE_UPPER_LID_Y], sign * n[EYE_UPPER_LID_ANGLE], n[EYE_UPPER_LID_BEND], &eye,
                       style->library);
    // The lower lid is an upper one in a mirror: y the other way round, and so is its angle.
    eye.lower = lid_of(n[EYE_LOWER_LID_Y], -sign * n[EYE_LOWER_LID_ANGLE], n[EYE_LOWER_LID_BEND], &eye,
                       style->library);
    eye.hot_x = n[EYE_HOT_SPOT_X] * eye.half_w * mirror; // hot spots are not mirrored
    eye.hot_y = n[EYE_HOT_SPOT_Y] * eye.half_h;
    eye.bell_x = 1 / (style->eye_width * m_max(style->falloff, 1e-3f));
    eye.bell_y = 1 / (style->eye_height * m_max(style->falloff, 1e-3f));
    eye.glow = m_clamp(n[EYE_GLOW_SIZE], 0, 1) / 2; // a quarter of the width, in half widths
    eye.glow_light = m_clamp(n[EYE_GLOW_LIGHTNESS], 0, 1);
    eye.rim = m_max(0.5f / eye.sharp, eye.glow * eye.half_w);
    eye.edge = 0.51f / eye.sharp;
    for (int i = 0; i < 4; i++) {
        float rx = eye.corner[i].rx, ry = eye.corner[i].ry, left = 1 - eye.edge / m_min(rx, ry);
        eye.corner[i].by_x = 1 / rx, eye.corner[i].by_y = 1 / ry; // of no use where there is no corner
        float beyond = 1 + eye.edge / m_min(rx, ry);
        eye.corner[i].inner = left > 0 ? left * left : -1;
        eye.corner[i].outer = beyond * beyond;
    }
    bound(&eye, m, view);
    return eye;
}

// How far a point lies outside the outline, in units of the eye; negative inside. Exact on straight edges,
// close enough on corners.
static float outside(const struct drawn_eye *eye, float x, float y) {
    float dx = m_abs(x) - eye->half_w, dy = m_abs(y) - eye->half_h;
    int which = y > 0 ? (x > 0 ? 0 : 3) : (x > 0 ? 1 : 2);
    float rx = eye->corner[which].rx, ry = eye->corner[which].ry, cx = dx + rx, cy = dy + ry;
    if (cx <= 0 || cy <= 0 || rx <= 0 || ry <= 0) return m_max(dx, dy);
    float ex = cx / rx, ey = cy / ry, r = m_sqrt(ex * ex + ey * ey);
    float sx = ex / rx, sy = ey / ry, slope = m_sqrt(sx * sx + sy * sy);
    return slope > 0 ? r * (r - 1) / slope : -m_min(rx, ry);
}

// How far a point lies below a lid's edge: negative is covered.
static float below(const struct drawn_lid *lid, float x, float y) {
    float dy = y - lid->y, along = x * lid->c + dy * lid->s, down = dy * lid->c - x * lid->s - lid->drop;
    if (lid->bend == 0) return down;
    float u = along / lid->half, rest = 1 - u * u;
    return rest > 0 ? down - lid->bend * m_sqrt(rest) : down;
}

// The same as no distance above 0, without working it out: what the library lights.
static bool inside(const struct drawn_eye *eye, float x, float y) {
    float dx = m_abs(x) - eye->half_w, dy = m_abs(y) - eye->half_h;
    if (dx > 0 || dy > 0) return false;
    int which = y > 0 ? (x > 0 ? 0 : 3) : (x > 0 ? 1 : 2);
    float rx = eye->corner[which].rx, ry = eye->corner[which].ry, cx = dx + rx, cy = dy + ry;
    if (cx > 0 && cy > 0 && rx > 0 && ry > 0 && cx * cx * ry * ry + cy * cy * rx * rx > rx * rx * ry * ry)
        return false;
    return below(&eye->upper, x, y) >= 0 && below(&eye->lower, x, -y) >= 0;
}

// An eye on a display of on and off is what lies between two curves over its width. They are worked out once
// for each picture. Where a lid meets the rim, the corner is a little round: a single dot there looks torn.
// What is open at all is at least two dots high. Thinner, it would be dotted where it slopes, and gone where
// only every other row is lit.
enum { CURVE = FACE_CURVE };
#define CORNER_PX 3.0f
#define THIN_PX   2.0f
#define SHUT_PX   0.05f
#define ENDS_PX   1.5f // at its two ends it may be thinner
static float rim_curve(const struct drawn_eye *eye, float x, int inner, int outer) {
    int which = x > 0 ? inner : outer;
    float rx = eye->corner[which].rx, along = m_abs(x) - eye->half_w + rx;
    if (along <= 0 || rx <= 0) return eye->half_h;
    float u = along / rx;
    return eye->half_h - eye->corner[which].ry * (1 - m_sqrt(m_max(1 - u * u, 0)));
}

// A bulge falls off as a parabola here: an ellipse would come down to the rim in a thorn.
static float lid_edge(const struct drawn_lid *lid, const struct drawn_eye *eye, float x) {
    float u = x / eye->half_w;
    return lid->y + (x * lid->s + lid->bend * (1 - u * u)) / lid->c;
}

static void curves_of(const struct drawn_eye *eye, struct drawn_curves *curves) {
    float wide = m_hypot(eye->xx, eye->xy), high = m_hypot(eye->yx, eye->yy); // units for a dot, each way
    for (int i = 0; i <= CURVE; i++) {
        float x = eye->half_w * (2 * (float)i / CURVE - 1), top = -rim_curve(eye, x, 1, 2),
              bottom = rim_curve(eye, x, 0, 3);
        float aside = m_max(CORNER_PX - (eye->half_w - m_abs(x)) / wide, 0); // dots into the corner
        float round = (CORNER_PX - m_sqrt(CORNER_PX * CORNER_PX - aside * aside)) * high;
        float upper = lid_edge(&eye->upper, eye, x), lower = -lid_edge(&eye->lower, eye, x);
        if (upper > top) top = upper + m_min(round, upper - top);
        if (lower < bottom) bottom = lower - m_min(round, bottom - lower);
        float open = m_min(lower, eye->half_h) - m_max(upper, -eye->half_h), middle = (top + bottom) / 2;
        if (open > SHUT_PX * high && bottom - top < THIN_PX * high && aside < CORNER_PX - ENDS_PX)
            top = middle - THIN_PX / 2 * high, bottom = middle + THIN_PX / 2 * high;
        curves->top[i] = top;
        curves->bottom[i] = bottom;
    }
}

static bool lit(const struct drawn_eye *eye, const struct drawn_curves *curves, float x, float y) {
    if (m_abs(x) >= eye->half_w) return false;
    int i = (int)((x / eye->half_w + 1) * (CURVE / 2.0f) + 0.5f);
    return y >= curves->top[i] && y < curves->bottom[i];
}

static float share(const struct drawn_eye *eye, float depth) {
    return m_clamp(0.5f + depth * eye->sharp, 0, 1);
}

// How much of a pixel is lit. Of edges that face each other, as of a closed lid and the rim that it has come
// down to, nothing is left where they meet; of edges of one side the farther one counts.
static float coverage(const struct drawn_eye *eye, float x, float y) {
    float rim = share(eye, -outside(eye, x, y));
    if (rim <= 0) return 0;
    float upper = share(eye, below(&eye->upper, x, y)), lower = share(eye, below(&eye->lower, x, -y)),
          facing = y > 0 ? upper : lower, beside = y > 0 ? lower : upper;
    return m_clamp(m_min(m_min(rim, beside) + facing - 1, rim), 0, 1);
}

// exp(-t) for t from 0 to 4 in 64 steps, with straight lines between: only what is shown depends on it.
enum { FALLOFF = 64 };
static const float FALLOFF_AT[FALLOFF + 2] = {
    0x1p+0f,        0x1.e0facp-1f,  0x1.c3d6a2p-1f, 0x1.a87682p-1f, 0x1.8ebefap-1f, 0x1.769652p-1f,
    0x1.5fe462p-1f, 0x1.4a9272p-1f, 0x1.368b3p-1f,  0x1.23ba94p-1f, 0x1.120dcap-1f, 0x1.017324p-1f,
    0x1.e3b40ep-2f, 0x1.c665b2p-2f, 0x1.aaddep-2f,  0x1.91011p-2f,  0x1.78b564p-2f, 0x1.61e28ap-2f,
    0x1.4c71b2p-2f, 0x1.384d68p-2f, 0x1.256184p-2f, 0x1.139b1ap-2f, 0x1.02e862p-2f, 0x1.e6715p-3f,
    0x1.c8f878p-3f, 0x1.ad48bcp-3f, 0x1.93466ep-3f, 0x1.7ad788p-3f, 0x1.63e398p-3f, 0x1.4e53aap-3f,
    0x1.3a122cp-3f, 0x1.270adap-3f, 0x1.152aaap-3f, 0x1.045fbep-3f, 0x1.e9328cp-4f, 0x1.cb8ef8p-4f,
    0x1.afb718p-4f, 0x1.958f16p-4f, 0x1.7cfcc2p-4f, 0x1.65e78cp-4f, 0x1.50385cp-4f, 0x1.3bd98p-4f,
    0x1.28b698p-4f, 0x1.16bc7ep-4f, 0x1.05d938p-4f, 0x1.ebf7c4p-5f, 0x1.ce2938p-5f, 0x1.b228fcp-5f,
    0x1.97db0cp-5f, 0x1.7f251ap-5f, 0x1.67ee6ep-5f, 0x1.521fccp-5f, 0x1.3da368p-5f, 0x1.2a64c2p-5f,
    0x1.185098p-5f, 0x1.0754d8p-5f, 0x1.eec102p-6f, 0x1.d0c73ep-6f, 0x1.b49e6ap-6f, 0x1.9a2a58p-6f,
    0x1.815094p-6f, 0x1.69f83ep-6f, 0x1.540ap-6f,   0x1.3f6fe8p-6f, 0x1.2c155cp-6f, 0x1.19e6fcp-6f};
static float falloff(float v) {
    float at = m_min(v * (FALLOFF / 4.0f), FALLOFF);
    int i = (int)at;
    return FALLOFF_AT[i] + (FALLOFF_AT[i + 1] - FALLOFF_AT[i]) * (at - (float)i);
}

// Another pattern for each of four pictures in turn.
struct grain {
    uint32_t row;
    float low, span;
};
static struct grain grain_of(const struct face_style *style, uint32_t y, uint32_t picture) {
    return (struct grain){y * 0x85ebca77u ^ (picture & 3) * 0xc2b2ae3du, style->noise_low,
                          style->noise_high - style->noise_low};
}
static float grain_at(const struct grain *grain, uint32_t x) {
    uint32_t h = x * 0x9e3779b1u ^ grain->row;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    return grain->low + grain->span * (float)(h & 0xffff) / 65535;
}

// How bright the light of its hot spot is, which falls off as a bell.
static float shade(const struct drawn_eye *eye, const struct face_style *style, float x, float y, uint32_t px,
                   uint32_t py, uint32_t picture) {
    float u = (x - eye->hot_x) * eye->bell_x, v = (y - eye->hot_y) * eye->bell_y;
    struct grain grain = grain_of(style, py, picture);
    return eye->light * falloff((u * u + v * v) / 2) * grain_at(&grain, px);
}

// Where a pixel lies without working out how far it is from the rim: within a corner's ellipse the distance
// is at least the smaller radius times what is missing to the rim, and outside it is at least that beyond it.
enum where { LIT, DARK, NEAR_THE_RIM };
static enum where where_is(const struct drawn_eye *eye, float x, float y) {
    float dx = m_abs(x) - eye->half_w, dy = m_abs(y) - eye->half_h, edge = eye->edge;
    if (dx > edge || dy > edge) return DARK;
    const struct drawn_corner *corner = &eye->corner[y > 0 ? (x > 0 ? 0 : 3) : (x > 0 ? 1 : 2)];
    float cx = dx + corner->rx, cy = dy + corner->ry;
    if (cx > 0 && cy > 0) {
        float ex = cx * corner->by_x, ey = cy * corner->by_y, r2 = ex * ex + ey * ey;
        if (r2 > corner->outer) return DARK;
        if (r2 > corner->inner) return NEAR_THE_RIM;
    }
    if (dx > -edge || dy > -edge) return NEAR_THE_RIM;
    float upper = below(&eye->upper, x, y), lower = below(&eye->lower, x, -y);
    if (upper >= edge && lower >= edge) return LIT;
    return upper <= -edge || lower <= -edge ? DARK : NEAR_THE_RIM;
}

// Of a pixel that is not lit whole; the caller has seen to that.
static float pixel(const struct drawn_eye *eye, const struct face_style *style, float x, float y, int px,
                   int py, uint32_t picture) {
    if (m_abs(x) - eye->half_w > eye->rim || m_abs(y) - eye->half_h > eye->rim) return 0;
    float c = coverage(eye, x, y);
    float light = c > 0 ? c * shade(eye, style, x, y, (uint32_t)px, (uint32_t)py, picture) : 0;
    if (eye->glow <= 0 || c >= 1) return light;
    float halo = eye->glow_light * (1 - outside(eye, x, y) / (eye->glow * eye->half_w));
    return m_max(light, m_clamp(halo, 0, 1) * (1 - c));
}

float face_glitch_shift(const struct face *face, float height) {
    float v = m_clamp(height, 0, 1),
          px = m_finite(face->glitch_px) ? m_clamp(face->glitch_px, -1e3f, 1e3f) : 0;
    switch (face->glitch) {
    case FACE_GLITCH_SKEW:
        return px * (2 * v - 1);
    case FACE_GLITCH_TRIANGLE:
        return px * (1 - m_abs(2 * v - 1));
    case FACE_GLITCH_S:
        return px * m_sin(2 * M_PI_F * v);
    default:
        return 0;
    }
}

// How far a row is shifted on this display.
static float shift_of(const struct face_drawing *d, unsigned y) {
    return d->face->glitch ? face_glitch_shift(d->face, ((float)y + 0.5f) / d->view.height) * d->size : 0;
}

void face_begin(struct face_drawing *d, const struct face *face, const struct face_view *view,
                uint32_t picture) {
    d->face = face, d->view = *view, d->picture = picture;
    d->size = size_on(view);
    for (int e = 0; e < 2; e++) {
        struct drawn_eye *eye = &d->eyes[e];
        *eye = eye_of(face, view, e);
        if (face->glitch) eye->left = 0, eye->right = view->width; // rows go anywhere
        if (eye->shown && view->style->one_bit && !view->style->library) curves_of(eye, &d->curves[e]);
    }
}

static void row_of_bits(const struct face_drawing *d, int which, unsigned y, uint8_t *out) {
    const struct drawn_eye *eye = &d->eyes[which];
    uint8_t light = (uint8_t)(y & 1 ? m_clamp(d->face->scan_lines, 0, 1) * 255 + 0.5f : 255);
    float sy = (float)y + 0.5f, by = 0.5f - shift_of(d, y);
    float x0 = eye->xy * sy + eye->x0, y0 = eye->yy * sy + eye->y0;
    for (int x = eye->left; x < eye->right; x++) {
        float sx = (float)x + by;
        float ex = eye->xx * sx + x0, ey = eye->yx * sx + y0;
        bool on = d->view.style->library ? inside(eye, ex, ey) : lit(eye, &d->curves[which], ex, ey);
        if (on && light > out[x]) out[x] = light;
    }
}

// A row of an eye: from the pixel's middle to the eye's own frame, and how bright its light may be.
struct eye_row {
    const struct face_drawing *d;
    const struct drawn_eye *eye;
    float shift, across, down, light;
    int y;
};

// True: lit whole, and not drawn yet.
static bool put_unless_lit(const struct eye_row *r, int x, uint8_t *out) {
    const struct drawn_eye *eye = r->eye;
    float sx = (float)x + 0.5f - r->shift;
    float ex = eye->xx * sx + r->across + eye->x0, ey = eye->yx * sx + r->down + eye->y0;
    enum where where = where_is(eye, ex, ey);
    if (where == LIT || (where == DARK && eye->glow <= 0)) return where == LIT;
    float light = pixel(eye, r->d->view.style, ex, ey, x, r->y, r->d->picture);
    uint8_t g = (uint8_t)m_min(light * r->light + 0.5f, 255);
    if (g > out[x]) out[x] = g;
    return false;
}

// What is lit whole is nothing but light: shade(), with what does not change along a row done before.
static void put_lit(const struct eye_row *r, int from, int to, uint8_t *out) {
    const struct drawn_eye eye = *r->eye; // a copy: bytes that are written could be anything of the original
    const float across = r->across, down = r->down, row = r->light, shift = r->shift;
    const struct grain grain = grain_of(r->d->view.style, (uint32_t)r->y, r->d->picture);
    float turned = eye.yx, v = (down + eye.y0 - eye.hot_y) * eye.bell_y;
    for (int x = from; x < to; x++) {
        float sx = (float)x + 0.5f - shift, u = (eye.xx * sx + across + eye.x0 - eye.hot_x) * eye.bell_x;
        if (turned != 0) v = (turned * sx + down + eye.y0 - eye.hot_y) * eye.bell_y;
        float light = eye.light * falloff((u * u + v * v) / 2) * grain_at(&grain, (uint32_t)x);
        uint32_t g = (uint32_t)m_min(light * row + 0.5f, 255);
        if (g > out[x]) out[x] = (uint8_t)g;
    }
}

// True: even the bulge of this lid does not come down to y.
static bool clear_of(const struct drawn_lid *lid, const struct drawn_eye *eye, float y) {
    float down = (y - lid->y) * lid->c - eye->half_w * m_abs(lid->s) - lid->drop;
    return lid->bend == 0 || down - m_max(lid->bend, 0) >= eye->edge;
}

// Between two pixels that are lit whole all are, but where a lid's bulge may hang down between them.
static void put_between(const struct eye_row *r, int from, int to, uint8_t *out) {
    const struct drawn_eye *eye = r->eye;
    float first = eye->yx * ((float)from + 0.5f - r->shift) + r->down + eye->y0,
          last = eye->yx * ((float)to - 0.5f - r->shift) + r->down + eye->y0;
    if (clear_of(&eye->upper, eye, m_min(first, last)) && clear_of(&eye->lower, eye, -m_max(first, last))) {
        put_lit(r, from, to, out);
        return;
    }
    for (int x = from; x < to; x++) {
        int end = x;
        while (end < to && put_unless_lit(r, end, out)) end++;
        put_lit(r, x, end, out);
        x = end;
    }
}

void face_row(const struct face_drawing *d, int which, unsigned y, uint8_t *out) {
    const struct drawn_eye *eye = &d->eyes[which];
    if (!eye->shown || (int)y < eye->top || (int)y >= eye->bottom) return;
    if (d->view.style->one_bit) {
        row_of_bits(d, which, y, out);
        return;
    }
    float sy = (float)y + 0.5f;
    const struct eye_row row = {.d = d,
                                .eye = eye,
                                .shift = shift_of(d, y),
                                .across = eye->xy * sy,
                                .down = eye->yy * sy,
                                .light = y & 1 ? m_clamp(d->face->scan_lines, 0, 1) * 255 : 255,
                                .y = (int)y};
    int from = eye->left, to = eye->right;
    while (from < to && !put_unless_lit(&row, from, out)) from++;
    while (from < to && !put_unless_lit(&row, to - 1, out)) to--;
    put_between(&row, from, to, out);
}

static struct face_view own_view(const struct face_style *style) {
    return (struct face_view){style, style->width, style->height};
}

void face_draw(const struct face *face, const struct face_style *style, uint32_t picture, uint8_t *grey) {
    struct face_drawing d;
    struct face_view view = own_view(style);
    face_begin(&d, face, &view, picture);
    memset(grey, 0, (size_t)style->width * style->height);
    for (unsigned y = 0; y < style->height; y++)
        for (int e = 0; e < 2; e++) face_row(&d, e, y, grey + (size_t)y * style->width);
}

static uint16_t to_565(const uint8_t rgb[3]) {
    return (uint16_t)((rgb[0] >> 3) << 11 | (rgb[1] >> 2) << 5 | rgb[2] >> 3);
}

// The brightest of each channel: where two eyes overlap, as grey would.
static uint16_t brighter(uint16_t a, uint16_t b) {
    uint16_t r = (a & 0xf800) > (b & 0xf800) ? a & 0xf800 : b & 0xf800,
             g = (a & 0x07e0) > (b & 0x07e0) ? a & 0x07e0 : b & 0x07e0;
    return (uint16_t)(r | g | ((a & 0x1f) > (b & 0x1f) ? a & 0x1f : b & 0x1f));
}

void face_colours(const struct face *face, float hue, float saturation, struct face_colours *out) {
    float each[2];
    for (int e = 0; e < 2; e++) each[e] = saturation * m_max(face->eyes[e][EYE_SATURATION], 0);
    out->alike = each[0] == each[1];
    for (int e = 0; e < (out->alike ? 1 : 2); e++)
        for (int g = 0; g < 256; g++) {
            uint8_t rgb[3];
            hsv_to_rgb(hue, each[e], (float)g / 255, rgb);
            out->at[e][g] = to_565(rgb);
        }
}

void face_colour_row(const struct face_drawing *d, const struct face_colours *colours, unsigned y,
                     uint8_t *grey, uint16_t *out) {
    memset(out, 0, d->view.width * sizeof *out);
    for (int e = 0; e < 2; e++) {
        const struct drawn_eye *eye = &d->eyes[e];
        if (!eye->shown || (int)y < eye->top || (int)y >= eye->bottom) continue;
        const uint16_t *at = colours->at[colours->alike ? 0 : e];
        memset(grey + eye->left, 0, (size_t)(eye->right - eye->left));
        face_row(d, e, y, grey);
        bool alone = !e || eye->left >= d->eyes[0].right || eye->right <= d->eyes[0].left;
        for (int x = eye->left; x < eye->right; x++)
            out[x] = alone ? at[grey[x]] : brighter(out[x], at[grey[x]]); // no light is black
    }
}

void face_colour(const struct face *face, const struct face_style *style, uint32_t picture, float hue,
                 float saturation, uint16_t *rgb565) {
    uint8_t grey[184];
    struct face_drawing d;
    struct face_colours colours;
    struct face_view view = own_view(style);
    face_begin(&d, face, &view, picture);
    face_colours(face, hue, saturation, &colours);
    for (unsigned y = 0; y < style->height; y++)
        face_colour_row(&d, &colours, y, grey, rgb565 + (size_t)y * style->width);
}

void face_bits(const struct face *face, const struct face_style *style, unsigned parity, uint8_t *grey) {
    face_draw(face, style, 0, grey);
    if (parity > 1) return;
    for (unsigned y = 0; y < style->height; y++)
        if ((y & 1) != parity) memset(grey + (size_t)y * style->width, 0, style->width);
}
