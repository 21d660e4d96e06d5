// The program's own manual page.
#include "cli/commands.h"

static int run(struct call *call) {
    FILE *to = stdout;
    (void)call;
    manual_begin(to, "CRITTER", "critter", "companion robots, brought to life");
    fputs(".SH SYNOPSIS\n.B critter\n[\\fB\\-\\-log\\fR \\fISPEC\\fR] \\fICOMMAND\\fR ...\n"
          ".SH DESCRIPTION\n"
          "Runs companion robots \\(en Vector, Cozmo and Pleo rb \\(en in software, on a simulated body or "
          "on a real one, with every\n"
          "protocol that their clients speak.\n"
          ".SH OPTIONS\nThese may come before or after the command.\n",
          to);
    manual_options(to, COMMON_OPTIONS, COMMON_OPTION_COUNT);
    fputs(".SH COMMANDS\n", to);
    for (size_t i = 0; i < COMMAND_COUNT; i++) manual_command(to, COMMANDS[i]);
    manual_end(to);
    return EXIT_FINE;
}

const struct command cmd_manual = {
    .name = "manual",
    .summary = "prints the manual page, for man(1)",
    .help = "The page is written from the same tables as --help, and installed as critter(1).",
    .examples = "critter manual | man -l -\n",
    .run = run,
};
