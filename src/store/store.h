// What must survive a restart: documents in a folder, each written whole or not at all.
//
//     struct store *store = store_open("…/state", &fault);       // NULL as the folder: nothing is kept
//     enum err err = store_read(store, "robot-settings", arena, &document, &fault);
//     if (err == ERR_MISSING) …                                  // it was never written
// a JSON object, whose places are in its file
//     document.version, document.body
//     store_write(store, "robot-settings", &body, &version, &fault);   // body: a JSON object as text
//     store_close(store);
//
// A document is NAME.json: {"format": 1, "version": 7, "document": {…}}. Its version grows with each write;
// what a newer program wrote in another format is refused (ERR_VERSION) and left alone. One as a Vector
// itself keeps it, {"doc_version": 7, "fmt_version": 1, "jdoc": {…}}, is read as well, and written in ours
// from then on; its versions go on. Names are letters, digits and -. A store without a folder keeps the
// documents in memory. It is not locked: whoever owns the folder does that (base/system/file.h).
#pragma once

#include "base/data/json.h"

enum { STORE_FORMAT = 1, STORE_BYTES_MAX = 1 << 20, STORE_PATH_MAX = 1024 };

struct store;
struct store_document {
    uint64_t version;
    const struct json *body;
};

struct store *store_open(const char *folder,
                         struct fault *fault); // NULL: no memory, the folder cannot be made
void store_close(struct store *store);         // NULL is fine
enum err store_read(struct store *store, const char *name, struct arena *arena, struct store_document *out,
                    struct fault *fault);
// *version: the document's new one. After a failure the old document is there as it was.
enum err store_write(struct store *store, const char *name, struct text body, uint64_t *version,
                     struct fault *fault);
enum err store_delete(struct store *store, const char *name, struct fault *fault); // not there: fine
// Every document and every photo. What else lies in the folder stays. After a failure some are left.
enum err store_wipe(struct store *store, struct fault *fault);
