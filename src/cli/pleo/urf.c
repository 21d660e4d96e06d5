#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "codec/pleo/urf.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct wish {
    const char *output;
    uint64_t version;
};
static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "PATH",
     "extract: the folder (default: here); pack: the file (default: pleo.urf)"},
    {"version", 'v', OPTION_U64, offsetof(struct wish, version), "N", "pack: the version of the application",
     0, UINT32_MAX},
};
static const char *const ENDINGS[URF_TYPES] = {"usf", "umf", "ucf", "amx", "prop"};

struct open {
    struct buf file;
    struct arena *arena;
    struct urf all;
};

static enum err read_urf(const char *path, struct open *open, struct fault *fault) {
    *open = (struct open){.arena = arena_new(64 << 10)};
    enum err err = open->arena ? file_read(path, URF_BYTES_MAX + 1, &open->file, fault)
                               : fault_set(fault, ERR_MEMORY, "no memory");
    if (!err &&
        (err = urf_read((struct bytes){open->file.at, open->file.len}, open->arena, &open->all, fault)))
        fault_in(fault, path);
    return err;
}

static void close_urf(struct open *open) {
    arena_free(open->arena);
    buf_free(&open->file);
}

static int list(struct call *call) {
    struct open open;
    struct fault fault = {0};
    char shown[URF_NAME_ROOM * 4];
    if (read_urf(call->words.at[1], &open, &fault)) {
        close_urf(&open);
        return call_failed(call, &fault);
    }
    for (int t = 0; t < URF_TYPES; t++)
        for (size_t i = 0; i < open.all.of[t].count; i++) {
            const struct urf_entry *entry = &open.all.of[t].at[i];
            if (entry->unused) continue;
            printf("0x%04x  %-8s  %8zu  %s\n", urf_id((enum urf_type)t, i), urf_type_name((enum urf_type)t),
                   entry->data.len, text_shown(text_of(entry->name), shown, sizeof shown));
        }
    close_urf(&open);
    return EXIT_FINE;
}

