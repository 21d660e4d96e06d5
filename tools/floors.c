// Keeps the floors of the house: reads which file includes which, and says where an arrow goes up.
//
//     floors tools/floors.tsv src include      checks; 0 when the house stands, 1 with one line for each
//                                              fault
//     floors --table tools/floors.tsv src      the table as Markdown, for docs/architecture.md
//
// What it refuses: a room that is not in the table; an include of a room that the table does not give; a
// table that itself goes up; files that include each other in a circle; a public header (below include/) that
// needs one of our own; an include that names neither a room nor a neighbour; a folder with more than 40
// files.
//
// A large room has rooms of its own: the row `stage/clip` is a folder of `stage`, on the same floor. Its uses
// name other folders of that room (`draw face`), or the room itself where the folder stands on the files that
// lie in it directly. A room whose folders do not say so stands on its folders. What other rooms may use is
// said by the room's own row.
#include "tsv.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FLOOR, ROOM, OPEN, USES, WHAT, COLUMNS };
enum { CROWDED = 40 }; // files in one folder

struct file {
    char *path; // src/base/data/json.c
    char *name; // base/data/json.c
    size_t *to; // files it includes
    unsigned *line;
    size_t count;
    enum { NEW, OPENED, DONE } state;
};

static struct tsv table;
static struct file *files;
static size_t file_count;
static unsigned faults;

