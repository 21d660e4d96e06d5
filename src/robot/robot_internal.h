// Between the files of the robot, and for the test of its hashes. Nobody else includes this.
//
//     robot.c          birth, events, what is told outside
//     robot_rooms.c    its rooms one after the other: the tick, what is hashed, what is looked at
//     robot_ask.c      requests and their replies
//     robot_act.c      what it does: between requests and actions
//     eye_requests.c   what is asked of its eye
//     robot_sight.c    who looks for it: an oracle or its own detectors
//     robot_hear.c     who hears for it: an oracle or its own ears
//     robot_feel.c     senses made into events
//     robot_believe.c  where it is, which things and people it knows
//     robot_things.c   what somebody tells it of things
//     robot_mind.c     its mind: percepts in, requests and feelings out
//     robot_told.c     words and intents for its mind, and what it takes them to mean
//     robot_perform.c  clips: who plays, and where their tracks go
//     soul.c           a robot as a soul among others
//     robot_screen.c   what the face shows besides the eyes
#pragma once

#include "robot/robot.h"

#include "act/act.h"
#include "base/maths/geometry.h"
#include "belief/belief.h"
#include "border/lens_model.h"
#include "mind/mind.h"
#include "robot/audio_requests.h"
#include "robot/desk.h"
#include "robot/mouth.h"
#include "robot/portrait.h"
#include "robot/robot_audio.h"
#include "robot/service_screens.h"
#include "robot/view.h"
#include "sense/eye.h"
#include "sense/feel/defects.h"
#include "sense/feel/feel.h"
#include "sense/hear/hear.h"
#include "sense/hear/session.h"
#include "sense/see/tracks.h"
#include "stage/face/eyes.h"
#include "stage/library/library.h"
#include "stage/screen/easel.h"
#include "stage/screen/screen.h"

// A request that takes longer than a tick.
struct doing {
    bool busy;
    uint32_t ticket;
    uint8_t door;
    uint32_t until; // tick; 0: no end
};
enum doing_what { DOING_PORTRAIT, DOING_PICTURE, DOING_COUNT };

// Its own detectors.
enum { MOSAIC_SIDE = 400 }; // cells of OVERHEAD_CELL_M
struct sight {
    struct modes modes;
    uint32_t pictures;    // that could be looked at
    struct frame *before; // the picture before, for motion; NULL: none
    struct see_found found;
    struct motion motion;
    struct illumination light;
    float head_rad;
    bool looking, brought;                // an errand is under way, it brought something
    bool moved;                           // it sees motion in this tick
    bool told;                            // what was found was told in this tick
    struct face_track tracks[FACES_MOST]; // faces that its own eyes follow
    uint32_t faces_met, face_parts;       // parts of a search that were looked at
    struct composite *sum;                // of pictures in low light; NULL: none yet
    bool dim;                             // they are put together
    float sum_head_rad;                   // where its head stood at the last one
    struct mosaic {                       // of the floor, from above; NULL: nobody asked for it
        struct pose2 at;                  // of its middle, in the world it believes in
        uint32_t origin;
        uint8_t grey[MOSAIC_SIDE][MOSAIC_SIDE]; // 0: not seen; rows from left to right of that pose
    } * mosaic;
};

// Its own ears.
enum { HEARINGS_MOST = 4 };
struct hearing {
    struct listener *listener; // NULL: an oracle hears for it
    struct session session;
    struct hear_answer found[HEARINGS_MOST]; // what errands brought since the last tick
    uint32_t under_way, brought;             // errands; what they brought
    uint32_t music_tick, woken_tick;         // until then music was told; it heard its name
    float noise_db, from_rad;                // of the last noise, or of whoever spoke last
    float noise_over_db;                     // over the quiet
    uint32_t from_sure;                      // up to DIRECTION_SURE
    float tempo_bpm;                         // of music that is told in this tick; 0: none is
    bool tempo_maybe;                        // it is not certain yet
    bool called, noise, troubled, refused; // of this tick; that it makes no words, or hears nothing, was told
    char locale[sizeof((struct life_owner *)NULL)->locale]; // of the word that wakes it
    uint64_t beat_us;                                       // body time of music's last beat; 0: none yet
    float beat_bpm;
    struct hear_order order; // of the errand that is posted just now
};

