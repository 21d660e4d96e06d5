#include "cli/commands.h"

#include <string.h>

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
