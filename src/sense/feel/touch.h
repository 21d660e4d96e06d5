// A hand on its back: touched, petted, and no more.
//
//     struct touch touch = {0};
//     touch_step(&touch, &config, &senses);        // once a tick
//     if (touch.told & TOUCH_BEGAN) …              // of this tick: TOUCH_ENDED, TOUCH_PETTED, TOUCH_LEFT too
//     touch.touched                                // a hand lies there now
//
// The electrode drifts with the weather and reads higher on the charger and in a hand. So what counts is how
// far a reading is above a slow baseline: above the noise and above a share of all that the electrode can
// tell. The baseline stands still while it is touched, and is found anew where it is set down or taken up.
// Strokes that follow each other are one petting. A body without news, or without an electrode, is not
// touched. Plain data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "schema/body.h"

struct touch_config {
    float baseline_s, sigmas, span_share;
    uint32_t span_counts, on_ms, off_ms, stuck_ms, settle_ms, petted_ms, pause_ms;
};
extern const struct knobs TOUCH_KNOBS;

enum touch_told { TOUCH_BEGAN = 1, TOUCH_ENDED = 2, TOUCH_PETTED = 4, TOUCH_LEFT = 8 };

struct touch {
    uint64_t last_us, born_us;
    uint64_t above_us, below_us; // since when it has been above or below; 0: it is not
    uint64_t began_us, ended_us; // of the touch
    uint64_t settles_us;         // until then the baseline is found anew
    float baseline, variance, raw;
    uint32_t stroked_ms;                   // of this petting
    uint32_t touched, petted, told, where; // where: on the charger, in a hand
};

void touch_step(struct touch *touch, const struct touch_config *config, const struct body_senses *senses);
float touch_on_counts(const struct touch *touch, const struct touch_config *config); // above the baseline
