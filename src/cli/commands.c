#include "cli/commands.h"

// One row a command, sorted by group and name; those without a group first.
// clang-format off
#define EACH_COMMAND(ROW)                                                                                   \
    ROW(cmd_completion)                                                                                     \
    ROW(cmd_help)                                                                                           \
    ROW(cmd_manual)                                                                                         \
    ROW(cmd_record)                                                                                         \
    ROW(cmd_replay)                                                                                         \
    ROW(cmd_run)                                                                                            \
    ROW(cmd_say)                                                                                            \
    ROW(cmd_sim)                                                                                            \
    ROW(cmd_sweep)                                                                                          \
    ROW(cmd_tell)                                                                                           \
    ROW(cmd_bank_extract)                                                                                   \
    ROW(cmd_bank_list)                                                                                      \
    ROW(cmd_bank_make)                                                                                      \
    ROW(cmd_bank_play)                                                                                      \
    ROW(cmd_body_check)                                                                                     \
    ROW(cmd_body_keys)                                                                                      \
    ROW(cmd_check_json)                                                                                     \
    ROW(cmd_check_resources)                                                                                \
    ROW(cmd_clad_check)                                                                                     \
    ROW(cmd_clad_doc)                                                                                       \
    ROW(cmd_clad_dump)                                                                                      \
    ROW(cmd_clad_encode)                                                                                    \
    ROW(cmd_clip_convert)                                                                                   \
    ROW(cmd_clip_list)                                                                                      \
    ROW(cmd_clip_make)                                                                                      \
    ROW(cmd_clip_manifest)                                                                                  \
    ROW(cmd_clip_play)                                                                                      \
    ROW(cmd_clip_show)                                                                                      \
    ROW(cmd_clip_triggers)                                                                                  \
    ROW(cmd_clip_verify)                                                                                    \
    ROW(cmd_cozmo_app)                                                                                      \
    ROW(cmd_cozmo_camera)                                                                                   \
    ROW(cmd_cozmo_console)                                                                                  \
    ROW(cmd_cozmo_drive)                                                                                    \
    ROW(cmd_cozmo_dump)                                                                                     \
    ROW(cmd_cozmo_find)                                                                                     \
    ROW(cmd_cozmo_info)                                                                                     \
    ROW(cmd_cozmo_nv)                                                                                       \
    ROW(cmd_cozmo_play)                                                                                     \
    ROW(cmd_cozmo_play_wav)                                                                                 \
    ROW(cmd_cozmo_relay)                                                                                    \
    ROW(cmd_cozmo_replay)                                                                                   \
    ROW(cmd_cozmo_show_image)                                                                               \
    ROW(cmd_cozmo_sim)                                                                                      \
    ROW(cmd_cozmo_update)                                                                                   \
    ROW(cmd_face_draw)                                                                                      \
    ROW(cmd_face_faults)                                                                                    \
    ROW(cmd_face_list)                                                                                      \
    ROW(cmd_face_screen)                                                                                    \
    ROW(cmd_face_screens)                                                                                   \
    ROW(cmd_face_sheet)                                                                                     \
    ROW(cmd_light_list)                                                                                     \
    ROW(cmd_light_show)                                                                                     \
    ROW(cmd_log_show)                                                                                       \
    ROW(cmd_map_draw)                                                                                       \
    ROW(cmd_mind_acts)                                                                                      \
    ROW(cmd_mind_check)                                                                                     \
    ROW(cmd_mind_classes)                                                                                   \
    ROW(cmd_mind_diary)                                                                                     \
    ROW(cmd_mind_feel)                                                                                      \
    ROW(cmd_mind_force)                                                                                     \
    ROW(cmd_mind_moods)                                                                                     \
    ROW(cmd_mind_say)                                                                                       \
    ROW(cmd_mind_senses)                                                                                    \
    ROW(cmd_mind_stack)                                                                                     \
    ROW(cmd_mind_tree)                                                                                      \
    ROW(cmd_mind_why)                                                                                       \
    ROW(cmd_pawn_compile)                                                                                   \
    ROW(cmd_pawn_debug)                                                                                     \
    ROW(cmd_pawn_disasm)                                                                                    \
    ROW(cmd_pawn_profile)                                                                                   \
    ROW(cmd_pawn_run)                                                                                       \
    ROW(cmd_pawn_verify)                                                                                    \
    ROW(cmd_pleo_build)                                                                                     \
    ROW(cmd_pleo_csv2ucf)                                                                                   \
    ROW(cmd_pleo_csv2umf)                                                                                   \
    ROW(cmd_pleo_monitor)                                                                                   \
    ROW(cmd_pleo_new)                                                                                       \
    ROW(cmd_pleo_ucf2csv)                                                                                   \
    ROW(cmd_pleo_umf2csv)                                                                                   \
    ROW(cmd_pleo_urf)                                                                                       \
    ROW(cmd_pleo_usf2wav)                                                                                   \
    ROW(cmd_pleo_wav2usf)                                                                                   \
    ROW(cmd_robot_do)                                                                                       \
    ROW(cmd_robot_things)                                                                                   \
    ROW(cmd_robot_watch)                                                                                    \
    ROW(cmd_sdk_audio)                                                                                      \
    ROW(cmd_sdk_call)                                                                                       \
    ROW(cmd_sdk_camera)                                                                                     \
    ROW(cmd_sdk_features)                                                                                   \
    ROW(cmd_sdk_find)                                                                                       \
    ROW(cmd_sdk_info)                                                                                       \
    ROW(cmd_sdk_serve)                                                                                      \
    ROW(cmd_sdk_setup)                                                                                      \
    ROW(cmd_sdk_token)                                                                                      \
    ROW(cmd_sdk_watch)                                                                                      \
    ROW(cmd_sdk_wipe)                                                                                       \
    ROW(cmd_sense_hear)                                                                                     \
    ROW(cmd_sense_models)                                                                                   \
    ROW(cmd_sense_see)                                                                                      \
    ROW(cmd_sweep_compare)                                                                                  \
    ROW(cmd_sweep_report)                                                                                   \
    ROW(cmd_sweep_worst)                                                                                    \
    ROW(cmd_world_camera)                                                                                   \
    ROW(cmd_world_check)                                                                                    \
    ROW(cmd_world_draw)                                                                                     \
    ROW(cmd_world_knobs)                                                                                    \
    ROW(cmd_world_list)                                                                                     \
    ROW(cmd_world_markers)