static void fault(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void fault(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    faults++;
}

static void *grown(void *at, size_t count, size_t size) {
    at = realloc(at, (count + 1) * size);
    if (!at) abort();
    return at;
}

static const struct tsv_row *room_named(const char *name, size_t len) {
    for (size_t i = 0; i < table.count; i++) {
        const char *room = table.rows[i].column[ROOM];
        if (strlen(room) == len && !strncmp(room, name, len)) return &table.rows[i];
    }
    return NULL;
}

static int floor_of(const struct tsv_row *row) { return (int)strtol(row->column[FLOOR], NULL, 10); }

// stage of stage/clip; NULL for a room that is not inside another.
static const struct tsv_row *room_around(const struct tsv_row *row) {
    const char *slash = strchr(row->column[ROOM], '/');
    return slash ? room_named(row->column[ROOM], (size_t)(slash - row->column[ROOM])) : NULL;
}

static bool may_use(const struct tsv_row *from, const struct tsv_row *to) {
    if (from == to) return true;
    if (floor_of(to) >= floor_of(from)) return false;
    return !strcmp(to->column[OPEN], "open") || has_word(from->column[USES], to->column[ROOM]) ||
           has_word(from->column[USES], "below");
}

// The row a file's folder has inside its room, or its room's own.
static const struct tsv_row *inner_room_of(const char *file) {
    const char *first = strchr(file, '/'), *second = first ? strchr(first + 1, '/') : NULL;
    const struct tsv_row *row = second ? room_named(file, (size_t)(second - file)) : NULL;
    return row || !first ? row : room_named(file, (size_t)(first - file));
}

static bool has_inner_rooms(const struct tsv_row *room) {
    for (size_t i = 0; i < table.count; i++)
        if (room_around(&table.rows[i]) == room) return true;
    return false;
}

// Both in one room, each in a folder with a row or in the room itself.
static bool may_use_inside(const struct tsv_row *from, const struct tsv_row *to) {
    const struct tsv_row *around_from = room_around(from), *around_to = room_around(to);
    if (from == to) return true;
    if (!around_from) return !has_word(to->column[USES], from->column[ROOM]);
    if (!around_to) return has_word(from->column[USES], to->column[ROOM]);
    return has_word(from->column[USES], strchr(to->column[ROOM], '/') + 1);
}

// A folder of a room: its uses are other folders of that room, or the room.
static void check_inner_uses(const struct tsv_row *row, const struct tsv_row *around, const char *word) {
    char name[128];
    snprintf(name, sizeof name, "%s/%s", around->column[ROOM], word);
    const struct tsv_row *used = room_named(name, strlen(name));
    if (strcmp(word, around->column[ROOM]) && !used)
        fault("%s:%u: %s uses %s, which has no row", table.path, row->line, row->column[ROOM], name);
    else if (used && has_word(used->column[USES], strchr(row->column[ROOM], '/') + 1))
        fault("%s:%u: %s and %s use each other", table.path, row->line, row->column[ROOM], name);
}

static void check_uses(const struct tsv_row *row) {
    const struct tsv_row *around = room_around(row);
    if (!around && strchr(row->column[ROOM], '/'))
        fault("%s:%u: %s is inside a room that has no row", table.path, row->line, row->column[ROOM]);
    if (around && floor_of(around) != floor_of(row))
        fault("%s:%u: %s is on floor %d, the room around it on floor %d", table.path, row->line,
              row->column[ROOM], floor_of(row), floor_of(around));
    char *uses = strdup(row->column[USES]), *rest = uses;
    if (!uses) abort();
    for (char *word; (word = strsep(&rest, " ,"));) {
        if (!*word || !strcmp(word, "-") || !strcmp(word, "below")) continue;
        if (around) {
            check_inner_uses(row, around, word);
            continue;
        }
        const struct tsv_row *used = room_named(word, strlen(word));
        if (!used)
            fault("%s:%u: %s uses %s, which has no row", table.path, row->line, row->column[ROOM], word);
        else if (floor_of(used) >= floor_of(row))
            fault("%s:%u: %s (floor %d) may not use %s (floor %d): arrows go down", table.path, row->line,
                  row->column[ROOM], floor_of(row), word, floor_of(used));
    }
    free(uses);
}

static void check_table(void) {
    for (size_t i = 0; i < table.count; i++) {
        const struct tsv_row *row = &table.rows[i];
        const char *room = row->column[ROOM];
        const struct tsv_row *first = room_named(room, strlen(room));
        char *end;
        strtol(row->column[FLOOR], &end, 10);
        if (*end || end == row->column[FLOOR])
            fault("%s:%u: the floor of %s is a number, not \"%s\"", table.path, row->line, room,
                  row->column[FLOOR]);
        if (strcmp(row->column[OPEN], "open") && strcmp(row->column[OPEN], "-"))
            fault("%s:%u: the third column of %s is \"open\" or \"-\", not \"%s\"", table.path, row->line,
                  room, row->column[OPEN]);
        if (first != row)
            fault("%s:%u: %s has a row already, in line %u", table.path, row->line, room, first->line);
        check_uses(row);
    }
}

static bool ends_with(const char *text, const char *end) {
    size_t len = strlen(text), n = strlen(end);
    return len >= n && !strcmp(text + len - n, end);
}

static void gather(const char *folder, size_t root_len) {
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0) {
        fault("%s: cannot be read: %s", folder, strerror(errno));
        return;
    }
    for (int i = 0; i < count; i++) {
        char *path;
        struct stat about;
        if (asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0) abort();
        if (entries[i]->d_name[0] == '.' || stat(path, &about)) {
            free(path);
        } else if (S_ISDIR(about.st_mode)) {
            gather(path, root_len);
            free(path);
        } else if (ends_with(path, ".c") || ends_with(path, ".h")) {
            files = grown(files, file_count, sizeof *files);
            files[file_count++] = (struct file){.path = path, .name = path + root_len + 1};
        } else {
            free(path);
        }
        free(entries[i]);
    }
    free(entries);
}

static size_t file_named(const char *name, size_t from, size_t to) {
    for (size_t i = from; i < to; i++)
        if (!strcmp(files[i].name, name)) return i;
    return to;
}

static size_t room_len(const char *name) { return strchr(name, '/') ? strcspn(name, "/") : 0; }

static void arrow(struct file *from, unsigned line, size_t to) {
    from->to = grown(from->to, from->count, sizeof *from->to);
    from->line = grown(from->line, from->count, sizeof *from->line);
    from->to[from->count] = to;
    from->line[from->count++] = line;
}

// "neighbour.h" as seen from src/room/file.c is room/neighbour.h
static size_t neighbour(const struct file *file, const char *included, size_t count) {
    const char *slash = strrchr(file->name, '/');
    char *name;
    if (!slash || asprintf(&name, "%.*s/%s", (int)(slash - file->name), file->name, included) < 0)
        return count;
    size_t found = file_named(name, 0, count);
    free(name);
    return found;
}

