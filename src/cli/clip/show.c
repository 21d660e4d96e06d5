#include "cli/clip/file.h"
#include "cli/clip/library.h"

#include "base/system/file.h"

#include <string.h>

struct wish {
    const char *dialect, *robot, *resources;
};

static const struct option OPTIONS[] = {
    {"dialect", 'd', OPTION_TEXT, offsetof(struct wish, dialect), "NAME",
     "cozmo, early, vector or auto (default auto)"},
    {"robot", 'r', OPTION_TEXT, offsetof(struct wish, robot), "ROBOT",
     "whose own clip: vector (default) or cozmo"},
    {"resources", 0, OPTION_TEXT, offsetof(struct wish, resources), "FOLDER",
     "your own copy of the robot's original resources, over our clips"},
};

// One of the robots' own.
static enum err show_one(const struct library *library, const struct clip *clip, struct fault *fault) {
    struct buf out = {0};
    enum err err = ERR_NONE;
    if (clip_write_json_a(clip, library->dialect, &out))
        err = fault_set(fault, out.err, "the clip cannot be written as JSON");
    if (out.len && out.at[out.len - 1] != '\n') buf_byte(&out, '\n');
    if (!err && !out.err) fwrite(out.at, 1, out.len, stdout);
    buf_free(&out);
    return err;
}

static enum err show_own(void *user, const struct library *library, struct fault *fault) {
    const char *name = ((const struct call *)user)->words.at[0];
    const struct clip *clip;
    uint32_t shown = 0;
    if (!clip_is_pattern(name)) {
        enum err err = clip_in_library(library, name, 1, &clip, fault);
        return err ? err : show_one(library, clip, fault);
    }
    for (uint32_t i = 0; i < library->clip_count; i++) {
        if (!clip_name_fits(library->clips[i].name, name)) continue;
        enum err err = show_one(library, library->clips[i].clip, fault);
        if (err) return err;
        shown++;
    }
    return shown ? ERR_NONE
                 : fault_set(fault, ERR_UNKNOWN, "%s has no clip that fits \"%s\"", library->creature, name);
}

static int show_file(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    enum clip_dialect dialect;
    if (clip_dialect_option("dialect", wish->dialect, &dialect, &fault))
        return call_wrong(call, "%s", fault.said);
    struct clip_file file;
    struct buf out = {0};
    const char *path = call->words.at[0];
    enum err err = clip_file_open(path, dialect, &file, &fault);
    const struct clip *clip = NULL;
    bool one = call->words.count > 1;
    if (!err) err = clip_file_find(&file, one ? call->words.at[1] : NULL, &clip, &fault);
    if (!err && one) {
        file.clips.list.at += clip - file.clips.list.at;
        file.clips.list.count = 1;
    }
    for (size_t i = 0; !err && i < file.clips.list.count; i++) {
        err = clip_write_json_a(&file.clips.list.at[i], file.clips.dialect, &out);
        if (out.len && out.at[out.len - 1] != '\n') buf_byte(&out, '\n');
    }
    if (!err) err = out.err;
    if (err && !fault.err) fault_set(&fault, err, "cannot be written as JSON: %s", err_name(err));
    if (err) fault_in(&fault, path);
    clip_file_notes(&file, path);
    if (!err) fwrite(out.at, 1, out.len, stdout);
    buf_free(&out);
    clip_file_close(&file);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *word = call->words.at[0];
    if (*path_extension(word) || file_exists(word) || call->words.count > 1) return show_file(call);
    return clip_each_library(call, wish->robot, wish->resources, show_own, call);
}

const struct command cmd_clip_show = {
    .name = "show",
    .group = "clip",
    .summary = "shows clips as JSON, of a file or of the robots' own",
    .words = "CLIP | PATTERN | FILE [NAME]",
    .words_least = 1,
    .words_most = 2,
    .help = "CLIP is a clip or trigger of the robots' own (critter clip list), with a PATTERN (* and ? stand "
            "for letters) "
            "all that fit; a FILE has an extension. "
            "Every clip, or the one called NAME, with all its key-frames, in the form in which the robot's "
            "engine has them: an object for "
            "each clip.",
    .examples = "critter clip show moods.bin\n"
                "critter clip show moods.bin anim_hello_01 > hello.json\n"
                "critter clip show anim_poked_giggle --robot cozmo\n"
                "critter clip show 'anim_idle_*' > idle.json\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.robot = "vector"},
    .run = run,
};
