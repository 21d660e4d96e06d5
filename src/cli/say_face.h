// The face that goes with a spoken text: the robot's eyes while it speaks, as a moving picture or side by
// side.
//
//     err = say_face(&speech, &order, &(struct say_face){.moving = "hello.png", .strip = NULL}, &fault);
#pragma once

#include "voice/speech.h"

struct say_face {
    const char *moving, *strip; // file names; NULL: not wanted. "-" is stdout
    uint64_t scale;
};
enum err say_face(const struct speech *speech, const struct speech_order *order, const struct say_face *wish,
                  struct fault *fault);
