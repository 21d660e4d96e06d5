#include "cli/commands.h"
#include "cli/sdk_door.h"

#include "base/system/clock.h"
#include "base/system/file.h"
#include "host/identity.h"
#include "vector/sdk_config.h"

#include <stdlib.h>

enum { PATH_ROOM = 1024 };

struct wish {
    const char *state, *ip, *folder;
    int32_t port;
};

static const struct option OPTIONS[] = {
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "FOLDER",
     "where the robot keeps its name and tokens (default: as critter sdk serve)"},
    {"ip", 0, OPTION_TEXT, offsetof(struct wish, ip), "ADDRESS",
     "where programs find the robot (default 127.0.0.1)"},
    {"port", 'p', OPTION_I32, offsetof(struct wish, port), "N",
     "and at which port (default: where it listened last, or 8443)", 1, 65535},
    {"config", 0, OPTION_TEXT, offsetof(struct wish, folder), "FOLDER",
     "where programs look for robots (default ~/.anki_vector)"},
};

static enum err config_folder(const struct wish *wish, char out[PATH_ROOM], struct fault *fault) {
    const char *home = getenv("HOME");
    if (wish->folder)
        snprintf(out, PATH_ROOM, "%s", wish->folder);
    else if (!home || !*home || !path_join(out, PATH_ROOM, home, ".anki_vector"))
        return fault_set(fault, ERR_MISSING, "where do programs look for robots? Say --config FOLDER");
    return ERR_NONE;
}

static int run(struct call *call) {
    const struct wish *wish = call->options;
    char state[STATE_PATH_MAX], folder[PATH_ROOM], guid[GUID_LENGTH + 1];
    struct identity_about about;
    struct fault fault = {0};
    unsigned robots;
    if (cli_sdk_state(wish->state, state, &fault)) return call_failed(call, &fault);
    if (identity_look(state, &about, &fault)) {
        if (fault.err == ERR_MISSING)
            fprintf(stderr, "critter sdk setup: start it once first: critter sdk serve\n");
        return call_failed(call, &fault);
    }
    struct sdk_entry entry = {.name = about.name,
                              .serial = about.serial,
                              .guid = guid,
                              .ip = wish->ip,
                              .port = wish->port ? (uint16_t)wish->port : cli_sdk_last_port(state),
                              .certificate = about.certificate};
    if (config_folder(wish, folder, &fault) ||
        identity_grant(state, TEXT("critter sdk setup"), calendar_now_us(), guid, &fault) ||
        sdk_config_write(folder, &entry, &robots, &fault))
        return call_failed(call, &fault);
    printf("%s, serial %s, is in %s/sdk_config.ini, at %s:%u\n", about.name, about.serial, folder, entry.ip,
           (unsigned)entry.port);
    if (robots > 1)
        printf("%u robots are in that file: tell programs which one, with --serial %s\n", robots,
               about.serial);
    return EXIT_FINE;
}

const struct command cmd_sdk_setup = {
    .name = "setup",
    .group = "sdk",
    .summary = "tells programs of Vector's Python SDK where to find this robot",
    .help = "Writes the robot's certificate and a section with its address, name and a token into the folder "
            "where "
            "the SDK looks for robots. Sections of other robots stay as they are. Files are readable by "
            "their owner "
            "only.\n\n"
            "The robot must have been started once, and may be running. With several robots in the file a "
            "program "
            "has to be told which one is meant, by its serial number.",
    .examples = "critter sdk setup\ncritter sdk setup --ip 192.168.1.20    # on another machine\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .defaults = &(const struct wish){.ip = "127.0.0.1"},
    .run = run,
};
