// The command line of the toolkit's compiler, so that project files and scripts that name its options work as
// they are.
#include "base/system/file.h"
#include "pawn/compiler/compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RESPONSE_LIMIT = 1 << 20, RESPONSE_WORDS = 100, RESPONSE_DEPTH = 8 };

void pawn_options_init(struct pawn_options *options) {
    memset(options, 0, sizeof *options);
    pawn_defaults(&options->config);
    options->verbosity = 1;
}

void pawn_options_free(struct pawn_options *options) {
    for (size_t i = 0; i < options->text_count; i++) buf_free(&options->texts[i]);
    for (size_t i = 0; i < options->word_count; i++) buf_free(&options->words[i]);
}

// Behind a letter a value may follow a : or =.
static const char *value_of(const char *letter) {
    return letter[1] == '=' || letter[1] == ':' ? letter + 2 : letter + 1;
}

static enum err refuse(struct fault *fault, const char *option) {
    return fault_set(fault, ERR_DENIED, "option \"%s\" is unknown or its value is out of range", option);
}

static bool toggle(const char *letter, bool *flag) {
    const char *value = value_of(letter);
    if (!*value)
        *flag = !*flag;
    else if (*value == '-' || *value == '+')
        *flag = *value == '+';
    else
        return false;
    return true;
}

static bool number(const char *value, long least, long most, int32_t *out) {
    char *end;
    long n = strtol(value, &end, 10);
    if (n < least || n > most) return false;
    *out = (int32_t)n;
    return true;
}

static bool keep(char *to, size_t size, const char *value) {
    return snprintf(to, size, "%s", value) < (int)size;
}

static char *word(struct pawn_options *options, const char *text, const char *more) {
    if (options->word_count == sizeof options->words / sizeof *options->words) return NULL;
    struct buf *buf = &options->words[options->word_count++];
    buf_printf(buf, "%s%s", text, more);
    return buf->err ? NULL : (char *)buf->at;
}

// ---- single options

static bool set_debug(struct pawn_options *options, const char *value) {
    if (value[0] < '0' || value[0] > '3') return false;
    options->config.debug = value[0] == '3' ? 2 : value[0] - '0';
    if (value[0] == '3') options->config.optimize = 0;
    return true;
}

static bool set_overlays(struct pawn_options *options, const char *letter) {
    struct pawn_config *config = &options->config;
    const char *value = value_of(letter);
    if (*value >= '0' && *value <= '9') {
        long n = strtol(value, NULL, 10);
        config->overlays = n > 65536 || n < 0 ? 65536 : (int32_t)n;
        return true;
    }
    bool on = config->overlays > 0;
    if (!toggle(letter, &on)) return false;
    config->overlays = on;
    return true;
}

static bool set_warning(struct pawn_options *options, const char *value) {
    char *end;
    long n = strtol(value, &end, 10);
    if (n < 200 || n > 263) return true; // errors cannot be silenced
    uint64_t bit = (uint64_t)1 << (n - 200);
    if (*end == '-')
        options->config.silent |= bit;
    else if (*end == '+')
        options->config.silent &= ~bit;
    else if (!*end)
        options->config.silent ^= bit;
    return true;
}

static bool set_limit(struct pawn_options *options, const char *letter) {
    bool data = letter[1] == 'D';
    return number(value_of(data ? letter + 1 : letter), 65, INT32_MAX,
                  data ? &options->config.data_limit : &options->config.limit);
}

static bool add_include(struct pawn_options *options, const char *value) {
    if (!*value) return true;
    if (options->config.include_count == PAWN_INCLUDES) return false;
    options->config.includes[options->config.include_count++] = value;
    return true;
}

static bool set_report(struct pawn_options *options, const char *value) {
    options->config.report = true;
    bool dotted = strchr(path_name(value), '.') != NULL;
    return snprintf(options->report_file, PAWN_PATH, "%s%s", value, *value && !dotted ? ".xml" : "") <
           PAWN_PATH;
}

static bool set_align(struct pawn_options *options, const char *value) {
    return number(value, 4, 4096, &options->config.align) &&
           !(options->config.align & (options->config.align - 1));
}

