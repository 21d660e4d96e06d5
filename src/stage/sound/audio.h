// The sound engine: events in, samples out.
//
//     struct audio_config config;
//     knobs_defaults(&AUDIO_KNOBS, &config);  // or audio_defaults(creature)
//     struct audio *audio = audio_new(&config, set);  // set: audio_set.h; NULL: all events are tones
//     uint32_t play = audio_post(audio, event, AUDIO_ANIMATION, 1, tag);
//     audio_parameter(audio, AUDIO_ALL, fnv1_32_lower("Robot_Vic_Stimulation"), 0.8f, 500, 4);
//     audio_step(audio, tick);  // each life tick, heard or not
//     while (audio_notice(audio, &notice)) …ended, fallen back, played out…
//     size_t count = audio_render(audio, ear, samples, AUDIO_TICK_MAX);  // only when somebody listens
//
// An event is a list of actions on objects: play, stop, pause, resume, mute, volumes, pitches, parameters,
// states, switches. The engine follows what is played through random, sequence, switch and blend containers
// down to sounds.
//
// States, global parameters and buses are shared by all. Switches and other parameters belong to one of the
// game objects below. Parameters glide (ten shapes of curve). They control volumes and pitches by the curves
// in the banks, and switches by thresholds.
//
// Everything that a life can notice (what was drawn, when a sound ends) is counted in audio_step, to the
// sample, whether or not anybody listens. Rendering only reads, so listening never changes a life. Filters
// and limiter keep their state in the listener's own `struct ear`. Chance is counted from seed, tick and
// draw. Nothing allocates after audio_new.
//
// An event that no bank knows, or whose chain cannot be followed, plays as a tone of its own pitch, with one
// warning per bank. At most AUDIO_VOICES play at once: one more replaces the quietest.
#pragma once

#include "base/data/knob.h"
#include "stage/sound/audio_set.h"

enum { AUDIO_VOICES = 32, AUDIO_TICK_MS = 33, AUDIO_TICK_MAX = 1600, AUDIO_RATE_MAX = 48000 };
enum { AUDIO_SPEECH_BYTES = 256 << 10, AUDIO_STREAM_ROOM = 32768 };

enum audio_object { // the game object that a sound belongs to
    AUDIO_ANIMATION,
    AUDIO_PROCEDURAL,
    AUDIO_BEHAVIOR,
    AUDIO_SPEECH,
    AUDIO_STREAM,
    AUDIO_OBJECTS,
    AUDIO_ALL = AUDIO_OBJECTS
};
enum audio_bus {
    AUDIO_BUS_SFX,
    AUDIO_BUS_MOTION,
    AUDIO_BUS_UI,
    AUDIO_BUS_MUSIC,
    AUDIO_BUS_VO,
    AUDIO_BUS_STREAM,
    AUDIO_BUSES
};
enum audio_level {
    AUDIO_MUTE,
    AUDIO_LOW,
    AUDIO_MEDIUM_LOW,
    AUDIO_MEDIUM,
    AUDIO_MEDIUM_HIGH,
    AUDIO_HIGH,
    AUDIO_LEVELS
};

struct audio_config {
    uint64_t seed;
    uint32_t rate_hz;
    int32_t level; // enum audio_level
    float sfx_db, motion_db, ui_db, music_db, vo_db, stream_db;
    float low_cut_hz, treble_hz, treble_db; // filters for what a small speaker cannot or should not play
    float ceiling_db, release_ms;           // of the limiter
    float tone_db;                          // of the tone in place of a missing sound
};
extern const struct knobs AUDIO_KNOBS;
extern const struct knobs AUDIO_TASTE_KNOBS; // of them those that whoever plays may choose: no seed, no rate
struct audio_config audio_defaults(const char *creature); // "vector": 32000 samples a second; "cozmo": 22320

struct audio;
// NULL: out of memory
struct audio *audio_new(const struct audio_config *config, const struct audio_set *set);
void audio_free(struct audio *audio);

// ------------------------------------------------------------------------------------------------ asking

// Takes effect with the next step. Returns the number of the play, 0 when too many run at once.
uint32_t audio_post(struct audio *audio, uint32_t event, enum audio_object object, float volume, uint8_t tag);
uint32_t audio_post_name(struct audio *audio, const char *event, enum audio_object object);
void audio_stop(struct audio *audio, uint32_t play, float fade_ms);
void audio_stop_object(struct audio *audio, enum audio_object object, float fade_ms);
void audio_stop_loops(struct audio *audio, uint8_t tag); // of a clip: loops that would not end by themselves
void audio_state(struct audio *audio, uint32_t group, uint32_t state);
void audio_switch(struct audio *audio, enum audio_object object, uint32_t group, uint32_t value);
void audio_parameter(struct audio *audio, enum audio_object object, uint32_t id, float value,
                     uint32_t ramp_ms, uint8_t curve);
