// Everything that a creature can perform: clips, the groups and triggers that choose them, and the light
// patterns of its back.
//
//     struct library_config config = {.creature = "vector", .resources = "/home/me/cozmo_resources"};
//     struct library *library = library_open(&config, &fault);
//     const struct clip *clip = library_clip(library, TEXT("anim_greet_hello_01"));
//     const struct library_trigger *trigger = library_trigger(library, TEXT("GreetAfterLongTime"));
//     if (trigger && !group_pick(trigger->group, &asking, &memory, &item))
//         clip = library_clip_of(library, item);
//     library_free(library);
//
// Our own content is built into the program (assets/: creature.json names its scores). A user's own copy of
// the original resource tree, `resources`, comes on top: a clip, group, trigger or pattern in it replaces
// ours. `resources` names the tree's root or a folder above it.
//
// What is missing there, or cannot be read, stays ours; one line of the notes reports it for each kind. Odd
// entries (a value out of range, an unknown mood, a trigger that occurs twice) are reported too, and used as
// far as possible.
//
// resources.h says where each kind is. Read here are
//
//     Vector   assets/animations/**.bin .json, assets/animationGroups/**/ag_*.json,
//              assets/cladToFileMaps/AnimationTriggerMap.json,
//              assets/cladToFileMaps/{Backpack,Cube}AnimationTriggerMap.json,
//              config/engine/lights/{backpackLights,cubeLights}/**.json,
//              config/engine/behaviorComponent/cubeSpinnerLightMaps.json,
//              config/engine/eye_color_config.json,
//              pictures (see sprites.h), assets/compositeImageResources/imageLayouts/**.json and
//              imageMaps/**.json with
//              assets/cladToFileMaps/CompositeImageLayoutMap.json and CompositeImageMapMap.json,
//              config/engine/animations/boot_anim.raw
//     Cozmo    assets/animations/**, assets/animationGroups/**, assets/animationGroupMaps/*.json,
//              assets/cubeAnimationGroupMaps/*.json,
//              config/engine/lights/{backpackLights,cubeLights}/**.json, assets/faceAnimations/**
//
// A library never changes after it was opened, so several robots may use it at once. Everything in it lives
// until it is closed.
#pragma once

#include "base/system/embedded.h"
#include "codec/clip/clip.h"
#include "stage/clip/player.h"
#include "stage/clip/score.h"
#include "stage/draw/layouts.h"
#include "stage/draw/sprites.h"
#include "stage/face/eye_colour.h"
#include "stage/library/groups.h"
#include "stage/lights/lights.h"
#include "stage/lights/spinner.h"

struct library_config {
    const char *creature;  // "vector", "cozmo"
    const char *resources; // a folder on top of ours; NULL: none
    struct buf *notes;     // what was odd, a line each; NULL: goes to the log
    bool each;             // report every unreadable file and every odd entry on a line of its own
};
struct library_trigger {
    struct text name;
    const struct clip_group *group;
    bool ours; // ours, not the resource tree's
};
struct library_clip {
    struct text name; // sorted by name
    const struct clip *clip;
    uint32_t length_ms;
    bool ours;
};
struct library {
    struct arena *arena;
    const char *creature;
    enum clip_dialect dialect;
    struct player_config player;
    struct library_clip *clips;
    uint32_t clip_count, our_clips;
    struct groups groups;
    const struct clip **by_number; // indexed by a group item's number
    struct library_trigger *triggers;
    uint32_t trigger_count, our_triggers, their_groups;
    struct light_shows backpack;       // named after their trigger
    struct light_shows our_backpack;   // our own patterns, which those replace
    struct light_shows cube, our_cube; // the same for cubes
    struct spinner_map spinner;        // the game's; without colours: there is no game
    struct sketches sketches;          // the text of our own pictures
    struct sprites sprites;            // all pictures
    struct layouts layouts;            // screens made of them
    const struct json *about;          // creature.json
    struct eye_colour eye_colours[EYE_COLOUR_COUNT];
    uint8_t eye_setting;   // which of them the eyes have by default
    uint64_t hash;         // over all names and lengths
    uint32_t broken_files; // of the resource tree: files that could not be read
};

struct library *library_open(const struct library_config *config, struct fault *fault);
void library_free(struct library *library);
const struct clip *library_clip(const struct library *library, struct text name);    // NULL: no such clip
int32_t library_clip_number(const struct library *library, const struct clip *clip); // in library->clips
const struct clip *library_clip_of(const struct library *library, const struct group_item *item);
// NULL: no such group
const struct library_trigger *library_trigger(const struct library *library, struct text name);
// The name of a clip or trigger that is most like it; NULL: none is.
const char *library_nearest(const struct library *library, const char *name);
// NULL: no such trigger
const struct light_show *library_backpack(const struct library *library, const char *trigger);
// NULL: no such trigger
const struct light_show *library_cube(const struct library *library, const char *trigger);

// Pictures that a clip shows and that do not exist; a red square replaces them. Returns how many key-frames
// ask for one, and where the first does ("FaceAnimationKeyFrame at 33 ms: face_hello").
uint32_t library_missing_pictures(const struct library *library, const struct clip *clip, char *first,
                                  size_t size);

// A creature's own scores one after the other, for `critter clip make` and tests. The document stays in the
// arena.
enum err library_score(const struct json *about, size_t index, struct arena *arena, struct score *out,
                       struct fault *fault); // ERR_MISSING with an empty fault: no more scores
enum err library_about(const char *creature, struct arena *arena, const struct json **out,
                       struct fault *fault);
// Our own screens as text: an object with "layouts", "maps", "layoutTriggers" and "mapTriggers".
enum err library_screens(const struct json *about, struct arena *arena, const struct json **out,
                         struct fault *fault);
extern const struct embedded CREATURE_FILES[];
