// `critter pawn compile`: takes our own options, which begin with --, or those of the toolkit's pawncc, which
// begin with one dash. With the latter all output has pawncc's form, so project files and tools that read it
// need no change.
#include "base/plural.h"
#include "base/system/file.h"
#include "cli/commands.h"
#include "cli/pawn/host.h"
#include "pawn/compiler/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 3 };

struct wish {
    const char *output, *report, *prefix, *codepage, *errors;
    struct option_list includes, defines, silent;
    int32_t optimize, debug, overlays, stack, limit, data_limit, tab, skip;
    bool compact, assembler, preprocessed, packed, semicolons, parentheses, sizes, quiet;
};

#define AT(field) offsetof(struct wish, field)
static const struct option OPTIONS[] = {
    {"output", 0, OPTION_TEXT, AT(output), "FILE",
     "where the script goes (default: the source's name with .amx, here)"},
    {"include", 0, OPTION_LIST, AT(includes), "FOLDER", "look for included files here too"},
    {"define", 0, OPTION_LIST, AT(defines), "NAME=N", "a constant that the source can use"},
    {"prefix", 0, OPTION_TEXT, AT(prefix), "FILE",
     "read this first (default: default.inc, if there is one; \"\" for none)"},
    {"optimize", 0, OPTION_I32, AT(optimize), "N",
     "0 none, 1 without macro and packed instructions, 2 all (default 2)", 0, 2},
    {"debug", 0, OPTION_I32, AT(debug), "N",
     "0 nothing, 1 run-time checks, 2 and symbols for the debugger (default 1)", 0, 2},
    {"overlays", 0, OPTION_I32, AT(overlays), "N",
     "functions are loaded one by one; none larger than N bytes, 1: any", 0, 65536},
    {"stack", 0, OPTION_I32, AT(stack), "CELLS", "room for stack and heap (default 4096)", 33, 1 << 24},
    {"limit", 0, OPTION_I32, AT(limit), "BYTES", "refuse a script that needs as much", 0, INT32_MAX},
    {"data-limit", 0, OPTION_I32, AT(data_limit), "BYTES", "the same for data and stack", 0, INT32_MAX},
    {"compact", 0, OPTION_FLAG, AT(compact), NULL, "compact encoding; not every machine can read it"},
    {"assembler", 0, OPTION_FLAG, AT(assembler), NULL, "write instructions as text (.asm)"},
    {"preprocess", 0, OPTION_FLAG, AT(preprocessed), NULL, "write the source as the parser sees it (.lst)"},
    {"report", 0, OPTION_TEXT, AT(report), "FILE", "write a report for documentation (XML)"},
    {"packed", 0, OPTION_FLAG, AT(packed), NULL, "strings without a mark are packed"},
    {"semicolons", 0, OPTION_FLAG, AT(semicolons), NULL, "demand semicolons"},
    {"parentheses", 0, OPTION_FLAG, AT(parentheses), NULL, "demand parentheses in calls"},
    {"tab", 0, OPTION_I32, AT(tab), "N", "width of a tab; 0: do not look at indentation (default 8)", 0, 64},
    {"skip", 0, OPTION_I32, AT(skip), "LINES", "begin further down in the source", 0, INT32_MAX},
    {"codepage", 0, OPTION_TEXT, AT(codepage), "NAME",
     "code page of sources that are not UTF-8: a file, or a number"},
    {"silence", 0, OPTION_LIST, AT(silent), "N", "do not show warning N"},
    {"sizes", 0, OPTION_FLAG, AT(sizes), NULL, "print how much memory the script needs"},
    {"quiet", 0, OPTION_FLAG, AT(quiet), NULL, "only errors and warnings"},
};
static const struct wish DEFAULTS = {.optimize = 2, .debug = 1, .stack = 4096, .tab = 8};

struct output {
    const struct pawn_options *options;
    bool theirs; // pawncc's form
    bool sizes;
    bool tells_file;
    FILE *errors; // -e
    unsigned told;
};

// ---- messages

