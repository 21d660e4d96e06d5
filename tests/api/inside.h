// What only a look inside a robot's mind tells.
#pragma once

#include <stdint.h>

struct robot;
uint32_t inside_minute(const struct robot *robot); // of its day, as its clock would say
