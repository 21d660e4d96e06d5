// Groups of clips for one occasion, and the choice of one clip from a group.
//
//     struct groups groups;
//     if (groups_load("assets/animationGroups", arena, &notes, &groups, fault)) return fault->err;
//     struct group_memory memory;
//     if (group_memory_make(&groups, arena, &memory)) return ERR_MEMORY;           // one for each robot
//     struct group_asking asking = {.mood = MOOD_HIGH_STIM, .head_deg = 12, .now_ms = now,
//                                   .seed = seed, .tick = tick};
//     const struct group_item *item;
//     if (group_pick(groups_find(&groups, TEXT("ag_hello")), &asking, &memory, &item)) …nothing fits…
//     item->clip
//
// Candidates are the clips of the present mood whose window holds the head's angle and whose cool-down is
// over, in whatever group they were last chosen. If there are none, the candidates are those of the mood
// Default by the same rule. One is drawn by weight.
//
// If there are none either, a strict caller gets ERR_MISSING. Others get the clip whose cool-down ends first
// (Vector); or the first whose window almost holds the head, else the first (Cozmo). Chance is counted.
// Choosing allocates nothing.
//
// A file is {"Animations": [{"Name", "Weight", "Mood", "CooldownTime_Sec", "UseHeadAngle",
// "HeadAngleMin_Deg", "HeadAngleMax_Deg"}, …]}; the key may be in lower case. A group is found by its base
// name, in either case.
#pragma once

#include "base/data/json.h"

enum { GROUP_ITEMS_MAX = 4096, GROUPS_MAX = 16384 };

enum simple_mood { MOOD_DEFAULT, MOOD_LOW_STIM, MOOD_MED_STIM, MOOD_HIGH_STIM, MOOD_FRUSTRATED, MOOD_COUNT };
const char *simple_mood_name(enum simple_mood mood);              // "LowStim"
enum err simple_mood_of(struct text name, enum simple_mood *out); // ERR_UNKNOWN

struct group_item {
    struct text clip;
    uint32_t number; // of the clip, in all groups
    float weight;
    enum simple_mood mood;
    uint32_t cooldown_ms;
    bool by_head;
    float head_low_deg, head_high_deg;
};
struct clip_group {
    struct text name;
    struct group_item *items;
    uint32_t count;
};
struct groups {
    struct clip_group *at;
    uint32_t count, room, clips; // clips: different ones over all groups
    void *numbers, *names;       // used while reading
};
struct group_memory {
    uint64_t *ready_ms; // end of the cool-down, by number of the clip
    uint32_t count;
};
struct group_asking {
    enum simple_mood mood;
    float head_deg;
    uint64_t now_ms, seed, tick;
    bool strict, cozmo;
};

// Adds one group; everything is copied into the arena. ERR_DUPLICATE with an empty fault: the group exists
// already and the first stays, which the notes report.
enum err groups_add(struct groups *groups, const struct json *document, const char *name, struct arena *arena,
                    struct buf *notes, struct fault *fault);
// The same for a group that is made already: its items are numbered and taken over, with their texts.
enum err groups_add_made(struct groups *groups, struct text name, struct group_item *items, uint32_t count,
                         struct arena *arena, struct fault *fault);
void groups_drop_last(struct groups *groups); // undoes the last groups_add; only before groups_done
void groups_done(struct groups *groups);      // after the last groups_add, also after one that failed
// Reads every .json below a folder. It stops at the first mistake, with the fault.
enum err groups_load(const char *folder, struct arena *arena, struct buf *notes, struct groups *out,
                     struct fault *fault);
const struct clip_group *groups_find(const struct groups *groups, struct text name); // NULL: no such group

enum err group_memory_make(const struct groups *groups, struct arena *arena, struct group_memory *out);
enum err group_pick(const struct clip_group *group, const struct group_asking *asking,
                    struct group_memory *memory, const struct group_item **out);
// A choice as debugging pages show it: {"clip", "group", "headAngle_deg", "mood", "trigger"}.
void group_tell(const struct clip_group *group, const struct group_item *item,
                const struct group_asking *asking, struct text trigger, struct json_writer *to);
