#include "base/system/embedded.h"

#include <string.h>

const struct embedded *embedded_find(const struct embedded *files, const char *path, size_t path_len) {
    for (; files->path; files++)
        if (strlen(files->path) == path_len && !memcmp(files->path, path, path_len)) return files;
    return NULL;
}
