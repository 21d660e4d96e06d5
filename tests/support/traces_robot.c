// Robots: what they sensed, commanded and told in each tick, and now and then what they believe.
#include "support/traces.h"

#include "base/hash.h"
#include "border/border.h"
#include "robot/robot.h"

enum { EVERY = 30, ROOM = 1 << 16 };

static void believes(const struct robot *robot) {
    static _Thread_local uint8_t bytes[ROOM];
    static _Thread_local struct belief_things things;
    static _Thread_local struct belief_people people;
    struct belief_place place;
    struct writer out = writer_of(bytes, sizeof bytes);
    robot_place(robot, &place), robot_things(robot, &things), robot_people(robot, &people);
    belief_place_encode(&place, &out, 1);
    belief_things_encode(&things, &out, 1);
    belief_people_encode(&people, &out, 1);
    trace_add(TRACE_BELIEF, hash64(robot_tick(robot), bytes, writer_len(&out)));
}

void __real_robot_step(struct robot *robot, const struct senses_in *in, struct command_out *out);
void __wrap_robot_step(struct robot *robot, const struct senses_in *in, struct command_out *out);
void __wrap_robot_step(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    if (trace_wanted()) trace_add(TRACE_SENSES, border_senses_hash(in));
    __real_robot_step(robot, in, out);
    if (!trace_wanted()) return;
    trace_add(TRACE_COMMAND, border_command_hash(out));
    const struct life_event *events;
    size_t count = robot_events(robot, &events);
    for (size_t i = 0; i < count; i++) {
        uint8_t bytes[64];
        life_event_store(&events[i], bytes);
        trace_add(TRACE_EVENT, hash64(robot_tick(robot), bytes, 30));
    }
    if (robot_tick(robot) % EVERY == 0) believes(robot);
}

void __real_robot_free(struct robot *robot);
void __wrap_robot_free(struct robot *robot);
void __wrap_robot_free(struct robot *robot) {
    if (robot && trace_wanted()) believes(robot);
    __real_robot_free(robot);
}
