#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "codec/bank/index.h"
#include "stage/tune/tune.h"

#include <string.h>
#include <unistd.h>

struct wish {
    const char *output, *names;
    bool quiet;
};

static const struct option OPTIONS[] = {
    {"output", 'o', OPTION_TEXT, offsetof(struct wish, output), "PATH",
     "the bank, or a folder: then the list of banks is written beside it (default: here, by the bank's "
     "name)"},
    {"names", 'n', OPTION_TEXT, offsetof(struct wish, names), "FILE",
     "also writes the names of its events, one a line"},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct wish, quiet), NULL, "show no progress"},
};

static void told(void *user, const struct tune_done *done) {
    const struct wish *wish = user;
    if (!wish->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%u of %s, %.1f seconds%s", done->sounds, PLURAL(done->all, "sound"), done->seconds,
                done->events ? "\n" : "");
    else if (!wish->quiet && done->events)
        fprintf(stderr, "%s (%.1f seconds), %s, %s\n", PLURAL(done->sounds, "sound"), done->seconds,
                PLURAL(done->containers, "container"), PLURAL(done->events, "event"));
}

static enum err write_list(const char *folder, const char *bank, struct text language, struct fault *fault) {
    struct buf out = {0};
    char path[600], file[200];
    snprintf(file, sizeof file, "%s.bnk", bank);
    struct bank_index_bank row = {.name = text_of(bank), .language = language, .path = text_of(file)};
    struct bank_index index = {.banks = {&row, 1}};
    enum err err = path_join(path, sizeof path, folder, "SoundbankBundleInfo.json")
                       ? bank_index_write_json(&index, &out)
                       : ERR_LIMIT;
    if (!err) err = call_write(path, out.at, out.len, fault);
    buf_free(&out);
    return err ? fault_set(fault, err, "the list of banks cannot be written") : ERR_NONE;
}

static enum err make(const struct wish *wish, const char *path, struct arena *arena, struct fault *fault) {
    struct tune tune;
    struct buf bank = {0}, names = {0};
    char name[128], file[700];
    enum err err = tune_read(path, arena, &tune, fault);
    if (err) return err;
    text_copy(tune.bank, name, sizeof name);
    bool folder = wish->output && *wish->output &&
                  (folder_exists(wish->output) || wish->output[strlen(wish->output) - 1] == '/');
    char whole[200];
    snprintf(whole, sizeof whole, "%s.bnk", name);
    if (!folder)
        snprintf(file, sizeof file, "%s", wish->output ? wish->output : whole);
    else if (!path_join(file, sizeof file, wish->output, whole))
        return fault_set(fault, ERR_LIMIT, "%s: the path is too long", wish->output);
    err = tune_bank(&tune, &bank, told, (void *)(uintptr_t)wish, fault);
    if (!err && folder) err = folder_make(wish->output, fault);
    if (!err) err = call_write(file, bank.at, bank.len, fault);
    if (!err && folder) err = write_list(wish->output, name, tune.language, fault);
    if (!err && (folder || wish->names)) err = tune_events(&tune, &names, fault);
    char beside[600];
    if (!err && folder && path_join(beside, sizeof beside, wish->output, "names.txt"))
        err = call_write(beside, names.at, names.len, fault);
    if (!err && wish->names) err = call_write(wish->names, names.at, names.len, fault);
    if (!err) printf("%s: %s, version %u\n", file, PLURAL(bank.len, "byte"), tune.version);
    buf_free(&bank);
    buf_free(&names);
    return err;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    struct fault fault = {0};
    if (wish->output && !*wish->output) return call_wrong(call, "--output: the path is empty");
    struct arena *arena = arena_new(1 << 20);
    enum err err =
        arena ? make(wish, call->words.at[0], arena, &fault) : fault_set(&fault, ERR_MEMORY, "no memory");
    arena_free(arena);
    return err ? call_failed(call, &fault) : EXIT_FINE;
}

const struct command cmd_bank_make = {
    .name = "make",
    .group = "bank",
    .summary = "makes a sound bank from a description of sounds and events",
    .words = "FILE",
    .words_least = 1,
    .words_most = 1,
    .help = "FILE (JSON with comments) says how sounds are made (waves, glides, vowels, envelopes), which "
            "containers choose among them, and which events play "
            "them. Nothing is recorded: every sound is computed, and the same description gives the same "
            "bank to the byte on every "
            "machine. docs/sound.md explains the description; assets/vector/sounds.json is a large one.\n\n"
            "With a folder as output, SoundbankBundleInfo.json and names.txt are written beside the bank, so "
            "that the "
            "folder can be given as a robot's sounds.",
    .examples = "critter bank make assets/vector/sounds.json -o build/vector-sound/\n"
                "critter bank make mine.json -o Mine.bnk --names mine-events.txt\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
