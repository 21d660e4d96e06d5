#include "body/sim.h"

#include "body/sim_camera.h"
#include "body/sim_onlooker.h"
#include "body/sim_pleo.h"
#include "brainstem/brainstem.h"
#include "world/view.h"

#include "base/hash.h"
#include "world/panel.h"

#include <stdlib.h>
#include <string.h>

enum { SIGHTS = 16, LOOKS_PER_S = 15 };

struct sim {
    struct body body;
    uint8_t backlight;
    struct world *world;
    uint32_t robot;
    struct brainstem *stem;
    struct body_pins pins;
    struct body_drive drive;
    uint16_t wants;
    struct frame_pool *sounds; // NULL until somebody listens
    struct sim_camera camera;
    struct sim_onlooker onlooker;
    uint64_t looks;        // pictures that the oracle has looked at, in the world's time
    struct body_look late; // the newest, told with the next one
    struct body_sight seen[SIGHTS];
    uint8_t seen_count;
    bool looked;
    struct sim_pleo *pleo; // NULL: it is none
};

enum { LISTEN_MOST = 640, LISTEN_FRAMES = 8, EVERY_SENSE = 0x1ff };

static struct sim *sim_of(struct body *body) { return (struct sim *)body; }

// Electronics without power do nothing; a button or the pads wake them, and then the brainstem goes on where
// it was.
static void step(struct body *body, int64_t now_us) {
    (void)now_us; // the body's time is the world's
    struct sim *sim = sim_of(body);
    if (!world_powered(sim->world, sim->robot)) return;
    world_pins(sim->world, sim->robot, &sim->pins);
    brainstem_step(sim->stem, &sim->pins, &sim->drive);
    if (sim->pleo) sim_pleo_step(sim->pleo, &sim->pins, &sim->drive);
    world_drive(sim->world, sim->robot, &sim->drive);
}

static void listen(struct sim *sim, struct senses_in *in) {
    size_t size = LISTEN_MOST * WORLD_EARS * sizeof(int16_t);
    if (!sim->sounds) sim->sounds = frame_pool_new(LISTEN_FRAMES, size);
    struct frame *frame = sim->sounds ? frame_take(sim->sounds) : NULL;
    if (!frame) return;
    uint64_t first = 0;
    uint32_t count =
        world_listen(sim->world, sim->robot, (int16_t *)(void *)frame->bytes, LISTEN_MOST, &first);
    if (!count) {
        frame_drop(frame);
        return;
    }
    frame->used = count * WORLD_EARS * sizeof(int16_t);
    frame->stamp_us = first;
    in->sound = frame;
    in->senses.sound_count = 1;
    in->senses.sound[0] = (struct body_sound){first, WORLD_EAR_HZ, WORLD_EARS, (uint16_t)count};
}

// Fifteen pictures a second, and what was found in one is told when the next is there.
static void look(struct sim *sim, struct body_senses *s) {
    uint64_t now = (uint64_t)world_now_us(sim->world), looks = now * LOOKS_PER_S / 1000000;
    if (!(sim->wants & BODY_WANT_SIGHTS)) sim->looked = false;
    if (!(sim->wants & BODY_WANT_SIGHTS) || looks == sim->looks) return;
    sim->looks = looks;
    if (sim->looked) {
        s->look_count = 1;
        s->look[0] = sim->late;
        s->sights_count = sim->seen_count;
        memcpy(s->sights, sim->seen, sim->seen_count * sizeof sim->seen[0]);
    }
    sim->looked = true;
    sim->late = (struct body_look){s->time_us, world_blind(sim->world, sim->robot)};
    sim->seen_count = sim->late.blind ? 0 : (uint8_t)world_sights(sim->world, sim->robot, sim->seen, SIGHTS);
}

static enum err collect(struct body *body, int64_t now_us, struct senses_in *in) {
    (void)now_us;
    struct sim *sim = sim_of(body);
    if (!world_powered(sim->world, sim->robot)) return ERR_NONE;
    brainstem_collect(sim->stem, in);
    struct body_senses *s = &in->senses;
    if (sim->wants & BODY_WANT_RADIO)
        s->radio_count = (uint8_t)world_radio(sim->world, sim->robot, s->radio, 32);
    look(sim, s);
    if (sim->wants & BODY_WANT_HEARINGS)
        s->hearings_count = (uint8_t)world_hearings(sim->world, sim->robot, s->hearings, 4);
    if (sim->wants & BODY_WANT_SOUND) listen(sim, in);
    sim_camera_look(&sim->camera, sim->world, sim->robot, sim->wants, in);
    if (sim->pleo) sim_pleo_collect(sim->pleo, brainstem_stalled(sim->stem), in);
    s->speaker_count = 1;
    s->speaker[0] = (struct body_speaker){world_speaker_room(sim->world, sim->robot),
                                          (uint32_t)world_speaker_played(sim->world, sim->robot)};
    return ERR_NONE;
}

