// Keeps the manuals true: the examples with which headers begin call functions that are there, with as many
// arguments as they take.
//
//     manuals src include -- build/schema      checks the first folders; what lies below the others is only
//                                              known
//     manuals --list src include               every call that is checked, one a line
//
// An example is the indented part of a comment before `#pragma once` or the first line of code. Calls of
// functions and macros that take arguments are counted; "…" stands for any number of them. A name that
// nothing declares is an error, unless it is the C library's, a part of the example itself, or stands in
// OTHERS. So is a `struct` that there is not. 0 when all are right, 1 with a line for each that is not.
#include <ctype.h>
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MANY = 1000 };

struct name {
    char *text;
    int least, most; // arguments; -1: a struct
};
struct names {
    struct name *at;
    size_t count;
};
struct file {
    char *path, *text;
    bool checked;
};

static struct names known;
static struct file *files;
static size_t file_count;
static unsigned calls, faults;
static bool listing;

// Of the C library and of those beside it, as far as examples use them; and what an example's reader is to
// write.
static const char *const OTHERS[] = {"printf", "fprintf", "puts",     "putchar", "fputs",  "fwrite",
                                     "write",  "free",    "malloc",   "memcpy",  "memset", "exit",
                                     "strlen", "qsort",   "offsetof", "sizeof",  "assert", "va_start",
                                     "va_end", "strcmp",  "TESTS",    "fopen",   "fclose", "calloc"};
static const char *const MADE[] = {"wire_get_u32", "wire_get_f32"}; // by macros that put names together
// What an example takes for granted of its reader's own program.
static const char *const YOURS[] = {
    "wall", "cube", "plan",       "sim",  "dance",       "head",          "dance_to", "send",     "look_at",
    "play", "use",  "ask_camera", "look", "OutputAudio", "critter_thing", "thing_do", "mind_step"};
static const char *const WORDS[] = {"if",   "while", "for",  "switch", "return",
                                    "else", "do",    "case", "sizeof", "defined"};

static void *grown(void *at, size_t count, size_t size) {
    at = realloc(at, (count + 1) * size);
    if (!at) abort();
    return at;
}

static bool among(const char *const *list, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(list[i], text)) return true;
    return false;
}
#define AMONG(list, text) among(list, sizeof(list) / sizeof *(list), text)

// ---- names ------------------------------------------------------------------------------------------------

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

static void know(struct names *names, const char *text, size_t len, int least, int most) {
    names->at = grown(names->at, names->count, sizeof *names->at);
    names->at[names->count++] = (struct name){strndup(text, len), least, most};
}

// Among those of the same name (a struct may be called as a function is): the one that is of that kind.
static const struct name *look_up(const char *text, bool is_struct) {
    size_t low = 0, high = known.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(known.at[middle].text, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < known.count && !strcmp(known.at[low].text, text); low++)
        if ((known.at[low].least < 0) == is_struct) return &known.at[low];
    return NULL;
}

// ---- a small reader of C ----------------------------------------------------------------------------------

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Blanks for comments and for what stands in quotes, so that neither has parentheses or commas; lines stay.
static void blank(char *text) {
    for (char *at = text; *at; at++) {
        if (at[0] == '/' && at[1] == '/')
            while (*at && *at != '\n') *at++ = ' ';
        else if (at[0] == '/' && at[1] == '*') {
            char *end = strstr(at + 2, "*/");
            for (char *stop = end ? end + 2 : at + strlen(at); at < stop; at++)
                if (*at != '\n') *at = ' ';
        } else if (*at == '"' || *at == '\'') {
            char quote = *at;
            for (at++; *at && *at != quote && *at != '\n'; at++) {
                if (*at == '\\' && at[1]) *at++ = 'x';
                *at = 'x';
            }
        }
        if (!*at) return;
    }
}

// Behind the parenthesis that closes the one at `at`; NULL: it does not.
static const char *closing(const char *at) {
    int depth = 0;
    for (; *at; at++) {
        if (strchr("([{", *at)) depth++;
        if (strchr(")]}", *at) && !--depth) return at + 1;
    }
    return NULL;
}

// How many arguments stand between the parentheses at `at`; -1: "…" stands for some.
static int arguments(const char *at, bool *variadic) {
    const char *end = closing(at);
    int depth = 0, count = 0;
    bool something = false;
    *variadic = false;
    for (at++; end && at < end - 1; at++) {
        if (!strncmp(at, "…", 3)) return -1;
        if (!strncmp(at, "...", 3) && !depth) *variadic = true;
        if (strchr("([{", *at)) depth++;
        if (strchr(")]}", *at)) depth--;
        if (*at == ',' && !depth) count++;
        if (!isspace((unsigned char)*at)) something = true;
    }
    return something ? count + 1 : 0;
}