#define DECLARE(row) extern const struct command row;
EACH_COMMAND(DECLARE)

#define NAME(row) &row,
const struct command *const COMMANDS[] = {EACH_COMMAND(NAME)};
const size_t COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS;

// Only those that have commands are shown.
const struct command_group GROUPS[] = {
    {"bank", "sound banks: what is in them, and new ones"},
    {"body", "bodies of your own, described in a file"},
    {"check", "looks for mistakes in files, without running anything"},
    {"clad", "messages and their descriptions"},
    {"clip", "animation clips"},
    {"cozmo", "a Cozmo over its radio protocol, real or simulated, and captures of one"},
    {"face", "eyes, expressions and what else is on the display"},
    {"light", "patterns of lights on backs and cubes"},
    {"log", "what stands in recordings"},
    {"map", "what a robot believes of the floor"},
    {"mind", "what a robot feels, wants and does"},
    {"pawn", "the script language: compiler, machine, debugger"},
    {"pleo", "Pleo's development kit: projects, and the files that go on its card"},
    {"robot", "lets a robot do something, watches it, and asks what it knows"},
    {"sdk", "a Vector for programs written for a real one"},
    {"sense", "what a robot's own eyes find"},
    {"sweep", "many lives of a scenario: what they were like, and how two sweeps differ"},
    {"world", "scenarios, what happens in them, and what a robot would see"},
};
const size_t GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS;
