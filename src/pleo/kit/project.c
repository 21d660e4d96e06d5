#include "pleo/kit/project.h"

#include "pleo/kit/macro.h"

#include <stdlib.h>
#include <string.h>

#include <expat.h>

// Elements with their own meaning. What is in none of these rows is an error where it stands.
enum place { NOWHERE, ROOT, OPTIONS, TOOLS, DIRECTORIES, RESOURCES, LEAF };
enum what {
    NOTHING,
    SET,
    SET_DEFAULT,
    INCLUDE,
    PAWN,
    BUILD_FOLDER,
    INCLUDE_FOLDER,
    TEMP_FOLDER,
    MOTION_VERSION,
    SOUND_DEFAULTS,
    VERSION,
    RESOURCE
};

static const struct step {
    enum place from;
    const char *name;
    enum place to;
    enum what what;
    enum urf_type type; // of a resource
} STEPS[] = {
    {NOWHERE, "Pleo_project", ROOT, NOTHING, 0},
    {NOWHERE, "upf_project", ROOT, NOTHING, 0},
    {NOWHERE, "ugobe_project", ROOT, NOTHING, 0},
    {ROOT, "options", OPTIONS, NOTHING, 0},
    {ROOT, "resources", RESOURCES, NOTHING, 0},
    {ROOT, "set", LEAF, SET, 0},
    {ROOT, "set-default", LEAF, SET_DEFAULT, 0},
    {OPTIONS, "set", LEAF, SET, 0},
    {OPTIONS, "set-default", LEAF, SET_DEFAULT, 0},
    {OPTIONS, "include", LEAF, INCLUDE, 0},
    {OPTIONS, "tools", TOOLS, NOTHING, 0},
    {OPTIONS, "directories", DIRECTORIES, NOTHING, 0},
    {OPTIONS, "umf", LEAF, MOTION_VERSION, 0},
    {OPTIONS, "motion", LEAF, MOTION_VERSION, 0},
    {OPTIONS, "sound", LEAF, SOUND_DEFAULTS, 0},
    {OPTIONS, "version", LEAF, VERSION, 0},
    {OPTIONS, "folders", LEAF, NOTHING, 0},
    {TOOLS, "pawn", LEAF, PAWN, 0},
    {DIRECTORIES, "build", LEAF, BUILD_FOLDER, 0},
    {DIRECTORIES, "include", LEAF, INCLUDE_FOLDER, 0},
    {DIRECTORIES, "temp", LEAF, TEMP_FOLDER, 0},
    {RESOURCES, "sound", LEAF, RESOURCE, URF_SOUND},
    {RESOURCES, "motion", LEAF, RESOURCE, URF_MOTION},
    {RESOURCES, "command", LEAF, RESOURCE, URF_COMMAND},
    {RESOURCES, "script", LEAF, RESOURCE, URF_SCRIPT},
    {RESOURCES, "user_property", LEAF, RESOURCE, URF_PROPERTY},
    {RESOURCES, "set", LEAF, SET, 0},
    {RESOURCES, "set-default", LEAF, SET_DEFAULT, 0},
};

enum { DEPTH = 8, ADPCM_UNSET = 2 };

struct found { // a resource as it stands in the file, not yet expanded
    enum urf_type type;
    const char *path;
    unsigned line, column;
    unsigned adpcm, rate; // ADPCM_UNSET, 0: not said here
};

struct load {
    XML_Parser parser;
    struct project *project;
    struct macros macros;
    struct found *found;
    size_t count, room;
    const char *include; // as written
    bool adpcm, ended;
    unsigned rate;
    enum place places[DEPTH];
    size_t depth;
    const char *file;
    struct fault *fault;
    enum err err;
};

// What is wrong, and about which word. NULL: about none.
static void refuse(struct load *load, unsigned line, unsigned column, enum err err, const char *said,
                   const char *about) {
    if (load->err) return;
    char shown[160];
    text_shown(text_of(about), shown, sizeof shown);
    load->err = fault_at(load->fault, err, load->file, line, column, "%s%s%s%s", said, about ? " \"" : "",
                         shown, about ? "\"" : "");
}

