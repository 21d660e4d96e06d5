// Critter as a library: what every public header begins with, and which library this is.
//
//     #include <critter/critter.h>
//     if (!critter_version_fits(CRITTER_VERSION_NUMBER))
//         fprintf(stderr, "built for Critter %s, running with %s\n", CRITTER_VERSION, critter_version());
//
//     cc robot.c $(pkg-config --cflags --libs critter)
//
// Everything the library shows begins with critter_ or CRITTER_; nothing else is visible from outside. Texts
// returned here live as long as the program.
#ifndef CRITTER_CRITTER_H
#define CRITTER_CRITTER_H

#include <critter/version.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CRITTER_API __attribute__((visibility("default")))

// One number that grows with every release: 1.2.3 is 1002003.
#define CRITTER_VERSION_OF(major, minor, patch) ((major)*1000000L + (minor)*1000L + (patch))
#define CRITTER_VERSION_NUMBER                                                                               \
    CRITTER_VERSION_OF(CRITTER_VERSION_MAJOR, CRITTER_VERSION_MINOR, CRITTER_VERSION_PATCH)

// The library that is running, as opposed to CRITTER_VERSION, the header that was compiled against.
CRITTER_API const char *critter_version(void);
CRITTER_API long critter_version_number(void);

// Whether a program compiled against version `built` may use the library that is running: the same major
// number and not older. While the major number is 0, the minor number must be the same too.
CRITTER_API int critter_version_fits(long built);

#ifdef __cplusplus
}
#endif

#endif
