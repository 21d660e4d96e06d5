#include "pleo/os/os_internal.h"

#include "base/hash.h"
#include "base/system/errand.h"
#include "schema/walk.h"

#include <stdlib.h>
#include <string.h>

static const struct knob LIST[] = {
    KNOB_U32(struct pleo_knobs, instructions, "", 1000, 1000000, 12000,
             "instructions that each of a Pleo's machines may run in a tick"),
    KNOB_BOOL(struct pleo_knobs, first_generation, false,
              "scripts count their sensors as those of the first Pleo did"),
    KNOB_BOOL(struct pleo_knobs, anybody_unloads, true,
              "scripts that nobody has signed may unload an application"),
};
const struct knobs PLEO_KNOBS = {"pleo", LIST, sizeof LIST / sizeof *LIST, sizeof(struct pleo_knobs)};

struct pleo_config pleo_defaults(void) {
    struct pleo_config config = {.name = "pleo", .model = &pleo_model, .seed = 1, .id = 1, .serial = 1};
    knobs_defaults(&PLEO_KNOBS, &config.knobs);
    return config;
}

void pleo_free(struct pleo *p) {
    if (!p) return;
    machines_end(p);
    apps_end(p);
    sounds_end(p);
    microphones_end(p);
    free(p->files.whole);
    free(p);
}

struct pleo *pleo_new(const struct pleo_config *config, struct fault *fault) {
    struct pleo *p = calloc(1, sizeof *p);
    if (!p) return fault_set(fault, ERR_MEMORY, "no memory for a Pleo"), NULL;
    p->config = *config;
    p->soul = (struct soul){.class = &pleo_soul_class, .model = config->model, .id = config->id};
    if (machines_start(p) && sounds_start(p)) return p;
    pleo_free(p);
    return fault_set(fault, ERR_MEMORY, "no memory for a Pleo"), NULL;
}

struct soul *pleo_soul(struct pleo *p) {
    return p ? &p->soul : NULL;
}

void pleo_event(struct pleo *p, enum pleo_event_kind kind, uint32_t subject, float a, float b) {
    if (p->event_count == PLEO_EVENTS) {
        p->events_lost++;
        return;
    }
    p->events[p->event_count++] = (struct life_event){
        .time_us = p->now_us, .kind = (uint16_t)kind, .subject = subject, .numbers = {a, b, 0}};
}

uint32_t pleo_draw(struct pleo *p, uint32_t below) {
    struct chance dice = chance_of(p->config.seed, chance_stream("pleo"), p->tick);
    dice.n = p->drawn;
    uint32_t drawn = chance_below(&dice, below);
    p->drawn = dice.n;
    return drawn;
}

// What a seed brings forth is the same in every tick.
uint32_t script_draw(struct pleo *p, uint32_t below) {
    struct chance dice = chance_of(p->config.seed, chance_stream("pleo scripts"), p->script_seed);
    dice.n = p->script_drawn;
    uint32_t drawn = chance_below(&dice, below);
    p->script_drawn = dice.n;
    return drawn;
}

// ------------------------------------------------------------------------------------------------ a tick

static void wake(struct pleo *p) {
    p->born_us = p->now_us;
    p->ms = 0;
    log_start(p);
    files_start(p);
    properties_start(p);
    sensors_start(p);
    joints_start(p);
    motions_start(p);
    drives_start(p);
    peers_start(p);
    sequence_start(p);
}

// Power has come back after it was off: scripts, sensors and joints begin anew, the drives' files stay.
static void wake_again(struct pleo *p) {
    for (int i = 0; i < VMS; i++) machine_unload(&p->machines.at[i]);
    motion_stop_all(p), voice_stop(p), command_stop(p);
    p->properties = (struct properties){0};
    p->sensors = (struct sensors){0};
    p->joints = (struct joints){0};
    p->peers = (struct peers){0};
    p->power = (struct power){0};
    p->camera = (struct camera){0};
    microphones_end(p);
    p->microphones = (struct microphones){0};
    p->monitor.waits = false;
    p->apps.wanted[0] = 0, p->apps.unload = false;
    p->awake = false;
}

static void boot(struct pleo *p) {
    pleo_event(p, PLEO_EVENT_KIND_WOKE, 0, 0, 0);
    if (p->in->card) p->files.card = p->in->card;
    p->apps.rules = APP_NONE;
    apps_start(p);
    if (p->files.card) apps_card(p);
}

static void card(struct pleo *p) {
    if (p->in->card && p->awake) {
        files_card(p, p->in->card);
        pleo_event(p, PLEO_EVENT_KIND_CARD_IN, 0, 0, 0);
        apps_card(p);
    }
    bool in = p->in->pleo.values_count <= SENSOR_CARD || p->in->pleo.values[SENSOR_CARD];
    if (in || !p->files.card) return;
    pleo_event(p, PLEO_EVENT_KIND_CARD_OUT, 0, 0, 0);
    apps_uncard(p);
}

// Power that did not go although he let go of it: he stays off until the reason is gone.
static bool stays_off(const struct pleo *p) {
    const struct pleo_senses *in = &p->in->pleo;
    return p->power.goes == POWER_HOT && in->values_count > SENSOR_BATTERY_TEMPERATURE &&
           in->values[SENSOR_BATTERY_TEMPERATURE] >= BATTERY_HOT_C;
}

static void step(struct pleo *p) {
    if (p->power.off && stays_off(p)) return;
    if (p->power.off) wake_again(p);
    if (!p->awake) {
        wake(p);
        boot(p);
    }
    p->ms = (int32_t)((p->now_us - p->born_us) / 1000);
    card(p);
    log_tick(p);
    sensors_tick(p);
    p->awake = true;
    pleo_answer_requests(p);
    head_tick(p);
    peers_tick(p);
    joints_tick(p);
    properties_tick(p);
    drives_tick(p);
    machines_tick(p);
    apps_tick(p);
    motions_tick(p);
    commands_tick(p);
    camera_tick(p);
    microphones_tick(p);
    power_tick(p);
}

void pleo_step(struct pleo *p, const struct senses_in *in, struct command_out *out) {
    p->in = in, p->out = out;
    p->event_count = p->events_lost = p->drawn = 0;
    border_clear_command(out);
    out->command.number = p->tick;
    out->command.wants = BODY_WANT_HEARINGS;
    out->command.volume = 65535;
    if (in->pleo.here) {
        p->now_us = in->senses.time_us;
        step(p);
    }
    sounds_tick(p);
    p->in = NULL, p->out = NULL;
    p->tick++;
}
