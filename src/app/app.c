#include "app/app_internal.h"

#include "base/hash.h"
#include "base/system/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARENA = 256 << 10, NAME_MAX_LEN = 256 };

const struct app_part_about APP_PART[APP_PARTS] = {
    [APP_FIRMWARE] = {"firmware", "heads of firmware files", "config/engine/firmware", "*.safe"},
    [APP_CLIPS] = {"animations", "clips of key-frames", "assets/animations", "*.bin"},
    [APP_GROUPS] = {"groups", "groups of clips for one occasion", "assets/animationGroups", "*.json"},
    [APP_TRIGGERS] = {"triggers", "occasions and their groups",
                      "assets/animationGroupMaps/AnimationTriggerMap.json", NULL},
    [APP_FACES] = {"faces", "faces drawn picture by picture", "assets/faceAnimations", "*.png"},
    [APP_CUBE_TRIGGERS] = {"cube-triggers", "occasions and the lights of cubes",
                           "assets/cubeAnimationGroupMaps/CubeAnimationTriggerMap.json", NULL},
    [APP_CUBE_LIGHTS] = {"cube-lights", "lights of cubes", "config/engine/lights/cubeLights", "*.json"},
    [APP_BACKPACK_LIGHTS] = {"backpack-lights", "lights of the backpack",
                             "config/engine/lights/backpackLights/backpackLightPatterns.json", NULL},
    [APP_BANKS] = {"banks", "sound banks", "sound", "*.bnk"},
    [APP_SOUNDS] = {"sounds", "events that sound", "sound/English(US)/SoundbanksInfo.xml", NULL},
    [APP_EMOTIONS] = {"emotions", "emotions and how they fade", "config/engine/mood_config.json", NULL},
    [APP_EMOTION_EVENTS] = {"emotion-events", "what moves the emotions", "config/engine/emotionevents",
                            "*.json"},
    [APP_ACTIVITIES] = {"activities", "what he does all day", "config/engine/behaviorSystem/activities",
                        "*.json"},
    [APP_BEHAVIORS] = {"behaviors", "behaviours", "config/engine/behaviorSystem/behaviors", "*.json"},
    [APP_REACTIONS] = {"reactions", "what makes him react, and how",
                       "config/engine/behaviorSystem/reactionTrigger_behavior_map.json", NULL},
};
// Activities also stand in two files beside their folder.
static const char *const MORE_ACTIVITIES[] = {"config/engine/behaviorSystem/activities_config.json",
                                              "config/engine/behaviorSystem/behavior_system_config.json"};

enum err app_part_of(const char *name, enum app_part *out) {
    for (int i = 0; i < APP_PARTS; i++) {
        *out = (enum app_part)i;
        if (!strcmp(APP_PART[i].name, name)) return ERR_NONE;
    }
    return ERR_UNKNOWN;
}

bool app_path(const struct app *app, const char *place, char out[APP_PATH]) {
    return snprintf(out, APP_PATH, "%s/cozmo_resources/%s", app->folder, place) < APP_PATH;
}

// Where it is

static bool holds(const char *folder) {
    char path[APP_PATH];
    return path_join(path, sizeof path, folder, "cozmo_resources") && folder_exists(path);
}

static bool usual(char out[APP_PATH]) {
    const char *own = getenv("PYCOZMO_DIR"), *home = getenv("HOME");
    int len = own && *own     ? snprintf(out, APP_PATH, "%s", own)
              : home && *home ? snprintf(out, APP_PATH, "%s/.pycozmo", home)
                              : -1;
    return len > 0 && len < APP_PATH;
}

// The folder that holds cozmo_resources, in any of the ways in which it may be named.
static bool find(const char *from, char out[APP_PATH]) {
    char inside[APP_PATH];
    if (snprintf(out, APP_PATH, "%s", from) >= APP_PATH) return false;
    for (size_t len = strlen(out); len > 1 && out[len - 1] == '/'; len--) out[len - 1] = 0;
    if (holds(out)) return true;
    if (path_join(inside, sizeof inside, out, "assets") && holds(inside)) {
        memcpy(out, inside, sizeof inside);
        return true;
    }
    if (strcmp(path_name(out), "cozmo_resources") || !folder_exists(out)) return false;
    char *slash = strrchr(out, '/');
    if (slash)
        *slash = 0;
    else
        snprintf(out, APP_PATH, ".");
    return true;
}

