#include "pleo/kit/memory.h"

#include "base/data/json.h"
#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

enum { VERSION = 2, BYTES_MAX = 64 << 20 };

struct made {
    uint64_t result; // sum of the file that was made
    char *how;
    struct table from; // path to its sum
};
struct kit_memory {
    struct kit_files *files;
    char path[KIT_PATH];
    struct table made;
    struct made *open;
};

static void free_made(struct made *made) {
    for (size_t i = 0; i < table_count(&made->from); i++) free(table_at(&made->from, i)->value);
    table_free(&made->from);
    free(made->how);
    free(made);
}

static struct made *begin(struct kit_memory *memory, struct text name, struct text how) {
    struct made *old = table_get(&memory->made, name), *made = calloc(1, sizeof *made);
    if (old) free_made(old);
    if (!made || !(made->how = strndup(how.at, how.len)) || !table_put(&memory->made, name, made)) {
        table_drop(&memory->made, name);
        if (made) free_made(made);
        return NULL;
    }
    return made;
}

static void add_sum(struct made *made, struct text path, uint64_t sum) {
    uint64_t *kept = table_get(&made->from, path);
    if (!kept && (kept = malloc(sizeof *kept)) && !table_put(&made->from, path, kept)) {
        free(kept);
        return;
    }
    if (kept) *kept = sum;
}

static bool read_sum(const struct json *value, uint64_t *sum) {
    struct text text;
    return !json_as_text(value, &text, NULL) && !text_to_u64(text, sum);
}

static void load_sums(struct kit_memory *memory, const struct json *all) {
    for (const struct json *one = all && all->kind == JSON_OBJECT ? all->first : NULL; one; one = one->next) {
        uint64_t sum, stamp;
        const struct json *first = json_at(one, 0), *second = json_at(one, 1);
        if (!first || !second || !read_sum(first, &sum) || !read_sum(second, &stamp)) continue;
        struct kit_sum *known = malloc(sizeof *known);
        if (!known) return;
        *known = (struct kit_sum){sum, stamp};
        if (table_has(&memory->files->before, one->key) ||
            !table_put(&memory->files->before, one->key, known))
            free(known);
    }
}

static void load(struct kit_memory *memory) {
    struct arena *arena = arena_new(64 << 10);
    struct buf text = {0};
    struct json *doc = NULL;
    int64_t version;
    bool good =
        arena && !kit_files_read(memory->files, memory->path, BYTES_MAX, &text, NULL) &&
        !json_parse((struct text){(const char *)text.at, text.len}, memory->path, arena, NULL, &doc, NULL) &&
        !json_get_int(doc, "version", VERSION, VERSION, &version, NULL);
    const struct json *all = good ? json_get(doc, "made") : NULL;
    if (good) load_sums(memory, json_get(doc, "files"));
    for (const struct json *one = all && all->kind == JSON_OBJECT ? all->first : NULL; one; one = one->next) {
        struct text how;
        uint64_t sum;
        const struct json *from = json_get(one, "from"), *result = json_get(one, "result");
        if (json_get_text(one, "how", &how, NULL) || !from || from->kind != JSON_OBJECT || !result ||
            !read_sum(result, &sum))
            continue;
        struct made *made = begin(memory, one->key, how);
        if (!made) continue;
        made->result = sum;
        for (const struct json *path = from->first; path; path = path->next)
            add_sum(made, path->key, read_sum(path, &sum) ? sum : 1); // 1 fits no file: built again
    }
    buf_free(&text);
    arena_free(arena);
}

struct kit_memory *kit_memory_open(struct kit_files *files, const char *path) {
    struct kit_memory *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->files = files;
    text_copy(text_of(path), memory->path, sizeof memory->path);
    load(memory);
    return memory;
}

void kit_memory_close(struct kit_memory *memory) {
    if (!memory) return;
    for (size_t i = 0; i < table_count(&memory->made); i++) free_made(table_at(&memory->made, i)->value);
    table_free(&memory->made);
    free(memory);
}

bool kit_memory_fresh(struct kit_memory *memory, const char *name, const char *how) {
    struct made *made = table_get(&memory->made, text_of(name));
    if (!made || strcmp(made->how, how) != 0 || !made->result ||
        kit_files_sum(memory->files, name) != made->result)
        return false;
    for (size_t i = 0; i < table_count(&made->from); i++) {
        struct table_row *row = table_at(&made->from, i);
        char path[KIT_PATH];
        text_copy(row->key, path, sizeof path);
        if (kit_files_sum(memory->files, path) != *(const uint64_t *)row->value) return false;
    }
    return true;
}

void kit_memory_begin(struct kit_memory *memory, const char *made, const char *how) {
    memory->open = begin(memory, text_of(made), text_of(how));
}

void kit_memory_from(struct kit_memory *memory, const char *path) {
    if (memory->open) add_sum(memory->open, text_of(path), kit_files_sum(memory->files, path));
}

void kit_memory_forget(struct kit_memory *memory, const char *name) {
    struct made *made = table_get(&memory->made, text_of(name));
    if (!made) return;
    if (memory->open == made) memory->open = NULL;
    table_drop(&memory->made, text_of(name));
    free_made(made);
}

static void write_sum(struct json_writer *w, uint64_t sum) {
    char digits[NUMBER_ROOM];
    u64_to_text(sum, digits);
    json_string(w, digits);
}

// The sums of all files whose stamps can be trusted.
static void write_sums(struct kit_memory *memory, struct json_writer *w) {
    json_key(w, "files");
    json_open(w, '{');
    for (size_t i = 0; i < table_count(&memory->files->sums); i++) {
        struct table_row *row = table_at(&memory->files->sums, i);
        char path[KIT_PATH];
        text_copy(row->key, path, sizeof path);
        uint64_t stamp = kit_files_stamp(memory->files, path);
        if (!stamp) continue;
        json_key(w, path);
        json_open(w, '[');
        write_sum(w, ((const struct kit_sum *)row->value)->sum);
        write_sum(w, stamp);
        json_close(w, ']');
    }
    json_close(w, '}');
}

enum err kit_memory_save(struct kit_memory *memory, struct fault *fault) {
    struct buf out = {0};
    struct json_writer w = json_writer_of(&out, 1);
    json_open(&w, '{');
    json_key(&w, "version");
    json_int(&w, VERSION);
    json_key(&w, "made");
    json_open(&w, '{');
    for (size_t i = 0; i < table_count(&memory->made); i++) {
        struct table_row *row = table_at(&memory->made, i);
        struct made *made = row->value;
        char name[KIT_PATH];
        text_copy(row->key, name, sizeof name);
        json_key(&w, name);
        json_open(&w, '{');
        json_key(&w, "how");
        json_string(&w, made->how);
        json_key(&w, "result");
        write_sum(&w, kit_files_sum(memory->files, name));
        json_key(&w, "from");
        json_open(&w, '{');
        for (size_t k = 0; k < table_count(&made->from); k++) {
            struct table_row *from = table_at(&made->from, k);
            text_copy(from->key, name, sizeof name);
            json_key(&w, name);
            write_sum(&w, *(const uint64_t *)from->value);
        }
        json_close(&w, '}');
        json_close(&w, '}');
    }
    json_close(&w, '}');
    write_sums(memory, &w);
    json_close(&w, '}');
    enum err err = out.err ? fault_set(fault, out.err, "no memory for what was built")
                           : kit_files_write(memory->files, memory->path, out.at, out.len, fault);
    buf_free(&out);
    return err;
}
