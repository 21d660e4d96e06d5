// A scenario while it is played: its world, the lives in it, and the timeline.
//
//     struct play_config config = play_defaults();
//     // everything that can be wrong with it is found here
//     struct play *play = play_new(scenario, &config, &fault);
//     play_for(play, 10 * 1000000LL);                              // as fast as it goes
//     play_paced(play, 60 * 1000000LL, 1, &stop);                  // or at the world's own pace, until *stop
//     play_do(play, &verb, &fault);                                // a hand from outside, between steps
//     play_free(play, &fault);                                     // closes the recording
//
// The scenario must outlive the play. Inside, a play is headless: it waits for errands, so pace changes
// nothing. A world recording (tape.h) can be played again to the byte.
#pragma once

#include "run/run.h"
#include "run/scenario.h"
#include "world/world.h"

#include <stdatomic.h>

struct play;
struct audio_set;
struct tape_reader;
struct play_config {
    uint64_t seed;      // 0: the scenario's
    unsigned workers;   // for errands
    const char *record; // a world recording, and beside it FILE.NAME.life for each soul; NULL: none
    bool lives;         // record the souls, too
    bool kept;          // a recording in memory: play_keep
    // What was recorded happens again, each thing at its step; the reader stays the caller's. Of a simulated
    // world only.
    struct tape_reader *follow;
    bool media;            // with pictures and sound
    const char *resources; // a user's own copy of a robot's resources, over our clips and sounds; NULL: none
    bool loud;             // robots' sounds go to their bodies: the world's microphones hear them
    struct text settings;  // knobs of all its robots, "touch.on_ms=80", a line each: settings.h
    bool recorded;         // they are a recording's: settings_recorded
    const char *mind;      // a folder with a tree for its robots; NULL: ours
    bool bare;             // no clips at all: souls that only do what they are told
    const char *card;      // put into the first Pleo's slot at the beginning: a folder, or a .urf; NULL: none
    bool keep;             // what scripts write on a card goes into its folder
    const char *creature;  // instead of the first robot's own; NULL: as the scenario says
    struct decoder *decoder;              // lent: one for several plays; NULL: its own
    void (*rest)(void *user, int64_t us); // how play_live waits; NULL: it sleeps
    float speed;                          // of play_live; run_speed changes it
    // Makes another body than a simulated one for the first robot: of the world's robot of that number, or
    // with `elsewhere` of one that is in no world of ours (0). Then the lives are recorded, but no world:
    // what such a body meets stands in no seed.
    struct body *(*body)(void *user, struct world *world, uint32_t robot, struct fault *fault);
    void *body_user;
    bool elsewhere;
    // Called after every life tick, of each soul; and after each 33 ms when there is none (life is then -1).
    void (*watch)(void *user, struct play *play, int life);
    // Called after each verb that the scenario itself has done.
    void (*did)(void *user, struct play *play, const struct world_message *verb);
    // Called before every body step, with the world between steps: doors take their turn here.
    void (*turn)(void *user, struct play *play);
    void *user;
};

struct play_config play_defaults(void);
struct play *play_new(const struct scenario *scenario, const struct play_config *config, struct fault *fault);
// Returns what went wrong with the recording, if anything did.
enum err play_free(struct play *play, struct fault *fault);
enum err play_for(struct play *play, int64_t us);
// speed: world seconds a second. Ends at us (below 0: never) or when *stop.
enum err play_paced(struct play *play, int64_t us, double speed, const atomic_bool *stop);
// The same, paced by its run: can be paused, hurried and slowed (run/run.h), and serves others while it
// waits.
enum err play_live(struct play *play, const atomic_bool *stop);
enum err play_do(struct play *play, const struct world_message *verb, struct fault *fault);
// The life so far, as the bytes of a world recording. ERR_STATE: it is not kept, or others can reach its
// body.
enum err play_keep(struct play *play, struct buf *out, struct fault *fault);
bool play_can_keep(const struct play *play, struct fault *why);
bool play_follows(const struct play *play);  // there is more of a recording to come
void play_follow_no_more(struct play *play); // from now on it is a life of its own
bool play_parted(const struct play *play);   // it became another life than the one that was recorded
// The request is a message of its soul's schema.
enum err play_ask(struct play *play, size_t life, const struct life_envelope *envelope, const void *request);
// The life of the scenario's robot with that number, from 0; -1: it has no soul.
int play_life(const struct play *play, uint32_t robot);
// What reached that robot's soul in this tick, or would have; NULL: nobody. For those who watch.
const struct body_senses *play_senses(const struct play *play, uint32_t robot);
// Where the card was read from that was in that robot's slot last; "": none was, or nothing was on it.
const char *play_card(const struct play *play, const char *robot);
struct settings;
const struct settings *play_settings(const struct play *play, uint32_t robot); // of the scenario's robot
struct world *play_world(struct play *play);
struct run *play_run(struct play *play);
const struct scenario *play_scenario(const struct play *play);
const struct audio_set *play_sounds(const struct play *play, const char *creature); // NULL: it has none
struct made_things;
const struct made_things *play_made(const struct play *play); // how its things came to be: scenario_save.h
int64_t play_now_us(const struct play *play);
// Where the life of a soul is recorded, beside its world's recording: FILE.NAME.life
void play_life_path(char *out, size_t size, const char *record, const char *name);
bool play_elsewhere(const struct play *play); // its first robot is in no world of ours
// The first fault of a happening that the world refused; fault.err 0: none.
const struct fault *play_trouble(const struct play *play);
