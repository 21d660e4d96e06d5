// A life of a run as a robot, for tests that look inside it.
#pragma once

#include "robot/robot.h"
#include "run/run.h"

// NULL: there are fewer lives, or it is a soul of another kind.
static inline struct robot *run_robot(struct run *run, size_t life) { return robot_of(run_soul(run, life)); }
