#include "cli/commands.h"

#include "base/plural.h"
#include "cli/pawn/host.h"

#include <string.h>

struct wish {
    const char *function;
    uint64_t budget, memory, seed, pool;
    bool value, stats;
};

static const struct option OPTIONS[] = {
    {"function", 'f', OPTION_TEXT, offsetof(struct wish, function), "NAME",
     "public function to run (default main)"},
    {"budget", 'b', OPTION_U64, offsetof(struct wish, budget), "N",
     "instructions at most; 0: no limit (default)", 0, 1e18},
    {"memory", 'm', OPTION_U64, offsetof(struct wish, memory), "BYTES",
     "memory for the script (default 16777216)", 1, 1e12},
    {"pool", 0, OPTION_U64, offsetof(struct wish, pool), "BYTES", "room for overlays; 0: no limit (default)",
     0, 1e12},
    {"seed", 's', OPTION_U64, offsetof(struct wish, seed), "N",
     "where random numbers come from (default: the clock)", 0, 1e18},
    {"value", 'v', OPTION_FLAG, offsetof(struct wish, value), NULL, "print what the function returns"},
    {"stats", 0, OPTION_FLAG, offsetof(struct wish, stats), NULL, "say on stderr what the run took"},
};

static int finished(struct call *call, struct amx *amx, enum halt end, int32_t value) {
    const struct wish *wish = call->options;
    fflush(stdout);
    if (wish->value && (!end || end == HALT_EXIT)) printf("%d\n", value);
    if (wish->stats) {
        struct amx_pool_report pool = {0};
        if (amx_config(amx)->pool) pool = amx_pool_report(amx_config(amx)->pool);
        fprintf(stderr, "%s, %s of memory", PLURAL(amx_executed(amx), "instruction"),
                PLURAL(amx_memory(amx), "byte"));
        if (pool.loads) fprintf(stderr, ", %s fetched", PLURAL(pool.loads, "overlay"));
        fputc('\n', stderr);
    }
    if (!end || end == HALT_EXIT) return EXIT_FINE;
    struct fault fault = {0};
    if (pawn_stopped)
        fault_set(&fault, ERR_CANCELLED, "stopped");
    else
        amx_describe(amx, end, &fault);
    return call_failed(call, &fault);
}

static int run_file(struct call *call, const struct buf *file) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct amx_config config;
    amx_defaults(&config);
    pawn_here(&config, call->words.at + 1, call->words.count - 1);
    config.memory_max = wish->memory;
    config.pool = amx_pool_new(wish->pool ? wish->pool : SIZE_MAX);
    if (wish->seed) config.seed = wish->seed;
    struct amx *amx = config.pool ? amx_new(&config, file->at, file->len, &fault) : NULL;
    int code = EXIT_FAILED;
    if (amx) {
        int index = amx_find(amx, wish->function);
        int32_t value = 0;
        pawn_catch_interrupt();
        pawn_listen(amx);
        // A script may have no main and live by what happens to it.
        bool events = !strcmp(wish->function, "main") && amx_find(amx, "@keypressed") >= 0;
        enum halt end = HALT_NONE;
        if (index == -2 && !events) {
            fault_in(&fault, call->words.at[0]);
            fault_set(&fault, ERR_UNKNOWN, "no public function `%s`", wish->function);
            code = call_failed(call, &fault);
        } else {
            if (index != -2) end = pawn_call(amx, index, wish->budget, &value);
            if (!end) end = pawn_events(amx, &value);
            code = finished(call, amx, end, value);
        }
    } else {
        fault_in(&fault, call->words.at[0]);
        code = call_failed(call, &fault);
    }
    amx_free(amx);
    amx_pool_free(config.pool);
    return code;
}

static int run(struct call *call) {
    struct fault fault = {0};
    struct buf file = {0};
    if (pawn_load(call->words.at[0], &file, &fault)) return call_failed(call, &fault);
    int code = run_file(call, &file);
    buf_free(&file);
    return code;
}

const struct command cmd_pawn_run = {
    .name = "run",
    .group = "pawn",
    .summary = "runs a script",
    .words = "FILE [ARGUMENT...]",
    .words_least = 1,
    .any_words = true,
    .help =
        "Runs main, or another public function, of a compiled Pawn script (.amx, file versions 6 to 10), or "
        "of "
        "a source (.p), which is compiled first and leaves no file behind, "
        "with the libraries Core, "
        "Console, String, Fixed, Float, Time and Args. The code is checked before it runs, every address "
        "while it runs.\n\n"
        "`sleep n` and `delay` wait n milliseconds. After main, and while it sleeps, the script's @timer is "
        "called when its timer is due, and its @keypressed for every key; the program goes on as long as a "
        "timer is set or keys can come. `exit`, the end of the input or Ctrl-C end it.\n\n"
        "The exit code is 0 when the script returned or ended by `exit`, else 1, with the reason and, "
        "where the file has "
        "debug data, the line on stderr.",
    .examples = "critter pawn run hello.p                             # compiles it first\n"
                "critter pawn run hello.amx\n"
                "critter pawn run --budget 1000000 --value fib.amx    # stops a script that never ends\n"
                "critter pawn run count.amx -- words=3 -x             # arguments for the script\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.function = "main", .memory = 16 << 20},
    .run = run,
};
