// Photos: which there are, and their files. The list is the document "photos"; a photo lies beside it as
// photos/NUMBER.jpg, its small picture as photos/NUMBER-small.jpg.
//
//     struct photo list[PHOTOS_MAX];
//     enum err err = photos_list(store, list, &count, &fault);
//     photos_read(store, id, PHOTO_SMALL, &bytes, &fault);     // ERR_MISSING: there is no such photo
//     photos_delete(store, id, &fault);
//
// A store without a folder has no photos. A file that is gone is no photo: the list says only what can be
// read.
#pragma once

#include "store/store.h"

enum { PHOTOS_MAX = 20, PHOTO_BYTES_MAX = 900 << 10 };
enum photo_size { PHOTO_WHOLE, PHOTO_SMALL };
struct photo {
    uint32_t id;
    uint32_t taken_unix;
    bool copied, small_copied; // somebody has fetched it
};

enum err photos_list(struct store *store, struct photo list[PHOTOS_MAX], size_t *count, struct fault *fault);
// Appends to `out`, and remembers that it was fetched.
enum err photos_read(struct store *store, uint32_t id, enum photo_size size, struct buf *out,
                     struct fault *fault);
enum err photos_delete(struct store *store, uint32_t id, struct fault *fault);