static void obey(struct body *body, int64_t now_us, const struct command_out *out) {
    (void)now_us;
    struct sim *sim = sim_of(body);
    const struct body_command *c = &out->command;
    if (c->wants != sim->wants) world_want(sim->world, sim->robot, sim->wants = c->wants);
    if (c->backlight != sim->backlight) panel_light(sim->world, sim->robot, sim->backlight = c->backlight);
    brainstem_obey(sim->stem, c);
    if (sim->pleo) sim_pleo_obey(sim->pleo, &out->pleo);
    if (c->camera_count) world_expose(sim->world, sim->robot, &c->camera[0]);
    for (uint32_t i = 0; i < c->cubes_count; i++)
        if (c->cubes[i].op != BODY_CUBE_OP_NONE) world_cube_order(sim->world, sim->robot, &c->cubes[i]);
    if (c->orders & BODY_ORDER_FLUSH_SOUND) world_hush(sim->world, sim->robot);
    if (!c->speech_count || !out->speech) return;
    size_t most = out->speech->used / sizeof(int16_t), count = c->speech[0].samples;
    world_speak(sim->world, sim->robot, (const int16_t *)(const void *)out->speech->bytes,
                (uint32_t)(count < most ? count : most), c->speech[0].rate_hz);
}

static void show(struct body *body, uint16_t wants, struct body_shown *out) {
    struct sim *sim = sim_of(body);
    if (!world_powered(sim->world, sim->robot)) wants = 0;
    sim_onlooker_show(&sim->onlooker, sim->world, sim->robot, wants, out);
}

static uint64_t hash(const struct body *body) { return brainstem_hash(((const struct sim *)body)->stem); }

static void sim_free(struct body *body) {
    frame_pool_free(sim_of(body)->sounds);
    sim_camera_close(&sim_of(body)->camera);
    sim_onlooker_close(&sim_of(body)->onlooker);
    brainstem_free(sim_of(body)->stem);
    free(sim_of(body)->pleo);
    free(body);
}

static const struct body_class SIM = {"sim", step, collect, obey, show, hash, sim_free};

struct body *body_sim_new(struct world *world, const struct body_model *model, struct pose2 at,
                          struct fault *fault) {
    uint32_t robot = world_add_robot(world, model, at, fault);
    return robot ? body_sim_of(world, model, robot, fault) : NULL;
}

struct body *body_sim_of(struct world *world, const struct body_model *model, uint32_t robot,
                         struct fault *fault) {
    struct sim *sim = calloc(1, sizeof *sim);
    struct brainstem *stem =
        brainstem_new(&(struct brainstem_config){.model = model, .calibrate_on_wake = true});
    bool pleo = !strcmp(model->creature, pleo_model.creature);
    if (sim && pleo) sim->pleo = sim_pleo_new(model);
    if (!sim || !stem || (pleo && !sim->pleo)) {
        fault_set(fault, ERR_MEMORY, "no memory for a body");
        goto failed;
    }
    sim->body = (struct body){&SIM, model, {.senses = EVERY_SENSE}};
    sim->world = world;
    sim->stem = stem;
    sim->robot = robot;
    sim->backlight = world_memory(world)->robots[robot - 1].backlight;
    return &sim->body;
failed:
    brainstem_free(stem);
    if (sim) free(sim->pleo);
    free(sim);
    return NULL;
}

void body_sim_card(struct body *body, const struct card *card) {
    if (sim_of(body)->pleo) sim_pleo_card(sim_of(body)->pleo, card);
}

void body_sim_tune(struct body *body, const struct brainstem_knobs *knobs) {
    brainstem_tune(sim_of(body)->stem, knobs);
}

uint32_t body_sim_robot(const struct body *body) { return ((const struct sim *)body)->robot; }
