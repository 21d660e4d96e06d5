#include "cli/clip/file.h"

#include "base/plural.h"

struct wish {
    const char *dialect;
    bool quiet, strict;
};

static const struct option OPTIONS[] = {
    {"dialect", 'd', OPTION_TEXT, offsetof(struct wish, dialect), "NAME",
     "cozmo, early, vector or auto (default auto)"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct wish, quiet), NULL, "say nothing about files that are right"},
    {"strict", 's', OPTION_FLAG, offsetof(struct wish, strict), NULL,
     "let what had to be put right count as a mistake"},
};

struct checking {
    enum clip_dialect dialect;
    bool quiet, strict;
};

static enum err check(void *user, const char *path, struct fault *fault) {
    const struct checking *checking = user;
    struct clip_file file;
    enum err err = clip_file_open(path, checking->dialect, &file, fault);
    clip_file_notes(&file, path);
    if (!err && checking->strict && file.notes.len) {
        fault_in(fault, path);
        err = fault_set(fault, ERR_RANGE, "clips that had to be put right");
    }
    if (!err && !checking->quiet)
        printf("%s: fine, %s for %s\n", path, PLURAL(file.clips.list.count, "clip"),
               clip_dialect_name(file.clips.dialect));
    clip_file_close(&file);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    struct checking checking = {.quiet = wish->quiet, .strict = wish->strict};
    if (clip_dialect_option("dialect", wish->dialect, &checking.dialect, &fault))
        return call_wrong(call, "%s", fault.said);
    return clip_each_file(call, check, &checking);
}

const struct command cmd_clip_verify = {
    .name = "verify",
    .group = "clip",
    .summary = "checks clip files from their first byte to the sense of their values",
    .words = "FILE...",
    .words_least = 1,
    .any_words = true,
    .help = "Every offset and length of a binary file is followed, key-frames must be in order, and values "
            "within what the "
            "robots do; values that are not are named on stderr and would be brought into range when the "
            "clip is played.\n\n"
            "Without --dialect the file is taken for the robot whose rules it keeps.",
    .examples = "critter clip verify anim_*.json\n"
                "critter clip verify --dialect cozmo --strict old.bin\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
