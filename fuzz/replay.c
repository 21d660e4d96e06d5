// Feeds a fuzz target what is in its corpus, without libFuzzer, and says so in TAP.
//
//     fuzz_json fuzz/corpus/json [more folders or files]
//
// Every input also comes cut short, at up to CUTS places: that is where parsers forget to look. Each one is a
// copy of exactly its size, so that a sanitizer or valgrind sees a step past its end. A crash ends the
// program in the middle of the plan; the file that did it was named before, on stderr.
//
// FAULTS names a file with a line for each input: how many faults were found in it, whole, cut short and
// changed in CHANGES places, and a sum over what was said of each. Where there is such a file it must be
// so still; UPDATE_GOLDEN=1 writes it anew. The linker leads fault_set and its like through here.
#include "base/bytes.h"
#include "base/err.h"
#include "base/hash.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

enum { CUTS = 32, CHANGES = 12, CHANGED_MAX = 8192, INPUT_MAX = 16 << 20 };

// ---- what was found wrong

static struct { _Atomic uint64_t count, sum; } faults; // threads may find some: the order does not count
static struct {
    char *at;
    size_t len;
} said;

static void add_fault(enum err err, unsigned line, unsigned column, const char *text) {
    uint64_t place[3] = {err, line, column};
    faults.count++;
    faults.sum += hash64(hash64(0, place, sizeof place), text, strlen(text));
}

