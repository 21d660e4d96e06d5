// A clip played by a whole creature in a simulated world.
#pragma once

#include "stage/library/library.h"

// Prints a line to stdout for each tick: time, head, lift, place and heading, as the world knows them. The
// sound goes to the WAV file `wav`, unless that is NULL.
enum err clip_play_in_world(const struct library *library, const struct clip *clip, uint32_t loops,
                            uint64_t seed, const char *resources, const char *wav, struct fault *fault);
