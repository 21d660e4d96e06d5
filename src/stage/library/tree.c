// A user's own copy of the original resource tree, on top of our content.
#include "stage/library/library_internal.h"
#include "stage/library/resources.h"

#include "base/plural.h"
#include "base/system/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct library_tree {
    struct library_making *m;
    struct arena *documents; // one at a time
    struct resources tree;
    bool cozmo, other;         // other: the other robot's tree, of no use here
    struct light_shows *shows; // those that are read
    uint32_t files, clips, broken_files, groups, missing, odd;
    char first_missing[128], first_broken[300], first_odd[400];
};

void library_tree_note(struct library_tree *t, const char *format, ...) {
    va_list list;
    char line[600];
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    buf_printf(t->m->notes, "%s: %s\n", t->tree.root, line);
}

// ------------------------------------------------------------------------------------------------ clips

void library_tree_broken(struct library_tree *t, const struct fault *said) {
    char text[700];
    if (t->m->each) library_tree_note(t, "not read: %s", fault_text(said, text, sizeof text));
    if (!t->broken_files++) fault_text(said, t->first_broken, sizeof t->first_broken);
}

// What was odd in a file that counts nevertheless; lines that do not begin with their file get it.
static void tell_odd(struct library_tree *t, const char *path, struct buf *notes) {
    struct text rest = {(const char *)notes->at, notes->len}, line;
    while (text_split(&rest, '\n', &line)) {
        char said[400];
        int len = (int)(line.len > 300 ? 300 : line.len);
        if (!len) continue;
        if (text_starts(line, path))
            snprintf(said, sizeof said, "%.*s", len, line.at);
        else
            snprintf(said, sizeof said, "%s: %.*s", path, len, line.at);
        if (t->m->each) library_tree_note(t, "odd: %s", said);
        if (!t->odd++) snprintf(t->first_odd, sizeof t->first_odd, "%s", said);
    }
    buf_free(notes);
}

static enum err read_clips(struct library_tree *t, const char *path, struct clips *out, struct fault *said) {
    struct library *l = t->m->library;
    bool json = !strcmp(path_extension(path), ".json");
    // First as this creature has them: that is nearly always right, and reads the file once.
    struct clip_reading how = {.dialect = l->dialect, .prefer = l->dialect, .file = path};
    struct buf notes = {0}, bytes = {0};
    how.notes = &notes;
    enum err err;
    if (json) {
        struct json *document;
        err = json_read(path, t->documents, NULL, &document, said);
        how.dialect = CLIP_AUTO;
        if (!err) err = clips_read_json(document, &how, l->arena, out, said);
    } else {
        err = file_read(path, LIBRARY_FILE_MAX, &bytes, said);
        void *copy = err ? NULL : arena_copy(l->arena, bytes.at, bytes.len); // texts stay the file's
        if (!err && !copy) err = fault_set(said, ERR_MEMORY, "no memory for a library");
        if (!err) err = clips_read_bin((struct bytes){copy, bytes.len}, &how, l->arena, out, said);
        how.dialect = CLIP_AUTO;
        if (err && err != ERR_MEMORY && copy) {
            *said = (struct fault){0};
            err = clips_read_bin((struct bytes){copy, bytes.len}, &how, l->arena, out, said);
        }
    }
    if (!err && out->dialect != l->dialect) err = clips_convert(out, l->dialect, l->arena, &notes, said);
    tell_odd(t, path, &notes);
    buf_free(&bytes);
    return err;
}

// The texts of a JSON clip stay its document's, which is about to go.
static bool keep_text(struct arena *arena, struct text *text) {
    if (!text->at) return true;
    const char *copy = arena_copy_text(arena, text->at, text->len);
    text->at = copy;
    return copy;
}

static bool keep_texts(struct arena *arena, struct clips *clips) {
    bool ok = true;
    for (size_t c = 0; c < clips->list.count && ok; c++) {
        struct clip *clip = &clips->list.at[c];
        ok = keep_text(arena, &clip->name);
        for (size_t i = 0; i < clip->keys.event.count && ok; i++)
            ok = keep_text(arena, &clip->keys.event.at[i].id);
        for (size_t i = 0; i < clip->keys.body.count && ok; i++)
            ok = keep_text(arena, &clip->keys.body.at[i].radius);
        for (size_t i = 0; i < clip->keys.sprites.count && ok; i++)
            ok = keep_text(arena, &clip->keys.sprites.at[i].sequence);
        for (size_t i = 0; i < clip->keys.box.count && ok; i++) {
            struct clip_box *box = &clip->keys.box.at[i];
            ok = keep_text(arena, &box->box) && keep_text(arena, &box->layer) &&
                 keep_text(arena, &box->asset) && keep_text(arena, &box->method) &&
                 keep_text(arena, &box->end);
        }
    }
    return ok;
}