static void fail(struct load *load, enum err err, const char *said, const char *about) {
    refuse(load, (unsigned)XML_GetCurrentLineNumber(load->parser),
           (unsigned)XML_GetCurrentColumnNumber(load->parser) + 1, err, said, about);
    XML_StopParser(load->parser, XML_FALSE);
}

static const char *attribute(const char **attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (!strcmp(*attributes, name)) return attributes[1];
    return NULL;
}

static const char *needed(struct load *load, const char **attributes, const char *name) {
    const char *value = attribute(attributes, name);
    if (!value) fail(load, ERR_MISSING, "expected the attribute", name);
    return value;
}

static const char *kept(struct load *load, const char *text) {
    const char *copy = arena_copy_text(load->project->arena, text, strlen(text));
    if (!copy) fail(load, ERR_MEMORY, "no memory", NULL);
    return copy;
}

// With its macros as they are now. The fault of an expansion has no place of its own.
static const char *expanded(struct load *load, const char *text, unsigned line, unsigned column) {
    char out[PROJECT_TEXT_MAX];
    struct fault inside = {0};
    enum err err = macro_expand(&load->macros, text, out, sizeof out, &inside);
    if (!err) return kept(load, out);
    if (!load->err) {
        load->err = fault_at(load->fault, err, load->file, line, column, "%s", inside.said);
    }
    return NULL;
}

static unsigned number_of(struct load *load, const char *text, uint64_t low, uint64_t high) {
    uint64_t number = 0;
    if (text_to_u64(text_of(text), &number) || number < low || number > high)
        fail(load, ERR_RANGE, "not a number in its range:", text);
    return (unsigned)number;
}

static unsigned truth_of(struct load *load, const char *text) {
    if (!strcmp(text, "true") || !strcmp(text, "1")) return true;
    if (strcmp(text, "false") != 0 && strcmp(text, "0") != 0)
        fail(load, ERR_RANGE, "expected true or false, found", text);
    return false;
}

static void set_macro(struct load *load, const char **attributes, bool only_default) {
    const char *name = needed(load, attributes, "name");
    const char *value = load->err ? NULL : needed(load, attributes, "value");
    if (!value || (only_default && macro_known(&load->macros, name))) return;
    struct fault inside = {0};
    enum err err = macro_set(&load->macros, name, value, &inside);
    if (err) fail(load, err, inside.said, NULL);
}

static void add_resource(struct load *load, enum urf_type type, const char **attributes) {
    const char *path = needed(load, attributes, "path");
    if (!path) return;
    if (load->count == load->room) {
        size_t room = load->room ? 2 * load->room : 64;
        struct found *more = realloc(load->found, room * sizeof *more);
        if (!more) {
            fail(load, ERR_MEMORY, "no memory", NULL);
            return;
        }
        load->found = more, load->room = room;
    }
    struct found *found = &load->found[load->count++];
    *found = (struct found){.type = type, .path = kept(load, path), .adpcm = ADPCM_UNSET};
    found->line = (unsigned)XML_GetCurrentLineNumber(load->parser);
    found->column = (unsigned)XML_GetCurrentColumnNumber(load->parser) + 1;
    const char *adpcm = attribute(attributes, "adpcm"), *rate = attribute(attributes, "rate");
    if (adpcm) found->adpcm = truth_of(load, adpcm);
    if (rate) found->rate = number_of(load, rate, 1, 65535);
    if (++load->project->of[type].count > URF_ENTRIES_MAX)
        fail(load, ERR_LIMIT, "more than 4096 resources of the type", urf_type_name(type));
}

