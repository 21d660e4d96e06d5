#include "api/inside.h"

#include "mind/tree/live.h"
#include "robot/robot_internal.h"

uint32_t inside_minute(const struct robot *robot) { return robot->mind->live.hour_minute; }
