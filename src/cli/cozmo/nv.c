#include "cli/cozmo/cozmo.h"

#include "base/system/file.h"
#include "schema/cozmo.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { ENTRY_MAX = 256 << 10 };

struct nv {
    const char *at;
};

static const struct option OPTIONS[] = {COZMO_AT(struct nv)};

static bool tag_of(const char *word, uint32_t *tag) {
    char *end;
    unsigned long long number = strtoull(word, &end, 0);
    if (*word && !*end && number <= UINT32_MAX) {
        *tag = (uint32_t)number;
        return true;
    }
    for (uint32_t i = 0; i < cozmo_nv_entry_tag_enum.count; i++) {
        const char *name = cozmo_nv_entry_tag_enum.values[i].name;
        if (strcmp(name, word) && strcmp(name + strlen("NVEntry_"), word)) continue;
        *tag = (uint32_t)cozmo_nv_entry_tag_enum.values[i].value;
        return true;
    }
    return false;
}

static int read_entry(struct call *call, struct critter_cozmo *cozmo, uint32_t tag, const char *path) {
    uint8_t *room = malloc(ENTRY_MAX);
    size_t size = room ? ENTRY_MAX : 0;
    struct fault fault = {0};
    int code = EXIT_FINE;
    if (critter_cozmo_nv_read_wait(cozmo, tag, room, &size, 10000))
        code = cozmo_failed(call, cozmo);
    else if (path && call_write(path, room, size, &fault))
        code = call_failed(call, &fault);
    else if (!path)
        fwrite(room, 1, size, stdout);
    free(room);
    return code;
}

static int write_entry(struct call *call, struct critter_cozmo *cozmo, uint32_t tag, const char *path) {
    struct buf file = {0};
    struct fault fault = {0};
    int code = EXIT_FINE;
    if (file_read(path, ENTRY_MAX, &file, &fault))
        code = call_failed(call, &fault);
    else if (critter_cozmo_nv_write_wait(cozmo, tag, file.at, file.len, 60000))
        code = cozmo_failed(call, cozmo);
    buf_free(&file);
    return code;
}

// The entries that were there to be kept: of a folder with an older backup only what this one wrote.
static void told_backup(const char *folder, time_t begun) {
    struct wrote all = {0};
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        char path[4096];
        struct stat file;
        if (!path_join(path, sizeof path, folder, entry->d_name) || stat(path, &file)) continue;
        if (S_ISREG(file.st_mode) && file.st_mtime >= begun) all.files++, all.bytes += (uint64_t)file.st_size;
    }
    if (listing) closedir(listing);
    if (!all.files) fprintf(stderr, "the robot keeps none of these entries yet: nothing was written\n");
    call_wrote_files(folder, &all);
}

static int backup(struct call *call, struct critter_cozmo *cozmo, const char *folder) {
    time_t begun = time(NULL) - 1; // files have the coarser clock
    if (critter_cozmo_nv_backup_wait(cozmo, folder, 120000)) return cozmo_failed(call, cozmo);
    told_backup(folder, begun);
    return EXIT_FINE;
}

static const struct {
    const char *name;
    unsigned least, most;
} VERBS[] = {{"backup", 2, 2}, {"restore", 2, 2}, {"read", 2, 3}, {"write", 3, 3}, {"erase", 2, 2}};

static int run(struct call *call) {
    const struct nv *wish = call->options;
    const char *const *word = call->words.at;
    unsigned verb = 0, verbs = sizeof VERBS / sizeof *VERBS;
    uint32_t tag = 0;
    while (verb < verbs && strcmp(word[0], VERBS[verb].name)) verb++;
    if (verb == verbs)
        return call_wrong(call, "expected backup, restore, read, write or erase, found \"%s\"", word[0]);
    if (call->words.count < VERBS[verb].least || call->words.count > VERBS[verb].most)
        return call_wrong(call, "%s takes %s", word[0],
                          verb < 2    ? "a folder"
                          : verb == 3 ? "a tag and a file"
                                      : "a tag");
    if (verb >= 2 && !tag_of(word[1], &tag)) return call_wrong(call, "there is no entry \"%s\"", word[1]);
    struct critter_cozmo *cozmo =
        cozmo_connect(call, wish->at, &(struct critter_cozmo_config){.no_animations = 1});
    if (!cozmo) return EXIT_FAILED;
    int code = EXIT_FINE;
    switch (verb) {
    case 0:
        code = backup(call, cozmo, word[1]);
        break;
    case 1:
        if (critter_cozmo_nv_restore_wait(cozmo, word[1], 120000)) code = cozmo_failed(call, cozmo);
        break;
    case 2:
        code = read_entry(call, cozmo, tag, call->words.count > 2 ? word[2] : NULL);
        break;
    case 3:
        code = write_entry(call, cozmo, tag, word[2]);
        break;
    default:
        if (critter_cozmo_nv_erase_wait(cozmo, tag, 10000)) code = cozmo_failed(call, cozmo);
    }
    critter_cozmo_disconnect(cozmo);
    return code;
}

const struct command cmd_cozmo_nv = {
    .name = "nv",
    .group = "cozmo",
    .summary = "reads and writes what the robot keeps in its flash",
    .words = "backup|restore FOLDER, read|erase TAG [FILE], write TAG FILE",
    .words_least = 1,
    .words_most = 3,
    .help =
        "`backup` reads the eight entries that the app keeps (skills, onboarding, unlocks, enrolled faces, "
        "face album, nurture game, "
        "inventory, lab) into a folder, `restore` writes those found in a folder back. `read`, `write` and "
        "`erase` take one entry by its number "
        "or name, such as 0x180000 or GameSkillLevels; read without a file writes to the standard output.\n\n"
        "Entries of the factory belong to the robot; make a backup before you write "
        "anything." COZMO_TAKES_OVER,
    .examples = "critter cozmo nv backup my-cozmo/\n"
                "critter cozmo nv read FaceAlbumData faces.bin\n"
                "critter cozmo nv restore my-cozmo/\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct nv),
    .sort_words = cozmo_sort_words,
    .run = run,
};
