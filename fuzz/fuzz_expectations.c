// Whatever a scenario expects, it is judged: what did not hold is said with its place and since when, and no
// more than that.
#include "run/check/checks.h"
#include "run/play.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static void look(void *user, struct play *play, int life) { checks_look(user, play, life); }

static void judge(struct checks *checks, struct play *play, const struct scenario *s) {
    static FILE *nowhere;
    if (!nowhere) must((nowhere = fopen("/dev/null", "w")) != NULL);
    uint32_t failed = checks_tell(checks, play, nowhere), said = 0;
    for (uint32_t i = 0; i < s->expectation_count; i++) {
        struct fault fault = {0};
        double since_s = -1;
        if (!checks_failed(checks, i, &since_s, &fault)) continue;
        must(since_s >= 0 && fault.line && fault.said[0]); // it says where, when and what
        said++;
    }
    must(said == failed && failed <= s->expectation_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct scenario *s = scenario_read((struct text){(const char *)data, size}, "fuzz.json", NULL, 0, &fault);
    if (!s) return 0;
    struct play_config config = play_defaults();
    struct checks *checks = checks_new(s);
    must(checks != NULL);
    config.bare = true, config.watch = look, config.user = checks;
    struct play *play = play_new(s, &config, &fault);
    if (play) {
        play_for(play, 300000);
        judge(checks, play, s);
        play_free(play, NULL);
    }
    checks_free(checks);
    scenario_free(s);
    return 0;
}
