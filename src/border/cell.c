#include "border/cell.h"

#include "base/maths/maths.h"

static const float CURVE[][2] = {{0, 2.30f},    {0.02f, 3.10f}, {0.05f, 3.42f}, {0.1f, 3.58f}, {0.2f, 3.67f},
                                 {0.4f, 3.76f}, {0.6f, 3.86f},  {0.8f, 4.01f},  {0.9f, 4.10f}, {1, 4.20f}};

// From one column of the curve to the other.
static float along(int from, int to, float value) {
    size_t i = 1, last = sizeof CURVE / sizeof *CURVE - 1;
    while (i < last && value > CURVE[i][from]) i++;
    float t = (value - CURVE[i - 1][from]) / (CURVE[i][from] - CURVE[i - 1][from]);
    return m_lerp(CURVE[i - 1][to], CURVE[i][to], m_clamp(t, 0, 1));
}

float cell_rest_v(float charge) { return along(0, 1, charge); }
float cell_charge(float rest_v) { return along(1, 0, rest_v); }
