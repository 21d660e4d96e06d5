// What goes wrong inside as the numbers that programs outside see: the one place where enum err becomes enum critter_err.
//
//     enum critter_err critter_thing_do(struct critter_thing *thing) { return err_public(thing_do(thing)); }
//
// Inside there are as many errors as help to find a fault, and they may be renumbered. Outside they are a promise.
#pragma once

#include "base/err.h"

#include <critter/critter.h>

enum critter_err err_public(enum err err);
