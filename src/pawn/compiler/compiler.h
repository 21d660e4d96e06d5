// The Pawn 3.3 compiler as a library. It turns source text into a script file (AMX, version 10, 32-bit cells)
// and messages.
//
//     struct pawn_config config;
//     pawn_defaults(&config);
//     config.sources[config.source_count++] = "sensors.p";
//     config.optimize = 2, config.compact = false, config.say = print_message;
//     struct pawn_result result = {0};
//     if (!pawn_compile(&config, &result, &fault)) use(result.image.at, result.image.len);
//     pawn_result_free(&result);
//
// A compile has no globals: any number may run at the same time, on any threads. All its memory comes from
// one arena, limited by config.memory_limit, and is freed when pawn_compile returns. The caller owns the
// result's buffers. Errors and warnings go to config.say, in order, with the reference compiler's numbers;
// `fault` keeps the first error. pawn_compile returns ERR_NONE, also with warnings; ERR_SYNTAX with errors;
// ERR_LIMIT when the script is larger than allowed; ERR_MEMORY.
//
// Limits: names of 31 characters, lines of 1023 (also after replacement), 127 arguments, 3 dimensions, 24
// nested loops, 32 levels of #if, 64 nested includes, 200 nested blocks, brackets or conditional expressions,
// source files of 64 MB, arrays of 64 MB, overlays of 65536 bytes, 1 million cases in a switch.
#pragma once

#include "base/buf.h"

enum { PAWN_SOURCES = 64, PAWN_INCLUDES = 64, PAWN_CONSTANTS = 256, PAWN_PATH = 1024 };

enum pawn_output {
    PAWN_SCRIPT,       // result.image
    PAWN_ASSEMBLER,    // result.text: one instruction per line
    PAWN_PREPROCESSED, // result.text: the source as the parser sees it
};

struct pawn_message {
    int number;       // 1-99 error, 100-199 fatal, 200-299 warning
    const char *kind; // "error", "fatal error", "warning"
    const char *file;
    int first, line; // first: 0 when the expression is on one line
    int column;      // counted from 1; 0: unknown
    const char *text;
    const char *source; // the source line; NULL: unknown
};

struct pawn_sizes {
    uint32_t header, code, data, stack; // bytes
    uint32_t overlay_limit, largest_overlay;
    uint32_t total;         // header, code or overlay pool, and (unless -XD) data and stack
    uint32_t apart;         // data and stack if they have a limit of their own; else 0
    uint32_t estimate;      // cells of stack and heap used at most
    bool recursive, sleeps; // why there is no estimate
    bool exceeded;          // over config.limit or config.data_limit
};

struct pawn_constant {
    char name[32];
    int32_t value;
};

struct pawn_config {
    const char *sources[PAWN_SOURCES]; // several are compiled as one
    size_t source_count;
    const char *includes[PAWN_INCLUDES]; // folders, searched in order
    size_t include_count;
    struct pawn_constant constants[PAWN_CONSTANTS];
    size_t constant_count;
    // Read before the source. "default.inc" may be missing, others must exist; "" for none.
    const char *prefix;
    // Of source text that is not UTF-8: a file, or its name in codepage_folder. NULL: none.
    const char *codepage;
    const char *codepage_folder;
    enum pawn_output output;
    bool report;             // result.report: XML for documentation
    const char *report_root; // where the style sheet is; NULL: not named
    int debug;               // 0 none, 1 run-time checks, 2 symbols as well
    int optimize;            // 0 none, 1 without macro and packed instructions, 2 all
    bool compact;            // compact encoding
    bool packed_strings;     // whether "…" without a prefix is packed
    bool semicolons;         // required at the end of statements
    bool parentheses;        // required around arguments
    char escape;             // in strings: a backslash
    int32_t stack;           // cells
    int32_t overlays;        // 0: none; 1: no limit; else the largest function in bytes
    int32_t limit;           // bytes in total; 0: no limit
    int32_t data_limit;      // bytes of data and stack; 0: no limit
    int32_t align;           // of data and stack, bytes
    int32_t tab;             // width of a tab; 0: indentation is not checked
    int32_t skip;            // lines of the first source to skip
    uint64_t silent;         // bit n: warning 200 + n is not shown
    bool tell_recursion;     // warning 237
    size_t memory_limit;

    // Callbacks; all may be NULL. `read` replaces reading from disk; it returns ERR_MISSING when there is no
    // such file.
    enum err (*read)(void *user, const char *path, struct buf *out);
    void (*say)(void *user, const struct pawn_message *message);
    void (*sized)(void *user, const struct pawn_sizes *sizes, unsigned errors, unsigned warnings);
    void *user;
};

struct pawn_result {
    struct buf image, text, report;
    struct pawn_sizes sizes;
    unsigned errors, warnings;
    bool aborted; // a fatal error, or too many errors
};

void pawn_defaults(struct pawn_config *config);
enum err pawn_compile(const struct pawn_config *config, struct pawn_result *result, struct fault *fault);
void pawn_result_free(struct pawn_result *result);
// Writes "file(line) : error 017: text" or "file(first -- last) : …", without a newline.
void pawn_message_line(const struct pawn_message *message, struct buf *out);
// The text of a message with its placeholders, as in the table; NULL: no such number.
const char *pawn_message_text(int number);

// Command-line options of the toolkit's own compiler: -O2 -V2048 -ofile @response NAME=value … Strings are
// views into argv, except those of response files, which live in `texts`. ERR_DENIED: show the usage.
// ERR_MISSING, ERR_LIMIT: a response file.
struct pawn_options {
    struct pawn_config config;
    char output[PAWN_PATH], errors[PAWN_PATH], report_file[PAWN_PATH];
    int verbosity; // 0 quiet, 1 normal, 2 sizes
    struct buf texts[8];
    size_t text_count;
    struct buf words[PAWN_SOURCES * 2]; // names with an extension added
    size_t word_count;
};
void pawn_options_init(struct pawn_options *options);
// Takes words, also those of a file @words. They need not name a source yet. ERR_DENIED: an unknown option.
enum err pawn_options_take(struct pawn_options *options, int argc, char *const *argv, struct fault *fault);
// Takes words and derives the rest from all of them. ERR_DENIED: also when no source is given.
enum err pawn_options_parse(struct pawn_options *options, int argc, char *const *argv, struct fault *fault);
void pawn_options_free(struct pawn_options *options);
void pawn_options_usage(struct buf *out, const struct pawn_options *options);
