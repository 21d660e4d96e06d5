// Cubes: gone to, docked with, picked up, and put down.
#include "act/act.h"

#include "nav/docking.h"

// Chosen: heights of the lift, and times.
#define LIFTED_M       0.088f
#define PRESSED_M      0.050f // on a cube's top
#define PRESS_MPS      0.10f  // how fast the bar comes down on it
#define PRESS_S        1.0f
#define ROLL_M         0.045f // from here the bar reaches over its edge
#define PULL_M         0.080f
#define STACKED_M      0.076f // what it carries is laid onto a cube
#define LOOK_UP_RAD    0.15f
#define LOOK_DOWN_RAD  -0.25f // at a cube on the floor, from so near
#define HELD_M         0.036f // below it the hooks are out of the holes, or the cube stands on the floor
#define REST_S         0.8f
#define SEE_S          2.0f
#define LIFT_S         3.0f
#define LAY_S          1.5f
#define SNAP_S         0.1f // until the bar is down
#define NOSE_UP_RAD    0.1f // so much tipped back is a wheelie
#define CHECK_S        0.9f
#define BACK_M         0.060f
#define BEFORE_M       0.060f // it comes to where it puts something down by a straight way of this length
#define OFF_M          0.012f // it stands so far beside the middle, and goes round once more
#define OFF_RAD        0.15f
#define STANDS_M       0.050f // a cube that is seen so near to where it stood has not come along
#define CLOSE_ENOUGH_M 0.012f
enum { GOES = 3, SETTLE_US = 300000 };

enum step {
    GO,
    SEE,
    CLOSE,
    LIFT,
    BACK,
    CHECK,
    LOWER,
    APPROACH,
    LEAVE,
    RAISE,
    PRESS,
    PULL,
    RISE,
    TURNED,
    LAY,
    AWAY,
    LOOK,
    POP,
    DOWN,
    OFF,
    STANDS
};
enum what { STAND, DOCK, PICK, PUT, ROLL, STACK, WHEELIE };

static float low_rad(const struct act *act) { return act->config.model->motors[BODY_MOTOR_LIFT].low_rad; }

// ------------------------------------------------------------------------------------------------ which

const struct thing *act_thing(const struct act *act, uint32_t id) {
    return act->config.belief && id ? things_find(&act->config.belief->things, id) : NULL;
}

// 0: the cube that it saw last.
static uint32_t meant(const struct act *act, uint32_t id) {
    const struct belief *b = act->config.belief;
    const struct thing *last = NULL;
    for (uint32_t i = 0; b && !id && i < b->things.count; i++) {
        const struct thing *t = &b->things.list[i];
        bool cube = t->kind == BELIEF_THING_KIND_CUBE && !t->carried;
        if (cube && (!last || t->last_us > last->last_us)) last = t;
    }
    return last ? last->id : id;
}

static enum life_result find(const struct act *act, uint32_t id, bool any, const struct thing **out) {
    const struct thing *t = act_thing(act, id);
    bool kind = t && (t->kind == BELIEF_THING_KIND_CUBE || (any && t->kind == BELIEF_THING_KIND_CHARGER));
    if (!kind) return LIFE_RESULT_BAD_OBJECT;
    if (t->state == BELIEF_THING_STATE_NOWHERE || t->at.origin != act->config.belief->origins.current ||
        t->carried)
        return LIFE_RESULT_BAD_POSE;
    *out = t;
    return LIFE_RESULT_RUNNING;
}

static struct dock_cube cube_of(const struct thing *t) {
    struct pose2 flat = pose_on_plane(t->at.pose);
    if (t->up) flat.angle = quat_heading(quat_times(t->at.pose.turn, quat_inverse(model_resting(t->up))));
    struct vec3 lights = quat_apply(t->at.pose.turn, vec3(0, 0, 1));
    return (struct dock_cube){flat, t->size_m.x, vec2(lights.x, lights.y)};
}

// ---------------------------------------------------------------------------------------- going there

