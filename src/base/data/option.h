// Command-line options as a table.
//
//     static const struct option OPTIONS[] = {
//         {"seed", 's', OPTION_U64, offsetof(struct sim, seed), "N",
//          "where all chance comes from (default 1)", 0, 1e18},
//         {"record", 0, OPTION_TEXT, offsetof(struct sim, record), "FILE", "write a recording"},
//     };
//     options_parse(OPTIONS, 2, argc, argv, &sim, &rest, fault);
//
// argv[0] is the program or command; it is skipped. Accepted are --name value, --name=value, -n value,
// -nvalue and flags (also combined: -abc). Plain words may stand anywhere and are collected in order; so are
// `-`, negative numbers, and everything after `--`. A repeated option replaces its earlier value; a list
// grows. For an unknown option the nearest name is suggested. The same table prints --help and makes the man
// page and shell completion. Nothing is copied: texts point into argv.
#pragma once

#include "base/text.h"

enum option_type { OPTION_FLAG, OPTION_TEXT, OPTION_LIST, OPTION_I32, OPTION_U64, OPTION_F64 };
enum { OPTION_LIST_MAX = 64, WORDS_MAX = 4096 }; // a shell expands *.json to many words

struct option {
    const char *name;
    char letter; // 0: none
    enum option_type type;
    size_t offset;     // bool, const char *, struct option_list, int32_t, uint64_t, double
    const char *value; // how help names it; NULL for flags
    const char *help;
    double low, high; // both 0: any value
};
struct option_list {
    const char *at[OPTION_LIST_MAX];
    size_t count;
};
struct words { // plain words in order; views into argv
    const char *at[WORDS_MAX];
    size_t count;
};

struct options { // a table, and the struct that it fills
    const struct option *list;
    size_t count;
    void *into;
};

enum err options_parse(const struct option *options, size_t count, int argc, char *const *argv, void *into,
                       struct words *rest, struct fault *fault);
// Parses with several tables at once, such as a command's own and the common ones. Earlier tables win.
enum err options_parse_all(const struct options *tables, size_t count, int argc, char *const *argv,
                           struct words *rest, struct fault *fault);
void options_help(const struct option *options, size_t count, FILE *to);
// Prints text wrapped at 80 columns. `at`: the column where the first line starts; `indent`: where the others
// start.
void help_wrap(FILE *to, const char *text, unsigned at, unsigned indent);
