// Birth, the step, the end.
#include "own/own.h"

#include "mind/mind.h"
#include "stage/library/library.h"
#include "stage/sound/audio_tap.h"
#include "stage/sound/sounds.h"
#include "voice/speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERRAND_SLOTS = 8, ERRAND_BYTES = 256 << 10, STEP_MOST_US = 100000, LATE_MOST_US = 200000 };
enum { SOUND_FRAME_BYTES = 64 << 10, SMALLEST = 64 };

bool own_enter(struct critter_robot *r) { return r && !atomic_flag_test_and_set(&r->busy); }

enum critter_err own_leave(struct critter_robot *r, const struct fault *fault) {
    if (fault->err) fault_text(fault, r->said, sizeof r->said);
    atomic_flag_clear(&r->busy);
    return err_public(fault->err);
}

const char *critter_robot_error(const struct critter_robot *robot) {
    return robot ? robot->said : "no robot";
}

// ---------------------------------------------------------------------------------------------- birth

#define NO_HELPER "/dev/null" // a voice without a program that speaks is tones

static const char *given(const char *wanted, const char *usual) { return wanted ? wanted : usual; }

static enum err read_body(const struct critter_robot_config *c, struct critter_robot *r,
                          struct fault *fault) {
    enum err err = c->body        ? body_file_read(c->body, &r->body, fault)
                   : c->body_text ? body_file_parse(text_of(c->body_text), "body.json", &r->body, fault)
                                  : body_file_whole(given(c->creature, "vector"), &r->body, fault);
    if (err || !c->creature) return err;
    return body_file_creature(&r->body, c->creature, fault);
}

static enum err open_creature(const struct critter_robot_config *c, struct critter_robot *r,
                              struct fault *fault) {
    const char *creature = r->body.model.creature;
    struct buf notes = {0};
    struct library_config library = {.creature = creature, .resources = c->resources, .notes = &notes};
    r->library = library_open(&library, fault);
    buf_free(&notes);
    if (!r->library) return fault->err ? fault->err : ERR_MEMORY;
    r->mind = mind_data_open(creature, c->mind, fault);
    if (!r->mind) return fault->err ? fault->err : ERR_MEMORY;
    if (!c->silent && body_model_has(&r->body.model, BODY_HAS(SPEAKER)))
        r->sounds = sounds_open(creature, c->resources);
    return ERR_NONE;
}

static bool open_media(const struct critter_robot_config *c, struct critter_robot *r) {
    const struct body_model *m = &r->body.model;
    uint32_t hz = robot_sound_hz(r->robot);
    if (body_model_has(m, BODY_HAS(CAMERA))) {
        size_t pixels = (size_t)r->body.eye.lens.width * r->body.eye.lens.height;
        if (!pixels) pixels = 1280 * 720;
        if (!(r->pictures = frame_pool_new(OWN_PICTURES, pixels * 3))) return false;
    }
    if (body_model_has(m, BODY_HAS(MICROPHONES)) &&
        !(r->heard = frame_pool_new(OWN_SOUNDS, SOUND_FRAME_BYTES)))
        return false;
    if (body_model_has(m, BODY_HAS(SPEAKER)) && !c->silent) {
        r->sample_room = hz * OWN_SOUND_MS / 1000;
        r->samples = malloc(r->sample_room * sizeof *r->samples);
        r->tap = audio_tap_new(hz, OWN_SOUND_MS);
        if (!r->samples || !r->tap || !robot_listen(r->robot, r->tap)) return false;
        if (robot_own_volume(r->robot)) audio_tap_full(r->tap);
    }
    return own_display_open(r);
}

static enum err born(const struct critter_robot_config *c, struct critter_robot *r, struct fault *fault) {
    struct crew_config crew = {c->workers > 0 ? (unsigned)c->workers : 0, ERRAND_SLOTS, ERRAND_BYTES};
    struct robot_config config = robot_defaults();
    struct audio_config audio = audio_defaults(r->body.model.creature);
    if (r->body.speaker_hz) audio.rate_hz = r->body.speaker_hz;
    r->waits = c->workers <= 0;
    r->crew = crew_new(&crew);
    r->voice = c->silent ? NULL : speech_maker_new(c->no_voice ? NO_HELPER : NULL);
    if (!r->crew) return fault_set(fault, ERR_MEMORY, "no memory for a robot");
    snprintf(config.name, sizeof config.name, "%s", given(c->name, r->body.name));
    config.model = &r->body.model;
    config.seed = c->seed ? c->seed : 1;
    config.crew = r->crew, config.voice = r->voice;
    config.library = r->library, config.mind = r->mind, config.sounds = r->sounds;
    config.audio = &audio;
    r->robot = robot_new(&config);
    if (r->robot && !r->body.brainstem) r->plain = plain_new(&r->body.model);
    if (!r->robot || (!r->plain && !r->body.brainstem) || !open_media(c, r))
        return fault_set(fault, ERR_MEMORY, "no memory for a robot");
    for (uint32_t i = 0; i < r->body.joint_count; i++)
        r->angle_rad[CRITTER_JOINT_FIRST + i] = r->body.joints[i].rest_deg * M_PI_F / 180;
    if (c->unix_s) robot_calendar(r->robot, &(struct life_calendar){c->unix_s * 1000000, c->zone_s, true});
    return c->saved ? own_load(r, c->saved, fault) : ERR_NONE;
}

