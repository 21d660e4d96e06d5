// Where a creature's sounds are: this project's own banks, and a user's copy of the original ones on top.
//
//     // NULL: none were found; then every sound is a tone
//     struct audio_set *set = sounds_open("vector", NULL);
//     sounds_close(set);
//
// The caller owns the set. It never changes, so all robots of a play, on any thread, can share one. It is
// looked for in $CRITTER_SOUNDS/NAME-sound, beside the program as the build puts it, and where it is
// installed. `resources` is a folder with the robot's own resource tree, or any folder with banks. Mistakes
// in it are reported once, and our own sounds remain available.
#pragma once

#include "stage/sound/audio_set.h"

struct audio_set *sounds_open(const char *creature, const char *resources);
void sounds_close(struct audio_set *set); // NULL is allowed
// Checks that the banks in a user's copy, and everything in them, can be read: a fault for the first that
// cannot. Counts damaged sounds. A copy without banks passes.
enum err sounds_check(const char *resources, uint32_t *broken, struct fault *fault);
// The name of one of our own events, from the list beside the banks (names.txt); NULL: unknown, or no set. It
// lives as long as the set.
const char *sounds_name(const struct audio_set *set, uint32_t id);
