// A clip as Cozmo is sent it: slots of a thirtieth of a second. Each is a piece of sound or silence with the
// key-frames and the picture due in it.
//
//     struct reel_config config = reel_defaults();
//     struct reel *reel = reel_new(&config);                     // NULL: no memory
//     if (reel_play(reel, clip, 7, 1, fault)) return fault->err; // animation 7, once
//     struct reel_slot slot;
//     while (reel_slot(reel, heading_rad, &slot))
//         … slot.sound ? OutputAudio(slot.samples) : OutputSilence …, then slot.messages, in this order
//     reel_free(reel);
//
// The first slot holds StartAnimation, the last EndAnimation. Between them come AnimHead, AnimLift,
// AnimEvent, DisplayImage, AnimBackpackLights, AnimBody, RecordHeading and TurnToRecordedHeading as the
// player (player.h) puts them out.
//
// Sounds are what the key-frames' events lead to in the banks (audio.h); a sound that outlasts the clip plays
// to its end. Pictures of sequences lie over the eyes, as on the robot's own screen (screen.h). A picture is
// sent when it changes, and once a second; lights too, while the clip controls them.
//
// Views in a message are valid until the next slot. Nothing allocates except reel_new and the first use of a
// picture file. The clip must stay in place.
#pragma once

#include "codec/picture/rle.h"
#include "codec/sound/ulaw.h"
#include "schema/cozmo.h"
#include "stage/clip/player.h"
#include "stage/draw/sprites.h"
#include "stage/sound/audio.h"

enum { REEL_MESSAGES = 24, REEL_ANIMATION_MOST = 254 };

struct reel_config {
    struct player_config player;
    const struct audio_set *sounds; // NULL: tones
    const struct sprites *sprites;  // NULL: none
    uint64_t seed;
    enum ulaw_law law;
    bool rows_64;         // pictures light every other row of 64, alternating; else one row of each pair
    bool short_durations; // AnimHead and AnimLift have one byte of duration, instead of two
    bool plain_turns;     // TurnToRecordedHeading has no body: to the heading, the shorter way
};
struct reel_slot {
    bool sound;
    uint8_t samples[ULAW_FRAME];
    struct cozmo_message messages[REEL_MESSAGES];
    uint32_t count;
};

struct reel;
struct reel_config reel_defaults(void);
struct reel *reel_new(const struct reel_config *config);
void reel_free(struct reel *reel);
// Forgets what played: end it on the robot first. id 1 … REEL_ANIMATION_MOST; loops 0: until stopped.
enum err reel_play(struct reel *reel, const struct clip *clip, uint8_t id, uint32_t loops,
                   struct fault *fault);
void reel_stop(struct reel *reel); // its last slot comes soon
bool reel_plays(const struct reel *reel);
// The eyes under and after a clip's pictures if the clip has no face; otherwise they look straight ahead.
void reel_eyes(struct reel *reel, const struct face *eyes);
bool reel_slot(struct reel *reel, float heading_rad, struct reel_slot *out); // false: nothing plays
size_t reel_slot_bytes(const struct reel_slot *slot);                        // of the robot's memory

// A face in the display's coding, as a reel's pictures are. 0: it does not fit into a frame of the link.
size_t reel_face(const struct face *face, bool rows_64, unsigned parity, uint8_t code[RLE_SEND_MAX]);
