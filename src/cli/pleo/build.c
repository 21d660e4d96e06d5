#include "cli/commands.h"

#include "base/plural.h"
#include "base/system/clock.h"
#include "base/system/file.h"
#include "pleo/kit/build.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct wish {
    bool quiet;
};
static const struct option OPTIONS[] = {
    {"quiet", 'q', OPTION_FLAG, offsetof(struct wish, quiet), NULL, "only errors and warnings"},
};

static volatile bool stopped;
static void stop(int number) {
    (void)number;
    stopped = true;
}

struct show {
    bool quiet;
};

static void say(void *user, bool wrong, const char *line) {
    const struct show *show = user;
    if (wrong) {
        fflush(stdout);
        fprintf(stderr, "%s\n", line);
    } else if (!show->quiet) {
        puts(line);
    }
}

// The same sources make the same file where this is set, as in other build tools.
static uint32_t now(void) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    uint64_t seconds;
    if (epoch && !text_to_u64(text_of(epoch), &seconds) && seconds <= UINT32_MAX) return (uint32_t)seconds;
    return (uint32_t)time(NULL);
}

// The one project of a folder. Several, or none, are told.
static enum err find_project(const char *folder, char *out, size_t size, struct fault *fault) {
    DIR *dir = opendir(folder);
    char found[256] = "";
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (strcmp(path_extension(entry->d_name), ".upf") != 0) continue;
        if (*found) {
            closedir(dir);
            return fault_at(fault, ERR_DUPLICATE, folder, 0, 0,
                            "several project files (.upf) are here; name one");
        }
        snprintf(found, sizeof found, "%s", entry->d_name);
    }
    if (dir) closedir(dir);
    if (!*found)
        return fault_at(fault, ERR_MISSING, folder, 0, 0,
                        "no project file (.upf) is here; critter pleo new begins one");
    if (!strcmp(folder, ".")) {
        snprintf(out, size, "%s", found);
        return ERR_NONE;
    }
    return path_join(out, size, folder, found) ? ERR_NONE
                                               : fault_set(fault, ERR_LIMIT, "the path is too long");
}

static bool is_deed(const char *word) {
    return !strcmp(word, "build") || !strcmp(word, "rebuild") || !strcmp(word, "clean");
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    const char *project = ".", *deed = "build";
    size_t words = call->words.count;
    // "critter pleo build clean" means the project here, unless a folder is called so.
    if (words && is_deed(call->words.at[words - 1]) && !(words == 1 && folder_exists(call->words.at[0])))
        deed = call->words.at[--words];
    if (words == 2)
        return call_wrong(call, "expected build, rebuild or clean, found \"%s\"", call->words.at[1]);
    if (words) project = call->words.at[0];
    struct fault fault = {0};
    char path[1024];
    snprintf(path, sizeof path, "%s", project);
    if (folder_exists(project) && find_project(project, path, sizeof path, &fault))
        return call_failed(call, &fault);

    struct show show = {wish->quiet};
    struct kit_build build = {
        .project = path, .now = now(), .includes = KIT_INCLUDES, .say = say, .user = &show, .stop = &stopped};
    int64_t began = air_now_us();
    signal(SIGINT, stop);
    enum err err = strcmp(deed, "build") != 0 ? kit_clean(&build, &fault) : ERR_NONE;
    if (!err && strcmp(deed, "clean") != 0) err = kit_build(&build, &fault);
    signal(SIGINT, SIG_DFL);
    if (err) return call_failed(call, &fault);
    if (!strcmp(deed, "clean")) return EXIT_FINE;
    if (!wish->quiet) {
        printf("build time: %f sec\n", (double)(air_now_us() - began) / 1e6);
        fflush(stdout);
        fprintf(stderr, "%u built, %u as before\n", build.built, build.kept);
    }
    call_wrote(build.urf);
    return EXIT_FINE;
}

const struct command cmd_pleo_build = {
    .name = "build",
    .group = "pleo",
    .summary = "builds a project: one file for Pleo's card",
    .words = "[PROJECT] [build|rebuild|clean]",
    .words_most = 2,
    .help = "PROJECT is a project file (.upf), or a folder that has one; without it, this folder. Sounds, "
            "motion and "
            "command tables and scripts are converted, includes with their numbers are made, and all of it "
            "becomes "
            "build/NAME.urf. What is printed is the log of the maker's tool.\n\n"
            "Only what has changed is built again. `rebuild` builds all; `clean` removes all that was made, "
            "and with it "
            "the numbers of resources, which otherwise stay the same from build to build.\n\n"
            "Scripts find the includes of the kit without further ado: #include <Sensor.inc>.",
    .examples = "critter pleo build\n"
                "critter pleo build hello/hello.upf rebuild\n"
                "critter pleo build hello clean\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
