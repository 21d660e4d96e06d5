// Script files of any bytes: refused with a reason, or run inside their memory and budget; listed and looked
// at by name.
#include "base/buf.h"
#include "pawn/debug/debugger.h"
#include "pawn/debug/disasm.h"
#include "pawn/machine/amx.h"

#include <stdlib.h>
#include <string.h>

static void ask(void *user, struct debugger *debugger) {
    static const char *const COMMANDS[] = {"locals",     "globals", "backtrace", "break main",
                                           "print a[1]", "disasm",  "step"};
    unsigned *left = user;
    struct buf out = {.limit = 1 << 16};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        debugger_command(debugger, COMMANDS[i], &out);
    if (!(*left)--) debugger_command(debugger, "quit", &out);
    buf_free(&out);
}

static void run(struct amx_config *config, const uint8_t *data, size_t size) {
    struct fault fault = {0};
    struct amx *amx = amx_new(config, data, size, &fault);
    if (!amx) {
        if (!fault.err || !fault.said[0]) abort(); // no without a reason
        return;
    }
    for (int i = -1; i < amx_publics(amx) && i < 4; i++) {
        struct amx_arg arg = {.kind = AMX_TEXT, .text = "hello"};
        enum halt end = amx_call_at(amx, i, &arg, 1, NULL);
        for (int n = 0; n < 4 && (end == HALT_SLEEP || end == HALT_BUDGET); n++) end = amx_resume(amx, NULL);
        amx_describe(amx, end, &fault);
        amx_abort(amx);
    }
    amx_free(amx);
}

// Overlays from a file that is not always read as it was, two machines in one small pool.
struct source {
    const uint8_t *data;
    size_t size;
    unsigned fetches;
};
static enum err fetch(void *user, uint32_t offset, void *to, size_t bytes) {
    struct source *source = user;
    if (offset > source->size || bytes > source->size - offset) abort(); // it was checked
    memcpy(to, source->data + offset, bytes);
    if (++source->fetches % 5 == 4 && bytes)
        ((uint8_t *)to)[source->fetches % bytes] ^= (uint8_t)source->fetches;
    return source->fetches % 11 == 10 ? ERR_SHORT : ERR_NONE;
}

static void run_in_pool(struct amx_config config, const uint8_t *data, size_t size, bool fetches) {
    struct source source = {data, size, 0};
    if (fetches) config.fetch = fetch, config.fetch_user = &source;
    config.pool = amx_pool_new(64 + 8 * (size_t)data[size / 2]);
    struct amx *two[2] = {amx_new(&config, data, size, NULL), amx_new(&config, data, size, NULL)};
    for (int i = -1; i < 8; i++) {
        struct amx *amx = two[i & 1];
        struct fault fault = {0};
        if (!amx) continue;
        enum halt end = amx_call_at(amx, i / 2 - 1, NULL, 0, NULL);
        if (two[0] && two[1] && amx_asleep(two[0])) amx_call_at(two[1], AMX_MAIN, NULL, 0, NULL);
        if (amx_asleep(amx)) end = amx_resume(amx, NULL);
        amx_describe(amx, end, &fault);
        amx_abort(amx);
    }
    amx_free(two[0]);
    amx_free(two[1]);
    if (amx_pool_report(config.pool).used) abort();
    amx_pool_free(config.pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 14) return 0;
    struct amx_config config;
    amx_defaults(&config);
    config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
    config.instructions = 20000, config.memory_max = 1 << 20, config.natives_missing_ok = true;
    run(&config, data, size);
    if (size) run_in_pool(config, data, size, false);
    if (size) run_in_pool(config, data, size, true);
    unsigned left = 20;
    struct debugger *debugger = debugger_new(data, size, ask, &left, NULL);
    if (debugger) {
        config.hook = debugger_hook, config.hook_user = debugger, config.instructions = 2000;
        run(&config, data, size);
    }
    debugger_free(debugger);
    struct buf out = {.limit = 1 << 20};
    disasm(data, size, (struct disasm_wishes){.cells = true, .data = true}, &out, NULL);
    buf_free(&out);
    return 0;
}
