#include "base/err_public.h"

static const enum critter_err PUBLIC[] = {
    [ERR_NONE] = CRITTER_OK,
    [ERR_MEMORY] = CRITTER_ERR_MEMORY,
    [ERR_SHORT] = CRITTER_ERR_FORMAT,
    [ERR_SYNTAX] = CRITTER_ERR_FORMAT,
    [ERR_RANGE] = CRITTER_ERR_ARGUMENT,
    [ERR_TYPE] = CRITTER_ERR_FORMAT,
    [ERR_UNKNOWN] = CRITTER_ERR_UNKNOWN,
    [ERR_DUPLICATE] = CRITTER_ERR_EXISTS,
    [ERR_LIMIT] = CRITTER_ERR_LIMIT,
    [ERR_MISSING] = CRITTER_ERR_MISSING,
    [ERR_IO] = CRITTER_ERR_SYSTEM,
    [ERR_EXISTS] = CRITTER_ERR_EXISTS,
    [ERR_BUSY] = CRITTER_ERR_BUSY,
    [ERR_STATE] = CRITTER_ERR_STATE,
    [ERR_VERSION] = CRITTER_ERR_UNSUPPORTED,
    [ERR_CHECKSUM] = CRITTER_ERR_FORMAT,
    [ERR_DENIED] = CRITTER_ERR_REFUSED,
    [ERR_UNSUPPORTED] = CRITTER_ERR_UNSUPPORTED,
    [ERR_CANCELLED] = CRITTER_ERR_CANCELLED,
    [ERR_TIMEOUT] = CRITTER_ERR_TIMEOUT,
    [ERR_CLOSED] = CRITTER_ERR_LOST,
};
_Static_assert(sizeof PUBLIC / sizeof *PUBLIC == ERR_COUNT, "every error inside has one outside");

enum critter_err err_public(enum err err) {
    return (unsigned)err < ERR_COUNT ? PUBLIC[err] : CRITTER_ERR_SYSTEM;
}

static const char *const TEXTS[] = {
    [CRITTER_OK] = "no error",
    [CRITTER_ERR_STATE] = "not possible now",
    [CRITTER_ERR_TIMEOUT] = "no answer in time",
    [CRITTER_ERR_BUSY] = "busy, or no room: try again later",
    [CRITTER_ERR_LOST] = "the session is over",
    [CRITTER_ERR_ARGUMENT] = "an argument is out of range",
    [CRITTER_ERR_MISSING] = "something required is missing",
    [CRITTER_ERR_REFUSED] = "the robot or the system refused",
    [CRITTER_ERR_SYSTEM] = "the disk or the network failed",
    [CRITTER_ERR_CANCELLED] = "cancelled",
    [CRITTER_ERR_MEMORY] = "out of memory",
    [CRITTER_ERR_UNKNOWN] = "unknown name",
    [CRITTER_ERR_FORMAT] = "the content is malformed",
    [CRITTER_ERR_LIMIT] = "a limit was exceeded",
    [CRITTER_ERR_EXISTS] = "it exists already",
    [CRITTER_ERR_UNSUPPORTED] = "not supported",
};

const char *critter_err_text(enum critter_err err) {
    return (unsigned)err < sizeof TEXTS / sizeof *TEXTS ? TEXTS[err] : "an error of a newer library";
}
