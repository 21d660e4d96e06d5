#include "cli/commands.h"

#include "base/plural.h"
#include "cli/pawn/host.h"

#include "pawn/machine/dbg.h"

struct wish {
    bool quiet;
};

static const struct option OPTIONS[] = {
    {"quiet", 'q', OPTION_FLAG, offsetof(struct wish, quiet), NULL,
     "say nothing about files without mistakes"},
};

static enum err verify(const char *path, bool quiet, struct fault *fault) {
    struct buf file = {0};
    struct amx_header h = {0};
    struct dbg dbg;
    enum err err = pawn_read(path, &file, fault);
    if (!err) err = amx_verify(file.at, file.len, fault);
    if (!err) err = amx_header_read(file.at, file.len, &h, fault);
    if (!err && h.flags & AMX_DEBUG) err = dbg_open(&dbg, file.at, file.len, fault);
    if (!err && !quiet)
        printf("%s: fine (file version %u, %s of code, %u of data, %u of stack and heap%s)\n", path,
               h.file_version, PLURAL(h.dat - h.cod, "byte"), h.hea - h.dat, h.stp - h.hea,
               h.flags & AMX_DEBUG ? ", debug data" : "");
    if (err) fault_in(fault, path);
    buf_free(&file);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        struct fault fault = {0};
        if (verify(call->words.at[i], wish->quiet, &fault)) code = call_failed(call, &fault);
    }
    return code;
}

const struct command cmd_pawn_verify = {
    .name = "verify",
    .group = "pawn",
    .summary = "checks compiled scripts without running them",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Makes the check that every script must pass before it runs: header and tables lie inside the "
            "file, every instruction is valid, every branch leads to an instruction. Every global's address "
            "lies in the data, and every native and overlay exists. Debug data are checked too. The reason "
            "names the place.",
    .examples = "critter pawn verify main.amx sensors.amx\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