static void take(struct load *load, const struct step *step, const char **attributes) {
    struct project *project = load->project;
    static const size_t FOLDERS[] = {[BUILD_FOLDER] = offsetof(struct project, build),
                                     [INCLUDE_FOLDER] = offsetof(struct project, include),
                                     [TEMP_FOLDER] = offsetof(struct project, temp)};
    const char *value = NULL;
    switch (step->what) {
    case NOTHING:
        return;
    case SET:
    case SET_DEFAULT:
        set_macro(load, attributes, step->what == SET_DEFAULT);
        return;
    case RESOURCE:
        add_resource(load, step->type, attributes);
        return;
    case SOUND_DEFAULTS:
        if ((value = attribute(attributes, "adpcm"))) load->adpcm = truth_of(load, value);
        if ((value = attribute(attributes, "rate"))) load->rate = number_of(load, value, 1, 65535);
        return;
    case MOTION_VERSION:
        value = attribute(attributes, "version");
        if (!value) value = needed(load, attributes, "value");
        if (value && (project->motion = number_of(load, value, 0, 255)) != 3)
            fail(load, ERR_VERSION, "known is version 3 of motions, not", value);
        return;
    case VERSION:
        if ((value = needed(load, attributes, "value")))
            project->version = number_of(load, value, 0, UINT32_MAX);
        return;
    default:
        break;
    }
    if (!(value = needed(load, attributes, "value")) || !(value = kept(load, value))) return;
    if (step->what == INCLUDE)
        load->include = value;
    else if (step->what == PAWN)
        project->compiler = value;
    else
        *(const char **)((char *)project + FOLDERS[step->what]) = value;
}

static void XMLCALL begin(void *user, const char *name, const char **attributes) {
    struct load *load = user;
    if (load->err) return;
    enum place here = load->places[load->depth];
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        const struct step *step = &STEPS[i];
        if (step->from != here || strcmp(step->name, name) != 0) continue;
        load->places[++load->depth] = step->to; // no row leads deeper than DEPTH
        if (step->to == ROOT) {
            const char *called = needed(load, attributes, "name");
            if (called) load->project->name = kept(load, called);
        }
        take(load, step, attributes);
        return;
    }
    if (here == NOWHERE)
        fail(load, ERR_SYNTAX, "expected a Pleo_project, found", name);
    else
        fail(load, ERR_UNKNOWN, "no such element is known here:", name);
}

static void XMLCALL end(void *user, const char *name) {
    struct load *load = user;
    (void)name;
    if (load->err) return;
    load->depth--;
}

static void XMLCALL document_type(void *user, const char *name, const char *system, const char *public,
                                  int inside) {
    (void)name, (void)system, (void)public, (void)inside;
    fail(user, ERR_UNSUPPORTED, "a project file has no document type", NULL);
}

// ---- what needs the whole file: macros may be set after their use

static void base_name(const char *path, bool has_extension, char out[URF_NAME_ROOM]) {
    const char *from = strrchr(path, '/');
    from = from ? from + 1 : path;
    const char *dot = has_extension ? strrchr(from, '.') : NULL;
    size_t len = dot && dot != from ? (size_t)(dot - from) : strlen(from);
    text_copy((struct text){from, len}, out, URF_NAME_ROOM);
}

static bool is_name(const char *name) {
    if (!*name || (*name >= '0' && *name <= '9')) return false;
    for (; *name; name++)
        if (!(*name == '_' || (*name >= '0' && *name <= '9') || (*name >= 'a' && *name <= 'z') ||
              (*name >= 'A' && *name <= 'Z')))
            return false;
    return true;
}

static void place_resource(struct load *load, const struct found *found) {
    struct project *project = load->project;
    struct project_list *list = &project->of[found->type];
    struct project_resource *to = &list->at[list->count];
    to->path = expanded(load, found->path, found->line, found->column);
    if (!to->path) return;
    to->line = found->line;
    to->adpcm = found->adpcm == ADPCM_UNSET ? load->adpcm : found->adpcm;
    to->rate = found->rate ? found->rate : load->rate;
    base_name(to->path, found->type != URF_PROPERTY, to->name);
    if (!is_name(to->name))
        refuse(load, found->line, found->column, ERR_SYNTAX,
               "a name in scripts has letters, digits and _ only, not", to->name);
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->at[i].name, to->name))
            refuse(load, found->line, found->column, ERR_DUPLICATE, "two resources of this type are called",
                   to->name);
    list->count++;
}