void audio_level(struct audio *audio, enum audio_level level);
enum audio_level audio_level_now(const struct audio *audio);
uint16_t audio_volume(const struct audio *audio); // the level as a factor, 0 … 65535
float audio_parameter_now(const struct audio *audio, enum audio_object object, uint32_t id);
uint32_t audio_switch_now(const struct audio *audio, enum audio_object object, uint32_t group,
                          uint32_t usual);

// Speech, as blocks of the engine's ADPCM (codec/bank/wem.h), copied. `after`: the play after whose end it
// begins, with a pause. 0: too long, or two are queued already.
struct audio_speech {
    struct bytes blocks;
    uint32_t rate_hz;
    uint64_t frames;
    float volume;
    uint8_t tag;
    uint32_t after, pause_ms;
};
uint32_t audio_speak(struct audio *audio, const struct audio_speech *speech);

// A client's own sound, as Vector takes it. It is prepared with its rate and volume, sent in chunks while it
// plays, then completed or cancelled. One at a time.
//
// A notice reports the end. AUDIO_STREAM_DONE: all was played. AUDIO_STREAM_OVERRUN: more came than fits
// (AUDIO_STREAM_ROOM samples ahead). AUDIO_STREAM_FAILED: it was not completed within
// AUDIO_STREAM_PATIENCE_MS after it ran dry.
enum {
    AUDIO_STREAM_RATE_LEAST = 8000,
    AUDIO_STREAM_RATE_MOST = 16025,
    AUDIO_STREAM_CHUNK_MAX = 1024,
    AUDIO_STREAM_PATIENCE_MS = 2000
};
enum err audio_stream_prepare(struct audio *audio, uint32_t rate_hz, uint32_t volume_percent,
                              struct fault *fault);
enum err audio_stream_chunk(struct audio *audio, const uint8_t *bytes, size_t len, struct fault *fault);
enum err audio_stream_complete(struct audio *audio, struct fault *fault);
void audio_stream_cancel(struct audio *audio);

// ---------------------------------------------------------------------------------------------- what happens

enum audio_notice_kind {
    AUDIO_POSTED,    // an event; `event`, `object`
    AUDIO_ENDED,     // everything that a play started has ended
    AUDIO_FELL_BACK, // a tone replaces it
    AUDIO_STATE_SET, // `event`: the group, `value`: the state
    AUDIO_SWITCH_SET,
    AUDIO_STOPPED_ALL, // `object`
    AUDIO_STREAM_DONE,
    AUDIO_STREAM_OVERRUN, // `event`: samples received, `value`: samples played
    AUDIO_STREAM_FAILED,
};
struct audio_notice {
    enum audio_notice_kind kind;
    uint8_t object, tag;
    uint32_t play, event, value;
};
void audio_step(struct audio *audio, uint64_t tick);
bool audio_notice(struct audio *audio,
                  struct audio_notice *out);            // those of the last step and later; the oldest first
uint32_t audio_voices(const struct audio *audio);       // that play in this tick
uint32_t audio_tick_samples(const struct audio *audio); // length of this tick
uint32_t audio_rate(const struct audio *audio);
uint64_t audio_hash(const struct audio *audio); // over the state that is part of the life

// ------------------------------------------------------------------------------------------------ hearing

struct biquad {
    float b0, b1, b2, a1, a2, z1, z2;
};
enum { EAR_AHEAD = 64 };
struct ear {   // state of one listener: equaliser and limiter
    bool full; // without the robot's volume: for a loudspeaker with a volume of its own
    bool tuned;
    uint32_t quiet; // samples since the last sound
    struct biquad cut, treble;
    float delay[EAR_AHEAD], need[EAR_AHEAD], gains[EAR_AHEAD];
    uint32_t at, since; // since: samples after the last one that was too loud
    float held;
    double sum;
    float ceiling, release;
};
// The samples of this tick; 0: silence, and no tail of an earlier sound follows. `ear` begins as {0}.
size_t audio_render(const struct audio *audio, struct ear *ear, int16_t *out, size_t room);
// The ear alone, for other mixers: samples in -1 … 1; the result never exceeds the ceiling.
void ear_tune(struct ear *ear, const struct audio_config *config);
void ear_hear(struct ear *ear, const float *in, int16_t *out, size_t count);

float audio_curve(uint8_t shape, float t); // one of the ten, from 0 at t = 0 to 1 at t = 1
