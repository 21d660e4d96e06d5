#include "stage/draw/sprites.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "codec/picture/png.h"
#include "codec/picture/raster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { NAME_ROOM = 128 };

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for pictures");
}

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

// Letters of ASCII are made small; the rest is compared as it stands.
static int compare(struct text a, struct text b) {
    for (size_t i = 0; i < a.len && i < b.len; i++) {
        int way = (unsigned char)small(a.at[i]) - (unsigned char)small(b.at[i]);
        if (way) return way;
    }
    return (a.len > b.len) - (a.len < b.len);
}

static int by_name(const void *a, const void *b) {
    return compare(((const struct sprite *)a)->name, ((const struct sprite *)b)->name);
}

static struct text key_of(struct text name, char room[NAME_ROOM]) {
    size_t len = name.len < NAME_ROOM ? name.len : NAME_ROOM;
    for (size_t i = 0; i < len; i++) room[i] = small(name.at[i]);
    return (struct text){room, len};
}

enum err sprites_add(struct sprites_making *m, const struct sprite *sprite) {
    char room[NAME_ROOM];
    if (sprite->name.len >= NAME_ROOM) return ERR_LIMIT;
    struct text key = key_of(sprite->name, room);
    if (table_has(&m->by_name, key)) return ERR_NONE;
    if (table_count(&m->by_name) >= SPRITES_MAX) return ERR_LIMIT;
    struct sprite *kept = arena_one(m->arena, struct sprite);
    if (!kept) return ERR_MEMORY;
    *kept = *sprite;
    const char *name = arena_copy_text(m->arena, sprite->name.at, sprite->name.len);
    kept->name = (struct text){name, sprite->name.len};
    return name && table_put(&m->by_name, key, kept) ? ERR_NONE : ERR_MEMORY;
}

enum err sprites_add_sketches(struct sprites_making *m, const struct sketches *sketches) {
    enum err err = ERR_NONE;
    for (uint32_t i = 0; i < sketches->count && !err; i++) {
        const struct sketch *s = &sketches->at[i];
        err = sprites_add(m, &(struct sprite){.name = s->name,
                                              .frames = s->frames,
                                              .end = s->end,
                                              .end_told = s->frames > 1,
                                              .whole = true,
                                              .sketch = s});
    }
    return err;
}

enum err sprites_settle(struct sprites_making *m, struct sprites *out) {
    size_t count = table_count(&m->by_name);
    *out = (struct sprites){.at = arena_array(m->arena, struct sprite, count + 1), .count = (uint32_t)count};
    for (size_t i = 0; i < count && out->at; i++) {
        out->at[i] = *(struct sprite *)table_at(&m->by_name, i)->value;
        out->ours += out->at[i].sketch != NULL;
    }
    table_free(&m->by_name);
    if (!out->at) return ERR_MEMORY;
    qsort(out->at, count, sizeof *out->at, by_name);
    return ERR_NONE;
}

const struct sprite *sprites_find(const struct sprites *sprites, struct text name) {
    struct sprite asked = {.name = name};
    return sprites->count ? bsearch(&asked, sprites->at, sprites->count, sizeof asked, by_name) : NULL;
}

int sprite_frame(uint32_t step, enum sprite_end end, uint32_t count) {
    if (!count || count > INT32_MAX) return -1;
    if (step < count) return (int)step;
    return end == SPRITE_LOOP ? (int)(step % count) : end == SPRITE_HOLD ? (int)count - 1 : -1;
}

// ------------------------------------------------------------------------------------------------ pixels

