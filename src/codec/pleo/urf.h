// Pleo's resource files (.urf): all sounds, motions, commands, scripts and property names of an application.
//
//     struct urf all;
//     if (urf_read(file, arena, &all, fault)) return fault->err;
//     // id: urf_id(URF_MOTION, index)
//     const struct urf_entry *bow = urf_find(&all, URF_MOTION, TEXT("bow"));
//
//     struct urf made = {.built = now};
//     made.of[URF_SOUND] = (struct urf_list){entries, count};  // name and data; urf_write sets the offsets
//     urf_write(&made, &out, fault);
//
// Resources of one type stand together: each type starts at a multiple of 512 bytes, each resource at one of
// 4. The indices follow, then a checksum (Adler-32, begun with 0 as the maker's tool does; begun with 1 is
// accepted). What lies between is filled with '0'. A whole file must fit in the robot's flash: URF_FLASH
// bytes.
//
// `data` is a view into the file, which must outlive the struct. Lists live in the arena.
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "base/text.h"

enum urf_type { URF_SOUND, URF_MOTION, URF_COMMAND, URF_SCRIPT, URF_PROPERTY, URF_TYPES };
enum {
    URF_FLASH = 3649536, // 6912 pages of 528 bytes
    URF_BYTES_MAX = 16 << 20,
    URF_ENTRIES_MAX = 4096, // of one type: an id has 12 bits for the place
    URF_NAME_ROOM = 33,
};

struct urf_entry {
    char name[URF_NAME_ROOM];
    bool unused; // an id that was given once, and whose resource is gone
    uint32_t offset;
    struct bytes data;
};
struct urf_list {
    struct urf_entry *at;
    size_t count;
};
struct urf {
    unsigned format;  // version of the file: 1
    uint32_t built;   // seconds since 1970
    uint32_t version; // of the application
    struct urf_list of[URF_TYPES];
    uint32_t index[URF_TYPES]; // where each index stands
    uint32_t size;             // without the checksum and its mark
    uint32_t checksum;
};

// Refuses a file that is cut or damaged (ERR_CHECKSUM), whose entries lie outside it, over another or over an
// index, or that names two resources of one type alike. The fault names type and entry.
enum err urf_read(struct bytes file, struct arena *arena, struct urf *out, struct fault *fault);
// Appends a whole file, and sets offsets, `index`, `size` and `checksum`. ERR_LIMIT: a type has too many
// entries, or the file is larger than URF_BYTES_MAX. Whether it fits the robot, urf_fits says.
enum err urf_write(struct urf *all, struct buf *out, struct fault *fault);

bool urf_fits(const struct urf *all);
uint32_t urf_free(const struct urf *all); // bytes of flash left, as the maker's tool counts them
// 0x1000 for the first sound, 0x2000 for the first motion …
unsigned urf_id(enum urf_type type, size_t index);
const struct urf_entry *urf_by_id(const struct urf *all, unsigned id);                         // NULL: none
const struct urf_entry *urf_find(const struct urf *all, enum urf_type type, struct text name); // NULL: none
const char *urf_type_name(enum urf_type type);                                                 // "sound"
const char *urf_signature(enum urf_type type); // four characters, as in the file: "UGSF", " AMX"
