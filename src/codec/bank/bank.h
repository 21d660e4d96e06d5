// Sound banks of the robots' audio engine (Wwise), read and written. Version 120 is Cozmo's, 128 Vector's.
//
//     struct bank bank;
//     if (bank_read(file, arena, &bank, fault)) return fault->err;
//     const struct bank_object *event = bank_object(&bank, fnv1_32_lower("Play_Chirp"));
//     struct bytes wem = bank_media(&bank, media_id);
//     bank_write(&bank, &buf, fault);                    // what was read unchanged comes out to the byte
//
// A bank is a sequence of chunks. Known are BKHD (header), DIDX and DATA (embedded sounds), HIRC (objects),
// STID (names of banks), STMG (states, switches, parameters), INIT (plug-ins) and PLAT (platform). Others are
// kept as they are. The known part of an object is parsed; the rest is kept as `head` and `tail` around it.
// Objects of unknown types, or whose insides cannot be parsed, are kept whole, and that is no error. Names
// are numbers: FNV-1 of the name in lower case (base/hash.h).
//
// To make a bank, fill the structs (bank_new gives an empty one) and write it with the same function. Lists
// live in the arena. Media, heads and tails are views into the file, which must outlive the bank.
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"

enum { BANK_COZMO = 120, BANK_VECTOR = 128, BANK_BYTES_MAX = 256 << 20, BANK_OBJECTS_MAX = 1 << 20 };

enum bank_kind { // numbers of version 128; other versions are translated
    BANK_STATE = 1,
    BANK_SOUND,
    BANK_ACTION,
    BANK_EVENT,
    BANK_RANDOM, // random or sequence
    BANK_SWITCH,
    BANK_MIXER,
    BANK_BUS,
    BANK_BLEND,
    BANK_MUSIC_SEGMENT,
    BANK_MUSIC_TRACK,
    BANK_MUSIC_SWITCH,
    BANK_MUSIC_PLAYLIST,
    BANK_ATTENUATION,
    BANK_DIALOGUE,
    BANK_EFFECT_SHARED,
    BANK_EFFECT,
    BANK_AUX_BUS,
    BANK_LFO,
    BANK_ENVELOPE,
    BANK_DEVICE,
    BANK_FEEDBACK_BUS, // up to version 125
    BANK_FEEDBACK_NODE,
    BANK_OTHER,
};

enum bank_action_type { // those seen in banks
    BANK_STOP = 1,
    BANK_PAUSE,
    BANK_RESUME,
    BANK_PLAY,
    BANK_SET_STATE = 18,
    BANK_SET_PARAMETER = 19,
    BANK_SET_SWITCH = 25,
    BANK_TRIGGER = 29, // target: the trigger that stingers of music wait for
    BANK_SEEK = 30,
    BANK_PLAY_EVENT = 33,
};

enum bank_source {
    BANK_EMBEDDED,
    BANK_STREAMED,
    BANK_PREFETCHED
}; // prefetched: the bank has only the beginning

struct bank_ids {
    uint32_t *at;
    size_t count;
};

struct bank_sound {
    uint32_t codec; // plug-in
    uint8_t source;
    uint32_t media, size;
};
struct bank_action {
    uint8_t scope, type;
    uint32_t target;
    uint8_t flags;
};
struct bank_weight {
    uint32_t child;
    int32_t weight; // 50000 is usual
};
struct bank_random {
    uint16_t loop, loop_min, loop_max; // 0: for ever
    float transition_ms, transition_min, transition_max;
    uint16_t avoid; // this many of the last ones are not played again
    uint8_t transition, shuffle, sequence, flags;
    struct bank_ids children;
    struct {
        struct bank_weight *at;
        size_t count;
    } playlist;
};
struct bank_case {
    uint32_t value;
    struct bank_ids children;
};
enum { BANK_ONLY_FIRST = 1, BANK_GOES_ON = 2, BANK_STOPS = 1 };
struct bank_fade { // how a child of a switch fades when the switch changes while it plays
    uint32_t child;
    // BANK_ONLY_FIRST: it plays once; BANK_GOES_ON: it plays through a change. The second: BANK_STOPS: it is
    // cut off.
    uint8_t bits[2];
    int32_t out_ms, in_ms;
};
struct bank_switch {
    uint8_t by_state; // 0: by a switch
    uint32_t group, fallback;
    uint8_t continuous; // playback follows the switch while it plays
    struct bank_ids children;
    struct {
        struct bank_case *at;
        size_t count;
    } cases;
    struct {
        struct bank_fade *at;
        size_t count;
    } fades;
};

