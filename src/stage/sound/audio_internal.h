// What the files of the sound engine share; nobody else includes this.
#pragma once

#include "base/maths/chance.h"
#include "base/maths/maths.h"
#include "base/ring.h"
#include "stage/sound/audio.h"

enum {
    WALKS = 32,
    PLAYS = 32,
    LATERS = 32,
    POSTS = 32,
    PARAMETERS = 128,
    STATES = 64,
    SWITCHES = 96,
    TUNINGS = 32,
    NOTICES = 64,
    CHAIN = 12,    // a sound and its containers
    ROUTE = 6,     // buses on its path
    DUCKS = 24,    // buses that make others quieter
    DEPTH = 12,    // containers inside containers, events inside events
    REMEMBER = 12, // recent plays of a container that are avoided
    KERNELS = 6,   // different rates of sounds
    SPEECHES = 2,
    SONGS = 6,
    STUNG = 8,
    STINGS_DUE = 4,
    NO_WALK = -1,
    STARTS_MAX = 400, // in a tick: bounds an endless chain of empty sounds
};
#define FOREVER INT64_MAX

struct kernel { // filter weights for sounds of one rate
    uint32_t rate;
    float *weights, *own; // own: to be freed
};
enum { KERNEL_SIDE = 16, KERNEL_TAPS = 2 * KERNEL_SIDE, KERNEL_PHASES = 64 };

enum fade_end { FADE_STAYS, FADE_STOPS, FADE_PAUSES };
struct fade {
    float from, to, now;
    int64_t at, length; // samples
    uint8_t shape;
    enum fade_end then;
};

struct voice {
    bool live, over, paused, stepped; // over: it ended in this tick, and may still be heard in it
    uint8_t object, tag;
    enum audio_bus bus;
    int16_t walk;
    uint32_t serial; // of music: the segment it belongs to; 0: none
    uint32_t play, chain_len;
    // the sound, last, and its containers: their volumes and curves apply
    const struct audio_item *chain[CHAIN];
    const struct bank_layer *layers[2];    // of the blends among them
    const struct audio_item *route[ROUTE]; // the buses on its path, its own first
    uint32_t route_len;
    const struct audio_source *source;
    struct audio_source own; // of a tone
    const struct kernel *kernel;
    int64_t delay;     // samples until it begins
    uint64_t at, step; // 32.32 fixed point: frame of the source, and frames a sample
    float volume, drawn_db, drawn_cents;
    int64_t tail; // length of its fade-out in samples; 0: none
    bool tail_power;
    struct fade fade;
    float gain;
    // The tick that may be rendered now.
    uint32_t from, count;
    uint64_t window_at, window_step;
    float gain_from, gain_to;
};

enum walk_kind { WALK_ROW, WALK_FOLLOW, WALK_MUSIC };
struct walk { // a container that continues by itself: one child after the other, with its switch, or as music
    bool live;
    enum walk_kind kind;
    uint8_t object, tag;
    int16_t parent;
    uint32_t play, chain_len;
    const struct audio_item *item, *chain[CHAIN];
    const struct bank_layer *layers[2];
    float volume;
    uint32_t children; // that still play
    int64_t left;      // children still to start; FOREVER
    int64_t timer;     // until the next one; -1: when the last has ended
    uint32_t next;     // of a sequence
    bool paused;
    bool fades;     // when it follows a switch: children fade in from now on
    int32_t value;  // … the case that plays; -1: none
    uint64_t begun; // … children that played
    int16_t song;   // of music
};

