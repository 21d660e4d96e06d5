// Reading a table of tab-separated columns; for the small programs in tools/, which stand on libc alone so
// that they can be built before anything else.
//
//     struct tsv table;
//     if (!tsv_read(&table, "tools/floors.tsv", 5)) return 2;     // said why on stderr
//     for (size_t i = 0; i < table.count; i++) puts(table.rows[i].column[1]);
//
// Lines that are empty or begin with # are left out. Everything lives until the program ends.
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TSV_COLUMNS = 8 };

struct tsv_row {
    unsigned line;
    char *column[TSV_COLUMNS];
};

struct tsv {
    const char *path;
    struct tsv_row *rows;
    size_t count;
};

// false: cannot be read, or a row with another number of columns; the reason stands on stderr with its place.
bool tsv_read(struct tsv *table, const char *path, unsigned columns);
// A whole text file, ended with a 0; NULL when it cannot be read (errno says why).
char *text_of_file(const char *path);
// Whether `word` is one of the words, separated by blanks or commas, in `words`.
bool has_word(const char *words, const char *word);
