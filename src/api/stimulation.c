// How stirred the robot is: told when something stirs it, and once a second.
#include "api/api_internal.h"

#include "mind/mind.h"
#include "robot/robot.h"

enum { EVERY_US = 1000000, FELT_MAX = 16 };

void stimulation_turn(struct api *api, uint64_t time_us) {
    struct stimulation *s = &api->stimulation;
    const struct robot *robot = api_robot(api);
    const struct mind_feelings *feelings = robot ? robot_feelings(robot) : NULL;
    struct mind_felt felt[FELT_MAX];
    if (!feelings) return;
    size_t count = robot_felt(robot, &s->since, felt, FELT_MAX);
    bool again = time_us < s->told_us || time_us - s->told_us >= EVERY_US;
    if (!count && !again) return;
    float seconds = time_us > s->told_us ? (float)(time_us - s->told_us) * 1e-6f : 0,
          value = feelings->stimulation;
    float velocity = s->told && seconds > 0 ? (value - s->value) / seconds : 0;
    float accel = s->told && seconds > 0 ? (velocity - s->velocity) / seconds : 0;
    char *names[FELT_MAX];
    Vector__StimulationInfo info = VECTOR__STIMULATION_INFO__INIT;
    Vector__Event event = VECTOR__EVENT__INIT;
    for (size_t i = 0; i < count; i++) {
        names[info.n_emotion_events] = arena_copy_text(api->arena, felt[i].name.at, felt[i].name.len);
        if (names[info.n_emotion_events]) info.n_emotion_events++;
    }
    info.emotion_events = names;
    info.value = value, info.velocity = velocity, info.accel = accel;
    info.value_before_event = count ? felt[0].before : value;
    info.min_value = 0, info.max_value = 1;
    event.event_type_case = VECTOR__EVENT__EVENT_TYPE_STIMULATION_INFO;
    event.stimulation_info = &info;
    events_tell(api, &event);
    s->told = true, s->told_us = time_us, s->value = value, s->velocity = velocity;
}
