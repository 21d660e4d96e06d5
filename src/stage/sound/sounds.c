#include "stage/sound/sounds.h"

#include "base/hash.h"
#include "base/plural.h"
#include "base/sorted.h"
#include "base/system/file.h"
#include "base/system/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool at(char *out, size_t size, const char *folder, const char *within, const char *creature) {
    int len = snprintf(out, size, "%s/%s%s-sound", folder, within, creature);
    return len > 0 && (size_t)len < size && folder_exists(out);
}

static bool find_ours(const char *creature, char *out, size_t size) {
    static const char *const PLACES[] = {"../../assets/", "../assets/", "../share/critter/", "assets/"};
    const char *said = getenv("CRITTER_SOUNDS");
    if (said) return at(out, size, said, "", creature);
    char own[500];
    ssize_t len = readlink("/proc/self/exe", own, sizeof own - 1);
    own[len > 0 ? len : 0] = 0;
    char *slash = strrchr(own, '/');
    if (!slash) return false;
    *slash = 0;
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        if (at(out, size, own, PLACES[i], creature)) return true;
    return at(out, size, "/usr/local/share/critter", "", creature) ||
           at(out, size, "/usr/share/critter", "", creature);
}

// Where banks lie in the robots' own trees. ERR_MISSING: there are none.
static enum err add_theirs(struct audio_set *set, const char *resources, struct fault *fault) {
    static const char *const WITHIN[] = {
        "sound",        "assets/cozmo_resources/sound", "cozmo_resources/sound",
        "assets/sound", "assets/cozmo/sound",           "."};
    for (size_t i = 0; i < sizeof WITHIN / sizeof *WITHIN; i++) {
        char path[600];
        if (!path_join(path, sizeof path, resources, WITHIN[i]) || !folder_exists(path)) continue;
        *fault = (struct fault){0};
        enum err err = audio_set_folder(set, path, fault);
        if (err != ERR_MISSING) return err;
    }
    return ERR_MISSING;
}

static void take_theirs(struct audio_set *set, const char *resources) {
    struct fault fault = {0};
    char line[700];
    enum err err = add_theirs(set, resources, &fault);
    if (err && err != ERR_MISSING)
        log_warn("sound", "%s; sounds of our own are used", fault_text(&fault, line, sizeof line));
}

// ------------------------------------------------------------------------------------------------ names

static int by_id(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// Names are only for people: a set works without them.
static void read_names(struct audio_set *set, const char *folder) {
    char path[700];
    struct buf file = {0};
    if (!path_join(path, sizeof path, folder, "names.txt") || file_read(path, 4 << 20, &file, NULL)) return;
    size_t lines = 1;
    for (size_t i = 0; i < file.len; i++) lines += file.at[i] == '\n';
    set->event_names = calloc(lines, sizeof *set->event_names);
    set->event_text = buf_take(&file);
    for (char *line = set->event_names ? set->event_text : NULL; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        if (*line)
            set->event_names[set->event_name_count++] = (struct audio_event_name){fnv1_32_lower(line), line};
        line = end ? end + 1 : NULL;
    }
    if (set->event_name_count)
        qsort(set->event_names, set->event_name_count, sizeof *set->event_names, by_id);
}

const char *sounds_name(const struct audio_set *set, uint32_t id) {
    const struct audio_event_name *found =
        set ? sorted_find(set->event_names, set->event_name_count, sizeof *set->event_names, id) : NULL;
    return found ? found->name : NULL;
}

// ------------------------------------------------------------------------------------------------ a set

struct audio_set *sounds_open(const char *creature, const char *resources) {
    char folder[600];
    struct fault fault = {0};
    struct audio_set *set = audio_set_new();
    if (!set) return NULL;
    enum err err = ERR_NONE;
    if (find_ours(creature, folder, sizeof folder)) {
        err = audio_set_folder(set, folder, &fault);
        read_names(set, folder);
    }
    if (!err && resources) take_theirs(set, resources);
    if (!err && set->bank_count) err = audio_set_ready(set, &fault);
    if (err) {
        char line[700];
        log_warn("sound", "%s", fault_text(&fault, line, sizeof line));
    }
    if (!err && set->broken) {
        char line[700];
        log_warn("sound", "%s cannot be read; the first: %s", PLURAL(set->broken, "sound"),
                 fault_text(&set->first_broken, line, sizeof line));
    }
    if (!err && set->bank_count) return set;
    log_debug("sound", "no sounds for %s were found: tones stand for all of them", creature);
    audio_set_free(set);
    return NULL;
}

void sounds_close(struct audio_set *set) { audio_set_free(set); }

enum err sounds_check(const char *resources, uint32_t *broken, struct fault *fault) {
    struct audio_set *set = audio_set_new();
    *broken = 0;
    if (!set) return fault_set(fault, ERR_MEMORY, "no memory for sounds");
    enum err err = add_theirs(set, resources, fault);
    if (!err) err = audio_set_ready(set, fault);
    if (!err && set->broken) *broken = set->broken, *fault = set->first_broken, err = fault->err;
    if (err && !set->broken && err != ERR_MISSING) *broken = 1; // a bank
    audio_set_free(set);
    if (err == ERR_MISSING && !*broken) *fault = (struct fault){0}, err = ERR_NONE;
    return err;
}
