// A soul: senses in, command out, once a life tick. It knows no world and no network.
//
//     struct robot *robot = robot_new(&config);
//     robot_ask(robot, &envelope, &request);        // any time between ticks; ERR_BUSY when the desk is full
//     robot_step(robot, &in, &out);
//     for (size_t i = 0; i < robot_events(robot, &events); i++) …      // of this tick
//     while (robot_reply(robot, &envelope, &reply)) …                  // to whoever asked
//     robot_view(robot, &view);
//
// A robot is a function of its senses, requests, errands' answers and calendar: it reads no clock and draws
// no hidden chance. A step allocates nothing. Errands are posted to the crew that the loop owns, and their
// answers are handed in before the step.
#pragma once

#include "base/system/errand.h"
#include "belief/map.h"
#include "border/soul.h"
#include "mind/mind.h"
#include "sense/feel/feel.h"
#include "sense/hear/hear.h"
#include "sense/see/see.h"

enum { DESK_MAX = 64, EVENTS_MAX = 64 };
#define ROBOT_HOME "San Francisco, California, United States" // until its owner says where they live

struct audio_set;
struct audio_tap;
struct speech_maker;
struct robot;
struct easel;
struct raster;
struct library;
struct mind_feelings;
struct mind_felt;
struct mind_data;
struct mind_diary_line;
struct mind_mood_past;
struct mind_mood_view;
struct mind_acting_view;
struct mind_perceived_view;
struct mind_view;
struct meanings;
struct player_out;
struct robot_config {
    char name[32];
    const struct body_model *model;
    uint64_t seed;
    uint64_t id;                      // asker of its errands
    struct crew *crew;                // the loop's
    const struct library *library;    // its clips, which must outlive it; NULL: it has none
    const struct mind_data *mind;     // must outlive it; NULL: ours, when it has clips
    struct mind_config temper;        // how much it does unasked
    const struct audio_set *sounds;   // must outlive it; NULL: tones for everything
    struct speech_maker *voice;       // must outlive it and its errands; NULL: it cannot speak
    uint32_t serial;                  // as its service screens show it
    const struct audio_config *audio; // of its sounds, while it is made; NULL: as usual for its creature
    struct feel_config feel;          // how it feels what is done to it
    struct sight_config sight;        // who looks for it
    struct hear_config hearing;       // who hears for it
    const struct net *faces;          // must outlive it and its errands; NULL: its own eyes find no faces
    struct decoder *decoder;          // must outlive it and its errands; NULL: its own ears know no words
    bool speaker;                     // its sounds go to the body always, not only when it listens
};

struct robot_config robot_defaults(void);
struct robot *robot_new(const struct robot_config *config); // NULL: no memory
void robot_free(struct robot *robot);
// The same as a soul among others; freed once, by either name. NULL: there is none, or it is a soul of
// another kind.
extern const struct soul_class robot_soul_class;
struct soul *robot_soul(struct robot *robot);
struct robot *robot_of(struct soul *soul);
struct text robot_feature(const struct robot *robot); // what its mind does, by name; empty: nothing
struct text robot_deed(const struct robot *robot);    // the node of its mind that runs; empty: none

enum err robot_ask(struct robot *robot, const struct life_envelope *envelope,
                   const struct life_message *request);
void robot_answer(struct robot *robot, const struct errand_answer *answer); // an errand's
void robot_calendar(struct robot *robot, const struct life_calendar *calendar);
int64_t robot_unix_us(const struct robot *robot); // what its calendar says now
void robot_step(struct robot *robot, const struct senses_in *in, struct command_out *out);

size_t robot_events(const struct robot *robot,
                    const struct life_event **events); // of the last step, in order
bool robot_reply(struct robot *robot, struct life_envelope *to, struct life_message *reply);
void robot_view(const struct robot *robot, struct life_view *view);
// What it believes, copied; the map is its own, and lasts until the next step.
void robot_place(const struct robot *robot, struct belief_place *out);
void robot_things(const struct robot *robot, struct belief_things *out);
void robot_people(const struct robot *robot, struct belief_people *out);
// The way on which it travels, some centimetres apart, its goal last. How many; 0: it is on none.
size_t robot_way(const struct robot *robot, struct vec2 *out, size_t room);
// What was wanted of it last, as {"type": …}; "": nothing yet. *number grows with each.
size_t robot_intent(const struct robot *robot, uint32_t *number, char *out, size_t size);
uint64_t robot_person_face(const struct robot *robot,
                           int32_t person); // by which they are known; 0: they are not
