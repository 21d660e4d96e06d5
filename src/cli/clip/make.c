#include "cli/clip/library.h"
#include "cli/clip/screens.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "codec/clip/manifest.h"

#include <string.h>

struct wish {
    const char *robot, *output;
    bool json;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT",
     "vector or cozmo (default for a FILE: vector; without one: both)"},
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "PATH",
     "of a FILE: the clip file to write (default -, stdout); without one: a folder (needed)"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL, "JSON (form B) instead of FlatBuffers"},
};

// ------------------------------------------------------------------------------------------------ one score

static enum err encode(const struct clips *clips, bool json, struct buf *out, struct fault *fault) {
    return json ? clips_write_json_b(clips, out) : clips_write_bin(clips, out, fault);
}

static enum err make_file(const char *path, const struct wish *wish, struct arena *arena,
                          struct fault *fault) {
    bool cozmo = wish->robot && !strcmp(wish->robot, "cozmo");
    struct score_style style = {.creature = cozmo ? "cozmo" : "vector",
                                .face = cozmo ? &FACE_COZMO : &FACE_VECTOR,
                                .lights = cozmo ? 5 : 3,
                                .dialect = cozmo ? CLIP_COZMO : CLIP_VECTOR};
    struct json *document;
    struct score score;
    struct buf out = {0};
    enum err err = json_read(path, arena, NULL, &document, fault);
    if (!err) err = score_read(document, &style, arena, &score, fault);
    if (!err) err = encode(&score.clips, wish->json, &out, fault);
    if (!err) err = call_write(wish->output ? wish->output : "-", out.at, out.len, fault);
    buf_free(&out);
    return err;
}

// --- A whole tree ------------------------------------------------------------------------------------------

struct tree {
    const struct wish *wish;
    const struct library *library;
    struct json_writer triggers;
    struct buf map, manifest;
    uint32_t clips, groups;
    struct wrote wrote;
};

static enum err put(struct tree *t, const char *folder, const char *name, const struct buf *out,
                    struct fault *fault) {
    char whole[600], path[700];
    snprintf(whole, sizeof whole, "%s/%s/%s", t->wish->output, t->library->creature, folder);
    snprintf(path, sizeof path, "%s/%s", whole, name);
    enum err err = out->err ? fault_set(fault, out->err, "no memory") : folder_make(whole, fault);
    return err ? err : call_put(&t->wrote, path, out->at, out->len, fault);
}

static bool there(void *user, struct text clip) { return library_clip(user, clip); }

static enum err put_groups(struct tree *t, const struct score *score, const char *family,
                           struct fault *fault) {
    enum err err = ERR_NONE;
    for (const struct json *group = score->groups ? score->groups->first : NULL; group && !err;
         group = group->next) {
        struct buf out = {0};
        char folder[200], name[200];
        snprintf(folder, sizeof folder, "assets/animationGroups/%s", family);
        snprintf(name, sizeof name, "%.*s.json", (int)group->key.len, group->key.at);
        const struct library *library = t->library;
        union {
            const struct library *from;
            void *to;
        } same = {library};
        err = score_group_write(group, there, same.to, &out, fault);
        if (!err) err = put(t, folder, name, &out, fault);
        buf_free(&out);
        t->groups++;
    }
    for (const struct json *trigger = score->triggers ? score->triggers->first : NULL; trigger;
         trigger = trigger->next) {
        json_open(&t->triggers, '{');
        json_key(&t->triggers, "CladEvent");
        json_text(&t->triggers, trigger->key);
        json_key(&t->triggers, "AnimName");
        json_text(&t->triggers, trigger->text);
        json_close(&t->triggers, '}');
    }
    return err;
}

static enum err put_score(struct tree *t, const struct score *score, const char *family,
                          struct fault *fault) {
    struct buf out = {0};
    char name[200];
    snprintf(name, sizeof name, "%s.%s", family, t->wish->json ? "json" : "bin");
    enum err err = encode(&score->clips, t->wish->json, &out, fault);
    if (!err) err = put(t, "assets/animations", name, &out, fault);
    buf_free(&out);
    t->clips += (uint32_t)score->clips.list.count;
    return err ? err : put_groups(t, score, family, fault);
}

// One of our own documents as it stands, where the robots have such a thing.
static enum err put_document(struct tree *t, const char *key, const char *folder, const char *as,
                             struct fault *fault) {
    struct text path;
    if (!json_get(t->library->about, key)) return ERR_NONE;
    enum err err = json_get_text(t->library->about, key, &path, fault);
    char name[200];
    snprintf(name, sizeof name, "/%.*s", (int)path.len, path.at);
    const struct embedded *file = err ? NULL : embedded_find(CREATURE_FILES, name, strlen(name));
    struct buf out = {0};
    if (file) buf_bytes(&out, file->bytes, file->len);
    if (file) err = put(t, folder, as, &out, fault);
    buf_free(&out);
    return err;
}

