#include "cli/commands.h"
#include "cli/pawn/host.h"

#include "base/system/file.h"
#include "pawn/debug/debugger.h"
#include "pawn/machine/dbg.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct wish {
    const char *function, *source, *commands;
};

static const struct option OPTIONS[] = {
    {"function", 'f', OPTION_TEXT, offsetof(struct wish, function), "NAME",
     "public function to run (default main)"},
    {"source", 's', OPTION_TEXT, offsetof(struct wish, source), "FILE",
     "the source (default: the one the debug data name)"},
    {"commands", 'x', OPTION_TEXT, offsetof(struct wish, commands), "FILE",
     "read commands from FILE instead of the terminal"},
};

struct session {
    FILE *in;
    bool prompt, greeted;
};

static struct debugger *interruptible;
static void interrupted(int number) {
    if (interruptible) debugger_interrupt(interruptible);
}

static void show(const struct buf *out) {
    if (out->len) fwrite(out->at, 1, out->len, stdout);
    fflush(stdout);
}

static void ask(void *user, struct debugger *debugger) {
    struct session *session = user;
    struct buf out = {.limit = 1 << 20};
    char line[512];
    fflush(stdout);
    debugger_command(debugger, "where", &out);
    show(&out);
    for (bool on = false; !on;) {
        buf_clear(&out);
        if (session->prompt) fputs("(pawn) ", stdout), fflush(stdout);
        bool there = fgets(line, sizeof line, session->in);
        on = debugger_command(debugger, there ? line : "quit", &out);
        show(&out);
    }
    buf_free(&out);
}

static int debug(struct call *call, const struct buf *file, struct buf *source, struct session *session) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct amx_config config;
    amx_defaults(&config);
    pawn_here(&config, call->words.at + 1, call->words.count - 1);
    struct amx *amx = NULL;
    struct debugger *debugger = debugger_new(file->at, file->len, ask, session, &fault);
    if (debugger) {
        if (source->at) debugger_source(debugger, (const char *)source->at);
        config.hook = debugger_hook, config.hook_user = debugger;
        amx = amx_new(&config, file->at, file->len, &fault);
    }
    int index = amx ? amx_find(amx, wish->function) : -2;
    if (amx && index == -2) fault_set(&fault, ERR_UNKNOWN, "no public function `%s`", wish->function);
    if (!fault.err) {
        int32_t value = 0;
        interruptible = debugger;
        sigaction(SIGINT, &(struct sigaction){.sa_handler = interrupted, .sa_flags = SA_RESTART}, NULL);
        enum halt end = pawn_call(amx, index, 0, &value);
        interruptible = NULL;
        fflush(stdout);
        if (!end || end == HALT_EXIT)
            printf("returned %d\n", value);
        else if (!debugger_quit(debugger))
            amx_describe(amx, end, &fault);
    }
    fault_in(&fault, call->words.at[0]);
    amx_free(amx);
    debugger_free(debugger);
    return fault.err ? call_failed(call, &fault) : EXIT_FINE;
}

// The source that the debug data name, if it can be found: as named, or beside the script.
static void find_source(const char *script, const struct buf *file, const char *wanted, struct buf *source) {
    struct dbg dbg;
    uint32_t address;
    const char *name = wanted;
    char beside[1024];
    if (!name && (dbg_open(&dbg, file->at, file->len, NULL) || !dbg_file_at(&dbg, 0, &address, &name)))
        return;
    if (!file_read(name, 16 << 20, source, NULL) || wanted) return;
    snprintf(beside, sizeof beside, "%.*s%s", (int)(path_name(script) - script), script, path_name(name));
    file_read(beside, 16 << 20, source, NULL);
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf file = {0}, source = {0};
    struct session session = {.in = stdin, .prompt = isatty(STDIN_FILENO)};
    if (pawn_load(call->words.at[0], &file, &fault)) return call_failed(call, &fault);
    if (wish->commands && !(session.in = fopen(wish->commands, "r"))) {
        fault_at(&fault, ERR_IO, wish->commands, 0, 0, "cannot be read");
        buf_free(&file);
        return call_failed(call, &fault);
    }
    find_source(call->words.at[0], &file, wish->source, &source);
    int code = debug(call, &file, &source, &session);
    if (wish->commands) fclose(session.in);
    buf_free(&file);
    buf_free(&source);
    return code;
}

const struct command cmd_pawn_debug = {
    .name = "debug",
    .group = "pawn",
    .summary = "runs a compiled script step by step",
    .words = "FILE [ARGUMENT...]",
    .words_least = 1,
    .any_words = true,
    .help = "Stops at the first statement and asks what to do: break, step, next, out, continue, print, set, "
            "locals, globals, backtrace, "
            "list and more; `help` shows them all. The script must have been compiled with debug data (-d2 "
            "or -d3). Ctrl-C stops a running script.\n\n"
            "Commands may come from a file, or through a pipe; at their end the script is ended.",
    .examples = "critter pawn debug main.amx\n"
                "critter pawn debug -x commands.txt main.amx    # the same questions again\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.function = "main"},
    .run = run,
};