struct play {
    uint32_t id, event, count; // 0: free. count: voices, walks and actions still to come
    uint8_t object, tag;
    bool fell_back;
};
struct later { // an action that waits
    bool live;
    const struct audio_item *action;
    uint32_t play;
    int64_t delay;
    float volume;
    uint8_t object, tag;
};
struct posted {
    uint32_t event, play;
    float volume;
    uint8_t object, tag;
    int8_t speech; // which, plus one; 0: none
    uint32_t after, pause_ms;
};
struct parameter {
    uint32_t id;
    uint8_t object; // AUDIO_ALL: all objects
    uint8_t curve, ramp;
    float usual, from, to, now, up, down;
    uint64_t began_ms;
    uint32_t ramp_ms;
};
struct choice { // a state or a switch; a state changes gradually
    uint32_t group, value, from, object, ramp_ms, at_ms;
};
struct tuning { // a value set from outside on an object of a bank
    uint32_t id;
    float db, cents;
    bool mute;
};
struct duck { // one bus makes another quieter
    const struct audio_item *from, *bus;
    const struct bank_duck *how;
    float share; // of it, 0 … 1
    uint32_t quiet_ms;
};
struct memory { // of a random container
    uint8_t last[REMEMBER];
    uint8_t count;
    uint16_t next;
    uint64_t used; // played in the present shuffle
};
struct speech {
    struct audio_source source;
    uint32_t play;
    uint8_t *bytes;
};
struct song_level { // a position in the tree of a list
    uint16_t entry, next;
    uint64_t used; // children that were drawn
    int64_t left;  // repetitions
};
struct sting_due { // one that was too late for the present segment and may play in one of the next
    const struct bank_stinger *stinger;
    uint32_t segments;
};
struct song { // music that plays: one for each walk of that kind
    int16_t walk;
    const struct audio_item *list, *segment; // list: what plays now, a list or a lone segment; NULL: silence
    struct song_level levels[BANK_MUSIC_DEPTH + 2];
    uint32_t depth, serial;
    int64_t since, exit; // samples from the segment's entry until now, and until its exit
    // a change that is pending
    bool waits, at_exit, bridged;
    const struct audio_item *coming;
    const struct bank_rule *rule;
    int64_t coming_in; // samples from the start of this tick
    struct sting_due due[STINGS_DUE];
    uint32_t due_count;
};
struct stung { // a stinger that was played, and when
    const struct bank_stinger *stinger;
    uint64_t at_ms;
};
enum stream_state { STREAM_NONE, STREAM_OPEN, STREAM_COMPLETE };
struct stream {
    enum stream_state state;
    int16_t *room;
    uint64_t came, at, step; // at: 32.32 of the next sample
    float gain;
    uint32_t rate, dry_ms;
    const struct kernel *kernel;
    // the tick that may be rendered
    uint64_t window_at, window_end;
    uint32_t count;
};

struct audio {
    struct audio_config config;
    const struct audio_set *set;
    uint64_t tick, ms;
    uint32_t samples; // of this tick
    struct chance dice;
    struct kernel kernels[KERNELS];
    uint32_t kernel_count;
    struct voice voices[AUDIO_VOICES];
    struct walk walks[WALKS];
    struct song songs[SONGS];
    struct stung stung[STUNG];
    uint32_t last_serial;
    struct play plays[PLAYS];
    struct later laters[LATERS];
    struct posted posts[POSTS];
    uint32_t post_count, last_play;
    struct parameter parameters[PARAMETERS];
    uint32_t parameter_count;
    struct choice states[STATES], switches[SWITCHES];
    uint32_t state_count, switch_count;
    struct tuning tunings[TUNINGS];
    uint32_t tuning_count;
    struct duck ducks[DUCKS];
    uint32_t duck_count;
    float bus_db[AUDIO_BUSES], bus_action_db[AUDIO_BUSES];
    float master, master_now, master_before; // wanted; at the end of this tick and of the previous one
    bool bus_mute[AUDIO_BUSES];
    struct memory *memories; // AUDIO_OBJECTS for each random container
    struct speech speeches[SPEECHES];
    struct stream stream;
    struct audio_notice notices[NOTICES];
    struct ring heard; // of notices
    uint64_t warned;   // banks that a warning was logged for
    bool warned_of_none;
    uint32_t starts; // in this tick
};

// audio.c
void tell_audio(struct audio *audio, struct audio_notice notice);
struct play *play_of(struct audio *audio, uint32_t id);
void play_less(struct audio *audio, uint32_t id);
int64_t samples_of(const struct audio *audio, float ms);

