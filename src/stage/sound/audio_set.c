#include "stage/sound/audio_set.h"

#include "base/hash.h"
#include "base/sorted.h"
#include "base/system/file.h"
#include "base/system/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct audio_set *audio_set_new(void) {
    struct audio_set *set = calloc(1, sizeof *set);
    if (set) set->arena = arena_new(256 << 10);
    if (set && set->arena) return set;
    free(set);
    return NULL;
}

void audio_set_free(struct audio_set *set) {
    if (!set) return;
    for (uint32_t i = 0; i < set->file_count; i++) buf_free(&set->files[i]);
    free(set->files);
    free(set->event_names);
    free(set->event_text);
    arena_free(set->arena);
    free(set);
}

// ------------------------------------------------------------------------------------------------ files

static struct buf *new_file(struct audio_set *set, struct fault *fault) {
    if (set->file_count == set->file_room) {
        uint32_t room = set->file_room ? 2 * set->file_room : 64;
        struct buf *files = realloc(set->files, room * sizeof *files);
        if (!files) return fault_set(fault, ERR_MEMORY, "no memory for sounds"), NULL;
        set->files = files;
        set->file_room = room;
    }
    set->files[set->file_count] = (struct buf){0};
    return &set->files[set->file_count];
}

static enum err keep_file(struct audio_set *set, struct buf *file, struct bytes *out) {
    *out = (struct bytes){file->at, file->len};
    set->bytes += file->len;
    set->file_count++;
    return ERR_NONE;
}

static enum err load(struct audio_set *set, const char *path, struct bytes *out, struct fault *fault) {
    struct buf *file = new_file(set, fault);
    if (!file) return ERR_MEMORY;
    enum err err = file_read(path, AUDIO_SET_BYTES_MAX - set->bytes, file, fault);
    if (err) {
        buf_free(file);
        return err;
    }
    return keep_file(set, file, out);
}

static enum err add(struct audio_set *set, struct bytes file, const char *name, const char *folder,
                    struct fault *fault) {
    if (set->ready) return fault_set(fault, ERR_STATE, "the banks are ready already");
    if (set->bank_count == AUDIO_BANKS_MAX)
        return fault_set(fault, ERR_LIMIT, "more than %d sound banks", AUDIO_BANKS_MAX);
    struct bank *bank = &set->banks[set->bank_count];
    enum err err = bank_read(file, set->arena, bank, fault);
    if (err) return err;
    snprintf(set->names[set->bank_count], sizeof *set->names, "%s", name);
    set->folders[set->bank_count] = folder ? arena_copy_text(set->arena, folder, strlen(folder)) : NULL;
    set->bank_count++;
    return ERR_NONE;
}

enum err audio_set_bank(struct audio_set *set, struct bytes file, const char *name, const char *folder,
                        struct fault *fault) {
    if (file.len > AUDIO_SET_BYTES_MAX - set->bytes)
        return fault_set(fault, ERR_LIMIT, "more than %d MiB of sounds", AUDIO_SET_BYTES_MAX >> 20);
    struct buf *copy = new_file(set, fault);
    if (!copy) return ERR_MEMORY;
    buf_bytes(copy, file.at, file.len);
    if (copy->err) {
        buf_free(copy);
        return fault_set(fault, ERR_MEMORY, "no memory for a sound bank");
    }
    struct bytes kept;
    keep_file(set, copy, &kept);
    return add(set, kept, name, folder, fault);
}

static enum err add_file(struct audio_set *set, const char *folder, const char *relative,
                         struct fault *fault) {
    char path[600], name[64], within[600];
    if (!path_join(path, sizeof path, folder, relative))
        return fault_set(fault, ERR_LIMIT, "%s: the path is too long", relative);
    snprintf(name, sizeof name, "%.*s", (int)(strlen(path_name(relative)) - strlen(path_extension(relative))),
             path_name(relative));
    snprintf(within, sizeof within, "%.*s", (int)(path_name(path) - path), path);
    struct bytes file;
    enum err err = load(set, path, &file, fault);
    if (!err) err = add(set, file, name, within, fault);
    if (err) fault_in(fault, path);
    return err;
}

