#include "cli/run_body.h"

#include "body/cozmo/shared_cozmo.h"
#include "body/cozmo/udp.h"
#include "net/udp.h"

#include <stdio.h>
#include <string.h>

#define USUAL_AIR "127.0.0.1:5551"
static const char REAL[] = "cozmo@";

static bool is_none(const char *air) { return !strcmp(air, "none"); }

enum err run_body_check(const struct run_body *body, const char *creature, struct fault *fault) {
    struct udp_peer peer;
    bool cozmo = !creature || !strcmp(creature, "cozmo");
    if (body->body && body->air)
        return fault_set(fault, ERR_STATE, "--air and --body: --air is for simulated robots");
    if (body->body && strncmp(body->body, REAL, sizeof REAL - 1))
        return fault_set(fault, ERR_SYNTAX,
                         "--body: expected cozmo@ADDRESS or cozmo@ADDRESS:PORT, found \"%s\"", body->body);
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

struct scenario *run_body_nowhere(struct fault *fault) {
    return scenario_read(TEXT("{\"about\": \"A robot that is somewhere else.\", "
                              "\"robots\": [{\"name\": \"cozmo\", \"creature\": \"cozmo\"}]}"),
                         "elsewhere", NULL, 0, fault);
}

// ------------------------------------------------------------------------------------------------ makers

static struct body *real(void *user, struct world *world, uint32_t robot, struct fault *fault) {
    const struct run_body *wanted = user;
    struct body_cozmo_config config = body_cozmo_defaults();
    (void)world, (void)robot;
    if (body_cozmo_over_udp(wanted->body + sizeof REAL - 1, &config, fault)) return NULL;
    return body_cozmo_new(&config, fault);
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
        config->body = real;
        return ERR_NONE;
    }
    if (body->air && !is_none(body->air) && !cozmo &&
        !body->told) // later a page may ask for another creature
        return fault_set(fault, ERR_STATE, "--air: only a cozmo has this radio protocol, not a %s",
                         creature ? creature : "robot without a name");
    if (cozmo && (body->air ? !is_none(body->air) : !body->record)) config->body = guarded;
    return ERR_NONE;
}
