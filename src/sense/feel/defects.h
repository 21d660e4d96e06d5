// What does not work in a Vector's own body, as the number that its face shows for it.
//
//     // once a tick; 0: all is well. wanted: as the body was told
//     uint16_t code = defects_step(&defects, in, wanted, model);
//
// Numbers are those of stage/screen/fault_codes.h; of several the highest counts, as there. Told by the body
// itself: a floor or range sensor that failed the test at power-on, a battery that is about to end it.
// Noticed here: a body that says nothing, a sensor that is asked and silent, a touch sensor that reads
// nothing, a microphone that is deaf while another hears. Whatever works again is no fault any more, but for
// what the power-on test said, which stands until the next. Only Vectors have these numbers: for others it is
// always 0. A motor that does not find its stop has none either: it tries again.
#pragma once

#include "border/body_model.h"
#include "border/border.h"

enum { DEFECTS_EARS = 4 };

struct defects {
    bool ever;       // the body has said something
    bool seen;       // a picture has come
    bool near_end;   // its power is about to go
    uint32_t silent; // ticks without a word of the body
    uint32_t no_motion, no_range, no_picture, no_touch, deaf[DEFECTS_EARS]; // ticks that something was missed
    uint16_t tested;                                                        // what the test at power-on found
    uint16_t battery;
};

uint16_t defects_step(struct defects *d, const struct senses_in *in, uint16_t wanted,
                      const struct body_model *model);
uint64_t defects_hash(const struct defects *defects);
