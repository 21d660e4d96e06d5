// Any text is a script to the compiler: it answers with messages or with a file that the machine's own reader
// accepts.
#include "pawn/compiler/compiler.h"
#include "pawn/machine/amx.h"
#include "pawn/machine/file.h"

#include <stdlib.h>
#include <string.h>

struct input {
    const uint8_t *bytes;
    size_t len;
};

// The text is the script, and every file that it includes.
static enum err read_input(void *user, const char *path, struct buf *out) {
    const struct input *input = user;
    if (strcmp(path, "t.p") != 0 && strcmp(path, "again.inc") != 0) return ERR_MISSING;
    buf_bytes(out, input->bytes, input->len);
    return out->err;
}

static void hear(void *user, const struct pawn_message *message) {
    struct buf line = {0};
    pawn_message_line(message, &line);
    buf_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len) {
    if (len < 2) return 0;
    struct input input = {bytes + 2, len - 2};
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    config.sources[config.source_count++] = "t.p";
    config.prefix = "";
    config.read = read_input;
    config.say = hear;
    config.user = &input;
    config.memory_limit = 64 << 20;
    config.optimize = bytes[0] % 3;
    config.debug = bytes[0] / 3 % 3;
    config.overlays = bytes[0] & 64 ? 1 : 0;
    config.compact = bytes[0] & 128;
    config.report = bytes[1] & 1;
    config.output = (enum pawn_output)(bytes[1] / 2 % 3);
    config.semicolons = bytes[1] & 16;
    enum err err = pawn_compile(&config, &result, NULL);
    if (err && result.image.len) abort();
    // A script may ask for less stack than any machine runs with (#pragma dynamic): then it is refused there.
    bool runs = result.sizes.stack >= 4 * (AMX_STACK_MARGIN + 1);
    if (!err && config.output == PAWN_SCRIPT && runs && amx_verify(result.image.at, result.image.len, NULL))
        abort();
    pawn_result_free(&result);
    return 0;
}
