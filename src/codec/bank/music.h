// The music objects inside sound banks: clips on tracks, tracks in segments, segments in playlists, and what
// to play when a state changes.
//
//     struct bank_music music;
//     if (bank_music(bank, object, arena, &music)) …music.tempo, music.clips.at[0].at_ms…
//     bank_music_write(version, object->kind, &music, &buf);           // the whole body, for own banks
//
// Times are milliseconds. The layouts of versions 120 and 128 differ only in the node. An object is accepted
// only when its parts add up to its exact end; otherwise the result is false and *out is empty. Lists live in
// the arena. Curves over clips are kept as bytes (`curves`). Their notes (MIDI) are not parsed.
#pragma once

#include "codec/bank/part.h"

enum { BANK_MUSIC_DEPTH = 8, BANK_MUSIC_LISTS_MAX = 4096 };
#define BANK_ANY UINT32_MAX // in rules: anything

struct bank_clip { // a part of a recording on a track
    uint32_t subtrack, media;
    double at_ms;                      // where the start of the whole recording would be in the segment
    double trim_begin_ms, trim_end_ms; // cut from the start (positive) and from the end (negative)
    double source_ms;                  // length of the recording
};
struct bank_cue { // the first and the last are the entry and the exit of a segment
    uint32_t id;
    double at_ms;
};
enum bank_sync { // when a change takes effect
    BANK_SYNC_NOW,
    BANK_SYNC_GRID,
    BANK_SYNC_BAR,
    BANK_SYNC_BEAT,
    BANK_SYNC_CUE,
    BANK_SYNC_OWN_CUE,
    BANK_SYNC_ENTRY,
    BANK_SYNC_EXIT,
};
struct bank_rule { // how one object gives way to another; 0: nothing
    struct bank_ids from, to;
    int32_t out_ms, out_offset_ms, in_ms, in_offset_ms;
    uint32_t out_shape, in_shape, sync, sync_cue;
    // whether the parts before the entry and after the exit are heard
    uint8_t post_exit, pre_entry, match_name;
    uint32_t cue_filter, jump_to;
    uint16_t entry;
    bool has_bridge; // a segment played in between
    struct {
        uint32_t segment;
        int32_t in_ms, in_offset_ms, out_ms, out_offset_ms;
        uint32_t in_shape, out_shape;
        uint8_t pre_entry, post_exit;
    } bridge;
};
enum bank_entry_kind {
    BANK_ROW,         // one child after another
    BANK_ROW_STEP,    // the next child each time
    BANK_DRAW,        // drawn at random, until all have played
    BANK_DRAW_STEP,   // one drawn at random
    BANK_SEGMENT = -1 // no children: `segment`
};
struct bank_entry { // a node of a playlist's tree, parents before their children
    uint32_t segment, id, children;
    int32_t kind;
    uint16_t loop; // times; 0: for ever
    int16_t loop_min, loop_max;
    uint32_t weight;
    uint16_t avoid;
    uint8_t draw, shuffle;
};
// A node of a decision tree. `leads`: the first child and the number of children, or at the last group the
// object.
struct bank_branch {
    uint32_t key;   // 0: any other
    uint32_t leads; // an object, or first | count << 16
    uint16_t weight, chance;
};
struct bank_stinger {
    uint32_t trigger, segment, sync, cue, pause_ms;
    // how many segments ahead it may play, when it is too late for the current one
    uint32_t ahead;
};
enum bank_track_kind { BANK_TRACK_PLAIN, BANK_TRACK_DRAW, BANK_TRACK_ROW, BANK_TRACK_SWITCH };

struct bank_music {
    struct bank_node node;
    uint8_t flags, meter_own;
    struct bank_ids children;
    double grid_ms, grid_offset_ms;
    float tempo;                  // beats a minute
    uint8_t bar_beats, beat_note; // 4/4
    struct {
        struct bank_stinger *at;
        size_t count;
    } stingers;
    // segments
    double length_ms;
    struct {
        struct bank_cue *at;
        size_t count;
    } cues;
    // tracks
    struct {
        struct bank_sound *at;
        size_t count;
    } sources;
    struct {
        struct bank_clip *at;
        size_t count;
    } clips;
    uint32_t subtracks;
    struct bytes curves; // raw bytes, with their count
    uint8_t kind;        // enum bank_track_kind
    uint8_t by_state;
    uint32_t group, usual;
    struct bank_ids choices; // which subtrack belongs to which switch
    struct bank_rule change; // only its times are used
    uint32_t ahead_ms;
    // lists and switches
    struct {
        struct bank_rule *at;
        size_t count;
    } rules;
    struct {
        struct bank_entry *at;
        size_t count;
    } entries;
    uint8_t goes_on, weighted; // of a switch: it follows its groups while it plays
    struct bank_ids groups;
    const uint8_t *group_kinds; // 0: a switch, 1: a state
    struct {
        struct bank_branch *at;
        size_t count;
    } branches;
};
bool bank_music(const struct bank *bank, const struct bank_object *object, struct arena *arena,
                struct bank_music *out);
bool bank_music_node(const struct bank *bank, const struct bank_object *object, struct arena *arena,
                     struct bank_node *out);
// `curves` with NULL bytes: none.
enum err bank_music_write(uint32_t version, enum bank_kind kind, const struct bank_music *music,
                          struct buf *out);
// The rule for a change, or NULL. The last rule that fits is taken, as the most specific stands last.
const struct bank_rule *bank_music_rule(const struct bank_music *music, uint32_t from, uint32_t to);
// What a switch plays while its groups have these values; 0: nothing.
uint32_t bank_music_choice(const struct bank_music *music, const uint32_t *values);
