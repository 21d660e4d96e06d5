#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "cli/clip/file.h"
#include "stage/library/library.h"
#include "stage/library/resources.h"
#include "stage/sound/sounds.h"

#include <string.h>

struct wish {
    const char *robot;
    bool json;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT",
     "which robot's they are, if the folders do not show it: vector or cozmo"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL,
     "print an object a line, for other programs"},
};

static enum err count(void *user, const char *path, const char *relative, struct fault *fault) {
    (void)path, (void)relative, (void)fault;
    ++*(uint32_t *)user;
    return ERR_NONE;
}

static enum err tell_kind(const struct resources *tree, enum resource_kind kind, bool json,
                          struct fault *fault) {
    uint32_t files = 0;
    char path[RESOURCES_PATH];
    enum err err = resources_each(tree, kind, count, &files, fault);
    if (err) return err;
    if (!json) printf("%-20s %6u", resource_name(kind), files);
    struct buf line = {0};
    struct json_writer w = json_writer_of(&line, 0);
    json_open(&w, '{'), json_key(&w, "kind"), json_string(&w, resource_name(kind));
    json_key(&w, "files"), json_int(&w, files), json_key(&w, "places"), json_open(&w, '[');
    for (size_t n = 0; resources_path(tree, kind, n, path); n++) {
        const char *below = path + strlen(tree->root);
        while (*below == '/') below++;
        if (!json) printf("%s%s", n ? ", " : "  ", below);
        json_string(&w, below);
    }
    json_close(&w, ']'), json_close(&w, '}');
    if (json && !line.err) fwrite(line.at, 1, line.len, stdout);
    putchar('\n');
    buf_free(&line);
    return ERR_NONE;
}

static void tell(const struct fault *fault) {
    char text[700];
    fprintf(stderr, "%s\n", fault_text(fault, text, sizeof text));
}

// Every picture of theirs, as it would be drawn; how many cannot be.
static uint32_t try_pictures(const struct library *library) {
    uint32_t all = 0, done = 0, broken = 0;
    for (uint32_t i = 0; i < library->sprites.count; i++)
        if (library->sprites.at[i].files) all += library->sprites.at[i].frames;
    for (uint32_t i = 0; i < library->sprites.count; i++) {
        const struct sprite *sprite = &library->sprites.at[i];
        for (uint32_t frame = 0; sprite->files && frame < sprite->frames; frame++) {
            struct pixels pixels;
            struct fault fault = {0};
            clip_progress(++done, all, "pictures");
            if (!sprite_pixels(sprite, frame, 184, 96, &pixels, &fault)) {
                pixels_free(&pixels);
                continue;
            }
            tell(&fault);
            broken++;
        }
    }
    return broken;
}

static uint32_t try_sounds(const char *folder) {
    struct fault fault = {0};
    uint32_t broken;
    if (!sounds_check(folder, &broken, &fault)) return 0;
    if (broken > 1) fprintf(stderr, "%u sounds cannot be read; the first:\n", broken);
    tell(&fault);
    return broken;
}

// As a robot would read them; what it would complain about is told.
static enum err try_them(const char *robot, const char *folder, uint32_t *broken, struct fault *fault) {
    struct buf notes = {0};
    struct library_config config = {.creature = robot, .resources = folder, .notes = &notes, .each = true};
    struct library *library = library_open(&config, fault);
    if (notes.len) fprintf(stderr, "%.*s", (int)notes.len, (const char *)notes.at);
    buf_free(&notes);
    if (!library) return fault->err;
    fprintf(stderr, "%s: %s, %s, %s of theirs\n", robot,
            PLURAL(library->clip_count - library->our_clips, "clip"), PLURAL(library->their_groups, "group"),
            PLURAL(library->trigger_count - library->our_triggers, "trigger"));
    *broken += library->broken_files + try_pictures(library) + try_sounds(folder);
    library_free(library);
    return ERR_NONE;
}

// What nothing here reads for its sense is JSON all the same.
static enum err try_document(void *user, const char *path, const char *relative, struct fault *fault) {
    struct json *document;
    struct fault said = {0};
    struct arena *arena = arena_new(256 << 10);
    (void)relative;
    if (!arena) return fault_set(fault, ERR_MEMORY, "no memory for a document");
    enum err err =
        strcmp(path_extension(path), ".json") ? ERR_NONE : json_read(path, arena, NULL, &document, &said);
    arena_free(arena);
    if (err == ERR_MEMORY) return *fault = said, err;
    if (err) fault_in(&said, path), tell(&said), ++*(uint32_t *)user;
    return ERR_NONE;
}

static enum err try_documents(const struct resources *tree, uint32_t *broken, struct fault *fault) {
    static const enum resource_kind KINDS[] = {RESOURCE_MANIFEST, RESOURCE_SPEECH, RESOURCE_STRINGS,
                                               RESOURCE_WEATHER_WORDS, RESOURCE_REWARDS};
    enum err err = ERR_NONE;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS && !err; i++)
        err = resources_each(tree, KINDS[i], try_document, broken, fault);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *folder = call->words.at[0];
    struct fault fault = {0};
    struct resources tree;
    uint32_t broken = 0;
    if (!call_robot(call, wish->robot)) return EXIT_WRONG_USE;
    if (resources_open(folder, &tree, &fault)) return call_failed(call, &fault);
    if (wish->robot && tree.robot == RESOURCES_EITHER)
        tree.robot = strcmp(wish->robot, "cozmo") ? RESOURCES_VECTOR : RESOURCES_COZMO;
    const char *robot = tree.robot == RESOURCES_VECTOR  ? "vector"
                        : tree.robot == RESOURCES_COZMO ? "cozmo"
                                                        : NULL;
    if (!wish->json) printf("%s: %s's\n", tree.root, robot ? robot : "either robot");
    enum err err = ERR_NONE;
    for (int kind = 0; kind < RESOURCE_KINDS && !err; kind++)
        err = tell_kind(&tree, (enum resource_kind)kind, wish->json, &fault);
    if (!err) err = try_documents(&tree, &broken, &fault);
    if (!err && robot) err = try_them(robot, folder, &broken, &fault);
    if (!err && !robot)
        fprintf(stderr,
                "%s: the folders do not show which robot's they are; with --robot they are read, too\n",
                tree.root);
    if (!err && broken)
        err = fault_set(&fault, ERR_SYNTAX, "%s: %s broken", tree.root, PLURAL(broken, "thing"));
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_check_resources = {
    .name = "resources",
    .group = "check",
    .summary = "lists what is in a copy of a robot's original resources",
    .words = "FOLDER",
    .words_least = 1,
    .words_most = 1,
    .help = "FOLDER is the folder in which \"assets\" and \"config\" lie, or one that the robots' makers had "
            "around it. "
            "Every kind of thing is listed with the number of its files and where they lie: clips, groups, "
            "triggers, "
            "lights, sprites, sounds, voices and so on. Then they are read as with --resources, and all "
            "problems go to stderr. Broken is a file that cannot be read, with the place in it, and every "
            "damaged picture, bank and sound. Odd is a value out of range, a name that leads nowhere, a "
            "sound in a coding that is not played. The exit code is 1 when something is broken. Odd things "
            "are used as far as possible and leave it 0.",
    .examples = "critter check resources ~/cozmo_resources\n"
                "critter check resources ~/com.anki.cozmo --robot cozmo --json\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){0},
    .run = run,
};
