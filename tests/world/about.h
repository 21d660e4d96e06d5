// Numbers that a world measures are about right, or the test says by how much not.
#pragma once

#include "support/support.h"

#include <math.h>

static inline void about(double got, double want, double within) {
    if (!(fabs(got - want) <= within)) fail_msg("%g instead of %g ± %g", got, want, within);
}
