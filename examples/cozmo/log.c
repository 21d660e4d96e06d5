// What the library writes down, on this program's own terms: log ADDRESS [SETUP]. The library itself prints
// nothing; a logger gets its lines. CRITTER_COZMO_LOG=info,protocol=debug,only=motors sets the same for a
// program that says nothing.
#include <critter/cozmo.h>
#include <stdio.h>

static void written(void *user, const char *level, const char *channel, const char *text) {
    fprintf((FILE *)user, "%-8s %-5s %s\n", channel, level, text);
}

int main(int argc, char **argv) {
    char why[256];
    struct critter_cozmo_config config = {sizeof config, argc > 1 ? argv[1] : NULL};
    config.logger = written;
    config.logger_user = stdout;
    config.log = argc > 2 ? argv[2] : NULL;
    struct critter_cozmo *cozmo = critter_cozmo_connect(&config, why, sizeof why);
    if (!cozmo) return fprintf(stderr, "%s\n", why), 1;
    critter_cozmo_drive_wheels_wait(cozmo, 40, 40, 500);
    critter_cozmo_disconnect(cozmo);
    return 0;
}
