// What neck, head and tail run into. On the plane they are seen and touch nothing; a joint that would move one of their corners deeper into
// something stands still instead, its motor stalls, and a loose thing in the way is pushed with what the motor has.
//
// Corners and edges' middles are asked, so what is thinner than the gap between them (three centimetres) may slip through beside one. The trunk
// feels nothing of it: necks are weak against the weight of the body (chosen).
#include "world/inside.h"

enum {
    CORNERS_HEAD = 14,
    CORNERS_NECK = 4,
    CORNERS_TAIL = 6,
    CORNERS = CORNERS_HEAD + CORNERS_NECK + CORNERS_TAIL
};
#define DEEP_M   0.001f // what is less deep is only touched
#define TURN_RAD 0.01f  // for asking which way a corner goes

struct corners {
    struct vec3 at[CORNERS]; // in the creature's frame; the head's and the neck's, then the tail's
};

static void corners_of(const struct neck *n, const float *joints, struct corners *out) {
    static const int8_t HEAD[CORNERS_HEAD][3] = {{2, 1, 1},  {2, 1, -1}, {2, -1, 1}, {2, -1, -1}, {2, 0, 0},
                                                 {1, 1, 1},  {1, 1, -1}, {1, -1, 1}, {1, -1, -1}, {1, 0, 1},
                                                 {1, 0, -1}, {2, 0, -1}, {0, 0, -1}, {2, 0, 1}};
    struct pose head = neck_head(n, joints), neck = neck_pose(n, joints), tail = neck_tail(n, joints);
    struct vec3 *at = out->at;
    for (int i = 0; i < CORNERS_HEAD; i++)
        *at++ = pose_apply(head, vec3((float)HEAD[i][0] * n->head.x / 2, (float)HEAD[i][1] * n->head.y / 2,
                                      (float)HEAD[i][2] * n->head.z / 2));
    for (int i = 0; i < CORNERS_NECK; i++)
        *at++ = pose_apply(neck, vec3(n->length_m * (i < 2 ? 0.5f : 0.8f), i % 2 ? 0.022f : -0.022f, 0));
    for (int i = 0; i < CORNERS_TAIL; i++)
        *at++ = pose_apply(tail, vec3(n->tail_m * (i < 3 ? 1.0f : 0.6f), 0.017f * (float)(i % 3 - 1),
                                      i % 3 == 1 ? -0.017f : 0));
}

static void push_away(struct world *w, const struct plane_hit *hit, struct vec3 at, float newton) {
    for (uint32_t i = 0; i < w->memory.things_count; i++)
        if (w->memory.things[i].body == hit->body)
            plane_push(w->plane, hit->body, vec3_scale(hit->normal, -newton * STEP_SECONDS), at);
}

bool reach_moves(const struct figure *f, uint32_t motor) {
    const struct neck *n = f->neck;
    return n && (motor == n->torso || motor == n->across || motor == n->up || motor == n->tail_across ||
                 motor == n->tail_up);
}

void reach_look(const struct world *w, uint32_t robot, struct reach *out) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    float joints[16];
    struct corners corners;
    out->count = 0;
    for (int i = 0; i < 16; i++) joints[i] = r->motors[i].angle;
    corners_of(w->figures[robot - 1]->neck, joints, &corners);
    struct pose body = world_pose(w, r->body);
    for (uint32_t i = 0; i < CORNERS && out->count < REACH_MAX; i++) {
        struct vec3 at = pose_apply(body, corners.at[i]);
        struct plane_hit hit = plane_closest(w->plane, at, 0, r->body);
        if (!hit.body || vec3_length(vec3_sub(at, hit.at)) < DEEP_M) continue;
        out->hits[out->count++] = (struct reach_hit){hit, at, i};
    }
}

bool reach_stops(struct world *w, uint32_t robot, const struct reach *reach, uint32_t motor, float way,
                 float torque_nm) {
    const struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (!reach->count || way == 0) return false;
    float joints[16];
    for (int i = 0; i < 16; i++) joints[i] = r->motors[i].angle;
    joints[motor] += way > 0 ? TURN_RAD : -TURN_RAD;
    struct corners then;
    corners_of(w->figures[robot - 1]->neck, joints, &then);
    struct pose body = world_pose(w, r->body);
    bool stops = false;
    for (uint32_t i = 0; i < reach->count; i++) {
        const struct reach_hit *h = &reach->hits[i];
        struct vec3 goes = vec3_sub(pose_apply(body, then.at[h->corner]), h->at);
        float deeper = -vec3_dot(goes, h->hit.normal); // along the way out of it, turned round
        if (deeper <= TURN_RAD * 0.005f) continue;     // less than with a lever of five millimetres
        stops = true;
        push_away(w, &h->hit, h->at, torque_nm * TURN_RAD / deeper / (float)reach->count);
    }
    return stops;
}
