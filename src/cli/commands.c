#include "cli/commands.h"

// One row a command, sorted by group and name; those without a group first.
#define EACH_COMMAND(ROW)                                                                                    \
    ROW(cmd_completion)                                                                                      \
    ROW(cmd_help)                                                                                            \
    ROW(cmd_manual)                                                                                          \
    ROW(cmd_check_json)                                                                                      \
    ROW(cmd_cozmo_camera)                                                                                    \
    ROW(cmd_cozmo_console)                                                                                   \
    ROW(cmd_cozmo_drive)                                                                                     \
    ROW(cmd_cozmo_dump)                                                                                      \
    ROW(cmd_cozmo_find)                                                                                      \
    ROW(cmd_cozmo_info)                                                                                      \
    ROW(cmd_cozmo_nv)                                                                                        \
    ROW(cmd_cozmo_play_wav)                                                                                  \
    ROW(cmd_cozmo_relay)                                                                                     \
    ROW(cmd_cozmo_replay)                                                                                    \
    ROW(cmd_cozmo_show_image)                                                                                \
    ROW(cmd_cozmo_update)

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
    {"cozmo", "a Cozmo on the air, real or simulated, and what was recorded of one"},
    {"pawn", "the script language: compiler, machine, debugger"},
};
const size_t GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS;
