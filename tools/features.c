// Keeps docs/features.tsv honest: a row that says "works" names a test that exists, runs and can be found.
//
//     features docs/features.tsv docs/groups.tsv . build/meson-info/intro-tests.json       checks
//     features --table docs/features.tsv docs/groups.tsv                         counts as Markdown, for
//                                                                                README
//
// Columns: id, words, state (works, partial, none), test, source. A row that works has a test and a source;
// one that works in part has a source. Nothing is written as "-"; several are separated by blanks or commas.
//
//     base/test_bytes:an_overlong_varint_is_refused     a case in tests/base/test_bytes.c (or .sh)
//     base/test_bytes                                   all of that file
//     fuzz_bytes                                        a test by the name Meson gives it
//     by hand: docs/x.md#recipe, 2026-11-22             a person did what stands under that heading, on that
//                                                       day
//
// What was proved by hand comes last in its cell and is counted apart: no machine notices when it breaks.
// A test counts only when Meson runs it, and a case only when the file hands it to its runner.
#include "tsv.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ID, WORDS, STATE, TEST, SOURCE, COLUMNS };
enum { GROUP_ID, GROUP_TITLE, GROUP_COLUMNS };
enum state { WORKS, PARTIAL, NONE, STATES };
static const char *const state_names[STATES] = {"works", "partial", "none"};

static struct tsv table, groups;
static const char *root, *run_by_meson;
static unsigned faults;