static enum err movie_pixels(const struct sprite *sprite, uint32_t frame, struct pixels *out,
                             struct fault *fault) {
    uint8_t *bytes = malloc(MOVIE_FRAME_BYTES);
    uint16_t *colours = malloc(MOVIE_FRAME_BYTES);
    FILE *file = fopen(sprite->movie, "rb");
    enum err err = bytes && colours ? ERR_NONE : no_memory(fault);
    if (!err && (!file || fseek(file, (long)frame * MOVIE_FRAME_BYTES, SEEK_SET) ||
                 fread(bytes, 1, MOVIE_FRAME_BYTES, file) != MOVIE_FRAME_BYTES))
        err = fault_at(fault, ERR_IO, sprite->movie, 0, 0, "cannot read picture %u", frame);
    if (!err) {
        struct raster r = raster_over(colours, 184, 96);
        raster_from_raw(bytes, false, &r);
        err = raster_to_pixels(&r, out);
    }
    if (file) fclose(file);
    free(bytes);
    free(colours);
    return err;
}

static enum err file_pixels(const char *path, unsigned box_width, unsigned box_height, struct pixels *out,
                            struct fault *fault) {
    struct buf bytes = {0};
    enum err err = file_read(path, SPRITE_FILE_BYTES_MAX, &bytes, fault);
    if (!err) err = png_decode((struct bytes){bytes.at, bytes.len}, 0, out, fault);
    buf_free(&bytes);
    if (err) return fault_in(fault, path), err;
    if (out->width > SPRITE_SIDE_MAX || out->height > SPRITE_SIDE_MAX) {
        err = fault_at(fault, ERR_LIMIT, path, 0, 0, "%u by %u pixels, at most %d a side are shown",
                       out->width, out->height, SPRITE_SIDE_MAX);
    } else if (out->width == 2 * box_width && out->height == 2 * box_height) {
        struct pixels half;
        err = pixels_scale(out, box_width, box_height, &half);
        pixels_free(out);
        if (!err) *out = half;
        return err ? fault_set(fault, err, "no memory for pictures") : ERR_NONE;
    }
    if (err) pixels_free(out);
    return err;
}

enum err sprite_pixels(const struct sprite *sprite, uint32_t frame, unsigned box_width, unsigned box_height,
                       struct pixels *out, struct fault *fault) {
    *out = (struct pixels){0};
    if (frame >= sprite->frames)
        return fault_set(fault, ERR_RANGE, "\"%.*s\" has %s", (int)sprite->name.len, sprite->name.at,
                         PLURAL(sprite->frames, "picture"));
    if (sprite->movie) return movie_pixels(sprite, frame, out, fault);
    if (!sprite->sketch) return file_pixels(sprite->files[frame], box_width, box_height, out, fault);
    enum err err = sketch_draw(sprite->sketch, frame, box_width, box_height, out);
    return err ? fault_set(fault, err, "no picture of %u by %u pixels", box_width, box_height) : ERR_NONE;
}

// -------------------------------------------------------------------------------------------- what files say

bool sprite_file_number(struct text file, struct text *name, uint32_t *number) {
    if (file.len < 4 || !text_same_nocase((struct text){file.at + file.len - 4, 4}, TEXT(".png")))
        return false;
    size_t end = file.len - 4, at = end;
    while (at && file.at[at - 1] >= '0' && file.at[at - 1] <= '9') at--;
    uint64_t value;
    if (at == end || end - at > 9 || at < 2 || file.at[at - 1] != '_' ||
        text_to_u64((struct text){file.at + at, end - at}, &value))
        return false;
    *name = (struct text){file.at, at - 1};
    *number = (uint32_t)value;
    return true;
}

static enum err read_loop(const struct json *value, struct sprite_definition *out, struct fault *fault) {
    struct text loop;
    enum err err = json_as_text(value, &loop, fault);
    if (err) return err;
    bool nothing = text_same_nocase(loop, TEXT("doNothing"));
    out->end = text_same_nocase(loop, TEXT("loop"))   ? SPRITE_LOOP
               : text_same_nocase(loop, TEXT("hold")) ? SPRITE_HOLD
                                                      : SPRITE_CLEAR;
    out->end_told = true;
    return out->end || nothing ? ERR_NONE
                               : json_fault(value, fault, ERR_UNKNOWN, "expected doNothing, hold or loop");
}

