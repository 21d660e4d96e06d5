#include "cli/commands.h"
#include "schema/document.h"

static int run(struct call *call) {
    struct fault fault = {0};
    struct arena *arena = arena_new(256 << 10);
    const struct schema_protocol *protocol;
    struct buf page = {0};
    enum err err = arena ? schema_read(call->words.at[0], arena, &protocol, &fault)
                         : fault_set(&fault, ERR_MEMORY, "no memory");
    if (!err) {
        schema_document(protocol, &page);
        err = page.err ? fault_set(&fault, page.err, "no memory") : ERR_NONE;
    }
    if (!err) fwrite(page.at, 1, page.len, stdout);
    buf_free(&page);
    arena_free(arena);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_clad_doc = {
    .name = "doc",
    .group = "clad",
    .summary = "writes a protocol down as a page of Markdown",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Every message with its id, direction, sizes in each version, fields, offsets and what the "
            "schema says about them; "
            "then structs, enumerations, bits.",
    .examples = "critter clad doc schema/cozmo.clad > cozmo.md\n",
    .run = run,
};