// ------------------------------------------------------------------------------------------------ folders

static enum err add_listed(struct audio_set *set, const char *folder, const struct bank_index *index,
                           struct fault *fault) {
    enum err err = ERR_NONE;
    for (size_t i = 0; i < index->banks.count && !err; i++) {
        const struct bank_index_bank *bank = &index->banks.at[i];
        char path[300], full[600];
        if (bank->path.len)
            snprintf(path, sizeof path, "%.*s", (int)bank->path.len, bank->path.at);
        else
            snprintf(path, sizeof path, "%.*s.bnk", (int)bank->name.len, bank->name.at);
        if (!strcmp(path_extension(path), "")) strncat(path, ".bnk", sizeof path - strlen(path) - 1);
        if (!path_join(full, sizeof full, folder, path)) continue;
        if (!file_exists(full)) {
            log_warn("sound", "%s: the bank is listed and not there", full);
            continue;
        }
        err = add_file(set, folder, path, fault);
    }
    return err;
}

struct walking {
    struct audio_set *set;
    const char *folder;
    bool init; // this turn takes the Init bank, which comes first, or all others
};

static enum err visit(void *user, const char *path, const char *relative, struct fault *fault) {
    struct walking *walking = user;
    (void)path;
    if (strcmp(path_extension(relative), ".bnk")) return ERR_NONE;
    if (!strcmp(path_name(relative), "Init.bnk") != walking->init) return ERR_NONE;
    return add_file(walking->set, walking->folder, relative, fault);
}

static enum err read_list(struct audio_set *set, const char *folder, const char *path, bool xml,
                          struct fault *fault) {
    struct bank_index index = {0};
    struct buf text = {0};
    struct json *document;
    enum err err;
    if (xml) {
        err = file_read(path, BANK_INDEX_BYTES_MAX, &text, fault);
        if (!err)
            err = bank_index_xml((struct text){(const char *)text.at, text.len}, path, set->arena, &index,
                                 fault);
    } else {
        err = json_read(path, set->arena, NULL, &document, fault);
        if (!err) err = bank_index_json(document, set->arena, &index, fault);
    }
    if (!err) err = add_listed(set, folder, &index, fault);
    buf_free(&text);
    return err;
}

enum err audio_set_folder(struct audio_set *set, const char *folder, struct fault *fault) {
    char json[600], xml[600];
    if (!path_join(json, sizeof json, folder, "SoundbankBundleInfo.json") ||
        !path_join(xml, sizeof xml, folder, "SoundbanksInfo.xml"))
        return fault_set(fault, ERR_LIMIT, "%s: the path is too long", folder);
    uint32_t before = set->bank_count;
    enum err err = ERR_NONE;
    if (file_exists(json))
        err = read_list(set, folder, json, false, fault);
    else if (file_exists(xml))
        err = read_list(set, folder, xml, true, fault);
    if (err || set->bank_count > before) return err;
    if (!folder_exists(folder)) return fault_at(fault, ERR_MISSING, folder, 0, 0, "there is no such folder");
    for (int turn = 0; turn < 2 && !err; turn++)
        err = folder_walk(folder, visit, &(struct walking){set, folder, !turn}, fault);
    if (!err && set->bank_count == before)
        return fault_at(fault, ERR_MISSING, folder, 0, 0, "no sound bank (*.bnk) is in it");
    return err;
}

// ---------------------------------------------------------------------------------------------- making ready

static int by_id(const void *a, const void *b) {
    const struct audio_item *left = a, *right = b;
    if (left->id != right->id) return left->id < right->id ? -1 : 1;
    return left->bank < right->bank ? -1 : left->bank > right->bank;
}

// Of those with the same id the one from the last bank stays.
static size_t keep_last(struct audio_item *items, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (i + 1 == count || items[i + 1].id != items[i].id) items[kept++] = items[i];
    return kept;
}

