#include "stage/face/hsv.h"

#include "base/maths/maths.h"

void hsv_to_rgb(float hue, float saturation, float value, uint8_t rgb[3]) {
    float h = (hue - m_floor(hue)) * 6, s = m_clamp(saturation, 0, 1), v = m_clamp(value, 0, 1);
    int sector = (int)h % 6;
    float f = h - m_floor(h), p = v * (1 - s), q = v * (1 - s * f), t = v * (1 - s * (1 - f));
    const float all[6][3] = {{v, t, p}, {q, v, p}, {p, v, t}, {p, q, v}, {t, p, v}, {v, p, q}};
    for (int i = 0; i < 3; i++) rgb[i] = (uint8_t)m_round(all[sector][i] * 255);
}