static enum life_result go(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    const struct thing *t;
    enum life_result result = find(act, j->thing, j->what == STAND, &t);
    if (result != LIFE_RESULT_RUNNING) return result;
    struct dock_cube cube = cube_of(t);
    struct pose2 goals[DOCK_SIDES];
    bool charger = t->kind == BELIEF_THING_KIND_CHARGER;
    float far = m_max(j->was[0], j->what == STAND ? DOCK_NEAR_M : DOCK_BEFORE_M);
    uint32_t count = charger ? 1 : dock_places(&cube, far, j->white ? &j->was[1] : NULL, goals);
    if (charger) goals[0] = pose2_times(pose_on_plane(t->at.pose), (struct pose2){{-far, 0}, 0});
    if (!count) return LIFE_RESULT_NO_PREACTION_POSES;
    result = travel_begin(act, a, goals, count);
    if (result == LIFE_RESULT_SUCCESS) return a->said = NULL, act_enter(act, a, SEE);
    return result == LIFE_RESULT_RUNNING ? act_enter(act, a, GO) : result;
}

static enum life_result travel(struct act *act, struct action *a) {
    enum life_result result = travel_step(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    travel_end(act, a, result);
    if (result == LIFE_RESULT_FAILED_TRAVERSING_PATH) return LIFE_RESULT_DID_NOT_REACH_PREACTION_POSE;
    if (result != LIFE_RESULT_SUCCESS) return result;
    if (act->job.what == STAND) return LIFE_RESULT_SUCCESS;
    return act->job.what == PUT ? act_enter(act, a, APPROACH) : act_enter(act, a, SEE);
}

// Its lift goes over the edge of the cube, not into the holes.
static bool rolls(const struct act *act) { return act->job.what == ROLL || act->job.what == WHEELIE; }

static enum life_result close_in(struct act *act, struct action *a, const struct thing *t) {
    struct act_job *j = &act->job;
    struct dock_cube cube = cube_of(t);
    struct pose2 stand;
    float far = rolls(act) ? ROLL_M : j->was[0] > 0 ? j->was[0] : DOCKED_M;
    if (!dock_nearest(&cube, act->now.at, far, &stand)) return LIFE_RESULT_NO_PREACTION_POSES;
    struct pose2 in = pose2_between(stand, act->now.at);
    bool off = m_abs(in.at.y) > OFF_M || m_abs(in.angle) > OFF_RAD || in.at.x > 0;
    if (off && j->goes++ < GOES) return go(act, a);
    if (off) return LIFE_RESULT_DID_NOT_REACH_PREACTION_POSE;
    j->place[0] = cube.at.at.x, j->place[1] = cube.at.at.y, j->rounds = t->up;
    if (rolls(act) && !j->felt) {
        j->felt = true;
        act_aim(act, BODY_MOTOR_LIFT, body_lift_rad(act->config.model, LIFTED_M));
        return act_enter(act, a, RAISE);
    }
    struct nav_speeds speeds = motion_docking(&act->profile);
    struct nav_route route = dock_way(&speeds, act->now.at, stand);
    act_leg(act, a, &route);
    return act_enter(act, a, CLOSE);
}

// At rest before it, it sees it: then it knows well how it stands.
static enum life_result see(struct act *act, struct action *a) {
    const struct thing *t;
    enum life_result result = find(act, act->job.thing, false, &t);
    if (result != LIFE_RESULT_RUNNING) return result;
    uint64_t ago = (uint64_t)(act->now.tick - act->job.since) * 33000;
    bool seen = t->last_us + ago > act->now.body_us && t->visible;
    if (!act_lasted(act, REST_S) || (!seen && !act_lasted(act, SEE_S))) return LIFE_RESULT_RUNNING;
    if (!seen) return LIFE_RESULT_VISUAL_OBSERVATION_FAILED;
    if (t->at.pose.at.z > t->size_m.z) return a->said = "it stands on something", LIFE_RESULT_BAD_OBJECT;
    return close_in(act, a, t);
}

static enum life_result close_step(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    bool held = result == LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS;
    struct vec2 goal = vec2(a->own.goal[0], a->own.goal[1]);
    bool near = vec2_length(vec2_sub(act->now.at.at, goal)) < CLOSE_ENOUGH_M;
    if (result != LIFE_RESULT_SUCCESS && !(held && near)) return result; // against it is there
    if (held) act_stop_way(act);
    if (act->job.what == DOCK) return LIFE_RESULT_SUCCESS;
    if (act->job.what == STACK) {
        act_aim(act, BODY_MOTOR_LIFT, body_lift_rad(act->config.model, STACKED_M));
        return act_enter(act, a, LAY);
    }
    if (act->job.what == WHEELIE) {
        act_aim(act, BODY_MOTOR_LIFT, low_rad(act)); // as fast as it goes
        return act_enter(act, a, POP);
    }
    if (act->job.what == ROLL) {
        act_aim(act, BODY_MOTOR_LIFT, body_lift_rad(act->config.model, PRESSED_M));
        act->lift.speed_radps = PRESS_MPS / act->config.model->lift_arm_m;
        return act_enter(act, a, PRESS);
    }
    act_aim(act, BODY_MOTOR_LIFT, body_lift_rad(act->config.model, LIFTED_M));
    return act_enter(act, a, LIFT);
}

// ------------------------------------------------------------------------------------------------ picking up

static enum life_result back_off(struct act *act, struct action *a, enum step then) {
    struct nav_speeds speeds = motion_docking(&act->profile);
    struct nav_route route = route_straight(&speeds, act->now.at, -BACK_M, 0);
    act_leg(act, a, &route);
    return act_enter(act, a, then);
}

static enum life_result lift(struct act *act, struct action *a) {
    if (!act_aimed(act, BODY_MOTOR_LIFT))
        return act_lasted(act, LIFT_S) ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS : LIFE_RESULT_RUNNING;
    act->carried = act->job.thing;
    things_carry(&act->config.belief->things, act->carried, true);
    return back_off(act, a, BACK);
}

static enum life_result back(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result != LIFE_RESULT_SUCCESS) return result;
    return act_enter(act, a, CHECK);
}

