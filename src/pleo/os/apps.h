// Applications: the resources of a .urf by number and by name, and which of two with one name is taken.
//
//     const struct resource *bow = apps_by_id(p, caller, 0x2003);  // as the caller has it
//     const struct resource *beep = apps_by_name(p, RES_SOUND, "beep");
//
// What a name means is looked for on the card's loose files first, then in its application, then in the
// flash, then in what is built in. A number means the resource of the application that says it, but one of
// the same name further to the front takes its place. A resource that cannot be read is told in the log and
// left out.
#pragma once

#include "base/arena.h"
#include "border/card.h"
#include "codec/pleo/ucf.h"
#include "codec/pleo/umf.h"
#include "codec/pleo/urf.h"
#include "codec/pleo/usf.h"

struct pleo;
enum app_place { APP_LOOSE, APP_CARD, APP_FLASH, APP_BUILTIN, APPS, APP_NONE = APPS };
enum {
    RES_ID_MASK = 0xf000,
    RES_LOOSE = 0x800
}; // loose files are numbered from the middle of a type's range

struct resource {
    uint16_t id;
    uint8_t type; // enum urf_type
    uint8_t app;
    char name[URF_NAME_ROOM];
    struct bytes data;
    const struct umf *motion; // as its type says
    const struct usf *sound;
    const struct ucf *command;
};
struct app {
    bool loaded;
    char name[CARD_NAME_MAX];
    struct arena *arena;
    uint32_t version;
    struct bytes file;
    struct resource *list; // by ids
    size_t count;
};
struct apps {
    struct app at[APPS];
    enum app_place rules;       // whose scripts run
    char wanted[CARD_NAME_MAX]; // by app_load; "": none
    char wanted_drive;
    bool unload, power_down; // asked for by app_unload
    int32_t power_ms;
    int32_t config[4]; // app_config
};

void apps_start(struct pleo *p);
void apps_card(struct pleo *p);   // it was put in
void apps_uncard(struct pleo *p); // or pulled out
void apps_tick(struct pleo *p);   // what scripts have asked for
void apps_end(struct pleo *p);
const struct resource *apps_by_id(struct pleo *p, enum app_place caller, unsigned id); // NULL: none
const struct resource *apps_by_name(struct pleo *p, enum urf_type type, const char *name);
const struct resource *apps_any(struct pleo *p, const char *name); // of whatever type
// Takes an application from a file of its drive, and starts it.
bool apps_load(struct pleo *p, char drive, const char *name);