static void fault(const struct tsv_row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(const struct tsv_row *row, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%u: %s: ", table.path, row->line, row->column[ID]);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    faults++;
}

static enum state state_of(const struct tsv_row *row) {
    enum state s = 0;
    while (s < STATES && strcmp(row->column[STATE], state_names[s])) s++;
    return s;
}

static bool is_title(const struct tsv_row *row) { return row->line == 1 && !strcmp(row->column[ID], "id"); }
static bool is_empty(const char *cell) { return !*cell || !strcmp(cell, "-"); }

static const struct tsv_row *group_of(const struct tsv_row *row) {
    size_t len = strcspn(row->column[ID], "-");
    for (size_t i = 0; i < groups.count; i++) {
        const char *id = groups.rows[i].column[GROUP_ID];
        if (strlen(id) == len && !strncmp(id, row->column[ID], len)) return &groups.rows[i];
    }
    return NULL;
}

static bool part_of_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *find_name(const char *text, const char *from, const char *name) {
    for (const char *at = from; (at = strstr(at, name)); at++)
        if ((at == text || !part_of_name(at[-1])) && !part_of_name(at[strlen(name)])) return at;
    return NULL;
}

// Whether the runner is given this case: named behind TESTS( or cmocka_unit_test…( in C, behind `cases` in
// sh.
static bool hands_to_runner(const char *text, const char *name, bool c) {
    const char *list = text;
    for (const char *next = text; (next = strstr(next, c ? "\nTESTS(" : "\ncases ")); next++) list = next;
    if (list != text && find_name(text, list, name)) return true;
    for (const char *at = text; c && (at = find_name(text, at, name)); at++) {
        const char *back = at;
        while (back > text && isspace((unsigned char)back[-1])) back--;
        if (back == text || back[-1] != '(') continue;
        back--;
        while (back > text && part_of_name(back[-1])) back--;
        if (!strncmp(back, "cmocka_unit_test", 16)) return true;
    }
    return false;
}

static bool meson_runs(const char *format, const char *name) {
    char *quoted;
    if (asprintf(&quoted, format, name) < 0) abort();
    bool runs = strstr(run_by_meson, quoted) != NULL;
    free(quoted);
    return runs;
}

// tests/NAME.c or tests/NAME.sh, as text; says which
static char *test_text(const char *name, bool *c) {
    for (int i = 0; i < 2; i++) {
        char *path;
        if (asprintf(&path, "%s/tests/%s.%s", root, name, i ? "sh" : "c") < 0) abort();
        char *text = text_of_file(path);
        free(path);
        *c = !i;
        if (text) return text;
    }
    return NULL;
}

// The program of tests/room/test_x.c, or of tests/room/folder/test_x.c, which is built as tests/room/test_x,
// too.
static bool test_runs(const char *name, bool c) {
    const char *first = strchr(name, '/'), *last = strrchr(name, '/');
    if (meson_runs(c ? "tests/%s\"" : "tests/%s.sh\"", name)) return true;
    char *flat;
    if (!c || first == last) return false;
    if (asprintf(&flat, "%.*s%s", (int)(first - name), name, last) < 0) abort();
    bool runs = meson_runs("tests/%s\"", flat);
    free(flat);
    return runs;
}

static void check_test(const struct tsv_row *row, const char *test) {
    char *name = strdup(test);
    if (!name) abort();
    char *one = strchr(name, ':');
    if (one) *one++ = 0;
    if (!strchr(name, '/')) { // a name that Meson knows
        if (one)
            fault(row, "a case is written room/test_file:case, not \"%s\"", test);
        else if (!meson_runs("\"name\": \"%s\"", name))
            fault(row, "there is no test \"%s\"", test);
    } else {
        bool c = true;
        char *text = test_text(name, &c);
        if (!text)
            fault(row, "there is no tests/%s.c or .sh", name);
        else if (!test_runs(name, c))
            fault(row, "Meson does not run tests/%s", name);
        else if (one && !hands_to_runner(text, one, c))
            fault(row, "tests/%s runs no case \"%s\"", name, one);
        free(text);
    }
    free(name);
}

// Each word within the first `len` bytes of a cell.
static void each(const struct tsv_row *row, int column, size_t len,
                 void (*check)(const struct tsv_row *, const char *)) {
    if (is_empty(row->column[column])) return;
    char *cell = strndup(row->column[column], len), *rest = cell;
    if (!cell) abort();
    for (char *word; (word = strsep(&rest, " ,"));)
        if (*word) check(row, word);
    free(cell);
}

static const char BY_HAND[] = "by hand:";
static const char *by_hand(const struct tsv_row *row) { return strstr(row->column[TEST], BY_HAND); }

// As GitHub makes them: small letters, a hyphen for a blank, nothing else but hyphens and underscores.
static bool is_anchor(const char *anchor, const char *title, size_t len) {
    for (; len; title++, len--) {
        bool kept = part_of_name(*title) || *title == '-' || *title == ' ';
        if (kept && *anchor++ != (*title == ' ' ? '-' : tolower((unsigned char)*title))) return false;
    }
    return !*anchor;
}

static bool has_heading(const char *page, const char *anchor) {
    for (const char *line = page; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        size_t depth = strspn(line, "#");
        const char *title = line + depth + 1;
        if (depth && line[depth] == ' ' && is_anchor(anchor, title, strcspn(title, "\n"))) return true;
    }
    return false;
}

static bool is_date(const char *text) {
    unsigned year, month, day;
    int len = 0;
    return sscanf(text, "%4u-%2u-%2u%n", &year, &month, &day, &len) == 3 && len == 10 && !text[10] &&
           month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static void check_by_hand(const struct tsv_row *row, const char *what) {
    char page[200], anchor[200], date[200], *path;
    if (sscanf(what + sizeof BY_HAND - 1, " %199[^# ,]#%199[^ ,], %199[^\n]", page, anchor, date) != 3 ||
        !is_date(date)) {
        fault(row, "expected \"by hand: docs/page.md#heading, 2026-12-31\", not \"%s\"", what);
        return;
    }
    if (asprintf(&path, "%s/%s", root, page) < 0) abort();
    char *text = text_of_file(path);
    if (!text)
        fault(row, "there is no page %s", page);
    else if (!has_heading(text, anchor))
        fault(row, "%s has no heading #%s", page, anchor);
    free(text);
    free(path);
}

static void check_tests(const struct tsv_row *row) {
    const char *hand = by_hand(row);
    size_t len = hand ? (size_t)(hand - row->column[TEST]) : strlen(row->column[TEST]);
    each(row, TEST, len, check_test);
    if (hand) check_by_hand(row, hand);
}

static void check_source(const struct tsv_row *row, const char *source) {
    char *path;
    if (asprintf(&path, "%s/%s", root, source) < 0) abort();
    if (strstr(source, "..") || *source == '/')
        fault(row, "a source is named from the project's root, not \"%s\"", source);
    else if (access(path, F_OK))
        fault(row, "there is no file %s", source);
    free(path);
}

static int by_id(const void *a, const void *b) {
    const struct tsv_row *const *x = a, *const *y = b;
    int order = strcmp((*x)->column[ID], (*y)->column[ID]);
    return order ? order : (int)(*x)->line - (int)(*y)->line;
}

static void check_twice(void) {
    const struct tsv_row **sorted = calloc(table.count + 1, sizeof(struct tsv_row *));
    if (!sorted) abort();
    for (size_t i = 0; i < table.count; i++) sorted[i] = &table.rows[i];
    qsort(sorted, table.count, sizeof *sorted, by_id);
    for (size_t i = 1; i < table.count; i++)
        if (!strcmp(sorted[i]->column[ID], sorted[i - 1]->column[ID]))
            fault(sorted[i], "has a row already, in line %u", sorted[i - 1]->line);
    free(sorted);
}

static void check_row(const struct tsv_row *row) {
    enum state state = state_of(row);
    if (!group_of(row)) fault(row, "its first letters name no group of %s", groups.path);
    if (is_empty(row->column[WORDS])) fault(row, "has no words");
    if (state == STATES) fault(row, "the state is works, partial or none, not \"%s\"", row->column[STATE]);
    if (state == WORKS && is_empty(row->column[TEST])) fault(row, "says it works, but names no test");
    if (state <= PARTIAL && is_empty(row->column[SOURCE]))
        fault(row, "says it is there, but names no source");
    check_tests(row);
    each(row, SOURCE, strlen(row->column[SOURCE]), check_source);
}

// counts[STATES]: of those that work, how many were proved by hand
static void count(size_t counts[STATES + 1], const struct tsv_row *group) {
    for (size_t i = 0; i < table.count; i++) {
        const struct tsv_row *row = &table.rows[i];
        enum state state = state_of(row);
        if (is_title(row) || state == STATES || (group && group_of(row) != group)) continue;
        counts[state]++;
        counts[STATES] += state == WORKS && by_hand(row);
    }
}

static int check(void) {
    check_twice();
    for (size_t i = 0; i < table.count; i++)
        if (!is_title(&table.rows[i])) check_row(&table.rows[i]);
    size_t counts[STATES + 1] = {0};
    count(counts, NULL);
    if (!(counts[WORKS] + counts[PARTIAL] + counts[NONE])) {
        fprintf(stderr, "%s: holds no features\n", table.path);
        faults++;
    }
    if (faults)
        fprintf(stderr, "features: %u fault%s\n", faults, faults == 1 ? "" : "s");
    else
        printf("features: %zu work (%zu by hand), %zu in part, %zu not yet\n", counts[WORKS], counts[STATES],
               counts[PARTIAL], counts[NONE]);
    return faults != 0;
}

static void print_counts(const char *id, const char *title, const size_t counts[STATES + 1]) {
    printf("| %s | %s | %zu | %zu | %zu | %zu |\n", id, title, counts[WORKS], counts[STATES], counts[PARTIAL],
           counts[NONE]);
}

static unsigned first_line(const struct tsv_row *group) {
    for (size_t i = 0; i < table.count; i++)
        if (!is_title(&table.rows[i]) && group_of(&table.rows[i]) == group) return table.rows[i].line;
    return 1;
}

static int print_table(void) {
    puts("| | what | works | of these by hand | in part | not yet |\n|---|---|---:|---:|---:|---:|");
    for (size_t i = 0; i < groups.count; i++) {
        char **column = groups.rows[i].column, *title;
        size_t counts[STATES + 1] = {0};
        count(counts, &groups.rows[i]);
        if (asprintf(&title, "[%s](docs/features.tsv#L%u)", column[GROUP_TITLE],
                     first_line(&groups.rows[i])) < 0)
            abort();
        print_counts(column[GROUP_ID], title, counts);
        free(title);
    }
    size_t all[STATES + 1] = {0};
    count(all, NULL);
    print_counts("", "**together**", all);
    return 0;
}

int main(int argc, char **argv) {
    bool print = argc == 4 && !strcmp(argv[1], "--table");
    if (!print && argc != 5) {
        fputs("usage: features FEATURES GROUPS ROOT INTRO-TESTS.JSON\n       features --table FEATURES "
              "GROUPS\n",
              stderr);
        return 2;
    }
    if (!tsv_read(&table, argv[1 + print], COLUMNS) || !tsv_read(&groups, argv[2 + print], GROUP_COLUMNS))
        return 2;
    if (print) return print_table();
    root = argv[3];
    run_by_meson = text_of_file(argv[4]);
    if (!run_by_meson) {
        fprintf(stderr, "%s: cannot be read: %s\n", argv[4], strerror(errno));
        return 2;
    }
    return check();
}
