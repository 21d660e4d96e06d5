#include "cli/sense/models.h"

#include "base/buf.h"
#include "base/system/file.h"
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct model {
    const char *use, *file, *package, *version, *inside, *sha256, *licence, *what;
} MODELS[] = {
    {"faces", "face_detection_short_range.tflite", "@mediapipe/face_detection", "0.4.1657300184",
     "package/face_detection_short_range.tflite",
     "3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633", "Apache-2.0",
     "faces with six points, to two metres"},
};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS, PATH_MOST = 512 };

static void path_of(const struct model *m, char out[PATH_MOST]) {
    const char *own = getenv("CRITTER_MODELS"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (own && *own)
        snprintf(out, PATH_MOST, "%s/%s", own, m->file);
    else if (data && *data)
        snprintf(out, PATH_MOST, "%s/critter/models/%s", data, m->file);
    else
        snprintf(out, PATH_MOST, "%s/.local/share/critter/models/%s", home ? home : ".", m->file);
}

struct net *model_open(const char *use, struct fault *fault) {
    for (int i = 0; i < MODEL_COUNT; i++) {
        char path[PATH_MOST];
        struct buf file = {0};
        struct fault said = {0};
        if (strcmp(MODELS[i].use, use)) continue;
        path_of(&MODELS[i], path);
        if (!file_exists(path)) {
            fault_set(fault, ERR_MISSING, "the model %s is not here: tools/models brings it to %.200s",
                      MODELS[i].file, path);
            return NULL;
        }
        struct net *net = file_read(path, NET_FILE_MOST, &file, &said)
                              ? NULL
                              : net_open((struct bytes){file.at, file.len}, &said);
        buf_free(&file);
        if (!net && !said.file[0]) snprintf(said.file, sizeof said.file, "%.159s", path);
        if (!net && fault) *fault = said;
        return net;
    }
    fault_set(fault, ERR_UNKNOWN, "there is no model for %s", use);
    return NULL;
}

// ------------------------------------------------------------------------------------------------ the
// command

struct wish {
    bool tsv;
};
static const struct option OPTIONS[] = {
    {"tsv", 0, OPTION_FLAG, offsetof(struct wish, tsv), NULL,
     "a line for each with tabs between: file, package, version, path inside, SHA-256, where it lies"},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    for (int i = 0; i < MODEL_COUNT; i++) {
        const struct model *m = &MODELS[i];
        char path[PATH_MOST];
        path_of(m, path);
        if (wish->tsv) {
            printf("%s\t%s\t%s\t%s\t%s\t%s\n", m->file, m->package, m->version, m->inside, m->sha256, path);
            continue;
        }
        printf("%s: %s\n  from npm %s %s, %s\n  %s%s\n", m->file, m->what, m->package, m->version, m->licence,
               path, file_exists(path) ? "" : " (not here: tools/models brings it)");
    }
    return EXIT_FINE;
}

const struct command cmd_sense_models = {
    .name = "models",
    .group = "sense",
    .summary = "lists the models that sight is trained with, and where they come from",
    .help =
        "Models are strangers' and free, and no part of this program. tools/models fetches them by name, "
        "version and checksum, into $CRITTER_MODELS or the user's own folder for data. Without them a robot "
        "in a simulated world is told by the world's truth.",
    .examples = "critter sense models\n"
                "tools/models build/src/cli/critter\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
