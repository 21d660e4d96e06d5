#include "body/sim.h"

#include "brainstem/brainstem.h"

#include "base/hash.h"

#include <stdlib.h>

struct sim {
    struct body body;
    struct world *world;
    uint32_t robot;
    struct brainstem *stem;
    struct body_pins pins;
    struct body_drive drive;
};

static struct sim *sim_of(struct body *body) { return (struct sim *)body; }

static void step(struct body *body, int64_t now_us) {
    (void)now_us; // the body's time is the world's
    struct sim *sim = sim_of(body);
    world_pins(sim->world, sim->robot, &sim->pins);
    brainstem_step(sim->stem, &sim->pins, &sim->drive);
    world_drive(sim->world, sim->robot, &sim->drive);
}

static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    (void)now_us;
    brainstem_collect(sim_of(body)->stem, in);
    return ERR_NONE;
}

static void obey(struct body *body, int64_t now_us, const struct command_out *out) {
    (void)now_us;
    brainstem_obey(sim_of(body)->stem, &out->command);
}

static uint64_t hash(const struct body *body) { return brainstem_hash(((const struct sim *)body)->stem); }

static void sim_free(struct body *body) {
    brainstem_free(sim_of(body)->stem);
    free(body);
}

static const struct body_class SIM = {"sim", step, collect, obey, hash, sim_free};

struct body *body_sim_new(struct world *world, const struct body_model *model, struct pose2 at,
                          struct fault *fault) {
    struct sim *sim = calloc(1, sizeof *sim);
    struct brainstem *stem =
        brainstem_new(&(struct brainstem_config){.model = model, .calibrate_on_wake = true});
    if (!sim || !stem) {
        fault_set(fault, ERR_MEMORY, "no memory for a body");
        goto failed;
    }
    sim->body = (struct body){&SIM, model};
    sim->world = world;
    sim->stem = stem;
    sim->robot = world_add_robot(world, model, at, fault);
    if (sim->robot) return &sim->body;
failed:
    brainstem_free(stem);
    free(sim);
    return NULL;
}

uint32_t body_sim_robot(const struct body *body) { return ((const struct sim *)body)->robot; }
