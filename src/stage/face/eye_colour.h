// Eye colours: seven of them have a number and a name in the robot's settings.
//
//     struct eye_colour colours[EYE_COLOUR_COUNT];
//     memcpy(colours, EYE_COLOURS, sizeof colours);
//     // eye_color_config.json: {"TIP_OVER_TEAL": {"Hue": 0.42, "Saturation": 1}, …}
//     eye_colours_read(document, colours, &notes, &fault);
//     hsv_to_rgb(colours[0].hue, colours[0].saturation, 1, rgb);
//
// Hue and saturation are 0 … 1. A file may name only some of them. An unknown name is reported in the notes
// and ignored.
#pragma once

#include "base/data/json.h"
#include "stage/face/hsv.h"

#include <stdint.h>

enum { EYE_COLOUR_COUNT = 7 };
struct eye_colour {
    const char *name;
    float hue, saturation;
};
extern const struct eye_colour EYE_COLOURS[EYE_COLOUR_COUNT]; // indexed by the numbers of the settings

// ERR_TYPE and ERR_RANGE come with the place; the table is then unchanged. Names match in either case.
enum err eye_colours_read(const struct json *document, struct eye_colour colours[EYE_COLOUR_COUNT],
                          struct buf *notes, struct fault *fault);
