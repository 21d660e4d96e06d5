// All that a creature can perform: its clips, the groups and triggers by which they are chosen, the light
// patterns of its back.
//
//     struct library_config config = {.creature = "vector", .resources = "/home/me/cozmo_resources"};
//     struct library *library = library_open(&config, &fault);
//     const struct clip *clip = library_clip(library, TEXT("anim_greet_hello_01"));
//     const struct library_trigger *trigger = library_trigger(library, TEXT("GreetAfterLongTime"));
//     if (trigger && !group_pick(trigger->group, &asking, &memory, &item)) clip = library_clip_of(library,
//     item);
//     library_free(library);
//
// Our own content stands in the program (assets/: creature.json names the scores it is made of). A user's own
// copy of the original resource tree, `resources`, lies over it: a clip, group, trigger or pattern that is
// there takes the place of ours. Either the tree's root may be named or a folder above it. What is missing
// there, or cannot be read, is ours, and is told in one line of the notes for each sort of thing; so is what
// is odd (a value out of range, an unknown mood, a trigger that stands twice) and counts as far as it makes
// sense.
//
// Where each kind of thing lies is told in resources.h; read here are
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
// A library never changes after it was opened, so any number of robots may use it at once. Everything in it
// lives as long as it.
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
    const char *resources; // a folder over ours; NULL: none
    struct buf *notes;     // what was odd, a line each; NULL: to the log
    bool each;             // every file that cannot be read and every odd thing has a line of its own
};
struct library_trigger {
    struct text name;
    const struct clip_group *group;
    bool ours; // not the resource tree's
};
struct library_clip {
    struct text name; // sorted by it
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
    const struct clip **by_number; // of a group's item
    struct library_trigger *triggers;
    uint32_t trigger_count, our_triggers, their_groups;
    struct light_shows backpack;       // named after their trigger
    struct light_shows our_backpack;   // the patterns behind those
    struct light_shows cube, our_cube; // the same of cubes
    struct spinner_map spinner;        // the game's; without colours: there is none
    struct sketches sketches;          // our own pictures as they are written
    struct sprites sprites;            // all pictures
    struct layouts layouts;            // screens put together of them
    const struct json *about;          // creature.json
    struct eye_colour eye_colours[EYE_COLOUR_COUNT];
    uint8_t eye_setting;   // which of them its eyes have when nobody says anything else
    uint64_t hash;         // of all names and lengths
    uint32_t broken_files; // of the resource tree, that could not be read
};

struct library *library_open(const struct library_config *config, struct fault *fault);
void library_free(struct library *library);
const struct clip *library_clip(const struct library *library, struct text name);    // NULL: none
int32_t library_clip_number(const struct library *library, const struct clip *clip); // in library->clips
const struct clip *library_clip_of(const struct library *library, const struct group_item *item);
const struct library_trigger *library_trigger(const struct library *library, struct text name); // NULL: none
const struct light_show *library_backpack(const struct library *library, const char *trigger);  // NULL: none
const struct light_show *library_cube(const struct library *library, const char *trigger);      // NULL: none

// Pictures that a clip shows and nobody has, so that a red square will stand there: how many key-frames ask
// for one, and where the first does ("FaceAnimationKeyFrame at 33 ms: face_hello").
uint32_t library_missing_pictures(const struct library *library, const struct clip *clip, char *first,
                                  size_t size);

// Our own scores of a creature, one after the other: for `critter clip make` and tests. The document stays in
// the arena.
enum err library_score(const struct json *about, size_t index, struct arena *arena, struct score *out,
                       struct fault *fault); // ERR_MISSING without a word: no more
enum err library_about(const char *creature, struct arena *arena, const struct json **out,
                       struct fault *fault);
// Our own screens as they are written: an object with "layouts", "maps", "layoutTriggers" and "mapTriggers".
enum err library_screens(const struct json *about, struct arena *arena, const struct json **out,
                         struct fault *fault);
extern const struct embedded CREATURE_FILES[];