// What came for its mind since its last thought.
enum { TOLD_WORDS = 4, TOLD_INTENTS = 2 };
struct told {
    char words[TOLD_WORDS][256];
    struct mind_wanted wanted[TOLD_INTENTS];
    uint32_t word_count, wanted_count;
};

struct robot {
    struct soul soul; // first: a robot is a soul
    struct robot_config config;
    uint32_t tick;
    uint64_t body_us, born_us;
    struct desk desk;
    struct life_event events[EVENTS_MAX];
    uint32_t event_count, events_lost; // of this tick, and of answers that came right before it
    bool events_over;                  // the tick is over: what is told next belongs to the next one
    struct act act;
    struct eyes eyes;
    uint8_t eye_setting; // one of the library's colours
    bool eye_own;        // a program's own colour instead
    float eye_hue, eye_saturation;
    struct mind *mind;              // NULL: it has none
    struct mind_data *own_mind;     // when it shares nobody's
    struct mind_result results[32]; // of its requests, for the next tick
    uint32_t result_count;
    struct told told; // words and intents of this tick
    struct life_owner owner;
    uint32_t photos; // that its camera took
    uint8_t volume;  // as it was set last
    bool asked;      // somebody but its mind asked it to move, in this tick
    struct doing doing[DOING_COUNT];
    struct eye eye;
    struct sight sight;
    struct hearing hearing;
    struct feel feel;
    struct life_view view; // as far as senses make it
    struct belief *belief;
    uint32_t loud_until; // tick; a noise is told once
    uint32_t rgb[5];
    struct body_colour lamps[LIGHTS_MAX]; // as they are now
    struct life_calendar calendar;
    uint32_t calendar_tick; // when it was told
    float range_m;          // what its range sensor said last; 0: nothing
    struct errand_ticket portrait;
    struct robot_audio *audio;
    struct audio_requests heard; // whose requests wait for a sound's end
    struct mouth mouth;
    struct screen screen;
    struct service_screens service;
    uint8_t service_shown; // the page that is written
    struct defects defects;
    uint16_t told_fault, own_fault,
        asked_fault; // what fails in it; as its face shows it; what it was asked to show
    uint16_t wanted; // of its body, in the tick before
    uint8_t backlight;
    char address[48];
    struct frame *mirror; // what the camera saw last, while it is wanted
    uint8_t mirror_kind;
    struct easel_mirror found; // what was found in it; no pixels
    uint32_t picture_ticks;    // of a program's
    bool picture_waits;
};

// What it is lent at its birth: when each of its clips may be chosen again, and how its sounds are set (only
// while it is made).
struct robot_memory {
    struct group_memory clips;
    const struct audio_config *audio;
};
bool robot_start_rooms(struct robot *robot, const struct robot_memory *memory); // false: no memory

// Before whatever happens first in a tick: its step, or an answer.
void robot_begin_events(struct robot *robot);
void robot_tell(struct robot *robot, enum life_event_kind kind, uint32_t cause, float a, float b);
void robot_tell_of(struct robot *robot, enum life_event_kind kind, uint32_t cause, uint32_t subject, float a,
                   float b);

// Requests.
void robot_reply_done(struct robot *robot, uint32_t ticket, uint8_t door, enum life_verdict verdict,
                      const char *said);
void robot_reply_result(struct robot *robot, uint32_t ticket, uint8_t door, enum life_verdict verdict,
                        enum life_result result, const char *said);
void robot_finish(struct robot *robot, enum doing_what what, enum life_verdict verdict, const char *said);
struct doing *robot_begin(struct robot *robot, enum doing_what what, const struct life_envelope *from,
                          float seconds);
void robot_do(struct robot *robot, const struct desk_item *item);

// Doing.
void robot_act_start(struct robot *robot, const struct robot_memory *memory);
void robot_act_now(struct robot *robot); // what it goes by in this tick
bool robot_do_act(struct robot *robot, const struct life_envelope *from,
                  const struct life_message *request); // false: it is none of these requests
void robot_act(struct robot *robot);                   // one step of all actions
void robot_tell_actions(struct robot *robot);
void robot_hear_errands(struct robot *robot); // what came of the requests of actions