enum err app_open(const char *folder, struct app **out, struct fault *fault) {
    char place[APP_PATH] = "";
    *out = NULL;
    if (!folder && !usual(place))
        return fault_set(fault, ERR_MISSING, "neither PYCOZMO_DIR nor HOME says where the app's files are");
    struct app *app = calloc(1, sizeof *app);
    if (app) app->arena = arena_new(ARENA);
    if (!app || !app->arena) {
        free(app);
        return fault_set(fault, ERR_MEMORY, "no memory for the app's files");
    }
    if (!find(folder ? folder : place, app->folder)) {
        app_free(app);
        return fault_at(fault, ERR_MISSING, folder ? folder : place, 0, 0,
                        "there is no folder cozmo_resources, the app's files");
    }
    *out = app;
    return ERR_NONE;
}

void app_free(struct app *app) {
    if (!app) return;
    struct buf *lists[] = {&app->firmware, &app->clips,      &app->faces,     &app->banks,
                           &app->events,   &app->activities, &app->behaviors, &app->cubes};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) buf_free(lists[i]);
    arena_free(app->arena);
    free(app);
}

const char *app_folder(const struct app *app) { return app->folder; }
bool app_whole(const struct app *app) {
    char path[APP_PATH];
    return path_join(path, sizeof path, app->folder, "resources.txt") && file_exists(path);
}
bool app_there(const struct app *app, enum app_part part) {
    char path[APP_PATH];
    if (!app_path(app, APP_PART[part].place, path)) return false;
    return APP_PART[part].files ? folder_exists(path) : file_exists(path);
}

// Reading

struct loading {
    struct app *app;
    enum app_part part;
    struct buf *notes;
    app_complain *complain;
    void *user;
    size_t wrong;
};

static const char *keep(struct loading *l, const char *text) {
    return arena_copy_text(l->app->arena, text, strlen(text));
}

static void add(struct buf *list, const void *item, size_t size, struct fault *fault, enum err *err) {
    if (*err) return;
    buf_bytes(list, item, size);
    if (list->err) *err = fault_set(fault, list->err, "no memory for a list");
}

// The bytes stay: texts, media and frames are views into them.
static enum err bytes_of(struct loading *l, const char *path, struct bytes *out, struct fault *fault) {
    struct buf file = {0};
    enum err err = file_read(path, APP_FILE_MAX, &file, fault);
    void *kept = err ? NULL : arena_copy(l->app->arena, file.at ? (const void *)file.at : "", file.len);
    if (!err && !kept && file.len) err = fault_set(fault, ERR_MEMORY, "no memory for the file");
    *out = (struct bytes){kept, file.len};
    buf_free(&file);
    return err;
}

static enum err load_firmware(struct loading *l, const char *path, const char *place, struct fault *fault) {
    struct app_firmware item = {.file = keep(l, place)};
    struct bytes bytes;
    enum err err = bytes_of(l, path, &bytes, fault);
    if (!err) err = safe_read(bytes, path, l->app->arena, &item.head, fault);
    add(&l->app->firmware, &item, sizeof item, fault, &err);
    return err;
}

static enum err load_clips(struct loading *l, const char *path, const char *place, struct fault *fault) {
    struct arena *scratch = arena_new(64 << 10); // clips themselves are not kept: only what they are
    struct buf file = {0};
    struct clips clips;
    struct clip_reading how = {.dialect = CLIP_COZMO, .file = path, .notes = l->notes};
    enum err err = scratch ? file_read(path, APP_FILE_MAX, &file, fault)
                           : fault_set(fault, ERR_MEMORY, "no memory for clips");
    if (!err) err = clips_read_bin((struct bytes){file.at, file.len}, &how, scratch, &clips, fault);
    const char *name = keep(l, place);
    for (size_t i = 0; !err && i < clips.list.count; i++) {
        const struct clip *clip = &clips.list.at[i];
        struct app_clip item = {.file = name, .index = (uint32_t)i, .length_ms = clip_length_ms(clip)};
        item.name.at = arena_copy_text(l->app->arena, clip->name.at ? clip->name.at : "", clip->name.len);
        item.name.len = clip->name.len;
        for (int track = 0; track < CLIP_TRACKS; track++)
            item.tracks |= (uint32_t)(clip_track_count(clip, (enum clip_track)track) > 0) << track;
        add(&l->app->clips, &item, sizeof item, fault, &err);
    }
    buf_free(&file);
    arena_free(scratch);
    return err;
}

