// The words of a call as files and folders: those with * ? or [ stand for all that fit, also where no shell
// has put them in.
//
//     int code = paths_each(call, list_one, &wish);       // visit gives an exit code; the worst is returned
#pragma once

#include "cli/commands.h"

bool paths_is_pattern(const char *word); // it has * ? or [ in it, and is no file or folder
// A pattern that fits nothing is complained about.
int paths_each(struct call *call, int (*visit)(void *user, const char *path), void *user);
