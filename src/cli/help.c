#include "cli/commands.h"

#include <string.h>

static void row(FILE *to, const char *name, const char *summary) {
    fprintf(to, "  %-14s", name);
    if (strlen(name) > 13) fprintf(to, "\n%16s", "");
    help_wrap(to, summary, 16, 16);
}

void help_program(FILE *to) {
    fputs("critter: companion robots, brought to life\n\nUsage: critter [--log SPEC] COMMAND "
          "...\n\nCommands:\n",
          to);
    const char *group = NULL;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const struct command *c = COMMANDS[i];
        if (!c->group)
            row(to, c->name, c->summary);
        else if (!group || strcmp(group, c->group))
            row(to, c->group, group_summary(c->group));
        group = c->group;
    }
    fputs("\nOptions, before or after the command:\n", to);
    options_help(COMMON_OPTIONS, COMMON_OPTION_COUNT, to);
    fputs("\n'critter help COMMAND' says more about one. Exit codes: 0 success, 1 failed, 2 wrong use.\n",
          to);
}

void help_group(const char *group, FILE *to) {
    fprintf(to, "critter %s: %s\n\nUsage: critter %s COMMAND ...\n\nCommands:\n", group, group_summary(group),
            group);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (COMMANDS[i]->group && !strcmp(COMMANDS[i]->group, group))
            row(to, COMMANDS[i]->name, COMMANDS[i]->summary);
    fprintf(to, "\n'critter help %s COMMAND' says more about one.\n", group);
}

static void examples(const char *lines, FILE *to) {
    fputs("\nExamples:\n", to);
    struct text rest = text_of(lines), line;
    while (text_split(&rest, '\n', &line))
        if (line.len) fprintf(to, "  %.*s\n", (int)line.len, line.at);
}

void help_command(const struct command *command, FILE *to) {
    char title[128];
    command_title(command, title, sizeof title);
    fprintf(to, "%s: %s\n\nUsage: %s%s%s%s\n", title, command->summary, title,
            command->option_count ? " [OPTION...]" : "", command->words ? " " : "",
            command->words ? command->words : "");
    if (command->help) {
        fputc('\n', to);
        help_wrap(to, command->help, 0, 0);
    }
    if (command->option_count) {
        fputs("\nOptions:\n", to);
        options_help(command->options, command->option_count, to);
    }
    if (!command->raw) {
        fputs("\nOptions of every command:\n", to);
        options_help(COMMON_OPTIONS, COMMON_OPTION_COUNT - 1, to); // all but --version
    }
    if (command->examples) examples(command->examples, to);
}

int help_words(const char *const *words, size_t count) {
    if (!count) {
        help_program(stdout);
        return EXIT_FINE;
    }
    const struct command *command = count == 1   ? command_find(NULL, words[0])
                                    : count == 2 ? command_find(words[0], words[1])
                                                 : NULL;
    if (command) {
        help_command(command, stdout);
        return EXIT_FINE;
    }
    if (count == 1 && group_exists(words[0])) {
        help_group(words[0], stdout);
        return EXIT_FINE;
    }
    return -1;
}