static enum err load_face(struct loading *l, const char *place, struct fault *fault) {
    const char *slash = strrchr(place, '/');
    struct text name = {place, slash ? (size_t)(slash - place) : 0};
    for (size_t i = name.len; i > 0; i--)
        if (name.at[i - 1] == '/') {
            name = (struct text){name.at + i, name.len - i};
            break;
        }
    enum err err = ERR_NONE;
    size_t count = APP_LISTED(struct app_face, l->app->faces);
    struct app_face *last = count ? &APP_LIST(struct app_face, l->app->faces)[count - 1] : NULL;
    if (last && text_same(last->name, name)) {
        last->pictures++;
        return err;
    }
    struct app_face item = {{arena_copy_text(l->app->arena, name.at, name.len), name.len}, 1};
    add(&l->app->faces, &item, sizeof item, fault, &err);
    return err;
}

static enum err load_bank(struct loading *l, const char *path, const char *place, struct fault *fault) {
    struct app_bank item = {.file = keep(l, place)};
    struct bytes bytes;
    enum err err = bytes_of(l, path, &bytes, fault);
    if (!err) err = bank_read(bytes, l->app->arena, &item.bank, fault);
    if (!err && item.bank.version != BANK_COZMO)
        err =
            fault_set(fault, ERR_VERSION, "a bank of version %u, expected %d", item.bank.version, BANK_COZMO);
    add(&l->app->banks, &item, sizeof item, fault, &err);
    return err;
}

static enum err load_lights(struct loading *l, const char *path, const struct json *document,
                            struct fault *fault) {
    char name[NAME_MAX_LEN];
    struct light_shows shows;
    snprintf(name, sizeof name, "%s", path_name(path));
    char *dot = strrchr(name, '.');
    if (dot) *dot = 0;
    enum err err = lights_read(document, name, l->app->arena, l->notes, &shows, fault);
    if (!err && l->part == APP_BACKPACK_LIGHTS) {
        l->app->backpack = shows;
        return err;
    }
    for (size_t i = 0; !err && i < shows.count; i++)
        add(&l->app->cubes, &shows.at[i], sizeof shows.at[i], fault, &err);
    return err;
}

static enum err load_json(struct loading *l, const char *path, struct fault *fault) {
    struct app *app = l->app;
    struct json *document;
    uint32_t count = 0;
    enum err err = json_read(path, app->arena, NULL, &document, fault);
    if (err) return err;
    switch (l->part) {
    case APP_TRIGGERS:
        return triggers_read(document, app->arena, l->notes, &app->triggers, fault);
    case APP_CUBE_TRIGGERS:
        return triggers_read(document, app->arena, l->notes, &app->cube_triggers, fault);
    case APP_GROUPS: {
        char name[NAME_MAX_LEN];
        snprintf(name, sizeof name, "%s", path_name(path));
        name[strlen(name) - 5] = 0; // ".json"
        err = groups_add(&app->groups, document, name, app->arena, l->notes, fault);
        return err == ERR_DUPLICATE && fault && !fault->err ? ERR_NONE : err;
    }
    case APP_CUBE_LIGHTS:
    case APP_BACKPACK_LIGHTS:
        return load_lights(l, path, document, fault);
    case APP_EMOTIONS:
        err = moods_read(document, &MOODS_COZMO, app->arena, &app->moods, fault);
        app->has_moods = !err;
        return err;
    case APP_EMOTION_EVENTS: {
        struct mood_event *events;
        err = mood_events_read(document, app->arena, &events, &count, fault);
        if (!err && count) add(&app->events, events, count * sizeof *events, fault, &err);
        return err;
    }
    case APP_ACTIVITIES: {
        struct activity *list;
        err = activities_read(document, app->arena, &list, &count, fault);
        if (!err && count) add(&app->activities, list, count * sizeof *list, fault, &err);
        return err;
    }
    case APP_BEHAVIORS: {
        struct behavior item;
        err = behavior_read(document, app->arena, &item, fault);
        add(&app->behaviors, &item, sizeof item, fault, &err);
        return err;
    }
    default:
        err = reactions_read(document, app->arena, &app->reactions, &app->reaction_count, fault);
        if (err) app->reaction_count = 0;
        return err;
    }
}

