// Reads a user's own copy of Cozmo's app files. None of them come with this program.
//
//     struct app *app;
//     if (app_open(NULL, &app, fault)) return fault->err;  // NULL: where the public client library keeps it
//     app_load(app, APP_ACTIVITIES, NULL, complain, me);  // each faulty file is reported and left out
//     for (size_t i = 0; i < app_count(app, APP_ACTIVITIES); i++) app_activity(app, i)->id …
//     app_check(app, NULL, complain, me);  // references that lead nowhere
//     app_free(app);
//
// The tree is DIR/cozmo_resources; the file DIR/resources.txt marks it as complete. `folder` may be DIR,
// cozmo_resources itself, or a folder whose subfolder assets holds it. Missing parts are empty, and app_there
// says so. Loading a part twice does nothing. Everything read lives as long as the app.
#pragma once

#include "codec/bank/bank.h"
#include "codec/bank/index.h"
#include "codec/clip/clip.h"
#include "codec/clip/safe.h"
#include "mind/mood/moods.h"
#include "mind/tree/activities.h"
#include "stage/library/groups.h"
#include "stage/library/triggers.h"
#include "stage/lights/lights.h"

enum app_part {
    APP_FIRMWARE,
    APP_CLIPS,
    APP_GROUPS,
    APP_TRIGGERS,
    APP_FACES,
    APP_CUBE_TRIGGERS,
    APP_CUBE_LIGHTS,
    APP_BACKPACK_LIGHTS,
    APP_BANKS,
    APP_SOUNDS, // events that play a sound
    APP_EMOTIONS,
    APP_EMOTION_EVENTS,
    APP_ACTIVITIES,
    APP_BEHAVIORS,
    APP_REACTIONS,
    APP_PARTS
};
struct app_part_about {
    const char *name, *what, *place; // place: path below cozmo_resources
    const char *files;               // pattern of files in a folder; NULL: `place` is one file
};
extern const struct app_part_about APP_PART[APP_PARTS];
enum err app_part_of(const char *name, enum app_part *out); // ERR_UNKNOWN

struct app_firmware {
    const char *file; // below cozmo_resources, as in all of these structs
    struct safe head;
};
struct app_clip {
    const char *file;
    struct text name;
    uint32_t index, length_ms;
    uint32_t tracks; // a bit for each track that is not empty
};
struct app_face { // a sequence of pictures
    struct text name;
    uint32_t pictures;
};
struct app_bank {
    const char *file;
    struct bank bank;
};

struct app;
typedef void app_complain(void *user, const struct fault *fault);

// ERR_MISSING: no such tree; the fault says where it was looked for.
enum err app_open(const char *folder, struct app **out, struct fault *fault);
void app_free(struct app *app);
const char *app_folder(const struct app *app); // the folder that holds cozmo_resources
bool app_whole(const struct app *app);         // its mark is there
bool app_there(const struct app *app, enum app_part part);
// Returns how many files were wrong. Notes on files that were read are added to `notes`, one line each; it
// may be NULL.
size_t app_load(struct app *app, enum app_part part, struct buf *notes, app_complain *complain, void *user);
size_t app_count(const struct app *app, enum app_part part);
// Checks references: triggers to groups, groups to clips, behaviours to triggers, activities and reactions to
// behaviours, events to sounds. Loads what it needs. Returns how many lead nowhere.
size_t app_check(struct app *app, struct buf *notes, app_complain *complain, void *user);

const struct app_firmware *app_firmware(const struct app *app, size_t index);
const struct app_clip *app_clip(const struct app *app, size_t index);
const struct groups *app_groups(const struct app *app);
const struct triggers *app_triggers(const struct app *app, bool cubes);
const struct app_face *app_face(const struct app *app, size_t index);
const struct light_show *app_lights(const struct app *app, bool cubes, size_t index);
const struct app_bank *app_bank(const struct app *app, size_t index);
const struct bank_index *app_sounds(const struct app *app);
const struct moods *app_moods(const struct app *app);
const struct mood_event *app_mood_event(const struct app *app, size_t index);
const struct activity *app_activity(const struct app *app, size_t index);
const struct behavior *app_behavior(const struct app *app, size_t index);
const struct reaction *app_reaction(const struct app *app, size_t index);

// The sounds that an event may play (by number, or by name in upper or lower case), and the WEM data of a
// sound, from a bank or from the streamed file beside it. Load APP_SOUNDS and APP_BANKS first.
size_t app_event_sounds(const struct app *app, const char *event, struct bank_sound *out, size_t room,
                        struct fault *fault);
enum err app_sound(const struct app *app, const struct bank_sound *sound, struct buf *out,
                   struct fault *fault);

// Makes a small tree of our own, with something in every part, that this and other programs can load: for
// trying and for tests.
enum err app_make(const char *folder, struct fault *fault); // ERR_EXISTS: there is a tree already
// Removes the tree and its mark, nothing else. ERR_MISSING: no tree. ERR_DENIED: the mark is missing.
enum err app_remove(const char *folder, struct fault *fault);
