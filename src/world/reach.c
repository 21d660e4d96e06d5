// Collisions of neck, head and tail. On the plane they are visible and touch nothing. A joint that would move
// one of them deeper into something stops instead. Its motor stalls, and a loose thing in the way is pushed
// with the motor's torque.
//
// They are whole boxes, so the thinnest post stops them. The trunk feels no force from it: necks are weak
// against the weight of the body (chosen).
#include "world/world_internal.h"

#define DEEP_M   0.001f // what is less deep is only touched
#define TURN_RAD 0.01f  // for asking which way a place goes

enum { SHOWN = FIGURE_TAIL - FIGURE_NECK + 1 };

// Where their joints put them, in the creature's frame.
static void poses_of(const struct neck *n, const float *joints, struct pose out[SHOWN]) {
    out[0] = neck_pose(n, joints);
    out[FIGURE_HEAD - FIGURE_NECK] = neck_head(n, joints);
    out[FIGURE_TAIL - FIGURE_NECK] = neck_tail(n, joints);
}

static void push_away(struct world *w, const struct plane_meeting *met, float newton) {
    for (uint32_t i = 0; i < w->memory.things_count; i++)
        if (w->memory.things[i].body == met->body)
            plane_push(w->plane, met->body, vec3_scale(met->normal, -newton * STEP_SECONDS), met->at);
}

bool reach_moves(const struct figure *f, uint32_t motor) {
    const struct neck *n = f->neck;
    return n && (motor == n->torso || motor == n->across || motor == n->up || motor == n->tail_across ||
                 motor == n->tail_up);
}

void reach_look(const struct world *w, uint32_t robot, struct reach *out) {
    struct plane_meeting met[REACH_MAX];
    out->count = 0;
    for (uint32_t part = FIGURE_NECK; part <= FIGURE_TAIL; part++) {
        uint32_t count = plane_meets(w->plane, w->memory.robots[robot - 1].body, part, met, REACH_MAX);
        for (uint32_t i = 0; i < count && i < REACH_MAX && out->count < REACH_MAX; i++)
            if (met[i].depth >= DEEP_M) out->hits[out->count++] = (struct reach_hit){met[i], part};
    }
}

bool reach_stops(struct world *w, uint32_t robot, const struct reach *reach, uint32_t motor, float way,
                 float torque_nm) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    const struct neck *neck = w->figures[robot - 1]->neck;
    if (!reach->count || way == 0) return false;
    float joints[16];
    struct pose now[SHOWN], then[SHOWN], body = world_pose(w, r->body);
    for (int i = 0; i < 16; i++) joints[i] = r->motors[i].angle;
    poses_of(neck, joints, now);
    joints[motor] += way > 0 ? TURN_RAD : -TURN_RAD;
    poses_of(neck, joints, then);
    bool stops = false;
    for (uint32_t i = 0; i < reach->count; i++) {
        const struct plane_meeting *met = &reach->hits[i].met;
        uint32_t part = reach->hits[i].part - FIGURE_NECK;
        struct vec3 place = pose_undo(now[part], pose_undo(body, met->at)),
                    goes = vec3_sub(pose_apply(body, pose_apply(then[part], place)), met->at);
        float deeper = -vec3_dot(goes, met->normal);
        if (deeper <= TURN_RAD * 0.005f) continue; // less than with a lever of five millimetres
        stops = true;
        push_away(w, met, torque_nm * TURN_RAD / deeper / (float)reach->count);
    }
    return stops;
}
