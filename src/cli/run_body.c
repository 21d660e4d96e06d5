#include "cli/run_body.h"

#include "base/data/json.h"
#include "body/cozmo/shared_cozmo.h"
#include "body/cozmo/udp.h"
#include "body/program/port.h"
#include "body/program/program.h"
#include "net/udp.h"

#include <stdio.h>
#include <string.h>

#define USUAL_AIR "127.0.0.1:5551"
static const char REAL[] = "cozmo@", SOCKET[] = "socket@", JSON[] = "#json";

static bool is_none(const char *air) { return !strcmp(air, "none"); }

static bool is_program(const char *body) { return body && !strncmp(body, SOCKET, sizeof SOCKET - 1); }

static enum err check_program(struct run_body *body, const char *creature, struct fault *fault) {
    if (!body->body[sizeof SOCKET - 1])
        return fault_set(fault, ERR_SYNTAX, "--body: expected socket@PATH or socket@PATH#json");
    if (body->allow->count)
        return fault_set(fault, ERR_STATE, "--allow and --body: --allow is for simulated robots");
    enum err err = body->body_file ? body_file_read(body->body_file, &body->file, fault)
                                   : body_file_whole(creature ? creature : "vector", &body->file, fault);
    return !err && creature ? body_file_creature(&body->file, creature, fault) : err;
}

enum err run_body_check(struct run_body *body, const char *creature, struct fault *fault) {
    struct udp_peer peer;
    bool cozmo = !creature || !strcmp(creature, "cozmo");
    if (body->body && body->air)
        return fault_set(fault, ERR_STATE, "--air and --body: --air is for simulated robots");
    if (is_program(body->body)) return check_program(body, creature, fault);
    if (body->body_file) return fault_set(fault, ERR_STATE, "--body-file goes with --body socket@PATH");
    if (body->body && strncmp(body->body, REAL, sizeof REAL - 1))
        return fault_set(fault, ERR_SYNTAX,
                         "--body: expected cozmo@ADDRESS, cozmo@ADDRESS:PORT or socket@PATH, found \"%s\"",
                         body->body);
    if (body->body && !cozmo)
        return fault_set(fault, ERR_STATE, "--body is a cozmo, but \"%s\" was requested", creature);
    if (body->body && body->allow->count)
        return fault_set(fault, ERR_STATE, "--allow and --body: --allow is for simulated robots");
    if (body->allow->count > ROBOT_LINK_NETWORKS)
        return fault_set(fault, ERR_LIMIT, "--allow: at most %d networks", ROBOT_LINK_NETWORKS);
    for (size_t i = 0; i < body->allow->count; i++) {
        struct air_network network;
        enum err err = air_network_of(body->allow->at[i], &network, fault);
        if (err) return err;
    }
    struct fault why = {0};
    const char *address = body->body                         ? body->body + sizeof REAL - 1
                          : body->air && !is_none(body->air) ? body->air
                                                             : NULL;
    if (address && (!*address || udp_peer_of(address, COZMO_PORT, &peer, &why)))
        return fault_set(fault, ERR_SYNTAX,
                         "%s: expected an address such as 172.31.1.1 or 127.0.0.1:5551, found \"%s\"",
                         body->body ? "--body" : "--air", address);
    return ERR_NONE;
}

const char *run_body_creature(const struct run_body *body) {
    return is_program(body->body) ? body->file.creature : body->body ? "cozmo" : "vector";
}

struct scenario *run_body_nowhere(const struct run_body *body, struct fault *fault) {
    struct buf text = {0};
    struct json_writer w = json_writer_of(&text, 0);
    json_open(&w, '{');
    json_key(&w, "about"), json_string(&w, "A robot that is somewhere else.");
    json_key(&w, "robots"), json_open(&w, '['), json_open(&w, '{');
    json_key(&w, "name"), json_string(&w, is_program(body->body) ? body->file.name : "cozmo");
    json_key(&w, "creature"), json_string(&w, run_body_creature(body));
    json_close(&w, '}'), json_close(&w, ']'), json_close(&w, '}');
    struct text whole = {(const char *)text.at, text.len};
    struct scenario *s = text.err ? NULL : scenario_read(whole, "elsewhere", NULL, 0, fault);
    if (text.err) fault_set(fault, text.err, "no memory");
    buf_free(&text);
    return s;
}

