// The words of a command line as files and folders. Words with * ? or [ stand for all files that match, even
// where no shell expanded them.
//
//     int code = paths_each(call, list_one, &wish);       // visit gives an exit code; the worst is returned
#pragma once

#include "cli/commands.h"

bool paths_is_pattern(const char *word); // it contains * ? or [, and is no file or folder
// A pattern that matches nothing is reported on stderr.
int paths_each(struct call *call, int (*visit)(void *user, const char *path), void *user);
// Adds to the fault of a state folder that another process has (ERR_BUSY) what one may do about it.
void paths_state_in_use(struct fault *fault);
