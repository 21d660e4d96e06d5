// The page's files as a browser asks for them: packed with gzip, once, when the first one asks.
//
//     struct packed packed = {0};
//     struct text bytes;
//     if (packed_find(&packed, file, &bytes)) …  // file: of WEB_FILES; false: no memory, so it goes as it is
//     packed_free(&packed);
#pragma once

#include "base/buf.h"
#include "base/system/embedded.h"
#include "base/text.h"

enum { PACKED_FILES = 96 };
struct packed {
    struct buf at[PACKED_FILES];
};
extern const struct embedded WEB_FILES[];

bool packed_find(struct packed *packed, const struct embedded *file, struct text *out);
void packed_free(struct packed *packed);
