// Pictures and screens of a library: a user's own, then ours.
#include "stage/library/library_internal.h"

#include "base/plural.h"
#include "base/system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum err no_memory(struct fault *fault) {
    return fault_set(fault, ERR_MEMORY, "no memory for a library");
}

// ------------------------------------------------------------------------------------------------ ours

static enum err named(const struct json *about, const char *key, struct arena *arena, struct json **out,
                      struct fault *fault) {
    struct text path;
    char ended[160];
    enum err err = json_get_text(about, key, &path, fault);
    if (err) return err;
    snprintf(ended, sizeof ended, "/%.*s", (int)path.len, path.at);
    return library_read_ours(ended, arena, out, fault);
}

enum err library_screens(const struct json *about, struct arena *arena, const struct json **out,
                         struct fault *fault) {
    struct json *document = NULL;
    *out = NULL;
    if (!json_get(about, "screens")) return ERR_NONE;
    enum err err = named(about, "screens", arena, &document, fault);
    *out = document;
    return err;
}

static const struct json *member(const struct json *document, const char *key) {
    const struct json *value = json_get(document, key);
    return value ? value->first : NULL;
}

static enum err add_our_layouts(struct library *l, const struct json *document, struct fault *fault) {
    enum err err = ERR_NONE;
    for (const struct json *v = member(document, "layouts"); v && !err; v = v->next) {
        struct layout layout;
        err = layout_read(v, v->key, l->arena, &layout, fault);
        if (!err && layouts_add(&l->layouts, &layout, l->arena)) err = no_memory(fault);
    }
    for (const struct json *v = member(document, "maps"); v && !err; v = v->next) {
        struct image_map map;
        err = image_map_read(v, v->key, l->arena, &map, fault);
        if (!err && layouts_add_map(&l->layouts, &map, l->arena)) err = no_memory(fault);
    }
    if (!err && json_get(document, "layoutTriggers"))
        err = layout_triggers_read(json_get(document, "layoutTriggers"), "LayoutName", l->arena,
                                   &l->layouts.layout_triggers, &l->layouts.layout_trigger_count, fault);
    if (!err && json_get(document, "mapTriggers"))
        err = layout_triggers_read(json_get(document, "mapTriggers"), "MapName", l->arena,
                                   &l->layouts.map_triggers, &l->layouts.map_trigger_count, fault);
    return err;
}

enum err library_add_our_screens(struct library_making *m, struct fault *fault) {
    struct library *l = m->library;
    const struct json *screens;
    struct json *pictures;
    enum err err = ERR_NONE;
    if (json_get(l->about, "pictures")) {
        err = named(l->about, "pictures", m->scratch, &pictures, fault);
        if (!err) err = sketches_read(pictures, l->arena, &l->sketches, fault);
        if (!err && sprites_add_sketches(&m->sprites, &l->sketches)) err = no_memory(fault);
    }
    if (!err) err = library_screens(l->about, m->scratch, &screens, fault);
    if (!err && screens) err = add_our_layouts(l, screens, fault);
    if (!err && sprites_settle(&m->sprites, &l->sprites)) err = no_memory(fault);
    return err;
}

// ---------------------------------------------------------------------------------------- a user's sequences

struct found_file {
    uint32_t number;
    struct text file; // in the folder
    const char *path;
};
// A folder of pictures while it is walked through.
struct folder {
    struct library_tree *tree;
    struct sprites_making *making;
    char path[512];
    const char *definition;
    struct found_file *files;
    uint32_t count, room;
    uint32_t gaps, odd, packed;
    char first_gap[160], first_packed[160];
};

static int by_number(const void *a, const void *b) {
    const struct found_file *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static void gap(struct folder *f, struct text name) {
    if (!f->gaps++) text_copy(name, f->first_gap, sizeof f->first_gap);
}

// The files in the order of their numbers, up to the first gap.
static uint32_t in_order(struct folder *f, const char **paths, struct text name) {
    qsort(f->files, f->count, sizeof *f->files, by_number);
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        if (i && f->files[i].number == f->files[i - 1].number) continue; // the same number written twice
        if (i && f->files[i].number != f->files[i - 1].number + 1) {
            gap(f, name);
            break;
        }
        paths[count++] = f->files[i].path;
    }
    return count;
}