static bool take_letter(struct pawn_options *options, const char *letter) {
    struct pawn_config *config = &options->config;
    const char *value = value_of(letter);
    switch (*letter) {
    case 'A':
        return set_align(options, value);
    case 'a':
        config->output = PAWN_ASSEMBLER;
        return !letter[1];
    case 'C':
        return toggle(letter, &config->compact);
    case 'c':
        config->codepage = value;
        return true;
    case 'D':
        return chdir(value) == 0;
    case 'd':
        return set_debug(options, value);
    case 'e':
        return keep(options->errors, sizeof options->errors, value);
    case 'i':
        return add_include(options, value);
    case 'l':
        config->output = PAWN_PREPROCESSED;
        return !letter[1];
    case 'o':
        return keep(options->output, sizeof options->output, value);
    case 'O':
        config->optimize = value[0] - '0';
        return value[0] >= '0' && value[0] <= '2';
    case 'p':
        config->prefix = value;
        return true;
    case 'r':
        return set_report(options, value);
    case 'S':
        return number(value, 33, 1 << 24, &config->stack);
    case 's':
        return number(value, 0, INT32_MAX, &config->skip);
    case 't':
        return number(value, 0, 64, &config->tab);
    case 'V':
        return set_overlays(options, letter);
    case 'v':
        options->verbosity = *value >= '0' && *value <= '9' ? atoi(value) : 2;
        return true;
    case 'w':
        return set_warning(options, value);
    case 'X':
        return set_limit(options, letter);
    case '\\':
        config->escape = '\\';
        return true;
    case '^':
        config->escape = '^';
        return true;
    case ';':
        return toggle(letter, &config->semicolons);
    case '(':
        return toggle(letter, &config->parentheses);
    default:
        return false; // also -?, which asks for the list
    }
}

static enum err add_constant(struct pawn_options *options, const char *text, const char *equal,
                             struct fault *fault) {
    struct pawn_config *config = &options->config;
    if (config->constant_count == PAWN_CONSTANTS)
        return fault_set(fault, ERR_LIMIT, "more than %d constants on the command line", PAWN_CONSTANTS);
    struct pawn_constant *constant = &config->constants[config->constant_count++];
    snprintf(constant->name, sizeof constant->name, "%.*s", (int)(equal - text), text);
    constant->value = (int32_t)strtol(equal + 1, NULL, 10);
    return ERR_NONE;
}

static enum err add_source(struct pawn_options *options, const char *text, struct fault *fault) {
    struct pawn_config *config = &options->config;
    if (config->source_count == PAWN_SOURCES)
        return fault_set(fault, ERR_LIMIT, "more than %d source files", PAWN_SOURCES);
    const char *dot = strrchr(path_name(text), '.');
    const char *name = dot && dot != path_name(text) ? text : word(options, text, ".p");
    if (!name) return fault_set(fault, ERR_LIMIT, "too many source files");
    config->sources[config->source_count++] = name;
    return ERR_NONE;
}

// ---- lists of words

static enum err take_words(struct pawn_options *options, int count, char *const *words, int depth,
                           struct fault *fault);

static enum err take_response(struct pawn_options *options, const char *path, int depth,
                              struct fault *fault) {
    if (depth == RESPONSE_DEPTH || options->text_count == sizeof options->texts / sizeof *options->texts)
        return fault_set(fault, ERR_LIMIT, "response file \"%s\": too many, or one inside another too often",
                         path);
    struct buf *text = &options->texts[options->text_count++];
    enum err err = file_read(path, RESPONSE_LIMIT, text, fault);
    if (err) return err;
    char *words[RESPONSE_WORDS], *rest = NULL;
    int count = 0;
    for (char *next = text->at ? strtok_r((char *)text->at, " \t\r\n", &rest) : NULL; next;
         next = strtok_r(NULL, " \t\r\n", &rest)) {
        if (count == RESPONSE_WORDS)
            return fault_set(fault, ERR_LIMIT, "response file \"%s\" has more than %d options", path,
                             RESPONSE_WORDS);
        words[count++] = next;
    }
    return take_words(options, count, words, depth + 1, fault);
}

static enum err take_words(struct pawn_options *options, int count, char *const *words, int depth,
                           struct fault *fault) {
    for (int i = 0; i < count; i++) {
        const char *text = words[i], *equal = strchr(text, '=');
        enum err err = ERR_NONE;
        if (text[0] == '-')
            err = take_letter(options, text + 1) ? ERR_NONE : refuse(fault, text);
        else if (text[0] == '@')
            err = take_response(options, text + 1, depth, fault);
        else if (equal)
            err = add_constant(options, text, equal, fault);
        else
            err = add_source(options, text, fault);
        if (err) return err;
    }
    return ERR_NONE;
}

