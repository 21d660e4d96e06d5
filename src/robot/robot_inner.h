// Between the files of the robot. Nobody else includes this.
//
//     robot.c          birth, the tick, views
//     robot_ask.c      requests and their replies
//     robot_feel.c     senses made into events
//     robot_perform.c  clips: who plays, and where their tracks go
#pragma once

#include "robot/robot.h"

#include "act/commander.h"
#include "base/geometry.h"
#include "robot/desk.h"
#include "robot/instinct.h"
#include "robot/loud.h"
#include "robot/loud_ask.h"
#include "robot/mouth.h"
#include "robot/portrait.h"
#include "robot/view.h"
#include "stage/eyes.h"
#include "stage/library.h"

// A request that takes longer than a tick.
struct doing {
    bool busy;
    uint32_t ticket;
    uint8_t door;
    uint32_t until; // tick; 0: no end
    uint16_t tag;
};
enum doing_what { DOING_DRIVE, DOING_HEAD, DOING_LIFT, DOING_PORTRAIT, DOING_CLIP, DOING_COUNT };

// What performs clips.
struct performing {
    struct player player;
    struct player_out out;
    struct group_memory memory;
    int32_t number;     // in the library; -1: none plays
    uint32_t length_ms; // of one time round
    uint32_t ticket;    // whose request it is; 0: an instinct's
    uint8_t urgency;    // of what the instinct answered
    struct text trigger;
    struct body_joint_target head, lift; // where the clip sends them, told again until it lets go
    bool drives;                         // its wheels turn now
    struct body_wheels wheels;
    struct light_desk lights;
};

struct robot {
    struct robot_config config;
    uint32_t tick;
    uint64_t body_us, born_us;
    struct desk desk;
    struct life_event events[EVENTS_MAX];
    uint32_t event_count;
    struct commander commander;
    struct eyes eyes;
    struct instinct instinct;
    struct performing performing;
    struct doing doing[DOING_COUNT];
    struct body_wheels wheels;
    bool wheels_wanted; // by an action; otherwise they are a clip's
    struct body_joint_target head, lift;
    uint16_t last_tag;
    uint32_t status; // of the senses before
    uint8_t attitude;
    struct life_view view; // as far as senses make it
    float shaking;         // how much it is shaken, fading
    bool shaken, fallen;
    uint32_t loud_until; // tick; a noise is told once
    uint32_t rgb[5];
    struct body_colour lamps[LIGHTS_MAX]; // as they are now
    struct life_calendar calendar;
    struct errand_ticket portrait;
    struct loud *loud;
    struct temper temper; // leads its sounds
    struct loud_desk heard; // whose requests wait for a sound's end
    struct mouth mouth;
};

void robot_tell(struct robot *robot, enum life_event_kind kind, uint32_t cause, float a, float b);
void robot_tell_of(struct robot *robot, enum life_event_kind kind, uint32_t cause, uint32_t subject, float a,
                   float b);
uint16_t robot_new_tag(struct robot *robot);

// Requests.
void robot_reply_done(struct robot *robot, uint32_t ticket, uint8_t door, enum life_verdict verdict,
                      const char *said);
void robot_finish(struct robot *robot, enum doing_what what, enum life_verdict verdict, const char *said);
struct doing *robot_begin(struct robot *robot, enum doing_what what, const struct life_envelope *from,
                          float seconds);
void robot_do(struct robot *robot, const struct desk_item *item);

// Senses.
void robot_feel(struct robot *robot, const struct body_senses *senses);

// Clips.
bool robot_perform_start(struct robot *robot); // false: no memory
void robot_do_play_clip(struct robot *robot, const struct life_envelope *from,
                        const struct life_play_clip *r);
void robot_do_play_trigger(struct robot *robot, const struct life_envelope *from,
                           const struct life_play_trigger *r);
void robot_do_stop_clip(struct robot *robot, const struct life_envelope *from,
                        const struct life_stop_clip *r);
void robot_do_list_clips(struct robot *robot, const struct life_envelope *from,
                         const struct life_list_clips *r);
void robot_follow_instinct(struct robot *robot);
void robot_perform(
    struct robot *robot); // one step: head, lift, wheels, lights to the commander, the face to the eyes
void robot_light_up(struct robot *robot);
void robot_view_clip(const struct robot *robot, struct life_clip_view *out);
uint64_t robot_perform_hash(const struct robot *robot);
