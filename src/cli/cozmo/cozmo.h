// What the commands of `critter cozmo` share: the robot's address, connecting with a message about it, and
// Ctrl-C.
#pragma once

#include "cli/commands.h"

#include <critter/cozmo.h>

// In an options table; `at` is a const char *. The command's .sort_words is cozmo_sort_words: then the
// address may also stand among the words.
#define COZMO_AT(type)                                                                                       \
    {                                                                                                        \
        "at", 'a', OPTION_TEXT, offsetof(type, at), "ADDRESS",                                               \
            "the robot, with or without :PORT, here or as a word of its own (default: $CRITTER_COZMO, else " \
            "172.31.1.1:5551, else a simulated one on 127.0.0.1:5551)"                                       \
    }
#define COZMO_TAKES_OVER                                                                                     \
    "\n\nA robot has one session at a time: this one ends any other, such as the app's or a program's."

#define COZMO_ROBOT     "172.31.1.1"
#define COZMO_SIMULATED "127.0.0.1"

// Takes the words that are addresses (127.0.0.1, robot:5551, localhost) and gives them to --at. Returns an
// exit code.
int cozmo_sort_words(struct call *call);
// The address as asked for, or else $CRITTER_COZMO; NULL: neither says one.
const char *cozmo_address(const char *at);
// Whether a program of this machine listens where a simulated Cozmo does. Nothing is sent.
bool cozmo_simulated_here(void);
// What may help somebody whom no robot answered at `asked`, on stderr; NULL: all the usual places were.
void cozmo_hint(const struct call *call, const char *asked);

// Address NULL: the usual places, one after the other. NULL: it was said why, and the exit code is
// EXIT_FAILED. From here on Ctrl-C ends the work in good order; a second one ends the program.
struct critter_cozmo *cozmo_connect(struct call *call, const char *at,
                                    const struct critter_cozmo_config *config);
// Checks that all words are files before it connects to a robot; false: the missing one was printed.
bool cozmo_files_there(struct call *call);
// One of the protocol's groups of messages; NULL passes.
enum err cozmo_group_exists(const char *group, struct fault *fault);
// Prints critter_cozmo_error. Returns EXIT_FAILED.
int cozmo_failed(struct call *call, struct critter_cozmo *cozmo);
bool cozmo_interrupted(void);
// Waits for at most `ms`, or for ever (-1), until Ctrl-C or the end of the session. False: the session is
// over.
bool cozmo_linger(struct critter_cozmo *cozmo, int ms);
void cozmo_print_identity(const char *address, const struct critter_cozmo_identity *who, bool json);
