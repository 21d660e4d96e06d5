// The program's sub-commands, as data. These rows make --help, `critter help`, the manual page, shell
// completion and suggestions, and they parse the command line.
//
// A new command is a file src/cli/cmd_dance.c
//
//     struct dance { uint64_t seed; bool slow; };
//     static const struct option OPTIONS[] = {
//         {"seed", 's', OPTION_U64, offsetof(struct dance, seed), "N", "seed (default 1)"},
//         {"slow", 0, OPTION_FLAG, offsetof(struct dance, slow), NULL, "half as fast"},
//     };
//     static int run(struct call *call) {
//         const struct dance *dance = call->options;
//         struct fault fault = {0};
//         if (dance_to(call->words.at[0], dance->seed, &fault)) return call_failed(call, &fault);
//         return EXIT_FINE;
//     }
//     const struct command cmd_dance = {
//         .name = "dance", .summary = "dances to a sound", .words = "FILE",
//         .words_least = 1, .words_most = 1,
//         .help = "The robot listens to FILE, finds its beat and moves to it.",
//         .examples = "critter dance song.wav\ncritter dance --slow waltz.wav    # for small tables\n",
//         .options = OPTIONS, .option_count = 2, .options_size = sizeof(struct dance),
//         .defaults = &(const struct dance){.seed = 1},
//         .run = run};
//
// and one row in src/cli/commands.c, and one line in src/cli/meson.build. With .group = "pawn" it is `critter
// pawn dance`; the group has a row in GROUPS, with its one line of help.
//
// A command with its own spelling of options sets .raw. Then call->argc and call->argv hold its arguments
// unparsed, argv[0] being its name. Only a --help that comes first is answered here. Its option table, if it
// has one, is only shown.
//
// Every command has --help and --log. Exit codes: 0 success, 1 failed, 2 wrong use. Results go to stdout,
// complaints to stderr. A stdout that cannot be written to (a full disk) makes the exit code 1.
#pragma once

#include "base/data/option.h"

#include <stdio.h>

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_WRONG_USE = 2 };

struct command;
struct call {
    const struct command *command;
    void *options;      // command->options_size bytes, from command->defaults and the command line
    struct words words; // what was not an option
    int argc;           // of a raw command: everything after its name
    char *const *argv;
};

struct command {
    const char *name, *group; // group NULL: directly after `critter`
    const char *summary;      // one line, lower-case first letter, no full stop
    const char *words;        // how usage names the words: "FILE...", "NAME VALUE"; NULL: it takes no words
    const char *help;         // paragraphs, separated by "\n\n"
    const char *examples;     // one a line, "# …" after it for a remark
    const struct option *options;
    size_t option_count;
    size_t options_size;
    const void *defaults; // NULL: zeros
    unsigned words_least, words_most;
    bool raw;
    bool any_words; // no upper bound but that of struct words
    bool serves;    // whatever its words: it goes on until Ctrl-C, or looks for a robot first
    // Before the words are counted: gives to options what stands among them. Not of raw commands. NULL:
    // nothing does.
    int (*sort_words)(struct call *call);
    int (*run)(struct call *call);
};
struct command_group {
    const char *name, *summary;
};

extern const struct command *const COMMANDS[]; // sorted by group and name
extern const size_t COMMAND_COUNT;
extern const struct command_group GROUPS[];
extern const size_t GROUP_COUNT;
extern const struct option COMMON_OPTIONS[]; // those that every command has
extern const size_t COMMON_OPTION_COUNT;

const struct command *command_find(const char *group, const char *name); // NULL: no such command
bool group_exists(const char *name);                                     // a group that has commands
const char *group_summary(const char *name);                             // "" when it has no row
// "critter pawn compile"
const char *command_title(const struct command *command, char *out, size_t size);

// A manual page, in the language of man(7), of the tables that --help shows (manual_page.c): a beginning,
// commands as sections of their own or one alone, and the end.
void manual_begin(FILE *to, const char *title, const char *name, const char *summary);
void manual_options(FILE *to, const struct option *list, size_t count);
void manual_command(FILE *to, const struct command *command);
void manual_about(FILE *to, const struct command *command);
void manual_end(FILE *to);

// Prints the reason to stderr: file:line:column first when the fault has a file, else the command's name.
// Returns EXIT_FAILED.
int call_failed(const struct call *call, const struct fault *fault);
// Prints what is wrong with the command line, and where help is. Returns EXIT_WRONG_USE.
int call_wrong(const struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Whether a robot with content of its own is called so, or none was named (NULL); else says what is wrong.
bool call_robot(const struct call *call, const char *name);

// Writes a command's result: `path` - is stdout. Says on stderr which file was written, and how large it is.
enum err call_write(const char *path, const void *bytes, size_t len, struct fault *fault);
// Says the same of a file that was written piece by piece. Of what is no file, or is not there, nothing.
void call_wrote(const char *path);

// Files of a folder are told together: call_put writes one and counts it, and does not wait for the disk.
struct wrote {
    uint32_t files;
    uint64_t bytes;
};
enum err call_put(struct wrote *all, const char *path, const void *bytes, size_t len, struct fault *fault);
void call_wrote_files(const char *folder, const struct wrote *all);
// Says it of a world recording and of the lives beside it.
struct scenario;
void call_wrote_recording(const char *path, const struct scenario *scenario);

void help_program(FILE *to);
void help_group(const char *group, FILE *to);
void help_command(const struct command *command, FILE *to);
// Help for the words after `critter help`. Returns the exit code.
int help_words(const char *const *words, size_t count);

int cli_main(int argc, char *const *argv);