// What it lifted is above its eye; what still stands there it sees.
static bool stays_behind(const struct act *act) {
    const struct belief *b = act->config.belief;
    uint64_t ago = (uint64_t)(act->now.tick - act->job.since) * 33000;
    for (uint32_t i = 0; i < b->things.count; i++) {
        const struct thing *t = &b->things.list[i];
        struct vec2 at = {t->at.pose.at.x, t->at.pose.at.y};
        bool new = t->last_us + ago > act->now.body_us && t->kind == BELIEF_THING_KIND_CUBE;
        bool there = vec2_length(vec2_sub(at, vec2(act->job.place[0], act->job.place[1]))) < STANDS_M;
        if (new && (there || t->id == act->carried)) return true;
    }
    return false;
}

static enum life_result check(struct act *act, struct action *a) {
    if (stays_behind(act)) {
        act_drop(act);
        act_aim(act, BODY_MOTOR_LIFT, low_rad(act));
        return LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED;
    }
    return act_lasted(act, CHECK_S) ? LIFE_RESULT_SUCCESS : LIFE_RESULT_RUNNING;
}

// ---------------------------------------------------------------------------------------- putting down

void act_drop(struct act *act) {
    if (!act->carried) return;
    things_carry(&act->config.belief->things, act->carried, false);
    act->carried = 0;
}

// What is carried goes along, and is put down when the lift is, whoever lowered it.
void act_carry(struct act *act) {
    if (!act->carried) return;
    struct belief *b = act->config.belief;
    bool down = act->now.lift_m < HELD_M && act->now.status & BODY_STATUS_LIFT_KNOWN;
    struct pose robot = pose_of_plane(act->now.at, 0);
    float height = down ? CUBE_SIDE_M / 2 : act->now.lift_m - DOCK_HOOK_M + CUBE_SIDE_M / 2;
    things_follow(&b->things, (struct placed){robot, b->origins.current}, vec3(DOCKED_M, 0, height));
    if (down || !things_find(&b->things, act->carried)) act_drop(act);
}

static enum life_result lower(struct act *act, struct action *a) {
    if (!act_aimed(act, BODY_MOTOR_LIFT))
        return act_lasted(act, LIFT_S) ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS : LIFE_RESULT_RUNNING;
    act_drop(act);
    return back_off(act, a, LEAVE);
}

static enum life_result put_down(struct act *act, struct action *a) {
    act_aim(act, BODY_MOTOR_LIFT, low_rad(act));
    return act_enter(act, a, LOWER);
}

// The last piece straight ahead, to where it shall stand.
static enum life_result approach(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    if (!j->rounds) {
        struct pose2 stand = act->travel.goals[act->travel.goal < DOCK_SIDES ? act->travel.goal : 0];
        stand = pose2_times(stand, (struct pose2){{BEFORE_M, 0}, 0});
        struct nav_speeds speeds = motion_docking(&act->profile);
        struct nav_route route = dock_way(&speeds, act->now.at, stand);
        j->rounds = 1;
        act_leg(act, a, &route);
        return LIFE_RESULT_RUNNING;
    }
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    return result == LIFE_RESULT_SUCCESS ? put_down(act, a) : result;
}

