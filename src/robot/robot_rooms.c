// The rooms of a robot, each with the same contract: it starts, takes a step, adds to the command, has a hash
// and is looked at. A tick is this table read from above, and so is the birth of a robot.
#include "robot/robot_internal.h"

#include "base/hash.h"
#include "border/birth.h"
#include "stage/clip/sound.h"

#include <string.h>

struct room {
    const char *name; // NULL: it has no state beyond what others hash
    bool (*start)(struct robot *robot, const struct robot_memory *memory); // false: no memory
    void (*step)(struct robot *robot, const struct senses_in *in);
    void (*command)(struct robot *robot, const struct senses_in *in, struct command_out *out);
    uint64_t (*hash)(const struct robot *robot);
    void (*view)(const struct robot *robot, struct life_view *view);
};

// Whatever a later tick depends on belongs into a hash. tests/robot/test_hashes.c flips every byte of a robot
// and lists the few that are left out, each with its reason.

// ------------------------------------------------------------------------------------------------ the eye
static bool start_eye(struct robot *robot, const struct robot_memory *memory) {
    const struct robot_config *c = &robot->config;
    struct birth birth;
    birth_of(c->model, c->seed + 1 - c->id, (uint32_t)c->id, &birth);
    eye_start(&robot->eye, &birth.eye);
    robot_sight_start(robot);
    return true;
}
static void look(struct robot *robot, const struct senses_in *in) { robot_sight_begin(robot, &in->senses); }
static void command_eye(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    eye_command(&robot->eye, &out->command);
}
static uint64_t hash_eye(const struct robot *robot) {
    return eye_hash(&robot->eye) ^ robot_sight_hash(robot);
}
// What its pictures were like decides how the next ones are taken.
static void see(struct robot *robot, const struct senses_in *in) {
    eye_step(&robot->eye, in,
             &(struct eye_around){robot->config.crew, robot->tick, robot->body_us, robot->config.id});
    for (uint32_t i = 0; i < robot->eye.event_count; i++) robot_tell_eye(robot, robot->eye.events[i]);
    robot_sight_look(robot, in);
}

// ------------------------------------------------------------------------------------------------ its ears
static bool start_hearing(struct robot *robot, const struct robot_memory *memory) {
    return robot_hearing_start(robot);
}
static void hear(struct robot *robot, const struct senses_in *in) { robot_hearing_begin(robot); }
static void listen(struct robot *robot, const struct senses_in *in) { robot_hearing_listen(robot, in); }
static void hear_itself(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot_hearing_played(robot, out);
}
static uint64_t hash_hearing(const struct robot *robot) { return robot_hearing_hash(robot); }

// ------------------------------------------------------------------------------------------------ feeling
static bool start_feel(struct robot *robot, const struct robot_memory *memory) {
    feel_start(&robot->feel, &robot->config.feel, robot->config.model);
    return true;
}
static void feel(struct robot *robot, const struct senses_in *in) { robot_feel(robot, &in->senses); }
static uint64_t hash_feel(const struct robot *robot) {
    uint64_t h = HASH_RUN(feel_hash(&robot->feel), robot, body_us, born_us);
    h = HASH_RUN(h, robot, loud_until, loud_until);
    h = HASH_RUN(h, robot, calendar.unix_us, calendar.known);
    h = HASH_RUN(h, robot, view.time_us, view.lights);
    return HASH_RUN(HASH_RUN(h, robot, view.charge, view.full_s), robot, calendar_tick, calendar_tick);
}

// ------------------------------------------------------------------------------------------------ believing
static bool start_belief(struct robot *robot, const struct robot_memory *memory) {
    return (robot->belief = belief_new(robot->config.model)) != NULL;
}
static void believe(struct robot *robot, const struct senses_in *in) { robot_believe(robot, &in->senses); }
static void command_belief(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot_believe_command(robot, &out->command);
}
static uint64_t hash_belief(const struct robot *robot) {
    return HASH_RUN(belief_hash(robot->belief), robot, range_m, range_m);
}

