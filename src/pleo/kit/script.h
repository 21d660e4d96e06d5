// One script of a project, compiled by its own command line in pawncc's spelling.
//
//     struct kit_script script = {.source = "main.p", .output = "temp/scripts/main.amx", .command =
//     project->compiler,
//                                 .includes = project->includes, .include_count = n, .say = log, .user =
//                                 build};
//     if (kit_script_command(&script, &line)) …       // as it is shown
//     enum err err = kit_script_build(&script, &files, memory, fault);
//
// In the command %i is the source, %o the result, and %I one -i for each include folder. Whatever program it
// names, the compiler is this one. Includes are looked for beside the script, in the project's folders and
// then in the kit, nowhere else. What was read, and what was looked for in vain, is noted in `memory`.
#pragma once

#include "pleo/kit/memory.h"

struct kit_script {
    const char *source, *output, *command;
    const char *const *includes;
    size_t include_count;
    void (*say)(void *user, bool wrong, const char *line); // the compiler's messages and report
    void *user;
};

void kit_script_command(const struct kit_script *script, struct buf *out);
enum err kit_script_build(const struct kit_script *script, struct kit_files *files, struct kit_memory *memory,
                          struct fault *fault);