static enum life_result leave(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result != LIFE_RESULT_SUCCESS) return result;
    act_aim(act, BODY_MOTOR_HEAD, LOOK_DOWN_RAD);
    return act_enter(act, a, STANDS);
}

// So that it was there since this step began.
static bool seen_since(const struct act *act, const struct thing *t) {
    uint64_t ago = (uint64_t)(act->now.tick - act->job.since) * 33000;
    return t->visible && t->last_us + ago > act->now.body_us + SETTLE_US;
}

// It is put down when it sees it stand there: somebody may have taken it on the way.
static enum life_result stands(struct act *act, struct action *a) {
    const struct thing *t = act_thing(act, act->job.thing);
    if (t && seen_since(act, t)) return LIFE_RESULT_SUCCESS;
    return t && !act_lasted(act, SEE_S) ? LIFE_RESULT_RUNNING : LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED;
}

// ------------------------------------------------------------------------------------------------ rolling

static enum life_result raise(struct act *act, struct action *a) {
    const struct thing *t = act_thing(act, act->job.thing);
    if (!t) return LIFE_RESULT_BAD_OBJECT;
    if (act_aimed(act, BODY_MOTOR_LIFT)) return close_in(act, a, t);
    return act_lasted(act, LIFT_S) ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS : LIFE_RESULT_RUNNING;
}

// The bar on its top: backwards it comes along and tips over towards the robot.
static enum life_result press(struct act *act, struct action *a) {
    if (!act_lasted(act, PRESS_S)) return LIFE_RESULT_RUNNING;
    struct nav_speeds speeds = motion_docking(&act->profile);
    struct nav_route route = route_straight(&speeds, act->now.at, -PULL_M, 0);
    act_leg(act, a, &route);
    return act_enter(act, a, PULL);
}

static enum life_result pull(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result != LIFE_RESULT_SUCCESS) return result;
    act_aim(act, BODY_MOTOR_LIFT, body_lift_rad(act->config.model, LIFTED_M));
    return act_enter(act, a, RISE);
}

static enum life_result rise(struct act *act, struct action *a) {
    if (!act_aimed(act, BODY_MOTOR_LIFT))
        return act_lasted(act, LIFT_S) ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS : LIFE_RESULT_RUNNING;
    return back_off(act, a, TURNED);
}

// Another side of it is above, as it sees or as the cube says.
static enum life_result turned(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result != LIFE_RESULT_SUCCESS) return act->job.since = act->now.tick, result;
    const struct thing *t = act_thing(act, act->job.thing);
    if (t && t->up && t->up != act->job.rounds) return LIFE_RESULT_SUCCESS;
    return act_lasted(act, SEE_S) ? LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED : LIFE_RESULT_RUNNING;
}

// ------------------------------------------------------------------------------------------------ stacking

// Where the lift comes to rest the other cube bears what it carried: it backs out of the holes.
static enum life_result lay(struct act *act, struct action *a) {
    if (!act_aimed(act, BODY_MOTOR_LIFT) && !act_lasted(act, LAY_S)) return LIFE_RESULT_RUNNING;
    act->job.moved = act->carried;
    act_drop(act);
    return back_off(act, a, AWAY);
}

static enum life_result away(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result != LIFE_RESULT_SUCCESS) return result;
    act_aim(act, BODY_MOTOR_LIFT, low_rad(act));
    act_aim(act, BODY_MOTOR_HEAD, LOOK_UP_RAD);
    return act_enter(act, a, LOOK);
}

// It is done when it sees it up there.
static enum life_result look(struct act *act, struct action *a) {
    const struct thing *t = act_thing(act, act->job.moved), *below = act_thing(act, act->job.thing);
    if (!t || !below) return LIFE_RESULT_BAD_OBJECT;
    struct vec2 aside = {t->at.pose.at.x - below->at.pose.at.x, t->at.pose.at.y - below->at.pose.at.y};
    bool up = t->at.pose.at.z > below->at.pose.at.z + CUBE_SIDE_M / 2 && vec2_length(aside) < CUBE_SIDE_M / 2;
    if (seen_since(act, t) && act_lasted(act, REST_S))
        return up ? LIFE_RESULT_SUCCESS : LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED;
    return act_lasted(act, SEE_S + LIFT_S) ? LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED : LIFE_RESULT_RUNNING;
}