static void split_includes(struct load *load) {
    struct project *project = load->project;
    const char *all = load->include ? expanded(load, load->include, 0, 0) : NULL;
    struct text rest = text_of(all), piece;
    while (all && text_split(&rest, ':', &piece) && !load->err) {
        while (text_starts(piece, "./")) piece.at += 2, piece.len -= 2;
        if (!piece.len) continue;
        if (project->include_count == PROJECT_INCLUDES_MAX) {
            load->err = fault_at(load->fault, ERR_LIMIT, load->file, 0, 0, "more than %d include folders",
                                 PROJECT_INCLUDES_MAX);
            return;
        }
        project->includes[project->include_count++] = arena_copy_text(project->arena, piece.at, piece.len);
    }
}

static void finish(struct load *load) {
    struct project *project = load->project;
    const char **texts[] = {&project->name, &project->build, &project->include, &project->temp,
                            &project->compiler};
    for (size_t i = 0; i < sizeof texts / sizeof *texts && !load->err; i++)
        *texts[i] = expanded(load, *texts[i], 0, 0);
    for (int t = 0; t < URF_TYPES && !load->err; t++) {
        project->of[t].at = arena_array(project->arena, struct project_resource, project->of[t].count);
        if (!project->of[t].at) load->err = fault_set(load->fault, ERR_MEMORY, "no memory");
        project->of[t].count = 0;
    }
    for (size_t i = 0; i < load->count && !load->err; i++) place_resource(load, &load->found[i]);
    if (!load->err) split_includes(load);
}

static void parse(struct load *load, struct text xml) {
    load->parser = XML_ParserCreate(NULL);
    if (!load->parser) {
        load->err = fault_set(load->fault, ERR_MEMORY, "no memory");
        return;
    }
    XML_SetUserData(load->parser, load);
    XML_SetElementHandler(load->parser, begin, end);
    XML_SetStartDoctypeDeclHandler(load->parser, document_type);
    if (XML_Parse(load->parser, xml.at, (int)xml.len, XML_TRUE) != XML_STATUS_OK)
        fail(load, ERR_SYNTAX, "this is not XML:", XML_ErrorString(XML_GetErrorCode(load->parser)));
    XML_ParserFree(load->parser);
}

enum err project_read(struct text xml, const char *file, struct project **out, struct fault *fault) {
    *out = NULL;
    if (xml.len > PROJECT_BYTES_MAX)
        return fault_at(fault, ERR_LIMIT, file, 0, 0, "more than %d MiB", PROJECT_BYTES_MAX >> 20);
    struct arena *arena = arena_new(64 << 10);
    struct project *project = arena ? arena_one(arena, struct project) : NULL;
    struct load *load = calloc(1, sizeof *load);
    if (!project || !load) {
        arena_free(arena);
        free(load);
        return fault_set(fault, ERR_MEMORY, "no memory");
    }
    arena_limit(arena, 64 << 20);
    *project =
        (struct project){.build = "build", .include = "include", .temp = "temp", .motion = 3, .arena = arena};
    project->compiler = "pawncc %i -V2048 -O2 -S64 -v2 -C- %I TARGET=100 -o%o";
    *load =
        (struct load){.project = project, .macros.arena = arena, .file = file, .fault = fault, .rate = 11025};
    parse(load, xml);
    if (!load->err) finish(load);
    enum err err = load->err;
    free(load->found);
    free(load);
    if (err)
        project_free(project);
    else
        *out = project;
    return err;
}

void project_free(struct project *project) {
    if (project) arena_free(project->arena);
}
