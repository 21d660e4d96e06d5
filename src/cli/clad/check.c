#include "base/plural.h"
#include "base/system/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "schema/schema.h"

#include <string.h>

struct check {
    bool quiet;
};
static const struct option OPTIONS[] = {
    {"quiet", 'q', OPTION_FLAG, offsetof(struct check, quiet), NULL,
     "say nothing about schemas without mistakes"},
};

static int run(struct call *call) {
    const struct check *wish = call->options;
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        struct fault fault = {0};
        struct arena *arena = arena_new(256 << 10);
        const struct schema_protocol *protocol = NULL;
        enum err err = arena ? schema_read(call->words.at[i], arena, &protocol, &fault)
                             : fault_set(&fault, ERR_MEMORY, "no memory");
        // As the build has it: what it makes is called after the file.
        const char *name = path_name(call->words.at[i]);
        struct text stem = {name, strlen(name) - strlen(path_extension(name))};
        if (!err && !strcmp(path_extension(name), ".clad") && !text_is(stem, protocol->name))
            err = fault_at(&fault, ERR_SYNTAX, call->words.at[i], 1, 1,
                           "protocol %s belongs into a file %s.clad", protocol->name, protocol->name);
        if (err)
            code = call_failed(call, &fault);
        else if (!wish->quiet)
            printf("%s: fine: protocol %s, %s, %s in all, %s\n", call->words.at[i], protocol->name,
                   PLURAL(protocol->message_count, "message"), PLURAL(protocol->struct_count, "struct"),
                   PLURAL(protocol->enum_count, "enumeration"));
        arena_free(arena);
    }
    return code;
}

const struct command cmd_clad_check = {
    .name = "check",
    .group = "clad",
    .summary = "checks message schemas for mistakes",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Reads schemas as the build does. A mistake is named with file, line and column, and what was "
            "expected there. The "
            "other files are checked all the same.",
    .examples = "critter clad check schema/*.clad\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct check),
    .run = run,
};
