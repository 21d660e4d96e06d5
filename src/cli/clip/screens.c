#include "cli/clip/screens.h"

#include "base/system/file.h"
#include "codec/picture/png.h"
#include "codec/picture/raster.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writing {
    const struct library *library;
    const char *root;
    bool cozmo;
    uint32_t count;
    struct wrote *wrote;
};

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for pictures");
}

// Hundreds of small files that can be made again at any time: whole or not there, but nobody waits until the
// disk has them.
static enum err write_soon(const char *path, const struct buf *out, struct fault *fault) {
    char fresh[1000];
    snprintf(fresh, sizeof fresh, "%s.new~", path);
    FILE *file = fopen(fresh, "wb");
    bool fine = file && fwrite(out->at, 1, out->len, file) == out->len;
    if (file && fclose(file)) fine = false;
    if (fine && !rename(fresh, path)) return ERR_NONE;
    int why = errno;
    remove(fresh);
    return fault_at(fault, err_of_errno(why), path, 0, 0, "cannot write: %s", strerror(why));
}

static enum err put(const struct writing *w, const char *folder, const char *name, const struct buf *out,
                    struct fault *fault) {
    char whole[700], path[900];
    snprintf(whole, sizeof whole, "%s/%s", w->root, folder);
    snprintf(path, sizeof path, "%s/%s", whole, name);
    enum err err = out->err ? no_memory(fault) : folder_make(whole, fault);
    if (!err) err = write_soon(path, out, fault);
    if (!err) w->wrote->files++, w->wrote->bytes += out->len;
    return err;
}

static unsigned fit(unsigned length, unsigned display, unsigned full) {
    unsigned fits = (length * display + full / 2) / full;
    return fits ? fits : 1;
}

static enum err put_picture(const struct writing *w, const struct sketch *s, uint32_t frame,
                            const char *folder, const char *name, struct fault *fault) {
    struct pixels pixels;
    struct buf png = {0};
    unsigned width = w->cozmo ? fit(s->width, 128, 184) : s->width,
             height = w->cozmo ? fit(s->height, 64, 96) : s->height;
    enum err err = sketch_draw(s, frame, width, height, &pixels);
    if (err) return no_memory(fault);
    err = png_encode(&pixels, &png, fault);
    if (!err) err = put(w, folder, name, &png, fault);
    pixels_free(&pixels);
    buf_free(&png);
    return err;
}

static enum err put_sequence(struct writing *w, const struct sketch *s, struct fault *fault) {
    static const char *const LOOPS[] = {"doNothing", "loop", "hold"};
    char folder[200], name[160];
    struct buf definition = {0};
    struct json_writer json = json_writer_of(&definition, 1);
    snprintf(folder, sizeof folder, "%s/%.*s",
             w->cozmo ? "assets/faceAnimations" : "assets/sprites/spriteSequences", (int)s->name.len,
             s->name.at);
    json_open(&json, '{');
    json_key(&json, "loop");
    json_string(&json, LOOPS[s->end]);
    json_key(&json, "sequence");
    json_open(&json, '[');
    json_open(&json, '{');
    json_key(&json, "segmentType");
    json_string(&json, "straightThrough");
    json_key(&json, "fileList");
    json_open(&json, '[');
    enum err err = ERR_NONE;
    for (uint32_t i = 0; i < s->frames && !err; i++) {
        snprintf(name, sizeof name, "%.*s_%05u.png", (int)s->name.len, s->name.at, i);
        json_string(&json, name);
        err = put_picture(w, s, i, folder, name, fault);
        w->count++;
    }
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, ']');
    json_close(&json, '}');
    if (!err) err = put(w, folder, "definition.json", &definition, fault);
    buf_free(&definition);
    return err;
}

static enum err put_movie(struct writing *w, const struct sketch *s, struct fault *fault) {
    struct buf raw = {0};
    uint16_t *colours = malloc(MOVIE_FRAME_BYTES);
    uint8_t *bytes = malloc(MOVIE_FRAME_BYTES);
    enum err err = colours && bytes ? ERR_NONE : no_memory(fault);
    struct raster raster = raster_over(colours, 184, 96);
    for (uint32_t i = 0; i < s->frames && !err; i++) {
        struct pixels pixels;
        if (sketch_draw(s, i, 184, 96, &pixels)) {
            err = no_memory(fault);
            break;
        }
        raster_fill(&raster, raster_all(&raster), (struct rgb){0});
        raster_put(&raster, 0, 0, &pixels, &(struct raster_brush){.alpha = 1});
        raster_to_raw(&raster, false, bytes);
        buf_bytes(&raw, bytes, MOVIE_FRAME_BYTES);
        pixels_free(&pixels);
        w->count++;
    }
    if (!err) err = put(w, "config/engine/animations", "boot_anim.raw", &raw, fault);
    buf_free(&raw);
    free(colours);
    free(bytes);
    return err;
}

static enum err put_sketch(struct writing *w, const struct sketch *s, struct fault *fault) {
    char name[160];
    if (!w->cozmo && text_is(s->name, MOVIE_NAME)) return put_movie(w, s, fault);
    if (w->cozmo || s->frames > 1) return put_sequence(w, s, fault);
    snprintf(name, sizeof name, "%.*s.png", (int)s->name.len, s->name.at);
    w->count++;
    return put_picture(w, s, 0, "assets/sprites/independentSprites", name, fault);
}

static enum err put_json(const struct writing *w, const struct json *value, const char *folder,
                         const char *name, struct fault *fault) {
    struct buf out = {0};
    struct json_writer json = json_writer_of(&out, 1);
    json_copy(&json, value);
    enum err err = put(w, folder, name, &out, fault);
    buf_free(&out);
    return err;
}

static enum err put_each(const struct writing *w, const struct json *all, const char *folder,
                         struct fault *fault) {
    enum err err = ERR_NONE;
    for (const struct json *v = all ? all->first : NULL; v && !err; v = v->next) {
        char name[160];
        snprintf(name, sizeof name, "%.*s.json", (int)v->key.len, v->key.at);
        err = put_json(w, v, folder, name, fault);
    }
    return err;
}

static enum err put_screens(const struct writing *w, struct fault *fault) {
    const struct json *screens, *value;
    struct arena *arena = arena_new(64 << 10);
    enum err err = arena ? library_screens(w->library->about, arena, &screens, fault) : no_memory(fault);
    if (!err && screens) {
        err = put_each(w, json_get(screens, "layouts"), "assets/compositeImageResources/imageLayouts", fault);
        if (!err)
            err = put_each(w, json_get(screens, "maps"), "assets/compositeImageResources/imageMaps", fault);
        if (!err && (value = json_get(screens, "layoutTriggers")))
            err = put_json(w, value, "assets/cladToFileMaps", "CompositeImageLayoutMap.json", fault);
        if (!err && (value = json_get(screens, "mapTriggers")))
            err = put_json(w, value, "assets/cladToFileMaps", "CompositeImageMapMap.json", fault);
    }
    arena_free(arena);
    return err;
}

enum err clip_put_screens(const struct library *library, const char *folder, uint32_t *count,
                          struct wrote *wrote, struct fault *fault) {
    struct writing w = {library, folder, library->dialect == CLIP_COZMO, 0, wrote};
    enum err err = ERR_NONE;
    for (uint32_t i = 0; i < library->sketches.count && !err; i++)
        err = put_sketch(&w, &library->sketches.at[i], fault);
    if (!err && !w.cozmo) err = put_screens(&w, fault);
    *count = w.count;
    return err;
}