enum err __real_fault_set(struct fault *fault, enum err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum err __wrap_fault_set(struct fault *fault, enum err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum err __wrap_fault_set(struct fault *fault, enum err err, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    add_fault(err, 0, 0, text);
    return __real_fault_set(fault, err, "%s", text);
}

enum err __real_fault_at(struct fault *fault, enum err err, const char *file, unsigned line, unsigned column,
                         const char *format, ...) __attribute__((format(printf, 6, 7)));
enum err __wrap_fault_at(struct fault *fault, enum err err, const char *file, unsigned line, unsigned column,
                         const char *format, ...) __attribute__((format(printf, 6, 7)));
enum err __wrap_fault_at(struct fault *fault, enum err err, const char *file, unsigned line, unsigned column,
                         const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    add_fault(err, line, column, text);
    return __real_fault_at(fault, err, file, line, column, "%s", text);
}

void __real_reader_fail(struct reader *in, enum err err);
void __wrap_reader_fail(struct reader *in, enum err err);
void __wrap_reader_fail(struct reader *in, enum err err) {
    add_fault(err, 1, 0, "");
    __real_reader_fail(in, err);
}

// ---- inputs

static char **names;
static size_t name_count;

static void die(const char *what, const char *about) {
    printf("Bail out! %s: %s\n", about, what);
    exit(1);
}

static void add_file(const char *path) {
    char **more = realloc(names, (name_count + 1) * sizeof *names), *copy = strdup(path);
    if (!more || !copy) die("no memory", path);
    names = more;
    names[name_count++] = copy;
}

static void add(const char *path) {
    struct stat about;
    if (stat(path, &about)) die(strerror(errno), path);
    if (!S_ISDIR(about.st_mode)) {
        add_file(path);
        return;
    }
    DIR *folder = opendir(path);
    if (!folder) die(strerror(errno), path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        char inside[4096];
        if (snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name) >= (int)sizeof inside)
            die("too long a path", path);
        add(inside);
    }
    closedir(folder);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void feed(const uint8_t *data, size_t size) {
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact) die("no memory", "an input");
    if (size) memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static uint8_t *read_whole(const char *path, size_t *size) {
    FILE *in = fopen(path, "rb");
    struct stat about;
    if (!in || fstat(fileno(in), &about)) die(strerror(errno), path);
    if (about.st_size > INPUT_MAX) die("is over 16 MB", path);
    uint8_t *data = malloc((size_t)about.st_size + 1); // and one to meet the end with
    if (!data) die("no memory", path);
    *size = fread(data, 1, (size_t)about.st_size + 1, in);
    if (ferror(in) || !feof(in)) die("cannot be read", path);
    fclose(in);
    return data;
}

// A digit, a letter or a byte is another, some are gone, or come twice.
static void change(uint8_t *data, size_t *size, uint64_t dice) {
    size_t at = (size_t)(dice >> 8) % *size, len = 1 + (dice >> 40) % 8;
    if (len > *size - at) len = *size - at;
    switch (dice % 4) {
    case 0:
        data[at] = (uint8_t)(data[at] ^ 1u << (dice >> 4) % 8);
        break;
    case 1: // the next digit or comma from there
        while (at + 1 < *size && !strchr("0123456789,", data[at])) at++;
        data[at] = (uint8_t) "0189-.\"]"[(dice >> 4) % 8];
        break;
    case 2:
        memmove(data + at, data + at + len, *size - at - len), *size -= len;
        break;
    default:
        memmove(data + at + len, data + at, *size - at), *size += len;
        break;
    }
}

static void replay(const char *path) {
    size_t size;
    uint8_t *data = read_whole(path, &size);
    fprintf(stderr, "# %s\n", path);
    feed(data, size);
    size_t cuts = size < CUTS ? size : CUTS;
    for (size_t i = 0; i < cuts; i++) feed(data, size * i / cuts);
    uint8_t *changed = malloc(size + 8);
    if (!changed) die("no memory", path);
    for (uint64_t i = 0; size && size <= CHANGED_MAX && i < CHANGES; i++) {
        size_t len = size;
        memcpy(changed, data, size);
        change(changed, &len, hash64(i, data, size));
        if (len) feed(changed, len);
    }
    free(changed), free(data);
}

static void say_faults(const char *name) {
    char line[400];
    int len = snprintf(line, sizeof line, "%s %llu %016llx\n", name, (unsigned long long)faults.count,
                       (unsigned long long)faults.sum);
    faults.count = 0;
    faults.sum = 0;
    char *more = realloc(said.at, said.len + (size_t)len + 1);
    if (!more) die("no memory", name);
    said.at = more;
    memcpy(said.at + said.len, line, (size_t)len + 1);
    said.len += (size_t)len;
}

// Whether the faults are those of the file.
static int compare_faults(const char *path) {
    const char *update = getenv("UPDATE_GOLDEN");
    if (update && *update && strcmp(update, "0")) {
        FILE *out = fopen(path, "wb");
        if (!out || fwrite(said.at, 1, said.len, out) != said.len || fclose(out)) die(strerror(errno), path);
        return 0;
    }
    size_t size;
    char *want = (char *)read_whole(path, &size);
    size_t same = 0;
    while (same < size && same < said.len && want[same] == said.at[same]) same++;
    int differs = same < size || same < said.len;
    if (differs) {
        want[size] = 0;
        while (same && want[same - 1] != '\n') same--;
        printf("# %s; UPDATE_GOLDEN=1 writes it anew when that is meant\n# was %.*s\n# is  %.*s\n", path,
               (int)strcspn(want + same, "\n"), want + same, (int)strcspn(said.at + same, "\n"),
               said.at + same);
    }
    free(want);
    return differs;
}

int main(int argc, char **argv) {
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) add(argv[i]);
    if (!name_count) die("no inputs: a target without a seed proves nothing", argc > 1 ? argv[1] : argv[0]);
    qsort(names, name_count, sizeof *names, by_name);
    const char *faults_path = getenv("FAULTS");
    struct stat about;
    if (faults_path && stat(faults_path, &about)) faults_path = NULL; // what it finds depends on time
    printf("1..%zu\n", name_count + (faults_path != NULL));
    for (size_t i = 0; i < name_count; i++) {
        replay(names[i]);
        const char *slash = strrchr(names[i], '/');
        say_faults(slash ? slash + 1 : names[i]);
        printf("ok %zu - %s\n", i + 1, slash ? slash + 1 : names[i]);
        fflush(stdout);
        free(names[i]);
    }
    int differs = faults_path && compare_faults(faults_path);
    if (faults_path)
        printf("%sok %zu - the_same_is_found_wrong_in_them\n", differs ? "not " : "", name_count + 1);
    free(names), free(said.at);
    return differs;
}
