#include "stage/face/face.h"

#include "base/maths/maths.h"

#include <string.h>

#define LIGHT .falloff = 0.48f, .noise_low = 0.92f, .noise_high = 1.14f

const struct face_style FACE_VECTOR = {.name = "vector",
                                       .width = 184,
                                       .height = 96,
                                       .eye_width = 43,
                                       .eye_height = 57,
                                       .left_x = 46,
                                       .right_x = 138,
                                       .eye_y = 48,
                                       .rest_scale_x = 1.53f,
                                       .rest_scale_y = 1.145f,
                                       .rest_radius = 0.6f,
                                       LIGHT};
const struct face_style FACE_COZMO = {.name = "cozmo",
                                      .width = 128,
                                      .height = 64,
                                      .eye_width = 30,
                                      .eye_height = 40,
                                      .left_x = 32,
                                      .right_x = 96,
                                      .eye_y = 32,
                                      .rest_scale_x = 1,
                                      .rest_scale_y = 1,
                                      .rest_radius = 0.6f,
                                      .one_bit = true,
                                      LIGHT};
// The library's eyes are 28 by 40 dots and one more, a fifth of the width to each side, as its whole numbers
// round them.
const struct face_style FACE_COZMO_LIBRARY = {.name = "library",
                                              .width = 128,
                                              .height = 64,
                                              .eye_width = 29,
                                              .eye_height = 41,
                                              .left_x = 39.5f,
                                              .right_x = 89.5f,
                                              .eye_y = 32.5f,
                                              .rest_scale_x = 1,
                                              .rest_scale_y = 1,
                                              .rest_radius = 0.5f,
                                              .one_bit = true,
                                              .library = true,
                                              LIGHT};

const char *eye_number_name(enum eye_number number) {
    return (unsigned)number < EYE_NUMBERS ? CLIP_EYE[number].name : NULL;
}

void face_zero(struct face *face) {
    *face = (struct face){.scale_x = 1, .scale_y = 1, .scan_lines = 1};
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < EYE_NUMBERS; i++) face->eyes[e][i] = CLIP_EYE[i].usual;
}

void face_neutral(struct face *face, const struct face_style *style) {
    face_zero(face);
    for (int e = 0; e < 2; e++) {
        face->eyes[e][EYE_SCALE_X] = style->rest_scale_x;
        face->eyes[e][EYE_SCALE_Y] = style->rest_scale_y;
        for (int i = EYE_LOWER_INNER_X; i <= EYE_LOWER_OUTER_Y; i++) face->eyes[e][i] = style->rest_radius;
    }
    if (style->width <= 128) return;
    face->eyes[0][EYE_X] = 9.7f; // where Vector's eyes rest
    face->eyes[1][EYE_X] = -8.8f;
}

// Lower inner, lower outer, upper inner, upper outer: where each belongs in ours.
static void from_rows(float *eye, const float *numbers) {
    static const uint8_t TO[4] = {EYE_LOWER_INNER_X, EYE_LOWER_OUTER_X, EYE_UPPER_INNER_X, EYE_UPPER_OUTER_X};
    for (int i = 0; i < 4; i++) memcpy(eye + TO[i], numbers + EYE_LOWER_INNER_X + 2 * i, 2 * sizeof *eye);
}

enum err face_set_eye(struct face *face, unsigned eye, const float *numbers, size_t count,
                      enum eye_corners corners) {
    if (eye > 1 || (count != EYE_NUMBERS_COZMO && count != EYE_NUMBERS - 1 && count != EYE_NUMBERS))
        return ERR_RANGE;
    memcpy(face->eyes[eye], numbers, count * sizeof *numbers);
    if (corners == EYE_CORNERS_ROWS) from_rows(face->eyes[eye], numbers);
    for (size_t i = count; i < EYE_NUMBERS; i++) face->eyes[eye][i] = CLIP_EYE[i].usual;
    return ERR_NONE;
}

enum err face_from_numbers(struct face *face, const float *numbers, size_t count) {
    if (count != FACE_NUMBERS_COZMO && count != FACE_NUMBERS) return ERR_RANGE;
    size_t each = (count - 5) / 2;
    face->x = numbers[0];
    face->y = numbers[1];
    face->scale_x = numbers[2];
    face->scale_y = numbers[3];
    face->angle = numbers[4];
    face_set_eye(face, 0, numbers + 5, each, EYE_CORNERS_ROUND);
    face_set_eye(face, 1, numbers + 5 + each, each, EYE_CORNERS_ROUND);
    face->scan_lines = 1;
    return ERR_NONE;
}

void face_to_numbers(const struct face *face, float numbers[FACE_NUMBERS]) {
    float head[] = {face->x, face->y, face->scale_x, face->scale_y, face->angle};
    memcpy(numbers, head, sizeof head);
    memcpy(numbers + 5, face->eyes, sizeof face->eyes);
}

static unsigned mend(float *value, float before, float low, float high) {
    if (!m_finite(*value)) {
        *value = before;
        return 1;
    }
    float clipped = m_clamp(*value, low, high);
    bool changed = clipped != *value;
    *value = clipped;
    return changed;
}

