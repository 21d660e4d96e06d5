// How long a script takes to become a file: optimised against not, and both against only being preprocessed.
#include "bench.h"

#include "pawn/compiler/compiler.h"

#include <stdlib.h>
#include <string.h>

static struct buf source;

static enum err read_source(void *user, const char *path, struct buf *out) {
    if (strcmp(path, "bench.p") != 0) return ERR_MISSING;
    buf_bytes(out, source.at, source.len);
    return out->err;
}

// About 2000 lines.
static void *make_source(void) {
    if (source.len) return NULL;
    for (int i = 0; i < 100; i++)
        buf_printf(
            &source,
            "f%d(a, b)\n{\n    new total = 0, list[10] = {1, 2, ...}\n    for (new i = 0; i < 10; i++) {\n"
            "        if (list[i] > a && a != b)\n            total += list[i] * b // weigh it\n        else\n"
            "            total -= a << 2\n    }\n    switch (total) {\n        case 1: return a\n"
            "        case 2, 3: list[a %% 10] = b\n        default: list[b %% 10]++\n    }\n"
            "    while (total > 100) {\n        total /= 2\n        if (total == 77) break\n    }\n"
            "    return total > 5 ? total : a + b + list[0]\n}\n",
            i);
    buf_text(&source, "main()\n{\n    new s = 0\n");
    for (int i = 0; i < 100; i++) buf_printf(&source, "    s += f%d(s, %d)\n", i, i);
    buf_text(&source, "    return s\n}\n");
    return NULL;
}

static void compile(int optimize, enum pawn_output output) {
    struct pawn_config config;
    struct pawn_result result;
    pawn_defaults(&config);
    config.sources[config.source_count++] = "bench.p";
    config.prefix = "";
    config.read = read_source;
    config.optimize = optimize;
    config.output = output;
    if (pawn_compile(&config, &result, NULL)) abort();
    bench_sink(result.image.len + result.text.len);
    pawn_result_free(&result);
}

static void optimised(void *user) { compile(2, PAWN_SCRIPT); }
static void plain(void *user) { compile(0, PAWN_SCRIPT); }
static void surveyed(void *user) { compile(0, PAWN_PREPROCESSED); }

BENCHES({.name = "2100 lines, optimised",
         .a = optimised,
         .a_name = "-O2",
         .b = plain,
         .b_name = "-O0",
         .setup = make_source},
        {.name = "2100 lines, plain",
         .a = plain,
         .a_name = "-O0",
         .b = surveyed,
         .b_name = "-l",
         .setup = make_source})
