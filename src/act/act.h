// Doing: whatever is asked of the body becomes an action here, and all wishes for it meet in the commander.
//
//     act_start(&act, &config);
//     act_now(&act, &now);                         // each tick: where it is, what holds
//     // what arrived ends the actions that sent it there
//     act_hear(&act, &senses);
//     // taken, answered at once, or none of ours
//     switch (act_ask(&act, &envelope, &request, &done)) …
//     // one step of all actions; their wishes go to the commander
//     act_step(&act);
//     while (actions_told(&act.actions, &done)) …  // each request is answered once
//
// A request is an action when it takes time; speeds are held until told otherwise and are no actions. A
// track belongs to one at a time: to a clip that was asked for, to a speed that is not nought, or to an
// action. Whoever comes second is told that the track is locked. Whatever else a robot can be asked may be
// queued too: then it comes out again by act_errand when its turn has come, and act_errand_done ends it.
// Plain, one piece, nothing allocates.
#pragma once

#include "act/action.h"
#include "act/commander.h"
#include "act/control.h"
#include "act/cubes.h"
#include "act/motion.h"
#include "act/performing.h"
#include "act/travel.h"
#include "belief/belief.h"
#include "border/accessories.h"
#include "border/body_model.h"

struct act_config {
    const struct body_model *model;
    const struct library *library;
    struct player_config player;
    struct group_memory memory;
    struct belief *belief; // where it and its things are; NULL: it knows nothing of them
    struct crew *crew;     // for planning
    uint64_t asker;        // of its errands
};

struct act_now {
    uint32_t tick;
    uint64_t body_us;
    uint32_t status;      // body.Status
    bool fallen, in_vain; // in_vain: its treads turn, and it does not move
    bool slips, slipped;  // nor did it when they began to: nothing holds them; so it was until they stood
    bool lost, parts; // they lost their hold on the way; it feels another way than they say: they may have
    struct pose2 at;
    float pitch_rad, head_rad, lift_m;
    enum simple_mood mood;
    bool shown; // somebody asked for a face
    bool music; // it hears some: dancing clips wait for its beats
};

// The way that the wheels are on: one at a time, its action's.
struct act_way {
    struct body_wheels turn;     // on the spot; mode HOLD: along the path
    struct body_path_order path; // told in two ticks: it is laid, it is run
    uint8_t steps;               // of telling that are left
};

// What an action of many steps remembers: one at a time, for they all take the wheels. Numbers without gaps;
// each action uses them as it likes.
struct act_job {
    uint32_t owner, step, since, tries, most, looks, rounds, goes, white, moved, result, thing;
    uint32_t squared, felt, passes, what;
    float was[4], axis, floor[2], met[2], from[2], place[2];
};

struct act {
    struct act_config config;
    struct act_now now;
    struct actions actions;
    struct commander commander;
    struct performing performing;
    struct motion_profile profile;
    struct body_wheels wheels; // speeds, until told otherwise
    bool wheels_wanted;        // otherwise they are a clip's
    struct body_joint_target head, lift;
    struct act_way way;
    struct travel travel;
    struct act_job job;
    struct cubes cubes;
    struct control control;
    uint32_t carried;          // the thing on its lift; 0: none
    uint32_t sound_tick;       // when something was heard; 0: never
    float sound_rad;           // from where, as a heading
    float cliffs[4];           // how much light comes back from the floor
    uint32_t segment;          // of the path that it is on
    uint32_t nose;             // something is right before it
    float left_mps, right_mps; // its treads, as they turn
    uint16_t last_tag;
    struct life_message asked;  // while one begins
    uint32_t heard, away_since; // ticks: the last news of its body; 0: it is there
    char words[96];             // why the last request was refused
};

enum act_answer { ACT_NOT_MINE, ACT_TAKEN, ACT_ANSWERED };
struct act_reply {
    enum life_verdict verdict;
    enum life_result result;
    const char *said;
    bool profile; // the answer is the motion profile
    bool begun;   // a speed that goes on
};

void act_start(struct act *act, const struct act_config *config);
void act_now(struct act *act, const struct act_now *now);
void act_hear(struct act *act, const struct body_senses *senses);
enum act_answer act_ask(struct act *act, const struct life_envelope *from, const struct life_message *request,
                        struct act_reply *reply);
