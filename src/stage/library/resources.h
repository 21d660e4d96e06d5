// A robot's original resources: a user's own copy of the tree, recognised by its shape, and the place of
// every kind of file in it.
//
//     struct resources tree;
//     if (!resources_open("/home/me/cozmo_resources", &tree, fault)) …fault says what was expected…
//     resources_path(&tree, RESOURCE_EYE_COLOURS, 0, path);       // false: this tree has none
//     // every file of that kind, folders within folders too
//     resources_each(&tree, RESOURCE_CLIPS, take, user, fault);
//
// The root is the folder that holds "assets" and "config": the folder given, or one that the robots' makers
// put around it. Vector's and Cozmo's trees keep some kinds in different places, and each has kinds that the
// other lacks. The place of the triggers tells which of the two a tree is. If it cannot be told (`robot`
// RESOURCES_EITHER), both places are tried. A kind may have several places, which are searched in order.
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum resource_kind {
    RESOURCE_CLIPS,
    RESOURCE_GROUPS,
    RESOURCE_TRIGGERS,
    RESOURCE_MANIFEST,
    RESOURCE_BACKPACK_LIGHTS,
    RESOURCE_BACKPACK_TRIGGERS,
    RESOURCE_CUBE_LIGHTS,
    RESOURCE_CUBE_TRIGGERS,
    RESOURCE_SPINNER,
    RESOURCE_LAYOUTS,
    RESOURCE_LAYOUT_TRIGGERS,
    RESOURCE_IMAGE_MAPS,
    RESOURCE_IMAGE_MAP_TRIGGERS,
    RESOURCE_SPRITES,
    RESOURCE_SEQUENCES,
    RESOURCE_BOOT_MOVIE,
    RESOURCE_EYE_COLOURS,
    RESOURCE_SOUNDS,
    RESOURCE_SPEECH,
    RESOURCE_VOICES,
    RESOURCE_STRINGS,
    RESOURCE_WEATHER_WORDS,
    RESOURCE_REWARDS,
    RESOURCE_KINDS
};
enum resources_robot { RESOURCES_EITHER, RESOURCES_VECTOR, RESOURCES_COZMO };
enum { RESOURCES_PATH = 512, RESOURCE_PLACES = 4 };

struct resources {
    char root[RESOURCES_PATH];
    enum resources_robot robot;
};

// ERR_MISSING: no such folder, or no resources in it.
enum err resources_open(const char *folder, struct resources *out, struct fault *fault);
const char *resource_name(enum resource_kind kind); // "clips", "eye colours"
// The name of a .json file, cut to fit: "ag_hello" for ".../ag_hello.json". False: it is no .json file.
enum { RESOURCE_NAME = 256 };
bool resource_json(const char *path, char name[RESOURCE_NAME]);
// The n-th existing place of a kind: a file or a folder.
bool resources_path(const struct resources *tree, enum resource_kind kind, size_t n,
                    char out[RESOURCES_PATH]);
// Visits every file of a kind: in folders, those with its endings, sorted as folder_walk does. Stops at the
// first error that visit returns.
enum err resources_each(const struct resources *tree, enum resource_kind kind,
                        enum err (*visit)(void *user, const char *path, const char *relative,
                                          struct fault *fault),
                        void *user, struct fault *fault);
