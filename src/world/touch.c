// The electrode on the back and the button.
#include "world/world_internal.h"

// Chosen: it drifts by a few hundred counts in half an hour, reads higher on the charger and in a hand.
#define DRIFT_COUNTS 150.0f
#define DRIFT_S      300.0f
#define CHARGER_MORE 80.0f
#define HAND_MORE    200.0f

// A slow wander that is a function of time: values at fixed moments, smoothly joined.
static float wander(const struct world *w, uint32_t robot) {
    float t = (float)((double)world_time_us(w) * 1e-6 / (double)DRIFT_S);
    uint64_t at = (uint64_t)t;
    struct chance a = chance_of(w->memory.seed, chance_stream("touch") + robot, at);
    struct chance b = chance_of(w->memory.seed, chance_stream("touch") + robot, at + 1);
    float share = t - (float)at;
    return m_lerp(chance_range(&a, -1, 1), chance_range(&b, -1, 1), share * share * (3 - 2 * share));
}

void touch_pins(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (until(w, r->pressed_until_us) || world_has_fault(w, robot, WORLD_DEFECT_KIND_BUTTON_STUCK, -1))
        out->flags |= BODY_PIN_FLAG_BUTTON;
    out->touches_count = 0;
    if (!w->models[robot - 1]->has_touch) return;
    const struct figure *f = w->figures[robot - 1];
    float value = f->touch_rest;
    if (w->config.noise) value += wander(w, robot) * DRIFT_COUNTS + noise_of(dice, 12);
    if (r->contact) value += CHARGER_MORE;
    struct plane_motion motion;
    if (plane_motion(w->plane, r->body, &motion) && motion.held) value += HAND_MORE;
    if (until(w, r->petted_until_us)) {
        // A stroking hand comes and goes, twice a second.
        float stroke = 0.75f + 0.25f * m_sin((float)(world_time_us(w) % 500000) * 1e-6f * 2 * M_TAU_F);
        value += f->touch_delta * r->pet_strength * stroke;
    }
    if (world_has_fault(w, robot, WORLD_DEFECT_KIND_TOUCH_DEAD, -1)) value = 0;
    out->touches_count = 1;
    out->touches[0] = (uint16_t)m_clamp(m_round(value), 0, 65535);
}
