// What scripts can call: a library for each include of the kit, and what natives share.
//
//     NATIVE(sound_get_volume) { return its(amx)->sounds.volume; }
//     static const struct amx_native ROWS[] = {{"sound_get_volume", sound_get_volume, 0, 0}};
//     const struct amx_library natives_sound = {.name = "Sound", .natives = ROWS, .native_count = 1};
#pragma once

#include "pleo/os/os_internal.h"

// clang-format off
#define NATIVE_ROOMS(X) \
    X(animation) X(application) X(attention) X(camera) X(drive) X(file) X(joint) X(log) X(motion) \
    X(property) X(resource) X(script) X(sensor) X(sequence) X(sound) X(string) X(time) X(util)
// clang-format on
#define X(name) extern const struct amx_library natives_##name;
NATIVE_ROOMS(X)
#undef X
enum { NATIVE_LIBRARY_COUNT = 18, NATIVE_TEXT = 256 };
extern const struct amx_library *const NATIVE_LIBRARIES[NATIVE_LIBRARY_COUNT];

// The name in scripts is the function's, with n_ before it: some are names of C.
#define NATIVE(name) static int32_t n_##name(struct amx *amx, const int32_t *params)
#define ROW(name, least)                                                                                     \
    { #name, n_##name, least, 0 }
#define LIBRARY(room, as, rows)                                                                              \
    const struct amx_library natives_##room = {                                                              \
        .name = as, .natives = rows, .native_count = sizeof rows / sizeof *rows}

static inline struct machine *machine_of(struct amx *amx) { return amx_user(amx); }
static inline struct pleo *its(struct amx *amx) { return machine_of(amx)->pleo; }
static inline int32_t arg(const int32_t *params, int n, int32_t otherwise) {
    return amx_arguments(params) >= n ? params[n] : otherwise;
}
// A text argument as bytes, cut to fit. False: it lies outside the script's memory, and the call ends.
bool native_text(struct amx *amx, int32_t address, char *out, size_t size);
// Formatted as the guide's printf: c s o i d u x, digits, l. False: as above.
bool native_format(struct amx *amx, const int32_t *params, int format, char *out, size_t size, size_t *len);
// The name of a resource in a path: without drive, folder and ending. Changes the text.
const char *native_bare(char *path);
// What a script means by a number or a handle of a resource.
const struct resource *native_resource(struct amx *amx, int32_t id);
