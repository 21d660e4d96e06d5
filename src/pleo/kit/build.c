#include "pleo/kit/build.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "pleo/kit/build_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// ---- what is said

void site_say(const struct site *site, const char *format, ...) {
    char line[4096], shown[4096];
    va_list list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (site->build->say)
        site->build->say(site->build->user, false, text_shown(text_of(line), shown, sizeof shown));
}

void site_complain(struct site *site, const struct fault *fault) {
    char line[1024];
    site->build->errors++;
    if (site->build->say) site->build->say(site->build->user, true, fault_text(fault, line, sizeof line));
}

// ---- names of files

static const char *const ENDINGS[URF_TYPES] = {"usf", "umf", "ucf", "amx", ""};

bool site_made(const struct site *site, enum urf_type type, const char *name, char out[KIT_PATH]) {
    return snprintf(out, KIT_PATH, "%s/%s/%s.%s", site->project->temp, enumeration_plural(type), name,
                    ENDINGS[type]) < KIT_PATH;
}

static void include_path(const struct site *site, enum urf_type type, char out[KIT_PATH]) {
    snprintf(out, KIT_PATH, "%s/%s.inc", site->project->include, enumeration_plural(type));
}

static void ids_path(enum urf_type type, char out[KIT_PATH]) {
    snprintf(out, KIT_PATH, "%s.xml", enumeration_plural(type));
}

// ---- the steps

static enum err open_site(struct kit_build *build, struct site *site, struct fault *fault) {
    *site = (struct site){.build = build};
    for (int t = 0; t < URF_TYPES; t++) site->names[t].type = (enum urf_type)t;
    enum err err = kit_files_open(&site->files, build->project, build->includes, fault);
    struct buf xml = {0};
    if (!err) err = file_read(build->project, PROJECT_BYTES_MAX + 1, &xml, fault);
    struct text text = {(const char *)xml.at, xml.len};
    if (!err) err = project_read(text, build->project, &site->project, fault);
    buf_free(&xml);
    if (err) return err;
    char path[KIT_PATH];
    if (strlen(site->project->temp) > KIT_PATH / 2 || strlen(site->project->include) > KIT_PATH / 2 ||
        strlen(site->project->build) > KIT_PATH / 2)
        return fault_at(fault, ERR_LIMIT, build->project, 0, 0, "the name of a folder is too long");
    snprintf(path, sizeof path, "%s/built.json", site->project->temp);
    site->memory = kit_memory_open(&site->files, path);
    return site->memory ? ERR_NONE : fault_set(fault, ERR_MEMORY, "no memory");
}

static void close_site(struct site *site) {
    for (int t = 0; t < URF_TYPES; t++) enumeration_free(&site->names[t]);
    constants_free(&site->constants);
    free(site->scanned_files.at);
    kit_memory_close(site->memory);
    kit_files_close(&site->files);
    project_free(site->project);
}

static enum err number_type(struct site *site, enum urf_type type, struct fault *fault) {
    struct enumeration *names = &site->names[type];
    char path[KIT_PATH];
    struct buf old = {0}, text = {0};
    ids_path(type, path);
    site_say(site, "Updating enumeration XML '%s'", path);
    enum err err = kit_files_read(&site->files, path, ENUMERATION_BYTES_MAX, &old, fault);
    if (err == ERR_MISSING) {
        *fault = (struct fault){0};
        err = ERR_NONE;
    } else if (!err) {
        err = enumeration_read(names, (struct text){(const char *)old.at, old.len}, path, fault);
    }
    const struct project_list *list = &site->project->of[type];
    for (size_t i = 0; i < list->count && !err; i++) {
        unsigned id;
        err = enumeration_add(names, list->at[i].name, &id, fault);
    }
    if (!err && names->count) {
        enumeration_xml(names, &text);
        err = text.err ? fault_set(fault, text.err, "no memory")
                       : kit_files_keep(&site->files, path, text.at, text.len, fault);
    }
    buf_clear(&text);
    include_path(site, type, path);
    if (!err && enumeration_present(names)) {
        site_say(site, "Creating enumeration '%s'", path);
        enumeration_include(names, &text);
        err = text.err ? fault_set(fault, text.err, "no memory")
                       : kit_files_write(&site->files, path, text.at, text.len, fault);
    } else if (!err) {
        site_say(site, "no data for %s", enumeration_plural(type));
        char place[KIT_PATH];
        if (kit_files_place(&site->files, path, place)) unlink(place); // of a build that had some
    }
    buf_free(&old);
    buf_free(&text);
    return err;
}

static enum err stopped(const struct site *site, struct fault *fault) {
    if (!site->build->stop || !*site->build->stop) return ERR_NONE;
    return fault_set(fault, ERR_CANCELLED, "stopped; what was built stays, the same command goes on");
}

