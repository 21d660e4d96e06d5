// Shared by the files of this room; private to them.
#pragma once

#include "app/app.h"

enum { APP_PATH = 1024, APP_FILE_MAX = 256 << 20 };

struct app {
    char folder[APP_PATH];
    struct arena *arena;
    bool loaded[APP_PARTS];
    // lists of the structs in app.h
    struct buf firmware, clips, faces, banks, events, activities, behaviors, cubes;
    struct groups groups;
    struct triggers triggers, cube_triggers;
    struct light_shows backpack;
    struct bank_index sounds;
    struct moods moods;
    bool has_moods;
    struct reaction *reactions;
    uint32_t reaction_count;
};

#define APP_LIST(type, buf)   ((type *)(void *)(buf).at)
#define APP_LISTED(type, buf) ((buf).len / sizeof(type))
bool app_path(const struct app *app, const char *place, char out[APP_PATH]); // below cozmo_resources
