#include "robot/robot_internal.h"

#include "stage/clip/sound.h"

#include <stdlib.h>
#include <string.h>

struct robot_config robot_defaults(void) {
    return (struct robot_config){.name = "Critter", .seed = 1, .id = 1, .feel = feel_defaults()};
}

static const struct face_style *face_style_of(const struct body_model *model) {
    return strcmp(model->creature, "cozmo") ? &FACE_VECTOR : &FACE_COZMO;
}

struct robot *robot_new(const struct robot_config *config) {
    // One allocation: after the robot lies when each clip may be chosen again, and where it plans its ways.
    uint32_t clips = config->library ? config->library->groups.clips : 0;
    size_t size = (sizeof(struct robot) + 15) & ~(size_t)15, order = size + clips * sizeof(uint64_t);
    char *memory = calloc(1, order + TRAVEL_ORDER_BYTES);
    if (!memory) return NULL;
    struct robot *robot = (struct robot *)(void *)memory;
    robot->soul = (struct soul){&robot_soul_class, config->model, config->id};
    robot->config = *config;
    robot->config.audio = NULL; // lent
    robot->config.name[sizeof robot->config.name - 1] = 0;
    eyes_start(&robot->eyes, face_style_of(config->model), config->seed);
    if (config->library) robot->eye_setting = config->library->eye_setting;
    robot->belief = belief_new(config->model);
    robot_perform_start(robot, (struct group_memory){(uint64_t *)(void *)(memory + size), clips},
                        (struct nav_order *)(void *)(memory + order));
    robot_screen_start(robot);
    robot_see_start(robot);
    robot->audio = robot_audio_new(&(struct robot_audio_config){config->model, config->sounds, config->audio,
                                                                config->seed, config->speaker});
    feel_start(&robot->feel, &config->feel, config->model);
    robot_mind_start(robot);
    robot->mouth.maker = config->voice, robot->mouth.crew = config->crew, robot->mouth.asker = config->id;
    if (robot->audio && robot->belief) return robot;
    robot_free(robot);
    return NULL;
}

void robot_free(struct robot *robot) {
    if (robot && robot->config.crew) errand_cancel_all(robot->config.crew, robot->config.id);
    if (robot) robot_mind_end(robot);
    if (robot) robot_audio_free(robot->audio);
    if (robot) frame_drop(robot->mirror);
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

void robot_calendar(struct robot *robot, const struct life_calendar *calendar) {
    robot->calendar = *calendar;
    robot->calendar_tick = robot->tick;
}

// ------------------------------------------------------------------------------------------------ the tick

void robot_begin_events(struct robot *robot) {
    if (robot->events_over) robot->event_count = robot->events_lost = 0;
    robot->events_over = false;
}

void robot_step(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot_begin_events(robot);
    commander_begin(&robot->act.commander);
    robot->looked = observe_sights(&in->senses, &robot->seeing.eye, &robot->seen);
    robot_feel(robot, &in->senses);
    robot_believe(robot, &in->senses);
    robot_act_now(robot);
    act_hear(&robot->act, &in->senses);
    robot_tell_actions(robot);
    struct desk_item *item;
    while ((item = desk_take(&robot->desk))) robot_do(robot, item);
    robot_see(robot, in);

    robot_think(robot, in);
    robot->asked = false;
    robot_perform(robot);
    struct speaking_in said;
    if (mouth_said_now(&robot->mouth, robot->tick, &said)) eyes_speak(&robot->eyes, &said);
    eyes_step(&robot->eyes, robot->tick);
    if (blink_began(&robot->eyes.blink)) robot_tell(robot, LIFE_EVENT_KIND_BLINKED, 0, 0, 0);

    robot_act(robot);
    robot_light_up(robot);
    uint16_t save = robot->feel.saving.saves ? BODY_ORDER_SAVE_SENSORS : 0;
    bool edges = !control_overrides(&robot->act.control);
    commander_order(&robot->act.commander, (uint16_t)((edges ? BODY_ORDER_STOP_ON_CLIFF : 0) | save));
    border_clear_command(out);
    commander_end(&robot->act.commander, &out->command);
    if (robot->config.library) out->command.wants |= BODY_WANT_IMU | BODY_WANT_HEARINGS;
    robot_believe_command(robot, &out->command);
    cubes_command(&robot->act.cubes, &out->command, robot->tick);
    robot_see_command(robot, &out->command);
    clip_sound(robot_audio_engine(robot->audio), &robot->act.performing.out);
    robot_show(robot, in, out);
    robot_audio_feel(robot->audio, &in->senses);
    if (robot->mind) robot_audio_feelings(robot->audio, mind_feelings(robot->mind));
    robot_audio_step(robot->audio, robot->tick, out->command.wants, out);
    robot->event_count += audio_requests_tell(robot->audio, &robot->heard, &robot->mouth, &robot->desk,
                                              robot->body_us, robot->events + robot->event_count,
                                              EVENTS_MAX - robot->event_count, &robot->events_lost);
    robot->event_count += mouth_step(&robot->mouth, &robot->desk, robot->tick, robot->body_us,
                                     robot->events + robot->event_count, EVENTS_MAX - robot->event_count);
    robot_hear_errands(robot);
    robot_hear_results(robot);
    robot->events_over = true;
    out->command.number = robot->tick++;
}

size_t robot_events(const struct robot *robot, const struct life_event **events) {
    *events = robot->events;
    return robot->event_count;
}

bool robot_reply(struct robot *robot, struct life_envelope *to, struct life_message *reply) {
    return desk_fetch(&robot->desk, to, reply);
}

void robot_view(const struct robot *robot, struct life_view *view) {
    const struct body_model *m = robot->config.model;
    *view = robot->view;
    if (robot->act.carried) view->status |= BODY_STATUS_CARRYING;
    view->tick = robot->tick;
    view->face.number = robot->eyes.number;
    face_to_numbers(&robot->eyes.face, view->face.numbers);
    view->face.scan_lines = robot->eyes.face.scan_lines;
    view->face.glitch = (uint8_t)robot->eyes.face.glitch;
    view->face.glitch_px = robot->eyes.face.glitch_px;
    view->face.rows = robot->eyes.rows;
    robot_eye_colour(robot, &view->face.hue, &view->face.saturation);
    for (uint32_t i = 0; i < m->light_count && i < LIGHTS_MAX; i++)
        view->lights[i] =
            (uint32_t)robot->lamps[i].r << 16 | (uint32_t)robot->lamps[i].g << 8 | robot->lamps[i].b;
    robot_view_clip(robot, &view->clip);
    robot_view_screen(robot, &view->screen);
}

const struct player_out *robot_stage(const struct robot *robot) { return &robot->act.performing.out; }
const struct library *robot_library(const struct robot *robot) { return robot->config.library; }
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
