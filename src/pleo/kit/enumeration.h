// The numbers that scripts know resources by. They are kept from build to build: a resource that goes keeps
// its number, and a new one gets a number that nobody had.
//
//     struct enumeration sounds = {.type = URF_SOUND};
//     enumeration_read(&sounds, old_xml, "sounds.xml", fault);           // what earlier builds gave
//     enumeration_add(&sounds, "growl", &id, fault);
//     enumeration_xml(&sounds, &xml), enumeration_include(&sounds, &inc);
//     enumeration_free(&sounds);
//
// The .xml keeps the numbers; the .inc tells them to scripts: snd_growl, mot_bow, cmd_hunt, scr_main,
// property_x.
#pragma once

#include "codec/pleo/urf.h"

struct enumeration {
    enum urf_type type;
    struct enumeration_row {
        char name[URF_NAME_ROOM];
        unsigned id;
        bool present; // in this build
    } * at;
    size_t count, room;
};

enum { ENUMERATION_BYTES_MAX = 4 << 20 };

void enumeration_free(struct enumeration *all);
// ERR_SYNTAX, ERR_RANGE, ERR_DUPLICATE, ERR_LIMIT, ERR_MEMORY: the fault has the place in the file.
enum err enumeration_read(struct enumeration *all, struct text xml, const char *file, struct fault *fault);
// Gives a resource of this build its number. ERR_LIMIT: all 4096 of the type are given.
enum err enumeration_add(struct enumeration *all, const char *name, unsigned *id, struct fault *fault);
bool enumeration_find(const struct enumeration *all, struct text name, unsigned *id); // of this build only
size_t enumeration_present(const struct enumeration *all);

void enumeration_xml(const struct enumeration *all, struct buf *out);
void enumeration_include(const struct enumeration *all, struct buf *out);
const char *enumeration_plural(enum urf_type type); // "sounds", "user_properties": the names of its files
