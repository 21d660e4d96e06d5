#include "critter/critter.h"

const char *critter_version(void) { return CRITTER_VERSION; }
long critter_version_number(void) { return CRITTER_VERSION_NUMBER; }

int critter_version_fits(long built) {
    long running = CRITTER_VERSION_NUMBER;
    if (built > running || built / 1000000 != running / 1000000) return 0;
    return running >= 1000000 || built / 1000 == running / 1000;
}
