// Lists the models of sight.
#include "sense/see/models.h"
#include "base/system/file.h"
#include "cli/commands.h"

#include <stdio.h>

struct wish {
    bool tsv;
};
static const struct option OPTIONS[] = {
    {"tsv", 0, OPTION_FLAG, offsetof(struct wish, tsv), NULL,
     "a line for each with tabs between: file, package, version, path inside, SHA-256, where it lies"},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    for (const struct sight_model *m = SIGHT_MODELS; m->use; m++) {
        char path[SIGHT_PATH_MOST];
        sight_model_path(m, path);
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
