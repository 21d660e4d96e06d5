// A command's result goes to a file or to stdout, and a file is told by its name and size.
#include "cli/commands.h"

#include "base/system/file.h"

#include <string.h>
#include <sys/stat.h>

void call_wrote(const char *path) {
    struct stat file;
    char shown[1024];
    if (stat(path, &file) || !S_ISREG(file.st_mode)) return; // a pipe or a device keeps nothing
    double size = (double)file.st_size;
    text_shown(text_of(path), shown, sizeof shown);
    if (size < 10000)
        fprintf(stderr, "wrote %s, %.0f bytes\n", shown, size);
    else if (size < 10e6)
        fprintf(stderr, "wrote %s, %.0f kB\n", shown, size / 1000);
    else
        fprintf(stderr, "wrote %s, %.0f MB\n", shown, size / 1e6);
}

enum err call_write(const char *path, const void *bytes, size_t len, struct fault *fault) {
    if (!strcmp(path, "-"))
        return fwrite(bytes, 1, len, stdout) == len ? ERR_NONE
                                                    : fault_set(fault, ERR_IO, "stdout cannot be written to");
    enum err err = file_write(path, bytes, len, fault);
    if (!err) call_wrote(path);
    return err;
}
