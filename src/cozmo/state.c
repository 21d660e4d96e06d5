#include "cozmo/client_internal.h"

#include "base/maths/maths.h"

// From gravity, as the accelerometer feels it: the axis along which most of it lies. While it is thrown about
// the last answer stays.
static int orientation_of(const struct critter_cozmo_state *state) {
    float x = state->accel[0], y = state->accel[1], z = state->accel[2], all = x * x + y * y + z * z;
    if (all < 6000.0f * 6000.0f || all > 14000.0f * 14000.0f) return state->orientation;
    float half = 0.5f * all; // within 45 degrees of an axis
    if (z * z >= half) return z > 0 ? 0 : 5;
    if (x * x >= half)
        return x > 0 ? 1 : 2; // what points up feels the push: the front up, it lies on its back
    if (y * y >= half) return y > 0 ? 4 : 3; // its left up, it lies on its right side
    return state->orientation;
}

void client_state(struct critter_cozmo *c, const struct cozmo_robot_state *from) {
    struct critter_cozmo_state *state = &c->state;
    // They come by air: one that was overtaken says nothing new.
    if (state->known && (int32_t)(from->timestamp - state->time_ms) < 0 &&
        (int32_t)(state->time_ms - from->timestamp) < 2000)
        return;
    uint32_t before = state->status;
    int orientation = state->orientation, known = state->known;
    state->time_ms = from->timestamp;
    state->frame_id = from->pose_frame_id;
    state->origin_id = from->pose_origin_id;
    state->status = from->status;
    state->x_mm = from->pose_x, state->y_mm = from->pose_y, state->z_mm = from->pose_z;
    state->angle_rad = from->pose_angle_rad, state->pitch_rad = from->pose_pitch_rad;
    state->left_mmps = from->lwheel_speed_mmps, state->right_mmps = from->rwheel_speed_mmps;
    state->head_rad = from->head_angle_rad, state->lift_mm = from->lift_height_mm;
    state->accel[0] = from->accel_x, state->accel[1] = from->accel_y, state->accel[2] = from->accel_z;
    state->gyro[0] = from->gyro_x, state->gyro[1] = from->gyro_y, state->gyro[2] = from->gyro_z;
    state->battery_v = from->battery_voltage;
    for (unsigned i = 0; i < 4; i++) state->cliff[i] = from->cliff_data_raw[i];
    state->path_segment = from->curr_path_segment;
    state->known = 1;
    c->states++;
    state->orientation = orientation_of(state);
    uint32_t changed = before ^ state->status;
    for (unsigned bit = 0; client_bit_name(bit); bit++)
        if (changed >> bit & 1)
            client_event(c, client_bit_name(bit), (int)(state->status >> bit & 1), -1, (struct bytes){0});
    if (state->orientation != orientation || !known)
        client_event(c, "orientation", state->orientation, -1, (struct bytes){0});
    client_event(c, "state", 0, -1, (struct bytes){0});
}

float critter_cozmo_lift_angle(float height_mm) { return m_asin((height_mm - 45.0f) / 66.0f); }
float critter_cozmo_lift_ratio(float height_mm) { return (height_mm - 32.0f) / 60.0f; }

void critter_cozmo_from_here(const float here[3], const float step[3], float out[3]) {
    float c = m_cos(here[2]), s = m_sin(here[2]);
    float x = here[0] + c * step[0] - s * step[1], y = here[1] + s * step[0] + c * step[1];
    float a = here[2] + step[2];
    out[0] = x, out[1] = y, out[2] = m_atan2(m_sin(a), m_cos(a));
}
