// The application that comes with the program, built by the kit from assets/pleo/personality: a file beside
// the program, or where it was installed.
#include "pleo/os/os.h"

#include "base/system/file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool pleo_personality(struct buf *out) {
    static const char *const PLACES[] = {"pleo.urf", "../share/critter/pleo/pleo.urf"};
    char self[400], path[512];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash = len > 0 ? (self[len] = 0, strrchr(self, '/')) : NULL;
    if (!slash) return false;
    *slash = 0;
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", self, PLACES[i]);
        if (file_exists(path)) return !file_read(path, CARD_BYTES_MAX, out, NULL);
    }
    return false;
}
