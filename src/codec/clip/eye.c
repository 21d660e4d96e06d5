#include "codec/clip/eye.h"

#define FAR 1e4f // bounds only what no display has

const struct clip_eye_number CLIP_EYE[CLIP_EYE_NUMBERS] = {
    {"EyeCenterX", 0, {-92, 92}, {-FAR, FAR}},  {"EyeCenterY", 0, {-48, 48}, {-FAR, FAR}},
    {"EyeScaleX", 1, {0, 10}, {0, FAR}},        {"EyeScaleY", 1, {0, 10}, {0, FAR}},
    {"EyeAngle", 0, {-360, 360}, {-FAR, FAR}},  {"LowerInnerRadiusX", 0, {0, 1}, {0, 1}},
    {"LowerInnerRadiusY", 0, {0, 1}, {0, 1}},   {"UpperInnerRadiusX", 0, {0, 1}, {0, 1}},
    {"UpperInnerRadiusY", 0, {0, 1}, {0, 1}},   {"UpperOuterRadiusX", 0, {0, 1}, {0, 1}},
    {"UpperOuterRadiusY", 0, {0, 1}, {0, 1}},   {"LowerOuterRadiusX", 0, {0, 1}, {0, 1}},
    {"LowerOuterRadiusY", 0, {0, 1}, {0, 1}},   {"UpperLidY", 0, {0, 1}, {0, 1}},
    {"UpperLidAngle", 0, {-45, 45}, {-45, 45}}, {"UpperLidBend", 0, {-1, 1}, {0, 1}},
    {"LowerLidY", 0, {0, 1}, {0, 1}},           {"LowerLidAngle", 0, {-45, 45}, {-45, 45}},
    {"LowerLidBend", 0, {-1, 1}, {0, 1}},       {"Saturation", 1, {-1, 1}, {-1, 1}},
    {"Lightness", 1, {-1, 1}, {-1, 1}},         {"GlowSize", 0, {-1, 1}, {-1, 1}},
    {"HotSpotCenterX", 0, {-1, 1}, {-1, 1}},    {"HotSpotCenterY", 0, {-1, 1}, {-1, 1}},
    {"GlowLightness", 0, {0, 1}, {0, 1}},
};
