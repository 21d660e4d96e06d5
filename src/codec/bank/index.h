// The lists that say which sound banks there are and what they hold.
//
//     struct bank_index index;
//     if (bank_index_xml(text, "SoundbanksInfo.xml", arena, &index, fault)) …        // Cozmo's
//     if (bank_index_json(document, arena, &index, fault)) …  // Vector's SoundbankBundleInfo.json
//
// Cozmo's XML names banks, events and files, with the folder of each; Vector's JSON only banks. A file may be
// both embedded (its beginning, prefetched) and streamed: then the streamed one is kept. Ids of banks and
// events, and those of files, are unique (ERR_DUPLICATE). XML with a document type is refused: entities are
// not needed and can be made to grow without bound. All texts live in the arena. bank_index_write_json writes
// a list.
#pragma once

#include "base/data/json.h"

struct bank_index_bank {
    uint32_t id;
    struct text name, language, path, object; // object: its path in the author's project; XML only
};
struct bank_index_event {
    uint32_t id, bank;
    struct text name, object;
};
struct bank_index_file {
    uint32_t id, bank;
    struct text name, language, path;
    bool embedded;
    uint32_t prefetch; // bytes of it in the bank; 0: all or none
};
struct bank_index {
    struct {
        struct bank_index_bank *at;
        size_t count;
    } banks;
    struct {
        struct bank_index_event *at;
        size_t count;
    } events;
    struct {
        struct bank_index_file *at;
        size_t count;
    } files;
};

enum { BANK_INDEX_BYTES_MAX = 64 << 20 };

enum err bank_index_xml(struct text text, const char *file, struct arena *arena, struct bank_index *out,
                        struct fault *fault);
// An Init bank comes first; the others keep their order.
enum err bank_index_json(const struct json *document, struct arena *arena, struct bank_index *out,
                         struct fault *fault);
enum err bank_index_write_json(const struct bank_index *index, struct buf *out);

const struct bank_index_event *bank_index_event(const struct bank_index *index, uint32_t id); // NULL: none
// Upper and lower case are the same.
const struct bank_index_event *bank_index_event_named(const struct bank_index *index, const char *name);
const struct bank_index_file *bank_index_file(const struct bank_index *index, uint32_t id);
