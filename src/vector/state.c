// What a Vector feels, as its state tells it sixteen times a second.
#include "vector/client_internal.h"

#include <string.h>

enum {
    PICKED_UP = 0x8,
    BUTTON = 0x10,
    ON_CHARGER = 0x1000,
    CHARGING = 0x2000,
    CLIFF = 0x4000,
    MOVING = 0x20000
};

void vector_feel(struct critter_vector *v, const Vector__RobotState *from) {
    struct critter_vector_state *s = &v->state;
    if (!from) return;
    if (from->pose) {
        s->x_mm = from->pose->x, s->y_mm = from->pose->y, s->z_mm = from->pose->z;
        s->origin = from->pose->origin_id;
    }
    s->heading_rad = from->pose_angle_rad, s->pitch_rad = from->pose_pitch_rad;
    s->head_rad = from->head_angle_rad, s->lift_mm = from->lift_height_mm;
    s->left_mmps = from->left_wheel_speed_mmps, s->right_mmps = from->right_wheel_speed_mmps;
    s->status = from->status;
    s->picked_up = !!(from->status & PICKED_UP), s->button = !!(from->status & BUTTON);
    s->on_charger = !!(from->status & ON_CHARGER), s->charging = !!(from->status & CHARGING);
    s->cliff = !!(from->status & CLIFF), s->moving = !!(from->status & MOVING);
    s->touched = from->touch_data && from->touch_data->is_being_touched;
    s->range_mm = from->prox_data ? from->prox_data->distance_mm : 0;
    s->range_found = from->prox_data && from->prox_data->found_object;
    v->felt = true;
}

enum critter_err critter_vector_get_state(const struct critter_vector *v, struct critter_vector_state *out) {
    size_t size = out->size;
    if (!v->felt) return CRITTER_ERR_STATE;
    memcpy(out, &v->state, size < sizeof v->state ? size : sizeof v->state);
    out->size = size;
    return CRITTER_OK;
}
