#include "stage/face.h"

#include "base/geometry.h"

#include <string.h>

const struct face_style FACE_VECTOR = {"vector", 184,   96,     43,   57,    46,   138,
                                       48,       1.53f, 1.145f, 0.6f, false, false};
const struct face_style FACE_COZMO = {"cozmo", 128, 64, 30, 40, 32, 96, 32, 1, 1, 0.6f, true, false};
// The library's eyes are 28 by 40 dots and one more, a fifth of the width to each side, as its whole numbers round them.
const struct face_style FACE_COZMO_LIBRARY = {"library", 128, 64, 29,   41,   39.5f, 89.5f,
                                              32.5f,     1,   1,  0.5f, true, true};

// Name, the value a file leaves out, and what is allowed for Vector and for Cozmo.
static const struct {
    const char *name;
    float usual, low, high, cozmo_low, cozmo_high;
} NUMBERS[EYE_NUMBERS] = {
    [EYE_X] = {"EyeCenterX", 0, -92, 92, -1e4f, 1e4f},
    [EYE_Y] = {"EyeCenterY", 0, -48, 48, -1e4f, 1e4f},
    [EYE_SCALE_X] = {"EyeScaleX", 1, 0, 10, 0, 1e4f},
    [EYE_SCALE_Y] = {"EyeScaleY", 1, 0, 10, 0, 1e4f},
    [EYE_ANGLE] = {"EyeAngle", 0, -360, 360, -1e4f, 1e4f},
    [EYE_LOWER_INNER_X] = {"LowerInnerRadiusX", 0, 0, 1, 0, 1},
    [EYE_LOWER_INNER_Y] = {"LowerInnerRadiusY", 0, 0, 1, 0, 1},
    [EYE_UPPER_INNER_X] = {"UpperInnerRadiusX", 0, 0, 1, 0, 1},
    [EYE_UPPER_INNER_Y] = {"UpperInnerRadiusY", 0, 0, 1, 0, 1},
    [EYE_UPPER_OUTER_X] = {"UpperOuterRadiusX", 0, 0, 1, 0, 1},
    [EYE_UPPER_OUTER_Y] = {"UpperOuterRadiusY", 0, 0, 1, 0, 1},
    [EYE_LOWER_OUTER_X] = {"LowerOuterRadiusX", 0, 0, 1, 0, 1},
    [EYE_LOWER_OUTER_Y] = {"LowerOuterRadiusY", 0, 0, 1, 0, 1},
    [EYE_UPPER_LID_Y] = {"UpperLidY", 0, 0, 1, 0, 1},
    [EYE_UPPER_LID_ANGLE] = {"UpperLidAngle", 0, -45, 45, -45, 45},
    [EYE_UPPER_LID_BEND] = {"UpperLidBend", 0, -1, 1, 0, 1},
    [EYE_LOWER_LID_Y] = {"LowerLidY", 0, 0, 1, 0, 1},
    [EYE_LOWER_LID_ANGLE] = {"LowerLidAngle", 0, -45, 45, -45, 45},
    [EYE_LOWER_LID_BEND] = {"LowerLidBend", 0, -1, 1, 0, 1},
    [EYE_SATURATION] = {"Saturation", 1, -1, 1, -1, 1},
    [EYE_LIGHTNESS] = {"Lightness", 1, -1, 1, -1, 1},
    [EYE_GLOW_SIZE] = {"GlowSize", 0, -1, 1, -1, 1},
    [EYE_HOT_SPOT_X] = {"HotSpotCenterX", 0, -1, 1, -1, 1},
    [EYE_HOT_SPOT_Y] = {"HotSpotCenterY", 0, -1, 1, -1, 1},
    [EYE_GLOW_LIGHTNESS] = {"GlowLightness", 0, 0, 1, 0, 1},
};

const char *eye_number_name(enum eye_number number) {
    return (unsigned)number < EYE_NUMBERS ? NUMBERS[number].name : NULL;
}

void face_zero(struct face *face) {
    *face = (struct face){.scale_x = 1, .scale_y = 1, .scan_lines = 1};
    for (int e = 0; e < 2; e++)
        for (int i = 0; i < EYE_NUMBERS; i++) face->eyes[e][i] = NUMBERS[i].usual;
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

enum err face_set_eye(struct face *face, unsigned eye, const float *numbers, size_t count) {
    if (eye > 1 || (count != EYE_NUMBERS_COZMO && count != EYE_NUMBERS - 1 && count != EYE_NUMBERS))
        return ERR_RANGE;
    memcpy(face->eyes[eye], numbers, count * sizeof *numbers);
    for (size_t i = count; i < EYE_NUMBERS; i++) face->eyes[eye][i] = NUMBERS[i].usual;
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
    face_set_eye(face, 0, numbers + 5, each);
    face_set_eye(face, 1, numbers + 5 + each, each);
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
        for (int i = 0; i < EYE_NUMBERS; i++)
            mended += mend(&face->eyes[e][i], before->eyes[e][i],
                           style->one_bit ? NUMBERS[i].cozmo_low : NUMBERS[i].low,
                           style->one_bit ? NUMBERS[i].cozmo_high : NUMBERS[i].high);
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

void face_layer(struct face *base, const struct face *layer) {
    base->x += layer->x;
    base->y += layer->y;
    base->scale_x *= layer->scale_x;
    base->scale_y *= layer->scale_y;
    base->angle += layer->angle;
    for (int e = 0; e < 2; e++) {
        float *b = base->eyes[e];
        const float *l = layer->eyes[e];
        for (int i = 0; i < EYE_NUMBERS; i++)
            if (i == EYE_X || i == EYE_Y || is_angle(i)) b[i] += l[i];
        b[EYE_SCALE_X] *= l[EYE_SCALE_X];
        b[EYE_SCALE_Y] *= l[EYE_SCALE_Y];
        b[EYE_HOT_SPOT_X] = (b[EYE_HOT_SPOT_X] + l[EYE_HOT_SPOT_X]) / 2;
        b[EYE_HOT_SPOT_Y] = (b[EYE_HOT_SPOT_Y] + l[EYE_HOT_SPOT_Y]) / 2;
    }
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

void face_squash(struct face *face, float open) {
    float o = m_clamp(open, 0, 1);
    for (int e = 0; e < 2; e++) {
        face->eyes[e][EYE_SCALE_Y] *= m_max(o, 0.02f);
        face->eyes[e][EYE_SCALE_X] *= 1 + 0.12f * (1 - o);
    }
}