// ------------------------------------------------------------------------------------------------ acting
static bool start_act(struct robot *robot, const struct robot_memory *memory) {
    return robot_act_start(robot, memory), true;
}
static void hear_body(struct robot *robot, const struct senses_in *in) {
    robot_act_now(robot);
    act_hear(&robot->act, &in->senses);
    robot_tell_actions(robot);
}
static void act(struct robot *robot, const struct senses_in *in) {
    robot_act(robot);
    robot_light_up(robot);
}
// A clip moves whatever a creature has; what this body lacks is never told to it.
static void leave_out(const struct body_model *m, struct body_command *c) {
    if (!m->lacks) return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->joints_count; i++) {
        uint32_t part = c->joints[i].joint == BODY_MOTOR_LIFT ? BODY_HAS(LIFT) : BODY_HAS(HEAD);
        if (body_model_has(m, part)) c->joints[kept++] = c->joints[i];
    }
    c->joints_count = (uint8_t)kept;
    if (!body_model_has(m, BODY_HAS(WHEELS))) c->wheels = (struct body_wheels){0}, c->path_count = 0;
    if (!body_model_has(m, BODY_HAS(LIGHTS))) c->lights_count = 0;
    if (!body_model_has(m, BODY_HAS(CUBES))) c->cubes_count = 0;
}

static void command_act(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    uint16_t save = robot->feel.saving.saves ? BODY_ORDER_SAVE_SENSORS : 0;
    bool edges = !control_overrides(&robot->act.control);
    commander_order(&robot->act.commander, (uint16_t)((edges ? BODY_ORDER_STOP_ON_CLIFF : 0) | save));
    commander_end(&robot->act.commander, &out->command);
    out->command.wants |= BODY_WANT_IMU;
    out->command.wants |= robot_hearing_wants(robot);
    cubes_command(&robot->act.cubes, &out->command, robot->tick);
    leave_out(robot->config.model, &out->command);
}
static uint64_t hash_act(const struct robot *robot) {
    uint64_t h = act_hash(&robot->act);
    for (int i = 0; i < DOING_COUNT; i++) {
        const struct doing *d = &robot->doing[i];
        uint32_t state[] = {d->busy, d->ticket, d->door, d->until};
        h = hash64(h, state, sizeof state);
    }
    h = HASH_RUN(h, robot, act.commander.rank, act.commander.before);
    return HASH_RUN(h, robot, rgb, rgb);
}
static void view_act(const struct robot *robot, struct life_view *view) {
    bool carries = robot->act.carried || robot->feel.status & BODY_STATUS_CARRYING;
    view->status = (view->status & ~(uint32_t)BODY_STATUS_CARRYING) | (carries ? BODY_STATUS_CARRYING : 0);
    for (uint32_t i = 0; i < robot->config.model->light_count && i < LIGHTS_MAX; i++)
        view->lights[i] =
            (uint32_t)robot->lamps[i].r << 16 | (uint32_t)robot->lamps[i].g << 8 | robot->lamps[i].b;
}

// ------------------------------------------------------------------------------------------------ the desk
static void do_requests(struct robot *robot, const struct senses_in *in) {
    struct desk_item *item;
    while ((item = desk_take(&robot->desk))) robot_do(robot, item);
}
static uint64_t hash_desk(const struct robot *robot) { return desk_hash(&robot->desk); }
static void hear_replies(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot_hear_errands(robot);
    robot_hear_results(robot);
}

// ------------------------------------------------------------------------------------------------ the mind
static bool start_mind(struct robot *robot, const struct robot_memory *memory) {
    life_owner_defaults(&robot->owner);
    strcpy(robot->owner.home, ROBOT_HOME);
    return robot_mind_start(robot), true; // it lives without one
}
static void think(struct robot *robot, const struct senses_in *in) {
    robot_think(robot, in);
    robot->asked = false;
}
static uint64_t hash_mind(const struct robot *robot) {
    uint64_t h = robot->mind ? mind_hash(robot->mind) : 0;
    for (uint32_t i = 0; i < robot->result_count && i < 32; i++) { // between them lie gaps
        uint32_t r[] = {robot->results[i].ticket, robot->results[i].verdict, robot->results[i].result};
        h = hash64(h, r, sizeof r);
    }
    h = HASH_RUN(h, robot, told.word_count, told.wanted_count);
    h = HASH_RUN(h, robot, owner.home, owner.fahrenheit);
    h = HASH_RUN(h, robot, owner.age_s, owner.age_s);
    const struct life_owner *o = &robot->owner;
    if (o->serial || o->zone_known || o->button_alexa)
        h = HASH_RUN(h, robot, owner.serial, owner.button_alexa);
    if (o->features_on || o->features_off) h = HASH_RUN(h, robot, owner.features_on, owner.features_off);
    h = HASH_RUN(h, robot, photos, asked);
    return HASH_RUN(h, robot, result_count, result_count);
}