static bool look_inside(struct audio_set *set, struct audio_item *item) {
    const struct bank *bank = &set->banks[item->bank];
    if (item->object->kind == BANK_ACTION) {
        struct bank_deed *deed = arena_one(set->arena, struct bank_deed);
        if (!deed) return false;
        bank_deed(bank, item->object, deed);
        item->deed = deed;
        return true;
    }
    if (item->object->kind >= BANK_MUSIC_SEGMENT && item->object->kind <= BANK_MUSIC_PLAYLIST) {
        struct bank_music *music = arena_one(set->arena, struct bank_music);
        if (!music) return false;
        if (bank_music(bank, item->object, set->arena, music)) item->music = music, item->node = &music->node;
        return true;
    }
    struct bank_node *node = arena_one(set->arena, struct bank_node);
    if (node && (item->object->kind == BANK_BUS || item->object->kind == BANK_AUX_BUS)) {
        if (bank_bus(bank, item->object, set->arena, node)) item->node = node;
        return true;
    }
    if (!node) return false;
    bank_node(bank, item->object, set->arena, node);
    item->node = node;
    if (item->object->kind != BANK_BLEND) return true;
    struct bank_blend *blend = arena_one(set->arena, struct bank_blend);
    if (!blend) return false;
    if (bank_blend(bank, item->object, set->arena, blend)) item->blend = blend;
    return true;
}

static int source_by_id(const void *a, const void *b) {
    const struct audio_source *left = a, *right = b;
    return left->id < right->id ? -1 : left->id > right->id;
}

// A file beside the bank, in one of the places where it may be.
static bool find_beside(struct audio_set *set, uint32_t bank, uint32_t media, const char *extension,
                        struct bytes *out) {
    static const char *const WITHIN[] = {"", "English(US)/", "SFX/", "Cozmo/", "../"};
    for (size_t i = 0; set->folders[bank] && i < sizeof WITHIN / sizeof *WITHIN; i++) {
        char path[700];
        snprintf(path, sizeof path, "%s%s%u.%s", set->folders[bank], WITHIN[i], media, extension);
        size_t len = strlen(set->folders[bank]);
        if (len && set->folders[bank][len - 1] != '/')
            snprintf(path, sizeof path, "%s/%s%u.%s", set->folders[bank], WITHIN[i], media, extension);
        struct fault fault = {0};
        if (file_exists(path) && !load(set, path, out, &fault)) return true;
        if (fault.err) log_warn("sound", "%s: %s", path, fault.said);
    }
    return false;
}

static struct audio_source find_source(struct audio_set *set, uint32_t bank, const struct bank_sound *sound) {
    struct audio_source source = {0};
    struct bytes file = {0}, inside = {0};
    for (uint32_t b = set->bank_count; b-- && !inside.len;) inside = bank_media(&set->banks[b], sound->media);
    bool beside = sound->source != BANK_EMBEDDED || !inside.len;
    struct fault why = {0};
    if (beside && find_beside(set, bank, sound->media, "wem", &file)) audio_source_wem(file, &source, &why);
    if (source.coding == AUDIO_NOTHING && inside.len) audio_source_wem(inside, &source, &why);
    // Whoever has a Vorbis sound as a WAV file lays it beside.
    if (source.coding == AUDIO_NOTHING && find_beside(set, bank, sound->media, "wav", &file))
        audio_source_wav(file, &source, &why);
    if (source.coding == AUDIO_NOTHING) {
        set->missing++;
        if (why.err == ERR_UNSUPPORTED)
            set->vorbis++;
        else if (why.err && !set->broken++) {
            char number[32];
            snprintf(number, sizeof number, "sound %u", sound->media);
            set->first_broken = why;
            fault_in(&set->first_broken, number);
        }
    }
    source.id = sound->media;
    return source;
}