const char *robot_person_name(const struct robot *robot, int32_t person); // "": nobody told
// Begins a behaviour now, as mind_begin; ERR_STATE: it has no mind.
enum err robot_behave(struct robot *robot, struct text behaviour, struct fault *fault);
void robot_why(const struct robot *robot, char *out, size_t size);
// What must survive its body's rest: handed in again by requests at its next birth.
enum { ROBOT_KEEPS = 32 };
struct robot_keep {
    struct life_owner owner; // its age included
    uint8_t volume, eye_colour;
    uint32_t known_count;
    struct {
        int32_t id;
        uint64_t face;
        char name[32];
    } known[ROBOT_KEEPS];
};
void robot_keep(const struct robot *robot, struct robot_keep *out);
// What it feels, and what it felt since (mind/mind.h). NULL, 0: it has no mind.
const struct mind_feelings *robot_feelings(const struct robot *robot);
// What words mean to it (mind/intent/meaning.h); NULL: it has no mind.
const struct meanings *robot_meanings(const struct robot *robot);
// Who has the lock (act/control.h), and at which level; NOBODY, NONE: it does as it likes.
enum life_door robot_leader(const struct robot *robot, enum life_control_level *level);
// What its mind does and why, and its moods (schema/mind.clad). False: it has no mind.
bool robot_mind_view(const struct robot *robot, struct mind_view *out);
// What it does with its body, and for whom; what reached its mind. False: it has no mind.
void robot_acting(const struct robot *robot, struct mind_acting_view *out);
bool robot_perceived(const struct robot *robot, struct mind_perceived_view *out);
bool robot_mood_view(const struct robot *robot, struct mind_mood_view *out);
bool robot_mood_past(const struct robot *robot, struct mind_mood_past *out);
// Its diary after `since`, which goes on (mind/mind.h). 0: nothing new, or it has no mind.
size_t robot_diary(const struct robot *robot, uint32_t *since, struct mind_diary_line *out, size_t room);
size_t robot_felt(const struct robot *robot, uint32_t *since, struct mind_felt *out, size_t room);
const struct map *robot_map(const struct robot *robot);
bool robot_docks(const struct robot *robot); // it picks a thing up, puts it down or rolls it
struct lens_model;
const struct lens_model *robot_lens(const struct robot *robot); // of its camera; NULL: it has none
struct observations;
// What it saw in the last step, whoever looked for it; NULL: no picture was looked at.
const struct observations *robot_seen(const struct robot *robot);
// Motion that it saw in the last step, in the regions of sense/see/motion.h, on a picture of its lens's size;
// on the floor in its own axes. False: none.
struct robot_motion {
    uint64_t time_us;
    float share[MOTION_REGIONS], x_px[MOTION_REGIONS], y_px[MOTION_REGIONS];
    float ground_share, ground_x_m, ground_y_m; // share 0: it is not on the floor
};
bool robot_motion(const struct robot *robot, struct robot_motion *out);
// The floor as it saw it since somebody asked for that (LIFE_VISION_MODE_OVERHEAD_MAP), from above, grey, 0
// where it has not looked: rows of *side cells of OVERHEAD_CELL_M, ahead of where it was then at the top.
// NULL: nobody asked.
const uint8_t *robot_mosaic(const struct robot *robot, uint32_t *side);
const struct library *robot_library(const struct robot *robot); // NULL: none
const struct player_out *robot_stage(
    const struct robot *robot); // what the clip of the last step put out, sounds and pictures among it
// Its face as pixels of its creature's display, for whoever looks; the number grows when they are others.
// The easel is the looker's own, and the raster has the size that robot_face says. Looking changes nothing.
uint32_t robot_face(const struct robot *robot, uint16_t *width, uint16_t *height);
void robot_paint(const struct robot *robot, struct easel *easel, const struct raster *raster);
void robot_eye_colour(const struct robot *robot, float *hue, float *saturation); // 0 … 1
// Sound for somebody outside, from the next tick on; whether anybody listens changes nothing. The tap's
// rate must be the robot's. False: too many listen already, or the rate is another.
bool robot_listen(struct robot *robot, struct audio_tap *tap);
void robot_unlisten(struct robot *robot, struct audio_tap *tap);
uint32_t robot_sound_hz(const struct robot *robot);
bool robot_own_volume(const struct robot *robot); // its body is told how loud, and its samples are all full
uint32_t robot_tick(const struct robot *robot);
uint64_t robot_hash(const struct robot *robot);
// Room by room, for finding where two lives part: names and hashes; returns how many, at most ROBOT_ROOMS.
enum { ROBOT_ROOMS = 20 };
size_t robot_hashes(const struct robot *robot, const char **names, uint64_t *hashes, size_t room);
