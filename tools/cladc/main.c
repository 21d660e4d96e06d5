// cladc: a message schema to C.
//
//     cladc schema/cozmo.clad --header cozmo.h --source cozmo.c --depends cozmo.d --page cozmo.md
#include "base/system/file.h"
#include "emit.h"
#include "schema/document.h"

#include <stdio.h>
#include <string.h>

struct job {
    const char *schema, *header, *source, *depends, *page;
};

static const char USAGE[] =
    "usage: cladc SCHEMA [--header FILE] [--source FILE] [--depends FILE] [--page FILE]\n"
    "Writes the C that SCHEMA (docs/message-language.md) describes.\n";

static bool arguments(int argc, char **argv, struct job *job) {
    for (int i = 1; i < argc; i++) {
        const char **to = !strcmp(argv[i], "--header")    ? &job->header
                          : !strcmp(argv[i], "--source")  ? &job->source
                          : !strcmp(argv[i], "--depends") ? &job->depends
                          : !strcmp(argv[i], "--page")    ? &job->page
                                                          : NULL;
        if (to && i + 1 < argc)
            *to = argv[++i];
        else if (!to && argv[i][0] != '-' && !job->schema)
            job->schema = argv[i];
        else
            return false;
    }
    return job->schema;
}

static void depends_on(struct buf *out, const struct schema_protocol *protocol) {
    buf_printf(out, " %s", protocol->file);
    for (uint32_t i = 0; i < protocol->import_count; i++) depends_on(out, protocol->imports[i]);
}

static enum err put(const char *path, struct buf *out, struct fault *fault) {
    enum err err = out->err ? fault_set(fault, out->err, "%s could not be made", path)
                            : file_write(path, out->at, out->len, fault);
    buf_clear(out);
    return err;
}

static enum err run(const struct job *job, struct arena *arena, struct buf *out, struct fault *fault) {
    const struct schema_protocol *protocol;
    enum err err = schema_read(job->schema, arena, &protocol, fault);
    if (err) return err;
    struct emit e = {.protocol = protocol, .out = out};
    schema_snake(protocol->name, e.lower);
    schema_shout(protocol->name, e.upper);
    char stem[256];
    snprintf(stem, sizeof stem, "%s", path_name(job->schema));
    char *dot = strrchr(stem, '.');
    if (dot) *dot = 0;
    if (strcmp(stem, protocol->name))
        return fault_at(fault, ERR_SYNTAX, job->schema, 1, 1, "protocol %s belongs into a file %s.clad",
                        protocol->name, protocol->name);
    e.stem = stem;
    if (job->header) {
        emit_header(&e);
        err = put(job->header, out, fault);
    }
    if (!err && job->source) {
        emit_source(&e);
        err = put(job->source, out, fault);
    }
    if (!err && job->page) {
        schema_document(protocol, out);
        err = put(job->page, out, fault);
    }
    if (!err && job->depends) {
        buf_printf(out, "%s:", job->header ? job->header : job->source);
        depends_on(out, protocol);
        buf_text(out, "\n");
        err = put(job->depends, out, fault);
    }
    return err;
}

int main(int argc, char **argv) {
    struct job job = {0};
    if (!arguments(argc, argv, &job)) {
        fputs(USAGE, stderr);
        return 2;
    }
    struct fault fault = {0};
    struct buf out = {0};
    struct arena *arena = arena_new(256 << 10);
    enum err err = arena ? run(&job, arena, &out, &fault) : fault_set(&fault, ERR_MEMORY, "no memory");
    if (err) fault_print(&fault, stderr);
    buf_free(&out);
    arena_free(arena);
    return err ? 1 : 0;
}