static enum err read_segment(const struct json *segment, struct text *files, uint32_t *count,
                             struct arena *arena, struct fault *fault) {
    struct text type;
    if (segment->kind != JSON_OBJECT) return json_fault(segment, fault, ERR_TYPE, "expected a segment");
    enum err err = json_get_text(segment, "segmentType", &type, fault);
    if (err) return err;
    if (!text_same_nocase(type, TEXT("straightThrough")))
        return json_fault(json_get(segment, "segmentType"), fault, ERR_UNKNOWN,
                          "expected \"straightThrough\", the only kind of segment there is");
    const struct json *list = json_get(segment, "fileList");
    if (!list || list->kind != JSON_LIST)
        return json_fault(list ? list : segment, fault, ERR_MISSING,
                          "expected \"fileList\", a list of files");
    for (const struct json *item = list->first; item; item = item->next) {
        struct text file;
        if (*count == SPRITE_FILES_MAX)
            return json_fault(item, fault, ERR_LIMIT, "more than %d pictures", SPRITE_FILES_MAX);
        err = json_as_text(item, &file, fault);
        if (err) return err;
        if (!file.len || file.len >= NAME_ROOM || memchr(file.at, '/', file.len) ||
            memchr(file.at, 0, file.len))
            return json_fault(item, fault, ERR_SYNTAX, "expected the name of a file in this folder");
        const char *kept = arena_copy_text(arena, file.at, file.len);
        if (!kept) return no_memory(fault);
        files[(*count)++] = (struct text){kept, file.len};
    }
    return ERR_NONE;
}

enum err sprite_definition_read(const struct json *document, struct arena *arena,
                                struct sprite_definition *out, struct fault *fault) {
    *out = (struct sprite_definition){0};
    if (document->kind != JSON_OBJECT)
        return json_fault(document, fault, ERR_TYPE, "expected a sequence's definition: an object");
    const struct json *sequence = json_get(document, "sequence"), *loop = json_get(document, "loop");
    enum err err = loop ? read_loop(loop, out, fault) : ERR_NONE;
    if (err) return err;
    if (!sequence || sequence->kind != JSON_LIST)
        return json_fault(sequence ? sequence : document, fault, ERR_MISSING,
                          "expected \"sequence\", a list of segments");
    size_t all = 0;
    for (const struct json *s = sequence->first; s; s = s->next) {
        const struct json *list = json_get(s, "fileList");
        all += list ? list->count : 0;
    }
    struct text *files = arena_array(arena, struct text, all < SPRITE_FILES_MAX ? all + 1 : SPRITE_FILES_MAX);
    if (!files) return no_memory(fault);
    out->files = files;
    for (const struct json *s = sequence->first; s && !err; s = s->next)
        err = read_segment(s, files, &out->count, arena, fault);
    if (!err && !out->count) err = json_fault(sequence, fault, ERR_MISSING, "expected at least one file");
    return err;
}

enum err sprite_movie_open(const char *path, struct arena *arena, struct sprite *out, struct fault *fault) {
    struct stat about;
    if (stat(path, &about)) return fault_at(fault, ERR_IO, path, 0, 0, "cannot be read");
    if (!about.st_size || about.st_size % MOVIE_FRAME_BYTES ||
        about.st_size / MOVIE_FRAME_BYTES > MOVIE_FRAMES_MAX)
        return fault_at(fault, ERR_SYNTAX, path, 0, 0, "expected 1 to %d pictures of %d bytes each, found %s",
                        MOVIE_FRAMES_MAX, MOVIE_FRAME_BYTES, PLURAL(about.st_size, "byte"));
    const char *kept = arena_copy_text(arena, path, strlen(path));
    if (!kept) return no_memory(fault);
    *out = (struct sprite){.name = TEXT(MOVIE_NAME),
                           .frames = (uint32_t)(about.st_size / MOVIE_FRAME_BYTES),
                           .end = SPRITE_LOOP,
                           .end_told = true,
                           .movie = kept};
    return ERR_NONE;
}
