// The kit's texts: project files, lists of numbers, motion and command tables, includes. The first byte
// picks. What is taken can be written; what is refused says why.
#include "pleo/kit/command.h"
#include "pleo/kit/constants.h"
#include "pleo/kit/enumeration.h"
#include "pleo/kit/motion.h"
#include "pleo/kit/project.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool so) {
    if (!so) abort();
}

static bool find(void *user, struct text name, unsigned *id) {
    *id = 0x1000;
    return name.len == 1;
}
static bool resource(void *user, bool motion, struct text name, unsigned *id) { return find(user, name, id); }
static bool constant(void *user, struct text name, int32_t *value) {
    *value = 5;
    return text_starts(name, "property_") || name.len == 2;
}

static enum err projects(struct text text, struct fault *fault) {
    struct project *project;
    enum err err = project_read(text, "x.upf", &project, fault);
    project_free(project);
    return err;
}

static enum err lists(struct text text, struct fault *fault) {
    struct enumeration all = {.type = URF_SOUND}, again = {.type = URF_SOUND};
    struct buf out = {0};
    enum err err = enumeration_read(&all, text, "sounds.xml", fault);
    if (!err) enumeration_include(&all, &out);
    enumeration_free(&all);
    enumeration_free(&again);
    buf_free(&out);
    return err;
}

static enum err motions(struct text text, struct arena *arena, struct fault *fault) {
    struct motion_sounds sounds = {.id = find};
    struct motion_size size;
    struct umf motion;
    struct buf out = {0};
    enum err err = motion_from_csv(text, "m.csv", "m", &sounds, arena, &motion, &size, fault);
    if (!err) must(!umf_write(&motion, &out, fault));
    buf_free(&out);
    return err;
}

static enum err commands(struct text text, struct arena *arena, struct fault *fault) {
    struct command_names names = {.resource = resource, .constant = constant};
    struct ucf command;
    struct buf out = {0};
    enum err err = command_from_csv(text, "c.csv", "c", &names, arena, &command, fault);
    if (!err) must(!ucf_write(&command, &out, fault));
    buf_clear(&out);
    if (!err) command_to_csv(&command, &names, &out);
    buf_free(&out);
    return err;
}

static enum err includes(struct text text, struct fault *fault) {
    struct constants all = {0};
    enum err err = constants_scan(&all, text, fault);
    constants_free(&all);
    return err;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    struct text text = {(const char *)data + 1, size - 1};
    struct fault fault = {0};
    struct arena *arena = arena_new(1 << 16);
    must(arena != NULL);
    arena_limit(arena, 64 << 20);
    enum err err = ERR_NONE;
    switch (*data % 5) {
    case 0:
        err = projects(text, &fault);
        break;
    case 1:
        err = lists(text, &fault);
        break;
    case 2:
        err = motions(text, arena, &fault);
        break;
    case 3:
        err = commands(text, arena, &fault);
        break;
    default:
        err = includes(text, &fault);
    }
    must(!err || fault.said[0]);
    arena_free(arena);
    return 0;
}
