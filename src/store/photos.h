// Photos: which there are, and their files. The list is the document "photos"; a photo lies beside it as
// photos/NUMBER, its small picture as photos/NUMBER-small.
//
//     struct photo_bytes files = {whole, small};                   // as they shall lie there: sealed,
// perhaps
//     photos_add(store, unix_s, &files, &id, &fault);
//     struct photo list[PHOTOS_MAX];
//     enum err err = photos_list(store, list, &count, &fault);
//     photos_read(store, id, PHOTO_SMALL, &bytes, &fault);     // ERR_MISSING: there is no such photo
//     photos_delete(store, id, &fault);
//
// A store without a folder has no photos (ERR_STATE). A file that is gone is no photo: the list says only
// what can be read. Of PHOTOS_MAX photos the oldest makes room for a new one. Numbers are not used again.
#pragma once

#include "store/store.h"

enum { PHOTOS_MAX = 20, PHOTO_BYTES_MAX = 900 << 10 };
enum photo_size { PHOTO_WHOLE, PHOTO_SMALL };
struct photo {
    uint32_t id;
    uint32_t taken_unix;
    bool copied, small_copied; // somebody has fetched it
};

struct photo_bytes {
    struct text whole, small;
};
enum err photos_add(struct store *store, uint32_t taken_unix, const struct photo_bytes *files, uint32_t *id,
                    struct fault *fault);
enum err photos_list(struct store *store, struct photo list[PHOTOS_MAX], size_t *count, struct fault *fault);
// Appends to `out`, and remembers that it was fetched.
enum err photos_read(struct store *store, uint32_t id, enum photo_size size, struct buf *out,
                     struct fault *fault);
enum err photos_delete(struct store *store, uint32_t id, struct fault *fault);
