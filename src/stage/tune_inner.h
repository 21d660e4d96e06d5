// Between the files of tunes. Nobody else includes this.
#pragma once

#include "stage/tune.h"

enum { TUNE_NAME = 96 };
enum err tune_sound(const struct tune *tune, const struct json *object, float bpm, struct synth_sound *out,
                    struct fault *fault);