struct bank_object {
    enum bank_kind kind;
    uint8_t wire_type;
    bool known; // the member for its kind is filled; otherwise `tail` is the whole body
    uint32_t id;
    struct bytes head, tail; // the bytes before and after the parsed part
    union {
        struct bank_sound sound;
        struct bank_action action;
        struct bank_ids event; // the actions
        struct bank_random random;
        struct bank_switch select;
        struct bank_ids mixer; // the children
    };
};

struct bank_media {
    uint32_t id, offset, len; // offset within DATA
};
struct bank_name {
    uint32_t id;
    struct text text;
};
struct bank_transition {
    uint32_t from, to, ms;
};
struct bank_states {
    uint32_t group, default_ms;
    struct {
        struct bank_transition *at;
        size_t count;
    } transitions;
};
struct bank_point {
    float at;
    uint32_t value, curve;
};
struct bank_switches { // a switch group that follows a parameter
    uint32_t group, parameter;
    uint8_t kind;
    struct {
        struct bank_point *at;
        size_t count;
    } points;
};
struct bank_parameter {
    uint32_t id;
    float value;
    uint32_t ramp;
    float up, down;
    uint8_t binding;
};
struct bank_settings {
    bool known; // otherwise the chunk is kept as it is
    float threshold_db;
    uint16_t voices, unknown; // unknown: not in version 120
    struct {
        struct bank_states *at;
        size_t count;
    } states;
    struct {
        struct bank_switches *at;
        size_t count;
    } switches;
    struct {
        struct bank_parameter *at;
        size_t count;
    } parameters;
    uint32_t last, reverbs; // counts of room effects, 0; reverbs: version 120 only
};

struct bank_chunk { // in the order of the file; `body` only for chunks that are kept as they are
    char tag[5];
    struct bytes body;
};

struct bank {
    uint32_t version, id, language, zero, project;
    struct bytes header_tail;
    struct {
        struct bank_media *at;
        size_t count;
    } media;
    struct bytes data;
    struct {
        struct bank_object *at;
        size_t count;
    } objects;
    struct {
        struct bank_name *at;
        size_t count;
    } names, plugins;
    uint32_t names_kind; // the first number of STID, 1
    struct bank_settings settings;
    struct text platform;
    struct {
        struct bank_chunk *at;
        size_t count;
    } chunks;
    struct bank_ids by_id; // indices of the objects, by rising id
};

// ERR_VERSION: neither of the two. ERR_SHORT, ERR_RANGE, ERR_DUPLICATE: the fault names chunk, object and
// byte.
enum err bank_read(struct bytes file, struct arena *arena, struct bank *out, struct fault *fault);
enum err bank_write(const struct bank *bank, struct buf *out, struct fault *fault);

struct bank bank_new(uint32_t version, const char *name, const char *language);
// Builds the index that bank_object searches; call it after filling `objects`. ERR_DUPLICATE, ERR_LIMIT.
enum err bank_sort(struct bank *bank, struct arena *arena, struct fault *fault);
// Builds DIDX and DATA from sounds, each aligned to 16 bytes. The bytes live in the arena.
enum err bank_embed(struct bank *bank, struct arena *arena, const struct bank_media *ids,
                    const struct bytes *sounds, size_t count);

const struct bank_object *bank_object(const struct bank *bank, uint32_t id); // NULL: not in this bank
struct bytes bank_media(const struct bank *bank, uint32_t id);               // empty: not embedded
const char *bank_kind_name(enum bank_kind kind);

// Every sound an event may play, through containers, over several banks (a later one wins). Fills at most
// `room` and returns how many there are. Chains that cannot be followed are counted in *lost, if not NULL.
size_t bank_event_sounds(const struct bank *banks, size_t count, uint32_t event, struct bank_sound *out,
                         size_t room, size_t *lost);
