// Keys for scripts that want to be told (`@keypressed`) and do not wait for them with getchar: whoever owns the machine and sees one
// calls this while the script is idle or asleep.
#pragma once

#include "pawn/machine/amx.h"

// Calls @keypressed(key), also beside a sleeping call. HALT_NONE when the script has none.
enum halt lib_key_pressed(struct amx *amx, int32_t key, int32_t *value);
