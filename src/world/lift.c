// Cargo on the hooks. A low fork slips into the holes of a cube that stands squarely in front of it. When the
// fork rises the cube comes along; when it is down again the cube stands by itself. Higher up the fork is a
// solid bar that can press, tip and roll.
#include "border/accessories.h"
#include "world/world_internal.h"

// Chosen: the hooks are in the holes below this height, the cube hangs from here on; how squarely it must
// stand.
#define IN_HOLES_M 0.036f
#define HANGS_M    0.0385f
#define SIDEWAYS_M 0.010f
#define SQUARE_RAD 0.14f
// What hangs higher than this over the floor may be laid onto something, which then bears so much of it.
#define ON_THINGS_M 0.010f
#define UPRIGHT     0.7f
#define BORNE_N     0.25f

// A cube that the hooks are in: its middle is 40 mm ahead, its face against the trunk.
static uint32_t hooked(const struct world *w, const struct world_robot_state *r) {
    struct pose at = world_pose(w, r->body);
    for (uint32_t i = 0; i < w->memory.things_count; i++) {
        const struct world_thing_state *t = &w->memory.things[i];
        struct plane_motion cube;
        if (t->kind != WORLD_THING_KIND_CUBE || !plane_motion(w->plane, t->body, &cube)) continue;
        if (cube.carrier || cube.held) continue;
        struct vec3 middle = pose_undo(at, pose_apply(cube.pose, vec3(0, 0, CUBE_SIDE_M / 2)));
        if (middle.x < 0.034f || middle.x > 0.048f || m_abs(middle.y) > SIDEWAYS_M ||
            m_abs(middle.z - CUBE_SIDE_M / 2) > 0.008f)
            continue;
        // The lights' face has no holes: it must not look at the robot.
        struct quat turned = quat_times(quat_inverse(at.turn), cube.pose.turn);
        struct vec3 axes[] = {quat_apply(turned, vec3(1, 0, 0)), quat_apply(turned, vec3(0, 1, 0)),
                              quat_apply(turned, vec3(0, 0, 1))};
        if (m_abs(axes[2].x) > 0.7f) continue;
        for (int a = 0; a < 3; a++)
            if (m_abs(axes[a].x) > m_cos(SQUARE_RAD)) return t->body;
    }
    return 0;
}

// Lowered onto something: it stands there, and the hooks are free in its holes.
static bool is_laid_down(const struct world *w, const struct world_robot_state *r, float height) {
    if (height < HANGS_M + ON_THINGS_M || r->motors[BODY_MOTOR_LIFT].speed > 0) return false;
    struct plane_touch touches[8];
    uint32_t count = plane_touches(w->plane, r->cargo, touches, 8);
    float borne = 0;
    for (uint32_t i = 0; i < count && i < 8; i++)
        if (touches[i].other && touches[i].other != r->body && touches[i].normal.z > UPRIGHT)
            borne += touches[i].force_n * touches[i].normal.z;
    return borne > BORNE_N;
}

void lift_step(struct world *w, uint32_t robot) {
    struct world_robot_state *r = &w->memory.robots[robot - 1];
    if (!w->figures[robot - 1]->treads) return;
    float height = rover_lift_m(w, robot);
    bool low = height < HANGS_M;
    if (r->cargo && !plane_has(w->plane, r->cargo)) r->cargo = 0;
    if (r->cargo) {
        if (height < IN_HOLES_M || world_pose(w, r->cargo).at.z < -5 || is_laid_down(w, r, height)) {
            plane_detach(w->plane, r->cargo);
            r->cargo = 0;
        }
        return;
    }
    bool rises = r->motors[BODY_MOTOR_LIFT].speed > 0;
    if (rises && !r->fork_solid && height >= IN_HOLES_M) {
        r->cargo = hooked(w, r);
        if (r->cargo && plane_attach(w->plane, r->cargo, r->body, FIGURE_FORK)) r->cargo = 0;
    }
    // A bar that became solid inside a thing would throw it away.
    if (!low && !r->fork_solid && !r->cargo) {
        struct vec3 fork = w->models[robot - 1]->fork_m;
        struct plane_part bar = plane_box(fork.x, fork.y, fork.z);
        r->fork_solid =
            !plane_overlap(w->plane, &bar, plane_part_pose(w->plane, r->body, FIGURE_FORK), r->body);
        if (r->fork_solid) plane_ghost(w->plane, r->body, FIGURE_FORK, false);
    } else if (low && r->fork_solid) {
        r->fork_solid = false;
        plane_ghost(w->plane, r->body, FIGURE_FORK, true);
    }
}
