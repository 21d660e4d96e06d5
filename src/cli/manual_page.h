// A manual page, in the language of man(7), made of the tables that --help shows.
//
//     manual_begin(stdout, "CRITTER", "critter", "companion robots, brought to life");
//     manual_command(stdout, COMMANDS[i]);
//     manual_end(stdout);
#pragma once

#include "cli/commands.h"

#include <stdio.h>

void manual_begin(FILE *to, const char *title, const char *name, const char *summary);
void manual_options(FILE *to, const struct option *list, size_t count);
void manual_command(FILE *to, const struct command *c); // a section of its own
void manual_about(FILE *to, const struct command *c);   // what it does, its options and examples
void manual_end(FILE *to);
