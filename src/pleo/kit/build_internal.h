// What the parts of a build share.
#pragma once

#include "pleo/kit/build.h"
#include "pleo/kit/constants.h"
#include "pleo/kit/enumeration.h"
#include "pleo/kit/memory.h"
#include "pleo/kit/project.h"

struct site { // one build under way
    struct kit_build *build;
    struct project *project;
    struct kit_files files;
    struct kit_memory *memory;
    struct enumeration names[URF_TYPES];
    struct constants constants; // of all includes; scanned when the first command needs them
    bool scanned;
    struct text_list { // the includes that were scanned
        char (*at)[KIT_PATH];
        size_t count;
    } scanned_files;
};

// What a build may not exceed in one file.
enum { SITE_FILE_MAX = 256 << 20 };

__attribute__((format(printf, 2, 3))) void site_say(const struct site *site, const char *format, ...);
void site_complain(struct site *site, const struct fault *fault); // and counts it
// temp/sounds/growl.usf. False: too long.
bool site_made(const struct site *site, enum urf_type type, const char *name, char out[KIT_PATH]);
enum err site_convert(struct site *site, enum urf_type type, const struct project_resource *resource,
                      const char *made, struct fault *fault);
enum err site_write(struct site *site, struct fault *fault); // the .urf