static void know_call(const char *name, size_t len, const char *open) {
    bool variadic;
    int count = arguments(open, &variadic);
    const char *first = open + 1 + strspn(open + 1, " \n");
    if (!strncmp(first, "void", 4) && !is_word(first[4]) && first[4 + strspn(first + 4, " \n")] == ')')
        count = 0;
    know(&known, name, len, variadic ? count - 1 : count, variadic ? MANY : count);
}

// What a header declares: functions and structs outside of braces, and macros that take arguments.
static void learn(char *text) {
    blank(text);
    int depth = 0;
    bool typed = false; // a word stands before, as a function's type does
    for (char *at = text; *at;) {
        if (*at == '#') {
            char *word = at + 1 + strspn(at + 1, " ");
            if (!strncmp(word, "define ", 7)) {
                word += 7 + strspn(word + 7, " ");
                size_t len = 0;
                while (is_word(word[len])) len++;
                if (word[len] == '(') know_call(word, len, word + len);
            }
            if (strstr(word, "extern \"xC\"") == word) depth = 0;
            while (*at && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
            typed = false;
        } else if (is_word(*at)) {
            size_t len = 0;
            while (is_word(at[len])) len++;
            char *next = at + len + strspn(at + len, " \n");
            if (len == 6 && !strncmp(at, "struct", 6)) {
                size_t name = 0;
                while (is_word(next[name])) name++;
                if (name) know(&known, next, name, -1, -1);
            }
            bool extern_c = len == 6 && !strncmp(at, "extern", 6) && *next == '"';
            if (*next == '(' && typed && !depth && strncmp(at, "__attribute__", 13) != 0) {
                know_call(at, len, next);
                const char *end = closing(next);
                at = end ? text + (end - text) : next + 1;
                typed = false;
                continue;
            }
            if (extern_c) { // its brace is none
                char *brace = strchr(next, '{'), *line = strchr(next, '\n');
                if (brace && line && brace < line) *brace = ' ';
            }
            typed = true;
            at += len;
        } else {
            if (*at == '{') depth++;
            if (*at == '}' && depth) depth--;
            if (strchr(";{}=", *at)) typed = false;
            at++;
        }
    }
}

// ---- examples ---------------------------------------------------------------------------------------------

// The word before `at`, or the sign.
static const char *before(const char *text, const char *at, char *word, size_t size) {
    while (at > text && isspace((unsigned char)at[-1])) at--;
    const char *end = at;
    while (at > text && is_word(at[-1])) at--;
    if (at == end && at > text) at--;
    size_t len = (size_t)(end - at) < size - 1 ? (size_t)(end - at) : size - 1;
    memcpy(word, at, len);
    word[len] = 0;
    return at;
}

// Is this name declared here, as in "static int answer(…) {" or "struct x *make(…)"?
static bool declared(const char *text, const char *at) {
    char word[64];
    const char *place = before(text, at, word, sizeof word);
    if (!strcmp(word, "*")) {
        place = before(text, place, word, sizeof word);
        if (AMONG(WORDS, word) || !is_word(*word)) return false;
        char type[64];
        before(text, place, type, sizeof type);
        return !strcmp(type, "struct") || !strcmp(type, "const") || !strcmp(word, "void") ||
               !strcmp(word, "char");
    }
    return is_word(*word) && !isdigit((unsigned char)*word) && !AMONG(WORDS, word);
}

static bool declared_somewhere(const char *text, const char *name) {
    size_t len = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += len) {
        if ((at > text && is_word(at[-1])) || is_word(at[len])) continue;
        if (at[len] == ')' && at > text && at[-1] == '*') return true; // a pointer to a function
        if (declared(text, at)) return true;
    }
    return false;
}

static void fault(const struct file *file, unsigned line, const char *what, const char *name) {
    fprintf(stderr, "%s:%u: ", file->path, line);
    fprintf(stderr, what, name);
    fputc('\n', stderr);
    faults++;
}

static unsigned line_at(const char *text, const char *at, const unsigned *lines) {
    unsigned n = 0;
    for (const char *c = text; c < at; c++) n += *c == '\n';
    return lines[n];
}

