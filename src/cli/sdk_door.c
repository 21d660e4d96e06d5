#include "cli/sdk_door.h"

#include "base/system/file.h"
#include "border/birth.h"
#include "border/body_model.h"
#include "cli/paths.h"
#include "host/identity.h"
#include "net/digest.h"
#include "net/udp.h"
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

enum err cli_sdk_state(const char *given, char out[STATE_PATH_MAX], struct fault *fault) {
    const char *told = given ? given : getenv("CRITTER_STATE");
    const char *states = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int len;
    if (told && *told)
        len = snprintf(out, STATE_PATH_MAX, "%s", told);
    else if (states && *states)
        len = snprintf(out, STATE_PATH_MAX, "%s/critter/vector", states);
    else if (home && *home)
        len = snprintf(out, STATE_PATH_MAX, "%s/.local/state/critter/vector", home);
    else
        return fault_set(fault, ERR_MISSING,
                         "where should the robot keep its name and key? Say --state FOLDER");
    return len < STATE_PATH_MAX ? ERR_NONE : fault_set(fault, ERR_LIMIT, "%.80s…: the path is too long", out);
}

static enum err read_profile(const char *text, enum api_profile *out, struct fault *fault) {
    if (!text || !strcmp(text, "1.7"))
        *out = API_FIRMWARE_1_7;
    else if (!strcmp(text, "1.8"))
        *out = API_FIRMWARE_1_8;
    else
        return fault_set(fault, ERR_UNKNOWN, "--profile: expected 1.7 or 1.8, found \"%.40s\"", text);
    return ERR_NONE;
}

// Where it listened last, for who introduces programs later; without it they look at the usual port.
static void note_port(const struct cli_sdk *door) {
    char path[STATE_PATH_MAX + 8], text[8];
    int len = snprintf(text, sizeof text, "%u\n", (unsigned)sdk_port(door->sdk));
    if (path_join(path, sizeof path, door->folder, "port"))
        file_write_unsynced(path, text, (size_t)len, NULL);
}

uint16_t cli_sdk_last_port(const char *state) {
    char path[STATE_PATH_MAX + 8];
    struct buf text = {0};
    uint64_t port = 0;
    if (path_join(path, sizeof path, state, "port") && !file_read(path, 16, &text, NULL)) {
        struct text said = text_trim((struct text){(const char *)text.at, text.len});
        if (text_to_u64(said, &port) || port > 65535) port = 0;
    }
    buf_free(&text);
    return port ? (uint16_t)port : SDK_PORT;
}

enum err cli_sdk_open(struct cli_sdk *door, struct loop *loop, struct fault *fault) {
    struct sdk_config config = sdk_defaults();
    const char *where = door->where ? door->where : getenv("CRITTER_SDK");
    struct udp_peer here;
    struct birth birth;
    if (where && !strcmp(where, "none")) return ERR_NONE;
    if (where && udp_peer_of(where, SDK_PORT, &here, fault)) return fault->err;
    if (read_profile(door->profile, &config.profile, fault)) return fault->err;
    if (cli_sdk_state(door->state, door->folder, fault)) return fault->err;
    snprintf(door->address, sizeof door->address, "%s", config.address);
    if (where) {
        snprintf(door->address, sizeof door->address, "%u.%u.%u.%u", here.address >> 24,
                 here.address >> 16 & 255, here.address >> 8 & 255, here.address & 255);
        config.port = here.port;
        config.port_given = true;
    }
    config.address = door->address;
    // Who it is does not follow from the world's seed: that is public, and another world's is the same robot.
    uint64_t chance;
    if (!digest_random(&chance, sizeof chance))
        return fault_set(fault, ERR_IO, "the system has no randomness for a robot");
    birth_of(&vector_model, chance, 1, &birth);
    door->identity = identity_open(door->folder, birth.serial, fault);
    if (!door->identity) paths_state_in_use(fault);
    if (!door->identity) return fault->err;
    config.identity = door->identity;
    config.state = door->folder;
    door->sdk = sdk_open(loop, &config, fault);
    if (door->sdk) note_port(door);
    if (door->sdk) return ERR_NONE;
    cli_sdk_close(door);
    return fault->err;
}

int cli_sdk_vector(struct run *run) {
    for (size_t i = 0; run_soul(run, i); i++)
        if (run_soul(run, i)->model == &vector_model) return (int)i;
    return -1;
}

void cli_sdk_close(struct cli_sdk *door) {
    sdk_close(door->sdk);
    identity_close(door->identity);
    door->sdk = NULL;
    door->identity = NULL;
}
