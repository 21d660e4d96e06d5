// What a creature can perform by itself: its clips, groups and triggers, made of its scores.
//
//     struct repertoire ours;
//     enum err err = repertoire_packed("vector", arena, &ours);
//     if (err == ERR_MISSING) err = repertoire_read(about, arena, &ours, fault);
//
// Scores are made into clips when the program is built, and stand packed in it: to read them costs ten times
// as much as to copy what they became. Where the build could not run programs for the target (ERR_MISSING),
// they are read from the scores, which the program holds, too.
//
// A package is an image of these structs for one kind of machine. A pointer in it is a distance: from the
// beginning of the image, or, with the bit PACKAGE_DATA, from that of the data. Data are texts and numbers;
// they stay where they are in the program. A list says where all pointers are. What the field tables of clips
// do not know is not in it.
//
// Structs are in the arena. Texts and numbers of a packed repertoire cannot be written. Groups list every
// clip that a score names, even one that this creature lacks. Without memory repertoire_pack leaves an error
// in the buffer.
#pragma once

#include "base/buf.h"
#include "stage/clip/score.h"
#include "stage/library/groups.h"

struct repertoire_group {
    struct text name;
    FLAT_LIST_OF(struct group_item, items); // not numbered yet
};
struct repertoire_trigger {
    struct text name, group;
};
struct repertoire {
    struct clips clips; // those of a later score replace those of an earlier one
    FLAT_LIST_OF(struct repertoire_group, groups);
    FLAT_LIST_OF(struct repertoire_trigger, triggers);
};

enum err repertoire_read(const struct json *about, struct arena *arena, struct repertoire *out,
                         struct fault *fault);
void repertoire_pack(const struct repertoire *repertoire, struct buf *out);
enum err repertoire_packed(const char *creature, struct arena *arena, struct repertoire *out);

// For who packs and who unpacks. After the header come data, image, and the places of pointers, 4 bytes each.
struct package {
    uint32_t mark, machine, root, data, image, pointers, spare[2];
};
enum { PACKAGE_MARK = 0x50455243 };
#define PACKAGE_DATA 0x80000000u
uint32_t package_machine(void); // differs where the structs do
