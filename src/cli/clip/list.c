#include "cli/clip/file.h"
#include "cli/clip/library.h"

#include "base/system/file.h"

#include <string.h>

struct wish {
    const char *dialect, *robot, *resources;
    bool json;
};

static const struct option OPTIONS[] = {
    {"dialect", 'd', OPTION_TEXT, offsetof(struct wish, dialect), "NAME",
     "cozmo, early, vector or auto (default auto)"},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT",
     "without FILE: vector or cozmo (default: both)"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "without FILE: your own copy of the robot's original resources, over our clips"},
    {"json", 'j', OPTION_FLAG, offsetof(struct wish, json), NULL,
     "print an object a line, for other programs"},
};

struct listing {
    enum clip_dialect dialect;
    bool json;
    const struct call *call; // its words are patterns of our own names; none: all
    uint32_t listed;
};

static const char *const SHORT[CLIP_TRACKS] = {
    [CLIP_LIFT] = "lift",     [CLIP_FACE] = "face",       [CLIP_HEAD] = "head",      [CLIP_AUDIO] = "sound",
    [CLIP_LIGHTS] = "lights", [CLIP_SPRITES] = "sprites", [CLIP_EVENT] = "event",    [CLIP_BODY] = "body",
    [CLIP_RECORD] = "record", [CLIP_TURN] = "turn",       [CLIP_BOX] = "sprite box",
};

static void print_json(const struct clip *clip, size_t index, const char *path, const char *dialect) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 0);
    json_open(&w, '{');
    json_key(&w, "name");
    json_text(&w, clip->name);
    json_key(&w, "length_ms");
    json_uint(&w, clip_length_ms(clip));
    json_key(&w, "dialect");
    json_string(&w, dialect);
    json_key(&w, "file");
    json_string(&w, path);
    json_key(&w, "index");
    json_uint(&w, index);
    json_key(&w, "tracks");
    json_open(&w, '{');
    for (int track = 0; track < CLIP_TRACKS; track++) {
        size_t count = clip_track_count(clip, (enum clip_track)track);
        if (!count) continue;
        json_key(&w, clip_track_name((enum clip_track)track));
        json_uint(&w, count);
    }
    json_close(&w, '}');
    json_close(&w, '}');
    if (!out.err) printf("%s\n", (const char *)out.at);
    buf_free(&out);
}

static void print_line(const struct clip *clip, const char *path, const char *dialect) {
    printf("%-40.*s %6u ms  %-7s", (int)clip->name.len, clip->name.at ? clip->name.at : "",
           clip_length_ms(clip), dialect);
    const char *comma = " ";
    for (int track = 0; track < CLIP_TRACKS; track++) {
        size_t count = clip_track_count(clip, (enum clip_track)track);
        if (!count) continue;
        printf("%s%s %zu", comma, SHORT[track], count);
        comma = ", ";
    }
    printf("  (%s)\n", path);
}

static enum err list(void *user, const char *path, struct fault *fault) {
    const struct listing *listing = user;
    struct clip_file file;
    enum err err = clip_file_open(path, listing->dialect, &file, fault);
    const char *dialect = clip_dialect_name(file.clips.dialect);
    for (size_t i = 0; i < file.clips.list.count && !err; i++)
        if (listing->json)
            print_json(&file.clips.list.at[i], i, path, dialect);
        else
            print_line(&file.clips.list.at[i], path, dialect);
    clip_file_close(&file);
    return err;
}

// A pattern is the whole of a name, a plain word any part of it. An empty one fits nothing.
static bool wanted(const struct listing *listing, struct text name) {
    bool any = !listing->call->words.count;
    char part[128];
    for (size_t i = 0; i < listing->call->words.count && !any; i++) {
        const char *word = listing->call->words.at[i];
        bool pattern =
            !*word || clip_is_pattern(word) || snprintf(part, sizeof part, "*%s*", word) >= (int)sizeof part;
        any = clip_name_fits(name, pattern ? word : part);
    }
    return any;
}

static enum err list_library(void *user, const struct library *library, struct fault *fault) {
    struct listing *listing = user;
    (void)fault;
    for (uint32_t i = 0; i < library->clip_count; i++) {
        const struct library_clip *row = &library->clips[i];
        if (!wanted(listing, row->name)) continue;
        listing->listed++;
        const char *from = row->ours ? "ours" : "resources";
        if (listing->json)
            print_json(row->clip, i, from, library->creature);
        else
            print_line(row->clip, from, library->creature);
    }
    return ERR_NONE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct listing listing = {.json = wish->json};
    if (clip_dialect_option("dialect", wish->dialect, &listing.dialect, &fault))
        return call_wrong(call, "%s", fault.said);
    listing.call = call;
    bool own = true; // patterns of names, rather than of files
    for (size_t i = 0; i < call->words.count; i++) {
        const char *word = call->words.at[i];
        if (!*word) return call_wrong(call, "expected part of a clip's name, or a file, found \"\"");
        own =
            own && !strchr(word, '/') && !*path_extension(word) && !file_exists(word) && !folder_exists(word);
    }
    if (!own) return clip_each_file(call, list, &listing);
    int code = clip_each_library(call, wish->robot, wish->resources, list_library, &listing);
    if (code || listing.listed) return code;
    fault_set(&fault, ERR_UNKNOWN, "no clip has \"%s\" in its name",
              call->words.count ? call->words.at[0] : "");
    return call_failed(call, &fault);
}

const struct command cmd_clip_list = {
    .name = "list",
    .group = "clip",
    .summary = "lists clips, the robots' own or those in files, with length and tracks",
    .words = "[WORD... | PATTERN... | FILE...]",
    .any_words = true,
    .help =
        "Without FILE the clips that the robots have are listed, one a line; with a WORD only those whose "
        "name has it somewhere, with a PATTERN those whose name fits (* and ? stand for letters).\n\n"
        "Files are FlatBuffers (.bin) or JSON of either form (.json); of a folder every such file is "
        "read. A file that "
        "cannot be read is complained about, and the rest are listed all the same.",
    .examples = "critter clip list --robot cozmo\n"
                "critter clip list dance\n"
                "critter clip list 'anim_idle_*'\n"
                "critter clip list resources/vector/assets/animations\n"
                "critter clip list --json moods.bin | sort    # an object a line\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