static const char *file_named(const struct folder *f, struct text file) {
    for (uint32_t i = 0; i < f->count; i++)
        if (text_same_nocase(f->files[i].file, file)) return f->files[i].path;
    return NULL;
}

// As definition.json says; where a file is missing the sequence ends.
static enum err as_defined(struct folder *f, struct sprite *sprite, const char ***paths,
                           struct fault *fault) {
    struct arena *documents = library_tree_documents(f->tree);
    struct json *document;
    struct sprite_definition definition;
    struct fault said = {0};
    enum err err = json_read(f->definition, documents, NULL, &document, &said);
    if (!err) err = sprite_definition_read(document, documents, &definition, &said);
    if (err == ERR_MEMORY) return *fault = said, err;
    if (err) {
        fault_in(&said, f->definition);
        library_tree_broken(f->tree, &said);
        return ERR_NONE; // in the order of the numbers, then
    }
    const char **all = arena_array(f->making->arena, const char *, definition.count);
    if (!all) return no_memory(fault);
    for (uint32_t i = 0; i < definition.count; i++) {
        const char *path = file_named(f, definition.files[i]);
        if (!path) {
            gap(f, definition.files[i]);
            break;
        }
        all[sprite->frames++] = path;
    }
    sprite->end = definition.end;
    sprite->end_told = definition.end_told;
    *paths = all;
    return ERR_NONE;
}

static enum err finish(struct folder *f, struct fault *fault) {
    const char *name = path_name(f->path);
    struct sprite sprite = {.name = text_of(name), .end = SPRITE_CLEAR, .whole = true};
    const char **paths = NULL;
    enum err err = ERR_NONE;
    if (f->definition) err = as_defined(f, &sprite, &paths, fault);
    if (!err && !sprite.frames && f->count) {
        paths = arena_array(f->making->arena, const char *, f->count);
        if (!paths) return no_memory(fault);
        sprite.frames = in_order(f, paths, sprite.name);
    }
    sprite.files = paths;
    if (!err && sprite.frames) {
        err = sprites_add(f->making, &sprite);
        if (err == ERR_MEMORY) return no_memory(fault);
        f->odd += err == ERR_LIMIT;
        err = ERR_NONE;
    }
    f->count = 0;
    f->definition = NULL;
    return err;
}

static bool grow(struct folder *f) {
    if (f->count < f->room) return true;
    uint32_t room = f->room ? f->room * 2 : 64;
    struct found_file *files = realloc(f->files, room * sizeof *files);
    if (!files) return false;
    f->files = files;
    f->room = room;
    return true;
}

// Sequences that somebody packed: their pictures are not read, and it is said what to do.
static bool is_packed(struct folder *f, const char *path) {
    static const char *const ENDS[] = {".tar", ".gz", ".tgz", ".bz2", ".xz", ".zip", ".7z", ".rar"};
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        if (!text_same_nocase(text_of(path_extension(path)), text_of(ENDS[i]))) continue;
        if (!f->packed++) text_copy(text_of(path_name(path)), f->first_packed, sizeof f->first_packed);
        return true;
    }
    return false;
}

static enum err take_picture(void *user, const char *path, const char *relative, struct fault *fault) {
    struct folder *f = user;
    const char *file = path_name(path);
    size_t folder_len = (size_t)(file - path) - 1;
    (void)relative;
    if (is_packed(f, path)) return ERR_NONE;
    if (folder_len >= sizeof f->path) return ERR_NONE;
    if (strlen(f->path) != folder_len || strncmp(f->path, path, folder_len) != 0) {
        enum err err = finish(f, fault);
        if (err) return err;
        memcpy(f->path, path, folder_len);
        f->path[folder_len] = 0;
    }
    const char *kept = arena_copy_text(f->making->arena, path, strlen(path));
    if (!kept || !grow(f)) return no_memory(fault);
    if (text_same_nocase(text_of(file), TEXT("definition.json"))) return f->definition = kept, ERR_NONE;
    struct text name;
    uint32_t number;
    bool numbered = sprite_file_number(text_of(file), &name, &number);
    if (!numbered && !text_same_nocase(text_of(path_extension(file)), TEXT(".png"))) return ERR_NONE;
    if (f->count == SPRITE_FILES_MAX) return f->odd++, ERR_NONE;
    f->files[f->count++] =
        (struct found_file){numbered ? number : UINT32_MAX, text_of(path_name(kept)), kept};
    return ERR_NONE;
}

