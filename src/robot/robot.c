#include "robot/robot_internal.h"

#include <stdlib.h>
#include <string.h>

struct robot_config robot_defaults(void) {
    return (struct robot_config){.name = "Critter",
                                 .seed = 1,
                                 .id = 1,
                                 .feel = feel_defaults(),
                                 .sight = sight_defaults(),
                                 .hearing = hear_defaults(),
                                 .temper = mind_defaults()};
}

struct robot *robot_new(const struct robot_config *config) {
    // One allocation: after the robot lies when each clip may be chosen again.
    uint32_t clips = config->library ? config->library->groups.clips : 0;
    size_t size = (sizeof(struct robot) + 15) & ~(size_t)15;
    char *memory = calloc(1, size + clips * sizeof(uint64_t));
    if (!memory) return NULL;
    struct robot *robot = (struct robot *)(void *)memory;
    robot->soul = (struct soul){&robot_soul_class, config->model, config->id};
    robot->config = *config;
    robot->config.audio = NULL; // lent
    robot->config.name[sizeof robot->config.name - 1] = 0;
    struct robot_memory lent = {{(uint64_t *)(void *)(memory + size), clips}, config->audio};
    if (robot_start_rooms(robot, &lent)) return robot;
    robot_free(robot);
    return NULL;
}

void robot_free(struct robot *robot) {
    if (robot && robot->config.crew) errand_cancel_all(robot->config.crew, robot->config.id);
    if (robot) robot_hearing_end(robot);
    if (robot) robot_mind_end(robot);
    if (robot) robot_audio_free(robot->audio);
    if (robot) frame_drop(robot->mirror), robot_sight_end(robot);
    if (robot) belief_free(robot->belief);
    free(robot);
}

void robot_tell_of(struct robot *robot, enum life_event_kind kind, uint32_t cause, uint32_t subject, float a,
                   float b) {
    if (robot->event_count == EVENTS_MAX) {
        robot->events_lost++;
        return;
    }
    robot->events[robot->event_count++] = (struct life_event){.time_us = robot->body_us,
                                                              .kind = (uint16_t)kind,
                                                              .cause = cause,
                                                              .subject = subject,
                                                              .numbers = {a, b}};
}

void robot_tell(struct robot *robot, enum life_event_kind kind, uint32_t cause, float a, float b) {
    robot_tell_of(robot, kind, cause, 0, a, b);
}

enum err robot_ask(struct robot *robot, const struct life_envelope *envelope,
                   const struct life_message *request) {
    if (envelope->door == LIFE_DOOR_ACTION) return ERR_RANGE; // an inner one
    return desk_put(&robot->desk, envelope, request) ? ERR_NONE : ERR_BUSY;
}

int64_t robot_unix_us(const struct robot *robot) {
    return robot->calendar.unix_us + (int64_t)(robot->tick - robot->calendar_tick) * LIFE_TICK_US;
}

void robot_calendar(struct robot *robot, const struct life_calendar *calendar) {
    robot->calendar = *calendar;
    robot->calendar_tick = robot->tick;
}

// ------------------------------------------------------------------------------------------------ the tick

void robot_begin_events(struct robot *robot) {
    if (robot->events_over) robot->event_count = robot->events_lost = 0;
    robot->events_over = false;
}

size_t robot_events(const struct robot *robot, const struct life_event **events) {
    *events = robot->events;
    return robot->event_count;
}

bool robot_reply(struct robot *robot, struct life_envelope *to, struct life_message *reply) {
    return desk_fetch(&robot->desk, to, reply);
}

const struct player_out *robot_stage(const struct robot *robot) { return &robot->act.performing.out; }
const struct library *robot_library(const struct robot *robot) { return robot->config.library; }
const struct lens_model *robot_lens(const struct robot *robot) {
    return eye_is_there(&robot->eye) ? &robot->eye.model.lens : NULL;
}
bool robot_docks(const struct robot *robot) { return act_docks(&robot->act); }
// The owner's setting, or what a program asked for instead.
void robot_eye_colour(const struct robot *robot, float *hue, float *saturation) {
    const struct library *library = robot->config.library;
    const struct eye_colour *colour = &(library ? library->eye_colours : EYE_COLOURS)[robot->eye_setting];
    *hue = robot->eye_own ? robot->eye_hue : colour->hue;
    *saturation = robot->eye_own ? robot->eye_saturation : colour->saturation;
}

bool robot_listen(struct robot *robot, struct audio_tap *tap) {
    return audio_tap_rate(tap) == robot_sound_hz(robot) && robot_audio_listen(robot->audio, tap);
}
void robot_unlisten(struct robot *robot, struct audio_tap *tap) { robot_audio_unlisten(robot->audio, tap); }
bool robot_own_volume(const struct robot *robot) { return robot->config.model->own_volume; }
uint32_t robot_sound_hz(const struct robot *robot) { return audio_rate(robot_audio_engine(robot->audio)); }

uint32_t robot_tick(const struct robot *robot) { return robot->tick; }
