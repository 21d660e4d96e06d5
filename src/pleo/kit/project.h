// A project file (.upf): the resources of one application, and how they are built.
//
//     struct project *project;
//     if (project_read(text, "template.upf", &project, fault)) return fault->err;
//     for (size_t i = 0; i < project->of[URF_SOUND].count; i++) … project->of[URF_SOUND].at[i].path …
//     project_free(project);
//
// It is XML. The root is Pleo_project, upf_project or ugobe_project, with the attribute `name`. Macros, set
// by <set name= value=> and <set-default>, stand in values and paths as ${NAME}, and may use macros
// themselves; one that uses itself is an error. Every fault names line and column. Paths stay as they are
// written: relative to the folder of the file, with / between folders. A document type, and with it every
// entity of its own, is refused.
#pragma once

#include "codec/pleo/urf.h"

enum {
    PROJECT_BYTES_MAX = 4 << 20,
    PROJECT_TEXT_MAX = 4096,
    PROJECT_INCLUDES_MAX = 32,
    PROJECT_MACROS_MAX = 256
};

struct project_resource {
    const char *path;         // of a user property: its name
    char name[URF_NAME_ROOM]; // the base name without its extension: what scripts call it
    unsigned line;            // in the project file
    bool adpcm;               // of a sound: the project's default unless it says otherwise
    unsigned rate;            // of a sound
};
struct project_list {
    struct project_resource *at;
    size_t count;
};

struct project {
    const char *name;                   // the .urf is called so
    const char *build, *include, *temp; // folders
    const char *includes[PROJECT_INCLUDES_MAX];
    size_t include_count;
    const char *compiler; // command line, with %i, %I and %o
    unsigned motion;      // version of the motion format: 3
    uint32_t version;     // of the application
    struct project_list of[URF_TYPES];
    struct arena *arena; // all texts live here
};

// ERR_SYNTAX, ERR_UNKNOWN, ERR_MISSING, ERR_RANGE, ERR_DUPLICATE, ERR_LIMIT, ERR_MEMORY.
enum err project_read(struct text xml, const char *file, struct project **out, struct fault *fault);
void project_free(struct project *project); // NULL is fine
