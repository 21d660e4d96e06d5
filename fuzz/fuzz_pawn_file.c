// Script files of any bytes: refused with a reason, or run inside their memory and budget; listed and looked at by name.
#include "base/buf.h"
#include "pawn/amx.h"
#include "pawn/debugger.h"
#include "pawn/disasm.h"

#include <stdlib.h>

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 14) return 0;
    struct amx_config config;
    amx_defaults(&config);
    config.libraries = AMX_STANDARD, config.library_count = AMX_STANDARD_COUNT;
    config.instructions = 20000, config.memory_max = 1 << 20, config.natives_missing_ok = true;
    run(&config, data, size);
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