static enum err take_clips(void *user, const char *path, const char *relative, struct fault *fault) {
    struct library_tree *t = user;
    struct fault said = {0};
    struct clips clips = {0};
    (void)relative;
    bool json = !strcmp(path_extension(path), ".json");
    if (!json && strcmp(path_extension(path), ".bin")) return ERR_NONE;
    arena_reset(t->documents);
    enum err err = read_clips(t, path, &clips, &said);
    if (!err && json && !keep_texts(t->m->library->arena, &clips))
        err = fault_set(&said, ERR_MEMORY, "no memory for a library");
    if (err == ERR_MEMORY) return *fault = said, err;
    fault_in(&said, path);
    if (err) return library_tree_broken(t, &said), ERR_NONE;
    t->files++;
    t->clips += (uint32_t)clips.list.count;
    return library_add_clips(t->m, &clips, false, fault);
}

// ------------------------------------------------------------------------------------------------ groups

static void first_missing(struct library_tree *t, struct text name) {
    if (!t->missing++) text_copy(name, t->first_missing, sizeof t->first_missing);
}

// Clips that are nowhere go out of the group that was added last; a group without any goes out itself, and
// ours of that name may take its place.
static void weed(struct library_tree *t) {
    struct groups *groups = &t->m->library->groups;
    struct clip_group *group = &groups->at[groups->count - 1];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        if (table_has(&t->m->clips, group->items[i].clip))
            group->items[kept++] = group->items[i];
        else
            first_missing(t, group->items[i].clip);
    }
    group->count = kept;
    if (!kept) groups_drop_last(groups);
}

static enum err take_group(void *user, const char *path, const char *relative, struct fault *fault) {
    struct library_tree *t = user;
    struct fault said = {0};
    struct json *document;
    struct buf notes = {0};
    char name[RESOURCE_NAME];
    (void)relative;
    if (!resource_json(path, name)) return ERR_NONE;
    arena_reset(t->documents);
    uint32_t before = t->m->library->groups.count;
    enum err err = json_read(path, t->documents, NULL, &document, &said);
    if (!err) err = groups_add(&t->m->library->groups, document, name, t->m->library->arena, &notes, &said);
    tell_odd(t, path, &notes);
    if (err == ERR_MEMORY) return *fault = said, err;
    fault_in(&said, path);
    if (err && said.err) library_tree_broken(t, &said);
    if (t->m->library->groups.count == before) return ERR_NONE;
    t->groups++;
    t->m->library->their_groups++;
    weed(t);
    return ERR_NONE;
}

// --------------------------------------------------------------------------------------- triggers and lights

// A target may also be a clip's name.
static enum err group_of_one(struct library_tree *t, struct text clip, struct fault *fault) {
    char text[400], name[256];
    struct json *document;
    if (!table_has(&t->m->clips, clip) || clip.len > 200) return ERR_NONE;
    text_copy(clip, name, sizeof name);
    snprintf(text, sizeof text,
             "{\"Animations\": [{\"Name\": \"%s\", \"Weight\": 1, \"Mood\": \"Default\"}]}", name);
    enum err err = json_parse(text_of(text), name, t->documents, NULL, &document, fault);
    struct fault said = {0};
    if (!err) err = groups_add(&t->m->library->groups, document, name, t->m->library->arena, NULL, &said);
    return err == ERR_MEMORY ? err : ERR_NONE;
}

static enum err take_triggers(void *user, const char *path, const char *relative, struct fault *fault) {
    struct library_tree *t = user;
    struct fault said = {0};
    struct json *document;
    struct triggers triggers = {0};
    struct buf notes = {0};
    (void)relative;
    if (strcmp(path_extension(path), ".json")) return ERR_NONE;
    arena_reset(t->documents);
    enum err err = json_read(path, t->documents, NULL, &document, &said);
    if (!err) err = triggers_read(document, t->documents, &notes, &triggers, &said);
    tell_odd(t, path, &notes);
    if (err == ERR_MEMORY) return *fault = said, err;
    fault_in(&said, path);
    if (err) return library_tree_broken(t, &said), ERR_NONE;
    for (uint32_t i = 0; i < triggers.count && !err; i++) {
        bool found;
        const struct trigger *trigger = &triggers.at[i];
        err = library_add_trigger(t->m, trigger->name, trigger->target, false, &found, fault);
        if (err || found) continue;
        err = group_of_one(t, trigger->target, fault);
        if (!err) err = library_add_trigger(t->m, trigger->name, trigger->target, false, &found, fault);
        if (!err && !found) first_missing(t, trigger->target);
    }
    return err;
}

