// critter pleo csv2ucf and ucf2csv
#include "pleo/kit/command.h"
#include "base/system/file.h"
#include "cli/pleo/file.h"
#include "pleo/kit/build.h"
#include "pleo/kit/constants.h"

#include <string.h>

struct wish {
    const char *output;
    struct option_list includes;
    struct constants constants;
    char name[64];
};

static const struct option TO_UCF[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "where the command goes (default: here, with .ucf)"},
    {"include", 'i', OPTION_LIST, offsetof(struct wish, includes), "FILE",
     "a Pawn include whose constants the table names: include/sounds.inc"},
};
static const struct option TO_CSV[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "FILE",
     "where the table goes (default: here, with .csv)"},
    {"include", 'i', OPTION_LIST, offsetof(struct wish, includes), "FILE",
     "a Pawn include whose names stand for numbers: include/sounds.inc"},
};

static enum err scan(struct wish *wish, struct fault *fault) {
    enum err err = ERR_NONE;
    for (size_t i = 0; i < wish->includes.count && !err; i++) {
        struct buf text = {0};
        err = file_read(wish->includes.at[i], 16 << 20, &text, fault);
        if (!err)
            err = constants_scan(&wish->constants, (struct text){(const char *)text.at, text.len}, fault);
        buf_free(&text);
    }
    for (const struct embedded *file = KIT_INCLUDES; file->path && !err; file++)
        err = constants_scan(&wish->constants, (struct text){(const char *)file->bytes, file->len}, fault);
    return err;
}

static bool constant(void *user, struct text name, int32_t *value) {
    const struct wish *wish = user;
    return constants_find(&wish->constants, name, value);
}

// In includes a sound is snd_NAME and a motion mot_NAME.
static bool resource(void *user, bool motion, struct text name, unsigned *id) {
    char whole[128];
    int32_t value;
    snprintf(whole, sizeof whole, "%s_%.*s", motion ? "mot" : "snd", (int)(name.len < 100 ? name.len : 100),
             name.at);
    if (!constant(user, text_of(whole), &value)) return false;
    *id = (unsigned)value;
    return true;
}

// The name of a number among those that begin with `prefix`. Ends of ranges are no names of their own.
static const char *name_of(struct wish *wish, const char *prefix, int32_t value) {
    for (size_t i = 0; i < table_count(&wish->constants.names); i++) {
        const struct table_row *row = table_at(&wish->constants.names, i);
        if ((int32_t)(intptr_t)row->value != value || !text_starts(row->key, prefix)) continue;
        text_copy((struct text){row->key.at + strlen(prefix), row->key.len - strlen(prefix)}, wish->name,
                  sizeof wish->name);
        if (strcmp(wish->name, "min") != 0 && strcmp(wish->name, "max") != 0) return wish->name;
    }
    return NULL;
}

static const char *resource_name(void *user, unsigned id) {
    return name_of(user, id >= 0x2000 && id < 0x3000 ? "mot_" : "snd_", (int32_t)id);
}
static const char *constant_name(void *user, const char *prefix, int32_t value) {
    return name_of(user, prefix, value);
}

static enum err convert(void *user, struct bytes in, const char *path, const char *name, bool back,
                        struct buf *out, struct fault *fault) {
    struct wish *wish = user;
    struct arena *arena = arena_new(64 << 10);
    struct ucf command;
    struct command_names names = {resource, constant, resource_name, constant_name, wish};
    enum err err = arena ? scan(wish, fault) : fault_set(fault, ERR_MEMORY, "no memory");
    struct text csv = {(const char *)in.at, in.len};
    if (!err && back) {
        err = ucf_read(in, arena, &command, fault);
        if (!err) command_to_csv(&command, &names, out);
    } else if (!err) {
        err = command_from_csv(csv, path, name, &names, arena, &command, fault);
        if (!err) err = ucf_write(&command, out, fault);
    }
    constants_free(&wish->constants);
    arena_free(arena);
    return err;
}

static enum err to_ucf(void *user, struct bytes in, const char *path, const char *name, struct buf *out,
                       struct fault *fault) {
    return convert(user, in, path, name, false, out, fault);
}
static enum err to_csv(void *user, struct bytes in, const char *path, const char *name, struct buf *out,
                       struct fault *fault) {
    return convert(user, in, path, name, true, out, fault);
}

static int run_to_ucf(struct call *call) {
    struct wish *wish = call->options;
    return pleo_convert(call, wish->output, ".ucf", COMMAND_CSV_MAX, to_ucf, wish);
}
static int run_to_csv(struct call *call) {
    struct wish *wish = call->options;
    return pleo_convert(call, wish->output, ".csv", UCF_BYTES_MAX, to_csv, wish);
}

const struct command cmd_pleo_csv2ucf = {
    .name = "csv2ucf",
    .group = "pleo",
    .summary = "makes a Pleo command of a table",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help =
        "A command is a choice of sounds or motions. The first row names properties (mood,age,motion), each "
        "other "
        "row is one choice: constants or numbers, > or < before them for over and under, none for any.\n\n"
        "Names of sounds and motions come from the includes that a build makes; give them with --include.",
    .examples = "critter pleo csv2ucf --include include/motions.inc hunt.csv\n",
    .options = TO_UCF,
    .option_count = sizeof TO_UCF / sizeof *TO_UCF,
    .options_size = sizeof(struct wish),
    .run = run_to_ucf,
};

const struct command cmd_pleo_ucf2csv = {
    .name = "ucf2csv",
    .group = "pleo",
    .summary = "makes a table of a Pleo command",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "Properties have their names; sounds and motions have theirs when an include that a build made "
            "is given.",
    .examples = "critter pleo ucf2csv --include include/motions.inc hunt.ucf\n",
    .options = TO_CSV,
    .option_count = sizeof TO_CSV / sizeof *TO_CSV,
    .options_size = sizeof(struct wish),
    .run = run_to_csv,
};
