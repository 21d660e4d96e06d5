// For calls of the public client that must succeed; `cozmo` is the session.
#pragma once

#include <critter/cozmo.h>

#define FINE(call)                                                                                           \
    do {                                                                                                     \
        int err_ = (call);                                                                                   \
        if (err_) fail_msg("%s: %s", #call, critter_cozmo_error(cozmo));                                     \
    } while (0)
