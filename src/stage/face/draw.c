#include "stage/face/draw.h"

#include "base/maths/geometry.h"

#include <string.h>

// An eye ready to be asked about pixels.
struct eye {
    // From the screen to the eye's own frame: its middle is 0, x to the right, y down, inner always at +x.
    float xx, xy, yx, yy, x0, y0;
    float half_w, half_h;
    struct {
        float rx, ry;
    } corner[4]; // lower inner, upper inner, upper outer, lower outer
    struct lid {
        float y, c, s, drop, half,
            bend; // the point it tilts about, its direction, how far below that it lies, its bulge
    } upper, lower;
    float hot_x, hot_y, bell_x, bell_y, light, sharp,
        rim; // rim: how far outside anything may be lit; sharp: pixels of the screen in a unit of the eye
    float glow, glow_light;
    int left, right, top, bottom; // where it can be on the screen
    bool shown;
};

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

static struct lid lid_of(float share, float degrees, float bend, const struct eye *eye, bool library) {
    float angle = m_radians(degrees), c = m_cos(angle), high = 2 * eye->half_h;
    struct lid lid = {.y = share * high - eye->half_h,
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
static void set_corners(struct eye *eye, const float *n, const struct face_style *style) {
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

static struct affine place_eye(const struct face *face, const struct face_style *style, int which) {
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

static void bound(struct eye *eye, struct affine m, const struct face_style *style) {
    float w = eye->half_w * (1 + eye->glow), h = eye->half_h * (1 + eye->glow);
    float reach_x = m_abs(m.xx) * w + m_abs(m.xy) * h + 1, reach_y = m_abs(m.yx) * w + m_abs(m.yy) * h + 1;
    eye->left = (int)m_clamp(m_floor(m.x - reach_x), 0, style->width);
    eye->right = (int)m_clamp(m_floor(m.x + reach_x) + 1, 0, style->width);
    eye->top = (int)m_clamp(m_floor(m.y - reach_y), 0, style->height);
    eye->bottom = (int)m_clamp(m_floor(m.y + reach_y) + 1, 0, style->height);
}

static struct eye eye_of(const struct face *face, const struct face_style *style, int which) {
    const float *n = face->eyes[which];
    struct eye eye = {.half_w = style->eye_width / 2,
                      .half_h = style->eye_height / 2,
                      .light = m_clamp(n[EYE_LIGHTNESS], 0, 1)};
    struct affine m = place_eye(face, style, which);
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
    bound(&eye, m, style);
    return eye;
}

// How far a point lies outside the outline, in units of the eye; negative inside. Exact on straight edges,
// close enough on corners.
static float outside(const struct eye *eye, float x, float y) {
    float dx = m_abs(x) - eye->half_w, dy = m_abs(y) - eye->half_h;
    int which = y > 0 ? (x > 0 ? 0 : 3) : (x > 0 ? 1 : 2);
    float rx = eye->corner[which].rx, ry = eye->corner[which].ry, cx = dx + rx, cy = dy + ry;
    if (cx <= 0 || cy <= 0 || rx <= 0 || ry <= 0) return m_max(dx, dy);
    float ex = cx / rx, ey = cy / ry, r = m_sqrt(ex * ex + ey * ey);
    float slope = m_hypot(ex / rx, ey / ry);
    return slope > 0 ? r * (r - 1) / slope : -m_min(rx, ry);
}

// How far a point lies below a lid's edge: negative is covered.
static float below(const struct lid *lid, float x, float y) {
    float dy = y - lid->y, along = x * lid->c + dy * lid->s, down = dy * lid->c - x * lid->s - lid->drop;
    if (lid->bend == 0) return down;
    float u = along / lid->half, rest = 1 - u * u;
    return rest > 0 ? down - lid->bend * m_sqrt(rest) : down;
}

// The same as no distance above 0, without working it out: what the library lights.
static bool inside(const struct eye *eye, float x, float y) {
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
enum { CURVE = 120 };
#define CORNER_PX 3.0f
#define THIN_PX   2.0f
#define SHUT_PX   0.05f
#define ENDS_PX   1.5f // at its two ends it may be thinner
struct curves {
    float top[CURVE + 1], bottom[CURVE + 1];
};

static float rim_curve(const struct eye *eye, float x, int inner, int outer) {
    int which = x > 0 ? inner : outer;
    float rx = eye->corner[which].rx, along = m_abs(x) - eye->half_w + rx;
    if (along <= 0 || rx <= 0) return eye->half_h;
    float u = along / rx;
    return eye->half_h - eye->corner[which].ry * (1 - m_sqrt(m_max(1 - u * u, 0)));
}

// A bulge falls off as a parabola here: an ellipse would come down to the rim in a thorn.
static float lid_edge(const struct lid *lid, const struct eye *eye, float x) {
    float u = x / eye->half_w;
    return lid->y + (x * lid->s + lid->bend * (1 - u * u)) / lid->c;
}

static struct curves curves_of(const struct eye *eye) {
    struct curves curves;
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
        curves.top[i] = top;
        curves.bottom[i] = bottom;
    }
    return curves;
}

static bool lit(const struct eye *eye, const struct curves *curves, float x, float y) {
    if (m_abs(x) >= eye->half_w) return false;
    int i = (int)((x / eye->half_w + 1) * (CURVE / 2.0f) + 0.5f);
    return y >= curves->top[i] && y < curves->bottom[i];
}

static float share(const struct eye *eye, float depth) { return m_clamp(0.5f + depth * eye->sharp, 0, 1); }

// How much of a pixel is lit. Of edges that face each other, as of a closed lid and the rim that it has come
// down to, nothing is left where they meet; of edges of one side the farther one counts.
static float coverage(const struct eye *eye, float x, float y) {
    float rim = share(eye, -outside(eye, x, y));
    if (rim <= 0) return 0;
    float upper = share(eye, below(&eye->upper, x, y)), lower = share(eye, below(&eye->lower, x, -y)),
          facing = y > 0 ? upper : lower, beside = y > 0 ? lower : upper;
    return m_clamp(m_min(m_min(rim, beside) + facing - 1, rim), 0, 1);
}

// exp(-t) for t from 0 to 4, as a table with straight lines between: only what is shown depends on it.
enum { FALLOFF = 64 };
struct falloff {
    float at[FALLOFF + 2];
};
static struct falloff falloff_table(void) {
    struct falloff t;
    for (int i = 0; i < FALLOFF + 2; i++) t.at[i] = m_exp(-(float)i * 4 / FALLOFF);
    return t;
}
static float falloff(const struct falloff *t, float v) {
    float at = m_min(v * (FALLOFF / 4.0f), FALLOFF);
    int i = (int)at;
    return t->at[i] + (t->at[i + 1] - t->at[i]) * (at - (float)i);
}

// Another pattern for each of four pictures in turn.
static float noise(const struct face_style *style, uint32_t x, uint32_t y, uint32_t picture) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u ^ (picture & 3) * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    return style->noise_low + (style->noise_high - style->noise_low) * (float)(h & 0xffff) / 65535;
}

static float shade(const struct eye *eye, const struct face_style *style, const struct falloff *table,
                   float x, float y, uint32_t px, uint32_t py, uint32_t picture) {
    // The light falls off as a bell from the hot spot.
    float u = (x - eye->hot_x) * eye->bell_x, v = (y - eye->hot_y) * eye->bell_y;
    return eye->light * falloff(table, (u * u + v * v) / 2) * noise(style, px, py, picture);
}

static float pixel(const struct eye *eye, const struct face_style *style, const struct falloff *table, int px,
                   int py, float shift, uint32_t picture) {
    float sx = (float)px + 0.5f - shift, sy = (float)py + 0.5f;
    float x = eye->xx * sx + eye->xy * sy + eye->x0, y = eye->yx * sx + eye->yy * sy + eye->y0;
    if (m_abs(x) - eye->half_w > eye->rim || m_abs(y) - eye->half_h > eye->rim) return 0;
    float c = coverage(eye, x, y);
    float light = c > 0 ? c * shade(eye, style, table, x, y, (uint32_t)px, (uint32_t)py, picture) : 0;
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

static float shift_of(const struct face *face, const struct face_style *style, int y) {
    return face->glitch ? face_glitch_shift(face, ((float)y + 0.5f) / style->height) : 0;
}

static void draw_bits(const struct face *face, const struct face_style *style, const struct eye *eye,
                      uint8_t *grey) {
    struct curves curves = curves_of(eye);
    for (int y = eye->top; y < eye->bottom; y++) {
        uint8_t light = (uint8_t)(y & 1 ? m_clamp(face->scan_lines, 0, 1) * 255 + 0.5f : 255);
        uint8_t *out = grey + (size_t)y * style->width;
        float sy = (float)y + 0.5f, by = 0.5f - shift_of(face, style, y);
        float x0 = eye->xy * sy + eye->x0, y0 = eye->yy * sy + eye->y0;
        for (int x = eye->left; x < eye->right; x++) {
            float sx = (float)x + by;
            float ex = eye->xx * sx + x0, ey = eye->yx * sx + y0;
            bool on = style->library ? inside(eye, ex, ey) : lit(eye, &curves, ex, ey);
            if (on && light > out[x]) out[x] = light;
        }
    }
}

static void draw_eye(const struct face *face, const struct face_style *style, int which, uint32_t picture,
                     uint8_t *grey) {
    struct eye eye = eye_of(face, style, which);
    if (!eye.shown) return;
    if (face->glitch) eye.left = 0, eye.right = style->width; // rows go anywhere
    if (style->one_bit) return draw_bits(face, style, &eye, grey);
    struct falloff table = falloff_table();
    for (int y = eye.top; y < eye.bottom; y++) {
        float row = y & 1 ? m_clamp(face->scan_lines, 0, 1) * 255 : 255;
        uint8_t *out = grey + (size_t)y * style->width;
        float shift = shift_of(face, style, y);
        for (int x = eye.left; x < eye.right; x++) {
            uint8_t g = (uint8_t)m_min(pixel(&eye, style, &table, x, y, shift, picture) * row + 0.5f, 255);
            if (g > out[x]) out[x] = g;
        }
    }
}

void face_draw(const struct face *face, const struct face_style *style, uint32_t picture, uint8_t *grey) {
    memset(grey, 0, (size_t)style->width * style->height);
    draw_eye(face, style, 0, picture, grey);
    draw_eye(face, style, 1, picture, grey);
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

static void colour_in(const uint8_t *grey, size_t pixels, float hue, float saturation, uint16_t *rgb565) {
    uint16_t colours[256];
    for (int g = 0; g < 256; g++) {
        uint8_t rgb[3];
        hsv_to_rgb(hue, saturation, (float)g / 255, rgb);
        colours[g] = to_565(rgb);
    }
    for (size_t i = 0; i < pixels; i++)
        if (grey[i]) rgb565[i] = brighter(rgb565[i], colours[grey[i]]);
}

void face_colour(const struct face *face, const struct face_style *style, uint32_t picture, float hue,
                 float saturation, uint16_t *rgb565) {
    uint8_t grey[184 * 96];
    size_t pixels = (size_t)style->width * style->height;
    float saturations[2];
    for (int e = 0; e < 2; e++) saturations[e] = saturation * m_max(face->eyes[e][EYE_SATURATION], 0);
    bool alike = saturations[0] == saturations[1];
    memset(rgb565, 0, pixels * sizeof *rgb565);
    for (int e = 0; e < 2; e++) {
        if (!e || !alike) memset(grey, 0, pixels);
        draw_eye(face, style, e, picture, grey);
        if (e || !alike) colour_in(grey, pixels, hue, saturations[e], rgb565);
    }
}

void face_bits(const struct face *face, const struct face_style *style, unsigned parity, uint8_t *grey) {
    face_draw(face, style, 0, grey);
    if (parity > 1) return;
    for (unsigned y = 0; y < style->height; y++)
        if ((y & 1) != parity) memset(grey + (size_t)y * style->width, 0, style->width);
}
