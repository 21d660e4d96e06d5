// What the files of this room share. Nobody else includes this.
#pragma once

#include "app/app.h"

enum { APP_PATH = 1024, APP_FILE_MAX = 256 << 20 };

struct app {
    char folder[APP_PATH];
    struct arena *arena;
    bool loaded[APP_PARTS];
    struct buf firmware, clips, faces, banks, events, activities, behaviors,
        cubes; // lists of what app.h shows
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