static enum err take_patterns(void *user, const char *path, const char *relative, struct fault *fault) {
    struct library_tree *t = user;
    struct library *l = t->m->library;
    struct light_shows *into = t->shows;
    struct fault said = {0};
    struct json *document;
    struct light_shows shows = {0};
    struct buf notes = {0};
    char name[RESOURCE_NAME];
    (void)relative;
    if (!resource_json(path, name)) return ERR_NONE;
    enum err err = json_read(path, l->arena, NULL, &document, &said);
    if (!err) err = lights_read(document, name, l->arena, &notes, &shows, &said);
    tell_odd(t, path, &notes);
    if (err == ERR_MEMORY) return *fault = said, err;
    fault_in(&said, path);
    if (err) return library_tree_broken(t, &said), ERR_NONE;
    struct light_show *all = arena_array(l->arena, struct light_show, into->count + shows.count);
    if (!all) return fault_set(fault, ERR_MEMORY, "no memory for a library");
    if (into->count) memcpy(all, into->at, into->count * sizeof *all);
    if (shows.count) memcpy(all + into->count, shows.at, shows.count * sizeof *all);
    into->at = all;
    into->count += shows.count;
    return ERR_NONE;
}

// A pattern is known by its trigger: Charging shows the file charging.json, or what the map says.
static enum err name_patterns(void *user, const char *path, const char *relative, struct fault *fault) {
    struct library_tree *t = user;
    struct fault said = {0};
    struct json *document;
    struct triggers map;
    struct library *l = t->m->library;
    struct light_shows *into = t->shows;
    (void)relative;
    enum err err = json_read(path, l->arena, NULL, &document, &said);
    if (!err) err = triggers_read(document, l->arena, NULL, &map, &said);
    if (err == ERR_MEMORY) return *fault = said, err;
    fault_in(&said, path);
    if (err) return library_tree_broken(t, &said), ERR_NONE;
    struct light_show *all = arena_array(l->arena, struct light_show, into->count + map.count);
    if (!all) return fault_set(fault, ERR_MEMORY, "no memory for a library");
    size_t count = 0;
    for (uint32_t i = 0; i < map.count; i++) {
        const struct light_show *show = lights_find(into, map.at[i].target);
        if (!show) continue;
        all[count] = *show;
        all[count++].name = map.at[i].name;
    }
    if (into->count) memcpy(all + count, into->at, into->count * sizeof *all);
    into->at = all;
    into->count += count;
    return ERR_NONE;
}

static enum err take_spinner(void *user, const char *path, const char *relative, struct fault *fault) {
    struct library_tree *t = user;
    struct library *l = t->m->library;
    struct fault said = {0};
    struct json *document;
    struct spinner_map map;
    (void)relative;
    enum err err = json_read(path, l->arena, NULL, &document, &said);
    if (!err) err = spinner_map_read(document, &map, &said);
    if (err == ERR_MEMORY) return *fault = said, err;
    if (err)
        fault_in(&said, path), library_tree_broken(t, &said);
    else
        l->spinner = map;
    return ERR_NONE;
}

