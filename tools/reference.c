// The reference page of the C API, out of the public headers, and the promises that headers keep.
//
//     reference include/critter/critter.h include/critter/cozmo.h …      Markdown, for docs/c-api.md
//
// A header's first comment is its story; `// ---- Title` begins a section; a comment that stands right above
// a function, a struct, an enum or a macro tells of it, and one that stands alone is said as it is. Refused
// are, with their place:
//
//     a function without a comment, or without [at once], [waits] or [any thread] at its end;
//     one that takes wait_ms or ends in _wait and is not [waits]; one that is [waits] and neither, unless
//     WAITS names it;
//     a _wait without its twin that returns at once, unless ALONE names it;
//     a struct, enum or typedef that has a function's name: C++ could not use it.
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4000, WIDE = 400, NAMES = 1000, NAME = 80, TEXT = 8000 };

static const char *const WAITS[] = {
    "critter_cozmo_connect",  "critter_cozmo_meet",  "critter_cozmo_disconnect", "critter_cozmo_sleep",
    "critter_vector_connect", "critter_vector_meet", "critter_vector_disconnect"};
// They talk back and forth with the robot, or are for nothing but its answer.
static const char *const ALONE[] = {"critter_cozmo_nv_read_wait",    "critter_cozmo_nv_write_wait",
                                    "critter_cozmo_nv_erase_wait",   "critter_cozmo_nv_backup_wait",
                                    "critter_cozmo_nv_restore_wait", "critter_cozmo_update_wait",
                                    "critter_vector_battery_wait",   "critter_vector_picture_wait"};

static struct {
    const char *path;
    char line[LINES][WIDE];
    int count;
} header;

struct name {
    char text[NAME];
    const char *path;
    int line;
    bool function, waits;
};
static struct name names[NAMES];
static int name_count;
static unsigned faults;

static void fault(const char *path, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void fault(const char *path, int line, const char *format, ...) {
    va_list list;
    fprintf(stderr, "%s:%d: ", path, line + 1);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    faults++;
}

static bool begins(const char *text, const char *with) { return !strncmp(text, with, strlen(with)); }
static bool ends(const char *text, const char *with) {
    size_t len = strlen(text), end = strlen(with);
    return len >= end && !strcmp(text + len - end, with);
}
static bool is_one_of(const char *name, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(name, list[i])) return true;
    return false;
}
#define IS_ONE_OF(name, list) is_one_of((name), (list), sizeof(list) / sizeof *(list))

static void read_header(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "reference: %s: %s\n", path, strerror(errno));
        exit(1);
    }
    header.path = path;
    header.count = 0;
    while (header.count < LINES && fgets(header.line[header.count], WIDE, file)) {
        header.line[header.count][strcspn(header.line[header.count], "\n")] = 0;
        header.count++;
    }
    if (!feof(file) && header.count == LINES) fault(path, LINES, "longer than %d lines", LINES);
    fclose(file);
}

static struct name *name_of(const char *text, size_t len, int line, bool function) {
    if (name_count == NAMES || len >= NAME) {
        fault(header.path, line, "more names, or longer ones, than this program takes");
        exit(1);
    }
    struct name *name = &names[name_count++];
    *name = (struct name){.path = header.path, .line = line, .function = function};
    memcpy(name->text, text, len);
    return name;
}

static size_t word(const char *text) {
    size_t len = 0;
    while (isalnum((unsigned char)text[len]) || text[len] == '_') len++;
    return len;
}

// The lines of a comment as text, one paragraph a line; what is indented stays as it is.
static void say_comment(int from, int to, char *tag) {
    static char text[TEXT];
    size_t len = 0;
    text[0] = 0;
    for (int i = from; i < to; i++) {
        const char *said = header.line[i] + 2;
        bool indented = begins(said, "     ");
        if (*said == ' ') said++;
        const char *joint = !len || text[len - 1] == '\n' ? "" : indented || !*said ? "\n" : " ";
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s%s", joint, said, *said ? "" : "\n");
        if (len >= sizeof text - WIDE) break;
    }
    while (len && (text[len - 1] == '\n' || text[len - 1] == ' ')) text[--len] = 0;
    if (tag) {
        char *open = strrchr(text, '[');
        *tag = 0;
        if (open && text[len - 1] == ']') {
            snprintf(tag, NAME, "%s", open);
            while (open > text && open[-1] == ' ') open--;
            *open = 0;
        }
    }
    if (text[0]) printf("%s\n\n", text);
}

static int comment_end(int at) {
    while (at < header.count && begins(header.line[at], "//")) at++;
    return at;
}

// Of a function the first word is left out, and its other lines move with it.
static void say_code(int from, int to) {
    size_t out = begins(header.line[from], "CRITTER_API ") ? strlen("CRITTER_API ") : 0;
    printf("```c\n");
    for (int i = from; i < to; i++) printf("%s\n", header.line[i] + (strlen(header.line[i]) > out ? out : 0));
    printf("```\n\n");
}

