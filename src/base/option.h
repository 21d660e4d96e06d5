// Command-line options as a table.
//
//     static const struct option OPTIONS[] = {
//         {"seed", 's', OPTION_U64, offsetof(struct sim, seed), "N", "where all chance comes from (default 1)", 0, 1e18},
//         {"record", 0, OPTION_TEXT, offsetof(struct sim, record), "FILE", "write a recording"},
//     };
//     options_parse(OPTIONS, 2, argc, argv, &sim, &rest, fault);
//
// Takes --name value, --name=value, -n value, flags, `--`, and mixes with plain words, which are collected in order. Unknown
// options suggest the nearest. The same table prints --help and makes the man page and shell completion.
#pragma once

#include "base/text.h"

enum option_type { OPTION_FLAG, OPTION_TEXT, OPTION_LIST, OPTION_I32, OPTION_U64, OPTION_F64 };
enum { OPTION_LIST_MAX = 64 };

struct option {
    const char *name;
    char letter; // 0: none
    enum option_type type;
    size_t offset;     // bool, const char *, struct option_list, int32_t, uint64_t, double
    const char *value; // how help names it; NULL for flags
    const char *help;
    double low, high; // both 0: any
};
struct option_list {
    const char *at[OPTION_LIST_MAX];
    size_t count;
};
struct words { // what was not an option, in order; views into argv
    const char *at[256];
    size_t count;
};

enum err options_parse(const struct option *options, size_t count, int argc, char *const *argv, void *into,
                       struct words *rest, struct fault *fault);
void options_help(const struct option *options, size_t count, FILE *to);
