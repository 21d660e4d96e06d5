#include "bench.h"

#include "base/data/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A document like those the creatures are made of: about a megabyte of objects with names, numbers and texts.
struct job {
    struct buf text, out;
    struct arena *arena;
    struct json *doc;
};

static void *job_new(void) {
    struct job *job = calloc(1, sizeof *job);
    if (!job) abort();
    buf_text(&job->text, "[\n");
    for (int i = 0; i < 6000; i++)
        buf_printf(
            &job->text,
            "  {\n    \"name\": \"keyframe_%d\", \"trigger_time_ms\": %d,\n    \"angle_deg\": %d.%d, "
            "\"weights\": [0.25, 0.5, "
            "1.0],\n    \"loops\": %s, \"say\": \"hello there, this is a text of some length\"\n  },\n",
            i, i * 33, i % 90, i % 10, i % 2 ? "true" : "false");
    buf_text(&job->text, "]\n");
    job->arena = arena_new(1 << 20);
    if (!job->arena || json_parse((struct text){(char *)job->text.at, job->text.len}, "x", job->arena, NULL,
                                  &job->doc, NULL))
        abort();
    struct json_writer w = json_writer_of(&job->out, 2);
    json_copy(&w, job->doc);
    return job;
}

static void job_free(void *user) {
    struct job *job = user;
    arena_free(job->arena);
    buf_free(&job->text);
    buf_free(&job->out);
    free(job);
}

static void parse(void *user) {
    struct job *job = user;
    struct json *doc;
    struct arena_mark mark = arena_mark(job->arena);
    bench_sink(
        json_parse((struct text){(char *)job->text.at, job->text.len}, "x", job->arena, NULL, &doc, NULL));
    arena_back(job->arena, mark);
}

// The least that any reader does: look at every byte.
static void look(void *user) {
    struct job *job = user;
    uint64_t sum = 0;
    for (size_t i = 0; i < job->text.len; i++) sum += job->text.at[i] == '"' || job->text.at[i] == '\\';
    bench_sink(sum);
}

static void write(void *user) {
    struct job *job = user;
    buf_clear(&job->out);
    struct json_writer w = json_writer_of(&job->out, 2);
    json_copy(&w, job->doc);
    bench_sink(job->out.len);
}

static const double NUMBERS[] = {
    1, 0.5, 33, 12.25, 0.1, 1e-3, 123456.789, 3.141592653589793, 0.30000000000000004, 1e21};
enum { COUNT = sizeof NUMBERS / sizeof *NUMBERS };

static void shortest(void *user) {
    char out[NUMBER_ROOM];
    for (int i = 0; i < COUNT; i++) bench_sink(f64_to_text(NUMBERS[i], out));
}

static void seventeen(void *user) {
    char out[NUMBER_ROOM];
    for (int i = 0; i < COUNT; i++) bench_sink((uint64_t)snprintf(out, sizeof out, "%.17g", NUMBERS[i]));
}

static const char *const TEXTS[] = {
    "1",   "0.5", "33", "12.25", "-0.1", "1e-3", "123456.789", "3.141592653589793", "0.30000000000000004",
    "1e21"};

static void ours(void *user) {
    double d = 0;
    for (int i = 0; i < COUNT; i++) bench_sink(text_to_f64(text_of(TEXTS[i]), &d) + (uint64_t)(int64_t)d % 7);
}

static void libc(void *user) {
    for (int i = 0; i < COUNT; i++) bench_sink((uint64_t)(int64_t)strtod(TEXTS[i], NULL) % 7);
}

BENCHES({.name = "a megabyte of JSON read",
         .a = parse,
         .a_name = "json_parse",
         .b = look,
         .b_name = "a look at every byte",
         .setup = job_new,
         .teardown = job_free,
         .no_allocation = true},
        {.name = "a megabyte of JSON written",
         .a = write,
         .setup = job_new,
         .teardown = job_free,
         .no_allocation = true},
        {.name = "ten numbers written",
         .a = shortest,
         .a_name = "shortest",
         .b = seventeen,
         .b_name = "printf %.17g",
         .no_allocation = true},
        {.name = "ten numbers read",
         .a = ours,
         .a_name = "text_to_f64",
         .b = libc,
         .b_name = "strtod",
         .no_allocation = true})
