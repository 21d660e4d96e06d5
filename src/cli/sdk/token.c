#include "cli/commands.h"
#include "cli/sdk_door.h"

#include "base/system/clock.h"
#include "host/identity.h"

struct wish {
    const char *state;
};

static const struct option OPTIONS[] = {
    {"state", 0, OPTION_TEXT, offsetof(struct wish, state), "FOLDER",
     "where the robot keeps its name and tokens (default: as critter sdk serve)"},
};

static int run(struct call *call) {
    const struct wish *wish = call->options;
    char folder[STATE_PATH_MAX], session[SESSION_LENGTH + 1];
    struct fault fault = {0};
    if (cli_sdk_state(wish->state, folder, &fault) ||
        identity_invite(folder, calendar_now_us(), session, &fault))
        return call_failed(call, &fault);
    puts(session);
    return EXIT_FINE;
}

const struct command cmd_sdk_token = {
    .name = "token",
    .group = "sdk",
    .summary = "a session token, which a program exchanges for one of its own",
    .help = "The token is good once and for ten minutes: it is the user_session_id of the call "
            "UserAuthentication, "
            "whose answer is the program's own token. The robot may be running meanwhile.\n\n"
            "Programs that find their robot in ~/.anki_vector need no such token: see critter sdk setup.",
    .examples = "critter sdk token\n",
    .options = OPTIONS,
    .option_count = sizeof OPTIONS / sizeof *OPTIONS,
    .options_size = sizeof(struct wish),
    .run = run,
};
