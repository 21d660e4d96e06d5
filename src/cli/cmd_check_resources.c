#include "cli/commands.h"

#include "base/counted.h"
#include "base/file.h"
#include "cli/clip_file.h"
#include "stage/library.h"
#include "stage/resources.h"
#include "stage/sounds.h"

#include <string.h>

struct wish {
    const char *robot;
    bool json;
};

static const struct option OPTIONS[] = {
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT",
     "whose they are, where the folders do not say: vector or cozmo"},
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

// Every picture of theirs, as it would be drawn.
static void try_pictures(const struct library *library) {
    uint32_t all = 0, done = 0;
    for (uint32_t i = 0; i < library->sprites.count; i++)
        if (library->sprites.at[i].files) all += library->sprites.at[i].frames;
    for (uint32_t i = 0; i < library->sprites.count; i++) {
        const struct sprite *sprite = &library->sprites.at[i];
        for (uint32_t frame = 0; sprite->files && frame < sprite->frames; frame++) {
            struct pixels pixels;
            struct fault fault = {0};
            char text[700];
            clip_progress(++done, all, "pictures");
            if (!sprite_pixels(sprite, frame, 184, 96, &pixels, &fault)) {
                pixels_free(&pixels);
                continue;
            }
            fprintf(stderr, "%s\n", fault_text(&fault, text, sizeof text));
        }
    }
}

// As a robot would read them; what it would complain about is told.
static int try_them(struct call *call, const char *robot, const char *folder) {
    struct fault fault = {0};
    struct buf notes = {0};
    struct library_config config = {.creature = robot, .resources = folder, .notes = &notes, .each = true};
    struct library *library = library_open(&config, &fault);
    if (library)
        fprintf(stderr, "%s: %s, %s, %s of theirs\n", robot,
                COUNTED(library->clip_count - library->our_clips, "clip"),
                COUNTED(library->their_groups, "group"),
                COUNTED(library->trigger_count - library->our_triggers, "trigger"));
    if (notes.len) fprintf(stderr, "%.*s", (int)notes.len, (const char *)notes.at);
    buf_free(&notes);
    if (library) try_pictures(library);
    sounds_close(sounds_open(robot, folder)); // tells itself
    library_free(library);
    return library ? EXIT_FINE : call_failed(call, &fault);
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct resources tree;
    if (wish->robot && strcmp(wish->robot, "vector") && strcmp(wish->robot, "cozmo"))
        return call_wrong(call, "--robot %s: expected vector or cozmo", wish->robot);
    if (resources_open(call->words.at[0], &tree, &fault)) return call_failed(call, &fault);
    if (wish->robot && tree.robot == RESOURCES_EITHER)
        tree.robot = strcmp(wish->robot, "cozmo") ? RESOURCES_VECTOR : RESOURCES_COZMO;
    const char *robot = tree.robot == RESOURCES_VECTOR  ? "vector"
                        : tree.robot == RESOURCES_COZMO ? "cozmo"
                                                        : NULL;
    if (!wish->json) printf("%s: %s's\n", tree.root, robot ? robot : "either robot");
    for (int kind = 0; kind < RESOURCE_KINDS; kind++)
        if (tell_kind(&tree, (enum resource_kind)kind, wish->json, &fault)) return call_failed(call, &fault);
    return robot ? try_them(call, robot, call->words.at[0]) : EXIT_FINE;
}

const struct command cmd_check_resources = {
    .name = "resources",
    .group = "check",
    .summary = "says what is found in a copy of a robot's original resources",
    .words = "FOLDER",
    .words_least = 1,
    .words_most = 1,
    .help =
        "FOLDER is the folder in which \"assets\" and \"config\" lie, or one that the robots' makers had "
        "around it. "
        "Every kind of thing is listed with the number of its files and where they lie: clips, groups, "
        "triggers, "
        "lights, sprites, sounds, voices and so on. Then they are read as a robot would that is given them "
        "with --resources, and what it would complain about is told on stderr: every file that cannot be "
        "read, "
        "with the place in it, every picture and bank that is broken.",
    .examples = "critter check resources ~/cozmo_resources\n"
                "critter check resources ~/com.anki.cozmo --robot cozmo --json\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){0},
    .run = run,
};
