// Files built into the program: pages, scenarios. tools/embed makes the tables during the build; a row
// without a path ends each.
#pragma once

#include <stddef.h>

struct embedded {
    const char *path, *name, *type; // "/index.html", "index", "text/html; charset=utf-8"
    const unsigned char *bytes;     // followed by a zero byte
    size_t len;
};

// NULL: no such file.
const struct embedded *embedded_find(const struct embedded *files, const char *path, size_t path_len);
