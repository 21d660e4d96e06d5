// The tune in data/tones.json, and an engine that plays it for each case.
#pragma once

#include "audio_rig.h"

static inline int begin(void **state) {
    char path[600];
    if (!set) {
        snprintf(path, sizeof path, "%s/tests/stage/data/tones.json", getenv("SOURCE"));
        set = set_of_file(path);
    }
    engine_begin();
    return 0;
}
static inline int end(void **state) {
    engine_end();
    return 0;
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
