#include "pleo/kit/script.h"

#include "base/plural.h"
#include "pawn/compiler/report.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 128, SOURCE_MAX = 16 << 20 };

void kit_script_command(const struct kit_script *script, struct buf *out) {
    for (const char *at = script->command; *at; at++) {
        if (*at != '%' || !at[1]) {
            buf_byte(out, (uint8_t)*at);
            continue;
        }
        at++;
        if (*at == 'i')
            buf_text(out, script->source);
        else if (*at == 'o')
            buf_text(out, script->output);
        else if (*at == 'I' || *at == 'l') // the guide prints one for the other
            for (size_t i = 0; i < script->include_count; i++)
                buf_printf(out, "%s-i%s", i ? " " : "", script->includes[i]);
        else
            buf_printf(out, "%%%c", *at);
    }
}

struct run {
    const struct kit_script *script;
    struct kit_files *files;
    struct kit_memory *memory;
    const struct pawn_options *options;
};

static enum err read_source(void *user, const char *path, struct buf *out) {
    struct run *run = user;
    if (!text_starts(text_of(path), KIT_FOLDER)) kit_memory_from(run->memory, path);
    return kit_files_read(run->files, path, SOURCE_MAX, out, NULL);
}

static void say_text(const struct kit_script *script, bool wrong, const struct buf *text) {
    struct text rest = {(const char *)text->at, text->len}, line;
    while (rest.len && text_split(&rest, '\n', &line)) {
        char one[4096];
        text_copy(line, one, sizeof one);
        if (script->say) script->say(script->user, wrong, one);
    }
}

static void say_message(void *user, const struct pawn_message *message) {
    struct run *run = user;
    struct buf line = {0};
    pawn_message_line(message, &line);
    say_text(run->script, true, &line);
    buf_free(&line);
}

static void say_sizes(void *user, const struct pawn_sizes *sizes, unsigned errors, unsigned warnings) {
    struct run *run = user;
    if (run->options->config.debug < 2 && run->options->verbosity < 2 && !pawn_report_tight(sizes)) return;
    struct buf text = {0};
    if (errors + warnings) buf_text(&text, "\n");
    pawn_report_sizes(sizes, &text);
    say_text(run->script, false, &text);
    buf_free(&text);
}

static enum err take_words(struct pawn_options *options, char *line, struct fault *fault) {
    char *words[WORDS];
    char *rest = NULL;
    int count = 0;
    strtok_r(line, " \t\r\n", &rest); // the program
    for (char *word; (word = strtok_r(NULL, " \t\r\n", &rest)); words[count++] = word) {
        if (count == WORDS)
            return fault_set(fault, ERR_LIMIT, "the compiler's command has more than 128 words");
        if (*word == '@')
            return fault_set(fault, ERR_UNSUPPORTED, "the compiler's command names a file: %s", word);
    }
    enum err err = pawn_options_parse(options, count, words, fault);
    return err == ERR_DENIED ? fault_set(fault, ERR_SYNTAX, "the compiler's command is not understood") : err;
}

static enum err compile(struct run *run, struct pawn_options *options, struct fault *fault) {
    struct pawn_config *config = &options->config;
    if (config->include_count == PAWN_INCLUDES)
        return fault_set(fault, ERR_LIMIT, "too many include folders");
    config->includes[config->include_count++] = KIT_FOLDER;
    config->read = read_source, config->say = say_message, config->sized = say_sizes, config->user = run;
    run->options = options;
    struct buf text = {0};
    if (options->verbosity > 0) pawn_report_banner(&text);
    say_text(run->script, false, &text);
    buf_clear(&text);
    struct pawn_result result = {0};
    struct fault inside = {0};
    enum err err = pawn_compile(config, &result, &inside);
    if (result.aborted) buf_text(&text, "\nCompilation aborted.");
    pawn_report_end(&result, &text);
    say_text(run->script, false, &text);
    if (err)
        err = fault_at(fault, err, run->script->source, 0, 0, "%s", PLURAL(result.errors, "error"));
    else
        err = kit_files_write(run->files, run->script->output, result.image.at, result.image.len, fault);
    buf_free(&text);
    pawn_result_free(&result);
    return err;
}

enum err kit_script_build(const struct kit_script *script, struct kit_files *files, struct kit_memory *memory,
                          struct fault *fault) {
    struct run run = {.script = script, .files = files, .memory = memory};
    struct buf line = {0};
    struct pawn_options *options = malloc(sizeof *options);
    kit_script_command(script, &line);
    if (!options || line.err || !line.at) {
        free(options);
        buf_free(&line);
        return fault_set(fault, ERR_MEMORY, "no memory for a command line");
    }
    pawn_options_init(options);
    enum err err = take_words(options, (char *)line.at, fault);
    if (!err) err = compile(&run, options, fault);
    pawn_options_free(options);
    free(options);
    buf_free(&line);
    return err;
}
