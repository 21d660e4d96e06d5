// The face that goes with a text: a robot's eyes while they say it, as a moving picture or side by side.
//
//     err = say_face(&speech, &order, &(struct say_face){.moving = "hello.png", .strip = NULL}, &fault);
#pragma once

#include "voice/speech.h"

struct say_face {
    const char *moving, *strip; // files; NULL: none. "-" is stdout
    uint64_t scale;
};
enum err say_face(const struct speech *speech, const struct speech_order *order, const struct say_face *wish,
                  struct fault *fault);
