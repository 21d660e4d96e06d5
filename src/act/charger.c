// The charger: found, lined up with, backed onto by its stripe, left again; and out of what holds it.
#include "act/act.h"

// Chosen. In the charger's own frame x points into it, and its front edge is 0; a robot that stands on it has
// its origin a little behind that edge.
#define BEFORE_M    0.25f // it looks at the marker from here
#define ASIDE_M     0.020f
#define ENTRY_M     0.085f // and backs so near before it feels for the stripe
#define SPINS_M     0.045f
#define BACK_MPS    0.040f
#define FEEL_MPS    0.030f
#define WHITE       0.70f // of what a floor sensor can read
#define STEER_RADPS 0.25f
#define KEEP_RADPS  1.5f // a radian of error
#define FAR_OFF_RAD (25 * M_PI_F / 180)
#define CREEP_M     0.003f
#define AWAY_M      0.16f
#define PITCH_LOW   (3 * M_PI_F / 180)
#define PITCH_HIGH  (16 * M_PI_F / 180)
#define LOOK_S      0.45f
#define SEE_S       2.0f
#define REST_S      1.2f // a gyro finds its zero, too
#define FEEL_S      9.0f
#define STUCK_S     1.2f
#define CONTACT_S   0.4f
#define EDGE_BACK_M 0.06f
#define INNER_M     0.6f
#define OUTER_M     1.25f
#define OFF_M       0.09f // so far from where it stood, and its treads are on the floor
enum { LOOKS = 5, INNER = 6, OUTER = 8, GOES = 3, PASSES = 3, EDGES_MOST = 16, TRIES_MOST = 10 };

enum step { LOOK, EXPLORE, GO, SEE, BACK, FEEL, CONTACT, AWAY, EDGE };

// How it stands is seen badly from ahead, and turning round is not exact. The charger's front edge tells it
// better: the rear sensor that meets it first is on the side that it is turned to. The stripe tells on which
// side its middle is. From then on the job knows where the charger is (`place`, `axis`).
#define LIGHTER     0.13f // than the floor before, or darker: a third of the way to stripe or base
#define DARKER      0.06f
#define SQUARE_RAD  (5 * M_PI_F / 180)
#define EDGES_M     0.035f // of way between the two edges, at most
#define PAST_M      0.006f // so far past them it looks for the stripe
#define BESIDE_M    0.012f // when one sensor is beside it, and when both are
#define FAR_ASIDE_M 0.026f
#define REALIGN_M   0.13f

// ------------------------------------------------------------------------------------------------ which

static const struct thing *charger(const struct act *act) {
    const struct belief *b = act->config.belief;
    const struct thing *best = NULL;
    for (uint32_t i = 0; b && i < b->things.count; i++) {
        const struct thing *t = &b->things.list[i];
        bool is = t->kind == BELIEF_THING_KIND_CHARGER && t->state != BELIEF_THING_STATE_NOWHERE &&
                  t->at.origin == b->origins.current;
        if (is && (!best || t->last_us > best->last_us)) best = t;
    }
    return best;
}

static struct pose2 pose_of_charger(const struct act *act) {
    const struct thing *t = charger(act);
    struct pose2 at = t ? pose_on_plane(t->at.pose) : act->now.at;
    if (act->job.squared) at = (struct pose2){vec2(act->job.place[0], act->job.place[1]), act->job.axis};
    return at;
}

// Where it is, seen from the charger.
static struct pose2 seen_from(const struct act *act) {
    return pose2_between(pose_of_charger(act), act->now.at);
}

// ------------------------------------------------------------------------------------------------ finding it

