// Plays animation clips: one step a life tick, in which every track puts out what is due.
//
//     struct player_config config = player_vector();               // or player_cozmo()
//     player_start(&player, &config);
//     struct player_play play = {.clip = clip, .loops = 1, .client = true};
//     uint8_t tag;
//     if (player_play(&player, &play, &tag, fault)) return fault->err;      // ERR_BUSY: a track is taken
//     // each tick, playing or not
//     player_step(&player, &(struct player_in){.tick = tick, .heading_rad = heading}, &out);
//     if (out.news & PLAYER_HEAD) …out.head.angle_rad, in out.head.duration_s…
//
// A step advances clip time by 33 ms. A key-frame fires in the first step at or after its time; of two on one
// track the later one wins. A step puts out, in this order: sound, start notices, head, lift, events,
// pictures, face, lights, body, turns, end notices.
//
//     head, lift       one target with a duration, arrived at when the key-frame ends; drawn within the
//                      variability
//     body             straight, on the spot or in an arc; stops at its end unless the next key-frame begins
//                      there
//     record, turn     the heading is kept; a turn back is steered here step by step from the heading that
//                      comes in
//     face             numbers between the last key-frame and the next one
//     sprites, boxes   which picture of which sequence lies where; a sprite sequence is a box over the whole
//                      face
//     lights           colours that stay until the next key-frame (or fade to it, with lights_ramp)
//     sound            states, switches, parameters, then one event of each group by its probability
//     events           reported; with hold_on_event clip time stops there until player_release
//
// A play locks the tracks that its clip uses, except those it ignores. It is refused when another owner has
// locked one of them. While a clip plays, only the same owner or a client can start another; the newer client
// clip always wins. The clip that played is then ABORTED.
//
// At its end or abort a clip stops its wheels and its looping sounds and releases face and lights
// (`released`); head and lift stay where they are.
//
// Nothing allocates; a player is a value. The clip must stay in place while it plays. Chance is counted from
// the seed, the tick and the draw.
#pragma once

#include "base/maths/chance.h"
#include "codec/clip/clip.h"
#include "schema/body.h"
#include "stage/draw/sketch.h"
#include "stage/face/face.h"

enum { PLAYER_STEP_MS = 33 };
enum player_track { // the locks; also the bits of `news`
    PLAYER_HEAD = 1,
    PLAYER_LIFT = 2,
    PLAYER_BODY = 4,
    PLAYER_FACE = 8,
    PLAYER_EVENT = 16,
    PLAYER_LIGHTS = 32,
    PLAYER_SOUND = 64,
    PLAYER_ALL = 127,
    PLAYER_SPRITES = 128, // in news only: covered by the face's lock
};
enum { PLAYER_LOCKS = 7, PLAYER_BOXES = 48, PLAYER_SOUNDS = 64, PLAYER_EVENTS = 16, PLAYER_NOTICES = 8 };

struct player_config {
    const struct face_style *style;
    uint32_t lights; // 3: front, middle, back; 5: left, front, middle, back, right
    float head_low_deg, head_high_deg, lift_low_mm, lift_high_mm;
    uint64_t seed;
    bool lights_ramp;         // fade between key-frames that do not touch
    bool lights_off;          // the clips' own lights are not played
    enum eye_corners corners; // the order of the eye corners in clips
};
struct player_config player_vector(void);
struct player_config player_cozmo(void);

struct player_play {
    const struct clip *clip;
    uint32_t loops;     // 0: until stopped
    uint32_t ignore;    // tracks that are neither locked nor played
    uint32_t owner;     // whose locks it may use, and whose clips it may interrupt; 0: nobody's
    bool client;        // a program: interrupts any clip
    bool hold_on_event; // pause at events until player_release
};

enum player_drive_kind { DRIVE_STOP, DRIVE_STRAIGHT, DRIVE_SPIN, DRIVE_ARC };
struct player_drive {
    enum player_drive_kind kind;
    float speed;     // mm/s, or deg/s of a spin; forwards and counter-clockwise are positive
    float radius_mm; // of an arc: positive when its centre is on the left
};
void player_wheels(const struct player_drive *drive, float tread_mm, float *left_mmps, float *right_mmps);

struct player_turn { // the request behind a turn to the recorded heading
    float target_rad, speed_dps, accel_dps2, decel_dps2, tolerance_deg;
    uint16_t half_turns;
    bool shortest;
};

