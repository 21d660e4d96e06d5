// Finds processes that were begun by another one.
//
//     pid_t job = begun_by(critter, NULL);                      // the first of its children; 0: none
//     pid_t rank = begun_by(mpirun, "OMPI_COMM_WORLD_RANK=1");  // the one with that in its environment
#pragma once

#include "base/system/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static pid_t parent_of(const char *pid) {
    char path[300];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *in = fopen(path, "re");
    if (!in) return 0;
    if (fscanf(in, "%*d %*s %*c %d", &parent) != 1) parent = 0;
    fclose(in);
    return parent;
}

static bool has_words(const char *pid, const char *wanted) {
    char path[300];
    struct buf text = {0};
    snprintf(path, sizeof path, "/proc/%s/environ", pid);
    bool has =
        !file_read(path, 1 << 20, &text, NULL) && memmem(text.at, text.len, wanted, strlen(wanted) + 1);
    buf_free(&text);
    return has;
}

static pid_t begun_by(pid_t above, const char *wanted) {
    DIR *all = opendir("/proc");
    pid_t found = 0;
    for (struct dirent *one; !found && all && (one = readdir(all));)
        if (one->d_name[0] > '0' && one->d_name[0] <= '9' && parent_of(one->d_name) == above &&
            (!wanted || has_words(one->d_name, wanted)))
            found = (pid_t)atoi(one->d_name);
    if (all) closedir(all);
    return found;
}
