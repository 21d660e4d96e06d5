#include "bench.h"

#include "base/plural.h"
#include "support/allocs.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 31, TURN_US = 2000, PLURAL = 16 };

struct figures {
    double a_ns, b_ns;                   // median time of one call
    double ratio, ratio_low, ratio_high; // B / A: how many times faster A is; the quartiles
    double a_instructions, b_instructions;
    size_t allocations, bytes;
};

struct options {
    bool count;
    const char *json;        // the file to append to; NULL: none
    const char *word, *only; // only, side, times: how the program calls itself below valgrind
    char side;
    unsigned long times;
};

static volatile uint64_t sunk;
void bench_sink(uint64_t v) { sunk += v; }

static int64_t now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static double turn(void (*work)(void *), void *user, unsigned long times) {
    int64_t begin = now_ns();
    for (unsigned long i = 0; i < times; i++) work(user);
    return (double)(now_ns() - begin) / (double)times;
}

// How many calls fill a turn; warms up on the way.
static unsigned long calls_in_a_turn(void (*work)(void *), void *user) {
    unsigned long times = 1;
    while (turn(work, user, times) * (double)times < TURN_US * 1000.0 && times < 1ul << 30) times *= 2;
    return times;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void compare(const struct bench *bench, void *user_a, void *user_b, struct figures *out) {
    double a[ROUNDS], b[ROUNDS], ratio[ROUNDS];
    unsigned long times_a = calls_in_a_turn(bench->a, user_a);
    unsigned long times_b = bench->b ? calls_in_a_turn(bench->b, user_b) : 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (i % 2) a[i] = turn(bench->a, user_a, times_a);
        b[i] = bench->b ? turn(bench->b, user_b, times_b) : 0;
        if (i % 2 == 0) a[i] = turn(bench->a, user_a, times_a);
        ratio[i] = b[i] / a[i];
    }
    qsort(a, ROUNDS, sizeof *a, by_size);
    qsort(b, ROUNDS, sizeof *b, by_size);
    qsort(ratio, ROUNDS, sizeof *ratio, by_size);
    out->a_ns = a[ROUNDS / 2], out->b_ns = b[ROUNDS / 2];
    out->ratio = ratio[ROUNDS / 2];
    out->ratio_low = ratio[ROUNDS / 4], out->ratio_high = ratio[ROUNDS * 3 / 4];
}

// Runs this program below valgrind for `times` calls of one side; the instructions it took, or 0.
static double instructions_of_run(const struct bench *bench, char side, unsigned long times) {
    char log[] = "/tmp/critter-bench-XXXXXX", log_option[64], side_text[2] = {side, 0}, times_text[24],
         self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    int fd = mkstemp(log);
    if (fd < 0 || len < 0) return 0;
    self[len] = 0;
    snprintf(log_option, sizeof log_option, "--log-file=%s", log);
    snprintf(times_text, sizeof times_text, "%lu", times);
    const char *args[] = {"valgrind",
                          "--tool=cachegrind",
                          "--cache-sim=no",
                          "--cachegrind-out-file=/dev/null",
                          log_option,
                          self,
                          "--only",
                          bench->name,
                          side_text,
                          times_text,
                          NULL};
    pid_t child;
    int status = 1;
    double found = 0;
    if (!posix_spawnp(&child, "valgrind", NULL, NULL, (char *const *)(uintptr_t)args, environ))
        waitpid(child, &status, 0);
    FILE *in = status ? NULL : fdopen(fd, "r");
    for (char line[512]; in && fgets(line, sizeof line, in);) {
        char *at = strstr(line, "refs:");
        for (at = at ? at + 5 : NULL; at && *at; at++)
            if (*at >= '0' && *at <= '9') found = found * 10 + (*at - '0');
    }
    if (in)
        fclose(in);
    else
        close(fd);
    unlink(log);
    return found;
}

// What starting, setting up and a warm call cost falls out of the difference.
static double instructions(const struct bench *bench, char side) {
    double few = instructions_of_run(bench, side, 1), many = instructions_of_run(bench, side, 1 + PLURAL);
    return few && many ? (many - few) / PLURAL : 0;
}

static void count_allocations(const struct bench *bench, void *user, struct figures *out) {
    bench->a(user);
    struct allocs region = allocs_begin();
    bench->a(user);
    allocs_end(&region);
    out->allocations = region.count, out->bytes = region.bytes;
}

static void print_title(const struct options *options) {
    if (options->count)
        printf("%-34s %14s %14s %8s  %s\n", "", "instr. A", "instr. B", "B/A", "allocations of A");
    else
        printf("%-34s %12s %12s %8s %15s  %s\n", "", "A ns", "B ns", "B/A", "(quartiles)",
               "allocations of A");
}

static void print_table(const struct bench *bench, const struct options *options, const struct figures *f) {
    printf("%-34.34s ", bench->name);
    double a = options->count ? f->a_instructions : f->a_ns, b = options->count ? f->b_instructions : f->b_ns;
    if (options->count)
        printf("%14.0f ", a);
    else
        printf("%12.1f ", a);
    if (!bench->b)
        printf("%*s", options->count ? 25 : 38, "");
    else if (options->count)
        printf("%14.0f %8.2f  ", b, a > 0 ? b / a : 0);
    else
        printf("%12.1f %8.2f (%5.2f ..%6.2f)", b, f->ratio, f->ratio_low, f->ratio_high);
    printf("  %zu (%zu bytes)", f->allocations, f->bytes);
    if (bench->b)
        printf("   A: %s, B: %s", bench->a_name ? bench->a_name : "A", bench->b_name ? bench->b_name : "B");
    putchar('\n');
}