// ------------------------------------------------------------------------------------------------ the stage
static void perform(struct robot *robot, const struct senses_in *in) { robot_perform(robot); }
static uint64_t hash_clip(const struct robot *robot) {
    return HASH_RUN(performing_hash(&robot->act.performing), robot, lamps, lamps);
}
static void view_clip(const struct robot *robot, struct life_view *view) {
    robot_view_clip(robot, &view->clip);
}

static bool start_eyes(struct robot *robot, const struct robot_memory *memory) {
    const struct robot_config *c = &robot->config;
    eyes_start(&robot->eyes, strcmp(c->model->creature, "cozmo") ? &FACE_VECTOR : &FACE_COZMO, c->seed);
    if (c->library) robot->eye_setting = c->library->eye_setting;
    return true;
}
static void move_eyes(struct robot *robot, const struct senses_in *in) {
    struct speaking_in said;
    if (mouth_said_now(&robot->mouth, robot->tick, &said)) eyes_speak(&robot->eyes, &said);
    eyes_step(&robot->eyes, robot->tick);
    if (blink_began(&robot->eyes.blink) && !robot->eyes.asleep)
        robot_tell(robot, LIFE_EVENT_KIND_BLINKED, 0, 0, 0);
}
static uint64_t hash_eyes(const struct robot *robot) {
    uint64_t h = HASH_RUN(eyes_hash(&robot->eyes), robot, eye_setting, eye_own);
    return HASH_RUN(h, robot, eye_hue, eye_saturation);
}
static void view_eyes(const struct robot *robot, struct life_view *view) {
    const struct eyes *eyes = &robot->eyes;
    view->face.number = eyes->number;
    face_to_numbers(&eyes->face, view->face.numbers);
    view->face.scan_lines = eyes->face.scan_lines;
    view->face.glitch = (uint8_t)eyes->face.glitch;
    view->face.glitch_px = eyes->face.glitch_px;
    view->face.rows = eyes->rows;
    robot_eye_colour(robot, &view->face.hue, &view->face.saturation);
}

static bool start_screen(struct robot *robot, const struct robot_memory *memory) {
    return robot_screen_start(robot), true;
}
static uint64_t hash_screen(const struct robot *robot) {
    uint64_t h = HASH_RUN(screen_hash(&robot->screen), robot, backlight, backlight);
    h = HASH_RUN(h, robot, picture_ticks, picture_waits);
    return HASH_RUN(h, robot, mirror_kind, mirror_kind);
}
static void view_screen(const struct robot *robot, struct life_view *view) {
    robot_view_screen(robot, &view->screen);
}
static uint64_t hash_service(const struct robot *robot) {
    uint64_t h = service_screens_hash(&robot->service);
    return HASH_RUN(HASH_RUN(h, robot, service_shown, service_shown), robot, address, address);
}
static uint64_t hash_defects(const struct robot *robot) {
    return HASH_RUN(defects_hash(&robot->defects), robot, told_fault, wanted);
}

// ------------------------------------------------------------------------------------------------ its voice
static bool start_sound(struct robot *robot, const struct robot_memory *memory) {
    const struct robot_config *c = &robot->config;
    robot->audio = robot_audio_new(
        &(struct robot_audio_config){c->model, c->sounds, memory->audio, c->seed, c->speaker});
    if (robot->audio) robot->volume = audio_level_now(robot_audio_engine(robot->audio));
    robot->mouth.maker = c->voice, robot->mouth.crew = c->crew, robot->mouth.asker = c->id;
    return robot->audio != NULL;
}
static void sound_clip(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    bool hushed = robot->mind && mind_feelings(robot->mind)->hushed;
    clip_sound(robot_audio_engine(robot->audio), &robot->act.performing.out, hushed);
}
static void sound(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot_audio_feel(robot->audio, &in->senses);
    if (robot->mind) robot_audio_feelings(robot->audio, mind_feelings(robot->mind));
    robot_audio_step(robot->audio, robot->tick, out->command.wants, out);
    robot->event_count += audio_requests_tell(robot->audio, &robot->heard, &robot->mouth, &robot->desk,
                                              robot->body_us, robot->events + robot->event_count,
                                              EVENTS_MAX - robot->event_count, &robot->events_lost);
}
static uint64_t hash_sound(const struct robot *robot) {
    uint64_t h = robot_audio_hash(robot->audio);
    for (int i = 0; i <= AUDIO_REQUESTS_MAX; i++) {
        const struct audio_request *a =
            i < AUDIO_REQUESTS_MAX ? &robot->heard.asked[i] : &robot->heard.stream;
        uint32_t state[] = {a->play, a->ticket, a->door};
        h = hash64(h, state, sizeof state);
    }
    return h;
}
static void speak(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot->event_count += mouth_step(&robot->mouth, &robot->desk, robot->tick, robot->body_us,
                                     robot->events + robot->event_count, EVENTS_MAX - robot->event_count);
}
static uint64_t hash_mouth(const struct robot *robot) { return mouth_hash(&robot->mouth); }