// The line and an arrow below it. What moves a cursor, or is no letter at all, would move the arrow away,
// too.
static void show_source(struct text line, size_t column) {
    uint32_t code;
    fputs("    ", stderr);
    for (size_t at = 0, used; (used = utf8_next(line, at, &code)); at += used) {
        bool odd =
            (code == 0xfffd && used == 1) || (code < ' ' && code != '\t') || (code >= 0x7f && code < 0xa0);
        fwrite(odd ? "?" : line.at + at, 1, odd ? 1 : used, stderr);
    }
    fputs("\n    ", stderr);
    for (size_t at = 0, used; at + 1 < column && (used = utf8_next(line, at, &code)); at += used)
        fputc(code == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

static void show_line(const struct pawn_message *message) {
    char shown[2048];
    fprintf(stderr, "%s:%d:", text_shown(text_of(message->file), shown, sizeof shown), message->line);
    if (message->column) fprintf(stderr, "%d:", message->column);
    fprintf(stderr, " %s %03d: %s\n", message->kind, message->number,
            text_shown(text_of(message->text), shown, sizeof shown));
    if (!message->source || !message->column || (size_t)message->column > strlen(message->source) + 1) return;
    show_source(text_of(message->source), (size_t)message->column);
}

static void show_message(void *user, const struct pawn_message *message) {
    struct output *output = user;
    output->told++;
    if (!output->theirs) {
        show_line(message);
        return;
    }
    struct buf line = {0};
    pawn_message_line(message, &line);
    fprintf(output->errors ? output->errors : stderr, "%s\n", line.at ? (const char *)line.at : "");
    buf_free(&line);
}

static void print(struct buf *text) {
    if (text->at) fputs((const char *)text->at, stdout);
    fflush(stdout);
    buf_free(text);
}

// Also unasked when the stack is nearly used up, or a limit is reached.
static void show_sizes(void *user, const struct pawn_sizes *sizes, unsigned errors, unsigned warnings) {
    const struct output *output = user;
    const struct pawn_options *options = output->options;
    bool asked = output->theirs ? options->config.debug >= 2 || options->verbosity >= 2 : output->sizes;
    if (output->errors || !(asked || sizes->exceeded || (output->theirs && pawn_report_tight(sizes)))) return;
    struct buf text = {0};
    if (output->theirs && errors + warnings) buf_text(&text, "\n");
    pawn_report_sizes(sizes, &text);
    print(&text);
}

// ---- folders that come with the program

static bool program_folder(char *out, size_t size) {
    ssize_t len = readlink("/proc/self/exe", out, size - 1);
    if (len <= 0) return false;
    out[len] = 0;
    char *slash = strrchr(out, '/');
    if (!slash) return false;
    slash[1] = 0;
    return true;
}

// Beside the program, in its tree when it is installed, or in the source tree when it is not.
static void add_own_includes(struct pawn_config *config, char *room, size_t size) {
    static const char *const PLACES[] = {"include/",
                                         "../include/",
                                         "../share/critter/pawn/include/",
                                         "../assets/pawn/include/",
                                         "../../assets/pawn/include/",
                                         "../../../assets/pawn/include/",
                                         "../../../../assets/pawn/include/"};
    char folder[PAWN_PATH], file[2 * PAWN_PATH];
    if (!program_folder(folder, sizeof folder) || config->include_count == PAWN_INCLUDES) return;
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        snprintf(file, sizeof file, "%s%sdefault.inc", folder, PLACES[i]);
        if (!file_exists(file)) continue;
        if (snprintf(room, size, "%s%s", folder, PLACES[i]) < (int)size)
            config->includes[config->include_count++] = room;
        return;
    }
}

// ---- the result

static enum err write_results(const struct pawn_options *options, const struct pawn_result *result, bool told,
                              const char **path, struct fault *fault) {
    const struct buf *out = options->config.output == PAWN_SCRIPT ? &result->image : &result->text;
    enum err err = file_write(options->output, out->at, out->len, fault);
    if (!err && told) call_wrote(options->output);
    if (!err && options->config.report) {
        *path = options->report_file;
        err = file_write(options->report_file, result->report.at, result->report.len, fault);
        if (!err && told) call_wrote(options->report_file);
    }
    return err;
}

static void print_end(const struct output *output, const struct pawn_result *result) {
    if (output->errors) return;
    if (result->aborted) fputs("\nCompilation aborted.", stderr);
    fflush(stderr);
    struct buf text = {0};
    pawn_report_end(result, &text);
    print(&text);
}

// What cannot be written is told in the form of whoever asked.
static void tell_unwritten(struct call *call, struct output *output, struct pawn_result *result,
                           const char *path, const struct fault *fault) {
    char text[PAWN_PATH + 64];
    if (!output->theirs) {
        call_failed(call, fault);
        return;
    }
    const char *form = pawn_message_text(101);
    int before = (int)strcspn(form, "%"); // the name stands there
    snprintf(text, sizeof text, "%.*s%s%s", before, form, path, form + before + 2);
    show_message(output, &(struct pawn_message){.number = 101,
                                                .kind = "fatal error",
                                                .file = output->options->config.sources[0],
                                                .text = text});
    result->errors++, result->aborted = true;
}

static int compile(struct call *call, struct pawn_options *options, struct output *output) {
    struct fault fault = {0};
    struct pawn_result result;
    char includes[PAWN_PATH];
    add_own_includes(&options->config, includes, sizeof includes);
    options->config.say = show_message;
    options->config.sized = show_sizes;
    options->config.user = output;
    output->options = options;
    enum err err = pawn_compile(&options->config, &result, &fault);
    if (!err) {
        fault = (struct fault){0};
        const char *path = options->output;
        err = write_results(options, &result, output->tells_file, &path, &fault);
        if (err) tell_unwritten(call, output, &result, path, &fault);
    } else {
        if (!result.errors) call_failed(call, &fault); // no memory
        unlink(options->output);                       // an old script is no answer to a new source
    }
    if (output->theirs) print_end(output, &result);
    pawn_result_free(&result);
    return err ? EXIT_FAILED : EXIT_FINE;
}

enum err pawn_build(const char *source, struct buf *image, struct fault *fault) {
    struct pawn_config *config = malloc(sizeof *config);
    struct pawn_result result = {0};
    char includes[PAWN_PATH];
    struct output output = {0};
    if (!config) return fault_set(fault, ERR_MEMORY, "no memory to compile");
    pawn_defaults(config);
    config->sources[config->source_count++] = source;
    config->optimize = DEFAULTS.optimize, config->stack = DEFAULTS.stack, config->tab = DEFAULTS.tab;
    config->debug = 2, config->compact = false; // so that what goes wrong has a line
    config->say = show_message, config->user = &output;
    add_own_includes(config, includes, sizeof includes);
    enum err err = pawn_compile(config, &result, fault);
    if (result.errors) {
        *fault = (struct fault){0};
        fault_at(fault, err, source, 0, 0, "not run: %s", PLURAL(result.errors, "error"));
    }
    if (!err) *image = result.image, result.image = (struct buf){0};
    pawn_result_free(&result);
    free(config);
    return err;
}

// ---- pawncc's spelling

static bool is_theirs(const struct call *call) {
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (word[0] == '@' || (word[0] == '-' && word[1] && word[1] != '-')) return true;
        if (word[0] != '-' && strchr(word, '=')) return true;
    }
    return false;
}

