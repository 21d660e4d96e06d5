#include "body/firmware/cozmo/eye.h"

#include "base/maths.h"
#include "world/plane.h"

enum { STEP = 8, ROW_MAX = 640 / STEP + 2 };
#define VIEW_RAD  1.01f // across: 58 degrees
#define REACH_M   3.0f
#define CHECKS_M  0.05f
#define USUAL_LUX 300.0f
#define USUAL_MS  16.0f

// A direction's light: half from everywhere, half from above and a little from ahead.
static float lit(struct vec3 normal) {
    float lamp = normal.z * 0.9f - normal.x * 0.3f + normal.y * 0.1f;
    return 0.5f + 0.5f * m_max(lamp, 0);
}

static uint32_t spread(uint32_t x) {
    x ^= x >> 16, x *= 0x7feb352du;
    x ^= x >> 15, x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static void look(const struct plane *plane, const struct cozmo_shot *shot, uint32_t owner, struct vec3 way,
                 float light, float rgb[3]) {
    struct plane_hit hit = plane_ray(plane, shot->camera.at, way, REACH_M, owner);
    if (!hit.body) {
        rgb[0] = rgb[1] = rgb[2] = 90 * light; // a wall far away
        return;
    }
    bool floor = hit.normal.z > 0.9f;
    bool dark =
        floor && (((int32_t)m_floor(hit.at.x / CHECKS_M) + (int32_t)m_floor(hit.at.y / CHECKS_M)) & 1);
    float grey = (60 + 180 * hit.reflectance) * lit(hit.normal) * light * (dark ? 0.85f : 1);
    uint32_t tint = floor ? 0 : spread(hit.body);
    for (int i = 0; i < 3; i++) rgb[i] = grey * (1 - (float)(tint >> 8 * i & 255) / 255 * 0.6f);
}

static uint8_t level(float v) { return (uint8_t)m_clamp(v, 0, 255); }

static void row_of(const struct plane *plane, const struct cozmo_shot *shot, uint32_t owner, float light,
                   const struct pixels *out, unsigned y, float row[ROW_MAX][3]) {
    float focal = (float)out->width / 2 / m_tan(VIEW_RAD / 2);
    for (unsigned i = 0; i * STEP <= out->width; i++) {
        float left = ((float)out->width / 2 - (float)(i * STEP)) / focal;
        float up = ((float)out->height / 2 - (float)y) / focal;
        look(plane, shot, owner, quat_apply(shot->camera.turn, vec3(1, left, up)), light, row[i]);
    }
}

void eye_draw(const struct plane *plane, const struct cozmo_shot *shot, uint32_t owner, float lux,
              struct pixels *out) {
    float rows[2][ROW_MAX][3];
    float light = (lux / USUAL_LUX + (shot->infrared ? 0.2f : 0)) * shot->gain * shot->exposure_ms / USUAL_MS;
    if (out->width > 640) return;
    row_of(plane, shot, owner, light, out, 0, rows[0]);
    for (unsigned y = 0; y < out->height; y++) {
        unsigned band = y / STEP;
        if (y % STEP == 0) row_of(plane, shot, owner, light, out, (band + 1) * STEP, rows[(band + 1) & 1]);
        float(*above)[3] = rows[band & 1], (*below)[3] = rows[(band + 1) & 1];
        float t = (float)(y % STEP) / STEP;
        uint8_t *at = pixels_at(out, 0, y);
        for (unsigned x = 0; x < out->width; x++) {
            unsigned i = x / STEP;
            float s = (float)(x % STEP) / STEP, rgb[3];
            for (int k = 0; k < 3; k++)
                rgb[k] = m_lerp(m_lerp(above[i][k], above[i + 1][k], s),
                                m_lerp(below[i][k], below[i + 1][k], s), t);
            if (out->channels == 1)
                *at++ = level(0.299f * rgb[0] + 0.587f * rgb[1] + 0.114f * rgb[2]);
            else
                for (int k = 0; k < 3; k++) *at++ = level(rgb[k]);
        }
    }
}
