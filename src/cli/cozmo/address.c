// Where the robot is: an option, a word, the environment, or the usual places.
#include "cli/cozmo/cozmo.h"

#include "base/system/file.h"
#include "link/cozmo/engine_link.h"
#include "net/udp.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// 127.0.0.1, localhost, and NAME:NUMBER. Names alone are files, clips, entries.
static bool is_address(const char *word) {
    const char *colon = strrchr(word, ':');
    size_t len = colon ? (size_t)(colon - word) : strlen(word);
    char host[64];
    struct in_addr numbers;
    if (!len || len >= sizeof host || strchr(word, '/') || file_exists(word)) return false;
    if (colon) return colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
    snprintf(host, sizeof host, "%s", word);
    return !strcmp(host, "localhost") || inet_pton(AF_INET, host, &numbers) == 1;
}

static const struct option *at_of(const struct command *command) {
    for (size_t i = 0; i < command->option_count; i++)
        if (!strcmp(command->options[i].name, "at")) return &command->options[i];
    return NULL;
}

static int give(struct call *call, const struct option *at, const char *word) {
    void *place = (char *)call->options + at->offset;
    if (at->type == OPTION_LIST) {
        struct option_list *list = place;
        if (list->count == OPTION_LIST_MAX) return call_wrong(call, "at most %d addresses", OPTION_LIST_MAX);
        list->at[list->count++] = word;
        return EXIT_FINE;
    }
    const char **one = place;
    if (*one) return call_wrong(call, "two addresses: \"%.60s\" and \"%.60s\"", *one, word);
    *one = word;
    return EXIT_FINE;
}

int cozmo_sort_words(struct call *call) {
    const struct option *at = at_of(call->command);
    size_t kept = 0;
    int code = EXIT_FINE;
    for (size_t i = 0; i < call->words.count && !code; i++)
        if (at && is_address(call->words.at[i]))
            code = give(call, at, call->words.at[i]);
        else
            call->words.at[kept++] = call->words.at[i];
    call->words.count = kept;
    return code;
}

const char *cozmo_address(const char *at) {
    const char *usual = getenv("CRITTER_COZMO");
    return at ? at : usual && *usual ? usual : NULL;
}

// Who can have the port for himself is alone here.
bool cozmo_simulated_here(void) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(COZMO_PORT)};
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool taken = fd >= 0 && bind(fd, (const struct sockaddr *)&here, sizeof here) != 0;
    if (fd >= 0) close(fd);
    return taken;
}

void cozmo_hint(const struct call *call, const char *asked) {
    char title[128];
    struct udp_peer at;
    if (!asked || udp_peer_of(asked, COZMO_PORT, &at, NULL))
        at = (struct udp_peer){INADDR_LOOPBACK, COZMO_PORT};
    bool elsewhere = at.address != INADDR_LOOPBACK || at.port != COZMO_PORT, here = cozmo_simulated_here();
    if (here && elsewhere)
        fprintf(stderr, "Something listens at " COZMO_SIMULATED ": try '%s " COZMO_SIMULATED "'.\n",
                command_title(call->command, title, sizeof title));
    else if (!here)
        fprintf(stderr,
                "A real Cozmo is found when this machine is in his Wi-Fi; 'critter cozmo sim' makes a "
                "simulated one.\n");
}
