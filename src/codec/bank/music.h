// What stands inside the music objects of sound banks: pieces of recordings on tracks, tracks in segments,
// segments in lists, and what to play when a state changes.
//
//     struct bank_music music;
//     if (bank_music(bank, object, arena, &music)) …music.tempo, music.clips.at[0].at_ms…
//     bank_music_write(version, object->kind, &music, &buf);           // the whole body, for own banks
//
// Times are milliseconds. The layouts are the same in versions 120 and 128 but for the node; they are
// believed only when they add up to the very end of the object: otherwise false comes back and *out is
// empty. Lists live in the arena. Curves over clips are kept as they are (`curves`), their notes (MIDI)
// are not followed.
#pragma once

#include "codec/bank/part.h"

enum { BANK_MUSIC_DEPTH = 8, BANK_MUSIC_LISTS_MAX = 4096 };
#define BANK_ANY UINT32_MAX // in rules: whatever plays

struct bank_clip { // a piece of a recording on a track
    uint32_t subtrack, media;
    double at_ms;                      // where the recording's own beginning would stand in the segment
    double trim_begin_ms, trim_end_ms; // what is left out, from 0, and to 0 from below
    double source_ms;                  // how long the recording is
};
struct bank_cue { // the first and the last say where a segment is entered and left
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
    uint8_t post_exit, pre_entry,
        match_name; // whether what lies behind the exit, and before the entry, is heard
    uint32_t cue_filter, jump_to;
    uint16_t entry;
    bool has_bridge; // a segment in between
    struct {
        uint32_t segment;
        int32_t in_ms, in_offset_ms, out_ms, out_offset_ms;
        uint32_t in_shape, out_shape;
        uint8_t pre_entry, post_exit;
    } bridge;
};
enum bank_entry_kind {
    BANK_ROW,         // child after child
    BANK_ROW_STEP,    // the next child each time
    BANK_DRAW,        // drawn, until all were there
    BANK_DRAW_STEP,   // one is drawn
    BANK_SEGMENT = -1 // no children: `segment`
};
struct bank_entry { // of a list's tree, parents before their children
    uint32_t segment, id, children;
    int32_t kind;
    uint16_t loop; // times; 0: for ever
    int16_t loop_min, loop_max;
    uint32_t weight;
    uint16_t avoid;
    uint8_t draw, shuffle;
};
struct bank_branch { // of a tree of choices: `first` … of the next group's, or at the last group the object
    uint32_t key;    // 0: any other
    uint32_t leads;  // an object, or first | count << 16
    uint16_t weight, chance;
};
struct bank_stinger {
    uint32_t trigger, segment, sync, cue, pause_ms;
    uint32_t
        ahead; // in how many of the next segments it may come, when it is too late for the one that plays
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
    struct bytes curves; // as they are, with their count
    uint8_t kind;        // enum bank_track_kind
    uint8_t by_state;
    uint32_t group, usual;
    struct bank_ids choices; // which subtrack belongs to which switch
    struct bank_rule change; // of those only the times
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
// curves: NULL bytes are none.
enum err bank_music_write(uint32_t version, enum bank_kind kind, const struct bank_music *music,
                          struct buf *out);
// The rule for a change; NULL: none fits. The last that fits counts, as the most particular stands last.
const struct bank_rule *bank_music_rule(const struct bank_music *music, uint32_t from, uint32_t to);
// What a switch plays while its groups have these values; 0: nothing.
uint32_t bank_music_choice(const struct bank_music *music, const uint32_t *values);