static enum life_result go(struct act *act, struct action *a) {
    static const struct pose2 PLACES[] = {{{-BEFORE_M, 0}, 0},
                                          {{-BEFORE_M - 0.04f, 0}, 0},
                                          {{-BEFORE_M + 0.03f, 0}, 0},
                                          {{-BEFORE_M, 0.012f}, -0.05f},
                                          {{-BEFORE_M, -0.012f}, 0.05f}};
    struct pose2 goals[sizeof PLACES / sizeof *PLACES], at = pose_of_charger(act);
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) goals[i] = pose2_times(at, PLACES[i]);
    enum life_result result = travel_begin(act, a, goals, sizeof PLACES / sizeof *PLACES);
    if (result != LIFE_RESULT_RUNNING && result != LIFE_RESULT_SUCCESS) return result;
    return act_enter(act, a, result == LIFE_RESULT_SUCCESS ? SEE : GO);
}

// Once this way round and once the other, for what a gyro is off by the turn.
static enum life_result turn_and_look(struct act *act, struct action *a) {
    struct nav_route route = route_start(act->now.at);
    route_turn(&route, &act->profile.speeds,
               angle_wrap(act->now.at.angle + (act->job.rounds % 2 ? -1 : 1) * M_TAU_F / LOOKS));
    act->job.looks++;
    act_leg(act, a, &route);
    return act_enter(act, a, LOOK);
}

// Somewhere else, where it may be seen from: round where it began, and round that in a wider ring.
static enum life_result explore(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    for (; j->rounds < INNER + OUTER; j->rounds++) {
        bool inner = j->rounds < INNER;
        float way = j->was[2] + (inner ? M_TAU_F / INNER : M_TAU_F / OUTER) * (float)j->rounds;
        struct vec2 at =
            vec2_add(vec2(j->was[0], j->was[1]), vec2_turn(vec2(inner ? INNER_M : OUTER_M, 0), way));
        struct pose2 goal = {at, angle_wrap(way + M_PI_F / 2)};
        if (travel_begin(act, a, &goal, 1) != LIFE_RESULT_RUNNING) continue;
        j->rounds++, j->looks = 0;
        return act_enter(act, a, EXPLORE);
    }
    return a->said = "it saw no charger", LIFE_RESULT_VISUAL_OBSERVATION_FAILED;
}

static enum life_result look(struct act *act, struct action *a) {
    if (charger(act)) return act_stop_way(act), go(act, a);
    if (a->own.phase != WAY_ARRIVED) {
        act->job.since = act->now.tick;
        return act_step_way(act, a);
    }
    if (!act_lasted(act, LOOK_S)) return LIFE_RESULT_RUNNING;
    return act->job.looks < LOOKS ? turn_and_look(act, a) : explore(act, a);
}

// It met an edge on its way: back from it, and on by another way.
static bool at_edge(const struct act *act, enum life_result result) {
    return result == LIFE_RESULT_INTERRUPTED && act->now.status & BODY_STATUS_CLIFF &&
           act->job.what < EDGES_MOST;
}

static enum life_result leave_edge(struct act *act, struct action *a) {
    struct nav_route route = route_straight(&act->profile.speeds, act->now.at, -EDGE_BACK_M, 0);
    act->job.what++;
    act_leg(act, a, &route);
    return act_enter(act, a, EDGE);
}

static enum life_result left_edge(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    act_stop_way(act);
    return charger(act) ? go(act, a) : turn_and_look(act, a);
}