// audio_values.c
float parameter_at(const struct audio *audio, uint8_t object, uint32_t id);
void parameters_begin(struct audio *audio);
void parameters_step(struct audio *audio);
uint32_t state_now(const struct audio *audio, uint32_t group, uint32_t usual);
// how far its change has progressed, 0 … 1
float state_share(const struct audio *audio, uint32_t group, uint32_t state);
float knots_at(const struct bank_knot *knots, size_t count, float x);
struct tuning *tuning_of(struct audio *audio, uint32_t id, bool make);

// audio_play.c
struct start { // what is passed down from container to sound
    uint32_t play, chain_len;
    const struct audio_item *chain[CHAIN];
    const struct bank_layer *layers[2];
    float volume, fade_ms, tail_ms;
    uint8_t fade_shape;
    bool tail_power;
    uint8_t object, tag;
    int16_t walk;
    int64_t delay;
    unsigned depth;
    int64_t longest; // returned: samples until everything that began has ended
};
void start_item(struct audio *audio, const struct audio_item *item, struct start *start);
void start_id(struct audio *audio, uint32_t id, struct start *start);
int16_t walk_new(struct audio *audio, const struct audio_item *item,
                 struct start *start);                                         // NO_WALK: too many
struct start walk_start(const struct walk *walk, int16_t index, int64_t when); // of its next child
void walk_ended(struct audio *audio, int16_t index, int64_t when);
enum audio_bus bus_of(const struct start *start, enum audio_bus usual);
void walk_kill(struct audio *audio, int16_t index); // at once; what it started plays on, and nobody counts it
void walk_child_ended(struct audio *audio, int16_t walk, int64_t when);
// audio_follow.c
int32_t switch_case(const struct audio *audio, const struct audio_item *item, uint8_t object);
void follow_start(struct audio *audio, const struct audio_item *item, struct start *start);
bool follow_over(const struct walk *walk);
void follows_step(struct audio *audio);
// audio_duck.c
void ducks_find(struct audio *audio); // those of its banks
void ducks_step(struct audio *audio);
// by how much ducking lowers a bus now
float ducks_db(const struct audio *audio, const struct audio_item *bus);
// audio_song.c
void song_start(struct audio *audio, const struct audio_item *item, struct start *start);
void song_on(struct audio *audio, int16_t walk, int64_t when);
void songs_step(struct audio *audio);
bool song_lives(const struct audio *audio, const struct song *song);
// Samples from the start of this tick until something may play in time with a song that has a segment; -1: at
// its exit.
int64_t song_until(const struct audio *audio, const struct song *song, uint32_t sync, uint32_t cue);
// audio_sting.c
void sting(struct audio *audio, uint8_t object,
           uint32_t trigger);                           // AUDIO_ALL: any object's music
void stings_on(struct audio *audio, struct song *song); // a segment of it began
void songs_pass(struct audio *audio);
// audio_play.c, on
bool walks_due(struct audio *audio);
void walks_pass(struct audio *audio);
struct voice *voice_new(struct audio *audio, const struct start *start, const struct audio_source *source,
                        enum audio_bus bus);
void fall_back(struct audio *audio, uint32_t event, uint32_t bank, struct start *start);

// audio_act.c
void act_event(struct audio *audio, const struct audio_item *event, uint32_t play, uint8_t object,
               float volume, uint8_t tag, int64_t delay, unsigned depth);
void act_laters(struct audio *audio);
enum audio_bus bus_named(uint32_t id, enum audio_bus otherwise);

// audio_voice.c
void voices_step(struct audio *audio);
void voice_fade(struct audio *audio, struct voice *voice, float to, float ms, uint8_t shape,
                enum fade_end then);
void voice_end(struct audio *audio, struct voice *voice, int64_t when);
void stream_step(struct audio *audio);
bool kernels_make(struct audio *audio);
const struct kernel *kernel_for(const struct audio *audio, uint32_t rate);