unsigned face_mend(struct face *face, const struct face *before, const struct face_style *style) {
    unsigned mended = 0;
    // Real clips go far beyond the display with these, and mean it; only a negative scale means nothing.
    mended += mend(&face->x, before->x, -1e4f, 1e4f);
    mended += mend(&face->y, before->y, -1e4f, 1e4f);
    mended += mend(&face->scale_x, before->scale_x, 0, 1e3f);
    mended += mend(&face->scale_y, before->scale_y, 0, 1e3f);
    mended += mend(&face->angle, before->angle, -1e4f, 1e4f);
    mended += mend(&face->scan_lines, before->scan_lines, 0, 1);
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < EYE_NUMBERS; i++) {
            struct clip_range allowed = style->one_bit ? CLIP_EYE[i].cozmo : CLIP_EYE[i].vector;
            mended += mend(&face->eyes[e][i], before->eyes[e][i], allowed.low, allowed.high);
        }
    return mended;
}

static bool is_angle(int number) {
    return number == EYE_ANGLE || number == EYE_UPPER_LID_ANGLE || number == EYE_LOWER_LID_ANGLE;
}

static float blend_angle(float from, float to, float share) {
    float way = m_fmod(to - from, 360);
    if (way > 180) way -= 360;
    if (way < -180) way += 360;
    return from + way * share;
}

void face_blend(const struct face *from, const struct face *to, float share, struct face *out) {
    float t = m_clamp(share, 0, 1);
    struct face f = {.x = m_lerp(from->x, to->x, t),
                     .y = m_lerp(from->y, to->y, t),
                     .scale_x = m_lerp(from->scale_x, to->scale_x, t),
                     .scale_y = m_lerp(from->scale_y, to->scale_y, t),
                     .angle = blend_angle(from->angle, to->angle, t),
                     .scan_lines = m_lerp(from->scan_lines, to->scan_lines, t)};
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < EYE_NUMBERS; i++) {
            float a = from->eyes[e][i], b = to->eyes[e][i];
            f.eyes[e][i] = is_angle(i) ? blend_angle(a, b, t) : m_lerp(a, b, t);
        }
    *out = f;
}

static bool is_place(int number) { return number == EYE_X || number == EYE_Y || is_angle(number); }
static bool is_scale(int number) { return number == EYE_SCALE_X || number == EYE_SCALE_Y; }
static bool is_hot_spot(int number) { return number == EYE_HOT_SPOT_X || number == EYE_HOT_SPOT_Y; }

static void mix(float *base, float layer, enum face_mix how) {
    *base = how == FACE_ADD        ? *base + layer
            : how == FACE_MULTIPLY ? *base * layer
            : how == FACE_AVERAGE  ? (*base + layer) / 2
            : how == FACE_REPLACE  ? layer
                                   : *base;
}

// What lies on top does by its kind; FACE_ON_TOP of a kind that has none leaves the base.
static enum face_mix mix_of(int number) {
    return is_place(number)      ? FACE_ADD
           : is_scale(number)    ? FACE_MULTIPLY
           : is_hot_spot(number) ? FACE_AVERAGE
                                 : FACE_ON_TOP;
}

void face_layer(struct face *base, const struct face *layer, enum face_mix how) {
    bool top = how == FACE_ON_TOP;
    mix(&base->x, layer->x, top ? FACE_ADD : how);
    mix(&base->y, layer->y, top ? FACE_ADD : how);
    mix(&base->angle, layer->angle, top ? FACE_ADD : how);
    mix(&base->scale_x, layer->scale_x, top ? FACE_MULTIPLY : how);
    mix(&base->scale_y, layer->scale_y, top ? FACE_MULTIPLY : how);
    mix(&base->scan_lines, layer->scan_lines, how);
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < EYE_NUMBERS; i++)
            mix(&base->eyes[e][i], layer->eyes[e][i], top ? mix_of(i) : how);
}

void face_look(struct face *face, float x, float y) {
    for (int e = 0; e < 2; e++) {
        float *eye = face->eyes[e];
        eye[EYE_X] += x * 8;
        eye[EYE_Y] += y * 6;
        eye[EYE_HOT_SPOT_X] = m_clamp(eye[EYE_HOT_SPOT_X] + x * 0.6f, -1, 1);
        eye[EYE_HOT_SPOT_Y] = m_clamp(eye[EYE_HOT_SPOT_Y] + y * 0.6f, -1, 1);
        // The eye that is nearer to what is looked at is a little larger.
        float nearer = 1 + (e ? 0.08f : -0.08f) * x;
        eye[EYE_SCALE_X] *= nearer;
        eye[EYE_SCALE_Y] *= nearer * (1 - 0.06f * m_abs(y));
    }
}

void face_dart(struct face *face, float x, float y, float most) {
    float across = m_clamp(x / most, -1, 1), down = m_clamp(y / most, -1, 1);
    face->x += x;
    face->y += y;
    for (int e = 0; e < 2; e++) {
        face->eyes[e][EYE_SCALE_Y] *= down < 0 ? 1 - 0.1f * down : 1 - 0.15f * down;
        float outer = 0.1f * (e ? across : -across);
        if (outer > 0) face->eyes[e][EYE_SCALE_X] *= 1 + outer, face->eyes[e][EYE_SCALE_Y] *= 1 + outer;
    }
}

void face_squash(struct face *face, float open) {
    float o = m_clamp(open, 0, 1);
    for (int e = 0; e < 2; e++) {
        face->eyes[e][EYE_SCALE_Y] *= m_max(o, 0.03f);
        face->eyes[e][EYE_SCALE_X] *= 1 + 0.12f * (1 - o);
    }
}
