// One resource of a build: from its source to the file that the robot reads.
#include "base/plural.h"
#include "pleo/kit/build_internal.h"
#include "pleo/kit/command.h"
#include "pleo/kit/motion.h"
#include "pleo/kit/script.h"
#include "pleo/kit/sound.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

// ---- names that tables use

static bool sound_id(void *user, struct text name, unsigned *id) {
    const struct site *site = user;
    return enumeration_find(&site->names[URF_SOUND], name, id) ||
           enumeration_find(&site->names[URF_COMMAND], name, id);
}

static bool resource_id(void *user, bool motion, struct text name, unsigned *id) {
    const struct site *site = user;
    return enumeration_find(&site->names[motion ? URF_MOTION : URF_SOUND], name, id);
}

static bool constant_of(void *user, struct text name, int32_t *value) {
    const struct site *site = user;
    return constants_find(&site->constants, name, value);
}

static enum err scan(struct site *site, const char *path, struct fault *fault) {
    struct buf text = {0};
    if (kit_files_read(&site->files, path, SITE_FILE_MAX, &text, NULL)) return ERR_NONE; // gone meanwhile
    enum err err = constants_scan(&site->constants, (struct text){(const char *)text.at, text.len}, fault);
    buf_free(&text);
    return err;
}

static int by_name(const void *a, const void *b) { return strcmp(a, b); }

static enum err note(struct site *site, const char *path, struct fault *fault) {
    void *more =
        realloc(site->scanned_files.at, (site->scanned_files.count + 1) * sizeof *site->scanned_files.at);
    if (!more) return fault_set(fault, ERR_MEMORY, "no memory");
    site->scanned_files.at = more;
    text_copy(text_of(path), site->scanned_files.at[site->scanned_files.count++], KIT_PATH);
    return ERR_NONE;
}

