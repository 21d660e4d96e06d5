// Feeds a fuzz target what is in its corpus, without libFuzzer, and says so in TAP.
//
//     fuzz_json fuzz/corpus/json [more folders or files]
//
// Every input also comes cut short, at up to CUTS places: that is where parsers forget to look. Each one is a
// copy of exactly its size, so that a sanitizer or valgrind sees a step past its end. A crash ends the
// program in the middle of the plan; the file that did it was named before, on stderr.
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

enum { CUTS = 32, INPUT_MAX = 16 << 20 };

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

static void replay(const char *path) {
    size_t size;
    uint8_t *data = read_whole(path, &size);
    fprintf(stderr, "# %s\n", path);
    feed(data, size);
    size_t cuts = size < CUTS ? size : CUTS;
    for (size_t i = 0; i < cuts; i++) feed(data, size * i / cuts);
    free(data);
}

int main(int argc, char **argv) {
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) add(argv[i]);
    if (!name_count) die("no inputs: a target without a seed proves nothing", argc > 1 ? argv[1] : argv[0]);
    qsort(names, name_count, sizeof *names, by_name);
    printf("1..%zu\n", name_count);
    for (size_t i = 0; i < name_count; i++) {
        replay(names[i]);
        const char *slash = strrchr(names[i], '/');
        printf("ok %zu - %s\n", i + 1, slash ? slash + 1 : names[i]);
        fflush(stdout);
        free(names[i]);
    }
    free(names);
    return 0;
}
