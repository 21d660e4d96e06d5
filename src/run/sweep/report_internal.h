// What the forms of a report share.
#pragma once

#include "run/sweep/report.h"

enum { SWEEP_EXAMPLES = 5 }; // lives that are listed of a group, and of the worst
enum { SWEEP_BARS = 30 };

double sweep_quantile(const double *sorted, size_t count, double share); // share: 0 to 1
// How many values lie in each of the equal parts between low and high; returns the most of a part, at
// least 1.
uint32_t sweep_bars(const double *values, uint32_t count, double low, double high, uint32_t bars[SWEEP_BARS]);