static enum err put_lights(struct tree *t, struct fault *fault) {
    bool cozmo = t->library->dialect == CLIP_COZMO;
    enum err err = put_document(t, "backpack", "config/engine/lights/backpackLights",
                                "backpackLightPatterns.json", fault);
    if (!err)
        err = put_document(t, "cube", "config/engine/lights/cubeLights", "cubeLightPatterns.json", fault);
    if (!err && !cozmo)
        err =
            put_document(t, "spinner", "config/engine/behaviorComponent", "cubeSpinnerLightMaps.json", fault);
    if (err || cozmo) return err;
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 1);
    json_open(&w, '{');
    for (int i = 0; i < EYE_COLOUR_COUNT; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s", t->library->eye_colours[i].name);
        for (char *c = name; *c; c++)
            if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
        json_key(&w, name), json_open(&w, '{');
        json_key(&w, "Hue"), json_number(&w, (double)t->library->eye_colours[i].hue);
        json_key(&w, "Saturation"), json_number(&w, (double)t->library->eye_colours[i].saturation);
        json_close(&w, '}');
    }
    json_close(&w, '}');
    err = put(t, "config/engine", "eye_color_config.json", &out, fault);
    buf_free(&out);
    return err;
}

static enum err put_maps(struct tree *t, struct fault *fault) {
    bool cozmo = t->library->dialect == CLIP_COZMO;
    enum err err = put(t, cozmo ? "assets/animationGroupMaps" : "assets/cladToFileMaps",
                       "AnimationTriggerMap.json", &t->map, fault);
    return err ? err : put(t, "assets/sprites", "anim_manifest.json", &t->manifest, fault);
}

static enum err make_tree(void *user, const struct library *library, struct fault *fault) {
    struct tree t = {.wish = user, .library = library};
    bool cozmo = library->dialect == CLIP_COZMO;
    size_t count = json_get(library->about, "scores")->count;
    struct arena *arena = arena_new(256 << 10);
    struct clips *files = arena ? arena_array(arena, struct clips, count) : NULL;
    enum err err = files ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory");
    t.triggers = json_writer_of(&t.map, 1);
    if (cozmo) json_open(&t.triggers, '{'), json_key(&t.triggers, "Pairs");
    json_open(&t.triggers, '[');
    for (size_t i = 0; i < count && !err; i++) {
        struct score score;
        char family[100];
        struct text name = json_at(json_get(library->about, "scores"), i)->text;
        text_copy(name, family, sizeof family);
        char *dot = strrchr(family, '.');
        if (dot) *dot = 0;
        err = library_score(library->about, i, arena, &score, fault);
        if (!err) files[i] = score.clips;
        if (!err) err = put_score(&t, &score, path_name(family), fault);
    }
    json_close(&t.triggers, ']');
    if (cozmo) json_close(&t.triggers, '}');
    if (!err) err = clip_manifest_write(files, count, &t.manifest);
    if (!err) err = put_maps(&t, fault);
    if (!err) err = put_lights(&t, fault);
    char root[600];
    uint32_t pictures = 0;
    snprintf(root, sizeof root, "%s/%s", t.wish->output, library->creature);
    if (!err) err = clip_put_screens(library, root, &pictures, &t.wrote, fault);
    if (!err)
        printf("%s/%s: %s, %s, %s\n", t.wish->output, library->creature, PLURAL(t.clips, "clip"),
               PLURAL(t.groups, "group"), PLURAL(pictures, "picture"));
    if (!err) call_wrote_files(root, &t.wrote);
    buf_free(&t.map);
    buf_free(&t.manifest);
    arena_free(arena);
    return err;
}

static int run(struct call *call) {
    struct wish wish = *(const struct wish *)call->options;
    struct fault fault = {0};
    if (!call->words.count && !wish.output)
        return call_wrong(call, "--output: say in which folder the tree is to be written");
    if (!call->words.count && !*wish.output) return call_wrong(call, "--output: the path is empty");
    if (!call->words.count) return clip_each_library(call, wish.robot, NULL, make_tree, &wish);
    if (!call_robot(call, wish.robot)) return EXIT_WRONG_USE;
    struct arena *arena = arena_new(256 << 10);
    enum err err = arena ? make_file(call->words.at[0], &wish, arena, &fault)
                         : fault_set(&fault, ERR_MEMORY, "no memory");
    arena_free(arena);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_clip_make = {
    .name = "make",
    .group = "clip",
    .summary = "makes clip files of scores, as the robots have them",
    .words = "[FILE]",
    .words_most = 1,
    .help =
        "A score says what happens in a clip in a few lines and leaves the in-betweens to the maker; "
        "docs/clips.md "
        "tells how it is written. The clips of FILE become one clip file of the robot's own format.\n\n"
        "Without FILE our own content is written as a tree of resources, with groups, triggers, lights, eye "
        "colours, pictures, screens and manifest, laid out as the robots have it: a beginning for one's own, "
        "to "
        "be given with --resources.",
    .examples = "critter clip make happy.json -o happy.bin\n"
                "critter clip make happy.json --robot cozmo --json\n"
                "critter clip make -o resources            # resources/vector, resources/cozmo\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