// ------------------------------------------------------------------------------------------------ the house

// A row may be only a part of a room: what it does at another place of the tick.
static const struct room ROOMS[] = {
    {"sight", start_eye, look, command_eye, hash_eye, NULL},
    {NULL, NULL, hear, NULL, NULL, NULL},
    {"feel", start_feel, feel, NULL, hash_feel, NULL},
    {"belief", start_belief, believe, command_belief, hash_belief, NULL},
    {"act", start_act, hear_body, command_act, hash_act, view_act},
    {"desk", NULL, do_requests, NULL, hash_desk, NULL},
    {NULL, NULL, see, NULL, NULL, NULL},
    {"mind", start_mind, think, NULL, hash_mind, NULL},
    {"hearing", start_hearing, listen, NULL, hash_hearing, NULL},
    {"clip", NULL, perform, sound_clip, hash_clip, view_clip},
    {"stage", start_eyes, move_eyes, NULL, hash_eyes, view_eyes},
    {NULL, NULL, act, NULL, NULL, NULL},
    {"screen", start_screen, NULL, robot_show, hash_screen, view_screen},
    {"service", NULL, NULL, NULL, hash_service, NULL},
    {"defects", NULL, NULL, NULL, hash_defects, NULL},
    {"sound", start_sound, NULL, sound, hash_sound, NULL},
    {NULL, NULL, NULL, hear_itself, NULL, NULL},
    {"mouth", NULL, NULL, speak, hash_mouth, NULL},
    {NULL, NULL, NULL, hear_replies, NULL, NULL},
};
enum { ROOMS_COUNT = sizeof ROOMS / sizeof *ROOMS };
_Static_assert((int)ROOMS_COUNT <= (int)ROBOT_ROOMS, "a reader has room for all");

bool robot_start_rooms(struct robot *robot, const struct robot_memory *memory) {
    bool all = true;
    for (int i = 0; i < ROOMS_COUNT; i++) all = (!ROOMS[i].start || ROOMS[i].start(robot, memory)) && all;
    return all;
}

void robot_step(struct robot *robot, const struct senses_in *in, struct command_out *out) {
    robot_begin_events(robot);
    commander_begin(&robot->act.commander);
    border_clear_command(out);
    for (int i = 0; i < ROOMS_COUNT; i++)
        if (ROOMS[i].step) ROOMS[i].step(robot, in);
    for (int i = 0; i < ROOMS_COUNT; i++)
        if (ROOMS[i].command) ROOMS[i].command(robot, in, out);
    robot->events_over = true;
    out->command.number = robot->tick++;
}

void robot_view(const struct robot *robot, struct life_view *view) {
    *view = robot->view;
    view->tick = robot->tick;
    for (int i = 0; i < ROOMS_COUNT; i++)
        if (ROOMS[i].view) ROOMS[i].view(robot, view);
}

size_t robot_hashes(const struct robot *robot, const char **names, uint64_t *hashes, size_t room) {
    size_t count = 0;
    for (int i = 0; i < ROOMS_COUNT; i++)
        if (ROOMS[i].hash && count < room)
            names[count] = ROOMS[i].name, hashes[count++] = ROOMS[i].hash(robot);
    return count;
}

uint64_t robot_hash(const struct robot *robot) {
    const char *names[ROBOT_ROOMS];
    uint64_t hashes[ROBOT_ROOMS], h = robot->tick;
    size_t count = robot_hashes(robot, names, hashes, ROBOT_ROOMS);
    return hash64(h, hashes, count * sizeof *hashes);
}