// The output is called after the first source and lies in the present folder, unless it is named.
static void name_outputs(struct pawn_options *options) {
    static const char *const EXTENSIONS[] = {".amx", ".asm", ".lst"};
    const char *given = options->output[0] ? options->output : path_name(options->config.sources[0]);
    char base[PAWN_PATH];
    snprintf(base, sizeof base, "%s", given);
    char *dot = strrchr(base, '.');
    bool extension = dot && !strchr(dot, '/') && dot != base;
    bool keeps =
        extension && options->output[0] && options->config.output == PAWN_SCRIPT && strcmp(dot, ".asm") != 0;
    if (extension && !keeps) *dot = 0;
    snprintf(options->output, PAWN_PATH, "%.*s%s", PAWN_PATH - 8, base,
             keeps ? "" : EXTENSIONS[options->config.output]);
    if (!options->config.report || options->report_file[0]) return;
    snprintf(base, sizeof base, "%s", path_name(options->config.sources[0]));
    dot = strrchr(base, '.');
    if (dot && dot != base) *dot = 0;
    snprintf(options->report_file, PAWN_PATH, "%.*s.xml", PAWN_PATH - 8, base);
}

enum err pawn_options_take(struct pawn_options *options, int argc, char *const *argv, struct fault *fault) {
    return take_words(options, argc, argv, 0, fault);
}

enum err pawn_options_parse(struct pawn_options *options, int argc, char *const *argv, struct fault *fault) {
    enum err err = pawn_options_take(options, argc, argv, fault);
    if (err) return err;
    if (!options->config.source_count) return fault_set(fault, ERR_DENIED, "no source file");
    if (options->config.overlays)
        options->config.compact = false; // overlays are read from the file one by one
    if (options->config.output == PAWN_ASSEMBLER && options->verbosity > 1) options->verbosity = 1;
    options->config.tell_recursion = options->verbosity >= 2 || options->config.debug >= 2;
    name_outputs(options);
    return ERR_NONE;
}

void pawn_options_usage(struct buf *out, const struct pawn_options *options) {
    const struct pawn_config *c = &options->config;
    buf_text(out, "Usage: pawncc <file> [file...] [options] [NAME=value]\n\n"
                  "  -A<n>      align data and stack to n bytes (a power of two, 4 at least)\n"
                  "  -a         write instructions as text (.asm)\n");
    buf_printf(out, "  -C[+/-]    compact encoding (now %c)\n", c->compact ? '+' : '-');
    buf_text(out, "  -c<name>   code page of the source, such as 1252\n"
                  "  -D<path>   work in this folder\n");
    buf_printf(out,
               "  -d<n>      0: no run-time checks, 1: checks, 2: checks and symbols, 3: as 2 without "
               "optimising (now %d)\n",
               c->debug);
    buf_text(out, "  -e<file>   write errors to a file, and nothing else\n"
                  "  -i<path>   look for includes here\n"
                  "  -l         only preprocess (.lst)\n"
                  "  -o<file>   name of the output\n");
    buf_printf(out, "  -O<n>      0: do not optimise, 1: without macro instructions, 2: all (now %d)\n",
               c->optimize);
    buf_text(out, "  -p<file>   read this before the source; bare: nothing (default.inc)\n"
                  "  -r[file]   write a report (.xml)\n");
    buf_printf(out, "  -S<n>      stack and heap in cells, 33 at least (now %d)\n", (int)c->stack);
    buf_printf(out,
               "  -s<n>      skip lines of the source\n  -t<n>      width of a tab; 0: do not look at "
               "indentation (now %d)\n",
               (int)c->tab);
    buf_text(out, "  -V[n/+/-]  overlays; n: bytes that a function may have\n");
    buf_printf(out, "  -v<n>      0: quiet, 1: normal, 2: sizes (now %d)\n", options->verbosity);
    buf_text(out, "  -w<n>[+/-] warning n on, off, or the other way\n"
                  "  -X<n>      bytes that the script may need; -XD<n>: for data and stack\n"
                  "  -\\  -^     the escape character in strings\n");
    buf_printf(out,
               "  -;[+/-]    demand semicolons (now %c)\n  -([+/-]    demand parentheses in calls (now %c)\n",
               c->semicolons ? '+' : '-', c->parentheses ? '+' : '-');
    buf_text(out, "  @file      read options from a file\n  NAME=n     define a constant\n\n"
                  "A value may follow a : or =, as in -O:2.\n");
}
