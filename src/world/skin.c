// What a creature with legs and a skin full of switches reads, beside its joints: Pleo.
//
//     touches[0 … 11]    head, chin, left and right cheek, back, lower back, left and right leg, left and right arm, rump, lower rump;
//                        1000 is touched
//     analog[0 … 3]      the feet: front left, front right, back left, back right; 1 on a surface
//     analog[4]          light, 0 … 255
//     analog[5]          the loudest sound, 0 … 100
//     analog[6], [7]     something in its mouth; the number of the tag before it, 0: none
#include "world/inside.h"

#define FOOT_M 0.006f

static float loudest(const struct world *w, struct vec3 at) {
    float most = 0;
    for (uint32_t i = 0; i < w->memory.sounds_count; i++) {
        const struct world_sound_state *s = &w->memory.sounds[i];
        if (s->until_us < world_time_us(w)) continue;
        float metres = m_max(vec3_length(vec3_sub(vec3_of(s->at), at)), 0.1f);
        most = m_max(most, s->level_db - 20 * m_log(metres) / 2.302585f);
    }
    return m_clamp(most, 0, 100);
}

static bool foot_down(const struct world *w, const struct world_robot_state *r, const struct limb *limb,
                      struct pose pose) {
    struct plane_part leg = figure_limb(limb, r->motors[limb->motor].angle);
    struct vec3 foot = pose_apply(pose, pose_apply(leg.pose, vec3(0, 0, -limb->length_m + 0.002f)));
    struct vec3 down = quat_apply(quat_times(pose.turn, leg.pose.turn), vec3(0, 0, -1));
    return plane_ray(w->plane, foot, down, FOOT_M, r->body).body != 0;
}

void skin_pins(const struct world *w, uint32_t robot, struct chance *dice, struct body_pins *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct figure *f = w->figures[robot - 1];
    out->analog_count = 0;
    if (!f->touch_spots) return;
    struct pose pose = world_pose(w, r->body);
    out->touches_count = (uint8_t)f->touch_spots;
    for (uint32_t i = 0; i < f->touch_spots; i++) {
        bool touched = i == r->pet_spot && until(w, r->petted_until_us) &&
                       !world_has_fault(w, robot, WORLD_FAULT_KIND_TOUCH_DEAD, (int)i);
        float rest = w->config.noise ? 20 + noise_of(dice, 4) : 20;
        out->touches[i] = touched ? 1000 : (uint16_t)m_max(rest, 0);
    }
    static const uint8_t ORDER[] = {1, 0, 2, 3}; // of the limbs: front left first
    out->analog_count = 8;
    for (uint32_t i = 0; i < 4; i++) out->analog[i] = foot_down(w, r, &f->limbs[ORDER[i]], pose);
    out->analog[4] = (uint16_t)m_clamp(w->memory.lux / 3, 0, 255);
    out->analog[5] = (uint16_t)loudest(w, pose.at);
    bool fed = until(w, r->fed_until_us);
    out->analog[6] = fed;
    out->analog[7] = fed ? r->fed_tag : 0;
}
