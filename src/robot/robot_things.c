// What somebody tells it of things: how they look, where they stand without a marker, that they are gone.
#include "robot/robot_internal.h"

static void done(struct robot *robot, const struct life_envelope *from, bool well, const char *said) {
    robot_reply_done(robot, from->ticket, from->door, well ? LIFE_VERDICT_DONE : LIFE_VERDICT_BAD_VALUE,
                     said);
}

static void define(struct robot *robot, const struct life_envelope *from, const struct life_define_thing *r) {
    struct fault fault = {0};
    bool well = !definitions_add(&robot->belief->things.definitions, &r->thing, &fault);
    done(robot, from, well, well ? "" : fault.said);
}

static void fix(struct robot *robot, const struct life_envelope *from, const struct life_fix_thing *r) {
    struct belief *b = robot->belief;
    const float *t = r->turn;
    float length = t[0] * t[0] + t[1] * t[1] + t[2] * t[2] + t[3] * t[3];
    struct quat turn = m_finite(length) ? quat_unit(quat_of(t)) : quat_none(); // nought: not turned
    struct placed at = {{vec3_of(r->at_m), turn}, r->origin ? r->origin : b->origins.current};
    struct vec3 size = vec3_of(r->size_m);
    struct pose now;
    if (!origins_tell(&b->origins, at, &now))
        return done(robot, from, false, "it knows no such origin, or not where that is from here");
    uint32_t id = things_fixed(&b->things, (struct placed){now, b->origins.current}, size, robot->body_us);
    if (!id)
        return done(robot, from, false,
                    "a place at most 100 m away and sizes above 0, at most 10 m, were expected, and room");
    struct life_message reply = {.kind = LIFE_THING_MADE, .thing_made = {id}};
    desk_reply(&robot->desk, from->ticket, from->door, &reply);
    robot_tell(robot, LIFE_EVENT_KIND_REQUEST_ENDED, from->ticket, LIFE_VERDICT_DONE, 0);
}

// Told at once: the next tick begins without events of things.
static void delete (struct robot *robot, const struct life_envelope *from, uint8_t which) {
    struct things *t = &robot->belief->things;
    uint32_t before = t->event_count;
    if (which < THINGS_FIXED || which > THINGS_DEFINED)
        return done(robot, from, false, "1 is what has no marker, 2 what was seen, 3 what was defined");
    things_delete(t, (enum things_which)which);
    for (uint32_t i = before; i < t->event_count; i++)
        robot_tell_of(robot, LIFE_EVENT_KIND_THING_FORGOTTEN, 0, t->events[i].id, 0, 0);
    done(robot, from, true, "");
}

bool robot_do_things(struct robot *robot, const struct life_envelope *from, const struct life_message *m) {
    switch (m->kind) {
    case LIFE_DEFINE_THING:
        return define(robot, from, &m->define_thing), true;
    case LIFE_FIX_THING:
        return fix(robot, from, &m->fix_thing), true;
    case LIFE_DELETE_THINGS:
        return delete (robot, from, m->delete_things.which), true;
    default:
        return false;
    }
}
