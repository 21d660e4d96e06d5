// Any bytes are either refused at a place, or become a scenario that can be built and played for a while, or
// is refused when it is built.
#include "run/play.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct scenario *s = scenario_read((struct text){(const char *)data, size}, "fuzz.json", NULL, 0, &fault);
    must(s || (fault.err && fault.said[0]));
    if (!s) return 0;
    struct play_config config = play_defaults();
    struct play *play = play_new(s, &config, &fault);
    must(play || (fault.err && fault.said[0]));
    if (play) {
        play_for(play, 300000);
        uint64_t hash = world_hash(play_world(play));
        must(hash == world_hash(play_world(play)));
        play_free(play, NULL);
    }
    scenario_free(s);
    return 0;
}
