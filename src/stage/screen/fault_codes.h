// The numbers that a robot shows when something in it fails, and what they mean.
//
//     const struct fault_code *code = fault_code_find(915);     // NULL: no meaning is known
//     if (code->restarts) …"it will restart" is written below…
//
// The three-digit numbers come from the makers' handbook; the words are ours. Of two faults at once the
// higher number is shown.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct fault_code {
    uint16_t code;
    bool restarts; // the robot restarts, and the screen says so
    const char *words;
};
extern const struct fault_code FAULT_CODES[];
extern const uint32_t FAULT_CODE_COUNT;
const struct fault_code *fault_code_find(uint32_t code);
