// What the kit's converters share: one file in, one file out.
//
//     struct pleo_wish { const char *output; …};
//     return pleo_convert(call, wish->output, ".usf", 16 << 20, convert, wish);
#pragma once

#include "base/buf.h"
#include "cli/commands.h"

// `name` is the base name of the file, as the resource will be called. The fault needs no file name.
typedef enum err pleo_converter(void *user, struct bytes in, const char *path, const char *name,
                                struct buf *out, struct fault *fault);

// Reads the first word's file and writes `output`; NULL: the file's own name with another ending, here.
int pleo_convert(struct call *call, const char *output, const char *ending, size_t limit,
                 pleo_converter *convert, void *user);
