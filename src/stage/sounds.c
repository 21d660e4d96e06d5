#include "stage/sounds.h"

#include "base/file.h"
#include "base/log.h"

#include <pthread.h>
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

// Where banks lie in the robots' own trees.
static void add_theirs(struct audio_set *set, const char *resources) {
    static const char *const WITHIN[] = {
        "sound",        "assets/cozmo_resources/sound", "cozmo_resources/sound",
        "assets/sound", "assets/cozmo/sound",           "."};
    for (size_t i = 0; i < sizeof WITHIN / sizeof *WITHIN; i++) {
        char path[600];
        struct fault fault = {0};
        if (!path_join(path, sizeof path, resources, WITHIN[i]) || !folder_exists(path)) continue;
        if (!audio_set_folder(set, path, &fault)) return;
        if (fault.err == ERR_MISSING) continue;
        char line[700];
        log_warn("sound", "%s; sounds of our own are used", fault_text(&fault, line, sizeof line));
        return;
    }
}

static struct audio_set *open_set(const char *creature, const char *resources) {
    char folder[600];
    struct fault fault = {0};
    struct audio_set *set = audio_set_new();
    if (!set) return NULL;
    enum err err = ERR_NONE;
    if (find_ours(creature, folder, sizeof folder)) err = audio_set_folder(set, folder, &fault);
    if (!err && resources) add_theirs(set, resources);
    if (!err && set->bank_count) err = audio_set_ready(set, &fault);
    if (err) {
        char line[700];
        log_warn("sound", "%s", fault_text(&fault, line, sizeof line));
    }
    if (!err && set->bank_count) return set;
    log_debug("sound", "no sounds for %s were found: tones stand for all of them", creature);
    audio_set_free(set);
    return NULL;
}

// ------------------------------------------------------------------------------------------------ shared

// Ours are read once in a program and kept: a set never changes, and many short plays would read them again and again.
static struct kept {
    char creature[16];
    struct audio_set *set;
} kept[4];
static pthread_mutex_t keeping = PTHREAD_MUTEX_INITIALIZER;

static struct audio_set *open_kept(const char *creature) {
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (*kept[i].creature && strcmp(kept[i].creature, creature)) continue;
        if (!*kept[i].creature && (kept[i].set = open_set(creature, NULL)))
            snprintf(kept[i].creature, sizeof kept[i].creature, "%s", creature);
        return kept[i].set;
    }
    return NULL;
}

struct audio_set *sounds_open(const char *creature, const char *resources) {
    if (resources) return open_set(creature, resources);
    pthread_mutex_lock(&keeping);
    struct audio_set *set = open_kept(creature);
    pthread_mutex_unlock(&keeping);
    return set;
}

void sounds_close(struct audio_set *set) {
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i].set == set) return;
    audio_set_free(set);
}