static enum err take_single(void *user, const char *path, const char *relative, struct fault *fault) {
    struct folder *f = user;
    (void)relative;
    if (!text_same_nocase(text_of(path_extension(path)), TEXT(".png"))) return ERR_NONE;
    const char *kept = arena_copy_text(f->making->arena, path, strlen(path));
    const char **files = arena_array(f->making->arena, const char *, 1);
    if (!kept || !files) return no_memory(fault);
    struct text name = text_of(path_name(kept));
    files[0] = kept;
    name.len -= 4;
    enum err err = sprites_add(
        f->making, &(struct sprite){.name = name, .frames = 1, .end = SPRITE_HOLD, .files = files});
    f->odd += err == ERR_LIMIT;
    return err == ERR_MEMORY ? no_memory(fault) : ERR_NONE;
}

// A folder as it is called, or all in small letters.
static bool either_case(struct library_tree *t, const char *name, char out[512]) {
    char lower[200];
    if (library_tree_below(t, name, out) && folder_exists(out)) return true;
    size_t len = 0;
    for (; name[len] && len + 1 < sizeof lower; len++)
        lower[len] = (char)(name[len] >= 'A' && name[len] <= 'Z' ? name[len] + 32 : name[len]);
    lower[len] = 0;
    return library_tree_below(t, lower, out) && folder_exists(out);
}

static enum err take_pictures(struct library_tree *t, const char *const *names, bool single,
                              struct fault *fault) {
    struct folder f = {.tree = t, .making = &library_tree_making(t)->sprites};
    enum err err = ERR_NONE;
    for (; *names && !err; names++) {
        char path[512];
        if (!either_case(t, *names, path)) continue;
        err = folder_walk(path, single ? take_single : take_picture, &f, fault);
        if (!err && !single) err = finish(&f, fault);
    }
    if (f.gaps)
        library_tree_note(t, "%s of pictures %s at a missing picture; the first: %s",
                          PLURAL(f.gaps, "sequence"), NOUN(f.gaps, "ends", "end"), f.first_gap);
    if (f.packed)
        library_tree_note(t,
                          "%s among the sequences of pictures not read: unpack each into a "
                          "folder of its name beside it; the first: %s",
                          PLURAL(f.packed, "archive"), f.first_packed);
    if (f.odd) library_tree_note(t, "%s left out: too many, or names too long", PLURAL(f.odd, "picture"));
    free(f.files);
    return err;
}

// ------------------------------------------------------------------------------------------ a user's screens

static struct text base_name(const char *path) {
    struct text base = text_of(path_name(path));
    base.len -= strlen(path_extension(path));
    return base;
}

// What one file holds, into the library; a fault with a place only spoils this file.
static enum err take_file(struct library_tree *t, const char *path, bool map, struct fault *said) {
    struct library *l = library_tree_making(t)->library;
    struct json *document;
    enum err err = json_read(path, library_tree_documents(t), NULL, &document, said);
    if (err) return err;
    if (map) {
        struct image_map read;
        err = image_map_read(document, base_name(path), l->arena, &read, said);
        return err ? err : layouts_add_map(&l->layouts, &read, l->arena);
    }
    struct layout read;
    err = layout_read(document, base_name(path), l->arena, &read, said);
    return err ? err : layouts_add(&l->layouts, &read, l->arena);
}

static enum err take_screen(void *user, const char *path, bool map, struct fault *fault) {
    struct fault said = {0};
    if (strcmp(path_extension(path), ".json") != 0) return ERR_NONE;
    enum err err = take_file(user, path, map, &said);
    if (err == ERR_MEMORY) return no_memory(fault);
    if (err) fault_in(&said, path), library_tree_broken(user, &said);
    return ERR_NONE;
}

static enum err take_layout(void *user, const char *path, const char *relative, struct fault *fault) {
    (void)relative;
    return take_screen(user, path, false, fault);
}
static enum err take_map(void *user, const char *path, const char *relative, struct fault *fault) {
    (void)relative;
    return take_screen(user, path, true, fault);
}