// What the seven settings look like; only Vector has them.
static enum err take_eye_colours(void *user, const char *path, const char *relative, struct fault *fault) {
    struct library_tree *t = user;
    struct fault said = {0};
    struct json *document;
    struct buf notes = {0};
    (void)relative;
    enum err err = json_read(path, t->documents, NULL, &document, &said);
    if (!err) err = eye_colours_read(document, t->m->library->eye_colours, &notes, &said);
    tell_odd(t, path, &notes);
    if (err == ERR_MEMORY) return *fault = said, err;
    if (err) fault_in(&said, path), library_tree_broken(t, &said);
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ all of it

// Every file of a kind; told: its absence is worth a word.
static enum err walk(struct library_tree *t, enum resource_kind kind,
                     enum err (*take)(void *, const char *, const char *, struct fault *), bool told,
                     struct fault *fault) {
    char path[RESOURCES_PATH];
    if (!resources_path(&t->tree, kind, 0, path)) {
        if (told) library_tree_note(t, "there are no %s; ours are used", resource_name(kind));
        return ERR_NONE;
    }
    return resources_each(&t->tree, kind, take, t, fault);
}

static enum err take_lights(struct library_tree *t, enum resource_kind lights, enum resource_kind triggers,
                            struct light_shows *into, struct fault *fault) {
    t->shows = into;
    enum err err = walk(t, lights, take_patterns, false, fault);
    return err ? err : walk(t, triggers, name_patterns, false, fault);
}

struct library_making *library_tree_making(struct library_tree *t) {
    return t->m;
}
struct arena *library_tree_documents(struct library_tree *t) {
    arena_reset(t->documents);
    return t->documents;
}
bool library_tree_below(const struct library_tree *t, const char *name, char out[512]) {
    return path_join(out, 512, t->tree.root, name);
}

enum err library_tree_open(struct library_making *m, const char *folder, struct library_tree **out,
                           struct fault *fault) {
    struct resources tree;
    enum err err = resources_open(folder, &tree, fault);
    if (err) return err;
    struct library_tree *t = *out = calloc(1, sizeof *t);
    if (!t || !(t->documents = arena_new(256 << 10)))
        return fault_set(fault, ERR_MEMORY, "no memory for a library");
    t->m = m;
    t->cozmo = m->library->dialect == CLIP_COZMO;
    t->tree = tree;
    t->other = tree.robot == (t->cozmo ? RESOURCES_VECTOR : RESOURCES_COZMO);
    if (t->other) {
        library_tree_note(t, "these are the other robot's resources; %s keeps to ours", m->library->creature);
        return ERR_NONE;
    }
    t->tree.robot = t->cozmo ? RESOURCES_COZMO : RESOURCES_VECTOR;
    err = walk(t, RESOURCE_CLIPS, take_clips, true, fault);
    if (!err) err = library_tree_screens(t, t->cozmo, fault);
    return err ? err : walk(t, RESOURCE_GROUPS, take_group, true, fault);
}

enum err library_tree_point(struct library_tree *t, struct fault *fault) {
    if (t->other) return ERR_NONE;
    struct light_shows *backpack = &t->m->library->backpack, *cube = &t->m->library->cube;
    enum err err = walk(t, RESOURCE_TRIGGERS, take_triggers, true, fault);
    if (!err) err = take_lights(t, RESOURCE_BACKPACK_LIGHTS, RESOURCE_BACKPACK_TRIGGERS, backpack, fault);
    if (!err) err = take_lights(t, RESOURCE_CUBE_LIGHTS, RESOURCE_CUBE_TRIGGERS, cube, fault);
    if (!err) err = walk(t, RESOURCE_SPINNER, take_spinner, false, fault);
    return err ? err : walk(t, RESOURCE_EYE_COLOURS, take_eye_colours, false, fault);
}

static void tell_missing_pictures(struct library_tree *t) {
    uint32_t missing = 0;
    char first[256] = "";
    for (size_t i = 0; i < table_count(&t->m->clips); i++) {
        const struct library_clip *row = table_at(&t->m->clips, i)->value;
        char place[128] = "";
        uint32_t here =
            row->ours ? 0 : library_missing_pictures(t->m->library, row->clip, place, sizeof place);
        if (here && !missing)
            snprintf(first, sizeof first, "%.*s, %s", (int)row->name.len, row->name.at, place);
        missing += here;
    }
    if (missing == 1)
        library_tree_note(t, "a picture that a clip shows is not there, a red square stands for it: %s",
                          first);
    if (missing > 1)
        library_tree_note(
            t, "%u pictures that clips show are not there, a red square stands for them; the first: %s",
            missing, first);
}

void library_tree_close(struct library_tree *t) {
    if (!t) return;
    if (t->broken_files && !t->m->each)
        library_tree_note(t, "%s could not be read, %s; the first: %s", PLURAL(t->broken_files, "file"),
                          NOUN(t->broken_files, "ours is used", "ours are used"), t->first_broken);
    if (t->odd && !t->m->each)
        library_tree_note(t, "%s %s odd and mended or left out; the first: %s", PLURAL(t->odd, "thing"),
                          NOUN(t->odd, "was", "were"), t->first_odd);
    if (t->missing)
        library_tree_note(t, "%u %s; the first: %s", t->missing,
                          NOUN(t->missing, "clip or group is named and is not there, ours is used",
                               "clips or groups are named and are not there, ours are used"),
                          t->first_missing);
    t->m->library->broken_files = t->broken_files;
    tell_missing_pictures(t);
    arena_free(t->documents);
    free(t);
}