static int verify(struct call *call) {
    struct open open;
    struct fault fault = {0};
    enum err err = read_urf(call->words.at[1], &open, &fault);
    if (!err && !urf_fits(&open.all))
        err = fault_at(&fault, ERR_LIMIT, call->words.at[1], 0, 0,
                       "whole, but larger than Pleo's flash (%d bytes)", URF_FLASH);
    if (!err) {
        size_t count = 0;
        for (int t = 0; t < URF_TYPES; t++) count += open.all.of[t].count;
        printf("%s: whole, %s, version %u, checksum %08X, %u bytes free\n", call->words.at[1],
               PLURAL(count, "resource"), (unsigned)open.all.version, (unsigned)open.all.checksum,
               (unsigned)urf_free(&open.all));
    }
    close_urf(&open);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

// A name from a stranger's file becomes a file: only what cannot lead elsewhere.
static bool is_safe(const char *name) {
    if (!*name || *name == '.') return false;
    for (; *name; name++)
        if (*name == '/' || (unsigned char)*name < ' ' || (unsigned char)*name == 0x7f) return false;
    return true;
}

static enum err extract_one(const char *folder, enum urf_type type, const struct urf_entry *entry,
                            struct fault *fault) {
    char path[1024], name[URF_NAME_ROOM + 8], shown[URF_NAME_ROOM * 4];
    if (!is_safe(entry->name))
        return fault_set(fault, ERR_SYNTAX,
                         "the %s \"%s\" is not extracted: this cannot be the name of a file",
                         urf_type_name(type), text_shown(text_of(entry->name), shown, sizeof shown));
    snprintf(name, sizeof name, "%s.%s", entry->name, ENDINGS[type]);
    if (!path_join(path, sizeof path, folder, name))
        return fault_set(fault, ERR_LIMIT, "the path is too long");
    enum err err = file_write(path, entry->data.at, entry->data.len, fault);
    if (!err) call_wrote(path);
    return err;
}

static int extract(struct call *call) {
    const struct wish *wish = call->options;
    const char *folder = wish->output ? wish->output : ".";
    struct open open;
    struct fault fault = {0};
    size_t taken = 0, wanted = call->words.count - 2;
    enum err err = read_urf(call->words.at[1], &open, &fault);
    if (!err) err = folder_make(folder, &fault);
    for (int t = 0; t < URF_PROPERTY && !err; t++)
        for (size_t i = 0; i < open.all.of[t].count && !err; i++) {
            const struct urf_entry *entry = &open.all.of[t].at[i];
            bool match = !wanted && !entry->unused;
            for (size_t k = 0; k < wanted && !entry->unused; k++)
                match |= text_glob(call->words.at[k + 2], entry->name);
            if (match && !(err = extract_one(folder, (enum urf_type)t, entry, &fault))) taken++;
        }
    if (!err && wanted && !taken)
        err = fault_at(&fault, ERR_UNKNOWN, call->words.at[1], 0, 0, "no resource is called so");
    close_urf(&open);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

static int type_of(const char *path) {
    for (int t = 0; t < URF_TYPES; t++)
        if (!strcmp(path_extension(path) + (path_extension(path)[0] != 0), ENDINGS[t])) return t;
    return -1;
}

static enum err add_file(struct urf *all, struct arena *arena, const char *path, struct fault *fault) {
    int type = type_of(path);
    if (type < 0) return fault_at(fault, ERR_UNKNOWN, path, 0, 0, "expected .usf, .umf, .ucf, .amx or .prop");
    struct urf_list *list = &all->of[type];
    const char *from = path_name(path);
    struct urf_entry *more = realloc(list->at, (list->count + 1) * sizeof *more);
    if (!more) return fault_set(fault, ERR_MEMORY, "no memory");
    list->at = more;
    struct urf_entry *entry = &list->at[list->count++];
    *entry = (struct urf_entry){0};
    text_copy((struct text){from, strlen(from) - strlen(path_extension(from))}, entry->name,
              sizeof entry->name);
    for (size_t i = 0; i + 1 < list->count; i++)
        if (!strcmp(list->at[i].name, entry->name))
            return fault_at(fault, ERR_DUPLICATE, path, 0, 0, "another %s is called so",
                            urf_type_name((enum urf_type)type));
    if (type == URF_PROPERTY) return ERR_NONE; // a name is all it is
    struct buf loaded = {0};
    enum err err = file_read(path, URF_BYTES_MAX, &loaded, fault);
    entry->data = (struct bytes){err ? NULL : arena_copy(arena, loaded.at, loaded.len), loaded.len};
    buf_free(&loaded);
    return err || entry->data.at ? err : fault_set(fault, ERR_MEMORY, "no memory");
}

static int pack(struct call *call) {
    const struct wish *wish = call->options;
    struct urf all = {.built = (uint32_t)time(NULL), .version = (uint32_t)wish->version};
    struct arena *arena = arena_new(64 << 10);
    struct buf out = {0};
    struct fault fault = {0};
    enum err err = arena ? ERR_NONE : fault_set(&fault, ERR_MEMORY, "no memory");
    if (arena) arena_limit(arena, 4u * URF_BYTES_MAX);
    for (size_t i = 1; i < call->words.count && !err; i++)
        err = add_file(&all, arena, call->words.at[i], &fault);
    if (!err) err = urf_write(&all, &out, &fault);
    if (!err) err = call_write(wish->output ? wish->output : "pleo.urf", out.at, out.len, &fault);
    if (!err && !urf_fits(&all)) fprintf(stderr, "It is larger than Pleo's flash (%d bytes).\n", URF_FLASH);
    for (int t = 0; t < URF_TYPES; t++) free(all.of[t].at);
    arena_free(arena);
    buf_free(&out);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

static int run(struct call *call) {
    static const struct {
        const char *name;
        size_t most;
        int (*run)(struct call *call);
    } DEEDS[] = {
        {"list", 2, list}, {"verify", 2, verify}, {"extract", WORDS_MAX, extract}, {"pack", WORDS_MAX, pack}};
    enum { COUNT = sizeof DEEDS / sizeof *DEEDS };
    const char *names[COUNT], *word = call->words.at[0];
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = DEEDS[i].name;
        if (strcmp(word, DEEDS[i].name) != 0) continue;
        if (call->words.count > DEEDS[i].most) return call_wrong(call, "%s takes one file", word);
        return DEEDS[i].run(call);
    }
    const char *near = text_nearest(word, names, COUNT);
    return call_wrong(call, "expected list, extract, verify or pack, found \"%s\"%s%s%s", word,
                      near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

const struct command cmd_pleo_urf = {
    .name = "urf",
    .group = "pleo",
    .summary = "looks into Pleo's resource files, and makes them",
    .words = "list|verify|extract|pack FILE...",
    .words_least = 2,
    .any_words = true,
    .help = "list FILE: what is in it. verify FILE: whether it is whole and fits into Pleo's flash. extract "
            "FILE [NAME...]: "
            "its sounds, motions, commands and scripts as files; * and ? in a NAME are wildcards. pack "
            "FILE...: a "
            "resource file of these; numbers are given in the order of the words, and a file NAME.prop "
            "stands for a "
            "property of that name.",
    .examples = "critter pleo urf list pleo.urf\n"
                "critter pleo urf extract pleo.urf -o pleo 'gro*'\n"
                "critter pleo urf pack -o mine.urf growl.usf sensors.amx\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