void act_step(struct act *act);
void act_stop(struct act *act); // everything that moves
// A clip is over, or was cut short.
void act_hear_clip(struct act *act, uint8_t tag, bool aborted);
// What waited in a queue and is not done here: the robot carries it out in the name of this action, and
// says how it went. False: nothing waits.
bool act_errand(struct act *act, uint32_t *id, struct life_message *request);
void act_errand_done(struct act *act, uint32_t id, enum life_verdict verdict);
bool act_busy(const struct act *act);       // somebody but its mind asked for something that moves
uint32_t act_locked(const struct act *act); // tracks that requests hold
uint64_t act_hash(const struct act *act);
bool act_docks(const struct act *act); // something is picked up, put down or rolled right now

// For the files of this room.
static inline float act_ticks(float seconds) { return seconds * 1e6f / 33000; }
bool act_on_treads(const struct act *act);
uint16_t act_new_tag(struct act *act);
void act_mind_gives_way(struct act *act, uint32_t tracks); // what its mind asked for and needs these ends
enum { ACT_LOCK_SPEED = 1 };                               // in whose name speeds hold a track

extern const struct action_row ACTION_DRIVE, ACTION_STRAIGHT, ACTION_TURN, ACTION_GO, ACTION_HEAD,
    ACTION_LIFT, ACTION_CLIP, ACTION_TRIGGER, ACTION_WAIT, ACTION_ERRAND, ACTION_MOUNT, ACTION_LEAVE,
    ACTION_UNSTICK, ACTION_LOOK_PERSON, ACTION_LOOK_THING, ACTION_LOOK_SOUND, ACTION_LOOK_PLACE,
    ACTION_LOOK_AROUND, ACTION_GO_TO_THING, ACTION_DOCK, ACTION_PICK_UP, ACTION_PLACE_HERE, ACTION_PLACE_AT,
    ACTION_PLACE_ON, ACTION_ROLL, ACTION_WHEELIE;
const struct thing *act_thing(const struct act *act, uint32_t id); // NULL: it knows none of this id
void act_carry(struct act *act);                                   // what it carries goes along
void act_drop(struct act *act);                                    // it carries nothing any more
// NULL: it is fine. Otherwise what is wrong with it.
const char *act_check(struct act *act, const struct life_message *request);
void act_hear_way(struct act *act, struct action *a, const struct body_ack *ack);
void act_hear_joint(struct act *act, struct action *a);
const char *act_check_clip(struct act *act, const char *name, bool trigger);
bool act_stop_clip(struct act *act, uint8_t tag);
// A job's next step, from now on; whether the present one lasts longer.
enum life_result act_enter(struct act *act, struct action *a, uint32_t step);
bool act_lasted(const struct act *act, float seconds);
void act_guard(struct act *act);       // last of a step: no tread goes where floor may end
void act_wheels_step(struct act *act); // held speeds and the way, to the commander
// A way of an action that takes the wheels: it sets out, is minded, ends. An action whose row has `legs` goes
// on when it has arrived (own.phase): one after the other, own.tag, phase, since, goal and was are the way's.
enum { WAY_UNDER_WAY, WAY_ARRIVED, WAY_STOPPED }; // stopped: by its body, at an edge
#define WAY_SETTLE_S 0.5f                         // so long it may take to come to rest near its goal
bool act_near(struct pose2 at, struct pose2 goal);
void act_stop_way(struct act *act); // it is taken back from the body
void act_leg(struct act *act, struct action *a, const struct nav_route *route); // the next one
void act_roll(struct act *act, float left_mps, float right_mps); // from now on, until the next leg
void act_halt(struct act *act);                                  // whatever it was doing, the wheels stand
void act_aim(struct act *act, uint8_t joint, float angle_rad);   // of an action that holds its track
bool act_aimed(const struct act *act, uint8_t joint);            // it is there
enum life_result act_follow(struct act *act, struct action *a, const struct nav_route *route);
enum life_result act_step_way(struct act *act, struct action *a);
void act_end_way(struct act *act, struct action *a, enum life_result result);
enum act_answer act_speed(struct act *act, const struct life_message *request, struct act_reply *reply);