// Seeing.
void robot_tell_eye(struct robot *robot, struct eye_event event);
bool robot_do_see(struct robot *robot, const struct life_envelope *from,
                  const struct life_message *request); // false: it is none of these requests

void robot_sight_start(struct robot *robot);
void robot_sight_ask(struct robot *robot, uint32_t modes); // what somebody wants to be looked for
uint16_t robot_sight_wants(const struct robot *robot);
void robot_sight_begin(struct robot *robot, const struct body_senses *senses); // of a tick: what was seen
void robot_sight_look(struct robot *robot, const struct senses_in *in);
void robot_sight_edges(struct robot *robot, struct belief_around *around); // that it saw on the floor
void robot_sight_end(struct robot *robot);
bool robot_sight_answer(struct robot *robot, const struct errand_answer *answer); // false: another errand's
uint64_t robot_sight_hash(const struct robot *robot);

// Hearing.
bool robot_hearing_start(struct robot *robot); // false: no memory
void robot_hearing_end(struct robot *robot);
void robot_hearing_called(struct robot *robot);            // its mind was, by its button or its name
const char *robot_hearing_name(const struct robot *robot); // by which it is called
bool robot_hearing_own(const struct robot *robot);
void robot_hear_beat(struct robot *robot, uint64_t body_us, float tempo_bpm); // of music, whoever heard it
bool robot_hears_music(const struct robot *robot);
bool robot_on_beat(const struct robot *robot, uint64_t lead_us); // what leads to a beat so long begins now
uint16_t robot_hearing_wants(const struct robot *robot);
void robot_hearing_begin(struct robot *robot); // of a tick: what was heard
void robot_hearing_listen(struct robot *robot, const struct senses_in *in);
void robot_hearing_played(struct robot *robot, const struct command_out *out);
bool robot_hearing_answer(struct robot *robot, const struct errand_answer *answer); // false: another errand's
uint64_t robot_hearing_hash(const struct robot *robot);

// Beliefs.
void robot_believe(struct robot *robot, const struct body_senses *senses);
bool robot_do_things(struct robot *robot, const struct life_envelope *from,
                     const struct life_message *request); // false: it is none of these requests
bool robot_do_know(struct robot *robot, const struct life_envelope *from,
                   const struct life_message *request); // false: it is none of these requests
uint32_t
robot_cube(const struct robot *robot); // its cube as a thing, when it is known which of them it is; or 0
void robot_believe_command(const struct robot *robot, struct body_command *out);

// Senses.
void robot_feel(struct robot *robot, const struct body_senses *senses);

// Its mind.
void robot_mind_start(struct robot *robot);
void robot_mind_end(struct robot *robot);
void robot_think(struct robot *robot, const struct senses_in *in);
// robot_inside.c: as lines, what robot_acting and robot_perceived show
struct mind_text;
void robot_acts_text(const struct robot *robot, struct mind_text *out);
void robot_senses_text(const struct robot *robot, struct mind_text *out);
void robot_mind_tell(struct robot *robot, const struct life_envelope *from, const struct life_message *asked);
void robot_mind_force(struct robot *robot, const struct life_envelope *from, struct text node);
bool robot_do_mind(struct robot *robot, const struct life_envelope *from,
                   const struct life_message *request); // false: it is none of these requests
void robot_hear_results(struct robot *robot);           // what came of the mind's requests
bool robot_asleep(const struct robot *robot);
enum simple_mood robot_mood(const struct robot *robot);

// Clips.
void robot_do_list_clips(struct robot *robot, const struct life_envelope *from,
                         const struct life_list_clips *r);
void robot_perform(
    struct robot *robot); // one step: head, lift, wheels, lights to the commander, the face to the eyes
void robot_light_up(struct robot *robot);
void robot_view_clip(const struct robot *robot, struct life_clip_view *out);

// The screen.
void robot_screen_start(struct robot *robot);
bool robot_do_screen(struct robot *robot, const struct life_envelope *from,
                     const struct life_message *message); // false: it is none of these requests
void robot_show(struct robot *robot, const struct senses_in *in, struct command_out *out); // one step
void robot_view_screen(const struct robot *robot, struct life_screen_view *out);