enum player_sound_kind { SOUND_STATE, SOUND_SWITCH, SOUND_PARAMETER, SOUND_POST, SOUND_STOP_LOOPS };
struct player_sound {
    enum player_sound_kind kind;
    uint32_t id, value; // a group and its state; a parameter; an event
    float number;       // of a parameter; the volume of an event
    uint32_t ramp_ms;
    uint8_t curve, tag;
};
struct player_event {
    struct text id;
    uint32_t trigger_ms;
    int16_t cozmo_number; // on Cozmo's wire; -1: none
    uint8_t tag;
};
struct player_box {
    struct text box, layer, asset;
    uint32_t picture; // counted from the key-frame, one each 33 ms; see sprite_frame
    enum sprite_end end;
    bool eye_colour; // grey, in the colour of the eyes
    bool whole; // of the face-animation track: covers the whole face, and ends as the sequence itself says
    float x, y, alpha; // alpha 0 … 1
    uint32_t width, height;
    float scan_lines;
};

enum player_notice_kind { PLAY_STARTED, PLAY_LOOPED, PLAY_ENDED, PLAY_ABORTED };
struct player_notice {
    enum player_notice_kind kind;
    uint8_t tag;
    struct text clip;
};

struct player_in {
    uint64_t tick;
    float heading_rad;
};
struct player_out {
    uint32_t clip_ms, loop;
    uint8_t tag; // of the clip that plays now; 0: none
    // held: it waits at an event; the others: face and lights below are the clip's
    bool held, face_on, lights_on;
    uint32_t news, owns; // tracks with something new; tracks of the clip that plays
    uint32_t released;   // free from the next step on
    struct {
        float angle_rad, duration_s;
    } head;
    struct {
        float height_mm, duration_s;
    } lift;
    struct player_drive body;
    bool turn_began;
    struct player_turn turn;
    struct face face;
    struct body_colour lights[5];                                     // as many as the config says
    uint32_t sound_count, event_count, box_count, notice_count, lost; // lost: what did not fit
    struct player_sound sounds[PLAYER_SOUNDS];
    struct player_event events[PLAYER_EVENTS];
    struct player_box boxes[PLAYER_BOXES];
    struct player_notice notices[PLAYER_NOTICES];
};

struct player_place { // state of one sprite box
    struct text name;
    const struct clip_box *first, *now, *next; // now NULL: nothing is shown
    const struct clip_sprites *whole;          // instead of a box: a sequence over the whole face
};
struct player {
    struct player_config config;
    uint32_t locks[PLAYER_LOCKS]; // the owner of each track
    struct player_play play;
    uint32_t owns, used; // tracks of the clip; those that it used so far
    uint32_t taken;      // locks to release at the end
    uint32_t muted;
    uint32_t length_ms, ms, loop;
    uint8_t tag, last_tag;
    bool began, held, release;
    size_t next[CLIP_TRACKS]; // the first key-frame that has not fired
    uint32_t body_end_ms, turn_end_ms;
    bool driving, turning, recorded;
    float recorded_rad, last_heading_rad, turn_left_deg, turn_speed_dps, turn_fastest_dps;
    int turn_sign;
    struct player_turn turn;
    struct face face_from, face_to, face;
    uint32_t face_at_ms, face_until_ms;
    bool face_on, face_rests, lights_on;
    struct body_colour lights_from[5], lights_to[5], lights[5];
    uint32_t lights_fade_ms, lights_until_ms;
    struct player_place boxes[PLAYER_BOXES];
    uint32_t box_count, boxes_lost;
    bool boxes_on;
    struct chance dice[3]; // head, lift, sound
    struct player_notice pending[PLAYER_NOTICES];
    uint32_t pending_count, pending_tracks;
};

void player_start(struct player *player, const struct player_config *config);
// ERR_BUSY: a track is locked, or another owner's clip plays; the fault names it. ERR_LIMIT: too many plays
// within one tick.
enum err player_play(struct player *player, const struct player_play *play, uint8_t *tag,
                     struct fault *fault);
bool player_stop(struct player *player,
                 uint8_t tag); // 0: any. The next step reports the end. False: it does not play
// resumes after an event; false: it does not wait there
bool player_release(struct player *player, uint8_t tag);
void player_step(struct player *player, const struct player_in *in, struct player_out *out);

// Locks tracks for actions that need them, all or none. ERR_BUSY: another owner has one of them.
enum err player_lock(struct player *player, uint32_t tracks, uint32_t owner, struct fault *fault);
void player_unlock(struct player *player, uint32_t tracks, uint32_t owner);
// Drops the output of these tracks while a clip goes on; nobody is refused.
void player_mute(struct player *player, uint32_t tracks);

uint32_t clip_tracks(const struct clip *clip); // the tracks it needs
const char *player_track_name(enum player_track track);
// The output of a step as text, a line each with the clip's time: for golden tests and people.
void player_trace(const struct player_out *out, uint32_t lights, struct buf *to);
uint64_t player_hash(const struct player *player);