static enum err take_triggers(struct library_tree *t, const char *name, const char *key,
                              struct layout_trigger **at, uint32_t *count, struct fault *fault) {
    char path[512];
    struct json *document;
    struct fault said = {0};
    if (!library_tree_below(t, name, path) || !file_exists(path)) return ERR_NONE;
    enum err err = json_read(path, library_tree_documents(t), NULL, &document, &said);
    if (!err)
        err = layout_triggers_read(document, key, library_tree_making(t)->library->arena, at, count, &said);
    if (err == ERR_MEMORY) return no_memory(fault);
    if (err) fault_in(&said, path), library_tree_broken(t, &said);
    return ERR_NONE;
}

static enum err take_movie(struct library_tree *t, struct fault *fault) {
    char path[512];
    struct sprite movie;
    struct fault said = {0};
    struct sprites_making *making = &library_tree_making(t)->sprites;
    if (!library_tree_below(t, "config/engine/animations/boot_anim.raw", path) || !file_exists(path))
        return ERR_NONE;
    enum err err = sprite_movie_open(path, making->arena, &movie, &said);
    if (!err) err = sprites_add(making, &movie);
    if (err == ERR_MEMORY) return no_memory(fault);
    if (err) library_tree_broken(t, &said);
    return ERR_NONE;
}

enum err library_tree_screens(struct library_tree *t, bool cozmo, struct fault *fault) {
    static const char *const SINGLE[] = {"assets/sprites/independentSprites",
                                         "config/sprites/independentSprites",
                                         "config/devOnlySprites/independentSprites", "config/facePNGs", NULL};
    static const char *const SEQUENCES[] = {"assets/sprites/spriteSequences",
                                            "config/sprites/spriteSequences",
                                            "config/devOnlySprites/spriteSequences", NULL};
    static const char *const COZMOS[] = {"assets/faceAnimations", NULL};
    struct layouts *l = &library_tree_making(t)->library->layouts;
    char path[512];
    if (cozmo) return take_pictures(t, COZMOS, false, fault);
    enum err err = take_pictures(t, SEQUENCES, false, fault);
    if (!err) err = take_pictures(t, SINGLE, true, fault);
    if (!err && !table_count(&library_tree_making(t)->sprites.by_name))
        library_tree_note(t, "there are no pictures (assets/sprites); ours are used");
    if (!err && either_case(t, "assets/compositeImageResources/imageLayouts", path))
        err = folder_walk(path, take_layout, t, fault);
    if (!err && either_case(t, "assets/compositeImageResources/imageMaps", path))
        err = folder_walk(path, take_map, t, fault);
    if (!err)
        err = take_triggers(t, "assets/cladToFileMaps/CompositeImageLayoutMap.json", "LayoutName",
                            &l->layout_triggers, &l->layout_trigger_count, fault);
    if (!err)
        err = take_triggers(t, "assets/cladToFileMaps/CompositeImageMapMap.json", "MapName", &l->map_triggers,
                            &l->map_trigger_count, fault);
    return err ? err : take_movie(t, fault);
}

static bool is_picture(const struct library *l, struct text name) {
    return !name.len || text_is(name, "clear_sprite_box") || sprites_find(&l->sprites, name);
}

static void name_missing(char *out, size_t size, const char *track, uint32_t ms, struct text picture) {
    snprintf(out, size, "%s at %u ms: %.*s", track, ms, (int)picture.len, picture.at);
}

uint32_t library_missing_pictures(const struct library *l, const struct clip *clip, char *first,
                                  size_t size) {
    uint32_t missing = 0;
    for (size_t i = 0; i < clip->keys.sprites.count; i++) {
        const struct clip_sprites *key = &clip->keys.sprites.at[i];
        if (!is_picture(l, key->sequence) && !missing++)
            name_missing(first, size, "FaceAnimationKeyFrame", key->trigger_ms, key->sequence);
    }
    for (size_t i = 0; i < clip->keys.box.count; i++) {
        const struct clip_box *key = &clip->keys.box.at[i];
        if (!is_picture(l, key->asset) && !missing++)
            name_missing(first, size, "SpriteBoxKeyFrame", key->trigger_ms, key->asset);
    }
    return missing;
}