static enum err load_sounds(struct loading *l, const char *path, struct fault *fault) {
    struct bytes bytes;
    enum err err = bytes_of(l, path, &bytes, fault);
    struct text text = {(const char *)bytes.at, bytes.len};
    return err ? err : bank_index_xml(text, path, l->app->arena, &l->app->sounds, fault);
}

static void load_file(struct loading *l, const char *path, const char *place) {
    struct fault fault = {0};
    enum err err;
    switch (l->part) {
    case APP_FIRMWARE:
        err = load_firmware(l, path, place, &fault);
        break;
    case APP_CLIPS:
        err = load_clips(l, path, place, &fault);
        break;
    case APP_FACES:
        err = load_face(l, place, &fault);
        break;
    case APP_BANKS:
        err = load_bank(l, path, place, &fault);
        break;
    case APP_SOUNDS:
        err = load_sounds(l, path, &fault);
        break;
    default:
        err = load_json(l, path, &fault);
    }
    if (!err) return;
    fault_set(&fault, err, "%s", err_name(err));
    fault_in(&fault, path);
    l->wrong++;
    if (l->complain) l->complain(l->user, &fault);
}

static enum err visit(void *user, const char *path, const char *relative, struct fault *fault) {
    struct loading *l = user;
    char place[APP_PATH];
    (void)fault;
    if (text_glob(APP_PART[l->part].files, path_name(path)) &&
        path_join(place, sizeof place, APP_PART[l->part].place, relative))
        load_file(l, path, place);
    return ERR_NONE;
}

size_t app_load(struct app *app, enum app_part part, struct buf *notes, app_complain *complain, void *user) {
    struct loading l = {app, part, notes, complain, user, 0};
    char path[APP_PATH];
    struct fault fault = {0};
    if (app->loaded[part]) return 0;
    app->loaded[part] = true;
    if (part == APP_ACTIVITIES)
        for (size_t i = 0; i < sizeof MORE_ACTIVITIES / sizeof *MORE_ACTIVITIES; i++)
            if (app_path(app, MORE_ACTIVITIES[i], path) && file_exists(path))
                load_file(&l, path, MORE_ACTIVITIES[i]);
    if (app_there(app, part) && app_path(app, APP_PART[part].place, path)) {
        if (!APP_PART[part].files)
            load_file(&l, path, APP_PART[part].place);
        else if (folder_walk(path, visit, &l, &fault)) {
            l.wrong++;
            if (complain) complain(user, &fault);
        }
    }
    if (part == APP_GROUPS) groups_done(&app->groups);
    return l.wrong;
}

size_t app_count(const struct app *app, enum app_part part) {
    switch (part) {
    case APP_FIRMWARE:
        return APP_LISTED(struct app_firmware, app->firmware);
    case APP_CLIPS:
        return APP_LISTED(struct app_clip, app->clips);
    case APP_GROUPS:
        return app->groups.count;
    case APP_TRIGGERS:
        return app->triggers.count;
    case APP_FACES:
        return APP_LISTED(struct app_face, app->faces);
    case APP_CUBE_TRIGGERS:
        return app->cube_triggers.count;
    case APP_CUBE_LIGHTS:
        return APP_LISTED(struct light_show, app->cubes);
    case APP_BACKPACK_LIGHTS:
        return app->backpack.count;
    case APP_BANKS:
        return APP_LISTED(struct app_bank, app->banks);
    case APP_SOUNDS:
        return app->sounds.events.count;
    case APP_EMOTIONS:
        return app->has_moods ? app->moods.type_count : 0;
    case APP_EMOTION_EVENTS:
        return APP_LISTED(struct mood_event, app->events);
    case APP_ACTIVITIES:
        return APP_LISTED(struct activity, app->activities);
    case APP_BEHAVIORS:
        return APP_LISTED(struct behavior, app->behaviors);
    default:
        return app->reaction_count;
    }
}