// ------------------------------------------------------------------------------------------------ wheelie

// The bar comes down on the cube and throws its front up; back and forward at once throws it further.
static enum life_result pop(struct act *act, struct action *a) {
    float most =
        act_lasted(act, SNAP_S) ? act->config.model->wheel_mps_max : -act->config.model->wheel_mps_max;
    act_roll(act, most, most);
    act->job.axis = m_max(act->job.axis, m_abs(act->now.pitch_rad));
    if (!act_lasted(act, 2 * SNAP_S)) return LIFE_RESULT_RUNNING;
    act_halt(act);
    act_aim(act, BODY_MOTOR_LIFT, body_lift_rad(act->config.model, LIFTED_M));
    return act_enter(act, a, DOWN);
}

// And down again, off the cube. It has done it when its nose came up.
static enum life_result come_down(struct act *act, struct action *a) {
    act->job.axis = m_max(act->job.axis, m_abs(act->now.pitch_rad));
    if (!act_aimed(act, BODY_MOTOR_LIFT))
        return act_lasted(act, LIFT_S) ? LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS : LIFE_RESULT_RUNNING;
    return back_off(act, a, OFF);
}

static enum life_result off_it(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result != LIFE_RESULT_SUCCESS || act->job.axis > NOSE_UP_RAD) return result;
    return a->said = "its nose did not come up", LIFE_RESULT_LAST_PICK_AND_PLACE_FAILED;
}

// ------------------------------------------------------------------------------------------------ the rows

static enum life_result start(struct act *act, struct action *a, enum what what, uint32_t thing, float far,
                              const float *angle) {
    act->job = (struct act_job){.owner = a->id, .what = what, .thing = meant(act, thing)};
    act->job.was[0] = far;
    if (angle) act->job.was[1] = *angle, act->job.white = 1;
    if (what != STAND && what != STACK && act->carried) return LIFE_RESULT_STILL_CARRYING_OBJECT;
    act_aim(act, BODY_MOTOR_HEAD, 0);
    if (!act->carried) act_aim(act, BODY_MOTOR_LIFT, low_rad(act));
    return LIFE_RESULT_RUNNING;
}

static enum life_result begin_go(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_go_to_thing *r = &m->go_to_thing;
    enum life_result result =
        start(act, a, STAND, r->thing, r->distance_m, r->use_angle ? &r->angle_rad : NULL);
    return result == LIFE_RESULT_RUNNING ? go(act, a) : result;
}

static enum life_result begin_dock(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_dock *r = &m->dock;
    enum life_result result =
        start(act, a, DOCK, r->thing, r->distance_m, r->use_angle ? &r->angle_rad : NULL);
    if (result != LIFE_RESULT_RUNNING) return result;
    return r->straight ? act_enter(act, a, SEE) : go(act, a);
}

static enum life_result begin_pick_up(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_pick_up *r = &m->pick_up;
    enum life_result result = start(act, a, PICK, r->thing, 0, r->use_angle ? &r->angle_rad : NULL);
    if (result != LIFE_RESULT_RUNNING) return result;
    return r->straight ? act_enter(act, a, SEE) : go(act, a);
}

static enum life_result begin_roll(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_roll *r = &m->roll;
    enum life_result result = start(act, a, ROLL, r->thing, 0, r->use_angle ? &r->angle_rad : NULL);
    if (result != LIFE_RESULT_RUNNING) return result;
    return r->straight ? act_enter(act, a, SEE) : go(act, a);
}

static enum life_result begin_wheelie(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_wheelie *r = &m->wheelie;
    if (!act_on_treads(act)) return LIFE_RESULT_INVALID_OFF_TREADS_STATE;
    enum life_result result = start(act, a, WHEELIE, r->thing, 0, r->use_angle ? &r->angle_rad : NULL);
    if (result != LIFE_RESULT_RUNNING) return result;
    return r->straight ? act_enter(act, a, SEE) : go(act, a);
}

static enum life_result begin_place_here(struct act *act, struct action *a, const struct life_message *m) {
    if (!act->carried) return LIFE_RESULT_NOT_CARRYING_OBJECT_ABORT;
    act->job = (struct act_job){.owner = a->id, .what = PUT, .thing = act->carried};
    return put_down(act, a);
}

