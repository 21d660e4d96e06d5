// The button on its back: pressed once, twice, or long.
//
//     struct button button = {0};
//     switch (button_step(&button, &config, &senses)) …     // once a tick; BUTTON_NOTHING most of the time
//
// Once is known when no second press has followed in time, long while it is still held. The body takes the
// bounces out of its contact. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "schema/body.h"

struct button_config {
    uint32_t double_ms, long_ms;
};
extern const struct knobs BUTTON_KNOBS;

enum button_told { BUTTON_NOTHING, BUTTON_SINGLE, BUTTON_DOUBLE, BUTTON_LONG };
enum button_state { BUTTON_UP, BUTTON_DOWN, BUTTON_WAITS, BUTTON_SPENT };

struct button {
    uint64_t since_us; // of the state
    uint64_t state;    // enum button_state
};

enum button_told button_step(struct button *button, const struct button_config *config,
                             const struct body_senses *senses);