static enum err process(struct site *site, struct fault *fault) {
    for (int t = 0; t < URF_PROPERTY; t++)
        for (size_t i = 0; i < site->project->of[t].count; i++) {
            const struct project_resource *resource = &site->project->of[t].at[i];
            char made[KIT_PATH];
            struct fault inside = {0};
            enum err err = stopped(site, fault);
            if (err) return err;
            if (!site_made(site, (enum urf_type)t, resource->name, made))
                err = fault_set(&inside, ERR_LIMIT, "the name of its file is too long");
            else
                err = site_convert(site, (enum urf_type)t, resource, made, &inside);
            if (err == ERR_MEMORY) {
                *fault = inside;
                return err;
            }
            if (!err) continue;
            // A source that is not there is the project file's mistake.
            struct fault shown = {0};
            if (err == ERR_MISSING && !inside.line)
                fault_at(&shown, err, site->build->project, resource->line, 0, "%s", inside.said);
            site_complain(site, shown.err ? &shown : &inside);
        }
    if (!site->build->errors) return ERR_NONE;
    return fault_set(fault, ERR_SYNTAX, "%s could not be built; nothing was written for the card",
                     PLURAL(site->build->errors, "resource"));
}

// ---- the file for the card

// What a resource was made into: as it stands in the file of the build before, or read again.
static enum err load_made(struct site *site, enum urf_type type, const struct urf *before,
                          struct urf_entry *entry, struct arena *arena, struct fault *fault) {
    char made[KIT_PATH];
    struct buf loaded = {0};
    const struct urf_entry *old = urf_find(before, type, text_of(entry->name));
    site_made(site, type, entry->name, made);
    if (old && kit_sum_of(old->data.at, old->data.len) == kit_files_sum(&site->files, made)) {
        entry->data = old->data;
        return ERR_NONE;
    }
    enum err err = kit_files_read(&site->files, made, URF_BYTES_MAX, &loaded, fault);
    if (!err) entry->data = (struct bytes){arena_copy(arena, loaded.at, loaded.len), loaded.len};
    if (!err && !entry->data.at) err = fault_set(fault, ERR_MEMORY, "no memory");
    buf_free(&loaded);
    return err;
}

static enum err place_entries(struct site *site, struct urf *all, const struct urf *before,
                              struct arena *arena, struct fault *fault) {
    for (int t = 0; t < URF_TYPES; t++) {
        const struct enumeration *names = &site->names[t];
        unsigned base = urf_id((enum urf_type)t, 0);
        size_t count = 0;
        for (size_t i = 0; i < names->count; i++)
            if (names->at[i].present && names->at[i].id - base >= count) count = names->at[i].id - base + 1;
        struct urf_list *list = &all->of[t];
        *list = (struct urf_list){arena_array(arena, struct urf_entry, count), count};
        if (!list->at) return fault_set(fault, ERR_MEMORY, "no memory");
        for (size_t i = 0; i < count; i++) list->at[i].unused = true;
        for (size_t i = 0; i < names->count; i++) {
            if (!names->at[i].present) continue;
            struct urf_entry *entry = &list->at[names->at[i].id - base];
            entry->unused = false;
            memcpy(entry->name, names->at[i].name, sizeof entry->name);
            if (t == URF_PROPERTY) continue;
            enum err err = load_made(site, (enum urf_type)t, before, entry, arena, fault);
            if (err) return err;
        }
    }
    return ERR_NONE;
}

static void say_layout(const struct site *site, const struct urf *all) {
    char when[64] = "", made[KIT_PATH];
    time_t built = all->built;
    struct tm parts;
    if (localtime_r(&built, &parts)) strftime(when, sizeof when, "%a %b %e %H:%M:%S %Y", &parts);
    site_say(site, "Version is %u", (unsigned)all->version);
    site_say(site, "Build Time is %u (%s)", (unsigned)all->built, when);
    for (int t = 0; t < URF_TYPES; t++)
        for (size_t i = 0; i < all->of[t].count; i++) {
            const struct urf_entry *entry = &all->of[t].at[i];
            if (entry->unused) continue;
            if (t == URF_PROPERTY)
                snprintf(made, sizeof made, "%s", entry->name);
            else
                site_made(site, (enum urf_type)t, entry->name, made);
            site_say(site, "writing %s (0x%x) at 0x%xL", made, urf_id((enum urf_type)t, i),
                     (unsigned)entry->offset);
        }
    for (int t = 0; t < URF_TYPES; t++) {
        const char *signature = urf_signature((enum urf_type)t);
        site_say(site, "writing %s toc at 0x%xL", *signature == ' ' ? signature + 1 : signature,
                 (unsigned)all->index[t]);
    }
}