static void check_call(const struct file *file, unsigned line, const char *text, const char *name,
                       const char *open) {
    const struct name *found = look_up(name, false);
    bool variadic;
    int count = arguments(open, &variadic);
    calls++;
    if (listing) printf("%s:%u: %s, %d\n", file->path, line, name, count);
    if (!found) {
        if (!AMONG(OTHERS, name) && !AMONG(YOURS, name) && !AMONG(MADE, name) &&
            !declared_somewhere(text, name))
            fault(file, line, "nothing is called %s", name);
        return;
    }
    bool fits = count < 0;
    for (; found < known.at + known.count && !strcmp(found->text, name); found++)
        fits |= found->least >= 0 && count >= found->least && count <= found->most;
    if (!fits) fault(file, line, "%s takes another number of arguments", name);
}

static void check_example(const struct file *file, char *text, const unsigned *lines) {
    blank(text);
    for (const char *at = text; *at;) {
        if (!is_word(*at) || isdigit((unsigned char)*at)) {
            at++;
            continue;
        }
        size_t len = 0;
        while (is_word(at[len])) len++;
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)len, at);
        const char *next = at + len + strspn(at + len, " \n");
        unsigned line = line_at(text, at, lines);
        if (!strcmp(name, "struct")) {
            char tag[128];
            size_t tag_len = 0;
            while (is_word(next[tag_len])) tag_len++;
            snprintf(tag, sizeof tag, "%.*s", (int)tag_len, next);
            char own[160];
            snprintf(own, sizeof own, "struct %s {", tag);
            if (tag_len && !strstr(text, own) && !look_up(tag, true) && !AMONG(YOURS, tag))
                fault(file, line, "there is no struct %s", tag);
        } else if (at[len] == '(' && !AMONG(WORDS, name) &&
                   (at == text || (at[-1] != '.' && at[-1] != '>')) && !declared(text, at)) {
            check_call(file, line, text, name, at + len);
        }
        at += len;
    }
}

// The indented lines of the comment a header begins with.
static void check_story(const struct file *file) {
    char *example = calloc(1, strlen(file->text) + 1);
    unsigned *lines = calloc(strlen(file->text) + 2, sizeof *lines), line = 0, kept = 0;
    size_t len = 0;
    if (!example || !lines) abort();
    for (const char *at = file->text; *at && at[0] == '/' && at[1] == '/';) {
        const char *end = strchr(at, '\n');
        size_t whole = end ? (size_t)(end - at) + 1 : strlen(at);
        line++;
        if (whole > 7 && !strncmp(at, "//     ", 7)) {
            memcpy(example + len, at + 2, whole - 2);
            len += whole - 2;
            lines[kept++] = line;
        }
        at += whole;
    }
    lines[kept] = line;
    check_example(file, example, lines);
    free(example);
    free(lines);
}

// ---- files ------------------------------------------------------------------------------------------------

static char *read_whole(const char *path) {
    FILE *in = fopen(path, "r");
    if (!in) {
        perror(path);
        exit(2);
    }
    char *text = NULL;
    size_t len = 0;
    do {
        text = grown(text, len + 65536, 1);
        len += fread(text + len, 1, 65536, in);
    } while (!feof(in) && !ferror(in));
    fclose(in);
    text[len] = 0;
    return text;
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void walk(const char *path, bool checked) {
    struct stat about;
    if (stat(path, &about)) {
        perror(path);
        exit(2);
    }
    if (S_ISDIR(about.st_mode)) {
        struct dirent **entries;
        int count = scandir(path, &entries, NULL, by_name);
        for (int i = 0; i < count; i++) {
            char below[4096];
            snprintf(below, sizeof below, "%s/%s", path, entries[i]->d_name);
            if (entries[i]->d_name[0] != '.') walk(below, checked);
            free(entries[i]);
        }
        if (count >= 0) free(entries);
        return;
    }
    size_t len = strlen(path);
    if (len < 2 || strcmp(path + len - 2, ".h") != 0) return;
    files = grown(files, file_count, sizeof *files);
    files[file_count++] = (struct file){strdup(path), read_whole(path), checked};
}

int main(int argc, char **argv) {
    bool checked = true;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--list"))
            listing = true;
        else if (!strcmp(argv[i], "--"))
            checked = false;
        else
            walk(argv[i], checked);
    }
    for (size_t i = 0; i < file_count; i++) {
        char *copy = strdup(files[i].text);
        if (!copy) abort();
        learn(copy);
        free(copy);
    }
    if (!file_count) {
        fputs("usage: manuals [--list] FOLDER… [-- FOLDER…]\n", stderr);
        return 2;
    }
    qsort(known.at, known.count, sizeof *known.at, by_text);
    unsigned stories = 0;
    for (size_t i = 0; i < file_count; i++)
        if (files[i].checked) check_story(&files[i]), stories++;
    printf("manuals: %u headers, %u calls, %u wrong\n", stories, calls, faults);
    return faults > 0;
}