static void print_banner(void) {
    struct buf text = {0};
    pawn_report_banner(&text);
    print(&text);
}

static int print_usage(const struct pawn_options *options) {
    struct buf text = {0};
    print_banner();
    pawn_options_usage(&text, options);
    fputs(text.at ? (const char *)text.at : "", stdout);
    buf_free(&text);
    return EXIT_USAGE;
}

// Options that stand in pawn.cfg come first. It lies, as pawncc has it, in the folder by which the program
// was called, or in the present one when it was called by its bare name.
static enum err read_config(struct pawn_options *options, struct fault *fault) {
    char path[PAWN_PATH + 16];
    const char *slash = strrchr(program_invocation_name, '/');
    int folder = slash ? (int)(slash + 1 - program_invocation_name) : 0;
    if (folder >= PAWN_PATH) return ERR_NONE;
    snprintf(path, sizeof path, "@%.*spawn.cfg", folder, program_invocation_name);
    if (!file_exists(path + 1)) return ERR_NONE;
    char *const word[] = {path};
    struct fault inside = {0};
    enum err err = pawn_options_take(options, 1, word, &inside);
    return err ? fault_set(fault, err, "%s: %s", path + 1, inside.said) : ERR_NONE;
}

static int run_theirs(struct call *call, struct pawn_options *options) {
    struct fault fault = {0};
    struct output output = {.theirs = true};
    enum err err = read_config(options, &fault);
    if (!err) err = pawn_options_parse(options, call->argc - 1, call->argv + 1, &fault);
    if (err == ERR_DENIED) {
        fprintf(stderr, "%s\n", fault.said);
        return print_usage(options);
    }
    if (err) return call_failed(call, &fault);
    if (options->errors[0]) {
        output.errors = fopen(options->errors, "w");
        if (!output.errors) {
            fault_set(&fault, ERR_IO, "cannot write \"%s\"", options->errors);
            return call_failed(call, &fault);
        }
    } else if (options->verbosity > 0) {
        print_banner();
    }
    int code = compile(call, options, &output);
    if (output.errors) {
        bool empty = !output.told;
        fclose(output.errors);
        if (empty) unlink(options->errors);
    }
    return code;
}

// ---- our spelling

static enum err take_define(struct pawn_config *config, const char *text, struct fault *fault) {
    const char *equal = strchr(text, '=');
    int64_t value = 0;
    if (!equal || equal == text || equal - text > 31)
        return fault_set(fault, ERR_SYNTAX, "--define %s: expected NAME=N", text);
    if (equal[1] && text_to_i64(text_of(equal + 1), &value))
        return fault_set(fault, ERR_SYNTAX, "--define %s: expected a number after =", text);
    struct pawn_constant *constant = &config->constants[config->constant_count++];
    snprintf(constant->name, sizeof constant->name, "%.*s", (int)(equal - text), text);
    constant->value = (int32_t)value;
    return ERR_NONE;
}