const struct app_firmware *app_firmware(const struct app *app, size_t index) {
    return &APP_LIST(struct app_firmware, app->firmware)[index];
}
const struct app_clip *app_clip(const struct app *app, size_t index) {
    return &APP_LIST(struct app_clip, app->clips)[index];
}
const struct groups *app_groups(const struct app *app) { return &app->groups; }
const struct triggers *app_triggers(const struct app *app, bool cubes) {
    return cubes ? &app->cube_triggers : &app->triggers;
}
const struct app_face *app_face(const struct app *app, size_t index) {
    return &APP_LIST(struct app_face, app->faces)[index];
}
const struct light_show *app_lights(const struct app *app, bool cubes, size_t index) {
    return cubes ? &APP_LIST(struct light_show, app->cubes)[index] : &app->backpack.at[index];
}
const struct app_bank *app_bank(const struct app *app, size_t index) {
    return &APP_LIST(struct app_bank, app->banks)[index];
}
const struct bank_index *app_sounds(const struct app *app) { return &app->sounds; }
const struct moods *app_moods(const struct app *app) { return app->has_moods ? &app->moods : NULL; }
const struct mood_event *app_mood_event(const struct app *app, size_t index) {
    return &APP_LIST(struct mood_event, app->events)[index];
}
const struct activity *app_activity(const struct app *app, size_t index) {
    return &APP_LIST(struct activity, app->activities)[index];
}
const struct behavior *app_behavior(const struct app *app, size_t index) {
    return &APP_LIST(struct behavior, app->behaviors)[index];
}
const struct reaction *app_reaction(const struct app *app, size_t index) { return &app->reactions[index]; }

// Sounds

size_t app_event_sounds(const struct app *app, const char *event, struct bank_sound *out, size_t room,
                        struct fault *fault) {
    uint64_t number;
    const struct bank_index_event *named = bank_index_event_named(&app->sounds, event);
    uint32_t id = named ? named->id : fnv1_32_lower(event);
    if (!text_to_u64(text_of(event), &number) && number <= UINT32_MAX) id = (uint32_t)number;
    size_t banks = app_count(app, APP_BANKS), lost = 0, found = 0;
    struct bank *all = calloc(banks + 1, sizeof *all);
    if (!all) {
        fault_set(fault, ERR_MEMORY, "no memory for the banks");
        return 0;
    }
    bool known = named != NULL;
    for (size_t i = 0; i < banks; i++) {
        all[i] = app_bank(app, i)->bank;
        known = known || bank_object(&all[i], id);
    }
    found = bank_event_sounds(all, banks, id, out, room, &lost);
    free(all);
    if (!known)
        fault_set(fault, ERR_UNKNOWN, "there is no sound event \"%s\"", event);
    else if (!found)
        fault_set(fault, ERR_MISSING, "the event \"%s\" plays nothing that is there%s", event,
                  lost ? ": its way to a sound is lost" : "");
    return found;
}

enum err app_sound(const struct app *app, const struct bank_sound *sound, struct buf *out,
                   struct fault *fault) {
    size_t banks = app_count(app, APP_BANKS);
    for (size_t i = 0; i < banks && sound->source != BANK_STREAMED; i++) {
        struct bytes media = bank_media(&app_bank(app, i)->bank, sound->media);
        if (!media.len || (sound->source == BANK_PREFETCHED && media.len < sound->size)) continue;
        buf_bytes(out, media.at, media.len);
        return out->err ? fault_set(fault, out->err, "no memory for the sound") : ERR_NONE;
    }
    // Streamed: a file of its own beside the banks.
    const struct bank_index_file *file = bank_index_file(&app->sounds, sound->media);
    char place[APP_PATH], path[APP_PATH];
    struct text language = file ? file->language : TEXT("English(US)");
    for (int flat = 0; flat < 2; flat++) {
        if (flat)
            snprintf(place, sizeof place, "sound/%u.wem", sound->media);
        else
            snprintf(place, sizeof place, "sound/%.*s/%u.wem", (int)(language.len < 64 ? language.len : 64),
                     language.at, sound->media);
        if (!strstr(place, "..") && app_path(app, place, path) && file_exists(path))
            return file_read(path, APP_FILE_MAX, out, fault);
    }
    return fault_set(fault, ERR_MISSING, "the sound %u is in no bank, and there is no %u.wem", sound->media,
                     sound->media);
}
