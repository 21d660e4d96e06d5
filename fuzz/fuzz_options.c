// A command line of lines: whatever stands there is taken, collected, or refused with words.
#include "base/data/option.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct all {
    bool quiet;
    const char *record;
    struct option_list set;
    int32_t level;
    uint64_t seed;
    double speed;
};

static const struct option OPTIONS[] = {
    {"quiet", 'q', OPTION_FLAG, offsetof(struct all, quiet), NULL, "say nothing"},
    {"record", 'r', OPTION_TEXT, offsetof(struct all, record), "FILE", "write a recording"},
    {"set", 's', OPTION_LIST, offsetof(struct all, set), "NAME=VALUE", "change a knob"},
    {"level", 'n', OPTION_I32, offsetof(struct all, level), "N", "how deep", -5, 5},
    {"seed", 0, OPTION_U64, offsetof(struct all, seed), "N", "where all chance comes from"},
    {"speed", 'x', OPTION_F64, offsetof(struct all, speed), "FACTOR", "of time", 0.5, 300},
};

static void must(bool so) {
    if (!so) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 4096) return 0;
    char *line = malloc(size + 1), *argv[400];
    if (!line) return 0;
    memcpy(line, data, size);
    line[size] = 0;
    int argc = 0;
    argv[argc++] = line;
    for (char *at = line; at < line + size && argc < 400; at++) {
        if (*at != '\n') continue;
        *at = 0;
        argv[argc++] = at + 1;
    }
    struct all all = {0};
    struct words rest;
    struct fault fault = {0};
    enum err err = options_parse(OPTIONS, sizeof OPTIONS / sizeof *OPTIONS, argc, argv, &all, &rest, &fault);
    must(err == fault.err && (!err || fault.said[0]));
    must((int)rest.count < argc || argc == 1);
    must(all.level >= -5 && all.level <= 5 && (all.speed == 0 || (all.speed >= 0.5 && all.speed <= 300)));
    for (size_t i = 0; i < all.set.count; i++) must(strlen(all.set.at[i]) <= size);
    free(line);
    return 0;
}
