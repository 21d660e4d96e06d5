#include "codec/clip/manifest.h"

#include "codec/clip/clip_internal.h"

#include "base/table.h"

enum err clip_manifest_read(const struct json *document, struct arena *arena, struct clip_manifest *out,
                            struct fault *fault) {
    *out = (struct clip_manifest){0};
    if (document->kind != JSON_LIST)
        return json_fault(document, fault, ERR_TYPE, "expected a list of clips and their lengths, found %s",
                          json_kind_name(document->kind));
    out->at = arena_array(arena, struct clip_manifest_row, document->count + 1);
    if (!out->at) return json_fault(document, fault, ERR_LIMIT, "no room for the list");
    struct table seen = {0};
    enum err err = ERR_NONE;
    for (const struct json *row = document->first; row && !err; row = row->next) {
        struct clip_manifest_row *to = &out->at[out->count];
        int64_t length = 0;
        err = json_get_text(row, "name", &to->name, fault);
        if (!err) err = json_get_int(row, "length_ms", 0, UINT32_MAX, &length, fault);
        if (!err && table_has(&seen, to->name))
            err = json_fault(row, fault, ERR_DUPLICATE, "the clip \"%.*s\" is listed twice",
                             (int)(to->name.len > 80 ? 80 : to->name.len), to->name.at);
        if (!err && !table_put(&seen, to->name, to)) err = json_fault(row, fault, ERR_MEMORY, "no memory");
        to->length_ms = (uint32_t)length;
        out->count += !err;
    }
    table_free(&seen);
    return err;
}

const struct clip_manifest_row *clip_manifest_find(const struct clip_manifest *manifest, struct text name) {
    for (size_t i = 0; i < manifest->count; i++)
        if (text_same(manifest->at[i].name, name)) return &manifest->at[i];
    return NULL;
}

size_t clip_manifest_compare(const struct clip_manifest *manifest, const struct clips *clips,
                             struct buf *notes) {
    size_t differ = 0;
    for (size_t i = 0; i < clips->list.count; i++) {
        const struct clip *clip = &clips->list.at[i];
        uint32_t length = clip_length_ms(clip);
        const struct clip_manifest_row *row = clip_manifest_find(manifest, clip->name);
        if (row && row->length_ms == length) continue;
        differ++;
        if (row)
            clip_note(notes, clip, "listed with %u ms, is %u ms long", row->length_ms, length);
        else
            clip_note(notes, clip, "not listed, is %u ms long", length);
    }
    return differ;
}

enum err clip_manifest_write(const struct clips *files, size_t count, struct buf *out) {
    struct json_writer w = json_writer_of(out, 2);
    json_open(&w, '[');
    for (size_t f = 0; f < count; f++)
        for (size_t i = 0; i < files[f].list.count; i++) {
            json_open(&w, '{');
            json_key(&w, "name");
            json_text(&w, files[f].list.at[i].name);
            json_key(&w, "length_ms");
            json_uint(&w, clip_length_ms(&files[f].list.at[i]));
            json_close(&w, '}');
        }
    json_close(&w, ']');
    buf_byte(out, '\n');
    return out->err;
}
