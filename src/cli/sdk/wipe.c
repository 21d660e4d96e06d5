#include "cli/commands.h"
#include "cli/sdk_door.h"

#include "host/identity.h"

struct wish {
    const char *state;
    bool yes;
};

static const struct option OPTIONS[] = {
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "FOLDER",
     "where the robot keeps its name and documents (default: as critter sdk serve)"},
    {"yes", 'y', OPTION_FLAG, offsetof(struct wish, yes), NULL,
     "does it; without this it only says what would go"},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    char folder[STATE_PATH_MAX];
    struct identity_about about;
    struct fault fault = {0};
    if (cli_sdk_state(wish->state, folder, &fault) || identity_look(folder, &about, &fault))
        return call_failed(call, &fault);
    if (!wish->yes) {
        printf(
            "%s, serial number %s, in %s: its name, certificate, tokens, settings, statistics, faces, photos "
            "and diary would go. Nobody can bring them back. --yes does it.\n",
            about.name, about.serial, folder);
        return EXIT_FAILED;
    }
    if (identity_wipe(folder, &fault)) return call_failed(call, &fault);
    printf("%s has forgotten everybody. When serial number %s starts it has a new name; programs need "
           "critter sdk setup again.\n",
           about.name, about.serial);
    return EXIT_FINE;
}

const struct command cmd_sdk_wipe = {
    .name = "wipe",
    .group = "sdk",
    .summary = "clears a Vector's user data: name, tokens, settings, photos, diary",
    .help =
        "Everything that its owner and its programs have left goes, as when user data is cleared on a real "
        "Vector. Its serial number stays. The robot must not be running.",
    .examples = "critter sdk wipe\ncritter sdk wipe --yes\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