static enum err say_fit(const struct site *site, const struct urf *all, struct fault *fault) {
    unsigned size = (unsigned)all->size + 8;
    if (!urf_fits(all))
        return fault_set(fault, ERR_LIMIT, "%s: %u bytes are more than the %d of Pleo's flash",
                         site->build->urf, size, URF_FLASH);
    site_say(site, "URF file fits: %u of %d. %u free", size, URF_FLASH, (unsigned)urf_free(all));
    site_say(site, "Adler32 crc is %08X", (unsigned)all->checksum);
    return ERR_NONE;
}

enum err site_write(struct site *site, struct fault *fault) {
    char path[KIT_PATH];
    if (snprintf(path, sizeof path, "%s/%s.urf", site->project->build, site->project->name) >= KIT_PATH)
        return fault_set(fault, ERR_LIMIT, "the name of the project is too long");
    site_say(site, "*** Writing %s ***", path);
    struct urf all = {.built = site->build->now, .version = site->project->version}, before = {0};
    struct arena *arena = arena_new(64 << 10);
    struct buf old = {0}, out = {0};
    if (arena) arena_limit(arena, 4u * URF_BYTES_MAX);
    if (!arena || kit_files_read(&site->files, path, URF_BYTES_MAX, &old, NULL) ||
        urf_read((struct bytes){old.at, old.len}, arena, &before, NULL))
        before = (struct urf){0};
    enum err err =
        arena ? place_entries(site, &all, &before, arena, fault) : fault_set(fault, ERR_MEMORY, "no memory");
    if (!err) err = urf_write(&all, &out, fault);
    if (!err) say_layout(site, &all);
    kit_files_place(&site->files, path, site->build->urf); // also of a file that is not there yet
    if (!err) err = say_fit(site, &all, fault);
    if (!err) err = kit_files_keep(&site->files, path, out.at, out.len, fault);
    arena_free(arena);
    buf_free(&old);
    buf_free(&out);
    return err;
}

enum err kit_build(struct kit_build *build, struct fault *fault) {
    struct site *site = malloc(sizeof *site);
    struct fault own = {0};
    if (!fault) fault = &own;
    if (!site) return fault_set(fault, ERR_MEMORY, "no memory");
    build->built = build->kept = build->errors = 0, build->urf[0] = 0;
    enum err err = open_site(build, site, fault);
    if (!err) site_say(site, "*** Preprocessing ***");
    for (int t = 0; t < URF_TYPES && !err; t++) err = number_type(site, (enum urf_type)t, fault);
    if (!err) site_say(site, "*** Processing ***");
    if (!err) {
        struct fault unsaved = {0};
        err = process(site, fault);
        // What was built is remembered, also when the rest failed.
        if (kit_memory_save(site->memory, &unsaved) && !err) {
            *fault = unsaved;
            err = unsaved.err;
        }
    }
    if (!err) err = site_write(site, fault);
    close_site(site);
    free(site);
    return err;
}

// ---- clean

static void remove_file(const struct site *site, const char *path) {
    char place[KIT_PATH];
    if (!kit_files_place(&site->files, path, place)) return;
    site_say(site, "Removing %s", path);
    unlink(place);
}

// A folder of the project's own. "." or one above would take the sources with it.
static enum err remove_folder(const struct site *site, const char *path, struct fault *fault) {
    char place[KIT_PATH];
    struct text rest = text_of(path), step;
    bool own = path[0] != '/', named = false;
    while (text_split(&rest, '/', &step)) {
        if (text_is(step, "..")) own = false;
        if (step.len && !text_is(step, ".")) named = true;
    }
    if (!own || !named)
        return fault_set(fault, ERR_DENIED, "the folder \"%s\" is not removed: it is not the project's own",
                         path);
    return kit_files_place(&site->files, path, place) ? folder_remove(place, fault) : ERR_NONE;
}

enum err kit_clean(struct kit_build *build, struct fault *fault) {
    struct site *site = malloc(sizeof *site);
    if (!site) return fault_set(fault, ERR_MEMORY, "no memory");
    enum err err = open_site(build, site, fault);
    if (!err) {
        char path[KIT_PATH];
        site_say(site, "*** Cleaning ***");
        for (int t = 0; t < URF_TYPES; t++) {
            include_path(site, (enum urf_type)t, path);
            remove_file(site, path);
            ids_path((enum urf_type)t, path);
            remove_file(site, path);
        }
        site_say(site, "Complete Clean: Removing build directory '%s'", site->project->build);
        err = remove_folder(site, site->project->build, fault);
        if (!err) err = remove_folder(site, site->project->temp, fault);
    }
    close_site(site);
    free(site);
    return err;
}
