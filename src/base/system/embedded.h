// Files that are part of the program: pages, scenarios. tools/embed makes the tables during the build; the row behind the last has no path.
#pragma once

#include <stddef.h>

struct embedded {
    const char *path, *name, *type; // "/index.html", "index", "text/html; charset=utf-8"
    const unsigned char *bytes;     // followed by a zero
    size_t len;
};

const struct embedded *embedded_find(const struct embedded *files, const char *path,
                                     size_t path_len); // NULL: none
