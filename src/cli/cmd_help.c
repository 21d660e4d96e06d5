#include "cli/commands.h"

static int run(struct call *call) {
    int code = help_words(call->words.at, call->words.count);
    if (code >= 0) return code;
    const char *names[256];
    size_t count = 0;
    bool deep = call->words.count > 1 && group_exists(call->words.at[0]);
    for (size_t i = 0; i < COMMAND_COUNT && count < 256; i++) {
        const struct command *c = COMMANDS[i];
        if (deep && c->group && text_is(text_of(c->group), call->words.at[0])) names[count++] = c->name;
        if (!deep) names[count++] = c->group ? c->group : c->name;
    }
    const char *wrong = call->words.at[deep], *near = text_nearest(wrong, names, count);
    if (near) return call_wrong(call, "unknown command \"%.60s\", did you mean \"%s\"?", wrong, near);
    return call_wrong(call, "unknown command \"%.60s\"", wrong);
}

const struct command cmd_help = {
    .name = "help",
    .summary = "shows how a command is used",
    .words = "[COMMAND...]",
    .words_most = 2,
    .help = "The same as COMMAND --help. Without a command it lists them all.",
    .examples = "critter help\ncritter help completion\ncritter help check json\n",
    .run = run,
};