// ------------------------------------------------------------------------------------------------ makers

static struct body *real(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    const struct run_body *wanted = user;
    struct body_cozmo_config config = body_cozmo_defaults();
    (void)world, (void)robot;
    if (body_cozmo_over_udp(wanted->body + sizeof REAL - 1, &config, fault)) return NULL;
    return body_cozmo_new(&config, fault);
}

static struct body *program(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    struct run_body *wanted = user;
    char path[PORT_PATH_MAX + sizeof JSON];
    (void)world, (void)robot;
    snprintf(path, sizeof path, "%s", wanted->body + sizeof SOCKET - 1);
    size_t len = strlen(path), end = sizeof JSON - 1;
    bool json = len > end && !strcmp(path + len - end, JSON);
    if (json) path[len - end] = 0;
    struct body_program_config config = {path, json ? PROGRAM_JSON : PROGRAM_BINARY, &wanted->file};
    struct body *body = body_program_new(&config, fault);
    if (body && !wanted->told)
        printf("A program that is a body is waited for at %s.\n", path), fflush(stdout);
    wanted->told |= body != NULL;
    return body;
}

static void tell_where(struct run_body *wanted, const struct body *body) {
    char where[UDP_TEXT];
    if (wanted->told || !shared_cozmo_where(body, where)) return;
    wanted->told = true;
    printf("Programs for a real Cozmo (pycozmo, critter cozmo ...) find it at %s; while one has it, the page "
           "shows what it does.\n",
           where);
    struct udp_peer here;
    if (wanted->air && !udp_peer_of(wanted->air, COZMO_PORT, &here, NULL))
        printf("%s", robot_link_strangers(here.address, (unsigned)wanted->allow->count));
    fflush(stdout);
}

static struct body *guarded(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    struct run_body *wanted = user;
    struct shared_cozmo_config config = shared_cozmo_defaults();
    config.robot.firmware.world = world;
    config.robot.firmware.robot = robot;
    config.listen = wanted->air ? wanted->air : USUAL_AIR;
    struct udp_peer here;
    struct robot_link_config *link = &config.robot.link;
    if (!udp_peer_of(config.listen, COZMO_PORT, &here, NULL)) robot_link_allow_near(link, here.address);
    for (size_t i = 0; i < wanted->allow->count; i++) { // were checked
        link->allow_count = (unsigned)i + 1;
        if (air_network_of(wanted->allow->at[i], &link->allow[i], fault)) return NULL;
    }
    struct fault why = {0};
    struct body *body = shared_cozmo_new(&config, wanted->air ? fault : &why);
    if (!body && !wanted->air) { // nobody asked for it: then without
        char text[400];
        if (!wanted->told)
            printf("Programs for a real Cozmo cannot find it: %s; --air names another place.\n",
                   fault_text(&why, text, sizeof text));
        fflush(stdout);
        wanted->told = true;
        config.listen = NULL;
        body = shared_cozmo_new(&config, fault);
    }
    if (body) tell_where(wanted, body);
    return body;
}

enum err run_body_choose(struct run_body *body, const char *creature, struct play_config *config,
                         struct fault *fault) {
    bool cozmo = creature && !strcmp(creature, "cozmo");
    config->body = NULL;
    config->body_user = body;
    config->elsewhere = body->body != NULL;
    if (body->body) {
        config->body = is_program(body->body) ? program : real;
        return ERR_NONE;
    }
    if (body->air && !is_none(body->air) && !cozmo &&
        !body->told) // later a page may ask for another creature
        return fault_set(fault, ERR_STATE, "--air: only a cozmo has this radio protocol, not a %s",
                         creature ? creature : "robot without a name");
    if (cozmo && (body->air ? !is_none(body->air) : !body->record)) config->body = guarded;
    return ERR_NONE;
}
