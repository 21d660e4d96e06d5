// A clip played by a whole creature in a world.
#pragma once

#include "stage/library/library.h"

// A line to stdout for each tick: time, head, lift, place, heading, as the world knows them. What it sounds
// like goes to the file wav, unless that is NULL.
enum err clip_play_in_world(const struct library *library, const struct clip *clip, uint32_t loops,
                            uint64_t seed, const char *resources, const char *wav, struct fault *fault);
