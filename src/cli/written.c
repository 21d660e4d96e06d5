// A command's result goes to a file or to stdout, and a file is told by its name and size.
#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/file.h"
#include "run/play.h"

#include <string.h>
#include <sys/stat.h>

static void tell(const char *path, double bytes) {
    char shown[1024];
    text_shown(text_of(path), shown, sizeof shown);
    if (bytes < 10000)
        fprintf(stderr, "%s, %.0f bytes\n", shown, bytes);
    else if (bytes < 10e6)
        fprintf(stderr, "%s, %.0f kB\n", shown, bytes / 1000);
    else
        fprintf(stderr, "%s, %.0f MB\n", shown, bytes / 1e6);
}

void call_wrote(const char *path) {
    struct stat file;
    if (stat(path, &file) || !S_ISREG(file.st_mode)) return; // a pipe or a device keeps nothing
    fprintf(stderr, "wrote ");
    tell(path, (double)file.st_size);
}

enum err call_put(struct wrote *all, const char *path, const void *bytes, size_t len, struct fault *fault) {
    enum err err = file_write_unsynced(path, bytes, len, fault);
    if (!err) all->files++, all->bytes += len;
    return err;
}

void call_wrote_files(const char *folder, const struct wrote *all) {
    if (!all->files) return;
    fprintf(stderr, "wrote %s into ", PLURAL(all->files, "file"));
    tell(folder, (double)all->bytes);
}

void call_wrote_recording(const char *path, const struct scenario *scenario) {
    call_wrote(path);
    for (uint32_t i = 0; i < scenario->robot_count; i++) {
        char life[1200];
        play_life_path(life, sizeof life, path, scenario->robots[i].name);
        call_wrote(life);
    }
}

enum err call_write(const char *path, const void *bytes, size_t len, struct fault *fault) {
    if (!strcmp(path, "-"))
        return fwrite(bytes, 1, len, stdout) == len ? ERR_NONE
                                                    : fault_set(fault, ERR_IO, "stdout cannot be written to");
    enum err err = file_write(path, bytes, len, fault);
    if (!err) call_wrote(path);
    return err;
}
