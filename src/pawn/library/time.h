// A script's timer (`settimer`, `@timer`): the owner of the machine asks when it is due and calls it.
#pragma once

#include "pawn/machine/amx.h"

int64_t lib_timer_due_us(struct amx *amx); // in the machine's world time; INT64_MAX: no timer
enum halt lib_timer_call(struct amx *amx); // calls @timer if it is due, even while another call sleeps