static enum life_result begin_place_at(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_place_at *r = &m->place_at;
    if (!act->carried) return LIFE_RESULT_NOT_CARRYING_OBJECT_ABORT;
    act->job = (struct act_job){.owner = a->id, .what = PUT, .thing = act->carried};
    struct map_shape there = map_disc(vec2(r->x_m, r->y_m), CUBE_SIDE_M / 2);
    if (map_any(act->config.belief->map, &there, MAP_BLOCKS_WAY)) return LIFE_RESULT_PLACEMENT_GOAL_NOT_FREE;
    struct dock_cube cube = {{{r->x_m, r->y_m}, r->heading_rad}, CUBE_SIDE_M, {0, 0}};
    struct pose2 goals[DOCK_SIDES];
    uint32_t count = dock_places(&cube, DOCKED_M + BEFORE_M, NULL, goals);
    enum life_result result = travel_begin(act, a, goals, count);
    if (result == LIFE_RESULT_SUCCESS) return act_enter(act, a, APPROACH);
    return result == LIFE_RESULT_RUNNING ? act_enter(act, a, GO) : result;
}

static enum life_result begin_place_on(struct act *act, struct action *a, const struct life_message *m) {
    const struct life_place_on *r = &m->place_on;
    if (!act->carried) return LIFE_RESULT_NOT_CARRYING_OBJECT_ABORT;
    enum life_result result = start(act, a, STACK, r->thing, 0, r->use_angle ? &r->angle_rad : NULL);
    return result == LIFE_RESULT_RUNNING ? go(act, a) : result;
}

static enum life_result step(struct act *act, struct action *a) {
    static enum life_result (*const STEPS[])(struct act * act, struct action * a) = {
        [GO] = travel,    [SEE] = see,     [CLOSE] = close_step,  [LIFT] = lift,      [BACK] = back,
        [CHECK] = check,  [LOWER] = lower, [APPROACH] = approach, [LEAVE] = leave,    [RAISE] = raise,
        [PRESS] = press,  [PULL] = pull,   [RISE] = rise,         [TURNED] = turned,  [LAY] = lay,
        [AWAY] = away,    [LOOK] = look,   [POP] = pop,           [DOWN] = come_down, [OFF] = off_it,
        [STANDS] = stands};
    bool brings =
        act->job.step == GO || act->job.step == APPROACH || act->job.step == SEE || act->job.step == CLOSE;
    bool puts = (act->job.what == PUT || act->job.what == STACK) && brings;
    if (puts && !act->carried) return LIFE_RESULT_NOT_CARRYING_OBJECT_RETRY;
    return STEPS[act->job.step](act, a);
}

static void end(struct act *act, struct action *a, enum life_result result) {
    if (act->job.step == GO) travel_end(act, a, result);
    act_halt(act);
}

#define ROW(words, begins, treads)                                                                           \
    {                                                                                                        \
        .name = words, .tracks = PLAYER_BODY | PLAYER_HEAD | PLAYER_LIFT, .by_progress = true,               \
        .on_treads = treads, .off_charger = true, .legs = true, .begin = begins, .step = step, .end = end    \
    }
#define DOCKS(words, begins) ROW(words, begins, true)
// A nose that is thrown up is no hand's doing.
const struct action_row ACTION_GO_TO_THING = DOCKS("go to a thing", begin_go),
                        ACTION_DOCK = DOCKS("dock with a cube", begin_dock),
                        ACTION_PICK_UP = DOCKS("pick up a cube", begin_pick_up),
                        ACTION_PLACE_HERE = DOCKS("put it down here", begin_place_here),
                        ACTION_PLACE_AT = DOCKS("put it down there", begin_place_at),
                        ACTION_PLACE_ON = DOCKS("put it onto a cube", begin_place_on),
                        ACTION_ROLL = DOCKS("roll a cube", begin_roll),
                        ACTION_WHEELIE = ROW("pop a wheelie", begin_wheelie, false);

bool act_docks(const struct act *act) {
    for (int i = 0; i < ACTIONS_MAX; i++) {
        const struct action *a = &act->actions.list[i];
        if (a->state == ACTION_RUNS && a->row->step == step && a->row != &ACTION_GO_TO_THING) return true;
    }
    return false;
}
