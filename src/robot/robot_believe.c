// What it sees and feels, as what it believes: the room belief in the tick, its events, and views for those
// who look.
#include "robot/robot_internal.h"

// What the room tells, as events of the robot.
static const uint16_t THINGS[] = {[THING_APPEARED] = LIFE_EVENT_KIND_THING_APPEARED,
                                  [THING_DISAPPEARED] = LIFE_EVENT_KIND_THING_DISAPPEARED,
                                  [THING_MOVED] = LIFE_EVENT_KIND_THING_MOVED,
                                  [THING_GONE] = LIFE_EVENT_KIND_THING_GONE,
                                  [THING_FORGOTTEN] = LIFE_EVENT_KIND_THING_FORGOTTEN};
static const uint16_t PERSONS[] = {[PERSON_APPEARED] = LIFE_EVENT_KIND_PERSON_APPEARED,
                                   [PERSON_DISAPPEARED] = LIFE_EVENT_KIND_PERSON_DISAPPEARED,
                                   [PERSON_EXPRESSION] = LIFE_EVENT_KIND_PERSON_EXPRESSION};
static const uint16_t OTHERS[] = {[BELIEF_ORIGIN_BEGAN] = LIFE_EVENT_KIND_ORIGIN_BEGAN,
                                  [BELIEF_ORIGINS_JOINED] = LIFE_EVENT_KIND_ORIGINS_JOINED,
                                  [BELIEF_LOCALIZED] = LIFE_EVENT_KIND_LOCALIZED,
                                  [BELIEF_HABITAT] = LIFE_EVENT_KIND_HABITAT,
                                  [BELIEF_CLIFF_FOUND] = LIFE_EVENT_KIND_EDGE_FOUND};

static void tell_all(struct robot *robot) {
    const struct belief *b = robot->belief;
    for (uint32_t i = 0; i < b->event_count; i++) {
        const struct belief_event *e = &b->events[i];
        uint32_t subject = (uint32_t)e->subject;
        if (e->kind == BELIEF_THING)
            robot_tell_of(robot, THINGS[(int)e->a], 0, subject, 0, 0);
        else if (e->kind == BELIEF_PERSON)
            robot_tell_of(robot, PERSONS[(int)e->a], 0, subject, 0, 0);
        else
            robot_tell_of(robot, OTHERS[e->kind], 0, subject, e->a, e->b);
    }
}

// Chosen: a lift so high hangs before the eye when the head looks ahead.
#define COVERS_LOW_M  0.038f
#define COVERS_HIGH_M 0.080f
#define WAY_STEP_M    0.05f // between the spots that are told of a way

void robot_believe(struct robot *robot, const struct body_senses *s) {
    struct belief_around around = {.seen = robot->eye.looked ? &robot->eye.seen : NULL};
    if (s->joints_count > BODY_MOTOR_LIFT) {
        float lift = body_lift_m(robot->config.model, s->joints[BODY_MOTOR_LIFT].angle_rad);
        around.covered = lift > COVERS_LOW_M && lift < COVERS_HIGH_M;
    }
    struct range_felt felt = robot->feel.beam;
    robot->range_m = felt.hit ? felt.distance_m : 0;
    around.beam = felt.beam, around.hit = felt.hit, around.distance_m = felt.distance_m;
    robot_sight_edges(robot, &around);
    if (robot->feel.push.in_vain && s->motion_count)
        around.pushes = s->motion[0].left_mps + s->motion[0].right_mps > 0 ? 1 : -1;
    belief_step(robot->belief, s, &around);
    tell_all(robot);
}

void robot_believe_command(const struct robot *robot, struct body_command *out) {
    const struct body_model *m = robot->config.model;
    out->wants |= robot_sight_wants(robot);
    if (m->has_range && !robot_asleep(robot)) out->wants |= BODY_WANT_RANGE;
    belief_command(robot->belief, out);
}

void robot_place(const struct robot *robot, struct belief_place *out) { belief_view(robot->belief, out); }
void robot_things(const struct robot *robot, struct belief_things *out) {
    things_view(&robot->belief->things, out);
    uint32_t cube = cubes_connected(&robot->act.cubes) ? robot_cube(robot) : 0;
    for (unsigned i = 0; cube && i < out->list_count; i++)
        if (out->list[i].id == cube) out->list[i].device = robot->act.cubes.device;
}
void robot_people(const struct robot *robot, struct belief_people *out) {
    persons_view(&robot->belief->people, out);
}
const struct map *robot_map(const struct robot *robot) { return robot->belief->map; }

struct way_spots {
    struct vec2 *out;
    size_t count, room;
};

static bool add_spot(void *user, struct pose2 at) {
    struct way_spots *s = user;
    if (s->count == s->room) s->out[s->room - 1] = at.at; // of one that is too long the goal stays
    if (s->count < s->room) s->out[s->count++] = at.at;
    return true;
}

size_t robot_way(const struct robot *robot, struct vec2 *out, size_t room) {
    const struct act *act = &robot->act;
    const struct body_path_order *path = &act->travel.way;
    struct way_spots spots = {.out = out, .room = room};
    struct nav_route route = {0};
    uint32_t from = act->segment < path->append_count ? act->segment : 0;
    if (act->travel.state != TRAVEL_DRIVES || !room) return 0;
    for (uint32_t i = from; i < path->append_count && route.count < ROUTE_SEGMENTS; i++)
        route.segments[route.count++] = path->append[i];
    route_walk(&route, act->now.at, WAY_STEP_M, add_spot, &spots);
    return spots.count;
}

// ------------------------------------------------------------------------------------------------ requests
bool robot_do_know(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    if (m->kind != LIFE_KNOW_PERSON) return false;
    const struct life_know_person *r = &m->know_person;
    struct life_message reply = {.kind = LIFE_PERSON_KNOWN};
    reply.person_known.known = r->known;
    reply.person_known.face = persons_know(&robot->belief->people, r->person, r->face, r->known);
    if (reply.person_known.face && r->name[0] && robot->mind) mind_introduce(robot->mind, r->known, r->name);
    if (reply.person_known.face)
        desk_reply(&robot->desk, from->ticket, from->door, &reply);
    else
        robot_reply_done(robot, from->ticket, from->door, LIFE_VERDICT_BAD_VALUE,
                         "it has met nobody like that");
    return true;
}

uint64_t robot_person_face(const struct robot *robot, int32_t person) {
    const struct persons *people = &robot->belief->people;
    for (uint32_t i = 0; i < people->known_count; i++)
        if (people->known[i].id == person) return people->known[i].face;
    return 0;
}