static enum err find_sources(struct audio_set *set) {
    size_t most = 0;
    for (size_t i = 0; i < set->item_count; i++) {
        most += set->items[i].object->kind == BANK_SOUND && set->items[i].object->known;
        most += set->items[i].music ? set->items[i].music->sources.count : 0;
    }
    set->sources = arena_array(set->arena, struct audio_source, most + 1);
    if (!set->sources) return ERR_MEMORY;
    for (size_t i = 0; i < set->item_count; i++) {
        const struct audio_item *item = &set->items[i];
        if (item->object->kind == BANK_SOUND && item->object->known)
            set->sources[set->source_count++] =
                (struct audio_source){.id = item->object->sound.media, .frames = i}; // until it is looked for
        for (size_t k = 0; item->music && k < item->music->sources.count; k++)
            set->sources[set->source_count++] =
                (struct audio_source){.id = item->music->sources.at[k].media, .frames = i, .loop_start = k};
    }
    qsort(set->sources, set->source_count, sizeof *set->sources, source_by_id);
    size_t kept = 0;
    for (size_t i = 0; i < set->source_count; i++) {
        if (kept && set->sources[kept - 1].id == set->sources[i].id) continue;
        const struct audio_item *item = &set->items[set->sources[i].frames];
        const struct bank_sound *sound =
            item->music ? &item->music->sources.at[set->sources[i].loop_start] : &item->object->sound;
        set->sources[kept++] = find_source(set, item->bank, sound);
    }
    set->source_count = kept;
    return ERR_NONE;
}

static uint64_t hash_of(const struct audio_set *set) {
    uint64_t hash = 1;
    for (uint32_t i = 0; i < set->file_count; i++) hash = hash64(hash, set->files[i].at, set->files[i].len);
    return hash ? hash : 1;
}

enum err audio_set_ready(struct audio_set *set, struct fault *fault) {
    if (set->ready) return ERR_NONE;
    size_t count = 0;
    for (uint32_t b = 0; b < set->bank_count; b++) count += set->banks[b].objects.count;
    set->items = arena_array(set->arena, struct audio_item, count + 1);
    if (!set->items) return fault_set(fault, ERR_MEMORY, "no memory for sounds");
    for (uint32_t b = 0; b < set->bank_count; b++)
        for (size_t i = 0; i < set->banks[b].objects.count; i++) {
            const struct bank_object *object = &set->banks[b].objects.at[i];
            set->items[set->item_count++] =
                (struct audio_item){.id = object->id, .bank = b, .object = object, .source = UINT32_MAX};
        }
    qsort(set->items, set->item_count, sizeof *set->items, by_id);
    set->item_count = keep_last(set->items, set->item_count);
    for (size_t i = 0; i < set->item_count; i++) {
        if (!look_inside(set, &set->items[i])) return fault_set(fault, ERR_MEMORY, "no memory for sounds");
        enum bank_kind kind = set->items[i].object->kind;
        if (kind == BANK_RANDOM || kind == BANK_MUSIC_TRACK || kind == BANK_MUSIC_PLAYLIST)
            set->items[i].memory = set->memories++;
    }
    if (find_sources(set)) return fault_set(fault, ERR_MEMORY, "no memory for sounds");
    for (size_t i = 0; i < set->item_count; i++)
        if (set->items[i].object->kind == BANK_SOUND && set->items[i].object->known) {
            const struct audio_source *source = audio_set_source(set, set->items[i].object->sound.media);
            set->items[i].source = (uint32_t)(source - set->sources);
        }
    set->hash = hash_of(set);
    set->ready = true;
    return ERR_NONE;
}

// ------------------------------------------------------------------------------------------------ finding

const struct audio_item *audio_set_item(const struct audio_set *set, uint32_t id) {
    return sorted_find(set->items, set->item_count, sizeof *set->items, id);
}

const struct audio_source *audio_set_source(const struct audio_set *set, uint32_t media) {
    return sorted_find(set->sources, set->source_count, sizeof *set->sources, media);
}
