// Our own clips for the commands of the group clip: of one robot or of both, with a user's resources on top.
#pragma once

#include "cli/commands.h"
#include "stage/library/library.h"

// "vector", "cozmo" or NULL for both; calls visit with each library. Returns the exit code.
int clip_each_library(struct call *call, const char *robot, const char *resources,
                      enum err (*visit)(void *user, const struct library *library, struct fault *fault),
                      void *user);
// A clip by its name, or one that the seed draws for a trigger; ERR_UNKNOWN suggests the nearest name.
enum err clip_in_library(const struct library *library, const char *name, uint64_t seed,
                         const struct clip **out, struct fault *fault);
bool clip_name_fits(struct text name, const char *pattern); // * ? [a-z]
