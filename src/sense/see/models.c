#include "sense/see/models.h"

#include "base/buf.h"
#include "base/system/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct sight_model SIGHT_MODELS[] = {
    {"faces", "face_detection_short_range.tflite", "@mediapipe/face_detection", "0.4.1657300184",
     "package/face_detection_short_range.tflite",
     "3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633", "Apache-2.0",
     "faces with six points, to two metres"},
    {0}};

void sight_model_path(const struct sight_model *m, char out[SIGHT_PATH_MOST]) {
    const char *own = getenv("CRITTER_MODELS"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (own && *own)
        snprintf(out, SIGHT_PATH_MOST, "%s/%s", own, m->file);
    else if (data && *data)
        snprintf(out, SIGHT_PATH_MOST, "%s/critter/models/%s", data, m->file);
    else
        snprintf(out, SIGHT_PATH_MOST, "%s/.local/share/critter/models/%s", home ? home : ".", m->file);
}

struct net *sight_model_open(const char *use, struct fault *fault) {
    for (const struct sight_model *m = SIGHT_MODELS; m->use; m++) {
        char path[SIGHT_PATH_MOST];
        struct buf file = {0};
        struct fault said = {0};
        if (strcmp(m->use, use)) continue;
        sight_model_path(m, path);
        if (!file_exists(path)) {
            fault_set(fault, ERR_MISSING, "the model %s is not here: tools/models brings it to %.200s",
                      m->file, path);
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
