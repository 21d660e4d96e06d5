// Key events for scripts that use `@keypressed` instead of waiting with getchar. The owner of the machine
// calls this for each key while the script is idle or asleep.
#pragma once

#include "pawn/machine/amx.h"

// Calls @keypressed(key), even while another call sleeps. HALT_NONE when the script has no such function.
enum halt lib_key_pressed(struct amx *amx, int32_t key, int32_t *value);