static void put_text(FILE *to, const char *key, const char *text) {
    fprintf(to, "\"%s\":\"", key);
    for (; text && *text; text++) {
        if ((unsigned char)*text < ' ') {
            fprintf(to, "\\u%04x", (unsigned char)*text);
            continue;
        }
        if (*text == '"' || *text == '\\') fputc('\\', to);
        fputc(*text, to);
    }
    fputs("\",", to);
}

static void put_number(FILE *to, const char *key, double v) { fprintf(to, "\"%s\":%.10g,", key, v); }

static bool append_json(const struct bench *bench, const struct options *options, const struct figures *f) {
    FILE *to = fopen(options->json, "a");
    if (!to) {
        fprintf(stderr, "%s: %s\n", options->json, strerror(errno));
        return false;
    }
    fputc('{', to);
    put_text(to, "program", program_invocation_short_name);
    put_text(to, "name", bench->name);
    put_text(to, "a", bench->a_name ? bench->a_name : "A");
    if (bench->b) put_text(to, "b", bench->b_name ? bench->b_name : "B");
    put_number(to, options->count ? "a_instructions" : "a_ns", options->count ? f->a_instructions : f->a_ns);
    if (bench->b)
        put_number(to, options->count ? "b_instructions" : "b_ns",
                   options->count ? f->b_instructions : f->b_ns);
    if (bench->b && !options->count) {
        put_number(to, "ratio", f->ratio);
        put_number(to, "ratio_low", f->ratio_low);
        put_number(to, "ratio_high", f->ratio_high);
    }
    fprintf(to, "\"allocations\":%zu,\"allocated_bytes\":%zu}\n", f->allocations, f->bytes);
    if (!fclose(to)) return true;
    fprintf(stderr, "%s: %s\n", options->json, strerror(errno));
    return false;
}

// How the program runs below valgrind: a warm call, then as many as were asked for.
static int run_only(const struct bench *bench, const struct options *options) {
    void *user = bench->setup ? bench->setup() : NULL;
    void (*work)(void *) = options->side == 'b' ? bench->b : bench->a;
    for (unsigned long i = 0; work && i <= options->times; i++) work(user);
    if (bench->teardown) bench->teardown(user);
    return 0;
}

static int run(const struct bench *bench, const struct options *options) {
    struct figures figures = {0};
    void *user_a = bench->setup ? bench->setup() : NULL;
    void *user_b = bench->b && bench->setup ? bench->setup() : NULL;
    count_allocations(bench, user_a, &figures);
    if (!options->count) compare(bench, user_a, user_b, &figures);
    if (bench->teardown) bench->teardown(user_a);
    if (bench->teardown && bench->b) bench->teardown(user_b);
    if (options->count) {
        figures.a_instructions = instructions(bench, 'a');
        if (bench->b) figures.b_instructions = instructions(bench, 'b');
        if (figures.a_instructions <= 0) {
            fprintf(stderr, "%s: could not be counted; is valgrind installed?\n", bench->name);
            return 1;
        }
    }
    print_table(bench, options, &figures);
    fflush(stdout);
    if (options->json && !append_json(bench, options, &figures)) return 1;
    if (options->count && figures.b_instructions < bench->least * figures.a_instructions) {
        fprintf(stderr, "%s: promised a B/A of at least %.2f\n", bench->name, bench->least);
        return 1;
    }
    if (!bench->no_allocation || !figures.allocations) return 0;
    fprintf(stderr, "%s: promised not to allocate, and did, %s\n", bench->name,
            PLURAL(figures.allocations, "time"));
    return 1;
}

static bool parse(int argc, char **argv, struct options *options) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--count"))
            options->count = true;
        else if (!strcmp(argv[i], "--json") && i + 1 < argc)
            options->json = argv[++i];
        else if (!strcmp(argv[i], "--only") && i + 3 < argc) {
            options->only = argv[++i];
            options->side = argv[++i][0];
            options->times = strtoul(argv[++i], NULL, 10);
        } else if (argv[i][0] != '-' && !options->word)
            options->word = argv[i];
        else
            return false;
    }
    return true;
}

int bench_main(int argc, char **argv, const struct bench *benches, size_t count) {
    struct options options = {0};
    if (!parse(argc, argv, &options)) {
        fprintf(stderr, "usage: %s [--count] [--json FILE] [word in the name]\n", argv[0]);
        return 2;
    }
    int failed = 0, ran = 0;
    for (size_t i = 0; i < count; i++) {
        const struct bench *bench = &benches[i];
        if (options.only && !strcmp(bench->name, options.only)) return run_only(bench, &options);
        if (options.only || (options.word && !strstr(bench->name, options.word))) continue;
        if (!ran++) print_title(&options);
        failed |= run(bench, &options);
    }
    return failed;
}
