// A new project: a folder with a project file, two scripts and a sound, ready to be built.
//
//     if (kit_new("hello", KIT_TEMPLATE, print_path, NULL, fault)) return fault->err;
//
// The last part of the path names the project. ERR_EXISTS: there is such a folder, and it is not empty.
// ERR_SYNTAX: a name that no file of the card can have.
#pragma once

#include "base/err.h"
#include "base/system/embedded.h"

extern const struct embedded KIT_TEMPLATE[];

enum err kit_new(const char *folder, const struct embedded *files,
                 void (*wrote)(void *user, const char *path), void *user, struct fault *fault);