struct critter_robot *critter_robot_new(const struct critter_robot_config *config, char *why,
                                        size_t why_size) {
    struct critter_robot_config c = {0};
    struct fault fault = {0};
    struct critter_robot *r = NULL;
    if (!config || config->size < sizeof config->size)
        fault_set(&fault, ERR_RANGE, "config: its first member is its size");
    else if (config->workers < 0 || config->workers > CREW_WORKERS_MAX)
        fault_set(&fault, ERR_RANGE, "workers: expected 0 to %d", CREW_WORKERS_MAX);
    else if (!(r = calloc(1, sizeof *r)))
        fault_set(&fault, ERR_MEMORY, "no memory for a robot");
    if (r) {
        memcpy(&c, config, config->size < sizeof c ? config->size : sizeof c);
        atomic_flag_clear(&r->busy);
        border_clear_senses(&r->in), border_clear_command(&r->out);
        r->beat = beat_of(LIFE_TICK_US);
        if (!read_body(&c, r, &fault) && !open_creature(&c, r, &fault)) born(&c, r, &fault);
    }
    if (!fault.err) return r;
    if (why && why_size) fault_text(&fault, why, why_size);
    critter_robot_free(r);
    return NULL;
}

void critter_robot_free(struct critter_robot *r) {
    if (!r) return;
    if (r->robot && r->tap) robot_unlisten(r->robot, r->tap);
    robot_free(r->robot);
    plain_free(r->plain);
    border_drop_senses(&r->in);
    border_drop_command(&r->out);
    if (r->crew) crew_free(r->crew);
    speech_maker_free(r->voice); // after the last errand
    own_display_close(&r->display);
    audio_tap_free(r->tap);
    frame_pool_free(r->pictures), frame_pool_free(r->heard);
    mind_data_close(r->mind);
    sounds_close(r->sounds);
    library_free(r->library);
    free(r->samples);
    free(r);
}

// ---------------------------------------------------------------------------------------------- the step

static void take_answers(struct critter_robot *r) {
    struct errand_answer answer;
    if (r->waits) errand_wait(r->crew, r->ticks);
    while (errand_answer(r->crew, r->ticks, &answer)) robot_answer(r->robot, &answer);
}

static void tick(struct critter_robot *r) {
    struct frame *picture = r->in.picture, *sound = r->in.sound;
    border_clear_senses(&r->in);
    if (r->plain)
        plain_collect(r->plain, &r->in);
    else
        r->in.senses = r->felt;
    own_sense_rest(r);
    r->in.picture = picture, r->in.sound = sound;
    take_answers(r);
    border_drop_command(&r->out);
    robot_step(r->robot, &r->in, &r->out);
    border_drop_senses(&r->in);
    r->ticks++, r->event = 0;
    if (r->plain) plain_obey(r->plain, &r->out.command);
}

// A life that was not stepped for long goes on from here.
static bool due(struct critter_robot *r) {
    if (!r->plain) return true; // a body with a brainstem is heard of once a tick
    if ((int64_t)r->life_us - r->beat.due_us > LATE_MOST_US) r->beat.due_us = (int64_t)r->life_us;
    return beat_due(&r->beat, (int64_t)r->life_us);
}

static enum err step(struct critter_robot *r, const struct critter_senses *senses, struct critter_command *to,
                     struct fault *fault) {
    struct plain_wish wish = {0};
    if (senses->time_us <= r->time_us)
        return fault_set(fault, ERR_RANGE, "time_us: expected more than %llu, found %llu",
                         (unsigned long long)r->time_us, (unsigned long long)senses->time_us);
    uint64_t went = senses->time_us - r->time_us, dt = went < STEP_MOST_US ? went : STEP_MOST_US;
    r->life_us += dt;
    enum err err = own_senses(r, senses, fault);
    if (err) return r->life_us -= dt, err;
    r->time_us = senses->time_us;
    if (r->plain) plain_step(r->plain, &r->felt, &wish);
    memset(to, 0, sizeof *to);
    to->ticked = due(r);
    if (to->ticked) tick(r);
    own_command(r, &wish, to);
    own_follow(r, (float)dt * 1e-6f, to);
    if (to->ticked) own_show(r, to), own_let_hear(r, to);
    return ERR_NONE;
}

// Programs built with an older header have shorter structs: what they do not know is absent.
static const struct critter_senses *whole(struct critter_robot *r, const struct critter_senses *from) {
    if (from->size >= sizeof *from) return from;
    memset(&r->longer, 0, sizeof r->longer);
    memcpy(&r->longer, from, from->size);
    return &r->longer;
}

static void hand_over(const struct critter_command *from, struct critter_command *to) {
    size_t size = to->size;
    memcpy(to, from, size < sizeof *from ? size : sizeof *from);
    to->size = size;
}

enum critter_err critter_robot_step(struct critter_robot *robot, const struct critter_senses *senses,
                                    struct critter_command *command) {
    struct fault fault = {0};
    if (!robot || !senses || !command) return CRITTER_ERR_ARGUMENT;
    if (!own_enter(robot)) return CRITTER_ERR_STATE;
    if (senses->size < SMALLEST || command->size < SMALLEST)
        fault_set(&fault, ERR_RANGE, "senses, command: their first member is their size");
    else if (!step(robot, whole(robot, senses), &robot->told, &fault))
        hand_over(&robot->told, command);
    return own_leave(robot, &fault);
}

int critter_robot_joint(const struct critter_robot *robot, const char *name) {
    if (!robot || !name) return -1;
    static const uint32_t NEEDS[] = {BODY_HAS(WHEELS), BODY_HAS(WHEELS), BODY_HAS(LIFT), BODY_HAS(HEAD)};
    for (uint32_t i = 0; i < robot->body.model.motor_count; i++)
        if (!strcmp(name, robot->body.motor_names[i]))
            return i < 4 && !body_model_has(&robot->body.model, NEEDS[i]) ? -1 : (int)i;
    return -1;
}
