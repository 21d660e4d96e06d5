#include "cli/commands.h"

#include <string.h>

// One row a command, sorted by group and name; those without a group first.
#define EACH_COMMAND(ROW)                                                                                    \
    ROW(cmd_completion)                                                                                      \
    ROW(cmd_help)                                                                                            \
    ROW(cmd_manual)                                                                                          \
    ROW(cmd_check_json)

#define DECLARE(row) extern const struct command row;
EACH_COMMAND(DECLARE)

#define NAME(row) &row,
const struct command *const COMMANDS[] = {EACH_COMMAND(NAME)};
const size_t COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS;

// Only those that have commands are shown.
const struct group GROUPS[] = {
    {"check", "looks for mistakes in files, without running anything"},
    {"clad", "messages and their descriptions"},
    {"clip", "animation clips"},
    {"pawn", "the script language: compiler, machine, debugger"},
};
const size_t GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS;

static bool same(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

const struct command *command_find(const char *group, const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (same(COMMANDS[i]->group, group) && same(COMMANDS[i]->name, name)) return COMMANDS[i];
    return NULL;
}

bool group_exists(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (COMMANDS[i]->group && same(COMMANDS[i]->group, name)) return true;
    return false;
}

const char *group_summary(const char *name) {
    for (size_t i = 0; i < GROUP_COUNT; i++)
        if (same(GROUPS[i].name, name)) return GROUPS[i].summary;
    return "";
}

const char *command_title(const struct command *command, char *out, size_t size) {
    snprintf(out, size, "critter %s%s%s", command->group ? command->group : "", command->group ? " " : "",
             command->name);
    return out;
}
