// What is made of four microphones before anybody looks for words in it: one channel, with the direction that
// it comes from and how loud the noise below it is.
//
//     struct processing *p = processing_new(&config, &vector_model);      // NULL: no memory
//     processing_played(p, samples, count, 22320, 0);                     // what went to its speaker
//     struct processed heard;
//     processing_feed(p, chunk, &heard);                                  // a chunk of each microphone
//     processing_free(p);
//
// The five modes are those of Vector's SDK. Off: silence, and nobody is heard. Fast: the first microphone
// that sounds, as it is. Voice detect: the mean of all that sound, the robot's own sound and steady noise
// taken out as the config says. Directional: the same from a beam that turns to whoever speaks. Unknown, a
// mode that nobody chose, is as voice detect. A direction is looked for only while somebody speaks, and when
// asked.
// Nothing but processing_new, and another rate of what is played, allocates.
#pragma once

#include "sense/hear/activity.h"
#include "sense/hear/direction.h"

enum processing_mode {
    PROCESSING_UNKNOWN,
    PROCESSING_OFF,
    PROCESSING_FAST,
    PROCESSING_DIRECTIONAL,
    PROCESSING_VOICE_DETECT,
    PROCESSING_MODES
};
extern const char *const PROCESSING_NAMES[PROCESSING_MODES + 1]; // ended by NULL

struct processing_config {
    enum processing_mode mode;
    bool echo, noise; // are taken out
    bool mute;        // while it sounds itself it hears nothing
};
struct processed {
    int16_t samples[EARS_CHUNK];
    bool speaks, plays;    // somebody does; it does itself, or did until just now
    uint32_t spoken;       // chunks since somebody began to; 0: nobody does
    float floor_db;        // of full scale's square: ten times log10 of the noise's mean square
    struct direction from; // while somebody speaks; index DIRECTION_NONE otherwise
};
struct processing;
struct processing *processing_new(const struct processing_config *config, const struct body_model *model);
void processing_free(struct processing *processing); // NULL is fine
void processing_mode(struct processing *processing, enum processing_mode mode);
// phase: see cleaner_played.
void processing_played(struct processing *processing, const int16_t *samples, size_t count, uint32_t rate_hz,
                       uint32_t phase);
void processing_feed(struct processing *processing, const int16_t chunk[EARS][EARS_CHUNK],
                     struct processed *out);
// Of the last so many chunks, whether somebody speaks or not.
void processing_direction(const struct processing *processing, uint32_t chunks, struct direction *out);
const struct activity *processing_activity(const struct processing *processing); // of the last chunk
