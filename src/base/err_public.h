// Turns internal errors into the public ones: the only place where enum err becomes enum critter_err.
//
//     enum critter_err critter_thing_do(struct critter_thing *thing) { return err_public(thing_do(thing)); }
//
// Internal errors are as many as help to find a fault, and may be renumbered. Public numbers are a promise.
#pragma once

#include "base/err.h"

#include <critter/critter.h>

enum critter_err err_public(enum err err);
