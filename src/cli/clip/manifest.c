#include "cli/clip/file.h"

#include "base/system/file.h"
#include "codec/clip/manifest.h"

struct wish {
    const char *compare;
};

static const struct option OPTIONS[] = {
    {"compare", 'c', OPTION_TEXT, offsetof(struct wish, compare), "FILE",
     "name the clips that this manifest has not, or with another length"},
};

struct gathering {
    struct json_writer writer;
    const struct clip_manifest *known; // NULL: write instead
    size_t differ;
};

static enum err gather(void *user, const char *path, struct fault *fault) {
    struct gathering *gathering = user;
    struct clip_file file;
    enum err err = clip_file_open(path, CLIP_AUTO, &file, fault);
    buf_clear(&file.notes);
    if (!err && gathering->known) {
        gathering->differ += clip_manifest_compare(gathering->known, &file.clips, &file.notes);
        clip_file_notes(&file, path);
    }
    for (size_t i = 0; i < file.clips.list.count && !err && !gathering->known; i++) {
        struct json_writer *w = &gathering->writer;
        json_open(w, '{');
        json_key(w, "name");
        json_text(w, file.clips.list.at[i].name);
        json_key(w, "length_ms");
        json_uint(w, clip_length_ms(&file.clips.list.at[i]));
        json_close(w, '}');
    }
    clip_file_close(&file);
    return err;
}

static int compare(struct call *call, const char *path) {
    struct fault fault = {0};
    struct arena *arena = arena_new(64 << 10);
    struct json *document;
    struct clip_manifest manifest;
    enum err err =
        arena ? json_read(path, arena, NULL, &document, &fault) : fault_set(&fault, ERR_MEMORY, "no memory");
    if (!err) err = clip_manifest_read(document, arena, &manifest, &fault);
    struct gathering gathering = {.known = &manifest};
    int code = err ? call_failed(call, &fault) : clip_each_file(call, gather, &gathering);
    arena_free(arena);
    return gathering.differ ? EXIT_FAILED : code;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    if (wish->compare) return compare(call, wish->compare);
    struct buf out = {0};
    struct gathering gathering = {.writer = json_writer_of(&out, 2)};
    json_open(&gathering.writer, '[');
    int code = clip_each_file(call, gather, &gathering);
    json_close(&gathering.writer, ']');
    buf_byte(&out, '\n');
    struct fault fault = {0};
    if (out.err) {
        fault_set(&fault, out.err, "no room for the manifest");
        code = call_failed(call, &fault);
    } else {
        fwrite(out.at, 1, out.len, stdout);
    }
    buf_free(&out);
    return code;
}

const struct command cmd_clip_manifest = {
    .name = "manifest",
    .group = "clip",
    .summary = "tells how long clips are, as Vector's engine keeps it beside them",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Prints a JSON list of names and lengths in milliseconds, of all clips in the files and folders. "
            "With --compare it names the clips "
            "that a manifest has not, or with another length, and fails if there are any.",
    .examples = "critter clip manifest assets/animations > anim_manifest.json\n"
                "critter clip manifest --compare anim_manifest.json assets/animations\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
