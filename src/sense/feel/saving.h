// Whether its sensors may sleep: nothing moves, nothing is asked, and it sleeps or stands on its charger.
//
//     struct saving saving = {0};
//     if (saving_step(&saving, &config, &senses, rests)) …order BODY_ORDER_SAVE_SENSORS…      // once a tick
//
// rests: nobody asks anything that moves, and it sleeps or is being charged. Floor and range sensors go dark
// then, and encoders are only looked at now and then. Whatever moves or touches it ends that at once. Plain
// data, without gaps.
#pragma once

#include "base/data/knob.h"
#include "schema/body.h"

struct saving_config {
    bool on;
    uint32_t after_ms;
};
extern const struct knobs SAVING_KNOBS;

struct saving {
    uint64_t since_us, saves; // since when it has rested; 0: it does not
};

bool saving_step(struct saving *saving, const struct saving_config *config, const struct body_senses *senses,
                 bool rests);