static enum err list_folder(struct site *site, const char *folder, struct fault *fault) {
    char place[KIT_PATH], path[KIT_PATH];
    size_t from = site->scanned_files.count;
    if (!kit_files_place(&site->files, folder, place)) return ERR_NONE;
    DIR *dir = opendir(place);
    enum err err = ERR_NONE;
    for (struct dirent *entry; dir && !err && (entry = readdir(dir));)
        if (text_ends(text_of(entry->d_name), ".inc") &&
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            err = note(site, path, fault);
    if (dir) closedir(dir);
    if (site->scanned_files.count > from)
        qsort(site->scanned_files.at + from, site->scanned_files.count - from, sizeof *site->scanned_files.at,
              by_name);
    return err;
}

// Constants of any include may stand in a table: the project's folders first, then the kit.
static enum err scan_includes(struct site *site, struct fault *fault) {
    if (site->scanned) return ERR_NONE;
    enum err err = ERR_NONE;
    for (size_t i = 0; i < site->project->include_count && !err; i++)
        err = list_folder(site, site->project->includes[i], fault);
    for (size_t i = 0; i < site->scanned_files.count && !err; i++)
        err = scan(site, site->scanned_files.at[i], fault);
    for (const struct embedded *file = site->build->includes; file && file->path && !err; file++)
        err = constants_scan(&site->constants, (struct text){(const char *)file->bytes, file->len}, fault);
    site->scanned = !err;
    return err;
}

// ---- one function a type

static enum err fault_here(struct fault *fault, const char *path) {
    fault_in(fault, path);
    return fault->err;
}

static enum err read_here(struct site *site, const char *path, struct buf *out, struct fault *fault) {
    return kit_files_read(&site->files, path, SITE_FILE_MAX, out, fault) ? fault_here(fault, path) : ERR_NONE;
}

static enum err convert_sound(struct site *site, const struct project_resource *from, const char *made,
                              struct fault *fault) {
    char how[96];
    snprintf(how, sizeof how, "adpcm:%d pitch:1 freq:%u", from->adpcm, from->rate);
    if (kit_memory_fresh(site->memory, made, how)) return site->build->kept++, ERR_NONE;
    kit_memory_begin(site->memory, made, how);
    kit_memory_from(site->memory, from->path);
    site_say(site, "Converting %s to %s %s", from->path, made, how);
    struct buf wav = {0}, usf = {0};
    enum err err = read_here(site, from->path, &wav, fault);
    struct usf_spec spec = {.name = from->name, .adpcm = from->adpcm, .rate = from->rate, .loops = 1};
    if (!err && sound_from_wav((struct bytes){wav.at, wav.len}, &spec, &usf, fault))
        err = fault_here(fault, from->path);
    if (!err) err = kit_files_write(&site->files, made, usf.at, usf.len, fault);
    buf_free(&wav);
    buf_free(&usf);
    return err;
}

// Where the generated includes lie: they hold the numbers that a table's names became.
static void from_include(struct site *site, enum urf_type type) {
    char path[KIT_PATH];
    if (snprintf(path, sizeof path, "%s/%s.inc", site->project->include, enumeration_plural(type)) < KIT_PATH)
        kit_memory_from(site->memory, path);
}

static enum err convert_motion(struct site *site, const struct project_resource *from, const char *made,
                               struct fault *fault) {
    static const char HOW[] = "UMF3 format";
    if (kit_memory_fresh(site->memory, made, HOW)) return site->build->kept++, ERR_NONE;
    kit_memory_begin(site->memory, made, HOW);
    kit_memory_from(site->memory, from->path);
    from_include(site, URF_SOUND);
    from_include(site, URF_COMMAND);
    site_say(site, "Converting %s to %s, %s", from->path, made, HOW);
    struct buf csv = {0}, umf = {0};
    struct arena *arena = arena_new(1 << 20);
    struct umf motion;
    struct motion_size size;
    struct motion_sounds sounds = {.id = sound_id, .user = site};
    enum err err =
        arena ? read_here(site, from->path, &csv, fault) : fault_set(fault, ERR_MEMORY, "no memory");
    struct text text = {(const char *)csv.at, csv.len};
    if (!err) err = motion_from_csv(text, from->path, from->name, &sounds, arena, &motion, &size, fault);
    if (!err && umf_write(&motion, &umf, fault)) err = fault_here(fault, from->path);
    if (!err) err = kit_files_write(&site->files, made, umf.at, umf.len, fault);
    if (!err)
        site_say(site, "done writing umf3 file; average vector length=%u, count=%zu; frames=%zu",
                 size.mean_vector, motion.count, size.frames);
    arena_free(arena);
    buf_free(&csv);
    buf_free(&umf);
    return err;
}

static enum err convert_command(struct site *site, const struct project_resource *from, const char *made,
                                struct fault *fault) {
    static const char HOW[] = "UCF4 format";
    if (kit_memory_fresh(site->memory, made, HOW)) return site->build->kept++, ERR_NONE;
    enum err err = scan_includes(site, fault);
    if (err) return err;
    kit_memory_begin(site->memory, made, HOW);
    kit_memory_from(site->memory, from->path);
    from_include(site, URF_SOUND);
    from_include(site, URF_MOTION);
    for (size_t i = 0; i < site->scanned_files.count; i++)
        kit_memory_from(site->memory, site->scanned_files.at[i]);
    site_say(site, "Converting %s to %s", from->path, made);
    struct buf csv = {0}, ucf = {0};
    struct arena *arena = arena_new(64 << 10);
    struct ucf command;
    struct command_names names = {.resource = resource_id, .constant = constant_of, .user = site};
    err = arena ? read_here(site, from->path, &csv, fault) : fault_set(fault, ERR_MEMORY, "no memory");
    struct text text = {(const char *)csv.at, csv.len};
    if (!err) err = command_from_csv(text, from->path, from->name, &names, arena, &command, fault);
    if (!err && ucf_write(&command, &ucf, fault)) err = fault_here(fault, from->path);
    if (!err) err = kit_files_write(&site->files, made, ucf.at, ucf.len, fault);
    arena_free(arena);
    buf_free(&csv);
    buf_free(&ucf);
    return err;
}

static void say_line(void *user, bool wrong, const char *line) {
    const struct site *site = user;
    if (site->build->say) site->build->say(site->build->user, wrong, line);
}

static enum err convert_script(struct site *site, const struct project_resource *from, const char *made,
                               struct fault *fault) {
    struct kit_script script = {.source = from->path,
                                .output = made,
                                .command = site->project->compiler,
                                .includes = site->project->includes,
                                .include_count = site->project->include_count,
                                .say = say_line,
                                .user = site};
    struct buf command = {0};
    kit_script_command(&script, &command);
    const char *how = command.at ? (const char *)command.at : "";
    enum err err = ERR_NONE;
    if (kit_memory_fresh(site->memory, made, how)) {
        site->build->kept++;
    } else {
        kit_memory_begin(site->memory, made, how);
        site_say(site, "Building script '%s'", from->path);
        site_say(site, "execute '%s'", from->path);
        site_say(site, "@ %s", how);
        err = kit_script_build(&script, &site->files, site->memory, fault);
    }
    buf_free(&command);
    return err;
}

enum err site_convert(struct site *site, enum urf_type type, const struct project_resource *resource,
                      const char *made, struct fault *fault) {
    static enum err (*const CONVERT[])(struct site *, const struct project_resource *, const char *,
                                       struct fault *) = {convert_sound, convert_motion, convert_command,
                                                          convert_script};
    unsigned kept = site->build->kept;
    enum err err = CONVERT[type](site, resource, made, fault);
    if (err)
        kit_memory_forget(site->memory, made);
    else if (site->build->kept == kept)
        site->build->built++;
    return err;
}
