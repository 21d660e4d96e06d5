#include "pleo/os/os_internal.h"

#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA = 16 << 10, ARENA_MAX = 24 << 20, LOOSE_MAX = 256 };

// What the file is made into; false: it cannot be read.
static bool prepare(struct pleo *p, struct arena *arena, struct resource *r) {
    struct fault fault = {0};
    struct umf *motion = r->type == URF_MOTION ? arena_one(arena, struct umf) : NULL;
    struct usf *sound = r->type == URF_SOUND ? arena_one(arena, struct usf) : NULL;
    struct ucf *command = r->type == URF_COMMAND ? arena_one(arena, struct ucf) : NULL;
    enum err err = ERR_NONE;
    if (motion) err = umf_read(r->data, arena, motion, &fault);
    if (sound) err = usf_read(r->data, sound, &fault);
    if (command) err = ucf_read(r->data, arena, command, &fault);
    r->motion = motion, r->sound = sound, r->command = command;
    if (!err) return true;
    log_say(p, LOG_ERROR, LOG_STATS, "%s: %.70s", r->name, fault.said);
    return false;
}

static void drop(struct app *app) {
    arena_free(app->arena);
    *app = (struct app){0};
}

static struct resource *new_list(struct app *app, size_t count) {
    app->arena = arena_new(ARENA);
    if (app->arena) arena_limit(app->arena, ARENA_MAX);
    app->list = app->arena ? arena_array(app->arena, struct resource, count ? count : 1) : NULL;
    return app->list;
}

static bool open_app(struct pleo *p, enum app_place place, const char *name, struct bytes file) {
    struct app *app = &p->apps.at[place];
    struct fault fault = {0};
    struct urf *all = NULL;
    drop(app);
    struct arena *scratch = arena_new(ARENA);
    if (scratch) all = arena_one(scratch, struct urf);
    enum err err = all ? urf_read(file, scratch, all, &fault) : ERR_MEMORY;
    size_t count = 0;
    for (int type = 0; !err && type < URF_TYPES; type++) count += all->of[type].count;
    if (!err && !new_list(app, count)) err = ERR_MEMORY;
    for (int type = 0; !err && type < URF_TYPES; type++)
        for (size_t i = 0; i < all->of[type].count; i++) {
            const struct urf_entry *entry = &all->of[type].at[i];
            struct resource *r = &app->list[app->count];
            *r = (struct resource){
                .id = (uint16_t)urf_id((enum urf_type)type, i), .type = (uint8_t)type, .app = place};
            memcpy(r->name, entry->name, sizeof r->name);
            r->data = entry->data;
            if (!entry->unused && prepare(p, app->arena, r)) app->count++;
        }
    if (!err) {
        app->loaded = true;
        app->version = all->version;
        app->file = file;
        text_copy(text_of(name), app->name, sizeof app->name);
        pleo_event(p, PLEO_EVENT_KIND_APPLICATION_LOADED, 0, (float)place, 0);
        log_say(p, LOG_INFO, LOG_APPLICATION, "%s: %zu resources", name, app->count);
    } else {
        log_say(p, LOG_ERROR, LOG_APPLICATION, "%s: %.80s", name, fault.said);
        drop(app);
    }
    arena_free(scratch);
    return !err;
}

// ------------------------------------------------------------------------------------------------ looking up

static const struct resource *named(const struct app *app, unsigned type, const char *name) {
    for (size_t i = 0; app->loaded && i < app->count; i++)
        if (app->list[i].type == type && text_same_nocase(text_of(app->list[i].name), text_of(name)))
            return &app->list[i];
    return NULL;
}

const struct resource *apps_by_name(struct pleo *p, enum urf_type type, const char *name) {
    for (int place = 0; place < APPS; place++) {
        const struct resource *r = named(&p->apps.at[place], type, name);
        if (r) return r;
    }
    return NULL;
}

const struct resource *apps_any(struct pleo *p, const char *name) {
    for (int type = 0; type < URF_TYPES; type++) {
        const struct resource *r = apps_by_name(p, (enum urf_type)type, name);
        if (r) return r;
    }
    return NULL;
}

