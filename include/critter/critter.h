// Critter as a library: what every public header begins with, what calls return, and which library this is.
//
//     #include <critter/critter.h>
//     if (!critter_version_fits(CRITTER_VERSION_NUMBER))
//         fprintf(stderr, "built for Critter %s, running with %s\n", CRITTER_VERSION, critter_version());
//
//     cc robot.c -o robot $(pkg-config --cflags --libs critter)
//
// Everything the library shows begins with critter_ or CRITTER_; nothing else is visible from outside. It
// prints nothing and ends no program: what goes wrong is returned.
//
// Every call says how it behaves, in brackets after its sentence:
//
//     [at once]      returns without waiting for a robot, a clock or a person.
//     [waits]        returns when the thing is done, or when its time is over.
//     [any thread]   may be called from any thread at any time. It also returns at once.
//
// A call without [any thread] belongs to the handle it takes: two threads must not be inside calls with one
// handle at the same time. Different handles share nothing and may live on different threads.
//
// What a program hands in stays the program's, and is copied where it is needed after the call. What a call
// hands out belongs to the handle and must not be freed; the call says how long it lives. Names and other
// texts that belong to no handle live as long as the program.
#ifndef CRITTER_CRITTER_H
#define CRITTER_CRITTER_H

#include <critter/version.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CRITTER_API __attribute__((visibility("default")))

// ---- Errors

// What a call that can fail returns. New numbers may join at the end, old ones stay what they are: a number
// that a program does not know is a failure like any other.
enum critter_err {
    CRITTER_OK = 0,
    CRITTER_ERR_STATE = 1,        // not now: not connected, inside a handler, asked in the wrong order
    CRITTER_ERR_TIMEOUT = 2,      // what was waited for did not come in time
    CRITTER_ERR_BUSY = 3,         // busy, or no room: try again later
    CRITTER_ERR_LOST = 4,         // the session is over
    CRITTER_ERR_ARGUMENT = 5,     // an argument outside what is allowed, NaN or infinite
    CRITTER_ERR_MISSING = 6,      // a file, a folder or an entry that is not there
    CRITTER_ERR_REFUSED = 7,      // the robot or the system said no
    CRITTER_ERR_SYSTEM = 8,       // the disk or the network failed
    CRITTER_ERR_CANCELLED = 9,    // broken off, by the program or by what happened to the robot
    CRITTER_ERR_MEMORY = 10,      // out of memory
    CRITTER_ERR_UNKNOWN = 11,     // a name that nobody knows: a command, a clip, an expression
    CRITTER_ERR_FORMAT = 12,      // a file or a text that does not hold what it should
    CRITTER_ERR_LIMIT = 13,       // longer or more than a stated limit
    CRITTER_ERR_EXISTS = 14,      // it exists already
    CRITTER_ERR_UNSUPPORTED = 15, // understood, and not something this library does
};
// What an error means, in a few words: "the session is over". Never NULL, also for a number it does not
// know. [any thread]
CRITTER_API const char *critter_err_text(enum critter_err err);

// ---- Versions

// One number that grows with every release: 1.2.3 is 1002003.
#define CRITTER_VERSION_OF(major, minor, patch) ((major)*1000000L + (minor)*1000L + (patch))
#define CRITTER_VERSION_NUMBER                                                                               \
    CRITTER_VERSION_OF(CRITTER_VERSION_MAJOR, CRITTER_VERSION_MINOR, CRITTER_VERSION_PATCH)

// The version of the library that is running, "1.2.3", as opposed to CRITTER_VERSION, the header that was
// compiled against. [any thread]
CRITTER_API const char *critter_version(void);
// The same as one number, as CRITTER_VERSION_NUMBER. [any thread]
CRITTER_API long critter_version_number(void);
// 1 when a program compiled against version `built` may use the library that is running, else 0: the same
// major number and not older. While the major number is 0, the minor number must be the same too.
// [any thread]
CRITTER_API int critter_version_fits(long built);

#ifdef __cplusplus
}
#endif

#endif