static void included_by_room(size_t index, size_t src_count, const char *name, bool quoted, unsigned line) {
    struct file *file = &files[index];
    const struct tsv_row *from = room_named(file->name, room_len(file->name));
    const struct tsv_row *to = room_named(name, room_len(name));
    size_t target = file_named(name, 0, src_count);
    if (!quoted && target == src_count) return; // of the system, as <net/if.h> is
    if (!strncmp(name, "critter/", 8)) return;  // the public header that this file keeps the promise of
    if (target == src_count && (target = neighbour(file, name, src_count)) < src_count)
        to = room_named(files[target].name, room_len(files[target].name));
    if (target < src_count) arrow(file, line, target);
    if (!from) return; // said once for the whole room
    if (!to)
        fault("%s:%u: \"%s\" is in no room that %s knows, nor beside this file", file->path, line, name,
              table.path);
    else if (!may_use(from, to))
        fault("%s:%u: %s (floor %d) may not use %s (floor %d), included as \"%s\"", file->path, line,
              from->column[ROOM], floor_of(from), to->column[ROOM], floor_of(to), name);
    else if (from == to && target < src_count) {
        const struct tsv_row *here = inner_room_of(file->name), *there = inner_room_of(files[target].name);
        if (!may_use_inside(here, there))
            fault("%s:%u: %s may not use %s, included as \"%s\"", file->path, line, here->column[ROOM],
                  there->column[ROOM], name);
    }
}

static void included_by_public(size_t index, const char *name, bool quoted, unsigned line) {
    if (!strncmp(name, "critter/", 8)) return;
    if (quoted || room_named(name, room_len(name)))
        fault("%s:%u: a public header may not need \"%s\", which is not installed", files[index].path, line,
              name);
}

// Whether the line ends inside a comment that began on it or before it.
static bool comment_after(const char *line, bool inside) {
    for (; *line; line++) {
        if (inside && line[0] == '*' && line[1] == '/')
            inside = false, line++;
        else if (!inside && line[0] == '/' && line[1] == '*')
            inside = true, line++;
        else if (!inside && line[0] == '/' && line[1] == '/')
            break;
    }
    return inside;
}

// "json.h" out of `# include "json.h"`, which it ends with a 0; NULL when the line includes nothing.
static char *included_in(char *line, bool *quoted) {
    line += strspn(line, " \t");
    if (*line++ != '#') return NULL;
    line += strspn(line, " \t");
    if (strncmp(line, "include", 7)) return NULL;
    line += 7 + strspn(line + 7, " \t");
    if (*line != '"' && *line != '<') return NULL;
    *quoted = *line == '"';
    char *end = strchr(line + 1, *quoted ? '"' : '>');
    if (!end) return NULL;
    *end = 0;
    return line + 1;
}

static void read_includes(size_t index, size_t src_count) {
    char *text = text_of_file(files[index].path), *rest = text;
    if (!text) {
        fault("%s: cannot be read: %s", files[index].path, strerror(errno));
        return;
    }
    bool inside = false, quoted;
    unsigned number = 0;
    for (char *line; (line = strsep(&rest, "\n"));) {
        number++;
        bool was = inside;
        inside = comment_after(line, inside);
        char *name = was ? NULL : included_in(line, &quoted);
        if (!name) continue;
        if (index < src_count)
            included_by_room(index, src_count, name, quoted, number);
        else
            included_by_public(index, name, quoted, number);
    }
    free(text);
}

static size_t folder_len(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) : 0;
}

// Files come sorted, so those of one folder stand in runs; a folder inside it may lie between them.
static void check_crowd(size_t src_count) {
    for (size_t i = 0; i < src_count; i++) {
        size_t len = folder_len(files[i].name), before = 0, count = 0;
        for (size_t k = 0; k < src_count; k++) {
            bool same = folder_len(files[k].name) == len && !strncmp(files[k].name, files[i].name, len);
            count += same;
            before += same && k < i;
        }
        if (!before && count > CROWDED)
            fault("%.*s: %zu files; more than %d are hard to find one's way in", (int)len, files[i].name,
                  count, CROWDED);
    }
}

// A room that has rows for its folders has one for each.
static void check_inner_room(const struct file *file) {
    const struct tsv_row *room = room_named(file->name, room_len(file->name));
    if (room && strchr(file->name + room_len(file->name) + 1, '/') && inner_room_of(file->name) == room &&
        has_inner_rooms(room))
        fault("%s: the folder %.*s has no row in %s", file->path, (int)folder_len(file->name), file->name,
              table.path);
}