static enum err take_silence(struct pawn_config *config, const char *text, struct fault *fault) {
    int64_t number = 0;
    if (text_to_i64(text_of(text), &number) || number < 200 || number > 263)
        return fault_set(fault, ERR_RANGE, "--silence %s: expected the number of a warning, 200 to 238",
                         text);
    config->silent |= (uint64_t)1 << (number - 200);
    return ERR_NONE;
}

static enum err take_wish(struct pawn_options *options, const struct wish *wish, const struct words *words,
                          struct fault *fault) {
    struct pawn_config *config = &options->config;
    config->optimize = wish->optimize;
    config->debug = wish->debug;
    config->overlays = wish->overlays;
    config->stack = wish->stack;
    config->limit = wish->limit;
    config->data_limit = wish->data_limit;
    config->tab = wish->tab;
    config->skip = wish->skip;
    config->compact = wish->compact && !wish->overlays;
    config->packed_strings = wish->packed;
    config->semicolons = wish->semicolons;
    config->parentheses = wish->parentheses;
    config->codepage = wish->codepage;
    config->output = wish->preprocessed ? PAWN_PREPROCESSED : wish->assembler ? PAWN_ASSEMBLER : PAWN_SCRIPT;
    if (wish->prefix) config->prefix = wish->prefix;
    for (size_t i = 0; i < wish->includes.count; i++)
        config->includes[config->include_count++] = wish->includes.at[i];
    enum err err = ERR_NONE;
    for (size_t i = 0; i < wish->defines.count && !err; i++)
        err = take_define(config, wish->defines.at[i], fault);
    for (size_t i = 0; i < wish->silent.count && !err; i++)
        err = take_silence(config, wish->silent.at[i], fault);
    if (err) return err;
    config->report = wish->report != NULL;
    snprintf(options->report_file, PAWN_PATH, "%s", wish->report ? wish->report : "");
    snprintf(options->output, PAWN_PATH, "%s", wish->output ? wish->output : "");
    // The sources: names only, so the rest of what pawncc's line would do follows from here.
    char *sources[PAWN_SOURCES];
    if (words->count > PAWN_SOURCES)
        return fault_set(fault, ERR_LIMIT, "at most %d source files", PAWN_SOURCES);
    for (size_t i = 0; i < words->count; i++) sources[i] = (char *)(uintptr_t)words->at[i];
    bool keeps = wish->output != NULL;
    err = pawn_options_parse(options, (int)words->count, sources, fault);
    if (!err && keeps) snprintf(options->output, PAWN_PATH, "%s", wish->output);
    config->tell_recursion = wish->sizes;
    return err;
}

static int run_ours(struct call *call, struct pawn_options *options) {
    struct fault fault = {0};
    struct words words = {0};
    struct wish wish = DEFAULTS;
    if (options_parse(OPTIONS, sizeof OPTIONS / sizeof *OPTIONS, call->argc, call->argv, &wish, &words,
                      &fault))
        return call_wrong(call, "%s", fault.said);
    if (!words.count) return call_wrong(call, "no source file");
    enum err err = take_wish(options, &wish, &words, &fault);
    if (err) return call_wrong(call, "%s", fault.said);
    struct output output = {.sizes = wish.sizes && !wish.quiet, .tells_file = !wish.quiet};
    int code = compile(call, options, &output);
    return code;
}

static int run(struct call *call) {
    struct pawn_options *options = malloc(sizeof *options);
    if (!options) {
        struct fault fault = {.err = ERR_MEMORY};
        return call_failed(call, &fault);
    }
    pawn_options_init(options);
    int code = is_theirs(call) ? run_theirs(call, options) : run_ours(call, options);
    pawn_options_free(options);
    free(options);
    return code;
}

const struct command cmd_pawn_compile = {
    .name = "compile",
    .group = "pawn",
    .summary = "makes a script file (.amx) from Pawn source",
    .words = "FILE...",
    .help = "Compiles Pawn 3.3, the language of Pleo's scripts. Errors and warnings go to stderr with their "
            "place, a script to "
            "FILE.amx. The includes that come with Critter are found by themselves.\n\n"
            "Options with one dash are those of pawncc, the toolkit's own compiler, and everything is then "
            "printed as pawncc "
            "prints it: -O2 -V2048 -S64 -v2 -C- and so on; -? lists them. Exit codes are 0, also with "
            "warnings, 1 with errors, "
            "and 3 after the list of options.",
    .examples = "critter pawn compile sensors.p\n"
                "critter pawn compile --overlays 2048 --stack 64 --sizes main.p\n"
                "critter pawn compile -V2048 -O2 -S64 -v2 -C- main.p    # as a project file says it\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &DEFAULTS,
    .words_least = 1,
    .any_words = true,
    .raw = true,
    .run = run,
};
