#include "tsv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_of_file(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in) return NULL;
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got; text && (got = fread(text + size, 1, room - size - 1, in)) > 0;) {
        size += got;
        if (size + 1 < room) continue;
        char *more = realloc(text, room *= 2);
        if (!more) free(text);
        text = more;
    }
    int failed = ferror(in) ? EIO : 0;
    fclose(in);
    if (failed || !text) {
        free(text);
        errno = failed ? failed : ENOMEM;
        return NULL;
    }
    text[size] = 0;
    return text;
}

static bool split(struct tsv_row *row, char *line, unsigned columns) {
    unsigned n = 0;
    for (char *at = line; at; n++) {
        char *tab = strchr(at, '\t');
        if (tab) *tab++ = 0;
        if (n < TSV_COLUMNS) row->column[n] = at;
        at = tab;
    }
    return n == columns;
}

bool tsv_read(struct tsv *table, const char *path, unsigned columns) {
    *table = (struct tsv){.path = path};
    char *text = text_of_file(path);
    if (!text) {
        fprintf(stderr, "%s: cannot be read: %s\n", path, strerror(errno));
        return false;
    }
    size_t room = 0;
    unsigned number = 0;
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        number++;
        size_t len = strlen(line);
        if (len && line[len - 1] == '\r') line[len - 1] = 0;
        if (!*line || *line == '#') continue;
        if (table->count == room) {
            table->rows = realloc(table->rows, (room = room ? room * 2 : 64) * sizeof *table->rows);
            if (!table->rows) abort();
        }
        struct tsv_row *row = &table->rows[table->count++];
        *row = (struct tsv_row){.line = number};
        if (!split(row, line, columns)) {
            fprintf(stderr, "%s:%u: expected %u columns separated by tabs\n", path, number, columns);
            return false;
        }
    }
    return true;
}

bool has_word(const char *words, const char *word) {
    size_t len = strlen(word);
    for (const char *at = words; *at;) {
        at += strspn(at, " ,");
        size_t n = strcspn(at, " ,");
        if (n == len && !strncmp(at, word, n)) return true;
        at += n;
    }
    return false;
}
