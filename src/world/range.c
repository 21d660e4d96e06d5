// The time-of-flight sensor: light leaves in a cone, and what comes back is sorted by distance into bins. The
// strongest bin is the reading.
//
// Published: 30 to 1200 mm, a cone of 25 degrees. Chosen: 19 rays, bins of 5 mm, 30 readings a second (5 at
// rest), and the heights of the lift that block the view.
#include "world/world_internal.h"

#define HALF_CONE  (12.5f * M_PI_F / 180)
#define REACH_M    1.2f
#define NEAR_M     0.03f
#define HEAP_M     0.005f
#define HIDES_FROM 0.036f
#define HIDES_TO   0.060f
#define GAIN       16.0f
#define WEAKEST    0.2f // light a ray must bring back on average
enum { RAYS = 19, HEAPS = 256, FAST_STEPS = 7, SLOW_STEPS = 40, STATUS_NOTHING = 4 };

static bool due(const struct world *w, const struct world_robot_state *r) {
    bool rests = r->motors[BODY_MOTOR_LEFT].still > 200 && r->motors[BODY_MOTOR_RIGHT].still > 200;
    return w->memory.step % (rests ? SLOW_STEPS : FAST_STEPS) == 0;
}

// One in the middle, six and twelve around it.
static struct vec3 ray_way(int i) {
    if (i == 0) return vec3(1, 0, 0);
    float out = i < 7 ? HALF_CONE / 2 : HALF_CONE,
          around = (float)(i < 7 ? i : i - 7) * M_TAU_F / (i < 7 ? 6 : 12);
    float so, co, sa, ca;
    m_sincos(out, &so, &co);
    m_sincos(around, &sa, &ca);
    return vec3(co, so * ca, so * sa);
}

static void answer(const struct world *w, struct chance *dice, float metres, float light,
                   struct body_range_raw *out) {
    float ambient = m_clamp(w->memory.lux / 100, 0, 60000);
    float sigma = 0.001f + 0.02f * metres / (1 + light);
    if (w->config.noise) metres += noise_of(dice, sigma);
    *out = (struct body_range_raw){.status = metres < NEAR_M ? STATUS_NOTHING : 0,
                                   .sigma_mm = (uint8_t)m_clamp(m_round(sigma * 1000), 1, 255),
                                   .range_mm = (uint16_t)m_clamp(m_round(metres * 1000), 0, 8190),
                                   .signal = (uint16_t)m_clamp(light * GAIN, 0, 65535),
                                   .ambient = (uint16_t)ambient,
                                   .spads = 100,
                                   .samples = 1};
}

static bool cast(const struct world *w, uint32_t robot, float *metres, float *light) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    struct pose at = world_pose(w, r->body);
    struct vec3 from = pose_apply(at, vec3_of(w->models[robot - 1]->range_at_m));
    float heaps[HEAPS] = {0}, total = 0;
    for (int i = 0; i < RAYS; i++) {
        struct vec3 way = quat_apply(at.turn, ray_way(i));
        struct plane_hit hit = plane_ray(w->plane, from, way, REACH_M, r->body);
        if (!hit.body) continue;
        float far = m_max(hit.distance, 0.01f);
        float back = m_abs(vec3_dot(hit.normal, way)) * hit.reflectance / (far * far);
        uint32_t heap = (uint32_t)(far / HEAP_M);
        heaps[heap < HEAPS ? heap : HEAPS - 1] += back;
        total += back;
    }
    if (total < WEAKEST * RAYS) return false;
    // Neighbours count half, as if the heaps had been smoothed.
    float best = 0, sum = 0;
    uint32_t peak = 0;
    for (uint32_t i = 0; i < HEAPS; i++) {
        float weight = heaps[i] + (i ? heaps[i - 1] / 2 : 0) + (i + 1 < HEAPS ? heaps[i + 1] / 2 : 0);
        if (weight > best) best = weight, peak = i;
    }
    float part = 0;
    for (uint32_t i = peak ? peak - 1 : 0; i <= peak + 1 && i < HEAPS; i++) {
        part += heaps[i];
        sum += heaps[i] * ((float)i + 0.5f) * HEAP_M;
    }
    *metres = sum / part;
    *light = total / RAYS;
    return true;
}

void range_read(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    out->range_count = 0;
    if (!w->models[robot - 1]->has_range || r->drive.gates & BODY_GATE_SENSORS_OFF) return;
    if (world_has_fault(w, robot, WORLD_DEFECT_KIND_RANGE_DEAD, -1)) return;
    if (!due(w, r)) return;
    out->range_count = 1;
    float lift = rover_lift_m(w, robot), metres, light;
    if (lift > HIDES_FROM && lift < HIDES_TO)
        answer(w, dice, 0.031f, 50, &out->range[0]); // its own lift
    else if (cast(w, robot, &metres, &light))
        answer(w, dice, metres, light, &out->range[0]);
    else
        out->range[0] = (struct body_range_raw){.status = STATUS_NOTHING, .range_mm = 8190, .sigma_mm = 255};
}