static const struct resource *numbered(const struct app *app, unsigned id) {
    size_t low = 0, high = app->loaded ? app->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (app->list[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return app->loaded && low < app->count && app->list[low].id == id ? &app->list[low] : NULL;
}

const struct resource *apps_by_id(struct pleo *p, enum app_place caller, unsigned id) {
    const struct resource *r = NULL;
    if (id & RES_LOOSE) r = numbered(&p->apps.at[APP_LOOSE], id);
    if (!r && caller < APPS) r = numbered(&p->apps.at[caller], id);
    if (!r) return NULL;
    for (int place = 0; place < (int)r->app; place++) { // who stands further to the front
        const struct resource *front = named(&p->apps.at[place], r->type, r->name);
        if (front) return front;
    }
    return r;
}

// ------------------------------------------------------------------------------------------ coming and going

static int by_id(const void *a, const void *b) {
    const struct resource *one = a, *other = b;
    return (one->id > other->id) - (one->id < other->id);
}

// Single files on the card: each is what its ending says.
static void open_loose(struct pleo *p) {
    static const struct {
        const char *ending;
        enum urf_type type;
    } ENDINGS[] = {{".usf", URF_SOUND}, {".umf", URF_MOTION}, {".ucf", URF_COMMAND}, {".amx", URF_SCRIPT}};
    struct app *app = &p->apps.at[APP_LOOSE];
    const struct card *card = p->files.card;
    unsigned next[URF_TYPES] = {0};
    drop(app);
    if (!new_list(app, LOOSE_MAX)) return;
    for (size_t i = 0; i < card->count && app->count < LOOSE_MAX; i++)
        for (int k = 0; k < 4; k++) {
            const struct card_file *file = &card->files[i];
            if (!text_same_nocase(text_of(path_extension(file->name)), text_of(ENDINGS[k].ending))) continue;
            struct resource *r = &app->list[app->count];
            unsigned type = ENDINGS[k].type;
            *r = (struct resource){.id = (uint16_t)(urf_id(type, next[type]++) + RES_LOOSE),
                                   .type = (uint8_t)type,
                                   .app = APP_LOOSE};
            struct text base = text_of(path_name(file->name));
            base.len -= strlen(ENDINGS[k].ending);
            text_copy(base, r->name, sizeof r->name);
            r->data = file->bytes;
            if (prepare(p, app->arena, r)) app->count++;
        }
    qsort(app->list, app->count, sizeof *app->list, by_id);
    app->loaded = true;
}

static bool has_scripts(const struct app *app) {
    return named(app, URF_SCRIPT, "sensors") || named(app, URF_SCRIPT, "main") ||
           named(app, URF_SCRIPT, "init");
}

// Starts the scripts of whoever rules: the user's own first, then the application's.
static void start_scripts(struct pleo *p) {
    static const struct {
        const char *name;
        enum vm vm;
        int config; // app_config that must be set; 0: none
    } FIRST[] = {{"init", VM_USER, 3}, {"sensors", VM_SENSOR, 0}, {"main", VM_MAIN, 0}};
    p->apps.rules = APP_NONE;
    for (int place = APPS - 1; place >= 0; place--)
        if (has_scripts(&p->apps.at[place])) p->apps.rules = (enum app_place)place;
    if (p->apps.rules == APP_NONE) return;
    for (int i = 0; i < 3; i++) {
        const struct resource *r = apps_by_name(p, URF_SCRIPT, FIRST[i].name);
        if (FIRST[i].vm != VM_USER && r && r->app > p->apps.rules) r = NULL; // a shadowed application rests
        if (r && (!FIRST[i].config || p->apps.config[FIRST[i].config]))
            machine_next(&p->machines.at[FIRST[i].vm], r);
    }
}

static void stop_scripts(struct pleo *p) {
    drives_end(p);
    for (int i = 0; i < VMS; i++) machine_unload(&p->machines.at[i]);
    motion_stop_all(p);
    voice_stop(p);
    command_stop(p);
}

static void close_place(struct pleo *p, enum app_place place) {
    if (p->apps.at[place].loaded && place != APP_LOOSE)
        pleo_event(p, PLEO_EVENT_KIND_APPLICATION_UNLOADED, 0, (float)place, 0);
    drop(&p->apps.at[place]);
}

void apps_start(struct pleo *p) {
    p->apps.config[2] = p->apps.config[3] = 1; // it is loaded by itself, and init is run
    if (p->config.builtin.len) open_app(p, APP_BUILTIN, "built in", p->config.builtin);
    const struct card *flash = p->config.flash;
    for (size_t i = 0; flash && i < flash->count && !p->apps.at[APP_FLASH].loaded; i++)
        if (text_same_nocase(text_of(path_extension(flash->files[i].name)), TEXT(".urf")))
            open_app(p, APP_FLASH, flash->files[i].name, flash->files[i].bytes);
    start_scripts(p);
}

void apps_card(struct pleo *p) {
    const struct card *card = p->files.card;
    stop_scripts(p);
    close_place(p, APP_LOOSE), close_place(p, APP_CARD);
    open_loose(p);
    for (size_t i = 0; i < card->count && p->apps.config[2] && !p->apps.at[APP_CARD].loaded; i++)
        if (text_same_nocase(text_of(path_extension(card->files[i].name)), TEXT(".urf")))
            open_app(p, APP_CARD, card->files[i].name, card->files[i].bytes);
    start_scripts(p);
}

void apps_uncard(struct pleo *p) {
    stop_scripts(p);
    close_place(p, APP_LOOSE), close_place(p, APP_CARD);
    files_card(p, NULL);
    start_scripts(p);
}

bool apps_load(struct pleo *p, char drive, const char *name) {
    char path[CARD_NAME_MAX + 8];
    const struct card *card = drive == 'a' ? p->files.card : p->files.flash;
    const struct card_file *file = card_find(card, text_of(name));
    if (!file) {
        text_copy(text_of(name), path, CARD_NAME_MAX);
        strcat(path, ".urf");
        file = card_find(card, text_of(path));
    }
    if (!file) return false;
    enum app_place place = drive == 'a' ? APP_CARD : APP_FLASH;
    stop_scripts(p);
    close_place(p, place);
    bool fine = open_app(p, place, file->name, file->bytes);
    start_scripts(p);
    return fine;
}

void apps_tick(struct pleo *p) {
    struct apps *a = &p->apps;
    if (a->unload) {
        a->unload = false;
        enum app_place place = a->rules;
        stop_scripts(p);
        if (place == APP_CARD || place == APP_FLASH) close_place(p, place);
        start_scripts(p);
        if (a->power_down) power_off(p, POWER_ASKED, a->power_ms);
    }
    if (!a->wanted[0]) return;
    if (!apps_load(p, a->wanted_drive, a->wanted))
        log_say(p, LOG_ERROR, LOG_APPLICATION, "%c:%s cannot be loaded", a->wanted_drive, a->wanted);
    a->wanted[0] = 0;
}

void apps_end(struct pleo *p) {
    for (int i = 0; i < APPS; i++) drop(&p->apps.at[i]);
}
