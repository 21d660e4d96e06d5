// Clip lengths: the list that Vector's engine keeps beside its clips, [{"name": clip, "length_ms": n}, …].
//
//     struct clip_manifest manifest;
//     if (clip_manifest_read(document, arena, &manifest, fault)) return fault->err;
//     clip_manifest_compare(&manifest, &clips, &notes);     // what a clip is really like wins
//     clip_manifest_write(&clips, 1, &buf);
#pragma once

#include "codec/clip/clip.h"

struct clip_manifest {
    struct clip_manifest_row {
        struct text name;
        uint32_t length_ms;
    } * at;
    size_t count;
};

// Texts stay in the document. ERR_DUPLICATE: a clip is listed twice.
enum err clip_manifest_read(const struct json *document, struct arena *arena, struct clip_manifest *out,
                            struct fault *fault);
// NULL: not listed.
const struct clip_manifest_row *clip_manifest_find(const struct clip_manifest *manifest, struct text name);
// Notes every clip that is missing or has another length, one line each; returns how many.
size_t clip_manifest_compare(const struct clip_manifest *manifest, const struct clips *clips,
                             struct buf *notes);
// All clips of several files.
enum err clip_manifest_write(const struct clips *files, size_t count, struct buf *out);
