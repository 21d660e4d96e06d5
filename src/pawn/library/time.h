// A script's own timer (`settimer`, `@timer`): its owner asks when it is due and has it called.
#pragma once

#include "pawn/machine/amx.h"

int64_t lib_timer_due_us(struct amx *amx); // in the machine's world time; INT64_MAX: no timer
enum halt lib_timer_call(struct amx *amx); // calls @timer if it is due, also beside a sleeping call
