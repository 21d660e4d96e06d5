// Where a creature's sounds are: this project's own banks, and a user's copy of the original ones over them.
//
//     // NULL: none were found; then every sound is a tone
//     struct audio_set *set = sounds_open("vector", NULL);
//     sounds_close(set);
//
// The set is the caller's; it never changes, so all the robots of a play, on any thread, share one. It is
// looked for in $CRITTER_SOUNDS/NAME-sound, beside the program as the build lays it, and where it is
// installed. `resources` is a folder with the robot's own resource tree, or any with banks; what is wrong
// with it is told once, and ours are there all the same.
#pragma once

#include "stage/sound/audio_set.h"

struct audio_set *sounds_open(const char *creature, const char *resources);
void sounds_close(struct audio_set *set); // NULL is fine
// Whether the banks in a user's copy can be read, and all that is in them: a fault for the first that cannot.
// How many sounds of theirs are broken is counted; a copy without banks is none the worse for it.
enum err sounds_check(const char *resources, uint32_t *broken, struct fault *fault);
// The name of an event of ours, from the list beside the banks (names.txt); NULL: unknown, or no set. It
// lives as long as the set.
const char *sounds_name(const struct audio_set *set, uint32_t id);