static void check_rooms(size_t src_count) {
    const char *last = "";
    for (size_t i = 0; i < src_count; i++) {
        size_t len = room_len(files[i].name);
        if (!len)
            fault("%s: lies in no room; every file of src/ does", files[i].path);
        else if (!room_named(files[i].name, len) && (strncmp(last, files[i].name, len) || last[len] != '/'))
            fault("%s: the room %.*s has no row in %s", files[i].path, (int)len, files[i].name, table.path);
        else
            check_inner_room(&files[i]);
        last = files[i].name;
    }
}

// Walks down the includes; a file met again while it is still open closes a circle.
static void walk(size_t index, size_t *path, size_t depth) {
    struct file *file = &files[index];
    file->state = OPENED;
    path[depth++] = index;
    for (size_t i = 0; i < file->count; i++) {
        size_t to = file->to[i];
        if (files[to].state == NEW) walk(to, path, depth);
        if (files[to].state != OPENED) continue;
        size_t from = depth;
        while (path[from - 1] != to) from--;
        fprintf(stderr, "%s:%u: a circle: ", file->path, file->line[i]);
        for (size_t k = from - 1; k < depth; k++) fprintf(stderr, "%s -> ", files[path[k]].name);
        fault("%s", files[to].name);
    }
    file->state = DONE;
}

static int check(const char *src, const char *include) {
    check_table();
    gather(src, strlen(src));
    size_t src_count = file_count;
    if (include) gather(include, strlen(include));
    if (!src_count) fault("%s: no sources here", src);
    check_rooms(src_count);
    check_crowd(src_count);
    for (size_t i = 0; i < file_count; i++) read_includes(i, src_count);
    size_t arrows = 0, *path = calloc(file_count + 1, sizeof *path);
    if (!path) abort();
    for (size_t i = 0; i < src_count; i++) {
        if (files[i].state == NEW) walk(i, path, 0);
        arrows += files[i].count;
    }
    free(path);
    if (faults)
        fprintf(stderr, "floors: %u fault%s\n", faults, faults == 1 ? "" : "s");
    else
        printf("floors: %zu files, %zu includes of our own, all of them down\n", file_count, arrows);
    return faults != 0;
}

static bool is_built(const char *src, const char *room) {
    char *path;
    struct stat about;
    if (asprintf(&path, "%s/%s", src, room) < 0) abort();
    bool built = !stat(path, &about) && S_ISDIR(about.st_mode);
    free(path);
    return built;
}

// The folders of a room, in one cell: `face`, `draw`, …
static void print_inner_rooms(const struct tsv_row *room) {
    const char *between = " Inside: ";
    for (size_t i = 0; i < table.count; i++) {
        if (room_around(&table.rows[i]) != room) continue;
        printf("%s`%s`", between, strchr(table.rows[i].column[ROOM], '/') + 1);
        between = ", ";
    }
}

static int print_table(const char *src) {
    puts("| floor | room | what lives there | may use |\n|---:|---|---|---|");
    for (size_t i = 0; i < table.count; i++) {
        const struct tsv_row *row = &table.rows[i];
        if (room_around(row)) continue;
        const char *uses = row->column[USES];
        if (!strcmp(uses, "-")) uses = "libc, pthreads";
        if (!strcmp(uses, "below")) uses = "every room below";
        printf("| %s | `%s`%s | %s%s.", row->column[FLOOR], row->column[ROOM],
               strcmp(row->column[OPEN], "open") ? "" : " *",
               is_built(src, row->column[ROOM]) ? "" : "*not built yet:* ", row->column[WHAT]);
        print_inner_rooms(row);
        printf(" | %s |\n", uses);
    }
    puts("\n\\* open to every room on a higher floor.");
    return 0;
}

int main(int argc, char **argv) {
    bool print = argc == 4 && !strcmp(argv[1], "--table");
    if (!print && (argc < 3 || argc > 4 || argv[1][0] == '-')) {
        fputs("usage: floors TABLE SRC [INCLUDE]\n       floors --table TABLE SRC\n", stderr);
        return 2;
    }
    if (!tsv_read(&table, argv[print ? 2 : 1], COLUMNS)) return 2;
    return print ? print_table(argv[3]) : check(argv[2], argc == 4 ? argv[3] : NULL);
}
