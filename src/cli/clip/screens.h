// Writes our own pictures and screens as files, laid out as the robots have them: for critter clip make.
#pragma once

#include "cli/commands.h"
#include "stage/library/library.h"

// Writes into the tree below `folder`, and counts what it wrote; *count: how many pictures there were.
enum err clip_put_screens(const struct library *library, const char *folder, uint32_t *count,
                          struct wrote *wrote, struct fault *fault);