static enum life_result wander(struct act *act, struct action *a) {
    if (charger(act)) return travel_end(act, a, LIFE_RESULT_INTERRUPTED), go(act, a);
    enum life_result result = travel_step(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    travel_end(act, a, result);
    if (at_edge(act, result)) return leave_edge(act, a);
    return result == LIFE_RESULT_SUCCESS ? turn_and_look(act, a) : explore(act, a);
}

// ------------------------------------------------------------------------------------------------ a try

static enum life_result again(struct act *act, struct action *a, enum life_result why, const char *said) {
    act->job.result = (uint32_t)why;
    a->said = said;
    if (++act->job.tries >= act->job.most) return why;
    struct nav_route route = route_straight(&act->profile.speeds, act->now.at, AWAY_M, 0);
    act_leg(act, a, &route);
    act->job.goes = act->job.squared = act->job.passes = 0;
    return act_enter(act, a, AWAY);
}

static enum life_result travel(struct act *act, struct action *a) {
    enum life_result result = travel_step(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    travel_end(act, a, result);
    if (result == LIFE_RESULT_SUCCESS) return act_enter(act, a, SEE);
    if (at_edge(act, result)) return leave_edge(act, a);
    return result == LIFE_RESULT_FAILED_TRAVERSING_PATH ? LIFE_RESULT_DID_NOT_REACH_PREACTION_POSE : result;
}

// Turned round, and back to the entry along the charger's middle.
static enum life_result back(struct act *act, struct action *a) {
    struct pose2 there = pose_of_charger(act),
                 entry = pose2_times(there, (struct pose2){{-ENTRY_M, 0}, M_PI_F});
    struct nav_speeds speeds = motion_docking(&act->profile);
    struct vec2 way = vec2_sub(act->now.at.at, entry.at);
    struct nav_route route = route_start(act->now.at);
    route_face(&route, &speeds, m_atan2(way.y, way.x));
    route_line(&route, &speeds, entry.at, BACK_MPS);
    route_face(&route, &speeds, entry.angle);
    act_leg(act, a, &route);
    return act_enter(act, a, BACK);
}

// It has come to rest before it, and sees it: so it knows well where it stands.
static enum life_result see(struct act *act, struct action *a) {
    const struct thing *t = charger(act);
    uint64_t ago = (uint64_t)(act->now.tick - act->job.since) * 33000;
    bool seen = t && t->last_us + ago > act->now.body_us && t->visible;
    if (!act_lasted(act, REST_S) || (!seen && !act_lasted(act, SEE_S))) return LIFE_RESULT_RUNNING;
    if (!seen)
        return again(act, a, LIFE_RESULT_VISUAL_OBSERVATION_FAILED, "it does not see its charger from near");
    struct pose2 at = seen_from(act);
    bool off = m_abs(at.at.y) > ASIDE_M || at.at.x > -BEFORE_M + 0.08f || at.at.x < -BEFORE_M - 0.12f;
    return off && act->job.goes++ < GOES ? go(act, a) : back(act, a);
}

static enum life_result back_up(struct act *act, struct action *a) {
    if (act->now.status & BODY_STATUS_ON_CHARGER) return act_stop_way(act), act_enter(act, a, CONTACT);
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    if (result != LIFE_RESULT_SUCCESS) return again(act, a, result, NULL);
    act->job.was[3] = 0, act->job.white = act->job.moved = 0;
    act->job.met[0] = act->job.met[1] = 0, act->job.felt = 0;
    act->job.floor[0] = act->cliffs[BODY_CLIFF_BACK_LEFT],
    act->job.floor[1] = act->cliffs[BODY_CLIFF_BACK_RIGHT];
    act->job.from[0] = act->now.at.at.x, act->job.from[1] = act->now.at.at.y;
    return act_enter(act, a, FEEL);
}

// Both rear sensors on the white stripe: straight on. One beside it: the tail goes to the other side.
static float steer(struct act *act, float heading_off) {
    struct act_job *j = &act->job;
    bool left = act->cliffs[BODY_CLIFF_BACK_LEFT] > WHITE, right = act->cliffs[BODY_CLIFF_BACK_RIGHT] > WHITE;
    j->white |= left || right;
    float turn = -KEEP_RADPS * heading_off;
    if (left != right && act->config.model->cliff_count > 1) turn += right ? STEER_RADPS : -STEER_RADPS;
    return m_clamp(turn, -2 * STEER_RADPS, 2 * STEER_RADPS);
}

// Ahead along the axis, beside it by as much as it stands wrong, and back again.
static enum life_result realign(struct act *act, struct action *a) {
    struct pose2 there = pose_of_charger(act);
    struct pose2 entry = pose2_times(there, (struct pose2){{-ENTRY_M, 0}, M_PI_F}),
                 from = pose2_times(there, (struct pose2){{-ENTRY_M - REALIGN_M, 0}, M_PI_F});
    struct nav_speeds speeds = motion_docking(&act->profile);
    struct vec2 way = vec2_sub(from.at, act->now.at.at);
    struct nav_route route = route_start(act->now.at);
    route_face(&route, &speeds, m_atan2(way.y, way.x));
    route_line(&route, &speeds, from.at, 0);
    route_face(&route, &speeds, entry.angle);
    route_line(&route, &speeds, entry.at, BACK_MPS);
    act->job.passes++;
    act_leg(act, a, &route);
    return act_enter(act, a, BACK);
}

// How far to its left the stripe is.
static float stripe_aside(const struct act *act) {
    bool left = act->cliffs[BODY_CLIFF_BACK_LEFT] > WHITE, right = act->cliffs[BODY_CLIFF_BACK_RIGHT] > WHITE;
    if (left != right) return (left ? BESIDE_M : -BESIDE_M) / (float)(1 + act->job.passes);
    return left ? 0 : seen_from(act).at.y > 0 ? FAR_ASIDE_M : -FAR_ASIDE_M;
}

// True: both have met it, and it knows how it stands. *aside: how far to its left the stripe is.
static bool squares(struct act *act, float *aside, float *turned) {
    struct act_job *j = &act->job;
    const float(*sensor)[2] = &act->config.model->cliff_at_m[BODY_CLIFF_BACK_LEFT];
    float way = vec2_length(vec2_sub(act->now.at.at, vec2(j->from[0], j->from[1]))) + 1e-4f;
    for (int i = 0; i < 2; i++) {
        float off = act->cliffs[BODY_CLIFF_BACK_LEFT + i] - j->floor[i];
        if (j->met[i] == 0 && (off > LIGHTER || off < -DARKER)) j->met[i] = way;
    }
    float first = j->met[0], last = j->met[1];
    if (first > last) first = j->met[1], last = j->met[0];
    if (last == 0 || (first == 0 && way < last + EDGES_M) || (first > 0 && way < last + PAST_M)) return false;
    float left = j->met[0] > 0 ? j->met[0] : way, right = j->met[1] > 0 ? j->met[1] : way;
    *turned = m_asin(m_clamp((right - left) / (sensor[0][1] - sensor[1][1]), -0.6f, 0.6f));
    *aside = stripe_aside(act);
    struct pose2 is = {act->now.at.at, angle_wrap(act->now.at.angle - *turned)};
    struct vec2 edge = pose2_apply(is, vec2(sensor[0][0] + way - (left + right) / 2, *aside));
    j->place[0] = edge.x, j->place[1] = edge.y;
    j->axis = angle_wrap(is.angle + M_PI_F);
    j->squared = true;
    return true;
}

static enum life_result feel(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    bool four = act->config.model->cliff_count > 1;
    float aside, turned;
    if (four && !j->felt && squares(act, &aside, &turned)) {
        j->felt = true;
        bool wrong = m_abs(turned) > SQUARE_RAD || aside != 0;
        if (wrong && j->passes < PASSES) return act_roll(act, 0, 0), realign(act, a);
    }
    struct pose2 at = seen_from(act);
    float off = angle_wrap(at.angle - M_PI_F), half = act->config.model->track_m / 2;
    if (act->now.status & BODY_STATUS_ON_CHARGER) {
        act_roll(act, 0, 0);
        return act_enter(act, a, CONTACT);
    }
    action_progress(&act->actions, a);
    if (m_abs(at.at.x - j->was[3]) > CREEP_M) j->was[3] = at.at.x, j->moved = act->now.tick;
    bool stands = (float)(act->now.tick - j->moved) > act_ticks(STUCK_S);
    bool climbed = m_abs(act->now.pitch_rad) > PITCH_LOW;
    act_roll(act, 0, 0);
    if (m_abs(off) > FAR_OFF_RAD) return again(act, a, LIFE_RESULT_CLIFF_ALIGN_FAILED_OVER_TURNING, NULL);
    if ((stands || at.at.x > SPINS_M) && climbed) { // at its wall the treads spin
        bool aligned = (!four || j->white) && m_abs(off) < FAR_OFF_RAD / 2;
        bool last = j->tries + 1 >= j->most;
        return again(act, a,
                     aligned && last ? LIFE_RESULT_CHARGER_UNPLUGGED_ABORT : LIFE_RESULT_NOT_ON_CHARGER_RETRY,
                     NULL);
    }
    if (stands) return again(act, a, LIFE_RESULT_CLIFF_ALIGN_FAILED_STOPPED, NULL);
    if (four && !j->white && at.at.x > 0.02f)
        return again(act, a, LIFE_RESULT_CLIFF_ALIGN_FAILED_NO_WHITE, NULL);
    if (act_lasted(act, FEEL_S)) return again(act, a, LIFE_RESULT_CLIFF_ALIGN_FAILED_TIMEOUT, NULL);
    float turn = steer(act, off);
    act_roll(act, -FEEL_MPS - turn * half, -FEEL_MPS + turn * half);
    return LIFE_RESULT_RUNNING;
}

static enum life_result contact(struct act *act, struct action *a) {
    float pitch = m_abs(act->now.pitch_rad);
    if (!(act->now.status & BODY_STATUS_ON_CHARGER)) return act_enter(act, a, FEEL);
    if (!act_lasted(act, CONTACT_S)) return LIFE_RESULT_RUNNING;
    if (pitch > PITCH_HIGH) return again(act, a, LIFE_RESULT_UNEXPECTED_PITCH_ANGLE, NULL);
    a->said = NULL;
    return LIFE_RESULT_SUCCESS;
}

static enum life_result come_away(struct act *act, struct action *a) {
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    act_stop_way(act);
    return charger(act) ? go(act, a) : turn_and_look(act, a);
}

static enum life_result begin_mount(struct act *act, struct action *a, const struct life_message *m) {
    uint8_t tries = m->drive_on_charger.tries;
    act->job = (struct act_job){.owner = a->id,
                                .most = tries < 1            ? 1
                                        : tries > TRIES_MOST ? TRIES_MOST
                                                             : tries};
    if (act->now.status & BODY_STATUS_ON_CHARGER)
        return a->said = "it is on its charger", LIFE_RESULT_SUCCESS;
    act_aim(act, BODY_MOTOR_HEAD, 0);
    if (!(act->now.status & BODY_STATUS_CARRYING))
        act_aim(act, BODY_MOTOR_LIFT, act->config.model->motors[BODY_MOTOR_LIFT].low_rad);
    act->job.was[0] = act->now.at.at.x, act->job.was[1] = act->now.at.at.y,
    act->job.was[2] = act->now.at.angle;
    if (charger(act)) return go(act, a);
    a->own.phase = WAY_ARRIVED; // it looks where it is turned to first
    return act_enter(act, a, LOOK);
}

static enum life_result step_mount(struct act *act, struct action *a) {
    static enum life_result (*const STEPS[])(struct act * act, struct action * a) = {
        [LOOK] = look, [EXPLORE] = wander,  [GO] = travel,      [SEE] = see,       [BACK] = back_up,
        [FEEL] = feel, [CONTACT] = contact, [EDGE] = left_edge, [AWAY] = come_away};
    return STEPS[act->job.step](act, a);
}

static void end_mount(struct act *act, struct action *a, enum life_result result) {
    if (act->job.step == GO || act->job.step == EXPLORE) travel_end(act, a, result);
    act_halt(act);
}

const struct action_row ACTION_MOUNT = {.name = "drive on charger",
                                        .tracks = PLAYER_BODY | PLAYER_HEAD | PLAYER_LIFT,
                                        .by_progress = true,
                                        .on_treads = true,
                                        .legs = true,
                                        .begin = begin_mount,
                                        .step = step_mount,
                                        .end = end_mount};

// ------------------------------------------------------------------------------------------------ leaving

static enum life_result begin_leave(struct act *act, struct action *a, const struct life_message *m) {
    if (!(act->now.status & BODY_STATUS_ON_CHARGER))
        return a->said = "it is on no charger", LIFE_RESULT_SUCCESS;
    float far = OFF_M + m_clamp(m->drive_off_charger.distance_m, 0, 1);
    struct nav_route route = route_straight(&act->profile.speeds, act->now.at, far, 0);
    act_leg(act, a, &route);
    return LIFE_RESULT_RUNNING;
}

static enum life_result step_leave(struct act *act, struct action *a) {
    bool on = act->now.status & BODY_STATUS_ON_CHARGER;
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    return on ? LIFE_RESULT_STILL_ON_CHARGER : result;
}

const struct action_row ACTION_LEAVE = {.name = "drive off charger",
                                        .tracks = PLAYER_BODY,
                                        .by_progress = true,
                                        .on_treads = true,
                                        .legs = true,
                                        .begin = begin_leave,
                                        .step = step_leave,
                                        .end = act_end_way};

// ---------------------------------------------------------------------------------------- getting unstuck

// Short ways and turns; it is free when it has gone one of each without being held.
static const struct {
    float ahead_m, turn_rad;
} WIGGLES[] = {{-0.06f, 0}, {0, 0.7f}, {0.06f, 0}, {0, -1.2f}, {-0.08f, 0},
               {0, 1.6f},   {0.1f, 0}, {0, -2.2f}, {-0.1f, 0}, {0, 2.8f}};
#define BLIND_M 0.015f
enum { WIGGLE_COUNT = sizeof WIGGLES / sizeof *WIGGLES };

static enum life_result wiggle(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    if (j->looks == WIGGLE_COUNT) return LIFE_RESULT_MOTOR_STOPPED_MAKING_PROGRESS;
    struct nav_route route = route_start(act->now.at);
    float ahead = WIGGLES[j->looks].ahead_m, turn = WIGGLES[j->looks].turn_rad;
    bool blind = j->looks && act->config.model->cliff_count < 2; // it does not feel what is behind it
    if (blind && ahead < 0) ahead = -BLIND_M;
    if (ahead != 0) route = route_straight(&act->profile.speeds, act->now.at, ahead, 0);
    if (turn != 0) route_turn(&route, &act->profile.speeds, angle_wrap(act->now.at.angle + turn));
    act_leg(act, a, &route);
    return act_enter(act, a, GO);
}

static enum life_result begin_unstick(struct act *act, struct action *a, const struct life_message *m) {
    act->job = (struct act_job){.owner = a->id};
    if (!(act->now.status & BODY_STATUS_CARRYING)) // it may be what holds it
        act_aim(act, BODY_MOTOR_LIFT, act->config.model->motors[BODY_MOTOR_LIFT].low_rad);
    return wiggle(act, a);
}

static enum life_result step_unstick(struct act *act, struct action *a) {
    struct act_job *j = &act->job;
    enum life_result result = a->own.phase == WAY_ARRIVED ? LIFE_RESULT_SUCCESS : act_step_way(act, a);
    if (result == LIFE_RESULT_RUNNING) return result;
    act_stop_way(act);
    if (result == LIFE_RESULT_SUCCESS) j->white |= WIGGLES[j->looks].ahead_m != 0 ? 1 : 2;
    if (j->white == 3) return LIFE_RESULT_SUCCESS;
    j->looks++;
    return wiggle(act, a);
}

static void end_unstick(struct act *act, struct action *a, enum life_result result) { act_halt(act); }

const struct action_row ACTION_UNSTICK = {.name = "get unstuck",
                                          .tracks = PLAYER_BODY | PLAYER_LIFT,
                                          .by_progress = true,
                                          .on_treads = true,
                                          .off_charger = true,
                                          .legs = true,
                                          .begin = begin_unstick,
                                          .step = step_unstick,
                                          .end = end_unstick};
