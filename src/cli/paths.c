#include "cli/paths.h"

#include "base/system/file.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

bool paths_is_pattern(const char *word) {
    return strpbrk(word, "*?[") && !file_exists(word) && !folder_exists(word);
}

int paths_each(struct call *call, int (*visit)(void *user, const char *path), void *user) {
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count; i++) {
        const char *word = call->words.at[i];
        glob_t found = {0};
        if (!paths_is_pattern(word)) {
            int one = visit(user, word);
            if (one) code = one;
            continue;
        }
        if (glob(word, 0, NULL, &found)) {
            struct fault fault = {0};
            fault_at(&fault, ERR_MISSING, word, 0, 0, "no file fits this pattern");
            code = call_failed(call, &fault);
        }
        for (size_t k = 0; k < found.gl_pathc; k++) {
            int one = visit(user, found.gl_pathv[k]);
            if (one) code = one;
        }
        globfree(&found);
    }
    return code;
}

void paths_state_in_use(struct fault *fault) {
    size_t len = strlen(fault->said);
    if (fault->err != ERR_BUSY) return;
    snprintf(fault->said + len, sizeof fault->said - len,
             ": end that one, or say --state FOLDER for a robot of its own");
}
