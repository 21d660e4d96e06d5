#include "cli/commands.h"
#include "cli/pawn/host.h"

#include "base/system/file.h"
#include "pawn/debug/disasm.h"

struct wish {
    bool cells, data;
    const char *source;
};

static const struct option OPTIONS[] = {
    {"cells", 'c', OPTION_FLAG, offsetof(struct wish, cells), NULL, "the raw cells beside each instruction"},
    {"data", 'd', OPTION_FLAG, offsetof(struct wish, data), NULL, "the data block too"},
    {"source", 's', OPTION_TEXT, offsetof(struct wish, source), "FILE", "show the lines of this source file"},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct buf file = {0}, source = {0}, out = {0};
    enum err err = pawn_read(call->words.at[0], &file, &fault);
    if (!err && wish->source) err = file_read(wish->source, 16 << 20, &source, &fault);
    if (!err) {
        struct disasm_wishes wishes = {wish->cells, wish->data,
                                       wish->source ? (const char *)source.at : NULL};
        err = disasm(file.at, file.len, wishes, &out, &fault);
        if (err) fault_in(&fault, call->words.at[0]);
    }
    if (!err) fwrite(out.at, 1, out.len, stdout);
    buf_free(&file);
    buf_free(&source);
    buf_free(&out);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_pawn_disasm = {
    .name = "disasm",
    .group = "pawn",
    .summary = "shows the instructions of a compiled script",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Prints header, tables and code with labels, the names of functions and natives, and the source "
            "lines if the script was "
            "compiled with debug data. Code that does not pass verification is shown as far as it goes, with "
            "the reason at the end.",
    .examples = "critter pawn disasm main.amx\n"
                "critter pawn disasm --cells --source main.p main.amx\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
