#include "pleo/kit/template.h"

#include "base/maths/maths.h"
#include "base/system/file.h"
#include "codec/sound/wav.h"
#include "pleo/kit/files.h"

#include <dirent.h>
#include <string.h>

enum { BEEP_RATE = 44100, BEEP_SAMPLES = BEEP_RATE / 4, BEEP_HZ = 880 };

// A quarter of a second of one tone that fades away.
static enum err write_beep(const char *path, struct fault *fault) {
    int16_t samples[BEEP_SAMPLES];
    for (int i = 0; i < BEEP_SAMPLES; i++) {
        double fade = 1 - (double)i / BEEP_SAMPLES;
        samples[i] = (int16_t)(24000 * fade * md_sin(2 * MD_PI * BEEP_HZ * i / BEEP_RATE));
    }
    struct buf wav = {0};
    enum err err = wav_write(&(struct wav_spec){.rate = BEEP_RATE, .channels = 1, .bits = 16}, samples,
                             BEEP_SAMPLES, &wav);
    err = err ? fault_set(fault, err, "no memory for a sound") : file_write(path, wav.at, wav.len, fault);
    buf_free(&wav);
    return err;
}

static bool is_empty(const char *folder) {
    DIR *dir = opendir(folder);
    bool empty = true;
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        empty &= !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
    if (dir) closedir(dir);
    return empty;
}

static bool is_name(const char *name) {
    if (!*name) return false;
    for (; *name; name++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", *name)) return false;
    return true;
}

// The template with ${NAME} replaced.
static void filled(const struct embedded *file, const char *name, struct buf *out) {
    struct text rest = {(const char *)file->bytes, file->len};
    while (rest.len) {
        if (text_starts(rest, "${NAME}")) {
            buf_text(out, name);
            rest.at += strlen("${NAME}"), rest.len -= strlen("${NAME}");
        } else {
            buf_byte(out, (uint8_t)*rest.at);
            rest.at++, rest.len--;
        }
    }
}

static enum err write_one(const char *folder, const char *name, const struct embedded *file,
                          void (*wrote)(void *user, const char *path), void *user, struct fault *fault) {
    char path[KIT_PATH], ours[300];
    struct buf text = {0};
    bool project = !strcmp(path_extension(file->path), ".upf");
    snprintf(ours, sizeof ours, "%s%s", project ? name : file->path + 1, project ? ".upf" : "");
    if (!path_join(path, sizeof path, folder, ours))
        return fault_set(fault, ERR_LIMIT, "the path is too long");
    filled(file, name, &text);
    enum err err =
        text.err ? fault_set(fault, text.err, "no memory") : file_write(path, text.at, text.len, fault);
    if (!err && wrote) wrote(user, path);
    buf_free(&text);
    return err;
}

enum err kit_new(const char *folder, const struct embedded *files,
                 void (*wrote)(void *user, const char *path), void *user, struct fault *fault) {
    char path[KIT_PATH], sounds[KIT_PATH], shown[200];
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/') len--;
    if (len >= sizeof path) return fault_set(fault, ERR_LIMIT, "the path is too long");
    text_copy((struct text){folder, len}, path, sizeof path);
    const char *name = path_name(path);
    if (!is_name(name) || strlen(name) > 64)
        return fault_set(fault, ERR_SYNTAX,
                         "a project's name has letters, digits, - and _, and at most 64 of them: \"%s\"",
                         text_shown(text_of(name), shown, sizeof shown));
    if (folder_exists(path) && !is_empty(path))
        return fault_at(fault, ERR_EXISTS, path, 0, 0, "there is something in this folder already");
    if (!path_join(sounds, sizeof sounds, path, "sounds"))
        return fault_set(fault, ERR_LIMIT, "the path is too long");
    enum err err = folder_make(sounds, fault);
    for (; !err && files->path; files++) err = write_one(path, name, files, wrote, user, fault);
    char beep[KIT_PATH + 16];
    snprintf(beep, sizeof beep, "%s/beep.wav", sounds);
    if (!err) err = write_beep(beep, fault);
    if (!err && wrote) wrote(user, beep);
    return err;
}
