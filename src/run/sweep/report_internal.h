// What the forms of a report share.
#pragma once

#include "run/sweep/report.h"

enum { SWEEP_EXAMPLES = 5 }; // lives that are listed of a group, and of the worst

double sweep_quantile(const double *sorted, size_t count, double share); // share: 0 to 1
