// critter body keys: every key of a body.json.
#include "border/body_file.h"
#include "cli/commands.h"

static int run(struct call *call) {
    struct fault fault = {0};
    struct buf out = {0};
    body_file_manual(&out);
    enum err err =
        out.err ? fault_set(&fault, out.err, "no memory") : call_write("-", out.at, out.len, &fault);
    buf_free(&out);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_body_keys = {
    .name = "keys",
    .group = "body",
    .summary = "every key of a body.json, with its range and what it is when it is left out",
    .help = "Prints tables in Markdown, one for each part of a body.",
    .examples = "critter body keys | less\n",
    .run = run,
};