static int to_semicolon(int at) {
    while (at < header.count && !ends(header.line[at], ";")) at++;
    return at < header.count ? at + 1 : at;
}
static int to_brace(int at) {
    while (at < header.count && !begins(header.line[at], "};")) at++;
    return at < header.count ? at + 1 : at;
}
static int to_macro_end(int at) {
    while (at < header.count && ends(header.line[at], "\\")) at++;
    return at < header.count ? at + 1 : at;
}

static void check_waits(const struct name *name, const char *tag, int from, int to) {
    bool takes = false,
         known = !strcmp(tag, "[at once]") || !strcmp(tag, "[waits]") || !strcmp(tag, "[any thread]");
    for (int i = from; i < to; i++) takes |= strstr(header.line[i], "wait_ms") != NULL;
    bool must = takes || ends(name->text, "_wait");
    if (!known)
        fault(header.path, from, "%s: its comment must end in [at once], [waits] or [any thread]",
              name->text);
    else if (must && !name->waits)
        fault(header.path, from, "%s: its name or its wait_ms says that it waits, its comment does not",
              name->text);
    else if (!must && name->waits && !IS_ONE_OF(name->text, WAITS))
        fault(header.path, from, "%s waits: its name should end in _wait", name->text);
}

// A function, its comment from `comment` on, or -1.
static int function(int comment, int at) {
    int to = to_semicolon(at);
    char tag[NAME] = "";
    const char *open = strchr(header.line[at], '('), *start = open;
    while (start && start > header.line[at] && word(start - 1)) start--;
    if (!open || start == open) {
        fault(header.path, at, "where is this function's name?");
        return to;
    }
    struct name *name = name_of(start, (size_t)(open - start), at, true);
    printf("#### %s\n\n", name->text);
    if (comment < 0)
        fault(header.path, at, "%s has no comment", name->text);
    else
        say_comment(comment, at, tag);
    name->waits = !strcmp(tag, "[waits]");
    if (comment >= 0) check_waits(name, tag, at, to);
    printf("*%s*\n\n", name->waits                    ? "Waits."
                       : !strcmp(tag, "[any thread]") ? "Returns at once; from any thread."
                                                      : "Returns at once.");
    say_code(at, to);
    return to;
}

static int type(int at) {
    const char *line = header.line[at];
    const char *name = strstr(line, "critter_");
    if (begins(line, "typedef")) {
        const char *open = strchr(line, '(');
        name = open;
        while (name && name > line && word(name - 1)) name--;
    }
    if (name && word(name)) name_of(name, word(name), at, false);
    int to = strchr(line, '{') ? to_brace(at) : to_semicolon(at);
    say_code(at, to);
    return to;
}

// What follows a comment that ends before `at`, or stands without one. Returns the line after it.
static int declaration(int comment, int at) {
    const char *line = header.line[at];
    bool is_type = begins(line, "struct ") || begins(line, "enum ") || begins(line, "typedef ");
    bool is_macro = begins(line, "#define ") && !begins(line, "#define CRITTER_API") && !ends(line, "_H");
    if (begins(line, "CRITTER_API")) return function(comment, at);
    if (comment >= 0) say_comment(comment, at, NULL);
    if (is_type) return type(at);
    if (!is_macro) return at + 1;
    int to = to_macro_end(at);
    say_code(at, to);
    return to;
}

static void write_header(const char *path) {
    read_header(path);
    const char *slash = strrchr(path, '/');
    printf("## critter/%s\n\n", slash ? slash + 1 : path);
    int at = comment_end(0);
    say_comment(0, at, NULL);
    while (at < header.count) {
        if (begins(header.line[at], "// ---- ")) {
            printf("### %s\n\n", header.line[at++] + 8);
        } else if (begins(header.line[at], "//")) {
            int from = at;
            at = comment_end(at);
            at = at < header.count ? declaration(from, at) : at;
        } else {
            at = declaration(-1, at);
        }
    }
}

static const struct name *function_named(const char *text, size_t len) {
    for (int i = 0; i < name_count; i++)
        if (names[i].function && strlen(names[i].text) == len && !memcmp(names[i].text, text, len))
            return &names[i];
    return NULL;
}

static void check_names(void) {
    for (int i = 0; i < name_count; i++) {
        const struct name *name = &names[i], *other = function_named(name->text, strlen(name->text));
        if (!name->function && other)
            fault(name->path, name->line, "%s is a function's name, too: C++ cannot use it", name->text);
        if (!name->function || !ends(name->text, "_wait") || !strcmp(name->text, "critter_cozmo_wait") ||
            !strcmp(name->text, "critter_vector_wait") || IS_ONE_OF(name->text, ALONE))
            continue;
        const struct name *twin = function_named(name->text, strlen(name->text) - strlen("_wait"));
        if (!twin || twin->waits)
            fault(name->path, name->line, "%s has no twin that returns at once", name->text);
    }
}

int main(int argc, char **argv) {
    if (argc < 2) return fprintf(stderr, "usage: reference HEADER…\n"), 2;
    for (int i = 1; i < argc; i++) write_header(argv[i]);
    check_names();
    return faults ? 1 : 0;
}
